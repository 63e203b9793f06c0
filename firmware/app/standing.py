"""What is done for the journal while the clock stands, one thing a pass; given back for play.

In this order: find the blocks after a start, record what has happened, keep games whole that have
changed in a way that the journal does not tell, write down where they stand, seal the journal,
erase blocks for what is to come, make the files of blocks that are missing.
"""

import gc

from clockcore.codes import READY, RUNNING, SETUP, SIDES
from clockcore.journal import (
    J_CONTROL,
    J_DATE,
    J_MOVES,
    J_POWER,
    J_SEAL,
    J_TIME,
    P_JOURNAL,
    PERIOD_SHIFT,
    TURN_SHIFT,
)
from clockcore.journal_reading import number_at
from hal.flash_memory import open_flash
from hal.journal_files import SEAL_PARTS, make_block, open_spaces, renew, seal_of
from micropython import const

from app.recorder import NOTHING_TOLD, READY_BLOCKS

HASH_MASK = const(0x1FFFFFFF)


class Standing:
    """The work that waits, for one `Application`."""

    def __init__(self, application) -> None:
        """Take the application."""
        self.application = application
        self.recorder = application.recorder
        self.clock = application.clock

    def step(self, now: int) -> None:
        """Do one thing."""
        recorder = self.recorder
        if recorder.must_open:
            self.open(now)
        elif recorder.has_events():
            recorder.step(now)
        elif recorder.must_keep:
            self.keep(now)
        elif recorder.has_stood:
            recorder.has_stood = False
            if recorder.is_open():
                self._tell_state(now)
                self._seal(now)
        elif recorder.must_say:
            recorder.must_say = False
            self._say_failed()
        elif self._has_chosen():
            recorder.program = self.clock.settings.program
            self.clock.keeper().keep_settings()
        elif recorder.must_renew():
            space = recorder.journal if recorder.journal.ready() < READY_BLOCKS else recorder.marks
            if not renew(space):
                renew(recorder.marks)
        else:
            self._make()

    def open(self, now: int) -> None:
        """Find the blocks of the journal, and record why the clock has started."""
        self.find()
        self.tell_start(now)

    def _has_chosen(self) -> bool:
        """Return whether another program is looked at in SETUP than was kept."""
        clock = self.clock
        return clock.state() == SETUP and clock.settings.program != self.recorder.program

    def _make(self) -> None:
        """Make the next block; say on the displays if there are too few to record a game."""
        recorder = self.recorder
        was_open = self._can_record()
        recorder.must_make = make_block(recorder.journal, recorder.marks)
        can_record = self._can_record()
        if can_record and not was_open:
            recorder.must_keep = True  # with the number of the next record
        elif not can_record and not recorder.must_make:
            recorder.fail(P_JOURNAL)

    def _can_record(self) -> bool:
        recorder = self.recorder
        return recorder.journal.has_room() and recorder.marks.has_room()

    def find(self) -> int:
        """Find the blocks of the journal; return how many of them are lost."""
        recorder = self.recorder
        recorder.must_open = False
        flash = open_flash()
        recorder.journal.flash = flash
        recorder.marks.flash = flash
        last, lost = open_spaces(recorder.journal, recorder.marks)
        recorder.number = last + 1
        return lost

    def tell_start(self, now: int) -> None:
        """Record why the clock has started, and when.

        Before that the first blocks are made, or a game could begin with nothing to record it in.
        """
        recorder = self.recorder
        while recorder.must_make and not self._can_record() and not recorder.must_renew():
            self._make()
        recorder.write(J_POWER, recorder.cause, now, _minutes(self.application.rtc))

    def tell_date(self, now: int) -> None:
        """Record what the real-time clock says, which a host has just set."""
        recorder = self.recorder
        if recorder.must_open:
            self.open(now)
        rtc = self.application.rtc
        recorder.write(J_DATE, rtc.fields()[5], now, _minutes(rtc))

    def keep(self, now: int) -> bool:
        """Keep the games as they stand, or forget them in SETUP; return whether that went well.

        Not in ADJUST, and not while a side runs.
        """
        from app.memory import Memory

        recorder = self.recorder
        if recorder.must_open:
            self.open(now)
        while recorder.has_events():
            recorder.step(now)
        recorder.must_keep = False
        try:
            memory = Memory()
            states = [game.state for game in self.clock.table.games]
            if states.count(SETUP) == len(states):
                memory.remove_games()
            else:
                self._tell_controls()
                gc.collect()  # the text of the games is long: in one piece, and there twice
                plain = self.clock.keep()
                plain["adjourned"] = [
                    self.application.adjourned_taken, self.application.has_gone_on
                ]
                plain["journal"] = recorder.number - 1
                plain["recorded"] = self._can_record()
                memory.save_games(plain)
                recorder.is_kept = recorder.journal.has_room()
        except (OSError, MemoryError):
            recorder.fail(P_JOURNAL)
            recorder.is_kept = False
            return False
        return True

    def _tell_controls(self) -> None:
        """Record the controls that are laid out, if the journal has others."""
        from clockcore.journal_control import control_words

        recorder = self.recorder
        games = self.clock.table.games
        told = recorder.controls
        for index in range(len(games)):
            game = games[index]
            if game.control is None:
                continue
            words = control_words(game.control, game.freeze, game.white_side)
            total = 0
            for word in words:
                total = (total * 31 + word) & HASH_MASK
            if told[index] != total:
                told[index] = total if self._tell_words(index, words) else NOTHING_TOLD

    def _tell_words(self, index: int, words: list) -> bool:
        """Record the words of a game's control; return whether all had room."""
        for place in range(len(words)):
            if not self.recorder.write(J_CONTROL, index << 4, place, words[place]):
                return False
        return True

    def _say_failed(self) -> None:
        """Say on the displays that a part has failed, until a key goes down."""
        from app.memory import NOTICE_FAILED, NOTICE_FULL, show_notice

        recorder = self.recorder
        is_full = recorder.errors[P_JOURNAL] > 0 or recorder.marks.ready() == 0
        is_full = is_full or not recorder.is_kept
        show_notice(self.clock, NOTICE_FULL if is_full else NOTICE_FAILED)

    def _tell_state(self, now: int) -> None:
        """Write down where the games stand."""
        games = self.clock.table.games
        for index in range(len(games)):
            game = games[index]
            if game.state in (SETUP, READY, RUNNING):
                continue
            for side in SIDES:
                account = game.accounts[side]
                who = index << 4 | side
                value = account.moves & 0xFFFF | account.period_index << PERIOD_SHIFT
                if side == game.side_to_move:
                    value |= 1 << TURN_SHIFT
                self.recorder.write(J_TIME, who, now, account.counter_ms())
                self.recorder.write(J_MOVES, who, now, value)

    def _seal(self, now: int) -> None:
        """Seal all records since the last seal, and that seal, with a SHA-256."""
        recorder = self.recorder
        seal = seal_of(recorder.journal, recorder.number)
        for part in range(SEAL_PARTS):
            recorder.write(J_SEAL, part, now, number_at(seal, part * 4, 4))


def _minutes(rtc) -> int:
    """Return date and time as minutes of months of 31 days since 2000, 0 if nobody knows them."""
    if rtc is None or rtc.check() != "ok":
        return 0
    year, month, day, hour, minute, _ = rtc.fields()
    return (((year - 2000) * 12 + month - 1) * 31 + day - 1) * 1440 + hour * 60 + minute
