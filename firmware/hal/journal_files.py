"""The files of the journal's blocks: found, made, sealed. Not for play."""

import hashlib
import os
from array import array

from clockcore.journal import BLOCK_SIZE, J_SEAL, RECORD_SIZE, TAG_JOURNAL, TAG_MARKS
from clockcore.journal_reading import (
    ERASED,
    fill_of,
    is_whole,
    read_places,
    read_records,
    tag_at,
    write_tag,
)
from micropython import const

FOLDER = "journal"
JOURNAL_BLOCKS = const(40)
MARK_BLOCKS = const(8)
ROOM_LEFT = const(24)  # blocks of the file system that the journal leaves to others
SEAL_PARTS = const(8)
SEAL_SIZE = const(32)
TAIL = const(600)  # records among which the last seal is looked for first


def name_of(letter: int, place: int) -> str:
    """Return the name of the file of a block."""
    return FOLDER + "/" + chr(letter + 32) + str(place // 10) + str(place % 10)


def open_spaces(journal, marks) -> tuple:
    """Find the blocks, and how far they are filled.

    Return the number of the last record, and how many blocks are lost though something is in
    them: their tags are damaged. One whose erasing was broken off is empty at its beginning.

    A block is ours only if a file begins with its very tag: a tag alone may have been left behind
    by another file system, whose blocks are in use for something else.
    """
    flash = journal.flash
    if flash is None:
        return 0, 0
    try:
        names = os.listdir(FOLDER)
    except OSError:
        return 0, 0
    tags = {}
    head = bytearray(2 * RECORD_SIZE)
    lost = 0
    for name in names:
        try:
            with open(FOLDER + "/" + name, "rb") as file:
                if file.readinto(head) == len(head):
                    tags[bytes(head[:RECORD_SIZE])] = name
                    if not is_whole(head, 0) and head[RECORD_SIZE] != ERASED:
                        lost += 1
        except OSError:
            pass
    tag = bytearray(RECORD_SIZE)
    seen = []
    found: dict = {TAG_JOURNAL: [], TAG_MARKS: []}
    for block in range(flash.count):
        flash.read(block, 0, tag)
        if tag[0] in found:
            known = tag_at(tag, tag[0])
            if known is not None and tags.get(bytes(tag)) == name_of(tag[0], known[0])[8:]:
                if bytes(tag) in seen:
                    lost += 1  # twice there: nobody knows which one the file has
                    found[tag[0]] = [one for one in found[tag[0]] if one[1] != known[0]]
                else:
                    found[tag[0]].append((known[1], known[0], block))
                    seen.append(bytes(tag))
    for space in (journal, marks):
        blocks = sorted(found[space.letter])
        space.order = array("H", [block for _, _, block in blocks])
        space.places = bytearray([place for _, place, _ in blocks])
        space.generation = blocks[-1][0] if blocks else 0
        size = RECORD_SIZE if space.letter == TAG_JOURNAL else 1
        space.now, space.offset = fill_of(flash.read, space.order, size)
    last = 0
    for index in range(journal.now, -1, -1):
        for record in read_records(flash.read, journal.order[index : index + 1], 0):
            last = record[0]
        if last:
            break
    return last, lost


def make_block(journal, marks) -> bool:
    """Make the file of one more block, where there is room; return whether that was done."""
    flash = journal.flash
    if flash is None:
        return False
    spaces = [(journal, JOURNAL_BLOCKS), (marks, MARK_BLOCKS)]
    if len(journal.order) and not len(marks.order):
        spaces.reverse()  # one of each comes first
    for space, count in spaces:
        for place in range(count):
            if place not in list(space.places):
                if os.statvfs(".")[3] < ROOM_LEFT:
                    return False
                return _make(flash, space, place)
    return False


def _make(flash, space, place: int) -> bool:
    tag = space.tag
    space.generation += 1
    write_tag(tag, space.letter, place, space.generation)
    try:
        if FOLDER not in os.listdir():
            os.mkdir(FOLDER)
        with open(name_of(space.letter, place), "wb") as file:
            file.write(tag)
            blank = b"\xff" * 256
            file.write(blank[RECORD_SIZE:])
            for _ in range(BLOCK_SIZE // 256 - 1):
                file.write(blank)
        if hasattr(os, "sync"):
            os.sync()
    except OSError:
        return False
    there = bytearray(RECORD_SIZE)
    for block in range(flash.count):
        flash.read(block, 0, there)
        if there == tag:
            space.order.append(block)
            space.places.append(place)
            return True
    return False


def renew(space) -> bool:
    """Erase the oldest block of a `FlashSpace` and put it behind the others; False if in use."""
    if space.now == 0:
        return False
    block = space.order[0]
    place = space.places[0]
    last = len(space.order) - 1
    for index in range(last):
        space.order[index] = space.order[index + 1]
        space.places[index] = space.places[index + 1]
    space.order[last] = block
    space.places[last] = place
    space.now -= 1
    space.generation += 1
    write_tag(space.tag, space.letter, place, space.generation)
    try:
        space.flash.erase(block)
        space.flash.program(block, 0, space.tag, RECORD_SIZE)
    except OSError:
        space.order = space.order[:last]  # not used any more
        space.places = space.places[:last]
    return True


def seal_of(journal, number: int) -> bytes:
    """Return the SHA-256 of the last seal and of all records behind it.

    number  of the record that comes next
    """
    read = journal.flash.read
    after = max(number - 1 - TAIL, 0)
    seal, covered = _last_seal(read, journal.order, after)
    if not covered and after:
        seal, covered = _last_seal(read, journal.order, 0)
    digest = hashlib.sha256(seal)
    for page, start in read_places(read, journal.order, covered):
        digest.update(page[start : start + RECORD_SIZE])
    return digest.digest()


def _last_seal(read, blocks, after: int) -> tuple:
    """Return the last seal among the records above `after`, and its last number."""
    seal = bytearray(SEAL_SIZE)
    part = bytearray(SEAL_SIZE)
    covered = 0
    for number, kind, who, _, value in read_records(read, blocks, after):
        if kind == J_SEAL:
            for index in range(4):
                part[who * 4 + index] = value >> 8 * index & 0xFF
            if who == SEAL_PARTS - 1:
                seal[:] = part
                covered = number
    return seal, covered
