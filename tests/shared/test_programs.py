"""Programs by number: presets, user programs, adjourned games; keeping the user programs."""

from clockcore.codes import AFTER_MOVE, FISCHER
from clockcore.control_dict import control_to_dict
from clockcore.period import Period
from clockcore.presets import PRESET_COUNT, preset, preset_name
from clockcore.programs import (
    ADJOURNED_COUNT,
    ADJOURNED_FIRST,
    USER_COUNT,
    USER_FIRST,
    Programs,
)
from clockcore.time_control import TimeControl
from shared_kit import refused


def test_presets_and_user_programs_have_a_control_and_a_name() -> None:
    programs = Programs()
    for number in range(1, PRESET_COUNT + 1):
        expected = control_to_dict(preset(number))
        assert control_to_dict(programs.control(number)) == expected
        assert programs.name(number) == preset_name(number)
        assert not programs.is_user(number)
    for number in range(USER_FIRST, USER_FIRST + USER_COUNT):
        assert programs.is_user(number)
        assert programs.control(number) is None and programs.name(number) == ""


def test_what_is_no_program_is_refused() -> None:
    programs = Programs()
    for number in (-1, 0, PRESET_COUNT + 1, 100, 111, 201, 999):
        for method in (programs.control, programs.name):
            assert str(number) in refused(method, number)
        assert not programs.is_user(number)
        assert "101 to 110" in refused(programs.set_user, number, None)
        assert "101 to 110" in refused(programs.rename, number, "x")


def test_a_user_program_keeps_a_control_under_its_own_name() -> None:
    programs = Programs()
    control = preset(26)
    programs.rename(103, " Liga ")
    programs.set_user(103, control)
    kept = programs.control(103)
    assert (kept.name, programs.name(103)) == ("Liga", "Liga")
    assert control.name == preset_name(26), "the given control is left as it was"
    assert kept.white_periods == control.white_periods
    programs.rename(103, "Liga B")
    assert programs.control(103).name == programs.name(103) == "Liga B"
    assert programs.control(102) is None and programs.control(104) is None
    programs.set_user(103, None)
    assert programs.control(103) is None and programs.name(103) == "Liga B"


def test_names_have_16_printable_latin_1_characters() -> None:
    programs = Programs()
    for name in ("", "a" * 16, "Blitz 3+2 (B.3)", "Pfingst-\xd6ffnung", "~ \xff"):
        programs.rename(110, name)
        assert programs.name(110) == name
    for name in ("a" * 17, "a\nb", "a\x7f", "a\xa0b", "a\xadb", "\u20ac", None, 5, b"abc"):
        assert "user program 10" in refused(programs.rename, 110, name)
    assert programs.name(110) == "~ \xff"


def test_the_ring_goes_through_presets_user_programs_and_adjourned_games() -> None:
    programs = Programs()
    programs.set_adjourned((205, 202))
    ring = list(range(1, PRESET_COUNT + 1)) + list(range(101, 111)) + [202, 205, 301]
    number = 1
    for place in range(1, len(ring) + 1):
        number = programs.step(number, 1)
        assert number == ring[place % len(ring)]
    for expected in reversed(ring):
        number = programs.step(number, -1)
        assert number == expected
    assert programs.step(1, len(ring)) == 1
    assert programs.step(1, 3) == 4 and programs.step(2, -2) == 301


def test_from_a_program_that_is_gone_the_ring_goes_on() -> None:
    programs = Programs()
    programs.set_adjourned((202, 204))
    assert (programs.step(203, 1), programs.step(203, -1)) == (204, 202)
    assert (programs.step(208, 1), programs.step(208, -1)) == (301, 204)
    programs.set_adjourned(())
    assert (programs.step(203, 1), programs.step(203, -1)) == (301, 110)
    for number in (200, ADJOURNED_FIRST + ADJOURNED_COUNT, 1):
        assert str(number) in refused(programs.set_adjourned, (201, number))
    assert programs.adjourned == ()


def test_user_programs_are_kept_and_taken_back() -> None:
    programs = Programs()
    programs.rename(101, "Liga \xd6")
    programs.set_user(101, preset(26))
    programs.set_user(105, preset(29))
    programs.rename(110, "leer")
    forced = TimeControl((Period(0, FISCHER, 30_000),), bonus_timing=AFTER_MOVE)
    assert forced.bonus_timing_forced, "T10"
    programs.set_user(106, forced)
    plain = programs.to_plain()
    again = Programs()
    again.rename(102, "goes away")
    again.take(plain)
    assert again.names == programs.names and again.to_plain() == plain
    for number in (101, 105, 106):
        one, two = programs.control(number), again.control(number)
        assert control_to_dict(one) == control_to_dict(two)
        assert one.bonus_timing_forced == two.bonus_timing_forced
    assert again.control(102) is None and again.name(102) == ""
    again.take([])
    assert again.to_plain() == Programs().to_plain()


def test_bad_plain_values_say_what_and_where_and_change_nothing() -> None:
    programs = Programs()
    programs.rename(101, "stays")
    long = Programs().to_plain()
    long[9] = {"control": {"periods": [{"x": 1}]}}
    for plain, says in (
        (None, "list"),
        ({}, "list"),
        ([{}] * 11, "11"),
        ([{}, 5], "user program 2"),
        ([{"name": 5}], "user program 1: name"),
        ([{}, {"name": "a" * 17}], "user program 2: name"),
        ([{}, {}, {"control": 7}], "user program 3"),
        ([{"control": {"periods": []}}], "user program 1: periods"),
        ([{"control": {"periods": [{"main_ms": -1}]}}], "user program 1: period 1: main"),
        (long, "user program 10"),
    ):
        assert says in refused(programs.take, plain), plain
        assert programs.name(101) == "stays"
    programs.take([{"name": "other"}])
    assert programs.name(101) == "other"
