"""US Chess: `G/60;d5`, `40/90,SD/30;inc30`, `40/120, 20/60, SD/30; d10`.

Moves come first and times are minutes. `G/` (game) or `SD/` (sudden death) are all other moves.
`d5` is a delay and `inc30` or `+30` an increment in seconds, for all periods; `d0` is none.
"""

import re

from clockcore.codes import DELAY, FISCHER, NONE
from clockcore.period import Period
from clockcore.time_control import TimeControl

from host_tools.notation.draft import (
    LONGEST_TEXT,
    AmbiguousError,
    Draft,
    NotWritableError,
    quoted,
)
from host_tools.notation.plain import plain_of
from host_tools.notation.seconds import check_methods, whole_seconds

LABEL = "US control"
NO_EXTRA = "No delay or increment is said: there is none."
# `40/2, SD/1` was hours once: so few minutes for so many moves may still be.
HOURS_UP_TO, HOURS_FROM_MOVES = 3, 20
_MINUTE, _HOUR = 60_000, 3_600_000
_UNITS = {"": _MINUTE, "m": _MINUTE, "min": _MINUTE, "h": _HOUR, "hr": _HOUR}
_TIME = r"([0-9]+)(?:\s*(min|m|hr|h)(?![a-z]))?"
_MOVES = re.compile(r"([0-9]+)\s*/\s*" + _TIME)
_REST = re.compile(r"(game|sd|g)\s*/\s*" + _TIME)
_EXTRA = re.compile(r"(delay|increment|inc|d|\+)\s*/?\s*([0-9]+)\s*(?:sec|s)?(?![a-z])")
_BETWEEN = re.compile(r"\s*[,;]?\s*")


def parse(text: str) -> Draft:
    """Return what a US Chess text says; ControlError says what is wrong, and in which column."""
    draft = Draft(LABEL, text)
    if len(text) > LONGEST_TEXT:
        raise draft.error(f"is longer than {LONGEST_TEXT} characters")
    if not text.strip():
        raise draft.error("is empty")
    plain = "".join(c.lower() if c.isascii() else c for c in text)  # of the same length
    at = len(plain) - len(plain.lstrip())
    end = len(plain.rstrip())
    has_rest = False
    extra: tuple[str, int] | None = None
    while at < end:
        where = f"column {at + 1}: "
        moves = _MOVES.match(plain, at)
        rest = _REST.match(plain, at)
        added = _EXTRA.match(plain, at)
        if moves or rest:
            if extra is not None:
                raise draft.error(where + "a period cannot follow the delay or increment")
            if has_rest:
                raise draft.error(where + "a period cannot follow one for all other moves")
        if moves:
            draft.white.append(_period(draft, where, int(moves[1]), int(moves[2]), moves[3] or ""))
        elif rest:
            has_rest = True
            draft.white.append(Period(int(rest[2]) * _UNITS[rest[3] or ""]))
        elif added:
            if extra is not None:
                raise draft.error(where + "a delay or increment has been said before")
            if not draft.white:
                raise draft.error(where + "a period is needed first, as in G/60")
            extra = ("d" if added[1][0] == "d" else "inc", int(added[2]))
        else:
            raise draft.error(f"{where}{quoted(text[at:end])} is not understood, as in G/60;d5")
        found = moves or rest or added
        assert found is not None
        at = found.end()
        if at < end:
            between = _BETWEEN.match(plain, at)
            assert between is not None
            at = between.end()
            if at >= end:
                raise draft.error(f"column {end}: {quoted(text[end - 1])} must not be the end")
    if not has_rest:
        last = draft.white[-1].moves
        raise draft.error(f"nothing follows the {last} moves; add SD/ and minutes")
    if extra is None:
        draft.notes.append(NO_EXTRA)
    elif extra[1]:
        for period in draft.white:
            period.method = DELAY if extra[0] == "d" else FISCHER
            period.bonus_ms = extra[1] * 1000
    return draft


def _period(draft: Draft, where: str, moves: int, number: int, unit: str) -> Period:
    if moves == 0:
        raise draft.error(where + "moves 0 is outside 1 to 255")
    if _may_be_hours(moves, number) and not unit:
        raise AmbiguousError(
            f"{LABEL} {quoted(draft.text)}: {where}{moves}/{number} is ambiguous, it can be read"
            f" in two ways: {moves} moves in {number} min (write {moves}/{number}min) or in"
            f" {number} h (write {moves}/{number * 60})"
        )
    return Period(number * _UNITS[unit], moves=moves)


def _may_be_hours(moves: int, number: int) -> bool:
    return number <= HOURS_UP_TO and moves >= HOURS_FROM_MOVES


def write(control: TimeControl) -> str:
    """Return a control as US Chess writes it; NotWritableError says why it cannot be."""
    plain = plain_of(control)
    if plain.black is not None:
        raise NotWritableError("US Chess has no notation for unequal times")
    periods = plain.white
    if len({(period.method, period.bonus_ms) for period in periods}) > 1:
        raise NotWritableError("US Chess has one delay or increment for all periods")
    fields = []
    for number, period in enumerate(periods, 1):
        is_last = number == len(periods)
        check_methods(period, "US Chess", (NONE, FISCHER, DELAY))
        if period.repeat:
            raise NotWritableError("US Chess has no period that repeats")
        if is_last and period.moves:
            raise NotWritableError("the last period has a number of moves and does not repeat")
        if not is_last and not period.moves:
            raise NotWritableError(f"US Chess needs a number of moves in period {number}")
        if period.main_ms % _MINUTE:
            raise NotWritableError(f"US Chess has whole minutes only, not {period.main_ms} ms")
        minutes = period.main_ms // _MINUTE
        if is_last:
            fields.append(f"{'G' if number == 1 else 'SD'}/{minutes}")
        else:
            unit = "min" if _may_be_hours(period.moves, minutes) else ""
            fields.append(f"{period.moves}/{minutes}{unit}")
    word = "inc" if periods[0].method == FISCHER else "d"
    return f"{','.join(fields)};{word}{whole_seconds(periods[0].bonus_ms, 'US Chess')}"
