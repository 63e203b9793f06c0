"""From the entries of a journal to games: where each begins and ends, and how it went."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from clockcore.codes import (
    EV_CLEAR_FLAG,
    EV_CONTROL,
    EV_CORRECTION,
    EV_END,
    EV_FLAG,
    EV_ILLEGAL_MOVE,
    EV_LATE,
    EV_PAUSE,
    EV_PRESS,
    EV_PUT_AWAY,
    EV_RESTORED,
    EV_RESUME,
    EV_SETUP,
    EV_START,
    EV_UNDO,
    LEFT,
    NEITHER,
    RIGHT,
    SIDES,
    UNDONE_CORRECTION,
)
from clockcore.journal import (
    J_CONTROL,
    J_DATE,
    J_LOST,
    J_MOVES,
    J_POWER,
    J_TIME,
    MOVES_MASK,
    PERIOD_MASK,
    PERIOD_SHIFT,
    TURN_SHIFT,
)
from clockcore.journal_control import control_of, control_words, white_side_of, word_count
from clockcore.period import ControlError
from clockcore.time_control import TimeControl

from host_tools.journal.chain import Entry
from host_tools.journal.course import SIDE_MASK, Course, Move, Standing
from host_tools.notation.explain import in_short
from host_tools.pgn import text_of_reading

GAME_SHIFT = 4
OF_A_GAME = 64  # kinds below it are events of a game, as are those of OF_A_GAME_TOO
OF_A_GAME_TOO = (J_TIME, J_MOVES, J_CONTROL)
# What shows that a game is under way whose beginning is not there.
UNDER_WAY = (EV_PRESS, EV_LATE, EV_PAUSE, EV_RESUME, EV_FLAG, J_TIME)
# What an arbiter changes while a game stands.
CHANGES = (EV_CORRECTION, EV_ILLEGAL_MOVE, EV_CONTROL)
COURSES_LIMIT = 16
TICKS_PERIOD = 1 << 29
PUT_AWAY = "put away"
CENTURY = 100  # of a real-time clock
BACK_MS = 3_600_000  # an instant that is up to so much earlier than the one before it is earlier
SIDE_NAMES = ("left", "right", "neither")


@dataclass(frozen=True)
class Moment:
    """When something was recorded.

    since_ms  ms since the clock was started, or since the first record that is there
    date      by the clock's real-time clock, None if it was not set
    """

    since_ms: int
    date: datetime | None


@dataclass
class PlayedGame:
    """A game of a journal.

    number       its place in the journal, from 1
    board        which clock of a table, from 0
    entries      its records, and those between that concern the whole clock
    control      its time control at its beginning, None if it is not known
    start        when it began
    first_side   who began, and so had White; NEITHER if its beginning is not there
    is_taken_up  its beginning is not there: it is of an adjourned game, or older than the journal
    continues    the number of the adjourned game that it goes on from; its moves are here, too
    course       how it went
    standings    how often the clock wrote down where it stood
    said         what is to be said at a record, by its number: what corrections changed
    differences  what does not fit and nothing explains, one line each
    flag_side    whose flag fell first, NEITHER for nobody's
    flag_move    the number of presses before that
    ended        how it ended: "ended", "put away", "" if its end is not recorded
    """

    number: int
    board: int
    control: TimeControl | None
    white_side: int
    freeze: bool | None
    start: Moment | None = None
    entries: list[Entry] = field(default_factory=list)
    first_side: int = NEITHER
    is_taken_up: bool = False
    continues: int | None = None
    standings: int = 0
    said: dict[int, str] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)
    flag_side: int = NEITHER
    flag_move: int = 0
    ended: str = ""
    has_run: bool = False
    courses: list[Course] = field(default_factory=list)
    causes: list[str] = field(default_factory=list)  # why the next standing may differ
    checkpoints: list[Course] = field(default_factory=list)
    last_standing: Standing | None = None

    def __post_init__(self) -> None:
        """Lay the game out."""
        self.courses = [Course(self.control, self.white_side, self.freeze)]

    @property
    def course(self) -> Course:
        """Return how the game went: the likeliest way, and nearly always the only one."""
        return self.courses[0]

    @property
    def moves(self) -> list[Move]:
        """Return the presses that passed the turn and were not taken back."""
        return self.course.moves

    def say(self, record: int, text: str) -> None:
        """Add to what is to be said at a record."""
        self.said[record] = f"{self.said[record]}; {text}" if record in self.said else text

    def result(self) -> str:
        """Return what the clock knows of the result: flags and times, never who has won."""
        parts = []
        if self.flag_side != NEITHER:
            parts.append(f"{SIDE_NAMES[self.flag_side]}: flag")
        parts.append(self.ended or ("runs" if self.course.is_running else "stands"))
        times = [self.course.left_ms(side) for side in SIDES]
        if self.last_standing is not None and None in times:
            times = list(self.last_standing.times)
        if None not in times:
            parts.append(" - ".join(time_text(time) for time in times if time is not None))
        return ", ".join(parts)

    # --- records ---------------------------------------------------------------------------------

    def take(self, entry: Entry) -> None:
        """Let what a record of this game tells happen."""
        side = entry.who & SIDE_MASK
        kind = entry.kind
        if kind in (EV_START, EV_RESUME, EV_PRESS, EV_LATE):
            self.has_run = True
            self.checkpoints = []
            self.last_standing = None
        if kind == EV_FLAG and entry.value == 1:
            self.flag_side = side
            self.flag_move = len(self.moves)
        elif kind == EV_END:
            self.ended = "ended"
        if kind == EV_CORRECTION and side == NEITHER:
            self._remember()
            self.set_freeze(bool(entry.value))
            return
        is_undo = kind == EV_UNDO and entry.value < 0
        is_undone_press = kind == EV_UNDO and not is_undo and not self.course.is_running
        if kind == EV_CLEAR_FLAG or is_undone_press or (kind in CHANGES and not self.causes):
            self._remember()
        if kind in CHANGES or is_undo:
            self.causes.append("undone" if is_undo else "corrected")
        if kind == EV_UNDO and entry.value == UNDONE_CORRECTION:
            # Which of several it was shows where the clock stands now.
            self.courses = [deepcopy(one) for one in self.checkpoints] + self.courses
        faults = [fault for fault in [course.take(entry) for course in self.courses] if fault]
        in_step = [course for course in self.courses if course.in_step]
        if in_step:  # the others did not go so
            if len(in_step) > 1:
                in_step = list({one.likeness(): one for one in reversed(in_step)}.values())[::-1]
            self.courses = in_step
        elif faults:
            self._differ(entry.number, faults[0])

    def _remember(self) -> None:
        """Keep how the game stands before an arbiter changes it, in case that is undone."""
        self.checkpoints[:0] = [deepcopy(course) for course in self.courses]

    def miss(self, what: str) -> None:
        """Know that something is not there that may have changed the game."""
        self.causes.append(what)

    def fail_power(self, at: int) -> None:
        """Let the game stand if it runs: how long it ran on is not recorded."""
        if self.course.is_running:
            self.causes.append("the power failed")
            for course in self.courses:
                course.stop(at)

    def set_freeze(self, freeze: bool) -> None:
        """Set FREEZE, as the arbiter has (T31)."""
        for course in self.courses:
            if course.game is not None:
                course.game.freeze = freeze

    def change_control(self, control: TimeControl, white_side: int, entry: Entry) -> None:
        """Take a control that is recorded while the game is on the clock."""
        if self.control is None or not self.has_run:
            self.control = control
            self.white_side = white_side
            self.courses = [self.course.with_control(control, white_side)]
        else:
            self.say(entry.number, f"from here on: {in_short(control)}")
            for course in self.courses:
                course.change_control(control, entry.at)
        if self.last_standing is not None:
            self._adopt(self.last_standing, entry.at)

    def go_on_from(self, other: PlayedGame) -> None:
        """Be what a game that was put away has become."""
        self.continues = other.number
        self.is_taken_up = False
        self.first_side = other.first_side
        for course in self.courses:
            course.moves = list(other.moves)
            course.used_ms = other.course.used_ms

    def compare(self, standing: Standing, entry: Entry) -> None:
        """Compare the game with where the clock wrote down that it stood, and go on from there."""
        self.standings += 1
        fitting = [course for course in self.courses if course.fits(standing)]
        if fitting:
            self.courses = fitting
        else:
            was = self.course.standing()
            change = changes(was, standing) if was is not None else ""
            cause = ", ".join(dict.fromkeys(self.causes))
            if cause and change:
                self.say(entry.number, f"{cause}: {change}")
            elif change:
                self._differ(entry.number, f"by the presses before it: {change}")
            self._adopt(standing, entry.at)
        self.causes = []
        self.last_standing = standing

    def _adopt(self, standing: Standing, at: int) -> None:
        found: list[Course] = []
        for course in self.courses:
            found += [course] if course.fits(standing) else course.corrected(standing, at)
        self.courses = found[:COURSES_LIMIT]

    def _differ(self, record: int, text: str) -> None:
        if self.causes:
            self.say(record, f"{text} ({', '.join(dict.fromkeys(self.causes))})")
        else:
            self.differences.append(f"record {record}: {text}")
            self.say(record, f"DIFFERS: {text}")


def time_text(ms: int) -> str:
    """Return a time to the millisecond: `1:23:45.678`."""
    return text_of_reading(ms, 1)


def changes(was: Standing, now: Standing) -> str:
    """Return in words what differs between two standings."""
    parts = []
    for side in SIDES:
        name = SIDE_NAMES[side]
        if was.times[side] != now.times[side]:
            parts.append(f"{name} {time_text(was.times[side])} -> {time_text(now.times[side])}")
        if was.moves[side] != now.moves[side]:
            parts.append(f"{name} move {was.moves[side]} -> {now.moves[side]}")
        if was.periods[side] != now.periods[side]:
            parts.append(f"{name} period {was.periods[side] + 1} -> {now.periods[side] + 1}")
    if was.turn != now.turn:
        parts.append(f"turn {SIDE_NAMES[was.turn]} -> {SIDE_NAMES[now.turn]}")
    return ", ".join(parts)


def moments(entries: Iterable[Entry]) -> dict[int, Moment]:
    """Return when each record was written, by its number."""
    found = {}
    since = 0
    base: datetime | None = None
    before: Entry | None = None
    for entry in entries:
        if before is None or entry.kind == J_POWER:
            since = 0
            base = date_of(entry.value) if entry.kind == J_POWER else None
        elif entry.kind != J_CONTROL:
            step = (entry.at - before.at) % TICKS_PERIOD
            since += step if step < TICKS_PERIOD - BACK_MS else step - TICKS_PERIOD
        if entry.kind == J_DATE and (date := date_of(entry.value)) is not None:
            base = date + timedelta(seconds=entry.who) - timedelta(milliseconds=since)
        found[entry.number] = Moment(since, base + timedelta(milliseconds=since) if base else None)
        if entry.kind != J_CONTROL or before is None:
            before = entry
    return found


def date_of(minutes: int) -> datetime | None:
    """Return the date of a record: minutes of months of 31 days since 2000; 0 is none."""
    if minutes <= 0:
        return None
    days, minute = divmod(minutes, 1440)
    months, day = divmod(days, 31)
    year, month = divmod(months, 12)
    if year >= CENTURY:
        return None
    try:
        return datetime(2000 + year, month + 1, day + 1, minute // 60, minute % 60)
    except ValueError:
        return None


@dataclass
class _Board:
    """One clock of a table while its records are gone through."""

    control: TimeControl | None = None
    white_side: int = LEFT
    freeze: bool | None = None
    words: list[int] = field(default_factory=list)
    waiting: list[Entry] = field(default_factory=list)  # since the last game
    game: PlayedGame | None = None
    parts: list[Entry] = field(default_factory=list)  # of a standing


class _Reader:
    """Goes through the records once."""

    def __init__(self, when: dict[int, Moment]) -> None:
        self.when = when
        self.games: list[PlayedGame] = []
        self.boards: dict[int, _Board] = {}
        self.last: Entry | None = None

    def read(self, entry: Entry) -> None:
        """Take the next record."""
        if self.last is not None and entry.number != self.last.number + 1:
            self._miss("records are missing")
        if entry.kind < OF_A_GAME or entry.kind in OF_A_GAME_TOO:
            self._of_game(self.boards.setdefault(entry.who >> GAME_SHIFT, _Board()), entry)
        else:
            for board in self.boards.values():
                target = board.waiting if board.game is None else board.game.entries
                target.append(entry)
                if board.game is not None and entry.kind == J_POWER and self.last is not None:
                    board.game.fail_power(self.last.at)
            if entry.kind == J_LOST:
                self._miss("records had no room")
        self.last = entry

    def _miss(self, what: str) -> None:
        for board in self.boards.values():
            if board.game is not None:
                board.game.miss(what)

    def _of_game(self, board: _Board, entry: Entry) -> None:
        kind = entry.kind
        if kind in (EV_SETUP, EV_START, EV_RESTORED) and board.game is not None:
            self._close(board)
        if kind == EV_SETUP:
            board.freeze = None
            board.waiting = [one for one in board.waiting if one.kind == J_CONTROL]
        if kind in (EV_START, EV_RESTORED) or (board.game is None and kind in UNDER_WAY):
            self._open(board, entry)
        game = board.game
        if kind == J_CONTROL and entry.at == 0:
            board.waiting = [one for one in board.waiting if one.kind != J_CONTROL]
        (board.waiting if game is None else game.entries).append(entry)
        if kind == J_CONTROL:
            self._take_word(board, entry)
        elif game is None:
            if kind == EV_CORRECTION and entry.who & SIDE_MASK == NEITHER:
                board.freeze = bool(entry.value)
        elif kind in (J_TIME, J_MOVES):
            self._take_part(board, game, entry)
        elif kind == EV_PUT_AWAY:
            game.ended = game.ended or PUT_AWAY
            self._close(board)
        else:
            game.take(entry)

    def _open(self, board: _Board, entry: Entry) -> None:
        game = PlayedGame(
            len(self.games) + 1,
            entry.who >> GAME_SHIFT,
            board.control,
            board.white_side,
            board.freeze,
            self.when.get(entry.number),
            board.waiting,
        )
        board.waiting = []
        if entry.kind == EV_START:
            game.first_side = entry.who & SIDE_MASK
        else:
            game.is_taken_up = True
            game.miss("taken up")
            game.course.in_step = False
        board.game = game
        self.games.append(game)

    def _close(self, board: _Board) -> None:
        board.game = None
        board.waiting = []
        board.parts = []

    def _take_word(self, board: _Board, entry: Entry) -> None:
        """Collect the words of a control; take it when it is whole."""
        if entry.at == 0:
            board.words = []
        if entry.at != len(board.words):
            board.words = []
            return
        board.words.append(entry.value)
        try:
            if len(board.words) != word_count(board.words[0]):
                return
            control = control_of(board.words)
        except ControlError as error:
            if board.game is not None:
                board.game.say(entry.number, str(error))
            board.words = []
            board.control = None
            return
        white_side = white_side_of(board.words)
        if board.game is not None:
            if not _same(board.game, control):
                board.game.change_control(control, white_side, entry)
            board.game.set_freeze(control.freeze)
        board.control = control
        board.white_side = white_side
        board.freeze = None

    def _take_part(self, board: _Board, game: PlayedGame, entry: Entry) -> None:
        """Collect the four records of a standing: time and counters of left, then of right."""
        wanted = len(board.parts)
        expected = ((J_TIME, LEFT), (J_MOVES, LEFT), (J_TIME, RIGHT), (J_MOVES, RIGHT))
        follows = not wanted or entry.number == board.parts[-1].number + 1
        if (entry.kind, entry.who & SIDE_MASK) != expected[wanted] or not follows:
            board.parts = []
            if (entry.kind, entry.who & SIDE_MASK) != expected[0]:
                return
        board.parts.append(entry)
        if len(board.parts) < len(expected):
            return
        one, first, two, second = (part.value for part in board.parts)
        board.parts = []
        turn = NEITHER
        for side, value in ((LEFT, first), (RIGHT, second)):
            if value >> TURN_SHIFT & 1:
                turn = side
        standing = Standing(
            (one, two),
            (first & MOVES_MASK, second & MOVES_MASK),
            (first >> PERIOD_SHIFT & PERIOD_MASK, second >> PERIOD_SHIFT & PERIOD_MASK),
            turn,
        )
        game.compare(standing, entry)
        if game.is_taken_up and not game.has_run:
            for other in reversed(self.games):
                if other.ended == PUT_AWAY and other.last_standing == standing:
                    game.go_on_from(other)
                    break


def _same(game: PlayedGame, control: TimeControl) -> bool:
    """Return whether a game is played with this control already."""
    present = game.course.game.control if game.course.game is not None else None
    return present is not None and control_words(present, False) == control_words(control, False)


def games_of(entries: list[Entry]) -> list[PlayedGame]:
    """Return the games of a journal in the order in which they began."""
    reader = _Reader(moments(entries))
    for entry in entries:
        reader.read(entry)
    return reader.games
