"""The flash memory of a virtual board, seen by its parent: an image and what was done to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

BLOCK_SIZE = 4096


@dataclass(frozen=True)
class FlashOperation:
    """One operation.

    at_ms  when it began
    start  where, in bytes
    data   what was programmed; empty for the erasing of a block
    truth  the first game then: state, turn, first flag, and time, moves, period of both sides
    """

    at_ms: int
    start: int
    data: bytes
    truth: Any

    def apply(self, image: bytearray, share: float = 1.0) -> None:
        """Do it to an image, or the first part of it, as when the power fails meanwhile."""
        if self.data:
            for index in range(int(len(self.data) * share)):
                image[self.start + index] &= self.data[index]
        else:
            size = int(BLOCK_SIZE * share)
            image[self.start : self.start + size] = b"\xff" * size


class FlashImage:
    """The image that a board starts from, and every operation since."""

    def __init__(self, content: bytes | None, path: Path) -> None:
        """Take the image, None for a board without one, and where a child finds it."""
        self.content = None if content is None else bytearray(content)
        self.path = path
        self.operations: list[FlashOperation] = []

    def take(self, operations: list[list[Any]]) -> None:
        """Take what a report tells."""
        for at_ms, start, data, truth in operations:
            operation = FlashOperation(at_ms, start, bytes.fromhex(data), truth)
            self.operations.append(operation)
            assert self.content is not None
            operation.apply(self.content)

    def save(self) -> str:
        """Write the image as it is now; return where, "" without one."""
        if self.content is None:
            return ""
        self.path.write_bytes(self.content)
        return str(self.path)
