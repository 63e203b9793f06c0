"""Composition root: from a board definition to a running clock."""

import gc
import json
import sys

from clockcore.clock import KEY_COUNT, ChessClock, Keeper
from clockcore.codes import PLUNGERS, READY, ROCKER, SETUP
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

KEPT_GAMES = "kept_games.json"
WORD_REPL = b"rEPL"
# For displays of six cells and more, and for fewer.
NOTICE_LOST = (b"LoSt", b"LoSt")  # a game that was kept cannot be read
NOTICE_RESET = (b"rESEt", b"rESt")  # the clock crashed or hung; what ran is lost
NOTICE_STUCK = (b"StUCk", b"StUC")  # a contact or key has been closed since power-up

NOT_FOR_PLAY = (
    "app.commands",
    "app.displays",
    "board_def",
    "hal.store",
    "clockcore.arbiter",
    "clockcore.control_dict",
    "clockcore.presets",
    "clockcore.snapshot",
)


def _kept_games():
    from hal.store import Store

    return Store(KEPT_GAMES)


def _open_rtc(i2c):
    from drivers.ds3231 import DS3231
    from hal.rtc import RealTimeClock

    return RealTimeClock(DS3231(i2c))


class Application(Keeper):
    """Everything that runs on one board.

    current   the running application, for a debugger; None until it has been built
    restored  what became of a game that was kept: "", "restored", or why it could not be
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
        self.needs_reset = False
        self.has_kept = False
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
        self._restore()
        self._notice()
        self.clock.keeper = self
        self.loop = TickLoop(self)

    def keep_games(self) -> None:
        """Keep games that are under way, for the next start; OSError if there is no room."""
        for game in self.clock.table.games:
            if game.state != SETUP and game.state != READY:
                self.needs_reset = True
        if self.needs_reset:
            _kept_games().save(json.dumps(self.clock.keep()))

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

    def forget(self) -> None:
        """Forget kept games: they go on, or are given up. Called while no side runs."""
        if self.has_kept:
            self.has_kept = False
            _kept_games().remove()

    def _restore(self) -> None:
        """Take games that were kept: the arbiter finds them stopped, as they were.

        They stay kept until they go on or are given up. What cannot be taken is put aside, so
        that somebody can still read it, and the displays say that a game was lost.
        """
        store = _kept_games()
        try:
            kept = store.load()
            if kept is None:
                return
            self.clock.restore(json.loads(kept), ticks_ms())
            self.restored = "restored"
            self.has_kept = True
        except ValueError as error:  # StoreError, ControlError, or no JSON
            self.restored = str(error)
            store.put_aside()
            self.clock.notice = NOTICE_LOST

    def _notice(self) -> None:
        """Say on the displays what the start has found, the worst thing first."""
        if self.clock.notice is not None:
            return
        if self.note.bad_resets:
            self.clock.notice = NOTICE_RESET
            return
        for each in self.inputs:
            if each.is_stuck:
                self.clock.notice = NOTICE_STUCK

    def slim(self) -> None:
        """Give back the memory of modules that play does not need; they come back when asked."""
        for name in NOT_FOR_PLAY:
            if name in sys.modules:
                del sys.modules[name]
                package, _, module = name.rpartition(".")
                if package and hasattr(sys.modules[package], module):
                    delattr(sys.modules[package], module)
        gc.collect()

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
