"""Doing one thing on every clock that is meant: at once, told in their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from host_tools.console.clock import Clock
from host_tools.console.clocks import Address
from host_tools.console.errors import NOT_PREPARED, ConsoleError, RefusedError
from host_tools.console.files import complain, say

LOCK_HELP = (
    "the arbiter lock of this clock is closed. While it is, no computer can change a game: open"
    " it at the clock, BACK and FORWARD held together for 1 s, not while a side runs; its displays"
    " say PC on then. The same keys close it, and so does putting the game away"
)
RUNNING_HELP = "a side runs: pause first (on the clock, or chessclock pause)"
COMMAND = re.compile(r"^[a-z]+(?:_[a-z]+)+(?=: )")  # of the protocol: set_time is set-time here
Result = TypeVar("Result")


def refusal(error: ConsoleError, address: Address) -> str:
    """Return the line that says why a clock did not do it, and what opens the way."""
    text = str(error).removeprefix(f"{address.port}: ")
    text = COMMAND.sub(lambda found: found.group().replace("_", "-"), text)
    if isinstance(error, RefusedError) and error.code == "locked":
        text = LOCK_HELP
    elif isinstance(error, RefusedError) and error.code == "running" and text != NOT_PREPARED:
        text = RUNNING_HELP
    elif isinstance(error, RefusedError) and error.code == "ask":
        text += " (--sure does it)"
    return f"{address.name}: {text}"


def gather(
    addresses: Sequence[Address], act: Callable[[Clock, Address], Result]
) -> list[Result | ConsoleError]:
    """Return what `act` gives for every clock, or the error that it or the port raised."""

    def one(address: Address) -> Result | ConsoleError:
        try:
            with Clock(address.port) as clock:
                return act(clock, address)
        except ConsoleError as error:
            return error

    if len(addresses) == 1:
        return [one(addresses[0])]
    with ThreadPoolExecutor(max(1, len(addresses))) as pool:
        return list(pool.map(one, addresses))


def for_each(addresses: Sequence[Address], act: Callable[[Clock, Address], str]) -> int:
    """Do it on every clock and print the line of each; return 1 if one of them did not."""
    status = 0
    for address, result in zip(addresses, gather(addresses, act), strict=True):
        if isinstance(result, ConsoleError):
            complain(refusal(result, address))
            status = 1
        else:
            say(f"{address.name}: {result}")
    return status
