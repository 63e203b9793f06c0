"""Instants wrap at 2**29 ms and only their differences mean anything (T1)."""

from clockcore.ticks import ticks_add, ticks_diff, ticks_less, ticks_ms

WRAP = 1 << 29


def test_add_wraps_at_2_to_the_29() -> None:
    for start, ms, expected in (
        (0, 0, 0),
        (WRAP - 1, 1, 0),
        (WRAP - 1000, 999, WRAP - 1),
        (WRAP - 1000, 1000, 0),
        (WRAP - 1000, 61_000, 60_000),
        (0, -1, WRAP - 1),
        (5, -10, WRAP - 5),
    ):
        assert ticks_add(start, ms) == expected, (start, ms)


def test_difference_is_right_on_both_sides_of_the_wrap() -> None:
    for start in (0, 7777, WRAP - 1000, WRAP - 1, WRAP >> 1):
        for ms in (0, 1, -1, 999, 1000, 1001, -60_000, 86_400_000, (WRAP >> 1) - 1):
            assert ticks_diff(ticks_add(start, ms), start) == ms, (start, ms)


def test_before_and_after_is_right_on_both_sides_of_the_wrap() -> None:
    for start in (0, 7777, WRAP - 1):
        assert ticks_less(start, ticks_add(start, 1))
        assert not ticks_less(start, start)
        assert not ticks_less(ticks_add(start, 1), start)


def test_the_machine_counts_in_the_same_ring() -> None:
    first = ticks_ms()
    second = ticks_ms()
    assert 0 <= first < WRAP
    assert ticks_diff(second, first) >= 0
