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
        held = ticks_diff(until, self.down_at)
        if self.stage == 0 and held >= HOLD_MS:
            self.stage = 1
            self.at = ticks_add(self.down_at, HOLD_MS)
            self.repeat_at = ticks_add(self.at, REPEAT_MS)
            return KEY_HOLD
        if self.stage == 1 and held >= LONG_HOLD_MS:
            self.stage = 2
            self.at = ticks_add(self.down_at, LONG_HOLD_MS)
            self.repeat_at = ticks_add(self.at, REPEAT_MS)
            return KEY_LONG_HOLD
        if self.stage and ticks_diff(until, self.repeat_at) >= 0:
            self.at = until
            self.repeat_at = ticks_add(until, REPEAT_MS)
            return KEY_REPEAT
        if self.contact.poll(now) == OPENED:
            self.is_live = False
            self.at = self.contact.at
            return KEY_UP_AFTER_HOLD if self.stage else KEY_CLICK
        return NO_GESTURE

    def due_ms(self, now: int) -> int:
        """Return in how many ms `poll` has something to say."""
        due = self.contact.due_ms(now)
        if self.is_live and self.contact.is_raw_closed:
            if self.stage == 0:
                next_at = ticks_add(self.down_at, HOLD_MS)
            else:
                next_at = self.repeat_at
            wait = max(ticks_diff(next_at, now), 0)
            if wait < due:
                due = wait
            if self.stage == 1:
                wait = max(ticks_diff(ticks_add(self.down_at, LONG_HOLD_MS), now), 0)
                if wait < due:
                    due = wait
        return due
