"""A test double of the live bench: the pure game behind the same calls, without a firmware.

As a program it serves the panel with the double, for the tests that need a process of its own:
`panel_double.py PORT IDLE_SECONDS [keep]`.
"""

import sys
import time

from clockcore.code_names import SIDE_NAMES, STATE_NAMES
from clockcore.codes import LEFT, NEITHER, PAUSED, READY, RIGHT, RUNNING
from clockcore.game import Game
from clockcore.presets import PRESET_COUNT, preset
from clockcore.text_of_time import text_of_ms
from clockcore.ticks import ticks_add

from host_tools.bench import BenchError

SEGMENTS = dict(
    zip("0123456789 -", (63, 6, 91, 79, 102, 109, 125, 7, 127, 111, 0, 64), strict=True)
)


class DoubleBench:
    """`LiveBench` as far as the panel sees it; `calls` are the inputs that arrived."""

    runtime_name = "a test double"
    sides = ("left", "right")

    def __init__(self, speed: int = 1, lever_kind: str = "plungers") -> None:
        """Power up in SETUP."""
        self.speed = speed
        self.lever_kind = lever_kind
        self.game = Game()
        self.down_side = "right"  # of a rocker
        self.paused_down = "right"
        self.preset: int | None = None
        self.now_ms = 0.0
        self.real_s = time.monotonic()
        self.calls: list[tuple] = []
        self.is_closed = False
        self.fail_with: str | None = None

    def set_speed(self, speed: int) -> None:
        """Change the speed from now on."""
        self.advance()
        self.speed = speed

    def advance(self) -> None:
        """Let the game see the present."""
        if self.fail_with:
            raise BenchError(self.fail_with)
        real_s = time.monotonic()
        self.now_ms += (real_s - self.real_s) * 1000 * self.speed
        self.real_s = real_s
        self.game.tick(self._at())

    def contact(self, side: str, closed: bool) -> None:
        """Take an edge of a plunger, or a rocker that tips."""
        self.advance()
        self.calls.append(("contact", side, closed))
        if closed:
            self.down_side = side
            self.game.press(SIDE_NAMES.index(side), self._at())

    def key(self, name: str, down: bool) -> None:
        """Take an edge of a key; play starts, pauses and resumes, unless a rocker was moved."""
        self.advance()
        self.calls.append(("key", name, down))
        if name != "play" or not down:
            return
        if self.game.state == RUNNING:
            self.game.pause(self._at())
            self.paused_down = self.down_side
        elif self.game.state == PAUSED:
            if not self._lever_moved():
                self.game.resume(self._at())
        elif self.game.state == READY:
            self.game.start(LEFT, self._at())

    def put_away(self) -> None:
        """Put the game away."""

    def console(self, command: dict) -> dict:
        """Choose a preset, unless a side runs."""
        if command["cmd"] != "program":
            return {"ok": False, "error": "unknown command"}
        if self.game.state == RUNNING:
            return {"ok": False, "error": "a side runs: pause first"}
        if not 1 <= command["number"] <= PRESET_COUNT:
            return {"ok": False, "error": f"preset {command['number']} is unknown"}
        self.preset = command["number"]
        self.game.set_up(preset(self.preset), LEFT, self._at())
        return {"ok": True}

    def snapshot(self) -> dict:
        """Show the game as the clock would."""
        texts, segments, marks, lamps = {}, {}, {}, {}
        for side in (LEFT, RIGHT):
            name = SIDE_NAMES[side]
            text = text_of_ms(self.game.remaining_ms(side)) if self.game.control else "0:00"
            texts[name] = text
            segments[name] = _segments_of(text)
            lamps[name] = self.game.running_side == side
            marks[name] = ["white"] if self.game.white_side == side else ["black"]
            if lamps[name]:
                marks[name].append("running")
            if self.game.first_flag_side == side:
                marks[name].append("flag")
            if self.game.state == PAUSED and self.game.side_to_move in (side, NEITHER):
                marks[name].append("paused")
        return {
            "time_ms": int(self.now_ms),
            "state": STATE_NAMES[self.game.state],
            "segments": segments,
            "lamps": lamps,
            "text": texts,
            "marks": marks,
            "buzzer_hz": 0,
            "white_side": SIDE_NAMES[self.game.white_side],
            "preset": self.preset,
            "lever_moved": self._lever_moved(),
            "sounds": [],
        }

    def close(self) -> None:
        """Power off."""
        self.is_closed = True

    def _lever_moved(self) -> bool:
        if self.lever_kind != "rocker" or self.game.state != PAUSED:
            return False
        return self.down_side != self.paused_down

    def _at(self) -> int:
        return ticks_add(0, int(self.now_ms))


def _segments_of(text: str) -> list[int]:
    digits: list[int] = []
    for character in text:
        if character in ":.":
            digits[-1] |= 128
        else:
            digits.append(SEGMENTS[character])
    return [0] * (6 - len(digits)) + digits


if __name__ == "__main__":
    from host_tools.panel.server import Panel

    sys.exit(
        Panel(
            DoubleBench,
            port=int(sys.argv[1]),
            idle_s=float(sys.argv[2]),
            keep="keep" in sys.argv,
        ).run()
    )
