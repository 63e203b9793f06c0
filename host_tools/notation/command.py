"""`chessclock control TEXT`: what a time control means, how others write it, how it is rated."""

import json
import sys
from typing import Any

from clockcore.code_names import METHOD_NAMES
from clockcore.codes import AFTER_MOVE, AT_ZERO
from clockcore.period import ControlError, Period
from clockcore.time_control import TimeControl

from host_tools.notation.classes import classify, fide_rating, us_rating
from host_tools.notation.draft import NotRunnableError, quoted
from host_tools.notation.explain import explain, in_short
from host_tools.notation.plain import plain_of
from host_tools.notation.readings import Reading, read_control
from host_tools.notation.table import NOTATIONS
from host_tools.notation.writings import all_writings

NO_CONTROLS = {
    "?": ("unknown", "The time control is not known."),
    "-": ("none", "There is no time control: as much time as one likes."),
}
NOT_RUN = "It cannot be run."


def control_as_dict(
    text: str, reading: Reading, rating: int | None = None
) -> dict[str, Any]:
    """Return all that is said of a control as plain values: the form of `--json`."""
    control = reading.control
    plain = plain_of(control)
    writings = all_writings(control)
    classification = classify(control)
    fide = fide_rating(control, rating)
    us = us_rating(control)
    white = _periods(control.white_periods)
    return {
        "text": text,
        "kind": "control",
        "notation": reading.notation,
        "notes": list(reading.notes),
        "in_short": in_short(control),
        "explanation": explain(control),
        "periods": white,
        "sides": {
            "odds": plain.black is not None,
            "white": white,
            "black": _periods(control.black_periods),
        },
        "bonus_timing": "after" if control.bonus_timing == AFTER_MOVE else "before",
        "freeze": control.freeze,
        **{name: writing.text for name, writing in writings.items()},
        "not_written": {
            name: writing.why for name, writing in writings.items() if writing.text is None
        },
        "not_said": {
            name: list(writing.notes) for name, writing in writings.items() if writing.notes
        },
        "class": classification.name,
        "class_why": list(classification.why),
        "fide_rating": {
            "rated": fide.is_rated,
            "as": fide.rated_as,
            "below": fide.below,
            "rating": rating,
            "counted_s": None if fide.counted_ms is None else _seconds(fide.counted_ms),
            "why": list(fide.why),
        },
        "us_class": us.name,
        "us_rating": {"rated": us.name is not None, "as": list(us.ratings), "why": list(us.why)},
    }


def _periods(periods: tuple[Period, ...]) -> list[dict[str, Any]]:
    found = []
    for number, period in enumerate(periods, 1):
        goes_on = number < len(periods) or period.repeat
        found.append(
            {
                "moves": period.moves,
                "main_s": _seconds(period.main_ms),
                "method": METHOD_NAMES[period.method].lower(),
                "bonus_s": _seconds(period.bonus_ms),
                "bonus_from_move": period.bonus_from_move,
                "cap_s": _seconds(period.cap_ms),
                "transition": _change(period) if goes_on else None,
                "block_s": _seconds(period.block_ms),
                "block_count": period.block_count,
                "repeat": period.repeat,
            }
        )
    return found


def _change(period: Period) -> str:
    return "at-zero" if period.transition == AT_ZERO else "by-count"


def _seconds(ms: int) -> int | float:
    return ms / 1000 if ms % 1000 else ms // 1000


def _no_control_as_dict(text: str) -> dict[str, Any]:
    kind, says = NO_CONTROLS[text.strip()]
    tag = text.strip()
    return {
        "text": text,
        "kind": kind,
        "notation": "pgn",
        "in_short": kind,
        "explanation": [says, NOT_RUN],
        "periods": [],
        "sides": None,
        **{name: tag if name == "pgn" else None for name in NOTATIONS},
        "class": None,
        "fide_rating": {"rated": None, "as": None, "why": [says]},
        "us_class": None,
        "us_rating": {"rated": None, "as": [], "why": [says]},
    }


def _report(text: str, reading: Reading, rating: int | None) -> list[str]:
    control: TimeControl = reading.control
    title = NOTATIONS[reading.notation].title
    lines = [f"{quoted(text)}, read as {title}: {in_short(control)}", ""]
    lines += explain(control)
    lines += list(reading.notes)
    lines += [""]
    classification = classify(control)
    fide = fide_rating(control, rating)
    us = us_rating(control)
    rows = [("Class", f"{classification.name}. {' '.join(classification.why)}")]
    rows.append(("FIDE rating", f"{'yes' if fide.is_rated else 'no'}. {' '.join(fide.why)}"))
    rows.append(("US Chess rating", f"{us.name or 'none'}. {' '.join(us.why)}"))
    rows.append(("", ""))
    for name, writing in all_writings(control).items():
        label = f"As {NOTATIONS[name].title}"
        value = writing.text if writing.text is not None else f"none: {writing.why}"
        if writing.notes:
            value += f"   ({'; '.join(writing.notes)})"
        rows.append((label, value))
    width = max(len(label) for label, _ in rows)
    return lines + [f"{label:{width}}  {value}".rstrip() for label, value in rows]


def control_command(
    text: str,
    notation: str | None = None,
    transition: str | None = None,
    bonus_timing: str | None = None,
    rating: int | None = None,
    as_json: bool = False,
) -> int:
    """Run `chessclock control` and return the exit code: 0, or 2 for one line on standard error.

    `?` and `-` are read, and it is said that there is nothing to run.
    """
    try:
        try:
            reading = read_control(text, notation, transition, bonus_timing)
        except NotRunnableError:
            if text.strip() not in NO_CONTROLS:
                raise
            result = _no_control_as_dict(text)
            print(json.dumps(result) if as_json else " ".join(result["explanation"]))
            return 0
    except ControlError as error:
        print(f"chessclock control: {error}", file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps(control_as_dict(text, reading, rating)))
    else:
        _print("\n".join(_report(text, reading, rating)))
    return 0


def _print(text: str) -> None:
    """Print a text that may have characters which the output cannot show."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))
