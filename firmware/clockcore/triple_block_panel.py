"""The lines of a panel that shows a game of Triple Block. They allocate, once a second."""

from clockcore.triple_block import TripleBlockGame
from clockcore.triple_block_text import LINES, BlockText


def lines_of(text: BlockText, game: TripleBlockGame, side: int, zone_minutes: int) -> tuple:
    """Return the eight lines of `side` as bytes in Latin-1."""
    lines = []
    for line in range(LINES):
        text.write_line(game, side, line, zone_minutes)
        lines.append(bytes(text.buffer[: text.length]))
    return tuple(lines)
