"""MAX7219: modules of eight seven-segment digits, chained on SPI with one select line.

Every transaction shifts 16 bits (register, value) for each module through the chain and takes
them over when select rises; the module that nothing is meant for gets the no-op register. SPI has
no answer: a chip that is not there cannot be noticed, only written anew. Nothing here allocates.
"""

from micropython import const

from drivers.seven_segment import DOT, SEGMENTS

CELLS = const(8)
PLACES = const(2)

# Registers; 1 to 8 are the digits, from the right.
_DECODE = const(0x09)
_INTENSITY = const(0x0A)
_SCAN_LIMIT = const(0x0B)
_SHUTDOWN = const(0x0C)
_TEST = const(0x0F)


def _table() -> bytes:
    """Return the shape of each character as the chip orders it: bit 6 is a (top), bit 0 is g."""
    table = bytearray(128)
    for code in range(128):
        shape = SEGMENTS[code]
        turned = 0
        for bit in range(7):
            if shape >> bit & 1:
                turned |= 0x40 >> bit
        table[code] = turned
    return bytes(table)


_SHAPES = _table()
REFRESH_MS = const(5000)  # by then a display that lost its power for a moment is back


class MAX7219Chain:
    """Two modules on one select line; `displays` has a driver a place, 0 next to the controller.

    A module keeps its settings apart from the other's, so that either can be written anew.
    """

    def __init__(self, spi, select, brightness: int) -> None:
        """Take a bus with `write`, the select pin (an output), and the brightness, 0 to 15."""
        self.spi = spi
        self.select = select
        self.brightness = brightness
        self.buffer = bytearray(2 * PLACES)
        select(1)
        self.displays = (MAX7219(self, 0), MAX7219(self, 1))

    def write(self, place: int, register: int, value: int) -> None:
        """Set a register of one module; the other module gets a no-op."""
        buffer = self.buffer
        first = 2 * (PLACES - 1 - place)  # what is sent first goes on to the farthest module
        buffer[first] = register
        buffer[first + 1] = value
        self.select(0)
        self.spi.write(buffer)
        self.select(1)
        buffer[first] = 0
        buffer[first + 1] = 0


class MAX7219:
    """One display of a chain. `errors` stays 0: nothing on this bus can answer."""

    text_lines = 0  # it shows no text

    def __init__(self, chain: MAX7219Chain, place: int) -> None:
        """Take the chain and the place in it, 0 next to the controller."""
        self.chain = chain
        self.place = place
        self.cells = CELLS
        self.refresh_ms = REFRESH_MS
        self.level = chain.brightness  # what is wanted now
        self.has_level = False  # whether the chip was sent it
        self.wanted = bytearray(CELLS)
        self.shown = bytearray(CELLS)
        self.is_known = False  # whether `shown` is what the chip has
        self.errors = 0

    def load(self, cells: bytearray, marks: int = 0) -> None:
        """Take eight cells: ASCII, bit 7 for the separator after it; no room for marks."""
        for index in range(CELLS):
            code = cells[index]
            shape = _SHAPES[code & 0x7F]
            if code & 0x80:
                shape |= DOT
            self.wanted[index] = shape

    def set_dim(self, is_dim: bool) -> None:
        """Choose the lowest brightness, or that of the display set; the other module keeps its."""
        level = 0 if is_dim else self.chain.brightness
        if level != self.level:
            self.level = level
            self.has_level = False

    def forget(self) -> None:
        """Send everything anew, in case the chip has lost its power for a moment."""
        self.is_known = False

    def is_pending(self) -> bool:
        """Return whether the chip was not sent what is wanted."""
        return not self.is_known or not self.has_level or self.wanted != self.shown

    def push(self) -> bool:
        """Send the brightness and the digits that changed: at most 13 transactions of 4 bytes.

        Returns True always: the bus has no answer, so a chip that is gone is not noticed.
        """
        chain = self.chain
        place = self.place
        is_known = self.is_known
        if not is_known:
            chain.write(place, _TEST, 0)
            chain.write(place, _DECODE, 0)
            chain.write(place, _SCAN_LIMIT, CELLS - 1)
        if not is_known or not self.has_level:
            chain.write(place, _INTENSITY, self.level)
            self.has_level = True
        for index in range(CELLS):
            shape = self.wanted[index]
            if not is_known or shape != self.shown[index]:
                chain.write(place, CELLS - index, shape)
                self.shown[index] = shape
        if not is_known:
            chain.write(place, _SHUTDOWN, 1)
            self.is_known = True
        return True
