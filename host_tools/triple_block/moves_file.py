"""Dated moves from a CSV file: what was done when, and what is wrong with the file, by line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from host_tools.threes.delimited import read_rows
from host_tools.triple_block.errors import TripleBlockError
from host_tools.triple_block.instants import Zone, read_instant

WHITE, BLACK = "white", "black"
COLUMNS = {
    "time": ("date", "when", "fecha", "hora"),
    "side": ("color", "player", "bando", "jugador"),
    "action": ("what", "accion", "acción"),
}
SIDES = {
    WHITE: ("w", "blancas", "blanco"),
    BLACK: ("b", "negras", "negro"),
}


class Action(StrEnum):
    """What can stand in the column `action`."""

    move = "move"
    refuel = "refuel"
    claim = "claim"
    appeal = "appeal"
    right = "right"
    wrong = "wrong"
    withdrawal = "withdrawal"
    search = "search"
    found = "found"
    captain = "captain"
    stop = "stop"
    go_on = "go on"
    look = "look"
    end = "end"


OTHER_WORDS = {
    Action.move: ("jugada", ""),
    Action.refuel: ("repostar", "repostaje"),
    Action.claim: ("reclamacion", "reclamación"),
    Action.appeal: ("apelacion", "apelación"),
    Action.right: ("correcta",),
    Action.wrong: ("incorrecta",),
    Action.withdrawal: ("withdraw", "retirada"),
    Action.search: ("busqueda", "búsqueda"),
    Action.found: ("encontrado",),
    Action.captain: ("capitan", "capitán"),
    Action.stop: ("parar",),
    Action.go_on: ("go-on", "goon", "seguir"),
    Action.look: ("mirar",),
    Action.end: ("fin",),
}
WORDS = {word: action for action, words in OTHER_WORDS.items() for word in (*words, action.value)}
SIDE_WORDS = {word: side for side, words in SIDES.items() for word in (*words, side)}
# What is done to one player, whosever turn it is: the file has to say to which.
NEED_SIDE = (Action.search, Action.found, Action.captain)
# What concerns both: the file must not name one.
BOTH = (
    *(Action.right, Action.wrong, Action.withdrawal, Action.stop, Action.go_on),
    *(Action.look, Action.end),
)


@dataclass(frozen=True)
class Step:
    """A row: what was done in `seconds` since day 0, by or for `side` (None: who is to move)."""

    line: int
    seconds: int
    has_time: bool
    side: str | None
    action: Action


def read_moves(path: Path, zone: Zone) -> list[Step]:
    """Return the rows of a file, in their order, which must be that of time.

    Raises an error of one line, with the line of the file, for what cannot be read.
    """
    steps: list[Step] = []
    for row in read_rows(path, COLUMNS, ("time",)):
        where = f"{path}: line {row.line}"
        instant = read_instant(row.texts["time"], zone, f"{where}: time")
        action_word = row.texts.get("action", "").casefold()
        action = WORDS.get(action_word)
        if action is None:
            raise TripleBlockError(
                f"{where}: action: {action_word!r} is none of {', '.join(Action)}"
            )
        side_word = row.texts.get("side", "").casefold()
        side = SIDE_WORDS.get(side_word)
        if side_word and side is None:
            raise TripleBlockError(f"{where}: side: {side_word!r} is neither white nor black")
        if action in NEED_SIDE and side is None:
            raise TripleBlockError(f"{where}: side: {action} needs white or black")
        if action in BOTH and side is not None:
            raise TripleBlockError(f"{where}: side: {action} concerns both, leave it empty")
        if steps and instant.seconds < steps[-1].seconds:
            raise TripleBlockError(
                f"{where}: time: is before that of line {steps[-1].line}"
            )
        steps.append(Step(row.line, instant.seconds, instant.has_time, side, action))
    return steps
