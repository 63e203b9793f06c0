"""Triple Block: blocks, moves, refuels, flags, guaranteed time (T50 to T53, T55, T57)."""

from clockcore.calendar import DAY_S
from clockcore.codes import ENDED, FLAGGED, LEFT, READY, RIGHT, RUNNING
from clockcore.triple_block import (
    DONE,
    FLAG_FALLEN,
    HAS_ENDED,
    NOT_STARTED,
    NOT_YOUR_TURN,
    NOTHING_TO_MOVE,
    TripleBlockGame,
)
from clockcore.triple_block_plan import TripleBlockPlan
from triple_kit import START, Match, heap_lock, heap_unlock, refused


def test_t55_a_duration_gives_the_blocks_of_the_events_that_are_known() -> None:
    """302, 450, 600, 700 and 750 days: what the federation announced for such events."""
    for days, bank, increment in (
        (300, 50, 1),
        (302, 51, 1),
        (350, 75, 1),
        (450, 75, 2),
        (550, 75, 3),
        (600, 50, 4),
        (700, 50, 5),
        (750, 75, 5),
        (1000, 50, 8),
    ):
        plan = TripleBlockPlan(days)
        assert plan.bank_s == bank * DAY_S, days
        assert plan.increment_s == increment * DAY_S, days
        assert plan.clock_s == 50 * DAY_S
        assert plan.has_usual_bank == (bank in (50, 75)), days


def test_t55_half_days_stay_exact_and_an_unusual_bank_is_told() -> None:
    for days, bank_half_days, increment in ((365, 165, 1), (730, 130, 5), (301, 101, 1)):
        plan = TripleBlockPlan(days)
        assert plan.bank_s * 2 == bank_half_days * DAY_S, days
        assert plan.increment_s == increment * DAY_S
        assert not plan.has_usual_bank


def test_t55_every_duration_gives_half_of_it_and_fits_small_integers() -> None:
    for days in range(300, 2000):
        plan = TripleBlockPlan(days)
        own_s = plan.clock_s + plan.bank_s + 50 * plan.increment_s
        assert 2 * own_s == days * DAY_S
        assert 50 * DAY_S <= plan.bank_s < 100 * DAY_S
        assert own_s < 1 << 30


def test_t55_a_duration_that_cannot_be_is_refused() -> None:
    assert "299 days are too few" in refused(TripleBlockPlan, 299)
    assert "more than 1999" in refused(TripleBlockPlan, 2000)
    for wrong in (None, "600", 600.0, True):
        assert "no whole number" in refused(TripleBlockPlan, wrong)


def test_t51_the_worked_example_of_an_event_of_600_days() -> None:
    """1 d: 49 + 4 is 53, the clock takes 50. 10 d: 40 + 4, and 6 from the bank."""
    match = Match(600)
    assert match.days(LEFT) == match.days(RIGHT) == (50, 50)
    assert match.think(1) == DONE
    assert match.days(LEFT) == (50, 53)
    assert match.think(0) == DONE
    assert match.days(RIGHT) == (50, 54)
    assert match.think(10) == DONE
    assert match.days(LEFT) == (50, 47)


def test_t51_moves_1_to_50_add_the_increment_and_move_51_does_not() -> None:
    match = Match(600)
    match.play(50)
    assert match.days(LEFT) == match.days(RIGHT) == (50, 250)
    assert match.game.increments_left(LEFT) == 0
    match.play(1)
    assert match.days(LEFT) == match.days(RIGHT) == (50, 250)
    match.play(20, 2)
    assert match.days(LEFT) == (50, 210)


def test_t51_an_empty_bank_leaves_the_clock_below_50_days() -> None:
    match = Match(600)
    for _ in range(2):
        assert match.think(40) == DONE
        match.move()
    assert match.days(LEFT) == (28, 0), "50 + 50 - 80 + 2 * 4"
    match.think(10)
    assert match.days(LEFT) == (22, 0)


def test_t52_a_refuel_fills_the_clock_from_the_bank_at_any_moment_of_ones_turn() -> None:
    match = Match(600)
    match.wait(49, DAY_S - 1)
    game = match.game
    assert game.refuel(LEFT, *match.reading()) == DONE
    assert match.blocks(LEFT) == (50 * DAY_S, 1)
    assert game.refuels == [1, 0] and game.side_to_move == LEFT and game.moves == [0, 0]
    assert game.refuel(LEFT, *match.reading()) == NOTHING_TO_MOVE, "the clock is full"
    match.wait(0, 5)
    assert game.refuel(LEFT, *match.reading()) == DONE
    assert match.blocks(LEFT) == (50 * DAY_S - 4, 0)
    assert game.refuel(LEFT, *match.reading()) == NOTHING_TO_MOVE, "the bank is empty"
    assert game.refuels == [2, 0]


def test_t52_nobody_refuels_on_the_other_players_turn() -> None:
    match = Match(600)
    match.wait(3)
    assert match.game.refuel(RIGHT, *match.reading()) == NOT_YOUR_TURN
    match.move()
    match.wait(3)
    assert match.game.refuel(LEFT, *match.reading()) == NOT_YOUR_TURN
    assert match.game.refuels == [0, 0]


def test_t52_the_last_second_counts_and_0_is_the_flag_with_time_in_the_bank() -> None:
    """A second before, at, and a second after."""
    for seconds, result in ((-1, DONE), (0, FLAG_FALLEN), (1, FLAG_FALLEN)):
        for act in ("move", "refuel", "claim"):
            match = Match(600)
            match.wait(50, seconds)
            game = match.game
            if act == "move":
                done = game.move(LEFT, *match.reading())
            elif act == "refuel":
                done = game.refuel(LEFT, *match.reading())
            else:
                done = game.claim(LEFT, False, *match.reading())
            assert done == result, (act, seconds)
            if result == FLAG_FALLEN:
                assert game.state == FLAGGED and game.flag_side == LEFT
                assert match.flag_s() == START + 50 * DAY_S == match.zero_s(LEFT)
                assert match.days(LEFT) == (0, 50), "the bank does not help"


def test_after_the_flag_nothing_changes_any_more() -> None:
    match = Match(600)
    match.wait(60).tick()
    game = match.game
    for _ in range(2):
        for side in (LEFT, RIGHT):
            assert game.move(side, *match.reading()) == FLAG_FALLEN
            assert game.refuel(side, *match.reading()) == FLAG_FALLEN
        match.wait(100)
    assert match.days(LEFT) == (0, 50) and match.days(RIGHT) == (50, 50)
    assert game.end(*match.reading()) == DONE
    assert game.state == ENDED and game.flag_side == LEFT
    assert match.flag_s() == START + 50 * DAY_S


def test_only_the_side_to_move_can_move() -> None:
    """T4: the other side's press changes nothing."""
    match = Match(600)
    match.wait(1)
    assert match.game.move(RIGHT, *match.reading()) == NOT_YOUR_TURN
    assert match.game.moves == [0, 0] and match.days(LEFT) == (49, 50)
    assert match.days(RIGHT) == (50, 50)


def test_white_may_sit_at_either_side() -> None:
    match = Match(600, white=RIGHT)
    assert match.game.side_to_move == RIGHT
    match.think(1)
    assert match.days(RIGHT) == (50, 53)


def test_t53_below_3_days_after_move_51_the_clock_is_set_to_3_every_time() -> None:
    for used_s, clock_s in (
        (50 * DAY_S - 3 * DAY_S - 1, 3 * DAY_S + 1),
        (50 * DAY_S - 3 * DAY_S, 3 * DAY_S),
        (50 * DAY_S - 3 * DAY_S + 1, 3 * DAY_S),
        (50 * DAY_S - 1, 3 * DAY_S),
    ):
        match = Match(600, guaranteed=True)
        spend(match)
        assert match.days(LEFT) == (50, 0) and match.game.moves == [50, 50]
        match.think(0, used_s)
        assert match.blocks(LEFT) == (clock_s, 0), used_s
    for _ in range(30):
        match.move()
        match.think(2, DAY_S - 1)
        assert match.days(LEFT) == (3, 0)


def test_t53_move_50_is_not_past_move_50() -> None:
    """It has its increment, and with less than 3 days after it nothing is guaranteed yet."""
    match = Match(300, guaranteed=True)
    for _ in range(2):
        match.think(45)
        match.move()
    for _ in range(47):
        match.think(1)
        match.move()
    assert match.game.moves[LEFT] == 49 and match.days(LEFT) == (12, 0)
    match.think(11)
    assert match.game.moves[LEFT] == 50 and match.days(LEFT) == (2, 0), "1 left, and 1 added"
    match.move()
    match.think(0, 1)
    assert match.days(LEFT) == (3, 0)


def test_t53_without_guaranteed_time_nothing_is_ever_added() -> None:
    match = Match(600)
    spend(match)
    match.think(49, DAY_S - 1)
    assert match.blocks(LEFT) == (1, 0)
    match.move()
    assert match.think(0, 0) == DONE
    assert match.blocks(LEFT) == (1, 0)
    match.move()
    assert match.think(0, 1) == FLAG_FALLEN


def test_t50_ticks_charge_nothing_and_lose_nothing() -> None:
    """A tick every second, some late, none: the accounts are the same."""
    expected = None
    for step in (1, 7, 3600, 0):
        match = Match(600)
        for seconds in (50_000, 86_400, 3, 0, 100_001):
            if step:
                for _ in range(seconds // step):
                    match.wait(0, step).tick()
                match.wait(0, seconds % step)
            else:
                match.wait(0, seconds)
            match.move()
        found = (match.blocks(LEFT), match.blocks(RIGHT))
        if expected is None:
            expected = found
        assert found == expected, step


def test_t50_a_tick_does_not_allocate_and_neither_does_a_move() -> None:
    match = Match(600, guaranteed=True)
    game = match.game
    day, second = match.reading()
    heap_lock()
    try:
        for _ in range(5000):
            second += 17
            if second >= DAY_S:
                second -= DAY_S
                day += 1
            game.tick(day, second)
            game.left_s(LEFT)
            game.find_zero(LEFT)
        game.refuel(game.side_to_move, day, second)
        game.move(game.side_to_move, day, second)
        game.claim(game.side_to_move, False, day, second)
        game.resolve(False, day, second)
        game.open_search(LEFT, day, second)
        game.stop_for_search(day, second)
        game.tick(day + 61, second)
        game.tick(day + 300, second)
    finally:
        heap_unlock()
    assert game.state == FLAGGED and game.moves == [1, 0]


def test_every_integer_of_a_long_game_is_a_small_one() -> None:
    match = Match(1999, guaranteed=True)
    for _ in range(60):
        for days in (0, 49, 3, 17):
            match.think(days, 86_399)
            for value in match.game.clock_s + match.game.bank_s + match.game.used_seconds:
                assert 0 <= value < 1 << 30
    match.wait(60_000).tick()
    assert match.game.state == FLAGGED


def test_the_time_that_was_used_is_told_to_the_second() -> None:
    match = Match(600)
    match.think(10, 5)
    match.think(0, 86_399)
    match.think(3, 86_396)
    assert (match.game.used_days[LEFT], match.game.used_seconds[LEFT]) == (14, 1)
    assert (match.game.used_days[RIGHT], match.game.used_seconds[RIGHT]) == (0, 86_399)


def test_the_clock_of_white_runs_from_the_start_on_and_not_before() -> None:
    """A start that is still to come, with a reading just before it, at it, and much later."""
    for late, state, left in ((-1, READY, 0), (0, RUNNING, 0), (9 * DAY_S, RUNNING, 9 * DAY_S)):
        game = TripleBlockGame()
        start = (START // DAY_S, START % DAY_S)
        game.set_up(TripleBlockPlan(600), LEFT, start[0] - 20, 0, *start)
        assert game.state == READY
        assert game.move(LEFT, start[0] - 20, 1) == NOT_STARTED
        assert game.end(start[0] - 20, 1) == NOT_STARTED
        game.tick((START + late) // DAY_S, (START + late) % DAY_S)
        assert game.state == state and game.left_s(LEFT) == 50 * DAY_S - left


def test_t57_the_end_is_the_start_and_the_duration_and_changes_nothing() -> None:
    match = Match(600)
    game = match.game
    assert (game.end_day, game.end_second) == ((START + 600 * DAY_S) // DAY_S, START % DAY_S)
    for _ in range(2):
        match.think(30)
        match.move()
    # both stand: only so can the end date come while a game without guaranteed time goes on
    assert game.withdraw(*match.reading()) == DONE
    match.wait(600).tick()
    before = (match.blocks(LEFT), match.blocks(RIGHT))
    assert game.go_on(*match.reading()) == DONE and game.state == RUNNING
    assert (match.blocks(LEFT), match.blocks(RIGHT)) == before
    assert match.think(1) == DONE


def test_a_game_that_has_ended_is_left_alone() -> None:
    match = Match(600)
    match.wait(5)
    assert match.game.end(*match.reading()) == DONE
    match.wait(100)
    assert match.move() == HAS_ENDED and match.game.end(*match.reading()) == HAS_ENDED
    assert match.days(LEFT) == (45, 50)


def spend(match: Match) -> None:
    """Have both sides make 50 moves and have 50 days left, all of it on the clock."""
    for _ in range(50):
        for _ in range(2):
            assert match.think(match.game.increment_s // DAY_S) == DONE
    for side in (LEFT, RIGHT):
        assert match.days(side) == (50, 50)
        match.game.bank_s[side] = 0
