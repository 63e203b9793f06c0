"""`chessclock replay`: real games on the real firmware, and proof that it can fail."""

import functools
import io
import json
import shutil
from pathlib import Path

import pytest
from clockcore.period import ControlError
from rich.console import Console

from host_tools import replay as replay_module
from host_tools.bench import Bench
from host_tools.pgn import read_game
from host_tools.replay import (
    CLK_NOTE,
    EMT_NOTE,
    ControlChoice,
    choose_control,
    replay_command,
    replay_game,
)

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "data" / "games"
TATA = GAMES / "tata-2022-7.4.pgn"
REYKJAVIK = GAMES / "reykjavik-8.1-emt.pgn"
BLITZ = GAMES / "blitz-300+5-tenths.pgn"
CPYTHON = "cpython"


@pytest.fixture(params=["cpython", "micropython"])
def runtime(request: pytest.FixtureRequest) -> str:
    """Return each runtime in turn; without MicroPython skip loudly, and fail in CI."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    return request.param


def run(path: Path, **options: object) -> tuple[int, str]:
    """Run the command; return its exit code and what it printed."""
    stream = io.StringIO()
    console = Console(file=stream, width=100)
    code = replay_command(path, console=console, **options)  # type: ignore[arg-type]
    return code, stream.getvalue()


def write_game(folder: Path, moves: str, tag: str | None = None) -> Path:
    """Write a PGN file with one game and return its path."""
    path = folder / "game.pgn"
    header = f'[TimeControl "{tag}"]\n\n' if tag else '[Event "?"]\n\n'
    path.write_text(header + moves + " *\n")
    return path


# --- the three games -----------------------------------------------------------------------------


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("path", "options", "says"),
    [
        (TATA, {"transition": "at-zero"}, "94 of 94 readings agree within 1 s."),
        (BLITZ, {"bonus_timing": "after"}, "49 of 49 readings agree within 0.1 s."),
        (REYKJAVIK, {"control": "90m+30s"}, "54 of 54 readings agree within 1 s."),
    ],
    ids=["tata", "blitz", "reykjavik"],
)
def test_real_games_replay_clean(runtime: str, path: Path, options: dict, says: str) -> None:
    """Every reading of the three real games, on both runtimes."""
    code, out = run(path, runtime=runtime, **options)
    assert code == 0
    assert says in out
    assert f"firmware on {runtime}." in out
    assert (EMT_NOTE if path == REYKJAVIK else CLK_NOTE) in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Machine-readable, nothing else on standard output; the change at zero is in it (T21)."""
    code = replay_command(TATA, transition="at-zero", as_json=True)
    out, err = capsys.readouterr()
    assert code == 0 and err == ""
    result = json.loads(out)
    assert result["clean"] is True and result["problem"] is None and result["hint"] is None
    assert (result["record"], result["resolution_ms"], result["games"]) == ("clk", 1000, 1)
    assert result["control"]["bonus_timing"] == "before"
    assert len(result["moves"]) == result["moves_in_record"] == 94
    white, black = result["moves"][84:86]
    assert white == {
        "number": 43,
        "side": "white",
        "move": "Rg2",
        "used_ms": 631_000,
        "recorded_ms": 2_462_000,
        "ours_ms": 2_462_000,
        "difference_ms": 0,
        "agrees": True,
    }
    assert (black["used_ms"], black["ours_ms"]) == (95_000, 3_622_000)
    assert all(move["difference_ms"] == 0 for move in result["moves"])


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Move, side, time used, recorded, ours, difference."""
    code, out = run(TATA, transition="at-zero")
    assert code == 0
    header = next(line for line in out.splitlines() if "Recorded" in line)
    assert header.replace("\u2503", " ").split() == [
        "Move",
        "Side",
        "Used",
        "Recorded",
        "Ours",
        "Difference",
    ]
    row = next(line for line in out.splitlines() if "43. Rg2" in line)
    assert row.replace("\u2502", " ").split() == [
        "43.",
        "Rg2",
        "White",
        "0:10:31",
        "0:41:02",
        "0:41:02",
        "0",
    ]
    assert "Esipenko, Andrey - Shankland, Sam" in out
    assert "periods change at zero" in out
    assert capsys.readouterr().out == ""


# --- wrong options -------------------------------------------------------------------------------


def test_tata_by_count_cannot_be_explained() -> None:
    """At move 40 White would have had to think 56 minutes on 8; the hint knows why."""
    code, out = run(TATA)
    assert code == 1
    assert (
        "Problem: move 40, White: the reading 0:02:28 means 0:56:16 of thinking, but only"
        " 0:08:14 was left: the flag had fallen." in out
    )
    assert "Hint: explained by --transition at-zero." in out
    assert "78 of 94 readings agree" in out


def test_tata_after_move_cannot_be_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """The first reading is above what AFTER_MOVE can show."""
    code = replay_command(
        TATA, transition="at-zero", bonus_timing="after", runtime=CPYTHON, as_json=True
    )
    result = json.loads(capsys.readouterr().out)
    assert code == 1 and result["moves"] == [] and result["clean"] is False
    assert result["problem"].startswith("move 1, White: the reading 1:40:55 is above 1:40:30")
    assert result["hint"] == "explained by --bonus-timing before"


def test_both_options_may_be_needed(tmp_path: Path) -> None:
    """The hint names both where one is not enough."""
    path = write_game(
        tmp_path,
        "1. e4 {[%clk 0:01:09]} e5 {[%clk 0:01:09]} 2. d4 {[%clk 0:09:30]} d5 {[%clk 0:11:00]}",
        "9/60+5:600+5",
    )
    code, out = run(path, bonus_timing="after", runtime=CPYTHON)
    assert code == 1
    assert "Hint: explained by --transition at-zero --bonus-timing before." in out
    assert run(path, transition="at-zero", runtime=CPYTHON)[0] == 0


def test_emt_that_flags_is_not_clean(runtime: str) -> None:
    """A control that is too short: the flag falls, and the charged time stops at it."""
    code, out = run(REYKJAVIK, control="20+5", runtime=runtime)
    assert code == 1
    assert "Problem: move 12, White: White's flag fell." in out
    assert "Hint" not in out
    row = next(line for line in out.splitlines() if "12. Ne5" in line)
    assert " s !" in row and "0:17:30" in row


def test_emt_hint(tmp_path: Path) -> None:
    """Where another transition lets the game be played, it is named."""
    path = write_game(tmp_path, "1. e4 {[%emt 0:01:30]} e5 {[%emt 0:00:10]}", "9/60:600")
    code, out = run(path, runtime=CPYTHON)
    assert code == 1
    assert "Hint: explained by --transition at-zero." in out
    assert run(path, transition="at-zero", runtime=CPYTHON)[0] == 0


# --- small games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "options", "moves"),
    [
        ("300", {}, "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. d4 {[%clk 0:05:00]} d5"
         " {[%clk 0:05:00]} 3. c4 {[%clk 0:04:00]} c5 {[%clk 0:04:00]}"),
        ("2/300:600", {}, "1. e4 {[%clk 0:04:00]} e5 {[%clk 0:04:30]} 2. d4 {[%clk 0:13:00]} d5"
         " {[%clk 0:13:30]} 3. c4 {[%clk 0:12:00]}"),
        ("1/60", {}, "1. e4 {[%clk 0:01:50]} e5 {[%clk 0:01:40]} 2. d4 {[%clk 0:02:50]}"),
        ("*60", {}, "1. e4 {[%clk 0:00:50]} e5 {[%clk 0:00:40]} 2. d4 {[%clk 0:01:05]}"),
        ("300+5d", {}, "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. d4 {[%clk 0:04:00]}"),
        ("60", {}, "1. e4 {[%clk 0:00:00]}"),
        (None, {"control": "5 bronstein 3"}, "1. e4 {[%clk 0:05:03]} e5 {[%clk 0:05:00]}"),
        (None, {"control": "1 byoyomi 3x20s"}, "1. e4 {[%emt 0:01:30]} e5 {[%emt 0:00:10]}"
         " 2. d4 {[%emt 0:00:35]}"),
        (None, {"control": "5+3 v 1+3"}, "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:01:00]}"),
        ("?", {"control": "5+0"}, "1. e4 {[%clk 0:05:00]}"),
    ],
    ids=["no-time", "by-count", "repeat", "hourglass", "delay", "zero", "bronstein", "byoyomi",
         "odds", "unknown-tag"],
)  # fmt: skip
def test_small_games(
    runtime: str, tmp_path: Path, tag: str | None, options: dict, moves: str
) -> None:
    """Other methods and transitions on the firmware."""
    code, out = run(write_game(tmp_path, moves, tag), runtime=runtime, **options)
    assert code == 0, out


def test_black_first_and_the_second_game(tmp_path: Path) -> None:
    """A set-up position with Black to move, second in its file."""
    path = tmp_path / "games.pgn"
    path.write_text(
        "1. e4 {[%clk 0:05:00]} *\n\n"
        '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 20"]\n[TimeControl "300"]\n\n'
        "20... Ke7 {[%clk 0:04:50]} 21. Ke2 {[%clk 0:04:40]} Ke6 {[%clk 0:04:20]} *\n"
    )
    code, out = run(path, game=2, runtime=CPYTHON)
    assert code == 0
    assert "Game 2 of 2 (--game N takes another)." in out
    assert "20... Ke7" in out


def test_names_are_not_markup(tmp_path: Path) -> None:
    """Whatever stands in the tags is printed as it is."""
    path = tmp_path / "game.pgn"
    path.write_text(
        '[White "[red]A[/red]"]\n[Black "B[/]"]\n[TimeControl "300"]\n\n1. e4 {[%clk 0:05:00]} *\n'
    )
    code, out = run(path, runtime=CPYTHON)
    assert code == 0 and "[red]A[/red] - B[/]" in out


def test_forced_bonus_timing_is_said(tmp_path: Path) -> None:
    """Main 0 forces the bonus before the move, and it is shown (T10)."""
    path = write_game(tmp_path, "1. e4 {[%emt 0:00:03]} e5 {[%emt 0:00:03]}", "0+5")
    code, out = run(path, bonus_timing="after", runtime=CPYTHON)
    assert code == 0
    assert "Without main time the bonus is always given before the move." in out


# --- the replay can fail -------------------------------------------------------------------------

BUGS = {
    "the opponent gets nothing at zero": (
        TATA,
        {"transition": "at-zero"},
        "game.py",
        "            opponent.enter_next_at_zero()\n",
        "            pass\n",
    ),
    "a press costs a millisecond too many": (
        REYKJAVIK,
        {"control": "90m+30s"},
        "account.py",
        "        self.turn_used_ms += ms\n",
        "        self.turn_used_ms += ms\n        self.booked_main.add(ms)\n",
    ),
    "no bonus after move 20": (
        BLITZ,
        {"bonus_timing": "after"},
        "period.py",
        "        return self.bonus_ms if number >= self.bonus_from_move else 0\n",
        "        return self.bonus_ms if number <= 20 else 0\n",
    ),
}


@pytest.mark.parametrize("bug", BUGS)
def test_a_broken_firmware_is_found(
    bug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a bug put into a copy of the firmware the same game does not replay clean."""
    path, options, file, good, bad = BUGS[bug]
    firmware = tmp_path / "firmware"
    shutil.copytree(ROOT / "firmware", firmware, ignore=shutil.ignore_patterns("__pycache__"))
    module = firmware / "clockcore" / file
    source = module.read_text()
    assert good in source
    module.write_text(source.replace(good, bad))
    monkeypatch.setattr(replay_module, "Bench", functools.partial(Bench, firmware=firmware))
    code, out = run(path, **options)
    assert code == 1
    assert " s !" in out
    assert "Hint" not in out


def test_a_firmware_that_stops_is_exit_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A crash of the firmware is no fault of the input."""
    firmware = tmp_path / "firmware"
    shutil.copytree(ROOT / "firmware", firmware, ignore=shutil.ignore_patterns("__pycache__"))
    game = firmware / "clockcore" / "game.py"
    source = game.read_text()
    good = "        account.complete_move()\n"
    assert good in source
    game.write_text(source.replace(good, "        raise RuntimeError('broken on purpose')\n"))
    monkeypatch.setattr(replay_module, "Bench", functools.partial(Bench, firmware=firmware))
    code, _ = run(BLITZ, runtime=CPYTHON)
    assert code == 1
    assert "broken on purpose" in capsys.readouterr().err


# --- bad input -----------------------------------------------------------------------------------

E4 = "1. e4 {[%clk 0:05:00]}"
BAD = [
    (E4, None, {}, "the game has no TimeControl tag: say which with --control"),
    (E4, "?", {}, 'TimeControl "?": is unknown, which cannot be run: say which with --control'),
    (E4, "-", {}, 'TimeControl "-": is no control, which cannot be run'),
    (E4, "junk", {}, 'TimeControl "junk": field 1: "junk" is not moves/seconds'),
    (E4, "40/300:60:60", {}, 'TimeControl "40/300:60:60": field 2: "60" has no moves'),
    (E4, "300/300:60", {}, "period 1: moves 300 is outside 0 to 255"),
    (E4, "300+3600", {}, "period 1: bonus 3600000 is outside 0 to 3599999 ms (59:59)"),
    (E4, "360000", {}, "period 1: main 360000000 is outside 0 to 359999999 ms (99:59:59)"),
    (E4, "40/359000:1000", {}, "the total is above 99:59:59"),
    (E4, "0", {}, "period 1: main 0 leaves NONE nothing to count"),
    (E4, "300", {"control": "5 foo"}, 'control "5 foo": column 3: "foo" is not understood'),
    (E4, "300", {"control": "0"}, 'control "0": period 1: main 0 leaves NONE'),
    (E4, "300", {"control": "2h+1h"}, "period 1: moves 0 by count, but a period follows it"),
    (E4, "300", {"control": ""}, 'control "": is empty'),
    (E4, "300", {"transition": "maybe"}, 'transition "maybe" is not one of by-count, at-zero'),
    (E4, "300", {"bonus_timing": "x"}, 'bonus timing "x" is not one of before, after'),
    (E4, "300", {"runtime": "jython"}, "jython"),
    (E4, "300", {"game": 2}, "game 2: holds only 1"),
    ("1. e4 e5", "300", {}, "has no clock data"),
    (E4 + " e5", "300", {}, "move 1, Black: has no [%clk] (1 of 2 moves have none)"),
    (E4 + " Ke4 {[%clk 0:05:00]}", "300", {}, "move 1, Black: illegal san: 'Ke4'"),
    (E4 + " {open", "300", {}, "line 3: the comment { is not closed before the end of the file"),
    (E4 + " (1. d4", "300", {}, "line 3: the variation ( is not closed"),
    (E4 + " )", "300", {}, "line 3: a ) without a variation before it"),
    (E4 + " }", "300", {}, "line 3: a } without a comment before it"),
    (E4 + " foo", "300", {}, 'line 3: "foo" is not understood'),
    (E4 + " 1-0 e5", "300", {}, 'line 3: "e5" after the result 1-0'),
    (E4 + " 1-0", "300", {}, "line 3: a second result * after 1-0"),
    (E4, '300"]\n[TimeControl "600', {}, 'line 2: TimeControl "600", but line 1 says "300"'),
    (E4, '300"]\n[White A]\n[Black "B', {}, 'line 2: the header "[White A]" has no value'),
    (E4, "300", {"control": "5+3 from 61 from 62"}, "column 13: from has been said before"),
    (E4, None, {"control": "1 byoyomi 5x20s"}, "readings of BYOYOMI do not tell the time used"),
]


@pytest.mark.parametrize("as_json", [False, True], ids=["table", "json"])
@pytest.mark.parametrize(
    ("moves", "tag", "options", "says"), BAD, ids=[f"{row[3][:50]}" for row in BAD]
)
def test_unusable_input(
    tmp_path: Path,
    moves: str,
    tag: str | None,
    options: dict,
    says: str,
    as_json: bool,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line on standard error, exit 2, nothing on standard output."""
    path = write_game(tmp_path, moves, tag)
    assert replay_command(path, **{"runtime": CPYTHON, "as_json": as_json, **options}) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.startswith("chessclock replay: ") and len(err.splitlines()) == 1


def test_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not there."""
    assert replay_command(tmp_path / "no.pgn", control="5", runtime=CPYTHON) == 2
    err = capsys.readouterr().err
    assert "cannot be read: No such file" in err and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read: Is a directory"),
        (b"", "holds no game, the file is empty"),
        (b"\x7fELF\x02\x01\x01\0", "is not a text file"),
        (b" " * 10_000_001, "is larger than 10 MB"),
    ],
    ids=["folder", "empty", "binary", "huge"],
)
def test_no_pgn(
    tmp_path: Path, content: bytes | None, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is no PGN file at all is one line and exit 2, too."""
    path = tmp_path
    if content is not None:
        path = tmp_path / "x.pgn"
        path.write_bytes(content)
    assert replay_command(path, control="5", runtime=CPYTHON) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"chessclock replay: {path}: ")
    assert says in err and len(err.splitlines()) == 1


# --- the pieces ----------------------------------------------------------------------------------


def test_control_wins_over_the_tag() -> None:
    """`--control` has its only usual reading, the tag is PGN's."""
    record = read_game(BLITZ)
    assert choose_control(record, None, None, None) == ControlChoice("300+5", True)
    assert choose_control(record, "5+5", None, None).control().white_periods[0].main_ms == 300_000


def test_a_control_that_is_ambiguous_needs_a_unit_or_its_notation() -> None:
    """`--control 90/40+30` is refused with both readings; `--as` settles it."""
    record = read_game(BLITZ)
    with pytest.raises(ControlError, match="is ambiguous, it can be read in two ways"):
        choose_control(record, "90/40+30", None, None)
    choice = choose_control(record, "90/40+30", "at-zero", None, "organizers")
    assert [one.main_ms for one in choice.control().white_periods] == [5_400_000, 1_800_000]
    assert all(other.control().white_periods for other in choice.others())


def test_other_choices_change_least_first() -> None:
    """A hint names one option where one is enough."""
    choice = ControlChoice("90/40+30+30", False, None, "before")
    assert [other.options(choice) for other in choice.others()] == [
        "--bonus-timing after",
        "--transition at-zero",
        "--transition at-zero --bonus-timing after",
    ]


def test_two_runs_are_equal() -> None:
    """Virtual time is deterministic."""
    record = read_game(BLITZ)
    choice = ControlChoice("300+5", True, None, "after")
    one = replay_game(record, choice, CPYTHON)
    two = replay_game(record, choice, CPYTHON)
    assert one.rows == two.rows and one.is_clean
