"""Faults in their short form, and what a person sees when the power comes back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from host_tools.bench import Bench
from host_tools.bench.child_process import FIRMWARE
from host_tools.bench.flash_image import FlashOperation
from host_tools.faults.campaign import FAULTS, Fault, table
from host_tools.faults.cuts import STATES, LostError, Truth, error_ms, truths_behind
from host_tools.faults.disturbances import Outcome

pytestmark = pytest.mark.no_cover

SHORT = [fault for fault in FAULTS if fault.few]
RUNNING = Truth("RUNNING", 0, 2, ((60_000, 3, 1), (50_000, 3, 1)))


@pytest.mark.parametrize("fault", SHORT, ids=[fault.name for fault in SHORT])
def test_a_fault_is_survived(fault: Fault, micropython: list[str]) -> None:
    outcome = fault.run(fault.few)
    assert outcome.tries >= fault.few and outcome.survived == outcome.tries, outcome


@pytest.mark.parametrize("pauses", [False, True])
@pytest.mark.parametrize("runtime", [None, "cpython"])
def test_the_power_goes_in_the_middle_of_a_game(pauses: bool, runtime: str | None) -> None:
    """Times at most 1 s off, counters right, paused; the cause by turns until a key."""
    with Bench("90/40+30+30", runtime=runtime) as bench:
        bench.press("right")
        for number in range(9):
            bench.advance_ms(2_300)
            bench.press("right" if number % 2 else "left")
            if pauses and number == 4:
                bench.advance_ms(300)
                bench.key("play")
                bench.advance_ms(50)
                bench.key("play")
        bench.advance_ms(5_650)
        times = {side: bench.remaining_ms(side) for side in ("left", "right")}
        bench.power_cycle()
        assert bench.state == "PAUSED" and bench.side_to_move == "right"
        assert (bench.moves("left"), bench.moves("right")) == (5, 4)
        assert bench.remaining_ms("left") == times["left"]
        assert 0 <= bench.remaining_ms("right") - times["right"] <= 1_000
        seen = set()
        for _ in range(6):
            bench.advance_ms(1_000)
            seen.add(bench.displays().left.text)
        assert "PoUEr" in seen and len(seen) > 1
        bench.key("play")
        bench.advance_ms(2_500)
        assert bench.running_side == "right" and bench.displays().left.text != "PoUEr"


def test_an_error_in_the_core_stops_the_game_where_it_was(tmp_path: Path) -> None:
    """The last instant is recorded before the reset: not a millisecond is lost."""
    firmware = broken_core(tmp_path)
    with Bench("5+3", firmware=firmware, crashes_end=False) as bench:
        bench.press("right")
        bench.advance_ms(2_000)
        bench.press("left")
        bench.advance_ms(8_000)
        assert bench.state == "PAUSED" and len(bench.resets) == 1
        assert bench.remaining_ms("left") == 303_000 - 2_000 + 3_000
        left = bench.remaining_ms("right")
        assert 303_000 - 6_010 <= left <= 303_000 - 5_000, "as of the pass that failed"
        seen = {bench.displays().left.text}
        bench.advance_ms(2_048)
        seen.add(bench.displays().left.text)
        assert "Error" in seen
        bench.key("play")
        assert bench.state == "RUNNING" and bench.running_side == "right"


def broken_core(folder: Path) -> Path:
    """Return a copy of the firmware whose core fails 5 s into the second turn."""
    copy = folder / "firmware"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    path = copy / "clockcore/game.py"
    source = path.read_text()
    place = '        """Settle to `now`, let flags fall, leave warnings behind."""\n'
    assert place in source
    path.write_text(
        source.replace(
            place,
            place
            + "        if self.state == 2 and 4_990 < self.accounts[1].turn_used_ms < 5_010:\n"
            + "            raise ValueError('broken')\n",
        )
    )
    return copy


@pytest.mark.parametrize(
    ("found", "off"),
    [
        (Truth("PAUSED", 0, 2, ((60_000, 3, 1), (50_000, 3, 1))), 0),
        (Truth("PAUSED", 0, 2, ((61_000, 3, 1), (50_000, 3, 1))), 1_000),
        (Truth("PAUSED", 0, 2, ((61_001, 3, 1), (50_000, 3, 1))), None),
        (Truth("PAUSED", 0, 2, ((59_999, 3, 1), (50_000, 3, 1))), None),
        (Truth("PAUSED", 1, 2, ((60_000, 3, 1), (50_000, 3, 1))), None),
        (Truth("PAUSED", 0, 0, ((60_000, 3, 1), (50_000, 3, 1))), None),
        (Truth("PAUSED", 0, 2, ((60_000, 4, 1), (50_000, 3, 1))), None),
        (Truth("PAUSED", 0, 2, ((60_000, 3, 1), (50_000, 3, 2))), None),
        (Truth("SETUP", 0, 2, ((60_000, 3, 1), (50_000, 3, 1))), None),
        (Truth("RUNNING", 0, 2, ((60_000, 3, 1), (50_000, 3, 1))), None),
    ],
)
def test_what_came_back_is_judged(found: Truth, off: int | None) -> None:
    if off is None:
        with pytest.raises(LostError):
            error_ms(found, RUNNING)
    else:
        assert error_ms(found, RUNNING) == off


def operation(at_ms: int, state: str, left_ms: int, moves: int) -> FlashOperation:
    """Return an operation of a game in which Left has `left_ms` and has made so many moves."""
    sides = [[left_ms, moves, 1], [50_000, 3, 1]]
    return FlashOperation(at_ms, 0, b"x", [STATES.index(state), 0, 2, sides])


def test_behind_an_operation_nothing_that_it_wrote_may_be_missing() -> None:
    """But what an arbiter has changed within 400 ms; never a press, and nothing that ran."""
    played = [operation(900, "RUNNING", 60_000, 2), operation(1_000, "RUNNING", 60_000, 3)]
    (truth,) = truths_behind(played, 1, 1_150)
    assert (truth.state, truth.sides[0]) == ("RUNNING", (59_850, 3, 1))
    changed = [
        operation(900, "RUNNING", 60_100, 3),
        operation(1_000, "PAUSED", 60_000, 3),
        operation(1_500, "ADJUST", 60_000, 3),
        operation(1_600, "PAUSED", 180_000, 3),
    ]
    for at_ms, possible in ((1_650, [180_000, 60_000]), (1_901, [180_000])):
        assert [one.sides[0][0] for one in truths_behind(changed, 3, at_ms)] == possible
    assert [one.state for one in truths_behind(changed, 1, 1_100)] == ["PAUSED"]


def test_the_table_has_a_command_a_row() -> None:
    rows = table([(fault, Outcome(2, 1, 3)) for fault in FAULTS]).splitlines()
    assert len(rows) == len(FAULTS) + 2
    assert all(f"--only {fault.name}`" in row for fault, row in zip(FAULTS, rows[2:], strict=True))


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("wait_ms", [0, 300, 1_100, 6_000])
def test_a_game_begun_at_the_first_power_up_ever_is_not_lost(late: bool, wait_ms: int) -> None:
    """There are no blocks yet: the first ones are made before a side may run."""
    with Bench(control="5+3", has_journal=False) as bench:
        bench.advance_ms(wait_ms)
        bench.press("right")
        bench.advance_ms(4_000)
        bench.press("left")
        bench.advance_ms(60_000)
        bench.press("right")
        bench.advance_ms(3_000)
        bench.key("play")
        bench.advance_ms(6_000)
        if late:
            bench.key("play")
            bench.advance_ms(2_000)
            bench.press("left")
            bench.advance_ms(4_500)
        before = [(bench.remaining_ms(side), bench.moves(side)) for side in ("left", "right")]
        bench.power_cycle()
        assert bench.state == "PAUSED"
        for side, (ms, moves) in zip(("left", "right"), before, strict=True):
            assert bench.moves(side) == moves
            assert 0 <= bench.remaining_ms(side) - ms <= 1_000
        assert bench.console({"cmd": "check"})["kept_game"] == "restored"


def test_a_journal_that_is_gone_is_said(tmp_path: Path) -> None:
    """The game stands as it was kept whole, but nobody is told that this is how it stood."""
    with Bench(control="5+3") as bench:
        bench.press("right")
        bench.advance_ms(4_000)
        bench.key("play")
        bench.advance_ms(3_000)
        shutil.rmtree(bench.files / "journal")
        bench.power_cycle()
        seen = set()
        for _ in range(6):
            bench.advance_ms(1_000)
            seen.add(bench.displays().left.text)
        assert "GA Err" in seen, seen
        assert "by hand" in bench.console({"cmd": "check"})["kept_game"]


def test_a_clock_that_cannot_record_says_so_and_keeps_a_pause() -> None:
    """Without a folder for the journal: FULL, and every pause is kept whole."""
    with Bench(control="5+3", has_journal=False) as bench:
        if (bench.files / "journal").exists():
            shutil.rmtree(bench.files / "journal")
        (bench.files / "journal").write_bytes(b"")
        bench.power_cycle()
        bench.console({"cmd": "program", "number": 10})
        bench.advance_ms(3_000)
        bench.press("right")
        bench.advance_ms(4_000)
        bench.press("left")
        bench.advance_ms(1_000)
        bench.key("play")
        bench.advance_ms(500)
        before = [(bench.remaining_ms(side), bench.moves(side)) for side in ("left", "right")]
        seen = set()
        for _ in range(6):
            bench.advance_ms(1_000)
            seen.add(bench.displays().left.text)
        assert "FULL" in seen, seen
        bench.power_cycle()
        assert bench.state == "PAUSED"
        after = [(bench.remaining_ms(side), bench.moves(side)) for side in ("left", "right")]
        assert after == before
        assert "not recorded" in bench.console({"cmd": "check"})["kept_game"]
