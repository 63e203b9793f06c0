"""What a clock says, as plain typed values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from clockcore.control_dict import control_from_dict
from clockcore.period import ControlError
from clockcore.time_control import TimeControl

from host_tools.console.errors import ConsoleError, RefusedError

Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")
LETTERS = "ABC"  # of the games of a table
STATES = ("setup", "ready", "running", "paused", "adjust", "flagged", "ended")
MOST = 1 << 30  # no number of a clock is as large
WRAP_MS = 1 << 29  # of the clock's own milliseconds


@dataclass(frozen=True)
class GameState:
    """One game; what has two values is of the left and of the right side.

    In the state setup there is none: all else is left over from the last one.

    state         one of STATES
    remaining_ms  may be negative in a time over that goes on
    moves         completed moves
    period        the period of each side, from 1
    side_to_move  whose turn it is, None where nobody's
    white_side    who has White, None where it is not known yet
    flag          whose flag fell first, None for nobody's
    freeze        whether a fallen flag stops both sides (T31)
    """

    state: str
    remaining_ms: tuple[int, int]
    moves: tuple[int, int]
    period: tuple[int, int]
    side_to_move: Side | None
    white_side: Side | None
    flag: Side | None
    freeze: bool

    def remaining_of(self, side: Side) -> int:
        """Return the time of a side in ms."""
        return self.remaining_ms[SIDES.index(side)]


@dataclass(frozen=True)
class ClockState:
    """A clock at one instant.

    at       the clock's own milliseconds, 0 to 536 870 911, wrapping
    battery  percent, None where none is measured
    lock     whether the arbiter lock is open
    games    one, or three on a table of three
    """

    at: int
    battery: int | None
    lock: bool
    games: tuple[GameState, ...]


@dataclass(frozen=True)
class Hello:
    """Who a clock is; `check` is what its self-check found."""

    version: str
    protocol: int
    board: str
    displays: str
    presets: int
    check: dict[str, Any]


@dataclass(frozen=True)
class Program:
    """A preset or a user program; `control` is None for a user program that is free."""

    number: int
    name: str
    control: TimeControl | None


@dataclass(frozen=True)
class Adjourned:
    """An adjourned game: its place, 1 to 8, and its label."""

    place: int
    label: str


@dataclass(frozen=True)
class IllegalMove:
    """What an illegal move came to: how many of that side, and whether the game is lost."""

    count: int
    is_last: bool


@dataclass(frozen=True)
class RealTime:
    """The real-time clock: `status` "ok" and its `at` in UTC, or what is wrong and None."""

    status: str
    at: datetime | None


def state_of(plain: dict[str, Any], port: str = "clock") -> ClockState:
    """Return the state in a reply or an event; ConsoleError for what is none.

    RefusedError with the code `days` for a clock that counts a game of Triple Block.
    """
    if plain.get("mode") == "triple_block":
        text = "a game of Triple Block is on this clock: chessclock days shows it"
        raise RefusedError(f"{port}: {text}", "days")
    try:
        games = tuple(_game_of(game) for game in plain["games"])
        if len(games) not in (1, len(LETTERS)):
            raise ValueError(len(games))
        return ClockState(
            int(plain["at"]),
            None if plain["battery"] is None else int(plain["battery"]),
            bool(plain["lock"]),
            games,
        )
    except (KeyError, OverflowError, TypeError, ValueError):
        raise ConsoleError(
            f"{port}: its state is not that of protocol 2: flash the clock's firmware anew"
        ) from None


def _game_of(plain: dict[str, Any]) -> GameState:
    state = plain["state"]
    if state not in STATES:
        raise ValueError(state)
    return GameState(
        state,
        _pair(plain["remaining_ms"]),
        _pair(plain["moves"]),
        _pair(plain["period"]),
        _side_of(plain["side_to_move"]),
        _side_of(plain["white_side"]),
        _side_of(plain["flag"]),
        bool(plain["freeze"]),
    )


def _pair(values: list[int]) -> tuple[int, int]:
    left, right = map(int, values)
    if not all(-MOST < value < MOST for value in (left, right)):
        raise ValueError(values)
    return left, right


def _side_of(name: str | None) -> Side | None:
    if name is None:
        return None
    return SIDES[SIDES.index(name)]


def control_of(plain: object, where: str) -> TimeControl | None:
    """Return the control in a reply, None for none; ConsoleError for what is none."""
    if plain is None:
        return None
    try:
        return control_from_dict(plain)
    except ControlError as error:
        raise ConsoleError(f"{where}: {error}") from None


def elapsed_ms(since: int, until: int) -> int:
    """Return the time from one of the clock's own instants to a later one, in ms."""
    return (until - since) % WRAP_MS
