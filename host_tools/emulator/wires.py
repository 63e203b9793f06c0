"""What is between a pin of the emulated chip and the world: one wire a pin.

The emulator alone does not know wires: it does not feed an output's level back to its input (an
open-drain line would always read 0), knows no pull-up outside the chip, and latches an edge when
a level is set that was there before. A `Wire` resolves who drives it and tells the chip about
changes alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rp2040py.gpio_pin import GPIOPinState

PIN_COUNT = 30
_OUTPUT = {GPIOPinState.LOW: 0, GPIOPinState.HIGH: 1}
_PULL = {GPIOPinState.INPUT_PULL_UP: 1, GPIOPinState.INPUT_PULL_DOWN: 0}


class Wire:
    """A wire at one pin.

    level      0 or 1, as anything on the wire reads it
    outside    what the world drives: 0, 1 or None for nothing
    pull       the resistor outside the chip: 0, 1 or None for none
    conflicts  how often the chip and the world drove it to opposite levels
    """

    def __init__(self, number: int, gpio: Any) -> None:
        """Put a wire to pin `number`."""
        self.number = number
        self.level = 0
        self.outside: int | None = None
        self.pull: int | None = None
        self.conflicts = 0
        self._gpio = gpio
        self._fed: int | None = None
        self._watchers: list[Callable[[int], None]] = []
        gpio.add_listener(self._chip_changed)
        self.resolve()

    @property
    def is_output(self) -> bool:
        """Whether the chip drives the wire."""
        return self._gpio.value in _OUTPUT

    def watch(self, watcher: Callable[[int], None]) -> None:
        """Have `watcher(level)` called at every change of the level, in the order of watching."""
        self._watchers.append(watcher)

    def drive(self, level: int | None) -> None:
        """Drive the wire from outside to 0 or 1, or let it go with None."""
        self.outside = level
        self.resolve()

    def resolve(self) -> None:
        """Take the level that follows from everything that is on the wire."""
        state = self._gpio.value
        chip = _OUTPUT.get(state)
        if chip is not None and self.outside is not None and chip != self.outside:
            self.conflicts += 1
            level = 0  # the transistor to ground wins
        elif chip is not None:
            level = chip
        elif self.outside is not None:
            level = self.outside
        elif self.pull is not None:
            level = self.pull
        else:
            level = _PULL.get(state, self.level)
        if level != self._fed:
            self._fed = level
            self._gpio.set_input_value(bool(level))
        if level != self.level:
            self.level = level
            for watcher in self._watchers:
                watcher(level)

    def _chip_changed(self, _new: Any, _old: Any) -> None:
        self.resolve()
