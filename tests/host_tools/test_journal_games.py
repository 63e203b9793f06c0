"""Games in a journal: played again from their records they show what the clock showed."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from clockcore import arbiter, control_change
from clockcore.codes import (
    BRONSTEIN,
    DELAY,
    ENDED,
    EV_PRESS,
    EV_RESUME,
    FISCHER,
    FLAGGED,
    LEFT,
    NEITHER,
    NONE,
    PAUSED,
    RIGHT,
    RUNNING,
    SIDES,
    other,
)
from clockcore.journal import J_DATE, J_LOST, J_POWER
from clockcore.period import Period
from clockcore.presets import PRESET_COUNT, preset
from clockcore.snapshot import game_to_dict, restore_game
from clockcore.time_control import TimeControl

from host_tools.journal import Entry
from host_tools.journal.games import changes, date_of, games_of, moments
from host_tools.journal.words import board_of, entry_text, kind_name
from host_tools.notation import parse_control
from tests.host_tools.journal_scribe import Player, Scribe, minutes, shown_by

pytestmark = pytest.mark.no_cover

MINUTE = 60_000


# --- any game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, PRESET_COUNT + 1))
def test_a_game_of_every_preset_shows_what_the_clock_showed(number: int) -> None:
    """Presses in and out of turn, pauses, flags, FREEZE on and off, the block of T16."""
    for seed in range(4):
        choice = random.Random(100 * number + seed)
        player = Player(preset(number), choice.choice(SIDES))
        game, scribe = player.game, player.scribe
        scale = choice.choice([2_000, 40_000, 400_000])
        for _ in range(60):
            what = choice.random()
            if what < 0.1:
                scribe.wait(choice.randrange(scale))
                game.press(other(game.side_to_move), scribe.at)
                scribe.look()
            elif game.state == RUNNING and what < 0.8:
                player.think(choice.randrange(scale))
            elif game.state == RUNNING:
                scribe.wait(choice.randrange(scale))
                if what < 0.85:
                    game.reload_block(scribe.at)
                    scribe.look()
                else:
                    player.pause(stand=what < 0.95)
            elif not game.resume(scribe.at):
                break
            scribe.look()
        game.end(scribe.at)
        scribe.stand()
        played = player.check()
        assert played.standings >= 1
        assert played.first_side == game.white_side
        assert played.ended == "ended"


@pytest.mark.parametrize("number", range(1, PRESET_COUNT + 1))
def test_whatever_an_arbiter_corrects_the_times_after_it_are_those_of_the_clock(
    number: int,
) -> None:
    for seed in range(3):
        choice = random.Random(7_000 + 100 * number + seed)
        player = Player(preset(number))
        game, scribe = player.game, player.scribe
        for _ in range(25):
            if game.state == RUNNING:
                for _ in range(choice.randrange(4)):
                    player.think(choice.randrange(1, 20_000))
                scribe.wait(choice.randrange(1, 9_000))
                if choice.random() < 0.2 and arbiter.undo_press(game, scribe.at):
                    player.shown.pop()
                    scribe.look()
                player.pause()
            if game.state not in (PAUSED, FLAGGED):
                break
            act, arguments = choice.choice(
                [
                    (arbiter.set_remaining, (choice.choice(SIDES), choice.randrange(600_000))),
                    (arbiter.add_time, (choice.choice((0, 1, 2)), choice.randrange(1, 90_000))),
                    (arbiter.add_time, (choice.choice(SIDES), -choice.randrange(1, 9_000))),
                    (arbiter.set_moves, (choice.choice(SIDES), choice.randrange(50))),
                    (arbiter.set_side_to_move, (choice.choice(SIDES),)),
                    (arbiter.set_freeze, (choice.random() < 0.5,)),
                    (arbiter.clear_flag, ()),
                    (control_change.change_control, (preset(choice.randrange(1, 42)),)),
                    (control_change.insert_increment, (game.side_to_move,)),
                ]
            )
            game.adjust(scribe.at)
            before = list(player.shown)
            has_changed = act(game, *arguments, scribe.at)  # type: ignore[operator]
            scribe.wait(300)
            game.leave_adjust(scribe.at)
            scribe.stand()
            if has_changed and choice.random() < 0.3:
                scribe.wait(500)
                arbiter.undo_correction(game, scribe.at)
                scribe.stand()
                assert player.shown == before
            if not game.resume(scribe.at):
                break
            scribe.look()
        game.end(scribe.at)
        scribe.stand()
        player.check()


# --- thinking ------------------------------------------------------------------------------------


def test_thinking_is_the_time_that_the_clock_ran_without_pauses() -> None:
    player = Player("5+3").think(1_500).think(2_000)
    player.scribe.wait(700)
    player.pause(9_000).resume().think(300)
    player.scribe.wait(400)
    player.pause(5_000).resume()
    player.scribe.wait(100)
    player.pause(2_000).resume().think(50)
    game = player.check()
    assert [move.used_ms for move in game.moves] == [1_500, 2_000, 1_000, 550]
    assert [move.number for move in game.moves] == [1, 1, 2, 2]


def test_a_press_that_is_undone_is_no_move_and_its_turn_goes_on() -> None:
    """T44: the presser is charged with the time since."""
    player = Player("5+3").think(1_500).think(2_000)
    player.scribe.wait(800)
    assert arbiter.undo_press(player.game, player.scribe.at)
    player.shown.pop()
    player.scribe.look()
    player.think(200)
    game = player.check()
    assert [move.used_ms for move in game.moves] == [1_500, 3_000]


def test_an_illegal_move_is_no_move_and_the_opponent_gets_his_bonus() -> None:
    """T42: what has passed since stays charged to the opponent."""
    player = Player("25").think(1_500).think(2_000).think(1_000)
    player.scribe.wait(600)
    player.pause().correct(arbiter.illegal_move, 2 * MINUTE)
    player.shown.pop()
    player.resume().think(250)
    game = player.check()
    assert [move.used_ms for move in game.moves] == [1_500, 2_000, 1_250]
    assert "right 0:24:57.400 -> 0:26:57.400" in " ".join(game.said.values())


def test_the_undo_of_an_illegal_move_brings_its_press_back() -> None:
    player = Player("5+3").think(1_500).think(2_000).pause().correct(arbiter.illegal_move, 0)
    assert arbiter.undo_correction(player.game, player.scribe.at)
    player.scribe.stand()
    player.resume().think(900)
    assert [move.used_ms for move in player.check().moves] == [1_500, 2_000, 900]


def test_of_two_corrections_only_the_last_is_undone() -> None:
    player = Player("5+3").think(1_500).think(2_000).pause()
    player.correct(arbiter.illegal_move, 0)
    player.shown.pop()
    player.correct(arbiter.add_time, LEFT, MINUTE)
    assert arbiter.undo_correction(player.game, player.scribe.at)
    player.scribe.stand()
    player.resume().think(900)
    assert [move.used_ms for move in player.check().moves] == [1_500, 2_900]


def test_late_presses_are_moves_without_a_number() -> None:
    """T31, FREEZE off: the flagged side's press only passes the turn."""
    control = TimeControl((Period(10_000, NONE),))
    player = Player(control).think(11_000).think(2_000).think(500)
    game = player.check()
    assert [(move.number, move.left_ms) for move in game.moves] == [
        (None, 0),
        (1, 8_000),
        (None, 0),
    ]
    assert [move.used_ms for move in game.moves] == [11_000, 2_000, 500]
    assert (game.flag_side, game.flag_move) == (LEFT, 0)
    assert game.result() == "left: flag, runs, 0:00:00.000 - 0:00:08.000"


# --- what may have been one thing or another -----------------------------------------------------


@pytest.mark.parametrize("is_set", [True, False])
@pytest.mark.parametrize("method", [BRONSTEIN, DELAY, FISCHER])
def test_a_correction_within_a_turn_is_known_by_what_the_clock_shows_next(
    is_set: bool, method: int
) -> None:
    """T12: after SET a delay gives back only what is used from then on, after bonus time all."""
    player = Player(TimeControl((Period(5 * MINUTE, method, 5_000),))).think(2_000).think(2_000)
    player.scribe.wait(3_000)
    player.pause()
    left = player.game.remaining_ms(LEFT)
    if is_set:
        player.correct(arbiter.set_remaining, LEFT, left + MINUTE)
    else:
        player.correct(arbiter.add_time, LEFT, MINUTE)
    player.resume().think(1_000).think(1_000).pause()
    game = player.check()
    assert len(game.courses) == 1 or method != BRONSTEIN


def test_what_a_correction_changed_is_said_where_the_clock_wrote_it_down() -> None:
    player = Player("5+3").think(1_500).pause().correct(arbiter.add_time, RIGHT, MINUTE)
    said = [text for text in player.check().said.values() if "corrected" in text]
    assert said == ["corrected: right 0:05:03.000 -> 0:06:03.000"]


# --- differences ---------------------------------------------------------------------------------


def changed_press(entries: list[Entry], place: int, ms: int) -> list[Entry]:
    """Return the entries with one press earlier or later."""
    index = [i for i, entry in enumerate(entries) if entry.kind == EV_PRESS][place]
    moved = replace(entries[index], at=(entries[index].at + ms) % (1 << 29))
    return [*entries[:index], moved, *entries[index + 1 :]]


def test_a_press_at_another_instant_is_a_difference_at_the_next_standing() -> None:
    """Given and not hidden; from there on what is recorded counts."""
    player = Player("5+3").think(1_500).think(2_000).pause().resume().think(1_000).pause()
    entries = changed_press(player.scribe.entries, 0, 100)
    (game,) = games_of(entries)
    stand = next(number for number, text in game.said.items() if "DIFFERS" in text)
    assert game.differences == [
        f"record {stand}: by the presses before it:"
        " left 0:05:04.400 -> 0:05:04.500, right 0:05:04.100 -> 0:05:04.000"
    ]
    assert shown_by(game)[2:] == player.shown[2:]


def test_a_press_that_is_taken_out_leaves_the_times_unknown_until_the_clock_stood() -> None:
    player = Player("5+3")
    for _ in range(4):
        player.think(1_000)
    player.pause().resume().think(500).pause()
    entries = player.scribe.entries
    index = [i for i, entry in enumerate(entries) if entry.kind == EV_PRESS][1]
    (game,) = games_of(entries[:index] + entries[index + 1 :])
    assert [move.left_ms for move in game.moves[:3]] == [player.shown[0][1], None, None]
    assert game.moves[1].used_ms is None, "when its turn began is not known"
    assert shown_by(game)[3:] == player.shown[4:]
    assert game.differences == [], "records are missing: that explains it"
    assert any("records are missing" in text for text in game.said.values())


def test_records_that_had_no_room_explain_a_difference() -> None:
    player = Player("5+3").think(1_500).think(2_000)
    player.scribe.write(J_LOST, NEITHER, 1)
    player.pause()
    entries = changed_press(player.scribe.entries, 0, 100)
    (game,) = games_of(entries)
    assert game.differences == []
    assert any("had no room" in text for text in game.said.values())


def test_a_wrong_flag_is_a_difference() -> None:
    player = Player(TimeControl((Period(10_000, NONE),))).think(1_000).think(10_500)
    entries = [
        replace(entry, who=LEFT) if entry.kind == 11 else entry
        for entry in player.scribe.entries
    ]
    (game,) = games_of(entries)
    assert "time left" in game.differences[0]


# --- where games begin and end -------------------------------------------------------------------


def test_games_follow_each_other_and_boards_are_apart() -> None:
    player = Player("5+3").think(1_000).pause()
    player.game.put_away(player.scribe.at)
    player.scribe.look()
    player.scribe.lay_out(parse_control("3+2"), RIGHT)
    player.game.start(RIGHT, player.scribe.at)
    player.think(700).think(800)
    entries = player.scribe.entries
    # The same once more on the second clock of a table, each record after that of the first.
    both = [
        replace(entry, who=entry.who | board << 4)
        for entry in entries
        for board in (0, 1)
        if not board or entry.kind != J_POWER
    ]
    both = [replace(entry, number=number) for number, entry in enumerate(both, 1)]
    games = games_of(both)
    assert [(game.board, len(game.moves)) for game in games] == [(0, 1), (1, 1), (0, 2), (1, 2)]
    assert [game.first_side for game in games] == [LEFT, LEFT, RIGHT, RIGHT]
    assert [game.ended for game in games] == ["put away", "put away", "", ""]
    assert all(not game.differences for game in games)
    assert shown_by(games[3]) == player.shown[1:]


def test_odds_are_given_to_the_side_that_has_them() -> None:
    control = TimeControl((Period(5 * MINUTE),), (Period(3 * MINUTE),))
    player = Player(control, RIGHT).think(1_000).think(2_000)
    game = player.check()
    assert game.moves[0].left_ms == 5 * MINUTE - 1_000
    assert game.moves[1].left_ms == 3 * MINUTE - 2_000


@pytest.mark.parametrize("freeze", [True, False])
def test_freeze_that_is_set_before_the_start_counts(freeze: bool) -> None:
    scribe = Scribe()
    scribe.lay_out(TimeControl((Period(10_000, NONE),), None, 0, not freeze))
    assert arbiter.set_freeze(scribe.game, freeze, scribe.at)
    scribe.look()
    scribe.game.start(LEFT, scribe.at)
    scribe.wait(12_000)
    scribe.game.press(LEFT, scribe.at)
    scribe.wait(1_000)
    scribe.game.pause(scribe.at)
    scribe.stand()
    (game,) = games_of(scribe.entries)
    assert game.differences == []
    assert len(game.moves) == (0 if freeze else 1)


def test_a_power_cut_in_the_middle_of_a_game_costs_what_the_clock_says() -> None:
    """The clock writes a pause at the last instant that it knows, then that it has started."""
    player = Player("5+3").think(1_500)
    player.scribe.wait(2_700)
    player.pause(stand=False)
    player.scribe.at = 0  # ticks begin anew
    player.scribe.write(J_POWER, 0, 0)
    player.scribe.stand()
    player.scribe.wait(4_000)
    player.resume().think(300)
    game = player.check()
    assert [move.used_ms for move in game.moves] == [1_500, 3_000]


def test_a_power_cut_that_was_never_taken_up_leaves_the_game_standing() -> None:
    player = Player("5+3").think(1_500)
    player.scribe.at = 0
    player.scribe.write(J_POWER, 0, 0)
    (game,) = games_of(player.scribe.entries)
    assert game.result() == "stands, 0:05:04.500 - 0:05:03.000"


def test_a_game_whose_beginning_is_gone_has_thinking_times_and_no_other() -> None:
    player = Player("5+3").think(1_500).think(2_000).think(1_000).think(900).pause()
    entries = player.scribe.entries
    first = [i for i, entry in enumerate(entries) if entry.kind == EV_PRESS][1]
    (game,) = games_of(entries[first:])
    assert game.is_taken_up and game.control is None
    assert [move.used_ms for move in game.moves] == [None, 1_000, 900]
    assert [move.left_ms for move in game.moves] == [None, None, None]
    assert game.result() == "stands, 0:05:06.500 - 0:05:06.100"


@pytest.mark.parametrize("is_first", [True, False])
def test_an_adjourned_game_goes_on_from_what_the_clock_wrote_down(is_first: bool) -> None:
    """The control may be recorded before the times or after; the turn goes on."""
    player = Player("90/40+30+30", RIGHT).think(61_000).think(30_000).think(20_000)
    player.scribe.wait(700)
    player.pause()
    kept = game_to_dict(player.game)
    player.game.put_away(player.scribe.at)
    player.scribe.look()
    player.scribe.lay_out(parse_control("3+2"))
    player.game.put_away(player.scribe.at)
    restore_game(player.game, kept, player.scribe.at)
    if is_first:
        player.scribe.look()
    else:
        player.scribe.control = player.game.control
        player.scribe.stand()
        player.scribe.write_control()
    player.scribe.stand()
    player.scribe.wait(1_000)
    player.resume().think(15_000).think(40_000).pause()
    first, second = games_of(player.scribe.entries)
    assert not first.differences and not second.differences
    assert shown_by(first) == player.shown[:3]
    assert shown_by(second) == player.shown
    assert (second.continues, second.first_side) == (first.number, RIGHT)
    assert second.moves[3].used_ms == 15_700
    assert [move.number for move in second.moves] == [1, 1, 2, 2, 3]


def test_an_adjourned_game_that_is_not_in_the_journal_begins_with_what_is_there() -> None:
    player = Player("90/40+30+30").think(61_000).think(30_000).think(20_000).pause()
    kept = game_to_dict(player.game)
    another = Scribe()
    restore_game(another.game, kept, another.at)
    another.stand()
    player.scribe = another
    player.game = another.game
    player.resume().think(15_000).think(40_000).pause()
    game = player.played()
    assert game.is_taken_up and game.continues is None and game.differences == []
    assert shown_by(game) == player.shown[3:]


def test_another_control_in_the_middle_is_that_from_there_on() -> None:
    """T43; and 5 s a move are inserted without a record of their own."""
    player = Player("25").think(1_500).think(2_000).pause()
    player.correct(control_change.change_control, parse_control("40/60m + 15m + 10s"))
    player.resume().think(3_000).think(2_500).pause()
    player.correct(arbiter.set_remaining, LEFT, 100_000)
    player.correct(control_change.change_control, parse_control("10"))
    player.correct(control_change.insert_increment, LEFT)
    player.resume().think(4_000).think(500)
    game = player.check()
    assert game.moves[2].left_ms == 25 * MINUTE - 1_500 - 3_000 + 10_000
    assert any("from here on: 60 min for 40 moves" in text for text in game.said.values())


def test_a_control_that_cannot_be_read_is_none() -> None:
    player = Player("5+3").think(1_500).think(1_000)
    entries = [
        replace(entry, value=entry.value ^ 15) if entry.kind == 72 and entry.at == 0 else entry
        for entry in player.scribe.entries
    ]
    (game,) = games_of(entries)
    assert game.control is None
    assert [move.used_ms for move in game.moves] == [1_500, 1_000]
    assert [move.left_ms for move in game.moves] == [None, None]


def test_an_end_keeps_both_times() -> None:
    player = Player("5+3").think(1_500)
    player.scribe.wait(800)
    player.game.end(player.scribe.at)
    assert player.game.state == ENDED
    player.scribe.stand()
    assert player.check().result() == "ended, 0:05:04.500 - 0:05:02.200"


def test_without_a_resume_record_nothing_is_made_up() -> None:
    player = Player("5+3").think(1_500).pause().resume().think(1_000).pause()
    entries = [entry for entry in player.scribe.entries if entry.kind != EV_RESUME]
    (game,) = games_of(entries)
    assert game.moves[1].left_ms is None
    assert game.differences == [] and any("missing" in text for text in game.said.values())


# --- dates ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "date", [(2026, 5, 17, 15, 2), (2000, 1, 1, 0, 1), (2099, 12, 31, 23, 59), (2028, 2, 29, 0, 0)]
)
def test_a_date_is_read_as_the_clock_wrote_it(date: tuple[int, int, int, int, int]) -> None:
    assert date_of(minutes(*date)) == datetime(*date)


@pytest.mark.parametrize(
    "value", [0, -1, minutes(2026, 2, 31, 0, 0), minutes(2100, 1, 1, 0, 0), 2**31 - 1]
)
def test_what_is_no_date_is_none(value: int) -> None:
    assert date_of(value) is None


def test_a_game_s_date_is_that_of_power_up_and_the_time_since_over_a_wrap_of_the_ticks() -> None:
    player = Player("5+3", start=(1 << 29) - 500, minutes=minutes(2026, 5, 17, 15, 2))
    player.think(62_000)
    game = player.check()
    assert game.start is not None
    assert game.start.date == datetime(2026, 5, 17, 15, 2, 1, 500_000)
    when = moments(player.scribe.entries)
    assert when[game.moves[0].record].since_ms == 63_500


@pytest.mark.parametrize("at_power_up", [0, minutes(2000, 1, 1, 0, 1), minutes(2031, 3, 4, 5, 6)])
def test_from_when_on_a_host_sets_the_date_it_is_that_one(at_power_up: int) -> None:
    """An evening that began with `sync-time` had no dates, or those of a clock that was wrong."""
    player = Player("5+3", minutes=at_power_up)
    player.think(2_000)
    player.pause()
    player.scribe.write(J_DATE, 7, minutes(2026, 12, 1, 19, 30))
    record = player.scribe.entries[-1].number
    player.resume()
    player.think(62_000)
    game = player.check()
    when = moments(player.scribe.entries)
    since = when[record].since_ms
    assert when[record].date == datetime(2026, 12, 1, 19, 30, 7)
    last = when[game.moves[-1].record]
    assert last.date == datetime(2026, 12, 1, 19, 30, 7) + timedelta(
        milliseconds=last.since_ms - since
    )
    first = when[player.scribe.entries[0].number]
    assert first.date == date_of(at_power_up)
    entry = next(one for one in game.entries if one.number == record)
    assert entry_text(entry, game) == "a host sets the real-time clock: 2026-12-01 19:30:07 UTC"
    assert kind_name(entry.kind) == "date" and board_of(entry) is None


def test_changes_are_said_in_words() -> None:
    player = Player("5+3")
    one = player.scribe.standing()
    two = replace(one, times=(1, 2), moves=(3, 0), periods=(0, 1), turn=RIGHT)
    assert changes(one, one) == ""
    assert changes(one, two) == (
        "left 0:05:03.000 -> 0:00:00.001, left move 0 -> 3,"
        " right 0:05:03.000 -> 0:00:00.002, right period 1 -> 2, turn left -> right"
    )
