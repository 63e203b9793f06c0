"""What players and arbiters do, seen through displays, lamps and sounds."""

from __future__ import annotations

import pytest
from clockcore.presets import PRESET_COUNT, preset

from host_tools.bench import Bench

# Value of the tick counter at power-up, and how late the loop is.
CIRCUMSTANCES = (
    (0, None),
    (0, [3]),
    (7_777, [1, 40, 3, 170]),
    (2**29 - 1_000, None),
    (2**29 - 3_400, [1, 40, 3, 170]),
    (2**30 - 500, [170]),
)


@pytest.fixture(params=["cpython", "micropython"])
def runtime(request: pytest.FixtureRequest) -> str:
    """Return each runtime in turn."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    return str(request.param)


@pytest.mark.no_cover
@pytest.mark.parametrize("number", range(1, PRESET_COUNT + 1))
def test_every_preset_can_be_played(number: int) -> None:
    """T18: every preset starts, takes moves and keeps exact times from pin to account."""
    with Bench(control=number, runtime="cpython") as bench:
        bench.press("right")
        bench.advance_ms(500)
        bench.press("left")
        bench.advance_ms(700)
        bench.press("right")
        assert (bench.moves("left"), bench.moves("right")) == (1, 1)
        assert bench.running_side == "left"
        first = preset(number).white_periods[0]
        booked = sum(
            bench.account("right")[head]
            for head in ("booked_main_ms", "booked_delay_ms", "booked_overtime_ms")
        )
        assert booked == 700, first.method


@pytest.mark.no_cover
@pytest.mark.parametrize(("start", "loop"), CIRCUMSTANCES, ids=str)
@pytest.mark.parametrize(("early_ms", "flag"), [(1, None), (0, "left"), (-1, "left")])
def test_a_press_around_the_flag(
    start: int, loop: list[int] | None, early_ms: int, flag: str | None, runtime: str
) -> None:
    """T2: 1 ms before the flag counts and leaves 1 ms; at it and after it is too late."""
    with Bench(control="0m2s+1", runtime=runtime, start_ticks=start, loop_ms=loop) as bench:
        bench.edges([(400, "right", True), (450, "right", False)])
        bench.edges([(3_400 - early_ms, "left", True), (3_450, "left", False)])
        bench.advance_ms(5_000)
        assert bench.flag_side == flag
        assert bench.moves("left") == (1 if flag is None else 0)
        if flag is None:
            assert bench.remaining_ms("left") == early_ms + 1_000
            assert bench.running_side == "right"
        else:
            assert bench.state == "FLAGGED"
            assert bench.remaining_ms("left") == 0
            assert bench.remaining_ms("right") == 3_000


def test_twenty_moves_of_99_ms_cost_990_ms_a_side(runtime: str) -> None:
    """Presses quicker than a display tick cost what they took (lichess-org/mobile#932)."""
    with Bench(control="1+0", runtime=runtime) as bench:
        bench.press("right", hold_ms=30)
        side = "left"
        for _ in range(20):
            bench.advance_ms(99)
            bench.press(side, hold_ms=30)
            side = "right" if side == "left" else "left"
        assert bench.remaining_ms("left") == 60_000 - 990
        assert bench.remaining_ms("right") == 60_000 - 990


def test_ten_interrupts_in_8_ms_are_one_press(runtime: str) -> None:
    """One press, stamped at the first edge (micropython/micropython#16605)."""
    with Bench(control="5+2", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(5_000)
        bench.press("left", bounce_ms=[0, 1, 2, 3, 4, 5, 6, 7, 8])
        bench.advance_ms(1_000)
        assert bench.moves("left") == 1
        assert bench.remaining_ms("left") == 302_000 - 5_000 + 2_000


def test_the_running_lamp_follows_the_turn(runtime: str) -> None:
    """T37: exactly one lamp while a side runs; it blinks on the side to move in pause."""
    with Bench(control="5+0", runtime=runtime) as bench:
        assert not bench.lamp("left")
        assert not bench.lamp("right")
        bench.press("right")
        assert (bench.lamp("left"), bench.lamp("right")) == (True, False)
        bench.advance_ms(2_000)
        bench.press("left")
        assert (bench.lamp("left"), bench.lamp("right")) == (False, True)
        bench.advance_ms(2_000)
        bench.key("play")
        seen = set()
        for _ in range(20):
            bench.advance_ms(100)
            assert not bench.lamp("left")
            seen.add(bench.lamp("right"))
        assert seen == {True, False}


def test_the_first_flag_blinks_and_the_second_shows_none(runtime: str) -> None:
    """T30: the mark survives the second zero and a pause; 0:00 without it is the second."""
    with Bench(control="0m5s+0", runtime=runtime, freeze=False) as bench:
        bench.press("right")
        bench.advance_ms(6_000)
        assert bench.flag_side == "left"
        bench.press("left")
        bench.advance_ms(1_000)
        bench.key("play")
        bench.advance_ms(100)
        assert bench.flag_side == "left"
        bench.key("play")
        bench.advance_ms(10_000)
        assert bench.state == "FLAGGED"
        marks = {"left": set(), "right": set()}
        for _ in range(30):
            bench.advance_ms(100)
            views = bench.displays()
            marks["left"].add("flag" in views.left.marks)
            marks["right"].add("flag" in views.right.marks)
            assert views.left.text == views.right.text == "0:00.0"
        assert marks == {"left": {True, False}, "right": {False}}


@pytest.mark.no_cover
def test_the_interim_flag_stands_for_five_minutes_of_running(runtime: str) -> None:
    """T21: steady on the side that reached zero, gone after 5 min of running, not of pause."""
    with Bench(control="0m10s+60m at-zero", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(11_000)
        assert "flag" in bench.displays().left.marks
        assert bench.remaining_ms("left") == 3_600_000 - 1_000
        bench.key("play")
        bench.advance_ms(3_600_000)
        bench.key("play")
        bench.advance_ms(298_000)
        assert "flag" in bench.displays().left.marks
        bench.advance_ms(2_000)
        assert "flag" not in bench.displays().left.marks
        assert bench.flag_side is None


def test_sounds_of_a_losing_player(runtime: str) -> None:
    """A warning at 10 s, one tone for each of the last five seconds, one for the flag."""
    with Bench(control="0m20s+0", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(30_000)
        starts = [(sound.at_ms, sound.hz) for sound in bench.sounds()]
        assert [at for at, _ in starts] == [10_000, 15_000, 16_000, 17_000, 18_000, 19_000, 20_000]
        assert all(0 < sound.ms <= 1_200 for sound in bench.sounds())
        assert bench.buzzer_hz == 0


def test_sound_off_is_silent(runtime: str) -> None:
    """With the sound off nothing is heard."""
    with Bench(control="0m20s+0", runtime=runtime, sound=False) as bench:
        bench.press("right")
        bench.advance_ms(30_000)
        assert bench.sounds() == []
        assert bench.flag_side == "left"


def test_both_sides_are_warned(runtime: str) -> None:
    """A warning to one side does not use up the other's (Checkora/Checkora PR 1031)."""
    with Bench(control="0m20s+0", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(12_000)
        bench.press("left")
        bench.advance_ms(12_000)
        warned = [event.side for event in bench.events() if event.name == "low-time"]
        assert warned == ["left", "right"]


@pytest.mark.no_cover
@pytest.mark.parametrize("methods", ["5 delay 5", "5 bronstein 3", "60 byoyomi 5x20s", "5+3"])
def test_many_pauses_change_nothing(methods: str) -> None:
    """T6: any number of pauses keep remainder, delay, overtime and turn."""
    left = []
    for pauses in (0, 25):
        with Bench(control=methods, runtime="cpython") as bench:
            bench.press("right")
            for _ in range(pauses):
                bench.advance_ms(100)
                bench.key_down("play")
                bench.advance_ms(50)
                bench.key_up("play")
                bench.advance_ms(5_000)
                bench.key_down("play")
                bench.advance_ms(50)
                bench.key_up("play")
            bench.advance_ms(7_500 - pauses * 100)
            left.append((bench.remaining_ms("left"), bench.delay_left_ms("left")))
    assert left[0] == left[1]


def test_the_play_key_starts_the_side_preset_as_white(runtime: str) -> None:
    """T5: with plungers White is preset, and may be moved before the start."""
    with Bench(control="5+0", runtime=runtime) as bench:
        assert bench.white_side == "left"
        bench.key("forward")
        assert bench.white_side == "right"
        bench.key("play")
        assert bench.running_side == "right"


def test_the_play_key_starts_the_side_whose_rocker_end_is_up(runtime: str) -> None:
    """T5: with a rocker the end that is up runs, and is White."""
    with Bench(control="5+0", board="virtual_rocker", runtime=runtime) as bench:
        bench.key("play")
        assert bench.running_side == "left"
        assert bench.white_side == "left"
        bench.advance_ms(1_000)
        bench.press("left")
        assert bench.running_side == "right"


def test_a_gong_turn_can_be_ended_by_either_move_of_a_rocker(runtime: str) -> None:
    """T15: after the gong has passed the turn the lever's position says nothing."""
    with Bench(control="gong 10s", board="virtual_rocker", runtime=runtime) as bench:
        bench.key("play")
        bench.advance_ms(12_000)
        assert bench.running_side == "right"
        bench.press("left")
        assert bench.running_side == "left"
        assert bench.moves("right") == 1


def test_a_delay_and_the_main_time_are_both_readable(runtime: str) -> None:
    """T13, R20: side by side where there is room, else by turns."""
    with Bench(control="5 delay 5", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(500)
        view = bench.displays().left
        assert (view.note, view.text) == ("5d", "5:00")
    with Bench(control="90 delay 10", runtime=runtime) as bench:
        bench.press("right")
        texts = set()
        for _ in range(30):
            bench.advance_ms(100)
            texts.add(bench.displays().left.text)
        assert "1:30:00" in texts
        assert any(text.startswith("d0:") for text in texts)


def test_two_keys_in_one_late_pass_act_in_their_order(runtime: str) -> None:
    """T6: a hold that became due between two edges of a late pass acts before the second edge."""
    results = []
    for stall in (None, 5_000):
        # Such a stall would be the end of a clock with a watchdog.
        with Bench(control="5+0", runtime=runtime, has_watchdog=False) as bench:
            bench.press("right")
            bench.advance_ms(1_000)
            if stall:
                bench.stall_ms(stall)
            # Play pauses and, held for 3 s, opens ADJUST; back and back leave it; play resumes.
            bench.edges([(1_100, "play", True), (4_600, "play", False)])
            bench.edges([(4_800, "back", True), (4_900, "back", False)])
            bench.edges([(5_000, "back", True), (5_100, "back", False)])
            bench.edges([(5_300, "play", True), (5_400, "play", False)])
            bench.advance_ms(8_000)
            events = [(one.at_ms, one.name) for one in bench.events()]
            results.append((events, bench.remaining_ms("left"), bench.state))
    assert results[0] == results[1]
    assert [name for _, name in results[0][0]][-4:] == ["pause", "adjust", "adjust", "resume"]


@pytest.mark.parametrize("key", ["back", "forward", "play"])
def test_a_hold_through_the_flag_does_nothing(key: str) -> None:
    """T40: a key that went down while a side ran must be let go before it can end a game."""
    with Bench(control="0m10s+0", runtime="cpython", freeze=True) as bench:
        bench.press("right")
        bench.advance_ms(9_000)
        if key != "play":
            bench.key_down(key)
        bench.advance_ms(1_500)
        if key == "play":
            bench.key_down(key)
            bench.advance_ms(500)
            bench.key_up(key)
        bench.advance_ms(6_000)
        assert bench.state == "FLAGGED"
        if key != "play":
            bench.key_up(key)
            bench.advance_ms(100)
            bench.key(key, hold_ms=3_100)
            assert bench.state == {"back": "FLAGGED", "forward": "ADJUST"}[key]  # which asks
            assert (bench.displays().left.text == "") == (key == "back")  # off, and kept


@pytest.mark.parametrize(("down_at", "reloads"), [(2_990, 0), (3_100, 1)])
def test_a_block_is_reloaded_on_one_s_own_turn_only(down_at: int, reloads: int) -> None:
    """T16, T40: the hold must begin and end in the same turn."""
    with Bench(control="0 canadian 1m", runtime="cpython") as bench:
        bench.press("right")
        bench.at_ms(3_000, lambda: bench.press("left"))
        bench.at_ms(down_at, lambda: bench.key_down("back"))
        bench.advance_ms(6_000)
        assert sum(event.name == "reload" for event in bench.events()) == reloads
