"""Lines of text from and to a host over a UART, without ever waiting for either."""

from machine import UART
from micropython import const

LINE_ROOM = const(4096)
CHUNK = const(64)  # bytes taken or given in one tick
NEWLINE = const(10)


class SerialLine:
    """Collects one line at a time; an overlong line is dropped whole and reported as such."""

    def __init__(self, uart: int) -> None:
        """Open UART `uart`."""
        self.uart = UART(uart, 115200)
        self.chunk = bytearray(CHUNK)
        self.chunk_used = 0
        self.chunk_length = 0
        self.line = bytearray(LINE_ROOM)
        self.length = 0
        self.is_overlong = False

    def poll(self) -> bool:
        """Take up to 64 bytes; return True when `line[:length]` is a whole line."""
        if self.chunk_used == self.chunk_length:
            if not self.uart.any():
                return False
            self.chunk_length = self.uart.readinto(self.chunk) or 0
            self.chunk_used = 0
        while self.chunk_used < self.chunk_length:
            byte = self.chunk[self.chunk_used]
            self.chunk_used += 1
            if byte == NEWLINE:
                return True
            if self.length < LINE_ROOM:
                self.line[self.length] = byte
                self.length += 1
            else:
                self.is_overlong = True
        return False

    def has_more(self) -> bool:
        """Return whether bytes wait that `poll` has not seen."""
        return self.chunk_used < self.chunk_length or self.uart.any() > 0

    def clear(self) -> None:
        """Forget the line, ready for the next."""
        self.length = 0
        self.is_overlong = False

    def send(self, line: bytes) -> None:
        """Send a line that ends in a newline."""
        self.uart.write(line)
