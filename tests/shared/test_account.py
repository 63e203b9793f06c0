"""An account by itself: books, ceilings, bounded work (T1, T16, section 2)."""

from clockcore.account import Account
from clockcore.arbiter import enter_period
from clockcore.codes import (
    BEFORE_MOVE,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    NONE,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.duration import Duration
from clockcore.game import LOW_TIME_MS
from clockcore.period import MAIN_LIMIT_MS, Period
from clockcore.ticks import NEVER_MS
from shared_kit import HOUR, MINUTE, booked_ms, total


def made(*periods: Period, timing: int = BEFORE_MOVE) -> Account:
    account = Account()
    account.set_up(periods, timing, LOW_TIME_MS)
    return account


def test_a_charge_stops_at_the_next_zero_and_says_how_much_it_took() -> None:
    # T1, T2
    for period, charged, taken in (
        (Period(MINUTE), 59_999, 59_999),
        (Period(MINUTE), 60_000, 60_000),
        (Period(MINUTE), 60_001, 60_000),
        (Period(MINUTE, DELAY, 5000), 70_000, 65_000),
        (Period(0, BYOYOMI, block_ms=1000, block_count=3), 5000, 1000),
        (Period(0, UPCOUNT), 100 * HOUR, 100 * HOUR),
        (Period(MINUTE, SCRABBLE), 100_000, 100_000),
    ):
        account = made(period)
        assert account.charge(charged) == taken, period.method
        assert booked_ms(account) == taken


def test_how_long_until_zero() -> None:
    for period, expected in (
        (Period(MINUTE), MINUTE),
        (Period(MINUTE, FISCHER, 2000), MINUTE + 2000),
        (Period(MINUTE, DELAY, 2000), MINUTE + 2000),
        (Period(0, DELAY, 2000), 2000),
        (Period(MINUTE, BYOYOMI, block_ms=1000), MINUTE),
        (Period(0, CANADIAN, block_ms=1000), 1000),
        (Period(0, UPCOUNT), NEVER_MS),
        (Period(MINUTE, SCRABBLE), NEVER_MS),
    ):
        assert made(period).until_zero_ms() == expected, period.method


def test_after_the_final_flag_time_is_booked_apart() -> None:
    # T1
    account = made(Period(1000))
    account.charge(1000)
    account.is_flagged = True
    assert account.until_zero_ms() == NEVER_MS
    assert account.charge(7000) == 7000
    assert total(account.booked_main) == 1000
    assert total(account.booked_after_flag) == 7000
    assert account.counter_ms() == 0


def test_additions_never_pass_the_ceiling_and_what_is_lost_is_known() -> None:
    # section 2
    account = made(Period(MAIN_LIMIT_MS - 10))
    account.add(10, account.added_correction)
    assert account.counter_ms() == MAIN_LIMIT_MS and not account.at_ceiling
    account.add(1, account.added_correction)
    assert account.counter_ms() == MAIN_LIMIT_MS and account.at_ceiling
    assert total(account.lost_at_ceiling) == 1


def test_a_negative_bonus_never_makes_an_account_negative() -> None:
    account = made(Period(1000))
    account.add_bonus(-5000, 0)
    assert account.counter_ms() == 0
    assert total(account.added_bonus) == -1000


def test_the_thinking_time_of_a_turn_saturates() -> None:
    account = made(Period(0, UPCOUNT))
    for _ in range(10):
        account.charge(60 * HOUR)
    assert account.turn_used_ms == NEVER_MS
    assert total(account.booked_main) == 600 * HOUR


def test_skipping_moments_never_uses_the_last_one() -> None:
    # T16
    account = made(Period(0, BYOYOMI, block_ms=1000, block_count=5))
    for ms, booked, left in ((999, 0, 5), (1000, 1000, 4), (1999, 1000, 3), (99_000, 2000, 1)):
        assert account.skip_moments(ms) == booked, ms
        assert account.blocks_left == left
    for_ever = made(Period(0, BYOYOMI, block_ms=1000, block_count=0))
    assert for_ever.skip_moments(99_999) == 99_000


def test_the_end_move_counts_over_the_game() -> None:
    # T20
    account = made(Period(MINUTE, moves=40), Period(MINUTE, moves=20), Period(MINUTE))
    assert account.end_move == 40
    account.enter_next()
    assert account.end_move == 60
    account.enter_next()
    assert account.end_move == 0
    assert not account.has_next_period()
    enter_period(account, 1)
    assert account.end_move == 60
    enter_period(account, 0)
    assert account.end_move == 40


def test_a_copy_is_equal_in_every_attribute_and_independent() -> None:
    # T44: an attribute forgotten here would survive an undo
    account = made(Period(MINUTE, DELAY, 2000, moves=1), Period(0, BYOYOMI, block_ms=1000))
    account.enter_next()
    for number, name in enumerate(sorted(account.__dict__)):
        value = getattr(account, name)
        if isinstance(value, bool):
            setattr(account, name, not getattr(Account(), name))
        elif isinstance(value, int):
            setattr(account, name, 1000 + number)
        elif isinstance(value, Duration):
            value.set(1, number)
    twin = Account()
    twin.copy(account)
    for name in account.__dict__:
        one, two = getattr(account, name), getattr(twin, name)
        if isinstance(one, Duration):
            assert (one.days, one.day_ms) == (two.days, two.day_ms), name
            assert one is not two, name
        else:
            assert one == two, name
            assert one != getattr(Account(), name), name + " is not told apart by this test"


def test_a_set_up_leaves_nothing_of_the_game_before() -> None:
    account = made(Period(MINUTE, NONE, moves=1), Period(MINUTE))
    account.charge(1234)
    account.complete_move()
    account.earn()
    account.add(5, account.added_correction)
    account.interim_left_ms = 7
    account.is_flagged = account.at_ceiling = True
    account.set_up((Period(MINUTE, NONE, moves=1), Period(MINUTE)), BEFORE_MOVE, LOW_TIME_MS)
    fresh = made(Period(MINUTE, NONE, moves=1), Period(MINUTE))
    for name in dir(account):
        one, two = getattr(account, name), getattr(fresh, name)
        if isinstance(one, Duration):
            assert (one.days, one.day_ms) == (two.days, two.day_ms), name
        elif not name.startswith("_") and isinstance(one, (int, bool)):
            assert one == two, name
