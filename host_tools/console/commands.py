"""`chessclock export`, `import`, `fetch`: games and journal of a clock at a port; its date."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from host_tools.console.clock import Clock, RefusedError
from host_tools.deploy.errors import InputError
from host_tools.deploy.port import find_port

FORMAT = "chessclock games"
DAYS_COLUMNS = (
    "number,time,act,side,left_clock_s,left_bank_s,left_moves,"
    "right_clock_s,right_bank_s,right_moves"
)


def export_command(port: str | None, output: Path) -> int:
    """Write the games of a clock into a file; return the exit status.

    Raises ConsoleError, RefusedError, DeployError (no port) and InputError (the file).
    """
    with Clock(port or find_port()) as clock:
        about = clock.ask("hello")
        text = clock.export_games()
    plain = {"format": FORMAT, "version": 1, "board": about["board"], "games": json.loads(text)}
    _write(output, json.dumps(plain, indent=1).encode() + b"\n")
    _say(f"{output}: the games of this clock")
    return 0


def import_command(port: str | None, file: Path) -> int:
    """Give the games in a file to a clock; return the exit status. Raises as `export_command`."""
    games = _read(file)
    with Clock(port or find_port()) as clock:
        clock.import_games(json.dumps(games, separators=(",", ":")))
        state = clock.ask("state")["games"]
    for number, game in enumerate(state, 1):
        times = " ".join(f"{ms / 1000:.3f} s" for ms in game["remaining_ms"])
        _say(f"game {number}: {game['state']}, {times}")
    return 0


def fetch_command(port: str | None, output: Path) -> int:
    """Write the journal of a clock into a file; return the exit status.

    Raises as `export_command`.
    """
    with Clock(port or find_port()) as clock, Progress(transient=True) as progress:
        task = progress.add_task("journal", total=None)
        journal = clock.read_journal(
            lambda here, total: progress.update(task, completed=here, total=total)
        )
    _write(output, journal)
    _say(f"{output}: {len(journal)} bytes")
    return 0


def sync_time_command(port: str | None) -> int:
    """Set the real-time clock of a clock to the time of this computer, in UTC, to the second.

    Return the exit status. Raises ConsoleError, RefusedError (no such clock on the board) and
    DeployError (no port).
    """
    with Clock(port or find_port()) as clock:
        time.sleep(1 - datetime.now(UTC).microsecond / 1e6)  # at the beginning of a second
        now = datetime.now(UTC)
        fields = [now.year, now.month, now.day, now.hour, now.minute, now.second]
        reply = clock.ask("time", set=fields)
    if reply["status"] != "ok":
        raise RefusedError(f"time: the real-time clock: {reply['status']}")
    _say(f"{_instant(reply['time'])}: the time of this clock")
    return 0


def days_command(port: str | None, output: Path | None) -> int:
    """Show the game of Triple Block that is on a clock; write its journal into `output`.

    Return the exit status. Raises as `export_command`; RefusedError where there is no such game.
    """
    lines: list[str] = []
    with Clock(port or find_port()) as clock:
        state = clock.ask("state")
        if state.get("mode") != "triple_block":
            raise RefusedError("days: no game of Triple Block is on this clock")
        after = 0
        while output is not None:
            reply = clock.ask("days_journal", **{"from": after})
            if not reply["lines"]:
                break
            lines += reply["lines"]
            after = reply["next"]
    for line in _about_days(state):
        _say(line)
    if output is not None:
        text = "".join(f"{line}\n" for line in [DAYS_COLUMNS, *lines])
        _write(output, text.encode())
        _say(f"{output}: {len(lines)} lines")
    return 0


def _about_days(state: dict[str, Any]) -> list[str]:
    """Return what `state` tells of a game of Triple Block, in lines for people."""
    kind = "team" if state["team"] else "individual"
    end = _instant(state["end"]) if state["end"] else "open: guaranteed time"
    lines = [
        f"{state['duration_days']} days ({kind}): {_instant(state['start'])} to {end}",
        f"{state['state']}, {state['side_to_move']} to move"
        + (f", both clocks stand: {state['stopped_for']}" if state["stopped_for"] else "")
        + (f", flag of {state['flag']}" if state["flag"] else ""),
        _instant(state["time"]) if state["time"] else "no date is known: chessclock sync-time",
    ]
    if state["behind_s"]:
        lines.append(f"the date was set back by {state['behind_s']} s: nothing is given back")
    for side, blocks in zip(("left", "right"), state["sides"], strict=True):
        color = "White" if state["white_side"] == side else "Black"
        line = (
            f"{side} ({color}): clock {_span(blocks['clock_s'])}, bank {_span(blocks['bank_s'])},"
            f" {blocks['moves']} moves, {blocks['refuels']} refuels"
        )
        lines.append(line + (f", zero at {_instant(blocks['zero'])}" if blocks["zero"] else ""))
    return lines


def _span(seconds: int) -> str:
    """Return days and a time of day: `49d 23:59:59`."""
    days, rest = divmod(seconds, 86_400)
    return f"{days}d {rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"


def _instant(fields: list[int]) -> str:
    return "{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC".format(*fields)


def _say(text: str) -> None:
    """Print one line, however long it is."""
    Console(highlight=False, soft_wrap=True).print(text, markup=False)


def _write(path: Path, content: bytes) -> None:
    """Write a file that is there whole or not at all; InputError if that cannot be."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def _read(path: Path) -> Any:
    """Return the games in a file; InputError if there are none."""
    try:
        plain = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}: is no file of games: not JSON") from None
    if not isinstance(plain, dict) or plain.get("format") != FORMAT or "games" not in plain:
        raise InputError(f"{path}: is no file of games")
    if plain.get("version") != 1:
        raise InputError(f"{path}: is of version {plain.get('version')}; 1 is known here")
    return plain["games"]
