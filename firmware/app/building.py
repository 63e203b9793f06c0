"""From the constants of a board to its hardware layer: loaded at the start, then given back."""

from clockcore.codes import PLUNGERS, ROCKER
from hal.battery import Battery
from hal.contact_input import EdgeInput, EdgeRing
from hal.display_pair import DisplayPair
from hal.lamp import Lamp
from hal.serial_line import SerialLine
from hal.stdio import Stdio

from app.displays import open_drivers


def lever_kind(board) -> int:
    """Return PLUNGERS or ROCKER."""
    return ROCKER if board.LEVER == "rocker" else PLUNGERS


def open_inputs(board, ring: EdgeRing) -> tuple:
    """Return the contacts of all levers, clock by clock, then the five keys."""
    inputs: list = []
    for pins in board.LEVERS:
        for pin in pins:
            inputs.append(EdgeInput(pin, len(inputs), ring, board.HARD_IRQ))
    if board.LEVER == "rocker":
        for each in inputs:
            each.is_stuck = False  # a rocker is closed on one side, always
    for pin in board.KEYS:
        inputs.append(EdgeInput(pin, len(inputs), ring, board.HARD_IRQ))
    return tuple(inputs)


def open_displays(board, i2c, frames: tuple) -> tuple:
    """Return a `DisplayPair` for every clock, with its lamps."""
    percent = getattr(board, "LAMP_PERCENT", 100)
    pairs = []
    drivers = open_drivers(board, i2c)
    for index in range(len(frames)):
        lamps = tuple([Lamp(pin, percent) for pin in board.LAMPS[index]])
        pairs.append(DisplayPair(frames[index], drivers[index], lamps))
    return tuple(pairs)


def open_battery(board) -> "Battery | None":
    """Return the battery's gauge, or None where a board measures none."""
    fields = getattr(board, "BATTERY", ())
    return Battery(*fields) if fields else None


def open_rtc(board, i2c):
    """Return the real-time clock, or None where a board has none."""
    if not getattr(board, "RTC", ""):
        return None
    from drivers.ds3231 import DS3231
    from hal.rtc import RealTimeClock

    return RealTimeClock(DS3231(i2c))


def open_line(board) -> SerialLine:
    """Return the line to a host."""
    return SerialLine(Stdio(), getattr(board, "CONSOLE_GAP_MS", 0))
