"""Plays games again from where they were last kept whole, by the records of the journal.

The games come back PAUSED as of the last instant that is known. Not for play.
"""

from clockcore import arbiter
from clockcore.codes import (
    EV_CONTROL,
    EV_END,
    EV_GONG,
    EV_LATE,
    EV_PAUSE,
    EV_PRESS,
    EV_PUT_AWAY,
    EV_RELOAD,
    EV_RESTORED,
    EV_RESUME,
    EV_SETUP,
    EV_START,
    READY,
    RUNNING,
)
from clockcore.journal import (
    J_CONTROL,
    J_MOVES,
    J_TIME,
    MOVES_MASK,
    PERIOD_MASK,
    PERIOD_SHIFT,
    TURN_SHIFT,
)
from clockcore.ticks import ticks_add

# A game that has become another one since it was kept whole.
OTHER_GAME = (EV_SETUP, EV_CONTROL, EV_RESTORED, EV_PUT_AWAY)


class Recovery:
    """Takes the records behind the last whole keeping, in their order.

    is_torn  whether a record is missing, and where the games stand is not known since
    is_lost  whether a game has become another one, so that its times cannot be known
    has_run  whether a side has run
    """

    def __init__(self, games: tuple) -> None:
        """Take the games as they were kept; `number` is the last record that went into that."""
        self.games = games
        self.is_lost = False
        self.is_torn = False
        self.number = 0
        self.known = 0
        self.has_run = False
        self.last_at = 0

    def take(self, number: int, kind: int, who: int, at: int, value: int) -> None:
        """Let a game do once more what a record tells."""
        if self.number and number != self.number + 1:
            self.is_torn = True
            self.known = 0
        self.number = number
        if kind >= J_CONTROL:
            return  # no game: a control, a setting, a date
        index = who >> 4
        side = who & 15
        self.last_at = at
        if kind == J_TIME or kind == J_MOVES:
            if index < len(self.games):
                self._correct(self.games[index], kind, side, value, at)
            self.known += 1
            if self.known == 4 * len(self.games):
                self.is_torn = False  # all of it is known again
            return
        self.known = 0
        if index >= len(self.games):
            return
        game = self.games[index]
        if kind in OTHER_GAME:
            self.is_lost = True
        elif kind == EV_START:
            self.has_run = True
            game.start(side, at)
        elif kind == EV_RESUME:
            self.has_run = True
            if game.state == RUNNING:
                game.pause(at)  # its pause was not recorded
            game.resume(at)
        elif kind == EV_PRESS or kind == EV_LATE:
            self.has_run = True
            game.start(side, at)  # where the record of the start is missing
            game.press(side, at)
        elif kind == EV_PAUSE:
            game.pause(at)
        elif kind == EV_RELOAD:
            game.reload_block(at)
        elif kind == EV_END:
            game.end(at)
        elif kind == EV_GONG:
            game.settle(at)

    def doubt(self) -> None:
        """Know that records or marks may be missing: it matters if a side runs."""
        for game in self.games:
            if game.state == RUNNING:
                self.is_torn = True

    def finish(self, marked_ms: int) -> None:
        """Let the time pass that the marks count, and let all games stand."""
        at = ticks_add(self.last_at, marked_ms)
        for game in self.games:
            game.pause(at)

    def _correct(self, game, kind: int, side: int, value: int, at: int) -> None:
        """Set what has been corrected since the games were kept whole, if that was not again."""
        if game.state == RUNNING or game.state == READY:
            return
        account = game.accounts[side]
        if kind == J_TIME:
            arbiter.set_remaining(game, side, value, at)
            return
        period = value >> PERIOD_SHIFT & PERIOD_MASK
        if period != account.period_index:
            arbiter.set_period(game, side, period, at)
        arbiter.set_moves(game, side, value & MOVES_MASK, at)
        if value >> TURN_SHIFT and side != game.side_to_move:
            arbiter.set_side_to_move(game, side, at)
