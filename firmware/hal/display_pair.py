"""The two displays and running lamps of one clock, written in bounded pieces."""

from clockcore.ticks import ticks_diff
from micropython import const

RETRY_MS = const(1000)
LONGEST_MS = const(60_000)


class DisplayPair:
    """Brings two frames to two drivers, at most one chunk of one display a call of `push`.

    frames   the left and the right `Frame`
    drivers  objects with load(cells, marks), set_dim(is_dim), is_pending(), push(), forget(),
             refresh_ms and text_lines; where that is not 0, load_lines(lines), too
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

    def push(self, now: int) -> bool:
        """Send a chunk of a display; return whether there was one."""
        for side in range(2):
            frame = self.frames[side]
            if frame.dirty:
                frame.dirty = False
                driver = self.drivers[side]
                driver.set_dim(frame.is_dim)
                if frame.lines and driver.text_lines:
                    driver.load_lines(frame.lines)
                else:
                    driver.load(frame.cells, frame.marks)
        for side in range(2):
            if ticks_diff(now, self.refreshed_at[side]) >= self.drivers[side].refresh_ms:
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
        return True

    def due_ms(self, now: int) -> int:
        """Return in how many ms `push` has to be called: a refresh, or a retry."""
        due = LONGEST_MS
        for side in range(2):
            one = self.drivers[side].refresh_ms - ticks_diff(now, self.refreshed_at[side])
            if self.failed[side]:
                one = RETRY_MS - ticks_diff(now, self.retry_at[side])
            if one < due:
                due = one
        return due if due > 0 else 0

    def _is_ready(self, side: int, now: int) -> bool:
        if not self.drivers[side].is_pending():
            return False
        return not self.failed[side] or ticks_diff(now, self.retry_at[side]) >= RETRY_MS
