"""Edges of contacts and keys, each with the instant at which it happened.

An interrupt stores the level and the tick into a preallocated ring; the tick loop takes the edges
out in order. An edge whose interrupt was lost is repaired by looking at the level, stamped with
the tick that found it. A full ring counts its losses and never raises.
"""

from array import array

from clockcore.ticks import ticks_diff, ticks_ms
from machine import Pin
from micropython import const

ROOM = const(64)  # edges; a power of two
CROWDED = const(32)  # with so many edges waiting, bounces are left out
BOUNCE_MS = const(5)  # well below the time that any debouncing waits


class EdgeRing:
    """Edges in the order in which they happened; one interrupt side writes, the loop reads."""

    def __init__(self) -> None:
        """Make an empty ring."""
        self.at = array("i", [0] * ROOM)
        self.source = bytearray(ROOM)
        self.level = bytearray(ROOM)
        self.head = 0
        self.tail = 0
        self.lost = 0

    def put(self, source: int, level: int, at: int) -> None:
        """Store an edge; called from an interrupt, so it neither allocates nor raises.

        While the loop is held up by a file that is written, presses that bounce could fill the
        ring. Where many edges wait, a contact that comes back within 5 ms to the level of its
        last edge but one has bounced: that edge stands, and the two after it are left out. No
        debouncing would take notice of them.
        """
        head = self.head
        if (head - self.tail) & (ROOM - 1) >= CROWDED:
            last = (head - 1) & (ROOM - 1)
            first = (head - 2) & (ROOM - 1)
            if (
                self.source[last] == source
                and self.source[first] == source
                and self.level[last] != level
                and self.level[first] == level
                and ticks_diff(at, self.at[first]) <= BOUNCE_MS
            ):
                self.head = last
                return
        after = (head + 1) & (ROOM - 1)
        if after == self.tail:
            self.lost = (self.lost + 1) & 0xFFFF
            return
        self.at[head] = at
        self.source[head] = source
        self.level[head] = level
        self.head = after

    def is_empty(self) -> bool:
        """Return whether no edge waits."""
        return self.head == self.tail

    def has(self, now: int) -> bool:
        """Return whether the oldest edge happened at or before `now`."""
        return self.head != self.tail and ticks_diff(now, self.at[self.tail]) >= 0

    def drop(self) -> None:
        """Forget the oldest edge."""
        self.tail = (self.tail + 1) & (ROOM - 1)


class EdgeInput:
    """One pin that closes to ground.

    level     1 while closed, as the loop last knew it
    is_stuck  closed since power-up
    edges     edges that the loop has taken, wrapping at 2**16
    """

    def __init__(self, pin_number: int, source: int, ring: EdgeRing, hard: bool) -> None:
        """Claim the pin with its pull-up; `source` is the number that edges carry in the ring."""
        self.pin = Pin(pin_number, Pin.IN, Pin.PULL_UP)
        self.source = source
        self.ring = ring
        self.hard = hard
        self.level = 1 - self.pin()
        self.is_stuck = self.level == 1  # closed at power-up: reported, not obeyed
        self.edges = 0
        self.handler = self._edge  # bound once: binding it again would allocate

    def listen(self) -> None:
        """Begin to latch edges."""
        trigger = Pin.IRQ_FALLING | Pin.IRQ_RISING
        if self.hard:
            self.pin.irq(handler=self.handler, trigger=trigger, hard=True)
        else:
            self.pin.irq(handler=self.handler, trigger=trigger)

    def deafen(self) -> None:
        """Latch edges no longer."""
        self.pin.irq(handler=None)

    def take(self, level: int) -> None:
        """Know the level after an edge."""
        self.level = level
        self.edges = (self.edges + 1) & 0xFFFF
        self.is_stuck = False

    def is_missed(self) -> bool:
        """Return whether the pin stands other than the loop knows, with no edge waiting."""
        return 1 - self.pin() != self.level and self.ring.is_empty()

    def _edge(self, pin) -> None:
        self.ring.put(self.source, 1 - self.pin(), ticks_ms())
