"""A game is laid out: loaded for that, not for play."""

from clockcore.account import Account
from clockcore.codes import BEFORE_MOVE, EV_SETUP, NEITHER, READY, SIDES
from clockcore.game import Game
from clockcore.time_control import TimeControl


def lay_out_game(game: Game, control: TimeControl, white_side: int, at: int) -> None:
    """Lay `control` out for a new game; READY."""
    game.control = control
    game.white_side = white_side
    for side in SIDES:
        game.accounts[side].set_up(
            control.periods_of(side == white_side), control.bonus_timing, game.low_time_ms
        )
    game.freeze = control.freeze
    game.running_side = NEITHER
    game.side_to_move = NEITHER
    game.first_flag_side = NEITHER
    game.presser = NEITHER
    game.since_press_ms = 0
    game.idle_presses = 0
    game.late_presses = 0
    game.default_left_ms = 0
    game.history_count = 0
    game.forget_correction()
    for side in SIDES:
        game.offences[side] = 0
    game.state = READY
    game.anchor_at = at
    game.note(EV_SETUP, NEITHER, at, 0)


def lay_out_account(
    account: Account, periods: tuple, bonus_timing: int, low_time_ms: int
) -> None:
    """Begin a game with `periods`: main time, first bonus (T10), delay and overtime."""
    account.low_time_ms = low_time_ms
    for head in (
        account.booked_main,
        account.booked_delay,
        account.booked_overtime,
        account.booked_after_flag,
        account.added_bonus,
        account.added_give_back,
        account.added_period,
        account.added_hourglass,
        account.added_correction,
        account.lost_at_ceiling,
        account.main,
    ):
        head.set(0, 0)
    account.periods = periods
    account.bonus_timing = bonus_timing
    account.moves = 0
    account.end_move = 0
    account.turn_used_ms = 0
    account.interim_left_ms = 0
    account.is_flagged = False
    account.at_ceiling = False
    account.ceiling_told = False
    account.enter(0, 0)
    account.add(account.period.main_ms, account.added_period)
    if bonus_timing == BEFORE_MOVE:
        account.add_bonus(account.period.included_bonus(1), account.period.cap_ms)
    account.overtime = False
    if account.period.main_ms == 0 and account.period.block_ms:
        account.start_overtime()
    account.begin_turn(True)
    account.arm_warnings()
