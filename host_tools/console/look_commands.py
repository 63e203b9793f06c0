"""`chessclock connect`, `status`, `watch`, `sync-time`, `maintenance`: looking at clocks."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.table import Table

from host_tools.console.clock import Clock
from host_tools.console.clocks import Address, choose_clocks, write_clocks
from host_tools.console.each import for_each, gather, refusal
from host_tools.console.errors import ConsoleError, RefusedError, one_line
from host_tools.console.files import complain, say, screen
from host_tools.console.model import ClockState, Hello, RealTime
from host_tools.console.show import Seen, state_as_dict, table_of
from host_tools.console.watching import Watch

FRAME_S = 0.1
REDRAW_S = 1.0  # without a new state, for the seconds of a clock that is lost
PRINT_S = 10.0  # between two tables where one cannot be kept up
RESERVED_ROWS = 2  # of the window: the headings, and the line below the table
MAINTENANCE = {
    "up_s": "runs for",
    "passes": "passes of its loop",
    "overruns": "passes that were late",
    "longest_ms": "longest pass, ms",
    "errors": "errors contained",
    "bad_resets": "resets after a crash or a hang",
    "edges_lost": "edges of contacts lost",
    "lost_lines": "lines to hosts lost",
    "memory_free": "memory free, bytes",
    "records": "records in the journal",
    "blocks_free": "blocks of the journal free",
    "lost_records": "records lost",
}
SECOND_CHANGES_S = 1.3  # longer than a second of any clock


def connect_command(wanted: Sequence[str], file: Path | None, save: Path | None) -> int:
    """Print the clocks that answer, with what they are; return 1 if none or one does not.

    save  a file of clocks to write those into that answered; others that it has stay
    """
    addresses = choose_clocks(wanted, file)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for name in ("Clock", "Port", "Board", "Displays", "Firmware", "State", "Lock"):
        table.add_column(name, overflow="fold")
    good = []
    for address, result in zip(addresses, gather(addresses, _meet), strict=True):
        if isinstance(result, ConsoleError):
            complain(refusal(result, address))
            continue
        good.append(address)
        hello, state = result
        about = ("", "", "") if hello is None else (hello.board, hello.displays, hello.version)
        states = " ".join(game.state for game in state.games)
        lock = "open" if state.lock else "closed"
        table.add_row(address.name, address.port, *about, states, lock)
    if good:
        screen().print(table)
    if save is not None and good:
        others = write_clocks(good, save)
        also = f"; it keeps {', '.join(others)}" if others else ""
        count = f"{len(good)} {'clock' if len(good) == 1 else 'clocks'}"
        say(f"{save}: {count}, by name from here on{also}")
    return 0 if len(good) == len(addresses) else 1


def _meet(clock: Clock, address: Address) -> tuple[Hello | None, ClockState]:
    """Return who a clock is, which it does not say while a side runs, and its state."""
    try:
        hello: Hello | None = clock.hello()
    except RefusedError as error:
        if error.code != "running":
            raise
        hello = None
    return hello, clock.state()


def status_command(
    wanted: Sequence[str], file: Path | None, as_json: bool, low_ms: int
) -> int:
    """Print the state of every clock once; return 1 if one does not answer."""
    addresses = choose_clocks(wanted, file)
    states = gather(addresses, lambda clock, _: clock.state())
    status = 0
    seen = []
    for address, state in zip(addresses, states, strict=True):
        if isinstance(state, ConsoleError):
            complain(refusal(state, address))
            status = 1
        elif as_json:
            print(json.dumps(state_as_dict(address.name, state)))
        else:
            seen.append(Seen(address, state))
    if seen:
        console = screen()
        console.print(table_of(seen, low_ms, width=console.width))
    return status


def watch_command(
    wanted: Sequence[str], file: Path | None, hz: int, as_json: bool, low_ms: int
) -> int:
    """Show clocks until Ctrl-C: a table that is kept up, or a line of JSON for every state."""
    addresses = choose_clocks(wanted, file)
    try:
        if as_json:
            return _watch_json(addresses, hz)
        return _watch_table(addresses, hz, low_ms)
    except KeyboardInterrupt:
        return 0


def _watch_json(addresses: Sequence[Address], hz: int) -> int:
    def tell(address: Address, state: ClockState, _: float) -> None:
        print(json.dumps(state_as_dict(address.name, state)))

    with Watch(addresses, hz, tell) as watch:
        problems: dict[str, str] = {}
        while True:
            watch.turn(FRAME_S)
            sys.stdout.flush()
            for seen in watch.seen():
                name = seen.address.name
                problem = seen.problem.partition(":")[0].partition(" for ")[0]
                if problem and problem != problems.get(name):
                    complain(f"{name}: {seen.problem}")
                problems[name] = problem


def _watch_table(addresses: Sequence[Address], hz: int, low_ms: int) -> int:
    console = Console(highlight=False, markup=False, emoji=False)
    if console.is_dumb_terminal or not console.is_terminal:
        return _watch_lines(addresses, hz, low_ms)
    drawn_at = 0.0
    with (
        Watch(addresses, hz) as watch,
        Live(console=console, auto_refresh=False, transient=False) as live,
    ):
        while True:
            is_new = watch.turn(FRAME_S)
            if is_new or time.monotonic() - drawn_at >= REDRAW_S:
                drawn_at = time.monotonic()
                room = max(1, console.height - RESERVED_ROWS)
                live.update(table_of(watch.seen(), low_ms, room, console.width), refresh=True)


def _watch_lines(addresses: Sequence[Address], hz: int, low_ms: int) -> int:
    """Print the table anew where it cannot be kept up: a pipe, a terminal that only writes on.

    When something happens that an arbiter looks for, and every `PRINT_S` seconds.
    """
    printed_at = 0.0
    before: Sequence[object] = ()
    with Watch(addresses, hz) as watch:
        while True:
            watch.turn(FRAME_S)
            all_seen = watch.seen()
            now = [
                (
                    seen.problem.partition(":")[0].partition(" for ")[0],
                    seen.state and seen.state.lock,
                    [(game.state, game.flag) for game in seen.state.games] if seen.state else None,
                )
                for seen in all_seen
            ]
            is_known = all(seen.state or seen.problem for seen in all_seen)
            if is_known and (now != before or time.monotonic() - printed_at >= PRINT_S):
                printed_at = time.monotonic()
                before = now
                console = screen()
                console.print(table_of(all_seen, low_ms, width=console.width))
                console.print()
                sys.stdout.flush()


# --- the real-time clock, maintenance ------------------------------------------------------------


def sync_time_command(wanted: Sequence[str], file: Path | None, only_look: bool) -> int:
    """Set the real-time clocks from this computer and say how far they were off.

    only_look  say it, and set nothing

    Return 1 if one has none or does not answer.
    """
    addresses = choose_clocks(wanted, file)

    def one(clock: Clock, _: Address) -> str:
        before = _how_far(clock)
        if only_look:
            return before
        now = time.time()
        time.sleep(1 - now % 1)  # a real-time clock begins a second when it is set
        now_set = clock.set_real_time(datetime.fromtimestamp(round(now // 1 + 1), UTC))
        if now_set.at is None:
            raise RefusedError(f"the real-time clock cannot be set: {now_set.status}", "missing")
        return f"{before}; set, now {_how_far(clock)}"

    return for_each(addresses, one)


def _how_far(clock: Clock) -> str:
    """Return in words how far a real-time clock is off, to about 0.05 s: when its second changes.

    Raises RefusedError where there is none.
    """
    first = clock.real_time()
    if first.at is None:
        return f"without a time ({first.status})"
    until = time.monotonic() + SECOND_CHANGES_S
    while time.monotonic() < until:
        now: RealTime = clock.real_time()
        if now.at is not None and now.at != first.at:
            off = now.at.timestamp() - (time.time() - clock.delay_s / 2)
            if abs(off) < 0.05:
                return "right to 0.05 s"
            return f"{abs(off):.1f} s {'fast' if off > 0 else 'slow'}"
    return "standing still"


def maintenance_command(wanted: Sequence[str], file: Path | None, as_json: bool) -> int:
    """Print how clocks have run since they started; return 1 if one does not answer."""
    addresses = choose_clocks(wanted, file)
    status = 0
    for address, result in zip(
        addresses, gather(addresses, lambda clock, _: clock.maintenance()), strict=True
    ):
        if isinstance(result, ConsoleError):
            complain(refusal(result, address))
            status = 1
        elif as_json:
            print(json.dumps({"clock": address.name, **result}))
        else:
            _print_maintenance(address.name, result)
    return status


def _print_maintenance(name: str, values: dict[str, Any]) -> None:
    say(f"{name}:")
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 2))
    named = [key for key in MAINTENANCE if key in values]
    for key in [*named, *sorted(set(values) - set(named))]:
        value = values[key]
        if isinstance(value, dict):
            value = ", ".join(f"{part} {count}" for part, count in value.items()) or "none"
        elif key == "up_s" and isinstance(value, int) and 0 <= value < 1 << 30:
            value = str(timedelta(seconds=value))
        elif value is None:
            value = "not known"
        table.add_row(MAINTENANCE.get(key, one_line(key)), one_line(value))
    screen().print(table)
