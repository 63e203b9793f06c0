"""Ports: which one has a clock, and the one way in which this project opens and closes them."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from pathlib import Path
from typing import Any

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport
from serial.tools import list_ports

from host_tools.deploy.errors import DeployError

BAUD_RATE = 115_200
ANSWER_S = 10.0
# Who makes the USB side of a board: the chip itself, or the bridge beside an ESP32.
VENDORS = {
    0x2E8A: "Raspberry Pi",
    0x303A: "Espressif",
    0x10C4: "Silicon Labs",
    0x1A86: "WCH",
    0x0403: "FTDI",
    0x067B: "Prolific",
}


class Link(SerialTransport):
    """mpremote's transport, with an end to every wait, and without its prints.

    mpremote looks at the time only while nothing comes, so that a device which talks without
    pause would hold it forever.
    """

    def __init__(self, name: str, answer_s: float) -> None:
        """Open the port; `limit` sets how long it may be used."""
        self._until = 0.0
        self._seconds = 0.0
        self._answer_s = answer_s
        self._serial: Any
        self._serial = None
        try:
            super().__init__(name, baudrate=BAUD_RATE, timeout=answer_s)
            self._serial.write_timeout = answer_s
            if (link := self._link()) is not None:
                # Many small pieces go to and fro; none of them may wait for the next one.
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except BaseException:
            # By Ctrl-C, say: a port that stayed open could not be opened again.
            if self._serial is not None:
                self._serial.close()
            if (link := self._link()) is not None:
                link.close()
            raise

    def _link(self) -> socket.socket | None:
        link = getattr(self._serial, "_socket", None)
        return link if isinstance(link, socket.socket) else None

    def limit(self, seconds: float) -> None:
        """Let every use of the port fail when so many seconds have passed; 0 for no limit."""
        self._seconds = seconds
        self._until = time.monotonic() + seconds

    @property
    def serial(self) -> Any:
        """The port of pyserial; TimeoutError when the time is up."""
        if self._seconds and time.monotonic() > self._until:
            raise TimeoutError(f"no end of the answer in {self._seconds:g} s")
        return self._serial

    @serial.setter
    def serial(self, port: Any) -> None:
        self._serial = port

    def read_until(self, *arguments: Any, **options: Any) -> bytes:
        """Read until `ending` has come; TransportError if it does not, instead of a print."""
        options.setdefault("timeout", self._answer_s)
        data: bytes = super().read_until(*arguments, **options)
        ending = options["ending"] if "ending" in options else arguments[1]
        if not data.endswith(ending):
            raise TransportError("the device has stopped answering")
        return data


def find_ports() -> dict[str, str]:
    """Return the ports that look like boards, each with a line for people."""
    return {
        each.device: f"{each.device} ({each.product or VENDORS[each.vid]})"
        for each in sorted(list_ports.comports(), key=lambda port: port.device)
        if each.vid in VENDORS
    }


def find_port() -> str:
    """Return the only port that looks like a board; DeployError if there is none, or several."""
    found = find_ports()
    if not found:
        raise DeployError(
            "no board found on USB: plug it in with a cable that carries data; MicroPython must"
            " be on it (README of the board); or name the port with --port"
        )
    if len(found) > 1:
        raise DeployError(f"several boards found, choose with --port: {', '.join(found.values())}")
    return next(iter(found))


def open_port(name: str, answer_s: float = ANSWER_S) -> Link:
    """Open a port without resetting the board behind it; close it with `close_port`.

    name      a device of the system, or socket://host:port
    answer_s  how long one read or write may take, in seconds

    The reset of an ESP32 board is pulled while RTS is asserted and DTR is not. The system
    asserts both at once when a port is opened, and both stay so while it is open; closing lets
    RTS go first. Raises DeployError.
    """
    try:
        return Link(name, answer_s)
    except TransportError:
        raise DeployError(_why_not(name)) from None
    except (ValueError, AttributeError) as error:
        # pyserial's answers to an address that is none
        raise DeployError(f"{name}: not a port: {error}") from None


def close_port(transport: Link) -> None:
    """Close a port in the order that does not reset the board; a port that has gone is fine."""
    transport.limit(0)
    with contextlib.suppress(OSError):
        transport.close()
        return
    with contextlib.suppress(OSError):
        transport.serial.close()


def must_be_there(name: str) -> None:
    """Raise DeployError for a port of this machine that does not exist."""
    if _is_missing(name):
        raise DeployError(_why_not(name))


def _is_missing(name: str) -> bool:
    return os.name == "posix" and "://" not in name and not Path(name).exists()


def _why_not(name: str) -> str:
    if "://" in name:
        return f"{name}: nobody answers there"
    path = Path(name)
    if _is_missing(name):
        return f"{name}: no such port"
    if os.name == "posix" and not os.access(path, os.R_OK | os.W_OK):
        return f"{name}: you may not open it: join the group that owns it (dialout, uucp)"
    return f"{name}: it is not a serial port, or another program has it open"
