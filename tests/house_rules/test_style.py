"""Style: what ruff says, with the settings of pyproject.toml."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def ruff(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess:
    """Run ruff in the repository."""
    return subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", *arguments],
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_ruff_finds_nothing() -> None:
    done = ruff("--output-format", "concise")
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_bites() -> None:
    bad = '"""Module."""\nimport os\n'
    done = ruff("--stdin-filename", "firmware/clockcore/bad.py", "-", text=bad)
    assert done.returncode == 1 and "F401" in done.stdout
