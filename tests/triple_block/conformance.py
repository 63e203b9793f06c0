"""Writes the table of the rules of Triple Block and the tests that show them.

python -m tests.triple_block.conformance            says whether CONFORMANCE.md is up to date
python -m tests.triple_block.conformance --write    brings it up to date
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.rules.document_table import document_table, update
from tests.rules.requirement import Requirement
from tests.triple_block.claims import CLAIMS

TABLE = Path(__file__).resolve().parent / "CONFORMANCE.md"
COMMAND = ".venv/bin/python -m tests.triple_block.conformance --write"


def markdown(rows: Sequence[Requirement]) -> str:
    """Return the table in Markdown."""
    return document_table("Triple Block", "host_tools/triple_block/TRIPLE_BLOCK.md", COMMAND, rows)


def main(arguments: Sequence[str], table: Path = TABLE) -> int:
    """Compare or, with --write, write the committed table; return 1 if it is not up to date."""
    return update(markdown(CLAIMS), table, COMMAND, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
