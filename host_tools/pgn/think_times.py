"""From the readings of a record to the think times that explain them.

`[%emt]` is a think time. From `[%clk]` it follows: what a side had, what the move brought (bonus,
period time, what a change at zero gave to both), and what was shown after it. This is a small
account book of its own, written from the rules and not from the core, so that a replay compares
the firmware with something else than itself.
"""

from dataclasses import dataclass, field

from clockcore.code_names import METHOD_NAMES
from clockcore.codes import (
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BY_COUNT,
    DELAY,
    FISCHER,
    HOURGLASS,
    NONE,
)
from clockcore.period import Period
from clockcore.time_control import TimeControl

from host_tools.pgn.record import CLK, GameRecord, MoveRecord, PgnError
from host_tools.pgn.time_field import text_of_reading

READABLE = (NONE, FISCHER, BRONSTEIN, DELAY, HOURGLASS)
PRESS_HOLD_MS = 20  # how long a replayed press stays down
PRESS_CYCLE_MS = 50  # and how soon the same hand can press again
LEAST_MS = 1  # of two presses at one instant the second is ignored (T3)


@dataclass(frozen=True)
class Step:
    """A move to replay: how long its side thinks before it presses."""

    move: MoveRecord
    think_ms: int


@dataclass
class Plan:
    """The moves to replay; `problem` says why they end before the record does, if they do."""

    steps: list[Step] = field(default_factory=list)
    problem: str | None = None


@dataclass
class _Side:
    """The account of one side as the record tells it; `left_ms` is the main time after a move."""

    periods: tuple[Period, ...]
    left_ms: int
    index: int = 0
    moves: int = 0
    end_move: int = 0
    pressed_at: int = 0

    @property
    def period(self) -> Period:
        return self.periods[self.index]

    def next_index(self) -> int | None:
        """Return the index of the period that follows, None after the last one."""
        if self.index + 1 < len(self.periods):
            return self.index + 1
        return self.index if self.period.repeat else None

    def enter(self, index: int) -> None:
        """Go to a period; move counts run from the end of the period before."""
        base = self.end_move if self.end_move else self.moves
        self.index = index
        self.end_move = base + self.period.moves if self.period.moves else 0

    def gain_at_zero(self, before_move: bool) -> int:
        """Return what a change at zero adds (T21); 0 where the period does not end that way."""
        following = self.next_index()
        if following is None or self.period.transition != AT_ZERO:
            return 0
        new = self.periods[following]
        gain = new.main_ms
        if before_move:
            number = self.moves + 1
            gain += new.included_bonus(number) - self.period.included_bonus(number)
        return gain


@dataclass(frozen=True)
class _Reading:
    """One way to explain a reading: time used, what is left, how often zero was reached."""

    think_ms: int
    left_ms: int
    zeros: int


class _Book:
    """Both accounts, and the arithmetic of one move."""

    def __init__(self, control: TimeControl, resolution_ms: int, first_is_white: bool) -> None:
        self.before_move = control.bonus_timing == BEFORE_MOVE
        self.resolution_ms = resolution_ms
        self.now = 0
        self.sides = {}
        for is_white in (True, False):
            periods = control.periods_of(is_white)
            first = periods[0]
            left = first.main_ms
            if self.before_move:
                left += _with_cap(0, first.included_bonus(1), first.cap_ms, first.main_ms)
            # The press that starts the game is the other side's.
            pressed_at = -PRESS_CYCLE_MS if is_white == first_is_white else 0
            self.sides[is_white] = _Side(
                periods, left, end_move=first.moves, pressed_at=pressed_at
            )

    def copy(self) -> "_Book":
        """Return a book that can be tried out."""
        new = object.__new__(_Book)
        new.before_move = self.before_move
        new.resolution_ms = self.resolution_ms
        new.now = self.now
        new.sides = {color: _Side(**vars(side)) for color, side in self.sides.items()}
        return new

    def least_think(self, is_white: bool) -> int:
        """Return how long a hand needs before it can press again, 1 ms at the least."""
        ready_at = self.sides[is_white].pressed_at + PRESS_CYCLE_MS
        return max(ready_at - self.now, LEAST_MS)

    def readings(self, is_white: bool, reading_ms: int) -> list[_Reading]:
        """Return the ways to explain a reading, the one without a zero first."""
        trial = self.copy()
        side = trial.sides[is_white]
        used_up = 0  # what the side has before each further zero
        available = side.left_ms
        found = []
        for zeros in range(len(side.periods) + 1):
            one = trial._explain(is_white, reading_ms, used_up, available, zeros)
            if one is not None:
                found.append(one)
            gain = side.gain_at_zero(self.before_move)
            following = side.next_index()
            if gain <= 0 or following is None:
                break
            used_up, available = available, available + gain
            side.left_ms += gain
            side.enter(following)
        return found

    def _explain(
        self, is_white: bool, reading_ms: int, used_up: int, available: int, zeros: int
    ) -> _Reading | None:
        """Return the think time that ends at `reading_ms` after `zeros` zeros, or None."""
        side = self.sides[is_white]
        number = side.moves + 1
        period = side.period
        free = period.bonus_of_move(number) if period.method in (BRONSTEIN, DELAY) else 0
        if period.method == DELAY:
            available += free
            used_up += free if used_up else 0
        # Look for the time after the thinking, before the press gave anything.
        after = self._before_press(side, reading_ms)
        charged = side.left_ms - after
        if -self.resolution_ms < charged < 0:
            charged = 0
        if charged < 0:
            return None
        think = charged + free if charged else 0
        least = self.least_think(is_white)
        think = max(think, least)
        if available <= think < available + self.resolution_ms:
            # A record that rounds down shows 0 while something is left.
            think = available - 1
        if not used_up <= think < available:
            return None
        left = self._after_press(side, side.left_ms - max(think - free, 0))
        return _Reading(think, left, zeros)

    def _gifts(self, side: _Side) -> tuple[int, int, int, int]:
        """Return what a press gives: bonus before, period time, bonus after, cap (0: none).

        For BRONSTEIN the standing delay is in the account, so only its change is given.
        """
        number = side.moves + 1
        period = side.period
        earned = 0
        if period.method == FISCHER and not self.before_move:
            earned = period.bonus_of_move(number)
        renewal = 0
        new = period
        following = side.next_index()
        by_count = period.transition == BY_COUNT and period.moves > 0
        if by_count and following is not None and number >= side.end_move > 0:
            new = side.periods[following]
            renewal = new.main_ms
        standing = 0
        if self.before_move:
            standing = new.included_bonus(number + 1)
            if period.method == BRONSTEIN:
                standing -= period.bonus_of_move(number)
        return earned, renewal, standing, new.cap_ms

    def _after_press(self, side: _Side, left_ms: int) -> int:
        earned, renewal, standing, cap = self._gifts(side)
        left_ms = _with_cap(left_ms, earned, side.period.cap_ms)
        return _with_cap(left_ms + renewal, standing, cap)

    def _before_press(self, side: _Side, reading_ms: int) -> int:
        earned, renewal, standing, cap = self._gifts(side)
        most = side.left_ms
        before = _without_cap(reading_ms, standing, cap, most + earned + renewal) - renewal
        return _without_cap(before, earned, side.period.cap_ms, most)

    def take(self, is_white: bool, think_ms: int, left_ms: int, zeros: int) -> None:
        """Book a move that has been explained."""
        side, opponent = self.sides[is_white], self.sides[not is_white]
        for _ in range(zeros):
            if opponent.index == side.index:
                gain = opponent.gain_at_zero(self.before_move)
                following = opponent.next_index()
                if gain and following is not None:
                    opponent.left_ms += gain
                    opponent.enter(following)
            following = side.next_index()
            if following is not None:
                side.enter(following)
        if side.period.method == HOURGLASS:
            opponent.left_ms += think_ms
        ends = side.period.transition == BY_COUNT and side.period.moves > 0
        side.moves += 1
        following = side.next_index()
        if ends and following is not None and side.moves >= side.end_move > 0:
            side.enter(following)
        side.left_ms = left_ms
        self.now += think_ms
        side.pressed_at = self.now


def _with_cap(left_ms: int, bonus_ms: int, cap_ms: int, above_ms: int = 0) -> int:
    """Return `left_ms` with a bonus that never lifts the account above its cap (T11).

    `above_ms` is what else stands on the account and is not part of `left_ms`.
    """
    if not cap_ms or bonus_ms <= 0:
        return left_ms + bonus_ms
    return left_ms + max(min(bonus_ms, cap_ms - above_ms - left_ms), 0)


def _without_cap(after_ms: int, bonus_ms: int, cap_ms: int, most_ms: int) -> int:
    """Return what `_with_cap` made `after_ms` of; at the cap the most there can have been."""
    if not cap_ms or bonus_ms <= 0 or after_ms < cap_ms:
        return after_ms - bonus_ms
    if after_ms > cap_ms:
        return after_ms
    return max(min(most_ms, cap_ms), cap_ms - bonus_ms)


def plan_of_record(record: GameRecord, control: TimeControl) -> Plan:
    """Return the moves of a record with their think times.

    Where a reading cannot be explained by `control` the plan ends before it and says why.
    PgnError for a method whose readings do not tell the time used.
    """
    book = _Book(control, record.resolution_ms, record.moves[0].is_white)
    plan = Plan()
    if record.kind != CLK:
        for move in record.moves:
            think = max(move.reading_ms, book.least_think(move.is_white))
            plan.steps.append(Step(move, think))
            book.now += think
            book.sides[move.is_white].pressed_at = book.now
        return plan
    for is_white in (True, False):
        for period in control.periods_of(is_white):
            if period.method not in READABLE:
                name = METHOD_NAMES[period.method]
                raise PgnError(f"[%clk] readings of {name} do not tell the time used on a move")
    for index, move in enumerate(record.moves):
        ways = book.readings(move.is_white, move.reading_ms)
        if not ways:
            plan.problem = _why_not(book, move, record.resolution_ms)
            break
        following = record.moves[index + 1] if index + 1 < len(record.moves) else None
        chosen = ways[0]
        for way in ways:
            # A change at zero shows in the opponent's next reading, too.
            trial = book.copy()
            trial.take(move.is_white, way.think_ms, way.left_ms, way.zeros)
            if following is None or trial.readings(following.is_white, following.reading_ms):
                chosen = way
                break
        book.take(move.is_white, chosen.think_ms, chosen.left_ms, chosen.zeros)
        plan.steps.append(Step(move, chosen.think_ms))
    return plan


def _why_not(book: _Book, move: MoveRecord, resolution_ms: int) -> str:
    """Return why no think time explains a reading."""
    side = book.sides[move.is_white]
    shown = text_of_reading(move.reading_ms, resolution_ms)
    most = book._after_press(side, side.left_ms)
    where = f"move {move.number}, {move.side}: the reading {shown}"
    had = text_of_reading(side.left_ms, resolution_ms)
    if move.reading_ms > most:
        return (
            f"{where} is above {text_of_reading(most, resolution_ms)},"
            f" the most there can be after {had}"
        )
    used = side.left_ms - book._before_press(side, move.reading_ms)
    return (
        f"{where} means {text_of_reading(used, resolution_ms)} of thinking,"
        f" but only {had} was left: the flag had fallen"
    )
