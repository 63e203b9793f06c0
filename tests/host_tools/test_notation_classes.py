"""Standard, rapid, blitz; FIDE rating for given ratings; the classes of US Chess; the reasons."""

from __future__ import annotations

import pytest
from clockcore import laws
from clockcore.period import ControlError
from hypothesis import assume, given
from hypothesis import strategies as st

from host_tools.notation import parse_control
from host_tools.notation.classes import classify, fide_rating, laws_length_ms, us_rating

MIN = 60_000

# --- classes of the Laws -------------------------------------------------------------------------

CLASSES = [
    # Official and usual controls.
    ("90/40+30+30", "standard"),
    ("100/40+50/20+15+30", "standard"),
    ("120m/40 + 60m/20 + 15m + 30s from 61", "standard"),
    ("90m+30s", "standard"),
    ("60m+30s", "standard"),
    ("50+10", "standard"),
    ("25+10", "rapid"),
    ("15+10", "rapid"),
    ("3+2", "blitz"),
    ("5+0", "blitz"),
    ("5+3 from 61 v 4+3 from 61", "blitz"),
    # The limits: rapid is above 10 and below 60 minutes.
    ("10m", "blitz"),
    ("10m1s", "rapid"),
    ("59m59s", "rapid"),
    ("60m", "standard"),
    ("5m+5s", "blitz"),
    ("5m1s+5s", "rapid"),
    ("0+10", "blitz"),
    ("0+11", "rapid"),
    ("49m59s+10s", "rapid"),
    ("50m+10s", "standard"),
    ("55m delay 5", "standard"),
    # What the Laws do not know.
    ("gong 10s", "blitz"),
    ("hourglass 10", "blitz"),
    ("upcount", "standard"),
    ("scrabble 25", "rapid"),
    ("0 byoyomi 3x10s", "blitz"),
    ("0 byoyomi 3x11s", "rapid"),
    ("0 canadian 10m/15", "rapid"),
    ("move-timer 60", "standard"),
]


@pytest.mark.parametrize(("text", "name"), CLASSES, ids=[row[0] for row in CLASSES])
def test_classes(text: str, name: str) -> None:
    """A.1 and B.1; a reason is given."""
    found = classify(parse_control(text))
    assert found.name == name
    assert found.why and all(line.endswith(".") for line in found.why)


def test_the_reason_of_a_class_is_its_sum() -> None:
    assert classify(parse_control("15+10")).why == (
        "15 min + 60 x 10 s = 25 min: more than 10 and less than 60 min (A.1).",
    )
    assert classify(parse_control("5+0")).why == ("5 min: 10 min or less (B.1).",)
    assert classify(parse_control("0+5")).why == ("60 x 5 s = 5 min: 10 min or less (B.1).",)
    assert classify(parse_control("90/40+30+30")).why == (
        "90 min + 30 min + 60 x 30 s = 150 min: 60 min or more.",
    )
    unequal = classify(parse_control("4+0 v 12+0")).why
    assert unequal[0].startswith("12 min: more than 10") and "unequal" in unequal[1]
    assert "have no gong" in classify(parse_control("gong 10s")).why[0]
    assert "counted once" in classify(parse_control("40/9000")).why[-1]


@given(
    st.lists(st.integers(1, 3000), min_size=1, max_size=4),
    st.integers(0, 120),
    st.sampled_from(["+ {}s", "delay {}s", "bronstein {}s"]),
)
def test_the_sum_that_is_shown_decides_the_class(
    mains: list[int], bonus: int, form: str
) -> None:
    """The sum is written here, the class is the core's: they agree."""
    text = " + ".join([f"{ms}s/9" for ms in mains[:1]] + [f"0m{ms}s/9" for ms in mains[1:]])
    text += f" + 0m1s {form.format(bonus)}"
    try:
        control = parse_control(text)
    except ControlError:
        assume(False)
    length = laws_length_ms(control.white_periods)
    assert length == (sum(mains) + 1 + 60 * bonus) * 1000
    expected = "blitz" if length <= 10 * MIN else "rapid" if length < 60 * MIN else "standard"
    assert classify(control).name == expected == laws.CLASS_NAMES[laws.class_of(control)]


# --- FIDE rating ---------------------------------------------------------------------------------

# text, rated as, the rating that every player must be below, and counted seconds
FIDE = [
    # B.02: 120, 90 and 60 minutes for 60 moves, by the higher rating.
    ("90m+30s", "standard", None, 7200),
    ("120m", "standard", None, 7200),
    ("119m59s", "standard", 2400, 7199),
    ("60m+30s", "standard", 2400, 5400),
    ("90m", "standard", 2400, 5400),
    ("89m59s", "standard", 1800, 5399),
    ("60m", "standard", 1800, 3600),
    ("50+10", "standard", 1800, 3600),
    ("90/40+30+30", "standard", None, 9000),
    ("90m/40+30m", "standard", None, 7200),
    ("100/40+50/20+15+30", "standard", None, 10_800),  # the 15 min come after move 60
    ("120m/40 + 60m/20 + 15m + 30s from 61", "standard", None, 10_800),
    ("30m/30 + 30m/30 + 60m", "standard", 1800, 3600),
    ("40/3600", "standard", None, 7200),  # again and again: twice in 60 moves
    # Rapid above 10 and below 60 minutes, blitz above 3 and up to 10.
    ("25+10", "rapid", None, 2100),
    ("15+10", "rapid", None, 1500),
    ("10m1s", "rapid", None, 601),
    ("59m59s", "rapid", None, 3599),
    ("10m", "blitz", None, 600),
    ("3+2", "blitz", None, 300),
    ("3m1s", "blitz", None, 181),
    ("5+0", "blitz", None, 300),
    # A delay is not counted.
    ("G/60;d5", "standard", 1800, 3600),
    ("120m bronstein 30", "standard", None, 7200),
    ("G/5;d5", "blitz", None, 300),
]


@pytest.mark.parametrize(
    ("text", "rated_as", "below", "counted"), FIDE, ids=[row[0] for row in FIDE]
)
def test_rated_by_fide(text: str, rated_as: str, below: int | None, counted: int) -> None:
    """B.02, 1 March 2024: which ratings a control is slow enough for."""
    found = fide_rating(parse_control(text))
    assert found.is_rated and found.rated_as == rated_as
    assert (found.below, found.counted_ms) == (below, counted * 1000)
    assert found.why[-1].startswith(f"Rated as {rated_as}")
    if below is not None:
        assert str(below) in found.why[-1]
        assert fide_rating(parse_control(text), below - 1).is_rated
        refused = fide_rating(parse_control(text), below)
        assert not refused.is_rated and refused.rated_as is None
        assert f"With a player of {below} " in refused.why[-1]
    else:
        assert fide_rating(parse_control(text), 3000).is_rated


NOT_FIDE = [
    ("3m", "A blitz game needs more than 3 min."),
    ("1+2", "A blitz game needs more than 3 min."),
    ("1+1", "A blitz game needs more than 3 min."),
    ("W300-B240", "Unequal times are not rated"),
    ("5+3 from 61 v 4+3 from 61", "Unequal times are not rated"),
    ("60m/29 + 60m", "The first control has 29 moves; 30 at least are needed."),
    ("20/4500", "The first control has 20 moves"),
    ("55m delay 5", "Less than the 60 min that a standard game needs."),
    ("30m/60 + 60m", "Less than the 60 min that a standard game needs."),
    ("8m + 3s from 61", "A rapid game needs more than 10 min."),
    ("0 delay 10", "A blitz game needs more than 3 min."),
    ("30m/30 repeat", "A rapid game has less than 60 min."),
    ("hourglass 60", "have no hourglass"),
    ("gong 10s", "have no gong"),
    ("60 byoyomi 5x20s", "have no byo-yomi"),
    ("60 canadian 5m/15", "have no Canadian byo-yomi"),
    ("upcount", "have no clock that counts up"),
    ("scrabble 25", "have no Scrabble clock"),
    ("move-timer 60s", "have no move timer"),
]


@pytest.mark.parametrize(("text", "why"), NOT_FIDE, ids=[row[0] for row in NOT_FIDE])
def test_not_rated_by_fide(text: str, why: str) -> None:
    """What B.02 leaves out, whatever the ratings are, and why."""
    for rating in (None, 0):
        found = fide_rating(parse_control(text), rating)
        assert not found.is_rated and found.rated_as is None
        assert why in " ".join(found.why)


def test_thirty_moves_are_enough_in_a_first_control() -> None:
    assert fide_rating(parse_control("60m/30 + 60m")).is_rated


@pytest.mark.parametrize(
    ("rating", "is_rated", "minutes"),
    [(1799, True, 0), (1800, False, 90), (2399, False, 90), (2400, False, 120)],
)
def test_the_higher_rating_decides(rating: int, is_rated: bool, minutes: int) -> None:
    """B.02 of 2024: 1800 and 2400, no longer 1600 and 2200."""
    found = fide_rating(parse_control("60m"), rating)
    assert found.is_rated is is_rated
    if minutes:
        assert found.why[-1] == f"With a player of {rating} {minutes} min are needed."


def test_remarks_on_what_is_counted() -> None:
    """A delay, an increment that comes later, one that the Laws do not call one."""
    assert "a forum's word" in " ".join(fide_rating(parse_control("G/60;d5")).why)
    assert "ask the rating officer" in " ".join(fide_rating(parse_control("55m delay 5")).why)
    later = fide_rating(parse_control("(90m/40) + (30m + 30s)"))
    assert later.counted_ms == 120 * MIN and "begins later" in " ".join(later.why)
    odd = fide_rating(parse_control("4+1"))
    assert odd.is_rated and odd.counted_ms == 4 * MIN and "2 s to 60 s" in " ".join(odd.why)
    for seconds, counted in ((60, 150), (61, 90)):
        found = fide_rating(parse_control(f"90m + {seconds}s"))
        assert found.counted_ms == counted * MIN
    assert "left out" in " ".join(fide_rating(parse_control("5+3 cap 10")).why)


# --- US Chess ------------------------------------------------------------------------------------

US = [
    ("G/5;d0", "blitz"),
    ("G/5;d5", "blitz"),
    ("G/5;inc5", "blitz"),
    ("G/10;d0", "blitz"),
    ("G/5;inc6", "quick"),
    ("G/10;d1", "quick"),
    ("G/15;inc10", "quick"),
    ("G/25;d4", "quick"),
    ("G/29;d0", "quick"),
    ("G/25;d5", "dual"),
    ("G/30;d0", "dual"),
    ("G/60;d5", "dual"),
    ("G/65;d0", "dual"),
    ("G/61;d5", "regular"),
    ("G/60;inc30", "regular"),
    ("G/90;d5", "regular"),
    ("40/90,SD/30;inc30", "regular"),
    ("40/40,SD/20;d5", "dual"),
    ("120m/40 + 60m/20 + 15m + 30s from 61", "regular"),
    ("5 bronstein 5", "blitz"),
    # The main time must be 5 minutes at least, whatever the sum is.
    ("G/3;inc2", None),
    ("G/4;d10", None),
    ("4m59s + 30s", None),
    ("5m v 4m", None),
    ("hourglass 10", None),
]


@pytest.mark.parametrize(("text", "name"), US, ids=[row[0] for row in US])
def test_us_classes(text: str, name: str | None) -> None:
    """Blitz 5 to 10, quick above 10 and below 30, dual 30 to 65, regular above 65."""
    found = us_rating(parse_control(text))
    assert found.name == name
    assert found.why and all(line.endswith(".") for line in found.why)
    ratings = {"dual": ("quick", "regular"), None: ()}.get(name, (name,))
    assert found.ratings == ratings


def test_the_reason_of_a_us_class_is_its_sum() -> None:
    """Rule 5C: minutes and seconds are simply added."""
    assert us_rating(parse_control("G/60;d5")).why == (
        "60 + 5 = 65 (minutes + seconds a move).",
        "Dual is 30 to 65; rated as quick and regular.",
    )
