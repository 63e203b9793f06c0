"""`Clock`: one clock at a port; a method for every command of the protocol."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import random
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from clockcore.control_dict import control_to_dict
from clockcore.programs import USER_FIRST
from clockcore.time_control import TimeControl

from host_tools.console.errors import (
    NOT_PREPARED,
    ConsoleError,
    RefusedError,
    SilentError,
    one_line,
)
from host_tools.console.line import Line
from host_tools.console.model import (
    Adjourned,
    ClockState,
    Hello,
    IllegalMove,
    Program,
    RealTime,
    Side,
    control_of,
    state_of,
)

BLOCK_SIZE = 4096
PART_SIZE = 1024
PIECE = 1500  # characters of a text in one line, which may have 4 096 bytes
LAST_NUMBER = 999_999_999  # of a request
KEPT_EVENTS = 64
# What a clock also takes while a side runs; all else it answers there without a number.
IN_PLAY = ("state", "subscribe", "pause")
UNHEARD = ("json", "long")  # errors of a line that another host had begun


class Clock:
    """A clock at a port; a `with` block closes it.

    Every method that asks raises RefusedError with the clock's reason and its code, SilentError
    if no answer comes, GoneError if the port has gone; all three are ConsoleErrors, whose text is
    one line. `game` is 0, 1 or 2 (A, B, C) on a table of three; None is the only game, where the
    command may be about all of them all. Where the keys of the clock would ask first (a time of
    0, say) the code is `ask`; with `sure` it is done.

    port      the name of the port
    delay_s   how long the last answer took, in seconds
    events    the states that came by themselves while something else was waited for
    """

    def __init__(self, port: str) -> None:
        """Open a port (a device, or socket://host:port) without resetting the board behind it.

        Raises ConsoleError if it cannot be opened.
        """
        self.port = port
        self.delay_s = 0.0
        self.events: deque[ClockState] = deque(maxlen=KEPT_EVENTS)
        # Not from 1: an answer to a host before us may still be on its way.
        self._numbers = itertools.count(random.randrange(LAST_NUMBER // 2))
        self._line = Line(port)
        self._is_begun = False

    def __enter__(self) -> Clock:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the port."""
        self.close()

    def close(self) -> None:
        """Close the port, so that the board is not reset."""
        self._line.close()

    # --- looking -----------------------------------------------------------------------------

    def hello(self) -> Hello:
        """Return who the clock is; not while a side runs."""
        reply = self.ask("hello")
        if reply.get("name") != "chessclock":
            raise ConsoleError(f"{self.port}: that is no chessclock")
        with self._reading("hello"):
            return Hello(
                one_line(reply["version"]),
                int(reply["protocol"]),
                one_line(reply["board"]),
                one_line(reply["displays"]),
                int(reply["presets"]),
                dict(reply["check"]),
            )

    def state(self) -> ClockState:
        """Return the state, whatever the clock does."""
        return state_of(self.ask("state"), self.port)

    def subscribe(self, hz: int) -> ClockState:
        """Have the clock send its state `hz` times a second, 1 to 10; 0 ends it."""
        return state_of(self.ask("subscribe", hz=hz), self.port)

    def next_state(self, timeout_s: float = 3.0) -> ClockState:
        """Return the next state that comes by itself; SilentError if none does in time."""
        if self.events:
            return self.events.popleft()
        until = time.monotonic() + timeout_s
        while (left := until - time.monotonic()) > 0:
            self._hear(self._line.wait(left), None)
            if self.events:
                return self.events.popleft()
        raise SilentError(f"{self.port}: no state has come for {timeout_s:g} s")

    def check(self) -> dict[str, Any]:
        """Return what the self-check finds: displays, contacts, battery, errors."""
        return self._plain("check")

    def maintenance(self) -> dict[str, Any]:
        """Return how the clock has run since it started, and what room it has."""
        return self._plain("maintenance")

    # --- a game ------------------------------------------------------------------------------

    def pause(self) -> None:
        """Pause every game; a side must run, and the arbiter lock be open."""
        self.ask("pause")

    def resume(self, game: int | None = None) -> None:
        """Let the side to move run; a game that is ready starts."""
        self._on_game("resume", game)

    def set_time(
        self, side: Side, ms: int, game: int | None = None, sure: bool = False
    ) -> None:
        """Set the time of a side, in a pause (T43)."""
        self._on_game("set_time", game, sure, side=side, ms=ms)

    def add_time(
        self, side: Side, ms: int, game: int | None = None, sure: bool = False
    ) -> None:
        """Add to the time of a side, or take from it if negative."""
        self._on_game("add_time", game, sure, side=side, ms=ms)

    def set_moves(
        self, side: Side, moves: int, game: int | None = None, sure: bool = False
    ) -> None:
        """Set the counter of completed moves of a side, 0 to 999."""
        self._on_game("set_moves", game, sure, side=side, moves=moves)

    def set_period(
        self, side: Side, period: int, game: int | None = None, sure: bool = False
    ) -> None:
        """Put a side into a period, from 1."""
        self._on_game("set_period", game, sure, side=side, period=period)

    def set_side_to_move(
        self, side: Side, game: int | None = None, sure: bool = False
    ) -> None:
        """Say whose turn it is."""
        self._on_game("set_side_to_move", game, sure, side=side)

    def swap_white(self, game: int | None = None, sure: bool = False) -> None:
        """Give White to the other side."""
        self._on_game("swap_white", game, sure)

    def penalty(
        self,
        side: Side,
        ms: int | None = None,
        to: Literal["opponent", "own"] = "opponent",
        game: int | None = None,
        sure: bool = False,
    ) -> int:
        """Penalize a side and return the ms that it came to.

        ms  for its opponent, or with `to` "own" so much less for itself; None takes the time of
            the Laws for the class of the event
        """
        fields: dict[str, Any] = {"side": side, "to": to}
        if ms is not None:
            fields["ms"] = ms
        reply = self._on_game("penalty", game, sure, **fields)
        with self._reading("penalty"):
            return int(reply.get("ms", ms or 0))

    def illegal_move(
        self, side: Side, game: int | None = None, sure: bool = False
    ) -> IllegalMove:
        """Note an illegal move of a side: the opponent gets the time of the Laws (7.5.5).

        It must be the side that has pressed last.
        """
        reply = self._on_game("illegal_move", game, sure, side=side)
        with self._reading("illegal_move"):
            return IllegalMove(int(reply["count"]), bool(reply["is_last"]))

    def clear_flag(self, game: int | None = None, sure: bool = False) -> None:
        """Lift a flag."""
        self._on_game("clear_flag", game, sure)

    def undo(
        self,
        what: Literal["press", "correction"],
        game: int | None = None,
        sure: bool = False,
    ) -> None:
        """Take the last press back, or the last correction."""
        self._on_game("undo", game, sure, what=what)

    def end(self, game: int | None = None) -> None:
        """End a game; the times stay on the displays."""
        self._on_game("end", game)

    def put_away(self) -> None:
        """Put the game away: back to SETUP."""
        self.ask("put_away")

    # --- time controls and programs ----------------------------------------------------------

    def set_control(self, control: TimeControl) -> None:
        """Lay a time control out: READY."""
        self.ask("control", control=plain_control(control))

    def choose_program(self, number: int) -> None:
        """Lay a preset (1 to 41) or a user program (101 to 110) out: READY."""
        self.ask("program", number=number)

    def preset(self, number: int) -> Program:
        """Return a preset or a user program."""
        reply = self.ask("preset", number=number)
        where = f"{self.port}: program {number}"
        with self._reading("preset"):
            control = control_of(reply["control"], where)
            return Program(number, one_line(reply.get("name", "")), control)

    def programs(self) -> list[Program]:
        """Return the ten user programs."""
        found = []
        reply = self.ask("programs")
        with self._reading("programs"):
            for number, plain in enumerate(reply["programs"], USER_FIRST):
                number = int(plain.get("number", number))
                where = f"{self.port}: program {number}"
                control = control_of(plain.get("control"), where)
                found.append(Program(number, one_line(plain.get("name", "")), control))
        return found

    def keep_program(self, number: int, name: str, control: TimeControl | None) -> None:
        """Name a user program and set it, or free it with None; the clock keeps it."""
        plain = None if control is None else plain_control(control)
        self.ask("keep_program", number=number, name=name, control=plain)

    def freeze(self, on: bool) -> None:
        """Set FREEZE of the game that is laid out."""
        self.ask("freeze", on=on)

    # --- settings, memory --------------------------------------------------------------------

    def settings(self, **changes: Any) -> dict[str, Any]:
        """Change the settings that are given, and return all."""
        reply = self.ask("settings", **changes)
        with self._reading("settings"):
            return dict(reply["settings"])

    def adjourned(self) -> list[Adjourned]:
        """Return the adjourned games."""
        reply = self.ask("adjourned")
        with self._reading("adjourned"):
            return [
                Adjourned(int(place), one_line(label)) for place, label in reply["adjourned"]
            ]

    def label(self, place: int, label: str) -> None:
        """Give the adjourned game at a place, 1 to 8, a label of up to 21 characters."""
        self.ask("label", place=place, label=label)

    def real_time(self) -> RealTime:
        """Return the real-time clock; RefusedError with code `missing` where there is none."""
        return _real_time(self.ask("time"))

    def set_real_time(self, at: datetime) -> RealTime:
        """Set the real-time clock to an aware instant, in whole seconds, and return it."""
        if at.tzinfo is None:
            raise ValueError("an instant without a zone")
        return _real_time(self.ask("time", set=list(at.astimezone(UTC).timetuple()[:6])))

    def read_journal(self, watch: Callable[[int, int], None] | None = None) -> bytes:
        """Return the journal: its blocks of 4 096 bytes, the oldest first.

        `watch` is called with how many blocks are here and how many there are.
        """
        reply = self.ask("journal")
        with self._reading("journal"):
            blocks = [letter for letter, *_ in reply["blocks"]]
        numbers = [number for number, letter in enumerate(blocks) if letter == "J"]
        if not numbers:
            raise ConsoleError(f"{self.port}: journal: this clock has none")
        whole = bytearray()
        for here, number in enumerate(numbers):
            if watch is not None:
                watch(here, len(numbers))
            for part in range(BLOCK_SIZE // PART_SIZE):
                reply = self.ask("journal", block=number, part=part)
                with self._reading("journal"):
                    whole += _part_of(reply["data"])
        if watch is not None:
            watch(len(numbers), len(numbers))
        return bytes(whole)

    def export_games(self) -> str:
        """Return the games as they stand, as text for `import_games` of another clock (6.10.1)."""
        reply = self.ask("export")
        with self._reading("export"):
            json.loads(reply["text"])
            return str(reply["text"])

    def import_games(self, text: str) -> None:
        """Give a clock the games of another one; they stand, as they did there.

        Raises RefusedError if a game is on this clock or the text is bad.
        """
        pieces = [text[start : start + PIECE] for start in range(0, len(text), PIECE)] or [""]
        for part, piece in enumerate(pieces):
            self.ask("import", part=part, text=piece, last=part == len(pieces) - 1)

    # --- asking ------------------------------------------------------------------------------

    def ask(self, command: str, /, timeout_s: float = 3.0, **fields: Any) -> dict[str, Any]:
        """Send a command with its fields and return the reply: for what has no method here."""
        number = next(self._numbers) % (LAST_NUMBER + 1)
        request = request_line(number, command, **fields)
        if not self._is_begun:
            request = b"\n" + request  # ends what a host before us may have begun
        began = time.monotonic()
        self._line.send(request)
        while (left := began + timeout_s - time.monotonic()) > 0:
            reply = self._hear(self._line.wait(left), number, command)
            if reply is not None:
                self.delay_s = time.monotonic() - began
                self._is_begun = True
                return reply
        raise SilentError(f"{self.port}: no answer to {command}: does the clock run there?")

    def _hear(
        self, lines: Sequence[bytes], number: int | None, command: str = ""
    ) -> dict[str, Any] | None:
        """Keep the states among lines; return the answer to a request, RefusedError if it is no.

        A clock on which a side runs may answer without a number, and so may the end of a line
        that a host before us had begun.
        """
        found = None
        for line in lines:
            plain = parse_line(line)
            if plain is None:
                continue
            if "event" in plain:
                self.events.append(state_of(plain, self.port))
            elif number is None or plain.get("id") not in (number, None):
                continue
            elif plain.get("ok") is True and plain["id"] == number:
                found = plain
            elif plain.get("ok") is False:
                code = str(plain.get("code", ""))
                is_mine = plain.get("id") == number
                if not is_mine and not self._is_begun and (
                    code in UNHEARD or (code == "running" and command in IN_PLAY)
                ):
                    continue
                self._is_begun = True
                text = one_line(plain.get("error", "refused"))
                raise RefusedError(NOT_PREPARED if _is_deaf(code, command) else text, code)
        return found

    def _on_game(
        self, command: str, game: int | None, sure: bool = False, **fields: Any
    ) -> dict[str, Any]:
        if game is not None:
            fields["game"] = game
        if sure:
            fields["sure"] = True
        return self.ask(command, **fields)

    @contextlib.contextmanager
    def _reading(self, command: str) -> Iterator[None]:
        """Raise ConsoleError where the answer to a command has not what it should have."""
        try:
            yield
        except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
            raise ConsoleError(
                f"{self.port}: its answer to {command} is not that of protocol 2: flash the"
                " clock's firmware anew"
            ) from None

    def _plain(self, command: str) -> dict[str, Any]:
        reply = self.ask(command)
        return {name: value for name, value in reply.items() if name not in ("id", "ok")}


def request_line(number: int, command: str, /, **fields: Any) -> bytes:
    """Return a request as the clock wants it: `id` and `cmd` first, and a newline at its end."""
    return json.dumps({"id": number, "cmd": command, **fields}).encode() + b"\n"


def parse_line(line: bytes) -> dict[str, Any] | None:
    """Return the object in a line, None for what is none."""
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None


def _is_deaf(code: str, command: str) -> bool:
    """Return whether a clock refused what it takes in play from a host that asked it before."""
    return code == "running" and command in IN_PLAY


def plain_control(control: TimeControl) -> dict[str, Any]:
    """Return a control as the protocol has it; when its bonus comes as it was said, not as run."""
    plain = control_to_dict(control)
    if control.bonus_timing_forced:
        plain["bonus_timing"] = "after"
    return plain


def _part_of(data: str | None) -> bytes:
    """Return a part of a block: 1 024 bytes, erased ones for None; ValueError for any other."""
    part = base64.b64decode(data, validate=True) if data else b"\xff" * PART_SIZE
    if len(part) != PART_SIZE:
        raise ValueError(len(part))
    return part


def _real_time(reply: dict[str, Any]) -> RealTime:
    fields = reply.get("time")
    if fields is None:
        return RealTime(one_line(reply.get("status") or "no date"), None)
    try:
        year, month, day, hour, minute, second = fields
        at = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        return RealTime(one_line(reply["status"]), at)
    except (KeyError, TypeError, ValueError):
        return RealTime("no date", None)
