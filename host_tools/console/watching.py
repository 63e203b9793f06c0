"""`Watch`: many clocks at once, none of which can hold up another."""

from __future__ import annotations

import contextlib
import itertools
import select
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from host_tools.console.clock import parse_line, request_line
from host_tools.console.clocks import Address
from host_tools.console.errors import NOT_PREPARED, ConsoleError, one_line
from host_tools.console.line import Line
from host_tools.console.model import ClockState, state_of
from host_tools.console.show import Seen

ASK_AGAIN_S = 1.5  # a clock that has started anew does not know that it was subscribed to
LOST_S = 5.0
RETRY_S = 1.0
MOST_OPENING = 8


class _Watched:
    """The way to one clock."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.line: Line | None = None
        self.opening: Future[Line] | None = None
        self.state: ClockState | None = None
        self.problem = ""
        self.retry_at = 0.0
        self.heard_at = 0.0
        self.asked_at = 0.0


class Watch:
    """Clocks that send their states; a `with` block ends it.

    A clock that goes comes back by itself when it is there again. Ports are opened beside, since
    that may take seconds.

    hz    how often each clock is to tell its state, 1 to 10 times a second
    hear  called with a clock, its new state and the instant (`time.monotonic`) it was read at
    """

    def __init__(
        self,
        addresses: Sequence[Address],
        hz: int = 10,
        hear: Callable[[Address, ClockState, float], None] | None = None,
    ) -> None:
        """Take the clocks; `turn` does everything."""
        self.hz = hz
        self._hear = hear
        self._clocks = [_Watched(address) for address in addresses]
        self._numbers = itertools.count(1)
        self._pool = ThreadPoolExecutor(MOST_OPENING, thread_name_prefix="opening")

    def __enter__(self) -> Watch:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """End every subscription and close every port."""
        self.close()

    def close(self) -> None:
        """End every subscription and close every port."""
        for one in self._clocks:
            if one.line is not None:
                with contextlib.suppress(ConsoleError):
                    one.line.send(request_line(next(self._numbers), "subscribe", hz=0))
                one.line.close()
            elif one.opening is not None:
                one.opening.add_done_callback(_close_late)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def seen(self) -> list[Seen]:
        """Return what is known of every clock, in their order."""
        now = time.monotonic()
        return [Seen(one.address, one.state, self._problem(one, now)) for one in self._clocks]

    def turn(self, seconds: float) -> bool:
        """Take what comes within so many seconds; return whether there was a new state."""
        until = time.monotonic() + seconds
        is_new = False
        while True:
            now = time.monotonic()
            for one in self._clocks:
                self._keep_up(one, now)
            left = until - now
            if left <= 0:
                return is_new
            lines = {one.line.fileno(): one for one in self._clocks if one.line is not None}
            ready = select.select(list(lines), [], [], min(left, RETRY_S / 4))[0]
            for number in ready:
                is_new |= self._take(lines[number])

    def _keep_up(self, one: _Watched, now: float) -> None:
        """Open the port of a clock, and subscribe where nothing comes."""
        if one.line is None:
            if one.opening is None:
                if now >= one.retry_at:
                    one.opening = self._pool.submit(Line, one.address.port)
            elif one.opening.done():
                try:
                    one.line = one.opening.result()
                    one.heard_at = now
                    self._subscribe(one, now, b"\n")
                except ConsoleError as error:
                    self._lose(one, error, now)
                one.opening = None
            return
        try:
            if now - one.heard_at > LOST_S:
                raise ConsoleError("no word: does the clock run there?")
            if now - max(one.heard_at, one.asked_at) > ASK_AGAIN_S:
                self._subscribe(one, now, b"\n")
        except ConsoleError as error:
            self._lose(one, error, now)

    def _subscribe(self, one: _Watched, now: float, before: bytes = b"") -> None:
        assert one.line is not None
        one.asked_at = now
        one.line.send(before + request_line(next(self._numbers), "subscribe", hz=self.hz))

    def _take(self, one: _Watched) -> bool:
        """Take the lines of a clock; return whether a state was among them."""
        assert one.line is not None
        is_new = False
        now = time.monotonic()
        try:
            for line in one.line.take():
                plain = parse_line(line)
                if plain is None:
                    continue
                if "at" in plain and ("event" in plain or plain.get("ok") is True):
                    one.state = state_of(plain, one.address.port)
                    one.heard_at = now
                    one.problem = ""
                    is_new = True
                    if self._hear is not None:
                        self._hear(one.address, one.state, now)
                elif plain.get("ok") is False and plain.get("code") not in ("json", "long"):
                    is_deaf = plain.get("code") == "running"
                    text = one_line(plain.get("error", "refused"))
                    one.problem = NOT_PREPARED if is_deaf else text
                    one.heard_at = now  # it is there, and is asked again
        except ConsoleError as error:
            self._lose(one, error, now)
        return is_new

    def _lose(self, one: _Watched, error: ConsoleError, now: float) -> None:
        if one.line is not None:
            one.line.close()
            one.line = None
        one.retry_at = now + RETRY_S
        one.problem = str(error).removeprefix(f"{one.address.port}: ")

    def _problem(self, one: _Watched, now: float) -> str:
        if one.state is not None and now - one.heard_at > ASK_AGAIN_S:
            return f"lost for {now - one.heard_at:.0f} s: {one.problem or 'no word'}"
        return one.problem


def _close_late(opening: Future[Line]) -> None:
    """Close a port that was opened after its watch had ended."""
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()
