"""HOURGLASS, GONG, MOVE_TIMER, BYOYOMI, CANADIAN, UPCOUNT, SCRABBLE (T14 to T17)."""

from clockcore.arbiter import set_remaining
from clockcore.codes import (
    BYOYOMI,
    CANADIAN,
    EV_CEILING,
    EV_FLAG,
    EV_GONG,
    EV_MOMENT,
    EV_OVERTIME,
    EV_RELOAD,
    FLAGGED,
    GONG,
    HOURGLASS,
    IGNORED,
    LATE,
    LEFT,
    MOVE_TIMER,
    NEITHER,
    RIGHT,
    RUNNING,
    SCRABBLE,
    SWITCHED,
    UPCOUNT,
)
from clockcore.game import Game
from clockcore.period import Period
from clockcore.time_control import TimeControl
from shared_kit import (
    HOUR,
    MINUTE,
    STARTS,
    STEPS,
    WRAP,
    Play,
    check_accounts,
    check_books,
    control,
    total,
)

# --- hourglass -----------------------------------------------------------------------------------


def test_hourglass_the_sum_is_constant_to_the_millisecond() -> None:
    # T14
    for start in STARTS:
        for step in STEPS:
            play = Play(control(MINUTE, HOURGLASS), start, step).begin()
            for turn, ms in enumerate((1, 999, 20_000, 0, 12_345, 7)):
                play.think(turn & 1, ms)
                assert sum(play.both_ms()) == 2 * MINUTE
            assert play.left_ms(LEFT) == MINUTE - (1 + 20_000 + 12_345) + (999 + 0 + 7)
            check_books(play.game, play.run_ms)


def test_hourglass_at_0_the_flag_falls_and_both_stop() -> None:
    # T14, also with freeze off
    for start in STARTS:
        for late in (0, 1, 170, HOUR):
            play = Play(control(MINUTE, HOURGLASS, freeze=False), start).begin()
            play.wait(MINUTE + late).tick()
            assert play.game.state == FLAGGED and play.game.running_side == NEITHER
            assert play.both_ms() == (0, 2 * MINUTE), "not a ms more than the other lost"
            assert play.press(LEFT) == IGNORED


def test_hourglass_pause_gives_nothing_away() -> None:
    # T6, T14
    play = Play(control(MINUTE, HOURGLASS)).begin()
    play.wait(1000)
    play.game.pause(play.at())
    play.wait(HOUR).tick()
    play.game.resume(play.at())
    assert play.both_ms() == (59_000, 61_000)


# --- gong and move timer -------------------------------------------------------------------------


def test_gong_passes_the_turn_by_itself_and_counts_no_move() -> None:
    # T15
    for start in STARTS:
        for step in STEPS:
            play = Play(control(10_000, GONG), start, step).begin()
            play.wait(9999).tick()
            assert play.game.running_side == LEFT
            play.wait(1).tick()
            assert play.game.running_side == RIGHT
            assert play.both_ms() == (10_000, 10_000)
            assert play.account(LEFT).moves == 0
            assert play.events(EV_GONG) == [(LEFT, 10_000, 0)]
            play.wait(3000)
            assert play.left_ms(RIGHT) == 7000
            check_books(play.game, play.run_ms)


def test_gong_a_press_passes_the_turn_earlier_and_counts() -> None:
    # T15
    play = Play(control(10_000, GONG)).begin()
    assert play.think(LEFT, 9999) == SWITCHED
    assert play.account(LEFT).moves == 1
    assert play.both_ms() == (10_000, 10_000)
    assert play.think(RIGHT, 1) == SWITCHED
    assert play.both_ms() == (10_000, 10_000)


def test_gong_a_late_tick_ends_up_where_early_ticks_would() -> None:
    # T2, T15: also hours late
    for start in STARTS:
        for ms in (10_000, 10_001, 19_999, 20_000, 25_000, 3 * HOUR + 7, 70 * HOUR + 12_345):
            play = Play(
                TimeControl((Period(10_000, GONG),), (Period(4_000, GONG),)), start
            ).begin()
            play.wait(ms).tick()
            rest = ms % 14_000
            side = LEFT if rest < 10_000 else RIGHT
            assert play.game.running_side == side, (ms, start)
            gone = rest if side == LEFT else rest - 10_000
            assert play.left_ms(side) == (10_000 if side == LEFT else 4000) - gone
            assert play.left_ms(1 - side) == (4000 if side == LEFT else 10_000)
            check_books(play.game, ms)


def test_gong_never_flags() -> None:
    play = Play(control(1000, GONG, freeze=True), 7777, 70).begin()
    play.wait(100_000).tick()
    assert play.game.state == RUNNING and play.game.first_flag_side == NEITHER
    assert not play.events(EV_FLAG)


def test_move_timer_gives_the_same_time_again_and_flags_at_its_end() -> None:
    # T15
    for start in STARTS:
        for step in STEPS:
            play = Play(control(30_000, MOVE_TIMER), start, step).begin()
            for turn in range(4):
                assert play.think(turn & 1, 29_999) == SWITCHED
                assert play.both_ms() == (30_000, 30_000)
            play.wait(31_000).tick()
            assert play.game.first_flag_side == LEFT
            assert play.left_ms(LEFT) == 0, "31 s on 30 s: flag, and 0"
            assert play.press(LEFT) == LATE


# --- byo-yomi ------------------------------------------------------------------------------------


def byoyomi(main_ms: int, block_ms: int, count: int) -> TimeControl:
    return control(main_ms, BYOYOMI, block_ms=block_ms, block_count=count)


def test_byoyomi_a_turn_inside_a_moment_restores_it() -> None:
    # T16
    for start in STARTS:
        for step in STEPS:
            play = Play(byoyomi(MINUTE, 10_000, 3), start, step).begin()
            play.wait(MINUTE).tick()
            account = play.account(LEFT)
            assert account.overtime and account.blocks_left == 3
            assert play.left_ms(LEFT) == 10_000
            assert play.think(LEFT, 9999) == SWITCHED
            assert play.left_ms(LEFT) == 10_000 and account.blocks_left == 3
            play.think(RIGHT, 0)
            # 11 s on moments of 10 s: one is used up, 9 s left of the second
            play.wait(11_000)
            assert play.left_ms(LEFT) == 9000 and account.blocks_left == 2
            play.press(LEFT)
            assert play.left_ms(LEFT) == 10_000 and account.blocks_left == 2
            assert play.events(EV_OVERTIME) == [(LEFT, MINUTE, 3)]
            check_books(play.game, play.run_ms)


def test_byoyomi_overshoot_is_carried_into_the_moment() -> None:
    # T16, T2: the press at the very zero counts
    for start in STARTS:
        for over in (0, 1, 2500):
            play = Play(byoyomi(MINUTE, 10_000, 3), start).begin()
            play.wait(MINUTE + over)
            assert play.left_ms(LEFT) == 10_000 - over
            assert play.press(LEFT) == SWITCHED


def test_byoyomi_the_end_of_the_last_moment_is_the_flag() -> None:
    # T2, T16
    for start in STARTS:
        for step in STEPS:
            for ms, result in ((89_999, SWITCHED), (90_000, LATE), (90_001, LATE)):
                play = Play(byoyomi(MINUTE, 10_000, 3), start, step).begin()
                play.wait(ms)
                assert play.press(LEFT) == result, (start, step, ms)
                if result == LATE:
                    assert play.events(EV_FLAG) == [(LEFT, 90_000, 1)]
                    assert play.account(LEFT).blocks_left == 0
                    assert play.left_ms(LEFT) == 0
                else:
                    assert play.account(LEFT).blocks_left == 1


def test_byoyomi_many_moments_late() -> None:
    # T2: one late tick ends where a thousand early ones would
    for start in STARTS:
        for ms in (0, 1, 9999, 10_000, 10_001, 254 * 10_000, 255 * 10_000 - 1):
            play = Play(byoyomi(MINUTE, 10_000, 255), start).begin()
            play.wait(MINUTE + ms)
            assert play.left_ms(LEFT) == 10_000 - ms % 10_000, ms
            assert play.account(LEFT).blocks_left == 255 - ms // 10_000
            check_books(play.game, MINUTE + ms)
        play = Play(byoyomi(MINUTE, 10_000, 255), start).begin()
        play.wait(60 * HOUR).tick()
        assert play.events(EV_FLAG) == [(LEFT, MINUTE + 255 * 10_000, 1)]


def test_byoyomi_0_moments_are_for_ever() -> None:
    # T16
    for start in STARTS:
        play = Play(byoyomi(MINUTE, 10_000, 0), start).begin()
        play.wait(70 * HOUR + MINUTE + 1234)
        assert play.left_ms(LEFT) == 10_000 - 1234
        assert play.game.state == RUNNING and play.game.first_flag_side == NEITHER
        assert play.press(LEFT) == SWITCHED


def test_byoyomi_main_0_starts_in_overtime() -> None:
    # T10, T16
    play = Play(byoyomi(0, 10_000, 2))
    assert play.both_ms() == (10_000, 10_000)
    assert play.account(LEFT).overtime and play.account(RIGHT).blocks_left == 2
    play.begin()
    play.wait(12_000)
    assert play.left_ms(LEFT) == 8000 and play.account(LEFT).blocks_left == 1
    assert play.events(EV_MOMENT) == [(LEFT, 10_000, 1)]


def test_byoyomi_moments_survive_a_pause() -> None:
    # T6
    play = Play(byoyomi(0, 10_000, 2)).begin()
    play.wait(12_000)
    play.game.pause(play.at())
    play.wait(HOUR).tick()
    play.game.resume(play.at())
    assert play.left_ms(LEFT) == 8000 and play.account(LEFT).blocks_left == 1


# --- Canadian ------------------------------------------------------------------------------------


def canadian(main_ms: int, block_ms: int, count: int) -> TimeControl:
    return control(main_ms, CANADIAN, block_ms=block_ms, block_count=count)


def test_canadian_the_block_is_reloaded_when_its_moves_are_made() -> None:
    # T16
    for start in STARTS:
        for step in (0, 7, 170):
            play = Play(canadian(MINUTE, 30_000, 3), start, step).begin()
            play.think(LEFT, MINUTE + 4000)
            account = play.account(LEFT)
            assert account.overtime and account.block_moves == 1
            assert play.left_ms(LEFT) == 26_000
            for ms, left, moves in ((6000, 20_000, 2), (19_999, 30_000, 0), (1, 29_999, 1)):
                play.think(RIGHT, 0)
                play.think(LEFT, ms)
                assert (play.left_ms(LEFT), account.block_moves) == (left, moves)
            check_books(play.game, play.run_ms)


def test_canadian_the_flag_falls_when_the_block_ends_with_moves_missing() -> None:
    # T2, T16
    for start in STARTS:
        for ms, result in ((29_999, SWITCHED), (30_000, LATE), (HOUR, LATE)):
            play = Play(canadian(0, 30_000, 2), start).begin()
            assert play.think(LEFT, ms) == result, ms
            if result == LATE:
                assert play.events(EV_FLAG) == [(LEFT, 30_000, 1)]


def test_canadian_0_moves_are_reloaded_by_hand_on_ones_own_turn() -> None:
    # T16, T40
    for start in STARTS:
        play = Play(canadian(0, 30_000, 0), start).begin()
        for turn in range(6):
            play.think(turn & 1, 2000)
        assert play.both_ms() == (24_000, 24_000)
        play.wait(1000)
        assert play.game.reload_block(play.at())
        assert play.both_ms() == (30_000, 24_000)
        assert play.events(EV_RELOAD) == [(LEFT, 13_000, 0)]
        play.game.pause(play.at())
        assert not play.game.reload_block(play.at()), "not in pause"
        check_books(play.game, play.run_ms)


def test_a_block_that_reloads_itself_or_is_none_is_not_reloaded_by_hand() -> None:
    # T40
    for made in (canadian(0, 30_000, 3), canadian(MINUTE, 30_000, 0), control(MINUTE)):
        play = Play(made).begin()
        play.wait(1000)
        assert not play.game.reload_block(play.at())
    play = Play(canadian(0, 30_000, 0)).begin()
    play.wait(30_000)
    assert not play.game.reload_block(play.at()), "the flag was first (T2)"


# --- counting up, and below zero -----------------------------------------------------------------


def test_upcount_counts_up_without_a_flag() -> None:
    # T17
    for start in STARTS:
        for step in STEPS:
            play = Play(control(0, UPCOUNT), start, step).begin()
            assert play.both_ms() == (0, 0)
            play.think(LEFT, 1234)
            play.think(RIGHT, 1)
            play.wait(66)
            assert play.both_ms() == (1300, 1)
            assert play.account(LEFT).counts_up()
            check_books(play.game, play.run_ms)


def test_upcount_stops_at_the_ceiling() -> None:
    # section 2
    play = Play(control(0, UPCOUNT)).begin()
    for _ in range(4):
        play.wait(30 * HOUR).tick()
    assert play.left_ms(LEFT) == 359_999_999
    assert play.game.state == RUNNING
    check_books(play.game, play.run_ms)
    told_once(play)


def test_scrabble_goes_on_below_zero_without_a_flag() -> None:
    # T17
    for start in STARTS:
        for step in STEPS:
            play = Play(control(10_000, SCRABBLE), start, step).begin()
            play.wait(9999)
            assert play.left_ms(LEFT) == 1 and not play.account(LEFT).counts_up()
            play.wait(1)
            assert play.left_ms(LEFT) == 0 and play.account(LEFT).counts_up()
            play.wait(1)
            assert play.left_ms(LEFT) == -1
            play.wait(61_000)
            assert play.left_ms(LEFT) == -61_001
            assert play.press(LEFT) == SWITCHED
            assert play.game.first_flag_side == NEITHER
            assert play.left_ms(RIGHT) == 10_000
            check_books(play.game, play.run_ms)


def test_scrabble_ends_at_the_lowest_time_that_can_be_shown() -> None:
    # section 2
    play = Play(control(1000, SCRABBLE)).begin()
    for _ in range(4):
        play.wait(30 * HOUR).tick()
    assert play.left_ms(LEFT) == -359_999_999
    assert total(play.account(LEFT).booked_main) == 120 * HOUR
    check_books(play.game, play.run_ms)
    told_once(play)


def told_once(play: Play) -> None:
    """Check that standing at the limit is told when it begins, and not at every tick."""
    for _ in range(20):
        play.wait(100).tick()
    assert len(play.events(EV_CEILING)) == 1


def test_a_late_gong_after_a_correction_is_as_good_as_a_prompt_one() -> None:
    """T15: the corrected turn has its own length, the next ones the fixed time."""
    for start in STARTS:
        seen = []
        for step in (1_000, 7_000, 35_000, 65_000):
            game = Game()
            game.set_up(TimeControl((Period(10_000, GONG),)), LEFT, start)
            game.start(LEFT, start)
            game.pause(start)
            set_remaining(game, RIGHT, 30_000, start)
            game.resume(start)
            passed = 0
            while passed < 65_000:
                passed = min(passed + step, 65_000)
                game.tick((start + passed) % WRAP)
            # 10 s of Left's, 30 s of Right's, then 10 s each.
            seen.append((game.running_side, [one.counter_ms() for one in game.accounts]))
        assert seen == [(LEFT, [5_000, 10_000])] * 4, seen
        check_accounts(game)
