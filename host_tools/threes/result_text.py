"""Results as people write them, and results from a CSV file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from host_tools.threes.delimited import read_rows
from host_tools.threes.errors import ThreesError
from host_tools.threes.model import BOARDS, Result

TEXTS = {
    Result.white_wins: ("1-0", "1:0", "1"),
    Result.black_wins: ("0-1", "0:1", "0"),
    Result.draw: ("1/2-1/2", "½-½", "0.5-0.5", "0,5-0,5", "=", "1/2", "½", "0.5", "draw", "x"),
    Result.both_lose: ("0-0", "0:0"),
    Result.black_absent: ("+/-", "+-", "+:-", "1f-0f"),
    Result.white_absent: ("-/+", "-+", "-:+", "0f-1f"),
    Result.both_absent: ("-/-", "-:-", "0f-0f"),
}
# What word processors make of a hyphen: hyphen, non-breaking, figure and en dash, minus.
DASHES = dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2212), "-")
SIDES = ("white", "black")
CLEAR = ("*", "?", "none")
WRITE = "1-0, 0-1, 1/2-1/2 (or =), 0-0, by absence +/-, -/+, -/-, and * for not yet"
COLUMNS = {
    "round": ("ronda",),
    "table": ("mesa",),
    "board": ("tablero", "tab."),
    "result": ("resultado", "rdo."),
    "white_number": (),
    "black_number": (),
}


@dataclass(frozen=True)
class Entry:
    """A result for a board of a table; None takes the result away.

    line         of the file that it stands on, 0 for none
    white, black the numbers of the players that the file names for this board, None for none
    """

    table: int
    board: str
    result: Result | None
    line: int = 0
    white: int | None = None
    black: int | None = None


def parse_result(text: str) -> Result | None:
    """Return a result, None for `*` (not yet); ThreesError for what is none."""
    wanted = text.strip().casefold().replace(" ", "").translate(DASHES)
    if wanted in CLEAR:
        return None
    for result, texts in TEXTS.items():
        if wanted in texts:
            return result
    raise ThreesError(f"{text!r} is no result: write {WRITE}")


def parse_board(text: str) -> str:
    """Return the letter of a board."""
    board = text.strip().upper()
    if len(board) != 1 or board not in BOARDS:
        raise ThreesError(f"{text!r} is no board: A, B or C")
    return board


def parse_entries(table: int, words: Sequence[str]) -> list[Entry]:
    """Return the results of a table from words: three for A, B and C, or `B=1-0` for one board.

    The whole of `=` is a draw. ThreesError for anything else.
    """
    if any(word.strip()[1:2] == "=" for word in words):
        entries = []
        for word in words:
            board, equals, result = word.partition("=")
            if not equals:
                raise ThreesError(f"{word!r} names no board: write {BOARDS[0]}={word}")
            entries.append(Entry(table, parse_board(board), parse_result(result or "=")))
        boards = [entry.board for entry in entries]
        for board in boards:
            if boards.count(board) > 1:
                raise ThreesError(f"board {board} has two results")
        return entries
    if len(words) != len(BOARDS):
        raise ThreesError(
            f"{len(words)} result{'s' if len(words) != 1 else ''}: give three, for the boards A,"
            " B and C, or name the board, as B=1-0"
        )
    return [
        Entry(table, board, parse_result(word)) for board, word in zip(BOARDS, words, strict=True)
    ]


def read_results(path: Path, round_number: int) -> list[Entry]:
    """Return the results of a CSV file with the columns table, board, result, and maybe round.

    Rows without a result are left out, so that the list of the sheet can be filled in bit by bit.
    The numbers of the players are read where there are any: a list that was printed before a round
    was paired anew has other players at the same board. ThreesError names the line.
    """
    entries: list[Entry] = []
    lines: dict[tuple[int, str], int] = {}
    for row in read_rows(path, COLUMNS, ("table", "board", "result")):
        texts = row.texts
        if not texts["result"]:
            continue
        try:
            table = parse_number(texts["table"], "table")
            board = parse_board(texts["board"])
            result = parse_result(texts["result"])
            if texts.get("round") and parse_number(texts["round"], "round") != round_number:
                raise ThreesError(f"is of round {texts['round']}, and not of {round_number}")
            if (table, board) in lines:
                other = lines[table, board]
                raise ThreesError(f"table {table} board {board} is on line {other}, too")
            white, black = (_player(texts.get(f"{side}_number", "")) for side in SIDES)
        except ThreesError as error:
            raise ThreesError(f"{path}: line {row.line}: {error}") from None
        lines[table, board] = row.line
        entries.append(Entry(table, board, result, row.line, white, black))
    if not entries:
        raise ThreesError(f"{path}: there is no result in it")
    return entries


def _player(text: str) -> int | None:
    return parse_number(text, "player") if text else None


def parse_number(text: str, what: str) -> int:
    """Return a number of a table, round or player; ThreesError if it is none."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        raise ThreesError(f"{text!r} is no number of a {what}")
    return int(text)
