"""What the last correction needs to be undone, and what is left of it when the game runs on (T44).

Loaded when a game is corrected. It lasts as long as a game has one: play does not need it.
"""

from micropython import const

from clockcore.account import Account
from clockcore.codes import SIDES
from clockcore.time_control import TimeControl

MEMORY_NUMBERS = const(6)  # how many plain numbers of a game are kept


class CorrectionMemory:
    """A game as it was before the last correction; `arbiter.py` fills it and puts it back.

    accounts  copies of both accounts
    control   the time control
    freeze    FREEZE
    offences  illegal moves of both sides
    numbers   turn, colors, flag, presser and history, in the order of `arbiter.REMEMBERED`
    """

    def __init__(self) -> None:
        """Make an empty one."""
        self.accounts = (Account(), Account())
        self.control: TimeControl | None = None
        self.freeze = False
        self.offences = [0, 0]
        self.numbers = [0] * MEMORY_NUMBERS

    def keep_amounts(self, game) -> None:
        """Let a `Game` keep by how much its times, counters and offences were changed.

        Of a correction that changed more than amounts nothing is kept: half an undo is none.
        """
        if not self._has_changed_amounts_alone(game):
            return
        change = game.correction_change
        for side in SIDES:
            account = game.accounts[side]
            before = self.accounts[side]
            change[side] = account.counter_ms() - before.counter_ms()
            change[side + 2] = account.moves - before.moves
            change[side + 4] = game.offences[side] - self.offences[side]

    def _has_changed_amounts_alone(self, game) -> bool:
        """Return whether a correction changed nothing but times, counters and offences."""
        numbers = self.numbers
        if self.control is not game.control or self.freeze != game.freeze:
            return False
        if numbers[0] != game.side_to_move or numbers[1] != game.white_side:
            return False
        if numbers[2] != game.first_flag_side:
            return False
        for side in SIDES:
            account = game.accounts[side]
            before = self.accounts[side]
            if (
                account.period_index != before.period_index
                or account.end_move != before.end_move
                or account.overtime != before.overtime
                or account.blocks_left != before.blocks_left
                or account.block_moves != before.block_moves
                or account.is_flagged != before.is_flagged
            ):
                return False
        return True
