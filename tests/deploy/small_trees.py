"""Two small firmwares, old and new, whose modules know which of the two they belong to."""

from __future__ import annotations

from host_tools.deploy.tree import Tree, is_leftover, is_ours

BIG = "x = 1  # so that it is sent in several pieces\n" * 100
MODULES = ("app.first", "app.second", "hal.third", "clockcore.fourth")


def module(version: str, more: str = "") -> bytes:
    """Return the source of a module."""
    return f'VERSION = "{version}"\n{more}'.encode()


def small_tree(version: str, **more: bytes) -> Tree:
    """Return a firmware of six files; `more` by their names with _ for /."""
    files = {
        "main.py": f"import app.first  # {version}\n".encode(),
        "board_def.py": b'NAME = "pico"\nDISPLAY_SET = "small"\n',
        "app/first.py": module(version),
        "app/second.py": module(version, BIG),
        "hal/third.py": module(version),
        "clockcore/fourth.py": module(version),
    }
    files.update({name.replace("__", "/") + ".py": data for name, data in more.items()})
    return Tree("pico", "small", dict(sorted(files.items())))


OLD = small_tree(
    "1", drivers__gone=module("1"), hal__deep__gone=module("1"), app__same=b"SAME = 1"
)
NEW = small_tree("2", clockcore__added=module("2"), app__same=b"SAME = 1")
NOT_OURS = {
    "settings.json": b'{"sound": true}',
    "journal/0001.log": b"\x01" * 700,
    "checkpoint.bin": b"\xff" * 9000,
    "boot.py": b"# mine\n",
    "application.py": b"# mine, too\n",
    "lib/board_def_of_mine.py": b"",
}


def state_of(files: dict[str, bytes]) -> str:
    """Return what a device with these files starts into: old, new, REPL, or MIXED."""
    if "main.py" not in files:
        return "REPL"
    mine = {path: data for path, data in files.items() if is_ours(path) and not is_leftover(path)}
    for name, tree in (("old", OLD), ("new", NEW)):
        if mine == tree.files:
            return name
    return "MIXED"
