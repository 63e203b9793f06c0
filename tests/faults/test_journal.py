"""The journal of a game: all that happened, in order, and any damage to it is found."""

from __future__ import annotations

from itertools import pairwise

import pytest
from clockcore.codes import EV_CORRECTION, EV_PAUSE, EV_PRESS, EV_RESUME, EV_START
from clockcore.journal import J_POWER, J_SEAL, J_TIME

from host_tools.bench import Bench
from host_tools.journal import Journal, blank_journal, read_journal


@pytest.fixture(scope="module")
def blocks() -> list[bytes]:
    """Play a game with a correction and a power cut; return the blocks of its journal."""
    with Bench("5+3") as bench:
        bench.press("right")
        for number in range(5):
            bench.advance_ms(1_500)
            bench.press("right" if number % 2 else "left")
        bench.advance_ms(700)
        bench.key("play")
        bench.advance_ms(500)
        bench.key("plus", hold_ms=3_100)
        bench.key("forward")
        bench.advance_ms(1_000)
        bench.power_cycle()
        bench.key("play")
        bench.advance_ms(2_000)
        bench.key("play")
        bench.advance_ms(2_000)
        paths = sorted((bench.files / "journal").glob("j*"))
        return [path.read_bytes() for path in paths]


def changed(blocks: list[bytes], place: int, text: bytes) -> Journal:
    """Return the journal with something else at a place of its first block."""
    first = blocks[0][:place] + text + blocks[0][place + len(text) :]
    return read_journal([first, *blocks[1:]])


def test_all_that_happened_is_there_in_order(blocks: list[bytes]) -> None:
    journal = read_journal(blocks)
    assert not journal.problems
    kinds = [entry.kind for entry in journal.entries]
    assert [entry.number for entry in journal.entries] == list(range(1, len(kinds) + 1))
    assert kinds.count(EV_PRESS) == 5 and kinds.count(EV_START) == 1
    assert kinds.count(EV_PAUSE) == 2 and kinds.count(EV_RESUME) == 1
    assert kinds.count(EV_CORRECTION) == 1 and kinds.count(J_POWER) == 2
    times = [entry.value for entry in journal.entries if entry.kind == J_TIME]
    assert times[2] - times[0] == 60_000, "what was, and what the correction made of it"
    presses = [entry for entry in journal.entries if entry.kind == EV_PRESS]
    assert {(two.at - one.at) % 2**29 for one, two in pairwise(presses)} == {1_500}
    assert journal.sealed == journal.entries[-1].number and kinds[-1] == J_SEAL


def test_every_changed_byte_is_found(blocks: list[bytes]) -> None:
    used = len(blocks[0].rstrip(b"\xff"))
    for place in range(16, used - 16 * 8, 11):
        assert changed(blocks, place, bytes([blocks[0][place] ^ 1])).problems, place


def test_a_record_that_is_taken_out_or_put_right_again_is_found(blocks: list[bytes]) -> None:
    """Also one that was made anew with its right check sum: the seal does not fit."""
    from clockcore.journal import write_record

    entries = read_journal(blocks).entries
    index = next(i for i, entry in enumerate(entries) if entry.kind == EV_PRESS)
    assert changed(blocks, 16 * (index + 1), b"\xff" * 16).problems
    entry = entries[index]
    record = bytearray(16)
    write_record(record, entry.number, entry.kind, entry.who, entry.at, entry.value + 1)
    found = changed(blocks, 16 * (index + 1), bytes(record)).problems
    assert len(found) == 1 and "seal" in found[0], found


def test_an_empty_journal_is_whole() -> None:
    files = blank_journal()
    journal = read_journal([text for name, text in files.items() if "/j" in name])
    assert journal == Journal()
