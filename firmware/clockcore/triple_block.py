"""A game of Triple Block: weeks a move, three blocks a player, whole seconds of UTC (T50 to T57).

The application reads a battery-backed clock, or has the time from a network, and says it once a
second: `tick(day, second)`, with the day number of `calendar.py` and the second of the UTC day.
What is done comes with such a reading, too. Nothing else counts: a block changes only when
something is done, by the difference of two readings, so that a game that was kept at any moment of
a turn (`triple_block_snapshot.py`) and is taken back goes on as if there had been no power cut
(T56), and no tick, late or early, can lose or invent a second (T50).

    game = TripleBlockGame()
    game.set_up(TripleBlockPlan(600), LEFT, day, second, start_day, start_second)
    game.tick(day, second)          # once a second; also says what happened while it was off
    game.move(LEFT, day, second)    # DONE, or why not
    game.left_s(RIGHT)

A reading before the latest one is a clock that was set back. No time is given back for it and
none is taken: the game stands at the latest reading until the clock has come there again, and
`behind_s` says how far that is. If it is the new reading that is right, `accept_time` says so.
A clock that has lost its time is no reading: `lose_time`. Until there is one again nothing can be
done but end the game, and nothing is guessed; then the time that has passed is charged as ever.

Lengths of time are seconds in one integer, below 2**30, since no block is longer than 1 000 days;
instants are two, a day and a second of the day.
"""

from micropython import const

from clockcore.calendar import DAY_S, LAST_DAY, NO_DAY
from clockcore.codes import ENDED, FLAGGED, LEFT, NEITHER, PAUSED, READY, RUNNING, SETUP, other

CLOCK_MOST_S = const(4_320_000)  # 50 days
GUARANTEED_S = const(259_200)  # 3 days
WITH_INCREMENT = const(50)  # moves
SEARCH_DAYS = const(60)
FAR_DAYS = const(12_000)  # the longest whole number of days, to 400, below 2**30 s

# Why both clocks stand: `stop_reason` in PAUSED (T54).
NOT_STOPPED = const(0)
CLAIM = const(1)
APPEAL = const(2)
WITHDRAWAL = const(3)
SUBSTITUTION = const(4)

# What became of what was asked for. Only DONE changed something.
DONE = const(0)
NOT_YOUR_TURN = const(1)
NOTHING_TO_MOVE = const(2)  # the clock is full, or the bank empty
FLAG_FALLEN = const(3)
CLOCKS_STAND = const(4)  # both are stopped: first this has to end
CLOCKS_RUN = const(5)  # there is no stop, or none of this kind, to end
NOT_STARTED = const(6)
HAS_ENDED = const(7)
NO_TIME_KNOWN = const(8)
NOT_IN_THIS_EVENT = const(9)  # the rules allow it in other events only
NO_SEARCH = const(10)
SEARCH_OPEN = const(11)
AFTER_THE_END = const(12)


def seconds_between(first_day: int, first_second: int, last_day: int, last_second: int) -> int:
    """Return the seconds from one instant to another, negative if the other is before.

    Held within 12 001 days: more than any block has, and still a small integer.
    """
    days = last_day - first_day
    if days > FAR_DAYS:
        days = FAR_DAYS
    elif days < -FAR_DAYS:
        days = -FAR_DAYS
    return days * DAY_S + last_second - first_second


class TripleBlockGame:
    """Two players, their blocks, and the turn. Sides are LEFT and RIGHT.

    state            SETUP, READY (the start is still to come), RUNNING, PAUSED (both clocks stand,
                     see `stop_reason`), FLAGGED or ENDED
    side_to_move     whose turn it is; NEITHER in SETUP
    white_side       who has White
    clock_s, bank_s  the blocks of each side as they were at `anchor`: `left_s` says what is left
    moves, refuels   of each side: completed moves, and refuels by the key
    increment_s      what each of the first 50 moves adds
    start_*, end_*   day and second; the end is open with guaranteed time (T57)
    anchor_*         the instant up to which the side to move has been charged
    latest_*         the latest reading
    flag_side        whose clock has reached 0; `flag_day`, `flag_second`: the exact instant
    search_day       of each side: since when somebody is being looked for to replace the player,
                     NO_DAY if nobody is; `search_second`
    has_time         whether the last reading was a time
    behind_s         how far the last reading is before the latest one: the clock was set back
    zero_*           what `find_zero` found
    """

    def __init__(self) -> None:
        """Start in SETUP."""
        self.state = SETUP
        self.side_to_move = NEITHER
        self.white_side = LEFT
        self.duration_days = 0
        self.has_guaranteed_time = False
        self.is_team = False
        self.increment_s = 0
        self.start_day = self.start_second = 0
        self.end_day = self.end_second = 0
        self.clock_s = [0, 0]
        self.bank_s = [0, 0]
        self.moves = [0, 0]
        self.refuels = [0, 0]
        self.used_days = [0, 0]
        self.used_seconds = [0, 0]
        self.search_day = [NO_DAY, NO_DAY]
        self.search_second = [0, 0]
        self.stop_reason = NOT_STOPPED
        self.anchor_day = self.anchor_second = 0
        self.latest_day = self.latest_second = 0
        self.flag_side = NEITHER
        self.flag_day = NO_DAY
        self.flag_second = 0
        self.has_time = False
        self.behind_s = 0
        self.zero_day = NO_DAY
        self.zero_second = 0

    def set_up(
        self, plan, white_side: int, day: int, second: int, start_day: int, start_second: int
    ) -> None:
        """Begin a game of a `TripleBlockPlan`; White's clock runs from the start on (T50).

        `day` and `second` are a reading. The start may be before it, and is charged for then.
        Raises ControlError where there is no reading, since then no such game can be kept (T56),
        and for a start or end outside of 2000 to 2199.
        """
        from clockcore.period import ControlError

        if not is_instant(day, second):
            raise ControlError(
                "clock: there is no time: a game of days needs a clock with a battery that has"
                " been set, or the time from a network"
            )
        if not is_instant(start_day, start_second):
            raise ControlError("start: is no time of the years 2000 to 2199")
        if start_day + plan.duration_days > LAST_DAY:
            raise ControlError("end: is after the year 2199")
        self.__init__()  # type: ignore[misc]
        self.state = READY
        self.white_side = self.side_to_move = white_side
        self.duration_days = plan.duration_days
        self.has_guaranteed_time = plan.has_guaranteed_time
        self.is_team = plan.is_team
        self.increment_s = plan.increment_s
        self.start_day = self.anchor_day = start_day
        self.start_second = self.anchor_second = start_second
        self.end_day = start_day + plan.duration_days
        self.end_second = start_second
        for side in (0, 1):
            self.clock_s[side] = plan.clock_s
            self.bank_s[side] = plan.bank_s
        self.latest_day = day
        self.latest_second = second
        self.tick(day, second)

    # --- readings --------------------------------------------------------------------------------

    def tick(self, day: int, second: int) -> None:
        """Take a reading: start, end a search that has taken too long, let the flag fall.

        Everything happens at its own instant, however late the reading is, and in that order
        (T56). What is no instant (a day outside of 0 to 73 048, a second outside of 0 to 86 399)
        is no time: the same as `lose_time`.
        """
        if not is_instant(day, second):
            self.has_time = False
            return
        self.has_time = True
        behind = seconds_between(day, second, self.latest_day, self.latest_second)
        if behind > 0:
            self.behind_s = behind
        else:
            self.behind_s = 0
            self.latest_day = day
            self.latest_second = second
        if self.state == READY and self._since(self.start_day, self.start_second) >= 0:
            self.state = RUNNING
            self.anchor_day = self.start_day
            self.anchor_second = self.start_second
        self._end_searches()
        self._judge_flag()

    def lose_time(self) -> None:
        """Take note that the clock knows no time: its battery is dead, or it does not answer."""
        self.has_time = False

    def accept_time(self, day: int, second: int) -> bool:
        """Take a reading for right though it is before the latest one; return whether it is one.

        For somebody who has looked at a calendar. The turn goes on from there. A flag that fell
        only by the wrong time is taken back, and so is a start without a move. What earlier
        moves were charged stays.
        """
        if not is_instant(day, second):
            return False
        self.latest_day = day
        self.latest_second = second
        if self._since(self.anchor_day, self.anchor_second) < 0:
            self.anchor_day = day
            self.anchor_second = second
        for side in (0, 1):
            if self._since(self.search_day[side], self.search_second[side]) < 0:
                self.search_day[side] = day
                self.search_second[side] = second
        if self.state == FLAGGED and self._since(self.flag_day, self.flag_second) < 0:
            self.state = RUNNING
            self.flag_side = NEITHER
            self.flag_day = NO_DAY
            self.flag_second = 0
        if (
            self.state == RUNNING
            and self._since(self.start_day, self.start_second) < 0
            and self.moves[0] + self.moves[1] == 0
        ):
            self.state = READY
        self.tick(day, second)
        return True

    # --- what players do -------------------------------------------------------------------------

    def move(self, side: int, day: int, second: int) -> int:
        """Complete a move of `side`; return DONE or why not.

        The clock reaches 0 at the very second of the move: the flag was first (T52). After it the
        increment (moves 1 to 50), then the bank fills the clock up to 50 days (T51), or the time
        is guaranteed (T53).
        """
        result = self._may(side, day, second)
        if result != DONE:
            return result
        self._book()
        number = self.moves[side] + 1
        self.moves[side] = number
        total = self.clock_s[side] + self.bank_s[side]
        if number <= WITH_INCREMENT:
            total += self.increment_s
        elif self.has_guaranteed_time and total < GUARANTEED_S:
            total = GUARANTEED_S
        self._divide(side, total)
        self.side_to_move = other(side)
        return DONE

    def refuel(self, side: int, day: int, second: int) -> int:
        """Fill the clock up from the bank, on one's own turn (T52); return DONE or why not.

        Refused while both clocks stand: what a wrong claim will cost is taken from the clock as
        it is.
        """
        result = self._may(side, day, second)
        if result != DONE:
            return result
        return self._refuel(side)

    def claim(self, side: int, is_appeal: bool, day: int, second: int) -> int:
        """Stop both clocks for a claim or an appeal of the side to move (T54)."""
        result = self._may(side, day, second)
        if result != DONE:
            return result
        self._stop(APPEAL if is_appeal else CLAIM)
        return DONE

    # --- what the director and the captains do ---------------------------------------------------

    def resolve(self, is_right: bool, day: int, second: int) -> int:
        """End a claim or an appeal (T54); return DONE, FLAG_FALLEN or why not.

        If it was wrong the time since it was made is charged as if it had been thought, without a
        refuel; if that is all there was the flag falls, at the instant when it would have fallen.
        """
        result = self._may_direct(day, second)
        if result != DONE:
            return result
        if self.stop_reason != CLAIM and self.stop_reason != APPEAL:
            return CLOCKS_RUN if self.state == RUNNING else CLOCKS_STAND
        if is_right:
            self._anchor()
        self.state = RUNNING
        self.stop_reason = NOT_STOPPED
        self._judge_flag()
        return FLAG_FALLEN if self.state == FLAGGED else DONE

    def withdraw(self, day: int, second: int) -> int:
        """Stop both clocks: a withdrawal was accepted; in events of individuals only (T54)."""
        result = self._may_stop(day, second)
        if result != DONE:
            return result
        if self.is_team:
            return NOT_IN_THIS_EVENT
        self._stop(WITHDRAWAL)
        return DONE

    def open_search(self, side: int, day: int, second: int) -> int:
        """Begin to look for somebody to replace the player of `side` (T54).

        In events of teams, and with guaranteed time; before the end date. It ends by
        `close_search`, after 60 days, or with the end date.
        """
        result = self._may_direct(day, second)
        if result != DONE:
            return result
        if not self.is_team and not self.has_guaranteed_time:
            return NOT_IN_THIS_EVENT
        if self.search_day[side] != NO_DAY:
            return SEARCH_OPEN
        if self._since(self.end_day, self.end_second) >= 0:
            return AFTER_THE_END
        self.search_day[side] = self.latest_day
        self.search_second[side] = self.latest_second
        return DONE

    def close_search(self, side: int, day: int, second: int) -> int:
        """End the search for `side`; clocks that were stopped for it run again (T54)."""
        result = self._may_direct(day, second)
        if result != DONE:
            return result
        if self.search_day[side] == NO_DAY:
            return NO_SEARCH
        self.search_day[side] = NO_DAY
        self.search_second[side] = 0
        if self.stop_reason == SUBSTITUTION and not self._is_searching():
            return self._start_again()
        return DONE

    def captain_refuel(self, side: int, day: int, second: int) -> int:
        """Fill the clock of a player who is being replaced up from his bank (T54).

        For captains, in events of teams without guaranteed time, while the search is open and the
        clock is above 0, whosever turn it is.
        """
        result = self._may_direct(day, second)
        if result != DONE:
            return result
        if not self.is_team or self.has_guaranteed_time:
            return NOT_IN_THIS_EVENT
        if self.search_day[side] == NO_DAY:
            return NO_SEARCH
        if self.state == PAUSED:
            return CLOCKS_STAND
        return self._refuel(side)

    def stop_for_search(self, day: int, second: int) -> int:
        """Stop both clocks while somebody is being looked for: guaranteed time only (T54)."""
        result = self._may_stop(day, second)
        if result != DONE:
            return result
        if not self.has_guaranteed_time:
            return NOT_IN_THIS_EVENT
        if not self._is_searching():
            return NO_SEARCH
        self._stop(SUBSTITUTION)
        return DONE

    def go_on(self, day: int, second: int) -> int:
        """Let the clocks run again after a withdrawal or a substitution; nothing is charged.

        A claim has to be resolved instead: CLOCKS_STAND.
        """
        result = self._may_direct(day, second)
        if result != DONE:
            return result
        if self.state != PAUSED:
            return CLOCKS_RUN
        if self.stop_reason == CLAIM or self.stop_reason == APPEAL:
            return CLOCKS_STAND
        return self._start_again()

    def end(self, day: int, second: int) -> int:
        """End the game; the blocks stay as they are (T32). A flag that has fallen stays known.

        Without a time, too, charged up to the latest reading: with a broken real-time clock the
        game would else be on the board for ever.
        """
        self.tick(day, second)
        if self.state == ENDED:
            return HAS_ENDED
        if self.state == SETUP or self.state == READY:
            return NOT_STARTED
        if self.state == RUNNING:
            self._book()
        self.state = ENDED
        return DONE

    # --- what there is to see --------------------------------------------------------------------

    def is_counting(self) -> bool:
        """Return whether the clock of the side to move runs: a time is known, not set back."""
        return self.state == RUNNING and self.has_time and self.behind_s == 0

    def left_s(self, side: int) -> int:
        """Return what the clock of `side` has left at the latest reading, in seconds."""
        if side == self.flag_side:
            return 0
        if self.state != RUNNING or side != self.side_to_move:
            return self.clock_s[side]
        return self.clock_s[side] - self._since(self.anchor_day, self.anchor_second)

    def increments_left(self, side: int) -> int:
        """Return how many moves of `side` will still add the increment, 50 to 0."""
        left = WITH_INCREMENT - self.moves[side]
        return left if left > 0 else 0

    def find_zero(self, side: int) -> bool:
        """Put the instant at which the clock of `side` reaches 0, or did, into `zero_*`.

        Return whether there is one: the clock has to run, or the flag to have fallen.
        """
        if side == self.flag_side:
            self.zero_day = self.flag_day
            self.zero_second = self.flag_second
            return True
        if self.state != RUNNING or side != self.side_to_move:
            self.zero_day = NO_DAY
            self.zero_second = 0
            return False
        self._later(self.anchor_day, self.anchor_second, self.clock_s[side])
        return True

    def find_search_end(self, side: int) -> bool:
        """Put the instant at which the search for `side` has to be over into `zero_*` (T54).

        60 days after it began, or the end date if that comes first. Return whether there is one.
        """
        if self.search_day[side] == NO_DAY:
            return False
        self.zero_day = self.search_day[side] + SEARCH_DAYS
        self.zero_second = self.search_second[side]
        if seconds_between(self.zero_day, self.zero_second, self.end_day, self.end_second) < 0:
            self.zero_day = self.end_day
            self.zero_second = self.end_second
        return True

    # --- inside ----------------------------------------------------------------------------------

    def _may(self, side: int, day: int, second: int) -> int:
        """Take the reading; return whether `side` may act as the player to move."""
        result = self._may_stop(day, second)
        if result == DONE and side != self.side_to_move:
            return NOT_YOUR_TURN
        return result

    def _may_stop(self, day: int, second: int) -> int:
        result = self._may_direct(day, second)
        if result == DONE and self.state == PAUSED:
            return CLOCKS_STAND
        return result

    def _may_direct(self, day: int, second: int) -> int:
        self.tick(day, second)
        if not self.has_time:
            return NO_TIME_KNOWN
        if self.state == RUNNING or self.state == PAUSED:
            return DONE
        if self.state == FLAGGED:
            return FLAG_FALLEN
        return HAS_ENDED if self.state == ENDED else NOT_STARTED

    def _since(self, day: int, second: int) -> int:
        """Return the seconds from an instant to the latest reading."""
        return seconds_between(day, second, self.latest_day, self.latest_second)

    def _later(self, day: int, second: int, added_s: int) -> None:
        """Put the instant `added_s` seconds after another into `zero_*`."""
        self.zero_day = day + added_s // DAY_S
        self.zero_second = second + added_s % DAY_S
        if self.zero_second >= DAY_S:
            self.zero_second -= DAY_S
            self.zero_day += 1

    def _judge_flag(self) -> None:
        """Let the flag fall if the clock that runs has reached 0, at the instant when it did."""
        if self.state != RUNNING:
            return
        side = self.side_to_move
        if self.left_s(side) > 0:
            return
        self.find_zero(side)
        self.flag_day = self.zero_day
        self.flag_second = self.zero_second
        self.flag_side = side
        self.state = FLAGGED

    def _end_searches(self) -> None:
        """End what has taken 60 days, or reached the end date; clocks run again from there."""
        last_day = NO_DAY
        last_second = 0
        for side in (0, 1):
            if self.find_search_end(side) and self._since(self.zero_day, self.zero_second) >= 0:
                self.search_day[side] = NO_DAY
                self.search_second[side] = 0
                day = self.zero_day
                second = self.zero_second
                if last_day == NO_DAY or seconds_between(last_day, last_second, day, second) > 0:
                    last_day = day
                    last_second = second
        if last_day == NO_DAY or self.stop_reason != SUBSTITUTION or self._is_searching():
            return
        self.state = RUNNING
        self.stop_reason = NOT_STOPPED
        self.anchor_day = last_day
        self.anchor_second = last_second

    def _is_searching(self) -> bool:
        return self.search_day[0] != NO_DAY or self.search_day[1] != NO_DAY

    def _book(self) -> None:
        """Charge the side to move up to the latest reading."""
        side = self.side_to_move
        spent = self._since(self.anchor_day, self.anchor_second)
        self.clock_s[side] -= spent
        seconds = self.used_seconds[side] + spent % DAY_S
        self.used_days[side] += spent // DAY_S + seconds // DAY_S
        self.used_seconds[side] = seconds % DAY_S
        self._anchor()

    def _anchor(self) -> None:
        self.anchor_day = self.latest_day
        self.anchor_second = self.latest_second

    def _divide(self, side: int, total: int) -> None:
        """Give the clock up to 50 days of `total` seconds, and the bank the rest (T51)."""
        clock = total if total < CLOCK_MOST_S else CLOCK_MOST_S
        self.clock_s[side] = clock
        self.bank_s[side] = total - clock

    def _refuel(self, side: int) -> int:
        if self.bank_s[side] == 0 or self.left_s(side) >= CLOCK_MOST_S:
            return NOTHING_TO_MOVE
        if side == self.side_to_move:
            self._book()
        self._divide(side, self.clock_s[side] + self.bank_s[side])
        self.refuels[side] += 1
        return DONE

    def _stop(self, reason: int) -> None:
        self._book()
        self.state = PAUSED
        self.stop_reason = reason

    def _start_again(self) -> int:
        self._anchor()
        self.state = RUNNING
        self.stop_reason = NOT_STOPPED
        return DONE


def is_instant(day: int, second: int) -> bool:
    """Return whether a day number and a second of the day are an instant of 2000 to 2199."""
    return 0 <= day <= LAST_DAY and 0 <= second < DAY_S
