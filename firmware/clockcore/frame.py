"""What each display is to show: cells of characters, marks, and the running lamp.

A cell is an ASCII code, plus SEPARATOR where a dot or colon follows. A display that has no room
for a text gets a shorter form: `0:` is dropped before tenths, `1:30:00` becomes `1h30`, where the
letter tells hours and minutes from minutes and seconds, rounded up to what is shown (T35, T36).
Marks that are cells: `F` in the first cell is the flag (blinking: the first final flag; steady: a
period ended at zero, T21), the last dot is White's. A running moment or delay stands in the two
first cells where they are free. While the arbiter lock is open a word takes the place of a time
that stands, for 1 s of every 8. What has no room rotates in PAUSED: period, method, freeze, sound,
move counter, moments left, moves left of a block (T37); a low battery rotates in READY, too. Clock
modules whose only separator is a colon in their middle show tenths as `9:8 ` with the last cell
blank, and a flag that finds no free cell takes its turn with the time.
"""

from micropython import const

from clockcore.codes import (
    ADJUST,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FLAGGED,
    HOURGLASS,
    MARK_FLAG,
    MARK_FROZEN,
    MARK_INTERIM_FLAG,
    MARK_LOW_BATTERY,
    MARK_PAUSED,
    MARK_RUNNING,
    MARK_SIDE_TO_MOVE,
    MARK_SOUND,
    MARK_WHITE,
    MARKS_ON_COLON,
    MARKS_ON_DOTS,
    METHOD_LETTERS,
    NONE,
    PAUSED,
    PEEK_COUNTER,
    PEEK_DEFAULT_TIME,
    READY,
)
from clockcore.game import Game
from clockcore.settings import Settings
from clockcore.ticks import NEVER_MS, ticks_diff
from clockcore.time_text import HOURS_LIMIT_MS, TENTHS_MS, TimeText

SEPARATOR = const(0x80)
SPACE = const(32)
COLON = const(58)
POINT = const(46)
BLINK_SHIFT = const(9)  # 512 ms on, 512 ms off; both divide the wrap of instants
PAGE_SHIFT = const(11)  # 2 048 ms a page

FLAG_SHIFT = const(10)  # 1 024 ms: how long a flag without a cell takes the time's place
LOCK_TURN = const(7)  # of 8 turns of 1 024 ms: the open lock
FEW_CELLS = const(6)  # below this a word has a short form of four characters
NO_BATTERY = const(255)

# The words that play needs (keys of `texts.py`), and their places.
PLAY_WORDS = (
    "freeze on",
    "freeze off",
    "sound on",
    "sound off",
    "lever",
    "white",
    "black",
    "battery low",
    "flag",
    "forced on",
    "forced off",
    "counter off",
    "illegal",
    "lock open",
)
WORD_FREEZE_ON = const(0)
WORD_FREEZE_OFF = const(1)
WORD_SOUND_ON = const(2)
WORD_SOUND_OFF = const(3)
WORD_LEVER = const(4)
WORD_WHITE = const(5)
WORD_BLACK = const(6)
WORD_BATTERY_LOW = const(7)
WORD_FLAG = const(8)
WORD_FORCED_ON = const(9)
WORD_FORCED_OFF = const(10)
WORD_COUNTER_OFF = const(11)
WORD_ILLEGAL = const(12)
WORD_LOCK_OPEN = const(13)
BLANK = b""
NO_LINES = ()


class Frame:
    """`cells` of one display, its `marks` and `lamp`; `dirty` until the display has them.

    lines    what a display that shows text has instead of the cells: up to 8 `bytes` in Latin-1
             of up to 21 characters, from the top; () for the cells
    is_dim   whether the display is to be dark but for a trace of light
    """

    def __init__(self, size: int, marks_at_once: int = MARKS_ON_DOTS) -> None:
        """Make a blank frame of `size` cells (4 to 8) for a display that has room for marks.

        `marks_at_once` is the sum of the marks that it shows at once; MARKS_ON_COLON is a module
        whose only separator is the colon between its second and third cell.
        """
        self.size = size
        self.marks_at_once = marks_at_once
        self.has_dots = marks_at_once != MARKS_ON_COLON
        self.cells = bytearray(b" " * size)
        self.draft = bytearray(size)
        self.marks = 0
        self.lamp = False
        self.lines: tuple = ()
        self.is_dim = False
        self.dirty = True

    def lay(self, text: TimeText) -> None:
        """Lay a text out in the draft, right-aligned, in a form that has room."""
        buffer = text.buffer
        start = 0
        end = text.length
        draft = self.draft
        for index in range(self.size):
            draft[index] = SPACE
        letter = False  # the last colon that is kept becomes the letter of the hours
        position = self.size
        if self.size < FEW_CELLS and end > 3 and buffer[end - 2] == POINT:
            # `0:09.8` becomes ` 9.8`, and ` 9:8 ` where there is only a colon.
            if buffer[0] == 48 and buffer[1] == COLON:
                start = 3 if buffer[2] == 48 else 2
            if not self.has_dots:
                position -= 1
        if cells_of(buffer, start, end) > self.size:
            if buffer[0] == 48 and buffer[1] == COLON:
                start = 2
            elif text.whole_s >= 0:
                text.shorten(self.size)
                end = text.length
            elif buffer[end - 3] == COLON:
                end -= 3
                letter = True
                if cells_of(buffer, start, end) + 1 > self.size:
                    end -= 3
                    letter = False
                    position -= 1
                    draft[position] = 104  # h
            else:
                end = self.size
        separator = 0
        index = end
        while index > start and position > 0:
            index -= 1
            code = buffer[index]
            if code == COLON and letter:
                letter = False
                code = 104  # h
            elif code == COLON or code == POINT:
                separator = SEPARATOR
                continue
            position -= 1
            draft[position] = code | separator
            separator = 0

    def note(self, first: int, second: int) -> bool:
        """Put two characters into the first cells if they are free; return whether they were."""
        draft = self.draft
        if self.size < 6 or draft[0] != SPACE or draft[1] != SPACE:
            return False
        draft[0] = first
        draft[1] = second
        return True

    def finish(self, marks: int, lamp: bool) -> None:
        """Take the draft over; dirty only if a cell, a mark or the lamp changed."""
        cells = self.cells
        draft = self.draft
        for index in range(self.size):
            if cells[index] != draft[index]:
                cells[index] = draft[index]
                self.dirty = True
        if marks != self.marks or lamp != self.lamp:
            self.marks = marks
            self.lamp = lamp
            self.dirty = True

    def show_lines(self, lines: tuple, is_dim: bool) -> None:
        """Set the text of a panel, () for the cells, and whether it is dim; dirty on a change.

        They stay until the next call: `finish` leaves them alone.
        """
        if lines != self.lines or is_dim != self.is_dim:
            self.lines = lines
            self.is_dim = is_dim
            self.dirty = True


def cells_of(buffer: bytearray, start: int, end: int) -> int:
    """Return how many cells the characters from `start` up to `end` need."""
    count = 0
    for index in range(start, end):
        if buffer[index] != COLON and buffer[index] != POINT:
            count += 1
    return count


class Composer:
    """Writes a game's frames; `next_ms` is how soon the frame just written would change.

    battery_percent  0 to 100, or NO_BATTERY where nothing measures one
    is_battery_low   whether it is below the low mark of the board
    is_unlocked      whether the arbiter lock is open: a host may change the games
    """

    def __init__(self, settings: Settings, cells: int) -> None:
        """Keep the settings; the displays have `cells` cells."""
        self.settings = settings
        self.cells = cells
        self.text = TimeText()
        self.next_ms = NEVER_MS
        self.battery_percent = NO_BATTERY
        self.is_battery_low = False
        self.is_unlocked = False
        self.words: tuple = ()
        self.take_words()

    def take_words(self) -> None:
        """Take the words of the language that is set; not while a side runs."""
        from clockcore.texts import Texts

        self.words = Texts(self.settings.language, self.cells).play_words()

    def compose_blank(self, frame: Frame) -> None:
        """Write a frame with nothing on it: the displays are off."""
        self.next_ms = NEVER_MS
        self.text.write_ascii(BLANK)
        frame.lay(self.text)
        frame.finish(0, False)
        frame.show_lines(NO_LINES, False)

    def compose_view(
        self, frame: Frame, view, marks: int, lamp: bool, now: int, is_dim: bool
    ) -> None:
        """Write what a menu wants to be seen: a `View` of `field.py`, and marks."""
        self.next_ms = (1 << BLINK_SHIFT) - (now & ((1 << BLINK_SHIFT) - 1))
        self.text.write_ascii(view.word)
        frame.lay(self.text)
        if view.blink_count and (now >> BLINK_SHIFT) & 1:
            first = frame.size - cells_of(view.word, 0, len(view.word)) + view.blink_from
            for index in range(first, first + view.blink_count):
                if 0 <= index < frame.size:
                    frame.draft[index] = SPACE
        frame.finish(marks, lamp)
        frame.show_lines(view.lines, is_dim)

    def compose(
        self, game: Game, side: int, frame: Frame, now: int, peek: int, lever_moved: bool
    ) -> None:
        """Write the frame of `side`, settled to `now`, and set `next_ms` (T30, T35 to T37)."""
        self.next_ms = NEVER_MS
        state = game.state
        since = ticks_diff(now, game.anchor_at)  # of set-up or pause: the times come first
        page = (since >> (BLINK_SHIFT + 1)) & 15
        marks = self.marks(game, side)
        blink = ticks_diff(now, game.flag_fall_at) if marks & MARK_FLAG else since
        on = (blink >> BLINK_SHIFT) & 1 == 0  # a mark begins with being lit
        frame.show_lines(NO_LINES, False)
        if state == PAUSED and lever_moved and page & 1:
            self.text.write_ascii(self.words[WORD_LEVER])
        elif self._shows_lock(game, side, now) and not peek:
            self._word(WORD_LOCK_OPEN)
        elif not self._rotate(game, side, frame, page, peek):
            self._time(game, side, frame, marks)
            if marks & MARK_WHITE and frame.has_dots:
                frame.draft[frame.size - 1] |= SEPARATOR
            self._flag(frame, marks, on, now)
            self._finish(frame, marks, state, blink, since)
            return
        frame.lay(self.text)
        self._finish(frame, marks, state, blink, since)

    def _rotate(self, game: Game, side: int, frame: Frame, page: int, peek: int) -> bool:
        """Write what is asked for, or what has its turn in READY and PAUSED; False for the time.

        Sixteen pages of 1 s; what has nothing to say, or a mark of its own on the display, leaves
        its page to the time.
        """
        account = game.accounts[side]
        text = self.text
        if peek == PEEK_COUNTER:
            text.write_label(110, account.moves, frame.size)  # n
            return True
        if peek == PEEK_DEFAULT_TIME:
            minutes = (game.default_left_ms + 59_999) // 60_000
            if frame.size < FEW_CELLS and minutes >= 10:
                text.write_label(65, minutes, frame.size)
            else:
                text.write_span(65, game.default_left_ms)  # A
            return True
        if game.state == READY:
            return self._rotate_ready(game, side, frame, page)
        if game.state != PAUSED:
            return False
        if page == 5:
            text.write_label(80, account.period_index + 1, frame.size)  # P
        elif page == 6:
            self._word(WORD_FREEZE_ON if game.freeze else WORD_FREEZE_OFF)
        elif page == 7:
            text.write_label(110, account.moves, frame.size)  # n
        elif page == 8 and game.offences[side]:
            text.write_label(73, game.offences[side], frame.size)  # I, illegal moves
        elif page == 9 and account.has_next_period():
            self._word_of_count(account)
        elif page == 10 and account.overtime and account.period.block_count:
            return self._overtime(account, frame.size)
        elif page == 12 and not frame.has_dots:
            self._word(WORD_WHITE if game.white_side == side else WORD_BLACK)
        elif page == 13 and self.is_battery_low:
            self._word(WORD_BATTERY_LOW)
        elif page == 14 and account.period.method != NONE:
            self._method(account.period)
        elif page == 15:
            self._word(WORD_SOUND_ON if self.settings.sound else WORD_SOUND_OFF)
        else:
            return False
        return True

    def _rotate_ready(self, game: Game, side: int, frame: Frame, page: int) -> bool:
        """Say what was chosen for the game, so that nobody wonders after the start."""
        account = game.accounts[side]
        if page & 7 == 3 and not frame.has_dots:
            self._word(WORD_WHITE if game.white_side == side else WORD_BLACK)
        elif page & 7 == 4 and self.is_battery_low:
            self._word(WORD_BATTERY_LOW)
        elif page == 5:
            self._word(WORD_FREEZE_ON if game.freeze else WORD_FREEZE_OFF)
        elif page == 6 and self.settings.sound:
            self._word(WORD_SOUND_ON)
        elif page & 7 == 7 and account.period.method != NONE:
            self._method(account.period)
        elif page == 11 and account.has_next_period():
            self._word_of_count(account)
        elif page == 13 and not self.settings.counter_allowed:
            self._word(WORD_COUNTER_OFF)
        elif page == 14 and self.settings.tenths_ms != TENTHS_MS:
            self.text.write_label(116, self.settings.tenths_ms // 1000, frame.size)  # t
        else:
            return False
        return True

    def _shows_lock(self, game: Game, side: int, now: int) -> bool:
        """Return whether it is the turn of the open lock, on a display whose time stands."""
        if not self.is_unlocked or game.running_side == side:
            return False
        self.next_ms = (1 << FLAG_SHIFT) - (now & ((1 << FLAG_SHIFT) - 1))
        return (now >> FLAG_SHIFT) & LOCK_TURN == LOCK_TURN

    def _overtime(self, account, size: int) -> bool:
        """Say what is left of an overtime: moments that stand nowhere else, moves of a block."""
        period = account.period
        if period.method == CANADIAN:
            self.text.write_label(67, period.block_count - account.block_moves, size)  # C
            return True
        left = account.blocks_left
        if left == 0 or (size >= FEW_CELLS and left < 10):
            return False
        self.text.write_label(98, left, size)  # b
        return True

    def _method(self, period) -> None:
        """Say the letter of the method, and its bonus or delay if there is one."""
        letter = METHOD_LETTERS[period.method]
        if period.bonus_ms:
            self.text.write_span(letter, period.bonus_ms)
        else:
            self.text.write_letter(letter)

    def _word_of_count(self, account) -> None:
        """Say whether the next period comes by the number of moves or at zero."""
        by_count = account.period.transition == BY_COUNT and account.period.moves
        self._word(WORD_FORCED_ON if by_count else WORD_FORCED_OFF)

    def _word(self, place: int) -> None:
        self.text.write_ascii(self.words[place])

    def marks(self, game: Game, side: int) -> int:
        """Return the marks of the display of `side` (T37)."""
        marks = 0
        account = game.accounts[side]
        if game.running_side == side:
            marks |= MARK_RUNNING
        if game.side_to_move == side:
            marks |= MARK_SIDE_TO_MOVE
        if game.white_side == side:
            marks |= MARK_WHITE
        if game.first_flag_side == side:
            marks |= MARK_FLAG
        elif account.interim_left_ms:
            marks |= MARK_INTERIM_FLAG
        if game.state == PAUSED or game.state == ADJUST:
            marks |= MARK_PAUSED
        if game.state == FLAGGED:
            marks |= MARK_FROZEN
        if self.settings.sound:
            marks |= MARK_SOUND
        if self.is_battery_low:
            marks |= MARK_LOW_BATTERY
        return marks

    def _time(self, game: Game, side: int, frame: Frame, marks: int) -> None:
        """Lay the time of `side` out, with the delay or the moments left where there is room."""
        account = game.accounts[side]
        text = self.text
        running = game.running_side
        counter = account.counter_ms()
        delay = account.delay_left_ms if marks & MARK_SIDE_TO_MOVE else 0
        if account.counts_up():
            text.write_up(counter if counter >= 0 else -counter, counter < 0)
        elif counter > HOURS_LIMIT_MS:
            text.write_days(account.main)
        else:
            text.write_down(counter, self.settings.tenths_ms)
        if running == side and not account.is_flagged:
            self.next_ms = text.next_ms
        elif running < 2 and account.period.method == HOURGLASS:
            unit = 100 if counter <= self.settings.tenths_ms else 1000
            self.next_ms = unit - (counter - 1) % unit
        if account.counts_up() and running == side and counter == 0:
            self.next_ms = 1  # the sign shows at once (T35)
        frame.lay(text)
        if delay:
            left = (delay - 1) % 1000 + 1
            seconds = (delay + 999) // 1000
            if seconds < 10 and frame.note(48 + seconds, 100):
                if running == side:
                    self.next_ms = left
                return
            phase = account.turn_used_ms % 3000
            if running == side:
                step = (2000 if phase < 2000 else 3000) - phase
                self.next_ms = left if left < step else step
            if phase < 2000:
                text.write_span(METHOD_LETTERS[DELAY], delay)
                frame.lay(text)
        elif account.overtime and account.period.method == BYOYOMI:
            if 0 < account.blocks_left < 10:
                frame.note(48 + account.blocks_left, 98)  # b

    def _flag(self, frame: Frame, marks: int, on: bool, now: int) -> None:
        """Put the flag into the first cell, or light its dot where a digit stands there.

        Where there is no dot either, the word takes the time's place for 1 s of every 4.
        """
        if not marks & (MARK_FLAG | MARK_INTERIM_FLAG):
            return
        if frame.draft[0] != SPACE and not frame.has_dots:
            if (now >> FLAG_SHIFT) & 3 == 3:
                self._word(WORD_FLAG)
                frame.lay(self.text)
            turn = (1 << FLAG_SHIFT) - (now & ((1 << FLAG_SHIFT) - 1))
            if turn < self.next_ms:
                self.next_ms = turn
        elif marks & MARK_INTERIM_FLAG or on:
            if frame.draft[0] == SPACE:
                frame.draft[0] = 70  # F
            else:
                frame.draft[0] |= SEPARATOR

    def _finish(
        self, frame: Frame, marks: int, state: int, blink: int, since: int
    ) -> None:
        """Decide the lamp, and when something blinks next."""
        lamp = bool(marks & MARK_RUNNING)
        if state == PAUSED:
            lamp = (blink >> BLINK_SHIFT) & 1 == 0 and bool(marks & MARK_SIDE_TO_MOVE)
        if state == PAUSED or marks & MARK_FLAG:
            turn = (1 << BLINK_SHIFT) - (blink & ((1 << BLINK_SHIFT) - 1))
            if turn < self.next_ms:
                self.next_ms = turn
        if state == PAUSED or state == READY:
            turn = (1 << (BLINK_SHIFT + 1)) - (since & ((1 << (BLINK_SHIFT + 1)) - 1))
            if turn < self.next_ms:
                self.next_ms = turn
        frame.finish(marks, lamp)
