"""What the best clock must do, where no other test shows it (R01 to R57)."""

from __future__ import annotations

import ast
import random
import re
from itertools import pairwise

import pytest
from clockcore.codes import (
    AT_ZERO,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    DELAY,
    FISCHER,
    LEFT,
    NONE,
    RIGHT,
    SCRABBLE,
)
from clockcore.control_dict import vars_of
from clockcore.period import Period
from clockcore.presets import preset
from clockcore.time_control import TimeControl
from shared_kit import MINUTE, STARTS, STEPS, Play, check_books

from host_tools.bench import Bench
from host_tools.bench.child_process import FIRMWARE
from tests.rules.rules_kit import KEYS, SETS, SIDES, held, marks, other, shown

S = 1000


# --- who runs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["virtual", "virtual_rocker"])
@pytest.mark.parametrize("seed", range(4))
def test_two_sides_never_run_whatever_the_levers_do(board: str, seed: int) -> None:
    """R01: ten seconds of edges at any distance, bounces and both contacts at one instant."""
    dice = random.Random(seed)
    with Bench(control="5+0", board=board) as bench:
        bench.key("play")
        began, left = bench.now_ms, bench.remaining_ms("left") + bench.remaining_ms("right")
        edges, at = [], began + 100
        while at < began + 10_000:
            at += dice.choice((0, 0, 1, 1, 2, 5, 20, 30, 60, 200))
            edges.append((at, dice.choice(SIDES), dice.random() < 0.5))
        bench.edges(edges)
        while bench.now_ms < began + 11_000:
            bench.advance_ms(dice.randrange(1, 90))
            assert (bench.lamp("left"), bench.lamp("right")) in ((True, False), (False, True))
            together = bench.remaining_ms("left") + bench.remaining_ms("right")
            assert left - together == bench.now_ms - began, "one is charged, and only one"
        turns = [event.side for event in bench.events() if event.name == "press"]
        assert len(turns) > 5
        assert all(one != two for one, two in pairwise(turns)), "they take turns"


# --- periods -------------------------------------------------------------------------------------


def test_five_periods_each_with_its_own_method_and_its_own_way_to_come() -> None:
    """R03, R05: by count and at zero, unused time kept, a last one that is overtime."""
    made = TimeControl(
        (
            Period(60 * S, FISCHER, 5 * S, moves=1),
            Period(50 * S, BRONSTEIN, 4 * S, moves=1),
            Period(40 * S, DELAY, 3 * S, moves=1),
            Period(30 * S, NONE, transition=AT_ZERO),
            Period(0, BYOYOMI, block_ms=10 * S, block_count=2),
        )
    )
    for start in STARTS:
        for step in STEPS:
            play = Play(made, start, step).begin()
            assert play.both_ms() == (65 * S, 65 * S)
            # Move 1: 10 s. Bronstein's delay of move 2 stands on the clock.
            for side in (LEFT, RIGHT):
                play.think(side, 10 * S)
                assert play.left_ms(side) == (65 - 10 + 50 + 4) * S
            # Move 2: 2 s, given back; the delay goes, the third period comes.
            for side in (LEFT, RIGHT):
                play.think(side, 2 * S)
                assert play.left_ms(side) == (109 - 4 + 40) * S
            # Move 3: 3 s of delay and 1 s of main time.
            for side in (LEFT, RIGHT):
                play.think(side, 4 * S)
                assert play.left_ms(side) == (145 - 1 + 30) * S
            # The fourth ends where its time does; the overtime follows at that instant.
            play.wait(174 * S + 12 * S)
            assert play.left_ms(LEFT) == 8 * S and play.account(LEFT).blocks_left == 1
            assert play.account(LEFT).period_index == 4
            play.wait(8 * S).tick()
            assert play.game.first_flag_side == LEFT
            check_books(play.game, play.run_ms)


def test_an_increment_from_move_61_is_given_from_move_61_on() -> None:
    """R04: at the pins, not a move too early or too late."""
    with Bench(control="5+3 from 61") as bench:
        bench.press("right")
        for move in range(1, 63):
            for side in SIDES:
                bench.advance_ms(100)
                bench.press(side, hold_ms=30)
                given = 3_000 * max(0, move - 59)  # with the 60th press comes that of move 61
                assert bench.remaining_ms(side) == 300_000 - 100 * move + given, move


@pytest.mark.parametrize("first", [LEFT, RIGHT])
@pytest.mark.parametrize(
    ("one", "two", "gained"),
    [
        ((FISCHER, 10 * S), (FISCHER, 30 * S), 20 * S),
        ((FISCHER, 30 * S), (FISCHER, 10 * S), -20 * S),
        ((NONE, 0), (FISCHER, 30 * S), 30 * S),
        ((BRONSTEIN, 5 * S), (FISCHER, 8 * S), 3 * S),
    ],
)
def test_the_difference_of_the_increments_is_given_to_both_whoever_was_first(
    one: tuple[int, int], two: tuple[int, int], gained: int, first: int
) -> None:
    """R08: also where Black reaches zero first."""
    made = TimeControl(
        (Period(MINUTE, one[0], one[1], transition=AT_ZERO), Period(10 * MINUTE, two[0], two[1]))
    )
    for start in STARTS:
        play = Play(made, start, white=LEFT).begin()
        if first == RIGHT:
            play.think(LEFT, 0)
        other_ms = play.left_ms(1 - first)
        play.wait(play.left_ms(first)).tick()
        assert play.left_ms(first) == 10 * MINUTE + gained
        assert play.left_ms(1 - first) == other_ms + 10 * MINUTE + gained
        assert play.account(LEFT).period_index == play.account(RIGHT).period_index == 1


def test_the_example_of_bronstein_as_it_is_read_on_the_displays() -> None:
    """R10: 5:03, 5:01 after 2 s, back to 5:03; 4:58 after 5 s, then 5:01."""
    with Bench(control="5 bronstein 3") as bench:
        bench.press("right")
        seen = []
        for used in (2_000, 5_000):
            seen.append(shown(bench, "left"))
            bench.advance_ms(used)
            seen.append(shown(bench, "left"))
            bench.press("left")
            bench.advance_ms(50)
            seen.append(shown(bench, "left"))
            bench.press("right")
        assert seen == ["5:03", "5:01", "5:03", "5:03", "4:58", "5:01"]


# --- flag ----------------------------------------------------------------------------------------


def test_the_final_flag_blinks_for_ever() -> None:
    """R14: an hour later it is as on the first day."""
    with Bench(control="0m5s+1") as bench:
        bench.press("right")
        for wait_ms in (7_000, 300_000, 3_600_000):
            bench.advance_ms(wait_ms)
            seen = set()
            for _ in range(20):
                bench.advance_ms(100)
                seen.add("flag" in marks(bench, "left"))
            assert seen == {True, False}


VERDICT = re.compile(
    r"(?<![a-z_])(?:w[io]n|winner|lost|loses?|loss|draw|checkmate|1-0|0-1|gana|ganó|pierde|perdió"
    r"|tablas)(?![a-z_])",
    re.IGNORECASE,
)
# A real-time clock without its battery, and a kept game that cannot be read: no results of games.
NO_VERDICTS = ("lost power",)
A_TIME = re.compile(r"-?(?:\d+:)*\d+(?:\.\d)?|FLAG")


@pytest.mark.parametrize("displays", SETS)
@pytest.mark.parametrize("freeze", [True, False])
def test_a_flag_is_all_that_a_display_says_of_the_end(displays: str, freeze: bool) -> None:
    """R16: a minute after one flag, and after two where both can fall: times and the flag."""
    with Bench(control="0m10s+0", displays=displays, freeze=freeze) as bench:
        bench.press("right")
        bench.advance_ms(12_000)
        bench.press("left")
        for _ in range(120):
            bench.advance_ms(500)
            for side in SIDES:
                assert A_TIME.fullmatch(shown(bench, side)), shown(bench, side)
        assert bench.flag_side == "left"
        assert bench.state == "FLAGGED"


def test_no_text_of_the_firmware_speaks_of_won_lost_or_drawn() -> None:
    """R16: neither words for displays nor texts for a host."""
    for verdict in ("Black lost on time", "1-0", "White won", "tablas"):
        assert VERDICT.search(verdict), verdict
    assert not VERDICT.search("edges_lost, a window, drawn")
    found = []
    for path in sorted(FIRMWARE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        remarks = {
            ast.get_docstring(node, clean=False)
            for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, (str, bytes)):
                continue
            text = node.value
            if isinstance(text, bytes):
                text = text.decode("latin-1")
            if text not in remarks and text not in NO_VERDICTS and VERDICT.search(text):
                found.append(f"{path.relative_to(FIRMWARE)}:{node.lineno}: {text}")
    assert not found, found


# --- display -------------------------------------------------------------------------------------


def test_the_move_counter_comes_on_demand_and_can_be_hidden() -> None:
    """R21: presses of White and Black; the period in pause."""
    for allowed in (True, False):
        with Bench(control="5+3") as bench:
            bench.console({"cmd": "settings", "counter_allowed": allowed})
            bench.press("right")
            for side in ("left", "right", "left"):
                bench.advance_ms(2_000)
                assert not shown(bench, side).startswith("n"), "not of itself"
                bench.press(side)
            bench.advance_ms(1_000)
            bench.key("plus")
            bench.advance_ms(300)
            counters = [shown(bench, side) for side in SIDES]
            assert (counters == ["n 2", "n 1"]) == allowed, counters
            bench.advance_ms(5_000)
            assert not shown(bench, "left").startswith("n")
            bench.key("play")
            seen = set()
            for _ in range(40):
                bench.advance_ms(500)
                seen.add(shown(bench, "left").replace(" ", ""))
            assert {"P1", "n2"} <= seen


@pytest.mark.parametrize("preset_white", SIDES)
@pytest.mark.parametrize(
    ("board", "presser"), [("virtual", "left"), ("virtual", "right"), ("virtual_rocker", "left")]
)
def test_whose_clock_the_lever_starts_is_white(
    board: str, presser: str, preset_white: str
) -> None:
    """R22: the mark follows, wherever White was expected."""
    with Bench(control="5+0", board=board) as bench:
        bench.console({"cmd": "settings", "white_side": preset_white})
        bench.console({"cmd": "program", "number": 1})
        bench.press(presser)
        bench.advance_ms(100)
        white = other(presser)
        assert bench.running_side == bench.white_side == white
        assert "white" in marks(bench, white) and "white" not in marks(bench, presser)


def test_the_colors_change_sides_by_a_click_before_the_start() -> None:
    """R22: with unequal times each color keeps its own."""
    with Bench(control="5+0 v 4+0") as bench:
        assert bench.white_side == "left"
        assert [shown(bench, side) for side in SIDES] == ["5:00", "4:00"]
        bench.key("forward")
        bench.advance_ms(200)
        assert bench.white_side == "right"
        assert [shown(bench, side) for side in SIDES] == ["4:00", "5:00"]
        assert "white" in marks(bench, "right") and "white" not in marks(bench, "left")


# --- arbiter -------------------------------------------------------------------------------------


@pytest.mark.parametrize("control", ["5+3", "5 delay 5", "60 byoyomi 5x20s", "hourglass 1"])
def test_pause_resume_and_pause_again_lose_nothing_whichever_keys_are_clicked(
    control: str,
) -> None:
    """R31: what keys show in a pause is not the game's."""
    with Bench(control=control) as bench:
        bench.press("right")
        bench.advance_ms(2_345)
        bench.key("play")
        before, delay = held(bench), bench.delay_left_ms("left")
        for _ in range(3):
            for key in KEYS:
                if key != "play":
                    bench.key(key)
                    bench.advance_ms(1_000)
        assert (held(bench), bench.delay_left_ms("left")) == (before, delay)
        bench.key_down("play")
        bench.advance_ms(50)
        bench.key_up("play")
        bench.advance_ms(1_000)
        bench.key("play")
        expected = dict(before)
        left, moves, period = expected["left"]
        ran = 1_000 - delay if delay < 1_000 else 0
        expected["left"] = (left - ran, moves, period)
        if control == "hourglass 1":
            right, moves, period = expected["right"]
            expected["right"] = (right + ran, moves, period)
        assert held(bench) == expected


# --- presets -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "periods"),
    [
        (7, [(120, NONE, 0, AT_ZERO), (60, NONE, 0, BY_COUNT)]),
        (8, [(120, NONE, 0, AT_ZERO), (60, NONE, 0, AT_ZERO), (30, NONE, 0, BY_COUNT)]),
        (9, [(120, NONE, 0, AT_ZERO), (60, NONE, 0, AT_ZERO), (60, NONE, 0, BY_COUNT)]),
        (14, [(100, FISCHER, 30, AT_ZERO), (50, FISCHER, 30, AT_ZERO), (15, FISCHER, 30, 0)]),
        (18, [(120, NONE, 0, AT_ZERO), (60, NONE, 0, AT_ZERO), (15, FISCHER, 30, BY_COUNT)]),
        (21, [(25, SCRABBLE, 0, BY_COUNT)]),
        (22, [(5, DELAY, 2, BY_COUNT)]),
        (23, [(25, DELAY, 5, BY_COUNT)]),
        (24, [(115, DELAY, 5, BY_COUNT)]),
    ],
)
def test_the_other_numbers_that_arbiters_know(number: int, periods: list[tuple]) -> None:
    """R39: those of which test_presets.py says nothing; main in minutes, bonus in seconds."""
    assert BY_COUNT == 0
    made = preset(number)
    assert not made.odds
    found = [vars_of(period) for period in made.white_periods]
    assert [
        (each["main_ms"] // MINUTE, each["method"], each["bonus_ms"] // S, each["transition"])
        for each in found
    ] == periods
    assert not any(each["moves"] for each in found)
