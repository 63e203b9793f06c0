"""The harness itself, with small MicroPython programs: time, pins, USB, flash, resets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from host_tools.emulator import file_system, flash_chip
from host_tools.emulator.flash_chip import PowerCutError
from host_tools.emulator.pico import EmulatedPico, EmulatorTimeoutError
from host_tools.emulator.usb_host import GuestError

PowerUp = Callable[..., EmulatedPico]

STAMPS = """
import time
from machine import Pin
stamps = []
def edge(pin):
    stamps.append((time.ticks_us(), pin()))
pin = Pin(2, Pin.IN, Pin.PULL_UP)
pin.irq(edge, Pin.IRQ_FALLING | Pin.IRQ_RISING)
"""
BLINK = """
import time
from machine import Pin
pin = Pin(15, Pin.OUT, value=0)
for _ in range(5):
    pin(1)
    time.sleep_us(500)
    pin(0)
    time.sleep_ms(3)
"""
BUSY = """
from machine import Pin
pin = Pin(15, Pin.OUT, value=0)
pin(1)
for _ in range(3000):
    pass
pin(0)
"""


def test_a_program_in_the_file_system_runs_and_its_files_can_be_read(power_up: PowerUp) -> None:
    pico = power_up(
        {
            "main.py": "import lib.two\n"
            "with open('made.txt', 'w') as file: file.write(lib.two.TEXT * 3)\n",
            "lib/two.py": "TEXT = 'abc'\n",
        }
    )
    pico.run_for(500_000)
    pico.usb.enter_repl()
    assert pico.usb.execute("import os; print(os.listdir('lib'))") == "['two.py']\r\n"
    files = file_system.read(pico.flash_content())
    assert files["made.txt"] == b"abcabcabc"
    assert set(files) == {"main.py", "lib/two.py", "made.txt"}


def test_edges_come_at_the_microsecond_at_which_they_were_driven(power_up: PowerUp) -> None:
    pico = power_up()
    pico.usb.enter_repl()
    pico.usb.execute(STAMPS)
    start = pico.now_us + 1000
    driven = [(start, 0), (start + 777, 1), (start + 5000, 0), (start + 905_000, 1)]
    for at_us, level in driven:
        pico.drive_at(at_us, 2, level)
    pico.run_until(start + 910_000)
    stamps = eval(pico.usb.execute("print(stamps)"))
    assert [level for _, level in stamps] == [0, 1, 0, 1]
    for (stamp, _), (at_us, _) in zip(stamps, driven):
        assert 5 < stamp - at_us < 100, "a soft interrupt comes within a tenth of a millisecond"


def test_a_level_that_is_driven_again_is_no_edge(power_up: PowerUp) -> None:
    pico = power_up()
    pico.usb.enter_repl()
    pico.usb.execute(STAMPS)
    for delay in (1000, 2000, 3000):
        pico.drive_at(pico.now_us + delay, 2, 0)
    pico.run_for(5000)
    pico.drive(2, None)  # back to the pull-up
    pico.run_for(5000)
    assert [level for _, level in eval(pico.usb.execute("print(stamps)"))] == [0, 1]


def test_output_edges_are_recorded_when_they_happen(power_up: PowerUp) -> None:
    pico = power_up({"main.py": BLINK}, usb=False)
    pico.record([15])
    pico.run_until(100_000)
    assert [level for _, _, level in pico.edges] == [1, 0] * 5
    times = [at_us for at_us, _, _ in pico.edges]
    for index in range(0, 10, 2):
        assert 500 <= times[index + 1] - times[index] < 540
    for index in range(1, 9, 2):
        assert 3000 <= times[index + 1] - times[index] < 3100


def test_an_open_drain_line_is_read_as_it_stands(power_up: PowerUp) -> None:
    pico = power_up()
    pico.pull_up([10])
    pico.usb.enter_repl()
    pico.usb.execute("from machine import Pin\npin = Pin(10, Pin.OPEN_DRAIN, value=1)")
    assert pico.usb.execute("print(pin())") == "1\r\n"
    pico.drive(10, 0)
    assert pico.usb.execute("print(pin())") == "0\r\n"
    pico.drive(10, None)
    assert pico.usb.execute("pin(0); print(pin())") == "0\r\n"
    assert pico.level(10) == 0
    assert pico.usb.execute("pin(1); print(pin())") == "1\r\n"
    assert pico.wires[10].conflicts == 0


def test_an_outputs_level_is_fed_back_and_a_conflict_is_counted(power_up: PowerUp) -> None:
    pico = power_up()
    pico.usb.enter_repl()
    assert pico.usb.execute(
        "from machine import Pin\npin = Pin(10, Pin.OUT, value=1)\nprint(pin())"
    ) == "1\r\n"
    pico.drive(10, 0)
    assert pico.level(10) == 0
    assert pico.wires[10].conflicts == 1


def test_a_program_that_raises_is_an_error_with_its_traceback(power_up: PowerUp) -> None:
    pico = power_up()
    pico.usb.enter_repl()
    with pytest.raises(GuestError, match="ZeroDivisionError"):
        pico.usb.execute("1 // 0")
    assert pico.usb.execute("print('goes on')") == "goes on\r\n"


def test_a_host_with_nothing_to_say_costs_the_device_no_time(power_up: PowerUp) -> None:
    lengths = []
    for usb in (False, True):
        pico = power_up({"main.py": "import time\ntime.sleep_ms(100)\n" + BUSY}, usb=usb)
        pico.record([15])
        pico.run_until(160_000)
        (up, _, _), (down, _, _) = pico.edges
        lengths.append(down - up)
    assert lengths[0] > 10_000
    assert lengths[1] < lengths[0] * 1.02


def test_bytes_in_both_directions_arrive_whole(power_up: PowerUp) -> None:
    pico = power_up()
    pico.usb.enter_repl()
    text = "".join(chr(33 + index % 90) for index in range(3000)).replace("\\", "/")
    assert pico.usb.execute(f"print({text!r})") == text + "\r\n"


def test_a_host_that_does_not_read_is_seen_by_poll(power_up: PowerUp) -> None:
    pico = power_up()
    pico.usb.enter_repl()
    pico.usb.execute(
        "import sys, select\n"
        "p = select.poll(); p.register(sys.stdout, select.POLLOUT)\n"
        "def fill():\n"
        "    n = 0\n"
        "    while n < 4000 and p.poll(0):\n"
        "        sys.stdout.write('x' * 64); n += 64\n"
        "    return n\n"
        "import time\n"
        "def wait():\n"
        "    time.sleep_ms(50)\n"
        "    return fill()\n"
    )
    start = len(pico.usb.received)
    pico.usb.send(b"n = wait()\nprint(n < 4000)\x04")
    pico.usb.wait_for(b"OK", start)
    pico.usb.read(False)
    pico.run_for(500_000)
    held = len(pico.usb.received)
    pico.usb.read(True)
    end = pico.usb.wait_for(b"\x04\x04>", start)
    assert pico.usb.received[start:end].count(b"True") == 1
    assert held - start < 200


def test_a_file_is_written_as_slowly_as_the_flash_is(power_up: PowerUp) -> None:
    program = (
        "import time\n"
        "a = time.ticks_ms()\n"
        "for i in range(3):\n"
        "    with open('f%d' % i, 'w') as f: f.write('x' * 5000)\n"
        "print(time.ticks_diff(time.ticks_ms(), a))\n"
    )
    files = {"a.txt": "a"}
    times = {}
    for name in ("NONE", "TYPICAL", "SLOWEST"):
        pico = power_up(files, flash_times=getattr(flash_chip, name))
        pico.usb.enter_repl()
        times[name] = int(pico.usb.execute(program))
    erases = sum(one.name == "erase" for one in pico.flash.operations)
    programs = sum(one.name == "program" for one in pico.flash.operations)
    assert erases >= 6
    for name, each_us in (
        ("TYPICAL", erases * 45_000 + programs * 400),
        ("SLOWEST", erases * 400_000 + programs * 3_000),
    ):
        assert abs(times[name] - times["NONE"] - each_us / 1000) < 20


def test_after_a_power_cut_in_any_flash_operation_a_file_is_old_or_new(power_up: PowerUp) -> None:
    program = (
        "import os\n"
        "with open('new', 'w') as f: f.write('b' * 300)\n"
        "os.rename('new', 'kept')\n"
    )
    whole = power_up({"kept": "a" * 300})
    whole.usb.enter_repl()
    before = len(whole.flash.operations)
    whole.usb.execute(program)
    operations = len(whole.flash.operations) - before
    assert operations >= 3
    found = set()
    for number in range(operations):
        pico = power_up({"kept": "a" * 300})
        pico.flash.cut_power_at(before + number, 0.5)
        pico.usb.enter_repl()
        with pytest.raises(PowerCutError, match=f"flash operation {before + number}: "):
            pico.usb.execute(program)
        again = EmulatedPico(pico.flash_content())
        again.usb.enter_repl()
        found.add(again.usb.execute("print(open('kept').read())").strip())
    assert found == {"a" * 300} or found == {"a" * 300, "b" * 300}


def test_a_watchdog_resets_the_chip_and_lets_its_pins_go(power_up: PowerUp) -> None:
    pico = power_up(
        {
            "main.py": "import machine\n"
            "if machine.reset_cause() != machine.WDT_RESET:\n"
            "    machine.Pin(15, machine.Pin.OUT, value=1)\n"
            "    machine.WDT(timeout=300)\n"
            "    while True: machine.idle()\n"
        }
    )
    pico.record([15])
    pico.run_until(250_000)
    assert pico.level(15) == 1
    assert not pico.resets
    pico.run_until(600_000)
    assert len(pico.resets) == 1
    assert 300_000 <= pico.resets[0] < 340_000
    assert pico.level(15) == 0
    pico.usb.enter_repl()
    out = pico.usb.execute(
        "import machine, time\nprint(machine.reset_cause() == machine.WDT_RESET, time.ticks_ms())"
    )
    answer, ticks = out.split()
    assert answer == "True"
    assert int(ticks) < 600, "the counter began anew"


def test_a_press_of_reset_starts_anew_with_the_flash_as_it_is(power_up: PowerUp) -> None:
    pico = power_up()
    pico.usb.enter_repl()
    pico.usb.execute("with open('kept', 'w') as file: file.write('yes')\nx = 1")
    pico.reset()
    pico.usb.enter_repl()
    assert pico.usb.execute("print(open('kept').read(), 'x' in globals())") == "yes False\r\n"


def test_the_counter_can_begin_just_before_it_wraps(power_up: PowerUp) -> None:
    pico = power_up({"a": "b"}, ticks_us=(2**30 - 100) * 1000)
    pico.usb.enter_repl()
    before = int(pico.usb.execute("import time; print(time.ticks_ms())"))
    assert 2**30 - 100 < before < 2**30
    pico.run_for(200_000)
    assert int(pico.usb.execute("print(time.ticks_ms())")) < 1000


def test_what_does_not_come_in_time_is_an_error_that_says_what(power_up: PowerUp) -> None:
    pico = power_up()
    pico.usb.enter_repl()
    with pytest.raises(EmulatorTimeoutError, match=r"waited 0\.5 s \(emulated\) for b'never'"):
        pico.usb.wait_for(b"never", 0, 500_000)


def test_a_run_that_takes_too_long_is_an_error_with_the_last_words(power_up: PowerUp) -> None:
    program = "import time\ntime.sleep_ms(50)\nprint('so far')\nwhile True: pass\n"
    pico = power_up({"main.py": program}, wall_limit_s=1)
    with pytest.raises(EmulatorTimeoutError, match=r"more than 1 s of real time.*so far"):
        pico.run_until(60_000_000)


def test_two_runs_are_equal_to_the_bit(power_up: PowerUp) -> None:
    traces = []
    for _ in range(2):
        pico = power_up({"main.py": BLINK + STAMPS + "print('ready')\n"})
        pico.record([15])
        pico.drive_at(60_000, 2, 0)
        pico.drive_at(60_321, 2, 1)
        pico.run_until(80_000)
        pico.usb.enter_repl()
        pico.usb.execute("print(stamps)\nopen('x', 'w').write('y')")
        traces.append((pico.edges, bytes(pico.usb.received), pico.now_us, pico.flash_content()))
    assert traces[0] == traces[1]
    assert traces[0][0]
