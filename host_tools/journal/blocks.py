"""The blocks of a journal, from a folder or from one file; and a journal that is empty."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from clockcore.journal import BLOCK_SIZE, RECORD_SIZE, TAG_JOURNAL, TAG_MARKS
from clockcore.journal_reading import tag_at, write_tag

FOLDER = "journal"
COUNTS = {TAG_JOURNAL: 40, TAG_MARKS: 8}
LARGEST_FILE = 256 * BLOCK_SIZE  # a clock has 48 blocks
_NAME = re.compile(r"j[0-9]{2}", re.IGNORECASE)


class JournalError(ValueError):
    """Something that is no journal; the text is one line that says what and where."""


@cache
def blank_journal() -> dict[str, bytes]:
    """Return the files (path: content) of a journal that has recorded nothing yet."""
    files = {}
    for letter, count in COUNTS.items():
        for place in range(count):
            tag = bytearray(RECORD_SIZE)
            write_tag(tag, letter, place, place + 1)
            content = bytes(tag) + b"\xff" * (BLOCK_SIZE - RECORD_SIZE)
            files[f"{FOLDER}/{chr(letter).lower()}{place:02}"] = content
    return files


def shown(path: Path) -> str:
    """Return a path as messages call it: on one line, whatever is in it."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(path))


def read_blocks(path: Path | str) -> dict[str, bytes]:
    """Return the blocks of a journal by a name each, of a folder or a file; see the README.

    A block that is short is as it is; `read_journal` says so. JournalError for what is no journal
    or cannot be read.
    """
    path = Path(path)
    try:
        blocks = _of_folder(path) if path.is_dir() else _of_file(path)
    except OSError as error:
        where = shown(Path(str(error.filename or path)))
        raise JournalError(f"{where}: cannot be read: {error.strerror}") from error
    if not any(_has_tag(block) for block in blocks.values()):
        raise JournalError(f"{shown(path)}: is no journal: no block of it has a journal's tag")
    return blocks


def _of_folder(path: Path) -> dict[str, bytes]:
    found = {}
    for one in sorted(path.iterdir()):
        if _NAME.fullmatch(one.name) and one.is_file():
            with one.open("rb") as file:
                content = file.read(BLOCK_SIZE + 1)
            if len(content) > BLOCK_SIZE:
                raise JournalError(f"{shown(one)}: is longer than {BLOCK_SIZE} bytes")
            found[one.name] = content
    if not found:
        files = sorted(one.name for one in path.iterdir() if one.suffix == ".journal")
        also = f"; name its files, as {shown(path / files[0])}" if files else ""
        raise JournalError(f"{shown(path)}: holds no blocks of a journal (j00, j01, ...){also}")
    return found


def _of_file(path: Path) -> dict[str, bytes]:
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise JournalError(f"{shown(path)}: is larger than {LARGEST_FILE // 1024} kB")
    if not content:
        raise JournalError(f"{shown(path)}: is empty")
    if len(content) % BLOCK_SIZE:
        raise JournalError(
            f"{shown(path)}: its {len(content)} bytes are no number of blocks of {BLOCK_SIZE}"
        )
    return {
        f"block {start // BLOCK_SIZE + 1}": content[start : start + BLOCK_SIZE]
        for start in range(0, len(content), BLOCK_SIZE)
    }


def _has_tag(block: bytes) -> bool:
    return len(block) >= RECORD_SIZE and tag_at(block, TAG_JOURNAL) is not None
