"""The numbers of the Laws of Chess that an arbiter's action needs, in one table: "FIDE-2023".

Laws of 1 January 2023 (Handbook E.01). Another edition is another table here and nothing else.
An event class is one of EVENT_STANDARD, EVENT_RAPID, EVENT_BLITZ, EVENT_BLITZ_SUPERVISED. Rapid
under adequate supervision (A.4) has the numbers of rapid: A.3 is not excluded by A.4. Blitz under
B.2 follows the rules of standard chess in full, so that B.3 and through it A.3 and A.5 do not
apply; without it B.3 leads to both.
"""

from micropython import const

from clockcore.codes import (
    BYOYOMI,
    CANADIAN,
    EVENT_BLITZ,
    EVENT_RAPID,
    EVENT_STANDARD,
    GONG,
    MOVE_TIMER,
    UPCOUNT,
)
from clockcore.control_rules import BONUS_LIMIT_MS, WITH_BONUS
from clockcore.time_control import TimeControl

EDITION = "FIDE-2023"

# One row a class, in the order of their numbers: time added for an illegal move or a wrong claim
# (7.5.5, 9.5.3; A.3, B.3), and after how many moves by each side the settings are not to be
# changed any more (A.5.1), 0 for never.
TABLE = (
    (120_000, 0),
    (60_000, 10),
    (60_000, 10),
    (120_000, 0),
)
CLASS_NAMES = ("standard", "rapid", "blitz", "blitz-supervised")

NEW_GAME_MOVES = const(10)  # 7.3: colors reversed, fewer moves than these by both
TROUBLE_MS = const(300_000)  # 8.4: below these 5 minutes, and ...
TROUBLE_INCREMENT_MS = const(30_000)  # ... with less than this a move, recording may stop
INSERT_INCREMENT_MS = const(5_000)  # Guidelines III.4: for both sides
INSERT_BONUS_MS = const(120_000)  # for the opponent of who asked
INSERT_BELOW_MS = const(120_000)  # who asks has less than this

# A.1, B.1: rapid is above 10 and below 60 minutes for all moves, an increment counted 60 times.
COUNTED_MOVES = const(60)
BLITZ_LONGEST_MS = const(600_000)
STANDARD_SHORTEST_MS = const(3_600_000)


def bonus_ms(event_class: int) -> int:
    """Return the time in ms that the opponent of an offender gets in a class."""
    return TABLE[event_class][0]


def locks_at_move(event_class: int) -> int:
    """Return after how many moves by each the settings stay (A.5.1); 0 where they never do."""
    return TABLE[event_class][1]


def class_for(chosen: int, control: "TimeControl | None") -> int:
    """Return the class of an event (T42): the one that is chosen, or else that of its control.

    `chosen` is `Settings.event_class`: 0 for none, or the class and 1.
    """
    if chosen or control is None:
        return max(chosen - 1, 0)
    return class_of(control)


def class_of(control: TimeControl) -> int:
    """Return the class of a time control: EVENT_STANDARD, EVENT_RAPID or EVENT_BLITZ (A.1, B.1).

    It goes by the main time of all periods and 60 times the bonus or delay of the first. FIDE
    does not say what a control with odds is: here the longer side decides. It knows neither
    moments, blocks nor fixed times of a turn: here they count like a bonus of 60 moves, a block
    shared out over its moves. A period that repeats counts once; UPCOUNT has no end and is
    standard. That blitz is supervised (B.2) no control can tell.
    """
    longest = max(_length_ms(control.white_periods), _length_ms(control.black_periods))
    if longest <= BLITZ_LONGEST_MS:
        return EVENT_BLITZ
    return EVENT_RAPID if longest < STANDARD_SHORTEST_MS else EVENT_STANDARD


def _length_ms(periods: tuple) -> int:
    """Return what 60 moves may take, as far as it matters: an hour and more is one."""
    total = 0
    each_move = periods[0].bonus_ms if periods[0].method in WITH_BONUS else 0
    for period in periods:
        if period.method == UPCOUNT:
            return STANDARD_SHORTEST_MS
        if period.method == GONG or period.method == MOVE_TIMER:
            each_move = period.main_ms
            continue
        total += period.main_ms
        if period.method == BYOYOMI:
            each_move += period.block_ms
        elif period.method == CANADIAN:
            if period.block_count:
                each_move += period.block_ms // period.block_count
            else:
                total += min(period.block_ms, STANDARD_SHORTEST_MS)
    return min(total, STANDARD_SHORTEST_MS) + COUNTED_MOVES * min(each_move, BONUS_LIMIT_MS)
