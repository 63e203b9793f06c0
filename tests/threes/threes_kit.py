"""Tournaments for the tests: lists of players, random histories, rounds that are played."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from host_tools.threes.desk import candidates
from host_tools.threes.model import (
    Player,
    Result,
    Round,
    Thirds,
    Tournament,
    new_table,
)
from host_tools.threes.pairing import Decision, pair, pair_return
from host_tools.threes.scoring import meetings
from host_tools.threes.thirds import Candidate

PLAYED = (Result.white_wins, Result.black_wins, Result.draw)


def listed(count: int) -> list[Candidate]:
    """Return players 1, 2, 3 ... whose ratings fall with the number, all with 0 points."""
    return [Candidate(number, 2400 - 10 * number) for number in range(1, count + 1)]


def scored(*points: int) -> list[Candidate]:
    """Return players 1, 2, 3 ... with these half points."""
    return [Candidate(n, 2400 - 10 * n, each) for n, each in enumerate(points, 1)]


def tournament(count: int, rounds: int = 9, **settings: object) -> Tournament:
    """Return a tournament of so many players, rated in the order of their numbers."""
    players = tuple(Player(n, f"Player {n}", 2600 - 5 * n) for n in range(1, count + 1))
    return Tournament("Test", rounds, players=players, **settings)  # type: ignore[arg-type]


def next_round(
    before: Tournament, thirds: Thirds | None = None, returning: bool = False
) -> tuple[Tournament, Decision | None]:
    """Pair a round and return the tournament with it."""
    number = len(before.rounds) + 1
    met = meetings(before.rounds)
    if returning:
        active = {each.number for each in before.players if each.active}
        back = pair_return(before.rounds[-1], active, met)
        tables = tuple(new_table(n, seats, back.away) for n, seats in enumerate(back.tables, 1))
        one = Round(number, before.thirds, tables, back.resting, back.away, back.returned)
        return replace(before, rounds=(*before.rounds, one)), None
    decision = pair(candidates(before), met, thirds or before.thirds)
    tables = tuple(new_table(n, seats) for n, seats in enumerate(decision.tables, 1))
    resting = tuple(each.number for each in decision.resting)
    one = Round(number, thirds or before.thirds, tables, resting)
    return replace(before, rounds=(*before.rounds, one)), decision


def played(before: Tournament, choose: Callable[[], Result]) -> Tournament:
    """Return the tournament with every open game of the last round decided."""
    last = before.rounds[-1]
    tables = tuple(
        table.with_results(
            [choose() if game.result is None else game.result for game in table.games]
        )
        for table in last.tables
    )
    return replace(before, rounds=(*before.rounds[:-1], replace(last, tables=tables)))


def simulate(
    count: int, rounds: int, seed: int, thirds: Thirds = Thirds.score
) -> tuple[Tournament, list[Decision]]:
    """Play a whole tournament with results by chance."""
    dice = random.Random(seed)
    one = tournament(count, rounds, thirds=thirds)
    decisions = []
    for _ in range(rounds):
        one, decision = next_round(one)
        assert decision is not None
        decisions.append(decision)
        one = played(one, lambda: dice.choice(PLAYED))
    return one, decisions


@st.composite
def histories(draw: st.DrawFn, least: int = 3, most: int = 12) -> tuple[
    list[Candidate], dict[tuple[int, int], int]
]:
    """Return players with scores, and how often they have met: now and then far too often."""
    count = draw(st.integers(least, most))
    levels = draw(st.integers(0, 5))
    players = [
        Candidate(n, draw(st.integers(0, 3)), draw(st.integers(0, levels)))
        for n in range(1, count + 1)
    ]
    density = draw(st.sampled_from([0, 1, 2, 4]))
    times = st.sampled_from([0] * (6 - density) + [1] * density + [2] * density + [3])
    met = {
        (white, black): draw(times)
        for white in range(1, count + 1)
        for black in range(1, count + 1)
        if white != black
    }
    return players, met if density else {}


def write_players(path: Path, rows: Sequence[tuple[str, int]]) -> Path:
    """Write a list of players."""
    lines = ["name,rating", *(f"{name},{rating}" for name, rating in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def some_players(path: Path, count: int) -> Path:
    """Write a list of so many players, the best first."""
    return write_players(path, [(f"Player {n:03}", 2600 - 5 * n) for n in range(1, count + 1)])
