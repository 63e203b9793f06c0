"""A game of Triple Block with a hand on its calendar, for both interpreters."""

from clockcore.calendar import DAY_S, day_number
from clockcore.codes import LEFT
from clockcore.period import ControlError
from clockcore.triple_block import TripleBlockGame
from clockcore.triple_block_plan import TripleBlockPlan

HOUR_S = 3600
# 1 December 2026 at 10:20:30 UTC; within the days that follow are a year's end and, in 2028, a
# 29 February.
START = day_number(2026, 12, 1) * DAY_S + 10 * HOUR_S + 20 * 60 + 30

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython's has no lock: what it would prove is proven on MicroPython

    def heap_lock() -> None:
        """Do nothing."""

    def heap_unlock() -> None:
        """Do nothing."""


class Match:
    """A game whose clock is read when something is done, and by `tick`.

    now_s   the time of the real-time clock: seconds since day 0
    """

    def __init__(
        self,
        days: int = 600,
        guaranteed: bool = False,
        team: bool = False,
        start_s: int = START,
        white: int = LEFT,
    ) -> None:
        """Set the game up at its start: White's clock runs."""
        self.now_s = start_s
        self.game = TripleBlockGame()
        plan = TripleBlockPlan(days, guaranteed, team)
        self.game.set_up(plan, white, *self.reading(), *self.reading())

    def reading(self) -> tuple:
        """Return the day and the second of the day now."""
        return self.now_s // DAY_S, self.now_s % DAY_S

    def wait(self, days: int = 0, seconds: int = 0) -> "Match":
        """Let time pass, with no tick; return self."""
        self.now_s += days * DAY_S + seconds
        return self

    def tick(self) -> "Match":
        """Read the clock; return self."""
        self.game.tick(*self.reading())
        return self

    def move(self) -> int:
        """Complete a move of the side to move; return the result."""
        return self.game.move(self.game.side_to_move, *self.reading())

    def think(self, days: int = 0, seconds: int = 0) -> int:
        """Let the side to move think and move; return the result."""
        self.wait(days, seconds)
        return self.move()

    def play(self, count: int, days: int = 0, seconds: int = 0) -> "Match":
        """Have both sides make `count` moves, each after the same time; return self."""
        for _ in range(2 * count):
            result = self.think(days, seconds)
            assert result == 0, (result, self.game.moves)
        return self

    def blocks(self, side: int) -> tuple:
        """Return clock and bank of a side at the latest reading, in seconds."""
        return self.game.left_s(side), self.game.bank_s[side]

    def days(self, side: int) -> tuple:
        """Return clock and bank of a side in whole days, which they must be."""
        clock, bank = self.blocks(side)
        assert clock % DAY_S == 0 and bank % DAY_S == 0, (clock, bank)
        return clock // DAY_S, bank // DAY_S

    def zero_s(self, side: int) -> int:
        """Return the instant at which a clock reaches 0 as seconds since day 0, -1 for none."""
        if not self.game.find_zero(side):
            return -1
        return self.game.zero_day * DAY_S + self.game.zero_second

    def flag_s(self) -> int:
        """Return the instant of the flag as seconds since day 0."""
        return self.game.flag_day * DAY_S + self.game.flag_second


def refused(make: object, *arguments: object) -> str:
    """Return the one-line text of the ControlError that `make(...)` must raise."""
    try:
        make(*arguments)
    except ControlError as error:
        text = str(error)
        assert text and "\n" not in text, text
        return text
    raise AssertionError("not refused: " + str(arguments))
