"""One game on one clock: two accounts, whose turn it is, and what every press and key does.

The game never asks what time it is. Presses carry the instant of their electrical edge, ticks the
instant of the tick; `settle` books the time up to an instant, exactly once (T1). Pending presses
are to be given in order of `at`, before `tick(now)` judges the flag (T2).
"""

from array import array

from micropython import const

from clockcore.account import INTERIM_FLAG_MS, NO_SECOND, Account
from clockcore.codes import (
    ADJUST,
    AT_ZERO,
    BYOYOMI,
    CANADIAN,
    ENDED,
    EV_ADJUST,
    EV_CEILING,
    EV_COUNTDOWN,
    EV_DEFAULT_TIME,
    EV_END,
    EV_FLAG,
    EV_GONG,
    EV_IDLE_PRESS,
    EV_IDLE_PRESSES,
    EV_LATE,
    EV_LOW_TIME,
    EV_MOMENT,
    EV_OVERTIME,
    EV_PAUSE,
    EV_PERIOD,
    EV_PRESS,
    EV_PUT_AWAY,
    EV_RELOAD,
    EV_RESUME,
    EV_START,
    FLAGGED,
    GONG,
    HOURGLASS,
    IGNORED,
    LATE,
    LEFT,
    NEITHER,
    PAUSED,
    READY,
    RIGHT,
    RUNNING,
    SETUP,
    SIDES,
    STARTED,
    SWITCHED,
    other,
)
from clockcore.period import MAIN_LIMIT_MS
from clockcore.ticks import NEVER_MS, ticks_add, ticks_diff
from clockcore.time_control import TimeControl

EVENT_ROOM = const(32)  # events kept until somebody reads them; a power of two
EVENT_COUNT_MASK = const(0x1FFFFFFF)  # `event_count` wraps
EVENT_FIELDS = const(4)  # code, side, at, value
LOW_TIME_MS = const(10_000)
COUNTDOWN_SECONDS = const(5)
HISTORY_ROOM = const(8)  # completed moves that can be looked at


def _no_memory():
    return None  # or a `CorrectionMemory`, whose module is not loaded unless there is one


class Game:
    """State of one game.

    accounts         the two `Account`s, indexed by LEFT and RIGHT
    state            SETUP, READY, RUNNING, PAUSED, ADJUST, FLAGGED or ENDED
    running_side     LEFT or RIGHT while RUNNING, else NEITHER
    side_to_move     whose turn it is, also while paused; NEITHER before the start
    white_side       the side with the white mark
    first_flag_side  whose final flag fell first (T30), or NEITHER
    flag_fall_at     the instant of that fall
    freeze           whether a final flag stops both sides (T31)
    low_time_ms      where the low-time warning comes, from the next set-up on
    default_ms       the default (forfeit) time of Laws 6.7 from the next start on; 0 for none
    default_left_ms  what is left of it, in running time
    offences         how many illegal moves each side has made, as far as the arbiter said so
    history_count    how many completed moves can be looked at (`arbiter.past_move`)
    correction       what the last correction needs to be undone exactly, until the game runs on
    correction_change  after that: by how much it changed both times, counters and offences, if it
                       changed nothing else
    """

    def __init__(self) -> None:
        """Make a game without a control, in SETUP."""
        self.accounts = (Account(), Account())
        self.before_press = (Account(), Account())
        self.control: TimeControl | None = None
        self.state = SETUP
        self.running_side = NEITHER
        self.side_to_move = NEITHER
        self.white_side = LEFT
        self.first_flag_side = NEITHER
        self.flag_fall_at = 0
        self.freeze = False
        self.low_time_ms = LOW_TIME_MS
        self.anchor_at = 0
        self.presser = NEITHER
        self.since_press_ms = 0
        self.flag_before_press = NEITHER
        self.idle_presses = 0
        self.late_presses = 0
        self.default_ms = 0
        self.default_left_ms = 0
        self.offences = [0, 0]
        self.history = array("i", [0] * HISTORY_ROOM)  # time used and, in the last bit, the side
        self.history_next = 0
        self.history_count = 0
        self.correction = _no_memory()
        self.correction_pass = 0
        self.correction_change = array("i", [0] * 6)
        self.events = array("i", [0] * (EVENT_ROOM * EVENT_FIELDS))
        self.event_count = 0

    def set_up(self, control: TimeControl, white_side: int, at: int) -> None:
        """Lay `control` out for a new game; READY."""
        from clockcore.laying_out import lay_out_game

        lay_out_game(self, control, white_side, at)

    def swap_sides(self, at: int) -> None:
        """Lay the same control out in READY with White on the other side; FREEZE stays."""
        if self.state == READY and self.control is not None:
            freeze = self.freeze
            self.set_up(self.control, other(self.white_side), at)
            self.freeze = freeze

    # --- reading -----------------------------------------------------------------------------

    def remaining_ms(self, side: int) -> int:
        """Return the ms of the running counter of `side`, as of the last settle."""
        return self.accounts[side].counter_ms()

    def due_ms(self) -> int:
        """Return how long from the last settle until something has to be looked at."""
        if self.state != RUNNING:
            return NEVER_MS
        due = self.accounts[self.running_side].until_zero_ms()
        if 0 < self.default_left_ms < due:
            return self.default_left_ms
        return due

    def note(self, code: int, side: int, at: int, value: int) -> None:
        """Leave an event behind; the oldest is lost when nobody reads."""
        base = (self.event_count & (EVENT_ROOM - 1)) * EVENT_FIELDS
        events = self.events
        events[base] = code
        events[base + 1] = side
        events[base + 2] = at
        events[base + 3] = value
        self.event_count = (self.event_count + 1) & EVENT_COUNT_MASK

    # --- players -----------------------------------------------------------------------------

    def press(self, side: int, at: int) -> int:
        """Take the press of `side` at its edge `at`; return its result (T1 to T5, T31)."""
        if self.state == READY:
            self._start(other(side), at)
            return STARTED
        if self.state != RUNNING:
            self._idle_press(side, at)
            return IGNORED
        self.settle(at)
        if self.state == FLAGGED:
            # Noted as it would be if a tick had found the flag first.
            self._idle_press(side, at)
            return FLAGGED
        if side != self.running_side:
            self._idle_press(side, at)
            return IGNORED
        self._remember(side)
        account = self.accounts[side]
        if account.is_flagged:
            self.late_presses += 1
            self.note(EV_LATE, side, at, 0)
            self._turn_to(other(side))
            return LATE
        used = account.turn_used_ms + account.turn_before_ms
        if used > NEVER_MS:
            used = NEVER_MS
        self.history[self.history_next] = used << 1 | side
        self.history_next = (self.history_next + 1) % HISTORY_ROOM
        if self.history_count < HISTORY_ROOM:
            self.history_count += 1
        account.complete_move()
        self.note(EV_PRESS, side, at, account.moves)
        if self.first_flag_side == NEITHER:
            if account.earn():
                self.note(EV_PERIOD, side, at, account.period_index + 1)
            self._note_ceiling(side, at)
        self._turn_to(other(side))
        return SWITCHED

    def start(self, side: int, at: int) -> None:
        """Run the clock of `side` from READY, by the play key or a common start (T5)."""
        if self.state == READY:
            self._start(side, at)

    def reload_block(self, at: int) -> bool:
        """Reload a CANADIAN block by hand, on one's own turn (T16, T40); return whether."""
        if self.state != RUNNING:
            return False
        self.settle(at)
        if self.state != RUNNING or self.first_flag_side != NEITHER:
            return False
        account = self.accounts[self.running_side]
        if account.period.method != CANADIAN or account.period.block_count or not account.overtime:
            return False
        account.reload_block()
        self.note(EV_RELOAD, self.running_side, at, 0)
        return True

    # --- arbiter -----------------------------------------------------------------------------

    def pause(self, at: int) -> None:
        """Stop the running clock at `at`; remainder, delay and turn are kept (T6)."""
        if self.state != RUNNING:
            return
        self.settle(at)
        if self.state != RUNNING:
            return
        self.state = PAUSED
        self.running_side = NEITHER
        self.note(EV_PAUSE, self.side_to_move, at, 0)

    def may_resume(self) -> bool:
        """Return whether `resume` lets the side to move run: PAUSED, and no frozen flag."""
        if self.state != PAUSED or self.side_to_move == NEITHER:
            return False
        return not self.stands_still()

    def resume(self, at: int) -> bool:
        """Let the side to move run again; False where a frozen flag stands (T31)."""
        if not self.may_resume():
            return False
        self._run_on()
        self.state = RUNNING
        self.running_side = self.side_to_move
        self.anchor_at = at
        self.note(EV_RESUME, self.side_to_move, at, 0)
        return True

    def end(self, at: int) -> None:
        """End the game: both stop at their exact times and keep them (T32)."""
        if self.state == SETUP or self.state == READY or self.state == ENDED:
            return
        self.settle(at)
        self.state = ENDED
        self.running_side = NEITHER
        self.note(EV_END, NEITHER, at, 0)

    def adjust(self, at: int) -> bool:
        """Open ADJUST, from PAUSED or after a flag that stopped both; return whether."""
        if self.state != PAUSED and self.state != FLAGGED:
            return False
        self.state = ADJUST
        self.note(EV_ADJUST, NEITHER, at, 1)
        return True

    def leave_adjust(self, at: int) -> None:
        """Go back to PAUSED, or to FLAGGED while a fallen flag keeps both from running (T31)."""
        if self.state == ADJUST:
            self.state = FLAGGED if self.stands_still() else PAUSED
            self.note(EV_ADJUST, NEITHER, at, 0)

    def put_away(self, at: int) -> None:
        """Forget the game and go back to SETUP; not while a side runs."""
        if self.state != RUNNING and self.state != SETUP:
            self.state = SETUP
            self.forget_correction()
            self.note(EV_PUT_AWAY, NEITHER, at, 0)

    # --- time --------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Settle to `now`, let flags fall, leave warnings behind."""
        if self.state == RUNNING:
            self.settle(now)
            if self.state == RUNNING:
                self._note_ceiling(self.running_side, now)
                self._warn(now)

    def settle(self, at: int) -> None:
        """Book the running side's time up to `at`; an instant already booked changes nothing."""
        if self.state != RUNNING:
            return
        left = ticks_diff(at, self.anchor_at)
        if left < 0:
            return
        while True:
            side = self.running_side
            account = self.accounts[side]
            booked = account.charge(left)
            if account.period.method == HOURGLASS and booked:
                self._pour(other(side), booked)
            self._pass_time(booked)
            left -= booked
            if account.until_zero_ms() > 0:
                break
            left = self._zero(side, left, at)
            if left < 0:
                return
        self.anchor_at = at

    def _pour(self, side: int, booked: int) -> None:
        """Give `side` of an hourglass what the other has used (T14)."""
        account = self.accounts[side]
        account.add(booked, account.added_hourglass)

    def _zero(self, side: int, left: int, at: int) -> int:
        """Handle a zero of the running side `left` ms before `at`.

        Return the ms still to be booked, or -1 when everything has stopped.
        """
        account = self.accounts[side]
        zero_at = ticks_add(at, -left)
        self.anchor_at = zero_at
        method = account.period.method
        if self.first_flag_side != NEITHER:
            if account.overtime and method == BYOYOMI and account.blocks_left != 1:
                return self._next_moment(side, account, left, zero_at)
            if not account.overtime and account.period.block_ms:
                return self._overtime(side, account, left, zero_at)
            return self._flag(side, account, left, zero_at)
        if method == GONG:
            return self._gong(side, account, left, zero_at)
        if account.period.block_ms:
            if not account.overtime:
                return self._overtime(side, account, left, zero_at)
            if method == BYOYOMI and account.blocks_left != 1:
                return self._next_moment(side, account, left, zero_at)
            account.blocks_left = 0
        elif account.has_next_period():
            if account.period.transition == AT_ZERO:
                return self._periods_at_zero(side, account, left, zero_at)
            if account.moves >= account.end_move > 0:
                account.enter_next()
                self.note(EV_PERIOD, side, zero_at, account.period_index + 1)
                return left
        return self._flag(side, account, left, zero_at)

    def _flag(self, side: int, account: Account, left: int, zero_at: int) -> int:
        """Let the final flag of `side` fall at `zero_at` (T2, T14, T30, T31)."""
        account.is_flagged = True
        account.blocks_left = 0
        first = self.first_flag_side == NEITHER
        if first:
            self.first_flag_side = side
            self.flag_fall_at = zero_at
        self.note(EV_FLAG, side, zero_at, 1 if first else 2)
        if (
            self.freeze
            or account.period.method == HOURGLASS
            or self.accounts[other(side)].is_flagged
        ):
            self.state = FLAGGED
            self.running_side = NEITHER
            return -1
        return left

    def _overtime(self, side: int, account: Account, left: int, zero_at: int) -> int:
        account.start_overtime()
        self.note(EV_OVERTIME, side, zero_at, account.blocks_left)
        return left

    def _next_moment(self, side: int, account: Account, left: int, zero_at: int) -> int:
        """Use up a moment, and whole ones that a late tick has skipped (T16)."""
        if account.period.block_count:
            account.blocks_left -= 1
        account.block_left_ms = account.period.block_ms
        skipped = account.skip_moments(left)
        self._pass_time(skipped)
        self.anchor_at = ticks_add(zero_at, skipped)
        self.note(EV_MOMENT, side, zero_at, account.blocks_left)
        return left - skipped

    def _gong(self, side: int, account: Account, left: int, zero_at: int) -> int:
        """Sound the gong and pass the turn, which is not a counted move (T15)."""
        opponent = self.accounts[other(side)]
        self.note(EV_GONG, side, zero_at, 0)
        account.refill()
        self.presser = NEITHER
        self._turn_to(other(side))
        cycle = account.period.main_ms + opponent.period.main_ms
        # Whole rounds at once, unless the next turn has another length: it has been corrected.
        full = opponent.period.main_ms
        is_full = opponent.main.days == 0 and opponent.main.day_ms == full
        rounds = left // cycle if is_full else 0
        if rounds:
            for one in self.accounts:
                whole = rounds * one.period.main_ms
                one.booked_main.add(whole)
                one.added_give_back.add(whole)
            self._pass_time(rounds * cycle)
            self.anchor_at = ticks_add(zero_at, rounds * cycle)
        return left - rounds * cycle

    def _periods_at_zero(self, side: int, account: Account, left: int, zero_at: int) -> int:
        """Give both sides the next period because `side` reached zero (T21, T22)."""
        opponent = self.accounts[other(side)]
        index = account.period_index
        if self._changes_along(opponent, index):
            opponent.enter_next_at_zero()
            self.note(EV_PERIOD, other(side), zero_at, opponent.period_index + 1)
            self._note_ceiling(other(side), zero_at)
        account.enter_next_at_zero()
        account.interim_left_ms = INTERIM_FLAG_MS
        self.note(EV_PERIOD, side, zero_at, account.period_index + 1)
        if account.period_index != index:
            return left
        # A repeating period: whole repetitions that a late tick has skipped, at once.
        main_ms = account.period.main_ms
        rounds = left // main_ms
        if rounds:
            account.booked_main.add(rounds * main_ms)
            account.added_period.add(rounds * main_ms)
            self._pass_time(rounds * main_ms)
            self.anchor_at = ticks_add(zero_at, rounds * main_ms)
            if self._changes_along(opponent, index):
                # No more than reaches the ceiling: the product could be any number.
                gain_ms = opponent.period.main_ms
                useful = (MAIN_LIMIT_MS - opponent.main.clip()) // gain_ms + 1
                opponent.add(
                    (rounds if rounds < useful else useful) * gain_ms, opponent.added_period
                )
                self._note_ceiling(other(side), zero_at)
            account.interim_left_ms = INTERIM_FLAG_MS
        return left - rounds * main_ms

    def _changes_along(self, opponent: Account, index: int) -> bool:
        """Return whether a zero of the other side in period `index` changes this period, too."""
        return (
            opponent.period_index == index
            and opponent.has_next_period()
            and opponent.period.transition == AT_ZERO
        )

    # --- small steps -------------------------------------------------------------------------

    def _start(self, side: int, at: int) -> None:
        """Run `side` first: it is White, whatever was preset (T5)."""
        self._run_on()
        self.white_side = side
        self.default_left_ms = self.default_ms
        self.anchor_at = at
        self.state = RUNNING
        self.side_to_move = side
        self.running_side = side
        self.accounts[side].begin_turn(True)
        self.note(EV_START, side, at, 0)

    def _turn_to(self, side: int) -> None:
        self.side_to_move = side
        self.running_side = side
        if self.idle_presses > 1:
            self.note(EV_IDLE_PRESSES, NEITHER, self.anchor_at, self.idle_presses)
        self.idle_presses = 0
        self.accounts[side].begin_turn(self.first_flag_side == NEITHER)

    def _remember(self, side: int) -> None:
        for each in SIDES:
            self.before_press[each].copy(self.accounts[each])
        self.flag_before_press = self.first_flag_side
        self.presser = side
        self.since_press_ms = 0

    def _idle_press(self, side: int, at: int) -> None:
        """Count a press that changes nothing; only the first of a turn leaves an event (T4)."""
        if self.idle_presses == 0:
            self.note(EV_IDLE_PRESS, side, at, 0)
        if self.idle_presses < NEVER_MS:
            self.idle_presses += 1

    def _pass_time(self, ms: int) -> None:
        """Let `ms` ms of running time from the anchor on pass for what only waits for it."""
        if self.default_left_ms:
            if ms < self.default_left_ms:
                self.default_left_ms -= ms
            else:
                self._end_default(ticks_add(self.anchor_at, self.default_left_ms))
        self.since_press_ms += ms
        if self.since_press_ms > NEVER_MS:
            self.since_press_ms = NEVER_MS
        for account in self.accounts:
            if account.interim_left_ms:
                account.interim_left_ms = max(account.interim_left_ms - ms, 0)

    def _end_default(self, at: int) -> None:
        """Note that the default time is over for a side without a completed move (Laws 6.7)."""
        self.default_left_ms = 0
        one, two = self.accounts
        if one.moves == 0:
            self.note(EV_DEFAULT_TIME, LEFT if two.moves else NEITHER, at, self.default_ms)
        elif two.moves == 0:
            self.note(EV_DEFAULT_TIME, RIGHT, at, self.default_ms)

    def forget_correction(self) -> None:
        """Let the last correction stand for good."""
        self.correction = None
        self.correction_pass = 0
        for index in range(len(self.correction_change)):
            self.correction_change[index] = 0

    def _run_on(self) -> None:
        """Give the memory of the last correction up, apart from its amounts (T44)."""
        memory = self.correction
        self.correction_pass = 0
        if memory is not None:
            self.correction = None
            memory.keep_amounts(self)  # nothing is loaded: another board may run

    def stands_still(self) -> bool:
        """Return whether a fallen flag keeps the side to move from running."""
        one, two = self.accounts
        if self.freeze or one.period.method == HOURGLASS:
            return one.is_flagged or two.is_flagged
        return one.is_flagged and two.is_flagged

    def _note_ceiling(self, side: int, at: int) -> None:
        account = self.accounts[side]
        if account.at_ceiling:
            account.at_ceiling = False
            self.note(EV_CEILING, side, at, 0)

    def _warn(self, now: int) -> None:
        """Leave the low-time warning, once a period, and the last five seconds behind."""
        side = self.running_side
        account = self.accounts[side]
        if account.counts_up() or account.is_flagged or account.delay_left_ms:
            return
        left = account.counter_ms()
        if left <= account.low_time_ms and not account.low_time_told:
            account.low_time_told = True
            self.note(EV_LOW_TIME, side, now, 0)
        second = (left + 999) // 1000
        if second > COUNTDOWN_SECONDS:
            account.told_second = NO_SECOND
        elif second != account.told_second and second > 0:
            account.told_second = second
            self.note(EV_COUNTDOWN, side, now, second)
