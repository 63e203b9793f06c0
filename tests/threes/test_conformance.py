"""The table of the rules of 3X2: complete, true to the tests that are there, and up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host_tools.threes.command_line import app
from tests.rules.requirement import Requirement
from tests.rules.table_checks import (
    check_row,
    check_that_a_change_is_seen,
    check_that_claimed_tests_exist,
    check_that_table_is_up_to_date,
)
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
    check_that_claimed_tests_exist(CLAIMS)


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: row.id)
def test_every_rule_has_a_test_and_what_no_test_shows_has_its_reason(row: Requirement) -> None:
    check_row(row)


def test_the_committed_table_is_up_to_date() -> None:
    """`.venv/bin/python -m tests.threes.conformance --write` mends it."""
    check_that_table_is_up_to_date(conformance, CLAIMS)


def test_a_changed_claim_changes_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_that_a_change_is_seen(conformance, CLAIMS, tmp_path, capsys)


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
