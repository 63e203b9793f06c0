"""`chessclock presets`: user programs of clocks from a file, into a file, compared, checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from host_tools.console.clock import Clock
from host_tools.console.clocks import Address, choose_clock, choose_clocks
from host_tools.console.each import for_each, gather, refusal
from host_tools.console.errors import ConsoleError
from host_tools.console.files import complain, say, screen, write_whole
from host_tools.console.model import Program
from host_tools.console.preset_file import (
    PresetFile,
    read_presets,
    same_program,
    write_presets,
)
from host_tools.deploy.errors import InputError
from host_tools.notation.explain import in_short

FREE = "(free)"


def validate_command(files: Sequence[Path]) -> int:
    """Check files and print what is in them; InputError, exit status 2, for the first bad one."""
    for file in files:
        presets = read_presets(file)
        title = f": {presets.title}" if presets.title else ""
        count = len(presets.programs)
        if not count:
            raise InputError(f"{file}: no program is in it")
        say(f"{file}{title}: {count} {'program' if count == 1 else 'programs'}")
        screen().print(_table(presets.programs))
    return 0


def list_command(wanted: Sequence[str], clocks: Path | None) -> int:
    """Print the user programs of clocks; return 1 if one does not answer."""
    addresses = choose_clocks(wanted, clocks)
    status = 0
    for address, result in zip(addresses, gather(addresses, _programs), strict=True):
        if isinstance(result, ConsoleError):
            complain(refusal(result, address))
            status = 1
            continue
        kept = [one for one in result if one.control is not None or one.name]
        say(f"{address.name}: {len(kept)} of {len(result)} user programs are set")
        if kept:
            screen().print(_table(kept))
    return status


def export_command(wanted: Sequence[str], clocks: Path | None, output: Path | None) -> int:
    """Write the user programs of a clock as TOML, on standard output or into a file."""
    address = choose_clock(wanted, clocks)
    with Clock(address.port) as clock:
        programs = [one for one in clock.programs() if one.control is not None]
    text = write_presets(PresetFile("", tuple(programs)))
    if not programs:
        complain(f"{address.name}: no user program is set")
    if output is None:
        print(text, end="")
        return 0
    write_whole(output, text.encode())
    count = len(programs)
    say(f"{output}: {count} {'program' if count == 1 else 'programs'} of {address.name}")
    return 0


def import_command(
    wanted: Sequence[str], clocks: Path | None, file: Path, exact: bool
) -> int:
    """Give clocks the programs of a file; return 1 if one did not take them all.

    exact  programs that the file has not are freed

    What a clock has already is not written again; what was written is read back and compared.
    """
    presets = read_presets(file)
    if not presets.programs and not exact:
        raise InputError(f"{file}: no program is in it")

    def one(clock: Clock, address: Address) -> str:
        changes = _changes(clock.programs(), presets.programs, exact)
        for done, (_, new) in enumerate(changes):
            try:
                clock.keep_program(new.number, new.name, new.control)
            except ConsoleError as error:
                text = str(error).removeprefix(f"{address.port}: ")
                raise ConsoleError(
                    f"program {new.number}: {text}; {done} of {len(changes)} are set"
                ) from None
        left = _changes(clock.programs(), presets.programs, exact)
        if left:
            numbers = ", ".join(str(new.number) for _, new in left)
            raise ConsoleError(f"kept something else than was sent: {numbers}")
        freed = sum(new.control is None for _, new in changes)
        text = f"{len(changes) - freed} set"
        if freed:
            text += f", {freed} freed"
        same = len(presets.programs) - (len(changes) - freed)
        return f"{text}, {same} there already" if same else text

    return for_each(choose_clocks(wanted, clocks), one)


def diff_command(wanted: Sequence[str], clocks: Path | None, file: Path, exact: bool) -> int:
    """Print how clocks differ from a file; return 1 if one does, or does not answer."""
    presets = read_presets(file)
    addresses = choose_clocks(wanted, clocks)
    status = 0
    for address, result in zip(addresses, gather(addresses, _programs), strict=True):
        if isinstance(result, ConsoleError):
            complain(refusal(result, address))
            status = 1
            continue
        changes = _changes(result, presets.programs, exact)
        if not changes:
            say(f"{address.name}: as in {file}")
            continue
        status = 1
        say(f"{address.name}: {len(changes)} differ from {file}")
        table = _grid("", "Program", "Name", "Control")
        for old, new in changes:
            if _is_set(old):
                table.add_row("-", *_cells(old), style="red")
            if _is_set(new):
                table.add_row("+", *_cells(new), style="green")
        screen().print(table)
    return status


def _programs(clock: Clock, _: Address) -> list[Program]:
    return clock.programs()


def _changes(
    has: Sequence[Program], wanted: Sequence[Program], exact: bool
) -> list[tuple[Program, Program]]:
    """Return what has to be changed, each as it is and as it is to be, by number."""
    meant = {one.number: one for one in wanted}
    found = []
    for old in has:
        new = meant.get(old.number)
        if new is None and exact:
            new = Program(old.number, "", None)
        if new is not None and not same_program(old, new):
            found.append((old, new))
    return found


def _is_set(program: Program) -> bool:
    return program.control is not None or bool(program.name)


def _grid(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for name in columns:
        table.add_column(name, overflow="fold", no_wrap=name in ("", "Program", "Name"))
    return table


def _table(programs: Sequence[Program]) -> Table:
    table = _grid("Program", "Name", "Control")
    for one in programs:
        table.add_row(*_cells(one))
    return table


def _cells(program: Program) -> tuple[str, str, str]:
    control = FREE if program.control is None else in_short(program.control)
    return str(program.number), program.name, control
