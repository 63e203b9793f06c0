"""The server of the virtual clock: who may connect, what it does, and how it ends."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clockcore.presets import PRESET_COUNT
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from host_tools.bench import BenchError
from host_tools.panel import hub as hub_module
from host_tools.panel import serve
from host_tools.panel.hub import MOST_SOUNDS, Page, preset_list
from host_tools.panel.messages import MessageError, parse
from host_tools.panel.server import Panel
from tests.host_tools.panel_double import DoubleBench

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SOON_S = 5.0


class Client:
    """A page without a browser."""

    def __init__(self, port: int) -> None:
        """Connect as a page of this very server would."""
        self.socket = open_socket(port)
        self.hello = json.loads(self.socket.recv(SOON_S))
        self.errors: list[str] = []
        self.chosen: list[int] = []

    def send(self, **message: object) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def until(self, wanted: Callable[[dict], bool]) -> dict:
        """Read states until one is as wanted, and return it."""
        end = time.monotonic() + SOON_S
        while True:
            message = json.loads(self.socket.recv(max(end - time.monotonic(), 0)))
            if message["type"] == "error":
                self.errors.append(message["error"])
            elif message["type"] == "chosen":
                self.chosen.append(message["number"])
            elif wanted(message):
                return message

    def error(self) -> str:
        """Read until an error has come, and return it."""
        self.until(lambda _: bool(self.errors))
        return self.errors.pop(0)

    def close(self) -> None:
        """Leave without a word, as a browser does that is killed."""
        self.socket.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def open_socket(port: int, origin: str | None = "same") -> ClientConnection:
    """Open a websocket from a page of the same address, or of another origin."""
    if origin == "same":
        origin = f"http://127.0.0.1:{port}"
    opening = connect(f"ws://127.0.0.1:{port}/ws", origin=origin, proxy=None)  # type: ignore
    return opening.__enter__()


class Running:
    """A panel with doubles in a thread of this process."""

    def __init__(self, panel: Panel, engines: list[DoubleBench]) -> None:
        """Start it and wait until it says where it is."""
        self.panel = panel
        self.engines = engines
        self.clients: list[Client] = []
        self.result: list[int] = []
        ready = threading.Event()
        panel.say = lambda _: ready.set()
        self.thread = threading.Thread(target=lambda: self.result.append(panel.run()))
        self.thread.start()
        assert ready.wait(SOON_S)

    @property
    def engine(self) -> DoubleBench:
        """The engine that was powered last."""
        return self.engines[-1]

    def client(self) -> Client:
        """Open one more page."""
        client = Client(self.panel.port)
        self.clients.append(client)
        return client

    def end(self) -> None:
        """Stop it and close what is left of the pages."""
        self.panel.stop()
        self.thread.join(SOON_S)
        assert not self.thread.is_alive()
        for client in self.clients:
            with contextlib.suppress(OSError):
                client.socket.close()


def start(lever_kind: str = "plungers", **options: object) -> Running:
    """Start a panel on a free port."""
    engines: list[DoubleBench] = []

    def make_engine(speed: int) -> DoubleBench:
        engines.append(DoubleBench(speed, lever_kind))
        return engines[-1]

    return Running(Panel(make_engine, port=0, **options), engines)  # type: ignore[arg-type]


@pytest.fixture
def running() -> Iterator[Running]:
    """Run a panel with plungers."""
    one = start()
    yield one
    one.end()


def process(*arguments: str) -> subprocess.Popen[str]:
    """Start the double's program."""
    return program([str(HERE / "panel_double.py"), *arguments])


def program(arguments: list[str]) -> subprocess.Popen[str]:
    """Start Python with the project in its path."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "firmware")])
    return subprocess.Popen(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def port_of(server: subprocess.Popen[str]) -> int:
    """Read the address that a server prints."""
    assert server.stdout is not None
    line = server.stdout.readline()
    assert line.startswith("Virtual clock: http://127.0.0.1:"), line
    return int(line.split("/")[2].split(":")[1])


# --- beginning and ending -------------------------------------------------------------------


def test_taken_port_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert serve(port, "virtual", None, False, False) == 2
        assert capsys.readouterr().err == f"port {port} is taken; choose another with PORT=...\n"
        server = process(str(port), "30")
        output, errors = server.communicate(timeout=SOON_S)
        assert (server.returncode, output) == (2, "")
        assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("board", "runtime", "says"),
    [("abacus", None, "board 'abacus' is unknown"), ("virtual", "java", "runtime 'java'")],
)
def test_unknown_board_or_runtime_is_exit_2(
    board: str, runtime: str | None, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve(0, board, runtime, False, False) == 2
    errors = capsys.readouterr().err
    assert says in errors
    assert errors.count("\n") == 1


def test_ends_by_itself_when_no_page_ever_opens() -> None:
    lines: list[str] = []
    engines: list[DoubleBench] = []

    def make_engine(speed: int) -> DoubleBench:
        engines.append(DoubleBench(speed))
        return engines[-1]

    panel = Panel(make_engine, port=0, idle_s=0.2, say=lines.append)
    assert panel.run() == 0
    assert lines[0] == f"Virtual clock: http://127.0.0.1:{panel.port}/  (Ctrl-C ends it)"
    assert lines[1] == "No page was open for 0.2 s: the virtual clock ends."
    assert engines[0].is_closed
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_goes_on_while_a_page_is_open_and_ends_after_it() -> None:
    running = start(idle_s=0.4)
    client = running.client()
    end = time.monotonic() + 0.8
    while time.monotonic() < end:  # two idle times with a page
        client.socket.recv(SOON_S)
    assert running.thread.is_alive()
    client.close()
    running.thread.join(SOON_S)
    assert running.result == [0]
    assert running.engine.is_closed


def test_keep_goes_on_without_a_page() -> None:
    running = start(idle_s=0.05, keep=True)
    running.thread.join(0.4)
    assert running.thread.is_alive()
    running.end()
    assert running.result == [0]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_it_at_once_with_a_page_open(number: signal.Signals) -> None:
    server = process("0", "30")
    client = Client(port_of(server))
    client.until(lambda state: state["state"] == "SETUP")
    began = time.monotonic()
    server.send_signal(number)
    output, errors = server.communicate(timeout=SOON_S)
    assert time.monotonic() - began < 1
    assert (server.returncode, output, errors) == (0, "", "")
    with pytest.raises(ConnectionClosed) as closed:
        client.until(lambda _: False)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "ended")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see children")
def test_signal_ends_the_firmware_as_well() -> None:
    code = "import sys; from host_tools.panel import serve; "
    server = program(["-c", code + "sys.exit(serve(0, 'virtual', 'cpython', False, False))"])
    port_of(server)
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    assert len(children) == 1
    server.send_signal(signal.SIGINT)
    _, errors = server.communicate(timeout=SOON_S)
    assert (server.returncode, errors) == (0, "")
    assert not Path(f"/proc/{children[0]}").exists()


# --- who may connect ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["http://example.com", "https://127.0.0.1", "http://127.0.0.1:1", "null", None]
)
def test_foreign_origin_is_refused(running: Running, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        open_socket(running.panel.port, origin)
    assert refused.value.response.status_code == 403
    running.client().until(lambda state: state["state"] == "SETUP")


def test_foreign_host_is_refused_even_with_a_fitting_origin(running: Running) -> None:
    host = f"clock.example.com:{running.panel.port}"
    with pytest.raises(InvalidStatus):
        stream = socket.create_connection(("127.0.0.1", running.panel.port))
        connect(
            f"ws://{host}/ws",
            origin=f"http://{host}",  # type: ignore
            sock=stream,
            proxy=None,
        ).__enter__()


@pytest.mark.parametrize(
    ("host", "path", "status"),
    [
        ("127.0.0.1", "/", 200),
        ("localhost:8640", "/clock.js", 200),
        ("example.com", "/", 421),
        ("127.0.0.1.example.com", "/", 421),
        ("", "/", 421),
        ("127.0.0.1", "/../server.py", 404),
        ("127.0.0.1", "/%2e%2e/server.py", 404),
        ("127.0.0.1", "/absent", 404),
    ],
)
def test_pages_are_served_to_this_host_only(
    running: Running, host: str, path: str, status: int
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.panel.port, timeout=SOON_S)
    connection.request("GET", path, headers={"Host": host})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    assert response.status == status
    if status == 200:
        assert body
        assert "frame-ancestors 'none'" in (response.headers["content-security-policy"] or "")


def test_listens_on_the_loopback_address_only(running: Running) -> None:
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
    for address in others - {"127.0.0.1", "::1"}:
        if str(address).startswith("127."):
            continue
        with pytest.raises(OSError), socket.create_connection((address, running.panel.port), 1):
            pass


def test_too_many_pages_are_turned_away(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "MOST_PAGES", 1)
    running.client()
    second = open_socket(running.panel.port)
    with pytest.raises(ConnectionClosed) as closed:
        second.recv(SOON_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013


# --- playing --------------------------------------------------------------------------------


def test_hello_names_every_preset(running: Running) -> None:
    presets = running.client().hello["presets"]
    assert sorted(row["number"] for row in presets) == list(range(1, PRESET_COUNT + 1))
    assert presets == preset_list()
    others = running.client().hello["others"]
    assert others == [{"number": 301, "name": "Triple Block"}], "it has a name, too"
    groups = [row["group"] for row in presets]
    assert groups == sorted(groups, key=groups.index), "a group is in one piece"


def test_two_pages_show_and_press_the_same_clock(running: Running) -> None:
    one, two = running.client(), running.client()
    one.send(type="preset", number=10)
    ready = two.until(lambda state: state["state"] == "READY")
    assert ready["text"] == {"left": "3:02", "right": "3:02"}
    assert ready["segments"]["left"] == [0, 0, 0, 79 | 128, 63, 91]
    two.send(type="contact", side="right", closed=True)
    held = one.until(lambda state: state["lamps"]["left"])
    assert held["down"] == {"left": False, "right": True}
    two.send(type="contact", side="right", closed=False)
    one.send(type="contact", side="left", closed=True)
    later = two.until(lambda state: state["lamps"]["right"])
    assert later["seq"] > ready["seq"]
    assert later["text"]["left"] == "3:04"
    one.send(type="key", name="play", down=True)
    paused = two.until(lambda state: state["state"] == "PAUSED")
    assert paused["keys_down"] == ["play"]


def test_state_comes_back_to_a_page_that_reloads(running: Running) -> None:
    one = running.client()
    one.send(type="preset", number=10)
    one.send(type="contact", side="right", closed=True)
    one.until(lambda state: state["state"] == "RUNNING")
    one.close()
    two = running.client()
    state = two.until(lambda _: True)
    assert (state["state"], state["preset"], state["runtime"]) == ("RUNNING", 10, "a test double")
    assert state["time_ms"] > 0


def test_refusal_of_the_firmware_reaches_the_page_that_asked(running: Running) -> None:
    one, two = running.client(), running.client()
    one.send(type="preset", number=10)
    one.send(type="key", name="play", down=True)
    one.until(lambda state: state["state"] == "RUNNING")
    one.send(type="preset", number=1)
    assert one.error() == "a side runs: pause first"
    two.until(lambda state: state["preset"] == 10)
    assert two.errors == []
    assert one.chosen == [10]
    assert two.chosen == []


def test_a_choice_is_answered_even_when_it_changes_nothing(running: Running) -> None:
    client = running.client()
    for count in (1, 2):
        client.send(type="preset", number=10)
        client.until(lambda _, count=count: client.chosen == [10] * count)
    assert client.errors == []


def test_speed_applies_while_a_side_runs(running: Running) -> None:
    client = running.client()
    client.send(type="preset", number=1)
    client.send(type="speed", speed=60)
    client.until(lambda state: state["speed"] == 60 and state["state"] == "READY")
    assert running.engine.speed == 1
    client.send(type="key", name="play", down=True)
    client.send(type="key", name="play", down=False)
    client.until(lambda state: state["text"]["left"] < "4:30")
    assert running.engine.speed == 60
    client.send(type="key", name="play", down=True)
    client.until(lambda state: state["state"] == "PAUSED")
    assert running.engine.speed == 1


def test_a_page_that_drops_lets_go_of_what_it_held(running: Running) -> None:
    one, two = running.client(), running.client()
    one.send(type="contact", side="left", closed=True)
    one.send(type="key", name="plus", down=True)
    two.until(lambda state: state["down"]["left"] and state["keys_down"] == ["plus"])
    one.close()
    two.until(lambda state: not state["down"]["left"] and not state["keys_down"])
    assert running.engine.calls == [
        ("contact", "left", True),
        ("key", "plus", True),
        ("contact", "left", False),
        ("key", "plus", False),
    ]


def test_two_pages_that_hold_one_contact_are_one_press(running: Running) -> None:
    one, two = running.client(), running.client()
    for client in (one, two):
        client.send(type="contact", side="left", closed=True)
        client.until(lambda state: state["down"]["left"])
    one.close()
    two.send(type="key", name="minus", down=True)
    two.until(lambda state: state["keys_down"] == ["minus"])
    assert ("contact", "left", False) not in running.engine.calls
    two.send(type="contact", side="left", closed=False)
    two.until(lambda state: not state["down"]["left"])
    assert running.engine.calls.count(("contact", "left", True)) == 1
    assert running.engine.calls.count(("contact", "left", False)) == 1


def test_a_rocker_stays_where_it_was_put() -> None:
    running = start("rocker")
    client = running.client()
    first = client.until(lambda _: True)
    assert first["lever_kind"] == "rocker"
    assert first["down"] == {"left": False, "right": True}
    client.send(type="contact", side="left", closed=True)
    client.send(type="contact", side="left", closed=False)
    client.send(type="key", name="plus", down=True)
    last = client.until(lambda state: state["keys_down"] == ["plus"])
    assert last["down"] == {"left": True, "right": False}
    running.end()


def test_a_rocker_that_was_moved_in_a_pause_is_told() -> None:
    running = start("rocker")
    client = running.client()

    def tip(side: str) -> None:
        client.send(type="contact", side=side, closed=True)
        client.send(type="contact", side=side, closed=False)

    def play() -> None:
        client.send(type="key", name="play", down=True)
        client.send(type="key", name="play", down=False)

    client.send(type="preset", number=10)
    assert client.until(lambda state: state["state"] == "READY")["lever_moved"] is False
    play()
    client.until(lambda state: state["state"] == "RUNNING")
    play()
    assert client.until(lambda state: state["state"] == "PAUSED")["lever_moved"] is False
    tip("left")
    client.until(lambda state: state["lever_moved"] is True)
    play()
    tip("right")
    assert client.until(lambda state: not state["lever_moved"])["state"] == "PAUSED"
    play()
    client.until(lambda state: state["state"] == "RUNNING")
    running.end()


def test_a_clock_that_the_board_does_not_have_is_one_line(running: Running) -> None:
    """A page of a table on a board of one clock: refused, and the game goes on."""
    client = running.client()
    for side in ("left B", "right C"):
        client.send(type="contact", side=side, closed=True)
        assert client.error() == f"side: this board has no {side}"
    client.send(type="contact", side="left D", closed=True)
    assert client.error() == "side: left or right is needed"


def test_a_storm_of_changes_is_at_most_a_state_a_sixtieth(running: Running) -> None:
    one, two = running.client(), running.client()
    first = two.until(lambda _: True)["seq"]
    began, count = time.monotonic(), 0
    for number in range(100):
        one.send(type="key", name="plus", down=number % 2 == 0)
        time.sleep(0.004)  # apart, so that each change could be a state of its own
    while True:
        count += 1
        if two.until(lambda _: True)["seq"] >= first + 100:
            break
    assert count <= (time.monotonic() - began) * 60 + 2
    assert len(running.engine.calls) == 100


def test_a_slow_page_gets_the_latest_state_and_no_heap_of_old_sounds(running: Running) -> None:
    page = Page()
    page.sounds.extend({"at_ms": at, "hz": 440, "ms": 20} for at in range(1000))
    assert len(page.sounds) == MOST_SOUNDS
    text = json.loads(running.panel.hub.state_for(page))
    assert text["sounds"][-1]["at_ms"] == 999
    assert not page.sounds


# --- what must do no harm -------------------------------------------------------------------

MALFORMED = [
    "",
    "{",
    "[]",
    "null",
    "[" * 900,
    "9" * 900,
    "x" * 5000,
    '{"type": null}',
    '{"type": "format"}',
    '{"type": "contact", "side": "top", "closed": true}',
    '{"type": "contact", "side": ["left"], "closed": true}',
    '{"type": "contact", "side": "left", "closed": 1}',
    '{"type": "contact", "side": "left"}',
    '{"type": "key", "name": "escape", "down": true}',
    '{"type": "key", "name": "play", "down": "yes"}',
    '{"type": "preset", "number": "10"}',
    '{"type": "preset", "number": true}',
    '{"type": "preset", "number": 1.5}',
    '{"type": "preset", "number": 1e999}',
    '{"type": "preset", "number": -1}',
    '{"type": "speed", "speed": 0}',
    '{"type": "speed", "speed": 61}',
]


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_message_is_one_line(text: str) -> None:
    with pytest.raises(MessageError) as error:
        parse(text)
    assert str(error.value)
    assert "\n" not in str(error.value)


def test_malformed_messages_do_no_harm(running: Running) -> None:
    client = running.client()
    for text in MALFORMED:
        client.socket.send(text)
        assert "\n" not in client.error()
    client.socket.send(b"\x00\xff")
    assert client.error() == "message: not JSON"
    client.send(type="preset", number=999)
    assert client.error() == "preset 999 is unknown"
    assert running.engine.calls == []
    client.send(type="preset", number=10)
    client.until(lambda state: state["state"] == "READY")


def test_a_huge_message_costs_its_sender_the_connection(running: Running) -> None:
    client, other = running.client(), running.client()
    client.send(type="contact", side="left", closed=True)
    other.until(lambda state: state["down"]["left"])
    client.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        client.until(lambda _: False)
    other.until(lambda state: not state["down"]["left"])


# --- a firmware that stops ------------------------------------------------------------------


def test_stopped_firmware_is_shown_and_restarted(running: Running) -> None:
    client = running.client()
    client.send(type="preset", number=10)
    client.until(lambda state: state["state"] == "READY")
    running.engine.fail_with = "Traceback:\n  main.py\nZeroDivisionError"
    stopped = client.until(lambda state: state["failure"] is not None)
    assert stopped["failure"] == "Traceback:\n  main.py\nZeroDivisionError"
    assert running.engine.is_closed
    client.send(type="key", name="play", down=True)
    assert client.error() == "The firmware stopped; restart it first."
    client.send(type="restart")
    again = client.until(lambda state: state["failure"] is None)
    assert again["power_up"] == stopped["power_up"] + 1
    assert again["state"] == "SETUP"
    assert len(running.engines) == 2


def test_firmware_that_stops_at_power_up_is_shown() -> None:
    def make_engine(_speed: int) -> DoubleBench:
        raise BenchError("the firmware stopped (exit 1)\nImportError: no module")

    running = Running(Panel(make_engine, port=0), [])
    client = running.client()
    state = client.until(lambda _: True)
    assert "ImportError" in state["failure"]
    client.send(type="restart")
    client.until(lambda state: state["power_up"] == 2 and "ImportError" in state["failure"])
    running.end()


def test_firmware_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "HANG_S", 0.3)

    class Hanging(DoubleBench):
        closed = threading.Event()
        hangs = False

        def advance(self) -> None:
            if self.hangs:
                assert self.closed.wait(SOON_S)
                raise BenchError("the firmware stopped (exit -9)")
            super().advance()

        def close(self) -> None:
            self.closed.set()

    running = Running(Panel(Hanging, port=0), [])
    client = running.client()
    client.until(lambda state: state["state"] == "SETUP")
    Hanging.hangs = True
    state = client.until(lambda state: state["failure"] is not None)
    assert state["failure"] == "the firmware did not answer for 0.3 s"
    running.end()
