"""Composition root: from a board definition to a running clock."""

import gc
import sys

from clockcore.clock import KEY_COUNT, ChessClock, Keeper
from clockcore.codes import PLUNGERS, READY, ROCKER, RUNNING, SETUP
from clockcore.period import ControlError
from clockcore.ticks import ticks_ms
from hal.battery import Battery
from hal.contact_input import EdgeInput, EdgeRing
from hal.display_pair import DisplayPair
from hal.idle import Idle
from hal.lamp import Lamp
from hal.serial_line import SerialLine
from hal.sounder import Sounder
from hal.stdio import Stdio
from hal.watchdog import Watchdog

from app.console import Console
from app.tick_loop import TickLoop

WORD_REPL = b"rEPL"
NOTICE_FULL = (b"FULL", b"FULL")  # what was to be kept has no room

NOT_FOR_PLAY = (
    "app.commands",
    "app.displays",
    "app.memory",
    "board_def",
    "hal.store",
    "clockcore.arbiter",
    "clockcore.control_dict",
    "clockcore.presets",
    "clockcore.settings_rules",
    "clockcore.snapshot",
    "drivers.panel_text",
)


# What `ArbiterKeys` and its menus are made of: dropped with them.
FOR_ARBITER = (
    "clockcore.adjust_menu",
    "clockcore.arbiter_keys",
    "clockcore.control_change",
    "clockcore.field",
    "clockcore.laws",
    "clockcore.manual_menu",
    "clockcore.manual_texts",
    "clockcore.programs",
    "clockcore.settings_menu",
    "clockcore.setup_menu",
    "clockcore.texts",
)

# What `_memory` loads: dropped as soon as something has been kept outside of SETUP.
FOR_MEMORY = ("app.memory", "hal.store")


def _memory():
    from app.memory import Memory

    return Memory()


def _open_rtc(i2c):
    from drivers.ds3231 import DS3231
    from hal.rtc import RealTimeClock

    return RealTimeClock(DS3231(i2c))


class Application(Keeper):
    """Everything that runs on one board.

    current       the running application, for a debugger; None until it has been built
    restored      what became of a game that was kept: "", "restored", or why it could not be
    memory_error  what was wrong with settings or programs that were kept, "" for nothing
    """

    current: "Application | None" = None

    def __init__(self, board, note) -> None:
        """Build drivers, hardware layer and clock from the constants of `board`.

        `note` is the `ResetNote` of this start.
        """
        from app.displays import marks_at_once, open_drivers, open_i2c

        self.board_name = board.NAME
        self.display_set = board.DISPLAY_SET
        self.note = note
        self.restored = ""
        self.memory_error = ""
        self.needs_reset = False
        self.has_kept = False
        self.adjourned_taken = 0  # the adjourned game that is on the clock, 0 for none
        self.has_gone_on = False  # whether that game has gone on since
        games = len(board.LEVERS)
        chosen = board.DISPLAY_SETS[board.DISPLAY_SET]
        lever = ROCKER if board.LEVER == "rocker" else PLUNGERS
        self.clock = ChessClock(games, lever, chosen["cells"], marks_at_once(chosen))
        self.ring = EdgeRing()
        self.contacts_a_lever = len(board.LEVERS[0])
        inputs: list = []
        for pins in board.LEVERS:
            for pin in pins:
                inputs.append(EdgeInput(pin, len(inputs), self.ring, board.HARD_IRQ))
        self.contact_count = len(inputs)
        if lever == ROCKER:
            for each in inputs:
                each.is_stuck = False  # a rocker is closed on one side, always
        for pin in board.KEYS:
            inputs.append(EdgeInput(pin, len(inputs), self.ring, board.HARD_IRQ))
        self.inputs = tuple(inputs)
        i2c = open_i2c(board)
        percent = getattr(board, "LAMP_PERCENT", 100)
        pairs = []
        drivers = open_drivers(board, i2c)
        for index in range(games):
            lamps = tuple([Lamp(pin, percent) for pin in board.LAMPS[index]])
            pairs.append(DisplayPair(self.clock.frames[index], drivers[index], lamps))
        self.displays = tuple(pairs)
        # After the displays: on an RP2040 some versions of MicroPython take a pin for the SPI's
        # input, though it has none, and it may be the buzzer's.
        self.sounder = Sounder(board.BUZZER)
        battery = getattr(board, "BATTERY", ())
        self.battery = Battery(*battery) if battery else None
        self.rtc = _open_rtc(i2c) if getattr(board, "RTC", "") else None
        self.watchdog = Watchdog()
        line = SerialLine(Stdio(), getattr(board, "CONSOLE_GAP_MS", 0))
        self.console = Console(line, self)
        self.idle = Idle(board.IDLE_MS, board.IDLE_STEP_MS, self.ring)
        self._boot()
        self.clock.keeper = self
        from app.memory import recall

        recall(self)
        self.loop = TickLoop(self)

    def keep_games(self) -> None:
        """Keep games that are under way, for the next start; OSError if there is no room."""
        if self._has_game():
            _memory().save_games(self.clock.keep())
            self.needs_reset = True

    def sleep(self) -> bool:
        """Keep games that are under way, since the displays go dark and the power may follow.

        Return whether that went well. They are forgotten when they go on or are given up.
        """
        if self.clock.state() == RUNNING:
            return False
        if not self._has_game():
            return True
        try:
            _memory().save_games(self.clock.keep())
            self.has_kept = True
        except OSError:
            return self._give_back(False)
        return self._give_back(True)

    def keep_settings(self) -> bool:
        """Remember the settings over a power cut, if they have changed.

        Return whether that went well; if there is no room the displays say so in SETUP, and the
        clock goes on. Called in SETUP, READY or PAUSED.
        """
        try:
            _memory().save_settings(self.clock.settings)
        except OSError:
            return self._give_back(False)
        return self._give_back(True)

    def programs(self) -> object:
        """Return the user programs that were kept, None if there are none to be read."""
        try:
            return _memory().load_programs()
        except ControlError as error:
            self._say_lost(str(error))
            return None

    def keep_programs(self, plain: object) -> bool:
        """Remember the user programs, as `keep_settings` does the settings."""
        try:
            _memory().save_programs(plain)
        except OSError:
            return self._give_back(False)
        return self._give_back(True)

    def adjourned(self) -> tuple:
        """Return the places, 1 to 8, that hold an adjourned game, in order."""
        return tuple(_memory().adjourned())

    def adjourn(self, place: int, plain: object, label: str = "") -> bool:
        """Keep the games of the table in a place (Guidelines I); they stay on the clock.

        Return whether that went well, as `keep_settings`. ControlError for a bad place or label.
        """
        try:
            _memory().save_adjourned(place, plain, label)
        except OSError:
            return self._give_back(False)
        if place == self.adjourned_taken:
            self.adjourned_taken = 0  # what is kept is newer than what was taken
            self.has_gone_on = False
        return self._give_back(True)

    def look_at_adjourned(self, place: int) -> "tuple | None":
        """Return label and games of a place without taking them, None if they cannot be read."""
        try:
            return _memory().load_adjourned(place)
        except ControlError:
            return None

    def take_adjourned(self, place: int) -> "object | None":
        """Return an adjourned game for `ChessClock.restore`, with the settings of today.

        It stays adjourned until it has gone on and then ends or is given up. None if there is
        none, or if it cannot be read: it is then put aside, and the displays say so.
        """
        memory = _memory()
        if place not in memory.adjourned():
            return None
        try:
            plain = memory.load_adjourned(place)[1]
        except ControlError as error:
            self._say_lost(str(error))
            return None
        plain["settings"] = self.clock.settings.values()
        self.adjourned_taken = place
        self.has_gone_on = False
        return plain

    def leave(self) -> bool:
        """Stop for the REPL and leave nothing behind that goes on.

        Return whether it needs a reset: the watchdog is armed, or games have been kept.
        """
        from app.displays import show_word

        self.silence()
        if self.needs_reset or self.watchdog.is_armed:
            return True
        show_word(self.displays, WORD_REPL)
        return False

    def forget(self, goes_on: bool = False) -> None:
        """Forget kept games: they go on, or are given up. Called while no side runs.

        An adjourned game is forgotten when it has gone on and is then given up: until then
        whoever only looks at it, or loses power, still has it.
        """
        if self.has_kept:
            self.has_kept = False
            _memory().remove_games()
        if goes_on:
            self.has_gone_on = self.adjourned_taken != 0
        elif self.adjourned_taken:
            if self.has_gone_on:
                _memory().remove_adjourned(self.adjourned_taken)
            self.adjourned_taken = 0
            self.has_gone_on = False

    def _has_game(self) -> bool:
        for game in self.clock.table.games:
            if game.state != SETUP and game.state != READY:
                return True
        return False

    def _say_lost(self, text: str) -> None:
        """Say that something that was kept cannot be read: to a host, and on the displays."""
        from app.memory import NOTICE_LOST

        self.memory_error = text
        self.clock.notice = NOTICE_LOST

    def _give_back(self, went_well: bool) -> bool:
        """Drop what keeping has loaded; say on the displays if it did not go well."""
        if not went_well:
            self.clock.notice = NOTICE_FULL
        if self.clock.state() != SETUP:
            self._drop(FOR_MEMORY)
            gc.collect()
        return went_well

    def slim(self) -> None:
        """Give back the memory of modules that play does not need; they come back when asked."""
        self.clock.give_back()
        if not self.clock.arbiter:
            self._drop(FOR_ARBITER)
        self._drop(NOT_FOR_PLAY)
        gc.collect()

    def _drop(self, names: tuple) -> None:
        for name in names:
            if name in sys.modules:
                del sys.modules[name]
                package, _, module = name.rpartition(".")
                if package and hasattr(sys.modules[package], module):
                    delattr(sys.modules[package], module)

    def silence(self) -> None:
        """Leave nothing behind that would go on without the loop: interrupts, tones, lamps."""
        for each in self.inputs:
            each.deafen()
        self.sounder.silence()
        for pair in self.displays:
            for lamp in pair.lamps:
                lamp(False)

    def _boot(self) -> None:
        """Take the levels of all contacts and keys as they are at power-up, then listen."""
        self.take_levels(ticks_ms())
        for each in self.inputs:
            each.listen()

    def take_levels(self, now: int) -> None:
        """Let the clock begin with the levels as they are; what is closed is not obeyed."""
        contacts = self.contacts_a_lever
        for index in range(self.contact_count):
            is_closed = self.inputs[index].level == 1
            self.clock.boot_contact(index // contacts, index % contacts, is_closed, now)
        for key in range(KEY_COUNT):
            self.clock.boot_key(key, self.inputs[self.contact_count + key].level == 1, now)
