"""Lists of players and of results, good and bad: what is wrong is said with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.threes.errors import ThreesError
from host_tools.threes.model import Result
from host_tools.threes.player_list import check_name, check_rating, read_players
from host_tools.threes.result_text import (
    TEXTS,
    Entry,
    parse_entries,
    parse_result,
    read_results,
)

THREE = [("Ana", 2000), ("Bea", 1900), ("Cid", 0)]


def players_of(tmp_path: Path, text: str | bytes) -> list[tuple[str, int]]:
    """Read a list of players from a text."""
    path = tmp_path / "players.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [(each.name, each.rating) for each in read_players(path)]


@pytest.mark.parametrize(
    "text",
    [
        "name,rating\nAna,2000\nBea,1900\nCid,0\n",
        "\ufeffname,rating\r\nAna,2000\r\nBea,1900\r\nCid,\r\n",
        "Nombre;Elo\nAna;2000\nBea;1900\nCid;-\n",
        "rating\tclub\tName\n2000\tx\tAna\n1900\ty\tBea\nunrated\tz\tCid\n",
        "\n\nname,rating\n\n  Ana , 2000 \n,\nBea,1900,\nCid",
        'name,rating\n"Ana",2000\n"Bea",1900\n"Cid",""\n',
        "name,rating\rAna,2000\rBea,1900\rCid,0\r",
    ],
)
def test_lists_as_programs_write_them_are_read(text: str, tmp_path: Path) -> None:
    assert players_of(tmp_path, text) == THREE


def test_one_name_written_in_two_ways_is_one_name(tmp_path: Path) -> None:
    """An accent as a character of its own, as some programs write it."""
    both = "name,rating\nJose\u0301,1\nJos\u00e9,2\nBea,3\nCid,4\n"
    with pytest.raises(ThreesError, match="line 3: 'Jos\u00e9' is on line 2, too"):
        players_of(tmp_path, both)
    alone = players_of(tmp_path, both.replace("Jos\u00e9", "Ana"))
    assert ("Jos\u00e9", 1) in alone


def test_a_name_with_a_comma_in_quotes_is_one_name(tmp_path: Path) -> None:
    text = 'name,rating\n"Ruiz, Ana",2000\nÑoño Güell,1900\nO\'Neill-Ŝik,1800\n'
    assert [name for name, _ in players_of(tmp_path, text)] == [
        "Ruiz, Ana",
        "Ñoño Güell",
        "O'Neill-Ŝik",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: is empty; it must name the columns: name, rating"),
        ("\n\n", "line 1: is empty"),
        ("Ana,2000\nBea,1900\n", "line 1: there is no column 'name'; the first line must name"),
        ("name,elo,rating\n", "line 1: there are two columns 'rating'"),
        ("name,points\nAna,1\n", "line 1: there is no column 'rating'"),
        ("name,rating\nAna,2000\n,1900\nCid,1\n", "line 3: the name is empty"),
        ("name,rating\nAna,2000\nBea,two\nCid,1\n", "line 3: the rating 'two' is no whole numbe"),
        ("name,rating\nAna,2000.5\nB,1\nC,1\n", "line 2: the rating '2000.5' is no whole number"),
        ("name,rating\nAna,-5\nB,1\nC,1\n", "line 2: the rating '-5' is no whole number"),
        ("name,rating\nAna,4001\nB,1\nC,1\n", "line 2: the rating 4001 is above 4000"),
        ("name,rating\nAna,²\nB,1\nC,1\n", "line 2: the rating '²' is no whole number"),
        ("name,rating\nAna,1\nBea,2\n\nANA,3\n", "line 5: 'ANA' is on line 2, too: tell them"),
        ("name,rating\nRuiz, Ana,2000\nB,1\n", "line 2: 3 columns, and the first line has 2; a "),
        ("name,rating\n=1+1,2000\nB,1\nC,1\n", "line 2: the name '=1+1' begins with '=', which"),
        ("name,rating\n17,2000\nB,1\nC,1\n", "line 2: the name '17' is a number"),
        ("name,rating\nA\u202eB,2000\nB,1\nC,1\n", "line 2: the name 'A\\u202eB' has a characte"),
        (f"name,rating\n{'x' * 61},1\nB,1\nC,1\n", "line 2: the name has 61 characters, 60 at t"),
        ('name,rating\nAna,1\n"Bea,2\nCid,3\n', "line 3: is no CSV: unexpected end of data"),
        ('name,rating\nAna,1\n"Bea"x,2\nCid,3\n', "line 3: is no CSV:"),
        ("name,rating\nAna,1\nBea,2\n", "three players at least, and there are 2"),
        (b"name,rating\nAna,1\nPe\xf1a,2\n", 'line 3: is not UTF-8: save the file as "CSV UTF-8"'),
        (b"name,rating\nA\x00na,1\nB,2\nC,3\n", "line 2: "),
        ("name,rating\nA,x\nB,y\nC,1\nC,2\n", "whole number (also wrong: line 3, 5)"),
    ],
)
def test_a_wrong_list_is_refused_with_its_line(
    text: str | bytes, says: str, tmp_path: Path
) -> None:
    with pytest.raises(ThreesError) as caught:
        players_of(tmp_path, text)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'players.csv'}: ") and "\n" not in message
    assert says in message


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ThreesError, match=r"nowhere\.csv: No such file or directory"):
        read_players(tmp_path / "nowhere.csv")
    with pytest.raises(ThreesError, match="Is a directory"):
        read_players(tmp_path)


def test_a_list_that_is_far_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("name,rating\n" + "".join(f"P{n},1\n" for n in range(3001)), "utf-8")
    with pytest.raises(ThreesError, match="3001 players, 3000 at the most"):
        read_players(path)
    path.write_bytes(b"x" * 5_000_001)
    with pytest.raises(ThreesError, match="larger than 5 MB, this is no list"):
        read_players(path)


@given(st.text())
def test_whatever_is_typed_as_a_name_or_rating_is_taken_or_refused(text: str) -> None:
    """Never another error; what is taken is one line that can be printed."""
    for check in (check_name, check_rating):
        try:
            found = check(text)
        except ThreesError as error:
            assert str(error).splitlines() == [str(error)]
        else:
            assert str(found).isprintable()


@given(st.binary(max_size=200))
def test_whatever_is_in_a_file_is_read_or_refused(tmp_path_factory: object, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"  # type: ignore[attr-defined]
    for head in (b"", b"name,rating\n", b"table,board,result\n"):
        path.write_bytes(head + raw)
        for read in (read_players, lambda path: read_results(path, 1)):
            try:
                read(path)
            except ThreesError as error:
                assert str(path) in str(error)


# --- results ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "result"), [(text, result) for result, texts in TEXTS.items() for text in texts]
)
def test_every_way_to_write_a_result(text: str, result: Result) -> None:
    assert parse_result(text) is result
    assert parse_result(f" {text.upper()} ") is result


def test_dashes_of_word_processors_are_dashes() -> None:
    assert parse_result("1\u20130") is Result.white_wins
    assert parse_result("\u00bd \u2013 \u00bd") is Result.draw
    assert parse_result("\u2212/+") is Result.white_absent


@pytest.mark.parametrize("text", ["*", "?", "none"])
def test_a_star_takes_a_result_away(text: str) -> None:
    assert parse_result(text) is None


@pytest.mark.parametrize("text", ["2-0", "1-1", "", "win", "--round", "1-0-1", "1/2-0"])
def test_what_is_no_result_is_refused(text: str) -> None:
    with pytest.raises(ThreesError, match="is no result: write 1-0, 0-1, 1/2-1/2"):
        parse_result(text)


def test_three_words_are_the_boards_in_their_order() -> None:
    assert parse_entries(4, ["1-0", "=", "-/+"]) == [
        Entry(4, "A", Result.white_wins),
        Entry(4, "B", Result.draw),
        Entry(4, "C", Result.white_absent),
    ]


def test_boards_can_be_named() -> None:
    assert parse_entries(2, ["c=1-0", "A=*", "b=="]) == [
        Entry(2, "C", Result.white_wins),
        Entry(2, "A", None),
        Entry(2, "B", Result.draw),
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["1-0"], "1 result: give three, for the boards A, B and C, or name the board"),
        (["1-0", "1-0"], "2 results: give three"),
        (["1-0"] * 4, "4 results: give three"),
        (["D=1-0"], "'D' is no board: A, B or C"),
        (["A=1-0", "1-0"], "'1-0' names no board: write A=1-0"),
        (["A=1-0", "A=0-1"], "board A has two results"),
        (["A=7"], "'7' is no result"),
    ],
)
def test_words_that_are_no_results_of_a_table_are_refused(words: list[str], says: str) -> None:
    with pytest.raises(ThreesError, match=says):
        parse_entries(1, words)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("1,A,2-0", "line 2: '2-0' is no result"),
        ("1,A,1-0\none,B,1-0", "line 3: 'one' is no number of a table"),
        ("1,AB,1-0", "line 2: 'AB' is no board: A, B or C"),
        ("1,A,1-0\n1,a,0-1", "line 3: table 1 board A is on line 2, too"),
        ("1,A,\n2,B,", "there is no result in it"),
        ("", "there is no result in it"),
    ],
)
def test_a_wrong_list_of_results_is_refused_with_its_line(
    rows: str, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "results.csv"
    path.write_text(f"table,board,result\n{rows}\n", encoding="utf-8")
    with pytest.raises(ThreesError, match=says):
        read_results(path, 1)


def test_results_of_another_round_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("round,table,board,result\n2,1,A,1-0\n1,1,B,1-0\n", encoding="utf-8")
    with pytest.raises(ThreesError, match="line 3: is of round 1, and not of 2"):
        read_results(path, 2)
