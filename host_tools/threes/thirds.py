"""The order of the list, who rests, and the tables that the thirds give (rules 9 to 11, T61, T62).

All of it is known without a search: `pairing.py` keeps these tables where they break nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.threes.model import PLAYERS_AT_A_TABLE, Seats, Thirds


@dataclass(frozen=True)
class Candidate:
    """Somebody to be paired: points in halves, and how often he has rested."""

    number: int
    rating: int
    points: int = 0
    rests: int = 0


@dataclass(frozen=True)
class Bracket:
    """Players who are paired among themselves, because their scores are equal or nearest.

    members   in the order of the list
    floaters  how many of the first came down from a higher score: 0, 1 or 2
    points    the half points of the others
    """

    members: tuple[Candidate, ...]
    floaters: int
    points: int

    @property
    def thirds(self) -> tuple[tuple[Candidate, ...], ...]:
        """Return the upper, the middle and the lower third.

        Two floaters stay together: they head the upper and the middle third, and meet at the
        first table. So only one table mixes the scores.
        """
        size = len(self.members) // PLAYERS_AT_A_TABLE
        members = self.members
        if self.floaters == 2:
            members = (members[0], *members[2 : size + 1], members[1], *members[size + 1 :])
        return (members[:size], members[size : 2 * size], members[2 * size :])


def ranked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the list as it is paired: by score, then rating, then number."""
    return sorted(candidates, key=lambda each: (-each.points, -each.rating, each.number))


def choose_resting(order: Sequence[Candidate]) -> list[Candidate]:
    """Return who rests, the lowest first (rule 10): those who make no group of three.

    Only who has not rested yet can, as long as there are such; then those with the fewest rests.
    """
    count = len(order) % PLAYERS_AT_A_TABLE
    lowest_first = list(reversed(order))
    lowest_first.sort(key=lambda each: each.rests)  # stable: the lowest stays first
    chosen = lowest_first[:count]
    return [each for each in reversed(order) if each in chosen]


def brackets(order: Sequence[Candidate], thirds: Thirds) -> list[Bracket]:
    """Return the groups within which thirds are taken, from a list that is divisible by three.

    With `Thirds.whole` that is the list as it is (rule 11.1). With `Thirds.score` it is each score
    group; the lowest who make no group of three there float down to the next one (rule 5).
    """
    if len(order) % PLAYERS_AT_A_TABLE:
        raise ValueError("the list cannot be divided by three")
    if thirds is Thirds.whole:
        return [Bracket(tuple(order), 0, order[-1].points)] if order else []
    found = []
    floating: list[Candidate] = []
    start = 0
    while start < len(order):
        points = order[start].points
        group = [each for each in order[start:] if each.points == points]
        start += len(group)
        members = floating + group
        whole = len(members) - len(members) % PLAYERS_AT_A_TABLE
        if whole:
            found.append(Bracket(tuple(members[:whole]), len(floating), points))
        floating = members[whole:]
    return found


def tables_of(bracket: Bracket) -> list[Seats]:
    """Return the groups of a bracket: the k-th of each third make the k-th group (rule 9.3)."""
    upper, middle, lower = bracket.thirds
    return [
        (first.number, second.number, third.number)
        for first, second, third in zip(upper, middle, lower, strict=True)
    ]
