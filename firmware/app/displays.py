"""From the display set of a board to drivers: the one place that knows which chips there are."""

from clockcore.codes import MARKS_ON_COLON, MARKS_ON_DOTS, MARKS_ON_PANEL
from hal.i2c_bus import I2CBus
from machine import SPI, Pin

I2C_TIMEOUT_US = 2000  # unless the board says otherwise
ANSWER_TRIES = 60  # pushes until a display of any kind has all it needs


def marks_at_once(chosen: dict) -> int:
    """Return the marks that a display set shows at once (T37)."""
    if chosen["driver"] == "ssd1306":
        return MARKS_ON_PANEL
    return MARKS_ON_COLON if chosen.get("separators") == "colon" else MARKS_ON_DOTS


def open_i2c(board):
    """Return the I2C bus of a board, or None where it has none, or nothing of it is used.

    Its pins may then be those of other displays.
    """
    wires = getattr(board, "I2C", ())
    driver = board.DISPLAY_SETS[board.DISPLAY_SET]["driver"]
    is_used = driver == "ht16k33" or driver == "ssd1306" or getattr(board, "RTC", "")
    if not wires or not is_used:
        return None
    block, scl, sda, frequency = wires
    timeout_us = getattr(board, "I2C_TIMEOUT_US", I2C_TIMEOUT_US)
    return I2CBus(block, scl, sda, frequency, timeout_us)


def open_drivers(board, i2c) -> tuple:
    """Return a pair of drivers for every clock of the board, left and right."""
    chosen = board.DISPLAY_SETS[board.DISPLAY_SET]
    pairs = []
    for places in chosen["places"]:
        if chosen["driver"] == "max7219":
            pairs.append(_chain(board, chosen, places))
        else:
            pairs.append(tuple([_driver(chosen, place, i2c) for place in places]))
    return tuple(pairs)


def _driver(chosen: dict, place, i2c):
    # Only the driver that is needed is loaded.
    brightness = chosen["brightness"]
    if chosen["driver"] == "tm1637":
        from drivers.tm1637 import TM1637

        clock, data = place
        return TM1637(
            Pin(clock, Pin.OPEN_DRAIN, value=1),
            # The chip's own pull-up: a module that is pulled off takes its resistors along, and a
            # wire that floats keeps the 0 of its last bit, which reads as an answer.
            Pin(data, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1),
            chosen["order"],
            brightness,
        )
    if chosen["driver"] == "ht16k33":
        from drivers.ht16k33 import HT16K33

        return HT16K33(i2c, place, brightness)
    from drivers.ssd1306 import SSD1306

    return SSD1306(i2c, place, brightness)


def _chain(board, chosen: dict, places: tuple) -> tuple:
    from drivers.max7219 import MAX7219, MAX7219Chain

    block, sck, mosi, frequency = board.SPI
    spi = SPI(block, baudrate=frequency, sck=Pin(sck), mosi=Pin(mosi), miso=None)
    select = Pin(places[0][0], Pin.OUT, value=1)
    chain = MAX7219Chain(spi, select, chosen["brightness"])
    return tuple([MAX7219(chain, place) for _, place in places])


def show_word(pairs, word: bytes) -> None:
    """Put a word on every display, right-aligned and bright, when there is no clock to do it.

    `pairs` are the pairs of drivers, or the `DisplayPair`s of a clock that has stopped.
    """
    for pair in pairs:
        for driver in getattr(pair, "drivers", pair):
            cells = bytearray(b" " * driver.cells)
            cells[driver.cells - len(word) :] = word
            driver.load(cells, 0)
            driver.set_dim(False)
            for _ in range(ANSWER_TRIES):
                if not driver.is_pending() or not driver.push():
                    break
