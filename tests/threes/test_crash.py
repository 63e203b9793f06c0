"""A command is killed at every step of its work: the file is as it was before, or as it is after.

The child kills itself with SIGKILL, which nothing can catch: before each statement in turn, and at
instants inside of the commit. Its cache is so small that changed pages are in the file before the
commit, which is the worst case: only the journal beside the file can mend it. It is the fork of a
small process: a fork of one that has run many tests is slow.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.threes import store
from host_tools.threes.desk import Desk
from host_tools.threes.model import Tournament
from tests.threes.threes_kit import some_players

pytestmark = pytest.mark.no_cover

COMMAND = Path(sys.executable).with_name("chessclock")
Work = Callable[[Desk], object]
State = tuple[Tournament, int, int]

COMMANDS: dict[str, Work] = {
    "pair": lambda desk: desk.pair(),
    "return": lambda desk: desk.pair(returning=True),
    "undo": lambda desk: desk.undo(),
    "result": lambda desk: desk.enter_results(2, ["0-1", "0-1", "="]),
    "results": lambda desk: desk.enter_results_from(desk.path.with_suffix(".csv")),
    "no-show": lambda desk: desk.no_show("5"),
    "withdraw": lambda desk: desk.withdraw("5"),
    "enter": lambda desk: desk.enter("Late One", "1900"),
    "new": lambda desk: desk.new(desk.path.with_name("players.csv"), 5),
}
# Commands that need the games of the last round open.
OPEN = ("no-show",)
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__])


def tournament_file(folder: Path, decided: bool) -> Desk:
    """Return a tournament of 29 with a round and, if wanted, all results of a second one."""
    desk = Desk(folder / "cup.3x2")
    desk.new(some_players(folder / "players.csv", 29), rounds=5)
    dice = random.Random(1)
    lines = [
        f"{table},{board},{dice.choice(['1-0', '0-1', '='])}"
        for table in range(1, 10)
        for board in "ABC"
    ]
    results = folder / "cup.csv"
    results.write_text("\n".join(["table,board,result", *lines]) + "\n", encoding="utf-8")
    desk.pair()
    desk.enter_results_from(results)
    desk.pair()
    if decided:
        desk.enter_results_from(results)
        results.write_text(results.read_text("utf-8").replace("1-0", "1/2-1/2"), "utf-8")
    return desk


def state(desk: Desk) -> State:
    """Return all that a file says; it must be whole."""
    with sqlite3.connect(desk.path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    one = desk.read()
    reasons = sum(len(desk.reasons(each.number)[1]) for each in one.rounds)
    return one, reasons, len(desk.log())


def killed(desk: Desk, name: str, statement: int, commit_delay_us: int = -1) -> bool:
    """Do a command in a child that dies before its n-th statement; return False if it lived.

    With a delay it dies so long after the commit began instead.
    """
    child = FORKS.Process(target=_work, args=(desk.path, name, statement, commit_delay_us))
    child.start()
    child.join(60)
    status = child.exitcode
    child.close()
    if status == -signal.SIGKILL:
        return True
    assert status == 0, "the command failed by itself"
    return False


def _work(path: Path, name: str, statement: int, commit_delay_us: int) -> None:
    _die_at(statement, commit_delay_us)
    COMMANDS[name](Desk(path))


def _die_at(statement: int, commit_delay_us: int) -> None:
    connect = store.connect
    seen = 0

    def connect_and_count(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA cache_size = 1")

        def count(text: str) -> None:
            nonlocal seen
            seen += 1
            if commit_delay_us >= 0 and text == "COMMIT":
                threading.Thread(target=_die_later, args=(commit_delay_us,), daemon=True).start()
            elif commit_delay_us < 0 and seen == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        connection.set_trace_callback(count)
        return connection

    store.connect = connect_and_count


def _die_later(delay_us: int) -> None:
    end = time.perf_counter_ns() + 1000 * delay_us
    while time.perf_counter_ns() < end:
        pass
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "new"])
def test_a_command_killed_before_any_statement_has_done_nothing(name: str, tmp_path: Path) -> None:
    """Until the command lives; then the file is as after it, and different from before."""
    desk = tournament_file(tmp_path, decided=name not in OPEN)
    before = state(desk)
    raw = desk.path.read_bytes()
    statement, with_journal, half_written = 1, 0, 0
    while killed(desk, name, statement):
        with_journal += desk.path.with_name("cup.3x2-journal").exists()
        half_written += desk.path.read_bytes() != raw
        assert state(desk) == before, f"killed before statement {statement}"
        statement += 1
        assert statement < 2000
    assert statement > 12, "a command has that many statements"
    assert with_journal > 0, "some left the journal, as a power cut would"
    if name in ("pair", "return", "undo", "results"):
        assert half_written > 0, "some left the file itself half changed"
    after = state(desk)
    assert after != before and after[2] > before[2]


def test_a_command_killed_inside_of_the_commit_is_done_or_not_done(tmp_path: Path) -> None:
    """At instants from 0 to 6 ms after the commit began."""
    desk = tournament_file(tmp_path, decided=True)
    before = state(desk)
    raw = desk.path.read_bytes()
    COMMANDS["pair"](desk)
    after = state(desk)
    dice = random.Random(7)
    done = not_done = 0
    for _ in range(60):
        desk.path.write_bytes(raw)
        assert not desk.path.with_name("cup.3x2-journal").exists()
        killed(desk, "pair", 0, dice.randrange(6000))
        found = state(desk)
        same = found[:2] == after[:2]
        assert same or found == before
        done += same
        not_done += not same
    assert done + not_done == 60 and not_done > 0


def test_a_new_tournament_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    some_players(tmp_path / "players.csv", 29)
    desk = Desk(tmp_path / "cup.3x2")
    statement = 1
    while killed(desk, "new", statement):
        assert not desk.path.exists()
        statement += 1
    assert statement > 30 and len(desk.read().players) == 29


def test_the_command_itself_killed_at_any_time_leaves_a_good_file(tmp_path: Path) -> None:
    """The installed command, killed by its parent."""
    desk = tournament_file(tmp_path, decided=True)
    before = state(desk)
    raw = desk.path.read_bytes()
    dice = random.Random(3)
    lived = 0
    for _ in range(12):
        desk.path.write_bytes(raw)
        process = subprocess.Popen(
            [COMMAND, "threes", "pair", desk.path], stdout=subprocess.DEVNULL
        )
        try:
            process.wait(dice.uniform(0.05, 1.2))
            lived += 1
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        found = state(desk)
        assert found == before or len(found[0].rounds) == 3
    assert lived < 12, "some were killed"


def test_a_command_that_fails_changes_nothing(tmp_path: Path) -> None:
    """Half of a list of results is right: none of it is entered."""
    desk = tournament_file(tmp_path, decided=False)
    before = state(desk)
    results = tmp_path / "cup.csv"
    results.write_text("table,board,result\n1,A,1-0\n2,B,0-1\n44,A,1-0\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 4: there is no table 44 in round 2: 1 to 9"):
        desk.enter_results_from(results)
    assert state(desk) == before


def test_two_commands_at_once_wait_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one is refused in one line if the first does not end; reading goes on."""
    desk = tournament_file(tmp_path, decided=True)
    monkeypatch.setattr(store, "PATIENCE_S", 0.1)
    with store.TournamentFile(desk.path) as file, file.transaction("test"):
        with pytest.raises(ValueError, match="another command is using it; try again"):
            desk.pair()
        assert len(desk.read().rounds) == 2
    desk.pair()
    assert len(desk.read().rounds) == 3
