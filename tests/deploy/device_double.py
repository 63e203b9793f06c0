"""A device without hardware: real MicroPython with a real littlefs, behind a TCP socket.

It has a raw REPL, a file system that survives losing its power at any moment, and a stand-in for
the clock that loads the modules it was given. Ports are written socket://127.0.0.1:NUMBER.
"""

from __future__ import annotations

import contextlib
import json
import select
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

from littlefs import LittleFS, UserContext

BOOT = Path(__file__).with_name("double_boot.py")
BLOCK_SIZE = 4096
PICO = "Raspberry Pi Pico with RP2040"
PICO_W = "Raspberry Pi Pico W with RP2040"
ESP32 = "Generic ESP32 module with ESP32"
ESP32_S3 = "Generic ESP32S3 module with ESP32-S3"
SENT_DATA = b"a2b_base64(b'"  # what the bytes of a file follow


class DeviceDouble:
    """A device at `port`, until `close`.

    The options: `micropython`, the command; `folder`, where its flash memory is kept; `blocks`,
    how large that is; `machine`, `platform`, `version`, `mpy`, `name`, what it says that it is;
    `imports`, the modules that its clock loads; and `mode`:

    repl      the bare REPL
    setup     a clock that gives the REPL at Ctrl-C
    running   a clock on which a side runs
    full      a clock that is paused and has no room to save its game
    paused    a clock that saves, resets itself and then gives the REPL (mode service)
    """

    def __init__(
        self,
        micropython: list[str],
        folder: Path,
        *,
        blocks: int = 212,  # 848 kB, as on a Pico W, the smallest of our boards
        machine: str = PICO,
        platform: str = "rp2",
        version: tuple[int, ...] = (1, 29, 0),
        mpy: int = 0x1306,
        name: str = "micropython",
        mode: str = "setup",
        imports: tuple[str, ...] = (),
    ) -> None:
        """Make an erased device and switch it on."""
        self.command = [*micropython, "-X", "heapsize=2m", "-i", str(BOOT)]
        self.image = folder / "flash.img"
        self.image.write_bytes(b"\xff" * BLOCK_SIZE * blocks)
        self.options: dict[str, Any] = {
            "image": str(self.image),
            "machine": machine,
            "platform": platform,
            "version": version,
            "mpy": mpy,
            "name": name,
            "imports": imports,
            "progsize": 256,
            "die_at": 0,
            "version_shown": "0.1.0",
        }
        self.mode = self.first_mode = mode
        self.cut_after: int | None = None  # the power goes after so many bytes from the host
        self.corrupt_in: int | None = None  # a bit of the data of the so-manieth upload flips
        self.received = 0
        self.resets = 0
        self.connections = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._server: socket.socket | None = None
        self._number = 0
        self.power_on()

    @property
    def port(self) -> str:
        """Return the name of the port."""
        return f"socket://127.0.0.1:{self._number}"

    def power_on(self, mode: str | None = None, die_at: int = 0) -> None:
        """Switch on; `die_at`: the power goes in the so-manieth change of the flash memory."""
        self.power_off()
        self.mode = mode or self.first_mode
        self.options["die_at"] = die_at
        self.received = 0
        server = socket.socket()
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", self._number))
        server.listen()
        self._number = server.getsockname()[1]
        self._server = server
        self._thread = threading.Thread(target=self._serve, args=(server,), daemon=True)
        self._thread.start()

    def power_off(self) -> None:
        """Switch off; nobody answers at the port then."""
        if self._server is not None:
            server, self._server = self._server, None
            with contextlib.suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            server.close()
            self._kill()
            if threading.current_thread() is not self._thread:
                self._thread.join(timeout=5)
        self._kill()

    close = power_off

    def __enter__(self) -> DeviceDouble:
        """Return the device."""
        return self

    def __exit__(self, *_: object) -> None:
        """Switch off."""
        self.power_off()

    def is_on(self) -> bool:
        """Return whether the power is still there."""
        return self._server is not None

    def files(self) -> dict[str, bytes]:
        """Return every file of the flash memory; read it while the device is off or idle."""
        with self._mounted() as system:
            found = {}
            for folder, _, names in system.walk("/"):
                for name in names:
                    path = f"{folder.rstrip('/')}/{name}"
                    with system.open(path, "rb") as file:
                        found[path.removeprefix("/")] = file.read()
            return found

    def folders(self) -> set[str]:
        """Return every folder of the flash memory."""
        with self._mounted() as system:
            return {
                f"{folder.rstrip('/')}/{name}".removeprefix("/")
                for folder, names, _ in system.walk("/")
                for name in names
            }

    def wait_for_resets(self, count: int) -> bool:
        """Wait until the device has been reset so often; return whether it has, and no more."""
        deadline = time.monotonic() + 3
        while self.resets < count and time.monotonic() < deadline:
            time.sleep(0.005)
        return self.resets == count

    def erase(self) -> None:
        """Erase the flash memory; the device is off then."""
        self.power_off()
        self.image.write_bytes(b"\xff" * self.image.stat().st_size)

    def put(self, files: dict[str, bytes]) -> None:
        """Add files; the device is switched off for it."""
        was_on = self.is_on()
        self.power_off()
        with self._mounted() as system:
            for path, data in files.items():
                if "/" in path:
                    system.makedirs(path.rpartition("/")[0], exist_ok=True)
                with system.open(path, "wb") as file:
                    file.write(data)
            buffer = system.context.buffer
        self.image.write_bytes(bytes(buffer))
        if was_on:
            self.power_on()

    @contextlib.contextmanager
    def _mounted(self) -> Any:
        data = bytearray(self.image.read_bytes())
        yield LittleFS(
            context=UserContext(buffer=data),
            block_size=BLOCK_SIZE,
            block_count=len(data) // BLOCK_SIZE,
            read_size=32,
            prog_size=256,
            cache_size=1024,
            lookahead_size=32,
        )

    def _boot(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            options = self.image.with_name("options.json")
            options.write_text(json.dumps({**self.options, "mode": self.mode}))
            self._process = subprocess.Popen(
                [*self.command, str(options)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
            )
        return self._process

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def _serve(self, server: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError):
            while self._server is server:
                process = self._process
                pipes = [process.stdout] if process is not None else []
                ready, _, _ = select.select([server, *pipes], [], [], 0.2)
                if process is not None and process.stdout in ready:
                    assert process.stdout is not None
                    if not process.stdout.read(4096):  # what it says to nobody is lost
                        self._ended()
                if server in ready:
                    self._connect(server)

    def _connect(self, server: socket.socket) -> None:
        connection, _ = server.accept()
        self.connections += 1
        with connection, contextlib.suppress(OSError, ValueError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._talk(connection)

    def _talk(self, connection: socket.socket) -> None:
        process = self._boot()
        assert process.stdin is not None and process.stdout is not None
        while True:
            ready, _, _ = select.select([connection, process.stdout], [], [], 0.2)
            if self._server is None:
                return
            if connection in ready:
                data = connection.recv(4096)
                if not data:
                    return
                self._take(process, data)
                if self._server is None:
                    return
            if process.stdout in ready:
                data = process.stdout.read(4096)
                if not data:
                    self._ended()
                    return
                connection.sendall(data)

    def _take(self, process: subprocess.Popen[bytes], data: bytes) -> None:
        assert process.stdin is not None
        if self.corrupt_in is not None and SENT_DATA in data:
            self.corrupt_in -= 1
            if self.corrupt_in == 0:
                at = data.index(SENT_DATA) + len(SENT_DATA)
                flipped = b"B" if data[at : at + 1] != b"B" else b"C"
                data = data[:at] + flipped + data[at + 1 :]
        if self.cut_after is not None and self.received + len(data) >= self.cut_after:
            process.stdin.write(data[: self.cut_after - self.received])
            self.cut_after = None
            self.power_off()
            return
        self.received += len(data)
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(data)

    def _ended(self) -> None:
        """React to the end of the process: the power went, or it was a reset."""
        self._kill()
        if self.options["die_at"]:
            self.power_off()
            return
        self.resets += 1
        if self.mode == "paused":
            self.mode = "service"
        elif self.mode in ("service", "repl"):
            self.mode = "setup"
