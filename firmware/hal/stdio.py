"""The line on which the REPL is: USB on an RP2040, USB or a UART on an ESP32.

The only module that touches the interpreter's own streams; everything above it takes an object
with these four methods. Asking and taking allocate nothing.
"""

import select
import sys


class Stdio:
    """Bytes from and to the host, taken and given only when that cannot wait."""

    def __init__(self) -> None:
        """Look at the interpreter's standard streams."""
        self.stdin = sys.stdin.buffer
        self.stdout = sys.stdout.buffer
        self.readable = select.poll()
        self.readable.register(sys.stdin, select.POLLIN)
        self.writable = select.poll()
        self.writable.register(sys.stdout, select.POLLOUT)

    def can_read(self) -> bool:
        """Return whether a byte waits."""
        for _ in self.readable.ipoll(0):
            return True
        return False

    def can_write(self) -> bool:
        """Return whether a host listens and has room."""
        for _ in self.writable.ipoll(0):
            return True
        return False

    def readinto(self, buffer: bytearray) -> None:
        """Fill `buffer`; waits for bytes that `can_read` has not announced."""
        self.stdin.readinto(buffer)

    def write(self, buffer: bytearray) -> None:
        """Send `buffer`."""
        self.stdout.write(buffer)
