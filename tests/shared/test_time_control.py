"""Time controls: what can be, what cannot, and what follows (T10, T18, T20, T31, section 2)."""

from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    MOVE_TIMER,
    NONE,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.control_dict import FIELDS, control_from_dict, control_to_dict
from clockcore.period import MAIN_LIMIT_MS, Period
from clockcore.time_control import TimeControl
from shared_kit import HOUR, control, refused


def test_1_to_8_periods() -> None:
    def many(count: int) -> TimeControl:
        return TimeControl(
            [Period(60_000, moves=1) for _ in range(count)],
        )

    for count in (1, 2, 8):
        assert len(many(count).white_periods) == count
    for count in (0, 9):
        assert str(count) in refused(many, count)


def test_a_total_above_99_59_59_is_refused() -> None:
    # section 2: a control whose certain total exceeds the limit
    half = MAIN_LIMIT_MS // 2
    TimeControl((Period(half, moves=1), Period(MAIN_LIMIT_MS - half)))
    said = refused(TimeControl, (Period(half, moves=1), Period(MAIN_LIMIT_MS - half + 1)))
    assert "99:59:59" in said
    # The bonus of the first move is certain too, where it is on the clock at the start.
    for timing, fits in ((BEFORE_MOVE, False), (AFTER_MOVE, True)):
        periods = (Period(MAIN_LIMIT_MS, FISCHER, 1),)
        if fits:
            TimeControl(periods, None, timing)
        else:
            refused(TimeControl, periods, None, timing)


def test_a_refusal_says_which_color_and_period() -> None:
    good, bad = Period(60_000), Period(0)
    assert "period 1" in refused(TimeControl, (bad,))
    assert "White" in refused(TimeControl, (bad,), (good,))
    assert "Black" in refused(TimeControl, (good,), (bad,))
    assert "period 2" in refused(TimeControl, (Period(1, moves=1), bad))


def test_hourglass_and_gong_need_both_sides() -> None:
    # T14, T15
    for method in (HOURGLASS, GONG):
        refused(TimeControl, (Period(60_000, method),), (Period(60_000),))
        refused(TimeControl, (Period(60_000),), (Period(60_000, method),))
        TimeControl((Period(60_000, method),), (Period(30_000, method),))
    refused(TimeControl, (Period(MAIN_LIMIT_MS, HOURGLASS),), (Period(1, HOURGLASS),))


def test_a_period_that_adds_nothing_at_zero_is_refused() -> None:
    # T21: it would flag at the instant it came
    first = Period(60_000, FISCHER, 5_000, transition=AT_ZERO)
    refused(TimeControl, (first, Period(0, FISCHER, 5_000)))
    TimeControl((first, Period(0, FISCHER, 6_000)))
    TimeControl((first, Period(0, BYOYOMI, block_ms=1_000)))


def test_main_0_forces_the_bonus_before_the_move_and_says_so() -> None:
    # T10
    for method, main_ms, timing, result, forced in (
        (FISCHER, 0, AFTER_MOVE, BEFORE_MOVE, True),
        (BRONSTEIN, 0, AFTER_MOVE, BEFORE_MOVE, True),
        (DELAY, 0, AFTER_MOVE, AFTER_MOVE, False),
        (FISCHER, 1, AFTER_MOVE, AFTER_MOVE, False),
        (FISCHER, 0, BEFORE_MOVE, BEFORE_MOVE, False),
    ):
        made = control(main_ms, method, 5_000, timing=timing)
        assert (made.bonus_timing, made.bonus_timing_forced) == (result, forced), method
    refused(TimeControl, (Period(1),), None, 2)


def test_freeze_is_on_where_a_bonus_or_delay_exists_and_can_be_set() -> None:
    # T31
    for method, main_ms, bonus_ms, expected in (
        (NONE, 1, 0, False),
        (FISCHER, 1, 1, True),
        (FISCHER, 1, 0, False),
        (BRONSTEIN, 1, 1, True),
        (DELAY, 1, 1, True),
        (HOURGLASS, 1, 0, False),
        (GONG, 1, 0, False),
        (MOVE_TIMER, 1, 0, False),
        (UPCOUNT, 0, 0, False),
        (SCRABBLE, 1, 0, False),
    ):
        assert control(main_ms, method, bonus_ms).freeze is expected, method
        for freeze in (True, False):
            assert control(main_ms, method, bonus_ms, freeze=freeze).freeze is freeze
    later = TimeControl((Period(HOUR, moves=40), Period(900_000, FISCHER, 30_000)))
    assert later.freeze is True


def test_odds_are_kept_apart() -> None:
    # T18: 5 v 4 Armageddon with 3 s from move 61
    made = TimeControl(
        (Period(300_000, FISCHER, 3_000, bonus_from_move=61),),
        (Period(240_000, FISCHER, 3_000, bonus_from_move=61),),
    )
    assert made.odds
    assert made.periods_of(True)[0].main_ms == 300_000
    assert made.periods_of(False)[0].main_ms == 240_000
    assert not control(1).odds


def test_a_control_survives_the_way_through_plain_values() -> None:
    for made in (
        control(300_000),
        control(180_000, FISCHER, 2_000, timing=AFTER_MOVE, freeze=False, cap_ms=200_000),
        TimeControl(
            (
                Period(HOUR, FISCHER, 30_000, moves=40, transition=BY_COUNT),
                Period(HOUR // 2, BYOYOMI, block_ms=30_000, block_count=5),
            ),
            (Period(HOUR, FISCHER, 30_000, moves=40, transition=AT_ZERO), Period(60_000)),
            name="odd",
        ),
    ):
        plain = control_to_dict(made)
        again = control_from_dict(plain)
        assert control_to_dict(again) == plain
        for is_white in (True, False):
            for one, two in zip(made.periods_of(is_white), again.periods_of(is_white)):
                for field in FIELDS:
                    assert getattr(one, field) == getattr(two, field), field


def test_plain_values_that_cannot_be_are_refused_in_one_line() -> None:
    good = {"main_ms": 60_000}
    for text, source in (
        ("object", None),
        ("object", []),
        ("periods", {}),
        ("periods", {"periods": 5}),
        ("periods", {"periods": []}),
        ("periods 1", {"periods": [5]}),
        ("periods 2", {"periods": [{"main_ms": 1, "moves": 1}, {"mian_ms": 1}]}),
        ("black_periods", {"periods": [good], "black_periods": "x"}),
        ("bonus_timing", {"periods": [good], "bonus_timing": "never"}),
        ("freeze", {"periods": [good], "freeze": 1}),
        ("repeat", {"periods": [{"main_ms": 1, "moves": 1, "repeat": 1}]}),
        ("main", {"periods": [{"main_ms": "1"}]}),
        ("main", {"periods": [{"main_ms": None}]}),
        ("method", {"periods": [{"main_ms": 1, "method": "FISCHER"}]}),
        ("method", {"periods": [{"main_ms": 1, "method": None}]}),
        ("method", {"periods": [{"main_ms": 1, "method": 1.0}]}),
        ("method", {"periods": [{"main_ms": 1, "method": []}]}),
        ("transition", {"periods": [{"main_ms": 1, "transition": "at-zero"}]}),
        ("moves", {"periods": [{"main_ms": 1, "moves": 256}]}),
        ("bonus", {"periods": [{"main_ms": 1, "method": FISCHER, "bonus_ms": 3_600_000}]}),
    ):
        said = refused(control_from_dict, source)
        assert text in said, (text, said)


def test_a_timing_that_is_forced_is_forced_before_the_rest_is_checked() -> None:
    """T10, T21: what adds nothing at zero before the move is refused after the move, too."""
    periods = (
        Period(0, FISCHER, 30_000, transition=AT_ZERO),
        Period(10_000, FISCHER, 0),
    )
    for timing in (BEFORE_MOVE, AFTER_MOVE):
        assert refused(TimeControl, periods, None, timing)
