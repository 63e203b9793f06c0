"""Doing nothing until something is due."""

from time import sleep_ms


class Idle:
    """Sleeps between passes, never longer than a contact may wait to be looked at."""

    def __init__(self, limit_ms: int, step_ms: int, ring) -> None:
        """Take the longest sleep of this board and how often it looks at the ring of edges.

        Both in ms. A board whose sleep is ended by an edge has one step.
        """
        self.limit_ms = limit_ms
        self.step_ms = step_ms
        self.ring = ring

    def sleep(self, wait_ms: int) -> None:
        """Sleep until `wait_ms` are over, or the limit, or an edge."""
        left = wait_ms if wait_ms < self.limit_ms else self.limit_ms
        step = self.step_ms
        ring = self.ring
        if ring.head != ring.tail:
            return  # an edge has come in the pass that is just over
        while left > step:
            sleep_ms(step)
            if ring.head != ring.tail:
                return
            left -= step
        if left > 0:
            sleep_ms(left)
