"""Lists of games, entries and moves: as a table, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from clockcore.codes import NEITHER
from clockcore.control_dict import control_to_dict
from rich.console import Console
from rich.table import Table

from host_tools.journal.chain import Entry, Journal
from host_tools.journal.games import SIDE_NAMES, Moment, PlayedGame, time_text
from host_tools.journal.words import (
    board_of,
    control_text,
    date_text,
    entry_text,
    kind_name,
    side_text,
)
from host_tools.notation import NotWritableError, write_control

COLORS = ("White", "Black")
TIMES = (("Thought", "used_ms"), ("Left", "left_ms"), ("Other side", "other_left_ms"))
TIME_WIDTH = 11  # 0:15:44.930
LEAST_WIDTH = 5
WIDE = 64  # columns of a window


# --- games ---------------------------------------------------------------------------------------


def games_as_dicts(games: Sequence[PlayedGame]) -> list[dict[str, Any]]:
    """Return what is said of games, as plain values."""
    return [game_as_dict(game) for game in games]


def game_as_dict(game: PlayedGame) -> dict[str, Any]:
    """Return what is said of a game, as plain values; times in ms."""
    first = game.first_side
    return {
        "game": game.number,
        "board": game.board + 1,
        "date": date_text(game) or None,
        "control": control_text(game) if game.control is not None else None,
        "time_control": _tag(game),
        "periods": control_to_dict(game.control) if game.control is not None else None,
        "white_side": SIDE_NAMES[first] if first != NEITHER else None,
        "taken_up": game.is_taken_up,
        "continues": game.continues,
        "presses": len(game.moves),
        "first_record": game.entries[0].number if game.entries else None,
        "last_record": game.entries[-1].number if game.entries else None,
        "flag": SIDE_NAMES[game.flag_side] if game.flag_side != NEITHER else None,
        "flag_after_presses": game.flag_move if game.flag_side != NEITHER else None,
        "result": game.result(),
        "left_ms": [game.course.left_ms(side) for side in (0, 1)],
        "standings": game.standings,
        "differences": game.differences,
    }


def _tag(game: PlayedGame) -> str | None:
    if game.control is None:
        return None
    try:
        return write_control(game.control, "pgn")
    except NotWritableError:
        return None


def print_games(games: Sequence[PlayedGame], journal: Journal, console: Console) -> None:
    """Print the games of a journal, one a row."""
    if not games:
        console.print("No game has begun.", highlight=False)
        return
    with_boards = any(game.board for game in games)
    if console.width < WIDE:
        for game in games:
            board = f", board {game.board + 1}" if with_boards else ""
            cells = [cell for cell in _game_cells(game) if cell != "-"]
            text = f"Game {game.number}{board}: {'; '.join(cells)}"
            console.print(text, markup=False, highlight=False, soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("Game", justify="right", no_wrap=True, min_width=4)
    if with_boards:
        table.add_column("Board", justify="right", no_wrap=True, min_width=5)
    for name in ("Date", "Control", "Sides"):
        table.add_column(name, overflow="fold", min_width=LEAST_WIDTH)
    table.add_column("Presses", justify="right", no_wrap=True, min_width=7)
    table.add_column("By the clock (left - right)", overflow="fold", min_width=TIME_WIDTH)
    for game in games:
        row = [str(game.number)]
        if with_boards:
            row.append(str(game.board + 1))
        date, control, begun, result = _game_cells(game)
        table.add_row(*row, date, control, begun, str(len(game.moves)), result)
    console.print(table)


def _game_cells(game: PlayedGame) -> tuple[str, str, str, str]:
    """Return date, control, sides and result of a game, in words."""
    result = game.result()
    if game.differences:
        result += f"; {len(game.differences)} differences"
    begun = side_text(game) or "beginning not there"
    return date_text(game) or "-", control_text(game), begun, result


# --- entries -------------------------------------------------------------------------------------


def entries_as_dicts(
    game: PlayedGame, moments: dict[int, Moment], with_words: bool = True
) -> list[dict[str, Any]]:
    """Return the entries of a game as plain values; `with_words` with what they mean."""
    found = []
    for entry in game.entries:
        moment = moments[entry.number]
        row: dict[str, Any] = {
            "record": entry.number,
            "date": moment.date.isoformat(timespec="milliseconds") if moment.date else None,
            "since_start_ms": moment.since_ms,
            "kind": kind_name(entry.kind),
            "board": None if board_of(entry) is None else entry.who >> 4,
            "who": entry.who,
            "at": entry.at,
            "value": entry.value,
        }
        if with_words:
            row["text"] = entry_text(entry, game)
        found.append(row)
    return found


def print_entries(game: PlayedGame, moments: dict[int, Moment], console: Console) -> None:
    """Print every entry of a game in plain words; a seal and a control are one line each."""
    lines = [f"Game {game.number}: {control_text(game)}. {game.result()}."]
    if date_text(game):
        lines[0] = f"Game {game.number}, {date_text(game)}: {control_text(game)}. {game.result()}."
    lines += [
        f"{entry.number:>6}  {_when(moments[entry.number])}  {entry_text(entry, game)}"
        for entry in _shortened(game.entries)
    ]
    lines += [f"DIFFERS: {text}" for text in game.differences]
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _shortened(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries without all but the first part of seals and controls."""
    kinds = ("seal", "control-word")
    return [
        entry
        for entry in entries
        if kind_name(entry.kind) not in kinds
        or (entry.who == 0 if kind_name(entry.kind) == "seal" else entry.at == 0)
    ]


def _when(moment: Moment) -> str:
    if moment.date is not None:
        return f"{moment.date:%H:%M:%S}.{moment.date.microsecond // 1000:03}"
    return f"{time_text(moment.since_ms):>12}"


# --- moves ---------------------------------------------------------------------------------------


def moves_as_dicts(game: PlayedGame, names: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the moves of a game as plain values, times in ms; `names` are those of a PGN."""
    rows = []
    for index, move in enumerate(game.moves):
        color = None
        if game.first_side != NEITHER:
            color = COLORS[0 if move.side == game.first_side else 1]
        row: dict[str, Any] = {
            "press": index + 1,
            "number": move.number,
            "side": SIDE_NAMES[move.side],
            "color": color,
        }
        if names:
            row["move"] = names[index]
        row["used_ms"] = move.used_ms
        row["left_ms"] = move.left_ms
        row["other_left_ms"] = move.other_left_ms
        row["late"] = move.number is None
        row["record"] = move.record
        rows.append(row)
    return rows


def print_moves(game: PlayedGame, names: Sequence[str], console: Console) -> None:
    """Print the moves of a game with the time used and the time left."""
    title = f"Game {game.number}: {control_text(game)}"
    console.print(title, markup=False, highlight=False, soft_wrap=True, style="bold")
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for name in ("Move", "Side"):
        table.add_column(name, overflow="fold", min_width=4)
    # The last one has been said one row before.
    shown = TIMES if console.width >= WIDE else TIMES[:2]
    for name, _ in shown:
        table.add_column(name, justify="right", no_wrap=True, min_width=TIME_WIDTH)
    for row in moves_as_dicts(game, names):
        number = "late" if row["late"] else str(row["number"])
        side = f"{row['color']} ({row['side']})" if row["color"] else row["side"]
        times = [row[key] for _, key in shown]
        table.add_row(
            row.get("move", number),
            side,
            *("-" if time is None else time_text(time) for time in times),
        )
    console.print(table)
    console.print(game.result(), markup=False, highlight=False, soft_wrap=True)


# --- forms ---------------------------------------------------------------------------------------


def as_json(value: object) -> str:
    """Return plain values as JSON, on lines of their own."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows that are alike as CSV with a head; "" for no rows, an empty field for None."""
    if not rows:
        return ""
    output = io.StringIO()
    names = [name for name, value in rows[0].items() if not isinstance(value, (dict, list))]
    writer = csv.DictWriter(output, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return output.getvalue()
