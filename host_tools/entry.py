"""Where the `chessclock` command begins: the imports, too, end quietly at Ctrl-C."""

import sys


def main() -> None:
    """Run the command line; 130 is the shells' exit status for an interrupt."""
    try:
        from host_tools.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
