"""READMEs and drawings are what their board says, and the recipe for a new board works."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boards import documents
from boards.pinout import board_of
from boards.schema import OPTIONAL, REQUIRED, SET_OPTIONAL, SET_REQUIRED, load_board
from boards.wiring import display_rows, markdown, wiring_table
from tests.boards.board_kit import BOARDS, NAMES, OURS, board

ROOT = BOARDS.parent
IN_COPY = "CHESSCLOCK_RECIPE_COPY"
REAL = [name for name in NAMES if board_of(board(name).CHIP).pins]


def test_every_made_part_is_up_to_date() -> None:
    """`.venv/bin/python -m boards.documents --write` mends it."""
    found = documents.documents(BOARDS)
    stale = [path.name for path, text in found.items() if path.read_text("utf-8") != text]
    assert not stale, f"{stale}: run .venv/bin/python -m boards.documents --write"
    assert len(found) == 1 + len(NAMES) + len(REAL)


@pytest.mark.parametrize("name", OURS)
def test_a_readme_has_all_that_a_builder_needs(name: str) -> None:
    text = (BOARDS / name / "README.md").read_text("utf-8")
    made = board(name)
    assert wiring_table(made) in text
    for display_set in made.DISPLAY_SETS:
        if display_set != made.DISPLAY_SET:
            assert f"### `{display_set}`" in text
            assert markdown(display_rows(made, display_set)) in text
    for command in (f"chessclock flash {name}", f"chessclock selftest {name}"):
        assert f".venv/bin/{command}" in text
    assert text.index("`make setup`") < text.index(".venv/bin/chessclock")
    assert not re.search(r"(?<![./\w])(python -m|pip|mpremote|esptool) ", text)
    for part in ("74HCT125", "USB cable with data lines", "a magnetic buzzer"):
        assert part in text.partition("## Wiring")[0]
    for part in ("## Parts", "## Power", "## What this board lacks", "![Wiring", "hold BACK"):
        assert part in text
    for made_part in ("wiring", "sets", "clock-module", "displays", "draw", "hours"):
        assert f"<!-- made: {made_part} -->" in text
    assert "source; none is measured" in text
    assert "mains or power bank" in text


@pytest.mark.parametrize("name", ["esp32_devkit", "esp32_s3"])
def test_a_board_with_soft_interrupts_says_what_they_can_do(name: str) -> None:
    text = " ".join((BOARDS / name / "README.md").read_text("utf-8").split())
    assert not board(name).HARD_IRQ
    assert "No hard interrupts" in text and "5 ms" in text and "never adds up" in text


def test_four_digits_and_small_panels_are_casual() -> None:
    """T37."""
    rows = documents.displays(board("pico")).splitlines()[2:]
    casual = [row.split(" | ")[1] for row in rows if "casual" in row]
    assert casual == [
        "two TM1637 clock, four digits",
        "two HT16K33 backpack, four digits",
        "two SSD1306, 0.96 inch",
    ]


def test_the_fields_and_chips_of_the_schema_are_in_the_overview() -> None:
    text = (BOARDS / "README.md").read_text("utf-8")
    for name in (*REQUIRED, *OPTIONAL, *SET_REQUIRED, *SET_OPTIONAL):
        assert text.count(f"| `{name}` |") == 1, name
    for name in NAMES:
        assert f"[`{name}/`]({name}/README.md)" in text


@pytest.mark.parametrize(
    ("values", "text"),
    [(set(), ""), ({3}, "3"), ({1, 2, 3, 7}, "1 to 3, 7"), ({0, 2, 4, 5}, "0, 2, 4 to 5")],
)
def test_ranges_are_shortened(values: set[int], text: str) -> None:
    assert documents.ranges(values) == text


def test_an_unknown_part_is_named() -> None:
    with pytest.raises(ValueError, match="nothing makes 'wires'"):
        documents.made("<!-- made: wires -->\n<!-- end -->\n", board("pico"))


def test_a_part_in_a_code_block_is_left_alone() -> None:
    text = "```\n<!-- made: wiring -->\n<!-- end -->\n```\n"
    assert documents.made(text, board("pico")) == text
    assert documents.made(text[4:-4], board("pico")) != text[4:-4]


def recipe() -> tuple[list[str], dict[str, str]]:
    """Return the numbered steps of "Add a board", and its code blocks by language."""
    text = (BOARDS / "README.md").read_text("utf-8")
    chapter = text.partition("## Add a board\n")[2].partition("\n## ")[0]
    steps = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", chapter, re.DOTALL | re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", chapter, re.DOTALL | re.MULTILINE)
    return [step for _, step in steps], {language: code for language, code in blocks if language}


def copy_of_the_project(root: Path) -> None:
    """Copy what the steps need of the project."""
    # Whoever has followed the recipe has a my_rocker already.
    away = shutil.ignore_patterns("__pycache__", "my_rocker", "my_other")
    for folder in ("boards", "firmware", "host_tools", "tests/boards"):
        shutil.copytree(ROOT / folder, root / folder, ignore=away)
    for file in ("pyproject.toml", "tests/__init__.py"):
        shutil.copy(ROOT / file, root / file)


def run(command: str, root: Path) -> tuple[int, str]:
    """Run a command in the copy with this Python's tools; return its status and its output."""
    tools = Path(sys.executable).parent
    words = shlex.split(command.replace(".venv/bin/", f"{tools}/"))
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("COVERAGE", "PYTEST"))
    }
    # `.venv` belongs to the project itself; its commands are to take the copy's modules.
    environment["PYTHONPATH"] = os.pathsep.join([str(root), str(root / "firmware")])
    environment[IN_COPY] = "1"
    done = subprocess.run(
        words,
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    return done.returncode, done.stdout


@pytest.mark.skipif(IN_COPY in os.environ, reason="this is the copy in which the recipe is tried")
def test_the_recipe_for_a_new_board_works(tmp_path: Path) -> None:
    """Every step, as it is written, in a copy of the project."""
    root = tmp_path / "project"
    copy_of_the_project(root)
    # A second board comes along: without a battery, and with the shortest README.
    other = root / "boards" / "my_other"
    other.mkdir()
    definition = recipe()[1]["python"].replace("my_rocker", "my_other")
    (other / "board_def.py").write_text(re.sub(r"BATTERY = .*\n", "", definition))
    (other / "README.md").write_text("`board_def.py`\n\n<!-- made: hours -->\n<!-- end -->\n")
    said: dict[str, str] = {}
    for step in recipe()[0]:
        for language, code in re.findall(r"^```(\w*)\n(.*?)^```$", step, re.DOTALL | re.MULTILINE):
            if language:
                file = re.match(r"Write `(\S+)` into it\.", step)
                assert file
                (root / "boards" / "my_rocker" / file.group(1)).write_text(code)
                continue
            for command in code.splitlines():
                assert command.startswith(("mkdir ", ".venv/bin/"))
                if " flash " in command:
                    continue
                status, said[command] = run(command, root)
                assert status == 0, f"{command}: {said[command]}"
    folder = root / "boards" / "my_rocker"
    assert (
        "wrote boards/my_rocker/wiring.svg" in said[".venv/bin/python -m boards.documents --write"]
    )
    text = (folder / "README.md").read_text("utf-8")
    made = load_board(folder)
    assert wiring_table(made) in text and documents.hours(made) in text
    low = re.search(r"low (\d+) or more", said[".venv/bin/python -m boards.power my_rocker"])
    assert low and made.BATTERY[3] >= int(low.group(1))
    assert " failed" not in said[".venv/bin/python -m pytest tests/boards"]
    assert "rocker, left end down" in said[".venv/bin/chessclock wiring my_rocker"]
    assert "my_rocker with ht16k33" in said[".venv/bin/chessclock build my_rocker"]
    assert "cannot warn" in (other / "README.md").read_text("utf-8")
    # The last step would flash what is plugged in: it gets a port at which nothing is.
    last = re.search(r"^\.venv/bin/chessclock flash my_rocker$", recipe()[0][-1], re.MULTILINE)
    assert last
    status, text = run(f"{last.group()} --port {tmp_path}/nothing", root)
    assert status == 1 and f"{tmp_path}/nothing" in text.replace("\n", "")
    # The tests bite: a low mark that is too low.
    source = (folder / "board_def.py").read_text()
    (folder / "board_def.py").write_text(source.replace("2400, 3600", "2400, 3000"))
    status, text = run(".venv/bin/python -m pytest tests/boards/test_power.py", root)
    assert status == 1 and "at_least_that_of_the_sum[my_rocker]" in text


def test_a_broken_board_is_refused_by_the_recipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line with the field; nothing is written."""
    _, blocks = recipe()
    folder = tmp_path / "my_rocker"
    folder.mkdir()
    (folder / "board_def.py").write_text(blocks["python"].replace("const(16)", "const(25)"))
    (folder / "README.md").write_text(blocks["markdown"])
    monkeypatch.setattr(documents, "HERE", tmp_path)
    assert documents.main(["--write"]) == 1
    assert capsys.readouterr().out == (
        "board my_rocker: BUZZER: pin 25 is taken by the Pico's own power supply and LED\n"
    )
    assert (folder / "README.md").read_text("utf-8") == blocks["markdown"]
    (folder / "README.md").unlink()
    (folder / "board_def.py").write_text(blocks["python"])
    assert documents.main([]) == 1
    assert capsys.readouterr().out == "board my_rocker: has no README.md\n"
    (folder / "README.md").write_bytes(b"\xe9")
    assert documents.main([]) == 1
    assert capsys.readouterr().out == "my_rocker/README.md: is not UTF-8\n"


def test_a_broken_board_is_said_before_the_overview_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "README.md").write_text("<!-- made: boards -->\n<!-- end -->\n")
    folder = tmp_path / "my_rocker"
    folder.mkdir()
    monkeypatch.setattr(documents, "HERE", tmp_path)
    for content, said in (
        ("", "BUZZER: missing"),
        ("import sys\nsys.exit(3)\n", "board_def.py, line 1: only constants may stand here"),
        (recipe()[1]["python"].replace("my_rocker", "my_rockr"), "NAME: 'my_rockr' is not the"),
    ):
        (folder / "board_def.py").write_text(content)
        assert documents.main([]) == 1
        out = capsys.readouterr().out
        assert out.startswith(f"board my_rocker: {said}") and out.count("\n") == 1


def test_a_part_without_figures_is_said() -> None:
    for part in ("hours", "draw"):
        with pytest.raises(ValueError, match=r"board virtual: power\.py has no figures"):
            documents.made(f"<!-- made: {part} -->\n<!-- end -->\n", board("virtual"))


def test_a_stale_file_is_named_and_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "my_rocker"
    folder.mkdir()
    _, blocks = recipe()
    (folder / "board_def.py").write_text(blocks["python"])
    (folder / "README.md").write_text(blocks["markdown"])
    monkeypatch.setattr(documents, "HERE", tmp_path)
    assert documents.main([]) == 1
    assert "not up to date: " in capsys.readouterr().out
    assert (folder / "README.md").read_text("utf-8") == blocks["markdown"]
