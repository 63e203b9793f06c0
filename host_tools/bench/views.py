"""What can be seen and heard of the clock, as a person would put it: displays, tones, events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from clockcore import codes
from drivers import panel_drawing, panel_layout, panel_text
from drivers.seven_segment import DOT, SEGMENTS

DARK = -1  # the brightness of a display that lights nothing


@dataclass(frozen=True)
class Sound:
    """A tone: bench time of its start in ms, frequency in Hz, length in ms (so far)."""

    at_ms: int
    hz: int
    ms: int


@dataclass(frozen=True)
class Event:
    """Something that a game has noted: bench time in ms, name, side, value; A to C of a table."""

    at_ms: int
    name: str
    side: str | None
    value: int
    clock: str = ""

    def __str__(self) -> str:
        """Return the line of a trace."""
        clock = f" {self.clock}" if self.clock else ""
        side = f" {self.side}" if self.side else ""
        value = f" {self.value}" if self.value else ""
        return f"{self.at_ms / 1000:.3f}{clock} {self.name}{side}{value}"


@dataclass(frozen=True)
class DisplayView:
    """One display as a person reads it.

    text   the time or word, without marks: `1:30:00`
    note   what stands in the two first cells: `5d` a running delay, `3b` moments left
    marks  white, flag, running (the lamp)
    cells  every cell as it is lit, a dot after a cell that has one
    lines  what a panel shows as text, from the top, without the blanks at the ends and below;
           () for digits. Of the rest only the lamp's mark is there then.
    level  how bright the chip was told to be, from 0; DARK while it lights nothing
    is_dim whether that is less than the brightness of the display set
    """

    text: str
    note: str
    marks: frozenset[str]
    cells: str
    lines: tuple[str, ...] = ()
    level: int = DARK
    is_dim: bool = False

    def __str__(self) -> str:
        """Return text, note and marks, or the lines, in one line."""
        marks = f" [{' '.join(sorted(self.marks))}]" if self.marks else ""
        if self.lines:
            return " / ".join(self.lines) + marks
        note = f"{self.note} " if self.note else ""
        return f"{note}{self.text}{marks}"


@dataclass(frozen=True)
class DisplayPairView:
    """The two displays."""

    left: DisplayView
    right: DisplayView


def character_of(segments: int) -> str:
    """Return the character that a shape (dot ignored) stands for; `?` for none, 5 before S."""
    shape = segments & 0x7F
    if shape == 0:
        return " "
    place = SEGMENTS.find(bytes([shape]))
    return chr(place) if place >= 0 else "?"


def read_display(
    segments: Sequence[int],
    lamp: bool,
    has_dots: bool = True,
    icons: Sequence[str] = (),
    lines: Sequence[str] = (),
    level: int = DARK,
    normal: int = 0,
) -> DisplayView:
    """Read a display of digits from its segments, left digit first (layout: `frame.py`).

    `has_dots` is False for a clock module whose only separator is the colon in its middle; `icons`
    are the marks that a panel shows beside its digits, `lines` its text; `level` is its brightness
    and `normal` what that is while it is not dim.
    """
    characters = [character_of(shape) for shape in segments]
    dots = [bool(shape & DOT) for shape in segments]
    cells = "".join(c + ("." if dot else "") for c, dot in zip(characters, dots, strict=True))
    marks = ({"running"} if lamp else set()) | set(icons)
    shown = "".join(characters).rstrip()
    is_time = shown[-1:].isdigit() and not any(c in "nPJCbFU" for c in characters[1:])
    if has_dots and dots[-1]:
        marks.add("white")
        dots[-1] = False
    note = ""
    if characters[0] == "F" and is_time:
        marks.add("flag")
        characters[0] = " "
    elif is_time and dots[0] and has_dots:
        marks.add("flag")
        dots[0] = False
    has_note = len(characters) >= 6 and characters[0].isdigit() and characters[1] in "db"
    if has_note and characters[3].isdigit():
        note = characters[0] + characters[1]
        characters[0] = characters[1] = " "
    text = ""
    separators = [index for index, dot in enumerate(dots) if dot]
    tenths_at = len(characters) - 2 if has_dots else 1
    for index, character in enumerate(characters):
        text += character
        if dots[index]:
            tenths = index == separators[-1] and index == tenths_at
            tenths = tenths and (has_dots or characters[-1] == " ")
            text += "." if tenths else ":"
    return DisplayView(
        " ".join(text.split()),
        note,
        frozenset(marks),
        cells,
        tuple(lines),
        level,
        DARK < level < normal,
    )


ICON_NAMES = {
    codes.MARK_WHITE: "white",
    codes.MARK_FLAG: "flag",
    codes.MARK_INTERIM_FLAG: "interim flag",
    codes.MARK_PAUSED: "paused",
    codes.MARK_FROZEN: "frozen",
    codes.MARK_SOUND: "sound",
    codes.MARK_LOW_BATTERY: "low battery",
}


@dataclass(frozen=True)
class PanelView:
    """A panel of 128 by 64 pixels as a person reads it.

    layout      "wide" (four digits), "narrow" (six) or "text"
    segments    six cells, left first; DOT where a separator follows, blank where none can stand
    separators  a character a cell: blank, `:` or `.`
    icons       marks: running, side to move, white, flag, interim flag, paused, frozen, sound,
                low battery
    is_clean    whether every pixel belongs to one of these; False while it is being redrawn
    lines       the text, without the blanks at the ends and below; () for digits
    """

    layout: str
    segments: tuple[int, ...]
    separators: str
    icons: frozenset[str]
    is_clean: bool
    lines: tuple[str, ...] = ()


def read_panel(pixels: Sequence[int]) -> tuple[list[int], list[str]]:
    """Return the segments of a panel's six cells, left first, and its icons (`view_panel`).

    They are blank while it shows text.
    """
    view = view_panel(pixels)
    return list(view.segments), sorted(view.icons)


def view_panel(pixels: Sequence[int]) -> PanelView:
    """Read a panel from its 1 024 bytes, page by page, bit 0 the upper pixel.

    Each segment is looked at in three places along its middle, and counts as lit if it is lit in
    two of them. Where both layouts could have been meant, the one counts that leaves fewer
    pixels without explanation, or else the narrow one. It is text if it is nothing but glyphs.
    """
    return _view_panel(bytes(pixels))


@lru_cache(maxsize=64)
def _view_panel(pixels: bytes) -> PanelView:
    lines = read_lines(pixels)
    if lines:
        blank = (0,) * panel_layout.CELLS
        return PanelView("text", blank, " " * panel_layout.CELLS, frozenset(), True, lines)
    views = []
    for name, layout in zip(("narrow", "wide"), _layouts(), strict=True):
        segments, separators = [0] * layout.first_cell, " " * layout.first_cell
        strange = 0
        for slot in range(layout.slots):
            cell = layout.first_cell + slot
            shape, separator = _read_slot(pixels, layout, slot)
            segments.append(shape | (DOT if separator != " " else 0))
            separators += separator
            strange += _strange_pixels(pixels, layout, slot, segments[-1], separator, cell)
        edge = layout.slots * layout.slot
        for page in range(panel_layout.CELL_PAGES):
            row = page * panel_layout.COLUMNS
            strange += sum(pixels[row + x] != 0 for x in range(edge, panel_layout.COLUMNS))
        views.append((strange, name, tuple(segments), separators))
    strange, name, read, separators = min(views, key=lambda view: view[0])
    icons, icons_clean = _read_icons(pixels)
    return PanelView(name, read, separators, icons, strange == 0 and icons_clean)


def read_lines(pixels: Sequence[int]) -> tuple[str, ...]:
    """Return the text of a panel of 1 024 bytes; () if there is anything that is no glyph.

    Blanks at the ends of lines and blank lines at the end are left out.
    """
    glyphs = _glyphs()
    lines = []
    for line in range(panel_text.LINES):
        first = line * panel_layout.COLUMNS
        row = bytes(pixels[first : first + panel_layout.COLUMNS])
        width = panel_text.CHARACTERS * panel_text.CELL_COLUMNS
        cells = [
            row[x : x + panel_text.CELL_COLUMNS] for x in range(0, width, panel_text.CELL_COLUMNS)
        ]
        if any(row[width:]) or not all(cell in glyphs for cell in cells):
            return ()
        lines.append("".join(glyphs[cell] for cell in cells).rstrip())
    while lines and not lines[-1]:
        lines.pop()
    return tuple(lines)


@cache
def _glyphs() -> dict[bytes, str]:
    """Return the character of every cell of pixels that is one."""
    codes_of = [*range(panel_text.FIRST_CODE, panel_text.LAST_CODE + 1), *panel_text.LATIN]
    glyphs = {}
    for code in codes_of:
        first = panel_text.glyph_of(code) * panel_text.GLYPH_COLUMNS
        columns = panel_text.GLYPHS[first : first + panel_text.GLYPH_COLUMNS]
        glyphs[columns + b"\0"] = chr(code)
    return glyphs


@cache
def _layouts() -> tuple[panel_layout.Layout, ...]:
    wide, narrow = panel_drawing.make_layouts()
    return narrow, wide


def _is_lit(pixels: Sequence[int], x: int, y: int) -> bool:
    return bool(pixels[(y >> 3) * panel_layout.COLUMNS + x] >> (y & 7) & 1)


def _read_slot(pixels: Sequence[int], layout: panel_layout.Layout, slot: int) -> tuple[int, str]:
    """Return the segments of a slot and its separator."""
    left = slot * layout.slot
    near = layout.half + 2  # from a corner of the middle lines, where both segments have begun
    columns = (near, layout.width // 2, layout.width - 1 - near)
    rows = (near, (near + panel_layout.MIDDLE) // 2, panel_layout.MIDDLE - 2)
    right = layout.width - 1 - layout.half
    bottom = panel_layout.HEIGHT - 1
    places = (
        [(x, layout.half) for x in columns],
        [(right, y) for y in rows],
        [(right, bottom - y) for y in rows],
        [(x, bottom - layout.half) for x in columns],
        [(layout.half, bottom - y) for y in rows],
        [(layout.half, y) for y in rows],
        [(x, panel_layout.MIDDLE) for x in columns],
    )
    shape = 0
    for segment, points in enumerate(places):
        if sum(_is_lit(pixels, left + x, y) for x, y in points) >= 2:
            shape |= 1 << segment
    x = left + layout.width + 1 + layout.square // 2
    upper, lower, point = (
        _is_lit(pixels, x, 8 * page + dots.bit_length() - 2)
        for page, dots in ((2, layout.upper), (4, layout.lower), (6, layout.point))
    )
    if upper and lower:
        return shape, ":"
    return shape, "." if point else " "


def _strange_pixels(
    pixels: Sequence[int],
    layout: panel_layout.Layout,
    slot: int,
    shape: int,
    separator: str,
    cell: int,
) -> int:
    """Return how many columns of a slot's pages differ from what was read there."""
    strange = 0
    if separator != " " and (separator == ".") != (cell >= panel_layout.CELLS - 2):
        strange += 1
    for page in range(panel_layout.CELL_PAGES):
        row = layout.row(page, shape, separator == ".")
        first = page * panel_layout.COLUMNS + slot * layout.slot
        strange += sum(pixels[first + x] != row[1 + x] for x in range(layout.slot))
    return strange


def _read_icons(pixels: Sequence[int]) -> tuple[frozenset[str], bool]:
    """Return the marks of the last page, and whether nothing else is lit there."""
    page = bytes(pixels[panel_layout.MARKS_PAGE * panel_layout.COLUMNS :])
    lit = set()
    bar = page[: panel_layout.BAR_COLUMNS]
    inside = bar[1:-1]
    is_clean = True
    if not any(bar):
        pass
    elif bar[0] == bar[-1] == 0xFF and inside == b"\xff" * len(inside):
        lit.add("running")
    elif bar[0] == bar[-1] == 0xFF and inside == b"\x81" * len(inside):
        lit.add("side to move")
    else:
        is_clean = False
    if any(page[panel_layout.BAR_COLUMNS : panel_layout.ICONS_LEFT]):
        is_clean = False
    left = panel_layout.ICONS_LEFT
    for mark, icon in panel_layout.ICONS:
        seen = page[left : left + panel_layout.ICON_COLUMNS]
        if mark and seen == icon:
            lit.add(ICON_NAMES[mark])
        elif any(seen):
            is_clean = False
        left += panel_layout.ICON_COLUMNS
    return frozenset(lit), is_clean
