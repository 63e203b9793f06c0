"""`chessclock virtual`: lines that press, and lines that are wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.bench.child_process import BenchError
from host_tools.bench.hall import Hall
from host_tools.console import Clock


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    """Return two clocks at ports that were free."""
    with Hall(2, 0) as one:
        yield one


def test_lines_press_levers_and_keys(hall: Hall, tmp_path: Path) -> None:
    first, second = (one.url for one in hall.clocks.values())
    with Clock(first) as clock:
        clock.choose_program(1)
        assert hall.do("all right") == []
        assert clock.state().games[0].state == "running"
        hall.do("table1 left  # a move")
        assert clock.state().games[0].moves == (1, 0)
        hall.do("table1 play")
        assert clock.state().games[0].state == "paused" and not clock.state().lock
        hall.do("table1 back+forward 1300")
        assert clock.state().lock
        file = tmp_path / "x.txt"
        file.write_text("# nothing\n\nwait 1\ntable1 play\ntable1 show\n")
        said = hall.do(f"play {file}")
        assert len(said) == 1 and said[0].startswith("table1: running, left ")
    with Clock(second) as clock:
        assert clock.state().games[0].state == "setup"
    assert [line.partition(":")[0] for line in hall.do("show")] == ["table1", "table2"]
    assert hall.do("") == hall.do("# only a remark") == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("table3 left", "table3: no clock of that name: table1, table2, all"),
        ("table1", "table1 left or right: the lever"),
        ("table1 middle", "middle: table1 left or right: the lever"),
        ("table1 left 50", "left: table1 left or right"),
        ("table1 play+play", "play+play: table1 left"),
        ("table1 play -5", "-5: ms, 0 to 60000, are needed"),
        ("table1 play 60001", "60001: ms, 0 to 60000, are needed"),
        ("wait", "wait: how many ms?"),
        ("play", "play: which file?"),
        ("play nowhere.txt", "nowhere.txt: No such file or directory"),
    ],
)
def test_a_line_that_is_wrong_is_said(hall: Hall, line: str, says: str) -> None:
    with pytest.raises(BenchError) as caught:
        hall.do(line)
    assert str(caught.value).startswith(says)


def test_a_file_says_which_line_is_wrong_and_plays_no_other(hall: Hall, tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text(f"wait 1\nplay {file}\n")
    with pytest.raises(BenchError, match=r"x\.txt:2: a file plays no other file"):
        hall.do(f"play {file}")
    file.write_text("nobody left\n")
    with pytest.raises(BenchError, match=r"x\.txt:1: nobody: no clock of that name"):
        hall.do(f"play {file}")
    file.write_bytes(b"\xff")
    with pytest.raises(BenchError, match="no text in UTF-8"):
        hall.do(f"play {file}")


def test_a_port_that_is_taken_is_one_line(hall: Hall) -> None:
    port = next(iter(hall.clocks.values())).url.rpartition(":")[2]
    done = subprocess.run(
        [Path(sys.executable).with_name("chessclock"), "virtual", "--first-port", port],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"chessclock: port {port} is taken, or not allowed\n"
