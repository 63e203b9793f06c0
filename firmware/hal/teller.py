"""Time and moves as tones, for a player who cannot see the displays (Laws D.2.6).

What is sounded, and in which order; `sounder.py` sounds it. The code is in the README. Loaded only
where somebody wants to be told.
"""

from micropython import const

# A step: a kind, and how often it comes, 1 to 15.
HUNDRED = const(0x00)
TEN = const(0x10)
UNIT = const(0x20)
ZERO = const(0x30)
PAUSE = const(0x40)
COUNT_MASK = const(0x0F)
KIND_SHIFT = const(4)
ROOM = const(16)  # the most steps that `write_steps` writes
MOST = const(999)  # the largest number that is told
# Kind of a step: frequency in Hz (0: silence), length in ms.
STEP_HZ = (300, 500, 1500, 500, 0)  # hundred, ten, unit, zero, pause
STEP_MS = (700, 360, 90, 50, 500)


class Row:
    """A row of tones: `next` goes on, `hz` and `ms` are what is sounded then (0 Hz: silence)."""

    def __init__(self) -> None:
        """Start empty, with room for the longest row."""
        self.steps = bytearray(ROOM)
        self.step_count = 0
        self.step = 0
        self.repeats = 0  # how often the step has been sounded
        self.hz = 0
        self.ms = 0

    def write(self, ms: int, counts_up: bool, moves: int) -> None:
        """Begin the row that tells a time in ms and a number of moves, as `write_steps` does."""
        self.step_count = write_steps(self.steps, ms, counts_up, moves)
        self.step = 0
        self.repeats = 0

    def next(self) -> bool:
        """Go to the next tone or silence; return whether there is one. Allocates nothing."""
        if self.step == self.step_count:
            return False
        step = self.steps[self.step]
        self.repeats += 1
        if self.repeats == step & COUNT_MASK:
            self.step += 1
            self.repeats = 0
        kind = step >> KIND_SHIFT
        self.hz = STEP_HZ[kind]
        self.ms = STEP_MS[kind]
        return True


def write_steps(steps: bytearray, ms: int, counts_up: bool, moves: int) -> int:
    """Write what tells a time of `ms` ms and `moves` completed moves; return how many steps.

    `steps` has ROOM bytes. The seconds are those that a display shows (T35): rounded up, or down
    in magnitude for a time that counts up or is below zero. Hours are left out below one hour,
    minutes below one minute. Numbers beyond 999 are told as 999. Allocates nothing.
    """
    length = 0
    if ms < 0:
        steps[0] = ZERO + 2
        length = 1
        seconds = -ms // 1000
    elif counts_up:
        seconds = ms // 1000
    else:
        seconds = (ms + 999) // 1000
    if seconds >= 3600:
        length = _write_number(steps, length, seconds // 3600)
    if seconds >= 60:
        length = _write_number(steps, length, seconds // 60 % 60)
    length = _write_number(steps, length, seconds % 60)
    steps[length] = PAUSE + 1  # and the one that every number begins with: twice as long
    return _write_number(steps, length + 1, moves)


def _write_number(steps: bytearray, length: int, number: int) -> int:
    """Write a pause, unless it would be the first step, and the digits of a number."""
    if length:
        steps[length] = PAUSE + 1
        length += 1
    if number > MOST:
        number = MOST
    if number <= 0:
        steps[length] = ZERO + 1
        return length + 1
    length = _write_digit(steps, length, HUNDRED, number // 100)
    length = _write_digit(steps, length, TEN, number // 10 % 10)
    return _write_digit(steps, length, UNIT, number % 10)


def _write_digit(steps: bytearray, length: int, kind: int, digit: int) -> int:
    if digit == 0:
        return length
    steps[length] = kind + digit
    return length + 1
