"""Flash memory below the file system: blocks that are programmed a record at a time.

An erased byte is 0xFF, and programming only makes bits 0: a buffer of 0xFF with 16 bytes in it
changes those alone. Erasing a block takes 45 ms (400 ms at the worst), programming a page 0.4 ms
(3 ms): for that long no interrupt is served.
"""

from micropython import const

BLOCK_SIZE = const(4096)
PAGE_SIZE = const(256)
ERASE_BLOCK = const(6)  # what block devices call it
COUNT_BLOCKS = const(4)


class FlashMemory:
    """The flash memory that the file system lies on.

    `program` neither allocates nor waits for anything but the memory.
    """

    def __init__(self, device) -> None:
        """Take the block device of the file system."""
        self.device = device
        self.page = bytearray(b"\xff" * PAGE_SIZE)
        self.count = device.ioctl(COUNT_BLOCKS, 0)

    def program(self, block: int, offset: int, data, length: int) -> None:
        """Program `length` bytes at `offset` of a block, all within one page."""
        page = self.page
        first = offset % PAGE_SIZE
        for index in range(length):
            page[first + index] = data[index]
        try:
            self.device.writeblocks(block, page, offset - first)
        finally:
            for index in range(length):
                page[first + index] = 0xFF

    def read(self, block: int, offset: int, buffer) -> None:
        """Fill a buffer from `offset` of a block on."""
        self.device.readblocks(block, buffer, offset)

    def erase(self, block: int) -> None:
        """Erase a block; never while a side runs."""
        self.device.ioctl(ERASE_BLOCK, block)


def open_flash() -> "FlashMemory | None":
    """Return the flash memory of this chip, None where it cannot be reached."""
    try:
        from rp2 import Flash  # type: ignore[import-not-found, unused-ignore]

        return FlashMemory(Flash())
    except ImportError:
        pass
    try:
        from esp32 import Partition  # type: ignore[import-not-found, unused-ignore]

        found = Partition.find(Partition.TYPE_DATA, label="vfs")
        return FlashMemory(found[0]) if found else None
    except ImportError:
        return None
