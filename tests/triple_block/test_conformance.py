"""The table of the rules of Triple Block: complete, true to its tests, and up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clockcore.calendar import DAY_S
from clockcore.triple_block_plan import TripleBlockPlan

from host_tools.triple_block.moves_file import Action
from tests.rules.finder import named_in
from tests.rules.requirement import Requirement
from tests.rules.table_checks import (
    check_row,
    check_that_a_change_is_seen,
    check_that_claimed_tests_exist,
    check_that_table_is_up_to_date,
)
from tests.triple_block import conformance
from tests.triple_block.claims import CLAIMS, DECISIONS, RULES, named_after

MANUAL = Path(__file__).resolve().parents[2] / "host_tools" / "triple_block" / "TRIPLE_BLOCK.md"


def test_every_rule_and_decision_is_there_exactly_once() -> None:
    """Part 1 a to i, part 2 a to l, part 3 a to i and once more h and i, part 4; T50 to T57."""
    assert [row.id for row in CLAIMS] == [*RULES, *DECISIONS]
    lettered = [f"1{letter}" for letter in "abcdefghi"]
    lettered += [f"2{letter}" for letter in "abcdefghijkl"]
    lettered += [f"3{letter}" for letter in "abcdefghi"]
    assert list(RULES) == [*lettered, "3h2", "3i2", "4"]
    assert list(DECISIONS) == [f"T{number}" for number in range(50, 58)]


def test_every_claimed_test_exists() -> None:
    check_that_claimed_tests_exist(CLAIMS)


@pytest.mark.parametrize("rule", RULES)
def test_every_lettered_rule_has_a_test_named_after_it(rule: str) -> None:
    assert named_after(rule)


def test_every_test_of_a_rule_is_named_after_one_that_there_is() -> None:
    claimed = {claim.partition("::")[2] for rule in RULES for claim in named_after(rule)}
    assert set(named_in(Path(__file__).with_name("test_rules.py"))) == claimed


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: row.id)
def test_every_row_has_tests_and_what_no_test_shows_has_its_reason(row: Requirement) -> None:
    check_row(row)


def test_the_committed_table_is_up_to_date() -> None:
    """`.venv/bin/python -m tests.triple_block.conformance --write` mends it."""
    check_that_table_is_up_to_date(conformance, CLAIMS)


def test_a_changed_claim_changes_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_that_a_change_is_seen(conformance, CLAIMS, tmp_path, capsys)


def test_the_manual_states_every_rule() -> None:
    """Users do not have the document: its rules stand in the manual, in our own words."""
    text = MANUAL.read_text(encoding="utf-8")
    stated = re.findall(r"^\| (\d[a-l]?2?) \| [A-Z]", text, re.MULTILINE)
    assert stated == list(RULES)


def test_the_blocks_of_the_manual_are_those_of_the_core() -> None:
    text = MANUAL.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    assert len(rows) > 12
    for row in rows:
        days, clock, bank, increment = map(int, row)
        plan = TripleBlockPlan(days)
        assert (plan.clock_s, plan.bank_s) == (clock * DAY_S, bank * DAY_S), days
        assert plan.increment_s == increment * DAY_S and plan.has_usual_bank, days


def test_the_manual_names_every_action_of_a_file_of_moves() -> None:
    text = MANUAL.read_text(encoding="utf-8")
    table = text.partition("| action | what |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`([a-z ]+)`", table)) - {"side"} == {action.value for action in Action}
