"""Time added and taken, and the illegal move (T42; Laws 7.5, 9.5.3, 12.5, 12.9)."""

from clockcore.arbiter import (
    add_time,
    can_illegal_move,
    clear_flag,
    goes_below_zero,
    illegal_move,
    set_moves,
    undo_press,
)
from clockcore.codes import (
    ADJUST,
    AT_ZERO,
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    EV_CEILING,
    EV_CORRECTION,
    EV_ILLEGAL_MOVE,
    FISCHER,
    FLAGGED,
    GONG,
    HOURGLASS,
    LATE,
    LEFT,
    MOVE_TIMER,
    NEITHER,
    NONE,
    PAUSED,
    RIGHT,
    RUNNING,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.game import Game
from clockcore.period import MAIN_LIMIT_MS, Period
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, STEPS, Play, booked_ms, check_books, control


def paused(made: TimeControl, start: int = 0) -> Play:
    """Return a game that White's clock ran for 1 s of, in PAUSED."""
    play = Play(made, start).begin()
    play.wait(1000)
    play.game.pause(play.at())
    return play


def after_press(
    made: TimeControl, think_ms: int, since_ms: int, start: int = 0, step: int = 0
) -> Play:
    """Return a paused game: LEFT has pressed after `think_ms`, then RIGHT ran for `since_ms`."""
    play = Play(made, start, step).begin()
    play.think(LEFT, think_ms)
    play.wait(since_ms)
    play.game.pause(play.at())
    return play


def illegal(play: Play, bonus_ms: int = MINUTE) -> tuple:
    """Call the last press illegal; return both times."""
    assert can_illegal_move(play.game)
    assert illegal_move(play.game, bonus_ms, play.at())
    assert play.game.side_to_move == LEFT and play.account(LEFT).moves == 0
    check_books(play.game, play.run_ms)
    return play.both_ms()


# --- any time ------------------------------------------------------------------------------------


def test_any_time_is_added_or_taken_on_one_side_or_both() -> None:
    # T42, Laws 12.5, 12.9.2, 12.9.3
    for side, ms, expected in (
        (LEFT, 120_000, (179_000, 60_000)),
        (RIGHT, 120_000, (59_000, 180_000)),
        (NEITHER, 1, (59_001, 60_001)),
        (LEFT, -1, (58_999, 60_000)),
        (RIGHT, -59_999, (59_000, 1)),
        (NEITHER, -58_999, (1, 1001)),
        (NEITHER, -58_999, (1, 1001)),
        (LEFT, -59_000, (0, 60_000)),
        (LEFT, -59_001, (0, 60_000)),
        (NEITHER, -MAIN_LIMIT_MS, (0, 0)),
        (NEITHER, -(1 << 30) + 1, (0, 0)),
        (RIGHT, (1 << 30) - 1, (59_000, MAIN_LIMIT_MS)),
        (RIGHT, MAIN_LIMIT_MS - 60_000, (59_000, MAIN_LIMIT_MS)),
    ):
        for start in STARTS:
            play = paused(control(MINUTE), start)
            assert add_time(play.game, side, ms, play.at())
            assert play.both_ms() == expected, (side, ms)
            check_books(play.game, 1000)
            assert play.game.state == PAUSED and play.game.side_to_move == LEFT


def test_time_is_added_only_while_nobody_runs() -> None:
    # T40
    play = Play(control(MINUTE)).begin()
    assert not add_time(play.game, LEFT, 1000, play.at())
    assert not add_time(Game(), LEFT, 1000, 0)
    play.game.pause(play.at())
    assert not add_time(play.game, LEFT, 0, play.at()), "nothing to do"
    assert play.events(EV_CORRECTION) == []


def test_what_really_changed_is_noted() -> None:
    # T43
    play = paused(control(MINUTE))
    add_time(play.game, NEITHER, -59_500, play.at())
    assert play.events(EV_CORRECTION) == [(LEFT, 1000, -59_000), (RIGHT, 1000, -59_500)]
    add_time(play.game, LEFT, MAIN_LIMIT_MS, play.at())
    add_time(play.game, LEFT, 5, play.at())
    assert play.events(EV_CORRECTION)[-1] == (LEFT, 1000, 0)
    assert play.events(EV_CEILING) == [(LEFT, 1000, 0)], "only where the limit bites"


def test_a_reduction_that_leaves_nothing_is_asked_first() -> None:
    # Laws 12.9.3
    play = paused(control(MINUTE))
    for side, ms, asks in (
        (LEFT, -58_999, False),
        (LEFT, -59_000, True),
        (LEFT, -59_001, True),
        (RIGHT, -59_999, False),
        (RIGHT, -60_000, True),
        (NEITHER, -58_999, False),
        (NEITHER, -59_000, True),
        (NEITHER, 59_000, False),
    ):
        assert goes_below_zero(play.game, side, ms) is asks, (side, ms)
    assert play.both_ms() == (59_000, 60_000), "asking changes nothing"


def test_a_flag_falls_on_a_side_without_time_when_it_runs() -> None:
    # T2
    play = paused(control(MINUTE, FISCHER, 1000))
    add_time(play.game, LEFT, -HOUR, play.at())
    assert play.game.first_flag_side == NEITHER
    play.game.resume(play.at())
    play.tick()
    assert play.game.state == FLAGGED and play.game.first_flag_side == LEFT


def test_time_for_a_side_at_its_flag_lets_it_go_on_and_keeps_the_mark() -> None:
    # T30
    play = Play(control(MINUTE, freeze=True)).begin()
    play.wait(MINUTE).tick()
    play.game.adjust(play.at())
    add_time(play.game, LEFT, 5000, play.at())
    play.game.leave_adjust(play.at())
    assert play.game.first_flag_side == LEFT and not play.account(LEFT).is_flagged
    assert play.game.resume(play.at())
    play.wait(4999).tick()
    assert play.game.state == RUNNING
    play.wait(1).tick()
    assert play.game.state == FLAGGED


def test_added_time_leaves_what_bronstein_gives_back() -> None:
    # T12: less than the delay is left, and what is thought comes back to it
    play = paused(control(10_000, BRONSTEIN, 10_000))
    add_time(play.game, LEFT, -16_000, play.at())
    assert play.left_ms(LEFT) == 3000
    play.game.resume(play.at())
    play.think(LEFT, 1000)
    assert play.left_ms(LEFT) == 4000, "2 s were thought in this move"
    for _ in range(3):
        play.think(RIGHT, 10)
        play.think(LEFT, 2000)
        assert play.left_ms(LEFT) == 4000


def test_time_goes_to_the_running_moment_and_below_zero_only_with_scrabble() -> None:
    # T16, T17
    play = paused(control(0, BYOYOMI, block_ms=5000, block_count=2))
    add_time(play.game, LEFT, MINUTE, play.at())
    assert play.account(LEFT).block_left_ms == 64_000 and play.account(LEFT).blocks_left == 2
    add_time(play.game, LEFT, -HOUR, play.at())
    assert play.left_ms(LEFT) == 0
    check_books(play.game, 1000)
    play = paused(control(MINUTE, SCRABBLE))
    add_time(play.game, LEFT, -60_000, play.at())
    assert play.left_ms(LEFT) == -1000
    play = paused(control(0, UPCOUNT))
    add_time(play.game, LEFT, 5000, play.at())
    assert play.left_ms(LEFT) == 6000
    add_time(play.game, LEFT, -7000, play.at())
    assert play.left_ms(LEFT) == 0


# --- illegal move --------------------------------------------------------------------------------


def test_an_illegal_move_takes_back_bonus_and_count_and_gives_the_opponent_time() -> None:
    # T42, 7.5.5: the increment that the press gave, too
    for start in STARTS:
        for step in STEPS:
            play = after_press(control(3 * MINUTE, FISCHER, 2000), 10_000, 4000, start, step)
            assert play.both_ms() == (174_000, 178_000)
            assert illegal(play) == (172_000, 238_000)
            assert play.game.state == PAUSED
            assert play.game.offences == [1, 0] and play.game.history_count == 0
            assert play.events(EV_ILLEGAL_MOVE) == [(LEFT, 14_000, 1)]
            play.game.resume(play.at())
            assert play.game.running_side == LEFT
            play.think(LEFT, 3000)
            assert play.both_ms() == (171_000, 238_000)
            assert play.account(LEFT).moves == 1


def test_either_side_can_offend_and_each_offence_is_counted() -> None:
    # 7.5.5: the second is told, the arbiter judges
    play = Play(control(3 * MINUTE)).begin()
    play.think(LEFT, 1000)
    for offence in (1, 2, 3):
        play.think(RIGHT, 1000)
        play.game.pause(play.at())
        play.game.adjust(play.at())
        assert illegal_move(play.game, 1000, play.at())
        assert play.game.state == ADJUST and play.game.side_to_move == RIGHT
        assert play.game.offences == [0, offence]
        play.game.leave_adjust(play.at())
        play.game.resume(play.at())
    assert play.both_ms() == (3 * MINUTE - 1000 + 3000, 3 * MINUTE - 3000)
    assert [account.moves for account in play.game.accounts] == [1, 0]


def test_an_illegal_move_needs_a_press_that_still_stands() -> None:
    # T44: none after an undo, a correction, the gong; none while a side runs or the game is over
    play = Play(control(MINUTE))
    assert not can_illegal_move(Game()) and not can_illegal_move(play.game)
    play.begin()
    play.game.pause(play.at())
    assert not illegal_move(play.game, MINUTE, play.at()), "the start is no move"
    for change in (
        lambda game, at: undo_press(game, at),
        lambda game, at: add_time(game, LEFT, 1000, at),
        lambda game, at: set_moves(game, LEFT, 9, at),
        lambda game, at: illegal_move(game, MINUTE, at),
        lambda game, at: game.resume(at),
        lambda game, at: game.end(at) is None,
    ):
        play = after_press(control(MINUTE), 1000, 500)
        assert can_illegal_move(play.game)
        assert not illegal_move(play.game, -1, play.at()), "no time can be taken so"
        assert change(play.game, play.at())
        before = play.both_ms()
        assert not can_illegal_move(play.game)
        assert not illegal_move(play.game, MINUTE, play.at())
        assert play.both_ms() == before
    play = Play(control(1000, GONG)).begin()
    play.think(LEFT, 10)
    play.wait(1000)
    play.game.pause(play.at())
    assert not can_illegal_move(play.game)


def test_without_bonus_the_move_is_taken_back_all_the_same() -> None:
    play = after_press(control(MINUTE, FISCHER, 1000), 2000, 500)
    assert illegal(play, 0) == (59_000, 60_500)


def test_a_bonus_after_the_move_is_taken_back_too() -> None:
    # T10
    play = after_press(control(MINUTE, FISCHER, 5000, timing=1), 2000, 500)
    assert play.left_ms(LEFT) == 63_000
    assert illegal(play) == (58_000, 119_500)


def test_a_bronstein_turn_goes_on_and_the_opponent_s_thinking_stays_charged() -> None:
    # T12, T42
    play = after_press(control(MINUTE, BRONSTEIN, 5000), 2000, 3000)
    assert illegal(play) == (63_000, 122_000)
    play.game.resume(play.at())
    play.think(LEFT, 1000)
    assert play.left_ms(LEFT) == 65_000, "3 s in all, all given back"
    play.think(RIGHT, 1000)
    assert play.left_ms(RIGHT) == 122_000, "the 3 s before are not"


def test_a_delay_goes_on_where_it_was() -> None:
    # T13, T42
    for think_ms, delay_ms, left_ms in ((2000, 3000, MINUTE), (7000, 0, 58_000)):
        play = after_press(control(MINUTE, DELAY, 5000), think_ms, 6000)
        assert illegal(play) == (left_ms, 119_000)
        assert play.account(LEFT).delay_left_ms == delay_ms
        play.game.resume(play.at())
        play.think(LEFT, 4000)
        assert play.left_ms(LEFT) == left_ms - 4000 + delay_ms
        assert play.account(RIGHT).delay_left_ms == 5000


def test_in_an_hourglass_the_presser_keeps_what_the_opponent_lost() -> None:
    # T14, T42
    play = after_press(control(MINUTE, HOURGLASS), 10_000, 5000)
    assert illegal(play, 0) == (55_000, 65_000)
    play = after_press(control(MINUTE, HOURGLASS), 10_000, 5000)
    assert illegal(play) == (55_000, 125_000), "the bonus is new sand"


def test_a_moment_is_no_longer_restored() -> None:
    # T16, T42
    made = control(0, BYOYOMI, block_ms=10_000, block_count=3)
    for think_ms, left in ((4000, 3), (14_000, 2)):
        play = after_press(made, think_ms, 12_000)
        assert play.left_ms(LEFT) == 10_000
        assert illegal(play) == (6000, 68_000)
        assert play.account(LEFT).blocks_left == left and play.account(RIGHT).blocks_left == 2


def test_a_canadian_block_is_no_longer_reloaded() -> None:
    # T16, T42
    play = after_press(control(0, CANADIAN, block_ms=MINUTE, block_count=1), 5000, 1000)
    assert play.left_ms(LEFT) == MINUTE
    assert illegal(play) == (55_000, 119_000)
    play = after_press(control(0, CANADIAN, block_ms=MINUTE, block_count=2), 5000, 1000)
    assert play.account(LEFT).block_moves == 1
    illegal(play)
    assert play.account(LEFT).block_moves == 0


def test_the_period_that_the_press_brought_goes_with_its_time() -> None:
    # T20, T42
    made = TimeControl((Period(MINUTE, FISCHER, 1000, moves=1), Period(HOUR, FISCHER, 3000)))
    for start in STARTS:
        play = after_press(made, 2000, 500, start)
        assert play.left_ms(LEFT) == 59_000 + HOUR + 3000
        assert play.account(LEFT).period_index == 1
        assert illegal(play)[LEFT] == 59_000
        assert play.account(LEFT).period_index == 0 and play.account(LEFT).end_move == 1
        play.game.resume(play.at())
        play.press(LEFT)
        assert play.left_ms(LEFT) == 59_000 + HOUR + 3000


def test_a_period_that_came_at_the_opponent_s_zero_stays() -> None:
    # T21, T42: it did not come by the press
    first = Period(10_000, FISCHER, 1000, transition=AT_ZERO)
    made = TimeControl((first, Period(HOUR, FISCHER, 3000)))
    for step in STEPS:
        play = after_press(made, 2000, 12_000, STARTS[2], step)
        assert play.left_ms(LEFT) == 10_000 + HOUR + 2000
        assert illegal(play) == (9000 + HOUR + 2000, HOUR + 1000 + MINUTE)
        assert [account.period_index for account in play.game.accounts] == [1, 1]
        assert play.account(RIGHT).interim_left_ms == 299_000


def test_repetitions_at_the_opponent_s_zeros_stay() -> None:
    # T21, T42
    made = TimeControl(
        (Period(10_000, transition=AT_ZERO), Period(1000, transition=AT_ZERO, repeat=True))
    )
    for step in STEPS:
        play = after_press(made, 2000, 35_500, 7777, step)
        assert play.left_ms(LEFT) == 8000 + 26_000
        assert illegal(play) == (34_000, 500 + MINUTE)
    play = after_press(control(1000, NONE, transition=AT_ZERO, repeat=True), 400, 3600)
    assert illegal(play) == (600 + 3000, 400 + MINUTE)


def test_a_period_at_zero_does_not_stay_where_it_came_by_the_press_alone() -> None:
    # T20, T21, T42: by its press alone LEFT stood where RIGHT's zero could change it along
    zero, last = Period(8000, transition=AT_ZERO), Period(HOUR)
    black = (Period(20_000, moves=1), zero, last)
    made = TimeControl((Period(20_000, moves=2), zero, last), black)
    play = Play(made).begin()
    for side in (LEFT, RIGHT, LEFT):
        play.think(side, 1000)
    assert [account.period_index for account in play.game.accounts] == [1, 1]
    play.wait(27_500).tick()
    assert [account.period_index for account in play.game.accounts] == [2, 2]
    play.game.pause(play.at())
    assert illegal_move(play.game, 0, play.at())
    assert play.both_ms() == (18_000, HOUR - 500)
    assert [account.period_index for account in play.game.accounts] == [0, 2]
    check_books(play.game, play.run_ms)


def test_a_zero_that_did_not_concern_the_presser_does_not_concern_him_after() -> None:
    # T21, T42: another period than the opponent's, or one that ends by count
    zero, last = Period(9000, transition=AT_ZERO), Period(HOUR)
    for white, black in (
        ((Period(20_000, transition=AT_ZERO), last), (Period(5000, moves=1), zero, last)),
        ((Period(20_000, moves=9), last), (Period(14_000, transition=AT_ZERO), last)),
    ):
        play = Play(TimeControl(white, black)).begin()
        for side in (LEFT, RIGHT, LEFT):
            play.think(side, 1000)
        play.wait(14_000).tick()
        play.game.pause(play.at())
        assert play.left_ms(RIGHT) == HOUR - 1000
        assert illegal_move(play.game, 0, play.at())
        assert play.both_ms() == (18_000, HOUR - 1000)
        assert play.account(LEFT).period_index == 0
        check_books(play.game, play.run_ms)


def test_each_side_of_odds_has_its_own_back() -> None:
    # T42
    made = TimeControl(
        (Period(5 * MINUTE, FISCHER, 3000),), (Period(4 * MINUTE, BRONSTEIN, 9000),)
    )
    play = Play(made, 7777).begin()
    play.think(LEFT, 1000)
    play.think(RIGHT, 2000)
    play.wait(700)
    play.game.pause(play.at())
    assert illegal_move(play.game, 2 * MINUTE, play.at())
    assert play.both_ms() == (304_300 + 120_000, 247_000)
    play.game.resume(play.at())
    play.press(RIGHT)
    assert play.both_ms() == (424_300, 249_000)


def test_a_fixed_time_of_a_turn_goes_on_from_where_it_was() -> None:
    # T15, T42
    for method in (MOVE_TIMER, GONG):
        play = after_press(control(10_000, method), 4000, 2000)
        assert illegal(play, 1000) == (6000, 9000)
    play = after_press(control(0, UPCOUNT), 4000, 2000)
    assert illegal(play, 0) == (4000, 2000)
    play = after_press(control(1000, SCRABBLE), 4000, 2000)
    assert illegal(play, 500) == (-3000, -500)


def test_an_opponent_whose_flag_fell_since_gets_his_time_and_keeps_the_mark() -> None:
    # T30, T42: what it means is the arbiter's to say; until the mark is cleared nobody earns (T23)
    for clears in (False, True):
        play = after_press(control(MINUTE, FISCHER, 1000), 1000, 70_000)
        assert play.game.state == FLAGGED and play.game.first_flag_side == RIGHT
        play.game.adjust(play.at())
        assert illegal_move(play.game, MINUTE, play.at())
        assert play.both_ms() == (60_000, MINUTE)
        assert play.game.first_flag_side == RIGHT and not play.account(RIGHT).is_flagged
        if clears:
            assert clear_flag(play.game, play.at())
        play.game.leave_adjust(play.at())
        assert play.game.resume(play.at())
        play.think(LEFT, 2000)
        assert play.left_ms(LEFT) == 58_000 + (1000 if clears else 0)
    play = after_press(control(MINUTE, HOURGLASS), 10_000, 70_000)
    assert play.game.state == FLAGGED
    assert illegal(play) == (2 * MINUTE, MINUTE) and play.game.first_flag_side == RIGHT


def test_a_late_press_can_be_illegal_too() -> None:
    # T31, 7.5: it gave nothing, and its side stands at 0 again
    play = Play(control(MINUTE)).begin()
    play.think(LEFT, 1000)
    play.think(RIGHT, 1000)
    play.wait(MINUTE)
    assert play.press(LEFT) == LATE
    play.wait(3000)
    play.game.pause(play.at())
    assert illegal_move(play.game, MINUTE, play.at())
    assert play.both_ms() == (0, 59_000 - 3000 + MINUTE)
    assert play.game.first_flag_side == LEFT and play.account(LEFT).is_flagged
    assert play.account(LEFT).moves == 1 and play.game.history_count == 2
    assert play.game.side_to_move == LEFT
    assert booked_ms(play.account(LEFT)) == 61_000


def test_the_steady_flag_of_a_change_at_zero_is_shown_no_longer_than_its_5_minutes() -> None:
    # T21
    made = TimeControl((Period(10_000, transition=AT_ZERO), Period(HOUR)))
    for since_ms, left_ms in ((100_000, 195_000), (295_000, 0), (400_000, 0)):
        play = after_press(made, 15_000, since_ms)
        assert play.account(LEFT).interim_left_ms == left_ms
        illegal(play)
        assert play.account(LEFT).interim_left_ms == left_ms
