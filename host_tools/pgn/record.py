"""Reads one game of a PGN file and the clock data of its main line.

Variations are left out, comments may hold anything. A record with some readings missing is
refused: the time used on a move follows from two readings of a side, so a hole would have to be
filled with a guess. For the same reason nothing that is not understood is skipped.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from host_tools.notation.draft import quoted
from host_tools.pgn.syntax import GameText, games_of_text, lines_of
from host_tools.pgn.time_field import TimeField, times_in_comment

CLK = "clk"
EMT = "emt"
LARGEST_FILE = 10_000_000  # bytes; a long game with every comment is a hundredth of it
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


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


def read_game(path: Path | str, number: int = 1) -> GameRecord:
    """Read game `number` (from 1) of a PGN file; PgnError says what makes it unusable.

    Only this game must be without a fault, and whatever hides where an earlier one ends.
    """
    chosen = choose_game(path, number)
    return _record(chosen.where, chosen.game, number, chosen.games)


@dataclass(frozen=True)
class ChosenGame:
    """One game of a file that has no fault in it.

    where  how messages call it
    game   its tags and moves
    lines  the lines of the file in which it stands
    games  how many games the file holds
    """

    where: str
    game: GameText
    lines: tuple[str, ...]
    games: int


def choose_game(path: Path | str, number: int = 1) -> ChosenGame:
    """Return game `number` (from 1) of a file; PgnError as in `read_game`."""
    path = Path(path)
    shown = _shown(path)
    text = _text(path, shown)
    if number < 1:
        raise PgnError(f"{shown}: game {number}: games are counted from 1")
    chosen = None
    following = None
    swallows = None
    games = 0
    for game in games_of_text(text, number):
        games += 1
        if games == number:
            chosen = game
        elif games == number + 1:
            following = game.line
        elif games < number and game.swallows is not None and swallows is None:
            swallows = f"{shown}: game {games}: {game.swallows.text}"
    if swallows is not None:
        raise PgnError(swallows)
    if games == 0:
        raise PgnError(f"{shown}: holds no game" + ("" if text else ", the file is empty"))
    if chosen is None:
        raise PgnError(f"{shown}: game {number}: holds only {games}")
    where = f"{shown}: game {number}" if games > 1 else shown
    if chosen.fault is not None:
        raise PgnError(f"{where}: {chosen.fault.text}")
    lines = lines_of(text)[chosen.line - 1 : None if following is None else following - 1]
    return ChosenGame(where, chosen, tuple(lines), games)


def _shown(path: Path) -> str:
    """Return a path as errors call it: on one line, whatever is in it."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(path))


def _text(path: Path, shown: str) -> str:
    """Return the text of a file; PgnError where it is none, or too long to be meant."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise PgnError(f"{shown}: cannot be read: {error.strerror}") from error
    if len(content) > LARGEST_FILE:
        raise PgnError(
            f"{shown}: is larger than {LARGEST_FILE // 1_000_000} MB:"
            " put the game into a file of its own"
        )
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise PgnError(f"{shown}: is UTF-16, but UTF-8 or Latin-1 is needed")
    content = content.removeprefix(codecs.BOM_UTF8).rstrip(b"\x1a")  # as DOS ended a file
    if _NO_TEXT.search(content):
        raise PgnError(f"{shown}: is not a text file")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _start(where: str, game: GameText) -> chess.Board:
    """Return the position in which a game starts."""
    headers = chess.pgn.Headers({name: value for name, (value, _) in game.headers.items()})
    try:
        variant = headers.variant()
    except ValueError as error:
        value, line = game.headers["Variant"]
        raise PgnError(f"{where}: line {line}: Variant {quoted(value)} is not known") from error
    try:
        board = variant(
            headers.get("FEN", variant.starting_fen or ""), chess960=headers.is_chess960()
        )
    except ValueError as error:
        value, line = game.headers["FEN"]
        raise PgnError(f"{where}: line {line}: FEN {quoted(value)} is no position") from error
    board.chess960 = board.chess960 or board.has_chess960_castling_rights()
    return board


def main_line(where: str, game: GameText) -> Iterator[tuple[int, bool, str]]:
    """Yield number, whether it is White's, and text of every move of the main line.

    PgnError, with the line, for the first one that cannot be played, or with a wrong number.
    """
    if not game.moves:
        raise PgnError(f"{where}: has no moves")
    board = _start(where, game)
    # A game from a set-up position may count its moves from 1.
    ahead = None if "FEN" in game.headers else 0
    for one in game.moves:
        side = "White" if board.turn else "Black"
        at = f"{where}: line {one.line}: move {board.fullmove_number}, {side}"
        if one.number is not None:
            if ahead is None:
                ahead = one.number - board.fullmove_number
            if one.number != board.fullmove_number + ahead:
                raise PgnError(f"{at}: the number {one.number} stands before {quoted(one.text)}")
        try:
            move = board.parse_san(one.text.rstrip("+#"))
        except ValueError as error:
            raise PgnError(f"{at}: {_reason(error)}") from error
        yield board.fullmove_number, board.turn, board.san(move)
        board.push(move)


def _record(where: str, game: GameText, number: int, games: int) -> GameRecord:
    heads = []
    times: list[dict[str, TimeField]] = []
    for (move_number, is_white, san), one in zip(main_line(where, game), game.moves, strict=True):
        try:
            times.append(times_in_comment(" ".join(one.comments)))
        except ValueError as error:
            side = "White" if is_white else "Black"
            at = f"{where}: line {one.line}: move {move_number}, {side}"
            raise PgnError(f"{at}: {error}") from error
        heads.append((move_number, is_white, san))
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
    tag = _header(game, "TimeControl")
    return GameRecord(
        tuple(moves),
        kind,
        10 ** (3 - decimals),
        tag if tag and tag.strip() else None,
        number,
        games,
        _header(game, "White") or "?",
        _header(game, "Black") or "?",
    )


def _header(game: GameText, name: str) -> str | None:
    """Return the value of a tag, None without one."""
    return game.headers[name][0] if name in game.headers else None


def _reason(error: ValueError) -> str:
    """Return why a move cannot be made, without the position that it cannot be made in."""
    return " ".join(str(error).split()).split(" in ")[0]
