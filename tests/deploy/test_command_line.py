"""The commands as a user types them: what is wrong is one line and an exit status."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("chessclock")


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return subprocess.run(
        [COMMAND, *map(str, words)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["build"], 2, "chessclock build: Missing argument 'board'."),
        (["build", "nowhere"], 2, "chessclock: board 'nowhere' is unknown: esp32_devkit"),
        (["build", "pico", "--displays", "x"], 2, "board pico: display set 'x' is unknown"),
        (["wiring", "pico", "--displays", "x"], 2, "board pico: display set 'x' is unknown"),
        (["flash", "../pico"], 2, "chessclock: board '../pico' is unknown"),
        (["flash", "virtual"], 2, "chessclock: virtual is a virtual board"),
        (["flash", "pico", "--port", "/nowhere"], 1, "chessclock: /nowhere: no such port"),
        (["flash", "pico", "--patience", "0"], 2, "chessclock flash: Invalid value for"),
        (["image", "pico"], 2, "chessclock image: Missing option"),
        (["image", "esp32_s3", "-o", "x", "--flash-mb", "5"], 1, "5 MB of flash: 4, 8, 16"),
    ],
)
def test_bad_input_is_one_line(words: list[object], status: int, message: str) -> None:
    done = run(*words)
    assert done.returncode == status
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.parametrize("command", ["boards", "wiring", "build", "flash", "image"])
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"Example: chessclock {command}" in " ".join(done.stdout.split())


def test_boards_and_wiring_print_their_tables() -> None:
    assert "pico_w" in run("boards").stdout
    assert "(virtual)" not in run("boards").stdout
    assert "(virtual)" in run("boards", "--all").stdout
    assert run("wiring", "pico").stdout.startswith("pico with tm1637_6\n")
