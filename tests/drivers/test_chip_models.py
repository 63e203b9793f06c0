"""The bench's models of chips, spoken to byte by byte as their data sheets say.

Without this a driver and a model could agree on something that no chip does.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from tests.drivers.chip_kit import chip_models


@pytest.fixture
def chips() -> ModuleType:
    """Return the models."""
    return chip_models()


# --- HT16K33 -----------------------------------------------------------------------------------


def test_ht16k33_lights_only_with_oscillator_and_display_on(chips: ModuleType) -> None:
    chip = chips.HT16K33()
    chip.write(b"\x00\x3f\x00\x06\x00\x02\x00\x5b\x00\x4f\x00\x00\x00\x00\x00\x00\x00")
    for command in (b"\x81", b"\x20"):
        chip.write(command)
        assert chip.segments() == bytes(4)
    chip.write(b"\x21")
    assert chip.segments() == b"\x3f\x86\x5b\x4f"
    chip.write(b"\x80")
    assert chip.segments() == bytes(4)
    chip.write(b"\x85")
    assert chip.segments() == b"\x3f\x86\x5b\x4f"
    assert chip.blink == 2
    chip.write(b"\xe3")
    assert chip.brightness == 3
    assert chip.bad == 0


def test_ht16k33_addresses_go_round(chips: ModuleType) -> None:
    chip = chips.HT16K33()
    chip.write(b"\x0f\x01\x02")
    assert chip.ram[15] == 1 and chip.ram[0] == 2
    answer = bytearray(2)
    chip.write(b"\x0f")
    chip.read(answer)
    assert answer == b"\x01\x02"


@pytest.mark.parametrize("command", [b"\x10", b"\x2f", b"\x88", b"\xa4", b"\xf0", b"\x21\x21"])
def test_ht16k33_counts_what_it_does_not_know(chips: ModuleType, command: bytes) -> None:
    chip = chips.HT16K33()
    chip.write(command)
    assert chip.bad == 1


# --- MAX7219 -----------------------------------------------------------------------------------


def send(chip: Any, data: bytes) -> None:
    """Send one transaction to a chain."""
    chip.select(0)
    chip.transfer(data)
    chip.select(1)


def test_max7219_takes_over_only_when_select_rises(chips: ModuleType) -> None:
    chip = chips.MAX7219Chain()
    chip.select(0)
    chip.transfer(b"\x00\x00\x0c\x01")
    assert chip.registers[0][12] == 0
    chip.select(1)
    assert chip.registers[0][12] == 1
    assert chip.registers[1][12] == 0
    assert chip.bad == 0


def test_max7219_the_first_bytes_go_farthest(chips: ModuleType) -> None:
    chip = chips.MAX7219Chain()
    send(chip, b"\x0a\x03\x0a\x05")
    assert (chip.brightness(0), chip.brightness(1)) == (5, 3)
    chip.select(0)
    chip.transfer(b"\x0a\x07")
    chip.transfer(b"\x0a\x09")
    chip.select(1)
    assert (chip.brightness(0), chip.brightness(1)) == (9, 7)


def test_max7219_shows_digits_as_scan_limit_decode_and_shutdown_say(chips: ModuleType) -> None:
    chip = chips.MAX7219Chain()
    for register in range(1, 9):
        send(chip, bytes([0, 0, register, 0x7E]))  # the shape of a 0
    assert chip.segments(0) == bytes(8)
    send(chip, b"\x00\x00\x0c\x01")
    assert chip.segments(0) == bytes(7) + b"\x3f", "one digit is scanned at first"
    send(chip, b"\x00\x00\x0b\x07")
    assert chip.segments(0) == b"\x3f" * 8
    send(chip, b"\x00\x00\x08\xb0")
    assert chip.segments(0) == b"\x86" + b"\x3f" * 7, "a 1 with its dot, on the left"
    send(chip, b"\x00\x00\x09\xff")
    send(chip, b"\x00\x00\x08\x85")
    assert chip.segments(0)[0] == 0xED, "decoded: 5 with its dot"
    send(chip, b"\x00\x00\x0f\x01")
    assert chip.segments(0) == b"\xff" * 8
    assert chip.segments(1) == bytes(8)


def test_max7219_counts_transactions_that_do_not_fill_the_chain(chips: ModuleType) -> None:
    chip = chips.MAX7219Chain()
    send(chip, b"\x0a\x05")
    assert chip.bad == 1
    send(chip, b"")
    assert chip.bad == 2
    chip.transfer(b"\x01\x02\x03\x04")
    assert chip.bad == 2, "another chain on the bus is spoken to"


def test_max7219_a_chain_ends_where_it_is_pulled_apart(chips: ModuleType) -> None:
    chip = chips.MAX7219Chain()
    send(chip, b"\x0c\x01\x0c\x01")
    chip.connect(False, 1)
    assert chip.registers[1][12] == 0 and chip.registers[0][12] == 1
    chip.connect(True, 1)
    chip.connect(False, 0)
    send(chip, b"\x0c\x01\x0c\x01")
    assert chip.registers[0][12] == chip.registers[1][12] == 0


# --- SSD1306 -----------------------------------------------------------------------------------


def lit_panel(chips: ModuleType) -> Any:
    """Return a panel that is on, upright, in horizontal addressing, all dark."""
    chip = chips.SSD1306()
    chip.write(b"\x00\x8d\x14\xa1\xc8\x20\x00\x21\x00\x7f\x22\x00\x07\xaf")
    chip.write(b"\x40" + bytes(1024))
    assert chip.pixels() == bytes(1024)
    return chip


def test_ssd1306_fills_a_window_row_by_row(chips: ModuleType) -> None:
    chip = lit_panel(chips)
    chip.write(b"\x00\x21\x0a\x0b\x22\x02\x03")
    chip.write(b"\x40\x01\x02\x03")
    chip.write(b"\x40\x04\x05")
    pixels = chip.pixels()
    assert [pixels[128 * 2 + 10], pixels[128 * 2 + 11]] == [5, 2]
    assert [pixels[128 * 3 + 10], pixels[128 * 3 + 11]] == [3, 4]
    assert sum(pixels) == 14
    assert chip.bad == 0


def test_ssd1306_fills_a_window_column_by_column(chips: ModuleType) -> None:
    chip = lit_panel(chips)
    chip.write(b"\x00\x20\x01\x21\x0a\x0b\x22\x02\x03")
    chip.write(b"\x40\x01\x02\x03\x04\x05")
    pixels = chip.pixels()
    assert [pixels[128 * 2 + 10], pixels[128 * 3 + 10]] == [5, 2]
    assert [pixels[128 * 2 + 11], pixels[128 * 3 + 11]] == [3, 4]


def test_ssd1306_begins_with_page_addressing_and_dark(chips: ModuleType) -> None:
    chip = chips.SSD1306()
    chip.write(b"\x00\xa1\xc8\xb3\x05\x17")
    chip.write(b"\x40\x77")
    assert chip.ram[128 * 3 + 0x75] == 0x77
    assert chip.pixels() == bytes(1024)
    chip.write(b"\x00\xaf")
    assert chip.pixels() == bytes(1024), "without the charge pump nothing lights"
    chip.write(b"\x00\x8d\x14")
    assert chip.pixels() == bytes(chip.ram)
    assert any(byte == chips.NOISE for byte in chip.pixels()), "memory begins as noise"


def test_ssd1306_control_bytes_one_by_one(chips: ModuleType) -> None:
    """A control byte with bit 7 announces one byte; arguments may come in other transactions."""
    chip = lit_panel(chips)
    chip.write(b"\x80\x81\x80\x12\xc0\x99\x40\x55")
    assert chip.contrast == 0x12
    assert chip.pixels()[0] == 0x99 and chip.pixels()[1] == 0x55
    chip.write(b"\x80\x81")
    chip.write(b"\x80\x34")
    assert chip.contrast == 0x34
    assert chip.bad == 0


def test_ssd1306_turned_shifted_inverse(chips: ModuleType) -> None:
    chip = lit_panel(chips)
    chip.write(b"\x00\x21\x00\x7f\x22\x00\x07")
    chip.write(b"\x40\x01")

    def lit() -> tuple[int, int]:
        pixels = chip.pixels()
        ((at, byte),) = [(at, byte) for at, byte in enumerate(pixels) if byte]
        return at % 128, at // 128 * 8 + byte.bit_length() - 1

    assert lit() == (0, 0)
    chip.write(b"\x00\xa0\xc0")
    assert lit() == (127, 63)
    chip.write(b"\x00\xa1\xc8\x60")
    assert lit() == (0, 32), "start line 32"
    chip.write(b"\x00\x40\xd3\x10")
    assert lit() == (0, 48), "offset 16 moves the picture up"
    chip.write(b"\x00\xd3\x00\xa7")
    assert sum(chip.pixels()) == 255 * 1024 - 1
    chip.write(b"\x00\xa6\xa5")
    assert chip.pixels() == b"\xff" * 1024
    chip.write(b"\x00\xae")
    assert chip.pixels() == bytes(1024)
    assert chip.bad == 0


@pytest.mark.parametrize(
    "message",
    [
        b"\x00\x30", b"\x00\xff", b"\x00\xc1", b"\x00\x20\x03", b"\x00\x21\x05\x04",
        b"\x00\x21\x00\x80", b"\x00\x22\x00\x08", b"\x00\xa8\x05", b"\x00\xb0", b"\x00\x05",
        b"\x03",
    ],
)  # fmt: skip
def test_ssd1306_counts_what_it_does_not_know(chips: ModuleType, message: bytes) -> None:
    chip = lit_panel(chips)
    chip.write(message)
    assert chip.bad == 1


def test_ssd1306_counts_pixels_in_the_middle_of_a_command(chips: ModuleType) -> None:
    chip = lit_panel(chips)
    chip.write(b"\x00\x21\x05")
    chip.write(b"\x40\x01")
    assert chip.bad == 1


# --- DS3231 ------------------------------------------------------------------------------------


def registers(chip: Any, first: int, count: int) -> bytes:
    """Read registers as a controller does."""
    answer = bytearray(count)
    chip.write(bytes([first]))
    chip.read(answer)
    return bytes(answer)


def test_ds3231_pointer_goes_round(chips: ModuleType) -> None:
    chip = chips.DS3231()
    chip.set_time(2026, 10, 31, 23, 59, 58)
    assert registers(chip, 0, 7) == b"\x58\x59\x23\x01\x31\x10\x26"
    assert registers(chip, 0x12, 2) == b"\x00\x58"


def test_ds3231_flag_can_be_cleared_and_not_set(chips: ModuleType) -> None:
    chip = chips.DS3231()
    assert registers(chip, 15, 1)[0] & 0x80
    chip.write(b"\x0f\x80")
    assert registers(chip, 15, 1)[0] & 0x80
    chip.write(b"\x0f\x08")
    assert registers(chip, 15, 1) == b"\x08"
    chip.write(b"\x0f\x88")
    assert registers(chip, 15, 1) == b"\x08"
    assert chip.bad == 0


def test_ds3231_counts_on(chips: ModuleType) -> None:
    chip = chips.DS3231()
    chip.set_time(2099, 12, 31, 23, 59, 59)
    chip.advance(1)
    assert registers(chip, 0, 7) == b"\x00\x00\x00\x02\x01\x81\x00"
    chip.write(b"\x02\x71")  # 11 in the evening, of twelve
    chip.advance(3600)
    assert registers(chip, 2, 4) == b"\x52\x03\x02\x81"


@pytest.mark.parametrize("message", [b"\x00\x6a", b"\x02\x2f", b"\x04\x40", b"\x13", b"\x05\x1f"])
def test_ds3231_counts_what_is_no_time(chips: ModuleType, message: bytes) -> None:
    chip = chips.DS3231()
    chip.write(message)
    assert chip.bad == 1


# --- how bright --------------------------------------------------------------------------------


def test_tm1637_light_comes_with_the_display_command(chips: ModuleType) -> None:
    chip = chips.TM1637(6)
    assert chip.light() == chips.DARK
    for command, light in ((0x88, 0), (0x8F, 7), (0x8B, 3), (0x83, chips.DARK), (0x8A, 2)):
        chip.byte_index = 0
        chip._byte(command)
        assert chip.light() == light
    chip.connect(False)
    assert chip.light() == chips.DARK
    chip.connect(True)
    assert chip.light() == chips.DARK


def test_ht16k33_light(chips: ModuleType) -> None:
    chip = chips.HT16K33()
    for message, light in (
        (b"\x21", -1),
        (b"\x81", 15),
        (b"\xe0", 0),
        (b"\x20", -1),
        (b"\x21", 0),
    ):
        chip.write(message)
        assert chip.light() == light


def test_max7219_light_of_each_place(chips: ModuleType) -> None:
    chip = chips.MAX7219Chain()
    send(chip, b"\x0a\x03\x0a\x05")
    assert (chip.light(0), chip.light(1)) == (-1, -1)
    send(chip, b"\x0c\x01\x0c\x01")
    assert (chip.light(0), chip.light(1)) == (5, 3)
    chip.connect(False, 1)
    assert (chip.light(0), chip.light(1)) == (5, -1)


def test_ssd1306_light(chips: ModuleType) -> None:
    chip = lit_panel(chips)
    assert chip.light() == 0x7F
    chip.write(b"\x00\x81\x01")
    assert chip.light() == 1
    chip.write(b"\x00\xae")
    assert chip.light() == chips.DARK
