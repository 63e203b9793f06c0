"""The start, whose turn it is, and what a press does (T1 to T6)."""

from clockcore.codes import (
    ENDED,
    EV_IDLE_PRESS,
    EV_PRESS,
    EV_START,
    FISCHER,
    IGNORED,
    LEFT,
    NEITHER,
    PAUSED,
    READY,
    RIGHT,
    RUNNING,
    SETUP,
    STARTED,
    SWITCHED,
    other,
)
from clockcore.game import Game
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, STEPS, WRAP, Play, check_books, control


def test_before_a_control_nothing_happens() -> None:
    game = Game()
    assert game.state == SETUP
    for side in (LEFT, RIGHT):
        assert game.press(side, 7777) == IGNORED
    game.start(LEFT, 7777)
    game.tick(9999)
    game.pause(9999)
    game.end(9999)
    assert not game.resume(9999)
    assert game.state == SETUP and game.running_side == NEITHER


def test_a_press_in_ready_starts_the_other_side_which_is_white_and_is_no_move() -> None:
    # T5
    for start in STARTS:
        for presser in (LEFT, RIGHT):
            for preset_white in (LEFT, RIGHT):
                play = Play(control(5 * MINUTE, FISCHER, 3000), start, white=preset_white)
                play.wait(5000)
                assert play.press(presser) == STARTED
                game = play.game
                assert game.state == RUNNING
                assert game.running_side == game.side_to_move == other(presser)
                assert game.white_side == other(presser)
                assert play.both_ms() == (303_000, 303_000), "no bonus for the start"
                assert [account.moves for account in game.accounts] == [0, 0]
                assert play.events(EV_START) == [(other(presser), 5000, 0)]


def test_the_play_key_starts_the_side_that_it_is_given() -> None:
    # T5
    for start in STARTS:
        for side in (LEFT, RIGHT):
            play = Play(control(MINUTE), start)
            play.wait(1000)
            play.game.start(side, play.at())
            assert play.game.running_side == side and play.game.white_side == side
            play.wait(10)
            play.game.start(other(side), play.at())
            assert play.game.running_side == side, "a second start does nothing"


def test_time_in_ready_costs_nothing() -> None:
    for start in STARTS:
        play = Play(control(MINUTE), start, 170)
        play.wait(HOUR).tick()
        assert play.game.state == READY
        play.begin()
        assert play.both_ms() == (MINUTE, MINUTE)


def test_the_running_side_is_charged_from_edge_to_edge_whatever_the_ticks() -> None:
    # T1
    for start in STARTS:
        for step in STEPS:
            play = Play(control(MINUTE), start, step).begin()
            assert play.think(LEFT, 1234) == SWITCHED
            assert play.think(RIGHT, 1) == SWITCHED
            assert play.think(LEFT, 0) == SWITCHED
            assert play.think(RIGHT, 9999) == SWITCHED
            play.wait(500)
            assert play.both_ms() == (MINUTE - 1734, MINUTE - 10_000), (start, step)
            check_books(play.game, play.run_ms)


def test_twenty_presses_of_99_ms_cost_990_ms_a_side() -> None:
    # T1: presses faster than the tick are not free
    for start in STARTS:
        for step in (0, 1, 170, 250):
            play = Play(control(MINUTE), start, step).begin()
            for turn in range(20):
                play.think(turn & 1, 99)
            assert play.both_ms() == (MINUTE - 990, MINUTE - 990)


def test_uneven_ticks_do_not_add_up_to_drift() -> None:
    # T1
    for start in STARTS:
        play = Play(control(MINUTE), start).begin()
        for ms in (130, 220, 650):
            play.wait(ms).tick().tick()
        assert play.left_ms(LEFT) == MINUTE - 1000


def test_splitting_a_wait_changes_nothing() -> None:
    # T1
    for start in STARTS:
        for parts in ((10_000,), (1, 9_999), (9_999, 1), (3_333, 3_333, 3_334)):
            play = Play(control(MINUTE, FISCHER, 2000), start).begin()
            for part in parts:
                play.wait(part).tick()
            play.press(LEFT)
            assert play.both_ms() == (MINUTE - 6000, MINUTE + 2000), parts


def test_an_instant_that_is_already_booked_changes_nothing() -> None:
    # T1
    for start in STARTS:
        play = Play(control(MINUTE), start).begin()
        play.wait(5000).tick()
        game = play.game
        game.tick((play.at() - 3000) % WRAP)
        assert game.remaining_ms(LEFT) == MINUTE - 5000
        play.wait(1000)
        assert play.left_ms(LEFT) == MINUTE - 6000
        check_books(game, 6000)


def test_a_press_of_the_idle_side_changes_nothing() -> None:
    # T4
    for start in STARTS:
        for step in STEPS:
            play = Play(control(MINUTE, FISCHER, 2000), start, step).begin()
            play.wait(100)
            for _ in range(5):
                assert play.press(RIGHT) == IGNORED
                play.wait(100)
            assert play.game.running_side == LEFT
            assert play.both_ms() == (MINUTE + 2000 - 600, MINUTE + 2000)
            assert [account.moves for account in play.game.accounts] == [0, 0]


def test_idle_presses_leave_their_first_instant_and_a_count_per_turn() -> None:
    # T4
    for start in STARTS:
        play = Play(control(MINUTE), start).begin()
        play.wait(100)
        for _ in range(3):
            play.press(RIGHT)
            play.wait(10)
        assert play.events(EV_IDLE_PRESS) == [(RIGHT, 100, 0)]
        assert play.game.idle_presses == 3
        play.press(LEFT)
        assert play.game.idle_presses == 0
        play.wait(10)
        play.press(LEFT)
        assert play.events(EV_IDLE_PRESS) == [(RIGHT, 100, 0), (LEFT, 140, 0)]
        assert play.game.idle_presses == 1


def test_of_two_presses_at_one_instant_the_running_sides_is_taken() -> None:
    # T3, in either order: an idle press before it changes nothing
    for start in STARTS:
        play = Play(control(MINUTE), start).begin()
        play.wait(1000)
        assert play.press(RIGHT) == IGNORED
        assert play.press(LEFT) == SWITCHED
        assert play.game.running_side == RIGHT
        assert play.both_ms() == (MINUTE - 1000, MINUTE)


def test_one_side_runs_or_none_whatever_is_pressed() -> None:
    # T3
    for start in STARTS:
        play = Play(control(MINUTE, FISCHER, 1000), start)
        seed = 12345
        for _ in range(500):
            seed = (seed * 1103 + 12345) % 65536
            play.wait(seed % 50)
            kind = seed >> 8 & 7
            if kind < 4:
                play.press(kind & 1)
            elif kind == 4:
                play.game.pause(play.at())
            elif kind == 5:
                play.game.resume(play.at())
            else:
                play.tick()
            game = play.game
            assert (game.running_side == NEITHER) == (game.state != RUNNING)
            if game.state == RUNNING:
                assert game.running_side == game.side_to_move


def test_moves_are_counted_for_the_side_that_made_them() -> None:
    # T24
    play = Play(control(MINUTE)).begin()
    for turn in range(7):
        play.think(turn & 1, 100)
    assert [account.moves for account in play.game.accounts] == [4, 3]
    assert play.events(EV_PRESS)[-1] == (LEFT, 700, 4)


def test_pause_keeps_everything_and_costs_nothing() -> None:
    # T6
    for start in STARTS:
        for step in STEPS:
            play = Play(control(MINUTE), start, step).begin()
            play.think(LEFT, 1000)
            for _ in range(5):
                play.wait(777)
                play.game.pause(play.at())
                assert play.game.state == PAUSED and play.game.running_side == NEITHER
                assert play.game.side_to_move == RIGHT
                play.wait(50_000).tick()
                for side in (LEFT, RIGHT):
                    assert play.press(side) == IGNORED
                assert play.game.resume(play.at())
                assert play.game.running_side == RIGHT
            assert play.both_ms() == (MINUTE - 1000, MINUTE - 5 * 777)
            check_books(play.game, play.run_ms)


def test_pause_and_resume_where_they_make_no_sense_do_nothing() -> None:
    play = Play(control(MINUTE))
    play.game.pause(play.at())
    assert play.game.state == READY
    assert not play.game.resume(play.at())
    play.begin()
    assert not play.game.resume(play.at())
    play.game.pause(play.at())
    play.game.pause(play.at())
    assert play.game.state == PAUSED


def test_the_end_keeps_the_exact_times() -> None:
    # T32
    for start in STARTS:
        for step in STEPS:
            play = Play(control(MINUTE), start, step).begin()
            play.think(LEFT, 1000)
            play.wait(234)
            play.game.end(play.at())
            assert play.game.state == ENDED and play.game.running_side == NEITHER
            play.wait(5000).tick()
            for side in (LEFT, RIGHT):
                assert play.press(side) == IGNORED
            assert not play.game.resume(play.at())
            assert play.both_ms() == (MINUTE - 1000, MINUTE - 234)


def test_a_new_set_up_forgets_the_last_game() -> None:
    made = control(MINUTE, FISCHER, 1000)
    play = Play(made).begin()
    play.think(LEFT, 3000)
    play.wait(70_000).tick()
    play.game.set_up(made, RIGHT, play.at())
    game = play.game
    assert game.state == READY and game.white_side == RIGHT
    assert game.first_flag_side == NEITHER and game.side_to_move == NEITHER
    assert play.both_ms() == (MINUTE + 1000, MINUTE + 1000)
    assert [account.moves for account in game.accounts] == [0, 0]
    check_books(game, 0)


def test_both_sides_are_alike() -> None:
    # the same game with left and right changed over gives the same times
    script = (1000, 2500, 10, 0, 7777, 30_000, 20_000, 1)
    for start in STARTS:
        results = []
        for white in (LEFT, RIGHT):
            play = Play(control(MINUTE, FISCHER, 1500), start, white=white).begin()
            side = white
            for ms in script:
                play.think(side, ms)
                side = other(side)
            results.append((play.left_ms(white), play.left_ms(other(white))))
        assert results[0] == results[1]


def test_a_control_may_be_used_for_two_games() -> None:
    made = TimeControl(control(MINUTE).white_periods)
    one, two = Play(made).begin(), Play(made).begin()
    one.think(LEFT, 5000)
    assert two.both_ms() == (MINUTE, MINUTE)
