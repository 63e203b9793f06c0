"""The two runtimes of the firmware on a host, and the child process that holds a virtual board."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from boards.schema import load_board as read_board

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
BOARDS = ROOT / "boards"
CHILD = Path(__file__).resolve().parent / "child"
BUILD = ROOT / "build"
HEAP = "6m"
REPORT = b"report "
RUNTIMES = ("micropython", "cpython")


class BenchError(Exception):
    """The firmware, or what was asked of the bench, went wrong; the text says how."""


class FirmwareError(BenchError):
    """The firmware stopped; the text ends with its own traceback."""


def find_micropython() -> list[str] | None:
    """Return the command that starts MicroPython, or None.

    The environment variable MICROPYTHON wins; else the `micropython` beside the running Python.
    """
    named = os.environ.get("MICROPYTHON")
    if named:
        return shlex.split(named)
    beside = Path(sys.executable).with_name("micropython")
    if beside.exists():
        return [str(beside)]
    return None


def device_library() -> Path:
    """Return a directory with the packages that a device gets beside the firmware.

    That is `adafruit_ticks.py`, copied from the installed package so that nothing else of a
    host's packages can be seen from MicroPython.
    """
    library = BUILD / "device_library"
    spec = importlib.util.find_spec("adafruit_ticks")
    if spec is None or spec.origin is None:
        raise BenchError("adafruit_ticks is not installed: run make setup")
    source = Path(spec.origin)
    target = library / "adafruit_ticks.py"
    if not target.exists() or target.read_bytes() != source.read_bytes():
        library.mkdir(parents=True, exist_ok=True)
        part = library / f"adafruit_ticks.{os.getpid()}.{threading.get_ident()}"
        shutil.copyfile(source, part)
        os.replace(part, target)
    return library


def device_path(firmware: Path = FIRMWARE, *more: Path) -> str:
    """Return the MICROPYPATH of a device that holds `firmware`; `more` comes before it."""
    return ":".join([*map(str, more), str(firmware), str(device_library()), ".frozen"])


def choose_runtime(runtime: str | None) -> str:
    """Return the runtime to use: the one asked for, else MicroPython where there is one."""
    if runtime is None:
        return "micropython" if find_micropython() else "cpython"
    if runtime not in RUNTIMES:
        raise BenchError(f"runtime {runtime!r} is unknown: micropython or cpython")
    if runtime == "micropython" and not find_micropython():
        raise BenchError("no MicroPython here: set MICROPYTHON, or use runtime cpython")
    return runtime


def board_folder(board: str | Path) -> Path:
    """Return the folder of a board, by its name or as it is; BenchError names those there are."""
    if isinstance(board, Path):
        if not (board / "board_def.py").is_file():
            raise BenchError(f"{board}: there is no board_def.py")
        return board
    folder = BOARDS / board
    if not re.fullmatch(r"\w{1,100}", board) or not (folder / "board_def.py").is_file():
        known = sorted(path.parent.name for path in BOARDS.glob("*/board_def.py"))
        raise BenchError(f"board {board!r} is unknown: {', '.join(known)}")
    return folder


def load_board(board: str | Path) -> Any:
    """Return the constants of a board as a module object, freshly loaded."""
    return read_board(board_folder(board))


class ChildProcess:
    """A virtual board in a process of its own; orders go in and reports come out as JSON lines."""

    def __init__(
        self,
        board: str | Path,
        runtime: str,
        begin: dict[str, Any],
        firmware: Path = FIRMWARE,
    ) -> None:
        """Start the process; `first` is its report at power-up.

        `begin` is what the board is like then (see `child/boot.py`).
        """
        self.printed = b""
        arguments = [str(CHILD / "boot.py")]
        folder = board_folder(board)
        environment = dict(os.environ)
        if runtime == "micropython":
            command = [*(find_micropython() or []), "-X", f"heapsize={HEAP}", *arguments]
            environment["MICROPYPATH"] = device_path(firmware, CHILD, folder)
        else:
            command = [sys.executable, *arguments]
            environment["PYTHONPATH"] = os.pathsep.join([str(firmware), str(folder)])
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
            cwd=str(ROOT),
        )
        self.stderr = b""
        self._drainer = threading.Thread(target=self._drain, daemon=True)
        self._drainer.start()
        self.first = self.order(begin)

    def order(self, order: dict[str, Any]) -> dict[str, Any]:
        """Send an order, return the report that answers it; BenchError if the firmware stopped."""
        stdin = self.process.stdin
        assert stdin is not None
        try:
            stdin.write(json.dumps(order).encode() + b"\n")
            stdin.flush()
        except (BrokenPipeError, ValueError, OSError):
            raise self._stopped() from None
        return self._read()

    def close(self) -> None:
        """End the process, at once."""
        if self.process.poll() is None and "COVERAGE_PROCESS_CONFIG" in os.environ:
            # A child that is to be measured gets the time to write down what it has seen.
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                if self.process.stdin is not None:
                    self.process.stdin.close()
                self.process.wait(timeout=5)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self._drainer.join(timeout=1)

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        while not (line := self.process.stdout.readline()).startswith(REPORT):
            # What the firmware prints, and MicroPython's own tracebacks, go the same way.
            if not line:
                raise self._stopped(self.printed)
            self.printed += line
        return json.loads(line[len(REPORT) :])

    def _drain(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.stderr = (self.stderr + line)[-20_000:]
        self.process.stderr.close()

    def _stopped(self, printed: bytes = b"") -> FirmwareError:
        self.process.wait()
        self._drainer.join(timeout=1)
        text = (printed + self.stderr).decode(errors="replace").strip()
        return FirmwareError(f"the firmware stopped (exit {self.process.returncode})\n{text}")
