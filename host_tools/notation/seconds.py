"""Writes periods as `40/5400+30:1800+30`, which PGN and TRF26 have in common."""

from clockcore.codes import DELAY, FISCHER, NONE
from clockcore.period import Period

from host_tools.notation.draft import NotWritableError

METHOD_WORDS = (
    "main time alone",
    "increment",
    "Bronstein delay",
    "delay",
    "hourglass",
    "gong",
    "move timer",
    "byo-yomi",
    "Canadian byo-yomi",
    "clock that counts up",
    "Scrabble clock",
)


def seconds_text(periods: tuple[Period, ...], notation: str, with_delay: bool = False) -> str:
    """Return plain periods in whole seconds, joined by colons.

    NotWritableError, which names the notation, for what it cannot say. `with_delay` allows `+5d`.
    """
    fields = []
    for number, period in enumerate(periods, 1):
        is_last = number == len(periods)
        check_methods(period, notation, (NONE, FISCHER, DELAY) if with_delay else (NONE, FISCHER))
        if period.moves == 0 and not is_last:
            raise NotWritableError(
                f"{notation} needs a number of moves in period {number}, which has none"
            )
        if is_last and period.moves and not period.repeat:
            raise NotWritableError("the last period has a number of moves and does not repeat")
        if is_last and period.repeat and not period.moves:
            raise NotWritableError(f"{notation} repeats only a period with moves")
        text = f"{period.moves}/" if period.moves else ""
        text += str(whole_seconds(period.main_ms, notation))
        if period.bonus_ms:
            text += f"+{whole_seconds(period.bonus_ms, notation)}"
            text += "d" if period.method == DELAY else ""
        fields.append(text)
    return ":".join(fields)


def check_methods(period: Period, notation: str, methods: tuple[int, ...]) -> None:
    """Raise NotWritableError for a method, a cap or a later first bonus that is not written."""
    if period.method not in methods:
        raise NotWritableError(f"{notation} has no {METHOD_WORDS[period.method]}")
    if period.cap_ms:
        raise NotWritableError(f"{notation} has no ceiling of a bonus")
    if period.bonus_from_move > 1:
        raise NotWritableError(
            f"{notation} has no bonus that begins with move {period.bonus_from_move}"
        )


def whole_seconds(ms: int, notation: str) -> int:
    """Return `ms` in seconds; NotWritableError if they are not whole."""
    if ms % 1000:
        raise NotWritableError(f"{notation} has whole seconds only, not {ms} ms")
    return ms // 1000
