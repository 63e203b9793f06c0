"""The emulated Pico behind a TCP port, for mpremote and whatever else wants a serial port.

    python -m host_tools.emulator bridge --port 4321 --keep build/emulator/pico.flash
    mpremote connect socket://127.0.0.1:4321 fs ls

Emulated time is held back to real time, so that timeouts of either side mean what they say.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import socket
import sys
import threading
import time
from pathlib import Path
from types import TracebackType

from host_tools.emulator.image import find_image, flash_of
from host_tools.emulator.pico import EmulatedPico, EmulatorTimeoutError

SLICE_US = 2_000
TAKE = 4096


class TcpBridge:
    """Runs an emulated Pico in a thread and gives its USB port to one TCP client at a time.

    port  the TCP port
    url   what mpremote calls it
    """

    def __init__(self, pico: EmulatedPico, port: int = 0) -> None:
        """Listen on 127.0.0.1; port 0 takes a free one. OSError if the port is taken."""
        if pico.usb is None:
            raise ValueError("the emulated Pico has nothing on its USB port")
        self._pico = pico
        self._usb = pico.usb
        self._server = socket.create_server(("127.0.0.1", port))
        self.port: int = self._server.getsockname()[1]
        self.url = f"socket://127.0.0.1:{self.port}"
        self._client: socket.socket | None = None
        self._given = len(pico.usb.received)
        self._is_stopping = False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, name="emulated pico", daemon=True)

    def __enter__(self) -> TcpBridge:
        """Start the thread."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop the thread; the Pico stands still and can be used otherwise."""
        self.stop()

    def stop(self) -> None:
        """Stop; raises what went wrong in the thread, if anything did."""
        self._is_stopping = True
        self._thread.join()
        self._server.close()
        if self._error is not None:
            raise self._error

    def wait(self) -> None:
        """Wait for the thread to end, which it does only when something goes wrong."""
        self._thread.join()

    def _serve(self) -> None:
        try:
            offset_us = self._pico.now_us - time.monotonic() * 1e6
            while not self._is_stopping:
                self._pico.run_for(SLICE_US)
                self._exchange(0)
                ahead_us = self._pico.now_us - time.monotonic() * 1e6 - offset_us
                if ahead_us > 0:
                    self._exchange(ahead_us / 1e6)
                else:
                    offset_us += ahead_us  # what is lost is not caught up
        except BaseException as error:
            self._error = error
        finally:
            if self._client is not None:
                self._client.close()

    def _exchange(self, wait_s: float) -> None:
        if self._client is None:
            if select.select([self._server], [], [], wait_s)[0]:
                self._client, _ = self._server.accept()
                self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._given = len(self._usb.received)
            return
        try:
            fresh = bytes(self._usb.received[self._given :])
            if fresh:
                self._client.sendall(fresh)
                self._given += len(fresh)
            # A host that sends faster than the device takes is held back, as by a real cable.
            if self._usb.unsent < TAKE and select.select([self._client], [], [], wait_s)[0]:
                data = self._client.recv(TAKE)
                if not data:
                    raise ConnectionError("the client has gone")
                self._usb.send(data)
        except OSError:
            self._client.close()
            self._client = None


def main(arguments: list[str]) -> int:
    """Serve until interrupted; keep the flash in a file if one is named.

    Raises ImageError without an image.
    """
    parser = argparse.ArgumentParser(
        prog="bridge", description="An emulated Pico behind a TCP port."
    )
    parser.add_argument("--image", help="UF2 of MicroPython; without it PICO_UF2 names it")
    parser.add_argument("--port", type=int, default=4321)
    parser.add_argument("--keep", type=Path, help="file that keeps the flash between runs")
    options = parser.parse_args(arguments)
    try:
        pico = EmulatedPico(_flash(options.keep, options.image))
        bridge = TcpBridge(pico, options.port)
    except (OSError, OverflowError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"emulated Pico at {bridge.url}", flush=True)
    try:
        with bridge, contextlib.suppress(KeyboardInterrupt):
            bridge.wait()
    except EmulatorTimeoutError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    finally:
        if options.keep:
            part = options.keep.with_name(f"{options.keep.name}.{os.getpid()}")
            part.write_bytes(pico.flash_content())
            os.replace(part, options.keep)
    return 0


def _flash(keep: Path | None, image: str | None) -> bytes | bytearray:
    if keep is not None and keep.is_file():
        return keep.read_bytes()
    return flash_of(find_image(image))
