"""The time fields of UCI's `go`, in ms: `go wtime 300000 btime 300000 winc 3000 binc 3000`.

They describe what an engine has left; at the start of a game that is the control. `movestogo` is
read as a period that repeats, which is how engines are matched; `movetime` is a move timer.
"""

import re

from clockcore.codes import FISCHER, MOVE_TIMER, NONE
from clockcore.period import Period
from clockcore.time_control import TimeControl

from host_tools.notation.draft import (
    LONGEST_TEXT,
    Draft,
    NotRunnableError,
    NotWritableError,
    quoted,
)
from host_tools.notation.plain import plain_of
from host_tools.notation.seconds import check_methods

LABEL = "UCI"
MOVES_TO_GO = "UCI does not say what follows movestogo: the period is read as one that repeats."
FIELDS = ("wtime", "btime", "winc", "binc", "movestogo", "movetime")
NO_TIMES = ("depth", "nodes", "mate", "ponder", "perft", "searchmoves")
_WORD = re.compile(r"\S+")


def parse(text: str) -> Draft:
    """Return what a `go` command says; ControlError says what is wrong, and in which column."""
    draft = Draft(LABEL, text)
    if len(text) > LONGEST_TEXT:
        raise draft.error(f"is longer than {LONGEST_TEXT} characters")
    values = _values(draft)
    if "movetime" in values:
        if len(values) > 1:
            raise draft.error("movetime stands alone")
        draft.white = [Period(values["movetime"], MOVE_TIMER)]
        return draft
    for name in ("wtime", "btime"):
        if name not in values:
            raise draft.error(f"{name} is missing")
    moves = values.get("movestogo", 0)
    if "movestogo" in values:
        if moves == 0:
            raise draft.error("movestogo 0 is outside 1 to 255")
        draft.notes.append(MOVES_TO_GO)
    white, black = (
        Period(
            values[color + "time"],
            FISCHER if values.get(color + "inc") else NONE,
            values.get(color + "inc", 0),
            moves=moves,
            repeat=moves > 0,
        )
        for color in "wb"
    )
    draft.white = [white]
    if (white.main_ms, white.bonus_ms) != (black.main_ms, black.bonus_ms):
        draft.black = [black]
    return draft


def _values(draft: Draft) -> dict[str, int]:
    words = [(match[0], match.start() + 1) for match in _WORD.finditer(draft.text)]
    if words and words[0][0] == "go":
        del words[0]
    if not words:
        raise draft.error("is empty")
    values: dict[str, int] = {}
    index = 0
    while index < len(words):
        name, column = words[index]
        if name == "infinite" and len(words) == 1:
            raise NotRunnableError(
                f"{LABEL} {quoted(draft.text)}: is no control, which cannot be run"
            )
        if name not in FIELDS:
            what = "is no time" if name in NO_TIMES else f"is not one of {', '.join(FIELDS)}"
            raise draft.error(f"column {column}: {quoted(name)} {what}")
        if name in values:
            raise draft.error(f"column {column}: {name} has been said before")
        value = words[index + 1][0] if index + 1 < len(words) else ""
        if not (value.isascii() and value.isdigit()):
            found = quoted(value) if value else "the end"
            raise draft.error(
                f"column {column}: {name} needs a whole number"
                f"{'' if name == 'movestogo' else ' of ms'}, not {found}"
            )
        values[name] = int(value)
        index += 2
    return values


def write(control: TimeControl) -> str:
    """Return the `go` command at the start of a game; NotWritableError says why there is none."""
    plain = plain_of(control)
    white, black = plain.sides[0], plain.sides[-1]
    if len(white) > 1 or len(black) > 1:
        raise NotWritableError("UCI tells only the period that runs")
    one, two = white[0], black[0]
    if one.method == MOVE_TIMER and plain.black is None and not one.moves:
        return f"go movetime {one.main_ms}"
    for period in (one, two):
        check_methods(period, "UCI", (NONE, FISCHER))
    if (one.moves, one.repeat) != (two.moves, two.repeat):
        raise NotWritableError("UCI has one movestogo for both sides")
    if one.repeat != (one.moves > 0):
        raise NotWritableError("UCI has a period with moves that repeats, or one for all moves")
    text = f"go wtime {one.main_ms} btime {two.main_ms}"
    text += f" winc {one.bonus_ms} binc {two.bonus_ms}"
    return text + (f" movestogo {one.moves}" if one.moves else "")
