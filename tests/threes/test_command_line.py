"""`chessclock threes`: what is asked is done, and what is wrong is one line and exit status 2."""

from __future__ import annotations

import csv
import io
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.threes.command_line import app
from tests.command_line import run_command
from tests.threes.threes_kit import some_players

NAMES = [
    command.name or command.callback.__name__.replace("_", "-")
    for command in app.registered_commands
    if command.callback is not None
]


def run(folder: Path, *words: object, answer: str = "") -> subprocess.CompletedProcess[str]:
    """Run `chessclock threes` in a folder as a user does."""
    return run_command("threes", *words, folder=folder, answer=answer)


def done(folder: Path, *words: object, answer: str = "") -> list[str]:
    """Run a command that must go well and return the lines that it printed."""
    result = run(folder, *words, answer=answer)
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr
    return result.stdout.splitlines()


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Return a folder with a tournament of seven, its first round paired."""
    some_players(tmp_path / "players.csv", 7)
    done(tmp_path, "new", "cup.3x2", "--players", "players.csv", "--rounds", 3)
    done(tmp_path, "pair", "cup.3x2")
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_every_command_explains_itself_with_an_example(name: str, tmp_path: Path) -> None:
    text = " ".join(" ".join(done(tmp_path, name, "--help")).replace("│", " ").split())
    assert f"Example: chessclock threes {name} cup.3x2" in text


def test_a_tournament_from_beginning_to_end(tmp_path: Path) -> None:
    some_players(tmp_path / "players.csv", 8)
    said = done(tmp_path, "new", "cup.3x2", "--players", "players.csv", "--rounds", 3)
    assert said[0].startswith("cup.3x2: cup, 8 players, 3 rounds, thirds inside score groups")
    assert said[-1] == "Next: chessclock threes pair cup.3x2"
    said = done(tmp_path, "pair", "cup.3x2", "--why")
    assert said[0].startswith("Round 1 of 3 is paired: 2 tables; rest (1 point): 8 Player 008, 7 ")
    assert any("the 1st of each third" in line for line in said)
    said = done(tmp_path, "result", "cup.3x2", 1, "1-0", "=", "-/+")
    assert said[-1] == "Round 1: 3 games without a result."
    done(tmp_path, "no-show", "cup.3x2", 4)
    said = done(tmp_path, "result", "cup.3x2", 2, "C=0-1")
    assert said[-1] == "Round 1 is finished."
    said = done(tmp_path, "standings", "cup.3x2")
    assert said[0] == "cup: Standings, after round 1 of 3"
    assert said[2].split()[:4] == ["1", "2", "Player", "002"]
    done(tmp_path, "enter", "cup.3x2", "Eva Sol", 1850)
    done(tmp_path, "withdraw", "cup.3x2", "player 004")
    done(tmp_path, "pair", "cup.3x2", "--thirds", "whole")
    done(tmp_path, "undo", "cup.3x2")
    done(tmp_path, "readmit", "cup.3x2", 4)
    done(tmp_path, "pair", "cup.3x2", "--return")
    said = done(tmp_path, "why", "cup.3x2", "--table", 1)
    assert any("The cycle of round 1 turned" in line for line in said)
    said = done(tmp_path, "log", "cup.3x2")
    assert [line.split(" ", 1)[1].split(":")[0] for line in said] == [
        *("new", "pair", "result", "no-show", "result", "enter", "withdraw", "pair"),
        *("round 2 before it was taken back", "undo", "readmit", "pair"),
    ]


def test_an_undo_with_results_asks_first(cup: Path) -> None:
    done(cup, "result", "cup.3x2", 1, "1-0", "1-0", "1-0")
    refused = run(cup, "undo", "cup.3x2", answer="n\n")
    assert refused.returncode == 1 and refused.stderr == ""
    assert "Take round 1 back, with 3 results?" in refused.stdout
    assert "Nothing is changed." in refused.stdout
    none = run(cup, "undo", "cup.3x2")
    assert none.returncode == 1 and "the input ended before the answer" in none.stderr
    assert done(cup, "standings", "cup.3x2")[0].endswith("after round 1 of 3")
    said = done(cup, "undo", "cup.3x2", answer="y\n")
    assert "Round 1 is taken back, with 3 results." in said[0]
    done(cup, "pair", "cup.3x2")
    done(cup, "result", "cup.3x2", 1, "1-0", "1-0", "1-0")
    done(cup, "undo", "cup.3x2", "--yes")


@pytest.mark.parametrize("kind", ["pairings", "tables", "boards"])
def test_a_sheet_comes_on_the_screen_as_csv_and_as_a_page(kind: str, cup: Path) -> None:
    screen = "\n".join(done(cup, "sheet", "cup.3x2", kind))
    assert "Player 001" in screen and "Round 1 of 3" in screen
    rows = list(csv.DictReader(io.StringIO("\n".join(
        done(cup, "sheet", "cup.3x2", kind, "--format", "csv")
    ))))
    assert len(rows) == 6 and rows[0]["round"] == "1" and rows[0]["table"] == "1"
    assert done(cup, "sheet", "cup.3x2", kind, "-o", "one.csv") == ["wrote one.csv"]
    assert list(csv.DictReader((cup / "one.csv").open(newline=""))) == rows
    done(cup, "sheet", "cup.3x2", kind, "-o", "one.html", "--language", "es")
    page = (cup / "one.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and "Ronda 1 de 3" in page
    html = "\n".join(done(cup, "sheet", "cup.3x2", kind, "--format", "html", "--language", "es"))
    assert html == page.rstrip("\n")


def test_names_with_brackets_are_printed_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text(
        "name,rating\n[red]Ana[/red],1\n[/]Bea,2\n\\[x]Cid :boom:,3\n", encoding="utf-8"
    )
    done(tmp_path, "new", "cup.3x2", "--players", "players.csv", "--rounds", 3)
    said = "\n".join([
        *done(tmp_path, "pair", "cup.3x2", "--why"),
        *done(tmp_path, "sheet", "cup.3x2"),
        *done(tmp_path, "standings", "cup.3x2"),
    ])
    for name in ("[red]Ana[/red]", "[/]Bea", "\\[x]Cid :boom:"):
        assert name in said


def test_a_file_may_have_any_name_and_hints_can_be_typed_as_they_are(tmp_path: Path) -> None:
    some_players(tmp_path / "players.csv", 3)
    name = "cup #1? %20.3x2"
    said = done(tmp_path, "new", name, "--players", "players.csv", "--rounds", 3)
    assert said[-1] == f"Next: chessclock threes pair '{name}'"
    done(tmp_path, *shlex.split(said[-1])[3:])
    done(tmp_path, "enter", name, "Eva\nSol", 1)
    assert [line.split(" ", 1)[1] for line in done(tmp_path, "log", name)] == [
        "new: 3 players, 3 rounds",
        "pair",
        "enter: Eva Sol",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == [name, "players.csv"]


def test_a_new_tournament_must_say_how_many_rounds_it_has(tmp_path: Path) -> None:
    """Rule 3."""
    some_players(tmp_path / "players.csv", 3)
    result = run(tmp_path, "new", "cup.3x2", "--players", "players.csv")
    assert result.returncode == 2 and "Missing option '--rounds'" in result.stderr
    assert not (tmp_path / "cup.3x2").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["jump"], "No such command 'jump'"),
        (["pair"], "Missing argument"),
        (["pair", "nowhere.3x2"], "nowhere.3x2: no such file: chessclock threes new makes"),
        (["pair", "players.csv"], "players.csv: is no tournament file"),
        (["pair", "cup.3x2"], "round 1 is not finished: no result at table 1 board A, table 1"),
        (["pair", "cup.3x2", "--thirds", "half"], "Invalid value for '--thirds'"),
        (["new", "cup.3x2", "--players", "players.csv", "--rounds", "3"], "is there already"),
        (["new", "a.3x2", "--players", "no.csv", "--rounds", "3"], "no.csv: No such file"),
        (["new", "no/a.3x2", "--players", "players.csv", "--rounds", "3"], "no/a.3x2: No such"),
        (["new", "a.3x2", "--players", "players.csv", "--rounds", "x"], "for '--rounds'"),
        (["new", "a.3x2", "--players", "bad.csv", "--rounds", "3"], "bad.csv: line 3: the rati"),
        (
            ["new", "a.3x2", "--players", "players.csv", "--rounds", "3", "--ties", "elo"],
            "--ties: 'elo': each at most once of buchholz, sonneborn, wins",
        ),
        (
            ["new", "a.3x2", "--players", "players.csv", "--rounds", "3", "--ties", ","],
            "--ties: name at least one",
        ),
        (["result", "cup.3x2", "9", "1-0", "=", "="], "there is no table 9 in round 1: 1 to 2"),
        (["result", "cup.3x2", "x", "1-0"], "Invalid value for 'TABLE'"),
        (["result", "cup.3x2", "1", "1-0"], "1 result: give three, for the boards A, B and C"),
        (["result", "cup.3x2", "1", "--rund", "1", "A=1-0"], "'--rund' names no board"),
        (["result", "cup.3x2", "1", "A=1-0", "--round", "2"], "round 2 has not been paired"),
        (["results", "cup.3x2", "no.csv"], "no.csv: No such file or directory"),
        (["results", "cup.3x2", "bad.csv"], "bad.csv: line 1: there is no column 'table'"),
        (["sheet", "cup.3x2", "--round", "0"], "round 0 has not been paired: the last one is"),
        (["sheet", "cup.3x2", "-o", "x.pdf"], "x.pdf: a sheet is written into a file .html or"),
        (["sheet", "cup.3x2", "-o", "x.csv", "--format", "html"], "x.csv: a sheet is written"),
        (["sheet", "cup.3x2", "-o", "no/x.csv"], "no/x.csv: No such file or directory"),
        (["sheet", "cup.3x2", "seats"], "Invalid value for 'KIND'"),
        (["sheet", "link.html", "-o", "link.html"], "link.html: is the tournament file itself"),
        (["standings", "cup.3x2", "--round", "2"], "round 2 has not been paired: the last one"),
        (["withdraw", "cup.3x2", "Nobody"], "there is no player 'Nobody'"),
        (["no-show", "cup.3x2", "Player"], "'Player' may be 1 Player 001 or 2 Player 002 or 3"),
        (["enter", "cup.3x2", "Player 001"], "1 Player 001 is in the list already"),
        (["enter", "cup.3x2", "Eva", "high"], "the rating 'high' is no whole number"),
        (["enter", "cup.3x2", ""], "the name is empty"),
        (["why", "cup.3x2", "--table", "3"], "there is no table 3 in round 1: 1 to 2"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: list[str], message: str, cup: Path) -> None:
    (cup / "bad.csv").write_text("name,rating\nAna,1\nBea,x\nCid,2\n", encoding="utf-8")
    (cup / "link.html").symlink_to("cup.3x2")
    before = (cup / "cup.3x2").read_bytes()
    result = run(cup, *words)
    assert result.returncode == 2, result.stdout
    assert message in result.stderr
    assert result.stderr.count("\n") == 1 and result.stdout == ""
    assert (cup / "cup.3x2").read_bytes() == before
    assert not (cup / "a.3x2").exists()
    there = {path.name for path in cup.iterdir()}
    assert there == {"cup.3x2", "players.csv", "bad.csv", "link.html"}, "nothing is left over"


def test_the_help_of_the_whole_says_where_to_begin(tmp_path: Path) -> None:
    text = " ".join(" ".join(done(tmp_path, "--help")).split())
    assert "Example: chessclock threes new cup.3x2 --players players.csv --rounds 5" in text
    result = run(tmp_path)
    assert result.returncode == 2 and "Commands" in result.stdout


@pytest.mark.no_cover  # coverage itself loads SQLite
def test_nothing_heavy_is_loaded_for_the_other_commands() -> None:
    """`chessclock` itself must not open SQLite or pair anything to print its version."""
    loaded = subprocess.run(
        [sys.executable, "-c", "import host_tools.cli, sys; print(*sorted(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "host_tools.threes.command_line" in loaded
    for name in ("sqlite3", "host_tools.threes.store", "host_tools.threes.pairing"):
        assert name not in loaded
