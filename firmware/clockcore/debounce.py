"""From the edges of one contact to presses and releases.

The words are those of QMK's debouncing guide. `EagerPress` is asymmetric, eager on press, deferred
on release: a press counts at the instant of its first edge and the release waits until the
contact has been quiet; it suits plungers. `EagerBoth` is symmetric and eager: either
position counts at its first edge, and a lock-out follows; it suits a rocker and keys. Neither is
proof against noise on an idle contact: a single spike is a press.
"""

from micropython import const

from clockcore.ticks import NEVER_MS, ticks_add, ticks_diff

RELEASE_MS = const(20)

NOTHING = const(0)
CLOSED = const(1)
OPENED = const(2)


class EagerPress:
    """Debounced state of a contact that springs back. `at` is the instant of the last change."""

    def __init__(self, quiet_ms: int = RELEASE_MS) -> None:
        """Start open; `quiet_ms` is how long a contact must stay open to count as released."""
        self.quiet_ms = quiet_ms
        self.is_closed = False
        self.is_raw_closed = False
        self.opened_at = 0
        self.at = 0

    def boot(self, is_closed: bool, at: int) -> None:
        """Take the level found at power-up; a closed contact is no press."""
        self.is_closed = is_closed
        self.is_raw_closed = is_closed
        self.opened_at = at
        self.at = at

    def edge(self, is_closed: bool, at: int) -> int:
        """Take an edge; return CLOSED for a press, OPENED for a release found late, or NOTHING."""
        if is_closed == self.is_raw_closed:
            return NOTHING
        if is_closed and self.is_closed and ticks_diff(at, self.opened_at) >= self.quiet_ms:
            # Nobody polled since the release was due: the release and this press both count.
            self.is_closed = False
        self.is_raw_closed = is_closed
        if not is_closed:
            self.opened_at = at
            return NOTHING
        if self.is_closed:
            return NOTHING
        self.is_closed = True
        self.at = at
        return CLOSED

    def poll(self, now: int) -> int:
        """Return OPENED once a release has been quiet for long enough, else NOTHING."""
        if self.is_closed and not self.is_raw_closed:
            if ticks_diff(now, self.opened_at) >= self.quiet_ms:
                self.is_closed = False
                self.at = self.opened_at
                return OPENED
        return NOTHING

    def due_ms(self, now: int) -> int:
        """Return in how many ms `poll` has something to say; below 0 if it is late."""
        if self.is_closed and not self.is_raw_closed:
            return self.quiet_ms - ticks_diff(now, self.opened_at)
        return NEVER_MS


class EagerBoth:
    """Debounced position of a contact that stays where it is put."""

    def __init__(self, lockout_ms: int = RELEASE_MS, keeps_edge: bool = True) -> None:
        """Start open; for `lockout_ms` after a change further edges are not believed.

        A change that the end of a lock-out shows counts from its edge with `keeps_edge`, and
        whoever uses it must wait for `is_undecided`; else it counts from that end.
        """
        self.lockout_ms = lockout_ms
        self.keeps_edge = keeps_edge
        self.is_closed = False
        self.is_raw_closed = False
        self.raw_at = 0
        self.at = 0
        self.locked = False

    def boot(self, is_closed: bool, at: int) -> None:
        """Take the position found at power-up."""
        self.is_closed = is_closed
        self.is_raw_closed = is_closed
        self.raw_at = at
        self.at = at
        self.locked = False

    def edge(self, is_closed: bool, at: int) -> int:
        """Take an edge; return CLOSED or OPENED if the position changed at it, or NOTHING."""
        change = NOTHING
        if self.locked:
            change = self.poll(at)
        if is_closed == self.is_raw_closed:
            return change
        self.is_raw_closed = is_closed
        self.raw_at = at
        if self.locked or change:
            return change
        return self._change(at)

    def poll(self, now: int) -> int:
        """End a lock-out that is over; a level that differs then counts."""
        if self.locked and ticks_diff(now, self.at) >= self.lockout_ms:
            self.locked = False
            if self.is_raw_closed != self.is_closed:
                end_at = ticks_add(self.at, self.lockout_ms)
                return self._change(self.raw_at if self.keeps_edge else end_at)
        return NOTHING

    def is_undecided(self) -> bool:
        """Return whether the level differs in a lock-out: a change at `raw_at` may still count."""
        return self.locked and self.is_raw_closed != self.is_closed

    def due_ms(self, now: int) -> int:
        """Return in how many ms `poll` has something to do; below 0 if it is late."""
        if self.locked:
            return self.lockout_ms - ticks_diff(now, self.at)
        return NEVER_MS

    def _change(self, at: int) -> int:
        self.is_closed = self.is_raw_closed
        self.at = at
        self.locked = True
        return CLOSED if self.is_closed else OPENED
