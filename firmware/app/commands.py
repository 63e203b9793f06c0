"""What a host may ask for while no side runs: one JSON object a line, one reply a line.

{"id": 1, "cmd": ...} is answered by {"id": 1, "ok": true, ...} or by
{"id": 1, "ok": false, "error": "one line"}, filled up with spaces to a multiple of 64 bytes.

| cmd | fields | does |
|---|---|---|
| hello | | name, version, protocol, board, displays, presets, check (see `check`) |
| state | | state, times in ms, moves, side to move, flag, white side of every game |
| program | number | lays a preset (1 to 41) or a user program (101 to 110) out: READY |
| programs | | number, name and control (null where it is free) of every user program |
| adjourned | | place and label of every adjourned game |
| label | place, label | gives an adjourned game (place 1 to 8) a label of up to 21 characters |
| keep_program | number, name, control | names a user program, sets it (null: frees it), keeps it |
| control | control | lays any time control out: READY |
| settings | any of the fields of the reply | changes those that are given, tells all |
| freeze | on | sets FREEZE of the game that is laid out, in READY |
| put_away | | back to SETUP |
| check | | which displays answer, what is held closed, battery, real-time clock, bad resets |
| inputs | | name, whether it is closed, edges so far, of every contact and key in turn |
| ticks | | the clock's own milliseconds, to compare with the host's |
| selftest | on | in SETUP: inputs are counted, not obeyed, until off, or 2 min without a command |
| show | left, right, left_lamp, right_lamp | words and lamps in a self-test, until the next |
| time | set | the real-time clock: [year, month, day, hour, minute, second] in UTC, or null |
| beep | hz, ms | sounds the buzzer |

The journal, export and import: `host_memory.py`.
"""

import json

from clockcore.code_names import KEY_NAMES, SIDE_NAMES, STATE_NAMES
from clockcore.codes import LEFT, NEITHER, READY, RIGHT, RUNNING, SETUP, SIDES
from clockcore.control_dict import control_from_dict
from clockcore.game import Game
from clockcore.period import ControlError
from clockcore.presets import PRESET_COUNT
from clockcore.programs import USER_COUNT, USER_FIRST
from clockcore.settings import SETTINGS
from clockcore.time_text import ROOM
from hal.serial_line import padded

TEST_COMMANDS = ("hello", "check", "selftest", "show", "inputs", "beep", "ticks", "time")
VERSION = "0.1.0"
PROTOCOL = 1
PART_NAMES = ("displays", "sounder", "battery", "host", "", "journal")  # by `P_`


class Commands:
    """Answers the requests of a host; made when one comes, forgotten when none come any more."""

    def __init__(self, console) -> None:
        """Take the console, which knows the application and the clock."""
        self.console = console
        self.application = console.application
        self.clock = console.clock
        self.pieces: list = []  # of a text that a host sends piece by piece

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
        if command == "program":
            number = request.get("number")
            if not isinstance(number, int) or isinstance(number, bool):
                raise ControlError("program: a number is needed")
            clock.choose_program(number, now)
            return {}
        if command == "programs":
            return {"programs": clock.keys_of_arbiter().programs.to_plain()}
        if command == "keep_program":
            return self._keep_program(request)
        if command == "adjourned":
            return {"adjourned": self._adjourned()}
        if command == "label":
            if clock.state() == RUNNING:
                raise ControlError("label: not while a side runs")
            clock.keeper().label_adjourned(_whole(request, "place", 1, 8), request.get("label"))
            if clock.arbiter:
                clock.arbiter[0].setup.look()
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
        if command == "journal" or command == "export" or command == "import":
            return self._remember(command, request, now)
        return self._test(command, request, now)

    def _remember(self, command: str, request: dict, now: int) -> dict:
        """Read the journal, give or take the games."""
        from app.host_memory import export_games, import_games, read_journal

        if command == "journal":
            return read_journal(self.application, request, now)
        if command == "export":
            return export_games(self.application)
        return import_games(self.application, self.pieces, request, now)

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
                self.end_test(now)
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

    def end_test(self, now: int) -> None:
        """Let contacts and keys act again, from the levels that they have now."""
        from app.building import take_levels

        if self.console.is_testing:
            self.console.is_testing = False
            self.clock.test_words = [None, None]
            self.clock.test_lamps = [False, False]
            self.clock.touch()
            take_levels(self.application, now)

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
            "memory": application.memory_error,
            "bad_resets": application.note.bad_resets,
            "edges_lost": application.ring.lost,
            "errors": self._errors(),
        }

    def _errors(self) -> dict:
        """Return how often each part has failed since the start, where one has."""
        found = {}
        for part in range(len(PART_NAMES)):
            count = self.application.recorder.errors[part]
            if PART_NAMES[part] and count:
                found[PART_NAMES[part]] = count
        return found

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

    def _adjourned(self) -> list:
        """Return place and label of every adjourned game that can be read."""
        keeper = self.clock.keeper()
        found = []
        for place in keeper.adjourned():
            kept = keeper.look_at_adjourned(place)
            if kept is not None:
                found.append([place, kept[0]])
        return found

    def _keep_program(self, request: dict) -> dict:
        """Name a user program, set it or free it, and keep them all."""
        clock = self.clock
        if clock.state() == RUNNING:
            raise ControlError("keep_program: not while a side runs")
        number = _whole(request, "number", USER_FIRST, USER_FIRST + USER_COUNT - 1)
        keys = clock.keys_of_arbiter()
        programs = keys.programs
        before = programs.to_plain()
        try:
            if "name" in request:
                programs.rename(number, request["name"])
            if "control" in request:
                fields = request["control"]
                keys.set_user(number, None if fields is None else control_from_dict(fields))
            if not clock.keeper().keep_programs(programs.to_plain()):
                raise ControlError("keep_program: there is no room")
        except ControlError:
            programs.take(before)
            raise
        finally:
            keys.setup.look()
            clock.touch()
        return {}

    def _settings(self, request: dict) -> dict:
        """Change the settings that are given, all or none, and tell all."""
        clock = self.clock
        settings = clock.settings
        values = settings.values()
        changed = False
        for index in range(len(SETTINGS)):
            name = SETTINGS[index]
            if name in request:
                value = request[name]
                if name == "white_side":
                    if value != SIDE_NAMES[LEFT] and value != SIDE_NAMES[RIGHT]:
                        raise ControlError("white_side: left or right is needed")
                    value = LEFT if value == SIDE_NAMES[LEFT] else RIGHT
                if values[index] != value or isinstance(values[index], bool) != isinstance(
                    value, bool
                ):
                    values[index] = value
                    changed = True
        if changed:
            if clock.state() == RUNNING:
                raise ControlError("settings: not while a side runs")
            settings.take(values)
            clock.keeper().keep_settings()
            clock.composer.take_words()
            if not clock.has_menu():
                clock.arbiter.clear()
            clock.touch()
        reply = {}
        for index in range(len(SETTINGS)):
            reply[SETTINGS[index]] = values[index]
        reply["white_side"] = SIDE_NAMES[settings.white_side]
        return {"settings": reply}


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
