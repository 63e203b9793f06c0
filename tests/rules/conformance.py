"""Writes the conformance table: as it is claimed, and with what a run of the tests found.

python -m tests.rules.conformance            says whether CONFORMANCE.md is up to date
python -m tests.rules.conformance --write    brings it up to date
"""

from __future__ import annotations

import html
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.rules.claims import GROUPS, REQUIREMENTS
from tests.rules.document_table import update
from tests.rules.requirement import BY_HAND, LEFT_OUT, NO_TEST, PLANNED, STATES, Requirement

HERE = Path(__file__).resolve().parent
TABLE = HERE / "CONFORMANCE.md"
COMMAND = ".venv/bin/python -m tests.rules.conformance --write"
PASSED, FAILED, SKIPPED, NOT_RUN = "passed", "failed", "skipped", "not run"
WORST_FIRST = (FAILED, NOT_RUN, SKIPPED, PASSED)

Outcomes = Mapping[str, str]  # of each claimed test: passed, failed, skipped, not run
Rows = Sequence[tuple[str, ...]]


def row_outcome(requirement: Requirement, outcomes: Outcomes) -> str:
    """Return what a run says of a row: the worst of its tests, or that it has none.

    A row whose tests all passed is "passed" only if it is proven or shown in part; a row that is
    planned never is.
    """
    if not requirement.tests:
        return "-"
    found = {outcomes.get(claim, NOT_RUN) for claim in requirement.tests}
    worst = next(each for each in WORST_FIRST if each in found)
    if worst == PASSED and requirement.state == PLANNED:
        return "passed as far as it is built"
    return worst


def failed_rows(requirements: Sequence[Requirement], outcomes: Outcomes) -> list[str]:
    """Return the ids of the rows of which a claimed test failed."""
    return [each.id for each in requirements if row_outcome(each, outcomes) == FAILED]


def count_states(requirements: Sequence[Requirement]) -> str:
    """Return how many rows are in which state, as one line."""
    counted = Counter(requirement.state for requirement in requirements)
    parts = [f"{counted[state]} {state}" for state in STATES if counted[state]]
    return f"{len(requirements)} requirements: {', '.join(parts)}"


def remarks(requirement: Requirement) -> list[str]:
    """Return what is to be said of a row beside its tests."""
    found = []
    if requirement.planned:
        found.append(f"Missing: {requirement.planned}.")
    if requirement.left_out:
        found.append(f"{requirement.left_out}.")
    if requirement.reason:
        found.append(f"Not shown: {requirement.reason}.")
    if requirement.by_hand:
        found.append(f"By hand: {', '.join(requirement.by_hand)}.")
    if requirement.note:
        found.append(f"{requirement.note}.")
    return found


def shown_by(requirement: Requirement, outcomes: Outcomes | None) -> list[str]:
    """Return the tests of a row, in Markdown, each with its outcome in a run if there was one."""
    found = []
    for claim in requirement.tests:
        said = f"{outcomes.get(claim, NOT_RUN)}: " if outcomes is not None else ""
        found.append(f"{said}`{claim}`")
    return found


def cells(requirement: Requirement, outcomes: Outcomes | None) -> tuple[str, ...]:
    """Return the cells of a row in Markdown."""
    found = [requirement.id, requirement.text, requirement.source, requirement.state]
    if outcomes is not None:
        outcome = row_outcome(requirement, outcomes)
        found.append(f"**{outcome}**" if outcome == FAILED else outcome)
    shown = shown_by(requirement, outcomes) + remarks(requirement)
    found.append("<br>".join(shown))
    return tuple(each.replace("|", "\\|") for each in found)


def header(outcomes: Outcomes | None) -> tuple[str, ...]:
    """Return the names of the columns."""
    run = ("in this run",) if outcomes is not None else ()
    return ("id", "requirement", "from", "state", *run, "shown by")


def grouped(requirements: Sequence[Requirement]) -> list[tuple[str, list[Requirement]]]:
    """Return the rows under their headings; a group that has none is left away."""
    found: list[tuple[str, list[Requirement]]] = []
    for title, ids in GROUPS:
        rows = [each for each in requirements if each.id in ids]
        if rows:
            found.append((title, rows))
    return found


def markdown(requirements: Sequence[Requirement], outcomes: Outcomes | None = None) -> str:
    """Return the table in Markdown, with a column of outcomes if there was a run."""
    lines = ["# Rules and requirements, and the tests that show them", ""]
    if outcomes is None:
        lines += [f"Made by `{COMMAND}` from `claims.py`; change that.", ""]
        lines += ["The same table with what each test did comes from every run of the tests:", ""]
        lines += ["`build/rules/conformance.md` and `build/rules/conformance.html`.", ""]
    else:
        counted = Counter(outcomes.values())
        run = ", ".join(f"{counted[each]} {each}" for each in WORST_FIRST if counted[each])
        lines += [f"In this run of the tests that are named here: {run}.", ""]
    lines += [f"{count_states(requirements)}.", "", "| state | means |", "|---|---|"]
    lines += [f"| {state} | {meaning} |" for state, meaning in STATES.items()]
    for title, rows in grouped(requirements):
        names = header(outcomes)
        lines += ["", f"## {title}", "", f"| {' | '.join(names)} |", "|" + "---|" * len(names)]
        lines += [f"| {' | '.join(cells(each, outcomes))} |" for each in rows]
    return "\n".join(lines) + "\n"


def page(requirements: Sequence[Requirement], outcomes: Outcomes) -> str:
    """Return the table with the outcomes of a run as a page."""
    body = [f"<p>{html.escape(count_states(requirements))}.</p>"]
    for title, rows in grouped(requirements):
        body.append(f"<h2>{html.escape(title)}</h2>\n<table>")
        body.append("<tr>" + "".join(f"<th>{name}</th>" for name in header(outcomes)) + "</tr>")
        for each in rows:
            outcome = row_outcome(each, outcomes)
            shown = [text.replace("`", "") for text in shown_by(each, outcomes)] + remarks(each)
            texts = (each.id, each.text, each.source, each.state, outcome)
            columns = "".join(f"<td>{html.escape(text)}</td>" for text in texts)
            columns += f"<td>{'<br>'.join(html.escape(text) for text in shown)}</td>"
            kind = _kind(each, outcome)
            body.append(f'<tr class="{kind}">{columns}</tr>')
        body.append("</table>")
    return PAGE.replace("BODY", "\n".join(body))


def _kind(requirement: Requirement, outcome: str) -> str:
    if outcome == FAILED:
        return "failed"
    if requirement.state in (PLANNED, LEFT_OUT, BY_HAND, NO_TEST):
        return "open"
    return "passed" if outcome == PASSED else "open"


PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Rules and the tests that show them</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #999; padding: 0.3em 0.5em; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
.failed { background: #f5b5ae; }
.passed td:nth-child(5) { background: #bfe3c0; }
.open td:nth-child(4) { background: #f1e3b2; }
</style></head><body>
<h1>Rules and requirements, and the tests that show them</h1>
BODY
</body></html>
"""


def main(arguments: Sequence[str], table: Path = TABLE) -> int:
    """Compare or, with --write, write the committed table; return 1 if it is not up to date."""
    return update(markdown(REQUIREMENTS), table, COMMAND, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
