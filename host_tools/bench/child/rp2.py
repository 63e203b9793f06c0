"""Stands in for the device's `rp2`: the flash memory below the file system.

Without an image of a file system only the blocks of the journal are there, each in its file of the
folder `journal` of the board's file system: block 100 is `j00`, block 200 is `m00`. What is
programmed is written into the files whenever the world reports, so that it is there when the power
is cut between two orders.

With an image the whole memory is there, littlefs lies on it, and every operation is noted: what
the power may be cut in.
"""

from world import world

BLOCK_SIZE = 4096
BLOCKS = 256
FIRST = {"j": 100, "m": 200}
PLACES = 48
ERASE_MS = 45  # typical of the Pico's flash memory, by its data sheet


class FolderFlash:
    """The blocks of the journal, in files; programming makes bits 0, erasing makes them 1."""

    def __init__(self):
        """Begin with what the files hold."""
        self.blocks = [None] * BLOCKS
        self.changed = bytearray(BLOCKS)
        world.flash = self

    def ioctl(self, operation, argument):
        """Say how many blocks there are (4), or erase one (6)."""
        if operation == 4:
            return BLOCKS
        if operation == 6:
            self._load(argument)
            block = self.blocks[argument]
            for index in range(BLOCK_SIZE):
                block[index] = 0xFF
            self.changed[argument] = 1
            world.erased += 1
        return 0

    def readblocks(self, number, buffer, offset=0):
        """Fill a buffer; a block that is not there is erased."""
        if self.blocks[number] is None and not self._load(number):
            for index in range(len(buffer)):
                buffer[index] = 0xFF
            return
        block = self.blocks[number]
        for index in range(len(buffer)):
            buffer[index] = block[offset + index]

    def writeblocks(self, number, buffer, offset=0):
        """Program a buffer; nothing allocates."""
        block = self.blocks[number]
        if block is None:
            raise world.no_answer
        for index in range(len(buffer)):
            if buffer[index] != 0xFF:
                block[offset + index] &= buffer[index]
        self.changed[number] = 1
        world.programmed += 1

    def flush(self):
        """Write what has changed into the files."""
        for number in range(BLOCKS):
            if self.changed[number]:
                self.changed[number] = 0
                with open(_name_of(number), "wb") as file:
                    file.write(self.blocks[number])

    def _load(self, number):
        if self.blocks[number] is None:
            try:
                with open(_name_of(number), "rb") as file:
                    content = file.read()
            except OSError:
                return False
            if len(content) != BLOCK_SIZE:
                return False
            self.blocks[number] = bytearray(content)
        return True


class ImageFlash:
    """A whole flash memory; `operations` are noted as [now, erase or program, where, bytes]."""

    def __init__(self, content):
        """Begin with an image, a multiple of 4 096 bytes."""
        self.content = content
        self.view = memoryview(content)
        self.blank = b"\xff" * BLOCK_SIZE
        self.operations = []
        world.flash = self

    def ioctl(self, operation, argument):
        """Say how many blocks there are and how large one is (4, 5), or erase one (6)."""
        if operation == 4:
            return len(self.content) // BLOCK_SIZE
        if operation == 5:
            return BLOCK_SIZE
        if operation == 6:
            start = argument * BLOCK_SIZE
            self._note(start, None)
            self.view[start : start + BLOCK_SIZE] = self.blank
            world.erased += 1
            world.stop_ms(ERASE_MS)
        return 0

    def readblocks(self, number, buffer, offset=0):
        """Fill a buffer."""
        start = number * BLOCK_SIZE + offset
        buffer[:] = self.view[start : start + len(buffer)]

    def writeblocks(self, number, buffer, offset=None):
        """Program a buffer; without an offset the blocks are erased first."""
        if offset is None:
            for index in range(len(buffer) // BLOCK_SIZE):
                self.ioctl(6, number + index)
            offset = 0
        start = number * BLOCK_SIZE + offset
        self._note(start, bytes(buffer))
        view = self.view
        for index in range(len(buffer)):
            if buffer[index] != 0xFF:
                view[start + index] &= buffer[index]
        world.programmed += 1

    def flush(self):
        """Do nothing: the parent knows every operation."""

    def _note(self, start, data):
        truth = world.probe.truth(world) if world.probe is not None else None
        text = "" if data is None else data.hex()
        self.operations.append([world.now, start, text, truth])


def Flash():  # noqa: N802 - the device's name
    """Return the flash memory; there is one, as on a microcontroller."""
    return world.flash if world.flash is not None else FolderFlash()


def _name_of(number):
    for letter, first in FIRST.items():
        if first <= number < first + PLACES:
            place = number - first
            return "journal/" + letter + str(place // 10) + str(place % 10)
    return "journal/none"
