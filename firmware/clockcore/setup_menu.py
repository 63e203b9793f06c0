"""SETUP: choosing a program by its number, its meaning page by page, at once on a panel."""

from micropython import const

from clockcore.codes import AFTER_MOVE, AT_ZERO, DELAY, LEFT, METHOD_LETTERS, NONE, SIDES
from clockcore.field import LINE_COUNT, LINE_LENGTH, View
from clockcore.period import ControlError
from clockcore.programs import ADJOURNED_FIRST, DAYS_PROGRAM, USER_FIRST, Programs
from clockcore.settings import Settings
from clockcore.texts import METHOD_KEYS, Texts
from clockcore.time_control import TimeControl
from clockcore.time_text import TimeText

PAGE_SHIFT = const(11)  # 2 048 ms a page
PAGE_HELD_MS = const(5000)
PRESET_LETTER = b"P"
USER_LETTER = b"U"
ADJOURNED_LETTER = b"A"
DAYS_LETTER = b"d"


class SetupMenu:
    """The program that is being looked at, and what it means.

    control  its TimeControl, or None for a free user program or an adjourned game
    pages    texts for the display on the right, one after the other
    lines    all of it at once, for a panel
    """

    def __init__(self, settings: Settings, cells: int, programs: Programs, texts: Texts, keeper):
        """Look at the program that the settings remember; `cells` is the room of a display.

        `keeper` knows the adjourned games.
        """
        self.settings = settings
        self.cells = cells
        self.programs = programs
        self.texts = texts
        self.keeper = keeper
        self.control: TimeControl | None = None
        self.pages: tuple = ()
        self.lines: tuple = ()
        self.look()

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) program, round the end."""
        self.settings.program = self.programs.step(self.settings.program, by)
        self.look()

    def look(self) -> None:
        """Write down what the program means."""
        number = self.settings.program
        title = label_of(number, self.cells)
        if number == DAYS_PROGRAM:
            self.control = None
            self.pages = (self.texts.word("days"),)
            self.lines = (title, self.texts.line("days"))
            return
        if number >= ADJOURNED_FIRST:
            self.control = None
            self._look_at_adjourned(title, number - ADJOURNED_FIRST + 1)
            return
        self.control = self.programs.control(number)
        name = self.programs.name(number)
        if number < USER_FIRST and not self.texts.is_english:
            name = ""  # presets have English names, and the lines say it all
        if self.control is None:
            self.pages = (self.texts.word("free"),)
            self.lines = (title, latin_1(name), self.texts.line("free"))
        else:
            self.pages = pages_of(self.control, self.cells, self.texts)
            self.lines = lines_of(title, name, self.control, self.texts)

    def _look_at_adjourned(self, title: bytes, place: int) -> None:
        """Write down label, times left and times used of an adjourned game (Guidelines I)."""
        from clockcore.arbiter import time_used_ms
        from clockcore.game import Game
        from clockcore.snapshot import restore_game

        texts = self.texts
        self.pages = (texts.word("no"),)
        self.lines = (title, texts.line("no"))
        found = self.keeper.look_at_adjourned(place)
        if found is None:
            return
        game = Game()
        try:
            restore_game(game, found[1]["games"][0], 0)
        except (ControlError, KeyError, IndexError, TypeError):
            return
        pages = [texts.word("adjourn")]
        lines = [title, texts.line("adjourned"), latin_1(found[0])]
        for side in SIDES:
            left = _time(max(game.remaining_ms(side), 0))
            text = TimeText()
            text.write_up(time_used_ms(game, side), False)
            used = bytes(text.buffer[: text.length])
            moves = str(game.accounts[side].moves).encode()
            pages.append(left)
            _add(pages, self.cells, b"n", moves)
            lines.append(_line(left + b" n" + moves))
            lines.append(_line(b" " + texts.line("used") + b" " + used))
        self.pages = tuple(pages)
        self.lines = tuple(lines)

    def view(self, side: int, view: View, turn: int) -> None:
        """Show the number on the left, page `turn` (or its lines on a panel) on the right."""
        if side == LEFT:
            view.put(label_of(self.settings.program, self.cells))
        else:
            view.put(self.pages[turn % len(self.pages)], window_of(self.lines, turn))


def window_of(lines: tuple, turn: int) -> tuple:
    """Return the lines that a panel shows: all, or the title and those that have their turn."""
    if len(lines) <= LINE_COUNT:
        return lines
    rest = LINE_COUNT - 1
    pages = (len(lines) - 1 + rest - 1) // rest
    first = 1 + turn % pages * rest
    shown = list(lines[first : first + rest])
    shown.insert(0, lines[0])
    return tuple(shown)


def label_of(number: int, cells: int) -> bytes:
    """Return how a program is called on a display: `P  1`, `U  3`, `A  1`, `d  1`."""
    if number == DAYS_PROGRAM:
        letter, number = DAYS_LETTER, 1
    elif number >= ADJOURNED_FIRST:
        letter, number = ADJOURNED_LETTER, number - ADJOURNED_FIRST + 1
    elif number >= USER_FIRST:
        letter, number = USER_LETTER, number - USER_FIRST + 1
    else:
        letter = PRESET_LETTER
    text = TimeText()
    text.write_label(letter[0], number, cells)
    return bytes(text.buffer[: text.length])


def pages_of(control: TimeControl, cells: int, texts: Texts) -> tuple:
    """Return the meaning of a control, page by page: time, bonus, moves, moments of each period.

    Where the colors differ each of them begins with its name. What comes at zero says so, and so
    does a bonus that comes after the move.
    """
    pages: list = []
    if control.odds:
        pages.append(texts.word("white"))
    _add_periods(pages, control.white_periods, cells, texts)
    if control.odds:
        pages.append(texts.word("black"))
        _add_periods(pages, control.black_periods, cells, texts)
    if _is_after(control):
        pages.append(texts.word("after"))
    return tuple(pages)


def _is_after(control: TimeControl) -> bool:
    """Return whether a bonus comes after the move, which most do not (T10)."""
    if control.bonus_timing != AFTER_MOVE:
        return False
    for periods in (control.white_periods, control.black_periods):
        for period in periods:
            if period.bonus_ms and period.method != DELAY:
                return True
    return False


def _is_at_zero(periods: tuple, index: int) -> bool:
    """Return whether the period after this one comes at zero (T21)."""
    period = periods[index]
    follows = index + 1 < len(periods) or period.repeat
    return follows and period.transition == AT_ZERO


def _add_periods(pages: list, periods: tuple, cells: int, texts: Texts) -> None:
    for index in range(len(periods)):
        period = periods[index]
        letter = METHOD_LETTERS[period.method : period.method + 1]
        if period.main_ms:
            pages.append(_time(period.main_ms))
        if period.bonus_ms:
            _add(pages, cells, letter, _time(period.bonus_ms))
        elif period.method != NONE:
            pages.append(letter)
        if period.bonus_from_move > 1:
            _add(pages, cells, b"n", str(period.bonus_from_move).encode())
        if period.cap_ms:
            _add(pages, cells, b"C", _time(period.cap_ms))
        if period.moves:
            _add(pages, cells, b"n", str(period.moves).encode())
        if period.block_ms:
            pages.append(_time(period.block_ms))
            _add(pages, cells, letter, str(period.block_count).encode())
        if _is_at_zero(periods, index):
            pages.append(texts.word("at zero"))
        if period.repeat:
            pages.append(texts.word("repeat"))


def _add(pages: list, cells: int, letter: bytes, text: bytes) -> None:
    """Add a page of a letter and a value, without the space or as two pages if need be."""
    room = cells - len(text) + text.count(b":")
    if room >= 2:
        pages.append(letter + b" " + text)
    elif room == 1:
        pages.append(letter + text)
    else:
        pages.append(letter)
        pages.append(text)


def lines_of(title: bytes, name: str, control: TimeControl, texts: Texts) -> tuple:
    """Return the meaning of a control for a panel, in lines of up to 21 characters."""
    lines = [title]
    if name:
        lines.append(latin_1(name))
    if control.odds:
        lines.append(texts.line("white"))
    _add_lines(lines, control.white_periods, texts)
    if control.odds:
        lines.append(texts.line("black"))
        _add_lines(lines, control.black_periods, texts)
    if _is_after(control):
        lines.append(texts.line("after"))
    lines.append(texts.line("freeze on" if control.freeze else "freeze off"))
    return tuple(lines)


def _add_lines(lines: list, periods: tuple, texts: Texts) -> None:
    """Add a line a period, `1 1:30:00 +0:30 n40`, and what has no room there below it."""
    method = NONE
    for index in range(len(periods)):
        period = periods[index]
        if period.method != method:
            method = period.method
            if method != NONE:
                lines.append(texts.line(METHOD_KEYS[method]))
        text = str(index + 1).encode() + b" " + _time(period.main_ms)
        if period.bonus_ms:
            text += b" +" + _time(period.bonus_ms)
        if period.moves:
            text += b" n" + str(period.moves).encode()
        lines.append(_line(text))
        more = b""
        if period.bonus_from_move > 1:
            more += b" + n" + str(period.bonus_from_move).encode()
        if period.cap_ms:
            more += b" <" + _time(period.cap_ms)
        if period.block_ms:
            more += b" " + str(period.block_count).encode() + b" x " + _time(period.block_ms)
        if period.repeat:
            more += b" ..."
        if more:
            lines.append(_line(b" " + more))
        if _is_at_zero(periods, index):
            lines.append(texts.line("at zero"))


def latin_1(text: str) -> bytes:
    """Return a text as a line of a panel, cut to its length; `?` for what is not Latin-1."""
    codes = [ord(character) for character in text[:LINE_LENGTH]]
    return bytes([code if code < 256 else 63 for code in codes])


def _line(text: bytes) -> bytes:
    return text[:LINE_LENGTH]


def _time(ms: int) -> bytes:
    text = TimeText()
    text.write_down(ms, 0)
    return bytes(text.buffer[: text.length])
