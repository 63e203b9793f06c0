"""An I2C bus that looks at its lines before it uses them.

A display that hangs may hold a line low for ever. The chips' own drivers wait then, some for
milliseconds, some for seconds; asked beforehand, the bus costs nothing.
"""

from machine import I2C, Pin
from micropython import const

TIMED_OUT = const(110)  # errno of a bus that does not come free


class I2CBus:
    """`writeto` and `readfrom_into` of `machine.I2C`, which raise OSError at once on a stuck bus.

    stuck  how often a line was found low, wrapping at 2**16
    """

    def __init__(self, block: int, scl: int, sda: int, frequency: int, timeout_us: int) -> None:
        """Open the bus; `timeout_us` bounds a transaction in which a line gets stuck."""
        self.bus = I2C(block, scl=Pin(scl), sda=Pin(sda), freq=frequency, timeout=timeout_us)
        self.scl = Pin(scl)  # as they are: only to be read
        self.sda = Pin(sda)
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

    def _look(self) -> None:
        if not self.sda() or not self.scl():
            self.stuck = (self.stuck + 1) & 0xFFFF
            raise self.error
