"""What is left of a correction when the game runs on: by how much it changed the game (T44).

Loaded when a corrected game goes on, and given back. Not for play.
"""

from clockcore.codes import SIDES
from clockcore.game import CorrectionMemory, Game


def keep_amounts(game: Game, memory: CorrectionMemory) -> None:
    """Keep by how much a correction changed times, counters and offences, if nothing else.

    Of one that changed more than amounts nothing is kept: half an undo is none.
    """
    if not _has_changed_amounts_alone(game, memory):
        return
    change = game.correction_change
    for side in SIDES:
        account = game.accounts[side]
        before = memory.accounts[side]
        change[side] = account.counter_ms() - before.counter_ms()
        change[side + 2] = account.moves - before.moves
        change[side + 4] = game.offences[side] - memory.offences[side]


def _has_changed_amounts_alone(game: Game, memory: CorrectionMemory) -> bool:
    """Return whether a correction changed nothing but times, counters and offences."""
    numbers = memory.numbers
    if memory.control is not game.control or memory.freeze != game.freeze:
        return False
    if numbers[0] != game.side_to_move or numbers[1] != game.white_side:
        return False
    if numbers[2] != game.first_flag_side:
        return False
    for side in SIDES:
        account = game.accounts[side]
        before = memory.accounts[side]
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
