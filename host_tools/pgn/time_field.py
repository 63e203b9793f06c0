"""The times inside PGN comments: `[%clk 1:40:55]`, `[%emt 0:00:27]`, `[%clk 0:05:09.4]`."""

import re
from dataclasses import dataclass

_COMMAND = re.compile(r"\[%(clk|emt)\b([^\]]*)\]?")
_TIME = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,2}):([0-9]{1,2})(?:\.([0-9]{1,3}))?")


@dataclass(frozen=True)
class TimeField:
    """A time of a record: `ms`, and how many decimals of a second it was written with."""

    ms: int
    decimals: int


def parse_time(text: str) -> TimeField:
    """Read `h:mm:ss`, `m:ss` or either with up to three decimals; ValueError for anything else."""
    match = _TIME.fullmatch(text.strip())
    if not match:
        raise ValueError(f"{text.strip()!r} is not h:mm:ss")
    hours, minutes, seconds, fraction = match.groups()
    if int(minutes) > 59 or int(seconds) > 59:
        raise ValueError(f"{text.strip()!r} has more than 59 minutes or seconds")
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    digits = fraction or ""
    return TimeField(whole * 1000 + int(digits.ljust(3, "0")), len(digits))


def times_in_comment(comment: str) -> dict[str, TimeField]:
    """Return the `clk` and `emt` times of a comment; ValueError for a malformed or double one."""
    found: dict[str, TimeField] = {}
    for match in _COMMAND.finditer(comment):
        name = match[1]
        try:
            time = parse_time(match[2])
        except ValueError as error:
            raise ValueError(f"[%{name}]: {error}") from error
        if found.setdefault(name, time) != time:
            raise ValueError(f"[%{name}]: two different times at one move")
    return found


def text_of_reading(ms: int, resolution_ms: int) -> str:
    """Return `ms` as `h:mm:ss`, with decimals where the record's resolution has them."""
    sign = "-" if ms < 0 else ""
    ms = abs(ms)
    decimals = {1000: 0, 100: 1, 10: 2}.get(resolution_ms, 3)
    if ms % resolution_ms:
        decimals = 3
    whole, rest = divmod(ms, 1000)
    text = f"{sign}{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return text + (f".{rest:03}"[: decimals + 1] if decimals else "")
