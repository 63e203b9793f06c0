"""Dates, times and zones as people write them, and lengths of time as words.

Inside everything is whole seconds since day 0 of `clockcore.calendar`, in UTC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from clockcore.calendar import DAY_S, FIRST_YEAR, LAST_DAY, LAST_YEAR

from host_tools.triple_block.errors import TripleBlockError

DAY_0 = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
_OFFSET = re.compile(r"([+-])(\d{2}):?(\d{2})")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Zone:
    """A zone by its name, for what is typed without an offset and for what is printed."""

    name: str
    info: tzinfo


@dataclass(frozen=True)
class Instant:
    """`seconds` since day 0; `day` is its date in the zone, `has_time` whether one was given."""

    seconds: int
    day: date
    has_time: bool


def read_zone(text: str) -> Zone:
    """Return a zone: UTC, an offset as +01:00, or a name as Europe/Madrid."""
    if text.casefold() in ("utc", "z"):
        return Zone("UTC", UTC)
    match = _OFFSET.fullmatch(text)
    if match:
        sign, hours, minutes = match.groups()
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        if int(minutes) < 60 and offset <= timedelta(hours=14):
            shift = offset if sign == "+" else -offset
            return Zone(f"{sign}{hours}:{minutes}", timezone(shift))
    else:
        try:
            return Zone(text, ZoneInfo(text))
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass
    raise TripleBlockError(f"--zone: {text!r} is no zone: UTC, +01:00, Europe/Madrid")


def read_instant(text: str, zone: Zone, where: str) -> Instant:
    """Return a date, or a date and a time, in a zone unless it has an offset of its own.

    A date alone is its 0:00. Raises TripleBlockError, with `where` in front, for what is no such
    time, one between two seconds, one that comes twice or never, and one outside of 2000 to 2199.
    """
    text = text.strip()
    try:
        if _DATE.fullmatch(text):
            has_time = False
            read = datetime.combine(date.fromisoformat(text), time())
        else:
            has_time = True
            if not _DATE.match(text):
                raise ValueError
            read = datetime.fromisoformat(text)
    except ValueError:
        raise TripleBlockError(
            f"{where}: {text!r} is no date and time: 2026-12-01 or 2026-12-01 18:30:05"
        ) from None
    if read.microsecond:
        raise TripleBlockError(f"{where}: {text!r} is between two seconds: whole seconds only")
    if not FIRST_YEAR <= read.year <= LAST_YEAR:
        raise TripleBlockError(f"{where}: {text!r} is outside of {FIRST_YEAR} to {LAST_YEAR}")
    if read.tzinfo is None:
        read = _in_zone(read, zone, where, text)
    seconds = (read - DAY_0) // timedelta(seconds=1)
    if not 0 <= seconds < (LAST_DAY + 1) * DAY_S:
        raise TripleBlockError(f"{where}: {text!r} is outside of {FIRST_YEAR} to {LAST_YEAR}")
    return Instant(seconds, read.astimezone(zone.info).date(), has_time)


def _in_zone(read: datetime, zone: Zone, where: str, text: str) -> datetime:
    first = read.replace(tzinfo=zone.info, fold=0)
    second = read.replace(tzinfo=zone.info, fold=1)
    before, after = first.utcoffset(), second.utcoffset()
    if before is None or after is None or before == after:
        return first
    often = "twice" if before > after else "never"
    raise TripleBlockError(
        f"{where}: {text!r} comes {often} in {zone.name}, where clocks change: write it with its"
        " offset, as 2026-10-25 02:30+02:00"
    )


def written(seconds: int, zone: Zone) -> str:
    """Return an instant as date, time and offset in a zone."""
    shown = (DAY_0 + timedelta(seconds=seconds)).astimezone(zone.info)
    offset = shown.utcoffset() or timedelta()
    if not offset:
        return f"{shown:%Y-%m-%d %H:%M:%S} UTC"
    return shown.isoformat(sep=" ", timespec="seconds")


def length(seconds: int) -> str:
    """Return a length of time to the second: `49d 23:59:59`."""
    days, rest = divmod(seconds, DAY_S)
    return f"{days}d {rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"


def in_days(seconds: int) -> str:
    """Return a length of whole or half days in words: `50 days`, `82 1/2 days`, `1 day`."""
    days, rest = divmod(seconds, DAY_S)
    if rest:
        return f"{days} 1/2 days"
    return f"{days} day" if days == 1 else f"{days} days"
