"""What an arbiter sets once and the clock keeps: plain values.

Their ranges are in `settings_rules.py`, which play does not need.
"""

from clockcore.codes import LEFT
from clockcore.time_text import TENTHS_MS

# In the order in which they are kept: a new one goes to the end.
SETTINGS = (
    "program",
    "last_program",
    "white_side",
    "tenths_ms",
    "sound",
    "counter_allowed",
    "freeze",
    "count",
    "choices_of",
    "event_class",
    "language",
    "tell",
    "default_s",
)


class Settings:
    """Settings of the clock, not of a game.

    program          the chosen program: 1 to 41 a preset, 101 to 110 a user program, 201 to 208
                     an adjourned game, 301 a game of Triple Block
    last_program     the one that was played last, 0 for none
    white_side       LEFT or RIGHT: where White sits (plungers; a rocker decides by itself, T5)
    tenths_ms        0 (off), 10 000 or 20 000: where tenths of seconds begin (T36)
    sound            whether the sounder may sound; off unless somebody wants it
    counter_allowed  whether players may look at the move counter while a side runs (T24, T40)
    freeze           0 as the control says, 1 on, 2 off (T31)
    count            0 as the control says, 1 the next period by count, 2 at zero (T20, T21)
    choices_of       the program that `freeze` and `count` belong to, 0 for none
    event_class      0 as the control says, else the class of `codes.py` and 1 (Appendices A and B)
    language         0 English, 1 Spanish
    tell             whether tones tell time and moves on request (Laws D.2.6), sound on or off
    default_s        the default time (Laws 6.7), 0 to 7 200 s in steps of 60 s; 0 for none
    """

    def __init__(self) -> None:
        """Take the defaults."""
        self.program = 1
        self.last_program = 0
        self.white_side = LEFT
        self.tenths_ms = TENTHS_MS
        self.sound = False
        self.counter_allowed = True
        self.freeze = 0
        self.count = 0
        self.choices_of = 0
        self.event_class = 0
        self.language = 0
        self.tell = False
        self.default_s = 0

    def values(self) -> list:
        """Return the values of SETTINGS, in that order, as JSON can hold them."""
        return [getattr(self, name) for name in SETTINGS]

    def take(self, values: object, strict: bool = True) -> list:
        """Take the values of SETTINGS, in that order; return the names of those that were bad.

        With `strict` a bad or missing value is a ControlError and nothing is taken. Without, it
        takes its default and its name is in what is returned; so are values without a name, as
        `more`.
        """
        from clockcore.settings_rules import take

        return take(self, values, strict)

    def change(self, name: str, value: object) -> None:
        """Set one by its name; ControlError if there is none, or if the value is out of range."""
        from clockcore.settings_rules import change

        change(self, name, value)
