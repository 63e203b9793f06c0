"""Text on a panel of 128 by 64 pixels: 8 lines of 21 characters in cells of 6 by 8.

The glyphs are 5 columns by 7 rows; the last row has only the tails of letters like g. A cell's
sixth column is dark, and so are the panel's last two columns. This module is loaded for text and
given back after it: a driver keeps a `PanelText` only while text is shown.
"""

from micropython import const

from drivers.panel_layout import COLUMNS, PIXELS

LINES = const(8)
CHARACTERS = const(21)  # in a line
GLYPH_COLUMNS = const(5)
CELL_COLUMNS = const(6)
# A line goes out in pieces of five characters; the fifth piece is the last character and the two
# columns after it. The pieces of a line are bits.
PIECES = const(5)
PIECE_CHARACTERS = const(5)
PIECE_COLUMNS = const(30)
LAST_PIECE_COLUMNS = const(8)
_ALL_PIECES = const(31)
_NO_PIECE = const(40)  # pieces are numbered through the lines from the top

FIRST_CODE = const(32)
LAST_CODE = const(126)
# What there is of Latin-1 beyond ASCII: the signs and letters of Spanish, in order.
LATIN = b"\xa1\xbf\xc1\xc9\xcd\xd1\xd3\xda\xdc\xe1\xe9\xed\xf1\xf3\xfa\xfc"
# Five columns a glyph, bit 0 on top: ASCII from the space on, then those of LATIN.
GLYPHS = (
    b"\x00\x00\x00\x00\x00\x00\x00\x5f\x00\x00\x00\x07\x00\x07\x00"  # space ! "
    b"\x14\x7f\x14\x7f\x14\x24\x2a\x7f\x2a\x12\x23\x13\x08\x64\x62"  # # $ %
    b"\x36\x49\x55\x22\x50\x00\x04\x03\x00\x00\x00\x1c\x22\x41\x00"  # & ' (
    b"\x00\x41\x22\x1c\x00\x14\x08\x3e\x08\x14\x08\x08\x3e\x08\x08"  # ) * +
    b"\x00\x50\x30\x00\x00\x08\x08\x08\x08\x08\x00\x60\x60\x00\x00"  # , - .
    b"\x60\x10\x08\x04\x03\x3e\x51\x49\x45\x3e\x00\x42\x7f\x40\x00"  # / 0 1
    b"\x42\x61\x51\x49\x46\x21\x41\x45\x4b\x31\x18\x14\x12\x7f\x10"  # 2 3 4
    b"\x27\x45\x45\x45\x39\x3c\x4a\x49\x49\x30\x01\x71\x09\x05\x03"  # 5 6 7
    b"\x36\x49\x49\x49\x36\x06\x49\x49\x29\x1e\x00\x36\x36\x00\x00"  # 8 9 :
    b"\x00\x56\x36\x00\x00\x08\x14\x22\x41\x00\x14\x14\x14\x14\x14"  # ; < =
    b"\x00\x41\x22\x14\x08\x02\x01\x51\x09\x06\x3e\x41\x5d\x55\x5e"  # > ? @
    b"\x7e\x09\x09\x09\x7e\x7f\x49\x49\x49\x36\x3e\x41\x41\x41\x22"  # A B C
    b"\x7f\x41\x41\x22\x1c\x7f\x49\x49\x49\x41\x7f\x09\x09\x09\x01"  # D E F
    b"\x3e\x41\x49\x49\x7a\x7f\x08\x08\x08\x7f\x00\x41\x7f\x41\x00"  # G H I
    b"\x20\x40\x41\x3f\x01\x7f\x08\x14\x22\x41\x7f\x40\x40\x40\x40"  # J K L
    b"\x7f\x02\x0c\x02\x7f\x7f\x04\x08\x10\x7f\x3e\x41\x41\x41\x3e"  # M N O
    b"\x7f\x09\x09\x09\x06\x3e\x41\x51\x21\x5e\x7f\x09\x19\x29\x46"  # P Q R
    b"\x46\x49\x49\x49\x31\x01\x01\x7f\x01\x01\x3f\x40\x40\x40\x3f"  # S T U
    b"\x1f\x20\x40\x20\x1f\x3f\x40\x38\x40\x3f\x63\x14\x08\x14\x63"  # V W X
    b"\x07\x08\x70\x08\x07\x61\x51\x49\x45\x43\x00\x7f\x41\x41\x00"  # Y Z [
    b"\x03\x04\x08\x10\x60\x00\x41\x41\x7f\x00\x04\x02\x01\x02\x04"  # \ ] ^
    b"\x40\x40\x40\x40\x40\x00\x01\x02\x04\x00\x20\x54\x54\x54\x78"  # _ ` a
    b"\x7f\x48\x44\x44\x38\x38\x44\x44\x44\x20\x38\x44\x44\x48\x7f"  # b c d
    b"\x38\x54\x54\x54\x18\x08\x7e\x09\x01\x02\x18\xa4\xa4\xa4\x7c"  # e f g
    b"\x7f\x08\x04\x04\x78\x00\x44\x7d\x40\x00\x40\x80\x84\x7d\x00"  # h i j
    b"\x7f\x10\x28\x44\x00\x00\x41\x7f\x40\x00\x7c\x04\x78\x04\x78"  # k l m
    b"\x7c\x08\x04\x04\x78\x38\x44\x44\x44\x38\xfc\x24\x24\x24\x18"  # n o p
    b"\x18\x24\x24\x24\xfc\x7c\x08\x04\x04\x08\x48\x54\x54\x54\x24"  # q r s
    b"\x04\x3f\x44\x40\x20\x3c\x40\x40\x20\x7c\x1c\x20\x40\x20\x1c"  # t u v
    b"\x3c\x40\x30\x40\x3c\x44\x28\x10\x28\x44\x1c\xa0\xa0\xa0\x7c"  # w x y
    b"\x44\x64\x54\x4c\x44\x00\x08\x36\x41\x41\x00\x00\x7f\x00\x00"  # z { |
    b"\x41\x41\x36\x08\x00\x18\x04\x08\x10\x0c\x00\x00\x7d\x00\x00"  # } ~, then LATIN
    b"\x30\x48\x45\x40\x20\x78\x14\x16\x15\x78\x7c\x54\x56\x55\x44"
    b"\x00\x44\x7e\x45\x00\x7a\x11\x21\x42\x79\x38\x44\x46\x45\x38"
    b"\x3c\x40\x42\x41\x3c\x3c\x41\x40\x41\x3c\x20\x54\x56\x55\x78"
    b"\x38\x54\x56\x55\x18\x00\x48\x7a\x41\x00\x7a\x11\x09\x0a\x71"
    b"\x30\x48\x4a\x49\x30\x38\x40\x42\x21\x78\x38\x42\x40\x22\x78"
)


def glyph_of(code: int) -> int:
    """Return which glyph, from 0, a character of Latin-1 has; the blank one for none."""
    if FIRST_CODE <= code <= LAST_CODE:
        return code - FIRST_CODE
    for index in range(len(LATIN)):
        if LATIN[index] == code:
            return LAST_CODE + 1 - FIRST_CODE + index
    return 0


class PanelText:
    """The lines of one panel, and which pieces of them the panel does not have.

    The piece that was drawn last is number `piece` of line `page`, which is the page too: `row`
    (the control byte, then the pixels) goes to columns `left` to `right`.
    """

    def __init__(self) -> None:
        """Begin blank, on a panel that shows something else."""
        self.lines = [b""] * LINES
        self.glyphs = bytearray(LINES * CHARACTERS)
        # As bits of each line: first what has changed, then what is only written anew.
        self.changed = bytearray([_ALL_PIECES] * LINES)
        self.stale = bytearray(LINES)
        self.piece_row = bytearray(1 + PIECE_COLUMNS)
        self.piece_row[0] = PIXELS
        self.last_row = bytearray(1 + LAST_PIECE_COLUMNS)
        self.last_row[0] = PIXELS
        self.row = self.piece_row
        self.piece = 0
        self.page = 0
        self.left = 0
        self.right = 0

    def load(self, lines: tuple) -> None:
        """Take the lines (`bytes` in Latin-1) from the top; what is too much is left out."""
        for line in range(LINES):
            text = lines[line] if line < len(lines) else b""
            if text == self.lines[line]:
                continue  # most of them, most of the time
            self.lines[line] = text
            place = line * CHARACTERS
            for column in range(CHARACTERS):
                glyph = glyph_of(text[column]) if column < len(text) else 0
                if self.glyphs[place] != glyph:
                    self.glyphs[place] = glyph
                    self.changed[line] |= 1 << column // PIECE_CHARACTERS
                place += 1

    def forget(self) -> None:
        """Have everything sent anew."""
        for line in range(LINES):
            self.stale[line] = _ALL_PIECES

    def is_changed(self) -> bool:
        """Return whether the panel shows something else than the lines."""
        return self._first(self.changed) != _NO_PIECE

    def draw_next(self) -> bool:
        """Draw the most urgent piece; return whether there is one that the panel does not have."""
        piece = self._first(self.changed)
        if piece == _NO_PIECE:
            piece = self._first(self.stale)
        if piece == _NO_PIECE:
            return False
        self.page = piece // PIECES
        piece %= PIECES
        self.piece = piece
        place = self.page * CHARACTERS + piece * PIECE_CHARACTERS
        self.left = piece * PIECE_COLUMNS
        if piece == PIECES - 1:
            self.right = COLUMNS - 1
            self.row = self.last_row
            self._draw(place, 1)
        else:
            self.right = self.left + PIECE_COLUMNS - 1
            self.row = self.piece_row
            self._draw(place, PIECE_CHARACTERS)
        return True

    def sent(self) -> None:
        """Note that the panel has the piece that was drawn last."""
        kept = ~(1 << self.piece)
        self.changed[self.page] &= kept
        self.stale[self.page] &= kept

    def _draw(self, place: int, characters: int) -> None:
        row = self.row
        column = 1
        for index in range(place, place + characters):
            glyph = self.glyphs[index] * GLYPH_COLUMNS
            for source in range(glyph, glyph + GLYPH_COLUMNS):
                row[column] = GLYPHS[source]
                column += 1
            column += 1  # this one is always dark

    def _first(self, pieces: bytearray) -> int:
        """Return the first piece whose bit is set, _NO_PIECE for none."""
        for line in range(LINES):
            if pieces[line]:
                piece = line * PIECES
                while not pieces[line] >> piece % PIECES & 1:
                    piece += 1
                return piece
        return _NO_PIECE
