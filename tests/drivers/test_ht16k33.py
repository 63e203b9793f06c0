"""HT16K33: the driver talks to the bench's model of the chip over a bus that can fail."""

from __future__ import annotations

import pytest
from drivers.ht16k33 import HT16K33
from drivers.seven_segment import SEGMENTS

from tests.drivers.chip_kit import CHARACTERS, chip_models, shapes
from tests.drivers.doubles import I2C


class Rig:
    """A driver, a bus, a chip."""

    def __init__(self) -> None:
        """Connect them."""
        self.chip = chip_models().HT16K33()
        self.i2c = I2C({0x71: self.chip})
        self.i2c.keeps = True
        self.driver = HT16K33(self.i2c, 0x71, 9)

    def show(self, cells: bytes) -> list[bytes]:
        """Load, push until nothing waits; return what went over the bus."""
        self.i2c.clear()
        self.driver.load(bytearray(cells))
        while self.driver.is_pending():
            assert self.driver.push()
        return self.i2c.log


@pytest.mark.parametrize("cell", range(4))
def test_every_character_of_every_cell_lights_up(cell: int) -> None:
    rig = Rig()
    for code in CHARACTERS:
        for separator in (0, 0x80):
            cells = bytearray(b"8888")
            cells[cell] = code | separator
            rig.show(cells)
            assert list(rig.chip.segments()) == shapes(cells)
    assert rig.chip.bad == 0


def test_the_separator_of_the_second_cell_is_the_colon() -> None:
    """And no dot lights beside it; the others are dots of their digits."""
    rig = Rig()
    rig.show(bytes([0x31, 0x32 | 0x80, 0x33, 0x34]))
    assert rig.chip.ram[2] == SEGMENTS[0x32]
    assert rig.chip.ram[4] == 2
    rig.show(bytes([0x31 | 0x80, 0x32, 0x33 | 0x80, 0x34 | 0x80]))
    assert rig.chip.ram[4] == 0
    assert list(rig.chip.segments()) == shapes(b"\xb12\xb3\xb4")


def test_before_the_first_push_nothing_lights_and_then_all_at_once() -> None:
    """The memory is written before the display is switched on."""
    rig = Rig()
    assert list(rig.chip.segments()) == [0] * 4
    log = rig.show(b" 5\xb04")
    assert [len(message) for message in log] == [2, 18, 2, 2]
    assert log[0][1] == 0x21
    assert log[-1][1] == 0x81
    assert rig.chip.brightness == 9


def test_only_what_changed_is_sent_in_one_transaction_of_18_bytes() -> None:
    rig = Rig()
    rig.show(b"1234")
    assert rig.show(b"1234") == []
    assert [len(message) for message in rig.show(b"1235")] == [18]
    assert rig.driver.push() and rig.i2c.transactions == 1, "nothing waits"


def test_the_first_push_sends_at_most_24_bytes() -> None:
    """At 400 kHz that is 0.7 ms."""
    rig = Rig()
    rig.show(b"8888")
    assert rig.i2c.bytes == 24


@pytest.mark.parametrize("stuck", [False, True])
def test_a_display_that_is_gone_is_counted_and_comes_back(stuck: bool) -> None:
    """Pulled off (EIO) or with the data line held low (ETIMEDOUT)."""
    rig = Rig()
    rig.show(b"1234")
    rig.chip.connect(not stuck and False)
    rig.i2c.is_stuck = stuck
    rig.driver.load(bytearray(b"1235"))
    for count in (1, 2, 3):
        assert rig.driver.push() is False
        assert rig.driver.errors == count
        assert rig.driver.is_pending()
    rig.i2c.is_stuck = False
    rig.chip.connect(True)
    assert list(rig.chip.segments()) == [0] * 4
    assert rig.driver.push() is True
    assert list(rig.chip.segments()) == shapes(b"1235")
    assert rig.chip.brightness == 9, "it has been set up anew"
    assert not rig.driver.is_pending()


@pytest.mark.parametrize("answers", range(4))
def test_a_display_that_goes_in_the_middle_of_a_push(answers: int) -> None:
    """Whichever transaction fails, the next push does everything."""
    rig = Rig()
    rig.driver.load(bytearray(b"1234"))
    rig.i2c.answers = answers
    assert rig.driver.push() is False
    rig.i2c.answers = -1
    assert rig.driver.push() is True
    assert list(rig.chip.segments()) == shapes(b"1234")
    assert rig.chip.oscillates and rig.chip.brightness == 9


def test_power_lost_for_a_moment_is_mended_by_forget() -> None:
    rig = Rig()
    rig.show(b"1234")
    rig.chip.connect(False)
    rig.chip.connect(True)
    assert not rig.driver.is_pending(), "nobody knows of it"
    rig.driver.forget()
    assert rig.driver.is_pending()
    rig.show(b"1234")
    assert list(rig.chip.segments()) == shapes(b"1234")
    assert rig.chip.brightness == 9


def test_a_second_sending_does_not_flicker() -> None:
    """After forget a display that never lost its power stays lit in every moment."""
    rig = Rig()
    rig.show(b"1234")
    rig.driver.forget()
    seen = []
    take = rig.chip.write
    rig.chip.write = lambda data: (take(data), seen.append(list(rig.chip.segments())))
    assert rig.driver.push()
    assert len(seen) == 4
    assert all(one == shapes(b"1234") for one in seen)


def test_errors_are_counted_in_16_bits() -> None:
    rig = Rig()
    rig.driver.errors = 0xFFFF
    rig.chip.connect(False)
    rig.driver.load(bytearray(b"1234"))
    assert rig.driver.push() is False
    assert rig.driver.errors == 0


def test_dim_is_the_lowest_of_sixteen_levels_and_one_command() -> None:
    """The digits are not sent again, and the brightness of the display set comes back."""
    rig = Rig()
    rig.show(b"1234")
    assert rig.chip.light() == 9
    for is_dim, level in ((True, 0), (False, 9)):
        rig.driver.set_dim(is_dim)
        assert rig.driver.is_pending()
        assert rig.show(b"1234") == [bytes([0x71, 0xE0 | level])]
        assert rig.chip.light() == level
        rig.driver.set_dim(is_dim)
        assert not rig.driver.is_pending(), "nothing has changed"
    rig.driver.set_dim(True)
    assert [len(message) for message in rig.show(b"1235")] == [18, 2], "still one push"
    assert list(rig.chip.segments()) == shapes(b"1235")


def test_dim_survives_a_display_that_is_pulled_off() -> None:
    """It comes back dim, without a moment of full light."""
    rig = Rig()
    rig.show(b"1234")
    rig.chip.connect(False)
    rig.driver.set_dim(True)
    assert rig.driver.push() is False
    assert rig.driver.is_pending()
    rig.chip.connect(True)
    lights = []
    take = rig.chip.write
    rig.chip.write = lambda data: (take(data), lights.append(rig.chip.light()))
    assert rig.show(b"1234")
    assert lights[-1] == 0 and set(lights) <= {-1, 0}
    rig.driver.forget()
    rig.show(b"1234")
    assert rig.chip.light() == 0
