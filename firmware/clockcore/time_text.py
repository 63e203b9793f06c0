"""The canonical text of a time (T35, T36), written into a buffer without allocating.

`1:30:00` from an hour, `8:00` below, `0:10.0` in the last ten seconds, `12:00:00` from ten hours,
`12d 03` from a hundred. A time that counts down is rounded up, one that counts up is rounded down
in magnitude, and the unit is chosen after rounding.
"""

from micropython import const

from clockcore.duration import Duration
from clockcore.ticks import NEVER_MS

ROOM = const(16)  # the longest texts, `-99:59:59.9` and eight cells with a dot each, fit
NO_TIME = const(-1)
TENTHS_MS = const(10_000)
HOURS_LIMIT_MS = const(359_999_999)  # 99:59:59.999, the longest time shown in hours


class TimeText:
    """A text in `buffer[:length]`, ASCII; `next_ms` is how soon it changes while the time runs.

    whole_s    the time in whole seconds as it is shown, NO_TIME if the text is none
    rounds_up  whether a shorter form is rounded up (it counts down) or down in magnitude
    lead       characters before the time: a letter or a sign
    """

    def __init__(self) -> None:
        """Start with an empty text."""
        self.buffer = bytearray(ROOM)
        self.length = 0
        self.next_ms = NEVER_MS
        self.whole_s = NO_TIME
        self.rounds_up = True
        self.lead = 0

    def write_label(self, code: int, value: int, cells: int) -> None:
        """Write a letter and a number of up to three digits: `n  23`; `cells` is the room.

        On a display of four or five cells the spaces between them give way: `n 23`, `n123`.
        """
        self.length = 0
        self.next_ms = NEVER_MS
        self.whole_s = NO_TIME
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
        self.whole_s = NO_TIME
        for code in text:
            self._put(code)

    def write_letter(self, letter: int) -> None:
        """Write one letter."""
        self.write_ascii(b"")
        self._put(letter)

    def write_span(self, letter: int, ms: int) -> None:
        """Write a letter and a time that counts down, a delay or a bonus: `d0:05`."""
        self.length = 0
        self.next_ms = (ms - 1) % 1000 + 1 if ms > 0 else NEVER_MS
        self._put(letter)
        self._keep((ms + 999) // 1000, True)
        self._clock(self.whole_s)

    def write_down(self, ms: int, tenths_ms: int) -> None:
        """Write a time that counts down: `ms` >= 0, tenths at and below `tenths_ms` (0: never)."""
        self.length = 0
        if ms <= tenths_ms and tenths_ms:
            tenths = (ms + 99) // 100
            self.next_ms = (ms - 1) % 100 + 1 if ms > 0 else NEVER_MS
            self._keep(tenths // 10, True)
            self._clock(self.whole_s)
            self._put(46)  # .
            self._put(48 + tenths % 10)
        else:
            self.next_ms = (ms - 1) % 1000 + 1 if ms > 0 else NEVER_MS
            self._keep(min((ms + 999) // 1000, HOURS_LIMIT_MS // 1000), True)
            self._clock(self.whole_s)

    def write_up(self, ms: int, negative: bool) -> None:
        """Write a time that counts up: `ms` >= 0 is its magnitude; `negative` shows a sign."""
        self.length = 0
        if negative:
            self._put(45)  # -
        self.next_ms = 1000 - ms % 1000
        self._keep(ms // 1000, False)
        self._clock(self.whole_s)

    def write_days(self, time: Duration) -> None:
        """Write a time of days and hours, counting down, rounded up to the hour."""
        self.length = 0
        self.whole_s = NO_TIME
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

    def shorten(self, cells: int) -> None:
        """Write the time anew without its seconds, for a display of `cells` characters.

        `1h31`, `12h`, and `-10'` or `d10'` for minutes that have no room for their seconds. A
        time that counts down is rounded up to the unit that is shown (T35).
        """
        self.length = self.lead
        up = 59 if self.rounds_up else 0
        minutes = (self.whole_s + up) // 60
        if minutes < 60:
            self._number(minutes)
            self._put(39)  # '
            return
        self._number(minutes // 60)
        self._put(104)  # h
        self._two(minutes % 60)
        if self.length > cells:
            self.length = self.lead
            self._number((minutes + up) // 60)
            self._put(104)

    def _keep(self, seconds: int, rounds_up: bool) -> None:
        """Remember the time that is written after the characters that are there already."""
        self.whole_s = seconds
        self.rounds_up = rounds_up
        self.lead = self.length

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
