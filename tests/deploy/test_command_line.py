"""The commands as a user types them: what is wrong is one line and an exit status."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from host_tools import cli
from tests.command_line import run_command
from tests.deploy.device_double import DeviceDouble

COMMAND = Path(sys.executable).with_name("chessclock")


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return run_command(*words)


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
        (["image", "esp32_s3", "-o", "x", "--flash-mb", "5"], 2, "5 MB of flash: 4, 8, 16"),
        (["image", "pico", "-o", "x", "--flash-mb", "16"], 2, "MicroPython's image for it has 2"),
        (["image", "virtual", "-o", "x"], 2, "chip virtual has no flash memory"),
        (["image", "pico", "-o", __file__], 2, "is there and no image of a file system"),
        (["build", "pico", "-o", Path(__file__).parent], 2, "not made by chessclock build"),
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("words", [["wiring", "pico"], ["boards"], ["--help"], ["--version"]])
def test_a_full_disk_is_said_in_a_line(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "chessclock: the output cannot be written: No space left on device\n"


def test_a_standard_output_that_is_closed_is_no_error() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" wiring pico >&-', str(COMMAND)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("stop", "status", "message"),
    [
        (KeyboardInterrupt, 130, "\n"),
        (EOFError, 1, "\nchessclock: the input ended before the answer\n"),
    ],
)
def test_a_question_that_is_not_answered_ends_quietly(
    stop: type[BaseException],
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def no_answer(_: str) -> str:
        raise stop

    monkeypatch.setattr("typer._click.termui.visible_prompt_func", no_answer)
    monkeypatch.setattr(cli, "app", lambda standalone_mode: typer.confirm("Does it?"))
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == status
    assert capsys.readouterr().err == message


def test_ctrl_c_while_flash_asks_lets_the_clock_go_on(
    double: Callable[..., DeviceDouble],
) -> None:
    device = double(imports=())
    flash = subprocess.Popen(
        [COMMAND, "flash", "pico", "--dry-run", "--port", device.port],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not device.received and time.monotonic() < deadline:
        time.sleep(0.01)
    flash.send_signal(signal.SIGINT)
    _, said = flash.communicate(timeout=60)
    assert flash.returncode == 130
    assert said == (
        "chessclock: interrupted: nothing was changed, and the clock goes on\n"
    )
    assert device.wait_for_resets(1)
