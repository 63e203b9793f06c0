"""The commands: boards, wiring, build, image, flash."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Literal

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn
from rich.table import Table

from boards.schema import BoardError
from host_tools.deploy.chips import STORAGE, check_chip, check_micropython, storage_of
from host_tools.deploy.device import About, Device, Patience
from host_tools.deploy.errors import DeployError
from host_tools.deploy.image import build_image, how_to_write
from host_tools.deploy.port import find_port
from host_tools.deploy.tree import (
    VIRTUAL,
    Tree,
    board_names,
    build_tree,
    choose_displays,
    read_board,
    weigh,
    write_tree,
)
from host_tools.deploy.update import UNFINISHED, Plan, apply_plan, make_plan


def _console() -> Console:
    # Rich takes what is no terminal to be 80 columns wide, and would cut tables in a pipe.
    width = None if sys.stdout.isatty() else 200
    return Console(highlight=False, markup=False, width=width)


def _table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in columns:
        justify: Literal["left", "right"] = "right" if name in right else "left"
        table.add_column(name, justify=justify, no_wrap=name != columns[-1], overflow="fold")
    return table


def boards_command(with_virtual: bool) -> int:
    """Print a table of the boards there are; return the exit status."""
    table = _table("board", "chip", "clocks", "lever", "display sets (default first)")
    for name in board_names(with_virtual):
        board = read_board(name)
        sets = sorted(board.DISPLAY_SETS, key=lambda each: each != board.DISPLAY_SET)
        chip = "(virtual)" if board.CHIP == VIRTUAL else board.CHIP
        table.add_row(name, chip, str(len(board.LEVERS)), board.LEVER, ", ".join(sets))
    _console().print(table)
    return 0


def wiring_command(name: str, displays: str | None) -> int:
    """Print what is connected to which pin of a board; return the exit status."""
    from boards.wiring import wiring_rows

    board = read_board(name)
    chosen = choose_displays(board, displays)
    table = _table("pin", "signal", "connect to")
    for row in wiring_rows(board, chosen):
        table.add_row(*row)
    console = _console()
    console.print(f"{name} with {chosen}")
    console.print(table)
    return 0


def build_command(name: str, displays: str | None, folder: Path | None) -> int:
    """Build what a board gets and print what it takes; return the exit status.

    folder  where to write the tree and its package.json, None for nowhere
    """
    tree = build_tree(name, displays)
    console = _console()
    console.print(f"{tree.board} with {tree.display_set}")
    table = _table(*(columns := ("part", "files", "bytes", "blocks of 4 kB")), right=columns[1:])
    for row in weigh(tree):
        table.add_row(row.part, str(row.files), str(row.size), str(row.blocks))
    console.print(table)
    chip = read_board(name).CHIP
    if chip in STORAGE:
        console.print(f"the file system has {STORAGE[chip].blocks} blocks")
    if folder is not None:
        try:
            package = write_tree(tree, folder)
        except OSError as error:
            raise DeployError(f"{folder}: {error.strerror}") from None
        console.print(f"mpremote mip install --target / {package}")
    return 0


def image_command(name: str, file: Path, displays: str | None, megabytes: int | None) -> int:
    """Write an image of a board's file system and say how to flash it; return the exit status.

    megabytes  size of the module's flash memory, None for the usual one of the chip
    """
    board = read_board(name)
    storage = storage_of(board.CHIP, megabytes)
    image = build_image(build_tree(name, displays), storage)
    try:
        file.write_bytes(image)
    except OSError as error:
        raise DeployError(f"{file}: {error.strerror}") from None
    console = _console()
    console.print(
        f"{file}: {len(image)} bytes for the flash memory at {storage.offset:#x}"
        f" ({storage.flash // 1024 // 1024} MB module)"
    )
    console.print("MicroPython first, then:")
    for line in how_to_write(board.CHIP, storage, str(file)):
        console.print(f"  {line}")
    return 0


def flash_command(
    name: str,
    port: str | None = None,
    displays: str | None = None,
    dry_run: bool = False,
    patience: float = 1.0,
) -> int:
    """Bring the firmware of a board onto the device at a port; return the exit status.

    patience  factor of every wait, for devices that are slow (an emulated one)
    """
    console = _console()
    board = read_board(name)
    if board.CHIP == VIRTUAL:
        raise BoardError(f"{name} is a virtual board: chessclock panel --board {name} runs it")
    tree = build_tree(name, displays)
    chips = {each: read_board(each).CHIP for each in board_names()}
    device = Device(port or find_port(), Patience().times(patience))
    try:
        device.enter()
        about, plan = _look(device, board, tree, chips)
        console.print(f"{device.port}: {about.machine}, MicroPython {_dotted(about.version)}")
        if dry_run:
            _print_plan(console, tree, plan)
            device.reset()
            return 0
        _carry_out(console, device, tree, plan)
        device.reset()
        reply = device.hello()
    finally:
        device.close()
    _print_hello(console, reply, tree)
    return 0


def _look(device: Device, board: Any, tree: Tree, chips: dict[str, str]) -> tuple[About, Plan]:
    """Ask the device what it is and has; one that is refused goes on as it was."""
    try:
        about = device.about()
        check_micropython(about.name, about.version, about.mpy, tree.mpy_version)
        check_chip(board, about.machine, chips)
        plan = make_plan(tree, device.find(), about)
        if plan.blocks_missing:
            apply_plan(device, tree, plan)  # which says what is missing
    except DeployError:
        device.reset()
        raise
    return about, plan


def _carry_out(console: Console, device: Device, tree: Tree, plan: Plan) -> None:
    if not plan.changes:
        apply_plan(device, tree, plan)
        console.print(f"all {len(tree.files)} files are right, nothing to copy")
        return
    removed = f", removing {len(plan.remove)}" if plan.remove else ""
    console.print(f"copying {len(plan.copy)} of {len(tree.files)} files{removed}")
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    still = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=still) as bar:
        task = bar.add_task("copying", total=plan.size(tree))
        try:
            apply_plan(device, tree, plan, lambda count: bar.advance(task, count))
        except KeyboardInterrupt:
            bar.stop()
            print(f"chessclock: interrupted: {UNFINISHED}", file=sys.stderr)
            raise
    console.print(f"verified: SHA-256 of {len(tree.files)} files")


def _print_plan(console: Console, tree: Tree, plan: Plan) -> None:
    table = _table("would", "file", "bytes", right=("bytes",))
    for word, paths in (
        ("copy", plan.copy),
        ("remove", (*plan.remove, *plan.leftovers, *plan.old_folders)),
        ("keep", plan.keep),
    ):
        for path in paths:
            size = len(tree.files[path]) if path in tree.files else None
            table.add_row(word, path, "" if size is None else str(size))
    console.print(table)
    console.print("nothing was changed")


def _print_hello(console: Console, reply: dict[str, Any], tree: Tree) -> None:
    if reply.get("board") != tree.board:
        raise DeployError(
            f"the clock says that it is board {reply.get('board')!r}, not {tree.board!r}: a"
            " board_def in its folder lib or in its MicroPython comes before ours; remove it"
        )
    shown = reply.get("displays", tree.display_set)
    console.print(f"chessclock {reply.get('version')} runs on board {tree.board} with {shown}")
    for line in self_check_lines(reply.get("check")):
        console.print(f"  {line}")


def self_check_lines(said: Any) -> list[str]:
    """Return what a clock's self-check says, a line each; none if it sent none.

    said  displays: whether each answers, left and right of every clock in turn; stuck: names of
          contacts that are closed; battery_mv: int or None; rtc: the clock chip's state or None;
          battery_percent, battery_low and kept_game may be there, too
    """
    if not isinstance(said, dict):
        return []
    lines = []
    displays = said.get("displays") or []
    for index, answers in enumerate(displays):
        clock = f" of clock {'ABC'[index // 2]}" if len(displays) > 2 else ""
        state = "answers" if answers else "DOES NOT ANSWER: look at its wires"
        lines.append(f"display {('left', 'right')[index % 2]}{clock}: {state}")
    stuck = said.get("stuck") or []
    lines.append(f"contacts: {'CLOSED: ' + ', '.join(stuck) if stuck else 'all open'}")
    if said.get("battery_mv") is not None:
        percent = said.get("battery_percent")
        share = "" if percent is None else f", {percent} %"
        low = " (LOW)" if said.get("battery_low") else ""
        lines.append(f"battery: {said['battery_mv']} mV{share}{low}")
    if said.get("rtc") is not None:
        lines.append(f"clock chip: {said['rtc']}")
    if said.get("kept_game"):
        lines.append("a game that was paused is still there")
    return lines


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
