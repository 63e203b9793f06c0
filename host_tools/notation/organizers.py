"""What organizers and players write: `90/40+30+30`, `5+3`, `5 bronstein 3`, `hourglass 1`.

Times are in minutes and a bonus is in seconds unless a unit says otherwise. Periods are joined by
`+`; a period with moves (`90/40`) is followed by a period, and what follows the last period is the
bonus of every move. The README of this folder has the whole grammar.

Numbers without a unit are read by habit. `parse` takes another habit where it is told so, and its
draft names the habits that mattered (`choices`); `readings.py` decides what is ambiguous.
"""

import re
from dataclasses import dataclass
from typing import NoReturn

from clockcore.codes import (
    AT_ZERO,
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    MOVE_TIMER,
    NONE,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.period import ControlError, Period
from clockcore.presets import preset

from host_tools.notation.draft import (
    LONGEST_TEXT,
    TRANSITIONS,
    Draft,
    NotRunnableError,
    quoted,
)

LABEL = "control"
NO_MAIN_TIME = (
    "a time is needed before the bonus of a move; a fixed time for each move is move-timer 30s"
)
PLAIN_MINUTES = 180  # up to here a number without a unit is believed to be minutes
PLAIN_SECONDS = 60  # and up to here a bonus without a unit to be seconds
# From here on the second number of `90+30` is the length of a usual period, too.
PERIOD_AFTER_MINUTES = 45
PERIOD_MINUTES = 15

# Habits of reading, each of which another reader may not have (`Draft.choices`):
# in `40/90` the moves come first; the last number of `90/40+30` is a bonus, that of `90+30` a
# period.
MOVES_FIRST = "moves-first"
LAST_TERM = "last-term"

HOUR, MINUTE, SECOND, MILLISECOND = 3_600_000, 60_000, 1000, 1
_UNITS = {
    HOUR: ("h", "hr", "hrs", "hour", "hours"),
    MINUTE: ("m", "min", "mins", "minute", "minutes", "'"),
    SECOND: ("s", "sec", "secs", "second", "seconds", '"', "''"),
    MILLISECOND: ("ms",),
}
UNITS = {name: size for size, names in _UNITS.items() for name in names}

# Methods that stand alone: code, and the unit of a bare number (None: no time at all).
ALONE: dict[str, tuple[int, int | None]] = {
    "hourglass": (HOURGLASS, MINUTE),
    "gong": (GONG, SECOND),
    "move-timer": (MOVE_TIMER, SECOND),
    "upcount": (UPCOUNT, None),
    "up-count": (UPCOUNT, None),
    "scrabble": (SCRABBLE, MINUTE),
}
WITH_DELAY = {"bronstein": BRONSTEIN, "delay": DELAY}
TRANSITION_WORDS = tuple(TRANSITIONS)
TIMING_WORDS = {"before-move": "before", "after-move": "after"}

# Quotation marks, primes and accents that stand for minutes and seconds, and the sign of times.
_LIKE = str.maketrans("\u2019\u2018\u2032\u00b4`\u201c\u201d\u2033\u00d7", "'''''\"\"\"x")
_TOKEN = re.compile(
    r"([0-9]+)|([a-z]+(?:-[a-z]+)*)|(''|['\"+/|()#:=?-])", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True)
class Token:
    """A number, a word or a symbol, and the column (from 1) where it stands."""

    kind: str
    text: str
    column: int


@dataclass(frozen=True)
class Time:
    """A length of time in ms; `unit` is its largest unit, None for a bare number."""

    ms: int
    unit: int | None
    number: int
    column: int


@dataclass(frozen=True)
class Term:
    """One part of a sum: a time, the moves it is for (0: none are said), or a bonus `per move`."""

    time: Time
    moves: int = 0
    is_per_move: bool = False


def parse(text: str, habits: frozenset[str] = frozenset()) -> Draft:
    """Return what an organizer's text says; ControlError says what is wrong, and where.

    `habits` holds MOVES_FIRST or LAST_TERM where the other reading is wanted.
    """
    return _Parser(text, habits).parse()


class _Parser:
    def __init__(self, text: str, habits: frozenset[str]) -> None:
        self.draft = Draft(LABEL, text)
        self.habits = habits
        self.bonus: Time | None = None
        self.main: Time | None = None
        self.suffixes: set[str] = set()  # of the side or bracket that is being read
        self.tokens = self._tokens(text)
        self.index = 0

    def _fail(self, column: int, what: str) -> NoReturn:
        raise self.draft.error(f"column {column}: {what}")

    def _tokens(self, text: str) -> list[Token]:
        if len(text) > LONGEST_TEXT:
            raise self.draft.error(f"is longer than {LONGEST_TEXT} characters")
        plain = text.translate(_LIKE)
        tokens = []
        at = 0
        while at < len(plain):
            if plain[at].isspace():
                at += 1
                continue
            match = _TOKEN.match(plain, at)
            if not match:
                self._fail(at + 1, f"{quoted(text[at])} is not understood")
            kind = "number" if match[1] else "word" if match[2] else "symbol"
            tokens.append(Token(kind, match[0].lower(), at + 1))
            at = match.end()
        tokens.append(Token("end", "", len(text) + 1))
        return tokens

    # --- tokens ------------------------------------------------------------------------------

    @property
    def next(self) -> Token:
        return self.tokens[self.index]

    def _take(self) -> Token:
        token = self.next
        if token.kind != "end":
            self.index += 1
        return token

    def _accept(self, *texts: str) -> bool:
        if self.next.kind != "end" and self.next.text in texts:
            self.index += 1
            return True
        return False

    def _number(self, what: str) -> int:
        token = self._take()
        if token.kind != "number":
            found = quoted(token.text) if token.text else "the end"
            self._fail(token.column, f"{what} is needed, not {found}")
        return int(token.text)

    def _time(self, what: str, bare_unit: int) -> Time:
        """Read `90`, `90m`, `1h30m`, `30"`; a bare number has `bare_unit`."""
        column = self.next.column
        return self._with_unit(self._number(what), column, bare_unit, what)

    def _with_unit(self, number: int, column: int, bare_unit: int, what: str) -> Time:
        """Read the unit of a number, and the smaller parts that may follow it."""
        if self.next.text not in UNITS:
            return Time(number * bare_unit, None, number, column)
        largest = smallest = UNITS[self._take().text]
        total = number * largest
        while self.next.kind == "number":
            column_of_part = self.next.column
            part = self._number(what)
            unit = UNITS.get(self._take().text)
            if unit is None or unit >= smallest:
                self._fail(column_of_part, "a smaller unit is needed after this number")
            total += part * unit
            smallest = unit
        return Time(total, largest, number, column)

    # --- grammar -----------------------------------------------------------------------------

    def parse(self) -> Draft:
        draft = self.draft
        if self.next.kind == "end":
            raise draft.error("is empty")
        if len(self.tokens) == 2 and self.next.text in ("?", "-"):
            what = "unknown" if self.next.text == "?" else "no control"
            raise NotRunnableError(f"{LABEL} {quoted(draft.text)}: is {what}, which cannot be run")
        if self.next.text in ("#", "preset"):
            self._preset()
        else:
            draft.white = self._side()
            if self._accept("v", "vs"):
                draft.black = self._side()
        if self.next.kind != "end":
            self._fail(self.next.column, f"{quoted(self.next.text)} is not understood")
        return draft

    def _preset(self) -> None:
        if self._take().text == "preset":
            self._accept(":", "#")
        column = self.next.column
        number = self._number("the number of a preset")
        try:
            control = preset(number)
        except ControlError as error:
            self._fail(column, str(error))
        self.draft.white = list(control.white_periods)
        self.draft.black = list(control.black_periods) if control.odds else None
        while self._choice():
            pass

    def _side(self) -> list[Period]:
        self.bonus = None
        self.suffixes = set()
        if self.next.text == "(":
            periods = self._brackets()
            while self._choice():
                pass
        else:
            periods = [self._alone()] if self.next.text in ALONE else self._periods()
            while self._choice() or self._suffix(periods):
                pass
        last = periods[-1]
        if last.moves and not last.repeat:
            self.draft.doubt = (
                f"period {len(periods)}: {last.moves} moves, but nothing follows them;"
                " add a period, or say repeat"
            )
        return periods

    def _brackets(self) -> list[Period]:
        """Read `(2h/40) + (1h/20 at-zero) + (15m + 30s)`: periods that have little in common."""
        periods = []
        while True:
            if not self._accept("("):
                self._fail(self.next.column, "a period in brackets is needed here, too")
            self.suffixes = set()
            periods.append(self._bracket())
            if not self._accept(")"):
                self._fail(self.next.column, 'the bracket of a period needs its ")"')
            if not self._accept("+", "then"):
                return periods

    def _bracket(self) -> Period:
        if self.next.text in ALONE:
            period = self._alone()
        else:
            term = self._term(MINUTE)
            if term.is_per_move:
                self._fail(term.time.column, NO_MAIN_TIME)
            period = Period(term.time.ms, moves=term.moves)
            if self._accept("+"):
                bonus = self._time("the bonus of a move", SECOND)
                self._is_per_move()
                period.method = FISCHER if bonus.ms else NONE
                period.bonus_ms = bonus.ms
        while self._suffix([period]) or self._change(period):
            pass
        return period

    def _change(self, period: Period) -> bool:
        """Read how the period after one in brackets comes, if it is there."""
        token = self.next
        if token.text not in TRANSITION_WORDS:
            return False
        if "change" in self.suffixes:
            self._fail(token.column, "how periods change has been said before")
        self.suffixes.add("change")
        period.transition = TRANSITIONS[self._take().text]
        return True

    def _alone(self) -> Period:
        method, bare_unit = ALONE[self._take().text]
        self._accept("=")
        if bare_unit is None:
            return Period(0, method)
        return Period(self._time("a time", bare_unit).ms, method)

    def _term(self, bare_unit: int) -> Term:
        """Read a time, `90/40`, `40/90'`, `40 moves in 90 min`, or `30 sec per move`."""
        column = self.next.column
        number = self._number("a time")
        if self._accept("moves", "move"):
            if not self._accept("in", "/"):
                self._fail(self.next.column, "the time of these moves is needed, as in /90m")
            return Term(self._time("a time", MINUTE), self._checked_moves(number, column))
        time = self._with_unit(number, column, bare_unit, "a time")
        if self._is_per_move():
            if time.unit is None:
                time = Time(number * SECOND, None, number, column)
            return Term(time, is_per_move=True)
        if not self._accept("/"):
            return Term(time)
        column_of_second = self.next.column
        second = self._number("a number of moves")
        if time.unit is None and self.next.text in UNITS:
            after = self._with_unit(second, column_of_second, MINUTE, "a time")
            return Term(after, self._checked_moves(number, column))
        self._accept("moves", "move")
        if time.unit is None:
            if number < second:
                self.draft.choices.add(MOVES_FIRST)
            if MOVES_FIRST in self.habits:
                after = Time(second * MINUTE, None, second, column_of_second)
                return Term(after, self._checked_moves(number, column))
            time = Time(number * MINUTE, None, number, column)
        return Term(time, self._checked_moves(second, column_of_second))

    def _checked_moves(self, moves: int, column: int) -> int:
        if moves == 0:
            self._fail(column, "moves 0 is outside 1 to 255")
        return moves

    def _periods(self) -> list[Period]:
        """Read `90/40 + 30 + 30`: periods, then at most one bonus."""
        term = self._term(MINUTE)
        if term.is_per_move:
            self._fail(term.time.column, NO_MAIN_TIME)
        self.main = term.time
        periods = [Period(term.time.ms, moves=term.moves)]
        repeats = False
        while True:
            joint = self.next.text
            if not self._accept("+", "then", "|"):
                break
            column = self.next.column
            if self.bonus is not None:
                self._fail(column, "nothing can follow the bonus of a move")
            follows = periods[-1].moves > 0
            if joint == "|" and (follows or len(periods) > 1):
                self._fail(column - 1, "a bar stands between minutes and seconds only, as in 3|2")
            as_period = follows or joint == "then"
            term = self._term(MINUTE if as_period else SECOND)
            time = term.time
            if term.is_per_move:
                self.bonus = time
            elif term.moves:
                periods.append(Period(time.ms, moves=term.moves))
            elif time.unit is not None:
                if joint == "then" or time.unit in (HOUR, MINUTE):
                    periods.append(Period(time.ms))
                else:
                    self.bonus = time
            elif joint == "+" and self._other_habit(time, follows, periods):
                if follows:
                    self.bonus = Time(time.number * SECOND, None, time.number, column)
                    repeats = True
                else:
                    periods[0].transition = AT_ZERO
                    periods.append(Period(time.number * MINUTE))
            elif as_period:
                periods.append(Period(time.ms))
            else:
                self.bonus = time
        if self.bonus is not None:
            for period in periods:
                period.method = FISCHER if self.bonus.ms else NONE
                period.bonus_ms = self.bonus.ms
        self._doubt_numbers(periods)
        periods[-1].repeat = repeats
        return periods

    def _other_habit(self, time: Time, follows: bool, periods: list[Period]) -> bool:
        """Return whether the last number is read in its other way; note that there is one."""
        if self.next.text in ("+", "then", "|"):
            return False  # not the last
        if not follows:
            minutes = periods[0].main_ms // MINUTE
            if (
                len(periods) > 1
                or minutes < PERIOD_AFTER_MINUTES
                or not PERIOD_MINUTES <= time.number <= PLAIN_SECONDS
            ):
                return False
        self.draft.choices.add(LAST_TERM)
        return LAST_TERM in self.habits

    def _moves(self) -> int:
        """Read `/40` or `/40 moves`, if it is there."""
        if not self._accept("/"):
            return 0
        column = self.next.column
        moves = self._number("a number of moves")
        self._accept("moves", "move")
        return self._checked_moves(moves, column)

    def _is_per_move(self) -> bool:
        """Read `/move` or `per move`, if it is there."""
        following = self.tokens[min(self.index + 1, len(self.tokens) - 1)]
        if self.next.text in ("/", "per") and following.text == "move":
            self.index += 2
            return True
        return False

    def _doubt_numbers(self, periods: list[Period]) -> None:
        """Refuse plain numbers that are more likely to be in another unit."""
        if len(periods) > 1 or periods[0].moves or self.main is None or self.main.unit is not None:
            return
        if self.main.number > PLAIN_MINUTES:
            self.draft.doubt = (
                f"column {self.main.column}: {self.main.number} minutes?"
                f" say {self.main.number}m or {self.main.number}s"
            )
        elif (
            self.bonus is not None
            and self.bonus.unit is None
            and self.bonus.number > PLAIN_SECONDS
        ):
            self.draft.doubt = (
                f"column {self.bonus.column}: {self.bonus.number} seconds a move?"
                f" say {self.bonus.number}s"
            )

    def _choice(self) -> bool:
        """Read a word about the whole control, if it is there."""
        token = self.next
        if token.text in TRANSITION_WORDS:
            self._once(token, self.draft.transition, "how periods change")
            self.draft.transition = token.text
        elif token.text in TIMING_WORDS:
            self._once(token, self.draft.bonus_timing, "when a bonus is given")
            self.draft.bonus_timing = TIMING_WORDS[token.text]
        else:
            return False
        self._take()
        return True

    def _once(self, token: Token, said: str | None, what: str) -> None:
        if said is not None:
            self._fail(token.column, f"{what} has been said before")

    def _suffix(self, periods: list[Period]) -> bool:
        """Read a method or a field of the periods of one side, if it is there."""
        token = self.next
        last = periods[-1]
        word = token.text.replace("byo-yomi", "byoyomi")
        if token.kind != "word" or word not in (*WITH_DELAY, *_SUFFIXES):
            return False
        if word in self.suffixes:
            self._fail(token.column, f"{word} has been said before")
        self.suffixes.add(word)
        self._take()
        self._accept("=")
        if word in WITH_DELAY:
            if any(period.method != NONE for period in periods):
                self._fail(token.column, f"{word}: there is a bonus or a method already")
            delay = self._time("a time", SECOND)
            for period in periods:
                period.method = WITH_DELAY[word]
                period.bonus_ms = delay.ms
        elif word == "byoyomi":
            self._overtime_of(last, BYOYOMI, token)
            last.block_count = self._number("a number of moments, as in 5x20s,")
            if not self._accept("x"):
                self._fail(self.next.column, "the length of a moment is needed, as in 5x20s")
            last.block_ms = self._time("the length of a moment", SECOND).ms
        elif word == "canadian":
            self._overtime_of(last, CANADIAN, token)
            block = self._time("the length of a block", MINUTE)
            if block.unit is None:
                self._fail(block.column, "the length of a block needs its unit, as in 5m/15")
            last.block_ms = block.ms
            last.block_count = self._moves()
        elif word == "from":
            self._accept("move")
            first = self._number("the number of a move")
            for period in periods:
                period.bonus_from_move = first
        elif word == "cap":
            cap = self._time("a time", MINUTE)
            for period in periods:
                period.cap_ms = cap.ms
        else:
            last.repeat = True
        return True

    def _overtime_of(self, last: Period, method: int, token: Token) -> None:
        if last.method != NONE:
            self._fail(token.column, f"{token.text}: there is a bonus or a method already")
        last.method = method


_SUFFIXES = ("byoyomi", "canadian", "from", "cap", "repeat")
