"""What a run of the tests writes of the rules: `build/rules/conformance.md` and `.html`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.rules.claims import REQUIREMENTS
from tests.rules.conformance import (
    FAILED,
    NOT_RUN,
    PASSED,
    SKIPPED,
    failed_rows,
    markdown,
    page,
)
from tests.rules.finder import SCENARIO_RUNNER, TESTS, runs_for
from tests.rules.requirement import Requirement


class ConformanceReport:
    """Collects what became of each claimed test and writes the table at the end of the run.

    Under pytest-xdist it belongs into the controller, which hears of every test; `register` sees
    to that. A run in which no claimed test took part leaves the table of an earlier one alone.
    """

    def __init__(
        self,
        folder: Path,
        requirements: Sequence[Requirement] = REQUIREMENTS,
        tests: Path = TESTS,
    ) -> None:
        """Write into `folder`; the claims name files below `tests`."""
        self.folder = folder
        self.requirements = requirements
        self.tests = tests
        self.claims = {claim for each in requirements for claim in each.tests}
        self.by_file: dict[str, list[str]] = {}
        for claim in sorted(self.claims):
            path = claim.partition("::")[0]
            file = SCENARIO_RUNNER if path.endswith(".scn") else f"tests/{path}"
            self.by_file.setdefault(file, []).append(claim)
        self.outcomes: dict[str, str] = {}

    def note(self, claim: str, outcome: str) -> None:
        """Take an outcome of one of a claim's tests: a failure stays, a skip is the least."""
        before = self.outcomes.get(claim)
        if before == FAILED or (before == PASSED and outcome == SKIPPED):
            return
        self.outcomes[claim] = outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take what became of a part of a test: its set-up, itself, its end."""
        if report.failed:
            outcome = FAILED
        elif report.skipped:
            outcome = SKIPPED
        elif report.when == "call":
            outcome = PASSED
        else:
            return
        for claim in self.by_file.get(report.nodeid.partition("::")[0], ()):
            if runs_for(claim, report.nodeid, self.tests):
                self.note(claim, outcome)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Take a file of tests that cannot even be read: none of its claims is shown."""
        if report.failed:
            for claim in self.by_file.get(report.nodeid.partition("::")[0], ()):
                self.note(claim, FAILED)

    def pytest_sessionfinish(self) -> None:
        """Write the table."""
        if not self.outcomes:
            return
        found = {claim: self.outcomes.get(claim, NOT_RUN) for claim in self.claims}
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, text in (
            ("conformance.md", markdown(self.requirements, found)),
            ("conformance.html", page(self.requirements, found)),
        ):
            draft = self.folder / f"{name}.{os.getpid()}"
            draft.write_text(text, encoding="utf-8")
            draft.replace(self.folder / name)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the rules of which a test failed."""
        rows = failed_rows(self.requirements, self.outcomes)
        if rows:
            where = self.folder / "conformance.md"
            terminalreporter.write_line(f"not met: {', '.join(rows)} (see {where})")


def register(config: pytest.Config, report: ConformanceReport) -> None:
    """Have a run write the table; workers of pytest-xdist leave that to their controller."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(report, "conformance-report")
