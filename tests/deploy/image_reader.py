"""What mounts an image on MicroPython: argument 1 the file, 2 progsize, 0 to let it find out."""

import os
import sys

import vfs

BLOCK_SIZE = 4096


class Memory:
    """A flash memory in RAM."""

    def __init__(self, data):
        """Take its content."""
        self.data = data

    def readblocks(self, block, buffer, offset=0):
        """Read into a buffer."""
        start = block * BLOCK_SIZE + offset
        buffer[:] = memoryview(self.data)[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        """Program from a buffer."""
        start = block * BLOCK_SIZE + offset
        self.data[start : start + len(buffer)] = buffer

    def ioctl(self, request, argument):
        """Answer littlefs."""
        if request == 4:
            return len(self.data) // BLOCK_SIZE
        if request == 5:
            return BLOCK_SIZE
        if request == 6:
            start = argument * BLOCK_SIZE
            self.data[start : start + BLOCK_SIZE] = b"\xff" * BLOCK_SIZE
        return 0


def listing(folder):
    """Print every file below a folder, with its size."""
    for entry in os.ilistdir(folder):
        path = folder + "/" + entry[0]
        if entry[1] & 0x4000:
            listing(path)
        else:
            print(path, os.stat(path)[6])


def main():
    """Mount the image, list it, load modules from it, and write to it."""
    progsize = int(sys.argv[2])
    with open(sys.argv[1], "rb") as file:
        memory = Memory(bytearray(file.read()))
    vfs.umount("/")
    vfs.mount(vfs.VfsLfs2(memory, progsize=progsize) if progsize else memory, "/")
    print("type", os.statvfs("/")[0:3])
    listing("")
    sys.path[:] = ["", ".frozen", "/lib"]
    import board_def
    from clockcore.presets import PRESET_COUNT

    print("board", board_def.NAME, board_def.DISPLAY_SET, PRESET_COUNT)
    print("from", board_def.__file__)
    with open("/settings.json", "w") as file:
        file.write("x" * 3000)
    with open("/settings.json") as file:
        print("wrote", len(file.read()))


main()
