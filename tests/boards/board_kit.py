"""Boards made for a test: a real one with other constants, or one that carries three clocks."""

from __future__ import annotations

import copy
from pathlib import Path
from types import ModuleType
from typing import Any

from boards.documents import board_folders
from boards.schema import load_board

BOARDS = Path(__file__).resolve().parents[2] / "boards"
NAMES = [folder.name for folder in board_folders(BOARDS)]
# The boards that this project has from its beginning, with everything that a board can have here.
# What must hold for any board, one that was added today among them, is asked of NAMES.
OURS = ["pico", "pico_w", "esp32_devkit", "esp32_s3"]


def board(name: str) -> ModuleType:
    """Return the constants of a board of this repository."""
    return load_board(BOARDS / name)


def constants(definition: ModuleType) -> dict[str, Any]:
    """Return the constants of a definition, by name."""
    return {name: value for name, value in vars(definition).items() if name.isupper()}


def changed(name: str, **fields: Any) -> ModuleType:
    """Return a board with other fields; a field that is None is taken away."""
    made = ModuleType("board_def")
    for field, value in {**constants(board(name)), **fields}.items():
        if value is not None:
            setattr(made, field, value)
    return made


def with_set(name: str, display_set: str, **fields: Any) -> ModuleType:
    """Return a board whose only display set has other fields; None takes one away."""
    chosen = copy.deepcopy(board(name).DISPLAY_SETS[display_set])
    for field, value in fields.items():
        if value is None:
            chosen.pop(field, None)
        else:
            chosen[field] = value
    return changed(name, DISPLAY_SET=display_set, DISPLAY_SETS={display_set: chosen})


def table_of_three(**fields: Any) -> ModuleType:
    """Return a Pico with three clocks and HT16K33 displays at six addresses."""
    made = {
        "NAME": "pico_table",
        "CHIP": "rp2040",
        "LEVER": "plungers",
        "LEVERS": ((0, 1), (2, 3), (4, 5)),
        "KEYS": (6, 7, 8, 9, 10),
        "LAMPS": ((11, 12), (13, 14), (15, 18)),
        "BUZZER": 16,
        "I2C": (0, 21, 20, 400_000),
        "DISPLAY_SET": "ht16k33",
        "DISPLAY_SETS": {
            "ht16k33": {
                "driver": "ht16k33",
                "cells": 4,
                "brightness": 5,
                "places": ((0x70, 0x71), (0x72, 0x73), (0x74, 0x75)),
            }
        },
        "BATTERY": (29, 3000, 2400, 3600, 4050),
        "HARD_IRQ": True,
        "IDLE_MS": 20,
        "IDLE_STEP_MS": 1,
    }
    definition = ModuleType("board_def")
    for field, value in {**made, **fields}.items():
        setattr(definition, field, value)
    return definition
