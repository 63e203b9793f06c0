"""Every rule that code or a test cites is written down, and every rule there has a test."""

from __future__ import annotations

import re
from pathlib import Path

CITED = re.compile(r"\bT(\d{1,2})\b")
DEFINED = re.compile(r"^\| T(\d{1,2}) \|", re.MULTILINE)
FOLDERS = ("firmware", "host_tools", "boards", "tests")
ENDINGS = (".py", ".md", ".scn")
WRITTEN = (Path("firmware/clockcore/TIMING.md"), Path("host_tools/threes/THREES.md"))


def cited_in(folder: Path) -> dict[int, str]:
    """Return the numbers cited below a folder, each with a file that cites it."""
    cited: dict[int, str] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in ENDINGS and path.name not in ("TIMING.md", Path(__file__).name):
            for number in CITED.findall(path.read_text(encoding="utf-8")):
                cited.setdefault(int(number), str(path))
    return cited


def defined(root: Path) -> set[int]:
    """Return the numbers of the rules."""
    texts = [(root / path).read_text(encoding="utf-8") for path in WRITTEN]
    return {int(number) for text in texts for number in DEFINED.findall(text)}


def test_every_cited_rule_is_written_down(root: Path) -> None:
    rules = defined(root)
    assert len(rules) > 25
    for folder in FOLDERS:
        for number, path in cited_in(root / folder).items():
            assert number in rules, f"T{number}, cited in {path}, is not written"


def test_every_rule_has_a_test(root: Path) -> None:
    cited = cited_in(root / "tests")
    missing = sorted(number for number in defined(root) if number not in cited)
    assert not missing, f"no test cites {missing}"


def test_a_citation_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text('"""T99: nowhere."""\n', encoding="utf-8")
    assert cited_in(tmp_path) == {99: str(tmp_path / "one.py")}
