"""Another time control in the middle of a game (Laws 6.10.2), and the insertion of an increment.

Times and counters are kept; each change is one correction for `arbiter.undo_correction`.
"""

from micropython import const

from clockcore.arbiter import enter_corrected, enter_period, open_correction, shift
from clockcore.codes import (
    AT_ZERO,
    BY_COUNT,
    BYOYOMI,
    ENDED,
    EV_CONTROL,
    FISCHER,
    NEITHER,
    NONE,
    READY,
    RUNNING,
    SCRABBLE,
    SETUP,
    SIDES,
    other,
)
from clockcore.control_dict import FIELDS
from clockcore.control_rules import WITH_BONUS
from clockcore.game import Game
from clockcore.laws import INSERT_BELOW_MS, INSERT_BONUS_MS, INSERT_INCREMENT_MS
from clockcore.period import ControlError, Period
from clockcore.time_control import TimeControl

# What `_changed` does to a period.
WITH_INCREMENT = const(0)
ENDS_BY_COUNT = const(1)
ENDS_AT_ZERO = const(2)


def period_for_moves(periods: tuple, moves: int, present: int = 0) -> int:
    """Return the period, from 0, that follows from a counter of completed moves (T24).

    Where a period ends at zero no counter tells whether it is over: then it is `present`, if
    that comes later, the period in which the side has been so far.
    """
    index = 0
    end = 0
    while index + 1 < len(periods):
        if periods[index].transition == AT_ZERO:
            return max(index, min(present, len(periods) - 1))
        end += periods[index].moves
        if moves < end:
            break
        index += 1
    return index


def change_control(game: Game, control: TimeControl, at: int) -> bool:
    """Give a game that has begun and stands another time control (6.10.2, T43).

    Times and counters stay, to the millisecond: no bonus is given or taken, and what was left of
    a moment or block goes on as main time, unless the new period has moments or blocks of the
    same kind. FREEZE becomes what the new control says. Each side is put into the period that
    follows from its counter, which may be set after. With odds the marks of the colors decide
    whose periods are whose. A time below 0 (SCRABBLE) that the control cannot have becomes 0.
    """
    if game.state in (SETUP, READY, RUNNING, ENDED):
        return False
    open_correction(game)
    game.control = control
    game.freeze = control.freeze
    for side in SIDES:
        _take_control(game, side, control)
    game.note(EV_CONTROL, NEITHER, at, 0)
    return True


def _take_control(game: Game, side: int, control: TimeControl) -> None:
    account = game.accounts[side]
    was = account.period
    present = account.period_index
    had_overtime = account.overtime
    kept_ms = account.block_left_ms if had_overtime else 0
    blocks_left = account.blocks_left
    block_moves = account.block_moves
    periods = control.periods_of(side == game.white_side)
    index = period_for_moves(periods, account.moves, present)
    account.periods = periods
    account.bonus_timing = control.bonus_timing
    account.period_index = len(periods)  # none of them: it is entered anew
    enter_period(account, index)
    period = account.period
    if had_overtime and period.method == was.method:
        account.start_overtime()
        account.block_left_ms = kept_ms
        if period.method == BYOYOMI and period.block_count:
            if was.block_count:
                account.blocks_left = min(blocks_left, period.block_count)
        else:
            account.block_moves = block_moves
        kept_ms = 0
    elif was.method == SCRABBLE and period.method != SCRABBLE and account.main.clip() < 0:
        account.add(-account.main.clip(), account.added_correction)
    if not account.overtime:
        enter_corrected(game, side, kept_ms)
    account.arm_warnings()


# --- the 5 s increment of Guidelines III.4 -------------------------------------------------------


def can_insert_increment(game: Game, side: int) -> bool:
    """Return whether `side` may ask for an increment (Guidelines III.4).

    It has the move and less than 2 minutes, no flag has fallen, and no period of the control has
    a bonus or delay, or a method that cannot have one.
    """
    if game.state in (SETUP, READY, RUNNING, ENDED) or game.control is None:
        return False
    if side == NEITHER or side != game.side_to_move or game.first_flag_side != NEITHER:
        return False
    if game.accounts[side].counter_ms() >= INSERT_BELOW_MS:
        return False
    return _with_increment(game.control) is not None


def insert_increment(game: Game, side: int, at: int) -> bool:
    """Give both sides 5 s a move from now on, and the opponent of `side` 2 min, as one correction.

    `side` is who asked. The first 5 s come with the next press of each side. FREEZE is on, as
    wherever there is an increment (T31).
    """
    if game.control is None or not can_insert_increment(game, side):
        return False
    control = _with_increment(game.control)
    if control is None:
        return False
    open_correction(game)
    for account in game.accounts:
        # By what they are: the colors may have been swapped.
        is_white = account.periods is game.control.white_periods
        account.periods = control.periods_of(is_white)
        account.period = account.periods[account.period_index]
    game.control = control
    game.freeze = control.freeze
    game.note(EV_CONTROL, side, at, INSERT_INCREMENT_MS)
    shift(game, other(side), INSERT_BONUS_MS, at)
    return True


def _with_increment(control: TimeControl) -> "TimeControl | None":
    """Return `control` with 5 s FISCHER in every period, or None where that cannot be."""
    for periods in (control.white_periods, control.black_periods):
        for period in periods:
            if period.bonus_ms or (period.method != NONE and period.method not in WITH_BONUS):
                return None
    try:
        return _rebuilt(control, WITH_INCREMENT, None)
    except ControlError:
        return None  # its total is at the limit already


# --- forced move count ---------------------------------------------------------------------------


def forced_count(control: TimeControl, on: bool) -> TimeControl:
    """Return `control` with the changes of its periods by count (on) or at zero (off).

    On, a period without a number of moves goes on ending at zero. Raises ControlError where a
    period cannot end so (T20, T21).
    """
    return _rebuilt(control, ENDS_BY_COUNT if on else ENDS_AT_ZERO, control.freeze)


def is_forced_count(control: TimeControl) -> bool:
    """Return whether every change of period that has a number of moves goes by it.

    False where none has.
    """
    found = False
    for periods in (control.white_periods, control.black_periods):
        for index in range(len(periods)):
            period = periods[index]
            if period.moves and (period.repeat or index + 1 < len(periods)):
                if period.transition != BY_COUNT:
                    return False
                found = True
    return found


def _rebuilt(control: TimeControl, change: int, freeze: "bool | None") -> TimeControl:
    """Return a control like `control` whose periods are copies, each with the change."""
    black = _changed(control.black_periods, change) if control.odds else None
    white = _changed(control.white_periods, change)
    return TimeControl(white, black, control.bonus_timing, freeze, control.name)


def _changed(periods: tuple, change: int) -> tuple:
    result = []
    for index in range(len(periods)):
        copy = Period()
        for field in FIELDS:
            setattr(copy, field, getattr(periods[index], field))
        is_followed = copy.repeat or index + 1 < len(periods)
        if change == WITH_INCREMENT:
            copy.method = FISCHER
            copy.bonus_ms = INSERT_INCREMENT_MS
            copy.bonus_from_move = 1
        elif change == ENDS_AT_ZERO and is_followed:
            copy.transition = AT_ZERO
        elif change == ENDS_BY_COUNT and is_followed and copy.moves:
            copy.transition = BY_COUNT
        result.append(copy)
    return tuple(result)
