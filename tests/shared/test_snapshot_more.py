"""What a kept game has beside its times: history, offences, corrections, and the old format."""

import gc
import json

from clockcore.arbiter import (
    add_time,
    can_undo_correction,
    illegal_move,
    past_move,
    swap_white,
    undo_correction,
    undo_press,
)
from clockcore.codes import BYOYOMI, FISCHER, LEFT, NONE, PAUSED, RIGHT
from clockcore.control_change import change_control
from clockcore.game import Game
from clockcore.period import Period
from clockcore.snapshot import game_to_dict, restore_game
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, Play, control, refused

# What a clock of format 1 kept: 1:00 + 2 s for 2 moves, then 0:30 + 2 s; LEFT thinks for 1.5 s.
FORMAT_1 = (
    '{"format":1,"control":{"name":"format 1","bonus_timing":"before","freeze":true,"periods"'
    ':[{"main_ms":60000,"method":1,"bonus_ms":2000,"bonus_from_move":1,"cap_ms":0,"moves":2,"'
    'transition":0,"block_ms":0,"block_count":0,"repeat":false},{"main_ms":30000,"method":1,"'
    'bonus_ms":2000,"bonus_from_move":1,"cap_ms":0,"moves":0,"transition":0,"block_ms":0,"blo'
    'ck_count":0,"repeat":false}]},"freeze":true,"accounts":[{"period_index":1,"delay_left_ms'
    '":0,"turn_used_ms":1500,"block_left_ms":0,"blocks_left":0,"block_moves":0,"moves":2,"end'
    '_move":0,"interim_left_ms":0,"low_time_ms":10000,"told_second":99,"overtime":false,"is_f'
    'lagged":false,"low_time_told":false,"at_ceiling":false,"ceiling_told":false,"main":[0,78'
    '500],"booked_main":[0,17500],"booked_delay":[0,0],"booked_overtime":[0,0],"booked_after_'
    'flag":[0,0],"added_bonus":[0,6000],"added_give_back":[0,0],"added_period":[0,90000],"add'
    'ed_hourglass":[0,0],"added_correction":[0,0],"lost_at_ceiling":[0,0]},{"period_index":1,'
    '"delay_left_ms":0,"turn_used_ms":1000,"block_left_ms":0,"blocks_left":0,"block_moves":0,'
    '"moves":2,"end_move":0,"interim_left_ms":0,"low_time_ms":10000,"told_second":99,"overtim'
    'e":false,"is_flagged":false,"low_time_told":false,"at_ceiling":false,"ceiling_told":fals'
    'e,"main":[0,88000],"booked_main":[0,8000],"booked_delay":[0,0],"booked_overtime":[0,0],"'
    'booked_after_flag":[0,0],"added_bonus":[0,6000],"added_give_back":[0,0],"added_period":['
    '0,90000],"added_hourglass":[0,0],"added_correction":[0,0],"lost_at_ceiling":[0,0]}],"bef'
    'ore_press":[{"period_index":1,"delay_left_ms":0,"turn_used_ms":11000,"block_left_ms":0,"'
    'blocks_left":0,"block_moves":0,"moves":2,"end_move":0,"interim_left_ms":0,"low_time_ms":'
    '10000,"told_second":99,"overtime":false,"is_flagged":false,"low_time_told":false,"at_cei'
    'ling":false,"ceiling_told":false,"main":[0,80000],"booked_main":[0,16000],"booked_delay"'
    ':[0,0],"booked_overtime":[0,0],"booked_after_flag":[0,0],"added_bonus":[0,6000],"added_g'
    'ive_back":[0,0],"added_period":[0,90000],"added_hourglass":[0,0],"added_correction":[0,0'
    '],"lost_at_ceiling":[0,0]},{"period_index":0,"delay_left_ms":0,"turn_used_ms":1000,"bloc'
    'k_left_ms":0,"blocks_left":0,"block_moves":0,"moves":1,"end_move":2,"interim_left_ms":0,'
    '"low_time_ms":10000,"told_second":99,"overtime":false,"is_flagged":false,"low_time_told"'
    ':false,"at_ceiling":false,"ceiling_told":false,"main":[0,56000],"booked_main":[0,8000],"'
    'booked_delay":[0,0],"booked_overtime":[0,0],"booked_after_flag":[0,0],"added_bonus":[0,4'
    '000],"added_give_back":[0,0],"added_period":[0,60000],"added_hourglass":[0,0],"added_cor'
    'rection":[0,0],"lost_at_ceiling":[0,0]}],"state":3,"side_to_move":0,"white_side":0,"firs'
    't_flag_side":2,"presser":1,"flag_before_press":2,"since_press_ms":1500,"low_time_ms":100'
    '00,"idle_presses":0,"late_presses":0}'
)

CONTROLS = (
    TimeControl((Period(30_000, moves=3), Period(HOUR, FISCHER, 1000))),
    TimeControl((Period(MINUTE),), (Period(HOUR),), name="odds"),
    control(20_000, BYOYOMI, block_ms=5_000, block_count=5),
)


def kept(game):
    """Return what JSON makes of a kept game; its text needs room in one piece."""
    gc.collect()
    return json.loads(json.dumps(game_to_dict(game)))


def without(source, path):
    """Return a copy of `source` without one value."""
    copy = json.loads(json.dumps(source))
    place = copy
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return copy


def test_a_game_of_format_1_is_still_read_and_goes_on():
    play = Play(control(MINUTE), STARTS[2])
    play.game.default_ms = 5000
    play.game.offences[0] = 3
    restore_game(play.game, json.loads(FORMAT_1), play.at())
    game = play.game
    assert game.state == PAUSED and game.side_to_move == LEFT
    assert play.both_ms() == (78_500, 88_000)
    assert [account.moves for account in game.accounts] == [2, 2]
    assert game.offences == [0, 0] and game.history_count == 0
    assert (game.default_ms, game.default_left_ms) == (0, 0)
    assert not can_undo_correction(game)
    assert kept(game)["format"] == 2
    assert game.resume(play.at())
    play.think(LEFT, 500)
    assert play.left_ms(LEFT) == 80_000
    game.pause(play.at())
    assert undo_press(game, play.at())
    restore_game(game, json.loads(FORMAT_1), play.at())
    assert undo_press(game, play.at()), "the press that format 1 has kept"
    assert play.both_ms() == (80_000, 54_500) and game.side_to_move == RIGHT


def test_a_field_of_format_1_is_needed_there_and_one_of_format_2_is_not():
    source = json.loads(FORMAT_1)
    for name in source:
        bad = without(source, (name,))
        if name == "control":
            bad["control"] = None
        assert refused(restore_game, Game(), bad, 5)
    for name in source["accounts"][0]:
        assert refused(restore_game, Game(), without(source, ("accounts", 1, name)), 5)


def test_history_offences_and_default_time_are_kept():
    play = Play(control(5 * MINUTE))
    play.game.default_ms = 2 * MINUTE
    play.begin()
    for number in range(11):
        play.think(number & 1, 1000 + number)
    play.game.pause(play.at())
    assert illegal_move(play.game, MINUTE, play.at())
    game = Game()
    restore_game(game, kept(play.game), 77)
    assert game.default_ms == 2 * MINUTE
    assert game.default_left_ms == play.game.default_left_ms == 2 * MINUTE - 11_055
    assert game.offences == [1, 0]
    assert game.history_count == 7
    for back in range(7):
        assert past_move(game, back) == ((9 - back) & 1, 1009 - back)


def test_the_last_correction_can_be_undone_after_a_restart():
    # T44: exactly, the press before it too; after the game has run on by its amounts
    for correct in (
        lambda game, at: add_time(game, LEFT, MINUTE, at),
        lambda game, at: illegal_move(game, MINUTE, at),
        lambda game, at: change_control(game, control(HOUR), at),
        lambda game, at: swap_white(game, at),
    ):
        for made in CONTROLS:
            play = Play(made, STARTS[2]).begin()
            for number in range(6):
                play.think(number & 1, 1000)
            play.wait(500)
            play.game.pause(play.at())
            before = kept(play.game)
            assert correct(play.game, play.at())
            after = kept(play.game)
            play = None  # a device has no room for two games and their copies
            two = Play(control(MINUTE), 5)
            restore_game(two.game, after, two.at())
            assert kept(two.game) == after
            assert undo_correction(two.game, two.at())
            assert kept(two.game) == before
            assert undo_press(two.game, two.at())
    play = Play(control(MINUTE)).begin()
    play.game.pause(play.at())
    add_time(play.game, LEFT, 9000, play.at())
    play.game.resume(play.at())
    play.game.pause(play.at())
    game = Game()
    restore_game(game, kept(play.game), 5)
    assert undo_correction(game, 5) and game.remaining_ms(LEFT) == MINUTE


def test_a_press_that_cannot_be_undone_any_more_is_not_missed():
    # T43: the control that it was made under has gone
    play = Play(TimeControl((Period(1000, moves=1), Period(HOUR)))).begin()
    play.think(LEFT, 100)
    play.think(RIGHT, 100)
    play.think(LEFT, 100)
    play.game.pause(play.at())
    for made in (control(HOUR), control(HOUR, FISCHER, 1000)):
        change_control(play.game, made, play.at())
    game = Game()
    restore_game(game, kept(play.game), 5)
    assert kept(game) == kept(play.game)
    assert not undo_press(game, 5) and undo_correction(game, 5)
    assert game.control.white_periods[0].method == NONE


def test_odds_stay_with_their_side_when_the_colors_have_changed():
    # T5, Laws 7.3: whoever ran first or swapped marks
    made = TimeControl((Period(MINUTE, FISCHER, 1000),), (Period(HOUR, FISCHER, 9000),))
    for swaps in (False, True):
        play = Play(made)
        play.press(LEFT if not swaps else RIGHT)  # RIGHT, preset as Black, runs first
        play.wait(100)
        play.game.pause(play.at())
        if swaps:
            swap_white(play.game, play.at())
        game = Game()
        restore_game(game, kept(play.game), 5)
        for side in (LEFT, RIGHT):
            assert game.accounts[side].period.bonus_ms == (1000 if side == LEFT else 9000)
        assert game.white_side == play.game.white_side == RIGHT
