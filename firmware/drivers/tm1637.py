"""TM1637: six (or four) seven-segment digits on two wires.

The chip's bus looks like I2C but has no address: a start (data falls while the clock is high),
bytes with the low bit first, an acknowledge by the chip after each, a stop. Only digits that
changed are sent, as one run of addresses, so a call is at most 9 bytes: 1.4 ms on an RP2040. The
brightness comes with the command that switches on.
Nothing here allocates.
"""

from micropython import const

from drivers.seven_segment import DOT, SEGMENTS

_AUTO_ADDRESS = const(0x40)
_FIRST_ADDRESS = const(0xC0)
_DISPLAY_ON = const(0x88)
REFRESH_MS = const(5000)  # by then a display that lost its power for a moment is back


class TM1637:
    """One display. `errors` counts bytes that no chip acknowledged."""

    text_lines = 0  # it shows no text

    def __init__(self, clk, dio, order: tuple, brightness: int) -> None:
        """Take two open-drain pins, the address of each digit from the left, and 0 to 7."""
        self.clk = clk
        self.dio = dio
        self.order = order
        self.cells = len(order)
        self.refresh_ms = REFRESH_MS
        self.brightness = brightness
        self.level = brightness  # what is wanted now
        self.has_level = False  # whether the chip has it
        self.wanted = bytearray(len(order))
        self.shown = bytearray(len(order))
        self.is_known = False  # whether `shown` is what the chip has
        self.errors = 0
        clk(1)
        dio(1)

    def load(self, cells: bytearray, marks: int = 0) -> None:
        """Take the cells to show: ASCII, bit 7 for the separator after it; no room for marks."""
        order = self.order
        for index in range(len(order)):
            code = cells[index]
            shape = SEGMENTS[code & 0x7F]
            if code & 0x80:
                shape |= DOT
            self.wanted[order[index]] = shape

    def set_dim(self, is_dim: bool) -> None:
        """Choose the lowest brightness, or that of the display set."""
        level = 0 if is_dim else self.brightness
        if level != self.level:
            self.level = level
            self.has_level = False

    def forget(self) -> None:
        """Send everything anew, in case the chip has lost its power for a moment."""
        self.is_known = False

    def is_pending(self) -> bool:
        """Return whether the chip does not have what is wanted."""
        return not self.is_known or not self.has_level or self.wanted != self.shown

    def push(self) -> bool:
        """Send what changed, digits first; return False if the chip did not answer."""
        wanted = self.wanted
        shown = self.shown
        last = len(wanted) - 1
        first = 0
        if self.is_known:
            while first <= last and wanted[first] == shown[first]:
                first += 1
            while last > first and wanted[last] == shown[last]:
                last -= 1
        answered = True
        if not self.is_known:
            self.has_level = False
            answered = self._command(_AUTO_ADDRESS)
        if first <= last:
            self._start()
            answered = self._byte(_FIRST_ADDRESS | first) and answered
            while first <= last:
                answered = self._byte(wanted[first]) and answered
                shown[first] = wanted[first]
                first += 1
            self._stop()
        if not self.has_level:
            answered = self._command(_DISPLAY_ON | self.level) and answered
        self.is_known = self.has_level = answered
        return answered

    def _command(self, value: int) -> bool:
        self._start()
        answered = self._byte(value)
        self._stop()
        return answered

    def _start(self) -> None:
        self.dio(0)
        self.clk(0)

    def _stop(self) -> None:
        self.dio(0)
        self.clk(1)
        self.dio(1)

    def _byte(self, value: int) -> bool:
        """Send a byte; leave the clock low; return whether the chip pulled the line down."""
        clk = self.clk
        dio = self.dio
        for _ in range(8):
            dio(value & 1)
            clk(1)
            clk(0)
            value >>= 1
        dio(1)
        clk(1)
        answered = dio() == 0
        clk(0)
        if not answered:
            self.errors = (self.errors + 1) & 0xFFFF
        return answered
