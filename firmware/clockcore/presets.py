"""The numbered presets: one table, every row of the requirement R39 and every method.

1 to 14, 18 and 21 to 24 carry the numbers that arbiters know from a DGT 3000, where those numbers
are documented (15 to 17, 19, 20 and 25 are not, and are ours); the FIDE and US controls follow.
"""

from clockcore.codes import (
    AT_ZERO,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    MOVE_TIMER,
    NONE,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.period import ControlError, Period
from clockcore.time_control import TimeControl

# Rows: name (up to 21 characters), periods of White, periods of Black (None: the same).
# A period: main s, method, bonus s, moves, transition, then optional keyword fields.
_PRESETS = (
    ("5 min", ((300, NONE, 0, 0, BY_COUNT),), None),
    ("10 min", ((600, NONE, 0, 0, BY_COUNT),), None),
    ("25 min", ((1500, NONE, 0, 0, BY_COUNT),), None),
    ("1 h", ((3600, NONE, 0, 0, BY_COUNT),), None),
    ("2 h", ((7200, NONE, 0, 0, BY_COUNT),), None),
    ("2 h, 30 min", ((7200, NONE, 0, 0, AT_ZERO), (1800, NONE, 0, 0, BY_COUNT)), None),
    ("2 h, 1 h", ((7200, NONE, 0, 0, AT_ZERO), (3600, NONE, 0, 0, BY_COUNT)), None),
    (
        "2 h, 1 h, 30 min",
        (
            (7200, NONE, 0, 0, AT_ZERO),
            (3600, NONE, 0, 0, AT_ZERO),
            (1800, NONE, 0, 0, BY_COUNT),
        ),
        None,
    ),
    (
        "2 h, 1 h, 1 h",
        (
            (7200, NONE, 0, 0, AT_ZERO),
            (3600, NONE, 0, 0, AT_ZERO),
            (3600, NONE, 0, 0, BY_COUNT),
        ),
        None,
    ),
    ("3 min + 2 s", ((180, FISCHER, 2, 0, BY_COUNT),), None),
    ("25 min + 10 s", ((1500, FISCHER, 10, 0, BY_COUNT),), None),
    ("90 min + 30 s", ((5400, FISCHER, 30, 0, BY_COUNT),), None),
    (
        "90 min, 30 min + 30 s",
        ((5400, FISCHER, 30, 0, AT_ZERO), (1800, FISCHER, 30, 0, BY_COUNT)),
        None,
    ),
    (
        "100/50/15 min + 30 s",
        (
            (6000, FISCHER, 30, 0, AT_ZERO),
            (3000, FISCHER, 30, 0, AT_ZERO),
            (900, FISCHER, 30, 0, BY_COUNT),
        ),
        None,
    ),
    ("5 min + 3 s", ((300, FISCHER, 3, 0, BY_COUNT),), None),
    ("10 min + 5 s", ((600, FISCHER, 5, 0, BY_COUNT),), None),
    ("15 min + 10 s", ((900, FISCHER, 10, 0, BY_COUNT),), None),
    (
        "2 h, 1 h, 15 min+30 s",
        (
            (7200, NONE, 0, 0, AT_ZERO),
            (3600, NONE, 0, 0, AT_ZERO),
            (900, FISCHER, 30, 0, BY_COUNT),
        ),
        None,
    ),
    (
        "Byo-yomi 60 min 5x20s",
        ((3600, BYOYOMI, 0, 0, BY_COUNT, {"block_ms": 20_000, "block_count": 5}),),
        None,
    ),
    (
        "Canadian 60+5 min/15",
        ((3600, CANADIAN, 0, 0, BY_COUNT, {"block_ms": 300_000, "block_count": 15}),),
        None,
    ),
    ("Scrabble 25 min", ((1500, SCRABBLE, 0, 0, BY_COUNT),), None),
    ("US delay 5 min, 2 s", ((300, DELAY, 2, 0, BY_COUNT),), None),
    ("US delay 25 min, 5 s", ((1500, DELAY, 5, 0, BY_COUNT),), None),
    ("US delay 115 min, 5 s", ((6900, DELAY, 5, 0, BY_COUNT),), None),
    ("60 min + 30 s", ((3600, FISCHER, 30, 0, BY_COUNT),), None),
    (
        "FIDE 90/30 + 30 s",
        ((5400, FISCHER, 30, 40, BY_COUNT), (1800, FISCHER, 30, 0, BY_COUNT)),
        None,
    ),
    (
        "FIDE 100/50/15 + 30 s",
        (
            (6000, FISCHER, 30, 40, BY_COUNT),
            (3000, FISCHER, 30, 20, BY_COUNT),
            (900, FISCHER, 30, 0, BY_COUNT),
        ),
        None,
    ),
    (
        "FIDE 120/60/15 + 30 s",
        (
            (7200, NONE, 0, 40, BY_COUNT),
            (3600, NONE, 0, 20, BY_COUNT),
            (900, FISCHER, 30, 0, BY_COUNT, {"bonus_from_move": 61}),
        ),
        None,
    ),
    (
        "Armageddon 5 v 4, 3 s",
        ((300, FISCHER, 3, 0, BY_COUNT, {"bonus_from_move": 61}),),
        ((240, FISCHER, 3, 0, BY_COUNT, {"bonus_from_move": 61}),),
    ),
    ("US G/60 d5", ((3600, DELAY, 5, 0, BY_COUNT),), None),
    ("US G/90 d5", ((5400, DELAY, 5, 0, BY_COUNT),), None),
    (
        "US 40/120, SD/30 d10",
        ((7200, DELAY, 10, 40, BY_COUNT), (1800, DELAY, 10, 0, BY_COUNT)),
        None,
    ),
    (
        "US 40/90, SD/30 d10",
        ((5400, DELAY, 10, 40, BY_COUNT), (1800, DELAY, 10, 0, BY_COUNT)),
        None,
    ),
    ("Bronstein 5 min, 3 s", ((300, BRONSTEIN, 3, 0, BY_COUNT),), None),
    ("Hourglass 1 min", ((60, HOURGLASS, 0, 0, BY_COUNT),), None),
    ("Hourglass 2 min", ((120, HOURGLASS, 0, 0, BY_COUNT),), None),
    ("Gong 10 s", ((10, GONG, 0, 0, BY_COUNT),), None),
    ("Move timer 30 s", ((30, MOVE_TIMER, 0, 0, BY_COUNT),), None),
    ("Up-count", ((0, UPCOUNT, 0, 0, BY_COUNT),), None),
    ("1 min", ((60, NONE, 0, 0, BY_COUNT),), None),
    ("1 min + 1 s", ((60, FISCHER, 1, 0, BY_COUNT),), None),
)

PRESET_COUNT = len(_PRESETS)


def preset_name(number: int) -> str:
    """Return the name of preset `number`, from 1; ControlError where there is none."""
    return _row(number)[0]


def preset(number: int) -> TimeControl:
    """Build the TimeControl of preset `number`, from 1; ControlError where there is none."""
    name, white, black = _row(number)
    freeze = False  # T31
    for row in white + (black or ()):
        if row[1] in (FISCHER, BRONSTEIN, DELAY) and row[2]:
            freeze = True
    return TimeControl(
        _periods(white),
        None if black is None else _periods(black),
        freeze=freeze,
        name=name,
        is_checked=True,
    )


def _row(number: int) -> tuple:
    if not 1 <= number <= PRESET_COUNT:
        raise ControlError("preset " + str(number) + " is outside 1 to " + str(PRESET_COUNT))
    return _PRESETS[number - 1]


def _periods(rows: tuple) -> tuple:
    periods = []
    for row in rows:
        more = row[5] if len(row) > 5 else {}
        periods.append(
            Period(row[0] * 1000, row[1], row[2] * 1000, moves=row[3], transition=row[4], **more)
        )
    return tuple(periods)
