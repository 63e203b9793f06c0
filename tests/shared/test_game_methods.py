"""FISCHER, BRONSTEIN and DELAY, with both timings of the bonus (T10 to T13)."""

from clockcore.arbiter import set_moves, set_remaining
from clockcore.codes import BRONSTEIN, DELAY, FISCHER, FLAGGED, LEFT, NONE, RIGHT, RUNNING
from clockcore.period import Period
from clockcore.time_control import TimeControl
from shared_kit import MINUTE, STARTS, STEPS, Play, check_books, control, total

BEFORE, AFTER = 0, 1


def turns(made: TimeControl, used: tuple, expected: tuple) -> None:
    """Let both sides use the same times; `expected` follows each press of either."""
    for start in STARTS:
        for step in STEPS:
            play = Play(made, start, step).begin()
            for ms, left in zip(used, expected):
                for side in (LEFT, RIGHT):
                    play.think(side, ms)
                    assert play.left_ms(side) == left, (start, step, ms, play.left_ms(side))
            check_books(play.game, play.run_ms)


def test_the_start_shows_the_bonus_before_the_move_and_not_after() -> None:
    # T10
    for method, bonus, timing, expected in (
        (NONE, 0, BEFORE, 300_000),
        (FISCHER, 3000, BEFORE, 303_000),
        (FISCHER, 3000, AFTER, 300_000),
        (BRONSTEIN, 3000, BEFORE, 303_000),
        (BRONSTEIN, 3000, AFTER, 300_000),
        (DELAY, 3000, BEFORE, 300_000),
        (DELAY, 3000, AFTER, 300_000),
    ):
        play = Play(control(300_000, method, bonus, timing=timing))
        assert play.both_ms() == (expected, expected), (method, timing)


def test_fischer_adds_the_whole_bonus_at_the_press() -> None:
    # T10, T11
    turns(
        control(300_000, FISCHER, 3000),
        (10_000, 0, 3000, 1),
        (296_000, 299_000, 299_000, 301_999),
    )
    turns(
        control(300_000, FISCHER, 3000, timing=AFTER),
        (10_000, 0, 3000, 1),
        (293_000, 296_000, 296_000, 298_999),
    )


def test_the_bonus_comes_with_the_press_and_not_with_the_next_turn() -> None:
    # T10: 60 s + 5 s, White presses after 10 s
    play = Play(control(MINUTE, FISCHER, 5000, timing=AFTER)).begin()
    play.think(LEFT, 10_000)
    assert play.both_ms() == (55_000, 60_000)


def test_a_cap_is_a_ceiling_for_the_addition_only() -> None:
    # T11
    turns(control(10_000, FISCHER, 5000, cap_ms=12_000), (0, 1000, 9000), (12_000, 12_000, 8000))
    turns(
        control(10_000, FISCHER, 5000, cap_ms=12_000, timing=AFTER),
        (0, 6000, 1000),
        (12_000, 11_000, 12_000),
    )
    # A main time above the cap is not cut, and nothing is added.
    turns(control(20_000, FISCHER, 5000, cap_ms=12_000), (1000, 9000), (19_000, 12_000))


def test_bronstein_gives_back_what_was_used_up_to_the_delay() -> None:
    # T12: the example of the rule; 5:00 with 3 s shows 5:03
    turns(
        control(300_000, BRONSTEIN, 3000),
        (2000, 5000, 3000, 0),
        (303_000, 301_000, 301_000, 301_000),
    )
    turns(
        control(300_000, BRONSTEIN, 3000, timing=AFTER),
        (2000, 5000, 3000, 0),
        (300_000, 298_000, 298_000, 298_000),
    )


def test_bronstein_boundaries_of_the_give_back() -> None:
    # T12
    for used, given in ((0, 0), (1, 1), (2999, 2999), (3000, 3000), (3001, 3000), (60_000, 3000)):
        play = Play(control(300_000, BRONSTEIN, 3000)).begin()
        play.think(LEFT, used)
        assert play.left_ms(LEFT) == 303_000 - used + given
        assert total(play.account(LEFT).added_give_back) == given


def test_bronstein_never_rises_above_the_value_at_the_start_of_the_turn() -> None:
    # T12: 3 s left on a delay of 10 s: a 2 s move leaves 3 s, again and again
    for timing in (BEFORE, AFTER):
        play = Play(control(MINUTE, BRONSTEIN, 10_000, timing=timing)).begin()
        play.game.pause(play.at())
        play.game.adjust(play.at())
        set_remaining(play.game, LEFT, 3000, play.at())
        play.game.leave_adjust(play.at())
        play.game.resume(play.at())
        for _ in range(5):
            play.think(LEFT, 2000)
            assert play.left_ms(LEFT) == 3000
            play.think(RIGHT, 100)


def test_bronstein_used_time_survives_a_pause() -> None:
    # T6, T12
    play = Play(control(300_000, BRONSTEIN, 3000)).begin()
    play.wait(1500)
    play.game.pause(play.at())
    play.wait(60_000)
    play.game.resume(play.at())
    play.think(LEFT, 1500)
    assert play.left_ms(LEFT) == 303_000


def test_the_delay_runs_before_the_main_time() -> None:
    # T13
    for start in STARTS:
        for step in STEPS:
            play = Play(control(MINUTE, DELAY, 5000), start, step).begin()
            for ms, delay, main in (
                (0, 5000, 60_000),
                (1, 4999, 60_000),
                (4998, 1, 60_000),
                (1, 0, 60_000),
                (1, 0, 59_999),
                (999, 0, 59_000),
            ):
                play.wait(ms)
                assert play.left_ms(LEFT) == main
                assert play.account(LEFT).delay_left_ms == delay
            play.press(LEFT)
            assert play.account(RIGHT).delay_left_ms == 5000
            play.think(RIGHT, 4000)
            assert play.left_ms(RIGHT) == 60_000
            assert play.account(LEFT).delay_left_ms == 5000, "whole again"
            check_books(play.game, play.run_ms)


def test_an_unused_delay_survives_pauses_and_is_not_saved_up() -> None:
    # T6, T13
    play = Play(control(MINUTE, DELAY, 5000)).begin()
    play.wait(2000)
    play.game.pause(play.at())
    assert play.account(LEFT).delay_left_ms == 3000
    play.wait(50_000)
    play.game.resume(play.at())
    play.wait(4000)
    assert play.left_ms(LEFT) == 59_000
    play.press(LEFT)
    play.think(RIGHT, 1000)
    assert play.account(LEFT).delay_left_ms == 5000


def test_delay_flags_when_delay_and_main_time_are_used_up() -> None:
    # T2, T13
    for main_ms, until in ((10_000, 15_000), (0, 5000)):
        for start in STARTS:
            play = Play(control(main_ms, DELAY, 5000), start).begin()
            play.wait(until - 1).tick()
            assert play.game.state == RUNNING
            play.wait(1).tick()
            assert play.game.state == FLAGGED and play.game.first_flag_side == LEFT


def test_delay_alone_gives_the_same_time_each_move() -> None:
    # T10: main 0 runs on the delay alone
    play = Play(control(0, DELAY, 5000)).begin()
    for turn in range(10):
        play.think(turn & 1, 4999)
        assert play.game.state == RUNNING
    play.wait(5000).tick()
    assert play.game.first_flag_side == LEFT


def test_main_0_starts_with_the_bonus_on_the_clock() -> None:
    # T10: forced to BEFORE_MOVE
    for method in (FISCHER, BRONSTEIN):
        for timing in (BEFORE, AFTER):
            play = Play(control(0, method, 5000, timing=timing)).begin()
            assert play.both_ms() == (5000, 5000)
            play.think(LEFT, 4000)
            assert play.left_ms(LEFT) == (6000 if method == FISCHER else 5000)
            assert play.game.state == RUNNING


def test_the_bonus_starts_at_its_move_and_follows_the_counter() -> None:
    # section 2: bonus_from_move
    for timing, expected in (
        (BEFORE, (60_000, 65_000, 70_000)),
        (AFTER, (60_000, 60_000, 65_000)),
    ):
        play = Play(control(MINUTE, FISCHER, 5000, bonus_from_move=3, timing=timing)).begin()
        assert play.both_ms() == (MINUTE, MINUTE)
        for left in expected:
            for side in (LEFT, RIGHT):
                play.think(side, 0)
                assert play.left_ms(side) == left, (timing, left)
    play = Play(control(MINUTE, FISCHER, 5000, bonus_from_move=40)).begin()
    play.game.pause(play.at())
    set_moves(play.game, LEFT, 38, play.at())
    play.game.resume(play.at())
    play.think(LEFT, 0)
    assert play.left_ms(LEFT) == 65_000, "move 40 follows"
    play.think(RIGHT, 0)
    assert play.left_ms(RIGHT) == 60_000


def test_a_delay_that_starts_later() -> None:
    # section 2, T13
    play = Play(control(MINUTE, DELAY, 5000, bonus_from_move=2)).begin()
    play.wait(1000)
    assert play.left_ms(LEFT) == 59_000
    play.press(LEFT)
    play.think(RIGHT, 0)
    assert play.account(LEFT).delay_left_ms == 5000


def test_a_bronstein_delay_that_starts_later_stands_on_the_clock_from_then_on() -> None:
    # T10, T12
    play = Play(control(MINUTE, BRONSTEIN, 5000, bonus_from_move=2)).begin()
    assert play.left_ms(LEFT) == 60_000
    play.think(LEFT, 3000)
    assert play.left_ms(LEFT) == 62_000, "no give-back for move 1, the delay of move 2"
    play.think(RIGHT, 0)
    play.think(LEFT, 3000)
    assert play.left_ms(LEFT) == 62_000


def test_each_side_gets_its_own_bonus() -> None:
    # T18: odds
    play = Play(
        TimeControl((Period(MINUTE),), (Period(30_000, FISCHER, 5000),)),
    ).begin()
    assert play.both_ms() == (60_000, 35_000)
    play.think(LEFT, 1000)
    play.think(RIGHT, 1000)
    assert play.both_ms() == (59_000, 39_000)


def test_an_account_never_exceeds_99_59_59_999() -> None:
    # section 2: shown and journalled when it bites
    from clockcore.codes import EV_CEILING

    limit = 359_999_999
    for start in STARTS:
        play = Play(control(limit - 1000, FISCHER, 1000), start).begin()
        assert play.left_ms(LEFT) == limit
        play.think(LEFT, 400)
        assert play.left_ms(LEFT) == limit
        assert total(play.account(LEFT).lost_at_ceiling) == 600
        assert play.events(EV_CEILING) == [(LEFT, 400, 0)]
        check_books(play.game, play.run_ms)
