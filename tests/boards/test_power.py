"""Hours and marks: the sum, by hand, and what it means for every board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boards import power
from boards.pinout import board_of
from boards.schema import BRIGHTNESS
from tests.boards.board_kit import NAMES, OURS, board, changed, with_set

REAL = [name for name in NAMES if board_of(board(name).CHIP).pins]
FIGURES = [name for name in REAL if board(name).CHIP in power.SUPPLIES]
MEASURED = [name for name in FIGURES if getattr(board(name), "BATTERY", ())]
FLAT = power.Battery("flat", 2, ((0.0, 1500), (1.0, 1000)), ((100, 2000), (300, 1000)), 1100, "")


def module(driver: str, cells: int) -> power.Module:
    """Return the first module of a driver."""
    return next(each for each in power.MODULES if (each.driver, each.cells) == (driver, cells))


def test_the_curve_is_read_both_ways() -> None:
    assert power.cell_mv(FLAT, 0.5) == 1250
    assert power.used_part(FLAT, 1250) == 0.5
    assert power.used_part(FLAT, 1600) == 0 and power.used_part(FLAT, 900) == 1
    assert power.cell_mv(FLAT, 1.0) == 1000


@pytest.mark.parametrize(("draw", "charge"), [(50, 2000), (100, 2000), (200, 1500), (900, 1000)])
def test_a_larger_draw_gets_less_out_of_a_battery(draw: int, charge: int) -> None:
    assert power.capacity_mah(FLAT, draw) == charge


@pytest.mark.parametrize(
    ("kind", "brightness", "milliamperes"),
    [
        (("tm1637", 4), 2, 27),
        (("tm1637", 4), 7, 80),
        (("tm1637", 6), 7, 120),
        (("tm1637", 4), 0, 6.75),
        (("ht16k33", 4), 15, 62.25),
        (("ht16k33", 4), 7, 31.625),
        (("max7219", 8), 15, 8 + 165.375 * 31 / 32),
        (("ssd1306", 6), 255, 40),
    ],
)
def test_the_draw_of_a_module(kind: tuple[str, int], brightness: int, milliamperes: float) -> None:
    """By hand: mean segments, peak current, duty."""
    assert power.module_ma(module(*kind), brightness) == pytest.approx(milliamperes)


@pytest.mark.parametrize("driver", ["tm1637", "ht16k33", "max7219"])
def test_brighter_never_draws_less(driver: str) -> None:
    kind = next(each for each in power.MODULES if each.driver == driver)
    draws = [power.module_ma(kind, level) for level in range(BRIGHTNESS[driver] + 1)]
    assert draws == sorted(draws) and draws[0] < draws[-1]


def test_the_sum_of_a_linear_board_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """2 cells down to 1.1 V are 0.8 of 2000 mAh; at 100 mA 16 h, and 10 h before the end 0.3."""
    supply = replace(power.SUPPLIES["esp32"], lowest_mv=2200, batteries=(FLAT,))
    monkeypatch.setitem(power.SUPPLIES, "esp32", supply)
    monkeypatch.setattr(power, "rail_ma", lambda *_: 100.0)
    made = board("esp32_devkit")
    found = power.life(made, "tm1637_4", module("tm1637", 4), FLAT)
    assert found.hours == pytest.approx(16)
    assert found.mark_mv == pytest.approx(2 * 1350)
    made.BATTERY = (34, 3000, 2200, 2700, 3000)
    assert power.hours_left(made, FLAT, found) == pytest.approx(10)


def test_the_sum_of_a_switching_board_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """0.33 W through 85 % out of 2 cells of 1.3 V less 0.3 V."""
    monkeypatch.setattr(power, "rail_ma", lambda *_: 100.0)
    found = power.life(board("pico"), "tm1637_4", module("tm1637", 4), FLAT)
    end_part = power.used_part(FLAT, 1100)
    middle = 2 * power.cell_mv(FLAT, end_part / 2) - 300
    assert found.battery_ma == pytest.approx(100 * 3300 / (0.85 * middle))


@pytest.mark.parametrize("name", MEASURED)
def test_the_low_mark_of_a_board_is_at_least_that_of_the_sum(name: str) -> None:
    """E3, E14: the low mark that leaves ten hours."""
    made = board(name)
    assert made.BATTERY[3] >= power.battery_marks(made)[1]


@pytest.mark.parametrize("name", OURS)
def test_the_marks_of_our_boards_are_those_of_the_sum(name: str) -> None:
    assert board(name).BATTERY[2:] == power.battery_marks(board(name))


def test_a_set_has_a_battery_where_the_table_has_hours() -> None:
    """Tables and drawings agree with Power."""
    found = {name: [] for name in OURS}
    for name in OURS:
        made = board(name)
        found[name] = [each for each in made.DISPLAY_SETS if power.has_battery(made, each)]
    lean = ["tm1637_4", "ht16k33"]
    assert found["esp32_devkit"] == found["esp32_s3"] == lean
    assert found["pico"] == found["pico_w"] == ["tm1637_6", *lean, "ssd1306"]
    assert not power.has_battery(changed("pico", BATTERY=None), "tm1637_6")
    assert not power.has_battery(board("virtual"), "tm1637_6")


def test_the_command_prints_the_marks(capsys: pytest.CaptureFixture[str]) -> None:
    assert power.main(["pico"]) == 0
    assert capsys.readouterr().out == ("board pico: empty 2400, low 3600 or more, full 4050 mV\n")
    assert power.main(["virtual"]) == 1
    assert capsys.readouterr().out == "board virtual: power.py has no figures for virtual\n"
    assert power.main(["nowhere"]) == 2
    assert "one of: " in capsys.readouterr().out


@pytest.mark.parametrize("name", MEASURED)
def test_a_set_leaves_ten_hours_or_has_no_mark(name: str) -> None:
    made = board(name)
    first = power.SUPPLIES[made.CHIP].batteries[0]
    good = 0
    for _, _, battery, found in power.lives(made):
        if battery is first and found.mark_mv is not None:
            assert power.hours_left(made, battery, found) >= power.HOURS_LEFT
            good += 1
    assert good


def test_the_default_set_of_a_pico_leaves_ten_hours_on_every_battery() -> None:
    made = board("pico")
    for name, _, battery, found in power.lives(made):
        if name == made.DISPLAY_SET:
            assert power.hours_left(made, battery, found) >= power.HOURS_LEFT, battery.name


def test_at_full_brightness_no_battery_of_a_pico_leaves_ten_hours() -> None:
    made = with_set("pico", "tm1637_6", brightness=7)
    assert all(found.mark_mv is None for *_, found in power.lives(made))
    with pytest.raises(ValueError, match="no display set leaves 10 h"):
        power.battery_marks(made)


@pytest.mark.parametrize("name", FIGURES)
def test_no_set_takes_more_than_the_board_gives(name: str) -> None:
    made = board(name)
    for display_set in made.DISPLAY_SETS:
        for each in power.modules_of(made, display_set):
            draw = power.rail_ma(made, display_set, each)
            assert draw <= power.SUPPLIES[made.CHIP].rail_limit_ma, each.name


def test_every_figure_has_a_source() -> None:
    draws = [each for found in power.BOARD_DRAWS.values() for each in found]
    sources = [each.source for each in (*draws, power.LAMP, power.BUZZER, power.RTC)]
    sources += [each.source for each in power.MODULES]
    sources += [each.source for found in power.SUPPLIES.values() for each in found.batteries]
    assert all(sources) and len(sources) > 15
    assert power.BOARD_DRAWS.keys() == power.SUPPLIES.keys()


def test_curves_fall() -> None:
    for curve in (power.ALKALINE_CURVE, power.NIMH_CURVE, power.LI_ION_CURVE):
        parts = [part for part, _ in curve]
        volts = [volt for _, volt in curve]
        assert parts == sorted(set(parts)) and parts[0] == 0 and parts[-1] == 1
        assert volts == sorted(set(volts), reverse=True)
