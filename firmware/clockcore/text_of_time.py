"""The text of a time as a string, for hosts and tests: the clock itself makes none."""

from clockcore.duration import DAY_MS, Duration
from clockcore.time_text import HOURS_LIMIT_MS, TENTHS_MS, TimeText


def text_of_ms(ms: int, tenths_ms: int = TENTHS_MS) -> str:
    """Return the canonical text of `ms` ms that count down (T35); below zero, of penalty time."""
    text = TimeText()
    if ms < 0:
        text.write_up(-ms, True)
    elif ms > HOURS_LIMIT_MS:
        time = Duration()
        time.set(ms // DAY_MS, ms % DAY_MS)
        text.write_days(time)
    else:
        text.write_down(ms, tenths_ms)
    return text.buffer[: text.length].decode()
