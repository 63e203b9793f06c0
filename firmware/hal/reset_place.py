"""Where a note of 4 bytes survives a reset, but not a power-up. Loaded at the start alone.

On an RP2040 that is in the scratch registers of the watchdog, on an ESP32 in its RTC memory.
"""

import sys

import machine
from micropython import const

SIZE = const(4)
# The watchdog of an RP2040: SCRATCH4 and up belong to the boot ROM.
WATCHDOG_BASE = const(0x4005)  # upper half of its addresses
SCRATCH_0 = const(0x800C)
SCRATCH_1 = const(0x8010)


class RtcMemory:
    """The note in the RTC memory of an ESP32."""

    def __init__(self) -> None:
        """Open the RTC."""
        self.rtc = machine.RTC()

    def load(self, note: bytearray) -> None:
        """Fill `note` with what is kept."""
        kept = self.rtc.memory()
        for index in range(min(len(kept), SIZE)):
            note[index] = kept[index]

    def store(self, note: bytearray) -> None:
        """Keep `note`."""
        self.rtc.memory(note)


class Scratch:
    """The note in two scratch registers of an RP2040, 16 bits in each, so that nothing allocates.

    The addresses are objects made once, since they are too large for a small integer.
    """

    def __init__(self) -> None:
        """Work the addresses out."""
        self.first = (WATCHDOG_BASE << 16) + SCRATCH_0
        self.second = (WATCHDOG_BASE << 16) + SCRATCH_1

    def load(self, note: bytearray) -> None:
        """Fill `note` with what is kept."""
        one = machine.mem32[self.first] & 0xFFFF
        two = machine.mem32[self.second] & 0xFFFF
        note[0] = one >> 8
        note[1] = one & 0xFF
        note[2] = two >> 8
        note[3] = two & 0xFF

    def store(self, note: bytearray) -> None:
        """Keep `note`."""
        machine.mem32[self.first] = note[0] << 8 | note[1]
        machine.mem32[self.second] = note[2] << 8 | note[3]


class Nowhere:
    """A chip that keeps nothing: every start is a power-up."""

    def load(self, note: bytearray) -> None:
        """Leave `note` as it is."""

    def store(self, note: bytearray) -> None:
        """Keep nothing."""


def open_place():
    """Return where this chip keeps a note."""
    if hasattr(machine.RTC, "memory"):
        return RtcMemory()
    if sys.platform == "rp2":
        return Scratch()
    return Nowhere()
