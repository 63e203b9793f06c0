"""`chessclock export`, `import` and `fetch`: the games and the journal of a clock at a port."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from host_tools.console.clock import Clock
from host_tools.deploy.errors import InputError
from host_tools.deploy.port import find_port

FORMAT = "chessclock games"


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
