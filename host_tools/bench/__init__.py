"""The virtual board: the real firmware in a child process, in virtual time (see README.md)."""

from host_tools.bench.bench import Bench
from host_tools.bench.child_process import (
    BenchError,
    FirmwareError,
    choose_runtime,
    find_micropython,
)
from host_tools.bench.views import DisplayPairView, DisplayView, Event, Sound, read_display

__all__ = (
    "Bench",
    "BenchError",
    "DisplayPairView",
    "DisplayView",
    "Event",
    "FirmwareError",
    "Sound",
    "choose_runtime",
    "find_micropython",
    "read_display",
)
