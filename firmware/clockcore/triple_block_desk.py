"""A game of Triple Block with its lever, its five keys, its menus and its two frames.

The press of the side to move completes its move; a press of the other side changes nothing. While
no menu is open:

| key | what |
|---|---|
| PLUS, MINUS | the next, the previous page: bank, increment, moves, date and time of zero |
| BACK | the page of the clocks |
| BACK held 1 s | refuel of the side to move (T52) |
| FORWARD | what the player to move may do: refuel, claim, appeal |
| PLUS held 3 s | what is the director's and the captains': what is possible now |
| PLAY | nothing |

What is chosen in a list is asked about: FORWARD yes, BACK or PLAY no. Loaded for such a game
alone; what it does not do once a second may allocate.
"""

from micropython import const

from clockcore.calendar import NO_DAY
from clockcore.codes import (
    ENDED,
    FLAGGED,
    KEY_BACK,
    KEY_CLICK,
    KEY_DOWN,
    KEY_FORWARD,
    KEY_HOLD,
    KEY_LONG_HOLD,
    KEY_MINUS,
    KEY_PLUS,
    LEFT,
    PAUSED,
    READY,
    RIGHT,
    RUNNING,
    SIDES,
)
from clockcore.field import ACCEPT, CANCEL, ChoiceField, Screen, View
from clockcore.frame import Composer, Frame
from clockcore.key import NO_GESTURE, Key
from clockcore.lever import Lever
from clockcore.question import OneField, Question
from clockcore.settings import Settings
from clockcore.texts import Texts
from clockcore.ticks import NEVER_MS, ticks_diff
from clockcore.triple_block import (
    APPEAL,
    CLAIM,
    DONE,
    FLAG_FALLEN,
    NOT_YOUR_TURN,
    TripleBlockGame,
)
from clockcore.triple_block_frames import PAGES_ASKED, BlockFrames

KEY_COUNT = const(5)
SAY_MS = const(3000)
PAGE_MS = const(10_000)
DIM_MS = const(600_000)
POLLS = const(32)  # gestures that may come due at once
# What became of what was asked for, by the numbers of `triple_block.py`: keys of texts.
RESULTS = (
    "done",
    "days turn",
    "days nothing",
    "flag",
    "days stand",
    "days run",
    "days soon",
    "days ended",
    "days no time",
    "days no event",
    "days no search",
    "days searching",
    "days too late",
)
FOR_PLAYER = ("days refuel", "days claim", "days appeal")


class BlockDesk:
    """The game, and everything that people touch and see of it.

    frames      the left and the right `Frame`
    acts        what has been done and is to be kept: (what, side), in order
    is_put_away whether the game is to be forgotten, for the clock to be one of hours again
    day, second the reading that things are done with, as `read` took it last
    """

    def __init__(
        self,
        game: TripleBlockGame,
        settings: Settings,
        zone_minutes: int,
        lever_kind: int,
        cells: int,
        marks_at_once: int,
    ) -> None:
        """Take a game that has been set up; the displays are those of `ChessClock`."""
        self.game = game
        self.settings = settings
        self.cells = cells
        self.lever = Lever(lever_kind)
        self.keys = tuple([Key() for _ in range(KEY_COUNT)])
        self.frames = (Frame(cells, marks_at_once), Frame(cells, marks_at_once))
        self.texts = Texts(settings.language, cells)
        self.composer = Composer(settings, cells)
        self.shown = BlockFrames(self.frames, settings.language, zone_minutes)
        self.panes = (View(), View())
        self.acts: list = []
        self.is_put_away = False
        self.day = NO_DAY
        self.second = 0
        self.told = self._situation()
        self.menu: Screen | None = None
        self.offered: NamedChoice | None = None  # of the list that is open
        self.zone_forms: list = []  # the `ZoneForm` that is open
        self.chosen = ""  # the action that a question is about
        self.menus = 0  # how many have been opened: a key held belongs to what it went down in
        self.menus_at_down = [0] * KEY_COUNT
        self.is_saying = False
        self.said_at = 0
        self.page_at = 0
        self.felt_at = 0
        self.is_stale = True

    @property
    def zone_minutes(self) -> int:
        """Return how far the dates that are shown are from UTC."""
        return self.shown.zone_minutes

    # --- readings ----------------------------------------------------------------------------

    def read(self, day: int, second: int) -> None:
        """Take a reading of the real-time clock; NO_DAY is none."""
        if day == self.day and second == self.second and self.game.has_time:
            return
        self.day = day
        self.second = second
        self.game.tick(day, second)
        self.is_stale = True
        self._look()

    def accept_time(self) -> None:
        """Take the reading for right though it is before the latest one."""
        if self.game.accept_time(self.day, self.second):
            self.acts.append(("date", self.game.side_to_move))
            self.told = self._situation()
            self.is_stale = True

    def _situation(self) -> int:
        game = self.game
        number = game.state
        for side in SIDES:
            number = number * 2 + (0 if game.search_day[side] == NO_DAY else 1)
        return number

    def _look(self) -> None:
        """See whether time alone has changed something that is to be kept."""
        situation = self._situation()
        if situation != self.told:
            was_ready = self.told >> 2 == READY
            self.told = situation
            what = "clock starts" if was_ready else "search over"
            if self.game.state == FLAGGED:
                what = "flag"
            self.acts.append((what, self.game.side_to_move))

    # --- inputs, in order of their instants --------------------------------------------------

    def contact_edge(self, contact: int, is_closed: bool, at: int) -> None:
        """Take an edge of a contact of the lever."""
        self.come_to(at)
        if self.lever.edge(contact, is_closed, at):
            self._press(at)

    def key_edge(self, key: int, is_closed: bool, at: int) -> None:
        """Take an edge of a key."""
        self.come_to(at)
        gesture = self.keys[key].edge(is_closed, at)
        if gesture != NO_GESTURE:
            self._gesture(key, gesture, at)

    def come_to(self, now: int) -> None:
        """Let keys and lever see that time has come to `now`: holds, releases, lock-outs."""
        lever = self.lever
        for contact in range(len(lever.contacts)):
            if lever.poll(contact, now):
                self._press(now)
        for key in range(KEY_COUNT):
            for _ in range(POLLS):
                gesture = self.keys[key].poll(now)
                if gesture == NO_GESTURE:
                    break
                self._gesture(key, gesture, now)
        if self.is_saying and ticks_diff(now, self.said_at) >= SAY_MS:
            self.is_saying = False
            self.is_stale = True
        if self.shown.page and ticks_diff(now, self.page_at) >= PAGE_MS:
            self.shown.page = 0
            self.is_stale = True
        if not self.shown.is_dim and ticks_diff(now, self.felt_at) >= DIM_MS:
            self.shown.is_dim = True
            self.is_stale = True

    def due_ms(self, now: int) -> int:
        """Return in how many ms `come_to` has something to do for keys and lever."""
        due = self.lever.due_ms(now)
        for key in self.keys:
            one = key.due_ms(now)
            if one < due:
                due = one
        return due if due > 0 else 0

    def _press(self, at: int) -> None:
        """Complete the move of the side whose press it is; nothing else is a press for."""
        side = self.lever.press_side
        self._touch(at)
        self.menu = None
        result = self.game.move(side, self.day, self.second)
        if result == DONE:
            self._did("move", side)
            self.shown.page = 0
        elif result != NOT_YOUR_TURN:
            self.say(RESULTS[result], at)

    def _touch(self, at: int) -> None:
        self.felt_at = at
        self.shown.is_dim = False
        self.is_stale = True

    def _gesture(self, key: int, gesture: int, at: int) -> None:
        if gesture == KEY_DOWN:
            self.menus_at_down[key] = -1 if self.shown.is_dim else self.menus
            self._touch(at)
            self.is_saying = False
        if self.menus_at_down[key] != self.menus:
            return  # it only lit the displays, or went down before this menu was there
        self.is_stale = True
        if self.menu is not None:
            self._menu_key(key, gesture, at)
        elif gesture == KEY_CLICK and (key == KEY_PLUS or key == KEY_MINUS):
            step = 1 if key == KEY_PLUS else -1
            self.shown.page = (self.shown.page + step) % len(PAGES_ASKED)
            self.page_at = at
        elif gesture == KEY_CLICK and key == KEY_BACK:
            self.shown.page = 0
        elif gesture == KEY_HOLD and key == KEY_BACK:
            self._do("days refuel", at)
        elif gesture == KEY_CLICK and key == KEY_FORWARD:
            if self.game.state == RUNNING:
                self._open_list(FOR_PLAYER)
            else:
                self._refuse(at)
        elif gesture == KEY_LONG_HOLD and key == KEY_PLUS:
            self._open_list(self._for_director())

    def _refuse(self, at: int) -> None:
        """Say why the player to move can do nothing."""
        result = self.game.claim(self.game.side_to_move, False, self.day, self.second)
        self.say(RESULTS[result], at)

    # --- menus -------------------------------------------------------------------------------

    def _open(self, menu) -> None:
        self.menu = menu
        self.menus += 1

    def _open_list(self, actions: tuple) -> None:
        words = tuple([self.texts.word(each) for each in actions])
        self.chosen = ""
        self.offered = NamedChoice(actions, words, self.texts)
        self._open(OneField("days", self.offered, self.texts, self.cells))

    def _for_director(self) -> tuple:
        """Return what the director, a captain or somebody with a calendar may do now."""
        game = self.game
        actions = []
        if game.behind_s:
            actions.append("days accept")
        if game.state == PAUSED and (game.stop_reason == CLAIM or game.stop_reason == APPEAL):
            actions += ["days valid", "days invalid"]
        elif game.state == PAUSED:
            actions.append("days go on")
        if game.state == RUNNING or game.state == PAUSED:
            is_searching = False
            for side in SIDES:
                end = " left" if side == LEFT else " right"
                if game.search_day[side] != NO_DAY:
                    is_searching = True
                    actions.append("days found" + end)
                    if game.is_team and not game.has_guaranteed_time:
                        actions.append("days captain" + end)
                elif game.is_team or game.has_guaranteed_time:
                    actions.append("days search" + end)
            if game.state == RUNNING and is_searching and game.has_guaranteed_time:
                actions.append("days stop")
            if game.state == RUNNING and not game.is_team:
                actions.append("days withdrawal")
        actions.append("days zone")
        if game.state == READY or game.state == ENDED:
            actions.append("days away")
        else:
            actions.append("end")
        return tuple(actions)

    def _menu_key(self, key: int, gesture: int, at: int) -> None:
        if self.menu is None:
            return
        result = self.menu.key(key, gesture, at)
        if result == CANCEL:
            self.menu = None
        elif result == ACCEPT and self.offered is not None and not self.chosen:
            self.chosen = str(self.offered.value)
            if self.chosen == "days zone":
                from clockcore.triple_block_menu import ZoneForm

                self.zone_forms = [ZoneForm(self.zone_minutes, self.texts, self.cells)]
                self._open(self.zone_forms[0])
            else:
                self._open(Question(self.chosen, self.texts))
        elif result == ACCEPT:
            self.menu = None
            if self.chosen == "days zone":
                self.shown.zone_minutes = self.zone_forms[0].zone_minutes()
                self.acts.append(("zone", self.game.side_to_move))
            else:
                self._do(self.chosen, at)

    def _do(self, action: str, at: int) -> None:
        """Do an action of a list, and say what became of it."""
        game = self.game
        day, second = self.day, self.second
        side = game.side_to_move
        if action == "days accept":
            self.accept_time()
            self.say("done", at)
            return
        if action == "days away":
            self.is_put_away = True
            return
        if " left" in action or " right" in action:
            action, _, name = action.rpartition(" ")
            side = LEFT if name == "left" else RIGHT
        if action == "days refuel":
            result = game.refuel(side, day, second)
        elif action == "days claim" or action == "days appeal":
            result = game.claim(side, action == "days appeal", day, second)
        elif action == "days valid" or action == "days invalid":
            result = game.resolve(action == "days valid", day, second)
        elif action == "days withdrawal":
            result = game.withdraw(day, second)
        elif action == "days search":
            result = game.open_search(side, day, second)
        elif action == "days found":
            result = game.close_search(side, day, second)
        elif action == "days captain":
            result = game.captain_refuel(side, day, second)
        elif action == "days stop":
            result = game.stop_for_search(day, second)
        elif action == "days go on":
            result = game.go_on(day, second)
        elif action == "end":
            result = game.end(day, second)
        else:
            raise ValueError(action)
        if result == DONE or self._situation() != self.told:
            self._did(action.replace("days ", ""), side)
            if result == FLAG_FALLEN:  # a wrong claim took all that was left
                self.acts.append(("flag", game.flag_side))
        self.say(RESULTS[result], at)

    def _did(self, what: str, side: int) -> None:
        self.told = self._situation()
        self.acts.append((what, side))
        self.is_stale = True

    # --- what is shown -----------------------------------------------------------------------

    def say(self, key: str, at: int) -> None:
        """Show a text on both sides for 3 s."""
        for view in self.panes:
            view.put(self.texts.word(key), (self.texts.line(key),))
        self.is_saying = True
        self.said_at = at
        self.is_stale = True

    def write(self, now: int) -> None:
        """Write both frames."""
        self.is_stale = False
        if not self.is_saying and self.menu is None:
            self.shown.write(self.game, now)
            return
        for side in SIDES:
            view = self.panes[side]
            if not self.is_saying and self.menu is not None:
                self.menu.view(side, view)
            lamp = self.game.is_counting() and self.game.side_to_move == side
            self.composer.compose_view(self.frames[side], view, 0, lamp, now, False)

    def blinks(self) -> bool:
        """Return whether something blinks, so that frames have to be written often."""
        return self.menu is not None and not self.is_saying

    def soonest_ms(self, now: int) -> int:
        """Return in how many ms something of the desk changes by itself, NEVER_MS if nothing."""
        due = self.due_ms(now)
        if self.is_saying:
            left = SAY_MS - ticks_diff(now, self.said_at)
            due = left if left < due else due
        if due > NEVER_MS:
            due = NEVER_MS
        return due if due > 0 else 0


class NamedChoice(ChoiceField):
    """A choice among actions: a panel has the line of the one that is chosen."""

    def __init__(self, actions: tuple, words: tuple, texts: Texts) -> None:
        """Take the keys of their texts and the words."""
        super().__init__(actions[0], actions, words)
        self.texts = texts

    def show(self, view: View, cells: int, is_active: bool) -> None:
        """Put the word, and on a panel the line, of the chosen action into a view."""
        super().show(view, cells, is_active)
        view.lines = (self.texts.line(str(self.value)),)
