"""DS3231: reading and setting the time over a bus that can fail, against the bench's model."""

from __future__ import annotations

import datetime

import pytest
from drivers.ds3231 import DS3231, days_in_month

from tests.drivers.chip_kit import chip_models
from tests.drivers.doubles import I2C

Time = tuple[int, int, int, int, int, int]


class Rig:
    """A driver, a bus, a chip with a good battery that was never set."""

    def __init__(self) -> None:
        """Connect them."""
        self.chip = chip_models().DS3231()
        self.i2c = I2C({0x68: self.chip})
        self.driver = DS3231(self.i2c)

    def read(self) -> Time:
        """Read, which must work; return the time."""
        assert self.driver.read() is True
        return self.time()

    def time(self) -> Time:
        """Return what the driver has."""
        one = self.driver
        return (one.year, one.month, one.day, one.hour, one.minute, one.second)


@pytest.mark.parametrize(
    "time",
    [
        (2000, 1, 1, 0, 0, 0),
        (2000, 2, 29, 23, 59, 59),
        (2024, 2, 29, 12, 0, 0),
        (2026, 10, 31, 20, 9, 58),
        (2099, 12, 31, 23, 59, 59),
        (2100, 1, 1, 0, 0, 0),
        (2100, 2, 28, 1, 2, 3),
        (2104, 2, 29, 10, 11, 12),
        (2199, 12, 31, 23, 59, 59),
    ],
)
def test_what_is_set_is_read(time: Time) -> None:
    rig = Rig()
    assert rig.driver.set(*time) is True
    assert rig.read() == time
    assert rig.driver.has_lost_power is False
    assert rig.chip.bad == 0


def test_every_number_of_every_field_goes_through_bcd() -> None:
    rig = Rig()
    for year in range(2000, 2200):
        month = year % 12 + 1
        day = year % days_in_month(year, month) + 1
        time = (year, month, day, year % 24, year % 60, (year * 7) % 60)
        assert rig.driver.set(*time) is True
        assert rig.read() == time


def test_the_chip_counts_on_over_midnight_leap_days_and_the_century() -> None:
    rig = Rig()
    for start in ((2023, 2, 28), (2024, 2, 28), (2024, 12, 31), (2099, 12, 31)):
        assert rig.driver.set(*start, 23, 59, 59)
        rig.chip.advance(2)
        then = datetime.datetime(*start, 23, 59, 59) + datetime.timedelta(seconds=2)
        assert rig.read() == then.timetuple()[:6]


def test_days_of_months_are_those_of_the_calendar() -> None:
    for year in (2000, 2023, 2024, 2096, 2100, 2104, 2199):
        for month in range(1, 13):
            first = datetime.date(year, month, 1)
            then = datetime.date(year + month // 12, month % 12 + 1, 1)
            assert days_in_month(year, month) == (then - first).days


def test_the_leap_day_of_2100_that_only_the_chip_has_is_no_time() -> None:
    rig = Rig()
    assert rig.driver.set(2100, 2, 28, 12, 0, 0)
    assert rig.read()
    rig.chip.advance(86_400)
    assert rig.driver.read() is False
    assert rig.time() == (2100, 2, 28, 12, 0, 0), "the last good reading is kept"
    assert rig.driver.errors == 1


@pytest.mark.parametrize(
    ("hour", "register"),
    [(0, 0x52), (1, 0x41), (9, 0x49), (11, 0x51), (12, 0x72), (13, 0x61), (23, 0x71)],
)
def test_a_chip_that_somebody_set_to_twelve_hours_is_read(hour: int, register: int) -> None:
    rig = Rig()
    rig.driver.set(2026, 3, 4, 5, 6, 7)
    rig.chip.registers[2] = register
    assert rig.read() == (2026, 3, 4, hour, 6, 7)
    rig.driver.set(2026, 3, 4, hour, 6, 7)
    assert rig.chip.registers[2] == hour // 10 << 4 | hour % 10, "set puts it to 24 hours"


@pytest.mark.parametrize(
    ("register", "value"),
    [
        (0, 0x60), (0, 0x0A), (0, 0x80), (1, 0x60), (1, 0x5F), (2, 0x24), (2, 0x1A), (2, 0x40),
        (2, 0x53), (2, 0x80), (4, 0x00), (4, 0x32), (4, 0x2A), (5, 0x00), (5, 0x13), (5, 0x0B),
        (6, 0xA0), (6, 0x0F),
    ],
)  # fmt: skip
def test_registers_that_are_no_time_are_refused(register: int, value: int) -> None:
    """The reading fails, is counted, and the last good one stays."""
    rig = Rig()
    time = (2026, 10, 31, 20, 9, 58)
    rig.driver.set(*time)
    assert rig.read() == time
    rig.chip.registers[register] = value
    assert rig.driver.read() is False
    assert rig.time() == time
    assert rig.driver.errors == 1


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_bus_that_reads_only_one_level_is_refused(level: int) -> None:
    rig = Rig()
    rig.chip.registers[:] = bytes([level]) * 19
    assert rig.driver.read() is False


def test_the_thirtieth_of_february_is_refused() -> None:
    rig = Rig()
    rig.driver.set(2026, 2, 28, 0, 0, 0)
    rig.chip.registers[4] = 0x29
    assert rig.driver.read() is False
    rig.chip.registers[6] = 0x24
    assert rig.read() == (2024, 2, 29, 0, 0, 0)


def test_a_chip_that_lost_its_power_says_so_until_it_is_set() -> None:
    rig = Rig()
    assert rig.driver.has_lost_power is True, "before anything is known"
    assert rig.read() == (2000, 1, 1, 0, 0, 0)
    assert rig.driver.has_lost_power is True
    assert rig.driver.set(2026, 10, 31, 12, 0, 0)
    assert rig.driver.has_lost_power is False
    assert rig.read() and rig.driver.has_lost_power is False
    rig.chip.lose_power()
    assert rig.driver.read() is True
    assert rig.driver.has_lost_power is True


def test_pulled_off_the_bus_the_chip_keeps_the_time() -> None:
    rig = Rig()
    rig.driver.set(2026, 10, 31, 12, 0, 0)
    rig.chip.connect(False)
    assert rig.driver.read() is False
    assert rig.driver.set(2026, 11, 1, 0, 0, 0) is False
    assert rig.driver.errors == 2
    rig.chip.connect(True)
    assert rig.read() == (2026, 10, 31, 12, 0, 0)
    rig.i2c.is_stuck = True
    assert rig.driver.read() is False


def test_a_set_that_is_cut_in_the_middle_does_not_count() -> None:
    """The stopped flag is cleared last, so a time that may be wrong stays marked."""
    rig = Rig()
    rig.i2c.answers = 1
    assert rig.driver.set(2026, 10, 31, 12, 0, 0) is False
    rig.i2c.answers = -1
    assert rig.driver.read() is True
    assert rig.driver.has_lost_power is True


def test_the_oscillator_runs_on_the_battery_after_set() -> None:
    rig = Rig()
    rig.chip.registers[14] |= 0x80
    rig.driver.set(2026, 10, 31, 12, 0, 0)
    assert rig.chip.registers[14] & 0x80 == 0


@pytest.mark.parametrize(
    ("time", "says"),
    [
        ((1999, 12, 31, 0, 0, 0), "year 1999 is outside 2000 to 2199"),
        ((2200, 1, 1, 0, 0, 0), "year 2200 is outside 2000 to 2199"),
        ((2026, 0, 1, 0, 0, 0), "month 0 is outside 1 to 12"),
        ((2026, 13, 1, 0, 0, 0), "month 13 is outside 1 to 12"),
        ((2026, 4, 31, 0, 0, 0), "day 31 is outside 1 to 30"),
        ((2026, 4, 0, 0, 0, 0), "day 0 is outside 1 to 30"),
        ((2025, 2, 29, 0, 0, 0), "day 29 is outside 1 to 28"),
        ((2100, 2, 29, 0, 0, 0), "day 29 is outside 1 to 28"),
        ((2026, 1, 1, 24, 0, 0), "hour 24 is outside 0 to 23"),
        ((2026, 1, 1, 0, 60, 0), "minute 60 is outside 0 to 59"),
        ((2026, 1, 1, 0, 0, -1), "second -1 is outside 0 to 59"),
    ],
)
def test_a_time_that_does_not_exist_is_refused_and_nothing_is_sent(time: Time, says: str) -> None:
    rig = Rig()
    with pytest.raises(ValueError, match=f"^{says}$"):
        rig.driver.set(*time)
    assert rig.i2c.transactions == 0
