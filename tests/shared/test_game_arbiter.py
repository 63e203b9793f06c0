"""What an arbiter does: corrections, colors, undo (T5, T24, T30, T43, T44)."""

from clockcore.arbiter import (
    clear_flag,
    set_moves,
    set_period,
    set_remaining,
    set_side_to_move,
    swap_white,
    undo_press,
)
from clockcore.codes import (
    ADJUST,
    AT_ZERO,
    BRONSTEIN,
    BYOYOMI,
    DELAY,
    EV_ADJUST,
    EV_CORRECTION,
    EV_PUT_AWAY,
    EV_UNDO,
    FISCHER,
    FLAGGED,
    GONG,
    HOURGLASS,
    IGNORED,
    LATE,
    LEFT,
    NEITHER,
    PAUSED,
    READY,
    RIGHT,
    RUNNING,
    SETUP,
    SWITCHED,
)
from clockcore.game import Game
from clockcore.period import Period
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, STEPS, Play, booked_ms, check_books, control, total


def paused(made: TimeControl, start: int = 0) -> Play:
    """Return a game that White's clock ran for 1 s of, in PAUSED."""
    play = Play(made, start).begin()
    play.wait(1000)
    play.game.pause(play.at())
    return play


def test_corrections_need_a_clock_that_stands() -> None:
    # T40
    play = Play(control(MINUTE)).begin()
    game, at = play.game, play.at()
    for done in (
        set_remaining(game, LEFT, 1000, at),
        set_moves(game, LEFT, 5, at),
        set_period(game, LEFT, 0, at),
        set_side_to_move(game, RIGHT, at),
        swap_white(game, at),
        clear_flag(game, at),
        game.adjust(at),
    ):
        assert done is False
    empty = Game()
    assert not set_remaining(empty, LEFT, 1000, 0)
    assert not swap_white(empty, 0)
    assert play.both_ms() == (MINUTE, MINUTE)


def test_times_counters_period_and_side_can_be_set_in_one_pass() -> None:
    # T43
    made = TimeControl((Period(MINUTE, moves=2), Period(30_000)))
    for start in STARTS:
        play = paused(made, start)
        game, at = play.game, play.at()
        assert game.adjust(at) and game.state == ADJUST
        assert set_remaining(game, LEFT, 5_400_000, at)
        assert set_remaining(game, RIGHT, 0, at)
        assert set_remaining(game, RIGHT, 1, at)
        assert set_moves(game, LEFT, 7, at)
        assert set_moves(game, RIGHT, 6, at)
        assert set_period(game, LEFT, 1, at)
        assert set_period(game, RIGHT, 1, at)
        assert set_side_to_move(game, RIGHT, at)
        game.leave_adjust(at)
        assert game.state == PAUSED
        assert game.resume(at)
        assert game.running_side == RIGHT
        assert play.both_ms() == (5_400_000, 1)
        assert [account.moves for account in game.accounts] == [7, 6]
        assert play.events(EV_CORRECTION)
        check_books(game, 1000)


def test_a_correction_is_booked_apart() -> None:
    # T1
    play = paused(control(MINUTE))
    set_remaining(play.game, LEFT, 70_000, play.at())
    assert total(play.account(LEFT).added_correction) == 11_000
    set_remaining(play.game, LEFT, 10_000, play.at())
    assert total(play.account(LEFT).added_correction) == -49_000
    check_books(play.game, 1000)


def test_a_running_moment_can_be_set() -> None:
    play = paused(control(0, BYOYOMI, block_ms=10_000, block_count=3))
    assert set_remaining(play.game, LEFT, 8000, play.at())
    assert play.account(LEFT).block_left_ms == 8000
    play.game.resume(play.at())
    play.wait(8001).tick()
    assert play.account(LEFT).blocks_left == 2


def test_in_ready_times_can_be_set_too() -> None:
    play = Play(control(MINUTE))
    assert set_remaining(play.game, LEFT, 30_000, play.at())
    assert play.game.state == READY
    play.begin()
    assert play.both_ms() == (30_000, MINUTE)


def test_colors_can_be_swapped_without_losing_times_or_counters() -> None:
    # T5, Laws 7.3
    play = Play(control(MINUTE)).begin()
    play.think(LEFT, 5000)
    play.game.pause(play.at())
    before = play.both_ms()
    assert swap_white(play.game, play.at())
    assert play.game.white_side == RIGHT
    assert play.both_ms() == before and play.account(LEFT).moves == 1
    assert swap_white(play.game, play.at()) and play.game.white_side == LEFT


def test_the_turn_can_be_given_to_the_other_side_and_begins_anew() -> None:
    # T41, T43
    play = paused(control(MINUTE, DELAY, 5000))
    set_side_to_move(play.game, RIGHT, play.at())
    play.game.resume(play.at())
    assert play.game.running_side == RIGHT
    assert play.account(RIGHT).delay_left_ms == 5000
    play.wait(6000)
    assert play.both_ms() == (MINUTE, MINUTE - 1000)


def test_a_side_that_gets_the_turn_back_has_its_whole_delay() -> None:
    # T13, T43
    play = Play(control(MINUTE, DELAY, 5000)).begin()
    play.think(LEFT, 3000)
    play.wait(2000)
    play.game.pause(play.at())
    set_side_to_move(play.game, LEFT, play.at())
    play.game.resume(play.at())
    assert play.account(LEFT).delay_left_ms == 5000
    play.wait(5500)
    assert play.left_ms(LEFT) == MINUTE - 500


def test_setting_the_side_that_moves_anyway_keeps_its_turn() -> None:
    play = paused(control(MINUTE, DELAY, 5000))
    set_side_to_move(play.game, LEFT, play.at())
    assert play.account(LEFT).delay_left_ms == 4000


def test_a_game_is_put_away_only_while_nobody_runs() -> None:
    play = Play(control(MINUTE)).begin()
    play.wait(1000)
    play.game.put_away(play.at())
    assert play.game.state == RUNNING
    play.game.pause(play.at())
    play.game.put_away(play.at())
    assert play.game.state == SETUP
    assert play.events(EV_PUT_AWAY) == [(NEITHER, 1000, 0)]
    play.game.put_away(play.at())
    assert len(play.events(EV_PUT_AWAY)) == 1, "it is away already"
    assert play.press(LEFT) == IGNORED


def test_opening_and_leaving_adjust_is_told() -> None:
    play = Play(control(MINUTE)).begin()
    play.game.leave_adjust(play.at())
    assert play.game.state == RUNNING
    play.game.pause(play.at())
    play.game.adjust(play.at())
    play.wait(500)
    play.game.leave_adjust(play.at())
    assert [(at, value) for _side, at, value in play.events(EV_ADJUST)] == [(0, 1), (500, 0)]


# --- undo ----------------------------------------------------------------------------------------


def test_undo_takes_back_everything_the_press_gave_and_the_time_since() -> None:
    # T44
    made = TimeControl((Period(MINUTE, FISCHER, 5000, moves=1), Period(30_000, FISCHER, 5000)))
    for start in STARTS:
        for step in STEPS:
            play = Play(made, start, step).begin()
            assert play.think(LEFT, 10_000) == SWITCHED
            assert play.left_ms(LEFT) == 65_000 - 10_000 + 30_000 + 5000
            play.wait(3000)
            assert undo_press(play.game, play.at())
            game = play.game
            assert game.state == RUNNING and game.running_side == LEFT
            assert play.both_ms() == (65_000 - 13_000, 65_000)
            assert play.account(LEFT).moves == 0 and play.account(LEFT).period_index == 0
            assert play.events(EV_UNDO) == [(LEFT, 13_000, 3000)]
            assert not undo_press(game, play.at()), "only the last press"
            check_books(game, play.run_ms)
            play.think(LEFT, 1000)
            assert play.left_ms(LEFT) == 65_000 - 14_000 + 35_000


def test_undo_in_pause_stays_in_pause() -> None:
    # T44, T6
    for start in STARTS:
        play = Play(control(MINUTE), start).begin()
        play.think(LEFT, 10_000)
        play.wait(2000)
        play.game.pause(play.at())
        play.wait(HOUR)
        for adjust in (False, True):
            if adjust:
                play.game.adjust(play.at())
        assert undo_press(play.game, play.at())
        assert play.game.state == ADJUST and play.game.running_side == NEITHER
        assert play.game.side_to_move == LEFT
        assert play.both_ms() == (48_000, MINUTE)
        play.game.leave_adjust(play.at())
        assert play.game.resume(play.at())
        assert play.game.running_side == LEFT


def test_undo_with_bronstein_goes_on_with_the_same_turn() -> None:
    # T12, T44
    play = Play(control(MINUTE, BRONSTEIN, 5000)).begin()
    play.think(LEFT, 2000)
    play.wait(1000)
    undo_press(play.game, play.at())
    assert play.left_ms(LEFT) == 62_000
    play.think(LEFT, 1000)
    assert play.left_ms(LEFT) == 65_000, "4 s used in all, all given back"


def test_undo_with_hourglass_keeps_the_sum() -> None:
    # T14, T44
    play = Play(control(MINUTE, HOURGLASS)).begin()
    play.think(LEFT, 2000)
    play.wait(5000)
    undo_press(play.game, play.at())
    assert play.both_ms() == (53_000, 67_000)


def test_undo_can_bring_the_pressers_flag() -> None:
    # T44: the time since the press is more than the presser had
    play = Play(control(MINUTE, freeze=True)).begin()
    play.think(LEFT, 59_000)
    play.wait(5000)
    assert undo_press(play.game, play.at())
    assert play.game.state == FLAGGED and play.game.first_flag_side == LEFT
    assert play.both_ms() == (0, MINUTE)


def test_undo_removes_a_flag_that_fell_since_the_press() -> None:
    # T30, T44
    play = Play(control(MINUTE, FISCHER, 1000)).begin()
    play.wait(1000)
    play.press(LEFT)
    play.game.pause(play.at())
    set_remaining(play.game, LEFT, 5 * MINUTE, play.at())
    play.game.resume(play.at())
    play.think(RIGHT, 0)
    play.think(LEFT, 0)
    play.wait(70_000).tick()
    assert play.game.state == FLAGGED and play.game.first_flag_side == RIGHT
    assert undo_press(play.game, play.at())
    assert play.game.first_flag_side == NEITHER
    assert play.game.state == PAUSED, "an arbiter looks first"
    assert not play.account(RIGHT).is_flagged
    assert play.left_ms(RIGHT) == 62_000


def test_undo_of_a_late_press() -> None:
    # T31, T44
    play = Play(control(MINUTE)).begin()
    play.wait(MINUTE + 1000)
    assert play.press(LEFT) == LATE
    play.wait(2000)
    assert undo_press(play.game, play.at())
    assert play.game.running_side == LEFT and play.game.first_flag_side == LEFT
    assert play.both_ms() == (0, MINUTE)
    assert booked_ms(play.account(LEFT)) == MINUTE + 3000


def test_a_correction_since_the_press_rules_the_undo_out() -> None:
    # T44: none may be lost silently
    for correct in (
        lambda game, at: set_remaining(game, RIGHT, 1000, at),
        lambda game, at: set_moves(game, RIGHT, 9, at),
        lambda game, at: set_period(game, RIGHT, 0, at),
        lambda game, at: set_side_to_move(game, LEFT, at),
    ):
        play = Play(control(MINUTE)).begin()
        play.think(LEFT, 1000)
        play.game.pause(play.at())
        assert correct(play.game, play.at())
        assert not undo_press(play.game, play.at())


def test_a_cleared_flag_does_not_come_back_with_an_undo() -> None:
    # T30, T44: CLEAR FLAG is a correction too
    play = Play(control(MINUTE)).begin()
    play.wait(MINUTE + 1000)
    assert play.press(LEFT) == LATE
    play.game.pause(play.at())
    play.game.adjust(play.at())
    assert clear_flag(play.game, play.at())
    undo_press(play.game, play.at())
    assert play.game.first_flag_side == NEITHER


def test_nothing_to_undo() -> None:
    play = Play(control(MINUTE))
    assert not undo_press(play.game, play.at())
    play.begin()
    assert not undo_press(play.game, play.at()), "the start is no press of a move"
    play.think(LEFT, 10)
    play.game.end(play.at())
    assert not undo_press(play.game, play.at())
    gong = Play(control(1000, GONG)).begin()
    gong.think(LEFT, 10)
    gong.wait(1500)
    assert not undo_press(gong.game, gong.at()), "the gong has passed the turn since"


def test_undo_after_more_hours_than_instants_can_tell_apart_is_refused() -> None:
    play = Play(control(359_999_000)).begin()
    play.think(LEFT, 10)
    for _ in range(80):
        play.wait(HOUR).tick()
    assert not undo_press(play.game, play.at())
    assert play.game.running_side == RIGHT
    assert play.left_ms(RIGHT) == 359_999_000 - 80 * HOUR


def test_a_period_put_right_ends_at_its_own_move() -> None:
    # T20, T24: 40 moves stay 40 moves, and 60 for the second period, whenever the period is set
    first = Period(MINUTE, FISCHER, 1000, moves=40)
    second = Period(MINUTE, FISCHER, 1000, moves=20)
    last = Period(MINUTE, FISCHER, 1000)
    play = Play(TimeControl((first, second, last)), 7777).begin()
    for _ in range(5):
        for side in (LEFT, RIGHT):
            play.wait(10)
            play.game.press(side, play.at())
    play.game.pause(play.at())
    for index, end_move in ((0, 40), (1, 60), (2, 0), (1, 60), (0, 40)):
        assert set_period(play.game, LEFT, index, play.at())
        assert play.account(LEFT).end_move == end_move
    # where the period before has no number, the present move is where it begins
    zero = Period(MINUTE, FISCHER, 1000, transition=AT_ZERO)
    play = Play(TimeControl((zero, second, last)), 7777).begin()
    for side in (LEFT, RIGHT, LEFT):
        play.wait(10)
        play.game.press(side, play.at())
    play.game.pause(play.at())
    assert set_period(play.game, LEFT, 1, play.at())
    assert play.account(LEFT).end_move == 22
