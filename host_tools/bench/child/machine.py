"""Stands in for the device's `machine`: pins, PWM, buses, ADC, watchdog, resets."""

from world import world

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5


class Pin:
    """A pin; `outside` is what drives it from outside, `out` what the firmware put on it.

    on_write    called with every level that is written: the chip at the other end
    pulled_by   a chip whose `pulls_down` makes the pin read 0
    """

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
        self.on_write = before.on_write if before else None
        self.pulled_by = before.pulled_by if before else None
        world.pins[number] = self
        if value is not None:
            self(value)

    def __call__(self, value=-1):
        """Read the pin, or write it."""
        if value < 0:
            if self.mode == Pin.IN or self.mode < 0:
                return self.outside
            if self.pulled_by is not None and self.pulled_by.pulls_down:
                return 0
            return self.out
        self.out = value
        world.writes += 1
        if self.on_write is not None:
            self.on_write(value)
        return None

    value = __call__

    def init(self, mode=-1, pull=-1, value=None):
        """Change the mode; what is wired to it stays."""
        self.mode = mode
        if value is not None:
            self(value)

    def irq(self, handler=None, trigger=3, hard=False):
        """Call `handler` at every edge."""
        self.handler = handler


class PWM:
    """A tone on a pin, or a dimmed lamp."""

    def __init__(self, pin):
        """Claim a pin, silent."""
        self.pin = pin
        self.hz = 0
        self.duty = 0

    def freq(self, hz):
        """Set the frequency in Hz."""
        self.hz = hz
        self._apply()

    def duty_u16(self, duty):
        """Set the duty, 0 to 65535."""
        self.duty = duty
        self._apply()

    def _apply(self):
        if self.pin.number == world.buzzer_pin:
            world.tone(self.hz if self.duty else 0)
        else:
            self.pin.out = 1 if self.duty else 0


class _Bus:
    """A bus with the devices of `world.i2c`, by address."""

    def writeto(self, address, data):
        """Send `data` in one transaction; OSError if nobody answers."""
        device = self._device(address)
        world.bus_bytes += len(data) + 1
        device.write(data)
        if device is world.rtc and len(data) > 1 and data[0] == 0:
            world.rtc_at = world.now  # writing its seconds begins a second
        return len(data)

    def readfrom_into(self, address, buffer):
        """Fill `buffer`; OSError if nobody answers."""
        device = self._device(address)
        world.bus_bytes += len(buffer) + 1
        device.read(buffer)

    def readfrom_mem_into(self, address, register, buffer):
        """Fill `buffer` from a register on; OSError if nobody answers."""
        device = self._device(address)
        world.bus_bytes += len(buffer) + 3
        world.register[0] = register
        device.write(world.register)
        device.read(buffer)

    def writeto_mem(self, address, register, data):
        """Send a register's number and `data`; OSError if nobody answers."""
        self.writeto(address, bytes([register]) + bytes(data))

    def _device(self, address):
        if world.sda_stuck:
            world.bus_errors += 1
            raise world.timed_out
        device = world.i2c.get(address)
        if device is None or not device.connected:
            world.bus_errors += 1
            raise world.no_answer
        if device is world.rtc:
            world.count_rtc()
        return device


_bus = _Bus()


def I2C(block, scl, sda, freq=400_000, timeout=50_000):  # noqa: N802 - the device's name
    """Claim the wires; there is one bus object a block, as on a microcontroller."""
    scl.mode = sda.mode = -1
    return _bus


class SPI:
    """A bus that only sends, to every chain on it; each takes what comes while selected."""

    def __init__(self, block, baudrate=1_000_000, sck=None, mosi=None, miso=None):
        """Claim the wires."""
        self.block = block

    def write(self, data):
        """Send `data`."""
        world.bus_bytes += len(data)
        for chain in world.spi:
            chain.transfer(data)


class ADC:
    """An analog input; `world.adc_mv` says how many mV are on each pin."""

    def __init__(self, pin):
        """Claim a pin."""
        self.number = pin.number

    def read_u16(self):
        """Return the reading, 65535 for 3.3 V."""
        return min(world.adc_mv.get(self.number, 0), 3300) * 65535 // 3300


class _Dog:
    def feed(self):
        """Put the bite off."""
        world.fed_at = world.now


_dog = _Dog()


def WDT(id=0, timeout=5000):  # noqa: N802 - the device's names
    """Arm the watchdog; there is one, as on a microcontroller."""
    world.dog_ms = timeout
    world.dog_bites = world.has_dog
    world.fed_at = world.now
    return _dog


class RTC:
    """The chip's clock, of which only the memory that survives a reset is used."""

    def memory(self, data=None):
        """Return what is kept, or keep `data`."""
        if data is None:
            return bytes(world.kept[: world.kept_length])
        for index in range(len(data)):
            world.kept[index] = data[index]
        world.kept_length = len(data)
        return None


def reset_cause():
    """Return why the board started."""
    return world.cause


def reset():
    """Start anew; like an RP2040, which uses its watchdog for it."""
    world.reset("software")
