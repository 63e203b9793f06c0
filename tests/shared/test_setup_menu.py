"""SETUP: the programs one after the other, each with its meaning (T18, T36, T37)."""

from clockcore.codes import AFTER_MOVE, FISCHER, LEFT, METHOD_LETTERS, RIGHT
from clockcore.control_change import forced_count
from clockcore.field import LINE_COUNT, LINE_LENGTH, View
from clockcore.keeper import Keeper
from clockcore.period import Period
from clockcore.presets import PRESET_COUNT, preset
from clockcore.programs import Programs
from clockcore.settings import Settings
from clockcore.setup_menu import SetupMenu, lines_of, pages_of, window_of
from clockcore.texts import Texts
from clockcore.time_control import TimeControl
from desk_kit import Desk, Shelf


def menu_of(number: int, cells: int = 6) -> SetupMenu:
    """Return a menu that looks at a program."""
    settings = Settings()
    settings.program = number
    return SetupMenu(settings, cells, Programs(), Texts(0, cells), Keeper())


def test_stepping_goes_through_every_program_and_round_both_ends() -> None:
    menu = menu_of(1)
    settings = menu.settings
    menu.step(-1)
    assert settings.program == 301
    menu.step(1)
    seen = []
    for _ in range(PRESET_COUNT + 11):
        seen.append(settings.program)
        menu.step(1)
    assert seen == list(range(1, PRESET_COUNT + 1)) + list(range(101, 111)) + [301]
    assert settings.program == 1


def test_every_preset_has_pages_that_fit_and_the_letter_of_its_method() -> None:
    for number in range(1, PRESET_COUNT + 1):
        menu = menu_of(number)
        assert menu.pages
        for page in menu.pages:
            assert 0 < len(page) <= 9, page
        for period in preset(number).white_periods:
            letter = METHOD_LETTERS[period.method : period.method + 1]
            if letter != b" ":
                assert [page for page in menu.pages if page.startswith(letter)], number


def test_the_pages_of_90_minutes_for_40_moves_then_30_with_30_seconds() -> None:
    assert menu_of(26).pages == (b"1:30:00", b"F 0:30", b"n 40", b"30:00", b"F 0:30")


def test_odds_show_both_colors() -> None:
    """Armageddon: 5 against 4 minutes, 3 s from move 61."""
    pages = menu_of(29).pages
    assert pages == (
        b"UHItE", b"5:00", b"F 0:03", b"n 61", b"bLACk", b"4:00", b"F 0:03", b"n 61",
    )
    lines = menu_of(29).lines
    assert b"White" in lines and b"Black" in lines and b"1 5:00 +0:03" in lines
    seen = set()
    for turn in range(2):
        seen |= set(window_of(lines, turn))
    assert seen == set(lines) and b"1 4:00 +0:03" in seen and b"FREEZE on" in seen


def test_lines_fit_a_panel_whatever_the_control() -> None:
    """What has more than 8 lines comes window by window, its title always on top."""
    for number in range(1, PRESET_COUNT + 1):
        for line in menu_of(number).lines:
            assert len(line) <= LINE_LENGTH, line
    long = TimeControl(
        tuple([Period(35_999_000, FISCHER, 3_599_000, 61, moves=255) for _ in range(8)])
    )
    lines = lines_of(b"U  1", "a name that is longer than a line", long, Texts(1, 6))
    seen = set()
    for turn in range(20):
        window = window_of(lines, turn)
        assert len(window) <= LINE_COUNT and window[0] == b"U  1"
        seen |= set(window)
    assert seen == set(lines)
    for line in lines:
        assert len(line) <= LINE_LENGTH, line


def test_how_the_next_period_comes_is_part_of_the_meaning() -> None:
    """T20, T21: by the number of moves, or at zero for both."""
    by_count = preset(26)
    at_zero = forced_count(by_count, False)
    texts = Texts(0, 6)
    assert b"At 0" not in pages_of(by_count, 6, texts)
    assert b"At 0" in pages_of(at_zero, 6, texts)
    assert b"next for both at 0:00" in lines_of(b"", "", at_zero, texts)


def test_a_bonus_after_the_move_and_a_cap_are_part_of_the_meaning() -> None:
    """T10, T11."""
    made = TimeControl((Period(180_000, FISCHER, 2000, cap_ms=240_000),), None, AFTER_MOVE)
    texts = Texts(0, 6)
    assert pages_of(made, 6, texts) == (b"3:00", b"F 0:02", b"C 4:00", b"AFtEr")
    assert b"bonus after the move" in lines_of(b"", "", made, texts)
    assert b"  <4:00" in lines_of(b"", "", made, texts)


def test_a_spanish_panel_speaks_spanish() -> None:
    """No English name of a method or preset."""
    settings = Settings()
    settings.program = 35
    menu = SetupMenu(settings, 6, Programs(), Texts(1, 6), Keeper())
    assert b"Reloj de arena" in menu.lines
    for line in menu.lines:
        assert b"ourglass" not in line.lower() and b"HOURGLASS" not in line


def test_a_name_with_accents_is_latin_1_on_a_panel() -> None:
    programs = Programs()
    programs.rename(101, "Ni\u00f1os")
    settings = Settings()
    settings.program = 101
    menu = SetupMenu(settings, 6, programs, Texts(1, 6), Keeper())
    assert menu.lines[:2] == (b"U  1", b"Ni\xf1os")


def test_a_free_user_program_says_so() -> None:
    view = View()
    menu = menu_of(103)
    menu.view(LEFT, view, 0)
    assert view.word == b"U  3"
    menu.view(RIGHT, view, 0)
    assert view.word == b"FrEE"


def test_an_adjourned_game_shows_what_is_left_and_what_was_used() -> None:
    """Guidelines I: label, times and counters of both."""
    desk = Desk().keys("+!!").wait(60_000).press(LEFT).wait(30_000).keys("!")
    shelf = Shelf()
    shelf.games[2] = desk.clock.keep()
    settings = Settings()
    settings.program = 202
    menu = SetupMenu(settings, 6, Programs(), Texts(0, 6), shelf)
    assert menu.pages[1:] == (b"9:00", b"n 1", b"9:30", b"n 0")
    assert b"board 7" in menu.lines and b" Time used 1:00" in menu.lines
    settings.program = 203
    menu.look()
    assert menu.pages == (b"no",)
