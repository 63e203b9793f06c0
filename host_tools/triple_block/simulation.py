"""Dated moves played through the core of the clock, and the state after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clockcore.calendar import DAY_S
from clockcore.codes import ENDED, FLAGGED, LEFT, PAUSED, READY, RIGHT
from clockcore.triple_block import (
    AFTER_THE_END,
    APPEAL,
    CLAIM,
    CLOCKS_RUN,
    CLOCKS_STAND,
    DONE,
    FLAG_FALLEN,
    HAS_ENDED,
    NO_SEARCH,
    NOT_IN_THIS_EVENT,
    NOT_STARTED,
    NOT_YOUR_TURN,
    NOTHING_TO_MOVE,
    SEARCH_OPEN,
    SUBSTITUTION,
    WITHDRAWAL,
    TripleBlockGame,
)

from host_tools.triple_block.errors import TripleBlockError
from host_tools.triple_block.event import Event
from host_tools.triple_block.instants import written
from host_tools.triple_block.moves_file import BLACK, WHITE, Action, Step

SIDE_OF = {WHITE: LEFT, BLACK: RIGHT}
NAME_OF = {LEFT: "White", RIGHT: "Black"}
REFUSALS = {
    NOT_YOUR_TURN: "it is the other side's turn",
    CLOCKS_STAND: "both clocks stand; first that has to end",
    CLOCKS_RUN: "there is nothing of this kind to end",
    NOT_STARTED: "the event has not begun",
    HAS_ENDED: "the game has ended",
    NOT_IN_THIS_EVENT: "the rules do not allow it in this event (see --team, --guaranteed-time)",
    NO_SEARCH: "nobody is being looked for, or no more",
    SEARCH_OPEN: "somebody is being looked for already",
    AFTER_THE_END: "the event has ended",
}
TAKES_NOTE = (Action.look, Action.wrong)  # what comes too late for nobody
STOPS = {
    CLAIM: "a claim",
    APPEAL: "an appeal",
    WITHDRAWAL: "a withdrawal",
    SUBSTITUTION: "a substitution",
}


@dataclass(frozen=True)
class State:
    """A game after a step; lengths and instants in seconds."""

    line: int
    seconds: int
    who: str
    action: str
    remark: str
    clock_s: tuple[int, int]
    bank_s: tuple[int, int]
    moves: tuple[int, int]
    to_move: str
    zero_s: int | None


class Simulation:
    """A game of an event, White at the left."""

    def __init__(self, event: Event) -> None:
        """Begin it at the start of the event, which has to be known."""
        if event.start_s is None:
            raise TripleBlockError("--simulate: needs --start, the beginning of White's time")
        self.event = event
        self.game = TripleBlockGame()
        instant = divmod(event.start_s, DAY_S)
        self.game.set_up(event.plan, LEFT, *instant, *instant)

    def play(self, path: object, steps: Sequence[Step]) -> Iterator[State]:
        """Play the steps and give the state after each, until the end or a flag.

        Raises TripleBlockError, with the line, for a step that the rules do not allow.
        """
        for step in steps:
            side = self.game.side_to_move if step.side is None else SIDE_OF[step.side]
            if self.event.start_s is not None and step.seconds < self.event.start_s:
                raise TripleBlockError(
                    f"{path}: line {step.line}: time: is before the start of the event"
                )
            result = self._do(step.action, side, *divmod(step.seconds, DAY_S))
            remark = ""
            if result == FLAG_FALLEN:
                remark = "the flag" if step.action in TAKES_NOTE else "too late"
            elif result == NOTHING_TO_MOVE:
                remark = "nothing to move"
            elif result != DONE:
                named = f"{NAME_OF[side]}: " if step.side or step.action is Action.move else ""
                raise TripleBlockError(
                    f"{path}: line {step.line}: {named}{step.action}: {REFUSALS[result]}"
                )
            yield self._state(step, side, remark)
            if self.game.state in (FLAGGED, ENDED):
                return

    def _do(self, action: Action, side: int, day: int, second: int) -> int:
        game = self.game
        match action:
            case Action.move:
                return game.move(side, day, second)
            case Action.refuel:
                return game.refuel(side, day, second)
            case Action.claim | Action.appeal:
                return game.claim(side, action is Action.appeal, day, second)
            case Action.right | Action.wrong:
                return game.resolve(action is Action.right, day, second)
            case Action.withdrawal:
                return game.withdraw(day, second)
            case Action.search:
                return game.open_search(side, day, second)
            case Action.found:
                return game.close_search(side, day, second)
            case Action.captain:
                return game.captain_refuel(side, day, second)
            case Action.stop:
                return game.stop_for_search(day, second)
            case Action.go_on:
                return game.go_on(day, second)
            case Action.end:
                return game.end(day, second)
        game.tick(day, second)
        return FLAG_FALLEN if game.state == FLAGGED else DONE

    def _state(self, step: Step, side: int, remark: str) -> State:
        game = self.game
        to_move = game.side_to_move
        concerns_both = step.side is None and step.action not in (
            *(Action.move, Action.refuel, Action.claim, Action.appeal),
        )
        zero_s = None
        if game.find_zero(to_move):
            zero_s = game.zero_day * DAY_S + game.zero_second
        return State(
            line=step.line,
            seconds=step.seconds,
            who="" if concerns_both else NAME_OF[side],
            action=step.action.value,
            remark=remark,
            clock_s=(game.left_s(LEFT), game.left_s(RIGHT)),
            bank_s=(game.bank_s[LEFT], game.bank_s[RIGHT]),
            moves=(game.moves[LEFT], game.moves[RIGHT]),
            to_move=NAME_OF[to_move],
            zero_s=zero_s,
        )

    def outcome(self) -> str:
        """Return how the game stands, in one line."""
        game, zone = self.game, self.event.zone
        if game.flag_side in NAME_OF:
            fell = written(game.flag_day * DAY_S + game.flag_second, zone)
            bank = game.bank_s[game.flag_side]
            return (
                f"{NAME_OF[game.flag_side]}'s clock reached 0 on {fell}"
                + (", with time in the bank." if bank else ".")
                + f" It was his move {game.moves[game.flag_side] + 1}."
            )
        name = NAME_OF[game.side_to_move]
        if game.state == ENDED:
            return f"The game has ended; it was {name}'s turn."
        if game.state == PAUSED:
            return f"{name} is to move; both clocks stand for {STOPS[game.stop_reason]}."
        if game.state == READY:  # pragma: no cover - a simulation begins at its start
            return "The event has not begun."
        game.find_zero(game.side_to_move)
        zero = written(game.zero_day * DAY_S + game.zero_second, zone)
        return f"{name} is to move; his clock reaches 0 on {zero}."
