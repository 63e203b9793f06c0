"""`chessclock flash`, against real MicroPython: what is copied, what is refused, what is said."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from boards.schema import BoardError
from host_tools.deploy import Tree, build_tree
from host_tools.deploy import commands as command_module
from host_tools.deploy import device as device_module
from host_tools.deploy.commands import flash_command, self_check_lines
from host_tools.deploy.device import About, Device, Found, Patience
from host_tools.deploy.errors import DeployError, GameRunningError, LostError
from host_tools.deploy.update import apply_plan, check, make_plan
from tests.deploy.conftest import QUICK
from tests.deploy.device_double import ESP32, ESP32_S3, PICO_W, DeviceDouble
from tests.deploy.small_trees import MODULES, NEW, NOT_OURS, OLD, small_tree

Make = Callable[..., DeviceDouble]
REAL_MODULES = ("adafruit_ticks", "clockcore.clock", "clockcore.presets")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> dict[str, Tree]:
    """Make `flash` bring a small firmware; the one under "tree" can be changed."""
    chosen = {"tree": NEW}
    monkeypatch.setattr(command_module, "build_tree", lambda *_: chosen["tree"])
    monkeypatch.setattr(Tree, "mpy_version", 6)
    return chosen


def copied(out: str) -> int:
    """Return how many files a flash said that it copies."""
    lines = [line for line in out.splitlines() if line.startswith("copying ")]
    return int(lines[0].split()[1]) if lines else 0


def test_the_real_firmware_comes_onto_an_empty_device_and_runs(
    double: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    device = double(imports=REAL_MODULES, mode="repl")
    device.put({"settings.json": b"{}"})
    device.power_on("repl")
    assert flash_command("pico", device.port) == 0
    out = capsys.readouterr().out
    tree = build_tree("pico")
    assert copied(out) == len(tree.files)
    assert f"verified: SHA-256 of {len(tree.files)} files" in out
    assert "chessclock 0.1.0 runs on board pico with tm1637_6" in out
    assert "display left: answers" in out and "contacts: all open" in out
    assert device.files() == {**tree.files, "settings.json": b"{}"}
    assert device.resets == 1


def test_the_display_set_that_was_asked_for_is_what_the_device_says(
    double: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    device = double(imports=(), machine=ESP32_S3, platform="esp32")
    assert flash_command("esp32_s3", device.port, "max7219") == 0
    assert "runs on board esp32_s3 with max7219" in capsys.readouterr().out


def test_a_second_time_nothing_is_copied(
    double: Make, small: dict[str, Tree], capsys: pytest.CaptureFixture[str]
) -> None:
    device = double(imports=MODULES)
    assert flash_command("pico", device.port) == 0
    before = device.image.read_bytes()
    capsys.readouterr()
    assert flash_command("pico", device.port) == 0
    out = capsys.readouterr().out
    assert copied(out) == 0 and f"all {len(NEW.files)} files are right, nothing to copy" in out
    assert "chessclock 2 runs" in out
    assert device.image.read_bytes() == before, "not one byte of the flash memory was changed"


def test_of_a_changed_file_only_that_one_and_main_are_copied(
    double: Make, small: dict[str, Tree], capsys: pytest.CaptureFixture[str]
) -> None:
    device = double(imports=MODULES)
    flash_command("pico", device.port)
    files = {**NEW.files, "clockcore/added.py": b'VERSION = "2"  # another'}
    small["tree"] = Tree("pico", "small", files)
    capsys.readouterr()
    assert flash_command("pico", device.port) == 0
    assert copied(capsys.readouterr().out) == 2
    assert device.files() == small["tree"].files


def test_files_of_its_own_are_left_alone_and_ours_of_old_removed(
    double: Make, small: dict[str, Tree], capsys: pytest.CaptureFixture[str]
) -> None:
    """A .py beside a .mpy would come first, so that one is removed, too."""
    device = double(imports=MODULES)
    device.put({**OLD.files, **NOT_OURS, "adafruit_ticks.py": b"", "hal/third.mpy": b"old"})
    assert flash_command("pico", device.port) == 0
    assert device.files() == {**NEW.files, **NOT_OURS}
    assert "removing 4" in capsys.readouterr().out


def test_leftovers_alone_are_removed_without_touching_main(
    double: Make, small: dict[str, Tree]
) -> None:
    device = double(imports=MODULES)
    device.put({**NEW.files, "main.off": b"old", "hal/flash.new": b"half"})
    assert flash_command("pico", device.port) == 0
    assert device.files() == NEW.files


def test_a_file_in_the_place_of_a_folder_makes_room(double: Make, small: dict[str, Tree]) -> None:
    device = double(imports=MODULES)
    device.put({"hal": b"a file", "app/third/deep/file.py": b""})
    assert flash_command("pico", device.port) == 0
    assert device.files() == NEW.files
    assert device.folders() == NEW.folders


def test_a_dry_run_lists_and_changes_nothing(
    double: Make, small: dict[str, Tree], capsys: pytest.CaptureFixture[str]
) -> None:
    device = double(imports=MODULES)
    device.put({**OLD.files, **NOT_OURS})
    before = device.image.read_bytes()
    assert flash_command("pico", device.port, dry_run=True) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    for row in (
        ["copy", "app/first.py", "14"],
        ["copy", "main.py", "22"],
        ["remove", "drivers/gone.py"],
        ["remove", "drivers"],
        ["keep", "app/same.py", "8"],
    ):
        assert row in rows, row
    assert not [row for row in rows if "settings.json" in row]
    assert device.image.read_bytes() == before
    assert device.wait_for_resets(1), "the clock goes on"


def test_a_byte_that_changed_on_the_way_is_noticed(double: Make, small: dict[str, Tree]) -> None:
    device = double(imports=MODULES)
    device.put(OLD.files)
    device.corrupt_in = 3
    with pytest.raises(DeployError, match="what the device holds is not what was sent") as caught:
        flash_command("pico", device.port)
    assert str(caught.value).startswith("app/second.py: ")
    assert "run it again" in str(caught.value)
    assert "main.py" not in device.files()
    assert flash_command("pico", device.port) == 0
    assert device.files() == NEW.files


def test_a_file_that_changed_after_it_was_written_is_named(double: Make) -> None:
    device = double(mode="repl")
    device.put({**NEW.files, "hal/third.py": b'VERSION = "3"\n'})
    device.power_on()
    link = Device(device.port, QUICK)
    link.enter()
    with pytest.raises(DeployError, match=r"does not hold what was sent: hal/third\.py$"):
        check(link, NEW)
    link.close()


def refused(device: DeviceDouble, message: str, board: str = "pico") -> None:
    """See that a device is refused, not changed, and left running."""
    device.put({"settings.json": b"{}"})
    before = device.image.read_bytes()
    with pytest.raises(DeployError, match=message) as caught:
        flash_command(board, device.port)
    assert "\n" not in str(caught.value)
    assert device.image.read_bytes() == before


def test_a_micropython_that_is_too_old_is_refused(double: Make) -> None:
    device = double(version=(1, 21, 0))
    refused(device, r"MicroPython 1\.21\.0 on the device is too old: 1\.22 or newer is needed")
    assert device.wait_for_resets(1), "the clock goes on"


def test_the_oldest_micropython_is_accepted(double: Make) -> None:
    device = double(version=(1, 22, 0), mpy=0x1206, imports=("clockcore.codes",))
    assert flash_command("pico", device.port) == 0


def test_another_mpy_version_is_refused(double: Make) -> None:
    refused(double(mpy=0x1305), r"loads \.mpy files of version 5, these have version 6")


def test_circuitpython_is_refused(double: Make) -> None:
    refused(double(name="circuitpython", version=(9, 0, 0)), "the device runs circuitpython 9.0.0")


@pytest.mark.parametrize(
    ("board", "machine", "advice"),
    [
        ("pico", PICO_W, "this is a Raspberry Pi Pico W with RP2040: flash pico_w instead"),
        ("pico_w", "Raspberry Pi Pico with RP2040", "flash pico or pico_table instead"),
        ("pico", ESP32, "flash esp32_devkit instead"),
        ("esp32_devkit", ESP32_S3, "flash esp32_s3 instead"),
        ("esp32_s3", ESP32, "flash esp32_devkit instead"),
        ("pico", "Raspberry Pi Pico2 with RP2350", "no board of ours has it"),
    ],
)
def test_another_chip_is_refused_with_the_right_board(
    double: Make, board: str, machine: str, advice: str
) -> None:
    refused(double(machine=machine), advice, board)


def test_a_device_without_room_is_refused_before_the_first_change(double: Make) -> None:
    device = double(blocks=24)
    device.put({"games.log": b"\x01" * 30_000})
    refused(device, "no room on the device: [0-9]+ kB too little")


def test_where_there_is_just_room_it_is_enough(double: Make, small: dict[str, Tree]) -> None:
    """The sum errs on the safe side: what it lets in fits."""
    device = double(blocks=32, imports=MODULES)
    for size in range(90_000, 0, -4096):
        device.erase()
        device.put({"games.log": b"\x01" * size})
        device.power_on()
        try:
            flash_command("pico", device.port)
            break
        except DeployError as error:
            assert "no room on the device" in str(error)
            assert "main.py" not in device.files()
    assert size > 40_000
    assert device.files() == {**NEW.files, "games.log": b"\x01" * size}


def test_the_room_of_files_that_go_counts(double: Make) -> None:
    """2 blocks of old files go; of the new ones the largest has 2, one is added; 4 stay spare."""
    found = Found(dict.fromkeys(OLD.files, (100, "x")), frozenset(OLD.folders))
    missing = []
    for free in (3, 4, 5, 6):
        about = About("rp2", "micropython", (1, 29, 0), "", 6, 4096, free)
        missing.append(make_plan(NEW, found, about).blocks_missing)
    assert missing == [2, 1, 0, 0]


def test_a_running_game_is_left_alone(double: Make, small: dict[str, Tree]) -> None:
    device = double(mode="running")
    device.put(OLD.files)
    with pytest.raises(GameRunningError, match="pause it and try again"):
        flash_command("pico", device.port)
    assert device.resets == 0
    assert device.files() == OLD.files


def test_a_paused_game_that_cannot_be_kept_is_left_alone(
    double: Make, small: dict[str, Tree]
) -> None:
    device = double(mode="full")
    device.put(OLD.files)
    with pytest.raises(DeployError, match="no room to keep it: end the game first"):
        flash_command("pico", device.port)
    assert device.resets == 0
    assert device.files() == OLD.files


def test_a_paused_clock_resets_itself_and_is_flashed(double: Make, small: dict[str, Tree]) -> None:
    device = double(mode="paused", imports=MODULES)
    device.put(OLD.files)
    assert flash_command("pico", device.port) == 0
    assert device.files() == NEW.files
    assert device.wait_for_resets(2) and device.mode == "setup"


def test_no_device_and_several_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [SimpleNamespace(device=f"/dev/ttyACM{n}", vid=0x2E8A, product=None) for n in (0, 1)]
    monkeypatch.setattr(list_ports, "comports", list)
    with pytest.raises(DeployError, match="no board found on USB"):
        flash_command("pico")
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    with pytest.raises(DeployError, match=r"several boards found.*ttyACM0.*ttyACM1"):
        flash_command("pico")


def test_a_device_that_answers_nothing(micropython: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = f"socket://127.0.0.1:{server.getsockname()[1]}"
        link = Device(port, QUICK.times(0.1))
        with pytest.raises(DeployError, match=r"no answer\. If a game is on the clock, pause it"):
            link.enter()
        link.close()


def test_nobody_is_told_to_reset_a_clock_that_may_be_running(micropython: list[str]) -> None:
    """Silence, a game, a game that began before the hello: no word of resets but for dark ones."""
    said = [str(GameRunningError())]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = f"socket://127.0.0.1:{listener.getsockname()[1]}"
        for ask in (Device.enter, Device.hello):
            link = Device(port, QUICK.times(0.1))
            with pytest.raises(DeployError) as caught:
                ask(link)
            link.close()
            said.append(str(caught.value))

    def refuse(connection: socket.socket) -> None:
        while connection.recv(64):
            connection.sendall(b'{"id": null, "ok": false, "error": "a side runs: pause"}\n')

    with server(refuse) as port:
        link = Device(port, QUICK)
        with pytest.raises(LostError) as lost:
            link.hello()
        link.close()
    assert "everything is done, and a game runs on the clock already" in str(lost.value)
    for text in [*said, str(lost.value)]:
        for word in ("reset", "power-up", "plug", "off and on"):
            before, found, _ = text.partition(word)
            assert not found or "dark" in before, text


@contextlib.contextmanager
def server(serve: Callable[[socket.socket], object]) -> Iterator[str]:
    """Yield a port; `serve` is called with each connection, in a thread of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)
        is_over = threading.Event()

        def accept() -> None:
            while not is_over.is_set():
                with contextlib.suppress(OSError):
                    connection, _ = listener.accept()
                    with connection, contextlib.suppress(OSError):
                        serve(connection)

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        try:
            yield f"socket://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            is_over.set()
            thread.join(timeout=5)


def talk(connection: socket.socket) -> None:
    """Send random bytes without a pause."""
    chance = random.Random(1)
    while True:
        connection.sendall(chance.randbytes(64))


SHORT = Patience(repl=1.0, reopen=0.3, hello=0.6, answer=0.3, whole=0.6, quiet=0.03)


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize(
    ("serve", "message"),
    [
        (lambda connection: None, "the device goes away again and again: try another cable"),
        (talk, r"no answer\. If a game is on the clock, pause it"),
        (lambda connection: connection.recv(1), "the device goes away again and again"),
    ],
)
def test_a_port_that_is_no_device_ends_with_a_line(
    serve: Callable[[socket.socket], object],
    message: str,
    dry_run: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It opens and goes away again for ever, or talks without pause."""
    monkeypatch.setattr(command_module, "Patience", lambda: SHORT)
    with server(serve) as port:
        begun = time.monotonic()
        with pytest.raises(DeployError, match=message):
            flash_command("pico", port, dry_run=dry_run)
        assert time.monotonic() - begun < 15, "the build is in it, too"
        begun = time.monotonic()
        link = Device(port, SHORT)
        with pytest.raises(DeployError, match="no hello from the clock"):
            link.hello()
        link.close()
        assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    "beginning", [b"R\x01\x01\x00", b"R\x01\xff\x7f\x04", b"R\x00OK"], ids=["window", "end", "no"]
)
def test_an_answer_without_an_end_has_one(beginning: bytes) -> None:
    """The device has a raw REPL, and talks without pause when it is asked something.

    The bytes come fast enough for mpremote never to look at its own clock.
    """

    def serve(connection: socket.socket) -> None:
        connection.sendall(b">")
        connection.recv(256)
        connection.sendall(beginning)
        while True:
            connection.sendall(b"\x01" * 64)

    with server(serve) as port:
        link = Device(port, SHORT)
        begun = time.monotonic()
        with pytest.raises(LostError, match="the connection broke"):
            link.run("print(1)" + "# long" * 50_000)
        link.close()
        assert time.monotonic() - begun < 5


def test_a_device_that_stops_in_the_middle_is_said_without_a_stray_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What it got, b'', is printed by mpremote's own code before it raises."""
    with server(lambda connection: connection.recv(1000) and time.sleep(1)) as port:
        link = Device(port, SHORT)
        begun = time.monotonic()
        with pytest.raises(LostError, match="has stopped answering"):
            link.run("print(1)")
        link.close()
        assert time.monotonic() - begun < 5
    assert capsys.readouterr().out == ""


def interrupt(self: Device) -> None:
    """Raise what Ctrl-C raises."""
    raise KeyboardInterrupt


def interrupt_in_half_a_piece_of_code(self: Device) -> None:
    """Leave the device in its raw paste mode, and a line that is not complete."""
    self.transport.serial.write(b"\x05A\x01import ti")
    raise KeyboardInterrupt


def interrupt_while_code_runs(self: Device) -> None:
    """Leave the device while it has not answered yet."""
    self.transport.exec_raw_no_follow("import time\ntime.sleep(0.1)\nprint('>>> a lot')")
    raise KeyboardInterrupt


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize(
    ("name", "stop"),
    [
        ("_read_until", interrupt),
        ("_reopen", interrupt),
        ("about", interrupt),
        ("about", interrupt_in_half_a_piece_of_code),
        ("find", interrupt_while_code_runs),
    ],
)
def test_ctrl_c_while_it_asks_lets_the_clock_go_on(
    name: str,
    stop: Callable[[Device], None],
    dry_run: bool,
    double: Make,
    small: dict[str, Tree],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    mode = "paused" if name == "_reopen" else "setup"
    device = double(imports=MODULES, mode=mode)
    device.put(OLD.files)
    real = getattr(Device, name)

    def once(self: Device, *arguments: object) -> object:
        monkeypatch.setattr(Device, name, real)
        stop(self)
        return None

    monkeypatch.setattr(Device, name, once)
    with pytest.raises(KeyboardInterrupt):
        flash_command("pico", device.port, dry_run=dry_run)
    said = capsys.readouterr().err
    assert said == "chessclock: interrupted: nothing was changed, and the clock goes on\n"
    assert device.wait_for_resets(2 if mode == "paused" else 1)
    assert device.mode == "setup"
    assert device.files() == OLD.files


def test_ctrl_c_before_anything_was_asked_sends_nothing(
    double: Make, small: dict[str, Tree], monkeypatch: pytest.MonkeyPatch
) -> None:
    device = double()
    monkeypatch.setattr(Device, "enter", interrupt)
    with pytest.raises(KeyboardInterrupt):
        flash_command("pico", device.port)
    assert (device.connections, device.resets) == (0, 0)


@pytest.mark.parametrize("mode", ["running", "full"])
def test_ctrl_c_leaves_a_game_alone(
    mode: str, double: Make, small: dict[str, Tree], monkeypatch: pytest.MonkeyPatch
) -> None:
    device = double(mode=mode)
    device.put(OLD.files)
    real = Device._read_until

    def once(self: Device, *_: object) -> None:
        monkeypatch.setattr(Device, "_read_until", real)
        interrupt(self)

    monkeypatch.setattr(Device, "_read_until", once)
    with pytest.raises(KeyboardInterrupt):
        flash_command("pico", device.port)
    assert device.resets == 0


def test_whatever_stops_us_before_a_change_the_clock_goes_on(
    double: Make, small: dict[str, Tree], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in `flash --dry-run | head -1`."""

    def nobody_reads(*_: object) -> None:
        raise BrokenPipeError

    device = double(imports=MODULES)
    device.put(OLD.files)
    monkeypatch.setattr(command_module, "_print_plan", nobody_reads)
    with pytest.raises(BrokenPipeError):
        flash_command("pico", device.port, dry_run=True)
    assert device.wait_for_resets(1)


def test_a_device_that_cannot_run_our_helpers_goes_on(
    double: Make, small: dict[str, Tree], monkeypatch: pytest.MonkeyPatch
) -> None:
    device = double(imports=MODULES)
    device.put(OLD.files)
    monkeypatch.setattr(device_module, "HELPERS", "import absent")
    with pytest.raises(DeployError, match="the device says: ImportError: no module named"):
        flash_command("pico", device.port)
    assert device.wait_for_resets(1)


def test_ctrl_c_in_the_middle_of_the_copying_says_what_to_do(
    double: Make,
    small: dict[str, Tree],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    device = double(imports=MODULES)
    device.put(OLD.files)
    with monkeypatch.context() as patch:
        patch.setattr(Device, "make_folder", lambda self, path: interrupt(self))
        small["tree"] = small_tree("2", hal__more__deep=b"VERSION = '2'")
        with pytest.raises(KeyboardInterrupt):
            flash_command("pico", device.port)
    said = capsys.readouterr().err
    assert said == (
        "chessclock: interrupted: the update is not complete: run it again; until then the device"
        " starts into its REPL\n"
    )
    assert "main.py" not in device.files()
    assert flash_command("pico", device.port) == 0


def test_ctrl_c_at_the_hello_says_that_all_is_done(
    double: Make,
    small: dict[str, Tree],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    device = double(imports=MODULES)
    monkeypatch.setattr(Device, "hello", interrupt)
    with pytest.raises(KeyboardInterrupt):
        flash_command("pico", device.port)
    assert "interrupted: everything was done" in capsys.readouterr().err
    assert device.wait_for_resets(1)
    assert device.files() == NEW.files


def test_an_answer_that_is_none_of_micropython_is_said(
    double: Make, small: dict[str, Tree], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something else on the device prints, too."""
    device = double(imports=MODULES)
    device.put(OLD.files)
    noisy = device_module.HELPERS + "\ndef _root(rooms):\n print('tick')\n print((1, 2))\n"
    monkeypatch.setattr(device_module, "HELPERS", noisy)
    with pytest.raises(DeployError, match="not an answer of MicroPython: 'tick"):
        flash_command("pico", device.port)
    assert device.wait_for_resets(1)


def test_a_virtual_board_is_not_flashed() -> None:
    with pytest.raises(BoardError, match="chessclock panel --board virtual_rocker"):
        flash_command("virtual_rocker", "socket://127.0.0.1:1")


def test_a_clock_of_another_name_is_an_error(double: Make, small: dict[str, Tree]) -> None:
    """As when a board_def.py in the folder of frozen modules comes first."""
    small["tree"] = Tree("pico", "small", {**NEW.files, "board_def.py": b'NAME = "other"\n'})
    with pytest.raises(DeployError, match="says that it is board 'other', not 'pico'"):
        flash_command("pico", double(imports=MODULES).port)


def test_a_clock_that_stops_at_once_says_why(double: Make, small: dict[str, Tree]) -> None:
    device = double(imports=("app.absent",))
    with pytest.raises(DeployError, match="no hello from the clock, it stopped: ImportError: no"):
        flash_command("pico", device.port)


def test_a_device_that_stays_in_its_repl_says_so(double: Make) -> None:
    link = Device(double(mode="repl").port, QUICK.times(0.2))
    with pytest.raises(DeployError, match="it stands in the REPL"):
        link.hello()
    link.close()


def test_a_raw_repl_that_was_left_open_is_no_obstacle(double: Make) -> None:
    device = double(mode="repl")
    for _ in range(2):
        link = Device(device.port, QUICK)
        link.enter()
        link.run("print(1)")
        link.transport.serial.write(b"half a line")
        link.close()
    assert device.resets == 0


def test_what_the_self_check_says() -> None:
    assert self_check_lines(None) == []
    assert self_check_lines(
        {"displays": [True, False], "stuck": ["left"], "battery_mv": 4100, "rtc": "set"}
    ) == [
        "display left: answers",
        "display right: DOES NOT ANSWER: look at its wires",
        "contacts: CLOSED: left",
        "battery: 4100 mV",
        "clock chip: set",
    ]
    more = {"battery_mv": 3300, "battery_percent": 5, "battery_low": True}
    more["kept_game"] = "restored"
    assert self_check_lines(more) == [
        "contacts: all open",
        "battery: 3300 mV, 5 % (LOW)",
        "a game that was paused is still there",
    ]
    lost = self_check_lines({"kept_game": "kept_games.json: damaged"})
    assert lost == ["contacts: all open", "a game that was kept is LOST: kept_games.json: damaged"]
    table = self_check_lines({"displays": [True] * 6})
    assert table[5] == "display right of clock C: answers"


def test_the_progress_adds_up(double: Make) -> None:
    device = double(mode="repl")
    link = Device(device.port, QUICK)
    link.enter()
    plan = make_plan(NEW, link.find(), link.about())
    sent: list[int] = []
    apply_plan(link, NEW, plan, sent.append)
    assert sum(sent) == plan.size(NEW) == sum(map(len, NEW.files.values()))
    link.close()
