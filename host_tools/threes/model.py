"""The data of a tournament: plain values, no file, no clock.

Points are counted in halves: a win is 2, a draw 1, so that nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from host_tools.threes.errors import ThreesError

PLAYERS_AT_A_TABLE = 3
BOARDS = "ABC"
WIN, DRAW = 2, 1  # in half points
REST = 2  # in half points: 1 point for the two games of a round (rule 10.1)
MOST_RATING = 4000
MOST_ROUNDS = 99
MOST_PLAYERS = 3000
MOST_NAME = 60

Seats = tuple[int, int, int]


class Thirds(StrEnum):
    """Where the thirds are taken from the second round on (T62)."""

    score = "score"  # inside score groups
    whole = "whole"  # over the whole list: rule 11.1 word for word


class TieBreak(StrEnum):
    """What decides between equal points; the document has none, so the organizer chooses."""

    buchholz = "buchholz"
    sonneborn = "sonneborn"
    wins = "wins"


class Result(StrEnum):
    """How a game ended, White first. The last three were not played."""

    white_wins = "1-0"
    black_wins = "0-1"
    draw = "1/2-1/2"
    both_lose = "0-0"
    black_absent = "+/-"
    white_absent = "-/+"
    both_absent = "-/-"

    @property
    def played(self) -> bool:
        """Return whether the two met at the board."""
        return self not in (Result.black_absent, Result.white_absent, Result.both_absent)

    @property
    def halves(self) -> tuple[int, int]:
        """Return the half points of White and Black."""
        return HALVES[self]


HALVES = {
    Result.white_wins: (WIN, 0),
    Result.black_wins: (0, WIN),
    Result.draw: (DRAW, DRAW),
    Result.both_lose: (0, 0),
    Result.black_absent: (WIN, 0),
    Result.white_absent: (0, WIN),
    Result.both_absent: (0, 0),
}


def absence(white: bool, black: bool) -> Result | None:
    """Return the result of a game by who did not come; None if both came."""
    if white and black:
        return Result.both_absent
    if white:
        return Result.white_absent
    return Result.black_absent if black else None


@dataclass(frozen=True)
class Player:
    """Somebody who takes part.

    number  the pairing number: the place in the list ordered by rating (rule 9.1), later ones
            for who entered late; never changes
    rating  0 for none
    active  is paired in the next round; False after a withdrawal
    """

    number: int
    name: str
    rating: int
    active: bool = True

    def __str__(self) -> str:
        """Return number and name, as they stand in messages."""
        return f"{self.number} {self.name}"


@dataclass(frozen=True)
class Game:
    """A game of a table; `result` is None until it is entered."""

    board: str
    white: int
    black: int
    result: Result | None = None


@dataclass(frozen=True)
class Table:
    """A group of three at its table; the seats in the order of the boards A, B, C (T60)."""

    number: int
    seats: Seats
    games: tuple[Game, Game, Game]

    def points_of(self, player: int) -> int | None:
        """Return the half points of a player here, None as long as a game of his is missing."""
        halves = 0
        for game in self.games:
            if player not in (game.white, game.black):
                continue
            if game.result is None:
                return None
            halves += game.result.halves[0 if player == game.white else 1]
        return halves

    def with_results(self, results: Sequence[Result | None]) -> Table:
        """Return the same table with the results of A, B and C."""
        first, second, third = (
            replace(game, result=result)
            for game, result in zip(self.games, results, strict=True)
        )
        return replace(self, games=(first, second, third))


@dataclass(frozen=True)
class Round:
    """A round that has been paired.

    returned  the round of which this is the return round (rule 7), 0 for an ordinary one
    resting   who rests, the lowest first
    no_shows  who was paired and did not come
    """

    number: int
    thirds: Thirds
    tables: tuple[Table, ...]
    resting: tuple[int, ...] = ()
    no_shows: frozenset[int] = frozenset()
    returned: int = 0

    def games(self) -> Iterable[tuple[Table, Game]]:
        """Return every game with its table."""
        return ((table, game) for table in self.tables for game in table.games)

    def missing(self) -> list[tuple[Table, Game]]:
        """Return the games that have no result yet."""
        return [(table, game) for table, game in self.games() if game.result is None]

    def table_of(self, player: int) -> Table | None:
        """Return where a player sits in this round, None if nowhere."""
        return next((table for table in self.tables if player in table.seats), None)


@dataclass(frozen=True)
class Tournament:
    """Everything about a tournament.

    rounds_announced  how many rounds there are, return rounds included (rule 3)
    double            every round is followed by its return round (rule 7)
    """

    name: str
    rounds_announced: int
    thirds: Thirds = Thirds.score
    double: bool = False
    tie_breaks: tuple[TieBreak, ...] = tuple(TieBreak)
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = field(default=())

    def player(self, number: int) -> Player:
        """Return the player with a number; ThreesError if there is none."""
        for each in self.players:
            if each.number == number:
                return each
        raise ThreesError(f"there is no player {number}: the numbers are those of the list")

    def round(self, number: int | None) -> Round:
        """Return a round, the last one for None; ThreesError if it has not been paired."""
        if not self.rounds:
            raise ThreesError("no round has been paired yet: chessclock threes pair")
        if number is None:
            return self.rounds[-1]
        if not 1 <= number <= len(self.rounds):
            raise ThreesError(f"round {number} has not been paired: the last one is round"
                              f" {len(self.rounds)}")
        return self.rounds[number - 1]


def games_of(seats: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return (White, Black) of the boards A, B and C (T60): each has White once, Black once."""
    first, second, third = seats
    return ((first, second), (second, third), (third, first))


def turned(seats: Seats) -> Seats:
    """Return the seats with two players exchanged: every game changes its colors (rules 6, 7)."""
    return (seats[0], seats[2], seats[1])


def new_table(number: int, seats: Seats, absent: Iterable[int] = ()) -> Table:
    """Return a table whose games have no result, apart from those of who is known not to come."""
    away = set(absent)
    games = tuple(
        Game(board, white, black, absence(white in away, black in away))
        for board, (white, black) in zip(BOARDS, games_of(seats), strict=True)
    )
    return Table(number, seats, (games[0], games[1], games[2]))


def halves_text(halves: int) -> str:
    """Return half points as people write points: 3, 2.5."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def quarters_text(quarters: int) -> str:
    """Return quarter points as a decimal number: 12.25, 3."""
    whole, rest = divmod(quarters, 4)
    return f"{whole}{('', '.25', '.5', '.75')[rest]}"
