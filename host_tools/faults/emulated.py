"""Power cuts in the flash operations of a game on the emulated Pico, with the real image."""

from __future__ import annotations

import itertools

from host_tools.faults.cuts import RECORDED_MS
from host_tools.faults.disturbances import Outcome

MAIN_MS = 300_000
BONUS_MS = 2_000
TURNS_US = (1_300_000, 700_000, 2_100_000, 400_000)
LAST_US = 2_200_000  # thinking that the last power cut breaks off
SECOND_MS = 1000
SHARES = (0.0, 0.5, 1.0)


def power_cuts(tries: int) -> Outcome:
    """Cut the power in flash operations of one game, spread over it, 0, 50 and 100 % into each."""
    from host_tools.emulator.benchmark import started
    from host_tools.emulator.clock_board import EmulatedClock

    clock = EmulatedClock()
    start_us = started(clock, MAIN_MS, BONUS_MS)
    flash = bytearray(clock.pico.flash_content())
    first = len(clock.pico.flash.operations)
    ends_us = [start_us + sum(TURNS_US[: number + 1]) for number in range(len(TURNS_US))]
    for number, end_us in enumerate(ends_us):
        clock.press_at(end_us, "right" if number % 2 else "left")
    clock.pico.run_until(ends_us[-1] + LAST_US)
    operations = clock.pico.flash.operations[first:]
    outcome = Outcome()
    if not operations or any("erase" in operation.name for operation in operations):
        outcome.fail(f"{len(operations)} operations while a side ran, or an erasing")
        return outcome
    # The operation of the start, which may come a moment after the press, is the first to count.
    wanted = {
        round(index * (len(operations) - 1) / max(tries - 1, 1)) for index in range(tries)
    }
    shares = itertools.cycle(SHARES)
    for number, operation in enumerate(operations):
        if number in wanted:
            torn = bytearray(flash)
            operation.do(torn, next(shares))
            _judge(outcome, bytes(torn), operation.at_us, start_us, ends_us)
        operation.do(flash)
    return outcome


def _judge(
    outcome: Outcome, flash: bytes, cut_us: float, start_us: float, ends_us: list[float]
) -> None:
    """Power a Pico up with a flash and compare what its clock says with the truth."""
    from host_tools.emulator.clock_board import EmulatedClock

    clock = EmulatedClock(flash=flash)
    clock.wait_for_display()
    clock.pico.run_for(800_000)
    state = clock.state()
    full_ms = [MAIN_MS + BONUS_MS, MAIN_MS + BONUS_MS]
    is_as_before = state["remaining_ms"] == full_ms and state["moves"] == [0, 0]
    if state["state"] == "setup" and is_as_before and cut_us - start_us <= RECORDED_MS * 1000:
        outcome.judge(0, SECOND_MS)  # the start had not been recorded: nothing has run
        return
    # What was under way may be missing: the last press, or all since the start.
    presses = sum(end_us <= cut_us for end_us in ends_us)
    for made in (presses, presses - 1):
        if made < 0 or state["moves"] != [(made + 1) // 2, made // 2]:
            continue
        times = list(full_ms)
        begin_us = start_us
        for number in range(made):
            times[number % 2] += BONUS_MS - round((ends_us[number] - begin_us) / 1000)
            begin_us = ends_us[number]
        times[made % 2] -= round((cut_us - begin_us) / 1000)
        off = [has - was for has, was in zip(state["remaining_ms"], times, strict=True)]
        if state["state"] == "paused" and all(-2 <= one <= SECOND_MS for one in off):
            outcome.judge(max(off), SECOND_MS)
            return
    after_ms = (cut_us - start_us) / 1000
    outcome.fail(f"cut {after_ms:.1f} ms after the start: came back as {state}")
