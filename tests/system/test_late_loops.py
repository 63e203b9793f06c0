"""Random scripts of presses and keys: the trace is the same however late the loop is (T1, T2, T6).

Every edge is at its own millisecond. What is compared: every event but the warnings (a pass stamps
those when it notices), times, counters, turn, flag and state after a quiet minute.
"""

from __future__ import annotations

import os
import random

import pytest

from host_tools.bench import Bench
from host_tools.bench.bench import side_names

pytestmark = pytest.mark.no_cover

CONTROLS = (
    "5+3",
    "0m8s+1",
    "0m20s+0m10s at-zero",
    "0m10s/2+0m20s+2",
    "5 delay 2",
    "0m9s bronstein 3",
    "0m6s byoyomi 3x4s",
    "0 canadian 5s",
    "hourglass 10s",
    "gong 3s",
    "move-timer 4s",
    "scrabble 10s",
)
LOOPS = (None, [1], [7], [1, 40, 3, 170], [90, 2])
WARNINGS = ("low-time", "countdown")
SEEDS = range(3_000 if "LONG" in os.environ else 24)


def script(rng: random.Random, board: str) -> list[tuple[int, str, bool]]:
    """Return edges: presses, bounces and keys, near each other now and then."""
    edges: list[tuple[int, str, bool]] = []
    names = ["left"] * 6 if board == "virtual_rocker" else ["left", "right"] * 4
    if board == "virtual_table":
        names = [*side_names(3), "forward", "forward", "play"]
    names += ["play", "play", "back", "forward", "plus", "minus"]
    closed = dict.fromkeys(("left", "right", *names), False)
    at = 100
    for _ in range(rng.randrange(10, 60)):
        at += rng.choice([1, 2, 5, 9, 19, 20, 21, 50, 200, 900, 1_100, 2_500, 3_100])
        name = rng.choice(names)
        closed[name] = not closed[name]
        edges.append((at, name, closed[name]))
        if name in ("back", "forward") and rng.random() < 0.7:
            at += rng.randrange(30, 700)
            closed[name] = not closed[name]
            edges.append((at, name, closed[name]))
    for name, is_closed in closed.items():
        if is_closed:
            at += 30
            edges.append((at, name, False))
    return edges


def outcome(
    seed: int, loop: list[int] | None, runtime: str = "cpython", is_table: bool = False
) -> tuple[list[str], object]:
    """Run the script of a seed; return its trace and where everything ended."""
    rng = random.Random(seed)
    board = "virtual_table" if is_table else rng.choice(["virtual", "virtual_rocker"])
    control = rng.choice(CONTROLS)
    start = rng.choice([0, 2**29 - 5_000, 2**30 - 300, rng.randrange(2**30)])
    freeze = rng.choice([None, True, False])
    edges = script(rng, board)
    with Bench(
        control=control,
        board=board,
        runtime=runtime,
        start_ticks=start,
        freeze=freeze,
        loop_ms=loop,
    ) as bench:
        begin = bench.now_ms
        bench.edges([(begin + at, name, closed) for at, name, closed in edges])
        bench.advance_ms(edges[-1][0] + 20_000 + 7)
        trace = [
            (event.at_ms - begin, event.clock, event.name, event.side, event.value)
            for event in bench.events()
            if event.name not in (*WARNINGS, "setup")
        ]
        heads = ("remaining_ms", "moves", "period", "delay_left_ms", "blocks_left", "is_flagged")
        ending = (
            bench.state,
            bench.running_side,
            bench.side_to_move,
            bench.white_side,
            bench.flag_side,
            [[bench.account(side)[head] for head in heads] for side in bench.sides],
            [(game["state"], game["running_side"]) for game in bench.games()],
        )
    # Events of one instant may be noted in another order by a later pass.
    return sorted(map(str, sorted(trace, key=str))), ending


@pytest.mark.parametrize("seed", SEEDS)
def test_a_late_loop_changes_nothing(seed: int) -> None:
    """Prompt, every millisecond, and late in three ways."""
    prompt = outcome(seed, None)
    loops = LOOPS[1:] if seed % 12 == 0 else (LOOPS[3], LOOPS[4])
    for loop in loops:
        assert outcome(seed, loop) == prompt, loop


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 3 == 0])
def test_a_late_loop_changes_nothing_on_a_table(seed: int) -> None:
    """T60: which board a key concerns does not hang on when the loop looks either."""
    prompt = outcome(seed, None, is_table=True)
    for loop in (LOOPS[3], LOOPS[4]):
        assert outcome(seed, loop, is_table=True) == prompt, loop


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 12 == 0])
def test_both_runtimes_agree_on_a_table(seed: int, micropython: str) -> None:
    """The same on MicroPython, prompt and late."""
    prompt = outcome(seed, None, is_table=True)
    for loop in (None, LOOPS[3]):
        assert outcome(seed, loop, "micropython", is_table=True) == prompt, loop


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 5 == 0])
def test_both_runtimes_agree(seed: int, micropython: str) -> None:
    """The same on MicroPython, prompt and late."""
    prompt = outcome(seed, None)
    for loop in (None, LOOPS[3]):
        assert outcome(seed, loop, "micropython") == prompt, loop


def chatter(bench: Bench, name: str, every_ms: int, ms: int) -> None:
    """Let a contact or key toggle all the time while `ms` pass; it ends open."""
    count = ms // every_ms // 2 * 2
    at = bench.now_ms
    bench.edges([(at + turn * every_ms, name, turn % 2 == 0) for turn in range(count)])
    bench.advance_ms(ms)


@pytest.mark.parametrize("displays", ["tm1637_6", "ssd1306"])
@pytest.mark.parametrize(("loop", "every_ms"), [(1, 1), (2, 1), (3, 2), (9, 4), (20, 7)])
@pytest.mark.parametrize("name", ["right", "plus"])
def test_edges_in_every_pass_starve_nobody(
    name: str, loop: int, every_ms: int, displays: str
) -> None:
    """A broken wire chatters while the other side runs: displays, host and lamps go on."""
    with Bench(control="5+0", loop_ms=[loop], displays=displays, runtime="cpython") as bench:
        bench.press("right")
        bench.advance_ms(500)
        for _ in range(10):
            chatter(bench, name, every_ms, 500)
        assert bench.remaining_ms("left") == 294_500
        shown = bench.displays().left.text
        assert shown == ("4:55" if name == "right" else "n 0"), "plus asks for the counter"
        bench._uart = ""
        bench._order(uart='{"id": 7, "cmd": "state"}\n')
        # The host has every 17th pass: two of them take the request, two to four give the answer.
        chatter(bench, name, every_ms, 120 * loop)
        assert '"ok":' in bench._uart
        at = bench.now_ms
        bench.edges([(at + 100, "play", True), (at + 160, "play", False)])
        chatter(bench, name, every_ms, 1_000)
        assert bench.state == "PAUSED"
        assert not bench.lamp("left") and not bench.lamp("right")


def test_edges_in_every_pass_allocate_nothing(micropython: str) -> None:
    """Taking turns is part of the way of a tick."""
    with Bench(control="5+0", loop_ms=[2], runtime="micropython", heap_lock=True) as bench:
        bench.press("right")
        for _ in range(6):
            bench._order(uart='{"id": 7, "cmd": "state"}\n')
            chatter(bench, "right", 1, 550)
        assert bench.displays().left.text == "4:57", "3.3 s used"


@pytest.mark.parametrize("displays", ["tm1637_6", "max7219", "ssd1306"])
def test_edges_make_no_pass_longer(displays: str) -> None:
    """What goes down the wires in one pass is the same with edges in every pass: one chunk."""
    most = []
    for name in ("", "right"):
        with Bench(control="0m12s+0", loop_ms=[3], displays=displays, runtime="cpython") as bench:
            bench.press("right")
            for _ in range(8):
                if name:
                    chatter(bench, name, 1, 1_000)
                else:
                    bench.advance_ms(1_000)
            stats = bench.stats()
            most.append((stats["most_writes"], stats["most_bus_bytes"]))
    assert max(most[0]) > 10
    assert most[1] == most[0]


@pytest.mark.parametrize("loop", [20, 90])
def test_a_slow_loop_with_tenths_still_shows_and_hears(loop: int) -> None:
    """A frame is stale in every pass of the last ten seconds: chunks and the host have turns."""
    with Bench(control="0m12s+0", loop_ms=[loop], displays="ssd1306", runtime="cpython") as bench:
        bench.press("right")
        bench.advance_ms(2_000)
        bench._uart = ""
        bench._order(uart='{"id": 7, "cmd": "state"}\n')
        bench.advance_ms(70 * loop)
        assert '"ok":false' in bench._uart
        seen = set()
        for _ in range(12):
            bench.advance_ms(3 * loop)
            seen.add(bytes(bench.pixels("left")))
        assert len(seen) > 5
