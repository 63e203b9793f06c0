"""What a host gets while a side runs: the state, written into a line that was made before.

Nothing is parsed and nothing allocates. A request is looked through as bytes; a line is made in
steps, one a pass of the loop:

1. the clock is ticked, so that what is told is of this moment
2. the values of all games are taken, then 8 fields a pass are written into the template
3. `SerialLine` gives the line, 64 bytes a pass

Lines and their places are made by `live_making.py`. The format: `PROTOCOL.md`.
"""

from clockcore.codes import SIDES
from clockcore.ticks import NEVER_MS, ticks_add, ticks_diff
from micropython import const

UNKNOWN = const(0)
HEARD = const(1)
PAUSE = const(2)

# Values from here on are words: the state, a side (neither is null), false or true.
FIRST_WORD = const(1_000_000_000)
FIRST_SIDE = const(1_000_000_007)
NO_VALUE = const(1_000_000_009)
FIRST_TRUTH = const(1_000_000_010)
WORD_SIZE = const(9)
WORDS = (
    b'"setup"  "ready"  "running""paused" "adjust" "flagged""ended"  '
    b'"left"   "right"  null     false    true     '
)
# The beginnings of an answer and of an event.
HEADS = b'{"id":         ,"ok":true,{"event":"state"         ,'
HEAD_SIZE = const(26)

WIDTH_SHIFT = const(12)  # of a place: where it begins, and how wide it is
PLACE_MASK = const(0xFFF)
FIELDS_A_PASS = const(8)
FIELDS_OF_A_GAME = const(11)
NO_FIELD = const(-1)
LONGEST = const(64)  # a request that is longer is none of these
NUMBER_MARK = const(35)  # `#` in a pattern: up to nine digits
SPACE = const(32)
PERCENT = const(100)


class LiveLine:
    """Hears the requests that a running clock answers, and makes the lines.

    number      `id` of the request that was heard last, NO_VALUE where it has none
    is_asked    whether that request waits for the state
    is_pausing  whether it is a pause that has been allowed; until `commands.py` has answered it
    period_ms   between two events, 0 for none
    busy        the refusal of everything else
    locked      the refusal of a pause
    """

    def __init__(self, clock) -> None:
        """Take the clock."""
        from app.live_making import make_refusal, make_state

        self.clock = clock
        self.text, self.places, self.values = make_state(len(clock.table.games))
        self.busy = make_refusal(b"running", b"a side runs: pause first")
        self.locked = make_refusal(b"locked", b"pause: open the arbiter lock by keys first")
        self.number = NO_VALUE
        self.last = 0  # the number that was read last
        self.is_asked = False
        self.is_pausing = False
        self.asked_at = 0
        self.period_ms = 0
        self.event_at = 0
        self.lost = 0  # lines that the host had lost when it subscribed
        self.field = NO_FIELD  # the next one to be written

    def hear(self, line, now: int) -> int:
        """Look through a whole line of a `SerialLine`.

        HEARD for `state` and `subscribe`, which `step` answers; PAUSE; UNKNOWN for all else.
        """
        self.number = NO_VALUE
        text = line.line
        end = line.length
        if line.is_overlong:
            return UNKNOWN
        at = self._match(text, 0, end, b'{"id": #, "cmd": "')
        if at < 0:
            return UNKNOWN
        self.number = self.last
        if self._match(text, at, end, b'state"}') == end:
            self.ask(now)
        elif self._match(text, at, end, b'subscribe", "hz": #}') == end and self.last <= 10:
            self.subscribe(self.last, line.lost_lines, now)
        elif self._match(text, at, end, b'pause"}') == end:
            return PAUSE
        else:
            return UNKNOWN
        return HEARD

    def _match(self, text, at: int, end: int, pattern: bytes) -> int:
        """Return where `text` goes on behind a pattern that it has from `at` on, or -1."""
        for code in pattern:
            if code == NUMBER_MARK:
                first = at
                number = 0
                while at < end and at - first < 9 and 48 <= text[at] <= 57:
                    number = number * 10 + text[at] - 48
                    at += 1
                if at == first:
                    return -1
                self.last = number
            elif code == SPACE:
                while at < end and at < LONGEST and text[at] == SPACE:
                    at += 1
            elif at < end and text[at] == code:
                at += 1
            else:
                return -1
        return at

    def ask(self, now: int) -> None:
        """Want the state as the answer to the request `number`."""
        self.is_asked = True
        self.asked_at = now

    def subscribe(self, hz: int, lost: int, now: int) -> None:
        """Begin the events, up to 10 a second, or end them with 0; the state is the answer."""
        self.lost = lost
        self.period_ms = 1000 // hz if hz else 0
        self.event_at = ticks_add(now, self.period_ms)
        self.ask(now)

    def refuse(self, line, text, now: int) -> None:
        """Give a refusal, with the number of the request."""
        self._write(text, 6, WORD_SIZE, self.number)
        line.send(text, now)

    def due_ms(self, now: int) -> int:
        """Return in how many ms `step` has something to do."""
        if self.is_asked or self.field >= 0:
            return 0
        if not self.period_ms:
            return NEVER_MS
        left = ticks_diff(self.event_at, now)
        return left if left > 0 else 0

    def step(self, line, now: int) -> bool:
        """Go a step on with the line that is wanted; return whether a tick has to come first."""
        if self.field < 0:
            if line.lost_lines != self.lost:
                self.period_ms = 0  # nobody is there any more
            if self.due_ms(now):
                return False
            wanted_at = self.asked_at if self.is_asked else self.event_at
            if ticks_diff(self.clock.ticked_at, wanted_at) < 0:
                return True
            self._take(now)
        for _ in range(FIELDS_A_PASS):
            index = self.field
            place = self.places[index]
            self._write(self.text, place & PLACE_MASK, place >> WIDTH_SHIFT, self.values[index])
            self.field = index + 1
            if self.field == len(self.places):
                self.field = NO_FIELD
                line.send(self.text, now)
                break
        return False

    def _take(self, now: int) -> None:
        """Take the values as of the last tick, and begin the line."""
        clock = self.clock
        games = clock.table.games
        values = self.values
        at = clock.ticked_at
        head = HEAD_SIZE
        self.field = 1
        if self.is_asked:
            self.is_asked = False
            head = self.field = 0
        else:
            self.event_at = ticks_add(self.event_at, self.period_ms)
            if ticks_diff(self.event_at, now) < 0:
                self.event_at = ticks_add(now, self.period_ms)
        for index in range(HEAD_SIZE):
            self.text[index] = HEADS[head + index]
        place = 4
        for game in games:
            if game.running_side in SIDES and ticks_diff(game.anchor_at, at) < 0:
                at = game.anchor_at  # a rocker has not said yet what came since
            values[place] = FIRST_WORD + game.state
            for side in SIDES:
                account = game.accounts[side]
                values[place + 1 + side] = account.counter_ms()
                values[place + 3 + side] = account.moves
                values[place + 5 + side] = account.period_index + 1
            values[place + 7] = FIRST_SIDE + game.side_to_move
            values[place + 8] = FIRST_SIDE + game.white_side
            values[place + 9] = FIRST_SIDE + game.first_flag_side
            values[place + 10] = FIRST_TRUTH + game.freeze
            place += FIELDS_OF_A_GAME
        percent = clock.composer.battery_percent
        values[0] = self.number
        values[1] = at
        values[2] = percent if percent <= PERCENT else NO_VALUE
        values[3] = FIRST_TRUTH + clock.composer.is_unlocked

    def _write(self, text: bytearray, place: int, width: int, value: int) -> None:
        """Write a value into its place: a word with spaces behind, a number with some before."""
        if value >= FIRST_WORD:
            word = (value - FIRST_WORD) * WORD_SIZE
            for index in range(width):
                text[place + index] = WORDS[word + index]
            return
        sign = 45 if value < 0 else SPACE
        if value < 0:
            value = -value
        for index in range(place + width - 1, place - 1, -1):
            if value or index == place + width - 1:
                text[index] = 48 + value % 10
                value //= 10
            else:
                text[index] = sign
                sign = SPACE
