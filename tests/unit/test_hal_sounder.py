"""The sounder with a hand-cranked clock: cues, rows of tones, and which of them ends which."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from clockcore.codes import EV_FLAG, EV_GONG, EV_PRESS
from clockcore.ticks import NEVER_MS

WRAP = 1 << 29
UNIT, TEN, ZERO = (1500, 90), (500, 360), (500, 50)


class Rig:
    """A sounder, the time, and the tones that were heard: start, Hz, ms."""

    def __init__(self, sounder: Any, tones: list[tuple[int, int]], start: int) -> None:
        """Begin at `start`."""
        self.sounder = sounder
        self.changes = tones
        self.start = start
        self.ms = 0

    @property
    def now(self) -> int:
        """The instant."""
        return (self.start + self.ms) % WRAP

    def run(self, ms: int) -> None:
        """Let `ms` ms pass as the loop does: tick when something is due, and only then."""
        end = self.ms + ms
        while True:
            due = self.sounder.due_ms(self.now)
            if due == NEVER_MS or self.ms + due > end:
                break
            self.ms += due
            self.sounder.tick(self.now)
        self.ms = end

    def tones(self) -> list[tuple[int, int]]:
        """Return (Hz, ms) of every tone, without the silences."""
        heard = []
        for (since, hz), (until, _) in zip(self.changes, self.changes[1:], strict=False):
            if hz and until > since:
                heard.append((hz, until - since))
        return heard


@pytest.fixture(params=[0, WRAP - 200])
def rig(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """Return a sounder on a stand-in for a PWM."""
    changes: list[tuple[int, int]] = []
    rig = Rig(None, changes, request.param)

    class PWM:
        def __init__(self, pin: object) -> None:
            self.hz = self.duty = 0

        def freq(self, hz: int) -> None:
            assert hz > 0
            self.hz = hz

        def duty_u16(self, duty: int) -> None:
            self.duty = duty
            changes.append((rig.ms, self.hz if duty else 0))

    machine = ModuleType("machine")
    pin = SimpleNamespace(OUT=1)
    machine.__dict__.update(PWM=PWM, Pin=lambda *_: pin)
    machine.Pin.OUT = 1  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.delitem(sys.modules, "hal.sounder", raising=False)
    module = importlib.import_module("hal.sounder")
    rig.sounder = module.Sounder(7)
    rig.sounder.prepare(True)
    yield rig
    sys.modules.pop("hal.sounder", None)


def test_silence_is_the_beginning_and_nothing_is_due(rig: Rig) -> None:
    """An event without a tone changes nothing."""
    rig.sounder.cue(EV_PRESS, rig.now)
    assert rig.changes == [(0, 0)]
    assert rig.sounder.due_ms(rig.now) == NEVER_MS


def test_a_cue_lasts_as_long_as_it_should(rig: Rig) -> None:
    """And then nothing is due."""
    rig.sounder.cue(EV_GONG, rig.now)
    assert rig.sounder.due_ms(rig.now) == 400
    rig.run(5_000)
    assert rig.tones() == [(880, 400)]
    assert not rig.sounder.is_on and rig.sounder.due_ms(rig.now) == NEVER_MS


def test_a_row_tells_minutes_seconds_and_moves(rig: Rig) -> None:
    """2:13 after 20 moves, with the pauses that the README says."""
    rig.sounder.tell(133_000, False, 20, rig.now)
    assert rig.sounder.is_telling and not rig.sounder.is_on
    rig.run(20_000)
    assert rig.tones() == [UNIT, UNIT, TEN, UNIT, UNIT, UNIT, TEN, TEN]
    starts = [at for at, hz in rig.changes if hz]
    ends = [at for (_, hz), (at, _) in zip(rig.changes, rig.changes[1:], strict=False) if hz]
    gaps = [start - end for start, end in zip(starts[1:], ends, strict=False)]
    assert starts[0] == 140
    assert gaps == [140, 640, 140, 140, 140, 1140, 140]
    assert not rig.sounder.is_telling and rig.sounder.due_ms(rig.now) == NEVER_MS


def test_a_cue_ends_a_row_for_good(rig: Rig) -> None:
    """At every moment of it; a flag is not told into."""
    rig.sounder.tell(133_000, False, 20, rig.now)
    rig.run(1_000)
    rig.sounder.cue(EV_FLAG, rig.now)
    assert not rig.sounder.is_telling
    rig.run(60_000)
    assert rig.tones()[-1] == (660, 1200)
    assert rig.tones()[:-1] == [UNIT, UNIT]


def test_a_click_disturbs_no_row_and_no_cue(rig: Rig) -> None:
    """Neither in a tone nor between two; alone it is heard."""
    rig.sounder.tell(1_000, False, 1, rig.now)
    for _ in range(20):
        rig.run(50)
        rig.sounder.click(rig.now)
    rig.run(10_000)
    assert rig.tones() == [UNIT, UNIT]
    rig.sounder.click(rig.now)
    rig.run(1_000)
    assert rig.tones()[-1] == (2400, 20)


def test_a_row_waits_for_a_cue_and_for_the_click_that_asked(rig: Rig) -> None:
    """The tone ends as it would have."""
    rig.sounder.click(rig.now)
    rig.sounder.tell(0, False, 0, rig.now)
    rig.run(5_000)
    assert rig.tones() == [(2400, 20), ZERO, ZERO]


def test_another_request_begins_anew(rig: Rig) -> None:
    """In the middle of a tone."""
    rig.sounder.tell(10_000, False, 0, rig.now)
    rig.run(240)
    rig.sounder.tell(3_000, False, 10, rig.now)
    rig.run(20_000)
    assert rig.tones() == [(500, 100), UNIT, UNIT, UNIT, TEN]


def test_silence_ends_a_row(rig: Rig) -> None:
    """Between two tones as well."""
    for ms in (10, 200, 300):
        rig.sounder.tell(133_000, False, 20, rig.now)
        rig.run(ms)
        rig.sounder.silence()
        assert rig.sounder.due_ms(rig.now) == NEVER_MS
        heard = len(rig.changes)
        rig.run(60_000)
        assert len(rig.changes) == heard
