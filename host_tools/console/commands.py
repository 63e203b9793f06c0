"""`chessclock export`, `import` and `fetch`: the games and the journals of clocks."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.progress import Progress

from host_tools.console.clock import Clock
from host_tools.console.clocks import choose_clock, choose_clocks
from host_tools.console.each import refusal
from host_tools.console.errors import ConsoleError
from host_tools.console.files import complain, say, write_whole
from host_tools.console.show import games_line
from host_tools.deploy.errors import InputError

FORMAT = "chessclock games"


def export_command(wanted: Sequence[str], clocks: Path | None, output: Path) -> int:
    """Write the games of a clock into a file, of several into a folder; return the exit status.

    Raises InputError (the file, the clocks).
    """

    def read(clock: Clock) -> bytes:
        about = clock.hello()
        games = json.loads(clock.export_games())
        plain = {"format": FORMAT, "version": 1, "board": about.board, "games": games}
        return json.dumps(plain, indent=1).encode() + b"\n"

    return _write_each(wanted, clocks, output, ".json", read, "the games of {}")


def import_command(wanted: Sequence[str], clocks: Path | None, file: Path) -> int:
    """Give the games in a file to a clock; return the exit status. Raises as `export_command`."""
    games = _read(file)
    address = choose_clock(wanted, clocks)
    try:
        with Clock(address.port) as clock:
            clock.import_games(json.dumps(games, separators=(",", ":")))
            say(f"{address.name}: {games_line(clock.state())}")
    except ConsoleError as error:
        complain(refusal(error, address))
        return 1
    return 0


def fetch_command(wanted: Sequence[str], clocks: Path | None, output: Path) -> int:
    """Write the journal of a clock into a file, of several into a folder; return the exit status.

    Raises as `export_command`.
    """

    def read(clock: Clock) -> bytes:
        with Progress(transient=True, disable=not sys.stdout.isatty()) as progress:
            task = progress.add_task("journal", total=None)
            return clock.read_journal(
                lambda here, total: progress.update(task, completed=here, total=total)
            )

    return _write_each(wanted, clocks, output, ".journal", read, "the journal of {}")


def _write_each(
    wanted: Sequence[str],
    clocks: Path | None,
    output: Path,
    ending: str,
    read: Callable[[Clock], bytes],
    what: str,
) -> int:
    """Write what `read` gives for each clock: into `output`, or of several into files in it."""
    addresses = choose_clocks(wanted, clocks)
    is_folder = len(addresses) > 1 or output.is_dir()
    if is_folder:
        try:
            output.mkdir(exist_ok=True)
        except OSError as error:
            raise InputError(f"{output}: {error.strerror}") from None
    status = 0
    for index, address in enumerate(addresses, 1):
        try:
            with Clock(address.port) as clock:
                content = read(clock)
        except ConsoleError as error:
            complain(refusal(error, address))
            status = 1
            continue
        name = f"clock{index}" if address.name == address.port else address.name
        path = output / (name + ending) if is_folder else output
        write_whole(path, content)
        say(f"{path}: {what.format(address.name)}, {len(content)} bytes")
    return status


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
