"""Games on the emulated Pico, played through its pins; the truth is kept in microseconds."""

from __future__ import annotations

import pytest

from host_tools.emulator.benchmark import begin, in_mid_tick, started
from host_tools.emulator.clock_board import BOUNCE_2_MS, EmulatedClock
from host_tools.emulator.probe import Probe

MENU_US = 1_000_000  # menus are loaded when a key wants them


def test_a_press_that_bounces_for_2_ms_is_one_press_at_its_first_edge() -> None:
    """The left plunger is let go, bouncing, when it is Left's turn again: that is no press."""
    clock = EmulatedClock()
    start_us = started(clock, 300_000, 3_000)
    clock.press_at(start_us + 1_500_000, "left", 600_000, BOUNCE_2_MS)
    clock.press_at(start_us + 1_700_000, "right", 100_000, BOUNCE_2_MS)
    clock.pico.run_until(start_us + 2_400_000)
    assert clock.lamp("left")
    clock.press_at(start_us + 2_600_000, "play", 60_000, BOUNCE_2_MS)
    clock.pico.run_until(start_us + 2_900_000)
    state = clock.state()
    assert state["moves"] == [1, 1]
    assert state["remaining_ms"] == [306_000 - 1_500 - 900, 306_000 - 200]
    assert state["state"] == "paused"
    assert clock.ask("hello")["check"]["edges_lost"] == 0


def test_the_next_period_comes_after_its_moves_for_both_sides() -> None:
    clock = EmulatedClock()
    clock.wait_for_display()
    clock.pico.run_for(300_000)
    periods = [{"main_ms": 60_000, "moves": 2}, {"main_ms": 30_000}]
    assert clock.ask("control", control={"periods": periods})["ok"]
    clock.pico.run_for(100_000)
    at_us = in_mid_tick(clock)
    for number in range(5):
        clock.press_at(at_us + number * 300_000, "left" if number % 2 else "right")
    clock.pico.run_until(at_us + 4 * 300_000 + 200_000)
    assert clock.view().left.text == "1:30"
    clock.press_at(at_us + 5 * 300_000, "play")
    clock.pico.run_for(400_000)
    state = clock.state()
    assert state["moves"] == [2, 2]
    assert state["remaining_ms"] == [90_000 - 3 * 300, 90_000 - 2 * 300]


def test_the_flag_falls_by_itself_and_is_shown() -> None:
    clock = EmulatedClock()
    start_us = started(clock, 1_000)
    clock.pico.run_until(start_us + 990_000)
    assert "flag" not in clock.view().left.marks
    clock.pico.run_until(start_us + 1_060_000)
    assert "flag" in clock.view().left.marks
    assert "flag" not in clock.view().right.marks
    state = clock.state()
    assert (state["state"], state["flag"]) == ("running", "left")
    clock.press("play")
    state = clock.state()
    assert (state["state"], state["flag"]) == ("paused", "left")
    assert state["remaining_ms"] == [0, 1_000]


@pytest.mark.parametrize(
    ("displays", "white", "tenths"),
    [
        ("tm1637_6", True, "0:05.0"),
        ("tm1637_4", False, "5.0"),
        ("ht16k33", True, "5.0"),
        ("max7219", True, "0:05.0"),
        ("ssd1306", True, "0:05.0"),
    ],
)
def test_a_person_reads_the_same_on_every_display(
    displays: str, white: bool, tenths: str
) -> None:
    clock = EmulatedClock(displays)
    clock.wait_for_display()
    # A panel has the program's meaning as lines of text.
    clock.wait_for_text("P 1", MENU_US, None if displays == "ssd1306" else "5:00")
    begin(clock, 5_000)
    clock.pico.run_for(100_000)
    assert clock.view().left.text == tenths
    begin(clock, 65_000)
    clock.pico.run_for(100_000)
    left, right = clock.view().left, clock.view().right
    assert (left.text, right.text) == ("1:05", "1:05")
    assert ("white" in left.marks, "white" in right.marks) == (white, False)
    start_us = in_mid_tick(clock)
    clock.press_at(start_us, "right")
    clock.press_at(start_us + 1_200_000, "left")
    clock.pico.run_until(start_us + 1_100_000)
    left, right = clock.view().left, clock.view().right
    assert (left.text, right.text) == ("1:04", "1:05")
    assert ("running" in left.marks, "running" in right.marks) == (True, False)
    clock.pico.run_until(start_us + 1_300_000)
    left, right = clock.view().left, clock.view().right
    assert ("running" in left.marks, "running" in right.marks) == (False, True)
    clock.press("play")
    assert clock.state()["state"] == "paused"
    assert all(chip.bad == 0 for chip in clock.chips)


def test_a_preset_is_chosen_started_paused_and_resumed_by_keys() -> None:
    clock = EmulatedClock()
    clock.wait_for_display()
    clock.pico.run_for(300_000)
    for _ in range(2):
        clock.press("plus")
    clock.wait_for_text("P 3", MENU_US)
    clock.press("minus")
    clock.wait_for_text("P 2", MENU_US)
    clock.press("play")
    clock.wait_for_text("10:00", MENU_US)
    start_us = in_mid_tick(clock)
    clock.press_at(start_us, "right")
    clock.press_at(start_us + 1_000_000, "play")
    clock.press_at(start_us + 2_000_000, "play")
    clock.pico.run_until(start_us + 1_500_000)
    assert clock.state()["state"] == "paused"
    assert clock.state()["remaining_ms"] == [599_000, 600_000]
    clock.pico.run_until(start_us + 2_300_000)
    assert clock.lamp("left"), "it runs again, from the release of the key on"
    clock.press_at(start_us + 3_060_000, "play")
    clock.pico.run_for(1_000_000)
    state = clock.state()
    assert state["state"] == "paused"
    assert state["remaining_ms"] == [598_000, 600_000]


def test_without_a_host_it_plays() -> None:
    clock = EmulatedClock(usb=False)
    clock.wait_for_display()
    clock.press("play")
    clock.wait_for_text("5:00", MENU_US)
    clock.press("right")
    clock.pico.run_for(1_500_000)
    assert clock.view().left.text == "4:59"
    assert clock.lamp("left")
    assert not clock.pico.resets


def test_a_host_that_does_not_read_holds_up_nothing() -> None:
    clock = EmulatedClock()
    start_us = started(clock, 300_000)
    clock.pico.usb.read(False)
    clock.pico.usb.send('{"cmd": "state"}\n' * 12)
    for number in range(1, 9):
        side = "left" if number % 2 else "right"
        clock.press_at(start_us + number * 400_000, side, 50_000)
    clock.pico.run_until(start_us + 8 * 400_000 + 2_300_000)
    clock.press_at(start_us + 6_000_000, "play")
    clock.pico.run_until(start_us + 6_400_000)
    clock.pico.usb.read(True)
    clock.pico.run_for(400_000)
    state = clock.state()
    assert state["moves"] == [4, 4]
    assert state["remaining_ms"] == [300_000 - 4 * 400 - 2_800, 300_000 - 4 * 400]


def test_ctrl_c_gives_the_repl_but_never_ends_a_running_game() -> None:
    clock = EmulatedClock()
    start_us = started(clock, 300_000)
    clock.pico.usb.send(b"\x03")
    clock.pico.run_until(start_us + 1_000_000)
    assert clock.lamp("left")
    clock.press_at(start_us + 1_200_000, "play")
    clock.pico.run_until(start_us + 1_500_000)
    assert clock.state()["remaining_ms"] == [298_800, 300_000]
    start = len(clock.pico.usb.received)
    paused_us = clock.pico.now_us
    clock.pico.usb.send(b"\x03")
    clock.pico.run_while(lambda: not clock.pico.resets, 3_000_000, "the reset to service mode")
    clock.pico.usb.wait_for(b">>> ", start)
    assert clock.pico.now_us - paused_us < 3_000_000
    assert (clock.view().left.text, len(clock.pico.resets)) == ("5ErU", 1)
    clock.pico.run_for(4_000_000)
    assert len(clock.pico.resets) == 1, "no watchdog is armed in service mode"


def test_ctrl_c_in_setup_gives_the_repl_within_a_second() -> None:
    clock = EmulatedClock()
    clock.wait_for_display()
    clock.pico.run_for(300_000)
    start = len(clock.pico.usb.received)
    clock.pico.usb.send(b"\x03")
    clock.pico.usb.wait_for(b">>> ", start, 1_000_000)
    assert not clock.pico.resets


def test_a_key_held_at_power_up_leaves_the_repl() -> None:
    clock = EmulatedClock(held=["back"])
    clock.wait_for_display()
    clock.pico.run_for(500_000)
    assert clock.view().left.text == "5AFE", "an S looks like a 5 on seven segments"
    clock.pico.usb.enter_repl()
    assert clock.pico.usb.execute("print(1)") == "1\r\n"


def test_a_loop_that_hangs_is_reset_within_two_seconds() -> None:
    probe = Probe()
    start_us = started(probe.clock, 300_000)
    probe.pico.run_until(start_us + 500_000)
    probe.hang()
    hung_us = probe.pico.now_us
    probe.pico.run_while(lambda: not probe.pico.resets, 3_000_000, "the watchdog")
    assert probe.pico.resets[0] - hung_us <= 2_050_000


def test_a_display_that_is_pulled_off_comes_back_and_the_game_goes_on() -> None:
    clock = EmulatedClock("ht16k33")
    start_us = started(clock, 300_000)
    clock.pico.run_until(start_us + 500_000)
    clock.chips[0].connect(False)
    clock.press_at(start_us + 1_500_000, "left")
    clock.pico.run_until(start_us + 2_000_000)
    assert clock.view().left.text == ""
    clock.chips[0].connect(True)
    clock.pico.run_until(start_us + 7_500_000)
    assert clock.view().left.text == "4:59"
    clock.press_at(start_us + 8_000_000, "play")
    clock.pico.run_until(start_us + 8_300_000)
    assert clock.state()["remaining_ms"] == [300_000 - 1_500, 300_000 - 6_500]


def test_a_tm1637_that_is_not_there_does_not_answer_without_its_pull_ups_either() -> None:
    clock = EmulatedClock("tm1637_6")
    clock.chips[1].connect(False)
    for pin in clock.board.DISPLAY_SETS["tm1637_6"]["places"][0][1]:
        clock.pico.wires[pin].pull = None
    clock.pico.run_for(2_000_000)
    assert clock.ask("hello")["check"]["displays"] == [True, False]


def test_a_bus_that_is_stuck_costs_no_time_and_comes_back() -> None:
    clock = EmulatedClock("ht16k33")
    start_us = started(clock, 300_000)
    clock.pico.run_until(start_us + 500_000)
    clock.bus.is_stuck = True
    clock.press_at(start_us + 1_500_000, "left")
    clock.press_at(start_us + 2_500_000, "right")
    clock.pico.run_until(start_us + 3_000_000)
    clock.bus.release()
    clock.press_at(start_us + 8_000_000, "play")
    clock.pico.run_until(start_us + 8_300_000)
    assert clock.state()["remaining_ms"] == [300_000 - 1_500 - 5_500, 300_000 - 1_000]
    assert clock.state()["moves"] == [1, 1]
    assert clock.view().right.text == "4:59"


def test_two_games_are_equal_to_the_bit() -> None:
    def play() -> tuple[object, ...]:
        clock = EmulatedClock()
        clock.pico.record(range(22))
        start_us = started(clock, 300_000, 2_000)
        clock.press_at(start_us + 333_333, "left", 40_000, BOUNCE_2_MS)
        clock.pico.run_until(start_us + 700_000)
        clock.press("play")
        state = clock.state()
        return clock.pico.edges, state, bytes(clock.pico.usb.received), clock.pico.now_us

    first, second = play(), play()
    assert first == second
    assert len(first[0]) > 500
