"""Fields of a period and what cannot be (T10, T11, T14, T20, section 2)."""

from clockcore.codes import (
    AT_ZERO,
    BRONSTEIN,
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
from clockcore.control_rules import BONUS_LIMIT_MS, check_period
from clockcore.period import MAIN_LIMIT_MS, Period
from shared_kit import refused


def check(number: int = 1, count: int = 1, **fields: object) -> None:
    check_period(Period(**fields), "", number, count)


def says(text: str, number: int = 1, count: int = 1, **fields: object) -> None:
    said = refused(check, number, count, **fields)
    assert text in said, (text, said)
    assert "period " + str(number) in said, said


def test_every_method_has_a_period_that_can_be() -> None:
    # T11 to T17
    for fields in (
        {"main_ms": 1, "method": NONE},
        {"main_ms": 1, "method": FISCHER},
        {"main_ms": 0, "method": FISCHER, "bonus_ms": 1},
        {"main_ms": 1, "method": BRONSTEIN, "bonus_ms": BONUS_LIMIT_MS},
        {"main_ms": 0, "method": BRONSTEIN, "bonus_ms": 5},
        {"main_ms": 0, "method": DELAY, "bonus_ms": 5},
        {"main_ms": 60_000, "method": HOURGLASS},
        {"main_ms": 10_000, "method": GONG},
        {"main_ms": 30_000, "method": MOVE_TIMER},
        {"main_ms": 0, "method": BYOYOMI, "block_ms": 1, "block_count": 255},
        {"main_ms": 0, "method": CANADIAN, "block_ms": 1, "block_count": 0},
        {"main_ms": 0, "method": UPCOUNT},
        {"main_ms": MAIN_LIMIT_MS, "method": SCRABBLE},
    ):
        check(**fields)


def test_boundaries_of_the_numbers() -> None:
    for name, low, high, rest in (
        ("main_ms", 1, MAIN_LIMIT_MS, {}),
        ("bonus_ms", 0, BONUS_LIMIT_MS, {"main_ms": 1, "method": FISCHER}),
        ("bonus_from_move", 1, 255, {"main_ms": 1, "method": FISCHER}),
        ("cap_ms", 0, MAIN_LIMIT_MS, {"main_ms": 1, "method": FISCHER}),
        ("moves", 0, 255, {"main_ms": 1}),
        ("block_ms", 1, MAIN_LIMIT_MS, {"main_ms": 1, "method": BYOYOMI}),
        ("block_count", 0, 255, {"main_ms": 1, "method": BYOYOMI, "block_ms": 1}),
    ):
        word = name.replace("_ms", "").replace("_", " ")
        for value in (low, high):
            check(**dict(rest, **{name: value}))
        for value in (-1, high + 1, 1 << 31):
            says(word, **dict(rest, **{name: value}))
        for value in ("5", 1.5, None, True):
            says(word, **dict(rest, **{name: value}))


def test_what_cannot_be_is_refused_with_its_reason() -> None:
    for text, fields in (
        ("nothing to count", {"main_ms": 0}),  # T10: NONE with main 0
        ("nothing to count", {"main_ms": 0, "method": HOURGLASS}),
        ("nothing to count", {"main_ms": 0, "method": GONG}),
        ("nothing to count", {"main_ms": 0, "method": MOVE_TIMER}),
        ("nothing to count", {"main_ms": 0, "method": SCRABBLE}),
        ("nothing to count", {"main_ms": 0, "method": FISCHER}),
        ("nothing to count", {"main_ms": 0, "method": DELAY}),
        ("from move 1", {"main_ms": 0, "method": FISCHER, "bonus_ms": 5, "bonus_from_move": 2}),
        ("no bonus", {"main_ms": 1, "method": HOURGLASS, "bonus_ms": 1}),  # T14
        ("no bonus", {"main_ms": 1, "method": NONE, "bonus_ms": 1}),
        ("no bonus", {"main_ms": 1, "method": GONG, "bonus_ms": 1}),
        ("cap", {"main_ms": 1, "method": BRONSTEIN, "bonus_ms": 1, "cap_ms": 1}),  # T11
        ("block", {"main_ms": 1, "method": BYOYOMI}),
        ("block", {"main_ms": 1, "method": CANADIAN}),
        ("block", {"main_ms": 1, "method": NONE, "block_ms": 1}),
        ("block", {"main_ms": 1, "method": NONE, "block_count": 1}),
        ("UPCOUNT", {"main_ms": 1, "method": UPCOUNT}),
        ("method", {"main_ms": 1, "method": TRIPLE_BLOCK}),
        ("method", {"main_ms": 1, "method": 12}),
        ("method", {"main_ms": 1, "method": -1}),
        ("transition", {"main_ms": 1, "transition": 2}),
        ("repeat", {"main_ms": 1, "repeat": True}),  # neither moves nor the change at zero
        ("repeat", {"main_ms": 1, "method": GONG, "moves": 1, "repeat": True}),
        ("repeat", {"method": FISCHER, "bonus_ms": 1, "moves": 1, "repeat": True}),
    ):
        says(text, **fields)


def test_a_method_of_the_wrong_type_is_refused_too() -> None:
    for method in ("FISCHER", None, 1.0, True, [1]):
        says("method", main_ms=1, method=method)


def test_what_depends_on_the_place_of_the_period() -> None:
    # T20: BY_COUNT needs moves where a period follows
    says("moves 0", 1, 2, main_ms=1)
    check(1, 2, main_ms=1, moves=1)
    check(1, 2, main_ms=1, transition=AT_ZERO)
    check(2, 2, main_ms=1)
    for method in (HOURGLASS, GONG, MOVE_TIMER):
        says("only period", 2, 2, main_ms=1, method=method)
    says("only period", 2, 2, method=UPCOUNT)
    says("last period", 1, 2, main_ms=1, moves=1, method=SCRABBLE)
    says("last period", 1, 2, main_ms=1, moves=1, method=BYOYOMI, block_ms=1)
    check(2, 2, main_ms=1, method=SCRABBLE)
    says("repeat", 1, 2, main_ms=1, moves=1, repeat=True)
    check(2, 2, main_ms=1, moves=1, repeat=True)


def test_the_bonus_starts_at_its_move() -> None:
    # section 2: bonus_from_move counts over the whole game
    period = Period(900_000, FISCHER, 30_000, bonus_from_move=61)
    for number, expected in ((1, 0), (60, 0), (61, 30_000), (62, 30_000), (255, 30_000)):
        assert period.bonus_of_move(number) == expected
        assert period.included_bonus(number) == expected


def test_only_fischer_and_bronstein_stand_on_the_account() -> None:
    # T10, T12, T13
    for method, expected in ((FISCHER, 5_000), (BRONSTEIN, 5_000), (DELAY, 0)):
        assert Period(60_000, method, 5_000).included_bonus(1) == expected
