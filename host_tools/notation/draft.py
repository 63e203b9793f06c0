"""What every notation produces: periods and choices, before the core has checked them."""

from dataclasses import dataclass, field

from clockcore.codes import AFTER_MOVE, AT_ZERO, BEFORE_MOVE, BY_COUNT
from clockcore.period import ControlError, Period
from clockcore.time_control import TimeControl

TRANSITIONS = {"by-count": BY_COUNT, "at-zero": AT_ZERO}
BONUS_TIMINGS = {"before": BEFORE_MOVE, "after": AFTER_MOVE}
LONGEST_TEXT = 200


class NotRunnableError(ControlError):
    """A notation that is well formed and names no control: unknown (`?`) or none (`-`)."""


class AmbiguousError(ControlError):
    """A text with more than one usual reading, all of them in the message."""


class NotWritableError(ControlError):
    """A control that a notation cannot say; the text is why."""


def quoted(text: str) -> str:
    """Return `text` in quotes, on one line, cut where it is long."""
    short = text if len(text) <= 60 else text[:57] + "..."
    escaped = [c if c.isprintable() else c.encode("unicode_escape").decode() for c in short]
    return '"' + "".join(escaped) + '"'


@dataclass
class Draft:
    """Periods of a time control as a notation gives them.

    label, text    what errors call it: `control "5+3"`
    white, black   periods; `black` is None where both colors have the same
    transition, bonus_timing   what the text itself says, as in TRANSITIONS and BONUS_TIMINGS
    doubt          why the text is refused although the control could be, or None
    notes          what a reader should know, one sentence each
    choices        names of what the reading settled by habit and another habit would not
    """

    label: str
    text: str
    white: list[Period] = field(default_factory=list)
    black: list[Period] | None = None
    transition: str | None = None
    bonus_timing: str | None = None
    doubt: str | None = None
    notes: list[str] = field(default_factory=list)
    choices: set[str] = field(default_factory=set)

    def error(self, what: str) -> ControlError:
        """Return a ControlError that says what is wrong with this text."""
        return ControlError(f"{self.label} {quoted(self.text)}: {what}")

    def build(self, transition: str | None, bonus_timing: str | None) -> TimeControl:
        """Return the TimeControl; the arguments are the user's options, None for none given.

        Without any choice periods come by count and a bonus before the move, as in the core.
        ControlError says in one line what cannot be, and in which period.
        """
        transition = self._choice("transition", transition, self.transition, TRANSITIONS)
        bonus_timing = self._choice("bonus timing", bonus_timing, self.bonus_timing, BONUS_TIMINGS)
        if transition is not None:
            for periods in (self.white, self.black or []):
                for number, period in enumerate(periods, 1):
                    if number < len(periods) or period.repeat:
                        period.transition = TRANSITIONS[transition]
        try:
            control = TimeControl(
                tuple(self.white),
                None if self.black is None else tuple(self.black),
                BONUS_TIMINGS[bonus_timing or "before"],
                name=" ".join(self.text.split()),
            )
        except ControlError as error:
            raise self.error(str(error)) from error
        if self.doubt is not None:
            raise self.error(self.doubt)
        return control

    def _choice(
        self, what: str, option: str | None, said: str | None, known: dict[str, int]
    ) -> str | None:
        for value in (option, said):
            if value is not None and value not in known:
                raise ControlError(f"{what} {quoted(value)} is not one of {', '.join(known)}")
        if option is not None and said is not None and option != said:
            raise self.error(f"says {what} {said}, but the option says {option}")
        return said if option is None else option
