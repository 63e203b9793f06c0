"""Blocks and the chain of a journal: what is damaged, missing or changed is found."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
from clockcore.codes import EV_PRESS
from clockcore.journal import (
    BLOCK_SIZE,
    J_SEAL,
    RECORD_SIZE,
    TAG_JOURNAL,
    TAG_MARKS,
    write_record,
)
from clockcore.journal_reading import write_tag

from host_tools.journal import Entry, JournalError, blank_journal, read_blocks, read_journal
from tests.host_tools.journal_scribe import blocks_of

PER_BLOCK = BLOCK_SIZE // RECORD_SIZE - 1


def presses(count: int, first: int = 1) -> list[Entry]:
    """Return so many records."""
    return [Entry(first + i, EV_PRESS, i & 1, 1000 * i, i // 2 + 1) for i in range(count)]


def record_of(entry: Entry) -> bytes:
    """Return the 16 bytes of an entry."""
    record = bytearray(RECORD_SIZE)
    write_record(record, entry.number, entry.kind, entry.who, entry.at, entry.value)
    return bytes(record)


def block_of(records: list[bytes], generation: int = 1) -> bytes:
    """Return a block with these records."""
    tag = bytearray(RECORD_SIZE)
    write_tag(tag, TAG_JOURNAL, generation - 1, generation)
    return (bytes(tag) + b"".join(records)).ljust(BLOCK_SIZE, b"\xff")


def with_bytes(block: bytes, place: int, text: bytes) -> bytes:
    """Return a block with something else at a place."""
    return block[:place] + text + block[place + len(text) :]


# --- the chain -----------------------------------------------------------------------------------


def test_a_sealed_journal_is_whole_in_any_order_of_its_blocks() -> None:
    blocks = blocks_of(presses(600))
    assert len(blocks) == 3
    random.Random(1).shuffle(blocks)
    journal = read_journal(blocks)
    assert not journal.problems
    assert [entry.number for entry in journal.entries] == list(range(1, 609))
    assert journal.sealed == 608 and journal.seals == 1


def test_every_byte_of_a_small_journal_that_is_changed_is_found_or_was_erased_space() -> None:
    """One bit, all bits, and every byte once; what lies behind the last record is found, too."""
    block = blocks_of(presses(12))[0]
    whole = read_journal([block])
    assert not whole.problems
    used = len(block.rstrip(b"\xff"))
    for place in range(used + 64):
        for mask in (1, 0x80, 0xFF):
            changed = with_bytes(block, place, bytes([block[place] ^ mask]))
            found = read_journal([changed])
            assert found.problems, place
            if place >= used:
                assert found.entries == whole.entries


def test_a_changed_record_with_its_right_check_sum_breaks_the_seal_which_says_where() -> None:
    entries = presses(12)
    block = blocks_of(entries)[0]
    five = entries[4]
    forged = record_of(Entry(five.number, five.kind, five.who, five.at + 1, five.value))
    found = read_journal([with_bytes(block, 5 * RECORD_SIZE, forged)]).problems
    assert found == [
        "record 20: the seal is not right: something in records 1 to 20 has been changed"
    ]


@pytest.mark.parametrize(
    ("taken", "said"), [([5], "record 5: missing"), ([5, 6, 7], "records 5 to 7: missing")]
)
def test_records_that_are_taken_out_are_named(taken: list[int], said: str) -> None:
    block = blocks_of(presses(12))[0]
    for number in taken:
        block = with_bytes(block, number * RECORD_SIZE, b"\xff" * RECORD_SIZE)
    assert read_journal([block]).problems == [said]


def test_a_damaged_record_is_named_with_its_place() -> None:
    block = with_bytes(blocks_of(presses(12))[0], 5 * RECORD_SIZE + 7, b"\x00\x01")
    found = read_journal({"j07": block}).problems
    assert found == ["record 5: missing, 1 damaged (j07, place 5)"]


def test_a_block_that_is_missing_is_found_by_the_numbers() -> None:
    blocks = blocks_of(presses(700))
    del blocks[1]
    assert read_journal(blocks).problems == ["records 256 to 510: missing"]


def test_a_block_that_is_missing_at_the_end_is_found_by_those_erased_behind_it() -> None:
    full = [record_of(entry) for entry in presses(PER_BLOCK)]
    erased = [block_of([], 3), block_of([], 4)]
    found = read_journal({"j00": block_of(full), "j02": erased[0], "j03": erased[1]}).problems
    assert found == ["behind j00, which is full, a block is missing"]
    assert not read_journal([block_of(full), block_of([], 2), *erased]).problems
    assert not read_journal([block_of(full[:-1]), *erased]).problems, "not full: nothing followed"


def test_a_block_that_is_there_twice_is_said() -> None:
    block = blocks_of(presses(3))[0]
    found = read_journal({"block 1": block, "block 2": block}).problems
    assert found == ["block 2: its place in the order is that of block 1, too"]


def test_a_record_that_the_power_left_half_written_is_no_problem() -> None:
    """Its number is used once more; at the very end nobody can tell."""
    entries = presses(12)
    records = [record_of(entry) for entry in entries]
    torn = records[5][:9].ljust(RECORD_SIZE, b"\xff")
    journal = read_journal([block_of([*records[:5], torn, *records[5:]])])
    assert not journal.problems and journal.entries == entries
    at_end = read_journal([block_of([*records[:5], torn])])
    assert at_end.entries == entries[:5]
    assert len(at_end.problems) == 1 and "behind record 5" in at_end.problems[0]


def test_a_seal_that_was_broken_off_is_covered_by_the_next() -> None:
    entries = presses(4)
    sealed = blocks_of(entries)[0]
    records = [sealed[16 * i : 16 * i + 16] for i in range(1, 5 + 3)]  # and 3 parts of a seal
    more = record_of(Entry(8, EV_PRESS, 0, 9_000, 3))
    digest = hashlib.sha256(bytes(32) + b"".join(records) + more).digest()
    parts = [
        record_of(
            Entry(9 + part, J_SEAL, part, 0, int.from_bytes(digest[4 * part :][:4], "little"))
        )
        for part in range(8)
    ]
    journal = read_journal([block_of([*records, more, *parts])])
    assert not journal.problems and journal.sealed == 16
    broken = read_journal([block_of(records)])
    assert broken.problems == ["record 7: the seal that ends here is not complete"]


def test_an_older_beginning_that_is_gone_leaves_the_first_seal_unchecked() -> None:
    journal = read_journal(blocks_of(presses(12, first=500)))
    assert not journal.problems
    assert journal.sealed == 0 and journal.entries[0].number == 500


def test_numbers_out_of_order_are_said() -> None:
    records = [record_of(entry) for entry in presses(3)]
    found = read_journal({"j00": block_of([records[0], records[2], records[1]])}).problems
    assert found == ["record 2: missing", "record 2: out of order, behind 3 in j00"]


def test_a_tag_that_is_damaged_is_said_and_an_erased_block_is_not() -> None:
    block = blocks_of(presses(3))[0]
    bad = with_bytes(block, 6, b"\x77")
    found = read_journal({"j00": block, "j01": bad, "j02": b"\xff" * BLOCK_SIZE}).problems
    assert found == ["j01: has no tag, or a damaged one"]


def test_a_short_block_is_read_as_far_as_it_goes() -> None:
    block = blocks_of(presses(12), sealed=False)[0]
    journal = read_journal({"j00": block[: 16 * 6]})
    assert journal.problems == [f"j00: has only 96 of {BLOCK_SIZE} bytes"]
    assert len(journal.entries) == 5


# --- files ---------------------------------------------------------------------------------------


def test_a_folder_and_one_file_in_any_order_are_the_same(tmp_path: Path) -> None:
    blocks = blocks_of(presses(600))
    folder = tmp_path / "journal"
    folder.mkdir()
    for index, block in enumerate(blocks):
        (folder / f"j{index:02}").write_bytes(block)
    marks = blank_journal()["journal/m00"]
    (folder / "m00").write_bytes(marks)
    (folder / ".DS_Store").write_bytes(b"else")
    one = tmp_path / "one.journal"
    one.write_bytes(blocks[2] + marks + blocks[0] + blocks[1])
    assert marks[0] == TAG_MARKS
    assert read_journal(read_blocks(folder)) == read_journal(read_blocks(one))
    assert not read_journal(read_blocks(one)).problems


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", "is empty"),
        (b"x" * 5000, "its 5000 bytes are no number of blocks of 4096"),
        (b"x" * 8192, "is no journal: no block of it has a journal's tag"),
        (b"\xff" * 4096, "is no journal: no block of it has a journal's tag"),
        (b"x" * (4096 * 257), "is larger than 1024 kB"),
    ],
)
def test_what_is_no_journal_is_one_line(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    path = tmp_path / "x.journal"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(JournalError) as caught:
        read_blocks(path)
    assert str(caught.value) == f"{path}: {said}"


def test_a_folder_without_blocks_or_with_a_long_one_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="holds no blocks of a journal"):
        read_blocks(tmp_path)
    (tmp_path / "j00").write_bytes(bytes(4097))
    with pytest.raises(JournalError, match="j00: is longer than 4096 bytes"):
        read_blocks(tmp_path)
