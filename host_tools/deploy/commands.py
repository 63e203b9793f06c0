"""The commands: boards, wiring, build, image, flash."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn
from rich.table import Table

from boards.schema import BoardError
from host_tools.deploy.chips import STORAGE, check_chip, check_micropython, storage_of
from host_tools.deploy.device import About, Device, Patience
from host_tools.deploy.errors import DeployError, InputError
from host_tools.deploy.image import build_image, how_to_write, is_image
from host_tools.deploy.port import find_port, must_be_there
from host_tools.deploy.tree import (
    VIRTUAL,
    Tree,
    build_tree,
    choose_displays,
    read_board,
    read_boards,
    weigh,
    write_tree,
)
from host_tools.deploy.update import UNFINISHED, Plan, apply_plan, make_plan
from host_tools.whole_file import write_whole


def _console() -> Console:
    # Rich takes what is no terminal to be 80 columns wide, and would cut tables in a pipe.
    width = None if sys.stdout.isatty() else 400
    return Console(highlight=False, markup=False, width=width)


def _print_table(
    console: Console,
    columns: tuple[str, ...],
    rows: Iterable[tuple[str, ...]],
    right: tuple[str, ...] = (),
) -> None:
    """Print rows under their columns, whose texts may be broken between words.

    Where the last column would be narrower than 30 characters and than its text, each row becomes
    a line, with what the last column says below it.
    """
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    fits = sum(widths) + 2 * len(widths[1:]) <= console.width
    most = console.width if fits else max(24, console.width // 4)
    gap = 1 if right and not fits else 2
    before = sum(min(width, most) + gap for width in widths[:-1])
    if console.width - before < min(widths[-1], 30):
        for style, (*first, last) in [("bold", columns), *(("", row) for row in rows)]:
            console.print("  ".join(filter(None, first)), style=style)
            console.print(Padding(last, (0, 0, 0, 4), style=style, expand=False))
        return
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, gap, 0, 0))
    for index, name in enumerate(columns):
        justify: Literal["left", "right"] = "right" if name in right else "left"
        is_last = index == len(columns) - 1
        width = None if is_last else min(widths[index], most)
        table.add_column(name, justify=justify, overflow="fold", width=width)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def boards_command(with_virtual: bool) -> int:
    """Print a table of the boards there are; return the exit status.

    A board whose definition is wrong is listed below it, with the reason.
    """
    good, bad = read_boards(with_virtual)
    rows = []
    for name, board in good.items():
        sets = sorted(board.DISPLAY_SETS, key=lambda each: each != board.DISPLAY_SET)
        chip = "(virtual)" if board.CHIP == VIRTUAL else board.CHIP
        rows.append((name, chip, str(len(board.LEVERS)), board.LEVER, ", ".join(sets)))
    console = _console()
    columns = ("board", "chip", "clocks", "lever", "display sets (default first)")
    _print_table(console, columns, rows)
    for reason in bad.values():
        console.print(f"cannot be used: {reason}")
    return 0


def wiring_command(name: str, displays: str | None) -> int:
    """Print what is connected to which pin of a board; return the exit status."""
    from boards.wiring import wiring_rows

    board = read_board(name)
    chosen = choose_displays(board, displays)
    console = _console()
    console.print(f"{name} with {chosen}")
    _print_table(console, ("pin", "signal", "connect to"), wiring_rows(board, chosen))
    return 0


def build_command(
    name: str, displays: str | None, folder: Path | None, lines: bool = False
) -> int:
    """Build what a board gets and print what it takes; return the exit status.

    folder  where to write the tree and its package.json, None for nowhere
    """
    tree = build_tree(name, displays, lines)
    package = None
    if folder is not None:
        try:
            package = write_tree(tree, folder)
        except OSError as error:
            raise DeployError(f"{folder}: {error.strerror}") from None
    console = _console()
    console.print(f"{tree.board} with {tree.display_set}")
    columns = ("part", "files", "bytes", "blocks")
    rows = [(row.part, str(row.files), str(row.size), str(row.blocks)) for row in weigh(tree)]
    _print_table(console, columns, rows, right=columns[1:])
    chip = read_board(name).CHIP
    if chip in STORAGE:
        console.print(f"the file system has {STORAGE[chip].blocks} blocks of 4 kB")
    if package is not None:
        command = f"{_beside('mpremote')} mip install --target / {shlex.quote(str(package))}"
        # Not broken into lines of the terminal: it is to be copied.
        console.print(command, soft_wrap=True)
    return 0


def image_command(name: str, file: Path, displays: str | None, megabytes: int | None) -> int:
    """Write an image of a board's file system and say how to flash it; return the exit status.

    file       is replaced, and that is said, if it is an image; InputError if it is anything else
    megabytes  size of the module's flash memory, None for the usual one of the chip
    """
    board = read_board(name)
    storage = storage_of(board.CHIP, megabytes)
    is_there = file.is_file()
    try:
        if is_there and not is_image(file):
            raise InputError(f"{file}: is there and no image of a file system: name another file")
        image = build_image(build_tree(name, displays), storage)
        write_whole(file, image)
    except OSError as error:
        raise DeployError(f"{file}: {error.strerror}") from None
    console = _console()
    console.print(
        f"{file}: {len(image)} bytes for the flash memory at {storage.offset:#x}"
        f" ({storage.flash // 1024 // 1024} MB module)"
        f"{'; the image that was there is replaced' if is_there else ''}"
    )
    console.print("MicroPython first, then:")
    for line in how_to_write(board.CHIP, storage, shlex.quote(str(file)), _beside("esptool")):
        console.print(f"  {line}", soft_wrap=True)
    return 0


def flash_command(
    name: str,
    port: str | None = None,
    displays: str | None = None,
    dry_run: bool = False,
    patience: float = 1.0,
    lines: bool = False,
) -> int:
    """Bring the firmware of a board onto the device at a port; return the exit status.

    patience  factor of every wait, for devices that are slow (an emulated one)
    """
    console = _console()
    board = read_board(name)
    if board.CHIP == VIRTUAL:
        raise BoardError(f"{name} is a virtual board: chessclock panel --board {name} runs it")
    port = port or find_port()
    must_be_there(port)  # building takes seconds
    tree = build_tree(name, displays, lines)
    chips = {each: found.CHIP for each, found in read_boards()[0].items()}
    device = Device(port, Patience().times(patience))
    is_done = False
    try:
        device.enter()
        about, plan = _look(device, board, tree, chips)
        console.print(f"{device.port}: {about.machine}, MicroPython {_dotted(about.version)}")
        if dry_run:
            _print_plan(console, tree, plan)
        else:
            _carry_out(console, device, tree, plan)
        device.reset()
        is_done = True
        reply = {} if dry_run else device.hello()
    except DeployError:
        if device.is_in_repl:
            device.give_back()
        raise
    except BaseException as stopped:
        text = _what_was_done(device, is_done)
        if isinstance(stopped, KeyboardInterrupt):
            print(f"chessclock: interrupted: {text}", file=sys.stderr)
        if not is_done and not device.give_back() and not device.is_changed:
            print("chessclock: if the clock is dark, switch it off and on", file=sys.stderr)
        raise
    finally:
        device.close()
    if not dry_run:
        _print_hello(console, reply, tree)
    return 0


def _what_was_done(device: Device, is_done: bool) -> str:
    if is_done:
        return "everything was done, and the clock starts; only its hello was not waited for"
    return UNFINISHED if device.is_changed else "nothing was changed, and the clock goes on"


def _look(device: Device, board: Any, tree: Tree, chips: dict[str, str]) -> tuple[About, Plan]:
    """Ask the device what it is and has; DeployError if it is refused."""
    about = device.about()
    check_micropython(about.name, about.version, about.mpy, tree.mpy_version)
    check_chip(board, about.machine, chips)
    plan = make_plan(tree, device.find(), about)
    if plan.blocks_missing:
        apply_plan(device, tree, plan)  # which says what is missing
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
        apply_plan(device, tree, plan, lambda count: bar.advance(task, count))
    console.print(f"verified: SHA-256 of {len(tree.files)} files")


def _print_plan(console: Console, tree: Tree, plan: Plan) -> None:
    rows = []
    for word, paths in (
        ("copy", plan.copy),
        ("remove", (*plan.remove, *plan.leftovers, *plan.old_folders)),
        ("keep", plan.keep),
    ):
        for path in paths:
            size = len(tree.files[path]) if path in tree.files else None
            rows.append((word, path, "" if size is None else str(size)))
    _print_table(console, ("would", "file", "bytes"), rows, right=("bytes",))
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
    if said.get("kept_game") == "restored":
        lines.append("a game that was paused is still there")
    elif said.get("kept_game"):
        lines.append(f"a game that was kept is LOST: {said['kept_game']}")
    return lines


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def _beside(tool: str) -> str:
    """Return a tool of the environment that we run in, as it is called from this folder."""
    path = Path(sys.executable).with_name(tool)
    here = Path.cwd()
    return shlex.quote(str(path.relative_to(here) if path.is_relative_to(here) else path))
