"""How a game of Triple Block lasts: power cuts while it is kept, damage, no room (T56)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from host_tools.bench import Bench
from host_tools.faults.cuts import blank_image
from tests.triple_block.days_kit import (
    CLOCK_S,
    DAY_S,
    START,
    begun_at,
    choose,
    fields,
    off_until,
    press_key,
    started,
)

COPIES = ("days_1.json", "days_2.json")


@pytest.fixture(params=["micropython", "cpython"])
def runtime(request: pytest.FixtureRequest) -> str:
    """Return each runtime in turn."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    return str(request.param)


def damage(bench: Bench, name: str) -> None:
    """Change a byte in the middle of a kept file."""
    path = bench.files / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


@pytest.mark.no_cover
def test_t56_power_cut_in_any_operation_while_a_move_is_kept(micropython: list[str]) -> None:
    """The move is there or it is not, never two, and from some operation on it stays.

    What was kept before is never lost, and the next move can be made.
    """
    before = bytearray(blank_image())
    with started("micropython", image=bytes(before)) as bench:
        bench.press("left")
        bench.advance_ms(1_500)
        first = len(bench.flash_operations)
        bench.press("right")
        bench.advance_ms(1_500)
        assert (bench.moves("left"), bench.moves("right")) == (1, 1)
        operations = bench.flash_operations[first:]
        for operation in bench.flash_operations[:first]:
            operation.apply(before)
    assert len(operations) > 4
    found = []
    for index, operation in enumerate(operations):
        for share in (0.0, 0.5):
            image = bytearray(before)
            for done in operations[:index]:
                done.apply(image)
            operation.apply(image, share)
            with Bench.started(
                runtime="micropython", image=bytes(image), rtc=fields(START + timedelta(days=2))
            ) as again:
                again.advance_ms(600)
                assert again.state == "RUNNING" and again.moves("left") == 1
                found.append(again.moves("right"))
                side = "left" if found[-1] else "right"
                assert again.running_side == side
                again.press(side)
                again.advance_ms(600)
                assert again.moves("left") + again.moves("right") == 2 + found[-1]
    assert set(found) == {0, 1} and found == sorted(found), found


def test_a_damaged_copy_is_written_anew_from_the_other(runtime: str) -> None:
    with started(runtime) as bench:
        bench.press("left")
        bench.advance_ms(500)
        for name in COPIES:
            damage(bench, name)
            bench.power_cycle()
            bench.advance_ms(600)
            assert bench.moves("left") == 1 and bench.running_side == "right"
            assert bench.console({"cmd": "check"})["memory"] == "days: a copy was damaged"
            one, two = [(bench.files / each).read_bytes() for each in COPIES]
            assert one == two
        bench.power_cycle()
        bench.advance_ms(600)
        assert bench.console({"cmd": "check"})["memory"] == ""


def test_one_copy_alone_is_enough_and_the_newer_one_counts(runtime: str) -> None:
    with started(runtime) as bench:
        old = (bench.files / COPIES[0]).read_bytes()
        bench.press("left")
        bench.advance_ms(500)
        (bench.files / COPIES[0]).write_bytes(old)
        bench.power_cycle()
        bench.advance_ms(600)
        assert bench.moves("left") == 1
        (bench.files / COPIES[1]).unlink()
        bench.power_cycle()
        bench.advance_ms(600)
        assert bench.moves("left") == 1 and (bench.files / COPIES[1]).exists()


def test_a_game_of_which_nothing_can_be_read_is_said_and_put_aside(runtime: str) -> None:
    """Until a key goes down; then the clock is one of hours. The files are not deleted."""
    with started(runtime) as bench:
        for name in COPIES:
            damage(bench, name)
        bench.power_cycle()
        bench.advance_ms(5_000)
        for side in ("left", "right"):
            assert getattr(bench.displays(), side).text == "GA Err"
        assert "days_2.json: damaged" in bench.console_text
        press_key(bench, "play")
        bench.advance_ms(1_000)
        assert bench.state == "SETUP"
        assert all((bench.files / f"{name}.bad").exists() for name in COPIES)


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"format": 2}',
        '{"format": 1, "number": 0, "zone": 0, "game": []}',
        '{"format": 1, "number": 1, "zone": 5000, "game": []}',
        '{"format": 1, "number": 1, "zone": 0, "game": [1, 2]}',
        "{",
    ],
)
def test_a_whole_file_with_nonsense_in_it_is_no_game(text: str) -> None:
    """The sum is right, what it says is not: one line says what, never a traceback."""
    import binascii

    content = text.encode()
    with started("cpython") as bench:
        for name in COPIES:
            path = bench.files / name
            path.write_bytes(str(binascii.crc32(content)).encode() + b"\n" + content)
        bench.power_cycle()
        bench.advance_ms(2_000)
        assert bench.displays().left.text == "GA Err"
        assert bench.console_text.startswith("chessclock: ")
        assert "Traceback" not in bench.console_text


def test_what_has_no_room_is_said_and_kept_later(tmp_path: Path) -> None:
    """The move stands meanwhile; when there is room again it is kept by itself."""
    with started("cpython", crashes_end=False) as bench:
        blocked = bench.files / "days_1.json.new"
        blocked.mkdir()  # no file of that name can be written
        bench.press("left")
        bench.advance_ms(500)
        assert bench.moves("left") == 1 and bench.displays().left.text == "FULL"
        assert bench.console({"cmd": "check"})["errors"] == {"journal": 1}
        bench.interrupt()
        bench.advance_ms(1_000)
        assert not bench.is_repl and bench.moves("left") == 1, "it would be lost by that"
        bench.advance_ms(11_000)
        blocked.rmdir()
        bench.advance_ms(12_000)
        bench.power_cycle()
        bench.advance_ms(600)
        assert bench.moves("left") == 1


def test_the_journal_says_what_was_done_with_the_blocks_after_it(runtime: str) -> None:
    with started(runtime) as bench:
        start = begun_at(bench)
        off_until(bench, start + timedelta(days=60))
        bench.advance_ms(100)
        bench.set_rtc(fields(start + timedelta(days=20)))
        bench.advance_ms(600)
        choose(bench, "dAtE", opens="plus")
        press_key(bench, "back", hold_ms=1_100)
        bench.press("left")
        bench.advance_ms(200)
        choose(bench, "End", opens="plus")
        rows = [line.split(",") for line in bench.console({"cmd": "days_journal"})["lines"]]
    acts = [row[2] for row in rows]
    assert acts == ["start", "power", "flag", "power", "date", "refuel", "move", "end"]
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    refuel, move = rows[5], rows[6]
    assert refuel[3] == move[3] == "left"
    assert int(refuel[4]) == CLOCK_S and int(move[4]) == CLOCK_S
    assert int(move[5]) == pytest.approx(34 * DAY_S, abs=60) and move[6] == "1"


def test_a_new_game_leaves_the_journal_of_the_one_before(runtime: str) -> None:
    with started(runtime) as bench:
        choose(bench, "End", opens="plus")
        bench.advance_ms(3_100)
        choose(bench, "AUAy", opens="plus")
        bench.advance_ms(600)
        press_key(bench, "play")
        press_key(bench, "play")
        bench.advance_ms(600)
        assert bench.state == "RUNNING"
        lines = bench.console({"cmd": "days_journal"})["lines"]
        assert [line.split(",")[2] for line in lines].count("start") == 2


def test_an_idle_minute_on_digits_allocates_nothing(micropython: list[str]) -> None:
    """T50: the pass of the loop that only reads, counts and shows."""
    with started("micropython") as bench:
        bench.advance_ms(5_000)
        bench.measure(True)
        bench.advance_ms(60_000)
        assert bench.stats()["measured_passes"] > 100
        assert bench.stats()["allocated"] == 0
    with started("micropython", displays="ssd1306") as bench:
        bench.measure(True)
        bench.advance_ms(5_000)
        assert bench.stats()["allocated"] > 0, "lines of a panel are made anew: it is measured"
