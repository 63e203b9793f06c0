"""What a panel of 128 by 64 pixels shows where: digits in two sizes, and the marks below them.

The panel's memory has 8 pages of 128 columns; a byte is 8 pixels of a column, bit 0 on top. The
digits are seven segments drawn large: they fill pages 0 to 6, so that they can be read across a
room. Page 7 has the marks: a wide bar on the left for the side that runs (hollow: it is that
side's turn, but nothing runs), icons on the right.

There are two sizes, four wide digits or six narrow ones (`Layout`). Every page row that the shape
of a character can need is drawn once, by `make_layouts` (6 kB, 35 ms on an RP2040); after that a
row is chosen.
"""

from micropython import const

from drivers.seven_segment import DOT

PIXELS = const(0x40)  # the control byte before pixels, which every row begins with
COLUMNS = const(128)
CELLS = const(6)
CELL_PAGES = const(7)  # pages 0 to 6
HEIGHT = const(55)  # of the digits, in pixels; row 55 keeps them off the marks
MIDDLE = const(27)  # the row through the middle of segment g
GAP = const(1)  # pixels between the center line of a corner and each of its segments
MARKS_PAGE = const(7)
EDGE_COLUMNS = const(4)  # beside the last slot, at most: nothing is ever lit there

# The marks, as clockcore.codes numbers them.
RUNNING = const(1)
FLAG = const(4)
SIDE_TO_MOVE = const(128)

BAR_COLUMNS = const(60)
ICONS_LEFT = const(64)
ICON_COLUMNS = const(8)
# The icons from left to right, each with its mark; columns from the left, bit 0 on top.
ICONS = (
    (2, b"\x1c\x3e\x7f\x7f\x7f\x3e\x1c\x00"),  # White: a disc
    (4, b"\xff\x1f\x1f\x0e\x0e\x04\x04\x00"),  # flag: a pennant
    (8, b"\xff\x11\x11\x0a\x0a\x04\x04\x00"),  # a flag between two periods: a hollow one
    (16, b"\x00\x7f\x7f\x00\x7f\x7f\x00\x00"),  # paused
    (32, b"\x49\x2a\x1c\x7f\x1c\x2a\x49\x00"),  # frozen: a crystal
    (64, b"\x1c\x1c\x3e\x7f\x00\x22\x1c\x00"),  # sound: a loudspeaker
    (256, b"\x7f\x41\x5d\x41\x41\x7f\x1c\x00"),  # low battery
    (0, b"\x00\x00\x00\x00\x00\x00\x00\x00"),
)


def pages_of(segments: int) -> int:
    """Return the pages (a bit each) that some segments touch, dot aside."""
    pages = 0
    if segments & 0x22:  # b, f
        pages = 0x0F
    if segments & 0x14:  # c, e
        pages |= 0x78
    if segments & 0x01:  # a
        pages |= 0x01
    if segments & 0x40:  # g
        pages |= 0x08
    if segments & 0x08:  # d
        pages |= 0x40
    return pages


class Layout:
    """One size of digits: where they stand, and every page row they need, ready to be sent.

    first_cell   the cell that stands in the first slot; cells before it are blank
    slot         columns of a slot: the digit, then a gutter with the separator
    width        columns of the digit
    half         half the thickness of a stroke, rounded down: it has 2 * half + 1 pixels
    square       columns of a dot of a separator; it begins one column into the gutter
    upper, lower, point  its pixels in page 2 (upper dot of a colon), 4 (lower dot), 6 (a point)
    """

    def __init__(
        self, first_cell: int, slot: int, width: int, half: int, square: int, dots: bytes
    ) -> None:
        """Take the sizes; `panel_drawing.make_layouts` draws the rows."""
        self.first_cell = first_cell
        self.slots = CELLS - first_cell
        self.slot = slot
        self.width = width
        self.half = half
        self.square = square
        self.upper = dots[0]
        self.lower = dots[1]
        self.point = dots[2]
        # Each with a row for every state of the segments that cross it, in order of their bits.
        # (In the center: for every state that a character has.)
        self.top: list = []
        self.sides: list = []
        self.center: list = []
        self.bottom: list = []

    def row(self, page: int, shape: int, is_point: bool) -> bytearray:
        """Return what to send for a page of a digit (bit 7: with its separator)."""
        dot = 0
        if page == 0:
            row = self.top[shape & 3 | shape >> 3 & 4]
        elif page < 3:
            row = self.sides[shape >> 1 & 1 | shape >> 4 & 2]
            if page == 2 and not is_point:
                dot = self.upper
        elif page == 3:
            row = self.center[shape >> 1 & 3 | shape >> 2 & 0x1C]
        elif page < 6:
            row = self.sides[shape >> 2 & 1 | shape >> 3 & 2]
            if page == 4 and not is_point:
                dot = self.lower
        else:
            row = self.bottom[shape >> 2 & 7]
            if is_point:
                dot = self.point
        if not shape & DOT:
            dot = 0
        first = self.width + 2
        if row[first] != dot:  # left from the last use of this row
            for column in range(first, first + self.square):
                row[column] = dot
        return row
