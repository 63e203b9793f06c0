"""`chessclock vectors`: every vector on both runtimes, and proof that the runner can fail."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from host_tools.vectors import (
    CPYTHON,
    MICROPYTHON,
    VectorFileError,
    read_vectors,
    run_vectors,
    vectors_command,
)

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
SKIPPED = {
    "fz-bron-every-2": "bonus_every_moves",
    "fc-3/10+0.1": "margin_ms",
    "fc-fixed-ok": "margin_ms",
}


@pytest.fixture(params=[CPYTHON, MICROPYTHON])
def runtime(request: pytest.FixtureRequest) -> str:
    """Return each runtime in turn; without MicroPython skip loudly, and fail in CI."""
    if request.param == MICROPYTHON:
        request.getfixturevalue("micropython")
    return request.param


def vector(**more: Any) -> dict[str, Any]:
    """Return a clock vector that passes: 5 + 3, a move of 10 s each."""
    return {
        "id": "a",
        "config": {"phases": [{"main_ms": 300_000, "mode": "fischer", "bonus_ms": 3000}]},
        "expected_start": {"W": 300_000},
        "sequence": [
            {"side": "W", "think_ms": 10_000, "op": "press", "expect": {"W": 293_000}},
            {
                "side": "B",
                "think_ms": 10_000,
                "op": "press",
                "expect": {"moves": {"W": 1, "B": 1}},
            },
        ],
        "expected": {"W": 293_000, "B": 293_000, "flag": None},
        "status": "agreed",
        **more,
    }


def write(folder: Path, content: object) -> Path:
    """Write a JSON file and return its path."""
    path = folder / "v.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def clock_file(folder: Path, *vectors: object) -> Path:
    """Write a file of clock vectors."""
    return write(folder, {"clock_vectors": list(vectors)})


# --- the real ones -------------------------------------------------------------------------------


def test_all_clock_vectors(runtime: str) -> None:
    """All 142 but three house rules, each skipped by name with its reason."""
    summary = run_vectors(VECTORS / "clock.json", runtime)
    assert summary.failures == []
    assert summary.closing_line() == "139 passed, 0 failed, 3 skipped"
    for line, (name, reason) in zip(summary.skips, SKIPPED.items(), strict=True):
        assert line.startswith(f"{name}: {reason}: ")


def test_only_house_rules_are_skipped() -> None:
    """What is agreed or derived is never skipped."""
    for one in read_vectors(VECTORS / "clock.json"):
        if one.name in SKIPPED:
            assert one.content["status"] == "house_rule"


def test_all_display_vectors(runtime: str) -> None:
    """All 13 texts (T35, T36)."""
    assert run_vectors(VECTORS / "display.json", runtime).closing_line() == (
        "13 passed, 0 failed, 0 skipped"
    )


def test_all_notation_vectors(runtime: str) -> None:
    """All 21 tags and 18 free texts."""
    assert run_vectors(VECTORS / "notation.json", runtime).closing_line() == (
        "39 passed, 0 failed, 0 skipped"
    )


TAG = {"tag": "40/5400+30:1800+5d"}
FIRST = {"moves": 40, "seconds": 5400, "increment": 30}
LAST = {"moves": 0, "seconds": 1800, "delay": 5}


@pytest.mark.parametrize(
    ("tag", "says"),
    [
        ({**TAG, "parts": [FIRST, LAST]}, None),
        ({**TAG, "error": True}, "expected an error, got 5400000 ms and more"),
        ({**TAG, "parts": [FIRST]}, "expected 1 fields, got 2"),
        ({**TAG, "parts": [{**FIRST, "moves": 41}, LAST]}, "field 1: moves expected 41, got 40"),
        ({**TAG, "parts": [FIRST, {**LAST, "seconds": 1}]}, "field 2: seconds expected 1, got"),
        ({**TAG, "parts": [{**FIRST, "increment": 0}, LAST]}, "field 1: increment expected 0"),
        ({**TAG, "parts": [FIRST, {**LAST, "delay": 6}]}, "field 2: delay expected 6, got 5"),
        ({**TAG, "parts": [{"kind": "unknown"}, LAST]}, "field 1: expected unknown, got period"),
        ({"tag": "x", "parts": [FIRST]}, "refused: TimeControl"),
        ({"tag": "0", "parts": [{"moves": 0, "seconds": 0}]}, "refused: TimeControl"),
        ({"tag": "?", "error": True}, "got a text that names no control"),
        ({"tag": "?", "parts": [{"kind": "unlimited"}]}, "expected none, got unknown"),
        ({"tag": "?", "parts": [{"kind": "unknown"}]}, None),
        ({"tag": "x", "error": True}, None),
    ],
)
def test_a_tag_that_is_read_otherwise_fails(tmp_path: Path, tag: dict, says: str | None) -> None:
    """The runner of notations can fail, in every part of a tag."""
    summary = run_vectors(write(tmp_path, {"pgn_timecontrol_vectors": [tag]}), CPYTHON)
    assert (summary.failed, summary.passed) == ((0, 1) if says is None else (1, 0))
    assert says is None or says in summary.failures[0]


@pytest.mark.parametrize(
    ("text", "wanted", "says"),
    [
        ("3+2", [180, 2], None),
        ("3+2", [180, 3], "expected [180, 3], got [180.0, 2.0]"),
        ("3+2", None, "expected an error"),
        ("nope", [180, 2], "refused: lichess clock"),
        ("nope", None, None),
    ],
)
def test_a_free_text_that_is_read_otherwise_fails(
    tmp_path: Path, text: str, wanted: list[int] | None, says: str | None
) -> None:
    """The same for what lichess reads."""
    vectors = [{"text": text, "seconds_increment": wanted}]
    summary = run_vectors(write(tmp_path, {"free_text_timecontrol_vectors": vectors}), CPYTHON)
    assert (summary.failed, summary.passed) == ((0, 1) if says is None else (1, 0))
    assert says is None or says in summary.failures[0]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({"pgn_timecontrol_vectors": [{"tag": "5"}]}, "parts or error is needed, one of them"),
        ({"pgn_timecontrol_vectors": [{"tag": "5", "parts": [{}]}]}, "part 1: moves is missing"),
        ({"pgn_timecontrol_vectors": [{"tag": 5, "error": True}]}, "tag: a text is needed"),
        ({"pgn_timecontrol_vectors": [{"tag": "5", "parts": []}]}, "parts: is empty"),
        ({"free_text_timecontrol_vectors": [{"text": "5"}]}, "seconds_increment is missing"),
        (
            {"free_text_timecontrol_vectors": [{"text": "5", "seconds_increment": [5]}]},
            "two numbers are needed",
        ),
        (
            {"free_text_timecontrol_vectors": [{"text": "5", "seconds_increment": [5, "x"]}]},
            "number 2: a whole number is needed",
        ),
    ],
)
def test_malformed_notation_vectors(tmp_path: Path, content: dict, says: str) -> None:
    """A misspelt vector is refused, not passed."""
    with pytest.raises(VectorFileError, match=says):
        run_vectors(write(tmp_path, content), CPYTHON)


def test_command_prints_and_exits(
    runtime: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line a skip and a failure, the closing line last; 0 and 1."""
    assert vectors_command(VECTORS / "clock.json", runtime) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "139 passed, 0 failed, 3 skipped"
    assert lines[0].startswith("skipped fz-bron-every-2: bonus_every_moves: ")
    path = clock_file(tmp_path, vector(), vector(id="bad", expected={"W": 1}))
    assert vectors_command(path, runtime) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "FAILED bad: end: W expected 1, got 293000",
        "1 passed, 1 failed, 0 skipped",
    ]
    assert err == ""


def test_both_forms_in_one_file(runtime: str, tmp_path: Path) -> None:
    """A file may hold clock and display vectors."""
    path = write(
        tmp_path,
        {"clock_vectors": [vector()], "display_vectors": [{"ms": 1, "shown": "00:00.1"}]},
    )
    assert run_vectors(path, runtime).closing_line() == "2 passed, 0 failed, 0 skipped"


# --- the runner can fail -------------------------------------------------------------------------

BYOYOMI = {
    "phases": [{"main_ms": 0, "mode": "byoyomi", "then_byoyomi": {"byo_ms": 30_000, "periods": 3}}]
}
CANADIAN = {
    "phases": [
        {"main_ms": 0, "mode": "canadian", "then_canadian": {"byo_ms": 30_000, "stones": 3}}
    ]
}
DELAY = {"phases": [{"main_ms": 10_000, "mode": "delay", "bonus_ms": 5000}]}
TWO = {
    "phases": [
        {"main_ms": 10_000, "mode": "sudden", "moves": 2},
        {"main_ms": 10_000, "mode": "sudden"},
    ]
}

# config, (side, think, op) of the step, the right expectations, and for each a wrong value
RIGHT_AND_WRONG = [
    (DELAY, ("W", 2000, "live"), {"W": 10_000, "delay_left_ms": 3000, "flag": None}),
    (DELAY, ("W", 17_000, "live"), {"flag": "W", "overshoot_ms": 2000, "flag_style": "blinking"}),
    (BYOYOMI, ("W", 40_000, "live"), {"W": 20_000, "byo_periods_left": 2, "overtime": True}),
    (CANADIAN, ("W", 5000, "press"), {"W": 25_000, "stones_left": 2, "moves_in_period": 1}),
    (TWO, ("W", 1000, "press"), {"moves_to_go": 1, "moves": {"W": 1, "B": 0}, "no_change": False}),
    (TWO, ("W", 1000, "stop"), {"W": 9000, "B": 10_000, "moves_in_period": 0}),
    (TWO, ("B", 0, "press_again"), {"no_change": True}),
]
WRONG = {
    "W": 1,
    "B": 1,
    "flag": "B",
    "delay_left_ms": 1,
    "overshoot_ms": 1,
    "flag_style": "steady",
    "byo_periods_left": 9,
    "overtime": False,
    "stones_left": 9,
    "moves_in_period": 9,
    "moves_to_go": 9,
    "moves": {"B": 9},
    "warnings": 9,
}


def one_step(config: dict, step: tuple, expect: dict) -> dict[str, Any]:
    """Return a vector of one step."""
    side, think, op = step
    return vector(
        config=config,
        expected_start={},
        sequence=[{"side": side, "think_ms": think, "op": op, "expect": expect}],
        expected={},
    )


@pytest.mark.parametrize(("config", "step", "expect"), RIGHT_AND_WRONG)
def test_right_and_wrong_expectations(
    tmp_path: Path, config: dict, step: tuple, expect: dict
) -> None:
    """The right values pass; each single wrong value fails and is named with what it was."""
    path = clock_file(tmp_path, one_step(config, step, expect))
    assert run_vectors(path, CPYTHON).failures == []
    for key, value in expect.items():
        wrong = (not value) if isinstance(value, bool) else WRONG[key]
        path = clock_file(tmp_path, one_step(config, step, {**expect, key: wrong}))
        (line,) = run_vectors(path, CPYTHON).failures
        name = "moves of B" if key == "moves" else key
        assert line.startswith(f"a: step 1 ({step[0]} {step[2]} after {step[1]} ms): {name} ")
        assert " expected " in line and ", got " in line


def test_every_real_vector_can_fail() -> None:
    """Each expected time of the real files, 1 ms off, is found."""
    from host_tools import vector_core

    for one in read_vectors(VECTORS / "clock.json"):
        if one.name in SKIPPED:
            continue
        for index, step in enumerate(one.content["sequence"]):
            for key in ("W", "B"):
                if key in step.get("expect", {}):
                    broken = copy.deepcopy(one.content)
                    broken["sequence"][index]["expect"][key] += 1
                    failures, _ = vector_core.run("clock", broken)
                    assert any(f"step {index + 1} (" in line for line in failures), one.name


def test_wrong_display(runtime: str, tmp_path: Path) -> None:
    """A wrong text fails; leading zeros do not matter."""
    path = write(
        tmp_path,
        {
            "display_vectors": [
                {"ms": 60_000, "shown": "1:00"},
                {"ms": 60_000, "shown": "0001:00"},
                {"ms": 60_000, "shown": "1:01"},
                {"ms": 60_000, "shown": "11:00", "id": "eleven"},
            ]
        },
    )
    summary = run_vectors(path, runtime)
    assert summary.failures == [
        'display 3: 60000 ms expected "1:01", got "1:00"',
        'eleven: 60000 ms expected "11:00", got "1:00"',
    ]


def test_a_turn_of_the_wrong_side_fails(runtime: str, tmp_path: Path) -> None:
    """A vector whose steps do not fit the game does not pass by chance."""
    steps = [{"side": "B", "think_ms": 1000, "op": "press"}]
    path = clock_file(tmp_path, vector(sequence=steps, expected={}))
    assert run_vectors(path, runtime).failures == [
        "a: step 1 (B press after 1000 ms): the clock of W runs"
    ]


@pytest.mark.parametrize("op", ["undo", "reload", "resume"])
def test_a_refused_step_fails(tmp_path: Path, op: str) -> None:
    """What the core refuses is a failure."""
    steps = [{"side": "W", "think_ms": 0, "op": op}]
    path = clock_file(tmp_path, vector(sequence=steps, expected={}))
    assert f": {op} was refused" in run_vectors(path, CPYTHON).failures[0]


def test_a_set_while_running_fails(tmp_path: Path) -> None:
    """Times are corrected in pause only."""
    steps = [{"side": "W", "think_ms": 0, "op": "set", "set": {"W": 5}}]
    path = clock_file(tmp_path, vector(sequence=steps, expected={}))
    assert run_vectors(path, CPYTHON).failures == ["a: step 1 (W set after 0 ms): set was refused"]


def test_long_thinks_and_any_start_of_the_ticks(runtime: str, tmp_path: Path) -> None:
    """Three days of thinking across the wrap of the ticks."""
    one = vector(
        config={
            "phases": [{"main_ms": 359_999_000, "mode": "sudden"}],
            "ticks_start": 2**29 - 1,
        },
        expected_start={},
        sequence=[{"side": "W", "think_ms": 300_000_000, "op": "live"}],
        expected={"W": 59_999_000, "flag": None},
    )
    assert run_vectors(clock_file(tmp_path, one), runtime).failures == []


# --- house rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("config", "steps", "reason"),
    [
        ({"margin_ms": 100}, [], "margin_ms: no time is ever given beyond zero (T2)"),
        (
            {"free_first_moves": 1},
            [{"side": "W", "think_ms": 1, "op": "press"}],
            "free_first_moves: a first move that took time is always charged (T1)",
        ),
        (
            {
                "phases": [
                    {
                        "main_ms": 1000,
                        "mode": "fischer",
                        "bonus_ms": 1000,
                        "then_byoyomi": {"byo_ms": 5000, "periods": 1},
                    }
                ]
            },
            [],
            "fischer with overtime in one period",
        ),
    ],
    ids=["margin", "free-moves", "two-methods"],
)
def test_house_rules_are_skipped_with_their_reason(
    runtime: str, tmp_path: Path, config: dict, steps: list, reason: str
) -> None:
    """A rule that the timing rules exclude is skipped, never bent."""
    base = vector()
    one = vector(config={**base["config"], **config}, sequence=steps, expected={})
    summary = run_vectors(clock_file(tmp_path, one), runtime)
    assert summary.closing_line() == "0 passed, 0 failed, 1 skipped"
    assert summary.skips[0].startswith(f"a: {reason}")


# --- malformed files -----------------------------------------------------------------------------


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return the good vector with the value at a dotted path replaced (or removed, for None)."""
    one = copy.deepcopy(vector())
    *way, last = path.split(".")
    place: Any = one
    for key in way:
        place = place[int(key)] if isinstance(place, list) else place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return one


PHASE = "config.phases.0"
MALFORMED = [
    (changed("config", None), "a: config is missing"),
    (changed("sequence", None), "a: sequence is missing"),
    (changed("expected", None), "a: expected is missing"),
    (changed("expcted", {}), "a: expcted is unknown"),
    (changed("config.phases", None), "a: config: phases is missing"),
    (changed("config.phases", []), "a: config: phases: is empty"),
    (changed("config.margin", 1), "a: config: margin is unknown"),
    (changed("config.flag_mode", "melt"), 'config: flag_mode: "melt" is unknown (known: "freeze"'),
    (changed("config.ticks_start", 2**29), "config: ticks_start: 536870912 is above 536870911"),
    (changed(f"{PHASE}.mode", "fisher"), 'phase 1: mode: "fisher" is unknown (known: "sudden"'),
    (changed(f"{PHASE}.mode", None), "config: phases: phase 1: mode is missing"),
    (changed(f"{PHASE}.main_ms", None), "config: phases: phase 1: main_ms is missing"),
    (changed(f"{PHASE}.main_ms", 1.5), "main_ms: a whole number is needed, not 1.5"),
    (changed(f"{PHASE}.main_ms", True), "main_ms: a whole number is needed, not true"),
    (changed(f"{PHASE}.main_ms", -1), "main_ms: -1 is below 0"),
    (changed(f"{PHASE}.bonus", 1), "phase 1: bonus is unknown"),
    (changed(f"{PHASE}.repeat", 1), "repeat: true or false is needed, not 1"),
    (changed(f"{PHASE}.mode", "byoyomi"), "phases: phase 1: then_byoyomi is missing"),
    (changed(f"{PHASE}.mode", "canadian"), "phases: phase 1: then_canadian is missing"),
    (changed(f"{PHASE}.then_byoyomi", {"byo_ms": 1}), "then_byoyomi: periods is missing"),
    (changed(f"{PHASE}.moves", 256), "a: config: period 1: moves 256 is outside 0 to 255"),
    (changed(f"{PHASE}.bonus_ms", 3_600_000), "config: period 1: bonus 3600000 is outside"),
    (changed(f"{PHASE}.main_ms", 360_000_000), "config: period 1: main 360000000 is outside"),
    (changed("sequence.0.op", "jump"), 'a: sequence: step 1: op: "jump" is unknown'),
    (changed("sequence.0.side", "L"), 'step 1: side: "L" is unknown (known: "W", "B")'),
    (changed("sequence.1.think_ms", None), "sequence: step 2: think_ms is missing"),
    (changed("sequence.1.think_ms", "5"), 'think_ms: a whole number is needed, not "5"'),
    (changed("sequence.0.expect.w", 5), "step 1: expect: w is unknown"),
    (changed("sequence.0.expect.flag", "X"), 'expect: flag: "X" is unknown'),
    (changed("sequence.0.set", {}), "step 1: op set and the key set belong together"),
    (changed("sequence.0.op", "set"), "step 1: op set and the key set belong together"),
    (changed("sequence", {}), "a: sequence: a list is needed, not {}"),
    (changed("status", "so-so"), 'a: status: "so-so" is unknown'),
    (changed("expected.moves", 1), "a: expected: moves: an object is needed, not 1"),
    ([], "clock_vectors 1: an object is needed, not []"),
]


@pytest.mark.parametrize(("one", "says"), MALFORMED, ids=[row[1] for row in MALFORMED])
def test_malformed_vectors(
    tmp_path: Path, one: object, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on standard error says what and where; exit 2; nothing on standard output."""
    path = clock_file(tmp_path, one)
    assert vectors_command(path, CPYTHON) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"chessclock vectors: {path}: ") and says in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "line 1, column 1: is not JSON"),
        ("{\n  'a': 1}", "line 2, column 3: is not JSON"),
        ("[]", "an object is needed"),
        ("{}", "holds no vectors"),
        ('{"clock_vectors": []}', "holds no vectors"),
        ('{"clock_vectors": {}}', "clock_vectors: a list is needed"),
        ('{"pgn_vectors": [1]}', "pgn_vectors is not one of clock_vectors, display_vectors"),
        ('{"display_vectors": [{"ms": 1}]}', "display_vectors 1: shown is missing"),
        ('{"display_vectors": [{"ms": 1, "shown": 1}]}', "shown: a text is needed, not 1"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_malformed_files(
    tmp_path: Path, content: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same for the file as a whole."""
    assert vectors_command(write(tmp_path, content), CPYTHON) == 2
    out, err = capsys.readouterr()
    assert out == "" and says in err and len(err.splitlines()) == 1


def test_unreadable_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No file, a folder, no text."""
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\xfd")
    for path, says in (
        (tmp_path / "nowhere.json", "cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
        (binary, "is not UTF-8 text, at byte 0"),
    ):
        assert vectors_command(path, CPYTHON) == 2
        err = capsys.readouterr().err
        assert says in err and len(err.splitlines()) == 1


def test_runtimes_that_are_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown runtime and a MicroPython that does not start are said in one line."""
    path = clock_file(tmp_path, vector())
    assert vectors_command(path, "jython") == 2
    assert "--runtime jython: is not one of micropython, cpython" in capsys.readouterr().err
    monkeypatch.setenv("MICROPYTHON", str(tmp_path / "nothing"))
    assert vectors_command(path, MICROPYTHON) == 2
    assert "MicroPython does not start" in capsys.readouterr().err
    monkeypatch.setattr("host_tools.vectors.find_micropython", lambda: None)
    assert vectors_command(path, MICROPYTHON) == 2
    assert "no MicroPython here" in capsys.readouterr().err
    assert run_vectors(path).runtime == CPYTHON


def test_a_micropython_that_dies_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interpreter that stops half way fails what it did not answer."""
    monkeypatch.setattr("host_tools.vectors.find_micropython", lambda: ["false"])
    path = clock_file(tmp_path, vector(), vector(id="b"))
    summary = run_vectors(path, MICROPYTHON)
    assert summary.failures == ["a: MicroPython stopped: exit status 1", "b: did not run"]
    assert summary.closing_line() == "0 passed, 2 failed, 0 skipped"


def test_read_vectors_raises(tmp_path: Path) -> None:
    """The library raises what the command prints."""
    with pytest.raises(VectorFileError, match="holds no vectors"):
        read_vectors(write(tmp_path, "{}"))
