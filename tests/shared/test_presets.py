"""The numbered presets (T18): one of every method, and every control that must be expressible."""

from clockcore.code_names import METHOD_NAMES
from clockcore.codes import (
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
    RUNNING,
    SCRABBLE,
    TRIPLE_BLOCK,
    UPCOUNT,
)
from clockcore.game import Game
from clockcore.presets import PRESET_COUNT, preset, preset_name
from clockcore.time_control import TimeControl
from shared_kit import refused

S = 1000
M = 60 * S


def shape(period: object) -> tuple:
    return (
        period.main_ms,
        period.method,
        period.bonus_ms,
        period.moves,
        period.transition if period.moves or period.transition else BY_COUNT,
    )


def shapes() -> list:
    found = []
    for number in range(1, PRESET_COUNT + 1):
        made = preset(number)
        found.append((made.odds, [shape(period) for period in made.white_periods]))
    return found


def test_every_preset_builds_and_starts() -> None:
    for number in range(1, PRESET_COUNT + 1):
        made = preset(number)
        assert made.name == preset_name(number) and made.name
        assert made.bonus_timing == BEFORE_MOVE
        game = Game()
        game.set_up(made, LEFT, 0)
        game.press(RIGHT, 0)
        assert game.state == RUNNING and game.running_side == LEFT, number


def test_names_fit_a_line_of_a_panel() -> None:
    # in full: latin_1 of setup_menu cuts
    for number in range(1, PRESET_COUNT + 1):
        assert len(preset_name(number)) <= 21, preset_name(number)


def test_names_differ() -> None:
    names = [preset_name(number) for number in range(1, PRESET_COUNT + 1)]
    assert len(set(names)) == len(names)


def test_a_number_that_is_none_is_refused() -> None:
    for number in (0, -1, PRESET_COUNT + 1):
        for ask in (preset, preset_name):
            assert str(number) in refused(ask, number)


def test_there_is_a_preset_of_every_method() -> None:
    seen = set()
    for number in range(1, PRESET_COUNT + 1):
        for period in preset(number).white_periods:
            seen.add(period.method)
    for method in range(len(METHOD_NAMES)):
        assert method in seen or method == TRIPLE_BLOCK, METHOD_NAMES[method]


def test_the_controls_that_must_be_there_are_there() -> None:
    # T18 and the requirement on presets
    found = shapes()
    for periods in (
        [(90 * M, FISCHER, 30 * S, 40, BY_COUNT), (30 * M, FISCHER, 30 * S, 0, BY_COUNT)],
        [
            (100 * M, FISCHER, 30 * S, 40, BY_COUNT),
            (50 * M, FISCHER, 30 * S, 20, BY_COUNT),
            (15 * M, FISCHER, 30 * S, 0, BY_COUNT),
        ],
        [
            (120 * M, NONE, 0, 40, BY_COUNT),
            (60 * M, NONE, 0, 20, BY_COUNT),
            (15 * M, FISCHER, 30 * S, 0, BY_COUNT),
        ],
        [(90 * M, FISCHER, 30 * S, 0, BY_COUNT)],
        [(60 * M, FISCHER, 30 * S, 0, BY_COUNT)],
        [(25 * M, FISCHER, 10 * S, 0, BY_COUNT)],
        [(15 * M, FISCHER, 10 * S, 0, BY_COUNT)],
        [(10 * M, FISCHER, 5 * S, 0, BY_COUNT)],
        [(5 * M, FISCHER, 3 * S, 0, BY_COUNT)],
        [(3 * M, FISCHER, 2 * S, 0, BY_COUNT)],
        [(5 * M, NONE, 0, 0, BY_COUNT)],
        [(60 * M, DELAY, 5 * S, 0, BY_COUNT)],
        [(90 * M, DELAY, 5 * S, 0, BY_COUNT)],
        [(120 * M, DELAY, 10 * S, 40, BY_COUNT), (30 * M, DELAY, 10 * S, 0, BY_COUNT)],
        [(90 * M, DELAY, 10 * S, 40, BY_COUNT), (30 * M, DELAY, 10 * S, 0, BY_COUNT)],
        [(1 * M, HOURGLASS, 0, 0, BY_COUNT)],
        [(2 * M, HOURGLASS, 0, 0, BY_COUNT)],
    ):
        assert (False, periods) in found, periods


def test_the_increment_of_the_third_period_starts_at_move_61() -> None:
    # T18
    for number in range(1, PRESET_COUNT + 1):
        periods = preset(number).white_periods
        if len(periods) == 3 and periods[0].moves == 40 and periods[0].method == NONE:
            assert periods[2].bonus_from_move == 61
            return
    raise AssertionError("no such preset")


def test_armageddon_is_5_against_4_with_3_seconds_from_move_61() -> None:
    # T18
    for number in range(1, PRESET_COUNT + 1):
        made = preset(number)
        if made.odds:
            white, black = made.white_periods[0], made.black_periods[0]
            assert (white.main_ms, black.main_ms) == (5 * M, 4 * M)
            for period in (white, black):
                assert (period.method, period.bonus_ms) == (FISCHER, 3 * S)
                assert period.bonus_from_move == 61
            return
    raise AssertionError("no such preset")


def test_the_known_numbers_of_the_documented_clock() -> None:
    for number, periods in (
        (1, [(5 * M, NONE, 0, 0, BY_COUNT)]),
        (2, [(10 * M, NONE, 0, 0, BY_COUNT)]),
        (3, [(25 * M, NONE, 0, 0, BY_COUNT)]),
        (4, [(60 * M, NONE, 0, 0, BY_COUNT)]),
        (5, [(120 * M, NONE, 0, 0, BY_COUNT)]),
        (6, [(120 * M, NONE, 0, 0, AT_ZERO), (30 * M, NONE, 0, 0, BY_COUNT)]),
        (10, [(3 * M, FISCHER, 2 * S, 0, BY_COUNT)]),
        (11, [(25 * M, FISCHER, 10 * S, 0, BY_COUNT)]),
        (12, [(90 * M, FISCHER, 30 * S, 0, BY_COUNT)]),
        (13, [(90 * M, FISCHER, 30 * S, 0, AT_ZERO), (30 * M, FISCHER, 30 * S, 0, BY_COUNT)]),
    ):
        assert [shape(period) for period in preset(number).white_periods] == periods, number


def test_the_methods_that_are_rare_have_sensible_numbers() -> None:
    seen = {}
    for number in range(1, PRESET_COUNT + 1):
        period = preset(number).white_periods[-1]
        seen[period.method] = period
    assert seen[BYOYOMI].block_ms and seen[BYOYOMI].block_count
    assert seen[CANADIAN].block_ms and seen[CANADIAN].block_count
    assert seen[GONG].main_ms == 10 * S
    assert seen[MOVE_TIMER].main_ms
    assert seen[SCRABBLE].main_ms == 25 * M
    assert seen[UPCOUNT].main_ms == 0
    assert seen[BRONSTEIN].bonus_ms


def test_every_preset_is_what_the_rules_make_of_it():
    for number in range(1, PRESET_COUNT + 1):
        one = preset(number)
        black = one.black_periods if one.odds else None
        checked = TimeControl(one.white_periods, black, one.bonus_timing, None, one.name)
        assert checked.__dict__ == one.__dict__, one.name
