"""The canonical text of a time (T35, T36), written into a buffer without allocating.

`1:30:00` from an hour, `8:00` below, `0:10.0` in the last ten seconds, `12:00:00` from ten hours,
`12d 03` from a hundred. A time that counts down is rounded up, one that counts up is rounded down
in magnitude, and the unit is chosen after rounding.
"""

from micropython import const

from clockcore.duration import Duration
from clockcore.ticks import NEVER_MS

ROOM = const(16)  # the longest texts, `-99:59:59.9` and eight cells with a dot each, fit
TENTHS_MS = const(10_000)
HOURS_LIMIT_MS = const(359_999_999)  # 99:59:59.999, the longest time shown in hours


class TimeText:
    """A text in `buffer[:length]`, ASCII; `next_ms` is how soon it changes while the time runs."""

    def __init__(self) -> None:
        """Start with an empty text."""
        self.buffer = bytearray(ROOM)
        self.length = 0
        self.next_ms = NEVER_MS

    def write_label(self, code: int, value: int, cells: int) -> None:
        """Write a letter and a number of up to three digits: `n  23`; `cells` is the room.

        On a display of four or five cells the spaces between them give way: `n 23`, `n123`.
        """
        self.length = 0
        self.next_ms = NEVER_MS
        self._put(code)
        if cells >= 6:
            self._put(32)
            self._put(32)
        elif value < 100:
            self._put(32)
        self._number(value)

    def write_ascii(self, text: bytes) -> None:
        """Write a fixed word of at most 16 characters."""
        self.length = 0
        self.next_ms = NEVER_MS
        for code in text:
            self._put(code)

    def write_span(self, letter: int, ms: int) -> None:
        """Write a letter and a time that counts down, a delay or a bonus: `d0:05`."""
        self.length = 0
        self.next_ms = (ms - 1) % 1000 + 1 if ms > 0 else NEVER_MS
        self._put(letter)
        self._clock((ms + 999) // 1000)

    def write_down(self, ms: int, tenths_ms: int) -> None:
        """Write a time that counts down: `ms` >= 0, tenths at and below `tenths_ms` (0: never)."""
        self.length = 0
        if ms <= tenths_ms and tenths_ms:
            tenths = (ms + 99) // 100
            self.next_ms = (ms - 1) % 100 + 1 if ms > 0 else NEVER_MS
            self._clock(tenths // 10)
            self._put(46)  # .
            self._put(48 + tenths % 10)
        else:
            self.next_ms = (ms - 1) % 1000 + 1 if ms > 0 else NEVER_MS
            self._clock(min((ms + 999) // 1000, HOURS_LIMIT_MS // 1000))

    def write_up(self, ms: int, negative: bool) -> None:
        """Write a time that counts up: `ms` >= 0 is its magnitude; `negative` shows a sign."""
        self.length = 0
        if negative:
            self._put(45)  # -
        self.next_ms = 1000 - ms % 1000
        self._clock(ms // 1000)

    def write_days(self, time: Duration) -> None:
        """Write a time of days and hours, counting down, rounded up to the hour."""
        self.length = 0
        days = time.days
        hours = (time.day_ms + 3_599_999) // 3_600_000
        if hours == 24:
            days += 1
            hours = 0
        self._number(days)
        self._put(100)  # d
        self._put(32)
        self._two(hours)
        self.next_ms = (time.day_ms - 1) % 3_600_000 + 1

    def _clock(self, seconds: int) -> None:
        hours = seconds // 3600
        minutes = seconds // 60 % 60
        if hours:
            self._number(hours)
            self._put(58)  # :
            self._two(minutes)
        else:
            self._number(minutes)
        self._put(58)
        self._two(seconds % 60)

    def _number(self, value: int) -> None:
        if value >= 100:
            self._put(48 + value // 100 % 10)
        if value >= 10:
            self._put(48 + value // 10 % 10)
        self._put(48 + value % 10)

    def _two(self, value: int) -> None:
        self._put(48 + value // 10)
        self._put(48 + value % 10)

    def _put(self, code: int) -> None:
        self.buffer[self.length] = code
        self.length += 1


def text_of_ms(ms: int, tenths_ms: int = TENTHS_MS) -> str:
    """Return the canonical text of a time of `ms` ms that counts down; below zero, penalty time.

    For tests and host tools: it allocates.
    """
    text = TimeText()
    if ms < 0:
        text.write_up(-ms, True)
    elif ms > HOURS_LIMIT_MS:
        time = Duration()
        time.set(ms // 86_400_000, ms % 86_400_000)
        text.write_days(time)
    else:
        text.write_down(ms, tenths_ms)
    return text.buffer[: text.length].decode()
