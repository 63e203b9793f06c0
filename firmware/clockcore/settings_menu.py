"""The settings of the clock, one field after the other: SETUP, BACK held."""

from micropython import const

from clockcore.codes import LEFT, RIGHT
from clockcore.field import ChoiceField, Form, NumberField, View
from clockcore.settings import Settings
from clockcore.texts import Texts

MINUTE_S = const(60)
LONGEST_WAIT_MIN = const(120)


class SettingsMenu(Form):
    """A field for each setting; `apply` writes them into the `Settings`.

    White's side, sound, count display, tenths, class of the event, default time (6.7), tones that
    tell the time, language. FREEZE and the forced move count belong to a game that is laid out.
    """

    def __init__(self, settings: Settings, texts: Texts, cells: int) -> None:
        """Start with the settings as they are."""
        self.settings = settings
        self.texts = texts
        self.cells = cells
        word = texts.word
        on_off = (word("on"), word("off"))
        yes_no = (True, False)
        self.names = (
            "white side",
            "sound",
            "counter",
            "tenths",
            "class",
            "default time",
            "tell",
            "language",
        )
        super().__init__(
            [
                ChoiceField(settings.white_side, (LEFT, RIGHT), (word("left"), word("right"))),
                ChoiceField(settings.sound, yes_no, on_off),
                ChoiceField(settings.counter_allowed, yes_no, on_off),
                ChoiceField(
                    settings.tenths_ms,
                    (10_000, 20_000, 0),
                    (word("tenths 10"), word("tenths 20"), word("tenths off")),
                ),
                class_field(settings.event_class, texts),
                NumberField(settings.default_s // MINUTE_S, 0, LONGEST_WAIT_MIN),
                ChoiceField(settings.tell, yes_no, on_off),
                ChoiceField(settings.language, (0, 1), (word("english"), word("spanish"))),
            ]
        )

    def view(self, side: int, view: View) -> None:
        """Show the name of the setting on the left, its value on the right."""
        name = self.names[self.place]
        if side == LEFT:
            view.put(self.texts.word(name), (self.texts.line(name),))
        else:
            self.fields[self.place].show(view, self.cells, True)

    def apply(self) -> None:
        """Write the fields into the settings."""
        settings = self.settings
        fields = self.fields
        settings.white_side = fields[0].value
        settings.sound = fields[1].value
        settings.counter_allowed = fields[2].value
        settings.tenths_ms = fields[3].value
        settings.event_class = fields[4].value
        settings.default_s = fields[5].value * MINUTE_S
        settings.tell = fields[6].value
        settings.language = fields[7].value


def class_field(event_class: int, texts: Texts) -> ChoiceField:
    """Return the field for the class of the event: automatic, or one of four (T42)."""
    return ChoiceField(
        event_class,
        (0, 1, 2, 3, 4),
        (
            texts.word("class auto"),
            texts.word("class standard"),
            texts.word("class rapid"),
            texts.word("class blitz"),
            texts.word("class supervised"),
        ),
    )
