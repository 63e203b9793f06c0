"""`chessclock fetch`, `export`, `import`, `sync-time`, `days`, on virtual clocks and a socket."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.bench.line_server import LineServer
from host_tools.console import Clock, GoneError
from host_tools.journal import BLOCK_SIZE, read_journal
from tests.triple_block.days_kit import START, begin, fields


def run(*words: str, status: int = 0) -> str:
    """Run the command; return what it says on standard output, or the one line of an error."""
    done = subprocess.run(
        [Path(sys.executable).with_name("chessclock"), *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    if not status:
        return done.stdout
    assert len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr, done.stderr
    return done.stderr.strip()


def blocks_in(content: bytes) -> list[bytes]:
    """Return the blocks of a journal that is one file."""
    return [content[at : at + BLOCK_SIZE] for at in range(0, len(content), BLOCK_SIZE)]


@pytest.fixture
def server() -> Iterator[LineServer]:
    """Return a clock on which two moves were played; it stands."""
    with LineServer(control="3+2") as one:
        for name in ("right", "left"):
            with one.bench() as bench:
                bench.press(name)
            time.sleep(0.2)
        with one.bench() as bench:
            bench.key("play")
        time.sleep(0.1)
        yield one


@pytest.fixture
def empty() -> Iterator[LineServer]:
    """Return a clock without a game."""
    with LineServer() as one:
        yield one


def test_no_record_of_a_journal_is_lost_by_a_new_one(
    server: LineServer, empty: LineServer, tmp_path: Path
) -> None:
    """One clock's journal was written over another's, without a word."""
    target = tmp_path / "board.journal"
    run("fetch", "-o", str(target), "--port", server.url)
    before = target.read_bytes()
    with server.bench() as bench:
        bench.key("play")
        bench.advance_ms(500)
        bench.key("play")
        bench.advance_ms(2_000)
    run("fetch", "-o", str(target), "--port", server.url)
    after = target.read_bytes()
    counts = [len(read_journal(blocks_in(content)).entries) for content in (before, after)]
    assert counts[0] < counts[1] and list(tmp_path.iterdir()) == [target]
    said = run("fetch", "-o", str(target), "--port", f"other={empty.url}")
    kept = tmp_path / "board-2.journal"
    assert said.strip().endswith(f"that was there, with other records, is {kept} now")
    assert kept.read_bytes() == after != target.read_bytes()


def test_a_journal_is_fetched(server: LineServer, tmp_path: Path) -> None:
    target = tmp_path / "board.journal"
    assert "163840 bytes" in run("fetch", "-o", str(target), "--port", server.url)
    content = target.read_bytes()
    blocks = [content[start : start + BLOCK_SIZE] for start in range(0, len(content), BLOCK_SIZE)]
    journal = read_journal(blocks)
    assert len(journal.entries) > 5 and not journal.problems
    assert [path.name for path in tmp_path.iterdir()] == ["board.journal"]


def test_games_go_from_one_clock_to_another(
    server: LineServer, empty: LineServer, tmp_path: Path
) -> None:
    target = tmp_path / "board.json"
    run("export", "-o", str(target), "--port", server.url)
    with Clock(server.url) as clock:
        before = clock.ask("state")["games"]
    said = run("import", str(target), "--port", f"b={empty.url}")
    assert said.startswith("b: paused, left 3:0") and "moves 1 and 0, right to move" in said
    with Clock(empty.url) as clock:
        assert clock.ask("state")["games"] == before
    said = run("import", str(target), "--port", empty.url, status=1)
    assert said.endswith("import: a game is on this clock: end it and put it away first")


def test_of_several_clocks_a_folder_is_written(
    server: LineServer, empty: LineServer, tmp_path: Path
) -> None:
    folder = tmp_path / "journals"
    clocks = ("--port", f"a={server.url}", "--port", f"b={empty.url}")
    said = run("fetch", "-o", str(folder), *clocks)
    assert said.splitlines() == [
        f"{folder}/a.journal: the journal of a, 163840 bytes",
        f"{folder}/b.journal: the journal of b, 163840 bytes",
    ]
    assert sorted(path.name for path in folder.iterdir()) == ["a.journal", "b.journal"]
    said = run("verify", *map(str, sorted(folder.iterdir())))
    assert said.splitlines()[0] == f"{folder}/a.journal:" and "Whole: records 1 to" in said
    assert f"{folder}/b.journal:\nWhole: records 1 to " in said


def test_a_clock_talks_to_one_host_at_a_time(server: LineServer) -> None:
    with Clock(server.url) as first:
        first.state()
        with Clock(server.url) as second, pytest.raises(
            GoneError, match="hung up at once: another program is connected there"
        ):
            second.state()
        assert first.state().games[0].state == "paused"
    with Clock(server.url) as third:
        assert third.state().games[0].state == "paused"


def test_a_host_that_does_not_read_holds_up_no_game(server: LineServer) -> None:
    """It subscribes and reads nothing for a second; the clock runs on, the next host is heard."""
    with Clock(server.url) as deaf:
        deaf.subscribe(10)
        with server.bench() as bench:
            bench.key("play")
            before = bench.remaining_ms("right"), bench.now_ms
        time.sleep(1.0)
        with server.bench() as bench:
            passed = bench.now_ms - before[1]
            assert bench.remaining_ms("right") == before[0] - passed and passed > 500
    with Clock(server.url) as next_one:
        assert next_one.state().games[0].state == "running"


def test_what_cannot_be_done_is_one_line(
    server: LineServer, empty: LineServer, tmp_path: Path
) -> None:
    target = tmp_path / "board.json"
    said = run("export", "-o", str(target), "--port", f"b={empty.url}", status=1)
    assert said == "chessclock: b: export: there is no game on this clock"
    assert not target.exists()
    nowhere = tmp_path / "no" / "board.json"
    said = run("export", "-o", str(nowhere), "--port", server.url, status=2)
    assert said == f"chessclock: {nowhere}: No such file or directory"
    cases = {
        "": "is no file of games: not JSON",
        "[" * 100_000: "is no file of games: not JSON",
        "[1]": "is no file of games",
        "{}": "is no file of games",
        json.dumps({"format": "chessclock games", "games": 1}): "is of version None; 1 is known",
    }
    for text, says in cases.items():
        target.write_text(text)
        assert says in run("import", str(target), "--port", empty.url, status=2)
    plain = {"format": "chessclock games", "version": 1, "games": {"format": 99}}
    target.write_text(json.dumps(plain))
    assert "kept games" in run("import", str(target), "--port", empty.url, status=1)
    with server.bench() as bench:
        bench.key("play")
    said = run("fetch", "-o", str(target), "--port", f"a={server.url}", status=1)
    assert said == "chessclock: a: a side runs: pause first (on the clock, or chessclock pause)"
    assert json.loads(target.read_text()) == plain


def test_the_date_of_a_clock_is_set(empty: LineServer) -> None:
    """A clock that has lost its time is said, and so is one that does not answer."""
    said = run("sync-time", "--port", empty.url)
    assert "without a time (lost power); set, now right to 0." in said
    with empty.bench() as bench:
        bench.connect_rtc(False)
    assert "no answer" in run("sync-time", "--port", empty.url, status=1)


@pytest.mark.parametrize("words", [("status",), ("watch", "--once")])
def test_a_clock_with_a_game_of_days_is_no_clock_of_hours(words: tuple[str, ...]) -> None:
    """It is said in one line, with what to do."""
    with LineServer(rtc=fields(START)) as server:
        with server.bench() as bench:
            begin(bench)
        said = run(*words, "--port", f"corr={server.url}", status=1)
    assert "a game of Triple Block is on this clock: chessclock days shows it" in said


def test_a_game_of_triple_block_is_shown_and_its_journal_written(tmp_path: Path) -> None:
    target = tmp_path / "board.csv"
    with LineServer(rtc=fields(START)) as server:
        refused = run("days", "-o", str(target), "--port", server.url, status=1)
        assert refused.endswith("days: no game of Triple Block is on this clock")
        assert not target.exists()
        with server.bench() as bench:
            begin(bench)
            for side in ("left", "right") * 20:
                bench.press(side)
                bench.advance_ms(500)
        said = run("days", "-o", str(target), "--port", server.url)
        refused = run("days", "-o", str(tmp_path / "no" / "x"), "--port", server.url, status=2)
        assert "No such file" in refused
    assert "600 days (individual): 2026-12-01 10:20:" in said
    assert "RUNNING, left to move" in said and "left (White): clock 49d 23:59:5" in said
    assert "20 moves, 0 refuels, zero at 2027-01-20 10:2" in said
    rows = target.read_text().splitlines()
    assert rows[0].startswith("number,time,act,side,left_clock_s")
    assert [row.split(",")[2] for row in rows[1:]] == ["start", "power"] + ["move"] * 40
