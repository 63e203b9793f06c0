"""Long games of chance: the core and the model agree after everything that is done."""

from __future__ import annotations

import os
import random
from datetime import timedelta

import pytest
from clockcore.calendar import DAY_S
from clockcore.codes import FLAGGED
from clockcore.triple_block import (
    AFTER_THE_END,
    CLOCKS_RUN,
    CLOCKS_STAND,
    DONE,
    FLAG_FALLEN,
    HAS_ENDED,
    NO_SEARCH,
    NOT_IN_THIS_EVENT,
    NOT_YOUR_TURN,
    NOTHING_TO_MOVE,
    SEARCH_OPEN,
    TripleBlockGame,
)
from clockcore.triple_block_plan import TripleBlockPlan
from clockcore.triple_block_snapshot import from_plain, to_plain
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.triple_block.model import DAY, SECOND, Model, date_of

GAMES = 2000 if os.environ.get("LONG") else 150
NAMES = {
    DONE: "",
    NOT_YOUR_TURN: "turn",
    NOTHING_TO_MOVE: "nothing",
    FLAG_FALLEN: "flag",
    CLOCKS_STAND: "stands",
    CLOCKS_RUN: "runs",
    HAS_ENDED: "ended",
    NOT_IN_THIS_EVENT: "event",
    NO_SEARCH: "search",
    SEARCH_OPEN: "open",
    AFTER_THE_END: "late",
}
ACTS = (
    *("move", "move", "move", "move", "move", "move", "other moves", "refuel", "other refuels"),
    *("claim", "right", "wrong", "withdraw", "go on", "open", "close", "stop", "captain", "tick"),
    *("power cut", "set back"),
)


class Both:
    """The core and the model of the same game, told the same."""

    def __init__(self, days: int, start_s: int, guaranteed: bool, team: bool) -> None:
        """Begin."""
        self.days = days
        self.now_s = start_s
        self.game = TripleBlockGame()
        self.game.set_up(
            TripleBlockPlan(days, guaranteed, team), 0, *divmod(start_s, DAY_S),
            *divmod(start_s, DAY_S),
        )  # fmt: skip
        self.model = Model(days, date_of(start_s), guaranteed, team)

    def do(self, act: str, side: int) -> str:
        """Do something now on both; return what both said."""
        game, model = self.game, self.model
        instant = divmod(self.now_s, DAY_S)
        model.see(date_of(self.now_s))
        mover = game.side_to_move
        if act == "power cut":
            self.game = game = from_plain(to_plain(game))
            act = "tick"
        if act in ("tick", "set back"):
            game.tick(*instant)
            said, meant = DONE, ""
        elif act in ("move", "other moves"):
            one = mover if act == "move" else 1 - mover
            said, meant = game.move(one, *instant), model.move(one)
        elif act in ("refuel", "other refuels"):
            one = mover if act == "refuel" else 1 - mover
            said, meant = game.refuel(one, *instant), model.refuel(one)
        elif act == "claim":
            said, meant = game.claim(side, False, *instant), model.stop("claim", side)
        elif act in ("right", "wrong"):
            said = game.resolve(act == "right", *instant)
            meant = model.resolve(act == "right")
        elif act == "withdraw":
            said, meant = game.withdraw(*instant), model.stop("withdrawal", side)
        elif act == "go on":
            said, meant = game.go_on(*instant), model.go_on()
        elif act == "open":
            said, meant = game.open_search(side, *instant), model.open(side)
        elif act == "close":
            said, meant = game.close_search(side, *instant), model.close(side)
        elif act == "stop":
            said, meant = game.stop_for_search(*instant), model.stop("search", side)
        else:
            said, meant = game.captain_refuel(side, *instant), model.captain(side)
        assert NAMES[said] == meant, (act, side)
        self.compare()
        return meant

    def compare(self) -> None:
        """Check that both stand alike, to the second, and that no more was thought than given."""
        game, model = self.game, self.model
        assert (game.state == FLAGGED) == (model.lost is not None)
        assert game.side_to_move == model.turn
        for side, player in enumerate(model.players):
            assert game.left_s(side) * SECOND == model.clock(side)
            assert game.bank_s[side] * SECOND == model.bank(side)
            assert game.moves[side] == player.moves
            assert 0 <= game.left_s(side) <= 50 * DAY_S
        if model.lost is not None:
            assert date_of(game.flag_day * DAY_S + game.flag_second) == model.lost
        elif model.deadline is not None:
            assert game.find_zero(model.turn)
            assert date_of(game.zero_day * DAY_S + game.zero_second) == model.deadline
        if not game.has_guaranteed_time:
            for side in (0, 1):
                assert self.thought(side) <= timedelta(days=self.days) / 2

    def thought(self, side: int) -> timedelta:
        """Return what a side has been charged in all, by the core."""
        game = self.game
        booked = game.used_days[side] * DAY + game.used_seconds[side] * SECOND
        return booked + (game.clock_s[side] - game.left_s(side)) * SECOND

    def wait(self, kind: str, amount: int) -> None:
        """Let time pass: an amount, or up to a boundary of what is left, give or take a second."""
        if kind == "left":
            amount = max(0, self.game.left_s(self.game.side_to_move) + amount % 3 - 1)
        self.now_s += amount

    def act(self, act: str, side: int, kind: str, amount: int) -> None:
        """Wait, then do; a clock that is set back is right again afterwards."""
        self.wait(kind, amount)
        if act == "set back":
            self.now_s -= amount + 7
            self.do(act, side)
            self.do("move", side)
            self.now_s += amount + 7
        else:
            self.do(act, side)


def amount_of(chance: random.Random) -> int:
    """Return a length of time by chance: mostly short beside 50 days, sometimes long."""
    return chance.choice(
        (
            0,
            1,
            chance.randrange(86_400),
            chance.randrange(3 * DAY_S),
            chance.randrange(3 * DAY_S),
            chance.randrange(9 * DAY_S),
            chance.randrange(30 * DAY_S) if chance.random() < 0.2 else 3600,
        )
    )


@pytest.mark.no_cover
@pytest.mark.parametrize(("guaranteed", "team"), [(False, False), (False, True), (True, False),
                                                  (True, True)])  # fmt: skip
def test_long_games_of_chance_agree_with_the_model(guaranteed: bool, team: bool) -> None:
    """T50 to T54: 600 acts at the most, up to the flag; claims and searches are ended at times."""
    flags = 0
    most_moves = 0
    for seed in range(GAMES):
        chance = random.Random(f"{seed} {guaranteed} {team}")
        days = chance.choice((300, 302, 365, 450, 600, 750, chance.randrange(300, 2000)))
        both = Both(days, chance.randrange(20 * 365 * DAY_S, 60 * 365 * DAY_S), guaranteed, team)
        for _ in range(600):
            act = chance.choice(ACTS) if chance.random() < 0.3 else "move"
            kind = "left" if chance.random() < 0.002 else "amount"
            both.act(act, chance.randrange(2), kind, amount_of(chance))
            if both.model.stopped and chance.random() < 0.7:
                both.do(chance.choice(("right", "wrong", "go on")), 0)
            if both.model.lost is not None:
                flags += 1
                break
        most_moves = max(most_moves, both.game.moves[0])
        for act in ACTS:  # silence after the end
            both.act(act, 0, "amount", DAY_S)
    assert flags > GAMES // 2 and most_moves > 60, "the games are long, and most end"


STEPS = st.lists(
    st.tuples(
        st.sampled_from(ACTS),
        st.integers(0, 1),
        st.sampled_from(("amount", "amount", "left")),
        st.one_of(
            st.integers(0, 2), st.integers(0, 9 * DAY_S), st.integers(49 * DAY_S, 61 * DAY_S)
        ),
    ),
    max_size=60,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(300, 1999),
    st.integers(99 * DAY_S, 180 * 365 * DAY_S),
    st.booleans(),
    st.booleans(),
    STEPS,
)
def test_any_sequence_of_acts_agrees_with_the_model(
    days: int, start_s: int, guaranteed: bool, team: bool, steps: list
) -> None:
    """T50 to T54, T56: at the second before, at, and after each boundary, too."""
    both = Both(days, start_s, guaranteed, team)
    for act, side, kind, amount in steps:
        both.act(act, side, kind, amount)


@settings(max_examples=60, deadline=None)
@given(st.integers(300, 1999), st.lists(st.integers(0, 6 * DAY_S), min_size=150, max_size=260))
def test_all_that_a_player_thinks_is_never_more_than_half_the_duration(
    days: int, spans: list[int]
) -> None:
    """T55, T57: without guaranteed time; so both together never take more than the event."""
    start_s = 27 * 365 * DAY_S
    both = Both(days, start_s, False, False)
    for span in spans * 4:
        both.now_s += span
        both.do("move", 0)
        if both.model.lost is not None:
            break
    total = both.thought(0) + both.thought(1)
    assert both.thought(0) <= days * DAY / 2 and both.thought(1) <= days * DAY / 2
    assert total <= days * DAY
    if both.model.lost is not None:
        assert both.model.lost <= date_of(start_s) + days * DAY


def test_who_uses_everything_uses_exactly_half_the_duration() -> None:
    """T55: both to the last second, the flag in the very second of the end date."""
    for days in (300, 302, 365, 600, 750):
        both = Both(days, 9_000 * DAY_S, False, False)
        for number in range(110):
            side = both.game.side_to_move
            total = both.game.left_s(side) + both.game.bank_s[side]
            span = min(both.game.increment_s, total - 1) if number < 100 else 0
            both.now_s += span
            both.do("move", 0)
        for _ in range(2):  # all that is left to each: both to the last second
            side = both.game.side_to_move
            while both.game.bank_s[side]:
                both.now_s += both.game.left_s(side) - 1
                both.do("refuel", 0)
            both.now_s += both.game.left_s(side) - (1 if _ == 0 else 0)
            both.do("move", 0)
        assert both.game.state == FLAGGED
        assert both.thought(side) == days * DAY / 2
        assert both.thought(1 - side) == days * DAY / 2 - SECOND
        assert both.model.lost == both.model.end - SECOND
