"""What each display is to show: cells of characters, marks, and the running lamp.

A cell is an ASCII code, plus SEPARATOR where a dot or colon follows. A display that has no room
for a text gets a shorter form: `0:` is dropped before tenths, `1:30:00` becomes `1h30`, where the
letter tells hours and minutes from minutes and seconds, rounded up to what is shown (T35, T36).
Marks that are cells: `F` in the first cell is the flag (blinking: the first final flag; steady: a
period ended at zero, T21), the last dot is White's. A running moment or delay stands in the two
first cells where they are free. What has no room rotates in PAUSED: period, method, freeze, sound,
move counter (T37); a low battery rotates in READY, too. Clock modules whose only separator is a
colon in their middle show tenths as `9:8 ` with the last cell blank, and a flag that finds no free
cell takes its turn with the time.
"""

from micropython import const

from clockcore.codes import (
    ADJUST,
    BYOYOMI,
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
    PEEK_FREEZE,
    PEEK_NOTHING,
    PEEK_SOUND,
    READY,
)
from clockcore.game import Game
from clockcore.settings import Settings
from clockcore.ticks import NEVER_MS, ticks_diff
from clockcore.time_text import HOURS_LIMIT_MS, TimeText

SEPARATOR = const(0x80)
SPACE = const(32)
COLON = const(58)
POINT = const(46)
BLINK_SHIFT = const(9)  # 512 ms on, 512 ms off; both divide the wrap of instants
PAGE_SHIFT = const(11)  # 2 048 ms a page

FLAG_SHIFT = const(10)  # 1 024 ms: how long a flag without a cell takes the time's place
FEW_CELLS = const(6)  # below this a word has a short form of four characters
NO_BATTERY = const(255)

# Words for six cells and more, and for fewer.
WORD_FREEZE_ON = (b"Fr on", b"Fron")
WORD_FREEZE_OFF = (b"Fr oFF", b"FroF")
WORD_SOUND_ON = (b"bP on", b"bPon")
WORD_SOUND_OFF = (b"bP oFF", b"bPoF")
WORD_LEVER = (b"LEUEr", b"LEUE")
WORD_ADJUST = (b"AdJ", b"AdJ")
WORD_WHITE = (b"UHItE", b"UHIt")
WORD_BLACK = (b"bLACk", b"bLAC")
WORD_BATTERY_LOW = (b"bAt Lo", b"bAtL")
WORD_FLAG = (b"FLAG", b"FLAG")


class Frame:
    """`cells` of one display, its `marks` and `lamp`; `dirty` until the display has them."""

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
        if _cells_of(buffer, start, end) > self.size:
            if buffer[0] == 48 and buffer[1] == COLON:
                start = 2
            elif text.whole_s >= 0:
                text.shorten(self.size)
                end = text.length
            elif buffer[end - 3] == COLON:
                end -= 3
                letter = True
                if _cells_of(buffer, start, end) + 1 > self.size:
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


def _cells_of(buffer: bytearray, start: int, end: int) -> int:
    count = 0
    for index in range(start, end):
        if buffer[index] != COLON and buffer[index] != POINT:
            count += 1
    return count


class Composer:
    """Writes a game's frames; `next_ms` is how soon the frame just written would change.

    battery_percent  0 to 100, or NO_BATTERY where nothing measures one
    is_battery_low   whether it is below the low mark of the board
    """

    def __init__(self, settings: Settings) -> None:
        """Keep the settings: tenths and sound."""
        self.settings = settings
        self.text = TimeText()
        self.next_ms = NEVER_MS
        self.battery_percent = NO_BATTERY
        self.is_battery_low = False

    def compose_setup(
        self, frame: Frame, number: int, page: bytes, now: int, lamp: bool = False
    ) -> None:
        """Write a SETUP frame: `P` and the preset's number, or a page of its meaning.

        A low battery takes turns with the number; an empty page is the battery's percentage. The
        lamp is dark but for a self-test.
        """
        self.next_ms = (1 << PAGE_SHIFT) - (now & ((1 << PAGE_SHIFT) - 1))
        if number and self.is_battery_low and (now >> PAGE_SHIFT) & 1:
            self._word(frame, WORD_BATTERY_LOW)
        elif number:
            self.text.write_label(80, number, frame.size)  # P
        elif page:
            self.text.write_ascii(page)
        else:
            self.text.write_label(98, self.battery_percent, frame.size)  # b
        frame.lay(self.text)
        marks = MARK_LOW_BATTERY if self.is_battery_low else 0
        if self.settings.sound:
            marks |= MARK_SOUND
        frame.finish(marks, lamp)

    def _word(self, frame: Frame, word: tuple) -> None:
        self.text.write_ascii(word[0] if frame.size >= FEW_CELLS else word[1])

    def compose(
        self, game: Game, side: int, frame: Frame, now: int, peek: int, lever_moved: bool
    ) -> None:
        """Write the frame of `side`, settled to `now`, and set `next_ms` (T30, T35 to T37)."""
        self.next_ms = NEVER_MS
        state = game.state
        since = ticks_diff(now, game.anchor_at)  # of set-up or pause: the times come first
        page = (since >> (BLINK_SHIFT + 1)) & 15
        marks = self._marks(game, side)
        blink = ticks_diff(now, game.flag_fall_at) if marks & MARK_FLAG else since
        on = (blink >> BLINK_SHIFT) & 1 == 0  # a mark begins with being lit
        if state == PAUSED and lever_moved and page & 1:
            self._word(frame, WORD_LEVER)
        elif state == ADJUST and page & 1:
            self._word(frame, WORD_ADJUST)
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
        """Write what is asked for, or what has its turn in PAUSED; False for the time.

        Pages of 1 s, the time on those that are not named here. In READY the method and its bonus
        have their turn, so that nobody wonders after the start.
        """
        account = game.accounts[side]
        period = account.period
        text = self.text
        if game.state == READY:
            # Of eight pages three may speak: White (3), battery (4), method (7).
            page &= 7
            page = 13 if page == 4 else (14 if page == 7 else (12 if page == 3 else 0))
        elif game.state != PAUSED:
            page = 0
        if peek == PEEK_COUNTER or (peek == PEEK_NOTHING and page == 7):
            text.write_label(110, account.moves, frame.size)  # n
        elif peek == PEEK_FREEZE or (peek == PEEK_NOTHING and page == 6):
            self._word(frame, WORD_FREEZE_ON if game.freeze else WORD_FREEZE_OFF)
        elif peek == PEEK_SOUND or (peek == PEEK_NOTHING and page == 15):
            self._word(frame, WORD_SOUND_ON if self.settings.sound else WORD_SOUND_OFF)
        elif peek == PEEK_NOTHING and page == 5:
            text.write_label(80, account.period_index + 1, frame.size)  # P
        elif peek == PEEK_NOTHING and page == 12 and not frame.has_dots:
            self._word(frame, WORD_WHITE if game.white_side == side else WORD_BLACK)
        elif peek == PEEK_NOTHING and page == 13 and self.is_battery_low:
            self._word(frame, WORD_BATTERY_LOW)
        elif peek == PEEK_NOTHING and page == 14 and period.method != NONE:
            text.write_span(METHOD_LETTERS[period.method], period.bonus_ms)
        else:
            return False
        return True

    def _marks(self, game: Game, side: int) -> int:
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
                self._word(frame, WORD_FLAG)
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
        if state == PAUSED or state == ADJUST:
            lamp = (blink >> BLINK_SHIFT) & 1 == 0 and bool(marks & MARK_SIDE_TO_MOVE)
        if state == PAUSED or state == ADJUST or marks & MARK_FLAG:
            turn = (1 << BLINK_SHIFT) - (blink & ((1 << BLINK_SHIFT) - 1))
            if turn < self.next_ms:
                self.next_ms = turn
        if state == PAUSED or state == ADJUST or state == READY:
            turn = (1 << (BLINK_SHIFT + 1)) - (since & ((1 << (BLINK_SHIFT + 1)) - 1))
            if turn < self.next_ms:
                self.next_ms = turn
        frame.finish(marks, lamp)
