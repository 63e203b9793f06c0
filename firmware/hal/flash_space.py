"""A row of erased blocks on flash memory that is filled from one end to the other, then anew.

Each block is a file of one block of the file system, so that nothing else is put there. It is
never written through the file system again: its first 16 bytes are a tag (`clockcore/journal.py`)
by which it is found, the rest is programmed bit by bit as time goes on. The oldest block is erased
and gets the next generation when there is time for it (`journal_files.py`); while a side runs
nothing is erased.
"""

from array import array

from clockcore.journal import RECORD_SIZE
from micropython import const

BLOCK_SIZE = const(4096)


class FlashSpace:
    """The blocks of one letter, in the order of their generations.

    order   numbers of the blocks, the oldest first
    places  the numbers of their files, in the same order
    now     index of the block that is being filled; those behind it are erased
    offset  where the next byte of that block goes
    """

    def __init__(self, letter: int, flash=None) -> None:
        """Begin without blocks, which `journal_files.py` finds in a `FlashMemory`, and makes."""
        self.flash = flash
        self.letter = letter
        self.order = array("H")
        self.places = bytearray()
        self.generation = 0
        self.now = 0
        self.offset = RECORD_SIZE
        self.tag = bytearray(RECORD_SIZE)

    def has_room(self) -> bool:
        """Return whether another record can be programmed."""
        count = len(self.order)
        return self.now + 1 < count or (self.now < count and self.offset < BLOCK_SIZE)

    def ready(self) -> int:
        """Return how many erased blocks there are behind the one that is being filled."""
        return max(len(self.order) - 1 - self.now, 0)

    def append(self, data, length: int) -> bool:
        """Program the next `length` bytes; return whether that was done.

        Nothing allocates. `length` divides 4 096.
        """
        if self.offset >= BLOCK_SIZE and self.now + 1 < len(self.order):
            self.now += 1
            self.offset = RECORD_SIZE
        if self.offset >= BLOCK_SIZE or self.now >= len(self.order):
            return False
        offset = self.offset
        self.offset = offset + length
        try:
            self.flash.program(self.order[self.now], offset, data, length)
        except OSError:
            return False  # the memory does not take it: the game goes on without
        return True
