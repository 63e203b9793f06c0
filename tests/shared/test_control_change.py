"""Another time control in mid-game, the 5 s of Guidelines III.4, and the forced move count."""

from clockcore.arbiter import (
    can_undo_correction,
    set_moves,
    set_period,
    set_remaining,
    swap_white,
    undo_correction,
)
from clockcore.codes import (
    ADJUST,
    AT_ZERO,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    EV_CONTROL,
    FISCHER,
    FLAGGED,
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
from clockcore.control_change import (
    can_insert_increment,
    change_control,
    forced_count,
    insert_increment,
    is_forced_count,
    period_for_moves,
)
from clockcore.game import Game
from clockcore.period import MAIN_LIMIT_MS, Period
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, STEPS, Play, check_books, control, refused

LONG = TimeControl(
    (
        Period(90 * MINUTE, FISCHER, 30_000, moves=40),
        Period(30 * MINUTE, FISCHER, 30_000, moves=20),
        Period(15 * MINUTE, FISCHER, 30_000),
    )
)


def stopped(made: TimeControl, moves: int = 3, start: int = 0, think_ms: int = 2000) -> Play:
    """Return a game in ADJUST after some presses, and 1 s more."""
    play = Play(made, start).begin()
    for number in range(moves):
        play.think(number & 1, think_ms)
    play.wait(1000)
    play.game.pause(play.at())
    play.game.adjust(play.at())
    return play


def go_on(play: Play) -> None:
    """Leave ADJUST and let the side to move run."""
    play.game.leave_adjust(play.at())
    assert play.game.resume(play.at())


def test_the_period_follows_from_the_counter() -> None:
    # T24
    for moves, index in ((0, 0), (39, 0), (40, 1), (59, 1), (60, 2), (61, 2), (999, 2)):
        assert period_for_moves(LONG.white_periods, moves) == index, moves
    assert period_for_moves((Period(MINUTE),), 90) == 0


def test_where_a_period_ends_at_zero_the_present_one_is_offered() -> None:
    # T21, T24
    zero = Period(MINUTE, transition=AT_ZERO)
    periods = (Period(MINUTE, moves=40), zero, zero, Period(MINUTE))
    for moves, present, index in ((39, 3, 0), (40, 0, 1), (40, 2, 2), (99, 3, 3), (40, 7, 3)):
        assert period_for_moves(periods, moves, present) == index, (moves, present)


def test_times_and_counters_are_kept_and_the_new_bonus_comes_with_the_next_press() -> None:
    # T43, Laws 6.10.2: set with 5 s instead of 30 s, found in the second move
    for start in STARTS:
        play = stopped(control(HOUR, FISCHER, 5000), 3, start)
        before = play.both_ms()
        assert change_control(play.game, LONG, play.at())
        assert play.both_ms() == before == (HOUR + 11_000 - 0, HOUR + 7000)
        assert [account.moves for account in play.game.accounts] == [2, 1]
        assert play.game.control is LONG and play.game.state == ADJUST
        assert play.game.side_to_move == RIGHT
        assert play.events(EV_CONTROL) == [(NEITHER, 7000, 0)]
        go_on(play)
        play.think(RIGHT, 1000)
        assert play.left_ms(RIGHT) == HOUR + 36_000
        check_books(play.game, play.run_ms)


def test_each_side_gets_the_period_of_its_counter_which_can_be_set_after() -> None:
    # T24, T43
    play = stopped(control(HOUR))
    set_moves(play.game, LEFT, 40, play.at())
    set_moves(play.game, RIGHT, 39, play.at())
    assert change_control(play.game, LONG, play.at())
    left, right = play.game.accounts
    assert (left.period_index, left.end_move) == (1, 60)
    assert (right.period_index, right.end_move) == (0, 40)
    assert set_period(play.game, RIGHT, 1, play.at()) and right.end_move == 60
    set_period(play.game, RIGHT, 0, play.at())
    before = play.both_ms()
    go_on(play)
    play.press(RIGHT)
    assert play.both_ms() == (before[0], before[1] + 30 * MINUTE + 30_000)


def test_a_game_that_has_not_begun_runs_or_is_over_keeps_its_control() -> None:
    # T40
    play = Play(control(MINUTE))
    assert not change_control(Game(), LONG, 0)
    assert not change_control(play.game, LONG, play.at())
    play.begin()
    assert not change_control(play.game, LONG, play.at())
    play.game.end(play.at())
    assert not change_control(play.game, LONG, play.at())
    assert play.game.control is not LONG


def test_freeze_is_what_the_new_control_says() -> None:
    # T31
    for freeze in (False, True):
        play = stopped(control(MINUTE, freeze=not freeze))
        change_control(play.game, control(HOUR, FISCHER, 1000, freeze=freeze), play.at())
        assert play.game.freeze is freeze


def test_with_odds_the_marks_of_the_colors_decide() -> None:
    # T43
    odds = TimeControl((Period(HOUR),), (Period(HOUR, FISCHER, 7000),))
    for swaps in (False, True):
        play = stopped(control(MINUTE))
        if swaps:
            swap_white(play.game, play.at())
        change_control(play.game, odds, play.at())
        left, right = play.game.accounts
        assert (right if swaps else left).period.method == NONE
        assert (left if swaps else right).period.bonus_ms == 7000


def test_what_was_left_of_a_moment_goes_on() -> None:
    # T16: in moments of the same kind as a moment, else as main time
    byoyomi = control(0, BYOYOMI, block_ms=10_000, block_count=5)
    for made, overtime, blocks in (
        (control(HOUR, BYOYOMI, block_ms=20_000, block_count=3), True, 3),
        (control(HOUR, BYOYOMI, block_ms=20_000, block_count=9), True, 4),
        (control(HOUR, BYOYOMI, block_ms=20_000), True, 0),
        (control(HOUR, CANADIAN, block_ms=20_000), False, 0),
        (control(HOUR), False, 0),
    ):
        play = stopped(byoyomi, 0)
        play.game.leave_adjust(play.at())
        play.game.resume(play.at())
        play.wait(11_500)
        play.game.pause(play.at())
        assert play.account(LEFT).blocks_left == 4 and play.left_ms(LEFT) == 7500
        assert change_control(play.game, made, play.at())
        account = play.account(LEFT)
        assert play.both_ms() == (7500, 10_000)
        assert (account.overtime, account.blocks_left) == (overtime, blocks)
        check_books(play.game, play.run_ms)


def test_a_canadian_block_goes_on_with_the_moves_made_in_it() -> None:
    # T16
    play = stopped(control(0, CANADIAN, block_ms=MINUTE, block_count=3), 2)
    change_control(play.game, control(0, CANADIAN, block_ms=HOUR, block_count=2), play.at())
    assert play.both_ms() == (57_000, 58_000) and play.account(LEFT).block_moves == 1
    go_on(play)
    play.press(LEFT)
    assert play.left_ms(LEFT) == HOUR


def test_a_side_without_time_begins_the_moments_of_the_new_control() -> None:
    # T16
    play = stopped(control(MINUTE))
    set_remaining(play.game, LEFT, 0, play.at())
    change_control(play.game, control(HOUR, BYOYOMI, block_ms=9000, block_count=2), play.at())
    assert play.account(LEFT).overtime and play.account(LEFT).blocks_left == 2
    assert not play.account(RIGHT).overtime and play.left_ms(LEFT) == 9000


def test_a_side_at_its_flag_stays_there_and_keeps_the_mark() -> None:
    # T30
    play = Play(control(MINUTE, freeze=True)).begin()
    play.wait(MINUTE).tick()
    assert play.game.state == FLAGGED
    assert change_control(play.game, control(HOUR, FISCHER, 1000), play.at())
    assert play.game.first_flag_side == LEFT and play.account(LEFT).is_flagged
    assert play.both_ms() == (0, MINUTE)


def test_a_delay_begins_less_what_was_thought_in_the_turn() -> None:
    # T13
    for delay_ms, left in ((5000, 4000), (1000, 0), (500, 0)):
        play = stopped(control(MINUTE))
        change_control(play.game, control(HOUR, DELAY, delay_ms), play.at())
        assert play.account(RIGHT).delay_left_ms == left
        assert play.account(LEFT).delay_left_ms == 0
        go_on(play)
        before = play.left_ms(RIGHT)
        play.wait(left)
        assert play.left_ms(RIGHT) == before


def test_penalty_time_becomes_0_where_there_is_none() -> None:
    # T17
    for made, left in ((control(HOUR), 0), (control(HOUR, SCRABBLE), -500)):
        play = stopped(control(1500, SCRABBLE), 1)
        change_control(play.game, made, play.at())
        assert play.both_ms() == (left, 500)
        check_books(play.game, play.run_ms)


def test_every_method_can_follow_every_other_and_goes_on() -> None:
    # T43
    made = (
        control(MINUTE),
        LONG,
        control(MINUTE, FISCHER, 1000, timing=1),
        control(MINUTE, BRONSTEIN, 3000),
        control(MINUTE, DELAY, 3000),
        control(MINUTE, HOURGLASS),
        control(MINUTE, GONG),
        control(MINUTE, MOVE_TIMER),
        control(2500, BYOYOMI, block_ms=9000, block_count=3),
        control(0, CANADIAN, block_ms=MINUTE, block_count=3),
        control(0, UPCOUNT),
        control(MINUTE, SCRABBLE),
        TimeControl((Period(MINUTE, transition=AT_ZERO), Period(MINUTE))),
    )
    for one in made:
        for two in made:
            play = stopped(one, 3, STARTS[2])
            before = play.both_ms()
            assert change_control(play.game, two, play.at())
            assert play.both_ms() == before
            go_on(play)
            play.step = 170
            for number in range(4):
                play.think((number + 1) & 1, 500)
            up = (one.white_periods[0].method, two.white_periods[0].method)
            if up[0] == up[1] or UPCOUNT not in up:  # the check knows one direction only
                check_books(play.game, play.run_ms)
            assert play.game.state == RUNNING
            assert [account.moves for account in play.game.accounts] == [4, 3]


# --- 5 s a move ----------------------------------------------------------------------------------


def test_an_increment_of_5_seconds_comes_with_the_next_press_of_each_side() -> None:
    # Guidelines III.4, T43
    for timing in (0, 1):
        for start in STARTS:
            for step in STEPS:
                play = stopped(control(100_000, timing=timing), 2, start)
                play.step = step
                assert play.both_ms() == (97_000, 98_000)
                assert can_insert_increment(play.game, LEFT)
                assert insert_increment(play.game, LEFT, play.at())
                assert play.both_ms() == (97_000, 98_000 + 2 * MINUTE)
                assert play.game.freeze and play.events(EV_CONTROL) == [(LEFT, 5000, 5000)]
                go_on(play)
                play.think(LEFT, 3000)
                assert play.both_ms() == (99_000, 218_000)
                play.think(RIGHT, 1000)
                assert play.both_ms() == (99_000, 222_000)
                play.think(LEFT, 3000)
                assert play.both_ms() == (101_000, 222_000)
                check_books(play.game, play.run_ms)


def test_who_has_the_move_may_ask_with_less_than_2_minutes() -> None:
    # Guidelines III.4
    play = stopped(control(3 * MINUTE), 2)
    for ms, may in ((2 * MINUTE, False), (2 * MINUTE - 1, True), (1, True)):
        set_remaining(play.game, LEFT, ms, play.at())
        assert can_insert_increment(play.game, LEFT) is may, ms
    set_remaining(play.game, RIGHT, 1000, play.at())
    assert not can_insert_increment(play.game, RIGHT), "it is not to move"
    assert not can_insert_increment(play.game, NEITHER)
    assert not insert_increment(play.game, RIGHT, play.at())
    go_on(play)
    assert not can_insert_increment(play.game, LEFT), "it runs"
    play.wait(1000).tick()
    play.game.pause(play.at())
    assert play.game.first_flag_side == LEFT
    assert not can_insert_increment(play.game, LEFT), "too late"
    assert not can_insert_increment(Game(), LEFT)
    assert not can_insert_increment(Play(control(MINUTE)).game, LEFT)


def test_only_a_game_without_bonus_or_delay_gets_an_increment() -> None:
    # Guidelines III.4
    for made, may in (
        (control(MINUTE), True),
        (TimeControl((Period(MINUTE, moves=1), Period(MINUTE))), True),
        (control(MINUTE, FISCHER, 0), True),
        (control(MINUTE, FISCHER, 1), False),
        (control(MINUTE, BRONSTEIN, 2000), False),
        (control(MINUTE, DELAY, 2000), False),
        (TimeControl((Period(MINUTE, moves=40), Period(MINUTE, FISCHER, 2000))), False),
        (TimeControl((Period(MINUTE),), (Period(MINUTE, DELAY, 2000),)), False),
        (control(MINUTE, HOURGLASS), False),
        (control(MINUTE, MOVE_TIMER), False),
        (control(MINUTE, BYOYOMI, block_ms=5000), False),
        (control(MINUTE, SCRABBLE), False),
        (control(0, UPCOUNT), False),
    ):
        play = stopped(made, 2)
        assert can_insert_increment(play.game, LEFT) is may, made.white_periods[0].method
        assert insert_increment(play.game, LEFT, play.at()) is may
        assert can_undo_correction(play.game) is may
    play = stopped(control(MAIN_LIMIT_MS), 2)
    set_remaining(play.game, LEFT, 1000, play.at())
    assert not can_insert_increment(play.game, LEFT), "no room for 5 s in 99:59:59"


def test_the_inserted_increment_stays_with_odds_periods_and_swapped_colors() -> None:
    # Guidelines III.4: everybody goes on in his period and with its moves
    white = (Period(90_000, moves=2), Period(HOUR))
    play = stopped(TimeControl(white, (Period(80_000),)), 4)
    swap_white(play.game, play.at())
    set_remaining(play.game, LEFT, 50_000, play.at())
    assert play.account(LEFT).period_index == 1
    assert insert_increment(play.game, LEFT, play.at())
    assert play.account(LEFT).period_index == 1 and len(play.account(RIGHT).periods) == 1
    assert play.both_ms() == (50_000, 76_000 + 2 * MINUTE)
    go_on(play)
    play.press(LEFT)
    play.press(RIGHT)
    assert play.both_ms() == (55_000, 81_000 + 2 * MINUTE)
    play.game.pause(play.at())
    assert not undo_correction(play.game, play.at()), "the increment would go on"
    play.game.resume(play.at())
    play.press(LEFT)
    assert play.left_ms(LEFT) == 60_000


# --- forced move count ---------------------------------------------------------------------------


def test_changes_by_count_become_changes_at_zero_and_back() -> None:
    # T20, T21
    made = LONG
    assert is_forced_count(made)
    zero = forced_count(made, False)
    assert [period.transition for period in zero.white_periods] == [AT_ZERO, AT_ZERO, BY_COUNT]
    assert [period.moves for period in zero.white_periods] == [40, 20, 0]
    assert not is_forced_count(zero) and zero.freeze is made.freeze
    again = forced_count(zero, True)
    assert [period.transition for period in again.white_periods] == [BY_COUNT] * 3
    assert [period.transition for period in made.white_periods] == [BY_COUNT] * 3
    assert is_forced_count(again) and again is not made


def test_without_a_number_of_moves_a_change_stays_at_zero() -> None:
    # T21
    first = Period(MINUTE, transition=AT_ZERO)
    made = TimeControl((first, Period(MINUTE, moves=9, transition=AT_ZERO), Period(MINUTE)))
    forced = forced_count(made, True)
    assert [period.transition for period in forced.white_periods] == [AT_ZERO, BY_COUNT, BY_COUNT]
    assert is_forced_count(forced)
    assert not is_forced_count(control(MINUTE)) and not is_forced_count(control(MINUTE, moves=40))
    assert forced_count(control(MINUTE, moves=40), False).white_periods[0].transition == BY_COUNT


def test_everything_else_of_a_forced_control_is_as_it_was() -> None:
    # T20: odds, repetition, timing, name
    white = (Period(MINUTE, moves=2), Period(MINUTE, FISCHER, 1000, 3, 70_000, 5, repeat=True))
    made = TimeControl(white, (Period(HOUR),), 1, False, "odd")
    zero = forced_count(made, False)
    assert zero.name == "odd" and zero.odds and zero.bonus_timing == 1 and not zero.freeze
    last = zero.white_periods[1]
    assert (last.transition, last.repeat, last.cap_ms) == (AT_ZERO, True, 70_000)
    assert (last.bonus_from_move, last.moves, last.bonus_ms) == (3, 5, 1000)
    assert zero.black_periods[0].transition == BY_COUNT


def test_what_cannot_end_at_zero_is_refused() -> None:
    # T21: nothing would be added
    made = TimeControl((Period(MINUTE, FISCHER, 9000, moves=2), Period(0, FISCHER, 1000)))
    assert "adds nothing at zero" in refused(forced_count, made, False)
