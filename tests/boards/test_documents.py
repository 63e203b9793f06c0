"""READMEs and drawings are what their board says, and the recipe for a new board works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boards import documents
from boards.pinout import board_of
from boards.schema import OPTIONAL, REQUIRED, SET_OPTIONAL, SET_REQUIRED, check_board, load_board
from boards.wiring import display_rows, markdown, wiring_table
from tests.boards.board_kit import BOARDS, NAMES, board

REAL = [name for name in NAMES if board_of(board(name).CHIP).pins]


def test_every_made_part_is_up_to_date() -> None:
    """`python -m boards.documents --write` mends it."""
    found = documents.documents(BOARDS)
    stale = [path.name for path, text in found.items() if path.read_text("utf-8") != text]
    assert not stale, f"{stale}: run python -m boards.documents --write"
    assert len(found) == 1 + len(NAMES) + len(REAL)


@pytest.mark.parametrize("name", REAL)
def test_a_readme_has_all_that_a_builder_needs(name: str) -> None:
    text = (BOARDS / name / "README.md").read_text("utf-8")
    made = board(name)
    assert wiring_table(made) in text
    for display_set in made.DISPLAY_SETS:
        if display_set != made.DISPLAY_SET:
            assert f"### `{display_set}`" in text
            assert markdown(display_rows(made, display_set)) in text
    for command in (f"chessclock flash {name}", f"chessclock selftest {name}"):
        assert command in text
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


def test_the_recipe_for_a_new_board_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each step is done as it is written, in an empty folder instead of `boards`."""
    steps, blocks = recipe()
    root = tmp_path / "boards"
    root.mkdir()
    # 1: the folder.
    named = re.match(r"Make the folder `(\w+)`", steps[0])
    assert named
    folder = root / named.group(1)
    folder.mkdir()
    # 2: the definition.
    assert steps[1].startswith("Write `board_def.py` into it.")
    (folder / "board_def.py").write_text(blocks["python"])
    # 3: the README.
    assert steps[2].startswith("Write `README.md` into it.")
    (folder / "README.md").write_text(blocks["markdown"])
    # 4: the command, which is this module's `main`.
    assert "python -m boards.documents --write" in steps[3]
    monkeypatch.setattr(documents, "HERE", root)
    assert documents.main(["--write"]) == 0
    assert (folder / "wiring.svg").is_file()
    assert capsys.readouterr().out.count("wrote boards/my_rocker/") == 2
    assert documents.main([]) == 0
    made = load_board(folder)
    assert folder.name == made.NAME
    text = (folder / "README.md").read_text("utf-8")
    assert wiring_table(made) in text and documents.hours(made) in text
    # 5: the tests take every folder with a definition: here the check that they begin with.
    assert "python -m pytest tests/boards" in steps[4]
    check_board(made)
    # 6: the battery.
    assert "power.battery_marks" in steps[5]
    assert made.BATTERY[3] >= documents.power.battery_marks(made)[1]
    # 7: the one command, with the board's name.
    assert f"chessclock flash {made.NAME}" in steps[6]


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
        "my_rocker: BUZZER: pin 25 is taken by the Pico's own power supply and LED\n"
    )
    assert (folder / "README.md").read_text("utf-8") == blocks["markdown"]
    (folder / "README.md").unlink()
    (folder / "board_def.py").write_text(blocks["python"])
    assert documents.main([]) == 1
    assert capsys.readouterr().out == "my_rocker: has no README.md\n"


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
