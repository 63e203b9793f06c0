"""What can go wrong between a host and a clock: one line each, that says what and where."""

from __future__ import annotations

LONGEST_TEXT = 200  # of what a clock says, where people read it
# A clock with panels makes its line for play only where a host has asked before.
NOT_PREPARED = (
    "a side runs, and no computer has asked this clock since it was switched on: it tells nothing"
    " before the next pause (start watch, status or connect before the round)"
)


def one_line(text: object) -> str:
    """Return what a clock said as one line for people, nothing in it that moves their cursor.

    Whoever answers at a port may be no clock at all. A text of more than 200 characters is cut.
    """
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(text))
    return shown if len(shown) <= LONGEST_TEXT else f"{shown[:LONGEST_TEXT]}..."


class ConsoleError(Exception):
    """A clock that cannot be asked; the text is one line that says what and where."""


class GoneError(ConsoleError):
    """The port has gone, or whoever is behind it has hung up."""


class SilentError(ConsoleError):
    """Nothing that could be an answer has come in time."""


class RefusedError(ConsoleError):
    """A command that the clock refused; the text is the clock's own.

    code  why, for programs: a code of the protocol (`locked`, `running`, `state` ...), "" where
          the clock gave none
    """

    def __init__(self, text: str, code: str = "") -> None:
        """Take the clock's line and its code."""
        super().__init__(text)
        self.code = code
