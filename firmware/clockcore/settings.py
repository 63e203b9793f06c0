"""What an arbiter sets once and the clock keeps: plain values with their ranges."""

from clockcore.codes import LEFT, SIDES
from clockcore.period import ControlError
from clockcore.time_text import TENTHS_MS

SETTINGS = ("preset", "white_side", "tenths_ms", "sound", "counter_allowed")
TENTHS_CHOICES = (0, 10_000, 20_000)


class Settings:
    """Settings of the clock, not of a game.

    preset           number of the chosen preset, from 1
    white_side       LEFT or RIGHT: where White sits (plungers; a rocker decides by itself, T5)
    tenths_ms        0 (off), 10 000 or 20 000: where tenths of seconds begin (T36)
    sound            whether the sounder may sound; off unless somebody wants it
    counter_allowed  whether players may look at the move counter while a side runs (T24, T40)
    """

    def __init__(self) -> None:
        """Take the defaults."""
        self.preset = 1
        self.white_side = LEFT
        self.tenths_ms = TENTHS_MS
        self.sound = False
        self.counter_allowed = True

    def take(self, values: list) -> None:
        """Take the values of SETTINGS, in that order; ControlError if one is out of range."""
        from clockcore.presets import PRESET_COUNT

        preset, white_side, tenths_ms, sound, counter_allowed = values
        if not isinstance(preset, int) or not 1 <= preset <= PRESET_COUNT:
            raise ControlError("settings: preset is out of range")
        if white_side not in SIDES or tenths_ms not in TENTHS_CHOICES:
            raise ControlError("settings: white_side or tenths_ms is out of range")
        if not isinstance(sound, bool) or not isinstance(counter_allowed, bool):
            raise ControlError("settings: sound or counter_allowed is not true or false")
        self.preset = preset
        self.white_side = white_side
        self.tenths_ms = tenths_ms
        self.sound = sound
        self.counter_allowed = counter_allowed

    def set_tenths(self, tenths_ms: int) -> None:
        """Choose where tenths begin; ValueError for anything but 0, 10 000 and 20 000 ms."""
        if tenths_ms not in TENTHS_CHOICES:
            raise ValueError("tenths_ms " + str(tenths_ms) + " is not 0, 10000 or 20000")
        self.tenths_ms = tenths_ms
