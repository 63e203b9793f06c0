"""The small integers that everything passes around, and their names."""

from clockcore import codes
from clockcore.code_names import EVENT_NAMES, KEY_NAMES, METHOD_NAMES, SIDE_NAMES, STATE_NAMES


def test_the_names_stand_in_the_order_of_the_numbers() -> None:
    for names, first, last in (
        (METHOD_NAMES, codes.NONE, codes.TRIPLE_BLOCK),
        (STATE_NAMES, codes.SETUP, codes.ENDED),
        (SIDE_NAMES, codes.LEFT, codes.NEITHER),
        (KEY_NAMES, codes.KEY_BACK, codes.KEY_FORWARD),
    ):
        assert first == 0
        assert len(names) == last + 1
        assert len(set(names)) == len(names)


def test_every_method_and_state_has_its_own_name() -> None:
    for name in METHOD_NAMES:
        assert METHOD_NAMES[getattr(codes, name)] == name
    for name in STATE_NAMES:
        assert STATE_NAMES[getattr(codes, name)] == name
    for name in KEY_NAMES:
        assert KEY_NAMES[getattr(codes, "KEY_" + name.upper())] == name


def test_every_event_has_its_own_name() -> None:
    events = [name for name in dir(codes) if name.startswith("EV_")]
    assert len(events) == len(EVENT_NAMES) - 1
    for name in events:
        text = name[3:].lower().replace("_", "-")
        assert EVENT_NAMES[getattr(codes, name)] == text


def test_marks_are_single_bits_that_do_not_share() -> None:
    seen = 0
    for name in dir(codes):
        if name.startswith("MARK_"):
            bit = getattr(codes, name)
            assert bit > 0 and bit & (bit - 1) == 0, name
            assert not seen & bit, name
            seen |= bit


def test_other_is_the_opposite_side() -> None:
    assert codes.other(codes.LEFT) == codes.RIGHT
    assert codes.other(codes.RIGHT) == codes.LEFT
