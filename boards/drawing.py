"""The wiring of a board as a drawing: SVG text, made from the same wires as the tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from boards.pinout import LEFT, RIGHT, Board, board_of
from boards.schema import Wire, wires
from boards.wiring import BUZZER_OHM, LAMP_OHM, ON_BOARD, SHIFTER, battery_text

WIDTH = 1240
MIDDLE = WIDTH / 2
BOARD_WIDTH = 200
PITCH = 27
PART_WIDTH = 210
PART_EDGE = 330  # distance from the middle of the board to the parts
GAP = 10
TOP = 76
GROUND_RAIL, SUPPLY_RAIL = 596, 572  # distances from the middle
COLORS = ("#1769aa", "#b26a00", "#2e7d32", "#8e24aa", "#00838f", "#ad1457", "#5d4037")
BLACK, RED, INK = "#222222", "#c62828", "#333333"
HEIGHTS = {"contact": 40, "lamp": 44, "buzzer": 44, "display": 78, "battery": 78, "link": 18}


@dataclass
class Part:
    """Something beside the board: its terminals are (label, index of a pin of the board)."""

    kind: str
    title: str
    note: str
    terminals: list[tuple[str, int]]
    is_fed: bool = False
    top: float = 0.0

    @property
    def height(self) -> float:
        """Its height in the drawing."""
        return HEIGHTS[self.kind]


def wiring_svg(board: Any, display_set: str | None = None) -> str:
    """Return the drawing of a board with a display set (the default one if None), as SVG.

    ValueError for a virtual board: it has no pins to draw.
    """
    there = board_of(board.CHIP)
    if not there.pins:
        raise ValueError(f"{board.NAME}: a virtual board has no wiring")
    name = board.DISPLAY_SET if display_set is None else display_set
    columns = _columns(there, _parts(board, there, name))
    count = max(sum(pin.side == side for pin in there.pins) for side in (LEFT, RIGHT))
    board_height = count * PITCH + 2 * PITCH
    tallest = max(
        board_height,
        *(sum(part.height + GAP for part in parts) for parts in columns.values()),
    )
    height = int(TOP + tallest + 96)
    board_top = TOP + (tallest - board_height) / 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' font-family="Helvetica, Arial, sans-serif" font-size="13" fill="{INK}">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="24" y="34" font-size="22" font-weight="bold">{escape(there.title)}:'
        f" display set {escape(name)}</text>",
        '<text x="24" y="56">Seen from above. Every black line is ground, every red one supply.'
        " A dot joins two lines; without one they only cross.</text>",
    ]
    pins_at = _pin_places(there, board_top + 1.5 * PITCH)
    for parts in columns.values():
        _place(parts, TOP, tallest)
    out += _rails(there, columns, board.DISPLAY_SETS[name]["driver"], height)
    color = 0
    for side, parts in columns.items():
        for part in parts:
            out += _draw_part(part, side, board.CHIP)
            for index, (_, pin) in enumerate(part.terminals):
                ink = COLORS[color % len(COLORS)]
                if part.kind in ("link", "battery"):
                    ink = BLACK if there.pins[pin].name == there.ground else RED
                else:
                    color += 1
                out.append(_wire(part, side, index, pins_at[pin], ink))
    out += _draw_board(there, pins_at, board_top, board_height, columns)
    out.append("</svg>")
    return "\n".join(out) + "\n"


def _parts(board: Any, there: Board, name: str) -> list[Part]:
    """Return what is connected, in no order."""
    places = {pin.gpio: index for index, pin in enumerate(there.pins) if pin.gpio is not None}
    names = {pin.name: index for index, pin in reversed(list(enumerate(there.pins)))}
    parts: list[Part] = []
    buses: dict[str, Part] = {}
    for wire in wires(board, name):
        if wire.pin not in places:
            continue  # the board connects it itself
        terminal = (wire.text.split()[0], places[wire.pin])
        if wire.field in ("LEVERS", "KEYS"):
            parts.append(Part("contact", wire.text, "", [("", terminal[1])]))
        elif wire.field == "LAMPS":
            parts.append(Part("lamp", wire.text, f"{LAMP_OHM} ohm", [("", terminal[1])]))
        elif wire.field == "BUZZER":
            note = f"{BUZZER_OHM} ohm, piezo"
            parts.append(Part("buzzer", wire.text, note, [("", terminal[1])]))
        elif wire.field == "BATTERY":
            if (board.CHIP, wire.pin) not in ON_BOARD:
                upper = battery_text(board).partition(" (")[0].partition(",")[0]
                text = f"100 kohm to GND, {upper}".replace(" kohm", "k")
                parts.append(Part("buzzer", "battery voltage", text, [("", terminal[1])]))
        else:
            title = _display_title(wire)
            if title not in buses:
                driver = board.DISPLAY_SETS[name]["driver"]
                note = SHIFTER if driver == "max7219" else driver.upper()
                buses[title] = Part("display", title, note, [], is_fed=True)
                parts.append(buses[title])
            buses[title].terminals.append(terminal)
    needs_five = board.DISPLAY_SETS[name]["driver"] == "max7219"
    supply = there.five if needs_five else there.supply
    parts.append(Part("link", "", "", [("", names[there.ground])]))
    parts.append(Part("link", "", "", [("", names[supply])]))
    if not needs_five:
        note = "diode, switch" if board.CHIP.startswith("rp2040") else "switch"
        parts.append(Part("battery", "battery", note, [("", names[there.feed])]))
    return parts


def _display_title(wire: Wire) -> str:
    if wire.field in ("I2C", "SPI") or wire.text.startswith("CS"):
        return "both displays"
    return wire.text.partition(" of ")[2]


def _columns(there: Board, parts: list[Part]) -> dict[str, list[Part]]:
    """Put each part on the side of its first pin, in the order of the pins."""
    columns: dict[str, list[Part]] = {LEFT: [], RIGHT: []}
    for part in parts:
        part.terminals.sort(key=lambda terminal: terminal[1])
        columns[there.pins[part.terminals[0][1]].side].append(part)
    for column in columns.values():
        column.sort(key=lambda part: sum(pin for _, pin in part.terminals) / len(part.terminals))
    return columns


def _place(parts: list[Part], top: float, tallest: float) -> None:
    y = top + (tallest - sum(part.height + GAP for part in parts)) / 2
    for part in parts:
        part.top = y
        y += part.height + GAP


def _pin_places(there: Board, first: float) -> list[tuple[float, float, str]]:
    places = []
    rows = {LEFT: 0, RIGHT: 0}
    for pin in there.pins:
        x = MIDDLE + (-BOARD_WIDTH if pin.side == LEFT else BOARD_WIDTH) / 2
        places.append((x, first + rows[pin.side] * PITCH, pin.side))
        rows[pin.side] += 1
    return places


def _x(side: str, distance: float) -> float:
    return MIDDLE - distance if side == LEFT else MIDDLE + distance


def _terminal_y(part: Part, index: int) -> float:
    if part.kind == "display":
        return part.top + part.height * (index + 1) / (len(part.terminals) + 1)
    return part.top + part.height / 2


def _wire(part: Part, side: str, index: int, pin: tuple[float, float, str], color: str) -> str:
    """Draw from a pin to a part: curves that keep their order do not cross."""
    x, y, pin_side = pin
    end_x, end_y = _x(side, PART_EDGE), _terminal_y(part, index)
    first = _x(pin_side, BOARD_WIDTH / 2 + 120)
    return (
        f'<path d="M{x:.0f} {y:.1f} C{first:.0f} {y:.1f} {_x(side, PART_EDGE - 110):.0f}'
        f' {end_y:.1f} {end_x:.0f} {end_y:.1f}" fill="none" stroke="{color}" stroke-width="2.2"/>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, color: str, width: float = 2.2) -> str:
    return (
        f'<line x1="{x1:.0f}" y1="{y1:.1f}" x2="{x2:.0f}" y2="{y2:.1f}" stroke="{color}"'
        f' stroke-width="{width}"/>'
    )


def _dot(x: float, y: float, color: str) -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.1f}" r="4" fill="{color}"/>'


def _text(x: float, y: float, text: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x:.0f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def _rails(there: Board, columns: dict[str, list[Part]], driver: str, height: int) -> list[str]:
    """Draw ground and supply: down both sides, joined at the bottom, and the parts' ends."""
    out = []
    volts = "5 V" if driver == "max7219" else "3.3 V"
    for distance, color, name, bottom in (
        (GROUND_RAIL, BLACK, "ground (GND)", height - 24.0),
        (SUPPLY_RAIL, RED, f"supply of the displays ({volts})", height - 52.0),
    ):
        out.append(
            f'<path d="M{_x(LEFT, distance):.0f} {TOP} V{bottom} H{_x(RIGHT, distance):.0f}'
            f' V{TOP}" fill="none" stroke="{color}" stroke-width="4" stroke-linejoin="round"/>'
        )
        out.append(_text(MIDDLE, bottom - 7, name, more=f' fill="{color}"'))
    for side, parts in columns.items():
        edge = _x(side, PART_EDGE + PART_WIDTH)
        inner = _x(side, PART_EDGE)
        for part in parts:
            y = part.top + part.height / 2
            if part.kind == "link":
                is_ground = there.pins[part.terminals[0][1]].name == there.ground
                color = BLACK if is_ground else RED
                rail = _x(side, GROUND_RAIL if is_ground else SUPPLY_RAIL)
                out += [_line(inner, y, rail, y, color), _dot(rail, y, color)]
                continue
            low = y + (part.height / 4 if part.is_fed else 0)
            rail = _x(side, GROUND_RAIL)
            out += [_line(edge, low, rail, low, BLACK), _dot(rail, low, BLACK)]
            if part.is_fed:
                high = y - part.height / 4
                rail = _x(side, SUPPLY_RAIL)
                out += [_line(edge, high, rail, high, RED), _dot(rail, high, RED)]
    return out


def _draw_part(part: Part, side: str, chip: str) -> list[str]:
    if part.kind == "link":
        return []
    left = min(_x(side, PART_EDGE), _x(side, PART_EDGE + PART_WIDTH))
    out = [
        f'<rect x="{left:.0f}" y="{part.top:.1f}" width="{PART_WIDTH}" height="{part.height}"'
        ' rx="6" fill="#f7f7f4" stroke="#999999"/>'
    ]
    y = part.top + part.height / 2
    # Everything is drawn from the board's side outwards: `at` is a distance from the inner edge.
    sign = -1 if side == LEFT else 1

    def at(distance: float) -> float:
        return _x(side, PART_EDGE) + sign * distance

    if part.kind == "display":
        return out + _draw_display(part, side, at(105), y)
    if part.kind == "contact":
        out += [
            _line(at(0), y, at(22), y, INK, 1.6),
            _line(at(22), y, at(50), y - 11, INK, 2.2),
            _line(at(54), y, at(PART_WIDTH), y, INK, 1.6),
            _dot(at(22), y, INK),
            _dot(at(54), y, INK),
            _text(at(135), y - 6, part.title),
        ]
        return out
    if part.kind == "battery":
        start = 0.0
        if chip.startswith("rp2040"):
            # The ring of the diode, its bar, is towards the board.
            out += [
                _line(at(0), y, at(24), y, INK, 1.6),
                _line(at(24), y - 9, at(24), y + 9, INK, 2.6),
                f'<path d="M{at(25):.0f} {y:.1f} L{at(41):.0f} {y - 9:.1f} V{y + 9:.1f} Z"'
                f' fill="{INK}"/>',
                _text(at(34), y - 16, "1N5817", more=' font-size="11"'),
            ]
            start = 41.0
        out += [
            _line(at(start), y, at(62), y, INK, 1.6),
            _line(at(62), y, at(84), y - 12, INK, 2.2),
            _dot(at(62), y, INK),
            _dot(at(90), y, INK),
            _text(at(78), y + 20, "switch", more=' font-size="11"'),
            _line(at(90), y, at(140), y, INK, 1.6),
            _line(at(140), y - 16, at(140), y + 16, INK, 2),
            _line(at(148), y - 8, at(148), y + 8, INK, 5),
            _line(at(148), y, at(PART_WIDTH), y, INK, 1.6),
            _text(at(130), y - 8, "+", more=' font-size="16"'),
            _text(at(176), y - 22, "battery"),
        ]
        return out
    # A resistor, then a lamp, a piezo or the divider's tap.
    out += [
        _line(at(0), y, at(14), y, INK, 1.6),
        f'<rect x="{min(at(14), at(52)):.0f}" y="{y - 6:.1f}" width="38" height="12"'
        f' fill="#ffffff" stroke="{INK}" stroke-width="1.6"/>',
    ]
    if part.kind == "lamp":
        out += [
            _line(at(52), y, at(64), y, INK, 1.6),
            f'<path d="M{at(80):.0f} {y:.1f} L{at(64):.0f} {y - 9:.1f} V{y + 9:.1f} Z"'
            f' fill="{RED}"/>',
            _line(at(80), y - 9, at(80), y + 9, INK, 2.6),
            _line(at(80), y, at(PART_WIDTH), y, INK, 1.6),
        ]
    elif part.title == "battery voltage":
        out += [_line(at(52), y, at(PART_WIDTH), y, INK, 1.6), _dot(at(7), y, INK)]
    else:
        out += [
            _line(at(52), y, at(PART_WIDTH), y, INK, 1.6),
            f'<circle cx="{at(74):.0f}" cy="{y:.1f}" r="10" fill="#ffffff" stroke="{INK}"'
            ' stroke-width="1.6"/>',
            _dot(at(74), y, INK),
        ]
    out.append(_text(at(145), y - 7, part.title))
    out.append(_text(at(140), y + 15, part.note, more=' font-size="10"'))
    return out


def _draw_display(part: Part, side: str, middle: float, y: float) -> list[str]:
    anchor, inner, outer = ("end", -8.0, 8.0) if side == LEFT else ("start", 8.0, -8.0)
    other = "start" if side == LEFT else "end"
    out = [
        f'<rect x="{middle - 52:.0f}" y="{y - 12:.1f}" width="104" height="32" fill="#2b1010"/>',
        _text(
            middle,
            y + 12,
            "1:30:00",
            more=' font-family="monospace" font-size="22" fill="#ff5544" font-weight="bold"',
        ),
        _text(middle, y - 19, part.title, more=' font-size="12"'),
        _text(middle, y + 33, part.note, more=' font-size="9"'),
    ]
    for index, (label, _) in enumerate(part.terminals):
        at = _terminal_y(part, index) + 4
        out.append(_text(_x(side, PART_EDGE) + inner, at, label, anchor, ' font-size="11"'))
    edge = _x(side, PART_EDGE + PART_WIDTH) + outer
    quarter = part.height / 4
    out.append(_text(edge, y - quarter + 4, "VCC", other, ' font-size="11"'))
    out.append(_text(edge, y + quarter + 4, "GND", other, ' font-size="11"'))
    return out


def _draw_board(
    there: Board,
    pins_at: list[tuple[float, float, str]],
    top: float,
    height: float,
    columns: dict[str, list[Part]],
) -> list[str]:
    used = {pin for parts in columns.values() for part in parts for _, pin in part.terminals}
    left = MIDDLE - BOARD_WIDTH / 2
    usb = top - 12 if there.usb == "top" else top + height - 18
    out = [
        f'<rect x="{left:.0f}" y="{top:.1f}" width="{BOARD_WIDTH}" height="{height}" rx="8"'
        ' fill="#1b5e20" stroke="#0c3310" stroke-width="2"/>',
        f'<rect x="{MIDDLE - 28:.0f}" y="{usb:.1f}" width="56" height="30" rx="3" fill="#b0b0b0"'
        ' stroke="#777777"/>',
        _text(MIDDLE, usb + 20, "USB", more=' font-size="12"'),
    ]
    for index, (pin, (x, y, side)) in enumerate(zip(there.pins, pins_at, strict=True)):
        bright = index in used
        out.append(
            f'<circle cx="{x:.0f}" cy="{y:.1f}" r="6" fill="{"#ffd54f" if bright else "#c8b560"}"'
            ' stroke="#6b5b1e"/>'
        )
        weight = ' font-weight="bold" fill="#ffffff"' if bright else ' fill="#a5c8a7"'
        small = ' font-size="9" fill="#a5c8a7"'
        if side == LEFT:
            out.append(_text(x + 12, y + 4, pin.name, "start", weight))
            out.append(_text(MIDDLE - 4, y + 4, pin.number, "end", small))
        else:
            out.append(_text(x - 12, y + 4, pin.name, "end", weight))
            out.append(_text(MIDDLE + 4, y + 4, pin.number, "start", small))
    return out
