"""FIDE's equipment rules, seen and heard from outside (E1 to E24); the rest is in `claims.py`."""

from __future__ import annotations

import random
import re

import pytest

from boards import documents, power
from host_tools.bench import Bench
from host_tools.bench.child_process import BOARDS, load_board
from tests.rules.rules_kit import (
    BOARD_NAMES,
    KEYS,
    SETS,
    SIDES,
    WIDE_SETS,
    held,
    marks,
    shown,
    text_of,
)

WITH_BATTERY = [name for name in BOARD_NAMES if getattr(load_board(name), "BATTERY", ())]


# --- battery -------------------------------------------------------------------------------------


@pytest.mark.parametrize("control", [None, "5+3"])
@pytest.mark.parametrize("board", WITH_BATTERY)
def test_a_battery_that_is_low_is_said_within_ten_seconds_of_power_up(
    board: str, control: str | None
) -> None:
    """E1, E2, E13: in SETUP and in READY, before anybody starts; a full one is not."""
    _, _, _, low, full = load_board(board).BATTERY
    for battery_mv, expected in ((low - 50, True), (full, False)):
        with Bench(board=board, battery_mv=battery_mv, control=control) as bench:
            seen = set()
            for _ in range(20):
                bench.advance_ms(500)
                seen |= {shown(bench, side).replace(" ", "") for side in SIDES}
            assert bool(seen & {"bAtLo", "bAtL"}) == expected, seen
            if control is None:
                assert any(re.fullmatch(r"b\d+", text) for text in seen), "the percentage"


@pytest.mark.parametrize("board", WITH_BATTERY)
def test_the_readme_of_a_board_says_number_and_type_of_its_batteries(board: str) -> None:
    """E4: what a builder writes on the case."""
    text = (BOARDS / board / "README.md").read_text(encoding="utf-8")
    made = load_board(board)
    assert f"<!-- made: hours -->\n\n{documents.hours(made)}" in text
    batteries = power.SUPPLIES[made.CHIP].batteries
    assert batteries
    for battery in batteries:
        assert re.fullmatch(r"\d \S.*", battery.name), "a number, then a type"
        assert f"| {battery.name} |" in text


# --- what is shown -------------------------------------------------------------------------------


@pytest.mark.parametrize("control", ["90/40+30+30", "61m+0", "5+3", "5 bronstein 3", "5 delay 5"])
@pytest.mark.parametrize("displays", WIDE_SETS)
def test_both_times_are_shown_with_seconds_from_the_first_one_on(
    displays: str, control: str
) -> None:
    """E9: at each look at a running game, on every set that is for rated play."""
    dice = random.Random(control)
    with Bench(control=control, displays=displays) as bench:
        for side in SIDES:
            assert shown(bench, side) == text_of(bench.remaining_ms(side)), "in READY"
        bench.press("right")
        looks = 0
        for move in range(12):
            running = "right" if move & 1 else "left"
            assert bench.running_side == running
            for _ in range(4):
                bench.advance_ms(dice.randrange(300, 4_000))
                until_change = bench.remaining_ms(running) % 1000
                if not 40 < until_change < 960:
                    continue  # the digits are on their way
                looks += 1
                for side in SIDES:
                    time = shown(bench, side).split()[-1]  # a running delay may stand before it
                    assert time == text_of(bench.remaining_ms(side))
            bench.press(running)
        assert looks > 30


@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize("displays", SETS)
def test_of_two_flags_the_first_is_the_one_that_blinks(displays: str, first: str) -> None:
    """E12, E22: on every display set, whichever side it is; a pause between them changes nothing.

    What is between the zeros is no sign of the order: both stand at zero in the end.
    """
    with Bench(control="0m8s+0", displays=displays, freeze=False) as bench:
        bench.press("right")
        if first == "right":
            bench.advance_ms(1_000)
            bench.press("left")
        bench.advance_ms(9_000)
        assert bench.flag_side == first
        bench.press(first)
        bench.advance_ms(500)
        bench.key("play")
        bench.advance_ms(2_000)
        bench.key("play")
        bench.advance_ms(9_000)
        assert bench.remaining_ms("left") == bench.remaining_ms("right") == 0
        lit = 0
        for _ in range(60):
            bench.advance_ms(100)
            views = bench.displays()
            view, without = (views.left, views.right)[:: 1 if first == "left" else -1]
            lit += view.cells[0] == "F"
            assert "flag" not in without.marks and "F" not in without.cells
        assert 20 <= lit <= 40, "it blinks"


def test_a_time_control_that_is_passed_is_announced_to_both() -> None:
    """E15: a steady flag where zero was reached, the new period on both displays, a warning tone.

    A period that comes with a move brings its time at that press and nothing that looks like a
    flag.
    """
    with Bench(control="0m20s+1m at-zero") as bench:
        bench.press("right")
        bench.advance_ms(19_500)
        assert "flag" not in marks(bench, "left")
        assert len(bench.sounds()) == 6, "at ten seconds and at each of the last five"
        bench.advance_ms(1_000)
        for _ in range(30):
            assert "flag" in marks(bench, "left"), "steady"
            assert "flag" not in marks(bench, "right")
            bench.advance_ms(100)
        assert (bench.period("left"), bench.period("right")) == (2, 2)
        assert (shown(bench, "left"), shown(bench, "right")) == ("0:57", "1:20")
        bench.key("play")
        seen: dict[str, set[str]] = {"left": set(), "right": set()}
        for _ in range(40):
            bench.advance_ms(500)
            for side in SIDES:
                seen[side].add(shown(bench, side).replace(" ", ""))
        assert "P2" in seen["left"] and "P2" in seen["right"]
    with Bench(control="0m20s/1+1m") as bench:
        bench.press("right")
        bench.advance_ms(5_000)
        bench.press("left")
        bench.advance_ms(100)
        assert shown(bench, "left") == "1:15"
        assert "flag" not in marks(bench, "left")
        assert (bench.period("left"), bench.period("right")) == (2, 1)


# --- sound ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["READY", "PAUSED"])
def test_a_key_switches_every_sound_off(when: str) -> None:
    """E5, R45: before the start and in any pause; then nothing sounds to the end of the game."""
    with Bench(control="0m30s+0", sound=True) as bench:
        if when == "PAUSED":
            bench.press("right")
            bench.advance_ms(1_000)
            bench.key("play")
            bench.advance_ms(1_000)
        assert bench.state == when
        bench.key("minus", hold_ms=1_200)
        bench.advance_ms(2_000)
        before = len(bench.sounds())
        if when == "READY":
            bench.press("right")
        else:
            bench.key("play")
        bench.advance_ms(60_000)
        assert bench.flag_side == "left"
        assert len(bench.sounds()) == before
        assert bench.buzzer_hz == 0


def test_without_a_key_no_sound_is_heard_in_a_game() -> None:
    """E5, R45: off is what a clock begins with."""
    with Bench.started() as bench:
        bench.key("play")
        assert bench.state == "READY"
        bench.press("right")
        bench.advance_ms(400_000)
        assert bench.flag_side == "left"
        assert bench.sounds() == []


# --- the flag ------------------------------------------------------------------------------------

LAST_CONTROLS = (
    "0m10s+5",
    "0m10s bronstein 5",
    "0m10s delay 5",
    "0m10s/3+0m10s+5",
    "0m10s+0m10s at-zero",
)


@pytest.mark.parametrize("control", LAST_CONTROLS)
def test_once_a_player_has_passed_the_last_control_nobody_gets_time(control: str) -> None:
    """E16, R09: no increment, delay, give-back or period, to either side."""
    with Bench(control=control, freeze=False) as bench:
        bench.press("right")
        bench.advance_ms(500)
        bench.press("left")
        bench.advance_ms(500)
        bench.press("right")
        bench.advance_ms(40_000)
        assert bench.flag_side == "left" and bench.remaining_ms("left") == 0
        bench.press("left")
        left = bench.remaining_ms("right")
        periods = bench.period("left"), bench.period("right")
        for turn in range(1, 5):
            bench.advance_ms(1_000)
            assert bench.delay_left_ms("right") == 0
            bench.press("right")
            assert bench.remaining_ms("right") == left - 1_000 * turn
            bench.advance_ms(1_000)
            bench.press("left")
            assert bench.remaining_ms("left") == 0
        assert bench.moves("left") == 1, "a press after the flag is no move"
        assert (bench.period("left"), bench.period("right")) == periods


@pytest.mark.no_cover
@pytest.mark.parametrize("displays", SETS)
@pytest.mark.parametrize("control", ["0m20s+5", "0m20s delay 5", "0m20s bronstein 5"])
def test_with_an_increment_the_other_clock_stands_as_it_was(control: str, displays: str) -> None:
    """E21, R15: without a key, and whatever anybody presses in the next ten minutes."""
    with Bench(control=control, displays=displays) as bench:
        assert bench.freeze is True
        bench.press("right")
        bench.advance_ms(3_000)
        bench.press("left")
        bench.advance_ms(6_000)
        bench.press("right")
        bench.advance_ms(40_000)
        assert bench.state == "FLAGGED" and bench.flag_side == "left"
        before, kept = shown(bench, "right"), bench.remaining_ms("right")
        for _ in range(20):
            bench.press("left")
            bench.advance_ms(15_000)
            bench.press("right")
            bench.advance_ms(15_000)
        assert shown(bench, "right") == before
        assert bench.remaining_ms("right") == kept


@pytest.mark.parametrize("control", ["0m20s+5", "0m20s+0"])
def test_freeze_is_chosen_by_a_key_before_the_start(control: str) -> None:
    """E21, R15: rapid and blitz may have the other clock run on to its own zero."""
    with Bench(control=control) as bench:
        by_itself = bench.freeze
        bench.key("forward", hold_ms=1_200)
        assert bench.freeze is not by_itself
        bench.advance_ms(5_000)
        bench.press("right")
        bench.advance_ms(30_000)
        assert bench.flag_side == "left"
        bench.press("left")
        bench.advance_ms(5_000)
        started = bench.remaining_ms("right")
        assert (bench.running_side == "right") is by_itself
        bench.advance_ms(60_000)
        assert bench.remaining_ms("right") == (0 if by_itself else started)


# --- by accident ---------------------------------------------------------------------------------


def reach(bench: Bench, state: str) -> None:
    """Bring a game of 5+3 into a state, with some moves made and White to move on the left."""
    bench.press("right")
    for side in ("left", "right", "left", "right"):
        bench.advance_ms(2_000)
        bench.press(side)
    bench.advance_ms(1_000)
    if state in ("PAUSED", "ENDED"):
        bench.key("play")
        bench.advance_ms(1_000)
    if state == "ENDED":
        bench.key("forward", hold_ms=3_200)
        bench.key("forward")  # yes
    if state == "FLAGGED":
        bench.advance_ms(400_000)
    bench.advance_ms(1_000)
    assert bench.state == state


@pytest.mark.parametrize("hold_ms", [30, 1_200, 2_900])
@pytest.mark.parametrize("state", ["RUNNING", "PAUSED", "FLAGGED", "ENDED"])
def test_no_single_key_changes_a_game(state: str, hold_ms: int) -> None:
    """E18, R29: clicks and holds below 3 s; pause and resume are what play is for."""
    with Bench(control="5+3") as bench:
        reach(bench, state)
        for key in KEYS:
            if key == "play" and (state == "RUNNING" or (state == "PAUSED" and hold_ms < 1_000)):
                continue
            before, since = held(bench), bench.now_ms
            bench.key(key, hold_ms=hold_ms)
            bench.advance_ms(1_000)
            after = held(bench)
            if state == "RUNNING":
                left, moves, period = after["left"]
                after["left"] = (left + bench.now_ms - since, moves, period)
            assert after == before, key


@pytest.mark.parametrize("state", ["PAUSED", "FLAGGED", "ENDED"])
def test_no_lever_changes_a_game_that_stands(state: str) -> None:
    """E18: plungers pressed one after the other and both at once."""
    with Bench(control="5+3") as bench:
        reach(bench, state)
        before = held(bench)
        for sides in (("left",), ("right",), SIDES, SIDES):
            for side in sides:
                bench.press(side)
            bench.advance_ms(700)
        assert held(bench) == before


def test_keys_pressed_all_at_once_change_no_running_game() -> None:
    """E18: a hand laid on the keys, but for play, for as long as it likes."""
    with Bench(control="5+3") as bench:
        reach(bench, "RUNNING")
        before, since = held(bench), bench.now_ms
        keys = [key for key in KEYS if key != "play"]
        for key in keys:
            bench.key_down(key)
        bench.advance_ms(10_000)
        for key in keys:
            bench.key_up(key)
        bench.advance_ms(1_000)
        after = held(bench)
        left, moves, period = after["left"]
        after["left"] = (left + bench.now_ms - since, moves, period)
        assert after == before
