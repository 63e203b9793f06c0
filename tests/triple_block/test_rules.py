"""Every lettered rule of the document, by name; h2 and i2 are the second h and i of part 3.

The rules in our own words: `host_tools/triple_block/TRIPLE_BLOCK.md`. Second by second, and on
both interpreters, the core is tested in `tests/shared/test_triple_block*.py`.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from clockcore.calendar import DAY_S
from clockcore.codes import FLAGGED, LEFT, PAUSED, RIGHT, RUNNING
from clockcore.period import ControlError
from clockcore.triple_block import (
    AFTER_THE_END,
    CLOCKS_STAND,
    DONE,
    FLAG_FALLEN,
    NO_SEARCH,
    NOT_IN_THIS_EVENT,
    NOT_YOUR_TURN,
    NOTHING_TO_MOVE,
)
from clockcore.triple_block_plan import TripleBlockPlan
from triple_kit import START, Match

from host_tools.triple_block.average_elo import proposed_days
from host_tools.triple_block.event import make_event
from host_tools.triple_block.instants import read_instant, read_zone

UTC = read_zone("UTC")
# Announced for events: duration, bank, increment.
EVENTS = ((302, 51, 1), (450, 75, 2), (600, 50, 4), (700, 50, 5), (750, 75, 5))
# The rest of the table, worked out from them.
WORKED_OUT = (
    *((300, 50, 1), (350, 75, 1), (400, 50, 2), (500, 50, 3), (550, 75, 3), (650, 75, 4)),
    *((800, 50, 6), (900, 50, 7), (1000, 50, 8), (1100, 50, 9)),
)


def given_s(match: Match, side: int) -> int:
    """Return all that a side has got so far: what is there, and what was used."""
    game = match.game
    used = game.used_days[side] * DAY_S + game.used_seconds[side]
    return sum(match.blocks(side)) + used + game.clock_s[side] - game.left_s(side)


def test_rule_1a_each_player_gets_an_amount_of_time_for_the_whole_game() -> None:
    """T55: half the duration that the organizer has chosen; it is all that he ever gets."""
    for days, _, _ in EVENTS:
        match = Match(days).play(60)
        for side in (LEFT, RIGHT):
            assert 2 * given_s(match, side) == days * DAY_S


def test_rule_1b_how_a_player_uses_his_time_is_up_to_him() -> None:
    """49 days for one move and a second for the others, or a day for each: the sum counts."""
    one = Match(600)
    one.think(24)
    one.move()
    for _ in range(23):
        one.think(0)
        one.move()
    other = Match(600)
    for _ in range(24):
        other.think(1)
        other.move()
    assert sum(one.blocks(LEFT)) == sum(other.blocks(LEFT))


def test_rule_1c_no_clock_stops_for_a_leave() -> None:
    """There is nothing that a player could ask for: refuel and claim are all he can do."""
    match = Match(600)
    match.wait(20)
    assert match.game.withdraw(*match.reading()) == DONE, "that is for the director"
    assert match.game.go_on(*match.reading()) == DONE
    match.wait(21).tick()
    assert match.days(LEFT) == (9, 50)


def test_rule_1d_the_first_hours_of_a_turn_are_charged_to_the_second() -> None:
    for seconds in (1, 3600, DAY_S - 1, DAY_S, DAY_S + 1):
        match = Match(600)
        match.wait(0, seconds).tick()
        assert match.blocks(LEFT)[0] == 50 * DAY_S - seconds


def test_rule_1e_a_move_or_a_refuel_is_due_within_50_days() -> None:
    """T51, T52: a second before, and at it."""
    for act in ("move", "refuel"):
        for seconds, result in ((-1, DONE), (0, FLAG_FALLEN)):
            match = Match(600)
            match.wait(50, seconds)
            done = getattr(match.game, act)(LEFT, *match.reading())
            assert done == result
            assert (match.game.state == FLAGGED) == (result == FLAG_FALLEN)


def test_rule_1e_a_refuel_happens_by_itself_after_each_move() -> None:
    """T51: by the increment while there is one, and from the bank while there is something."""
    match = Match(600)
    match.think(30)
    assert match.days(LEFT) == (50, 24)
    match.play(49)
    for _ in range(2):
        match.think(0)
    assert match.game.increments_left(RIGHT) == 0
    match.think(40)
    assert match.days(match.game.side_to_move ^ 1)[0] == 50


def test_rule_1f_the_end_date_is_the_start_and_the_duration() -> None:
    """T57: over a leap day."""
    start = read_instant("2026-12-01", UTC, "start")
    event = make_event(600, start, UTC, False, False)
    assert event.end_s == read_instant("2028-07-23", UTC, "end").seconds


def test_rule_1g_nothing_happens_after_40_days() -> None:
    match = Match(600)
    for day in (20, 39, 40, 41, 49):
        match.now_s = START + day * DAY_S
        match.tick()
        assert match.game.state == RUNNING and match.days(LEFT) == (50 - day, 50)


def test_rule_1h_time_is_never_counted_double() -> None:
    match = Match(600)
    match.think(49)
    assert sum(match.days(LEFT)) == 100 - 49 + 4


def test_rule_1i_a_captain_can_prevent_a_loss_on_time() -> None:
    match = Match(600, team=True)
    match.wait(50, -1)
    game = match.game
    assert game.open_search(LEFT, *match.reading()) == DONE
    assert game.captain_refuel(LEFT, *match.reading()) == DONE
    match.wait(30)
    assert match.move() == DONE


def test_rule_2a_end_date_and_blocks_follow_from_start_and_duration() -> None:
    event = make_event(450, read_instant("2027-03-01", UTC, "start"), UTC, False, False)
    assert event.end_s == read_instant("2028-05-24", UTC, "end").seconds
    assert (event.plan.clock_s, event.plan.bank_s, event.plan.increment_s) == (
        50 * DAY_S, 75 * DAY_S, 2 * DAY_S,
    )  # fmt: skip


def test_rule_2b_nothing_is_rounded_not_even_after_a_move() -> None:
    match = Match(600)
    match.think(10, 12_345)
    assert match.blocks(LEFT) == (50 * DAY_S, 44 * DAY_S - 12_345)
    match.think(0, 1)
    assert match.blocks(RIGHT) == (50 * DAY_S, 54 * DAY_S - 1)


def test_rule_2c_the_clock_begins_with_50_days_and_never_has_more() -> None:
    for days in (300, 365, 600, 750, 1999):
        match = Match(days)
        assert match.blocks(LEFT)[0] == match.blocks(RIGHT)[0] == 50 * DAY_S
        for _ in range(60):
            match.move()
            match.game.refuel(match.game.side_to_move, *match.reading())
            assert match.game.left_s(LEFT) == match.game.left_s(RIGHT) == 50 * DAY_S


def test_rule_2d_the_increment_is_for_the_first_50_moves() -> None:
    match = Match(600)
    before = sum(match.days(LEFT))
    for number in range(1, 61):
        match.move()
        after = sum(match.days(LEFT))
        assert after - before == (4 if number <= 50 else 0), number
        before = after
        match.move()


def test_rule_2d_what_the_clock_has_no_room_for_goes_to_the_bank() -> None:
    match = Match(600)
    match.think(1)
    assert match.days(LEFT) == (50, 53)


def test_rule_2e_a_player_moves_time_from_his_bank_up_to_50_days_on_the_clock() -> None:
    match = Match(600)
    match.wait(30)
    assert match.game.refuel(RIGHT, *match.reading()) == NOT_YOUR_TURN
    assert match.game.refuel(LEFT, *match.reading()) == DONE
    assert match.days(LEFT) == (50, 20)
    assert match.game.refuel(LEFT, *match.reading()) == NOTHING_TO_MOVE


def test_rule_2e_the_bank_never_grows_but_by_an_increment_without_room() -> None:
    match = Match(600)
    before = match.game.bank_s[LEFT]
    for days in (0, 3, 4, 5, 20, 1, 0, 9):
        match.wait(days)
        grows = days < 4
        match.move()
        assert (match.game.bank_s[LEFT] > before) == grows, days
        before = match.game.bank_s[LEFT]
        match.move()


@pytest.mark.parametrize(("days", "bank", "increment"), EVENTS + WORKED_OUT)
def test_rule_2f_a_table_gives_the_blocks_of_each_duration(
    days: int, bank: int, increment: int
) -> None:
    plan = TripleBlockPlan(days)
    assert (plan.clock_s, plan.bank_s, plan.increment_s) == (
        50 * DAY_S, bank * DAY_S, increment * DAY_S,
    )  # fmt: skip


def test_rule_2f_what_is_shorter_than_the_table_is_refused() -> None:
    with pytest.raises(ControlError, match="299 days are too few"):
        TripleBlockPlan(299)


def test_rule_2g_who_refuels_in_time_may_think_until_the_bank_is_empty() -> None:
    match = Match(600)
    for days, bank in ((49, 1), (1, 0), (49, 0)):
        match.wait(days)
        match.game.refuel(LEFT, *match.reading())
        assert match.days(LEFT)[1] == bank
    assert match.days(LEFT) == (1, 0) and match.now_s - START == 99 * DAY_S
    assert match.think(0, DAY_S - 1) == DONE, "100 days for a move, less a second"


def test_rule_2h_a_captain_acts_only_while_a_player_is_being_replaced() -> None:
    match = Match(600, team=True)
    match.wait(45)
    game = match.game
    assert game.captain_refuel(LEFT, *match.reading()) == NO_SEARCH
    game.open_search(LEFT, *match.reading())
    assert game.captain_refuel(LEFT, *match.reading()) == DONE
    game.close_search(LEFT, *match.reading())
    match.wait(10)
    assert game.captain_refuel(LEFT, *match.reading()) == NO_SEARCH


def test_rule_2h_a_captain_needs_time_on_the_clock() -> None:
    match = Match(600, team=True)
    match.game.open_search(LEFT, *match.reading())
    match.wait(50)
    assert match.game.captain_refuel(LEFT, *match.reading()) == FLAG_FALLEN
    assert match.days(LEFT) == (0, 50)


def past_50(guaranteed: bool) -> Match:
    """Return a game after 50 moves of each, 5 days left to each."""
    match = Match(300, guaranteed)
    for number in range(50):
        for side in (LEFT, RIGHT):
            left = sum(match.blocks(side))
            due = 5 * DAY_S - match.game.increment_s
            assert match.think(0, left - due if number == 49 else min(2 * DAY_S, left - due)) == 0
    assert match.days(LEFT) == match.days(RIGHT) == (5, 0)
    return match


def test_rule_2i_less_than_3_days_past_move_50_become_3_days() -> None:
    """T53: exactly 3 days are left alone; a second less is set to 3."""
    for spent, left in ((2 * DAY_S - 1, 3 * DAY_S + 1), (2 * DAY_S, 3 * DAY_S),
                        (2 * DAY_S + 1, 3 * DAY_S), (5 * DAY_S - 1, 3 * DAY_S)):  # fmt: skip
        match = past_50(guaranteed=True)
        match.think(0, spent)
        assert match.blocks(LEFT) == (left, 0)


def test_rule_2i_an_event_with_guaranteed_time_may_go_past_its_end_date() -> None:
    match = past_50(guaranteed=True)
    while match.now_s < START + 400 * DAY_S:
        assert match.think(2) == DONE
    assert match.game.state == RUNNING


def test_rule_2j_without_guaranteed_time_no_clock_is_set_anew() -> None:
    match = past_50(guaranteed=False)
    match.think(4, DAY_S - 1)
    assert match.blocks(LEFT) == (1, 0)
    match.move()
    match.move()
    assert match.blocks(LEFT) == (1, 0)


def test_rule_2k_a_substitution_happens_while_the_clock_runs() -> None:
    match = Match(600, team=True)
    game = match.game
    match.wait(10)
    game.open_search(LEFT, *match.reading())
    assert game.stop_for_search(*match.reading()) == NOT_IN_THIS_EVENT
    match.wait(10)
    game.close_search(LEFT, *match.reading())
    assert game.state == RUNNING and match.days(LEFT) == (30, 50), "nothing is given back"


def test_rule_2k_no_substitution_after_the_end_date() -> None:
    for seconds, result in ((-1, DONE), (0, AFTER_THE_END)):
        match = Match(600, team=True)
        match.game.claim(LEFT, True, *match.reading())
        match.wait(600, seconds)
        assert match.game.open_search(RIGHT, *match.reading()) == result


def test_rule_2l_without_guaranteed_time_only_moves_claims_and_the_end_stop_a_clock() -> None:
    match = Match(600, team=True)
    game = match.game
    for refused in (game.stop_for_search, game.withdraw):
        assert refused(*match.reading()) == NOT_IN_THIS_EVENT
    match.wait(1)
    assert game.claim(LEFT, False, *match.reading()) == DONE and game.state == PAUSED
    match.wait(9)
    game.resolve(True, *match.reading())
    assert match.days(LEFT) == (49, 50)
    game.end(*match.reading())
    match.wait(9).tick()
    assert match.days(LEFT) == (49, 50)


def test_rule_2l_with_guaranteed_time_the_director_stops_both_for_a_substitution() -> None:
    match = Match(600, guaranteed=True)
    game = match.game
    game.open_search(LEFT, *match.reading())
    assert game.stop_for_search(*match.reading()) == DONE
    match.wait(30)
    game.close_search(LEFT, *match.reading())
    assert match.days(LEFT) == match.days(RIGHT) == (50, 50)


def test_rule_3a_no_game_is_lost_after_40_days_without_a_move() -> None:
    match = Match(600)
    match.wait(40, 1).tick()
    assert match.game.state == RUNNING
    assert match.think(9) == DONE


def test_rule_3b_time_is_not_doubled_after_20_days() -> None:
    match = Match(600)
    match.think(45)
    assert match.days(LEFT) == (50, 9), "50 + 50 - 45 + 4"


def test_rule_3c_days_off_are_taken_from_clock_and_bank_at_will() -> None:
    match = Match(600)
    match.wait(49)
    assert match.game.refuel(LEFT, *match.reading()) == DONE
    match.wait(49)
    assert match.move() == DONE
    assert match.days(LEFT) == (6, 0), "98 days away, 6 left with the increment"


def test_rule_3c_at_0_the_bank_is_of_no_use() -> None:
    match = Match(600)
    match.wait(50)
    assert match.game.refuel(LEFT, *match.reading()) == FLAG_FALLEN
    assert match.days(LEFT) == (0, 50)


def test_rule_3d_a_withdrawal_stops_both_clocks_of_individuals_and_of_no_team() -> None:
    match = Match(600)
    match.wait(5)
    assert match.game.withdraw(*match.reading()) == DONE
    match.wait(100).tick()
    assert match.game.state == PAUSED and match.days(LEFT) == (45, 50)
    team = Match(600, team=True)
    assert team.game.withdraw(*team.reading()) == NOT_IN_THIS_EVENT


def test_rule_3e_only_the_player_to_move_stops_the_clocks_by_a_claim_or_an_appeal() -> None:
    for is_appeal in (False, True):
        match = Match(600)
        match.wait(5)
        assert match.game.claim(RIGHT, is_appeal, *match.reading()) == NOT_YOUR_TURN
        assert match.game.claim(LEFT, is_appeal, *match.reading()) == DONE
        match.wait(7)
        assert match.game.refuel(LEFT, *match.reading()) == CLOCKS_STAND
        assert match.game.resolve(True, *match.reading()) == DONE
        assert match.days(LEFT) == (45, 50)


def test_rule_3e_a_wrong_claim_costs_the_time_that_it_took() -> None:
    """T54: like thinking, without a refuel; at 0 the flag."""
    match = Match(600)
    match.wait(5)
    match.game.claim(LEFT, False, *match.reading())
    match.wait(7, 11)
    assert match.game.resolve(False, *match.reading()) == DONE
    assert match.blocks(LEFT) == (38 * DAY_S - 11, 50 * DAY_S)
    match.game.claim(LEFT, False, *match.reading())
    match.wait(38)
    assert match.game.resolve(False, *match.reading()) == FLAG_FALLEN
    assert match.flag_s() == START + 50 * DAY_S


def test_rule_3f_the_clock_is_set_to_3_days_after_every_move() -> None:
    match = past_50(guaranteed=True)
    for _ in range(40):
        match.think(2, DAY_S - 1)
    assert match.days(LEFT) == match.days(RIGHT) == (3, 0)
    assert match.think(3) == FLAG_FALLEN, "3 days are all there is for the next one"


def test_rule_3g_nobody_gets_anything_more_with_less_than_a_day() -> None:
    match = past_50(guaranteed=False)
    match.think(4, DAY_S // 2)
    match.move()
    assert match.think(0, DAY_S // 2) == FLAG_FALLEN


def test_rule_3h_refuels_by_the_key_are_counted_for_the_director() -> None:
    match = Match(600)
    for _ in range(3):
        match.wait(1)
        match.game.refuel(LEFT, *match.reading())
    match.move()
    assert match.game.refuels == [3, 0]


def test_rule_3i_the_end_date_alone_ends_no_game() -> None:
    match = Match(600)
    match.game.claim(LEFT, True, *match.reading())
    match.wait(600, 1)
    match.game.resolve(True, *match.reading())
    assert match.game.state == RUNNING and match.think(1) == DONE


def test_rule_3h2_what_an_accepted_withdrawal_began_may_go_past_the_end_date() -> None:
    match = Match(600)
    match.wait(45)
    match.game.withdraw(*match.reading())
    match.wait(700).tick()
    assert match.game.state == PAUSED and match.days(LEFT) == (5, 50)
    assert match.game.end(*match.reading()) == DONE
    assert match.days(LEFT) == (5, 50)


def test_rule_3i2_a_search_takes_60_days_at_the_most_and_ends_with_the_event() -> None:
    match = Match(600, team=True)
    match.game.open_search(RIGHT, *match.reading())
    for seconds, result in ((-1, NOTHING_TO_MOVE), (0, NO_SEARCH)):
        match.now_s = START + 30 * DAY_S
        match.move()
        match.now_s = START + 60 * DAY_S + seconds
        match.game.move(RIGHT, *match.reading())
        assert match.game.captain_refuel(RIGHT, *match.reading()) == result
    late = Match(600, team=True)
    late.game.claim(LEFT, False, *late.reading())
    late.wait(580)
    late.game.open_search(RIGHT, *late.reading())
    assert late.game.find_search_end(RIGHT)
    assert late.game.zero_day * DAY_S + late.game.zero_second == START + 600 * DAY_S


def test_rule_4_the_duration_that_is_read_out_of_an_average_rating() -> None:
    """302 days up to 1900, 600 from 2400 on, and never shorter for a higher average."""
    assert proposed_days(Decimal(1500)) == proposed_days(Decimal(1900)) == 302
    assert proposed_days(Decimal(2400)) == proposed_days(Decimal(2800)) == 600
    assert proposed_days(Decimal(2150)) == 451
    found = [proposed_days(Decimal(elo)) for elo in range(1890, 2411)]
    assert found == sorted(found)
    for one, two in pairwise(found):
        assert two - one <= 1
