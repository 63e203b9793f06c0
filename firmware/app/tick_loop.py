"""The tick loop: one clock read, edges in order, then one job, then idle.

A pass does the first of these that there is to do, so that none is long:

| job | when | what |
|---|---|---|
| tick | edges have come, or the clock has something due | edges, flags, lamps, cues |
| compose | a frame is stale | one frame is written, as of the last tick |
| push | a display lacks something | one chunk goes to one display |
| host | nothing else | a record of the journal, a piece of a line from or to a host, the battery |

A pass for which nothing is due ends after a look at the contacts.

Whatever comes, nothing waits for ever. While frames or chunks wait, a tick never follows a tick:
edges stay in their ring for a pass, with their instants. After as many frames as there are
displays a chunk has its turn, and after 16 other passes the host, if it wants something. So a
stale frame is written within six passes, a chunk goes at least every six (a clock; 14 with three),
and a host is heard within 33.
"""

import gc

from clockcore.codes import ADJUST, NEITHER, RUNNING, SETUP
from clockcore.game import EVENT_COUNT_MASK, EVENT_FIELDS, EVENT_ROOM
from clockcore.journal import J_CRASH, P_BATTERY, P_DISPLAYS, P_HOST, P_JOURNAL, P_SOUND
from clockcore.ticks import NEVER_MS, ticks_add, ticks_diff, ticks_ms
from micropython import const

OVERRUN_MS = const(5)  # a pass that begins later than this after it was due is an overrun
STALL_MS = const(100)  # a pass that begins so late was held up by something
RETRY_MS = const(250)  # after a driver has failed
STAND_MS = const(1000)  # without a press, before anything is done that takes longer
FEED_MS = const(1000)  # the watchdog is fed at least this often
COUNTER_MASK = const(0x1FFFFFFF)
LAST_WORDS = const(64)  # events of all games that may still have to be recorded
HOST_PASSES = const(16)  # with something else to do, after which it is the host's turn


class TickLoop:
    """Runs the passes of the loop.

    passes        passes so far, wrapping at 2**29
    overruns      passes that began more than 5 ms late
    longest_ms    the longest lateness seen, in ms
    """

    def __init__(self, application) -> None:
        """Take the parts of the application."""
        self.clock = application.clock
        self.ring = application.ring
        self.inputs = application.inputs
        self.contact_count = application.contact_count
        self.displays = application.displays
        self.sounder = application.sounder
        self.console = application.console
        self.line = application.console.line
        self.idle = application.idle
        self.battery = application.battery
        self.recorder = application.recorder
        self.application = application
        self.watchdog = application.watchdog
        self.note = application.note
        self.key_downs = 0
        self.tell_count = 0
        self.contacts_a_lever = len(self.clock.levers[0].contacts)
        self.seen = [0] * len(self.clock.table.games)
        self.passes = 0
        self.overruns = 0
        self.longest_ms = 0
        self.looked_at = self.contact_count
        self.is_due_known = False
        self.due_at = 0
        now = ticks_ms()
        self.clock_due_at = now
        self.display_due_at = now
        self.stirred_at = now
        self.now = now
        self.last_error: Exception | None = None
        self.must_compose = False
        self.must_push = False
        self.pair_turn = 0
        self.has_ticked = False  # in the pass before this one
        self.composed = 0  # frames since the last chunk
        self.busy = 0  # passes since the host's turn
        self.ran = True
        self.was_setup = True

    def run(self) -> None:
        """Run passes until a host has asked for the REPL and may have it."""
        console = self.console
        wait = 0
        while not console.is_leaving:
            self.idle.sleep(wait)
            wait = self.run_pass()

    def run_pass(self) -> int:
        """Do one pass; return for how many ms nothing is due.

        Nothing that is reached from here while a side runs allocates.
        """
        now = ticks_ms()
        ring = self.ring
        self.now = now
        self._watch(now)
        self.watchdog.feed()
        self.busy += 1
        if self.busy > HOST_PASSES and self._is_host_due(now):
            # While a side runs not even edges are looked at: no pass may be longer than others.
            is_held = self.recorder.wants_to_keep()
            if not is_held and self.clock.state() != RUNNING and self._drain(now):
                self.clock_due_at = now
            self._serve(now, True)
        elif self.has_ticked and (
            self.must_compose or self.must_push or ticks_diff(self.display_due_at, now) <= 0
        ):
            self._show(now)
        elif not self.ran and ring.has(now) and self.console.make_way():
            self.busy -= 1  # the edges are for the next pass
        else:
            # A side that starts before the games are kept whole could not be known again.
            is_held = not self.ran and ring.has(now) and self.recorder.wants_to_keep()
            had_edges = not is_held and self._drain(now)
            if not had_edges and not self.must_compose and not self.must_push:
                left = ticks_diff(self.due_at, now)
                if left > 0 and self.is_due_known and not self.console.has_input():
                    self.busy -= 1
                    return left
            if had_edges or (not is_held and ticks_diff(self.clock_due_at, now) <= 0):
                self._tick(now)
            elif self.must_compose or self.must_push:
                self._show(now)
            elif ticks_diff(self.display_due_at, now) <= 0:
                self._push(now)
            else:
                self._serve(now, False)
        try:
            self.sounder.tick(now)
        except Exception as error:
            self._fail(P_SOUND, error)
        wait = 0
        if not (
            self.must_compose or self.must_push or ring.has(now) or self.console.has_input()
        ):
            wait = self._due_ms(now)
        self.due_at = ticks_add(now, wait)
        self.is_due_known = True
        return wait

    def _tick(self, now: int) -> None:
        """Let the clock see all edges and all time up to `now`."""
        clock = self.clock
        self.has_ticked = True
        clock.tick(now)
        try:
            self._sound(now)
        except Exception as error:
            self._fail(P_SOUND, error)
        self._light()
        state = clock.state()
        running = state == RUNNING
        if running and not self.watchdog.is_armed:
            self.watchdog.arm()
        if self.ran and not running:
            gc.collect()
            self.console.used_at = now  # whatever is given back by and by: not in this moment
        elif not running and state != SETUP and (self.was_setup or clock.may_give_back()):
            self.console.leave_setup()
        self.ran = running
        self.was_setup = state == SETUP
        self.must_compose = clock.has_stale()
        self.clock_due_at = ticks_add(now, clock.due_ms(now))

    def _show(self, now: int) -> None:
        """Write one frame or send one chunk."""
        if self.must_compose and not (self.must_push and self.composed >= len(self.clock.stale)):
            self.composed += 1
            self._compose()
        else:
            self._push(now)

    def _compose(self) -> None:
        """Write one frame."""
        self.has_ticked = False
        clock = self.clock
        self.note.tick(self.now)
        wait = clock.compose()
        due_at = ticks_add(clock.ticked_at, wait)
        if ticks_diff(due_at, self.clock_due_at) < 0:
            self.clock_due_at = due_at
        self.must_compose = clock.has_stale()
        self.must_push = True
        self._light()

    def _light(self) -> None:
        """Set the running lamps."""
        try:
            for pair in self.displays:
                pair.light()
        except Exception as error:
            self._fail(P_DISPLAYS, error)

    def last_words(self) -> None:
        """Record the instant at which the program failed, so that nothing is lost by it."""
        recorder = self.recorder
        for _ in range(LAST_WORDS):
            if recorder.has_events():
                recorder.step(self.now)
        recorder.write(J_CRASH, NEITHER, self.now, 0)

    def _push(self, now: int) -> None:
        """Send one chunk to one display; the pairs of a table take turns."""
        pairs = self.displays
        self.has_ticked = False
        self.composed = 0
        self.must_push = False
        for _ in range(len(pairs)):
            pair = pairs[self.pair_turn]
            self.pair_turn += 1
            if self.pair_turn == len(pairs):
                self.pair_turn = 0
            try:
                has_more = pair.push(now)
            except Exception as error:
                self._fail(P_DISPLAYS, error)
                self.display_due_at = ticks_add(now, RETRY_MS)
                return
            if has_more:
                self.must_push = True
                return
        due = pairs[0].due_ms(now)
        for pair in pairs:
            one = pair.due_ms(now)
            if one < due:
                due = one
        self.display_due_at = ticks_add(now, due)

    def _serve(self, now: int, is_turn: bool) -> None:
        """Do what nobody waits for: the journal, hosts, the battery.

        One thing, but both the journal and a host where neither has had a turn for long.
        """
        self.has_ticked = False
        self.busy = 0
        if self.recorder.due_ms(now) <= 0:
            self.recorder.step(now)
            if not is_turn:
                return
        if self._stand_due_ms(now) <= 0:
            self._stand(now)
            return
        try:
            self._talk(now)
        except Exception as error:
            self._fail(P_HOST, error)
            self.line.clear()  # whatever was asked is not asked again
        try:
            self._measure(now)
        except Exception as error:
            self._fail(P_BATTERY, error)
            self.battery = None  # what it said last stays on the displays
        if self.clock.has_stale():
            self.clock_due_at = now

    def _talk(self, now: int) -> None:
        """Hear and answer a host."""
        if self.console.poll(now):
            self.clock_due_at = now  # whatever was asked for may have changed the clock

    def _measure(self, now: int) -> None:
        """Look at the battery."""
        battery = self.battery
        if battery is not None:
            battery.tick(now)
            self.clock.set_battery(battery.percent, battery.is_low)

    def _stand(self, now: int) -> None:
        """Do one thing that waits until no side runs, then give back what it took."""
        try:
            self.application.stand(now)
        except Exception as error:
            self._fail(P_JOURNAL, error)
            self.stirred_at = now
        if self.clock.state() != SETUP and self._stand_due_ms(now) > 0:
            self.console.leave_setup()

    def _stand_due_ms(self, now: int) -> int:
        """Return in how many ms there is something to do that waits until no side runs.

        Games are kept whole at once; what takes longer waits until nobody presses anything.
        """
        recorder = self.recorder
        state = self.clock.state()
        if state == RUNNING or state == ADJUST:
            return NEVER_MS
        if (self.must_compose or self.must_push) and (
            recorder.must_open or ticks_diff(now, self.stirred_at) < STAND_MS
        ):
            return NEVER_MS  # the displays come first: somebody looks at them; but not for ever
        if recorder.must_open or recorder.must_keep or recorder.has_stood or recorder.must_say:
            return 0
        is_known = state != SETUP or self.clock.settings.program == recorder.program
        if is_known and not recorder.must_make and not recorder.must_renew():
            return NEVER_MS
        left = STAND_MS - ticks_diff(now, self.stirred_at)
        return left if left > 0 else 0

    def _fail(self, part: int, error: Exception) -> None:
        """Contain what went wrong outside of the core: it is counted, and the game goes on."""
        self.recorder.fail(part)
        self.last_error = error

    def _is_host_due(self, now: int) -> bool:
        """Return whether `_serve` has something to do; if not, it need not be asked soon."""
        self.busy = 0
        if self.console.has_input() or self.console.due_ms(now) <= 0:
            return True
        if self.recorder.due_ms(now) <= 0 or self._stand_due_ms(now) <= 0:
            return True
        return self.battery is not None and self.battery.due_ms(now) <= 0

    def _due_ms(self, now: int) -> int:
        """Return for how many ms from `now` on nothing will be due."""
        wait = ticks_diff(self.clock_due_at, now)
        one = ticks_diff(self.display_due_at, now)
        if one < wait:
            wait = one
        one = self.sounder.due_ms(now)
        if one < wait:
            wait = one
        one = self.console.due_ms(now)
        if one < wait:
            wait = one
        one = self.recorder.due_ms(now)
        if one < wait:
            wait = one
        if not self.ran:
            one = self._stand_due_ms(now)
            if one < wait:
                wait = one
        if self.battery is not None:
            one = self.battery.due_ms(now)
            if one < wait:
                wait = one
        if self.watchdog.is_armed and wait > FEED_MS:
            wait = FEED_MS
        return wait if wait > 0 else 0

    def _watch(self, now: int) -> None:
        """Count the pass, and how late it began."""
        self.passes = (self.passes + 1) & COUNTER_MASK
        if self.is_due_known:
            late = ticks_diff(now, self.due_at)
            if self.line.has_given or self.line.is_muted:
                self.console.settle_down(now, late > STALL_MS, self.ran)
            if late > OVERRUN_MS:
                self.overruns = (self.overruns + 1) & COUNTER_MASK
            if late > self.longest_ms:
                self.longest_ms = late

    def _drain(self, now: int) -> bool:
        """Give the clock every edge up to `now`, in order; return whether there was one.

        If not, the contacts and one of the keys are looked at, and an edge whose interrupt was
        lost is repaired.
        """
        ring = self.ring
        if not ring.has(now):
            return self._repair(now)
        while ring.has(now):
            self._take()
        self.stirred_at = now
        return True

    def _take(self) -> None:
        """Give the clock the edge that has waited longest."""
        ring = self.ring
        tail = ring.tail
        source = ring.source[tail]
        level = ring.level[tail]
        at = ring.at[tail]
        ring.drop()
        self._edge(source, level, at)

    def _repair(self, now: int) -> bool:
        had_edges = False
        self.looked_at += 1
        if self.looked_at == len(self.inputs):
            self.looked_at = self.contact_count
        for index in range(self.contact_count):
            if self.inputs[index].is_missed():
                had_edges = self._mend(index, now)
        if self.inputs[self.looked_at].is_missed():
            had_edges = self._mend(self.looked_at, now)
        return had_edges

    def _mend(self, index: int, now: int) -> bool:
        """Make good for an edge whose interrupt was lost."""
        self._edge(index, 1 - self.inputs[index].level, now)
        return True

    def _edge(self, source: int, level: int, at: int) -> None:
        self.inputs[source].take(level)
        if self.console.is_testing:
            return
        if source < self.contact_count:
            contacts = self.contacts_a_lever
            self.clock.contact_edge(source // contacts, source % contacts, level == 1, at)
        else:
            self.clock.key_edge(source - self.contact_count, level == 1, at)

    def _sound(self, now: int) -> None:
        """Sound the cues of the events that have come since the last pass."""
        clock = self.clock
        for index in range(len(self.seen)):
            if self.seen[index] != clock.table.games[index].event_count:
                self._cue(index, now)
        if self.key_downs != clock.key_downs:
            self.key_downs = clock.key_downs
            if clock.settings.sound:
                self.sounder.click(now)
        asked = clock.tell_count
        if asked != self.tell_count or self.sounder.is_telling:
            self._tell(asked, now)

    def _cue(self, index: int, now: int) -> None:
        """Sound the cues of what has happened in a game."""
        game = self.clock.table.games[index]
        while self.seen[index] != game.event_count:
            slot = (self.seen[index] & (EVENT_ROOM - 1)) * EVENT_FIELDS
            if self.clock.settings.sound:
                self.sounder.cue(game.events[slot], now)
            self.seen[index] = (self.seen[index] + 1) & EVENT_COUNT_MASK

    def _tell(self, asked: int, now: int) -> None:
        """Tell time and moves of a side by tones, if somebody has asked and may (Laws D.2.6)."""
        clock = self.clock
        if not clock.settings.tell:
            if self.sounder.is_telling:
                self.sounder.silence()
        elif asked != self.tell_count:
            side = clock.tell_side
            if side < NEITHER:
                account = clock.table.games[0].accounts[side]
                self.sounder.tell(account.counter_ms(), account.counts_up(), account.moves, now)
        self.tell_count = asked
