"""`chessclock pause`, `resume`, `set-time`, `penalty` and their like: what changes a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from clockcore.time_control import TimeControl

from host_tools.console.clock import Clock
from host_tools.console.clocks import Address, choose_clock, choose_clocks
from host_tools.console.each import for_each
from host_tools.console.errors import ConsoleError
from host_tools.console.model import LETTERS, SIDES, ClockState, Side
from host_tools.console.show import games_line
from host_tools.console.times import exact_time
from host_tools.deploy.errors import InputError

COLORS = ("white", "black")
SIDE_WANTED = "left, right, white or black is needed"


def on_all(
    wanted: Sequence[str],
    file: Path | None,
    act: Callable[[Clock], None],
) -> int:
    """Do it on every clock that is meant, and say how each stands; return 1 if one did not."""

    def one(clock: Clock, _: Address) -> str:
        act(clock)
        return games_line(clock.state())

    return for_each(choose_clocks(wanted, file), one)


def on_side(
    wanted: Sequence[str],
    file: Path | None,
    side: str,
    game: str | None,
    act: Callable[[Clock, Side, int | None], str | None],
) -> int:
    """Do it to one side of one game of one clock; say what was and what is.

    `act` returns what else there is to say. Return 1 if the clock refused.
    """
    number = read_game(game)
    if side not in (*SIDES, *COLORS):
        raise InputError(f"{side}: {SIDE_WANTED}")
    address = choose_clock(wanted, file)

    def one(clock: Clock, _: Address) -> str:
        before = clock.state()
        index = _which(before, number, address)
        meant = _side_of(before, index, side, address)
        more = act(clock, meant, number)
        after = clock.state()
        lines = []
        for one_side in SIDES:
            was = before.games[index].remaining_of(one_side)
            now = after.games[index].remaining_of(one_side)
            if was != now:
                lines.append(f"{one_side} {exact_time(was)} -> {exact_time(now)}")
        if more:
            lines.append(more)
        lines.append(games_line(after))
        return "; ".join(lines)

    return for_each([address], one)


def on_game(
    wanted: Sequence[str],
    file: Path | None,
    game: str | None,
    act: Callable[[Clock, int | None], None],
    only_one: bool = False,
) -> int:
    """Do it to a game, or to all of a table; with `only_one` a table needs to be told which."""
    number = read_game(game)
    addresses = [choose_clock(wanted, file)] if only_one else choose_clocks(wanted, file)

    def one(clock: Clock, address: Address) -> str:
        if number is not None or only_one:
            _which(clock.state(), number, address)
        act(clock, number)
        return games_line(clock.state())

    return for_each(addresses, one)


def lay_out_command(wanted: Sequence[str], file: Path | None, what: str) -> int:
    """Lay a time control out on every clock that is meant: a number of a program, or a text.

    Raises InputError for a number that is none, and ControlError for a text that cannot be.
    """
    control = read_what(what)

    def act(clock: Clock) -> None:
        if isinstance(control, int):
            clock.choose_program(control)
        else:
            clock.set_control(control)

    return on_all(wanted, file, act)


def read_what(what: str) -> int | TimeControl:
    """Return the number of a program, or the time control that a text says."""
    from host_tools.notation import parse_control

    return int(what) if what.isdecimal() and what.isascii() else parse_control(what)


def read_game(game: str | None) -> int | None:
    """Return 0, 1 or 2 for A, B or C, None for none; InputError for another."""
    if game is None:
        return None
    if len(game) != 1 or game.upper() not in LETTERS:
        raise InputError(f"{game}: game A, B or C is needed")
    return LETTERS.index(game.upper())


def _which(state: ClockState, number: int | None, address: Address) -> int:
    """Return the game that is meant; on a table it must be said which."""
    count = len(state.games)
    if number is None:
        if count > 1:
            which = ", ".join(LETTERS[:count])
            raise ConsoleError(f"{address.port}: {count} games: choose with --game: {which}")
        return 0
    if number >= count:
        raise ConsoleError(f"{address.port}: has no game {LETTERS[number]}")
    return number


def _side_of(state: ClockState, index: int, side: str, address: Address) -> Side:
    """Return left or right, for White or Black the side where they sit."""
    if side in SIDES:
        return SIDES[SIDES.index(side)]
    white = state.games[index].white_side
    if white is None:
        raise ConsoleError(f"{address.port}: who has White is not known yet: say left or right")
    return white if side == "white" else SIDES[1 - SIDES.index(white)]
