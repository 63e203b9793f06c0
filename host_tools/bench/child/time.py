"""Stands in for the device's `time`: the clock of the virtual board."""

from world import world

ticks_ms = world.ticks_ms
sleep_ms = world.sleep_ms


def time():
    """Return the seconds since the power-up, as a device without a date counts them."""
    return world.now // 1000


def ticks_us():
    """Return the tick counter in us; virtual time has steps of 1 ms."""
    return (world.ticks_ms() * 1000) & ((1 << 30) - 1)


def ticks_diff(one, two):
    """Return the signed difference of two values of `ticks_ms` or `ticks_us`."""
    return ((one - two + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29)


def ticks_add(ticks, delta):
    """Return a value of `ticks_ms` or `ticks_us` moved by `delta`."""
    return (ticks + delta) & ((1 << 30) - 1)


def sleep_us(wait):
    """Let less than a millisecond pass: nothing, on a board whose computing takes no time."""
