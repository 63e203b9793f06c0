"""The command line of the faults: `python -m host_tools.faults [--short] [--only NAME]`."""

from __future__ import annotations

import argparse
import os
import sys

from host_tools.bench.child_process import find_micropython
from host_tools.faults.campaign import FAULTS, table


def main() -> int:
    """Try every fault, print the table; return 1 if one was not survived."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.faults", description=__doc__)
    parser.add_argument("--short", action="store_true", help="as few tries as the tests make")
    parser.add_argument("--only", choices=[fault.name for fault in FAULTS], help="this fault")
    options = parser.parse_args()
    if not find_micropython():
        print("faults: no MicroPython here: set MICROPYTHON", file=sys.stderr)
        return 2
    results = []
    for fault in FAULTS:
        if options.only not in (None, fault.name) or (options.short and not fault.few):
            continue
        if fault.name == "emulated" and not os.environ.get("PICO_UF2"):
            print("emulated: NOT RUN: name an image, PICO_UF2=path", file=sys.stderr)
            continue
        print(f"{fault.name} ...", file=sys.stderr, flush=True)
        outcome = fault.run(fault.few if options.short else fault.many)
        for lost in outcome.lost:
            print(f"{fault.name}: NOT SURVIVED: {lost}", file=sys.stderr, flush=True)
        results.append((fault, outcome))
    print(table(results))
    return 0 if all(one.survived == one.tries for _, one in results) else 1


if __name__ == "__main__":
    sys.exit(main())
