"""An event of Triple Block: its blocks, its dates, the rows of the letter to its players."""

from __future__ import annotations

from dataclasses import dataclass

from clockcore.calendar import DAY_S
from clockcore.period import ControlError
from clockcore.triple_block_plan import INCREMENT_MOVES, LONGEST_DAYS, TripleBlockPlan

from host_tools.triple_block.errors import TripleBlockError
from host_tools.triple_block.instants import Instant, Zone, in_days, written

USUAL_STEP = 50  # with durations that are multiples of it every bank is one of 50 or 75 days


@dataclass(frozen=True)
class Event:
    """A plan and, where it is known, when it begins: seconds since day 0."""

    plan: TripleBlockPlan
    start_s: int | None
    zone: Zone

    @property
    def end_s(self) -> int | None:
        """The start and the duration (T57)."""
        return None if self.start_s is None else self.start_s + self.plan.duration_days * DAY_S


def days_between(start: Instant, end: Instant) -> int:
    """Return the duration from a start to an end; two dates without times are days apart.

    Raises TripleBlockError for an end before the start, and for one that is not whole days away.
    """
    if end.seconds <= start.seconds:
        raise TripleBlockError("--end: is not after the start")
    if not end.has_time:
        return (end.day - start.day).days
    days, rest = divmod(end.seconds - start.seconds, DAY_S)
    if rest:
        raise TripleBlockError(
            f"--end: is {days} days and {rest} seconds after the start, not whole days"
        )
    return days


def make_event(
    days: int, start: Instant | None, zone: Zone, has_guaranteed_time: bool, is_team: bool
) -> Event:
    """Return the event; TripleBlockError for a duration that cannot be (T55)."""
    try:
        plan = TripleBlockPlan(days, has_guaranteed_time, is_team)
    except ControlError as error:
        raise TripleBlockError(str(error)) from None
    return Event(plan, None if start is None else start.seconds, zone)


def sentence(event: Event) -> str:
    """Return the time control in one sentence."""
    plan = event.plan
    text = (
        f"Triple Block, {plan.duration_days} days: {in_days(plan.clock_s)} on the clock,"
        f" {in_days(plan.bank_s)} in the bank, and {in_days(plan.increment_s)} of increment for"
        f" each of the first {INCREMENT_MOVES} moves"
    )
    return text + (", with guaranteed time." if plan.has_guaranteed_time else ".")


def letter_rows(event: Event) -> list[tuple[str, str]]:
    """Return what the players have to know, as rows of two."""
    plan, zone = event.plan, event.zone
    rows = [("duration", in_days(plan.duration_days * DAY_S))]
    if event.start_s is not None:
        rows.append(("start", written(event.start_s, zone)))
    if plan.has_guaranteed_time:
        scheduled = "" if event.end_s is None else f"; scheduled {written(event.end_s, zone)}"
        rows.append(("last possible end", f"none: guaranteed time{scheduled}"))
    elif event.end_s is None:
        rows.append(("last possible end", f"{plan.duration_days} days after the start"))
    else:
        rows.append(("last possible end", written(event.end_s, zone)))
    own_s = plan.clock_s + plan.bank_s + INCREMENT_MOVES * plan.increment_s
    rows += [
        ("time of each player in all", f"{in_days(own_s)}, half the duration"),
        ("clock", f"{in_days(plan.clock_s)} at the start, and never more; at 0 the game is lost,"
                  " whatever is in the bank"),
        ("bank", f"{in_days(plan.bank_s)} at the start; it fills the clock up after each move, and"
                 " at any moment of one's own turn when one asks for it"),
        ("increment", f"{in_days(plan.increment_s)} after each of the moves 1 to"
                      f" {INCREMENT_MOVES}, none after that; what the clock has no room for goes"
                      " to the bank"),
        ("at least every", f"{in_days(plan.clock_s)}: a move, or a refuel"),
        ("guaranteed time", "from move 51 on a clock with less than 3 days, and nothing in the"
                            " bank, is set to 3 days after each move"
                            if plan.has_guaranteed_time else "no: nothing is added after move 50"),
    ]  # fmt: skip
    if plan.is_team or plan.has_guaranteed_time:
        rows.append(
            ("replacing a player",
             "60 days at the most to find somebody, and not beyond the end date; "
             + ("the director may stop both clocks meanwhile" if plan.has_guaranteed_time else
                "the clock runs on, and no time is given back; meanwhile, and only then, the"
                " captain may fill it up from the bank, as long as it is above 0"))
        )  # fmt: skip
    if event.start_s is not None:
        first = event.start_s + plan.clock_s
        rows.append(("White's first move or refuel before", written(first, zone)))
    return rows


def remarks(event: Event) -> list[str]:
    """Return what an organizer should know about the blocks."""
    plan = event.plan
    if plan.has_usual_bank:
        return []
    lower = plan.duration_days // USUAL_STEP * USUAL_STEP
    near = [days for days in (lower, lower + USUAL_STEP) if days <= LONGEST_DAYS]
    return [
        f"A bank of {in_days(plan.bank_s)} follows from {plan.duration_days} days, but the rules"
        f" know banks of 50 and 75 days only; events of {' or '.join(map(str, near))} days have"
        " one of these."
    ]
