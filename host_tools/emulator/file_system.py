"""The file system of the emulated Pico: made and read on the host with littlefs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from littlefs import LittleFS, UserContext

from host_tools.emulator.image import FILE_SYSTEM_START, FLASH_SIZE

BLOCK = 4096
BLOCKS = (FLASH_SIZE - FILE_SYSTEM_START) // BLOCK
PROGRAM = 256
DISK_VERSION = 0x00020000  # what MicroPython 1.26 writes


def make(files: Mapping[str, str | bytes]) -> bytes:
    """Return the image of a file system that holds `files` (path: content), folders included."""
    context = UserContext(buffsize=BLOCK * BLOCKS)
    system = LittleFS(
        context=context,
        block_size=BLOCK,
        block_count=BLOCKS,
        prog_size=PROGRAM,
        disk_version=DISK_VERSION,
    )
    for name, content in files.items():
        folder = PurePosixPath(name).parent.as_posix()
        if folder not in (".", "/"):
            system.makedirs(folder, exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
    system.unmount()
    return bytes(context.buffer)


def read(flash: bytes) -> dict[str, bytes]:
    """Return the files (path: content) that a whole flash holds.

    Raises LittleFSError if there is no file system or a torn one.
    """
    image = bytearray(flash[FILE_SYSTEM_START : FILE_SYSTEM_START + BLOCK * BLOCKS])
    context = UserContext(buffer=image)
    system = LittleFS(context=context, block_size=BLOCK, block_count=BLOCKS, mount=False)
    system.mount()
    files = {}
    for folder, _folders, names in system.walk("/"):
        for name in names:
            path = PurePosixPath(folder, name)
            with system.open(path.as_posix(), "rb") as file:
                files[path.relative_to("/").as_posix()] = file.read()
    return files
