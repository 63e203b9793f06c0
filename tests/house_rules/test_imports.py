"""Imports go one way, and no module takes a name that Blinka owns on the host."""

from pathlib import Path

import pytest
from house_checks import ROOMS, banned_module_names, wrong_host_imports, wrong_imports

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
CHILD = ROOT / "host_tools" / "bench" / "child"


def sources(*folders: Path) -> list[Path]:
    """Return the Python files below some folders."""
    return sorted(
        path
        for folder in folders
        for path in folder.rglob("*.py")
        if "__pycache__" not in path.parts
    )


def test_the_firmware_imports_one_way() -> None:
    found = []
    for path in sources(FIRMWARE):
        relative = path.relative_to(FIRMWARE)
        room = "main" if relative.name == "main.py" else relative.parts[0]
        found += wrong_imports(path.read_text(), room, relative.as_posix())
    assert not found, "\n".join(found)


def test_a_board_definition_imports_nothing_but_const() -> None:
    found = []
    definitions = [path for path in sources(ROOT / "boards") if path.name == "board_def.py"]
    assert definitions
    for path in definitions:
        found += wrong_imports(path.read_text(), "board_def", path.parent.name + "/board_def.py")
    assert not found, "\n".join(found)


def test_only_the_benchs_child_imports_the_rest_of_the_firmware() -> None:
    found = []
    for path in sources(ROOT / "host_tools", ROOT / "boards"):
        if CHILD not in path.parents and path.name != "board_def.py":
            found += wrong_host_imports(path.read_text(), path.relative_to(ROOT).as_posix())
    assert not found, "\n".join(found)


def test_the_firmware_has_only_the_rooms_that_have_rules() -> None:
    rooms = {path.relative_to(FIRMWARE).parts[0] for path in sources(FIRMWARE)} - {"main.py"}
    assert rooms <= set(ROOMS), rooms - set(ROOMS)


def test_no_module_has_a_name_that_blinka_owns() -> None:
    modules = sources(FIRMWARE, ROOT / "boards", ROOT / "host_tools")
    assert not banned_module_names(path.relative_to(ROOT).as_posix() for path in modules)


@pytest.mark.parametrize(
    ("room", "line", "good"),
    [
        ("clockcore", "from clockcore.codes import LEFT", True),
        ("clockcore", "from micropython import const", True),
        ("clockcore", "import struct", True),
        ("clockcore", "from adafruit_ticks import ticks_ms", False),
        ("clockcore", "import time", False),
        ("clockcore", "def late():\n    import os", False),
        ("clockcore", "from hal.sounder import Sounder", False),
        ("clockcore", "from clockcorelike import x", False),
        ("drivers", "from drivers.seven_segment import DOT", True),
        ("drivers", "from time import sleep_us", True),
        ("drivers", "from time import ticks_us", False),
        ("drivers", "import time", False),
        ("drivers", "from machine import Pin", False),
        ("drivers", "from clockcore.codes import LEFT", False),
        ("hal", "from clockcore.ticks import ticks_ms", True),
        ("hal", "from clockcore import codes", True),
        ("hal", "from clockcore.game import Game", False),
        ("hal", "from drivers.tm1637 import TM1637", False),
        ("hal", "from machine import Pin", True),
        ("app", "import board_def", True),
        ("app", "from hal.sounder import Sounder", True),
        ("app", "import os", False),
        ("main", "from app.application import main", True),
        ("main", "import clockcore", False),
        ("board_def", "from micropython import const", True),
        ("board_def", "from machine import Pin", False),
    ],
)
def test_the_rule_on_imports_bites(room: str, line: str, good: bool) -> None:
    assert (not wrong_imports(line, room, "some/module.py")) == good


def test_only_ticks_may_import_the_ticks_library() -> None:
    line = "from adafruit_ticks import ticks_ms"
    assert not wrong_imports(line, "clockcore", "clockcore/ticks.py")
    assert wrong_imports(line, "clockcore", "clockcore/game.py")


def test_the_rule_on_the_host_bites() -> None:
    assert not wrong_host_imports("from clockcore.game import Game\nimport drivers.tm1637", "x.py")
    for line in ("import app", "from hal.idle import Idle", "from machine import Pin"):
        assert wrong_host_imports(line, "x.py")


def test_the_rule_on_names_bites() -> None:
    assert not banned_module_names(["boards/board_def.py", "firmware/hal/key_input.py"])
    for path in ("firmware/board.py", "firmware/keypad/__init__.py", "host_tools/micropython.py"):
        assert banned_module_names([path])
