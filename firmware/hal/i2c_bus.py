"""An I2C bus that looks at its lines before it uses them.

A display that hangs may hold a line low for ever. The chips' own drivers wait then, some for
milliseconds, some for seconds; asked beforehand, the bus costs nothing.
"""

from time import sleep_us

from machine import I2C, Pin
from micropython import const

TIMED_OUT = const(110)  # errno of a bus that does not come free
CLOCKS = const(9)  # a chip that was cut off in the middle of a byte lets go after so many
HALF_US = const(5)


class I2CBus:
    """`writeto` and `readfrom_into` of `machine.I2C`, which raise OSError at once on a stuck bus.

    stuck  how often a line was found low, wrapping at 2**16
    """

    def __init__(self, block: int, scl: int, sda: int, frequency: int, timeout_us: int) -> None:
        """Open the bus; `timeout_us` bounds a transaction in which a line gets stuck."""
        self.block = block
        self.frequency = frequency
        self.timeout_us = timeout_us
        self.scl = Pin(scl)  # as they are: to be read, and to help a chip that got stuck
        self.sda = Pin(sda)
        self.bus = self._open()
        self.stuck = 0
        self.error = OSError(TIMED_OUT)  # made once, so that raising it allocates nothing

    def writeto(self, address: int, data: bytearray) -> None:
        """Send `data` in one transaction."""
        self._look()
        self.bus.writeto(address, data)

    def readfrom_into(self, address: int, data: bytearray) -> None:
        """Fill `data` in one transaction."""
        self._look()
        self.bus.readfrom_into(address, data)

    def _open(self):
        return I2C(
            self.block, scl=self.scl, sda=self.sda, freq=self.frequency, timeout=self.timeout_us
        )

    def _look(self) -> None:
        if self.sda() and self.scl():
            return
        self.stuck = (self.stuck + 1) & 0xFFFF
        self._free()
        raise self.error

    def _free(self) -> None:
        """Clock a chip that holds the data line to the end of its byte; the next try tells.

        100 us. Microcontrollers keep one bus object a block, so opening it anew allocates nothing.
        """
        self.scl.init(Pin.OPEN_DRAIN, value=1)
        for _ in range(CLOCKS):
            self.scl(0)
            sleep_us(HALF_US)
            self.scl(1)
            sleep_us(HALF_US)
        self.bus = self._open()
