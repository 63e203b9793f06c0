"""Line 222 of FIDE's tournament report TRF26: `5400+30`, `40/6000+30:900+30`, `W300-B240`.

Periods in seconds, joined by colons: `M/S`, `M/S+I`, `S`, `S+I`. Where the sides differ, `W` and
the periods of White, a hyphen, `B` and those of Black. FIDE's grammar shows one or two periods;
more are read in the same way.
"""

import re

from clockcore.codes import FISCHER, NONE
from clockcore.period import Period
from clockcore.time_control import TimeControl

from host_tools.notation.draft import LONGEST_TEXT, Draft, NotWritableError, quoted
from host_tools.notation.plain import plain_of
from host_tools.notation.seconds import seconds_text

LABEL = "TRF26 line 222"
SHOWN_PERIODS = 2
MANY_PERIODS = "FIDE's grammar of TRF26 shows two periods at the most"
_FIELD = re.compile(r"(?:([0-9]+)/)?([0-9]+)(?:\+([0-9]+))?", re.ASCII)
_SIDES = re.compile(r"W([^WB-]*)-B([^WB-]*)", re.ASCII)
_NUMBER = re.compile(r"^222\s+", re.ASCII)


def parse(text: str) -> Draft:
    """Return what line 222 says; ControlError says what is wrong, and in which field."""
    draft = Draft(LABEL, text)
    if len(text) > LONGEST_TEXT:
        raise draft.error(f"is longer than {LONGEST_TEXT} characters")
    line = _NUMBER.sub("", text.strip(), count=1)
    if not line:
        raise draft.error("is empty")
    sides = _SIDES.fullmatch(line)
    if sides:
        draft.white = _periods(draft, sides[1], "White ")
        draft.black = _periods(draft, sides[2], "Black ")
    elif line[0] in "WB":
        raise draft.error("is not W, the periods of White, -B and the periods of Black")
    else:
        draft.white = _periods(draft, line, "")
    if max(len(draft.white), len(draft.black or [])) > SHOWN_PERIODS:
        draft.notes.append(f"{MANY_PERIODS}; more are read in the same way.")
    return draft


def _periods(draft: Draft, text: str, side: str) -> list[Period]:
    periods = []
    parts = text.split(":")
    for number, part in enumerate(parts, 1):
        where = f"{side}field {number}: "
        match = _FIELD.fullmatch(part)
        if not match:
            raise draft.error(
                f"{where}{quoted(part)} is not moves/seconds or seconds, with or without"
                " +increment"
            )
        moves = int(match[1] or 0)
        if match[1] and moves == 0:
            raise draft.error(f"{where}moves 0 is outside 1 to 255")
        if match[1] and number == len(parts):
            raise draft.error(f"{where}nothing follows the {moves} moves, and nothing repeats")
        if not match[1] and number < len(parts):
            raise draft.error(f"{where}{quoted(part)} has no moves, but a field follows it")
        bonus = int(match[3] or 0) * 1000
        method = FISCHER if bonus else NONE
        periods.append(Period(int(match[2]) * 1000, method, bonus, moves=moves))
    return periods


def write(control: TimeControl) -> str:
    """Return line 222 of a control, without its number; NotWritableError says why not."""
    plain = plain_of(control)
    for periods in plain.sides:
        if periods[-1].repeat:
            raise NotWritableError("TRF26 has no period that repeats")
    white, black = plain.white, plain.black
    if black is None:
        return seconds_text(white, "TRF26")
    return f"W{seconds_text(white, 'TRF26')}-B{seconds_text(black, 'TRF26')}"
