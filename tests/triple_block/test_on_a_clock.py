"""A game of Triple Block on a whole clock, through pins, displays and power cuts (T50 to T57)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from host_tools.bench import Bench
from host_tools.bench.live import LiveBench
from tests.triple_block.days_kit import (
    CLOCK_S,
    DAY_S,
    HOUR_S,
    START,
    begin,
    begun_at,
    choose,
    fields,
    off_until,
    press_key,
    select,
    started,
    state,
    time_of,
    words_of,
)

SETS = ("tm1637_6", "tm1637_4", "ht16k33", "max7219", "ssd1306")


@pytest.fixture(params=["micropython", "cpython"])
def runtime(request: pytest.FixtureRequest) -> str:
    """Return each runtime in turn."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    return str(request.param)


def test_a_game_is_begun_by_keys_and_played_by_the_lever(runtime: str) -> None:
    """T50, T51: 600 days are 50 and 50, and 4 a move; the press of the side to move is a move."""
    with started(runtime) as bench:
        off_until(bench, begun_at(bench) + timedelta(seconds=5))
        reply = state(bench)
        assert reply["mode"] == "triple_block" and reply["duration_days"] == 600
        assert time_of(reply["end"]) - time_of(reply["start"]) == timedelta(days=600)
        assert [side["bank_s"] for side in reply["sides"]] == [CLOCK_S] * 2
        assert str(bench.displays().left) == "50d 00 [running white]"
        bench.press("right")
        bench.advance_ms(100)
        assert bench.moves("right") == 0 and bench.running_side == "left"
        off_until(bench, begun_at(bench) + timedelta(days=1))
        bench.press("left", bounce_ms=[0, 2, 5])
        bench.advance_ms(100)
        left = state(bench)["sides"][0]
        assert (left["clock_s"], left["bank_s"], left["moves"]) == (CLOCK_S, 53 * DAY_S, 1)
        assert bench.running_side == "right" and bench.lamp("right") and not bench.lamp("left")


@pytest.mark.parametrize(
    ("off_s", "left_s"),
    [
        (1, CLOCK_S - 1),
        (HOUR_S, CLOCK_S - HOUR_S),
        (CLOCK_S - 1, 1),
        (CLOCK_S, 0),
        (60 * DAY_S, 0),
    ],
)
def test_t56_the_time_without_power_is_charged(runtime: str, off_s: int, left_s: int) -> None:
    """1 s, 1 h, 49 d 23:59:59, 50 d, 60 d: RUNNING again at once, or the flag at its second."""
    with started(runtime) as bench:
        start = begun_at(bench)
        off_until(bench, start + timedelta(seconds=off_s))
        reply = state(bench)
        assert reply["sides"][0]["clock_s"] == left_s
        assert time_of(reply["sides"][0]["zero"]) == start + timedelta(seconds=CLOCK_S)
        assert reply["state"] == ("RUNNING" if left_s else "FLAGGED")
        assert reply["flag"] == (None if left_s else "left")
        if left_s == 0:
            assert "FLAG" in words_of(bench, "left").pop() or "FLAG" in words_of(bench, "left")
            bench.press("left")
            bench.advance_ms(100)
            assert bench.moves("left") == 0, "the clock at 0 is the flag (T52)"
            lines = bench.console({"cmd": "days_journal"})["lines"]
            assert any(line.split(",")[2] == "flag" for line in lines)


def test_t56_the_last_second_counts_with_the_power_off_until_then(runtime: str) -> None:
    """One second before 0 a press is a move; at 0 it is none (T52): see the case above."""
    with started(runtime) as bench:
        off_until(bench, begun_at(bench) + timedelta(seconds=CLOCK_S - 1))
        bench.press("left")
        bench.advance_ms(100)
        assert bench.moves("left") == 1 and bench.running_side == "right"
        left = state(bench)["sides"][0]
        assert (left["clock_s"], left["bank_s"]) == (CLOCK_S, 4 * DAY_S + 1)


def test_t56_any_number_of_power_cuts_in_a_turn_changes_nothing(runtime: str) -> None:
    with started(runtime) as bench:
        start = begun_at(bench)
        for days in (1, 2, 3.5, 20):
            off_until(bench, start + timedelta(days=days))
            bench.advance_ms(7_300)
        now = time_of(state(bench)["time"])
        spent = int((now - start).total_seconds())
        assert state(bench)["sides"][0]["clock_s"] == CLOCK_S - spent


def test_t56_without_a_time_no_game_is_begun_and_that_is_said(runtime: str) -> None:
    """A clock chip that was never set, one that does not answer."""
    with Bench(runtime=runtime) as bench:
        begin(bench)
        assert bench.displays().left.text == "no dAt" and not bench.resets
        bench.advance_ms(3_000)
        bench.set_rtc(fields(START))
        bench.connect_rtc(False)
        press_key(bench, "play")
        bench.advance_ms(100)
        assert bench.displays().left.text == "no dAt" and not bench.resets
        bench.connect_rtc(True)
        press_key(bench, "play")
        bench.advance_ms(600)
        assert bench.state == "RUNNING"


def test_t56_a_dead_battery_is_said_and_a_host_sets_the_time_again(runtime: str) -> None:
    """Over a power cut the time is lost: nothing is guessed or charged before it is set."""
    with started(runtime) as bench:
        start = begun_at(bench)
        bench.set_rtc(None)
        bench.power_cycle(off_ms=3_600_000)
        bench.advance_ms(600)
        reply = state(bench)
        assert reply["time"] is None and reply["sides"][0]["clock_s"] == CLOCK_S
        assert "no dAt" in words_of(bench, "left", 6) & words_of(bench, "right", 6)
        assert not bench.lamp("left")
        bench.press("left")
        bench.advance_ms(100)
        assert bench.moves("left") == 0 and bench.displays().left.text == "no dAt"
        set_to = start + timedelta(days=10)
        assert bench.console({"cmd": "time", "set": fields(set_to)})["ok"]
        assert state(bench)["sides"][0]["clock_s"] == CLOCK_S - 10 * DAY_S
        assert bench.state == "RUNNING" and bench.lamp("left")


def test_a_clock_chip_that_does_not_answer_for_a_moment_changes_nothing(runtime: str) -> None:
    with started(runtime) as bench:
        bench.connect_rtc(False)
        bench.advance_ms(3_000)
        assert state(bench)["time"] is None
        bench.connect_rtc(True)
        bench.advance_ms(600)
        spent = int((time_of(state(bench)["time"]) - begun_at(bench)).total_seconds())
        assert state(bench)["sides"][0]["clock_s"] == CLOCK_S - spent


def test_t56_a_reading_with_a_wrong_bit_charges_nothing(runtime: str) -> None:
    """Noise on the bus, which checks nothing: a year more would be the flag. Two have to agree."""
    with started(runtime) as bench:
        for turn in range(3):
            bench.garble_rtc(1)
            bench.advance_ms(3_000)
            reply = state(bench)
            spent = int((time_of(reply["time"]) - begun_at(bench)).total_seconds())
            assert (reply["state"], reply["behind_s"]) == ("RUNNING", 0), turn
            assert reply["sides"][0]["clock_s"] == CLOCK_S - spent
        bench.garble_rtc(1)
        bench.press("left")
        bench.advance_ms(100)
        assert bench.moves("left") == 1 and state(bench)["time"][0] == START.year
    with Bench(runtime=runtime, rtc=fields(START)) as bench:
        select(bench)
        bench.garble_rtc(1)
        press_key(bench, "play")
        bench.advance_ms(600)
        assert begun_at(bench).year == START.year and state(bench)["behind_s"] == 0


def test_t50_a_clock_that_was_set_back_stands_and_says_so(runtime: str) -> None:
    """No time is given back; somebody with a calendar takes the new time for right."""
    with started(runtime) as bench:
        start = begun_at(bench)
        off_until(bench, start + timedelta(days=40))
        assert not bench.console({"cmd": "accept_time"})["ok"]
        bench.set_rtc(fields(start + timedelta(days=30)))
        bench.advance_ms(600)
        reply = state(bench)
        assert reply["behind_s"] == 10 * DAY_S
        assert reply["sides"][0]["clock_s"] == CLOCK_S - 40 * DAY_S
        assert "bAck" in words_of(bench, "left", 6)
        choose(bench, "dAtE", opens="plus")
        reply = state(bench)
        assert reply["behind_s"] == 0
        spent = int((time_of(reply["time"]) - start).total_seconds())
        assert reply["sides"][0]["clock_s"] == CLOCK_S - spent
        bench.power_cycle(off_ms=0)
        bench.advance_ms(100)
        assert state(bench)["behind_s"] == 0, "what was accepted is kept"


def test_t50_a_flag_by_a_wrong_time_is_taken_back_with_it(runtime: str) -> None:
    with started(runtime) as bench:
        start = begun_at(bench)
        bench.set_rtc(fields(start + timedelta(days=365)))
        bench.advance_ms(600)
        assert bench.state == "FLAGGED"
        bench.set_rtc(fields(start + timedelta(days=2)))
        bench.advance_ms(600)
        reply = bench.console({"cmd": "accept_time"})
        assert reply["ok"] and reply["state"] == "RUNNING" and reply["flag"] is None
        assert reply["sides"][0]["clock_s"] == pytest.approx(CLOCK_S - 2 * DAY_S, abs=1)


def test_t50_a_leap_day_is_a_day(runtime: str) -> None:
    """From 28 February 2028 to 1 March are two days; the chip's calendar knows it, too."""
    with started(runtime, start=datetime(2028, 2, 28, 12, 0, 0)) as bench:
        start = begun_at(bench)
        off_until(bench, start + timedelta(days=2))
        assert time_of(state(bench)["time"]) == start + timedelta(days=2)
        assert (start + timedelta(days=2)).day == 1
        assert state(bench)["sides"][0]["clock_s"] == CLOCK_S - 2 * DAY_S


def test_t50_a_change_of_zone_moves_dates_for_the_eye_alone(runtime: str) -> None:
    with started(runtime) as bench:
        before = state(bench)
        for _ in range(4):
            press_key(bench, "plus")
        assert bench.displays().left.text == "20:01:27"
        press_key(bench, "plus")
        seconds = begun_at(bench).second
        assert bench.displays().left.text == f"10:20:{seconds}"
        press_key(bench, "back")
        choose(bench, "UtC", opens="plus", answer="plus")
        for _ in range(12):
            press_key(bench, "plus")
        press_key(bench, "forward")
        for _ in range(2):
            press_key(bench, "plus")
        press_key(bench, "play")
        after = state(bench)
        assert after["zone_minutes"] == 13 * 60 + 30
        assert after["sides"][0]["zero"] == before["sides"][0]["zero"]
        for _ in range(4):
            press_key(bench, "plus")
        assert bench.displays().left.text == "20:01:27"
        press_key(bench, "plus")
        assert bench.displays().left.text == f"23:50:{seconds}"
        bench.power_cycle()
        bench.advance_ms(100)
        assert state(bench)["zone_minutes"] == 13 * 60 + 30


def test_pages_show_days_blocks_moves_and_the_instant_of_zero(runtime: str) -> None:
    """Bank, increment, moves, date and time of 0; after ten seconds the clocks are back."""
    with started(runtime) as bench:
        off_until(bench, begun_at(bench) + timedelta(days=3, hours=5))
        assert bench.displays().left.text == "46d 19"
        seen = []
        for _ in range(5):
            press_key(bench, "plus")
            seen.append(bench.displays().left.text)
        assert seen[:4] == ["b50d00", "i4 n50", "n 0", "20:01:27"]
        assert bench.displays().right.text == "-", "a clock that stands reaches no 0"
        press_key(bench, "minus")
        assert bench.displays().left.text == "20:01:27"
        bench.advance_ms(10_100)
        assert bench.displays().left.text == "46d 19"


def test_t52_back_held_refuels_on_ones_own_turn(runtime: str) -> None:
    with started(runtime) as bench:
        off_until(bench, begun_at(bench) + timedelta(days=30))
        press_key(bench, "back", hold_ms=1_100)
        left = state(bench)["sides"][0]
        assert left["refuels"] == 1
        assert left["clock_s"] == pytest.approx(CLOCK_S, abs=2)
        assert left["clock_s"] + left["bank_s"] == pytest.approx(70 * DAY_S, abs=3)
        press_key(bench, "back", hold_ms=500)
        assert state(bench)["sides"][0]["refuels"] == 1
        bench.power_cycle()
        bench.advance_ms(100)
        assert state(bench)["sides"][0]["refuels"] == 1
        bench.advance_ms(5_000)
        choose(bench, "FUEL", answer="back")
        assert state(bench)["sides"][0]["refuels"] == 1, "no to the question is no"
        choose(bench, "FUEL")
        assert state(bench)["sides"][0]["refuels"] == 2


@pytest.mark.parametrize("is_right", [True, False])
def test_t54_a_claim_stops_both_and_a_wrong_one_costs_its_time(
    runtime: str, is_right: bool
) -> None:
    with started(runtime) as bench:
        start = begun_at(bench)
        off_until(bench, start + timedelta(days=10))
        choose(bench, "CLAin")
        assert bench.state == "PAUSED" and state(bench)["stopped_for"] == "claim"
        assert "CLAin" in words_of(bench, "right", 6)
        claimed = time_of(state(bench)["time"])
        off_until(bench, claimed + timedelta(days=7))
        bench.press("left")
        bench.advance_ms(100)
        assert bench.moves("left") == 0 and bench.state == "PAUSED"
        choose(bench, "UALid" if is_right else "inUALd", opens="plus")
        assert bench.state == "RUNNING"
        left = state(bench)["sides"][0]["clock_s"] // DAY_S
        assert left == (39 if is_right else 32)


def test_t54_a_wrong_claim_that_took_everything_is_the_flag(runtime: str) -> None:
    with started(runtime) as bench:
        start = begun_at(bench)
        off_until(bench, start + timedelta(days=49))
        choose(bench, "APPEAL")
        off_until(bench, start + timedelta(days=55))
        choose(bench, "inUALd", opens="plus")
        reply = state(bench)
        assert reply["state"] == "FLAGGED" and reply["flag"] == "left"
        assert time_of(reply["sides"][0]["zero"]) == start + timedelta(days=50)
        fell = (start + timedelta(days=50)).strftime("%Y-%m-%dT%H:%M:%SZ")
        lines = bench.console({"cmd": "days_journal"})["lines"]
        assert lines[-1].split(",", 1)[1].startswith(f"{fell},flag,left,0,"), "its exact instant"
        assert lines[-2].split(",")[2] == "invalid"


def test_t54_a_captain_refuels_while_somebody_is_searched(runtime: str) -> None:
    with started(runtime, team=True) as bench:
        start = begun_at(bench)
        off_until(bench, start + timedelta(days=20))
        choose(bench, "FindL", opens="plus")
        assert state(bench)["sides"][0]["search"] is not None
        off_until(bench, start + timedelta(days=40))
        bench.advance_ms(5_000)
        choose(bench, "CAPt L", opens="plus")
        left = state(bench)["sides"][0]
        assert left["refuels"] == 1 and left["clock_s"] == pytest.approx(CLOCK_S, abs=5)
        bench.advance_ms(5_000)
        choose(bench, "LEFt 1", opens="plus")
        assert state(bench)["sides"][0]["search"] is None


def test_t54_with_guaranteed_time_the_director_stops_both_clocks(runtime: str) -> None:
    with started(runtime, guaranteed=True) as bench:
        start = begun_at(bench)
        assert state(bench)["end"] is None
        off_until(bench, start + timedelta(days=5))
        choose(bench, "FindL", opens="plus")
        bench.advance_ms(5_000)
        choose(bench, "5toP", opens="plus")
        assert bench.state == "PAUSED" and state(bench)["stopped_for"] == "substitution"
        stood = state(bench)["sides"][0]["clock_s"]
        off_until(bench, start + timedelta(days=25))
        assert state(bench)["sides"][0]["clock_s"] == stood
        choose(bench, "Go on", opens="plus")
        assert bench.state == "RUNNING"
        off_until(bench, start + timedelta(days=30))
        assert state(bench)["sides"][0]["clock_s"] == pytest.approx(stood - 5 * DAY_S, abs=9)


def test_t54_a_withdrawal_stops_both_and_is_not_offered_to_teams(runtime: str) -> None:
    with started(runtime) as bench:
        choose(bench, "rEtirE", opens="plus")
        assert bench.state == "PAUSED" and state(bench)["stopped_for"] == "withdrawal"
    with started(runtime, team=True) as bench, pytest.raises(AssertionError, match="offered"):
        choose(bench, "rEtirE", opens="plus")


def test_t55_a_bank_that_the_rules_do_not_know_is_asked_about(runtime: str) -> None:
    """365 days: a bank of 82.5 days."""
    with Bench(runtime=runtime, rtc=fields(START)) as bench:
        begin(bench, days=365)
        assert bench.displays().left.text in ("bAnc", "") and not bench.resets
        press_key(bench, "back")
        assert not bench.resets, "no leaves the fields open"
        press_key(bench, "play")
        press_key(bench, "forward")
        bench.advance_ms(600)
        assert bench.state == "RUNNING"
        assert state(bench)["sides"][0]["bank_s"] == 82 * DAY_S + DAY_S // 2


def test_a_start_at_the_next_midnight_waits_for_it(runtime: str) -> None:
    """T50: White's clock runs from 0:00 UTC on, with the power off, too."""
    with Bench(runtime=runtime, rtc=fields(START)) as bench:
        select(bench)
        for _ in range(7):
            press_key(bench, "forward")
        press_key(bench, "plus")
        press_key(bench, "play")
        bench.advance_ms(600)
        assert bench.state == "READY" and "5oon" in words_of(bench, "left", 6)
        bench.press("left")
        bench.advance_ms(100)
        assert bench.moves("left") == 0
        off_until(bench, datetime(2026, 12, 2, 6, 0, 0))
        assert bench.state == "RUNNING"
        assert state(bench)["sides"][0]["clock_s"] == CLOCK_S - 6 * HOUR_S


def test_an_ended_game_is_put_away_and_the_clock_is_one_of_hours_again(runtime: str) -> None:
    """The end is asked about; before it nothing puts the game away."""
    with started(runtime) as bench:
        assert not bench.console({"cmd": "put_away"})["ok"]
        choose(bench, "End", opens="plus", answer="back")
        assert bench.state == "RUNNING"
        choose(bench, "End", opens="plus")
        assert bench.state == "ENDED"
        off_until(bench, begun_at(bench) + timedelta(days=3))
        assert bench.state == "ENDED"
        choose(bench, "AUAy", opens="plus")
        bench.advance_ms(600)
        assert bench.state == "SETUP" and bench.program == 301
        assert "mode" not in bench.console({"cmd": "hello"})
        assert bench.console({"cmd": "program", "number": 10})["ok"]
        bench.press("right")
        bench.advance_ms(1_000)
        assert bench.running_side == "left" and bench.remaining_ms("left") == 179_000 + 2_000


def test_t56_a_board_whose_clock_chip_is_broken_gets_rid_of_its_game(runtime: str) -> None:
    """Nobody can set it: the director ends the game as it was last known, and puts it away."""
    with started(runtime) as bench:
        bench.advance_ms(5_000)
        spent = int((time_of(state(bench)["time"]) - begun_at(bench)).total_seconds())
        bench.connect_rtc(False)
        bench.advance_ms(60_000)
        assert state(bench)["time"] is None and not bench.lamp("left")
        choose(bench, "End", opens="plus", answer="back")
        assert bench.state == "RUNNING"
        choose(bench, "End", opens="plus")
        assert bench.state == "ENDED" and bench.displays().left.text == "donE"
        left = CLOCK_S - state(bench)["sides"][0]["clock_s"]
        assert spent <= left <= spent + 1, "charged up to the latest reading"
        bench.power_cycle()
        bench.advance_ms(600)
        assert bench.state == "ENDED"
        choose(bench, "AUAy", opens="plus")
        bench.advance_ms(600)
        assert bench.state == "SETUP" and "mode" not in bench.console({"cmd": "hello"})


def test_no_lamp_says_that_a_clock_runs_while_none_counts(runtime: str) -> None:
    """Without a time, and with one set back, both clocks stand: in lists and answers, too."""
    with started(runtime) as bench:
        start = begun_at(bench)
        assert bench.lamp("left") and not bench.lamp("right")
        for is_lost in (True, False):
            bench.set_rtc(None if is_lost else fields(start - timedelta(days=1)))
            bench.advance_ms(1_100)
            assert not bench.lamp("left"), is_lost
            press_key(bench, "plus", hold_ms=3_100)
            assert not bench.lamp("left"), is_lost
            press_key(bench, "back")
            press_key(bench, "back", hold_ms=1_100)
            assert bench.displays().left.text == ("no dAt" if is_lost else "donE")
            assert not bench.lamp("left"), is_lost
            bench.set_rtc(fields(start + timedelta(days=1)))
            bench.advance_ms(4_000)
            assert bench.lamp("left"), is_lost


def test_a_host_puts_an_ended_game_away_and_gets_its_answer(runtime: str) -> None:
    with started(runtime) as bench:
        choose(bench, "End", opens="plus")
        assert bench.console({"cmd": "put_away"})["ok"]
        bench.advance_ms(1_500)
        assert bench.state == "SETUP" and not bench.is_days


def test_a_host_looks_and_changes_nothing_but_the_time(runtime: str) -> None:
    with started(runtime) as bench:
        assert bench.console({"cmd": "hello"})["mode"] == "triple_block"
        assert bench.console({"cmd": "check"})["rtc"] == "ok"
        for command in ("program", "control", "settings", "selftest", "journal", "nonsense"):
            reply = bench.console({"cmd": command})
            assert not reply["ok"] and "a game of days is on the clock" in reply["error"]
        assert not bench.console_line("[1,").get("ok")
        for start in (-1, True, "x"):
            assert bench.console({"cmd": "days_journal", "from": start})["ok"] is False
        first = bench.console({"cmd": "days_journal"})
        assert first["lines"][0].split(",")[2] == "start"
        assert bench.console({"cmd": "days_journal", "from": first["next"]})["lines"] == []


def test_a_host_that_does_not_read_or_floods_the_line_stops_nothing(runtime: str) -> None:
    with started(runtime) as bench:
        bench.listen(False)
        bench.send('{"id": 1, "cmd": "state"}\n')
        bench.advance_ms(2_000)
        bench.send("x" * 900)
        bench.press("left")
        bench.advance_ms(200)
        assert bench.moves("left") == 1
        bench.listen(True)
        bench.send("\n")
        bench.advance_ms(1_500)
        assert state(bench)["sides"][0]["moves"] == 1


def test_ctrl_c_gives_the_repl_and_the_game_goes_on(runtime: str) -> None:
    """By way of a reset into service mode; at the next power-up the time is charged."""
    with started(runtime) as bench:
        start = begun_at(bench)
        bench.interrupt()
        bench.advance_ms(1_000)
        assert bench.is_repl and not bench.is_watchdog_armed
        bench.power_cycle(off_ms=DAY_S * 1000)
        bench.advance_ms(600)
        reply = state(bench)
        spent = int((time_of(reply["time"]) - start).total_seconds())
        assert spent > DAY_S and reply["sides"][0]["clock_s"] == CLOCK_S - spent


def test_a_hang_is_ended_by_the_watchdog_and_the_game_goes_on(runtime: str) -> None:
    with started(runtime) as bench:
        assert bench.is_watchdog_armed
        bench.press("left")
        bench.advance_ms(500)
        resets = len(bench.resets)
        bench.stall_ms(10_000)
        bench.advance_ms(11_000)
        assert len(bench.resets) == resets + 1
        assert bench.moves("left") == 1 and bench.running_side == "right"


@pytest.mark.parametrize("displays", SETS)
def test_every_display_set_shows_the_game(runtime: str, displays: str) -> None:
    """Days and hours by turns on four cells, on a panel everything at once."""
    with started(runtime, displays=displays) as bench:
        off_until(bench, begun_at(bench) + timedelta(days=3, hours=5))
        if displays == "ssd1306":
            lines = bench.lines("left")
            assert lines[0] == "White   0 moves" and lines[1].startswith("Clock  46d 19:00:0")
            assert lines[2] == "Bank   50d 00:00:00" and lines[3] == "Incr.  4d x 50"
            assert lines[4] == "Zero   20.01.2027" and lines[5].endswith("UTC")
            assert bench.lines("right")[0].startswith("Black")
            return
        seen = words_of(bench, "left", 12)
        if displays in ("tm1637_4", "ht16k33"):
            assert {"46d", "19h"} <= {word.replace(" ", "") for word in seen}
        else:
            assert seen == {"46d 19"}


def test_a_rocker_completes_moves_too(runtime: str) -> None:
    with started(runtime, board="virtual_rocker") as bench:
        for side in ("left", "right", "left"):
            bench.press(side)
            bench.advance_ms(500)
        assert (bench.moves("left"), bench.moves("right")) == (2, 1)


def test_displays_are_dim_after_ten_minutes_and_the_next_key_only_lights_them() -> None:
    with started(displays="ssd1306") as bench:
        bench.advance_ms(601_000)
        assert bench.displays().left.is_dim
        press_key(bench, "back", hold_ms=1_100)
        assert not bench.displays().left.is_dim and state(bench)["sides"][0]["refuels"] == 0
        bench.advance_ms(601_000)
        bench.press("left")
        bench.advance_ms(100)
        assert bench.moves("left") == 1, "a press counts in the dark"


def test_the_page_is_told_of_a_game_of_days() -> None:
    """It has words of its own for what the keys do then."""
    live = LiveBench(rtc=fields(START))
    try:
        assert not live.snapshot()["is_days"]
        begin(live.bench)
        told = live.snapshot()
        assert told["is_days"] and told["preset"] == 301 and told["state"] == "RUNNING"
        assert told["lamps"] == {"left": True, "right": False}
    finally:
        live.close()
