"""`chessclock bench --watch`: ten virtual clocks at 10 Hz in one table; lag and CPU share."""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.live import Live

from host_tools.bench.child_process import BenchError
from host_tools.console.clock import Clock
from host_tools.console.clocks import Address
from host_tools.console.files import say
from host_tools.console.model import WRAP_MS, ClockState
from host_tools.console.show import table_of
from host_tools.console.watching import Watch
from host_tools.notation import parse_control

CLOCKS = 10
HZ = 10
SECONDS = 20.0
WARM_UP_S = 2.0
FRAME_S = 0.1


@dataclass
class Sample:
    """What came of one clock: when each state was true, read and drawn (ms)."""

    at: list[int] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)


def watch_bench(as_json: bool, seconds: float = SECONDS) -> int:
    """Watch ten running virtual clocks for some seconds, print what it took; return 0.

    The lag of a state is from the instant for which it is true until it stands in the table, the
    least that was seen of its clock taken for none: it holds how late the virtual clocks are,
    which share this computer. What the watching itself adds is told apart. The share of the
    processor is that of the watching process alone. Raises BenchError if the clocks do not come
    up.
    """
    first = _free_ports()
    command = [str(Path(sys.executable).with_name("chessclock")), "virtual", str(CLOCKS)]
    clocks = subprocess.Popen(
        [*command, "--first-port", str(first)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert clocks.stdout is not None and clocks.stdin is not None
        while line := clocks.stdout.readline():
            if line.startswith("Type "):
                break
        else:
            raise BenchError("the virtual clocks did not start")
        addresses = [
            Address(f"table{index + 1}", f"socket://127.0.0.1:{first + index}")
            for index in range(CLOCKS)
        ]
        for address in addresses:
            with Clock(address.port) as clock:
                clock.set_control(parse_control("90m + 30s"))
        clocks.stdin.write("all right\n")
        clocks.stdin.flush()
        found = _measure(addresses, seconds)
    finally:
        clocks.kill()
        clocks.communicate()
    if as_json:
        print(json.dumps(found))
    else:
        say(f"{CLOCKS} virtual clocks at {HZ} Hz for {seconds:g} s: {found['states']} states of"
            f" {found['expected']}")
        say(f"from the clock's instant to the table: median {found['lag_median_ms']:.0f} ms,"
            f" 99 % within {found['lag_99_ms']:.0f} ms, longest {found['lag_longest_ms']:.0f} ms")
        say(f"of it, from reading a line to the table: median {found['drawn_median_ms']:.0f} ms,"
            f" longest {found['drawn_longest_ms']:.0f} ms")
        say(f"processor: {100 * found['cpu_share']:.0f} % of one core")
    return 0


def _measure(addresses: list[Address], seconds: float) -> dict[str, float]:
    samples: dict[str, Sample] = defaultdict(Sample)
    waiting: list[Sample] = []

    def hear(address: Address, state: ClockState, now: float) -> None:
        sample = samples[address.name]
        sample.at.append(state.at)
        sample.read.append(now * 1000)
        waiting.append(sample)

    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        console = Console(file=nowhere, force_terminal=True, width=120, height=40)
        with (
            Watch(addresses, HZ, hear) as watch,
            Live(console=console, auto_refresh=False) as live,
        ):
            until = time.monotonic() + WARM_UP_S
            while time.monotonic() < until:
                watch.turn(FRAME_S)
            samples.clear()
            waiting.clear()
            cpu, began = time.process_time(), time.monotonic()
            while time.monotonic() < began + seconds:
                watch.turn(FRAME_S)
                live.update(table_of(watch.seen()), refresh=True)
                now = time.monotonic() * 1000
                for sample in waiting:
                    sample.drawn.append(now)
                waiting.clear()
            took = time.monotonic() - began
            share = (time.process_time() - cpu) / took
    lags = sorted(lag for sample in samples.values() for lag in lags_of(sample))
    if not lags:
        raise BenchError("no state came from the virtual clocks")
    waits = sorted(
        drawn - read
        for sample in samples.values()
        for read, drawn in zip(sample.read, sample.drawn, strict=False)
    )
    return {
        "drawn_median_ms": statistics.median(waits),
        "drawn_longest_ms": waits[-1],
        "states": len(lags),
        "expected": round(CLOCKS * HZ * took),
        "lag_median_ms": statistics.median(lags),
        "lag_99_ms": lags[min(len(lags) - 1, len(lags) * 99 // 100)],
        "lag_longest_ms": lags[-1],
        "cpu_share": share,
    }


def lags_of(sample: Sample) -> list[float]:
    """Return how late each state was drawn, in ms, the quickest reading of the clock being 0."""
    if not sample.at:
        return []
    base = sample.at[0]
    own = [(at - base + WRAP_MS // 2) % WRAP_MS - WRAP_MS // 2 for at in sample.at]
    offset = min(read - at for read, at in zip(sample.read, own, strict=True))
    return [drawn - at - offset for drawn, at in zip(sample.drawn, own, strict=False)]


def _free_ports() -> int:
    """Return the first of enough ports in a row that are free."""
    for first in range(21_000, 60_000, CLOCKS):
        if all(_is_free(port) for port in range(first, first + CLOCKS)):
            return first
    raise BenchError("no free ports")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
