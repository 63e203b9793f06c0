"""The benchmark's own parts; its figures are for reading, not for a timed test."""

from __future__ import annotations

from host_tools.emulator.benchmark import (
    LONGEST_US,
    PIECES,
    SHORTEST_US,
    Row,
    markdown,
    pieces_of,
    tap_row,
    thinking_us,
)
from host_tools.emulator.probe import Probe


def test_thinking_times_are_seeded_and_reach_from_50_ms_to_3_s() -> None:
    times = thinking_us(110, 3)
    assert times == thinking_us(110, 3)
    assert times != thinking_us(110, 4)
    assert len(times) == 110
    assert (min(times), max(times)) == (SHORTEST_US, LONGEST_US)
    assert len({time % 1000 for time in times}) > 50, "not whole milliseconds"


def test_a_budget_that_does_not_hold_is_said() -> None:
    table = markdown(
        [
            Row("one", "1 ms", "<= 2 ms", True),
            Row("two", "3 ms", "<= 2 ms", False),
            Row("three", "4 ms", "", True),
        ]
    )
    assert table.splitlines()[2:] == [
        "| one | 1 ms | <= 2 ms | ok |",
        "| two | 3 ms | <= 2 ms | TOO MUCH |",
        "| three | 4 ms |  |  |",
    ]


def test_every_piece_can_be_measured() -> None:
    pieces = pieces_of(["ht16k33"])
    assert {piece[0] for piece in pieces} == set(PIECES)
    assert ("tick", "ht16k33") in pieces


def test_taps_of_10_ms_are_all_seen() -> None:
    row = tap_row()
    assert (row.value, row.holds) == ("40 of 40", True)


def test_the_probe_sees_passes_pushes_and_the_heap() -> None:
    """What it measures is not nothing, and what allocates is seen."""
    probe = Probe("ht16k33")
    probe.clock.wait_for_display()
    probe.clock.ask("hello")  # loads what answers: too much without a collection
    probe.open_heap_window()
    probe.clock.ask("check")
    probe.close_heap_window()
    report = probe.report()
    assert report["closed"] - report["opened"] > 500, "an answer in JSON allocates"
    assert 0 < report["own"] < 20_000
    passes = probe.lengths("pass")
    assert len(passes) > 10
    assert all(100 < length < 1_000_000 for _, length in passes)  # what answers is loaded first
    pushes = probe.lengths("push")
    assert pushes
    for at, length in pushes:
        assert any(begin <= at and at + length <= begin + whole for begin, whole in passes)
