"""Rules 1 to 14 of 3X2, one by one, as the manual words them (T60 to T63).

`claims.py` says which of these shows which rule.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.threes.desk import Desk, candidates
from host_tools.threes.drawing import (
    BOARDS,
    CENTER,
    SEATS,
    board_corners,
    boards_symbol,
    corner,
)
from host_tools.threes.errors import ThreesError
from host_tools.threes.model import (
    Result,
    Thirds,
    Tournament,
    games_of,
    new_table,
    turned,
)
from host_tools.threes.page import table_page
from host_tools.threes.pairing import pair
from host_tools.threes.reasons import explain
from host_tools.threes.scoring import meetings, records, standings
from host_tools.threes.sheet_rows import places, scores_before
from host_tools.threes.texts import ENGLISH, SPANISH
from tests.threes.threes_kit import (
    PLAYED,
    histories,
    listed,
    next_round,
    played,
    scored,
    simulate,
    some_players,
    tournament,
)

W, B, D = Result.white_wins, Result.black_wins, Result.draw


def groups(players: list, met: dict | None = None, thirds: Thirds = Thirds.score) -> list:
    """Return the groups of a round, the best of each first."""
    return list(pair(players, met or {}, thirds).found.groups)


# --- 9: the first round -------------------------------------------------------------------------


def test_29_players_are_grouped_in_thirds_of_nine_and_the_two_lowest_rest() -> None:
    """T61: (1,10,19), (2,11,20) ... (9,18,27); 28 and 29 rest. Rules 9 and 10.1."""
    for thirds in Thirds:
        decision = pair(listed(29), {}, thirds)
        assert decision.tables == tuple((k, k + 9, k + 18) for k in range(1, 10))
        assert decision.tables[0] == (1, 10, 19) and decision.tables[8] == (9, 18, 27)
        assert {each.number for each in decision.resting} == {28, 29}


def test_the_groups_printed_for_29_are_those_of_30() -> None:
    """(1,11,21) needs thirds of ten; the last printed group, (9,18,27), needs thirds of nine."""
    thirty = pair(listed(30), {}, Thirds.score)
    assert thirty.tables[:3] == ((1, 11, 21), (2, 12, 22), (3, 13, 23))
    assert (9, 18, 27) not in thirty.tables and not thirty.resting
    assert (9, 18, 27) in pair(listed(29), {}, Thirds.score).tables


@pytest.mark.parametrize("count", range(3, 40))
def test_in_the_first_round_group_k_is_the_kth_of_each_third(count: int) -> None:
    """Rule 9.3, for every number of players; both ways of taking thirds are the same there."""
    size = count // 3
    expected = tuple((k, k + size, k + 2 * size) for k in range(1, size + 1))
    for thirds in Thirds:
        decision = pair(listed(count), {}, thirds)
        assert decision.tables == expected
        assert {each.number for each in decision.resting} == set(range(3 * size + 1, count + 1))


def test_numbers_are_given_by_rating_and_equal_ratings_by_name(tmp_path: Path) -> None:
    """Rule 9.1: the number is the place in the list ordered by rating."""
    players = tmp_path / "players.csv"
    players.write_text("name,rating\nEva,1500\nDan,2000\nCid,1500\nBea,\nAda,1800\n", "utf-8")
    desk = Desk(tmp_path / "one.3x2")
    desk.new(players, 3)
    numbered = [(each.number, each.name, each.rating) for each in desk.read().players]
    assert numbered == [
        (1, "Dan", 2000),
        (2, "Ada", 1800),
        (3, "Cid", 1500),
        (4, "Eva", 1500),
        (5, "Bea", 0),
    ]


def test_an_accent_puts_nobody_at_the_end_of_the_list(tmp_path: Path) -> None:
    """Rules 9.1 and 10.1: of equal ratings the last by name rests, not whoever has an accent."""
    players = tmp_path / "players.csv"
    names = ("Zoe", "Óscar", "Álvaro", "Nuria", "Ñañez", "Nzeka", "Otto", "Alba")
    players.write_text("name,rating\n" + "".join(f"{name},\n" for name in names), "utf-8")
    desk = Desk(tmp_path / "one.3x2")
    desk.new(players, 3)
    listed_names = [each.name for each in desk.read().players]
    assert listed_names == [
        "Alba", "Álvaro", "Nuria", "Nzeka", "Ñañez", "Óscar", "Otto", "Zoe",
    ]  # fmt: skip
    desk.pair()
    assert desk.read().rounds[0].resting == (8, 7)


def test_a_list_that_is_no_multiple_of_three_leaves_one_or_two_to_rest() -> None:
    """Rule 9.2."""
    assert [len(pair(listed(n), {}, Thirds.score).resting) for n in (27, 28, 29, 30)] == [
        0,
        1,
        2,
        0,
    ]


# --- 1, 2, 8: groups and points -----------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(histories(3, 30), st.sampled_from(list(Thirds)))
def test_everybody_sits_at_one_table_of_three_or_rests(history: tuple, thirds: Thirds) -> None:
    """Rule 1: whatever the list and the history."""
    players, met = history
    decision = pair(players, met, thirds)
    seated = [number for seats in decision.tables for number in seats]
    resting = [each.number for each in decision.resting]
    assert sorted(seated + resting) == sorted(each.number for each in players)
    assert len(resting) == len(players) % 3


def test_everybody_plays_once_with_white_and_once_with_black() -> None:
    """T60: A 1 v 2, B 2 v 3, C 3 v 1."""
    assert games_of((7, 8, 9)) == ((7, 8), (8, 9), (9, 7))
    table = new_table(1, (7, 8, 9))
    assert [(game.board, game.white, game.black) for game in table.games] == [
        ("A", 7, 8),
        ("B", 8, 9),
        ("C", 9, 7),
    ]


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ((W, W, B), {1: 4, 2: 2, 3: 0}),
        ((W, D, D), {1: 3, 2: 1, 3: 2}),
        ((D, D, D), {1: 2, 2: 2, 3: 2}),
        ((B, D, D), {1: 1, 2: 3, 3: 2}),
        ((B, D, W), {1: 0, 2: 3, 3: 3}),
        ((Result.both_lose, W, W), {1: 0, 2: 2, 3: 2}),
    ],
)
def test_the_score_of_a_round_is_the_sum_of_two_games(results: tuple, points: dict) -> None:
    """T63, rules 2 and 8: in halves; 2, 1 1/2, 1, 1/2 and 0 points all occur."""
    one, _ = next_round(tournament(3))
    last = one.rounds[0]
    done = replace(last, tables=(last.tables[0].with_results(results),))
    found = records(one.players, [done])
    assert {number: record.points for number, record in found.items()} == points
    assert {number: done.tables[0].points_of(number) for number in (1, 2, 3)} == points


def test_a_game_that_is_missing_leaves_the_points_of_its_players_open() -> None:
    table = new_table(1, (1, 2, 3)).with_results((W, None, None))
    assert [table.points_of(number) for number in (1, 2, 3)] == [None, None, None]
    table = table.with_results((W, None, D))
    assert [table.points_of(number) for number in (1, 2, 3)] == [3, None, None]


# --- 3: the number of rounds --------------------------------------------------------------------


def test_no_more_rounds_are_paired_than_were_announced(tmp_path: Path) -> None:
    """Rule 3."""
    desk = Desk(tmp_path / "one.3x2")
    desk.new(some_players(tmp_path / "players.csv", 3), rounds=2)
    for _ in range(2):
        desk.pair()
        desk.enter_results(1, ["1-0", "=", "0-1"])
    with pytest.raises(ThreesError, match=r"all 2 rounds that were announced are paired"):
        desk.pair()
    assert len(desk.read().rounds) == 2


# --- 4: not more than twice ---------------------------------------------------------------------


def twice(*pairs: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Return a history in which these have met twice as (White, Black), and the other way."""
    return {each: 2 for one, other in pairs for each in ((one, other), (other, one))}


@pytest.mark.parametrize("thirds", list(Thirds))
def test_nobody_meets_the_same_opponent_with_the_same_color_a_third_time(thirds: Thirds) -> None:
    """Rule 4: no cycle helps 1 and 3, so somebody else sits with 1; as near as can be."""
    met = twice((1, 3))
    decision = pair(listed(6), met, thirds)
    assert pair(listed(6), {}, thirds).tables[0] == (1, 3, 5)
    assert not decision.breach.repeats
    assert all(met.get(game, 0) < 2 for seats in decision.tables for game in games_of(seats))
    assert set(decision.found.groups) == {(1, 4, 5), (2, 3, 6)}


def test_rule_4_comes_before_equal_scores() -> None:
    """Three leaders have met twice with both colors: two of them sit with players below."""
    met = twice((1, 2), (2, 3), (1, 3))
    decision = pair(scored(4, 4, 4, 2, 2, 2, 2, 2, 2), met, Thirds.score)
    assert not decision.breach.repeats
    assert pair(scored(4, 4, 4, 2, 2, 2, 2, 2, 2), {}, Thirds.score).found.groups[0] == (1, 2, 3)


@pytest.mark.parametrize("thirds", list(Thirds))
def test_three_players_repeat_evenly_where_it_cannot_be_avoided(thirds: Thirds) -> None:
    """Rules 4 and 6: turn by turn; only the fifth round breaks rule 4, and it says so."""
    one = tournament(3, thirds=thirds)
    broken = []
    for _ in range(6):
        one, decision = next_round(one)
        assert decision is not None
        broken.append(decision.breach.repeats)
        one = played(one, lambda: D)
    assert broken == [0, 0, 0, 0, 3, 3]
    assert set(meetings(one.rounds).values()) == {3}
    text = " ".join(reason.text for reason in explain(decision, str))
    assert "some meet more than twice with the same colors (3 times too often in all" in text


def test_a_game_that_was_not_played_is_no_meeting() -> None:
    """Rules 4 and 6 speak of playing."""
    one, _ = next_round(tournament(3))
    absent = (Result.white_absent, D, Result.black_absent)
    last = one.rounds[0]
    one = replace(one, rounds=(replace(last, tables=(last.tables[0].with_results(absent),)),))
    assert meetings(one.rounds) == Counter({(2, 3): 1})


# --- 5: equal or nearest scores -----------------------------------------------------------------


def test_thirds_are_taken_inside_score_groups() -> None:
    """T62, rule 5."""
    assert groups(scored(4, 4, 4, 4, 4, 4, 2, 2, 2)) == [(1, 3, 5), (2, 4, 6), (7, 8, 9)]


def test_one_floater_heads_the_upper_third_of_the_next_group() -> None:
    """T62: of seven with 4 half points the lowest floats down."""
    found = groups(scored(*[4] * 7, *[2] * 8))
    assert found == [(1, 3, 5), (2, 4, 6), (7, 10, 13), (8, 11, 14), (9, 12, 15)]


def test_two_floaters_stay_together() -> None:
    """Rule 5: to part them would mix the scores at two tables in place of one."""
    assert groups(scored(4, 4, *[2] * 7)) == [(1, 2, 7), (3, 5, 8), (4, 6, 9)]
    assert groups(scored(4, 4, 2)) == [(1, 2, 3)]
    assert groups(scored(4, 3, 2, 2, 2, 2)) == [(1, 2, 5), (3, 4, 6)]


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(0, 8), min_size=3, max_size=60).filter(lambda s: len(s) % 3 == 0))
def test_of_two_neighboring_scores_one_table_mixes_at_the_most(scores: list[int]) -> None:
    """Rule 5: none where the players above fill whole tables, one where they do not."""
    order = sorted(scores, reverse=True)
    found = groups(scored(*order))
    for place in range(1, len(order)):
        if order[place - 1] == order[place]:
            continue
        above = set(range(1, place + 1))
        mixed = sum(0 < len(above & set(group)) < 3 for group in found)
        assert mixed == (1 if place % 3 else 0)


# --- 6: the same opponent and color again -------------------------------------------------------


def test_the_same_three_change_places_when_they_meet_again() -> None:
    """Rule 6: all three games change their colors."""
    one, first = next_round(tournament(3))
    two, second = next_round(played(one, lambda: D))
    assert first is not None and second is not None
    assert first.tables == ((1, 2, 3),) and second.tables == ((1, 3, 2),)
    assert set(games_of(second.tables[0])) == {(b, w) for w, b in games_of(first.tables[0])}
    assert two.rounds[1].tables[0].games[0].black == 3


def test_one_repeated_pair_turns_the_cycle() -> None:
    """Rule 6: 5 was White against 3 before."""
    decision = pair(scored(4, 4, 4), {(2, 3): 1}, Thirds.score)
    assert decision.tables == ((1, 3, 2),) and not decision.breach.again
    text = [reason.text for reason in explain(decision, str) if reason.rule == "6"]
    assert text == [
        "Turned to A 1-3, B 3-2, C 2-1: else 2 with White against 3 for the 2nd time."
    ]


def test_where_both_cycles_repeat_something_the_one_that_breaks_less_is_taken() -> None:
    """T62: a trio has two orientations; it says what the other one would have broken."""
    met = {(1, 2): 1, (2, 3): 1, (1, 3): 1}
    decision = pair(scored(4, 4, 4), met, Thirds.score)
    assert decision.tables == ((1, 3, 2),) and decision.breach.again == 1
    text = " ".join(reason.text for reason in explain(decision, str))
    assert "both ways repeat something, and this breaks no more" in text
    assert "So 1 with White against 3 for the 2nd time; the other way 1 with White" in text


def test_rule_4_decides_between_two_cycles_before_rule_6() -> None:
    """One third meeting weighs more than three second ones."""
    met = {(1, 2): 2, (1, 3): 1, (3, 2): 1, (2, 1): 1}
    decision = pair(scored(4, 4, 4), met, Thirds.score)
    assert decision.tables == ((1, 3, 2),)
    assert (decision.breach.repeats, decision.breach.again) == (0, 3)


def test_rule_6_moves_nobody_out_of_his_score() -> None:
    """Three leaders who repeat stay together; rule 5 comes before rule 6."""
    met = {(1, 2): 1, (1, 3): 1}
    decision = pair(scored(4, 4, 4, 2, 2, 2), met, Thirds.score)
    assert decision.found.groups[0] == (1, 2, 3) and decision.breach.again == 1


# --- 7: return rounds ---------------------------------------------------------------------------


def test_a_return_round_turns_every_cycle() -> None:
    """Rule 7: the same tables, every game with the other colors."""
    one, _ = next_round(tournament(14))
    two, _ = next_round(played(one, lambda: W), returning=True)
    first, second = two.rounds
    assert second.returned == 1 and len(second.tables) == 4
    for table, back in zip(first.tables, second.tables):
        assert set(table.seats) == set(back.seats) and table.number == back.number
        there = {(game.white, game.black) for game in table.games}
        assert {(game.black, game.white) for game in back.games} == there
    assert second.resting == first.resting == (14, 13)


def test_the_rest_of_a_double_round_is_one_rest() -> None:
    """Rules 7 and 10.2: 1 point in each of the two; in the next round others rest."""
    one, _ = next_round(tournament(5))
    two, _ = next_round(played(one, lambda: D), returning=True)
    done = records(two.players, two.rounds)
    assert {n: (done[n].points, done[n].rests) for n in (4, 5)} == {4: (4, 1), 5: (4, 1)}
    three, _ = next_round(played(two, lambda: D))
    assert set(three.rounds[2].resting) == {2, 3}


def test_who_withdrew_before_the_return_round_leaves_his_seat_empty() -> None:
    """As after a no-show: the two others play, and score 1 for the missing game."""
    one, _ = next_round(tournament(3))
    one = played(one, lambda: D)
    away = replace(one, players=(one.players[0], replace(one.players[1], active=False),
                                 one.players[2]))
    two, _ = next_round(away, returning=True)
    results = {(game.white, game.black): game.result for game in two.rounds[1].tables[0].games}
    assert results == {(1, 3): None, (3, 2): Result.black_absent, (2, 1): Result.white_absent}
    assert two.rounds[1].no_shows == {2}


# --- 10: rests ----------------------------------------------------------------------------------


def test_who_rests_gets_1_point() -> None:
    """Rule 10.1, for one and for two."""
    for count in (4, 5):
        one, _ = next_round(tournament(count))
        done = records(one.players, one.rounds)
        assert {n for n in done if done[n].points == 2} == set(range(4, count + 1))


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 20), st.integers(0, 1000), st.sampled_from(list(Thirds)))
def test_nobody_rests_again_before_all_have_rested(
    count: int, seed: int, thirds: Thirds
) -> None:
    """Rule 10.2, T61: the fewest rests first, and of those the lowest."""
    _, decisions = simulate(count, 6, seed, thirds)
    for decision in decisions:
        resting = {each.number for each in decision.resting}
        for rested in decision.resting:
            place = decision.order.index(rested)
            for other in decision.order:
                if other.number in resting:
                    continue
                assert other.rests >= rested.rests
                lower = decision.order.index(other) > place
                assert not (lower and other.rests == rested.rests)


def test_when_all_have_rested_the_lowest_of_the_fewest_rests_and_it_says_so() -> None:
    """T61."""
    players = [replace(each, rests=1) for each in scored(6, 4, 4, 2)]
    decision = pair(players, {}, Thirds.score)
    assert [each.number for each in decision.resting] == [4]
    text = " ".join(reason.text for reason in explain(decision, str))
    assert "Everybody else has rested, too: 4 had the fewest rests" in text
    players[2] = replace(players[2], rests=0)
    assert [each.number for each in pair(players, {}, Thirds.score).resting] == [3]


def test_points_for_a_missing_opponent_are_no_rest() -> None:
    """Rule 10.2 as we read it: whoever has them can still rest, once."""
    one, _ = next_round(tournament(4))
    last = one.rounds[0]
    absent = (Result.white_absent, D, Result.black_absent)
    one = replace(one, rounds=(replace(last, tables=(last.tables[0].with_results(absent),)),))
    assert {each.number: each.rests for each in candidates(one)} == {1: 0, 2: 0, 3: 0, 4: 1}


# --- no-shows -----------------------------------------------------------------------------------


def no_shows(tmp_path: Path, *who: str) -> tuple[Desk, Tournament]:
    """Pair three players, let some not come, and return the desk and the tournament."""
    desk = Desk(tmp_path / "one.3x2")
    desk.new(some_players(tmp_path / "players.csv", 3), rounds=3)
    desk.pair()
    for each in who:
        desk.no_show(each)
    return desk, desk.read()


def test_a_no_show_scores_0_and_his_opponents_play_each_other_and_score_1(tmp_path: Path) -> None:
    """T61."""
    desk, one = no_shows(tmp_path, "2")
    board_a, board_b, board_c = one.rounds[0].tables[0].games
    assert board_a.result is Result.black_absent
    assert board_b.result is Result.white_absent
    assert board_c.result is None and {board_c.white, board_c.black} == {1, 3}
    desk.enter_results(1, ["C=1-0"])
    one = desk.read()
    points = {n: record.points for n, record in records(one.players, one.rounds).items()}
    assert points == {1: 2, 2: 0, 3: 4}


def test_of_two_no_shows_the_third_scores_2(tmp_path: Path) -> None:
    _, one = no_shows(tmp_path, "1", "3")
    points = {n: record.points for n, record in records(one.players, one.rounds).items()}
    assert points == {1: 0, 2: 4, 3: 0}
    assert not one.rounds[0].missing()


def test_a_no_show_that_is_taken_back_leaves_the_games_open(tmp_path: Path) -> None:
    desk, _ = no_shows(tmp_path, "1", "3")
    desk.no_show("1", came=True)
    one = desk.read()
    board_a, board_b, board_c = one.rounds[0].tables[0].games
    assert board_a.result is None
    assert board_b.result is Result.black_absent, "3 is away still"
    assert board_c.result is Result.white_absent
    assert one.rounds[0].no_shows == {3}


# --- 11: from the second round on ---------------------------------------------------------------


def test_over_the_whole_list_the_leaders_meet_the_bottom() -> None:
    """Rule 11.1 word for word: by score, then thirds as in rule 9."""
    players = scored(0, 4, 2, 4, 0, 2, 4, 2, 0)
    assert groups(players, thirds=Thirds.whole) == [(2, 3, 1), (4, 6, 5), (7, 8, 9)]
    assert groups(players, thirds=Thirds.score) == [(2, 4, 7), (3, 6, 8), (1, 5, 9)]


def test_rule_11_1_moves_nobody_for_rules_5_and_6() -> None:
    """Only rule 4 changes the groups there; rule 6 turns cycles."""
    met = {(1, 2): 1, (1, 3): 1, (2, 3): 1, (3, 2): 1}
    decision = pair(scored(4, 2, 0), met, Thirds.whole)
    assert decision.found.groups == ((1, 2, 3),)
    players = scored(4, 4, 2, 2, 0, 0)
    one = pair(players, {(1, 3): 1, (3, 1): 1}, Thirds.whole)
    assert one.found.groups == ((1, 3, 5), (2, 4, 6)) and one.breach.again == 1


def test_the_list_is_ordered_by_score_then_rating_then_number() -> None:
    """Rules 8 and 11.1."""
    dice = random.Random(3)
    players = [
        replace(each, rating=dice.choice([0, 1500, 2000])) for each in scored(*[2, 4, 4, 0, 2, 4])
    ]
    dice.shuffle(players)
    order = pair(players, {}, Thirds.score).order
    assert list(order) == sorted(order, key=lambda x: (-x.points, -x.rating, x.number))


# --- 12, 13, 14: tables and boards --------------------------------------------------------------


def test_tables_are_numbered_from_1_the_best_first() -> None:
    """Rule 12.1; table 1 is for group 1 (rule 13.1)."""
    one, decisions = simulate(40, 4, seed=2)
    for each, decision in zip(one.rounds, decisions):
        assert [table.number for table in each.tables] == list(range(1, 14))
        rank = {player.number: place for place, player in enumerate(decision.order)}
        firsts = [min(rank[number] for number in table.seats) for table in each.tables]
        assert firsts == sorted(firsts)


def test_the_players_of_a_group_take_the_boards_in_their_order() -> None:
    """Rule 13.1: the first has White on A against the second, and so on."""
    one, _ = next_round(tournament(30))
    rows = [(game.board, game.white, game.black) for game in one.rounds[0].tables[0].games]
    assert rows == [("A", 1, 11), ("B", 11, 21), ("C", 21, 1)]


def test_the_three_boards_of_the_drawing_are_rhombs_that_make_a_hexagon() -> None:
    """Rule 12.2: six corners, six outer edges, no board over another; players at the corners."""
    edges = Counter()
    for board in BOARDS:
        corners = board_corners(board)
        sides = [math.dist(corners[k], corners[(k + 1) % 4]) for k in range(4)]
        assert sides == pytest.approx([sides[0]] * 4), "a rhomb"
        for k in range(4):
            ends = frozenset(
                (round(x), round(y)) for x, y in (corners[k], corners[(k + 1) % 4])
            )
            edges[ends] += 1
    outer = [ends for ends, times in edges.items() if times == 1]
    assert len(outer) == 6 and sorted(edges.values()) == [1] * 6 + [2] * 3
    middle = (round(CENTER[0]), round(CENTER[1]))
    assert all(middle not in ends for ends in outer)
    corners_of_outer = {point for ends in outer for point in ends}
    for degrees in SEATS.values():
        x, y = corner(degrees)
        assert (round(x), round(y)) in corners_of_outer


def test_the_marks_of_the_drawing_are_at_the_seats_of_white_and_black() -> None:
    """An open mark nearer to the player with White, a full one nearer to the one with Black."""
    marks = re.findall(
        r'<circle class="(white|black)" cx="([0-9.]+)" cy="([0-9.]+)"', boards_symbol("boards")
    )
    assert len(marks) == 6
    for place, (white, black) in enumerate(games_of((1, 2, 3))):
        for kind, x, y in marks[2 * place : 2 * place + 2]:
            mark = (float(x), float(y))
            nearest = min(SEATS, key=lambda seat: math.dist(corner(SEATS[seat]), mark))
            assert nearest == (white if kind == "white" else black)


def left_of(viewer: tuple[float, float], one: tuple[float, float]) -> bool:
    """Return whether a point is left of who looks from `viewer` to the middle of the table."""
    forward = (CENTER[0] - viewer[0], CENTER[1] - viewer[1])
    there = (one[0] - viewer[0], one[1] - viewer[1])
    return forward[0] * there[1] - forward[1] * there[0] < 0  # y grows downwards


def middle_of(board: str) -> tuple[float, float]:
    """Return the middle of a board of the drawing."""
    corners = board_corners(board)
    return (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)


def test_to_the_left_of_board_a_stands_b_and_to_its_right_c() -> None:
    """Rule 12.3, seen from outside of board A towards the middle."""
    outside = board_corners("A")[2]
    assert left_of(outside, middle_of("B")) and not left_of(outside, middle_of("C"))


def test_everybody_answers_with_black_the_opponent_on_his_right() -> None:
    """Rule 14.1: each has his board with White at his left hand, that with Black at his right."""
    one, _ = next_round(tournament(3))
    for table in (one.rounds[0].tables[0], new_table(1, turned((1, 2, 3)))):
        for place in places(one, table, scores_before(one, one.rounds[0])):
            viewer = corner(SEATS[place.seat])
            assert left_of(viewer, middle_of(place.white_board))
            assert not left_of(viewer, middle_of(place.black_board))
            seat_of = {one.player(n).name: k for k, n in enumerate(table.seats, 1)}
            assert left_of(viewer, corner(SEATS[seat_of[place.left]]))
            assert not left_of(viewer, corner(SEATS[seat_of[place.right]]))
            game = {game.board: game for game in table.games}[place.black_board]
            assert one.player(game.white).name == place.right


def test_the_table_sheet_shows_how_the_games_begin() -> None:
    """T60: rule 14.1 stands on the sheet of every table; no clock enforces it."""
    one, _ = next_round(tournament(6))
    for words in (ENGLISH, SPANISH):
        html = table_page(one, one.rounds[0], words)
        assert len(words.start) == 3
        for text in words.start:
            assert html.count(text) == 2, "once a table"


# --- the standings ------------------------------------------------------------------------------


def test_a_tournament_of_chance_keeps_every_account() -> None:
    """All points come from games, rests and absences; the standings say so line by line."""
    for seed in range(5):
        one, _ = simulate(17, 5, seed)
        lines = standings(one)
        games = sum(sum(game.result.halves) for each in one.rounds for _, game in each.games()
                    if game.result is not None)
        rests = sum(2 * len(each.resting) for each in one.rounds)
        assert sum(line.points for line in lines) == games + rests
        assert [line.points for line in lines] == sorted((x.points for x in lines), reverse=True)
        for line in lines:
            assert sum(halves or 0 for halves in line.by_round) == line.points
            assert all(halves in (0, 1, 2, 3, 4) for halves in line.by_round)
        assert all(game.result in PLAYED for each in one.rounds for _, game in each.games())
