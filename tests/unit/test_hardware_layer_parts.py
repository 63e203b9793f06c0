"""Parts of the hardware layer with a hand-cranked clock, where the bench's time is too kind.

On the virtual board computing takes no time, so no edge can come between the clock read of a pass
and the look at the ring. Here it can.
"""

from __future__ import annotations

import importlib
import random
import sys
from types import ModuleType

import pytest
from clockcore.debounce import CLOSED, OPENED, EagerBoth, EagerPress


class Pin:
    """A pin that a test sets; calls its handler at every change."""

    IN = OUT = PULL_UP = 0
    IRQ_FALLING = IRQ_RISING = 1

    def __init__(self, number: int, *mode: int) -> None:
        """Begin open."""
        self.level = 1
        self.handler = None

    def __call__(self) -> int:
        """Read the level."""
        return self.level

    def irq(self, handler, trigger: int, hard: bool = False) -> None:
        """Call `handler` at every change."""
        self.handler = handler

    def set(self, level: int, heard: bool = True) -> None:
        """Change the level; `heard` is whether the interrupt comes through."""
        self.level = level
        if heard and self.handler is not None:
            self.handler(self)


@pytest.fixture
def contact_input(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load `hal.contact_input` with a stand-in for `machine`."""
    machine = ModuleType("machine")
    machine.Pin = Pin  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.delitem(sys.modules, "hal.contact_input", raising=False)
    module = importlib.import_module("hal.contact_input")
    yield module
    sys.modules.pop("hal.contact_input", None)


@pytest.mark.parametrize("start", [0, 7_777, 2**29 - 3])
def test_an_edge_later_than_now_waits_for_the_next_pass(
    contact_input: ModuleType, start: int
) -> None:
    """T2: edges are drained up to `now`, by instant, also across the wrap."""
    ring = contact_input.EdgeRing()
    at = [(start + ms) % 2**29 for ms in range(8)]
    ring.put(0, 1, at[2])
    ring.put(1, 1, at[5])
    assert not ring.has(at[1])
    assert ring.has(at[2])
    ring.drop()
    assert not ring.has(at[4])
    assert ring.has(at[5])
    ring.drop()
    assert ring.is_empty()
    assert not ring.has(at[7])


def test_a_full_ring_keeps_the_oldest_and_counts_the_rest(contact_input: ModuleType) -> None:
    """63 edges fit; the first one is still the first one."""
    ring = contact_input.EdgeRing()
    for number in range(70):
        ring.put(number % 5, number & 1, 100 + number)
    assert ring.lost == 7
    kept = []
    while ring.has(1_000):
        kept.append(ring.at[ring.tail])
        ring.drop()
    assert kept == list(range(100, 163))


@pytest.mark.parametrize("kind", [EagerPress, EagerBoth])
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("start", [1_000, 2**29 - 700])
def test_presses_that_bounce_while_the_loop_is_held_up_are_all_there(
    contact_input: ModuleType, kind: type, seed: int, start: int
) -> None:
    """Two contacts bounce for up to 5 ms at 16 changes: each counts at its first edge."""
    dice = random.Random(seed)
    ring = contact_input.EdgeRing()
    at = start
    truth = []
    for number in range(16):
        source = number // 2 % 2
        level = 1 - number % 2
        truth.append((source, CLOSED if level else OPENED, at % 2**29))
        for bounce in [0, *sorted(dice.choices(range(6), k=2 * dice.randrange(6)))]:
            ring.put(source, level, (at + bounce) % 2**29)
            level = 1 - level
        at += dice.randrange(30, 300)
    assert ring.lost == 0
    contacts = (kind(), kind())
    seen = []
    while not ring.is_empty():
        source = ring.source[ring.tail]
        instant = ring.at[ring.tail]
        for index, contact in enumerate(contacts):
            change = contact.poll(instant)
            if change:
                seen.append((index, change, contact.at))
        change = contacts[source].edge(ring.level[ring.tail] == 1, instant)
        if change:
            seen.append((source, change, contacts[source].at))
        ring.drop()
    for index, contact in enumerate(contacts):
        change = contact.poll((at + 1_000) % 2**29)
        if change:
            seen.append((index, change, contact.at))
    pressed = [one for one in seen if one[1] == CLOSED]
    assert pressed == [one for one in truth if one[1] == CLOSED]
    assert len([one for one in seen if one[1] == OPENED]) == 8


def test_a_tap_is_no_bounce_however_many_edges_wait(contact_input: ModuleType) -> None:
    """A contact that closes and opens within 5 ms has done both."""
    ring = contact_input.EdgeRing()
    for number in range(40):
        ring.put(number % 2, 1 - number // 2 % 2, 1_000 + number)
    kept = ring.head
    ring.put(4, 1, 2_000)
    ring.put(4, 0, 2_001)
    assert ring.head == kept + 2
    ring.put(4, 1, 2_010)
    assert ring.head == kept + 3


def test_an_edge_is_missed_only_when_no_interrupt_waits(contact_input: ModuleType) -> None:
    """A level that differs with the edge still in the ring is not lost: it will be drained."""
    ring = contact_input.EdgeRing()
    one = contact_input.EdgeInput(2, 0, ring, True)
    one.listen()
    assert not one.is_missed()
    one.pin.set(0)
    assert not one.is_missed()
    ring.drop()
    one.level = 1
    assert not one.is_missed()
    one.pin.set(1, heard=False)
    assert one.is_missed()


def test_the_displays_take_turns() -> None:
    """Both have always something to send: neither waits for ever."""
    from clockcore.frame import Frame

    pair_module = importlib.import_module("hal.display_pair")

    class Driver:
        def __init__(self) -> None:
            self.sent = 0
            self.refresh_ms = 5_000
            self.text_lines = 0

        def set_dim(self, is_dim: bool) -> None:
            """Take a brightness."""

        def load(self, cells: bytearray, marks: int) -> None:
            """Take cells."""

        def is_pending(self) -> bool:
            return True

        def forget(self) -> None:
            """Send anew."""

        def push(self) -> bool:
            self.sent += 1
            return True

    drivers = (Driver(), Driver())
    lamps = (lambda level: None, lambda level: None)
    pair = pair_module.DisplayPair((Frame(6), Frame(6)), drivers, lamps)
    for now in range(10):
        assert pair.push(now)
    assert [driver.sent for driver in drivers] == [5, 5]
