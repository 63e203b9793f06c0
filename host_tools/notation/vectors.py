"""Vectors of notations, for `chessclock vectors`: tags and free texts as other projects read them.

Each function returns one line for everything that is not as the vector says, nothing if all is.
"""

from typing import Any

from clockcore.codes import DELAY, FISCHER, NONE
from clockcore.period import ControlError

from host_tools.notation.draft import NotRunnableError
from host_tools.notation.pgn import parse_fields
from host_tools.notation.readings import read_control

KINDS_OF_OTHERS = {"unknown": "unknown", "unlimited": "none"}
PARTS = ("moves", "seconds", "increment", "delay")


def failures_of_tag(vector: dict[str, Any]) -> list[str]:
    """Run a TimeControl tag: `tag`, and its `parts` in seconds, or `error`."""
    tag = vector["tag"]
    if vector.get("error"):
        return _should_be_refused(tag, "pgn")
    try:
        fields = parse_fields(tag)
    except ControlError as error:
        return [f"refused: {error}"]
    parts = vector["parts"]
    if len(fields) != len(parts):
        return [f"expected {len(parts)} fields, got {len(fields)}"]
    found = []
    for number, (field, part) in enumerate(zip(fields, parts, strict=True), 1):
        kind = KINDS_OF_OTHERS.get(part.get("kind", ""), "period")
        if field.kind != kind:
            found.append(f"field {number}: expected {kind}, got {field.kind}")
        for name in PARTS:
            if getattr(field, name) != part.get(name, 0):
                found.append(
                    f"field {number}: {name} expected {part.get(name, 0)},"
                    f" got {getattr(field, name)}"
                )
    return found or _control_of_tag(tag, parts)


def _control_of_tag(tag: str, parts: list[dict[str, Any]]) -> list[str]:
    """Return what is wrong with the control that a tag makes, or is none."""
    is_control = parts[0].get("kind") not in KINDS_OF_OTHERS
    try:
        control = read_control(tag, "pgn").control
    except NotRunnableError as error:
        return [f"cannot be run: {error}"] if is_control else []
    except ControlError as error:
        return [f"refused: {error}"]
    if not is_control:
        return ["expected nothing that can be run, got a control"]
    found = []
    for number, (period, part) in enumerate(zip(control.white_periods, parts, strict=True), 1):
        delay, increment = part.get("delay", 0), part.get("increment", 0)
        wanted = (
            part["moves"],
            part["seconds"] * 1000,
            DELAY if delay else FISCHER if increment else NONE,
            (delay or increment) * 1000,
        )
        got = (period.moves, period.main_ms, period.method, period.bonus_ms)
        if got != wanted:
            found.append(
                f"period {number}: moves, main, method, bonus expected {wanted}, got {got}"
            )
    return found


def failures_of_text(vector: dict[str, Any]) -> list[str]:
    """Run a free text as lichess reads it: `text` and `seconds_increment`, null if refused."""
    text, wanted = vector["text"], vector["seconds_increment"]
    if wanted is None:
        return _should_be_refused(text, "lichess")
    try:
        period = read_control(text, "lichess").control.white_periods[0]
    except ControlError as error:
        return [f"refused: {error}"]
    got = [period.main_ms / 1000, period.bonus_ms / 1000]
    return [] if got == wanted else [f"expected {wanted}, got {got}"]


def _should_be_refused(text: str, notation: str) -> list[str]:
    try:
        control = read_control(text, notation).control
    except NotRunnableError:
        return ["expected an error, got a text that names no control"]
    except ControlError:
        return []
    return [f"expected an error, got {control.white_periods[0].main_ms} ms and more"]
