"""The tournament file: one SQLite file, one transaction a command.

A command that is broken off at any instant, by Ctrl-C, a crash or a power cut, leaves the file as
it was before the command, or as it is after it. SQLite does that with a second file beside it,
named after it with `-journal`; if one is left after a crash it belongs to the tournament file, and
the next command puts everything right with it and removes it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from host_tools.threes.errors import ThreesError
from host_tools.threes.model import (
    Game,
    Player,
    Result,
    Round,
    Table,
    Thirds,
    TieBreak,
    Tournament,
)
from host_tools.threes.reasons import Reason

MAGIC = 0x33783220  # "3x2 ", SQLite's application id: this is a tournament file
FORMAT = 1
PATIENCE_S = 5.0  # so long a command waits for another one that is writing
SCHEMA = """
CREATE TABLE tournament (
    name TEXT NOT NULL,
    rounds_announced INTEGER NOT NULL,
    thirds TEXT NOT NULL,
    double INTEGER NOT NULL,
    tie_breaks TEXT NOT NULL
);
CREATE TABLE player (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    rating INTEGER NOT NULL,
    active INTEGER NOT NULL
);
CREATE TABLE round (
    number INTEGER PRIMARY KEY,
    thirds TEXT NOT NULL,
    returned INTEGER NOT NULL
);
CREATE TABLE seat (
    round INTEGER NOT NULL REFERENCES round,
    table_number INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place BETWEEN 1 AND 3),
    player INTEGER NOT NULL REFERENCES player,
    PRIMARY KEY (round, table_number, place),
    UNIQUE (round, player)
);
CREATE TABLE game (
    round INTEGER NOT NULL REFERENCES round,
    table_number INTEGER NOT NULL,
    board TEXT NOT NULL CHECK (board IN ('A', 'B', 'C')),
    white INTEGER NOT NULL REFERENCES player,
    black INTEGER NOT NULL REFERENCES player,
    result TEXT,
    PRIMARY KEY (round, table_number, board)
);
CREATE TABLE rest (
    round INTEGER NOT NULL REFERENCES round,
    place INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES player,
    PRIMARY KEY (round, player)
);
CREATE TABLE no_show (
    round INTEGER NOT NULL REFERENCES round,
    player INTEGER NOT NULL REFERENCES player,
    PRIMARY KEY (round, player)
);
CREATE TABLE reason (
    round INTEGER NOT NULL REFERENCES round,
    line INTEGER NOT NULL,
    table_number INTEGER NOT NULL,
    rule TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (round, line)
);
CREATE TABLE log (
    line INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    command TEXT NOT NULL,
    detail TEXT NOT NULL
);
"""
PARTS = ("reason", "no_show", "rest", "game", "seat")  # of a round, in the order of taking away


class TournamentFile:
    """An open tournament file; use it in a `with` statement."""

    def __init__(self, path: Path) -> None:
        """Open a file that is there; ThreesError if it is no tournament file."""
        self.path = path
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "no such file"
            raise ThreesError(f"{path}: {what}: chessclock threes new makes a tournament file")
        with refusals(path):
            self._connection = connect(path)
            try:
                magic = self._one("PRAGMA application_id")
                form = self._one("PRAGMA user_version")
            except sqlite3.Error:
                self._connection.close()
                raise
        if magic != MAGIC:
            self._connection.close()
            raise ThreesError(f"{path}: is no tournament file")
        if form != FORMAT:
            self._connection.close()
            raise ThreesError(
                f"{path}: was made by another version (format {form}, this one knows {FORMAT})"
            )

    def __enter__(self) -> TournamentFile:
        """Return the file."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file; what was not committed never was."""
        self._connection.close()

    @contextmanager
    def transaction(self, command: str) -> Iterator[Tournament]:
        """Do one command: everything in it is saved at its end, or nothing.

        Gives the tournament as it is before. Nobody else can write meanwhile.
        """
        with refusals(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.load()
                self._log(command)
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def read(self) -> Tournament:
        """Return the tournament, from one look at the file."""
        with refusals(self.path):
            self._connection.execute("BEGIN")
            try:
                return self.load()
            finally:
                self._connection.execute("ROLLBACK")

    def load(self) -> Tournament:
        """Return the tournament, inside a transaction."""
        name, announced, thirds, double, tie_breaks = self._rows("SELECT * FROM tournament")[0]
        players = tuple(
            Player(number, text, rating, bool(active))
            for number, text, rating, active in self._rows(
                "SELECT number, name, rating, active FROM player ORDER BY number"
            )
        )
        return Tournament(
            name,
            announced,
            Thirds(thirds),
            bool(double),
            tuple(TieBreak(each) for each in tie_breaks.split()),
            players,
            tuple(self._load_rounds()),
        )

    def _load_rounds(self) -> Iterator[Round]:
        games = defaultdict(list)
        for one, table, board, white, black, result in self._rows(
            "SELECT round, table_number, board, white, black, result FROM game"
            " ORDER BY round, table_number, board"
        ):
            known = None if result is None else Result(result)
            games[one, table].append(Game(board, white, black, known))
        seats = defaultdict(list)
        for one, table, player in self._rows(
            "SELECT round, table_number, player FROM seat ORDER BY round, table_number, place"
        ):
            seats[one, table].append(player)
        tables = defaultdict(list)
        for (one, table), (first, second, third) in seats.items():
            board_a, board_b, board_c = games[one, table]
            tables[one].append(Table(table, (first, second, third), (board_a, board_b, board_c)))
        resting = defaultdict(list)
        for one, player in self._rows("SELECT round, player FROM rest ORDER BY round, place"):
            resting[one].append(player)
        away = defaultdict(set)
        for one, player in self._rows("SELECT round, player FROM no_show"):
            away[one].add(player)
        for number, thirds, returned in self._rows(
            "SELECT number, thirds, returned FROM round ORDER BY number"
        ):
            yield Round(
                number,
                Thirds(thirds),
                tuple(tables[number]),
                tuple(resting[number]),
                frozenset(away[number]),
                returned,
            )

    def reasons(self, number: int) -> list[Reason]:
        """Return the reasons of a round, in their order."""
        with refusals(self.path):
            rows = self._rows(
                "SELECT table_number, rule, text FROM reason WHERE round = ? ORDER BY line", number
            )
        return [Reason(*row) for row in rows]

    def log_lines(self) -> list[tuple[str, str, str]]:
        """Return (instant in UTC, command, detail) of everything that was done, oldest first."""
        with refusals(self.path):
            return [
                (at, command, detail)
                for at, command, detail in self._rows(
                    "SELECT at, command, detail FROM log ORDER BY line"
                )
            ]

    def add_round(self, one: Round, reasons: Iterable[Reason]) -> None:
        """Write a round with its tables, games and reasons."""
        execute = self._connection.execute
        many = self._connection.executemany
        execute("INSERT INTO round VALUES (?, ?, ?)", (one.number, one.thirds, one.returned))
        many(
            "INSERT INTO seat VALUES (?, ?, ?, ?)",
            [
                (one.number, table.number, place, player)
                for table in one.tables
                for place, player in enumerate(table.seats, 1)
            ],
        )
        many(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?)",
            [
                (one.number, table.number, game.board, game.white, game.black, game.result)
                for table, game in one.games()
            ],
        )
        many(
            "INSERT INTO rest VALUES (?, ?, ?)",
            [(one.number, place, player) for place, player in enumerate(one.resting, 1)],
        )
        many(
            "INSERT INTO no_show VALUES (?, ?)",
            [(one.number, player) for player in sorted(one.no_shows)],
        )
        many(
            "INSERT INTO reason VALUES (?, ?, ?, ?, ?)",
            [
                (one.number, line, each.table, each.rule, each.text)
                for line, each in enumerate(reasons, 1)
            ],
        )

    def take_round(self, one: Round) -> None:
        """Take a round away, with all that belongs to it; the log keeps what it was."""
        self._log(f"round {one.number} before it was taken back", as_json(one))
        for part in PARTS:
            self._connection.execute(f"DELETE FROM {part} WHERE round = ?", (one.number,))
        self._connection.execute("DELETE FROM round WHERE number = ?", (one.number,))

    def set_result(self, round_number: int, table: int, board: str, result: Result | None) -> None:
        """Write the result of a game."""
        self._connection.execute(
            "UPDATE game SET result = ? WHERE round = ? AND table_number = ? AND board = ?",
            (result, round_number, table, board),
        )

    def set_no_show(self, round_number: int, player: int, came: bool) -> None:
        """Write whether a player came to a round."""
        if came:
            text = "DELETE FROM no_show WHERE round = ? AND player = ?"
        else:
            text = "INSERT INTO no_show VALUES (?, ?)"
        self._connection.execute(text, (round_number, player))

    def set_active(self, player: int, active: bool) -> None:
        """Write whether a player is paired from now on."""
        self._connection.execute(
            "UPDATE player SET active = ? WHERE number = ?", (int(active), player)
        )

    def add_player(self, player: Player) -> None:
        """Write a player."""
        self._connection.execute(
            "INSERT INTO player VALUES (?, ?, ?, ?)",
            (player.number, player.name, player.rating, int(player.active)),
        )

    def _log(self, command: str, detail: str = "") -> None:
        at = datetime.now(UTC).isoformat(timespec="seconds")
        self._connection.execute(
            "INSERT INTO log (at, command, detail) VALUES (?, ?, ?)",
            (at, " ".join(command.split()), detail),
        )

    def _rows(self, text: str, *values: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(text, values).fetchall()

    def _one(self, text: str) -> Any:
        return self._rows(text)[0][0]


def connect(path: Path) -> sqlite3.Connection:
    """Open a database that is there, with no transaction begun on its own."""
    uri = f"{path.resolve().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE_S, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Say in one line what SQLite refuses."""
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        if "locked" in text:
            text = "another command is using it; try again"
        elif "readonly" in text:
            text = "it may not be written: its folder or the file itself is read-only"
        elif "not a database" in text:
            text = "is no tournament file"
        elif isinstance(error, (sqlite3.IntegrityError, sqlite3.ProgrammingError)):
            raise
        raise ThreesError(f"{path}: {text}") from None
    except (IndexError, KeyError) as error:
        raise ThreesError(f"{path}: is damaged: {error!r} is missing") from None


def create(path: Path, tournament: Tournament, command: str) -> None:
    """Make a new file; it is there complete, or not at all. A file that is there is kept."""
    if path.exists():
        raise ThreesError(f"{path}: is there already; a new tournament needs a new file")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    except OSError as error:
        raise ThreesError(f"{path}: {error.strerror}") from None
    os.close(handle)
    half_made = Path(name)
    try:
        with refusals(path):
            connection = connect(half_made)
            try:
                _fill(connection, tournament)
            finally:
                connection.close()
        with TournamentFile(half_made) as file, file.transaction(command):
            for player in tournament.players:
                file.add_player(player)
        half_made.chmod(0o666 & ~_mask())
        try:
            os.link(half_made, path)  # fails where somebody has made the file meanwhile
        except FileExistsError:
            raise ThreesError(f"{path}: is there already") from None
        except OSError:  # a file system without links
            half_made.rename(path)
    finally:
        half_made.unlink(missing_ok=True)


def _fill(connection: sqlite3.Connection, tournament: Tournament) -> None:
    connection.executescript(f"BEGIN; {SCHEMA} COMMIT;")
    connection.execute(f"PRAGMA application_id = {MAGIC}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.execute(
        "INSERT INTO tournament VALUES (?, ?, ?, ?, ?)",
        (
            tournament.name,
            tournament.rounds_announced,
            tournament.thirds,
            int(tournament.double),
            " ".join(tournament.tie_breaks),
        ),
    )


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def as_json(one: Round) -> str:
    """Return a round with its results as JSON, for the log."""
    return json.dumps(
        {
            "round": one.number,
            "returned": one.returned,
            "thirds": one.thirds,
            "resting": one.resting,
            "no_shows": sorted(one.no_shows),
            "tables": [
                {
                    "table": table.number,
                    "seats": table.seats,
                    "results": {game.board: game.result for game in table.games},
                }
                for table in one.tables
            ],
        }
    )
