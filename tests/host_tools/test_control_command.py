"""`chessclock control`: what it prints, in plain words and as JSON, and what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from clockcore.codes import LEFT, RIGHT, UPCOUNT
from clockcore.game import Game
from clockcore.presets import PRESET_COUNT, preset
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_tools.notation import NOTATIONS, parse_control
from host_tools.notation.command import control_command
from host_tools.notation.explain import clock_text, duration, explain, in_short
from tests.command_line import run_command
from tests.host_tools.test_notation_writings import any_control

COMMAND = Path(sys.executable).with_name("chessclock")


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return run_command("control", *words)


def as_json(
    capsys: pytest.CaptureFixture[str], text: str, notation: str | None = None, **options: Any
) -> dict[str, Any]:
    """Return what `--json` prints."""
    assert control_command(text, notation, as_json=True, **options) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.count("\n") == 1
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


# --- JSON ----------------------------------------------------------------------------------------


def test_json_of_the_usual_control(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that there is to say of 90/40+30+30."""
    found = as_json(capsys, "90/40+30+30")
    first, second = found["periods"]
    assert first == {
        "moves": 40,
        "main_s": 5400,
        "method": "fischer",
        "bonus_s": 30,
        "bonus_from_move": 1,
        "cap_s": 0,
        "transition": "by-count",
        "block_s": 0,
        "block_count": 0,
        "repeat": False,
    }
    assert second == {**first, "moves": 0, "main_s": 1800, "transition": None}
    assert found["sides"] == {
        "odds": False,
        "white": [first, second],
        "black": [first, second],
    }
    assert found["kind"] == "control" and found["notation"] == "organizers"
    assert found["pgn"] == found["trf26"] == "40/5400+30:1800+30"
    assert found["us"] == "40/90,SD/30;inc30"
    assert found["organizers"] == "90m/40 + 30m + 30s"
    assert found["uci"] is None and "the period that runs" in found["not_written"]["uci"]
    assert found["bonus_timing"] == "before" and found["freeze"] is True
    assert found["class"] == "standard" and "150 min" in found["class_why"][0]
    assert found["fide_rating"] == {
        "rated": True,
        "as": "standard",
        "below": None,
        "rating": None,
        "counted_s": 9000,
        "why": [
            "120 min + 60 x 30 s = 150 min for 60 moves.",
            "Rated as standard, whatever the ratings.",
        ],
    }
    assert found["us_class"] == "regular"
    assert found["us_rating"]["as"] == ["regular"]
    assert found["in_short"] == "90 min for 40 moves, then 30 min, 30 s a move"
    assert found["explanation"] == explain(parse_control("90/40+30+30"))


def test_json_of_odds(capsys: pytest.CaptureFixture[str]) -> None:
    """Each side has its own periods; it is not rated, and that is said."""
    found = as_json(capsys, "W300-B240")
    assert found["sides"]["odds"] is True
    assert [one["main_s"] for one in found["sides"]["white"]] == [300]
    assert [one["main_s"] for one in found["sides"]["black"]] == [240]
    assert found["pgn"] is None and found["trf26"] == "W300-B240" and found["us"] is None
    assert found["fide_rating"]["rated"] is False
    assert "Unequal times are not rated (B.02)." in found["fide_rating"]["why"]
    assert found["us_class"] is None


@pytest.mark.parametrize(
    ("text", "kind"), [("?", "unknown"), ("-", "none"), (" ? ", "unknown")]
)
def test_no_control_is_read_and_cannot_be_run(
    capsys: pytest.CaptureFixture[str], text: str, kind: str
) -> None:
    """`?` and `-` are well formed: exit status 0, and nothing to run."""
    for notation in (None, "pgn"):
        found = as_json(capsys, text, notation)
        assert found["kind"] == kind and found["periods"] == []
        assert found["pgn"] == text.strip() and found["trf26"] is None
        assert found["class"] is None and found["us_class"] is None
        assert found["fide_rating"]["rated"] is None and found["fide_rating"]["why"]
        assert control_command(text, notation) == 0
        assert "It cannot be run." in capsys.readouterr().out


def test_options(capsys: pytest.CaptureFixture[str]) -> None:
    """How periods come, when a bonus is given, and for which rating."""
    found = as_json(capsys, "90/40+30+30", transition="at-zero", bonus_timing="after")
    assert found["periods"][0]["transition"] == "at-zero"
    assert found["bonus_timing"] == "after"
    assert found["not_said"]["pgn"] == [
        "it does not say that periods come at zero",
        "it does not say that the bonus comes after the move",
    ]
    found = as_json(capsys, "60m", rating=1800)
    assert found["fide_rating"]["rated"] is False and found["fide_rating"]["rating"] == 1800
    found = as_json(capsys, "500ms+100ms")
    assert (found["periods"][0]["main_s"], found["periods"][0]["bonus_s"]) == (0.5, 0.1)


@pytest.mark.parametrize("number", range(1, PRESET_COUNT + 1))
def test_every_preset_is_told(capsys: pytest.CaptureFixture[str], number: int) -> None:
    """Every key is there for every method, and every text can be read again."""
    found = as_json(capsys, f"#{number}")
    assert found["class"] in ("standard", "rapid", "blitz")
    assert found["explanation"] and found["fide_rating"]["why"] and found["us_rating"]["why"]
    for notation in NOTATIONS:
        assert (found[notation] is None) == (notation in found["not_written"])
        if found[notation] is not None:
            parse_control(found[notation], notation)
    assert control_command(f"#{number}") == 0
    out, err = capsys.readouterr()
    assert err == "" and "traceback" not in out.lower()


# --- plain words ---------------------------------------------------------------------------------

EXPLAINED = [
    (
        "5+0",
        [
            "Each player: 5 min for all moves.",
            "Both clocks start at 5:00.",
            "When a flag has fallen the other clock goes on.",
        ],
    ),
    (
        "3+2",
        [
            "Each player: 3 min for all moves. Every move adds 2 s (Fischer).",
            "The bonus of a move is on the clock before it: both clocks start at 3:02.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
    (
        "3+2 after-move",
        [
            "Each player: 3 min for all moves. Every move adds 2 s (Fischer).",
            "The bonus of a move is given after it: both clocks start at 3:00.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
    (
        "0+10 after-move",
        [
            "Each player: no main time. Every move adds 10 s (Fischer).",
            "Without main time the bonus is always given before the move: both clocks start at"
            " 0:10.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
    (
        "5+3 cap 10 from 61",
        [
            "Each player: 5 min for all moves. Every move from move 61 on adds 3 s, which lifts no"
            " clock above 10 min (Fischer).",
            "The bonus of a move is on the clock before it: both clocks start at 5:00.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
    (
        "5 bronstein 3",
        [
            "Each player: 5 min for all moves. After every move the time used for it is given"
            " back, 3 s at the most, so that no time can be gained (Bronstein).",
            "The delay of a move is on the clock before it: both clocks start at 5:03.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
    (
        "G/60;d5",
        [
            "Each player: 60 min for all moves. On every move the clock waits 5 s before the main"
            " time runs; what is left of the wait is lost (US delay).",
            "Both clocks start at 1:00:00.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
    (
        "0 delay 5",
        [
            "Each player: no main time. On every move the clock waits 5 s before the main"
            " time runs; what is left of the wait is lost (US delay).",
            "Only the delay runs; its end is the flag.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
    (
        "90/40+30+30",
        [
            "Each player has 2 periods, one after the other.",
            "  1. 90 min for 40 moves.",
            "  2. 30 min more for all other moves.",
            "  In all periods: Every move adds 30 s (Fischer).",
            "A player gets the time of the next period with the last move of a period; zero before"
            " that is the flag. Time that is left is kept.",
            "The bonus of a move is on the clock before it: both clocks start at 1:30:30.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
    (
        "#28",
        [
            "Each player has 3 periods, one after the other.",
            "  1. 120 min for 40 moves.",
            "  2. 60 min more for 20 moves.",
            "  3. 15 min more for all other moves. Every move adds 30 s (Fischer).",
            "A player gets the time of the next period with the last move of a period; zero before"
            " that is the flag. Time that is left is kept.",
            "The bonus of a move is on the clock before it: both clocks start at 2:00:00.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
    (
        "2h/40+1h at-zero",
        [
            "Each player has 2 periods, one after the other.",
            "  1. 120 min (planned for 40 moves).",
            "  2. 60 min more for all other moves.",
            "The next period comes at zero: when the first player gets there, both get its time,"
            " on top of what they have. Moves do not matter for it.",
            "Both clocks start at 2:00:00.",
            "When a flag has fallen the other clock goes on.",
        ],
    ),
    (
        "(60m/40) + (30m at-zero) + (15m)",
        [
            "Each player has 3 periods, one after the other.",
            "  1. 60 min for 40 moves.",
            "  2. 30 min more.",
            "  3. 15 min more for all other moves.",
            "Period 2 comes by moves.",
            "Period 3 comes at zero, for both.",
            "Both clocks start at 1:00:00.",
            "When a flag has fallen the other clock goes on.",
        ],
    ),
    (
        "40/9000",
        [
            "Each player: 150 min for every 40 moves, again and again.",
            "A player gets the time of the next period with the last move of a period; zero before"
            " that is the flag. Time that is left is kept.",
            "Both clocks start at 2:30:00.",
            "When a flag has fallen the other clock goes on.",
        ],
    ),
    (
        "60 byoyomi 5x20s",
        [
            "Each player: 60 min, then overtime. There are 5 moments of 20 s: a move made within a"
            " moment gets the whole moment back, a longer one uses up moments; the end of the last"
            " is the flag (byo-yomi).",
            "Both clocks start at 1:00:00.",
            "When a flag has fallen the other clock goes on.",
        ],
    ),
    (
        "0 byoyomi 1x30s",
        [
            "Each player: overtime from the start. There is one moment of 30 s: a move made within"
            " a moment gets the whole moment back; its end is the flag (byo-yomi).",
            "Both clocks start at 0:30.",
            "When a flag has fallen the other clock goes on.",
        ],
    ),
    (
        "60 byoyomi 0x20s",
        [
            "Each player: 60 min, then overtime. There are moments of 20 s: a move made within a"
            " moment gets the whole moment back, and a longer one takes one more; they never end.",
            "Both clocks start at 1:00:00.",
            "No flag falls.",
        ],
    ),
    (
        "60 canadian 5m/15",
        [
            "Each player: 60 min, then overtime. There are 5 min for every 15 moves; when they are"
            " made the next 5 min begin, and what was left is lost (Canadian).",
            "Both clocks start at 1:00:00.",
            "When a flag has fallen the other clock goes on.",
        ],
    ),
    (
        "60 canadian 5m",
        [
            "Each player: 60 min, then overtime. There is a block of 5 min, reloaded by hand: BACK"
            " held for 1 s on one's own turn (Canadian).",
            "Both clocks start at 1:00:00.",
            "When a flag has fallen the other clock goes on.",
        ],
    ),
    (
        "gong 10s",
        [
            "Each player: gong, 10 s for every turn. At its end the gong sounds and the turn"
            " passes to the other side by itself, which is not counted as a move; a press passes"
            " it earlier.",
            "Both clocks start at 0:10.",
            "No flag falls.",
        ],
    ),
    (
        "move-timer 30s",
        [
            "Each player: 30 s for each move; at the end of them the flag falls. What is not used"
            " is lost: every move begins with 30 s again.",
            "Both clocks start at 0:30.",
            "When a flag has fallen the other clock goes on.",
        ],
    ),
    (
        "hourglass 1",
        [
            "Each player: hourglass, 1 min at the start. What one player uses the other gains;"
            " both times together stay the same.",
            "Both clocks start at 1:00.",
            "At zero the flag falls and both clocks stop.",
        ],
    ),
    (
        "upcount",
        [
            "Each player: the time used is counted up from 0:00, without a limit.",
            "Both clocks start at 0:00.",
            "No flag falls.",
        ],
    ),
    (
        "scrabble 25",
        [
            "Each player: 25 min for the whole game, counted down; then the clock goes on below"
            " zero and shows the penalty time.",
            "Both clocks start at 25:00.",
            "No flag falls.",
        ],
    ),
    (
        "5+3 from 61 v 4+3 from 61",
        [
            "White: 5 min for all moves. Every move from move 61 on adds 3 s (Fischer).",
            "Black: 4 min for all moves. Every move from move 61 on adds 3 s (Fischer).",
            "The bonus of a move is on the clock before it: White's clock starts at 5:00, Black's"
            " at 4:00.",
            "When a flag has fallen both clocks stop.",
        ],
    ),
]


@pytest.mark.parametrize(("text", "lines"), EXPLAINED, ids=[row[0] for row in EXPLAINED])
def test_explained(text: str, lines: list[str]) -> None:
    """Every method in words that say what it does (T10 to T17, T20, T21, T31)."""
    assert explain(parse_control(text)) == lines


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "0 s"),
        (1, "0.001 s"),
        (2500, "2.5 s"),
        (59_999, "59.999 s"),
        (60_000, "1 min"),
        (90_000, "1 min 30 s"),
        (5_400_000, "90 min"),
    ],
)
def test_durations(ms: int, text: str) -> None:
    assert duration(ms) == text


@given(any_control())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_control_has_words(control: Any) -> None:
    """One line, and sentences with an end."""
    assert in_short(control) and "\n" not in in_short(control)
    for line in explain(control):
        assert line.endswith((".", "(Fischer).")) and "None" not in line and "\n" not in line


def test_the_words_of_a_preset_say_when_it_starts() -> None:
    """What is told of the start is what the clock shows (T10)."""
    for number in range(1, PRESET_COUNT + 1):
        control = preset(number)
        game = Game()
        game.set_up(control, LEFT, 0)
        words = " ".join(explain(control))
        shown = [clock_text(game.remaining_ms(side)) for side in (LEFT, RIGHT)]
        if control.white_periods[0].method == UPCOUNT:
            shown = ["0:00", "0:00"]
        if control.odds:
            assert f"White's clock starts at {shown[0]}, Black's at {shown[1]}." in words
        else:
            assert f"oth clocks start at {shown[0]}." in words


# --- the command ---------------------------------------------------------------------------------


def test_the_report() -> None:
    """The text as a user sees it."""
    done = run("3+2")
    assert done.returncode == 0 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == '"3+2", read as organizers: 3 min, 2 s a move'
    assert "Class               blitz. 3 min + 60 x 2 s = 5 min: 10 min or less (B.1)." in lines
    assert "As TRF26 line 222   180+2" in lines
    assert "As US Chess         G/3;inc2" in lines
    assert any(line.startswith("FIDE rating         yes. 3 min + 60 x 2 s = 5") for line in lines)
    assert any(line.startswith("US Chess rating     none. 3 + 2 = 5") for line in lines)
    assert all(line == line.rstrip() and len(line) < 250 for line in lines)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["90/40+30"], 'chessclock control: control "90/40+30": is ambiguous, it can be read in'),
        (["90+30"], "(write 90m + 30s, or say --as organizers); or 90 min, then 30 min (write"),
        (["60 minutes", "--as", "pgn"], 'TimeControl "60 minutes": field 1: "60 minutes" is not'),
        (["go infinite"], "is no control, which cannot be run"),
        (["abc"], 'column 1: a time is needed, not "abc"'),
        ([""], 'control "": is empty'),
        (["\x1b[31m5"], "column 1:"),
        (["5\n+\n"], "column 5: a time is needed, not the end"),
        (["5+3", "--as", "runes"], "Invalid value for '--as'"),
        (["5+3", "--rating", "9999"], "Invalid value for '--rating'"),
        (["5+3", "--transition", "never"], "Invalid value for '--transition'"),
        (["90/40+30+30 at-zero", "--transition", "by-count"], "says transition at-zero, but"),
        ([], "Missing argument 'text'"),
        (["5+3", "5+3"], "unexpected extra argument"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: list[str], says: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1 and "\x1b" not in done.stderr
    assert done.stdout == ""


def test_bytes_that_are_no_text_are_one_line() -> None:
    """A shell may pass anything."""
    done = subprocess.run(
        [bytes(COMMAND), b"control", b"5+\xff\xfe"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr


def test_an_output_of_few_characters_is_enough() -> None:
    """Primes on a terminal that knows ASCII only."""
    done = subprocess.run(
        [COMMAND, "control", "90\u2032+30\u2033"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert done.returncode == 0 and done.stderr == b""
    assert done.stdout.startswith(b'"90\\u2032+30\\u2033", read as organizers: 90 min, 30 s')


def test_as_settles_what_is_ambiguous(capsys: pytest.CaptureFixture[str]) -> None:
    """`--as` is never second-guessed."""
    assert as_json(capsys, "90/40+30", "organizers")["pgn"] == "40/5400:1800"
    assert as_json(capsys, "90+30", "organizers")["pgn"] == "5400+30"
    assert as_json(capsys, "90+30", "pgn")["pgn"] == "90+30"
    assert as_json(capsys, "60+30", "lichess")["pgn"] == "3600+30"
    assert as_json(capsys, "180", "trf26")["pgn"] == "180"


@given(st.text(max_size=30), st.sampled_from([None, *NOTATIONS]), st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_told_or_refused(
    capsys: pytest.CaptureFixture[str], text: str, notation: str | None, json_wanted: bool
) -> None:
    """Exit status 0 with an output, or 2 with one line."""
    code = control_command(text, notation, as_json=json_wanted)
    out, err = capsys.readouterr()
    assert (code, bool(out), err.count("\n")) in ((0, True, 0), (2, False, 1))
