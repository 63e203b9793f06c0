"""Real names in the crash report of a clock."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.bench import Bench
from host_tools.bench.child_process import FIRMWARE
from host_tools.crash import real_names, with_real_names
from host_tools.mpy import compile_tree

pytestmark = pytest.mark.no_cover

NAMES = {"game": {"_b": "_settle"}, "clock": {"_b": "_press", "_c": "_lever"}}


def test_the_file_tells_which_name_is_meant() -> None:
    report = (
        'Traceback (most recent call last):\r\n  File "clock", line 1, in _b\r\n'
        '  File "game", line 1, in _b\r\n  File "other.py", line 3, in _b\r\n'
        '  File "clock.py", line 1, in press\r\n'
        "AttributeError: 'ChessClock' object has no attribute '_c'\r\n"
    )
    assert with_real_names(report, NAMES) == (
        'Traceback (most recent call last):\r\n  File "clock", line 1, in _press\r\n'
        '  File "game", line 1, in _settle\r\n  File "other.py", line 3, in _b\r\n'
        '  File "clock.py", line 1, in press\r\n'
        "AttributeError: 'ChessClock' object has no attribute '_lever'\r\n"
    )


def test_a_real_crash_names_the_functions_of_the_source(
    micropython: list[str], tmp_path: Path
) -> None:
    firmware = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, firmware, ignore=shutil.ignore_patterns("__pycache__"))
    module = firmware / "clockcore" / "clock.py"
    source = module.read_text()
    place = "        game = self.table.games[index]\n        lever = self.levers[index]\n"
    assert place in source
    module.write_text(source.replace(place, place + "        self._decide(1)\n"))
    compile_tree(firmware, tmp_path / "shipped")
    with Bench(control="5+3", firmware=tmp_path / "shipped", crashes_end=False) as bench:
        bench.press("right")
        bench.advance_ms(1_000)
        report = bench.printed
    assert "Traceback" in report, report
    assert "in _press" not in report and "in _drain" not in report, report
    named = with_real_names(report, real_names(firmware))
    assert 'File "clock", line 1, in _press' in named, named
    assert 'File "tick_loop", line 1, in _drain' in named, named


def test_the_command_reads_standard_input_or_a_file(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("chessclock")
    report = "nothing special\n"
    done = subprocess.run(
        [command, "crash"], input=report, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == report
    missing = str(tmp_path / "none")
    done = subprocess.run(
        [command, "crash", missing], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (
        2, f"chessclock: {missing}: No such file or directory\n"
    )
