"""A game of Triple Block as plain values, and back: what is kept over a power cut (T56).

Whole numbers in one list, to be written as JSON or as bytes. Write it after everything that was
done; nothing has to be written while somebody thinks, for the blocks stand as they were when the
turn began, and the first reading after power-up charges what has passed.
"""

from micropython import const

from clockcore.calendar import DAY_S, LAST_DAY, NO_DAY
from clockcore.codes import ENDED, FLAGGED, NEITHER, PAUSED, READY, RUNNING
from clockcore.period import ControlError
from clockcore.triple_block import (
    CLOCK_MOST_S,
    NOT_STOPPED,
    SUBSTITUTION,
    TripleBlockGame,
    seconds_between,
)
from clockcore.triple_block_plan import LONGEST_DAYS, SHORTEST_DAYS, TripleBlockPlan

FORMAT = const(1)
WHERE = "kept game of Triple Block: "
NUMBER_LIMIT = const(0x3FFFFFFF)
TOTAL_MOST_S = const(86_356_800)  # what a player has of the longest duration: 999.5 days

# Names of single fields and of lists (one number a side), each with the least and the most.
NUMBERS = (
    ("duration_days", SHORTEST_DAYS, LONGEST_DAYS),
    ("has_guaranteed_time", 0, 1),
    ("is_team", 0, 1),
    ("state", READY, ENDED),
    ("side_to_move", 0, 1),
    ("white_side", 0, 1),
    ("stop_reason", NOT_STOPPED, SUBSTITUTION),
    ("start_day", 0, LAST_DAY),
    ("start_second", 0, DAY_S - 1),
    ("anchor_day", 0, LAST_DAY),
    ("anchor_second", 0, DAY_S - 1),
    ("latest_day", 0, LAST_DAY),
    ("latest_second", 0, DAY_S - 1),
    ("flag_side", 0, NEITHER),
    ("flag_day", NO_DAY, LAST_DAY),
    ("flag_second", 0, DAY_S - 1),
)
PAIRS = (
    ("clock_s", 0, CLOCK_MOST_S),
    ("bank_s", 0, TOTAL_MOST_S),
    ("moves", 0, NUMBER_LIMIT),
    ("refuels", 0, NUMBER_LIMIT),
    ("used_days", 0, LAST_DAY),
    ("used_seconds", 0, DAY_S - 1),
    ("search_day", NO_DAY, LAST_DAY),
    ("search_second", 0, DAY_S - 1),
)
LENGTH = const(33)


def to_plain(game: TripleBlockGame) -> list:
    """Return a game that has been set up as a list of whole numbers below 2**30."""
    values = [FORMAT]
    for name, _, _ in NUMBERS:
        values.append(int(getattr(game, name)))
    for name, _, _ in PAIRS:
        values += getattr(game, name)
    return values


def from_plain(values: object) -> TripleBlockGame:
    """Return the game that `to_plain` made a list of; it knows no time before its first `tick`.

    Raises ControlError, one line that says what, for anything that no game can have been.
    """
    if not isinstance(values, (list, tuple)) or len(values) != LENGTH:
        raise ControlError(WHERE + "is no list of " + str(LENGTH) + " numbers")
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ControlError(WHERE + repr(value) + " is no whole number")
    if values[0] != FORMAT:
        raise ControlError(WHERE + "format " + str(values[0]) + " is not known")
    game = TripleBlockGame()
    index = 1
    for name, low, high in NUMBERS:
        setattr(game, name, _checked(name, values[index], low, high))
        index += 1
    for name, low, high in PAIRS:
        pair = getattr(game, name)
        for side in (0, 1):
            pair[side] = _checked(name, values[index], low, high)
            index += 1
    game.has_guaranteed_time = bool(game.has_guaranteed_time)
    game.is_team = bool(game.is_team)
    plan = TripleBlockPlan(game.duration_days)
    game.increment_s = plan.increment_s
    game.end_day = game.start_day + game.duration_days
    game.end_second = game.start_second
    _check_sense(game)
    return game


def _checked(name: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise ControlError(
            WHERE + name + " " + str(value) + " is outside " + str(low) + " to " + str(high)
        )
    return value


def _check_sense(game: TripleBlockGame) -> None:
    """Refuse what is in range and yet no game."""
    if game.end_day > LAST_DAY:
        raise ControlError(WHERE + "it ends after the year 2199")
    if (game.state == PAUSED) != (game.stop_reason != NOT_STOPPED):
        raise ControlError(WHERE + "stopped without a reason, or a reason without a stop")
    if game.state in (READY, RUNNING, PAUSED) and game.flag_side != NEITHER:
        raise ControlError(WHERE + "a flag has fallen, and the game goes on")
    if game.state == FLAGGED and game.flag_side != game.side_to_move:
        raise ControlError(WHERE + "the flag is not that of the side to move")
    if (game.flag_side == NEITHER) != (game.flag_day == NO_DAY):
        raise ControlError(WHERE + "a flag without its instant, or an instant without a flag")
    if game.state != READY and (
        seconds_between(
            game.anchor_day, game.anchor_second, game.latest_day, game.latest_second
        )
        < 0
    ):
        raise ControlError(WHERE + "the turn began after the latest reading")
    for side in (0, 1):
        if game.bank_s[side] and game.clock_s[side] == 0 and game.flag_side == NEITHER:
            raise ControlError(WHERE + "a clock is at 0, and no flag has fallen")
