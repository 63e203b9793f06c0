"""What an arbiter may do to a game that stands: correct times, counters, periods, turn and flag.

Each function returns whether it was done. Nothing here acts while a side runs, apart from
`undo_press`, and a correction rules the undo of the last press out, so that none is silently lost.
"""

from micropython import const

from clockcore.codes import (
    ADJUST,
    ENDED,
    EV_CLEAR_FLAG,
    EV_CORRECTION,
    EV_UNDO,
    NEITHER,
    PAUSED,
    READY,
    RUNNING,
    SETUP,
    SIDES,
    other,
)
from clockcore.game import Game
from clockcore.ticks import ticks_add

UNDO_LIMIT_MS = const(1 << 28)


def set_remaining(game: Game, side: int, ms: int, at: int) -> bool:
    """Set the running counter of `side` to `ms` (0 to 99:59:59.999), while nobody runs.

    The turn's thinking is forgotten: a BRONSTEIN give-back returns only what is used from
    now on, so that the account never rises above the corrected time (T12). The mark of the
    first flag stays (T30).
    """
    if game.state == RUNNING or game.state == SETUP:
        return False
    account = game.accounts[side]
    change = ms - account.counter_ms()
    if account.overtime:
        account.block_left_ms = ms
        account.added_correction.add(change)
    else:
        account.add(change, account.added_correction)
    account.turn_used_ms = 0
    game.presser = NEITHER
    account.arm_warnings()
    if ms > 0:
        account.is_flagged = False
    game.note(EV_CORRECTION, side, at, change)
    return True


def set_moves(game: Game, side: int, moves: int, at: int) -> bool:
    """Correct the move counter of `side`; its period does not change by itself (T24)."""
    if game.state == RUNNING or game.state == SETUP or moves < 0:
        return False
    game.accounts[side].moves = moves
    game.presser = NEITHER
    game.note(EV_CORRECTION, side, at, moves)
    return True


def set_period(game: Game, side: int, index: int, at: int) -> bool:
    """Put `side` into period `index` (from 0), times untouched (T24, T43)."""
    account = game.accounts[side]
    if game.state == RUNNING or game.state == SETUP or not 0 <= index < len(account.periods):
        return False
    account.set_period(index)
    game.presser = NEITHER
    if account.main.clip() == 0 and account.period.block_ms:
        account.start_overtime()
    game.note(EV_CORRECTION, side, at, index)
    return True


def set_side_to_move(game: Game, side: int, at: int) -> bool:
    """Give the turn to `side` in PAUSED or ADJUST; the turn begins anew."""
    if game.state != PAUSED and game.state != ADJUST:
        return False
    if side != game.side_to_move:
        game.side_to_move = side
        game.presser = NEITHER
        game.accounts[side].begin_turn(game.first_flag_side == NEITHER)
    game.note(EV_CORRECTION, side, at, 0)
    return True


def swap_white(game: Game, at: int) -> bool:
    """Swap the color marks; times and counters stay where they are (T5, Laws 7.3)."""
    if game.state == RUNNING or game.state == SETUP:
        return False
    game.white_side = other(game.white_side)
    game.note(EV_CORRECTION, game.white_side, at, 0)
    return True


def clear_flag(game: Game, at: int) -> bool:
    """Remove the mark of the first flag, in ADJUST (T30); return whether there was one."""
    if game.state != ADJUST or game.first_flag_side == NEITHER:
        return False
    game.note(EV_CLEAR_FLAG, game.first_flag_side, at, 0)
    game.first_flag_side = NEITHER
    game.presser = NEITHER
    for account in game.accounts:
        account.is_flagged = False
    return True


def undo_press(game: Game, at: int) -> bool:
    """Take the last press back: everything it gave, and the time since (T44).

    The opponent gets the time since the press back, the presser is charged with it. The
    game runs on if it ran, and stands otherwise. A correction made since the press rules
    the undo out, so that none is silently lost, and so do 74 hours of running.
    """
    if game.state == SETUP or game.state == READY or game.state == ENDED:
        return False
    game.settle(at)
    presser = game.presser
    if presser == NEITHER or game.since_press_ms >= UNDO_LIMIT_MS:
        return False
    state = game.state
    for side in SIDES:
        game.accounts[side].copy(game.before_press[side])
    game.first_flag_side = game.flag_before_press
    game.side_to_move = presser
    game.presser = NEITHER
    game.state = RUNNING
    game.running_side = presser
    since = game.since_press_ms
    game.anchor_at = ticks_add(at, -since)
    game.note(EV_UNDO, presser, at, since)
    game.settle(at)
    if game.state == RUNNING and state != RUNNING:
        game.state = ADJUST if state == ADJUST else PAUSED
        game.running_side = NEITHER
    return True
