"""What an arbiter may do to a game that stands: correct times, counters, periods, turn and flag.

Each function returns whether it was done. Nothing here acts while a side runs, apart from
`undo_press`. Every correction but one of FREEZE rules the undo of the last press out, so that none
is silently lost; undoing the correction allows it again (T44).

Several corrections between `begin_correction` and `end_correction` count as one for
`undo_correction`. While the game stands, the last one is undone exactly, from copies that are
made when it begins. When the game runs on the copies are given up, and only the amounts by which
times and counters were changed are kept, if nothing else was. A period is to be set before the
time in it.

UNDO PRESS is itself such a correction while the game stands. A FREEZE switch leaves the last press
alone.
"""

from micropython import const

from clockcore.account import Account
from clockcore.codes import (
    ADJUST,
    AT_ZERO,
    BYOYOMI,
    CANADIAN,
    DELAY,
    ENDED,
    EV_CEILING,
    EV_CLEAR_FLAG,
    EV_CORRECTION,
    EV_ILLEGAL_MOVE,
    EV_UNDO,
    FLAGGED,
    NEITHER,
    PAUSED,
    READY,
    RUNNING,
    SCRABBLE,
    SETUP,
    SIDES,
    UNDONE_AMOUNTS,
    UNDONE_CORRECTION,
    other,
)
from clockcore.correction_memory import CorrectionMemory
from clockcore.duration import DAY_MS, Duration
from clockcore.game import HISTORY_ROOM, Game
from clockcore.laws import NEW_GAME_MOVES, locks_at_move
from clockcore.period import MAIN_LIMIT_MS, Period
from clockcore.ticks import NEVER_MS, ticks_add

UNDO_LIMIT_MS = const(1 << 28)
MOVES_LIMIT = const(999)  # of a counter that is corrected

# Values of `Game.correction_pass`.
NO_PASS = const(0)
PASS_BEGUN = const(1)
PASS_REMEMBERED = const(2)

# What a memory keeps of a game beside accounts, control, FREEZE and offences.
REMEMBERED = (
    "side_to_move",
    "white_side",
    "first_flag_side",
    "presser",
    "history_next",
    "history_count",
)


# --- times ---------------------------------------------------------------------------------------


def set_remaining(game: Game, side: int, ms: int, at: int) -> bool:
    """Set the running counter of `side` to `ms`, while nobody runs.

    0 to 99:59:59.999; with SCRABBLE also as much below 0. The turn's thinking is forgotten: a
    BRONSTEIN give-back returns only what is used from now on, so that the account never rises
    above the corrected time (T12). The mark of the first flag stays (T30). The time that it is
    already changes nothing.
    """
    account = game.accounts[side]
    lowest = -MAIN_LIMIT_MS if account.period.method == SCRABBLE else 0
    if not _stands(game) or not lowest <= ms <= MAIN_LIMIT_MS:
        return False
    change = ms - account.counter_ms()
    if change:
        open_correction(game)
        shift(game, side, change, at)
        account.turn_before_ms = min(account.turn_before_ms + account.turn_used_ms, NEVER_MS)
        account.turn_used_ms = 0
    return True


def add_time(game: Game, side: int, ms: int, at: int) -> bool:
    """Add `ms` ms (take, if negative) to one side, or to both with NEITHER (12.5, 12.9.2, 12.9.3).

    A reduction stops at 0 (SCRABBLE goes on below it), an addition at 99:59:59.999. The turn
    goes on as it was: what was thought in it is still given back by BRONSTEIN. False for 0 ms.
    """
    if not _stands(game) or ms == 0:
        return False
    ms = max(min(ms, MAIN_LIMIT_MS), -MAIN_LIMIT_MS)
    open_correction(game)
    for each in SIDES:
        if side == NEITHER or side == each:
            shift(game, each, ms, at)
    return True


def goes_below_zero(game: Game, side: int, ms: int) -> bool:
    """Return whether a reduction by `ms` (negative) leaves nothing to `side`, or to one of both.

    That is asked first: the flag of that side is then to fall.
    """
    if ms >= 0:
        return False
    for each in SIDES:
        if side == NEITHER or side == each:
            if game.accounts[each].counter_ms() + ms <= 0:
                return True
    return False


def falls_at_zero(game: Game, side: int) -> bool:
    """Return whether the time of `side`, set to 0, ends by itself; that is asked first."""
    return game.accounts[side].until_zero_ms() < NEVER_MS


def shift(game: Game, side: int, ms: int, at: int) -> None:
    """Change the running counter of `side` by `ms`, within its limits, and note it.

    A side with time left is no longer at its flag; the mark of the first flag stays (T30).
    Part of a correction that is open.
    """
    account = game.accounts[side]
    before = account.counter_ms()
    lowest = -MAIN_LIMIT_MS if account.period.method == SCRABBLE else 0
    ms = max(ms, lowest - before)
    if ms > MAIN_LIMIT_MS - before:
        ms = MAIN_LIMIT_MS - before
        game.note(EV_CEILING, side, at, 0)
    if account.overtime:
        account.block_left_ms = before + ms
    else:
        account.add(ms, account.added_correction)
    account.arm_warnings()
    if account.counter_ms() > 0:
        _lift_flag(account)
    game.note(EV_CORRECTION, side, at, ms)


def time_used_ms(game: Game, side: int) -> int:
    """Return all that `side` has thought, in ms, held at 12 days (Guidelines I, D.2.10.4).

    Main time, delay, overtime, and what ran after a flag, up to the last settle.
    """
    account = game.accounts[side]
    used = Duration()
    _add_duration(used, account.booked_main)
    _add_duration(used, account.booked_delay)
    _add_duration(used, account.booked_overtime)
    _add_duration(used, account.booked_after_flag)
    return used.clip()


# --- counters, period, turn, colors, flag --------------------------------------------------------


def set_moves(game: Game, side: int, moves: int, at: int) -> bool:
    """Correct the move counter of `side`; its period does not change by itself (T24)."""
    if not _stands(game) or moves < 0:
        return False
    if moves != game.accounts[side].moves:
        open_correction(game)
        game.accounts[side].moves = moves
        game.note(EV_CORRECTION, side, at, moves)
    return True


def set_period(game: Game, side: int, index: int, at: int) -> bool:
    """Put `side` into period `index` (from 0), times untouched (T24, T43).

    The period that it is in already only gets its last move put right. A delay that begins
    with the period is less by the thinking of the turn.
    """
    account = game.accounts[side]
    if not _stands(game) or not 0 <= index < len(account.periods):
        return False
    end_move = account.end_move
    if index == account.period_index:
        enter_period(account, index)
        if account.end_move == end_move:
            return True
        account.end_move = end_move
        open_correction(game)
        enter_period(account, index)
    else:
        open_correction(game)
        kept_ms = account.block_left_ms if account.overtime else 0
        enter_period(account, index)
        enter_corrected(game, side, kept_ms)
    game.note(EV_CORRECTION, side, at, index)
    return True


def has_moments(account: Account) -> bool:
    """Return whether an account is in one of a number of moments (BYOYOMI, T16)."""
    period = account.period
    return account.overtime and period.method == BYOYOMI and period.block_count > 0


def set_moments(game: Game, side: int, count: int, at: int) -> bool:
    """Set the moments that `side` has left, from 1 (the one it is in) to those of the period."""
    account = game.accounts[side]
    if not _stands(game) or not has_moments(account):
        return False
    if not 1 <= count <= account.period.block_count:
        return False
    if count != account.blocks_left:
        open_correction(game)
        account.blocks_left = count
        game.note(EV_CORRECTION, side, at, count)
    return True


def has_block_moves(account: Account) -> bool:
    """Return whether an account is in a block that a number of moves reloads (CANADIAN, T16)."""
    period = account.period
    return account.overtime and period.method == CANADIAN and period.block_count > 0


def set_block_moves(game: Game, side: int, left: int, at: int) -> bool:
    """Set the moves that `side` has left in its block, from 1 to those of a whole block."""
    account = game.accounts[side]
    if not _stands(game) or not has_block_moves(account):
        return False
    made = account.period.block_count - left
    if left < 1 or made < 0:
        return False
    if made != account.block_moves:
        open_correction(game)
        account.block_moves = made
        game.note(EV_CORRECTION, side, at, left)
    return True


def enter_corrected(game: Game, side: int, kept_ms: int) -> None:
    """Begin what the period that `side` was put into begins with: an overtime, a delay.

    `kept_ms` is what was left of a moment or block: it goes on as main time.
    """
    account = game.accounts[side]
    period = account.period
    if kept_ms:
        account.add(kept_ms, account.added_correction)
    if account.main.clip() == 0 and period.block_ms:
        account.start_overtime()
    account.delay_left_ms = 0
    if side == game.side_to_move and game.first_flag_side == NEITHER and period.method == DELAY:
        delay = period.bonus_of_move(account.moves + 1) - account.turn_used_ms
        account.delay_left_ms = max(delay, 0)
    if account.counter_ms() > 0:
        _lift_flag(account)
    account.arm_warnings()


def set_side_to_move(game: Game, side: int, at: int) -> bool:
    """Give the turn to `side` in PAUSED or ADJUST; the turn begins anew."""
    if game.state != PAUSED and game.state != ADJUST:
        return False
    if side != game.side_to_move:
        open_correction(game)
        game.side_to_move = side
        game.accounts[side].begin_turn(game.first_flag_side == NEITHER)
    game.note(EV_CORRECTION, side, at, 0)
    return True


def swap_white(game: Game, at: int) -> bool:
    """Swap the color marks; times and counters stay where they are (T5, Laws 7.3)."""
    if not _stands(game):
        return False
    open_correction(game)
    game.white_side = other(game.white_side)
    game.note(EV_CORRECTION, game.white_side, at, 0)
    return True


def set_freeze(game: Game, freeze: bool, at: int) -> bool:
    """Set FREEZE, in READY or while the game stands (T31); the last press can still be undone."""
    if not _stands(game):
        return False
    if freeze != game.freeze:
        presser = game.presser
        open_correction(game)
        game.presser = presser
        game.freeze = freeze
        game.note(EV_CORRECTION, NEITHER, at, 1 if freeze else 0)
    return True


def clear_flag(game: Game, at: int) -> bool:
    """Remove the mark of the first flag, in ADJUST (T30); return whether there was one."""
    if game.state != ADJUST or game.first_flag_side == NEITHER:
        return False
    open_correction(game)
    game.note(EV_CLEAR_FLAG, game.first_flag_side, at, 0)
    game.first_flag_side = NEITHER
    for account in game.accounts:
        _lift_flag(account)
    return True


# --- what the Laws ask ---------------------------------------------------------------------------


def must_be_new_game(game: Game) -> bool:
    """Return whether a game that began with colors reversed is to be played anew (Laws 7.3).

    It is until both have completed 10 moves; then it goes on.
    """
    if game.state == SETUP or game.state == READY:
        return False
    one, two = game.accounts
    return min(one.moves, two.moves) < NEW_GAME_MOVES


def is_locked(game: Game, event_class: int) -> bool:
    """Return whether the settings are not to be changed any more, without need (A.5.1).

    In rapid and blitz they are not once each side has completed 10 moves.
    """
    limit = locks_at_move(event_class)
    one, two = game.accounts
    return limit > 0 and min(one.moves, two.moves) >= limit


# --- the clock around a game ---------------------------------------------------------------------


def expect_lever(clock, game: Game) -> None:
    """Let a rocker of the `ChessClock` stand as after the press before this turn (T41)."""
    if game.side_to_move != NEITHER:
        clock.paused_down[clock.table.games.index(game)] = other(game.side_to_move)


def end_games(clock, ending, at: int) -> None:
    """End games of a `ChessClock`, of a table maybe not all of them (T32, T60)."""
    goes_on = False
    for game in clock.table.games:
        if game not in ending and game.state != ENDED:
            goes_on = True
    if not goes_on:
        clock.forget(False)  # none of them can go on
    for game in ending:
        game.end(at)


# --- illegal move --------------------------------------------------------------------------------


def can_illegal_move(game: Game) -> bool:
    """Return whether the last press is known and can be called an illegal move."""
    if game.state == READY or game.state == ENDED or not _stands(game):
        return False
    return game.presser != NEITHER and game.since_press_ms < UNDO_LIMIT_MS


def illegal_move(game: Game, bonus_ms: int, at: int) -> bool:
    """Call the last press an illegal move (Laws 7.5, T42): the presser has the turn again.

    All that the press gave is taken back: bonus, give-back, moment, block, period and its time,
    count. What has passed since stays charged to the opponent; with HOURGLASS the presser keeps
    it. A period that has come for both at zero since stays, where it comes without the press,
    too. The opponent gets `bonus_ms`, and the offence is counted. It is one correction.
    """
    if not can_illegal_move(game) or bonus_ms < 0:
        return False
    presser = game.presser
    opponent = other(presser)
    open_correction(game)
    account = game.accounts[presser]
    before = game.before_press[presser]
    gained = _difference_ms(account.added_hourglass, before.added_hourglass)
    if account.moves != before.moves:
        _take_back_history(game)
    account.copy(before)
    account.add(gained, account.added_hourglass)
    account.interim_left_ms = max(account.interim_left_ms - game.since_press_ms, 0)
    _repeat_zeros(account, game.before_press[opponent], game.accounts[opponent])
    game.side_to_move = presser
    game.offences[presser] += 1
    game.note(EV_ILLEGAL_MOVE, presser, at, game.offences[presser])
    if bonus_ms:
        shift(game, opponent, bonus_ms, at)
    return True


def _repeat_zeros(account: Account, before: Account, opponent: Account) -> None:
    """Give `account` the periods that came at the zeros of `opponent` since `before` (T21)."""
    gained_ms = _difference_ms(opponent.added_period, before.added_period)
    index = before.period_index
    while index < opponent.period_index:
        if _changes_along(account, opponent.periods[index], index):
            account.enter_next_at_zero()
        index += 1
        gained_ms -= opponent.periods[index].main_ms
    if not opponent.period.main_ms or not _changes_along(account, opponent.period, index):
        return
    rounds = gained_ms // opponent.period.main_ms
    if rounds:  # repetitions of the last period
        account.enter_next_at_zero()
        if account.period_index == index:
            # No more than reaches the ceiling: the product could be any number.
            gain_ms = account.period.main_ms
            useful = (MAIN_LIMIT_MS - account.main.clip()) // gain_ms + 1
            account.add(min(rounds - 1, useful) * gain_ms, account.added_period)


def _changes_along(account: Account, period: Period, index: int) -> bool:
    """Return whether a zero of the other side in its period `index` changes this side's, too."""
    return (
        period.transition == AT_ZERO
        and account.period_index == index
        and account.has_next_period()
        and account.period.transition == AT_ZERO
    )


# --- undo ----------------------------------------------------------------------------------------


def can_undo_press(game: Game) -> bool:
    """Return whether there is a press to undo."""
    if game.state == SETUP or game.state == READY or game.state == ENDED:
        return False
    return game.presser != NEITHER and game.since_press_ms < UNDO_LIMIT_MS


def undo_press(game: Game, at: int) -> bool:
    """Take the last press back: everything it gave, and the time since (T44).

    The opponent gets the time since the press back, the presser is charged with it. The
    game runs on if it ran, and stands otherwise; then it is a correction that can be undone. A
    correction made since the press rules the undo out, so that none is silently lost, and so do
    74 hours of running.
    """
    game.settle(at)
    if not can_undo_press(game):
        return False
    presser = game.presser
    state = game.state
    since = game.since_press_ms
    default_left_ms = game.default_left_ms
    if state != RUNNING:
        open_correction(game)
    if game.accounts[presser].moves != game.before_press[presser].moves:
        _take_back_history(game)
    for side in SIDES:
        game.accounts[side].copy(game.before_press[side])
    game.first_flag_side = game.flag_before_press
    game.side_to_move = presser
    game.presser = NEITHER
    game.state = RUNNING
    game.running_side = presser
    if game.default_left_ms:
        game.default_left_ms += since  # it passes once more
    game.anchor_at = ticks_add(at, -since)
    game.note(EV_UNDO, presser, at, since)
    game.settle(at)
    if state != RUNNING:
        if game.state == RUNNING:
            game.state = ADJUST if state == ADJUST else PAUSED
            game.running_side = NEITHER
        # Undone, the press is as long ago as it was, and the same default time is left.
        game.since_press_ms = since
        game.default_left_ms = default_left_ms
    return True


def begin_correction(game: Game) -> bool:
    """Let what follows, up to `end_correction`, count as one correction."""
    if not _stands(game):
        return False
    game.correction_pass = PASS_BEGUN
    return True


def end_correction(game: Game) -> bool:
    """End what `begin_correction` began; return whether anything was corrected in between."""
    has_corrected = game.correction_pass == PASS_REMEMBERED
    game.correction_pass = NO_PASS
    return has_corrected


def open_correction(game: Game) -> None:
    """Remember the game for `undo_correction`, before anything is changed.

    Within a pass only the first time.
    """
    if game.correction_pass != PASS_REMEMBERED:
        correction_pass = game.correction_pass
        memory = game.correction
        game.forget_correction()
        if memory is None:
            memory = CorrectionMemory()
        game.correction = memory
        if correction_pass == PASS_BEGUN:
            game.correction_pass = PASS_REMEMBERED
        memory.control = game.control
        memory.freeze = game.freeze
        for side in SIDES:
            memory.accounts[side].copy(game.accounts[side])
            memory.offences[side] = game.offences[side]
        for index in range(len(REMEMBERED)):
            memory.numbers[index] = getattr(game, REMEMBERED[index])
    game.presser = NEITHER


def can_undo_correction(game: Game) -> bool:
    """Return whether there is a correction, or its amounts, to take back."""
    if not _stands(game):
        return False
    if game.correction is not None:
        return True
    for change in game.correction_change:
        if change:
            return True
    return False


def undo_correction(game: Game, at: int) -> bool:
    """Undo the last correction as a whole (T44), while the game stands.

    Exactly, if the game has not run since; the press before it can then be undone again. If it
    has, times, counters and offences are taken back by the same amounts, never below 0; a
    correction that changed anything else (period, turn, colors, control) cannot be undone then.
    """
    if not can_undo_correction(game):
        return False
    memory = game.correction
    if memory is None:
        _take_amounts_back(game, at)
        game.note(EV_UNDO, NEITHER, at, UNDONE_AMOUNTS)
        return True
    for side in SIDES:
        game.accounts[side].copy(memory.accounts[side])
        game.offences[side] = memory.offences[side]
    game.control = memory.control
    game.freeze = memory.freeze
    for index in range(len(REMEMBERED)):
        setattr(game, REMEMBERED[index], memory.numbers[index])
    game.forget_correction()
    if game.state == FLAGGED and not game.stands_still():
        game.state = PAUSED  # an undone press has let the flag fall
    game.note(EV_UNDO, NEITHER, at, UNDONE_CORRECTION)
    return True


def _take_amounts_back(game: Game, at: int) -> None:
    change = game.correction_change
    for side in SIDES:
        account = game.accounts[side]
        if change[side]:
            shift(game, side, -change[side], at)
        if change[side + 2]:
            account.moves = max(account.moves - change[side + 2], 0)
            game.note(EV_CORRECTION, side, at, account.moves)
        game.offences[side] = max(game.offences[side] - change[side + 4], 0)
    game.presser = NEITHER
    game.forget_correction()


# --- small steps ---------------------------------------------------------------------------------


def _stands(game: Game) -> bool:
    return game.state != RUNNING and game.state != SETUP


def _lift_flag(account: Account) -> None:
    """Let an account run again after its flag; the last moment has its number back (T16)."""
    account.is_flagged = False
    if account.blocks_left == 0 and has_moments(account):
        account.blocks_left = 1


def _take_back_history(game: Game) -> None:
    if game.history_count:
        game.history_count -= 1
        game.history_next = (game.history_next - 1) % HISTORY_ROOM


def _add_duration(total: Duration, one: Duration) -> None:
    total.days += one.days
    total.add(one.day_ms)


def _difference_ms(later: Duration, sooner: Duration) -> int:
    """Return how much a head has grown since the last press; it is below 74 hours."""
    return (later.days - sooner.days) * DAY_MS + later.day_ms - sooner.day_ms


def enter_period(account: Account, index: int) -> None:
    """Make `index` the period without giving or taking time (T24, T43).

    In the present period only the number of its last move is put right: a moment or a
    delay that runs goes on.
    """
    base = 0
    for before in range(index):
        if not account.periods[before].moves:
            base = account.moves
            break
        base += account.periods[before].moves
    period = account.periods[index]
    if period.repeat and period.moves and account.moves > base:
        base = account.moves - (account.moves - base) % period.moves
    if index == account.period_index:
        account.end_move = base + period.moves if period.moves else 0
    else:
        account.enter(index, base)


def past_move(game: Game, back: int) -> tuple:
    """Return side and ms used of a completed move: the last (0) to the 8th last (7).

    `back` is below `history_count`. A time of 149 hours or more is held there.
    """
    kept = game.history[(game.history_next - 1 - back) % HISTORY_ROOM]
    return kept & 1, kept >> 1
