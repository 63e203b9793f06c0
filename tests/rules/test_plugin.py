"""A run of pytest writes what became of each claim: in one process and under pytest-xdist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.conformance import TABLE

ROOT = Path(__file__).resolve().parents[2]
TINY_PLUGIN = '''
from pathlib import Path

from tests.rules.plugin import ConformanceReport, register
from tests.rules.requirement import Requirement

HERE = Path(__file__).resolve().parent
CLAIMS = {
    "R01": ("sub/test_good.py::test_passes", "sub/test_good.py::test_many"),
    "R02": ("sub/test_good.py::test_passes", "sub/test_bad.py::test_fails"),
    "R03": ("sub/test_bad.py::test_many_with_one_bad",),
    "R04": ("sub/test_bad.py::test_whose_fixture_fails",),
    "R05": ("sub/test_bad.py::test_whose_end_fails",),
    "R06": ("sub/test_good.py::test_skipped",),
    "R07": ("sub/test_good.py::test_never_asked_for",),
    "R08": ("sub/test_good.py::Machine::holds",),
    "R09": ("sub/test_broken.py::test_anything",),
    "R10": ("sub/test_good.py::test_many_with_one_skipped",),
    "R11": ("scenarios/01-start.scn",),
}
ROWS = [Requirement(id_, "here", "It works.", tests) for id_, tests in CLAIMS.items()]
ROWS.append(Requirement("R12", "here", "It will.", CLAIMS["R01"], planned="a part"))
ROWS.append(Requirement("R13", "here", "It is quiet.", reason="an ear"))


def pytest_configure(config):
    register(config, ConformanceReport(HERE / "build" / "rules", ROWS, HERE / "tests"))
'''
GOOD = '''
import pytest
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule


def test_passes():
    pass


@pytest.mark.parametrize("x", [1, 2])
def test_many(x):
    pass


@pytest.mark.skip(reason="here")
def test_skipped():
    pass


@pytest.mark.parametrize("x", [1, 2, 3])
def test_many_with_one_skipped(x):
    if x == 2:
        pytest.skip("two")


class Machine(RuleBasedStateMachine):
    @rule()
    def step(self):
        pass

    @invariant()
    def holds(self):
        assert True


TestMachine = Machine.TestCase
'''
BAD = '''
import pytest


@pytest.fixture
def broken():
    raise OSError("no board")


@pytest.fixture
def ends_badly():
    yield
    raise OSError("left open")


def test_fails():
    assert 1 == 2


@pytest.mark.parametrize("x", [1, 2, 3])
def test_many_with_one_bad(x):
    assert x != 2


def test_whose_fixture_fails(broken):
    pass


def test_whose_end_fails(ends_badly):
    pass
'''
SCENARIOS = '''
import pytest


@pytest.mark.parametrize("name", ["01-start", "02-stop"])
def test_scenario(name):
    assert name == "01-start"
'''
EXPECTED = {
    "R01": "passed",
    "R02": "**failed**",
    "R03": "**failed**",
    "R04": "**failed**",
    "R05": "**failed**",
    "R06": "skipped",
    "R07": "not run",
    "R08": "passed",
    "R09": "**failed**",
    "R10": "passed",
    "R11": "passed",
    "R12": "passed as far as it is built",
    "R13": "-",
}


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Return the folder of a small project whose tests pass, fail, skip and break."""
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    # No conftest: its name, tests.conftest, would hide this project's package.
    (tmp_path / "tiny_plugin.py").write_text(TINY_PLUGIN, encoding="utf-8")
    for name, text in (
        ("sub/test_good.py", GOOD),
        ("sub/test_bad.py", BAD),
        ("sub/test_broken.py", "def test_anything(:\n"),
        ("scenarios/test_scenarios.py", SCENARIOS),
        ("scenarios/01-start.scn", ""),
    ):
        path = tmp_path / "tests" / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


PLUGINS = ("-p", "no:cacheprovider", "-p", "tiny_plugin")


def run(folder: Path, *options: str) -> str:
    """Run pytest on a small project; return what it printed."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("COVERAGE", "COV_", "PYTEST"))
    }
    paths = (ROOT, ROOT / "firmware", folder)
    environment["PYTHONPATH"] = os.pathsep.join(map(str, paths))
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *PLUGINS, *options],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    ).stdout


def outcomes(folder: Path) -> dict[str, str]:
    """Return the column of outcomes of the table that a run wrote."""
    text = (folder / "build" / "rules" / "conformance.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (R\d\d) \| [^|]+ \| [^|]+ \| [^|]+ \| ([^|]+) \|", text, re.MULTILINE)
    return dict(rows)


ALL = "--continue-on-collection-errors"


@pytest.mark.parametrize("options", [(ALL,), (ALL, "-n", "2")], ids=["alone", "xdist"])
def test_a_run_writes_what_became_of_each_claim(suite: Path, options: tuple[str, ...]) -> None:
    """Set-up, end, parameters, skips, a file that cannot be read, scenarios, state machines."""
    said = run(suite, *options)
    assert outcomes(suite) == EXPECTED, said
    assert "not met: R02, R03, R04, R05, R09 (see " in said
    page = (suite / "build" / "rules" / "conformance.html").read_text(encoding="utf-8")
    assert page.count('<tr class="failed">') == 5
    assert sorted(path.name for path in (suite / "build" / "rules").iterdir()) == [
        "conformance.html",
        "conformance.md",
    ]


def test_a_row_that_was_mended_is_no_longer_failed(suite: Path) -> None:
    """Each run begins anew."""
    run(suite, "tests/sub/test_bad.py")
    assert outcomes(suite)["R03"] == "**failed**" and outcomes(suite)["R01"] == "not run"
    mended = BAD.replace("x != 2", "x")
    (suite / "tests" / "sub" / "test_bad.py").write_text(mended, encoding="utf-8")
    said = run(suite, "tests/sub/test_bad.py", "-k", "many")
    assert outcomes(suite)["R03"] == "passed" and outcomes(suite)["R02"] == "not run"
    assert "not met" not in said


def test_a_run_without_a_claimed_test_leaves_the_table_alone(suite: Path) -> None:
    (suite / "tests" / "test_other.py").write_text("def test_x():\n    pass\n", encoding="utf-8")
    run(suite, "tests/test_other.py")
    run(suite, "--collect-only", "tests/sub/test_good.py")
    assert not (suite / "build").exists()


def test_this_run_will_write_it(pytestconfig: pytest.Config) -> None:
    """The project's own conftest has registered it, in the controller and nowhere else."""
    report = pytestconfig.pluginmanager.get_plugin("conformance-report")
    is_worker = hasattr(pytestconfig, "workerinput")
    assert (report is None) == is_worker
    assert TABLE.is_file()
