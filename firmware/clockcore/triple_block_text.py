"""What displays show of a game of Triple Block: blocks, moves, and when the clock reaches 0.

`BlockText` writes one view into a buffer, without allocating. On cells (4, 6 or 8) the views are
pages that the application shows by turns, laid out by `Frame.lay`; a panel has eight lines of up
to 21 Latin-1 characters. Dates are written day.month.year.

Times are rounded up to what is shown (T35), in days and hours from one day on (T36); four cells
have room for one of the two, so that the hours are a page of their own. Instants are UTC in the
game; `zone_minutes` moves them for the eye alone (T50).
"""

from micropython import const

from clockcore.calendar import DAY_S, Date
from clockcore.codes import ENGLISH, PAUSED, READY, RUNNING
from clockcore.ticks import NEVER_MS
from clockcore.time_text import NO_TIME, TimeText
from clockcore.triple_block import (
    APPEAL,
    CLAIM,
    SUBSTITUTION,
    WITHDRAWAL,
    TripleBlockGame,
)

# Pages of a display of cells.
PAGE_CLOCK = const(0)
PAGE_HOURS = const(1)  # four cells: the hours beside the days of PAGE_CLOCK
PAGE_BANK = const(2)
PAGE_INCREMENT = const(3)
PAGE_MOVES = const(4)
PAGE_ZERO_DATE = const(5)
PAGE_ZERO_TIME = const(6)
PAGE_WORD = const(7)
PAGES = const(8)
LINES = const(8)

EARLIEST_ZONE = const(-720)
LATEST_ZONE = const(840)

# The words, by their number: English for six cells and four, Spanish for six and four, an English
# line, a Spanish line.
WORDS = (
    (b"CLAin", b"CLAi", b"rEcLA", b"rEcL", b"Claim", b"Reclamaci\xf3n"),
    (b"APPEAL", b"APPE", b"APELAC", b"APEL", b"Appeal", b"Apelaci\xf3n"),
    (b"rEtirE", b"rEti", b"rEtirA", b"rEti", b"Withdrawal", b"Retirada"),
    (b"SUbSt", b"SUbS", b"SUStit", b"SUSt", b"Substitution", b"Sustituci\xf3n"),
    (b"no dAt", b"nodA", b"no FEc", b"noFE", b"No date: set clock", b"Sin fecha: poner"),
    (b"bAck", b"bAck", b"AtrAS", b"AtrA", b"Clock was set back", b"Reloj atrasado"),
    (b"Soon", b"Soon", b"Pronto", b"Pron", b"Not started yet", b"Sin empezar"),
    (b"FLAG", b"FLAG", b"bAndEr", b"bAnd", b"Flag", b"Bandera"),
    (b"to no", b"tono", b"JUEGA", b"JUEG", b"To move", b"Le toca"),
)
WORD_CLAIM = const(0)
WORD_APPEAL = const(1)
WORD_WITHDRAWAL = const(2)
WORD_SUBSTITUTION = const(3)
WORD_NO_TIME = const(4)
WORD_BACK = const(5)
WORD_SOON = const(6)
WORD_FLAG = const(7)
WORD_TO_MOVE = const(8)
NO_WORD = const(-1)

# What stands at the left of the lines of a panel: English, Spanish.
LABELS = (
    (b"White  ", b"Blancas"),
    (b"Black  ", b"Negras "),
    (b"Clock  ", b"Reloj  "),
    (b"Bank   ", b"Banco  "),
    (b"Incr.  ", b"Incr.  "),
    (b"Zero   ", b"Cero   "),
    (b"End    ", b"Fin    "),
    (b" moves", b" jugadas"),
    (b"open", b"abierto"),
)
LABEL_WHITE = const(0)
LABEL_BLACK = const(1)
LABEL_CLOCK = const(2)
LABEL_BANK = const(3)
LABEL_INCREMENT = const(4)
LABEL_ZERO = const(5)
LABEL_END = const(6)
LABEL_MOVES = const(7)
LABEL_OPEN = const(8)
INDENT = b"       "
UTC = b" UTC"


class BlockText(TimeText):
    """A text in `buffer[:length]`; `language` is ENGLISH or SPANISH."""

    def __init__(self, language: int = ENGLISH) -> None:
        """Start with an empty text."""
        super().__init__()
        self.buffer = bytearray(24)
        self.language = language
        self.date = Date()
        self.local_second = 0

    def write_page(
        self, game: TripleBlockGame, side: int, page: int, cells: int, zone_minutes: int
    ) -> bool:
        """Write a page for the display of `side`, which has 4, 6 or 8 cells.

        Return False, with nothing written, for a page that has nothing to say now: the hours where
        they stand beside the days, the instant of 0 of a clock that stands, no word.
        """
        if page == PAGE_CLOCK:
            self._clock_page(game.left_s(side), cells)
        elif page == PAGE_HOURS:
            return self._hours_page(game.left_s(side), cells)
        elif page == PAGE_BANK:
            self._bank_page(game.bank_s[side], cells)
        elif page == PAGE_INCREMENT:
            self._increment_page(game, side, cells)
        elif page == PAGE_MOVES:
            self.write_label(110, game.moves[side] % 1000, cells)
        elif page == PAGE_ZERO_DATE or page == PAGE_ZERO_TIME:
            if not game.find_zero(side):
                return False
            self._begin()
            self._local(game.zero_day, game.zero_second, zone_minutes)
            if page == PAGE_ZERO_DATE:
                self._date(cells)
            else:
                self._time(cells >= 6)
        else:
            word = word_of(game, side)
            if word == NO_WORD or word == WORD_TO_MOVE:
                return False
            self.write_ascii(WORDS[word][self.language * 2 + (0 if cells >= 6 else 1)])
        return True

    def write_line(self, game: TripleBlockGame, side: int, line: int, zone_minutes: int) -> None:
        """Write line 0 to 7 of the panel of `side`; a line may be empty.

        Color and moves, clock, bank, increment and the moves that still have it, date and time at
        which the clock reaches 0, what is the matter, the end of the event.
        """
        self._begin()
        if line == 0:
            self._label(LABEL_WHITE if side == game.white_side else LABEL_BLACK)
            self._put(32)
            self._many(game.moves[side])
            self._label(LABEL_MOVES)
        elif line == 1:
            self._label(LABEL_CLOCK)
            self._span(game.left_s(side))
        elif line == 2:
            self._label(LABEL_BANK)
            self._span(game.bank_s[side])
        elif line == 3:
            self._label(LABEL_INCREMENT)
            self._many(game.increment_s // DAY_S)
            self._text(b"d x ")
            self._many(game.increments_left(side))
        elif line == 4 or line == 5:
            if not game.find_zero(side):
                return
            self._local(game.zero_day, game.zero_second, zone_minutes)
            if line == 4:
                self._label(LABEL_ZERO)
                self._date(8)
            else:
                self._text(INDENT)
                self._time(True)
                self._zone(zone_minutes)
        elif line == 6:
            word = word_of(game, side)
            if word != NO_WORD:
                self._text(WORDS[word][4 + self.language])
        else:
            self._label(LABEL_END)
            if game.has_guaranteed_time:
                self._label(LABEL_OPEN)
            else:
                self._local(game.end_day, game.end_second, zone_minutes)
                self._date(8)

    # --- inside ----------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.length = 0
        self.whole_s = NO_TIME
        self.next_ms = NEVER_MS

    def _clock_page(self, left_s: int, cells: int) -> None:
        if left_s < DAY_S:
            self.write_down(left_s * 1000, 0)
            return
        self._begin()
        if cells < 6:
            self._many(hours_up(left_s) // 24)
            self._put(100)  # d
        else:
            self._days_and_hours(left_s, 32)

    def _hours_page(self, left_s: int, cells: int) -> bool:
        if cells >= 6 or left_s < DAY_S:
            return False
        self._begin()
        self._two(hours_up(left_s) % 24)
        self._put(104)  # h
        return True

    def _bank_page(self, bank_s: int, cells: int) -> None:
        self._begin()
        self._put(98)  # b
        days = hours_up(bank_s) // 24
        if cells >= 8:
            self._days_and_hours(bank_s, 32)
        elif cells >= 6 and days < 100:
            self._days_and_hours(bank_s, 0)
        else:
            days = (bank_s + DAY_S - 1) // DAY_S
            self._many(days)
            if cells >= 6 or days < 100:
                self._put(100)

    def _increment_page(self, game: TripleBlockGame, side: int, cells: int) -> None:
        self._begin()
        left = game.increments_left(side)
        days = game.increment_s // DAY_S if left else 0
        self._put(105)  # i
        self._many(days)
        if cells < 6:
            self._put(100)
            return
        if cells >= 8:
            self._put(100)
        if days < 10:
            self._put(32)
        self._put(110)  # n
        self._many(left)

    def _days_and_hours(self, length_s: int, between: int) -> None:
        hours = hours_up(length_s)
        self._many(hours // 24)
        self._put(100)
        if between:
            self._put(between)
        self._two(hours % 24)

    def _span(self, length_s: int) -> None:
        """Write days and a time of day, to the second: `49d 23:59:59`."""
        self._many(length_s // DAY_S)
        self._text(b"d ")
        self._of_day(length_s % DAY_S, True)

    def _of_day(self, second: int, with_seconds: bool) -> None:
        self._two(second // 3600)
        self._put(58)
        self._two(second // 60 % 60)
        if with_seconds:
            self._put(58)
            self._two(second % 60)

    def _time(self, with_seconds: bool) -> None:
        self._of_day(self.local_second, with_seconds)

    def _local(self, day: int, second: int, zone_minutes: int) -> None:
        """Take an instant over as date and second of the day in a zone."""
        second += zone_minutes * 60
        if second < 0:
            second += DAY_S
            day -= 1
        elif second >= DAY_S:
            second -= DAY_S
            day += 1
        self.local_second = second
        self.date.set_day(day)

    def _date(self, cells: int) -> None:
        date = self.date
        self._two(date.day)
        self._put(46)
        self._two(date.month)
        if cells >= 6:
            self._put(46)
            if cells >= 8:
                self._two(date.year // 100)
            self._two(date.year % 100)

    def _zone(self, minutes: int) -> None:
        if minutes == 0:
            self._text(UTC)
            return
        self._put(45 if minutes < 0 else 43)
        self._of_day((-minutes if minutes < 0 else minutes) * 60, False)

    def _label(self, label: int) -> None:
        self._text(LABELS[label][self.language])

    def _text(self, text: bytes) -> None:
        for code in text:
            self._put(code)

    def _many(self, value: int) -> None:
        """Write a number of 0 to 99 999."""
        if value >= 10_000:
            self._put(48 + value // 10_000 % 10)
        if value >= 1000:
            self._put(48 + value // 1000 % 10)
            self._put(48 + value // 100 % 10)
            self._put(48 + value // 10 % 10)
            self._put(48 + value % 10)
        else:
            self._number(value)


def hours_up(length_s: int) -> int:
    """Return seconds as whole hours, rounded up (T35)."""
    return (length_s + 3599) // 3600


def word_of(game: TripleBlockGame, side: int) -> int:
    """Return the number of the word that tells what is the matter for `side`, or NO_WORD.

    What the clock does not know comes first: without a time, or with one set back, nothing else
    that it shows is sure.
    """
    if not game.has_time:
        return WORD_NO_TIME
    if game.behind_s > 0:
        return WORD_BACK
    if game.state == READY:
        return WORD_SOON
    if side == game.flag_side:
        return WORD_FLAG
    if game.state == PAUSED:
        if game.stop_reason == CLAIM:
            return WORD_CLAIM
        if game.stop_reason == APPEAL:
            return WORD_APPEAL
        if game.stop_reason == WITHDRAWAL:
            return WORD_WITHDRAWAL
        if game.stop_reason == SUBSTITUTION:
            return WORD_SUBSTITUTION
    if game.state == RUNNING and side == game.side_to_move:
        return WORD_TO_MOVE
    return NO_WORD
