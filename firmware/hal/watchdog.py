"""The hardware watchdog: a clock that hangs is reset within two seconds."""

from machine import WDT
from micropython import const

TIMEOUT_MS = const(2000)


class Watchdog:
    """Armed when a side first runs; after that it can never be stopped, only fed.

    is_armed  whether it bites when nobody feeds it: leaving to the REPL then needs a reset
    """

    def __init__(self) -> None:
        """Leave it alone."""
        self.dog: WDT | None = None
        self.is_armed = False

    def arm(self) -> None:
        """Start it; from now on `feed` must be called at least every 2 s."""
        if not self.is_armed:
            self.dog = WDT(timeout=TIMEOUT_MS)
            self.is_armed = True

    def feed(self) -> None:
        """Say that the loop is alive."""
        if self.dog is not None:
            self.dog.feed()
