"""The fields of a `board_def.py`: which there are, of what kind, and what must agree."""

from __future__ import annotations

import ast
import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

LEVERS = {"plungers": 2, "rocker": 1}
KEYS = ("back", "minus", "play/pause", "plus", "forward")
RTCS = ("", "ds3231")
SEPARATORS = ("dots", "colon")
I2C_ADDRESSES = {"ht16k33": range(0x70, 0x78), "ssd1306": range(0x3C, 0x3E)}
CELLS = {"tm1637": (4, 6), "ht16k33": (4,), "max7219": (8,), "ssd1306": (6,)}
BRIGHTNESS = {"tm1637": 7, "ht16k33": 15, "max7219": 15, "ssd1306": 255}
DS3231_ADDRESS = 0x68


class BoardError(ValueError):
    """A board definition that cannot be: one line with the field and the reason.

    From `load_board` the line begins with the board, `board NAME: `.
    """


REQUIRED: dict[str, type] = {
    "NAME": str,
    "CHIP": str,
    "LEVER": str,
    "LEVERS": tuple,
    "KEYS": tuple,
    "LAMPS": tuple,
    "BUZZER": int,
    "DISPLAY_SET": str,
    "DISPLAY_SETS": dict,
    "HARD_IRQ": bool,
    "IDLE_MS": int,
    "IDLE_STEP_MS": int,
}
OPTIONAL: dict[str, type] = {
    "CONSOLE_GAP_MS": int,
    "I2C_TIMEOUT_US": int,
    "LAMP_PERCENT": int,
    "I2C": tuple,
    "SPI": tuple,
    "BATTERY": tuple,
    "RTC": str,
}
# What a definition has without writing a field.
NO_FIELDS = ("const", *vars(ModuleType("")), "__builtins__", "__annotations__")
# How a field of several values is written, where a missing comma makes something else of it.
EXAMPLES = {
    "LEVERS": "((2, 3),)",
    "KEYS": "(4, 5, 6, 7, 8)",
    "LAMPS": "((14, 15),)",
    "I2C": "(0, 21, 20, 400_000)",
    "SPI": "(0, 18, 19, 1_000_000)",
    "BATTERY": "(29, 3000, 2400, 3600, 4050)",
    "order": "(0, 1, 2, 3)",
}
ROCKER_EXAMPLE = "((2,),)"
PLACES_EXAMPLES = {
    "tm1637": "(((10, 11), (12, 13)),)",
    "ht16k33": "((0x70, 0x71),)",
    "max7219": "(((17, 0), (17, 1)),)",
    "ssd1306": "((0x3C, 0x3D),)",
}
ABOUT = {
    "NAME": "name of the board's folder: letters, digits, underscores",
    "CHIP": "chip, one of the table below; tells the legal pins",
    "LEVER": "`plungers` (two contacts a clock) or `rocker` (one)",
    "LEVERS": "a clock (1 to 3): its contacts, to ground; a rocker's: closed when left is down",
    "KEYS": "pins of back, minus, play/pause, plus, forward, to ground",
    "LAMPS": "a clock: running lamp of the left and of the right side",
    "BUZZER": "pin of the passive buzzer",
    "DISPLAY_SET": "the set that is used unless another one is asked for",
    "DISPLAY_SETS": "name: the fields below, as a dict",
    "HARD_IRQ": "whether interrupts of pins may be hard",
    "IDLE_MS": "longest sleep of the loop, in ms; below the watchdog's patience",
    "IDLE_STEP_MS": "how often the edges are looked at in it, in ms, 1 to IDLE_MS",
    "LAMP_PERCENT": "brightness of the lamps, 1 to 100 (100); below 100 they are dimmed by PWM",
    "I2C": "(block, SCL, SDA, Hz), up to 400 kHz",
    "SPI": "(block, SCK, MOSI, Hz), up to 10 MHz",
    "BATTERY": "(pin, divider in thousandths, empty, low, full mV); low leaves ten hours",
    "I2C_TIMEOUT_US": "longest wait within a transfer on I2C, in us, 500 to 100000 (2000)",
    "CONSOLE_GAP_MS": "least time between two pieces of console output, in ms, 0 to 100 (0)",
    "RTC": "`ds3231`, a clock module on the I2C bus; empty: none",
}
SET_ABOUT = {
    "driver": "of a set: `tm1637`, `ht16k33`, `max7219` or `ssd1306` (SSD1309 alike)",
    "cells": "of a set: digits of a display",
    "brightness": "of a set: 0 to what the chip has",
    "places": "of a set: a clock, its left and right display: (clock, data) pins of a tm1637, all"
    " with one clock pin or each with its own, an I2C address, or (select pin, place in the chain)"
    " of a max7219",
    "order": "of a tm1637 set: address of each digit, from the left",
    "separators": "of a set: `dots` after digits or a `colon` in the middle (`dots`)",
}
SET_REQUIRED: dict[str, type] = {"driver": str, "cells": int, "brightness": int, "places": tuple}
SET_OPTIONAL: dict[str, type] = {"order": tuple, "separators": str}


@dataclass(frozen=True)
class Chip:
    """What a chip can do with its pins.

    pins           the pins there are
    taken          pin: what it is needed for on every board of this chip
    input_only     pins without an output driver (and without a pull-up)
    strapping      pins that must not be pulled low at reset, for outputs that rest high
    adc            pins that an analog-to-digital converter can read
    hard_irq       whether interrupts may be hard
    divider        pin: the divider that every board of this chip has before it, in thousandths
    adc_mv         highest voltage that the converter reads well, in mV; 0: any
    idle_ms        longest sleep of the loop, in ms: well below the 2 s of the watchdog
    pwm_slices     number of PWM slices (two channels each), 0: any pin, any frequency
    i2c, spi       block: the sets of pins it can have; empty: any pins
    """

    pins: frozenset[int]
    taken: dict[int, str] = field(default_factory=dict)
    input_only: frozenset[int] = frozenset()
    strapping: frozenset[int] = frozenset()
    adc: frozenset[int] = frozenset()
    divider: dict[int, int] = field(default_factory=dict)
    adc_mv: int = 0
    idle_ms: int = 1000
    hard_irq: bool = False
    pwm_slices: int = 0
    i2c: dict[int, dict[str, frozenset[int]]] = field(default_factory=dict)
    spi: dict[int, dict[str, frozenset[int]]] = field(default_factory=dict)


def _pins(*values: int | range) -> frozenset[int]:
    return frozenset(
        pin for value in values for pin in ([value] if isinstance(value, int) else value)
    )


def _taken(reason: str, *values: int | range) -> dict[int, str]:
    return dict.fromkeys(sorted(_pins(*values)), reason)


_RP2040_I2C = {
    0: {"scl": _pins(range(1, 29, 4)), "sda": _pins(range(0, 29, 4))},
    1: {"scl": _pins(range(3, 29, 4)), "sda": _pins(range(2, 29, 4))},
}
_RP2040_SPI = {
    0: {"sck": _pins(2, 6, 18, 22), "mosi": _pins(3, 7, 19, 23)},
    1: {"sck": _pins(10, 14, 26), "mosi": _pins(11, 15, 27)},
}
_ESP32_STRAPPING = "strapping: a closed contact would keep the chip from starting"

CHIPS: dict[str, Chip] = {
    "virtual": Chip(
        pins=_pins(range(64)),
        adc=_pins(range(64)),
        idle_ms=60_000,
        hard_irq=True,
    ),
    # Raspberry Pi Pico: 23 power save, 24 USB sense, 25 LED, 29 a third of VSYS.
    "rp2040": Chip(
        pins=_pins(range(30)),
        taken=_taken("the Pico's own power supply and LED", 23, 24, 25),
        input_only=_pins(29),
        adc=_pins(26, 27, 28, 29),
        divider={29: 3000},
        adc_mv=3300,
        hard_irq=True,
        pwm_slices=8,
        i2c=_RP2040_I2C,
        spi=_RP2040_SPI,
    ),
    # Pico W: 23, 24, 25 and 29 lead to the radio.
    "rp2040_w": Chip(
        pins=_pins(range(30)),
        taken=_taken("the Pico W's radio", 23, 24, 25, 29),
        adc=_pins(26, 27, 28),
        adc_mv=3300,
        hard_irq=True,
        pwm_slices=8,
        i2c=_RP2040_I2C,
        spi=_RP2040_SPI,
    ),
    "esp32": Chip(
        pins=_pins(range(20), range(21, 24), range(25, 28), range(32, 40)),
        taken={
            **_taken("the flash memory", range(6, 12)),
            **_taken("the serial console", 1, 3),
            **_taken(_ESP32_STRAPPING, 0, 2, 12),
            **_taken("the module, which does not bring it out", 37, 38),
        },
        input_only=_pins(range(34, 40)),
        strapping=_pins(5, 15),
        adc=_pins(range(32, 40)),
        adc_mv=2450,
        i2c={0: {}, 1: {}},
        spi={1: {}, 2: {}},
    ),
    "esp32s3": Chip(
        pins=_pins(range(22), range(26, 49)),
        taken={
            **_taken("the flash memory", range(26, 33)),
            **_taken("the PSRAM of many modules", range(33, 38)),
            **_taken("USB", 19, 20),
            **_taken("the serial console", 43, 44),
            **_taken(_ESP32_STRAPPING, 0, 3, 45, 46),
        },
        adc=_pins(range(1, 11)),
        adc_mv=3100,
        i2c={0: {}, 1: {}},
        spi={1: {}, 2: {}},
    ),
}


@dataclass(frozen=True)
class Wire:
    """One pin of a board: its number, the field that names it, and what it is for.

    kind  "contact" (input with a pull-up), "output", "rests high" (an output, or open drain),
          "bus" (checked with its bus), "adc", "pwm"
    """

    pin: int
    field: str
    text: str
    kind: str


def wires(board: Any, display_set: str | None = None) -> list[Wire]:
    """Return every pin that a board uses with a display set (the default one if None)."""
    found: list[Wire] = []
    clocks = len(board.LEVERS)

    def of(index: int) -> str:
        return f" of clock {'ABC'[index]}" if clocks > 1 else ""

    for index, pins in enumerate(board.LEVERS):
        names = ("left plunger", "right plunger") if len(pins) == 2 else ("rocker, left end down",)
        for pin, name in zip(pins, names, strict=True):
            found.append(Wire(pin, "LEVERS", name + of(index), "contact"))
    for pin, name in zip(board.KEYS, KEYS, strict=True):
        found.append(Wire(pin, "KEYS", f"key {name}", "contact"))
    percent: int = getattr(board, "LAMP_PERCENT", 100)
    lamp_kind = "pwm" if percent < 100 else "output"
    for index, pair in enumerate(board.LAMPS):
        for pin, side in zip(pair, ("left", "right"), strict=True):
            found.append(Wire(pin, "LAMPS", f"running lamp {side}" + of(index), lamp_kind))
    found.append(Wire(board.BUZZER, "BUZZER", "passive buzzer", "pwm"))
    if getattr(board, "BATTERY", ()):
        found.append(Wire(board.BATTERY[0], "BATTERY", "battery voltage", "adc"))
    name = board.DISPLAY_SET if display_set is None else display_set
    chosen = board.DISPLAY_SETS[name]
    where = f"DISPLAY_SETS[{name!r}]"
    driver = chosen["driver"]
    if driver == "tm1637":
        clocks_of = [place[0] for pair in chosen["places"] for place in pair]
        is_shared = all(clock == clocks_of[0] for clock in clocks_of)
        if is_shared:
            found.append(Wire(clocks_of[0], where, "CLK of all displays", "rests high"))
        for index, pair in enumerate(chosen["places"]):
            for (clock, data), side in zip(pair, ("left", "right"), strict=True):
                if not is_shared:
                    text = f"CLK of {side} display{of(index)}"
                    found.append(Wire(clock, where, text, "rests high"))
                found.append(Wire(data, where, f"DIO of {side} display{of(index)}", "rests high"))
    rtc: str = getattr(board, "RTC", "")
    if driver in I2C_ADDRESSES or rtc:
        block, scl, sda = board.I2C[:3]
        found.append(Wire(scl, "I2C", f"SCL of I2C {block}", "bus"))
        found.append(Wire(sda, "I2C", f"SDA of I2C {block}", "bus"))
    if driver == "max7219":
        block, sck, mosi = board.SPI[:3]
        found.append(Wire(sck, "SPI", "CLK of the displays", "bus"))
        found.append(Wire(mosi, "SPI", "DIN of the first display", "bus"))
        for index, pair in enumerate(chosen["places"]):
            found.append(Wire(pair[0][0], where, "CS of the displays" + of(index), "rests high"))
    return found


def check_board(board: ModuleType) -> None:
    """Raise BoardError unless the constants of `board` describe a clock or a table of three."""
    names = sorted(name for name in vars(board) if name not in NO_FIELDS)
    _check_fields("", {name: vars(board)[name] for name in names}, REQUIRED, OPTIONAL)
    if not re.fullmatch(r"[A-Za-z0-9_]+", board.NAME):
        raise BoardError(f"NAME: {board.NAME!r} is not made of letters, digits and underscores")
    if board.CHIP not in CHIPS:
        raise BoardError(f"CHIP: {board.CHIP!r} is none of {', '.join(CHIPS)}")
    chip = CHIPS[board.CHIP]
    if board.LEVER not in LEVERS:
        raise BoardError(f"LEVER: {board.LEVER!r} is neither plungers nor rocker")
    games = len(board.LEVERS)
    if not 1 <= games <= 3:
        raise BoardError(f"LEVERS: {games} clocks, 1 to 3 are possible")
    contacts = LEVERS[board.LEVER]
    for pins in board.LEVERS:
        if not isinstance(pins, tuple):
            example = ROCKER_EXAMPLE if contacts == 1 else EXAMPLES["LEVERS"]
            raise BoardError(_not_nested("LEVERS", example))
        if len(pins) != contacts:
            many = "contact" if contacts == 1 else "contacts"
            raise BoardError(f"LEVERS: {pins} must have {contacts} {many}")
    if len(board.KEYS) != 5:
        raise BoardError(f"KEYS: {len(board.KEYS)} given, 5 needed")
    _check_pairs("LAMPS", board.LAMPS, games, EXAMPLES["LAMPS"])
    if not 1 <= getattr(board, "LAMP_PERCENT", 100) <= 100:
        raise BoardError(f"LAMP_PERCENT: {board.LAMP_PERCENT} is outside 1 to 100")
    if not 500 <= getattr(board, "I2C_TIMEOUT_US", 2000) <= 100_000:
        raise BoardError(f"I2C_TIMEOUT_US: {board.I2C_TIMEOUT_US} is outside 500 to 100000")
    if not 0 <= getattr(board, "CONSOLE_GAP_MS", 0) <= 100:
        raise BoardError(f"CONSOLE_GAP_MS: {board.CONSOLE_GAP_MS} is outside 0 to 100")
    if board.HARD_IRQ and not chip.hard_irq:
        raise BoardError(f"HARD_IRQ: {board.CHIP} has no hard interrupts of pins in MicroPython")
    if not 1 <= board.IDLE_STEP_MS <= board.IDLE_MS:
        raise BoardError(
            f"IDLE_STEP_MS: {board.IDLE_STEP_MS} is outside 1 to IDLE_MS, {board.IDLE_MS}"
        )
    if chip.idle_ms < board.IDLE_MS:
        raise BoardError(f"IDLE_MS: {board.IDLE_MS} is above {chip.idle_ms} of {board.CHIP}")
    _check_buses(board, chip)
    _check_battery(board, chip)
    if getattr(board, "RTC", "") not in RTCS:
        raise BoardError(f"RTC: {board.RTC!r} is none of {', '.join(filter(None, RTCS))}")
    if getattr(board, "RTC", "") and not getattr(board, "I2C", ()):
        raise BoardError("RTC: needs I2C")
    if board.DISPLAY_SET not in board.DISPLAY_SETS:
        raise BoardError(f"DISPLAY_SET: {board.DISPLAY_SET!r} is not in DISPLAY_SETS")
    for name, chosen in board.DISPLAY_SETS.items():
        if not isinstance(name, str) or not name:
            raise BoardError(f"DISPLAY_SETS: {name!r} is no name of a set")
        _check_set(board, f"DISPLAY_SETS[{name!r}]", chosen, games)
        _check_pins(board, chip, name)


def load_board(folder: Path) -> ModuleType:
    """Return the constants of the board in `folder`, freshly loaded and checked.

    BoardError, one line that names the board, for everything that is wrong: no board_def.py, one
    that is not Python, that does not run, that `check_board` refuses, or with another name.
    """
    name = folder.absolute().name
    path = folder / "board_def.py"
    if not path.is_file():
        raise BoardError(f"board {name}: has no board_def.py")
    board = ModuleType(f"board_def_{name}")
    try:
        source = _source(path)
        _check_statements(ast.parse(source, str(path)))
        exec(compile(source, str(path), "exec"), vars(board))
    except BoardError as error:
        raise BoardError(f"board {name}: board_def.py{error}") from None
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise BoardError(f"board {name}: board_def.py{where}: {_one_line(error.msg)}") from None
    except (Exception, SystemExit) as error:
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == str(path)
        ]
        where = f", line {lines[-1]}" if lines else ""
        reason = f"{type(error).__name__}: {_one_line(error)}".removesuffix(": ")
        raise BoardError(f"board {name}: board_def.py{where}: {reason}") from None
    try:
        check_board(board)
    except BoardError as error:
        raise BoardError(f"board {name}: {error}") from None
    if name != board.NAME:
        raise BoardError(f"board {name}: NAME: {board.NAME!r} is not the folder's name, {name!r}")
    return board


def _check_statements(tree: ast.Module) -> None:
    """Raise BoardError unless there are only constants, each with a name, and `const`.

    It begins with the line.
    """
    for node in ast.walk(tree):
        if not isinstance(node, (ast.stmt, ast.Call)):
            continue
        if isinstance(node, ast.Call):
            is_allowed = isinstance(node.func, ast.Name) and node.func.id == "const"
        elif isinstance(node, ast.ImportFrom):
            is_allowed = node.module == "micropython" and [each.name for each in node.names] == [
                "const"
            ]
        elif isinstance(node, ast.Expr):
            is_allowed = isinstance(node.value, ast.Constant)
        else:
            is_allowed = isinstance(node, (ast.Assign, ast.AnnAssign))
        if not is_allowed:
            raise BoardError(f", line {node.lineno}: only constants may stand here")


def _source(path: Path) -> str:
    """Return the text of a definition; BoardError begins with the line, not with the file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BoardError(f": {error.strerror}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BoardError(
            f", line {line}: byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        ) from None


def _one_line(text: object) -> str:
    return " ".join(str(text).split())


def _not_nested(where: str, example: str) -> str:
    return f"{where}: must be a tuple of tuples, such as {example}; is a comma missing?"


def _check_fields(
    where: str, values: dict[str, Any], required: dict[str, type], optional: dict[str, type]
) -> None:
    for name in sorted(required.keys() - values.keys()):
        raise BoardError(f"{where}{name}: missing")
    for name in sorted(values.keys() - required.keys() - optional.keys()):
        raise BoardError(f"{where}{name}: unknown field")
    for name, value in values.items():
        kind = required.get(name) or optional[name]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            example = f", such as {EXAMPLES[name]}" if name in EXAMPLES else ""
            raise BoardError(f"{where}{name}: must be {kind.__name__}{example}")


def _check_pairs(where: str, pairs: Any, games: int, example: str) -> None:
    if any(not isinstance(pair, tuple) for pair in pairs):
        raise BoardError(_not_nested(where, example))
    for pair in pairs:
        if len(pair) != 2:
            raise BoardError(f"{where}: {pair} must be a pair, left and right")
    if len(pairs) != games:
        needed = "the one clock" if games == 1 else f"each of the {games} clocks"
        raise BoardError(f"{where}: {len(pairs)} given, one pair for {needed} needed (T37)")


def _check_buses(board: Any, chip: Chip) -> None:
    for name, roles, blocks in (
        ("I2C", ("scl", "sda"), chip.i2c),
        ("SPI", ("sck", "mosi"), chip.spi),
    ):
        bus = getattr(board, name, ())
        if not bus:
            continue
        if len(bus) != 4 or not all(map(_is_int, bus)):
            raise BoardError(f"{name}: must be (block, {roles[0]}, {roles[1]}, frequency in Hz)")
        if blocks and bus[0] not in blocks:
            raise BoardError(f"{name}: {board.CHIP} has no block {bus[0]}")
        for role, pin in zip(roles, bus[1:3], strict=True):
            possible = blocks.get(bus[0], {}).get(role)
            if possible is not None and pin not in possible:
                raise BoardError(f"{name}: pin {pin} cannot be {role} of block {bus[0]}")
        highest = 400_000 if name == "I2C" else 10_000_000
        if not 10_000 <= bus[3] <= highest:
            raise BoardError(f"{name}: {bus[3]} Hz is outside 10000 to {highest}")


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_battery(board: Any, chip: Chip) -> None:
    battery = getattr(board, "BATTERY", ())
    if not battery:
        return
    if len(battery) != 5 or not all(map(_is_int, battery)):
        raise BoardError(
            "BATTERY: must be (pin, divider in thousandths, empty mV, low mV, full mV)"
        )
    pin, divider, empty, low, full = battery
    if not 1000 <= divider <= 20_000:
        raise BoardError(f"BATTERY: divider {divider} is outside 1000 to 20000 thousandths")
    if not 0 < empty < low < full < 60_000:
        raise BoardError(f"BATTERY: {empty}, {low}, {full} mV must rise: empty, low, full")
    at_pin = full * 1000 // divider
    if chip.adc_mv and at_pin > chip.adc_mv:
        raise BoardError(
            f"BATTERY: {full} mV are {at_pin} mV at the pin, {board.CHIP} reads {chip.adc_mv}"
        )
    if divider != chip.divider.get(pin, divider):
        raise BoardError(
            f"BATTERY: divider {divider}, but the board itself has one of {chip.divider[pin]}"
            f" thousandths before pin {pin}"
        )


def _check_set(board: Any, where: str, chosen: Any, games: int) -> None:
    if not isinstance(chosen, dict):
        raise BoardError(f"{where}: must be a dict")
    _check_fields(where + ".", chosen, SET_REQUIRED, SET_OPTIONAL)
    driver = chosen["driver"]
    if driver not in CELLS:
        raise BoardError(f"{where}.driver: {driver!r} is none of {', '.join(CELLS)}")
    cells = chosen["cells"]
    if cells not in CELLS[driver]:
        possible = " or ".join(map(str, CELLS[driver]))
        raise BoardError(f"{where}.cells: {cells}, but {driver} has {possible}")
    if not 0 <= chosen["brightness"] <= BRIGHTNESS[driver]:
        raise BoardError(
            f"{where}.brightness: {chosen['brightness']} is outside 0 to {BRIGHTNESS[driver]}"
        )
    if chosen.get("separators", "dots") not in SEPARATORS:
        raise BoardError(f"{where}.separators: {chosen['separators']!r} is neither dots nor colon")
    if chosen.get("separators") == "colon" and cells != 4:
        raise BoardError(f"{where}.separators: only displays of 4 digits have a colon")
    _check_pairs(f"{where}.places", chosen["places"], games, PLACES_EXAMPLES[driver])
    places = [place for pair in chosen["places"] for place in pair]
    if driver == "tm1637":
        order = chosen.get("order", ())
        if not all(map(_is_int, order)) or sorted(order) != list(range(cells)):
            raise BoardError(f"{where}.order: must name each of {cells} digits once")
        if any(not isinstance(place, tuple) or len(place) != 2 for place in places):
            raise BoardError(f"{where}.places: a place of tm1637 is (clock pin, data pin)")
        return
    if "order" in chosen:
        raise BoardError(f"{where}.order: only tm1637 has one")
    if driver == "max7219":
        if not getattr(board, "SPI", ()):
            raise BoardError(f"{where}: max7219 needs SPI")
        for pair in chosen["places"]:
            if any(
                not isinstance(place, tuple) or len(place) != 2 or not all(map(_is_int, place))
                for place in pair
            ) or {place[1] for place in pair} != {0, 1}:
                raise BoardError(
                    f"{where}.places: a place of max7219 is (select pin, 0 or 1 in the chain)"
                )
            if pair[0][0] != pair[1][0]:
                raise BoardError(f"{where}.places: both displays of a chain share a select pin")
        return
    if not getattr(board, "I2C", ()):
        raise BoardError(f"{where}: {driver} needs I2C")
    for place in places:
        if not _is_int(place) or place not in I2C_ADDRESSES[driver]:
            shown = hex(place) if _is_int(place) else repr(place)
            raise BoardError(f"{where}.places: {shown} is no I2C address of {driver}")
        if places.count(place) > 1:
            raise BoardError(f"{where}.places: address {place:#x} is used twice")


def _check_pins(board: Any, chip: Chip, display_set: str) -> None:
    used: dict[int, Wire] = {}
    for wire in wires(board, display_set):
        pin = wire.pin
        if not _is_int(pin):
            raise BoardError(f"{wire.field}: pin {pin!r} is not a number")
        if pin in used:
            other = used[pin]
            raise BoardError(
                f"{wire.field}: pin {pin} for {wire.text} is used already, for {other.text}"
                f" ({other.field})"
            )
        used[pin] = wire
        if pin not in chip.pins:
            raise BoardError(f"{wire.field}: {board.CHIP} has no pin {pin}")
        if pin in chip.taken:
            raise BoardError(f"{wire.field}: pin {pin} is taken by {chip.taken[pin]}")
        if pin in chip.input_only and wire.kind != "adc":
            raise BoardError(f"{wire.field}: pin {pin} is input-only, without output and pull-up")
        if pin in chip.strapping and wire.kind != "rests high":
            raise BoardError(
                f"{wire.field}: pin {pin} is a strapping pin, only for lines that rest high"
            )
        if wire.kind == "adc" and pin not in chip.adc:
            raise BoardError(f"{wire.field}: pin {pin} has no analog input")
    if chip.pwm_slices:
        _check_slices(chip, [wire for wire in used.values() if wire.kind == "pwm"])


def _check_slices(chip: Chip, pwm: list[Wire]) -> None:
    """Refuse two users of one PWM slice: they share the frequency, on a channel also the duty."""
    for first, second in _pairs(pwm):
        if first.field == second.field == "LAMPS" and (first.pin - second.pin) % 2:
            continue  # both lamps have the same frequency, and each its channel
        if first.pin // 2 % chip.pwm_slices == second.pin // 2 % chip.pwm_slices:
            raise BoardError(
                f"{second.field}: pin {second.pin} shares a PWM slice with pin {first.pin}"
                f" of {first.field}"
            )


def _pairs(values: list[Wire]) -> Iterator[tuple[Wire, Wire]]:
    for index, first in enumerate(values):
        for second in values[index + 1 :]:
            yield first, second
