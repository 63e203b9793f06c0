"""Rings 2 and 3: every file of tests/shared under MicroPython, each in a process of its own."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import NEED_NAMES

HERE = Path(__file__).resolve().parent
HEAP = "192k"  # of 64-bit words here; the smallest board has 236 kB of 32-bit ones
# The menus as well, with their texts and long key scripts: what 236 kB of 32-bit words are worth.
MENU_HEAP = "472k"
FILES = sorted((HERE.parent / "shared").glob("test_*.py"))
SHIPPED_FILES = [file for file in FILES if file.name not in NEED_NAMES]


def _needs_menus(source: str) -> bool:
    return "desk_kit" in source or "clockcore.texts" in source


def run_shared(micropython: list[str], path: str, *files: Path) -> subprocess.CompletedProcess:
    """Run the runner on `files` with the modules of MICROPYPATH `path`."""
    has_menus = any(_needs_menus(file.read_text()) for file in files)
    heap = MENU_HEAP if has_menus else HEAP
    return subprocess.run(
        [*micropython, "-X", "heapsize=" + heap, str(HERE / "run_shared.py"), *map(str, files)],
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_ring_2_shared_tests_pass_on_micropython(
    micropython: list[str], ring_2_path: str, file: Path
) -> None:
    """The firmware as source, in a heap of 192 kB."""
    done = run_shared(micropython, ring_2_path, file)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", SHIPPED_FILES, ids=lambda file: file.stem)
def test_ring_3_shared_tests_pass_on_compiled_modules(
    micropython: list[str], ring_3_path: str, folded_shared_tests: Path, file: Path
) -> None:
    """The firmware as it ships: its constants folded, then through mpy-cross."""
    done = run_shared(micropython, ring_3_path, folded_shared_tests / file.name)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("source", "status", "says"),
    [
        ("def test_a():\n    assert 1\n", 0, "1 passed, 0 failed"),
        ("def test_a():\n    assert 1\ndef test_b():\n    assert 0\n", 1, "FAILED test_x test_b"),
        ("x = 1\n", 1, "has no tests"),
        ("import nowhere_at_all\n", 1, "FAILED test_x import"),
    ],
)
def test_the_runner_itself_can_fail(
    micropython: list[str], ring_2_path: str, tmp_path: Path, source: str, status: int, says: str
) -> None:
    """A runner that cannot fail would prove nothing."""
    file = tmp_path / "test_x.py"
    file.write_text(source)
    done = run_shared(micropython, ring_2_path, file)
    assert done.returncode == status, done.stdout + done.stderr
    assert says in done.stdout


def test_ring_3_modules_come_from_the_compiled_tree(
    micropython: list[str], ring_3_path: str, tmp_path: Path
) -> None:
    """No source of the firmware is in reach of ring 3."""
    file = tmp_path / "test_x.py"
    file.write_text(
        "import adafruit_ticks\n"
        "import clockcore.game\n"
        "def test_a():\n"
        "    for module in (clockcore.game, adafruit_ticks):\n"
        "        assert module.__file__.endswith('.mpy'), module.__file__\n"
    )
    done = run_shared(micropython, ring_3_path, file)
    assert done.returncode == 0, done.stdout + done.stderr
