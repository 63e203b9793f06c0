"""The game of Triple Block that is on the clock, kept over power cuts; and how one begins (T56).

| file | what |
|---|---|
| `days_1.json`, `days_2.json` | the game, after whatever was done last: the same twice |
| `days.csv` | what was done, a line each, with the blocks after it; `days.csv.old`: before that |

The copies are written one after the other, each whole or not at all (`hal/store.py`): a power cut
in any moment leaves the game as it was before what was done last, or after it. One copy that has
been damaged is written anew from the other. Nothing is written while somebody thinks.
"""

import json

import machine
from clockcore.calendar import NO_DAY, Date, day_number, second_of_day
from clockcore.code_names import SIDE_NAMES
from clockcore.codes import LEFT, NEITHER, RIGHT
from clockcore.period import ControlError
from clockcore.triple_block import TripleBlockGame, seconds_between
from clockcore.triple_block_snapshot import NUMBER_LIMIT, from_plain, to_plain
from clockcore.triple_block_text import EARLIEST_ZONE, LATEST_ZONE
from hal.reset_note import NOTHING
from hal.rtc import OK
from hal.store import Store, StoreError, append_line, read_from
from micropython import const

from app.memory import DAYS_COPIES as COPIES

FORMAT = const(1)
JOURNAL = "days.csv"
TRIES = const(4)  # readings of the real-time clock, before there is none
JOURNAL_MOST = const(60_000)  # bytes, some 900 lines; as much again is kept as `.old`


def begin(application, menu) -> str:
    """Begin the game that a `TripleBlockMenu` was filled in for: the clock starts anew with it.

    Return the key of a text that says why not: no time is known (T56), or no room to keep it.
    """
    rtc = application.rtc
    if rtc is None or not is_sure(rtc):
        return "days no time"
    one = rtc.driver
    day = day_number(one.year, one.month, one.day)
    second = second_of_day(one.hour, one.minute, one.second)
    start_day, start_second = day, second
    if menu.starts_at_midnight:
        start_day, start_second = day + 1, 0
    game = TripleBlockGame()
    try:
        game.set_up(menu.plan(), menu.white_side, day, second, start_day, start_second)
    except ControlError:
        return "days no time"  # the date is none that a game could have
    memory = DaysMemory()
    try:
        memory.keep(game, menu.zone_minutes(), "start", NEITHER)
    except (OSError, MemoryError):
        memory.remove()
        return "full"
    start_anew(application)
    return ""


def is_sure(rtc) -> bool:
    """Read a real-time clock until two readings in a row agree; return whether they do.

    Nothing on its bus checks what comes: one wrong bit of a date would charge years at once. A
    clock that has lost its time, or does not answer, is asked again, too.
    """
    one = rtc.driver
    before = NO_DAY
    second_before = 0
    for _ in range(TRIES):
        if rtc.check() != OK:
            continue
        day = day_number(one.year, one.month, one.day)
        second = second_of_day(one.hour, one.minute, one.second)
        if before != NO_DAY and 0 <= seconds_between(before, second_before, day, second) <= 1:
            return True
        before = day
        second_before = second
    return False


def start_anew(application) -> None:
    """Start the board anew, on purpose; this does not come back."""
    application.silence()
    application.note.leave(NOTHING)
    machine.reset()


class DaysMemory:
    """Keeps the game and finds it.

    number      of what was kept last, from 1
    is_damaged  whether a copy could not be read
    is_uneven   whether the copies are not the same: they are to be written anew
    """

    def __init__(self) -> None:
        """Know nothing yet."""
        self.number = 0
        self.is_damaged = False
        self.is_uneven = False

    def load(self) -> tuple:
        """Return the game and the minutes of its zone.

        ControlError, one line, if neither copy can be read.
        """
        best = None
        error = "days: nothing is kept"
        numbers = []
        for path in COPIES:
            try:
                found = _read(path)
                numbers.append(0 if found is None else found[0])
                if found is not None and (best is None or found[0] > best[0]):
                    best = found
            except ValueError as refused:  # StoreError or ControlError
                self.is_damaged = True
                error = str(refused)
                numbers.append(0)
        if best is None:
            raise ControlError(error)
        self.number = best[0]
        self.is_uneven = numbers[0] != numbers[1]
        return best[1], best[2]

    def keep(self, game: TripleBlockGame, zone_minutes: int, what: str, side: int) -> None:
        """Keep the game as it is after `what`, done by or for `side`; OSError for no room."""
        self.number += 1
        self.save(game, zone_minutes)
        self.write_line(game, what, side)

    def save(self, game: TripleBlockGame, zone_minutes: int) -> None:
        """Write both copies; OSError if there is no room, and what is there stays."""
        plain = {
            "format": FORMAT,
            "number": self.number,
            "zone": zone_minutes,
            "game": to_plain(game),
        }
        text = json.dumps(plain)
        for path in COPIES:
            Store(path).update(text)

    def write_line(self, game: TripleBlockGame, what: str, side: int) -> None:
        """Write down what was done and what it has led to; OSError for no room."""
        day = game.latest_day
        second = game.latest_second
        if what == "flag":  # found late, perhaps, and yet it fell when it did (T56)
            day = game.flag_day
            second = game.flag_second
        date = Date()
        date.set_day(day)
        fields = [
            str(self.number),
            str(date.year) + "-" + _two(date.month) + "-" + _two(date.day)
            + "T" + _two(second // 3600) + ":" + _two(second // 60 % 60) + ":" + _two(second % 60)
            + "Z",
            what,
            SIDE_NAMES[side] if side < NEITHER else "",
        ]
        for one in (LEFT, RIGHT):
            fields += [str(game.left_s(one)), str(game.bank_s[one]), str(game.moves[one])]
        append_line(JOURNAL, ",".join(fields), JOURNAL_MOST)

    def journal(self, start: int, most: int) -> tuple:
        """Return whole lines of the journal from byte `start` on, and where the next begins."""
        found = read_from(JOURNAL, start, most)
        end = found.rfind(b"\n") + 1
        return found[:end].decode().splitlines(), start + end

    def put_aside(self) -> None:
        """Give copies that cannot be read other names."""
        for path in COPIES:
            Store(path).put_aside()

    def remove(self) -> None:
        """Forget the game; its journal stays."""
        for path in COPIES:
            Store(path).remove()


def _whole(path: str, plain: dict, name: str, low: int, high: int) -> int:
    value = plain.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise StoreError(path + ": " + name + ": " + str(low) + " to " + str(high))
    return value


def _two(number: int) -> str:
    return ("0" if number < 10 else "") + str(number)


def _read(path: str) -> "tuple | None":
    """Return number, game and zone of a copy, None if there is none; ValueError for a bad one."""
    text = Store(path).load()
    if text is None:
        return None
    try:
        plain = json.loads(text)
    except (ValueError, RuntimeError):
        raise StoreError(path + ": no JSON") from None
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise StoreError(path + ": not of format " + str(FORMAT))
    number = _whole(path, plain, "number", 1, NUMBER_LIMIT)
    zone = _whole(path, plain, "zone", EARLIEST_ZONE, LATEST_ZONE)
    return number, from_plain(plain.get("game")), zone
