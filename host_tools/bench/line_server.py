"""A virtual board in real time whose serial line is a TCP port: a clock for tools to talk to."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from typing import Any

from host_tools.bench.bench import Bench
from host_tools.bench.live import LiveBench

TURN_S = 0.005
PIECE = 4096


class LineServer:
    """Serves one host at a time; the clock runs on, whoever comes and goes.

    url   what a host opens: socket://127.0.0.1:port
    """

    def __init__(self, board: str = "virtual", runtime: str | None = None, **more: Any) -> None:
        """Power the board up and listen; the parameters are those of `Bench`."""
        self.live = LiveBench(board, runtime, **more)
        self._lock = threading.Lock()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._socket.getsockname()[1]}"
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> LineServer:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Stop."""
        self.close()

    def close(self) -> None:
        """Hang up and power off."""
        self._is_over.set()
        self._thread.join(timeout=5)
        self._socket.close()
        self.live.close()

    @contextlib.contextmanager
    def bench(self) -> Iterator[Bench]:
        """Hold the board still for a moment, to press something or to look at it."""
        with self._lock:
            self.live.advance()
            yield self.live.bench

    def _serve(self) -> None:
        host: socket.socket | None = None
        while not self._is_over.is_set():
            waiting = [self._socket] if host is None else [host]
            ready, _, _ = select.select(waiting, [], [], TURN_S)
            came = b""
            if ready and host is None:
                host, _ = self._socket.accept()
            elif ready and host is not None:
                came = _receive(host)
                if not came:
                    host.close()
                    host = None
            with self._lock:
                self.live.advance()
                answer = self.live.bench.send(came.decode("latin-1"))
            if host is not None and answer:
                with contextlib.suppress(OSError):
                    host.sendall(answer.encode("latin-1"))
        if host is not None:
            host.close()


def _receive(host: socket.socket) -> bytes:
    try:
        return host.recv(PIECE)
    except OSError:
        return b""
