"""Several virtual clocks at once, each at a TCP port, and the lines that press their keys."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType

from host_tools.bench.bench import SIDES, Bench
from host_tools.bench.child_process import BenchError
from host_tools.bench.line_server import LineServer

KEYS = ("back", "minus", "play", "plus", "forward")
TAP_MS = 50
TAP_GAP_S = 0.1
LONGEST_MS = 60_000
WANTED = (
    "table1 left or right: the lever; table1 back, minus, play, plus, forward: a key, with ms to"
    " hold it; table1 back+forward 1300: two keys; all ...: every clock; wait 2000; show;"
    " play FILE: the lines of a file; quit"
)


class Hall:
    """Virtual clocks with names; a `with` block powers them off.

    clocks   the clocks by name
    """

    def __init__(self, count: int, first_port: int, runtime: str | None = None) -> None:
        """Power `count` clocks up at ports from `first_port` on, at any free ones for 0.

        Raises BenchError if that cannot be.
        """
        self.clocks: dict[str, LineServer] = {}
        with contextlib.ExitStack() as stack:
            for index in range(count):
                port = first_port + index if first_port else 0
                one = stack.enter_context(LineServer(runtime=runtime, port=port))
                self.clocks[f"table{index + 1}"] = one
            self._stack = stack.pop_all()

    def __enter__(self) -> Hall:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Power every clock off."""
        self._stack.close()

    def do(self, line: str) -> list[str]:
        """Do what a line says and return what it answers; BenchError says what is wrong.

        A line waits as long as it holds a key: clocks run in real time.
        """
        words = line.partition("#")[0].split()
        if not words:
            return []
        if words[0] == "help":
            return [WANTED]
        if words[0] == "play":
            return self._play(line.split(maxsplit=1)[1:])
        if words[0] == "wait":
            if len(words) != 2:
                raise BenchError("wait: how many ms?")
            time.sleep(_ms(words[1]) / 1000)
            return []
        if words[0] == "show" and len(words) == 1:
            return [self._show(name) for name in self.clocks]
        names = list(self.clocks) if words[0] == "all" else [words[0]]
        if names[0] not in self.clocks:
            raise BenchError(f"{words[0]}: no clock of that name: {', '.join(self.clocks)}, all")
        if len(words) not in (2, 3):
            raise BenchError(WANTED)
        if words[1] == "show":
            return [self._show(name) for name in names]
        if words[1] in SIDES and len(words) == 2:
            for name in names:
                self._check(name)
                with self.clocks[name].bench() as bench:
                    bench.press(words[1])
            time.sleep(TAP_GAP_S)
            return []
        keys = words[1].split("+")
        if any(key not in KEYS for key in keys) or len(set(keys)) != len(keys):
            raise BenchError(f"{words[1]}: {WANTED}")
        self._hold(names, keys, _ms(words[2]) if len(words) == 3 else TAP_MS)
        return []

    def _play(self, rest: list[str]) -> list[str]:
        """Do the lines of a file; what is wrong in it is said with its line."""
        if not rest:
            raise BenchError("play: which file?")
        path = Path(rest[0].strip())
        answers: list[str] = []
        for number, line in enumerate(read_lines(path), 1):
            if line.split()[:1] == ["play"]:
                raise BenchError(f"{path}:{number}: a file plays no other file")
            try:
                answers += self.do(line)
            except BenchError as error:
                raise BenchError(f"{path}:{number}: {error}") from None
        return answers

    def _hold(self, names: Iterable[str], keys: Iterable[str], ms: int) -> None:
        """Hold keys of clocks down at once, and let them go."""
        for act, seconds in ((Bench.key_down, ms / 1000), (Bench.key_up, TAP_GAP_S)):
            for name in names:
                self._check(name)
                with self.clocks[name].bench() as bench:
                    for key in keys:
                        act(bench, key)
            time.sleep(seconds)

    def _check(self, name: str) -> None:
        if self.clocks[name].failure:
            raise BenchError(f"{name}: {' '.join(self.clocks[name].failure.split())}")

    def _show(self, name: str) -> str:
        self._check(name)
        with self.clocks[name].bench() as bench:
            both = bench.displays()
            sides = [
                f"{side} {view.text or '-'}{''.join(f' [{mark}]' for mark in sorted(view.marks))}"
                for side, view in (("left", both.left), ("right", both.right))
            ]
            return f"{name}: {bench.state.lower()}, {', '.join(sides)}"


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file; BenchError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BenchError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BenchError(f"{path}: is no text in UTF-8") from None


def typed_lines(read: Callable[[], str]) -> Iterator[str]:
    """Return what somebody types, line by line, until there is no more."""
    while line := read():
        yield line


def _ms(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or int(text) > LONGEST_MS:
        raise BenchError(f"{text}: ms, 0 to {LONGEST_MS}, are needed")
    return int(text)
