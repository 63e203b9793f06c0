"""Stands in for the device's `machine`: pins, PWM and UART of the virtual board."""

from world import world


class Pin:
    """A pin; `outside` is what drives it from outside, `out` what the firmware put on it."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 1
    IRQ_RISING = 2

    def __init__(self, number, mode=-1, pull=-1, value=None):
        """Claim a pin; what is wired to it stays."""
        self.number = number
        self.mode = mode
        before = world.pins.get(number)
        self.outside = before.outside if before else 1
        self.out = 1 if mode == Pin.OPEN_DRAIN else 0
        self.handler = None
        self.chip = before.chip if before else None
        self.is_clock = before.is_clock if before else False
        world.pins[number] = self
        if value is not None:
            self(value)

    def __call__(self, value=-1):
        """Read the pin, or write it."""
        if value < 0:
            if self.mode == Pin.IN:
                return self.outside
            if self.chip is not None and not self.is_clock and self.chip.pulls_down:
                return 0
            return self.out
        self.out = value
        world.writes += 1
        chip = self.chip
        if chip is not None:
            if self.is_clock:
                chip.clock(value)
            else:
                chip.data(value)
        return None

    value = __call__

    def irq(self, handler=None, trigger=3, hard=False):
        """Call `handler` at every edge."""
        self.handler = handler


class PWM:
    """A tone on a pin."""

    def __init__(self, pin):
        """Claim a pin, silent."""
        self.pin = pin
        self.hz = 0
        self.duty = 0

    def freq(self, hz):
        """Set the frequency in Hz."""
        self.hz = hz
        world.tone(self.hz if self.duty else 0)

    def duty_u16(self, duty):
        """Set the duty, 0 to 65535."""
        self.duty = duty
        world.tone(self.hz if duty else 0)


class UART:
    """The serial line to the host."""

    def __init__(self, number, baudrate=115200):
        """Open the line."""
        self.number = number

    def any(self):
        """Return how many bytes wait."""
        return (world.rx_head - world.rx_tail) % len(world.rx)

    def readinto(self, buffer):
        """Take waiting bytes into `buffer`; return how many."""
        count = min(self.any(), len(buffer))
        for index in range(count):
            buffer[index] = world.rx[world.rx_tail]
            world.rx_tail = (world.rx_tail + 1) % len(world.rx)
        return count

    def write(self, data):
        """Send bytes."""
        world.send(data)
