"""Records, tags and marks of the journal: what is written is read, what is damaged is seen."""

from clockcore.codes import EV_PRESS, LEFT
from clockcore.journal import (
    BLOCK_SIZE,
    MARK_BETWEEN,
    MARK_EVERY_MS,
    MARK_SELDOM_MS,
    RECORD_SIZE,
    TAG_JOURNAL,
    TAG_MARKS,
    crc_16,
    mark_of,
    write_record,
)
from clockcore.journal_reading import (
    fill_of,
    first_block,
    is_erased,
    is_whole,
    marked_ms,
    read_records,
    record_at,
    tag_at,
    write_tag,
)


class Blocks:
    """Blocks in memory, read as those of flash memory are."""

    def __init__(self, count: int, letter: int) -> None:
        """Make erased blocks with their tags."""
        self.content = []
        self.numbers = list(range(count))
        for place in range(count):
            block = bytearray(b"\xff" * BLOCK_SIZE)
            tag = bytearray(RECORD_SIZE)
            write_tag(tag, letter, place, place + 1)
            block[:RECORD_SIZE] = tag
            self.content.append(block)

    def read(self, block: int, offset: int, buffer: bytearray) -> None:
        """Fill a buffer."""
        buffer[:] = self.content[block][offset : offset + len(buffer)]

    def fill(self, records: int) -> None:
        """Write records numbered from 1."""
        record = bytearray(RECORD_SIZE)
        for index in range(records):
            write_record(record, index + 1, EV_PRESS, LEFT, 1000 * index, index)
            block, slot = index // 255, index % 255 + 1
            self.content[block][slot * RECORD_SIZE : (slot + 1) * RECORD_SIZE] = record


def test_the_crc_is_the_one_that_is_known() -> None:
    """The check value of CRC-16/CCITT with 0xFFFF."""
    assert crc_16(b"123456789", 0, 9) == 0x29B1


def test_a_record_is_read_as_it_was_written() -> None:
    record = bytearray(RECORD_SIZE)
    for values in (
        (1, 3, 0x10, 0, 0),
        (0xABCDEF, 255, 255, (1 << 29) - 1, -1),
        (7, 64, 2, 123_456_789, -(1 << 29)),
        (7, 70, 2, 5, 0x3FFFFFFF),
    ):
        number, kind, who, at, value = values
        write_record(record, number, kind, who, at, value)
        assert record_at(record, 0) == values


def test_every_bit_of_a_record_matters() -> None:
    record = bytearray(RECORD_SIZE)
    write_record(record, 77, EV_PRESS, LEFT, 12_345, 40)
    for index in range(RECORD_SIZE):
        for bit in range(8):
            record[index] ^= 1 << bit
            assert not is_whole(record, 0) and record_at(record, 0) is None
            record[index] ^= 1 << bit
    assert is_whole(record, 0)
    assert is_erased(b"\xff" * 16, 0, 16) and not is_erased(record, 0, 16)


def test_a_tag_says_letter_place_and_generation() -> None:
    tag = bytearray(RECORD_SIZE)
    write_tag(tag, TAG_MARKS, 7, 300_000)
    assert tag_at(tag, TAG_MARKS) == (7, 300_000)
    assert tag_at(tag, TAG_JOURNAL) is None
    tag[5] ^= 1
    assert tag_at(tag, TAG_MARKS) is None


def test_records_are_found_from_any_number_on() -> None:
    blocks = Blocks(4, TAG_JOURNAL)
    blocks.fill(600)
    for after in (0, 1, 254, 255, 256, 509, 510, 511, 599, 600):
        found = [one[0] for one in read_records(blocks.read, blocks.numbers, after)]
        assert found == list(range(after + 1, 601)), after
    assert first_block(blocks.read, blocks.numbers, 520) == 2
    assert fill_of(blocks.read, blocks.numbers, RECORD_SIZE) == (2, (600 - 510 + 1) * 16)


def test_a_torn_record_is_passed_over_and_its_place_is_not_used_again() -> None:
    blocks = Blocks(2, TAG_JOURNAL)
    blocks.fill(10)
    torn = blocks.content[0]
    torn[11 * 16 : 11 * 16 + 5] = b"\x0b\x00\x00\x03\x00"
    assert [one[0] for one in read_records(blocks.read, blocks.numbers, 8)] == [9, 10]
    assert fill_of(blocks.read, blocks.numbers, RECORD_SIZE) == (0, 12 * 16)


def test_an_empty_journal_begins_behind_its_tag() -> None:
    blocks = Blocks(3, TAG_JOURNAL)
    assert fill_of(blocks.read, blocks.numbers, RECORD_SIZE) == (0, RECORD_SIZE)
    assert list(read_records(blocks.read, blocks.numbers, 0)) == []


def marks(*values: int, blocks: int = 3, full: int = 0) -> tuple:
    """Return what marks count behind record 5; `full` blocks are filled with those of 4 before."""
    space = Blocks(blocks, TAG_MARKS)
    for index in range(full):
        space.content[index][RECORD_SIZE:] = bytes([mark_of(4)]) * (BLOCK_SIZE - RECORD_SIZE)
    space.content[full][RECORD_SIZE : RECORD_SIZE + len(values)] = bytes(values)
    index, offset = fill_of(space.read, space.numbers, 1)
    return marked_ms(space.read, space.numbers, index, offset, 5)


def test_marks_count_the_time_behind_their_record_alone() -> None:
    assert marks() == (0, True)
    assert marks(4, 4, 4) == (0, True)
    assert marks(3, 3, 4) == (0, True)
    assert marks(4, 5) == (MARK_EVERY_MS, True)
    assert marks(4, 5, 5, 5) == (3 * MARK_EVERY_MS, True)
    assert marks(5, 5, MARK_BETWEEN, 5) == (MARK_EVERY_MS, True)  # others are of 128 records ago
    assert marks(5, 5, MARK_BETWEEN, 4, 4) == (0, True)


def test_a_torn_mark_counts_nothing_and_a_damaged_one_counts() -> None:
    assert marks(4, 5, 5, 0x7D) == (2 * MARK_EVERY_MS, True)
    assert marks(4, 0x7D) == (0, True)
    assert marks(4, 4, 0xC5) == (0, True)  # a torn one that was to stand between
    assert marks(4, 5, 0x45, 5) == (3 * MARK_EVERY_MS, True)


def test_a_mark_that_was_damaged_at_either_end_is_noticed() -> None:
    """The side may have thought for longer than what is left of the marks tells."""
    assert marks(4, 0x45, 5, 5) == (2 * MARK_EVERY_MS, False)
    assert marks(4, 0x85, 5, 5) == (2 * MARK_EVERY_MS, False)
    assert marks(4, 5, 5, 0x50) == (3 * MARK_EVERY_MS, False)
    assert marks(4, 0x50) == (0, False)
    for damaged in range(128):
        found, is_sure = marks(4, 4, damaged, 5, 5)
        assert found == (3 if damaged == 5 else 2) * MARK_EVERY_MS
        assert is_sure == (damaged in (4, 5))


def test_marks_of_a_record_that_cannot_be_read_are_noticed() -> None:
    assert marks(5, 5, 6, 6) == (0, False)
    assert marks(5, 5, 6, 0x66) == (0, False)


def test_in_the_last_block_a_mark_counts_ten_seconds() -> None:
    assert marks(5, 5, blocks=2, full=1) == (2 * MARK_SELDOM_MS, True)
    assert marks(5, 5, blocks=3, full=1) == (2 * MARK_EVERY_MS, True)
