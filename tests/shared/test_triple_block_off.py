"""Triple Block over power cuts, dead batteries, clocks set back, leap days, zones (T50, T56)."""

from clockcore.calendar import DAY_S, LAST_DAY, day_number
from clockcore.codes import ENDED, FLAGGED, LEFT, NEITHER, READY, RIGHT, RUNNING
from clockcore.triple_block import (
    DONE,
    FLAG_FALLEN,
    HAS_ENDED,
    NO_TIME_KNOWN,
    TripleBlockGame,
    seconds_between,
)
from clockcore.triple_block_plan import TripleBlockPlan
from clockcore.triple_block_snapshot import from_plain, to_plain
from clockcore.triple_block_text import PAGE_ZERO_DATE, PAGE_ZERO_TIME, BlockText
from triple_kit import HOUR_S, START, Match, refused


def off_for(match: Match, seconds: int) -> Match:
    """Cut the power for some seconds: another object takes the kept values back."""
    kept = to_plain(match.game)
    match.game = from_plain(list(kept))
    assert to_plain(match.game) == kept
    assert not match.game.has_time, "nothing is known before the first reading"
    return match.wait(0, seconds).tick()


def test_t56_the_time_that_passed_without_power_is_charged_at_power_up() -> None:
    """1 s, 1 h, a second less than 50 days: the game is running again, to the second."""
    for seconds in (0, 1, HOUR_S, 50 * DAY_S - 1):
        match = Match(600)
        off_for(match, seconds)
        assert match.game.state == RUNNING and match.game.side_to_move == LEFT
        assert match.blocks(LEFT) == (50 * DAY_S - seconds, 50 * DAY_S), seconds
        assert match.blocks(RIGHT) == (50 * DAY_S, 50 * DAY_S)
        assert match.zero_s(LEFT) == START + 50 * DAY_S


def test_t56_a_flag_that_fell_without_power_has_its_exact_instant() -> None:
    """50 days, 60 days, and as long as any clock can tell."""
    for seconds in (50 * DAY_S, 50 * DAY_S + 1, 60 * DAY_S, (LAST_DAY - 10_000) * DAY_S):
        match = Match(600)
        off_for(match, seconds)
        assert match.game.state == FLAGGED and match.game.flag_side == LEFT
        assert match.flag_s() == START + 50 * DAY_S, seconds
        assert match.days(LEFT) == (0, 50)


def test_t56_where_power_fails_in_a_turn_makes_no_difference() -> None:
    for first in (0, 1, 12 * DAY_S, 49 * DAY_S):
        match = Match(600)
        match.think(7, 7)
        match.wait(0, first).tick()
        off_for(match, 3 * HOUR_S)
        off_for(match, 1)
        assert match.blocks(RIGHT) == (50 * DAY_S - first - 3 * HOUR_S - 1, 50 * DAY_S)
        assert match.move() == DONE
        assert match.blocks(LEFT) == (50 * DAY_S, 47 * DAY_S - 7)


def test_t56_a_start_that_came_without_power_is_charged_from_the_start_on() -> None:
    match = Match(600)
    game = TripleBlockGame()
    game.set_up(
        TripleBlockPlan(600), RIGHT, START // DAY_S - 1, 0, START // DAY_S, START % DAY_S
    )
    assert game.state == READY
    match.game = game
    off_for(match, 2 * DAY_S + 3)
    assert match.game.state == RUNNING and match.blocks(RIGHT)[0] == 48 * DAY_S - 3


def test_t56_without_a_time_no_game_is_begun() -> None:
    game = TripleBlockGame()
    text = refused(game.set_up, TripleBlockPlan(600), LEFT, -1, 0, START // DAY_S, 0)
    assert "there is no time" in text and "battery" in text
    for wrong in ((LAST_DAY + 1, 0), (-1, 0), (5, DAY_S), (5, -1)):
        text = refused(game.set_up, TripleBlockPlan(600), LEFT, START // DAY_S, 0, *wrong)
        assert "start" in text
    text = refused(game.set_up, TripleBlockPlan(600), LEFT, 0, 0, LAST_DAY - 599, 0)
    assert "2199" in text


def test_t56_a_clock_that_has_lost_its_time_is_said_and_not_guessed() -> None:
    """Battery dead for three days: nobody can act; set right, all three are charged."""
    match = Match(600)
    match.think(1)
    match.wait(2).tick()
    game = match.game
    game.lose_time()
    assert not game.has_time and match.days(RIGHT) == (48, 50), "as it was last known"
    assert game.move(RIGHT, -1, 0) == NO_TIME_KNOWN
    assert game.refuel(RIGHT, -1, 0) == NO_TIME_KNOWN
    assert game.withdraw(-1, 0) == NO_TIME_KNOWN
    assert game.claim(RIGHT, False, 5, -1) == NO_TIME_KNOWN
    assert match.days(RIGHT) == (48, 50) and game.moves == [1, 0] and game.state == RUNNING
    match.wait(3).tick()
    assert game.has_time and match.days(RIGHT) == (45, 50)


def test_t56_a_game_can_be_ended_without_a_time_as_it_was_last_known() -> None:
    """The real-time clock is broken for good: what cannot be known is not charged either."""
    match = Match(600)
    match.think(1)
    match.wait(2).tick()
    game = match.game
    assert game.end(-1, 0) == DONE
    assert game.state == ENDED and match.days(RIGHT) == (48, 50)
    match.wait(90).tick()
    assert game.state == ENDED and match.days(RIGHT) == (48, 50) and game.flag_side == NEITHER
    assert game.end(-1, 0) == HAS_ENDED

    match = Match(600)
    match.wait(50)
    assert match.game.claim(LEFT, False, *match.reading()) == FLAG_FALLEN
    assert match.game.end(-1, 0) == DONE
    assert match.game.flag_side == LEFT and match.flag_s() == START + 50 * DAY_S


def test_t56_a_dead_battery_over_a_power_cut_charges_nothing_until_the_clock_is_set() -> None:
    match = Match(600)
    match.wait(5).tick()
    match.game = from_plain(to_plain(match.game))
    match.game.lose_time()
    assert match.days(LEFT) == (45, 50) and match.game.state == RUNNING
    match.wait(50)
    assert match.game.move(LEFT, -1, 0) == NO_TIME_KNOWN
    match.tick()
    assert match.game.state == FLAGGED and match.flag_s() == START + 50 * DAY_S


def test_t50_a_clock_set_back_gives_no_time_back_and_charges_no_second_twice() -> None:
    match = Match(600)
    match.wait(10).tick()
    game = match.game
    match.wait(-4).tick()
    assert game.behind_s == 4 * DAY_S and match.days(LEFT) == (40, 50)
    match.wait(3, 5).tick()
    assert game.behind_s == DAY_S - 5 and match.days(LEFT) == (40, 50)
    match.wait(0, DAY_S - 5).tick()
    assert game.behind_s == 0 and match.days(LEFT) == (40, 50)
    match.wait(0, 1).tick()
    assert match.blocks(LEFT)[0] == 40 * DAY_S - 1


def test_t50_a_move_on_a_clock_that_was_set_back_counts_from_the_latest_reading() -> None:
    match = Match(600)
    match.wait(10).tick()
    match.wait(-4)
    assert match.move() == DONE
    assert match.days(LEFT) == (50, 44)
    match.wait(5).tick()
    assert match.days(RIGHT) == (49, 50), "the four days were charged to White"


def test_t50_a_clock_set_back_over_a_power_cut_is_noticed() -> None:
    match = Match(600)
    match.wait(10).tick()
    off_for(match, -3 * DAY_S)
    assert match.game.behind_s == 3 * DAY_S and match.days(LEFT) == (40, 50)


def test_t50_a_time_before_the_latest_can_be_accepted() -> None:
    """The clock had run ahead: the turn goes on by the right time."""
    match = Match(600)
    match.wait(20).tick()
    match.wait(-15)
    assert match.game.accept_time(*match.reading())
    assert match.game.behind_s == 0 and match.days(LEFT) == (45, 50)
    assert not match.game.accept_time(-1, 0)
    match.think(0)
    match.wait(-2)
    assert match.game.accept_time(*match.reading())
    assert match.days(RIGHT) == (50, 50), "the turn begins where it is believed to be"
    match.wait(1).tick()
    assert match.days(RIGHT) == (49, 50)


def test_t50_a_flag_that_a_wrong_time_let_fall_is_taken_back_with_it() -> None:
    match = Match(600)
    match.wait(365).tick()
    assert match.game.state == FLAGGED
    match.wait(-355).tick()
    assert match.game.state == FLAGGED, "not by itself"
    assert match.game.accept_time(*match.reading())
    assert match.game.state == RUNNING and match.days(LEFT) == (40, 50)
    match.wait(40, -1).tick()
    assert match.game.state == RUNNING
    match.wait(0, 1).tick()
    assert match.game.state == FLAGGED and match.flag_s() == START + 50 * DAY_S


def test_t50_a_flag_that_fell_by_the_accepted_time_too_stays() -> None:
    match = Match(600)
    match.wait(365).tick()
    match.wait(-315)
    assert match.game.accept_time(*match.reading())
    assert match.game.state == FLAGGED and match.flag_s() == START + 50 * DAY_S


def test_t50_a_start_that_a_wrong_time_brought_is_taken_back_with_it() -> None:
    match = Match(600)
    match.wait(1).tick()
    match.wait(-3)
    assert match.game.accept_time(*match.reading())
    assert match.game.state == READY
    match.wait(4).tick()
    assert match.game.state == RUNNING and match.days(LEFT) == (48, 50)
    game = TripleBlockGame()
    game.set_up(TripleBlockPlan(600), LEFT, 9000, 0, 9010, 5)
    assert game.accept_time(8000, 0) and game.state == READY
    game.tick(9011, 5)
    assert game.left_s(LEFT) == 49 * DAY_S


def test_t50_a_leap_day_is_a_day_like_any_other() -> None:
    """29 February 2028: there is one; 2100 has none."""
    for year, month, expected in ((2028, 2, 2), (2027, 2, 1), (2100, 2, 1), (2028, 12, 4)):
        match = Match(600, start_s=day_number(year, month, 28) * DAY_S + 5)
        after = (year, 3, 1) if month == 2 else (year + 1, 1, 1)
        game = match.game
        game.tick(day_number(*after), 5)
        assert match.days(LEFT) == (50 - expected, 50), year


def test_t50_a_change_of_zone_changes_what_is_shown_and_no_account() -> None:
    """Summer time ends, the clock travels: accounts are UTC, the zone is for the eye."""
    match = Match(600)
    match.wait(3, 40).tick()
    text = BlockText()
    before = to_plain(match.game)
    shown = ""
    for zone in (0, 60, 120, -720, 840, 330):
        for page in (PAGE_ZERO_DATE, PAGE_ZERO_TIME):
            assert text.write_page(match.game, LEFT, page, 8, zone)
            shown += text.buffer[: text.length].decode() + " "
        assert to_plain(match.game) == before and match.blocks(LEFT)[0] == 47 * DAY_S - 40
    assert shown == (
        "20.01.2027 10:20:30 20.01.2027 11:20:30 20.01.2027 12:20:30 "
        "19.01.2027 22:20:30 21.01.2027 00:20:30 20.01.2027 15:50:30 "
    )


def test_the_difference_of_far_instants_stays_a_small_integer() -> None:
    assert seconds_between(0, 0, 0, 1) == 1
    assert seconds_between(0, 0, LAST_DAY, DAY_S - 1) < 1 << 30
    assert seconds_between(LAST_DAY, DAY_S - 1, 0, 0) > -(1 << 30)
    assert seconds_between(10, 5, 11, 4) == DAY_S - 1 == -seconds_between(11, 4, 10, 5)


def test_what_was_kept_and_is_no_game_is_refused_with_what_is_wrong() -> None:
    match = Match(600)
    match.think(3)
    good = to_plain(match.game)
    for value in good:
        assert -(1 << 30) < value < 1 << 30
    assert to_plain(from_plain(good)) == good
    for index, value, says in (
        (0, 9, "format 9"),
        (1, 299, "duration_days 299"),
        (2, 2, "has_guaranteed_time"),
        (4, 7, "state"),
        (7, 1, "reason"),
        (14, 0, "flag"),
        (17, 50 * DAY_S + 1, "clock_s"),
        (18, -1, "clock_s"),
        (19, None, "no whole number"),
        (21, True, "no whole number"),
        (10, LAST_DAY, "after the latest reading"),
        (8, LAST_DAY - 5, "2199"),
    ):
        bad = list(good)
        bad[index] = value
        text = refused(from_plain, bad)
        assert text.startswith("kept game of Triple Block: ") and says in text, (index, text)
    for bad in (None, [], list(good) * 2, good[:-1], "text", {}):
        assert "no list" in refused(from_plain, bad)
    flagged = list(good)
    flagged[4] = FLAGGED
    assert "flag" in refused(from_plain, flagged)
    empty = list(good)
    empty[17] = 0
    assert "at 0" in refused(from_plain, empty)
