"""Power cuts: in every operation of the flash memory, and at any millisecond."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clockcore.codes import EV_PRESS
from clockcore.journal import RECORD_SIZE
from clockcore.journal_reading import record_at

from host_tools.bench import Bench, BenchError
from host_tools.bench.flash_image import FlashOperation
from host_tools.emulator import file_system
from host_tools.journal import blank_journal

SHARES = (0.0, 0.5, 1.0)
TOLERANCE_MS = 1000
TICKS_PERIOD = 1 << 29
START_TICKS = (1 << 29) - 1000  # of the bench
RECORDED_MS = 200  # a press is recorded within this time
CHANGED_MS = 400  # what an arbiter changes in a pause is kept within this time
STANDING = ("PAUSED", "FLAGGED", "ENDED")
STATES = ("SETUP", "READY", "RUNNING", "PAUSED", "ADJUST", "FLAGGED", "ENDED")


class LostError(Exception):
    """A game that did not come back as it was; the text says when and what."""


@dataclass
class Truth:
    """The first game at an instant: state, turn, flag, and time, moves, period of both sides."""

    state: str
    turn: int
    flag: int
    sides: tuple[tuple[int, int, int], ...]

    def later(self, ms: int) -> Truth:
        """Return how it would be if the side to move had thought for `ms` more."""
        sides = list(self.sides)
        left, moves, period = sides[self.turn]
        sides[self.turn] = (left - ms, moves, period)
        return Truth(self.state, self.turn, self.flag, tuple(sides))

    @classmethod
    def of(cls, plain: Any) -> Truth:
        """Take what the bench notes."""
        state, turn, flag, sides = plain
        return cls(STATES[state], turn, flag, tuple(tuple(side) for side in sides))


def blank_image() -> bytes:
    """Return a flash memory with a file system and a journal that is empty."""
    return file_system.make(blank_journal())


def play(bench: Bench, moves: int) -> Iterator[None]:
    """Play a long game by hand: presses, pauses, corrections, an illegal move, a flag, its end.

    Yields between two things that are done.
    """
    choice = random.Random(38)
    bench.key("play")
    yield
    bench.press("right")
    side = "left"
    for number in range(moves):
        bench.advance_ms(choice.choice((80, 300, 950, 1_400, 2_700)))
        bench.press(side)
        yield
        side = "right" if side == "left" else "left"
        if number % 12 == 5:
            bench.advance_ms(700)
            bench.key("play")
            bench.advance_ms(choice.choice((150, 1_500, 4_000)))
            bench.key("play")
            yield
        if number % 30 == 11:
            bench.advance_ms(600)
            bench.key("play")
            bench.advance_ms(500)
            bench.key("plus", hold_ms=3_100)  # the list: bonus time to the left
            bench.key("forward")
            bench.advance_ms(900)
            bench.key("play")
            yield
        if number % 30 == 23:
            bench.advance_ms(600)
            bench.key("play")
            bench.advance_ms(500)
            bench.key("minus", hold_ms=1_100)  # SOUND
            bench.advance_ms(900)
            bench.key("play")
            yield
    bench.advance_ms(500)
    bench.key("play")
    bench.advance_ms(2_500)
    yield


def record(control: int | str, moves: int) -> tuple[bytes, list[FlashOperation]]:
    """Play the game; return the image that it began with, and all that was done to it."""
    image = blank_image()
    with Bench.started(image=image, runtime="micropython") as bench:
        if isinstance(control, int):
            for _ in range(control - 1):
                bench.key("plus")
        for _ in play(bench, moves):
            pass
        bench.advance_ms(3_000)
        return image, bench.flash_operations


def come_back(image: bytes) -> Truth:
    """Start a clock with an image; return its first game. BenchError if it does not live."""
    with Bench.started(image=image, runtime="micropython") as bench:
        game = bench.games()[0]
        sides = tuple(
            (one["remaining_ms"], one["moves"], one["period"]) for one in game["accounts"]
        )
        truth = Truth(STATES[game["state"]], game["side_to_move"], game["flag_side"], sides)
        bench.advance_ms(1_500)  # it keeps the game whole, and lives
        if not bench.console({"cmd": "check"})["ok"]:
            raise BenchError("no answer")
        return truth


def error_ms(found: Truth, *possible: Truth) -> int:
    """Return how many ms a game that came back is off the truth, or the nearer of some truths.

    A side may have got up to a second, never lost more; LostError for anything else.
    """
    errors = []
    reasons = []
    for truth in possible:
        try:
            errors.append(_error_ms(found, truth))
        except LostError as error:
            reasons.append(str(error))
    if not errors:
        raise LostError("; or ".join(dict.fromkeys(reasons)))
    return min(errors)


def _error_ms(found: Truth, truth: Truth) -> int:
    if truth.state in ("SETUP", "READY"):
        if found.state != "SETUP":
            raise LostError(f"came back {found.state} from {truth.state}")
        return 0
    if found.state not in STANDING:
        raise LostError(f"came back {found.state} from {truth.state}")
    if found.turn != truth.turn or found.flag != truth.flag:
        raise LostError("turn or flag is not as it was")
    worst = 0
    for side in (0, 1):
        here, there = found.sides[side], truth.sides[side]
        if here[1:] != there[1:]:
            raise LostError(f"moves and period {here[1:]}, not {there[1:]}")
        off = here[0] - there[0]
        if not 0 <= off <= TOLERANCE_MS:
            raise LostError(f"side {side} has {off} ms more than it had")
        worst = max(worst, off)
    return worst


def cuts(
    image: bytes, operations: Sequence[FlashOperation], every: int = 1
) -> Iterator[tuple[int, float, bytes]]:
    """Yield number, share and image of a cut in every operation, or in every so-manieth."""
    now = bytearray(image)
    for number, operation in enumerate(operations):
        if number % every == every // 2:
            for share in SHARES:
                torn = bytearray(now)
                operation.apply(torn, share)
                yield number, share, bytes(torn)
        operation.apply(now)


def possible_truths(operations: Sequence[FlashOperation], number: int) -> list[Truth]:
    """Return what a game may come back as if the power fails in an operation.

    As it was then, or as it was before the last press that may not be recorded yet.
    """
    operation = operations[number]
    found = [Truth.of(operation.truth)]
    for before in reversed(operations[:number]):
        if before.truth is None:
            break
        truth = Truth.of(before.truth)
        age = operation.at_ms - before.at_ms
        if found[0].state == "RUNNING" and truth.state == "READY":
            found.append(truth)  # the start may not be recorded
            break
        if truth.state == "RUNNING":
            if _moves(truth) != _moves(found[0]):
                found.append(truth.later(age))
                break
        elif found[0].state != "RUNNING" and age <= CHANGED_MS:
            found.append(truth)
        elif age > CHANGED_MS:
            break
    return found


def truths_behind(
    operations: Sequence[FlashOperation], number: int, at_ms: int
) -> list[Truth]:
    """Return what a game may come back as if the power fails between two operations.

    As it was, since all that the last operation wrote is there; or, where it stands, as it was
    before what an arbiter has changed within the last 400 ms.
    """
    last = operations[number]
    truth = Truth.of(last.truth)
    if truth.state == "RUNNING":
        return [truth.later(at_ms - last.at_ms)]
    found = [truth]
    for before in reversed(operations[:number]):
        if before.truth is None or at_ms - before.at_ms > CHANGED_MS:
            break
        earlier = Truth.of(before.truth)
        if earlier.state == "RUNNING":
            break
        found.append(earlier)
    return found


def _moves(truth: Truth) -> list[int]:
    return [side[1] for side in truth.sides]


def record_delays_ms(operations: Sequence[FlashOperation], start_ticks: int) -> list[int]:
    """Return how long after each press its record was begun to be written."""
    delays = []
    for operation in operations:
        for start in range(0, len(operation.data) - RECORD_SIZE + 1, RECORD_SIZE):
            record = record_at(operation.data, start)
            if record is not None and record[1] == EV_PRESS:
                delays.append((start_ticks + operation.at_ms - record[3]) % TICKS_PERIOD)
    return delays
