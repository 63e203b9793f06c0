"""What an arbiter sets once: defaults, ranges, and what becomes of bad values."""

from clockcore.codes import LEFT, RIGHT
from clockcore.presets import PRESET_COUNT
from clockcore.settings import SETTINGS, Settings
from shared_kit import refused

DEFAULTS = [1, 0, LEFT, 10_000, False, True, 0, 0, 0, 0, 0, False, 0]
OTHERS = [110, 41, RIGHT, 20_000, True, False, 2, 1, 101, 4, 1, True, 7200]

# name, values that it takes, values that it refuses
RANGES = (
    (
        "program",
        (1, PRESET_COUNT, 101, 110, 201, 208),
        (0, -1, PRESET_COUNT + 1, 100, 111, 200, 209, True, None, "1"),
    ),
    ("last_program", (0, 1, PRESET_COUNT, 101, 110), (-1, PRESET_COUNT + 1, 100, 111, 201, False)),
    ("white_side", (LEFT, RIGHT), (-1, 2, True, None, [])),
    ("tenths_ms", (0, 10_000, 20_000), (-10_000, 1, 9_999, 10_001, 30_000, False, "0")),
    ("sound", (True, False), (0, 1, None, "true")),
    ("counter_allowed", (True, False), (0, 1, None)),
    ("freeze", (0, 1, 2), (-1, 3, True)),
    ("count", (0, 1, 2), (-1, 3, False)),
    ("choices_of", (0, 1, PRESET_COUNT, 101, 110), (-1, PRESET_COUNT + 1, 100, 111, 201)),
    ("event_class", (0, 1, 4), (-1, 5, True)),
    ("language", (0, 1), (-1, 2, True, "es")),
    ("tell", (True, False), (0, 1, None)),
    ("default_s", (0, 60, 3600, 7200), (-60, 1, 59, 61, 7201, 7260, None)),
)


def test_the_defaults_are_silent_and_in_order() -> None:
    settings = Settings()
    assert settings.values() == DEFAULTS
    assert [getattr(settings, name) for name in SETTINGS] == DEFAULTS
    assert len(SETTINGS) == len(RANGES)


def test_every_value_differs_from_its_default_after_taking_others() -> None:
    settings = Settings()
    assert settings.take(OTHERS) == []
    assert settings.values() == OTHERS
    for one, two in zip(OTHERS, DEFAULTS):
        assert one != two
    fresh = Settings()
    assert fresh.take(settings.values()) == []
    assert fresh.values() == OTHERS


def test_each_setting_takes_what_is_in_its_range_and_nothing_else() -> None:
    for index in range(len(RANGES)):
        name, good, bad = RANGES[index]
        assert SETTINGS[index] == name
        for value in good:
            settings = Settings()
            settings.change(name, value)
            assert getattr(settings, name) == value
            assert type(getattr(settings, name)) is type(value)
            values = list(OTHERS)
            values[index] = value
            assert settings.take(values) == []
            assert settings.values() == values
        for value in bad:
            settings = Settings()
            text = refused(settings.change, name, value)
            assert text.startswith("settings: " + name + ": "), text
            values = list(OTHERS)
            values[index] = value
            assert refused(settings.take, values) == text
            assert settings.values() == DEFAULTS, "nothing is taken"


def test_the_texts_say_what_is_needed() -> None:
    settings = Settings()
    for name, text in (
        ("program", "1 to 41, 101 to 110, 201 to 208"),
        ("last_program", "0, 1 to 41, 101 to 110"),
        ("tenths_ms", "0 to 20000 in steps of 10000"),
        ("sound", "true or false"),
        ("language", "0 to 1"),
    ):
        assert refused(settings.change, name, None) == (
            "settings: " + name + ": " + text + " is needed"
        )
    assert refused(settings.change, "brightness", 1) == "settings: brightness is unknown"
    assert refused(settings.change, "take", 1) == "settings: take is unknown"


def test_a_bad_value_alone_takes_its_default_where_that_is_asked_for() -> None:
    for index in range(len(RANGES)):
        name, _, bad = RANGES[index]
        for value in bad:
            values = list(OTHERS)
            values[index] = value
            settings = Settings()
            settings.take(OTHERS)
            assert settings.take(values, False) == [name]
            expected = list(OTHERS)
            expected[index] = DEFAULTS[index]
            assert settings.values() == expected


def test_short_long_and_foreign_lists_are_named_not_half_loaded() -> None:
    for length in range(len(SETTINGS)):
        settings = Settings()
        # From 8 on it is a list of an older firmware, whole as it is.
        missing = [] if length >= 8 else list(SETTINGS[length:])
        assert settings.take(OTHERS[:length], False) == missing
        assert settings.values() == OTHERS[:length] + DEFAULTS[length:]
        refused(settings.take, OTHERS[:length])
    settings = Settings()
    longer = list(OTHERS)
    longer.append(7)
    assert settings.take(longer, False) == ["more"]
    assert settings.values() == OTHERS
    assert refused(settings.take, longer) == "settings: a list of 13 is needed"
    assert settings.values() == OTHERS
    for foreign in (None, 5, "settings", {}, {"program": 3}):
        settings = Settings()
        settings.take(OTHERS)
        refused(settings.take, foreign)
        assert settings.values() == OTHERS
        assert settings.take(foreign, False) == list(SETTINGS)
        assert settings.values() == DEFAULTS


def test_what_was_taken_is_no_part_of_what_was_given() -> None:
    values = list(OTHERS)
    settings = Settings()
    settings.take(values)
    values[0] = 3
    assert settings.program == 110
    settings.values()[0] = 4
    assert settings.program == 110
