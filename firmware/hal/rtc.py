"""The battery-backed clock of a board that has one: the date and time of day in UTC."""

OK = "ok"
LOST_POWER = "lost power"
NO_ANSWER = "no answer"


class RealTimeClock:
    """What a DS3231 says, and whether it may be believed.

    driver   the chip; its fields hold the time that was read last
    """

    def __init__(self, driver) -> None:
        """Take the chip; ask nothing yet."""
        self.driver = driver

    def check(self) -> str:
        """Read the time; return OK, LOST_POWER (it must be set) or NO_ANSWER."""
        if not self.driver.read():
            return NO_ANSWER
        return LOST_POWER if self.driver.has_lost_power else OK

    def fields(self) -> list:
        """Return year, month, day, hour, minute, second of the last good reading."""
        driver = self.driver
        return [driver.year, driver.month, driver.day, driver.hour, driver.minute, driver.second]

    def set(self, fields: list) -> bool:
        """Set the time from six numbers; return whether the chip answered.

        Raises ValueError for a time that does not exist.
        """
        year, month, day, hour, minute, second = fields
        return self.driver.set(year, month, day, hour, minute, second)
