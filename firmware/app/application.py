"""Composition root: from a board definition to a running clock."""

import board_def
from clockcore.clock import KEY_COUNT, ChessClock
from clockcore.codes import PLUNGERS, ROCKER
from clockcore.ticks import ticks_ms
from drivers.tm1637 import TM1637
from hal.contact_input import EdgeInput, EdgeRing
from hal.display_pair import DisplayPair
from hal.idle import Idle
from hal.serial_line import SerialLine
from hal.sounder import Sounder
from machine import Pin

from app.console import Console
from app.tick_loop import TickLoop


class Application:
    """Everything that runs on one board.

    current  the running application, for a debugger; None until `main` has built it
    """

    current: "Application | None" = None

    def __init__(self, board) -> None:
        """Build drivers, hardware layer and clock from the constants of `board`."""
        games = len(board.LEVERS)
        lever = ROCKER if board.LEVER == "rocker" else PLUNGERS
        self.clock = ChessClock(games, lever, board.DISPLAY_CELLS)
        self.ring = EdgeRing()
        inputs: list = []
        for pins in board.LEVERS:
            for pin in pins:
                inputs.append(EdgeInput(pin, len(inputs), self.ring, board.HARD_IRQ))
        self.contact_count = len(inputs)
        for pin in board.KEYS:
            inputs.append(EdgeInput(pin, len(inputs), self.ring, board.HARD_IRQ))
        self.inputs = tuple(inputs)
        self.displays = tuple([self._pair(board, index) for index in range(games)])
        self.sounder = Sounder(board.BUZZER)
        self.console = Console(SerialLine(board.CONSOLE_UART), self.clock, board.NAME)
        self.idle = Idle(board.IDLE_MS)
        self._boot(board)
        self.loop = TickLoop(self)

    def _pair(self, board, index: int) -> DisplayPair:
        drivers = []
        lamps = []
        for side in range(2):
            clk, dio = board.DISPLAYS[index][side]
            drivers.append(
                TM1637(
                    Pin(clk, Pin.OPEN_DRAIN, value=1),
                    Pin(dio, Pin.OPEN_DRAIN, value=1),
                    board.DISPLAY_ORDER,
                    board.DISPLAY_BRIGHTNESS,
                )
            )
            lamps.append(Pin(board.LAMPS[index][side], Pin.OUT, value=0))
        return DisplayPair(self.clock.frames[index], tuple(drivers), tuple(lamps))

    def _boot(self, board) -> None:
        """Take the levels of all contacts and keys as they are at power-up, then listen."""
        now = ticks_ms()
        contacts = len(board.LEVERS[0])
        for index in range(self.contact_count):
            is_closed = self.inputs[index].level == 1
            self.clock.boot_contact(index // contacts, index % contacts, is_closed, now)
        for key in range(KEY_COUNT):
            self.clock.boot_key(key, self.inputs[self.contact_count + key].level == 1, now)
        for each in self.inputs:
            each.listen()


def main() -> None:
    """Build the clock of this board and run it for ever."""
    application = Application(board_def)
    Application.current = application
    application.loop.run()
