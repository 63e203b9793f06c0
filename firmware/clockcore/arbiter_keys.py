"""What keys do while no side runs: programs, choices before the start, looking, menus.

Loaded when it is needed (`ChessClock.keys_of_arbiter`) and given back, with the menus, when the
clock has been left alone; what has to last is kept in the clock and its settings.
"""

from micropython import const

from clockcore.codes import (
    ADJUST,
    ALL_BOARDS,
    EV_CORRECTION,
    EV_LOCK,
    LEFT,
    MARK_LOW_BATTERY,
    MARK_SOUND,
    NEITHER,
    PEEK_NOTHING,
    PEEK_VIEW,
    RIGHT,
    SETUP,
    other,
)
from clockcore.field import (
    ACCEPT,
    CANCEL,
    LINE_COUNT,
    NumberField,
    Screen,
    View,
)
from clockcore.frame import FEW_CELLS, NO_BATTERY
from clockcore.gestures import (
    DO_ACCEPT_PROGRAM,
    DO_ACTIONS,
    DO_COUNTER_ALLOWED,
    DO_END,
    DO_FORCED_COUNT,
    DO_FREEZE,
    DO_LAST_PROGRAM,
    DO_LAY_OUT,
    DO_LOCK,
    DO_MANUAL_SET,
    DO_NEXT_PROGRAM,
    DO_PREVIOUS_PROGRAM,
    DO_PUT_AWAY,
    DO_SET,
    DO_SETTINGS,
    DO_SHOW_HISTORY,
    DO_SHOW_MEANING,
    DO_SLEEP,
    DO_SOUND,
    DO_SWAP_SIDES,
    DO_TENTHS,
)
from clockcore.period import ControlError
from clockcore.programs import (
    ADJOURNED_COUNT,
    ADJOURNED_FIRST,
    DAYS_PROGRAM,
    USER_COUNT,
    USER_FIRST,
    Programs,
)
from clockcore.setup_menu import PAGE_SHIFT, SetupMenu, latin_1, lines_of, pages_of, window_of
from clockcore.texts import Texts
from clockcore.ticks import ticks_diff
from clockcore.time_control import TimeControl
from clockcore.time_text import TimeText

PAGE_HELD_MS = const(5000)
PAGE_MASK = const(0x3FFF)
NO_PAGE = const(-1)
BLINK_SHIFT = const(9)  # 512 ms
NO_LINES = ()
# What the open menu is.
MENU_ADJUST = const(1)
MENU_GAME = const(2)  # of a table, before ADJUST
MENU_SETTINGS = const(3)
MENU_PLACE = const(4)  # of a program that was set by hand
MENU_OCCUPIED = const(5)  # whether the program there may go
MENU_MANUAL = const(6)
MENU_DAYS = const(7)  # a game of Triple Block
# What one looks at, click by click.
LOOK_AT_MEANING = const(1)
LOOK_AT_HISTORY = const(2)


class ArbiterKeys:
    """Gestures of the arbiter, and the menu that is open.

    menu    the open menu (`AdjustMenu`, `SettingsMenu`, `ManualMenu`, ...), or None
    setup   the program that is being looked at in SETUP
    """

    def __init__(self, clock) -> None:
        """Take the `ChessClock`; its keeper gives user programs and adjourned games."""
        self.clock = clock
        self.settings = clock.settings
        self.cells = clock.cells
        self.texts = Texts(clock.settings.language, clock.cells)
        self.programs = Programs()
        self._take_programs()
        self.setup = self._setup_menu(clock.settings)
        self.menu = None  # a `Screen` or None
        self.kind = 0  # of the menu (`MENU_`)
        self.index = 0  # of the game that is adjusted, or ALL_BOARDS
        self.about = ALL_BOARDS  # on a table: which board is looked at
        self.manual: Screen | None = None  # the manual set whose control waits for a place
        self.control = None  # set by hand, waits for its place among the user programs
        self.place = 0  # the place that was chosen, while a question about it is open
        self.views = (View(), View())
        self.held_page = NO_PAGE  # of the meaning in SETUP, or NO_PAGE: they go by themselves
        self.held_at = 0
        self.look = 0  # what is looked at, click by click
        self.look_page = 0

    def _take_programs(self) -> None:
        plain = self.clock.keeper().programs()
        if plain is not None:
            self.programs.take(plain)
        self.programs.set_adjourned(
            tuple([ADJOURNED_FIRST - 1 + place for place in self.clock.keeper().adjourned()])
        )

    def _look_again(self) -> None:
        """See which adjourned games there are now, and look at a program that is there."""
        self._take_programs()
        settings = self.settings
        program = settings.program
        is_kept = program == DAYS_PROGRAM or program in self.programs.adjourned
        if program >= ADJOURNED_FIRST and not is_kept:
            settings.program = settings.last_program or 1
        self.setup.look()

    def _setup_menu(self, settings) -> SetupMenu:
        return SetupMenu(settings, self.cells, self.programs, self.texts, self.clock.keeper())

    # --- gestures ----------------------------------------------------------------------------

    def menu_key(self, key: int, gesture: int, at: int) -> None:
        """Give a gesture to the open menu, and do what follows when it closes."""
        menu = self.menu
        if menu is None:
            return
        result = menu.key(key, gesture, at)
        kind = self.kind
        if kind == MENU_ADJUST:
            if result == CANCEL:
                self._leave_adjust(at)
            if menu.said:
                self.say(menu.said, at)
                self.about = self.index
                menu.said = ""
        elif kind == MENU_GAME:
            if result == CANCEL:
                self._leave_adjust(at)
            elif result == ACCEPT:
                self.index = menu.index
                self._open_adjust(menu.first)
        elif result == CANCEL and (self.control is None or menu is self.manual):
            self.control = None
            self._close_in_setup()
        elif result == CANCEL:
            self.control = None
            # Back to the fields, with everything that was set.
            self._open(self.manual, MENU_MANUAL)
        elif result == ACCEPT:
            self._accepted(menu, at)

    def do(self, action: int, at: int) -> None:
        """Do what a gesture means (a DO_ number of `gestures.py`)."""
        clock = self.clock
        if action == DO_NEXT_PROGRAM or action == DO_PREVIOUS_PROGRAM:
            self.setup.step(1 if action == DO_NEXT_PROGRAM else -1)
            self.held_page = NO_PAGE
        elif action == DO_LAY_OUT or action == DO_ACCEPT_PROGRAM:
            self._take_program(action == DO_ACCEPT_PROGRAM, at)
        elif action == DO_MANUAL_SET:
            self._open_manual()
        elif action == DO_SHOW_MEANING:
            self._show_meaning(at)
        elif action == DO_LAST_PROGRAM:
            self._lay_out_last(at)
        elif action == DO_SETTINGS:
            from clockcore.settings_menu import SettingsMenu

            self._open(SettingsMenu(self.settings, self.texts, self.cells), MENU_SETTINGS)
        elif action == DO_PUT_AWAY:
            clock.put_away(at)
            self._look_again()
        elif action == DO_SET:
            self._adjust("set", at)
        elif action == DO_ACTIONS:
            self._adjust("", at)
        elif action == DO_END:
            self._adjust("end", at)
        elif action == DO_SHOW_HISTORY:
            self._show_history(at)
        elif action == DO_LOCK:
            self._turn_lock(at)
        elif action == DO_SLEEP:
            if clock.keeper().sleep():
                clock.is_off = True
            else:
                self.say("no", at)
        else:
            self._choose(action, at)

    def _turn_lock(self, at: int) -> None:
        """Open the arbiter lock for the games that are on the clock, or close it."""
        clock = self.clock
        is_open = not clock.composer.is_unlocked
        clock.composer.is_unlocked = is_open
        for game in clock.table.games:
            game.note(EV_LOCK, NEITHER, at, 1 if is_open else 0)
        self.say("lock open" if is_open else "lock closed", at)

    def _choose(self, action: int, at: int) -> None:
        """Change what can be chosen before the start, and SOUND also in a pause."""
        clock = self.clock
        settings = self.settings
        if action == DO_SOUND:
            settings.sound = not settings.sound
            self.say("sound on" if settings.sound else "sound off", at)
        elif action == DO_TENTHS:
            tenths_ms = settings.tenths_ms
            settings.tenths_ms = 20_000 if tenths_ms == 10_000 else (0 if tenths_ms else 10_000)
            number = str(settings.tenths_ms // 1000)
            self.say("tenths " + (number if settings.tenths_ms else "off"), at)
        elif action == DO_COUNTER_ALLOWED:
            settings.counter_allowed = not settings.counter_allowed
            self.say("counter on" if settings.counter_allowed else "counter off", at)
        elif action == DO_SWAP_SIDES:
            settings.white_side = other(settings.white_side)
            for game in clock.table.games:
                game.swap_sides(at)
        elif action == DO_FREEZE:
            freeze = not clock.table.games[0].freeze
            for game in clock.table.games:
                game.freeze = freeze
                game.note(EV_CORRECTION, NEITHER, at, 1 if freeze else 0)
            self._begin_choices()
            settings.freeze = 1 if freeze else 2
            self.say("freeze on" if freeze else "freeze off", at)
        elif action == DO_FORCED_COUNT:
            self._change_count(at)
        self.keep_settings()

    def _change_count(self, at: int) -> None:
        """Let the next period come by the number of moves, or at zero (T20, T21)."""
        game = self.clock.table.games[0]
        from clockcore.control_change import forced_count, is_forced_count

        control = game.control
        if control is None:
            return
        is_forced = is_forced_count(control)
        try:
            control = forced_count(control, not is_forced)
        except ControlError:
            pass
        if is_forced_count(control) == is_forced:  # one period, or no number of moves is known
            self.say("no", at)
            return
        freeze = game.freeze
        self.clock.lay_out(control, at)
        for each in self.clock.table.games:
            each.freeze = freeze
        self._begin_choices()
        self.settings.count = 2 if is_forced else 1
        self.say("forced off" if is_forced else "forced on", at)

    def _begin_choices(self) -> None:
        """Let FREEZE and forced count belong to the program that is laid out."""
        settings = self.settings
        if settings.choices_of != settings.last_program:
            settings.choices_of = settings.last_program
            settings.freeze = 0
            settings.count = 0

    # --- programs ----------------------------------------------------------------------------

    def choose(self, number: int, at: int) -> bool:
        """Lay out the program that a host wants; ControlError if it is unknown or free."""
        if self.programs.control(number) is None:
            raise ControlError("program " + str(number) + " is free")
        self.menu = None
        self.lay_out(number, at)
        return True

    def lay_out(self, number: int, at: int) -> None:
        """Lay a program out on every game, with what was chosen for it before; READY."""
        settings = self.settings
        control = self.programs.control(number)
        if control is None:
            return
        is_same = settings.choices_of == number
        if is_same and settings.count:
            control = self._with_count(control)
        self.clock.lay_out(control, at)
        if is_same and settings.freeze:
            for game in self.clock.table.games:
                game.freeze = settings.freeze == 1
        settings.program = number
        settings.last_program = number
        self.setup.look()
        self.keep_settings()

    def _with_count(self, control: TimeControl) -> TimeControl:
        """Return a control with its changes by count or at zero, as was chosen for it."""
        from clockcore.control_change import forced_count

        try:
            return forced_count(control, self.settings.count == 1)
        except ControlError:
            self.settings.count = 0  # the program has changed since
            return control

    def _take_program(self, may_edit: bool, at: int) -> None:
        number = self.settings.program
        if number == DAYS_PROGRAM:
            from clockcore.triple_block_menu import TripleBlockMenu

            white_side = self.settings.white_side
            self._open(TripleBlockMenu(white_side, 0, self.texts, self.cells), MENU_DAYS)
        elif number >= ADJOURNED_FIRST:
            self._take_adjourned(number - ADJOURNED_FIRST + 1, at)
        elif self.setup.control is None or (may_edit and number >= USER_FIRST):
            self._open_manual()
        else:
            self.lay_out(number, at)

    def _lay_out_last(self, at: int) -> None:
        """Lay out what was played last: a program, or what a host had laid out."""
        clock = self.clock
        number = self.settings.last_program
        if number and self.programs.control(number) is not None:
            clock.put_away(at)
            self.lay_out(number, at)
        elif clock.last_control is not None:
            clock.put_away(at)
            clock.choose(clock.last_control, at)
        elif self.setup.control is not None:
            clock.put_away(at)
            self.lay_out(self.settings.program, at)
        else:
            self.say("no", at)

    def _take_adjourned(self, place: int, at: int) -> None:
        """Let an adjourned game stand as it stood; it stays kept until it goes on."""
        plain = self.clock.keeper().take_adjourned(place)
        try:
            self.clock.restore(plain, at)
        except ControlError:
            self.say("no", at)

    def adjourn(self, place: int, at: int) -> bool:
        """Keep all games of the table in an adjourned place, 1 to 8, and go back to SETUP."""
        clock = self.clock
        self.control = None
        self.setup.pages = self.setup.lines = ()  # room for the text of the games
        try:
            kept = clock.keeper().adjourn(place, clock.keep())
        except MemoryError:
            kept = False
        if not kept:
            self.setup.look()
            return False
        clock.put_away(at)
        self._take_programs()
        self.settings.program = ADJOURNED_FIRST - 1 + place
        self.setup.look()
        return True

    def is_occupied(self, place: int) -> bool:
        """Return whether an adjourned place, 1 to 8, holds another game already."""
        return place in self.clock.keeper().adjourned()

    def free_place(self) -> int:
        """Return the first place that keeps no adjourned game, or 1."""
        kept = self.clock.keeper().adjourned()
        for place in range(1, ADJOURNED_COUNT + 1):
            if place not in kept:
                return place
        return 1

    def program_menu(self) -> SetupMenu:
        """Return a menu of programs for the rest of a game; the settings stay as they are."""
        return self._setup_menu(Choice(self.settings))

    def _open_manual(self) -> None:
        from clockcore.manual_menu import ManualMenu

        self._open(ManualMenu(self.setup.control, self.cells, self.texts), MENU_MANUAL)

    def _open(self, menu, kind: int) -> None:
        self.menu = menu
        self.kind = kind

    def _accepted(self, menu, at: int) -> None:
        """Take what a menu of SETUP was for."""
        from clockcore.question import OneField, Question

        kind = self.kind
        if kind == MENU_SETTINGS:
            menu.apply()
            self.texts = Texts(self.settings.language, self.cells)
            self.clock.composer.take_words()
            self.setup = self._setup_menu(self.settings)
            self.keep_settings()
            self._close_in_setup()
        elif kind == MENU_PLACE:
            self.place = menu.fields[0].value
            number = USER_FIRST - 1 + self.place
            is_other = number != self.settings.program
            if is_other and self.programs.control(number) is not None:
                self._open(Question("occupied", self.texts), MENU_OCCUPIED)
            else:
                self._keep_control(number, at)
        elif kind == MENU_OCCUPIED:
            self._keep_control(USER_FIRST - 1 + self.place, at)
        elif kind == MENU_DAYS:
            self.say(self.clock.keeper().begin_days(menu), at)  # why not: the fields are open
        else:
            self.manual = menu
            self.control = menu.control()
            number = self.settings.program
            place = number - USER_FIRST + 1 if number >= USER_FIRST else self._free_user()
            field = NumberField(place, 1, USER_COUNT, b"U")
            self._open(OneField("keep as", field, self.texts, self.cells), MENU_PLACE)

    def _keep_control(self, number: int, at: int) -> None:
        """Keep what was set by hand as a user program, and lay it out.

        Where there is no room the program that was there stays, and the fields are open again.
        """
        before = self.programs.control(number)
        self.programs.set_user(number, self.control)
        self.control = None
        if not self.clock.keeper().keep_programs(self.programs.to_plain()):
            self.programs.set_user(number, before)
            self._open(self.manual, MENU_MANUAL)
            self.say("full", at)
            return
        self._forget_choices(number)
        self.settings.program = number
        self._close_in_setup()
        self.lay_out(number, at)

    def set_user(self, number: int, control: "TimeControl | None") -> None:
        """Set a user program; what was chosen for it before the start is chosen no more."""
        self.programs.set_user(number, control)
        self._forget_choices(number)

    def _forget_choices(self, number: int) -> None:
        if self.settings.choices_of == number:
            self.settings.choices_of = 0

    def _free_user(self) -> int:
        for place in range(1, USER_COUNT + 1):
            if self.programs.control(USER_FIRST - 1 + place) is None:
                return place
        return 1

    def _close_in_setup(self) -> None:
        self.menu = None
        self.setup.look()

    def keep_settings(self) -> None:
        """Have the settings kept over a power cut."""
        self.clock.keeper().keep_settings()

    # --- ADJUST ------------------------------------------------------------------------------

    def _game(self):
        if self.index != ALL_BOARDS:
            return self.clock.table.games[self.index]
        for game in self.clock.table.games:
            if game.state == ADJUST:
                return game
        return self.clock.table.games[0]

    def _chosen(self) -> int:
        """Return the board of a table that FORWARD has chosen, or ALL_BOARDS."""
        games = self.clock.table.games
        return self.clock.board if len(games) > 1 else ALL_BOARDS

    def _adjust(self, first: str, at: int) -> None:
        """Open ADJUST with an item of it, "set" or "end", or the list; on a table ask first."""
        games = self.clock.table.games
        chosen = self._chosen()
        for game in games:
            game.adjust(at)
        self.index = 0
        if len(games) == 1:
            self._open_adjust(first)
        elif chosen != ALL_BOARDS and games[chosen].state == ADJUST:
            self.index = chosen
            self._open_adjust(first)
        else:
            which = tuple([i for i in range(len(games)) if games[i].state == ADJUST])
            from clockcore.question import GameChoice

            letters = self.clock.letters
            self._open(GameChoice(which, letters, self.texts, self.cells, first), MENU_GAME)

    def _open_adjust(self, first: str) -> None:
        from clockcore.adjust_menu import AdjustMenu

        self._open(AdjustMenu(self, self._game(), first), MENU_ADJUST)

    def _leave_adjust(self, at: int) -> None:
        self.menu = None
        for game in self.clock.table.games:
            game.leave_adjust(at)

    def end(self, game, at: int) -> None:
        """End a game, on a table also all of them; what is over elsewhere stays (T32, T60)."""
        ending = self.clock.table.games if self.index == ALL_BOARDS else (game,)
        from clockcore.arbiter import end_games  # not before it is wanted: SETUP does without

        end_games(self.clock, ending, at)

    # --- looking -----------------------------------------------------------------------------

    def say(self, key: str, at: int) -> None:
        """Show a text of `texts.py` on both sides for 3 s."""
        word = self.texts.word(key)
        lines = (self.texts.line(key),)
        self.about = ALL_BOARDS
        self._show(word, lines, word, lines, at)

    def _show(
        self, left: bytes, left_lines: tuple, right: bytes, right_lines: tuple, at: int
    ) -> None:
        """Show a word, or lines on a panel, on each side for 3 s."""
        clock = self.clock
        clock.peek_views = (View(), View())
        clock.peek_views[LEFT].put(left, left_lines)
        clock.peek_views[RIGHT].put(right, right_lines)
        clock.show_peek(PEEK_VIEW, at)

    def _next_look(self, look: int) -> int:
        """Return how many clicks in a row have asked for `look` before, within 3 s each."""
        is_more = self.clock.peek == PEEK_VIEW and self.look == look
        if not is_more:
            self.about = self._chosen()
        self.look_page = self.look_page + 1 if is_more else 0
        self.look = look
        return self.look_page

    def _looked_at(self):
        """Return the game that is looked at: of a table the chosen one, or the first."""
        return self.clock.table.games[max(self.about, 0)]

    def _show_meaning(self, at: int) -> None:
        """Go to the next page of what the program means, or the control that is laid out."""
        clock = self.clock
        if clock.state() == SETUP:
            self.held_page = self._turn(at) + 1
            self.held_at = at
            return
        turn = self._next_look(LOOK_AT_MEANING)
        control = self._looked_at().control
        pages = pages_of(control, self.cells, self.texts)
        page = turn % len(pages)
        lines = window_of(lines_of(latin_1(control.name), "", control, self.texts), turn)
        self._show(str(page + 1).encode(), NO_LINES, pages[page], lines, at)

    def _show_history(self, at: int) -> None:
        """Show how long one more of the last moves took."""
        back = self._next_look(LOOK_AT_HISTORY)
        game = self._looked_at()
        if back >= game.history_count:
            self.say("no", at)
            return
        from clockcore.arbiter import past_move

        side, used_ms = past_move(game, back)
        text = TimeText()
        text.write_up(used_ms, False)
        time = bytes(text.buffer[: text.length])
        text.write_label(72, back + 1, self.cells)  # H
        label = bytes(text.buffer[: text.length])
        if side == LEFT:
            self._show(time, NO_LINES, label, NO_LINES, at)
        else:
            self._show(label, NO_LINES, time, NO_LINES, at)

    def _turn(self, now: int) -> int:
        """Return which page of the meaning has its turn; one that was asked for stays 5 s."""
        if self.held_page != NO_PAGE:
            if ticks_diff(now, self.held_at) < PAGE_HELD_MS:
                return self.held_page
            self.held_page = NO_PAGE
        return (now >> PAGE_SHIFT) & PAGE_MASK

    def write(self, index: int, side: int, frame, now: int) -> None:
        """Write a frame of SETUP, of a self-test, or of the open menu."""
        clock = self.clock
        composer = clock.composer
        view = self.views[side]
        game = clock.table.games[index]
        marks = 0
        lamp = clock.test_lamps[side]
        if game.state != SETUP:
            marks = composer.marks(game, side)
            lamp = game.side_to_move == side and (now >> BLINK_SHIFT) & 1 == 0
        else:
            if composer.is_battery_low:
                marks = MARK_LOW_BATTERY
            if self.settings.sound:
                marks |= MARK_SOUND
        if clock.test_words[side] is not None:
            view.put(clock.test_words[side])
        elif self.menu is not None and self.kind == MENU_ADJUST and self._is_elsewhere(index):
            # Of a board that is not adjusted; on a table the others keep their times.
            composer.compose(game, side, frame, now, PEEK_NOTHING, False)
            return
        elif self.menu is not None:
            self.menu.view(side, view)
        else:
            self._setup_view(side, view, now)
        composer.compose_view(frame, view, marks, lamp, now, clock.is_dim)

    def _is_elsewhere(self, index: int) -> bool:
        return self.index != ALL_BOARDS and self.index != index

    def _setup_view(self, side: int, view: View, now: int) -> None:
        """Show the program; what the start has found and a low battery take turns with it."""
        clock = self.clock
        composer = clock.composer
        is_odd = (now >> PAGE_SHIFT) & 1
        turn = self._turn(now)
        if side == LEFT:
            self.setup.view(side, view, turn)
            if is_odd and clock.notice is not None:
                view.put(clock.notice[0 if self.cells >= FEW_CELLS else 1])
            elif is_odd and composer.is_battery_low:
                view.put(self.texts.word("battery low"), (self.texts.line("battery low"),))
            return
        pages = len(self.setup.pages)
        has_battery = composer.battery_percent != NO_BATTERY
        turn %= pages + (1 if has_battery else 0)
        self.setup.view(side, view, turn)
        if has_battery:
            text = TimeText()
            text.write_label(98, composer.battery_percent, self.cells)  # b
            battery = bytes(text.buffer[: text.length])
            if turn == pages:
                view.word = battery
            lines = list(view.lines[: LINE_COUNT - 1])
            lines.append(battery)
            view.lines = tuple(lines)


class Choice:
    """In place of the settings where a program is only chosen for a game."""

    def __init__(self, settings) -> None:
        """Begin with the program of the settings."""
        self.program = min(settings.program, ADJOURNED_FIRST - 1)
