"""What a time control cannot be (T10 to T22): loaded when one is made, not for play."""

from micropython import const

from clockcore.code_names import METHOD_NAMES
from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
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
from clockcore.period import MAIN_LIMIT_MS, ControlError, Period

PERIOD_LIMIT = const(8)
BONUS_LIMIT_MS = const(3_599_999)  # 59:59.999
COUNT_LIMIT = const(255)

WITH_BONUS = (FISCHER, BRONSTEIN, DELAY)
ALONE = (HOURGLASS, GONG, MOVE_TIMER, UPCOUNT)
LAST_ONLY = (BYOYOMI, CANADIAN, SCRABBLE)


def check_control(control) -> None:
    """Raise ControlError if a `TimeControl` cannot be; settle when its bonus is given (T10)."""
    timing = control.bonus_timing
    if timing != BEFORE_MOVE and timing != AFTER_MOVE:
        raise ControlError("bonus timing " + str(timing) + " is unknown")
    _force_timing(control)
    white, black = ("White ", "Black ") if control.odds else ("", "")
    _check_side(control, white, control.white_periods)
    _check_side(control, black, control.black_periods)
    one, two = control.white_periods[0], control.black_periods[0]
    for method in (HOURGLASS, GONG):
        if (one.method == method) != (two.method == method):
            raise ControlError("HOURGLASS and GONG are for both sides or for neither")
    if one.method == HOURGLASS and one.main_ms + two.main_ms > MAIN_LIMIT_MS:
        raise ControlError("hourglass: both times together are above 99:59:59")


def has_bonus(control) -> bool:
    """Return whether any period has a bonus or a delay (T31)."""
    for periods in (control.white_periods, control.black_periods):
        for period in periods:
            if period.method in WITH_BONUS and period.bonus_ms:
                return True
    return False


def _force_timing(control) -> None:
    """Give the bonus before the move where a color has nothing else to begin with (T10)."""
    for periods in (control.white_periods, control.black_periods):
        if not periods:
            continue
        first = periods[0]
        starts_with_bonus = first.method == FISCHER or first.method == BRONSTEIN
        if starts_with_bonus and first.main_ms == 0 and control.bonus_timing == AFTER_MOVE:
            control.bonus_timing = BEFORE_MOVE
            control.bonus_timing_forced = True


def _check_side(control, where: str, periods: tuple) -> None:
    """Raise ControlError if these cannot be the periods of a side of `control`."""
    count = len(periods)
    if not 1 <= count <= PERIOD_LIMIT:
        raise ControlError(
            where + "periods: " + str(count) + " given, 1 to " + str(PERIOD_LIMIT) + " needed"
        )
    total = 0
    previous = None
    for index in range(count):
        period = periods[index]
        check_period(period, where, index + 1, count)
        total += period.main_ms
        if previous is not None and previous.transition == AT_ZERO:
            gained = period.main_ms
            if control.bonus_timing == BEFORE_MOVE:
                gained += period.included_bonus(255) - previous.included_bonus(255)
            starts = period.method == BYOYOMI or period.method == CANADIAN
            if gained <= 0 and not starts:
                raise ControlError(
                    where + "period " + str(index + 1) + ": adds nothing at zero"
                )
        previous = period
    if control.bonus_timing == BEFORE_MOVE:
        total += periods[0].included_bonus(1)
    if total > MAIN_LIMIT_MS:
        raise ControlError(where + "periods: the total is above 99:59:59")


def check_period(period: Period, where: str, number: int, count: int) -> None:
    """Raise ControlError if this cannot be period `number` (from 1) of `count`."""
    name = where + "period " + str(number) + ": "
    last = number == count
    _whole(name + "main", period.main_ms, 0, MAIN_LIMIT_MS, "ms (99:59:59)")
    _whole(name + "method", period.method, NONE, SCRABBLE, "")
    method = METHOD_NAMES[period.method]
    _whole(name + "bonus", period.bonus_ms, 0, BONUS_LIMIT_MS, "ms (59:59)")
    _whole(name + "bonus from move", period.bonus_from_move, 1, COUNT_LIMIT, "")
    _whole(name + "cap", period.cap_ms, 0, MAIN_LIMIT_MS, "ms (99:59:59)")
    _whole(name + "moves", period.moves, 0, COUNT_LIMIT, "")
    _whole(name + "block", period.block_ms, 0, MAIN_LIMIT_MS, "ms (99:59:59)")
    _whole(name + "block count", period.block_count, 0, COUNT_LIMIT, "")
    _whole(name + "transition", period.transition, BY_COUNT, AT_ZERO, "")
    if period.bonus_ms and period.method not in WITH_BONUS:
        raise ControlError(name + method + " has no bonus, so bonus must be 0")
    if period.cap_ms and period.method != FISCHER:
        raise ControlError(name + "only FISCHER has a cap")
    if period.method in ALONE and count > 1:
        raise ControlError(name + method + " must be the only period")
    if period.method in LAST_ONLY and not last:
        raise ControlError(name + method + " must be the last period")
    if period.method == UPCOUNT:
        if period.main_ms:
            raise ControlError(name + "UPCOUNT counts up from 0, so main must be 0")
    elif period.main_ms == 0:
        if period.method not in WITH_BONUS and period.method not in (BYOYOMI, CANADIAN):
            raise ControlError(name + "main 0 leaves " + method + " nothing to count")
        if period.method in WITH_BONUS and period.bonus_ms == 0:
            raise ControlError(name + "main 0 with bonus 0 leaves nothing to count")
        if period.method in WITH_BONUS and number == 1 and period.bonus_from_move > 1:
            raise ControlError(name + "main 0 needs its bonus from move 1")
    if (period.method == BYOYOMI or period.method == CANADIAN) != (period.block_ms > 0):
        raise ControlError(name + "block is for BYOYOMI and CANADIAN, which need it above 0")
    if period.block_count and not period.block_ms:
        raise ControlError(name + "block count without a block")
    if not last and period.transition == BY_COUNT and period.moves == 0:
        raise ControlError(name + "moves 0 by count, but a period follows it")
    if period.repeat:
        if not last:
            raise ControlError(name + "only the last period can repeat")
        if period.method in ALONE or period.method in LAST_ONLY:
            raise ControlError(name + method + " cannot repeat")
        if period.main_ms == 0:
            raise ControlError(name + "main 0 cannot repeat")
        if period.transition == BY_COUNT and period.moves == 0:
            raise ControlError(name + "repeat needs moves, or the change at zero")


def _whole(name: str, value: int, low: int, high: int, unit: str) -> None:
    """Raise ControlError unless `value` is a whole number from low to high."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        unit = " " + unit if unit else ""
        text = repr(value)  # on one line, whatever it is
        if len(text) > 40:
            text = text[:37] + "..."
        raise ControlError(
            name + " " + text + " is outside " + str(low) + " to " + str(high) + unit
        )
