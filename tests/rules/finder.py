"""Finds the tests of the project by reading them: what a claim may name, and what runs for it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
SCENARIO_RUNNER = "tests/scenarios/test_scenarios.py"
STATE_MACHINE_PARTS = ("invariant", "rule")


@cache
def named_in(path: Path) -> dict[str, str]:
    """Return what a claim may name in a file of tests, and the name under which it runs.

    Functions and methods run under their own names. A check of a hypothesis state machine, named
    `Machine::check`, runs with the machine: `TestMachine::runTest`.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            found[node.name] = node.name
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and method.name.startswith("test"):
                    found[f"{node.name}::{method.name}"] = f"{node.name}::{method.name}"
        elif isinstance(node, ast.Assign):
            found |= _state_machine(node, classes)
    return found


def _state_machine(node: ast.Assign, classes: dict[str, ast.ClassDef]) -> dict[str, str]:
    """Return the names of `TestMachine = Machine.TestCase`, {} for any other assignment."""
    target, value = node.targets[0], node.value
    if not (isinstance(target, ast.Name) and target.id.startswith("Test")):
        return {}
    if not (isinstance(value, ast.Attribute) and value.attr == "TestCase"):
        return {}
    runs = f"{target.id}::runTest"
    found = {runs: runs}
    machine = classes.get(value.value.id) if isinstance(value.value, ast.Name) else None
    if machine is None:
        return found
    for method in machine.body:
        if isinstance(method, ast.FunctionDef) and _is_checked(method):
            found[f"{machine.name}::{method.name}"] = runs
    return found


def _is_checked(method: ast.FunctionDef) -> bool:
    for decorator in method.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(called, ast.Name) and called.id in STATE_MACHINE_PARTS:
            return True
    return False


def refusal(claim: str, tests: Path = TESTS) -> str:
    """Return why a claim names nothing that is there, in one line, or nothing."""
    path, _, name = claim.partition("::")
    if not (tests / path).is_file():
        return f"{claim}: there is no tests/{path}"
    if path.endswith(".scn"):
        return f"{claim}: a scenario has no parts" if name else ""
    if not path.endswith(".py") or not name:
        return f"{claim}: neither file.py::test nor name.scn"
    if name not in named_in(tests / path):
        return f"{claim}: there is no {name} in it"
    return ""


def runs_for(claim: str, node_id: str, tests: Path = TESTS) -> bool:
    """Return whether the test `node_id` of a run, parameters included, is one of a claim's."""
    path, _, name = claim.partition("::")
    if path.endswith(".scn"):
        file, _, parameters = node_id.partition("[")
        stem = Path(path).stem
        is_here = file.startswith(SCENARIO_RUNNER + "::")
        return is_here and (parameters == stem + "]" or parameters.startswith(stem + "-"))
    runs = f"tests/{path}::{named_in(tests / path).get(name, name)}"
    return node_id == runs or node_id.startswith(runs + "[")
