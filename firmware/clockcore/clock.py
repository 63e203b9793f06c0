"""The whole clock without its hardware: table, levers, keys, menu, settings, frames.

What play does not need is imported where it is used, so that a device can do without it: presets,
corrections, snapshots.

The tick loop gives it edges in order of their instants, then one `tick(now)`; it gives back
frames, events and how long nothing will be due. What a key does in each state is decided here and
nowhere else (T5, T6, T40, T41).

| state | back | minus | play/pause | plus | forward |
|---|---|---|---|---|---|
| SETUP | | preset - | READY | preset + | READY |
| READY | SETUP | hold: sound | start | | swap White; hold: freeze |
| RUNNING | hold: reload (CANADIAN) | | pause | move counter | |
| PAUSED | long hold: SETUP | hold: sound | resume; long hold: ADJUST | counter | long hold: end |
| ADJUST | PAUSED | | | | |
| FLAGGED | long hold: SETUP | | long hold: ADJUST | counter | long hold: end |
| ENDED | long hold: SETUP | | | counter | |
"""

from array import array

from micropython import const

from clockcore.codes import (
    ADJUST,
    ENDED,
    EV_CORRECTION,
    EV_REFUSED,
    EV_STUCK,
    GONG,
    IGNORED,
    KEY_BACK,
    KEY_CLICK,
    KEY_DOWN,
    KEY_FORWARD,
    KEY_HOLD,
    KEY_LONG_HOLD,
    KEY_MINUS,
    KEY_PLAY,
    KEY_PLUS,
    KEY_REPEAT,
    LEFT,
    MARKS_ON_DOTS,
    NEITHER,
    PAUSED,
    PEEK_COUNTER,
    PEEK_FREEZE,
    PEEK_NOTHING,
    PEEK_SOUND,
    READY,
    ROCKER,
    RUNNING,
    SETUP,
    SIDES,
    other,
)
from clockcore.frame import FEW_CELLS, NO_BATTERY, Composer, Frame
from clockcore.key import NO_GESTURE, Key
from clockcore.lever import Lever
from clockcore.period import ControlError
from clockcore.settings import SETTINGS, Settings
from clockcore.setup_menu import SetupMenu
from clockcore.table import Table
from clockcore.ticks import NEVER_MS, ticks_add, ticks_diff
from clockcore.time_control import TimeControl

KEY_COUNT = const(5)
PEEK_MS = const(3000)
SETTLE_MS = const(10_000)  # a running game is settled at least this often
PAGE_SHIFT = const(11)
ADVANCE_LIMIT = const(64)  # things that can come due between two edges; more wait for a pass
NOTHING_DUE = const(-1)
FIRST_KEY = const(8)  # above the number of any lever
NO_PAGE = b""


class Keeper:
    """Who keeps stopped games over a reset; this one keeps none."""

    def forget(self) -> None:
        """Forget them: they go on, or are given up. Called while no side runs."""


class ChessClock:
    """One table of clocks with five keys.

    table     the games
    levers    one `Lever` a game
    keys      the five `Key`s
    frames    frames[game][side]
    settings  the `Settings`
    keeper    who keeps stopped games over a reset, or None; told by `forget()`, while no side
              runs, when they go on or are given up
    notice    what SETUP says beside the preset until a key goes down, or None
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
        self.settings = Settings()
        self.menu = SetupMenu(self.settings, cells)
        self.composer = Composer(self.settings)
        # What the displays and lamps show in SETUP, for a self-test of the board.
        self.test_words: list = [None, None]
        self.test_lamps = [False, False]
        self.keeper: Keeper | None = None
        self.notice: tuple | None = None
        self.play_has_paused = False
        self.key_downs = 0  # keys that went down while no side ran, wrapping at 2**16
        self.peek = PEEK_NOTHING
        self.peek_at = 0
        self.peek_over = 0  # what the game was like when it was asked for
        self.paused_down = [NEITHER] * games
        self.is_input_quiet = True  # no contact or key has anything to say by itself
        self.input_due_at = 0  # else: when the first one has
        self.ticked_at = 0
        self.is_held_back = False  # a rocker's lock-out hides whether there was a press
        self.pause_waits = False  # for a rocker to say whether there was a press before it
        self.pause_at = 0
        self.state_at_down = bytearray(KEY_COUNT)
        self.moves_at_down = [0] * games
        self.seen_events = [0] * games
        self.stale = bytearray(b"\x01" * (2 * games))  # frames to be written
        self.frame_at = array("i", [0] * (2 * games))  # when each would change by itself

    # --- reading -----------------------------------------------------------------------------

    def state(self) -> int:
        """Return the state of the table: RUNNING if any game runs, else the first game's."""
        for game in self.table.games:
            if game.state == RUNNING:
                return RUNNING
        return self.table.games[0].state

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
        if self.pause_waits and not self._is_lever_undecided():
            self._pause(self.pause_at)  # the rocker has gone back: there was no press

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
        if self.is_input_quiet or ticks_diff(self.input_due_at, at) > 0:
            return
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
        if self.pause_waits and ticks_diff(lever.settled_until(at), self.pause_at) > 0:
            self._pause(self.pause_at)  # what the rocker shows came after it
        for contact in range(len(lever.contacts)):
            if lever.poll(contact, at):
                self._press(index, lever.press_side, lever.press_at)
        if self.pause_waits and not self._is_lever_undecided():
            self._pause(self.pause_at)

    def _is_lever_undecided(self) -> bool:
        for lever in self.levers:
            if lever.is_undecided():
                return True
        return False

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
                self.touch()
        for index in range(len(self.frames)):
            game = self.table.games[index]
            if self.seen_events[index] != game.event_count:
                self.seen_events[index] = game.event_count
                self.stale[2 * index] = self.stale[2 * index + 1] = 1
                if game.state == RUNNING:
                    for side in SIDES:
                        self.frames[index][side].lamp = game.running_side == side
        for index in range(len(self.stale)):
            if ticks_diff(now, self.frame_at[index]) >= 0:
                self.stale[index] = 1

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
        if game.state == SETUP:
            pages = self.menu.pages
            count = len(pages)
            if composer.battery_percent != NO_BATTERY:
                count += 1
            turn = (now >> PAGE_SHIFT) % count
            page = pages[turn] if turn < len(pages) else NO_PAGE
            number = self.settings.preset if side == LEFT else 0
            if self.notice is not None and side == LEFT and (now >> PAGE_SHIFT) & 1:
                number = 0
                page = self.notice[0 if frame.size >= FEW_CELLS else 1]
            if self.test_words[side] is not None:
                number = 0
                page = self.test_words[side]
            composer.compose_setup(frame, number, page, now, self.test_lamps[side])
        else:
            composer.compose(game, side, frame, now, self.peek, self.lever_moved(index))
        return composer.next_ms

    # --- what a host or a menu may ask for ---------------------------------------------------

    def choose(self, control: TimeControl, at: int) -> bool:
        """Lay `control` out on every game; False while a side runs."""
        if self.state() == RUNNING:
            return False
        self._forget()
        for game in self.table.games:
            game.set_up(control, self.settings.white_side, at)
        return True

    def keep(self) -> dict:
        """Return stopped games, levers and settings as plain values; ControlError if one runs."""
        from clockcore.snapshot import game_to_dict

        settings = self.settings
        return {
            "games": [game_to_dict(game) for game in self.table.games],
            "paused_down": list(self.paused_down),
            "settings": [getattr(settings, name) for name in SETTINGS],
        }

    def restore(self, kept: object, at: int) -> None:
        """Take what `keep` returned; ControlError if it is bad.

        A rocker is compared with how it stood at the pause (T41), wherever it stands now.
        """
        from clockcore.snapshot import restore_game

        if not isinstance(kept, dict):
            raise ControlError("kept games: an object is needed")
        games = kept.get("games")
        down = kept.get("paused_down")
        values = kept.get("settings")
        count = len(self.levers)
        if not isinstance(games, list) or len(games) != count:
            raise ControlError("kept games: not as many as this board has clocks")
        if not isinstance(down, list) or len(down) != count:
            raise ControlError("kept games: paused_down: one for each game is needed")
        if not isinstance(values, list) or len(values) != len(SETTINGS):
            raise ControlError("kept games: settings are needed")
        self.settings.take(values)
        for index in range(count):
            restore_game(self.table.games[index], games[index], at)
            self.paused_down[index] = down[index]
        self.menu.look()
        self.touch()

    def choose_preset(self, number: int, at: int) -> bool:
        """Lay a preset out and remember it; False while a side runs; ControlError if unknown."""
        from clockcore.presets import preset

        control = preset(number)
        if not self.choose(control, at):
            return False
        self.settings.preset = number
        self.menu.look()
        return True

    def put_away(self, at: int) -> None:
        """Go back to SETUP; the games are gone. Not while a side runs."""
        if self.state() != RUNNING:
            self._forget()
            for game in self.table.games:
                game.put_away(at)

    def _forget(self) -> None:
        """Games that were kept go on or are given up."""
        if self.keeper is not None:
            self.keeper.forget()

    def set_side_to_move(self, index: int, side: int, at: int) -> bool:
        """Give the turn to a side; a rocker is then taken as it stands (T41)."""
        from clockcore.arbiter import set_side_to_move

        if not set_side_to_move(self.table.games[index], side, at):
            return False
        self.paused_down[index] = self.levers[index].down_side
        return True

    # --- presses -----------------------------------------------------------------------------

    def _press(self, index: int, side: int, at: int) -> None:
        game = self.table.games[index]
        lever = self.levers[index]
        self.touch()
        if not lever.take(side, at):
            return
        if lever.kind == ROCKER and game.state == RUNNING:
            if game.accounts[game.running_side].period.method == GONG:
                game.settle(at)
                side = game.running_side
        if game.press(side, at) != IGNORED:
            lever.took(side, at)

    # --- keys --------------------------------------------------------------------------------

    def _gesture(self, key: int, gesture: int, at: int) -> None:
        """Do what the key means in the present state (table at the top of this module)."""
        state = self.state()
        self.touch()
        if gesture == KEY_DOWN:
            if state != RUNNING:
                self.key_downs = (self.key_downs + 1) & 0xFFFF
            self.notice = None
            if key == KEY_PLAY:
                self.play_has_paused = False
            for index in range(len(self.levers)):
                self.moves_at_down[index] = self._moves(index)
        elif state != self.state_at_down[key]:
            return  # it went down in another state: it must be let go first (T40)
        self._act(state, key, gesture, at)
        if gesture == KEY_DOWN:
            self.state_at_down[key] = self.state()

    def _moves(self, index: int) -> int:
        one, two = self.table.games[index].accounts
        return one.moves + two.moves

    def _act(self, state: int, key: int, gesture: int, at: int) -> None:
        if state == RUNNING:
            self._gesture_running(key, gesture, at)
        elif state == SETUP:
            self._gesture_setup(key, gesture, at)
        elif state == READY:
            self._gesture_ready(key, gesture, at)
        elif state == ADJUST:
            if key == KEY_BACK and gesture == KEY_CLICK:
                for game in self.table.games:
                    game.leave_adjust(at)
        else:
            self._gesture_stopped(state, key, gesture, at)

    def _gesture_setup(self, key: int, gesture: int, at: int) -> None:
        if key == KEY_MINUS or key == KEY_PLUS:
            if gesture == KEY_DOWN or gesture == KEY_HOLD or gesture == KEY_REPEAT:
                self.menu.step(1 if key == KEY_PLUS else -1)
        elif (key == KEY_PLAY or key == KEY_FORWARD) and gesture == KEY_CLICK:
            self.choose_preset(self.settings.preset, at)

    def _gesture_ready(self, key: int, gesture: int, at: int) -> None:
        if key == KEY_PLAY and gesture == KEY_CLICK:
            for index in range(len(self.levers)):
                game = self.table.games[index]
                lever = self.levers[index]
                side = game.white_side if lever.kind != ROCKER else other(lever.down_side)
                game.start(side, at)
        elif key == KEY_BACK and gesture == KEY_CLICK:
            self.put_away(at)
        elif key == KEY_MINUS and gesture == KEY_HOLD:
            self._toggle_sound(at)
        elif key == KEY_FORWARD and gesture == KEY_CLICK:
            self.settings.white_side = other(self.settings.white_side)
            for game in self.table.games:
                game.swap_sides(at)
        elif key == KEY_FORWARD and gesture == KEY_HOLD:
            for game in self.table.games:
                game.freeze = not game.freeze
                game.note(EV_CORRECTION, NEITHER, at, 1 if game.freeze else 0)
            self._show(PEEK_FREEZE, at)

    def _gesture_running(self, key: int, gesture: int, at: int) -> None:
        if key == KEY_PLAY and gesture == KEY_DOWN:
            if self._is_lever_undecided():
                self.pause_waits = True
                self.pause_at = at
            else:
                self._pause(at)
        elif key == KEY_PLUS and gesture == KEY_DOWN:
            if self.settings.counter_allowed:
                self._show(PEEK_COUNTER, at)
        elif key == KEY_BACK and gesture == KEY_HOLD:
            for index in range(len(self.levers)):
                # On one's own turn: the one in which the key went down.
                if self._moves(index) == self.moves_at_down[index]:
                    self.table.games[index].reload_block(at)

    def _gesture_stopped(self, state: int, key: int, gesture: int, at: int) -> None:
        """PAUSED, FLAGGED and ENDED."""
        if key == KEY_PLAY and gesture == KEY_CLICK and state == PAUSED:
            if not self.play_has_paused:
                self._resume(at)
        elif key == KEY_PLAY and gesture == KEY_LONG_HOLD and state != ENDED:
            for game in self.table.games:
                game.adjust(at)
        elif key == KEY_PLUS and gesture == KEY_DOWN:
            self._show(PEEK_COUNTER, at)
        elif key == KEY_MINUS and gesture == KEY_HOLD and state == PAUSED:
            self._toggle_sound(at)
        elif key == KEY_FORWARD and gesture == KEY_LONG_HOLD and state != ENDED:
            self._forget()
            self.table.end_all(at)
        elif key == KEY_BACK and gesture == KEY_LONG_HOLD:
            self.put_away(at)

    def _resume(self, at: int) -> None:
        self._forget()
        for index in range(len(self.levers)):
            game = self.table.games[index]
            if game.state != PAUSED:
                continue
            if self.lever_moved(index):
                game.note(EV_REFUSED, game.side_to_move, at, 0)
            elif not game.resume(at):
                game.note(EV_REFUSED, game.side_to_move, at, 1)

    def _show(self, peek: int, at: int) -> None:
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

    def _toggle_sound(self, at: int) -> None:
        self.settings.sound = not self.settings.sound
        self._show(PEEK_SOUND, at)
