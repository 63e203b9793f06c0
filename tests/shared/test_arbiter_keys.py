"""What an arbiter does with the keys before and beside a game (T5, T6, T37, T40)."""

from clockcore.codes import AT_ZERO, BY_COUNT, LEFT, MARKS_ON_PANEL, RIGHT
from desk_kit import Desk


def test_programs_are_chosen_by_number_and_laid_out() -> None:
    """PLUS and MINUS go round; PLAY lays out; BACK gives SETUP back."""
    desk = Desk()
    assert desk.texts() == ("P  1", "5.00")
    assert desk.keys("-").text(LEFT) == "d  1"
    assert desk.keys("-").text(LEFT) == "U  10"
    assert desk.keys("+++").text(LEFT) == "P  2"
    desk.keys("!")
    assert (desk.state, desk.text(RIGHT)) == ("READY", "10.00")
    assert desk.keys("<").state == "SETUP"


def test_a_held_key_repeats() -> None:
    """PLUS held for 3 s goes on every 0.2 s after the first second."""
    desk = Desk().keys("+3")
    assert desk.clock.settings.program == 1 + 1 + 1 + 9  # the long hold has the place of a repeat


def test_the_meaning_comes_page_by_page_and_stays_when_asked_for() -> None:
    """R24: all of 2 h, then 1 h, then 15 min + 30 s."""
    desk = Desk()
    desk.clock.settings.program = 18
    desk.clock.arbiter.clear()
    seen = []
    for _ in range(8):
        desk.keys("<")
        seen.append(desk.text(RIGHT))
        page = desk.text(RIGHT)
        assert desk.wait(2500).text(RIGHT) == page
    for page in ("2.00.00", "1.00.00", "15.00", "F 0.30"):
        assert page in seen, (page, seen)


def test_a_panel_shows_the_meaning_at_once() -> None:
    """T37: name, method, a line a period, FREEZE."""
    desk = Desk(marks=MARKS_ON_PANEL)
    desk.clock.settings.program = 26
    desk.clock.arbiter.clear()
    desk.clock.touch()
    lines = desk.look().lines(RIGHT)
    assert lines[0] == b"P 26" or lines[0] == b"P  26"
    assert b"1 1:30:00 +0:30 n40" in lines
    assert b"2 30:00 +0:30" in lines
    assert b"FREEZE on" in lines


def test_choices_before_the_start_are_shown_and_remembered() -> None:
    """White's side, FREEZE, SOUND, tenths, count display; kept at every change."""
    desk = Desk().keys("!")
    settings = desk.clock.settings
    kept = desk.shelf.settings_kept
    assert desk.keys(">1").texts() == ("Fr on", "Fr on")
    assert desk.game.freeze and settings.freeze == 1
    assert desk.keys("-1").texts() == ("bP on", "bP on") and settings.sound
    assert desk.keys("+").texts() == ("t 20", "t 20") and settings.tenths_ms == 20_000
    assert desk.keys("+").texts() == ("t oFF", "t oFF") and settings.tenths_ms == 0
    assert desk.keys("+1").texts() == ("n oFF", "n oFF") and not settings.counter_allowed
    desk.keys(">")
    assert desk.game.white_side == RIGHT and settings.white_side == RIGHT
    assert desk.shelf.settings_kept == kept + 6
    desk.keys("<!")
    assert desk.game.freeze  # the same program, laid out again
    desk.keys("<+!")
    assert not desk.game.freeze  # another one comes as it is
    assert desk.game.white_side == RIGHT


def test_forced_move_count_changes_how_the_next_period_comes() -> None:
    """T20, T21: BACK held in READY; a control that knows no number says no."""
    desk = Desk()
    desk.clock.choose_program(26, desk.at())
    period = desk.game.accounts[LEFT].period
    assert (period.transition, period.moves) == (BY_COUNT, 40)
    assert desk.look().keys("<1").texts() == ("Cnt oF", "Cnt oF")
    assert desk.game.accounts[LEFT].period.transition == AT_ZERO
    assert desk.keys("<1").texts() == ("Cnt on", "Cnt on")
    assert desk.game.accounts[LEFT].period.transition == BY_COUNT
    desk.clock.choose_program(1, desk.at())
    assert desk.keys("<1").texts() == ("no", "no")


def test_the_last_program_is_one_double_press_away() -> None:
    """BACK twice within half a second in SETUP; a slow pair is none (E18: not after a game)."""
    desk = Desk()
    desk.clock.choose_program(10, desk.at())
    desk.keys("<")
    desk.keys("++")
    assert desk.clock.settings.program == 12
    desk.keys("<<")
    assert desk.state == "SETUP"
    desk.keys("(<<)").wait(500)
    assert (desk.state, desk.times()) == ("READY", (182_000, 182_000))
    desk.keys("!").wait(1000).keys("!>3>")
    assert desk.state == "ENDED"
    assert desk.keys("(<<)").wait(500).state == "ENDED"
    desk.keys("<3").keys("(<<)").wait(500)
    assert (desk.state, desk.times()) == ("READY", (182_000, 182_000))


def test_while_a_side_runs_keys_change_nothing_but_pause_and_counter() -> None:
    """T40: every key, clicked and held for 3 s, while White runs."""
    desk = Desk().keys("!!")
    for script in ("<", "-", ">", "+", "<3", "-3", ">3", "+3", "(<<)"):
        desk.keys(script)
        assert desk.state == "RUNNING", script
        assert desk.moves() == (0, 0)
    left, right = desk.times()
    desk.keys("!")
    assert desk.state == "PAUSED"
    assert right == 300_000 and left < 300_000


def test_moves_are_counted_on_demand_and_the_last_ones_looked_at_in_pause() -> None:
    """R21: PLUS the counters, MINUS the last moves, one more at every click."""
    desk = Desk().keys("!!")
    for side, ms in ((LEFT, 3000), (RIGHT, 5900), (LEFT, 7900)):
        desk.wait(ms - 50).press(side)
    assert desk.keys("+").texts() == ("n  2", "n  1")
    desk.wait(4000).keys("!")
    desk.keys("-")
    assert desk.text(RIGHT) == "H  1" and desk.text(LEFT) == "0.07"  # rounded down
    desk.keys("-")
    assert desk.text(LEFT) == "H  2" and desk.text(RIGHT) == "0.05"
    desk.keys("-")
    assert desk.text(RIGHT) == "H  3"
    assert desk.keys("-").texts() == ("no", "no")
    assert desk.wait(3500).state == "PAUSED"


def test_displays_go_off_and_come_back_with_any_key() -> None:
    """T40: BACK held 3 s in PAUSED; the key that wakes them does nothing else."""
    desk = Desk().keys("!!").wait(4000).keys("!<3")
    assert desk.state == "PAUSED" and desk.texts() == ("", "")
    assert desk.shelf.sleeps == 1
    times = desk.times()
    desk.wait(7_200_000)
    assert desk.texts() == ("", "")
    desk.keys("!")
    assert desk.state == "PAUSED" and desk.times() == times
    assert desk.text(RIGHT) != ""
    assert desk.keys("!").state == "RUNNING"


def test_displays_stay_on_where_the_game_cannot_be_kept() -> None:
    """A full memory says no, and nothing is lost."""
    desk = Desk().keys("!!").wait(1000)
    desk.shelf.has_room = False
    desk.keys("!<3")
    assert desk.texts() == ("no", "no") and desk.state == "PAUSED"


def test_set_up_dims_after_ten_minutes_and_loses_nothing() -> None:
    """The key that lights the displays again does nothing else."""
    desk = Desk().keys("++")
    desk.wait(598_000)
    assert not desk.clock.frames[0][LEFT].is_dim
    desk.wait(3_000)
    assert desk.clock.frames[0][LEFT].is_dim and desk.clock.frames[0][RIGHT].is_dim
    desk.keys("+")
    assert not desk.clock.frames[0][LEFT].is_dim
    assert desk.text(LEFT) == "P  3"
    assert desk.keys("+").text(LEFT) == "P  4"


def test_a_game_of_days_opens_its_fields_and_needs_a_date() -> None:
    """T55, T56: without a real-time clock PLAY says why not, and the fields stay open."""
    desk = Desk().keys("-!")
    assert desk.text(LEFT) == "dAyS" and desk.text(RIGHT)[-3:] == "600"
    desk.keys("!")
    assert desk.text(LEFT) == "no dAt" and desk.clock.has_menu()
    desk.wait(3_100)
    assert desk.text(LEFT) == "dAyS"
    desk.keys(">>+").keys("!")
    menu = desk.clock.arbiter[0].menu
    assert menu.fields[0].value == 610 and menu.question is not None, "a bank of 55 days (T55)"
    desk.keys("<")
    assert menu.question is None and desk.clock.has_menu()
    desk.keys("<<<")
    assert not desk.clock.has_menu() and desk.text(LEFT) == "d  1"
