"""Programs by number: presets, ten user programs, the adjourned games that exist, Triple Block."""

from micropython import const

from clockcore.codes import AFTER_MOVE
from clockcore.period import ControlError
from clockcore.time_control import TimeControl

USER_FIRST = const(101)
USER_COUNT = const(10)
ADJOURNED_FIRST = const(201)
ADJOURNED_COUNT = const(8)
DAYS_PROGRAM = const(301)  # a game of Triple Block
NAME_LENGTH = const(16)


class Programs:
    """The ring of programs that PLUS and MINUS go through, and the user programs themselves.

    names      of the user programs: up to 16 printable Latin-1 characters each, "" for none
    controls   of the user programs; None where one is empty
    adjourned  the numbers of the adjourned games that exist, ascending
    """

    def __init__(self) -> None:
        """Start with ten empty user programs and no adjourned game."""
        self.names = [""] * USER_COUNT
        self.controls: list = [None] * USER_COUNT
        self.adjourned: tuple = ()

    def is_user(self, number: int) -> bool:
        """Return whether `number` is a user program: 101 to 110."""
        return USER_FIRST <= number < USER_FIRST + USER_COUNT

    def control(self, number: int) -> "TimeControl | None":
        """Return the control of a preset or user program, None for an empty one.

        ControlError for any other number.
        """
        if self.is_user(number):
            return self.controls[number - USER_FIRST]
        from clockcore.presets import preset

        return preset(_preset_number(number))

    def name(self, number: int) -> str:
        """Return the name of a preset or user program; ControlError for any other number."""
        if self.is_user(number):
            return self.names[number - USER_FIRST]
        from clockcore.presets import preset_name

        return preset_name(_preset_number(number))

    def set_user(self, number: int, control: "TimeControl | None") -> None:
        """Store a control in a user program, under the name that it has; None empties it.

        The program keeps a control of its own, which carries the program's name. ControlError
        where `number` is not 101 to 110.
        """
        index = self._index(number)
        self.controls[index] = None if control is None else _named(control, self.names[index])

    def rename(self, number: int, name: str) -> None:
        """Name a user program; spaces at both ends are dropped.

        ControlError for more than 16 characters, for one that is not printable Latin-1, and where
        `number` is not 101 to 110.
        """
        index = self._index(number)
        name = _checked_name(name, index)
        self.names[index] = name
        if self.controls[index] is not None:
            self.controls[index] = _named(self.controls[index], name)

    def set_adjourned(self, numbers: tuple) -> None:
        """Take the numbers of the adjourned games; ControlError for one not 201 to 208."""
        for number in numbers:
            if not ADJOURNED_FIRST <= number < ADJOURNED_FIRST + ADJOURNED_COUNT:
                last = ADJOURNED_FIRST + ADJOURNED_COUNT - 1
                raise ControlError(
                    "adjourned game " + str(number) + " is outside "
                    + str(ADJOURNED_FIRST) + " to " + str(last)
                )
        self.adjourned = tuple(sorted(set(numbers)))

    def step(self, number: int, by: int) -> int:
        """Return the program `by` steps on: presets, user programs, adjourned games, Triple Block.

        It is a ring. From a number that is no longer there the next (or previous) one that is.
        """
        from clockcore.presets import PRESET_COUNT

        ring = list(range(1, PRESET_COUNT + 1))
        ring += range(USER_FIRST, USER_FIRST + USER_COUNT)
        ring += self.adjourned
        ring.append(DAYS_PROGRAM)
        place = 0
        while place < len(ring) and ring[place] < number:
            place += 1
        if by > 0 and (place == len(ring) or ring[place] != number):
            place -= 1
        return ring[(place + by) % len(ring)]

    def to_plain(self) -> list:
        """Return the user programs as plain values for a store: name and control of each."""
        from clockcore.control_dict import control_to_dict

        plain = []
        for index in range(USER_COUNT):
            control = self.controls[index]
            fields = None
            if control is not None:
                fields = control_to_dict(control)
                if control.bonus_timing_forced:
                    fields["bonus_timing"] = "after"
                del fields["name"]
            plain.append({"name": self.names[index], "control": fields})
        return plain

    def take(self, plain: object) -> None:
        """Take what `to_plain` gave; fewer programs leave the rest empty.

        ControlError says what is wrong and where; then nothing has changed.
        """
        from clockcore.control_dict import control_from_dict

        if not isinstance(plain, (list, tuple)):
            raise ControlError("programs: a list is needed")
        if len(plain) > USER_COUNT:
            raise ControlError(
                "programs: " + str(len(plain)) + " given, at most " + str(USER_COUNT)
            )
        names = [""] * USER_COUNT
        controls: list = [None] * USER_COUNT
        for index in range(len(plain)):
            entry = plain[index]
            where = "user program " + str(index + 1) + ": "
            if not isinstance(entry, dict):
                raise ControlError(where + "an object with name and control is needed")
            names[index] = _checked_name(entry.get("name", ""), index)
            fields = entry.get("control")
            if fields is not None:
                try:
                    control = control_from_dict(fields)
                except ControlError as error:
                    raise ControlError(where + str(error)) from None
                controls[index] = _named(control, names[index])
        self.names = names
        self.controls = controls

    def _index(self, number: int) -> int:
        if not self.is_user(number):
            last = USER_FIRST + USER_COUNT - 1
            raise ControlError(
                "program " + str(number) + " is no user program: "
                + str(USER_FIRST) + " to " + str(last)
            )
        return number - USER_FIRST


def _preset_number(number: int) -> int:
    """Return `number` if a preset can have it; ControlError for what is no program."""
    from clockcore.presets import PRESET_COUNT

    if not 1 <= number <= PRESET_COUNT:
        last = USER_FIRST + USER_COUNT - 1
        raise ControlError(
            "program " + str(number) + " is neither a preset (1 to " + str(PRESET_COUNT)
            + ") nor a user program (" + str(USER_FIRST) + " to " + str(last) + ")"
        )
    return number


def _checked_name(name: object, index: int) -> str:
    """Return a name without spaces at its ends; ControlError says what is wrong with it."""
    where = "user program " + str(index + 1) + ": name: "
    if not isinstance(name, str):
        raise ControlError(where + "a text is needed")
    name = name.strip(" ")
    if len(name) > NAME_LENGTH:
        raise ControlError(
            where + str(len(name)) + " characters, at most " + str(NAME_LENGTH)
        )
    for place in range(len(name)):
        code = ord(name[place])
        # 127 to 160 are controls and the space that does not break; 173 is the soft hyphen.
        if not 32 <= code <= 255 or 127 <= code <= 160 or code == 173:
            raise ControlError(
                where + "character " + str(place + 1) + " is not printable Latin-1"
            )
    return name


def _named(control: TimeControl, name: str) -> TimeControl:
    """Return the same control under another name."""
    timing = AFTER_MOVE if control.bonus_timing_forced else control.bonus_timing
    black = control.black_periods if control.odds else None
    return TimeControl(control.white_periods, black, timing, control.freeze, name)
