"""The command line: what is asked is done, and what is wrong is one line and exit status 2."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("chessclock")
DATA = Path(__file__).resolve().parent.parent / "data"
SCENARIOS = DATA.parent / "scenarios"
FIRST = SCENARIOS / "01-start-right-press-starts-left.scn"


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return subprocess.run(
        [COMMAND, *map(str, words)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--nonsense"], "chessclock: No such option: --nonsense"),
        (["jump"], "chessclock: No such command 'jump'."),
        (["replay"], "chessclock replay: Missing argument 'game'."),
        (["replay", "x.pgn", "--nonsense"], "chessclock replay: No such option: --nonsense"),
        (["replay", "x.pgn", "--runtime", "perl"], "chessclock replay: Invalid value for"),
        (["panel", "--port", "0"], "chessclock panel: Invalid value for '--port'"),
        (["panel", "--board", "nowhere", "--no-browser"], "board 'nowhere' is unknown: esp32"),
        (["scenario", "nowhere.scn"], "chessclock: nowhere.scn: No such file or directory"),
        (["vectors", "nowhere.json"], "nowhere.json"),
        (["replay", "nowhere.pgn"], "nowhere.pgn"),
        (["replay", DATA / "games" / "reykjavik-8.1-emt.pgn"], "no TimeControl tag"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: list[object], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_the_version_is_the_firmware_s() -> None:
    source = (DATA.parents[1] / "firmware" / "app" / "commands.py").read_text(encoding="utf-8")
    found = re.search(r'^VERSION = "(.+)"$', source, re.MULTILINE)
    assert found is not None
    assert run("--version").stdout == f"chessclock {found.group(1)}\n"


@pytest.mark.parametrize("command", ["panel", "replay", "control", "vectors", "scenario", "bench"])
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"Example: chessclock {command}" in " ".join(done.stdout.split())


def test_a_scenario_prints_its_trace() -> None:
    done = run("scenario", FIRST, "--runtime", "cpython")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "63.000 end RUNNING left 304000/1 right 243000/0"


def test_a_scenario_that_goes_another_way_is_exit_1(tmp_path: Path) -> None:
    path = tmp_path / "one.scn"
    path.write_text(FIRST.read_text(encoding="utf-8").replace("304000", "304001"), "utf-8")
    done = run("scenario", path, "--runtime", "cpython")
    assert done.returncode == 1
    assert "-63.000 end RUNNING left 304001/1 right 243000/0" in done.stdout
    assert "+63.000 end RUNNING left 304000/1 right 243000/0" in done.stdout


def test_accept_writes_the_trace_into_the_file(tmp_path: Path) -> None:
    path = tmp_path / "one.scn"
    path.write_text("control 5+0\n0.000 press right\n", encoding="utf-8")
    assert run("scenario", "--accept", path, "--runtime", "cpython").returncode == 0
    assert "> 0.000 start left\n" in path.read_text(encoding="utf-8")
    assert run("scenario", path, "--runtime", "cpython").returncode == 0


def test_vectors_close_with_their_count() -> None:
    done = run("vectors", DATA / "vectors" / "display.json", "--runtime", "cpython")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "13 passed, 0 failed, 0 skipped"


@pytest.mark.no_cover
def test_the_benchmark_holds_its_budgets() -> None:
    done = run("bench", "--runtime", "cpython", "--json")
    figures = json.loads(done.stdout)
    exact = [figure for figure in figures if "6 h" not in figure["what"]]
    assert len(exact) >= 6
    for figure in exact:
        assert figure["holds"], figure


@pytest.mark.no_cover
def test_the_benchmark_s_heap_figure_is_zero(micropython: str) -> None:
    from host_tools.benchmark import tick_cost

    rows = {figure.what: figure for figure in tick_cost("micropython")}
    heap = [figure for what, figure in rows.items() if what.startswith("heap allocated")]
    assert [figure.value for figure in heap] == ["0 B"]


def test_the_readme_counts_the_presets() -> None:
    from clockcore.presets import PRESET_COUNT

    readme = (DATA.parents[1] / "README.md").read_text(encoding="utf-8")
    assert f" {PRESET_COUNT} numbered presets." in " ".join(readme.split())
