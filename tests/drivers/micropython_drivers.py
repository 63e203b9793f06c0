"""Every driver with a locked heap: `load`, `set_dim`, `is_pending`, `push`, `forget` and no byte.

Run under MicroPython by `test_allocations.py`; the models of chips must not allocate either.
"""

import gc
import sys

import chips
from doubles import I2C, SPI, Select, Wire
from drivers.ht16k33 import HT16K33
from drivers.max7219 import MAX7219Chain
from drivers.ssd1306 import SSD1306
from drivers.tm1637 import TM1637
from micropython import heap_lock, heap_unlock

TEXTS = (b"  123456", b"  1:3456", b"12345678", b"bAt Lo  ", b"\xb8\xb8\xb8\xb8\xb8\xb8\xb8\xb8")
MARKS = (0, 1, 1 | 2 | 64, 4, 511)
LINES = (b"P12  Cl\xe1sico FIDE", b"90 min / 40 jugadas", b"\xbfA\xf1o?", b"", b"1234567890" * 2)
PIECES = 8 * 5


def run(driver, count: int, answers: bool = True) -> int:
    """Show all texts with a locked heap; return the number of pushes."""
    texts = [bytearray(text[:count]) for text in TEXTS]
    gc.collect()
    heap_lock()
    try:
        pushes = 0
        for index in range(len(texts)):
            driver.load(texts[index], MARKS[index])
            driver.set_dim(index & 1 == 1)
            tries = 0
            while driver.is_pending() and tries < 80:
                pushes += 1
                tries += 1
                if driver.push() != answers:
                    raise ValueError("push")
            driver.forget()
    finally:
        heap_unlock()
    return pushes


def test_tm1637() -> None:
    """With six digits and with four, answering or not."""
    for digits, order in ((6, (2, 1, 0, 5, 4, 3)), (4, (0, 1, 2, 3))):
        chip = chips.TM1637(digits)
        driver = TM1637(Wire(chip, True), Wire(chip, False), order, 7)
        assert run(driver, digits) == 5
        chip.connected = False
        assert run(driver, digits, False) == 5 * 80
        assert driver.errors > 0


def test_ht16k33() -> None:
    """Answering; and gone, when the bus raises an exception that it has made before."""
    chip = chips.HT16K33()
    driver = HT16K33(I2C({0x70: chip}), 0x70, 15)
    assert run(driver, 4) == 5
    chip.connect(False)
    assert run(driver, 4, False) == 5 * 80
    assert driver.errors == 5 * 80


def test_max7219() -> None:
    """Both places of a chain."""
    chip = chips.MAX7219Chain()
    chain = MAX7219Chain(SPI(chip), Select(chip), 8)
    for driver in chain.displays:
        assert run(driver, 8) == 5


def test_ssd1306() -> None:
    """Both layouts and all marks, answering; and gone."""
    chip = chips.SSD1306()
    driver = SSD1306(I2C({0x3C: chip}), 0x3C, 255)
    assert 100 < run(driver, 6) < 300
    chip.connect(False)
    assert run(driver, 6, False) == 5 * 80


def push_locked(driver) -> int:
    """Send all that waits with a locked heap; return the number of pushes."""
    pushes = 0
    gc.collect()
    heap_lock()
    try:
        while driver.is_pending():
            pushes += 1
            if not driver.push():
                raise ValueError("push")
    finally:
        heap_unlock()
    return pushes


def test_text_allocates_in_load_lines_alone() -> None:
    """Its pushes, a refresh, dimming, and everything after it are as without."""
    chip = chips.SSD1306()
    driver = SSD1306(I2C({0x3C: chip}), 0x3C, 255)
    for _ in range(2):
        driver.load_lines(LINES)
        assert push_locked(driver) >= PIECES
        driver.load_lines(LINES[1:])
        assert 0 < push_locked(driver) < PIECES
        heap_lock()
        try:
            driver.forget()
            driver.set_dim(True)
        finally:
            heap_unlock()
        assert push_locked(driver) == PIECES + 3, "set-up, contrast, switching on"
        assert 60 < run(driver, 6) < 300
    assert chip.bad == 0


def used() -> int:
    """Return the bytes of the heap that are in use."""
    for _ in range(3):
        gc.collect()
    return gc.mem_alloc()


def test_after_text_all_its_memory_comes_back() -> None:
    """Once the next cells are loaded, and the module is dropped as `Application.slim` does it."""
    driver = SSD1306(I2C({0x3C: chips.SSD1306()}), 0x3C, 255)
    cells = bytearray(TEXTS[0])
    readings = []
    for _ in range(4):
        driver.load(cells, 0)
        driver.load_lines(LINES)
        push_locked(driver)
        with_text = used()
        driver.load(cells, 0)
        del sys.modules["drivers.panel_text"]
        del sys.modules["drivers"].panel_text
        readings.append(used())
        assert with_text - readings[-1] > 1500, "glyphs, code and buffers are gone"
    assert readings[3] - readings[1] < 64, readings


def test_the_lock_bites() -> None:
    """A driver that allocates is found."""

    class Bad:
        def load(self, cells: bytearray, marks: int) -> None:
            self.cells = bytes(cells)

    try:
        run(Bad(), 6)
    except MemoryError:
        return
    raise AssertionError("not found")
