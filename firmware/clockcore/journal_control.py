"""Time controls and settings as records of the journal, and back. Not for play.

A control is a list of words, each at least 0 and below 2**30, one J_CONTROL record each: `who` is
game << 4, the instant field is the index of the word. The first word says how to read the others:

| bits | of the first word |
|---|---|
| 0 to 3 | format, 1 |
| 4 to 10 | how many words there are, this one included: 3 to 81 |
| 11 to 14 | periods of White, or of both colors |
| 15 to 18 | periods of Black, 0 if there are no odds |
| 19, 20 | the bonus is given after the move; it was asked for so, but cannot be (T10) |
| 21 | FREEZE |
| 22 | White sits right |

Then come the periods, White's first, each of 2 to 5 words:

| word | bits | what |
|---|---|---|
| 1 | 0 to 28, 29 | main time in ms; the period repeats |
| 2 | 0 to 21, 22 to 25 | bonus in ms; method |
| 2 | 26, 27, 28, 29 | a third, fourth, fifth word follows; the period ends at zero |
| 3 | 0 to 7, 8 to 15, 16 to 23 | moves; count of blocks; first move of the bonus |
| 4 | 0 to 28 | cap in ms |
| 5 | 0 to 28 | block in ms |

A name is not kept.
"""

from micropython import const

from clockcore.codes import AFTER_MOVE, AT_ZERO, BEFORE_MOVE, BY_COUNT, LEFT, RIGHT
from clockcore.period import ControlError, Period
from clockcore.settings import SETTINGS
from clockcore.time_control import TimeControl

CONTROL_FORMAT = const(1)
LEAST_WORDS = const(3)
WORD_LIMIT = const(0x3FFFFFFF)

# Of the first word.
FORMAT_MASK = const(15)
COUNT_SHIFT = const(4)
COUNT_MASK = const(127)
WHITE_SHIFT = const(11)
BLACK_SHIFT = const(15)
PERIODS_MASK = const(15)
AFTER_BIT = const(1 << 19)
FORCED_BIT = const(1 << 20)
FREEZE_BIT = const(1 << 21)
WHITE_RIGHT_BIT = const(1 << 22)

# Of the first two words of a period.
MAIN_MASK = const((1 << 29) - 1)
REPEAT_BIT = const(1 << 29)
BONUS_MASK = const((1 << 22) - 1)
METHOD_SHIFT = const(22)
METHOD_MASK = const(15)
COUNTS_BIT = const(1 << 26)
CAP_BIT = const(1 << 27)
BLOCK_BIT = const(1 << 28)
AT_ZERO_BIT = const(1 << 29)

BYTE = const(0xFF)
# In what unit a setting is recorded that does not fit a byte as it is.
TENTHS_UNIT = const(1000)  # ms: whole seconds
DEFAULT_UNIT = const(60)  # s: whole minutes


def control_words(
    control: TimeControl, freeze: "bool | None" = None, white_side: int = LEFT
) -> list:
    """Return a time control as whole numbers from 0 to 2**30 - 1, 3 to 81 of them.

    freeze      what is set for the game (T31); None for what the control says
    white_side  LEFT or RIGHT: whose periods White's are, if there are odds
    """
    words = [0]
    _add_periods(words, control.white_periods)
    first = len(control.white_periods) << WHITE_SHIFT
    if control.odds:
        _add_periods(words, control.black_periods)
        first |= len(control.black_periods) << BLACK_SHIFT
    if control.bonus_timing == AFTER_MOVE:
        first |= AFTER_BIT
    if control.bonus_timing_forced:
        first |= FORCED_BIT
    if control.freeze if freeze is None else freeze:
        first |= FREEZE_BIT
    if white_side == RIGHT:
        first |= WHITE_RIGHT_BIT
    words[0] = first | CONTROL_FORMAT | len(words) << COUNT_SHIFT
    return words


def word_count(first: int) -> int:
    """Return how many words a control has by its first one; ControlError for no first word."""
    if not 0 <= first <= WORD_LIMIT or first & FORMAT_MASK != CONTROL_FORMAT:
        raise ControlError("recorded control: its format is unknown")
    return first >> COUNT_SHIFT & COUNT_MASK


def white_side_of(words: list) -> int:
    """Return the side on which White sits, LEFT or RIGHT, as `control_words` was told."""
    return RIGHT if words[0] & WHITE_RIGHT_BIT else LEFT


def control_of(words: list) -> TimeControl:
    """Return the control that `control_words` made these words of; its name is empty.

    ControlError, one line, for anything else.
    """
    if len(words) < LEAST_WORDS or word_count(words[0]) != len(words):
        raise ControlError("recorded control: words are missing")
    first = words[0]
    white, place = _periods(words, 1, first >> WHITE_SHIFT & PERIODS_MASK)
    black = None
    if first >> BLACK_SHIFT & PERIODS_MASK:
        black, place = _periods(words, place, first >> BLACK_SHIFT & PERIODS_MASK)
    # What was forced is forced once more.
    timing = AFTER_MOVE if first & (AFTER_BIT | FORCED_BIT) else BEFORE_MOVE
    control = TimeControl(white, black, timing, first & FREEZE_BIT != 0)
    if control_words(control, None, white_side_of(words)) != list(words):
        raise ControlError("recorded control: has something that is not known")
    return control


def _add_periods(words: list, periods: tuple) -> None:
    for period in periods:
        words.append(period.main_ms | (REPEAT_BIT if period.repeat else 0))
        second = len(words)
        words.append(period.bonus_ms | period.method << METHOD_SHIFT)
        if period.transition == AT_ZERO:
            words[second] |= AT_ZERO_BIT
        if period.moves or period.block_count or period.bonus_from_move != 1:
            words[second] |= COUNTS_BIT
            words.append(
                period.moves | period.block_count << 8 | period.bonus_from_move << 16
            )
        if period.cap_ms:
            words[second] |= CAP_BIT
            words.append(period.cap_ms)
        if period.block_ms:
            words[second] |= BLOCK_BIT
            words.append(period.block_ms)


def _periods(words: list, place: int, count: int) -> tuple:
    """Return `count` periods from a place on, and the place behind them."""
    periods = []
    for _ in range(count):
        main = _word(words, place)
        second = _word(words, place + 1)
        place += 2
        counts = 1 << 16
        cap_ms = 0
        block_ms = 0
        if second & COUNTS_BIT:
            counts = _word(words, place)
            place += 1
        if second & CAP_BIT:
            cap_ms = _word(words, place)
            place += 1
        if second & BLOCK_BIT:
            block_ms = _word(words, place)
            place += 1
        periods.append(
            Period(
                main & MAIN_MASK,
                second >> METHOD_SHIFT & METHOD_MASK,
                second & BONUS_MASK,
                counts >> 16 & BYTE,
                cap_ms,
                counts & BYTE,
                AT_ZERO if second & AT_ZERO_BIT else BY_COUNT,
                block_ms,
                counts >> 8 & BYTE,
                main & REPEAT_BIT != 0,
            )
        )
    return tuple(periods), place


def _word(words: list, place: int) -> int:
    if place >= len(words):
        raise ControlError("recorded control: words are missing")
    if not 0 <= words[place] <= WORD_LIMIT:
        raise ControlError("recorded control: word " + str(place) + " is out of range")
    return words[place]


# --- settings ------------------------------------------------------------------------------------


def setting_value(index: int, new: int, old: int) -> int:
    """Return the value of a J_SETTING record: new << 8 | old, 0 to 65 535.

    index     place of the setting in SETTINGS
    new, old  as `Settings` has them; tenths are recorded in s, the default time in minutes
    """
    unit = _unit(index)
    return int(new) // unit << 8 | int(old) // unit


def setting_of(index: int, value: int) -> tuple:
    """Return the new and the old value of a setting as `Settings` has them, from a record."""
    unit = _unit(index)
    return (value >> 8 & BYTE) * unit, (value & BYTE) * unit


def _unit(index: int) -> int:
    name = SETTINGS[index] if index < len(SETTINGS) else ""
    if name == "tenths_ms":
        return TENTHS_UNIT
    return DEFAULT_UNIT if name == "default_s" else 1
