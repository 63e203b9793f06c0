"""The clock of a table of three: what one set of keys does for several boards (T60).

Loaded only where a board carries more than one clock. PLAY concerns all games; after FORWARD has
chosen a board, the next key concerns that board alone. `MENUS.md` has the whole of it. What is
reached while a side runs allocates nothing.
"""

from micropython import const

from clockcore.clock import LAMP_SHIFT, ChessClock
from clockcore.codes import (
    ALL_BOARDS,
    EV_REFUSED,
    FLAGGED,
    KEY_DOWN,
    KEY_PLAY,
    MARKS_ON_DOTS,
    PAUSED,
    PEEK_NOTHING,
    PEEK_VIEW,
    READY,
    ROCKER,
    RUNNING,
    other,
)
from clockcore.gestures import (
    DO_CHOOSE_BOARD,
    DO_PAUSE,
    DO_PLAY_BOARD,
    DO_RELOAD,
    DO_RESUME,
    DO_START,
    FIRST_OF_ARBITER,
)
from clockcore.ticks import ticks_diff
from clockcore.time_control import TimeControl

BOARD_LETTERS = b"AbC"  # as seven segments can draw them
CHOICE_MS = const(3000)
REFUSED_LEVER = const(0)  # values of EV_REFUSED
REFUSED_FLAG = const(1)


class TableClock(ChessClock):
    """Up to three clocks with five keys.

    chosen  the board that FORWARD has chosen, from 0, or ALL_BOARDS; since `chosen_at`
    board   what the key that went down last concerns: a board, from 0, or ALL_BOARDS
    alone   a byte a game: 1 while it stands because it was paused alone
    letters a character a board
    """

    letters = BOARD_LETTERS

    def __init__(
        self, games: int, lever_kind: int, cells: int, marks_at_once: int = MARKS_ON_DOTS
    ) -> None:
        """Make `games` (2 or 3) clocks, as `ChessClock`."""
        super().__init__(games, lever_kind, cells, marks_at_once)
        from clockcore.gestures import ROWS, TABLE_ROWS, make_table

        self.actions = make_table(ROWS + TABLE_ROWS)
        self.chosen = ALL_BOARDS
        self.chosen_at = 0
        self.board = ALL_BOARDS
        self.alone = bytearray(games)
        self.play_board = ALL_BOARDS  # what the PLAY that is down concerns, where it stood
        self.pause_board = ALL_BOARDS  # what waits for a rocker
        self.resume_board = ALL_BOARDS

    def lay_out(self, control: TimeControl, at: int) -> bool:
        """Lay `control` out on every game: READY; False while a side runs."""
        self._forget_alone()
        return super().lay_out(control, at)

    def restore(self, kept: object, at: int) -> None:
        """Take what `keep` returned; none of the games stands alone."""
        self._forget_alone()
        super().restore(kept, at)

    def _forget_alone(self) -> None:
        for index in range(len(self.alone)):
            self.alone[index] = 0

    # --- keys --------------------------------------------------------------------------------

    def _gesture(self, key: int, gesture: int, at: int) -> None:
        """Do what the key means; a choice lasts as long as a key that went down within it."""
        if gesture == KEY_DOWN:
            # By the instant of the key, not by what the last look of the loop has noticed.
            is_chosen = ticks_diff(at, self.chosen_at) < CHOICE_MS
            self.board = self.chosen if is_chosen else ALL_BOARDS
        super()._gesture(key, gesture, at)

    def _do(self, action: int, at: int) -> None:
        """Do an action for the board that is chosen, or for all."""
        if action == DO_CHOOSE_BOARD:
            self._choose(at)
        elif action == DO_PAUSE:
            self._play_down(at)
        elif action == DO_PLAY_BOARD:
            if self.play_board != ALL_BOARDS:
                self._let_go(self.play_board, at)
        elif action == DO_START or action == DO_RESUME:
            board = self._take_choice()
            if not self.play_has_paused:
                self.resume_starts = action == DO_START
                self._let_go(board, at)
        elif action == DO_RELOAD:
            board = self._take_choice()
            if board != ALL_BOARDS and self._moves(board) == self.moves_at_down[board]:
                self.table.games[board].reload_block(at)
        else:
            if action >= FIRST_OF_ARBITER:
                self._take_choice()
            super()._do(action, at)

    def _choose(self, at: int) -> None:
        """Choose the next board, after the last one none."""
        board = self._take_choice() + 1
        if board < len(self.levers):
            self.chosen = board
            self.chosen_at = at

    def _take_choice(self) -> int:
        """Return the board that the key concerns, or ALL_BOARDS; it is chosen no more."""
        self.chosen = ALL_BOARDS
        return self.board

    def _play_down(self, at: int) -> None:
        """Pause all, or the chosen board; one that stands goes on when the key is let go (T6)."""
        board = self._take_choice()
        self.play_board = ALL_BOARDS
        if board != ALL_BOARDS and self.table.games[board].state != RUNNING:
            self.play_board = board
            return
        self.pause_board = board
        self.ask_pause(at)

    def _pause(self, at: int) -> None:
        """Pause all that runs, or one game alone; the rest of the hold belongs to PAUSED (T6)."""
        self.pause_waits = False
        board = self.pause_board
        self.pause_board = ALL_BOARDS
        for index in range(len(self.levers)):
            game = self.table.games[index]
            if game.state == RUNNING and (board == ALL_BOARDS or board == index):
                game.pause(at)
                self.alone[index] = 1 if board == index and game.state == PAUSED else 0
                self.paused_down[index] = self.levers[index].down_side
        self.play_has_paused = True
        self.state_at_down[KEY_PLAY] = self.state()

    def _let_go(self, board: int, at: int) -> None:
        """Start or resume a board or all, as soon as the rockers have said what came before."""
        self.resume_board = board
        if self.is_lever_undecided():
            self.resume_waits = True
            self.resume_at = at
        else:
            self._go(at)

    def _go(self, at: int) -> None:
        """Start or resume one game, or every game that waits for it."""
        self.resume_waits = False
        board = self.resume_board
        self.resume_board = ALL_BOARDS
        everything = board == ALL_BOARDS and not self._waits_together()
        is_kept = self.has_kept and self.state() != RUNNING
        refused = ""
        for index in range(len(self.levers)):
            if board == ALL_BOARDS:
                is_meant = everything or not self.alone[index]
            else:
                is_meant = board == index
            if is_meant:
                if is_kept and self._may_run(index):
                    is_kept = False
                    self.forget(True)
                refused = self._go_one(index, board != ALL_BOARDS, at) or refused
        if refused and self.state() != RUNNING:
            self.keys_of_arbiter().say(refused, at)

    def _may_run(self, index: int) -> bool:
        return self.table.games[index].may_resume() and not self.lever_moved(index)

    def _waits_together(self) -> bool:
        """Return whether a game may start or go on that was not paused alone."""
        for index in range(len(self.levers)):
            if self.table.games[index].state == READY:
                if self.resume_starts:
                    return True
            elif self._may_run(index) and not self.alone[index]:
                return True
        return False

    def go_one(self, index: int, at: int) -> str:
        """Start or resume a game as a host wants it; return what keeps it from running, or ""."""
        return self._go_one(index, False, at)

    def _go_one(self, index: int, is_chosen: bool, at: int) -> str:
        """Start or resume a game; return the key of the text that says why not, or ""."""
        game = self.table.games[index]
        lever = self.levers[index]
        if game.state == READY and (is_chosen or self.resume_starts):
            side = game.white_side if lever.kind != ROCKER else other(lever.down_side)
            game.start(side, at)
        elif game.state == PAUSED:
            if self.lever_moved(index):
                game.note(EV_REFUSED, game.side_to_move, at, REFUSED_LEVER)
                return "lever"
            if not game.resume(at):
                game.note(EV_REFUSED, game.side_to_move, at, REFUSED_FLAG)
                return "flag"
            self.alone[index] = 0
        elif game.state == FLAGGED:
            return "flag"
        elif is_chosen and game.state != RUNNING:
            return "no"
        return ""

    # --- what is shown -----------------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Settle to `now` as `ChessClock`; a choice that nothing came of is forgotten."""
        super().tick(now)
        if self.chosen != ALL_BOARDS and ticks_diff(now, self.chosen_at) >= CHOICE_MS:
            self.chosen = ALL_BOARDS
            self.touch()

    def _write(self, index: int, side: int, now: int) -> int:
        """Write a frame as `ChessClock`; the chosen board shows its letter by turns.

        What is only said of one board leaves the times of the others alone.
        """
        if index == self.chosen:
            since = ticks_diff(now, self.chosen_at)
            turn = (1 << LAMP_SHIFT) - (since & ((1 << LAMP_SHIFT) - 1))
            if turn > CHOICE_MS - since:
                turn = CHOICE_MS - since
            if (since >> LAMP_SHIFT) & 1 == 0:
                composer = self.composer
                composer.text.write_letter(BOARD_LETTERS[index])
                frame = self.frames[index][side]
                frame.lay(composer.text)
                game = self.table.games[index]
                frame.finish(composer.marks(game, side), game.running_side == side)
                return turn
            wait = super()._write(index, side, now)
            return turn if turn < wait else wait
        if self.peek == PEEK_VIEW and self.arbiter:
            about = self.arbiter[0].about
            if about != ALL_BOARDS and about != index:
                game = self.table.games[index]
                frame = self.frames[index][side]
                self.composer.compose(
                    game, side, frame, now, PEEK_NOTHING, self.lever_moved(index)
                )
                return self.composer.next_ms
        return super()._write(index, side, now)
