"""Writes a control as organizers do, always with units, so that nothing is ambiguous.

Every control that the core can run has such a text, but for one whose last period says a number of
moves and does not repeat.
"""

from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    MOVE_TIMER,
    NONE,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.period import Period
from clockcore.time_control import TimeControl

from host_tools.notation.draft import NotWritableError
from host_tools.notation.plain import Plain, plain_of

_ALONE = {
    HOURGLASS: "hourglass",
    GONG: "gong",
    MOVE_TIMER: "move-timer",
    UPCOUNT: "upcount",
    SCRABBLE: "scrabble",
}
_DELAYS = {BRONSTEIN: "bronstein", DELAY: "delay"}


def text_of_time(ms: int) -> str:
    """Return `90m`, `1m30s`, `0m30s`: a length of time that is never taken for a bonus."""
    minutes, rest = divmod(ms, 60_000)
    return f"{minutes}m" + (text_of_bonus(rest) if rest else "")


def text_of_length(ms: int) -> str:
    """Return `90m`, `1m30s`, `30s`: a length of time where it cannot be mistaken."""
    return text_of_time(ms) if ms >= 60_000 or ms == 0 else text_of_bonus(ms)


def text_of_bonus(ms: int) -> str:
    """Return `30s`, `1s500ms`, `500ms`: a length of time that is never taken for a period."""
    seconds, rest = divmod(ms, 1000)
    return (f"{seconds}s" if seconds or not rest else "") + (f"{rest}ms" if rest else "")


def write(control: TimeControl) -> str:
    """Return a control in the organizers' notation; NotWritableError says why there is no text."""
    plain = plain_of(control)
    at_zero = plain.changes == {AT_ZERO}
    sides = [_side(periods, plain) for periods in plain.sides]
    text = " v ".join(sides)
    if at_zero:
        text += " at-zero"
    if plain.bonus_timing == AFTER_MOVE:
        text += " after-move"
    return text


def _side(periods: tuple[Period, ...], plain: Plain) -> str:
    last = periods[-1]
    if last.moves and not last.repeat:
        raise NotWritableError(f"{last.moves} moves in the last period, which does not repeat")
    mixed = len(plain.changes) > 1
    if mixed or not _is_uniform(periods):
        return " + ".join(f"({_bracket(period, mixed)})" for period in periods)
    if last.method in _ALONE:
        return _alone(last)
    text = " + ".join(_time(period, number) for number, period in enumerate(periods))
    if last.method == FISCHER:
        text += f" + {text_of_bonus(last.bonus_ms)}"
    return text + _suffixes(last)


def _is_uniform(periods: tuple[Period, ...]) -> bool:
    """Return whether the periods of a side differ in time and moves only (and in overtime)."""
    last = periods[-1]
    if len(periods) == 1:
        return True
    if last.method in (BYOYOMI, CANADIAN):
        return all(period.method == NONE for period in periods[:-1])
    if last.method == SCRABBLE:
        return False
    return len({_bonus(period) for period in periods}) == 1


def _bonus(period: Period) -> tuple[int, int, int, int]:
    return (period.method, period.bonus_ms, period.bonus_from_move, period.cap_ms)


def _time(period: Period, index: int) -> str:
    moves = f"/{period.moves}" if period.moves else ""
    return (text_of_time if index else text_of_length)(period.main_ms) + moves


def _alone(period: Period) -> str:
    word = _ALONE[period.method]
    return word if period.method == UPCOUNT else f"{word} {text_of_length(period.main_ms)}"


def _bracket(period: Period, mixed: bool) -> str:
    if period.method in _ALONE:
        return _alone(period)
    text = _time(period, 0)
    if period.method == FISCHER:
        text += f" + {text_of_bonus(period.bonus_ms)}"
    text += _suffixes(period)
    return text + (" at-zero" if mixed and period.transition == AT_ZERO else "")


def _suffixes(period: Period) -> str:
    words = []
    if period.method in _DELAYS:
        words.append(f"{_DELAYS[period.method]} {text_of_bonus(period.bonus_ms)}")
    if period.bonus_from_move > 1:
        words.append(f"from {period.bonus_from_move}")
    if period.cap_ms:
        words.append(f"cap {text_of_length(period.cap_ms)}")
    if period.method == BYOYOMI:
        words.append(f"byoyomi {period.block_count}x{text_of_length(period.block_ms)}")
    if period.method == CANADIAN:
        moves = f"/{period.block_count}" if period.block_count else ""
        words.append(f"canadian {text_of_length(period.block_ms)}{moves}")
    if period.repeat:
        words.append("repeat")
    return "".join(f" {word}" for word in words)
