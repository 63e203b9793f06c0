"""Standard, rapid or blitz; whether FIDE rates a game; the US Chess class; each with the reason.

The class is the core's (`clockcore.laws.class_of`: Laws, Competition Rules, A.1 and B.1). FIDE's
rating rules are B.02 of 1 March 2024, as amended on 1 October 2025; US Chess's are rule 5C and its
rating classes. Another edition is another set of numbers here.
"""

from dataclasses import dataclass

from clockcore import laws
from clockcore.codes import (
    AT_ZERO,
    BRONSTEIN,
    DELAY,
    EVENT_BLITZ,
    EVENT_RAPID,
    EVENT_STANDARD,
    FISCHER,
    NONE,
)
from clockcore.period import Period
from clockcore.time_control import TimeControl

from host_tools.notation.explain import duration
from host_tools.notation.plain import plain_of
from host_tools.notation.seconds import METHOD_WORDS

RATED_MOVES = 60  # B.02 assumes a game of so many moves,
FIRST_MOVES_LEAST = 30  # and wants so many at least where the first control has a number
# Standard: (a player has this rating or more, so many minutes each are needed).
STANDARD_MINUTES = ((2400, 120), (1800, 90), (0, 60))
BLITZ_ABOVE_MS = 180_000
# The glossary of the Laws: an increment is 2 s to 60 s.
INCREMENT_LEAST_MS, INCREMENT_MOST_MS = 2_000, 60_000
DELAY_NOT_COUNTED = "a delay is not counted, which is FIDE's practice (a forum's word)"

US_LEAST = 5.0  # minutes of main time
US_BLITZ_MOST, US_QUICK_BELOW, US_DUAL_MOST = 10.0, 30.0, 65.0
US_RATINGS = {
    "blitz": ("blitz",),
    "quick": ("quick",),
    "dual": ("quick", "regular"),
    "regular": ("regular",),
}
_LAWS_KNOW = (NONE, FISCHER, BRONSTEIN, DELAY)
_MINUTE = 60_000


@dataclass(frozen=True)
class Classification:
    """`name` is standard, rapid or blitz; `why` is one sentence each."""

    name: str
    why: tuple[str, ...]


@dataclass(frozen=True)
class FideRating:
    """Whether FIDE rates a game with a control.

    is_rated       for at least some players or, where a rating was given, for that one
    rated_as       standard, rapid or blitz; None where it is not rated
    below          every player must have a rating below this; None where any rating will do
    counted_ms     the time that counts for 60 moves, or None
    why            one sentence each
    """

    is_rated: bool
    rated_as: str | None
    below: int | None
    counted_ms: int | None
    why: tuple[str, ...]


@dataclass(frozen=True)
class UsRating:
    """`name` is blitz, quick, dual, regular or None; `ratings` which ratings it counts for."""

    name: str | None
    ratings: tuple[str, ...]
    why: tuple[str, ...]


# --- the Laws ------------------------------------------------------------------------------------


def classify(control: TimeControl) -> Classification:
    """Return the class of a control by the Laws, and why."""
    event = laws.class_of(control)
    name = laws.CLASS_NAMES[event]
    limit = {
        EVENT_STANDARD: "60 min or more",
        EVENT_RAPID: "more than 10 and less than 60 min (A.1)",
        EVENT_BLITZ: "10 min or less (B.1)",
    }[event]
    unknown = _unknown_method(control)
    if unknown is not None:
        why = [
            f"The Laws have no {unknown}: here it goes by what {laws.COUNTED_MOVES} moves"
            f" may take, {limit}."
        ]
    else:
        sides = {side: _sum_text(side) for side in _sides(control)}
        longest = max(sides, key=laws_length_ms)
        why = [f"{sides[longest]}: {limit}."]
        if len(sides) > 1:
            why.append("The times are unequal: the longer side decides, the Laws do not say.")
        if longest[0].bonus_ms and longest[0].bonus_from_move > 1:
            why.append("The bonus that begins later is counted as one from the start.")
        if longest[-1].repeat:
            why.append("A period that repeats is counted once.")
    return Classification(name, tuple(why))


def laws_length_ms(periods: tuple[Period, ...]) -> int:
    """Return main time and 60 times the first bonus, for methods that the Laws know."""
    return sum(period.main_ms for period in periods) + laws.COUNTED_MOVES * periods[0].bonus_ms


def _sum_text(periods: tuple[Period, ...]) -> str:
    mains = " + ".join(duration(period.main_ms) for period in periods if period.main_ms)
    bonus = periods[0].bonus_ms
    if bonus:
        mains += f"{' + ' if mains else ''}{laws.COUNTED_MOVES} x {duration(bonus)}"
    total = duration(laws_length_ms(periods))
    return mains if mains == total else f"{mains} = {total}"


def _sides(control: TimeControl) -> tuple[tuple[Period, ...], ...]:
    """Return the periods of each side that counts, as `class_of` takes them."""
    if plain_of(control).black is None:
        return (control.white_periods,)
    return (control.white_periods, control.black_periods)


def _unknown_method(control: TimeControl) -> str | None:
    for period in (*control.white_periods, *control.black_periods):
        if period.method not in _LAWS_KNOW:
            return METHOD_WORDS[period.method]
    return None


# --- FIDE rating ---------------------------------------------------------------------------------


def fide_rating(control: TimeControl, rating: int | None = None) -> FideRating:
    """Return whether FIDE rates a game with a control, and why.

    `rating` is the higher one of the two players; None tells for which players it is rated.
    """
    unknown = _unknown_method(control)
    if unknown is not None:
        return _not_rated(
            f"FIDE's rating rules have no {unknown}, only main time with or without an increment."
        )
    plain = plain_of(control)
    if plain.black is not None:
        return _not_rated("Unequal times are not rated (B.02).")
    name = classify(control).name
    main_ms = _main_of_rated_moves(plain.white)
    bonus_ms, notes = _counted_bonus(plain.white)
    counted = main_ms + RATED_MOVES * bonus_ms
    sum_text = duration(main_ms)
    if bonus_ms:
        sum_text += f" + {RATED_MOVES} x {duration(bonus_ms)} = {duration(counted)}"
    why = [f"{sum_text} for {RATED_MOVES} moves.", *notes]
    if any(period.cap_ms for period in plain.white):
        why.append("The ceiling of the clock is left out of the sum.")
    problem, below = _limits(name, counted, plain.white)
    if problem is None and below is not None and rating is not None and rating >= below:
        problem = f"With a player of {rating} {_minutes_for(rating)} min are needed."
    if problem is not None:
        why.append(problem)
        if name == "standard" and _would_count(plain.white, counted):
            why.append("With the delay counted it would be enough: ask the rating officer.")
        return FideRating(False, None, None, counted, tuple(why))
    return FideRating(True, name, below, counted, (*why, _rated_text(name, below)))


def _not_rated(why: str) -> FideRating:
    return FideRating(False, None, None, None, (why,))


def _minutes_for(rating: int) -> int:
    """Return how many minutes a standard game needs if the higher rating is this."""
    return next(minutes for least, minutes in STANDARD_MINUTES if rating >= least)


def _limits(
    name: str, counted: int, periods: tuple[Period, ...]
) -> tuple[str | None, int | None]:
    """Return what stands against a rating as `name`, or below which rating all must be."""
    if name == "standard":
        least = STANDARD_MINUTES[-1][1]
        if counted < least * _MINUTE:
            return f"Less than the {least} min that a standard game needs.", None
        if len(periods) > 1 or periods[0].repeat:
            moves = periods[0].moves
            if 0 < moves < FIRST_MOVES_LEAST:
                return (
                    f"The first control has {moves} moves; {FIRST_MOVES_LEAST} at least are"
                    " needed.",
                    None,
                )
        below = None
        for rating, minutes in STANDARD_MINUTES:
            if counted < minutes * _MINUTE:
                below = rating
        return None, below
    if name == "rapid":
        if counted <= laws.BLITZ_LONGEST_MS:
            return "A rapid game needs more than 10 min.", None
        if counted >= laws.STANDARD_SHORTEST_MS:
            return "A rapid game has less than 60 min.", None
        return None, None
    if counted <= BLITZ_ABOVE_MS:
        return f"A blitz game needs more than {BLITZ_ABOVE_MS // _MINUTE} min.", None
    if counted > laws.BLITZ_LONGEST_MS:
        return "A blitz game has 10 min at the most.", None
    return None, None


def _rated_text(name: str, below: int | None) -> str:
    if name != "standard":
        return f"Rated as {name}."
    if below is None:
        return "Rated as standard, whatever the ratings."
    needed = ", ".join(
        f"{minutes} min from {least} on"
        for least, minutes in reversed(STANDARD_MINUTES)
        if least >= below
    )
    return f"Rated as standard if both players are below {below} (needed are {needed})."


def _would_count(periods: tuple[Period, ...], counted: int) -> bool:
    first = periods[0]
    delay = first.bonus_ms if first.method in (DELAY, BRONSTEIN) else 0
    least = STANDARD_MINUTES[-1][1] * _MINUTE
    return counted < least <= counted + RATED_MOVES * delay


def _main_of_rated_moves(periods: tuple[Period, ...]) -> int:
    """Return the main time of the periods that begin within the first 60 moves."""
    total = 0
    moves = 0  # made before the period
    for period in periods:
        if moves >= RATED_MOVES:
            break
        total += period.main_ms
        if period.transition != AT_ZERO:
            moves += period.moves
        if period.repeat and period.transition != AT_ZERO:
            while moves < RATED_MOVES:
                total += period.main_ms
                moves += period.moves
    return total


def _counted_bonus(periods: tuple[Period, ...]) -> tuple[int, list[str]]:
    """Return the increment at the start of the game as far as it counts, and remarks."""
    first = periods[0]
    notes = []
    if any(period.bonus_ms for period in periods) and (
        not first.bonus_ms or first.bonus_from_move > 1
    ):
        notes.append("An increment that begins later in the game is not counted.")
    if not first.bonus_ms or first.bonus_from_move > 1:
        return 0, notes
    if first.method != FISCHER:
        return 0, [*notes, f"{DELAY_NOT_COUNTED[0].upper()}{DELAY_NOT_COUNTED[1:]}."]
    if not INCREMENT_LEAST_MS <= first.bonus_ms <= INCREMENT_MOST_MS:
        return 0, [*notes, "The Laws call 2 s to 60 s an increment: it is not counted."]
    return first.bonus_ms, notes


# --- US Chess ------------------------------------------------------------------------------------


def us_rating(control: TimeControl) -> UsRating:
    """Return the class of US Chess, which ratings it counts for, and why."""
    unknown = _unknown_method(control)
    if unknown is not None:
        return UsRating(None, (), (f"The classes of US Chess have no {unknown}.",))
    plain = plain_of(control)
    if plain.black is not None:
        return UsRating(None, (), ("The classes are for equal times: ask US Chess.",))
    periods = plain.white
    main = sum(period.main_ms for period in periods) / _MINUTE
    first = periods[0]
    seconds = first.bonus_ms / 1000 if first.bonus_from_move == 1 else 0.0
    total = main + seconds
    text = f"{main:g} + {seconds:g} = {total:g}" if seconds else f"{main:g}"
    why = [f"{text} (minutes{' + seconds a move' if seconds else ''})."]
    if periods[-1].repeat:
        why.append("A period that repeats is counted once.")
    if any(period.bonus_ms / 1000 != seconds for period in periods):
        why.append("The delay or increment of the start is counted.")
    if main < US_LEAST:
        why.append(f"The main time is below {US_LEAST:g} min: not rated.")
        return UsRating(None, (), tuple(why))
    if total <= US_BLITZ_MOST:
        name, limit = "blitz", f"{US_LEAST:g} to {US_BLITZ_MOST:g}"
    elif total < US_QUICK_BELOW:
        name, limit = "quick", f"above {US_BLITZ_MOST:g} and below {US_QUICK_BELOW:g}"
    elif total <= US_DUAL_MOST:
        name, limit = "dual", f"{US_QUICK_BELOW:g} to {US_DUAL_MOST:g}"
    else:
        name, limit = "regular", f"above {US_DUAL_MOST:g}"
    ratings = US_RATINGS[name]
    why.append(f"{name.capitalize()} is {limit}; rated as {' and '.join(ratings)}.")
    return UsRating(name, ratings, tuple(why))
