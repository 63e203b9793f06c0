"""The frames of a game of Triple Block: pages by turns on cells, eight lines on a panel.

Cells show the clock; a word that says what is the matter takes turns with it, on four cells the
hours do, too. A page that was asked for stays for ten seconds. Nothing is allocated for cells.
"""

from micropython import const

from clockcore.codes import (
    MARK_FLAG,
    MARK_PAUSED,
    MARK_RUNNING,
    MARK_SIDE_TO_MOVE,
    MARK_WHITE,
    MARKS_ON_PANEL,
    PAUSED,
    SIDES,
)
from clockcore.frame import FEW_CELLS, SEPARATOR, SPACE, Frame
from clockcore.triple_block import TripleBlockGame
from clockcore.triple_block_text import (
    PAGE_BANK,
    PAGE_CLOCK,
    PAGE_HOURS,
    PAGE_INCREMENT,
    PAGE_MOVES,
    PAGE_WORD,
    PAGE_ZERO_DATE,
    PAGE_ZERO_TIME,
    BlockText,
)

TURN_SHIFT = const(11)  # 2 048 ms a page
PAGES_ASKED = (
    PAGE_CLOCK,
    PAGE_BANK,
    PAGE_INCREMENT,
    PAGE_MOVES,
    PAGE_ZERO_DATE,
    PAGE_ZERO_TIME,
)
NOTHING = b"-"
NO_LINES = ()


class BlockFrames:
    """Writes both frames; `page` is the page of PAGES_ASKED that is wanted, 0 for the turns.

    zone_minutes  what dates and times of day are moved by
    is_dim        whether the displays are to be dark but for a trace of light
    """

    def __init__(self, frames: tuple, language: int, zone_minutes: int) -> None:
        """Take the left and the right `Frame`."""
        self.frames = frames
        self.text = BlockText(language)
        self.zone_minutes = zone_minutes
        self.page = 0
        self.is_dim = False
        self.is_panel = frames[0].marks_at_once == MARKS_ON_PANEL

    def write(self, game: TripleBlockGame, now: int) -> None:
        """Write both frames; `now` tells whose turn it is among the pages."""
        for side in SIDES:
            frame = self.frames[side]
            self._cells(game, side, frame, now >> TURN_SHIFT)
            if self.is_panel:
                self._lines(game, side, frame)
            else:
                frame.show_lines(NO_LINES, self.is_dim)

    def _cells(self, game: TripleBlockGame, side: int, frame: Frame, turn: int) -> None:
        text = self.text
        page = PAGES_ASKED[self.page]
        is_clock = page == PAGE_CLOCK
        if page == PAGE_CLOCK:
            if turn & 1 and text.write_page(game, side, PAGE_WORD, frame.size, 0):
                is_clock = False
            elif frame.size < FEW_CELLS and turn & 2:
                is_clock = not text.write_page(game, side, PAGE_HOURS, frame.size, 0)
            if is_clock:
                text.write_page(game, side, PAGE_CLOCK, frame.size, 0)
        elif not text.write_page(game, side, page, frame.size, self.zone_minutes):
            text.write_ascii(NOTHING)
        frame.lay(text)
        marks = self._marks(game, side)
        if is_clock and marks & MARK_WHITE and frame.has_dots:
            frame.draft[frame.size - 1] |= SEPARATOR
        if is_clock and marks & MARK_FLAG and frame.draft[0] == SPACE:
            frame.draft[0] = 70  # F
        frame.finish(marks, marks & MARK_RUNNING != 0)

    def _marks(self, game: TripleBlockGame, side: int) -> int:
        marks = 0
        if game.side_to_move == side:
            marks |= MARK_SIDE_TO_MOVE
            if game.is_counting():
                marks |= MARK_RUNNING
        if game.white_side == side:
            marks |= MARK_WHITE
        if game.flag_side == side:
            marks |= MARK_FLAG
        if game.state == PAUSED:
            marks |= MARK_PAUSED
        return marks

    def _lines(self, game: TripleBlockGame, side: int, frame: Frame) -> None:
        """Write the lines of a panel, which are made anew each second."""
        from clockcore.triple_block_panel import lines_of

        frame.show_lines(lines_of(self.text, game, side, self.zone_minutes), self.is_dim)
