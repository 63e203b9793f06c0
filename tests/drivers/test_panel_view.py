"""How the bench reads a panel: from drawings made here, pixel by pixel, without the driver."""

from __future__ import annotations

import pytest

from host_tools.bench import Bench
from host_tools.bench.views import DARK, read_display, read_panel, view_panel
from tests.drivers.chip_kit import text


def panel(*rectangles: tuple[int, int, int, int]) -> bytearray:
    """Return 1 024 bytes with rectangles lit: left, top, right, bottom (inclusive)."""
    pixels = bytearray(1024)
    for left, top, right, bottom in rectangles:
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                pixels[128 * (y // 8) + x] |= 1 << y % 8
    return pixels


def test_a_dark_panel_is_blank() -> None:
    assert read_panel(bytes(1024)) == ([0] * 6, [])
    assert view_panel(bytes(1024)).is_clean


def test_a_wide_digit_is_read_from_where_its_strokes_are() -> None:
    """A 1 and a 7 in the first and the last of four slots of 32 columns, drawn with a ruler."""
    one = (17, 4, 23, 25), (17, 29, 23, 50)
    seven = (96 + 4, 0, 96 + 19, 6), (96 + 17, 4, 96 + 23, 25), (96 + 17, 29, 96 + 23, 50)
    view = view_panel(panel(*one, *seven))
    assert view.layout == "wide"
    assert text(view.segments) == "  1  7"
    assert not view.is_clean, "the ends of real digits are cut at an angle"


def test_a_narrow_digit_is_read_from_where_its_strokes_are() -> None:
    """A 1 and a minus in the first and the last of six slots of 21 columns."""
    view = view_panel(panel((11, 3, 15, 25), (11, 29, 15, 51), (105 + 4, 25, 105 + 11, 29)))
    assert view.layout == "narrow"
    assert text(view.segments) == "1    -"


def test_a_bar_that_is_not_whole_is_no_mark() -> None:
    assert read_panel(panel((0, 56, 59, 63)))[1] == ["running"]
    view = view_panel(panel((0, 56, 58, 63)))
    assert view.icons == frozenset()
    assert not view.is_clean


def test_noise_is_seen() -> None:
    """One pixel too many is enough, wherever it is."""
    for x, y in ((0, 0), (64, 20), (127, 0), (126, 54), (5, 55), (62, 60), (127, 63), (70, 58)):
        assert not view_panel(panel((x, y, x, y))).is_clean, (x, y)


def test_a_letter_is_read_from_where_its_strokes_are() -> None:
    """An L in the third cell of the second line, and a T in the last of the last."""
    letter_l = (12, 8, 12, 14), (12, 14, 16, 14)
    letter_t = (120, 56, 124, 56), (122, 56, 122, 62)
    view = view_panel(panel(*letter_l, *letter_t))
    assert view.layout == "text"
    assert view.lines == ("", "  L", "", "", "", "", "", " " * 20 + "T")
    assert view.is_clean and view.icons == frozenset() and not any(view.segments)
    assert view_panel(panel(*letter_l, (17, 8, 17, 8))).lines == (), "the gap between two cells"


@pytest.mark.parametrize(
    ("level", "normal", "is_dim"),
    [(DARK, 7, False), (0, 7, True), (6, 7, True), (7, 7, False), (0, 0, False), (1, 255, True)],
)
def test_a_display_is_dim_while_it_is_lit_less_than_its_set_says(
    level: int, normal: int, is_dim: bool
) -> None:
    view = read_display([0] * 6, False, level=level, normal=normal)
    assert (view.level, view.is_dim) == (level, is_dim)


def test_lines_are_written_in_one_line() -> None:
    view = read_display([0] * 6, True, lines=("P3", "5 min + 3 s"))
    assert (view.lines, view.text) == (("P3", "5 min + 3 s"), "")
    assert str(view) == "P3 / 5 min + 3 s [running]"


@pytest.mark.parametrize("displays", ["tm1637_6", "tm1637_4", "ht16k33", "max7219", "ssd1306"])
def test_the_bench_tells_the_light_of_every_display_set(displays: str) -> None:
    """While the game runs: the brightness of the set, no text; off its wires nothing."""
    with Bench(control="5+3", board="virtual", displays=displays) as bench:
        bench.press("right")
        bench.advance_ms(3_000)
        view = bench.displays().left
        assert view.level == bench.board.DISPLAY_SETS[displays]["brightness"]
        assert (view.is_dim, view.lines) == (False, ())
        assert bench.lines("left") == ()
        bench.connect_display("left", False)
        bench.advance_ms(0)
        assert bench.displays().left.level == bench.level("left") == DARK
