"""What stands on a sheet, as rows: the same for the screen, CSV and paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from host_tools.threes.model import (
    Round,
    Table,
    TieBreak,
    Tournament,
    games_of,
    halves_text,
)
from host_tools.threes.scoring import Standing, records, standings
from host_tools.threes.texts import Words

NO_RATING = "-"


@dataclass(frozen=True)
class Column:
    """A column: its name in CSV, its heading, and whether its texts stand at the right."""

    key: str
    heading: str
    right: bool = False


@dataclass(frozen=True)
class Sheet:
    """A table with its headings: rows of texts, a rule below every `group` rows, and notes."""

    title: str
    subtitle: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    group: int = 0


@dataclass(frozen=True)
class Place:
    """A player at a table: his number, name, rating, score before, and his two boards.

    The player on his left has Black against him, the one on his right has White (14.1): seats 1, 2
    and 3 go round clockwise.
    """

    seat: int
    number: str
    name: str
    rating: str
    score: str
    white_board: str
    black_board: str
    left: str
    right: str


def heading(tournament: Tournament, one: Round, words: Words) -> str:
    """Return which round a sheet is of."""
    text = words.round_of.format(one.number, tournament.rounds_announced)
    return f"{text}, {words.return_of.format(one.returned)}" if one.returned else text


def scores_before(tournament: Tournament, one: Round) -> dict[int, str]:
    """Return the score of every player before a round."""
    done = records(tournament.players, tournament.rounds[: one.number - 1])
    return {number: halves_text(record.points) for number, record in done.items()}


def pairing_list(tournament: Tournament, one: Round, words: Words) -> Sheet:
    """Return the list of a round: a row a board, White's points of the round at the end."""
    scores = scores_before(tournament, one)
    names = {each.number: each.name for each in tournament.players}
    columns = (
        Column("round", "", True),
        Column("table", words.table, True),
        Column("board", words.board_short),
        Column("white_number", words.number, True),
        Column("white", words.white),
        Column("white_score", words.score, True),
        Column("result", words.result_short),
        Column("black_number", words.number, True),
        Column("black", words.black),
        Column("black_score", words.score, True),
        Column("white_points", words.points, True),
    )
    rows = []
    for table, game in one.games():
        points = table.points_of(game.white)
        rows.append(
            (
                str(one.number),
                str(table.number),
                game.board,
                str(game.white),
                names[game.white],
                scores[game.white],
                "" if game.result is None else str(game.result),
                str(game.black),
                names[game.black],
                scores[game.black],
                "" if points is None else halves_text(points),
            )
        )
    return Sheet(
        words.pairings,
        heading(tournament, one, words),
        columns,
        tuple(rows),
        (*_who(tournament, one, words), words.points_note),
        group=3,
    )


def _who(tournament: Tournament, one: Round, words: Words) -> list[str]:
    """Return who rests and who did not come."""
    resting = ", ".join(str(tournament.player(each)) for each in one.resting)
    notes = [f"{words.rest}: {resting or words.nobody}"]
    if one.no_shows:
        away = ", ".join(str(tournament.player(each)) for each in sorted(one.no_shows))
        notes.append(f"{words.no_show}: {away}")
    return notes


def places(tournament: Tournament, table: Table, scores: Mapping[int, str]) -> tuple[Place, ...]:
    """Return the three players of a table in the order of their seats, with scores before."""
    (board_a, board_b, board_c) = zip("ABC", games_of(table.seats), strict=True)
    white_on = {white: board for board, (white, _) in (board_a, board_b, board_c)}
    black_on = {black: board for board, (_, black) in (board_a, board_b, board_c)}
    found = []
    for seat, number in enumerate(table.seats):
        player = tournament.player(number)
        found.append(
            Place(
                seat + 1,
                str(number),
                player.name,
                str(player.rating) if player.rating else NO_RATING,
                scores[number],
                white_on[number],
                black_on[number],
                tournament.player(table.seats[(seat + 1) % 3]).name,
                tournament.player(table.seats[(seat + 2) % 3]).name,
            )
        )
    return tuple(found)


def table_list(tournament: Tournament, one: Round, words: Words) -> Sheet:
    """Return the seats of all tables: a row a player."""
    scores = scores_before(tournament, one)
    columns = (
        Column("round", "", True),
        Column("table", words.table, True),
        Column("seat", words.seat, True),
        Column("number", words.number, True),
        Column("name", words.player),
        Column("rating", words.rating, True),
        Column("score", words.score, True),
        Column("white_board", words.white_on),
        Column("black_board", words.black_on),
        Column("left", f"{words.white}: {words.left}"),
        Column("right", f"{words.black}: {words.right}"),
    )
    rows = [
        (
            str(one.number),
            str(table.number),
            str(place.seat),
            place.number,
            place.name,
            place.rating,
            place.score,
            place.white_board,
            place.black_board,
            place.left,
            place.right,
        )
        for table in one.tables
        for place in places(tournament, table, scores)
    ]
    return Sheet(
        words.table,
        heading(tournament, one, words),
        columns,
        tuple(rows),
        (*_who(tournament, one, words), *words.start),
        group=3,
    )


def board_list(tournament: Tournament, one: Round, words: Words) -> Sheet:
    """Return the boards of a round: what stands on the slips on which results are written."""
    sheet = pairing_list(tournament, one, words)
    keep = ("round", "table", "board", "white_number", "white", "black_number", "black", "result")
    chosen = [index for index, column in enumerate(sheet.columns) if column.key in keep]
    columns = tuple(sheet.columns[index] for index in chosen)
    rows = tuple(tuple(row[index] for index in chosen) for row in sheet.rows)
    return Sheet(words.boards, sheet.subtitle, columns, rows, (), group=3)


def standings_sheet(tournament: Tournament, after: int | None, words: Words) -> Sheet:
    """Return the standings after a round, the last one for None."""
    count = len(tournament.rounds) if after is None else tournament.round(after).number
    lines = standings(tournament, count)
    columns = [
        Column("place", words.place, True),
        Column("number", words.number, True),
        Column("name", words.player),
        Column("rating", words.rating, True),
        *(Column(f"round_{one}", str(one), True) for one in range(1, count + 1)),
        Column("points", words.points, True),
        *(Column(which, words.tie_breaks[which], True) for which in tournament.tie_breaks),
    ]
    rounds = tournament.rounds[:count]
    notes = []
    for one in rounds:
        left = len(one.missing())
        if left:
            notes.append(words.unfinished.format(one.number, left))
    names = ", ".join(words.tie_breaks[which] for which in tournament.tie_breaks)
    by_opponents = any(which is not TieBreak.wins for which in tournament.tie_breaks)
    return Sheet(
        words.standings,
        _when(tournament, count, words),
        tuple(columns),
        tuple(_standing_row(tournament, rounds, line, words) for line in lines),
        (
            *notes,
            words.ties_by.format(names),
            *(words.tie_break_notes[which] for which in tournament.tie_breaks),
            *((words.unplayed_note,) if by_opponents else ()),
        ),
    )


def _standing_row(
    tournament: Tournament, played: Sequence[Round], line: Standing, words: Words
) -> tuple[str, ...]:
    """Return a line of the standings; a star where a game of his has no result yet."""
    rounds = []
    for one, halves in zip(played, line.by_round, strict=True):
        table = one.table_of(line.player.number)
        missing = table is not None and table.points_of(line.player.number) is None
        text = "-" if halves is None else halves_text(halves)
        rounds.append(f"{text}*" if missing else text)
    return (
        f"{line.place}{words.shared if line.shared else ''}",
        str(line.player.number),
        line.player.name,
        str(line.player.rating) if line.player.rating else NO_RATING,
        *rounds,
        halves_text(line.points),
        *(line.tie_break_text(which) for which in tournament.tie_breaks),
    )


def player_list(tournament: Tournament, words: Words) -> Sheet:
    """Return the players by number, with their score and what has become of them."""
    done = records(tournament.players, tournament.rounds)
    rows = []
    for player in tournament.players:
        record = done[player.number]
        status = [] if player.active else [words.withdrawn]
        first = min(record.halves, default=len(tournament.rounds) + 1)
        if first > 1:
            status.insert(0, words.late.format(first))
        rows.append(
            (
                str(player.number),
                player.name,
                str(player.rating) if player.rating else NO_RATING,
                halves_text(record.points),
                ", ".join(status),
            )
        )
    columns = (
        Column("number", words.number, True),
        Column("name", words.player),
        Column("rating", words.rating, True),
        Column("points", words.points, True),
        Column("status", words.status),
    )
    when = _when(tournament, len(tournament.rounds), words)
    return Sheet(words.players, when, columns, tuple(rows))


def _when(tournament: Tournament, count: int, words: Words) -> str:
    """Return after which round something is."""
    if not count:
        return words.before_first
    return words.after_round.format(count, tournament.rounds_announced)
