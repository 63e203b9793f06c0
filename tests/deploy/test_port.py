"""Ports: opening and closing resets no board, and what is wrong with one is said in a line."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from serial.tools import list_ports
from serial.urlhandler import protocol_socket

from host_tools.deploy.device import Device
from host_tools.deploy.errors import DeployError
from host_tools.deploy.port import close_port, find_port, open_port
from tests.deploy.auto_reset import AutoReset
from tests.deploy.conftest import QUICK


@pytest.fixture
def esp32(monkeypatch: pytest.MonkeyPatch) -> Iterator[AutoReset]:
    """Return an ESP32 board behind pyserial."""
    board = AutoReset()
    board.install(monkeypatch)
    yield board
    board.close()


def test_twenty_connects_reset_no_esp32(esp32: AutoReset) -> None:
    for _ in range(20):
        transport = open_port(esp32.port)
        assert esp32.dtr and esp32.rts
        transport.serial.write(b"x")
        assert os.read(esp32.board, 1) == b"x"
        close_port(transport)
        assert not esp32.dtr and not esp32.rts
    assert (esp32.opens, esp32.resets) == (20, 0)


def test_twenty_connects_of_flashing_reset_no_esp32(esp32: AutoReset) -> None:
    """The way of `flash`, up to the answer of a clock on which a side runs."""
    ended = threading.Event()

    def clock() -> None:
        while not ended.is_set():
            if b"\x03" in os.read(esp32.board, 16):
                os.write(esp32.board, b'{"id": null, "ok": false, "error": "a side runs: pau')
                os.write(esp32.board, b'se first"}   \n')

    thread = threading.Thread(target=clock, daemon=True)
    thread.start()
    for _ in range(20):
        device = Device(esp32.port, QUICK)
        with pytest.raises(DeployError, match="a game is running on the clock"):
            device.enter()
        device.close()
    ended.set()
    os.write(esp32._line, b"x")
    thread.join(timeout=5)
    assert (esp32.opens, esp32.resets) == (20, 0)


def test_the_circuit_resets_when_dtr_is_not_asserted_at_opening(esp32: AutoReset) -> None:
    port = serial.Serial(None, 115200)
    port.port = esp32.port
    port.dtr = False
    port.open()
    assert esp32.resets == 1
    port.close()


def test_the_circuit_resets_when_dtr_goes_first_at_closing(esp32: AutoReset) -> None:
    transport = open_port(esp32.port)
    transport.serial.dtr = False
    assert esp32.resets == 1
    transport.serial.rts = False
    transport.serial.close()
    assert esp32.resets == 1 and not esp32.is_low


def test_the_circuit_tells_its_owner(esp32: AutoReset) -> None:
    told: list[int] = []
    esp32.on_reset = lambda: told.append(1)
    esp32.set(dtr=False, rts=True)
    esp32.set(dtr=True, rts=True)
    assert told == [1]


def usb(device: str, vid: int | None, product: str | None = None) -> SimpleNamespace:
    """Return a port as pyserial lists it."""
    return SimpleNamespace(device=device, vid=vid, product=product)


@pytest.mark.parametrize("vid", [0x2E8A, 0x303A, 0x10C4, 0x1A86, 0x0403])
def test_the_only_port_that_looks_like_a_board_is_found(
    vid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports = [usb("/dev/ttyS0", None), usb("/dev/ttyUSB3", vid), usb("/dev/ttyACM7", 0x046D)]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    assert find_port() == "/dev/ttyUSB3"


def test_no_board_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: [usb("/dev/ttyS0", None)])
    with pytest.raises(DeployError, match="no board found on USB"):
        find_port()


def test_several_boards_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [usb("/dev/ttyUSB0", 0x10C4, "CP2102"), usb("/dev/ttyACM0", 0x2E8A)]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    with pytest.raises(DeployError) as caught:
        find_port()
    assert str(caught.value) == (
        "several boards found, choose with --port:"
        " /dev/ttyACM0 (Raspberry Pi), /dev/ttyUSB0 (CP2102)"
    )


def test_a_port_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("no port")
    for name, reason in (
        (str(tmp_path / "nowhere"), "no such port"),
        (str(plain), "not a serial port, or another program has it open"),
        ("socket://127.0.0.1:1", "nobody answers there"),
        ("nonsense://x", "not a port"),
    ):
        with pytest.raises(DeployError) as caught:
            open_port(name)
        assert str(caught.value).startswith(f"{name}: ") and reason in str(caught.value)


def test_ctrl_c_while_a_port_is_opened_leaves_it_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What had been opened by then can be opened again at once."""
    kept: list[socket.socket] = []

    def interrupted(self: protocol_socket.Serial, *_: object) -> None:
        kept.append(self._socket)
        raise KeyboardInterrupt

    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(protocol_socket.Serial, "_reconfigure_port", interrupted)
        with pytest.raises(KeyboardInterrupt) as caught:
            open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
    assert caught.value is not None and kept[0].fileno() == -1


def test_a_port_that_another_program_has_open_is_refused() -> None:
    board = AutoReset()
    transport = open_port(board.port)
    with pytest.raises(DeployError, match="another program has it open"):
        open_port(board.port)
    close_port(transport)
    board.close()
