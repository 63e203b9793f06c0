"""HT16K33: the common backpack of four seven-segment digits and a colon, on I2C.

The chip has 16 bytes of display memory; the backpack wires the digits to bytes 0, 2, 6 and 8 and
the colon to bit 1 of byte 4. All of it goes out in one transaction of 18 bytes, 0.5 ms at
400 kHz. Only a bus that reports an error allocates.
"""

from micropython import const

from drivers.seven_segment import DOT, SEGMENTS

_OSCILLATOR_ON = b"\x21"
_DISPLAY_ON = b"\x81"
CELLS = const(4)
_BRIGHTNESS = const(0xE0)
_PLACES = b"\x01\x03\x07\x09"  # of each digit in the buffer, whose first byte is the address
_COLON_PLACE = const(5)
_COLON = const(0x02)
_COLON_CELL = const(1)
_LAST_CELL = const(3)
REFRESH_MS = const(5000)  # by then a display that lost its power for a moment is back


class HT16K33:
    """One display. `errors` counts transactions that the bus reported as failed."""

    text_lines = 0  # it shows no text

    def __init__(self, i2c, address: int, brightness: int) -> None:
        """Take a bus with `writeto`, the address (0x70 to 0x77) and the brightness, 0 to 15."""
        self.i2c = i2c
        self.address = address
        self.brightness = brightness
        self.dimming = bytearray([_BRIGHTNESS | brightness])
        self.cells = CELLS
        self.refresh_ms = REFRESH_MS
        self.buffer = bytearray(17)  # memory address 0, then the memory
        self.is_shown = False  # whether the chip has the buffer
        self.has_level = False  # whether the chip has the brightness
        self.is_set_up = False  # whether the chip is switched on
        self.errors = 0

    def load(self, cells: bytearray, marks: int = 0) -> None:
        """Take four cells: ASCII, bit 7 for the separator after it; there is no room for marks.

        The separator of the second cell is the colon, the others are the dots of their digits.
        """
        colon = 0
        for index in range(_LAST_CELL + 1):
            code = cells[index]
            shape = SEGMENTS[code & 0x7F]
            if code & 0x80:
                if index == _COLON_CELL:
                    colon = _COLON
                else:
                    shape |= DOT
            self._put(_PLACES[index], shape)
        self._put(_COLON_PLACE, colon)

    def set_dim(self, is_dim: bool) -> None:
        """Choose the lowest brightness, or that of the display set."""
        dimming = _BRIGHTNESS if is_dim else _BRIGHTNESS | self.brightness
        if dimming != self.dimming[0]:
            self.dimming[0] = dimming
            self.has_level = False

    def forget(self) -> None:
        """Send everything anew, in case the chip has lost its power for a moment."""
        self.is_set_up = False
        self.is_shown = False
        self.has_level = False

    def is_pending(self) -> bool:
        """Return whether the chip does not have what is wanted."""
        return not self.is_shown or not self.has_level

    def push(self) -> bool:
        """Send all that the chip does not have; return False if it did not answer."""
        try:
            if not self.is_set_up:
                self.i2c.writeto(self.address, _OSCILLATOR_ON)
            if not self.is_shown:
                self.i2c.writeto(self.address, self.buffer)
            if not self.has_level:
                self.i2c.writeto(self.address, self.dimming)
            if not self.is_set_up:
                self.i2c.writeto(self.address, _DISPLAY_ON)
        except OSError:
            self.errors = (self.errors + 1) & 0xFFFF
            self.forget()
            return False
        self.is_set_up = True
        self.is_shown = True
        self.has_level = True
        return True

    def _put(self, place: int, value: int) -> None:
        if self.buffer[place] != value:
            self.buffer[place] = value
            self.is_shown = False
