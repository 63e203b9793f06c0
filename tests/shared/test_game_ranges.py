"""Long random play: the books always balance, and every number fits a small integer (T1, T3).

The device's small integers have 31 bits; whatever is larger would be made on the heap. The
interpreters here have more, so the size is a test.
"""

from clockcore.arbiter import undo_press
from clockcore.codes import (
    AT_ZERO,
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    LEFT,
    MOVE_TIMER,
    NEITHER,
    NONE,
    RIGHT,
    RUNNING,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.game import Game
from clockcore.period import MAIN_LIMIT_MS, Period
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, WRAP, booked_ms, check_books, control

LIMIT = 1 << 30

CONTROLS = (
    control(5 * MINUTE),
    control(5 * MINUTE, FISCHER, 3000),
    control(5 * MINUTE, FISCHER, 3000, timing=1, freeze=False),
    control(MAIN_LIMIT_MS - 5000, FISCHER, 5000),
    control(5 * MINUTE, BRONSTEIN, 3000),
    control(5 * MINUTE, DELAY, 3000, freeze=False),
    control(2 * MINUTE, HOURGLASS),
    control(10_000, GONG),
    control(30_000, MOVE_TIMER),
    control(MINUTE, BYOYOMI, block_ms=10_000, block_count=5),
    control(0, BYOYOMI, block_ms=1, block_count=0),
    control(0, CANADIAN, block_ms=30_000, block_count=7),
    control(0, UPCOUNT),
    control(MINUTE, SCRABBLE),
    TimeControl((Period(MINUTE, FISCHER, 2000, moves=5), Period(MINUTE, moves=5, repeat=True))),
    TimeControl((Period(MINUTE, transition=AT_ZERO), Period(1, transition=AT_ZERO, repeat=True))),
    TimeControl(
        (Period(MINUTE, NONE, transition=AT_ZERO), Period(MINUTE, DELAY, 2000)),
        (Period(30_000, FISCHER, 1000, transition=AT_ZERO), Period(HOUR)),
    ),
)


class Dice:
    """Numbers that are the same on both interpreters and do not need large integers."""

    def __init__(self, seed: int) -> None:
        """Begin with `seed`, 0 or more."""
        self.state = seed * 7919 % 65521 + 1

    def roll(self, sides: int) -> int:
        """Return 0 to sides - 1."""
        self.state = self.state * 17364 % 65521
        return self.state % sides


def check_numbers(thing: object, name: str, depth: int = 0) -> None:
    """Check that every integer that hangs on `thing` has at most 31 bits."""
    if isinstance(thing, bool) or thing is None or isinstance(thing, str):
        return
    if isinstance(thing, int):
        assert -LIMIT < thing < LIMIT, (name, thing)
        return
    if depth > 6:
        return
    if isinstance(thing, (tuple, list)):
        for one in thing:
            check_numbers(one, name, depth + 1)
        return
    for attribute, value in getattr(thing, "__dict__", {}).items():
        check_numbers(value, name + "." + attribute, depth + 1)


def check_game(game: Game, run_ms: int) -> None:
    """Check what must hold at any moment."""
    assert (game.running_side == NEITHER) == (game.state != RUNNING)
    check_books(game, run_ms)
    check_numbers(game, "game")
    for number in game.events:
        assert -LIMIT < number < LIMIT
    for account in game.accounts:
        if account.period.method != SCRABBLE:
            assert 0 <= account.main.clip() <= MAIN_LIMIT_MS
        assert account.block_left_ms >= 0 and account.delay_left_ms >= 0
        assert account.turn_used_ms >= 0 and account.blocks_left >= 0


def play(made: TimeControl, seed: int, start: int, waits: tuple, turns: int) -> None:
    """Play at random: presses of both sides, late ticks, pauses, resumes."""
    dice = Dice(seed)
    game = Game()
    now = start
    game.set_up(made, dice.roll(2), now)
    check_numbers(made, "control")
    run_ms = 0
    for turn in range(turns):
        ms = dice.roll(waits[dice.roll(len(waits))]) * (1 + dice.roll(3))
        was_running = game.state == RUNNING
        before = booked_ms(game.accounts[0]) + booked_ms(game.accounts[1])
        now = (now + ms) % WRAP
        game.tick(now)
        after = booked_ms(game.accounts[0]) + booked_ms(game.accounts[1])
        if game.state == RUNNING:
            assert after - before == ms, "every ms of running is booked"
        else:
            assert 0 <= after - before <= (ms if was_running else 0)
        run_ms += after - before
        kind = dice.roll(10)
        if kind < 5 and game.state == RUNNING:
            game.press(game.running_side, now)
        elif kind < 7:
            game.press(dice.roll(2), now)
        elif kind == 7:
            game.pause(now)
        elif kind == 8:
            game.resume(now)
        elif game.running_side != NEITHER:
            game.reload_block(now)
        if turn % 40 == 0:
            check_game(game, run_ms)
    check_game(game, run_ms)


def test_short_waits() -> None:
    for number in range(len(CONTROLS)):
        for start in (STARTS[2], 7777):
            play(CONTROLS[number], number * 31 + start % 97, start, (5, 300, 4000), 120)


def test_waits_of_minutes_and_hours() -> None:
    for number in range(len(CONTROLS)):
        for start in (STARTS[2], 7777):
            play(CONTROLS[number], number * 17 + start % 89, start, (100, 30_000, 65_000), 60)
            play(CONTROLS[number], number * 13 + start % 83, start, (60_000, 65_521), 60)


def test_a_late_tick_of_60_hours_is_done_quickly_for_every_method() -> None:
    # T2: bounded work; a step for each moment, gong or repetition would take minutes here
    for made in CONTROLS:
        for start in STARTS:
            game = Game()
            game.set_up(made, LEFT, start)
            game.press(RIGHT, start)
            late = (start + 60 * HOUR + 777) % WRAP
            game.tick(late)
            check_numbers(game, "game")
            if game.state == RUNNING:
                check_books(game, 60 * HOUR + 777)


def test_undo_anywhere_keeps_the_books() -> None:
    # T44, T1
    for number in range(len(CONTROLS)):
        made = CONTROLS[number]
        if made.white_periods[0].method == GONG:
            continue
        dice = Dice(number + 1)
        game = Game()
        now = WRAP - 1000
        game.set_up(made, LEFT, now)
        game.press(RIGHT, now)
        for _ in range(60):
            now = (now + dice.roll(3000)) % WRAP
            if game.state != RUNNING:
                break
            game.press(game.running_side, now)
            now = (now + dice.roll(3000)) % WRAP
            game.tick(now)
            booked = booked_ms(game.accounts[0]) + booked_ms(game.accounts[1])
            if game.state == RUNNING and dice.roll(3) == 0:
                undo_press(game, now)
                if game.state == RUNNING:
                    again = booked_ms(game.accounts[0]) + booked_ms(game.accounts[1])
                    assert again == booked, "the time since is charged to the presser instead"
                check_numbers(game, "game")
