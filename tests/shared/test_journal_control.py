"""Time controls and settings as values of journal records, and back."""

from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    LEFT,
    NONE,
    RIGHT,
)
from clockcore.control_dict import control_to_dict
from clockcore.journal_control import (
    control_of,
    control_words,
    setting_of,
    setting_value,
    white_side_of,
    word_count,
)
from clockcore.period import MAIN_LIMIT_MS, Period
from clockcore.presets import preset
from clockcore.settings import SETTINGS, Settings
from clockcore.time_control import TimeControl
from shared_kit import refused


def same(one: TimeControl, two: TimeControl) -> bool:
    """Return whether two controls are alike but for their names."""
    first, second = control_to_dict(one), control_to_dict(two)
    first["name"] = second["name"] = ""
    return first == second and one.bonus_timing_forced == two.bonus_timing_forced


def widest() -> TimeControl:
    """Return a control with eight periods a side and all that can stand in them."""
    periods = tuple(
        [
            Period(
                40_000_000 + index, FISCHER, 3_599_999, 200 + index, MAIN_LIMIT_MS, 255, AT_ZERO
            )
            for index in range(7)
        ]
        + [Period(3_600_001, CANADIAN, moves=1, block_ms=MAIN_LIMIT_MS, block_count=255)]
    )
    black = [Period(40_000_000, FISCHER, 1, 255, MAIN_LIMIT_MS, 255)]
    black.extend(periods[1:7])
    black.append(Period(0, BYOYOMI, block_ms=1, block_count=255))
    return TimeControl(periods, tuple(black), AFTER_MOVE, False)


def test_every_preset_comes_back_from_its_words() -> None:
    for number in range(1, 42):
        control = preset(number)
        words = control_words(control)
        assert word_count(words[0]) == len(words)
        assert same(control_of(words), control), number


def test_the_widest_control_comes_back_and_every_word_fits_a_record() -> None:
    control = widest()
    words = control_words(control)
    assert same(control_of(words), control)
    assert 60 < len(words) <= 81
    for word in words:
        assert 0 <= word < 1 << 30


def test_the_usual_controls_take_few_records() -> None:
    assert len(control_words(TimeControl((Period(300_000, FISCHER, 3_000),)))) == 3
    two = TimeControl((Period(5_400_000, FISCHER, 30_000, moves=40), Period(1_800_000)))
    assert len(control_words(two)) == 6


def test_odds_a_forced_bonus_and_a_delay_come_back() -> None:
    odds = TimeControl((Period(300_000),), (Period(240_000, DELAY, 2_000),))
    assert same(control_of(control_words(odds)), odds)
    equal_odds = TimeControl((Period(300_000),), (Period(300_000),))
    assert control_of(control_words(equal_odds)).odds
    forced = TimeControl((Period(0, FISCHER, 5_000),), None, AFTER_MOVE)
    assert forced.bonus_timing == BEFORE_MOVE and forced.bonus_timing_forced
    assert same(control_of(control_words(forced)), forced)


def test_freeze_and_the_side_of_white_are_those_of_the_game() -> None:
    control = TimeControl((Period(300_000, FISCHER, 3_000),))
    assert control.freeze
    assert control_of(control_words(control)).freeze
    assert not control_of(control_words(control, False)).freeze
    assert white_side_of(control_words(control)) == LEFT
    assert white_side_of(control_words(control, None, RIGHT)) == RIGHT


def changed(words: list, place: int, word: int) -> list:
    """Return words with another one at a place, or behind them."""
    copy = list(words)
    copy[place : place + 1] = [word]
    return copy


def test_words_that_no_control_made_are_refused() -> None:
    words = control_words(preset(12))
    for bad in (
        [],
        [0, 0, 0],
        words[:-1],
        changed(words, len(words), 0),
        changed(words, 0, words[0] + 1),
        changed(words, 0, words[0] | 1 << 25),
        changed(words, 1, -1),
        changed(words, 1, 1 << 30),
        changed(words, 2, words[2] | 15 << 22),
    ):
        assert refused(lambda bad=bad: control_of(bad)), bad


def test_no_changed_bit_passes_for_another_way_to_say_the_same() -> None:
    control = TimeControl((Period(60_000, NONE, moves=40), Period(30_000)))
    words = control_words(control)
    for index in range(len(words)):
        for bit in range(30):
            other = list(words)
            other[index] ^= 1 << bit
            try:
                found = control_of(other)
            except ValueError:
                continue
            assert control_words(found, None, white_side_of(other)) == other
            # FREEZE and the side of White are no part of what is compared.
            assert not same(found, control) or bit == 22, (index, bit)


def test_a_setting_comes_back_with_its_old_value() -> None:
    settings = Settings()
    for index in range(len(SETTINGS)):
        old = int(getattr(settings, SETTINGS[index]))
        value = setting_value(index, old, old)
        assert 0 <= value <= 0xFFFF
        assert setting_of(index, value) == (old, old), SETTINGS[index]
    tenths = SETTINGS.index("tenths_ms")
    assert setting_value(tenths, 20_000, 0) == 20 << 8
    assert setting_of(tenths, setting_value(tenths, 20_000, 10_000)) == (20_000, 10_000)
    default = SETTINGS.index("default_s")
    assert setting_of(default, setting_value(default, 7_200, 3_600)) == (7_200, 3_600)
    program = SETTINGS.index("program")
    assert setting_of(program, setting_value(program, 208, 1)) == (208, 1)
