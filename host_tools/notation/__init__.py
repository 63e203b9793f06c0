"""Time controls as people and files write them; `parse_control` is the front door.

One module a notation. The caller says which notation a text is in: `300+5` is five minutes in a
PGN tag and five hours in an organizer's announcement, and nothing here guesses.
"""

from clockcore.period import ControlError
from clockcore.time_control import TimeControl

from host_tools.notation import organizers, pgn
from host_tools.notation.draft import BONUS_TIMINGS, TRANSITIONS, NotRunnableError

__all__ = (
    "BONUS_TIMINGS",
    "NOTATIONS",
    "TRANSITIONS",
    "ControlError",
    "NotRunnableError",
    "parse_control",
    "parse_pgn_time_control",
)

NOTATIONS = {"organizers": organizers.parse, "pgn": pgn.parse}


def parse_control(
    text: str,
    notation: str = "organizers",
    transition: str | None = None,
    bonus_timing: str | None = None,
) -> TimeControl:
    """Read a time control.

    `notation` is "organizers" (what `--control` takes) or "pgn" (a TimeControl tag).
    `transition` "by-count" or "at-zero" and `bonus_timing` "before" or "after" are the user's
    options; None leaves what the text says, else by count and before the move. ControlError, one
    line with what and where, for everything that cannot be; its subclass NotRunnableError for a
    text that names no control.
    """
    if notation not in NOTATIONS:
        raise ControlError(f"notation {notation} is not one of {', '.join(NOTATIONS)}")
    return NOTATIONS[notation](text).build(transition, bonus_timing)


def parse_pgn_time_control(
    tag: str, transition: str | None = None, bonus_timing: str | None = None
) -> TimeControl:
    """Read the TimeControl tag of a PGN game; options and errors as in `parse_control`."""
    return parse_control(tag, "pgn", transition, bonus_timing)
