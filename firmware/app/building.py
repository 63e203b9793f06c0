"""From the constants of a board to its hardware layer: loaded at the start, then given back."""

import gc
import time

from clockcore.clock import KEY_COUNT
from clockcore.codes import PLUNGERS, ROCKER
from clockcore.ticks import ticks_ms
from hal.battery import Battery
from hal.contact_input import EdgeInput, EdgeRing
from hal.display_pair import DisplayPair
from hal.idle import Idle
from hal.lamp import Lamp
from hal.serial_line import SerialLine
from hal.sounder import Sounder
from hal.stdio import Stdio
from hal.watchdog import Watchdog
from micropython import const

from app.console import Console
from app.displays import marks_at_once, open_drivers, open_i2c
from app.recorder import Recorder

SECONDS_MASK = const(0x1FFFFFFF)  # of seconds, so that they are a small integer


def build(application, board, note) -> None:
    """Give an `Application` all its parts, and what was kept; see there."""
    application.board_name = board.NAME
    application.display_set = board.DISPLAY_SET
    application.note = note
    application.restored = ""
    application.memory_error = ""
    application.needs_reset = False
    application.adjourned_taken = 0  # the adjourned game that is on the clock, 0 for none
    application.has_gone_on = False  # whether that game has gone on since
    application.started_s = int(time.time()) & SECONDS_MASK
    games = len(board.LEVERS)
    chosen = board.DISPLAY_SETS[board.DISPLAY_SET]
    marks = marks_at_once(chosen)
    application.clock = _kind_of(games)(games, lever_kind(board), chosen["cells"], marks)
    application.ring = EdgeRing()
    application.contacts_a_lever = len(board.LEVERS[0])
    application.contact_count = games * application.contacts_a_lever
    application.inputs = open_inputs(board, application.ring)
    i2c = open_i2c(board)
    application.displays = open_displays(board, i2c, application.clock.frames)
    # After the displays: on an RP2040 some versions of MicroPython take a pin for the SPI's
    # input, though it has none, and it may be the buzzer's.
    application.sounder = Sounder(board.BUZZER)
    application.battery = open_battery(board)
    application.rtc = open_rtc(board, i2c)
    application.watchdog = Watchdog()
    application.console = Console(open_line(board), application)
    application.recorder = Recorder(application.clock)
    application.idle = Idle(board.IDLE_MS, board.IDLE_STEP_MS, application.ring)
    # The levels of contacts and keys as they are at power-up; then listen.
    take_levels(application, ticks_ms())
    for each in application.inputs:
        each.listen()
    application.clock.openers.append(application.keeper)
    application.clock.make_room = gc.collect
    if games == 1 and not application.displays[0].drivers[0].text_lines:
        application.console.watch()  # a panel, or a table, has no room to spare for it
    from app.memory import recall

    recall(application)


def take_levels(application, now: int) -> None:
    """Let the clock begin with the levels as they are; what is closed is not obeyed."""
    clock = application.clock
    inputs = application.inputs
    contacts = application.contacts_a_lever
    count = application.contact_count
    for index in range(count):
        clock.boot_contact(index // contacts, index % contacts, inputs[index].level == 1, now)
    for key in range(KEY_COUNT):
        clock.boot_key(key, inputs[count + key].level == 1, now)


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


def _kind_of(games: int):
    """Return the class of the clock: one clock never loads what a table needs."""
    if games == 1:
        from clockcore.clock import ChessClock

        return ChessClock
    from clockcore.table_clock import TableClock

    return TableClock


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
