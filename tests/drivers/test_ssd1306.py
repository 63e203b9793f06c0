"""SSD1306: what a person reads from the bench's model of the panel, and what it takes."""

from __future__ import annotations

import random

import pytest
from clockcore import codes
from drivers import panel_layout
from drivers.ssd1306 import SSD1306

from host_tools.bench.views import PanelView, view_panel
from tests.drivers.chip_kit import CHARACTERS, chip_models, shapes, text
from tests.drivers.doubles import I2C

ICONS = {
    codes.MARK_RUNNING: "running",
    codes.MARK_WHITE: "white",
    codes.MARK_FLAG: "flag",
    codes.MARK_INTERIM_FLAG: "interim flag",
    codes.MARK_PAUSED: "paused",
    codes.MARK_FROZEN: "frozen",
    codes.MARK_SOUND: "sound",
    codes.MARK_SIDE_TO_MOVE: "side to move",
    codes.MARK_LOW_BATTERY: "low battery",
}
# A push is a window and a row of 32 columns, each with address and control byte.
MOST_BYTES = 8 + 34
MOST_TRANSACTIONS = 2


class Rig:
    """A driver, a bus, a panel."""

    def __init__(self) -> None:
        """Connect them."""
        self.chip = chip_models().SSD1306()
        self.i2c = I2C({0x3C: self.chip})
        self.driver = SSD1306(self.i2c, 0x3C, 200)

    def show(self, cells: bytes, marks: int = 0) -> int:
        """Load, push until nothing waits, each push bounded; return the number of pushes."""
        self.driver.load(bytearray(cells), marks)
        return self.push_all()

    def push_all(self) -> int:
        """Push until nothing waits; return the number of pushes."""
        pushes = 0
        while self.driver.is_pending():
            self.i2c.clear()
            assert self.driver.push() is True
            assert self.i2c.transactions <= MOST_TRANSACTIONS
            assert self.i2c.bytes <= MOST_BYTES
            pushes += 1
        return pushes

    def view(self) -> PanelView:
        """Return what a person sees."""
        return view_panel(self.chip.pixels())


def test_the_marks_have_the_numbers_of_the_core() -> None:
    known = {panel_layout.RUNNING, panel_layout.SIDE_TO_MOVE} | {
        mark for mark, _ in panel_layout.ICONS if mark
    }
    assert known == set(ICONS)
    assert sum(known) == codes.MARKS_ON_PANEL
    assert panel_layout.FLAG == codes.MARK_FLAG
    assert panel_layout.RUNNING == codes.MARK_RUNNING
    assert panel_layout.SIDE_TO_MOVE == codes.MARK_SIDE_TO_MOVE


@pytest.mark.parametrize("cell", range(6))
def test_every_character_of_every_cell_is_read_in_narrow_digits(cell: int) -> None:
    rig = Rig()
    for code in CHARACTERS:
        for separator in (0, 0x80):
            cells = bytearray(b"8-8888")
            cells[cell] = code | separator
            rig.show(cells)
            view = rig.view()
            assert list(view.segments) == shapes(cells)
            assert view.is_clean and view.layout == "narrow"
    assert rig.chip.bad == 0


@pytest.mark.parametrize("cell", range(2, 6))
def test_every_character_of_every_cell_is_read_in_wide_digits(cell: int) -> None:
    rig = Rig()
    for code in CHARACTERS:
        for separator in (0, 0x80):
            cells = bytearray(b"  8888")
            cells[cell] = code | separator
            rig.show(cells)
            view = rig.view()
            assert list(view.segments) == shapes(cells)
            assert view.is_clean and view.layout == "wide"
    assert rig.chip.bad == 0


@pytest.mark.parametrize(
    ("cells", "layout", "separators"),
    [
        (b"   \xb504", "wide", "   :  "),
        (b"  1\xb230", "wide", "   :  "),
        (b"  \xb53\xb9\xb8", "wide", "  : .."),
        (b"   9\xb88", "wide", "    . "),
        (b" \xb13\xb000", "narrow", " : :  "),
        (b"\xb1\xb2\xb3\xb4\xb5\xb6", "narrow", "::::.."),
        (b"  \xb3\xb4\xb5\xb6", "wide", "  ::.."),
    ],
)
def test_a_separator_is_a_colon_and_after_the_last_two_cells_a_point(
    cells: bytes, layout: str, separators: str
) -> None:
    rig = Rig()
    rig.show(cells)
    view = rig.view()
    assert (view.layout, view.separators) == (layout, separators)
    assert view.is_clean


def test_each_combination_of_marks_is_read_back() -> None:
    """Running hides whose turn it is: it is the same side."""
    rig = Rig()
    for marks in range(512):
        rig.show(b"  1234", marks)
        expected = {name for mark, name in ICONS.items() if marks & mark}
        if "running" in expected:
            expected.discard("side to move")
        view = rig.view()
        assert view.icons == expected
        assert view.is_clean


def test_a_flag_that_blinks_in_the_first_cell_does_not_change_the_size() -> None:
    """With the mark set the digits stay narrow while the F is dark."""
    rig = Rig()
    rig.show(b"F  \xb000", codes.MARK_FLAG)
    shown = rig.view()
    assert shown.layout == "narrow"
    pushes = rig.show(b"   \xb000", codes.MARK_FLAG)
    assert rig.view().layout == "narrow"
    assert pushes == 7, "only the F goes"


def test_before_everything_is_drawn_nothing_lights() -> None:
    """The memory of a panel begins as noise: nobody sees it."""
    rig = Rig()
    rig.driver.load(bytearray(b"  1234"), 3)
    while rig.driver.is_pending():
        assert not any(rig.chip.pixels())
        assert rig.driver.push()
    view = rig.view()
    assert text(view.segments) == "  1234"
    assert view.is_clean, "no noise is left, not even at the edges"
    assert rig.chip.contrast == 200


def test_in_narrow_digits_no_noise_is_left_either() -> None:
    rig = Rig()
    rig.show(b"123456", 3)
    assert rig.view().is_clean
    assert not any(rig.chip.pixels()[126 + 128 * page] for page in range(7))


def test_a_change_of_size_leaves_nothing_behind() -> None:
    rig = Rig()
    for cells in (b"888888", b"  8888", b"888888", b"  \xb8\xb8\xb8\xb8", b"1     ", b"     1"):
        rig.show(cells)
        assert list(rig.view().segments) == shapes(cells)
        assert rig.view().is_clean


def test_only_pages_that_changed_are_sent() -> None:
    """5 to 6 is one segment in four pages; equal cells are nothing at all."""
    rig = Rig()
    rig.show(b"  1235", 1)
    assert rig.show(b"  1235", 1) == 0
    assert rig.show(b"  1236", 1) == 4
    assert rig.show(b"  123\xb6", 1) == 1, "White's point"
    assert rig.show(b"  1\xb23\xb6", 1) == 2, "a colon"
    assert rig.show(b"  8\xb23\xb6", 1) == 7
    assert rig.show(b"  8\xb23\xb6", 0) == 2, "the bar"
    assert rig.show(b"  8\xb23\xb6", codes.MARK_SOUND) == 1
    assert rig.show(b"  8\xb23\xb6", codes.MARK_SOUND | codes.MARK_PAUSED) == 1


def test_marks_go_before_digits() -> None:
    """After a press the bar is right after two pushes, whatever else changes."""
    rig = Rig()
    rig.show(b"123456", 0)
    rig.driver.load(bytearray(b"888888"), codes.MARK_RUNNING)
    rig.driver.push()
    rig.driver.push()
    assert rig.view().icons == {"running"}
    assert rig.driver.is_pending()


def test_what_changes_goes_before_what_is_sent_anew() -> None:
    """In the middle of a refresh a press is seen after two pushes and a digit after seven."""
    rig = Rig()
    rig.show(b"123456", 0)
    rig.driver.forget()
    for _ in range(5):
        rig.driver.push()
    rig.driver.load(bytearray(b"123458"), codes.MARK_RUNNING)
    for _ in range(2):
        rig.driver.push()
    assert rig.view().icons == {"running"}
    for _ in range(7):
        rig.driver.push()
    assert text(rig.view().segments) == "123458"
    assert rig.driver.is_pending(), "the refresh goes on"
    rig.push_all()
    assert rig.view().is_clean


@pytest.mark.parametrize("stuck", [False, True])
def test_a_panel_that_is_gone_is_counted_and_comes_back(stuck: bool) -> None:
    """Pulled off (EIO) or with the data line held low (ETIMEDOUT)."""
    rig = Rig()
    rig.show(b"  1234", 3)
    if not stuck:
        rig.chip.connect(False)
    rig.i2c.is_stuck = stuck
    rig.driver.load(bytearray(b"  1299"), 2)
    for count in (1, 2, 3):
        rig.i2c.clear()
        assert rig.driver.push() is False
        assert rig.i2c.transactions == 1, "it is not tried twice"
        assert rig.driver.errors == count
        assert rig.driver.is_pending()
    assert not any(rig.chip.pixels()) or stuck
    rig.i2c.is_stuck = False
    rig.chip.connect(True)
    rig.push_all()
    assert text(rig.view().segments) == "  1299"
    assert rig.view().icons == {"white"}
    assert rig.view().is_clean
    assert rig.chip.contrast == 200


def test_a_panel_that_goes_in_the_middle_of_a_push_comes_back() -> None:
    """Whichever transaction fails, everything is sent anew."""
    for answers in range(70):
        rig = Rig()
        rig.driver.load(bytearray(b"  1234"), 3)
        rig.i2c.answers = answers
        while rig.driver.is_pending() and rig.driver.push():
            pass
        if not rig.driver.is_pending():
            break
        assert rig.driver.errors == 1
        rig.chip.connect(False)
        rig.chip.connect(True)
        rig.i2c.answers = -1
        rig.push_all()
        assert text(rig.view().segments) == "  1234"
        assert rig.view().is_clean
    else:
        raise AssertionError("70 transactions were not enough")
    assert answers > 60


def test_power_lost_for_a_moment_is_mended_by_forget() -> None:
    """The set-up is sent again, too; a panel that forgot it stays dark until all is drawn."""
    rig = Rig()
    rig.show(b"123456", 511)
    before = rig.chip.pixels()
    rig.chip.connect(False)
    rig.chip.connect(True)
    assert not any(rig.chip.pixels())
    assert not rig.driver.is_pending(), "nobody knows of it"
    rig.driver.forget()
    while rig.driver.is_pending():
        assert not any(rig.chip.pixels())
        assert rig.driver.push()
    assert rig.chip.pixels() == before
    assert rig.chip.contrast == 200


def test_a_second_sending_does_not_flicker() -> None:
    """After forget a panel that never lost its power shows the same picture in every moment."""
    rig = Rig()
    for cells in (b"123456", b"  1234"):
        rig.show(cells, 511)
        before = rig.chip.pixels()
        rig.driver.forget()
        pushes = 0
        while rig.driver.is_pending():
            assert rig.driver.push()
            assert rig.chip.pixels() == before
            pushes += 1
        assert 30 < pushes < 55


def test_two_panels_do_not_disturb_each_other() -> None:
    """They share the drawn rows, and each has separators of its own."""
    one, two = Rig(), Rig()
    rng = random.Random(7)
    for _ in range(200):
        for rig in (one, two):
            cells = bytes(rng.choice(b"0123456789 ") | rng.choice((0, 0x80)) for _ in range(6))
            rig.driver.load(bytearray(cells), rng.randrange(512) & ~codes.MARK_FLAG)
        while one.driver.is_pending() or two.driver.is_pending():
            assert one.driver.push() and two.driver.push()
        for rig in (one, two):
            assert rig.view().is_clean
            expected = list(rig.driver.wanted[: rig.driver.layout.slots])
            assert list(rig.view().segments)[-len(expected) :] == expected


def test_digits_are_as_tall_as_the_panel_allows_and_do_not_touch() -> None:
    """55 of 64 rows, a dark row above the marks, and dark columns between digits."""
    rig = Rig()
    for cells, slots, slot, width in ((b"  8888", 4, 31, 24), (b"888888", 6, 21, 16)):
        rig.show(cells, 511 & ~codes.MARK_FLAG)
        pixels = rig.chip.pixels()
        lit_rows = {
            y
            for y in range(56)
            if any(pixels[128 * (y // 8) + x] >> y % 8 & 1 for x in range(128))
        }
        assert lit_rows == set(range(55))
        for x in range(128):
            lit = any(pixels[128 * page + x] for page in range(7))
            assert lit == (x % slot < width and x < slots * slot), x


def test_dim_is_a_low_contrast_that_goes_first() -> None:
    """One small push, before whatever else has changed; a trace of current is left."""
    rig = Rig()
    rig.show(b"123456", 3)
    assert rig.chip.light() == 200
    for is_dim, level in ((True, 1), (False, 200)):
        rig.driver.set_dim(is_dim)
        assert rig.driver.is_pending()
        rig.i2c.clear()
        rig.driver.load(bytearray(b"888888"), 3)
        assert rig.driver.push()
        assert rig.i2c.bytes == 4
        assert rig.chip.light() == level
        rig.driver.set_dim(is_dim)
        rig.push_all()
        assert rig.show(b"123456", 3) > 0
        rig.driver.set_dim(is_dim)
        assert not rig.driver.is_pending(), "nothing has changed"
    assert rig.chip.bad == 0


def test_dim_survives_a_panel_that_is_pulled_off() -> None:
    """It comes back dim, without a moment of full light, and so after a refresh."""
    rig = Rig()
    rig.show(b"123456", 3)
    rig.driver.set_dim(True)
    rig.chip.connect(False)
    assert rig.driver.push() is False
    assert rig.driver.is_pending()
    rig.chip.connect(True)
    while rig.driver.is_pending():
        assert rig.driver.push()
        assert rig.chip.light() in (-1, 1)
    assert rig.chip.light() == 1
    rig.driver.forget()
    while rig.driver.is_pending():
        assert rig.driver.push()
        assert rig.chip.light() == 1


def test_a_display_set_that_is_darker_than_dim_stays_as_it_is() -> None:
    chip = chip_models().SSD1306()
    driver = SSD1306(I2C({0x3C: chip}), 0x3C, 0)
    driver.set_dim(True)
    driver.load(bytearray(b"  1234"), 0)
    while driver.is_pending():
        assert driver.push()
    assert chip.light() == 0
