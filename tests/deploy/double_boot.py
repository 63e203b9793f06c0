"""What runs inside the device double, on MicroPython: a flash memory, a chip's name, a clock.

Started with one argument, a JSON file (see `device_double.py`; MicroPython takes no arguments of
more than 255 bytes). When it ends, MicroPython's own
REPL takes over, which is the one that flashing talks to.
"""

import json
import os
import sys

import vfs

BLOCK_SIZE = 4096
ERASE = 6
# What a clock answers to Ctrl-C when it does not give the REPL; its lines are filled with spaces.
REFUSALS = {
    "running": b'{"id": null, "ok": false, "error": "a side runs: pause first"}    \n',
    "full": b'{"id": null, "ok": false, "error": "the game cannot be kept: no room"}    \n',
}
with open(sys.argv[1]) as order:
    options = json.load(order)


def die():
    """End this process at once, as when the power goes."""
    os.system("kill -9 $PPID")


class Flash:
    """A flash memory in a file; it can lose its power in the middle of any change."""

    def __init__(self, path, die_at):
        """Open the file; `die_at` is the number of the change in which the power goes, or 0."""
        self.file = open(path, "r+b")  # noqa: SIM115 - as long as the device is on
        self.size = self.file.seek(0, 2)
        self.changes = 0
        self.die_at = die_at

    def readblocks(self, block, buffer, offset=0):
        """Read into a buffer."""
        self.file.seek(block * BLOCK_SIZE + offset)
        self.file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        """Program from a buffer."""
        self.change(block * BLOCK_SIZE + offset, buffer)

    def ioctl(self, request, argument):
        """Answer littlefs: number and size of the blocks, erasing one."""
        if request == 4:
            return self.size // BLOCK_SIZE
        if request == 5:
            return BLOCK_SIZE
        if request == ERASE:
            self.change(argument * BLOCK_SIZE, b"\xff" * BLOCK_SIZE)
        return 0

    def change(self, position, data):
        """Write, unless the power goes: then nothing, or one to three quarters of it."""
        self.changes += 1
        self.file.seek(position)
        if self.changes == self.die_at:
            self.file.write(bytes(data)[: len(data) * ((self.changes - 1) % 4) // 4])
            die()
        self.file.write(data)


class Names:
    """An object with the attributes that it is given."""

    def __init__(self, **names):
        """Take the attributes."""
        for name in names:
            setattr(self, name, names[name])


class Machine:
    """The module `machine`, as far as flashing needs it."""

    def reset(self):
        """Start anew."""
        die()


def dress():
    """Make `sys` and `machine` those of the chip, and `/` its file system."""
    flash = Flash(options["image"], options["die_at"])
    try:
        system = vfs.VfsLfs2(flash, progsize=options["progsize"])
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=options["progsize"])
        system = vfs.VfsLfs2(flash, progsize=options["progsize"])
    vfs.umount("/")
    vfs.mount(system, "/")
    sys.path[:] = ["", ".frozen", "/lib"]
    about = Names(
        name=options["name"],
        version=tuple(options["version"]),
        _machine=options["machine"],
        _mpy=options["mpy"],
    )
    fake = Names()
    for name in dir(sys):
        setattr(fake, name, getattr(sys, name))
    fake.implementation = about
    fake.platform = options["platform"]
    sys.modules["sys"] = fake
    sys.modules["machine"] = Machine()
    sys.modules["flash_double"] = flash


def write(line):
    """Send bytes to the host."""
    sys.stdout.buffer.write(line)


def clock():
    """Stand in for the clock: load what main.py would, then answer lines until Ctrl-C."""
    import board_def

    versions = []
    for name in options["imports"]:
        module = __import__(name, None, None, ["VERSION"])
        versions.append(getattr(module, "VERSION", options["version_shown"]))
    if len(set(versions)) > 1:
        raise ValueError("MIXED MODULES " + str(versions))
    check = {"displays": [True, True], "stuck": [], "battery_mv": None, "rtc": None}
    hello = {
        "ok": True,
        "name": "chessclock",
        "version": versions[0] if versions else options["version_shown"],
        "protocol": 1,
        "board": board_def.NAME,
        "displays": getattr(board_def, "DISPLAY_SET", ""),
        "check": check,
    }
    line = b""
    while True:
        byte = sys.stdin.buffer.read(1)
        if not byte:
            return
        if byte == b"\x03":
            if options["mode"] in REFUSALS:
                write(REFUSALS[options["mode"]])
                continue
            if options["mode"] == "paused":
                die()  # the game is saved; on with the service mode
            return
        if byte != b"\n":
            line += byte if byte >= b" " else b""
            continue
        try:
            request = json.loads(line)
            if request["cmd"] == "hello":
                hello["id"] = request["id"]
                write(json.dumps(hello).encode() + b"   \n")
        except ValueError:
            write(b'{"id": null, "ok": false, "error": "the line is not JSON"}\n')
        line = b""


dress()
if options["mode"] not in ("repl", "service") and "main.py" in os.listdir("/"):
    clock()
