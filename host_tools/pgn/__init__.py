"""Clock data of games in PGN: `[%clk]` (time shown after a move), `[%emt]` (time used on it)."""

from host_tools.pgn.record import CLK, EMT, GameRecord, MoveRecord, PgnError, read_game
from host_tools.pgn.time_field import text_of_reading

__all__ = (
    "CLK",
    "EMT",
    "GameRecord",
    "MoveRecord",
    "PgnError",
    "read_game",
    "text_of_reading",
)
