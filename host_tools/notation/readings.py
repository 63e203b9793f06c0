"""What a text means where nobody says which notation it is in, and what is ambiguous.

The form of a text often settles its notation. Plain numbers do not: they are read in every
notation that they could be in, and by every habit that people have; a reading that nobody would
use is left out. One reading is taken, more are refused with all of them in the message.
"""

import re
from dataclasses import dataclass
from itertools import chain, combinations
from typing import NoReturn

from clockcore.period import ControlError
from clockcore.time_control import TimeControl

from host_tools.notation import organizers, organizers_text, pgn
from host_tools.notation.draft import AmbiguousError, Draft, NotRunnableError, quoted
from host_tools.notation.explain import in_short
from host_tools.notation.plain import same
from host_tools.notation.table import NOTATIONS

SHORTEST_TAG_S = 60  # a PGN tag of plain seconds is believed to be at least a minute,
BONUS_PARTS = 10  # with a bonus of at most a tenth of the main time,
MOVES_TAG_S, MOVE_TAG_S = 240, 6  # or to have so much for moves, and so much for each

_FORMS = (
    ("trf26", re.compile(r"W\s*[0-9]|222\s+[W0-9]", re.ASCII)),
    ("uci", re.compile(r"go(\s|$)|(.*\s)?(wtime|btime|movetime|movestogo)\s", re.ASCII)),
    ("lichess", re.compile(r"\{|.*\b(limit|initial|increment)\s*=", re.ASCII)),
    ("us", re.compile(r"(.*[\s,;])?(g|sd|game)\s*/|[0-9/\s]+[,;]", re.ASCII | re.IGNORECASE)),
    ("pgn", re.compile(r"[?-]$|\*|[0-9][0-9/+d]*:[0-9/+d:]*$|[0-9/]+\+[0-9]+d$", re.ASCII)),
)
_PLAIN_TAG = re.compile(r"[0-9]+(/[0-9]+)?(\+[0-9]+)?", re.ASCII)


@dataclass(frozen=True)
class Reading:
    """A text that was read: the control, the notation it is in, and what one should know."""

    control: TimeControl
    notation: str
    notes: tuple[str, ...] = ()


def read_control(
    text: str,
    notation: str | None = None,
    transition: str | None = None,
    bonus_timing: str | None = None,
) -> Reading:
    """Read a time control; the arguments are those of `parse_control`."""
    if notation is None:
        form = form_of(text)
        if form is None:
            return _read_plain(text, transition, bonus_timing)
        notation = form
    if notation not in NOTATIONS:
        raise ControlError(f"notation {notation} is not one of {', '.join(NOTATIONS)}")
    return _built(NOTATIONS[notation].parse(text), notation, transition, bonus_timing)


def form_of(text: str) -> str | None:
    """Return the notation that the form of a text settles; None for words and plain numbers."""
    plain = text.strip()
    for notation, form in _FORMS:
        if form.match(plain):
            return notation
    return None


def _built(
    draft: Draft, notation: str, transition: str | None, bonus_timing: str | None
) -> Reading:
    return Reading(draft.build(transition, bonus_timing), notation, tuple(draft.notes))


def _read_plain(text: str, transition: str | None, bonus_timing: str | None) -> Reading:
    """Read an organizer's text, or plain numbers that may be a PGN tag as well."""
    found: list[Reading] = []
    problem: ControlError | None = None
    try:
        draft = organizers.parse(text)
        found.append(_built(draft, "organizers", transition, bonus_timing))
    except NotRunnableError:
        raise
    except ControlError as error:
        problem = error
    else:
        names = sorted(draft.choices)
        for habits in chain.from_iterable(combinations(names, n + 1) for n in range(len(names))):
            try:
                other = organizers.parse(text, frozenset(habits))
                _add(found, _built(other, "organizers", transition, bonus_timing))
            except ControlError:
                continue  # so nobody can mean it
    if _may_be_a_tag(text):
        try:
            _add(found, _built(pgn.parse(text), "pgn", transition, bonus_timing))
        except ControlError as error:
            problem = problem or error
    if not found:
        assert problem is not None
        raise problem
    if len(found) > 1:
        _refuse(text, found)
    return found[0]


def _add(found: list[Reading], reading: Reading) -> None:
    if not any(same(reading.control, one.control) for one in found):
        found.append(reading)


def _may_be_a_tag(text: str) -> bool:
    """Return whether plain numbers would make a usual PGN tag."""
    plain = text.strip()
    if not _PLAIN_TAG.fullmatch(plain) or len(plain) > pgn.LONGEST_TEXT:
        return False
    try:
        field = pgn.parse_fields(plain)[0]
    except ControlError:
        return False
    least = max(MOVES_TAG_S, field.moves * MOVE_TAG_S) if field.moves else SHORTEST_TAG_S
    return field.seconds >= least and field.increment * BONUS_PARTS <= field.seconds


def _refuse(text: str, readings: list[Reading]) -> NoReturn:
    parts = []
    for number, reading in enumerate(readings):
        how = f"write {organizers_text.write(reading.control)}"
        if number == 0 or reading.notation != readings[0].notation:
            how += f", or say --as {reading.notation}"
        parts.append(f"{in_short(reading.control)} ({how})")
    ways = {2: "two", 3: "three", 4: "four"}.get(len(parts), "several")
    raise AmbiguousError(
        f"control {quoted(text)}: is ambiguous, it can be read in {ways} ways: "
        + "; or ".join(parts)
    )
