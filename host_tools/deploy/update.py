"""An update of the firmware on a device that may be interrupted at any byte.

Order is all: main.py is renamed away first, so that from then on the device starts into its REPL;
every file is written under another name, read back, and then renamed into place; main.py comes
last. Whatever is interrupted, the old firmware, the new one or the REPL comes up, never a mixture,
and running it again ends it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from host_tools.deploy.chips import BLOCK_SIZE
from host_tools.deploy.device import About, Device, Found
from host_tools.deploy.errors import DeployError
from host_tools.deploy.tree import AWAY, MAIN, Tree, blocks, is_leftover

UNFINISHED = "the update is not complete: run it again; until then the device starts into its REPL"
SPARE_BLOCKS = 4  # for what a file system needs to keep its own books


@dataclass(frozen=True)
class Plan:
    """What is to be done to a device so that it holds a tree.

    copy            files that are missing or differ
    remove          files of an older firmware
    leftovers       what an interrupted update left: never loaded by anything
    keep            files that are right
    new_folders     folders to be made, parents first
    old_folders     folders to be removed, parents last
    has_main        whether there is a main.py
    blocks_missing  how many blocks of 4 096 bytes there are too few, 0 if there is room
    """

    copy: tuple[str, ...]
    remove: tuple[str, ...]
    leftovers: tuple[str, ...]
    keep: tuple[str, ...]
    new_folders: tuple[str, ...]
    old_folders: tuple[str, ...]
    has_main: bool
    blocks_missing: int

    @property
    def changes(self) -> bool:
        """Return whether any file of the firmware has to be touched."""
        return bool(self.copy or self.remove or self.old_folders)

    def size(self, tree: Tree) -> int:
        """Return how many bytes are to be sent."""
        return sum(len(tree.files[path]) for path in self.copy)


def make_plan(tree: Tree, found: Found, about: About) -> Plan:
    """Compare a tree with what a device holds."""
    hashes = tree.hashes
    copy = [path for path in tree.files if found.files.get(path, (0, ""))[1] != hashes[path]]
    leftovers = sorted(filter(is_leftover, found.files))
    remove = [path for path in found.files if path not in tree.files and path not in leftovers]
    if copy or remove:
        copy = [*(path for path in copy if path != MAIN), MAIN]
    new = sorted(tree.folders - found.folders)
    old = sorted(found.folders - tree.folders, reverse=True)
    return Plan(
        tuple(copy),
        tuple(sorted(remove)),
        tuple(leftovers),
        tuple(path for path in tree.files if path not in copy),
        tuple(new),
        tuple(old),
        MAIN in found.files,
        _blocks_missing(tree, found, about, copy, remove, len(new)),
    )


def _blocks_missing(
    tree: Tree, found: Found, about: About, copy: list[str], remove: list[str], new_folders: int
) -> int:
    """Follow the free blocks through the update; a file is replaced when its successor is whole.

    A file of a few hundred bytes may take no block of its own: this errs on the safe side.
    """
    free = about.free_blocks * about.block_size // BLOCK_SIZE - SPARE_BLOCKS - 2 * new_folders
    free += sum(blocks(found.files[path][0]) for path in remove if path in found.files)
    least = free
    for path in copy:
        free -= blocks(len(tree.files[path]))
        least = min(least, free)
        if path in found.files:
            free += blocks(found.files[path][0])
    return max(0, -least) if copy else 0


def apply_plan(
    device: Device, tree: Tree, plan: Plan, progress: Callable[[int], object] = lambda _: None
) -> None:
    """Carry out a plan; raises DeployError, before the first change if there is no room.

    progress  is called with the number of bytes that have been sent since the last call
    """
    if plan.blocks_missing:
        raise DeployError(
            f"no room on the device: {plan.blocks_missing * BLOCK_SIZE // 1024} kB too little;"
            " remove files of your own from it, or have MicroPython format it anew"
        )
    if not plan.changes:
        for path in plan.leftovers:
            device.remove(path)
        return
    try:
        _change(device, tree, plan, progress)
    except DeployError as error:
        raise DeployError(f"{error}; {UNFINISHED}") from None


def _change(device: Device, tree: Tree, plan: Plan, progress: Callable[[int], object]) -> None:
    if plan.has_main:
        take_away_main(device)
    for path in (*plan.remove, *plan.leftovers):
        if path not in (MAIN, AWAY):
            device.remove(path)
    for folder in plan.old_folders:
        device.remove_folder(folder)
    for folder in plan.new_folders:
        device.make_folder(folder)
    for path in plan.copy:
        if path != MAIN:
            device.put(path, tree.files[path], progress)
    check(device, tree, except_for=MAIN)
    device.put(MAIN, tree.files[MAIN], progress)
    if plan.has_main or AWAY in plan.leftovers:
        device.remove(AWAY)


def take_away_main(device: Device) -> None:
    """Rename main.py so that the device starts nothing until the update is complete."""
    device.rename(MAIN, AWAY)


def check(device: Device, tree: Tree, except_for: str = "") -> None:
    """Read every file back; DeployError names those that are not what they should be."""
    found = device.find().files
    wrong = [
        path
        for path, digest in tree.hashes.items()
        if path != except_for and found.get(path, (0, ""))[1] != digest
    ]
    if wrong:
        raise DeployError(f"the device does not hold what was sent: {', '.join(wrong)}")
