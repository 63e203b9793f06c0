"""Text on an SSD1306: what a person reads, what goes over the bus, what comes after it."""

from __future__ import annotations

import gc
import random
import sys
import weakref

import pytest
from clockcore import codes
from drivers import panel_text

from host_tools.bench.views import read_lines
from tests.drivers.chip_kit import shapes
from tests.drivers.test_ssd1306 import Rig

SPANISH = b"\xc1\xc9\xcd\xd3\xda\xdc\xd1\xe1\xe9\xed\xf3\xfa\xfc\xf1\xbf\xa1"
LINES = (
    b"P12  Cl\xe1sico FIDE",
    b"90 min / 40 jugadas",
    b"",
    b"\xbfA\xf1o? \xa1S\xed! PING\xdcINO",
    b"Jj gypq @ {|} [\\] ~^",
    b"",
    b"",
    b"123456789012345678901",
)
WHOLE_PANEL = 8 * 5  # pieces


class TextRig(Rig):
    """A driver, a bus, a panel, and lines to show on it."""

    def show_lines(self, *lines: bytes) -> int:
        """Load, push until nothing waits, each push bounded; return the number of pushes."""
        self.driver.load_lines(lines)
        return self.push_all()

    def lines(self) -> tuple[str, ...]:
        """Return what a person reads."""
        return self.view().lines


def read(*lines: bytes) -> tuple[str, ...]:
    """Return lines as a person reads them."""
    return tuple(line.decode("latin-1").rstrip() for line in lines)


def art(glyph: str) -> bytes:
    """Return the five columns of a drawing whose rows are words of dots and hashes."""
    rows = glyph.split()
    return bytes(
        sum((row[column] == "#") << y for y, row in enumerate(rows)) for column in range(5)
    )


@pytest.mark.parametrize(
    ("character", "drawing"),
    [
        ("1", "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###."),
        ("g", "..... ..... .#### #...# #...# .#### ....# .###."),
        ("\u00c9", "...#. ..#.. ##### #.... ####. #.... #####"),
        ("\u00f1", ".##.# #..#. ..... #.##. ##..# #...# #...#"),
        ("\u00fc", "..... .#.#. ..... #...# #...# #..## .##.#"),
        ("\u00bf", "..#.. ..... ..#.. .#... #.... #...# .###."),
    ],
)
def test_a_glyph_lights_where_a_ruler_says(character: str, drawing: str) -> None:
    """In the second cell of the second line: columns 6 to 10 of page 1."""
    rig = TextRig()
    rig.show_lines(b"", b" " + character.encode("latin-1"))
    pixels = rig.chip.pixels()
    assert pixels[128 + 6 : 128 + 11] == art(drawing)
    assert sum(map(bool, pixels)) == sum(map(bool, art(drawing)))


def test_every_character_is_read_in_every_cell() -> None:
    rig = TextRig()
    alphabet = bytes(range(32, 127)) + SPANISH
    for turn in range(0, len(alphabet), 21):
        turned = alphabet[turn:] + alphabet[:turn]
        lines = [(turned * 2)[21 * line : 21 * line + 21] for line in range(8)]
        rig.show_lines(*lines)
        assert rig.lines() == read(*lines)
    assert rig.chip.bad == 0


def test_no_two_characters_look_alike_and_none_touches_the_next() -> None:
    """Of 111 one alone is blank; only the tails of five letters reach the last row."""
    glyphs = [panel_text.GLYPHS[at : at + 5] for at in range(0, len(panel_text.GLYPHS), 5)]
    assert len(glyphs) == 95 + len(SPANISH) == len(set(glyphs))
    assert [index for index, glyph in enumerate(glyphs) if not any(glyph)] == [0]
    tails = [chr(32 + index) for index, glyph in enumerate(glyphs) if any(x & 0x80 for x in glyph)]
    assert tails == list("gjpqy")
    assert sorted(panel_text.LATIN) == sorted(SPANISH)


def test_what_there_is_no_glyph_for_is_blank() -> None:
    rig = TextRig()
    rig.show_lines(b"a\x00b\x1fc\x7fd\xa0e\xbaf\xffg")
    assert rig.lines() == ("a b c d e f g",)


def test_what_is_too_much_is_left_out() -> None:
    rig = TextRig()
    rig.show_lines(*[b"0123456789012345678901234567"] * 9)
    assert rig.lines() == ("012345678901234567890",) * 8


def test_before_everything_is_drawn_nothing_lights() -> None:
    """A panel whose first picture is text: no noise is seen, then or later."""
    rig = TextRig()
    rig.driver.load_lines(LINES)
    while rig.driver.is_pending():
        assert not any(rig.chip.pixels())
        assert rig.driver.push()
    assert rig.lines() == read(*LINES)


def test_only_pieces_that_changed_are_sent() -> None:
    """Five characters of a line are a piece; the last one is a piece with the panel's edge."""
    rig = TextRig()
    rig.show(b"123456", 511)
    assert rig.show_lines(*LINES) == WHOLE_PANEL
    assert rig.show_lines(*LINES) == 0
    changed = list(LINES)
    for at, pieces in ((0, 1), (4, 1), (5, 1), (19, 1), (20, 1)):
        line = bytearray(changed[7])
        line[at] = ord("x")
        changed[7] = bytes(line)
        assert rig.show_lines(*changed) == pieces
        assert rig.lines() == read(*changed)
    changed[7] = b"123456789012345678901"
    assert rig.show_lines(*changed) == 4, "of five pieces one has nothing that is new"
    assert rig.show_lines(*changed[:2]) > 0
    assert rig.lines() == read(*changed[:2])


def test_a_push_of_text_is_bounded_as_one_of_digits() -> None:
    """A window and 30 columns, 41 bytes with addresses; `push_all` looks at each."""
    rig = TextRig()
    rig.show_lines()
    rig.i2c.clear()
    rig.driver.load_lines(LINES)
    assert rig.driver.push()
    assert (rig.i2c.transactions, rig.i2c.bytes) == (2, 8 + 32)


@pytest.mark.parametrize("cells", [b"123456", b"   5\xb04", b"      "])
def test_between_text_and_cells_no_pixel_is_left_behind(cells: bytes) -> None:
    """The same picture as without the text, marks and edges too, however often."""
    fresh = TextRig()
    fresh.show(cells, codes.MARK_RUNNING | codes.MARK_WHITE)
    rig = TextRig()
    for _ in range(3):
        rig.show_lines(*[b"@" * 21] * 8)
        assert rig.lines() == ("@" * 21,) * 8
        rig.show(cells, codes.MARK_RUNNING | codes.MARK_WHITE)
        assert rig.chip.pixels() == fresh.chip.pixels()
        assert rig.view().is_clean
        assert list(rig.view().segments) == shapes(cells)


def test_cells_of_the_other_size_come_after_text() -> None:
    """What the panel had before the text does not matter."""
    rig = TextRig()
    rig.show(b"888888", 511)
    for cells in (b"  1234", b"123456", b"F  \xb000"):
        rig.show_lines(*LINES)
        rig.show(cells, codes.MARK_FLAG if cells[0] == ord("F") else 0)
        assert list(rig.view().segments) == shapes(cells)
        assert rig.view().is_clean


def test_text_that_comes_back_is_sent_whole() -> None:
    rig = TextRig()
    rig.show_lines(*LINES)
    rig.show(b"123456")
    assert rig.show_lines(*LINES) == WHOLE_PANEL
    assert rig.lines() == read(*LINES)


def test_a_change_from_text_in_the_middle_of_its_pushes() -> None:
    """Text that was never shown whole gives way to cells, and the other way round."""
    rng = random.Random(4)
    rig = TextRig()
    for turn in range(60):
        cells = bytes(rng.choice(b"0123456789 ") for _ in range(6))
        lines = [bytes(rng.choice(b"abc ") for _ in range(21)) for _ in range(8)]
        for _ in range(rng.randrange(50)):
            rig.driver.push()
        if rng.randrange(4) == 0:
            rig.driver.forget()
        if rng.randrange(2):
            rig.driver.load_lines(tuple(lines))
            for _ in range(rng.randrange(30)):
                rig.driver.push()
        if turn % 2:
            rig.show(cells, rng.randrange(512))
            first = 0 if rig.view().layout == "narrow" else 2
            assert list(rig.view().segments)[first:] == shapes(cells)[first:]
            assert rig.view().is_clean
        else:
            rig.show_lines(*lines)
            assert rig.lines() == read(*lines)


def test_dim_goes_before_text() -> None:
    rig = TextRig()
    rig.show_lines(*LINES)
    rig.driver.set_dim(True)
    rig.driver.load_lines(LINES[1:])
    assert rig.driver.push()
    assert rig.chip.light() == 1
    assert rig.lines() == read(*LINES)
    rig.push_all()
    assert rig.lines() == read(*LINES[1:])
    rig.show(b"123456")
    assert rig.chip.light() == 1, "the brightness has nothing to do with text"


@pytest.mark.parametrize("stuck", [False, True])
def test_a_panel_that_is_gone_during_text_comes_back(stuck: bool) -> None:
    """Pulled off (EIO) or with the data line held low (ETIMEDOUT)."""
    rig = TextRig()
    rig.show_lines(*LINES)
    if not stuck:
        rig.chip.connect(False)
    rig.i2c.is_stuck = stuck
    rig.driver.load_lines(LINES[1:])
    for count in (1, 2, 3):
        rig.i2c.clear()
        assert rig.driver.push() is False
        assert rig.i2c.transactions == 1
        assert rig.driver.errors == count
        assert rig.driver.is_pending()
    rig.i2c.is_stuck = False
    rig.chip.connect(True)
    rig.push_all()
    assert rig.lines() == read(*LINES[1:])
    assert rig.chip.contrast == 200


def test_a_panel_that_goes_in_the_middle_of_text_comes_back() -> None:
    """Whichever transaction fails, everything is sent anew."""
    for answers in range(90):
        rig = TextRig()
        rig.driver.load_lines(LINES)
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
        assert rig.lines() == read(*LINES)
    else:
        raise AssertionError("90 transactions were not enough")
    assert answers == 2 * WHOLE_PANEL + 3


def test_a_panel_that_is_gone_when_text_ends_shows_the_cells_when_it_is_back() -> None:
    rig = TextRig()
    rig.show_lines(*LINES)
    rig.chip.connect(False)
    rig.driver.load(bytearray(b"123456"), 3)
    assert rig.driver.push() is False
    rig.chip.connect(True)
    rig.push_all()
    assert list(rig.view().segments) == shapes(b"123456")
    assert rig.view().is_clean


def test_a_second_sending_of_text_does_not_flicker() -> None:
    """And what changes meanwhile goes before what is sent anew."""
    rig = TextRig()
    rig.show_lines(*LINES)
    before = rig.chip.pixels()
    rig.driver.forget()
    for _ in range(10):
        assert rig.driver.push()
        assert rig.chip.pixels() == before
    rig.driver.load_lines((*LINES[:7], b"1"))
    for _ in range(5):
        assert rig.driver.push()
    assert rig.lines() == read(*LINES[:7], b"1")
    assert rig.driver.is_pending(), "the refresh goes on"
    rig.push_all()
    assert rig.lines() == read(*LINES[:7], b"1")


def test_after_text_the_driver_keeps_nothing_of_its_module() -> None:
    """So that whoever drops the module from `sys.modules` gets its memory back."""
    rig = TextRig()
    rig.show_lines(*LINES)
    text = weakref.ref(rig.driver.text)
    assert text() is not None
    rig.driver.load(bytearray(b"123456"), 0)
    gc.collect()
    assert text() is None
    module = sys.modules["drivers.ssd1306"]
    for value in (*vars(module).values(), *vars(rig.driver).values()):
        assert "panel_text" not in getattr(value, "__name__", "")
        assert "panel_text" not in (getattr(value, "__module__", "") or "")
        assert "panel_text" not in type(value).__module__


def test_digits_and_marks_are_never_taken_for_text() -> None:
    rig = TextRig()
    rng = random.Random(11)
    blank, dots = b"      ", b"\xa0" * 6
    texts = [blank, b"  ----", b"     -", b"====== ", b"  '  '", b"  " + dots, dots]
    alphabet = b"0123456789-'=ilc \xa0\xb1"
    texts += [bytes(rng.choice(alphabet) for _ in range(6)) for _ in range(150)]
    for cells in texts:
        rig.show(cells[:6], rng.choice((0, 0, 2, 64, 511)))
        assert read_lines(rig.chip.pixels()) == ()
        assert rig.view().layout != "text"


def test_a_pixel_that_belongs_to_no_glyph_is_not_overlooked() -> None:
    rig = TextRig()
    rig.show_lines(*LINES)
    for x, y in ((5, 0), (126, 0), (127, 63), (0, 7), (64, 31)):
        pixels = bytearray(rig.chip.pixels())
        pixels[128 * (y // 8) + x] ^= 1 << y % 8
        assert read_lines(pixels) == (), (x, y)
