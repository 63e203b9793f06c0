"""Talking to a clock at its serial port."""

from host_tools.console.clock import Clock, ConsoleError, RefusedError

__all__ = ("Clock", "ConsoleError", "RefusedError")
