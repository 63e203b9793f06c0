"""The reasons of a round in words: why who rests, sits with whom, and has which color where."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from host_tools.threes.model import (
    PLAYERS_AT_A_TABLE,
    Seats,
    Thirds,
    games_of,
    halves_text,
    turned,
)
from host_tools.threes.pairing import Decision, Met, ReturnDecision
from host_tools.threes.thirds import Bracket
from host_tools.threes.trio_search import Breach, repeats_of

Label = Callable[[int], str]  # a player's number and name
THIRDS = ("upper", "middle", "lower")


@dataclass(frozen=True)
class Reason:
    """One sentence: about a table, or about the round as a whole (table 0), and its rule."""

    table: int
    rule: str
    text: str


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, 11th, 21st ..."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(
        number % 10, "th"
    )
    return f"{number}{ending}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def _points(halves: int) -> str:
    return f"{halves_text(halves)} {'point' if halves in (1, 2) else 'points'}"


def _joined(texts: Iterable[str]) -> str:
    parts = list(texts)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _group(seats: Iterable[int]) -> str:
    return f"({', '.join(map(str, seats))})"


def repeated(seats: Seats, met: Met, label: Label) -> str:
    """Return which games of a table were played before with the same colors, as one phrase."""
    found = [
        f"{label(white)} with White against {label(black)} for the"
        f" {ordinal(met[white, black] + 1)} time"
        for white, black in games_of(seats)
        if met.get((white, black), 0)
    ]
    return _joined(found)


def explain(decision: Decision, label: Label) -> list[Reason]:
    """Return the reasons of a round, those about the whole first, then table by table."""
    reasons = [_order(decision), *_resting(decision, label), *_brackets(decision, label)]
    reasons.append(Reason(0, "4, 5, 6", summary(decision.breach, decision)))
    origin = {group: place for place, group in enumerate(decision.ideal)}
    brackets = [
        (bracket, place)
        for bracket in decision.brackets
        for place in range(len(bracket.members) // PLAYERS_AT_A_TABLE)
    ]
    for number, (group, seats) in enumerate(
        zip(decision.found.groups, decision.tables, strict=True), 1
    ):
        if group in origin:
            bracket, place = brackets[origin[group]]
            reasons.append(_from_thirds(number, group, bracket, place, label))
        else:
            reasons.append(_changed(number, group, decision, label))
        reasons += _floaters(number, group, decision, label)
        reasons.append(_cycle(number, group, seats, decision.met, label))
    return reasons


def explain_return(decision: ReturnDecision, label: Label) -> list[Reason]:
    """Return the reasons of a return round."""
    text = f"Return round of round {decision.returned}: every table as it was, every cycle turned."
    reasons = [Reason(0, "7", text)]
    if decision.resting:
        names = _joined(map(label, decision.resting))
        text = f"{names} rested in round {decision.returned}: the rest lasts both rounds and is"
        reasons.append(Reason(0, "10", f"{text} one rest, 1 point a round."))
    for number, seats in enumerate(decision.tables, 1):
        text = f"The cycle of round {decision.returned} turned: {_cycle_text(seats)}."
        reasons.append(Reason(number, "7", text))
        for player in seats:
            if player in decision.away:
                text = f"{label(player)} has withdrawn: the seat stays empty, as after a no-show."
                reasons.append(Reason(number, "10.2", text))
        found = repeated(seats, decision.met, label)
        if found:
            rule = "4" if repeats_of(seats, decision.met)[0] else "6"
            reasons.append(Reason(number, rule, f"Rule 7 leaves no choice: {found}."))
    return reasons


def summary(breach: Breach, decision: Decision) -> str:
    """Return what a round breaks, and how far that is known to be the least."""
    parts = []
    if breach.repeats:
        parts.append(
            "some meet more than twice with the same colors"
            f" ({plural(breach.repeats, 'time')} too often in all, rule 4)"
        )
    if breach.again:
        parts.append(f"{plural(breach.again, 'game')} with colors as before (rule 6)")
    text = "Nobody meets the same opponent and color again"
    if parts:
        text = f"Broken: {_joined(parts)}"
    if decision.thirds is Thirds.score:
        text += f"; the scores at the tables differ by {_points(breach.spread)}"
        text += " in all (rule 5)"
    if not decision.found.weighed:
        text += ". The thirds give it as it is; nothing breaks less."
    elif decision.found.proven:
        text += ". Other groupings were weighed; none breaks less."
    else:
        text += ". The best that exchanges among tables and groupings of near tables gave."
    return text


def _order(decision: Decision) -> Reason:
    count = plural(len(decision.order), "player")
    if len({each.points for each in decision.order}) == 1:
        return Reason(0, "9.1", f"{count}, all with equal points: the list is ordered by rating.")
    return Reason(0, "8, 11.1", f"{count}, ordered by score, then by rating.")


def _resting(decision: Decision, label: Label) -> list[Reason]:
    count = len(decision.order)
    groups = plural(count // PLAYERS_AT_A_TABLE, "group")
    if not decision.resting:
        return [Reason(0, "9.2", f"{count} players make {groups} of three; nobody rests.")]
    names = _joined(label(each.number) for each in decision.resting)
    verb = "rests" if len(decision.resting) == 1 else "rest"
    text = f"{count} players make {groups} of three: {names} {verb}, 1 point each."
    reasons = [Reason(0, "10.1", text)]
    again = [each for each in decision.resting if each.rests]
    if again:
        names = _joined(label(each.number) for each in again)
        text = f"Everybody else has rested, too: {names} had the fewest rests, and of those are"
        reasons.append(Reason(0, "10.2", f"{text} lowest."))
    places = {each.number: place for place, each in enumerate(decision.order)}
    highest = min(places[each.number] for each in decision.resting)
    passed = [each for each in decision.order[highest:] if each not in decision.resting]
    if passed:
        names = _joined(label(each.number) for each in passed)
        verb = "has" if len(passed) == 1 else "have"
        how = "more rests" if again else "rested already"
        text = f"{names} {verb} {how}, and so stands lower, but plays."
        if len(passed) > 1:
            text = f"{names} {verb} {how}, and so stand lower, but play."
        reasons.append(Reason(0, "10.2", text))
    return reasons


def _brackets(decision: Decision, label: Label) -> list[Reason]:
    equal = len({each.points for each in decision.order}) == 1
    if decision.thirds is Thirds.whole or equal:
        text = f"The whole list in three thirds: {_thirds(decision.brackets[0])}."
        return [Reason(0, "9.2" if equal else "11.1", text)]
    reasons = []
    for bracket in decision.brackets:
        text = f"Score group of {_points(bracket.points)}: {_thirds(bracket)}"
        if bracket.floaters:
            names = _joined(
                f"{label(each.number)} ({_points(each.points)})"
                for each in bracket.members[: bracket.floaters]
            )
            text += f"; down from above: {names}"
        reasons.append(Reason(0, "5", text + "."))
    return reasons


def _thirds(bracket: Bracket) -> str:
    parts = []
    for name, third in zip(THIRDS, bracket.thirds, strict=True):
        numbers = [str(each.number) for each in third]
        shown = numbers if len(numbers) <= 6 else [*numbers[:2], "...", *numbers[-2:]]
        parts.append(f"{name} {' '.join(shown)}")
    return ", ".join(parts)


def _from_thirds(
    number: int, group: Seats, bracket: Bracket, place: int, label: Label
) -> Reason:
    names = _joined(map(label, group))
    text = f"{names}: the {ordinal(place + 1)} of each third."
    if bracket.floaters == 2 and not place:
        text = f"{names}: the two from above, and the first of the lower third."
    return Reason(number, "9.3", text)


def _floaters(number: int, group: Seats, decision: Decision, label: Label) -> list[Reason]:
    if decision.thirds is Thirds.whole:
        return []
    points = {each.number: each.points for each in decision.order}
    if len({points[each] for each in group}) == 1:
        return []
    text = _joined(f"{label(each)} {_points(points[each])}" for each in group)
    return [Reason(number, "5", f"Nearest scores: {text}.")]


def _changed(number: int, group: Seats, decision: Decision, label: Label) -> Reason:
    """Say which tables of the thirds this one comes from, and what those would have broken."""
    sources = [each for each in decision.ideal if set(each) & set(group)]
    text = f"{_joined(map(label, group))}: not as the thirds have it,"
    text += f" {_joined(map(_group, sources))}"
    broken = []
    for each in decision.ideal:
        repeats, again = repeats_of(_least(each, decision.met), decision.met)
        if repeats or again:
            found = repeated(_least(each, decision.met), decision.met, label)
            if found and set(each) & set(group):
                broken.append(f"{_group(each)} {found}")
    if broken:
        return Reason(number, "4, 6", f"{text}. There would be: {'; '.join(broken)}.")
    return Reason(number, "4, 6", f"{text}: players were exchanged to mend another table.")


def _least(group: Seats, met: Met) -> Seats:
    other = turned(group)
    return other if repeats_of(other, met) < repeats_of(group, met) else group


def _cycle_text(seats: Seats) -> str:
    return ", ".join(
        f"{board} {white}-{black}"
        for board, (white, black) in zip("ABC", games_of(seats), strict=True)
    )


def _cycle(number: int, group: Seats, seats: Seats, met: Met, label: Label) -> Reason:
    as_listed, other = repeated(group, met, label), repeated(turned(group), met, label)
    shown = _cycle_text(seats)
    if seats != group and not repeats_of(seats, met)[1]:
        return Reason(number, "6", f"Turned to {shown}: else {as_listed}.")
    if as_listed and other:
        how = "Turned to" if seats != group else "Left as"
        here, there = (other, as_listed) if seats != group else (as_listed, other)
        text = f"{how} {shown}: both ways repeat something, and this breaks no more. So {here};"
        return Reason(number, "4, 6", f"{text} the other way {there}.")
    return Reason(number, "13.1", f"Seats in the order of the list: {shown}.")
