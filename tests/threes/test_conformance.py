"""The table of the rules of 3X2: complete, true to the tests that are there, and up to date."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from host_tools.threes.command_line import app
from tests.rules.finder import refusal
from tests.rules.requirement import IN_PART, PROVEN, Requirement
from tests.threes import conformance
from tests.threes.claims import CLAIMS, DECISIONS, FIRST, LAST, RULES

MANUAL = Path(__file__).resolve().parents[2] / "host_tools" / "threes" / "THREES.md"


def test_every_rule_and_decision_is_there_exactly_once() -> None:
    """Rules 1 to 14.1 of the document, what stands before and after them, T60 to T63."""
    assert [row.id for row in CLAIMS] == [FIRST, *RULES, LAST, *DECISIONS]
    assert list(RULES) == [
        *("1", "2", "3", "4", "5", "6", "7", "8", "9.1", "9.2", "9.3", "10.1", "10.2", "11.1"),
        *("12.1", "12.2", "12.3", "13.1", "14.1"),
    ]


def test_every_claimed_test_exists() -> None:
    wrong = [refusal(claim) for row in CLAIMS for claim in row.tests]
    assert not any(wrong), "\n".join(filter(None, wrong))


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: row.id)
def test_every_rule_has_a_test_and_what_no_test_shows_has_its_reason(row: Requirement) -> None:
    assert row.tests and row.state in (PROVEN, IN_PART)
    assert row.text.endswith(".") and len(set(row.tests)) == len(row.tests)
    for text in (row.reason, row.note):
        assert text == text.strip() and not text.endswith(".") and "\n" not in text
        assert not text or len(text.split()) > 3


def test_the_committed_table_is_up_to_date() -> None:
    """`.venv/bin/python -m tests.threes.conformance --write` mends it."""
    text = conformance.TABLE.read_text(encoding="utf-8")
    assert text == conformance.markdown(CLAIMS), f"run {conformance.COMMAND}"
    for row in CLAIMS:
        assert text.count(f"\n| {row.id} | ") == 1


def test_a_changed_claim_changes_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "CONFORMANCE.md"
    table.write_text(conformance.markdown([replace(CLAIMS[0], text="Another.")]), "utf-8")
    assert conformance.main([], table) == 1
    assert "not up to date: CONFORMANCE.md: run " in capsys.readouterr().out
    assert conformance.main(["--write"], table) == 0 and conformance.main([], table) == 0


def test_the_manual_states_every_rule_and_every_decision() -> None:
    """Users do not have the document: its rules stand in the manual, in our own words."""
    text = MANUAL.read_text(encoding="utf-8")
    stated = re.findall(r"^\| (\d+(?:\.\d)?) \| [A-Z]", text, re.MULTILINE)
    assert stated == list(RULES)
    assert re.findall(r"^\| (T6\d) \| [A-Z]", text, re.MULTILINE) == list(DECISIONS[1:])
    assert "T60" in text


def test_the_manual_explains_the_slip_in_the_example_of_29() -> None:
    text = " ".join(MANUAL.read_text(encoding="utf-8").split())
    assert "## The slip in the document: 29 players" in text
    for words in ("(1, 11, 21)", "(9, 18, 27)", "(1, 10, 19)", "10 and 20 would rest"):
        assert words in text


def test_the_manual_names_every_command_and_no_other() -> None:
    text = MANUAL.read_text(encoding="utf-8")
    named = set(re.findall(r"chessclock threes ([a-z-]+)", text))
    commands = {
        command.name or command.callback.__name__.replace("_", "-")
        for command in app.registered_commands
        if command.callback is not None
    }
    assert named == commands
