"""A littlefs image of the whole file system, for those who flash many clocks at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from littlefs import LittleFS, LittleFSError

from host_tools.deploy.chips import BLOCK_SIZE, Storage
from host_tools.deploy.errors import DeployError
from host_tools.deploy.tree import Tree

READ_SIZE = 32
LOOKAHEAD = 32
NAME_MAX = 255
# The oldest version of the format, 2.0, is the one that every MicroPython mounts.
DISK_VERSION = 0x0002_0000
MAGIC, MAGIC_AT = b"littlefs", 8  # in the first block of every image
FLASH_ADDRESS = 0x1000_0000  # where an RP2040 sees the beginning of its flash memory


def parameters(storage: Storage) -> dict[str, Any]:
    """Return the parameters that MicroPython mounts a storage with.

    The size of the cache matters to the content of the image: small files lie inside their
    folder's block, and MicroPython reads no more of them than its cache holds.
    """
    return {
        "block_size": BLOCK_SIZE,
        "block_count": storage.blocks,
        "read_size": READ_SIZE,
        "prog_size": storage.progsize,
        "cache_size": min(BLOCK_SIZE, 4 * max(READ_SIZE, storage.progsize)),
        "lookahead_size": LOOKAHEAD,
        "block_cycles": 100,
        "name_max": NAME_MAX,
        "disk_version": DISK_VERSION,
    }


def build_image(tree: Tree, storage: Storage) -> bytes:
    """Return the image: as long as the storage, what is not used is erased (0xFF).

    Raises DeployError if the tree does not fit.
    """
    try:
        system = LittleFS(**parameters(storage))
        for folder in sorted(tree.folders):
            system.mkdir(folder)
        for path, data in sorted(tree.files.items()):
            with system.open(path, "wb") as file:
                file.write(data)
        system.unmount()
    except (LittleFSError, OSError) as error:
        raise DeployError(f"the tree does not fit into {storage.size} bytes: {error}") from None
    return bytes(system.context.buffer)


def is_image(file: Path) -> bool:
    """Return whether a file begins as an image of littlefs does; OSError if it cannot be read."""
    with file.open("rb") as opened:
        return MAGIC in opened.read(MAGIC_AT + len(MAGIC))[MAGIC_AT:]


def how_to_write(chip: str, storage: Storage, file: str, esptool: str = "esptool") -> list[str]:
    """Return the commands that write an image to a device that MicroPython is on already.

    file, esptool  the image and the tool as a shell is to read them
    """
    if chip.startswith("esp32"):
        return [f"{esptool} --chip {chip} write-flash {storage.offset:#x} {file}"]
    return [f"picotool load {file} -t bin -o {FLASH_ADDRESS + storage.offset:#x}"]
