"""The figures of `make bench`: what the virtual board can measure of the firmware, as a table.

Times are of this machine; the heap, the errors and the counts are exact and the same everywhere.
What only hardware or an emulated microcontroller can show is not claimed here.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table

from host_tools.bench.bench import Bench
from host_tools.bench.child_process import find_micropython

TICKS = 10_000
SIX_HOURS_MS = 6 * 3600 * 1000


@dataclass(frozen=True)
class Figure:
    """One row: what was measured, on which runtime, the value, the budget and whether it holds."""

    what: str
    runtime: str
    value: str
    budget: str
    holds: bool


def measure(runtime: str) -> list[Figure]:
    """Measure everything on one runtime."""
    return [
        *tick_cost(runtime),
        six_hours(runtime),
        booked_time(runtime),
        last_millisecond(runtime),
        idle_presses(runtime),
        short_taps(runtime),
    ]


def tick_cost(runtime: str) -> list[Figure]:
    """Run 10 000 passes of a running game: without work, with work, and measured with work."""
    idle_us = cost_us(runtime, [1])
    busy_us = cost_us(runtime, None)
    with Bench(control="90+30", runtime=runtime) as bench:
        bench.measure(True)
        passes = run_passes(bench)
        stats = bench.stats()
    reads = stats["clock_reads"] / stats["measured_passes"]
    writes = stats["most_writes"]
    rows = [
        Figure("pass of the loop with nothing due", runtime, f"{idle_us:.0f} us", "", True),
        Figure("pass of the loop with something due", runtime, f"{busy_us:.0f} us", "", True),
        Figure("clock reads a pass", runtime, f"{reads:g}", "1", reads == 1),
        Figure("most pin writes in one pass", runtime, str(writes), "<= 500", writes <= 500),
    ]
    if runtime == "micropython":
        heap = stats["allocated"]
        what = f"heap allocated in {passes} ticks of a running game, something due in each"
        rows.append(Figure(what, runtime, f"{heap} B", "0 B", heap == 0))
    return rows


def cost_us(runtime: str, loop_ms: list[int] | None) -> float:
    """Return the us of a pass, the virtual board included, averaged over 10 000 passes."""
    with Bench(control="90+30", runtime=runtime, loop_ms=loop_ms) as bench:
        started = time.perf_counter()
        passes = run_passes(bench)
        return (time.perf_counter() - started) / passes * 1e6


def run_passes(bench: Bench) -> int:
    """Run at least 10 000 passes with a press every 7 s; return how many there were.

    A loop that is as quick as it can be passes only when something is due.
    """
    bench.press("right")
    before = bench.stats()["passes"]
    side = "left"
    while bench.stats()["passes"] - before < TICKS:
        bench.advance_ms(7_000)
        bench.press(side)
        side = "right" if side == "left" else "left"
    return int(bench.stats()["passes"] - before)


def six_hours(runtime: str) -> Figure:
    """Play a game of six hours, a move every two minutes."""
    started = time.perf_counter()
    with Bench(control="100/40+50/20+15+30", runtime=runtime) as bench:
        bench.press("right")
        side = "left"
        while bench.now_ms < SIX_HOURS_MS:
            bench.advance_ms(120_000)
            bench.press(side)
            side = "right" if side == "left" else "left"
        passes = bench.stats()["passes"]
    elapsed = time.perf_counter() - started
    return Figure(
        f"a game of 6 h in virtual time ({passes} passes)",
        runtime,
        f"{elapsed:.1f} s",
        "<= 10 s",
        elapsed <= 10,
    )


def booked_time(runtime: str) -> Figure:
    """Book 300 random turns with bouncing contacts, a late loop and a noisy host."""
    rng = random.Random(20261129)
    with Bench(control="90+30", runtime=runtime, loop_ms=[1, 40, 3, 170, 9]) as bench:
        bench.press("right")
        bench.advance_ms(500)
        used = {"left": 500, "right": 0}
        side = "left"
        for _ in range(300):
            think = rng.randrange(100, 9_000)
            bench.advance_ms(think)
            used[side] += think
            bounce = sorted(rng.sample(range(1, 8), rng.choice([0, 2, 4])))
            bench.press(side, bounce_ms=[0, *bounce])
            side = "right" if side == "left" else "left"
        bench.advance_ms(1000)
        used[side] += 1000
        error = 0
        for each in ("left", "right"):
            expected = 5_400_000 + 30_000 * (bench.moves(each) + 1) - used[each]
            error = max(error, abs(expected - bench.remaining_ms(each)))
        counted = bench.moves("left") + bench.moves("right")
    return Figure(
        f"error of the time booked, {counted} of 300 bouncing presses, loop up to 170 ms late",
        runtime,
        f"{error} ms",
        "0 ms",
        error == 0 and counted == 300,
    )


def last_millisecond(runtime: str) -> Figure:
    """Press 1 ms before the flag while the loop is late."""
    with Bench(control="1+0", runtime=runtime, loop_ms=[90]) as bench:
        bench.press("right")
        bench.advance_ms(59_999)
        bench.press("left")
        bench.advance_ms(500)
        left, flag = bench.remaining_ms("left"), bench.flag_side
    return Figure(
        "a press 1 ms before the flag, loop 90 ms late",
        runtime,
        f"leaves {left} ms, flag {flag or 'none'}",
        "leaves 1 ms",
        left == 1 and flag is None,
    )


def idle_presses(runtime: str) -> Figure:
    """Press the idle side forty times."""
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.press("right")
        for _ in range(40):
            bench.advance_ms(100)
            bench.press("right")
        error = abs(bench.remaining_ms("left") - (303_000 - 4_000))
        error += abs(bench.remaining_ms("right") - 303_000)
        counted = bench.moves("left") + bench.moves("right")
    return Figure(
        "40 presses of the idle side",
        runtime,
        f"{error} ms, {counted} moves",
        "0 ms, 0 moves",
        error == 0 and counted == 0,
    )


def short_taps(runtime: str) -> Figure:
    """Tap for 10 ms, forty times."""
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.press("right", hold_ms=10)
        side = "left"
        for _ in range(40):
            bench.advance_ms(100)
            bench.press(side, hold_ms=10)
            side = "right" if side == "left" else "left"
        counted = bench.moves("left") + bench.moves("right")
    return Figure("taps of 10 ms seen", runtime, f"{counted} of 40", "40 of 40", counted == 40)


def benchmark_command(runtime: str | None, as_json: bool) -> int:
    """Print the table (or JSON); return 0 if every budget holds, else 1."""
    if runtime is not None:
        runtimes = [runtime]
    else:
        runtimes = ["micropython", "cpython"] if find_micropython() else ["cpython"]
    figures = [figure for one in runtimes for figure in measure(one)]
    holds = all(figure.holds for figure in figures)
    if as_json:
        print(json.dumps([asdict(figure) for figure in figures], indent=2))
        return 0 if holds else 1
    table = Table(title="The firmware on the virtual board")
    table.add_column("what", ratio=1)
    for heading in (*runtimes, "budget", ""):
        table.add_column(heading)
    rows: dict[str, list[Figure]] = {}
    for figure in figures:
        rows.setdefault(figure.what, []).append(figure)
    for what, row in rows.items():
        values = {figure.runtime: figure.value for figure in row}
        fits = all(figure.holds for figure in row)
        verdict = ("ok" if fits else "TOO MUCH") if row[0].budget else ""
        cells = [values.get(one, "-") for one in runtimes]
        table.add_row(what, *cells, row[0].budget, verdict)
    console = Console()
    console.print(table)
    if "micropython" not in runtimes and runtime is None:
        console.print("No MicroPython here: only CPython was measured, and no heap.")
    return 0 if holds else 1
