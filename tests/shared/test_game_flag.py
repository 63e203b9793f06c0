"""The flag: when it falls, who gets it, and what happens then (T2, T23, T30, T31)."""

from clockcore.arbiter import clear_flag, set_remaining
from clockcore.codes import (
    BRONSTEIN,
    DELAY,
    EV_FLAG,
    EV_LATE,
    FISCHER,
    FLAGGED,
    IGNORED,
    LATE,
    LEFT,
    MOVE_TIMER,
    NEITHER,
    NONE,
    PAUSED,
    RIGHT,
    RUNNING,
    SWITCHED,
)
from clockcore.period import Period
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, STEPS, Play, booked_ms, check_books, control


def before_the_flag() -> tuple:
    """Return (control, ms from the start to the flag of White) for every method that flags."""
    return (
        (control(MINUTE), MINUTE),
        (control(MINUTE, FISCHER, 2000), MINUTE + 2000),
        (control(MINUTE, FISCHER, 2000, timing=1), MINUTE),
        (control(MINUTE, BRONSTEIN, 2000), MINUTE + 2000),
        (control(MINUTE, BRONSTEIN, 2000, timing=1), MINUTE),
        (control(MINUTE, DELAY, 2000), MINUTE + 2000),
        (control(0, FISCHER, 5000), 5000),
        (control(0, BRONSTEIN, 5000), 5000),
        (control(0, DELAY, 5000), 5000),
        (control(30_000, MOVE_TIMER), 30_000),
    )


def test_a_press_1_ms_before_the_flag_counts_and_leaves_1_ms() -> None:
    # T2; the tick may be as late as it likes, or have been there just before
    for made, until in before_the_flag():
        for start in STARTS:
            for early in (True, False):
                play = Play(made, start).begin()
                if early:
                    play.wait(until - 1).tick()
                else:
                    play.wait(until - 1)
                assert play.game.state == RUNNING
                method = made.white_periods[0].method
                assert play.press(LEFT) == SWITCHED, (method, start, early)
                assert play.account(LEFT).moves == 1
                assert play.game.first_flag_side == NEITHER
                used = until - 1
                bonus = made.white_periods[0].bonus_ms
                gained = {
                    NONE: 0,
                    FISCHER: bonus,
                    BRONSTEIN: min(used, bonus),
                    DELAY: 0,
                    MOVE_TIMER: 29_999,
                }[method]
                rest = 1 if made.white_periods[0].main_ms or method != DELAY else 0
                assert play.left_ms(LEFT) == rest + gained, (method, made.bonus_timing)
                # The other's tick comes an hour late: not a ms of it is the presser's.
                play.wait(1000).tick()
                assert play.left_ms(LEFT) == rest + gained


def test_a_press_at_or_1_ms_after_the_flag_is_too_late() -> None:
    # T2, T31
    for made, until in before_the_flag():
        for start in STARTS:
            for after in (0, 1):
                for early in (True, False):
                    play = Play(made, start).begin()
                    if early:
                        play.wait(until).tick()
                        play.wait(after)
                    else:
                        play.wait(until + after)
                    expected = FLAGGED if made.freeze else LATE
                    if early and made.freeze:
                        expected = IGNORED  # the game has stopped already
                    assert play.press(LEFT) == expected, (made.white_periods[0].method, after)
                    assert play.game.first_flag_side == LEFT
                    assert play.game.flag_fall_at == (start + until) % (1 << 29)
                    assert play.left_ms(LEFT) == 0
                    assert play.account(LEFT).moves == 0
                    assert play.events(EV_FLAG) == [(LEFT, until, 1)]


def test_the_flag_falls_at_the_tick_and_bears_the_instant_of_zero() -> None:
    # T2: however late the tick is
    for start in STARTS:
        for late in (0, 1, 40, 170, HOUR, 60 * HOUR):
            for freeze in (True, False):
                play = Play(control(MINUTE, freeze=freeze), start).begin()
                play.wait(MINUTE - 1).tick()
                assert play.game.first_flag_side == NEITHER
                play.wait(1 + late).tick()
                assert play.game.first_flag_side == LEFT
                assert play.events(EV_FLAG) == [(LEFT, MINUTE, 1)]
                assert play.game.state == (FLAGGED if freeze else RUNNING)
                assert play.both_ms() == (0, MINUTE)


def test_due_ms_says_when_to_look() -> None:
    for start in STARTS:
        play = Play(control(MINUTE, DELAY, 5000), start).begin()
        assert play.game.due_ms() == 65_000
        play.wait(7000).tick()
        assert play.game.due_ms() == 58_000
        play.wait(play.game.due_ms()).tick()
        assert play.game.state == FLAGGED


def test_freeze_on_stops_both_and_no_press_does_anything() -> None:
    # T31
    for start in STARTS:
        for step in STEPS:
            play = Play(control(MINUTE, FISCHER, 1000), start, step).begin()
            play.think(LEFT, 10_000)
            play.wait(61_000 + 5).tick()
            assert play.game.state == FLAGGED and play.game.running_side == NEITHER
            for _ in range(10):
                for side in (LEFT, RIGHT):
                    assert play.press(side) == IGNORED
                play.wait(1000).tick()
            assert play.both_ms() == (52_000, 0)
            assert [account.moves for account in play.game.accounts] == [1, 0]
            assert len(play.events(EV_FLAG)) == 1


def test_freeze_off_the_flagged_side_stands_and_its_press_only_passes_the_turn() -> None:
    # T31
    for start in STARTS:
        for step in STEPS:
            play = Play(control(MINUTE), start, step).begin()
            play.wait(MINUTE + 5000).tick()
            game = play.game
            assert game.state == RUNNING and game.running_side == LEFT
            assert play.left_ms(LEFT) == 0
            assert play.press(LEFT) == LATE
            assert game.running_side == RIGHT
            assert play.account(LEFT).moves == 0, "not counted"
            assert game.late_presses == 1
            assert play.events(EV_LATE) == [(LEFT, MINUTE + 5000, 0)]
            assert play.think(RIGHT, 10_000) == SWITCHED
            assert play.account(RIGHT).moves == 1
            assert play.both_ms() == (0, 50_000)
            check_books(game, play.run_ms)
            assert booked_ms(play.account(LEFT)) == MINUTE + 5000


def test_both_flags_the_first_is_marked_and_the_second_is_not() -> None:
    # T30
    for start in STARTS:
        for step in STEPS:
            play = Play(control(MINUTE), start, step).begin()
            play.think(LEFT, 1000)
            play.wait(MINUTE).tick()
            game = play.game
            assert game.first_flag_side == RIGHT
            assert play.press(RIGHT) == LATE
            play.wait(59_000 + 250).tick()
            assert game.state == FLAGGED, "both are down"
            assert game.first_flag_side == RIGHT
            assert play.events(EV_FLAG) == [(RIGHT, 61_000, 1), (LEFT, 120_000, 2)]
            assert play.both_ms() == (0, 0)


def test_after_the_first_flag_nobody_receives_anything() -> None:
    # T23
    for made in (
        control(MINUTE, FISCHER, 5000, freeze=False),
        control(MINUTE, BRONSTEIN, 5000, freeze=False),
        control(MINUTE, DELAY, 5000, freeze=False),
        TimeControl(
            (Period(MINUTE, FISCHER, 5000, moves=2), Period(MINUTE)), None, freeze=False
        ),
    ):
        for start in STARTS:
            play = Play(made, start).begin()
            play.think(LEFT, 1000)
            play.wait(2 * MINUTE)
            assert play.press(RIGHT) == LATE
            before = play.left_ms(LEFT)
            for turn in range(4):
                assert play.think(LEFT, 1000) == SWITCHED
                assert play.left_ms(LEFT) == before - (turn + 1) * 1000, made.name
                assert play.think(RIGHT, 1000) == LATE
            assert play.account(LEFT).moves == 5
            assert play.account(LEFT).period_index == 0


def test_no_delay_is_left_for_a_turn_that_begins_after_the_first_flag() -> None:
    # T23
    play = Play(control(MINUTE, DELAY, 5000, freeze=False)).begin()
    play.wait(65_000 + 1)
    assert play.press(LEFT) == LATE
    assert play.account(RIGHT).delay_left_ms == 0
    play.wait(1000)
    assert play.left_ms(RIGHT) == 59_000


def test_the_mark_survives_pause_correction_and_the_other_sides_zero() -> None:
    # T30: only CLEAR FLAG in ADJUST removes it
    for start in STARTS:
        play = Play(control(MINUTE), start).begin()
        play.wait(MINUTE + 1).tick()
        game = play.game
        game.pause(play.at())
        assert game.state == PAUSED and game.first_flag_side == LEFT
        assert not clear_flag(game, play.at()), "only in ADJUST"
        assert game.adjust(play.at())
        assert set_remaining(game, LEFT, 30_000, play.at())
        assert game.first_flag_side == LEFT
        game.leave_adjust(play.at())
        assert game.resume(play.at())
        assert game.first_flag_side == LEFT
        play.wait(1000)
        assert play.left_ms(LEFT) == 29_000
        game.pause(play.at())
        game.adjust(play.at())
        assert clear_flag(game, play.at())
        assert game.first_flag_side == NEITHER
        assert not clear_flag(game, play.at()), "there is none any more"


def test_a_frozen_flag_cannot_be_resumed_until_it_is_corrected() -> None:
    # T31
    play = Play(control(MINUTE, FISCHER, 1000)).begin()
    play.wait(2 * MINUTE).tick()
    game = play.game
    assert game.state == FLAGGED
    assert not game.resume(play.at())
    assert game.adjust(play.at())
    game.leave_adjust(play.at())
    assert game.state == FLAGGED and not game.resume(play.at())
    game.adjust(play.at())
    set_remaining(game, LEFT, 60_000, play.at())
    game.leave_adjust(play.at())
    assert game.resume(play.at())
    play.wait(1000)
    assert play.left_ms(LEFT) == 59_000


def test_the_clock_may_be_paused_while_a_flagged_side_runs() -> None:
    # T31 with freeze off
    play = Play(control(MINUTE)).begin()
    play.wait(MINUTE + 500)
    play.game.pause(play.at())
    play.wait(5000)
    assert play.game.resume(play.at())
    play.wait(500)
    assert play.press(LEFT) == LATE
    assert booked_ms(play.account(LEFT)) == MINUTE + 1000


def test_the_freeze_can_be_set_before_the_start() -> None:
    # T31
    for freeze, expected in ((True, FLAGGED), (False, RUNNING)):
        for method, bonus in ((NONE, 0), (FISCHER, 1000)):
            play = Play(control(MINUTE, method, bonus, freeze=freeze)).begin()
            play.wait(2 * MINUTE).tick()
            assert play.game.state == expected


def test_warned_is_each_side_for_itself() -> None:
    from clockcore.codes import EV_COUNTDOWN, EV_LOW_TIME

    play = Play(control(30_000), 7777, 100).begin()
    play.think(LEFT, 20_500)
    play.think(RIGHT, 20_500)
    told = play.events(EV_LOW_TIME)
    assert [side for side, _at, _value in told] == [LEFT, RIGHT]
    play.wait(5000)
    play.press(LEFT)
    seconds = [value for side, _at, value in play.events(EV_COUNTDOWN) if side == LEFT]
    assert seconds == [5]
    play.wait(9500).tick()
    seconds = [value for side, _at, value in play.events(EV_COUNTDOWN) if side == RIGHT]
    assert seconds == [5, 4, 3, 2, 1]
    assert len(play.events(EV_LOW_TIME)) == 2, "once a side"
