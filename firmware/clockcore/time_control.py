"""A time control: 1 to 8 periods, alike for both colors or different (odds)."""

from clockcore.codes import BEFORE_MOVE


class TimeControl:
    """Periods of White and of Black, when a bonus is given, and what a fallen flag does.

    periods, black_periods  tuples of Period; without the second both colors have the first
    bonus_timing            BEFORE_MOVE (FIDE, DGT) or AFTER_MOVE (T10)
    freeze                  True or False; None takes T31: on where a bonus or delay exists
    name                    what a person calls it
    is_checked              it is known to be one that can be, with `freeze` given: a preset
    Raises ControlError (one line: what, where) for a control that cannot be.
    """

    def __init__(
        self,
        periods: tuple,
        black_periods: "tuple | None" = None,
        bonus_timing: int = BEFORE_MOVE,
        freeze: "bool | None" = None,
        name: str = "",
        is_checked: bool = False,
    ) -> None:
        """Check everything and settle what follows from it."""
        self.white_periods = tuple(periods)
        self.black_periods = tuple(periods if black_periods is None else black_periods)
        self.odds = black_periods is not None
        self.name = name
        self.bonus_timing = bonus_timing
        self.bonus_timing_forced = False
        self.freeze = bool(freeze)
        if not is_checked:
            from clockcore.control_rules import check_control, has_bonus

            check_control(self)
            if freeze is None:
                self.freeze = has_bonus(self)

    def periods_of(self, is_white: bool) -> tuple:
        """Return the periods of White or of Black."""
        return self.white_periods if is_white else self.black_periods
