"""The best round by trying everything: what the pairing is compared with, up to twelve players.

Written from the manual (host_tools/threes/THREES.md) and apart from the pairing: it has its own
thirds, counts games one by one, and tries every way to divide the list and both ways round each
table. Nothing of it is clever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

Met = Mapping[tuple[int, int], int]
Listed = tuple[int, int]  # number and half points, in the order of the list
Trio = tuple[int, int, int]


def divisions(numbers: Sequence[int]) -> Iterator[list[Trio]]:
    """Return every way to divide players into groups of three."""
    if not numbers:
        yield []
        return
    first, rest = numbers[0], numbers[1:]
    for second, third in combinations(rest, 2):
        left = [each for each in rest if each not in (second, third)]
        for others in divisions(left):
            yield [(first, second, third), *others]


def broken(trio: Trio, met: Met) -> tuple[int, int]:
    """Return (times too often with the same colors, games with colors as before) of seats."""
    first, second, third = trio
    too_often = as_before = 0
    for white, black in ((first, second), (second, third), (third, first)):
        times = met.get((white, black), 0) + 1  # with this round
        if times > 1:
            as_before += 1
        if times > 2:
            too_often += times - 2
    return too_often, as_before


def thirds_inside(players: Sequence[Listed]) -> list[Trio]:
    """Return the tables of the thirds inside score groups, floaters to the next group."""
    tables: list[Trio] = []
    waiting: list[int] = []
    for score in sorted({points for _, points in players}, reverse=True):
        group = [number for number, points in players if points == score]
        came = len(waiting)
        here = waiting + group
        size = len(here) // 3
        if not size:
            waiting = here
            continue
        waiting = here[3 * size :]
        here = here[: 3 * size]
        if came == 2:
            rest = here[2:]
            tables.append((here[0], here[1], rest[2 * (size - 1)]))
            for k in range(size - 1):
                tables.append((rest[k], rest[k + size - 1], rest[2 * (size - 1) + 1 + k]))
        else:
            tables += [(here[k], here[k + size], here[k + 2 * size]) for k in range(size)]
    return tables


def thirds_of_all(players: Sequence[Listed]) -> list[Trio]:
    """Return the tables of the thirds of the whole list."""
    numbers = [number for number, _ in players]
    size = len(numbers) // 3
    return [(numbers[k], numbers[k + size], numbers[k + 2 * size]) for k in range(size)]


def distance(trio: Trio, ideal: Sequence[Trio]) -> int:
    """Return how far a table is from those of the thirds."""
    where = {number: (k, trio.index(number)) for k, trio in enumerate(ideal) for number in trio}
    total = 0
    for one, other in combinations(trio, 2):
        total += abs(where[one][0] - where[other][0])
        total += 1 if where[one][1] == where[other][1] else 0
    return total


def cost(
    division: Sequence[Trio], players: Sequence[Listed], met: Met, ideal: Sequence[Trio]
) -> tuple[int, int, int, int]:
    """Return (repeats, spread, again, moved) of seats as they are."""
    points = dict(players)
    repeats = again = spread = moved = 0
    for trio in division:
        too_often, as_before = broken(trio, met)
        repeats += too_often
        again += as_before
        scores = [points[number] for number in trio]
        spread += max(scores) - min(scores)
        moved += distance(trio, ideal)
    return repeats, spread, again, moved


def in_order_of_weight(costs: tuple[int, int, int, int], whole: bool) -> tuple[int, ...]:
    """Return a cost so that tuples compare as the rules outweigh each other."""
    repeats, spread, again, moved = costs
    return (repeats, moved, again) if whole else (repeats, spread, again, moved)


def least(players: Sequence[Listed], met: Met, whole: bool) -> tuple[int, ...]:
    """Return what the best of all rounds breaks, by all divisions and both ways round each."""
    ideal = thirds_of_all(players) if whole else thirds_inside(players)
    known: dict[Trio, tuple[int, ...]] = {}

    def best(trio: Trio) -> tuple[int, ...]:
        if trio not in known:
            ways = (trio, (trio[0], trio[2], trio[1]))
            known[trio] = min(
                in_order_of_weight(cost([way], players, met, ideal), whole) for way in ways
            )
        return known[trio]

    return min(
        tuple(map(sum, zip(*map(best, division))))
        for division in divisions([number for number, _ in players])
    )


def least_of_all_rounds(players: Sequence[Listed], met: Met, whole: bool) -> tuple[int, ...]:
    """Return the same as `least`, without weighing tables by themselves: whole rounds only."""
    ideal = thirds_of_all(players) if whole else thirds_inside(players)
    found = []
    for division in divisions([number for number, _ in players]):
        ways = [((a, b, c), (a, c, b)) for a, b, c in division]
        for seats in product(*ways):
            found.append(in_order_of_weight(cost(seats, players, met, ideal), whole))
    return min(found)
