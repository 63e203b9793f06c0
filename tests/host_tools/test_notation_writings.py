"""Time controls written in every notation, and read back: the same control, or no text."""

from __future__ import annotations

from dataclasses import replace

import pytest
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
    LEFT,
    MOVE_TIMER,
    NONE,
    RIGHT,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.game import Game
from clockcore.period import ControlError, Period
from clockcore.presets import PRESET_COUNT, preset
from clockcore.ticks import ticks_add
from clockcore.time_control import TimeControl
from hypothesis import assume, given
from hypothesis import strategies as st

from host_tools.notation import NOTATIONS, NotWritableError, parse_control, write_control
from host_tools.notation.plain import plain_of, same
from host_tools.notation.writings import all_writings, writing_of
from tests.host_tools.test_notation import FORTY, HUNDRED, MIN, fischer, plain
from tests.host_tools.test_notation_readings import delay

WHOLE = ("organizers",)  # what tells how periods come, and when a bonus is given


def written(periods: list[Period], notation: str, black: list[Period] | None = None) -> str:
    """Return a control of these periods in a notation."""
    return write_control(
        TimeControl(tuple(periods), None if black is None else tuple(black)), notation
    )


# --- examples ------------------------------------------------------------------------------------

WRITTEN = [
    ("pgn", FORTY, "40/5400+30:1800+30"),
    ("pgn", HUNDRED, "40/6000+30:20/3000+30:900+30"),
    ("pgn", [plain(5)], "300"),
    ("pgn", [fischer(5, 5)], "300+5"),
    ("pgn", [delay(5, 5)], "300+5d"),
    ("pgn", [plain(150, 40, repeat=True)], "40/9000"),
    ("pgn", [plain(120, 40), plain(60)], "40/7200:3600"),
    ("pgn", [Period(3 * MIN, HOURGLASS)], "*180"),
    ("pgn", [fischer(0, 5)], "0+5"),
    ("trf26", [fischer(90, 30)], "5400+30"),
    ("trf26", [fischer(100, 30, 40), fischer(15, 30)], "40/6000+30:900+30"),
    ("us", [delay(60, 5)], "G/60;d5"),
    ("us", [plain(5)], "G/5;d0"),
    ("us", FORTY, "40/90,SD/30;inc30"),
    ("us", [delay(120, 10, 40), delay(30, 10)], "40/120,SD/30;d10"),
    ("us", [plain(2, 40), plain(1)], "40/2min,SD/1;d0"),
    ("uci", [fischer(5, 3)], "go wtime 300000 btime 300000 winc 3000 binc 3000"),
    (
        "uci",
        [plain(5, 40, repeat=True)],
        "go wtime 300000 btime 300000 winc 0 binc 0 movestogo 40",
    ),
    ("uci", [Period(30_000, MOVE_TIMER)], "go movetime 30000"),
    ("lichess", [fischer(5, 3)], "clock.limit=300&clock.increment=3"),
    ("lichess", [Period(45_000)], "clock.limit=45&clock.increment=0"),
    ("lichess", [fischer(180, 60)], "clock.limit=10800&clock.increment=60"),
    ("organizers", FORTY, "90m/40 + 30m + 30s"),
    ("organizers", HUNDRED, "100m/40 + 50m/20 + 15m + 30s"),
    ("organizers", [plain(120, transition=AT_ZERO), plain(30)], "120m + 30m at-zero"),
    ("organizers", [plain(1, 10), Period(30_000)], "1m/10 + 0m30s"),
    ("organizers", [Period(30_000, FISCHER, 1500)], "30s + 1s500ms"),
    ("organizers", [delay(90, 5, 40), delay(30, 5)], "90m/40 + 30m delay 5s"),
    ("organizers", [Period(MIN, HOURGLASS)], "hourglass 1m"),
    ("organizers", [Period(10_000, GONG)], "gong 10s"),
    ("organizers", [Period(0, UPCOUNT)], "upcount"),
    ("organizers", [Period(25 * MIN, SCRABBLE)], "scrabble 25m"),
    ("organizers", [plain(60, 40), fischer(15, 30)], "(60m/40) + (15m + 30s)"),
    (
        "organizers",
        [plain(60, 40), plain(30, transition=AT_ZERO), plain(15)],
        "(60m/40) + (30m at-zero) + (15m)",
    ),
    (
        "organizers",
        [plain(60, 40), Period(0, BYOYOMI, block_ms=30_000, block_count=5)],
        "60m/40 + 0m byoyomi 5x30s",
    ),
    (
        "organizers",
        [Period(60 * MIN, CANADIAN, block_ms=5 * MIN)],
        "60m canadian 5m",
    ),
]


@pytest.mark.parametrize(
    ("notation", "periods", "text"), WRITTEN, ids=[f"{row[0]}-{row[2]}" for row in WRITTEN]
)
def test_written(notation: str, periods: list[Period], text: str) -> None:
    """The texts that others expect."""
    assert written(periods, notation) == text


def test_sides_that_differ_are_written() -> None:
    """Armageddon in TRF26, for engines, and as organizers write it."""
    assert written([plain(5)], "trf26", [plain(4)]) == "W300-B240"
    assert written([fischer(5, 1)], "trf26", [plain(4)]) == "W300+1-B240"
    assert (
        written([plain(5)], "uci", [fischer(4, 1)])
        == "go wtime 300000 btime 240000 winc 0 binc 1000"
    )
    late = {"bonus_from_move": 61}
    assert (
        written([fischer(5, 3, **late)], "organizers", [fischer(4, 3, **late)])
        == "5m + 3s from 61 v 4m + 3s from 61"
    )
    assert written([plain(5)], "trf26", [plain(5)]) == "300"


NOT_WRITTEN = [
    ("pgn", [Period(5 * MIN, BRONSTEIN, 3000)], None, "PGN has no Bronstein delay"),
    ("pgn", [plain(5)], [plain(4)], "PGN has one TimeControl tag for both sides"),
    ("pgn", [Period(1500)], None, "PGN has whole seconds only, not 1500 ms"),
    ("pgn", [plain(5, transition=AT_ZERO), plain(5)], None, "a number of moves in period 1"),
    ("pgn", [fischer(5, 3, cap_ms=6 * MIN)], None, "PGN has no ceiling of a bonus"),
    ("pgn", [fischer(5, 3, bonus_from_move=61)], None, "PGN has no bonus that begins with move"),
    ("pgn", [plain(5, 40)], None, "a number of moves and does not repeat"),
    ("pgn", [plain(5, transition=AT_ZERO, repeat=True)], None, "repeats only a period with moves"),
    ("pgn", [Period(10_000, GONG)], None, "PGN has no gong"),
    (
        "pgn",
        [plain(5, 40, transition=AT_ZERO), plain(5, 20), plain(5)],
        None,
        "PGN TimeControl does not say which periods come at zero, and which by moves",
    ),
    ("pgn", [Period(MIN, BYOYOMI, block_ms=1000)], None, "PGN has no byo-yomi"),
    ("trf26", [delay(60, 5)], None, "TRF26 has no delay"),
    ("trf26", [Period(MIN, HOURGLASS)], None, "TRF26 has no hourglass"),
    ("trf26", [plain(5, 40, repeat=True)], None, "TRF26 has no period that repeats"),
    ("us", [Period(90_000)], None, "US Chess has whole minutes only, not 90000 ms"),
    ("us", [fischer(5, 3)], [fischer(4, 3)], "US Chess has no notation for unequal times"),
    ("us", [plain(60, 40), fischer(15, 30)], None, "one delay or increment for all periods"),
    ("us", [plain(60, 40, repeat=True)], None, "US Chess has no period that repeats"),
    ("us", [plain(9, transition=AT_ZERO), plain(5)], None, "a number of moves in period 1"),
    ("us", [Period(5 * MIN, FISCHER, 500)], None, "US Chess has whole seconds only, not 500 ms"),
    ("us", [plain(5, 40)], None, "a number of moves and does not repeat"),
    ("uci", FORTY, None, "UCI tells only the period that runs"),
    ("uci", [delay(5, 2)], None, "UCI has no delay"),
    ("uci", [plain(5, 40)], None, "UCI has a period with moves that repeats"),
    ("uci", [plain(5, 40, repeat=True)], [plain(5, 30, repeat=True)], "one movestogo for both"),
    ("lichess", FORTY, None, "lichess has one period, for all moves"),
    ("lichess", [plain(5)], [plain(4)], "lichess has one clock for both sides"),
    ("lichess", [plain(181)], None, "lichess has no clock of 10860 s"),
    ("lichess", [Period(100_000)], None, "lichess has no clock of 100 s"),
    ("lichess", [fischer(5, 61)], None, "lichess has increments up to 60 s"),
    ("lichess", [delay(5, 2)], None, "lichess has no delay"),
    ("organizers", [plain(5, 40)], None, "40 moves in the last period, which does not repeat"),
]


@pytest.mark.parametrize(
    ("notation", "white", "black", "says"),
    NOT_WRITTEN,
    ids=[f"{row[0]}-{row[3][:30]}" for row in NOT_WRITTEN],
)
def test_not_written(
    notation: str, white: list[Period], black: list[Period] | None, says: str
) -> None:
    """What a notation cannot say has no text, and the reason is one line."""
    with pytest.raises(NotWritableError) as caught:
        written(white, notation, black)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_notation() -> None:
    with pytest.raises(ControlError, match="notation runes is not one of organizers"):
        written([plain(5)], "runes")


@pytest.mark.parametrize(
    ("text", "options", "notes"),
    [
        ("90m/40+30m", {}, []),
        ("90m/40+30m", {"transition": "at-zero"}, ["it does not say that periods come at zero"]),
        (
            "5+3",
            {"bonus_timing": "after"},
            ["it does not say that the bonus comes after the move"],
        ),
        ("5 delay 3", {"bonus_timing": "after"}, []),
    ],
)
def test_what_a_text_leaves_open_is_said(text: str, options: dict, notes: list[str]) -> None:
    """A tag does not tell how periods come, nor when a bonus is given."""
    control = parse_control(text, **options)
    assert list(writing_of(control, "pgn").notes) == notes
    assert not writing_of(control, "organizers").notes


def test_more_than_two_periods_in_trf26_get_a_note() -> None:
    """FIDE's grammar shows two."""
    for periods, notes in ((FORTY, 0), (HUNDRED, 1)):
        assert len(writing_of(TimeControl(tuple(periods)), "trf26").notes) == notes


# --- round trips ---------------------------------------------------------------------------------


def check_round_trips(control: TimeControl) -> set[str]:
    """Check what every notation makes of a control; return which notations have a text."""
    found = set()
    for name, writing in all_writings(control).items():
        if writing.text is None:
            assert writing.why and "\n" not in writing.why
            assert "another control" not in writing.why, writing.why
            continue
        found.add(name)
        again = parse_control(writing.text, name)
        whole = name in WHOLE
        assert same(control, again, changes=whole, timing=whole), writing.text
        assert write_control(again, name) == writing.text
    return found


@pytest.mark.parametrize("number", range(1, PRESET_COUNT + 1))
def test_every_preset_goes_round(number: int) -> None:
    """Every numbered preset has a text in the organizers' notation, without any ambiguity."""
    control = preset(number)
    assert "organizers" in check_round_trips(control)
    assert same(parse_control(write_control(control, "organizers")), control)


SECONDS = st.one_of(
    st.integers(1, 359_999),
    st.sampled_from([30, 60, 90, 300, 900, 1800, 3600, 5400, 6000, 7200]),
)
TIMES = st.one_of(
    SECONDS.map(lambda seconds: seconds * 1000), st.integers(0, 400_000), st.just(0)
)
BONUSES = st.one_of(
    st.integers(0, 3599).map(lambda seconds: seconds * 1000), st.integers(0, 5000)
)
MOVES = st.one_of(st.just(0), st.integers(1, 255), st.sampled_from([20, 40]))


@st.composite
def any_period(draw: st.DrawFn) -> Period:
    """Return a period that may be part of a control, most of them usual ones."""
    method = draw(
        st.sampled_from(
            [NONE] * 4
            + [FISCHER] * 6
            + [DELAY] * 4
            + [BRONSTEIN, HOURGLASS, GONG, MOVE_TIMER, BYOYOMI, CANADIAN, UPCOUNT, SCRABBLE]
        )
    )
    with_bonus = method in (FISCHER, DELAY, BRONSTEIN)
    in_blocks = method in (BYOYOMI, CANADIAN)
    return Period(
        0 if method == UPCOUNT else draw(TIMES),
        method,
        draw(BONUSES) if with_bonus else 0,
        draw(st.sampled_from([1, 1, 1, 41, 61, 255])) if with_bonus else 1,
        draw(st.sampled_from([0, 0, 600_000])) if method == FISCHER else 0,
        draw(MOVES),
        draw(st.sampled_from([BY_COUNT, BY_COUNT, AT_ZERO])),
        draw(st.integers(1, 600_000)) if in_blocks else 0,
        draw(st.integers(0, 255)) if in_blocks else 0,
    )


@st.composite
def any_control(draw: st.DrawFn) -> TimeControl:
    """Return a control that the core can run."""
    sides = []
    for _ in range(draw(st.sampled_from([1, 1, 2]))):
        periods = draw(st.lists(any_period(), min_size=1, max_size=draw(st.integers(1, 4))))
        if draw(st.booleans()):
            shared = periods[0]
            for period in periods[1:]:
                for name in ("method", "bonus_ms", "bonus_from_move", "cap_ms"):
                    setattr(period, name, getattr(shared, name))
                period.block_ms, period.block_count = shared.block_ms, shared.block_count
        last = periods[-1]
        last.repeat = draw(st.booleans()) and last.moves > 0
        if not last.repeat and draw(st.integers(0, 9)):
            last.moves = 0
        sides.append(tuple(periods))
    try:
        return TimeControl(
            sides[0],
            sides[1] if len(sides) > 1 else None,
            draw(st.sampled_from([BEFORE_MOVE, AFTER_MOVE])),
        )
    except ControlError:
        assume(False)
        raise


@given(any_control())
def test_every_control_goes_round(control: TimeControl) -> None:
    """All that the core can run has an organizers' text, but for moves that lead nowhere."""
    found = check_round_trips(control)
    leads_nowhere = any(
        periods[-1].moves and not periods[-1].repeat for periods in plain_of(control).sides
    )
    assert ("organizers" in found) != leads_nowhere
    if not leads_nowhere:
        text = write_control(control, "organizers")
        assert same(parse_control(text), control), "read without saying which notation it is"


@given(
    st.lists(st.tuples(st.integers(1, 255), st.integers(1, 9999)), max_size=3),
    st.integers(1, 9999),
    st.integers(0, 3599),
)
def test_texts_go_round(before: list[tuple[int, int]], last: int, bonus: int) -> None:
    """What is read as PGN, TRF26 or US Chess is written letter by letter as it was."""
    plus = f"+{bonus}" if bonus else ""
    tag = ":".join([f"{moves}/{time}{plus}" for moves, time in before] + [f"{last}{plus}"])
    for notation in ("pgn", "trf26"):
        assert write_control(parse_control(tag, notation), notation) == tag
    if sum(time for _, time in before) + last > 5999:
        return
    extra = f"inc{bonus}" if bonus else "d0"
    head = "".join(f"{moves}/{time + 3}," for moves, time in before)
    text = f"{head}{'SD' if before else 'G'}/{last};{extra}"
    try:
        control = parse_control(text, "us")
    except ControlError as error:
        assert "the total is above 99:59:59" in str(error)
        return
    assert write_control(control, "us") == text


@given(any_control())
def test_the_plain_form_is_the_same_control(control: TimeControl) -> None:
    """It changes nothing of the control it was made of, and is its own plain form."""
    before = plain_of(control)
    again = TimeControl(before.white, before.black, before.bonus_timing)
    assert same(control, again)


def played(control: TimeControl, thinks: list[int]) -> list[tuple[int, int]]:
    """Return both times after each press, with think times in ms."""
    game = Game()
    game.set_up(control, LEFT, 0)
    game.start(LEFT, 0)
    now = 0
    times = [(game.remaining_ms(LEFT), game.remaining_ms(RIGHT))]
    for index, think in enumerate(thinks):
        now = ticks_add(now, think)
        game.press(RIGHT if index % 2 else LEFT, now)
        times.append((game.remaining_ms(LEFT), game.remaining_ms(RIGHT)))
    return times


@given(
    any_control(),
    st.lists(st.integers(1, 5), min_size=8, max_size=8),
    st.lists(st.integers(1, 12), min_size=8, max_size=8),
    st.lists(st.integers(0, 30_000), min_size=30, max_size=30),
)
def test_the_plain_form_is_played_alike(
    control: TimeControl, moves: list[int], first_moves: list[int], thinks: list[int]
) -> None:
    """On the core itself: the same think times leave the same times (T10, T20 to T22)."""
    sides = []
    for periods in (control.white_periods, control.black_periods):
        for index, period in enumerate(periods):
            period.moves = moves[index] if period.moves else 0
            if period.bonus_from_move > 1:
                period.bonus_from_move = first_moves[index]
        sides.append(periods)
    try:
        short = TimeControl(*sides, control.bonus_timing)
    except ControlError:
        assume(False)
    form = plain_of(short)
    other = TimeControl(form.white, form.black, form.bonus_timing, freeze=short.freeze)
    assert played(short, thinks) == played(other, thinks)


def test_where_a_period_begins_is_not_known_after_one_at_zero() -> None:
    """Its moves are shown, never obeyed: a bonus from move 41 stays one."""
    late = fischer(30, 30, bonus_from_move=41)
    for transition, alike in ((BY_COUNT, True), (AT_ZERO, False)):
        one = TimeControl((plain(90, 40, transition=transition), late))
        two = TimeControl((plain(90, 40, transition=transition), fischer(30, 30)))
        assert same(one, two) is alike


def test_a_text_that_reads_back_as_another_control_is_not_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever a module writes: nothing wrong gets out."""
    broken = replace(NOTATIONS["pgn"], write=lambda control: "301")
    monkeypatch.setitem(NOTATIONS, "pgn", broken)
    with pytest.raises(NotWritableError, match="301 is another control"):
        written([plain(5)], "pgn")
    monkeypatch.setitem(NOTATIONS, "pgn", replace(broken, write=lambda control: "x"))
    with pytest.raises(NotWritableError, match="cannot say it: TimeControl"):
        written([plain(5)], "pgn")


def test_controls_that_differ_are_not_the_same() -> None:
    """Each field matters."""
    base = [fischer(90, 30, 40), fischer(30, 30)]
    others = [
        [fischer(91, 30, 40), fischer(30, 30)],
        [fischer(90, 29, 40), fischer(30, 30)],
        [fischer(90, 30, 41), fischer(30, 30)],
        [fischer(90, 30, 40, transition=AT_ZERO), fischer(30, 30)],
        [fischer(90, 30, 40, bonus_from_move=2), fischer(30, 30)],
        [fischer(90, 30, 40, cap_ms=MIN), fischer(30, 30)],
        [fischer(90, 30, 40), fischer(30, 30, 20, repeat=True)],
        [delay(90, 30, 40), delay(30, 30)],
        base[:1],
        [*base[:1], fischer(30, 30, 20), fischer(15, 30)],
    ]
    one = TimeControl(tuple(base))
    for periods in others:
        assert not same(one, TimeControl(tuple(periods)))
    assert not same(one, TimeControl(tuple(base), (plain(5),)))
    assert not same(one, TimeControl(tuple(base), bonus_timing=AFTER_MOVE))
    assert same(one, TimeControl(tuple(base), bonus_timing=AFTER_MOVE), timing=False)
    assert same(one, TimeControl(tuple(others[3])), changes=False)
