"""Lines of text from and to a host, without ever waiting for it.

A host that has gone, or that does not read, must not hold up the clock: bytes are taken one by
one, only those that are there, and given in pieces of exactly 64 (lines are filled up with spaces,
which JSON does not mind), only while there is room. Room comes and goes in whole pieces, so a
piece never finds less of it than it needs.

A line is given whole, or it is cut and said to be: before the next one the rest of its last piece
is spaces and a newline, so that no two lines are ever one.

Some ports make us wait although they have said that there is room. While a side runs a piece that
holds the loop up so for more than 100 ms mutes the line: what is under way is cut, what is sent
meanwhile is dropped. After 5 s it is tried again, then after 10, 20, 40 and every 80, until a
piece goes well. So a host that stands still makes one pass in 5 s late at the most, and 50 in an
hour, by what its port waits (500 ms on an RP2040). Edges carry their own instants, so this costs
the account of a player nothing where interrupts are hard (RP2040); where they are not (ESP32), a
press that falls into such a pass is late by no more than that pass is.
"""

from clockcore.ticks import NEVER_MS, ticks_diff
from micropython import const

LINE_ROOM = const(4096)
FIRST_ROOM = const(256)  # more is taken from the heap when a long line comes, and given back
PIECE = const(64)  # bytes given in one pass
BYTES_A_POLL = const(16)  # bytes taken in one pass
RETRY_MS = const(10)
MUTE_MS = const(5000)  # after a piece that held the loop up; twice as long after the next
LONGEST_MUTE_MS = const(80_000)
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
    is_muted        whether lines to the host are dropped, for some seconds after one made us wait
    has_given       whether a piece has been given since somebody set this to False
    lost_lines      lines to the host that were dropped, since it took nothing or was muted
    event_ms        between two events that the host wants, 0 for none; none after a lost line
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
        self.muted_at = 0
        self.mute_ms = MUTE_MS  # how long the next time
        self.muted_ms = 0
        self.is_cut = False  # whether the host has a part of a line, and will get no more of it
        self.has_given = False
        self.out: bytes | bytearray = b""
        self.out_at = 0
        self.tried_at = 0  # when a piece was last given, or found no room
        self.gave_at = 0
        self.wait_ms = 0
        self.lost_lines = 0
        self.event_ms = 0

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

    def mute(self, now: int) -> None:
        """Give nothing for a while, and no more of what is under way."""
        self.is_muted = True
        self.muted_at = now
        self.muted_ms = self.mute_ms
        if self.mute_ms < LONGEST_MUTE_MS:
            self.mute_ms *= 2
        self.drop()

    def hear_again(self, now: int) -> None:
        """End the mute when its time is over; a piece that went well makes the next one short."""
        if not self.is_muted:
            self.mute_ms = MUTE_MS
        elif ticks_diff(now, self.muted_at) >= self.muted_ms:
            self.is_muted = False

    def drop(self) -> None:
        """Give no more of the line that is under way, if there is one, and no events."""
        self.event_ms = 0
        if not self.is_sending():
            return
        if self.out_at:
            self.is_cut = True
        self.out_at = len(self.out)
        self.lost_lines = (self.lost_lines + 1) & 0xFFFF

    def send(self, line: bytes | bytearray, now: int) -> None:
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
                self.drop()
            return
        piece = self.piece
        out = self.out
        at = self.out_at
        if self.is_cut:
            for index in range(PIECE):
                piece[index] = SPACE
            piece[PIECE - 1] = NEWLINE
            self.is_cut = False
        else:
            for index in range(PIECE):
                piece[index] = out[at + index]
            self.out_at = at + PIECE
        self.stdio.write(piece)
        self.has_given = True
        self.gave_at = now
        self.wait_ms = self.gap_ms

    def due_ms(self, now: int) -> int:
        """Return in how many ms `pump` has something to do."""
        if not self.is_sending():
            return NEVER_MS
        left = self.wait_ms - ticks_diff(now, self.tried_at)
        return left if left > 0 else 0
