"""The time account of one side: what is left, what was booked, under which head.

An account knows no instants. The game tells it how many milliseconds its clock ran; the account
takes them from the delay, from the main time or from the moment, up to the next zero, and says how
many it took. Every millisecond is booked once, under one head (T1).
"""

from micropython import const

from clockcore.codes import (
    BEFORE_MOVE,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    MOVE_TIMER,
    SCRABBLE,
    TRIPLE_BLOCK,
    UPCOUNT,
)
from clockcore.duration import Duration
from clockcore.period import MAIN_LIMIT_MS, Period
from clockcore.ticks import NEVER_MS

INTERIM_FLAG_MS = const(300_000)
NO_SECOND = const(99)


class Account:
    """One side of a game. All attributes are small integers, flags or `Duration`s.

    main             time left, or counted up (UPCOUNT); below zero only with SCRABBLE
    delay_left_ms    what is left of the delay of the turn (DELAY)
    turn_used_ms     thinking time of this turn, saturating
    turn_before_ms   thinking of this turn before a correction that began it anew
    overtime         whether a moment or block is running instead of the main time
    block_left_ms    time left of that moment or block
    blocks_left      moments left, the running one included (BYOYOMI; 0 for ever)
    block_moves      completed moves in the current block (CANADIAN)
    period_index     0 to 7
    moves            completed moves of the game (T24)
    end_move         number of the move that ends this period, 0 for none
    interim_left_ms  how long the steady flag of T21 is still to be shown, in running time
    is_flagged       the final flag has fallen; the account stands at 0
    low_time_ms      where the low-time warning comes, once a period, when the counter falls to it
    """

    def __init__(self) -> None:
        """Make an account without a control; `set_up` gives it one."""
        self.main = Duration()
        self.booked_main = Duration()
        self.booked_delay = Duration()
        self.booked_overtime = Duration()
        self.booked_after_flag = Duration()
        self.added_bonus = Duration()
        self.added_give_back = Duration()
        self.added_period = Duration()
        self.added_hourglass = Duration()
        self.added_correction = Duration()
        self.lost_at_ceiling = Duration()
        self.periods = (Period(),)
        self.period = self.periods[0]
        self.bonus_timing = BEFORE_MOVE
        self.period_index = 0
        self.delay_left_ms = 0
        self.turn_used_ms = 0
        self.turn_before_ms = 0
        self.overtime = False
        self.block_left_ms = 0
        self.blocks_left = 0
        self.block_moves = 0
        self.moves = 0
        self.end_move = 0
        self.interim_left_ms = 0
        self.is_flagged = False
        self.low_time_ms = 0
        self.low_time_told = False
        self.told_second = NO_SECOND
        self.at_ceiling = False
        self.ceiling_told = False

    def set_up(self, periods: tuple, bonus_timing: int, low_time_ms: int) -> None:
        """Begin a game with `periods`: main time, first bonus (T10), delay and overtime."""
        from clockcore.laying_out import lay_out_account

        lay_out_account(self, periods, bonus_timing, low_time_ms)

    def copy(self, source: "Account") -> None:
        """Become equal to `source`, for undo."""
        self.main.copy(source.main)
        self.booked_main.copy(source.booked_main)
        self.booked_delay.copy(source.booked_delay)
        self.booked_overtime.copy(source.booked_overtime)
        self.booked_after_flag.copy(source.booked_after_flag)
        self.added_bonus.copy(source.added_bonus)
        self.added_give_back.copy(source.added_give_back)
        self.added_period.copy(source.added_period)
        self.added_hourglass.copy(source.added_hourglass)
        self.added_correction.copy(source.added_correction)
        self.lost_at_ceiling.copy(source.lost_at_ceiling)
        self.periods = source.periods
        self.period = source.period
        self.bonus_timing = source.bonus_timing
        self.period_index = source.period_index
        self.delay_left_ms = source.delay_left_ms
        self.turn_used_ms = source.turn_used_ms
        self.turn_before_ms = source.turn_before_ms
        self.overtime = source.overtime
        self.block_left_ms = source.block_left_ms
        self.blocks_left = source.blocks_left
        self.block_moves = source.block_moves
        self.moves = source.moves
        self.end_move = source.end_move
        self.interim_left_ms = source.interim_left_ms
        self.is_flagged = source.is_flagged
        self.low_time_ms = source.low_time_ms
        self.low_time_told = source.low_time_told
        self.told_second = source.told_second
        self.at_ceiling = source.at_ceiling
        self.ceiling_told = source.ceiling_told

    # --- reading -----------------------------------------------------------------------------

    def counter_ms(self) -> int:
        """Return the ms of the running counter: the moment or block, else the main time."""
        if self.overtime:
            return self.block_left_ms
        return self.main.clip()

    def counts_up(self) -> bool:
        """Return whether the counter grows: UPCOUNT, or SCRABBLE at or below zero (T17)."""
        if self.period.method == UPCOUNT:
            return True
        return self.period.method == SCRABBLE and self.main.clip() <= 0

    def until_zero_ms(self) -> int:
        """Return how long this clock can run until something falls to zero; >= 0."""
        method = self.period.method
        if self.is_flagged or method == UPCOUNT or method == SCRABBLE:
            return NEVER_MS
        if self.overtime:
            return self.block_left_ms
        return self.delay_left_ms + self.main.clip()

    def has_next_period(self) -> bool:
        """Return whether a period follows the present one (a repeating one follows itself)."""
        return self.period.repeat or self.period_index + 1 < len(self.periods)

    # --- running -----------------------------------------------------------------------------

    def charge(self, ms: int) -> int:
        """Book up to `ms` ms of running, stop at the next zero; return the ms booked."""
        method = self.period.method
        if self.is_flagged:
            self.booked_after_flag.add(ms)
            return ms
        room = self.until_zero_ms()
        if ms > room:
            ms = room
        self.turn_used_ms += ms
        if self.turn_used_ms > NEVER_MS:
            self.turn_used_ms = NEVER_MS
        rest = ms
        if self.delay_left_ms:
            delay = rest if rest < self.delay_left_ms else self.delay_left_ms
            self.delay_left_ms -= delay
            self.booked_delay.add(delay)
            rest -= delay
        if self.overtime:
            self.block_left_ms -= rest
            self.booked_overtime.add(rest)
        else:
            self.booked_main.add(rest)
            if method == UPCOUNT:
                self.main.add(rest)
                self._hold_at_ceiling()
            else:
                self.main.add(-rest)
                if method == SCRABBLE and self.main.clip() < -MAIN_LIMIT_MS:
                    self.lost_at_ceiling.add(-MAIN_LIMIT_MS - self.main.clip())
                    self.main.set(0, -MAIN_LIMIT_MS)
                    self._tell_ceiling()
        return ms

    def skip_moments(self, ms: int) -> int:
        """Spend whole moments of `ms` ms at once, never the last one; return the ms booked.

        Keeps the work of a late tick bounded (BYOYOMI with any number of moments).
        """
        count = ms // self.period.block_ms
        if self.period.block_count:
            if count > self.blocks_left - 1:
                count = self.blocks_left - 1
            self.blocks_left -= count
        ms = count * self.period.block_ms
        self.booked_overtime.add(ms)
        self.turn_used_ms = min(self.turn_used_ms + ms, NEVER_MS)
        return ms

    def begin_turn(self, with_delay: bool) -> None:
        """Start to count a turn; `with_delay` unless a final flag has fallen (T23)."""
        self.turn_used_ms = 0
        self.turn_before_ms = 0
        self.delay_left_ms = 0
        if with_delay and self.period.method == DELAY:
            self.delay_left_ms = self.period.bonus_of_move(self.moves + 1)

    # --- what a completed move brings --------------------------------------------------------

    def complete_move(self) -> None:
        """Count the move that has just been pressed (T24)."""
        self.moves += 1
        self.delay_left_ms = 0

    def earn(self) -> bool:
        """Give what the completed move earns (T10 to T16, T20); return True at a new period."""
        period = self.period
        used = self.turn_used_ms
        standing = 0
        if period.method == FISCHER and self.bonus_timing != BEFORE_MOVE:
            self.add_bonus(period.bonus_of_move(self.moves), period.cap_ms)
        elif period.method == BRONSTEIN:
            delay = period.bonus_of_move(self.moves)
            self.add(used if used < delay else delay, self.added_give_back)
            if self.bonus_timing == BEFORE_MOVE:
                standing = delay
        elif period.method == MOVE_TIMER or period.method == GONG:
            self.refill()
        elif self.overtime:
            self._finish_in_overtime()
        renewed = (
            self.end_move > 0 and self.moves >= self.end_move and self.ends_by_count()
        )
        if renewed:
            self.enter_next()
        if self.bonus_timing == BEFORE_MOVE:
            following = self.period.included_bonus(self.moves + 1)
            self.add_bonus(following - standing, self.period.cap_ms)
        return renewed

    def ends_by_count(self) -> bool:
        """Return whether the period is one that its number of moves ends (T20)."""
        period = self.period
        return period.moves > 0 and period.transition == BY_COUNT and self.has_next_period()

    def _finish_in_overtime(self) -> None:
        period = self.period
        if period.method == BYOYOMI:
            self.block_left_ms = period.block_ms
        elif period.method == CANADIAN:
            self.block_moves += 1
            if period.block_count and self.block_moves >= period.block_count:
                self.reload_block()

    def refill(self) -> None:
        """Put the fixed time of a turn back (GONG, MOVE_TIMER)."""
        self.add(self.period.main_ms - self.main.clip(), self.added_give_back)

    def reload_block(self) -> None:
        """Begin a new CANADIAN block."""
        self.block_left_ms = self.period.block_ms
        self.block_moves = 0
        self.arm_warnings()

    def start_overtime(self) -> None:
        """Begin the first BYOYOMI moment or the first CANADIAN block (T16)."""
        self.overtime = True
        self.block_left_ms = self.period.block_ms
        self.blocks_left = self.period.block_count if self.period.method == BYOYOMI else 0
        self.block_moves = 0
        self.arm_warnings()

    def arm_warnings(self) -> None:
        """Let the low-time warning come once more, if the counter is still above its mark."""
        self.low_time_told = self.counter_ms() <= self.low_time_ms
        self.told_second = NO_SECOND

    # --- periods -----------------------------------------------------------------------------

    def enter_next(self) -> None:
        """Go to the next period and receive its main time; what was left is kept (T22)."""
        index = self.period_index
        if index + 1 < len(self.periods):
            index += 1
        self.enter(index, self.end_move if self.end_move else self.moves)
        self.add(self.period.main_ms, self.added_period)
        self.arm_warnings()

    def enter_next_at_zero(self) -> None:
        """Go to the next period because a side reached zero (T21)."""
        number = self.moves + 1
        old = self.period.included_bonus(number)
        old_delay = self.period.method == DELAY
        self.enter_next()
        if self.bonus_timing == BEFORE_MOVE:
            new = self.period.included_bonus(number)
            if new != old:
                self.add_bonus(new - old, self.period.cap_ms)
        if self.period.method == DELAY and not old_delay:
            self.delay_left_ms = max(self.period.bonus_of_move(number) - self.turn_used_ms, 0)

    def enter(self, index: int, base: int) -> None:
        """Make `index` the period; its moves are counted from move `base` on."""
        self.period_index = index
        self.period = self.periods[index]
        self.end_move = base + self.period.moves if self.period.moves else 0
        self.overtime = False
        self.block_left_ms = 0
        self.blocks_left = 0
        self.block_moves = 0
        self.delay_left_ms = 0

    # --- additions ---------------------------------------------------------------------------

    def add(self, ms: int, head: Duration) -> None:
        """Add `ms` ms (or take, if negative) under `head`, never above 99:59:59.999."""
        self.main.add(ms)
        head.add(ms)
        self._hold_at_ceiling()

    def add_bonus(self, ms: int, cap_ms: int) -> None:
        """Add a bonus; with a cap the addition never lifts the account above it (T11)."""
        if cap_ms and ms > 0:
            room = cap_ms - self.main.clip()
            if room <= 0:
                return
            if ms > room:
                ms = room
        if ms < 0 and self.main.clip() + ms < 0:
            ms = -self.main.clip()
        self.add(ms, self.added_bonus)

    def _tell_ceiling(self) -> None:
        """Have the first loss at a limit of the game noted; an up-count stands there for ever."""
        if not self.ceiling_told:
            self.ceiling_told = True
            self.at_ceiling = True

    def _hold_at_ceiling(self) -> None:
        over = self.main.clip() - MAIN_LIMIT_MS
        if over > 0 and self.period.method != TRIPLE_BLOCK:
            self.main.add(-over)
            self.lost_at_ceiling.add(over)
            self._tell_ceiling()
