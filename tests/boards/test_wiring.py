"""Rows and drawings say what the definition says."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from boards import power
from boards.drawing import wiring_svg
from boards.pinout import BOARDS, LEFT, board_of
from boards.schema import CHIPS, wires
from boards.wiring import display_rows, rtc_rows, wiring_rows, wiring_table
from tests.boards.board_kit import NAMES, OURS, board, changed, table_of_three

REAL = [name for name in NAMES if board_of(board(name).CHIP).pins]
SETS = [(name, display_set) for name in NAMES for display_set in board(name).DISPLAY_SETS]
REAL_SETS = [(name, display_set) for name, display_set in SETS if name in REAL]


@pytest.mark.parametrize("chip", sorted(BOARDS))
def test_a_board_brings_out_pins_that_its_chip_has(chip: str) -> None:
    there = BOARDS[chip]
    numbers = [pin.gpio for pin in there.pins if pin.gpio is not None]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) <= CHIPS[chip].pins
    places = [pin.number for pin in there.pins]
    assert len(places) == len(set(places))
    assert sum(pin.side == LEFT for pin in there.pins) == len(there.pins) / 2
    for name in (there.ground, there.supply, there.feed, there.five):
        assert there.find(name).gpio is None


@pytest.mark.parametrize(
    ("chip", "gpio", "label"),
    [
        ("rp2040", 0, "GP0 (pin 1)"),
        ("rp2040", 15, "GP15 (pin 20)"),
        ("rp2040", 16, "GP16 (pin 21)"),
        ("rp2040", 22, "GP22 (pin 29)"),
        ("rp2040", 28, "GP28 (pin 34)"),
        ("rp2040_w", 2, "GP2 (pin 4)"),
        ("esp32", 23, "IO23 (pin J3-2)"),
        ("esp32", 13, "IO13 (pin J2-15)"),
        ("esp32", 36, "VP (pin J2-3)"),
        ("esp32s3", 18, "18 (pin J1-11)"),
        ("esp32s3", 21, "21 (pin J3-18)"),
        ("esp32s3", 1, "1 (pin J3-4)"),
        ("esp32", 37, "GPIO37 (on no header)"),
    ],
)
def test_a_pin_is_called_as_it_is_printed(chip: str, gpio: int, label: str) -> None:
    assert BOARDS[chip].label(gpio) == label


def test_supply_pins_are_where_the_pin_out_has_them() -> None:
    pico = BOARDS["rp2040"]
    found = {name: pico.find(name).number for name in ("3V3(OUT)", "VSYS", "VBUS", "RUN", "AGND")}
    assert found == {"3V3(OUT)": "36", "VSYS": "39", "VBUS": "40", "RUN": "30", "AGND": "33"}
    assert BOARDS["esp32"].find("5V").number == "J2-19"
    assert BOARDS["esp32s3"].find("5V").number == "J1-21"


@pytest.mark.parametrize(("name", "display_set"), SETS)
def test_every_wire_has_its_row_and_no_pin_is_on_no_header(name: str, display_set: str) -> None:
    made = board(name)
    rows = wiring_rows(made, display_set)
    there = board_of(made.CHIP)
    for wire, row in zip(wires(made, display_set), rows):
        pin = there.label(wire.pin) if there.pins else f"pin {wire.pin}"
        assert row[:2] == (pin, wire.text)
    assert all(len(row) == 3 and all(row) for row in rows)
    assert not [row for row in rows if "on no header" in row[0]]
    pins = [row[0] for row in rows]
    assert len(pins) == len(set(pins))


@pytest.mark.parametrize(("name", "display_set"), REAL_SETS)
def test_the_rows_end_with_supply_battery_and_ground(name: str, display_set: str) -> None:
    made = board(name)
    there = board_of(made.CHIP)
    rows = wiring_rows(made, display_set)
    assert rows[-1][1] == "ground"
    five = made.DISPLAY_SETS[display_set]["driver"] == "max7219"
    fits = power.has_battery(made, display_set)
    assert [row[1] for row in rows].count("battery") == fits
    assert [row[0] for row in rows].count("USB socket") == (not fits)
    assert rows[-1][2].startswith("battery -, GND" if fits else "GND of every display")
    supply = there.five if five else there.supply
    fed = [row[0] for row in rows if row[2].startswith("VCC of every display")]
    assert fed == [there.find(supply).label]


def test_what_stands_at_the_other_end() -> None:
    rows = {signal: text for _, signal, text in wiring_rows(board("pico"))}
    assert rows["left plunger"] == "contact of the left plunger, its other contact to GND"
    assert rows["key play/pause"] == "push button play/pause, its other contact to GND"
    assert rows["running lamp left"] == "330 ohm, LED (long leg), its short leg to GND"
    assert rows["passive buzzer"] == "100 ohm, passive piezo, its other terminal to GND"
    assert rows["battery voltage"] == "nothing: the board has the divider"
    assert rows["DIO of right display"].startswith("DIO of the right display; 4.7 kohm pull-up")
    assert "1N5817" in rows["battery"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pico_w", "100 kohm to VSYS, 100 kohm to GND, 100 nF to GND"),
        (
            "esp32_devkit",
            "200 kohm to battery + (before the switch), 100 kohm to GND, 100 nF to GND",
        ),
    ],
)
def test_the_divider_is_the_one_of_the_definition(name: str, text: str) -> None:
    rows = {signal: text for _, signal, text in wiring_rows(board(name), "ht16k33")}
    assert rows["battery voltage"] == text


def test_a_set_without_hours_has_no_battery_and_its_pin_is_at_ground() -> None:
    """The default set of the ESP32 boards: the sets with hours have the battery's wires."""
    made = board("esp32_devkit")
    rows = {signal: text for _, signal, text in wiring_rows(made)}
    assert rows["battery voltage"] == "GND: this set has no battery, see Power"
    assert "battery" not in rows
    more = {signal: text for _, signal, text in display_rows(made, "ht16k33")}
    assert more["battery voltage"].startswith("200 kohm") and more["ground"] == "battery -"
    assert more["battery"].startswith("switch, battery +")
    assert not [row for row in display_rows(made, "ssd1306") if "battery" in row[1]]
    pico = board("pico")
    assert not [row for row in display_rows(pico, "max7219") if "battery" in row[1]]
    rows = {signal: text for _, signal, text in display_rows(board("pico_w"), "max7219")}
    assert rows["battery voltage"].startswith("GND")


def test_a_board_that_measures_no_battery_has_none_in_its_table() -> None:
    rows = {signal: text for _, signal, text in wiring_rows(changed("pico_w", BATTERY=None))}
    assert "battery" not in rows and "battery voltage" not in rows
    assert rows["supply"] == "USB supply or power bank"


def test_addresses_are_said_with_what_sets_them() -> None:
    rows = {signal: text for _, signal, text in display_rows(board("pico"), "ht16k33")}
    assert "left display (0x70: no address jumper closed)" in rows["SCL of I2C 0"]
    assert "right display (0x71: close A0)" in rows["SDA of I2C 0"]
    rows = {signal: text for _, signal, text in wiring_rows(table_of_three())}
    assert "left display of clock C (0x74: close A2)" in rows["SCL of I2C 0"]
    assert "right display of clock B (0x73: close A0 and A1)" in rows["SCL of I2C 0"]


def test_a_chain_goes_through_a_level_shifter_from_display_to_display() -> None:
    rows = {signal: text for _, signal, text in display_rows(board("pico"), "max7219")}
    assert rows["DIN of the first display"] == (
        "through a 74HCT125, DIN of the left display; its DOUT to DIN of the next"
    )
    assert rows["CS of the displays"] == "through a 74HCT125, CS of both displays"
    sets = {"max7219": {**board("pico").DISPLAY_SETS["max7219"], "places": (((17, 1), (17, 0)),)}}
    swapped = changed("pico", DISPLAY_SET="max7219", DISPLAY_SETS=sets)
    rows = {signal: text for _, signal, text in display_rows(swapped, "max7219")}
    assert "DIN of the right display; its DOUT" in rows["DIN of the first display"]


def test_a_clock_module_is_on_the_bus_of_the_board() -> None:
    assert [row[0] for row in rtc_rows(board("esp32_devkit"))] == [
        "IO22 (pin J3-3)",
        "IO21 (pin J3-6)",
        "3V3 (pin J2-1)",
        "GND (any)",
    ]
    assert rtc_rows(board("virtual")) == []
    with_clock = changed("pico", RTC="ds3231")
    rows = {signal: text for _, signal, text in wiring_rows(with_clock)}
    assert rows["SCL of I2C 0"].startswith("SCL of the DS3231 module (0x68); 4.7 kohm")


def test_the_table_is_the_rows() -> None:
    lines = wiring_table(board("pico"), "ssd1306").splitlines()
    assert lines[0] == "| pin of the board | signal | connect it to |"
    assert lines[1] == "|---|---|---|"
    assert lines[2:] == [
        "| " + " | ".join(row) + " |" for row in wiring_rows(board("pico"), "ssd1306")
    ]


@pytest.mark.parametrize(("name", "display_set"), REAL_SETS)
def test_the_drawing_leads_every_wire_to_its_pin(name: str, display_set: str) -> None:
    """A path begins at the place of each pin that is used, and within the picture it stays."""
    made = board(name)
    there = board_of(made.CHIP)
    root = ElementTree.fromstring(wiring_svg(made, display_set))
    space = "{http://www.w3.org/2000/svg}"
    starts = []
    for path in root.iter(f"{space}path"):
        match = re.match(r"M(\d+) ([\d.]+) C", path.attrib["d"])
        if match:
            starts.append((match.group(1), match.group(2)))
    holes = [
        (hole.attrib["cx"], hole.attrib["cy"])
        for hole in root.iter(f"{space}circle")
        if hole.attrib.get("fill") == "#ffd54f"
    ]
    # A clock that all displays share leads to each of them.
    shared = [wire for wire in wires(made, display_set) if wire.text == "CLK of all displays"]
    assert len(starts) == len(holes) + (2 * len(made.LEVERS) - 1) * len(shared)
    starts = sorted(set(starts))
    assert starts == sorted(holes)
    wired = {wire.pin for wire in wires(made, display_set)} - there.inner.keys()
    supplies = 3 if power.has_battery(made, display_set) else 2
    assert len(starts) == len(wired) + supplies
    bold = {
        text.text for text in root.iter(f"{space}text") if text.attrib.get("fill") == "#ffffff"
    }
    names = {pin.gpio: pin.name for pin in there.pins}
    assert {names[pin] for pin in wired} <= bold
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for text in root.iter(f"{space}text"):
        assert 0 < float(text.attrib["x"]) < width and 0 < float(text.attrib["y"]) < height


def test_a_virtual_board_is_not_drawn() -> None:
    with pytest.raises(ValueError, match=r"^virtual: a virtual board has no wiring$"):
        wiring_svg(board("virtual"))


def test_a_table_of_three_is_drawn() -> None:
    text = wiring_svg(table_of_three())
    assert "running lamp right of clock C" in text and "all 6 displays" in text


def texts_of(name: str, display_set: str) -> list[str]:
    """Return the texts of a drawing."""
    root = ElementTree.fromstring(wiring_svg(board(name), display_set))
    return [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(
    ("name", "display_set", "counts"),
    [
        # Four wires of TM1637, two of a bus, none where a level shifter drives them.
        ("pico", "tm1637_6", {"4.7 kohm": 4, "100 nF": 0, "B": 0, "1N5817": 1, "switch": 1}),
        ("pico", "ht16k33", {"4.7 kohm": 2, "1N5817": 1}),
        # One for the clock that all share, one for the data of each.
        ("pico_table", "tm1637_6", {"4.7 kohm": 7, "CLK": 6, "DIO": 6, "1N5817": 1}),
        ("pico_table", "max7219", {"4.7 kohm": 0, "CS A": 1, "CS B": 1, "CS C": 1}),
        ("pico", "max7219", {"4.7 kohm": 0, "1N5817": 0, "switch": 0}),
        ("pico_w", "tm1637_6", {"100 kohm": 2, "100 nF": 1, "B": 2, "switch": 1}),
        ("esp32_devkit", "tm1637_6", {"4.7 kohm": 4, "battery": 0, "no battery: to ground": 1}),
        ("esp32_s3", "ht16k33", {"200 kohm": 1, "100 kohm": 1, "100 nF": 1, "B": 2, "switch": 1}),
    ],
)
def test_the_drawing_has_the_parts_of_the_list(
    name: str, display_set: str, counts: dict[str, int]
) -> None:
    texts = texts_of(name, display_set)
    assert {text: texts.count(text) for text in counts} == counts
    shifters = [text for text in texts if "74HCT125" in text]
    assert len(shifters) == (display_set == "max7219")


@pytest.mark.parametrize("name", [*OURS, "pico_table"])
def test_the_left_display_and_lamp_are_above_the_right_ones(name: str) -> None:
    texts = texts_of(name, "tm1637_6")
    for of in (" of clock A", " of clock B", " of clock C") if "table" in name else ("",):
        assert texts.index("left display" + of) < texts.index("right display" + of)
        assert texts.index("running lamp left" + of) < texts.index("running lamp right" + of)


def test_the_battery_s_line_has_a_color_of_its_own() -> None:
    orange = [line for line in wiring_svg(board("pico")).splitlines() if "#ef6c00" in line]
    assert len(orange) == 1 and orange[0].startswith("<path")
    assert "#ef6c00" not in wiring_svg(board("esp32_s3"))
