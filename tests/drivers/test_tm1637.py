"""TM1637: the driver talks to the bench's model of the chip, bit by bit."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest
from drivers.seven_segment import DOT, SEGMENTS
from drivers.tm1637 import TM1637

from host_tools.bench.child_process import CHILD

ORDER = (2, 1, 0, 5, 4, 3)


def chip_models() -> ModuleType:
    """Load the chip models of the bench's child."""
    spec = importlib.util.spec_from_file_location("chips", CHILD / "chips.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Wire:
    """One open-drain wire between driver and chip."""

    def __init__(self, chip: object, is_clock: bool) -> None:
        """Begin released."""
        self.chip = chip
        self.is_clock = is_clock
        self.level = 1

    def __call__(self, value: int = -1) -> int | None:
        """Read or write the wire."""
        if value < 0:
            return 0 if self.chip.pulls_down else self.level  # type: ignore[attr-defined]
        self.level = value
        (self.chip.clock if self.is_clock else self.chip.data)(value)  # type: ignore[attr-defined]
        return None


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


def shapes(cells: bytes) -> list[int]:
    """Return the segments that cells should light."""
    return [SEGMENTS[code & 0x7F] | (DOT if code & 0x80 else 0) for code in cells]


@pytest.mark.parametrize("digits", [4, 6])
def test_what_is_loaded_lights_up(digits: int) -> None:
    """Every cell arrives at its digit, with its dot."""
    rig = Rig(digits, ORDER if digits == 6 else (0, 1, 2, 3))
    for cells in (b"123456", b" 5.00 ", bytes([0x31 | 0x80, 0x32, 0x33, 0x34, 0x35, 0x36 | 0x80])):
        cells = cells[:digits]
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
