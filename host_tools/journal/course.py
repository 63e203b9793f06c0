"""A game played again from its records on the core's own `Game`: one way it may have gone.

The journal tells instants; what a clock shows follows from them by the rules of the core. Nearly
always there is one way only. Where a record may mean more than one thing (a correction in a turn
with a delay that is given back; the undo of one of several corrections) there are several courses,
until the times that the clock wrote down tell which of them it was.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

from clockcore import arbiter, control_change
from clockcore.codes import (
    ADJUST,
    ENDED,
    EV_ADJUST,
    EV_CLEAR_FLAG,
    EV_CONTROL,
    EV_END,
    EV_FLAG,
    EV_GONG,
    EV_ILLEGAL_MOVE,
    EV_LATE,
    EV_PAUSE,
    EV_PERIOD,
    EV_PRESS,
    EV_RELOAD,
    EV_RESUME,
    EV_START,
    EV_UNDO,
    FLAGGED,
    LATE,
    LEFT,
    NEITHER,
    PAUSED,
    READY,
    SIDES,
    SWITCHED,
    other,
)
from clockcore.game import Game
from clockcore.journal import MOVES_MASK
from clockcore.ticks import ticks_diff
from clockcore.time_control import TimeControl

from host_tools.journal.chain import Entry

SIDE_MASK = 15


@dataclass(frozen=True)
class Move:
    """A press that passed the turn.

    side        who made it, LEFT or RIGHT
    used_ms     how long its clock ran on this turn; None where its beginning is not known
    left_ms     its time after the press, and the other side's; None where that is not known
    number      its counter after it (T24); None for a late press, which is not counted
    record      the number of its record
    """

    side: int
    used_ms: int | None
    left_ms: int | None
    other_left_ms: int | None
    number: int | None
    record: int


@dataclass(frozen=True)
class Standing:
    """What the clock wrote down where a game stood: times, counters, periods by side; the turn."""

    times: tuple[int, int]
    moves: tuple[int, int]
    periods: tuple[int, int]
    turn: int


class Course:
    """One way a game may have gone.

    game        the core's game, None where its control is not known
    in_step     whether the game is where the records are; if not its times are not known
    moves       the presses that passed the turn, and were not taken back
    turn        whose turn it is
    used_ms     how long that side's clock has run on this turn
    is_running  whether it runs
    """

    def __init__(self, control: TimeControl | None, white_side: int, freeze: bool | None) -> None:
        """Lay the game out, if the control is known."""
        self.game: Game | None = None
        if control is not None:
            self.game = Game()
            self.game.set_up(control, white_side, 0)
            if freeze is not None:
                self.game.freeze = freeze
        self.in_step = self.game is not None
        self.moves: list[Move] = []
        self.turn = NEITHER
        self.used_ms = 0
        self.is_running = False
        self.since_at = 0
        self.counts = [0, 0]  # as the records tell

    def with_control(self, control: TimeControl, white_side: int) -> Course:
        """Return the same course with a control that has become known, its times not yet."""
        course = Course(control, white_side, None)
        course.in_step = False
        course.moves = list(self.moves)
        course.turn = self.turn
        course.used_ms = self.used_ms
        course.is_running = self.is_running
        course.since_at = self.since_at
        course.counts = list(self.counts)
        return course

    # --- reading ---------------------------------------------------------------------------------

    def left_ms(self, side: int) -> int | None:
        """Return the time of a side, None if it is not known."""
        if self.game is None or not self.in_step:
            return None
        return self.game.remaining_ms(side)

    def standing(self) -> Standing | None:
        """Return where the game stands, None if that is not known."""
        game = self.game
        if game is None or not self.in_step:
            return None
        one, two = game.accounts
        return Standing(
            (one.counter_ms(), two.counter_ms()),
            (one.moves & MOVES_MASK, two.moves & MOVES_MASK),
            (one.period_index, two.period_index),
            game.side_to_move,
        )

    def likeness(self) -> tuple[object, ...]:
        """Return what two courses have alike that will go on alike."""
        game = self.game
        if game is None:
            return (self.turn, self.used_ms, len(self.moves), tuple(self.counts))
        accounts = [
            (
                one.turn_used_ms,
                one.delay_left_ms,
                one.end_move,
                one.overtime,
                one.block_left_ms,
                one.blocks_left,
                one.block_moves,
                one.is_flagged,
            )
            for one in (*game.accounts, *game.before_press)
        ]
        return (self.standing(), self.used_ms, game.freeze, game.presser, *accounts)

    def fits(self, standing: Standing) -> bool:
        """Return whether this is where the clock wrote down that the game stood."""
        if self.game is None:
            return self.turn == standing.turn and tuple(self.counts) == standing.moves
        return self.standing() == standing

    # --- what is recorded ------------------------------------------------------------------------

    def take(self, entry: Entry) -> str:
        """Let what a record tells happen; return what does not fit, "" if all does."""
        step = _STEPS.get(entry.kind)
        return step(self, entry, entry.who & SIDE_MASK) if step is not None else ""

    def stop(self, at: int) -> None:
        """Let the game stand from an instant on, whatever was recorded of it."""
        self._stop(at)
        if self.game is not None:
            self.game.pause(at)

    def _stop(self, at: int) -> None:
        if self.is_running:
            self.used_ms += max(ticks_diff(at, self.since_at), 0)
            self.is_running = False

    def _run(self, side: int, at: int) -> None:
        self.turn = side
        self.since_at = at
        self.is_running = True

    def _lose_step(self, what: str) -> str:
        """Give the times up until the clock has written them down again."""
        if not self.in_step:
            return ""
        self.in_step = False
        return what

    def _start(self, entry: Entry, side: int) -> str:
        self.used_ms = 0
        self._run(side, entry.at)
        if self.game is not None:
            self.game.start(side, entry.at)
        return ""

    def _press(self, entry: Entry, side: int) -> str:
        """Take a counted or late press: it ends a turn."""
        is_late = entry.kind == EV_LATE
        self._stop(entry.at)
        used = self.used_ms if self.turn == side else None  # a press before it is missing
        if not is_late:
            self.counts[side] = entry.value & MOVES_MASK
        fault = ""
        game = self.game
        if game is not None and self.in_step:
            result = game.press(side, entry.at)
            if result != (LATE if is_late else SWITCHED):
                fault = self._lose_step("the press does not fit what was recorded before it")
            elif not is_late and game.accounts[side].moves & MOVES_MASK != self.counts[side]:
                fault = self._lose_step("its number does not follow the one before")
        self.moves.append(
            Move(
                side,
                used,
                self.left_ms(side),
                self.left_ms(other(side)),
                None if is_late else entry.value,
                entry.number,
            )
        )
        self.used_ms = 0
        self._run(other(side), entry.at)
        if game is not None and game.running_side == NEITHER and self.in_step:
            self.is_running = False  # both flags have fallen
        return fault

    def _pause(self, entry: Entry, side: int) -> str:
        self._stop(entry.at)
        if self.game is not None:
            self.game.pause(entry.at)
            if self.in_step and self.game.state != PAUSED:
                return self._lose_step("the pause does not fit what was recorded before it")
        return ""

    def _resume(self, entry: Entry, side: int) -> str:
        self._stop(entry.at)
        if side != self.turn:
            self.used_ms = 0
        self._run(side, entry.at)
        game = self.game
        if game is None:
            return ""
        game.pause(entry.at)
        if game.state == ADJUST:
            game.leave_adjust(entry.at)
        if not game.resume(entry.at) or game.running_side != side:
            return self._lose_step("the start after a pause does not fit what was recorded before")
        return ""

    def _flag(self, entry: Entry, side: int) -> str:
        game = self.game
        if game is None or not self.in_step:
            return ""
        game.settle(entry.at)
        if game.running_side == NEITHER:
            self._stop(entry.at)
        if not game.accounts[side].is_flagged:
            return self._lose_step("the flag falls, but by the presses there is time left")
        return ""

    def _period(self, entry: Entry, side: int) -> str:
        game = self.game
        if game is None or not self.in_step:
            return ""
        game.settle(entry.at)
        if game.accounts[side].period_index + 1 != entry.value:
            return self._lose_step("the period is not the one that follows from the presses")
        return ""

    def _gong(self, entry: Entry, side: int) -> str:
        """Let the gong pass the turn, which is no move (T15)."""
        self._stop(entry.at)
        self.used_ms = 0
        self._run(other(side), entry.at)
        if self.game is not None:
            self.game.settle(entry.at)
        return ""

    def _reload(self, entry: Entry, side: int) -> str:
        if self.game is not None and self.in_step and not self.game.reload_block(entry.at):
            return self._lose_step("the block cannot have been reloaded here")
        return ""

    def _end(self, entry: Entry, side: int) -> str:
        self._stop(entry.at)
        if self.game is not None:
            self.game.end(entry.at)
        return ""

    def _adjust(self, entry: Entry, side: int) -> str:
        if self.game is not None:
            if entry.value:
                self.game.adjust(entry.at)
            else:
                self.game.leave_adjust(entry.at)
        return ""

    def _undo(self, entry: Entry, side: int) -> str:
        """Take the last press back (T44); the undo of a correction is for `games.py`."""
        if entry.value < 0:
            return ""
        was_running = self.is_running
        self._stop(entry.at)
        self._take_back(side)
        self.used_ms += entry.value
        if was_running:
            self._run(side, entry.at)
        game = self.game
        if game is None or not self.in_step:
            return ""
        if not arbiter.undo_press(game, entry.at):
            return self._lose_step("the press that is undone cannot be")
        if game.running_side == NEITHER:
            self.is_running = False  # its flag falls once more
        return ""

    def _take_back(self, side: int) -> None:
        """Take the last move of a side off the list; its turn goes on."""
        self.used_ms = 0
        is_counted = True
        if self.moves and self.moves[-1].side == side:
            move = self.moves.pop()
            self.used_ms = move.used_ms or 0
            is_counted = move.number is not None
        if is_counted:
            self.counts[side] = max(self.counts[side] - 1, 0)
        self.turn = side

    def _illegal(self, entry: Entry, side: int) -> str:
        """Give the presser the turn again (T42); what the opponent gets is corrected after."""
        self._take_back(side)
        game = self.game
        if game is None or not self.in_step or arbiter.illegal_move(game, 0, entry.at):
            return ""
        return self._lose_step("there is no press that can have been the illegal move")

    def _clear_flag(self, entry: Entry, side: int) -> str:
        if self.game is not None:
            state = self.game.state
            self.game.state = ADJUST
            arbiter.clear_flag(self.game, entry.at)
            self.game.state = state
        return ""

    def _control(self, entry: Entry, side: int) -> str:
        """Insert an increment; another control comes with its own records."""
        game = self.game
        if game is None or not entry.value:
            return ""
        if control_change.insert_increment(game, side, entry.at):
            return ""
        return self._lose_step("no increment can have been inserted here")

    def change_control(self, control: TimeControl, at: int) -> None:
        """Give the game, which stands, another control (T43)."""
        if self.game is not None:
            control_change.change_control(self.game, control, at)

    # --- where the clock wrote down where it stood -----------------------------------------------

    def corrected(self, standing: Standing, at: int) -> list[Course]:
        """Return the courses that lead on from here, with what the clock wrote down."""
        courses = [self]
        game = self.game if self.in_step else None
        turn = NEITHER if game is None else game.side_to_move
        if game is not None and turn != NEITHER and game.accounts[turn].turn_used_ms:
            courses.append(deepcopy(self))  # set, or added to (T12)
        for number, course in enumerate(courses):
            course._adopt(standing, at, number > 0)
        return courses

    def _adopt(self, standing: Standing, at: int, turn_goes_on: bool) -> None:
        if standing.turn != self.turn:
            self.used_ms = 0
        self.turn = standing.turn
        self.is_running = False
        self.counts = list(standing.moves)
        game = self.game
        if game is None:
            return
        if game.state == READY:
            game.start(standing.turn if standing.turn != NEITHER else LEFT, at)
        game.pause(at)
        state = game.state
        if state != ENDED:
            game.state = PAUSED  # what may be corrected in no other state
        if standing.turn != NEITHER:
            arbiter.set_side_to_move(game, standing.turn, at)
            game.side_to_move = standing.turn
        for side in SIDES:
            account = game.accounts[side]
            if account.period_index != standing.periods[side]:
                arbiter.set_period(game, side, standing.periods[side], at)
            arbiter.set_moves(game, side, standing.moves[side], at)
            change = standing.times[side] - account.counter_ms()
            if turn_goes_on:
                arbiter.add_time(game, side, change, at)
            else:
                arbiter.set_remaining(game, side, standing.times[side], at)
        if state in (ADJUST, ENDED):
            game.state = state
        elif game.stands_still():
            game.state = FLAGGED
        self.in_step = True
        self.in_step = self.standing() == standing


_STEPS: dict[int, Callable[[Course, Entry, int], str]] = {
    EV_START: Course._start,
    EV_PRESS: Course._press,
    EV_LATE: Course._press,
    EV_PAUSE: Course._pause,
    EV_RESUME: Course._resume,
    EV_FLAG: Course._flag,
    EV_PERIOD: Course._period,
    EV_GONG: Course._gong,
    EV_RELOAD: Course._reload,
    EV_END: Course._end,
    EV_ADJUST: Course._adjust,
    EV_UNDO: Course._undo,
    EV_ILLEGAL_MOVE: Course._illegal,
    EV_CLEAR_FLAG: Course._clear_flag,
    EV_CONTROL: Course._control,
}
