"""The numbers of the Laws, and what follows from them: class, lock, new game (A.1 to B.3, 7.3)."""

from clockcore.arbiter import is_locked, must_be_new_game, set_moves
from clockcore.codes import (
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    EVENT_BLITZ,
    EVENT_BLITZ_SUPERVISED,
    EVENT_RAPID,
    EVENT_STANDARD,
    FISCHER,
    GONG,
    HOURGLASS,
    LEFT,
    MOVE_TIMER,
    NONE,
    RIGHT,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.game import Game
from clockcore.laws import (
    CLASS_NAMES,
    EDITION,
    INSERT_BELOW_MS,
    INSERT_BONUS_MS,
    INSERT_INCREMENT_MS,
    NEW_GAME_MOVES,
    TABLE,
    TROUBLE_INCREMENT_MS,
    TROUBLE_MS,
    bonus_ms,
    class_of,
    locks_at_move,
)
from clockcore.period import Period
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, Play, control


def test_the_numbers_are_those_of_the_laws_of_2023() -> None:
    # T42; 7.5.5, 9.5.3, A.3, B.2, B.3, A.5.1
    assert EDITION == "FIDE-2023"
    for event_class, bonus, moves in (
        (EVENT_STANDARD, 2 * MINUTE, 0),
        (EVENT_RAPID, MINUTE, 10),
        (EVENT_BLITZ, MINUTE, 10),
        (EVENT_BLITZ_SUPERVISED, 2 * MINUTE, 0),
    ):
        assert bonus_ms(event_class) == bonus
        assert locks_at_move(event_class) == moves
    assert len(TABLE) == len(CLASS_NAMES) == 4
    assert NEW_GAME_MOVES == 10, "7.3"
    assert (TROUBLE_MS, TROUBLE_INCREMENT_MS) == (5 * MINUTE, 30_000), "8.4"
    assert (INSERT_INCREMENT_MS, INSERT_BONUS_MS, INSERT_BELOW_MS) == (5000, 120_000, 120_000)


def test_rapid_is_above_10_and_below_60_minutes() -> None:
    # A.1, B.1: main time and 60 times the increment
    for main_ms, method, bonus, expected in (
        (10 * MINUTE, NONE, 0, EVENT_BLITZ),
        (10 * MINUTE + 1, NONE, 0, EVENT_RAPID),
        (HOUR - 1, NONE, 0, EVENT_RAPID),
        (HOUR, NONE, 0, EVENT_STANDARD),
        (3 * MINUTE, FISCHER, 2000, EVENT_BLITZ),
        (5 * MINUTE, FISCHER, 5000, EVENT_BLITZ),
        (5 * MINUTE, FISCHER, 5001, EVENT_RAPID),
        (5 * MINUTE, BRONSTEIN, 5001, EVENT_RAPID),
        (5 * MINUTE, DELAY, 5001, EVENT_RAPID),
        (15 * MINUTE, FISCHER, 10_000, EVENT_RAPID),
        (50 * MINUTE - 1, FISCHER, 10_000, EVENT_RAPID),
        (50 * MINUTE, FISCHER, 10_000, EVENT_STANDARD),
        (90 * MINUTE, FISCHER, 30_000, EVENT_STANDARD),
        (359_999_999, NONE, 0, EVENT_STANDARD),
        (1000, FISCHER, 3_599_999, EVENT_STANDARD),
    ):
        assert class_of(control(main_ms, method, bonus)) == expected, (main_ms, method, bonus)


def test_the_periods_of_a_class_are_added_up_and_the_first_bonus_counts() -> None:
    # A.1, B.1
    for second_ms, expected in ((5 * MINUTE, EVENT_BLITZ), (5 * MINUTE + 1, EVENT_RAPID)):
        two = TimeControl((Period(5 * MINUTE, moves=40), Period(second_ms, FISCHER, 30_000)))
        assert class_of(two) == expected


def test_odds_have_the_class_of_the_longer_side() -> None:
    # where the Laws are silent
    for white, black in ((5 * MINUTE, 10 * MINUTE + 1), (10 * MINUTE + 1, 4 * MINUTE)):
        made = TimeControl((Period(white),), (Period(black),))
        assert class_of(made) == EVENT_RAPID
    armageddon = TimeControl((Period(5 * MINUTE),), (Period(4 * MINUTE),))
    assert class_of(armageddon) == EVENT_BLITZ


def test_a_method_that_the_laws_do_not_know_has_the_class_of_what_60_moves_may_take() -> None:
    # where the Laws are silent
    for made, expected in (
        (control(10_000, GONG), EVENT_BLITZ),
        (control(10_001, GONG), EVENT_RAPID),
        (control(MINUTE, MOVE_TIMER), EVENT_STANDARD),
        (control(10 * HOUR, MOVE_TIMER), EVENT_STANDARD),
        (control(10 * MINUTE, HOURGLASS), EVENT_BLITZ),
        (control(25 * MINUTE, SCRABBLE), EVENT_RAPID),
        (control(0, UPCOUNT), EVENT_STANDARD),
        (control(0, BYOYOMI, block_ms=10_000, block_count=3), EVENT_BLITZ),
        (control(1, BYOYOMI, block_ms=10_000, block_count=3), EVENT_RAPID),
        (control(0, BYOYOMI, block_ms=359_999_999), EVENT_STANDARD),
        (control(0, CANADIAN, block_ms=5 * MINUTE, block_count=30), EVENT_BLITZ),
        (control(1, CANADIAN, block_ms=5 * MINUTE, block_count=30), EVENT_RAPID),
        (control(0, CANADIAN, block_ms=10 * MINUTE), EVENT_BLITZ),
        (control(0, CANADIAN, block_ms=10 * MINUTE + 1), EVENT_RAPID),
    ):
        assert class_of(made) == expected, (made.white_periods[0].method, expected)


def test_settings_stay_in_rapid_and_blitz_once_each_side_has_made_10_moves() -> None:
    # A.5.1
    play = Play(control(MINUTE))
    game, at = play.game, play.at()
    for left, right, locked in ((0, 0, False), (10, 9, False), (9, 10, False), (10, 10, True)):
        set_moves(game, LEFT, left, at)
        set_moves(game, RIGHT, right, at)
        assert is_locked(game, EVENT_RAPID) is locked, (left, right)
        assert is_locked(game, EVENT_BLITZ) is locked
        assert not is_locked(game, EVENT_STANDARD)
        assert not is_locked(game, EVENT_BLITZ_SUPERVISED)


def test_reversed_colors_mean_a_new_game_before_both_have_made_10_moves() -> None:
    # Laws 7.3
    play = Play(control(MINUTE))
    assert not must_be_new_game(Game()) and not must_be_new_game(play.game), "nothing has begun"
    play.begin()
    assert must_be_new_game(play.game)
    for move in range(10):
        for side in (LEFT, RIGHT):
            play.think(side, 10)
            assert must_be_new_game(play.game) is not (move == 9 and side == RIGHT), (move, side)
