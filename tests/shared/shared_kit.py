"""What the shared tests need on both interpreters: a game with a hand on its clock.

No pytest here and nothing that MicroPython lacks. Instants are `start + ms`, wrapped; tests run
from several starts, one of them a second before the wrap, and with ticks at several distances.
"""

from clockcore.codes import LEFT, NONE, RUNNING, SCRABBLE, UPCOUNT, other
from clockcore.duration import DAY_MS
from clockcore.game import Game
from clockcore.period import ControlError, Period
from clockcore.time_control import TimeControl

WRAP = 1 << 29
STARTS = (0, 7777, WRAP - 1000, WRAP - 1)
STEPS = (0, 1, 7, 170)  # ms between ticks; 0: none at all until the test looks
MINUTE = 60_000
HOUR = 3_600_000


def control(main_ms: int, method: int = NONE, bonus_ms: int = 0, **fields: object) -> TimeControl:
    """Return a control of one period; `timing` and `freeze` go to the control."""
    timing = fields.pop("timing", 0)
    freeze = fields.pop("freeze", None)
    return TimeControl((Period(main_ms, method, bonus_ms, **fields),), None, timing, freeze)


class Play:
    """A game from READY on, with bench time `now_ms` since its start and its ticks."""

    def __init__(
        self, a_control: TimeControl, start: int = 0, step: int = 0, white: int = LEFT
    ) -> None:
        """Set the game up; `step` ms lie between two ticks, none happen by themselves if 0."""
        self.start = start
        self.step = step
        self.now_ms = 0
        self.run_ms = 0
        self.game = Game()
        self.game.set_up(a_control, white, self.at())

    def at(self) -> int:
        """Return the instant now."""
        return (self.start + self.now_ms) % WRAP

    def account(self, side: int) -> object:
        """Return the account of `side`."""
        return self.game.accounts[side]

    def begin(self) -> "Play":
        """Press the lever of Black, so that White runs; return self."""
        self.game.press(other(self.game.white_side), self.at())
        return self

    def wait(self, ms: int) -> "Play":
        """Let `ms` ms pass, with ticks on the way but none at the end; return self.

        In the middle of a long wait the ticks are further apart, to save the time of the tests.
        """
        begin = self.now_ms
        end = begin + ms
        if self.game.state == RUNNING:
            self.run_ms += ms
        if self.step:
            self.now_ms += self.step
            while self.now_ms < end:
                self.game.tick(self.at())
                far = self.now_ms - begin > 500 and end - self.now_ms > 500 + 41 * self.step
                self.now_ms += self.step * 41 if far and self.step < 20 else self.step
        self.now_ms = end
        return self

    def tick(self) -> "Play":
        """Tick now; return self."""
        self.game.tick(self.at())
        return self

    def press(self, side: int) -> int:
        """Press now; return the result."""
        return self.game.press(side, self.at())

    def think(self, side: int, ms: int) -> int:
        """Let `side` think for `ms` ms and press; return the result."""
        self.wait(ms)
        return self.press(side)

    def left_ms(self, side: int) -> int:
        """Return what is left to `side` now."""
        self.game.settle(self.at())
        return self.game.remaining_ms(side)

    def both_ms(self) -> tuple:
        """Return what is left to LEFT and to RIGHT now."""
        return self.left_ms(0), self.left_ms(1)

    def events(self, code: int) -> list:
        """Return the (side, ms since the start, value) of the last events of a kind."""
        found = []
        game = self.game
        first = game.event_count - 32 if game.event_count > 32 else 0
        for number in range(first, game.event_count):
            base = (number & 31) * 4
            if game.events[base] == code:
                at = (game.events[base + 2] - self.start) % WRAP
                found.append((game.events[base + 1], at, game.events[base + 3]))
        return found


def total(duration: object) -> int:
    """Return a Duration as one number of ms."""
    return duration.days * DAY_MS + duration.day_ms


def booked_ms(account: object) -> int:
    """Return every ms that was booked on an account, under any head."""
    return (
        total(account.booked_main)
        + total(account.booked_delay)
        + total(account.booked_overtime)
        + total(account.booked_after_flag)
    )


def check_books(game: Game, run_ms: int) -> None:
    """Check T1: each ms of running booked once, and the main times follow from the books."""
    booked = 0
    for account in game.accounts:
        booked += booked_ms(account)
    check_accounts(game)
    assert booked == run_ms, (booked, run_ms)


def check_accounts(game: Game) -> None:
    """Check T1: the main time of each side follows from what was booked and added."""
    for account in game.accounts:
        used = total(account.booked_main)
        lost = total(account.lost_at_ceiling)
        expected = (
            total(account.added_period)
            + total(account.added_bonus)
            + total(account.added_give_back)
            + total(account.added_hourglass)
            + total(account.added_correction)
            + (lost if account.period.method == SCRABBLE else -lost)
            + (used if account.period.method == UPCOUNT else -used)
        )
        assert total(account.main) == expected, (total(account.main), expected)


def refused(make: object, *arguments: object, **fields: object) -> str:
    """Return the one-line text of the ControlError that `make(...)` must raise."""
    try:
        make(*arguments, **fields)
    except ControlError as error:
        text = str(error)
        assert text and "\n" not in text, text
        return text
    raise AssertionError("not refused: " + str(arguments) + str(fields))
