"""Undo of the last press and of the last correction (T44)."""

from clockcore.arbiter import (
    add_time,
    begin_correction,
    can_undo_correction,
    can_undo_press,
    clear_flag,
    end_correction,
    has_block_moves,
    illegal_move,
    set_block_moves,
    set_freeze,
    set_moments,
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
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    EV_UNDO,
    FISCHER,
    FLAGGED,
    GONG,
    HOURGLASS,
    LATE,
    LEFT,
    NEITHER,
    PAUSED,
    RIGHT,
    RUNNING,
    SCRABBLE,
    SWITCHED,
    UNDONE_AMOUNTS,
    UNDONE_CORRECTION,
)
from clockcore.control_change import change_control, insert_increment
from clockcore.period import Period
from clockcore.snapshot import game_to_dict
from clockcore.time_control import TimeControl
from shared_kit import (
    HOUR,
    MINUTE,
    STARTS,
    STEPS,
    Play,
    booked_ms,
    check_accounts,
    check_books,
    control,
)


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
        lambda game, at: set_period(game, RIGHT, 1, at),
        lambda game, at: set_side_to_move(game, LEFT, at),
        lambda game, at: swap_white(game, at),
    ):
        play = Play(TimeControl((Period(MINUTE, moves=9), Period(MINUTE)))).begin()
        play.think(LEFT, 1000)
        play.game.pause(play.at())
        assert correct(play.game, play.at())
        assert not can_undo_press(play.game)
        assert not undo_press(play.game, play.at())


def test_a_freeze_switch_leaves_the_press_before_it_alone() -> None:
    # T31, T42, T44: unlike other corrections, also of one that comes with it
    play = stopped(control(MINUTE), 7777)
    assert set_freeze(play.game, True, play.at())
    assert can_undo_press(play.game) and undo_press(play.game, play.at())
    assert play.account(LEFT).moves == 1 and play.game.freeze
    play = stopped(control(MINUTE), 7777)
    assert set_freeze(play.game, True, play.at())
    assert illegal_move(play.game, MINUTE, play.at()) and play.account(LEFT).moves == 1
    for first in (False, True):
        play = stopped(control(MINUTE), 7777)
        begin_correction(play.game)
        for freeze in (first, not first):
            if freeze:
                set_freeze(play.game, True, play.at())
            else:
                add_time(play.game, LEFT, MINUTE, play.at())
        end_correction(play.game)
        assert not can_undo_press(play.game), first


def test_an_undone_press_is_a_correction_that_is_undone_exactly() -> None:
    # T44: while the game stands; also where the presser's flag falls in the time since
    controls = list(CONTROLS)
    controls.append(control(9_000, freeze=True))
    controls.append(control(9_000, freeze=False))
    for made in controls:
        for start in STARTS:
            play = Play(made, start)
            play.game.default_ms = 60_000
            play.begin()
            for number in range(3):
                play.think(number & 1, 3000)
            play.wait(4500)
            play.game.pause(play.at())
            game = play.game
            before = game_to_dict(game)
            assert undo_press(game, play.at()) and game_to_dict(game) != before
            assert not can_undo_press(game)
            play.wait(HOUR)
            assert can_undo_correction(game) and undo_correction(game, play.at())
            assert game_to_dict(game) == before
            assert can_undo_press(game) and undo_press(game, play.at())
            check_accounts(game)
    # Once the game has gone on the turn of then is gone, and with it the undo.
    play = stopped(control(MINUTE), 0)
    assert undo_press(play.game, play.at())
    play.game.leave_adjust(play.at())
    assert play.game.resume(play.at())
    play.game.pause(play.at())
    assert not can_undo_correction(play.game)


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


# --- undo of a correction ------------------------------------------------------------------------

PERIODS = TimeControl((Period(MINUTE, FISCHER, 2000, moves=2), Period(MINUTE, FISCHER, 3000)))
PERIODS_AGAIN = TimeControl(PERIODS.white_periods)
CONTROLS = (
    control(MINUTE),
    PERIODS,
    control(MINUTE, FISCHER, 2000, timing=1),
    control(MINUTE, BRONSTEIN, 5000),
    control(MINUTE, DELAY, 5000),
    control(MINUTE, HOURGLASS),
    control(3000, BYOYOMI, block_ms=5000, block_count=3),
    control(3000, CANADIAN, block_ms=MINUTE, block_count=3),
    control(MINUTE, SCRABBLE),
    TimeControl((Period(MINUTE),), (Period(HOUR, FISCHER, 1000),)),
)


def one_pass(game: object, at: int) -> bool:
    """Set everything at once."""
    begin_correction(game)
    set_side_to_move(game, 1 - game.side_to_move, at)
    for side in (LEFT, RIGHT):
        set_moves(game, side, 31 + side, at)
        set_period(game, side, len(game.accounts[side].periods) - 1, at)
        set_remaining(game, side, 77_000 + side, at)
    return end_correction(game)


CORRECTIONS = (
    lambda game, at: add_time(game, LEFT, MINUTE, at),
    lambda game, at: add_time(game, NEITHER, -MINUTE, at),
    lambda game, at: illegal_move(game, MINUTE, at),
    lambda game, at: set_remaining(game, RIGHT, 12_345, at),
    lambda game, at: set_moves(game, RIGHT, 12, at),
    lambda game, at: set_side_to_move(game, 1 - game.side_to_move, at),
    lambda game, at: swap_white(game, at),
    lambda game, at: set_freeze(game, not game.freeze, at),
    lambda game, at: change_control(game, PERIODS, at),
    lambda game, at: change_control(game, CONTROLS[6], at),
    lambda game, at: change_control(game, CONTROLS[9], at),
    one_pass,
)
SWITCH_OF_FREEZE = 7


def stopped(made: TimeControl, start: int, presses: int = 3) -> Play:
    """Return a game in ADJUST, a press and some seconds after it."""
    play = Play(made, start).begin()
    for number in range(presses):
        play.think(number & 1, 4000 + 100 * number)
    play.wait(1234)
    play.game.pause(play.at())
    play.game.adjust(play.at())
    return play


def test_each_correction_is_undone_exactly_while_the_game_stands() -> None:
    # T44: everything there is, and the press can be undone again
    for made in CONTROLS:
        for correct in CORRECTIONS:
            play = stopped(made, STARTS[2])
            game = play.game
            before = game_to_dict(game)
            assert game.correction is None, "play has no copies"
            assert correct(game, play.at())
            assert game_to_dict(game) != before
            assert can_undo_correction(game)
            assert can_undo_press(game) == (correct is CORRECTIONS[SWITCH_OF_FREEZE])
            play.wait(HOUR)
            assert undo_correction(game, play.at())
            assert game_to_dict(game) == before
            assert game.control is made
            for side in (LEFT, RIGHT):
                assert game.accounts[side].periods is made.periods_of(side == LEFT)
            assert game.correction is None and not can_undo_correction(game)
            assert play.events(EV_UNDO)[-1][2] == UNDONE_CORRECTION
            assert not undo_correction(game, play.at()), "once"
            assert can_undo_press(game) and undo_press(game, play.at())
            check_books(game, play.run_ms)


def test_a_cleared_flag_and_an_inserted_increment_are_undone() -> None:
    # T30, T44, Guidelines III.4
    play = Play(control(MINUTE, freeze=True)).begin()
    play.wait(MINUTE).tick()
    play.game.adjust(play.at())
    before = game_to_dict(play.game)
    assert clear_flag(play.game, play.at()) and play.game.first_flag_side == NEITHER
    assert undo_correction(play.game, play.at())
    assert game_to_dict(play.game) == before and play.account(LEFT).is_flagged
    play = stopped(control(MINUTE), 0)
    before = game_to_dict(play.game)
    assert insert_increment(play.game, RIGHT, play.at())
    assert play.game.accounts[LEFT].period.bonus_ms == 5000
    assert undo_correction(play.game, play.at())
    assert game_to_dict(play.game) == before
    assert play.game.accounts[LEFT].period.bonus_ms == 0


def test_a_pass_is_one_correction_and_without_one_each_is_its_own() -> None:
    # T43, T44
    play = stopped(PERIODS, 0)
    game, at = play.game, play.at()
    start = play.both_ms()
    add_time(game, LEFT, 1000, at)
    between = play.both_ms()
    add_time(game, RIGHT, 5000, at)
    assert undo_correction(game, at) and play.both_ms() == between, "the last one only"
    assert not undo_correction(game, at)
    assert begin_correction(game)
    add_time(game, LEFT, 1000, at)
    add_time(game, RIGHT, 5000, at)
    assert end_correction(game)
    assert undo_correction(game, at) and play.both_ms() == between
    assert play.both_ms() == (start[0] + 1000, start[1])


def test_a_pass_that_corrects_nothing_leaves_the_last_correction_to_be_undone() -> None:
    # T44
    play = stopped(control(MINUTE), 0)
    game, at = play.game, play.at()
    start = play.both_ms()
    add_time(game, LEFT, 1000, at)
    assert begin_correction(game) and not end_correction(game)
    assert undo_correction(game, at) and play.both_ms() == start
    game.leave_adjust(at)
    game.resume(at)
    assert not begin_correction(game), "a side runs"
    assert not end_correction(game)


def test_corrections_after_a_pass_are_their_own_again() -> None:
    # T44
    play = stopped(control(MINUTE), 0)
    game, at = play.game, play.at()
    start = play.both_ms()
    begin_correction(game)
    set_remaining(game, LEFT, 7000, at)
    begin_correction(game)
    set_remaining(game, RIGHT, 8000, at)
    end_correction(game)
    set_moves(game, LEFT, 30, at)
    undo_correction(game, at)
    assert play.account(LEFT).moves == 2 and play.both_ms() == (7000, 8000)
    assert not undo_correction(game, at) and play.both_ms() != start


def test_after_the_game_has_run_on_times_and_counters_are_taken_back_by_their_amounts() -> None:
    # T44
    for start in STARTS:
        for step in STEPS:
            play = stopped(PERIODS, start)
            play.step = step
            game = play.game
            begin_correction(game)
            add_time(game, LEFT, 10_000, play.at())
            set_remaining(game, RIGHT, 30_000, play.at())
            set_moves(game, LEFT, 7, play.at())
            set_moves(game, RIGHT, 0, play.at())
            end_correction(game)
            before_ms = 60_000 + 4000 - 4100 - 1234
            lost_ms = before_ms - 30_000
            game.leave_adjust(play.at())
            game.resume(play.at())
            assert game.correction is None, "play has no copies"
            assert not can_undo_correction(game) and not undo_correction(game, play.at())
            play.think(RIGHT, 2000)
            play.wait(3000)
            game.pause(play.at())
            left, right = play.both_ms()
            assert right == 30_000
            assert undo_correction(game, play.at())
            assert play.both_ms() == (left - 10_000, right + lost_ms)
            assert [account.moves for account in game.accounts] == [2, 2]
            assert game.side_to_move == LEFT
            assert play.events(EV_UNDO)[-1][2] == UNDONE_AMOUNTS
            assert not can_undo_correction(game) and not can_undo_press(game)
            check_books(game, play.run_ms)


def test_what_is_taken_back_after_running_on_stops_at_zero() -> None:
    # T44: never below 0
    for run_ms, expected in ((49_999, 1), (50_000, 0), (50_001, 0), (59_999, 0)):
        play = Play(control(50_000), STARTS[2]).begin()
        play.game.pause(play.at())
        begin_correction(play.game)
        add_time(play.game, LEFT, 10_000, play.at())
        set_moves(play.game, RIGHT, 5, play.at())
        end_correction(play.game)
        set_up_ms = play.left_ms(LEFT)
        assert set_up_ms == 60_000
        play.game.resume(play.at())
        play.wait(run_ms)
        play.game.pause(play.at())
        play.account(RIGHT).moves = 3
        assert undo_correction(play.game, play.at())
        assert play.left_ms(LEFT) == expected, run_ms
        assert play.account(RIGHT).moves == 0


def test_after_running_on_a_correction_that_changed_more_than_amounts_stays() -> None:
    # T44: half an undo is none
    byoyomi = control(3000, BYOYOMI, block_ms=5000, block_count=3)
    canadian = control(3000, CANADIAN, block_ms=MINUTE, block_count=3)
    for made, correct in (
        (PERIODS, lambda game, at: set_period(game, RIGHT, 1, at)),
        (PERIODS, lambda game, at: set_side_to_move(game, 1 - game.side_to_move, at)),
        (PERIODS, lambda game, at: swap_white(game, at)),
        (PERIODS, lambda game, at: set_freeze(game, not game.freeze, at)),
        (PERIODS, lambda game, at: change_control(game, PERIODS_AGAIN, at)),
        (PERIODS, lambda game, at: illegal_move(game, MINUTE, at)),
        (byoyomi, lambda game, at: set_moments(game, LEFT, 1, at)),
        (canadian, lambda game, at: set_block_moves(game, LEFT, 2, at)),
    ):
        play = stopped(made, 0)
        begin_correction(play.game)
        assert correct(play.game, play.at())
        add_time(play.game, LEFT, MINUTE, play.at())
        set_moves(play.game, LEFT, 9, play.at())
        end_correction(play.game)
        play.game.leave_adjust(play.at())
        assert can_undo_correction(play.game)
        assert play.game.resume(play.at())
        play.game.pause(play.at())
        assert play.game.correction is None and not can_undo_correction(play.game)
        assert not undo_correction(play.game, play.at()) and play.account(LEFT).moves == 9
    play = Play(control(MINUTE, freeze=False)).begin()
    play.wait(MINUTE).tick()
    play.game.pause(play.at())
    play.game.adjust(play.at())
    assert clear_flag(play.game, play.at()) and add_time(play.game, LEFT, MINUTE, play.at())
    play.game.leave_adjust(play.at())
    play.game.resume(play.at())
    play.game.pause(play.at())
    assert can_undo_correction(play.game), "the time alone was the last correction"


def test_the_moves_left_in_a_block_are_set_and_come_back() -> None:
    # T16, T44
    play = stopped(control(3000, CANADIAN, block_ms=MINUTE, block_count=3), 7777, presses=4)
    game, account = play.game, play.account(LEFT)
    assert has_block_moves(account) and account.block_moves == 2
    for wrong in (0, 4, -1):
        assert not set_block_moves(game, LEFT, wrong, play.at())
    assert set_block_moves(game, LEFT, 1, play.at()) and not can_undo_correction(game)
    assert set_block_moves(game, LEFT, 3, play.at()) and account.block_moves == 0
    assert undo_correction(game, play.at()) and account.block_moves == 2
    assert set_block_moves(game, LEFT, 2, play.at()) and account.block_moves == 1
    game.leave_adjust(play.at())
    assert not set_moments(game, LEFT, 1, play.at())
    game.resume(play.at())
    assert not set_block_moves(game, LEFT, 3, play.at()), "a side runs"
    play.press(LEFT)
    assert account.block_moves == 2
    for made in (control(MINUTE), control(0, CANADIAN, block_ms=MINUTE)):
        play = stopped(made, 0)
        assert not set_block_moves(play.game, LEFT, 1, play.at())


def test_a_correction_in_ready_is_undone_too() -> None:
    # T44
    for begins in (False, True):
        play = Play(control(MINUTE))
        set_remaining(play.game, LEFT, 90_000, play.at())
        if begins:
            play.begin()
            play.wait(1000)
            play.game.pause(play.at())
        assert undo_correction(play.game, play.at())
        assert play.left_ms(LEFT) == MINUTE - (1000 if begins else 0)


def test_a_game_laid_out_or_put_away_has_nothing_to_undo() -> None:
    play = stopped(control(MINUTE), 0)
    add_time(play.game, LEFT, 1000, play.at())
    play.game.put_away(play.at())
    assert play.game.correction is None and not can_undo_correction(play.game)
    play.game.set_up(control(MINUTE), LEFT, play.at())
    assert not can_undo_correction(play.game)
