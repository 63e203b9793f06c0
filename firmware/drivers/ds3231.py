"""DS3231: a real-time clock that goes on without power, on I2C. Not for the tick path.

The chip counts two-digit years and a century; here that is 2000 to 2199. It takes 2100 for a leap
year, which it is not: from 29 February 2100 on it must be set again.
"""

from micropython import const

ADDRESS = const(0x68)
FIRST_YEAR = const(2000)
LAST_YEAR = const(2199)

_CONTROL = const(0x0E)
_RUN_ON_BATTERY = const(0x1C)  # oscillator on, no square wave, alarms off
_STOPPED = const(0x80)  # in the status register: the oscillator has stood still
_CENTURY = const(0x80)
_TWELVE = const(0x40)
_AFTERNOON = const(0x20)
_BAD = const(-1)


def days_in_month(year: int, month: int) -> int:
    """Return the number of days, 28 to 31, of a month (1 to 12) of the Gregorian calendar."""
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _of_bcd(value: int) -> int:
    """Return the number that two decimal digits in one byte stand for, -1 for no such digits."""
    if value & 0x0F > 9 or value > 0x99:
        return _BAD
    return (value >> 4) * 10 + (value & 0x0F)


def _to_bcd(value: int) -> int:
    return value // 10 << 4 | value % 10


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(name + " " + str(value) + " is outside " + str(low) + " to " + str(high))


class DS3231:
    """The clock chip.

    year, month, day, hour, minute, second   what the last good `read` found
    has_lost_power   whether the time is worth nothing: the oscillator has stood still since the
                     last `set`. True until a `read` has found otherwise.
    errors           failed transactions and readings that are no time, counted & 0xFFFF
    """

    def __init__(self, i2c) -> None:
        """Take a bus with `writeto` and `readfrom_into`."""
        self.i2c = i2c
        self.year = FIRST_YEAR
        self.month = 1
        self.day = 1
        self.hour = 0
        self.minute = 0
        self.second = 0
        self.has_lost_power = True
        self.errors = 0
        self.pointer = bytearray(1)
        self.registers = bytearray(16)
        self.time_message = bytearray(8)
        self.control_message = bytearray(3)

    def read(self) -> bool:
        """Read the time; return False, with the old values kept, if there is none to be had.

        That is a bus that reports an error, or registers that are no time. The time of a chip
        that has lost its power is read as well: look at `has_lost_power`.
        """
        registers = self.registers
        try:
            self.i2c.writeto(ADDRESS, self.pointer)
            self.i2c.readfrom_into(ADDRESS, registers)
        except OSError:
            return self._failed()
        second = _of_bcd(registers[0])
        minute = _of_bcd(registers[1])
        hour = self._hour(registers[2])
        day = _of_bcd(registers[4])
        month = _of_bcd(registers[5] & 0x1F)
        year = _of_bcd(registers[6])
        if second < 0 or minute < 0 or hour < 0 or year < 0 or not 1 <= month <= 12:
            return self._failed()
        year += FIRST_YEAR
        if registers[5] & _CENTURY:
            year += 100
        if second > 59 or minute > 59 or not 1 <= day <= days_in_month(year, month):
            return self._failed()
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.has_lost_power = registers[15] & _STOPPED != 0
        return True

    def set(self, year: int, month: int, day: int, hour: int, minute: int, second: int) -> bool:
        """Set the time and let the clock run, on its battery too; return whether it answered.

        Raises ValueError, whose text names the field, for a time that does not exist or a year
        outside 2000 to 2199.
        """
        _check("year", year, FIRST_YEAR, LAST_YEAR)
        _check("month", month, 1, 12)
        _check("day", day, 1, days_in_month(year, month))
        _check("hour", hour, 0, 23)
        _check("minute", minute, 0, 59)
        _check("second", second, 0, 59)
        message = self.time_message
        message[0] = 0  # the first register
        message[1] = _to_bcd(second)
        message[2] = _to_bcd(minute)
        message[3] = _to_bcd(hour)
        message[4] = 1  # day of the week: not used
        message[5] = _to_bcd(day)
        message[6] = _to_bcd(month) | (_CENTURY if year >= FIRST_YEAR + 100 else 0)
        message[7] = _to_bcd(year % 100)
        control = self.control_message
        control[0] = _CONTROL
        control[1] = _RUN_ON_BATTERY
        control[2] = 0  # status: the time is good from here on
        try:
            self.i2c.writeto(ADDRESS, message)
            self.i2c.writeto(ADDRESS, control)
        except OSError:
            return self._failed()
        self.has_lost_power = False
        return True

    def _hour(self, value: int) -> int:
        """Return the hour, 0 to 23, of the register in either of its forms; -1 for none."""
        if value & 0x80:
            return _BAD
        if not value & _TWELVE:
            hour = _of_bcd(value)
            return hour if hour < 24 else _BAD
        hour = _of_bcd(value & 0x1F)
        if not 1 <= hour <= 12:
            return _BAD
        return hour % 12 + (12 if value & _AFTERNOON else 0)

    def _failed(self) -> bool:
        self.errors = (self.errors + 1) & 0xFFFF
        return False
