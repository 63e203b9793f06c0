"""The `TimeControl` tag of PGN (standard, section 9.6.1), in seconds.

Fields are separated by colons: `40/9000` (moves/seconds), `300` (sudden death), `300+5`
(incremental), `*180` (sandclock). As everyone does, an increment is allowed in every field:
`40/6000+30:20/3000+30:900+30`; `300+5d` is a delay of 5 s. The last field repeats if it has moves.
`?` is unknown and `-` is no time control; both are read, neither can be run.
"""

import re
from dataclasses import dataclass

from clockcore.codes import DELAY, FISCHER, HOURGLASS, NONE
from clockcore.period import Period
from clockcore.time_control import TimeControl

from host_tools.notation.draft import (
    LONGEST_TEXT,
    Draft,
    NotRunnableError,
    NotWritableError,
    quoted,
)
from host_tools.notation.plain import plain_of
from host_tools.notation.seconds import seconds_text, whole_seconds

LABEL = "TimeControl"
_FIELD = re.compile(r"(?:([0-9]+)/)?([0-9]+)(?:\+([0-9]+)(d?))?")
_SANDCLOCK = re.compile(r"\*([0-9]+)")


@dataclass(frozen=True)
class TagField:
    """One field of a tag: `kind` is period, sandclock, unknown or none; times are in seconds."""

    kind: str
    moves: int = 0
    seconds: int = 0
    increment: int = 0
    delay: int = 0


def parse_fields(tag: str) -> tuple[TagField, ...]:
    """Return the fields of a tag; ControlError says which field is wrong, and how."""
    draft = Draft(LABEL, tag)
    text = tag.strip()
    if not text:
        raise draft.error("is empty")
    if len(text) > LONGEST_TEXT:
        raise draft.error(f"is longer than {LONGEST_TEXT} characters")
    if text == "?":
        return (TagField("unknown"),)
    if text == "-":
        return (TagField("none"),)
    parts = text.split(":")
    fields = []
    for number, part in enumerate(parts, 1):
        where = f"field {number}: "
        sandclock = _SANDCLOCK.fullmatch(part)
        if sandclock:
            if len(parts) > 1:
                raise draft.error(where + "a sandclock must be the only field")
            fields.append(TagField("sandclock", seconds=int(sandclock[1])))
            continue
        match = _FIELD.fullmatch(part)
        if not match:
            raise draft.error(
                f"{where}{quoted(part)} is not moves/seconds, seconds, seconds+increment"
                " or *seconds"
            )
        moves, seconds, extra, is_delay = match.groups()
        if moves is None and number < len(parts):
            raise draft.error(f"{where}{quoted(part)} has no moves, but a field follows it")
        if moves is not None and int(moves) == 0:
            raise draft.error(where + "moves 0 is outside 1 to 255")
        given = int(extra or 0)
        fields.append(
            TagField(
                "period",
                int(moves or 0),
                int(seconds),
                increment=0 if is_delay else given,
                delay=given if is_delay else 0,
            )
        )
    return tuple(fields)


def parse(tag: str) -> Draft:
    """Return what a tag says; NotRunnableError for `?` and `-`."""
    draft = Draft(LABEL, tag)
    fields = parse_fields(tag)
    for number, one in enumerate(fields, 1):
        if one.kind == "unknown":
            raise NotRunnableError(f"{LABEL} {quoted(tag)}: is unknown, which cannot be run")
        if one.kind == "none":
            raise NotRunnableError(f"{LABEL} {quoted(tag)}: is no control, which cannot be run")
        if one.kind == "sandclock":
            draft.white.append(Period(one.seconds * 1000, HOURGLASS))
            continue
        extra = one.increment or one.delay
        method = (DELAY if one.delay else FISCHER) if extra else NONE
        draft.white.append(
            Period(
                one.seconds * 1000,
                method,
                extra * 1000,
                moves=one.moves,
                repeat=number == len(fields) and one.moves > 0,
            )
        )
    return draft


def write(control: TimeControl) -> str:
    """Return the TimeControl tag of a control; NotWritableError says why there is none."""
    plain = plain_of(control)
    if plain.black is not None:
        raise NotWritableError("PGN has one TimeControl tag for both sides")
    if plain.white[0].method == HOURGLASS and not plain.white[0].moves:
        return f"*{whole_seconds(plain.white[0].main_ms, 'PGN')}"
    return seconds_text(plain.white, "PGN", with_delay=True)
