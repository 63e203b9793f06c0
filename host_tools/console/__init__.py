"""Talking to a clock at its serial port."""

from host_tools.console.clock import Clock
from host_tools.console.errors import ConsoleError, GoneError, RefusedError, SilentError
from host_tools.console.model import ClockState, GameState, Program

__all__ = (
    "Clock",
    "ClockState",
    "ConsoleError",
    "GameState",
    "GoneError",
    "Program",
    "RefusedError",
    "SilentError",
)
