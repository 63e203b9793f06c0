"""SSD1306 and SSD1309: a panel of 128 by 64 pixels on I2C, with large digits and marks, or text.

What is shown where stands in `panel_layout`; `panel_text` is loaded for text, and given back with
all its memory at the next cells. A push sends one piece, a window of 7 bytes and at most 32
columns of a page: 1.7 ms on an RP2040. What has changed goes first: brightness, marks, digits;
what is only written anew (`forget`) waits for that. Only `load_lines` and a bus that reports an
error allocate.
"""

from micropython import const

from drivers.panel_layout import (
    BAR_COLUMNS,
    CELL_PAGES,
    CELLS,
    COLUMNS,
    EDGE_COLUMNS,
    FLAG,
    ICON_COLUMNS,
    ICONS,
    MARKS_PAGE,
    PIXELS,
    RUNNING,
    SIDE_TO_MOVE,
    pages_of,
)
from drivers.seven_segment import DOT, SEGMENTS

_COMMANDS = const(0x00)  # the control byte before commands
_COLUMN_WINDOW = const(0x21)
_PAGE_WINDOW = const(0x22)
_DISPLAY_ON = b"\x00\xaf"
# Nothing here switches the panel off: what lost its power is off, what did not must not flicker.
_SET_UP = (
    b"\x00"
    b"\x20\x00"  # addresses go along the row, then to the next page
    b"\x40\xd3\x00\xa8\x3f"  # start line 0, no offset, 64 rows
    b"\xa1\xc8\xda\x12"  # upright on the usual modules, whose rows alternate
    b"\xd5\x80\xd9\xf1"  # clock and precharge
    b"\xa4\xa6"  # pixels as in the memory, 1 is lit
    b"\x8d\x14"  # charge pump on (the SSD1309 has none and lets this pass)
)
_CONTRAST = const(0x81)
_DIM_CONTRAST = const(1)  # the current of a pixel is this many 256ths: 0 might be none at all

_ALL_PAGES = const(0x7F)
# The parts that are not cells, as bits: halves of the bar, halves of the icons, the right edge.
_PART_COLUMNS = const(32)
_BAR_PARTS = const(3)
_EDGE_PART = const(16)
_ALL_PARTS = const(31)
_ICONS_A_PART = const(4)
_NO_ICON = bytes(ICON_COLUMNS)
TEXT_LINES = const(8)
REFRESH_MS = const(20_000)  # by then a display that lost its power for a moment is back


def _no_text():
    return None  # or a `PanelText`, whose module is not loaded unless there is text


class SSD1306:
    """One panel. `errors` counts transactions that the bus reported as failed."""

    layouts: tuple = ()  # shared by all panels, drawn for the first
    text_lines = TEXT_LINES

    def __init__(self, i2c, address: int, brightness: int) -> None:
        """Take a bus with `writeto`, the address (0x3C or 0x3D) and the brightness, 0 to 255."""
        if not SSD1306.layouts:
            from drivers.panel_drawing import make_layouts

            SSD1306.layouts = make_layouts()
        self.i2c = i2c
        self.address = address
        self.brightness = brightness
        self.contrast = bytearray([_COMMANDS, _CONTRAST, brightness])
        self.window = bytearray([_COMMANDS, _COLUMN_WINDOW, 0, 0, _PAGE_WINDOW, 0, 0])
        self.part = bytearray(1 + _PART_COLUMNS)
        self.part[0] = PIXELS
        self.edge = bytearray(1 + CELL_PAGES * EDGE_COLUMNS)
        self.edge[0] = PIXELS
        self.layout = self.layouts[1]
        self.cells = CELLS
        self.refresh_ms = REFRESH_MS
        self.wanted = bytearray(CELLS)  # segments of each slot
        self.marks = 0
        # What the panel does not have: pages of each slot as bits, and parts beside the cells;
        # first what has changed, then what is only written anew.
        self.changed = bytearray(CELLS)
        self.stale = bytearray(CELLS)
        self.changed_parts = 0
        self.stale_parts = 0
        self.text = _no_text()
        self.is_set_up = False
        self.has_contrast = False
        self.is_on = False
        self.errors = 0
        self.forget()

    def load(self, cells: bytearray, marks: int) -> None:
        """Take six cells (ASCII, bit 7 for the separator after it) and the sum of the marks.

        The digits are wide if the first two cells are blank, except under a flag, which blinks
        there. A separator is a colon, but a point after the last two cells. Text is over.
        """
        narrow = cells[0] != 32 or cells[1] != 32 or marks & FLAG != 0
        layout = self.layouts[1 if narrow else 0]
        if layout is not self.layout or self.text is not None:
            if self.text is not None:
                self.text = None  # its memory comes back
                self.changed_parts = _ALL_PARTS
            self.layout = layout
            self.changed_parts |= _EDGE_PART
            for slot in range(CELLS):
                self.stale[slot] = 0
                self.changed[slot] = _ALL_PAGES if slot < layout.slots else 0
        for slot in range(layout.slots):
            code = cells[layout.first_cell + slot]
            shape = SEGMENTS[code & 0x7F]
            if code & 0x80:
                shape |= DOT
            difference = shape ^ self.wanted[slot]
            if difference:
                self.wanted[slot] = shape
                pages = pages_of(difference)
                if difference & DOT:
                    pages |= 0x40 if self._is_point(slot) else 0x14
                self.changed[slot] |= pages
        difference = marks ^ self.marks
        if difference:
            self.marks = marks
            if difference & (RUNNING | SIDE_TO_MOVE):
                self.changed_parts |= _BAR_PARTS
            for place in range(len(ICONS)):
                if difference & ICONS[place][0]:
                    self.changed_parts |= 4 << place // _ICONS_A_PART

    def load_lines(self, lines: tuple) -> None:
        """Take text in place of digits and marks; allocates, so never while a side runs.

        Up to 8 lines of up to 21 characters, each `bytes` in Latin-1. ASCII and the letters and
        signs of Spanish are shown, anything else is blank; what is too much is left out.
        """
        if self.text is None:
            from drivers.panel_text import PanelText

            self.text = PanelText()
        self.text.load(lines)

    def set_dim(self, is_dim: bool) -> None:
        """Choose the lowest brightness that can be seen, or that of the display set."""
        level = self.brightness
        if is_dim and level > _DIM_CONTRAST:
            level = _DIM_CONTRAST
        if level != self.contrast[2]:
            self.contrast[2] = level
            self.has_contrast = False

    def forget(self) -> None:
        """Send everything anew, in case the chip has lost its power for a moment."""
        self.is_set_up = False
        self.has_contrast = False
        self.is_on = False
        if self.text is not None:
            self.text.forget()
        self.stale_parts = _ALL_PARTS
        for slot in range(self.layout.slots):
            self.stale[slot] = _ALL_PAGES

    def is_pending(self) -> bool:
        """Return whether the chip does not have what is wanted."""
        # It is switched on last.
        if not self.is_on or not self.has_contrast:
            return True
        if self.text is not None:
            return self.text.is_changed()
        return self.changed_parts != 0 or self._first(self.changed) < CELLS

    def push(self) -> bool:
        """Send one piece, the most urgent; return False if the chip did not answer."""
        if not self.is_set_up:
            self.is_set_up = self._send(_SET_UP)
            return self.is_set_up
        if not self.has_contrast:
            self.has_contrast = self._send(self.contrast)
            return self.has_contrast
        if self.text is not None:
            if self.text.draw_next():
                return self._push_text()
            return self._switch_on()
        if self.changed_parts:
            return self._push_part(self.changed_parts)
        slot = self._first(self.changed)
        if slot < CELLS:
            return self._push_row(slot, self.changed[slot])
        if self.stale_parts:
            return self._push_part(self.stale_parts)
        slot = self._first(self.stale)
        if slot < CELLS:
            return self._push_row(slot, self.stale[slot])
        return self._switch_on()

    def _switch_on(self) -> bool:
        if not self.is_on:
            self.is_on = self._send(_DISPLAY_ON)
        return self.is_on

    def _is_point(self, slot: int) -> bool:
        return slot >= self.layout.slots - 2

    def _first(self, pages: bytearray) -> int:
        """Return the first slot with anything to send, CELLS for none."""
        for slot in range(CELLS):
            if pages[slot]:
                return slot
        return CELLS

    def _push_text(self) -> bool:
        """Send the piece of text that has been drawn."""
        text = self.text
        sent = self._send_window(text.left, text.right, text.page, text.page)
        if sent and self._send(text.row):
            text.sent()
            return True
        return False

    def _push_row(self, slot: int, pages: int) -> bool:
        """Send the first of the pages of a slot."""
        layout = self.layout
        page = 0
        while not pages >> page & 1:
            page += 1
        left = slot * layout.slot
        sent = self._send_window(left, left + layout.slot - 1, page, page)
        sent = sent and self._send(layout.row(page, self.wanted[slot], self._is_point(slot)))
        if sent:
            self.changed[slot] &= ~(1 << page)
            self.stale[slot] &= ~(1 << page)
        return sent

    def _push_part(self, parts: int) -> bool:
        """Send the first of the parts beside the cells."""
        part = 0
        while not parts >> part & 1:
            part += 1
        if 1 << part == _EDGE_PART:
            # A narrow edge gets its zeros twice: the chip begins its window again.
            layout = self.layout
            left = layout.slots * layout.slot
            sent = self._send_window(left, COLUMNS - 1, 0, CELL_PAGES - 1)
            sent = sent and self._send(self.edge)
        else:
            if part < 2:
                self._draw_bar(part)
            else:
                self._draw_icons((part - 2) * _ICONS_A_PART)
            left = part * _PART_COLUMNS
            sent = self._send_window(left, left + _PART_COLUMNS - 1, MARKS_PAGE, MARKS_PAGE)
            sent = sent and self._send(self.part)
        if sent:
            self.changed_parts &= ~(1 << part)
            self.stale_parts &= ~(1 << part)
        return sent

    def _draw_bar(self, part: int) -> None:
        """Draw half of the bar: full if the side runs, hollow if it is only its turn."""
        row = self.part
        lit = 0
        if self.marks & RUNNING:
            lit = 0xFF
        elif self.marks & SIDE_TO_MOVE:
            lit = 0x81
        end = 1 + BAR_COLUMNS - part * _PART_COLUMNS
        for index in range(1, 1 + _PART_COLUMNS):
            row[index] = lit if index < end else 0
        if lit:
            row[end - 1 if part else 1] = 0xFF

    def _draw_icons(self, place: int) -> None:
        """Draw the four icons from `place` on, those whose mark is set."""
        row = self.part
        column = 1
        for index in range(place, place + _ICONS_A_PART):
            icon = ICONS[index][1] if self.marks & ICONS[index][0] else _NO_ICON
            for x in range(ICON_COLUMNS):
                row[column] = icon[x]
                column += 1

    def _send_window(self, left: int, right: int, top: int, bottom: int) -> bool:
        """Say which columns and pages the next bytes fill, row by row."""
        window = self.window
        window[2] = left
        window[3] = right
        window[5] = top
        window[6] = bottom
        return self._send(window)

    def _send(self, message) -> bool:
        try:
            self.i2c.writeto(self.address, message)
        except OSError:
            self.errors = (self.errors + 1) & 0xFFFF
            self.forget()
            return False
        return True
