"""The auto-reset circuit of ESP32 boards, behind pyserial's own code on a pseudo-terminal.

Two transistors connect the modem lines of the USB bridge with the chip:

    RTS asserted, DTR not    EN is pulled low: the chip is reset
    DTR asserted, RTS not    IO0 is pulled low: matters only while a reset ends
    both, or neither         nothing is pulled

The system asserts both lines at once when a port is opened and lets both go at once when it is
closed. Everything between is what the program says by ioctl.
"""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import termios
import tty
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from serial import serialposix


class AutoReset:
    """A board at `port`, with the circuit; use `install` and `close`.

    is_low    whether EN is low now
    resets    how often EN went low
    opens     how often the port was opened
    on_reset  is called when EN went low: what a virtual board does then is its affair
    """

    def __init__(self, on_reset: Callable[[], object] = lambda: None) -> None:
        """Make the port; `board` is the file descriptor of the board's side."""
        self.board, self._line = pty.openpty()
        tty.setraw(self._line)
        self.port = os.ttyname(self._line)
        self.on_reset = on_reset
        self.dtr = self.rts = False
        self.is_low = False
        self.resets = 0
        self.opens = 0
        self._open: set[int] = set()

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put the circuit behind every port that pyserial opens at this pseudo-terminal."""
        monkeypatch.setattr(serialposix, "os", _Instead(os, open=self._opened, close=self._closed))
        monkeypatch.setattr(serialposix, "fcntl", _Instead(fcntl, ioctl=self._ioctl))

    def close(self) -> None:
        """Take the port away."""
        os.close(self.board)
        os.close(self._line)

    def set(self, dtr: bool, rts: bool) -> None:
        """Set both modem lines at once."""
        self.dtr, self.rts = dtr, rts
        low = rts and not dtr
        if low and not self.is_low:
            self.resets += 1
            self.on_reset()
        self.is_low = low

    def _opened(self, path: str, flags: int) -> int:
        descriptor = os.open(path, flags)
        if path == self.port:
            self.opens += 1
            if not self._open:
                self.set(dtr=True, rts=True)
            self._open.add(descriptor)
        return descriptor

    def _closed(self, descriptor: int) -> None:
        os.close(descriptor)
        if descriptor in self._open:
            self._open.discard(descriptor)
            if not self._open:
                self.set(dtr=False, rts=False)

    def _ioctl(self, descriptor: int, request: int, argument: Any = 0, *rest: Any) -> Any:
        if descriptor not in self._open or request not in (
            termios.TIOCMBIS,
            termios.TIOCMBIC,
            termios.TIOCMGET,
        ):
            return fcntl.ioctl(descriptor, request, argument, *rest)
        if request == termios.TIOCMGET:
            lines = self.dtr * termios.TIOCM_DTR | self.rts * termios.TIOCM_RTS
            return struct.pack("I", lines)
        (lines,) = struct.unpack("I", argument)
        level = request == termios.TIOCMBIS
        self.set(
            dtr=level if lines & termios.TIOCM_DTR else self.dtr,
            rts=level if lines & termios.TIOCM_RTS else self.rts,
        )
        return argument


class _Instead(SimpleNamespace):
    """A module with some of its functions replaced."""

    def __init__(self, module: Any, **functions: Any) -> None:
        super().__init__(_module=module, **functions)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_module"], name)
