"""What the tests of rules share: display sets, texts of times, everything that a game holds."""

from __future__ import annotations

from host_tools.bench import Bench
from host_tools.bench.child_process import BOARDS, load_board

BOARD_NAMES = sorted(path.parent.name for path in BOARDS.glob("*/board_def.py"))
SETS = load_board("virtual").DISPLAY_SETS
WIDE_SETS = [name for name, chosen in SETS.items() if chosen["cells"] >= 6]
SIDES = ("left", "right")
KEYS = ("back", "minus", "play", "plus", "forward")


def other(side: str) -> str:
    """Return the opposite side."""
    return "right" if side == "left" else "left"


def text_of(ms: int) -> str:
    """Return the text of a time above ten seconds, worked out apart from the firmware's own."""
    seconds = -(-ms // 1000)
    if seconds >= 3600:
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{seconds // 60}:{seconds % 60:02}"


def shown(bench: Bench, side: str) -> str:
    """Return the text on the display of `side`, without marks and notes."""
    views = bench.displays()
    return views.left.text if side == "left" else views.right.text


def marks(bench: Bench, side: str) -> frozenset[str]:
    """Return the marks of the display of `side`."""
    views = bench.displays()
    return views.left.marks if side == "left" else views.right.marks


def held(bench: Bench) -> dict[str, object]:
    """Return everything of a game that an arbiter would miss if it changed."""
    found: dict[str, object] = {
        "state": bench.state,
        "to move": bench.side_to_move,
        "flag": bench.flag_side,
        "white": bench.white_side,
        "freeze": bench.freeze,
    }
    for side in SIDES:
        found[side] = (bench.remaining_ms(side), bench.moves(side), bench.period(side))
    return found
