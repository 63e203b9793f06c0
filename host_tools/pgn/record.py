"""Reads one game of a PGN file and the clock data of its main line.

Variations are left out, comments may hold anything. A record with some readings missing is
refused: the time used on a move follows from two readings of a side, so a hole would have to be
filled with a guess.
"""

import io
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from host_tools.pgn.time_field import TimeField, times_in_comment

CLK = "clk"
EMT = "emt"


class PgnError(ValueError):
    """A game that cannot be used; the text is one line that says what and where."""


@dataclass(frozen=True)
class MoveRecord:
    """One move of the main line.

    number      move number as printed, from 1 (or from that of a set-up position)
    is_white    whether White made it
    san         the move
    reading_ms  CLK: time on the mover's clock after it; EMT: time used on it
    """

    number: int
    is_white: bool
    san: str
    reading_ms: int

    @property
    def side(self) -> str:
        """Return "White" or "Black"."""
        return "White" if self.is_white else "Black"

    @property
    def name(self) -> str:
        """Return `43. Rg2` or `43... Kg7`."""
        return f"{self.number}{'. ' if self.is_white else '... '}{self.san}"


@dataclass(frozen=True)
class GameRecord:
    """The clock data of a game.

    kind           CLK or EMT; where a game has both, CLK
    resolution_ms  1000, or 100, 10, 1 where any reading has decimals
    time_control   the TimeControl tag, None without one
    number, games  which game of how many in the file
    """

    moves: tuple[MoveRecord, ...]
    kind: str
    resolution_ms: int
    time_control: str | None
    number: int
    games: int
    white: str
    black: str


class _MainLine(chess.pgn.GameBuilder):
    """Builds the main line only, and keeps its first error."""

    def begin_variation(self) -> chess.pgn.SkipType:  # type: ignore[override]
        return chess.pgn.SKIP

    def end_variation(self) -> None:
        """Do nothing: no variation has been begun."""

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)


def read_game(path: Path | str, number: int = 1) -> GameRecord:
    """Read game `number` (from 1) of a PGN file; PgnError says what makes it unusable."""
    path = Path(path)
    text = _text(path)
    if number < 1:
        raise PgnError(f"{path}: game {number}: games are counted from 1")
    stream = io.StringIO(text)
    game = None
    games = 0
    while True:
        if games + 1 == number:
            game = chess.pgn.read_game(stream, Visitor=_MainLine)
            if game is None:
                break
        elif not chess.pgn.skip_game(stream):
            break
        games += 1
    if games == 0:
        raise PgnError(f"{path}: holds no game")
    if game is None:
        raise PgnError(f"{path}: game {number}: holds only {games}")
    where = f"{path}: game {number}" if games > 1 else str(path)
    return _record(where, game, number, games)


def _text(path: Path) -> str:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PgnError(f"{path}: cannot be read: {error.strerror}") from error
    if b"\0" in content:
        raise PgnError(f"{path}: is not a text file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _record(where: str, game: chess.pgn.Game, number: int, games: int) -> GameRecord:
    nodes = list(game.mainline())
    if game.errors:
        end = nodes[-1].board() if nodes else game.board()
        mover = "White" if end.turn else "Black"
        raise PgnError(f"{where}: move {end.fullmove_number}, {mover}: {_reason(game.errors[0])}")
    if not nodes:
        raise PgnError(f"{where}: has no moves")
    times: list[dict[str, TimeField]] = []
    heads: list[tuple[int, bool, str]] = []
    for node in nodes:
        board = node.parent.board()
        head = (board.fullmove_number, board.turn, board.san(node.move))
        try:
            times.append(times_in_comment(node.comment))
        except ValueError as error:
            side = "White" if board.turn else "Black"
            raise PgnError(f"{where}: move {head[0]}, {side}: {error}") from error
        heads.append(head)
    kind = CLK if any(CLK in found for found in times) else EMT
    if not any(kind in found for found in times):
        raise PgnError(f"{where}: has no clock data ([%clk] or [%emt])")
    moves = []
    decimals = 0
    for (move_number, is_white, san), found in zip(heads, times, strict=True):
        if kind not in found:
            missing = sum(kind not in one for one in times)
            side = "White" if is_white else "Black"
            raise PgnError(
                f"{where}: move {move_number}, {side}: has no [%{kind}]"
                f" ({missing} of {len(times)} moves have none)"
            )
        moves.append(MoveRecord(move_number, is_white, san, found[kind].ms))
        decimals = max(decimals, found[kind].decimals)
    tag = game.headers.get("TimeControl")
    return GameRecord(
        tuple(moves),
        kind,
        10 ** (3 - decimals),
        tag if tag and tag.strip() else None,
        number,
        games,
        game.headers.get("White", "?"),
        game.headers.get("Black", "?"),
    )


def _reason(error: Exception) -> str:
    """Return the one-line reason of a parsing error, without the position it happened in."""
    return " ".join(str(error).split()).split(" in rnbq")[0].split(" in ")[0]
