"""The power goes in the middle of a game on the emulated Pico, and comes back."""

from __future__ import annotations

from host_tools.emulator import file_system
from host_tools.emulator.benchmark import started
from host_tools.emulator.clock_board import EmulatedClock
from host_tools.faults.emulated import power_cuts
from host_tools.journal import read_journal


def test_power_cuts_in_operations_of_the_flash_are_survived() -> None:
    """Nothing is erased while a side runs, and at most a second is lost."""
    outcome = power_cuts(4)
    assert outcome.tries == outcome.survived == 4, outcome


def test_the_cause_is_shown_by_turns_and_the_journal_is_whole() -> None:
    """PAUSED, with what happened on the displays; the seals are right on a host."""
    clock = EmulatedClock()
    start_us = started(clock, 300_000, 2_000)
    clock.pico.run_until(start_us + 1_500_000)
    again = EmulatedClock(flash=clock.pico.flash_content())
    again.wait_for_display()
    again.wait_for_text("PoUEr", 5_000_000)
    again.pico.run_for(1_000_000)
    assert again.state()["state"] == "paused"
    files = file_system.read(again.pico.flash_content())
    journal = read_journal(
        [content for name, content in files.items() if name.startswith("journal/j")]
    )
    assert len(journal.entries) > 3 and not journal.problems
