"""Chips on the wires of the emulated Pico: TM1637 wires, I2C at its real speed, SPI.

The chips are the models that the virtual board uses (`bench/child/chips.py`): they see levels and
bytes. What is here brings the emulated pins and controllers to them.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools.emulator.pico import EmulatedPico

_CHIPS = Path(__file__).resolve().parents[1] / "bench" / "child" / "chips.py"
_BITS_A_BYTE = 9  # with its acknowledge
_TRANSMIT_EMPTY = 1 << 4
_IDLE = 0


def chip_models() -> ModuleType:
    """Return the module of the chip models, which runs on MicroPython and on CPython."""
    spec = importlib.util.spec_from_file_location("chip_models", _CHIPS)
    if spec is None or spec.loader is None:
        raise ImportError(f"{_CHIPS} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def attach_tm1637(pico: EmulatedPico, clock_pin: int, data_pin: int, chip: Any) -> None:
    """Put a TM1637 to two pins, with the pull-ups of its module; it acknowledges by itself."""
    pico.pull_up((clock_pin, data_pin))

    def answer() -> None:
        wanted = 0 if chip.pulls_down else None
        if pico.wires[data_pin].outside != wanted:
            pico.drive(data_pin, wanted)

    def clock_changed(level: int) -> None:
        chip.clock(level)
        answer()

    def data_changed(level: int) -> None:
        chip.data(level)
        answer()

    pico.wires[clock_pin].watch(clock_changed)
    pico.wires[data_pin].watch(data_changed)


class I2CBus:
    """One I2C controller's bus, which takes the time that its clock registers say.

    devices    address: chip, with `write(data)`, `read(buffer)` and `connected`
    transfers  (us when it ended, address, bytes written) of every transfer
    is_stuck   SDA is held low: nothing is ever finished
    watchers   called after every transfer
    """

    def __init__(self, pico: EmulatedPico, block: int) -> None:
        """Take the bus of controller `block`, 0 or 1."""
        self.devices: dict[int, Any] = {}
        self.transfers: list[tuple[float, int, bytes]] = []
        self.is_stuck = False
        self.watchers: list[Callable[[], None]] = []
        self._pico = pico
        self._controller = pico.chip.i2c[block]
        self._address = 0
        self._data = bytearray()
        self._is_writing = False
        controller = self._controller
        controller.on_start = self._start
        controller.on_connect = self._connect
        controller.on_write_byte = self._write
        controller.on_read_byte = self._read
        controller.on_stop = self._stop

    @property
    def bit_us(self) -> float:
        """How long one bit takes."""
        cycles = self._controller.scl_high_period + self._controller.scl_low_period
        return float(cycles * 1e6 / self._pico.chip.clk_peri)

    def release(self) -> None:
        """End `is_stuck`; what stood still is given up, as switching the controller off does."""
        self.is_stuck = False
        self._controller._busy = False
        self._controller._state = _IDLE
        self._controller._tx_fifo.reset()

    def _later(self, bits: int, action: Callable[[], None]) -> None:
        if not self.is_stuck:
            self._pico.after(bits * self.bit_us, action)

    def _start(self, _repeated: bool) -> None:
        self._finish()
        self._later(1, self._controller.complete_start)

    def _connect(self, address: int, mode: int) -> None:
        self._finish()
        self._address = address
        self._is_writing = int(mode) == 0
        self._data = bytearray()
        self._later(_BITS_A_BYTE, lambda: self._acknowledge(self._answering(address) is not None))

    def _acknowledge(self, answered: bool) -> None:
        self._controller.complete_connect(answered)
        if not answered:
            # The emulated controller forgets to say that its queue is empty again, and the
            # driver would wait until its timeout instead of seeing that nobody answers.
            self._controller._set_interrupts(_TRANSMIT_EMPTY)

    def _write(self, value: int) -> None:
        self._data.append(value)
        self._later(_BITS_A_BYTE, lambda: self._controller.complete_write(True))

    def _read(self, _acknowledged: bool) -> None:
        device = self._answering(self._address)
        value = bytearray(b"\xff")
        if device is not None:
            device.read(value)
        self._later(_BITS_A_BYTE, lambda: self._controller.complete_read(value[0]))

    def _stop(self) -> None:
        self._later(1, self._finish_and_stop)

    def _finish_and_stop(self) -> None:
        self._finish()
        self._controller.complete_stop()

    def _finish(self) -> None:
        if not self._is_writing or not self._data:
            return
        self._is_writing = False
        data = bytes(self._data)
        self.transfers.append((self._pico.now_us, self._address, data))
        device = self._answering(self._address)
        if device is not None:
            device.write(data)
        for watcher in self.watchers:
            watcher()

    def _answering(self, address: int) -> Any:
        device = self.devices.get(address)
        return device if device is not None and device.connected else None


class SpiBus:
    """One SPI controller's bus with a chip behind a select pin, at its real speed.

    The chip has `select(level)` and `transfer(data)`. `watchers` are called after every change of
    the select pin.
    """

    def __init__(self, pico: EmulatedPico, block: int, select_pin: int, chip: Any) -> None:
        """Take the bus of controller `block`, 0 or 1."""
        self.watchers: list[Callable[[], None]] = []
        self._pico = pico
        self._chip = chip
        self._controller = pico.chip.spi[block]
        self._controller.on_transmit = self._transmit
        pico.wires[select_pin].watch(self._select)

    def _transmit(self, value: int) -> None:
        bits = self._controller.data_bits
        us = bits * 1e6 / (self._controller.clock_frequency or 1_000_000)
        self._pico.after(us, lambda: self._shifted(value))

    def _shifted(self, value: int) -> None:
        self._chip.transfer(bytes((value,)))
        self._controller.complete_transmit(0xFF)

    def _select(self, level: int) -> None:
        self._chip.select(level)
        for watcher in self.watchers:
            watcher()
