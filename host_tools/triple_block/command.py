"""`chessclock triple-block`: what is printed and written."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path

from rich.table import Table as Grid

from host_tools.threes.output import console, deliver, say
from host_tools.triple_block import average_elo
from host_tools.triple_block.errors import TripleBlockError
from host_tools.triple_block.event import (
    Event,
    days_between,
    letter_rows,
    make_event,
    remarks,
    sentence,
)
from host_tools.triple_block.instants import Zone, length, read_instant, read_zone, written
from host_tools.triple_block.moves_file import read_moves
from host_tools.triple_block.simulation import Simulation, State

WIDE = 150  # below that a state takes two lines on the screen
STATE_COLUMNS = (
    *("line", "time", "side", "action", "remark", "white_clock", "white_bank", "white_moves"),
    *("black_clock", "black_bank", "black_moves", "to_move", "zero"),
)


def triple_block_command(
    days: int | None,
    start: str | None,
    end: str | None,
    average: str | None,
    simulate: Path | None,
    guaranteed_time: bool,
    team: bool,
    zone_name: str,
    output: Path | None,
) -> int:
    """Print, or write to `output`, the letter of an event or the states of a game; return 0."""
    zone = read_zone(zone_name)
    if output is not None and output.suffix not in (".md", ".csv"):
        raise TripleBlockError(f"{output}: ends neither in .md nor in .csv")
    if output is not None and simulate is not None and _is_same_file(output, simulate):
        raise TripleBlockError(f"{output}: has the moves, and would be lost")
    if end is not None and start is None:
        raise TripleBlockError("--end: needs --start, too")
    begin = None if start is None else read_instant(start, zone, "--start")
    notes: list[str] = []
    if end is not None:
        assert begin is not None
        between = days_between(begin, read_instant(end, zone, "--end"))
        if days is not None and days != between:
            raise TripleBlockError(f"--end: is {between} days after the start, --days says {days}")
        days = between
    if average is not None:
        if days is not None:
            raise TripleBlockError("--average-elo: proposes the duration, which is given already")
        elo = _average(average)
        days = average_elo.proposed_days(elo)
        notes = [f"An average of {elo} proposes {days} days.", average_elo.READING]
    if days is None:
        raise TripleBlockError(
            "give the duration: --days, or --start and --end, or --average-elo"
        )
    event = make_event(days, begin, zone, guaranteed_time, team)
    if simulate is None:
        _show_letter(event, [*notes, *remarks(event)], output)
        return 0
    return _simulate(event, simulate, notes, output)


def _is_same_file(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _average(text: str) -> Decimal:
    try:
        elo = Decimal(text)
    except InvalidOperation:
        elo = Decimal("NaN")
    if not elo.is_finite() or not average_elo.LEAST <= elo <= average_elo.MOST:
        raise TripleBlockError(
            f"--average-elo: {text!r} is no number of {average_elo.LEAST} to {average_elo.MOST}"
        )
    return elo


def _show_letter(event: Event, notes: list[str], output: Path | None) -> None:
    rows = letter_rows(event)
    if output is not None:
        if output.suffix == ".csv":
            deliver(_csv(("what", "value"), rows), output)
        else:
            lines = ["| | |", "|---|---|", *(f"| {what} | {value} |" for what, value in rows)]
            deliver(f"{sentence(event)}\n\n" + "\n".join(lines) + "\n", output)
        say(notes)
        return
    say([sentence(event), ""])
    grid = Grid(box=None, pad_edge=False, show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for row in rows:
        grid.add_row(*row)
    console().print(grid)
    if notes:
        say(["", *notes])


def _simulate(event: Event, path: Path, notes: list[str], output: Path | None) -> int:
    steps = read_moves(path, event.zone)
    simulation = Simulation(event)
    states: list[State] = []
    wrong: TripleBlockError | None = None
    try:
        for state in simulation.play(path, steps):
            states.append(state)
    except TripleBlockError as error:
        wrong = error  # what was played before is shown all the same
    if output is None:
        say([sentence(event), ""])
        if states:
            screen = console()
            is_wide = screen.width >= WIDE
            screen.print((_grid if is_wide else _narrow_grid)(states, event.zone))
            say([""])
    elif wrong is None:
        _write_states(states, event, output)
    if wrong is not None:
        raise wrong
    say([simulation.outcome()])
    left = len(steps) - len(states)
    if left:
        say([f"{left} {'row' if left == 1 else 'rows'} after line {states[-1].line} not played."])
    dates = sum(not step.has_time for step in steps)
    if dates:
        say([f"{dates} of {len(steps)} times are dates alone, taken for 0:00 {event.zone.name}."])
    if notes:
        say(["", *notes])
    return 0


def _narrow_grid(states: Sequence[State], zone: Zone) -> Grid:
    """Return two lines a state, one a player: for a terminal of 80 columns."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for name in ("Action", "Player"):
        grid.add_column(name, overflow="fold")
    for name in ("clock", "bank", "moves"):
        grid.add_column(name, justify="right", overflow="fold")
    for state in states:
        action = f"{state.who} {state.action}".strip()
        action += f": {state.remark}" if state.remark else ""
        zero = "" if state.zero_s is None else f"0 on {written(state.zero_s, zone)}"
        for side, name in enumerate(("White", "Black")):
            grid.add_row(
                written(state.seconds, zone) if side == 0 else action,
                f"{name} {zero}" if name == state.to_move and zero else name,
                length(state.clock_s[side]),
                length(state.bank_s[side]),
                str(state.moves[side]),
            )
    return grid


def _grid(states: Sequence[State], zone: Zone) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    # Folded where the screen is narrow: nothing of a time is cut off.
    for name in ("Time", "Side", "Action"):
        grid.add_column(name, overflow="fold")
    for name in ("White's clock", "bank", "moves", "Black's clock", "bank", "moves"):
        grid.add_column(name, justify="right", overflow="fold")
    grid.add_column("Clock reaches 0", overflow="fold")
    for state in states:
        action = f"{state.action}: {state.remark}" if state.remark else state.action
        cells = []
        for side in (0, 1):
            cells += [length(state.clock_s[side]), length(state.bank_s[side])]
            cells.append(str(state.moves[side]))
        zero = "" if state.zero_s is None else f"{state.to_move} {written(state.zero_s, zone)}"
        grid.add_row(written(state.seconds, zone), state.who, action, *cells, zero)
    return grid


def _write_states(states: Sequence[State], event: Event, output: Path) -> None:
    rows = []
    for state in states:
        zero = "" if state.zero_s is None else written(state.zero_s, event.zone)
        sides = []
        for side in (0, 1):
            sides += [length(state.clock_s[side]), length(state.bank_s[side])]
            sides.append(str(state.moves[side]))
        begin = [str(state.line), written(state.seconds, event.zone), state.who]
        rows.append([*begin, state.action, state.remark, *sides, state.to_move, zero])
    if output.suffix == ".csv":
        deliver(_csv(STATE_COLUMNS, rows), output)
        return
    lines = [f"| {' | '.join(row)} |" for row in [list(STATE_COLUMNS), *rows]]
    lines.insert(1, "|---" * len(STATE_COLUMNS) + "|")
    deliver(f"{sentence(event)}\n\n" + "\n".join(lines) + "\n", output)


def _csv(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()
