"""`python -m host_tools.emulator COMMAND`: benchmark, profile or bridge."""

from __future__ import annotations

import importlib
import sys

from host_tools.emulator.image import EmulatorMissingError, ImageError, check_emulator

COMMANDS = {
    "benchmark": "the emulated figures as a Markdown table",
    "profile": "where the time of a pass goes",
    "bridge": "the emulated Pico behind a TCP port, for mpremote",
}


def main(arguments: list[str]) -> int:
    """Run a command; return its exit status, 2 for what cannot be done."""
    if not arguments or arguments[0] not in COMMANDS:
        for name, what in COMMANDS.items():
            print(f"python -m host_tools.emulator {name}: {what}", file=sys.stderr)
        return 2
    try:
        check_emulator()
        module = importlib.import_module(f"host_tools.emulator.{arguments[0]}")
        return int(module.main(arguments[1:]))
    except (EmulatorMissingError, ImageError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
