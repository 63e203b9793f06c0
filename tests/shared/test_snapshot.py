"""A stopped game kept as plain values and taken back: it goes on as if nothing had happened."""

import json

from clockcore.arbiter import (
    add_time,
)
from clockcore.codes import (
    ADJUST,
    AT_ZERO,
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    ENDED,
    FISCHER,
    FLAGGED,
    GONG,
    HOURGLASS,
    LEFT,
    MOVE_TIMER,
    NONE,
    PAUSED,
    RIGHT,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.game import Game
from clockcore.period import ControlError, Period
from clockcore.snapshot import game_to_dict, restore_game
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, Play, control

# Places in a kept account.
PERIOD_INDEX = 0
IS_FLAGGED = 12
MAIN_MS = 17


def controls():
    """Return a control of every kind."""
    return (
        control(5 * MINUTE),
        control(3 * MINUTE, FISCHER, 2000),
        control(3 * MINUTE, FISCHER, 2000, timing=1),
        control(5 * MINUTE, BRONSTEIN, 3000),
        control(5 * MINUTE, DELAY, 5000),
        control(MINUTE, HOURGLASS),
        control(10_000, GONG),
        control(20_000, MOVE_TIMER),
        control(20_000, BYOYOMI, block_ms=5_000, block_count=5),
        control(20_000, CANADIAN, block_ms=60_000, block_count=5),
        control(0, UPCOUNT),
        control(20_000, SCRABBLE),
        TimeControl((Period(30_000, moves=3), Period(HOUR, FISCHER, 1000))),
        TimeControl((Period(30_000, transition=AT_ZERO), Period(HOUR))),
        TimeControl((Period(MINUTE),), (Period(HOUR),), name="odds"),
    )


def kept(game):
    """Return what JSON makes of a kept game."""
    return json.loads(json.dumps(game_to_dict(game)))


def play_on(play, presses):
    """Go on with a game, press after press, and return what came of it."""
    seen = []
    for index in range(presses):
        play.wait(1_711 + 97 * index)
        play.press(play.game.running_side if play.game.running_side < 2 else index & 1)
        seen.append((play.both_ms(), play.game.state, play.game.first_flag_side))
    return seen


def test_a_game_goes_on_as_if_nothing_had_happened():
    for each in controls():
        for start in STARTS:
            one = Play(each, start).begin()
            for index in range(7):
                one.wait(2_345)
                one.press(index & 1)
            one.wait(1_234).tick()
            one.game.pause(one.at())
            two = Play(each, start + 999_999)
            source = kept(one.game)
            restore_game(two.game, source, two.at())
            assert kept(two.game) == source
            one.wait(5_000)
            for play in (one, two):
                if play.game.state == PAUSED:
                    assert play.game.resume(play.at())
            assert play_on(one, 30) == play_on(two, 30)


def test_what_was_stopped_stays_what_it_was():
    for stop, state in (("end", ENDED), ("flag", FLAGGED), ("adjust", PAUSED)):
        play = Play(control(MINUTE, FISCHER, 1000)).begin()
        play.wait(1_000)
        if stop == "flag":
            play.wait(2 * MINUTE).tick()
        else:
            play.game.pause(play.at())
        if stop == "end":
            play.game.end(play.at())
        if stop == "adjust":
            play.game.adjust(play.at())
            assert play.game.state == ADJUST
        other = Game()
        restore_game(other, kept(play.game), 77)
        assert other.state == state, stop
        assert other.first_flag_side == play.game.first_flag_side
        assert other.running_side == 2
        for side in (LEFT, RIGHT):
            assert other.remaining_ms(side) == play.game.remaining_ms(side)


def test_a_running_game_is_not_kept():
    play = Play(control(MINUTE)).begin()
    try:
        game_to_dict(play.game)
        raise AssertionError("kept")
    except ControlError as error:
        assert str(error) == "a running game cannot be kept: pause first"


def damage(source, path, value):
    """Return a copy of `source` with one value changed; None takes it away."""
    copy = json.loads(json.dumps(source))
    place = copy
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return copy


def test_a_kept_account_is_a_list_in_a_fixed_order():
    play = Play(control(5 * MINUTE)).begin()
    play.wait(2 * 5 * MINUTE).tick()
    play.game.pause(play.at())
    play.account(RIGHT).main.add(-77)
    left, right = kept(play.game)["accounts"]
    assert len(left) == 39
    assert (left[PERIOD_INDEX], left[IS_FLAGGED], left[MAIN_MS]) == (0, 1, 0)
    assert (right[IS_FLAGGED], right[MAIN_MS]) == (0, 299_923)


def test_every_damaged_field_is_refused_and_changes_nothing():
    play = Play(control(5 * MINUTE, FISCHER, 3000)).begin()
    play.think(LEFT, 5_000)
    play.game.pause(play.at())
    add_time(play.game, LEFT, 1000, play.at())
    source = kept(play.game)
    target = Play(control(MINUTE, NONE)).game
    before = kept(target)
    cases = [((name,), None) for name in source]
    cases += [((name,), "x") for name in source]
    for kind in ("accounts", "before_press"):
        for place in range(len(source[kind][0])):
            cases.append(((kind, 1, place), "x"))
            cases.append(((kind, 0, place), 1 << 40))
            cases.append(((kind, 1, place), True))
        cases.append(((kind, 0, 0), None))
        cases.append(((kind,), []))
        cases.append(((kind, 0), 5))
    for name in source["correction"]:
        cases.append((("correction", name), None))
        cases.append((("correction", name), "x"))
    for name in ("offences", "history", "correction_change"):
        cases += [((name,), []), ((name, 0), "x"), ((name, 1), 1 << 30)]
    for place in range(6):
        cases += [(("correction", "numbers", place), -1), (("correction", "numbers", place), 9)]
    cases += [
        (("offences", 0), -1),
        (("history", 7), -1),
        (("history_next",), 8),
        (("history_count",), 9),
        (("first_periods",), 2),
        (("correction", "accounts", 0, MAIN_MS), "x"),
        (("correction", "accounts"), []),
        (("correction", "control", "periods"), []),
        (("correction", "first_periods"), 2),
        (("format",), 0),
        (("format",), 3),
        (("format",), True),
        (("state",), 2),
        (("state",), 9),
        (("accounts", 0, MAIN_MS), -1),
        (("accounts", 0, MAIN_MS), 86_400_000),
        (("accounts", 0, IS_FLAGGED), 2),
        (("accounts", 0, PERIOD_INDEX), 1),
        (("control", "periods"), []),
        (("white_side",), 2),
        (("freeze",), 1),
    ]
    for path, value in cases:
        bad = damage(source, path, value)
        if path == ("control",) and value is None:
            bad["control"] = None
        try:
            restore_game(target, bad, 5)
        except ControlError as error:
            assert "\n" not in str(error) and str(error)
        else:
            raise AssertionError(str((path, value)))
        assert kept(target) == before, path
    for nonsense in (None, 5, "x", [], {}):
        try:
            restore_game(target, nonsense, 5)
            raise AssertionError(str(nonsense))
        except ControlError:
            assert kept(target) == before
