"""What a page may say: one JSON text becomes one checked message, or a one-line error.

Everything that comes in from outside passes through `parse`, and nothing else does.
"""

import json
from dataclasses import dataclass

SIDES = ("left", "right")
TABLE_SIDES = (*SIDES, "left B", "right B", "left C", "right C")
KEYS = ("back", "minus", "play", "plus", "forward")
SPEEDS = (1, 10, 60)
LONGEST_TEXT = 1000  # characters; the longest honest message has about 50


class MessageError(ValueError):
    """A message that cannot be obeyed; the text is one line for the person at the page."""


@dataclass(frozen=True)
class Contact:
    """The contact of a side's end of the lever closes or opens; of a table also of B and C."""

    side: str
    closed: bool


@dataclass(frozen=True)
class Key:
    """One of the five keys goes down or up."""

    name: str
    down: bool


@dataclass(frozen=True)
class Preset:
    """A numbered time control is wanted, from 1."""

    number: int


@dataclass(frozen=True)
class Speed:
    """The clock is to run 1, 10 or 60 times as fast as the world."""

    speed: int


@dataclass(frozen=True)
class Restart:
    """Power off and on."""


Message = Contact | Key | Preset | Speed | Restart


def parse(text: str) -> Message:
    """Return the message that `text` holds; MessageError says in one line what is wrong."""
    if len(text) > LONGEST_TEXT:
        raise MessageError("message: too long")
    try:
        source = json.loads(text)
    except (ValueError, RecursionError):
        raise MessageError("message: not JSON") from None
    if not isinstance(source, dict):
        raise MessageError("message: an object is needed")
    kind = source.get("type")
    if kind == "contact":
        if source.get("side") in TABLE_SIDES[2:]:
            return Contact(str(source["side"]), _boolean(source, "closed"))
        return Contact(_one_of(source, "side", SIDES), _boolean(source, "closed"))
    if kind == "key":
        return Key(_one_of(source, "name", KEYS), _boolean(source, "down"))
    if kind == "preset":
        return Preset(_whole(source, "number"))
    if kind == "speed":
        speed = _whole(source, "speed")
        if speed not in SPEEDS:
            raise MessageError("speed: 1, 10 or 60 is needed")
        return Speed(speed)
    if kind == "restart":
        return Restart()
    raise MessageError("type: contact, key, preset, speed or restart is needed")


def _one_of(source: dict, field: str, choices: tuple[str, ...]) -> str:
    value = source.get(field)
    if not isinstance(value, str) or value not in choices:
        raise MessageError(f"{field}: {', '.join(choices[:-1])} or {choices[-1]} is needed")
    return value


def _boolean(source: dict, field: str) -> bool:
    value = source.get(field)
    if not isinstance(value, bool):
        raise MessageError(f"{field}: true or false is needed")
    return value


def _whole(source: dict, field: str) -> int:
    value = source.get(field)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
        raise MessageError(f"{field}: a whole number is needed")
    return value
