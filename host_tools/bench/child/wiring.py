"""Puts the models of chips at the end of the wires of a board."""

from binascii import hexlify

import chips
from machine import Pin


class Segments:
    """A display of digits: `read()` gives the segments as they light up, left digit first.

    `light()` is its brightness.
    """

    def __init__(self, chip, order, place):
        """Take the chip; the address of each digit if it has an order, the place in a chain."""
        self.chip = chip
        self.order = order
        self.place = place

    def read(self):
        """Return a list of segment bytes."""
        if self.order is not None:
            lit = self.chip.segments()
            return [lit[address] for address in self.order]
        if self.place is not None:
            return list(self.chip.segments(self.place))
        return list(self.chip.segments())

    def light(self):
        """Return the brightness that the chip was told, -1 while it lights nothing."""
        return self.chip.light() if self.place is None else self.chip.light(self.place)


class InChain:
    """One module of a chain, to be pulled off."""

    def __init__(self, chain, place):
        """Take the chain and the place in it."""
        self.chain = chain
        self.place = place

    def connect(self, connected):
        """Pull it off, with what is behind it, or put it back."""
        self.chain.connect(connected, self.place)


class Pixels:
    """A panel: `read()` gives its 1 024 bytes as hexadecimal text, `light()` its contrast."""

    def __init__(self, chip):
        """Take the chip."""
        self.chip = chip

    def read(self):
        """Return the pixels in the order of the pages, 2 048 hexadecimal digits."""
        return hexlify(self.chip.pixels()).decode()

    def light(self):
        """Return the contrast that the chip was told, -1 while it lights nothing."""
        return self.chip.light()


def wire_displays(world, board):
    """Wire the display set of `board`, and the real-time clock if it has one."""
    chosen = board.DISPLAY_SETS[board.DISPLAY_SET]
    driver = chosen["driver"]
    shared = {}
    for pair in chosen["places"]:
        chain = chips.MAX7219Chain() if driver == "max7219" else None
        for place in pair:
            if driver == "tm1637":
                chip = chips.TM1637(chosen["cells"])
                _wire_two(chip, place, shared)
                world.views.append(Segments(chip, chosen["order"], None))
            elif driver == "max7219":
                chip = InChain(chain, place[1])
                select = Pin(place[0], Pin.OUT, value=1)
                select.on_write = chain.select
                if chain not in world.spi:
                    world.spi.append(chain)
                world.views.append(Segments(chain, None, place[1]))
            elif driver == "ht16k33":
                chip = chips.HT16K33()
                world.i2c[place] = chip
                world.views.append(Segments(chip, None, None))
            else:
                chip = chips.SSD1306()
                world.i2c[place] = chip
                world.views.append(Pixels(chip))
            world.chips.append(chip)
    if driver in ("ht16k33", "ssd1306") or getattr(board, "RTC", ""):
        world.sda_pin = board.I2C[2]
        Pin(board.I2C[1]).on_write = world.scl_changed
    if getattr(board, "RTC", ""):
        world.rtc = world.i2c[0x68] = chips.DS3231()


class OneClock:
    """Chips that share one clock wire: each takes every level of it."""

    def __init__(self, chips_of_it):
        """Take the list of chips; more may come to it."""
        self.chips_of_it = chips_of_it

    def clock(self, level):
        """Give a level of the clock wire to every chip."""
        for chip in self.chips_of_it:
            chip.clock(level)


def _wire_two(chip, place, shared):
    """Wire a chip; `shared` holds the chips of each clock pin so far."""
    clock, data = place
    on_wire = shared.setdefault(clock, [])
    on_wire.append(chip)
    Pin(clock).on_write = chip.clock if len(on_wire) == 1 else OneClock(on_wire).clock
    pin = Pin(data)
    pin.on_write = chip.data
    pin.pulled_by = chip
