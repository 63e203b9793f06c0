"""Dates and day numbers, in the years that the real-time clock knows (T50)."""

from clockcore.calendar import LAST_DAY, NO_DAY, Date, day_number, second_of_day
from drivers.ds3231 import FIRST_YEAR, LAST_YEAR, days_in_month
from triple_kit import heap_lock, heap_unlock


def test_every_day_of_200_years_follows_the_one_before_and_comes_back() -> None:
    """The driver of the real-time clock counts the days of a month in its own way: they agree."""
    number = 0
    date = Date()
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        for month in range(1, 13):
            for day in range(1, days_in_month(year, month) + 1):
                assert day_number(year, month, day) == number, (year, month, day)
                if day < 3 or day > 26:
                    date.set_day(number)
                    assert (date.year, date.month, date.day) == (year, month, day), number
                number += 1
    assert number - 1 == LAST_DAY


def test_a_date_that_does_not_exist_has_no_number() -> None:
    for wrong in (
        (2027, 2, 29),
        (2100, 2, 29),
        (2028, 2, 30),
        (2026, 4, 31),
        (2026, 13, 1),
        (2026, 0, 1),
        (2026, 1, 0),
        (2026, 12, 32),
        (1999, 12, 31),
        (2200, 1, 1),
    ):
        assert day_number(*wrong) == NO_DAY, wrong
    assert day_number(2028, 2, 29) == day_number(2028, 3, 1) - 1
    assert day_number(2000, 2, 29) == 59


def test_a_date_a_little_beyond_both_ends_can_be_shown() -> None:
    """A zone moves the first or the last instant into a day that has no number."""
    date = Date()
    for number, expected in ((-1, (1999, 12, 31)), (LAST_DAY + 1, (2200, 1, 1))):
        date.set_day(number)
        assert (date.year, date.month, date.day) == expected


def test_a_time_of_day_is_its_seconds_or_none() -> None:
    assert second_of_day(0, 0, 0) == 0
    assert second_of_day(23, 59, 59) == 86_399
    for wrong in ((24, 0, 0), (0, 60, 0), (0, 0, 60), (-1, 0, 0), (0, -1, 0), (0, 0, -1)):
        assert second_of_day(*wrong) == -1, wrong


def test_dates_do_not_allocate() -> None:
    date = Date()
    heap_lock()
    try:
        for year in range(2000, 2200, 7):
            number = day_number(year, 2, 28)
            date.set_day(number + 2)
            if date.month != 3:
                raise ValueError(year)
    finally:
        heap_unlock()
