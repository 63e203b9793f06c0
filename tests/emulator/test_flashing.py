"""`chessclock flash` with real mpremote onto an emulated Pico, and the clock that comes of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.emulator import file_system
from host_tools.emulator.bridge import TcpBridge
from host_tools.emulator.clock_board import EmulatedClock, device_files
from host_tools.emulator.flash_chip import PowerCutError
from host_tools.emulator.pico import EmulatorTimeoutError

DISPLAYS = "ht16k33"
OTHERS = "tm1637_4"
PATIENCE = "20"  # the emulated Pico is some ten times slower than a real one
WALL_LIMIT_S = 600


def flash(clock: EmulatedClock, displays: str) -> subprocess.CompletedProcess[str]:
    """Run `chessclock flash` on the USB port of a clock."""
    with TcpBridge(clock.pico) as bridge:
        return subprocess.run(
            [
                Path(sys.executable).with_name("chessclock"),
                *("flash", "pico", "--port", bridge.url),
                *("--displays", displays, "--patience", PATIENCE),
            ],
            capture_output=True,
            text=True,
            timeout=WALL_LIMIT_S,
            check=False,
        )


def board(displays: str, content: bytes) -> EmulatedClock:
    """Power up a board with a flash."""
    return EmulatedClock(displays, flash=content, wall_limit_s=WALL_LIMIT_S)


@pytest.fixture(scope="module")
def flashed(micropython_flash: bytes) -> tuple[str, bytes]:
    """Flash an empty Pico; return what the command said, and the flash."""
    clock = board(DISPLAYS, micropython_flash)
    done = flash(clock, DISPLAYS)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, clock.pico.flash_content()


def test_an_empty_pico_is_flashed_and_says_hello(flashed: tuple[str, bytes]) -> None:
    said, content = flashed
    files = device_files(DISPLAYS)
    assert f"copying {len(files)} of {len(files)} files" in said
    assert f"verified: SHA-256 of {len(files)} files" in said
    assert f"runs on board pico with {DISPLAYS}" in said
    assert "DOES NOT ANSWER" not in said
    there = file_system.read(content)
    assert {name: there[name] for name in files} == files


def test_what_was_flashed_plays_after_a_power_up(flashed: tuple[str, bytes]) -> None:
    clock = board(DISPLAYS, flashed[1])
    clock.wait_for_display()
    clock.pico.run_for(200_000)
    hello = clock.ask("hello")
    assert (hello["board"], hello["displays"]) == ("pico", DISPLAYS)
    assert hello["check"]["displays"] == [True, True]
    assert clock.ask("program", number=10)["ok"]
    start_us = clock.pico.now_us + 100_000
    clock.press_at(start_us, "right")
    clock.press_at(start_us + 1_234_000, "left")
    clock.pico.run_until(start_us + 1_500_000)
    assert clock.view().right.text == "3:02"
    assert clock.lamp("right")
    clock.press("play")
    state = clock.state()
    assert state["moves"] == [1, 0]
    assert abs(state["remaining_ms"][0] - (182_000 - 1_234 + 2_000)) <= 1


def test_a_clock_that_is_up_to_date_gets_nothing(flashed: tuple[str, bytes]) -> None:
    clock = board(DISPLAYS, flashed[1])
    done = flash(clock, DISPLAYS)
    assert f"all {len(device_files(DISPLAYS))} files are right, nothing to copy" in done.stdout
    assert f"runs on board pico with {DISPLAYS}" in done.stdout


@pytest.fixture(scope="module")
def updated(flashed: tuple[str, bytes]) -> tuple[str, int, int]:
    """Flash the clock for other displays; return what was said, and its flash operations.

    They are the number of the first one after the power-up, and how many there were.
    """
    before = board(OTHERS, flashed[1])
    before.pico.run_for(2_000_000)  # it runs, with displays that are not there
    first = len(before.pico.flash.operations)
    clock = board(OTHERS, flashed[1])
    done = flash(clock, OTHERS)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, first, len(clock.pico.flash.operations) - first


def test_an_update_copies_only_what_differs(updated: tuple[str, int, int]) -> None:
    # The board definition; main.py is away during an update and always written back last.
    assert f"copying 2 of {len(device_files(DISPLAYS))} files" in updated[0]
    assert f"runs on board pico with {OTHERS}" in updated[0]


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_a_power_cut_in_an_update_leaves_the_old_clock_or_the_repl_and_is_repaired(
    flashed: tuple[str, bytes], updated: tuple[str, int, int], share: float
) -> None:
    _, first, operations = updated
    assert operations >= 4
    clock = board(OTHERS, flashed[1])
    clock.pico.flash.cut_power_at(first + int(operations * share), 0.5)
    with pytest.raises(PowerCutError):
        flash(clock, OTHERS)
    clock = board(OTHERS, clock.pico.flash_content())
    clock.pico.run_for(2_000_000)
    try:
        hello = clock.ask("hello")
    except EmulatorTimeoutError:
        clock.pico.usb.enter_repl()
        assert clock.pico.usb.execute("print(1)") == "1\r\n"
    else:
        assert hello["displays"] == DISPLAYS, "the old one, whole"
    done = flash(clock, OTHERS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"runs on board pico with {OTHERS}" in done.stdout
