"""The figures of `make bench-emulated`: the firmware on an emulated Pico, as a Markdown table.

    python -m host_tools.emulator benchmark [DISPLAYS ...]

Everything is emulated: times are good to +/-40 %, they bound and do not measure hardware. Counts,
errors of booked time and bytes are exact.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from host_tools.emulator.clock_board import BOUNCE_2_MS, NO_BOUNCE, SIDES, EmulatedClock
from host_tools.emulator.image import ImageError, find_image, flash_of, version_of
from host_tools.emulator.probe import Probe

DISPLAYS = ("tm1637_6", "tm1637_4", "ht16k33", "max7219", "ssd1306")
PRESSES = 110
TAPS = 40
SEED = 20261129
SHORTEST_US = 50_000
LONGEST_US = 3_000_000
HOLD_US = 30_000
FISCHER = 1
TICK_LIMIT_US = 5_000
TICK_MEAN_US = 1_000
PUSH_LIMIT_US = 2_000
HEAP_LIMIT = 96 * 1024  # of 236 * 1024


@dataclass(frozen=True)
class Row:
    """One row: what was measured, the value, the budget and whether it holds."""

    what: str
    value: str
    budget: str
    holds: bool


def thinking_us(count: int, seed: int) -> list[int]:
    """Return `count` seeded thinking times from 50 ms to 3 s, short ones more often.

    The shortest and the longest are always among them.
    """
    rng = random.Random(seed)
    ratio = math.log(LONGEST_US / SHORTEST_US)
    between = [round(SHORTEST_US * math.exp(rng.random() ** 2 * ratio)) for _ in range(count - 2)]
    times = [SHORTEST_US, LONGEST_US, *between]
    rng.shuffle(times)
    return times


def begin(clock: EmulatedClock, main_ms: int, bonus_ms: int = 0) -> None:
    """Wait for the clock to be there and lay a control out: Fischer, or plain without bonus."""
    clock.wait_for_display()
    clock.pico.run_for(500_000)
    period = {
        "main_ms": main_ms,
        "bonus_ms": bonus_ms,
        "method": FISCHER if bonus_ms else 0,
    }
    reply = clock.ask("control", control={"periods": [period]})
    if not reply["ok"]:
        raise ValueError(f"control: {reply['error']}")
    clock.pico.run_for(200_000)


def start(clock: EmulatedClock) -> None:
    """Start White's side, on the left, and wait until it runs: games are kept whole before."""
    clock.press("right")
    clock.pico.run_while(lambda: not clock.lamp("left"), 3_000_000, "the start")


def in_mid_tick(clock: EmulatedClock, ahead_us: float = 50_000) -> float:
    """Return an instant ahead, in the middle of a ms: whole ms from there are booked exactly."""
    return (clock.pico.now_us + ahead_us) // 1000 * 1000 + 500


def started(clock: EmulatedClock, main_ms: int, bonus_ms: int = 0) -> float:
    """Lay a control out and start White's side, on the left; return when that was, in us."""
    begin(clock, main_ms, bonus_ms)
    start_us = in_mid_tick(clock)
    clock.press_at(start_us, "right")
    clock.pico.run_until(start_us + 1_000)
    return start_us


@dataclass(frozen=True)
class Booked:
    """What came of a row of presses.

    errors_ms   booked minus true time of every turn
    side_ms     error of the whole of each side, left and right
    counted     presses that switched
    """

    errors_ms: list[float]
    side_ms: tuple[float, float]
    counted: int

    @property
    def together_ms(self) -> float:
        """The error of both sides together: what has got lost between the presses."""
        return sum(self.side_ms)


def book(probe: Probe, thinking: list[int], bounce_us: Iterable[float]) -> Booked:
    """Play alternating presses, the first of them the start, and compare with the truth."""
    main_ms, bonus_ms = 3_600_000, 2_000
    bounce = tuple(bounce_us)
    begin(probe.clock, main_ms, bonus_ms)
    at_us = probe.pico.now_us + 100_000
    instants = [at_us]
    for think in thinking:
        at_us += think
        instants.append(at_us)
    for number, instant in enumerate(instants):
        presser = "right" if number % 2 == 0 else "left"
        probe.clock.press_at(instant, presser, HOLD_US, bounce)
    for instant in instants:
        probe.pico.run_until(instant)
    probe.pico.run_for(200_000)
    pause_us = probe.pico.now_us + 1_000
    probe.clock.press_at(pause_us, "play", 60_000)
    probe.pico.run_until(pause_us + 200_000)
    stamps = [stamp for _, stamp in probe.report()["presses"]]
    errors = [
        (stamps[number] - stamps[number - 1]) - (instants[number] - instants[number - 1]) / 1000
        for number in range(1, min(len(stamps), len(instants)))
    ]
    state = probe.clock.state()
    used = [0.0, 0.0]
    for number, instant in enumerate([*instants[1:], pause_us]):
        used[number % 2] += (instant - instants[number]) / 1000
    sides = []
    for side in range(2):
        due = main_ms + bonus_ms * (1 + state["moves"][side]) - used[side]
        sides.append(due - state["remaining_ms"][side])
    return Booked(errors, (sides[0], sides[1]), sum(state["moves"]))


BOUNCES = {"clean": NO_BOUNCE, "bouncing 2 ms": BOUNCE_2_MS}


def booked_rows(name: str) -> list[Row]:
    """Book 110 turns with one of the kinds of contact in `BOUNCES`."""
    booked = book(Probe(), thinking_us(PRESSES, SEED), BOUNCES[name])
    most = max(map(abs, booked.errors_ms))
    mean = sum(booked.errors_ms) / len(booked.errors_ms)
    together = abs(booked.together_ms)
    what = f"{PRESSES} alternating presses, {name}"
    return [
        Row(
            f"error a press, {what}",
            f"{most:.2f} ms at most, {mean:+.3f} ms mean ({booked.counted} counted)",
            "<= 1 ms",
            most <= 1 and booked.counted == PRESSES,
        ),
        Row(
            f"time lost or gained by both sides together, {what}",
            f"{together:.2f} ms (one side: {max(map(abs, booked.side_ms)):.2f} ms)",
            "<= 1 ms",
            together <= 1,
        ),
    ]


def flag_rows() -> list[Row]:
    """Press 1 ms before the flag, at it, and 1 ms after it."""
    rows = []
    for name, offset_ms in (("1 ms before", -1), ("at", 0), ("1 ms after", 1)):
        clock = EmulatedClock()
        start_us = started(clock, 2_000)
        clock.press_at(start_us + (2_000 + offset_ms) * 1000, "left")
        clock.pico.run_until(start_us + 2_300_000)
        clock.press("play")
        state = clock.state()
        left = state["remaining_ms"][0]
        flag = state["flag"]
        counts = offset_ms < 0
        rows.append(
            Row(
                f"a press {name} the flag",
                f"leaves {left} ms, flag: {flag or 'none'}, moves: {state['moves'][0]}",
                "leaves 1 ms" if counts else "flag",
                (left, flag) == ((1, None) if counts else (0, "left")),
            )
        )
    return rows


def idle_press_row() -> Row:
    """Press the idle side forty times."""
    clock = EmulatedClock()
    start_us = started(clock, 300_000, 3_000)
    for number in range(TAPS):
        clock.press_at(start_us + (number + 1) * 100_000, "right", HOLD_US)
    pause_us = start_us + (TAPS + 2) * 100_000
    clock.press_at(pause_us, "play")
    clock.pico.run_until(pause_us + 200_000)
    state = clock.state()
    expected = [303_000 - (TAPS + 2) * 100, 303_000]
    error = max(abs(a - b) for a, b in zip(expected, state["remaining_ms"], strict=True))
    moves = sum(state["moves"])
    return Row(
        f"{TAPS} presses of the idle side",
        f"move {error} ms, {moves} moves",
        "0 ms",
        error == 0 and moves == 0,
    )


def tap_row() -> Row:
    """Tap for 10 ms, forty times."""
    clock = EmulatedClock()
    begin(clock, 300_000, 3_000)
    at_us = clock.pico.now_us + 100_000
    for number in range(TAPS + 1):
        clock.press_at(at_us + number * 100_000, SIDES[1 - number % 2], 10_000)
    clock.pico.run_until(at_us + (TAPS + 2) * 100_000)
    clock.press("play")
    seen = sum(clock.state()["moves"])
    return Row("taps of 10 ms seen", f"{seen} of {TAPS}", f"{TAPS} of {TAPS}", seen == TAPS)


def mean_row(displays: str) -> Row:
    """Play presses with 50 ms to 3 s of thinking, seeded, and take the mean of all passes."""
    probe = Probe(displays)
    clock, pico = probe.clock, probe.pico
    clock.wait_for_display()
    begin(clock, 300_000, 3_000)
    start(clock)
    start_us = pico.now_us
    rng = random.Random(8)
    for number in range(8):
        pico.run_for(rng.randint(50_000, 3_000_000))
        clock.press("right" if number % 2 else "left")
    ticks = [length for at, length in probe.lengths("pass") if start_us <= at <= pico.now_us]
    mean = sum(ticks) / len(ticks)
    return Row(
        f"mean tick, {displays}, presses with 50 ms to 3 s of thinking",
        f"{mean / 1000:.2f} ms ({len(ticks)} ticks; shortest {min(ticks) / 1000:.2f} ms)",
        "<= 1 ms",
        mean <= TICK_MEAN_US,
    )


def tick_rows(displays: str) -> list[Row]:
    """Play six seconds with tenths on a set of displays, with presses and a look at the counter.

    A pass raises a spare pin while it runs (`probe.py`). The busiest that a clock can be.
    """
    probe = Probe(displays)
    clock, pico = probe.clock, probe.pico
    clock.wait_for_display()
    begin(clock, 7_000, 1_000)
    start(clock)
    probe.open_heap_window()
    start_us = pico.now_us
    for number in range(5):
        pico.run_for(700_000 + 61_000 * number)
        clock.press("right" if number % 2 else "left")
    clock.press("plus")
    pico.run_for(1_500_000)
    end_us = pico.now_us
    probe.close_heap_window()
    clock.press("play")
    report = probe.report()
    ticks = [length for at, length in probe.lengths("pass") if start_us <= at <= end_us]
    pushes = [length for at, length in probe.lengths("push") if at >= start_us]
    longest, mean, push = max(ticks), sum(ticks) / len(ticks), max(pushes)
    busy = [length for length in ticks if length > 1.5 * min(ticks)]
    heap = report["closed"] - report["opened"]
    return [
        Row(
            f"longest tick, {displays}",
            f"{longest / 1000:.2f} ms",
            "<= 5 ms",
            longest <= TICK_LIMIT_US,
        ),
        mean_row(displays),
        Row(
            f"mean tick, {displays}, tenths running, the busiest there is",
            f"{mean / 1000:.2f} ms ({len(ticks)} ticks;"
            f" mean of the {len(busy)} with something due {sum(busy) / len(busy) / 1000:.2f} ms)",
            "",
            True,
        ),
        Row(
            f"longest push to a display in play, {displays}",
            f"{push / 1000:.2f} ms",
            "<= 2 ms",
            push <= PUSH_LIMIT_US,
        ),
        Row(f"heap allocated in {len(ticks)} ticks, {displays}", f"{heap} B", "0 B", heap == 0),
    ]


def heap_rows(displays: str) -> list[Row]:
    """Count the heap in play: of a clock set up by its keys, and of one that a host looks at."""
    rows = []
    for name in ("set up by keys", "set up and watched by a host"):
        probe = Probe(displays)
        clock, pico = probe.clock, probe.pico
        clock.wait_for_display()
        if name == "set up by keys":
            pico.run_for(1_500_000)
            clock.press("play")
        else:
            begin(clock, 300_000, 2_000)
            clock.state()
        start(clock)
        probe.open_heap_window()
        pico.run_for(300_000)
        probe.close_heap_window()
        clock.press("play")
        report = probe.report()
        used = report["opened"] - report["own"]
        rows.append(
            Row(
                f"heap used in play, {displays}, {name}",
                f"{used / 1000:.1f} kB of {(report['free'] + report['opened']) / 1000:.0f} kB",
                "<= 98.3 kB (96 KiB)",
                used <= HEAP_LIMIT,
            )
        )
    return rows


def mark_rows(displays: str) -> list[Row]:
    """Press twelve times, and see when the other side's mark is there.

    The mark of segments is the running lamp, that of a panel the bar in its own pixels. When the
    presser's display shows the bonus is told, too, and how long the clock took to power up: no
    probe is loaded here.
    """
    clock = EmulatedClock(displays)
    clock.wait_for_display()
    ready_us = clock.pico.now_us
    begin(clock, 300_000, 30_000)
    is_panel = displays == "ssd1306"
    watch = _MarkWatch(clock, is_panel)
    times: dict[str, list[float]] = {"lamp": [], "bonus": [], "mark": []}
    start(clock)
    clock.pico.run_for(1_000_000)
    for number in range(12):
        at_us = clock.pico.now_us + 431_700 + 7_130 * number
        watch.await_press(at_us, SIDES[number % 2])
        clock.pico.run_until(at_us + 150_000)
        for name, seen_us in watch.seen_us.items():
            times[name].append(seen_us - at_us)
    mark_times = times["mark" if is_panel else "lamp"]
    limit_us = 25_000 if is_panel else 8_000
    rows = [
        Row(
            f"power-up to READY (both displays lit), {displays}",
            f"{ready_us / 1e6:.2f} s",
            "<= 1.5 s",
            ready_us <= 1_500_000,
        ),
        Row(
            f"press to the other side's mark, {displays}",
            span(mark_times),
            f"<= {limit_us // 1000} ms",
            len(mark_times) == 12 and max(mark_times) <= limit_us,
        )
    ]
    if is_panel:
        rows.append(
            Row(f"press to the other side's lamp, {displays}", span(times["lamp"]), "", True)
        )
    bonus = f"press to the bonus on the presser's display, {displays}"
    rows.append(Row(bonus, span(times["bonus"]), "", True))
    return rows


class _MarkWatch:
    """Sees when lamp, bonus and mark come after a press: `seen_us`."""

    def __init__(self, clock: EmulatedClock, is_panel: bool) -> None:
        """Watch the displays and lamps of a clock."""
        self.seen_us: dict[str, float] = {}
        self._clock = clock
        self._is_panel = is_panel
        self._pressed = ""
        self._before_s = 0
        for side in SIDES:
            clock.pico.wires[clock.lamp_pin(side)].watch(self._lamp_watcher(side))
        clock.watch_displays(self._look)

    def await_press(self, at_us: float, side: str) -> None:
        """Have `side` press at `at_us`, and watch from then on."""
        self._pressed = ""
        self.seen_us = {}
        self._clock.press_at(at_us, side)
        self._clock.pico.at(at_us, lambda: self._arm(side))

    def _arm(self, side: str) -> None:
        self._pressed = side
        self._before_s = self._seconds()

    def _seconds(self) -> int:
        minutes, _, seconds = getattr(self._clock.view(), self._pressed).text.partition(":")
        return int(minutes) * 60 + int(seconds)

    def _lamp_watcher(self, side: str) -> Callable[[int], None]:
        def watcher(level: int) -> None:
            if level and self._pressed and side != self._pressed:
                self.seen_us.setdefault("lamp", self._clock.pico.now_us)

        return watcher

    def _look(self) -> None:
        if not self._pressed:
            return
        if "bonus" not in self.seen_us:
            # While digits are on their way a display may show nonsense; the bonus is 30 s.
            try:
                gained = self._seconds() - self._before_s
            except ValueError:
                return
            if 25 <= gained <= 30:
                self.seen_us["bonus"] = self._clock.pico.now_us
        if not self._is_panel or "mark" in self.seen_us:
            return
        if "running" in self._clock.icons(SIDES[1 - SIDES.index(self._pressed)]):
            self.seen_us["mark"] = self._clock.pico.now_us


def span(times_us: list[float]) -> str:
    """Return the mean and the longest of some times as text."""
    if not times_us:
        return "not seen"
    mean = sum(times_us) / len(times_us) / 1000
    most = max(times_us) / 1000
    return f"{mean:.1f} ms mean, {most:.1f} ms at most ({len(times_us)} presses)"


def small_rows() -> list[Row]:
    """Measure everything that takes one short game each."""
    return [*flag_rows(), idle_press_row(), tap_row()]


PIECES: dict[str, Callable[..., list[Row]]] = {
    "booked": booked_rows,
    "small": small_rows,
    "tick": tick_rows,
    "heap": heap_rows,
    "mark": mark_rows,
}


def measure(piece: tuple[str, ...]) -> list[Row]:
    """Measure one piece: its name in `PIECES`, and its arguments."""
    return PIECES[piece[0]](*piece[1:])


def pieces_of(displays: Iterable[str]) -> list[tuple[str, ...]]:
    """Return what there is to measure, the longest first."""
    pieces: list[tuple[str, ...]] = [("booked", "clean"), ("booked", "bouncing 2 ms"), ("small",)]
    for name in displays:
        pieces += [("tick", name), ("heap", name), ("mark", name)]
    return pieces


def markdown(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| what | emulated (+/-40 %) | budget | |", "|---|---|---|---|"]
    for row in rows:
        verdict = ("ok" if row.holds else "TOO MUCH") if row.budget else ""
        lines.append(f"| {row.what} | {row.value} | {row.budget} | {verdict} |")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the table; return 0 if every budget holds, else 1.

    Raises ImageError without an image or for an unknown display set.
    """
    parser = argparse.ArgumentParser(
        prog="benchmark", description="The firmware on an emulated Pico."
    )
    parser.add_argument("displays", nargs="*", metavar="DISPLAYS", help=", ".join(DISPLAYS))
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    options: Any = parser.parse_args(arguments)
    unknown = [name for name in options.displays if name not in DISPLAYS]
    if unknown:
        raise ImageError(f"display set {unknown[0]!r} is none of {', '.join(DISPLAYS)}")
    version = version_of(flash_of(find_image()))
    started = time.monotonic()
    rows: list[Row] = []
    with ProcessPoolExecutor(options.workers) as pool:
        for found in pool.map(measure, pieces_of(options.displays or DISPLAYS)):
            rows += found
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"MicroPython {version} on an emulated Pico; every figure is emulated (+/-40 %).\n")
    print(markdown(rows))
    print(f"\n{time.monotonic() - started:.0f} s of real time.")
    return 0 if all(row.holds for row in rows) else 1

