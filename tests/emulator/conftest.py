"""Fixtures of ring 4; without an image or the emulator the ring is one loud skip."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_tools.emulator.image import HOW_TO_GET_ONE, VARIABLE, find_image, flash_of

if TYPE_CHECKING:
    from host_tools.emulator.pico import EmulatedPico

HAS_EMULATOR = importlib.util.find_spec("rp2040py") is not None
WITHOUT_IMAGE = ("test_ring.py", "test_image.py")


def why_not() -> str:
    """Return why the ring cannot run, or nothing if it can."""
    if not os.environ.get(VARIABLE):
        return f"RING 4 NOT RUN: {HOW_TO_GET_ONE} make test-emulated"
    if not HAS_EMULATOR:
        return "RING 4 NOT RUN: rp2040py is missing: make test-emulated installs it"
    return ""


if why_not():
    here = Path(__file__).parent
    collect_ignore = [
        path.name for path in here.glob("test_*.py") if path.name not in WITHOUT_IMAGE
    ]


@pytest.fixture(scope="session")
def reason_not_to_run() -> str:
    """Return why the ring cannot run, or nothing if it can."""
    return why_not()


@pytest.fixture(scope="session")
def micropython_flash() -> bytes:
    """Return the flash with the MicroPython image and no file system."""
    return bytes(flash_of(find_image()))


@pytest.fixture
def power_up(micropython_flash: bytes) -> Callable[..., EmulatedPico]:
    """Return a function that powers up a Pico with MicroPython and some files."""
    from host_tools.emulator import file_system
    from host_tools.emulator.pico import EmulatedPico

    def make(files: dict[str, str] | None = None, **options: object) -> EmulatedPico:
        image = file_system.make(files) if files else None
        return EmulatedPico(micropython_flash, file_system=image, **options)

    return make
