"""Files that are there whole or not at all, and lines for people."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console

from host_tools import whole_file
from host_tools.deploy.errors import InputError

PIPE_WIDTH = 400  # Rich takes what is no terminal to be 80 columns wide, and would cut tables


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there whole or not at all; InputError if that cannot be."""
    try:
        whole_file.write_whole(path, content)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def say(text: str) -> None:
    """Print one line, however long it is."""
    Console(highlight=False, soft_wrap=True).print(text, markup=False)


def complain(text: str) -> None:
    """Print one line on standard error."""
    print(f"chessclock: {text}", file=sys.stderr)


def screen() -> Console:
    """Return the screen: names are printed as they are, whatever brackets are in them."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    return Console(highlight=False, markup=False, emoji=False, width=width)
