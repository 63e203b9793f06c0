"""Three hundred players: what is broken, and the work it takes, counted and not timed."""

from __future__ import annotations

import random

import pytest

from host_tools.threes import trio_search
from host_tools.threes.desk import candidates
from host_tools.threes.model import Result, Thirds, games_of
from host_tools.threes.pairing import pair
from host_tools.threes.scoring import meetings
from tests.threes.threes_kit import PLAYED, next_round, played, simulate, tournament


@pytest.mark.parametrize("thirds", list(Thirds))
def test_nine_rounds_of_three_hundred_break_rule_4_never_and_rule_5_least(thirds: Thirds) -> None:
    one, decisions = simulate(300, 9, seed=1, thirds=thirds)
    assert max(meetings(one.rounds).values()) <= 2, "nobody met more than twice with one color"
    for decision in decisions:
        points = {each.number: each.points for each in decision.order}
        spread = [
            sum(max(points[n] for n in group) - min(points[n] for n in group) for group in groups)
            for groups in (decision.tables, decision.ideal)
        ]
        assert spread[0] == spread[1]
        if thirds is Thirds.whole:
            assert decision.found.groups == decision.ideal, "rule 11.1 word for word"


def test_a_hundred_tables_that_all_repeat_are_mended_with_bounded_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All games drawn: from the third round on the thirds give every table for the third time."""
    weighed = 0
    breach = trio_search.Weigher.breach

    def count(self: trio_search.Weigher, group: tuple) -> trio_search.Breach:
        nonlocal weighed
        weighed += 1
        return breach(self, group)

    monkeypatch.setattr(trio_search.Weigher, "breach", count)
    one = tournament(300)
    for _ in range(4):
        one, decision = next_round(one)
        assert decision is not None and decision.found.proven
        met = decision.met
        assert not any(met.get(game) for seats in decision.tables for game in games_of(seats))
        one = played(one, lambda: Result.draw)
    assert 10_000 < weighed < 600_000, weighed


def test_the_same_tournament_is_paired_the_same_way() -> None:
    """Whatever order the players come in, and however often."""
    dice = random.Random(9)
    one, decisions = simulate(41, 5, seed=3)
    again, others = simulate(41, 5, seed=3)
    assert one == again
    listed = candidates(played(one, lambda: dice.choice(PLAYED)))
    first = pair(listed, meetings(one.rounds), Thirds.score)
    for _ in range(5):
        dice.shuffle(listed)
        assert pair(listed, meetings(one.rounds), Thirds.score).tables == first.tables
    assert [each.tables for each in decisions] == [each.tables for each in others]
