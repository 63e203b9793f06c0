"""Shapes of characters."""

from __future__ import annotations

import pytest
from drivers.seven_segment import DOT, SEGMENTS

from host_tools.bench.views import character_of


@pytest.mark.parametrize("character", "0123456789-=ACEFGHIJLPUbcdhiknoqrtuy ")
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


def test_no_two_shapes_are_the_same_but_5_and_s() -> None:
    """What is read is what was meant."""
    drawn: dict[int, str] = {}
    for code in range(33, 127):
        shape = SEGMENTS[code]
        if shape:
            drawn[shape] = drawn.get(shape, "") + chr(code)
    assert [same for same in drawn.values() if len(same) > 1] == ["5S"]


@pytest.mark.parametrize(
    "word", ["SAFE", "SErU", "bAt Lo", "UHItE", "bLACk", "Err", "FLAG", "LEUEr", "AdJ", "Fr oFF"]
)
def test_a_word_has_no_blank_letter(word: str) -> None:
    """Every letter of the words that are shown can be drawn; S reads 5."""
    read = "".join(character_of(SEGMENTS[ord(letter)]) for letter in word)
    assert read == word.replace("S", "5")


def test_an_unknown_shape_is_a_question_mark() -> None:
    """Garbage on the wires is seen as such."""
    assert character_of(0x49) == "?"


def test_a_character_without_a_shape_is_blank() -> None:
    """What seven segments cannot draw stays dark."""
    assert SEGMENTS[ord("@")] == 0
