"""Fixtures of the deployment tests: a device double, and a mpremote that does not doze."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mpremote import transport_serial
from serial.urlhandler import protocol_socket

from host_tools.deploy import commands
from host_tools.deploy import device as device_module
from host_tools.deploy.device import Patience
from tests.deploy.device_double import DeviceDouble

QUICK = Patience(repl=3, reopen=0.5, hello=3, answer=3, quiet=0.03)


@pytest.fixture(autouse=True)
def no_dozing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the waits between two looks at a port: a double answers at once."""
    quick = SimpleNamespace(
        sleep=lambda seconds: time.sleep(min(seconds, 0.0005)), monotonic=time.monotonic
    )
    for module in (transport_serial, device_module):
        monkeypatch.setattr(module, "time", quick)
    monkeypatch.setattr(protocol_socket, "time", SimpleNamespace(sleep=lambda _: None))
    monkeypatch.setattr(commands, "Patience", lambda: QUICK)


@pytest.fixture
def double(micropython: list[str], tmp_path: Path) -> Iterator[Callable[..., DeviceDouble]]:
    """Return a function that makes device doubles, which are switched off at the end."""
    made: list[DeviceDouble] = []

    def make(**options: Any) -> DeviceDouble:
        folder = tmp_path / f"device{len(made)}"
        folder.mkdir()
        made.append(DeviceDouble(micropython, folder, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()
