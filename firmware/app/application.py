"""Composition root: from a board definition to a running clock."""

import gc
import sys

from clockcore.clock import KEY_COUNT, ChessClock
from clockcore.ticks import ticks_ms
from hal.contact_input import EdgeRing
from hal.idle import Idle
from hal.sounder import Sounder
from hal.watchdog import Watchdog

from app.console import Console
from app.tick_loop import TickLoop

WORD_REPL = b"rEPL"

NOT_FOR_PLAY = (
    "app.building",
    "app.commands",
    "app.displays",
    "app.keeping",
    "app.memory",
    "board_def",
    "hal.store",
    "clockcore.arbiter",
    "clockcore.code_names",
    "clockcore.control_dict",
    "clockcore.control_rules",
    "clockcore.gestures",
    "clockcore.keeper",
    "clockcore.laying_out",
    "clockcore.presets",
    "clockcore.settings_rules",
    "clockcore.snapshot",
    "drivers.panel_drawing",
    "drivers.panel_text",
    "hal.teller",
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

class Application:
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
        from app.building import (
            lever_kind,
            open_battery,
            open_displays,
            open_inputs,
            open_line,
            open_rtc,
        )
        from app.displays import marks_at_once, open_i2c

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
        marks = marks_at_once(chosen)
        self.clock = ChessClock(games, lever_kind(board), chosen["cells"], marks)
        self.ring = EdgeRing()
        self.contacts_a_lever = len(board.LEVERS[0])
        self.contact_count = games * self.contacts_a_lever
        self.inputs = open_inputs(board, self.ring)
        i2c = open_i2c(board)
        self.displays = open_displays(board, i2c, self.clock.frames)
        # After the displays: on an RP2040 some versions of MicroPython take a pin for the SPI's
        # input, though it has none, and it may be the buzzer's.
        self.sounder = Sounder(board.BUZZER)
        self.battery = open_battery(board)
        self.rtc = open_rtc(board, i2c)
        self.watchdog = Watchdog()
        self.console = Console(open_line(board), self)
        self.idle = Idle(board.IDLE_MS, board.IDLE_STEP_MS, self.ring)
        self._boot()
        self.clock.openers.append(self.keeper)
        from app.memory import recall

        recall(self)
        self.loop = TickLoop(self)

    def keeper(self):
        """Return the `Keeping` of this clock, loaded when something is to be kept."""
        from app.keeping import Keeping

        return Keeping(self)

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

    def slim(self) -> None:
        """Give back the memory of modules that play does not need; they come back when asked."""
        self.clock.give_back()
        if not self.clock.arbiter:
            self.drop(FOR_ARBITER)
        self.drop(NOT_FOR_PLAY)
        self.sounder.prepare(self.clock.settings.tell)
        gc.collect()

    def drop(self, names: tuple) -> None:
        """Forget modules by their names; they are loaded anew when they are imported."""
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
