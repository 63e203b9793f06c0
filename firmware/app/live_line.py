"""What a host gets while a side runs: the state, written into a line that was made before.

Nothing is parsed and nothing allocates. A request is looked through as bytes. Then the clock is
ticked, so that what is told is of this moment; in a pass of its own the values are written into
the line; `SerialLine` gives it, 64 bytes a pass. The lines are made by `live_making.py`, their
format is in `PROTOCOL.md`.

Once a host has asked for the state this stays in the memory, in play, too: every byte counts.
"""

from clockcore.ticks import NEVER_MS, ticks_add, ticks_diff
from micropython import const

# What a line asks for.
UNKNOWN = const(0)
HEARD = const(1)
PAUSE = const(2)

# Values from here on are words: the state, a side (neither is null), false or true, what the line
# is, why a request is refused.
FIRST_WORD = const(1_000_000_000)
RUNNING_WORD = const(1_000_000_002)
FIRST_SIDE = const(1_000_000_007)
NO_VALUE = const(1_000_000_009)
FIRST_TRUTH = const(1_000_000_010)
FIRST_KIND = const(1_000_000_012)
LOCKED_WORD = const(1_000_000_014)
WORD_SIZE = const(9)
WORDS = (
    b'"setup"  "ready"  "running""paused" "adjust" "flagged""ended"  '
    b'"left"   "right"  null     false    true     "event":1"ok":true"locked" '
)

# A place in a line: where it begins, and its width << 12.
WIDTH_SHIFT = const(12)
PLACE_MASK = const(0xFFF)
REFUSED_NUMBER = const(6 | 9 << 12)
REFUSED_CODE = const(34 | 9 << 12)

LONGEST = const(64)  # a request that is longer is none of these
NUMBER_MARK = const(35)  # `#` in a pattern: up to nine digits
SPACE = const(32)
HZ_LIMIT = const(10)
PERCENT = const(100)


class LiveLine:
    """Hears the requests that a running clock answers, and makes the lines.

    number      `id` of the request that was heard last, NO_VALUE where it has none
    is_asked    whether that request waits for the state
    is_pausing  whether it is a pause that has been allowed, and is not answered yet
    wanted_at   the instant since when a line is wanted; or when the next event is due
    """

    def __init__(self, clock, line, refusal: bytearray) -> None:
        """Take the clock, the `SerialLine`, and the line of a refusal."""
        from app.live_making import make_state

        self.clock = clock
        self.line = line
        self.text, self.places = make_state(len(clock.table.games))
        self.refusal = refusal
        self.number = NO_VALUE
        self.last = 0  # the number that was read last
        self.field = 0  # to be written next
        self.is_asked = False
        self.is_pausing = False
        self.wanted_at = 0

    def hear(self, now: int) -> int:
        """Look through a whole line; return what it is, and whether it has been dealt with.

        HEARD  `step` will answer it, or it has been refused since a side runs
        PAUSE  a pause; while a side runs: it waits for a tick, and is to be heard once more
        UNKNOWN  none of these; no side runs
        """
        asked = self._read(now)
        if asked == HEARD or self.line.may_grow:
            return asked
        clock = self.clock
        reason = RUNNING_WORD
        if asked == PAUSE:
            if clock.composer.is_unlocked:
                if not self.is_pausing:
                    self.is_pausing = True
                    self.wanted_at = now
                elif ticks_diff(clock.ticked_at, self.wanted_at) >= 0:
                    # At the instant up to which all presses have been taken.
                    clock.ask_pause(clock.ticked_at)
                return PAUSE
            reason = LOCKED_WORD
        self.refuse(self.number, reason, now)
        return HEARD

    def refuse(self, number: int, reason: int, now: int) -> None:
        """Refuse a request by its number: RUNNING_WORD or LOCKED_WORD."""
        self._write(self.refusal, REFUSED_NUMBER, number)
        self._write(self.refusal, REFUSED_CODE, reason)
        self.line.send(self.refusal, now)

    def _read(self, now: int) -> int:
        """Look through a whole line: HEARD for `state` and `subscribe`, PAUSE, or UNKNOWN."""
        line = self.line
        end = line.length
        self.number = NO_VALUE
        at = self._match(0, b'{"id": #, "cmd": "')
        if not at:
            return UNKNOWN
        self.number = self.last
        if self._match(at, b'pause"}') == end:
            return PAUSE
        if self._match(at, b'state"}') != end:
            if self._match(at, b'subscribe", "hz": #}') != end or self.last > HZ_LIMIT:
                return UNKNOWN
            line.event_ms = self.last and 1000 // self.last
        self.is_asked = True
        self.wanted_at = now
        return HEARD

    def _match(self, at: int, pattern: bytes) -> int:
        """Return where the line goes on behind a pattern that it has from `at` on, or 0.

        In a pattern `#` is a number, and a space is any number of them.
        """
        text = self.line.line
        end = self.line.length
        if end > LONGEST:
            return 0
        for code in pattern:
            first = at
            number = 0
            while at < end and (
                (code == SPACE and text[at] == SPACE)
                or (code == NUMBER_MARK and 48 <= text[at] <= 57 and at - first < 9)
            ):
                number = number * 10 + text[at] - 48
                at += 1
            if code == NUMBER_MARK:
                self.last = number
                if at == first:
                    return 0
            elif code != SPACE:
                if at >= end or text[at] != code:
                    return 0
                at += 1
        return at

    def due_ms(self, now: int) -> int:
        """Return in how many ms `step` has something to do."""
        if self.is_asked:
            return 0
        if not self.line.event_ms:
            return NEVER_MS
        left = ticks_diff(self.wanted_at, now)
        return left if left > 0 else 0

    def step(self, now: int) -> bool:
        """Send a line if one is wanted; return whether the clock has to be ticked first."""
        clock = self.clock
        if self.due_ms(now):
            return False
        if ticks_diff(clock.ticked_at, self.wanted_at) < 0 or clock.is_held_back:
            return True
        self.field = 0
        self._put(self.number if self.is_asked else NO_VALUE)
        self._put(FIRST_KIND + self.is_asked)
        self._put(clock.ticked_at)
        percent = clock.composer.battery_percent
        self._put(percent if percent <= PERCENT else NO_VALUE)
        self._put(FIRST_TRUTH + clock.composer.is_unlocked)
        for game in clock.table.games:
            self._put(FIRST_WORD + game.state)
            for account in game.accounts:
                self._put(account.counter_ms())
            for account in game.accounts:
                self._put(account.moves)
            for account in game.accounts:
                self._put(account.period_index + 1)
            self._put(FIRST_SIDE + game.side_to_move)
            self._put(FIRST_SIDE + game.white_side)
            self._put(FIRST_SIDE + game.first_flag_side)
            self._put(FIRST_TRUTH + game.freeze)
        self.is_asked = False
        self.wanted_at = ticks_add(now, self.line.event_ms)
        self.line.send(self.text, now)
        return False

    def _put(self, value: int) -> None:
        """Write the next value into the line of the state."""
        self._write(self.text, self.places[self.field], value)
        self.field += 1

    def _write(self, text: bytearray, place: int, value: int) -> None:
        """Write a value into a place: a word with spaces behind, a number with some before."""
        at = place & PLACE_MASK
        width = place >> WIDTH_SHIFT
        if value >= FIRST_WORD:
            value = (value - FIRST_WORD) * WORD_SIZE
            for index in range(width):
                text[at + index] = WORDS[value + index]
            return
        sign = SPACE
        if value < 0:
            value = -value
            sign = 45
        for index in range(at + width - 1, at - 1, -1):
            text[index] = 48 + value % 10
            if not value and index != at + width - 1:
                text[index] = sign
                sign = SPACE
            value //= 10
