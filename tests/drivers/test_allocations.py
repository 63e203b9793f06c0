"""The drivers on MicroPython, as source and as they ship, with a locked heap."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from host_tools.bench.child_process import CHILD

HERE = Path(__file__).resolve().parent
RUNNER = HERE.parent / "micropython" / "run_shared.py"


def run_locked(micropython: list[str], path: str) -> subprocess.CompletedProcess:
    """Run `micropython_drivers.py` with the firmware of MICROPYPATH `path`."""
    firmware, _, frozen = path.rpartition(":")
    return subprocess.run(
        [*micropython, "-X", "heapsize=192k", str(RUNNER), str(HERE / "micropython_drivers.py")],
        env={**os.environ, "MICROPYPATH": f"{firmware}:{CHILD}:{frozen}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("ring", ["ring_2_path", "ring_3_path"])
def test_no_driver_allocates(
    micropython: list[str], ring: str, request: pytest.FixtureRequest
) -> None:
    done = run_locked(micropython, request.getfixturevalue(ring))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 passed, 0 failed" in done.stdout
