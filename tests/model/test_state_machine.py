"""Random games: the core against the model, against its own mirror image, and against itself.

Presses, pauses, undo and ticks come in any order; ticks come late or not at all. Three clocks get
the same inputs: one is ticked only when the state machine says so, one is settled at every
millisecond that passes in small steps, one has left and right swapped. All must agree with the
model that lives one millisecond at a time.
"""

from __future__ import annotations

import os

import pytest
from clockcore.arbiter import undo_press
from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    FLAGGED,
    GONG,
    HOURGLASS,
    LEFT,
    MOVE_TIMER,
    NEITHER,
    NONE,
    PAUSED,
    RIGHT,
    RUNNING,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.game import Game
from clockcore.period import ControlError, Period
from clockcore.ticks import ticks_add
from clockcore.time_control import TimeControl
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.model.model import Model

pytestmark = pytest.mark.no_cover

SMALL = st.integers(1, 60)


@st.composite
def last_periods(draw: st.DrawFn) -> Period:
    """Any period that can stand last."""
    method = draw(
        st.sampled_from(
            [NONE, FISCHER, BRONSTEIN, DELAY, BYOYOMI, CANADIAN, SCRABBLE, FISCHER, BRONSTEIN]
        )
    )
    if method in (BYOYOMI, CANADIAN):
        return Period(
            draw(st.integers(0, 60)),
            method,
            block_ms=draw(SMALL),
            block_count=draw(st.integers(0, 3)),
        )
    if method == SCRABBLE:
        return Period(draw(SMALL), method)
    return timed_period(draw, method, True)


def timed_period(draw: st.DrawFn, method: int, last: bool) -> Period:
    """A NONE, FISCHER, BRONSTEIN or DELAY period, repeating now and then where it is last."""
    transition = draw(st.sampled_from([BY_COUNT, AT_ZERO]))
    repeat = last and draw(st.booleans())
    needs_moves = transition == BY_COUNT and (repeat or not last)
    return Period(
        draw(SMALL),
        method,
        0 if method == NONE else draw(st.integers(0, 25)),
        bonus_from_move=1 if method == NONE else draw(st.sampled_from([1, 1, 2, 3])),
        cap_ms=draw(st.sampled_from([0, 0, 30, 70])) if method == FISCHER else 0,
        moves=draw(st.integers(1 if needs_moves else 0, 3)),
        transition=transition,
        repeat=repeat,
    )


@st.composite
def side_periods(draw: st.DrawFn) -> tuple:
    """One to four periods of one side."""
    methods = draw(st.lists(st.sampled_from([NONE, FISCHER, BRONSTEIN, DELAY]), max_size=3))
    return (*[timed_period(draw, method, False) for method in methods], draw(last_periods()))


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    """Any time control, with odds now and then."""
    timing = draw(st.sampled_from([BEFORE_MOVE, AFTER_MOVE]))
    alone = draw(st.sampled_from([None, None, None, HOURGLASS, GONG, MOVE_TIMER, UPCOUNT]))
    if alone is not None:
        main = st.just(0) if alone == UPCOUNT else SMALL
        white, black = (Period(draw(main), alone),), (Period(draw(main), alone),)
    else:
        white = draw(side_periods())
        black = draw(side_periods()) if draw(st.booleans()) else None
    try:
        return TimeControl(white, black, timing)
    except ControlError:
        assume(False)
        raise


class AnyGame(RuleBasedStateMachine):
    """One random game."""

    @initialize(
        control=controls(),
        freeze=st.booleans(),
        start=st.sampled_from([2**29 - 30, 7777, 0, 2**29 - 1]),
    )
    def begin(self, control: TimeControl, freeze: bool, start: int) -> None:
        """Lay the same control out everywhere."""
        self.control = control
        self.now = start
        self.model = Model(control, freeze)
        self.late = self.new_game(control, LEFT, freeze)
        self.busy = self.new_game(control, LEFT, freeze)
        self.mirror = self.new_game(control, RIGHT, freeze)
        self.additions_at_flag: list[int] | None = None
        self.in_sync = True

    def new_game(self, control: TimeControl, white: int, freeze: bool) -> Game:
        """Return a game in READY."""
        game = Game()
        game.set_up(control, white, self.now)
        game.freeze = freeze
        return game

    @property
    def games(self) -> tuple[tuple[Game, bool], ...]:
        """The three clocks, and whether left and right are swapped."""
        return ((self.late, False), (self.busy, False), (self.mirror, True))

    @rule(ms=st.one_of(st.integers(0, 3), st.integers(0, 40), st.integers(0, 400)))
    def wait(self, ms: int) -> None:
        """Time passes; the busy clock is settled on the way, the others are not."""
        for step in range(ms):
            if self.model.running:
                self.model.millisecond()
            if step % 7 == 3:
                self.busy.tick(ticks_add(self.now, step + 1))
        self.now = ticks_add(self.now, ms)
        self.in_sync = ms == 0 and self.in_sync

    @rule()
    def tick(self) -> None:
        """A tick at last."""
        for game, _ in self.games:
            game.tick(self.now)
        self.in_sync = True

    @rule(who=st.sampled_from([LEFT, RIGHT]))
    def press(self, who: int) -> None:
        """A press of either side, whoever runs."""
        self.model.press(who)
        for game, swapped in self.games:
            game.press(1 - who if swapped else who, self.now)
        self.tick()

    @rule()
    def press_running(self) -> None:
        """A press of the side whose turn it is: what games are made of."""
        if self.model.turn is not None:
            self.press(self.model.turn)

    @rule()
    def pause_or_resume(self) -> None:
        """The play key."""
        model = self.model
        if model.turn is None or model.over:
            return
        if model.running:
            model.running = False
            for game, _ in self.games:
                game.pause(self.now)
        else:
            for game, _ in self.games:
                assert game.resume(self.now) == (not self.stands())
            if not self.stands():
                model.running = True
                model.settle_zeros()
        self.tick()

    def stands(self) -> bool:
        """Whether a flag keeps the game from being resumed (T31)."""
        flags = [side.flag for side in self.model.sides]
        if self.model.freeze or self.model.sides[0].period.method == HOURGLASS:
            return any(flags)
        return all(flags)

    @precondition(lambda self: self.model.undo_state is not None)
    @rule()
    def undo(self) -> None:
        """Take the last press back (T44)."""
        self.tick()
        if self.model.undo_state is None:
            return
        self.model.undo()
        for game, _ in self.games:
            assert undo_press(game, self.now)
        self.additions_at_flag = None  # what the press gave has gone, also where a flag stays
        self.in_sync = True

    @invariant()
    def all_agree_with_the_model(self) -> None:
        """Times, counters, turn, flag and state (checked once every clock has been ticked)."""
        if not hasattr(self, "model") or not self.in_sync:
            return
        model = self.model
        for game, swapped in self.games:
            for who in (LEFT, RIGHT):
                side = 1 - who if swapped else who
                account, expected = game.accounts[side], model.sides[who]
                assert account.counter_ms() == model.counter(who), (who, swapped)
                assert account.moves == expected.moves == model.counted[who]
                assert account.period_index == expected.index
                assert account.is_flagged == expected.flag
                if game.state == RUNNING and not expected.flag and who == model.turn:
                    assert account.delay_left_ms == expected.delay
                if account.overtime:
                    assert account.blocks_left == expected.moments
            turn = NEITHER if model.turn is None else model.turn
            flag = NEITHER if model.first_flag is None else model.first_flag
            if swapped:
                turn = 1 - turn if turn != NEITHER else NEITHER
                flag = 1 - flag if flag != NEITHER else NEITHER
            assert game.side_to_move == turn
            assert game.first_flag_side == flag
            if model.turn is not None:
                assert (game.state == RUNNING) == model.running
                assert (game.state == FLAGGED) == model.over or game.state == PAUSED

    @invariant()
    def at_most_one_side_runs(self) -> None:
        """T3: one side or none."""
        for game, _ in self.games if hasattr(self, "model") else ():
            assert (game.running_side != NEITHER) == (game.state == RUNNING)

    @invariant()
    def every_millisecond_is_booked_once(self) -> None:
        """T1: running time is the sum of the four heads, and the balance of an account closes."""
        if not hasattr(self, "model") or not self.in_sync:
            return
        for game, swapped in self.games:
            for who in (LEFT, RIGHT):
                account = game.accounts[1 - who if swapped else who]
                booked = (
                    account.booked_main.clip()
                    + account.booked_delay.clip()
                    + account.booked_overtime.clip()
                    + account.booked_after_flag.clip()
                )
                assert booked == self.model.sides[who].ran
                added = (
                    account.added_bonus.clip()
                    + account.added_give_back.clip()
                    + account.added_period.clip()
                    + account.added_hourglass.clip()
                )
                spent = account.booked_main.clip()
                if account.period.method == UPCOUNT:
                    spent = -spent
                assert account.main.clip() == added - spent

    @invariant()
    def an_hourglass_keeps_its_sum(self) -> None:
        """T14: the sum of both times is constant to the millisecond."""
        if not hasattr(self, "model"):
            return
        if self.control.white_periods[0].method == HOURGLASS:
            total = self.control.white_periods[0].main_ms + self.control.black_periods[0].main_ms
            for game, _ in self.games:
                assert game.remaining_ms(LEFT) + game.remaining_ms(RIGHT) == total

    @invariant()
    def nothing_is_added_after_the_first_final_flag(self) -> None:
        """T23: no bonus, give-back or period time, to either side."""
        if not hasattr(self, "model"):
            return
        now = [
            head.clip()
            for account in self.late.accounts
            for head in (account.added_bonus, account.added_give_back, account.added_period)
        ]
        if self.late.first_flag_side == NEITHER:
            self.additions_at_flag = None
        elif self.additions_at_flag is None:
            self.additions_at_flag = now
        else:
            assert now == self.additions_at_flag


TestAnyGame = AnyGame.TestCase
LONG = "LONG" in os.environ  # the long campaign: random, many more games
TestAnyGame.settings = settings(
    max_examples=20_000 if LONG else 300,
    derandomize=not LONG,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
