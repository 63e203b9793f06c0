"""The `chessclock` command in this process: much quicker than a process for each of its tests.

Each room of commands has a test or more that starts the installed command, too.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.cli import main


def run_command(
    *words: object, folder: Path | None = None, answer: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run `chessclock` with some words, in a folder, as a user of a terminal of 80 columns does.

    answer  what the user types
    """
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    status: object = 0
    with (
        contextlib.chdir(folder or Path.cwd()),
        contextlib.redirect_stdout(streams[0]),
        contextlib.redirect_stderr(streams[1]),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "argv", ["chessclock", *map(str, words)])
        patch.setattr(sys, "stdin", io.StringIO(answer))
        patch.setenv("COLUMNS", "80")
        try:
            main()
        except SystemExit as stop:
            status = stop.code or 0
    assert isinstance(status, int)
    texts = []
    for stream in streams:
        stream.seek(0)
        texts.append(stream.read())
    return subprocess.CompletedProcess([str(word) for word in words], status, texts[0], texts[1])
