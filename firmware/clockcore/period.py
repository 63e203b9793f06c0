"""One period of a time control: its fields, their ranges, and what cannot be."""

from micropython import const

from clockcore.codes import (
    AT_ZERO,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    METHOD_NAMES,
    MOVE_TIMER,
    NONE,
    SCRABBLE,
    UPCOUNT,
)

MAIN_LIMIT_MS = const(359_999_999)  # 99:59:59.999
BONUS_LIMIT_MS = const(3_599_999)  # 59:59.999
COUNT_LIMIT = const(255)

WITH_BONUS = (FISCHER, BRONSTEIN, DELAY)
ALONE = (HOURGLASS, GONG, MOVE_TIMER, UPCOUNT)
LAST_ONLY = (BYOYOMI, CANADIAN, SCRABBLE)


class ControlError(ValueError):
    """A time control that cannot be; the text is one line that says what and where."""


class Period:
    """The fields of a period, as in section 2 of the timing rules.

    main_ms        0 to 99:59:59.999; the fixed time of a turn for GONG and MOVE_TIMER
    method         NONE ... SCRABBLE
    bonus_ms       0 to 59:59.999; FISCHER bonus, BRONSTEIN or DELAY delay
    bonus_from_move  1 to 255: the first move of the game that has the bonus
    cap_ms         0 (none) or the ceiling of T11, FISCHER only
    moves          0 to 255; with BY_COUNT the number that brings the next period
    transition     BY_COUNT (T20) or AT_ZERO (T21): how the next period comes
    block_ms       length of a BYOYOMI moment or of a CANADIAN block
    block_count    BYOYOMI moments (0 for ever) or CANADIAN moves (0: reloaded by hand), 0 to 255
    repeat         last period only: it comes again and again
    """

    def __init__(
        self,
        main_ms: int = 0,
        method: int = NONE,
        bonus_ms: int = 0,
        bonus_from_move: int = 1,
        cap_ms: int = 0,
        moves: int = 0,
        transition: int = BY_COUNT,
        block_ms: int = 0,
        block_count: int = 0,
        repeat: bool = False,
    ) -> None:
        """Store the fields; `check` refuses what cannot be."""
        self.main_ms = main_ms
        self.method = method
        self.bonus_ms = bonus_ms
        self.bonus_from_move = bonus_from_move
        self.cap_ms = cap_ms
        self.moves = moves
        self.transition = transition
        self.block_ms = block_ms
        self.block_count = block_count
        self.repeat = repeat

    def bonus_of_move(self, number: int) -> int:
        """Return the bonus or delay in ms that move `number` of the game has in this period."""
        return self.bonus_ms if number >= self.bonus_from_move else 0

    def included_bonus(self, number: int) -> int:
        """Return the ms that stand on the account for move `number` under BEFORE_MOVE (T10).

        A FISCHER bonus and a BRONSTEIN delay do; a DELAY is shown apart.
        """
        if self.method == FISCHER or self.method == BRONSTEIN:
            return self.bonus_of_move(number)
        return 0

    def check(self, where: str, number: int, count: int) -> None:
        """Raise ControlError if this cannot be period `number` (from 1) of `count`."""
        name = where + "period " + str(number) + ": "
        last = number == count
        _whole(name + "main", self.main_ms, 0, MAIN_LIMIT_MS, "ms (99:59:59)")
        _whole(name + "method", self.method, NONE, SCRABBLE, "")
        method = METHOD_NAMES[self.method]
        _whole(name + "bonus", self.bonus_ms, 0, BONUS_LIMIT_MS, "ms (59:59)")
        _whole(name + "bonus from move", self.bonus_from_move, 1, COUNT_LIMIT, "")
        _whole(name + "cap", self.cap_ms, 0, MAIN_LIMIT_MS, "ms (99:59:59)")
        _whole(name + "moves", self.moves, 0, COUNT_LIMIT, "")
        _whole(name + "block", self.block_ms, 0, MAIN_LIMIT_MS, "ms (99:59:59)")
        _whole(name + "block count", self.block_count, 0, COUNT_LIMIT, "")
        _whole(name + "transition", self.transition, BY_COUNT, AT_ZERO, "")
        if self.bonus_ms and self.method not in WITH_BONUS:
            raise ControlError(name + method + " has no bonus, so bonus must be 0")
        if self.cap_ms and self.method != FISCHER:
            raise ControlError(name + "only FISCHER has a cap")
        if self.method in ALONE and count > 1:
            raise ControlError(name + method + " must be the only period")
        if self.method in LAST_ONLY and not last:
            raise ControlError(name + method + " must be the last period")
        if self.method == UPCOUNT:
            if self.main_ms:
                raise ControlError(name + "UPCOUNT counts up from 0, so main must be 0")
        elif self.main_ms == 0:
            if self.method not in WITH_BONUS and self.method not in (BYOYOMI, CANADIAN):
                raise ControlError(name + "main 0 leaves " + method + " nothing to count")
            if self.method in WITH_BONUS and self.bonus_ms == 0:
                raise ControlError(name + "main 0 with bonus 0 leaves nothing to count")
            if self.method in WITH_BONUS and number == 1 and self.bonus_from_move > 1:
                raise ControlError(name + "main 0 needs its bonus from move 1")
        if (self.method == BYOYOMI or self.method == CANADIAN) != (self.block_ms > 0):
            raise ControlError(name + "block is for BYOYOMI and CANADIAN, which need it above 0")
        if self.block_count and not self.block_ms:
            raise ControlError(name + "block count without a block")
        if not last and self.transition == BY_COUNT and self.moves == 0:
            raise ControlError(name + "moves 0 by count, but a period follows it")
        if self.repeat:
            if not last:
                raise ControlError(name + "only the last period can repeat")
            if self.method in ALONE or self.method in LAST_ONLY:
                raise ControlError(name + method + " cannot repeat")
            if self.main_ms == 0:
                raise ControlError(name + "main 0 cannot repeat")
            if self.transition == BY_COUNT and self.moves == 0:
                raise ControlError(name + "repeat needs moves, or the change at zero")


def _whole(name: str, value: int, low: int, high: int, unit: str) -> None:
    """Raise ControlError unless `value` is a whole number from low to high."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        unit = " " + unit if unit else ""
        text = repr(value)  # on one line, whatever it is
        if len(text) > 40:
            text = text[:37] + "..."
        raise ControlError(
            name + " " + text + " is outside " + str(low) + " to " + str(high) + unit
        )
