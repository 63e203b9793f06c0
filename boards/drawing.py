"""The wiring of a board as a drawing: SVG text, made from the same wires as the tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from boards import power
from boards.pinout import LEFT, RIGHT, Board, board_of
from boards.schema import I2C_ADDRESSES, Wire, wires
from boards.wiring import BUZZER_OHM, LAMP_OHM, ON_BOARD, upper_kohm

WIDTH = 1240
MIDDLE = WIDTH / 2
BOARD_WIDTH = 200
PITCH = 27
PART_WIDTH = 210
PART_EDGE = 330  # distance from the middle of the board to the parts
GAP = 10
TOP = 104
GROUND_RAIL, SUPPLY_RAIL = 596, 572  # distances from the middle
COLORS = ("#1769aa", "#827717", "#2e7d32", "#8e24aa", "#00838f", "#ad1457", "#5d4037")
BLACK, RED, ORANGE, INK = "#222222", "#c62828", "#ef6c00", "#333333"
HEIGHTS = {
    "contact": 40,
    "lamp": 44,
    "buzzer": 44,
    "display": 126,
    "divider": 84,
    "battery": 78,
    "ground": 18,
    "supply": 18,
}
RAILS = {"ground": BLACK, "supply": RED, "battery": ORANGE}  # colors of their wires
MODULE = 34  # where a display module begins: what is before it stands in its wires
LONG_TITLE = 20  # characters of a title beyond which it is written smaller
BAND = 25  # above and below a display module, for its pull-ups


@dataclass
class Part:
    """Something beside the board: its terminals are (label, index of a pin of the board).

    kind  one of HEIGHTS; "ground" and "supply" are wires from a pin to a rail, and no part
    ups   names of its terminals that have a pull-up of their own
    """

    kind: str
    title: str
    note: str
    terminals: list[tuple[str, int]]
    top: float = 0.0
    ups: tuple[str, ...] = ()

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
        *_legend(board, name),
    ]
    pins_at = _pin_places(there, board_top + 1.5 * PITCH)
    for parts in columns.values():
        _place(parts, TOP, tallest)
    out += _rails(columns, board.DISPLAY_SETS[name]["driver"], height)
    color = 0
    for side, parts in columns.items():
        for part in parts:
            out += _draw_part(part, side, board.CHIP)
            for index, (_, pin) in enumerate(part.terminals):
                ink = COLORS[color % len(COLORS)]
                if part.kind in RAILS:
                    ink = RAILS[part.kind]
                else:
                    color += 1
                out.append(_wire(part, side, index, pins_at[pin], ink))
    out += _draw_board(there, pins_at, board_top, board_height, columns)
    out.append("</svg>")
    return "\n".join(out) + "\n"


def _legend(board: Any, name: str) -> list[str]:
    volts = "5 V" if board.DISPLAY_SETS[name]["driver"] == "max7219" else "3.3 V"
    lines = [
        f"Seen from above. Black lines are ground, red ones {volts} for the displays. A dot joins"
        " two lines; without one they only cross.",
        "This set has no battery: a USB supply or power bank feeds the board through its socket.",
    ]
    if power.has_battery(board, name):
        lines[1] = "The orange line is the battery's."
        if (board.CHIP, board.BATTERY[0]) not in ON_BOARD:
            lines[1] += " The two points B are one: connect them."
    if board.DISPLAY_SETS[name]["driver"] != "max7219":
        lines[1] += " Leave the 4.7 kohm away where the display modules have them."
    return [
        f'<text x="24" y="{56 + 20 * row}">{escape(line)}</text>' for row, line in enumerate(lines)
    ]


def _parts(board: Any, there: Board, name: str) -> list[Part]:
    """Return what is connected, in no order."""
    places = {pin.gpio: index for index, pin in enumerate(there.pins) if pin.gpio is not None}
    names = {pin.name: index for index, pin in reversed(list(enumerate(there.pins)))}
    driver = board.DISPLAY_SETS[name]["driver"]
    has_battery = power.has_battery(board, name)
    has_divider = has_battery and (board.CHIP, board.BATTERY[0]) not in ON_BOARD
    parts: list[Part] = []
    buses: dict[str, Part] = {}
    common: list[tuple[str, int]] = []  # what every display module has: a clock that all share
    for wire in wires(board, name):
        if wire.pin not in places:
            continue  # the board connects it itself
        label, _, of_clock = wire.text.partition(" of the displays of clock")
        terminal = (label.split()[0] + of_clock, places[wire.pin])
        if wire.field in ("LEVERS", "KEYS"):
            parts.append(Part("contact", wire.text, "", [("", terminal[1])]))
        elif wire.field == "LAMPS":
            parts.append(Part("lamp", wire.text, f"{LAMP_OHM} ohm", [("", terminal[1])]))
        elif wire.field == "BUZZER":
            note = f"{BUZZER_OHM} ohm, piezo"
            parts.append(Part("buzzer", wire.text, note, [("", terminal[1])]))
        elif wire.field == "BATTERY":
            if has_divider:
                note = f"{upper_kohm(board)} kohm"
                parts.append(Part("divider", wire.text, note, [("", terminal[1])]))
            elif not has_battery:
                parts.append(Part("ground", "no battery: to ground", "", [("", terminal[1])]))
        elif wire.text == "CLK of all displays":
            common.append(terminal)
        else:
            title = _display_title(board, wire, driver)
            if title not in buses:
                note = "MAX7219" if driver == "max7219" else driver.upper()
                is_display = wire.field.startswith("DISPLAY_SETS")
                shared = list(common) if is_display else []
                # A clock that all share has its pull-up at the first of them.
                ups = ("DIO",) if shared and buses else ("CLK", "DIO", "SCL", "SDA")
                buses[title] = Part("display", title, note, shared, ups=ups)
                parts.append(buses[title])
            buses[title].terminals.append(terminal)
    supply = there.five if driver == "max7219" else there.supply
    parts.append(Part("ground", "", "", [("", names[there.ground])]))
    parts.append(Part("supply", "", "", [("", names[supply])]))
    if has_battery:
        note = "B" if has_divider else ""
        parts.append(Part("battery", "battery", note, [("", names[there.feed])]))
    return parts


def _display_title(board: Any, wire: Wire, driver: str) -> str:
    count = 2 * len(board.LEVERS)
    displays = "both displays" if count == 2 else f"all {count} displays"
    if wire.field == "I2C":
        if driver not in I2C_ADDRESSES:
            return "DS3231 module"
        return f"{displays}, DS3231" if getattr(board, "RTC", "") else displays
    if wire.field == "SPI" or wire.text.startswith("CS"):
        return displays
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
        inside = part.height - 2 * BAND
        return part.top + BAND + inside * (index + 1) / (len(part.terminals) + 1)
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


def _resistor(x1: float, x2: float, y: float) -> str:
    return (
        f'<rect x="{min(x1, x2):.0f}" y="{y - 6:.1f}" width="{abs(x2 - x1):.0f}" height="12"'
        f' fill="#ffffff" stroke="{INK}" stroke-width="1.6"/>'
    )


def _point(x: float, y: float, name: str) -> list[str]:
    """Draw a point with a name: it is joined to the other one of that name."""
    return [
        f'<circle cx="{x:.0f}" cy="{y:.1f}" r="9" fill="#ffffff" stroke="{ORANGE}"'
        ' stroke-width="2"/>',
        _text(x, y + 4, name, more=' font-size="12" font-weight="bold"'),
    ]


def _pulled_up(part: Part) -> list[tuple[int, float]]:
    """Return (terminal, height of its pull-up) of a display module that is fed with 3.3 V."""
    if part.kind != "display" or len(part.terminals) != 2:
        return []
    rows = [(0, part.top + 15), (1, part.top + part.height - 15)]
    return [row for row in rows if part.terminals[row[0]][0] in part.ups]


def _rails(columns: dict[str, list[Part]], driver: str, height: int) -> list[str]:
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
        ground, supply = _x(side, GROUND_RAIL), _x(side, SUPPLY_RAIL)
        for part in parts:
            y = part.top + part.height / 2
            if part.kind in ("ground", "supply"):
                rail = ground if part.kind == "ground" else supply
                color = RAILS[part.kind]
                out += [_line(_x(side, PART_EDGE), y, rail, y, color), _dot(rail, y, color)]
                if part.title:
                    middle = _x(side, PART_EDGE + PART_WIDTH / 2)
                    out.append(_text(middle, y - 5, part.title, more=' font-size="12"'))
                continue
            quarter = (part.height - 2 * BAND) / 4 if part.kind == "display" else 0
            out += [_line(edge, y + quarter, ground, y + quarter, BLACK)]
            out.append(_dot(ground, y + quarter, BLACK))
            fed = [y - quarter] if quarter else []
            for high in (*fed, *(row for _, row in _pulled_up(part))):
                out += [_line(edge, high, supply, high, RED), _dot(supply, high, RED)]
    return out


def _draw_part(part: Part, side: str, chip: str) -> list[str]:
    if part.kind in ("ground", "supply"):
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
        return out + _draw_display(part, side, y)
    if part.kind == "divider":
        return out + _draw_divider(part, side, y)
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
        if part.note:
            # The divider: at the pin of a Pico, at the battery's side of the other boards' switch.
            tap = at(10 if chip.startswith("rp2040") else 115)
            out += [_line(tap, y, tap, y - 18, ORANGE), _dot(tap, y, ORANGE)]
            out += _point(tap, y - 25, part.note)
        if chip.startswith("rp2040"):
            # The ring of the diode, its bar, is towards the board.
            out += [
                _line(at(0), y, at(24), y, INK, 1.6),
                _line(at(24), y - 9, at(24), y + 9, INK, 2.6),
                f'<path d="M{at(25):.0f} {y:.1f} L{at(41):.0f} {y - 9:.1f} V{y + 9:.1f} Z"'
                f' fill="{INK}"/>',
                _text(at(44), y - 16, "1N5817", more=' font-size="11"'),
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
            _text(at(178), y - 22, "battery"),
        ]
        return out
    # A resistor, then a lamp or a piezo.
    out += [_line(at(0), y, at(14), y, INK, 1.6), _resistor(at(14), at(52), y)]
    if part.kind == "lamp":
        out += [
            _line(at(52), y, at(64), y, INK, 1.6),
            f'<path d="M{at(80):.0f} {y:.1f} L{at(64):.0f} {y - 9:.1f} V{y + 9:.1f} Z"'
            f' fill="{RED}"/>',
            _line(at(80), y - 9, at(80), y + 9, INK, 2.6),
            _line(at(80), y, at(PART_WIDTH), y, INK, 1.6),
        ]
    else:
        out += [
            _line(at(52), y, at(PART_WIDTH), y, INK, 1.6),
            f'<circle cx="{at(74):.0f}" cy="{y:.1f}" r="10" fill="#ffffff" stroke="{INK}"'
            ' stroke-width="1.6"/>',
            _dot(at(74), y, INK),
        ]
    small = ' font-size="9"' if len(part.title) > LONG_TITLE else ""
    out.append(_text(at(145), y - 7, part.title, more=small))
    out.append(_text(at(140), y + 15, part.note, more=' font-size="10"'))
    return out


def _draw_divider(part: Part, side: str, y: float) -> list[str]:
    """Draw the tap: a resistor to the battery, one and 100 nF to ground."""
    sign = -1 if side == LEFT else 1

    def at(distance: float) -> float:
        return _x(side, PART_EDGE) + sign * distance

    up, down = y - 25, y + 25
    return [
        _line(at(0), y, at(58), y, INK, 1.6),
        _line(at(30), up, at(30), down, INK, 1.6),
        _dot(at(30), y, INK),
        _line(at(30), up, at(58), up, INK, 1.6),
        _resistor(at(58), at(96), up),
        _line(at(96), up, at(128), up, ORANGE),
        *_point(at(128), up, "B"),
        _text(at(77), up - 9, part.note, more=' font-size="10"'),
        _resistor(at(58), at(96), y),
        _text(at(77), y - 9, "100 kohm", more=' font-size="10"'),
        _line(at(96), y, at(PART_WIDTH), y, INK, 1.6),
        _line(at(30), down, at(74), down, INK, 1.6),
        _line(at(74), down - 8, at(74), down + 8, INK, 2.6),
        _line(at(80), down - 8, at(80), down + 8, INK, 2.6),
        _line(at(80), down, at(120), down, INK, 1.6),
        _line(at(120), down, at(120), y, INK, 1.6),
        _dot(at(120), y, INK),
        _text(at(100), down + 12, "100 nF", more=' font-size="10"'),
        _text(at(170), up + 12, "battery", more=' font-size="12"'),
        _text(at(170), down - 7, "voltage", more=' font-size="12"'),
    ]


def _draw_display(part: Part, side: str, y: float) -> list[str]:
    sign = -1 if side == LEFT else 1
    anchor, other = ("end", "start") if side == LEFT else ("start", "end")

    def at(distance: float) -> float:
        return _x(side, PART_EDGE) + sign * distance

    face = at(122)
    title_size = 10 if len(part.title) > LONG_TITLE else 12
    inside = part.height - 2 * BAND
    out = [
        f'<rect x="{min(at(MODULE), at(PART_WIDTH)):.0f}" y="{part.top + BAND:.1f}"'
        f' width="{PART_WIDTH - MODULE}" height="{inside}" rx="4" fill="#e6e6de"'
        ' stroke="#999999"/>',
        f'<rect x="{face - 50:.0f}" y="{y - 13:.1f}" width="100" height="32" fill="#2b1010"/>',
        _text(
            face,
            y + 11,
            "1:30:00",
            more=' font-family="monospace" font-size="22" fill="#ff5544" font-weight="bold"',
        ),
        _text(face, y - 20, part.title, more=f' font-size="{title_size}"'),
        _text(face, y + 31, part.note, more=' font-size="10"'),
    ]
    for index, (label, _) in enumerate(part.terminals):
        row = _terminal_y(part, index)
        out.append(_line(at(0), row, at(MODULE), row, INK, 1.6))
        out.append(_text(at(MODULE + 5), row + 4, label, anchor, ' font-size="11"'))
        if len(part.terminals) >= 3:
            # A gate of the level shifter, which points to the module.
            out.append(
                f'<path d="M{at(24):.0f} {row:.1f} L{at(8):.0f} {row - 8:.1f} V{row + 8:.1f} Z"'
                f' fill="#ffffff" stroke="{INK}" stroke-width="1.6"/>'
            )
    if len(part.terminals) >= 3:
        # One of them has four gates.
        text = "74HCT125, 5 V, all its enable inputs to ground"
        if len(part.terminals) > 4:
            text = "two " + text.replace("its", "their")
        out.append(_text(at(6), part.top + 16, text, anchor, ' font-size="9"'))
    for index, row in _pulled_up(part):
        terminal = _terminal_y(part, index)
        tap = at(12)
        out += [
            _dot(tap, terminal, INK),
            _line(tap, terminal, tap, row, INK, 1.6),
            _line(tap, row, at(60), row, INK, 1.6),
            _resistor(at(60), at(98), row),
            _line(at(98), row, at(PART_WIDTH), row, RED),
            _text(at(152), row + (-3 if index == 0 else 10), "4.7 kohm", more=' font-size="10"'),
        ]
    edge, quarter = at(PART_WIDTH - 5), inside / 4
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
