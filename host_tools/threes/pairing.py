"""A round is paired: who rests, the tables, their cycles, and a reason for every choice.

Pure and deterministic: the same list and the same games give the same round, on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from host_tools.threes.errors import ThreesError
from host_tools.threes.model import PLAYERS_AT_A_TABLE, Round, Seats, Thirds, turned
from host_tools.threes.thirds import (
    Bracket,
    Candidate,
    brackets,
    choose_resting,
    ranked,
    tables_of,
)
from host_tools.threes.trio_search import Breach, Found, Weigher, best_seats, search

Met = Mapping[tuple[int, int], int]  # how often (White, Black) have met


@dataclass(frozen=True)
class Decision:
    """A round as it was paired, with all that the reasons need.

    order     the list, best first, with those who rest
    resting   who rests, lowest first
    brackets  the groups within which thirds were taken
    ideal     the tables that the thirds give, cycles not looked at
    found     the groups that were chosen, and whether nothing breaks less
    tables    the same groups with their seats on the boards A, B, C
    breach    what the tables break together
    met       the meetings before this round
    """

    order: tuple[Candidate, ...]
    resting: tuple[Candidate, ...]
    thirds: Thirds
    brackets: tuple[Bracket, ...]
    ideal: tuple[Seats, ...]
    found: Found
    tables: tuple[Seats, ...]
    breach: Breach
    met: Met


def pair(candidates: Sequence[Candidate], met: Met, thirds: Thirds) -> Decision:
    """Pair a round of those who are there (T61, T62); ThreesError for fewer than three.

    In the first round all have 0 points, so that both ways of taking thirds are the same.
    """
    if len(candidates) < PLAYERS_AT_A_TABLE:
        raise ThreesError(
            f"a round needs three players, and there are {len(candidates)}:"
            " let somebody enter, or readmit who has withdrawn"
        )
    order = ranked(candidates)
    resting = choose_resting(order)
    seated = [each for each in order if each not in resting]
    parts = brackets(seated, thirds)
    ideal = tuple(group for part in parts for group in tables_of(part))
    weigher = Weigher(
        [each.number for each in seated],
        {each.number: each.points for each in seated},
        met,
        ideal,
        thirds,
    )
    found = search(weigher, ideal)
    return Decision(
        tuple(order),
        tuple(resting),
        thirds,
        tuple(parts),
        ideal,
        found,
        tuple(best_seats(group, met) for group in found.groups),
        weigher.total(found.groups),
        met,
    )


@dataclass(frozen=True)
class ReturnDecision:
    """A return round: the tables of a round with every cycle turned (rule 7).

    tables   of the round, apart from those of which nobody is left
    resting  who rested there rests here too: it is one rest
    away     who has withdrawn since: his seat stays empty, as if he did not come
    """

    returned: int
    tables: tuple[Seats, ...]
    resting: tuple[int, ...]
    away: frozenset[int]
    met: Met


def pair_return(before: Round, active: Set[int], met: Met) -> ReturnDecision:
    """Pair the return round of a round; ThreesError if nobody of it is left."""
    tables = [table.seats for table in before.tables if active & set(table.seats)]
    if not tables:
        raise ThreesError(f"round {before.number} cannot be returned: nobody of it is left")
    return ReturnDecision(
        before.number,
        tuple(turned(seats) for seats in tables),
        tuple(number for number in before.resting if number in active),
        frozenset(number for seats in tables for number in seats if number not in active),
        met,
    )
