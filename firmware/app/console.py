"""The serial console: one JSON object a line, one reply a line.

While a side runs nothing is parsed, since JSON allocates: every line is refused with a fixed
reply. Otherwise: {"id": 1, "cmd": ...}, answered by {"id": 1, "ok": true, ...} or by
{"id": 1, "ok": false, "error": "one line"}.

| cmd | fields | does |
|---|---|---|
| hello | | name, version, protocol, board, presets |
| state | | state, times in ms, moves, side to move, flag, white side of every game |
| preset | number | lays a preset out: READY |
| control | control | lays any time control out: READY |
| settings | sound, counter_allowed, tenths_ms, white_side | changes those that are given |
| freeze | on | sets FREEZE of the game that is laid out, in READY |
| put_away | | back to SETUP |
"""

import json

from clockcore.clock import ChessClock
from clockcore.codes import LEFT, NEITHER, READY, RIGHT, RUNNING, SIDE_NAMES, SIDES, STATE_NAMES
from clockcore.game import Game
from clockcore.period import ControlError
from clockcore.presets import PRESET_COUNT
from clockcore.time_control import control_from_dict

VERSION = "0.1.0"
PROTOCOL = 1
BUSY = b'{"id": null, "ok": false, "error": "a side runs: pause first"}\n'
OVERLONG = b'{"id": null, "ok": false, "error": "line over 4096 bytes"}\n'


class Console:
    """Answers lines from a host, one a pass."""

    def __init__(self, line, clock: ChessClock, board_name: str) -> None:
        """Take the serial line, the clock to be asked and the board's name."""
        self.line = line
        self.clock = clock
        self.board_name = board_name

    def poll(self, now: int) -> bool:
        """Take what has come, answer a whole line; return whether another pass is wanted."""
        line = self.line
        whole = line.poll()
        if whole:
            if line.is_overlong:
                line.send(OVERLONG)
            elif not line.length:
                pass  # an empty line asks nothing
            elif self.clock.state() == RUNNING:
                line.send(BUSY)
            else:
                line.send(self._answer(bytes(line.line[: line.length]), now))
            line.clear()
        return whole or line.has_more()

    def has_input(self) -> bool:
        """Return whether bytes have come that nobody has looked at."""
        return self.line.has_more()

    def _answer(self, line: bytes, now: int) -> bytes:
        number = None
        try:
            request = _parse(line)
            number = request.get("id")
            reply = self._do(request, now)
            reply["ok"] = True
        except ControlError as error:
            reply = {"ok": False, "error": str(error)}
        reply["id"] = number
        return json.dumps(reply).encode() + b"\n"

    def _do(self, request: dict, now: int) -> dict:
        clock = self.clock
        command = request.get("cmd")
        if command == "hello":
            return {
                "name": "chessclock",
                "version": VERSION,
                "protocol": PROTOCOL,
                "board": self.board_name,
                "presets": PRESET_COUNT,
            }
        if command == "state":
            return {"games": [_game_state(game) for game in clock.table.games]}
        if command == "preset":
            number = request.get("number")
            if not isinstance(number, int) or isinstance(number, bool):
                raise ControlError("preset: a number is needed")
            clock.choose_preset(number, now)
            return {}
        if command == "control":
            clock.choose(control_from_dict(request.get("control")), now)
            return {}
        if command == "settings":
            return self._settings(request)
        if command == "freeze":
            if clock.state() != READY or not isinstance(request.get("on"), bool):
                raise ControlError("freeze: true or false is needed, in READY")
            for game in clock.table.games:
                game.freeze = request["on"]
            clock.touch()
            return {}
        if command == "put_away":
            clock.put_away(now)
            return {}
        raise ControlError("cmd " + str(command) + " is unknown")

    def _settings(self, request: dict) -> dict:
        settings = self.clock.settings
        for name in ("sound", "counter_allowed"):
            if not isinstance(request.get(name, False), bool):
                raise ControlError(name + ": true or false is needed")
        side = request.get("white_side", SIDE_NAMES[settings.white_side])
        if side != SIDE_NAMES[LEFT] and side != SIDE_NAMES[RIGHT]:
            raise ControlError("white_side: left or right is needed")
        try:
            settings.set_tenths(request.get("tenths_ms", settings.tenths_ms))
        except ValueError as error:
            raise ControlError(str(error)) from None
        settings.sound = request.get("sound", settings.sound)
        settings.counter_allowed = request.get("counter_allowed", settings.counter_allowed)
        settings.white_side = LEFT if side == SIDE_NAMES[LEFT] else RIGHT
        self.clock.touch()
        return {}


def _parse(line: bytes) -> dict:
    """Return the object in a line; ControlError says that there is none."""
    try:
        request = json.loads(line)
    except (ValueError, RuntimeError):
        # RuntimeError: MicroPython's answer to nesting that is too deep.
        raise ControlError("the line is not JSON") from None
    if not isinstance(request, dict):
        raise ControlError("the line is not a JSON object")
    return request


def _game_state(game: Game) -> dict:
    return {
        "state": STATE_NAMES[game.state],
        "remaining_ms": [game.remaining_ms(side) for side in SIDES],
        "moves": [game.accounts[side].moves for side in SIDES],
        "side_to_move": None if game.side_to_move == NEITHER else SIDE_NAMES[game.side_to_move],
        "flag": None if game.first_flag_side == NEITHER else SIDE_NAMES[game.first_flag_side],
        "white_side": SIDE_NAMES[game.white_side],
        "freeze": game.freeze,
    }
