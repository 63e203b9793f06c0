"""Random keys in every menu: no dead end, no exception, no running game that changes (T40)."""

from __future__ import annotations

import pytest
from clockcore.codes import (
    ADJUST,
    MARKS_ON_COLON,
    MARKS_ON_DOTS,
    MARKS_ON_PANEL,
    NEITHER,
    RUNNING,
    SETUP,
)
from desk_kit import Desk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared_kit import check_accounts

pytestmark = pytest.mark.no_cover

CLICKS = st.sampled_from(["<", "-", "!", "+", ">"])
HOLDS = st.sampled_from(["<1", "-1", "!1", "+1", ">1", "<3", "!3", "+3", ">3", "(<<)"])
HANDS = st.sampled_from(["left", "right", "1", "60000", "600000", "full", "room", "host"])
STEPS = st.lists(st.one_of(CLICKS, CLICKS, CLICKS, HOLDS, HANDS), max_size=60)
KINDS = st.sampled_from(
    [(4, MARKS_ON_COLON), (4, MARKS_ON_DOTS), (6, MARKS_ON_DOTS), (6, MARKS_ON_PANEL)]
)


def what_stands(desk: Desk) -> list:
    """Return everything of the games that no key may touch while a side runs."""
    found: list = []
    for game in desk.clock.table.games:
        found += [game.control, game.freeze, game.white_side, game.first_flag_side]
        found += list(game.offences)
        for account in game.accounts:
            found += [account.periods, account.period_index, account.moves]
            found.append((account.added_correction.days, account.added_correction.day_ms))
            found.append((account.added_bonus.days, account.added_bonus.day_ms))
    return found


def what_time_brings(desk: Desk) -> list:
    """Return what may change by itself while a side runs: periods at zero, flags, the end."""
    found: list = []
    for game in desk.clock.table.games:
        for account in game.accounts:
            found += [account.period_index, account.is_flagged, account.interim_left_ms > 0]
    return found


def step(desk: Desk, one: str) -> None:
    """Do one step, and check that it left a running game alone."""
    clock = desk.clock
    if one in ("left", "right"):
        desk.press(0 if one == "left" else 1)
    elif one in ("full", "room"):
        desk.shelf.has_room = one == "room"
    elif one == "host":
        if clock.state() != RUNNING:
            clock.choose_program(10, desk.at())
            desk.look()
    elif one.isdigit():
        desk.wait(int(one))
    else:
        ran = clock.state() == RUNNING
        before = what_stands(desk)
        brought = what_time_brings(desk)
        desk.keys(one)
        # A long hold of PLAY pauses and opens ADJUST; nothing is changed by that either.
        if ran and brought == what_time_brings(desk):
            assert what_stands(desk) == before, one
    for game in clock.table.games:
        assert (game.running_side != NEITHER) == (game.state == RUNNING)
        for account in game.accounts:
            assert account.main.day_ms >= 0 and account.moves >= 0
            assert 0 <= account.period_index < len(account.periods)
    assert not (clock.is_off and clock.state() == RUNNING), "a game in the dark"
    assert (clock.state() == ADJUST) == (clock.has_menu() and clock.state() != SETUP)


def leave(desk: Desk) -> None:
    """Leave whatever is open with BACK alone; it must not take more than a few."""
    for _ in range(8):
        if not desk.clock.has_menu():
            return
        desk.keys("<1")
        if desk.clock.has_menu():
            desk.keys("<")
    assert not desk.clock.has_menu(), "a dead end"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(kind=KINDS, rocker=st.booleans(), games=st.sampled_from([1, 1, 3]), steps=STEPS)
def test_random_keys_reach_no_dead_end_and_change_no_running_game(
    kind: tuple[int, int], rocker: bool, games: int, steps: list[str]
) -> None:
    """Every walk ends where BACK leads out, and from there a game can be laid out and started."""
    desk = Desk(kind[0], kind[1], rocker, games)
    for one in steps:
        step(desk, one)
    desk.keys("-")  # displays that are off or dim are lit by it
    leave(desk)
    clock = desk.clock
    if clock.state() == RUNNING:
        desk.keys("!")
    can_go_on = [game for game in clock.table.games if game.may_resume()]
    if can_go_on and not rocker:  # whatever has become of the other boards (T60)
        desk.keys("!")
        assert [game for game in can_go_on if game.state == RUNNING or game.first_flag_side < 2]
        desk.keys("!")
    for _ in range(games):  # the end of each: on a table the first that is left is offered
        if clock.state() == SETUP:
            break
        desk.keys(">3")
        adjusted = [game for game in clock.table.games if game.state == ADJUST]
        if adjusted:
            desk.keys(">" if games == 1 else ">>")  # which, and yes
    for script in ("<3", "<", "<"):
        if clock.state() == SETUP:
            break
        desk.keys(script)
    assert clock.state() == SETUP, desk.state
    assert clock.choose_program(1, desk.at())
    desk.look().keys("!")
    assert clock.state() == RUNNING


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=st.lists(st.one_of(CLICKS, CLICKS, HOLDS), max_size=80), program=st.integers(1, 41))
def test_random_keys_in_adjust_keep_the_game_whole(steps: list[str], program: int) -> None:
    """T43: whatever is set, the books balance and the game goes on or says why not."""
    desk = Desk()
    desk.clock.choose_program(program, desk.at())
    desk.look().keys("!").wait(2_000).press(desk.game.running_side).wait(1_000).keys("!+3")
    for one in steps:
        if desk.clock.state() == RUNNING:
            desk.keys("!+3")
        step(desk, one)
    leave(desk)
    check_accounts(desk.game)
