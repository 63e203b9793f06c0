"""SETUP of a game of Triple Block: duration, guaranteed time, teams, colors, start, zone (T55)."""

from micropython import const

from clockcore.calendar import DAY_S
from clockcore.codes import ENGLISH, LEFT, RIGHT, SPANISH
from clockcore.field import ACCEPT, OPEN, ChoiceField, Form, NumberField, View
from clockcore.question import Question
from clockcore.texts import Texts
from clockcore.triple_block_plan import LONGEST_DAYS, SHORTEST_DAYS, TripleBlockPlan
from clockcore.triple_block_text import (
    EARLIEST_ZONE,
    LABEL_BANK,
    LABEL_INCREMENT,
    LABELS,
    LATEST_ZONE,
)

FIRST_DAYS = const(600)
HOUR_MIN = const(60)
QUARTERS = (0, 15, 30, 45)


class ZoneForm(Form):
    """How far local time is from UTC: hours, then the minutes beyond them. For the eye alone."""

    names: tuple = ("days zone hours", "days zone minutes")

    def __init__(self, zone_minutes: int, texts: Texts, cells: int, before: tuple = ()) -> None:
        """Begin with a zone of -720 to 840 minutes; `before` are fields that come first."""
        self.texts = texts
        self.cells = cells
        hours = abs(zone_minutes) // HOUR_MIN
        if zone_minutes < 0:
            hours = -hours
        values = tuple(range(EARLIEST_ZONE // HOUR_MIN, LATEST_ZONE // HOUR_MIN + 1))
        words = tuple([str(value).encode() for value in values])
        fields = list(before)
        fields.append(ChoiceField(hours, values, words))
        minutes = abs(zone_minutes) % HOUR_MIN
        fields.append(ChoiceField(minutes, QUARTERS, (b"00", b"15", b"30", b"45")))
        super().__init__(fields)

    def zone_minutes(self) -> int:
        """Return the zone in minutes, held within -720 to 840."""
        hours = self.fields[-2].value
        minutes = self.fields[-1].value
        zone = hours * HOUR_MIN + (-minutes if hours < 0 else minutes)
        return min(max(zone, EARLIEST_ZONE), LATEST_ZONE)

    def view(self, side: int, view: View) -> None:
        """Show the name of the field on the left, its value on the right."""
        name = self.names[self.place]
        if side == LEFT:
            view.put(self.texts.word(name), (self.texts.line(name),))
        else:
            self.fields[self.place].show(view, self.cells, True)


class TripleBlockMenu(ZoneForm):
    """Everything that a game of Triple Block begins with; `plan` gives the blocks.

    question  whether a bank that is neither 50 nor 75 days may be (T55), while it is open
    """

    names = (
        "days duration",
        "days guaranteed",
        "days team",
        "white side",
        "days start",
        "days zone hours",
        "days zone minutes",
    )

    def __init__(self, white_side: int, zone_minutes: int, texts: Texts, cells: int) -> None:
        """Begin with 600 days, no guaranteed time, individuals, a start now."""
        self.question: Question | None = None
        word = texts.word
        no_yes = (word("off"), word("on"))
        super().__init__(
            zone_minutes,
            texts,
            cells,
            (
                NumberField(FIRST_DAYS, SHORTEST_DAYS, LONGEST_DAYS),
                ChoiceField(False, (False, True), no_yes),
                ChoiceField(False, (False, True), no_yes),
                ChoiceField(white_side, (LEFT, RIGHT), (word("left"), word("right"))),
                ChoiceField(False, (False, True), (word("days now"), word("days midnight"))),
            ),
        )

    @property
    def white_side(self) -> int:
        """Return LEFT or RIGHT."""
        return self.fields[3].value

    @property
    def starts_at_midnight(self) -> bool:
        """Return whether White's clock starts at the next 0:00 UTC, not now."""
        return bool(self.fields[4].value)

    def plan(self) -> TripleBlockPlan:
        """Return the blocks of the duration (T55)."""
        return TripleBlockPlan(
            self.fields[0].value, bool(self.fields[1].value), bool(self.fields[2].value)
        )

    def accept(self) -> int:
        """Return ACCEPT; ask first where the rules know no such bank (T55)."""
        if self.plan().has_usual_bank:
            return ACCEPT
        self.question = Question("days bank", self.texts)
        return OPEN

    def key(self, key: int, gesture: int, at: int) -> int:
        """Take a gesture for the fields, or for the question; no to it leaves the fields open."""
        if self.question is None:
            return super().key(key, gesture, at)
        result = self.question.key(key, gesture, at)
        if result != OPEN:
            self.question = None
        return ACCEPT if result == ACCEPT else OPEN

    def view(self, side: int, view: View) -> None:
        """Show name and value; below "duration" a panel has the blocks that follow from it."""
        if self.question is not None:
            self.question.view(side, view)
            return
        super().view(side, view)
        if side == LEFT and self.place == 0:
            plan = self.plan()
            language = ENGLISH if self.texts.is_english else SPANISH
            half_days = plan.bank_s * 2 // DAY_S
            bank = str(half_days // 2) + (".5" if half_days % 2 else "")
            view.lines += (
                LABELS[LABEL_BANK][language] + bank.encode() + b"d",
                LABELS[LABEL_INCREMENT][language] + str(plan.increment_s // DAY_S).encode() + b"d",
            )
