"""Draws the digits of a panel, once at the start; given back before anybody plays."""

from drivers.panel_layout import GAP, HEIGHT, MIDDLE, PIXELS, Layout
from drivers.seven_segment import SEGMENTS


def make_layouts() -> tuple:
    """Return the two layouts: wide digits for the last four cells, narrow ones for all six.

    A row of a wide slot, with its control byte, fills two blocks of MicroPython's memory: one
    column more would take a third for each of the 40 rows.
    """
    layouts = (
        Layout(2, 31, 24, 3, 5, b"\x7e\x3f\x7e"),
        Layout(0, 21, 16, 2, 3, b"\x3c\x1e\x78"),
    )
    centers = [shape >> 1 & 3 | shape >> 2 & 0x1C for shape in SEGMENTS]  # as `Layout.row`
    for layout in layouts:
        layout.top = _draw_rows(layout, 0, (0, 1, 5))
        layout.sides = _draw_rows(layout, 1, (1, 5))
        layout.center = _draw_rows(layout, 3, (1, 2, 4, 5, 6))
        layout.bottom = _draw_rows(layout, 6, (2, 3, 4))
        # No character needs these: their memory comes back.
        for state in range(32):
            if state not in centers:
                layout.center[state] = layout.center[0]
    return layouts


def _draw_rows(layout: Layout, page: int, segments: tuple) -> list:
    row = bytearray(1 + layout.slot)
    row[0] = PIXELS
    rows = [row]
    for segment in segments:
        drawn = bytearray(1 + layout.slot)
        if segment in (0, 3, 6):
            _draw_horizontal(layout, drawn, page, segment)
        else:
            _draw_vertical(layout, drawn, page, segment)
        first = 1
        while not drawn[first]:
            first += 1
        end = len(drawn)
        while not drawn[end - 1]:
            end -= 1
        for index in range(len(rows)):
            row = bytearray(rows[index])
            for column in range(first, end):
                row[column] |= drawn[column]
            rows.append(row)
    return rows


# The ends are cut at an angle, so that neighbors meet along a thin diagonal gap. `depth` goes
# from the outer edge of a segment inwards.


def _draw_horizontal(layout: Layout, row: bytearray, page: int, segment: int) -> None:
    """Draw the part of a, d or g that lies in a page."""
    half = layout.half
    for depth in range(-half, half + 1):
        y = half + depth
        inset = half + GAP + depth
        if segment == 3:
            y = HEIGHT - 1 - y
        elif segment == 6:
            y = MIDDLE + depth
            inset = half + GAP + abs(depth)
        if y >> 3 == page:
            for column in range(1 + inset, 1 + layout.width - inset):
                row[column] |= 1 << (y & 7)


def _draw_vertical(layout: Layout, row: bytearray, page: int, segment: int) -> None:
    """Draw the part of b, c, e or f that lies in a page."""
    half = layout.half
    for depth in range(-half, half + 1):
        x = half + depth
        if segment < 3:
            x = layout.width - 1 - x
        first = half + GAP + depth
        last = MIDDLE - GAP - (depth if depth > 0 else 0)
        if segment in (2, 4):
            first, last = HEIGHT - 1 - last, HEIGHT - 1 - first
        first -= 8 * page
        last -= 8 * page
        pixels = 0xFF
        if first > 0:
            pixels = pixels << first & 0xFF
        if last < 7:
            pixels &= 0xFF >> (7 - last)
        row[1 + x] |= pixels
