"""A word as the seven segments of a display draw it, as SVG for a printed page."""

from __future__ import annotations

from drivers.seven_segment import DOT, SEGMENTS

WIDTH, HEIGHT, STEP, SLANT = 10, 18, 15, 2
# Ends of the segments a to g, on a grid of the corners of a digit.
LINES = (
    (0, 0, 1, 0),
    (1, 0, 1, 1),
    (1, 1, 1, 2),
    (0, 2, 1, 2),
    (0, 1, 0, 2),
    (0, 0, 0, 1),
    (0, 1, 1, 1),
)
GAP = 1.4


def word_svg(word: str) -> str:
    """Return a drawing of a word; ValueError for a character that segments cannot draw."""
    paths = []
    place = 0
    for character in word:
        if character in ".:":
            paths.append(f"M{(place - 1) * STEP + WIDTH + 2} {HEIGHT}h.1")
            continue
        shape = SEGMENTS[ord(character)]
        if not shape and character != " ":
            raise ValueError(f"seven segments cannot draw {character!r} of {word!r}")
        for bit, ends in enumerate(LINES):
            if shape & ~DOT & 1 << bit:
                paths.append(_line(place, ends))
        place += 1
    width = place * STEP
    return (
        f'<svg class="word" role="img" aria-label="{word}" viewBox="-2 -2 {width} {HEIGHT + 4}"'
        f'><path d="{"".join(paths)}"/></svg>'
    )


def _line(place: int, ends: tuple[int, int, int, int]) -> str:
    left, top, right, bottom = ends
    along = 0 if left == right else GAP
    down = GAP if left == right else 0
    points = []
    for x, y, sign in ((left, top, 1), (right, bottom, -1)):
        across = place * STEP + x * WIDTH + (2 - y) * SLANT / 2 + sign * along
        points.append(f"{across:g} {y * HEIGHT / 2 + sign * down:g}")
    return f"M{points[0]}L{points[1]}"
