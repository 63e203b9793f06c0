"""A main.py that starts the firmware as it is and shows from outside what it does.

It replaces methods on the objects of the running application, not the firmware: a pass of the
loop and each push of a display driver raise a spare pin while they run, so that their lengths are
read off the pins to the microsecond; presses are noted; and the heap is counted while a spare pin
is held high from outside. What the probe itself costs, two pin writes, is in the figures.
"""

from __future__ import annotations

import json
from typing import Any

from boards.schema import wires
from host_tools.emulator.clock_board import EmulatedClock

ROOM = 512
HEAP = 1 << 20  # more than there is
_RESERVED = (23, 24, 25, 29)
_MAIN = """
import gc
import app.application
gc.collect()
before = gc.mem_alloc()
import probing
gc.collect()
probing.numbers[5] = gc.mem_alloc() - before
from app.start import main
main()
"""
_PROGRAM = """
import gc
from array import array
from machine import Pin

PASS = Pin({passing}, Pin.OUT, value=0)
PUSH = Pin({pushing}, Pin.OUT, value=0)
WINDOW = Pin({window}, Pin.IN, Pin.PULL_DOWN)
REPORT = Pin({report}, Pin.IN, Pin.PULL_DOWN)
HANG = Pin({hanging}, Pin.IN, Pin.PULL_DOWN)
ROOM = {room}
sides = bytearray(ROOM)
stamps = array("i", [0] * ROOM)
# Presses, window, heap as it opened, as it closed, free at the end, what the probe itself takes,
# whether it has reported.
numbers = [0, 0, 0, 0, 0, 0, 0]
ballast = [None]

def start(self, board, note):
    begin(self, board, note)
    gc.collect()
    before = gc.mem_alloc()
    loop = self.loop
    game = self.clock.table.games[0]
    loop.run_pass = passing(loop.run_pass)
    game.press = pressing(game.press)
    for pair in self.displays:
        for driver in pair.drivers:
            driver.push = pushing(driver.push)
    loop.run_pass = filling(loop.run_pass, game)
    gc.collect()
    numbers[5] += gc.mem_alloc() - before

def filling(run_pass, game):
    def filled():
        if {leave_free} < {heap}:
            state = game.state
            if state == 2 and ballast[0] is None:
                fill()
            elif state > 2 and ballast[0] is not None:
                numbers[4] = gc.mem_free()
                ballast[0] = None
                gc.collect()
        return run_pass()
    return filled

def fill():
    gc.collect()
    size = 16384
    while size > 16:
        try:
            if gc.mem_free() - size < {leave_free}:
                raise MemoryError
            ballast[0] = (ballast[0], bytes(size))
        except MemoryError:
            size //= 2

def passing(run_pass):
    def timed():
        if WINDOW() != numbers[1]:
            turn()
        if REPORT() != numbers[6]:
            numbers[6] = REPORT()
            if numbers[6]:
                report()
        while HANG():
            pass
        PASS(1)
        wait = run_pass()
        PASS(0)
        return wait
    return timed

def pushing(push):
    def timed():
        PUSH(1)
        answered = push()
        PUSH(0)
        return answered
    return timed

def pressing(press):
    def noted(side, at):
        index = numbers[0]
        if index < ROOM:
            sides[index] = side
            stamps[index] = at
            numbers[0] = index + 1
        return press(side, at)
    return noted

def turn():
    if WINDOW():
        numbers[1] = 1
        gc.collect()
        gc.disable()
        numbers[2] = gc.mem_alloc()
    else:
        numbers[3] = gc.mem_alloc()
        numbers[1] = 0
        gc.enable()

def report():
    presses = [[sides[i], stamps[i]] for i in range(numbers[0])]
    print()
    print('{{"probe": true, "presses": ' + str(presses)
        + ', "opened": ' + str(numbers[2]) + ', "closed": ' + str(numbers[3])
        + ', "own": ' + str(numbers[5]) + ', "free": ' + str(numbers[4] or gc.mem_free()) + '}}')

from app.application import Application
begin = Application.__init__
Application.__init__ = start
"""


class Probe:
    """What the probe on a clock sees. Make it with `EmulatedClock`'s arguments."""

    def __init__(
        self, displays: str | None = None, leave_free: int = HEAP, **options: Any
    ) -> None:
        """Power up with the probe; objects fill the heap of a running game.

        `leave_free` bytes remain. They come in the first pass of the running game, since what
        keeps a game whole in READY needs the heap, and go when the game stands.
        """
        board: Any = EmulatedClock.load_board()
        chosen = displays or board.DISPLAY_SET
        # The firmware opens the board's buses whatever its displays are.
        used = {wire.pin for name in board.DISPLAY_SETS for wire in wires(board, name)}
        spare = [pin for pin in range(30) if pin not in used and pin not in _RESERVED]
        pins = spare[-5:]
        self._passing, self._pushing, self._window, self._report, self._hanging = pins
        program = _PROGRAM.format(
            passing=self._passing,
            pushing=self._pushing,
            window=self._window,
            report=self._report,
            room=ROOM,
            hanging=self._hanging,
            leave_free=leave_free,
            heap=HEAP,
        )
        files = {"main.py": _MAIN, "probing.py": program}
        self.clock = EmulatedClock(chosen, extra=files, **options)
        self.pico = self.clock.pico
        self.pico.record([self._passing, self._pushing])

    def lengths(self, what: str) -> list[tuple[float, float]]:
        """Return (begin, length) in us of every finished `pass` or `push` so far."""
        pin = self._passing if what == "pass" else self._pushing
        found = []
        begin = None
        for at_us, number, level in self.pico.edges:
            if number != pin:
                continue
            if level:
                begin = at_us
            elif begin is not None:
                found.append((begin, at_us - begin))
        return found

    def open_heap_window(self) -> None:
        """Collect garbage, switch the collector off, count the heap."""
        self.pico.drive(self._window, 1)
        self.pico.run_for(100_000)

    def close_heap_window(self) -> None:
        """Count the heap again."""
        self.pico.drive(self._window, 0)
        self.pico.run_for(100_000)

    def hang(self) -> None:
        """Let the next pass of the loop never begin."""
        self.pico.drive(self._hanging, 1)

    def report(self) -> dict[str, Any]:
        """Return what the probe has noted: presses [side, tick], heap (own: its part), free.

        Only while no side runs, since it allocates.
        """
        usb = self.pico.usb
        if usb is None:
            raise ValueError("the probe reports over USB")
        start = len(usb.received)
        self.pico.drive(self._report, 1)
        begin = usb.wait_for(b'{"probe"', start) - len(b'{"probe"')
        end = usb.wait_for(b"\n", begin)
        self.pico.drive(self._report, 0)
        self.pico.run_for(50_000)
        result: dict[str, Any] = json.loads(usb.received[begin:end])
        return result
