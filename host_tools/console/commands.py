"""`chessclock export`, `import` and `fetch`: the games and the journals of clocks."""

from __future__ import annotations

import itertools
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
from host_tools.journal import BLOCK_SIZE, JournalError, read_blocks, read_journal

FORMAT = "chessclock games"
JOURNAL = ".journal"


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

    return _write_each(wanted, clocks, output, JOURNAL, read, "the journal of {}")


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
        moved = ""
        if ending == JOURNAL and _would_lose(path, content):
            moved = f"; the journal that was there, with other records, is {_move_away(path)} now"
        write_whole(path, content)
        say(f"{path}: {what.format(address.name)}, {len(content)} bytes{moved}")
    return status


def _would_lose(path: Path, content: bytes) -> bool:
    """Return whether a file is a journal with a record that the new one has not."""
    try:
        before = read_journal(read_blocks(path)) if path.is_file() else None
    except JournalError:
        return False
    if before is None:
        return False
    blocks = [content[at : at + BLOCK_SIZE] for at in range(0, len(content), BLOCK_SIZE)]
    return not set(before.entries) <= set(read_journal(blocks).entries)


def _move_away(path: Path) -> Path:
    """Give a file another name that is free, and return it; InputError if that cannot be."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in itertools.count(2))
    free = next(name for name in names if not name.exists())
    try:
        return path.rename(free)
    except OSError as error:
        raise InputError(f"{free}: {error.strerror}") from None


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
