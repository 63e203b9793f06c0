"""`Clock`: one clock at a port, asked by the name of a command."""

from __future__ import annotations

import base64
import itertools
import json
import time
from collections.abc import Callable
from typing import Any

from host_tools.deploy.errors import DeployError
from host_tools.deploy.port import close_port, open_port

WAIT_S = 0.002
BLOCK_SIZE = 4096
PART_SIZE = 1024
PIECE = 1500  # characters of a text in one line, which may have 4 096 bytes


class ConsoleError(Exception):
    """A clock that cannot be asked; the text is one line that says what and where."""


class RefusedError(ConsoleError):
    """A command that the clock refused; the text is the clock's own."""


class Clock:
    """A clock at a port; a `with` block closes it.

    port      the name of the port
    delay_s   how long the last answer took, in seconds
    """

    def __init__(self, port: str) -> None:
        """Open a port (a device, or socket://host:port) without resetting the board behind it.

        Raises ConsoleError if it cannot be opened.
        """
        self.port = port
        self.delay_s = 0.0
        self._numbers = itertools.count(1)
        try:
            self._transport = open_port(port)
        except DeployError as error:
            raise ConsoleError(str(error)) from None

    def __enter__(self) -> Clock:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the port."""
        self.close()

    def close(self) -> None:
        """Close the port, so that the board is not reset."""
        close_port(self._transport)

    def read_journal(self, watch: Callable[[int, int], None] | None = None) -> bytes:
        """Return the journal: its blocks of 4 096 bytes, the oldest first.

        `watch` is called with how many blocks are here and how many there are. Raises RefusedError
        while a side runs, and ConsoleError.
        """
        blocks = self.ask("journal")["blocks"]
        numbers = [number for number, (letter, *_) in enumerate(blocks) if letter == "J"]
        whole = bytearray()
        for here, number in enumerate(numbers):
            if watch is not None:
                watch(here, len(numbers))
            for part in range(BLOCK_SIZE // PART_SIZE):
                data = self.ask("journal", block=number, part=part)["data"]
                whole += base64.b64decode(data) if data else b"\xff" * PART_SIZE
        if watch is not None:
            watch(len(numbers), len(numbers))
        return bytes(whole)

    def export_games(self) -> str:
        """Return the games as they stand, as text for `import_games` of another clock (6.10.1).

        Raises RefusedError while a side runs or where there is no game, and ConsoleError.
        """
        return str(self.ask("export")["text"])

    def import_games(self, text: str) -> None:
        """Give a clock the games of another one; they stand, as they did there.

        Raises RefusedError if a game is on this clock or the text is bad, and ConsoleError.
        """
        pieces = [text[start : start + PIECE] for start in range(0, len(text), PIECE)] or [""]
        for part, piece in enumerate(pieces):
            self.ask("import", part=part, text=piece, last=part == len(pieces) - 1)

    def ask(self, command: str, timeout_s: float = 3.0, **fields: Any) -> dict[str, Any]:
        """Send a command with its fields and return the reply.

        Raises RefusedError with the clock's reason, and ConsoleError if nothing that could be a
        reply comes within `timeout_s` seconds.
        """
        number = next(self._numbers)
        request = json.dumps({"id": number, "cmd": command, **fields}).encode() + b"\n"
        serial = self._transport.serial
        began = time.monotonic()
        try:
            serial.write(request)
            got = b""
            while time.monotonic() < began + timeout_s:
                if not serial.in_waiting:
                    time.sleep(WAIT_S)
                    continue
                got += serial.read(serial.in_waiting)
                *lines, got = got.split(b"\n")
                for line in lines:
                    reply = _reply(line, number)
                    if reply is not None:
                        self.delay_s = time.monotonic() - began
                        return reply
        except OSError:
            raise ConsoleError(f"{self.port}: the clock has gone") from None
        raise ConsoleError(f"{self.port}: no answer to {command}: does the clock run there?")


def _reply(line: bytes, number: int) -> dict[str, Any] | None:
    """Return the reply in a line if it answers request `number`; a running clock has no number."""
    try:
        reply = json.loads(line)
    except ValueError:
        return None
    if not isinstance(reply, dict) or reply.get("id") not in (number, None):
        return None
    if reply.get("ok") is True and reply["id"] == number:
        return reply
    if reply.get("ok") is False:
        raise RefusedError(str(reply.get("error", "refused")))
    return None
