"""One period of a time control: its fields. What cannot be: `control_rules.py`."""

from micropython import const

from clockcore.codes import BRONSTEIN, BY_COUNT, FISCHER, NONE

MAIN_LIMIT_MS = const(359_999_999)  # 99:59:59.999


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
        """Store the fields; a `TimeControl` refuses what cannot be."""
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
