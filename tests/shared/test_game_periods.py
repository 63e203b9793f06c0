"""Periods, transitions and the move counter (T20 to T24)."""

from clockcore.arbiter import set_moves, set_period, set_remaining
from clockcore.codes import (
    AT_ZERO,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    DELAY,
    EV_FLAG,
    EV_PERIOD,
    FISCHER,
    FLAGGED,
    LATE,
    LEFT,
    NONE,
    RIGHT,
    RUNNING,
    SCRABBLE,
    SWITCHED,
)
from clockcore.period import Period
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, STEPS, Play, check_books

S = 1000


def by_count(*rows: tuple, **more: object) -> TimeControl:
    """Return a control of (main, method, bonus, moves) rows that come by count."""
    return TimeControl(tuple([Period(m, k, b, moves=n) for m, k, b, n in rows]), None, **more)


def at_zero(*rows: tuple, **more: object) -> TimeControl:
    """Return a control of (main, method, bonus) rows that come at zero."""
    return TimeControl(tuple([Period(m, k, b, transition=AT_ZERO) for m, k, b in rows]), **more)


# --- by count ------------------------------------------------------------------------------------


def test_by_count_each_side_gets_the_next_period_with_its_own_move() -> None:
    # T20, T22, T24: 90/3 + 30 with 30 s, both timings of the bonus
    for timing in (0, 1):
        made = by_count(
            (90 * S, FISCHER, 5 * S, 3), (30 * S, FISCHER, 5 * S, 0), bonus_timing=timing
        )
        first = 0 if timing else 5 * S
        for start in STARTS:
            for step in STEPS:
                play = Play(made, start, step).begin()
                for move in range(1, 6):
                    extra = 30 * S if move >= 3 else 0
                    for side in (LEFT, RIGHT):
                        assert play.think(side, 10 * S) == SWITCHED
                        expected = 90 * S + first + move * (5 - 10) * S + extra
                        assert play.left_ms(side) == expected, (timing, move, side)
                        assert play.account(side).period_index == (1 if move >= 3 else 0)
                assert play.events(EV_PERIOD) == [(LEFT, 50 * S, 2), (RIGHT, 60 * S, 2)]
                check_books(play.game, play.run_ms)


def test_by_count_zero_with_moves_missing_is_the_final_flag() -> None:
    # T20, T2: one ms before, at, and after; with the tick early and late
    made = by_count((MINUTE, NONE, 0, 2), (MINUTE, NONE, 0, 0))
    for start in STARTS:
        for step in STEPS:
            for ms, result, index in (
                (MINUTE - 1, SWITCHED, 1),
                (MINUTE, LATE, 0),
                (MINUTE + 1, LATE, 0),
                (HOUR, LATE, 0),
            ):
                play = Play(made, start, step).begin()
                play.think(LEFT, 0)
                play.think(RIGHT, 0)
                assert play.think(LEFT, ms) == result, ms
                assert play.account(LEFT).period_index == index
                left = MINUTE + 1 if result == SWITCHED else 0
                assert play.left_ms(LEFT) == left
                if result == LATE:
                    assert play.events(EV_FLAG) == [(LEFT, MINUTE, 1)]
                    assert not play.events(EV_PERIOD)


def test_the_starters_press_is_no_move() -> None:
    # T5, T24: otherwise the next period would come one move early
    play = Play(by_count((MINUTE, NONE, 0, 2), (HOUR, NONE, 0, 0)), white=LEFT)
    play.press(RIGHT)
    play.think(LEFT, 0)
    play.think(RIGHT, 0)
    assert play.account(RIGHT).period_index == 0 and play.account(RIGHT).moves == 1
    play.think(LEFT, 0)
    play.think(RIGHT, 0)
    assert play.account(RIGHT).period_index == 1


def test_three_periods_by_count_with_the_bonus_of_the_third_only() -> None:
    # T18, T10: 120/40 + 60/20 + 15 with 30 s only from move 61, in small
    made = TimeControl(
        (
            Period(120 * S, moves=4),
            Period(60 * S, moves=2),
            Period(15 * S, FISCHER, 30 * S, bonus_from_move=7),
        )
    )
    for start in STARTS:
        play = Play(made, start).begin()
        expected = (120, 120, 120, 180, 180, 180 + 15 + 30, 255, 285)
        for left in expected:
            for side in (LEFT, RIGHT):
                play.think(side, 0)
                assert play.left_ms(side) == left * S, left
        assert play.account(LEFT).period_index == 2


def test_the_new_periods_bonus_follows_the_move_that_ended_the_old_period() -> None:
    # T10
    for timing, expected in ((0, 60 * S + 30 * S + 10 * S), (1, 60 * S + 30 * S + 5 * S)):
        rows = ((60 * S, FISCHER, 5 * S, 1), (30 * S, FISCHER, 10 * S, 0))
        play = Play(by_count(*rows, bonus_timing=timing)).begin()
        started = play.left_ms(LEFT)
        play.think(LEFT, started - 60 * S)
        assert play.left_ms(LEFT) == expected


def test_from_bronstein_to_fischer_and_back() -> None:
    # T10, T12: the standing delay gives way to the bonus that follows
    play = Play(by_count((60 * S, BRONSTEIN, 5 * S, 1), (30 * S, FISCHER, 10 * S, 0))).begin()
    assert play.left_ms(LEFT) == 65 * S
    play.think(LEFT, 2 * S)
    assert play.left_ms(LEFT) == (60 + 30 + 10) * S
    play = Play(by_count((60 * S, FISCHER, 10 * S, 1), (30 * S, BRONSTEIN, 5 * S, 0))).begin()
    play.think(LEFT, 2 * S)
    assert play.left_ms(LEFT) == (60 + 10 - 2 + 30 + 5) * S


def test_a_repeating_period_by_count_comes_again_and_again() -> None:
    # section 2: repeat
    made = TimeControl((Period(60 * S, moves=2), Period(30 * S, moves=3, repeat=True)))
    play = Play(made).begin()
    total_s = 60
    for move in range(1, 15):
        for side in (LEFT, RIGHT):
            play.think(side, 0)
        if move == 2 or (move > 2 and (move - 2) % 3 == 0):
            total_s += 30
        assert play.both_ms() == (total_s * S, total_s * S), move
        assert play.account(LEFT).period_index == (0 if move < 2 else 1)


def test_scrabble_as_a_last_period() -> None:
    play = Play(by_count((60 * S, NONE, 0, 1), (10 * S, SCRABBLE, 0, 0))).begin()
    play.think(LEFT, 50 * S)
    play.think(RIGHT, 0)
    play.wait(21 * S)
    assert play.left_ms(LEFT) == -1 * S
    assert play.game.state == RUNNING


def test_eight_periods() -> None:
    rows = [(10 * S, NONE, 0, 1)] * 7 + [(10 * S, NONE, 0, 0)]
    play = Play(by_count(*rows)).begin()
    for move in range(1, 12):
        for side in (LEFT, RIGHT):
            play.think(side, 1 * S)
        periods = min(move + 1, 8)
        assert play.both_ms() == (periods * 10 * S - move * S, periods * 10 * S - move * S)
        assert play.account(RIGHT).period_index == periods - 1


# --- at zero -------------------------------------------------------------------------------------


def test_at_zero_both_sides_get_the_next_period_at_that_instant() -> None:
    # T21, T22: like the real record: Black, with 11 min left, gets 50 min because White is at 0
    made = TimeControl(
        (
            Period(100 * MINUTE, FISCHER, 30 * S, moves=40, transition=AT_ZERO),
            Period(50 * MINUTE, FISCHER, 30 * S, moves=20, transition=AT_ZERO),
            Period(15 * MINUTE, FISCHER, 30 * S),
        )
    )
    for start in STARTS:
        for late in (0, 1, 170, 5 * S):
            play = Play(made, start).begin()
            for _ in range(42):
                play.think(LEFT, 30 * S)
                play.think(RIGHT, 30 * S)
            assert play.account(LEFT).period_index == 0, "a count there is shown, never obeyed"
            play.think(LEFT, 60 * MINUTE)
            play.think(RIGHT, 89 * MINUTE + 30 * S)
            assert play.left_ms(RIGHT) == 11 * MINUTE + 30 * S
            play.wait(play.left_ms(LEFT) + late).tick()
            assert play.both_ms() == (50 * MINUTE - late, 61 * MINUTE + 30 * S)
            assert play.account(LEFT).period_index == play.account(RIGHT).period_index == 1
            assert play.press(LEFT) == SWITCHED, "a zero that is not final"
            assert play.left_ms(LEFT) == 50 * MINUTE - late + 30 * S
            check_books(play.game, play.run_ms)


def test_at_zero_the_press_around_the_zero_counts_whatever_the_tick() -> None:
    # T2, T22
    for start in STARTS:
        for step in STEPS:
            for ms, left, index in (
                (MINUTE - 1, 1, 0),
                (MINUTE, 30 * S, 1),
                (MINUTE + 1, 30 * S - 1, 1),
                (MINUTE + 29 * S, 1 * S, 1),
            ):
                play = Play(at_zero((MINUTE, NONE, 0), (30 * S, NONE, 0)), start, step).begin()
                assert play.think(LEFT, ms) == SWITCHED
                assert play.left_ms(LEFT) == left
                assert play.account(LEFT).period_index == index
                assert play.left_ms(RIGHT) == (90 * S if index else 60 * S)
                if index:
                    assert (LEFT, MINUTE, 2) in play.events(EV_PERIOD)


def test_at_zero_the_last_zero_is_the_flag() -> None:
    # T2
    for start in STARTS:
        for late in (0, 1, 170, 60 * HOUR):
            play = Play(at_zero((MINUTE, NONE, 0), (30 * S, NONE, 0)), start).begin()
            play.wait(90 * S + late).tick()
            assert play.events(EV_FLAG) == [(LEFT, 90 * S, 1)]
            assert play.both_ms() == (0, 90 * S)


def test_at_zero_the_difference_of_the_bonuses_is_given() -> None:
    # T21: FISCHER and BRONSTEIN under BEFORE_MOVE
    for one, two, timing, gained in (
        ((FISCHER, 30 * S), (FISCHER, 30 * S), 0, 0),
        ((FISCHER, 10 * S), (FISCHER, 30 * S), 0, 20 * S),
        ((FISCHER, 30 * S), (FISCHER, 10 * S), 0, -20 * S),
        ((FISCHER, 10 * S), (FISCHER, 30 * S), 1, 0),
        ((NONE, 0), (FISCHER, 30 * S), 0, 30 * S),
        ((FISCHER, 30 * S), (NONE, 0), 0, -30 * S),
        ((BRONSTEIN, 5 * S), (BRONSTEIN, 8 * S), 0, 3 * S),
        ((BRONSTEIN, 5 * S), (FISCHER, 5 * S), 0, 0),
        ((NONE, 0), (DELAY, 5 * S), 0, 0),
    ):
        made = TimeControl(
            (
                Period(MINUTE, one[0], one[1], transition=AT_ZERO),
                Period(10 * MINUTE, two[0], two[1]),
            ),
            None,
            timing,
        )
        for start in STARTS:
            play = Play(made, start).begin()
            both = play.left_ms(LEFT)
            play.wait(both).tick()
            assert play.left_ms(LEFT) == 10 * MINUTE + gained, (one, two, timing)
            assert play.left_ms(RIGHT) == both + 10 * MINUTE + gained
            check_books(play.game, both)


def test_at_zero_a_delay_that_begins_is_charged_with_the_thinking_so_far() -> None:
    # T13, T21: the turn has already lasted longer than the delay
    made = TimeControl((Period(MINUTE, transition=AT_ZERO), Period(MINUTE, DELAY, 5 * S)))
    play = Play(made).begin()
    play.wait(MINUTE + 1000)
    assert play.left_ms(LEFT) == MINUTE - 1000
    play.press(LEFT)
    assert play.account(RIGHT).delay_left_ms == 5 * S


def test_at_zero_the_side_that_reached_0_shows_a_steady_flag_for_5_minutes_of_running() -> None:
    # T21, T6
    for start in STARTS:
        play = Play(at_zero((MINUTE, NONE, 0), (HOUR, NONE, 0)), start).begin()
        play.wait(MINUTE).tick()
        account = play.account(LEFT)
        assert account.interim_left_ms == 300_000
        assert play.account(RIGHT).interim_left_ms == 0
        play.wait(100_000)
        play.press(LEFT)
        play.wait(100_000).tick()
        assert account.interim_left_ms == 100_000, "the other side's running time counts too"
        play.game.pause(play.at())
        play.wait(HOUR).tick()
        assert account.interim_left_ms == 100_000
        play.game.resume(play.at())
        play.wait(99_999).tick()
        assert account.interim_left_ms == 1
        play.wait(1).tick()
        assert account.interim_left_ms == 0


def test_at_zero_two_sides_one_after_the_other() -> None:
    # T21: the second side is in the new period already, its zero is a later one
    play = Play(at_zero((MINUTE, NONE, 0), (30 * S, NONE, 0), (20 * S, NONE, 0))).begin()
    play.think(LEFT, MINUTE + 10 * S)
    assert play.both_ms() == (20 * S, 90 * S)
    play.think(RIGHT, 90 * S + 1 * S)
    assert play.both_ms() == (40 * S, 19 * S)
    assert play.account(LEFT).period_index == play.account(RIGHT).period_index == 2


def test_at_zero_a_side_that_an_arbiter_put_into_a_later_period_is_alone() -> None:
    # T21, T43: the zero of the second period says nothing to a side that is in the first
    play = Play(at_zero((MINUTE, NONE, 0), (30 * S, NONE, 0), (20 * S, NONE, 0))).begin()
    play.game.pause(play.at())
    set_period(play.game, LEFT, 1, play.at())
    play.game.resume(play.at())
    play.think(LEFT, MINUTE)
    assert play.both_ms() == (20 * S, MINUTE)
    assert play.account(LEFT).period_index == 2 and play.account(RIGHT).period_index == 0
    play.think(RIGHT, MINUTE + 1 * S)
    assert play.both_ms() == (20 * S, 29 * S)
    assert play.account(LEFT).period_index == 2 and play.account(RIGHT).period_index == 1


def test_at_zero_into_byoyomi() -> None:
    # T16, T21
    made = TimeControl(
        (
            Period(MINUTE, transition=AT_ZERO),
            Period(0, BYOYOMI, block_ms=10 * S, block_count=2),
        )
    )
    play = Play(made).begin()
    play.wait(MINUTE + 3 * S)
    assert play.left_ms(LEFT) == 7 * S and play.account(LEFT).overtime
    assert play.press(LEFT) == SWITCHED
    assert play.left_ms(LEFT) == 10 * S
    assert play.left_ms(RIGHT) == MINUTE, "its own time first"
    play.wait(MINUTE + 1 * S)
    assert play.left_ms(RIGHT) == 9 * S
    assert play.game.state == RUNNING


def test_at_zero_repeating_however_late() -> None:
    # T2, T21, section 2: bounded work, and the same result as with early ticks
    made = TimeControl((Period(MINUTE, transition=AT_ZERO, repeat=True),))
    for start in STARTS:
        for ms in (MINUTE - 1, MINUTE, MINUTE + 1, 2 * MINUTE, 150 * S, 70 * HOUR + 1234):
            for early in (True, False):
                if early and ms > HOUR:
                    continue
                play = Play(made, start, 7 if early else 0).begin()
                play.wait(ms)
                gone = ms % MINUTE
                assert play.left_ms(LEFT) == MINUTE - gone, (ms, early)
                more = MINUTE * (1 + ms // MINUTE)
                assert play.left_ms(RIGHT) == min(more, 359_999_999)
                check_books(play.game, ms)


def test_at_zero_nothing_comes_after_a_first_flag() -> None:
    # T23: odds, where one side has one period and the other two
    made = TimeControl(
        (Period(MINUTE),), (Period(2 * MINUTE, transition=AT_ZERO), Period(MINUTE)), freeze=False
    )
    play = Play(made).begin()
    play.wait(MINUTE + 5)
    assert play.press(LEFT) == LATE
    play.wait(2 * MINUTE).tick()
    assert play.left_ms(RIGHT) == 0
    assert play.game.state == FLAGGED


def test_odds_each_side_gets_its_own_next_period_at_zero() -> None:
    # T18, T21
    made = TimeControl(
        (Period(MINUTE, transition=AT_ZERO), Period(10 * S)),
        (Period(MINUTE, transition=AT_ZERO), Period(20 * S)),
    )
    play = Play(made).begin()
    play.wait(MINUTE)
    assert play.both_ms() == (10 * S, 80 * S)


# --- the counter ---------------------------------------------------------------------------------


def test_a_corrected_counter_moves_the_next_period_and_not_the_present_one() -> None:
    # T24
    play = Play(by_count((MINUTE, NONE, 0, 40), (30 * S, NONE, 0, 0))).begin()
    play.think(LEFT, 0)
    play.game.pause(play.at())
    assert set_moves(play.game, LEFT, 39, play.at())
    assert not set_moves(play.game, LEFT, -1, play.at())
    assert play.account(LEFT).period_index == 0, "offered, not forced"
    play.game.resume(play.at())
    play.think(RIGHT, 0)
    play.think(LEFT, 0)
    assert play.account(LEFT).moves == 40 and play.left_ms(LEFT) == 90 * S
    assert play.account(RIGHT).moves == 1 and play.left_ms(RIGHT) == MINUTE


def test_a_zero_with_the_moves_made_by_correction_brings_the_next_period() -> None:
    # T2, T20, T24: no moves are missing, so it is not the final flag
    play = Play(by_count((MINUTE, NONE, 0, 2), (30 * S, NONE, 0, 0))).begin()
    play.game.pause(play.at())
    assert set_moves(play.game, LEFT, 0, play.at())
    assert set_moves(play.game, LEFT, 2, play.at())
    play.game.resume(play.at())
    play.wait(MINUTE + 5 * S)
    assert play.left_ms(LEFT) == 25 * S
    assert play.account(LEFT).period_index == 1 and play.account(RIGHT).period_index == 0
    assert play.events(EV_PERIOD) == [(LEFT, MINUTE, 2)]
    play.think(LEFT, 0)
    assert play.left_ms(LEFT) == 25 * S, "and it comes once"


def test_a_period_set_by_hand_leaves_the_time_alone_and_ends_at_its_own_move() -> None:
    # T24, T43
    made = by_count((MINUTE, NONE, 0, 4), (30 * S, NONE, 0, 2), (10 * S, NONE, 0, 0))
    play = Play(made).begin()
    play.game.pause(play.at())
    assert not set_period(play.game, LEFT, 3, play.at())
    assert not set_period(play.game, LEFT, -1, play.at())
    assert set_period(play.game, LEFT, 1, play.at())
    assert set_moves(play.game, LEFT, 5, play.at())
    assert play.left_ms(LEFT) == MINUTE
    assert play.account(LEFT).end_move == 6
    play.game.resume(play.at())
    play.think(LEFT, 0)
    assert play.account(LEFT).period_index == 2 and play.left_ms(LEFT) == 70 * S
    assert play.account(RIGHT).period_index == 0


def test_a_period_with_moments_set_by_hand_starts_them_only_where_nothing_is_left() -> None:
    # T16, T43
    made = TimeControl((Period(MINUTE, moves=9), Period(0, BYOYOMI, block_ms=S, block_count=3)))
    for left, overtime in ((0, True), (1, False), (MINUTE, False)):
        play = Play(made).begin()
        play.game.pause(play.at())
        set_remaining(play.game, LEFT, left, play.at())
        set_period(play.game, LEFT, 1, play.at())
        assert play.account(LEFT).overtime == overtime, left
        assert play.left_ms(LEFT) == (1 * S if overtime else left)


def test_moves_to_go_are_counted_over_the_periods() -> None:
    # 40..1, then 20..1
    play = Play(by_count((MINUTE, NONE, 0, 4), (30 * S, NONE, 0, 2), (10 * S, NONE, 0, 0))).begin()
    to_go = []
    for _ in range(7):
        account = play.account(LEFT)
        to_go.append(account.end_move - account.moves if account.end_move else 0)
        play.think(LEFT, 0)
        play.think(RIGHT, 0)
    assert to_go == [4, 3, 2, 1, 2, 1, 0]


def test_transition_without_moves_then_by_count() -> None:
    # T20, T21: moves are counted from where the period began
    made = TimeControl(
        (Period(MINUTE, transition=AT_ZERO), Period(MINUTE, moves=2), Period(MINUTE))
    )
    assert made.white_periods[1].transition == BY_COUNT
    play = Play(made).begin()
    play.think(LEFT, 0)
    play.think(RIGHT, 0)
    play.think(LEFT, MINUTE)
    assert play.account(LEFT).end_move == 3
    play.think(RIGHT, 0)
    play.think(LEFT, 0)
    assert play.account(LEFT).period_index == 2


def test_a_last_period_that_does_not_repeat_gets_nothing_from_the_others_zeros() -> None:
    # T21: left repeats 100 ms at zero, right has one period; a late settle gives right nothing
    repeating = (Period(100, NONE, transition=AT_ZERO, repeat=True),)
    single = (Period(100, NONE, transition=AT_ZERO),)
    for step in STEPS:
        play = Play(TimeControl(repeating, single), 7777, step).begin()
        play.wait(1_050)
        play.game.settle(play.at())
        assert play.game.remaining_ms(LEFT) == 50
        assert play.game.remaining_ms(RIGHT) == 100


def test_repetitions_of_the_other_side_never_lift_above_the_ceiling() -> None:
    # T21, section 2: left repeats 1 ms at zero, right nearly 100 h; three days late or prompt
    left = (Period(1, NONE, transition=AT_ZERO, repeat=True),)
    right = (Period(359_999_000, NONE, transition=AT_ZERO, repeat=True),)
    for late_ms in (1, 2, 2000, 3 * 24 * HOUR):
        play = Play(TimeControl(left, right), 7777).begin()
        play.now_ms += late_ms
        play.game.settle(play.at())
        assert play.game.remaining_ms(LEFT) == 1
        assert play.game.remaining_ms(RIGHT) == 359_999_999
