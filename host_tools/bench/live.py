"""`LiveBench`: the virtual board in real time, for the web page and for people."""

from __future__ import annotations

import sys
import time
from typing import Any

from clockcore.code_names import SIDE_NAMES, STATE_NAMES

from host_tools.bench.bench import Bench
from host_tools.bench.child_process import BenchError

SPEEDS = (1, 10, 60)
CATCH_UP_S = 2.0  # a host that was asleep for longer does not make up for it


class LiveBench:
    """A clock that runs at `speed` times real time. Not safe for use from several threads.

    runtime_name  what runs the firmware, for people
    lever_kind    "plungers" or "rocker"
    sides         left and right, of a table also those of clocks B and C
    """

    def __init__(
        self, board: str = "virtual", runtime: str | None = None, speed: int = 1, **more: Any
    ) -> None:
        """Power up, sounds on; BenchError if it cannot be. `more` goes to `Bench`."""
        self.bench = Bench(board=board, runtime=runtime, **more)
        self.speed = speed
        self.lever_kind = self.bench.lever_kind
        self.sides = self.bench.sides
        self.runtime_name = self._runtime_name()
        self._fraction = 0.0
        self._last = time.monotonic()

    def advance(self) -> None:
        """Run the firmware up to now; call it often, and before and after an input."""
        real = time.monotonic()
        passed = min(real - self._last, CATCH_UP_S)
        self._last = real
        whole, self._fraction = divmod(passed * 1000 * self.speed + self._fraction, 1)
        self.bench.advance_ms(int(whole))

    def set_speed(self, speed: int) -> None:
        """Run at 1, 10 or 60 times real time from now on; BenchError otherwise."""
        if speed not in SPEEDS:
            raise BenchError(f"speed {speed!r} is unknown: 1, 10 or 60")
        self.advance()
        self.speed = speed

    def contact(self, side: str, closed: bool) -> None:
        """Close or open the contact of `side`, now; a rocker only goes down."""
        self.advance()
        if closed:
            self.bench.hold(side)
        else:
            self.bench.release(side)

    def key(self, name: str, down: bool) -> None:
        """Press a key or let it go, now."""
        self.advance()
        if down:
            self.bench.key_down(name)
        else:
            self.bench.key_up(name)

    def console(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command down the serial line and return the reply."""
        self.advance()
        return self.bench.console(command)

    def put_away(self) -> None:
        """Open the arbiter lock by its keys, if it is not open, and put the game away."""
        self.advance()
        if not self.bench.console({"cmd": "state"})["lock"]:
            self.bench.turn_lock()
        self.bench.console({"cmd": "put_away"})

    def snapshot(self) -> dict[str, Any]:
        """Return everything that can be seen and heard of the clock, as plain values."""
        bench = self.bench
        clocks = "ABC"[: bench.clocks]
        pairs = [bench.displays(clock) for clock in clocks]
        views = [view for pair in pairs for view in (pair.left, pair.right)]
        games = bench.games()
        ended, _ = bench.forget()
        return {
            "time_ms": bench.now_ms,
            "state": bench.table_state,
            "games": {
                clock: {
                    "state": STATE_NAMES[game["state"]],
                    "white_side": SIDE_NAMES[game["white_side"]],
                    "flag_side": SIDE_NAMES[game["flag_side"]] if game["flag_side"] < 2 else None,
                }
                for clock, game in zip(clocks, games, strict=True)
            },
            "segments": {side: bench.segments(side) for side in bench.sides},
            "lamps": {side: bench.lamp(side) for side in bench.sides},
            "text": {
                side: view.text for side, view in zip(bench.sides, views, strict=True)
            },
            "marks": {
                side: sorted(view.marks) for side, view in zip(bench.sides, views, strict=True)
            },
            "buzzer_hz": bench.buzzer_hz,
            "white_side": bench.white_side,
            "flag_side": bench.flag_side,
            "preset": bench.program,
            "lever_moved": bench.lever_moved,
            "is_days": bench.is_days,
            "sounds": [{"at_ms": one.at_ms, "hz": one.hz, "ms": one.ms} for one in ended],
        }

    def close(self) -> None:
        """Power off."""
        self.bench.close()

    def _runtime_name(self) -> str:
        if self.bench.runtime == "micropython":
            return f"MicroPython {self.bench.runtime_version}"
        version = ".".join(map(str, sys.version_info[:3]))
        return f"CPython {version} (no MicroPython)"
