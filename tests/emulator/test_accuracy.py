"""The time that is booked, against the truth in microseconds: at leisure and under load."""

from __future__ import annotations

import random

import pytest

from host_tools.emulator.benchmark import begin, book, started, thinking_us
from host_tools.emulator.clock_board import BOUNCE_2_MS, NO_BOUNCE, EmulatedClock
from host_tools.emulator.probe import Probe


@pytest.mark.parametrize(
    ("name", "seed", "bounce_us"),
    [("clean", 1, NO_BOUNCE), ("bouncing", 2, BOUNCE_2_MS)],
)
def test_a_hundred_random_presses_are_booked_to_a_millisecond(
    name: str, seed: int, bounce_us: tuple[float, ...]
) -> None:
    booked = book(Probe(), thinking_us(100, seed), bounce_us)
    assert booked.counted == 100
    assert len(booked.errors_ms) == 100
    assert max(map(abs, booked.errors_ms)) <= 1
    assert abs(booked.together_ms) <= 1, "nothing is lost between the presses"
    assert max(map(abs, booked.side_ms)) <= 50


def test_a_press_before_the_counter_wraps_and_one_after_it() -> None:
    """The clock's instants wrap at 2**29 ms, in the middle of the turn."""
    wrap_us = 4_000_000
    clock = EmulatedClock(ticks_us=2**29 * 1000 - wrap_us)
    start_us = started(clock, 300_000)
    assert start_us < wrap_us - 500_000
    clock.press_at(start_us + 3_456_000, "left")
    clock.pico.run_until(start_us + 3_700_000)
    assert clock.pico.now_us > wrap_us + 200_000
    clock.press("play")
    state = clock.state()
    assert state["moves"] == [1, 0]
    assert state["remaining_ms"][0] == 300_000 - 3_456


def test_a_host_that_sends_garbage_all_the_time_disturbs_nothing() -> None:
    probe = Probe()
    clock, pico = probe.clock, probe.pico
    rng = random.Random(7)
    begin(clock, 300_000, 2_000)
    is_chattering = True

    def chatter() -> None:
        if is_chattering:
            # Ctrl-C, newlines and pieces of JSON are among it; as much as the clock takes.
            if pico.usb.unsent < 64:
                pico.usb.send(bytes(rng.choices(b'\x03\n\r{}":, idcmtsae\x00\xff01', k=64)))
            pico.after(1_000, chatter)

    start_us = pico.now_us + 100_000
    instants = [start_us]
    for think in thinking_us(12, 5):
        instants.append(instants[-1] + min(think, 300_000))
    for number, instant in enumerate(instants):
        clock.press_at(instant, "left" if number % 2 else "right", 30_000, BOUNCE_2_MS)
    pico.run_until(start_us + 10_000)
    chatter()
    for instant in instants:
        pico.run_until(instant)
    is_chattering = False
    pico.run_while(lambda: pico.usb.unsent > 0, 5_000_000, "the clock to take the rest")
    pico.run_for(1_500_000)  # all that was taken is refused while the side runs, Ctrl-C too
    assert b"a side runs: pause first" in pico.usb.received
    pico.usb.send("\n")
    pico.run_for(500_000)
    clock.press("play")
    pico.run_for(500_000)
    state = clock.state()
    assert sum(state["moves"]) == 12
    stamps = [stamp for _, stamp in probe.report()["presses"]]
    errors = [
        (stamps[number] - stamps[number - 1]) - (instants[number] - instants[number - 1]) / 1000
        for number in range(1, 13)
    ]
    assert max(map(abs, errors)) <= 1
    assert not pico.resets


def test_a_full_heap_disturbs_nothing() -> None:
    """The tick path allocates nothing, so a heap that is all but full is never collected."""
    probe = Probe(leave_free=16_000)
    quick = [min(think, 700_000) for think in thinking_us(11, 9)]
    booked = book(probe, [1_500_000, *quick], BOUNCE_2_MS)  # filling takes part of the first
    assert booked.counted == 12
    assert max(map(abs, booked.errors_ms)) <= 1
    assert abs(booked.together_ms) <= 1
    assert probe.report()["free"] < 24_000
