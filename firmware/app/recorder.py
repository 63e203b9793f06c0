"""Writes the journal while the clock plays: a record a pass, and marks that count the thinking.

After a power cut the games are played again from where they were last kept whole, by the presses
in the journal, up to the last record; then so many marks as there are behind it are counted,
900 ms each. So nobody loses more than a second, and no press that has been recorded.

A mark is one byte, the low 7 bits of the number of the last record, so that it is known what it
follows. Every 64 records a byte of its own is put between, so that no mark is taken for one of 128
records ago. In the last block of marks there is a mark every 10 s only.

Nothing here allocates, or erases.
"""

from clockcore.codes import (
    ADJUST,
    EV_ADJUST,
    EV_CEILING,
    EV_COUNTDOWN,
    EV_DEFAULT_TIME,
    EV_FLAG,
    EV_GONG,
    EV_HOST,
    EV_IDLE_PRESS,
    EV_IDLE_PRESSES,
    EV_LATE,
    EV_LOCK,
    EV_LOW_TIME,
    EV_MOMENT,
    EV_OVERTIME,
    EV_PAUSE,
    EV_PERIOD,
    EV_PRESS,
    EV_REFUSED,
    EV_RELOAD,
    EV_RESUME,
    EV_START,
    EV_STUCK,
    NEITHER,
    RUNNING,
)
from clockcore.game import EVENT_COUNT_MASK, EVENT_FIELDS, EVENT_ROOM
from clockcore.journal import (
    BLOCK_SIZE,
    J_ERROR,
    J_LOST,
    MARK_BETWEEN,
    MARK_EVERY_MS,
    MARK_SELDOM_MS,
    RECORD_SIZE,
    TAG_JOURNAL,
    TAG_MARKS,
    mark_of,
    write_record,
)
from clockcore.ticks import NEVER_MS, ticks_diff
from hal.flash_space import FlashSpace
from micropython import const

READY_BLOCKS = const(10)  # erased ahead: 2 550 records without a pause
READY_MARKS = const(4)  # 4 h 5 min without a pause, and then 11 h with a mark every 10 s
FEW_BLOCKS = const(1)  # so many erased ones are left to what a game cannot be played again without
BETWEEN_MASK = const(63)
NOTHING_TOLD = const(-1)

# Of these a game is played again; others change what has to be kept whole.
PLAYED_AGAIN = (
    EV_START,
    EV_PRESS,
    EV_LATE,
    EV_IDLE_PRESS,
    EV_PAUSE,
    EV_RESUME,
    EV_PERIOD,
    EV_OVERTIME,
    EV_MOMENT,
    EV_FLAG,
    EV_GONG,
    EV_CEILING,
    EV_RELOAD,
    EV_DEFAULT_TIME,
    EV_IDLE_PRESSES,
    EV_REFUSED,
    EV_STUCK,
    EV_ADJUST,
    EV_LOW_TIME,
    EV_COUNTDOWN,
    EV_LOCK,
    EV_HOST,
)
# Of these it cannot be played again without.
NEEDED = (EV_START, EV_PRESS, EV_LATE, EV_PAUSE, EV_RESUME, EV_RELOAD, EV_FLAG)
SOUNDS = (EV_LOW_TIME, EV_COUNTDOWN)  # nobody asks for them later


class Recorder:
    """What has been recorded, and what still has to be.

    number      of the next record
    must_keep   games have changed in a way that the journal does not tell: keep them whole
    is_kept     what has happened is recorded, or kept whole; if not, a pause keeps the games whole
    must_open   the blocks have not been looked for: nothing can be recorded, and no side may run
    program     the one that is kept with the settings; another that is looked at will be, too
    cause       why the clock has started (`CAUSE_`), to be recorded then
    has_stood   games stand that ran when they were last looked at: seal what there is
    must_make   blocks may be missing
    must_say    a part has failed, and the displays have not said so
    controls    a hash of the control that was recorded last, or NOTHING_TOLD, for each game
    lost        records that had no room, since the last one that had
    errors      how often each part has failed, by its number (`P_`)
    """

    def __init__(self, clock) -> None:
        """Begin without flash memory and blocks; take the clock."""
        self.clock = clock
        self.journal = FlashSpace(TAG_JOURNAL)
        self.marks = FlashSpace(TAG_MARKS)
        self.record = bytearray(RECORD_SIZE)
        self.mark = bytearray(1)
        self.number = 1
        self.last_at = 0
        self.marked_ms = 0  # what the marks behind the last record count
        self.must_keep = False
        self.is_kept = True
        self.must_open = True
        self.cause = 0
        self.program = clock.settings.program
        self.has_stood = False
        self.must_make = True
        self.must_say = False
        self.lost = 0
        self.lost_told = 0
        self.errors = bytearray(8)
        self.failed = -1  # the part whose failure is to be recorded
        self.controls: list = [NOTHING_TOLD] * len(clock.table.games)
        self.seen = [game.event_count for game in clock.table.games]

    def wants_to_keep(self) -> bool:
        """Return whether games have to be kept whole before one may go on."""
        if not self.must_keep and not self.must_open and not self.has_events():
            return False
        state = self.clock.state()
        return state != RUNNING and state != ADJUST

    def must_renew(self) -> bool:
        """Return whether blocks are to be erased for what is to come."""
        journal = self.journal
        marks = self.marks
        return (journal.now > 0 and journal.ready() < READY_BLOCKS) or (
            marks.now > 0 and marks.ready() < READY_MARKS
        )

    def is_open(self) -> bool:
        """Return whether there are blocks to record in."""
        return len(self.journal.order) > 0

    def has_events(self) -> bool:
        """Return whether something that has happened is not recorded yet."""
        games = self.clock.table.games
        for index in range(len(games)):
            if self.seen[index] != games[index].event_count:
                return True
        return self.failed >= 0 or (self.lost != self.lost_told and self.journal.has_room())

    def due_ms(self, now: int) -> int:
        """Return in how many ms `step` has something to do."""
        if self.must_open:
            return NEVER_MS
        if self.has_events():
            return 0
        if self.clock.state() != RUNNING or not self.marks.has_room():
            return NEVER_MS
        left = self.marked_ms + self._mark_ms() - ticks_diff(now, self.last_at)
        return left if left > 0 else 0

    def step(self, now: int) -> None:
        """Record one thing: an event, an error, or that time has passed."""
        games = self.clock.table.games
        for index in range(len(games)):
            game = games[index]
            if self.seen[index] != game.event_count:
                self._take(index, game)
                return
        part = self.failed
        if part >= 0:
            self.failed = -1
            self.write(J_ERROR, part, now, self.errors[part])
        elif self.lost != self.lost_told:
            lost = self.lost
            self.write(J_LOST, NEITHER, now, lost)
            self.lost_told = self.lost
        elif self.clock.state() == RUNNING and self.due_ms(now) == 0:
            mark_ms = self._mark_ms()
            if mark_ms > MARK_EVERY_MS:
                self.must_say = True  # marks have hardly any room: FULL at the next pause
            self.marked_ms += mark_ms
            self.mark[0] = mark_of(self.number - 1)
            self.marks.append(self.mark, 1)

    def fail(self, part: int) -> None:
        """Count that a part has failed; up to 255 times."""
        if self.errors[part] < 255:
            self.errors[part] += 1
            self.failed = part
            self.must_say = True

    def write(self, kind: int, who: int, at: int, value: int) -> bool:
        """Write the next record; return whether there was room."""
        number = self.number
        write_record(self.record, number, kind, who, at, value)
        if not self.journal.append(self.record, RECORD_SIZE):
            self.is_kept = False
            if self.is_open():
                self.lost += 1
            if self.journal.flash is not None:
                self.must_say = True
            return False
        self.number = number + 1
        self.last_at = at
        self.marked_ms = 0
        if number & BETWEEN_MASK == 0:
            self.mark[0] = MARK_BETWEEN
            self.marks.append(self.mark, 1)
        return True

    def _take(self, index: int, game) -> None:
        """Record the next event of a game, and see what follows from it."""
        seen = self.seen[index]
        if (game.event_count - seen) & EVENT_COUNT_MASK > EVENT_ROOM:
            self.seen[index] = game.event_count  # too many at once: keep the games whole
            self.must_keep = True
            self.lost += 1
            return
        slot = (seen & (EVENT_ROOM - 1)) * EVENT_FIELDS
        self.seen[index] = (seen + 1) & EVENT_COUNT_MASK
        events = game.events
        kind = events[slot]
        if kind not in PLAYED_AGAIN:
            self.must_keep = True
        if kind == EV_PAUSE or kind == EV_FLAG or kind not in PLAYED_AGAIN:
            self.has_stood = True
            if not self.is_kept:
                self.must_keep = True
        if kind in SOUNDS:
            return
        if kind not in NEEDED and self.journal.ready() < FEW_BLOCKS:
            return
        self.write(kind, index << 4 | events[slot + 1], events[slot + 2], events[slot + 3])

    def _mark_ms(self) -> int:
        """Return how much time the next mark counts, by the block that it comes into."""
        marks = self.marks
        ready = marks.ready()
        if ready > 1 or (ready and marks.offset < BLOCK_SIZE):
            return MARK_EVERY_MS
        return MARK_SELDOM_MS
