"""A game on the core with a journal beside it, written as the firmware writes it.

For tests that need thousands of games: what the real firmware writes is tested on the bench.
"""

from __future__ import annotations

import hashlib

from clockcore.codes import (
    EV_COUNTDOWN,
    EV_LOW_TIME,
    LATE,
    LEFT,
    READY,
    RUNNING,
    SETUP,
    SIDES,
    SWITCHED,
    other,
)
from clockcore.game import EVENT_FIELDS, EVENT_ROOM, Game
from clockcore.journal import (
    BLOCK_SIZE,
    J_CONTROL,
    J_MOVES,
    J_POWER,
    J_SEAL,
    J_TIME,
    MOVES_MASK,
    PERIOD_SHIFT,
    RECORD_SIZE,
    TAG_JOURNAL,
    TURN_SHIFT,
    write_record,
)
from clockcore.journal_control import control_words
from clockcore.journal_reading import write_tag
from clockcore.ticks import ticks_add
from clockcore.time_control import TimeControl

from host_tools.journal import Entry
from host_tools.journal.course import Standing
from host_tools.journal.games import PlayedGame, games_of
from host_tools.notation import parse_control

NOT_RECORDED = (EV_LOW_TIME, EV_COUNTDOWN)
Shown = list[tuple[int, int, int]]
TICK_MS = 5_000
PER_BLOCK = BLOCK_SIZE // RECORD_SIZE - 1


class Scribe:
    """A game, an instant, and the entries so far."""

    def __init__(self, start: int = (1 << 29) - 20_000, minutes: int = 0) -> None:
        """Power up; `minutes` is the date as J_POWER records it."""
        self.game = Game()
        self.at = start
        self.seen = 0
        self.entries: list[Entry] = []
        self.control: TimeControl | None = None
        self.write(J_POWER, 0, minutes)

    def write(self, kind: int, who: int, value: int, at: int | None = None) -> None:
        """Write the next record."""
        number = self.entries[-1].number + 1 if self.entries else 1
        self.entries.append(Entry(number, kind, who, self.at if at is None else at, value))

    def lay_out(self, control: TimeControl, white_side: int = LEFT) -> None:
        """Lay a control out for a new game."""
        self.game.set_up(control, white_side, self.at)
        self.look()
        self.write_control()

    def write_control(self) -> None:
        """Record the control of the game."""
        self.control = self.game.control
        assert self.control is not None
        words = control_words(self.control, self.game.freeze, self.game.white_side)
        for index, word in enumerate(words):
            self.write(J_CONTROL, 0, word, index)

    def wait(self, ms: int) -> None:
        """Let time pass, and the game see it in time."""
        while ms > 0:
            step = min(ms, TICK_MS)
            ms -= step
            self.at = ticks_add(self.at, step)
            self.game.tick(self.at)
            self.look()

    def look(self) -> None:
        """Record what has happened."""
        game = self.game
        while self.seen != game.event_count:
            slot = (self.seen & (EVENT_ROOM - 1)) * EVENT_FIELDS
            kind, side, at, value = game.events[slot : slot + EVENT_FIELDS]
            self.seen += 1
            if kind not in NOT_RECORDED:
                self.write(kind, side, value, at)
        if game.control is not self.control and game.state not in (SETUP, READY, RUNNING):
            self.write_control()

    def stand(self) -> None:
        """Write down where the game stands, as the clock does after a while."""
        self.look()
        game = self.game
        if game.state in (SETUP, READY, RUNNING):
            return
        for side in SIDES:
            account = game.accounts[side]
            value = account.moves & MOVES_MASK | account.period_index << PERIOD_SHIFT
            if side == game.side_to_move:
                value |= 1 << TURN_SHIFT
            self.write(J_TIME, side, account.counter_ms())
            self.write(J_MOVES, side, value)

    def standing(self) -> Standing:
        """Return where the game stands."""
        one, two = self.game.accounts
        return Standing(
            (one.counter_ms(), two.counter_ms()),
            (one.moves, two.moves),
            (one.period_index, two.period_index),
            self.game.side_to_move,
        )


class Player:
    """Plays on a scribe's game and remembers what the clock showed after every press."""

    def __init__(self, control: TimeControl | str, white_side: int = LEFT, **start: int) -> None:
        """Lay the control out and begin."""
        self.scribe = Scribe(**start)
        self.game = self.scribe.game
        self.shown: Shown = []
        if isinstance(control, str):
            control = parse_control(control)
        self.scribe.lay_out(control, white_side)
        self.scribe.wait(1_500)
        self.game.press(other(white_side), self.scribe.at)
        self.scribe.look()

    def think(self, ms: int) -> Player:
        """Let the side to move think and press."""
        self.scribe.wait(ms)
        side = self.game.side_to_move
        if self.game.press(side, self.scribe.at) in (SWITCHED, LATE):
            self.shown.append(
                (side, self.game.remaining_ms(side), self.game.remaining_ms(other(side)))
            )
        self.scribe.look()
        return self

    def pause(self, ms: int = 1_000, stand: bool = True) -> Player:
        """Pause now, wait, and write down where the game stands."""
        self.game.pause(self.scribe.at)
        self.scribe.look()
        if stand:
            self.scribe.stand()
        self.scribe.wait(ms)
        return self

    def resume(self) -> Player:
        """Let the side to move run again."""
        assert self.game.resume(self.scribe.at)
        self.scribe.look()
        return self

    def correct(self, act: object, *arguments: object) -> Player:
        """Let the arbiter do something in ADJUST, and the clock write down what came of it."""
        assert self.game.adjust(self.scribe.at)
        assert act(self.game, *arguments, self.scribe.at), act  # type: ignore[operator]
        self.scribe.wait(200)
        self.game.leave_adjust(self.scribe.at)
        self.scribe.stand()
        return self

    def played(self) -> PlayedGame:
        """Return the one game that the journal has."""
        (game,) = games_of(self.scribe.entries)
        return game

    def check(self) -> PlayedGame:
        """Check that the journal tells what the clock showed, and that nothing differs."""
        game = self.played()
        assert game.differences == []
        assert shown_by(game) == self.shown
        return game


def shown_by(game: PlayedGame) -> list[tuple[int, int | None, int | None]]:
    """Return what a game shows after each press."""
    return [(move.side, move.left_ms, move.other_left_ms) for move in game.moves]


def minutes(year: int, month: int, day: int, hour: int, minute: int) -> int:
    """Return a date as the clock records it."""
    return (((year - 2000) * 12 + month - 1) * 31 + day - 1) * 1440 + hour * 60 + minute


def blocks_of(entries: list[Entry], sealed: bool = True) -> list[bytes]:
    """Return the blocks that hold these entries, with a seal at their end if one is wanted."""
    texts = []
    for entry in entries:
        record = bytearray(RECORD_SIZE)
        write_record(record, entry.number, entry.kind, entry.who, entry.at, entry.value)
        texts.append(bytes(record))
    if sealed and entries:
        seal = hashlib.sha256(bytes(2 * RECORD_SIZE) + b"".join(texts)).digest()
        for part in range(8):
            record = bytearray(RECORD_SIZE)
            value = int.from_bytes(seal[4 * part : 4 * part + 4], "little")
            write_record(record, entries[-1].number + 1 + part, J_SEAL, part, 0, value)
            texts.append(bytes(record))
    blocks = []
    for place in range(max((len(texts) + PER_BLOCK - 1) // PER_BLOCK, 1)):
        tag = bytearray(RECORD_SIZE)
        write_tag(tag, TAG_JOURNAL, place, place + 1)
        held = b"".join(texts[place * PER_BLOCK : (place + 1) * PER_BLOCK])
        blocks.append((bytes(tag) + held).ljust(BLOCK_SIZE, b"\xff"))
    return blocks
