"""What a host may ask for while no side runs: one JSON object a line, one reply a line.

The lines, every command with its fields, and the codes of refusals: `PROTOCOL.md`. What is asked
while a side runs, the state and its events: `live_line.py`. What changes a game: `host_game.py`.
The journal, export and import: `host_memory.py`.
"""

import gc
import json
import time

from clockcore.code_names import KEY_NAMES, SIDE_NAMES
from clockcore.codes import (
    ENDED,
    EV_CORRECTION,
    EV_HOST,
    LEFT,
    NEITHER,
    PAUSED,
    READY,
    RIGHT,
    RUNNING,
    SETUP,
    SIDES,
)
from clockcore.control_dict import control_from_dict, control_to_dict
from clockcore.period import ControlError
from clockcore.presets import PRESET_COUNT
from clockcore.programs import USER_COUNT, USER_FIRST
from clockcore.settings import SETTINGS
from clockcore.time_text import ROOM
from hal.serial_line import padded

from app.building import SECONDS_MASK
from app.live_line import HZ_LIMIT, NO_VALUE
from app.refusing import RefusedError, whole

TEST_COMMANDS = ("hello", "check", "selftest", "show", "inputs", "beep", "ticks", "time")
VERSION = "0.1.0"
PROTOCOL = 2
NUMBER_LIMIT = 999_999_999
MEMORY_COMMANDS = ("journal", "export", "import")
# Of `host_game.py`.
GAME_COMMANDS = (
    "resume",
    "end",
    "put_away",
    "set_time",
    "add_time",
    "set_moves",
    "set_period",
    "set_side_to_move",
    "swap_white",
    "penalty",
    "illegal_move",
    "clear_flag",
    "undo",
)
PART_NAMES = ("displays", "sounder", "battery", "host", "", "journal")  # by `P_`


class Commands:
    """Answers the requests of a host; made when one comes, forgotten when none come any more."""

    def __init__(self, console) -> None:
        """Take the console, which knows the application and the clock."""
        self.console = console
        self.application = console.application
        self.clock = console.clock
        self.pieces: list = []  # of a text that a host sends piece by piece

    def answer(self, line, now: int) -> bytes:
        """Return the line that answers the one that a `SerialLine` has collected.

        b"" where it is answered by the `LiveLine`.
        """
        number = None
        try:
            if line.is_overlong:
                raise RefusedError("line over 4096 bytes", "long")
            request = _parse(bytes(line.line[: line.length]))
            number = _number_of(request)
            reply = self._do(request, now)
            if reply is None:
                return b""
            reply["ok"] = True
        except ControlError as error:
            code = getattr(error, "code", "field")
            reply = {"ok": False, "code": code, "error": str(error)}
        except (OSError, MemoryError):
            reply = {"ok": False, "code": "room", "error": "there is no room for it in the memory"}
        reply["id"] = number
        return padded(json.dumps(reply).encode())

    def _do(self, request: dict, now: int) -> "dict | None":
        """Do what is asked; return the reply, None where the `LiveLine` gives it."""
        clock = self.clock
        command = request.get("cmd")
        if not isinstance(command, str):
            raise ControlError("cmd: a text is needed")
        if self.console.is_testing and command not in TEST_COMMANDS:
            raise RefusedError(command + ": not in a self-test; end it first", "testing")
        self.console.used_at = now
        if command == "state" or command == "subscribe":
            self._tell_state(command, request, now)
            return None
        if command == "pause":
            return self._pause(now)
        if command in GAME_COMMANDS:
            from app.host_game import change_game

            return change_game(self.application, request, now)
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
        if command == "program" or command == "preset":
            number = request.get("number")
            if not isinstance(number, int) or isinstance(number, bool):
                raise ControlError(command + ": a number is needed")
            control = clock.keys_of_arbiter().programs.control(number)
            if control is None:
                raise RefusedError("program " + str(number) + " is free", "missing")
            if command == "preset":
                return {"number": number, "control": control_to_dict(control)}
            self._must_be_free(command)
            clock.choose_program(number, now)
            return {}
        if command == "programs":
            return {"programs": clock.keys_of_arbiter().programs.to_plain()}
        if command == "keep_program":
            return self._keep_program(request)
        if command == "adjourned":
            return {"adjourned": self._adjourned()}
        if command == "label":
            place = whole(request, "place", 1, 8)
            if place not in clock.keeper().adjourned():
                raise RefusedError("label: no adjourned game is in that place", "missing")
            clock.keeper().label_adjourned(place, request.get("label"))
            if clock.arbiter:
                clock.arbiter[0].setup.look()
            return {}
        if command == "control":
            control = control_from_dict(request.get("control"))
            self._must_be_free(command)
            clock.choose(control, now)
            return {}
        if command == "settings":
            return self._settings(request)
        if command == "freeze":
            if not isinstance(request.get("on"), bool):
                raise ControlError("freeze: true or false is needed")
            if clock.state() != READY:
                raise RefusedError("freeze: only in READY", "state")
            for game in clock.table.games:
                if game.freeze != request["on"]:
                    game.freeze = request["on"]
                    game.note(EV_CORRECTION, NEITHER, now, 1 if game.freeze else 0)
            clock.touch()
            return {}
        if command == "maintenance":
            return self._maintenance()
        if command in MEMORY_COMMANDS:
            return self._remember(command, request, now)
        return self._test(command, request, now)

    def _tell_state(self, command: str, request: dict, now: int) -> None:
        """Have the `LiveLine` answer; it hears by itself what is written as in `PROTOCOL.md`."""
        self.console.watch()
        live = self.console.live[0]
        number = request.get("id")
        hz = whole(request, "hz", 0, HZ_LIMIT) if command == "subscribe" else 0
        if command == "subscribe":
            self.console.line.event_ms = 1000 // hz if hz else 0
        live.number = NO_VALUE if number is None else number
        live.wanted_at = now
        live.is_asked = True

    def _pause(self, now: int) -> dict:
        """Answer a pause: the console has let the games stand, if it was allowed."""
        live = self.console.live
        if not live or not live[0].is_pausing:
            raise RefusedError("pause: no side runs", "state")
        live[0].is_pausing = False
        for game in self.clock.table.games:
            if game.state == PAUSED:
                game.note(EV_HOST, NEITHER, now, 0)
        return {}

    def _must_be_free(self, command: str) -> None:
        """Refuse what would put a game away that is not over."""
        if self.clock.state() not in (SETUP, READY, ENDED):
            text = ": a game is on this clock: end it and put it away first"
            raise RefusedError(command + text, "state")

    def _maintenance(self) -> dict:
        """Return how the clock has run since its start."""
        application = self.application
        recorder = application.recorder
        loop = application.loop
        if recorder.must_open:
            from app.standing import Standing

            Standing(application).open(loop.now)
        memory = getattr(gc, "mem_free", None)
        if memory is not None:
            gc.collect()
        return {
            "up_s": int(time.time()) - application.started_s & SECONDS_MASK,
            "passes": loop.passes,
            "overruns": loop.overruns,
            "longest_ms": loop.longest_ms,
            "errors": self._errors(),
            "memory_free": None if memory is None else memory(),
            "records": recorder.number - 1,
            "blocks_free": recorder.journal.ready(),
            "lost_records": recorder.lost,
            "edges_lost": application.ring.lost,
            "lost_lines": self.console.line.lost_lines,
            "bad_resets": application.note.bad_resets,
        }

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
                raise RefusedError("selftest: only in SETUP", "state")
            else:
                self.console.is_testing = True
            return {}
        if command == "show":
            self._show(request)
            return {}
        if command == "beep":
            hz = whole(request, "hz", 100, 10_000)
            application.sounder.beep(hz, whole(request, "ms", 1, 5000), now)
            return {}
        if command == "time":
            return self._time(request.get("set"), now)
        raise RefusedError("cmd " + command + " is unknown", "command")

    def end_test(self, now: int) -> None:
        """Let contacts and keys act again, from the levels that they have now."""
        from app.building import take_levels

        if self.console.is_testing:
            self.console.is_testing = False
            self.clock.test_words = [None, None]
            self.clock.test_lamps = [False, False]
            self.clock.touch()
            take_levels(self.application, now)

    def _time(self, wanted, now: int) -> dict:
        """Read the real-time clock, after setting it if there is something to set."""
        rtc = self.application.rtc
        if rtc is None:
            raise RefusedError("time: this board has no real-time clock", "missing")
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
            except OSError:
                raise RefusedError("time: the real-time clock is silent", "missing") from None
        status = rtc.check()
        if wanted is not None and status == "ok":
            self._tell_date(now)
        return {"status": status, "time": rtc.fields() if status == "ok" else None}

    def _tell_date(self, now: int) -> None:
        """Tell the journal the date, which would go by the one at power-up."""
        from app.standing import Standing

        Standing(self.application).tell_date(now)

    def _show(self, request: dict) -> None:
        """Put words on the displays and light lamps; what is not named goes back."""
        clock = self.clock
        if not self.console.is_testing:
            raise RefusedError("show: only in a self-test", "state")
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
        number = whole(request, "number", USER_FIRST, USER_FIRST + USER_COUNT - 1)
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
                raise RefusedError("keep_program: there is no room", "room")
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


def _number_of(request: dict) -> "int | None":
    """Return the `id` of a request; ControlError if it cannot be one."""
    number = request.get("id")
    if number is None:
        return None
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= NUMBER_LIMIT:
        raise ControlError("id: 0 to " + str(NUMBER_LIMIT) + ", or null, is needed")
    return number


def _parse(line: bytes) -> dict:
    """Return the object in a line; ControlError says that there is none."""
    try:
        request = json.loads(line)
    except (ValueError, RuntimeError):
        # RuntimeError: MicroPython's answer to nesting that is too deep.
        raise RefusedError("the line is not JSON", "json") from None
    if not isinstance(request, dict):
        raise RefusedError("the line is not a JSON object", "json")
    return request
