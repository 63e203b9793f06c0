"""What is connected to each pin of a board: rows, and the same as a Markdown table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boards import power
from boards.pinout import board_of
from boards.schema import DS3231_ADDRESS, I2C_ADDRESSES, Wire, wires

Row = tuple[str, str, str]
HEADER: Row = ("pin of the board", "signal", "connect it to")
LAMP_OHM = 330
BUZZER_OHM = 100
PULL_UP = "4.7 kohm pull-up to 3V3, unless the module has one"
NO_BATTERY = "GND: this set has no battery, see Power"
SHIFTER = "through a 74HCT125"
# Where the board's own choice of a converter's input needs no parts.
ON_BOARD = {("rp2040", 29)}
# How a module gets an address other than its first one.
ADDRESS_HINTS = {
    ("ht16k33", 0): "no address jumper closed",
    ("ssd1306", 0): "address as delivered",
    ("ssd1306", 1): "move the address resistor on its back",
}


def wiring_rows(board: Any, display_set: str | None = None) -> list[Row]:
    """Return (pin as printed with its physical number, signal, what to connect it to).

    board        the constants of a board that passes the schema
    display_set  name of one of its sets, None for the default one

    The pins of the chip come first, in the order of the fields, then the supply. Of a virtual
    board there is nothing to solder: its third column says what the bench puts there.
    """
    rows = [_row(board, wire, display_set) for wire in wires(board, display_set)]
    return rows + supply_rows(board, display_set)


def display_rows(board: Any, display_set: str) -> list[Row]:
    """Return the rows that a display set needs besides levers, keys, lamps and buzzer.

    The battery is among them where it is not as with the default set.
    """
    rows = [
        _row(board, wire, display_set)
        for wire in wires(board, display_set)
        if wire.field in ("I2C", "SPI") or wire.field.startswith("DISPLAY_SETS")
    ]
    rows += [row for row in supply_rows(board, display_set) if "VCC" in row[2]]
    there = board_of(board.CHIP)
    is_fed = power.has_battery(board, display_set)
    if not there.pins or is_fed == power.has_battery(board, board.DISPLAY_SET):
        return rows
    for wire in wires(board, display_set):
        if wire.field == "BATTERY" and (board.CHIP, wire.pin) not in ON_BOARD:
            rows.append(_row(board, wire, display_set))
    if is_fed:
        rows.append((there.find(there.feed).label, "battery", feed_text(board.CHIP)))
        rows.append((f"{there.ground} (any)", "ground", "battery -"))
    return rows


def rtc_rows(board: Any) -> list[Row]:
    """Return the rows of an optional DS3231 module; none if there is no I2C to solder to."""
    bus = getattr(board, "I2C", ())
    if not bus:
        return []
    there = board_of(board.CHIP)
    if not there.pins:
        return []
    rows = [
        (there.label(bus[1]), f"SCL of I2C {bus[0]}", "SCL of the DS3231 module"),
        (there.label(bus[2]), f"SDA of I2C {bus[0]}", "SDA of the DS3231 module"),
    ]
    rows.append((there.find(there.supply).label, "3.3 V", "VCC of the DS3231 module"))
    rows.append((f"{there.ground} (any)", "ground", "GND of the DS3231 module"))
    return rows


def supply_rows(board: Any, display_set: str | None = None) -> list[Row]:
    """Return the rows of supply and ground; none of a virtual board."""
    there = board_of(board.CHIP)
    if not there.pins:
        return []
    name = board.DISPLAY_SET if display_set is None else display_set
    has_battery = power.has_battery(board, name)
    rows: list[Row] = []
    if _set(board, name)["driver"] == "max7219":
        five = there.find(there.five).label
        rows.append(
            (
                five,
                "5 V of the USB socket",
                "VCC of every display and of the 74HCT125; no battery with this set",
            )
        )
    else:
        rows.append((there.find(there.supply).label, "3.3 V", "VCC of every display"))
    if has_battery:
        rows.append((there.find(there.feed).label, "battery", feed_text(board.CHIP)))
    else:
        rows.append(("USB socket", "supply", "USB supply or power bank"))
    rows.append(
        (
            f"{there.ground} (any)",
            "ground",
            f"{'battery -, ' if has_battery else ''}GND of every display, and the second contact"
            " of every plunger, button, lamp and of the buzzer",
        )
    )
    return rows


def feed_text(chip: str) -> str:
    """Return what comes between the battery and the pin that takes it."""
    if chip.startswith("rp2040"):
        return "Schottky diode 1N5817 (its ring to this pin), switch, battery +"
    return "switch, battery +; the switch is OFF before USB is plugged in"


def wiring_table(board: Any, display_set: str | None = None) -> str:
    """Return `wiring_rows` as a Markdown table."""
    return markdown(wiring_rows(board, display_set))


def markdown(rows: Iterable[tuple[str, ...]], header: tuple[str, ...] = HEADER) -> str:
    """Return rows as a Markdown table, without a line feed at its end."""
    lines = ["| " + " | ".join(row) + " |" for row in [header, *rows]]
    return "\n".join([lines[0], "|" + "---|" * len(header), *lines[1:]])


def _set(board: Any, display_set: str | None) -> dict[str, Any]:
    return board.DISPLAY_SETS[board.DISPLAY_SET if display_set is None else display_set]


def _row(board: Any, wire: Wire, display_set: str | None) -> Row:
    there = board_of(board.CHIP)
    pin = there.label(wire.pin) if there.pins else f"pin {wire.pin}"
    return (pin, wire.text, _other_end(board, wire, display_set))


def _other_end(board: Any, wire: Wire, display_set: str | None) -> str:
    if wire.field == "LEVERS":
        if board.LEVER == "rocker":
            return "a contact that is closed while the left end is down, its other side to GND"
        return f"contact of the {wire.text}, its other contact to GND"
    if wire.field == "KEYS":
        return f"push button {wire.text.removeprefix('key ')}, its other contact to GND"
    if wire.field == "LAMPS":
        return f"{LAMP_OHM} ohm, LED (long leg), its short leg to GND"
    if wire.field == "BUZZER":
        return f"{BUZZER_OHM} ohm, passive piezo, its other terminal to GND"
    if wire.field == "BATTERY":
        name = board.DISPLAY_SET if display_set is None else display_set
        if power.has_battery(board, name) or (board.CHIP, wire.pin) in ON_BOARD:
            return battery_text(board)
        return NO_BATTERY
    chosen = _set(board, display_set)
    driver = chosen["driver"]
    if driver == "tm1637" and wire.text.endswith("all displays"):
        return f"CLK of every display; {PULL_UP}"
    if driver == "tm1637" and wire.field != "I2C":
        return f"{wire.text.replace(' of ', ' of the ', 1)}; {PULL_UP}"
    if driver == "max7219" and wire.field != "I2C":
        several = len(chosen["places"]) > 1
        line, _, of = wire.text.partition(" of the displays")
        if wire.text.startswith("DIN"):
            each = " of each clock" if several else ""
            return f"{SHIFTER}, DIN of {_first(chosen)}{each}; its DOUT to DIN of the next"
        if line == "CLK" and several:
            return f"{SHIFTER}, CLK of every display"
        return f"{SHIFTER}, {line} of both displays{of}"
    line = wire.text.split()[0]
    ends = [f"{line} of the {side} display{of} ({hint})" for side, of, hint in _addresses(chosen)]
    if getattr(board, "RTC", ""):
        ends.append(f"{line} of the DS3231 module ({DS3231_ADDRESS:#x})")
    return ", ".join(ends) + f"; {PULL_UP}"


def battery_text(board: Any) -> str:
    """Return the parts between the battery and the pin that measures it."""
    if (board.CHIP, board.BATTERY[0]) in ON_BOARD:
        return "nothing: the board has the divider"
    plus = (
        f"{board_of(board.CHIP).feed}"
        if board.CHIP.startswith("rp2040")
        else "battery + (before the switch)"
    )
    return f"{upper_kohm(board)} kohm to {plus}, 100 kohm to GND, 100 nF to GND"


def upper_kohm(board: Any) -> int:
    """Return the divider's resistor towards the battery, in kohm; the lower one has 100."""
    thousandths: int = board.BATTERY[1]
    return (thousandths - 1000) // 10


def _first(chosen: dict[str, Any]) -> str:
    """Return which display is the first of the chain."""
    pair = chosen["places"][0]
    return "the left display" if pair[0][1] == 0 else "the right display"


def _addresses(chosen: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return (side, " of clock A" or nothing, address and how to set it) of I2C displays."""
    driver = chosen["driver"]
    if driver not in I2C_ADDRESSES:
        return []
    found = []
    for index, pair in enumerate(chosen["places"]):
        of = f" of clock {'ABC'[index]}" if len(chosen["places"]) > 1 else ""
        for side, address in zip(("left", "right"), pair, strict=True):
            offset = address - I2C_ADDRESSES[driver][0]
            hint = ADDRESS_HINTS.get((driver, offset)) or "close " + " and ".join(
                f"A{bit}" for bit in range(3) if offset >> bit & 1
            )
            found.append((side, of, f"{address:#x}: {hint}"))
    return found
