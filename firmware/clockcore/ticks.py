"""Instants: milliseconds that wrap at 2**29, and the only four things to do with them.

An instant (every name that ends in `_at`, and `now`) is never compared with `<` and never
subtracted with `-`. Differences hold within +/-74.5 hours, so a running game settles at least
once a day; the tick loop does it every few seconds. This is the one module of the core that
imports the outside world, and it imports nothing but `adafruit_ticks`.
"""

from adafruit_ticks import ticks_add, ticks_diff, ticks_less, ticks_ms
from micropython import const

__all__ = ("NEVER_MS", "ticks_add", "ticks_diff", "ticks_less", "ticks_ms")

NEVER_MS = const(0x1FFFFFFF)  # longer than any wait; counters that matter while small stop here
