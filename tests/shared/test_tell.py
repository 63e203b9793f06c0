"""Which tones tell a time and a number of moves (Laws D.2.6)."""

from hal.teller import (
    COUNT_MASK,
    HUNDRED,
    KIND_SHIFT,
    PAUSE,
    ROOM,
    TEN,
    UNIT,
    ZERO,
    write_steps,
)

HOUR = 3_600_000
MINUTE = 60_000
WORTH = {HUNDRED: 100, TEN: 10, UNIT: 1, ZERO: 0}


def steps(ms: int, moves: int, counts_up: bool = False) -> list:
    """Return the steps as pairs of a kind and a count."""
    buffer = bytearray(b"\xff" * (ROOM + 1))
    length = write_steps(buffer, ms, counts_up, moves)
    assert 3 <= length <= ROOM
    for index in range(length, ROOM + 1):
        assert buffer[index] == 0xFF, "nothing is written beyond the last step"
    return [(each >> KIND_SHIFT << KIND_SHIFT, each & COUNT_MASK) for each in buffer[:length]]


def heard(ms: int, moves: int, counts_up: bool = False) -> tuple:
    """Return what a listener who knows the code hears: below zero?, times, moves."""
    numbers = [0]
    is_below = False
    pauses = 0
    found = steps(ms, moves, counts_up)
    for index in range(len(found)):
        kind, count = found[index]
        assert count, "every step is heard"
        if kind == PAUSE:
            assert count == 1
            pauses += 1
            continue
        if pauses:
            assert pauses == (2 if _is_last_number(found, index) else 1)
            numbers.append(0)
            pauses = 0
        if kind == ZERO and count == 2:
            assert index == 0
            is_below = True
            numbers = []
        else:
            assert count <= (1 if kind == ZERO else 9)
            numbers[-1] += WORTH[kind] * count
    assert pauses == 0, "it ends with a tone"
    return is_below, tuple(numbers[:-1]), numbers[-1]


def _is_last_number(found: list, index: int) -> bool:
    return all(kind != PAUSE for kind, _ in found[index:])


def test_one_hour_23_minutes_5_seconds_after_40_moves() -> None:
    assert steps(HOUR + 23 * MINUTE + 5000, 40) == [
        (UNIT, 1),
        (PAUSE, 1),
        (TEN, 2),
        (UNIT, 3),
        (PAUSE, 1),
        (UNIT, 5),
        (PAUSE, 1),
        (PAUSE, 1),
        (TEN, 4),
    ]


def test_hours_and_minutes_are_left_out_where_there_are_none() -> None:
    for ms, times in (
        (0, (0,)),
        (1, (1,)),
        (1000, (1,)),
        (1001, (2,)),
        (59_000, (59,)),
        (59_001, (1, 0)),
        (60_000, (1, 0)),
        (60_001, (1, 1)),
        (10 * MINUTE, (10, 0)),
        (HOUR - 1000, (59, 59)),
        (HOUR - 999, (1, 0, 0)),
        (HOUR, (1, 0, 0)),
        (HOUR + 1, (1, 0, 1)),
        (20 * HOUR + MINUTE, (20, 1, 0)),
        (99 * HOUR + 59 * MINUTE + 59_000, (99, 59, 59)),
        (288 * HOUR, (288, 0, 0)),
    ):
        assert heard(ms, 7) == (False, times, 7), ms


def test_a_time_that_counts_up_is_rounded_down() -> None:
    # T35
    for ms, times in ((0, (0,)), (999, (0,)), (1000, (1,)), (59_999, (59,)), (60_000, (1, 0))):
        assert heard(ms, 0, True) == (False, times, 0), ms


def test_a_time_below_zero_says_so_and_is_rounded_down_in_magnitude() -> None:
    # T35
    for ms, times in ((-1, (0,)), (-999, (0,)), (-1000, (1,)), (-61_500, (1, 1))):
        for counts_up in (False, True):
            assert heard(ms, 3, counts_up) == (True, times, 3), ms
    assert steps(-5000, 0)[:3] == [(ZERO, 2), (PAUSE, 1), (UNIT, 5)]


def test_every_number_of_moves_is_told() -> None:
    for moves in range(1000):
        assert heard(5000, moves) == (False, (5,), moves)
    assert heard(5000, 1000) == heard(5000, 16_000) == (False, (5,), 999)


def test_every_second_of_two_hours_is_told() -> None:
    for second in range(7200):
        _, times, moves = heard(second * 1000, 12)
        told = 0
        for each in times:
            told = told * 60 + each
        assert (told, moves) == (second, 12)
        assert len(times) == (1 if second < 60 else 2 if second < 3600 else 3)


def test_no_time_needs_more_room_than_there_is() -> None:
    assert len(steps(-(199 * HOUR + 59 * MINUTE + 59_000), 999)) == ROOM
