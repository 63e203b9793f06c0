"""Settings, languages, default time, programs set by hand, and the lever (T40, T41)."""

from clockcore.codes import LEFT, RIGHT
from desk_kit import Desk


def test_settings_are_changed_in_a_menu_and_kept() -> None:
    """BACK held in SETUP: one field after the other, PLAY keeps all, BACK held keeps none."""
    desk = Desk().keys("<1")
    desk.keys("+>+>+>").keys("<1")
    assert (desk.clock.settings.sound, desk.clock.settings.white_side) == (False, LEFT)
    kept = desk.shelf.settings_kept
    desk.keys("<1+>+>+!")
    settings = desk.clock.settings
    assert (settings.white_side, settings.sound, settings.counter_allowed) == (RIGHT, True, False)
    assert desk.shelf.settings_kept == kept + 1 and desk.state == "SETUP"


def test_the_language_changes_every_word() -> None:
    """Spanish beside English: the last field of the settings."""
    desk = Desk().keys("<1>>>>>>>>>+!")
    assert desk.clock.settings.language == 1
    desk.keys("!-1")
    assert desk.texts() == ("bP SI", "bP SI")


def test_the_default_time_is_counted_down_on_request() -> None:
    """Laws 6.7: White's clock runs with nobody there; PLUS twice shows what is left of it."""
    desk = Desk()
    desk.clock.settings.default_s = 900
    desk.keys("+!!").wait(60_000)
    assert desk.keys("+").texts() == ("n  0", "n  0")
    desk.keys("+")
    assert desk.text(LEFT).startswith("A13.5") and desk.text(RIGHT) == desk.text(LEFT)


def test_a_moved_lever_stops_the_resume_until_it_is_seen_to() -> None:
    """T41: the word, the refusal, and the two ways on."""
    desk = Desk(rocker=True)
    desk.keys("!").press(RIGHT).wait(2000).press(LEFT).wait(2000).press(RIGHT).wait(2000)
    assert desk.state == "RUNNING"
    running = desk.game.running_side
    desk.keys("!").press(LEFT if desk.clock.levers[0].down_side == RIGHT else RIGHT).wait(300)
    words = set()
    for _ in range(30):
        words.add(desk.wait(100).text(LEFT))
    assert "LEUEr" in words
    desk.keys("!")
    assert desk.state == "PAUSED"
    assert desk.texts() == ("LEUEr", "LEUEr")
    desk.keys("!3").keys("!")  # the arbiter has looked at everything, and accepts it as it is
    assert desk.keys("!").state == "PAUSED"  # whose turn it is could not press
    desk.press(1 - running)
    assert desk.keys("!").state == "RUNNING" and desk.game.running_side == running


def test_a_game_that_a_host_lays_out_lights_displays_that_were_off() -> None:
    """T40: nobody may play in the dark."""
    desk = Desk().keys("!!").wait(1000).keys("!<3")
    assert desk.texts() == ("", "")
    assert desk.clock.choose_program(2, desk.at())
    desk.look().press(RIGHT).wait(1000)
    assert desk.state == "RUNNING" and desk.text(RIGHT) != ""


def test_a_game_that_runs_in_the_dark_is_paused_by_the_first_press() -> None:
    """T6: pause acts at the key's first edge, whatever the displays do."""
    desk = Desk().keys("!!").wait(1000)
    desk.clock.is_off = True
    assert desk.keys("!").state == "PAUSED" and desk.texts() != ("", "")


def test_back_from_the_place_of_a_manual_set_goes_back_to_its_fields() -> None:
    """Nothing that was set is lost; BACK held there leaves it all."""
    desk = Desk().keys("-" * 11)
    assert desk.text(LEFT) == "U  1"
    desk.keys(">>++").keys("!")
    place = desk.texts()
    desk.keys("<")
    assert desk.clock.has_menu() and desk.texts() != place
    desk.keys("!!")
    assert desk.state == "READY" and desk.clock.settings.program == 101
    desk.keys("<").keys(">1").keys("!").keys("<").keys("<1")
    assert not desk.clock.has_menu() and desk.state == "SETUP"


def test_another_user_program_is_replaced_only_after_a_question() -> None:
    """E18: the place says that it is taken; BACK keeps what was there."""
    desk = Desk().keys(">1!!")  # a copy of program 1 as U 1
    assert desk.clock.settings.program == 101 and desk.state == "READY"
    desk.keys("<")
    desk.clock.settings.program = 2
    desk.clock.keys_of_arbiter().setup.look()
    desk.keys(">1!").keys(">-!")  # offered U 2, stepped to U 1
    words = set()
    for _ in range(12):
        words.add(desk.wait(100).text(LEFT))
    assert "FULL" in words
    desk.keys("<")
    assert desk.clock.keys_of_arbiter().programs.control(101).white_periods[0].main_ms == 300_000
    desk.keys("!").keys(">-!").keys(">")
    assert desk.state == "READY" and desk.times() == (600_000, 600_000)


def test_without_room_a_user_program_stays_what_it_was() -> None:
    """The clock says FULL; what was set is still there, and so is what was kept before."""
    desk = Desk().keys(">1!!")
    assert desk.state == "READY" and desk.times() == (300_000, 300_000)
    desk.keys("<").keys(">")
    desk.shelf.has_room = False
    desk.keys(">>+!").keys("!")
    assert desk.texts() == ("FULL", "FULL") and desk.state == "SETUP"
    programs = desk.clock.keys_of_arbiter().programs
    assert programs.control(101).white_periods[0].main_ms == 300_000
    desk.shelf.has_room = True
    desk.keys("!").keys("!")
    assert desk.state == "READY" and desk.times()[LEFT] > 300_000
    desk = Desk().keys(">1")
    desk.shelf.has_room = False
    desk.keys("!!")
    assert desk.texts() == ("FULL", "FULL")
    assert desk.clock.keys_of_arbiter().programs.control(101) is None
    assert desk.clock.settings.program == 1


def test_an_edited_program_comes_as_it_was_edited() -> None:
    """FREEZE that was chosen before the start belongs to what the program was then."""
    desk = Desk().keys(">1!!").keys(">1")
    assert desk.game.freeze
    desk.keys("<").keys(">").keys("!!")
    assert desk.state == "READY" and desk.clock.settings.program == 101
    assert not desk.game.freeze


def test_the_default_time_of_the_settings_is_in_minutes() -> None:
    """Laws 6.7: 15 in the menu are 15 minutes on the clock."""
    desk = Desk().keys("<1>>>>>" + ">+>+++++!").keys("!")
    assert desk.clock.settings.default_s == 15 * 60
    assert desk.game.default_ms == 15 * 60_000


def test_choices_for_one_program_do_not_leak_to_another() -> None:
    """FREEZE chosen for one, forced count for another: each has its own or none."""
    desk = Desk()
    desk.clock.choose_program(1, desk.at())
    desk.look().keys(">1")
    assert desk.clock.settings.freeze == 1
    desk.clock.choose_program(26, desk.at())
    desk.look().keys("<1")
    settings = desk.clock.settings
    assert (settings.choices_of, settings.freeze, settings.count) == (26, 0, 2)


def test_four_digits_tell_long_default_times_apart() -> None:
    """Laws 6.7: whole minutes where there is no room for more."""
    for seconds, shown in ((3660, "A 61"), (5400, "A 90"), (7200, "A120")):
        desk = Desk(4)
        desk.clock.settings.default_s = seconds
        desk.keys("+!!").keys("++")
        assert desk.text(LEFT) == shown, (desk.text(LEFT), shown)
