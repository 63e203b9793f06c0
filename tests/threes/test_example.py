"""The worked example of a table of three in the README: tried word for word."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ".venv/bin/chessclock"


def blocks() -> list[str]:
    """Return the blocks of code of the section, in order."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split("\n## A table of three\n")[1].split("\n## ")[0]
    return re.findall(r"^```\w*\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)


def test_the_commands_of_the_example_pair_a_round(tmp_path: Path) -> None:
    """In an empty folder: one table, nobody rests, and the seats are those that are told."""
    ours = str(Path(sys.executable).with_name("chessclock"))
    script = blocks()[0].replace(COMMAND, ours)
    script += f"{ours} threes sheet cup.3x2 -o list.csv\n"
    assert blocks()[0].count(COMMAND) == 2
    done = subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'firmware'}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Round 1 of 1 is paired: 1 table; rest (1 point): nobody" in done.stdout
    rows = [line for line in (tmp_path / "list.csv").read_text("utf-8").splitlines()[1:] if line]
    names = [re.findall("Ana Ruiz|Luis Vega|Eva Sol", row) for row in rows]
    assert names == [["Ana Ruiz", "Luis Vega"], ["Luis Vega", "Eva Sol"], ["Eva Sol", "Ana Ruiz"]]


def test_the_table_of_the_example_shows_what_the_readme_says() -> None:
    """T60: both clocks of one player run at once, and one board is paused alone."""
    script, shown = blocks()[1:]
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'firmware'}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.stderr == "" and done.stdout == shown
