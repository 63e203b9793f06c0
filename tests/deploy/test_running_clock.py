"""A virtual ESP32 clock behind its USB bridge: tools come and go, the game goes on."""

from __future__ import annotations

import contextlib
import os
import select
import threading
from collections.abc import Iterator

import pytest
import serial

from host_tools.bench.live import LiveBench
from host_tools.console import Clock, ConsoleError, RefusedError
from host_tools.deploy.device import Device, Patience
from host_tools.deploy.errors import GameRunningError
from tests.deploy.auto_reset import AutoReset
from tests.deploy.conftest import QUICK

TURN_S = 0.005


class Esp32Clock:
    """The whole firmware on the virtual esp32_devkit; EN going low is a power cycle.

    bench  the virtual board; use it while holding `lock`
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Power up with a game that has just been started."""
        self.circuit = AutoReset(self._reset)
        self.circuit.install(monkeypatch)
        self.lock = threading.RLock()
        self.live = LiveBench("esp32_devkit", sound=False, control="5+0")
        self.bench = self.live.bench
        self.started_ms = self.bench.now_ms
        self.bench.press("right")
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Power off."""
        self.is_over.set()
        self.thread.join(timeout=5)
        self.live.close()
        self.circuit.close()

    def _reset(self) -> None:
        with self.lock:
            self.bench.power_cycle(off_ms=1)

    def _serve(self) -> None:
        board = self.circuit.board
        while not self.is_over.is_set():
            ready, _, _ = select.select([board], [], [], TURN_S)
            came = b""
            if ready:
                with contextlib.suppress(OSError):
                    came = os.read(board, 256)
            with self.lock:
                self.live.advance()
                answer = self.bench.send(came.decode("latin-1"))
            if answer:
                os.write(board, answer.encode("latin-1"))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Esp32Clock]:
    """Return a running clock."""
    clock = Esp32Clock(monkeypatch)
    yield clock
    clock.close()


def test_twenty_connects_to_a_running_game(clock: Esp32Clock) -> None:
    """Ten by the console, ten by the way of flashing: refused, no reset, every ms still there."""
    for turn in range(20):
        if turn % 2:
            device = Device(clock.circuit.port, QUICK)
            with pytest.raises(GameRunningError):
                device.enter()
            device.close()
        else:
            with (
                Clock(clock.circuit.port) as asked,
                pytest.raises(RefusedError, match="a side runs: pause first"),
            ):
                asked.ask("hello")
    assert (clock.circuit.opens, clock.circuit.resets) == (20, 0)
    with clock.lock:
        bench = clock.bench
        assert not bench.resets
        assert bench.state == "RUNNING"
        assert bench.remaining_ms("left") == 300_000 - (bench.now_ms - clock.started_ms)
        bench.key("play")
    with Clock(clock.circuit.port) as asked:
        game = asked.ask("state")["games"][0]
    assert game["state"] == "paused"
    assert game["remaining_ms"][0] == clock.bench.remaining_ms("left")


def test_a_clock_that_a_slow_host_has_muted_still_says_that_it_runs(clock: Esp32Clock) -> None:
    """One write waited 150 ms; flashing is refused all the same, and not answered by silence."""
    with clock.lock:
        bench = clock.bench
        bench.slow_host(150)
        bench.send('{"id": 1, "cmd": "state"}\n')
        bench.advance_ms(400)
        bench.slow_host(0)
        bench.send("")
    device = Device(clock.circuit.port, Patience(repl=30.0))
    with pytest.raises(GameRunningError):
        device.enter()
    device.close()
    with clock.lock:
        assert not bench.resets and bench.state == "RUNNING"


def test_the_wrong_order_stops_the_game(clock: Esp32Clock) -> None:
    """The same circuit and clock, opened with DTR released first: the board starts anew."""
    port = serial.Serial()
    port.port = clock.circuit.port
    port.dtr = False
    port.rts = True
    port.open()
    port.close()
    assert clock.circuit.resets > 0
    with clock.lock:
        assert clock.bench.state == "PAUSED", "it comes back, but somebody's clock was stopped"


def test_a_clock_that_has_gone_is_said_in_a_line(clock: Esp32Clock) -> None:
    """The virtual board dies in mid-connection."""
    with Clock(clock.circuit.port) as asked:
        clock.is_over.set()
        clock.thread.join()
        with pytest.raises(ConsoleError, match=r"no answer to state: does the clock run there\?"):
            asked.ask("state", timeout_s=0.3)
