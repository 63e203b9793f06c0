"""The last moves, the default time of Laws 6.7, and the time used (D.2.10.4, Guidelines I)."""

from clockcore.arbiter import (
    illegal_move,
    past_move,
    set_moves,
    set_remaining,
    time_used_ms,
    undo_press,
)
from clockcore.codes import (
    BYOYOMI,
    CANADIAN,
    DELAY,
    EV_DEFAULT_TIME,
    EV_FLAG,
    GONG,
    HOURGLASS,
    LATE,
    LEFT,
    NEITHER,
    NONE,
    RIGHT,
    UPCOUNT,
)
from clockcore.game import Game
from clockcore.ticks import NEVER_MS
from shared_kit import HOUR, MINUTE, STARTS, STEPS, Play, booked_ms, control


def history(game: Game) -> list:
    """Return (side, ms) of the moves that can be looked at, the last one first."""
    return [past_move(game, back) for back in range(game.history_count)]


def test_the_last_8_moves_are_kept_with_their_time() -> None:
    for start in STARTS:
        for step in STEPS:
            play = Play(control(5 * MINUTE), start, step).begin()
            assert history(play.game) == []
            made = []
            for number in range(11):
                side = number & 1
                ms = 100 * number + 13
                play.think(side, ms)
                made.insert(0, (side, ms))
                assert history(play.game) == made[:8]


def test_the_time_of_a_move_has_every_head_and_no_pause() -> None:
    # T1: main time, delay, moment; a pause is nobody's time
    for made in (
        control(MINUTE),
        control(MINUTE, DELAY, 3000),
        control(2000, BYOYOMI, block_ms=3000, block_count=5),
        control(1000, CANADIAN, block_ms=MINUTE, block_count=3),
        control(MINUTE, HOURGLASS),
        control(0, UPCOUNT),
    ):
        play = Play(made, 7777).begin()
        play.wait(4000)
        play.game.pause(play.at())
        play.wait(HOUR)
        play.game.resume(play.at())
        play.think(LEFT, 1500)
        assert history(play.game) == [(LEFT, 5500)], made.white_periods[0].method


def test_a_correction_within_a_move_does_not_hide_what_was_thought_before() -> None:
    # T43
    play = Play(control(MINUTE)).begin()
    play.wait(4000)
    play.game.pause(play.at())
    set_remaining(play.game, LEFT, 30_000, play.at())
    set_remaining(play.game, LEFT, 20_000, play.at())
    play.game.resume(play.at())
    play.think(LEFT, 1000)
    assert history(play.game) == [(LEFT, 5000)]
    play.think(RIGHT, 200)
    play.think(LEFT, 300)
    assert history(play.game)[0] == (LEFT, 300), "the next move begins at nothing"


def test_undo_and_illegal_move_take_the_last_move_back() -> None:
    # T44, T42
    for take_back in (undo_press, lambda game, at: illegal_move(game, 0, at)):
        play = Play(control(5 * MINUTE)).begin()
        for number in range(9):
            play.think(number & 1, 100 + number)
        before = history(play.game)
        play.think(RIGHT, 777)
        play.wait(50)
        play.game.pause(play.at())
        assert take_back(play.game, play.at())
        assert history(play.game) == before[:7], "the 8th last has made room"
        assert play.game.side_to_move == RIGHT
        since = 50 if take_back is undo_press else 0
        play.game.resume(play.at())
        play.think(RIGHT, 23)
        assert history(play.game)[0] == (RIGHT, 800 + since)
        assert history(play.game)[1:] == before[:7]


def test_presses_that_are_no_moves_have_no_place_in_the_history() -> None:
    # T5, T15, T31
    play = Play(control(1000, GONG)).begin()
    play.wait(1500)
    assert history(play.game) == []
    play.press(RIGHT)
    assert history(play.game) == [(RIGHT, 500)]
    play = Play(control(MINUTE)).begin()
    play.think(LEFT, 10)
    play.think(RIGHT, 20)
    play.wait(2 * MINUTE)
    assert play.press(LEFT) == LATE
    assert history(play.game) == [(RIGHT, 20), (LEFT, 10)]
    assert undo_press(play.game, play.at())
    assert history(play.game) == [(RIGHT, 20), (LEFT, 10)], "a late press took no place"


def test_a_time_too_long_for_a_small_number_is_held() -> None:
    play = Play(control(0, UPCOUNT)).begin()
    for _ in range(160):
        play.wait(HOUR).tick()
    play.press(LEFT)
    assert history(play.game) == [(LEFT, NEVER_MS)]
    assert max(play.game.history) < 1 << 30


def test_a_new_game_begins_without_history_and_offences() -> None:
    play = Play(control(MINUTE)).begin()
    play.think(LEFT, 10)
    play.game.pause(play.at())
    illegal_move(play.game, 1000, play.at())
    assert play.game.offences == [1, 0]
    play.game.set_up(control(MINUTE), LEFT, play.at())
    assert history(play.game) == [] and play.game.offences == [0, 0]
    assert play.game.correction is None


# --- time used -----------------------------------------------------------------------------------


def test_the_time_used_is_all_that_a_side_has_thought() -> None:
    # D.2.10.4, Guidelines I: whatever was given or corrected meanwhile
    for start in STARTS:
        play = Play(control(10_000, DELAY, 2000, freeze=False), start).begin()
        play.think(LEFT, 7000)
        play.think(RIGHT, 1500)
        play.wait(4000)
        play.game.pause(play.at())
        set_remaining(play.game, LEFT, 1000, play.at())
        play.game.resume(play.at())
        play.wait(3500).tick()
        assert play.events(EV_FLAG), "and after the flag"
        assert time_used_ms(play.game, LEFT) == 14_500 == booked_ms(play.account(LEFT))
        assert time_used_ms(play.game, RIGHT) == 1500
        play.game.end(play.at())
        assert time_used_ms(play.game, LEFT) == 14_500


def test_the_time_used_of_many_days_is_held_at_12() -> None:
    play = Play(control(0, UPCOUNT)).begin()
    for _ in range(11 * 24):
        play.wait(HOUR).tick()
    assert time_used_ms(play.game, LEFT) == 11 * 24 * HOUR
    for _ in range(3 * 24):
        play.wait(HOUR).tick()
    assert time_used_ms(play.game, LEFT) == 12 * 24 * HOUR


# --- default time --------------------------------------------------------------------------------


def waiting(made: object, default_ms: int, start: int = 0, step: int = 0) -> Play:
    """Return a game whose start is under way, with a default time."""
    play = Play(made, start, step)
    play.game.default_ms = default_ms
    return play.begin()


def test_the_default_time_ends_once_at_its_instant() -> None:
    # Laws 6.7: White's clock runs with nobody there
    for start in STARTS:
        for step in STEPS:
            play = waiting(control(HOUR), 30_000, start, step)
            assert play.game.default_left_ms == 30_000
            play.wait(29_999).tick()
            assert play.game.default_left_ms == 1
            assert play.events(EV_DEFAULT_TIME) == []
            play.wait(1).tick()
            assert play.game.default_left_ms == 0
            play.wait(30_000).tick()
            assert play.events(EV_DEFAULT_TIME) == [(NEITHER, 30_000, 30_000)]


def test_the_default_time_counts_running_time_of_both_sides_only() -> None:
    # Laws 6.7; a pause does not count
    play = waiting(control(HOUR), 30_000)
    play.think(LEFT, 10_000)
    play.wait(5000)
    play.game.pause(play.at())
    play.wait(HOUR)
    assert play.game.default_left_ms == 15_000
    play.game.resume(play.at())
    play.wait(14_999).tick()
    assert play.events(EV_DEFAULT_TIME) == []
    play.wait(100).tick()
    end = HOUR + 30_000
    assert play.events(EV_DEFAULT_TIME) == [(RIGHT, end, 30_000)], "who has not moved"


def test_nobody_is_late_once_each_has_completed_a_move() -> None:
    # Laws 6.7: 1 ms before the end counts, at the end it does not
    for right_ms, told in ((19_999, []), (20_000, [(RIGHT, 30_000, 30_000)])):
        play = waiting(control(HOUR), 30_000)
        play.think(LEFT, 10_000)
        play.think(RIGHT, right_ms)
        play.wait(MINUTE).tick()
        assert play.events(EV_DEFAULT_TIME) == told, right_ms
    play = waiting(control(MINUTE), 1000)
    play.game.pause(play.at())
    set_moves(play.game, RIGHT, 1, play.at())
    play.game.resume(play.at())
    play.wait(1000).tick()
    assert play.events(EV_DEFAULT_TIME) == [(LEFT, 1000, 1000)]


def test_without_a_default_time_nothing_is_told() -> None:
    play = waiting(control(HOUR), 0)
    play.wait(HOUR // 2).tick()
    assert play.events(EV_DEFAULT_TIME) == [] and play.game.default_left_ms == 0


def test_the_end_of_the_default_time_is_told_at_its_instant_by_a_late_tick_too() -> None:
    # T2: through gongs, moments and repetitions that a late tick skips
    for made in (
        control(1000, GONG),
        control(0, BYOYOMI, block_ms=700),
        control(1500, NONE, transition=1, repeat=True),
        control(2500, BYOYOMI, block_ms=900, block_count=200),
    ):
        for start in STARTS:
            for step in (0, 170):
                for late_ms in (61_234, 61_300, 62_000 if step else 100_000):
                    play = waiting(made, 61_234, start, step)
                    play.wait(late_ms).tick()
                    assert play.events(EV_DEFAULT_TIME) == [(NEITHER, 61_234, 61_234)]


def test_the_clock_wakes_for_the_end_of_the_default_time() -> None:
    play = waiting(control(HOUR), 30_000)
    assert play.game.due_ms() == 30_000
    play.wait(30_000).tick()
    assert play.game.due_ms() == HOUR - 30_000
    play = waiting(control(MINUTE), HOUR)
    assert play.game.due_ms() == MINUTE


def test_an_undone_press_does_not_let_the_default_time_run_twice() -> None:
    # T44
    play = waiting(control(HOUR), 30_000)
    play.think(LEFT, 10_000)
    play.wait(5000)
    assert undo_press(play.game, play.at())
    assert play.game.default_left_ms == 15_000
    play.wait(15_000).tick()
    assert play.events(EV_DEFAULT_TIME) == [(NEITHER, 30_000, 30_000)]
