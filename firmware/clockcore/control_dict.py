"""Time controls as plain values, for a host, for files and for kept games."""

from clockcore.codes import AFTER_MOVE, BEFORE_MOVE
from clockcore.period import ControlError, Period
from clockcore.time_control import TimeControl


def control_to_dict(control: TimeControl) -> dict:
    """Return `control` as plain values, for the console and for files."""
    result = {
        "name": control.name,
        "bonus_timing": "after" if control.bonus_timing == AFTER_MOVE else "before",
        "freeze": control.freeze,
        "periods": [vars_of(period) for period in control.white_periods],
    }
    if control.odds:
        result["black_periods"] = [vars_of(period) for period in control.black_periods]
    return result


FIELDS = (
    "main_ms",
    "method",
    "bonus_ms",
    "bonus_from_move",
    "cap_ms",
    "moves",
    "transition",
    "block_ms",
    "block_count",
    "repeat",
)


def vars_of(period: Period) -> dict:
    """Return the fields of `period` as a dict."""
    return {field: getattr(period, field) for field in FIELDS}


def control_from_dict(source: object) -> TimeControl:
    """Build a TimeControl from plain values; ControlError says what is wrong and where."""
    if not isinstance(source, dict):
        raise ControlError("control: an object with periods is needed")
    timing = source.get("bonus_timing", "before")
    if timing != "before" and timing != "after":
        raise ControlError("bonus_timing: before or after is needed")
    freeze = source.get("freeze")
    if freeze is not None and not isinstance(freeze, bool):
        raise ControlError("freeze: true, false or nothing is needed")
    black = source.get("black_periods")
    return TimeControl(
        _periods(source.get("periods"), "periods"),
        None if black is None else _periods(black, "black_periods"),
        AFTER_MOVE if timing == "after" else BEFORE_MOVE,
        freeze,
        str(source.get("name", "")),
    )


def _periods(source: object, where: str) -> tuple:
    if not isinstance(source, (list, tuple)):
        raise ControlError(where + ": a list is needed")
    periods = []
    for index in range(len(source)):
        fields = source[index]
        name = where + " " + str(index + 1)
        if not isinstance(fields, dict):
            raise ControlError(name + ": an object is needed")
        for field in fields:
            if field not in FIELDS:
                raise ControlError(name + ": " + str(field) + " is unknown")
        if not isinstance(fields.get("repeat", False), bool):
            raise ControlError(name + ": repeat must be true or false")
        periods.append(Period(**fields))
    return tuple(periods)
