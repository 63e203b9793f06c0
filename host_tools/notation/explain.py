"""A time control in plain words: one line for lists, or sentences that tell all of it.

What is said of a method is T10 to T17 of the timing rules, of periods T20 to T22, of flags T30 and
T31; the words avoid the names of methods where a player need not know them.
"""

from clockcore.codes import (
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    MOVE_TIMER,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.period import Period
from clockcore.time_control import TimeControl
from clockcore.time_text import TimeText

from host_tools.notation.plain import Plain, plain_of

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
NO_TENTHS = 0
_WITHOUT_FLAG = (GONG, UPCOUNT, SCRABBLE)


def duration(ms: int) -> str:
    """Return a length of time in words: `90 min`, `1 min 30 s`, `2.5 s`."""
    minutes, rest = divmod(ms, 60_000)
    parts = [f"{minutes} min"] if minutes else []
    if rest or not minutes:
        parts.append(f"{rest // 1000}.{rest % 1000:03}".rstrip("0").rstrip(".") + " s")
    return " ".join(parts)


def clock_text(ms: int) -> str:
    """Return a time that counts down as the clock shows it, without tenths: `1:30:30`."""
    text = TimeText()
    text.write_down(ms, NO_TENTHS)
    return text.buffer[: text.length].decode()


def moves_text(count: int) -> str:
    """Return `1 move`, `40 moves`."""
    return "1 move" if count == 1 else f"{count} moves"


# --- one line ------------------------------------------------------------------------------------


def in_short(control: TimeControl) -> str:
    """Return a control in one line: `90 min for 40 moves, then 30 min, 30 s a move`."""
    plain = plain_of(control)
    sides = [_side_in_short(periods) for periods in plain.sides]
    return sides[0] if len(sides) == 1 else f"White {sides[0]}; Black {sides[1]}"


def _side_in_short(periods: tuple[Period, ...]) -> str:
    bonuses = {_bonus_in_short(period) for period in periods}
    common = bonuses.pop() if len(bonuses) == 1 else None
    parts = []
    for period in periods:
        text = _period_in_short(period)
        if common is None and _bonus_in_short(period):
            text += f" with {_bonus_in_short(period)}"
        parts.append(text)
    return ", then ".join(parts) + (f", {common}" if common else "")


def _period_in_short(period: Period) -> str:
    time = duration(period.main_ms)
    alone = {
        HOURGLASS: f"hourglass of {time}",
        GONG: f"gong every {time}",
        MOVE_TIMER: f"{time} for each move",
        UPCOUNT: "counting up",
        SCRABBLE: f"{time}, then penalty time",
    }
    if period.method in alone:
        return alone[period.method]
    if period.method == BYOYOMI:
        count = "moments" if period.block_count == 0 else f"{period.block_count} moments"
        return f"{time}, then {count} of {duration(period.block_ms)}"
    if period.method == CANADIAN:
        block = duration(period.block_ms)
        if period.block_count == 0:
            return f"{time}, then {block}, reloaded by hand"
        return f"{time}, then {block} for every {moves_text(period.block_count)}"
    if not period.moves:
        return time + (" again and again" if period.repeat else "")
    return f"{time} for {'every ' if period.repeat else ''}{moves_text(period.moves)}"


def _bonus_in_short(period: Period) -> str:
    if not period.bonus_ms:
        return ""
    time = duration(period.bonus_ms)
    texts = {FISCHER: time, BRONSTEIN: f"up to {time} given back", DELAY: f"{time} delay"}
    text = f"{texts[period.method]} a move"
    if period.bonus_from_move > 1:
        text += f" from move {period.bonus_from_move}"
    return text


# --- sentences -----------------------------------------------------------------------------------


def explain(control: TimeControl) -> list[str]:
    """Return sentences, one or two a line, that say all of what a control does."""
    plain = plain_of(control)
    lines: list[str] = []
    if plain.black is None:
        lines += _side_lines(plain.white, "Each player")
    else:
        lines += _side_lines(plain.white, "White")
        lines += _side_lines(plain.black, "Black")
    lines += _change_lines(plain)
    lines += _start_lines(control, plain)
    lines += _flag_lines(control, plain)
    return lines


def _side_lines(periods: tuple[Period, ...], who: str) -> list[str]:
    if len(periods) == 1:
        return [f"{who}: {_period_text(periods[0], 1, True)}"]
    lines = [f"{who} has {len(periods)} periods, one after the other."]
    bonuses = {_bonus_text(period) for period in periods}
    common = bonuses.pop() if len(bonuses) == 1 else None
    for number, period in enumerate(periods, 1):
        text = _period_text(period, number, number == len(periods), common is None)
        lines.append(f"  {number}. {text}")
    if common:
        lines.append(f"  In all periods:{common}")
    return lines


def _period_text(period: Period, number: int, is_last: bool, with_bonus: bool = True) -> str:
    time = duration(period.main_ms)
    method = period.method
    if method == HOURGLASS:
        return (
            f"hourglass, {time} at the start. What one player uses the other gains; both times"
            " together stay the same."
        )
    if method == GONG:
        return (
            f"gong, {time} for every turn. At its end the gong sounds and the turn passes to the"
            " other side by itself, which is not counted as a move; a press passes it earlier."
        )
    if method == MOVE_TIMER:
        return (
            f"{time} for each move; at the end of them the flag falls. What is not used is lost:"
            f" every move begins with {time} again."
        )
    if method == UPCOUNT:
        return "the time used is counted up from 0:00, without a limit."
    if method == SCRABBLE:
        return (
            f"{time} for the whole game, counted down; then the clock goes on below zero and shows"
            " the penalty time."
        )
    text = _main_text(period, number, is_last)
    if method in (BYOYOMI, CANADIAN):
        return f"{text} {_overtime_text(period)}"
    return text + _bonus_text(period) if with_bonus else text


def _bonus_text(period: Period) -> str:
    """Return the sentence about a bonus or delay, with a space before it, or nothing."""
    time = duration(period.bonus_ms)
    if period.method == FISCHER:
        text = f" Every move{_from_text(period)} adds {time}"
        if period.cap_ms:
            text += f", which lifts no clock above {duration(period.cap_ms)}"
        return text + " (Fischer)."
    if period.method == BRONSTEIN:
        return (
            f" After every move{_from_text(period)} the time used for it is given back, {time} at"
            " the most, so that no time can be gained (Bronstein)."
        )
    if period.method == DELAY:
        return (
            f" On every move{_from_text(period)} the clock waits {time} before the main time runs;"
            " what is left of the wait is lost (US delay)."
        )
    return ""


def _main_text(period: Period, number: int, is_last: bool) -> str:
    time = duration(period.main_ms) + (" more" if number > 1 else "")
    all_moves = "all other moves" if number > 1 else "all moves"
    if period.method in (BYOYOMI, CANADIAN):
        return f"{time}, then overtime." if period.main_ms else "overtime from the start."
    if not period.main_ms:
        return "no main time."
    if period.repeat:
        every = f" for every {moves_text(period.moves)}" if period.moves else ""
        return f"{time}{every}, again and again."
    if not is_last and period.moves and period.transition != AT_ZERO:
        return f"{time} for {moves_text(period.moves)}."
    planned = f" (planned for {moves_text(period.moves)})" if period.moves else ""
    return f"{time}{f' for {all_moves}' if is_last else ''}{planned}."


def _from_text(period: Period) -> str:
    return f" from move {period.bonus_from_move} on" if period.bonus_from_move > 1 else ""


def _overtime_text(period: Period) -> str:
    block = duration(period.block_ms)
    if period.method == BYOYOMI:
        text = f" of {block}: a move made within a moment gets the whole moment back"
        if period.block_count == 0:
            return f"There are moments{text}, and a longer one takes one more; they never end."
        if period.block_count == 1:
            return f"There is one moment{text}; its end is the flag (byo-yomi)."
        return (
            f"There are {period.block_count} moments{text}, a longer one uses up moments; the end"
            " of the last is the flag (byo-yomi)."
        )
    if period.block_count == 0:
        return (
            f"There is a block of {block}, reloaded by hand: BACK held for 1 s on one's own turn"
            " (Canadian)."
        )
    return (
        f"There are {block} for every {moves_text(period.block_count)}; when they are made the"
        f" next {block} begin, and what was left is lost (Canadian)."
    )


def _change_lines(plain: Plain) -> list[str]:
    lines = []
    for number, periods in enumerate(plain.sides):
        who = "" if plain.black is None else ("White: ", "Black: ")[number]
        changing = [p for i, p in enumerate(periods, 1) if i < len(periods) or p.repeat]
        kinds = {period.transition for period in changing}
        if not kinds:
            continue
        if len(kinds) > 1:
            for index, period in enumerate(changing, 2):
                how = "at zero, for both" if period.transition == AT_ZERO else "by moves"
                lines.append(f"{who}Period {index} comes {how}.")
        elif kinds == {AT_ZERO}:
            lines.append(
                f"{who}The next period comes at zero: when the first player gets there, both"
                " get its time, on top of what they have. Moves do not matter for it."
            )
        else:
            lines.append(
                f"{who}A player gets the time of the next period with the last move of a period;"
                " zero before that is the flag. Time that is left is kept."
            )
    return lines


def _start_lines(control: TimeControl, plain: Plain) -> list[str]:
    methods = {period.method for periods in plain.sides for period in periods}
    word = "bonus" if FISCHER in methods else "delay"
    if control.bonus_timing_forced:
        timing = f"Without main time the {word} is always given before the move"
    elif plain.bonus_timing == BEFORE_MOVE:
        timing = f"The {word} of a move is on the clock before it"
    else:
        timing = f"The {word} of a move is given after it"
    starts = []
    has_bonus = False
    for periods in plain.sides:
        first = periods[0]
        has_bonus = has_bonus or any(period.included_bonus(255) for period in periods)
        ms = first.main_ms
        if plain.bonus_timing == BEFORE_MOVE:
            ms += first.included_bonus(1)
        if not ms and first.method in (BYOYOMI, CANADIAN):
            ms = first.block_ms
        starts.append(clock_text(ms))
    if plain.white[0].method == DELAY and not plain.white[0].main_ms:
        return ["Only the delay runs; its end is the flag."]
    if len(starts) == 1:
        start = f"both clocks start at {starts[0]}"
    else:
        start = f"White's clock starts at {starts[0]}, Black's at {starts[1]}"
    if has_bonus:
        return [f"{timing}: {start}."]
    return [f"{start[0].upper()}{start[1:]}."]


def _flag_lines(control: TimeControl, plain: Plain) -> list[str]:
    lasts = [periods[-1] for periods in plain.sides]
    endless = [
        last.method in _WITHOUT_FLAG
        or (last.method == BYOYOMI and last.block_count == 0)
        or (last.repeat and last.transition == AT_ZERO)
        for last in lasts
    ]
    if all(endless):
        return ["No flag falls at the end."] if len(plain.white) > 1 else ["No flag falls."]
    if lasts[0].method == HOURGLASS:
        return ["At zero the flag falls and both clocks stop."]
    if control.freeze:
        return ["When a flag has fallen both clocks stop."]
    return ["When a flag has fallen the other clock goes on."]
