"""The flash of the emulated Pico: how long it takes, what it has done, and a power cut in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host_tools.emulator.pico import EmulatedPico

PAGE_PROGRAM = 0x02
SECTOR_ERASE = 0x20
BLOCK_ERASE = 0xD8
SECTOR = 4096
BLOCK = 65536
PAGE = 256
NAMES = {PAGE_PROGRAM: "program", SECTOR_ERASE: "erase", BLOCK_ERASE: "erase block"}


class PowerCutError(Exception):
    """The power failed inside a flash operation; the flash is as it was left."""


@dataclass(frozen=True)
class FlashTimes:
    """How long the flash is busy, in us."""

    program_us: int
    erase_us: int
    erase_block_us: int


# The flash of the Pico, a W25Q16JV, by its data sheet.
TYPICAL = FlashTimes(program_us=400, erase_us=45_000, erase_block_us=150_000)
SLOWEST = FlashTimes(program_us=3_000, erase_us=400_000, erase_block_us=2_000_000)
NONE = FlashTimes(program_us=0, erase_us=0, erase_block_us=0)


@dataclass(frozen=True)
class FlashOperation:
    """One operation: when it began, what (`NAMES`), where in the flash, and what is programmed."""

    at_us: float
    name: str
    address: int
    data: bytes = b""

    def do(self, flash: bytearray, fraction: float = 1.0) -> None:
        """Do it, or a fraction of it, on the content of a flash."""
        if self.name == NAMES[PAGE_PROGRAM]:
            for index in range(int(len(self.data[:PAGE]) * fraction)):
                flash[self.address + index] &= self.data[index]
            return
        size = SECTOR if self.name == NAMES[SECTOR_ERASE] else BLOCK
        start = self.address & ~(size - 1)
        done = int(size * fraction)
        flash[start : start + done] = b"\xff" * done


class FlashChip:
    """Watches the commands that reach the flash.

    operations  all operations so far
    """

    def __init__(self, pico: EmulatedPico, times: FlashTimes) -> None:
        """Stand between the chip's flash controller and the flash."""
        self.operations: list[FlashOperation] = []
        self._pico = pico
        self._times = times
        self._cut_at: int | None = None
        self._cut_fraction = 0.0
        self._controller = pico.chip.ssi
        self._apply = self._controller._apply_command
        self._controller._apply_command = self._command

    def cut_power_at(self, operation: int, fraction: float) -> None:
        """Have the power fail in the operation with this number (from 0), a fraction into it."""
        self._cut_at = operation
        self._cut_fraction = fraction

    def _command(self) -> None:
        command = bytes(self._controller._tx_buffer)
        code = command[0] if command else 0
        if code not in NAMES or len(command) < 4 or not self._controller._write_enabled:
            self._apply()
            return
        address = int.from_bytes(command[1:4], "big")
        number = len(self.operations)
        operation = FlashOperation(self._pico.now_us, NAMES[code], address, command[4:])
        self.operations.append(operation)
        if self._cut_at is not None and number >= self._cut_at:
            operation.do(self._pico.chip.flash, self._cut_fraction)
            raise PowerCutError(
                f"power cut in flash operation {number}: {NAMES[code]} at {address:#x}"
            )
        self._apply()
        busy_us = {
            PAGE_PROGRAM: self._times.program_us,
            SECTOR_ERASE: self._times.erase_us,
            BLOCK_ERASE: self._times.erase_block_us,
        }[code]
        if busy_us:
            self._pico.clock.tick(busy_us * 1000)  # the core waits for it, interrupts off
