"""The section "An arbiter's evening" of the README, word for word, on three virtual clocks."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECTION = re.compile(r"^## An arbiter's evening\n(.*?)^## ", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)
WATCH_S = 7.0


def steps() -> list[tuple[str, str]]:
    """Return the lines of the blocks: ("sh" or "text", line), in their order."""
    section = SECTION.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert section is not None
    return [
        (kind, line)
        for kind, block in BLOCK.findall(section.group(1))
        for line in block.splitlines()
    ]


def free_ports(count: int) -> int:
    """Return the first of so many ports in a row that nobody listens on."""
    for first in range(20_000, 60_000, count):
        with socket.socket() as probe:
            try:
                for port in range(first, first + count):
                    with socket.create_server(("127.0.0.1", port)):
                        pass
                probe.bind(("127.0.0.1", first))
            except OSError:
                continue
            return first
    raise AssertionError("no free ports")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    """Return a folder that looks like the project's, and an environment with ports of its own."""
    (tmp_path / "host_tools").symlink_to(ROOT / "host_tools")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    yield tmp_path, {**os.environ, "CHESSCLOCK_FIRST_PORT": str(free_ports(16)), "COLUMNS": "120"}


def run(line: str, room: Path, environment: dict[str, str]) -> str:
    """Run a command of the second terminal; `watch` is ended by Ctrl-C after some seconds."""
    child = subprocess.Popen(
        shlex.split(line),
        cwd=room,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    if line.endswith(" watch"):
        time.sleep(WATCH_S)
        child.send_signal(signal.SIGINT)
    said, errors = child.communicate(timeout=60)
    assert child.returncode == 0, f"{line}\n{said}{errors}"
    assert not errors or errors.startswith("chessclock pgn: written: "), f"{line}\n{errors}"
    return said


def type_line(terminal: IO[str], answers: IO[str], line: str) -> None:
    """Type a line into the first terminal and wait until it is done."""
    terminal.write(line + "\nhelp\n")
    terminal.flush()
    said = answers.readline()
    assert said.startswith("table1 left or right: the lever"), f"{line}\n{said}"


def test_the_evening_works_word_for_word(room: tuple[Path, dict[str, str]]) -> None:
    folder, environment = room
    said: dict[str, str] = {}
    clocks: subprocess.Popen[str] | None = None
    try:
        for kind, line in steps():
            if " virtual " in line:
                clocks = subprocess.Popen(
                    shlex.split(line),
                    cwd=folder,
                    env=environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
                assert clocks.stdout is not None
                while "Type what is to be pressed" not in clocks.stdout.readline():
                    assert clocks.poll() is None
            elif kind == "text":
                assert clocks is not None and clocks.stdin is not None
                assert clocks.stdout is not None
                type_line(clocks.stdin, clocks.stdout, line)
            else:
                said[line.removeprefix(".venv/bin/chessclock ")] = run(line, folder, environment)
    finally:
        if clocks is not None:
            clocks.kill()
            clocks.communicate()
    by_word = {words.split()[0]: text for words, text in said.items()}
    assert by_word["connect"].count("setup") == 3
    assert by_word["sync-time"].count("right to 0.05 s") + by_word["sync-time"].count("0.1 s") == 3
    assert "FLAG left" in by_word["watch"] or "FLAG right" in by_word["watch"]
    assert "14:30; " in by_word["set-time"] and "black" not in by_word["set-time"]
    assert "1:00 more for the opponent of right" in by_word["penalty"]
    assert by_word["penalty"].count("-> 15:30") == 1
    assert "table2: running" in by_word["resume"]
    assert by_word["status"].count("lock open") == 3
    assert by_word["end"].count(": ended") == 3
    assert by_word["verify"].count("Whole: records") == 3
    assert "14:30" in by_word["journal"]
    assert by_word["put-away"].count("setup: no game") == 3
    timed = (folder / "table1.pgn").read_text(encoding="utf-8")
    assert timed.count("[%clk ") == 7 and "Qxf7#" in timed
