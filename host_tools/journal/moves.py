"""`[%clk]` and `[%emt]` of a journal written into a game, by python-chess."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path

import chess.pgn
from clockcore.codes import SIDES, UPCOUNT

from host_tools.journal.blocks import JournalError
from host_tools.journal.course import Move
from host_tools.journal.games import SIDE_NAMES, PlayedGame, time_text
from host_tools.notation import NotWritableError, write_control
from host_tools.notation.draft import quoted
from host_tools.pgn.record import ChosenGame, PgnError, choose_game, main_line
from host_tools.pgn.syntax import moves_of_lines

COLUMNS = 80  # PGN, export format


@dataclass
class TimedGame:
    """A game with times.

    pgn     the game as python-chess has it, comments, variations and tags as they were
    names   the moves of its main line: `12... Nf6`
    first   the index of the first of them that the journal has a press of
    notes   what is to be said of it, one line each
    """

    pgn: chess.pgn.Game
    names: list[str]
    first: int
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Return the game as the text of a file."""
        exporter = chess.pgn.StringExporter(columns=COLUMNS)
        return self.pgn.accept(exporter) + "\n"


def time_a_game(
    played: PlayedGame, path: Path, number: int | None, decimals: int
) -> TimedGame:
    """Write the times of a game of the journal into the game of a PGN file.

    number    which game of the file; None for the only one
    decimals  of a second, 0 to 3
    PgnError for a file that cannot be used, JournalError where its moves do not fit the presses.
    """
    chosen = choose_game(path, number or 1)
    where = chosen.where
    if chosen.games > 1 and number is None:
        raise PgnError(f"{where}: holds {chosen.games} games: say which with --moves-game")
    line = list(main_line(where, chosen.game))
    pgn = _read(chosen, [san for _, _, san in line])
    names = [f"{n}{'.' if white else '...'} {san}" for n, white, san in line]
    timed = TimedGame(pgn, names, _first(played))
    _check(played, timed, where)
    _write_control(played, timed)
    nodes = list(pgn.mainline())[timed.first :]
    replaced = sum(node.clock() is not None or node.emt() is not None for node in nodes)
    if replaced:
        timed.notes.append(f"{replaced} moves of {where} had times, which are replaced")
    times = zip(clocks(played, decimals), thinking(played, decimals), strict=True)
    for node, (clock, used) in zip(nodes, times, strict=False):  # the last may have no press
        node.set_clock(None if clock is None else clock / 1000)
        node.set_emt(None if used is None else used / 1000)
    return timed


def clocks(played: PlayedGame, decimals: int) -> list[int | None]:
    """Return the time on the mover's clock after each move in ms, rounded as the clock shows it.

    A time below 0 (SCRABBLE) is 0: the notation has no other.
    """
    unit = 10 ** (3 - decimals)
    counts_up = played.control is not None and played.control.white_periods[0].method == UPCOUNT
    found: list[int | None] = []
    for move in played.moves:
        if move.left_ms is None:
            found.append(None)
        elif counts_up:
            found.append(move.left_ms // unit * unit)
        else:
            found.append(max(-(-move.left_ms // unit) * unit, 0))
    return found


def thinking(played: PlayedGame, decimals: int) -> list[int | None]:
    """Return the time used on each move in ms, rounded so that those of a side add up."""
    unit = 10 ** (3 - decimals)
    totals = dict.fromkeys(SIDES, 0)
    found: list[int | None] = []
    for move in played.moves:
        if move.used_ms is None:
            found.append(None)
            continue
        before = totals[move.side] // unit
        totals[move.side] += move.used_ms
        found.append((totals[move.side] // unit - before) * unit)
    return found


def _read(chosen: ChosenGame, sans: list[str]) -> chess.pgn.Game:
    """Return a game as python-chess reads it, which must have the moves that we have read."""
    head = []
    for name, (value, _) in chosen.game.headers.items():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        head.append(f'[{name} "{escaped}"]')
    text = "\n".join([*head, "", *moves_of_lines(chosen.lines), ""])
    game = chess.pgn.read_game(io.StringIO(text))
    found = []
    if game is not None and not game.errors:
        found = [node.san() for node in game.mainline()]
    if game is None or found != sans:
        raise PgnError(f"{chosen.where}: its moves can be read in two ways")
    return game


def _first(played: PlayedGame) -> int:
    """Return the index of the first half-move that the journal has: 0, unless it is taken up."""
    if not played.is_taken_up or not played.moves:
        return 0
    numbers = [move.number for move in played.moves[:2]]
    if None in numbers or len(numbers) < 2:
        raise JournalError(
            f"game {played.number}: its beginning is not in the journal, nor which moves follow"
        )
    one, two = numbers[0] or 0, numbers[1] or 0
    # White's move has the number of Black's that follows it.
    return 2 * (one - 1) + (0 if one == two else 1)


def _check(played: PlayedGame, timed: TimedGame, where: str) -> None:
    """Raise JournalError if the presses cannot be those of the moves."""
    moves: list[Move] = played.moves
    before: Move | None = None
    for move in moves:
        if before is not None and move.side == before.side:
            raise JournalError(
                f"game {played.number}, record {move.record}: {SIDE_NAMES[move.side]} has pressed"
                " twice in a row, so that presses and moves cannot be matched"
            )
        before = move
    presses = timed.first + len(moves)
    count = len(timed.names)
    if presses == count:
        return
    if presses == count - 1:
        last = timed.names[-1]
        times = [played.course.left_ms(side) for side in SIDES]
        stood = ""
        if None not in times:
            stood = ", where the clocks stand at " + " - ".join(
                time_text(time) for time in times if time is not None
            )
        timed.notes.append(f"nobody pressed after the last move, {last}{stood}: it has no time")
        return
    raise JournalError(
        f"{where}: has {count} half-moves, but game {played.number} of the journal has"
        f" {presses} presses"
    )


def _write_control(played: PlayedGame, timed: TimedGame) -> None:
    """Write the TimeControl tag, or say why not."""
    headers = timed.pgn.headers
    if played.control is None:
        timed.notes.append(
            f"game {played.number}: its time control is not in the journal, so that there is"
            " no [%clk]"
        )
        return
    try:
        tag = write_control(played.control, "pgn")
    except NotWritableError as error:
        timed.notes.append(f"no TimeControl tag: {error}")
        return
    before = headers.get("TimeControl")
    if before is not None and before not in ("", "?", tag):
        timed.notes.append(f"the TimeControl tag was {quoted(before)}, by the journal it is {tag}")
    headers["TimeControl"] = tag
