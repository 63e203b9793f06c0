"""What every table of the rules of a document has to be: complete, true to tests, up to date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from tests.rules.finder import refusal
from tests.rules.requirement import IN_PART, PROVEN, Requirement


def check_that_claimed_tests_exist(claims: Sequence[Requirement]) -> None:
    """Check that every claim names a test that there is."""
    wrong = [refusal(claim) for row in claims for claim in row.tests]
    assert not any(wrong), "\n".join(filter(None, wrong))


def check_row(row: Requirement) -> None:
    """Check that a row has tests, and a reason in words for what no test shows."""
    assert row.tests and row.state in (PROVEN, IN_PART)
    assert row.text.endswith(".") and len(set(row.tests)) == len(row.tests)
    for text in (row.reason, row.note):
        assert text == text.strip() and not text.endswith(".") and "\n" not in text
        assert not text or len(text.split()) > 3


def check_that_table_is_up_to_date(conformance: ModuleType, claims: Sequence[Requirement]) -> None:
    """Check that the committed table is that of the claims; `conformance` is what writes it."""
    text = conformance.TABLE.read_text(encoding="utf-8")
    assert text == conformance.markdown(claims), f"run {conformance.COMMAND}"
    for row in claims:
        assert text.count(f"\n| {row.id} | ") == 1


def check_that_a_change_is_seen(
    conformance: ModuleType,
    claims: Sequence[Requirement],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Check that a table of other claims is refused, written anew, and then right."""
    table = folder / "CONFORMANCE.md"
    table.write_text(conformance.markdown([replace(claims[0], text="Another.")]), "utf-8")
    assert conformance.main([], table) == 1
    assert "not up to date: CONFORMANCE.md: run " in capsys.readouterr().out
    assert conformance.main(["--write"], table) == 0 and conformance.main([], table) == 0
