"""What a host may ask for while no side runs: one JSON object a line, one reply a line.

{"id": 1, "cmd": ...} is answered by {"id": 1, "ok": true, ...} or by
{"id": 1, "ok": false, "error": "one line"}, filled up with spaces to a multiple of 64 bytes.

| cmd | fields | does |
|---|---|---|
| hello | | name, version, protocol, board, displays, presets, check (see `check`) |
| state | | state, times in ms, moves, side to move, flag, white side of every game |
| preset | number | lays a preset out: READY |
| control | control | lays any time control out: READY |
| settings | sound, counter_allowed, tenths_ms, white_side | changes those that are given |
| freeze | on | sets FREEZE of the game that is laid out, in READY |
| put_away | | back to SETUP |
| check | | which displays answer, what is held closed, battery, real-time clock, bad resets |
| inputs | | name, whether it is closed, edges so far, of every contact and key in turn |
| ticks | | the clock's own milliseconds, to compare with the host's |
| selftest | on | in SETUP: inputs are counted, not obeyed, until off, or 2 min without a command |
| show | left, right, left_lamp, right_lamp | words and lamps in a self-test, until the next |
| time | set | the real-time clock: [year, month, day, hour, minute, second] in UTC, or null |
| beep | hz, ms | sounds the buzzer |
"""

import json

from clockcore.codes import (
    KEY_NAMES,
    LEFT,
    NEITHER,
    READY,
    RIGHT,
    SETUP,
    SIDE_NAMES,
    SIDES,
    STATE_NAMES,
)
from clockcore.control_dict import control_from_dict
from clockcore.game import Game
from clockcore.period import ControlError
from clockcore.presets import PRESET_COUNT
from clockcore.time_text import ROOM
from hal.serial_line import padded

TEST_COMMANDS = ("hello", "check", "selftest", "show", "inputs", "beep", "ticks", "time")
VERSION = "0.1.0"
PROTOCOL = 1


class Commands:
    """Answers the requests of a host; made when one comes, forgotten when none come any more."""

    def __init__(self, console) -> None:
        """Take the console, which knows the application and the clock."""
        self.console = console
        self.application = console.application
        self.clock = console.clock

    def answer(self, line: bytes, now: int) -> bytes:
        """Return the line that answers `line`."""
        number = None
        try:
            request = _parse(line)
            number = request.get("id")
            reply = self._do(request, now)
            reply["ok"] = True
        except ControlError as error:
            reply = {"ok": False, "error": str(error)}
        reply["id"] = number
        return padded(json.dumps(reply).encode())

    def _do(self, request: dict, now: int) -> dict:
        clock = self.clock
        command = request.get("cmd")
        if self.console.is_testing and command not in TEST_COMMANDS:
            raise ControlError(str(command) + ": not in a self-test; end it first")
        self.console.used_at = now
        if command == "hello":
            return {
                "name": "chessclock",
                "version": VERSION,
                "protocol": PROTOCOL,
                "board": self.application.board_name,
                "displays": self.application.display_set,
                "presets": PRESET_COUNT,
                "check": self._check(),
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
        return self._test(command, request, now)

    def _test(self, command, request: dict, now: int) -> dict:
        """Do what a self-test of the board asks for."""
        application = self.application
        if command == "check":
            return self._check()
        if command == "inputs":
            # A list, since objects have no order on a device.
            return {
                "inputs": [
                    [name, not one.pin(), one.edges] for name, one in self._named_inputs()
                ]
            }
        if command == "ticks":
            return {"ms": now}
        if command == "selftest":
            if not isinstance(request.get("on"), bool):
                raise ControlError("selftest: true or false is needed")
            if not request["on"]:
                self.console.end_test(now)
            elif self.clock.state() != SETUP:
                raise ControlError("selftest: only in SETUP")
            else:
                self.console.is_testing = True
            return {}
        if command == "show":
            self._show(request)
            return {}
        if command == "beep":
            hz = _whole(request, "hz", 100, 10_000)
            application.sounder.beep(hz, _whole(request, "ms", 1, 5000), now)
            return {}
        if command == "time":
            return self._time(request.get("set"))
        raise ControlError("cmd " + str(command) + " is unknown")

    def _time(self, wanted) -> dict:
        """Read the real-time clock, after setting it if there is something to set."""
        rtc = self.application.rtc
        if rtc is None:
            raise ControlError("time: this board has no real-time clock")
        if wanted is not None:
            if not isinstance(wanted, list) or len(wanted) != 6:
                raise ControlError("set: year, month, day, hour, minute, second are needed")
            for value in wanted:
                if not isinstance(value, int) or isinstance(value, bool):
                    raise ControlError("set: six numbers are needed")
            try:
                rtc.set(wanted)
            except ValueError as error:
                raise ControlError("set: " + str(error)) from None
        status = rtc.check()
        return {"status": status, "time": rtc.fields() if status == "ok" else None}

    def _show(self, request: dict) -> None:
        """Put words on the displays and light lamps; what is not named goes back."""
        clock = self.clock
        if not self.console.is_testing:
            raise ControlError("show: only in a self-test")
        words: list = []
        lamps = []
        for side in SIDES:
            word = request.get(SIDE_NAMES[side])
            if word is not None and (not isinstance(word, str) or not 1 <= len(word) <= ROOM):
                raise ControlError(SIDE_NAMES[side] + ": 1 to " + str(ROOM) + " characters")
            for character in word or "":
                if not 32 <= ord(character) <= 126:
                    raise ControlError(SIDE_NAMES[side] + ": only ASCII characters")
            words.append(None if word is None else word.encode())
            lamps.append(request.get(SIDE_NAMES[side] + "_lamp") is True)
        clock.test_words = words
        clock.test_lamps = lamps
        clock.touch()

    def _check(self) -> dict:
        application = self.application
        battery = application.battery
        has_battery = battery is not None and battery.is_there
        return {
            "displays": [not failed for pair in application.displays for failed in pair.failed],
            "stuck": [name for name, one in self._named_inputs() if one.is_stuck],
            "battery_mv": battery.mv if has_battery else None,
            "battery_percent": battery.percent if has_battery else None,
            "battery_low": has_battery and battery.is_low,
            "rtc": None if application.rtc is None else application.rtc.check(),
            "kept_game": application.restored,
            "bad_resets": application.note.bad_resets,
            "edges_lost": application.ring.lost,
        }

    def _named_inputs(self) -> list:
        """Return the inputs with their names: `left`, `back`; `left B` on a table's clock B."""
        application = self.application
        levers = self.clock.levers
        contacts = len(levers[0].contacts)
        named = []
        for index in range(application.contact_count):
            name = SIDE_NAMES[index % contacts] if contacts == 2 else "rocker"
            if len(levers) > 1:
                name += " " + "ABC"[index // contacts]
            named.append((name, application.inputs[index]))
        for index in range(len(KEY_NAMES)):
            named.append((KEY_NAMES[index], application.inputs[application.contact_count + index]))
        return named

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


def _whole(request: dict, name: str, low: int, high: int) -> int:
    value = request.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ControlError(name + ": " + str(low) + " to " + str(high) + " is needed")
    return value


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
