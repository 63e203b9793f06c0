"""MAX7219: both modules of a chain, through the bench's model of the shift registers."""

from __future__ import annotations

import pytest
from drivers.max7219 import MAX7219Chain

from tests.drivers.chip_kit import CHARACTERS, chip_models, shapes
from tests.drivers.doubles import SPI, Select

EIGHT = b"\xb12345678"


class Rig:
    """Two drivers, a bus, two chips in a chain."""

    def __init__(self) -> None:
        """Connect them."""
        self.chip = chip_models().MAX7219Chain()
        self.spi = SPI(self.chip)
        self.spi.keeps = True
        self.chain = MAX7219Chain(self.spi, Select(self.chip), 8)

    def show(self, place: int, cells: bytes) -> int:
        """Load, push until nothing waits; return the number of transactions."""
        self.spi.clear()
        driver = self.chain.displays[place]
        driver.load(bytearray(cells))
        while driver.is_pending():
            assert driver.push() is True
        return self.spi.transactions

    def lit(self, place: int) -> list[int]:
        """Return what lights up at a place."""
        return list(self.chip.segments(place))


@pytest.mark.parametrize("place", [0, 1])
def test_every_character_of_every_cell_lights_up(place: int) -> None:
    rig = Rig()
    for cell in range(8):
        for code in CHARACTERS:
            cells = bytearray(b"12345678")
            cells[cell] = code | (0x80 if code & 1 else 0)
            rig.show(place, cells)
            assert rig.lit(place) == shapes(cells)
    assert rig.lit(1 - place) == [0] * 8, "the other one was never spoken to"
    assert rig.chip.bad == 0


def test_the_two_displays_are_apart() -> None:
    """What is sent to one does not move the other, whichever comes first."""
    rig = Rig()
    rig.show(1, b"ABCDEFGH")
    rig.show(0, EIGHT)
    assert rig.lit(0) == shapes(EIGHT)
    assert rig.lit(1) == shapes(b"ABCDEFGH")
    rig.show(1, b"        ")
    assert rig.lit(0) == shapes(EIGHT)
    assert rig.lit(1) == [0] * 8


def test_place_0_is_next_to_the_controller() -> None:
    """Its 16 bits come last, behind a no-op for the module that is farther away."""
    rig = Rig()
    rig.show(0, EIGHT)
    assert all(message[0] == message[1] == 0 and message[2] for message in rig.spi.log)
    rig.show(1, EIGHT)
    assert all(message[2] == message[3] == 0 and message[0] for message in rig.spi.log)


def test_only_changed_digits_are_sent() -> None:
    rig = Rig()
    assert rig.show(0, b"12345678") == 13, "five settings, eight digits"
    assert rig.show(0, b"12345678") == 0
    assert rig.show(0, b"12345679") == 1
    assert rig.spi.log == [b"\x00\x00\x01\x7b"], "the rightmost digit is register 1"
    assert rig.show(0, b"92345671") == 2


def test_a_push_is_bounded() -> None:
    """One push does it all, in at most 13 transactions of 4 bytes."""
    rig = Rig()
    driver = rig.chain.displays[1]
    for cells in (EIGHT, b"        ", b"88888888"):
        rig.spi.clear()
        driver.load(bytearray(cells))
        driver.push()
        assert rig.spi.transactions <= 13
        assert rig.spi.bytes == 4 * rig.spi.transactions
        assert not driver.is_pending()


def test_before_the_first_push_nothing_lights_and_then_all_at_once() -> None:
    """Shutdown ends last."""
    rig = Rig()
    seen = []
    select = rig.chip.select
    rig.chip.select = lambda level: (select(level), seen.append(rig.lit(0)))
    rig.show(0, EIGHT)
    assert all(one in ([0] * 8, shapes(EIGHT)) for one in seen)
    assert rig.chip.brightness(0) == 8


def test_a_chain_that_lost_its_power_comes_back_after_forget() -> None:
    """Every setting is sent again: a chip begins in shutdown, with one digit scanned."""
    rig = Rig()
    rig.show(0, EIGHT)
    rig.show(1, EIGHT)
    rig.chip.connect(False)
    assert rig.lit(0) == rig.lit(1) == [0] * 8
    assert rig.show(0, b"12345678") > 0, "nothing tells that nobody is there"
    rig.chip.connect(True)
    for place in (0, 1):
        rig.chain.displays[place].forget()
        assert rig.chain.displays[place].is_pending()
        assert rig.show(place, EIGHT) == 13
        assert rig.lit(place) == shapes(EIGHT)
        assert rig.chip.brightness(place) == 8
        assert rig.chain.displays[place].errors == 0


@pytest.mark.parametrize(
    ("register", "value"),
    [(0x09, 0xFF), (0x0A, 0), (0x0B, 0), (0x0C, 0), (0x0F, 1)],
)
def test_each_setting_is_mended_by_forget(register: int, value: int) -> None:
    """Decode mode, intensity, scan limit, shutdown, test: noise can set any of them."""
    rig = Rig()
    rig.show(0, EIGHT)
    good = bytes(rig.chip.registers[0])
    rig.chip.registers[0][register] = value
    rig.chain.displays[0].forget()
    rig.show(0, EIGHT)
    assert bytes(rig.chip.registers[0]) == good


def test_a_second_sending_does_not_flicker() -> None:
    rig = Rig()
    rig.show(0, EIGHT)
    seen = []
    select = rig.chip.select
    rig.chip.select = lambda level: (select(level), seen.append(rig.lit(0)))
    rig.chain.displays[0].forget()
    rig.show(0, EIGHT)
    assert len(seen) == 26
    assert all(one == shapes(EIGHT) for one in seen)


def test_dim_is_intensity_0_of_one_module_alone() -> None:
    """One transaction; the digits are not sent again, and the other module keeps its light."""
    rig = Rig()
    for place in (0, 1):
        rig.show(place, EIGHT)
    for place in (0, 1):
        driver = rig.chain.displays[place]
        for is_dim, level in ((True, 0), (False, 8)):
            driver.set_dim(is_dim)
            assert driver.is_pending()
            assert rig.show(place, EIGHT) == 1
            assert rig.chip.light(place) == level
            assert rig.chip.light(1 - place) == 8
            assert rig.lit(place) == shapes(EIGHT)
            driver.set_dim(is_dim)
            assert not driver.is_pending(), "nothing has changed"


def test_a_push_with_dim_and_digits_is_bounded() -> None:
    rig = Rig()
    rig.show(0, b"        ")
    driver = rig.chain.displays[0]
    driver.set_dim(True)
    rig.spi.clear()
    driver.load(bytearray(b"88888888"))
    assert driver.push()
    assert rig.spi.transactions == 9
    assert not driver.is_pending()
    driver.forget()
    rig.spi.clear()
    assert driver.push()
    assert rig.spi.transactions == 13


def test_dim_survives_a_chain_that_lost_its_power() -> None:
    rig = Rig()
    rig.show(1, EIGHT)
    rig.chip.connect(False)
    driver = rig.chain.displays[1]
    driver.set_dim(True)
    driver.push()
    rig.chip.connect(True)
    assert rig.chip.light(1) == -1
    driver.forget()
    rig.show(1, EIGHT)
    assert rig.chip.light(1) == 0
    assert rig.lit(1) == shapes(EIGHT)
