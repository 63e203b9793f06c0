"""Buses and pins between a driver and the models of chips, for CPython and MicroPython.

They count what passes and, on request, keep it. Nothing here allocates unless it keeps, so that
a driver can be tested with a locked heap.
"""

EIO = 5
ETIMEDOUT = 110


class I2C:
    """A bus with some devices.

    transactions, bytes   how many, and how many bytes went out with them, addresses included
    log                   the bytes of each write, address first, while `keeps` is set
    is_stuck              nobody is heard any more: the data line is held low
    answers               transactions until the device is gone; negative: it never goes
    """

    def __init__(self, devices):
        """Take a dict of devices by address."""
        self.devices = devices
        self.no_answer = OSError(EIO)
        self.timed_out = OSError(ETIMEDOUT)
        self.is_stuck = False
        self.answers = -1
        self.transactions = 0
        self.bytes = 0
        self.keeps = False
        self.log = []

    def clear(self):
        """Count from here."""
        self.transactions = 0
        self.bytes = 0
        self.log = []

    def _device(self, address):
        self.transactions += 1
        if self.is_stuck:
            raise self.timed_out
        device = self.devices.get(address)
        if device is None or not device.connected or self.answers == 0:
            raise self.no_answer
        if self.answers > 0:
            self.answers -= 1
        return device

    def writeto(self, address, data):
        """Send bytes in one transaction."""
        device = self._device(address)
        self.bytes += 1 + len(data)
        if self.keeps:
            self.log.append(bytes([address]) + bytes(data))
        device.write(data)
        return len(data)

    def readfrom_into(self, address, buffer):
        """Fill a buffer in one transaction."""
        device = self._device(address)
        self.bytes += 1 + len(buffer)
        device.read(buffer)


class SPI:
    """A bus to a chain; `log` keeps (places of the chain first) what was sent if `keeps`."""

    def __init__(self, chain):
        """Take the chain."""
        self.chain = chain
        self.transactions = 0
        self.bytes = 0
        self.keeps = False
        self.log = []

    def clear(self):
        """Count from here."""
        self.transactions = 0
        self.bytes = 0
        self.log = []

    def write(self, data):
        """Send bytes."""
        self.transactions += 1
        self.bytes += len(data)
        if self.keeps:
            self.log.append(bytes(data))
        self.chain.transfer(data)


class Select:
    """The select wire of a chain."""

    def __init__(self, chain):
        """Take the chain."""
        self.chain = chain

    def __call__(self, level):
        """Set the wire."""
        self.chain.select(level)


class Wire:
    """One open-drain wire to a TM1637; `writes` counts the levels put on it."""

    def __init__(self, chip, is_clock):
        """Begin released."""
        self.chip = chip
        self.is_clock = is_clock
        self.level = 1
        self.writes = 0

    def __call__(self, value=-1):
        """Read or write the wire."""
        if value < 0:
            return 0 if self.chip.pulls_down else self.level
        self.level = value
        self.writes += 1
        if self.is_clock:
            self.chip.clock(value)
        else:
            self.chip.data(value)
        return None
