"""A virtual board in real time whose serial line is a TCP port: a clock for tools to talk to."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from typing import Any

from host_tools.bench.bench import Bench
from host_tools.bench.child_process import BenchError
from host_tools.bench.live import LiveBench

TURN_S = 0.005
PIECE = 4096
ADDRESS = "127.0.0.1"


class LineServer:
    """Serves one host at a time, as a serial port does; the clock runs on, whoever comes and goes.

    A second host is hung up on at once. What a host does not take waits, and the clock's writes
    with it, as on USB; what a host that goes had not taken is lost.

    url      what a host opens: socket://127.0.0.1:port
    failure  the text that a firmware left which stopped, "" while it runs
    """

    def __init__(
        self, board: str = "virtual", runtime: str | None = None, port: int = 0, **more: Any
    ) -> None:
        """Power the board up and listen; the parameters after `port` are those of `Bench`.

        port  to listen on, 0 for any free one

        Raises BenchError, also for a port that is taken.
        """
        try:
            self._socket = socket.create_server((ADDRESS, port))
        except (OSError, OverflowError):
            raise BenchError(f"port {port} is taken, or not allowed") from None
        try:
            self.live = LiveBench(board, runtime, **more)
        except BaseException:
            self._socket.close()
            raise
        self._lock = threading.Lock()
        self.url = f"socket://{ADDRESS}:{self._socket.getsockname()[1]}"
        self.failure = ""
        self._waiting = b""  # for the host to take
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
        try:
            while not self._is_over.is_set():
                host = self._turn(host)
        except BenchError as error:
            self.failure = str(error)
        finally:
            if host is not None:
                host.close()

    def _turn(self, host: socket.socket | None) -> socket.socket | None:
        """Let the board and the host have what there is; return the host that is there then."""
        waiting = [self._socket] if host is None else [self._socket, host]
        ready, _, _ = select.select(waiting, [], [], TURN_S)
        came: bytes | None = b""
        if self._socket in ready:
            caller, _ = self._socket.accept()
            if host is None:
                host = caller
                host.setblocking(False)
                self._listen(True)
            else:
                caller.close()
        elif host is not None and ready:
            came = _receive(host)
            if came is None:
                host.close()
                host = None
                self._waiting = b""
                self._listen(False)
        with self._lock:
            self.live.advance()
            answer = self.live.bench.send((came or b"").decode("latin-1"))
        if host is not None:
            self._give(host, answer.encode("latin-1"))
        return host

    def _give(self, host: socket.socket, answer: bytes) -> None:
        """Send what the host takes; while some is left over the board's port takes no more."""
        was_full = bool(self._waiting)
        self._waiting += answer
        if not self._waiting:
            return
        with contextlib.suppress(OSError):
            self._waiting = self._waiting[host.send(self._waiting) :]
        if bool(self._waiting) != was_full:
            self._listen(not self._waiting)

    def _listen(self, listens: bool) -> None:
        """Let the port of the board be taken from, or not."""
        with self._lock:
            self.live.bench.listen(listens)


def _receive(host: socket.socket) -> bytes | None:
    """Return what a host has sent, None if it has gone."""
    try:
        return host.recv(PIECE) or None
    except BlockingIOError:
        return b""
    except OSError:
        return None
