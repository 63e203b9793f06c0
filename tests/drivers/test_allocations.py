"""The drivers on MicroPython, as source and as they ship, with a locked heap."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from host_tools.bench.child_process import CHILD
from host_tools.mpy import shipped_names
from host_tools.shorten import shorten_user

HERE = Path(__file__).resolve().parent
RUNNER = HERE.parent / "micropython" / "run_shared.py"


def run_locked(
    micropython: list[str], path: str, program: Path
) -> subprocess.CompletedProcess:
    """Run `micropython_drivers.py`, or a copy, with the firmware of MICROPYPATH `path`."""
    firmware, _, frozen = path.rpartition(":")
    return subprocess.run(
        [*micropython, "-X", "heapsize=192k", str(RUNNER), str(program)],
        env={**os.environ, "MICROPYPATH": f"{firmware}:{CHILD}:{HERE}:{frozen}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("ring", ["ring_2_path", "ring_3_path"])
def test_no_driver_allocates(
    micropython: list[str], ring: str, request: pytest.FixtureRequest, root: Path, tmp_path: Path
) -> None:
    program = HERE / "micropython_drivers.py"
    if ring == "ring_3_path":  # the names as they ship
        text = shorten_user(program.read_text(), shipped_names(root / "firmware"))
        program = tmp_path / program.name
        program.write_text(text)
    done = run_locked(micropython, request.getfixturevalue(ring), program)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 passed, 0 failed" in done.stdout
