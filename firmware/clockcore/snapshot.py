"""A stopped game as plain values, and back: what a clock keeps when it is to be reset.

Everything that the game needs to go on is there, to the millisecond: control, times, delay,
overtime, counters, periods, flags, FREEZE, the heads of the books, and what UNDO takes back.
Instants are not: the game comes back stopped, settled to the instant at which it is restored.
"""

from micropython import const

from clockcore.codes import (
    ADJUST,
    ENDED,
    EV_RESTORED,
    FLAGGED,
    NEITHER,
    PAUSED,
    READY,
    SETUP,
    SIDES,
)
from clockcore.control_dict import control_from_dict, control_to_dict
from clockcore.game import Game
from clockcore.period import ControlError

FORMAT = const(1)
STATES = (SETUP, READY, PAUSED, ADJUST, FLAGGED, ENDED)
NUMBER_LIMIT = const(0x3FFFFFFF)

GAME_NUMBERS = (
    ("state", 0, 6),
    ("side_to_move", 0, 2),
    ("white_side", 0, 1),
    ("first_flag_side", 0, 2),
    ("presser", 0, 2),
    ("flag_before_press", 0, 2),
    ("since_press_ms", 0, NUMBER_LIMIT),
    ("low_time_ms", 0, NUMBER_LIMIT),
    ("idle_presses", 0, NUMBER_LIMIT),
    ("late_presses", 0, NUMBER_LIMIT),
)
ACCOUNT_NUMBERS = (
    ("period_index", 0, 7),
    ("delay_left_ms", 0, NUMBER_LIMIT),
    ("turn_used_ms", 0, NUMBER_LIMIT),
    ("block_left_ms", -NUMBER_LIMIT, NUMBER_LIMIT),
    ("blocks_left", 0, NUMBER_LIMIT),
    ("block_moves", 0, NUMBER_LIMIT),
    ("moves", 0, NUMBER_LIMIT),
    ("end_move", 0, NUMBER_LIMIT),
    ("interim_left_ms", 0, NUMBER_LIMIT),
    ("low_time_ms", 0, NUMBER_LIMIT),
    ("told_second", 0, NUMBER_LIMIT),
)
ACCOUNT_FLAGS = ("overtime", "is_flagged", "low_time_told", "at_ceiling", "ceiling_told")
DURATIONS = (
    "main",
    "booked_main",
    "booked_delay",
    "booked_overtime",
    "booked_after_flag",
    "added_bonus",
    "added_give_back",
    "added_period",
    "added_hourglass",
    "added_correction",
    "lost_at_ceiling",
)


def game_to_dict(game: Game) -> dict:
    """Return a game that does not run as plain values; ControlError if it runs."""
    if game.state not in STATES:
        raise ControlError("a running game cannot be kept: pause first")
    result = {
        "format": FORMAT,
        "control": None if game.control is None else control_to_dict(game.control),
        "freeze": game.freeze,
        "accounts": [_account_to_dict(account) for account in game.accounts],
        "before_press": [_account_to_dict(account) for account in game.before_press],
    }
    for name, _, _ in GAME_NUMBERS:
        result[name] = getattr(game, name)
    return result


def restore_game(game: Game, source: object, at: int) -> None:
    """Make `game` what `game_to_dict` has kept, settled to `at`.

    A game that was being adjusted comes back PAUSED. Raises ControlError, which says what is
    wrong; the game is then as it was.
    """
    if not isinstance(source, dict) or source.get("format") != FORMAT:
        raise ControlError("saved game: not of format " + str(FORMAT))
    numbers = _numbers(source, "saved game", GAME_NUMBERS)
    if numbers["state"] not in STATES or not isinstance(source.get("freeze"), bool):
        raise ControlError("saved game: state or freeze is wrong")
    control = None
    if source.get("control") is not None:
        control = control_from_dict(source["control"])
    elif numbers["state"] != SETUP:
        raise ControlError("saved game: has no control")
    fresh = Game()
    fresh.control = control
    for name in numbers:
        setattr(fresh, name, numbers[name])
    fresh.freeze = source["freeze"]
    for kind in ("accounts", "before_press"):
        kept = source.get(kind)
        if not isinstance(kept, list) or len(kept) != 2:
            raise ControlError("saved game: " + kind + ": two are needed")
        for side in SIDES:
            _restore_account(fresh, kind, side, kept[side])
    _take_over(game, fresh, at)


def _take_over(game: Game, fresh: Game, at: int) -> None:
    for name, _, _ in GAME_NUMBERS:
        setattr(game, name, getattr(fresh, name))
    game.control = fresh.control
    game.freeze = fresh.freeze
    for side in SIDES:
        game.accounts[side].copy(fresh.accounts[side])
        game.before_press[side].copy(fresh.before_press[side])
    if game.state == ADJUST:
        game.state = PAUSED
    game.running_side = NEITHER
    game.flag_fall_at = at
    game.anchor_at = at
    game.note(EV_RESTORED, NEITHER, at, game.state)


def _account_to_dict(account) -> dict:
    result = {}
    for name, _, _ in ACCOUNT_NUMBERS:
        result[name] = getattr(account, name)
    for name in ACCOUNT_FLAGS:
        result[name] = getattr(account, name)
    for name in DURATIONS:
        duration = getattr(account, name)
        result[name] = [duration.days, duration.day_ms]
    return result


def _restore_account(game: Game, kind: str, side: int, source: object) -> None:
    where = "saved game: " + kind + " " + str(side)
    if not isinstance(source, dict):
        raise ControlError(where + ": an object is needed")
    account = getattr(game, kind)[side]
    numbers = _numbers(source, where, ACCOUNT_NUMBERS)
    if game.control is not None:
        account.periods = game.control.periods_of(side == game.white_side)
        account.bonus_timing = game.control.bonus_timing
    if numbers["period_index"] >= len(account.periods):
        raise ControlError(where + ": there is no such period")
    for name in numbers:
        setattr(account, name, numbers[name])
    account.period = account.periods[account.period_index]
    for name in ACCOUNT_FLAGS:
        if not isinstance(source.get(name), bool):
            raise ControlError(where + ": " + name + ": true or false is needed")
        setattr(account, name, source[name])
    for name in DURATIONS:
        value = source.get(name)
        if not isinstance(value, list) or len(value) != 2:
            raise ControlError(where + ": " + name + ": days and ms are needed")
        _number(value[0], where + ": " + name, -NUMBER_LIMIT, NUMBER_LIMIT)
        _number(value[1], where + ": " + name, 0, 86_399_999)
        getattr(account, name).days = value[0]
        getattr(account, name).day_ms = value[1]


def _numbers(source: dict, where: str, fields: tuple) -> dict:
    result = {}
    for name, low, high in fields:
        result[name] = _number(source.get(name), where + ": " + name, low, high)
    return result


def _number(value: object, where: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ControlError(where + ": " + str(low) + " to " + str(high) + " is needed")
    return value
