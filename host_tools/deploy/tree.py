"""The tree of files that a device gets: compiled, checked, weighed."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from boards.schema import BoardError, check_board
from host_tools.bench.child_process import (
    BOARDS,
    BUILD,
    FIRMWARE,
    board_folder,
    device_library,
    load_board,
)
from host_tools.deploy.chips import BLOCK_SIZE
from host_tools.deploy.errors import DeployError
from host_tools.mpy import CompileError, compile_module, compile_tree

ROOMS = ("app", "clockcore", "hal", "drivers")
MAIN = "main.py"
AWAY = "main.off"  # what main.py is called while an update goes on
PART = "flash.new"  # what a file is called, in the folder where it belongs, until it is whole
SINGLE = ("board_def", "adafruit_ticks")
ENDS = (".py", ".mpy")
VIRTUAL = "virtual"


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


def board_names(with_virtual: bool = False) -> list[str]:
    """Return the names of the boards that can be flashed, or of all; BoardError if one is bad."""
    names = sorted(path.parent.name for path in BOARDS.glob("*/board_def.py"))
    return [name for name in names if with_virtual or read_board(name).CHIP != VIRTUAL]


def read_board(name: str) -> Any:
    """Return the checked constants of a board.

    Raises BoardError, with the board, the field and the reason, and BenchError if there is no
    such board.
    """
    board_folder(name)
    try:
        board = load_board(name)
    except Exception as error:
        raise BoardError(f"boards/{name}/board_def.py: {type(error).__name__}: {error}") from None
    try:
        check_board(board)
    except BoardError as error:
        raise BoardError(f"board {name}: {error}") from None
    return board


def choose_displays(board: Any, displays: str | None) -> str:
    """Return the display set to use, the board's default if None; BoardError if there is none."""
    if displays is None:
        return board.DISPLAY_SET
    if displays not in board.DISPLAY_SETS:
        known = ", ".join(board.DISPLAY_SETS)
        raise BoardError(f"board {board.NAME}: display set {displays!r} is unknown: {known}")
    return displays


def build_tree(name: str, displays: str | None = None) -> Tree:
    """Compile what a device of the board `name` gets.

    The board is checked before anything else. No file holds native code, so that one tree fits
    all chips but for its board definition. Raises BoardError and DeployError.
    """
    board = read_board(name)
    chosen = choose_displays(board, displays)
    files: dict[str, bytes] = {}
    try:
        for made in compile_tree(FIRMWARE, BUILD / "deploy" / "firmware"):
            path = made.relative_to(BUILD / "deploy" / "firmware").as_posix()
            files[path] = made.read_bytes()
        source = (board_folder(name) / "board_def.py").read_text(encoding="utf-8")
        if chosen != board.DISPLAY_SET:
            source += f'\nDISPLAY_SET = "{chosen}"\n'
        files["board_def.mpy"] = _compiled("board_def.py", source)
        library = device_library() / "adafruit_ticks.py"
        files["adafruit_ticks.mpy"] = _compiled(library.name, library.read_text(encoding="utf-8"))
    except CompileError as error:
        raise DeployError(str(error)) from None
    strange = [path for path in files if not is_ours(path)]
    if strange or MAIN not in files:
        raise DeployError(f"firmware/: {', '.join(strange) or 'no main.py'}")
    return Tree(name, chosen, dict(sorted(files.items())))


def _compiled(name: str, text: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / name
        target = source.with_suffix(".mpy")
        source.write_text(text, encoding="utf-8")
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

    What was ours in the folder before is removed. mip copies in the order of `package.json`:
    main.py comes last, so that a first installation that breaks off does not start.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder).as_posix()
        if path.is_file() and is_ours(relative) and relative not in tree.files:
            path.unlink()
    for name, data in tree.files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    order = sorted(tree.files, key=lambda path: (path == MAIN, path))
    package = {"urls": [[path, path] for path in order], "version": version("chessclock")}
    written = folder / "package.json"
    written.write_text(json.dumps(package, indent=1) + "\n", encoding="utf-8")
    return written
