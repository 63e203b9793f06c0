"""Where the time of a pass goes: `python -m host_tools.emulator profile [DISPLAYS]`.

Wraps methods of the running application with `ticks_us` and prints, for a running game with a
press every second and tenths on the displays, how often each was called and how long it took.
The wrapping costs some 40 us a call, which is in the figures of whatever calls it. The last pass
of the game, which pauses and collects garbage, is the longest.
"""

from __future__ import annotations

import json
import re

from rich.console import Console
from rich.table import Table

from host_tools.bench.child_process import FIRMWARE
from host_tools.emulator.clock_board import EmulatedClock
from host_tools.emulator.image import ImageError
from host_tools.mpy import shipped_names

# Name, object, attribute; indented below what calls it.
PARTS = (
    ("pass", "loop", "run_pass"),
    ("  edges", "loop", "_drain"),
    ("  clock.tick", "clock", "tick"),
    ("    clock.advance", "clock", "advance"),
    ("    game.tick", "game", "tick"),
    ("  sounds", "loop", "_sound"),
    ("  clock.compose", "clock", "compose"),
    ("    composer.compose", "clock.composer", "compose"),
    ("  pair.light", "pair", "light"),
    ("  pair.push", "pair", "push"),
    ("    driver.load left", "pair.drivers[0]", "load"),
    ("    driver.push left", "pair.drivers[0]", "push"),
    ("  console.poll", "self.console", "poll"),
    ("  console.has_input", "self.console", "has_input"),
    ("  battery.tick", "self.battery", "tick"),
    ("  recorder.step", "self.recorder", "step"),
    ("  note.tick", "note", "tick"),
    ("  clock.due_ms", "clock", "due_ms"),
    ("  pair.due_ms", "pair", "due_ms"),
    ("  watchdog.feed", "self.watchdog", "feed"),
    ("game.press", "game", "press"),
)
_WORD = re.compile(r"\w+")
_PROGRAM = """
import gc
import json
from array import array
from time import ticks_us, ticks_diff
from hal.serial_line import {padded} as padded
import app.application as application

counts = array("i", [0] * {count})
sums = array("i", [0] * {count})
most = array("i", [0] * {count})
begin = application.Application.__init__

def wrapped(index, method):
    def one():
        at = ticks_us()
        result = method()
        note(index, ticks_diff(ticks_us(), at))
        return result
    def two(first):
        at = ticks_us()
        result = method(first)
        note(index, ticks_diff(ticks_us(), at))
        return result
    def three(first, second):
        at = ticks_us()
        result = method(first, second)
        note(index, ticks_diff(ticks_us(), at))
        return result
    def many(*all):
        at = ticks_us()
        result = method(*all)
        note(index, ticks_diff(ticks_us(), at))
        return result
    return one, two, three, many

quiet = [False]

def note(index, us):
    if quiet[0]:  # the pass that answers a host is none of a running game
        quiet[0] = index != 0
        return
    counts[index] += 1
    sums[index] += us
    if us > most[index]:
        most[index] = us

def start(self, board, note):
    begin(self, board, note)
    loop = self.loop
    clock = self.clock
    game = clock.table.games[0]
    pair = self.displays[0]
    shapes = {shapes}
    index = 0
    for owner, name in {parts}:
        if owner is not None and hasattr(owner, name):
            setattr(owner, name, wrapped(index, getattr(owner, name))[shapes[index]])
        index += 1
    ask = self.console.{ask}
    def answer(line, now):
        if b'"profile"' not in line:
            return ask(line, now)
        reply = {{"id": json.loads(line)["id"], "ok": True}}
        reply["parts"] = [[counts[i], sums[i], most[i]] for i in range({count})]
        for i in range({count}):
            counts[i] = sums[i] = most[i] = 0
        gc.collect()
        quiet[0] = True
        return padded(json.dumps(reply).encode())
    self.console.{ask} = answer

application.Application.__init__ = start
from app.start import main
main()
"""
_SHAPES = {
    "run_pass": 0,
    "light": 0,
    "has_input": 0,
    "feed": 0,
    "load": 2,
    "press": 2,
    "_drain": 1,
    "push": 1,
    "compose": 1,
}


def program() -> str:
    """Return the main.py that profiles."""
    shapes = []
    for name, owner, attribute in PARTS:
        shape = _SHAPES.get(attribute, 1)
        if name.strip().startswith("driver.push"):
            shape = 0
        if owner == "clock.composer":
            shape = 3
        shapes.append(shape)
    short = shipped_names(FIRMWARE)

    def shipped(word: re.Match[str]) -> str:
        return short.get(word[0], word[0])

    parts = ", ".join(
        f'({_WORD.sub(shipped, owner)}, "{_WORD.sub(shipped, attribute)}")'
        for _, owner, attribute in PARTS
    )
    return _PROGRAM.format(
        count=len(PARTS),
        parts=f"({parts})",
        shapes=tuple(shapes),
        ask=short["_answer"],
        padded=short.get("padded", "padded"),
    )


def profile(displays: str | None, seconds: int = 6) -> list[tuple[str, int, float, int]]:
    """Return (name, calls, mean us, longest us) of every part while a side runs."""
    clock = EmulatedClock(displays, extra={"main.py": program()})
    clock.wait_for_display()
    clock.pico.run_for(500_000)
    clock.ask("control", control={"periods": [{"main_ms": 9_000, "method": 1, "bonus_ms": 2000}]})
    clock.pico.run_for(500_000)
    clock.ask("profile")
    side = "right"
    for _ in range(seconds):
        clock.press(side)
        clock.pico.run_for(920_000)
        side = "left" if side == "right" else "right"
    clock.press("play")
    reply = clock.ask("profile")
    if not reply["ok"]:
        raise ValueError(json.dumps(reply))
    return [
        (name, calls, total / calls if calls else 0.0, longest)
        for (name, _, _), (calls, total, longest) in zip(PARTS, reply["parts"], strict=True)
    ]


def main(arguments: list[str]) -> int:
    """Print the table of one display set, the board's default without an argument.

    Raises ImageError without an image or for an unknown display set.
    """
    board = EmulatedClock.load_board()
    displays = arguments[0] if arguments else board.DISPLAY_SET
    if displays not in board.DISPLAY_SETS:
        known = ", ".join(board.DISPLAY_SETS)
        raise ImageError(f"display set {displays!r} is none of {known}")
    table = Table(title=f"Emulated (+/-40 %): where a pass's time goes, {displays}")
    for heading in ("part", "calls", "mean us", "longest us"):
        table.add_column(heading, justify="left" if heading == "part" else "right")
    for name, calls, mean, longest in profile(displays):
        table.add_row(name, str(calls), f"{mean:.0f}", str(longest))
    Console().print(table)
    return 0
