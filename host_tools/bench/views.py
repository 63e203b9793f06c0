"""What can be seen and heard of the clock, as a person would put it: displays, tones, events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from drivers.seven_segment import DOT, character_of


@dataclass(frozen=True)
class Sound:
    """A tone: bench time of its start in ms, frequency in Hz, length in ms (so far)."""

    at_ms: int
    hz: int
    ms: int


@dataclass(frozen=True)
class Event:
    """Something that a game has noted: bench time in ms, name, side and value."""

    at_ms: int
    name: str
    side: str | None
    value: int

    def __str__(self) -> str:
        """Return the line of a trace."""
        side = f" {self.side}" if self.side else ""
        value = f" {self.value}" if self.value else ""
        return f"{self.at_ms / 1000:.3f} {self.name}{side}{value}"


@dataclass(frozen=True)
class DisplayView:
    """One display as a person reads it.

    text   the time or word, without marks: `1:30:00`
    note   what stands in the two first cells: `5d` a running delay, `3b` moments left
    marks  white, flag, running (the lamp)
    cells  every cell as it is lit, a dot after a cell that has one
    """

    text: str
    note: str
    marks: frozenset[str]
    cells: str

    def __str__(self) -> str:
        """Return text, note and marks in one line."""
        marks = f" [{' '.join(sorted(self.marks))}]" if self.marks else ""
        note = f"{self.note} " if self.note else ""
        return f"{note}{self.text}{marks}"


@dataclass(frozen=True)
class DisplayPairView:
    """The two displays."""

    left: DisplayView
    right: DisplayView


def read_display(segments: Sequence[int], lamp: bool) -> DisplayView:
    """Read a display of six digits from its segments, left digit first (layout: `frame.py`)."""
    characters = [character_of(shape) for shape in segments]
    dots = [bool(shape & DOT) for shape in segments]
    cells = "".join(c + ("." if dot else "") for c, dot in zip(characters, dots, strict=True))
    marks = {"running"} if lamp else set()
    is_time = characters[-1].isdigit() and not any(c in "nPJCbFU" for c in characters[1:])
    if dots[-1]:
        marks.add("white")
        dots[-1] = False
    note = ""
    if characters[0] == "F" and is_time:
        marks.add("flag")
        characters[0] = " "
    elif is_time and dots[0]:
        marks.add("flag")
        dots[0] = False
    if characters[0].isdigit() and characters[1] in "db" and characters[3].isdigit():
        note = characters[0] + characters[1]
        characters[0] = characters[1] = " "
    text = ""
    separators = [index for index, dot in enumerate(dots) if dot]
    for index, character in enumerate(characters):
        text += character
        if dots[index]:
            tenths = index == separators[-1] and index == len(characters) - 2
            text += "." if tenths else ":"
    return DisplayView(" ".join(text.split()), note, frozenset(marks), cells)
