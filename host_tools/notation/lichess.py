"""What lichess calls a clock: `limit` and `increment` in seconds, as form fields or as JSON.

A game's record says `initial` for `limit`. Also the free text of a tournament's announcement,
`15 min + 10 sec / move`, where a plain number up to 180 is minutes and above that seconds.
"""

import json
import re
from typing import Any

from clockcore.codes import FISCHER, NONE
from clockcore.period import Period
from clockcore.time_control import TimeControl

from host_tools.notation.draft import LONGEST_TEXT, Draft, NotWritableError, quoted
from host_tools.notation.plain import plain_of
from host_tools.notation.seconds import check_methods, whole_seconds

LABEL = "lichess clock"
PLAIN_MINUTES = 180
LIMIT_MOST, INCREMENT_MOST = 10_800, 60
SHORT_LIMITS = (0, 15, 30, 45, 60, 90)  # s; every other limit is a number of whole minutes
_NAMES = {"limit": "limit", "initial": "limit", "increment": "increment"}
_PAIR = re.compile(r"(?:clock\.)?([A-Za-z]+)=(\S*)", re.ASCII)
_MINUTES = r"m|min|mins|minutes?|'"
_SECONDS = r"s|sec|secs|seconds?|\"|''"
_FREE = re.compile(
    rf"([0-9]+)\s*(?:({_MINUTES})|({_SECONDS}))?"
    rf"(?:\s*\+\s*([0-9]+)\s*(?:({_MINUTES})|({_SECONDS}))?\s*(?:/\s*move)?)?",
    re.ASCII | re.IGNORECASE,
)


def parse(text: str) -> Draft:
    """Return what lichess fields or a free text say; ControlError says what is wrong."""
    draft = Draft(LABEL, text)
    if len(text) > LONGEST_TEXT:
        raise draft.error(f"is longer than {LONGEST_TEXT} characters")
    plain = text.strip()
    if not plain:
        raise draft.error("is empty")
    if plain.startswith("{"):
        limit, increment = _of_json(draft, plain)
    elif "=" in plain:
        limit, increment = _of_fields(draft, plain)
    else:
        limit, increment = _of_free_text(draft, plain)
    method = FISCHER if increment else NONE
    draft.white = [Period(limit * 1000, method, increment * 1000)]
    return draft


def _of_json(draft: Draft, text: str) -> tuple[int, int]:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise draft.error(f"column {error.pos + 1}: is not JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise draft.error("is no usable JSON") from error
    if isinstance(content, dict) and "clock" in content:
        content = content["clock"]
    if not isinstance(content, dict):
        raise draft.error("needs an object with limit and increment")
    values: dict[str, Any] = {}
    for name, value in content.items():
        if name in _NAMES:
            _put(draft, values, name, value)
    return _both(draft, values)


def _of_fields(draft: Draft, text: str) -> tuple[int, int]:
    values: dict[str, Any] = {}
    for field in re.split(r"[&,;\s]+", text):
        match = _PAIR.fullmatch(field)
        if not match or match[1] not in _NAMES:
            raise draft.error(f"{quoted(field)} is not limit=seconds or increment=seconds")
        number = int(match[2]) if match[2].isascii() and match[2].isdigit() else match[2]
        _put(draft, values, match[1], number)
    return _both(draft, values)


def _put(draft: Draft, values: dict[str, Any], name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise draft.error(f"{name} needs whole seconds, not {quoted(str(value))}")
    if _NAMES[name] in values:
        raise draft.error(f"{_NAMES[name]} has been said before")
    values[_NAMES[name]] = value


def _both(draft: Draft, values: dict[str, Any]) -> tuple[int, int]:
    for name in ("limit", "increment"):
        if name not in values:
            raise draft.error(f"{name} is missing")
    return values["limit"], values["increment"]


def _of_free_text(draft: Draft, text: str) -> tuple[int, int]:
    match = _FREE.fullmatch(text)
    if not match:
        raise draft.error("is not minutes, or minutes + seconds, as in 15 min + 10 sec / move")
    limit = int(match[1])
    if match[2] or (not match[3] and limit <= PLAIN_MINUTES):
        limit *= 60
    increment = int(match[4] or 0) * (60 if match[5] else 1)
    return limit, increment


def write(control: TimeControl) -> str:
    """Return the form fields of a control; NotWritableError says why lichess has no such clock."""
    plain = plain_of(control)
    if plain.black is not None:
        raise NotWritableError("lichess has one clock for both sides")
    if len(plain.white) > 1 or plain.white[0].moves or plain.white[0].repeat:
        raise NotWritableError("lichess has one period, for all moves")
    period = plain.white[0]
    check_methods(period, "lichess", (NONE, FISCHER))
    limit = whole_seconds(period.main_ms, "lichess")
    increment = whole_seconds(period.bonus_ms, "lichess")
    if limit > LIMIT_MOST or (limit % 60 and limit not in SHORT_LIMITS):
        raise NotWritableError(
            f"lichess has no clock of {limit} s: whole minutes up to {LIMIT_MOST} s"
        )
    if increment > INCREMENT_MOST:
        raise NotWritableError(f"lichess has increments up to {INCREMENT_MOST} s")
    return f"clock.limit={limit}&clock.increment={increment}"
