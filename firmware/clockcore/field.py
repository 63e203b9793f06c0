"""What is edited digit by digit: times, numbers, choices, and the form that holds them.

The fields of every menu: PLUS and MINUS change what blinks, FORWARD and BACK go on and back, PLAY
accepts everything. A field never leaves its range, so that impossible values cannot be entered.
Menus may allocate; none of this is loaded while a side runs.
"""

from micropython import const

from clockcore.codes import (
    KEY_BACK,
    KEY_CLICK,
    KEY_DOWN,
    KEY_FORWARD,
    KEY_HOLD,
    KEY_MINUS,
    KEY_PLAY,
    KEY_PLUS,
    KEY_REPEAT,
)

# What became of a menu after a key.
OPEN = const(0)
CANCEL = const(1)
ACCEPT = const(2)

LINE_LENGTH = const(21)
LINE_COUNT = const(8)
SIGNED_LIMIT_MS = const(-36_000_000)  # a sign has room for less than 10 h below 0


class View:
    """What one display is to show of a menu.

    word         characters for its cells, right-aligned; `:` and `.` join the cell before them
    blink_from     the first cell that blinks, counted from the left of the word
    blink_count  how many blink
    lines        up to 8 lines of up to 21 Latin-1 characters for a panel; empty: the word
    """

    def __init__(self) -> None:
        """Start blank."""
        self.word = b""
        self.blink_from = 0
        self.blink_count = 0
        self.lines: tuple = ()

    def put(self, word: bytes, lines: tuple = ()) -> None:
        """Show a word that does not blink, or lines on a panel."""
        self.word = word
        self.blink_from = 0
        self.blink_count = 0
        self.lines = lines


class TimeField:
    """A time of whole seconds, hh:mm:ss or mm:ss, edited digit by digit.

    value        the time in ms; it keeps its ms until a digit is changed
    is_changed   whether a digit is another than at the start
    is_negative  whether it is below 0: a `-` stands in place of the first digit, then a 0
    """

    def __init__(
        self, ms: int, has_hours: bool = True, rounds_up: bool = True, signed: bool = False
    ) -> None:
        """Start with `ms`, shown rounded up; up to 99:59:59, or 59:59 without hours.

        A time that counts up is rounded down (T35). A `signed` one can be below 0, down to
        -9:59:59; one below that is shown as 0 and stays what it is until a digit is changed.
        """
        self.value = ms
        self.is_changed = False
        self.has_hours = has_hours
        self.signed = signed
        self.is_negative = signed and SIGNED_LIMIT_MS < ms < 0
        self.digit = 0
        limit_s = 359_999 if has_hours else 3_599
        if ms < 0:
            seconds = -ms // 1000 if self.is_negative else 0
        else:
            seconds = min((ms + (999 if rounds_up else 0)) // 1000, limit_s)
        self.digits = [
            seconds // 36_000,
            seconds // 3600 % 10,
            seconds // 600 % 6,
            seconds // 60 % 10,
            seconds // 10 % 6,
            seconds % 10,
        ]
        if not has_hours:
            del self.digits[:2]
        self.first = (self.value, list(self.digits), self.is_negative)

    def step(self, by: int) -> None:
        """Change the digit that blinks by 1 or -1, round its end; a sign comes before its 0."""
        index = self.digit
        from_end = len(self.digits) - index
        base = 6 if from_end == 4 or from_end == 2 else 10
        digit = self.digits[index]
        if self.signed and index == 0:
            place = ((0 if self.is_negative else digit + 1) + by) % (base + 1)
            self.is_negative = place == 0
            self.digits[0] = max(place - 1, 0)
        else:
            self.digits[index] = (digit + by) % base
        seconds = 0
        for place in range(len(self.digits)):
            from_end = len(self.digits) - place
            seconds = seconds * (6 if from_end == 4 or from_end == 2 else 10)
            seconds += self.digits[place]
        self.value = seconds * (-1000 if self.is_negative else 1000)
        self.is_changed = self.digits != self.first[1] or self.is_negative != self.first[2]
        if not self.is_changed:
            self.value = self.first[0]  # turned back: as if nobody had touched it

    def go(self, by: int) -> bool:
        """Go to the next (1) or previous (-1) digit; False if there is none."""
        if not 0 <= self.digit + by < len(self.digits):
            return False
        self.digit += by
        return True

    def enter(self, by: int) -> None:
        """Begin at the first digit (1), or at the last (-1)."""
        self.digit = 0 if by > 0 else len(self.digits) - 1

    def show(self, view: View, cells: int, is_active: bool) -> None:
        """Put the digits into a view; on fewer cells than digits those around the cursor.

        Hours and minutes then have nothing between them, minutes and seconds a separator (T36).
        """
        first = 0
        if len(self.digits) > cells and (not is_active or self.digit > 3):
            first = len(self.digits) - 4 if is_active else 0
        shown = self.digits[first : first + cells]
        word = b""
        for index in range(len(shown)):
            is_sign = self.is_negative and first + index == 0
            word += b"-" if is_sign else bytes([48 + shown[index]])
            from_end = len(self.digits) - first - index
            is_hours = len(shown) < len(self.digits) and first == 0
            if from_end % 2 == 1 and index + 1 < len(shown) and not is_hours:
                word += b":"
        view.put(word)
        if is_active:
            view.blink_from = self.digit - first
            view.blink_count = 1


class NumberField:
    """A whole number from `low` to `high`, edited digit by digit; `value` is the number."""

    def __init__(self, value: int, low: int, high: int, letter: bytes = b"") -> None:
        """Start with `value`, held in its range; `letter` stands before the number."""
        self.value = min(max(value, low), high)
        self.is_changed = False
        self.low = low
        self.high = high
        self.letter = letter
        self.count = len(str(high))
        self.digit = 0
        self.kept = self.value  # what the other digits come from while this one is turned
        self.stepped = self.value

    def step(self, by: int) -> None:
        """Change the digit that blinks to the next that is in the range, and no other digit.

        Where none is (05 of 1 to 10), the number goes to the end of its range, and at the next
        turn the other digits are back.
        """
        if self.value != self.stepped:
            self.kept = self.value  # set from outside
        unit = 10 ** (self.count - 1 - self.digit)
        rest = self.kept - self.kept // unit % 10 * unit
        for holds in (False, True):
            digit = self.value // unit % 10
            for _ in range(10):
                digit = (digit + by) % 10
                wanted = rest + digit * unit
                candidate = min(max(wanted, self.low), self.high)
                if candidate != self.value and (holds or candidate == wanted):
                    self.value = candidate
                    self.stepped = candidate
                    self.is_changed = True
                    return

    def go(self, by: int) -> bool:
        """Go to the next (1) or previous (-1) digit; False if there is none."""
        if not 0 <= self.digit + by < self.count:
            return False
        self.digit += by
        self.kept = self.value
        return True

    def enter(self, by: int) -> None:
        """Begin at the first digit (1), or at the last (-1)."""
        self.digit = 0 if by > 0 else self.count - 1
        self.kept = self.value

    def show(self, view: View, cells: int, is_active: bool) -> None:
        """Put letter and number into a view, the number with all its digits."""
        number = str(self.value).encode()
        number = b"0" * (self.count - len(number)) + number
        letter = self.letter if len(self.letter) + len(number) <= cells else b""
        view.put(letter + number)
        if is_active:
            view.blink_from = len(letter) + self.digit
            view.blink_count = 1


class ChoiceField:
    """One of several values; `value` is the chosen one."""

    def __init__(self, value: object, values: tuple, words: tuple) -> None:
        """Start with `value`, one of `values` (the first if it is none); a word for each."""
        self.values = values
        self.words = words
        self.index = values.index(value) if value in values else 0
        self.is_changed = False

    @property
    def value(self) -> int:
        """Return the chosen value."""
        return self.values[self.index]

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) value, round the end."""
        if len(self.values) > 1:
            self.index = (self.index + by) % len(self.values)
            self.is_changed = True

    def go(self, by: int) -> bool:
        """Return False: there is only one place."""
        return False

    def enter(self, by: int) -> None:
        """Do nothing: there is only one place."""

    def show(self, view: View, cells: int, is_active: bool) -> None:
        """Put the word of the chosen value into a view; all of it blinks."""
        view.put(self.words[self.index])
        if is_active:
            view.blink_count = cells


class Screen:
    """One screen of a menu: it takes keys and says what the displays are to show."""

    def key(self, key: int, gesture: int, at: int) -> int:
        """Take a gesture; return OPEN, CANCEL or ACCEPT."""
        return OPEN

    def view(self, side: int, view: View) -> None:
        """Fill the view of the display of a side."""


class Form(Screen):
    """Fields one after the other; `place` is the one that is edited."""

    def __init__(self, fields: list) -> None:
        """Take at least one field and begin with the first."""
        self.fields = fields
        self.place = 0
        self.fields[0].enter(1)

    def key(self, key: int, gesture: int, at: int) -> int:
        """Take a gesture; return OPEN, CANCEL (BACK at the start, or held) or ACCEPT."""
        if key == KEY_PLUS or key == KEY_MINUS:
            if gesture == KEY_DOWN or gesture == KEY_HOLD or gesture == KEY_REPEAT:
                self.fields[self.place].step(1 if key == KEY_PLUS else -1)
                self.changed()
        elif key == KEY_FORWARD and gesture == KEY_CLICK:
            if not self.fields[self.place].go(1):
                return self._leave(1)
        elif key == KEY_BACK and gesture == KEY_CLICK:
            if not self.fields[self.place].go(-1):
                return self._leave(-1)
        elif key == KEY_BACK and gesture == KEY_HOLD:
            return CANCEL
        elif key == KEY_PLAY and gesture == KEY_CLICK:
            return self.accept()
        return OPEN

    def changed(self) -> None:
        """Do what follows from a change of the field that is edited."""

    def accept(self) -> int:
        """Return ACCEPT, or OPEN where something has to be put right first."""
        return ACCEPT

    def _leave(self, by: int) -> int:
        """Go to the next or previous field; FORWARD at the last accepts."""
        if by > 0 and self.place + 1 == len(self.fields):
            return self.accept()
        if by < 0 and self.place == 0:
            return CANCEL
        self.place += by
        self.fields[self.place].enter(by)
        return OPEN
