"""A table of one to three games that start together and then go their own ways (T60)."""

from clockcore.game import Game


class Table:
    """`games` is a tuple of 1 to 3 `Game`s; nothing else in the core knows how many there are."""

    def __init__(self, count: int) -> None:
        """Make `count` games, 1 to 3; ValueError otherwise."""
        if not 1 <= count <= 3:
            raise ValueError("a table holds 1 to 3 games, not " + str(count))
        self.games = tuple([Game() for _ in range(count)])

    def due_ms(self) -> int:
        """Return how long from the last settle until any game has a zero to look at."""
        due = self.games[0].due_ms()
        for game in self.games:
            one = game.due_ms()
            if one < due:
                due = one
        return due
