"""A whole clock without hardware on the arbiter's desk: keys, levers, and what the displays say.

For key scripts on both interpreters. Instants are `start + ms`, wrapped, as in `shared_kit.py`.
"""

from clockcore.clock import ChessClock
from clockcore.code_names import STATE_NAMES
from clockcore.codes import (
    KEY_BACK,
    KEY_FORWARD,
    KEY_MINUS,
    KEY_PLAY,
    KEY_PLUS,
    MARKS_ON_DOTS,
    PLUNGERS,
    ROCKER,
)
from clockcore.keeper import Keeper
from clockcore.table_clock import TableClock

WRAP = 1 << 29
# Letters of a key script; a digit after one holds the key for so many seconds.
KEYS = {
    "<": KEY_BACK,
    "-": KEY_MINUS,
    "!": KEY_PLAY,
    "+": KEY_PLUS,
    ">": KEY_FORWARD,
}
CLICK_MS = 60
PASS_MS = 97  # between two looks of the loop


class Shelf(Keeper):
    """A keeper that keeps in memory, and can be told that there is no room."""

    def __init__(self) -> None:
        """Start empty."""
        self.plain = None
        self.games: dict = {}
        self.has_room = True
        self.settings_kept = 0
        self.sleeps = 0
        self.forgotten = 0

    def forget(self, goes_on: bool) -> None:
        """Count."""
        self.forgotten += 1

    def sleep(self) -> bool:
        """Count, if there is room."""
        self.sleeps += 1
        return self.has_room

    def keep_settings(self) -> bool:
        """Count."""
        self.settings_kept += 1
        return self.has_room

    def programs(self) -> object:
        """Return what was kept."""
        return self.plain

    def keep_programs(self, plain: object) -> bool:
        """Keep, if there is room."""
        if self.has_room:
            self.plain = plain
        return self.has_room

    def adjourned(self) -> tuple:
        """Return the places in use."""
        return tuple(sorted(self.games))

    def adjourn(self, place: int, plain: object) -> bool:
        """Keep, if there is room."""
        if self.has_room:
            self.games[place] = plain
        return self.has_room

    def look_at_adjourned(self, place: int) -> object:
        """Return a label and what was kept in a place."""
        return ("board 7", self.games[place]) if place in self.games else None

    def take_adjourned(self, place: int) -> object:
        """Return what was kept in a place."""
        return self.games.get(place)


class Desk:
    """One clock; `shelf` keeps for it."""

    def __init__(
        self, cells: int = 6, marks: int = MARKS_ON_DOTS, rocker: bool = False, games: int = 1,
        start: int = 7777,
    ) -> None:
        """Power up in SETUP."""
        self.start = start
        self.now_ms = 0
        kind = ChessClock if games == 1 else TableClock
        self.clock = kind(games, ROCKER if rocker else PLUNGERS, cells, marks)
        self.shelf = Shelf()
        self.clock.openers.append(self.get_shelf)
        if rocker:
            for index in range(games):
                self.clock.boot_contact(index, 0, True, self.at())
        self.look()

    def get_shelf(self) -> Shelf:
        """Return the keeper, as the clock asks for it."""
        return self.shelf

    @property
    def game(self) -> object:
        """The first game."""
        return self.clock.table.games[0]

    @property
    def state(self) -> str:
        """The name of the state."""
        return STATE_NAMES[self.clock.state()]

    def at(self) -> int:
        """Return the instant now."""
        return (self.start + self.now_ms) % WRAP

    def wait(self, ms: int) -> "Desk":
        """Let time pass, with a look of the loop now and then; return self."""
        end = self.now_ms + ms
        while self.now_ms + PASS_MS < end:
            self.now_ms += PASS_MS
            self.look()
        self.now_ms = end
        return self.look()

    def look(self) -> "Desk":
        """Let the loop look once: tick, and every stale frame; return self."""
        self.clock.tick(self.at())
        while self.clock.has_stale():
            self.clock.compose()
        return self

    def keys(self, script: str) -> "Desk":
        """Press keys one after the other: `<` back, `-`, `!` play, `+`, `>`; `!3` holds for 3 s.

        A click takes 60 ms and 640 ms pass until the next key, so that none is a double click;
        `<<` inside `(` and `)` follows at once.
        """
        quick = False
        index = 0
        while index < len(script):
            letter = script[index]
            index += 1
            if letter == " ":
                continue
            if letter in "()":
                quick = letter == "("
                continue
            held_ms = CLICK_MS
            if index < len(script) and script[index] in "0123456789":
                held_ms = 1000 * int(script[index]) + 50
                index += 1
            key = KEYS[letter]
            self.clock.key_edge(key, True, self.at())
            self.wait(held_ms)
            self.clock.key_edge(key, False, self.at())
            self.wait(60 if quick else 640)
        return self

    def press(self, side: int) -> "Desk":
        """Press a plunger, or move the rocker to `side`; return self."""
        lever = self.clock.levers[0]
        if len(lever.contacts) == 1:
            self.clock.contact_edge(0, 0, side == 0, self.at())
            return self.wait(50)
        self.clock.contact_edge(0, side, True, self.at())
        self.wait(50)
        self.clock.contact_edge(0, side, False, self.at())
        return self.look()

    def text(self, side: int, game: int = 0) -> str:
        """Return the cells of a display, a dot after a cell that has one, without the spaces."""
        text = bytearray()
        for cell in self.clock.frames[game][side].cells:
            text.append(cell & 0x7F)
            if cell & 0x80:
                text.append(46)
        return bytes(text).decode().strip()

    def texts(self) -> tuple:
        """Return both displays of the first game."""
        return self.text(0), self.text(1)

    def lines(self, side: int) -> tuple:
        """Return the lines that a panel shows on a side."""
        return self.clock.frames[0][side].lines

    def times(self) -> tuple:
        """Return both counters in ms."""
        return self.game.remaining_ms(0), self.game.remaining_ms(1)

    def moves(self) -> tuple:
        """Return both move counters."""
        return self.game.accounts[0].moves, self.game.accounts[1].moves


def paused(program: int = 26, presses: int = 4, think_ms: int = 10_000) -> Desk:
    """Return a desk whose game has had some presses and is paused."""
    desk = Desk()
    desk.clock.choose_program(program, desk.at())
    desk.look().keys("!")
    for _ in range(presses):
        desk.wait(think_ms).press(desk.game.running_side)
    return desk.wait(2000).keys("!")


def act(desk: Desk, word: str, then: str = ">") -> Desk:
    """Open ACTIONS, go to the item with this word, and press `then`."""
    desk.keys("+3")
    for _ in range(20):
        desk.look()
        if word in desk.texts():
            break
        seen = desk.wait(512).look().texts()  # a word may be dark half of the time
        if word in seen:
            break
        desk.keys("+")
    else:
        raise AssertionError("no item " + word)
    return desk.keys(then)
