"""`chessclock virtual`: clocks to try everything with that needs none on the desk."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from host_tools.bench.child_process import BenchError
from host_tools.bench.hall import Hall, typed_lines

STEP_S = 0.5


def virtual_command(count: int, first_port: int, script: Path | None, runtime: str | None) -> int:
    """Run virtual clocks until Ctrl-C or `quit`; return the exit status.

    script  a file of lines that are done first

    Raises BenchError for a port that is taken and for a bad line of the script.
    """
    try:
        with Hall(count, first_port, runtime) as hall:
            for name, one in hall.clocks.items():
                _say(f"{name}  {one.url}")
            _say("Type what is to be pressed, or help; quit or Ctrl-C ends it.")
            if script is not None:
                for answer in hall.do(f"play {script}"):
                    _say(answer)
            for line in typed_lines(sys.stdin.readline):
                if line.split() == ["quit"]:
                    return 0
                try:
                    for answer in hall.do(line):
                        _say(answer)
                except BenchError as error:
                    _say(str(error))
            while True:  # nobody can type any more: the clocks go on
                time.sleep(STEP_S)
    except KeyboardInterrupt:
        return 0


def _say(text: str) -> None:
    print(text, flush=True)
