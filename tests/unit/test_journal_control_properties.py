"""Any time control comes back from its records, and any words are a control or refused."""

from clockcore.control_dict import control_to_dict
from clockcore.journal_control import control_of, control_words, white_side_of
from clockcore.period import ControlError
from clockcore.time_control import TimeControl
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.test_manual_menu_properties import controls


def plain(control: TimeControl) -> dict:
    """Return all of a control but its name."""
    return control_to_dict(control) | {"name": "", "forced": control.bonus_timing_forced}


@given(controls(), st.integers(0, 1))
def test_any_control_comes_back_from_its_words(control: TimeControl, white_side: int) -> None:
    words = control_words(control, None, white_side)
    assert all(0 <= word < 1 << 30 for word in words)
    assert plain(control_of(words)) == plain(control)
    assert white_side_of(words) == white_side


@given(controls(), st.data())
def test_changed_words_are_refused_or_say_something_else(
    control: TimeControl, data: st.DataObject
) -> None:
    words = control_words(control)
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] ^= 1 << data.draw(st.integers(0, 29))
    try:
        found = control_of(words)
    except ControlError as error:
        assert "\n" not in str(error)
        return
    assert control_words(found, None, white_side_of(words)) == words


@given(st.lists(st.integers(-(1 << 31), (1 << 31) - 1), max_size=8))
def test_any_words_at_all_are_a_control_or_refused_in_one_line(words: list[int]) -> None:
    try:
        control_of(words)
    except ControlError as error:
        assert "\n" not in str(error)
