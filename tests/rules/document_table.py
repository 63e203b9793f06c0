"""The committed table of a document's rules: in Markdown, and brought up to date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.rules.requirement import STATES, Requirement


def update(text: str, table: Path, command: str, arguments: Sequence[str]) -> int:
    """Compare or, with --write, write a committed table; return 1 if it is not up to date."""
    if table.is_file() and table.read_text(encoding="utf-8") == text:
        return 0
    if "--write" in arguments:
        table.write_text(text, encoding="utf-8")
        print(f"wrote {table.name}")
        return 0
    print(f"not up to date: {table.name}: run {command}")
    return 1


def document_table(
    name: str, manual: str, command: str, rows: Sequence[Requirement]
) -> str:
    """Return the table of the document `name`, whose rules `manual` states, in Markdown."""
    counted = Counter(row.state for row in rows)
    counts = ", ".join(f"{counted[state]} {state}" for state in STATES if counted[state])
    lines = [
        f"# The rules of {name}, and the tests that show them",
        "",
        f"Made by `{command}` from `claims.py`; change that. The rules in full, and what was"
        f" decided where they leave a choice: `{manual}`.",
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
