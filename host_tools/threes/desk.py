"""What an arbiter does with a tournament file: one method a command, one transaction each.

Every method returns what there is to say, in lines. ThreesError says what cannot be done and why;
then nothing has changed.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from host_tools.threes.errors import ThreesError
from host_tools.threes.model import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    Game,
    Player,
    Round,
    Table,
    Thirds,
    TieBreak,
    Tournament,
    absence,
    new_table,
)
from host_tools.threes.pairing import pair, pair_return
from host_tools.threes.player_list import (
    check_name,
    check_rating,
    in_alphabet,
    read_players,
    same_name,
)
from host_tools.threes.reasons import Reason, explain, explain_return, plural, summary
from host_tools.threes.result_text import Entry, parse_entries, read_results
from host_tools.threes.scoring import meetings, records
from host_tools.threes.store import TournamentFile, create
from host_tools.threes.thirds import Candidate

MOST_LISTED = 6


class Desk:
    """A tournament file and what can be done with it."""

    def __init__(self, path: Path) -> None:
        """Take the path; the file is opened by each method."""
        self.path = path
        self.shown = shlex.quote(str(path))  # as it is typed

    def new(
        self,
        players: Path,
        rounds: int,
        name: str | None = None,
        thirds: Thirds = Thirds.score,
        double: bool = False,
        tie_breaks: Sequence[TieBreak] = tuple(TieBreak),
    ) -> list[str]:
        """Make a tournament file from a list of players (rules 3 and 9.1)."""
        if not 1 <= rounds <= MOST_ROUNDS:
            raise ThreesError(f"{rounds} rounds: 1 to {MOST_ROUNDS}")
        if double and rounds % 2:
            raise ThreesError(
                f"{rounds} rounds: with return rounds the number is even, as both are counted"
            )
        if self.path.is_dir():
            raise ThreesError(f"{self.path}: is a folder: give the file a name in it")
        title = check_name(name if name is not None else self.path.stem)
        listed = read_players(players)
        order = tuple(tie_breaks)
        tournament = Tournament(title, rounds, thirds, double, order, listed)
        create(self.path, tournament, f"new: {plural(len(listed), 'player')}, {rounds} rounds")
        count = plural(len(listed), "player")
        lines = [f"{self.path}: {title}, {count}, {_announced(tournament)}"]
        left = len(listed) % 3
        if left:
            lines.append(f"In a round of all of them {left} will rest.")
        lines.append(f"Next: chessclock threes pair {self.shown}")
        return lines

    def read(self) -> Tournament:
        """Return the tournament as it is."""
        with TournamentFile(self.path) as file:
            return file.read()

    def reasons(self, number: int | None) -> tuple[Round, list[Reason]]:
        """Return a round, the last one for None, and its reasons."""
        with TournamentFile(self.path) as file:
            one = file.read().round(number)
            return one, file.reasons(one.number)

    def log(self) -> list[tuple[str, str, str]]:
        """Return what has been done: (instant in UTC, command, detail), oldest first."""
        with TournamentFile(self.path) as file:
            return file.log_lines()

    def pair(self, thirds: Thirds | None = None, returning: bool = False) -> list[str]:
        """Pair the next round (rules 4 to 11); a return round where it is its turn (rule 7).

        Everything before must have its result, and more rounds than announced are not paired.
        """
        with TournamentFile(self.path) as file, file.transaction("pair") as tournament:
            number = len(tournament.rounds) + 1
            if number > tournament.rounds_announced:
                raise ThreesError(
                    f"all {tournament.rounds_announced} rounds that were announced are paired"
                    " (rule 3): chessclock threes standings"
                )
            last = tournament.rounds[-1] if tournament.rounds else None
            if last is not None and last.missing():
                raise ThreesError(f"round {last.number} is not finished: {_missing(last)}")
            if tournament.double and number % 2 == 0:
                returning = True
            if returning:
                if thirds is not None:
                    raise ThreesError("a return round has the tables of the one before: no thirds")
                one, reasons, said = _returned(tournament, number)
            else:
                one, reasons, said = _paired(tournament, number, thirds or tournament.thirds)
            file.add_round(one, reasons)
        return said

    def enter_results(
        self, table: int, words: Sequence[str], round_number: int | None = None
    ) -> list[str]:
        """Enter results of one table from words (result_text.parse_entries)."""
        return self._enter(parse_entries(table, words), round_number, f"result: table {table}")

    def enter_results_from(self, results: Path, round_number: int | None = None) -> list[str]:
        """Enter results from a CSV file: all of it, or nothing."""
        number = self.read().round(round_number).number
        entries = read_results(results, number)
        try:
            return self._enter(entries, number, f"results: {plural(len(entries), 'game')}")
        except ThreesError as error:
            raise ThreesError(f"{results}: {error}") from None

    def _enter(
        self, entries: Sequence[Entry], round_number: int | None, command: str
    ) -> list[str]:
        with TournamentFile(self.path) as file, file.transaction(command) as tournament:
            one = tournament.round(round_number)
            said = []
            for entry in entries:
                where = f"line {entry.line}: " if entry.line else ""
                game = _game(one, entry, where)
                _check_players(tournament, entry, game, where)
                away = absence(game.white in one.no_shows, game.black in one.no_shows)
                if away is not None and entry.result is not away:
                    who = game.white if game.white in one.no_shows else game.black
                    raise ThreesError(
                        f"{where}table {entry.table} board {entry.board}:"
                        f" {tournament.player(who)} did not come: first take that back with"
                        " no-show --came"
                    )
                file.set_result(one.number, entry.table, entry.board, entry.result)
                said.append(_entered(tournament, entry, game))
            after = file.load()
        one = after.round(one.number)
        left = len(one.missing())
        said.append(
            f"Round {one.number}: {plural(left, 'game')} without a result."
            if left
            else f"Round {one.number} is finished."
        )
        if one.number < len(after.rounds):
            said.append(
                f"Round {one.number + 1} was paired before this; it stays as it is, the points"
                " count."
            )
        return said

    def no_show(self, who: str, came: bool = False) -> list[str]:
        """Say that a player of the last round did not come (T61), or that he did after all.

        His games are lost by absence; his opponents play each other, and score 1 for the missing
        game.
        """
        command = f"no-show: {who}{' came' if came else ''}"
        with TournamentFile(self.path) as file, file.transaction(command) as tournament:
            one = tournament.round(None)
            player = find_player(tournament, who)
            table = one.table_of(player.number)
            if table is None:
                raise ThreesError(f"{player} has no table in round {one.number}")
            if (player.number in one.no_shows) is not came:
                what = "is no no-show" if came else "is a no-show already"
                raise ThreesError(f"{player} {what} in round {one.number}")
            games = [game for game in table.games if player.number in (game.white, game.black)]
            played = [game for game in games if game.result is not None and game.result.played]
            if played:
                boards = ", ".join(game.board for game in played)
                raise ThreesError(
                    f"{player} has a result on board {boards} of table {table.number}: a no-show"
                    f" has played nothing; clear it first: result ... {table.number}"
                    f" {played[0].board}=*"
                )
            away = one.no_shows - {player.number} if came else one.no_shows | {player.number}
            for game in games:
                result = absence(game.white in away, game.black in away)
                file.set_result(one.number, table.number, game.board, result)
            file.set_no_show(one.number, player.number, came)
        if came:
            return [f"{player} plays at table {table.number}; the games have no result again."]
        here = [tournament.player(number) for number in table.seats if number not in away]
        said = [f"{player} did not come to table {table.number}: 0 points in round {one.number}."]
        if len(here) == 2:
            said.append(f"{here[0]} and {here[1]} play each other, and score 1 more each.")
        elif len(here) == 1:
            said.append(f"{here[0]} scores 2, without a game.")
        how = f"chessclock threes withdraw {self.shown} {player.number}"
        said.append(f"Not to be paired again: {how}")
        return said

    def withdraw(self, who: str, back: bool = False) -> list[str]:
        """Say that a player is not paired from now on, or is again."""
        command = f"{'readmit' if back else 'withdraw'}: {who}"
        with TournamentFile(self.path) as file, file.transaction(command) as tournament:
            player = find_player(tournament, who)
            if player.active is back:
                what = "has not withdrawn" if back else "has withdrawn already"
                raise ThreesError(f"{player} {what}")
            file.set_active(player.number, back)
        if back:
            return [f"{player} is paired again from the next round on."]
        said = [f"{player} is not paired any more; rounds that are played without him score 0."]
        one = tournament.rounds[-1] if tournament.rounds else None
        table = one.table_of(player.number) if one is not None else None
        if one is not None and table is not None:
            mine = [game for game in table.games if player.number in (game.white, game.black)]
            if any(game.result is None for game in mine):
                said.append(
                    f"Round {one.number}, table {table.number}: enter the results of his games, or"
                    " no-show."
                )
        return said

    def enter(self, name: str, rating: str) -> list[str]:
        """Let somebody enter late: from the next round on, with the next number (rule 9.1)."""
        with TournamentFile(self.path) as file, file.transaction(f"enter: {name}") as tournament:
            checked = check_name(name)
            for other in tournament.players:
                if same_name(other.name) == same_name(checked):
                    raise ThreesError(f"{other} is in the list already")
            if len(tournament.rounds) >= tournament.rounds_announced:
                raise ThreesError("the last round is paired: nobody can enter any more")
            if len(tournament.players) >= MOST_PLAYERS:
                raise ThreesError(f"{MOST_PLAYERS} players at the most")
            number = max(each.number for each in tournament.players) + 1
            player = Player(number, checked, check_rating(rating))
            file.add_player(player)
        rating_text = str(player.rating) if player.rating else "no rating"
        number = len(tournament.rounds) + 1
        said = [f"{player} ({rating_text}) is paired from round {number} on."]
        if tournament.rounds:
            said.append(
                f"Rounds that were missed score 0. To have him in round {number - 1}, undo it and"
                " pair it again."
            )
        return said

    def last_round(self) -> Round:
        """Return what an undo would take away."""
        return self.read().round(None)

    def undo(self) -> list[str]:
        """Take the last round back: its tables, results and no-shows. The log keeps them."""
        with TournamentFile(self.path) as file, file.transaction("undo") as tournament:
            one = tournament.round(None)
            file.take_round(one)
        results = sum(game.result is not None for _, game in one.games())
        said = [f"Round {one.number} is taken back, with {plural(results, 'result')}."]
        if results:
            said.append(f"What they were stands in: chessclock threes log {self.shown} --full")
        return said


def find_player(tournament: Tournament, who: str) -> Player:
    """Return the player with a number, a name, or the only one with that in the name."""
    wanted = same_name(" ".join(who.split()))
    if wanted.isascii() and wanted.isdecimal():
        return tournament.player(int(wanted[:9]))
    if not wanted:
        raise ThreesError("which player? give a number, or a name")
    found = [each for each in tournament.players if same_name(each.name) == wanted]
    if not found:
        found = [each for each in tournament.players if wanted in same_name(each.name)]
    if not found:  # typed without the accents
        plain = in_alphabet(wanted)[0]
        found = [each for each in tournament.players if plain in in_alphabet(each.name)[0]]
    if not found:
        raise ThreesError(f"there is no player {who!r}: chessclock threes players lists them")
    if len(found) > 1:
        raise ThreesError(f"{who!r} may be {_listed([str(each) for each in found], ' or ')}")
    return found[0]


def candidates(tournament: Tournament) -> list[Candidate]:
    """Return who is paired next, with score and rests."""
    done = records(tournament.players, tournament.rounds)
    return [
        Candidate(each.number, each.rating, done[each.number].points, done[each.number].rests)
        for each in tournament.players
        if each.active
    ]


def _paired(
    tournament: Tournament, number: int, thirds: Thirds
) -> tuple[Round, list[Reason], list[str]]:
    decision = pair(candidates(tournament), meetings(tournament.rounds), thirds)
    reasons = explain(decision, lambda each: str(tournament.player(each)))
    tables = tuple(new_table(place, seats) for place, seats in enumerate(decision.tables, 1))
    resting = tuple(each.number for each in decision.resting)
    one = Round(number, thirds, tables, resting)
    return one, reasons, [*_said(tournament, one), summary(decision.breach, decision)]


def _returned(tournament: Tournament, number: int) -> tuple[Round, list[Reason], list[str]]:
    if not tournament.rounds:
        raise ThreesError("there is no round yet that could be returned")
    last = tournament.rounds[-1]
    if last.returned:
        raise ThreesError(f"round {last.number} is a return round itself")
    active = {each.number for each in tournament.players if each.active}
    decision = pair_return(last, active, meetings(tournament.rounds))
    reasons = explain_return(decision, lambda each: str(tournament.player(each)))
    tables = tuple(
        new_table(place, seats, decision.away) for place, seats in enumerate(decision.tables, 1)
    )
    one = Round(number, last.thirds, tables, decision.resting, decision.away, last.number)
    said = _said(tournament, one)
    seated = {each for table in tables for each in table.seats} | set(one.resting)
    left = [each for each in tournament.players if each.active and each.number not in seated]
    if left:
        names = _listed([str(each) for each in left], ", ")
        said.append(f"Not in round {last.number}, and so not in its return round: {names}")
    return one, reasons, said


def _said(tournament: Tournament, one: Round) -> list[str]:
    kind = f"the return round of round {one.returned}, " if one.returned else ""
    rests = _listed([str(tournament.player(each)) for each in one.resting], ", ")
    return [
        f"Round {one.number} of {tournament.rounds_announced} is paired: {kind}"
        f"{plural(len(one.tables), 'table')}; rest (1 point): {rests or 'nobody'}"
    ]


def _announced(tournament: Tournament) -> str:
    rounds = plural(tournament.rounds_announced, "round")
    kind = ", every second one a return round" if tournament.double else ""
    where = "inside score groups" if tournament.thirds is Thirds.score else "of the whole list"
    return f"{rounds}{kind}, thirds {where}, ties by {', '.join(tournament.tie_breaks)}"


def _missing(one: Round) -> str:
    texts = [f"table {table.number} board {game.board}" for table, game in one.missing()]
    return f"no result at {_listed(texts, ', ')}"


def _listed(texts: Sequence[str], between: str) -> str:
    shown = between.join(texts[:MOST_LISTED])
    left = len(texts) - MOST_LISTED
    return f"{shown} and {left} more" if left > 0 else shown


def _game(one: Round, entry: Entry, where: str) -> Game:
    found: Table | None = next(
        (table for table in one.tables if table.number == entry.table), None
    )
    if found is None:
        raise ThreesError(
            f"{where}there is no table {entry.table} in round {one.number}: 1 to {len(one.tables)}"
        )
    return next(game for game in found.games if game.board == entry.board)


def _check_players(tournament: Tournament, entry: Entry, game: Game, where: str) -> None:
    """Refuse a result of other players: its list is older than the pairing, or was sorted."""
    sides = (("White", entry.white, game.white), ("Black", entry.black, game.black))
    for color, named, sits in sides:
        if named is not None and named != sits:
            raise ThreesError(
                f"{where}table {entry.table} board {entry.board}: player {named} has not {color}"
                f" here, {tournament.player(sits)} has: the list is not of this pairing"
            )


def _entered(tournament: Tournament, entry: Entry, game: Game) -> str:
    white, black = tournament.player(game.white), tournament.player(game.black)
    shown = "not yet" if entry.result is None else str(entry.result)
    text = f"Table {entry.table} board {entry.board}: {white} - {black}: {shown}"
    if game.result is not None and game.result is not entry.result:
        text += f" (was {game.result})"
    return text
