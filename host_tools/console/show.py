"""Clocks as rows: for `status`, `watch` and what a command says of a game."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from host_tools.console.clocks import Address
from host_tools.console.model import LETTERS, SIDES, ClockState, GameState
from host_tools.console.times import exact_time, shown_time

LOW_MS = 60_000
VERY_LOW_MS = 10_000
LOW_BATTERY = 15  # percent
NOTE = "Note"
COLUMNS = ("Clock", "State", "Left", "Right", "Moves", "White", "Battery", NOTE)
RIGHT = ("Left", "Right", "Moves", "Battery")  # justified so
LEAST_WIDTHS = {"State": 7, "Left": 9, "Right": 9}
GAP = 2  # between columns
CAPTION_WIDTH = 64
LEAST_NOTE = 12  # characters of a line of the notes, before a column is left out
SPARED = ("White", "Battery", "Moves", "State")  # in this order, where the window is narrow
UNDER_WAY = ("running", "paused", "adjust", "flagged")


@dataclass(frozen=True)
class Seen:
    """What is known of a clock: its last state, and what is wrong with the way to it."""

    address: Address
    state: ClockState | None
    problem: str = ""


def table_of(
    clocks: Sequence[Seen],
    low_ms: int = LOW_MS,
    room: int | None = None,
    width: int | None = None,
) -> Table:
    """Return the table of clocks, a row a game.

    low_ms  from this time down a side is marked as low
    room    lines that there is place for; what needs an arbiter is never left out
    width   columns of characters that there are: where they are few, what an arbiter can do
            without is left out, and never a name, a time or a note
    """
    rows = [row for seen in clocks for row in _rows(seen, low_ms)]
    shown, note_width = _columns_for([cells for _, cells in rows], width)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, GAP, 0, 0))
    for name in shown:
        table.add_column(
            name,
            justify="right" if name in RIGHT else "left",
            no_wrap=name != NOTE,
            overflow="fold",
            min_width=LEAST_WIDTHS.get(name),
        )
    left_out = 0
    if room is not None:
        heights = [_height(cells, note_width) for _, cells in rows]
        order = sorted(range(len(rows)), key=lambda index: (not rows[index][0], index))
        kept: list[int] = []
        lines = sum(heights)
        space = room if lines <= room else room - 1
        for index in order:
            space -= heights[index]
            if space >= 0 or rows[index][0] or not kept:
                kept.append(index)
        left_out = len(rows) - len(kept)
        rows = [rows[index] for index in sorted(kept)]
    for _, cells in rows:
        table.add_row(*(cells[COLUMNS.index(name)] for name in shown))
    if left_out:
        table.caption = f"and {left_out} more"
        if width is None or width >= CAPTION_WIDTH:
            table.caption += ", which need no one: a taller window shows them"
        table.caption_justify = "left"
    return table


def _columns_for(
    rows: Sequence[Sequence[Text | str]], width: int | None
) -> tuple[list[str], int | None]:
    """Return the columns that there is width for, and what is left for the notes, None for all."""
    shown = list(COLUMNS)
    if width is None:
        return shown, None
    widths = {
        name: max(
            [len(name), LEAST_WIDTHS.get(name, 0), *(len(row[index]) for row in rows)]
        )
        for index, name in enumerate(COLUMNS)
    }
    for name in ("", *SPARED):
        if name:
            shown.remove(name)
        left = width - sum(widths[each] + GAP for each in shown if each != NOTE)
        if left >= LEAST_NOTE:
            break
    return shown, max(1, left)


def _height(cells: Sequence[Text | str], note_width: int | None) -> int:
    """Return how many lines a row takes."""
    note = str(cells[COLUMNS.index(NOTE)])
    return 1 if note_width is None else max(1, len(textwrap.wrap(note, note_width)))


def _rows(seen: Seen, low_ms: int) -> list[tuple[bool, list[Text | str]]]:
    """Return the rows of a clock: whether it needs an arbiter, and the cells."""
    name = seen.address.name
    if seen.state is None:
        note = Text(seen.problem or "no word yet", style="red" if seen.problem else "dim")
        return [(bool(seen.problem), [name, "", "", "", "", "", "", note])]
    state = seen.state
    rows = []
    for index, game in enumerate(state.games):
        shown = name if len(state.games) == 1 else f"{name} {LETTERS[index]}"
        notes = _notes(state, game, low_ms)
        if seen.problem:
            notes.insert(0, seen.problem)
        needed = bool(seen.problem or (game.flag and game.state != "setup"))
        style = "dim" if seen.problem else ""
        about: list[Text | str] = ["", "", "", ""]  # in SETUP: left over from the last game
        if game.state != "setup":
            about = [
                *(_time_cell(game, index, low_ms, style) for index in (0, 1)),
                Text(f"{game.moves[0]} {game.moves[1]}", style=style),
                Text(game.white_side or "", style=style),
            ]
        cells: list[Text | str] = [
            Text(shown, style=style),
            Text(game.state, style=style or ("bold" if game.state == "running" else "")),
            *about,
            "" if state.battery is None else f"{state.battery} %",
            Text("; ".join(notes), style="red" if needed else ""),
        ]
        rows.append((needed, cells))
    return rows


def _time_cell(game: GameState, index: int, low_ms: int, style: str) -> Text:
    ms = game.remaining_ms[index]
    turn = game.side_to_move == SIDES[index] and game.state in UNDER_WAY
    text = Text(("> " if turn else "") + shown_time(ms))
    if style:
        text.stylize(style)
    elif is_low(game, index, low_ms):
        text.stylize("bold red" if ms <= VERY_LOW_MS else "yellow")
    elif turn and game.state == "running":
        text.stylize("bold")
    return text


def is_low(game: GameState, index: int, low_ms: int) -> bool:
    """Return whether a side has little time left in a game that is under way."""
    return game.state in UNDER_WAY and game.remaining_ms[index] <= low_ms


def _notes(state: ClockState, game: GameState, low_ms: int) -> list[str]:
    notes = []
    if game.flag and game.state != "setup":
        notes.append(f"FLAG {game.flag}")
    low = [side for index, side in enumerate(SIDES) if is_low(game, index, low_ms)]
    low = [side for side in low if side != game.flag]
    if low:
        notes.append(f"low {' '.join(low)}")
    if state.lock:
        notes.append("lock open")
    if state.battery is not None and state.battery <= LOW_BATTERY:
        notes.append("battery low")
    return notes


def game_line(game: GameState) -> str:
    """Return a game in a line, its times to the millisecond."""
    if game.state == "setup":
        return "setup: no game"
    times = ", ".join(
        f"{side} {exact_time(ms)}" for side, ms in zip(SIDES, game.remaining_ms, strict=True)
    )
    parts = [game.state, times, f"moves {game.moves[0]} and {game.moves[1]}"]
    if game.side_to_move:
        parts.append(f"{game.side_to_move} to move")
    if game.flag:
        parts.append(f"FLAG {game.flag}")
    return ", ".join(parts)


def games_line(state: ClockState) -> str:
    """Return the games of a clock in a line, with letters where there are three."""
    if len(state.games) == 1:
        return game_line(state.games[0])
    return "; ".join(
        f"{LETTERS[index]}: {game_line(game)}" for index, game in enumerate(state.games)
    )


def state_as_dict(name: str, state: ClockState) -> dict[str, Any]:
    """Return a state as plain values: the form of `--json`, the protocol's fields and `clock`."""
    return {
        "clock": name,
        "at": state.at,
        "battery": state.battery,
        "lock": state.lock,
        "games": [
            {
                "state": game.state,
                "remaining_ms": list(game.remaining_ms),
                "moves": list(game.moves),
                "period": list(game.period),
                "side_to_move": game.side_to_move,
                "white_side": game.white_side,
                "flag": game.flag,
                "freeze": game.freeze,
            }
            for game in state.games
        ],
    }
