"""Writing a control in a notation: what is written is read again, and must be the same control."""

from dataclasses import dataclass

from clockcore.codes import AFTER_MOVE, AT_ZERO
from clockcore.period import ControlError
from clockcore.time_control import TimeControl

from host_tools.notation import trf26
from host_tools.notation.draft import NotWritableError
from host_tools.notation.plain import plain_of, same
from host_tools.notation.table import NOTATIONS


@dataclass(frozen=True)
class Writing:
    """A control in a notation: `text`, or None and `why` not; `notes` of what it leaves open."""

    notation: str
    text: str | None
    why: str | None = None
    notes: tuple[str, ...] = ()


def write_control(control: TimeControl, notation: str) -> str:
    """Return a control in a notation of NOTATIONS.

    NotWritableError, one line, says what the notation cannot express.
    """
    if notation not in NOTATIONS:
        raise ControlError(f"notation {notation} is not one of {', '.join(NOTATIONS)}")
    one = NOTATIONS[notation]
    text = one.write(control)
    if not one.is_whole and len(plain_of(control).changes) > 1:
        raise NotWritableError(
            f"{one.title} does not say which periods come at zero, and which by moves"
        )
    try:
        again = one.parse(text).build(None, None)
    except ControlError as error:
        raise NotWritableError(f"{one.title} cannot say it: {error}") from error
    if not same(control, again, changes=one.is_whole, timing=one.is_whole):
        raise NotWritableError(f"{one.title} cannot say it: {text} is another control")
    return text


def writing_of(control: TimeControl, notation: str) -> Writing:
    """Return a control in a notation, or why there is no text, with what the text leaves open."""
    try:
        text = write_control(control, notation)
    except NotWritableError as error:
        return Writing(notation, None, str(error))
    notes = []
    if not NOTATIONS[notation].is_whole:
        plain = plain_of(control)
        if AT_ZERO in plain.changes:
            notes.append("it does not say that periods come at zero")
        if plain.bonus_timing == AFTER_MOVE:
            notes.append("it does not say that the bonus comes after the move")
        longest = max(len(periods) for periods in plain.sides)
        if notation == "trf26" and longest > trf26.SHOWN_PERIODS:
            notes.append(trf26.MANY_PERIODS)
    return Writing(notation, text, notes=tuple(notes))


def all_writings(control: TimeControl) -> dict[str, Writing]:
    """Return a control in every notation, by its name."""
    return {notation: writing_of(control, notation) for notation in NOTATIONS}
