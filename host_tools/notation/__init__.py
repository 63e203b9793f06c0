"""Time controls as people and files write them; `parse_control` is the front door.

One module a notation. A caller who knows the notation says so: `300+5` is five minutes in a PGN
tag and five hours in an organizer's announcement. Where nobody says it, the text must have one
usual reading; what is ambiguous is refused with all of them (`readings.py`).
"""

from clockcore.period import ControlError
from clockcore.time_control import TimeControl

from host_tools.notation.draft import (
    BONUS_TIMINGS,
    TRANSITIONS,
    AmbiguousError,
    NotRunnableError,
    NotWritableError,
)
from host_tools.notation.readings import Reading, read_control
from host_tools.notation.table import NOTATIONS
from host_tools.notation.writings import write_control

__all__ = (
    "BONUS_TIMINGS",
    "NOTATIONS",
    "TRANSITIONS",
    "AmbiguousError",
    "ControlError",
    "NotRunnableError",
    "NotWritableError",
    "Reading",
    "parse_control",
    "parse_pgn_time_control",
    "read_control",
    "write_control",
)


def parse_control(
    text: str,
    notation: str | None = None,
    transition: str | None = None,
    bonus_timing: str | None = None,
) -> TimeControl:
    """Read a time control.

    `notation` is one of NOTATIONS; None takes the only usual reading, AmbiguousError where there
    are more. `transition` "by-count" or "at-zero" and `bonus_timing` "before" or "after" are the
    user's options; None leaves what the text says, else by count and before the move.
    ControlError, one line with what and where, for everything that cannot be; its subclass
    NotRunnableError for a text that names no control.
    """
    return read_control(text, notation, transition, bonus_timing).control


def parse_pgn_time_control(
    tag: str, transition: str | None = None, bonus_timing: str | None = None
) -> TimeControl:
    """Read the TimeControl tag of a PGN game; options and errors as in `parse_control`."""
    return parse_control(tag, "pgn", transition, bonus_timing)
