"""Lines of text from and to a host, without ever waiting for it.

A host that has gone, or that does not read, must not hold up the clock: bytes are taken one by
one, only those that are there, and given in pieces of exactly 64 (lines are filled up with spaces,
which JSON does not mind), only while there is room. Room comes and goes in whole pieces, so a
piece never finds less of it than it needs.
"""

from clockcore.ticks import NEVER_MS, ticks_diff
from micropython import const

LINE_ROOM = const(4096)
FIRST_ROOM = const(256)  # more is taken from the heap when a long line comes, and given back
PIECE = const(64)  # bytes given in one pass
BYTES_A_POLL = const(16)  # bytes taken in one pass
RETRY_MS = const(10)
GONE_MS = const(700)  # a host that takes nothing for so long has gone; what waits is dropped
NEWLINE = const(10)
INTERRUPT = const(3)  # Ctrl-C
SPACE = const(32)


def padded(text: bytes) -> bytes:
    """Return `text` (without a newline) as a line whose length is a multiple of 64."""
    missing = -(len(text) + 1) % PIECE
    return text + b" " * missing + b"\n"


class SerialLine:
    """Collects one line at a time; an overlong line is dropped whole and reported as such.

    line, length    what has been collected
    may_grow        whether memory may be taken for a long line: not while a side runs
    is_overlong     whether more came than the 4 096 bytes that there is room for
    is_interrupted  whether Ctrl-C came; what was collected before it is forgotten
    is_whole        whether a whole line waits for an answer; nothing more is taken meanwhile
    is_muted        whether lines to the host are dropped
    has_given       whether a piece has been given since somebody set this to False
    lost_lines      lines to the host that were dropped, since it took nothing or was muted
    """

    def __init__(self, stdio, gap_ms: int) -> None:
        """Take the streams, and the ms that must pass between two pieces (a UART without ask)."""
        self.stdio = stdio
        self.gap_ms = gap_ms
        self.one = bytearray(1)
        self.piece = bytearray(PIECE)
        self.line = bytearray(FIRST_ROOM)
        self.may_grow = True
        self.length = 0
        self.is_overlong = False
        self.is_interrupted = False
        self.is_whole = False
        self.is_muted = False
        self.has_given = False
        self.out = b""
        self.out_at = 0
        self.tried_at = 0  # when a piece was last given, or found no room
        self.gave_at = 0
        self.wait_ms = 0
        self.lost_lines = 0

    def poll(self) -> bool:
        """Take up to 16 bytes; return True when `line[:length]` is a whole line.

        `clear` makes room for the next.
        """
        stdio = self.stdio
        for _ in range(BYTES_A_POLL):
            if not stdio.can_read():
                return False
            stdio.readinto(self.one)
            byte = self.one[0]
            if byte == NEWLINE:
                self.is_whole = True
                return True
            if byte == INTERRUPT:
                self.clear()
                self.is_interrupted = True
                return False
            if byte < SPACE:
                continue  # no JSON has control characters; a terminal sends some
            if self.length < len(self.line) or self._grow():
                self.line[self.length] = byte
                self.length += 1
            else:
                self.is_overlong = True
        return False

    def _grow(self) -> bool:
        """Make more room for the line, if that is allowed now; return whether there is."""
        room = len(self.line)
        if not self.may_grow or room >= LINE_ROOM:
            return False
        self.line.extend(bytes(room))
        return True

    def has_more(self) -> bool:
        """Return whether bytes wait that `poll` has not seen."""
        return self.stdio.can_read()

    def clear(self) -> None:
        """Forget the line, ready for the next."""
        self.length = 0
        self.is_overlong = False
        self.is_whole = False
        if self.may_grow and len(self.line) > FIRST_ROOM:
            self.line = bytearray(FIRST_ROOM)

    def is_sending(self) -> bool:
        """Return whether a line waits to be given."""
        return self.out_at < len(self.out)

    def send(self, line: bytes, now: int) -> None:
        """Give `line` (made by `padded`) piece by piece; the line before it must be gone."""
        if self.is_muted:
            self.lost_lines = (self.lost_lines + 1) & 0xFFFF
            return
        self.out = line
        self.out_at = 0
        self.gave_at = now
        self.tried_at = now
        self.wait_ms = 0

    def pump(self, now: int) -> None:
        """Give one piece if it is time and there is room for it."""
        if not self.is_sending() or ticks_diff(now, self.tried_at) < self.wait_ms:
            return
        self.tried_at = now
        if not self.stdio.can_write():
            self.wait_ms = RETRY_MS
            if ticks_diff(now, self.gave_at) >= GONE_MS:
                self.out_at = len(self.out)
                self.lost_lines = (self.lost_lines + 1) & 0xFFFF
            return
        piece = self.piece
        out = self.out
        at = self.out_at
        for index in range(PIECE):
            piece[index] = out[at + index]
        self.stdio.write(piece)
        self.has_given = True
        self.out_at = at + PIECE
        self.gave_at = now
        self.wait_ms = self.gap_ms

    def due_ms(self, now: int) -> int:
        """Return in how many ms `pump` has something to do."""
        if not self.is_sending():
            return NEVER_MS
        left = self.wait_ms - ticks_diff(now, self.tried_at)
        return left if left > 0 else 0
