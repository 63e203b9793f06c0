"""Any sequence of commands on a real tournament file, against a plain account of its own.

The account knows players, who is active, and per round who had which games and rests; this test
keeps it from what the file says when a round is paired, and from the results that it enters.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from host_tools.threes.desk import Desk
from host_tools.threes.errors import ThreesError
from host_tools.threes.model import Result, Thirds, games_of
from host_tools.threes.scoring import standings
from tests.threes.threes_kit import some_players

pytestmark = pytest.mark.no_cover

RESULTS = st.sampled_from(["1-0", "0-1", "=", "0-0", "+/-", "-/+", "-/-"])
POINTS = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "=": (1, 1),
    "0-0": (0, 0),
    "+/-": (2, 0),
    "-/+": (0, 2),
    "-/-": (0, 0),
    None: (0, 0),
}


class Tournaments(RuleBasedStateMachine):
    """A desk, and what it must say."""

    def __init__(self) -> None:
        """Make a folder for the file."""
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.desk = Desk(self.folder / "cup.3x2")
        self.active: dict[int, bool] = {}
        self.games: list[dict[tuple[int, int], str | None]] = []  # (white, black) to result
        self.rests: list[list[int]] = []
        self.returned: list[bool] = []
        self.away: set[int] = set()

    def teardown(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.folder)

    @initialize(count=st.integers(3, 14), thirds=st.sampled_from(list(Thirds)))
    def begin(self, count: int, thirds: Thirds) -> None:
        """Begin a tournament of six rounds."""
        self.desk.new(some_players(self.folder / "players.csv", count), 6, thirds=thirds)
        self.active = dict.fromkeys(range(1, count + 1), True)

    def finished(self) -> bool:
        """Return whether the last round has all results."""
        return not self.games or None not in self.games[-1].values()

    @rule(returning=st.sampled_from([False, False, True]))
    def pair(self, returning: bool) -> None:
        """Pair a round; refused exactly where there is a reason."""
        there = sum(self.active.values())
        refused = len(self.games) == 6 or not self.finished()
        if returning:
            refused |= not self.games or self.returned[-1]
            seated = {number for game in (self.games or [{}])[-1] for number in game}
            refused |= not any(self.active[number] for number in seated)
        else:
            refused |= there < 3
        try:
            self.desk.pair(returning=returning)
        except ThreesError:
            assert refused
            return
        assert not refused
        one = self.desk.read().rounds[-1]
        games: dict[tuple[int, int], str | None] = {}
        self.away = set(one.no_shows)
        for table in one.tables:
            for white, black in games_of(table.seats):
                missing = (white in self.away, black in self.away)
                games[white, black] = {
                    (False, False): None,
                    (False, True): "+/-",
                    (True, False): "-/+",
                    (True, True): "-/-",
                }[missing]
        seated = [number for table in one.tables for number in table.seats]
        assert len(seated) == len(set(seated)) and not set(seated) & set(one.resting)
        if returning:
            colors = {(black, white) for white, black in self.games[-1]}
            assert set(games) <= colors, "every game with the other colors"
            assert self.away == {number for number in seated if not self.active[number]}
        else:
            everybody = {number for number, active in self.active.items() if active}
            assert set(seated) | set(one.resting) == everybody
            assert len(one.resting) == there % 3 and not self.away
        self.games.append(games)
        self.rests.append(list(one.resting))
        self.returned.append(returning)

    @precondition(lambda self: self.games)
    @rule(data=st.data(), result=RESULTS)
    def enter_a_result(self, data: st.DataObject, result: str) -> None:
        """Enter a result of the last round; refused for a game of a no-show."""
        self._enter(data.draw(st.sampled_from(sorted(self.games[-1]))), result)

    def _enter(self, game: tuple[int, int], result: str) -> None:
        one = self.desk.read().rounds[-1]
        table, board = next(
            (table.number, each.board)
            for table, each in one.games()
            if (each.white, each.black) == game
        )
        forced = self.games[-1][game] if self.away & set(game) else result
        try:
            self.desk.enter_results(table, [f"{board}={result}"])
        except ThreesError:
            assert forced != result
            return
        assert forced == result
        self.games[-1][game] = result

    @precondition(lambda self: self.games and not self.finished())
    @rule(result=RESULTS)
    def finish_the_round(self, result: str) -> None:
        """Enter the same result for all games that have none."""
        one = self.desk.read().rounds[-1]
        lines = [f"{table.number},{game.board},{result}" for table, game in one.missing()]
        path = self.folder / "results.csv"
        path.write_text("\n".join(["table,board,result", *lines]) + "\n", encoding="utf-8")
        self.desk.enter_results_from(path)
        for game, known in self.games[-1].items():
            if known is None:
                self.games[-1][game] = result

    @precondition(lambda self: self.finished() and len(self.games) < 6)
    @rule(results=st.lists(RESULTS, min_size=3, max_size=3), returning=st.booleans())
    def play_a_round(self, results: list[str], returning: bool) -> None:
        """Pair a round, with some results of its own and one for all others."""
        self.pair(returning=returning and bool(self.games) and not self.returned[-1])
        if self.finished():
            return
        for result in results:
            for game, known in self.games[-1].items():
                if known is None:
                    self._enter(game, result)
                    break
        if not self.finished():
            self.finish_the_round(results[0])

    @precondition(lambda self: self.games)
    @rule(data=st.data(), came=st.booleans())
    def no_show(self, data: st.DataObject, came: bool) -> None:
        """Say that somebody did not come, or did."""
        number = data.draw(st.sampled_from(sorted(self.active)))
        mine = [game for game in self.games[-1] if number in game]
        has_played = any(self.games[-1][game] in ("1-0", "0-1", "=", "0-0") for game in mine)
        refused = not mine or has_played or (number in self.away) is not came
        try:
            self.desk.no_show(str(number), came)
        except ThreesError:
            assert refused
            return
        assert not refused
        self.away = self.away - {number} if came else self.away | {number}
        for white, black in mine:
            missing = (white in self.away, black in self.away)
            self.games[-1][white, black] = {
                (False, False): None,
                (False, True): "+/-",
                (True, False): "-/+",
                (True, True): "-/-",
            }[missing]

    @rule(data=st.data(), back=st.booleans())
    def withdraw_or_readmit(self, data: st.DataObject, back: bool) -> None:
        """Take somebody out, or in again."""
        number = data.draw(st.sampled_from(sorted(self.active)))
        try:
            self.desk.withdraw(str(number), back)
        except ThreesError:
            assert self.active[number] is back
            return
        assert self.active[number] is not back
        self.active[number] = back

    @rule(rating=st.integers(0, 2800))
    def enter(self, rating: int) -> None:
        """Let somebody enter."""
        number = max(self.active) + 1
        try:
            self.desk.enter(f"Late {number}", str(rating))
        except ThreesError:
            assert len(self.games) == 6
            return
        assert len(self.games) < 6
        self.active[number] = True

    @rule(sure=st.sampled_from([False, False, True]))
    def undo(self, sure: bool) -> None:
        """Take the last round back, one time of three."""
        if not sure:
            return
        try:
            self.desk.undo()
        except ThreesError:
            assert not self.games
            return
        for part in (self.games, self.rests, self.returned):
            part.pop()
        last = self.desk.read().rounds
        self.away = set(last[-1].no_shows) if last else set()

    @invariant()
    def the_file_says_what_was_done(self) -> None:
        """Players, results, rests and all points are those of the account."""
        if not self.active:
            return
        one = self.desk.read()
        assert {each.number: each.active for each in one.players} == self.active
        assert [list(each.resting) for each in one.rounds] == self.rests
        shown = {"1/2-1/2": "="}
        found = [
            {
                (game.white, game.black): game.result and shown.get(game.result, str(game.result))
                for _, game in each.games()
            }
            for each in one.rounds
        ]
        assert found == self.games
        points = dict.fromkeys(self.active, 0)
        for games, resting in zip(self.games, self.rests):
            for (white, black), result in games.items():
                points[white] += POINTS[result][0]
                points[black] += POINTS[result][1]
            for number in resting:
                points[number] += 2
        lines = standings(one)
        assert {line.player.number: line.points for line in lines} == points
        assert [line.place for line in lines] == sorted(line.place for line in lines)

    @invariant()
    def every_round_can_be_explained(self) -> None:
        """There is a reason for each table of each round."""
        if not self.active:
            return
        for number, games in enumerate(self.games, 1):
            one, reasons = self.desk.reasons(number)
            assert {each.table for each in reasons} == set(range(len(games) // 3 + 1))
            assert one.number == number


TestTournaments = Tournaments.TestCase
TestTournaments.settings = settings(max_examples=50, stateful_step_count=30, deadline=None)


def test_results_of_every_kind_have_their_points() -> None:
    """The account's points are those of the model, each kind of result once."""
    for text, points in POINTS.items():
        if text is not None:
            assert Result({"=": "1/2-1/2"}.get(text, text)).halves == points
