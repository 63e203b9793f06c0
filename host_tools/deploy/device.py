"""A device at a port: getting its REPL, asking it, changing its files, hearing its hello."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import struct
import time
from binascii import b2a_base64
from collections.abc import Callable
from dataclasses import astuple, dataclass
from typing import Any

from mpremote.transport import TransportError, TransportExecError

from host_tools.deploy.errors import DeployError, GameRunningError, LostError
from host_tools.deploy.port import Link, close_port, open_port
from host_tools.deploy.tree import ROOMS, is_ours, part_of

CHUNK = 2048  # bytes of a file that are sent at once
INTERRUPT = b"\r\x03"
RAW_REPL = b"\r\x01"
PROMPT = b">>> "
RAW_BANNER = b"raw REPL; CTRL-B to exit\r\n"
BUSY = b"a side runs"
NOT_KEPT = b"the game cannot be kept"
HELLO = b'{"id": 1, "cmd": "hello"}\n'
NAME = "chessclock"

# What runs on the device: `_root` prints every file of ours and every other file at the top, with
# its size; `_whole` gives a file its own name if its SHA-256 is right.
HELPERS = """
import gc, hashlib, os
from binascii import a2b_base64, hexlify
gc.collect()
def _hash(path):
    digest = hashlib.sha256()
    buffer = memoryview(bytearray(1024))
    with open(path, 'rb') as file:
        while True:
            count = file.readinto(buffer)
            if not count:
                break
            digest.update(buffer[:count])
    return str(hexlify(digest.digest()), 'ascii')
def _walk(folder):
    for entry in os.ilistdir(folder):
        path = folder + '/' + entry[0]
        if entry[1] & 0x4000:
            print(repr((path, -1, '')))
            _walk(path)
        else:
            print(repr((path, os.stat(path)[6], _hash(path))))
def _root(rooms):
    # littlefs puts right what a power cut left only when it is asked to change something, and
    # may hide entries until then. A name that is not there is removed, which changes nothing.
    try:
        os.remove('/flash.none')
    except OSError:
        pass
    for entry in os.ilistdir('/'):
        path = '/' + entry[0]
        if entry[1] & 0x4000:
            if entry[0] in rooms:
                print(repr((path, -1, '')))
                _walk(path)
        else:
            print(repr((path, os.stat(path)[6], '')))
def _sync():
    if hasattr(os, 'sync'):
        os.sync()
def _whole(part, path, wanted):
    got = _hash(part)
    if got == wanted:
        os.rename(part, path)
        _sync()
    print(got)
"""
ABOUT = """
import os, sys
about = sys.implementation
room = os.statvfs('/')
print(repr((sys.platform, about.name, tuple(about.version)[:3], getattr(about, '_machine', ''),
    getattr(about, '_mpy', 0), room[0], room[3])))
"""


@dataclass(frozen=True)
class Patience:
    """How long to wait, in seconds.

    repl    for the REPL of a device that is there, while its port is
    reopen  for a port that has gone to come back, after a reset; several times together
    hello   for a clock to report after a reset
    answer  for the next byte of an answer
    whole   for the end of an answer, however much comes
    quiet   for a device to say no more
    """

    repl: float = 10.0
    reopen: float = 8.0
    hello: float = 10.0
    answer: float = 10.0
    whole: float = 60.0
    quiet: float = 0.1

    def times(self, factor: float) -> Patience:
        """Return the same with every wait `factor` times as long."""
        return Patience(*(wait * factor for wait in astuple(self)))


@dataclass(frozen=True)
class About:
    """What a device says of itself.

    platform    sys.platform
    name        sys.implementation.name
    version     sys.implementation.version: three numbers
    machine     sys.implementation._machine, "" before there was one
    mpy         sys.implementation._mpy, 0 if it loads no .mpy files
    block_size  of its file system, in bytes
    free_blocks of its file system
    """

    platform: str
    name: str
    version: tuple[int, ...]
    machine: str
    mpy: int
    block_size: int
    free_blocks: int


@dataclass(frozen=True)
class Found:
    """The firmware's files that are on a device: path to (size in bytes, SHA-256); its folders."""

    files: dict[str, tuple[int, str]]
    folders: frozenset[str]


class Device:
    """A device at a port. Every method raises DeployError with a line that says what is wrong.

    is_changed  whether anything of its file system has been changed
    """

    def __init__(self, port: str, patience: Patience | None = None) -> None:
        """Take the name of the port; nothing is opened yet."""
        self.port = port
        self.patience = patience or Patience()
        self.is_changed = False
        self._is_asked = False
        self._transport: Link | None = None

    def open(self) -> Link:
        """Open the port, if it is not open, and return mpremote's transport."""
        if self._transport is None:
            self._transport = open_port(self.port, self.patience.answer)
        return self._transport

    transport = property(open)

    @property
    def is_in_repl(self) -> bool:
        """Whether the device has been brought into its raw REPL and waits there."""
        return self._transport is not None and bool(self._transport.in_raw_repl)

    def close(self) -> None:
        """Close the port, if it is open."""
        if self._transport is not None:
            close_port(self._transport)
            self._transport = None

    def enter(self) -> None:
        """Get the raw REPL.

        A clock gives it in SETUP and READY. One that is paused saves its game and resets itself
        first, so that its port may go and come back. GameRunningError if a side runs.
        """
        self.open()  # a port that is not there at all is not waited for
        self._get_repl(self.patience.repl)
        self.run(HELPERS)

    def _get_repl(self, seconds: float) -> None:
        """Ask for the REPL for so long; what the port is away comes on top, `reopen` at most."""
        deadline = time.monotonic() + seconds
        away_s = 0.0
        times_gone = 0
        while True:
            try:
                if self._ask_for_repl(deadline):
                    return
            except OSError:
                times_gone += 1
                self.close()
                time.sleep(0.1)
                gone_at = time.monotonic()
                if gone_at < deadline:
                    self._reopen(self.patience.reopen - away_s)
                    now_away_s = time.monotonic() - gone_at
                    away_s += now_away_s
                    deadline += now_away_s
            if time.monotonic() < deadline:
                continue
            if times_gone > 1:  # once is the reset of a paused clock
                raise LostError(
                    f"{self.port}: the device goes away again and again: try another cable or"
                    " socket"
                )
            raise LostError(
                f"{self.port}: no answer. If a game is on the clock, pause it and try again. If"
                " its displays and lamps are dark: is MicroPython on the board? (README of the"
                " board)"
            )

    def _reopen(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.open()
                return
            except DeployError:
                if time.monotonic() > deadline:
                    raise LostError(f"{self.port}: the device went away and stayed away") from None
            time.sleep(0.1)

    def _ask_for_repl(self, deadline: float) -> bool:
        # Ctrl-C and Ctrl-A apart: a running clock may still read what comes with Ctrl-C.
        serial = self.transport.serial
        self.transport.in_raw_repl = False
        self._is_asked = True
        serial.write(INTERRUPT)
        self._read_until(5 * self.patience.quiet, deadline, PROMPT, RAW_BANNER)
        serial.write(RAW_REPL)
        if RAW_BANNER not in self._read_until(10 * self.patience.quiet, deadline, RAW_BANNER):
            return False
        # whatever earlier attempts still bring
        self._read_until(self.patience.quiet, deadline)
        serial.write(RAW_REPL)
        self.transport.in_raw_repl = self._read_until(
            10 * self.patience.quiet, deadline, RAW_BANNER
        ).endswith(RAW_BANNER)
        return self.is_in_repl

    def _read_until(self, seconds: float, deadline: float, *endings: bytes) -> bytes:
        """Read until an ending has come, or for so long; GameRunningError if a side runs.

        What waits already is read, too, but not for more than four times as long, nor beyond the
        deadline: a device may talk without pause.
        """
        serial = self.transport.serial
        now = time.monotonic()
        quiet_at = now + seconds
        deadline = min(deadline, now + 4 * seconds)
        got = bytearray()
        while not any(got.endswith(ending) for ending in endings):
            now = time.monotonic()
            if now > deadline:
                break
            if serial.in_waiting:
                got += serial.read(1)
            elif now > quiet_at:
                break
            else:
                time.sleep(0.005)
            if got.endswith(BUSY):
                raise GameRunningError
            if got.endswith(NOT_KEPT):
                raise DeployError(
                    f"{self.port}: a game is paused on the clock, and there is no room to keep it:"
                    " end the game first"
                )
        return bytes(got)

    def run(self, code: str) -> str:
        """Run code on the device and return what it printed."""
        link = self.transport
        try:
            link.limit(self.patience.whole)
            out, error = link.exec_raw(code, timeout=self.patience.answer)
        except TransportExecError as problem:
            raise DeployError(f"{self.port}: {_last_line(problem.error_output)}") from None
        except OSError as problem:
            self.close()
            raise LostError(f"{self.port}: the connection broke: {problem}") from None
        except (TransportError, struct.error) as problem:
            raise LostError(f"{self.port}: the connection broke: {problem}") from None
        finally:
            link.limit(0)
        if error:
            raise DeployError(
                f"{self.port}: the device says: {_last_line(error.decode(errors='replace'))}"
            )
        return out.decode(errors="replace")

    def about(self) -> About:
        """Ask the device what it is."""
        answer = self.run(ABOUT)
        try:
            return About(*ast.literal_eval(answer.strip()))
        except (ValueError, SyntaxError, TypeError):
            raise self._no_answer(answer) from None

    def _no_answer(self, text: str) -> DeployError:
        return DeployError(f"{self.port}: not an answer of MicroPython: {text[:60]!r}")

    def find(self) -> Found:
        """Return the firmware's files on the device, with the SHA-256 of what it reads there."""
        answer = self.run(f"_root({ROOMS!r})")
        entries: list[tuple[str, int, str]] = []
        for line in filter(str.strip, answer.split("\n")):
            try:
                path, size, digest = ast.literal_eval(line.strip())
                entries.append((str(path), int(size), str(digest)))
            except (ValueError, SyntaxError, TypeError):
                raise self._no_answer(line) from None
        files: dict[str, tuple[int, str]] = {}
        folders = set()
        for path, size, digest in entries:
            name = path.removeprefix("/")
            if size < 0:
                folders.add(name)
            elif is_ours(name):
                files[name] = (size, digest or self.run(f"print(_hash({path!r}))").strip())
        return Found(files, frozenset(folders))

    def put(self, path: str, data: bytes, progress: Callable[[int], object]) -> None:
        """Write a file under another name, read it back, and only then give it its own.

        progress  is called with the number of bytes that have been sent since the last call
        """
        wanted = hashlib.sha256(data).hexdigest()
        chunks = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)] or [b""]
        part = part_of(path)
        self.is_changed = True
        code = f"_file = open('/{part}', 'wb')\n"
        for number, chunk in enumerate(chunks, 1):
            text = b2a_base64(chunk, newline=False)
            code += f"_file.write(a2b_base64({text!r}))\n"
            if number == len(chunks):
                code += f"_file.close()\n_whole('/{part}', '/{path}', '{wanted}')\n"
            answer = self.run(code)
            code = ""
            progress(len(chunk))
        if answer.strip() != wanted:
            raise DeployError(f"{path}: what the device holds is not what was sent")

    def rename(self, path: str, target: str) -> None:
        """Rename a file; a file that has that name already is gone then."""
        self._change(f"os.rename('/{path}', '/{target}')\n_sync()")

    def remove(self, path: str) -> None:
        """Remove a file."""
        self._change(f"os.remove('/{path}')\n_sync()")

    def make_folder(self, path: str) -> None:
        """Make a folder, whose parent is there."""
        self._change(f"os.mkdir('/{path}')")

    def remove_folder(self, path: str) -> None:
        """Remove an empty folder."""
        self._change(f"os.rmdir('/{path}')")

    def _change(self, code: str) -> None:
        self.is_changed = True
        self.run(code)

    def reset(self) -> None:
        """Let the device start anew, and close the port; a device that has gone is fine."""
        with contextlib.suppress(DeployError, TransportError, OSError, struct.error):
            self.transport.limit(self.patience.answer)
            self.transport.exec_raw_no_follow("import machine\nmachine.reset()")
        self.close()

    def give_back(self) -> bool:
        """Let a device start anew whatever it was doing for us; return whether it goes on.

        It may stand in its REPL, in the middle of a piece of code, or be on its way there. One
        that has not been asked for its REPL yet, on which a side runs, or a paused one that
        cannot keep its game, is left as it is.
        """
        if not self._is_asked:
            return True
        try:
            if self._transport is None:
                self._reopen(self.patience.reopen)
            self.transport.limit(0)
            self._get_repl(self.patience.repl / 2)
        except (DeployError, OSError):
            self.close()
            return False
        self.reset()
        return True

    def hello(self) -> dict[str, Any]:
        """Wait for the clock to start after a reset, and return its hello.

        LostError if it says nothing of the kind; also if somebody has started a game meanwhile.
        """
        deadline = time.monotonic() + self.patience.hello
        asked_at = -1.0
        got = bytearray()
        while time.monotonic() < deadline:
            try:
                serial = self.transport.serial
                # A slow device answers what has been asked before it hears what comes next.
                if time.monotonic() - asked_at > 5 * self.patience.quiet:
                    serial.write(HELLO)
                    asked_at = time.monotonic()
                if not serial.in_waiting:
                    time.sleep(0.005)
                    continue
                got += serial.read(1)
                if got.endswith(PROMPT) and b"Traceback" in got:
                    break
            except (DeployError, OSError):
                # The port goes and comes back with the reset.
                self.close()
                time.sleep(0.1)
                asked_at = -1.0
                continue
            if got.endswith(b"\n"):
                reply = _reply(bytes(got[got.rfind(b"\n", 0, -1) + 1 :]))
                if reply is not None:
                    return reply
                if BUSY in got[got.rfind(b"\n", 0, -1) + 1 :]:
                    raise LostError(
                        f"{self.port}: everything is done, and a game runs on the clock already;"
                        " it says hello when it is paused"
                    )
        raise LostError(f"{self.port}: no hello from the clock{_what_instead(bytes(got))}")


def _reply(line: bytes) -> dict[str, Any] | None:
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        return None
    is_hello = isinstance(reply, dict) and reply.get("id") == 1 and reply.get("ok") is True
    return reply if is_hello and reply.get("name") == NAME else None


def _what_instead(got: bytes) -> str:
    text = got.decode(errors="replace")
    if "Traceback" in text:
        trace = text[text.rindex("Traceback") :].splitlines()
        ends = [line for line in trace[1:] if line and not line.startswith((" ", ">"))]
        return f", it stopped: {ends[0] if ends else trace[-1]}"
    if ">>>" in text:
        return (
            ", it stands in the REPL: it may have been started with BACK held, or have stopped"
            " several times in a row; switch it off and on"
        )
    return (
        ": if its displays show a clock, it runs, and has only said nothing; if they stay dark,"
        " switch it off and on, and flash it again"
    )


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "an error without a text"
