"""Lengths of time that outgrow a small integer: days and ms of a day."""

from clockcore.duration import CLIP_MS, DAY_MS, Duration

LIMIT = 1 << 30


def made(days: int, ms: int) -> Duration:
    duration = Duration()
    duration.set(days, ms)
    return duration


def test_adding_carries_into_days_and_back() -> None:
    for days, ms, added, expected in (
        (0, 0, 0, (0, 0)),
        (0, DAY_MS - 1, 1, (1, 0)),
        (0, DAY_MS - 1, 0, (0, DAY_MS - 1)),
        (1, 0, -1, (0, DAY_MS - 1)),
        (0, 0, -1, (-1, DAY_MS - 1)),
        (0, 0, -DAY_MS, (-1, 0)),
        (0, 1, (1 << 29) - 1, (6, (1 << 29) - 6 * DAY_MS)),
        (50, 5, -6, (49, DAY_MS - 1)),
    ):
        duration = made(days, ms)
        duration.add(added)
        assert (duration.days, duration.day_ms) == expected, (days, ms, added)


def test_50_days_fit_into_small_integers() -> None:
    duration = made(50, 0)
    for _ in range(50):
        duration.add(-DAY_MS)
        assert -LIMIT < duration.days < LIMIT and 0 <= duration.day_ms < DAY_MS
    assert (duration.days, duration.day_ms) == (0, 0)


def test_clip_is_exact_within_12_days_and_held_beyond() -> None:
    for days, ms, expected in (
        (0, 0, 0),
        (0, 1, 1),
        (-1, DAY_MS - 1, -1),
        (11, DAY_MS - 1, CLIP_MS - 1),
        (12, 0, CLIP_MS),
        (13, 5, CLIP_MS),
        (-12, 0, -CLIP_MS),
        (-13, DAY_MS - 1, -CLIP_MS),
        (1000, 0, CLIP_MS),
    ):
        assert made(days, ms).clip() == expected, (days, ms)
        assert -LIMIT < made(days, ms).clip() < LIMIT


def test_set_takes_more_than_a_day_and_negative_ms() -> None:
    for ms in (-359_999_999, -1, 0, 1, DAY_MS, 359_999_999, LIMIT - 1):
        duration = made(0, ms)
        assert duration.days * DAY_MS + duration.day_ms == ms
        assert 0 <= duration.day_ms < DAY_MS


def test_copy_is_equal_and_independent() -> None:
    one, two = made(3, 4), Duration()
    two.copy(one)
    one.add(1)
    assert (two.days, two.day_ms) == (3, 4)
