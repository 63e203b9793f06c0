"""Types: the host tools once, the firmware once a port, each port with its own stubs."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.fold import fold_tree
from host_tools.mpy import KNOWN_OUTSIDE, KNOWN_TO_PORTS, read_sources
from host_tools.shorten import short_names

ROOT = Path(__file__).resolve().parents[2]
PORTS = ("rp2", "esp32")


def mypy(*arguments: str, path: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess:
    """Run mypy with MYPYPATH `path`."""
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", *arguments],
        cwd=cwd,
        env={**os.environ, "MYPYPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def typings(port: str) -> Path:
    """Return the folder of a port's stubs; without one skip loudly, and fail in CI."""
    folder = ROOT / "build" / "typings" / port
    if not (folder / "machine.pyi").exists():
        reason = f"no type stubs of {port}: run make setup"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip("TYPES OF THE FIRMWARE NOT CHECKED: " + reason)
    return folder


def errors_on_device(port: str, *targets: str) -> list[str]:
    """Check firmware with the stubs of `port` instead of CPython's; return the errors.

    The stubs have errors of their own, which are not ours to correct.
    """
    stubs = typings(port)
    done = mypy(
        "--config-file",
        "tests/house_rules/mypy_firmware.ini",
        "--custom-typeshed-dir",
        str(stubs),
        "--cache-dir",
        f".mypy_cache/{port}",
        *targets,
        path=f"{stubs}:firmware",
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return [
        line
        for line in done.stdout.splitlines()
        if ": error:" in line and not line.startswith("build/typings/")
    ]


@pytest.mark.parametrize("port", PORTS)
def test_the_firmware_has_the_types_of_each_port(port: str) -> None:
    found = errors_on_device(port, "firmware")
    assert not found, "\n".join(found)


def test_the_host_tools_have_their_types() -> None:
    done = mypy("--cache-dir", ".mypy_cache/host")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize(
    "line",
    [
        "x: int = 'no'",
        "def f(a: int) -> str:\n    return a",
        "from machine import Pin\nPin(1).no_such_method()",
        "import time\ntime.perf_counter()",
    ],
)
def test_the_check_of_the_firmware_bites(port: str, line: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(line + "\n")
    found = errors_on_device(port, str(bad))
    assert found and "bad.py" in found[0], found


def test_the_check_of_the_host_bites(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def f(a: int) -> str:\n    return a\n")
    done = mypy("--config-file", str(ROOT / "pyproject.toml"), str(bad), cwd=tmp_path)
    assert done.returncode == 1 and "bad.py" in done.stdout, done.stdout + done.stderr


def defined_by(path: Path) -> Iterator[str]:
    """Yield what a module of stubs defines, and the parameters."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for inside in ast.walk(target):
                    if isinstance(inside, ast.Name):
                        yield inside.id


def test_shared_names_that_a_port_knows_stay() -> None:
    """The stubs tell what MicroPython's modules define: a shorter name would not be found."""
    defined: set[str] = set()
    for port in PORTS:
        for path in typings(port).rglob("*.pyi"):
            defined.update(defined_by(path))
    assert {"Pin", "writeto", "readinto", "sleep_ms"} <= defined
    folded = fold_tree(read_sources(ROOT / "firmware"))
    shared = set(short_names(folded, known=KNOWN_OUTSIDE, ports=()))
    shared -= set(short_names(folded, known=KNOWN_OUTSIDE))
    assert len(shared) > 300
    assert sorted(shared & defined) == sorted(KNOWN_TO_PORTS)
