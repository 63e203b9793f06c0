"""Records of a journal in their order, and whether they are whole: CRC, numbers, seals."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from clockcore.journal import BLOCK_SIZE, J_SEAL, RECORD_SIZE, TAG_JOURNAL, TAG_MARKS
from clockcore.journal_reading import record_at, tag_at

SEAL_PARTS = 8
BLANK = b"\xff" * RECORD_SIZE
SLOTS = BLOCK_SIZE // RECORD_SIZE - 1


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
    seals     how many seals are right
    """

    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    sealed: int = 0
    seals: int = 0


@dataclass
class _Block:
    """A block with its tag: `slots` are its records, BLANK where nothing has been written."""

    name: str
    generation: int
    content: bytes

    @property
    def slots(self) -> list[bytes]:
        return [
            self.content[start : start + RECORD_SIZE]
            for start in range(RECORD_SIZE, BLOCK_SIZE, RECORD_SIZE)
        ]


@dataclass
class _Record:
    """A record, and whether all before it since the record before is known to be there."""

    entry: Entry
    text: bytes
    follows: bool


def read_journal(blocks: Mapping[str, bytes] | Iterable[bytes]) -> Journal:
    """Read the blocks of a journal, in any order, and check them.

    A record that the power left half written is no problem: its number is used once more. A seal
    covers what came since the one before it; the oldest one that is there cannot be checked. An
    unkeyed chain shows damage and careless edits, not forgery.
    """
    if not isinstance(blocks, Mapping):
        blocks = {f"block {index}": block for index, block in enumerate(blocks, 1)}
    journal = Journal()
    records = _records(journal, _in_order(journal, blocks))
    journal.entries = [record.entry for record in records]
    _check_seals(journal, records)
    return journal


def _in_order(journal: Journal, blocks: Mapping[str, bytes]) -> list[_Block]:
    """Return the blocks that have a tag, the oldest first."""
    found: dict[int, _Block] = {}
    for name, content in blocks.items():
        if len(content) < BLOCK_SIZE:
            journal.problems.append(f"{name}: has only {len(content)} of {BLOCK_SIZE} bytes")
            content = content.ljust(BLOCK_SIZE, b"\xff")
        tag = tag_at(content, TAG_JOURNAL)
        if tag is None:
            if tag_at(content, TAG_MARKS) is None and content.strip(b"\xff"):
                journal.problems.append(f"{name}: has no tag, or a damaged one")
            continue
        block = _Block(name, tag[1], content)
        other = found.setdefault(block.generation, block)
        if other is not block:
            journal.problems.append(f"{name}: its place in the order is that of {other.name}, too")
    return [found[generation] for generation in sorted(found)]


def _records(journal: Journal, blocks: list[_Block]) -> list[_Record]:
    """Return all whole records, and say what is missing between them."""
    records: list[_Record] = []
    unreadable: list[str] = []  # where, since the last record
    last_full = None
    for block in blocks:
        for slot, text in enumerate(block.slots, 1):
            if text == BLANK:
                continue
            last_full = (block, slot)
            found = record_at(text, 0)
            if found is None:
                unreadable.append(f"{block.name}, place {slot}")
                continue
            entry = Entry(*found)
            problem = _gap(records[-1].entry if records else None, entry, unreadable, block)
            if problem:
                journal.problems.append(problem)
            records.append(_Record(entry, text, bool(records) and not problem))
            unreadable = []
    if unreadable:
        behind = f"behind record {records[-1].entry.number}: " if records else ""
        journal.problems.append(
            f"{behind}{len(unreadable)} that cannot be read: damaged, or half written when the"
            f" power failed ({unreadable[0]})"
        )
    if last_full is not None and last_full[1] == SLOTS:
        following = last_full[0].generation + 1
        later = [block.generation for block in blocks if block.generation > following]
        if later and following not in [block.generation for block in blocks]:
            journal.problems.append(
                f"behind {last_full[0].name}, which is full, a block is missing"
            )
    return records


def _gap(before: Entry | None, entry: Entry, unreadable: list[str], block: _Block) -> str:
    """Return what is wrong between two records that follow each other, "" for nothing."""
    damaged = f"{len(unreadable)} damaged ({unreadable[0]})" if unreadable else ""
    if before is None:
        return f"before record {entry.number}: {damaged}" if damaged else ""
    wanted = before.number + 1
    if entry.number == wanted:
        return ""
    if entry.number < wanted:
        return f"record {entry.number}: out of order, behind {before.number} in {block.name}"
    last = entry.number - 1
    what = f"record {wanted}" if last == wanted else f"records {wanted} to {last}"
    return f"{what}: missing" + (f", {damaged}" if damaged else "")


def _check_seals(journal: Journal, records: list[_Record]) -> None:
    """Compute every seal once more from the one before it."""
    before: bytes | None = None
    if records and records[0].entry.number == 1:
        before = bytes(RECORD_SIZE * 2)
    covered: list[bytes] = []
    parts: list[_Record] = []
    has_gap = False  # which has been said already
    for index, record in enumerate(records):
        has_gap = has_gap or (index > 0 and not record.follows)
        entry = record.entry
        if entry.kind != J_SEAL or entry.who != len(parts):
            # What the power has broken off is covered by the next seal.
            covered += [part.text for part in parts]
            parts = []
        if entry.kind != J_SEAL or entry.who != len(parts):
            covered.append(record.text)
            continue
        parts.append(record)
        if len(parts) < SEAL_PARTS:
            continue
        seal = b"".join((part.entry.value & 0xFFFFFFFF).to_bytes(4, "little") for part in parts)
        if before is not None:
            if hashlib.sha256(before + b"".join(covered)).digest() == seal:
                journal.sealed = entry.number
                journal.seals += 1
            elif not has_gap:
                first = records[index - SEAL_PARTS - len(covered) + 1].entry.number
                journal.problems.append(
                    f"record {entry.number}: the seal is not right:"
                    f" something in records {first} to {entry.number} has been changed"
                )
        before = seal
        covered = []
        parts = []
        has_gap = False
    if parts:
        journal.problems.append(
            f"record {parts[-1].entry.number}: the seal that ends here is not complete"
        )
