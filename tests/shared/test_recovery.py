"""Games played again from records: as they were, whatever was recorded last."""

from clockcore.codes import (
    EV_END,
    EV_LATE,
    EV_PAUSE,
    EV_PRESS,
    EV_RELOAD,
    EV_RESUME,
    EV_SETUP,
    EV_START,
    LEFT,
    RIGHT,
    SIDES,
)
from clockcore.game import EVENT_FIELDS, EVENT_ROOM, Game
from clockcore.journal import J_MOVES, J_TIME
from clockcore.presets import preset
from clockcore.recovery import Recovery
from clockcore.ticks import ticks_add
from test_game_ranges import Dice

REPLAYED = (EV_START, EV_PRESS, EV_LATE, EV_PAUSE, EV_RESUME, EV_RELOAD, EV_END)
START = (1 << 29) - 5000  # the counter begins anew in the middle


def laid_out(number: int) -> Game:
    """Return a game with a preset laid out."""
    game = Game()
    game.set_up(preset(number), LEFT, START)
    return game


def summary(game: Game) -> tuple:
    """Return what must be the same."""
    return (
        game.state,
        game.side_to_move,
        game.first_flag_side,
        [
            (one.counter_ms(), one.moves, one.period_index, one.overtime, one.blocks_left)
            for one in game.accounts
        ],
    )


def test_a_game_of_every_preset_comes_back_as_it_was() -> None:
    """Any presses, pauses and late ones; recorded, then played again from the lay-out."""
    for number_of in range(1, 42):
        dice = Dice(number_of)
        game = laid_out(number_of)
        records = []
        seen = game.event_count
        at = START
        game.start(LEFT, at)
        for _ in range(60):
            at = ticks_add(at, dice.roll(40_000))
            what = dice.roll(10)
            if what < 7:
                game.press(dice.roll(2), at)
            elif what < 8:
                game.pause(at)
            else:
                game.resume(at)
            game.tick(at)
            while seen != game.event_count:
                slot = (seen & (EVENT_ROOM - 1)) * EVENT_FIELDS
                kind, side, when, value = game.events[slot : slot + 4]
                if kind in REPLAYED:
                    records.append((kind, side, when, value))
                seen += 1
        game.pause(at)
        again = laid_out(number_of)
        recovery = Recovery((again,))
        for number in range(len(records)):
            kind, side, when, value = records[number]
            recovery.take(number + 1, kind, side, when, value)
        last = records[-1][2]
        recovery.finish((at - last) % (1 << 29))
        assert summary(again) == summary(game), number_of
        assert recovery.has_run and not recovery.is_torn and not recovery.is_lost


def started() -> tuple:
    """Return a game whose first move was recorded, and its recovery."""
    game = laid_out(10)  # 3 min + 2 s
    recovery = Recovery((game,))
    recovery.take(1, EV_START, LEFT, 1000, 0)
    recovery.take(2, EV_PRESS, LEFT, 3000, 1)
    return game, recovery


def test_a_missing_record_is_noticed_and_a_pause_makes_it_good() -> None:
    game, recovery = started()
    recovery.take(4, EV_PRESS, LEFT, 9000, 2)
    assert recovery.is_torn
    recovery.take(5, EV_PAUSE, RIGHT, 12_000, 0)
    states = ((170_000, 2 | 1 << 20), (160_000, 1))
    number = 6
    for side in SIDES:
        recovery.take(number, J_TIME, side, 12_000, states[side][0])
        recovery.take(number + 1, J_MOVES, side, 12_000, states[side][1])
        number += 2
    assert not recovery.is_torn
    recovery.finish(0)
    assert [one.counter_ms() for one in game.accounts] == [170_000, 160_000]
    assert [one.moves for one in game.accounts] == [2, 1]
    assert game.side_to_move == LEFT


def test_what_was_corrected_and_not_kept_whole_is_set() -> None:
    """A period, too; the last one that is said is the one that counts."""
    game = laid_out(26)  # 90 min for 40 moves, then 30
    recovery = Recovery((game,))
    recovery.take(1, EV_START, LEFT, 1000, 0)
    recovery.take(2, EV_PAUSE, LEFT, 2000, 0)
    recovery.take(3, J_TIME, RIGHT, 2000, 1_800_000)
    recovery.take(4, J_MOVES, RIGHT, 2000, 41 | 1 << 16)
    recovery.finish(0)
    account = game.accounts[RIGHT]
    assert (account.counter_ms(), account.moves, account.period_index) == (1_800_000, 41, 1)


def test_another_game_cannot_be_known() -> None:
    _, recovery = started()
    recovery.take(3, EV_SETUP, 2, 5000, 0)
    assert recovery.is_lost


def test_without_records_the_games_stand_as_they_were_kept() -> None:
    game = laid_out(10)
    before = summary(game)
    recovery = Recovery((game,))
    recovery.finish(0)
    assert summary(game) == before and not recovery.has_run
