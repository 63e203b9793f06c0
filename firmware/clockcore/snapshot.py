"""A stopped game as plain values, and back: what a clock keeps when it is to be reset.

Everything that the game needs to go on is there, to the millisecond: control, times, delay,
overtime, counters, periods, flags, FREEZE, the heads of the books, the last moves, the default
time, offences, and what the two UNDOs take back. Instants are not: the game comes back stopped,
settled to the instant at which it is restored.

Format 2 keeps an account as a list of whole numbers, in the order of the tables below: a device
has little room for a long text. Format 1 kept it as an object, without last moves, default time,
offences and corrections; it is still read, and they take their defaults.
"""

from micropython import const

from clockcore.account import Account
from clockcore.codes import (
    ADJUST,
    ENDED,
    EV_RESTORED,
    FLAGGED,
    LEFT,
    NEITHER,
    PAUSED,
    READY,
    RIGHT,
    SETUP,
    SIDES,
)
from clockcore.control_dict import control_from_dict, control_to_dict
from clockcore.correction_memory import CorrectionMemory
from clockcore.duration import DAY_MS
from clockcore.game import HISTORY_ROOM, Game
from clockcore.period import ControlError
from clockcore.time_control import TimeControl

FORMAT = const(2)
OLD_FORMAT = const(1)
STATES = (SETUP, READY, PAUSED, ADJUST, FLAGGED, ENDED)
NUMBER_LIMIT = const(0x3FFFFFFF)
WHERE = "saved game"
PRESSER = const(3)  # its place in `arbiter.REMEMBERED`

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
# Of format 2: more numbers of a game, and its lists of whole numbers.
NEWER_GAME_NUMBERS = (
    ("default_ms", 0, NUMBER_LIMIT),
    ("default_left_ms", 0, NUMBER_LIMIT),
    ("history_next", 0, HISTORY_ROOM - 1),
    ("history_count", 0, HISTORY_ROOM),
)
LISTS = (
    ("offences", 0),
    ("history", 0),
    ("correction_change", -NUMBER_LIMIT),
)
MEMORY_LIMITS = (2, 1, 2, 2, HISTORY_ROOM - 1, HISTORY_ROOM)  # of `arbiter.REMEMBERED`
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
ACCOUNT_LENGTH = len(ACCOUNT_NUMBERS) + len(ACCOUNT_FLAGS) + 2 * len(DURATIONS) + 1


def clock_to_dict(clock) -> dict:
    """Return the stopped games of a `ChessClock`, with its levers and settings.

    ControlError if one runs.
    """
    return {
        "games": [game_to_dict(game) for game in clock.table.games],
        "paused_down": list(clock.paused_down),
        "settings": clock.settings.values(),
    }


def restore_clock(clock, kept: object, at: int) -> None:
    """Let a `ChessClock` take what `clock_to_dict` returned; ControlError if it is bad."""
    if not isinstance(kept, dict):
        raise ControlError("kept games: an object is needed")
    games = kept.get("games")
    down = kept.get("paused_down")
    values = kept.get("settings")
    count = len(clock.levers)
    if not isinstance(games, list) or len(games) != count:
        raise ControlError("kept games: not as many as this board has clocks")
    if not isinstance(down, list) or len(down) != count:
        raise ControlError("kept games: paused_down: one for each game is needed")
    for side in down:
        if isinstance(side, bool) or side not in (LEFT, RIGHT, NEITHER):
            raise ControlError("kept games: paused_down: a side is needed")
    if not isinstance(values, list):
        raise ControlError("kept games: settings are needed")
    clock.composer.is_unlocked = False
    clock.settings.take(values, False)  # one that has come since has its default
    for index in range(count):
        restore_game(clock.table.games[index], games[index], at)
        clock.paused_down[index] = down[index]
    clock.arbiter.clear()
    clock.touch()


def game_to_dict(game: Game) -> dict:
    """Return a game that does not run as plain values; ControlError if it runs."""
    if game.state not in STATES:
        raise ControlError("a running game cannot be kept: pause first")
    memory = game.correction
    before = game.before_press
    if game.presser == NEITHER and (memory is None or memory.numbers[PRESSER] == NEITHER):
        before = game.accounts  # no press can be undone, and its control may be gone
    result = {
        "format": FORMAT,
        "control": None if game.control is None else control_to_dict(game.control),
        "freeze": game.freeze,
        "first_periods": _first_periods(game.control, game.accounts, game.white_side),
        "accounts": [_account_to_list(account) for account in game.accounts],
        "before_press": [_account_to_list(account) for account in before],
        "correction": None if memory is None else _memory_to_dict(memory, game.white_side),
    }
    for name, _, _ in GAME_NUMBERS + NEWER_GAME_NUMBERS:
        result[name] = getattr(game, name)
    for name, _ in LISTS:
        result[name] = list(getattr(game, name))
    return result


def _first_periods(control: "TimeControl | None", accounts: tuple, white_side: int) -> int:
    """Return the side that plays by the first periods of the control.

    With odds it may not be White's any more: colors are swapped without the periods (T5).
    """
    if control is None or not control.odds:
        return white_side
    return LEFT if accounts[LEFT].periods is control.white_periods else RIGHT


def _memory_to_dict(memory: CorrectionMemory, white_side: int) -> dict:
    return {
        "control": None if memory.control is None else control_to_dict(memory.control),
        "freeze": memory.freeze,
        "first_periods": _first_periods(memory.control, memory.accounts, white_side),
        "accounts": [_account_to_list(account) for account in memory.accounts],
        "offences": list(memory.offences),
        "numbers": list(memory.numbers),
    }


def restore_game(game: Game, source: object, at: int) -> None:
    """Make `game` what `game_to_dict` has kept, settled to `at`.

    A game that was being adjusted comes back PAUSED. Raises ControlError, which says what is
    wrong; the game is then as it was.
    """
    if not isinstance(source, dict) or source.get("format") not in (OLD_FORMAT, FORMAT):
        raise ControlError("saved game: not of format " + str(OLD_FORMAT) + " or " + str(FORMAT))
    if isinstance(source["format"], bool):
        raise ControlError("saved game: format: a number is needed")
    is_old = source["format"] == OLD_FORMAT
    numbers = _numbers(source, WHERE, GAME_NUMBERS)
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
    first = fresh.white_side
    if not is_old:
        first = _restore_newer(fresh, source)
    _restore_accounts(fresh.accounts, source, WHERE, "accounts", control, first, is_old)
    memory = fresh.correction
    if fresh.presser == NEITHER and memory is not None and memory.numbers[PRESSER] != NEITHER:
        control = memory.control
        first = _number(
            source["correction"].get("first_periods"), WHERE + ": first_periods", LEFT, RIGHT
        )
    _restore_accounts(fresh.before_press, source, WHERE, "before_press", control, first, is_old)
    _take_over(game, fresh, at)


def _restore_newer(fresh: Game, source: dict) -> int:
    """Take what format 2 has more; return the side that plays by the first periods."""
    numbers = _numbers(source, WHERE, NEWER_GAME_NUMBERS)
    for name in numbers:
        setattr(fresh, name, numbers[name])
    for name, low in LISTS:
        _restore_list(getattr(fresh, name), source.get(name), WHERE + ": " + name, low)
    if "correction" not in source:
        raise ControlError(WHERE + ": correction is missing")
    if source["correction"] is not None:
        fresh.correction = _restore_memory(source["correction"])
    return _number(source.get("first_periods"), WHERE + ": first_periods", LEFT, RIGHT)


def _restore_memory(source: object) -> CorrectionMemory:
    where = WHERE + ": correction"
    if not isinstance(source, dict) or not isinstance(source.get("freeze"), bool):
        raise ControlError(where + ": an object with freeze is needed")
    memory = CorrectionMemory()
    memory.control = control_from_dict(source.get("control"))
    memory.freeze = source["freeze"]
    _restore_list(memory.offences, source.get("offences"), where + ": offences", 0)
    _restore_list(memory.numbers, source.get("numbers"), where + ": numbers", 0)
    for index in range(len(MEMORY_LIMITS)):
        _number(memory.numbers[index], where + ": numbers", 0, MEMORY_LIMITS[index])
    first = _number(source.get("first_periods"), where + ": first_periods", LEFT, RIGHT)
    _restore_accounts(memory.accounts, source, where, "accounts", memory.control, first, False)
    return memory


def _take_over(game: Game, fresh: Game, at: int) -> None:
    for name, _, _ in GAME_NUMBERS + NEWER_GAME_NUMBERS:
        setattr(game, name, getattr(fresh, name))
    for name, _ in LISTS:
        target = getattr(game, name)
        for index in range(len(target)):
            target[index] = getattr(fresh, name)[index]
    game.control = fresh.control
    game.freeze = fresh.freeze
    game.correction = fresh.correction
    game.correction_pass = 0
    for side in SIDES:
        game.accounts[side].copy(fresh.accounts[side])
        game.before_press[side].copy(fresh.before_press[side])
    if game.state == ADJUST:
        game.state = FLAGGED if game.stands_still() else PAUSED
    game.running_side = NEITHER
    game.flag_fall_at = at
    game.anchor_at = at
    game.note(EV_RESTORED, NEITHER, at, game.state)


def _account_to_list(account: Account) -> list:
    result = []
    for name, _, _ in ACCOUNT_NUMBERS:
        result.append(getattr(account, name))
    for name in ACCOUNT_FLAGS:
        result.append(1 if getattr(account, name) else 0)
    for name in DURATIONS:
        duration = getattr(account, name)
        result.append(duration.days)
        result.append(duration.day_ms)
    result.append(account.turn_before_ms)
    return result


def _restore_accounts(
    accounts: tuple,
    source: dict,
    where: str,
    kind: str,
    control: "TimeControl | None",
    first: int,
    is_old: bool,
) -> None:
    """Take two accounts; `first` is the side that plays by the first periods of `control`."""
    kept = source.get(kind)
    if not isinstance(kept, list) or len(kept) != 2:
        raise ControlError(where + ": " + kind + ": two are needed")
    for side in SIDES:
        account = accounts[side]
        if control is not None:
            account.periods = control.periods_of(side == first)
            account.bonus_timing = control.bonus_timing
        _restore_account(account, where + ": " + kind + " " + str(side), kept[side], is_old)


def _restore_account(account: Account, where: str, source: object, is_old: bool) -> None:
    values = _list_of_format_1(source, where) if is_old else source
    if not isinstance(values, list) or len(values) != ACCOUNT_LENGTH:
        raise ControlError(where + ": " + str(ACCOUNT_LENGTH) + " numbers are needed")
    place = 0
    for name, low, high in ACCOUNT_NUMBERS:
        setattr(account, name, _number(values[place], where + ": " + name, low, high))
        place += 1
    if account.period_index >= len(account.periods):
        raise ControlError(where + ": there is no such period")
    account.period = account.periods[account.period_index]
    for name in ACCOUNT_FLAGS:
        setattr(account, name, _number(values[place], where + ": " + name, 0, 1) == 1)
        place += 1
    for name in DURATIONS:
        duration = getattr(account, name)
        days = values[place]
        duration.days = _number(days, where + ": " + name, -NUMBER_LIMIT, NUMBER_LIMIT)
        duration.day_ms = _number(values[place + 1], where + ": " + name, 0, DAY_MS - 1)
        place += 2
    account.turn_before_ms = _number(values[place], where + ": turn_before_ms", 0, NUMBER_LIMIT)


def _list_of_format_1(source: object, where: str) -> list:
    """Return an account of format 1 as the list of format 2."""
    if not isinstance(source, dict):
        raise ControlError(where + ": an object is needed")
    values = []
    for name, _, _ in ACCOUNT_NUMBERS:
        values.append(source.get(name))
    for name in ACCOUNT_FLAGS:
        if not isinstance(source.get(name), bool):
            raise ControlError(where + ": " + name + ": true or false is needed")
        values.append(1 if source[name] else 0)
    for name in DURATIONS:
        value = source.get(name)
        if not isinstance(value, list) or len(value) != 2:
            raise ControlError(where + ": " + name + ": days and ms are needed")
        values += value
    values.append(0)
    return values


def _restore_list(target: list, source: object, where: str, low: int) -> None:
    """Take as many whole numbers as `target` has, each `low` or more."""
    if not isinstance(source, list) or len(source) != len(target):
        raise ControlError(where + ": " + str(len(target)) + " numbers are needed")
    for index in range(len(target)):
        target[index] = _number(source[index], where, low, NUMBER_LIMIT)


def _numbers(source: dict, where: str, fields: tuple) -> dict:
    result = {}
    for name, low, high in fields:
        result[name] = _number(source.get(name), where + ": " + name, low, high)
    return result


def _number(value: object, where: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ControlError(where + ": " + str(low) + " to " + str(high) + " is needed")
    return value
