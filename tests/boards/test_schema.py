"""Every board passes the schema, and a broken board is refused with its field and the reason."""

from __future__ import annotations

import copy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boards.schema import (
    ABOUT,
    CHIPS,
    OPTIONAL,
    REQUIRED,
    SET_ABOUT,
    SET_OPTIONAL,
    SET_REQUIRED,
    BoardError,
    check_board,
    load_board,
    wires,
)
from tests.boards.board_kit import (
    BOARDS,
    NAMES,
    OURS,
    board,
    changed,
    constants,
    table_of_three,
    with_set,
)


def refusal(definition: ModuleType) -> str:
    """Return what the schema says of a broken board: one line."""
    with pytest.raises(BoardError) as caught:
        check_board(definition)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_all_boards_are_found() -> None:
    assert {"pico", "pico_w", "esp32_devkit", "esp32_s3", "virtual", "virtual_rocker"} <= set(
        NAMES
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_board_passes(name: str) -> None:
    check_board(board(name))
    assert name == board(name).NAME


@pytest.mark.parametrize("name", [*OURS, "virtual", "virtual_rocker"])
def test_our_boards_have_every_display_set(name: str) -> None:
    drivers = {chosen["driver"] for chosen in board(name).DISPLAY_SETS.values()}
    assert drivers == {"tm1637", "ht16k33", "max7219", "ssd1306"}


@pytest.mark.parametrize("field", sorted(REQUIRED))
def test_a_required_field_cannot_be_missing(field: str) -> None:
    assert refusal(changed("pico", **{field: None})) == f"{field}: missing"


@pytest.mark.parametrize("field", sorted(OPTIONAL.keys() - {"I2C", "SPI"}))
def test_an_optional_field_can_be_missing(field: str) -> None:
    check_board(changed("pico", **{field: None}))


def test_every_field_is_explained_and_nothing_else() -> None:
    assert ABOUT.keys() == REQUIRED.keys() | OPTIONAL.keys()
    assert SET_ABOUT.keys() == SET_REQUIRED.keys() | SET_OPTIONAL.keys()


FIELDS = [
    ("pico", {"LAMP": 3}, "LAMP: unknown field"),
    ("pico", {"IDLE_MS": "1"}, "IDLE_MS: must be int"),
    ("pico", {"BUZZER": True}, "BUZZER: must be int"),
    ("pico", {"HARD_IRQ": 1}, "HARD_IRQ: must be bool"),
    ("pico", {"CHIP": "avr"}, "CHIP: 'avr' is none of virtual, rp2040, rp2040_w, esp32, esp32s3"),
    ("pico", {"LEVER": "button"}, "LEVER: 'button' is neither plungers nor rocker"),
    ("pico", {"LEVERS": ()}, "LEVERS: 0 clocks, 1 to 3 are possible"),
    ("pico", {"LEVERS": ((0, 1),) * 4}, "LEVERS: 4 clocks, 1 to 3 are possible"),
    ("pico", {"LEVER": "rocker"}, "LEVERS: (2, 3) must have 1 contact"),
    ("pico", {"LEVERS": ((2,),)}, "LEVERS: (2,) must have 2 contacts"),
    (
        "pico",
        {"LEVERS": (2,)},
        "LEVERS: must be a tuple of tuples, such as ((2, 3),); is a comma missing?",
    ),
    (
        "virtual_rocker",
        {"LEVERS": (2,)},
        "LEVERS: must be a tuple of tuples, such as ((2,),); is a comma missing?",
    ),
    ("pico", {"LEVERS": 2}, "LEVERS: must be tuple, such as ((2, 3),)"),
    ("pico", {"KEYS": (4, 5)}, "KEYS: 2 given, 5 needed"),
    (
        "pico",
        {"LAMPS": (14, 15)},
        "LAMPS: must be a tuple of tuples, such as ((14, 15),); is a comma missing?",
    ),
    ("pico", {"LAMPS": ((14,),)}, "LAMPS: (14,) must be a pair, left and right"),
    ("pico", {"LAMPS": ()}, "LAMPS: 0 given, one pair for the one clock needed (T37)"),
    ("pico", {"NAME": "my-rocker"}, "NAME: 'my-rocker' is not made of letters, digits and"),
    ("pico", {"LAMP_PERCENT": 0}, "LAMP_PERCENT: 0 is outside 1 to 100"),
    ("pico", {"LAMP_PERCENT": 101}, "LAMP_PERCENT: 101 is outside 1 to 100"),
    ("esp32_devkit", {"HARD_IRQ": True}, "HARD_IRQ: esp32 has no hard interrupts"),
    ("esp32_s3", {"HARD_IRQ": True}, "HARD_IRQ: esp32s3 has no hard interrupts"),
    ("pico", {"IDLE_STEP_MS": 0}, "IDLE_STEP_MS: 0 is outside 1 to IDLE_MS, 10"),
    ("pico", {"IDLE_STEP_MS": 11}, "IDLE_STEP_MS: 11 is outside 1 to IDLE_MS, 10"),
    ("pico", {"IDLE_MS": 1001}, "IDLE_MS: 1001 is above 1000 of rp2040"),
    ("virtual", {"IDLE_MS": 60_001}, "IDLE_MS: 60001 is above 60000 of virtual"),
    ("pico", {"DISPLAY_SET": "lcd"}, "DISPLAY_SET: 'lcd' is not in DISPLAY_SETS"),
    ("pico", {"RTC": "pcf8523"}, "RTC: 'pcf8523' is none of ds3231"),
    ("pico", {"I2C_TIMEOUT_US": 499}, "I2C_TIMEOUT_US: 499 is outside 500 to 100000"),
    ("pico", {"I2C_TIMEOUT_US": 100_001}, "I2C_TIMEOUT_US: 100001 is outside 500 to 100000"),
    ("pico", {"CONSOLE_GAP_MS": -1}, "CONSOLE_GAP_MS: -1 is outside 0 to 100"),
    ("pico", {"CONSOLE_GAP_MS": 101}, "CONSOLE_GAP_MS: 101 is outside 0 to 100"),
    ("pico", {"I2C": (0, 21, 20)}, "I2C: must be (block, scl, sda, frequency in Hz)"),
    ("pico", {"SPI": (0, 18, 19, 1.0)}, "SPI: must be (block, sck, mosi, frequency in Hz)"),
    ("pico", {"I2C": (2, 21, 20, 400_000)}, "I2C: rp2040 has no block 2"),
    ("esp32_devkit", {"SPI": (0, 18, 23, 1_000_000)}, "SPI: esp32 has no block 0"),
    ("pico", {"I2C": (0, 20, 21, 400_000)}, "I2C: pin 20 cannot be scl of block 0"),
    ("pico", {"I2C": (0, 21, 22, 400_000)}, "I2C: pin 22 cannot be sda of block 0"),
    ("pico", {"I2C": (1, 21, 20, 400_000)}, "I2C: pin 21 cannot be scl of block 1"),
    ("pico", {"SPI": (0, 19, 18, 1_000_000)}, "SPI: pin 19 cannot be sck of block 0"),
    ("pico_w", {"SPI": (1, 10, 12, 1_000_000)}, "SPI: pin 12 cannot be mosi of block 1"),
    ("pico", {"I2C": (0, 21, 20, 400_001)}, "I2C: 400001 Hz is outside 10000 to 400000"),
    ("pico", {"SPI": (0, 18, 19, 9_999)}, "SPI: 9999 Hz is outside 10000 to 10000000"),
    ("pico", {"BATTERY": (29, 3000, 3000)}, "BATTERY: must be (pin, divider in thousandths"),
    ("pico", {"BATTERY": (29, 3.0, 1, 2, 3)}, "BATTERY: must be (pin, divider in thousandths"),
    ("pico", {"BATTERY": (29, 999, 1, 2, 3)}, "BATTERY: divider 999 is outside 1000 to 20000"),
    ("pico", {"BATTERY": (29, 3000, 3500, 3500, 4000)}, "BATTERY: 3500, 3500, 4000 mV must rise"),
    ("pico", {"BATTERY": (29, 3000, 2400, 3600, 3600)}, "BATTERY: 2400, 3600, 3600 mV must rise"),
    ("pico", {"BATTERY": (29, 1000, 2400, 3600, 4050)}, "BATTERY: 4050 mV are 4050 mV at the pin"),
    ("pico", {"BATTERY": (29, 2000, 2400, 3600, 4050)}, "BATTERY: divider 2000, but the board"),
    ("esp32_devkit", {"BATTERY": (37, 2000, 1, 2, 3)}, "BATTERY: pin 37 is taken by the module,"),
    ("esp32_devkit", {"BATTERY": (34, 2000, 4500, 5350, 5800)}, "BATTERY: 5800 mV are 2900 mV at"),
]


@pytest.mark.parametrize(("name", "fields", "message"), FIELDS)
def test_a_broken_field_is_refused(name: str, fields: dict[str, Any], message: str) -> None:
    """One line that begins with the field, and says the reason."""
    assert refusal(changed(name, **fields)).startswith(message)


PINS = [
    # A pin twice, and one that is not there.
    (
        "pico",
        {"BUZZER": 2},
        "BUZZER: pin 2 for passive buzzer is used already, for left plunger (LEVERS)",
    ),
    ("pico", {"BUZZER": 30}, "BUZZER: rp2040 has no pin 30"),
    ("pico", {"KEYS": (4, 5, 6, 7, -1)}, "KEYS: rp2040 has no pin -1"),
    ("pico", {"KEYS": (4, 5, 6, 7, "8")}, "KEYS: pin '8' is not a number"),
    ("pico", {"KEYS": (4, 5, 6, 7, True)}, "KEYS: pin True is not a number"),
    ("esp32_devkit", {"BUZZER": 20}, "BUZZER: esp32 has no pin 20"),
    ("esp32_devkit", {"BUZZER": 24}, "BUZZER: esp32 has no pin 24"),
    ("esp32_s3", {"BUZZER": 22}, "BUZZER: esp32s3 has no pin 22"),
    ("virtual", {"BUZZER": 64}, "BUZZER: virtual has no pin 64"),
    # What the board needs itself.
    ("pico", {"BUZZER": 25}, "BUZZER: pin 25 is taken by the Pico's own power supply and LED"),
    ("pico_w", {"BUZZER": 23}, "BUZZER: pin 23 is taken by the Pico W's radio"),
    ("pico_w", {"BATTERY": (29, 3000, 1, 2, 3)}, "BATTERY: pin 29 is taken by the Pico W's radio"),
    ("esp32_devkit", {"BUZZER": 6}, "BUZZER: pin 6 is taken by the flash memory"),
    ("esp32_devkit", {"BUZZER": 11}, "BUZZER: pin 11 is taken by the flash memory"),
    ("esp32_devkit", {"BUZZER": 1}, "BUZZER: pin 1 is taken by the serial console"),
    ("esp32_devkit", {"BUZZER": 3}, "BUZZER: pin 3 is taken by the serial console"),
    ("esp32_s3", {"BUZZER": 26}, "BUZZER: pin 26 is taken by the flash memory"),
    ("esp32_s3", {"BUZZER": 33}, "BUZZER: pin 33 is taken by the PSRAM of many modules"),
    ("esp32_s3", {"BUZZER": 37}, "BUZZER: pin 37 is taken by the PSRAM of many modules"),
    ("esp32_s3", {"BUZZER": 19}, "BUZZER: pin 19 is taken by USB"),
    ("esp32_s3", {"BUZZER": 44}, "BUZZER: pin 44 is taken by the serial console"),
    # Strapping pins: never, or only for lines that rest high.
    ("esp32_devkit", {"BUZZER": 0}, "BUZZER: pin 0 is taken by strapping"),
    ("esp32_devkit", {"BUZZER": 12}, "BUZZER: pin 12 is taken by strapping"),
    ("esp32_s3", {"BUZZER": 46}, "BUZZER: pin 46 is taken by strapping"),
    (
        "esp32_devkit",
        {"BUZZER": 15},
        "BUZZER: pin 15 is a strapping pin, only for lines that rest",
    ),
    ("esp32_devkit", {"KEYS": (25, 26, 27, 14, 15)}, "KEYS: pin 15 is a strapping pin, only for"),
    ("esp32_devkit", {"I2C": (0, 15, 21, 400_000)}, "I2C: pin 15 is a strapping pin, only for"),
    # Input-only pins have neither an output nor a pull-up.
    ("esp32_devkit", {"LEVERS": ((34, 33),)}, "LEVERS: pin 34 is input-only, without output and"),
    ("esp32_devkit", {"LAMPS": ((16, 39),)}, "LAMPS: pin 39 is input-only, without output and"),
    ("pico", {"BATTERY": None, "BUZZER": 29}, "BUZZER: pin 29 is input-only, without output"),
    # The converter reads few pins.
    ("pico", {"BATTERY": (22, 3000, 1, 2, 3)}, "BATTERY: pin 22 has no analog input"),
    ("pico_w", {"BATTERY": (22, 2000, 1, 2, 3)}, "BATTERY: pin 22 has no analog input"),
    ("esp32_devkit", {"BATTERY": (2, 3000, 1, 2, 3)}, "BATTERY: pin 2 is taken by strapping"),
    ("esp32_devkit", {"BATTERY": (21, 3000, 1, 2, 3)}, "BATTERY: pin 21 has no analog input"),
    ("esp32_s3", {"BATTERY": (38, 3000, 1, 2, 3)}, "BATTERY: pin 38 has no analog input"),
    # PWM slices of an RP2040: buzzer and dimmed lamps.
    (
        "pico",
        {"LAMP_PERCENT": 50, "BUZZER": 0, "LAMPS": ((1, 9),)},
        "BUZZER: pin 0 shares a PWM slice with pin 1 of LAMPS",
    ),
    (
        "pico",
        {"LAMP_PERCENT": 50, "BUZZER": 16, "LAMPS": ((0, 9),)},
        "BUZZER: pin 16 shares a PWM slice with pin 0 of LAMPS",
    ),
    (
        "pico",
        {"LAMP_PERCENT": 50, "BUZZER": 22, "LAMPS": ((0, 16),)},
        "LAMPS: pin 16 shares a PWM slice with pin 0 of LAMPS",
    ),
]


@pytest.mark.parametrize(("name", "fields", "message"), PINS)
def test_an_illegal_pin_is_refused(name: str, fields: dict[str, Any], message: str) -> None:
    """On the chip where it is one."""
    assert refusal(changed(name, **fields)).startswith(message)


LEGAL = [
    ("pico", {"LAMP_PERCENT": 50}),  # lamps on both channels of one slice
    ("pico", {"BUZZER": 0, "LAMPS": ((1, 9),)}),  # undimmed lamps need no PWM
    ("esp32_devkit", {"LAMP_PERCENT": 50}),
    ("pico", {"RTC": "ds3231"}),
    ("pico", {"IDLE_MS": 1000, "IDLE_STEP_MS": 1000}),
    ("esp32_devkit", {"BATTERY": (36, 3000, 4500, 5350, 5800)}),
    ("pico", {"I2C": (1, 27, 26, 10_000)}),
    ("pico", {"SPI": (1, 26, 27, 10_000_000)}),
]


@pytest.mark.parametrize(("name", "fields"), LEGAL)
def test_the_neighbor_of_a_refusal_passes(name: str, fields: dict[str, Any]) -> None:
    check_board(changed(name, **fields))


SETS = [
    ("tm1637_6", {"driver": None}, "DISPLAY_SETS['tm1637_6'].driver: missing"),
    ("tm1637_6", {"cell": 3}, "DISPLAY_SETS['tm1637_6'].cell: unknown field"),
    ("tm1637_6", {"cells": "6"}, "DISPLAY_SETS['tm1637_6'].cells: must be int"),
    ("tm1637_6", {"driver": "lcd"}, "DISPLAY_SETS['tm1637_6'].driver: 'lcd' is none of tm1637"),
    ("tm1637_6", {"cells": 5}, "DISPLAY_SETS['tm1637_6'].cells: 5, but tm1637 has 4 or 6"),
    ("ht16k33", {"cells": 6}, "DISPLAY_SETS['ht16k33'].cells: 6, but ht16k33 has 4"),
    ("tm1637_6", {"brightness": 8}, "DISPLAY_SETS['tm1637_6'].brightness: 8 is outside 0 to 7"),
    ("ht16k33", {"brightness": 16}, "DISPLAY_SETS['ht16k33'].brightness: 16 is outside 0 to 15"),
    ("max7219", {"brightness": 16}, "DISPLAY_SETS['max7219'].brightness: 16 is outside 0 to 15"),
    ("ssd1306", {"brightness": -1}, "DISPLAY_SETS['ssd1306'].brightness: -1 is outside 0 to 255"),
    ("tm1637_4", {"separators": "x"}, "DISPLAY_SETS['tm1637_4'].separators: 'x' is neither dots"),
    ("tm1637_6", {"separators": "colon"}, "DISPLAY_SETS['tm1637_6'].separators: only displays of"),
    ("max7219", {"separators": "colon"}, "DISPLAY_SETS['max7219'].separators: only displays of 4"),
    ("ssd1306", {"separators": "colon"}, "DISPLAY_SETS['ssd1306'].separators: only displays of 4"),
    ("tm1637_6", {"order": None}, "DISPLAY_SETS['tm1637_6'].order: must name each of 6 digits"),
    (
        "tm1637_6",
        {"order": (0, 1, 2, 3, 4, 4)},
        "DISPLAY_SETS['tm1637_6'].order: must name each of 6 digits once",
    ),
    (
        "tm1637_6",
        {"order": (0, 1, 2, 3, 4, "5")},
        "DISPLAY_SETS['tm1637_6'].order: must name each of 6 digits once",
    ),
    ("ht16k33", {"order": (0, 1, 2, 3)}, "DISPLAY_SETS['ht16k33'].order: only tm1637 has one"),
    ("ht16k33", {"places": ()}, "DISPLAY_SETS['ht16k33'].places: 0 given, one pair for"),
    ("ht16k33", {"places": ((0x70,),)}, "DISPLAY_SETS['ht16k33'].places: (112,) must be a pair"),
    (
        "ht16k33",
        {"places": (0x70, 0x71)},
        "DISPLAY_SETS['ht16k33'].places: must be a tuple of tuples, such as ((0x70, 0x71),); is",
    ),
    (
        "tm1637_6",
        {"places": ((10, (12, 13)),)},
        "DISPLAY_SETS['tm1637_6'].places: a place of tm1637 is (clock pin, data pin)",
    ),
    (
        "tm1637_6",
        {"places": (((10, 11), (12, 11)),)},
        "DISPLAY_SETS['tm1637_6']: pin 11 for DIO of right display is used already, for DIO of"
        " left display (DISPLAY_SETS['tm1637_6'])",
    ),
    (
        "ht16k33",
        {"places": ((0x70, 0x6F),)},
        "DISPLAY_SETS['ht16k33'].places: 0x6f is no I2C address of ht16k33",
    ),
    (
        "ht16k33",
        {"places": ((0x70, 0x78),)},
        "DISPLAY_SETS['ht16k33'].places: 0x78 is no I2C address of ht16k33",
    ),
    (
        "ssd1306",
        {"places": ((0x3C, 0x3E),)},
        "DISPLAY_SETS['ssd1306'].places: 0x3e is no I2C address of ssd1306",
    ),
    (
        "ssd1306",
        {"places": ((0x3C, "0x3d"),)},
        "DISPLAY_SETS['ssd1306'].places: '0x3d' is no I2C address of ssd1306",
    ),
    (
        "ssd1306",
        {"places": ((0x3C, 0x3C),)},
        "DISPLAY_SETS['ssd1306'].places: address 0x3c is used twice",
    ),
    (
        "max7219",
        {"places": (((17, 0), (17, 0)),)},
        "DISPLAY_SETS['max7219'].places: a place of max7219 is (select pin, 0 or 1 in the chain)",
    ),
    (
        "max7219",
        {"places": (((17, 0), (17, 2)),)},
        "DISPLAY_SETS['max7219'].places: a place of max7219 is (select pin, 0 or 1 in the chain)",
    ),
    (
        "max7219",
        {"places": (((17, 0), ([17], 1)),)},
        "DISPLAY_SETS['max7219'].places: a place of max7219 is (select pin, 0 or 1 in the chain)",
    ),
    (
        "max7219",
        {"places": (((17, 0), (22, 1)),)},
        "DISPLAY_SETS['max7219'].places: both displays of a chain share a select pin",
    ),
]


@pytest.mark.parametrize(("display_set", "fields", "message"), SETS)
def test_a_broken_display_set_is_refused(
    display_set: str, fields: dict[str, Any], message: str
) -> None:
    assert refusal(with_set("pico", display_set, **fields)).startswith(message)


def test_a_set_that_is_none_is_refused() -> None:
    assert refusal(changed("pico", DISPLAY_SETS={"tm1637_6": 3})) == (
        "DISPLAY_SETS['tm1637_6']: must be a dict"
    )
    sets = board("pico").DISPLAY_SETS
    assert refusal(changed("pico", DISPLAY_SETS={**sets, "": sets["tm1637_6"]})) == (
        "DISPLAY_SETS: '' is no name of a set"
    )


def test_a_set_that_is_not_the_default_is_looked_at_too() -> None:
    sets = copy.deepcopy(board("pico").DISPLAY_SETS)
    sets["tm1637_4"]["places"] = (((10, 11), (12, 16)),)
    assert refusal(changed("pico", DISPLAY_SETS=sets)) == (
        "DISPLAY_SETS['tm1637_4']: pin 16 for DIO of right display is used already, for passive"
        " buzzer (BUZZER)"
    )


@pytest.mark.parametrize(
    ("display_set", "bus"), [("ht16k33", "I2C"), ("ssd1306", "I2C"), ("max7219", "SPI")]
)
def test_a_bus_that_is_missing_is_named(display_set: str, bus: str) -> None:
    made = with_set("pico", display_set)
    delattr(made, bus)
    driver = made.DISPLAY_SETS[display_set]["driver"]
    assert refusal(made) == f"DISPLAY_SETS['{display_set}']: {driver} needs {bus}"


def test_a_clock_module_needs_its_bus_and_takes_its_pins() -> None:
    made = with_set("pico", "tm1637_6")
    made.RTC = "ds3231"
    check_board(made)
    made.KEYS = (4, 5, 6, 7, 20)
    assert refusal(made) == (
        "I2C: pin 20 for SDA of I2C 0 is used already, for key forward (KEYS)"
    )
    del made.I2C
    assert refusal(made) == "RTC: needs I2C"


def test_a_table_of_three_passes() -> None:
    """3X2: three clocks, six displays, one bus."""
    check_board(table_of_three())
    names = [wire.text for wire in wires(table_of_three())]
    assert names[:2] == ["left plunger of clock A", "right plunger of clock A"]
    assert "running lamp right of clock C" in names


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            {"LAMPS": ((11, 12), (13, 14))},
            "LAMPS: 2 given, one pair for each of the 3 clocks needed (T37)",
        ),
        ({"LEVERS": ((0, 1), (2, 3), (4,))}, "LEVERS: (4,) must have 2 contacts"),
        (
            {"LEVERS": ((0, 1), (2, 3), (4, 0))},
            "LEVERS: pin 0 for right plunger of clock C is used already, for left",
        ),
        ({"LEVERS": ((0, 1), (2, 3))}, "LAMPS: 3 given, one pair for each of the 2 clocks"),
        ({"LAMP_PERCENT": 50}, "BUZZER: pin 16"),
    ],
)
def test_a_broken_table_of_three_is_refused(fields: dict[str, Any], message: str) -> None:
    if "LAMP_PERCENT" in fields:
        fields = {
            **fields,
            "LAMPS": ((11, 12), (13, 14), (1, 18)),
            "LEVERS": ((0, 15), (2, 3), (4, 5)),
        }
    assert refusal(table_of_three(**fields)).startswith(message)


def test_displays_share_one_clock_wire_or_none() -> None:
    """The data wire tells whom a transfer is for, so all may share; some of them is a slip."""
    made = board("pico_table")
    texts = [wire.text for wire in wires(made)]
    assert texts.count("CLK of all displays") == 1
    assert [text for text in texts if text.startswith("DIO")] == [
        f"DIO of {side} display of clock {clock}" for clock in "ABC" for side in ("left", "right")
    ]
    sets = copy.deepcopy(made.DISPLAY_SETS)
    sets["tm1637_6"]["places"] = (((18, 27), (18, 26)), ((18, 22), (18, 21)), ((28, 20), (18, 19)))
    made.DISPLAY_SETS = sets
    assert refusal(made) == (
        "DISPLAY_SETS['tm1637_6']: pin 18 for CLK of right display of clock A is used already,"
        " for CLK of left display of clock A (DISPLAY_SETS['tm1637_6'])"
    )
    sets["tm1637_6"]["places"] = (((18, 27), (18, 27)), ((18, 22), (18, 21)), ((18, 20), (18, 19)))
    assert "pin 27 for DIO of right display of clock A is used already" in refusal(made)


def test_two_chains_of_a_table_cannot_share_a_select_pin() -> None:
    made = board("pico_table")
    sets = copy.deepcopy(made.DISPLAY_SETS)
    sets["max7219"]["places"] = (((22, 0), (22, 1)), ((22, 0), (22, 1)), ((20, 0), (20, 1)))
    made.DISPLAY_SETS = sets
    assert refusal(made) == (
        "DISPLAY_SETS['max7219']: pin 22 for CS of the displays of clock B is used already, for CS"
        " of the displays of clock A (DISPLAY_SETS['max7219'])"
    )


def test_two_clocks_of_a_table_cannot_share_an_address() -> None:
    sets = copy.deepcopy(table_of_three().DISPLAY_SETS)
    sets["ht16k33"]["places"] = ((0x70, 0x71), (0x72, 0x73), (0x74, 0x70))
    assert refusal(table_of_three(DISPLAY_SETS=sets)) == (
        "DISPLAY_SETS['ht16k33'].places: address 0x70 is used twice"
    )
    sets["ht16k33"]["places"] = ((0x70, 0x71),)
    assert refusal(table_of_three(DISPLAY_SETS=sets)).startswith(
        "DISPLAY_SETS['ht16k33'].places: 1 given, one pair for each of the 3 clocks needed"
    )


def test_no_pin_is_legal_and_taken_for_an_analog_input() -> None:
    for name, chip in CHIPS.items():
        assert chip.taken.keys() <= chip.pins, name
        assert chip.adc <= chip.pins and chip.input_only <= chip.pins, name
        assert not chip.strapping & chip.taken.keys(), name


def written(tmp_path: Path, content: bytes) -> Path:
    """Return the folder `mine` with a definition of that content."""
    folder = tmp_path / "mine"
    folder.mkdir(exist_ok=True)
    (folder / "board_def.py").write_bytes(content)
    return folder


GOOD = (BOARDS / "pico" / "board_def.py").read_bytes().replace(b'"pico"', b'"mine"')


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"NAME = \n", "board_def.py, line 1: invalid syntax"),
        (b"\n\nNAME = 'a\n", "board_def.py, line 3: unterminated string literal"),
        (b"A = 1\n# caf\xe9\n", "board_def.py, line 2: byte 0xe9 is not UTF-8; save the file as"),
        (b"A = 1\nB = C\n", "board_def.py, line 2: NameError: name 'C' is not defined"),
        (b"A = 1\nB = 1 // 0\n", "board_def.py, line 2: ZeroDivisionError: integer division"),
        (b"import sys\nsys.exit(3)\n", "board_def.py, line 1: only constants may stand here"),
        (b"A = 1\nraise ValueError\n", "board_def.py, line 2: only constants may stand here"),
        (b"A = (2)(3)\n", "board_def.py, line 1: only constants may stand here"),
        (b"def f(): pass\n", "board_def.py, line 1: only constants may stand here"),
        (b"A = open('x', 'w')\n", "board_def.py, line 1: only constants may stand here"),
        (b"print('x')\n", "board_def.py, line 1: only constants may stand here"),
        (b"from micropython import const, kbd_intr\n", "board_def.py, line 1: only constants"),
        (GOOD + b"Battery = 1\n", "Battery: unknown field"),
        (GOOD + b"rtc = 'ds3231'\n", "rtc: unknown field"),
        (b"\0", "board_def.py"),
        (b"", "BUZZER: missing"),
        (GOOD + b"LEVERS = (2)\n", "LEVERS: must be tuple, such as ((2, 3),)"),
        (GOOD + b"NAME = 'mien'\n", "NAME: 'mien' is not the folder's name, 'mine'"),
    ],
)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_a_definition_that_cannot_be_loaded_is_one_line_with_the_board(
    tmp_path: Path, content: bytes, text: str
) -> None:
    """Whatever happens in it: the board, the line, the reason."""
    with pytest.raises(BoardError) as caught:
        load_board(written(tmp_path, content))
    assert str(caught.value).startswith(f"board mine: {text}")
    assert "\n" not in str(caught.value)


def test_a_folder_without_a_definition_is_named(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"^board mine: has no board_def\.py$"):
        load_board(tmp_path / "mine")


def test_a_definition_is_loaded_freshly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also from within its own folder."""
    folder = written(tmp_path, GOOD)
    assert load_board(folder).BUZZER == 16
    written(tmp_path, GOOD.replace(b"const(16)", b"const(9)"))
    assert load_board(folder).BUZZER == 9
    monkeypatch.chdir(folder)
    assert load_board(Path()).NAME == "mine"


SMALL = st.one_of(
    st.integers(-5, 70),
    st.sampled_from([None, True, 1.5, 0x70, 0x71, 0x3C, 400_000, 2**31, "", "x", "tm1637"]),
)
VALUES = st.recursive(
    SMALL,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.lists(inner, max_size=5).map(tuple),
        st.dictionaries(st.sampled_from(["driver", "cells", "places", "order", 3]), inner),
    ),
    max_leaves=8,
)


def places_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path to every value within a value."""
    found = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places_of(inner, (*path, key))
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            found += places_of(inner, (*path, index))
    return found


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Return a copy of a value with `new` at the path."""
    if not path:
        return new
    if isinstance(value, dict):
        return {**value, path[0]: replaced(value[path[0]], path[1:], new)}
    index = path[0]
    return (*value[:index], replaced(value[index], path[1:], new), *value[index + 1 :])


@pytest.mark.no_cover
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_change_of_a_constant_is_answered_with_anything_but_a_refusal(data: Any) -> None:
    """Whatever stands in a definition, the answer is one line or a pass."""
    name = data.draw(st.sampled_from([*NAMES, "table"]))
    fields = constants(table_of_three() if name == "table" else board(name))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places_of(fields)[1:]))
        fields = replaced(fields, path, data.draw(VALUES))
    made = ModuleType("board_def")
    for field, value in fields.items():
        setattr(made, field, value)
    try:
        check_board(made)
    except BoardError as error:
        assert "\n" not in str(error)
