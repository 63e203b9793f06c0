"""`chessclock virtual`: clocks to try everything with that needs none on the desk."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from host_tools.bench.child_process import BenchError
from host_tools.bench.hall import WANTED, Hall, run_lines, typed_lines
from host_tools.bench.line_server import ADDRESS

STEP_S = 0.5


def virtual_command(
    count: int, first_port: int, script: Path | None, runtime: str | None
) -> int:
    """Run virtual clocks until Ctrl-C or `quit`; return the exit status.

    script  a file of lines that are done first

    Raises BenchError for a port that is taken and for a bad line of the script.
    """
    lines: list[str] = []
    if script is not None:
        try:
            lines = script.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise BenchError(f"{script}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise BenchError(f"{script}: is no text in UTF-8") from None
    try:
        with Hall(count, first_port, runtime) as hall:
            for name, one in hall.clocks.items():
                _say(f"{name}  {one.url}")
            _say(f"{count} virtual {'clock' if count == 1 else 'clocks'} at {ADDRESS}."
                 " Ctrl-C ends it, help says what you can type.")
            if not run_lines(hall, lines, _say, True, str(script)):
                return 0
            if not run_lines(hall, typed_lines(sys.stdin.readline), _say, False):
                return 0
            while True:  # nobody can type any more: the clocks go on
                time.sleep(STEP_S)
    except KeyboardInterrupt:
        return 0


def _say(text: str) -> None:
    print(text, flush=True)


__all__ = ("WANTED", "virtual_command")
