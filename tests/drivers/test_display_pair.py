"""From frames through `DisplayPair` and every driver to what a person sees: lines, dim, cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from clockcore.frame import Frame
from drivers.ht16k33 import HT16K33
from drivers.max7219 import MAX7219Chain
from drivers.ssd1306 import SSD1306
from drivers.tm1637 import TM1637
from hal.display_pair import RETRY_MS, DisplayPair

from host_tools.bench.views import view_panel
from tests.drivers.chip_kit import chip_models, shapes
from tests.drivers.doubles import I2C, SPI, Select, Wire

LINES = (b"P3", b"5 min + 3 s")
NORMAL = 6
Panels = tuple[tuple[Any, Any], list[Any], list[Callable[[], int]]]


def tm1637() -> Panels:
    """Return two drivers, the chips, and functions that tell their brightness."""
    chips = [chip_models().TM1637(6) for _ in range(2)]
    drivers = [TM1637(Wire(chip, True), Wire(chip, False), tuple(range(6)), 6) for chip in chips]
    return (drivers[0], drivers[1]), chips, [chip.light for chip in chips]


def ht16k33() -> Panels:
    """Return the same of backpacks."""
    chips = [chip_models().HT16K33() for _ in range(2)]
    bus = I2C({0x70: chips[0], 0x71: chips[1]})
    drivers = (HT16K33(bus, 0x70, NORMAL), HT16K33(bus, 0x71, NORMAL))
    return drivers, chips, [chip.light for chip in chips]


def max7219() -> Panels:
    """Return the same of a chain."""
    chain = chip_models().MAX7219Chain()
    displays = MAX7219Chain(SPI(chain), Select(chain), NORMAL).displays
    return displays, [chain, chain], [lambda: chain.light(0), lambda: chain.light(1)]


def ssd1306() -> Panels:
    """Return the same of panels."""
    chips = [chip_models().SSD1306() for _ in range(2)]
    bus = I2C({0x3C: chips[0], 0x3D: chips[1]})
    drivers = (SSD1306(bus, 0x3C, NORMAL), SSD1306(bus, 0x3D, NORMAL))
    return drivers, chips, [chip.light for chip in chips]


def make_pair(drivers: tuple[Any, Any]) -> DisplayPair:
    """Return a pair with blank frames of the right size."""
    frames = (Frame(drivers[0].cells), Frame(drivers[1].cells))
    return DisplayPair(frames, drivers, (lambda level: None, lambda level: None))


def write(frame: Frame, cells: bytes) -> None:
    """Put cells into a frame."""
    frame.draft[:] = cells[: frame.size]
    frame.finish(0, False)


def push_all(pair: DisplayPair, now: int = 0) -> int:
    """Push until nothing waits; return the number of chunks."""
    pushes = 0
    while pair.push(now):
        pushes += 1
        assert pushes < 500
    return pushes


@pytest.mark.parametrize("make", [tm1637, ht16k33, max7219, ssd1306])
def test_each_display_is_dimmed_and_lit_apart(make: Callable[[], Panels]) -> None:
    drivers, _chips, lights = make()
    pair = make_pair(drivers)
    push_all(pair)
    assert [light() for light in lights] == [NORMAL, NORMAL]
    lowest = 1 if make is ssd1306 else 0
    pair.frames[1].show_lines((), True)
    assert push_all(pair) == 1
    assert [light() for light in lights] == [NORMAL, lowest]
    pair.frames[0].show_lines((), True)
    pair.frames[1].show_lines((), False)
    assert push_all(pair) == 2
    assert [light() for light in lights] == [lowest, NORMAL]


@pytest.mark.parametrize("make", [tm1637, ht16k33, max7219])
def test_lines_on_a_display_of_digits_leave_the_cells(make: Callable[[], Panels]) -> None:
    drivers, _chips, _lights = make()
    pair = make_pair(drivers)
    write(pair.frames[0], b"12345678")
    push_all(pair)
    pair.frames[0].show_lines(LINES, False)
    assert push_all(pair) == 0, "there is nothing new for it"


def test_a_panel_shows_lines_while_the_frame_has_some_and_cells_after_them() -> None:
    drivers, chips, _lights = ssd1306()
    pair = make_pair(drivers)
    write(pair.frames[0], b"123456")
    pair.frames[0].show_lines(LINES, False)
    push_all(pair)
    assert view_panel(chips[0].pixels()).lines == ("P3", "5 min + 3 s")
    assert view_panel(chips[1].pixels()).lines == ()
    write(pair.frames[0], b"123457")
    assert push_all(pair) == 0, "cells under lines do not disturb them"
    pair.frames[0].show_lines((), False)
    push_all(pair)
    view = view_panel(chips[0].pixels())
    assert (list(view.segments), view.lines) == (shapes(b"123457"), ())
    assert view.is_clean


def test_a_panel_that_is_pulled_off_during_lines_has_them_again() -> None:
    drivers, chips, lights = ssd1306()
    pair = make_pair(drivers)
    pair.frames[0].show_lines(LINES, False)
    push_all(pair)
    chips[0].connect(False)
    pair.frames[0].show_lines((*LINES, b"more"), True)
    push_all(pair)
    assert pair.failed == [True, False]
    chips[0].connect(True)
    push_all(pair, RETRY_MS)
    assert view_panel(chips[0].pixels()).lines == ("P3", "5 min + 3 s", "more")
    assert lights[0]() == 1


def test_a_frame_is_dirty_only_if_lines_or_light_change() -> None:
    frame = Frame(6)
    assert (frame.lines, frame.is_dim) == ((), False)
    frame.dirty = False
    for lines, is_dim, dirty in (
        ((), False, False),
        (LINES, False, True),
        ((b"P3", b"5 min + 3 s"), False, False),
        (LINES, True, True),
        (LINES[:1], True, True),
        ((), True, True),
        ((), True, False),
    ):
        frame.dirty = False
        frame.show_lines(lines, is_dim)
        assert frame.dirty is dirty
        assert (frame.lines, frame.is_dim) == (lines, is_dim)
