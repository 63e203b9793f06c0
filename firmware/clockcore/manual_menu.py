"""The manual set: every field of a time control, edited digit by digit.

Order of the fields: both sides alike or each alone; then each period: method, main time, bonus or
delay, block, what comes next (end, next period by count or at zero, repeat), moves, and behind a
question the rare ones (bonus from a move on, cap); at the end when a bonus is given, and FREEZE.
Only what applies is offered. PLAY accepts from everywhere, but stops first at what a choice has
brought and nobody has looked at, and at what makes the control impossible.
"""

from micropython import const

from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    LEFT,
    MOVE_TIMER,
    NONE,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.control_rules import (
    ALONE,
    COUNT_LIMIT,
    LAST_ONLY,
    PERIOD_LIMIT,
    WITH_BONUS,
    has_bonus,
)
from clockcore.field import (
    ACCEPT,
    CANCEL,
    LINE_LENGTH,
    OPEN,
    ChoiceField,
    Form,
    NumberField,
    TimeField,
    View,
)
from clockcore.period import MAIN_LIMIT_MS, ControlError, Period
from clockcore.texts import METHOD_KEYS
from clockcore.time_control import TimeControl

START_MS = const(300_000)  # the control to begin with where none is given
NEXT_MAIN_MS = const(1_800_000)  # what a period that is added begins with
FIRST_MOVES = const(40)
NEXT_MOVES = const(20)

# Kinds of fields. A *spot* is a place of the menu: side << 8 | period << 4 | kind.
SIDES_KIND = const(0)
METHOD_KIND = const(1)
MAIN_KIND = const(2)
BONUS_KIND = const(3)
BLOCK_KIND = const(4)
BLOCK_COUNT_KIND = const(5)
NEXT_KIND = const(6)
MOVES_KIND = const(7)
MORE_KIND = const(8)
FROM_KIND = const(9)
CAP_KIND = const(10)
TIMING_KIND = const(11)
FREEZE_KIND = const(12)

# What comes after a period.
END = const(0)
COUNT = const(1)
ZERO = const(2)
AGAIN_COUNT = const(3)
AGAIN_ZERO = const(4)

# Kinds that somebody must have looked at before PLAY accepts what a choice has brought.
REQUIRED = (METHOD_KIND, MAIN_KIND, BONUS_KIND, BLOCK_KIND, BLOCK_COUNT_KIND, MOVES_KIND)
PAIRED = (HOURGLASS, GONG)  # for both sides or for neither
STANDING = (FISCHER, BRONSTEIN)  # whose bonus stands on the account under BEFORE_MOVE (T10)
WITH_BLOCK = (BYOYOMI, CANADIAN)

FIELD_KEYS = (
    "field sides",
    "field method",
    "field main",
    "field bonus",
    "field block",
    "field block count",
    "field next",
    "field moves",
    "field more",
    "field from",
    "field cap",
    "field timing",
    "field freeze",
)
# The attribute of a draft that a kind edits.
ATTRIBUTES = (
    "",
    "method",
    "main_ms",
    "bonus_ms",
    "block_ms",
    "block_count",
    "follow",
    "",
    "is_rare",
    "bonus_from_move",
    "cap_ms",
)
DRAFT_FIELDS = (
    "method",
    "main_ms",
    "bonus_ms",
    "block_ms",
    "block_count",
    "follow",
    "count_moves",
    "zero_moves",
    "is_rare",
    "bonus_from_move",
    "cap_ms",
)
METHODS = (
    NONE,
    FISCHER,
    BRONSTEIN,
    DELAY,
    BYOYOMI,
    CANADIAN,
    HOURGLASS,
    GONG,
    MOVE_TIMER,
    UPCOUNT,
    SCRABBLE,
)
NEXT_KEYS = (
    "next end",
    "next count",
    "next zero",
    "next again count",
    "next again zero",
)
MARK_KEYS = ("mark white", "mark black", "mark both")
SIDE_KEYS = ("white", "black", "both")


class _Draft:
    """A period that is being edited; what does not apply waits here until it does.

    follow       END, COUNT, ZERO, AGAIN_COUNT or AGAIN_ZERO
    count_moves  the moves of a period that its count ends
    zero_moves   the moves of a period that ends at zero, shown and never obeyed (T21)
    is_rare      whether `bonus_from_move` and `cap_ms` are wanted
    """

    def __init__(self, period: Period, index: int, is_last: bool) -> None:
        """Take the fields of `period`, which is number `index` from 0."""
        self.method = period.method
        self.main_ms = period.main_ms
        self.bonus_ms = period.bonus_ms
        self.block_ms = period.block_ms
        self.block_count = period.block_count
        self.bonus_from_move = period.bonus_from_move
        self.cap_ms = period.cap_ms
        self.is_rare = period.method in WITH_BONUS and (
            period.bonus_from_move > 1 or period.cap_ms > 0
        )
        by_count = period.transition == BY_COUNT
        self.follow = COUNT if by_count else ZERO
        if is_last:
            self.follow = END
            if period.repeat:
                self.follow = AGAIN_COUNT if by_count else AGAIN_ZERO
        self.count_moves = FIRST_MOVES if index == 0 else NEXT_MOVES
        self.zero_moves = 0
        if self.follow == COUNT or self.follow == AGAIN_COUNT:
            self.count_moves = period.moves
        elif self.follow != END:
            self.zero_moves = period.moves

    def twin(self) -> "_Draft":
        """Return a copy."""
        result = _Draft(Period(), 0, True)
        for name in DRAFT_FIELDS:
            setattr(result, name, getattr(self, name))
        return result


class ManualMenu(Form):
    """Edits a draft of a time control; whatever is pressed, it accepts only what can be.

    is_refused  the last key could not be obeyed; until the next key the cells say so
    reason      the key of the text that says why the cursor is here or stays here, or ""
    """

    def __init__(self, control: "TimeControl | None", cells: int, texts) -> None:
        """Start with `control` (5 min without one) on displays of `cells` cells.

        `texts` has `word(key)` for the cells of this clock and `line(key)` for a panel, bytes
        both. The words of fields of a period have two cells fewer, for side and period.
        """
        if control is None:
            control = TimeControl((Period(START_MS),))
        self.loaded = control
        self.cells = cells
        self.texts = texts
        self.is_odds = control.odds
        self.timing = control.bonus_timing
        self.freeze = None if control.freeze == has_bonus(control) else control.freeze
        self.white = _drafts(control.white_periods)
        # Without drafts of its own Black has those of White, until somebody looks at Black's.
        self.black = _drafts(control.black_periods) if control.odds else None
        self.is_refused = False
        self.reason = ""
        self.result: TimeControl | None = None
        self.loaded_values = self._values()
        self.seen = set(self._spots())
        self.spot = SIDES_KIND
        self.choice_keys: tuple = ()
        super().__init__([self._field()])

    def control(self) -> "TimeControl | None":
        """Return the control that was accepted: the loaded one itself where nothing differs."""
        return self.result

    def key(self, key: int, gesture: int, at: int) -> int:
        """Take a gesture; return OPEN, CANCEL (BACK at the start, or held) or ACCEPT."""
        self.is_refused = False
        self.reason = ""
        return super().key(key, gesture, at)

    def view(self, side: int, view: View) -> None:
        """Fill a view: on the left the name of the field, on the right its value."""
        if side == LEFT:
            self._view_name(view)
        elif self.is_refused:
            view.put(self.texts.word("no"))
        else:
            self.fields[0].show(view, self.cells, True)

    # --- what follows from a key ------------------------------------------------------------

    def changed(self) -> None:
        """Put the value of the field into the draft."""
        field = self.fields[0]
        if not field.is_changed and not isinstance(field, TimeField):
            return  # a time may be turned back to what it was
        kind = self.spot & 15
        if kind == SIDES_KIND:
            self.is_odds = field.value
        elif kind == TIMING_KIND:
            self.timing = field.value
        elif kind == FREEZE_KIND:
            self.freeze = field.value
        else:
            side, index = self.spot >> 8, self.spot >> 4 & 15
            name = ATTRIBUTES[kind]
            if kind == MOVES_KIND:
                by_count = self._is_by_count(side, index)
                name = "count_moves" if by_count else "zero_moves"
            setattr(self._side(side)[index], name, field.value)

    def accept(self) -> int:
        """Return ACCEPT, or go to what is missing, or stay where something cannot be."""
        faults = self._faults()
        if self._is_refused_by(faults):
            return OPEN
        for spot in self._spots():
            if spot & 15 in REQUIRED and spot not in self.seen:
                self._enter(spot, 1)
                return OPEN
        if faults:
            self._enter(faults[0][0], 1)
            self.reason = faults[0][1]
            return OPEN
        try:
            self.result = self.loaded if self._is_loaded() else self._build()
        except ControlError:
            # `_faults` knows every reason; should a rule be added, its control is still refused.
            self.is_refused = True
            return OPEN
        return ACCEPT

    def _leave(self, by: int) -> int:
        """Go to the next or previous field; FORWARD stays at what cannot be, BACK never."""
        if by > 0 and self._is_refused_by(self._faults()):
            return OPEN
        spots = self._spots()
        place = spots.index(self.spot)
        if by < 0 and place == 0:
            return CANCEL
        if by > 0 and place + 1 == len(spots):
            return self.accept()
        self._enter(spots[place + by], by)
        return OPEN

    def _is_refused_by(self, faults: list) -> bool:
        """Refuse to leave if one of `faults` lies in the field of the cursor."""
        for spot, reason in faults:
            if spot == self.spot:
                self.is_refused = True
                self.reason = reason
        return self.is_refused

    def _enter(self, spot: int, by: int) -> None:
        """Put the cursor on the first (1) or last (-1) digit of a field."""
        if spot >> 8 and self.black is None:
            self.black = [draft.twin() for draft in self.white]
        self.spot = spot
        self.seen.add(spot)
        field = self._field()
        field.enter(by)
        self.fields[0] = field

    # --- the draft, as far as it applies ----------------------------------------------------

    def _sides(self) -> tuple:
        return (0, 1) if self.is_odds else (0,)

    def _side(self, side: int) -> list:
        """Return the drafts of White (0; of both where they are alike) or of Black (1)."""
        return self.white if side == 0 or self.black is None else self.black

    def _method(self, side: int, index: int) -> int:
        """Return the method; Black has White's where one of the two is only for both."""
        method = self._side(side)[index].method
        if side == 1 and index == 0:
            white = self.white[0].method
            if white in PAIRED or method in PAIRED:
                return white
        return method

    def _follow(self, side: int, index: int) -> int:
        """Return what comes after a period."""
        method = self._method(side, index)
        draft = self._side(side)[index]
        if method in ALONE or method in LAST_ONLY:
            return END
        if draft.follow >= AGAIN_COUNT and draft.main_ms == 0:
            return END
        return draft.follow

    def _is_by_count(self, side: int, index: int) -> bool:
        follow = self._follow(side, index)
        return follow == COUNT or follow == AGAIN_COUNT

    def _count(self, side: int) -> int:
        """Return the number of periods; one that has been asked for is added."""
        drafts = self._side(side)
        index = 0
        while True:
            follow = self._follow(side, index)
            index += 1
            if follow != COUNT and follow != ZERO:
                return index
            if index == len(drafts):
                before = drafts[index - 1]
                period = Period(NEXT_MAIN_MS, before.method, before.bonus_ms)
                drafts.append(_Draft(period, index, True))

    def _gives_bonus(self) -> bool:
        """Return whether it matters when a bonus is given (T10)."""
        for side in self._sides():
            for index in range(self._count(side)):
                if self._method(side, index) in STANDING:
                    return True
        return False

    def _is_forced(self) -> bool:
        """Return whether a main time of 0 forces BEFORE_MOVE (T10)."""
        for side in self._sides():
            if self._method(side, 0) in STANDING and self._side(side)[0].main_ms == 0:
                return True
        return False

    def _timing(self) -> int:
        return BEFORE_MOVE if self._is_forced() else self.timing

    def _period(self, side: int, index: int) -> Period:
        """Return a period with the fields that apply, and the defaults of the others."""
        draft = self._side(side)[index]
        method = self._method(side, index)
        follow = self._follow(side, index)
        period = Period(0 if method == UPCOUNT else draft.main_ms, method)
        if method in WITH_BONUS:
            period.bonus_ms = draft.bonus_ms
            if draft.is_rare:
                period.bonus_from_move = draft.bonus_from_move
                if method == FISCHER:
                    period.cap_ms = draft.cap_ms
        if method in WITH_BLOCK:
            period.block_ms = draft.block_ms
            period.block_count = draft.block_count
        if follow == COUNT or follow == AGAIN_COUNT:
            period.moves = draft.count_moves
        elif follow != END:
            period.moves = draft.zero_moves
            period.transition = AT_ZERO
        period.repeat = follow >= AGAIN_COUNT
        return period

    def _periods(self, side: int) -> tuple:
        return tuple([self._period(side, index) for index in range(self._count(side))])

    def _build(self) -> TimeControl:
        black = self._periods(1) if self.is_odds else None
        return TimeControl(self._periods(0), black, self._timing(), self.freeze)

    def _values(self) -> list:
        """Return all that applies as plain values, to compare."""
        values: list = [self.is_odds, self._timing(), self.freeze]
        for side in self._sides():
            for period in self._periods(side):
                values += [period.main_ms, period.method, period.bonus_ms]
                values += [period.bonus_from_move, period.cap_ms, period.moves]
                values += [period.transition, period.block_ms, period.block_count, period.repeat]
        return values

    def _is_loaded(self) -> bool:
        return self._values() == self.loaded_values

    # --- the fields -------------------------------------------------------------------------

    def _spots(self) -> list:
        """Return the spots of all fields that apply, in their order."""
        spots = [SIDES_KIND]
        for side in self._sides():
            for index in range(self._count(side)):
                base = side << 8 | index << 4
                method = self._method(side, index)
                spots.append(base | METHOD_KIND)
                if method != UPCOUNT:
                    spots.append(base | MAIN_KIND)
                if method in WITH_BONUS:
                    spots.append(base | BONUS_KIND)
                elif method in WITH_BLOCK:
                    spots.append(base | BLOCK_KIND)
                    spots.append(base | BLOCK_COUNT_KIND)
                if method in ALONE or method in LAST_ONLY:
                    continue
                spots.append(base | NEXT_KIND)
                if self._follow(side, index) != END:
                    spots.append(base | MOVES_KIND)
                if method in WITH_BONUS:
                    spots.append(base | MORE_KIND)
                    if self._side(side)[index].is_rare:
                        spots.append(base | FROM_KIND)
                        if method == FISCHER:
                            spots.append(base | CAP_KIND)
        if self._gives_bonus():
            spots.append(TIMING_KIND)
        spots.append(FREEZE_KIND)
        return spots

    def _field(self):
        """Return a field for the spot of the cursor."""
        side, index, kind = self.spot >> 8, self.spot >> 4 & 15, self.spot & 15
        draft = self._side(side)[index]
        self.choice_keys = ()
        if kind == SIDES_KIND:
            return self._choice(self.is_odds, (False, True), ("both", "each"))
        if kind == METHOD_KIND:
            methods = self._methods(side, index)
            keys = tuple([METHOD_KEYS[method] for method in methods])
            return self._choice(self._method(side, index), methods, keys)
        if kind == MAIN_KIND:
            return TimeField(draft.main_ms)
        if kind == BONUS_KIND:
            return TimeField(draft.bonus_ms, False)
        if kind == BLOCK_KIND:
            return TimeField(draft.block_ms)
        if kind == BLOCK_COUNT_KIND:
            return NumberField(draft.block_count, 0, COUNT_LIMIT)
        if kind == NEXT_KIND:
            choices: tuple = (END, COUNT, ZERO) if index + 1 < PERIOD_LIMIT else (END,)
            if draft.main_ms:
                choices += (AGAIN_COUNT, AGAIN_ZERO)
            keys = tuple([NEXT_KEYS[choice] for choice in choices])
            return self._choice(self._follow(side, index), choices, keys)
        if kind == MOVES_KIND:
            by_count = self._is_by_count(side, index)
            moves = draft.count_moves if by_count else draft.zero_moves
            return NumberField(moves, 0, COUNT_LIMIT, b"n")
        if kind == MORE_KIND:
            return self._choice(draft.is_rare, (False, True), ("more no", "more yes"))
        if kind == FROM_KIND:
            return NumberField(draft.bonus_from_move, 1, COUNT_LIMIT, b"n")
        if kind == CAP_KIND:
            return TimeField(draft.cap_ms)
        if kind == TIMING_KIND:
            if self._is_forced():
                return self._choice(BEFORE_MOVE, (BEFORE_MOVE,), ("timing before",))
            keys = ("timing before", "timing after")
            return self._choice(self.timing, (BEFORE_MOVE, AFTER_MOVE), keys)
        keys = ("freeze auto", "freeze on", "freeze off")
        return self._choice(self.freeze, (None, True, False), keys)

    def _choice(self, value: object, values: tuple, keys: tuple) -> ChoiceField:
        self.choice_keys = keys
        return ChoiceField(value, values, tuple([self.texts.word(key) for key in keys]))

    def _methods(self, side: int, index: int) -> tuple:
        """Return the methods that a period can have."""
        if index:
            return tuple([method for method in METHODS if method not in ALONE])
        if side == 0:
            return METHODS
        if self.white[0].method in PAIRED:
            return (self.white[0].method,)
        return tuple([method for method in METHODS if method not in PAIRED])

    # --- what cannot be ---------------------------------------------------------------------

    def _faults(self) -> list:
        """Return spot and reason of each field that makes the control impossible, in order."""
        faults: list = []
        for side in self._sides():
            total_ms = 0
            periods = self._periods(side)
            for index in range(len(periods)):
                before = periods[index - 1] if index else None
                total_ms = self._add_faults(faults, side, index, periods[index], before, total_ms)
        return faults

    def _add_faults(
        self,
        faults: list,
        side: int,
        index: int,
        period: Period,
        before: "Period | None",
        total_ms: int,
    ) -> int:
        """Add the faults of one period; return the certain total up to its end, in ms."""
        base = side << 8 | index << 4
        method = period.method
        main_ms = period.main_ms
        is_free = method in WITH_BONUS or method in WITH_BLOCK or method == UPCOUNT
        if main_ms == 0 and not is_free:
            faults.append((base | MAIN_KIND, "reason zero"))
        total_ms += main_ms
        both_ms = main_ms
        if method == HOURGLASS:
            both_ms += self.white[0].main_ms if side or not self.is_odds else 0
        if total_ms > MAIN_LIMIT_MS or both_ms > MAIN_LIMIT_MS:
            faults.append((base | MAIN_KIND, "reason total"))
            total_ms = 0  # told once is enough
        if before is not None and before.transition == AT_ZERO and method not in WITH_BLOCK:
            gained_ms = main_ms
            if self._timing() == BEFORE_MOVE:
                gained_ms += period.included_bonus(COUNT_LIMIT)
                gained_ms -= before.included_bonus(COUNT_LIMIT)
            if gained_ms <= 0:
                kind = BONUS_KIND if method in STANDING else MAIN_KIND
                faults.append((base | kind, "reason nothing"))
        if method in WITH_BONUS:
            if main_ms == 0 and period.bonus_ms == 0:
                faults.append((base | BONUS_KIND, "reason zero"))
            if before is None and self._timing() == BEFORE_MOVE:
                total_ms += period.included_bonus(1)
                if total_ms > MAIN_LIMIT_MS:
                    faults.append((base | BONUS_KIND, "reason total"))
                    total_ms = 0
        if method in WITH_BLOCK and period.block_ms == 0:
            faults.append((base | BLOCK_KIND, "reason zero"))
        if period.moves == 0 and self._is_by_count(side, index):
            faults.append((base | MOVES_KIND, "reason moves"))
        if before is None and main_ms == 0 and period.bonus_from_move > 1:
            faults.append((base | FROM_KIND, "reason from"))
        return total_ms

    # --- the left display -------------------------------------------------------------------

    def _view_name(self, view: View) -> None:
        """Show side, period and name of the field, in cells and as lines of a panel."""
        side, index, kind = self.spot >> 8, self.spot >> 4 & 15, self.spot & 15
        texts = self.texts
        key = FIELD_KEYS[kind]
        if kind == BONUS_KIND and self._method(side, index) != FISCHER:
            key = "field delay"
        elif kind == BLOCK_COUNT_KIND and self._method(side, index) == BYOYOMI:
            key = "field moments"
        word = texts.word(key)
        where = b""
        if METHOD_KIND <= kind <= CAP_KIND:
            who = side if self.is_odds else 2
            number = str(index + 1).encode()
            mark = texts.word(MARK_KEYS[who]) + number
            word = mark + b" " * (self.cells - len(mark) - len(word)) + word
            where = texts.line(SIDE_KEYS[who]) + b", " + texts.line("period") + b" " + number
        value = b""
        if self.choice_keys:
            value = texts.line(self.choice_keys[self.fields[0].index])
        lines = (
            texts.line(key),
            where,
            value,
            texts.line(self.reason) if self.reason else b"",
            texts.line("keys change"),
            texts.line("keys move"),
            texts.line("keys accept"),
            texts.line("keys cancel"),
        )
        view.put(word, tuple([line[:LINE_LENGTH] for line in lines]))


def _drafts(periods: tuple) -> list:
    count = len(periods)
    return [_Draft(periods[index], index, index + 1 == count) for index in range(count)]
