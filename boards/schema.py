"""The fields of a `board_def.py`: which there are, of what kind, and what must agree."""

from __future__ import annotations

from types import ModuleType

LEVERS = {"plungers": 2, "rocker": 1}


class BoardError(ValueError):
    """A board definition that cannot be; the text names the field and the reason."""


FIELDS: dict[str, type] = {
    "NAME": str,
    "LEVER": str,
    "LEVERS": tuple,
    "KEYS": tuple,
    "DISPLAYS": tuple,
    "DISPLAY_CELLS": int,
    "DISPLAY_ORDER": tuple,
    "DISPLAY_BRIGHTNESS": int,
    "LAMPS": tuple,
    "BUZZER": int,
    "CONSOLE_UART": int,
    "HARD_IRQ": bool,
    "IDLE_MS": int,
}


def check_board(board: ModuleType) -> None:
    """Raise BoardError unless the constants of `board` describe a clock or a table of three."""
    names = {name for name in vars(board) if name.isupper()}
    for name in sorted(FIELDS.keys() - names):
        raise BoardError(f"{name}: missing")
    for name in sorted(names - FIELDS.keys()):
        raise BoardError(f"{name}: unknown field")
    for name, kind in FIELDS.items():
        if not isinstance(getattr(board, name), kind):
            raise BoardError(f"{name}: must be {kind.__name__}")
    if board.LEVER not in LEVERS:
        raise BoardError(f"LEVER: {board.LEVER!r} is neither plungers nor rocker")
    games = len(board.LEVERS)
    if not 1 <= games <= 3:
        raise BoardError(f"LEVERS: {games} clocks, 1 to 3 are possible")
    for pins in board.LEVERS:
        if len(pins) != LEVERS[board.LEVER]:
            raise BoardError(f"LEVERS: {pins} must have {LEVERS[board.LEVER]} contacts")
    if len(board.KEYS) != 5:
        raise BoardError(f"KEYS: {len(board.KEYS)} given, 5 needed")
    for name in ("DISPLAYS", "LAMPS"):
        pairs = getattr(board, name)
        if len(pairs) != games or any(len(pair) != 2 for pair in pairs):
            raise BoardError(f"{name}: one pair for each of the {games} clocks needed (T37)")
    if not 4 <= board.DISPLAY_CELLS <= 8:
        raise BoardError(f"DISPLAY_CELLS: {board.DISPLAY_CELLS} is outside 4 to 8")
    if sorted(board.DISPLAY_ORDER) != list(range(board.DISPLAY_CELLS)):
        raise BoardError("DISPLAY_ORDER: must name each digit once")
    if not 0 <= board.DISPLAY_BRIGHTNESS <= 7:
        raise BoardError(f"DISPLAY_BRIGHTNESS: {board.DISPLAY_BRIGHTNESS} is outside 0 to 7")
    if board.IDLE_MS < 1:
        raise BoardError(f"IDLE_MS: {board.IDLE_MS} is below 1")
    pins = [pin for lever in board.LEVERS for pin in lever]
    pins += board.KEYS
    pins += [pin for pair in board.DISPLAYS for display in pair for pin in display]
    pins += [pin for pair in board.LAMPS for pin in pair]
    pins.append(board.BUZZER)
    for pin in pins:
        if pins.count(pin) > 1:
            raise BoardError(f"pin {pin}: used {pins.count(pin)} times")
