"""Hosts that send nonsense, or vanish: the game is exact, the next good request is answered."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_tools.bench import Bench

STATES = ("SETUP", "READY", "RUNNING", "PAUSED")
SIDES = ("left", "right")
# Whole requests that are harmless while the lock is closed, in whatever state.
GOOD = (
    '{"id": 1, "cmd": "state"}',
    '{"id": 2, "cmd": "subscribe", "hz": 10}',
    '{"id": 3, "cmd": "subscribe", "hz": 0}',
    '{"id": 4, "cmd": "pause"}',
    '{"id": 5, "cmd": "hello"}',
    '{"id": 6, "cmd": "resume"}',
    '{"id": 7, "cmd": "undo", "what": "press"}',
    '{"id": 8, "cmd": "set_time", "side": "left", "ms": 1}',
    '{"id": 9, "cmd": "maintenance"}',
    '{"id": 10, "cmd": "journal"}',
)

lines = st.sampled_from(GOOD)
mutated = st.builds(
    lambda line, at, put: line[: at % len(line)] + put + line[at % len(line) :],
    lines,
    st.integers(0, 80),
    st.text(st.characters(codec="ascii", exclude_characters="\x03"), max_size=4),
)
garbage = st.one_of(
    mutated,
    lines,
    st.text(st.characters(max_codepoint=0x7FF, exclude_characters="\x03"), max_size=200),
    st.integers(1, 6_000).map(lambda size: "[" * size),
    st.integers(1, 6_000).map(lambda size: "9" * size),
    lines.flatmap(lambda line: st.integers(0, len(line)).map(lambda size: line[:size])),
)
# What comes: garbage with or without an end of line, a host that reads or does not, time.
steps = st.lists(
    st.one_of(
        st.tuples(st.just("send"), garbage, st.sampled_from(("", "\n", "\r\n", "\n\n"))),
        st.tuples(st.just("listen"), st.booleans()),
        st.tuples(st.just("wait"), st.integers(0, 900)),
    ),
    min_size=1,
    max_size=12,
)


def bring(bench: Bench, state: str) -> None:
    """Bring a clock into a state; a host is there from the beginning."""
    bench.console({"cmd": "state"})
    if state != "SETUP":
        bench.console({"cmd": "program", "number": 10})
    if state in ("RUNNING", "PAUSED"):
        bench.press("right")
        bench.advance_ms(1_234)
        bench.press("left")
    if state == "PAUSED":
        bench.advance_ms(500)
        bench.key("play")
        bench.advance_ms(3_000)
    assert bench.state == state


def check(bench: Bench, state: str, before: list[int], since_ms: int) -> None:
    """Check that nothing has come of all that, and that the clock answers as ever."""
    bench.listen(True)
    bench.send("\n")
    bench.advance_ms(1_000)
    bench.send("")
    assert bench.state == state
    assert not bench.resets and not bench.contained
    if state != "SETUP":
        used = bench.now_ms - since_ms if state == "RUNNING" else 0
        times = [bench.remaining_ms(side) for side in SIDES]
        assert times == [before[0], before[1] - used]
    bench.send('{"id": 3, "cmd": "subscribe", "hz": 0}\n')
    bench.advance_ms(200)
    bench.send("")
    reply = bench.console({"cmd": "state"})
    assert reply["ok"] and reply["games"][0]["state"] == state.lower()
    assert bench.stats()["most_sent"] <= 64
    if state == "RUNNING":
        bench.press("right")
        bench.advance_ms(1)
        assert bench.moves("right") == 1


@pytest.fixture(scope="module", params=["cpython", "micropython"])
def benches(request: pytest.FixtureRequest) -> Callable[[str], Bench]:
    """Return what makes a clock in a state, on each runtime in turn; it is powered off later."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")

    def make(state: str) -> Bench:
        bench = Bench(runtime=request.param, heap_lock=request.param == "micropython")
        bring(bench, state)
        return bench

    return make


@pytest.mark.parametrize("state", STATES)
@settings(
    max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(script=steps)
def test_no_host_harms_a_game(
    benches: Callable[[str], Bench], state: str, script: list[tuple]
) -> None:
    """Garbage, half lines, mutated requests, hosts that stop to read, in any order."""
    with benches(state) as bench:
        before = [0, 0] if state == "SETUP" else [bench.remaining_ms(side) for side in SIDES]
        since = bench.now_ms
        for step in script:
            if step[0] == "send":
                bench.send(step[1] + step[2])
            elif step[0] == "listen":
                bench.listen(step[1])
            else:
                bench.advance_ms(step[1])
        check(bench, state, before, since)


@pytest.mark.parametrize("state", STATES)
def test_a_line_of_a_megabyte_is_dropped(state: str, request: pytest.FixtureRequest) -> None:
    """It is answered once, with `long` or `running`, and takes no memory in play."""
    runtime = "micropython" if state == "RUNNING" else "cpython"
    if state == "RUNNING":
        request.getfixturevalue("micropython")
    with Bench(runtime=runtime, heap_lock=state == "RUNNING") as bench:
        bring(bench, state)
        before = [0, 0] if state == "SETUP" else [bench.remaining_ms(side) for side in SIDES]
        since = bench.now_ms
        for _ in range(20):
            bench.send("x" * 50_000)
            bench.advance_ms(50)
        bench.send("")
        got = bench.send("\n")
        bench.advance_ms(100)
        (line,) = (got + bench.send("")).splitlines()
        assert json.loads(line)["code"] == ("running" if state == "RUNNING" else "long")
        check(bench, state, before, since)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("where", ["request", "reply", "event"])
def test_a_host_that_vanishes_leaves_nothing_behind(
    benches: Callable[[str], Bench], state: str, where: str
) -> None:
    """In the middle of its request, of a reply, of an event; another one comes later."""
    with benches(state) as bench:
        before = [0, 0] if state == "SETUP" else [bench.remaining_ms(side) for side in SIDES]
        since = bench.now_ms
        if where == "request":
            bench.send('{"id": 1, "cmd": "sta')
        elif where == "reply":
            bench.listen(False)
            bench.send('{"id": 1, "cmd": "state"}\n')
        else:
            bench.send('{"id": 1, "cmd": "subscribe", "hz": 10}\n')
            bench.advance_ms(350)
            bench.listen(False)
        bench.advance_ms(2_000)
        check(bench, state, before, since)


def test_noise_of_a_line_at_full_speed_all_game_long(micropython: list[str]) -> None:
    """115 200 baud of binary noise, broken into random lines, for 20 s of play."""
    choice = random.Random(9)
    with Bench("5+0", runtime="micropython", heap_lock=True) as bench:
        bench.press("right")
        for second in range(20):
            noise = (chr(choice.choice((0, 9, 10, 13, 34, 123, 200, 500))) for _ in range(9_000))
            bench.send("".join(noise))
            bench.advance_ms(1_000)
            if second % 7 == 3:
                bench.press(SIDES[bench.moves("left") > bench.moves("right")])
        used = 300_000 - bench.remaining_ms("left") + 300_000 - bench.remaining_ms("right")
        assert used == 20_000 and bench.state == "RUNNING"
        bench.send("\n")
        bench.advance_ms(1_000)
        bench.send("")
        assert bench.console({"cmd": "state"})["ok"]
