"""Shapes of characters."""

from __future__ import annotations

import pytest
from drivers.seven_segment import DOT, SEGMENTS, character_of


@pytest.mark.parametrize("character", "0123456789-ACEFGHJLPUbdhnort ")
def test_a_shape_is_read_back(character: str) -> None:
    """Each shape stands for one character; a dot does not matter."""
    shape = SEGMENTS[ord(character)]
    assert character_of(shape) == character
    assert character_of(shape | DOT) == character


def test_digits_differ() -> None:
    """No two digits look alike, and none is blank."""
    digits = {SEGMENTS[ord(digit)] for digit in "0123456789"}
    assert len(digits) == 10
    assert 0 not in digits


def test_an_unknown_shape_is_a_question_mark() -> None:
    """Garbage on the wires is seen as such."""
    assert character_of(0x49) == "?"


def test_a_character_without_a_shape_is_blank() -> None:
    """What seven segments cannot draw stays dark."""
    assert SEGMENTS[ord("@")] == 0
