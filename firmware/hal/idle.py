"""Doing nothing until something is due."""

from time import sleep_ms


class Idle:
    """Sleeps between passes, never longer than a contact may wait to be looked at."""

    def __init__(self, limit_ms: int) -> None:
        """Take the longest sleep of this board in ms: 1 where an edge does not end a sleep."""
        self.limit_ms = limit_ms

    def sleep(self, wait_ms: int) -> None:
        """Sleep until `wait_ms` are over, or the limit, or (where the board can) an edge."""
        if wait_ms > 0:
            sleep_ms(wait_ms if wait_ms < self.limit_ms else self.limit_ms)
