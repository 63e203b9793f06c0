"""Sheets on the screen, as CSV, and into files."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from host_tools.threes.errors import ThreesError
from host_tools.threes.reasons import Reason
from host_tools.threes.sheet_rows import Sheet
from host_tools.whole_file import write_whole

PIPE_WIDTH = 400  # Rich takes what is no terminal to be 80 columns wide, and would cut tables


def console() -> Console:
    """Return the screen; names are printed as they are, whatever brackets are in them."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    return Console(highlight=False, markup=False, emoji=False, width=width)


def say(lines: Iterable[str]) -> None:
    """Print lines."""
    screen = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for line in lines:
        screen.print(line)


def show_sheet(title: str, sheet: Sheet) -> None:
    """Print a sheet; columns without a heading are left out."""
    screen = console()
    screen.print(f"{title}: {sheet.title}, {sheet.subtitle}", style="bold", soft_wrap=True)
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    shown = [index for index, column in enumerate(sheet.columns) if column.heading]
    for index in shown:
        column = sheet.columns[index]
        grid.add_column(
            column.heading,
            justify="right" if column.right else "left",
            no_wrap=column.right,
            overflow="fold",  # nothing of a name is cut off
        )
    for place, row in enumerate(sheet.rows, 1):
        last = bool(sheet.group) and place % sheet.group == 0 and place < len(sheet.rows)
        grid.add_row(*(row[index] for index in shown), end_section=last)
        if last:
            grid.add_row()
    screen.print(grid)
    for note in sheet.notes:
        screen.print(note, soft_wrap=True)


def show_reasons(reasons: Iterable[Reason]) -> None:
    """Print the reasons of a round, each with its rule."""
    screen = console()
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    grid.add_column("Table", justify="right", no_wrap=True)
    grid.add_column("Rule", no_wrap=True)
    grid.add_column("Why", overflow="fold")
    before = 0
    for reason in reasons:
        shown = str(reason.table) if reason.table and reason.table != before else ""
        grid.add_row(shown, reason.rule, reason.text)
        before = reason.table
    screen.print(grid)


def sheet_csv(sheet: Sheet) -> str:
    """Return a sheet as CSV, its columns named in English whatever the language."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([column.key for column in sheet.columns])
    writer.writerows(sheet.rows)
    return text.getvalue()


def deliver(text: str, target: Path | None) -> None:
    """Write a text to standard output, or into a file that is then there whole or not at all.

    Another file takes the place of the one that is there; one that is write-protected stays.
    """
    if target is None:
        sys.stdout.write(text)
        return
    try:
        write_whole(target, text.encode())
    except OSError as error:
        raise ThreesError(f"{target}: {error.strerror}") from None
    say([f"wrote {target}"])
