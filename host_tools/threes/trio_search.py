"""What a group of three breaks, and the groups that break least.

What a set of tables breaks is the sum of what each table breaks, so that each table is weighed by
itself. Four things are weighed, and any amount of an earlier one outweighs the later ones:

    repeats  games in which two meet for the third time or more with the same colors (rule 4); a
             fourth time counts twice, and so on
    spread   half points between the best and the last of a table (rule 5)
    again    games in which two meet with the same colors as before (rule 6)
    moved    how far the tables are from those of the thirds (rules 9 and 11): for every two at a
             table, how many tables apart the thirds have them, and one more if they come from the
             same third

in the order repeats, spread, again, moved where thirds are taken inside score groups, and repeats,
moved, again over the whole list, where rule 11.1 governs and rule 5 does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from host_tools.threes.model import PLAYERS_AT_A_TABLE, Seats, Thirds, games_of, turned

EXACT_PLAYERS = 21  # up to so many every grouping is weighed
WINDOW_TABLES = 4  # above that, so many tables at a time are
NEIGHBORS = 6
NEAR = 12  # tables: exchanges are looked for so near first
BITS = 24  # room for each sum, so that one whole number can stand for all four
MASK = (1 << BITS) - 1
TWICE = 2  # so often two may meet with the same colors (rule 4)


@dataclass(frozen=True)
class Breach:
    """What tables break, as numbers; see the module."""

    repeats: int = 0
    spread: int = 0
    again: int = 0
    moved: int = 0

    def __add__(self, other: Breach) -> Breach:
        """Return the sum of two."""
        return Breach(
            self.repeats + other.repeats,
            self.spread + other.spread,
            self.again + other.again,
            self.moved + other.moved,
        )


@dataclass(frozen=True)
class Found:
    """The groups that were found.

    groups  in the order of the list inside a group, the groups by their first
    proven  nothing breaks less: every grouping was weighed, or no less can be broken
    weighed whether groups other than those of the thirds were looked at
    """

    groups: tuple[Seats, ...]
    proven: bool
    weighed: bool


def repeats_of(seats: Seats, met: Mapping[tuple[int, int], int]) -> tuple[int, int]:
    """Return (repeats, again) of a table with its seats in this order; see the module."""
    repeats = again = 0
    for pair in games_of(seats):
        before = met.get(pair, 0)
        if before:
            again += 1
            repeats += max(0, before + 1 - TWICE)
    return repeats, again


def best_seats(group: Seats, met: Mapping[tuple[int, int], int]) -> Seats:
    """Return a group with its cycle as it is, or turned where that breaks less (rule 6).

    There are no other ways: to exchange any two of three changes the colors of all three games.
    """
    other = turned(group)
    return other if repeats_of(other, met) < repeats_of(group, met) else group


class Weigher:
    """Weighs groups of three; the more is broken, the larger the number."""

    def __init__(
        self,
        order: Sequence[int],
        points: Mapping[int, int],
        met: Mapping[tuple[int, int], int],
        ideal: Sequence[Seats],
        thirds: Thirds,
    ) -> None:
        """Take the list from the top, half points by number, and the tables of the thirds."""
        self.rank = {number: place for place, number in enumerate(order)}
        self._points = points
        self._met = met
        self._place = {
            number: (table, third)
            for table, group in enumerate(ideal)
            for third, number in enumerate(group)
        }
        self._whole = thirds is Thirds.whole
        self._known: dict[Seats, int] = {}

    def sorted(self, group: Iterable[int]) -> Seats:
        """Return a group in the order of the list."""
        first, second, third = sorted(group, key=self.rank.__getitem__)
        return (first, second, third)

    def breach(self, group: Iterable[int]) -> Breach:
        """Return what a group breaks, with its cycle as it breaks least."""
        seats = self.sorted(group)
        repeats, again = repeats_of(best_seats(seats, self._met), self._met)
        halves = [self._points[number] for number in seats]
        moved = 0
        for one, other in combinations(seats, 2):
            table, third = self._place[one]
            other_table, other_third = self._place[other]
            moved += abs(table - other_table) + (third == other_third)
        return Breach(repeats, max(halves) - min(halves), again, moved)

    def weight(self, group: Seats) -> int:
        """Return what a group (in the order of the list) breaks as one number, to be added up."""
        known = self._known.get(group)
        if known is None:
            known = self._known[group] = self.packed(self.breach(group))
        return known

    def packed(self, breach: Breach) -> int:
        """Return a breach as one number, by what outweighs what."""
        if self._whole:
            parts = (breach.repeats, breach.moved, breach.again, 0)
        else:
            parts = (breach.repeats, breach.spread, breach.again, breach.moved)
        number = 0
        for part in parts:
            number = number << BITS | part
        return number

    def total(self, groups: Iterable[Seats]) -> Breach:
        """Return what groups break together."""
        total = Breach()
        for group in groups:
            total += self.breach(group)
        return total

    def cannot_break_less(self, groups: Sequence[Seats], ideal: Sequence[Seats]) -> bool:
        """Return whether it is plain that no grouping breaks less of rules 4, 5 and 6.

        The thirds have the least spread there is: of every two neighboring scores, the players
        above them fill whole tables, or all but one. Over the whole list they have moved nothing.
        """
        found, least = self.total(groups), self.total(ideal)
        if found.repeats:
            return False
        if self._whole:
            return not found.moved
        return not found.again and found.spread == least.spread

    def is_broken(self, group: Seats) -> bool:
        """Return whether other groups could mend something: repeats, scores mixed by exchanges."""
        breach = self.breach(group)
        if self._whole:
            return bool(breach.repeats)
        return bool(breach.repeats or breach.again or (breach.spread and breach.moved))

    def is_moved(self, group: Seats) -> bool:
        """Return whether the thirds have other tables."""
        return bool(self.breach(group).moved)


def search(weigher: Weigher, ideal: Sequence[Seats]) -> Found:
    """Return the groups that break least, starting from those of the thirds.

    Up to EXACT_PLAYERS players every grouping is weighed. Above, tables in which something is
    broken exchange players with a near table, then with any other, then some near tables at a time
    are grouped anew; tables that were moved exchange with near ones; until nothing gets better.
    """
    if weigher.cannot_break_less(ideal, ideal):
        return Found(tuple(ideal), proven=True, weighed=False)
    members = [number for group in ideal for number in group]
    if len(members) <= EXACT_PLAYERS:
        groups = exact(weigher, members)
        return Found(_in_order(weigher, groups), proven=True, weighed=True)
    groups = _improved(weigher, list(ideal))
    proven = weigher.cannot_break_less(groups, ideal)
    return Found(_in_order(weigher, groups), proven, weighed=True)


def _in_order(weigher: Weigher, groups: Iterable[Seats]) -> tuple[Seats, ...]:
    place = weigher.sorted  # the order inside groups is theirs already
    return tuple(sorted(map(place, groups), key=lambda group: weigher.rank[group[0]]))


def exact(weigher: Weigher, members: Sequence[int]) -> list[Seats]:
    """Return the groups of some players that weigh least, of all that there are.

    Whoever is first of those left sits with every two others in turn; what is the best for those
    left then is computed once for each set of them.
    """
    order = sorted(members, key=weigher.rank.__getitem__)
    weight = weigher.weight
    known: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}

    def best(left: int) -> tuple[int, tuple[int, ...]]:
        """Return the weight of the best groups of a set, and the first of these groups."""
        if left in known:
            return known[left]
        places = [place for place in range(len(order)) if left >> place & 1]
        first, others = places[0], places[1:]
        least = -1
        group: tuple[int, ...] = ()
        for second, third in combinations(others, 2):
            here = weight((order[first], order[second], order[third]))
            if 0 <= least <= here:
                continue
            here += best(left & ~(1 << first | 1 << second | 1 << third))[0]
            if least < 0 or here < least:
                least, group = here, (first, second, third)
        known[left] = (least, group)
        return known[left]

    left = (1 << len(order)) - 1
    groups: list[Seats] = []
    while left:
        first, second, third = best(left)[1]
        groups.append((order[first], order[second], order[third]))
        left &= ~(1 << first | 1 << second | 1 << third)
    return groups


def _improved(weigher: Weigher, groups: list[Seats]) -> list[Seats]:
    """Return groups that break no more, until no step makes them better.

    Each step makes the whole weigh less, so that there is an end.
    """
    everywhere = len(groups)
    better = True
    while better:
        better = False
        for index in range(len(groups)):
            while weigher.is_broken(groups[index]) and (
                _exchange(weigher, groups, index, NEAR)
                or _exchange(weigher, groups, index, everywhere)
                or _regroup(weigher, groups, index)
            ):
                better = True
        for index in range(len(groups)):
            while weigher.is_moved(groups[index]) and _exchange(weigher, groups, index, NEAR):
                better = True
    return groups


def _exchange(weigher: Weigher, groups: list[Seats], index: int, reach: int) -> bool:
    """Exchange one player of a table with one of another, the best exchange there is, if any.

    The other table is at most `reach` tables away.
    """
    weight, put = weigher.weight, weigher.sorted
    here = groups[index]
    most = 0
    found: tuple[int, Seats, Seats] | None = None
    for other_index in range(max(0, index - reach), min(len(groups), index + reach + 1)):
        if other_index == index:
            continue
        there = groups[other_index]
        before = weight(here) + weight(there)
        for place in range(PLAYERS_AT_A_TABLE):
            for other_place in range(PLAYERS_AT_A_TABLE):
                one, other = list(here), list(there)
                one[place], other[other_place] = other[other_place], one[place]
                new_here, new_there = put(one), put(other)
                left = before - weight(new_here)
                if left <= most:
                    continue
                gain = left - weight(new_there)
                if gain > most:
                    most, found = gain, (other_index, new_here, new_there)
    if found is None:
        return False
    other_index, groups[index], groups[other_index] = found
    return True


def _regroup(weigher: Weigher, groups: list[Seats], index: int) -> bool:
    """Group the players of a table and of some near ones anew, if that breaks less."""
    near = sorted(
        (other for other in range(len(groups)) if other != index),
        key=lambda other: (abs(other - index), other),
    )[:NEIGHBORS]
    for others in combinations(near, WINDOW_TABLES - 1):
        window = (index, *others)
        members = [number for each in window for number in groups[each]]
        new = exact(weigher, members)
        if sum(map(weigher.weight, new)) < sum(weigher.weight(groups[each]) for each in window):
            for each, group in zip(sorted(window), new, strict=True):
                groups[each] = group
            return True
    return False
