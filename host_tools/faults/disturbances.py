"""Faults of the world around a running game; the game must not notice any of them."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from host_tools.bench import Bench
from host_tools.bench.child_process import FIRMWARE, BenchError

CONTROL = "5+3"
PRESSES = 8
DAY_MS = 86_400_000


@dataclass
class Outcome:
    """What came of a fault: how often it was tried and survived, and the worst error in ms.

    lost  which tries were not survived, so that each can be tried again
    """

    tries: int = 0
    survived: int = 0
    worst_ms: int = 0
    lost: list[str] = field(default_factory=list)

    def judge(self, error_ms: int, limit_ms: int = 0, what: str = "a try") -> None:
        """Count a try, told by `what`, by how far the times are off."""
        self.tries += 1
        self.worst_ms = max(self.worst_ms, abs(error_ms))
        if abs(error_ms) <= limit_ms:
            self.survived += 1
        else:
            self.lost.append(f"{what}: {error_ms} ms off")

    def fail(self, what: str) -> None:
        """Count a try that was lost altogether."""
        self.tries += 1
        self.lost.append(what)


def played(
    disturb: Callable[[Bench, int], None],
    seed: int,
    displays: str,
    firmware: Path = FIRMWARE,
    board: str = "virtual",
    contained: bool = False,
) -> int:
    """Play a game with a disturbance before each press; return the error of both sides, ms.

    contained  whether the firmware is to have contained an error meanwhile
    """
    choice = random.Random(seed)
    left, right = 303_000, 303_000
    with Bench(
        CONTROL, board, displays=displays, firmware=firmware, crashes_end=False
    ) as bench:
        bench.press("right")
        for number in range(PRESSES):
            start = bench.now_ms
            disturb(bench, number)
            bench.advance_ms(choice.randint(200, 4_000))
            used = bench.now_ms - start
            if number % 2:
                right += 3_000 - used
                bench.press("right")
            else:
                left += 3_000 - used
                bench.press("left")
            bench.advance_ms(0)
        moves = bench.moves("left") + bench.moves("right")
        if bool(bench.contained) != contained:
            return DAY_MS
        if bench.state != "RUNNING" or moves != PRESSES or bench.resets:
            return DAY_MS
        errors = (bench.remaining_ms("left") - left, bench.remaining_ms("right") - right)
        return max(map(abs, errors))


def _many(
    tries: int, disturb: Callable[[Bench, int], None], displays: str = "tm1637_6"
) -> Outcome:
    outcome = Outcome()
    for seed in range(tries):
        outcome.judge(played(disturb, seed, displays))
    return outcome


def displays_lost(tries: int) -> Outcome:
    """Pull a display off before a press, put it back before the next."""

    def disturb(bench: Bench, number: int) -> None:
        bench.connect_display("left" if number % 4 < 2 else "right", number % 2 == 1)

    return _many(tries, disturb, "ht16k33")


def bus_stuck(tries: int) -> Outcome:
    """Hold SDA low before a press, let it go before the next."""

    def disturb(bench: Bench, number: int) -> None:
        bench.stick_bus(number % 2 == 0)

    return _many(tries, disturb, "ssd1306")


def host_flood(tries: int) -> Outcome:
    """Send 20 000 bytes of garbage from a host, all at once, before every press."""
    choice = random.Random(6)

    def disturb(bench: Bench, number: int) -> None:
        text = "".join(chr(choice.choice((0, 7, 10, 13, 34, 65, 123, 125))) for _ in range(20_000))
        bench.send(text)

    return _many(tries, disturb)


def chatter(tries: int) -> Outcome:
    """Close and open the idle side's contact, 1 000 edges a second for 10 s."""
    outcome = Outcome()
    for _ in range(tries):
        with Bench(CONTROL) as bench:
            bench.press("right")
            bench.advance_ms(1_000)
            start = bench.now_ms
            edges = [(start + ms, "right", ms % 2 == 0) for ms in range(1, 10_000)]
            bench.edges([*edges, (start + 10_001, "right", False)])
            bench.advance_ms(11_000)
            bench.press("left")
            bench.advance_ms(0)
            wanted = 303_000 - 12_000 + 3_000
            if (bench.moves("left"), bench.moves("right")) == (1, 0):
                outcome.judge(bench.remaining_ms("left") - wanted)
            else:
                outcome.fail(f"moves {bench.moves('left')} and {bench.moves('right')}")
    return outcome


def contact_stuck(tries: int) -> Outcome:
    """Leave a contact closed after its press, for two moves."""
    outcome = Outcome()
    for _ in range(tries):
        with Bench(CONTROL) as bench:
            bench.press("right")
            bench.advance_ms(2_000)
            bench.hold("left")
            bench.advance_ms(5_000)
            bench.press("right")
            bench.advance_ms(2_000)
            bench.release("left")
            bench.advance_ms(1_000)
            bench.press("left")
            bench.advance_ms(0)
            left = 303_000 - 2_000 + 3_000 - 3_000 + 3_000
            if (bench.moves("left"), bench.moves("right")) == (2, 1):
                outcome.judge(bench.remaining_ms("left") - left)
            else:
                outcome.fail(f"moves {bench.moves('left')} and {bench.moves('right')}")
    return outcome


def wrap_of_ticks(tries: int) -> Outcome:
    """Let the counter of milliseconds begin anew in the middle of a turn."""
    outcome = Outcome()
    for seed in range(tries):
        ahead = random.Random(seed).randint(500, 20_000)
        with Bench(CONTROL, start_ticks=2**29 - ahead) as bench:
            bench.press("right")
            bench.advance_ms(30_000)
            bench.press("left")
            bench.advance_ms(0)
            outcome.judge(bench.remaining_ms("left") - (303_000 - 30_000 + 3_000))
    return outcome


def a_day(tries: int) -> Outcome:
    """Let a side think for 24 hours and press; then cut the power."""
    outcome = Outcome()
    for _ in range(tries):
        with Bench("90 h") as bench:
            bench.press("right")
            bench.advance_ms(DAY_MS)
            bench.press("left")
            bench.advance_ms(1_000)
            before = bench.remaining_ms("left")
            bench.power_cycle()
            if bench.state != "PAUSED" or before != 90 * 3_600_000 - DAY_MS:
                outcome.fail(f"{bench.state}, {before} ms before")
            else:
                outcome.judge(bench.remaining_ms("left") - before)
    return outcome


# What raises an error in the hardware layer now and then: file, what is there, what comes there.
BROKEN = (
    (
        "hal/sounder.py",
        "    def cue(self, event: int, now: int) -> None:\n",
        "        if now & 1:\n            raise OSError(5)\n",
    ),
    (
        "drivers/max7219.py",
        "    def push(self) -> bool:\n",
        "        if self.errors < 0:\n            return False\n"
        "        self.broken = getattr(self, 'broken', 0) + 1\n"
        "        if self.broken % 7 == 3:\n            raise ValueError('broken')\n",
    ),
    (
        "hal/flash_memory.py",
        "    def program(self, block: int, offset: int, data, length: int) -> None:\n",
        "        raise OSError(5)\n",
    ),
    (
        "hal/battery.py",
        "    def tick(self, now: int) -> None:\n",
        "        raise OSError(19)\n",
    ),
)


def driver_fails(tries: int) -> Outcome:
    """Let sounder, display driver, flash memory and battery raise errors while a side runs."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        for number, (name, place, text) in enumerate(BROKEN):
            firmware = Path(folder, str(number))
            shutil.copytree(FIRMWARE, firmware, ignore=shutil.ignore_patterns("__pycache__"))
            path = firmware / name
            source = path.read_text()
            if place not in source:
                raise BenchError(f"{name} has no {place.strip()!r} any more")
            head, _, rest = source.partition(place)
            doc, end, body = rest.partition('"""\n')
            path.write_text(head + place + doc + end + text + body)
            for seed in range(tries):
                contained = name != "hal/flash_memory.py"  # that is no error of the loop
                error = played(_nothing, seed, "max7219", firmware, "pico", contained)
                outcome.judge(error)
    return outcome


def _nothing(bench: Bench, number: int) -> None:
    """Let the game alone."""
