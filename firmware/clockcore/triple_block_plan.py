"""What a duration gives in Triple Block (T55), and what cannot be. Used while nothing runs."""

from micropython import const

from clockcore.calendar import DAY_S
from clockcore.period import ControlError

CLOCK_DAYS = const(50)
INCREMENT_MOVES = const(50)
SHORTEST_DAYS = const(300)
LONGEST_DAYS = const(1_999)  # half of it, what a player has, is below 1 000 days: three digits
USUAL_BANK_S = (50 * DAY_S, 75 * DAY_S)

_HALF_DAY_S = const(43_200)


class TripleBlockPlan:
    """The blocks that each player of an event of `duration_days` days begins with.

    duration_days        300 to 1 999
    has_guaranteed_time  whether T53 applies
    is_team              whether it is an event of teams: what may be done for somebody who is
                         being replaced depends on it (T54)
    clock_s, bank_s      the blocks at the start, in seconds; with 50 increments they are exactly
                         half the duration
    increment_s          what each of the moves 1 to 50 adds, in seconds: whole days
    has_usual_bank       whether the bank is 50 or 75 days, the only ones that the rules know
    """

    def __init__(
        self, duration_days: int, has_guaranteed_time: bool = False, is_team: bool = False
    ) -> None:
        """Work the blocks out (T55).

        Raises ControlError for a duration that is no whole number of 300 to 1 999 days.
        """
        if not isinstance(duration_days, int) or isinstance(duration_days, bool):
            raise ControlError("duration: " + repr(duration_days) + " is no whole number of days")
        if duration_days < SHORTEST_DAYS:
            raise ControlError(
                "duration: " + str(duration_days) + " days are too few: Triple Block needs "
                + str(SHORTEST_DAYS) + ", a clock and a bank of 50 and an increment of 1"
            )  # fmt: skip
        if duration_days > LONGEST_DAYS:
            raise ControlError(
                "duration: " + str(duration_days) + " days are more than " + str(LONGEST_DAYS)
            )
        self.duration_days = duration_days
        self.has_guaranteed_time = has_guaranteed_time
        self.is_team = is_team
        self.clock_s = CLOCK_DAYS * DAY_S
        own_s = duration_days * _HALF_DAY_S
        increment_days = (own_s - 2 * self.clock_s) // (INCREMENT_MOVES * DAY_S)
        self.increment_s = increment_days * DAY_S
        self.bank_s = own_s - self.clock_s - INCREMENT_MOVES * self.increment_s
        self.has_usual_bank = self.bank_s in USUAL_BANK_S
