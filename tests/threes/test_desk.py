"""What an arbiter does with a tournament file, and what is refused in one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.threes.desk import Desk, find_player
from host_tools.threes.errors import ThreesError
from host_tools.threes.model import Player, Result, Thirds, TieBreak, Tournament
from host_tools.threes.scoring import records
from host_tools.threes.sheet_rows import pairing_list
from host_tools.threes.texts import ENGLISH
from tests.threes.threes_kit import some_players


def new_desk(folder: Path, count: int = 6, rounds: int = 4, **settings: object) -> Desk:
    """Return a new tournament of so many players."""
    desk = Desk(folder / "cup.3x2")
    desk.new(some_players(folder / "players.csv", count), rounds, **settings)  # type: ignore
    return desk


def decide(desk: Desk, result: str = "=") -> None:
    """Give every open game of the last round the same result."""
    for table, game in desk.read().rounds[-1].missing():
        desk.enter_results(table.number, [f"{game.board}={result}"])


def test_a_new_file_has_what_was_asked_for(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "cup.3x2")
    said = desk.new(
        some_players(tmp_path / "players.csv", 29),
        8,
        "Copa  de verano",
        Thirds.whole,
        double=True,
        tie_breaks=(TieBreak.wins, TieBreak.buchholz),
    )
    one = desk.read()
    assert (one.name, one.rounds_announced, one.thirds, one.double) == (
        "Copa de verano",
        8,
        Thirds.whole,
        True,
    )
    assert one.tie_breaks == (TieBreak.wins, TieBreak.buchholz) and len(one.players) == 29
    assert "29 players, 8 rounds, every second one a return round" in said[0]
    assert "2 will rest" in said[1]


@pytest.mark.parametrize("name", [".", "folder"])
def test_a_folder_is_no_new_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(ThreesError, match="is a folder: give the file a name in it"):
        Desk(tmp_path / name).new(some_players(tmp_path / "players.csv", 3), 1)


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    raw = desk.path.read_bytes()
    with pytest.raises(ThreesError, match="is there already"):
        desk.new(tmp_path / "players.csv", 3)
    assert desk.path.read_bytes() == raw
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cup.3x2", "players.csv"]


@pytest.mark.parametrize(
    ("rounds", "double", "says"),
    [
        (0, False, "0 rounds: 1 to 99"),
        (100, False, "100 rounds: 1 to 99"),
        (5, True, "5 rounds: with return rounds the number is even"),
    ],
)
def test_a_number_of_rounds_that_cannot_be_is_refused(
    rounds: int, double: bool, says: str, tmp_path: Path
) -> None:
    desk = Desk(tmp_path / "cup.3x2")
    with pytest.raises(ThreesError, match=says):
        desk.new(some_players(tmp_path / "players.csv", 6), rounds, double=double)
    assert not desk.path.exists()


def test_with_double_every_second_round_is_a_return_round(tmp_path: Path) -> None:
    """Rule 7."""
    desk = new_desk(tmp_path, rounds=4, double=True)
    for _ in range(4):
        desk.pair()
        decide(desk)
    rounds = desk.read().rounds
    assert [each.returned for each in rounds] == [0, 1, 0, 3]
    for there, back in ((rounds[0], rounds[1]), (rounds[2], rounds[3])):
        colors = {(game.white, game.black) for _, game in there.games()}
        assert {(game.black, game.white) for _, game in back.games()} == colors


def test_a_round_is_paired_only_when_the_one_before_is_finished(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    desk.pair()
    desk.enter_results(1, ["1-0", "1-0", "1-0"])
    says = r"round 1 is not finished: no result at table 2 board A, table 2 board B, table 2 bo"
    with pytest.raises(ThreesError, match=says):
        desk.pair()
    desk.enter_results(2, ["1-0", "1-0", "1-0"])
    desk.pair()
    assert len(desk.read().rounds) == 2


def test_thirds_can_be_chosen_for_one_round(tmp_path: Path) -> None:
    desk = new_desk(tmp_path, count=9)
    desk.pair()
    for table in (1, 2, 3):
        desk.enter_results(table, ["1-0", "1-0", "0-1"])
    desk.pair(Thirds.whole)
    one = desk.read()
    assert [each.thirds for each in one.rounds] == [Thirds.score, Thirds.whole]
    points = {number: r.points for number, r in records(one.players, one.rounds[:1]).items()}
    for table in one.rounds[1].tables:
        assert sorted(points[number] for number in table.seats) == [0, 2, 4]


def test_results_are_entered_corrected_and_taken_away(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    desk.pair()
    said = desk.enter_results(1, ["1-0", "=", "-/+"])
    assert said == [
        "Table 1 board A: 1 Player 001 - 3 Player 003: 1-0",
        "Table 1 board B: 3 Player 003 - 5 Player 005: 1/2-1/2",
        "Table 1 board C: 5 Player 005 - 1 Player 001: -/+",
        "Round 1: 3 games without a result.",
    ]
    assert desk.enter_results(1, ["B=0-1"])[0].endswith(": 0-1 (was 1/2-1/2)")
    assert desk.enter_results(1, ["C=*"])[1] == "Round 1: 4 games without a result."
    games = desk.read().rounds[0].tables[0].games
    assert [game.result for game in games] == [Result.white_wins, Result.black_wins, None]


def test_a_result_of_an_earlier_round_can_be_corrected(tmp_path: Path) -> None:
    """The round that is paired stays; the points count."""
    desk = new_desk(tmp_path)
    desk.pair()
    decide(desk)
    desk.pair()
    paired = desk.read().rounds[1]
    said = desk.enter_results(1, ["A=1-0"], round_number=1)
    assert "Round 2 was paired before this; it stays as it is, the points count." in said
    one = desk.read()
    assert one.rounds[1] == paired
    assert records(one.players, one.rounds)[1].points == 3


def test_results_come_from_a_file_all_or_none(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    desk.pair()
    results = tmp_path / "results.csv"
    results.write_text("mesa;tablero;resultado\n2;a;1-0\n1;C;½-½\n1;B;\n", encoding="utf-8")
    assert desk.enter_results_from(results)[-1] == "Round 1: 4 games without a result."
    found = {(t.number, g.board): g.result for t, g in desk.read().rounds[0].games() if g.result}
    assert found == {(2, "A"): Result.white_wins, (1, "C"): Result.draw}


def test_a_list_of_another_pairing_gives_nobody_a_result(tmp_path: Path) -> None:
    """A round is taken back and paired anew: the list that was printed before names others."""
    desk = new_desk(tmp_path)
    desk.pair()
    sheet = pairing_list(desk.read(), desk.read().round(None), ENGLISH)
    names = [column.key for column in sheet.columns]
    rows = [dict(zip(names, row, strict=True)) for row in sheet.rows]

    def entered(**changed: str) -> list[str]:
        filled = [row | {"result": "1-0"} for row in rows]
        filled[0] |= changed
        lines = [",".join(names), *(",".join(row.values()) for row in filled)]
        path = tmp_path / "list.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return desk.enter_results_from(path)

    with pytest.raises(ThreesError, match="line 2: 'x' is no number of a player"):
        entered(white_number="x")
    assert entered()[-1] == "Round 1 is finished."
    entered(white_number="", black_number="")  # a list without numbers has to be believed
    desk.undo()
    desk.enter("Eva Sol", "2900")
    desk.pair()
    before = desk.read()
    with pytest.raises(ThreesError) as refused:
        entered()
    assert str(refused.value).endswith(
        "list.csv: line 2: table 1 board A: player 1 has not White here, 7 Eva Sol has: the list"
        " is not of this pairing"
    )
    assert desk.read() == before


def test_a_list_with_the_colors_exchanged_is_refused(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    desk.pair()
    path = tmp_path / "list.csv"
    path.write_text("table,board,result,white_number,black_number\n1,A,1-0,1,5\n")
    with pytest.raises(ThreesError, match=r"board A: player 5 has not Black here, 3 .* has"):
        desk.enter_results_from(path)


def test_what_a_no_show_has_not_played_cannot_be_entered(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    desk.pair()
    desk.no_show("5")
    with pytest.raises(ThreesError, match="table 1 board B: 5 Player 005 did not come: first"):
        desk.enter_results(1, ["B=1-0"])
    desk.enter_results(1, ["A=1-0", "B=+/-"])
    with pytest.raises(ThreesError, match="5 Player 005 is a no-show already in round 1"):
        desk.no_show("5")
    with pytest.raises(ThreesError, match="1 Player 001 is no no-show in round 1"):
        desk.no_show("1", came=True)
    with pytest.raises(ThreesError, match=r"1 Player 001 has a result on board A of table 1"):
        desk.no_show("1")


def test_a_no_show_who_was_not_paired_is_refused(tmp_path: Path) -> None:
    desk = new_desk(tmp_path, count=7)
    desk.pair()
    with pytest.raises(ThreesError, match="7 Player 007 has no table in round 1"):
        desk.no_show("7")


def test_who_has_withdrawn_is_not_paired_until_he_is_readmitted(tmp_path: Path) -> None:
    desk = new_desk(tmp_path, count=7)
    desk.withdraw("3")
    with pytest.raises(ThreesError, match="3 Player 003 has withdrawn already"):
        desk.withdraw("3")
    desk.pair()
    one = desk.read()
    assert one.rounds[0].table_of(3) is None and not one.rounds[0].resting
    decide(desk)
    desk.withdraw("3", back=True)
    with pytest.raises(ThreesError, match="3 Player 003 has not withdrawn"):
        desk.withdraw("3", back=True)
    desk.pair()
    one = desk.read()
    assert one.rounds[1].table_of(3) is not None or 3 in one.rounds[1].resting
    assert 1 not in records(one.players, one.rounds)[3].halves, "the missed round scores nothing"


def test_who_withdraws_with_games_open_is_told_what_to_do(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    desk.pair()
    assert "Round 1, table 1: enter the results of his games, or no-show." in desk.withdraw("1")
    decide(desk)
    assert len(desk.withdraw("2")) == 1


def test_who_enters_late_gets_the_next_number_and_his_place_by_rating(tmp_path: Path) -> None:
    """Rule 9.1: numbers that are printed already do not change."""
    desk = new_desk(tmp_path, count=6)
    desk.pair()
    decide(desk)
    said = desk.enter("Eva Sol", "2700")
    assert said[0] == "7 Eva Sol (2700) is paired from round 2 on."
    desk.enter("Unknown", "")
    desk.enter("Someone", "0")
    with pytest.raises(ThreesError, match="7 Eva Sol is in the list already"):
        desk.enter("EVA sol", "1000")
    desk.pair()
    one = desk.read()
    assert one.player(7) == Player(7, "Eva Sol", 2700)
    # Six have 1 point, the three who entered none: (7, 8, 9) by rule 5, 7 first by rating.
    assert one.rounds[1].tables[2].seats == (7, 8, 9)


def test_nobody_enters_after_the_last_round_is_paired(tmp_path: Path) -> None:
    desk = new_desk(tmp_path, rounds=1)
    desk.pair()
    with pytest.raises(ThreesError, match="the last round is paired"):
        desk.enter("Eva Sol", "1000")


def test_undo_takes_the_last_round_back_and_keeps_it_in_the_log(tmp_path: Path) -> None:
    desk = new_desk(tmp_path, count=7)
    before = desk.read()
    desk.pair()
    first = desk.read()
    desk.no_show("2")
    decide(desk, "1-0")
    desk.pair()
    assert desk.undo()[0] == "Round 2 is taken back, with 0 results."
    desk.enter("Eva Sol", "2000")
    assert desk.undo()[0] == "Round 1 is taken back, with 6 results."
    one = desk.read()
    assert one.rounds == before.rounds == () and len(one.players) == 8
    details = [detail for _, _, detail in desk.log() if detail]
    assert '"results": {"A": "1-0", "B": "1-0", "C": "1-0"}' in details[-1]
    assert '"no_shows": [2]' in details[-1]
    with pytest.raises(ThreesError, match="no round has been paired yet"):
        desk.undo()
    desk.withdraw("8")
    desk.pair()
    assert desk.read().rounds == first.rounds, "the same list gives the same round"


def test_a_return_round_needs_an_ordinary_one_before(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    with pytest.raises(ThreesError, match="there is no round yet that could be returned"):
        desk.pair(returning=True)
    desk.pair()
    decide(desk)
    with pytest.raises(ThreesError, match="a return round has the tables of the one before"):
        desk.pair(Thirds.whole, returning=True)
    desk.pair(returning=True)
    decide(desk)
    with pytest.raises(ThreesError, match="round 2 is a return round itself"):
        desk.pair(returning=True)


def test_a_return_round_of_which_nobody_is_left_is_refused(tmp_path: Path) -> None:
    desk = new_desk(tmp_path, count=3)
    desk.pair()
    decide(desk)
    for number in "123":
        desk.withdraw(number)
    with pytest.raises(ThreesError, match="round 1 cannot be returned: nobody of it is left"):
        desk.pair(returning=True)


def test_who_enters_before_a_return_round_waits_and_is_named(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    desk.pair()
    decide(desk)
    desk.enter("Eva Sol", "2000")
    said = desk.pair(returning=True)
    assert said[-1] == "Not in round 1, and so not in its return round: 7 Eva Sol"


def test_fewer_than_three_make_no_round(tmp_path: Path) -> None:
    desk = new_desk(tmp_path, count=3)
    desk.withdraw("1")
    with pytest.raises(ThreesError, match="a round needs three players, and there are 2"):
        desk.pair()


@pytest.mark.parametrize(
    ("who", "number"),
    [
        ("2", 2), ("luis vega", 2), ("  Luis   Vega ", 2), ("vega", 2), ("Ana", 1), ("ruiz r", 3),
        ("alvarez", 4),
    ],
)
def test_a_player_is_found_by_number_name_or_part_of_it(who: str, number: int) -> None:
    """The whole name goes before a part of another: Ana is 1, though Ana Ruiz Rey has it, too."""
    assert find_player(TRIO, who).number == number


TRIO = Tournament(
    "Test",
    3,
    players=(
        Player(1, "Ana", 0),
        Player(2, "Luis Vega", 0),
        Player(3, "Ana Ruiz Rey", 0),
        Player(4, "Ó. Álvarez", 0),
    ),
)


@pytest.mark.parametrize(
    ("who", "says"),
    [
        ("5", "there is no player 5"),
        ("0", "there is no player 0"),
        ("9" * 40, "there is no player 999999999"),
        ("an", "'an' may be 1 Ana or 3 Ana Ruiz Rey"),
        ("Eva", "there is no player 'Eva': chessclock threes players lists them"),
        (" ", "which player"),
    ],
)
def test_a_player_who_is_not_there_or_not_clear_is_refused(who: str, says: str) -> None:
    with pytest.raises(ThreesError, match=says):
        find_player(TRIO, who)


def make_text(path: Path) -> None:
    """Write a file that is no database."""
    path.write_text("name,rating\n" * 200, encoding="utf-8")


def make_empty(path: Path) -> None:
    """Write a file with nothing in it."""
    path.touch()


def make_other(path: Path) -> None:
    """Write a database of somebody else."""
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE thing (x)")
    connection.close()


def make_later(path: Path) -> None:
    """Write a tournament file of another version."""
    Desk(path).new(some_players(path.with_suffix(".csv"), 3), 1)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 9")
    connection.close()


def make_damaged(path: Path) -> None:
    """Write a tournament file whose end is lost."""
    Desk(path).new(some_players(path.with_suffix(".csv"), 30), 1)
    Desk(path).pair()
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (make_text, "is no tournament file"),
        (make_empty, "is no tournament file"),
        (make_other, "is no tournament file"),
        (make_later, r"was made by another version \(format 9, this one knows 1\)"),
        (make_damaged, "malformed|damaged"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: None, "no such file"),
    ],
)
def test_what_is_no_tournament_file_is_named(
    make: Callable[[Path], object], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "cup.3x2"
    make(path)
    for work in (Desk(path).read, Desk(path).pair, Desk(path).undo):
        with pytest.raises(ThreesError, match=says) as caught:
            work()
        assert str(path) in str(caught.value) and "\n" not in str(caught.value)


def test_everything_that_was_done_stands_in_the_log(tmp_path: Path) -> None:
    desk = new_desk(tmp_path)
    desk.pair()
    desk.enter_results(1, ["1-0", "1-0", "1-0"])
    desk.undo()
    commands = [command for _, command, _ in desk.log()]
    assert commands == [
        "new: 6 players, 4 rounds",
        "pair",
        "result: table 1",
        "round 1 before it was taken back",
        "undo",
    ]
