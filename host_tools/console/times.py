"""Times as people write them on a command line, and as the clock shows them."""

from __future__ import annotations

import re

from clockcore.time_text import TENTHS_MS, TimeText

from host_tools.deploy.errors import InputError

HOUR_MS, MINUTE_MS, SECOND_MS = 3_600_000, 60_000, 1000
LIMIT_MS = 359_999_999  # 99:59:59.999
WANTED = "write 1:05:00, 5:00, 0:30.5, or with units 90m, 45s, 1h30m"
_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:\.(\d{1,3}))?", re.ASCII)
_UNITS = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(?:\.(\d{1,3}))?s)?", re.ASCII)


def read_time(text: str, signed: bool = False) -> int:
    """Return the ms of a time as `1:05:00`, `5:00`, `0:30.5`, `90m`, `45s` or `1h30m`.

    `signed` allows a + or - before it. A number alone is refused, since it might be minutes or
    seconds. InputError says what is wanted.
    """
    sign = 1
    bare = text.strip()
    if signed and bare[:1] in ("+", "-"):
        sign = -1 if bare[0] == "-" else 1
        bare = bare[1:]
    if bare.isdecimal():
        raise InputError(f"{text}: minutes or seconds? write {bare}m or {bare}s")
    match = _CLOCK.fullmatch(bare)
    if match is not None:
        hours, minutes, seconds, part = match.groups()
        if int(seconds) > 59 or (hours is not None and int(minutes) > 59):
            raise InputError(f"{text}: no time: {WANTED}")
    else:
        match = _UNITS.fullmatch(bare)
        if match is None or not bare:
            raise InputError(f"{text}: no time: {WANTED}")
        hours, minutes, seconds, part = match.groups()
    ms = int(hours or 0) * HOUR_MS + int(minutes or 0) * MINUTE_MS + int(seconds or 0) * SECOND_MS
    ms += int((part or "0").ljust(3, "0"))
    if ms > LIMIT_MS:
        raise InputError(f"{text}: more than 99:59:59.999")
    return sign * ms


def shown_time(ms: int, tenths_ms: int = TENTHS_MS) -> str:
    """Return a time as the clock shows it (T35, T36): rounded up, tenths in the last seconds.

    A negative one, which grows, is rounded down in magnitude.
    """
    text = TimeText()
    if ms < 0:
        text.write_down(-ms // SECOND_MS * SECOND_MS, 0)
    else:
        text.write_down(ms, tenths_ms)
    return ("-" if ms < 0 else "") + bytes(text.buffer[: text.length]).decode()


def exact_time(ms: int) -> str:
    """Return a time to the millisecond, `1:05:00` or `0:59.250`: nothing is rounded."""
    seconds, part = divmod(abs(ms), SECOND_MS)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    if part:
        text += f".{part:03}"
    return ("-" if ms < 0 else "") + text
