"""ADJUST: the arbiter's screens for one game that stands (T41 to T44).

`SetForm` sets every digit in one pass; `AdjustMenu` offers what can be done now, one action each,
and asks first where the rules want something said. Texts: `texts.py`; numbers: `laws.py`.
"""

from micropython import const

from clockcore import arbiter, control_change, laws
from clockcore.account import Account
from clockcore.arbiter import MOVES_LIMIT
from clockcore.codes import (
    KEY_BACK,
    KEY_CLICK,
    KEY_DOWN,
    KEY_HOLD,
    KEY_MINUS,
    KEY_PLAY,
    KEY_PLUS,
    KEY_REPEAT,
    LEFT,
    NEITHER,
    RIGHT,
    SCRABBLE,
    SIDES,
)
from clockcore.field import (
    ACCEPT,
    CANCEL,
    OPEN,
    ChoiceField,
    Form,
    NumberField,
    Screen,
    TimeField,
    View,
)
from clockcore.game import Game
from clockcore.programs import ADJOURNED_COUNT
from clockcore.question import OneField, Question
from clockcore.settings_menu import class_field
from clockcore.setup_menu import SetupMenu
from clockcore.texts import Texts
from clockcore.time_control import TimeControl
from clockcore.time_text import TimeText

# Places of the fields in a SetForm: the times are the first two.
MOVES = const(2)
PERIODS = const(4)

# Items that open a screen first.
SCREENS = ("amount", "set", "control", "used", "class", "adjourn")


class SetForm(Form):
    """Both times, both counters, both periods and the side to move, in one pass (T43).

    Where a side is in a moment of its BYOYOMI, or in a block of moves of its CANADIAN, the moments
    or moves that are left come before the turn. A field with one value alone is passed over.
    """

    def __init__(self, game: Game, texts: Texts, cells: int) -> None:
        """Start with the game as it stands."""
        self.game = game
        self.texts = texts
        self.cells = cells
        one, two = game.accounts
        fields: list = [
            _time_field(one),
            _time_field(two),
            NumberField(one.moves, 0, MOVES_LIMIT, b"n"),
            NumberField(two.moves, 0, MOVES_LIMIT, b"n"),
        ]
        self.has_periods = len(one.periods) > 1 or len(two.periods) > 1
        if self.has_periods:
            for account in game.accounts:
                fields.append(
                    NumberField(account.period_index + 1, 1, len(account.periods), b"P")
                )
        self.overtimes = len(fields)
        self.has_overtime = _has_overtime(one) or _has_overtime(two)
        if self.has_overtime:
            for account in game.accounts:
                fields.append(_overtime_field(account))
        self.turn = ChoiceField(game.side_to_move, SIDES, (texts.word("turn"),) * 2)
        fields.append(self.turn)
        super().__init__(fields)

    def changed(self) -> None:
        """Carry along what follows: the right counter, the periods, as an offer (T24)."""
        if self.place == MOVES and not self.fields[MOVES + 1].is_changed:
            self.fields[MOVES + 1].value = self._right_moves(self.fields[MOVES].value)
        if MOVES <= self.place < PERIODS and self.has_periods:
            for side in SIDES:
                field = self.fields[PERIODS + side]
                if not field.is_changed:
                    account = self.game.accounts[side]
                    moves = self.fields[MOVES + side].value
                    index = control_change.period_for_moves(
                        account.periods, moves, account.period_index
                    )
                    field.value = index + 1

    def _leave(self, by: int) -> int:
        """Go on or back to the next field that has more than one value."""
        result = super()._leave(by)
        while result == OPEN and _is_fixed(self.fields[self.place]):
            result = super()._leave(by)
        return result

    def falls(self) -> bool:
        """Return whether a time is set to 0 that falls there: that is asked first."""
        for side in SIDES:
            field = self.fields[side]
            if field.is_changed and field.value == 0 and arbiter.falls_at_zero(self.game, side):
                return True
        return False

    def _right_moves(self, moves: int) -> int:
        """Return what the right counter is when the left one is `moves`, by the turn."""
        white = self.game.white_side
        if self.turn.value == white:
            return moves  # White to move: both have made as many
        return max(moves - 1, 0) if white == LEFT else min(moves + 1, MOVES_LIMIT)

    def view(self, side: int, view: View) -> None:
        """Show the field of a side, the one that is edited blinking."""
        place = self.place
        if self.fields[place] is self.turn:
            view.put(self.texts.word("turn") if self.turn.value == side else b"")
            view.blink_count = self.cells
        else:
            index = place - place % 2 + side
            if index >= self.overtimes and not _has_overtime(self.game.accounts[side]):
                view.put(b"")
            else:
                self.fields[index].show(view, self.cells, index == place)

    def apply(self, at: int) -> None:
        """Write what differs into the game, as one correction."""
        game = self.game
        arbiter.begin_correction(game)
        turn = self.turn.value
        if turn != game.side_to_move:
            arbiter.set_side_to_move(game, turn, at)
        for side in SIDES:
            account = game.accounts[side]
            if self.fields[MOVES + side].value != min(account.moves, MOVES_LIMIT):
                arbiter.set_moves(game, side, self.fields[MOVES + side].value, at)
            if self.has_periods:
                index = self.fields[PERIODS + side].value - 1
                if index != account.period_index:
                    arbiter.set_period(game, side, index, at)
            if self.fields[side].is_changed:
                arbiter.set_remaining(game, side, self.fields[side].value, at)
            if self.has_overtime and self.fields[self.overtimes + side].is_changed:
                left = self.fields[self.overtimes + side].value
                # Only one of both applies.
                arbiter.set_moments(game, side, left, at)
                arbiter.set_block_moves(game, side, left, at)
        arbiter.end_correction(game)


def _time_field(account: Account) -> TimeField:
    """Return the field of a time: rounded as it is shown, with its sign where it can have one."""
    is_signed = account.period.method == SCRABBLE
    return TimeField(account.counter_ms(), True, not account.counts_up(), is_signed)


def _has_overtime(account: Account) -> bool:
    """Return whether a side has moments, or moves of a block, that can be set."""
    return arbiter.has_moments(account) or arbiter.has_block_moves(account)


def _overtime_field(account: Account) -> NumberField:
    """Return the field of the moments left, or of the moves left in the block."""
    most = account.period.block_count
    if arbiter.has_moments(account):
        return NumberField(account.blocks_left, 1, most, b"b")
    if arbiter.has_block_moves(account):
        return NumberField(most - account.block_moves, 1, most, b"C")
    return NumberField(0, 0, 0)


def _is_fixed(field) -> bool:
    """Return whether a field has one value alone."""
    return isinstance(field, NumberField) and field.low == field.high


class AmountForm(Form):
    """Any time, plus or minus, to the left, the right or both."""

    def __init__(self, texts: Texts, cells: int, ms: int) -> None:
        """Start with plus `ms` for the left."""
        self.texts = texts
        self.cells = cells
        word = texts.word
        super().__init__(
            [
                ChoiceField(
                    LEFT, (LEFT, RIGHT, NEITHER), (word("left"), word("right"), word("both"))
                ),
                ChoiceField(1, (1, -1), (word("plus"), word("minus"))),
                TimeField(ms),
            ]
        )

    def ms(self) -> int:
        """Return the time with its sign."""
        return self.fields[1].value * self.fields[2].value

    def view(self, side: int, view: View) -> None:
        """Show whose time it is, or which sign, on the left, and the time on the right."""
        if side == LEFT:
            self.fields[min(self.place, 1)].show(view, self.cells, self.place < 2)
        else:
            self.fields[2].show(view, self.cells, self.place == 2)


class TimeUsed(Screen):
    """The time that each side has used (Guidelines I, D.2.10.4); any click leaves it."""

    def __init__(self, game: Game) -> None:
        """Take the game."""
        self.game = game

    def key(self, key: int, gesture: int, at: int) -> int:
        """Return CANCEL at a click, OPEN otherwise."""
        return CANCEL if gesture == KEY_CLICK else OPEN

    def view(self, side: int, view: View) -> None:
        """Show the time used by a side, rounded down."""
        text = TimeText()
        text.write_up(arbiter.time_used_ms(self.game, side), False)
        view.put(bytes(text.buffer[: text.length]))


class ProgramChoice(Screen):
    """A program for the rest of the game: PLUS and MINUS choose, FORWARD or PLAY takes it."""

    def __init__(self, menu: SetupMenu) -> None:
        """Take a menu of programs; it begins with the one of the settings."""
        self.menu = menu
        self.turn = 0

    def key(self, key: int, gesture: int, at: int) -> int:
        """Return ACCEPT, CANCEL or OPEN."""
        if key == KEY_PLUS or key == KEY_MINUS:
            if gesture == KEY_DOWN or gesture == KEY_HOLD or gesture == KEY_REPEAT:
                self.menu.step(1 if key == KEY_PLUS else -1)
                self.turn = 0
        elif gesture == KEY_CLICK:
            if key == KEY_BACK:
                return CANCEL
            if self.menu.control is not None:
                return ACCEPT
        return OPEN

    def view(self, side: int, view: View) -> None:
        """Show the program and its meaning."""
        self.menu.view(side, view, self.turn)


class AdjustMenu(Screen):
    """What an arbiter may do now; `screen` is what is open on top of the list, if anything.

    After CANCEL the game goes back to PAUSED. `said` is the key of a text that the displays show
    for a moment, or "".
    """

    def __init__(self, keys, game: Game, first: str = "") -> None:
        """Take the `ArbiterKeys` that opened it, and the game.

        `first` is the item that is open at first: "set", or "end", which asks and, after no,
        leaves at once.
        """
        self.keys = keys
        self.settings = keys.clock.settings
        self.texts = keys.texts
        self.cells = keys.cells
        self.game = game
        self.said = ""
        self.item = ""  # what the open screen is for
        self.screen: Screen | None = None
        self.who = NEITHER
        self.amount_ms = 0
        self.number = 0  # from a screen of one field
        self.control: TimeControl | None = None
        self.form: SetForm | None = None
        self.place = 0
        self.items: tuple = ()
        self.look()
        self.leaves = first == "end"
        if self.leaves:
            self._ask(self._question("end"), "end")
        elif first:
            self._open(first)

    def look(self) -> None:
        """See what can be done now."""
        game = self.game
        items = ["bonus left", "bonus right"]
        if arbiter.can_illegal_move(game):
            items.append("illegal")
        items.append("amount")
        if arbiter.can_undo_press(game):
            items.append("undo press")
        if arbiter.can_undo_correction(game):
            items.append("undo correction")
        items.append("set")
        items.append("control")
        if control_change.can_insert_increment(game, game.side_to_move):
            items.append("insert")
        items.append("swap")
        items.append("freeze")
        if game.first_flag_side != NEITHER:
            items.append("clear flag")
        items.append("used")
        items.append("class")
        items.append("adjourn")
        items.append("end")
        self.items = tuple(items)
        self.place = min(self.place, len(items) - 1)

    def event_class(self) -> int:
        """Return the class that is set, or else the one of the time control (T42)."""
        return laws.class_for(self.settings.event_class, self.game.control)

    def bonus_ms(self) -> int:
        """Return the bonus time of the class of this event (T42)."""
        return laws.bonus_ms(self.event_class())

    # --- keys --------------------------------------------------------------------------------

    def key(self, key: int, gesture: int, at: int) -> int:
        """Take a gesture; return OPEN, or CANCEL when the game is to stand as PAUSED again."""
        if self.screen is not None:
            result = self.screen.key(key, gesture, at)
            if result == CANCEL and self.leaves:
                return CANCEL
            if result == CANCEL:
                is_about_set = self.item == "set" and self.screen is not self.form
                self._close()
                if is_about_set:
                    self.screen = self.form  # back to the fields, with everything that was set
            elif result == ACCEPT:
                return self._accepted(at)
            return OPEN
        if key == KEY_PLUS or key == KEY_MINUS:
            if gesture == KEY_DOWN or gesture == KEY_HOLD or gesture == KEY_REPEAT:
                by = 1 if key == KEY_PLUS else -1
                self.place = (self.place + by) % len(self.items)
        elif gesture == KEY_CLICK:
            if key == KEY_BACK or key == KEY_PLAY:
                return CANCEL  # PLAY again lets the game go on: it must not do anything here
            item = self.items[self.place]
            if item in SCREENS:
                self._open(item)
                return OPEN
            return self._do(item, at, False)
        return OPEN

    def _open(self, item: str) -> None:
        texts = self.texts
        cells = self.cells
        self.item = item
        if item == "set":
            self.screen = self.form = SetForm(self.game, texts, cells)
        elif item == "amount":
            self.screen = AmountForm(texts, cells, self.bonus_ms())
        elif item == "control":
            self.screen = ProgramChoice(self.keys.program_menu())
        elif item == "used":
            self.screen = TimeUsed(self.game)
        elif item == "class":
            self.screen = OneField(
                item, class_field(self.settings.event_class, texts), texts, cells
            )
        else:
            place = NumberField(self.keys.free_place(), 1, ADJOURNED_COUNT, b"A")
            self.screen = OneField(item, place, texts, cells)

    def _close(self) -> None:
        """Go back to the list."""
        self.screen = None
        self.look()

    def _ask(self, name: str, item: str) -> int:
        """Ask before `item` is done."""
        self.item = item
        self.screen = Question(name, self.texts)
        return OPEN

    def _accepted(self, at: int) -> int:
        """Do what the open screen was for."""
        screen = self.screen
        if isinstance(screen, Question):
            return self._do(self.item, at, True)
        if isinstance(screen, AmountForm):
            self.who = screen.fields[0].value
            self.amount_ms = screen.ms()
        elif isinstance(screen, ProgramChoice):
            self.control = screen.menu.control
        elif isinstance(screen, OneField):
            self.number = screen.fields[0].value
        return self._do(self.item, at, False)

    def _do(self, item: str, at: int, is_sure: bool) -> int:
        """Do an item, or ask first unless the answer was yes."""
        game = self.game
        if not is_sure:
            question = self._question(item)
            if question:
                return self._ask(question, item)
        done = True
        if item == "bonus left":
            done = arbiter.add_time(game, LEFT, self.bonus_ms(), at)
        elif item == "bonus right":
            done = arbiter.add_time(game, RIGHT, self.bonus_ms(), at)
        elif item == "illegal":
            done = arbiter.illegal_move(game, self.bonus_ms(), at)
            if done and game.offences[game.side_to_move] > 1:
                self.said = "illegal"
        elif item == "amount":
            done = arbiter.add_time(game, self.who, self.amount_ms, at)
        elif item == "undo press":
            done = arbiter.undo_press(game, at)
        elif item == "undo correction":
            done = arbiter.undo_correction(game, at)
        elif item == "set" and self.form is not None:
            self.form.apply(at)
        elif item == "control" and self.control is not None:
            done = control_change.change_control(game, self.control, at)
        elif item == "insert":
            done = control_change.insert_increment(game, game.side_to_move, at)
        elif item == "swap":
            done = arbiter.swap_white(game, at)
        elif item == "freeze":
            done = arbiter.set_freeze(game, not game.freeze, at)
        elif item == "clear flag":
            done = arbiter.clear_flag(game, at)
        elif item == "class":
            self.settings.event_class = self.number
            self.keys.keep_settings()
            self._close()
            return OPEN
        elif item == "adjourn":
            done = self.keys.adjourn(self.number, at)
        else:
            self.keys.end(game, at)
        if not done:
            self.said = "no"
            self._close()
            return OPEN
        arbiter.expect_lever(self.keys.clock, game)
        return CANCEL

    def _question(self, item: str) -> str:
        """Return the key of what the rules want asked before an item, or ""."""
        game = self.game
        if item == "amount" and arbiter.goes_below_zero(game, self.who, self.amount_ms):
            return "below zero"
        if item == "set" and self.form is not None and self.form.falls():
            return "below zero"
        if item == "swap" and arbiter.must_be_new_game(game):
            return "new game"  # 7.3
        if item in ("control", "insert", "freeze"):
            if arbiter.is_locked(game, self.event_class()):
                return "locked"  # A.5.1
        if item == "adjourn" and self.keys.is_occupied(self.number):
            return "occupied"
        return "end" if item == "end" else ""

    def view(self, side: int, view: View) -> None:
        """Show the open screen, or the item of the list and whom it concerns."""
        if self.screen is not None:
            self.screen.view(side, view)
            return
        item = self.items[self.place]
        texts = self.texts
        gainer = NEITHER
        name = item
        if item == "bonus left" or item == "bonus right":
            gainer = LEFT if item == "bonus left" else RIGHT
            name = "bonus"
        elif item == "illegal":
            gainer = self.game.side_to_move  # whose opponent has pressed
        if side == gainer:
            text = TimeText()
            text.write_down(self.bonus_ms(), 0)
            view.put(bytes(text.buffer[: text.length]))
            view.blink_count = self.cells
        elif gainer != NEITHER or side == LEFT:
            number = str(self.place + 1) + "/" + str(len(self.items)) + " "
            view.put(texts.word(name), (number.encode(), b"", texts.line(name)))
        elif item == "freeze":
            view.put(texts.word("freeze on" if self.game.freeze else "freeze off"))
        else:
            view.put(b"")
