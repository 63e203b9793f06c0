"""The whole clock without its hardware: table, levers, keys, menus, settings, frames.

The tick loop gives it edges in order of their instants, then one `tick(now)`; it gives back
frames, events and how long nothing will be due. What a key does in each state stands in
`gestures.py`; what keys do while a side runs, or lets one run, is done here, the rest in
`arbiter_keys.py`. What play does not need is imported where it is used, so that a device can do
without it: presets, corrections, menus, snapshots.
"""

from array import array

from micropython import const

from clockcore.codes import (
    ADJUST,
    EV_REFUSED,
    EV_STUCK,
    FLAGGED,
    GONG,
    IGNORED,
    KEY_CLICK,
    KEY_DOUBLE_CLICK,
    KEY_DOWN,
    KEY_FORWARD,
    KEY_HOLD,
    KEY_PLAY,
    MARKS_ON_DOTS,
    NEITHER,
    PAUSED,
    PEEK_COUNTER,
    PEEK_DEFAULT_TIME,
    PEEK_NOTHING,
    PEEK_VIEW,
    READY,
    ROCKER,
    RUNNING,
    SETUP,
    SIDES,
    other,
)
from clockcore.frame import Composer, Frame
from clockcore.gestures import (
    DO_LOCK,
    DO_NOTHING,
    DO_PAUSE,
    DO_RELOAD,
    DO_RESUME,
    DO_SHOW_COUNTER,
    DO_START,
    GESTURES,
)
from clockcore.key import NO_GESTURE, Key
from clockcore.lever import Lever
from clockcore.settings import Settings
from clockcore.table import Table
from clockcore.ticks import NEVER_MS, ticks_add, ticks_diff
from clockcore.time_control import TimeControl

KEY_COUNT = const(5)
PEEK_MS = const(3000)
SETTLE_MS = const(10_000)  # a running game is settled at least this often
DIM_MS = const(600_000)  # without a key in SETUP
LAMP_SHIFT = const(9)  # 512 ms lit, 512 ms dark
NOTICE_SHIFT = const(11)  # 2 s the times, 2 s the notice
DOUBLE_MS = const(500)  # between two clicks of a double click
# How much the keys belong to a game in SETUP, READY, RUNNING, PAUSED, ADJUST, FLAGGED, ENDED.
RANKS = b"\x00\x01\x06\x04\x05\x03\x02"
WOKEN = const(255)  # state_at_down of a key that only lit the displays, or is the first of two
TOGETHER = const(254)  # of the second of two keys that mean something together
ADVANCE_LIMIT = const(64)  # things that can come due between two edges; more wait for a pass
NOTHING_DUE = const(-1)
FIRST_KEY = const(8)  # above the number of any lever


def _nothing() -> object:
    """Make no room: there is enough."""
    return None


class ChessClock:
    """One table of clocks with five keys.

    table     the games
    levers    one `Lever` a game
    keys      the five `Key`s
    frames    frames[game][side]
    settings  the `Settings`
    openers   what opens the `Keeper` of what has to last, or nothing
    make_room  called before menus are loaded: makes room in memory where that is scarce
    has_kept  whether something is kept that is to be forgotten when the games go on
    notice    what SETUP says beside the program until a key goes down, or None; a stopped game
              shows `peek_views` instead
    is_off    the displays are off, by BACK held long in PAUSED, until a key goes down
    is_dim    SETUP is dim, after ten minutes without a key
    tell_count, tell_side  how often tones that tell the time were asked for, and of which side
    """

    def __init__(
        self, games: int, lever_kind: int, cells: int, marks_at_once: int = MARKS_ON_DOTS
    ) -> None:
        """Make `games` (1 to 3) clocks with `cells` (4 to 8) characters a display, in SETUP.

        `marks_at_once` is the sum of the marks that a display has room for (`frame.py`).
        """
        self.table = Table(games)
        self.levers = tuple([Lever(lever_kind) for _ in range(games)])
        self.keys = tuple([Key() for _ in range(KEY_COUNT)])
        self.frames = tuple(
            [(Frame(cells, marks_at_once), Frame(cells, marks_at_once)) for _ in range(games)]
        )
        self.cells = cells
        self.settings = Settings()
        self.composer = Composer(self.settings, cells)
        from clockcore.gestures import make_table

        self.actions = make_table()
        self.arbiter: list = []  # the `ArbiterKeys`, while somebody needs them
        # What the displays and lamps show in SETUP, for a self-test of the board.
        self.test_words: list = [None, None]
        self.test_lamps = [False, False]
        self.openers: list = []
        self.make_room = _nothing
        self.has_kept = False
        self.notice: tuple | None = None
        self.last_control: TimeControl | None = None
        self.is_off = False
        self.is_dim = False
        self.touched_at = 0
        self.tell_count = 0
        self.tell_side = NEITHER
        self.play_has_paused = False
        self.key_downs = 0  # keys that went down while no side ran, wrapping at 2**16
        self.peek = PEEK_NOTHING
        self.peek_at = 0
        self.peek_over = 0  # what the game was like when it was asked for
        self.peek_views: tuple = ()  # for PEEK_VIEW
        self.clicked_key = KEY_COUNT  # which key was clicked last, and when
        self.clicked_at = 0
        self.paused_down = [NEITHER] * games
        self.is_input_quiet = True  # no contact or key has anything to say by itself
        self.input_due_at = 0  # else: when the first one has
        self.ticked_at = 0
        self.is_held_back = False  # a rocker's lock-out hides whether there was a press
        self.pause_waits = False  # for a rocker to say whether there was a press before it
        self.pause_at = 0
        self.resume_waits = False  # for a rocker to say whether it was moved in the pause
        self.resume_at = 0
        self.resume_starts = False  # a common start, which boards that play already do not share
        self.state_at_down = bytearray(KEY_COUNT)
        self.moves_at_down = [0] * games
        self.seen_events = [0] * games
        self.stale = bytearray(b"\x01" * (2 * games))  # frames to be written
        self.frame_at = array("i", [0] * (2 * games))  # when each would change by itself

    # --- reading -----------------------------------------------------------------------------

    def state(self) -> int:
        """Return the state of the table: that of the game which needs the keys most (T60).

        A game that runs, then one that is adjusted, paused, flagged, ended, ready: so that what
        is over on one board keeps nobody from going on at another.
        """
        state = SETUP
        for game in self.table.games:
            if RANKS[game.state] > RANKS[state]:
                state = game.state
        return state

    def lever_moved(self, index: int) -> bool:
        """Return whether a rocker stands other than when its game was paused (T41)."""
        lever = self.levers[index]
        if lever.kind != ROCKER or self.table.games[index].state != PAUSED:
            return False
        return lever.down_side != self.paused_down[index]

    def due_ms(self, now: int) -> int:
        """Return how long after `now`, just ticked, nothing will be due.

        Stale frames apart: they are due at once, and `compose` says when each changes next.
        """
        due = SETTLE_MS
        if not self.is_held_back:
            one = self.table.due_ms()
            if one < due:
                due = one
        for index in range(len(self.stale)):
            if not self.stale[index]:
                one = ticks_diff(self.frame_at[index], now)
                if one < due:
                    due = one
        if not self.is_input_quiet:
            one = ticks_diff(self.input_due_at, now)
            if one < due:
                due = one
        if self.peek != PEEK_NOTHING:
            one = PEEK_MS - ticks_diff(now, self.peek_at)
            if one < due:
                due = one
        return due if due > 0 else 0

    def _input_due_ms(self, now: int) -> int:
        due = NEVER_MS
        for lever in self.levers:
            one = lever.due_ms(now)
            if one < due:
                due = one
        for key in self.keys:
            one = key.due_ms(now)
            if one < due:
                due = one
        return due

    # --- inputs, in order of their instants --------------------------------------------------

    def boot_contact(self, index: int, contact: int, is_closed: bool, at: int) -> None:
        """Take a contact's level at power-up; a closed plunger is reported, not obeyed."""
        lever = self.levers[index]
        lever.boot(contact, is_closed, at)
        self._expect(at, 0)
        if lever.stuck[contact]:
            self.table.games[index].note(EV_STUCK, contact, at, 0)

    def boot_key(self, key: int, is_closed: bool, at: int) -> None:
        """Take a key's level at power-up; a key held then makes no gesture."""
        self.keys[key].boot(is_closed, at)
        self._expect(at, 0)

    def contact_edge(self, index: int, contact: int, is_closed: bool, at: int) -> None:
        """Take an edge of a contact of game `index`."""
        self.advance(at)
        lever = self.levers[index]
        if lever.edge(contact, is_closed, at):
            self._press(index, lever.press_side, lever.press_at)
        self._expect(at, lever.due_ms(at))
        self._decide()

    def key_edge(self, key: int, is_closed: bool, at: int) -> None:
        """Take an edge of a key."""
        self.advance(at)
        one = self.keys[key]
        gesture = one.edge(is_closed, at)
        self._expect(at, one.due_ms(at))
        if gesture != NO_GESTURE:
            self._gesture(key, gesture, one.at)

    def _expect(self, at: int, due_ms: int) -> None:
        """Know that a lever or key has something to say by itself `due_ms` after `at`."""
        if due_ms == NEVER_MS:
            return
        if self.is_input_quiet or ticks_diff(self.input_due_at, at) > due_ms:
            self.is_input_quiet = False
            self.input_due_at = ticks_add(at, due_ms)

    def advance(self, at: int) -> None:
        """Let keys and levers see that time has come to `at`: holds, releases, lock-outs.

        One after the other, in the order in which they were due, so that a late loop does what a
        prompt one does.
        """
        if not self.is_input_quiet and ticks_diff(self.input_due_at, at) <= 0:
            self._advance(at)

    def _advance(self, at: int) -> None:
        for _ in range(ADVANCE_LIMIT):
            soonest = 1
            which = NOTHING_DUE
            for index in range(len(self.levers)):
                due = self.levers[index].due_ms(at)
                if due < soonest:
                    soonest = due
                    which = index
            for index in range(KEY_COUNT):
                due = self.keys[index].due_ms(at)
                if due < soonest:
                    soonest = due
                    which = FIRST_KEY + index
            if which == NOTHING_DUE:
                break
            if which < FIRST_KEY:
                self._poll_lever(which, at)
            else:
                key = self.keys[which - FIRST_KEY]
                gesture = key.poll(at)
                if gesture != NO_GESTURE:
                    self._gesture(which - FIRST_KEY, gesture, key.at)
        due = self._input_due_ms(at)
        self.is_input_quiet = due == NEVER_MS
        if not self.is_input_quiet:
            self.input_due_at = ticks_add(at, due)

    def _poll_lever(self, index: int, at: int) -> None:
        lever = self.levers[index]
        until = lever.settled_until(at)
        if self.pause_waits and ticks_diff(until, self.pause_at) > 0:
            self._pause(self.pause_at)  # what the rocker shows came after it
        if self.resume_waits and ticks_diff(until, self.resume_at) > 0:
            self._go(self.resume_at)
        for contact in range(len(lever.contacts)):
            if lever.poll(contact, at):
                self._press(index, lever.press_side, lever.press_at)
        self._decide()

    def _decide(self) -> None:
        """Pause, start or resume now that the rocker has said what came before."""
        if self.pause_waits and not self.is_lever_undecided():
            self._pause(self.pause_at)
        if self.resume_waits and not self.is_lever_undecided():
            self._go(self.resume_at)

    def is_lever_undecided(self) -> bool:
        """Return whether a lever has not said yet what came before now."""
        for lever in self.levers:
            if lever.is_undecided():
                return True
        return False

    def ask_pause(self, at: int) -> None:
        """Pause every game at `at`, when the rocker has said whether there was a press before."""
        if not self.is_lever_undecided():
            self._pause(at)
        elif not self.pause_waits:
            self.pause_waits = True
            self.pause_at = at

    def _pause(self, at: int) -> None:
        """Pause every game at `at`; the rest of the key's hold belongs to PAUSED (T6)."""
        self.pause_waits = False
        for index in range(len(self.levers)):
            self.table.games[index].pause(at)
            self.paused_down[index] = self.levers[index].down_side
        self.play_has_paused = True
        self.state_at_down[KEY_PLAY] = self.state()

    def tick(self, now: int) -> None:
        """Settle to `now`, judge flags, see which frames have to be written.

        All edges up to `now` came before. The running lamps follow at once; the frames are
        written by `compose`, one a call, so that no pass of the loop has to do it all.
        """
        self.ticked_at = now
        self.advance(now)
        self.is_held_back = False
        for index in range(len(self.levers)):
            until = self.levers[index].settled_until(now)
            if self.pause_waits and ticks_diff(self.pause_at, until) < 0:
                until = self.pause_at
            if until != now:
                self.is_held_back = True
            self.table.games[index].tick(until)
        if self.peek != PEEK_NOTHING:
            if ticks_diff(now, self.peek_at) >= PEEK_MS or self._situation() != self.peek_over:
                self.peek = PEEK_NOTHING
                self.peek_views = ()
                self.touch()
        if not self.is_dim and ticks_diff(now, self.touched_at) >= DIM_MS:
            if self.table.games[0].state == SETUP:
                self.is_dim = True
                self.touch()
            else:
                self.touched_at = now
        for index in range(len(self.frames)):
            if self.seen_events[index] != self.table.games[index].event_count:
                self._see_events(index)
        for index in range(len(self.stale)):
            if ticks_diff(now, self.frame_at[index]) >= 0:
                self.stale[index] = 1

    def _see_events(self, index: int) -> None:
        """Have a game shown anew; its running lamps follow at once."""
        game = self.table.games[index]
        self.seen_events[index] = game.event_count
        for side in SIDES:
            self.stale[2 * index + side] = 1
            if game.state == RUNNING:
                self.frames[index][side].lamp = game.running_side == side

    def set_battery(self, percent: int, is_low: bool) -> None:
        """Take the battery's state: 0 to 100 percent, and whether it is low (E1, E2)."""
        composer = self.composer
        if percent != composer.battery_percent or is_low != composer.is_battery_low:
            composer.battery_percent = percent
            composer.is_battery_low = is_low
            self.touch()

    def touch(self) -> None:
        """Have every frame written again."""
        for index in range(len(self.stale)):
            self.stale[index] = 1

    def has_stale(self) -> bool:
        """Return whether a frame waits to be written."""
        for index in range(len(self.stale)):
            if self.stale[index]:
                return True
        return False

    def compose(self) -> int:
        """Write one frame that is stale, as of the last tick.

        Return in how many ms after that tick it changes by itself, SETTLE_MS at the most.
        """
        now = self.ticked_at
        for index in range(len(self.stale)):
            if self.stale[index]:
                self.stale[index] = 0
                wait = self._write(index >> 1, index & 1, now)
                if wait > SETTLE_MS:
                    wait = SETTLE_MS
                self.frame_at[index] = ticks_add(now, wait)
                return wait
        return SETTLE_MS

    def _write(self, index: int, side: int, now: int) -> int:
        """Write the frame of a side; return in how many ms it would change by itself."""
        game = self.table.games[index]
        frame = self.frames[index][side]
        composer = self.composer
        if self.is_off:
            composer.compose_blank(frame)
        elif self.peek == PEEK_VIEW or self._shows_notice(game, now):
            lamp = game.state == PAUSED and game.side_to_move == side
            lamp = lamp and (now >> LAMP_SHIFT) & 1 == 0
            view = self.peek_views[side]
            composer.compose_view(frame, view, composer.marks(game, side), lamp, now, False)
        elif game.state == SETUP or self.has_menu():
            self.keys_of_arbiter().write(index, side, frame, now)
        else:
            composer.compose(game, side, frame, now, self.peek, self.lever_moved(index))
        if self.notice is not None and game.state != RUNNING:
            left = (1 << NOTICE_SHIFT) - (now & ((1 << NOTICE_SHIFT) - 1))
            return left if left < composer.next_ms else composer.next_ms
        return composer.next_ms

    def _shows_notice(self, game, now: int) -> bool:
        """Return whether it is the turn of what a stopped game is shown with, not of its times."""
        if self.notice is None or not self.peek_views or game.state == SETUP:
            return False
        return game.state != RUNNING and (now >> NOTICE_SHIFT) & 1 == 1

    def keys_of_arbiter(self):
        """Return the `ArbiterKeys`, loaded if need be. Never while a side runs: it allocates."""
        if not self.arbiter:
            self.make_room()
            from clockcore.arbiter_keys import ArbiterKeys

            self.arbiter.append(ArbiterKeys(self))
        return self.arbiter[0]

    def has_menu(self) -> bool:
        """Return whether a menu is open."""
        return bool(self.arbiter) and self.arbiter[0].menu is not None

    def may_give_back(self) -> bool:
        """Return whether the arbiter's keys are loaded though nobody needs them now."""
        state = self.state()
        if not self.arbiter or state == SETUP or state == RUNNING:
            return False
        return self.peek == PEEK_NOTHING and not self.has_menu()

    def give_back(self) -> None:
        """Let go of the arbiter's keys; they come back when they are needed."""
        if self.may_give_back():
            self.arbiter.clear()

    # --- what a host or a menu may ask for ---------------------------------------------------

    def choose(self, control: TimeControl, at: int) -> bool:
        """Lay out a `control` that is no program of the clock; False while a side runs."""
        if not self.lay_out(control, at):
            return False
        self.settings.last_program = 0
        self.last_control = control
        return True

    def lay_out(self, control: TimeControl, at: int) -> bool:
        """Lay `control` out on every game: READY; False while a side runs."""
        if self.state() == RUNNING:
            return False
        self.forget(False)
        self.is_off = False  # a host may lay out a game in the dark
        self.composer.is_unlocked = False
        if self.arbiter:
            self.arbiter[0].menu = None
        for game in self.table.games:
            game.default_ms = self.settings.default_s * 1000
            game.set_up(control, self.settings.white_side, at)
        self.touch()
        return True

    def keep(self) -> dict:
        """Return stopped games, levers and settings as plain values; ControlError if one runs."""
        from clockcore.snapshot import clock_to_dict

        return clock_to_dict(self)

    def restore(self, kept: object, at: int) -> None:
        """Take what `keep` returned; ControlError if it is bad.

        A rocker is compared with how it stood at the pause (T41), wherever it stands now.
        """
        from clockcore.snapshot import restore_clock

        restore_clock(self, kept, at)

    def choose_program(self, number: int, at: int) -> bool:
        """Lay a program out and remember it; False while a side runs; ControlError if unknown."""
        return self.state() != RUNNING and self.keys_of_arbiter().choose(number, at)

    def put_away(self, at: int) -> None:
        """Go back to SETUP; the games are gone. Not while a side runs."""
        if self.state() != RUNNING:
            self.forget(False)
            self.is_off = False
            self.composer.is_unlocked = False
            if self.arbiter:
                self.arbiter[0].menu = None
            self.touched_at = at
            for game in self.table.games:
                game.put_away(at)
            self.touch()

    def forget(self, goes_on: bool) -> None:
        """Games that were kept go on or are given up."""
        if self.has_kept:
            self.keeper().forget(goes_on)

    def keeper(self):
        """Return the `Keeper` of what has to last, loaded if need be. Not while a side runs."""
        if self.openers:
            return self.openers[0]()
        from clockcore.keeper import Keeper

        return Keeper()

    # --- presses -----------------------------------------------------------------------------

    def _press(self, index: int, side: int, at: int) -> None:
        game = self.table.games[index]
        lever = self.levers[index]
        self.touch()
        if not lever.take(side, at):
            return
        if game.state == READY and ticks_diff(at, game.anchor_at) < 0:
            return  # it came before the game was laid out
        if lever.kind == ROCKER and game.state == RUNNING:
            if game.accounts[game.running_side].period.method == GONG:
                game.settle(at)
                side = game.running_side
        if game.press(side, at) != IGNORED:
            lever.took(side, at)

    # --- keys --------------------------------------------------------------------------------

    def _gesture(self, key: int, gesture: int, at: int) -> None:
        """Do what the key means in the present state (`gestures.py`)."""
        state = self.state()
        self.touch()
        if gesture == KEY_DOWN:
            if self._wake(state, key, at):
                return
            if state != RUNNING:
                self.key_downs = (self.key_downs + 1) & 0xFFFF
            self.notice = None
            if self.has_menu():
                self.peek = PEEK_NOTHING  # what the menu said has been read
            if key == KEY_PLAY:
                self.play_has_paused = False
            for index in range(len(self.levers)):
                self.moves_at_down[index] = self._moves(index)
            if self._is_together(key, state):
                self.state_at_down[KEY_FORWARD - key] = WOKEN
                self.state_at_down[key] = TOGETHER
                return
        elif self.state_at_down[key] == TOGETHER:
            if gesture == KEY_HOLD and self._is_together(key, state):
                self.keys_of_arbiter().do(DO_LOCK, at)
            return
        elif state != self.state_at_down[key]:
            return  # it went down in another state: it must be let go first (T40)
        if state != RUNNING and (state == ADJUST or self.has_menu()):
            self.keys_of_arbiter().menu_key(key, gesture, at)
        else:
            self._do(self._action(state, key, gesture, at), at)
        if gesture == KEY_DOWN:
            self.state_at_down[key] = self.state()

    def _is_together(self, key: int, state: int) -> int:
        """Return whether BACK and FORWARD are both down, where that means something."""
        # The numbers of READY, PAUSED and FLAGGED are the odd ones, BACK is 0 and FORWARD 4.
        return state & 1 and not key & 3 and self.keys[KEY_FORWARD - key].is_live

    def _wake(self, state: int, key: int, at: int) -> bool:
        """Light displays that are off or dim; return whether that was all this key is for."""
        if state != SETUP and not self.is_off:
            return False
        was_dark = self.is_off or self.is_dim
        self.is_off = False
        self.is_dim = False
        self.touched_at = at
        if was_dark and state == RUNNING:
            self.touch()
            return False  # a game that runs is never kept waiting
        if was_dark:
            self.state_at_down[key] = WOKEN
        return was_dark

    def _action(self, state: int, key: int, gesture: int, at: int) -> int:
        """Return the DO_ number of a gesture; the second of two clicks may have its own."""
        if gesture == KEY_CLICK:
            is_second = key == self.clicked_key and ticks_diff(at, self.clicked_at) <= DOUBLE_MS
            self.clicked_key = key
            self.clicked_at = at
            if is_second:
                action = self.actions[(state * KEY_COUNT + key) * GESTURES + KEY_DOUBLE_CLICK]
                if action:
                    self.clicked_key = KEY_COUNT
                    return action
        return self.actions[(state * KEY_COUNT + key) * GESTURES + gesture]

    def _moves(self, index: int) -> int:
        one, two = self.table.games[index].accounts
        return one.moves + two.moves

    def _do(self, action: int, at: int) -> None:
        """Do an action; those of the arbiter are loaded for it."""
        if action == DO_PAUSE:
            self.ask_pause(at)
        elif action == DO_SHOW_COUNTER:
            self._show_counter(at)
        elif action == DO_RELOAD:
            for index in range(len(self.levers)):
                # On one's own turn: the one in which the key went down.
                if self._moves(index) == self.moves_at_down[index]:
                    self.table.games[index].reload_block(at)
        elif action == DO_START or action == DO_RESUME:
            if self.play_has_paused:
                return  # its press was the pause
            self.resume_starts = action == DO_START
            if self.is_lever_undecided():
                self.resume_waits = True
                self.resume_at = at
            else:
                self._go(at)
        elif action != DO_NOTHING:
            self.keys_of_arbiter().do(action, at)

    def _show_counter(self, at: int) -> None:
        """Show the move counters for 3 s; again within them: the default time, if it runs (6.7).

        Players may ask while a side runs, unless that has been switched off; tones that tell the
        time and moves then sound, too, if they are wanted (D.2.6).
        """
        is_running = self.state() == RUNNING
        self.tell_count = (self.tell_count + 1) & 0xFFFF
        self.tell_side = self.table.games[0].side_to_move
        has_default = self.table.games[0].default_left_ms > 0
        if has_default and (self.peek == PEEK_COUNTER or not self.settings.counter_allowed):
            self.show_peek(PEEK_DEFAULT_TIME, at)
        elif self.settings.counter_allowed or not is_running:
            self.show_peek(PEEK_COUNTER, at)

    def _go(self, at: int) -> None:
        """Start every game that is ready, or resume every game that may run."""
        self.resume_waits = False
        refused = ""
        will_run = False
        for index in range(len(self.levers)):
            if self.table.games[index].may_resume() and not self.lever_moved(index):
                will_run = True
        if will_run:
            self.forget(True)
        for index in range(len(self.levers)):
            reason = self.go_one(index, at)
            if reason and refused != "lever":
                refused = reason
        if refused and self.state() != RUNNING:
            self.keys_of_arbiter().say(refused, at)

    def go_one(self, index: int, at: int) -> str:
        """Start or resume a game; return what keeps it from running ("lever", "flag"), or ""."""
        game = self.table.games[index]
        lever = self.levers[index]
        if game.state == READY and self.resume_starts:
            side = game.white_side if lever.kind != ROCKER else other(lever.down_side)
            game.start(side, at)
        elif game.state == PAUSED:
            if self.lever_moved(index):
                game.note(EV_REFUSED, game.side_to_move, at, 0)
                return "lever"
            if not game.resume(at):
                game.note(EV_REFUSED, game.side_to_move, at, 1)
                return "flag"
        elif game.state == FLAGGED:
            return "flag"
        return ""

    # --- what is shown for a moment ----------------------------------------------------------

    def show_peek(self, peek: int, at: int) -> None:
        """Show something for 3 s in place of the times, unless the state or a flag changes."""
        self.peek = peek
        self.peek_at = at
        self.peek_over = self._situation()

    def _situation(self) -> int:
        """Return a number that changes with the state and with the first flag of any game."""
        number = self.state()
        for game in self.table.games:
            number = number * 3 + game.first_flag_side
        return number
