"""Clock data of PGN games, and the think times that explain it."""

from pathlib import Path

import pytest
from clockcore.codes import LEFT, RIGHT, SWITCHED
from clockcore.game import Game
from clockcore.ticks import ticks_add
from clockcore.time_control import TimeControl
from hypothesis import given
from hypothesis import strategies as st

from host_tools.notation import parse_control, parse_pgn_time_control
from host_tools.pgn import CLK, EMT, GameRecord, MoveRecord, PgnError, read_game, text_of_reading
from host_tools.pgn.record import LARGEST_FILE
from host_tools.pgn.think_times import Plan, plan_of_record
from host_tools.pgn.time_field import parse_time, times_in_comment

GAMES = Path(__file__).parents[1] / "data" / "games"
HEAD = '[Event "x"]\n[White "A"]\n[TimeControl "300"]\n\n'
LINE = "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]}"
GAME = f"{HEAD}{LINE} *\n"


def write_game(folder: Path, moves: str, *headers: str) -> Path:
    """Write a PGN file with one game and return its path."""
    path = folder / "game.pgn"
    path.write_text("\n".join(headers) + "\n\n" + moves + " *\n", encoding="utf-8")
    return path


def read_moves(folder: Path, moves: str) -> GameRecord:
    """Read the game of these moves."""
    return read_game(write_game(folder, moves))


def clk(*readings: str) -> str:
    """Return a game of knight moves with these `[%clk]` readings."""
    knights = ("Nf3", "Nf6", "Ng1", "Ng8")
    return " ".join(
        f"{knights[index % 4]} {{[%clk {reading}]}}" for index, reading in enumerate(readings)
    )


@pytest.mark.parametrize(
    ("text", "ms", "decimals"),
    [
        ("1:40:55", 6_055_000, 0),
        ("0:05:09.4", 309_400, 1),
        ("0:00:00.05", 50, 2),
        ("0:00:00.001", 1, 3),
        (" 12:00:00 ", 43_200_000, 0),
        ("05:09", 309_000, 0),
        ("1200:00:00", 4_320_000_000, 0),
    ],
)
def test_parse_time(text: str, ms: int, decimals: int) -> None:
    """Times with and without hours and decimals."""
    time = parse_time(text)
    assert (time.ms, time.decimals) == (ms, decimals)


@pytest.mark.parametrize("text", ["", "5", "1:60:00", "1:00:60", "-0:00:01", "1:2:3:4", "a:b"])
def test_parse_time_refused(text: str) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match=r"is not h:mm:ss|more than 59"):
        parse_time(text)


@pytest.mark.parametrize(
    ("ms", "resolution", "text"),
    [
        (6_055_000, 1000, "1:40:55"),
        (309_400, 100, "0:05:09.4"),
        (309_000, 100, "0:05:09.0"),
        (309_399, 100, "0:05:09.399"),
        (-1500, 1000, "-0:00:01.500"),
        (50, 10, "0:00:00.05"),
    ],
)
def test_text_of_reading(ms: int, resolution: int, text: str) -> None:
    """Readings in the record's form; ms appear where they are."""
    assert text_of_reading(ms, resolution) == text


def test_times_in_comment() -> None:
    """Commands live among other text and other commands."""
    found = times_in_comment("best [%eval 0.3] [%clk 0:01:02.5] by far [%emt 0:00:03]")
    assert found["clk"].ms == 62_500 and found["emt"].ms == 3000
    assert times_in_comment("[%clock 1:00:00] clk 1:00:00") == {}


@pytest.mark.parametrize(
    ("name", "kind", "resolution", "moves", "tag"),
    [
        ("tata-2022-7.4", CLK, 1000, 94, "40/6000+30:20/3000+30:900+30"),
        ("reykjavik-8.1-emt", EMT, 1000, 54, None),
        ("blitz-300+5-tenths", CLK, 100, 49, "300+5"),
    ],
)
def test_real_games(name: str, kind: str, resolution: int, moves: int, tag: str | None) -> None:
    """The three real games are read whole."""
    record = read_game(GAMES / f"{name}.pgn")
    assert (record.kind, record.resolution_ms, len(record.moves)) == (kind, resolution, moves)
    assert record.time_control == tag
    assert record.games == 1


def test_variations_and_comments(tmp_path: Path) -> None:
    """Only the main line counts, whatever stands between its moves."""
    record = read_moves(
        tmp_path,
        "{before} 1. e4 {good [%clk 0:05:00] [%eval 0.2]} (1. d4 {[%clk 0:04:00]} 1... d5"
        " (1... Zz9 {nonsense})) 1... e5 $1 {[%clk 0:04:59]} ; rest of line\n"
        "2. Nf3 {[%clk 0:04:58]} {second comment} (2. Qh5) ",
    )
    assert [one.san for one in record.moves] == ["e4", "e5", "Nf3"]
    assert [one.reading_ms for one in record.moves] == [300_000, 299_000, 298_000]


def test_clk_wins_over_emt(tmp_path: Path) -> None:
    """A game with both is read by its clock."""
    record = read_moves(
        tmp_path, "1. e4 {[%clk 0:05:00][%emt 0:00:09]} 1... e5 {[%emt 0:00:01] [%clk 0:04:59]}"
    )
    assert record.kind == CLK
    assert [one.reading_ms for one in record.moves] == [300_000, 299_000]


def test_several_games(tmp_path: Path) -> None:
    """Each game of a file can be had; one that is not there is an error."""
    path = tmp_path / "games.pgn"
    path.write_text(
        "\n\n".join(
            f'[Event "{number}"]\n[White "W{number}"]\n\n1. e4 {{[%clk 0:0{number}:00]}} *'
            for number in (1, 2, 3)
        )
        + "\n"
    )
    for number in (1, 2, 3):
        record = read_game(path, number)
        assert (record.number, record.games, record.white) == (number, 3, f"W{number}")
        assert record.moves[0].reading_ms == number * 60_000
    with pytest.raises(PgnError, match="game 4: holds only 3"):
        read_game(path, 4)
    with pytest.raises(PgnError, match="game 0: games are counted from 1"):
        read_game(path, 0)


def test_black_moves_first(tmp_path: Path) -> None:
    """A set-up position may have Black to move, and starts at its move number."""
    path = write_game(
        tmp_path,
        "20... Ke7 {[%clk 0:01:00]} 21. Ke2 {[%clk 0:01:00]}",
        '[SetUp "1"]',
        '[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 20"]',
    )
    first, second = read_game(path).moves
    assert (first.name, second.name) == ("20... Ke7", "21. Ke2")


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ("1. e4 e5 2. Nf3", r"has no clock data \(\[%clk\] or \[%emt\]\)"),
        ("1. e4 {[%eval 0.1]} e5", "has no clock data"),
        (
            "1. e4 {[%clk 0:05:00]} e5 2. Nf3 {[%clk 0:04:00]} Nc6",
            r"move 1, Black: has no \[%clk\] \(2 of 4 moves have none\)",
        ),
        (
            "1. e4 {[%clk 0:05:00]} e5 {[%emt 0:00:05]}",
            r"move 1, Black: has no \[%clk\] \(1 of 2",
        ),
        ("1. e4 e5 {[%emt 0:00:05]}", r"move 1, White: has no \[%emt\] \(1 of 2"),
        ("", "has no moves"),
        ("1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Ke3", "move 2, White: illegal san: 'Ke3'"),
        ("1. e4 {[%clk 0:05:00]} Nd7", "move 1, Black: illegal san: 'Nd7'"),
        ("1. Qh7", "move 1, White: illegal san"),
        ("1. e4 {[%clk five]}", r"move 1, White: \[%clk\]: 'five' is not h:mm:ss"),
        ("1. e4 {[%clk 0:99:00]}", "more than 59 minutes"),
        ("1. e4 {[%clk 0:05:00] [%clk 0:04:00]}", "two different times at one move"),
    ],
    ids=lambda value: value[:40],
)
def test_unusable_games(tmp_path: Path, moves: str, says: str) -> None:
    """What cannot be used is one line that says where."""
    with pytest.raises(PgnError, match=says) as caught:
        read_moves(tmp_path, moves)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / "game.pgn") + ": ")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "holds no game, the file is empty"),
        (b"; only this\n{and this}\n", "holds no game$"),
        (b"\x89PNG\r\n\x1a\n", "is not a text file"),
        (b"\x1f\x8b\x08", "is not a text file"),
        (GAME.encode("utf-16"), "is UTF-16, but UTF-8 or Latin-1 is needed"),
        (b"\n\n", "holds no game"),
        (b"\x00\x01\x02", "is not a text file"),
        (None, "cannot be read: No such file"),
    ],
)
def test_unusable_files(tmp_path: Path, content: bytes | None, says: str) -> None:
    """Files that are no PGN."""
    path = tmp_path / "x.pgn"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PgnError, match=says):
        read_game(path)
    with pytest.raises(PgnError, match="cannot be read"):
        read_game(tmp_path)


def test_latin_1(tmp_path: Path) -> None:
    """Old files are Latin-1."""
    path = tmp_path / "x.pgn"
    path.write_bytes('[White "J\u00f6rg"]\n\n1. e4 {[%clk 0:05:00]} *\n'.encode("latin-1"))
    assert read_game(path).white == "J\u00f6rg"


# --- broken files --------------------------------------------------------------------------------


def write_text(folder: Path, text: str | bytes) -> Path:
    """Write a file as it is and return its path."""
    path = folder / "game.pgn"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


BROKEN = [
    # comments
    (f"{HEAD}{LINE} {{open *\n", 1, "line 5: the comment { is not closed before the end of the"),
    (f"{HEAD}{LINE}\n{{a\n\nb *\n", 1, "line 6: the comment { is not closed before the end"),
    ("{open", 1, "line 1: the comment { is not closed before the end of the file"),
    (f"{{open\n\n{GAME}", 1, "line 1: the comment { is not closed before the header in line 3"),
    (f"{GAME}\n{{open", 1, "line 7: the comment { is not closed before the end of the file"),
    (f"{HEAD}1. e4 {{[%clk 0:05:00] e5 {{[%clk 0:05:00]}} *", 1, "line 5: the comment { is not"),
    (f"{HEAD}1. e4 {{[%clk 0:05:00] e5 {{b}} 2. d5 *", 1, "move 1, Black: the number 2 stands"),
    (f"{HEAD}{LINE} }} *", 1, "line 5: a } without a comment before it"),
    (f"{HEAD}{LINE} {{a {{b}} c}} *", 1, 'line 5: "c" is not understood'),
    (f"{HEAD}{LINE} (1... c5 }}) *", 1, "line 5: a } without a comment before it"),
    (f"{HEAD}{LINE} {{a ; }} }} *", 1, "line 5: a } without a comment before it"),
    # variations
    (f"{HEAD}{LINE}\n(1... c5 *", 1, "line 6: the variation ( is not closed"),
    (f"{HEAD}{LINE} (1... c5\n(1... c6) *", 1, "line 5: the variation ( is not closed"),
    (f"{HEAD}{LINE} (1... c5 {{)}} ; )\n*", 1, "line 5: the variation ( is not closed"),
    (f"{HEAD}{LINE} ) *", 1, "line 5: a ) without a variation before it"),
    (f"{HEAD}{LINE} (1... c5))\n*", 1, "line 5: a ) without a variation before it"),
    (f"{HEAD}(1. d4) {LINE} *", 1, "line 5: a variation before the first move"),
    # headers
    (f'[Site "A]\n{GAME}', 1, 'line 1: the header "[Site "A]" has no closing quote'),
    (f'[Site "A\\"]\n{GAME}', 1, "has no closing quote"),
    (f'[Site "A"\n{GAME}', 1, 'line 1: the header "[Site "A"" has no closing bracket'),
    (f'[Site "A\n{GAME}', 1, 'line 1: the header "[Site "A" has no closing quote'),
    (f"[Site A]\n{GAME}", 1, "has no value in quotes"),
    (f'[Site "A" B]\n{GAME}', 1, 'is not [Name "value"]'),
    (f'[Site "A][Date "B"]\n{GAME}', 1, 'is not [Name "value"]'),
    (f'Site "A"]\n{GAME}', 1, 'line 1: "Site" is not understood'),
    (f'[TimeControl "600"]\n{GAME}', 1, 'line 4: TimeControl "300", but line 1 says "600"'),
    (f'[Annotator "a"]\n[Annotator "b"]\n{GAME}', 1, 'line 2: Annotator "b", but line 1 says'),
    (f'{HEAD}{LINE}\n[Round "1"]\n2. Nf3 *', 1, "line 6: a header in the middle of the moves"),
    (f'[FEN "x"]\n{GAME}', 1, 'line 1: FEN "x" is no position'),
    (f'[Variant "x"]\n{GAME}', 1, 'line 1: Variant "x" is not known'),
    # text that is no move
    (f"{HEAD}{LINE}\n2. foo *", 1, 'line 6: "foo" is not understood'),
    (f"{HEAD}{LINE} 1/2 *", 1, '"1/2" is not understood'),
    (f"{HEAD}{LINE} 1-O", 1, '"1-O" is not understood'),
    (f"{HEAD}{LINE} +/- *", 1, '"+/-" is not understood'),
    (f"{HEAD}{LINE} [%clk 0:04:00] *", 1, '"[%clk" is not understood'),
    (f"{HEAD}{LINE} $ *", 1, "a $ without a number after it"),
    (f"{HEAD}{LINE} {'x' * 5000} *", 1, "is not understood"),
    (f"{HEAD}{LINE} {'9' * 5000} *", 1, "is not understood"),
    ("no game at all", 1, 'line 1: "no" is not understood'),
    # moves that are missing
    (f"{HEAD}{LINE} 3. Nf3 *", 1, 'line 5: move 2, White: the number 3 stands before "Nf3"'),
    (f"{HEAD}2. e4 *", 1, 'move 1, White: the number 2 stands before "e4"'),
    (f"{HEAD}{LINE} 2.", 1, "line 5: move number 2 without a move after it"),
    # results
    (f"{HEAD}{LINE} 1-0 2. Nf3 *", 1, 'line 5: "2." after the result 1-0'),
    (f"{HEAD}{LINE} 1-0\nNf3 *", 1, 'line 6: "Nf3" after the result 1-0'),
    (f"{HEAD}{LINE} 1-0\n\n2. Nf3 *", 1, 'line 7: "2." after the result 1-0'),
    (f"{HEAD}{LINE} 1-0 (1... c5)", 1, 'line 5: "(" after the result 1-0'),
    (f"{HEAD}{LINE} 1-0 0-1", 1, "line 5: a second result 0-1 after 1-0"),
    (f"{HEAD}{LINE} 1-0\n\n1-0", 1, "line 7: a second result 1-0 after 1-0"),
    # several games
    (f"{GAME}\n{HEAD}{LINE} ) *", 2, "game 2: line 11: a ) without a variation before it"),
    (f"{HEAD}{LINE} {{open *\n\n{GAME}", 1, "game 1: line 5: the comment { is not closed before"),
    (f"{HEAD}{LINE} {{open *\n\n{GAME}", 2, "game 1: line 5: the comment { is not closed before"),
    (f"{GAME}\n{HEAD}{LINE} {{open *\n\n{GAME}", 3, "game 2: line 11: the comment { is not"),
    (f"{HEAD}{LINE} {{open *\n\n{LINE} *", 2, "game 1: line 5: the comment { is not closed"),
    (f"{HEAD}{LINE} {{open *", 2, "game 1: line 5: the comment { is not closed"),
    (f"{HEAD}{LINE} (1... c5 *\n\n{LINE} *", 2, "game 1: line 5: the variation ( is not closed"),
    (f"{LINE}\n\n{LINE} *", 2, "game 1: line 3: move 1 after an empty line, but no result"),
]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize(
    ("text", "number", "says"),
    BROKEN,
    ids=[f"{index} {row[2][:40]}" for index, row in enumerate(BROKEN)],
)
def test_broken_files(tmp_path: Path, text: str, number: int, says: str, ends: str) -> None:
    """Nothing is skipped: one line says what is broken, and where."""
    path = write_text(tmp_path, text.replace("\n", ends))
    with pytest.raises(PgnError) as caught:
        read_game(path, number)
    message = str(caught.value)
    assert says in message and message.startswith(f"{path}: ")
    assert len(message.splitlines()) == 1 and len(message) < len(str(path)) + 200


SOUND = [
    (GAME, 1),
    (f"\ufeff{GAME}", 1),
    (f"{GAME}\x1a", 1),
    (f"{HEAD}{LINE}", 1),
    (f"{HEAD}{LINE}\n\n*", 1),
    (f"{HEAD}1. e4\n\n{{[%clk 0:05:00]}}\n\n1... e5 {{[%clk 0:05:00]}} *", 1),
    (f'[TimeControl "300"]\n{GAME}', 1),
    (f'[Site "a \\"b\\" \\\\"]\n{GAME}', 1),
    (f'[Site "the "b" cup"]\n{GAME}', 1),
    (f'[Site "[a] (b) {{c"] [Date "; d"]\n{GAME}', 1),
    (f'  [ Site  "a" ]  ; comment {{\n{GAME}', 1),
    (f"% escape }} ) foo\n; comment {{ (\n{{intro\n\nof a file}}\n{GAME}", 1),
    (f"{HEAD}{LINE} ; a }} ) {{ (\n% }} ) foo {{\n*", 1),
    (f"{HEAD}{LINE} {{ ( ) \" ; $ {{ [a \"b\"] }} *", 1),
    (f'{HEAD}{LINE} {{as in\n[Event "y"]\n}} *', 1),
    (f"{HEAD}{LINE} (1... c5 (1... Zz9 1-0 {{)}} ; )\n) $7) () *", 1),
    (f"{HEAD}1.e4!{{[%clk 0:05:00]}}$1 $22(1.d4)1...e5 ?! {{[%clk 0:05:00]}}2.*", 1),
    (f"{HEAD}1. e4 $1 {{good}} {{[%clk 0:05:00]}} 1\u2026 e5+# {{[%clk 0:05:00]}} *", 1),
    (f"{HEAD}{LINE} 1/2-1/2 $10 {{agreed}}", 1),
    (f"{GAME}\n{{between [%clk 0:01:00]}}\n\n{GAME}", 1),
    (f"{GAME}\n{{between [%clk 0:01:00]}}\n\n{GAME}", 2),
    (f"{GAME}{GAME}", 2),
    (f"{HEAD}{LINE}\n\n{GAME}", 2),
    (f"{HEAD}{LINE} ) foo 1-0 0-1\n\n{GAME}", 2),
    (f'[Site "A]\n{HEAD}{LINE} (1... c5 *\n\n{GAME}', 2),
    (f"{GAME}\n{HEAD}{LINE} {{open", 1),
    (f"{HEAD}*\n\n{GAME}", 2),
]  # fmt: skip


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("text", "number"), SOUND, ids=range(len(SOUND)))
def test_sound_files(tmp_path: Path, text: str, number: int, ends: str) -> None:
    """Whatever PGN allows is read, and games that were not asked for may be broken."""
    record = read_game(write_text(tmp_path, text.replace("\n", ends)), number)
    assert [move.name for move in record.moves] == ["1. e4", "1... e5"]
    assert [move.reading_ms for move in record.moves] == [300_000, 300_000]
    assert (record.time_control, record.white) == ("300", "A")


def test_escapes_in_headers(tmp_path: Path) -> None:
    """Quotes and backslashes of a value are written with a backslash."""
    text = f'[Black "a \\"b\\" \\\\"]\n{GAME}'
    assert read_game(write_text(tmp_path, text)).black == 'a "b" \\'


def test_no_brace_or_parenthesis_can_be_lost(tmp_path: Path) -> None:
    """Each brace, parenthesis, quote and bracket of a header that is left out is missed."""
    text = HEAD + (
        "1. e4 {[%clk 0:05:00]} (1. d4 {a} d5 (1... c5)) 1... e5 {b} {[%clk 0:05:00]}"
        " (1... c5) 2. Nf3 {[%clk 0:05:00]} ({c} 2. d4) *\n"
    )
    assert len(read_game(write_text(tmp_path, text)).moves) == 3
    moves = text.index("1. e4")
    for at, char in enumerate(text):
        if char in ("{}()" if at >= moves else '[]"'):
            with pytest.raises(PgnError):
                read_game(write_text(tmp_path, text[:at] + text[at + 1 :]))


@pytest.mark.parametrize("name", ["tata-2022-7.4", "reykjavik-8.1-emt", "blitz-300+5-tenths"])
def test_a_real_game_that_is_cut(tmp_path: Path, name: str) -> None:
    """A file that ends too soon is refused, or is a record of the moves before the cut."""
    text = (GAMES / f"{name}.pgn").read_text(encoding="utf-8")
    whole = read_game(GAMES / f"{name}.pgn").moves
    for cut in range(len(text) - 400, len(text), 7):
        try:
            moves = read_game(write_text(tmp_path, text[:cut])).moves
        except PgnError:
            continue
        assert moves == whole[: len(moves)]


@given(
    st.lists(
        st.sampled_from(
            [
                *'{}();%$[]*"\n',
                *("\n\n", "\r\n", " ", "1.", "1...", "2.", "e4", "e5", "Nf3", "1-0"),
                *("{[%clk 0:05:00]}", "[%clk 0:05:00]", '[Event "x"]\n', '[TimeControl "300"]'),
            ]
        ),
        max_size=30,
    ),
    st.integers(1, 3),
)
def test_any_file_is_a_record_or_one_line(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], number: int
) -> None:
    """Nothing but PgnError comes out, whatever goes in."""
    path = write_text(tmp_path_factory.getbasetemp(), "".join(words))
    try:
        read_game(path, number)
    except PgnError as error:
        assert len(str(error).splitlines()) == 1


def test_paths_are_shown_on_one_line(tmp_path: Path) -> None:
    """A path may hold anything."""
    with pytest.raises(PgnError, match=r"a\\nb\.pgn: cannot be read") as caught:
        read_game(tmp_path / "a\nb.pgn")
    assert "\n" not in str(caught.value)


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason of the system is said."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = write_text(tmp_path, GAME)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PgnError, match=r"game\.pgn: cannot be read: Permission denied"):
        read_game(path)


def test_the_largest_file(tmp_path: Path) -> None:
    """Up to the limit a file is read, and above it not even whole."""
    filled = GAME.encode()
    filled += (b" " * 98 + b"\n") * ((LARGEST_FILE - len(filled)) // 99)
    filled = filled.ljust(LARGEST_FILE, b"\n")
    assert len(read_game(write_text(tmp_path, filled)).moves) == 2
    with pytest.raises(PgnError, match="is larger than 10 MB"):
        read_game(write_text(tmp_path, filled + b"\n"))


# --- think times ---------------------------------------------------------------------------------


def plan(folder: Path, text: str, moves: str, **options: str) -> Plan:
    """Return the plan of these moves under a control."""
    return plan_of_record(
        read_moves(folder, moves), parse_control(text, "organizers", **options)
    )


def thinks(plan: Plan) -> list[int]:
    """Return the think times of a plan that explains everything."""
    assert plan.problem is None
    return [step.think_ms for step in plan.steps]


@pytest.mark.parametrize(
    ("control", "options", "readings", "expected"),
    [
        ("5+0", {}, ["0:04:50", "0:04:55", "0:04:40"], [10_000, 5000, 10_000]),
        ("5+3", {}, ["0:05:01", "0:05:06", "0:05:00"], [5000, 1, 4000]),
        ("5+3", {"bonus_timing": "after"}, ["0:05:01", "0:05:03"], [2000, 1]),
        # By count: the second move brings 10 min; 4 s were used on it.
        ("5/2+10+3", {}, ["0:05:00", "0:05:00", "0:14:59"], [6000, 6000, 4000]),
        # At zero: White thinks 5:10 on 5 min; Black gets 10 min, too.
        ("5/9+10", {"transition": "at-zero"}, ["0:09:50", "0:14:00"], [310_000, 60_000]),
        # Twice in one think.
        ("1/9+1/9+1", {"transition": "at-zero"}, ["0:00:50", "0:02:30"], [130_000, 30_000]),
        # The bonus goes up at zero: both get the difference (T21).
        ("5m/9+10m+3s/move", {"transition": "at-zero"}, ["0:10:03"], [303_000]),
        ("5 bronstein 3", {}, ["0:05:03", "0:05:00", "0:05:01"], [1, 6000, 5000]),
        ("5 bronstein 3", {"bonus_timing": "after"}, ["0:05:00", "0:04:58"], [1, 5000]),
        ("5 delay 3", {}, ["0:05:00", "0:04:58", "0:04:59"], [1, 5000, 4000]),
        ("hourglass 1", {}, ["0:00:50", "0:00:40", "0:01:05"], [10_000, 30_000, 15_000]),
        ("5+3 cap 5", {}, ["0:05:00", "0:05:00", "0:04:59"], [1, 49, 4000]),
        ("1/1 repeat", {}, ["0:01:50", "0:01:40"], [10_000, 20_000]),
        # Down to 0 without a flag: something was left.
        ("1+0", {}, ["0:00:00"], [59_999]),
    ],
)
def test_think_times(
    tmp_path: Path, control: str, options: dict, readings: list[str], expected: list[int]
) -> None:
    """Readings become think times by the rules of the control."""
    assert thinks(plan(tmp_path, control, clk(*readings), **options)) == expected


@pytest.mark.parametrize(
    ("control", "options", "readings", "done", "says"),
    [
        (
            "5+0",
            {},
            ["0:04:50", "0:05:10"],
            1,
            "move 1, Black: the reading 0:05:10 is above 0:05:00, the most there can be after"
            " 0:05:00",
        ),
        (
            "5/2+10",
            {},
            ["0:04:50", "0:04:50", "0:04:30"],
            2,
            "move 2, White: the reading 0:04:30 means 0:10:20 of thinking, but only 0:04:50 was"
            " left: the flag had fallen",
        ),
        ("5/9+10", {"transition": "at-zero"}, ["0:16:00"], 0, "move 1, White: the reading 0:16"),
    ],
)
def test_readings_that_cannot_be(
    tmp_path: Path, control: str, options: dict, readings: list[str], done: int, says: str
) -> None:
    """A reading that no think time explains ends the plan with move and side."""
    found = plan(tmp_path, control, clk(*readings), **options)
    assert len(found.steps) == done
    assert found.problem is not None and found.problem.startswith(says)


def test_at_zero_is_seen_in_the_opponents_reading(tmp_path: Path) -> None:
    """White's 0:30 alone could be 30 s or 60 s + 9:30; Black's 14:00 tells."""
    one = plan(tmp_path, "1/9+9", clk("0:00:30", "0:00:50"), transition="at-zero")
    assert thinks(one) == [30_000, 10_000]
    two = plan(tmp_path, "1/9+9", clk("0:00:30", "0:09:50"), transition="at-zero")
    assert thinks(two) == [570_000, 10_000]


def test_tata_changes_at_zero_on_move_43() -> None:
    """T21 in a real game: 10:31 of thinking with 1:03 left, and both get 50 min."""
    record = read_game(GAMES / "tata-2022-7.4.pgn")
    control = parse_pgn_time_control(record.time_control or "", transition="at-zero")
    found = plan_of_record(record, control)
    assert found.problem is None
    by_name = {step.move.name: step.think_ms for step in found.steps}
    assert by_name["1. e4"] == 5000
    assert by_name["43. Rg2"] == 631_000
    assert by_name["43... Kg7"] == 95_000


def test_moves_in_no_time_do_not_drift(tmp_path: Path) -> None:
    """The hand needs 50 ms; the next think of the side makes up for it."""
    found = plan(tmp_path, "5+0", clk(*["0:05:00.0"] * 6, "0:04:59.0", "0:04:59.0", "0:04:58.0"))
    expected = [1, 49, 1, 49, 1, 49]
    assert thinks(found)[:6] == expected
    assert sum(thinks(found)[0::2]) == 2000
    assert sum(thinks(found)[1::2]) == 1000


def test_emt_is_the_think_time(tmp_path: Path) -> None:
    """`[%emt]` needs no arithmetic, and any method will do."""
    found = plan(tmp_path, "0 byoyomi 5x20s", "1. e4 {[%emt 0:00:05]} e5 {[%emt 0:01:00]}")
    assert thinks(found) == [5000, 60_000]


@pytest.mark.parametrize("control", ["1 byoyomi 5x20s", "1 canadian 5m/15", "gong 10s", "upcount"])
def test_methods_whose_readings_tell_nothing(tmp_path: Path, control: str) -> None:
    """A moment that comes back whole does not tell what was used of it."""
    with pytest.raises(PgnError, match="do not tell the time used on a move"):
        plan(tmp_path, control, clk("0:01:00"))


def readings_of_core(control: TimeControl, think_ms: list[int]) -> list[int]:
    """Return what the core shows after each move, up to a flag."""
    game = Game()
    game.set_up(control, LEFT, 0)
    game.start(LEFT, 0)
    at = 0
    found = []
    for index, think in enumerate(think_ms):
        at = ticks_add(at, think)
        side = LEFT if index % 2 == 0 else RIGHT
        if game.press(side, at) != SWITCHED:
            break
        found.append(game.remaining_ms(side))
    return found


@given(
    st.sampled_from(
        [
            "1+0",
            "1+5",
            "0+5",
            "1/2+1+5",
            "1/2+1/3+1",
            "1m/2+1m+5s from 3",
            "1/2 repeat",
            "1m+1m+1m+5s",
            "1/9+1/9+1+5",
            "1/9 repeat",
            "1 bronstein 5",
            "1/2+1 bronstein 5",
            "1 delay 5",
            "1/2+1 delay 5",
            "hourglass 1",
            "1+5 cap 1",
            "1+5 v 2+1",
        ]
    ),
    st.booleans(),
    st.sampled_from(["before", "after"]),
    st.lists(st.integers(100, 130_000) | st.integers(100, 6000), min_size=1, max_size=24),
)
def test_the_account_book_explains_whatever_the_core_shows(
    text: str, at_zero: bool, timing: str, think_ms: list[int]
) -> None:
    """Book and core were written apart: think times read from the core's readings give them."""
    transition = "at-zero" if at_zero or text.startswith("1m+1m+1m") else "by-count"
    control = parse_control(text, "organizers", transition, timing)
    shown = readings_of_core(control, think_ms)
    if not shown:
        return
    moves = tuple(
        MoveRecord(index // 2 + 1, index % 2 == 0, "Nf3", reading)
        for index, reading in enumerate(shown)
    )
    found = plan_of_record(GameRecord(moves, CLK, 1, None, 1, 1, "?", "?"), control)
    again = readings_of_core(control, [step.think_ms for step in found.steps])
    assert again == shown[: len(again)]
    assert len(again) == len(found.steps)
    if transition == "by-count":
        assert found.problem is None
