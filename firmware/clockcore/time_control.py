"""A time control: 1 to 8 periods, alike for both colors or different (odds)."""

from micropython import const

from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    FISCHER,
    GONG,
    HOURGLASS,
)
from clockcore.period import MAIN_LIMIT_MS, WITH_BONUS, ControlError

PERIOD_LIMIT = const(8)


class TimeControl:
    """Periods of White and of Black, when a bonus is given, and what a fallen flag does.

    periods, black_periods  tuples of Period; without the second both colors have the first
    bonus_timing            BEFORE_MOVE (FIDE, DGT) or AFTER_MOVE (T10)
    freeze                  True or False; None takes T31: on where a bonus or delay exists
    name                    what a person calls it
    Raises ControlError (one line: what, where) for a control that cannot be.
    """

    def __init__(
        self,
        periods: tuple,
        black_periods: "tuple | None" = None,
        bonus_timing: int = BEFORE_MOVE,
        freeze: "bool | None" = None,
        name: str = "",
    ) -> None:
        """Check everything and settle what follows from it."""
        self.white_periods = tuple(periods)
        self.black_periods = tuple(periods if black_periods is None else black_periods)
        self.odds = black_periods is not None
        self.name = name
        if bonus_timing != BEFORE_MOVE and bonus_timing != AFTER_MOVE:
            raise ControlError("bonus timing " + str(bonus_timing) + " is unknown")
        self.bonus_timing = bonus_timing
        self.bonus_timing_forced = False
        self._force_timing()
        white, black = ("White ", "Black ") if self.odds else ("", "")
        self._check_side(white, self.white_periods)
        self._check_side(black, self.black_periods)
        one, two = self.white_periods[0], self.black_periods[0]
        for method in (HOURGLASS, GONG):
            if (one.method == method) != (two.method == method):
                raise ControlError("HOURGLASS and GONG are for both sides or for neither")
        if one.method == HOURGLASS and one.main_ms + two.main_ms > MAIN_LIMIT_MS:
            raise ControlError("hourglass: both times together are above 99:59:59")
        self.freeze = self.has_bonus() if freeze is None else bool(freeze)

    def _force_timing(self) -> None:
        """Give the bonus before the move where a color has nothing else to begin with (T10)."""
        for periods in (self.white_periods, self.black_periods):
            if not periods:
                continue
            first = periods[0]
            starts_with_bonus = first.method == FISCHER or first.method == BRONSTEIN
            if starts_with_bonus and first.main_ms == 0 and self.bonus_timing == AFTER_MOVE:
                self.bonus_timing = BEFORE_MOVE
                self.bonus_timing_forced = True

    def _check_side(self, where: str, periods: tuple) -> None:
        count = len(periods)
        if not 1 <= count <= PERIOD_LIMIT:
            raise ControlError(
                where + "periods: " + str(count) + " given, 1 to " + str(PERIOD_LIMIT) + " needed"
            )
        total = 0
        previous = None
        for index in range(count):
            period = periods[index]
            period.check(where, index + 1, count)
            total += period.main_ms
            if previous is not None and previous.transition == AT_ZERO:
                gained = period.main_ms
                if self.bonus_timing == BEFORE_MOVE:
                    gained += period.included_bonus(255) - previous.included_bonus(255)
                starts = period.method == BYOYOMI or period.method == CANADIAN
                if gained <= 0 and not starts:
                    raise ControlError(
                        where + "period " + str(index + 1) + ": adds nothing at zero"
                    )
            previous = period
        if self.bonus_timing == BEFORE_MOVE:
            total += periods[0].included_bonus(1)
        if total > MAIN_LIMIT_MS:
            raise ControlError(where + "periods: the total is above 99:59:59")

    def has_bonus(self) -> bool:
        """Return whether any period has a bonus or a delay (T31)."""
        for periods in (self.white_periods, self.black_periods):
            for period in periods:
                if period.method in WITH_BONUS and period.bonus_ms:
                    return True
        return False

    def periods_of(self, is_white: bool) -> tuple:
        """Return the periods of White or of Black."""
        return self.white_periods if is_white else self.black_periods
