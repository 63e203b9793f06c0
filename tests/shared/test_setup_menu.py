"""SETUP: the presets one after the other, each with its meaning, and the settings (T18, T36)."""

from clockcore.codes import LEFT
from clockcore.presets import PRESET_COUNT, preset
from clockcore.settings import Settings
from clockcore.setup_menu import METHOD_LETTERS, SetupMenu


def test_the_settings_start_with_sound_off() -> None:
    settings = Settings()
    assert settings.sound is False
    assert settings.preset == 1 and settings.white_side == LEFT
    assert settings.tenths_ms == 10_000


def test_tenths_are_off_or_start_at_10_or_20_seconds() -> None:
    # T36
    settings = Settings()
    for tenths in (0, 10_000, 20_000):
        settings.set_tenths(tenths)
        assert settings.tenths_ms == tenths
    for tenths in (-1, 1, 10_001, 30_000):
        try:
            settings.set_tenths(tenths)
        except ValueError as error:
            assert str(tenths) in str(error)
        else:
            raise AssertionError(tenths)
    assert settings.tenths_ms == 20_000


def test_stepping_goes_through_every_preset_and_round_both_ends() -> None:
    settings = Settings()
    menu = SetupMenu(settings, 6)
    menu.step(-1)
    assert settings.preset == PRESET_COUNT
    menu.step(1)
    seen = []
    for _ in range(PRESET_COUNT):
        seen.append(settings.preset)
        menu.step(1)
    assert seen == list(range(1, PRESET_COUNT + 1))
    assert settings.preset == 1


def test_every_preset_has_pages_that_fit_and_the_letter_of_its_method() -> None:
    settings = Settings()
    menu = SetupMenu(settings, 6)
    for number in range(1, PRESET_COUNT + 1):
        settings.preset = number
        menu.look()
        assert menu.pages
        for page in menu.pages:
            assert 0 < len(page) <= 9, page
        for period in preset(number).white_periods:
            if period.method in METHOD_LETTERS:
                letter = METHOD_LETTERS[period.method]
                assert any(page.startswith(letter) for page in menu.pages), number


def test_the_pages_of_90_minutes_for_40_moves_then_30_with_30_seconds() -> None:
    settings = Settings()
    menu = SetupMenu(settings, 6)
    for number in range(1, PRESET_COUNT + 1):
        periods = preset(number).white_periods
        if len(periods) == 2 and periods[0].moves == 40 and periods[0].main_ms == 5_400_000:
            settings.preset = number
            menu.look()
            if menu.pages[1] == b"F 0:30":
                assert menu.pages == (b"1:30:00", b"F 0:30", b"n 40", b"30:00", b"F 0:30")
                return
    raise AssertionError("no such preset")
