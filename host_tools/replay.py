"""Replays a real game on the virtual board: `chessclock replay GAME.pgn`.

The think times of the record become presses on the unmodified firmware, in virtual time, and what
the clock made of them is compared with the record. White sits left.
"""

import json
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from clockcore.codes import AFTER_MOVE, AT_ZERO, LEFT, NEITHER, RIGHT, SWITCHED
from clockcore.control_dict import control_to_dict
from clockcore.game import Game
from clockcore.period import ControlError
from clockcore.ticks import ticks_add
from clockcore.time_control import TimeControl
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from host_tools.bench import Bench, BenchError, choose_runtime
from host_tools.bench.child_process import FirmwareError
from host_tools.notation import (
    BONUS_TIMINGS,
    TRANSITIONS,
    NotRunnableError,
    parse_control,
    parse_pgn_time_control,
)
from host_tools.pgn import CLK, GameRecord, MoveRecord, PgnError, read_game, text_of_reading
from host_tools.pgn.think_times import PRESS_HOLD_MS, Plan, Step, plan_of_record

CLK_NOTE = (
    "The think times come from these readings, so only flags, transitions and drift"
    " are truly tested."
)
EMT_NOTE = "Recorded is [%emt]; ours is the time that the clock charged for the move."
BOOKED = ("booked_main_ms", "booked_delay_ms", "booked_overtime_ms")


@dataclass(frozen=True)
class Row:
    """One replayed move: the record's time and ours, in ms."""

    move: MoveRecord
    used_ms: int
    recorded_ms: int
    ours_ms: int
    resolution_ms: int

    @property
    def difference_ms(self) -> int:
        """Return ours minus recorded."""
        return self.ours_ms - self.recorded_ms

    @property
    def agrees(self) -> bool:
        """Return whether the difference is below one unit of the record."""
        return abs(self.difference_ms) < self.resolution_ms


@dataclass
class Replay:
    """What a replay came to.

    problem  why the game could not be replayed to its end, or None
    hint     which other options would explain the record, or None
    """

    record: GameRecord
    control: TimeControl
    runtime: str
    rows: list[Row] = field(default_factory=list)
    problem: str | None = None
    hint: str | None = None

    @property
    def disagreeing(self) -> int:
        """Return how many readings disagree."""
        return sum(not row.agrees for row in self.rows)

    @property
    def is_clean(self) -> bool:
        """Return whether every reading of the record was replayed and agrees."""
        return (
            self.problem is None
            and len(self.rows) == len(self.record.moves)
            and self.disagreeing == 0
        )


@dataclass(frozen=True)
class ControlChoice:
    """Where the time control of a replay comes from, and the options that go with it."""

    text: str
    is_tag: bool
    transition: str | None = None
    bonus_timing: str | None = None
    notation: str | None = None  # of a text that is no tag; None for its only usual reading

    def control(self) -> TimeControl:
        """Return the control; ControlError as in `parse_control`."""
        if self.is_tag:
            return parse_pgn_time_control(self.text, self.transition, self.bonus_timing)
        return parse_control(self.text, self.notation, self.transition, self.bonus_timing)

    def others(self) -> list["ControlChoice"]:
        """Return the other choices of the two options, those that change least first."""
        control = self.control()
        timing = "after" if control.bonus_timing == AFTER_MOVE else "before"
        transition = "by-count"
        for period in control.white_periods + control.black_periods:
            if period.transition == AT_ZERO:
                transition = "at-zero"
        other_timing = next(name for name in BONUS_TIMINGS if name != timing)
        other_transition = next(name for name in TRANSITIONS if name != transition)
        return [
            replace(self, bonus_timing=other_timing),
            replace(self, transition=other_transition),
            replace(self, transition=other_transition, bonus_timing=other_timing),
        ]

    def options(self, than: "ControlChoice") -> str:
        """Return the options that differ from those of another choice, as one types them."""
        words = []
        if self.transition != than.transition:
            words.append(f"--transition {self.transition}")
        if self.bonus_timing != than.bonus_timing:
            words.append(f"--bonus-timing {self.bonus_timing}")
        return " ".join(words)


def choose_control(
    record: GameRecord,
    control: str | None,
    transition: str | None,
    bonus_timing: str | None,
    notation: str | None = None,
) -> ControlChoice:
    """Return the control of a replay: `--control`, else the game's TimeControl tag.

    `notation` is that of `--control`, None for the only usual reading of its text.

    ControlError, one line, where there is neither or it cannot be run.
    """
    if control is not None:
        choice = ControlChoice(control, False, transition, bonus_timing, notation)
    elif record.time_control is not None:
        choice = ControlChoice(record.time_control, True, transition, bonus_timing)
    else:
        raise ControlError("the game has no TimeControl tag: say which with --control")
    try:
        choice.control()
    except NotRunnableError as error:
        raise NotRunnableError(f"{error}: say which with --control") from error
    return choice


def replay_game(record: GameRecord, choice: ControlChoice, runtime: str | None = None) -> Replay:
    """Replay a record on the virtual board; BenchError, ControlError or PgnError as they come."""
    runtime = choose_runtime(runtime)
    control = choice.control()
    plan = plan_of_record(record, control)
    replay = Replay(record, control, runtime, problem=plan.problem)
    if plan.steps:
        _play(replay, plan)
    if plan.problem is not None or (replay.problem is not None and record.kind != CLK):
        replay.hint = _hint(record, choice)
    return replay


def _play(replay: Replay, plan: Plan) -> None:
    """Press the moves of a plan into the firmware and read its clock after each."""
    record = replay.record
    with Bench(control=replay.control, runtime=replay.runtime, sound=False) as bench:
        starter = "right" if plan.steps[0].move.is_white else "left"
        bench.press(starter, hold_ms=PRESS_HOLD_MS)
        booked = {"left": 0, "right": 0}
        flag = None
        for step in plan.steps:
            side = "left" if step.move.is_white else "right"
            bench.advance_ms(step.think_ms)
            bench.press(side, hold_ms=PRESS_HOLD_MS)
            account = bench.account(side)
            total = sum(account[name] for name in BOOKED)
            ours = account["remaining_ms"] if record.kind == CLK else total - booked[side]
            booked[side] = total
            replay.rows.append(
                Row(step.move, step.think_ms, step.move.reading_ms, ours, record.resolution_ms)
            )
            if flag is None and bench.flag_side is not None:
                flag = "White" if bench.flag_side == "left" else "Black"
                replay.problem = f"move {step.move.number}, {step.move.side}: {flag}'s flag fell"
            if bench.state == "FLAGGED":
                break


def _hint(record: GameRecord, choice: ControlChoice) -> str | None:
    """Return which other options explain the record, None where none do."""
    for other in choice.others():
        try:
            control = other.control()
            plan = plan_of_record(record, control)
        except ControlError:
            continue
        if plan.problem is None and (record.kind == CLK or _survives(control, plan.steps)):
            return f"explained by {other.options(choice)}"
    return None


def _survives(control: TimeControl, steps: list[Step]) -> bool:
    """Return whether no flag falls when a plan is played on the core alone."""
    game = Game()
    now = 0
    game.set_up(control, LEFT, now)
    game.start(LEFT if steps[0].move.is_white else RIGHT, now)
    for step in steps:
        now = ticks_add(now, step.think_ms)
        if game.press(LEFT if step.move.is_white else RIGHT, now) != SWITCHED:
            return False
    return game.first_flag_side == NEITHER


# --- output --------------------------------------------------------------------------------------


def replay_as_dict(replay: Replay, path: Path | str) -> dict[str, Any]:
    """Return a replay as plain values, all times in ms: the form of `--json`."""
    record = replay.record
    return {
        "file": str(path),
        "game": record.number,
        "games": record.games,
        "white": record.white,
        "black": record.black,
        "record": record.kind,
        "resolution_ms": record.resolution_ms,
        "runtime": replay.runtime,
        "control": control_to_dict(replay.control),
        "moves": [
            {
                "number": row.move.number,
                "side": row.move.side.lower(),
                "move": row.move.san,
                "used_ms": row.used_ms,
                "recorded_ms": row.recorded_ms,
                "ours_ms": row.ours_ms,
                "difference_ms": row.difference_ms,
                "agrees": row.agrees,
            }
            for row in replay.rows
        ],
        "moves_in_record": len(record.moves),
        "problem": replay.problem,
        "hint": replay.hint,
        "clean": replay.is_clean,
    }


def print_replay(replay: Replay, choice: ControlChoice, console: Console) -> None:
    """Print a replay as a table, with what it tests and what came of it below."""
    record = replay.record

    def text(ms: int) -> str:
        return text_of_reading(ms, record.resolution_ms)

    table = Table(title=escape(f"{record.white} - {record.black}"))
    for name in ("Move", "Side"):
        table.add_column(name, no_wrap=True)
    for name in ("Used", "Recorded", "Ours", "Difference"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in replay.rows:
        table.add_row(
            escape(row.move.name),
            row.move.side,
            text(row.used_ms),
            text(row.recorded_ms),
            text(row.ours_ms),
            _difference(row),
            style=None if row.agrees else "bold red",
        )
    console.print(table)
    control = replay.control
    timing = "after" if control.bonus_timing == AFTER_MOVE else "before"
    origin = "TimeControl tag" if choice.is_tag else "--control"
    at_zero = any(period.transition == AT_ZERO for period in control.white_periods)
    change = "at zero" if at_zero else "by count"
    several = len(control.white_periods) > 1 or len(control.black_periods) > 1
    lines = [
        f"Control {choice.text} ({origin}), bonus {timing} the move"
        + (f", periods change {change}" if several else "")
        + f"; firmware on {replay.runtime}."
    ]
    if control.bonus_timing_forced:
        lines.append("Without main time the bonus is always given before the move.")
    if record.games > 1:
        lines.append(f"Game {record.number} of {record.games} (--game N takes another).")
    lines.append(CLK_NOTE if record.kind == CLK else EMT_NOTE)
    total = len(record.moves)
    agreeing = len(replay.rows) - replay.disagreeing
    unit = f"{record.resolution_ms / 1000:g} s"
    lines.append(f"{agreeing} of {total} readings agree within {unit}.")
    if replay.problem:
        lines.append(f"Problem: {replay.problem}.")
    if replay.hint:
        lines.append(f"Hint: {replay.hint}.")
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _difference(row: Row) -> str:
    if row.difference_ms == 0:
        return "0"
    text = f"{row.difference_ms / 1000:+.3f}".rstrip("0").rstrip(".")
    return f"{text} s" if row.agrees else f"{text} s !"


def replay_command(
    path: Path | str,
    *,
    game: int = 1,
    control: str | None = None,
    notation: str | None = None,
    transition: str | None = None,
    bonus_timing: str | None = None,
    runtime: str | None = None,
    as_json: bool = False,
    console: Console | None = None,
) -> int:
    """Run `chessclock replay` and return the exit code.

    0: every reading agrees within the record's resolution. 1: not so, or the record cannot be
    explained, or the firmware stopped. 2: unusable input, said in one line on standard error.
    """
    try:
        runtime = choose_runtime(runtime)
        record = read_game(path, game)
        choice = choose_control(record, control, transition, bonus_timing, notation)
        replay = replay_game(record, choice, runtime)
    except FirmwareError as error:
        print(f"chessclock replay: {error}", file=sys.stderr)
        return 1
    except (PgnError, ControlError, BenchError) as error:
        print(f"chessclock replay: {error}", file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps(replay_as_dict(replay, path)))
    else:
        print_replay(replay, choice, console or Console())
    return 0 if replay.is_clean else 1
