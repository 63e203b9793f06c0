"""The two displays and running lamps of one clock, written in bounded pieces."""

from clockcore.ticks import ticks_diff
from micropython import const

RETRY_MS = const(1000)
REFRESH_MS = const(5000)  # a display that has lost its power for a moment is back by then


class DisplayPair:
    """Brings two frames to two drivers, at most one chunk of one display a call of `push`.

    frames   the left and the right `Frame`
    drivers  objects with load(cells, marks), is_pending(), push() and forget()
    lamps    two objects that are called with 1 or 0
    failed   whether the display did not answer the last time
    """

    def __init__(self, frames: tuple, drivers: tuple, lamps: tuple) -> None:
        """Keep what belongs together."""
        self.frames = frames
        self.drivers = drivers
        self.lamps = lamps
        self.lit = [False, False]
        self.turn = 0
        self.failed = [False, False]
        self.retry_at = [0, 0]
        self.refreshed_at = [0, 0]

    def light(self) -> None:
        """Bring the running lamps to what the frames say."""
        for side in range(2):
            lamp = self.frames[side].lamp
            if lamp != self.lit[side]:
                self.lit[side] = lamp
                self.lamps[side](1 if lamp else 0)

    def is_due(self, now: int) -> bool:
        """Return whether `push` has something to do now."""
        for side in range(2):
            if self.frames[side].dirty or self._is_ready(side, now):
                return True
            if ticks_diff(now, self.refreshed_at[side]) >= REFRESH_MS:
                return True
        return False

    def push(self, now: int) -> bool:
        """Send one chunk; return whether more waits to be sent."""
        for side in range(2):
            frame = self.frames[side]
            if frame.dirty:
                frame.dirty = False
                self.drivers[side].load(frame.cells, frame.marks)
        for side in range(2):
            if ticks_diff(now, self.refreshed_at[side]) >= REFRESH_MS:
                self.refreshed_at[side] = now
                self.drivers[side].forget()
        side = self.turn
        if not self._is_ready(side, now):
            side = 1 - side
            if not self._is_ready(side, now):
                return False
        self.failed[side] = not self.drivers[side].push()
        if self.failed[side]:
            self.retry_at[side] = now
            self.drivers[side].forget()  # who knows what it still knows when it comes back
        self.turn = 1 - side
        return self._is_ready(0, now) or self._is_ready(1, now)

    def due_ms(self, now: int) -> int:
        """Return in how many ms `push` has to be called: a refresh, or a retry."""
        due = REFRESH_MS
        for side in range(2):
            one = REFRESH_MS - ticks_diff(now, self.refreshed_at[side])
            if self.failed[side]:
                one = RETRY_MS - ticks_diff(now, self.retry_at[side])
            if one < due:
                due = one
        return due if due > 0 else 0

    def _is_ready(self, side: int, now: int) -> bool:
        if not self.drivers[side].is_pending():
            return False
        return not self.failed[side] or ticks_diff(now, self.retry_at[side]) >= RETRY_MS
