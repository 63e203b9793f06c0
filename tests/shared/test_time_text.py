"""The text of a time (T35, T36)."""

from clockcore.duration import Duration
from clockcore.text_of_time import text_of_ms
from clockcore.time_text import TimeText


def test_a_time_that_counts_down_is_rounded_up_and_the_unit_chosen_after_rounding() -> None:
    # T35, T36
    for ms, expected in (
        (0, "0:00.0"),
        (1, "0:00.1"),
        (100, "0:00.1"),
        (101, "0:00.2"),
        (9_900, "0:09.9"),
        (9_901, "0:10.0"),
        (9_999, "0:10.0"),
        (10_000, "0:10.0"),
        (10_001, "0:11"),
        (11_000, "0:11"),
        (11_001, "0:12"),
        (59_000, "0:59"),
        (59_001, "1:00"),
        (60_000, "1:00"),
        (299_001, "5:00"),
        (300_000, "5:00"),
        (299_000, "4:59"),
        (479_900, "8:00"),
        (3_599_000, "59:59"),
        (3_599_001, "1:00:00"),
        (3_600_000, "1:00:00"),
        (3_600_001, "1:00:01"),
        (5_400_000, "1:30:00"),
        (35_999_001, "10:00:00"),
        (43_200_000, "12:00:00"),
        (359_999_000, "99:59:59"),
    ):
        assert text_of_ms(ms) == expected, (ms, text_of_ms(ms))


def test_5_00_stays_for_the_whole_first_second() -> None:
    # T35
    for ms in range(299_001, 300_001):
        assert text_of_ms(ms) == "5:00"


def test_zero_is_shown_only_when_it_is_zero() -> None:
    # T35
    for tenths in (0, 10_000, 20_000):
        nought = text_of_ms(0, tenths)
        for ms in range(1, 1200):
            assert text_of_ms(ms, tenths) != nought, (ms, tenths)


def test_tenths_can_be_off_or_start_at_20_seconds() -> None:
    # T36
    for ms, tenths, expected in (
        (0, 0, "0:00"),
        (1, 0, "0:01"),
        (1_000, 0, "0:01"),
        (1_001, 0, "0:02"),
        (10_000, 0, "0:10"),
        (20_000, 20_000, "0:20.0"),
        (20_001, 20_000, "0:21"),
        (19_901, 20_000, "0:20.0"),
        (19_900, 20_000, "0:19.9"),
        (0, 20_000, "0:00.0"),
    ):
        assert text_of_ms(ms, tenths) == expected, (ms, tenths, text_of_ms(ms, tenths))


def test_a_time_that_counts_up_is_rounded_down_in_magnitude() -> None:
    # T35, T17
    text = TimeText()
    for ms, negative, expected in (
        (0, False, b"0:00"),
        (999, False, b"0:00"),
        (1_000, False, b"0:01"),
        (59_999, False, b"0:59"),
        (3_600_000, False, b"1:00:00"),
        (1, True, b"-0:00"),
        (999, True, b"-0:00"),
        (1_000, True, b"-0:01"),
        (359_999_999, True, b"-99:59:59"),
    ):
        text.write_up(ms, negative)
        assert bytes(text.buffer[: text.length]) == expected, (ms, negative)


def test_penalty_time_shows_its_sign_at_once() -> None:
    # T35
    assert text_of_ms(-1) == "-0:00"
    assert text_of_ms(-1_000) == "-0:01"


def test_days_and_hours_round_up_to_the_hour() -> None:
    # T36
    text = TimeText()
    time = Duration()
    for days, day_ms, expected in (
        (12, 3 * 3_600_000, b"12d 03"),
        (12, 3 * 3_600_000 + 1, b"12d 04"),
        (49, 23 * 3_600_000 + 1, b"50d 00"),
        (50, 0, b"50d 00"),
        (0, 1, b"0d 01"),
        (150, 0, b"150d 00"),
    ):
        time.set(days, day_ms)
        text.write_days(time)
        assert bytes(text.buffer[: text.length]) == expected, (days, day_ms)


def test_next_ms_is_exactly_when_the_text_changes() -> None:
    text = TimeText()
    for tenths in (0, 10_000, 20_000):
        for ms in (1, 50, 100, 101, 999, 1_000, 9_999, 10_000, 10_001, 10_950, 59_999, 3_600_001):
            text.write_down(ms, tenths)
            wait = text.next_ms
            now = text_of_ms(ms, tenths)
            assert text_of_ms(ms - wait + 1, tenths) == now, (ms, tenths, wait)
            assert text_of_ms(ms - wait, tenths) != now, (ms, tenths, wait)
    for ms in (0, 1, 999, 1_000, 59_999):
        text.write_up(ms, False)
        wait = text.next_ms
        before = bytes(text.buffer[: text.length])
        text.write_up(ms + wait - 1, False)
        assert bytes(text.buffer[: text.length]) == before, ms
        text.write_up(ms + wait, False)
        assert bytes(text.buffer[: text.length]) != before, ms


def test_the_longest_texts_fit_into_the_buffer() -> None:
    text = TimeText()
    text.write_up(359_999_999, True)
    assert text.length == 9
    text.write_down(359_999_999, 10_000)
    assert text.length <= len(text.buffer)


def test_labels_words_and_a_running_delay() -> None:
    # T37: what rotates on a display beside the time
    text = TimeText()
    for code, value, expected in ((110, 0, b"n  0"), (110, 23, b"n  23"), (80, 255, b"P  255")):
        text.write_label(code, value, 6)
        assert bytes(text.buffer[: text.length]) == expected
    text.write_ascii(b"LEUEr")
    assert bytes(text.buffer[: text.length]) == b"LEUEr"
    for ms, expected, wait in (
        (5000, b"d0:05", 1000),
        (4001, b"d0:05", 1),
        (4000, b"d0:04", 1000),
        (60_000, b"d1:00", 1000),
    ):
        text.write_span(ord("d"), ms)
        assert (bytes(text.buffer[: text.length]), text.next_ms) == (expected, wait)


def test_an_account_at_its_ceiling_shows_the_largest_time() -> None:
    # section 2: never above 99:59:59, also where rounding up would say 100 h
    text = TimeText()
    text.write_down(359_999_999, 10_000)
    assert bytes(text.buffer[: text.length]) == b"99:59:59"
