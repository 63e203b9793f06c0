"""The parts of the documents that are made from the code, for one language.

A table is a header and rows of texts in Markdown (`**key**`, `*name*`, `` `word` ``); the
documents decide whether it becomes Markdown or HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

from clockcore import adjust_menu, codes, gestures, laws, manual_menu, presets
from clockcore.code_names import KEY_NAMES, METHOD_NAMES, STATE_NAMES
from clockcore.frame import Frame
from clockcore.game import Game
from clockcore.manual_texts import MANUAL_TEXTS
from clockcore.period import Period
from clockcore.settings import Settings
from clockcore.settings_menu import SettingsMenu
from clockcore.text_of_time import text_of_ms
from clockcore.texts import TEXTS, Texts
from clockcore.time_control import TimeControl
from clockcore.time_text import TimeText
from clockcore.triple_block_words import DAYS_TEXTS

from boards import documents as board_documents
from boards import power
from boards.pinout import board_of
from boards.schema import load_board
from host_tools.manual import meanings

Rows = list[tuple[str, ...]]
Table = tuple[tuple[str, ...], Rows]

NOTICE = re.compile(r'^(NOTICE_\w+) = \(b"([^"]+)", b"([^"]+)"\)', re.MULTILINE)
ROOT = Path(__file__).resolve().parents[2]
SIX, FOUR = 6, 4
HOUR_MS, MINUTE_MS, SECOND_MS = 3_600_000, 60_000, 1000
# A field of the manual set that has another name with some methods.
OTHER_NAMES = {"field bonus": ("field delay",), "field block count": ("field moments",)}
PROPER_NAMES = ("Bronstein", "Canadian", "Scrabble")
# How times are shown as examples: (ms, whether it counts up).
EXAMPLES = (5_400_000, 36_000_000, 3_599_000, 65_000, 9_800, 0)


class Code:
    """What the code says, in one language: 0 for English, 1 for Spanish (`meanings.py`)."""

    def __init__(self, language: int) -> None:
        """Choose the language."""
        self.language = language
        self.six = Texts(language, SIX)
        self.four = Texts(language, FOUR)

    def say(self, words: meanings.Words) -> str:
        """Return the text of this language."""
        return words[self.language]

    # --- names and words --------------------------------------------------------------------

    def key(self, number: int) -> str:
        """Return the name of a key."""
        return "**" + self.say(meanings.KEYS[KEY_NAMES[number]]) + "**"

    def word(self, name: str) -> str:
        """Return the word of `texts.py` as displays show it: six cells, and four if other."""
        six, four = shown(self.six.word(name)), shown(self.four.word(name))
        return both_words(six, four)

    def line(self, name: str) -> str:
        """Return the line of `texts.py` for panels."""
        return self.six.line(name).decode("latin-1")

    def item(self, name: str) -> str:
        """Return the name of an action of the list, and the word for it on the displays."""
        if name not in menu_items():
            raise ValueError(f"the list of actions has no {name!r}: {', '.join(menu_items())}")
        if name in meanings.ITEM_SIDES:
            text, side = meanings.ITEM_SIDES[name]
            return f"*{self.line(text)}, {self.line(side)}* ({self.word_only(text)})"
        return f"*{self.line(name)}* ({self.word_only(name)})"

    def word_only(self, name: str) -> str:
        """Return the word for six cells."""
        return f"`{shown(self.six.word(name))}`"

    def do(self, state: str, action: str) -> str:
        """Return how one does an action (a DO_ name without DO_) in a state, as an order.

        ValueError where no gesture does it there.
        """
        for place, number, gesture, name in gesture_rows():
            if place == state and name == "DO_" + action:
                return self.say(meanings.GESTURES[gesture]).format(self.key(number))
        raise ValueError(f"no gesture does {action} in {state}")

    def together(self, state: str, action: str) -> str:
        """Return how one does an action with two keys at once, as an order.

        ValueError where no two keys do it there.
        """
        wanted = (STATE_NAMES.index(state), getattr(gestures, "DO_" + action))
        for place, one, two, meaning in gestures.TOGETHER:
            if (place, meaning) == wanted:
                order = ("hold {} and {} together for 1 s", "mantenga {} y {} a la vez 1 s")
                return self.say(order).format(self.key(one), self.key(two))
        raise ValueError(f"no two keys do {action} in {state}")

    def list_action(self, name: str) -> str:
        """Return how one does an action of the list from a pause."""
        steps = self.do("PAUSED", "ACTIONS"), self.item(name), self.key(codes.KEY_FORWARD)
        return self.say(("{}, choose {}, press {}", "{}, elija {}, pulse {}")).format(*steps)

    # --- tables ------------------------------------------------------------------------------

    def gestures(self, state: str) -> Table:
        """Return what the keys do in a state."""
        rows: Rows = []
        for place, number, gesture, action in gesture_rows():
            if place == state:
                how = self.say(meanings.GESTURE_CELLS[gesture])
                meaning = meanings.ACTIONS_IN.get((state, action), meanings.ACTIONS[action])
                rows.append((self.key(number), how, self.say(meaning)))
        return self._header("key|gesture|what it does", "tecla|gesto|qué hace"), rows

    def gesture_sheet(self) -> Table:
        """Return the key gestures of every state on one sheet: a row a state, a column a key."""
        numbers = range(len(KEY_NAMES))
        rows: Rows = []
        for state in gesture_states():
            cells = [f"**{self.say(meanings.STATES[state])}**"]
            for number in numbers:
                parts = [
                    f"*{self.say(meanings.GESTURE_SIGNS[gesture])}* "
                    + self.say(
                        meanings.SHORT_ACTIONS_IN.get(
                            (state, action), meanings.SHORT_ACTIONS[action]
                        )
                    )
                    for place, each, gesture, action in gesture_rows()
                    if place == state and each == number
                ]
                cells.append("; ".join(parts))
            rows.append(tuple(cells))
        names = [self.say(meanings.KEYS[KEY_NAMES[number]]) for number in numbers]
        signs = [f"{meanings.KEY_SIGNS[number]} {name}" for number, name in enumerate(names)]
        return ("", *signs), rows

    def keys(self) -> Table:
        """Return the keys in their order."""
        rows: Rows = [
            (meanings.KEY_SIGNS[number], self.key(number))
            for number in range(len(KEY_NAMES))
        ]
        return self._header("sign|name here", "signo|nombre aquí"), rows

    def notices(self) -> Table:
        """Return what the clock says in SETUP about its start."""
        rows: Rows = []
        for name, six, four in notice_words():
            rows.append((both_words(six, four), self.say(meanings.NOTICES[name])))
        return self._header("on the displays|what it says", "en las pantallas|qué dice"), rows

    def presets(self) -> Table:
        """Return the presets with their meaning."""
        rows: Rows = []
        for number in range(1, presets.PRESET_COUNT + 1):
            control = presets.preset(number)
            event = laws.CLASS_NAMES[laws.class_of(control)]
            rows.append(
                (
                    f"`P {number}`",
                    self.control(control),
                    self.say(meanings.CLASSES[event]).partition(" (")[0],
                    self.say(("on", "sí")) if control.freeze else self.say(("off", "no")),
                )
            )
        return self._header(
            "number|time control|class|FREEZE", "número|ritmo de juego|clase|CONGELAR"
        ), rows

    def methods(self) -> Table:
        """Return the methods, their letters, and how they count."""
        rows: Rows = []
        for number in range(codes.NONE, codes.SCRABBLE + 1):
            name, about = meanings.METHODS[METHOD_NAMES[number]]
            letter = chr(codes.METHOD_LETTERS[number])
            shown_as = f"`{letter}`" if letter != " " else ""
            rows.append((self.say(name), shown_as, self.say(about)))
        return self._header("method|letter|how it counts", "método|letra|cómo cuenta"), rows

    def items(self) -> Table:
        """Return the list of the arbiter's actions."""
        rows: Rows = []
        for name in menu_items():
            text = meanings.ITEM_SIDES.get(name, (name, ""))[0]
            rows.append(
                (self.item(name).partition("* (")[0] + "*", self.word(text),
                 self.say(meanings.ITEMS[name]))
            )
        return self._header(
            "action|on the displays|what it does", "acción|en las pantallas|qué hace"
        ), rows

    def settings(self) -> Table:
        """Return the settings of the clock, with the words of their values."""
        rows: Rows = []
        menu = settings_menu(self.six)
        for name, field in zip(menu.names, menu.fields, strict=True):
            if hasattr(field, "words"):
                values = ", ".join(f"`{shown(word)}`" for word in field.words)
            else:
                values = f"{field.low} … {field.high}"
            about = self.say(meanings.SETTINGS[name])
            rows.append((self.line(name), self.word(name), values, about))
        return self._header(
            "setting|on the displays|values|what it is",
            "ajuste|en las pantallas|valores|qué es",
        ), rows

    def fields(self) -> Table:
        """Return the fields of the manual set and what each can be."""
        choices = {
            "field sides": ("both", "each"),
            "field more": ("more no", "more yes"),
            "field method": tuple(manual_menu.METHOD_KEYS[m] for m in manual_menu.METHODS),
            "field next": manual_menu.NEXT_KEYS,
            "field timing": ("timing before", "timing after"),
            "field freeze": ("freeze auto", "freeze on", "freeze off"),
        }
        rows: Rows = []
        names = []
        for name in manual_menu.FIELD_KEYS:
            names += [name, *OTHER_NAMES.get(name, ())]
        for name in names:
            found = choices.get(name, ())
            words = [f"{self.line(each)} ({self.word_only(each)})" for each in found]
            rows.append((self.line(name), self.word(name), ", ".join(words)))
        return self._header(
            "field|on the displays|choices", "campo|en las pantallas|opciones"
        ), rows

    def classes(self) -> Table:
        """Return the classes of events and their numbers in the Laws."""
        rows: Rows = []
        for number, name in enumerate(laws.CLASS_NAMES):
            moves = laws.locks_at_move(number)
            locks = self.say(
                ("after move {} by both: asks first", "tras {} jugadas de ambos: pregunta")
            )
            rows.append(
                (
                    self.say(meanings.CLASSES[name]),
                    self.word(meanings.CLASS_TEXTS[number]),
                    self.span(laws.bonus_ms(number)),
                    locks.format(moves) if moves else self.say(("never asks", "nunca pregunta")),
                )
            )
        return self._header(
            "class|on the displays|bonus time|change of settings (A.5.1)",
            "clase|en las pantallas|tiempo adicional|cambio de ajustes (A.5.1)",
        ), rows

    def marks(self) -> Table:
        """Return the marks and how each kind of display shows them."""
        kinds = (codes.MARKS_ON_DOTS, codes.MARKS_ON_COLON, codes.MARKS_ON_PANEL)
        rows: Rows = []
        for name, bit in mark_bits():
            about, *looks = meanings.MARKS[name]
            cells = []
            for marks_at_once, look in zip(kinds, looks, strict=True):
                if marks_at_once & bit:
                    cells.append(self.say(look))
                else:
                    cells.append(self._by_turns(name))
            rows.append((self.say(about), *cells))
        return self._header(
            "mark|digits with dots|four digits with a colon|panel",
            "marca|cifras con puntos|cuatro cifras con dos puntos|panel",
        ), rows

    def _by_turns(self, name: str) -> str:
        text = self.say(meanings.BY_TURNS[name])
        for each in ("white", "black", "sound on", "sound off", "battery low"):
            text = text.replace("{" + each + "}", self.word_only(each))
        return text

    def words(self) -> Table:
        """Return every word of the displays in both languages, with its meaning."""
        rows: Rows = []
        for row in all_texts():
            name = str(row[0])
            cells = [f"`{shown(word)}`" for word in row[1:5] if isinstance(word, bytes)]
            if name.startswith(meanings.PANEL_ONLY):
                cells = [""] * len(cells)
            rows.append((*cells, self.line(name)))
        return self._header(
            "English, 6|English, 4|Spanish, 6|Spanish, 4|on a panel",
            "inglés, 6|inglés, 4|español, 6|español, 4|en un panel",
        ), rows

    def letters(self) -> Table:
        """Return what a letter before a number or a time says."""
        rows: Rows = [(f"`{letter}`", self.say(about)) for letter, about in meanings.LETTERS]
        for number in range(codes.FISCHER, codes.SCRABBLE + 1):
            name = self.say(meanings.METHODS[METHOD_NAMES[number]][0])
            method = self.say(("method: {}", "método: {}")).format(name)
            rows.append((f"`{chr(codes.METHOD_LETTERS[number])}`", method))
        return self._header("letter|what it says", "letra|qué dice"), rows

    def times(self) -> Table:
        """Return how some times look on displays of each size."""
        kinds = (
            Frame(8),
            Frame(6),
            Frame(4),
            Frame(4, codes.MARKS_ON_COLON),
        )
        rows: Rows = []
        for ms in EXAMPLES:
            text = TimeText()
            cells = []
            for frame in kinds:
                text.write_down(ms, codes_tenths())
                frame.lay(text)
                cells.append(f"`{cells_text(frame.draft, frame.has_dots).strip()}`")
            rows.append((text_of_ms(ms), *cells))
        return self._header(
            "time|8 digits|6 digits|4 digits with dots|4 digits with a colon",
            "tiempo|8 cifras|6 cifras|4 cifras con puntos|4 cifras con dos puntos",
        ), rows

    def displays(self) -> Table:
        """Return the display sets of the boards and what each shows."""
        rows: Rows = []
        for board in real_boards():
            for name in board.DISPLAY_SETS:
                for module in power.modules_of(board, name):
                    casual = meanings.CASUAL if module.casual else meanings.RATED
                    shows = self.say(meanings.DISPLAYS[(module.driver, module.cells)])
                    name_of = module.name
                    if self.language:
                        name_of = meanings.MODULES[module.name]
                    row = (name_of, shows, self.say(casual))
                    if row not in rows:
                        rows.append(row)
        return self._header("two of|what it shows|for", "dos de|qué muestra|para"), rows

    def batteries(self) -> Table:
        """Return the batteries of each board, with its default display set."""
        rows: Rows = []
        for board in real_boards():
            names = [
                battery.name
                for name, _, battery, found in battery_lives(board)
                if name == board.DISPLAY_SET and power.is_enough(board, battery, found)
            ]
            texts = [name if self.language == 0 else meanings.BATTERIES[name] for name in names]
            either = self.say((", or ", " o ")).join(
                part for part in (", ".join(texts[:-1]), "".join(texts[-1:])) if part
            )
            title = board_of(board.CHIP).title
            if len(board.LEVERS) > 1:
                title += self.say((" with a table of three", " con una mesa de tres"))
            rows.append((title, either or self.say(meanings.MAINS)))
        return self._header("board|supply", "placa|alimentación"), rows

    def _header(self, english: str, spanish: str) -> tuple[str, ...]:
        return tuple(self.say((english, spanish)).split("|"))

    # --- time controls in words -------------------------------------------------------------

    def control(self, control: TimeControl) -> str:
        """Return a time control in words."""
        if control.odds:
            white = self.say(("White: {}", "blancas: {}")).format(
                self._periods(control.white_periods)
            )
            black = self.say(("Black: {}", "negras: {}")).format(
                self._periods(control.black_periods)
            )
            return f"{white}; {black}"
        return self._periods(control.white_periods)

    def _periods(self, periods: tuple) -> str:
        one = periods[0]
        alike = all(
            (each.method, each.bonus_ms, each.bonus_from_move)
            == (one.method, one.bonus_ms, one.bonus_from_move)
            for each in periods
        )
        parts = []
        for index, period in enumerate(periods):
            last = index + 1 == len(periods)
            parts.append(self._period(period, last, with_method=not alike or len(periods) == 1))
        text = self.say((", then ", "; después ")).join(parts)
        if alike and len(periods) > 1 and one.method != codes.NONE:
            every = self.say(("{}; {} in all periods", "{}; {} en todos los períodos"))
            text = every.format(text, self._bonus(one))
        return text

    def _period(self, period: Period, is_last: bool, with_method: bool) -> str:
        text = self.span(period.main_ms) if period.main_ms else ""
        if not is_last or period.repeat:
            if period.transition == codes.BY_COUNT:
                text += self.say((" for {} moves", " para {} jugadas")).format(period.moves)
            else:
                text += self.say((" (until zero)", " (hasta cero)"))
        method = self._bonus(period) if with_method and period.method != codes.NONE else ""
        joint = " " if method.startswith("+") else ", "
        return joint.join(part for part in (text, method) if part)

    def _bonus(self, period: Period) -> str:
        name = self.say(meanings.METHODS[METHOD_NAMES[period.method]][0])
        name = name.partition(" (")[0]
        if not name.startswith(PROPER_NAMES):
            name = name[0].lower() + name[1:]
        if period.block_ms:
            count, block = period.block_count, self.span(period.block_ms)
            if period.method == codes.BYOYOMI:
                return f"{name} {count} x {block}"
            moves = self.say(("{} for {} moves", "{} para {} jugadas")).format(block, count)
            return f"{name} {moves}"
        if not period.bonus_ms:
            return name
        text = f"{name} {self.span(period.bonus_ms)}"
        if period.method == codes.FISCHER:
            text = f"+ {self.span(period.bonus_ms)}"
        if period.bonus_from_move > 1:
            text += self.say((" from move {} on", " desde la jugada {}")).format(
                period.bonus_from_move
            )
        return text

    def span(self, ms: int) -> str:
        """Return a length of time in words: `1 h 30 min`, `2 min`, `30 s`."""
        hours, rest = divmod(ms, HOUR_MS)
        minutes, rest = divmod(rest, MINUTE_MS)
        seconds = rest // SECOND_MS
        parts = ((hours, "h"), (minutes, "min"), (seconds, "s"))
        return " ".join(f"{value} {unit}" for value, unit in parts if value) or "0 s"


# --- what the code has ---------------------------------------------------------------------------


def shown(word: bytes) -> str:
    """Return a word as text."""
    return word.decode("ascii")


def all_texts() -> tuple[tuple[str | bytes, ...], ...]:
    """Return every text of the clock: `texts.py`, the manual set, then Triple Block."""
    return (*rows_of(TEXTS), *rows_of(MANUAL_TEXTS), *rows_of(DAYS_TEXTS))


def rows_of(texts: bytes) -> list[tuple]:
    """Return the rows of a table of texts: key, four words, two lines."""
    rows = [line.split(b"|") for line in texts.split(b"\n") if line]
    return [(row[0].decode(), *row[1:]) for row in rows]


def both_words(six: str, four: str) -> str:
    """Return a word for six cells, and the one for four if it is another."""
    return f"`{six}`" if six == four else f"`{six}` / `{four}`"


def codes_tenths() -> int:
    """Return where tenths begin unless somebody sets it, in ms."""
    return Settings().tenths_ms


def names_of(module: object, prefix: str) -> dict[int, str]:
    """Return the constants of a module whose names begin so, by their values."""
    return {
        value: name
        for name, value in vars(module).items()
        if name.startswith(prefix) and isinstance(value, int)
    }


def gesture_rows() -> Iterator[tuple[str, int, str, str]]:
    """Return state, key, name of the gesture, name of the action of every row for people.

    A press that goes on while the key is held is three rows in the code and one here.
    """
    actions = names_of(gestures, "DO_")
    kinds = {getattr(codes, name): name for name in meanings.GESTURES}
    rows = gestures.ROWS
    for state, number, gesture, action in rows:
        found = {row[2] for row in rows if (row[0], row[1], row[3]) == (state, number, action)}
        if codes.KEY_REPEAT in found and gesture != codes.KEY_REPEAT:
            continue
        yield STATE_NAMES[state], number, kinds[gesture], actions[action]


def gesture_states() -> list[str]:
    """Return the states in which keys have gestures of their own, in order of the table."""
    return list(dict.fromkeys(row[0] for row in gesture_rows()))


def notice_words() -> list[tuple[str, str, str]]:
    """Return the notices of a start: name, words for six and for four cells.

    They are read from the text of the program, which belongs to the device and is not imported.
    """
    found: list[tuple[str, str, str]] = []
    for path in sorted((ROOT / "firmware" / "app").glob("*.py")):
        found += NOTICE.findall(path.read_text(encoding="utf-8"))
    if not found:
        raise ValueError("firmware/app has no notices")
    return found


def mark_bits() -> list[tuple[str, int]]:
    """Return name and bit of every mark, by its bit."""
    found = [
        (name, value)
        for name, value in vars(codes).items()
        if name.startswith("MARK_") and isinstance(value, int)
    ]
    return sorted(found, key=lambda each: each[1])


def menu_items() -> tuple[str, ...]:
    """Return every action that the arbiter's list can offer, in its order.

    Each situation lacks some: one with a press and little time, one with a flag, one corrected.
    """
    orders: list[tuple[str, ...]] = [tuple(menu_of(game).items) for game in situations()]
    found = list(max((len(order), order) for order in orders)[1])
    for order in orders:
        following = len(found)
        for name in reversed(order):
            if name in found:
                following = found.index(name)
            else:
                found.insert(following, name)
    return tuple(found)


def situations() -> list[Game]:
    """Return games that stand, which between them have everything that can be done."""
    from clockcore import arbiter

    found = []
    for main_ms, then_ms in ((90_000, 1_000), (90_000, 90_000)):
        game = Game()
        game.set_up(TimeControl((Period(main_ms),), freeze=True), codes.LEFT, 0)
        game.press(codes.RIGHT, 0)
        game.press(codes.LEFT, 1_000)
        game.settle(1_000 + then_ms)
        game.pause(1_000 + then_ms)
        game.adjust(1_000 + then_ms)
        found.append(game)
    again = Game()
    again.set_up(TimeControl((Period(90_000),)), codes.LEFT, 0)
    again.press(codes.RIGHT, 0)
    again.pause(1_000)
    again.adjust(1_000)
    arbiter.add_time(again, codes.LEFT, 1_000, 1_000)
    found.append(again)
    return found


def menu_of(game: Game) -> adjust_menu.AdjustMenu:
    """Return the list of actions of a game."""
    clock = SimpleNamespace(settings=SimpleNamespace(event_class=0))
    keys = SimpleNamespace(clock=clock, texts=Texts(codes.ENGLISH, SIX), cells=SIX)
    return adjust_menu.AdjustMenu(keys, game)


def settings_menu(texts: Texts) -> SettingsMenu:
    """Return the settings as they are at first."""
    return SettingsMenu(Settings(), texts, SIX)


def real_boards() -> list:
    """Return the definitions of the boards that are hardware."""
    root = Path(board_documents.__file__).parent
    loaded = [load_board(folder) for folder in board_documents.board_folders(root)]
    return [board for board in loaded if board_of(board.CHIP).pins]


def battery_lives(board: object) -> list:
    """Return what `power.lives` knows, nothing where the board measures no battery."""
    return power.lives(board) if getattr(board, "BATTERY", ()) else []


def cells_text(cells: bytearray, has_dots: bool) -> str:
    """Return cells as people read them: a dot, or a colon, after those that have one."""
    separator = "." if has_dots else ":"
    text = ""
    for code in cells:
        text += chr(code & 0x7F)
        if code & 0x80:
            text += separator
    return text


PARTS: dict[str, Callable[[Code], Table]] = {
    "keys": Code.keys,
    "gesture-sheet": Code.gesture_sheet,
    "presets": Code.presets,
    "methods": Code.methods,
    "items": Code.items,
    "settings": Code.settings,
    "fields": Code.fields,
    "classes": Code.classes,
    "marks": Code.marks,
    "words": Code.words,
    "notices": Code.notices,
    "letters": Code.letters,
    "times": Code.times,
    "displays": Code.displays,
    "batteries": Code.batteries,
}
