"""Small menus: one field with a name, a question, a choice among the games of a table.

Loaded when one opens, and given back with the arbiter's keys.
"""

from clockcore.codes import (
    ALL_BOARDS,
    KEY_BACK,
    KEY_CLICK,
    KEY_FORWARD,
    KEY_PLAY,
    LEFT,
)
from clockcore.field import ACCEPT, CANCEL, OPEN, ChoiceField, Form, Screen, View
from clockcore.texts import Texts


class OneField(Form):
    """One field with a name, such as the class of the event or a place to keep a game in."""

    def __init__(self, name: str, field: object, texts: Texts, cells: int) -> None:
        """Take the key of its text, and the field."""
        self.name = name
        self.texts = texts
        self.cells = cells
        super().__init__([field])

    def view(self, side: int, view: View) -> None:
        """Show the name on the left and the field on the right."""
        if side == LEFT:
            view.put(self.texts.word(self.name), (self.texts.line(self.name),))
        else:
            self.fields[0].show(view, self.cells, True)


class Question(Screen):
    """What is asked before something is done: FORWARD yes, BACK or PLAY no."""

    def __init__(self, name: str, texts: Texts) -> None:
        """Take the key of its text."""
        self.name = name
        self.texts = texts

    def key(self, key: int, gesture: int, at: int) -> int:
        """Return ACCEPT, CANCEL or OPEN."""
        if gesture == KEY_CLICK:
            if key == KEY_FORWARD:
                return ACCEPT
            if key == KEY_BACK or key == KEY_PLAY:
                return CANCEL
        return OPEN

    def view(self, side: int, view: View) -> None:
        """Show the question on the left, how to answer on the right."""
        texts = self.texts
        if side == LEFT:
            view.put(texts.word(self.name), (texts.line(self.name),))
            view.blink_count = 8
        else:
            view.put(texts.word("yes or no"), (texts.line("yes or no"),))


class GameChoice(OneField):
    """On a table: which game the arbiter wants; `index` from 0, or ALL_BOARDS."""

    def __init__(
        self, which: tuple, letters: bytes, texts: Texts, cells: int, first: str
    ) -> None:
        """Offer the games (from 0) that can be adjusted; remember what is opened then.

        `letters` has a character a board.
        """
        words = tuple([letters[index : index + 1] for index in which])
        if first == "end" and len(which) > 1:
            which += (ALL_BOARDS,)  # stop-all (T60)
            words += (texts.word("all"),)
        super().__init__("game", ChoiceField(which[0], which, words), texts, cells)
        self.first = first

    @property
    def index(self) -> int:
        """Return the number of the game, from 0, or ALL_BOARDS."""
        return self.fields[0].value
