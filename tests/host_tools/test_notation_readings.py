"""Which notation a text is in, what is ambiguous, TRF26, US Chess, UCI, lichess, and vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from clockcore.codes import AT_ZERO, DELAY, FISCHER, HOURGLASS, MOVE_TIMER, NONE
from clockcore.period import ControlError, Period
from hypothesis import given
from hypothesis import strategies as st

from host_tools.notation import (
    NOTATIONS,
    AmbiguousError,
    NotRunnableError,
    parse_control,
    read_control,
)
from host_tools.notation.pgn import parse_fields
from host_tools.notation.plain import same
from tests.host_tools.test_notation import FORTY, HUNDRED, MIN, fields_of, fischer, plain

VECTORS = json.loads(
    (Path(__file__).parents[1] / "data" / "vectors" / "notation.json").read_text(encoding="utf-8")
)
TAGS = VECTORS["pgn_timecontrol_vectors"]
FREE_TEXTS = VECTORS["free_text_timecontrol_vectors"]


def delay(minutes: int, seconds: int, moves: int = 0) -> Period:
    """Return a period of minutes with a delay in seconds."""
    return Period(minutes * MIN, DELAY, seconds * 1000, moves=moves)


# --- vectors of others ---------------------------------------------------------------------------


@pytest.mark.parametrize("vector", TAGS, ids=[repr(one["tag"]) for one in TAGS])
def test_vectors_of_tags(vector: dict[str, Any]) -> None:
    """TimeControl tags as three other projects read them."""
    tag = vector["tag"]
    if vector.get("error"):
        with pytest.raises(ControlError):
            parse_fields(tag)
        with pytest.raises(ControlError):
            parse_control(tag, "pgn")
        return
    kinds = {"unknown": "unknown", "unlimited": "none"}
    fields = parse_fields(tag)
    assert len(fields) == len(vector["parts"])
    for field, part in zip(fields, vector["parts"], strict=True):
        assert field.kind == kinds.get(part.get("kind"), "period")
        for name in ("moves", "seconds", "increment", "delay"):
            assert getattr(field, name) == part.get(name, 0), name
    if fields[0].kind != "period":
        with pytest.raises(NotRunnableError, match="cannot be run"):
            parse_control(tag, "pgn")
        return
    periods = parse_control(tag, "pgn").white_periods
    for period, part in zip(periods, vector["parts"], strict=True):
        assert (period.main_ms, period.moves) == (part["seconds"] * 1000, part["moves"])
        given_ms = (part.get("delay") or part["increment"]) * 1000
        method = DELAY if part.get("delay") else FISCHER if given_ms else NONE
        assert (period.method, period.bonus_ms) == (method, given_ms)


@pytest.mark.parametrize("vector", FREE_TEXTS, ids=[repr(one["text"]) for one in FREE_TEXTS])
def test_vectors_of_free_texts(vector: dict[str, Any]) -> None:
    """What people write into a tournament's form, as lichess reads it."""
    wanted = vector["seconds_increment"]
    if wanted is None:
        with pytest.raises(ControlError):
            parse_control(vector["text"], "lichess")
        return
    (period,) = parse_control(vector["text"], "lichess").white_periods
    assert [period.main_ms, period.bonus_ms] == [1000 * value for value in wanted]


# --- the form of a text --------------------------------------------------------------------------

READ = [
    ("15+10", "organizers", [fischer(15, 10)]),
    ("3|2", "organizers", [fischer(3, 2)]),
    ("5|3", "organizers", [fischer(5, 3)]),
    ("25+10", "organizers", [fischer(25, 10)]),
    ("30+20", "organizers", [fischer(30, 20)]),
    ("5", "organizers", [plain(5)]),
    ("15+0", "organizers", [plain(15)]),
    ("60+10", "organizers", [fischer(60, 10)]),
    ("90|30", "organizers", [fischer(90, 30)]),
    ("90'+30\"", "organizers", [fischer(90, 30)]),
    ("90m+30s", "organizers", [fischer(90, 30)]),
    ("90 min + 30 sec / move", "organizers", [fischer(90, 30)]),
    ("60m + 1s", "organizers", [fischer(60, 1)]),
    ("90/40+30+30", "organizers", FORTY),
    ("90'/40 + 30' + 30\"", "organizers", FORTY),
    ("100/40+50/20+15+30", "organizers", HUNDRED),
    ("100'/40+50'/20+15'+30\"", "organizers", HUNDRED),
    ("90/40 then 30", "organizers", [plain(90, 40), plain(30)]),
    ("90/40+30 delay 5", "organizers", [delay(90, 5, 40), delay(30, 5)]),
    ("30/30+30+30", "organizers", [fischer(30, 30, 30), fischer(30, 30)]),
    ("40/5400+30:1800+30", "pgn", FORTY),
    ("40/6000+30:20/3000+30:900+30", "pgn", HUNDRED),
    ("40/9000", "pgn", [plain(150, 40, repeat=True)]),
    ("40/300", "pgn", [plain(5, 40, repeat=True)]),
    ("300+5", "pgn", [fischer(5, 5)]),
    ("5400+30", "pgn", [fischer(90, 30)]),
    ("300+5d", "pgn", [delay(5, 5)]),
    ("*180", "pgn", [Period(3 * MIN, HOURGLASS)]),
    ("222 5400+30", "trf26", [fischer(90, 30)]),
    ("G/60;d5", "us", [delay(60, 5)]),
    ("40/90,SD/30;inc30", "us", FORTY),
    ("go wtime 300000 btime 300000 winc 3000 binc 3000", "uci", [fischer(5, 3)]),
    ("wtime 300000 btime 300000", "uci", [plain(5)]),
    ("clock.limit=300&clock.increment=3", "lichess", [fischer(5, 3)]),
    ('{"limit": 300, "increment": 3}', "lichess", [fischer(5, 3)]),
]


@pytest.mark.parametrize(("text", "notation", "periods"), READ, ids=[row[0] for row in READ])
def test_the_only_usual_reading_is_taken(
    text: str, notation: str, periods: list[Period]
) -> None:
    """Nobody has to name a notation where only one makes sense."""
    for spaced in (text, f"  {text} "):
        reading = read_control(spaced)
        assert reading.notation == notation
        assert fields_of(reading.control.white_periods) == fields_of(tuple(periods))
        assert not reading.control.odds


AMBIGUOUS = [
    ("90/40+30", ["90m/40 + 30m", "90m/40 + 30s repeat"]),
    ("90 / 40 + 30", ["90m/40 + 30m", "90m/40 + 30s repeat"]),
    ("90'/40 + 30", ["90m/40 + 30m", "90m/40 + 30s repeat"]),
    ("100/40+50/20+15", ["100m/40 + 50m/20 + 15m", "100m/40 + 50m/20 + 15s repeat"]),
    ("90+30", ["90m + 30s", "90m + 30m at-zero"]),
    ("90'+30", ["90m + 30s", "90m + 30m at-zero"]),
    ("60+30", ["60m + 30s", "60m + 30m at-zero"]),
    ("45+15", ["45m + 15s", "45m + 15m at-zero"]),
    ("120+60", ["120m + 60s", "120m + 60m at-zero"]),
    ("40/90+30+30", ["40m/90 + 30m + 30s", "90m/40 + 30m + 30s"]),
    (
        "40/90+30",
        [
            "40m/90 + 30m",
            "40m/90 + 30s repeat",
            "90m/40 + 30m",
            "90m/40 + 30s repeat",
        ],
    ),
    ("60+1", ["60m + 1s", "1m + 1s"]),
    ("180", ["180m", "3m"]),
    ("60", ["60m", "1m"]),
    ("90+30 v 60+30", ["90m + 30s v 60m + 30s", "90m + 30m v 60m + 30m at-zero"]),
]


@pytest.mark.parametrize(("text", "ways"), AMBIGUOUS, ids=[row[0] for row in AMBIGUOUS])
def test_what_is_ambiguous_is_refused_with_every_reading(text: str, ways: list[str]) -> None:
    """Each reading comes with a text that has no other; `--as organizers` takes the first."""
    with pytest.raises(AmbiguousError) as caught:
        parse_control(text)
    message = str(caught.value)
    assert message.startswith(f'control "{text}": is ambiguous')
    assert "\n" not in message
    controls = []
    for way in ways:
        assert f"(write {way}" in message
        controls.append(parse_control(way))
    assert message.count("(write ") == len(ways)
    assert same(parse_control(text, "organizers"), controls[0])
    assert "--as organizers" in message
    for index, one in enumerate(controls):
        assert not any(same(one, other) for other in controls[index + 1 :])


@pytest.mark.parametrize(
    ("clear", "ambiguous"),
    [
        ("44+15", "45+15"),
        ("45+14", "45+15"),
        ("59+0", "60+0"),
        ("91+10", "91+9"),
        ("60+7", "60+6"),
    ],
)
def test_the_limits_of_what_is_ambiguous(clear: str, ambiguous: str) -> None:
    """On one side of a limit there is one usual reading, on the other there are two."""
    minutes, seconds = map(int, clear.split("+"))
    (period,) = parse_control(clear).white_periods
    assert (period.main_ms, period.bonus_ms) == (minutes * MIN, seconds * 1000)
    with pytest.raises(AmbiguousError, match="in two ways"):
        parse_control(ambiguous)


def test_a_choice_that_was_made_leaves_one_reading() -> None:
    """Periods that come by count have moves: the 30 of `90+30` cannot be one."""
    (period,) = parse_control("90+30", transition="by-count").white_periods
    assert (period.main_ms, period.bonus_ms) == (90 * MIN, 30_000)


def test_the_trap_of_the_two_thirties() -> None:
    """In `90+30` the 30 are seconds, in `90/40+30` minutes; the second ones of others too."""
    assert parse_control("90+30", "organizers").white_periods[0].bonus_ms == 30_000
    assert parse_control("90/40+30", "organizers").white_periods[1].main_ms == 30 * MIN


def test_the_erratum_of_the_pgn_standard() -> None:
    """It prints 4500+60 for 90 minutes and a minute a move; 4500 s are 75 minutes."""
    (period,) = parse_control("4500+60").white_periods
    assert (period.main_ms, period.bonus_ms) == (75 * MIN, 60_000)


# --- TRF26 ---------------------------------------------------------------------------------------

TRF26 = [
    ("5400+30", [fischer(90, 30)]),
    ("40/6000+30:900+30", [fischer(100, 30, 40), fischer(15, 30)]),
    ("40/7200:3600", [plain(120, 40), plain(60)]),
    ("300", [plain(5)]),
    ("222 40/6000+30:900+30", [fischer(100, 30, 40), fischer(15, 30)]),
    ("40/6000+30:20/3000+30:900+30", HUNDRED),
]


@pytest.mark.parametrize(("text", "periods"), TRF26, ids=[row[0] for row in TRF26])
def test_trf26(text: str, periods: list[Period]) -> None:
    """Line 222, in seconds; FIDE's own examples among them."""
    reading = read_control(text, "trf26")
    assert fields_of(reading.control.white_periods) == fields_of(tuple(periods))
    assert bool(reading.notes) == (len(periods) > 2)


@pytest.mark.parametrize("text", ["W300-B240", "222 W300-B240"])
def test_trf26_armageddon(text: str) -> None:
    """FIDE's example of unequal times."""
    control = parse_control(text)
    assert control.odds
    assert fields_of(control.white_periods) == fields_of((plain(5),))
    assert fields_of(control.black_periods) == fields_of((plain(4),))


def test_trf26_sides_with_periods() -> None:
    """Each side has its own periods, and its own number of them."""
    control = parse_control("W40/6000+30:900+30-B5400")
    assert fields_of(control.white_periods) == fields_of((fischer(100, 30, 40), fischer(15, 30)))
    assert fields_of(control.black_periods) == fields_of((plain(90),))


# --- US Chess ------------------------------------------------------------------------------------

US = [
    ("G/60;d5", [delay(60, 5)]),
    ("G/60 d5", [delay(60, 5)]),
    ("G/60d5", [delay(60, 5)]),
    ("g/60, d/5", [delay(60, 5)]),
    ("Game/60; delay 5", [delay(60, 5)]),
    ("G/90; inc30", [fischer(90, 30)]),
    ("G/90;+30", [fischer(90, 30)]),
    ("G/90+30", [fischer(90, 30)]),
    ("G/90 inc/30 sec", [fischer(90, 30)]),
    ("G/5;d0", [plain(5)]),
    ("SD/30", [plain(30)]),
    ("40/120, SD/30; d10", [delay(120, 10, 40), delay(30, 10)]),
    ("40/90,SD/30;inc30", FORTY),
    ("40/90; SD/30; inc30", FORTY),
    ("40/100,20/50,SD/15;inc30", HUNDRED),
    ("40/2h, SD/1h", [plain(120, 40), plain(60)]),
    ("40/2min, G/1", [plain(2, 40), plain(1)]),
    ("3/2, SD/1", [plain(2, 3), plain(1)]),
]


@pytest.mark.parametrize(("text", "periods"), US, ids=[row[0] for row in US])
def test_us_chess(text: str, periods: list[Period]) -> None:
    """Moves first, minutes, and a delay or increment for all periods."""
    for notation in (None, "us"):
        reading = read_control(text, notation)
        assert reading.notation == "us"
        assert fields_of(reading.control.white_periods) == fields_of(tuple(periods))
    said = any(word in text for word in ("d5", "d/", "delay", "inc", "+", "d0", "d10"))
    assert bool(reading.notes) != said


# --- UCI and lichess -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "white", "black"),
    [
        ("go wtime 300000 btime 300000 winc 3000 binc 3000", [fischer(5, 3)], None),
        ("btime 1500 wtime 1500", [Period(1500)], None),
        ("go wtime 300000 btime 240000 binc 500", [plain(5)], [Period(4 * MIN, FISCHER, 500)]),
        ("go wtime 300000 btime 300000 movestogo 40", [plain(5, 40, repeat=True)], None),
        ("go movetime 30000", [Period(30_000, MOVE_TIMER)], None),
    ],
)
def test_uci(text: str, white: list[Period], black: list[Period] | None) -> None:
    """The fields of `go`, in ms, in any order."""
    reading = read_control(text)
    assert reading.notation == "uci"
    assert fields_of(reading.control.white_periods) == fields_of(tuple(white))
    assert reading.control.odds == (black is not None)
    if black is not None:
        assert fields_of(reading.control.black_periods) == fields_of(tuple(black))
    assert bool(reading.notes) == ("movestogo" in text)


@pytest.mark.parametrize(
    "text",
    [
        "clock.limit=300&clock.increment=3",
        "limit=300 increment=3",
        "clock.increment=3, clock.limit=300",
        '{"limit": 300, "increment": 3}',
        '{"initial": 300, "increment": 3, "totalTime": 420}',
        '{"id": "x", "clock": {"initial": 300, "increment": 3, "totalTime": 420}}',
        "5+3",
    ],
)
def test_lichess(text: str) -> None:
    """Form fields, JSON of a challenge, JSON of a game, and free text."""
    (period,) = parse_control(text, "lichess").white_periods
    assert fields_of((period,)) == fields_of((fischer(5, 3),))


# --- refused -------------------------------------------------------------------------------------

REFUSED = [
    ("trf26", "", "is empty"),
    ("trf26", "40/5400", "field 1: nothing follows the 40 moves, and nothing repeats"),
    ("trf26", "5400:1800", 'field 1: "5400" has no moves, but a field follows it'),
    ("trf26", "0/5400:1800", "field 1: moves 0 is outside 1 to 255"),
    ("trf26", "256/5400:1800", "period 1: moves 256 is outside 0 to 255"),
    ("trf26", "300+5d", 'field 1: "300+5d" is not moves/seconds or seconds'),
    ("trf26", "*180", 'field 1: "*180" is not'),
    ("trf26", "W300", "is not W, the periods of White, -B and the periods of Black"),
    ("trf26", "W300-B", 'Black field 1: "" is not'),
    ("trf26", "W-B300", 'White field 1: "" is not'),
    ("trf26", "W300-B240-B1", "is not W, the periods of White"),
    ("trf26", "B240-W300", "is not W, the periods of White"),
    ("trf26", "W300-B0", "Black period 1: main 0 leaves NONE nothing to count"),
    ("trf26", "9" * 300, "is longer than 200 characters"),
    ("us", "", "is empty"),
    ("us", "G/", 'column 1: "G/" is not understood'),
    ("us", "40/90", "nothing follows the 40 moves; add SD/ and minutes"),
    ("us", "40/90;d5", "nothing follows the 40 moves"),
    ("us", "G/60;d5;inc5", "column 9: a delay or increment has been said before"),
    ("us", "G/60,SD/30", "column 6: a period cannot follow one for all other moves"),
    ("us", "G/60;d5,SD/30", "column 9: a period cannot follow the delay or increment"),
    ("us", "d5", "column 1: a period is needed first, as in G/60"),
    ("us", "G/60;", 'column 5: ";" must not be the end'),
    ("us", "G/60,,d5", 'column 6: ",d5" is not understood'),
    ("us", "G/60 x", 'column 6: "x" is not understood'),
    ("us", "G/60days", 'column 5: "days" is not understood'),
    ("us", "0/60,SD/30", "column 1: moves 0 is outside 1 to 255"),
    ("us", "40/2, SD/1", "40/2 is ambiguous, it can be read in two ways: 40 moves in 2 min"),
    ("us", "G/0", "period 1: main 0 leaves NONE nothing to count"),
    ("us", "G/60;d3600", "period 1: bonus 3600000 is outside"),
    ("us", "G/60;d" + "5" * 200, "is longer than 200 characters"),
    ("uci", "", "is empty"),
    ("uci", "go", "is empty"),
    ("uci", "go wtime 5", "btime is missing"),
    ("uci", "go btime 5", "wtime is missing"),
    ("uci", "go wtime", "column 4: wtime needs a whole number of ms, not the end"),
    ("uci", "go wtime -5 btime 5", 'column 4: wtime needs a whole number of ms, not "-5"'),
    ("uci", "go wtime 5 wtime 5", "column 12: wtime has been said before"),
    ("uci", "go depth 5", 'column 4: "depth" is no time'),
    ("uci", "go wtime 5 btime 5 foo 1", 'column 20: "foo" is not one of wtime'),
    ("uci", "go wtime 5 btime 5 movestogo 0", "movestogo 0 is outside 1 to 255"),
    ("uci", "go movetime 5 wtime 5", "movetime stands alone"),
    ("uci", "go wtime 0 btime 5", "White period 1: main 0 leaves NONE nothing to count"),
    ("uci", "go infinite", "is no control, which cannot be run"),
    ("uci", "go " + "wtime 5 " * 40, "is longer than 200 characters"),
    ("lichess", "", "is empty"),
    ("lichess", "nope", "is not minutes, or minutes + seconds"),
    ("lichess", "limit=300", "increment is missing"),
    ("lichess", "increment=3", "limit is missing"),
    ("lichess", "limit=300&increment=x", 'increment needs whole seconds, not "x"'),
    ("lichess", "limit=300&limit=300", "limit has been said before"),
    ("lichess", "limit=300&days=3", '"days=3" is not limit=seconds'),
    ("lichess", '{"limit": 300.5, "increment": 3}', 'limit needs whole seconds, not "300.5"'),
    ("lichess", '{"limit": true, "increment": 3}', 'limit needs whole seconds, not "True"'),
    ("lichess", '{"limit": 300, "initial": 300, "increment": 3}', "limit has been said before"),
    ("lichess", '{"limit": -1, "increment": 3}', 'limit needs whole seconds, not "-1"'),
    ("lichess", '{"clock": [300, 3]}', "needs an object with limit and increment"),
    ("lichess", '{"limit"', "column 9: is not JSON"),
    ("lichess", "0", "period 1: main 0 leaves NONE nothing to count"),
    ("lichess", "5" * 201, "is longer than 200 characters"),
    (None, "40/7200:*180", "is not understood"),
    (None, "90/256+30", "period 1: moves 256 is outside 0 to 255"),
    (None, "200+30", "column 1: 200 minutes? say 200m or 200s"),
    (None, "90/40", "40 moves, but nothing follows them"),
]


@pytest.mark.parametrize(
    ("notation", "text", "says"), REFUSED, ids=[f"{row[0]}-{row[1][:24]}" for row in REFUSED]
)
def test_what_cannot_be_is_one_line(notation: str | None, text: str, says: str) -> None:
    """One line that says what is wrong and where."""
    with pytest.raises(ControlError) as caught:
        parse_control(text, notation)
    assert says in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


PIECES = [
    *("G/60", "SD/30", "40/90", "40/5400+30", "1800+30", "W300", "-B240", "222 ", "go ", ":", ";"),
    *("wtime ", "btime ", "movetime ", "movestogo ", "300", "300000 ", "5", "+", "|", ",", " "),
    *("limit=", "increment=", "&", "clock.", '{"limit": ', '"increment": ', "}", "d5", "inc30"),
    *("90", "/", "min", "'", '"', "then ", "(", ")", "*", "?", "-", " v ", "preset:", "#"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=8), st.sampled_from([None, *NOTATIONS]))
def test_any_pieces_are_a_control_or_one_line(pieces: list[str], notation: str | None) -> None:
    """Texts made of what notations are made of: a control or one line, never anything else."""
    try:
        control = parse_control("".join(pieces), notation)
    except ControlError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert control.white_periods


# --- reports of others ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "120m/40 + 60m/20 + 15m + 30s from 61",
        "40/120m + 20/60m + 15m + 30s from 61",
        "(120m/40) + (60m/20) + (15m + 30s)",
        "40/7200:20/3600:900+30",
    ],
)
def test_an_increment_can_be_limited_to_the_last_stage(text: str) -> None:
    """github.com/lichess-org/lichobile/issues/947, 634, 2142, 2196, 463; cutechess 438."""
    assert same(parse_control(text), parse_control("preset:28"))


def test_forty_in_ninety_and_thirty_adds_thirty_minutes() -> None:
    """github.com/ChessCom/android-chessclock/pull/6: the second stage had the first one's time."""
    for text in ("40/90m + 30m", "90m/40 + 30m", "40/5400:1800", "40/90, SD/30"):
        control = parse_control(text)
        assert fields_of(control.white_periods) == fields_of((plain(90, 40), plain(30)))


def test_the_next_period_comes_at_the_count_or_at_zero_as_said() -> None:
    """chesschat.org 11462 and US Chess 16121: both are in use."""
    for text in ("40/90, SD/30; d5", "90m/40 + 30m delay 5", "40/5400+5d:1800+5d"):
        by_count = parse_control(text, transition="by-count")
        at_zero = parse_control(text, transition="at-zero")
        assert same(by_count, at_zero, changes=False) and not same(by_count, at_zero)
        assert at_zero.white_periods[0].transition == AT_ZERO


def test_each_side_has_the_increment_that_is_said_of_it() -> None:
    """github.com/franciscoBSalgueiro/en-croissant/issues/176: each was paid the other's."""
    control = parse_control("5 v 5+5")
    assert control.white_periods[0].bonus_ms == 0
    assert control.black_periods[0].bonus_ms == 5000
