"""The journal of a clock, seen from a host: whether it is whole, what was played."""

from host_tools.journal.blocks import JournalError, blank_journal, read_blocks
from host_tools.journal.chain import Entry, Journal, read_journal

__all__ = (
    "Entry",
    "Journal",
    "JournalError",
    "blank_journal",
    "read_blocks",
    "read_journal",
)
