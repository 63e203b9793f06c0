"""Every board passes the schema, and a broken board is refused with its field and the reason."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from boards.schema import FIELDS, BoardError, check_board
from host_tools.bench.child_process import BOARDS, load_board

NAMES = sorted(path.parent.name for path in BOARDS.glob("*/board_def.py"))


def test_there_are_boards() -> None:
    """The folder was found."""
    assert {"virtual", "virtual_rocker"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_passes(name: str) -> None:
    """And carries the name of its folder."""
    board = load_board(name)
    check_board(board)
    assert name == board.NAME


def changed(**fields: Any) -> ModuleType:
    """Return the virtual board with other fields; None takes one away."""
    original = load_board("virtual")
    board = ModuleType("board_def")
    for name in FIELDS:
        value = fields.get(name, getattr(original, name))
        if value is not None:
            setattr(board, name, value)
    for name in fields.keys() - FIELDS.keys():
        setattr(board, name, fields[name])
    return board


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"LAMPS": None}, "LAMPS: missing"),
        ({"LAMP": 3}, "LAMP: unknown field"),
        ({"IDLE_MS": "1"}, "IDLE_MS: must be int"),
        ({"LEVER": "button"}, "LEVER: 'button' is neither plungers nor rocker"),
        ({"LEVER": "rocker"}, "LEVERS: (2, 3) must have 1 contacts"),
        ({"LEVERS": ()}, "LEVERS: 0 clocks, 1 to 3 are possible"),
        ({"KEYS": (4, 5)}, "KEYS: 2 given, 5 needed"),
        ({"LAMPS": ((14,),)}, "LAMPS: one pair for each of the 1 clocks needed"),
        ({"DISPLAYS": ()}, "DISPLAYS: one pair for each of the 1 clocks needed"),
        ({"DISPLAY_CELLS": 3, "DISPLAY_ORDER": (0, 1, 2)}, "DISPLAY_CELLS: 3 is outside 4 to 8"),
        ({"DISPLAY_ORDER": (0, 1, 2, 3, 4, 4)}, "DISPLAY_ORDER: must name each digit once"),
        ({"DISPLAY_BRIGHTNESS": 8}, "DISPLAY_BRIGHTNESS: 8 is outside 0 to 7"),
        ({"IDLE_MS": 0}, "IDLE_MS: 0 is below 1"),
        ({"BUZZER": 2}, "pin 2: used 2 times"),
    ],
)
def test_a_broken_board_is_refused(fields: dict[str, Any], message: str) -> None:
    """One line: the field and the reason."""
    with pytest.raises(BoardError) as caught:
        check_board(changed(**fields))
    assert str(caught.value).startswith(message)
