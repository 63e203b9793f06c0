"""A stand-in for a clock at a TCP port: it answers what a test tells it to, right or wrong.

What a real clock does is tested on the virtual board; this is for lines that no clock sends, for
clocks that vanish, and for what exactly a host asks.
"""

from __future__ import annotations

import contextlib
import copy
import json
import select
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

GAME = {
    "state": "paused",
    "remaining_ms": [300_000, 240_500],
    "moves": [12, 11],
    "period": [1, 1],
    "side_to_move": "right",
    "white_side": "left",
    "flag": None,
    "freeze": False,
}
HELLO = {
    "name": "chessclock",
    "version": "0.1.0",
    "protocol": 2,
    "board": "double",
    "displays": "none",
    "presets": 41,
    "check": {},
}
TURN_S = 0.005
Answer = dict[str, Any] | bytes | Callable[[dict[str, Any]], dict[str, Any]]


class ClockDouble:
    """A clock at `url`, for one host at a time; a `with` block ends it.

    answers   what a command is answered with: fields, what returns them, or bytes that are sent
              as they are; a command that is not in it is answered with ok alone
    requests  every request that came, without its number
    games, battery, lock   what it tells as its state
    hz        how often it tells it by itself, 0 for never
    at        its own milliseconds, added to by 1 with each state that it tells
    """

    def __init__(self, games: int = 1, port: int = 0) -> None:
        """Listen."""
        self.answers: dict[str, Answer] = {"hello": HELLO}
        self.requests: list[dict[str, Any]] = []
        self.games = [copy.deepcopy(GAME) for _ in range(games)]
        self.battery: int | None = 87
        self.lock = True
        self.hz = 0
        self.at = 0
        self.greeting = b""
        self.change: Callable[[dict[str, Any]], None] | None = None
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port = int(self._socket.getsockname()[1])
        self.url = f"socket://127.0.0.1:{self.port}"
        self._hang_up = threading.Event()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> ClockDouble:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """End."""
        self.close()

    def close(self) -> None:
        """Hang up and listen no more."""
        self._is_over.set()
        self._thread.join(timeout=5)
        self._socket.close()

    def hang_up(self) -> None:
        """Hang up on the host that is there."""
        self._hang_up.set()

    def commands(self) -> list[str]:
        """Return the names of the commands that came."""
        return [request["cmd"] for request in self.requests]

    def state(self) -> dict[str, Any]:
        """Return the fields of its state."""
        self.at += 1
        return {
            "at": self.at, "battery": self.battery, "lock": self.lock, "games": self.games,
        }

    def _serve(self) -> None:
        while not self._is_over.is_set():
            if select.select([self._socket], [], [], TURN_S)[0]:
                host, _ = self._socket.accept()
                self._hang_up.clear()
                with host, contextlib.suppress(OSError):
                    self._talk(host)

    def _talk(self, host: socket.socket) -> None:
        host.sendall(self.greeting)
        told_at = time.monotonic()
        rest = b""
        while not self._is_over.is_set() and not self._hang_up.is_set():
            if select.select([host], [], [], TURN_S)[0]:
                came = host.recv(4096)
                if not came:
                    self.hz = 0
                    return
                *lines, rest = (rest + came).split(b"\n")
                for line in filter(None, lines):
                    host.sendall(self._answer(line))
            if self.hz and time.monotonic() - told_at >= 1 / self.hz:
                told_at = time.monotonic()
                host.sendall(_line({"id": None, "event": 1, **self.state()}))

    def _answer(self, line: bytes) -> bytes:
        request = json.loads(line)
        number = request.pop("id")
        self.requests.append(request)
        command = request["cmd"]
        answer = self.answers.get(command)
        if callable(answer):
            answer = answer(request)
        if isinstance(answer, bytes):
            return answer.replace(b"NUMBER", str(number).encode())
        if answer is None and command == "subscribe":
            self.hz = request["hz"]
            answer = self.state()
        elif answer is None and command == "state":
            answer = self.state()
        elif answer is None and self.change is not None:
            self.change(request)
        return _line({"id": number, "ok": True, **(answer or {})})


def refused(code: str, text: str) -> bytes:
    """Return the line with which a clock refuses a request."""
    plain = json.dumps({"id": 0, "ok": False, "code": code, "error": text})
    return plain.replace('"id": 0', '"id": NUMBER').encode() + b"\n"


def _line(plain: dict[str, Any]) -> bytes:
    text = json.dumps(plain).encode()
    return text + b" " * (-(len(text) + 1) % 64) + b"\n"
