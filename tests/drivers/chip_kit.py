"""The chip models of the bench's child, and what cells should light."""

from __future__ import annotations

import importlib.util
from types import ModuleType

from drivers.seven_segment import DOT, SEGMENTS

from host_tools.bench.child_process import CHILD
from host_tools.bench.views import character_of

# Every character that seven segments can draw, and some that they cannot.
CHARACTERS = bytes(range(32, 127))


def chip_models() -> ModuleType:
    """Load the chip models of the bench's child."""
    spec = importlib.util.spec_from_file_location("chips", CHILD / "chips.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shapes(cells: bytes) -> list[int]:
    """Return the segments that cells should light."""
    return [SEGMENTS[code & 0x7F] | (DOT if code & 0x80 else 0) for code in cells]


def text(segments: list[int] | tuple[int, ...] | bytes) -> str:
    """Return segments as they are read, with a dot after each cell that has one."""
    return "".join(character_of(shape) + ("." if shape & DOT else "") for shape in segments)
