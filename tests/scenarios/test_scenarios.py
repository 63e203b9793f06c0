"""Every scenario on both runtimes; traces equal what the file expects, and each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from host_tools.bench.scenario import Scenario, ScenarioError, accept, read_scenario, run_scenario

FILES = sorted(Path(__file__).parent.glob("*.scn"))
LOOPS = ([13], [1, 40, 3, 170])
# Lines on the console are read by a pass, so their replies depend on the loop.
ANY_LOOP = [path for path in FILES if "console" not in path.read_text(encoding="utf-8")]
WARNINGS = (" low-time ", " countdown ", " show ", " reply ")


def without_warnings(trace: list[str]) -> list[str]:
    """Drop what is stamped by the pass that noticed it, and what stood on a display just then."""
    return [line for line in trace if not any(word in line for word in WARNINGS)]


def test_there_are_scenarios() -> None:
    """The folder was found."""
    assert len(FILES) > 20


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_on_cpython(path: Path) -> None:
    """The trace is what the file expects, a minute of silence included."""
    scenario = read_scenario(path)
    assert scenario.expected, "a scenario expects something"
    assert run_scenario(scenario, "cpython") == scenario.expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_on_micropython_with_a_locked_heap(path: Path, micropython: str) -> None:
    """The same trace on MicroPython, where a byte allocated while a side runs is an error."""
    scenario = read_scenario(path)
    assert run_scenario(scenario, "micropython", heap_lock=True) == scenario.expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_as_shipped(path: Path, micropython: str, compiled_firmware: Path) -> None:
    """The same trace from the compiled firmware (ring 3)."""
    scenario = read_scenario(path)
    assert run_scenario(scenario, "micropython", firmware=compiled_firmware) == scenario.expected


@pytest.mark.no_cover
@pytest.mark.parametrize("loop", LOOPS, ids=str)
@pytest.mark.parametrize("path", ANY_LOOP, ids=lambda path: path.stem)
def test_a_late_loop_changes_nothing(path: Path, loop: list[int]) -> None:
    """T1, T2: presses, flags, times and counters are the same however late the passes are."""
    scenario = read_scenario(path)
    late = replace(scenario, loop_ms=loop)
    late_trace = reorder(without_warnings(run_scenario(late, "cpython")))
    assert late_trace == reorder(without_warnings(scenario.expected))


def reorder(trace: list[str]) -> list[str]:
    """Sort by instant: a late pass notes an idle press behind what it found earlier."""
    return sorted(trace, key=lambda line: (float(line.split()[0]), line))


def test_a_wrong_expectation_is_found(tmp_path: Path) -> None:
    """The comparison can fail: a trace with one changed number is not equal."""
    path = FILES[0]
    scenario = read_scenario(path)
    trace = run_scenario(scenario, "cpython")
    assert trace != [*scenario.expected[:-1], scenario.expected[-1].replace("304000", "304001")]


def test_accept_writes_what_read_gives_back(tmp_path: Path) -> None:
    """`--accept` keeps the steps and replaces the trace."""
    path = tmp_path / "one.scn"
    path.write_text("# a story\ncontrol 5+0\n0.000 press right\n> wrong\n", encoding="utf-8")
    trace = run_scenario(read_scenario(path), "cpython")
    accept(path, trace)
    again = read_scenario(path)
    assert again.expected == trace
    assert [step.verb for step in again.steps] == ["press"]
    assert path.read_text(encoding="utf-8").startswith("# a story\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.0 jump left\n", "1: a verb is needed"),
        ("0.0 press up\n", "1: press needs left or right"),
        ("0.0 press left twice\n", "1: 'twice' is not understood"),
        ("0.0 press left bounce x\n", "1: 'bounce x' is not understood"),
        ("0.0 press left hold 1,2\n", "1: 'hold 1,2' is not understood"),
        ("0.0 press left hold 1 hold 2\n", "1: 'hold 1 hold 2' is not understood"),
        ("0.0 key play hold 1,2\n", "1: 'hold 1,2' is not understood"),
        ("1.0 press left\n0.5 press left\n", "2: 0.5 is before the step above"),
        ("x1.0 press left\n", "1: 'x1.0 press left' is not understood"),
        ("1.2345 press left\n", "1: '1.2345' is not a time in seconds"),
        ("0.0 key up\n", "1: key needs one of back, minus, play, plus, forward"),
        ("0.0 stall soon\n", "1: stall needs a number of ms"),
        ("0.0 display left away\n", "1: display needs on or off"),
        ("0.0 show all\n", "1: show takes nothing after it"),
        ("0.0 console\n", "1: console needs a line"),
        ("0.0 power off\n", "1: power needs a number of ms"),
        ("0.0 rtc 2026-02-29 10:20:30\n", "1: rtc needs lost, or a date and a time"),
        ("rtc soon\n", "1: 'rtc soon' is not understood"),
        ("0.0 hold left 5\n", "1: '5' is not understood"),
        ("0.0 wait\nloop 5\n", "2: 'loop' must stand before the first step"),
        ("loop 0\n", "1: 'loop 0' is not understood"),
        ("freeze maybe\n", "1: 'freeze maybe' is not understood"),
        ("held foot\n", "1: 'held foot' is not understood"),
    ],
)
def test_a_bad_line_is_named(text: str, message: str, tmp_path: Path) -> None:
    """One line that says file, line and reason."""
    path = tmp_path / "bad.scn"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        read_scenario(path)
    assert f"{path}:{message}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_step_that_takes_time_must_have_it(tmp_path: Path) -> None:
    """A key is held in virtual time; the next step cannot lie inside."""
    path = tmp_path / "bad.scn"
    path.write_text("0.0 key play hold 500\n0.2 press left\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="2: the step before took until 525 ms") as caught:
        run_scenario(read_scenario(path), "cpython")
    assert str(caught.value).startswith(f"{path}:2: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.0 press left bounce 3,1\n", "must be rising offsets"),
        ("0.0 press left\n0.01 press left\n", "the left plunger is still down"),
    ],
)
def test_what_the_bench_refuses_is_said_with_its_line(
    text: str, message: str, tmp_path: Path
) -> None:
    """One line with file and line, also for what only the run can find."""
    path = tmp_path / "bad.scn"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError, match=message) as caught:
        run_scenario(read_scenario(path), "cpython")
    assert str(caught.value).startswith(f"{path}:{text.count(chr(10))}: ")


def test_the_defaults_of_a_scenario() -> None:
    """A scenario without settings starts in SETUP, near the wrap of the tick counter."""
    assert Scenario("x").control is None
    assert Scenario("x").start_ticks == 2**29 - 1000
