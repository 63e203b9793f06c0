"""READMEs name what is there, and no file says what it should not."""

import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from house_checks import long_lines, named_but_absent, private_places, unmentioned

ROOT = Path(__file__).resolve().parents[2]
UNNAMED = ("README.md", "__init__.py")
CODE = (".py", ".toml", ".ini", ".js")
BINARY = (".png", ".jpg", ".gif", ".ico", ".woff2", ".uf2", ".bin", ".mpy")
DATA = "tests/data/"  # games and vectors of others, kept word for word


def tracked() -> list[Path]:
    """Return every file of the repository, relative to it: what git has or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    names = set(listed.split("\0")) - {""}
    return sorted(Path(name) for name in names if (ROOT / name).is_file())


def contents() -> dict[Path, set[str]]:
    """Return the names of the files and folders in every folder."""
    folders: dict[Path, set[str]] = defaultdict(set)
    for path in tracked():
        folders[path.parent].add(path.name)
        for parent in path.parents[:-1]:
            folders[parent.parent].add(parent.name)
    return folders


def texts(suffixes: tuple[str, ...] | None = None) -> list[tuple[str, str]]:
    """Return (path, text) of the files that people write."""
    found = []
    for path in tracked():
        name = path.as_posix()
        if path.suffix in BINARY or name.startswith(DATA):
            continue
        if suffixes is None or path.suffix in suffixes:
            found.append((name, (ROOT / path).read_text(encoding="utf-8")))
    return found


def test_every_folder_has_a_readme_or_is_named_file_by_file_in_the_one_above() -> None:
    found = []
    folders = contents()
    for folder, names in folders.items():
        if folder.name.startswith("."):
            continue
        readme = ROOT / folder / "README.md"
        wanted = {name for name in names if name not in UNNAMED and not name.startswith(".")}
        if folder == Path("."):
            wanted = {name for name in wanted if Path(name) in folders}
        above = ""
        if not readme.is_file():
            readme = ROOT / folder.parent / "README.md"
            above = folder.name + "/"
        if not readme.is_file():
            found.append(f"{folder}: no README.md")
            continue
        text = readme.read_text(encoding="utf-8")
        shown = readme.relative_to(ROOT).as_posix()
        found += unmentioned(text, sorted(above + name for name in wanted), shown)
    assert not found, "\n".join(found)


def test_the_tables_of_a_readme_name_only_what_is_there() -> None:
    found = []
    for folder, names in contents().items():
        readme = ROOT / folder / "README.md"
        if readme.is_file() and folder != Path("."):
            text = readme.read_text(encoding="utf-8")
            found += named_but_absent(text, names, readme.relative_to(ROOT).as_posix())
    assert not found, "\n".join(found)


def test_lines_have_99_characters_at_the_most() -> None:
    found = []
    for path, text in texts(CODE):
        found += long_lines(text, path)
    assert not found, "\n".join(found)


def test_no_file_speaks_of_private_places_or_of_work_left_undone() -> None:
    found = []
    for path, text in texts():
        found += private_places(text, path)
    assert not found, "\n".join(found)


def test_every_python_file_says_what_it_is() -> None:
    for path, text in texts((".py",)):
        assert text.lstrip().startswith('"""'), f"{path} has no docstring at its top"


def test_the_rule_on_readmes_bites() -> None:
    readme = "| `one.py`, `two.py` | both |\n`three/` holds the rest\n`test_*.py`\n"
    here = ["one.py", "two.py", "three", "test_four.py"]
    assert not unmentioned(readme, here, "README.md")
    assert unmentioned(readme, ["four.py"], "README.md")
    assert unmentioned("one.py without quotes", ["one.py"], "README.md")
    assert not named_but_absent(readme, [*here, "five.py"], "README.md")
    assert named_but_absent(readme, ["one.py", "three"], "README.md")


@pytest.mark.parametrize(
    "line",
    [
        "see /wo" + "rk/main",
        "open('/tm" + "p/x')",
        "/ho" + "me/me/clock",
        "as in iss" + "ue 2",
        "..." + "/shared/timing.md",
        "# TO" + "DO: later",
        "FIX" + "ME",
    ],
)
def test_the_rule_on_private_places_bites(line: str) -> None:
    assert private_places(line, "x.md")


def test_the_rule_on_private_places_lets_the_rest_alone() -> None:
    for line in ("tests/shared/test_key.py", "https://example.org/home/x", "frame/work/x"):
        assert not private_places(line, "x.md"), line


def test_the_rule_on_lines_bites() -> None:
    assert not long_lines("x" * 99, "x.py")
    assert long_lines("y\n" + "x" * 100, "x.py")
