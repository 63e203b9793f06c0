"""The conformance table: complete, true to the tests that are there, and up to date."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules import conformance
from tests.rules.claims import BEST_CLOCK, EQUIPMENT, GROUPS, REQUIREMENTS
from tests.rules.finder import named_in, refusal, runs_for
from tests.rules.requirement import STATES, Requirement

HERE = Path(__file__).resolve().parent
ONE = Requirement("R01", "Laws 6.1", "One side runs.", tests=("a.py::test_a", "a.py::test_b"))


def test_every_requirement_is_there_exactly_once() -> None:
    """E1 to E24 and R01 to R57, in this order, each in one group."""
    ids = [requirement.id for requirement in REQUIREMENTS]
    assert ids == [*(f"E{n}" for n in range(1, 25)), *(f"R{n:02}" for n in range(1, 58))]
    assert ids == [each for _, group in GROUPS for each in group]
    assert set(ids) == set(EQUIPMENT) | set(BEST_CLOCK)


def test_every_claimed_test_exists() -> None:
    wrong = [refusal(claim) for each in REQUIREMENTS for claim in each.tests]
    assert not any(wrong), "\n".join(filter(None, wrong))


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda each: each.id)
def test_every_row_says_what_shows_it_or_why_nothing_can(requirement: Requirement) -> None:
    """Tests, a reason, what is missing, or why it is left out; none is empty or said twice."""
    assert requirement.source.strip() and requirement.text.endswith(".")
    said = [requirement.reason, requirement.planned, requirement.left_out]
    assert requirement.tests or any(said)
    for text in (*said, requirement.note):
        assert text == text.strip() and not text.endswith("."), text
        assert "\n" not in text
        assert not text or len(text.split()) >= 2, "a reason is more than a word"
    assert len(set(requirement.tests)) == len(requirement.tests)
    assert not (requirement.planned and requirement.left_out)
    if requirement.by_hand:
        assert requirement.reason or requirement.planned, "why a person is needed"


def test_every_test_by_hand_is_written_and_asked_for() -> None:
    text = (HERE / "BY_HAND.md").read_text(encoding="utf-8")
    written = re.findall(r"^\| (H\d+) \| ([^|]+) \|", text, re.MULTILINE)
    names = [name for name, _ in written]
    assert names == [f"H{number}" for number in range(1, len(names) + 1)]
    asked = {(name, each.id) for each in REQUIREMENTS for name in each.by_hand}
    assert asked == {(name, id_) for name, ids in written for id_ in ids.split(", ")}


def test_the_committed_table_is_up_to_date() -> None:
    """`.venv/bin/python -m tests.rules.conformance --write` mends it."""
    text = conformance.TABLE.read_text(encoding="utf-8")
    assert text == conformance.markdown(REQUIREMENTS), f"run {conformance.COMMAND}"
    for requirement in REQUIREMENTS:
        assert text.count(f"\n| {requirement.id} | ") == 1


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, "proven"),
        ({"note": "on a board"}, "proven"),
        ({"reason": "an eye"}, "in part"),
        ({"by_hand": ("H1",)}, "in part"),
        ({"planned": "the key"}, "planned"),
        ({"planned": "the key", "reason": "an eye"}, "planned"),
        ({"left_out": "optional"}, "left out"),
        ({"tests": (), "by_hand": ("H1",), "reason": "an eye"}, "by hand"),
        ({"tests": (), "reason": "a rule for organizers"}, "no test can"),
        ({"tests": (), "planned": "all"}, "planned"),
        ({"tests": ()}, "planned"),
    ],
)
def test_a_state_follows_from_the_fields(fields: dict, state: str) -> None:
    """Without a test nothing is proven, and what is not built is planned."""
    assert replace(ONE, **fields).state == state
    assert state in STATES


@pytest.mark.parametrize(
    ("one", "two", "outcome"),
    [
        ("passed", "passed", "passed"),
        ("passed", "failed", "failed"),
        ("not run", "failed", "failed"),
        ("passed", "not run", "not run"),
        ("skipped", "not run", "not run"),
        ("passed", "skipped", "skipped"),
    ],
)
def test_a_row_is_as_good_as_its_worst_test(one: str, two: str, outcome: str) -> None:
    outcomes = dict(zip(ONE.tests, (one, two)))
    assert conformance.row_outcome(ONE, outcomes) == outcome
    assert conformance.failed_rows([ONE], outcomes) == (["R01"] if outcome == "failed" else [])
    planned = replace(ONE, planned="the key")
    expected = "passed as far as it is built" if outcome == "passed" else outcome
    assert conformance.row_outcome(planned, outcomes) == expected


def test_a_row_without_tests_has_no_outcome_and_one_that_did_not_run_says_so() -> None:
    assert conformance.row_outcome(replace(ONE, tests=(), reason="an eye"), {}) == "-"
    assert conformance.row_outcome(ONE, {}) == "not run"


def test_the_table_has_every_state_in_words_and_every_row_once() -> None:
    rows = [ONE, replace(ONE, id="R02", tests=(), planned="one | other"), replace(ONE, id="E1")]
    text = conformance.markdown(rows)
    assert "3 requirements: 2 proven, 1 planned." in text
    assert "| R02 | One side runs. | Laws 6.1 | planned | Missing: one \\| other. |" in text
    assert "| Laws 6.1 | proven | `a.py::test_a`<br>`a.py::test_b` |" in text
    assert "## Flag" not in text, "no row, no heading"
    run = conformance.markdown(rows, {"a.py::test_a": "failed", "a.py::test_b": "passed"})
    assert "1 failed, 1 passed." in run
    assert "| proven | **failed** | failed: `a.py::test_a`<br>passed: `a.py::test_b` |" in run
    shown = conformance.page([replace(ONE, text="a < b.")], {"a.py::test_a": "failed"})
    assert "<td>a &lt; b.</td>" in shown and '<tr class="failed"><td>R01</td>' in shown


def test_the_command_compares_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "CONFORMANCE.md"
    table.write_text("old\n", encoding="utf-8")
    assert conformance.main([], table) == 1
    assert capsys.readouterr().out.startswith("not up to date: CONFORMANCE.md: run ")
    assert table.read_text(encoding="utf-8") == "old\n"
    assert conformance.main(["--write"], table) == 0
    assert capsys.readouterr().out == "wrote CONFORMANCE.md\n"
    assert conformance.main([], table) == 0
    assert capsys.readouterr().out == ""


TINY = '''
import pytest

CASES = 1
helper = str.upper


def test_one():
    pass


@pytest.mark.parametrize("x", [1, 2])
def test_many(x):
    pass


def no_test():
    def test_inner():
        pass


class TestThings:
    def test_method(self):
        pass

    def other(self):
        pass


class Helper:
    def test_never(self):
        pass


class Machine(RuleBasedStateMachine):
    @rule(x=y)
    def step(self, x):
        pass

    @invariant()
    def holds(self):
        pass

    def helper(self):
        pass


TestMachine = Machine.TestCase
TestMachine.settings = CASES
TestElsewhere = kit.Machine.TestCase
'''


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """Return a folder with one file of tests of every kind, and a scenario."""
    (tmp_path / "test_tiny.py").write_text(TINY, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "01-start.scn").write_text("", encoding="utf-8")
    return tmp_path


def test_tests_of_every_kind_are_found(tiny: Path) -> None:
    assert named_in(tiny / "test_tiny.py") == {
        "test_one": "test_one",
        "test_many": "test_many",
        "TestThings::test_method": "TestThings::test_method",
        "TestMachine::runTest": "TestMachine::runTest",
        "Machine::step": "TestMachine::runTest",
        "Machine::holds": "TestMachine::runTest",
        "TestElsewhere::runTest": "TestElsewhere::runTest",
    }


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("test_tiny.py::test_two", "there is no test_two in it"),
        ("test_tiny.py::no_test", "there is no no_test in it"),
        ("test_tiny.py::test_inner", "there is no test_inner in it"),
        ("test_tiny.py::test_never", "there is no test_never in it"),
        ("test_tiny.py::Helper::test_never", "there is no Helper::test_never in it"),
        ("test_tiny.py::Machine::helper", "there is no Machine::helper in it"),
        ("test_tiny.py::test_many[1]", "there is no test_many[1] in it"),
        ("test_tiny.py", "neither file.py::test nor name.scn"),
        ("test_none.py::test_one", "there is no tests/test_none.py"),
        ("scenarios/02.scn", "there is no tests/scenarios/02.scn"),
        ("scenarios/01-start.scn::x", "a scenario has no parts"),
    ],
)
def test_a_claim_of_what_is_not_there_is_refused(tiny: Path, claim: str, says: str) -> None:
    assert refusal(claim, tiny) == f"{claim}: {says}"


def test_a_claim_of_what_is_there_is_taken(tiny: Path) -> None:
    for name in named_in(tiny / "test_tiny.py"):
        assert not refusal(f"test_tiny.py::{name}", tiny)
    assert not refusal("scenarios/01-start.scn", tiny)


@pytest.mark.parametrize(
    ("claim", "node_id", "runs"),
    [
        ("test_tiny.py::test_one", "tests/test_tiny.py::test_one", True),
        ("test_tiny.py::test_one", "tests/test_tiny.py::test_one_more", False),
        ("test_tiny.py::test_one", "tests/sub/test_tiny.py::test_one", False),
        ("test_tiny.py::test_many", "tests/test_tiny.py::test_many[2]", True),
        ("test_tiny.py::Machine::holds", "tests/test_tiny.py::TestMachine::runTest", True),
        ("test_tiny.py::Machine::holds", "tests/test_tiny.py::TestElsewhere::runTest", False),
        (
            "scenarios/01-start.scn",
            "tests/scenarios/test_scenarios.py::test_scenario_on_cpython[01-start]",
            True,
        ),
        (
            "scenarios/01-start.scn",
            "tests/scenarios/test_scenarios.py::test_a_late_loop_changes_nothing[01-start-[13]]",
            True,
        ),
        (
            "scenarios/01-start.scn",
            "tests/scenarios/test_scenarios.py::test_scenario_on_cpython[01-starts]",
            False,
        ),
        ("scenarios/01-start.scn", "tests/test_tiny.py::test_many[01-start]", False),
    ],
)
def test_what_runs_for_a_claim(tiny: Path, claim: str, node_id: str, runs: bool) -> None:
    assert runs_for(claim, node_id, tiny) is runs


def test_most_that_is_built_is_proven() -> None:
    """A table that lost its claims would still be up to date: so many rows have tests."""
    counted = Counter(requirement.state for requirement in REQUIREMENTS)
    assert counted["proven"] >= 25, counted
