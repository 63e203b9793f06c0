"""Single parts of the hardware layer, on doubles of what is below them."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


class Board:
    """What `machine` and `time` are made of here."""

    def __init__(self) -> None:
        """Power up."""
        self.mem32: dict[int, int] = {}
        self.cause = 1
        self.slept: list[int] = []
        self.on_sleep = lambda: None
        self.duty: dict[int, int] = {}
        self.levels: dict[int, int] = {}


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    """Give a board, whose `machine` and `time` the modules of `hal` find."""
    board = Board()

    class Pin:
        IN, OUT, PULL_UP = 0, 1, 1

        def __init__(self, number: int, *mode: int, value: int = 0) -> None:
            self.number = number

        def __call__(self, level: int) -> None:
            board.levels[self.number] = level

    class PWM:
        def __init__(self, pin: Pin) -> None:
            self.pin = pin

        def freq(self, hz: int) -> None:
            assert hz > 0

        def duty_u16(self, duty: int) -> None:
            board.duty[self.pin.number] = duty

    def sleep_ms(ms: int) -> None:
        board.slept.append(ms)
        board.on_sleep()

    machine = ModuleType("machine")
    machine.__dict__.update(
        Pin=Pin,
        PWM=PWM,
        RTC=SimpleNamespace(),
        mem32=board.mem32,
        reset_cause=lambda: board.cause,
        PWRON_RESET=1,
        WDT_RESET=3,
    )
    time = ModuleType("time")
    time.__dict__.update(sleep_ms=sleep_ms)
    monkeypatch.setitem(sys.modules, "machine", machine)
    before = {name for name in sys.modules if name.startswith("hal.")}
    importlib.import_module("clockcore.ticks")  # needs the real time
    real_time = sys.modules["time"]
    sys.modules["time"] = time
    try:
        for part in ("idle", "lamp", "reset_note", "reset_place", "serial_line"):
            name = "hal." + part
            sys.modules.pop(name, None)
            importlib.import_module(name)
    finally:
        sys.modules["time"] = real_time
    yield board
    for name in [name for name in sys.modules if name.startswith("hal.")]:
        if name not in before:
            sys.modules.pop(name)


def test_the_note_of_an_rp2040_lies_in_two_scratch_registers(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SCRATCH0 and SCRATCH1 of the watchdog, 16 bits each; noise at power-up is no note."""
    module = sys.modules["hal.reset_note"]
    monkeypatch.setattr(sys, "platform", "rp2")
    board.mem32.update({0x4005800C: 0xFFFFFFFF, 0x40058010: 0xFFFFFFFF})
    note = module.ResetNote()
    assert (note.reason, note.bad_resets) == (module.NOTHING, 0)
    board.cause = 3
    for bad in (1, 2, 3):
        note.leave(module.CRASHED)
        note = module.ResetNote()
        assert (note.reason, note.bad_resets) == (module.CRASHED, bad)
        assert note.is_crash_loop() == (bad == 3)
    assert set(board.mem32) == {0x4005800C, 0x40058010}
    assert all(value < 1 << 16 for value in board.mem32.values())
    note.forgive()
    note.leave(module.PLAYING)
    assert module.ResetNote().bad_resets == 1
    board.cause = 1
    assert module.ResetNote().bad_resets == 0


@pytest.mark.parametrize(("cause", "bad"), [(1, 0), (2, 1), (3, 1)])
def test_whatever_resets_a_running_clock_but_power_is_a_hang(
    board: Board, monkeypatch: pytest.MonkeyPatch, cause: int, bad: int
) -> None:
    """The watchdog, or the panic of an ESP32, which calls itself a hard reset."""
    module = sys.modules["hal.reset_note"]
    monkeypatch.setattr(sys, "platform", "rp2")
    board.mem32.update({0x4005800C: 0xC500, 0x40058010: 0xFFFF})
    board.cause = 3
    note = module.ResetNote()
    note.leave(module.PLAYING)
    board.cause = cause
    again = module.ResetNote()
    assert again.bad_resets == bad
    assert again.reason == (module.PLAYING if bad else module.NOTHING)


def test_a_chip_without_a_place_starts_as_at_power_up(board: Board) -> None:
    """Neither RTC memory nor scratch registers: no crash is remembered, nothing fails."""
    module = sys.modules["hal.reset_note"]
    note = module.ResetNote()
    note.leave(module.CRASHED)
    assert module.ResetNote().bad_resets == 0


def test_idling_looks_at_the_ring_every_step(board: Board) -> None:
    """An edge ends the sleep after the step in which it came; without one all is slept."""
    ring = SimpleNamespace(head=0, tail=0)
    idle = sys.modules["hal.idle"].Idle(20, 1, ring)
    idle.sleep(500)
    assert board.slept == [1] * 20
    board.slept.clear()
    idle.sleep(3)
    assert board.slept == [1] * 3
    board.slept.clear()
    idle.sleep(0)
    assert board.slept == []

    def edge() -> None:
        ring.head = int(len(board.slept) >= 5)

    board.on_sleep = edge
    idle.sleep(500)
    assert board.slept == [1] * 5
    board.slept.clear()
    ring.head = 0
    sys.modules["hal.idle"].Idle(60_000, 60_000, ring).sleep(700)
    assert board.slept == [700]


def test_a_lamp_is_full_or_dimmed_and_off_is_off(board: Board) -> None:
    """LAMP_PERCENT below 100 makes it a PWM of that duty; dark is no duty at all."""
    lamp_class = sys.modules["hal.lamp"].Lamp
    full, dim = lamp_class(14, 100), lamp_class(15, 25)
    assert board.duty == {15: 0}
    full(True)
    dim(True)
    assert (board.levels[14], board.duty[15]) == (1, 16_383)
    full(False)
    dim(False)
    assert (board.levels[14], board.duty[15]) == (0, 0)


class Host:
    """Streams with a host at their end."""

    def __init__(self) -> None:
        """Listen."""
        self.listens = True
        self.sent: list[bytes] = []
        self.coming = b""

    def can_read(self) -> bool:
        """Return whether a byte waits."""
        return bool(self.coming)

    def can_write(self) -> bool:
        """Return whether there is room."""
        return self.listens

    def readinto(self, buffer: bytearray) -> None:
        """Give a byte."""
        assert len(buffer) == 1
        buffer[0] = self.coming[0]
        self.coming = self.coming[1:]

    def write(self, buffer: bytearray) -> None:
        """Take a piece."""
        assert self.listens
        self.sent.append(bytes(buffer))


@pytest.mark.parametrize("length", [0, 1, 62, 63, 64, 65, 127, 300])
def test_lines_go_out_in_whole_pieces_of_64(board: Board, length: int) -> None:
    """Filled up with spaces before the newline, one piece a call, never another size."""
    module = sys.modules["hal.serial_line"]
    host = Host()
    line = module.SerialLine(host, 0)
    line.send(module.padded(b"x" * length), 5)
    for now in range(5, 30):
        line.pump(now)
        assert len(host.sent) <= now - 4
    assert all(len(piece) == 64 for piece in host.sent)
    text = b"".join(host.sent)
    assert text.endswith(b"\n") and text.count(b"\n") == 1
    assert text.rstrip() == b"x" * length
    assert len(text) == (length // 64 + 1) * 64
    assert not line.is_sending() and line.due_ms(30) > 1_000


def test_a_uart_gets_its_gap_between_two_pieces(board: Board) -> None:
    """64 bytes at 115 200 baud take 5.6 ms: the next piece comes after 6 ms, not before."""
    module = sys.modules["hal.serial_line"]
    host = Host()
    line = module.SerialLine(host, 6)
    line.send(module.padded(b"x" * 150), 0)
    when = []
    for now in range(40):
        before = len(host.sent)
        line.pump(now)
        if len(host.sent) > before:
            when.append(now)
        elif line.is_sending():
            assert line.due_ms(now) == when[-1] + 6 - now
    assert when == [0, 6, 12]


def test_a_host_that_takes_nothing_loses_its_line_after_700_ms(board: Board) -> None:
    """Until then it may come back; it is asked every 10 ms, and nothing is written blindly."""
    module = sys.modules["hal.serial_line"]
    for back_at, lost in ((690, 0), (720, 1), (None, 1)):
        host = Host()
        line = module.SerialLine(host, 0)
        host.listens = False
        line.send(module.padded(b"x"), 0)
        for now in range(3_000):
            if now == back_at:
                host.listens = True
            line.pump(now)
        assert line.lost_lines == lost, back_at
        assert len(host.sent) == 1 - lost
        assert not line.is_sending()


def test_control_characters_do_not_spoil_a_line(board: Board) -> None:
    """A terminal's returns, a tool's Ctrl-A and Ctrl-D; Ctrl-C forgets what came before it."""
    module = sys.modules["hal.serial_line"]
    host = Host()
    line = module.SerialLine(host, 0)
    host.coming = b'junk\r\x03\r\x01{"a"\t: 1}\x04\r\n'
    whole = False
    interrupted = 0
    for _ in range(10):
        whole = line.poll()
        interrupted += line.is_interrupted
        line.is_interrupted = False
        if whole:
            break
    assert whole and interrupted == 1
    assert bytes(line.line[: line.length]) == b'{"a": 1}'


STDIO = """
import sys
sys.path.insert(0, {firmware!r})
from hal.stdio import Stdio
line = Stdio()
out = []
one = bytearray(1)
while line.can_read():
    line.readinto(one)
    out.append(one[0])
    if one[0] == 10:
        break
assert line.can_write()
line.write(b"first " + bytes(out))
count = 0
while not line.can_read():
    count += 1
line.readinto(one)
line.write(b"waited" if count else b"not waited")
while line.can_write() and count < 100000000:
    line.write(b"." * 64)
    count += 1
sys.stderr.write("full\\n")
"""


def test_the_streams_of_a_real_interpreter_never_wait(micropython: list[str]) -> None:
    """Real MicroPython on real pipes: nothing there is said, and so is a pipe without room."""
    code = STDIO.format(firmware=str(FIRMWARE))
    with subprocess.Popen(
        [*micropython, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"a\x00\x03b\n")
        process.stdin.flush()
        assert process.stdout.read(11) == b"first a\x00\x03b\n"
        process.stdin.write(b"x")
        process.stdin.flush()
        # Nobody reads any more: the program notices that the pipe is full, and ends.
        assert process.stderr.readline() == b"full\n"
        assert process.wait(timeout=20) == 0
