"""The journal of a clock, seen from a host: its files, what they say, and whether it is whole."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from clockcore.journal import (
    BLOCK_SIZE,
    J_SEAL,
    RECORD_SIZE,
    TAG_JOURNAL,
    TAG_MARKS,
)
from clockcore.journal_reading import record_at, tag_at, write_tag

FOLDER = "journal"
COUNTS = {TAG_JOURNAL: 40, TAG_MARKS: 8}
SEAL_PARTS = 8
BLANK = b"\xff" * RECORD_SIZE


@dataclass(frozen=True)
class Entry:
    """A record: its number, kind, game and side (or what the kind says), instant, value."""

    number: int
    kind: int
    who: int
    at: int
    value: int


@dataclass
class Journal:
    """What the blocks say, in order.

    entries   all records that are whole
    problems  what is damaged, missing or changed, one line each
    sealed    the number of the last record that a seal covers, and the seal is right
    """

    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    sealed: int = 0


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


def read_journal(blocks: Iterable[bytes]) -> Journal:
    """Read the blocks of a journal, in any order, and check them.

    A record that the power left half written is no problem: its number is used once more. A seal
    covers what came since the one before it; the oldest one that is there cannot be checked. An
    unkeyed chain shows damage and careless edits, not forgery.
    """
    journal = Journal()
    tagged = []
    for index, block in enumerate(blocks):
        tag = tag_at(block, TAG_JOURNAL)
        if tag is not None:
            tagged.append((tag[1], block))
        elif block.strip(b"\xff"):
            journal.problems.append(f"block {index}: has no tag")
    raw: list[tuple[Entry, bytes]] = []
    damaged = 0
    for generation, block in sorted(tagged):
        for start in range(RECORD_SIZE, BLOCK_SIZE, RECORD_SIZE):
            text = block[start : start + RECORD_SIZE]
            if text == BLANK:
                continue
            record = record_at(text, 0)
            if record is None:
                damaged += 1
                continue
            entry = Entry(*record)
            if damaged and not raw:
                journal.problems.append(f"{damaged} damaged before record {entry.number}")
            if raw and entry.number != raw[-1][0].number + 1:
                journal.problems.append(
                    f"records {raw[-1][0].number + 1} to {entry.number - 1}: missing"
                    if entry.number > raw[-1][0].number
                    else f"record {entry.number}: out of order, in block {generation}"
                )
            raw.append((entry, text))
    if damaged and any("missing" in problem for problem in journal.problems):
        journal.problems.append(f"{damaged} damaged")
    journal.entries = [entry for entry, _ in raw]
    _check_seals(journal, raw)
    return journal


def _check_seals(journal: Journal, raw: list[tuple[Entry, bytes]]) -> None:
    """Compute every seal once more from the one before it."""
    before: bytes | None = None
    if raw and raw[0][0].number == 1:
        before = bytes(RECORD_SIZE * 2)
    covered = b""
    parts: list[bytes] = []
    for entry, text in raw:
        if entry.kind != J_SEAL:
            if parts:
                parts = []  # broken off by the power
            covered += text
            continue
        parts.append((entry.value & 0xFFFFFFFF).to_bytes(4, "little"))
        if entry.who != SEAL_PARTS - 1 or len(parts) != SEAL_PARTS:
            continue
        seal = b"".join(parts)
        parts = []
        if before is not None and hashlib.sha256(before + covered).digest() != seal:
            journal.problems.append(f"record {entry.number}: the seal is not right")
        elif before is not None:
            journal.sealed = entry.number
        before = seal
        covered = b""
