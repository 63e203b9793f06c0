"""Tie-breaks and places, by examples that are worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from host_tools.threes.model import (
    Result,
    Round,
    Thirds,
    TieBreak,
    Tournament,
    absence,
    halves_text,
    new_table,
    quarters_text,
)
from host_tools.threes.scoring import standings
from tests.threes.threes_kit import tournament

W, B, D = Result.white_wins, Result.black_wins, Result.draw


def with_rounds(one: Tournament, *rounds: Round) -> Tournament:
    """Return a tournament with these rounds."""
    return replace(one, rounds=rounds)


def a_round(number: int, *tables: tuple, resting: tuple[int, ...] = ()) -> Round:
    """Return a round from (seats, results)."""
    made = [new_table(n, seats).with_results(done) for n, (seats, done) in enumerate(tables, 1)]
    return Round(number, Thirds.score, tuple(made), resting)


def test_the_tie_breaks_of_a_tournament_of_two_rounds() -> None:
    """Four players; 4 rests, then 1.

    Round 1 (1,2,3): 1-2 1-0, 2-3 draw, 3-1 0-1: 1 has 2, 2 and 3 1/2; 4 rests: 1.
    Round 2 (4,2,3): 4-2 0-1, 2-3 1-0, 3-4 draw: 4 has 1/2, 2 has 2, 3 1/2; 1 rests: 1.
    Points: 1 3, 2 2 1/2, 4 1 1/2, 3 1.
    """
    one = with_rounds(
        tournament(4, 2),
        a_round(1, ((1, 2, 3), (W, D, B)), resting=(4,)),
        a_round(2, ((4, 2, 3), (B, W, D)), resting=(1,)),
    )
    lines = {line.player.number: line for line in standings(one)}
    assert [line.player.number for line in standings(one)] == [1, 2, 4, 3]
    found = {
        number: (
            halves_text(line.points),
            line.tie_break_text(TieBreak.buchholz),
            line.tie_break_text(TieBreak.sonneborn),
            line.tie_break_text(TieBreak.wins),
        )
        for number, line in lines.items()
    }
    assert found == {
        # Met 2 and 3 (2.5 + 1), rested: 3 + 3. Beat both: 2.5 + 1; rest: two draws: 3.
        1: ("3", "9.5", "6.5", "2"),
        # 1, 3, 4, 3: 3 + 1 + 1.5 + 1. Lost to 1, drew with 3, beat 4 and 3: 0.5 + 1.5 + 1.
        2: ("2.5", "6.5", "3", "2"),
        # 2, 1, 2, 4: 2.5 + 3 + 2.5 + 1.5. Drew with 2 and 4: 1.25 + 0.75.
        3: ("1", "9.5", "2", "0"),
        # Rested: 1.5 + 1.5, met 2 and 3: 2.5 + 1. Rest: 1.5; drew with 3: 0.5.
        4: ("1.5", "6.5", "2", "0"),
    }


def test_a_missing_opponent_counts_as_a_win_against_oneself_and_ones_own_absence_as_nothing(
) -> None:
    """2 did not come: 1 and 3 have a point each for it, and play: 3-1 draw."""
    games = (absence(False, True), absence(True, False), D)
    one = with_rounds(tournament(3, 1), a_round(1, ((1, 2, 3), games)))
    lines = {line.player.number: line for line in standings(one)}
    for number in (1, 3):
        line = lines[number]
        # 1.5 points; met one with 1.5, and a missing one who counts 1.5: 3; 0.75 + 1.5.
        assert (line.points, line.buchholz, line.sonneborn, line.wins) == (3, 6, 9, 0)
    assert (lines[2].points, lines[2].buchholz, lines[2].sonneborn) == (0, 0, 0)


def test_ones_own_absence_counts_as_nothing_though_one_has_points() -> None:
    """1 won twice, then did not come: 2 points, as 2 and 3, who drew twice and had 1 each."""
    one = with_rounds(
        tournament(3, 2),
        a_round(1, ((1, 2, 3), (W, D, B))),
        a_round(2, ((1, 2, 3), (absence(True, False), D, absence(False, True)))),
    )
    lines = {line.player.number: line for line in standings(one)}
    assert [lines[number].points for number in (1, 2, 3)] == [4, 4, 4]
    # Met 2 and 3, who have 2 points: 4; beat both: 4.
    assert (lines[1].buchholz, lines[1].sonneborn, lines[1].wins) == (8, 16, 2)
    # Met 1, 3 and 3, and a missing one: 8; drew twice, 1, and 1 for the missing one: 2, 2.
    assert (lines[2].buchholz, lines[2].sonneborn, lines[2].wins) == (16, 16, 0)


def test_who_is_equal_in_everything_shares_the_place_and_the_next_one_counts_on() -> None:
    one = with_rounds(tournament(3, 1), a_round(1, ((1, 2, 3), (D, D, D))))
    assert [(line.place, line.shared) for line in standings(one)] == [(1, True)] * 3
    one = with_rounds(tournament(4, 1), a_round(1, ((1, 2, 3), (W, D, B)), resting=(4,)))
    lines = [(line.place, line.shared, line.player.number) for line in standings(one)]
    assert lines == [(1, False, 1), (2, False, 4), (3, True, 2), (3, True, 3)]


@pytest.mark.parametrize(
    ("ties", "order", "places"),
    [
        ((TieBreak.wins, TieBreak.sonneborn), [4, 1, 2, 5, 6, 3], [1, 2, 3, 3, 3, 6]),
        ((TieBreak.sonneborn, TieBreak.wins), [4, 2, 5, 6, 1, 3], [1, 2, 2, 2, 5, 6]),
        ((TieBreak.buchholz,), [4, 1, 2, 5, 6, 3], [1, 2, 2, 2, 2, 6]),
    ],
)
def test_the_announced_order_of_the_tie_breaks_counts(
    ties: tuple[TieBreak, ...], order: list[int], places: list[int]
) -> None:
    """1 point each: 1 beat the last and lost to the first, 2, 5 and 6 drew with each other."""
    one = with_rounds(
        tournament(6, 1, tie_breaks=ties),
        a_round(1, ((1, 3, 4), (W, B, W)), ((2, 5, 6), (D, D, D))),
    )
    lines = standings(one)
    assert [line.player.number for line in lines] == order
    assert [line.place for line in lines] == places


def test_standings_after_an_earlier_round_know_nothing_of_the_later_ones() -> None:
    rounds = (
        a_round(1, ((1, 2, 3), (W, D, B))),
        a_round(2, ((1, 3, 2), (B, D, B))),
    )
    one = with_rounds(tournament(3, 2), *rounds)
    assert standings(one, 1) == standings(with_rounds(one, rounds[0]))
    assert all(line.points == 0 for line in standings(one, 0))


@pytest.mark.parametrize(("halves", "text"), [(0, "0"), (1, "0.5"), (2, "1"), (5, "2.5")])
def test_points_are_written_with_halves(halves: int, text: str) -> None:
    assert halves_text(halves) == text


@pytest.mark.parametrize(
    ("quarters", "text"), [(0, "0"), (1, "0.25"), (2, "0.5"), (3, "0.75"), (9, "2.25")]
)
def test_sonneborn_berger_is_written_with_quarters(quarters: int, text: str) -> None:
    assert quarters_text(quarters) == text
