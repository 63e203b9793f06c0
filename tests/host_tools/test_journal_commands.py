"""`chessclock verify`, `journal` and `pgn`: what they write, and one line for what is wrong."""

from __future__ import annotations

import csv
import io
import json
import random
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import chess.pgn
import pytest
from clockcore import arbiter
from clockcore.codes import LEFT
from clockcore.period import Period
from clockcore.time_control import TimeControl
from PIL import Image, ImageColor
from rich.console import Console

from host_tools.journal import read_blocks, read_journal
from host_tools.journal.games import games_of, time_text
from host_tools.journal.moves import clocks, thinking, time_a_game
from host_tools.journal.picture import (
    CURVE_WIDTH,
    HEIGHT,
    SCALE,
    WIDTH,
    Line,
    Text,
    as_png,
    as_svg,
    curves,
    shapes_of,
)
from host_tools.journal.tables import print_games, print_moves
from host_tools.notation import parse_control
from host_tools.pgn import read_game
from tests.command_line import run_command
from tests.host_tools.journal_scribe import Player, Scribe, blocks_of, minutes

MOVES = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]



def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return run_command(*words)


def refuses(done: subprocess.CompletedProcess[str], *said: str) -> None:
    """Check that a command said what is wrong in one line, and nothing else."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    for text in said:
        assert text in done.stderr


def write_journal(scribe: Scribe, path: Path) -> Path:
    """Write a journal as one file."""
    path.write_bytes(b"".join(blocks_of(scribe.entries)))
    return path


def write_moves(path: Path, sans: list[str], head: str = "", comment: str = "") -> Path:
    """Write a game with these moves."""
    texts = [
        f"{number // 2 + 1}. {san}" if number % 2 == 0 else san for number, san in enumerate(sans)
    ]
    path.write_text(f"{head}\n{comment}{' '.join(texts)} *\n", encoding="utf-8")
    return path


def played(presses: int = len(MOVES), control: str = "5+3") -> Player:
    """Return a game with so many presses, with a pause in it."""
    player = Player(control, minutes=minutes(2026, 5, 17, 15, 2))
    choice = random.Random(3)
    for number in range(presses):
        if number == 4:
            player.scribe.wait(500)
            player.pause(60_000).resume()
        player.think(choice.randrange(400, 9_000))
    player.scribe.wait(2_345)
    return player.pause()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with one game of ten presses."""
    return write_journal(played().scribe, tmp_path / "one.journal")


@pytest.fixture
def moves(tmp_path: Path) -> Path:
    """The moves of that game."""
    return write_moves(tmp_path / "game.pgn", MOVES, '[White "Núñez, A"]\n[Black "Łoś, B"]\n')


# --- verify --------------------------------------------------------------------------------------


def test_a_whole_journal_is_said_to_be_whole_and_what_that_does_not_mean(journal: Path) -> None:
    done = run("verify", journal)
    assert done.returncode == 0 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Whole: records 1 to ") and "not forgery" in lines[-1]
    assert "2 times" in lines[1]


def test_a_damaged_one_is_exit_status_1_and_names_the_record(journal: Path) -> None:
    content = bytearray(journal.read_bytes())
    content[16 * 9 + 3] ^= 4
    journal.write_bytes(content)
    done = run("verify", journal)
    assert done.returncode == 1 and done.stderr == ""
    assert done.stdout.startswith("record 9: missing, 1 damaged (block 1, place 9)\n")
    assert "NOT WHOLE: 1 problem." in done.stdout


def test_an_empty_journal_is_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "empty.journal"
    path.write_bytes(blocks_of([])[0])
    done = run("verify", path)
    assert (done.returncode, done.stdout) == (0, "The journal is empty: nothing is recorded.\n")


def test_a_difference_is_told_though_the_chain_is_whole(tmp_path: Path) -> None:
    player = played()
    index = next(i for i, entry in enumerate(player.scribe.entries) if entry.kind == 3)
    entry = player.scribe.entries[index]
    player.scribe.entries[index] = type(entry)(entry.number, 3, entry.who, entry.at + 9, 1)
    path = write_journal(player.scribe, tmp_path / "x.journal")
    done = run("verify", path)
    assert done.returncode == 0
    assert "game 1, record " in done.stdout and "but for:" in done.stdout
    done = run("pgn", path, "--csv")
    assert done.returncode == 0 and "by the presses before it" in done.stderr


@pytest.mark.parametrize("command", ["verify", "journal", "pgn"])
def test_what_is_no_journal_is_one_line(command: str, tmp_path: Path) -> None:
    refuses(run(command, tmp_path / "nowhere"), f"chessclock {command}: ", "No such file")
    refuses(run(command, tmp_path), "holds no blocks of a journal (j00, j01, ...)")
    text = tmp_path / "text"
    text.write_text("no journal\n")
    refuses(run(command, text), f"{text}: its 11 bytes are no number of blocks")
    refuses(run(command), "Missing argument 'journal'")


# --- journal -------------------------------------------------------------------------------------


def test_games_are_listed_with_date_control_moves_and_what_the_clock_knows(journal: Path) -> None:
    done = run("journal", journal, "--json")
    (game,) = json.loads(done.stdout)
    assert game["date"] == "2026-05-17 15:02"
    assert game["control"] == "5 min, 3 s a move" and game["time_control"] == "300+3"
    assert game["presses"] == 10 and game["white_side"] == "left" and game["flag"] is None
    assert game["differences"] == []
    table = run("journal", journal).stdout
    for text in ("2026-05-17", "5 min, 3 s", "White left", "10", "stands"):
        assert text in table
    (row,) = csv.DictReader(io.StringIO(run("journal", journal, "--csv").stdout))
    assert row["presses"] == "10" and row["flag"] == ""


def test_every_entry_of_a_game_is_told_in_plain_words(journal: Path) -> None:
    text = run("journal", journal, "--game", 1).stdout
    assert "left begins" in text and "15:02:01.500" in text
    assert text.count("presses, move") == 10 and text.count("; thought 0:00:") == 10
    rows = list(
        csv.DictReader(io.StringIO(run("journal", journal, "--game", 1, "--csv").stdout))
    )
    assert [int(row["record"]) for row in rows] == list(range(2, int(rows[-1]["record"]) + 1))
    whole = json.loads(run("journal", journal, "--game", 1, "--json").stdout)
    assert [entry["text"] for entry in whole["entries"]] == [row["text"] for row in rows]
    assert whole["entries"][0]["date"].startswith("2026-05-17T15:02:00")


def test_a_journal_that_is_not_whole_is_read_and_that_is_said(journal: Path) -> None:
    content = bytearray(journal.read_bytes())
    content[16 * 9 + 3] ^= 4
    journal.write_bytes(content)
    done = run("journal", journal)
    assert done.returncode == 0 and "not whole: record 9: missing" in done.stderr


def test_a_game_that_is_not_there_is_one_line(journal: Path, tmp_path: Path) -> None:
    refuses(run("journal", journal, "--game", 2), "game 2: there are only 1")
    refuses(run("pgn", journal, "--game", 2), "game 2: there are only 1")
    refuses(run("journal", journal, "--game", 0), "Invalid value for '--game'")
    refuses(run("journal", journal, "--json", "--csv"), "exclude each other")
    empty = tmp_path / "empty.journal"
    empty.write_bytes(blocks_of([])[0])
    refuses(run("pgn", empty), "no game has begun in this journal")
    done = run("journal", empty)
    assert (done.returncode, done.stdout) == (0, "No game has begun.\n")


# --- pgn: times into moves -----------------------------------------------------------------------


def test_every_move_gets_the_time_on_its_clock_and_the_time_it_took(
    journal: Path, moves: Path, tmp_path: Path
) -> None:
    out = tmp_path / "timed.pgn"
    done = run("pgn", journal, "--moves", moves, "-o", out)
    assert done.returncode == 0 and done.stdout == ""
    assert done.stderr == f"chessclock pgn: written: {out}\n"
    game = chess.pgn.read_game(io.StringIO(out.read_text(encoding="utf-8")))
    assert game is not None
    assert game.headers["White"] == "Núñez, A" and game.headers["TimeControl"] == "300+3"
    shown = played().shown
    for node, (_, left, _) in zip(game.mainline(), shown, strict=True):
        assert node.clock() == -(-left // 1000), "rounded up, as the clock shows it (T35)"
    record = read_game(out)
    assert len(record.moves) == 10 and record.resolution_ms == 1000


def test_with_three_decimals_the_replay_on_the_real_firmware_finds_every_time_again(
    journal: Path, moves: Path, tmp_path: Path
) -> None:
    out = tmp_path / "timed.pgn"
    run("pgn", journal, "--moves", moves, "-o", out, "--decimals", 3)
    done = run("replay", out, "--json")
    replay = json.loads(done.stdout)
    assert done.returncode == 0 and replay["clean"]
    assert [move["ours_ms"] for move in replay["moves"]] == [one[1] for one in played().shown]
    assert {move["difference_ms"] for move in replay["moves"]} == {0}


def test_the_times_of_a_side_add_up_however_they_are_rounded() -> None:
    game = played().played()
    for decimals in range(4):
        unit = 10 ** (3 - decimals)
        for side in (0, 1):
            total = sum(move.used_ms or 0 for move in game.moves if move.side == side)
            rounded = [
                used or 0
                for move, used in zip(game.moves, thinking(game, decimals), strict=True)
                if move.side == side
            ]
            assert sum(rounded) == total // unit * unit
            assert all(used % unit == 0 for used in rounded)


def test_a_clock_that_counts_up_is_rounded_down_and_penalty_time_is_0() -> None:
    up = Player("upcount").think(1_600).think(2_700).played()
    assert clocks(up, 0) == [1_000, 2_000]
    scrabble = Player("scrabble 1").think(61_500).think(500).played()
    assert scrabble.moves[0].left_ms == -1_500
    assert clocks(scrabble, 0) == [0, 60_000]


def test_comments_variations_and_tags_stay(journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(
        '[Event "Club"]\n[Annotator "me"]\n\n{before} 1. e4! {best by test} e5 (1... c5 {Sicilian}'
        " 2. Nf3) 2. Nf3 $14 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 {[%cal Ge7e5] [%clk 0:01:00]} *\n"
    )
    done = run("pgn", journal, "--moves", path)
    assert "1 moves of " in done.stderr and "replaced" in done.stderr
    text = done.stdout
    for kept in ('[Annotator "me"]', "{ before }", "best by test", "Sicilian", "$14", "%cal Ge7"):
        assert kept in text
    assert text.count("[%clk ") == 10 and "0:01:00" not in text
    assert max(map(len, text.splitlines())) <= 255


def test_the_press_that_is_missing_after_the_last_move_is_customary(
    moves: Path, tmp_path: Path
) -> None:
    path = write_journal(played(9).scribe, tmp_path / "x.journal")
    done = run("pgn", path, "--moves", moves)
    assert done.returncode == 0 and done.stdout.count("[%clk ") == 9
    assert "nobody pressed after the last move, 5... Be7" in done.stderr


@pytest.mark.parametrize("presses", [8, 11])
def test_any_other_number_of_presses_is_one_line(
    presses: int, moves: Path, tmp_path: Path
) -> None:
    path = write_journal(played(presses).scribe, tmp_path / "x.journal")
    done = run("pgn", path, "--moves", moves)
    refuses(done, f"has 10 half-moves, but game 1 of the journal has {presses} presses")


def test_two_presses_of_a_side_in_a_row_match_no_moves(moves: Path, tmp_path: Path) -> None:
    player = played(3)
    player.correct(arbiter.set_side_to_move, LEFT).resume().think(100)
    path = write_journal(player.scribe, tmp_path / "x.journal")
    refuses(run("pgn", path, "--moves", moves), "left has pressed twice in a row")


def test_a_game_whose_control_is_not_known_gets_thinking_times(
    moves: Path, tmp_path: Path
) -> None:
    player = played()
    entries = [entry for entry in player.scribe.entries if entry.kind != 72]
    player.scribe.entries = [
        type(entry)(number, entry.kind, entry.who, entry.at, entry.value)
        for number, entry in enumerate(entries, 1)
    ]
    path = write_journal(player.scribe, tmp_path / "x.journal")
    done = run("pgn", path, "--moves", moves)
    assert done.stdout.count("[%emt ") == 10 and "[%clk" not in done.stdout
    assert "its time control is not in the journal" in done.stderr
    refuses(run("pgn", path, "--picture", tmp_path / "x.svg"), "its times are not known")


def test_the_second_half_of_an_adjourned_game_is_put_where_it_belongs(tmp_path: Path) -> None:
    """By the numbers of its moves: the first half is of another journal."""
    player = played()
    entries = player.scribe.entries
    cut = [i for i, entry in enumerate(entries) if entry.kind == 3][5]
    (game,) = games_of(entries[cut:])
    timed = time_a_game(game, write_moves(tmp_path / "g.pgn", MOVES), None, 0)
    assert timed.first == 5
    nodes = list(timed.pgn.mainline())
    assert all(not node.comment for node in nodes[:5])
    assert [bool(node.emt()) for node in nodes[6:]] == [True] * 4


def test_a_control_that_pgn_cannot_say_and_another_tag_are_said(
    journal: Path, tmp_path: Path
) -> None:
    path = write_moves(tmp_path / "g.pgn", MOVES, '[TimeControl "180"]\n')
    done = run("pgn", journal, "--moves", path)
    assert "the TimeControl tag was \"180\", by the journal it is 300+3" in done.stderr
    odds = Player(TimeControl((Period(300_000),), (Period(240_000),)))
    for _ in MOVES:
        odds.think(1_000)
    done = run("pgn", write_journal(odds.scribe, tmp_path / "o.journal"), "--moves", path)
    assert "no TimeControl tag: PGN has one TimeControl tag" in done.stderr
    assert '[TimeControl "180"]' in done.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. e4 e5 2. Ke3 *", "line 1: move 2, White: illegal san"),
        ("1. e4 e5 {open *", "line 1: the comment { is not closed"),
        ("", "the file is empty"),
        ('[White "x"]\n\n*\n', "has no moves"),
        ("1. e4 *\n\n[White \"y\"]\n\n1. d4 *\n", "holds 2 games: say which with --moves-game"),
    ],
)
def test_moves_that_cannot_be_used_are_one_line_with_the_place(
    journal: Path, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text(text)
    refuses(run("pgn", journal, "--moves", path), f"{path}: ", said)


def test_one_of_several_games_of_a_file_is_taken(journal: Path, moves: Path) -> None:
    moves.write_text("1. d4 d5 *\n\n" + moves.read_text(encoding="utf-8"), encoding="utf-8")
    done = run("pgn", journal, "--moves", moves, "--moves-game", 2)
    assert done.stdout.count("[%clk ") == 10 and "d5" not in done.stdout
    refuses(run("pgn", journal, "--moves", moves, "--moves-game", 3), "game 3: holds only 2")
    refuses(run("pgn", journal, "--moves-game", 2), "--moves-game without --moves")


def test_nothing_that_is_read_is_written_over(journal: Path, moves: Path, tmp_path: Path) -> None:
    before = moves.read_bytes(), journal.read_bytes()
    refuses(run("pgn", journal, "--moves", moves, "-o", moves), "would be written over")
    refuses(run("pgn", journal, "-o", journal), "would be written over")
    refuses(
        run("pgn", journal, "-o", tmp_path / "a.png", "--picture", tmp_path / "a.png"),
        "would be written over",
    )
    refuses(run("pgn", journal, "-o", tmp_path / "no" / "a.csv"), "cannot be written: No such")
    assert (moves.read_bytes(), journal.read_bytes()) == before
    assert {path.name for path in tmp_path.iterdir()} == {"one.journal", "game.pgn"}


# --- pgn: tables ---------------------------------------------------------------------------------


def test_without_moves_there_is_a_table_of_thinking_times(journal: Path, tmp_path: Path) -> None:
    shown = played().shown
    rows = list(csv.DictReader(io.StringIO(run("pgn", journal, "--csv").stdout)))
    assert [int(row["left_ms"]) for row in rows] == [one[1] for one in shown]
    assert [row["number"] for row in rows] == ["1", "1", "2", "2", "3", "3", "4", "4", "5", "5"]
    assert [row["color"] for row in rows[:2]] == ["White", "Black"]
    whole = json.loads(run("pgn", journal, "--json").stdout)
    assert [move["left_ms"] for move in whole["moves"]] == [one[1] for one in shown]
    table = run("pgn", journal).stdout
    assert "White (left)" in table and table.count("0:00:") >= 10
    out = tmp_path / "table.txt"
    run("pgn", journal, "-o", out)
    assert "White (left)" in out.read_text(encoding="utf-8")


def test_with_moves_the_table_names_them(journal: Path, moves: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("pgn", journal, "--moves", moves, "--csv").stdout)))
    assert [row["move"] for row in rows[:3]] == ["1. e4", "1... e5", "2. Nf3"]


def test_of_several_games_the_last_is_taken_and_that_is_said(tmp_path: Path) -> None:
    player = played(4)
    player.game.put_away(player.scribe.at)
    player.scribe.look()
    player.scribe.lay_out(parse_control("3+2"))
    player.game.start(LEFT, player.scribe.at)
    player.think(700)
    path = write_journal(player.scribe, tmp_path / "two.journal")
    done = run("pgn", path, "--csv")
    assert "game 2 of 2 (--game N takes another)" in done.stderr
    assert len(done.stdout.splitlines()) == 2
    assert len(run("pgn", path, "--game", 1, "--csv").stdout.splitlines()) == 5


# --- pgn: pictures -------------------------------------------------------------------------------


def test_the_curves_are_the_times_that_the_clock_showed() -> None:
    player = played()
    white, black = curves(player.played())
    assert white[0] == (0.0, 303_000) and black[0] == (0.0, 303_000)
    for index, (side, left, rest) in enumerate(player.shown, 1):
        assert white[index] == (index / 2, rest if side else left)
        assert black[index] == (index / 2, left if side else rest)
    # Where the clocks stood at the end, half a move later.
    assert [curve[-1] for curve in (white, black)] == [
        (5.5, player.game.remaining_ms(0)),
        (5.5, player.game.remaining_ms(1)),
    ]
    assert len(white) == len(black) == 12


def test_svg_and_png_are_written_and_are_the_same_drawing(moves: Path, tmp_path: Path) -> None:
    player = Player("2")
    for number in range(10):
        player.think(4_000 if number % 2 else 9_000)
    journal = write_journal(player.scribe, tmp_path / "x.journal")
    svg, png = tmp_path / "x.svg", tmp_path / "x.PNG"
    done = run("pgn", journal, "--picture", svg)
    assert done.returncode == 0 and done.stdout == "" and "written: " in done.stderr
    done = run("pgn", journal, "--moves", moves, "--picture", png)
    assert done.stdout.count("[%clk ") == 10
    root = ElementTree.parse(svg).getroot()
    space = "{http://www.w3.org/2000/svg}"
    drawn = [one.get("points") for one in root.iter(f"{space}polyline")]
    lines = [shape for shape in shapes_of(player.played()) if isinstance(shape, Line)]
    assert len(drawn) == len(lines)
    texts = [one.text for one in root.iter(f"{space}text")]
    assert "White (left)" in texts and "moves" in texts
    with Image.open(png) as image:
        assert image.size == (WIDTH * SCALE, HEIGHT * SCALE)
        both = [line for line in lines if line.width == CURVE_WIDTH]
        assert len(both) == 2
        for line, crossing in (both, both[::-1]):
            color = ImageColor.getrgb(line.color)
            apart = [
                one
                for one, two in zip(line.points, crossing.points, strict=True)
                if abs(one[1] - two[1]) > 6
            ]
            assert len(apart) > 3
            for x, y in apart[:-1]:
                found = image.getpixel((round(x * SCALE), round(y * SCALE)))
                assert isinstance(found, tuple)
                assert all(abs(one - two) < 40 for one, two in zip(found, color, strict=True))


def test_a_picture_has_a_flag_and_stays_within_its_edges() -> None:
    """Also with one move, with penalty time, with a hundred moves."""
    flagged = Player(TimeControl((Period(10_000),))).think(11_000).think(1_000).played()
    assert any("flag" in getattr(shape, "text", "") for shape in shapes_of(flagged))
    many = Player("90m+30s")
    for number in range(201):
        many.think(1_000 + number)
    for game in (
        flagged,
        Player("5+3").think(1_000).played(),
        Player("scrabble 1").think(95_000).think(500).played(),
        many.played(),
    ):
        for shape in shapes_of(game):
            points = shape.points if isinstance(shape, Line) else ((shape.x, shape.y),)
            assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)


def test_long_and_strange_names_do_not_break_a_picture() -> None:
    names = ("Núñez de la Torre y Fernández-Villaverde, Maximiliano", "a\x1bb<&>")
    shapes = shapes_of(played().played(), names)
    texts = [shape.text for shape in shapes if isinstance(shape, Text)]
    assert all(text.isprintable() and len(text) <= 92 for text in texts)
    assert any("Núñez" in text and text.endswith("...") for text in texts)
    assert "a b<&>" in ElementTree.tostring(
        ElementTree.fromstring(as_svg(shapes)), "unicode", "text"
    )
    assert as_png(shapes).startswith(b"\x89PNG")


def test_a_picture_of_another_kind_or_of_nothing_is_one_line(
    journal: Path, tmp_path: Path
) -> None:
    refuses(run("pgn", journal, "--picture", tmp_path / "x.gif"), "a picture is .svg or .png")
    player = Player("5+3")
    path = write_journal(player.scribe, tmp_path / "x.journal")
    refuses(run("pgn", path, "--picture", tmp_path / "x.svg"), "it has no moves")


@pytest.mark.parametrize(
    "text",
    [
        '[White "x"]\n\n\n1. e4 e5\n\n2. Nf3 Nc6 3. Bb5 a6\n \n4. Ba4 Nf6 5. O-O {a\n\nb} Be7 *\n',
        '[White "x"] [Annotator "\\"me\\" \\\\"]\r\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ; {\r\n\r\n'
        "% {\r\n4. Ba4 Nf6 5. O-O Be7\r\n",
        "\n\n{c}\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5-a4 Ng8-f6 5. 0-0 Bf8-e7 1-0\n",
        '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n[SetUp "1"]\n\n'
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *",
    ],
)
def test_games_are_taken_as_people_write_them(journal: Path, tmp_path: Path, text: str) -> None:
    """Blank lines among the moves, tags in one line, escapes, long moves, a position."""
    path = tmp_path / "game.pgn"
    path.write_bytes(text.encode())
    out = tmp_path / "out.pgn"
    done = run("pgn", journal, "--moves", path, "-o", out)
    assert done.returncode == 0, done.stderr
    written = out.read_text(encoding="utf-8")
    assert written.count("[%clk ") == 10
    assert read_game(out).white == ("x" if "White" in text else "?")
    if "Annotator" in text:
        assert '[Annotator "\\"me\\" \\\\"]' in written
    if "{a" in text:
        assert "a\n\nb" in written


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_a_narrow_window_cuts_no_time(journal: Path, width: int) -> None:
    """At 40 columns the numbers of moves were gone, and of every time the seconds."""
    entries = read_journal(read_blocks(journal))
    game = games_of(entries.entries)[-1]
    console = Console(width=width, color_system=None, record=True, file=io.StringIO())
    print_moves(game, (), console)
    print_games([game], entries, console)
    said = console.export_text()
    assert "\u2026" not in said
    rows = [line.split() for line in said.splitlines()]
    for move in game.moves:
        wanted = [time_text(ms) for ms in (move.used_ms, move.left_ms) if ms is not None]
        assert any(row[:1] == [str(move.number)] and set(wanted) <= set(row) for row in rows)
    assert all(word in said.split() for word in game.result().split())
