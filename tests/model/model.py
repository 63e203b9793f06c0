"""A small independent model of a game: it lives one millisecond at a time.

Written from the timing rules, not from the core: no anchors, no arithmetic over spans, plain
Python integers, one function a rule. Times in the tests are small, so that going through every
millisecond is cheap.
"""

from __future__ import annotations

import copy

from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    MOVE_TIMER,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.time_control import TimeControl


class Side:
    """What one player has."""

    def __init__(self, periods: tuple) -> None:
        """Begin the first period."""
        self.periods = periods
        self.index = 0
        self.time = periods[0].main_ms
        self.delay = 0
        self.moves = 0
        self.thought = 0
        self.moment: int | None = None
        self.moments = 0
        self.stones = 0
        self.flag = False
        self.last_move = periods[0].moves
        self.ran = 0

    @property
    def period(self):
        """The period this side is in."""
        return self.periods[self.index]

    @property
    def follows(self) -> bool:
        """Whether another period follows (a repeating one follows itself)."""
        return self.index + 1 < len(self.periods) or self.period.repeat

    def bonus(self, number: int) -> int:
        """Bonus or delay of move `number` here."""
        return self.period.bonus_ms if number >= self.period.bonus_from_move else 0

    def included(self, number: int) -> int:
        """What BEFORE_MOVE keeps on the clock for move `number`."""
        return self.bonus(number) if self.period.method in (FISCHER, BRONSTEIN) else 0

    def enter(self) -> None:
        """Go to the next period and take its time."""
        if self.index + 1 < len(self.periods):
            if not self.period.moves:
                self.last_move = self.moves
            self.index += 1
        self.last_move += self.period.moves
        self.time += self.period.main_ms
        self.delay = 0

    def give(self, ms: int) -> None:
        """Give a bonus, under the cap; one that is taken back never goes below zero."""
        cap = self.period.cap_ms
        if cap and ms > 0:
            ms = max(min(ms, cap - self.time), 0)
        self.time += ms if ms >= 0 else -min(-ms, self.time)


class Model:
    """Two sides, whose turn it is, and the flag."""

    def __init__(self, control: TimeControl, freeze: bool) -> None:
        """Lay the control out: left has White's periods."""
        self.control = control
        self.freeze = freeze
        self.before = control.bonus_timing == BEFORE_MOVE
        self.sides = [Side(control.white_periods), Side(control.black_periods)]
        for side in self.sides:
            if self.before:
                side.give(side.included(1))
            if side.period.main_ms == 0 and side.period.block_ms:
                self.overtime(side)
        self.turn: int | None = None
        self.running = False
        self.over = False
        self.first_flag: int | None = None
        self.counted = [0, 0]
        self.undo_state: tuple | None = None
        self.since = 0

    # --- what people do ------------------------------------------------------------------------

    def press(self, who: int) -> None:
        """A press of the lever."""
        if self.turn is None:
            self.turn = 1 - who
            self.running = True
            self.begin_turn()
            return
        if not self.running or who != self.turn:
            return
        self.undo_state = (copy.deepcopy(self.sides), self.first_flag, list(self.counted))
        self.since = 0
        side = self.sides[who]
        if not side.flag:
            side.moves += 1
            self.counted[who] += 1
            side.delay = 0
            if self.first_flag is None:
                self.earn(side)
        self.turn = 1 - who
        self.begin_turn()

    def undo(self) -> bool:
        """Take the last press back; the presser pays for the time since."""
        if self.undo_state is None or self.turn is None:
            return False
        presser = 1 - self.turn  # a gong passes the turn too, but it rules an undo out
        self.sides, self.first_flag, self.counted = self.undo_state
        self.undo_state = None
        ran = self.running
        self.turn = presser
        self.over = False
        self.running = True
        since = self.since
        for _ in range(since):
            self.millisecond()
            if not self.running:
                break
        self.settle_zeros()
        self.running = self.running and ran
        return True

    # --- time ----------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        """A new turn: thinking starts at 0, and a delay is there in full."""
        side = self.sides[self.turn]
        side.thought = 0
        side.delay = 0
        if side.period.method == DELAY and self.first_flag is None:
            side.delay = side.bonus(side.moves + 1)
        self.settle_zeros()

    def millisecond(self) -> None:
        """Let one millisecond of running pass."""
        side = self.sides[self.turn]
        side.ran += 1
        self.since += 1
        if side.flag:
            return
        side.thought += 1
        if side.delay:
            side.delay -= 1
        elif side.moment is not None:
            side.moment -= 1
        elif side.period.method == UPCOUNT:
            side.time += 1
        else:
            side.time -= 1
            if side.period.method == HOURGLASS:
                self.sides[1 - self.turn].time += 1
        self.settle_zeros()

    def settle_zeros(self) -> None:
        """Handle whatever has reached zero at this instant."""
        while self.running and self.at_zero(self.sides[self.turn]):
            self.zero()

    def at_zero(self, side: Side) -> bool:
        """Whether nothing is left of what runs."""
        if side.flag or side.period.method in (UPCOUNT, SCRABBLE):
            return False
        if side.moment is not None:
            return side.moment == 0
        return side.time <= 0 and side.delay == 0

    def zero(self) -> None:
        """The running side has nothing left of what ran."""
        who = self.turn
        side = self.sides[who]
        period = side.period
        after_flag = self.first_flag is not None
        if period.method == GONG and not after_flag:
            side.time = period.main_ms
            self.undo_state = None
            self.turn = 1 - who
            self.sides[self.turn].thought = 0
            return
        if period.method in (BYOYOMI, CANADIAN):
            if side.moment is None:
                self.overtime(side)
                return
            if period.method == BYOYOMI and (period.block_count == 0 or side.moments > 1):
                side.moments -= 1 if period.block_count else 0
                side.moment = period.block_ms
                return
        elif side.follows and not after_flag:
            if period.transition == AT_ZERO:
                other = self.sides[1 - who]
                together = other.index == side.index and other.follows
                if together and other.period.transition == AT_ZERO:
                    self.enter_at_zero(other)
                self.enter_at_zero(side)
                return
            if period.moves and side.moves >= side.last_move:
                side.enter()
                return
        side.flag = True
        side.moments = 0
        if self.first_flag is None:
            self.first_flag = who
        if self.freeze or period.method == HOURGLASS or self.sides[1 - who].flag:
            self.running = False
            self.over = True

    def enter_at_zero(self, side: Side) -> None:
        """The next period, and under BEFORE_MOVE the difference of the bonuses (T21)."""
        number = side.moves + 1
        old = side.included(number)
        had_delay = side.period.method == DELAY
        side.enter()
        if self.before:
            side.give(side.included(number) - old)
        if side.period.method == DELAY and not had_delay:
            side.delay = max(side.bonus(number) - side.thought, 0)

    def overtime(self, side: Side) -> None:
        """The first moment or block."""
        side.moment = side.period.block_ms
        side.moments = side.period.block_count if side.period.method == BYOYOMI else 0
        side.stones = 0

    def earn(self, side: Side) -> None:
        """What a completed move brings."""
        period = side.period
        standing = 0
        if period.method == FISCHER and not self.before:
            side.give(side.bonus(side.moves))
        elif period.method == BRONSTEIN:
            delay = side.bonus(side.moves)
            side.time += min(side.thought, delay)
            standing = delay if self.before else 0
        elif period.method in (MOVE_TIMER, GONG):
            side.time = period.main_ms
        elif side.moment is not None:
            if period.method == BYOYOMI:
                side.moment = period.block_ms
            else:
                side.stones += 1
                if period.block_count and side.stones == period.block_count:
                    side.moment = period.block_ms
                    side.stones = 0
        if (
            period.transition == BY_COUNT
            and period.moves
            and side.follows
            and side.moves >= side.last_move
        ):
            side.enter()
        if self.before:
            side.give(side.included(side.moves + 1) - standing)

    # --- reading -------------------------------------------------------------------------------

    def counter(self, who: int) -> int:
        """The running counter of a side."""
        side = self.sides[who]
        return side.time if side.moment is None else side.moment


TIMINGS = (BEFORE_MOVE, AFTER_MOVE)
