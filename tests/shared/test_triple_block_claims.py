"""Triple Block: claims, withdrawals, substitutions (T54)."""

from clockcore.calendar import DAY_S
from clockcore.codes import FLAGGED, LEFT, PAUSED, RIGHT, RUNNING
from clockcore.triple_block import (
    AFTER_THE_END,
    CLOCKS_RUN,
    CLOCKS_STAND,
    DONE,
    FLAG_FALLEN,
    HAS_ENDED,
    NO_SEARCH,
    NOT_IN_THIS_EVENT,
    NOT_YOUR_TURN,
    NOTHING_TO_MOVE,
    SEARCH_OPEN,
    SUBSTITUTION,
)
from clockcore.triple_block_snapshot import from_plain, to_plain
from triple_kit import START, Match


def claimed(days: int, is_appeal: bool = False) -> Match:
    """Return a game in which White has claimed after some days of his first turn."""
    match = Match(600)
    match.wait(days)
    assert match.game.claim(LEFT, is_appeal, *match.reading()) == DONE
    return match


def test_a_claim_stops_both_clocks_and_a_right_one_costs_nothing() -> None:
    for is_appeal in (False, True):
        match = claimed(10, is_appeal)
        assert match.game.state == PAUSED
        match.wait(100).tick()
        assert match.days(LEFT) == (40, 50) and match.days(RIGHT) == (50, 50)
        assert match.zero_s(LEFT) == -1
        assert match.game.resolve(True, *match.reading()) == DONE
        assert match.game.state == RUNNING and match.game.side_to_move == LEFT
        assert match.days(LEFT) == (40, 50)
        match.wait(1).tick()
        assert match.days(LEFT) == (39, 50)


def test_a_wrong_claim_costs_the_time_that_resolving_it_took() -> None:
    match = claimed(10)
    match.wait(25, 3)
    assert match.game.resolve(False, *match.reading()) == DONE
    assert match.blocks(LEFT) == (15 * DAY_S - 3, 50 * DAY_S), "no automatic refuel"
    assert match.days(RIGHT) == (50, 50)
    match.wait(0, 5)
    assert match.move() == DONE
    assert match.blocks(LEFT) == (50 * DAY_S, 19 * DAY_S - 8)


def test_a_wrong_claim_that_took_all_that_was_left_is_the_flag() -> None:
    """A second before the clock would have been at 0, at it, and after."""
    for seconds, result in ((-1, DONE), (0, FLAG_FALLEN), (999_999, FLAG_FALLEN)):
        match = claimed(10)
        match.wait(40, seconds)
        assert match.game.resolve(False, *match.reading()) == result, seconds
        if result == FLAG_FALLEN:
            assert match.game.state == FLAGGED and match.game.flag_side == LEFT
            assert match.flag_s() == START + 50 * DAY_S and match.days(LEFT) == (0, 50)


def test_only_the_side_to_move_can_claim_and_nobody_acts_while_the_clocks_stand() -> None:
    match = Match(600)
    game = match.game
    assert game.claim(RIGHT, False, *match.reading()) == NOT_YOUR_TURN
    assert game.resolve(True, *match.reading()) == CLOCKS_RUN
    assert game.go_on(*match.reading()) == CLOCKS_RUN
    assert game.claim(LEFT, False, *match.reading()) == DONE
    match.wait(1)
    for side in (LEFT, RIGHT):
        assert game.move(side, *match.reading()) == CLOCKS_STAND
        assert game.refuel(side, *match.reading()) == CLOCKS_STAND
        assert game.claim(side, True, *match.reading()) == CLOCKS_STAND
    assert game.withdraw(*match.reading()) == CLOCKS_STAND
    assert game.go_on(*match.reading()) == CLOCKS_STAND, "a claim has to be resolved"
    assert game.state == PAUSED and game.moves == [0, 0] and match.days(LEFT) == (50, 50)
    assert game.end(*match.reading()) == DONE
    assert game.resolve(False, *match.reading()) == HAS_ENDED
    assert match.days(LEFT) == (50, 50)


def test_a_claim_goes_on_while_the_power_is_off() -> None:
    """T56: what resolving took is charged, whether the device was on or not."""
    match = claimed(10)
    match.game = from_plain(to_plain(match.game))
    match.wait(20).tick()
    assert match.game.state == PAUSED and match.days(LEFT) == (40, 50)
    assert match.game.resolve(False, *match.reading()) == DONE
    assert match.days(LEFT) == (20, 50)


def test_an_accepted_withdrawal_stops_both_clocks_of_individuals_only() -> None:
    match = Match(600)
    match.wait(10)
    assert match.game.withdraw(*match.reading()) == DONE
    match.wait(300).tick()
    assert match.game.state == PAUSED and match.days(LEFT) == (40, 50)
    assert match.game.go_on(*match.reading()) == DONE
    match.wait(1).tick()
    assert match.days(LEFT) == (39, 50)
    team = Match(600, team=True)
    team.wait(10)
    assert team.game.withdraw(*team.reading()) == NOT_IN_THIS_EVENT
    assert team.game.state == RUNNING and team.days(LEFT) == (40, 50)


def test_a_captain_refuels_only_while_his_player_is_being_replaced() -> None:
    match = Match(600, team=True)
    game = match.game
    match.wait(45)
    assert game.captain_refuel(LEFT, *match.reading()) == NO_SEARCH
    assert game.open_search(LEFT, *match.reading()) == DONE
    assert game.open_search(LEFT, *match.reading()) == SEARCH_OPEN
    assert game.captain_refuel(RIGHT, *match.reading()) == NO_SEARCH
    assert game.captain_refuel(LEFT, *match.reading()) == DONE
    assert match.days(LEFT) == (50, 5) and game.state == RUNNING, "the clock goes on"
    assert game.captain_refuel(LEFT, *match.reading()) == NOTHING_TO_MOVE
    match.wait(10)
    assert game.close_search(LEFT, *match.reading()) == DONE
    assert game.close_search(LEFT, *match.reading()) == NO_SEARCH
    assert game.captain_refuel(LEFT, *match.reading()) == NO_SEARCH
    assert match.days(LEFT) == (40, 5)


def test_a_captain_may_refuel_whosever_turn_it_is_but_never_at_0() -> None:
    match = Match(600, team=True)
    game = match.game
    for _ in range(2):
        match.think(40)
        match.move()
    match.think(1)
    assert match.days(LEFT) == (31, 0), "less than 50, and yet nothing to fill it up with"
    match.wait(20)
    assert game.open_search(LEFT, *match.reading()) == DONE
    assert game.open_search(RIGHT, *match.reading()) == DONE
    assert game.captain_refuel(LEFT, *match.reading()) == NOTHING_TO_MOVE
    assert game.captain_refuel(RIGHT, *match.reading()) == DONE
    match.wait(50)
    assert game.captain_refuel(RIGHT, *match.reading()) == FLAG_FALLEN


def test_no_substitution_where_the_rules_know_none() -> None:
    match = Match(600)
    assert match.game.open_search(LEFT, *match.reading()) == NOT_IN_THIS_EVENT
    assert match.game.captain_refuel(LEFT, *match.reading()) == NOT_IN_THIS_EVENT
    assert match.game.stop_for_search(*match.reading()) == NOT_IN_THIS_EVENT
    team = Match(600, team=True)
    assert team.game.open_search(LEFT, *team.reading()) == DONE
    assert team.game.stop_for_search(*team.reading()) == NOT_IN_THIS_EVENT
    guaranteed = Match(600, guaranteed=True, team=True)
    assert guaranteed.game.stop_for_search(*guaranteed.reading()) == NO_SEARCH
    assert guaranteed.game.open_search(LEFT, *guaranteed.reading()) == DONE
    assert guaranteed.game.captain_refuel(LEFT, *guaranteed.reading()) == NOT_IN_THIS_EVENT


def test_with_guaranteed_time_the_director_stops_both_clocks_for_a_search() -> None:
    for team in (False, True):
        match = Match(600, guaranteed=True, team=team)
        game = match.game
        match.wait(30)
        assert game.open_search(RIGHT, *match.reading()) == DONE
        match.wait(2)
        assert game.stop_for_search(*match.reading()) == DONE
        assert game.state == PAUSED and game.stop_reason == SUBSTITUTION
        assert game.stop_for_search(*match.reading()) == CLOCKS_STAND
        match.wait(20).tick()
        assert match.days(LEFT) == (18, 50)
        assert game.close_search(RIGHT, *match.reading()) == DONE
        assert game.state == RUNNING
        match.wait(1).tick()
        assert match.days(LEFT) == (17, 50)


def test_the_director_may_let_the_clocks_go_on_before_the_search_is_over() -> None:
    match = Match(600, guaranteed=True)
    game = match.game
    game.open_search(LEFT, *match.reading())
    game.stop_for_search(*match.reading())
    match.wait(5)
    assert game.resolve(True, *match.reading()) == CLOCKS_STAND, "this is no claim"
    assert game.go_on(*match.reading()) == DONE
    match.wait(1)
    assert game.stop_for_search(*match.reading()) == DONE
    assert match.days(LEFT) == (49, 50)


def test_a_search_is_over_after_60_days_and_the_clocks_run_from_that_second() -> None:
    """Also while the power is off; the flag falls 50 days later, not sooner."""
    for late in (0, 1, 7 * DAY_S, 50 * DAY_S - 1):
        match = Match(600, guaranteed=True)
        game = match.game
        game.open_search(LEFT, *match.reading())
        game.stop_for_search(*match.reading())
        match.wait(60, -1).tick()
        assert game.state == PAUSED
        match.game = game = from_plain(to_plain(game))
        match.wait(0, 1 + late).tick()
        assert game.state == RUNNING and match.blocks(LEFT) == (50 * DAY_S - late, 50 * DAY_S)
        assert game.close_search(LEFT, *match.reading()) == NO_SEARCH
    match.wait(0, 1).tick()
    assert game.state == FLAGGED and match.flag_s() == START + 110 * DAY_S


def test_of_two_searches_the_later_one_holds_the_clocks() -> None:
    for order in ((LEFT, RIGHT), (RIGHT, LEFT)):
        match = Match(600, guaranteed=True)
        game = match.game
        game.open_search(order[0], *match.reading())
        game.stop_for_search(*match.reading())
        match.wait(10)
        game.open_search(order[1], *match.reading())
        match.wait(51).tick()
        assert game.state == PAUSED and match.days(LEFT) == (50, 50)
        match.wait(12).tick()
        assert game.state == RUNNING and match.days(LEFT) == (47, 50)
        assert game.go_on(*match.reading()) == CLOCKS_RUN
        found = Match(600, guaranteed=True)
        for side in order:
            found.game.open_search(side, *found.reading())
        found.game.stop_for_search(*found.reading())
        assert found.wait(5).game.close_search(order[0], *found.reading()) == DONE
        assert found.game.state == PAUSED, "the other one is still being looked for"
        assert found.wait(5).game.close_search(order[1], *found.reading()) == DONE
        assert found.game.state == RUNNING and found.days(LEFT) == (50, 50)
        both = Match(600, guaranteed=True)
        both.game.open_search(order[0], *both.reading())
        both.game.stop_for_search(*both.reading())
        both.wait(10)
        both.game.open_search(order[1], *both.reading())
        both.wait(63).tick()
        assert both.days(LEFT) == (47, 50), "the same, looked at once"


def test_a_captains_search_is_over_after_60_days() -> None:
    match = Match(600, team=True)
    game = match.game
    game.open_search(RIGHT, *match.reading())
    for _ in range(5):
        match.think(12)
    assert game.captain_refuel(RIGHT, *match.reading()) == NO_SEARCH


def test_no_search_goes_past_the_end_date_or_begins_after_it() -> None:
    for team, guaranteed in ((True, False), (True, True)):
        match = Match(300, guaranteed, team)
        game = match.game
        game.claim(LEFT, True, *match.reading())
        match.wait(290)
        game.resolve(True, *match.reading())
        assert game.open_search(LEFT, *match.reading()) == DONE
        assert game.find_search_end(LEFT)
        assert game.zero_day * DAY_S + game.zero_second == START + 300 * DAY_S
        match.wait(10)
        assert game.captain_refuel(LEFT, *match.reading()) in (NO_SEARCH, NOT_IN_THIS_EVENT)
        assert game.search_day[LEFT] == -1 and not game.find_search_end(LEFT)
        assert game.open_search(LEFT, *match.reading()) == AFTER_THE_END
