"""A control without the ways to say one thing twice: to compare controls, and to write them.

`120/40 + 60/20 + 15` with 30 s from move 61 is the same game whether the bonus is a field of the
last period or of all three: periods that come by count begin at known moves. What never matters
(the transition of a last period, a cap without a bonus) is set to one value.
"""

from dataclasses import dataclass

from clockcore.codes import AT_ZERO, BEFORE_MOVE, BY_COUNT, FISCHER, NONE
from clockcore.control_dict import vars_of
from clockcore.control_rules import WITH_BONUS
from clockcore.period import Period
from clockcore.time_control import TimeControl

FOR_EVER = 1 << 30  # more moves than any game has


@dataclass(frozen=True)
class Plain:
    """Periods of White, and of Black where they differ (else None), and when a bonus is given."""

    white: tuple[Period, ...]
    black: tuple[Period, ...] | None
    bonus_timing: int

    @property
    def sides(self) -> tuple[tuple[Period, ...], ...]:
        """Return the periods of White, and those of Black where they differ."""
        return (self.white,) if self.black is None else (self.white, self.black)

    @property
    def changes(self) -> set[int]:
        """Return how periods come in this control: BY_COUNT, AT_ZERO, both, or nothing."""
        found = set()
        for periods in self.sides:
            for number, period in enumerate(periods, 1):
                if number < len(periods) or period.repeat:
                    found.add(period.transition)
        return found


def plain_of(control: TimeControl) -> Plain:
    """Return the plain form of a control; the control itself stays as it is."""
    white = _plain_periods(control.white_periods)
    black = _plain_periods(control.black_periods) if control.odds else white
    timed = any(one.included_bonus(255) for one in (*white, *black))
    return Plain(
        white,
        None if _fields(white) == _fields(black) else black,
        control.bonus_timing if timed else BEFORE_MOVE,
    )


def same(one: TimeControl, two: TimeControl, *, changes: bool = True, timing: bool = True) -> bool:
    """Return whether two controls are the same game.

    Without `changes` it does not matter how periods come, without `timing` not when a bonus is
    given: most notations say neither.
    """
    first, second = plain_of(one), plain_of(two)
    if timing and first.bonus_timing != second.bonus_timing:
        return False
    return [_fields(side, changes) for side in first.sides] == [
        _fields(side, changes) for side in second.sides
    ]


def _fields(periods: tuple[Period, ...], changes: bool = True) -> list[dict]:
    found = [vars_of(period) for period in periods]
    if not changes:
        for fields in found:
            del fields["transition"]
    return found


def _plain_periods(periods: tuple[Period, ...]) -> tuple[Period, ...]:
    first_move: int | None = 1  # of the period, None where nobody can tell
    found = []
    for number, period in enumerate(periods, 1):
        is_last = number == len(periods)
        copy = Period(**vars_of(period))
        ends = FOR_EVER
        if is_last and not period.repeat:
            copy.transition = BY_COUNT
        elif not is_last and period.transition == BY_COUNT and first_move is not None:
            ends = first_move + period.moves - 1
        _settle_bonus(copy, first_move, ends)
        if is_last or period.transition == AT_ZERO or first_move is None:
            first_move = None
        else:
            first_move += period.moves
        found.append(copy)
    return tuple(found)


def _settle_bonus(period: Period, first_move: int | None, last_move: int) -> None:
    """Take away a bonus that no move of a period has, and a start that lies before it."""
    if period.method not in WITH_BONUS:
        period.bonus_from_move = 1
        return
    if period.bonus_from_move > last_move and period.main_ms:  # which must not be 0 without it
        period.bonus_ms = 0
    if first_move is not None and period.bonus_from_move <= first_move:
        period.bonus_from_move = 1
    if period.bonus_ms == 0:
        period.method = NONE
        period.bonus_from_move = 1
    if period.method != FISCHER:
        period.cap_ms = 0
