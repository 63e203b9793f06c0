"""Time controls as organizers and PGN files write them."""

import pytest
from clockcore.code_names import METHOD_NAMES
from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    MOVE_TIMER,
    NONE,
    SCRABBLE,
    TRIPLE_BLOCK,
    UPCOUNT,
)
from clockcore.control_dict import control_to_dict, vars_of
from clockcore.period import ControlError, Period
from clockcore.presets import PRESET_COUNT, preset
from clockcore.time_control import TimeControl
from hypothesis import given
from hypothesis import strategies as st

from host_tools.notation import (
    NOTATIONS,
    NotRunnableError,
    parse_control,
    parse_pgn_time_control,
)
from host_tools.notation.organizers import UNITS
from host_tools.notation.pgn import TagField, parse_fields

MIN = 60_000


def fischer(minutes: int, seconds: int, moves: int = 0, **more: int) -> Period:
    """Return a period of minutes with a bonus in seconds."""
    return Period(minutes * MIN, FISCHER, seconds * 1000, moves=moves, **more)


def plain(minutes: int, moves: int = 0, **more: int) -> Period:
    """Return a period of minutes without a bonus."""
    return Period(minutes * MIN, moves=moves, **more)


def fields_of(periods: tuple) -> list[dict]:
    """Return the fields of periods, to compare them."""
    return [vars_of(period) for period in periods]


FORTY = [fischer(90, 30, 40), fischer(30, 30)]
HUNDRED = [fischer(100, 30, 40), fischer(50, 30, 20), fischer(15, 30)]

ORGANIZERS = [
    ("5+3", [fischer(5, 3)]),
    ("5+0", [plain(5)]),
    ("25", [plain(25)]),
    ("5m", [plain(5)]),
    ("15+10", [fischer(15, 10)]),
    ("3|2", [fischer(3, 2)]),
    ("90+30", [fischer(90, 30)]),
    ("180+60", [fischer(180, 60)]),
    ("0+2", [fischer(0, 2)]),
    ("300m+5s", [fischer(300, 5)]),
    ("30s+1s", [Period(30_000, FISCHER, 1000)]),
    ("500ms+100ms", [Period(500, FISCHER, 100)]),
    ("1h30m", [plain(90)]),
    ("1h 30m 15s", [Period(5_415_000)]),
    ("90/40+30+30", FORTY),
    (" 90 / 40 + 30 + 30 ", FORTY),
    ("90'/40 + 30' + 30\"", FORTY),
    ("90\u2019/40 + 30\u2032 + 30\u201d", FORTY),
    ("90'/40 + 30' + 30''", FORTY),
    ("90 min/40 moves + 30 MIN + 30 sec per move", FORTY),
    ("100/40+50/20+15+30", HUNDRED),
    ("90m + 1m/move", [fischer(90, 60)]),
    ("90 + 30/move", [fischer(90, 30)]),
    ("90/40+30+0", [plain(90, 40), plain(30)]),
    ("90/40+30", [plain(90, 40), plain(30)]),
    ("90/40 then 30", [plain(90, 40), plain(30)]),
    ("90/40 repeat", [plain(90, 40, repeat=True)]),
    ("2h+1h at-zero", [plain(120, transition=AT_ZERO), plain(60)]),
    ("5 bronstein 3", [Period(5 * MIN, BRONSTEIN, 3000)]),
    ("5 bronstein=3", [Period(5 * MIN, BRONSTEIN, 3000)]),
    ("5 delay 2", [Period(5 * MIN, DELAY, 2000)]),
    ("0 delay 5", [Period(0, DELAY, 5000)]),
    (
        "90/40+30 delay 10",
        [Period(90 * MIN, DELAY, 10_000, moves=40), Period(30 * MIN, DELAY, 10_000)],
    ),
    ("hourglass 1", [Period(MIN, HOURGLASS)]),
    ("gong 10s", [Period(10_000, GONG)]),
    ("gong 10", [Period(10_000, GONG)]),
    ("move-timer 30s", [Period(30_000, MOVE_TIMER)]),
    ("60 byoyomi 5x20s", [Period(60 * MIN, BYOYOMI, block_ms=20_000, block_count=5)]),
    ("60 byo-yomi 5 \u00d7 20", [Period(60 * MIN, BYOYOMI, block_ms=20_000, block_count=5)]),
    ("60 byoyomi 0x20s", [Period(60 * MIN, BYOYOMI, block_ms=20_000)]),
    ("0 byoyomi 1x30s", [Period(0, BYOYOMI, block_ms=30_000, block_count=1)]),
    ("60 canadian 5m/15", [Period(60 * MIN, CANADIAN, block_ms=300_000, block_count=15)]),
    ("60 canadian 5m", [Period(60 * MIN, CANADIAN, block_ms=300_000)]),
    ("upcount", [Period(0, UPCOUNT)]),
    ("scrabble 25", [Period(25 * MIN, SCRABBLE)]),
    ("5+3 cap 10", [fischer(5, 3, cap_ms=10 * MIN)]),
    ("5+3 from 61", [fischer(5, 3, bonus_from_move=61)]),
    ("5+3 from move 61", [fischer(5, 3, bonus_from_move=61)]),
    ("40/90' + 30' + 30\"", FORTY),
    ("40 moves in 90 min + 30 min + 30 s", FORTY),
    ("40 moves / 90 then 30 + 30", FORTY),
    ("1 move in 2 + 1", [plain(2, 1), plain(1)]),
    ("120/40 + 20/60m + 15", [plain(120, 40), plain(60, 20), plain(15)]),
    ("90|30", [fischer(90, 30)]),
    ("90 then 30 at-zero", [plain(90, transition=AT_ZERO), plain(30)]),
    ("90 then 30s at-zero", [plain(90, transition=AT_ZERO), Period(30_000)]),
    ("(90m/40 + 30s) + (30m + 30s)", FORTY),
    ("(90/40+30) then (30 + 30 per move)", FORTY),
    (
        "(2h) + (1h/20 at-zero) + (15m + 30s) at-zero",
        [
            plain(120, transition=AT_ZERO),
            plain(60, 20, transition=AT_ZERO),
            fischer(15, 30),
        ],
    ),
    (
        "(2h/40 delay 10) + (1h at-zero) + (15 byoyomi 3x30s)",
        [
            Period(120 * MIN, DELAY, 10_000, moves=40),
            plain(60, transition=AT_ZERO),
            Period(15 * MIN, BYOYOMI, block_ms=30_000, block_count=3),
        ],
    ),
    ("(5m/10) + (scrabble 5)", [plain(5, 10), Period(5 * MIN, SCRABBLE)]),
    (
        "(1h/40) + (15m/20 + 10s cap 20 from 41 repeat)",
        [
            plain(60, 40),
            fischer(15, 10, 20, cap_ms=20 * MIN, bonus_from_move=41, repeat=True),
        ],
    ),
]


@pytest.mark.parametrize(("text", "periods"), ORGANIZERS, ids=[row[0] for row in ORGANIZERS])
def test_organizers(text: str, periods: list[Period]) -> None:
    """What organizers write, in every form (T18)."""
    control = parse_control(text, "organizers")
    assert fields_of(control.white_periods) == fields_of(tuple(periods))
    assert not control.odds
    assert control.bonus_timing == BEFORE_MOVE
    assert control.name == " ".join(text.split())


def test_every_method_can_be_written() -> None:
    """No method is out of reach of the command line (TRIPLE_BLOCK is none of a game's periods)."""
    reached = {period.method for _, periods in ORGANIZERS for period in periods}
    assert reached == set(range(len(METHOD_NAMES))) - {TRIPLE_BLOCK}
    assert NONE in reached


def test_odds() -> None:
    """Armageddon, 5 v 4 with 3 s from move 61 (T18)."""
    control = parse_control("5+3 from 61 v 4+3 from 61")
    assert control.odds
    assert fields_of(control.white_periods) == fields_of((fischer(5, 3, bonus_from_move=61),))
    assert fields_of(control.black_periods) == fields_of((fischer(4, 3, bonus_from_move=61),))


def test_each_side_has_its_own_suffixes() -> None:
    """What is said of White may be said of Black again."""
    control = parse_control("5+3 cap 6 from 61 v 4+3 from 41 cap 5")
    assert fields_of(control.white_periods) == fields_of(
        (fischer(5, 3, bonus_from_move=61, cap_ms=6 * MIN),)
    )
    assert fields_of(control.black_periods) == fields_of(
        (fischer(4, 3, bonus_from_move=41, cap_ms=5 * MIN),)
    )


@pytest.mark.parametrize("form", ["preset:{}", "#{}", "preset {}", "Preset #{}"])
@pytest.mark.parametrize("number", [1, 12, 29, PRESET_COUNT])
def test_presets(form: str, number: int) -> None:
    """A preset by its number is that preset but for the name."""
    ours = control_to_dict(parse_control(form.format(number)))
    wanted = control_to_dict(preset(number))
    assert {**ours, "name": ""} == {**wanted, "name": ""}


@pytest.mark.parametrize(
    ("text", "options", "transitions", "timing"),
    [
        ("100/40+50/20+15+30", {}, [BY_COUNT] * 3, BEFORE_MOVE),
        ("100/40+50/20+15+30", {"transition": "by-count"}, [BY_COUNT] * 3, BEFORE_MOVE),
        (
            "100/40+50/20+15+30",
            {"transition": "at-zero"},
            [AT_ZERO, AT_ZERO, BY_COUNT],
            BEFORE_MOVE,
        ),
        ("90/40+30 at-zero", {"transition": "at-zero"}, [AT_ZERO, BY_COUNT], BEFORE_MOVE),
        ("90/40 repeat at-zero", {}, [AT_ZERO], BEFORE_MOVE),
        ("5+3", {"bonus_timing": "after"}, [BY_COUNT], AFTER_MOVE),
        ("5+3 after-move", {}, [BY_COUNT], AFTER_MOVE),
        ("5+3 before-move", {"bonus_timing": "before"}, [BY_COUNT], BEFORE_MOVE),
        ("0+3", {"bonus_timing": "after"}, [BY_COUNT], BEFORE_MOVE),  # T10: forced
        ("#14", {}, [AT_ZERO, AT_ZERO, BY_COUNT], BEFORE_MOVE),
        ("#26", {"transition": "at-zero"}, [AT_ZERO, BY_COUNT], BEFORE_MOVE),
        ("#10 after-move", {}, [BY_COUNT], AFTER_MOVE),
    ],
)
def test_options(text: str, options: dict, transitions: list[int], timing: int) -> None:
    """Transition and bonus timing, from the options or from words in the text."""
    control = parse_control(text, "organizers", **options)
    assert [period.transition for period in control.white_periods] == transitions
    assert control.bonus_timing == timing


ORGANIZERS_REFUSED = [
    ("", 'control "": is empty'),
    ("   ", "is empty"),
    ("0", 'control "0": period 1: main 0 leaves NONE nothing to count'),
    ("0+0", "period 1: main 0 leaves NONE nothing to count"),
    ("90/256+30", "period 1: moves 256 is outside 0 to 255"),
    ("90/0+30", "column 4: moves 0 is outside 1 to 255"),
    ("5+3600", "period 1: bonus 3600000 is outside 0 to 3599999 ms (59:59)"),
    ("90/40+30+1h/move", "period 1: bonus 3600000 is outside"),
    ("5 delay 60m", "period 1: bonus 3600000 is outside"),
    ("6000", "period 1: main 360000000 is outside 0 to 359999999 ms (99:59:59)"),
    ("100h", "period 1: main 360000000 is outside"),
    ("99h/40+1h", "periods: the total is above 99:59:59"),
    ("+".join(["10/40"] * 8) + "+10", "periods: 9 given, 1 to 8 needed"),
    ("2h+1h", "period 1: moves 0 by count, but a period follows it"),
    ("90/40", "period 1: 40 moves, but nothing follows them; add a period, or say repeat"),
    ("90/40+30s", "period 1: 40 moves, but nothing follows them"),
    ("5++3", 'column 3: a time is needed, not "+"'),
    ("5+", "column 3: a time is needed, not the end"),
    ("+3", 'column 1: a time is needed, not "+"'),
    ("5+3+2", "column 5: nothing can follow the bonus of a move"),
    ("300+5", "column 1: 300 minutes? say 300m or 300s"),
    ("240", "column 1: 240 minutes? say 240m or 240s"),
    ("5+61", "column 3: 61 seconds a move? say 61s"),
    ("5 foo 3", 'column 3: "foo" is not understood'),
    ("5.5+3", 'column 2: "." is not understood'),
    ("5\u00bd", "is not understood"),
    ("\u0665+3", "column 1"),
    ("-5", "column 1: a time is needed"),
    ("1m1h", "column 3: a smaller unit is needed after this number"),
    ("90/x", 'column 4: a number of moves is needed, not "x"'),
    ("5+3 delay 2", "column 5: delay: there is a bonus or a method already"),
    ("5 bronstein 3 delay 2", "column 15: delay: there is a bonus or a method already"),
    ("60+5 byoyomi 5x20s", "column 6: byoyomi: there is a bonus or a method already"),
    ("60 byoyomi 20s", "column 14: the length of a moment is needed, as in 5x20s"),
    ("60 byoyomi 5x0s", "block is for BYOYOMI and CANADIAN, which need it above 0"),
    ("60 byoyomi 256x20s", "block count 256 is outside 0 to 255"),
    ("60 canadian 5/15", "column 13: the length of a block needs its unit, as in 5m/15"),
    ("hourglass 0", "main 0 leaves HOURGLASS nothing to count"),
    ("hourglass", "column 10: a time is needed, not the end"),
    ("hourglass 1 v 5", "HOURGLASS and GONG are for both sides or for neither"),
    ("5 v 0", "Black period 1: main 0 leaves NONE nothing to count"),
    ("5 v", "column 4: a time is needed, not the end"),
    ("25 cap 30", "only FISCHER has a cap"),
    ("5+3 from 0", "bonus from move 0 is outside 1 to 255"),
    ("0+3 from 2", "main 0 needs its bonus from move 1"),
    ("5 repeat", "repeat needs moves, or the change at zero"),
    ("#0", "column 2: preset 0 is outside 1 to"),
    ("preset:99", "column 8: preset 99 is outside 1 to"),
    ("preset:", "column 8: the number of a preset is needed, not the end"),
    ("90/40+30 at-zero by-count", "column 18: how periods change has been said before"),
    ("5+3 from 61 from 62", "column 13: from has been said before"),
    ("5+3 from 61 from 61", "column 13: from has been said before"),
    ("5+3 from 61 cap 10 from 62", "column 20: from has been said before"),
    ("5+3 cap 10 cap 10", "column 12: cap has been said before"),
    ("5+3 cap 10 CAP=11", "column 12: cap has been said before"),
    ("90/40 repeat repeat", "column 14: repeat has been said before"),
    ("90/40 repeat at-zero repeat", "column 22: repeat has been said before"),
    ("5 delay 3 delay 3", "column 11: delay has been said before"),
    ("5 bronstein 0 bronstein 3", "column 15: bronstein has been said before"),
    ("60 byoyomi 5x20s byo-yomi 3x30s", "column 18: byoyomi has been said before"),
    ("60 canadian 5m/15 canadian 5m", "column 19: canadian has been said before"),
    ("60 byoyomi 5x20s canadian 5m", "column 18: canadian: there is a bonus or a method"),
    ("60 byoyomi 5x20s delay 3", "column 18: delay: there is a bonus or a method already"),
    ("hourglass 1 hourglass 1", 'column 13: "hourglass" is not understood'),
    ("5+3 v 5+3 from 61 from 62", "column 19: from has been said before"),
    ("5+3 before-move after-move", "column 17: when a bonus is given has been said before"),
    ("5+3 after-move after-move", "column 16: when a bonus is given has been said before"),
    ("5+3 after-move v 4+3 after-move", "column 22: when a bonus is given has been said before"),
    ("90/40+30 at-zero at-zero", "column 18: how periods change has been said before"),
    ("#26 at-zero by-count", "column 13: how periods change has been said before"),
    ("##12", 'column 2: the number of a preset is needed, not "#"'),
    ("5" * 201, "is longer than 200 characters"),
    ("90/40|30", "column 6: a bar stands between minutes and seconds only, as in 3|2"),
    ("90 then 30", "period 1: moves 0 by count, but a period follows it"),
    ("30 per move", "column 1: a time is needed before the bonus of a move"),
    ("(30 per move)", "column 2: a time is needed before the bonus of a move"),
    ("40 moves 90", "column 10: the time of these moves is needed, as in /90m"),
    ("0 moves in 90", "column 1: moves 0 is outside 1 to 255"),
    ("0/90m + 30", "column 1: moves 0 is outside 1 to 255"),
    ("(90/40", 'column 7: the bracket of a period needs its ")"'),
    ("(90/40) + 30", "column 11: a period in brackets is needed here, too"),
    ("90/40 + (30)", 'column 9: a time is needed, not "("'),
    ("()", 'column 2: a time is needed, not ")"'),
    ("(5) repeat", 'column 5: "repeat" is not understood'),
    ("(5/9 at-zero by-count) + (5)", "column 14: how periods change has been said before"),
    ("(5 delay 3 delay 3)", "column 12: delay has been said before"),
    ("(hourglass 1) + (5)", "period 1: HOURGLASS must be the only period"),
    ("(5/9) + (5/9)", "period 2: 9 moves, but nothing follows them"),
]


@pytest.mark.parametrize(
    ("text", "says"), ORGANIZERS_REFUSED, ids=[row[0][:30] for row in ORGANIZERS_REFUSED]
)
def test_organizers_refused(text: str, says: str) -> None:
    """What cannot be is one line that says what and where."""
    with pytest.raises(ControlError) as caught:
        parse_control(text, "organizers")
    message = str(caught.value)
    assert says in message
    assert message.startswith('control "')
    assert "\n" not in message and len(message) < 200


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"transition": "sometimes"}, 'transition "sometimes" is not one of by-count, at-zero'),
        ({"bonus_timing": "never"}, 'bonus timing "never" is not one of before, after'),
        ({"notation": "runes"}, "notation runes is not one of organizers, pgn, trf26, us"),
    ],
)
def test_unknown_options(arguments: dict, says: str) -> None:
    """Options are checked as well."""
    with pytest.raises(ControlError, match=says):
        parse_control("5+3", **arguments)


def test_contradicting_option() -> None:
    """A word in the text and an option must not say different things."""
    with pytest.raises(
        ControlError, match="says transition at-zero, but the option says by-count"
    ):
        parse_control("90/40+30 at-zero", "organizers", transition="by-count")


PGN = [
    ("300", [plain(5)]),
    ("300+5", [fischer(5, 5)]),
    ("300+5d", [Period(5 * MIN, DELAY, 5000)]),
    ("40/7200:3600", [plain(120, 40), plain(60)]),
    ("40/9000", [plain(150, 40, repeat=True)]),
    ("40/5400+30:1800+30", FORTY),
    ("40/6000+30:20/3000+30:900+30", HUNDRED),
    ("40/7200:20/3600:900+30", [plain(120, 40), plain(60, 20), fischer(15, 30)]),
    ("*180", [Period(3 * MIN, HOURGLASS)]),
    (" 300+5 ", [fischer(5, 5)]),
]


@pytest.mark.parametrize(("tag", "periods"), PGN, ids=[row[0] for row in PGN])
def test_pgn(tag: str, periods: list[Period]) -> None:
    """TimeControl tags, in seconds; the last field with moves repeats."""
    control = parse_pgn_time_control(tag)
    assert fields_of(control.white_periods) == fields_of(tuple(periods))


def test_pgn_at_zero() -> None:
    """The tag of a broadcast whose clocks changed at zero (T21)."""
    control = parse_pgn_time_control("40/6000+30:20/3000+30:900+30", transition="at-zero")
    assert [one.transition for one in control.white_periods] == [AT_ZERO, AT_ZERO, BY_COUNT]
    assert [one.moves for one in control.white_periods] == [40, 20, 0]


PGN_REFUSED = [
    ("", "is empty"),
    ("+", 'field 1: "+" is not moves/seconds'),
    ("400+:400*", 'field 1: "400+" is not'),
    ("60 minutes", 'field 1: "60 minutes" is not'),
    ("abc", 'field 1: "abc" is not'),
    ("600:20/180", 'field 1: "600" has no moves, but a field follows it'),
    ("40/7200:", 'field 2: "" is not'),
    ("40/7200:*60", "field 2: a sandclock must be the only field"),
    ("0/300", "field 1: moves 0 is outside 1 to 255"),
    ("256/300:60", "period 1: moves 256 is outside 0 to 255"),
    ("0", "period 1: main 0 leaves NONE nothing to count"),
    ("300+3600", "period 1: bonus 3600000 is outside 0 to 3599999 ms (59:59)"),
    ("40/359000:1000", "the total is above 99:59:59"),
    (":".join(["40/600"] * 9), "periods: 9 given, 1 to 8 needed"),
    ("9" * 300, "is longer than 200 characters"),
]


@pytest.mark.parametrize(("tag", "says"), PGN_REFUSED, ids=[row[0][:30] for row in PGN_REFUSED])
def test_pgn_refused(tag: str, says: str) -> None:
    """A tag that cannot be is one line that says which field or period."""
    with pytest.raises(ControlError) as caught:
        parse_pgn_time_control(tag)
    assert says in str(caught.value)
    assert str(caught.value).startswith('TimeControl "')
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "kind"), [("?", "unknown"), ("-", "none")], ids=["unknown", "none"]
)
def test_no_control(text: str, kind: str) -> None:
    """`?` and `-` are well formed, and there is nothing to run."""
    assert parse_fields(text) == (TagField(kind),)
    for notation in ("pgn", "organizers"):
        with pytest.raises(NotRunnableError, match="cannot be run"):
            parse_control(text, notation)


def test_the_notation_is_never_guessed() -> None:
    """One text, two meanings."""
    assert parse_control("60+5", "organizers").white_periods[0].main_ms == 60 * MIN
    assert parse_control("60+5", "pgn").white_periods[0].main_ms == MIN


@given(
    st.lists(st.tuples(st.integers(1, 359_999), st.integers(1, 255)), min_size=0, max_size=7),
    st.integers(1, 3000),
    st.integers(0, 3599),
)
def test_pgn_and_organizers_agree(before: list[tuple[int, int]], last: int, bonus: int) -> None:
    """The same control, written both ways with units, is the same control."""
    end = f"+{bonus}" if bonus else ""
    tag = ":".join([f"{moves}/{seconds}{end}" for seconds, moves in before] + [f"{last}{end}"])
    text = "+".join([f"{seconds}s/{moves}" for seconds, moves in before])
    text += f"+0h{last}s" if before else f"{last}s"
    text += f"+{bonus}s"
    controls: list[TimeControl | str] = []
    for notation, source in (("pgn", tag), ("organizers", text)):
        try:
            controls.append(parse_control(source, notation))
        except ControlError as error:
            controls.append(str(error).split(": ", 1)[1])
    one, two = controls
    if isinstance(one, TimeControl) and isinstance(two, TimeControl):
        assert fields_of(one.white_periods) == fields_of(two.white_periods)
    else:
        assert one == two


@given(st.text(max_size=40))
def test_any_text_is_a_control_or_one_line(text: str) -> None:
    """Nothing but ControlError comes out, whatever goes in."""
    for notation in (None, *NOTATIONS):
        try:
            parse_control(text, notation)
        except ControlError as error:
            assert len(str(error).splitlines()) == 1


@given(
    st.lists(
        st.sampled_from(
            [
                "5",
                "90",
                "/",
                "40",
                "+",
                "30",
                "s",
                "m",
                "x",
                "v",
                "from",
                "byoyomi",
                "canadian",
                "delay",
                "repeat",
                "at-zero",
                "cap",
                "hourglass",
                "#",
                "preset",
                ":",
                "=",
                "then",
                "(",
                ")",
                "|",
                "moves",
                "in",
                "per",
                "move",
            ]
        ),
        max_size=8,
    )
)
def test_any_order_of_words_is_a_control_or_one_line(words: list[str]) -> None:
    """The same for texts made of the words that are known."""
    for notation in (None, "organizers"):
        try:
            parse_control(" ".join(words), notation)
        except ControlError as error:
            assert len(str(error).splitlines()) == 1


def test_units_are_whole_ms() -> None:
    """Every unit is a whole number of ms."""
    assert all(isinstance(size, int) and size > 0 for size in UNITS.values())
