"""`chessclock crash`: the real names in a crash report of a clock, whose own are short ones.

A device knows `_b` for what the source calls `_show_counter`; the file tells which is meant.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from host_tools.bench.child_process import FIRMWARE
from host_tools.deploy.errors import InputError
from host_tools.mpy import read_sources, shipped_names

_PLACE = re.compile(r'(File "(?P<file>\w+)(?:\.py)?", line \d+, in )(?P<name>\w+)')
_ABSENT = re.compile(r"(?:has no attribute|name) '(?P<name>_\w+)'")


def real_names(firmware: Path = FIRMWARE) -> dict[str, dict[str, str]]:
    """Return the real names by module (`game`) and short name. Raises CompileError."""
    found: dict[str, dict[str, str]] = {}
    names = shipped_names(firmware)
    for path, text in read_sources(firmware).items():
        known = set(re.findall(r"\w+", text))
        found[Path(path).stem] = {
            short: name for name, short in names.items() if name in known
        }
    return found


def with_real_names(report: str, names: Mapping[str, Mapping[str, str]]) -> str:
    """Return a report in which each place has its real name; the rest stays as it is."""
    last: Mapping[str, str] = {}
    lines = []
    for line in report.split("\n"):
        place = _PLACE.search(line)
        if place is not None:
            last = names.get(place["file"], {})
            name = last.get(place["name"], place["name"])
            line = line[: place.start("name")] + name + line[place.end("name") :]
        else:
            absent = _ABSENT.search(line)
            if absent is not None and absent["name"] in last:
                name = last[absent["name"]]
                line = line[: absent.start("name")] + name + line[absent.end("name") :]
        lines.append(line)
    return "\n".join(lines)


def crash_command(file: Path | None) -> int:
    """Print a report, read from a file or standard input, with its real names.

    Raises InputError if the file cannot be read.
    """
    try:
        content = sys.stdin.buffer.read() if file is None else file.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    sys.stdout.write(with_real_names(content.decode(errors="replace"), real_names()))
    return 0
