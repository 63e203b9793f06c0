"""What `why` says is true of the round, and says all of it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.threes.model import Result, Thirds, games_of
from host_tools.threes.pairing import Decision, pair, pair_return
from host_tools.threes.reasons import Reason, explain, explain_return, ordinal
from tests.threes.threes_kit import (
    histories,
    listed,
    next_round,
    played,
    scored,
    simulate,
    tournament,
)

pytestmark = pytest.mark.no_cover

REPEATED = re.compile(r"(\d+) with White against (\d+) for the (\d+)(?:st|nd|rd|th) time")


def reasons_of(decision: Decision) -> list[Reason]:
    """Return the reasons of a round, players by their numbers."""
    return explain(decision, str)


def texts_of(decision: Decision, table: int = 0) -> str:
    """Return the reasons of a table, or of the whole round, as one text."""
    return " ".join(each.text for each in reasons_of(decision) if each.table == table)


@settings(max_examples=60, deadline=None)
@given(histories(3, 17), st.sampled_from(list(Thirds)))
def test_every_table_says_where_it_comes_from_and_why_its_colors(
    history: tuple, thirds: Thirds
) -> None:
    """And every repeated game is named with its number, at its table; no other is."""
    players, met = history
    decision = pair(players, met, thirds)
    reasons = reasons_of(decision)
    origin = set(decision.ideal)
    for number, (group, seats) in enumerate(zip(decision.found.groups, decision.tables), 1):
        mine = [each for each in reasons if each.table == number]
        assert mine[0].rule == ("9.3" if group in origin else "4, 6")
        assert f"{group[0]}, {group[1]} and {group[2]}:" in mine[0].text
        cycle = mine[-1]
        assert cycle.text.startswith("Turned to") is (seats != group)
        shown = [f"{board} {w}-{b}" for board, (w, b) in zip("ABC", games_of(seats))]
        assert ", ".join(shown) in cycle.text
        said = cycle.text.split("the other way ")[0].split("So ")
        named = {tuple(map(int, each)) for each in REPEATED.findall(said[-1])}
        real = {(w, b, met[w, b] + 1) for w, b in games_of(seats) if met.get((w, b))}
        if cycle.rule == "6":
            assert not real and named, "the reason is what the list's own order would repeat"
            assert {(w, b) for w, b, _ in named} <= set(games_of(group))
        else:
            assert named == real


@settings(max_examples=60, deadline=None)
@given(histories(3, 17), st.sampled_from(list(Thirds)))
def test_the_summary_has_the_numbers_of_the_round(history: tuple, thirds: Thirds) -> None:
    players, met = history
    decision = pair(players, met, thirds)
    text = next(each.text for each in reasons_of(decision) if each.rule == "4, 5, 6")
    games = [game for seats in decision.tables for game in games_of(seats)]
    again = sum(met.get(game, 0) > 0 for game in games)
    repeats = sum(max(0, met.get(game, 0) - 1) for game in games)
    assert (f"{again} game" in text) is (again > 0)
    assert (f"{repeats} time" in text) is (repeats > 0)
    assert ("Nobody meets the same opponent and color again" in text) is (again == 0)
    points = {each.number: each.points for each in players}
    spread = sum(
        max(points[n] for n in seats) - min(points[n] for n in seats) for seats in decision.tables
    )
    if thirds is Thirds.score:
        shown = f"{spread // 2}.5" if spread % 2 else str(spread // 2)
        assert f"differ by {shown} point" in text
    assert ("weighed" in text) is (decision.found.weighed)


def test_the_first_round_of_29_in_words() -> None:
    decision = pair(listed(29), {}, Thirds.score)
    text = texts_of(decision)
    assert "29 players, all with equal points: the list is ordered by rating." in text
    assert "29 players make 9 groups of three: 29 and 28 rest, 1 point each." in text
    assert "upper 1 2 ... 8 9, middle 10 11 ... 17 18, lower 19 20 ... 26 27." in text
    assert "The thirds give it as it is; nothing breaks less." in text
    assert "1, 10 and 19: the 1st of each third." in texts_of(decision, 1)
    assert "Seats in the order of the list: A 1-10, B 10-19, C 19-1." in texts_of(decision, 1)


def test_who_rests_although_others_are_lower_is_explained() -> None:
    players = scored(4, 4, 2, 2)
    players[3] = type(players[3])(4, 2360, 2, rests=1)
    decision = pair(players, {}, Thirds.score)
    text = texts_of(decision)
    assert "3 rests, 1 point each." in text
    assert "4 has rested already, and so stands lower, but plays." in text


def test_floaters_and_nearest_scores_are_named() -> None:
    decision = pair(scored(4, 4, 2, 2, 2, 2), {}, Thirds.score)
    assert "down from above: 1 (2 points) and 2 (2 points)" in texts_of(decision)
    text = texts_of(decision, 1)
    assert "1, 2 and 5: the two from above, and the first of the lower third." in text
    assert "Nearest scores: 1 2 points, 2 2 points and 5 1 point" in text


def test_a_table_that_the_thirds_do_not_give_says_what_they_would_have_broken() -> None:
    met = {(1, 3): 2, (3, 1): 2}
    decision = pair(listed(6), met, Thirds.score)
    text = texts_of(decision, 1)
    assert "not as the thirds have it, (1, 3, 5) and (2, 4, 6). There would be: (1, 3, 5)" in text
    assert "1 with White against 3 for the 3rd time" in text
    assert "none breaks less" in texts_of(decision)


def test_a_large_list_says_when_the_best_is_not_proven() -> None:
    """Above 21 players at the tables, and something has to be broken: three leaders repeat."""
    met = {(1, 2): 1, (1, 3): 1}
    decision = pair(scored(4, 4, 4, *[2] * 21), met, Thirds.score)
    assert decision.breach.again == 1 and not decision.found.proven
    assert "The best that exchanges among tables and groupings of near" in texts_of(decision)


def test_a_return_round_says_what_it_repeats() -> None:
    one, _ = next_round(tournament(5))
    one = played(one, lambda: Result.draw)
    decision = pair_return(one.rounds[0], {1, 2, 3, 5}, {(1, 3): 1, (3, 2): 2})
    reasons = explain_return(decision, str)
    rules = [(each.table, each.rule) for each in reasons]
    assert rules == [(0, "7"), (0, "10"), (1, "7"), (1, "4")]
    assert reasons[1].text.startswith("5 rested in round 1")
    assert "1 with White against 3 for the 2nd time and 3 with White against 2 for the 3rd" in (
        reasons[3].text
    )


def test_no_reason_has_two_spaces_or_lacks_its_full_stop() -> None:
    for thirds in Thirds:
        _, decisions = simulate(23, 8, seed=4, thirds=thirds)
        for decision in decisions:
            for reason in reasons_of(decision):
                assert "  " not in reason.text and reason.text.endswith("."), reason.text


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
     (21, "21st"), (102, "102nd"), (111, "111th")],
)
def test_ordinals(number: int, text: str) -> None:
    assert ordinal(number) == text
