"""Which clocks are meant: names and ports, a file of clocks, what is found on this computer."""

from __future__ import annotations

import itertools
import os
import re
import socket
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host_tools.deploy.errors import InputError
from host_tools.deploy.port import find_ports

CLOCKS_FILE = "clocks.toml"
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")
NAME_WANTED = "a name is a letter, then up to 19 letters, digits, - or _"
MOST_CLOCKS = 64
# Where `chessclock virtual` listens, and `connect` looks; the variable names another first port.
VIRTUAL_FIRST = 8701
VIRTUAL_MOST = 16
VIRTUAL_VARIABLE = "CHESSCLOCK_FIRST_PORT"


@dataclass(frozen=True)
class Address:
    """A clock: what people call it, and its port."""

    name: str
    port: str


def choose_clocks(wanted: Sequence[str], file: Path | None = None) -> list[Address]:
    """Return the clocks that are meant, in their order.

    wanted  ports, `name=port`, or names of the file; none: the clocks of the file, else those
            on USB, else the virtual ones of this computer
    file    a TOML file with a table `clocks` of names and ports; None: clocks.toml where we are,
            if there is one

    Raises InputError for a bad file, a bad name, one that is unknown or comes twice, and where
    there is no clock.
    """
    known = read_clocks(file)
    chosen = [_address(text, known) for text in wanted]
    if not chosen:
        chosen = list(known.values()) or find_clocks()
    if not chosen:
        raise InputError(
            "no clock found: plug one in with a cable that carries data, name its port with"
            " --port, or start virtual ones with chessclock virtual"
        )
    for index, one in enumerate(chosen):
        for other in chosen[:index]:
            if one.port == other.port:
                raise InputError(f"{one.port}: named twice")
            if one.name == other.name:
                raise InputError(f"{one.name}: the name of two clocks")
    if len(chosen) > MOST_CLOCKS:
        raise InputError(f"{len(chosen)} clocks: {MOST_CLOCKS} at the most")
    return chosen


def choose_clock(wanted: Sequence[str], file: Path | None = None) -> Address:
    """Return the one clock that is meant; InputError also where several are."""
    chosen = choose_clocks(wanted, file)
    if len(chosen) > 1:
        names = ", ".join(one.name for one in chosen)
        raise InputError(f"several clocks: choose one with --port: {names}")
    return chosen[0]


def read_clocks(file: Path | None) -> dict[str, Address]:
    """Return the clocks of a file by name; of none where no file is named and none is here."""
    path = Path(CLOCKS_FILE) if file is None else file
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        if file is None:
            return {}
        raise InputError(f"{path}: No such file or directory") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is no text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: {error}") from None
    except RecursionError:
        raise InputError(f"{path}: nested too deeply") from None
    return _clocks_of(plain, path)


def write_clocks(clocks: Sequence[Address], path: Path) -> list[str]:
    """Write clocks into a file of clocks and return the names of the others that it has.

    What is in the file already stays, comments too: a clock that is off today is there tomorrow.
    A name that is there gets the new port, a port that is there the new name. A clock whose name
    is only its port gets one that is free. InputError if the file cannot be written, and for one
    that is no file of clocks.
    """
    import tomlkit

    from host_tools.console.files import write_whole

    before: dict[str, Address] = {}
    document = tomlkit.document()
    if path.is_file():
        before = read_clocks(path)
        document = tomlkit.parse(path.read_text(encoding="utf-8-sig"))
    else:
        document.add(tomlkit.comment("The clocks of this event: chessclock watch, status, ..."))
    if "clocks" not in document:
        document.add("clocks", tomlkit.table())
    table: Any = document["clocks"]
    names = _names_for(clocks, before)
    for name, one in zip(names, clocks, strict=True):
        for old in before.values():
            if old.port == one.port and old.name != name and old.name in table:
                table.remove(old.name)
        table[name] = one.port
    write_whole(path, tomlkit.dumps(document).encode())
    return [name for name in table if name not in names]


def _names_for(clocks: Sequence[Address], known: dict[str, Address]) -> list[str]:
    """Return a name for every clock: where it is only a port that of the file, or clockN."""
    by_port = {one.port: one.name for one in known.values()}
    taken = {one.name for one in clocks} | set(known)
    names = []
    for index, one in enumerate(clocks, 1):
        name = one.name
        if name == one.port:
            name = by_port.get(one.port, "")
            free = (f"clock{number}" for number in itertools.count(index))
            name = name or next(each for each in free if each not in taken)
            taken.add(name)
        names.append(name)
    return names


def find_clocks() -> list[Address]:
    """Return what could be a clock: the boards on USB, else the virtual clocks that run here."""
    boards = list(find_ports())
    found = [Address(f"clock{index}", port) for index, port in enumerate(boards, 1)]
    return found or find_virtual()


def find_virtual() -> list[Address]:
    """Return the virtual clocks that run on this computer, by the ports that they listen on."""
    text = os.environ.get(VIRTUAL_VARIABLE, "")
    first = int(text) if text.isascii() and text.isdecimal() else VIRTUAL_FIRST
    ports = [port for port in range(first, first + VIRTUAL_MOST) if 0 < port < 65536]
    listens = map(_listens, ports)
    return [
        Address(f"table{index}", f"socket://127.0.0.1:{port}")
        for index, (port, does) in enumerate(zip(ports, listens, strict=True), 1)
        if does
    ]


def _listens(port: int) -> bool:
    """Return whether a port is taken, without calling there: a clock has room for one host."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False


def _address(text: str, known: dict[str, Address]) -> Address:
    name, equals, port = text.partition("=")
    if equals and NAME.fullmatch(name):
        if not port:
            raise InputError(f"{text}: a port is needed after the =")
        return Address(name, port)
    if text in known:
        return known[text]
    if NAME.fullmatch(text) and not text.upper().startswith("COM"):
        virtual = {one.name: one for one in find_virtual()} if not known else {}
        if text in virtual:
            return virtual[text]
        names = ", ".join(known or virtual)
        names = names or "there is no file of clocks, and no virtual clock runs"
        raise InputError(f"{text}: no clock of that name: {names}")
    if not text.strip():
        raise InputError("--port: a port, name=port or a name is needed")
    return Address(text, text)


def _clocks_of(plain: dict[str, Any], path: Path) -> dict[str, Address]:
    for name in plain:
        if name != "clocks":
            raise InputError(f"{path}: {name} is unknown: a table [clocks] is needed")
    table = plain.get("clocks", {})
    if not isinstance(table, dict):
        raise InputError(f"{path}: clocks: a table of names and ports is needed")
    for name, port in table.items():
        if not NAME.fullmatch(name):
            raise InputError(f"{path}: clocks: {name!r}: {NAME_WANTED}")
        if not isinstance(port, str) or not port.strip():
            raise InputError(f"{path}: clocks: {name}: a port in quotes is needed")
    return {name: Address(name, port) for name, port in table.items()}
