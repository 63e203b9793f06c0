"""Sheets: the same rows on the screen, as CSV and on paper; pages are whole, names escaped."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from host_tools.manual.paper import PaperError, print_pdf
from host_tools.threes import output, page, sheet_rows
from host_tools.threes.desk import Desk
from host_tools.threes.model import TieBreak, Tournament
from host_tools.threes.output import sheet_csv
from host_tools.threes.result_text import read_results
from host_tools.threes.texts import ENGLISH, SPANISH, Words
from tests.threes.threes_kit import some_players, write_players

BOTH = (ENGLISH, SPANISH)
EMPTY = ("meta", "link", "br", "use", "circle", "polygon")


class Outline(HTMLParser):
    """Checks that what is opened is closed, and keeps the texts."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list) -> None:  # noqa: D102
        self.tags.append(tag)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:  # noqa: D102
        if tag not in EMPTY:
            assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:  # noqa: D102
        if self.open and self.open[-1] not in ("style", "title") and data.strip():
            self.texts.append(data.strip())


def outline(html: str) -> Outline:
    """Return the outline of a page, which must be whole."""
    parser = Outline()
    parser.feed(html.split("\n", 1)[1])
    parser.close()
    assert not parser.open
    return parser


@pytest.fixture
def cup(tmp_path: Path) -> Tournament:
    """Return a tournament of eight with a difficult name, a no-show, and one round in play."""
    rows = [(f"Player {n}", 2000 - n) for n in range(1, 7)]
    write_players(tmp_path / "players.csv", [*rows, ("<b>O'X & Y</b>", 2500), ("Zoë Peña", 0)])
    desk = Desk(tmp_path / "cup.3x2")
    desk.new(tmp_path / "players.csv", 3, name="Cup <3>")
    desk.pair()
    desk.enter_results(1, ["1-0", "=", "0-1"])
    desk.no_show("2")
    return desk.read()


def all_pages(one: Tournament, words: Words) -> list[str]:
    """Return every page there is."""
    last = one.rounds[-1]
    return [
        page.sheet_page(one, sheet_rows.pairing_list(one, last, words), words),
        page.sheet_page(one, sheet_rows.standings_sheet(one, None, words), words),
        page.sheet_page(one, sheet_rows.player_list(one, words), words),
        page.table_page(one, last, words),
        page.board_page(one, last, words),
    ]


@pytest.mark.parametrize("words", BOTH, ids=lambda words: words.language)
def test_every_page_is_whole_and_loads_nothing(cup: Tournament, words: Words) -> None:
    for html in all_pages(cup, words):
        found = outline(html)
        assert "<b>O" not in html
        assert any("Cup <3>" in text for text in found.texts)
        assert not re.search(r"(?:src|href)=[\"'](?!#)", html) and "@import" not in html
        assert f'<html lang="{words.language}">' in html
        assert "&lt;b&gt;O&#x27;X &amp; Y&lt;/b&gt;" in html


def test_the_pairing_list_has_a_row_a_board_and_whites_points(cup: Tournament) -> None:
    sheet = sheet_rows.pairing_list(cup, cup.rounds[0], ENGLISH)
    rows = [dict(zip((column.key for column in sheet.columns), row)) for row in sheet.rows]
    assert [(row["table"], row["board"]) for row in rows] == [
        (table, board) for table in ("1", "2") for board in "ABC"
    ]
    assert rows[0]["white"] == "<b>O'X & Y</b>" and rows[0]["result"] == "1-0"
    assert [row["white_points"] for row in rows[:3]] == ["2", "0.5", "0.5"]
    assert rows[3]["white_number"] == "2" and rows[3]["result"] == "-/+"
    assert sheet.notes[:2] == ("Rest, 1 point: 8 Zoë Peña, 7 Player 6", "Did not come: 2 Player 1")


def test_scores_on_a_sheet_are_those_before_the_round(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "cup.3x2")
    desk.new(some_players(tmp_path / "players.csv", 3), 3)
    for _ in range(2):
        desk.pair()
        desk.enter_results(1, ["1-0", "=", "0-1"])
    one = desk.read()
    for number, scores in ((1, ["0", "0", "0"]), (2, ["2", "0.5", "0.5"])):
        sheet = sheet_rows.pairing_list(one, one.round(number), ENGLISH)
        keys = [column.key for column in sheet.columns]
        assert [row[keys.index("white_score")] for row in sheet.rows] == scores


def test_a_list_that_is_filled_in_comes_back_as_results(cup: Tournament, tmp_path: Path) -> None:
    """The CSV of the list is what `results` reads, whatever the language of the sheet."""
    sheet = sheet_rows.pairing_list(cup, cup.rounds[0], SPANISH)
    text = sheet_csv(sheet)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 6 and rows[0]["white"] == "<b>O'X & Y</b>"
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode())
    entries = {(each.table, each.board): each.result for each in read_results(path, 1)}
    known = {(t.number, g.board): g.result for t, g in cup.rounds[0].games() if g.result}
    assert entries == known


def test_the_table_sheet_has_seats_boards_drawing_and_start(cup: Tournament) -> None:
    html = page.table_page(cup, cup.rounds[0], ENGLISH)
    sections = re.findall(r"<section.*?</section>", html, re.DOTALL)
    assert len(sections) == 2
    found = outline("\n" + sections[0]).texts
    assert "Table" in found[0] and "1" in found[0]
    for text in ("<b>O'X & Y</b>", "Player 2", "Player 4", "A (left)", "C (right)", "Start"):
        assert text in found
    seats = re.findall(r'<text class="seat"[^>]*>(\d+)</text>', sections[0])
    assert seats == [str(number) for number in cup.rounds[0].tables[0].seats]
    assert html.count("<symbol") == 1 and html.count("<use ") == 2


def test_a_slip_a_board_with_both_names_and_two_signatures(cup: Tournament) -> None:
    html = page.board_page(cup, cup.rounds[0], ENGLISH)
    slips = re.findall(r'<section class="slip">.*?</section>', html, re.DOTALL)
    assert len(slips) == 6
    for slip, (table, game) in zip(slips, cup.rounds[0].games()):
        found = outline("\n" + slip).texts
        assert f"Table {table.number}, Board {game.board}" in found
        assert str(cup.player(game.white)) in found and str(cup.player(game.black)) in found
        assert found.count("Signature") == 2


def test_standings_of_a_round_in_play_say_so(cup: Tournament) -> None:
    sheet = sheet_rows.standings_sheet(cup, None, ENGLISH)
    assert sheet.notes[0] == "Round 1 is not finished (*): 1 without a result, counted as 0."
    by_name = {row[2]: row[4] for row in sheet.rows}
    # 2 did not come: his opponents have 1 point, and their own game is open.
    assert (by_name["Player 3"], by_name["Player 5"]) == ("1*", "1*")
    assert (by_name["Player 1"], by_name["Zoë Peña"], by_name["Player 2"]) == ("0", "1", "0.5")
    before = sheet_rows.standings_sheet(Tournament("X", 3, players=cup.players), None, ENGLISH)
    assert before.subtitle == "before the first round"


@pytest.mark.parametrize("words", [ENGLISH, SPANISH])
def test_standings_say_how_a_rest_counts_in_tie_breaks(cup: Tournament, words: Words) -> None:
    """Who has rested has a Buchholz without an opponent: the sheet says where it comes from."""
    sheet = sheet_rows.standings_sheet(cup, None, words)
    rested = next(row for row in sheet.rows if row[2] == "Zoë Peña")
    assert sheet.columns[6].key == "buchholz" and rested[6] == "2"
    assert words.unplayed_note in sheet.notes
    alone = replace(cup, tie_breaks=(TieBreak.wins,))
    assert words.unplayed_note not in sheet_rows.standings_sheet(alone, None, words).notes


def test_the_list_of_players_says_who_came_late_and_who_left(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "cup.3x2")
    desk.new(some_players(tmp_path / "players.csv", 3), 3)
    desk.pair()
    desk.enter_results(1, ["=", "=", "="])
    desk.enter("Eva Sol", "")
    desk.withdraw("2")
    sheet = sheet_rows.player_list(desk.read(), ENGLISH)
    assert sheet.rows[1][4] == "withdrawn"
    assert sheet.rows[3] == ("4", "Eva Sol", "-", "0", "first paired in round 2")


def test_nothing_is_cut_off_on_a_narrow_screen(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = io.StringIO()
    monkeypatch.setattr(output, "console", lambda: Console(file=text, width=70, markup=False))
    sheet = sheet_rows.table_list(cup, cup.rounds[0], ENGLISH)
    output.show_sheet(cup.name, sheet)
    shown = text.getvalue()
    assert "…" not in shown
    for row in sheet.rows:
        assert row[3] in shown and row[7] in shown
    assert max(map(len, shown.splitlines()[:-7])) <= 70


def test_both_languages_have_every_word() -> None:
    for name, text in vars(ENGLISH).items():
        other = getattr(SPANISH, name)
        assert type(text) is type(other) and other, name
        if isinstance(text, str):
            assert text.count("{}") == other.count("{}"), name
        else:
            assert len(text) == len(other), name


def test_two_table_sheets_fill_a_page_and_long_names_do_not_break_it(tmp_path: Path) -> None:
    """Printed by Chromium: 5 tables on 3 pages, 15 slips on 2, the list on 1."""
    rows = [(f"María Concepción Fernández-Cuesta {n:02}", 2000 - n) for n in range(15)]
    write_players(tmp_path / "players.csv", rows)
    desk = Desk(tmp_path / "cup.3x2")
    desk.new(tmp_path / "players.csv", 3)
    desk.pair()
    one = desk.read()
    last = one.rounds[0]
    made = {
        "tables": (page.table_page(one, last, SPANISH), 3),
        "boards": (page.board_page(one, last, SPANISH), 2),
        "list": (page.sheet_page(one, sheet_rows.pairing_list(one, last, SPANISH), SPANISH), 1),
    }
    for name, (html, pages) in made.items():
        path = tmp_path / f"{name}.html"
        path.write_text(html, encoding="utf-8")
        try:
            assert print_pdf(path, path.with_suffix(".pdf")) == pages, name
        except PaperError as error:
            pytest.skip(str(error))
