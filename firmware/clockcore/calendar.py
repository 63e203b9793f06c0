"""Dates of the Gregorian calendar and day numbers: small integers only, nothing is allocated.

Day 0 is 1 January 2000; the last is that of 31 December 2199, as far as the real-time clock goes.
A day begins at 0:00 UTC and has 86 400 seconds.
"""

from micropython import const

FIRST_YEAR = const(2000)
LAST_YEAR = const(2199)
LAST_DAY = const(73_048)
NO_DAY = const(-1)
DAY_S = const(86_400)

# Years are counted from March on, so that the day that not every year has is the last one. Day 0
# is so many days after 1 March of the year 0.
_BEFORE_DAY_0 = const(730_425)
_DAYS_IN_400_YEARS = const(146_097)


def _days_before_year(year: int) -> int:
    """Return the days from 1 March of the year 0 to 1 March of `year`."""
    return 365 * year + year // 4 - year // 100 + year // 400


def _first_of(year: int, month: int) -> int:
    """Return the day number of the first day of a month; the month may be 13."""
    if month > 12:
        year += 1
        month = 1
    since_march = (month + 9) % 12
    if since_march > 9:
        year -= 1
    return _days_before_year(year) + (153 * since_march + 2) // 5 - _BEFORE_DAY_0


def day_number(year: int, month: int, day: int) -> int:
    """Return the day number of a date, NO_DAY if there is no such date in 2000 to 2199."""
    if not FIRST_YEAR <= year <= LAST_YEAR or not 1 <= month <= 12:
        return NO_DAY
    first = _first_of(year, month)
    if not 1 <= day <= _first_of(year, month + 1) - first:
        return NO_DAY
    return first + day - 1


def second_of_day(hour: int, minute: int, second: int) -> int:
    """Return the seconds since 0:00, 0 to 86 399; -1 if there is no such time."""
    if not 0 <= hour <= 23 or not 0 <= minute <= 59 or not 0 <= second <= 59:
        return -1
    return hour * 3600 + minute * 60 + second


class Date:
    """`year`, `month` (1 to 12) and `day` (1 to 31) of a day number, changed in place."""

    def __init__(self) -> None:
        """Start at day 0."""
        self.year = FIRST_YEAR
        self.month = 1
        self.day = 1

    def set_day(self, number: int) -> None:
        """Become the date of a day number, -365 to 80 000: a little beyond both ends."""
        number += _BEFORE_DAY_0
        year = number * 400 // _DAYS_IN_400_YEARS + 1  # right, or a little too late
        while _days_before_year(year) > number:
            year -= 1
        rest = number - _days_before_year(year)
        since_march = (5 * rest + 2) // 153
        self.day = rest - (153 * since_march + 2) // 5 + 1
        self.month = since_march + 3 if since_march < 10 else since_march - 9
        self.year = year if since_march < 10 else year + 1
