"""Writes the table of the rules of Triple Block and the tests that show them.

python -m tests.triple_block.conformance            says whether CONFORMANCE.md is up to date
python -m tests.triple_block.conformance --write    brings it up to date
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.rules.requirement import STATES, Requirement
from tests.triple_block.claims import CLAIMS

TABLE = Path(__file__).resolve().parent / "CONFORMANCE.md"
COMMAND = ".venv/bin/python -m tests.triple_block.conformance --write"


def markdown(rows: Sequence[Requirement]) -> str:
    """Return the table in Markdown."""
    counted = Counter(row.state for row in rows)
    counts = ", ".join(f"{counted[state]} {state}" for state in STATES if counted[state])
    lines = [
        "# The rules of Triple Block, and the tests that show them",
        "",
        f"Made by `{COMMAND}` from `claims.py`; change that. The rules in full, and what was"
        " decided where they leave a choice: `host_tools/triple_block/TRIPLE_BLOCK.md`.",
        "",
        f"{len(rows)} rows: {counts}.",
        "",
        "| rule | says | state | shown by, and what is to be said |",
        "|---|---|---|---|",
    ]
    for row in rows:
        shown = [f"`{test}`" for test in row.tests]
        shown += [f"{text}." for text in (row.reason, row.note) if text]
        lines.append(f"| {row.id} | {row.text} | {row.state} | {'<br>'.join(shown)} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str], table: Path = TABLE) -> int:
    """Compare or, with --write, write the committed table; return 1 if it is not up to date."""
    text = markdown(CLAIMS)
    if table.is_file() and table.read_text(encoding="utf-8") == text:
        return 0
    if "--write" in arguments:
        table.write_text(text, encoding="utf-8")
        print(f"wrote {table.name}")
        return 0
    print(f"not up to date: {table.name}: run {COMMAND}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
