"""A clock on which a game of Triple Block is played, in place of the ordinary one.

Days are counted by the real-time clock (T50), so this loop is not the ordinary one: it reads that
clock twice a second and before whatever people do, gives edges to the `BlockDesk`, keeps what was
done (`days_memory.py`), shows it, and answers a host. Nothing of the ordinary game is under way
meanwhile. The board is started anew when such a game begins, and when it is put away; a start that
finds one on flash memory comes here at once, and the time that has passed is charged by the first
reading (T56).
"""

import gc
from time import sleep_ms

import machine
from clockcore.calendar import NO_DAY, day_number, second_of_day
from clockcore.codes import NEITHER
from clockcore.frame import FEW_CELLS
from clockcore.journal import P_BATTERY, P_DISPLAYS, P_HOST, P_JOURNAL
from clockcore.period import ControlError
from clockcore.settings import Settings
from clockcore.ticks import ticks_add, ticks_diff, ticks_ms
from clockcore.triple_block_desk import BlockDesk
from hal.battery import Battery
from hal.contact_input import EdgeRing
from hal.idle import Idle
from hal.reset_note import SERVICE
from hal.rtc import RealTimeClock
from hal.serial_line import SerialLine
from hal.watchdog import Watchdog
from machine import Pin
from micropython import const

from app.building import (
    lever_kind,
    open_battery,
    open_displays,
    open_inputs,
    open_line,
    open_rtc,
)
from app.days_console import DaysConsole
from app.days_memory import DaysMemory, is_sure, start_anew
from app.displays import marks_at_once, open_drivers, open_i2c, show_word
from app.memory import Memory

READ_MS = const(500)
RETRY_MS = const(10_000)  # what could not be kept
BLINK_MS = const(64)
FEED_MS = const(500)  # the watchdog bites after 2 s
ERROR_COUNTS = const(6)
LOOK_MS = const(20)
WORD_LOST = (b"GA Err", b"GAEr")


def play(board, note) -> None:
    """Play the game that is kept; come back only to leave the REPL to a host.

    A game of which neither copy can be read is put aside, and said until a key goes down.
    """
    memory = DaysMemory()
    try:
        game, zone_minutes = memory.load()
    except ControlError as error:
        memory.put_aside()
        _say_lost(board, str(error))
        return
    loop = DaysLoop(board, note, memory, game, zone_minutes)
    DaysLoop.current = loop
    loop.run()
    note.leave(SERVICE)
    machine.reset()


def _build(loop, board, game, settings, zone_minutes: int) -> None:
    """Give a `DaysLoop` the parts of an application, around one game of Triple Block."""
    chosen = board.DISPLAY_SETS[board.DISPLAY_SET]
    kind = lever_kind(board)
    cells = chosen["cells"]
    loop.desk = BlockDesk(game, settings, zone_minutes, kind, cells, marks_at_once(chosen))
    loop.ring = EdgeRing()
    loop.inputs = open_inputs(board, loop.ring)
    loop.contact_count = len(board.LEVERS) * len(board.LEVERS[0])
    i2c = open_i2c(board)
    loop.displays = open_displays(board, i2c, (loop.desk.frames,))
    loop.battery = open_battery(board)
    loop.rtc = open_rtc(board, i2c)
    loop.line = open_line(board)
    loop.idle = Idle(board.IDLE_MS, board.IDLE_STEP_MS, loop.ring)
    loop.watchdog = Watchdog()


class DaysLoop:
    """One pass after the other; what `Commands` asks of an `Application` is here, too.

    current  the loop that runs, for a debugger
    errors   how often each part has failed, by `P_`
    """

    current: "DaysLoop | None" = None

    # What `_build` sets.
    desk: BlockDesk
    ring: EdgeRing
    inputs: tuple
    contact_count: int
    displays: tuple
    battery: "Battery | None"
    rtc: "RealTimeClock | None"
    line: SerialLine
    idle: Idle
    watchdog: Watchdog

    def __init__(self, board, note, memory: DaysMemory, game, zone_minutes: int) -> None:
        """Build the board's parts around a game that was kept."""
        self.board_name = board.NAME
        self.display_set = board.DISPLAY_SET
        self.note = note
        self.memory = memory
        self.restored = "restored"
        self.memory_error = "days: a copy was damaged" if memory.is_damaged else ""
        self.errors = [0] * ERROR_COUNTS
        self.last_error: Exception | None = None
        settings = Settings()
        Memory().load_settings(settings)
        _build(self, board, game, settings, zone_minutes)
        desk = self.desk
        self.contacts = len(desk.lever.contacts)
        self.console = DaysConsole(self.line, self)
        now = ticks_ms()
        for index in range(self.contacts):
            desk.lever.boot(index, self.inputs[index].level == 1, now)
        for key in range(len(desk.keys)):
            desk.keys[key].boot(self.inputs[self.contact_count + key].level == 1, now)
        for each in self.inputs:
            each.listen()
        desk.felt_at = now
        self.now = now
        self.read_at = now
        self.write_at = now
        self.again_at = now
        self.passes = 0
        self.must_retry = memory.is_uneven  # the copy that is good is written twice again
        self.wants_push = True
        self.has_read = False
        self.has_gauge = self.battery is not None

    def run(self) -> None:
        """Run passes until a host has asked for the REPL."""
        self.watchdog.arm()
        gc.collect()
        wait = 0
        while not self.console.is_leaving:
            self.idle.sleep(wait)
            wait = self.step()

    def step(self) -> int:
        """Do one pass; return for how many ms nothing is due."""
        now = ticks_ms()
        desk = self.desk
        self.now = now
        self.passes = (self.passes + 1) & 0x1FFFFFFF
        self.watchdog.feed()
        self.note.tick(now)
        if self.ring.has(now) or ticks_diff(now, self.read_at) >= 0:
            self.read()
        self._drain(now)
        desk.come_to(now)
        if desk.acts or self.must_retry:
            self._keep(now)
        if desk.is_put_away and not self.console.line.is_sending():
            self.memory.remove()
            start_anew(self)
        if desk.is_stale or ticks_diff(now, self.write_at) >= 0:
            desk.write(now)
            self.write_at = ticks_add(now, BLINK_MS if desk.blinks() else READ_MS)
            self.wants_push = True
            self._light()
        for pair in self.displays:
            if self.wants_push or pair.due_ms(now) <= 0:
                self._push(now)
                break
        try:
            self.console.poll(now)
        except Exception as error:
            self._fail(P_HOST, error)
            self.console.line.clear()
        if self.has_gauge and self.battery is not None and self.battery.due_ms(now) <= 0:
            try:
                self.battery.tick(now)
            except Exception as error:
                self._fail(P_BATTERY, error)
                self.has_gauge = False  # what it said last stays
        return self._due_ms(now)

    def read(self) -> None:
        """Read the real-time clock; a clock that has lost its time, or does not answer, has none.

        Nothing is guessed (T56): a reading is tried again until one confirms another.
        """
        self.read_at = ticks_add(self.now, READ_MS)
        rtc = self.rtc
        if rtc is None or not is_sure(rtc):
            self.desk.read(NO_DAY, 0)
            return
        one = rtc.driver
        day = day_number(one.year, one.month, one.day)
        self.desk.read(day, second_of_day(one.hour, one.minute, one.second))
        if not self.has_read:
            self.has_read = True
            self.desk.acts.append(("power", NEITHER))

    def silence(self) -> None:
        """Leave nothing behind that would go on without the loop."""
        for each in self.inputs:
            each.deafen()
        for pair in self.displays:
            for lamp in pair.lamps:
                lamp(False)

    def _drain(self, now: int) -> None:
        """Give the desk every edge up to `now`; one whose interrupt was lost is repaired."""
        ring = self.ring
        while ring.has(now):
            tail = ring.tail
            source = ring.source[tail]
            level = ring.level[tail]
            at = ring.at[tail]
            ring.drop()
            self._edge(source, level, at)
        for index in range(len(self.inputs)):
            if self.inputs[index].is_missed():
                self._edge(index, 1 - self.inputs[index].level, now)

    def _edge(self, source: int, level: int, at: int) -> None:
        self.inputs[source].take(level)
        if source >= self.contact_count:
            self.desk.key_edge(source - self.contact_count, level == 1, at)
        elif source < self.contacts:
            self.desk.contact_edge(source, level == 1, at)

    def _keep(self, now: int) -> None:
        """Keep what was done. What has no room is said and tried again; it stands meanwhile."""
        desk = self.desk
        if self.must_retry and not desk.acts and ticks_diff(now, self.again_at) < 0:
            return
        try:
            if desk.acts:
                what, side = desk.acts[0]
                self.memory.keep(desk.game, desk.zone_minutes, what, side)
                del desk.acts[0]
            else:
                self.memory.save(desk.game, desk.zone_minutes)
            self.must_retry = False
        except (OSError, MemoryError) as error:
            self._fail(P_JOURNAL, error)
            desk.say("full", now)
            del desk.acts[:]
            self.must_retry = True
            self.again_at = ticks_add(now, RETRY_MS)
        gc.collect()

    def _light(self) -> None:
        try:
            for pair in self.displays:
                pair.light()
        except Exception as error:
            self._fail(P_DISPLAYS, error)

    def _push(self, now: int) -> None:
        """Send one chunk to a display."""
        self.wants_push = False
        for pair in self.displays:
            try:
                if pair.push(now):
                    self.wants_push = True
            except Exception as error:
                self._fail(P_DISPLAYS, error)

    def _fail(self, part: int, error: Exception) -> None:
        """Contain what went wrong outside of the core: it is counted, and the game goes on."""
        self.errors[part] = (self.errors[part] + 1) & 0xFFFF
        self.last_error = error

    def _due_ms(self, now: int) -> int:
        if self.wants_push or self.desk.acts or self.ring.has(now) or self.console.has_input():
            return 0
        wait = ticks_diff(self.read_at, now)
        one = ticks_diff(self.write_at, now)
        if one < wait:
            wait = one
        one = self.desk.soonest_ms(now)
        if one < wait:
            wait = one
        one = self.console.due_ms(now)
        if one < wait:
            wait = one
        if wait > FEED_MS:
            wait = FEED_MS
        for pair in self.displays:
            one = pair.due_ms(now)
            if one < wait:
                wait = one
        return wait if wait > 0 else 0


def _say_lost(board, text: str) -> None:
    """Say on the displays that a game cannot be read, until a key goes down."""
    print("chessclock: " + text)
    few = board.DISPLAY_SETS[board.DISPLAY_SET]["cells"] < FEW_CELLS
    show_word(open_drivers(board, open_i2c(board)), WORD_LOST[1 if few else 0])
    keys = [Pin(number, Pin.IN, Pin.PULL_UP) for number in board.KEYS]
    while 0 in [key() for key in keys]:
        sleep_ms(LOOK_MS)  # a key that is held since power-up is none
    while 0 not in [key() for key in keys]:
        sleep_ms(LOOK_MS)
