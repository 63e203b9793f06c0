"""`chessclock days`: the game of Triple Block that is on a clock, and its journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from host_tools.console.clock import Clock
from host_tools.console.clocks import choose_clock
from host_tools.console.errors import ConsoleError, RefusedError, one_line
from host_tools.console.files import say, write_whole

DAYS_COLUMNS = (
    "number,time,act,side,left_clock_s,left_bank_s,left_moves,"
    "right_clock_s,right_bank_s,right_moves"
)


def days_command(wanted: Sequence[str], clocks: Path | None, output: Path | None) -> int:
    """Show the game of Triple Block that is on a clock; write its journal into `output`.

    Return the exit status. Raises ConsoleError, RefusedError where there is no such game, and
    InputError (the file, the clocks).
    """
    lines: list[str] = []
    with Clock(choose_clock(wanted, clocks).port) as clock:
        state = clock.ask("state")
        if state.get("mode") != "triple_block":
            raise RefusedError("days: no game of Triple Block is on this clock")
        after = 0
        while output is not None:
            reply = clock.ask("days_journal", **{"from": after})
            try:
                if not reply["lines"]:
                    break
                lines += map(one_line, reply["lines"])
                after = int(reply["next"])
            except (LookupError, TypeError, ValueError):
                raise ConsoleError("its answer to days_journal is none") from None
    try:
        about = _about_days(state)
    except (LookupError, TypeError, ValueError):
        raise ConsoleError("its game of Triple Block is not one that is known here") from None
    for line in about:
        say(one_line(line))
    if output is not None:
        text = "".join(f"{line}\n" for line in [DAYS_COLUMNS, *lines])
        write_whole(output, text.encode())
        say(f"{output}: {len(lines)} lines")
    return 0


def _about_days(state: dict[str, Any]) -> list[str]:
    """Return what `state` tells of a game of Triple Block, in lines for people."""
    kind = "team" if state["team"] else "individual"
    end = _instant(state["end"]) if state["end"] else "open: guaranteed time"
    lines = [
        f"{state['duration_days']} days ({kind}): {_instant(state['start'])} to {end}",
        f"{state['state']}, {state['side_to_move']} to move"
        + (f", both clocks stand: {state['stopped_for']}" if state["stopped_for"] else "")
        + (f", flag of {state['flag']}" if state["flag"] else ""),
        _instant(state["time"]) if state["time"] else "no date is known: chessclock sync-time",
    ]
    if state["behind_s"]:
        lines.append(f"the date was set back by {state['behind_s']} s: nothing is given back")
    for side, blocks in zip(("left", "right"), state["sides"], strict=True):
        color = "White" if state["white_side"] == side else "Black"
        line = (
            f"{side} ({color}): clock {_span(blocks['clock_s'])}, bank {_span(blocks['bank_s'])},"
            f" {blocks['moves']} moves, {blocks['refuels']} refuels"
        )
        lines.append(line + (f", zero at {_instant(blocks['zero'])}" if blocks["zero"] else ""))
    return lines


def _span(seconds: int) -> str:
    """Return days and a time of day: `49d 23:59:59`."""
    days, rest = divmod(seconds, 86_400)
    return f"{days}d {rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"


def _instant(fields: list[int]) -> str:
    return "{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC".format(*fields)
