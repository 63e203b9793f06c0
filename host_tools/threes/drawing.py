"""The three boards of a table as a drawing (rules 12.2, 12.3 and 13.1).

Three rhombs make a hexagon, seen from above. The players sit at three of its corners, each between
his two boards: the one where he has White on his left, the one where he has Black on his right
(14.1). To the left of board A stands B, to its right C.
"""

from __future__ import annotations

import math

SIDE = 100.0
CELLS = 8
VIEW = "30 28 280 250"
CENTER = (170.0, 150.0)
# Corners of the hexagon in degrees, counterclockwise from the right: who sits there.
SEATS = {1: -90, 2: 150, 3: 30}
# Between two seats: the corners of White's seat, of the outside, and of Black's seat.
BOARDS = {"A": (-90, -150, 150), "B": (150, 90, 30), "C": (30, -30, -90)}

Point = tuple[float, float]


def corner(degrees: float, radius: float = SIDE) -> Point:
    """Return a corner of the hexagon, in the picture's coordinates (y grows downwards)."""
    angle = math.radians(degrees)
    return (CENTER[0] + radius * math.cos(angle), CENTER[1] - radius * math.sin(angle))


def board_corners(board: str) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a board: the middle, White's seat, the outer corner, Black's seat."""
    white, outer, black = BOARDS[board]
    return (CENTER, corner(white), corner(outer), corner(black))


def _along(origin: Point, one: Point, other: Point, first: float, second: float) -> Point:
    return (
        origin[0] + (one[0] - origin[0]) * first + (other[0] - origin[0]) * second,
        origin[1] + (one[1] - origin[1]) * first + (other[1] - origin[1]) * second,
    )


def _polygon(points: list[Point], kind: str) -> str:
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon class="{kind}" points="{text}"/>'


def boards_symbol(name: str) -> str:
    """Return the boards with their letters as an SVG symbol, drawn once a document."""
    parts = [f'<symbol id="{name}" viewBox="{VIEW}">']
    for board in BOARDS:
        middle, white, outer, black = board_corners(board)
        parts.append(_polygon([middle, white, outer, black], "board"))
        for row in range(CELLS):
            for column in range(CELLS):
                if (row + column) % 2:
                    continue
                steps = ((0, 0), (1, 0), (1, 1), (0, 1))
                points = [
                    _along(middle, white, black, (row + right) / CELLS, (column + up) / CELLS)
                    for right, up in steps
                ]
                parts.append(_polygon(points, "dark"))
        x, y = _along(middle, white, black, 0.5, 0.5)
        parts.append(f'<circle class="letter" cx="{x:.1f}" cy="{y:.1f}" r="16"/>')
        parts.append(f'<text class="letter" x="{x:.1f}" y="{y + 7:.1f}">{board}</text>')
        parts += _marks(middle, white, outer, black)
    parts.append("</symbol>")
    return "\n".join(parts)


def _marks(middle: Point, white: Point, outer: Point, black: Point) -> list[str]:
    """Return the marks outside of a board: an open one at White's edge, a full one at Black's."""
    marks = []
    for seat, kind in ((white, "white"), (black, "black")):
        edge = ((seat[0] + outer[0]) / 2, (seat[1] + outer[1]) / 2)
        x = edge[0] + (edge[0] - middle[0]) * 0.16
        y = edge[1] + (edge[1] - middle[1]) * 0.16
        marks.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="6"/>')
    return marks
