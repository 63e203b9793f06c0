"""Time left against moves, as a picture: the same drawing as SVG and as PNG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from clockcore.codes import LEFT, NEITHER, SIDES, other
from clockcore.text_of_time import text_of_ms
from PIL import Image, ImageDraw, ImageFont

from host_tools.journal.blocks import JournalError
from host_tools.journal.course import Course
from host_tools.journal.games import SIDE_NAMES, PlayedGame
from host_tools.journal.words import control_text, date_text

WIDTH, HEIGHT = 900, 480
LEFT_EDGE, RIGHT_EDGE = 84, 24
TOP_EDGE, BOTTOM_EDGE = 90, 56
INK, FAINT, PAPER = "#222222", "#dddddd", "#ffffff"
COLORS = ("#d9731a", "#23457f")  # of who began, and of the other side
FLAG_COLOR = "#c00000"
CURVE_WIDTH = 2.5
SCALE = 2  # of a PNG
FINER = 2  # drawn so much larger, and then made smaller
SECONDS = (1, 2, 5, 10, 15, 30)
STEPS_MS = tuple(
    [1000 * one for one in SECONDS]
    + [60_000 * one for one in SECONDS]
    + [3_600_000 * one for one in (1, 2, 5, 10, 20, 50)]
)
LINES = 8  # at the most across the picture
TITLE_LENGTH, LABEL_LENGTH = 92, 46  # characters
NUMBERS = 12  # at the most below it


@dataclass(frozen=True)
class Line:
    """A line through points, in pixels."""

    points: tuple[tuple[float, float], ...]
    color: str
    width: float


@dataclass(frozen=True)
class Dot:
    """A filled circle."""

    x: float
    y: float
    radius: float
    color: str


@dataclass(frozen=True)
class Text:
    """A text; `anchor` is start, middle or end of it, `y` its base line."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    size: int = 14
    color: str = INK


Shape = Line | Dot | Text


def curves(game: PlayedGame) -> list[list[tuple[float, int]]]:
    """Return for each side its time in ms by moves: at the start, and after each press.

    A move of the second side is half a move later; so is where the clock stood after the last
    press. The first curve is that of who began. JournalError where the times are not known.
    """
    found: list[list[tuple[float, int]]] = [[], []]
    first = game.first_side if game.first_side != NEITHER else LEFT
    if game.control is not None and not game.is_taken_up:
        start = Course(game.control, game.white_side, game.freeze)
        for side in SIDES:
            time = start.left_ms(side)
            if time is not None:
                found[side].append((0.0, time))
    for index, move in enumerate(game.moves, 1):
        for side, time in ((move.side, move.left_ms), (other(move.side), move.other_left_ms)):
            if time is not None:
                found[side].append((index / 2, time))
    if game.course.used_ms and not game.course.is_running:
        for side in SIDES:
            time = game.course.left_ms(side)
            if time is not None:
                found[side].append((len(game.moves) / 2 + 0.5, time))
    if not game.moves or all(move.left_ms is None for move in game.moves):
        why = "it has no moves" if not game.moves else "its times are not known"
        raise JournalError(f"game {game.number}: there is no picture: {why}")
    return [found[first], found[other(first)]]


def shapes_of(game: PlayedGame, names: Sequence[str] = ()) -> list[Shape]:
    """Return what is to be drawn; `names` are those of White and Black."""
    lines = curves(game)
    last = max(1, *(points[-1][0] for points in lines if points))
    times = [time for line in lines for _, time in line]
    step = _step(max(times) - min(0, *times))
    low = min(0, *times) // step * step
    high = -(-max(*times, step) // step) * step

    def x(moves: float) -> float:
        return LEFT_EDGE + (WIDTH - LEFT_EDGE - RIGHT_EDGE) * moves / last

    def y(time: int) -> float:
        return TOP_EDGE + (HEIGHT - TOP_EDGE - BOTTOM_EDGE) * (high - time) / (high - low)

    shapes: list[Shape] = []
    for time in range(low, high + 1, step):
        shapes.append(Line(((x(0), y(time)), (x(last), y(time))), FAINT, 1))
        shapes.append(Text(LEFT_EDGE - 10, y(time) + 5, text_of_ms(time, 0), "end"))
    every = next(one for one in (1, 2, 5, 10, 20, 50, 100, 1000) if last / one <= NUMBERS)
    bottom = HEIGHT - BOTTOM_EDGE
    for number in range(0, int(last) + 1, every):
        shapes.append(Line(((x(number), bottom), (x(number), bottom + 5)), INK, 1))
        shapes.append(Text(x(number), bottom + 21, str(number), "middle"))
    shapes.append(Text(x(last / 2), HEIGHT - 12, "moves", "middle"))
    shapes.append(Line(((x(0), y(0)), (x(last), y(0))), INK, 1.5))
    for line, color in zip(lines, COLORS, strict=True):
        shapes.append(Line(tuple((x(at), y(time)) for at, time in line), color, CURVE_WIDTH))
    if game.flag_side != NEITHER:
        at = min(game.flag_move / 2 + 0.5, last)
        shapes.append(Dot(x(at), y(0), 5, FLAG_COLOR))
    return shapes + _head(game, names)


def _step(span_ms: int) -> int:
    """Return how much time is between two lines across the picture."""
    return next((one for one in STEPS_MS if span_ms <= one * LINES), STEPS_MS[-1])


def _fitting(text: str, length: int) -> str:
    """Return a text for one line of a picture, cut where it is longer than that."""
    text = "".join(c if c.isprintable() else " " for c in text)
    return text if len(text) <= length else f"{text[: length - 3]}..."


def _head(game: PlayedGame, names: Sequence[str]) -> list[Shape]:
    title = f"Time left: {control_text(game)}"
    if date_text(game):
        title += f" ({date_text(game)})"
    shapes: list[Shape] = [Text(LEFT_EDGE, 28, _fitting(title, TITLE_LENGTH), size=17)]
    first = game.first_side if game.first_side != NEITHER else LEFT
    begun = ("White", "Black") if game.first_side != NEITHER else ("", "")
    for index, side in enumerate((first, other(first))):
        at = LEFT_EDGE + index * (WIDTH - LEFT_EDGE - RIGHT_EDGE) / 2
        name = names[index] if names else ""
        label = " ".join(part for part in (begun[index], f"({SIDE_NAMES[side]})", name) if part)
        shapes.append(Line(((at, 50), (at + 26, 50)), COLORS[index], 4))
        shapes.append(Text(at + 34, 55, _fitting(label, LABEL_LENGTH)))
        if side == game.flag_side:
            shapes.append(Dot(at + 13, 50, 5, FLAG_COLOR))
            shapes.append(Text(at + 34, 70, "flag", size=12, color=FLAG_COLOR))
    return shapes


# --- forms ---------------------------------------------------------------------------------------


def as_svg(shapes: Sequence[Shape]) -> bytes:
    """Return the drawing as an SVG file."""
    size = {"width": str(WIDTH), "height": str(HEIGHT), "viewBox": f"0 0 {WIDTH} {HEIGHT}"}
    root = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size})
    paper = {"width": str(WIDTH), "height": str(HEIGHT), "fill": PAPER}
    ElementTree.SubElement(root, "rect", paper)
    for shape in shapes:
        if isinstance(shape, Line):
            fields = {
                "points": " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points),
                "fill": "none",
                "stroke": shape.color,
                "stroke-width": f"{shape.width:g}",
                "stroke-linejoin": "round",
            }
            ElementTree.SubElement(root, "polyline", fields)
        elif isinstance(shape, Dot):
            fields = {"cx": f"{shape.x:.1f}", "cy": f"{shape.y:.1f}", "r": f"{shape.radius:g}"}
            ElementTree.SubElement(root, "circle", {**fields, "fill": shape.color})
        else:
            fields = {
                "x": f"{shape.x:.1f}",
                "y": f"{shape.y:.1f}",
                "font-family": "sans-serif",
                "font-size": str(shape.size),
                "text-anchor": shape.anchor,
                "fill": shape.color,
            }
            ElementTree.SubElement(root, "text", fields).text = shape.text
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def as_png(shapes: Sequence[Shape]) -> bytes:
    """Return the drawing as a PNG file, twice as large."""
    scale = SCALE * FINER
    image = Image.new("RGB", (WIDTH * scale, HEIGHT * scale), PAPER)
    draw = ImageDraw.Draw(image)
    for shape in shapes:
        if isinstance(shape, Line):
            points = [(x * scale, y * scale) for x, y in shape.points]
            draw.line(points, shape.color, round(shape.width * scale), joint="curve")
        elif isinstance(shape, Dot):
            x, y, radius = shape.x * scale, shape.y * scale, shape.radius * scale
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), shape.color)
        else:
            font = ImageFont.load_default(shape.size * scale)
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
            place = (shape.x * scale, shape.y * scale)
            draw.text(place, shape.text, shape.color, font, anchor)
    image = image.resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.LANCZOS)
    output = io.BytesIO()
    image.save(output, "PNG", optimize=True)
    return output.getvalue()
