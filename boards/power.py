"""What a board draws, how long batteries last, and the low mark that leaves ten hours.

Every figure stands here once, with its source; the READMEs' tables are made from it. A source
names a data sheet or a vendor's page, or says "planning figure" and why; none is measured here.
They err on the side of a larger draw.

The sum. `rail_ma` is the draw at 3.3 V: board + display modules, two a clock + a lit lamp a
clock (one at a time) + the buzzer's share. A switching supply (Pico) takes from the battery

    battery_ma = rail_ma * 3300 / (EFFICIENCY * mV at its input)

a linear one (ESP32 boards) takes `rail_ma` at any voltage. A battery is a curve: millivolts of a
cell under load over the used part of its charge. It ends where the cell or the board's input
does (`end_part`). Ten hours before that the used part is

    mark_part = end_part - 10 h * battery_ma / capacity_mah

and the voltage there, times the cells, less the diode, is the mark of that pair of set and
battery. A pair whose mark would come in the first fifth of the battery gets none. The board's
mark is the highest of the sets on the first battery that is named for it, with a margin of 50 mV
for divider and converter, rounded up to 50 mV.
`hours_left` then tells for every pair what the board's mark leaves. A pair that does not leave
ten hours (FIDE's equipment rules, E3 and E14), or that is low within its first hour, is one for
mains or a power bank. A set all of whose pairs are such has no battery in the tables and drawings.

    python -m boards.power NAME    prints what BATTERY of the board NAME should be at the least
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from boards.schema import BoardError, load_board

RAIL_MV = 3300
EFFICIENCY = 0.85  # of a switching supply: planning figure, no curve fits every load and voltage
HOURS_LEFT = 10
HOURS_FRESH = 1  # what a fresh battery lasts, at the least, before it is called low
FIRST_PART = 0.2  # a clock that calls its battery low at once is of no use
MARK_STEP_MV = 50
MARGIN_MV = 50  # what divider and converter may read too much
MEAN_SEGMENTS = 4.9  # lit in a digit, the mean of 0 to 9: (6+2+5+5+4+5+6+3+7+6) / 10
BANK_MAH = 10_000
BANK_CELL_MV = 3700
BANK_EFFICIENCY = 0.85  # planning figure, makers do not tell
USB_MV = 5000


@dataclass(frozen=True)
class Draw:
    """A consumer: what it is, mA at 3.3 V, and where the figure is from."""

    name: str
    milliamperes: float
    source: str


@dataclass(frozen=True)
class Module:
    """A kind of display module for a driver, two of which make a clock.

    volts       "3.3" or "5": what it is fed with
    casual      why it is not for rated play (FIDE's E9 to E11), "" if it can be
    """

    driver: str
    cells: int
    name: str
    volts: str
    casual: str
    source: str


@dataclass(frozen=True)
class Battery:
    """Cells in series.

    curve      (used part of the charge, mV of a cell), falling
    capacity   (mA, mAh at that draw), one or two points
    cell_end_mv  where the cell is to be left alone
    """

    name: str
    cells: int
    curve: tuple[tuple[float, int], ...]
    capacity: tuple[tuple[int, int], ...]
    cell_end_mv: int
    source: str


@dataclass(frozen=True)
class Supply:
    """How a board is fed.

    linear       whether its regulator is a linear one
    diode_mv     lost before the pin that takes the battery
    lowest_mv    lowest voltage at that pin
    rail_limit_ma  what its 3.3 V pin can give, the board's own draw included
    """

    linear: bool
    diode_mv: int
    lowest_mv: int
    rail_limit_ma: int
    batteries: tuple[Battery, ...]
    source: str


ALKALINE_CURVE = (
    (0.0, 1560),
    (0.04, 1468),
    (0.08, 1414),
    (0.12, 1380),
    (0.16, 1354),
    (0.20, 1332),
    (0.27, 1301),
    (0.40, 1265),
    (0.50, 1235),
    (0.60, 1205),
    (0.70, 1170),
    (0.80, 1125),
    (0.90, 1040),
    (1.0, 800),
)
NIMH_CURVE = tuple(
    zip(
        (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
        (1420, 1315, 1274, 1266, 1263, 1257, 1254, 1244, 1231, 1194, 1004),
        strict=True,
    )
)
LI_ION_CURVE = tuple(
    zip(
        (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
        (4032, 3936, 3842, 3764, 3680, 3602, 3532, 3449, 3372, 3146, 2502),
        strict=True,
    )
)
_ALKALINE_SOURCE = (
    "capacity: PowerStream's discharge tests of a Duracell Coppertop, 2.2 Ah at 100 mA and 1.3 Ah"
    " at 500 mA;"
    " curve: Duracell's MN1500 sheet at 100 mA, digitized to 27 % used, from there its slope"
    " continued and rounded up, which makes the mark come early"
)
_NIMH_SOURCE = "curve: Panasonic BK-1100FHU as in Zephyr's battery.h; least capacity of the label"
_LI_ION_SOURCE = "curve: Panasonic NCR18650BF as in Zephyr's battery.h; a cell of 2600 mAh"


def _alkaline(cells: int) -> Battery:
    points = ((100, 2200), (500, 1300))
    return Battery(f"{cells} AA alkaline", cells, ALKALINE_CURVE, points, 900, _ALKALINE_SOURCE)


def _nimh(cells: int) -> Battery:
    points = ((100, 1900),)
    return Battery(f"{cells} AA NiMH of 1900 mAh", cells, NIMH_CURVE, points, 1004, _NIMH_SOURCE)


LI_ION = Battery(
    "1 Li-ion 18650 of 2600 mAh", 1, LI_ION_CURVE, ((100, 2600),), 3000, _LI_ION_SOURCE
)

_PICO_SUPPLY = Supply(
    linear=False,
    diode_mv=300,
    lowest_mv=1800,
    rail_limit_ma=300,
    batteries=(_alkaline(3), _nimh(3), LI_ION),
    source="Pico data sheet, pinout: VSYS 1.8 to 5.5 V, and less than 300 mA out of 3V3"
    " recommended, which here includes the board's own draw; 1N5817: 0.3 V is a planning figure"
    " for 0.1 to 0.2 A, its data sheet says at most 0.45 V at 1 A",
)
_LINEAR_SUPPLY = Supply(
    linear=True,
    diode_mv=0,
    lowest_mv=4500,
    rail_limit_ma=800,
    batteries=(_alkaline(4), _nimh(4)),
    source="AMS1117-3.3 data sheet: drops 1.1 V, at most 1.3 V, at 0.8 A, which is taken as its"
    " limit; 4.5 V is a planning figure, for about a third of that is drawn here. Espressif's"
    " ESP32-S3-DevKitC-1 has an SGM2212 instead, whose figures were not looked up",
)
SUPPLIES: dict[str, Supply] = {
    "rp2040": _PICO_SUPPLY,
    "rp2040_w": _PICO_SUPPLY,
    "esp32": _LINEAR_SUPPLY,
    "esp32s3": _LINEAR_SUPPLY,
}

_RP2040 = Draw(
    "RP2040 at 125 MHz, flash, regulator",
    30,
    "planning figure: the Pico data sheet tells 10 mA at 5 V for the boot loader and 87 mA for"
    " a video demo, nothing for a program like this",
)
BOARD_DRAWS: dict[str, tuple[Draw, ...]] = {
    "rp2040": (_RP2040,),
    "rp2040_w": (
        _RP2040,
        Draw("radio chip, never started", 1, "planning figure: the chip is kept off"),
    ),
    "esp32": (
        Draw(
            "ESP32 at 160 MHz, radio off",
            44,
            "ESP32 data sheet, Power Consumption by Power Modes, modem-sleep at 160 MHz, dual"
            " core: 27 to 44 mA",
        ),
        Draw(
            "USB bridge, regulator, power LED",
            27,
            "CP2102 data sheet: 20 mA, 26 at most, less without a host; AMS1117 data sheet: 5 mA,"
            " 11 at most; LED 2 mA: planning figure",
        ),
    ),
    "esp32s3": (
        Draw(
            "ESP32-S3 at 160 MHz, radio off",
            55,
            "ESP32-S3 data sheet v2.2, table 5-9, modem-sleep at 160 MHz, one core busy, all"
            " peripherals clocked: 54.6 mA, 42.3 idle; 240 MHz, as in MicroPython's SPIRAM_OCT"
            " variant: 65.9",
        ),
        Draw(
            "USB bridge, regulator, LEDs",
            18,
            "CP2102N data sheet: 9.5 mA; AMS1117 data sheet: 5 mA, 11 at most, as a planning"
            " figure for any regulator; LEDs 3 mA: planning figure",
        ),
    ),
}
LAMP = Draw("one running lamp, 330 ohm", 4, "(3.3 V - 2.0 V of a red LED) / 330 ohm")
BUZZER = Draw("piezo, its share of a game", 1, "planning figure: it sounds for seconds in a game")
RTC = Draw(
    "DS3231 module (optional)",
    3,
    "DS3231 data sheet: at most 0.3 mA; the rest is a planning figure for the module's power LED",
)

_TM1637_SOURCE = (
    "Seeed's wiki, Grove 4-Digit Display: 27 mA typical, 80 mA at most; that 27 mA belong to a"
    " pulse width of 4/16, which Seeed's library calls typical, is a planning figure"
)
CASUAL_4 = "four digits: no seconds above an hour"
CASUAL_SMALL = "too small to read from 3 m"
MODULES: tuple[Module, ...] = (
    Module(
        "tm1637",
        6,
        "TM1637, six digits",
        "3.3",
        "",
        f"{_TM1637_SOURCE}; times 6/4",
    ),
    Module(
        "tm1637",
        4,
        "TM1637 clock, four digits",
        "3.3",
        CASUAL_4,
        _TM1637_SOURCE,
    ),
    Module(
        "ht16k33",
        4,
        "HT16K33 backpack, four digits",
        "3.3",
        CASUAL_4,
        "HT16K33 data sheet: 25 mA a row at 5 V, one of 8 columns at a time; 1 mA for the chip:"
        " planning figure",
    ),
    Module(
        "max7219",
        8,
        "MAX7219, eight digits",
        "5",
        "",
        "MAX7219 data sheet: 40 mA a segment, 45 at most, with 9.53 kohm (modules have 10), one"
        " of 8 digits at a time, 8 mA for the chip; 6 lit",
    ),
    Module(
        "ssd1306",
        6,
        "SSD1306, 0.96 inch",
        "3.3",
        CASUAL_SMALL,
        "Adafruit's product page: about 40 mA from 3.3 V on average for such a module",
    ),
    Module(
        "ssd1306",
        6,
        "SSD1309, 2.42 inch",
        "3.3",
        "",
        "planning figure: panels of this size want about 25 mA at 13 V with half of the pixels"
        " lit; look into the sheet of yours",
    ),
)
TM1637_SIXTEENTHS = (1, 2, 4, 10, 11, 12, 13, 14)
HT16K33_ROW_MA = 25
MAX7219_SEGMENT_MA = 45


def modules_of(board: Any, display_set: str) -> list[Module]:
    """Return the modules that fit a display set."""
    chosen = board.DISPLAY_SETS[display_set]
    return [
        module
        for module in MODULES
        if (module.driver, module.cells) == (chosen["driver"], chosen["cells"])
    ]


def module_ma(module: Module, brightness: int) -> float:
    """Return the mA of one module at `brightness`, at the voltage that feeds it."""
    if module.driver == "tm1637":
        four = min(80.0, 27.0 * TM1637_SIXTEENTHS[brightness] / 4)
        return four * module.cells / 4
    if module.driver == "ht16k33":
        return 1 + 4 * MEAN_SEGMENTS * HT16K33_ROW_MA / 8 * (brightness + 1) / 16
    if module.driver == "max7219":
        return 8 + 6 * MEAN_SEGMENTS * MAX7219_SEGMENT_MA / 8 * (2 * brightness + 1) / 32
    return 100.0 if "SSD1309" in module.name else 40.0


def rail_ma(board: Any, display_set: str, module: Module) -> float:
    """Return the draw at 3.3 V of board, lamps, buzzer and, where 3.3 V feeds them, displays."""
    lamps = [LAMP] * len(board.LAMPS)
    total = sum(draw.milliamperes for draw in (*BOARD_DRAWS[board.CHIP], *lamps, BUZZER))
    if module.volts == "3.3":
        total += displays_ma(board, display_set, module)
    return total


def displays_ma(board: Any, display_set: str, module: Module) -> float:
    """Return the draw of all display modules of a set, at the voltage that feeds them."""
    chosen = board.DISPLAY_SETS[display_set]
    count = 2 * len(chosen["places"])
    return count * module_ma(module, chosen["brightness"])


def usb_ma(board: Any, display_set: str, module: Module) -> float:
    """Return the draw at 5 V."""
    rail = rail_ma(board, display_set, module)
    supply = SUPPLIES[board.CHIP]
    total = rail if supply.linear else rail * RAIL_MV / (EFFICIENCY * USB_MV)
    if module.volts == "5":
        total += displays_ma(board, display_set, module)
    return total


def bank_hours(board: Any, display_set: str, module: Module) -> int:
    """Return the hours on a USB power bank of 10 000 mAh, rounded down."""
    charge = BANK_MAH * BANK_CELL_MV * BANK_EFFICIENCY / USB_MV
    return int(charge / usb_ma(board, display_set, module))


def cell_mv(battery: Battery, part: float) -> float:
    """Return the mV of a cell when `part` of its charge, 0 to 1, is used."""
    points = battery.curve
    for (before, high), (after, low) in pairwise(points):
        if part <= after:
            return high + (low - high) * (part - before) / (after - before)
    return float(points[-1][1])


def used_part(battery: Battery, millivolts: float) -> float:
    """Return the part of the charge that is used when a cell has come down to `millivolts`."""
    points = battery.curve
    if millivolts >= points[0][1]:
        return 0.0
    for (before, high), (after, low) in pairwise(points):
        if millivolts >= low:
            return before + (after - before) * (high - millivolts) / (high - low)
    return 1.0


def capacity_mah(battery: Battery, milliamperes: float) -> float:
    """Return the charge of a battery at a draw; never more than at its lightest point."""
    first_ma, first_mah = battery.capacity[0]
    last_ma, last_mah = battery.capacity[-1]
    if milliamperes <= first_ma or first_ma == last_ma:
        return first_mah
    share = min(1.0, (milliamperes - first_ma) / (last_ma - first_ma))
    return first_mah + (last_mah - first_mah) * share


@dataclass(frozen=True)
class Life:
    """A display module on a battery.

    battery_ma  mean draw from the battery
    hours       until the end of the cells or of the board's input
    mark_mv     mV at the board ten hours before that; None where there is no room for a mark
    """

    battery_ma: float
    hours: float
    mark_mv: float | None


def life(board: Any, display_set: str, module: Module, battery: Battery) -> Life:
    """Return how long a battery feeds a board with a display set, by the sum above."""
    supply = SUPPLIES[board.CHIP]
    end_mv = max(battery.cell_end_mv, (supply.lowest_mv + supply.diode_mv) / battery.cells)
    end_part = used_part(battery, end_mv)
    current = rail_ma(board, display_set, module)
    if not supply.linear:
        middle = cell_mv(battery, end_part / 2) * battery.cells - supply.diode_mv
        current = current * RAIL_MV / (EFFICIENCY * middle)
    capacity = capacity_mah(battery, current)
    mark_part = end_part - HOURS_LEFT * current / capacity
    mark = None
    if mark_part >= FIRST_PART:
        mark = cell_mv(battery, mark_part) * battery.cells - supply.diode_mv
    return Life(current, end_part * capacity / current, mark)


def hours_left(board: Any, battery: Battery, found: Life) -> float:
    """Return the hours between the board's low mark and the end of the battery."""
    supply = SUPPLIES[board.CHIP]
    mark = (board.BATTERY[3] + supply.diode_mv) / battery.cells
    end_mv = max(battery.cell_end_mv, (supply.lowest_mv + supply.diode_mv) / battery.cells)
    part = used_part(battery, end_mv) - used_part(battery, mark)
    return max(0.0, part) * capacity_mah(battery, found.battery_ma) / found.battery_ma


def is_enough(board: Any, battery: Battery, found: Life) -> bool:
    """Return whether the low mark leaves ten hours, and a fresh battery is not low at once."""
    left = hours_left(board, battery, found)
    return left >= HOURS_LEFT and found.hours - left >= HOURS_FRESH


def has_battery(board: Any, display_set: str) -> bool:
    """Return whether a display set can be fed from a battery, with one of its modules at least.

    Not if the board measures none, or if the modules need 5 V. Of a chip without figures here any
    battery is taken to do.
    """
    if not getattr(board, "BATTERY", ()):
        return False
    if all(module.volts != "3.3" for module in modules_of(board, display_set)):
        return False
    if board.CHIP not in SUPPLIES:
        return True
    return any(
        is_enough(board, battery, found)
        for name, _, battery, found in lives(board)
        if name == display_set
    )


def lives(board: Any) -> list[tuple[str, Module, Battery, Life]]:
    """Return every set, module and battery of a board that go together."""
    return [
        (display_set, module, battery, life(board, display_set, module, battery))
        for display_set in board.DISPLAY_SETS
        for module in modules_of(board, display_set)
        if module.volts == "3.3"
        for battery in SUPPLIES[board.CHIP].batteries
    ]


def battery_marks(board: Any) -> tuple[int, int, int]:
    """Return (empty, low, full) in mV at the pin that takes the battery, for BATTERY.

    Of the first battery named for the board: full with a twentieth used, empty at its end. The
    low mark is that of the module docstring. ValueError if no set can leave ten hours.
    """
    supply = SUPPLIES[board.CHIP]
    battery = supply.batteries[0]
    end_mv = max(
        battery.cell_end_mv * battery.cells - supply.diode_mv,
        supply.lowest_mv,
    )
    full = cell_mv(battery, 0.05) * battery.cells - supply.diode_mv
    marks = [
        found.mark_mv
        for _, _, named, found in lives(board)
        if named is battery and found.mark_mv is not None
    ]
    if not marks:
        raise ValueError(
            f"board {board.NAME}: no display set leaves {HOURS_LEFT} h on any battery"
        )
    low = -int(-(max(marks) + MARGIN_MV) // MARK_STEP_MV) * MARK_STEP_MV
    return (int(end_mv), low, int(full) // MARK_STEP_MV * MARK_STEP_MV)


def main(arguments: list[str]) -> int:
    """Print BATTERY's empty, low and full of the board that is named; return the exit status."""
    here = Path(__file__).resolve().parent
    names = sorted(path.parent.name for path in here.glob("*/board_def.py"))
    if len(arguments) != 1 or arguments[0] not in names:
        print(f"python -m boards.power NAME, one of: {', '.join(names)}")
        return 2
    try:
        board = load_board(here / arguments[0])
        if board.CHIP not in SUPPLIES:
            raise BoardError(f"board {board.NAME}: power.py has no figures for {board.CHIP}")
        empty, low, full = battery_marks(board)
    except ValueError as error:
        print(error)
        return 1
    print(f"board {board.NAME}: empty {empty}, low {low} or more, full {full} mV")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
