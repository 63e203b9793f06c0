"""The tree of files that a device gets: compiled, checked, weighed."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

from boards.schema import BoardError
from host_tools.bench.child_process import (
    BOARDS,
    BUILD,
    FIRMWARE,
    BenchError,
    board_folder,
    device_library,
)
from host_tools.bench.child_process import load_board as read_board
from host_tools.deploy.chips import BLOCK_SIZE
from host_tools.deploy.errors import DeployError, InputError
from host_tools.mpy import CompileError, compile_module, read_compiled_tree

ROOMS = ("app", "clockcore", "hal", "drivers")
MAIN = "main.py"
AWAY = "main.off"  # what main.py is called while an update goes on
PART = "flash.new"  # what a file is called, in the folder where it belongs, until it is whole
SINGLE = ("board_def", "adafruit_ticks")
ENDS = (".py", ".mpy")
VIRTUAL = "virtual"
PACKAGE = "package.json"
MAKER = "chessclock"  # what a package.json of ours says that it was made by


@dataclass(frozen=True)
class Tree:
    """All files that a device gets, by their paths without a slash in front.

    board        the board's name
    display_set  the display set that its board definition names
    files        path: content
    """

    board: str
    display_set: str
    files: dict[str, bytes]

    @property
    def hashes(self) -> dict[str, str]:
        """Return the SHA-256 of every file, in hexadecimal digits."""
        return {path: hashlib.sha256(data).hexdigest() for path, data in self.files.items()}

    @property
    def folders(self) -> set[str]:
        """Return every folder, parents included."""
        return folders_of(self.files)

    @property
    def mpy_version(self) -> int:
        """Return the version of the format of the compiled files; DeployError if they differ."""
        found = {data[1] for path, data in self.files.items() if path.endswith(".mpy")}
        if len(found) != 1:
            raise DeployError(f"the compiled files have the versions {sorted(found)}, not one")
        return found.pop()


def folders_of(paths: Iterable[str]) -> set[str]:
    """Return every folder that these paths need, parents included."""
    found: set[str] = set()
    for path in paths:
        parts = path.split("/")[:-1]
        found.update("/".join(parts[: end + 1]) for end in range(len(parts)))
    return found


def part_of(path: str) -> str:
    """Return what a file is called until it is whole.

    In the same folder: littlefs renames within a folder in one step. A move between folders takes
    it two, and a power cut between them hides other entries until something is written.
    """
    folder, slash, _ = path.rpartition("/")
    return folder + slash + PART


def is_leftover(path: str) -> bool:
    """Return whether a path is what an interrupted update leaves: nothing ever loads it."""
    return path == AWAY or path.rpartition("/")[2] == PART


def is_ours(path: str) -> bool:
    """Return whether a path of the device belongs to the firmware, so that flashing may change it.

    Everything else there, such as settings, journals or boot.py, is the clock's or its owner's.
    """
    first, _, rest = path.partition("/")
    if first in ROOMS:
        return True
    return not rest and (
        first in (MAIN, AWAY, PART) or first in {f"{name}{end}" for name in SINGLE for end in ENDS}
    )


def blocks(size: int) -> int:
    """Return how many blocks of flash memory a file of `size` bytes takes."""
    return max(1, -(-size // BLOCK_SIZE))


def read_boards(with_virtual: bool = False) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the boards by their names, and of those that cannot be used the reason.

    with_virtual  the virtual boards, too, and not only those that can be flashed
    """
    good, bad = {}, {}
    for path in sorted(BOARDS.glob("*/board_def.py")):
        name = path.parent.name
        try:
            board = read_board(name)
        except (BoardError, BenchError) as error:
            bad[name] = str(error)
        else:
            if with_virtual or board.CHIP != VIRTUAL:
                good[name] = board
    return good, bad


def board_names(with_virtual: bool = False) -> list[str]:
    """Return the names of the boards that can be flashed, or of all; those that are bad, too."""
    good, bad = read_boards(with_virtual)
    return sorted([*good, *bad])


def choose_displays(board: Any, displays: str | None) -> str:
    """Return the display set to use, the board's default if None; BoardError if there is none."""
    if displays is None:
        return board.DISPLAY_SET
    if displays not in board.DISPLAY_SETS:
        known = ", ".join(board.DISPLAY_SETS)
        raise BoardError(f"board {board.NAME}: display set {displays!r} is unknown: {known}")
    return displays


def build_tree(name: str, displays: str | None = None, lines: bool = False) -> Tree:
    """Compile what a device of the board `name` gets.

    The board is checked before anything else. No file holds native code, so that one tree fits
    all chips but for its board definition. With `lines` crash reports have line numbers, which
    take memory. Raises BoardError and DeployError.
    """
    board = read_board(name)
    chosen = choose_displays(board, displays)
    files: dict[str, bytes] = {}
    try:
        target = BUILD / "deploy" / ("firmware_lines" if lines else "firmware")
        files.update(read_compiled_tree(FIRMWARE, target, lines))
        source = (board_folder(name) / "board_def.py").read_bytes()
        if chosen != board.DISPLAY_SET:
            source += f"\nDISPLAY_SET = {chosen!r}\n".encode()
        files["board_def.mpy"] = _compiled("board_def.py", source)
        library = device_library() / "adafruit_ticks.py"
        files["adafruit_ticks.mpy"] = _compiled(library.name, library.read_bytes())
    except CompileError as error:
        raise DeployError(str(error)) from None
    strange = [path for path in files if not is_ours(path)]
    if strange or MAIN not in files:
        raise DeployError(f"firmware/: {', '.join(strange) or 'no main.py'}")
    return Tree(name, chosen, dict(sorted(files.items())))


def _compiled(name: str, text: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / name
        target = source.with_suffix(".mpy")
        source.write_bytes(text)
        compile_module(source, target, name)
        return target.read_bytes()


@dataclass(frozen=True)
class Weight:
    """What a part of a tree takes: number of files, their bytes, blocks of flash memory.

    A folder takes two blocks of its own.
    """

    part: str
    files: int
    size: int
    blocks: int


def weigh(tree: Tree) -> list[Weight]:
    """Return the weight of every room and single file; the last one is the total."""
    rows = []
    for part in dict.fromkeys(path.split("/")[0] for path in tree.files):
        inside = {p: data for p, data in tree.files.items() if p.split("/")[0] == part}
        folders = folders_of(inside)
        rows.append(
            Weight(
                part + "/" if folders else part,
                len(inside),
                sum(map(len, inside.values())),
                sum(blocks(len(data)) for data in inside.values()) + 2 * len(folders),
            )
        )
    total = Weight(
        "total",
        sum(row.files for row in rows),
        sum(row.size for row in rows),
        sum(row.blocks for row in rows),
    )
    return [*rows, total]


def write_tree(tree: Tree, folder: Path) -> Path:
    """Write a tree into `folder`, with a `package.json` for mip beside it; return its path.

    The folder has to be new, empty, or one that was written here before: its `package.json` lists
    what is ours there, and of that what is no longer in the tree is removed. Nothing else is
    changed: InputError names what stands in the way.

    mip copies in the order of `package.json`: main.py comes last, so that a first installation
    that breaks off does not start.
    """
    earlier = _written_before(folder)
    _refuse_what_is_in_the_way(tree, folder, earlier)
    folder.mkdir(parents=True, exist_ok=True)
    # First of all what may be ours from now on: a build that breaks off can be repeated.
    written = _write_package(folder, {*tree.files, *earlier})
    for name in sorted(earlier - tree.files.keys()):
        (folder / name).unlink(missing_ok=True)
    for name in sorted(folders_of(earlier) - tree.folders, reverse=True):
        with contextlib.suppress(OSError):  # it is gone, or there is something of others in it
            (folder / name).rmdir()
    for name, data in tree.files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    _write_package(folder, set(tree.files))
    return written


def _written_before(folder: Path) -> set[str]:
    """Return the paths that an earlier build wrote into a folder; InputError if none did."""
    try:
        there = sorted(path.name for path in folder.iterdir())
    except FileNotFoundError:
        return set()
    if not there:
        return set()
    try:
        package = json.loads((folder / PACKAGE).read_text(encoding="utf-8"))
        paths = {path for path, _ in package["urls"]} if package["made_by"] == MAKER else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        paths = None
    if paths is None:
        shown = ", ".join(there[:3]) + (f" and {len(there) - 3} more" if len(there) > 3 else "")
        raise InputError(
            f"{folder}: not empty, and not made by chessclock build: {shown} would be in the way;"
            " name a new folder"
        )
    return {path for path in paths if isinstance(path, str) and _is_inside(path)}


def _is_inside(path: str) -> bool:
    """Return whether a path is one that a build writes, and leads out of no folder."""
    parts = PurePosixPath(path)
    return is_ours(path) and ".." not in parts.parts and parts.as_posix() == path


def _refuse_what_is_in_the_way(tree: Tree, folder: Path, earlier: set[str]) -> None:
    for name in sorted({*tree.files, *earlier}):
        target = folder / name
        for path in [*(folder / part for part in sorted(folders_of([name]))), target]:
            if not os.path.lexists(path):
                continue
            is_right = path.is_file() and name in earlier if path == target else path.is_dir()
            if path.is_symlink() or not is_right:
                raise InputError(
                    f"{path}: in the way, and not made by chessclock build: move it, or name a"
                    " new folder"
                )


def _write_package(folder: Path, paths: set[str]) -> Path:
    order = sorted(paths, key=lambda path: (path == MAIN, path))
    package = {
        "urls": [[path, path] for path in order],
        "version": version("chessclock"),
        "made_by": MAKER,
    }
    written = folder / PACKAGE
    written.write_text(json.dumps(package, indent=1) + "\n", encoding="utf-8")
    return written
