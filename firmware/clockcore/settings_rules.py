"""What the settings may be. Loaded when some are taken; play does not need it."""

from micropython import const

from clockcore.period import ControlError
from clockcore.presets import PRESET_COUNT
from clockcore.programs import (
    ADJOURNED_COUNT,
    ADJOURNED_FIRST,
    DAYS_PROGRAM,
    USER_COUNT,
    USER_FIRST,
)
from clockcore.settings import SETTINGS, Settings

NO_NUMBER = const(-1)  # in no range
OLDEST = const(8)  # settings that every firmware had

# Lowest, highest, step. The others are programs, or true or false.
RANGES = {
    "white_side": (0, 1, 1),
    "tenths_ms": (0, 20_000, 10_000),
    "freeze": (0, 2, 1),
    "count": (0, 2, 1),
    "event_class": (0, 4, 1),
    "language": (0, 1, 1),
    "default_s": (0, 7200, 60),
}


def needed(name: str, value: object) -> str:
    """Return what the setting `name` needs, as one text; "" if `value` is that."""
    if isinstance(getattr(Settings(), name), bool):
        return "" if isinstance(value, bool) else "true or false"
    number = NO_NUMBER
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    if name in RANGES:
        low, high, step = RANGES[name]
        if low <= number <= high and number % step == 0:
            return ""
        text = str(low) + " to " + str(high)
        return text if step == 1 else text + " in steps of " + str(step)
    parts = [(1, PRESET_COUNT), (USER_FIRST, USER_FIRST + USER_COUNT - 1)]
    if name == "program":
        parts.append((ADJOURNED_FIRST, ADJOURNED_FIRST + ADJOURNED_COUNT - 1))
        if number == DAYS_PROGRAM:
            return ""
    elif number == 0:
        return ""
    text = ""
    for low, high in parts:
        if low <= number <= high:
            return ""
        text += (", " if text else "") + str(low) + " to " + str(high)
    return text if name == "program" else "0, " + text


def change(settings: Settings, name: str, value: object) -> None:
    """Set one setting; ControlError if it is unknown, or if the value is out of range."""
    if name not in SETTINGS:
        raise ControlError("settings: " + str(name) + " is unknown")
    text = needed(name, value)
    if text:
        raise ControlError("settings: " + name + ": " + text + " is needed")
    setattr(settings, name, value)


def take(settings: Settings, values: object, strict: bool) -> list:
    """Take the values of SETTINGS, in that order; return the names of those that were bad.

    With `strict` a bad or missing value is a ControlError and nothing is taken. Without, it takes
    its default and is named, unless an older firmware did not know it; values without a name are
    named `more`.
    """
    given = values if isinstance(values, list) else []
    fresh = Settings()
    bad = []
    for index in range(len(SETTINGS)):
        name = SETTINGS[index]
        if index < len(given) and not needed(name, given[index]):
            setattr(fresh, name, given[index])
        elif strict or index < len(given) or len(given) < OLDEST:
            bad.append(name)
    if len(given) > len(SETTINGS):
        bad.append("more")
    if bad and strict:
        if len(given) != len(SETTINGS):
            raise ControlError("settings: a list of " + str(len(SETTINGS)) + " is needed")
        name = bad[0]
        raise ControlError("settings: " + name + ": " + needed(name, None) + " is needed")
    for name in SETTINGS:
        setattr(settings, name, getattr(fresh, name))
    return bad
