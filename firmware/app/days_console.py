"""What a host may ask a clock on which a game of Triple Block is played; nothing here waits.

The lines and their codes are those of `PROTOCOL.md`. A host can look, and can set the real-time
clock; what changes the game is done at the clock.

| cmd | fields | does |
|---|---|---|
| hello, check, inputs, ticks, time | | as everywhere; `hello` has `mode`: `triple_block` |
| state | | the blocks of both sides, the turn, the time, when the clock reaches 0 |
| accept_time | | takes a clock that was set back for right |
| days_journal | from | lines of the journal from a byte on, and where the next one begins |
| put_away | | forgets a game that has ended or has not begun: the clock is one of hours again |

Ctrl-C gives the REPL by way of a reset into service mode: the game stays kept, and its time goes
on (T56).
"""

from clockcore.calendar import Date
from clockcore.code_names import SIDE_NAMES, STATE_NAMES
from clockcore.codes import ENDED, NEITHER, READY, SETUP, SIDES
from clockcore.period import ControlError
from micropython import const

from app.commands import Commands
from app.console import Console
from app.refusing import RefusedError

SAME = ("hello", "check", "inputs", "ticks", "time")
STOPS = ("", "claim", "appeal", "withdrawal", "substitution")
PIECE = const(1024)


class DaysConsole(Console):
    """The console of a `DaysLoop`."""

    def __init__(self, line, loop) -> None:
        """Take the serial line and the loop."""
        self.loop = loop
        loop.recorder = loop
        loop.clock = Stand((loop.desk.lever,))
        super().__init__(line, loop)

    def _interrupt(self, now: int) -> None:
        """Judge a Ctrl-C: what has no room to be kept would be lost by it."""
        if self.loop.must_retry or self.loop.desk.acts:
            from app.live_making import make_refusal

            self.refusal = make_refusal(b"the game cannot be kept: no room", b'"room"')
        else:
            self.is_leaving = True

    def _answer(self, now: int) -> bytes:
        if not self.commands:
            self.commands.append(DaysCommands(self))
        return self.commands[0].answer(self.line, now)


class Stand:
    """In place of a `ChessClock`: one lever, and no ordinary game that could run."""

    def __init__(self, levers: tuple) -> None:
        """Take the levers."""
        self.levers = levers

    def state(self) -> int:
        """Return SETUP: memory may be taken for a line."""
        return SETUP


class DaysCommands(Commands):
    """Answers the requests of a host."""

    def _do(self, request: dict, now: int) -> "dict | None":
        loop = self.console.loop
        command = request.get("cmd")
        if command in SAME:
            reply = super()._do(request, now)
            if reply is not None and command == "hello":
                reply["mode"] = "triple_block"
            loop.read()
            return reply
        if command == "state":
            loop.read()
            return state_of(loop.desk)
        if command == "accept_time":
            loop.read()
            if not loop.desk.game.behind_s:
                raise RefusedError("accept_time: the clock was not set back", "state")
            loop.desk.accept_time()
            return state_of(loop.desk)
        if command == "days_journal":
            start = request.get("from", 0)
            if not isinstance(start, int) or isinstance(start, bool) or start < 0:
                raise ControlError("from: a number of bytes is needed")
            lines, after = loop.memory.journal(start, PIECE)
            return {"lines": lines, "next": after}
        if command == "put_away":
            if loop.desk.game.state not in (READY, ENDED):
                raise RefusedError("put_away: the game has begun and has not ended", "state")
            loop.desk.is_put_away = True
            return {}
        raise RefusedError(str(command) + ": a game of days is on the clock", "state")

    def _tell_date(self, now: int) -> None:
        """Leave the journal of games of hours alone: that of days has the date in every line."""


def state_of(desk) -> dict:
    """Return what there is to know of the game; lengths in seconds, instants in UTC."""
    game = desk.game
    sides = []
    for side in SIDES:
        sides.append(
            {
                "clock_s": game.left_s(side),
                "bank_s": game.bank_s[side],
                "increment_s": game.increment_s,
                "increments_left": game.increments_left(side),
                "moves": game.moves[side],
                "refuels": game.refuels[side],
                "zero": _instant(game.zero_day, game.zero_second)
                if game.find_zero(side)
                else None,
                "search": _instant(game.search_day[side], game.search_second[side]),
            }
        )
    end = None if game.has_guaranteed_time else _instant(game.end_day, game.end_second)
    return {
        "mode": "triple_block",
        "state": STATE_NAMES[game.state],
        "duration_days": game.duration_days,
        "guaranteed_time": game.has_guaranteed_time,
        "team": game.is_team,
        "white_side": SIDE_NAMES[game.white_side],
        "side_to_move": SIDE_NAMES[game.side_to_move],
        "stopped_for": STOPS[game.stop_reason] or None,
        "flag": None if game.flag_side == NEITHER else SIDE_NAMES[game.flag_side],
        "start": _instant(game.start_day, game.start_second),
        "end": end,
        "time": _instant(desk.day, desk.second) if game.has_time else None,
        "behind_s": game.behind_s,
        "zone_minutes": desk.zone_minutes,
        "sides": sides,
    }


def _instant(day: int, second: int) -> "list | None":
    """Return year, month, day, hour, minute, second; None for no instant."""
    if day < 0:
        return None
    date = Date()
    date.set_day(day)
    return [
        date.year, date.month, date.day, second // 3600, second // 60 % 60, second % 60
    ]
