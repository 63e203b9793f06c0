"""Chips on the emulated wires, driven by small MicroPython programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from host_tools.emulator.buses import I2CBus, SpiBus, attach_tm1637, chip_models
from host_tools.emulator.pico import EmulatedPico
from host_tools.emulator.usb_host import GuestError

PowerUp = Callable[..., EmulatedPico]

TM1637 = """
from machine import Pin
clk = Pin(10, Pin.OPEN_DRAIN, value=1)
dio = Pin(11, Pin.OPEN_DRAIN, value=1)
def send(*values):
    answers = []
    dio(0)
    for value in values:
        clk(0)
        for bit in range(8):
            dio(value >> bit & 1)
            clk(1)
            clk(0)
        dio(1)
        clk(1)
        answers.append(dio())
        clk(0)
    dio(0)
    clk(1)
    dio(1)
    return answers
"""
I2C = """
import time
from machine import I2C, Pin
i2c = I2C(0, scl=Pin(21), sda=Pin(20), freq={hz}, timeout=5000)
def timed(address, data):
    start = time.ticks_us()
    try:
        i2c.writeto(address, data)
        error = 0
    except OSError as caught:
        error = caught.errno
    return error, time.ticks_diff(time.ticks_us(), start)
"""
SPI = """
from machine import SPI, Pin
spi = SPI(0, baudrate=1_000_000, sck=Pin(18), mosi=Pin(19), miso=None)
select = Pin(17, Pin.OUT, value=1)
def send(data):
    select(0)
    spi.write(data)
    select(1)
"""


class Recorder:
    """A chip that keeps what it is sent."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.connected = True
        self.written: list[bytes] = []
        self.level = 1

    def write(self, data: bytes) -> None:
        """Take a transaction."""
        self.written.append(data)

    def read(self, buffer: bytearray) -> None:
        """Give the same byte always."""
        buffer[0] = 0x5A

    def select(self, level: int) -> None:
        """Begin a transaction when select falls."""
        self.level = level
        if not level:
            self.written.append(b"")

    def transfer(self, data: bytes) -> None:
        """Take bytes."""
        assert self.level == 0
        self.written[-1] += data


@pytest.mark.parametrize("connected", [True, False])
def test_a_tm1637_takes_bytes_and_acknowledges_them(power_up: PowerUp, connected: bool) -> None:
    pico = power_up()
    chip = chip_models().TM1637(4)
    chip.connect(connected)
    attach_tm1637(pico, 10, 11, chip)
    pico.usb.enter_repl()
    pico.usb.execute(TM1637)
    answers = eval(pico.usb.execute("print(send(0x40) + send(0xC0, 6, 91, 79, 102) + send(0x8F))"))
    assert answers == [0 if connected else 1] * 7
    assert bytes(chip.segments()) == (b"\x06\x5b\x4f\x66" if connected else bytes(4))
    assert chip.bad == 0
    assert pico.wires[11].conflicts == 0, "the chip pulls only while the Pico has let go"


@pytest.mark.parametrize("hz", [100_000, 400_000])
def test_i2c_takes_the_time_of_its_clock(power_up: PowerUp, hz: int) -> None:
    pico = power_up()
    bus = I2CBus(pico, 0)
    bus.devices[0x70] = chip = Recorder()
    pico.usb.enter_repl()
    pico.usb.execute(I2C.format(hz=hz))
    error, long_us = eval(pico.usb.execute("print(timed(0x70, bytes(range(17))))"))
    _, short_us = eval(pico.usb.execute("print(timed(0x70, bytes(range(7))))"))
    assert error == 0
    assert chip.written == [bytes(range(17)), bytes(range(7))]
    assert long_us - short_us == pytest.approx(10 * 9 * 1e6 / hz, rel=0.06)
    assert long_us > 18 * 9 * 1e6 / hz
    assert [(address, data) for _, address, data in bus.transfers] == [
        (0x70, bytes(range(17))),
        (0x70, bytes(range(7))),
    ]


def test_i2c_reads_what_the_chip_gives(power_up: PowerUp) -> None:
    pico = power_up()
    bus = I2CBus(pico, 0)
    bus.devices[0x68] = Recorder()
    pico.usb.enter_repl()
    pico.usb.execute(I2C.format(hz=400_000))
    assert pico.usb.execute("print(i2c.readfrom(0x68, 3))") == "b'ZZZ'\r\n"
    assert pico.usb.execute("print(i2c.readfrom_mem(0x68, 4, 1))") == "b'Z'\r\n"
    assert bus.devices[0x68].written == [b"\x04"]


def test_a_chip_that_is_not_there_is_eio_at_once(power_up: PowerUp) -> None:
    pico = power_up()
    bus = I2CBus(pico, 0)
    bus.devices[0x70] = chip = Recorder()
    pico.usb.enter_repl()
    pico.usb.execute(I2C.format(hz=400_000))
    error, us = eval(pico.usb.execute("print(timed(0x71, b'abc'))"))
    assert (error, us < 500) == (5, True)
    chip.connected = False
    assert eval(pico.usb.execute("print(timed(0x70, b'abc'))"))[0] == 5
    chip.connected = True
    assert eval(pico.usb.execute("print(timed(0x70, b'abc'))"))[0] == 0
    assert chip.written == [b"abc"]


def test_a_bus_that_is_stuck_is_a_timeout(power_up: PowerUp) -> None:
    pico = power_up()
    bus = I2CBus(pico, 0)
    bus.devices[0x70] = Recorder()
    pico.usb.enter_repl()
    pico.usb.execute(I2C.format(hz=400_000))
    bus.is_stuck = True
    error, us = eval(pico.usb.execute("print(timed(0x70, b'abc'))"))
    assert error == 110
    assert 5000 <= us < 12_000


def test_spi_shifts_whole_bytes_between_two_edges_of_select(power_up: PowerUp) -> None:
    pico = power_up()
    chip = Recorder()
    SpiBus(pico, 0, 17, chip)
    pico.usb.enter_repl()
    pico.usb.execute(SPI)
    start = pico.now_us
    pico.usb.execute("send(b'\\x0c\\x01\\x00\\x00')\nsend(bytes(range(30)))")
    assert chip.written == [b"\x0c\x01\x00\x00", bytes(range(30))]
    assert pico.now_us - start > 34 * 8


def test_a_program_that_waits_for_an_absent_bus_says_so(power_up: PowerUp) -> None:
    pico = power_up()
    I2CBus(pico, 0)
    pico.usb.enter_repl()
    pico.usb.execute(I2C.format(hz=400_000))
    with pytest.raises(GuestError, match="EIO"):
        pico.usb.execute("i2c.writeto(0x3C, b'a')")
