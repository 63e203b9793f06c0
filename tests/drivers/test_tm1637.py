"""TM1637: the driver talks to the bench's model of the chip, bit by bit."""

from __future__ import annotations

import pytest
from drivers.tm1637 import TM1637

from tests.drivers.chip_kit import CHARACTERS, chip_models, shapes
from tests.drivers.doubles import Wire

ORDER = (2, 1, 0, 5, 4, 3)


class Rig:
    """A driver, a chip and the wires between them."""

    def __init__(self, digits: int = 6, order: tuple[int, ...] = ORDER) -> None:
        """Wire them up."""
        self.chip = chip_models().TM1637(digits)
        self.clk = Wire(self.chip, True)
        self.dio = Wire(self.chip, False)
        self.driver = TM1637(self.clk, self.dio, order, 5)
        self.order = order
        self.bytes: list[int] = []
        take = self.chip._byte

        def spy(value: int) -> None:
            self.bytes.append(value)
            take(value)

        self.chip._byte = spy

    def show(self, cells: bytes) -> int:
        """Load and push; return how many bytes went over the wires."""
        self.bytes.clear()
        self.driver.load(bytearray(cells))
        while self.driver.is_pending():
            assert self.driver.push()
        return len(self.bytes)

    def lit(self) -> list[int]:
        """Return what lights up, left digit first."""
        segments = self.chip.segments()
        return [segments[address] for address in self.order]


@pytest.mark.parametrize("digits", [4, 6])
def test_what_is_loaded_lights_up(digits: int) -> None:
    """Every cell arrives at its digit, with its dot."""
    rig = Rig(digits, ORDER if digits == 6 else (0, 1, 2, 3))
    for cells in (b"123456", b" 5.00 ", bytes([0x31 | 0x80, 0x32, 0x33, 0x34, 0x35, 0x36 | 0x80])):
        cells = cells[:digits]
        rig.show(cells)
        assert rig.lit() == shapes(cells)
    assert rig.chip.bad == 0


@pytest.mark.parametrize("cell", range(6))
def test_every_character_of_every_cell_lights_up(cell: int) -> None:
    """With and without the dot after it."""
    rig = Rig()
    for code in CHARACTERS:
        for separator in (0, 0x80):
            cells = bytearray(b"8-8888")
            cells[cell] = code | separator
            rig.show(cells)
            assert rig.lit() == shapes(cells)
    assert rig.chip.bad == 0


def test_before_the_first_push_nothing_lights() -> None:
    """The chip is switched on only after its digits are right."""
    assert Rig().lit() == [0] * 6


def test_only_the_run_of_changed_digits_is_sent() -> None:
    """One changed digit is an address and one byte; equal cells are nothing at all."""
    rig = Rig()
    assert rig.show(b"123456") == 9
    assert rig.show(b"123456") == 0
    assert rig.show(b"123457") == 2
    assert rig.show(b"123476") == 3
    assert rig.show(b"129976") == 7
    assert rig.lit() == shapes(b"129976")


def test_no_call_sends_more_than_nine_bytes() -> None:
    """A call is bounded, whatever changes."""
    rig = Rig()
    for cells in (b"123456", b"      ", b"888888", b"1     ", b"     1"):
        rig.bytes.clear()
        rig.driver.load(bytearray(cells))
        rig.driver.push()
        assert len(rig.bytes) <= 9
        assert rig.lit() == shapes(cells)


def test_a_call_is_bounded_in_writes_of_pins() -> None:
    """26 a byte and 5 a transfer: below 260 even where everything is set up anew."""
    rig = Rig()
    for cells in (b"123456", b"888888", b"      ", b"\xb8\xb8\xb8\xb8\xb8\xb8"):
        for forget in (False, True):
            if forget:
                rig.driver.forget()
            rig.clk.writes = rig.dio.writes = 0
            rig.driver.load(bytearray(cells), 511)
            assert rig.driver.push()
            assert not rig.driver.is_pending()
            assert rig.clk.writes + rig.dio.writes <= 260


def test_power_lost_for_a_moment_is_mended_by_forget() -> None:
    """Everything is sent, switch and brightness too."""
    rig = Rig()
    rig.show(b"123456")
    rig.chip.connect(False)
    rig.chip.connect(True)
    assert not rig.driver.is_pending(), "nobody knows of it"
    rig.driver.forget()
    assert rig.driver.is_pending()
    assert rig.show(b"123456") == 9
    assert rig.lit() == shapes(b"123456")


def test_errors_are_counted_in_16_bits() -> None:
    """The count goes round."""
    rig = Rig()
    rig.chip.connected = False
    rig.driver.errors = 0xFFFF
    rig.driver.load(bytearray(b"123456"))
    assert rig.driver.push() is False
    assert rig.driver.errors == 8


def test_a_chip_that_does_not_answer_is_counted_and_written_anew() -> None:
    """Pulled off: push says so. Back again: everything is sent, also what had not changed."""
    rig = Rig()
    rig.show(b"123456")
    rig.chip.connected = False
    rig.driver.load(bytearray(b"123457"))
    assert rig.driver.push() is False
    assert rig.driver.errors == 2
    assert rig.driver.is_pending()
    rig.chip.connected = True
    rig.chip.ram[:] = bytes(6)
    assert rig.driver.push() is True
    assert rig.lit() == shapes(b"123457")
    assert not rig.driver.is_pending()


def test_brightness_is_sent_with_the_switch_on() -> None:
    """The display command carries the brightness."""
    rig = Rig()
    rig.show(b"123456")
    assert rig.bytes[0] == 0x40
    assert rig.bytes[1] == 0xC0
    assert rig.bytes[-1] == 0x88 | 5


def test_dim_is_the_lowest_of_eight_levels_and_one_byte() -> None:
    """The digits are not sent again, and the brightness of the display set comes back."""
    rig = Rig()
    rig.show(b"123456")
    assert rig.chip.light() == 5
    for is_dim, level in ((True, 0), (False, 5)):
        rig.driver.set_dim(is_dim)
        assert rig.driver.is_pending()
        assert rig.show(b"123456") == 1
        assert rig.chip.light() == level
        assert rig.lit() == shapes(b"123456")
        rig.driver.set_dim(is_dim)
        assert not rig.driver.is_pending(), "nothing has changed"


def test_a_push_with_dim_and_digits_is_bounded() -> None:
    """At most nine bytes in one call, whatever changes with the brightness."""
    rig = Rig()
    rig.show(b"123456")
    for cells, is_dim in ((b"888888", True), (b"88888 ", False), (b"      ", True)):
        rig.bytes.clear()
        rig.clk.writes = rig.dio.writes = 0
        rig.driver.load(bytearray(cells))
        rig.driver.set_dim(is_dim)
        assert rig.driver.push()
        assert not rig.driver.is_pending()
        assert len(rig.bytes) <= 9
        assert rig.clk.writes + rig.dio.writes <= 260
        assert rig.lit() == shapes(cells)
        assert rig.chip.light() == (0 if is_dim else 5)


def test_dim_survives_a_display_that_is_pulled_off() -> None:
    """Also when it is dimmed while nobody is there."""
    for is_dim_before in (False, True):
        rig = Rig()
        rig.driver.set_dim(is_dim_before)
        rig.show(b"123456")
        rig.chip.connect(False)
        rig.driver.set_dim(True)
        rig.driver.forget()
        assert rig.driver.push() is False
        assert rig.driver.is_pending()
        rig.chip.connect(True)
        rig.driver.forget()
        assert rig.show(b"123456") == 9
        assert rig.chip.light() == 0
        assert not rig.driver.is_pending()


def test_a_dim_that_nobody_acknowledged_is_sent_again() -> None:
    rig = Rig()
    rig.show(b"123456")
    rig.driver.set_dim(True)
    rig.chip.connected = False
    assert rig.driver.push() is False
    assert rig.driver.is_pending()
    rig.chip.connected = True
    assert rig.driver.push() is True
    assert rig.chip.light() == 0
