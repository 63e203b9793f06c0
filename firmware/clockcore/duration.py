"""A length of time that may be longer than a small integer of the device.

Small integers of MicroPython on a microcontroller have 31 bits; 50 days in milliseconds do not
fit, and a larger integer would be a new object on the heap at every tick. A `Duration` is two
small integers, whole days and milliseconds of a day, changed in place.
"""

from micropython import const

DAY_MS = const(86_400_000)
CLIP_MS = const(1_036_800_000)  # 12 days, the longest whole number of days below 2**30 ms


class Duration:
    """Whole `days` (may be negative) and `day_ms`, 0 to 86 399 999; the value is their sum."""

    def __init__(self) -> None:
        """Start at zero."""
        self.days = 0
        self.day_ms = 0

    def set(self, days: int, ms: int) -> None:
        """Become `days` days and `ms` ms; abs(ms) below 2**30."""
        self.days = days
        self.day_ms = 0
        self.add(ms)

    def add(self, ms: int) -> None:
        """Grow by `ms` ms (shrink, if negative); abs(ms) at most 11 days."""
        self.day_ms += ms
        while self.day_ms < 0:
            self.day_ms += DAY_MS
            self.days -= 1
        while self.day_ms >= DAY_MS:
            self.day_ms -= DAY_MS
            self.days += 1

    def copy(self, source: "Duration") -> None:
        """Become equal to `source`."""
        self.days = source.days
        self.day_ms = source.day_ms

    def clip(self) -> int:
        """Return the value in ms, held within -/+ 12 days so that it is a small integer."""
        if self.days >= 12:
            return CLIP_MS
        if self.days < -12:
            return -CLIP_MS
        return self.days * DAY_MS + self.day_ms
