"""From the edges of one key to gestures: down, click, hold (1 s) with repeats, long hold (3 s)."""

from micropython import const

from clockcore.codes import (
    KEY_CLICK,
    KEY_DOWN,
    KEY_HOLD,
    KEY_LONG_HOLD,
    KEY_REPEAT,
    KEY_UP_AFTER_HOLD,
)
from clockcore.debounce import CLOSED, NOTHING, EagerBoth
from clockcore.ticks import ticks_add, ticks_diff

HOLD_MS = const(1000)
LONG_HOLD_MS = const(3000)
REPEAT_MS = const(200)
LOCKOUT_MS = const(40)  # longer than any key bounces, shorter than a tap
NO_GESTURE = const(-1)


class Key:
    """One key; `at` is the instant of the gesture that was returned last.

    Press and release both count at their first edge (start and resume act at a release, T6), and
    a lock-out follows each. Feed edges in order and call `poll` up to the instant of each edge
    first, until it returns NO_GESTURE, so that a late loop sees the same gestures as an early one.
    """

    def __init__(self) -> None:
        """Start released."""
        self.contact = EagerBoth(LOCKOUT_MS, False)
        self.at = 0
        self.down_at = 0
        self.stage = 0  # 0 up to 1 s, 1 held, 2 held long
        self.repeat_at = 0
        self.is_live = False  # pressed after power-up, and not yet reported as released

    def boot(self, is_closed: bool, at: int) -> None:
        """Take the level at power-up; a key held then makes no gesture."""
        self.contact.boot(is_closed, at)

    def edge(self, is_closed: bool, at: int) -> int:
        """Take an edge; return KEY_DOWN, KEY_CLICK, KEY_UP_AFTER_HOLD or NO_GESTURE."""
        return self._changed(self.contact.edge(is_closed, at))

    def poll(self, now: int) -> int:
        """Return the next gesture that time has brought up to `now`, or NO_GESTURE."""
        if self.is_live and not self.contact.is_undecided():
            next_at = self._next_at()
            if ticks_diff(now, next_at) >= 0:
                return self._held(next_at, now)
        return self._changed(self.contact.poll(now))

    def _changed(self, change: int) -> int:
        """Turn a change of the contact into a gesture."""
        if change == NOTHING:
            return NO_GESTURE
        self.at = self.contact.at
        if change == CLOSED:
            self.is_live = True
            self.stage = 0
            self.down_at = self.at
            return KEY_DOWN
        if not self.is_live:
            return NO_GESTURE
        self.is_live = False
        return KEY_UP_AFTER_HOLD if self.stage else KEY_CLICK

    def _held(self, next_at: int, now: int) -> int:
        """Return the hold or repeat that was due at `next_at`."""
        self.at = next_at
        if self.stage == 0:
            self.stage = 1
            self.repeat_at = ticks_add(next_at, REPEAT_MS)
            return KEY_HOLD
        if self.stage == 1 and next_at == ticks_add(self.down_at, LONG_HOLD_MS):
            self.stage = 2
            self.repeat_at = ticks_add(next_at, REPEAT_MS)
            return KEY_LONG_HOLD
        self.repeat_at = ticks_add(next_at, REPEAT_MS)
        if ticks_diff(now, self.repeat_at) > LONG_HOLD_MS:
            self.repeat_at = now  # after a long stall repeats are not made up for
        return KEY_REPEAT

    def _next_at(self) -> int:
        """Return when the next hold or repeat comes, if the key stays down."""
        if self.stage == 0:
            return ticks_add(self.down_at, HOLD_MS)
        if self.stage == 1:
            long_at = ticks_add(self.down_at, LONG_HOLD_MS)
            if ticks_diff(long_at, self.repeat_at) <= 0:
                return long_at
        return self.repeat_at

    def due_ms(self, now: int) -> int:
        """Return in how many ms `poll` has something to say; below 0 if it is late."""
        due = self.contact.due_ms(now)
        if self.is_live and not self.contact.is_undecided():
            one = ticks_diff(self._next_at(), now)
            if one < due:
                due = one
        return due
