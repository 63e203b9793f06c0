"""What an arbiter corrects: times, counters, periods, turn, colors, flag (T5, T24, T30, T43)."""

from clockcore.arbiter import (
    add_time,
    begin_correction,
    can_undo_correction,
    can_undo_press,
    clear_flag,
    end_correction,
    set_freeze,
    set_moves,
    set_period,
    set_remaining,
    set_side_to_move,
    swap_white,
    undo_correction,
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
    FISCHER,
    FLAGGED,
    IGNORED,
    LEFT,
    NEITHER,
    NONE,
    PAUSED,
    READY,
    RIGHT,
    RUNNING,
    SCRABBLE,
    SETUP,
)
from clockcore.game import Game
from clockcore.period import Period
from clockcore.time_control import TimeControl
from shared_kit import MINUTE, STARTS, Play, check_books, control, total


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


def test_a_time_that_cannot_be_is_refused() -> None:
    # T43: 0 to 99:59:59.999; SCRABBLE may be below 0 (T17)
    limit = 359_999_999
    for method, low in ((NONE, 0), (SCRABBLE, -limit)):
        play = paused(control(MINUTE, method))
        for ms, done in ((low, True), (low - 1, False), (limit, True), (limit + 1, False)):
            assert set_remaining(play.game, LEFT, ms, play.at()) is done, (method, ms)
        assert play.left_ms(LEFT) == limit
        check_books(play.game, 1000)
    assert not set_moves(play.game, LEFT, -1, play.at())


def test_freeze_can_be_set_while_nobody_runs() -> None:
    # T31
    play = Play(control(MINUTE))
    assert set_freeze(play.game, True, play.at()) and play.game.freeze
    play.begin()
    assert not set_freeze(play.game, False, play.at()) and play.game.freeze
    play.game.pause(play.at())
    assert set_freeze(play.game, False, play.at()) and not play.game.freeze
    assert play.events(EV_CORRECTION)[-2:] == [(NEITHER, 0, 1), (NEITHER, 0, 0)]


def test_a_period_set_in_overtime_goes_on_with_the_time_that_was_left() -> None:
    # T16, T43: times untouched
    made = TimeControl((Period(MINUTE, moves=5), Period(0, BYOYOMI, block_ms=9000, block_count=3)))
    play = paused(made)
    set_period(play.game, LEFT, 1, play.at())
    assert play.left_ms(LEFT) == 59_000 and not play.account(LEFT).overtime
    set_remaining(play.game, LEFT, 0, play.at())
    set_period(play.game, LEFT, 0, play.at())
    set_period(play.game, LEFT, 1, play.at())
    assert play.account(LEFT).overtime and play.account(LEFT).blocks_left == 3
    play.game.resume(play.at())
    play.wait(11_000)
    play.game.pause(play.at())
    assert play.left_ms(LEFT) == 7000 and play.account(LEFT).blocks_left == 2
    set_period(play.game, LEFT, 1, play.at())
    assert play.left_ms(LEFT) == 7000 and play.account(LEFT).blocks_left == 2, "it is there"
    set_period(play.game, LEFT, 0, play.at())
    assert play.left_ms(LEFT) == 7000 and not play.account(LEFT).overtime
    check_books(play.game, 12_000)


def test_a_last_moment_with_time_again_is_the_last_moment() -> None:
    # T16, T30: after a flag a correction gives time, not moments without end
    for clear in (False, True):
        play = Play(control(0, BYOYOMI, block_ms=1000, block_count=2, freeze=True)).begin()
        play.wait(2000).tick()
        assert play.game.state == FLAGGED
        play.game.adjust(play.at())
        if clear:
            assert clear_flag(play.game, play.at())
        assert set_remaining(play.game, LEFT, 5000, play.at())
        play.game.leave_adjust(play.at())
        assert play.game.resume(play.at())
        play.wait(4999).tick()
        assert play.game.state == RUNNING and play.account(LEFT).blocks_left == 1
        play.wait(1).tick()
        assert play.game.state == FLAGGED and play.account(LEFT).is_flagged


def test_a_running_moment_can_be_set() -> None:
    play = paused(control(0, BYOYOMI, block_ms=10_000, block_count=3))
    assert set_remaining(play.game, LEFT, 8000, play.at())
    assert play.account(LEFT).block_left_ms == 8000
    check_books(play.game, 1000)
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
    set_moves(play.game, RIGHT, 7, play.at())
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


def test_setting_what_it_is_already_changes_nothing() -> None:
    # T43: a pass over everything corrects what differs, and no more
    play = Play(control(MINUTE, BRONSTEIN, 5000)).begin()
    play.think(LEFT, 1000)
    play.wait(2000)
    play.game.pause(play.at())
    game, at = play.game, play.at()
    assert set_remaining(game, RIGHT, 63_000, at)
    assert set_moves(game, LEFT, 1, at)
    assert set_period(game, RIGHT, 0, at)
    assert set_side_to_move(game, RIGHT, at)
    assert set_freeze(game, True, at)
    assert not can_undo_correction(game) and can_undo_press(game)
    assert play.account(RIGHT).turn_used_ms == 2000


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


def test_a_period_that_repeats_is_put_right_to_the_repetition_of_the_counter() -> None:
    # T20, T24
    repeating = Period(MINUTE, moves=2, repeat=True)
    for made, index, base in (
        (TimeControl((repeating,)), 0, 0),
        (TimeControl((Period(MINUTE, moves=3), repeating)), 1, 3),
    ):
        play = paused(made)
        for moves, end_move in ((base, 2), (base + 1, 2), (base + 2, 4), (base + 5, 6)):
            set_moves(play.game, LEFT, moves, play.at())
            assert set_period(play.game, LEFT, index, play.at())
            assert play.account(LEFT).end_move == base + end_move, moves
        before = play.left_ms(LEFT)
        play.game.resume(play.at())
        play.press(LEFT)
        assert play.left_ms(LEFT) == before + MINUTE


# --- what has gone wrong in other clocks ---------------------------------------------------------


def test_less_than_the_delay_set_in_bronstein_stays_what_was_set() -> None:
    # ecforum.org.uk viewtopic t=6909: T12, T43
    play = paused(control(MINUTE, BRONSTEIN, 10_000))
    set_remaining(play.game, LEFT, 3000, play.at())
    play.game.resume(play.at())
    for _ in range(5):
        play.think(LEFT, 2000)
        assert play.left_ms(LEFT) == 3000
        play.think(RIGHT, 1000)
    play.game.pause(play.at())
    set_remaining(play.game, LEFT, 10_000, play.at())
    play.game.resume(play.at())
    play.think(LEFT, 9999)
    assert play.left_ms(LEFT) == 10_000, "with as much as the delay it stays above it"


def test_both_at_zero_the_first_keeps_its_mark_through_pause_and_correction() -> None:
    # ecforum.org.uk viewtopic t=813: T30
    for first in (LEFT, RIGHT):
        play = Play(control(MINUTE, freeze=False)).begin()
        if first == RIGHT:
            play.press(LEFT)
        play.wait(MINUTE).tick()
        play.press(first)
        play.wait(MINUTE).tick()
        assert play.game.state == FLAGGED and play.both_ms() == (0, 0)
        assert play.game.first_flag_side == first
        play.game.adjust(play.at())
        add_time(play.game, first, 5000, play.at())
        play.game.leave_adjust(play.at())
        assert play.game.first_flag_side == first
        undo_correction(play.game, play.at())
        assert play.game.first_flag_side == first and play.both_ms() == (0, 0)


def test_a_take_back_gives_back_clock_counter_and_turn() -> None:
    # lichess-org/mobile#3697, #1648, lila#135: T44
    play = Play(control(MINUTE, FISCHER, 2000), 7777).begin()
    play.think(LEFT, 5000)
    assert undo_press(play.game, play.at())
    assert play.both_ms() == (57_000, 62_000)
    assert play.game.running_side == LEFT and play.account(LEFT).moves == 0


def test_after_a_corrected_turn_the_right_side_runs() -> None:
    # DGT 3000 manual, arbiter guides: T41, T43
    for side in (LEFT, RIGHT):
        play = paused(control(MINUTE))
        set_side_to_move(play.game, side, play.at())
        assert play.press(LEFT) == IGNORED == play.press(RIGHT), "nobody erases by accident"
        assert play.game.resume(play.at()) and play.game.running_side == side


def test_time_and_counter_are_corrected_together_and_nothing_else_moves() -> None:
    # FIDE, rules for electronic clocks (E16, E17, E18): T43
    play = Play(TimeControl((Period(MINUTE, moves=3), Period(MINUTE, FISCHER, 1000)))).begin()
    for number in range(4):
        play.think(number & 1, 1000)
    play.game.pause(play.at())
    begin_correction(play.game)
    assert set_moves(play.game, LEFT, 3, play.at())
    assert set_period(play.game, LEFT, 1, play.at())
    assert set_remaining(play.game, LEFT, 118_000, play.at())
    assert end_correction(play.game)
    assert play.both_ms() == (118_000, 58_000)
    assert [account.moves for account in play.game.accounts] == [3, 2]
    play.game.resume(play.at())
    play.wait(118_000).tick()
    assert play.game.first_flag_side == LEFT
    play.press(LEFT)
    assert play.left_ms(LEFT) == 0, "nothing is added after the last period"
