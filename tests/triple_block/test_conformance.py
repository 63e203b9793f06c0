"""The table of the rules of Triple Block: complete, true to its tests, and up to date."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from clockcore.calendar import DAY_S
from clockcore.triple_block_plan import TripleBlockPlan

from host_tools.triple_block.moves_file import Action
from tests.rules.finder import named_in, refusal
from tests.rules.requirement import IN_PART, PROVEN, Requirement
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
    wrong = [refusal(claim) for row in CLAIMS for claim in row.tests]
    assert not any(wrong), "\n".join(filter(None, wrong))


@pytest.mark.parametrize("rule", RULES)
def test_every_lettered_rule_has_a_test_named_after_it(rule: str) -> None:
    assert named_after(rule)


def test_every_test_of_a_rule_is_named_after_one_that_there_is() -> None:
    claimed = {claim.partition("::")[2] for rule in RULES for claim in named_after(rule)}
    assert set(named_in(Path(__file__).with_name("test_rules.py"))) == claimed


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: row.id)
def test_every_row_has_tests_and_what_no_test_shows_has_its_reason(row: Requirement) -> None:
    assert row.tests and row.state in (PROVEN, IN_PART)
    assert row.text.endswith(".") and len(set(row.tests)) == len(row.tests)
    for text in (row.reason, row.note):
        assert text == text.strip() and not text.endswith(".") and "\n" not in text
        assert not text or len(text.split()) > 3


def test_the_committed_table_is_up_to_date() -> None:
    """`.venv/bin/python -m tests.triple_block.conformance --write` mends it."""
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
