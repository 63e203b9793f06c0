"""The bench keeps its word: it measures what it says, and it can fail."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from clockcore.period import ControlError
from clockcore.presets import preset

from host_tools.bench import Bench, BenchError, FirmwareError, read_display
from host_tools.bench.child_process import FIRMWARE, choose_runtime, load_board
from host_tools.bench.live import LiveBench


def play(bench: Bench) -> list[str]:
    """Play a little and return everything that came of it."""
    bench.press("right")
    for think in (1234, 777, 15_001, 99):
        bench.advance_ms(think)
        bench.press(bench.running_side or "left", bounce_ms=[0, 1, 4])
    bench.advance_ms(2_000)
    return [*map(str, bench.events()), str(bench.displays()), str(bench.stats())]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_two_runs_are_equal(runtime: str, request: pytest.FixtureRequest) -> None:
    """Virtual time is deterministic."""
    if runtime == "micropython":
        request.getfixturevalue("micropython")
    runs = []
    for _ in range(2):
        with Bench(control="5+3", runtime=runtime) as bench:
            runs.append(play(bench))
    assert runs[0] == runs[1]


def test_both_runtimes_say_the_same(micropython: str) -> None:
    """The same script gives the same trace, displays and counters."""
    runs = []
    for runtime in ("cpython", "micropython"):
        with Bench(control="5+3", runtime=runtime) as bench:
            runs.append(play(bench))
    assert runs[0] == runs[1]


def test_the_example_of_the_readme(micropython: str) -> None:
    """What the README shows is true."""
    with Bench(control="90/40+30+30", board="virtual", runtime="micropython") as bench:
        bench.press("right")
        bench.advance_ms(10_000)
        bench.press("left", bounce_ms=[0, 2, 5])
        assert bench.remaining_ms("left") == 90 * 60_000 + 30_000 - 10_000 + 30_000
        assert bench.running_side == "right"
        assert bench.moves("left") == 1
        assert bench.displays().right.text == "1:30:30"


def test_reading_changes_nothing() -> None:
    """Looking at a running clock at every millisecond leaves it as it would have been."""
    results = []
    for steps in (1, 500):
        with Bench(control="0m10s+2", runtime="cpython") as bench:
            bench.press("right")
            for _ in range(steps):
                bench.advance_ms(500 // steps)
                bench.remaining_ms("left")
                bench.displays()
            bench.press("left")
            bench.advance_ms(300)
            results.append((bench.remaining_ms("left"), bench.remaining_ms("right")))
    assert results[0] == results[1] == (13_500, 11_700)


WASTE = (
    ("clockcore/game.py", '"""Settle to `now`, let flags fall, leave warnings behind."""\n', 8),
    ("clockcore/game.py", '"""Run `side` first: it is White, whatever was preset (T5)."""\n', 8),
    ("hal/contact_input.py", "    def _edge(self, pin) -> None:\n", 8),
    ("hal/display_pair.py", '"""Send a chunk of a display; return whether there was one."""\n', 8),
)


def wasteful_firmware(folder: Path, module: str, marker: str, indent: int) -> Path:
    """Return a copy of the firmware that makes one list where the marker stands."""
    broken = folder / "firmware"
    shutil.copytree(FIRMWARE, broken)
    path = broken / module
    source = path.read_text(encoding="utf-8")
    assert source.count(marker) == 1
    path.write_text(source.replace(marker, f"{marker}{' ' * indent}[self]\n"), encoding="utf-8")
    return broken


@pytest.mark.parametrize(("module", "marker", "indent"), WASTE, ids=lambda value: str(value)[:30])
def test_a_locked_heap_finds_one_allocation(
    module: str, marker: str, indent: int, micropython: str, tmp_path: Path
) -> None:
    """The check can fail: a list in a tick, a starting press, an interrupt, a display chunk."""
    broken = wasteful_firmware(tmp_path, module, marker, indent)
    with Bench(control="5+3", runtime="micropython", firmware=broken) as bench:
        play(bench)
    with (
        pytest.raises(FirmwareError, match="MemoryError"),
        Bench(control="5+3", runtime="micropython", firmware=broken, heap_lock=True) as bench,
    ):
        play(bench)


@pytest.mark.parametrize(("module", "marker", "indent"), WASTE, ids=lambda value: str(value)[:30])
def test_a_measured_allocation_is_counted(
    module: str, marker: str, indent: int, micropython: str, tmp_path: Path
) -> None:
    """The byte counter can count: the same wasteful firmware shows more than nothing."""
    used = []
    for firmware in (FIRMWARE, wasteful_firmware(tmp_path, module, marker, indent)):
        with Bench(control="5+3", runtime="micropython", firmware=firmware) as bench:
            bench.measure(True)
            play(bench)
            used.append(bench.stats()["allocated"])
    assert used[0] == 0
    assert used[1] > 0


def test_an_error_of_the_firmware_carries_its_traceback(tmp_path: Path) -> None:
    """A crash in the child is a FirmwareError with the place where it happened."""
    broken = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, broken)
    (broken / "main.py").write_text("raise RuntimeError('smoke')\n", encoding="utf-8")
    with pytest.raises(FirmwareError, match="RuntimeError: smoke"):
        Bench(runtime="cpython", firmware=broken)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda bench: bench.press("up"), "side 'up' is unknown"),
        (lambda bench: bench.key("enter"), "key 'enter' is unknown"),
        (lambda bench: bench.advance_ms(-1), "ms -1 is outside 0 to"),
        (lambda bench: bench.press("left", bounce_ms=[3, 1]), "must be rising offsets"),
        (lambda bench: bench.press("left", bounce_ms=[0.5]), "bounce_ms 0.5 is not a whole"),
        (lambda bench: bench.press("left", bounce_ms=5), "bounce_ms 5 is not a list"),
        (lambda bench: bench.press("left", hold_ms=-50), "hold_ms -50 is outside 0 to"),
        (lambda bench: bench.key("play", hold_ms=-5), "hold_ms -5 is outside 0 to"),
        (lambda bench: bench.advance_ms(1.5), "ms 1.5 is not a whole number"),
        (lambda bench: bench.advance_ms(10**12), "ms 1000000000000 is outside 0 to"),
        (lambda bench: bench.stall_ms(-5), "ms -5 is outside 1 to"),
        (lambda bench: bench.edges([(0, "nose", True)]), "'nose' is neither a contact nor a key"),
        (lambda bench: (bench.advance_ms(9), bench.edges([(3, "left", True)])), "at 3 is outside"),
        (lambda bench: bench.console([1]), "a command is a dict"),
        (lambda bench: (bench.close(), bench.press("left")), "the bench is closed"),
        (lambda bench: bench.at_ms(-5, print), "at -5 is outside 0 to"),
        (lambda bench: (bench.press("left"), bench.press("left")), "plunger is still down"),
        (lambda bench: bench.remaining_ms("up"), "side 'up' is unknown"),
    ],
)
def test_a_wrong_call_says_so(call: object, message: str) -> None:
    """Every mistake of a test's author is named."""
    with Bench(control="5+3", runtime="cpython") as bench, pytest.raises(BenchError) as caught:
        call(bench)  # type: ignore[operator]
    assert message in str(caught.value)


def test_what_cannot_be_started_says_why() -> None:
    """Unknown board, runtime, control and preset."""
    for board in ("nowhere", "../boards/virtual", ""):
        with pytest.raises(BenchError, match=f"board '{board}' is unknown: esp32_devkit, "):
            Bench(board=board)
    for loop in ([0], [-5], [1.5], 5):
        with pytest.raises(BenchError, match="loop_ms"):
            Bench(runtime="cpython", loop_ms=loop)
    for control in (5.5, [1], True):
        with pytest.raises(BenchError, match="is no text, preset number or TimeControl"):
            Bench(control=control, runtime="cpython")
    with pytest.raises(BenchError, match="'nose' is neither a contact nor a key"):
        Bench(runtime="cpython", held_at_boot=["nose"])
    with pytest.raises(BenchError, match="runtime 'perl' is unknown"):
        choose_runtime("perl")
    with pytest.raises(ControlError):
        Bench(control="no such thing", runtime="cpython")
    with pytest.raises(ControlError, match="preset 0 is outside 1 to"):
        Bench(control=0, runtime="cpython")


def test_actions_are_called_at_their_time() -> None:
    """`at_ms` runs inside `advance_ms`, in order."""
    with Bench(control="5+3", runtime="cpython") as bench:
        seen: list[tuple[str, int]] = []
        bench.at_ms(3_000, lambda: seen.append(("second", bench.now_ms)))
        bench.at_ms(1_000, lambda: bench.press("right"))
        bench.at_ms(1_500, lambda: seen.append(("first", bench.now_ms)))
        bench.advance_ms(4_000)
        assert seen == [("first", 1_500), ("second", 3_000)]
        assert bench.remaining_ms("left") == 303_000 - 3_000


def test_a_control_object_and_a_preset_are_controls() -> None:
    """`control` takes a text, a number or a TimeControl."""
    for control in ("3+2", 10, preset(10)):
        with Bench(control=control, runtime="cpython") as bench:
            assert bench.state == "READY"
            assert bench.displays().left.text == "3:02"


@pytest.mark.parametrize("board", ["virtual", "virtual_rocker"])
def test_a_board_definition_is_constants(board: str) -> None:
    """The bench reads a board as data."""
    assert board == load_board(board).NAME


@pytest.mark.parametrize(
    ("cells", "text", "note", "marks"),
    [
        ("   5.00", "5:00", "", set()),
        (" 1.30.00.", "1:30:00", "", {"white"}),
        ("  0.10.0", "0:10.0", "", set()),
        ("12.00.00", "12:00:00", "", set()),
        ("F 0.00.0", "0:00.0", "", {"flag"}),
        ("1.2.00.00", "12:00:00", "", {"flag"}),
        ("5d 9.58", "9:58", "5d", set()),
        ("3b 0.30.", "0:30", "3b", {"white"}),
        ("  -0.05", "-0:05", "", set()),
        ("12d 03", "12d 03", "", set()),
        ("n   23", "n 23", "", set()),
        ("LEUEr ", "LEUEr", "", set()),
        ("Fr oFF", "Fr oFF", "", set()),
        ("  1h30", "1h30", "", set()),
    ],
)
def test_a_display_is_read_as_a_person_reads_it(
    cells: str, text: str, note: str, marks: set[str]
) -> None:
    """Segments to text, note and marks."""
    from drivers.seven_segment import DOT, SEGMENTS

    segments: list[int] = []
    for character in cells:
        if character == ".":
            segments[-1] |= DOT
        else:
            segments.append(SEGMENTS[ord(character)])
    view = read_display(segments, False)
    assert (view.text, view.note, set(view.marks)) == (text, note, marks)


def test_live_time_runs_with_real_time() -> None:
    """`LiveBench` grants as much virtual time as real time has passed, times the speed."""
    clock = LiveBench(runtime="cpython", speed=10)
    try:
        assert clock.console({"cmd": "program", "number": 10})["ok"]
        clock.contact("right", True)
        clock.contact("right", False)
        assert clock.snapshot()["state"] == "RUNNING"
        before = clock.snapshot()["time_ms"]
        clock._last -= 0.5
        clock.advance()
        passed = clock.snapshot()["time_ms"] - before
        assert 5_000 <= passed < 25_000
        assert clock.console({"cmd": "program", "number": 1})["ok"] is False
        with pytest.raises(BenchError, match="speed 7 is unknown"):
            clock.set_speed(7)
        snapshot = clock.snapshot()
        assert set(snapshot["segments"]) == {"left", "right"}
        assert len(snapshot["segments"]["left"]) == 6
        assert "CPython" in clock.runtime_name
    finally:
        clock.close()


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_the_clock_is_read_once_a_pass(runtime: str, request: pytest.FixtureRequest) -> None:
    """One clock read a tick, whatever happens in it (interrupts stamp their own edges)."""
    if runtime == "micropython":
        request.getfixturevalue("micropython")
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.measure(True)
        play(bench)
        bench.key("play")
        bench.console({"cmd": "hello"})
        stats = bench.stats()
        assert stats["clock_reads"] == stats["measured_passes"] > 20


def test_an_overrun_is_counted() -> None:
    """A pass more than 5 ms late is an overrun; 5 ms late is not; the longest is kept."""
    for stall, overruns in ((5, 0), (6, 1), (90, 1)):
        with Bench(control="5+0", runtime="cpython") as bench:
            bench.press("right")
            bench.advance_ms(100)
            bench.stall_ms(900 - 100 + stall)  # a mark is due 900 ms after the start
            bench.advance_ms(3_000)
            assert bench.stats()["overruns"] == overruns
            assert bench.stats()["longest_ms"] == stall


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_with_pass_lengths_every_pass_takes_its_own(
    runtime: str, request: pytest.FixtureRequest
) -> None:
    """Busy or idle: 5, 40 and 5 ms in turn are 30 passes in 500 ms, and none does two jobs."""
    if runtime == "micropython":
        request.getfixturevalue("micropython")
    loop = [5, 40, 5]
    heap_lock = runtime == "micropython"
    with Bench(control="5+3", runtime=runtime, loop_ms=loop, heap_lock=heap_lock) as bench:
        bench.advance_ms(500)
        for side in ("right", "left", "right", "left"):
            bench.press(side)
            before = bench.stats()["passes"]
            bench.advance_ms(500)
            assert bench.stats()["passes"] - before == 30
            bench.advance_ms(500)
    with Bench(control="5+3", runtime=runtime, loop_ms=[100], heap_lock=heap_lock) as bench:
        bench.advance_ms(3_000)  # what answered the host has been given back
        bench.press("right")
        bench.advance_ms(199)
        assert bench.lamp("left"), "the pass that ticks"
        late = bench.stats()["overruns"]
        bench.advance_ms(300)
        assert bench.stats()["overruns"] > late, "a frame and a chunk, each 100 ms late"


def test_a_six_hour_game_is_quick(micropython: str) -> None:
    """Discrete-event time: passes come when something changes, about one a second."""
    with Bench(control="100/40+50/20+15+30", runtime="micropython") as bench:
        bench.press("right")
        side = "left"
        for _ in range(180):
            bench.advance_ms(120_000)
            bench.press(side)
            side = "right" if side == "left" else "left"
        assert bench.now_ms == 6 * 3600 * 1000
        # Some five a second: tick, frame, chunk, a mark, nothing.
        assert bench.stats()["passes"] < 125_000
