"""The journal of a clock, seen from a host: whether it is whole, what was played."""

from clockcore.journal import BLOCK_SIZE

from host_tools.journal.blocks import JournalError, blank_journal, read_blocks
from host_tools.journal.chain import Entry, Journal, read_journal

__all__ = (
    "BLOCK_SIZE",
    "Entry",
    "Journal",
    "JournalError",
    "blank_journal",
    "read_blocks",
    "read_journal",
)
