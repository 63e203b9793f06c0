"""The chips a board may have: how MicroPython names them, and where their file system lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from host_tools.deploy.errors import DeployError, InputError

BLOCK_SIZE = 4096  # bytes that are erased at once, on each of the chips
MEGABYTE = 1024 * 1024
# The oldest MicroPython that is accepted. Version 6 of the .mpy format, which is what mpy-cross
# writes, would let in 1.19 and later, as long as a file holds no native code; 1.22 (end of 2023)
# is where we draw the line, because nobody tries the firmware's pins, PWM and buses on anything
# older. The version of the format is asked for all the same: it decides whether the device can
# load the files at all.
FIRST_VERSION = (1, 22)


@dataclass(frozen=True)
class Storage:
    """Where MicroPython keeps the file system of a chip, and the parameters that it mounts with.

    offset      from the beginning of the flash memory, in bytes
    size        in bytes
    progsize    bytes that littlefs programs at once
    flash       size of the whole flash memory that this is for, in bytes
    """

    offset: int
    size: int
    progsize: int
    flash: int

    @property
    def blocks(self) -> int:
        """Return the number of blocks of 4 096 bytes."""
        return self.size // BLOCK_SIZE


# rp2: MICROPY_HW_FLASH_STORAGE_BYTES of the two boards, at the end of 2 MiB; `_boot.py` mounts
# with progsize=256. esp32: from the end of the application partition, 0x200000, to the end of
# the flash memory, as partition `vfs`; it is mounted with the default, 32.
STORAGE: dict[str, Storage] = {
    "rp2040": Storage(0xA0000, 1408 * 1024, 256, 2 * MEGABYTE),
    "rp2040_w": Storage(0x12C000, 848 * 1024, 256, 2 * MEGABYTE),
    "esp32": Storage(0x200000, 2 * MEGABYTE, 32, 4 * MEGABYTE),
    "esp32s3": Storage(0x200000, 6 * MEGABYTE, 32, 8 * MEGABYTE),
}


def storage_of(chip: str, flash_megabytes: int | None = None) -> Storage:
    """Return the storage of a chip; InputError if it has none or not of that size.

    flash_megabytes  another size of the flash memory than the usual one (ESP32 modules have
                     4, 8, 16 or 32 MB); the file system takes all that the application leaves
    """
    if chip not in STORAGE:
        raise InputError(f"chip {chip} has no flash memory to write an image for")
    usual = STORAGE[chip]
    if flash_megabytes is None or flash_megabytes * MEGABYTE == usual.flash:
        return usual
    if usual.progsize != 32:
        raise InputError(f"{chip}: MicroPython's image for it has 2 MB, whatever the module has")
    flash = flash_megabytes * MEGABYTE
    if flash not in (4 * MEGABYTE, 8 * MEGABYTE, 16 * MEGABYTE, 32 * MEGABYTE):
        raise InputError(f"{flash_megabytes} MB of flash: 4, 8, 16 or 32 are possible")
    return Storage(usual.offset, flash - usual.offset, usual.progsize, flash)


def chip_of(machine: str) -> str:
    """Return the chip that `sys.implementation._machine` tells of, "" if it is none of ours.

    MicroPython writes "<board> with <chip>"; the chip of an ESP32-S3 was written with and
    without its hyphen, an ESP32 may have a suffix ("ESP32-D2WD").
    """
    board, _, chip = machine.rpartition(" with ")
    chip = chip.upper().replace("-", "")
    if chip == "RP2040":
        return "rp2040_w" if "PICO W" in board.upper() else "rp2040"
    if chip.startswith("ESP32S3"):
        return "esp32s3"
    if chip in ("ESP32", "ESP32D2WD", "ESP32UNICORE"):
        return "esp32"
    return ""


def check_chip(board: Any, machine: str, boards: dict[str, str]) -> None:
    """Raise DeployError unless a device is what `board` is for.

    machine  what the device says that it is
    boards   the chip of every board there is, by its name: to say which one is right
    """
    found = chip_of(machine)
    if found == board.CHIP:
        return
    right = [name for name, chip in boards.items() if chip == found]
    advice = f"flash {' or '.join(right)} instead" if right else "no board of ours has it"
    raise DeployError(
        f"board {board.NAME} has the chip {board.CHIP}, but this is a"
        f" {machine or 'device without a name'}: {advice}"
    )


def check_micropython(name: str, version: tuple[int, ...], mpy: int, built: int) -> None:
    """Raise DeployError unless the device runs a MicroPython that can load what was built.

    name     `sys.implementation.name`
    version  `sys.implementation.version`
    mpy      `sys.implementation._mpy`, whose low 8 bits are the version of .mpy files
    built    the version of the .mpy files that were built
    """
    shown = ".".join(map(str, version[:3]))
    wanted = ".".join(map(str, FIRST_VERSION))
    if name != "micropython":
        raise DeployError(f"the device runs {name} {shown}, MicroPython {wanted} is needed")
    if version[:2] < FIRST_VERSION:
        raise DeployError(
            f"MicroPython {shown} on the device is too old: {wanted} or newer is needed,"
            " get it from micropython.org/download"
        )
    if mpy & 0xFF != built:
        raise DeployError(
            f"MicroPython {shown} on the device loads .mpy files of version {mpy & 0xFF},"
            f" these have version {built}: put another MicroPython on it"
        )
