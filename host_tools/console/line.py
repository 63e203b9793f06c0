"""`Line`: an open port as lines, for one clock that is asked and for ten that are watched."""

from __future__ import annotations

import os
import select

from host_tools.console.errors import ConsoleError, GoneError
from host_tools.deploy.errors import DeployError
from host_tools.deploy.port import close_port, open_port

PIECE = 65_536
LONGEST_LINE = 65_536  # no clock says more in a line; what is longer is noise
WRITE_S = 3.0


class Line:
    """A port that gives whole lines and never waits by itself.

    port  the name of the port: a device, or socket://host:port
    """

    def __init__(self, port: str) -> None:
        """Open a port without resetting the board behind it; ConsoleError if that cannot be."""
        self.port = port
        self._rest = b""
        self._has_heard = False
        try:
            self._link = open_port(port, WRITE_S)
        except DeployError as error:
            raise ConsoleError(str(error)) from None
        self._number: int = self._link.serial.fileno()

    def fileno(self) -> int:
        """Return the descriptor, for `select`."""
        return self._number

    def close(self) -> None:
        """Close the port, so that the board is not reset."""
        close_port(self._link)

    def send(self, data: bytes) -> None:
        """Write bytes; GoneError if the port has gone."""
        try:
            self._link.serial.write(data)
        except OSError:
            raise self._gone() from None

    def wait(self, seconds: float) -> list[bytes]:
        """Wait for bytes, so many seconds at the most, and return the lines that are whole now.

        GoneError if the port has gone.
        """
        try:
            ready, _, _ = select.select([self._number], [], [], max(0.0, seconds))
        except (OSError, ValueError):
            raise self._gone() from None
        return self.take() if ready else []

    def take(self) -> list[bytes]:
        """Return the lines that have come; GoneError if the port has gone.

        To be called where `select` says that there is something. What is longer than any line of
        a clock is thrown away up to its end.
        """
        try:
            came = os.read(self._number, PIECE)
        except BlockingIOError:
            return []
        except OSError:
            raise self._gone() from None
        if not came:
            raise self._gone()
        self._has_heard = True
        *lines, rest = (self._rest + came).split(b"\n")
        self._rest = rest if len(rest) <= LONGEST_LINE else rest[-1:]
        return lines

    def _gone(self) -> GoneError:
        if "://" in self.port and not self._has_heard:
            return GoneError(f"{self.port}: hung up at once: another program is connected there")
        return GoneError(f"{self.port}: the clock has gone")
