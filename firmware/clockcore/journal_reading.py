"""Reads a journal back: what its blocks hold, how far they are filled; tags them. Not for play."""

from micropython import const

from clockcore.journal import (
    BLOCK_SIZE,
    MARK_BETWEEN,
    MARK_EVERY_MS,
    MARK_SELDOM_MS,
    RECORD_SIZE,
    crc_16,
    mark_of,
    seal_record,
)

PAGE_SIZE = const(256)
SIGN_BYTE = const(0x80)
ERASED = const(0xFF)
MARK_MASK = const(0x7F)
TAG_FORMAT = const(1)


def is_whole(data, start: int) -> bool:
    """Return whether 16 bytes of a buffer from `start` on have their right CRC."""
    crc = crc_16(data, start, RECORD_SIZE - 2)
    return data[start + 14] == crc & 0xFF and data[start + 15] == crc >> 8


def is_erased(data, start: int, length: int) -> bool:
    """Return whether `length` bytes of a buffer from `start` on have never been programmed."""
    for index in range(start, start + length):
        if data[index] != ERASED:
            return False
    return True


def number_at(data, start: int, length: int) -> int:
    """Return a number of `length` bytes of a buffer, its lowest byte first."""
    number = 0
    for index in range(length - 1, -1, -1):
        number = number << 8 | data[start + index]
    return number


def record_at(data, start: int) -> "tuple | None":
    """Return number, kind, who, instant and value of a whole record, None for anything else."""
    if not is_whole(data, start):
        return None
    high = data[start + 13]
    if high & SIGN_BYTE:
        high -= 2 * SIGN_BYTE
    value = high << 24 | number_at(data, start + 10, 3)
    return (
        number_at(data, start, 3),
        data[start + 3],
        data[start + 4],
        number_at(data, start + 6, 4),
        value,
    )


def write_tag(record: bytearray, letter: int, place: int, generation: int) -> None:
    """Write the tag of a block into a buffer of 16 bytes.

    letter      TAG_JOURNAL or TAG_MARKS
    place       number of the block's file, 0 to 255
    generation  one more with every block that is taken into use: it tells their order
    """
    record[0] = letter
    record[1] = 0x63  # c
    record[2] = 0x6C  # l
    record[3] = 0x6B  # k
    record[4] = TAG_FORMAT
    record[5] = place
    for index in range(4):
        record[6 + index] = generation >> 8 * index & 0xFF
        record[10 + index] = 0
    seal_record(record)


def tag_at(data, letter: int) -> "tuple | None":
    """Return place and generation of the tag that a buffer begins with, None for no tag."""
    if data[0] != letter or data[4] != TAG_FORMAT or not is_whole(data, 0):
        return None
    return data[5], number_at(data, 6, 4)


def read_records(read, blocks, after: int):
    """Yield the whole records with numbers above `after`, in order; see `read_places`."""
    for page, start in read_places(read, blocks, after):
        yield record_at(page, start)


def read_places(read, blocks, after: int):
    """Yield a buffer, and where in it a whole record with a number above `after` is, in order.

    read    fills a buffer from an offset of a block on: `read(block, offset, buffer)`
    blocks  numbers of the blocks, the oldest first
    """
    page = bytearray(PAGE_SIZE)
    for index in range(first_block(read, blocks, after), len(blocks)):
        for offset in range(0, BLOCK_SIZE, PAGE_SIZE):
            read(blocks[index], offset, page)
            for start in range(0, PAGE_SIZE, RECORD_SIZE):
                if (offset or start) and is_whole(page, start):
                    if number_at(page, start, 3) > after:
                        yield page, start
            if is_erased(page, PAGE_SIZE - RECORD_SIZE, RECORD_SIZE):
                break


def first_block(read, blocks, after: int) -> int:
    """Return the index of a block before which no record has a number above `after`."""
    first = bytearray(RECORD_SIZE)
    for index in range(len(blocks) - 1, 0, -1):
        read(blocks[index], RECORD_SIZE, first)
        record = record_at(first, 0)
        if record is not None and record[0] <= after + 1:
            return index
    return 0


def fill_of(read, blocks, size: int) -> tuple:
    """Return the index of the block that is being filled, and where its next `size` bytes go.

    Whatever is behind the last byte that has been programmed is erased.
    """
    page = bytearray(PAGE_SIZE)
    blank = b"\xff" * PAGE_SIZE
    first = bytearray(RECORD_SIZE)
    for index in range(len(blocks) - 1, -1, -1):
        read(blocks[index], RECORD_SIZE, first)
        if is_erased(first, 0, RECORD_SIZE) and index:
            continue  # a block is filled from its beginning
        for offset in range(BLOCK_SIZE - PAGE_SIZE, -1, -PAGE_SIZE):
            read(blocks[index], offset, page)
            if page == blank:
                continue
            for place in range(PAGE_SIZE - 1, -1, -1):
                if page[place] != ERASED:
                    end = (offset + place) // size * size + size
                    if end > RECORD_SIZE:
                        return index, end
                    break
    return 0, RECORD_SIZE


def marked_ms(read, blocks, index: int, offset: int, number: int) -> tuple:
    """Return how much time the marks behind record `number` count, and whether that is sure.

    It is not where a mark must have been damaged since: the side may then have thought for longer.
    index, offset  as `fill_of` returned them for the blocks of marks, with a size of 1
    The last byte may be one that the power left half programmed, if that can have become the mark:
    it counts nothing. One that is wrong among right ones has been damaged, and counts. Marks of
    the record after it show that this record is missing.
    """
    wanted = mark_of(number)
    one = bytearray(1)
    total = 0
    waiting = 0
    wrong = -1  # the byte behind this one, if it was none of these marks
    may_be_torn = False
    is_last = True
    is_sure = True
    while True:
        offset -= 1
        if offset < RECORD_SIZE:
            index -= 1
            offset = BLOCK_SIZE - 1
            if index < 0:
                return total, is_sure
        read(blocks[index], offset, one)
        mark = one[0]
        step = MARK_EVERY_MS if index + 1 < len(blocks) else MARK_SELDOM_MS
        if mark == wanted:
            if wrong >= 0 and not may_be_torn:
                is_sure = is_sure and total > 0
                total += waiting
            total += step
            wrong = -1
        elif not total and mark == mark_of(number + 1):
            return 0, False
        elif wrong >= 0 or mark == MARK_BETWEEN:
            if wrong >= 0 and not may_be_torn and not _may_follow(mark, wrong, wanted):
                is_sure = False
            return total, is_sure
        else:
            wrong = mark
            waiting = step
            # Programming clears bits, one by one.
            may_be_torn = is_last and (mark & wanted == wanted or mark & MARK_BETWEEN != 0)
        is_last = False


def _may_follow(first: int, second: int, wanted: int) -> bool:
    """Return whether two older marks than `wanted` may stand one behind the other."""
    if second & MARK_BETWEEN:
        return False
    if first & MARK_BETWEEN:
        return True
    return wanted - second & MARK_MASK <= wanted - first & MARK_MASK
