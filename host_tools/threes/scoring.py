"""Points, tie-breaks and standings, and who met whom; all from the games, nothing is kept apart.

What an unplayed game is worth (T61): a rest scores 1 point for the two games of the round, a
missing opponent 1 point for the missing game, one's own absence 0. In Buchholz and
Sonneborn-Berger a rest and a missing opponent count as an opponent with one's own points, and an
absence of one's own as nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from host_tools.threes.model import (
    DRAW,
    REST,
    WIN,
    Player,
    Round,
    TieBreak,
    Tournament,
    halves_text,
    quarters_text,
)


@dataclass
class Record:
    """What a player has done in some rounds.

    halves    half points of each round that he was in, by its number
    games     (opponent, half points) of each game that was played
    unplayed  half points of each game that was not played through no absence of his own: a rest
              is two draws, a missing opponent a win
    wins      games won at the board
    rests     how often he has rested; the rest of a round and its return round is one
    """

    halves: dict[int, int] = field(default_factory=dict)
    games: list[tuple[int, int]] = field(default_factory=list)
    unplayed: list[int] = field(default_factory=list)
    wins: int = 0
    rests: int = 0

    @property
    def points(self) -> int:
        """Return all half points."""
        return sum(self.halves.values())


@dataclass(frozen=True)
class Standing:
    """A line of the standings.

    place      1 for the best; who is equal in everything shares it
    shared     whether somebody else has the same place
    points     in halves
    by_round   half points of each round, None where he was neither paired nor resting
    buchholz   half points; sonneborn  quarter points; wins  games
    """

    place: int
    shared: bool
    player: Player
    points: int
    by_round: tuple[int | None, ...]
    buchholz: int
    sonneborn: int
    wins: int

    def tie_break(self, which: TieBreak) -> int:
        """Return a tie-break as a whole number, the more the better."""
        values = {
            TieBreak.buchholz: self.buchholz,
            TieBreak.sonneborn: self.sonneborn,
            TieBreak.wins: self.wins,
        }
        return values[which]

    def tie_break_text(self, which: TieBreak) -> str:
        """Return a tie-break as it is printed."""
        if which is TieBreak.buchholz:
            return halves_text(self.buchholz)
        return quarters_text(self.sonneborn) if which is TieBreak.sonneborn else str(self.wins)


def records(players: Iterable[Player], rounds: Iterable[Round]) -> dict[int, Record]:
    """Return what every player has done in some rounds; a game without a result counts 0."""
    found = {player.number: Record() for player in players}
    for one in rounds:
        for number in one.resting:
            record = found[number]
            record.halves[one.number] = REST
            record.unplayed += [DRAW, DRAW]
            record.rests += 0 if one.returned else 1
        for table, game in one.games():
            for number in table.seats:
                found[number].halves.setdefault(one.number, 0)
            if game.result is None:
                continue
            sides = ((game.white, game.black), (game.black, game.white))
            for (number, opponent), halves in zip(sides, game.result.halves, strict=True):
                record = found[number]
                record.halves[one.number] += halves
                if game.result.played:
                    record.games.append((opponent, halves))
                    record.wins += halves == WIN
                elif halves:
                    record.unplayed.append(halves)
    return found


def meetings(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """Return how often each (White, Black) have met; a game that was not played is no meeting.

    One whose result is not known yet is: it is being played.
    """
    met: Counter[tuple[int, int]] = Counter()
    for one in rounds:
        for _, game in one.games():
            if game.result is None or game.result.played:
                met[game.white, game.black] += 1
    return met


def standings(tournament: Tournament, after: int | None = None) -> list[Standing]:
    """Return the standings after a round, the last one for None; ties as they were announced.

    Equal in everything is a shared place; then the higher rating, and the lower number, stand
    first.
    """
    rounds = tournament.rounds if after is None else tournament.rounds[:after]
    done = records(tournament.players, rounds)
    lines = []
    for player in tournament.players:
        record = done[player.number]
        points = record.points
        buchholz = sum(done[opponent].points for opponent, _ in record.games)
        buchholz += points * len(record.unplayed)
        sonneborn = sum(halves * done[opponent].points for opponent, halves in record.games)
        sonneborn += points * sum(record.unplayed)
        by_round = tuple(record.halves.get(one.number) for one in rounds)
        line = Standing(0, False, player, points, by_round, buchholz, sonneborn, record.wins)
        lines.append(line)

    def merit(line: Standing) -> tuple[int, ...]:
        return (line.points, *(line.tie_break(which) for which in tournament.tie_breaks))

    lines.sort(key=lambda line: line.player.number)
    lines.sort(key=lambda line: (merit(line), line.player.rating), reverse=True)
    # The reversed sort is stable: equal lines keep the order of their numbers.
    counted = Counter(map(merit, lines))
    first: dict[tuple[int, ...], int] = {}
    for place, line in enumerate(lines, 1):
        first.setdefault(merit(line), place)
    return [
        Standing(
            first[merit(line)],
            counted[merit(line)] > 1,
            line.player,
            line.points,
            line.by_round,
            line.buchholz,
            line.sonneborn,
            line.wins,
        )
        for line in lines
    ]
