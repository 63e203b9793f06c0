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
from clockcore.debounce import CLOSED, OPENED, EagerPress
from clockcore.ticks import ticks_add, ticks_diff

HOLD_MS = const(1000)
LONG_HOLD_MS = const(3000)
REPEAT_MS = const(200)
NO_GESTURE = const(-1)


class Key:
    """One key; `at` is the instant of the gesture that was returned last.

    Feed edges in order and call `poll` up to the instant of each edge first, until it returns
    NO_GESTURE, so that a late loop sees the same gestures as an early one.
    """

    def __init__(self) -> None:
        """Start released."""
        self.contact = EagerPress()
        self.at = 0
        self.down_at = 0
        self.stage = 0  # 0 up to 1 s, 1 held, 2 held long
        self.repeat_at = 0
        self.is_live = False  # pressed after power-up, and not yet reported as released

    def boot(self, is_closed: bool, at: int) -> None:
        """Take the level at power-up; a key held then makes no gesture."""
        self.contact.boot(is_closed, at)

    def edge(self, is_closed: bool, at: int) -> int:
        """Take an edge; return KEY_DOWN or NO_GESTURE."""
        if self.contact.edge(is_closed, at) == CLOSED:
            self.is_live = True
            self.stage = 0
            self.down_at = self.at = at
            return KEY_DOWN
        return NO_GESTURE

    def is_release_pending(self) -> bool:
        """Return whether the key is open, but not for long enough to have been let go."""
        return self.is_live and self.contact.is_closed and not self.contact.is_raw_closed

    def poll(self, now: int) -> int:
        """Return the next gesture that time has brought up to `now`, or NO_GESTURE."""
        if not self.is_live:
            self.contact.poll(now)
            return NO_GESTURE
        until = now if self.contact.is_raw_closed else self.contact.opened_at
        if ticks_diff(until, self._next_at()) >= 0:
            self.at = self._next_at()
            if self.stage == 0:
                self.stage = 1
                self.repeat_at = ticks_add(self.at, REPEAT_MS)
                return KEY_HOLD
            if self.stage == 1 and self.at == ticks_add(self.down_at, LONG_HOLD_MS):
                self.stage = 2
                self.repeat_at = ticks_add(self.at, REPEAT_MS)
                return KEY_LONG_HOLD
            self.repeat_at = ticks_add(self.at, REPEAT_MS)
            if ticks_diff(until, self.repeat_at) > LONG_HOLD_MS:
                self.repeat_at = until  # after a long stall repeats are not made up for
            return KEY_REPEAT
        if self.contact.poll(now) == OPENED:
            self.is_live = False
            self.at = self.contact.at
            return KEY_UP_AFTER_HOLD if self.stage else KEY_CLICK
        return NO_GESTURE

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
        contact = self.contact
        if self.is_live:
            next_at = self._next_at()
            if contact.is_raw_closed or ticks_diff(contact.opened_at, next_at) >= 0:
                return ticks_diff(next_at, now)
        return contact.due_ms(now)
