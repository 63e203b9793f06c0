"""`Bench`: the virtual board in a user's words (see README.md)."""

from __future__ import annotations

import heapq
import itertools
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from clockcore.code_names import EVENT_NAMES, KEY_NAMES, SIDE_NAMES, STATE_NAMES
from clockcore.control_dict import control_to_dict
from clockcore.time_control import TimeControl

from host_tools.bench.child_process import (
    FIRMWARE,
    BenchError,
    ChildProcess,
    FirmwareError,
    choose_runtime,
    load_board,
)
from host_tools.bench.flash_image import FlashImage, FlashOperation
from host_tools.bench.views import (
    DisplayPairView,
    Event,
    Sound,
    read_display,
    read_panel,
    view_panel,
)
from host_tools.journal import blank_journal

SIDES = ("left", "right")
START_TICKS = 2**29 - 1000
CRASHED = 2  # of hal/reset_note.py, which a host cannot import
LONGEST_ADVANCE_MS = 100 * 86_400_000


@dataclass
class _Press:
    """What is known of a contact of the lever."""

    closed: bool = False
    opens_at: int = -1
    edges: list[list[int]] = field(default_factory=list)


class Bench:
    """A chess clock on the virtual board, in virtual time."""

    def __init__(
        self,
        control: str | int | TimeControl | None = None,
        board: str | Path = "virtual",
        runtime: str | None = None,
        sound: bool = True,
        freeze: bool | None = None,
        start_ticks: int = START_TICKS,
        loop_ms: Sequence[int] | None = None,
        heap_lock: bool = False,
        held_at_boot: Sequence[str] = (),
        firmware: Path = FIRMWARE,
        displays: str | None = None,
        battery_mv: int | None = None,
        crashes_end: bool = True,
        has_watchdog: bool = True,
        asks: bool = True,
        has_journal: bool = True,
        image: bytes | None = None,
        rtc: Sequence[int] | None = None,
    ) -> None:
        """Power up; parameters as in README.md. BenchError or ControlError for bad ones."""
        laid_out = as_control(control)
        self._loop = [_whole("loop_ms", one, 1) for one in _several("loop_ms", loop_ms or ())]
        _whole("start_ticks", start_ticks, -(2**40))
        self.board = load_board(board)
        self._board_name = board
        self.runtime = choose_runtime(runtime)
        self.lever_kind: str = self.board.LEVER
        self._pins = self._pin_numbers()
        held = tuple(self._pin(name) for name in held_at_boot)
        if displays is not None and displays not in self.board.DISPLAY_SETS:
            known = ", ".join(self.board.DISPLAY_SETS)
            raise BenchError(f"display set {displays!r} is unknown: {known}")
        self.displays_name: str = displays or self.board.DISPLAY_SET
        self._set = self.board.DISPLAY_SETS[self.displays_name]
        self._crashes_end = crashes_end
        self._heap_lock = heap_lock
        self._firmware = firmware
        self.resets: list[tuple[int, str]] = []
        self.printed = ""
        self._files = tempfile.TemporaryDirectory(prefix="bench-")
        self._image = FlashImage(image, Path(self._files.name, "flash.bin"))
        if has_journal and image is None:
            for name, content in blank_journal().items():
                path = Path(self._files.name, name)
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(content)
        self._begin: dict[str, Any] = {
            "files": self._files.name,
            "image": self._image.save(),
            "has_watchdog": has_watchdog,
            "start_ticks": start_ticks,
            "now": 0,
            "displays": self.displays_name,
            "held": held,
            "note": [],
            "cause": 1,
            "connected": [],
            "adc_mv": self._adc_mv(battery_mv),
            "events": [],
            "rtc": None,
            "rtc_time": self._rtc_time(rtc),
            "rtc_connected": True,
        }
        self._child = ChildProcess(board, self.runtime, self._begin, firmware)
        self._sounds: list[Sound] = []
        self._tone = (0, 0)  # since when, which frequency
        self._events: list[Event] = []
        self._report: dict[str, Any] = {}
        self._actions: list[tuple[int, int, Callable[[], object]]] = []
        self._sequence = itertools.count()
        self.clocks = len(self.board.LEVERS)
        self.sides: tuple[str, ...] = side_names(self.clocks)
        self._pressed = {side: _Press(closed=side in held_at_boot) for side in self.sides}
        self._uart = ""
        self._requests = 0
        self._measured_from = 0
        self._is_closed = False
        try:
            self._take(self._child.first)
            self._started()
            self._uart = ""
            self.runtime_version = str(self._report["version"])
            if not asks:
                return
            self.console({"cmd": "settings", "sound": sound})
            if isinstance(control, int):
                self._ask({"cmd": "program", "number": control})
            elif laid_out is not None:
                plain = control_to_dict(laid_out)
                if freeze is not None:
                    plain["freeze"] = freeze
                self._ask({"cmd": "control", "control": plain})
            if freeze is not None and isinstance(control, int):
                self._ask({"cmd": "freeze", "on": freeze})
            if loop_ms is not None or heap_lock:
                self._order(**self._ways())
            self._uart = ""
        except BaseException:
            self.close()
            raise

    @classmethod
    def started(cls, **fields: Any) -> Bench:
        """Power up a board of which nothing is expected: nothing is set, nothing is asked."""
        return cls(asks=False, **fields)

    def __enter__(self) -> Bench:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Power off."""
        self.close()

    def close(self) -> None:
        """Power off: the child process ends at once. What was read last can still be read."""
        self._is_closed = True
        self._child.close()
        self._files.cleanup()

    # --- doing -------------------------------------------------------------------------------

    def press(
        self, side: str, bounce_ms: Sequence[int] = (0,), hold_ms: int = 60
    ) -> None:
        """Press the lever of `side` now; the contact toggles at each offset, closed first.

        If it ends closed it opens `hold_ms` after its last toggle; a rocker stays where it is.
        """
        self._check_side(side)
        offsets = [_whole("bounce_ms", one, 0) for one in _several("bounce_ms", bounce_ms)]
        _whole("hold_ms", hold_ms, 0)
        if not offsets or sorted(set(offsets)) != offsets:
            raise BenchError(f"bounce_ms {offsets} must be rising offsets, at least one")
        if self.lever_kind == "rocker":
            self._rock(side, offsets)
            return
        contact = self._pressed[side]
        if contact.closed or contact.opens_at > self.now_ms:
            raise BenchError(f"the {side} plunger is still down at {self.now_ms} ms")
        pin = self._pins[side]
        edges = [[self.now_ms + at, pin, index % 2] for index, at in enumerate(offsets)]
        last = offsets[-1]
        if len(offsets) % 2:
            edges.append([self.now_ms + last + hold_ms, pin, 1])
            last += hold_ms
        contact.opens_at = self.now_ms + last
        self._order(edges=edges)

    def hold(self, side: str) -> None:
        """Close a plunger and leave it closed (with a rocker the same as `press`)."""
        self._check_side(side)
        if self.lever_kind == "rocker":
            self._rock(side, [0])
            return
        self._pressed[side].closed = True
        self._order(edges=[[self.now_ms, self._pins[side], 0]])

    def release(self, side: str) -> None:
        """Open a plunger (nothing with a rocker)."""
        self._check_side(side)
        if self.lever_kind == "rocker":
            return
        self._pressed[side] = _Press()
        self._order(edges=[[self.now_ms, self._pins[side], 1]])

    def key(self, name: str, hold_ms: int = 50) -> None:
        """Hold a key for `hold_ms` and let go; that time passes, and 25 ms after it."""
        _whole("hold_ms", hold_ms, 0)
        self.key_down(name)
        self.advance_ms(hold_ms)
        self.key_up(name)
        self.advance_ms(25)

    def key_down(self, name: str) -> None:
        """Press a key and keep it down."""
        self._order(edges=[[self.now_ms, self._key_pin(name), 0]])

    def key_up(self, name: str) -> None:
        """Let go of a key."""
        self._order(edges=[[self.now_ms, self._key_pin(name), 1]])

    def advance_ms(self, ms: int) -> None:
        """Let `ms` ms pass, running what `at_ms` has planned."""
        _whole("ms", ms, 0, LONGEST_ADVANCE_MS)
        target = self.now_ms + ms
        while self._actions and self._actions[0][0] <= target:
            at, _, action = heapq.heappop(self._actions)
            if at > self.now_ms:
                self._order(until=at)
            action()
        self._order(until=target)

    def at_ms(self, at: int, action: Callable[[], object]) -> None:
        """Plan to call `action()` when bench time `at` is reached by `advance_ms`."""
        _whole("at", at, self.now_ms)
        heapq.heappush(self._actions, (at, next(self._sequence), action))

    def edges(self, edges: Sequence[tuple[int, str, bool]]) -> None:
        """Plan raw edges: (bench time, contact or key name, closed)."""
        self._order(
            edges=[
                [_whole("at", at, self.now_ms), self._pin(name), 0 if closed else 1]
                for at, name, closed in edges
            ]
        )

    def stall_ms(self, ms: int) -> None:
        """Let the loop stand still for `ms` ms from now on, whatever happens meanwhile."""
        self._order(stall_ms=_whole("ms", ms, 1, LONGEST_ADVANCE_MS))

    def connect_display(self, side: str, connected: bool) -> None:
        """Pull a display off its wires, or put it back; a chain goes off whole."""
        self._check_side(side)
        index = self._place(side)
        self._begin["connected"] = self._begin["connected"] or [True] * len(self._report["views"])
        self._begin["connected"][index] = connected
        self._order(connected=[[index, connected]])

    def turn_lock(self) -> None:
        """Open the arbiter lock, or close it: BACK and FORWARD held together; time passes."""
        self.key_down("back")
        self.key_down("forward")
        self.advance_ms(1_100)
        self.key_up("back")
        self.key_up("forward")
        self.advance_ms(100)

    def stick_bus(self, stuck: bool, clocks_to_free: int = 0) -> None:
        """Hold the data line of the I2C bus low, or let it go.

        A chip that was cut off in the middle of a byte lets go after so many clocks; 0 is one that
        never does.
        """
        self._order(sda_stuck=stuck, clocks_to_free=clocks_to_free)

    def listen(self, listens: bool) -> None:
        """Let the host stop to read, or read again."""
        self._order(host_listens=listens)

    def slow_host(self, write_ms: int) -> None:
        """Let every write to the host wait for so long, as some ports do; no locked heap."""
        self._order(write_ms=_whole("write_ms", write_ms, 0))

    def set_battery_mv(self, mv: int) -> None:
        """Give the battery this voltage in mV; BenchError if the board measures none."""
        self._begin["adc_mv"] = self._adc_mv(_whole("battery_mv", mv, 0, 60_000))
        self._order(adc_mv=self._begin["adc_mv"])

    def set_rtc(self, time: Sequence[int] | None) -> None:
        """Set the real-time clock without the firmware: year, month, day, hour, minute, second.

        None takes its battery out and puts it back: it has lost its time, and says so.
        """
        self._check_rtc()
        self._order(rtc_time=self._rtc_time(time) or [])

    def connect_rtc(self, connected: bool) -> None:
        """Pull the real-time clock off its bus, or put it back; it goes on meanwhile."""
        self._check_rtc()
        self._begin["rtc_connected"] = connected
        self._order(rtc_connected=connected)

    def garble_rtc(self, readings: int) -> None:
        """Have a bit of the year wrong in so many of the next readings, as by noise on the bus."""
        self._check_rtc()
        self._order(rtc_garbled=_whole("readings", readings, 0))

    def power_cycle(self, off_ms: int = 1000) -> None:
        """Cut the power for `off_ms` and put it back; what is held stays held."""
        _whole("off_ms", off_ms, 0)
        held = [pin for pin, level in self._report["outside"].items() if not level]
        self._restart("power", self.now_ms + off_ms, [], held, [])
        self._started()

    def interrupt(self) -> None:
        """Send Ctrl-C down the serial line, and let the firmware see it."""
        self._order(uart="\x03")
        self.advance_ms(0)

    def send(self, text: str) -> str:
        """Send text as it is down the serial line; return what has come back so far."""
        self._order(uart=text)
        answer, self._uart = self._uart, ""
        return answer

    def console(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command down the serial line and return the reply."""
        if not isinstance(command, dict):
            raise BenchError(f"a command is a dict, not {command!r}")
        self._requests += 1
        return self.console_line(json.dumps({"id": self._requests, **command}))

    def console_line(self, line: str) -> dict[str, Any]:
        """Send one line as it is and return the reply."""
        self._uart = ""
        self._order(uart=line + "\n")
        for turn in range(300):
            if "\n" in self._uart:
                return json.loads(self._uart.splitlines()[-1])
            self.advance_ms(1 if self._loop or turn >= 100 else 0)
        raise BenchError(f"no reply to {line[:60]!r}")

    # --- reading -----------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        """Bench time since power-up."""
        return int(self._report["now"])

    @property
    def flash_operations(self) -> list[FlashOperation]:
        """What has been done to the flash memory; empty without an `image`."""
        return self._image.operations

    @property
    def contained(self) -> str:
        """The traceback of the last error that the firmware has contained, "" for none."""
        return str(self._report.get("contained", ""))

    @property
    def files(self) -> Path:
        """The folder that is the board's file system."""
        return Path(self._files.name)

    @property
    def console_text(self) -> str:
        """What the firmware has printed since the last reset."""
        return self._child.printed.decode(errors="replace")

    @property
    def is_repl(self) -> bool:
        """Whether the clock has left its loop: a host finds the REPL."""
        return bool(self._report["is_repl"])

    @property
    def interrupt_character(self) -> int:
        """The character that would interrupt the firmware, -1 for none; known on CPython alone."""
        return int(self._report["interrupt_character"])

    @property
    def is_watchdog_armed(self) -> bool:
        """Whether the hardware watchdog has been started since the last reset."""
        return bool(self._report["is_armed"])

    @property
    def state(self) -> str:
        """The state of the game."""
        return STATE_NAMES[self._game()["state"]]

    @property
    def table_state(self) -> str:
        """The state of a table: of the game that needs the keys most; of one clock its state."""
        if not self._report.get("games"):
            raise BenchError("the clock is not running: the REPL is there")
        if self.is_days:
            return self.state
        return STATE_NAMES[self._report["state"]]

    @property
    def is_days(self) -> bool:
        """Whether a game of Triple Block is on the clock: it counts days, not hours."""
        return "days" in self._report

    @property
    def running_side(self) -> str | None:
        """The side whose clock runs."""
        return _side(self._game()["running_side"])

    @property
    def side_to_move(self) -> str | None:
        """The side whose turn it is, also while paused."""
        return _side(self._game()["side_to_move"])

    @property
    def flag_side(self) -> str | None:
        """The side whose final flag fell first."""
        return _side(self._game()["flag_side"])

    @property
    def white_side(self) -> str | None:
        """The side with the white mark."""
        return _side(self._game()["white_side"])

    @property
    def freeze(self) -> bool:
        """Whether a final flag stops both sides."""
        return bool(self._game()["freeze"])

    @property
    def lever_moved(self) -> bool:
        """Whether a rocker stands other than at the pause, so that a resume is refused (T41)."""
        return any(self._report["levers_moved"])

    @property
    def program(self) -> int:
        """The number of the chosen program: a preset, a user program, an adjourned game."""
        return int(self._report["program"])

    def games(self) -> list[dict[str, Any]]:
        """Return all that the probe knows of every game of a table, settled to now."""
        return list(self._report["games"])

    def account(self, side: str) -> dict[str, Any]:
        """Return all that the probe knows of the account of `side`, settled to now."""
        clock, place = divmod(self._place(side), 2)
        return dict(self._game(clock)["accounts"][place])

    def remaining_ms(self, side: str) -> int:
        """Return the ms of the running counter of `side`: main time, or the moment that runs."""
        return int(self.account(side)["remaining_ms"])

    def moves(self, side: str) -> int:
        """Return the completed moves of `side`."""
        return int(self.account(side)["moves"])

    def period(self, side: str) -> int:
        """Return the number of the period of `side`, from 1."""
        return int(self.account(side)["period"])

    def delay_left_ms(self, side: str) -> int:
        """Return the ms left of the running delay of `side`."""
        return int(self.account(side)["delay_left_ms"])

    def segments(self, side: str) -> list[int]:
        """Return the segments of a display as they are lit, left digit first; bit 7 is the dot.

        For a panel they are read back from its pixels.
        """
        self._check_side(side)
        view = self._report["views"][self._place(side)]
        return read_panel(bytes.fromhex(view))[0] if isinstance(view, str) else list(view)

    def pixels(self, side: str) -> bytes:
        """Return the 1 024 bytes of a panel, page by page; BenchError for digits."""
        self._check_side(side)
        view = self._report["views"][self._place(side)]
        if not isinstance(view, str):
            raise BenchError(f"{self.displays_name} has no pixels")
        return bytes.fromhex(view)

    def icons(self, side: str) -> list[str]:
        """Return the names of the icons that are lit on a panel; none for digits."""
        self._check_side(side)
        view = self._report["views"][self._place(side)]
        return read_panel(bytes.fromhex(view))[1] if isinstance(view, str) else []

    def lines(self, side: str) -> tuple[str, ...]:
        """Return what a panel shows as text, from the top; () for digits, and where are none."""
        self._check_side(side)
        view = self._report["views"][self._place(side)]
        return view_panel(bytes.fromhex(view)).lines if isinstance(view, str) else ()

    def level(self, side: str) -> int:
        """Return how bright a display was told to be, from 0; -1 while it lights nothing."""
        self._check_side(side)
        return int(self._report["lights"][self._place(side)])

    def lamp(self, side: str) -> bool:
        """Return whether the running lamp of `side` is lit."""
        clock, place = divmod(self._place(side), 2)
        return bool(self._report["levels"].get(str(self.board.LAMPS[clock][place])))

    def displays(self, clock: str = "A") -> DisplayPairView:
        """Return both displays of a clock, of a table A to C, as a person reads them."""
        index = self._clock(clock)
        has_dots = self._set.get("separators") != "colon"
        views = [
            read_display(
                self.segments(side),
                self.lamp(side),
                has_dots,
                self.icons(side),
                self.lines(side),
                self.level(side),
                self._set["brightness"],
            )
            for side in self.sides[2 * index : 2 * index + 2]
        ]
        return DisplayPairView(*views)

    def sounds(self) -> list[Sound]:
        """Return the tones so far; one that still sounds is as long as it has been."""
        return [*self._sounds, *self._sounding()]

    @property
    def buzzer_hz(self) -> int:
        """The frequency that sounds now, 0 for silence."""
        return int(self._report["hz"])

    def events(self) -> list[Event]:
        """Return everything that the game has noted so far: the trace."""
        return list(self._events)

    def stats(self) -> dict[str, Any]:
        """Return the counters of the loop and of the bench."""
        names = (
            "passes",
            "overruns",
            "longest_ms",
            "edges_lost",
            "display_errors",
            "sleeps",
            "clock_reads",
            "allocated",
            "most_writes",
            "most_sent",
            "most_bus_bytes",
            "bus_errors",
        )
        stats = {name: self._report.get(name) for name in names}
        stats["measured_passes"] = self._report.get("passes", 0) - self._measured_from
        return stats

    def measure(self, on: bool) -> None:
        """Start or stop to measure heap and clock reads from zero (garbage is then kept)."""
        self._measured_from = self._report["passes"]
        self._order(measure=on)

    # --- inside ------------------------------------------------------------------------------

    def _sounding(self) -> list[Sound]:
        since, hz = self._tone
        return [Sound(since, hz, self.now_ms - since)] if hz else []

    def forget(self) -> tuple[list[Sound], list[Event]]:
        """Return the tones that have ended and the events so far, and keep them no longer.

        For a clock that runs for days; `sounds` and `events` begin anew.
        """
        past = (self._sounds, self._events)
        self._sounds, self._events = [], []
        return past

    def _pin_numbers(self) -> dict[str, int]:
        pins = dict(zip(KEY_NAMES, self.board.KEYS, strict=True))
        names = side_names(len(self.board.LEVERS))
        for index, lever in enumerate(self.board.LEVERS):
            pins[names[2 * index]] = lever[0]
            pins[names[2 * index + 1]] = lever[-1]
        return pins

    def _pin(self, name: str) -> int:
        if name not in self._pins:
            raise BenchError(f"{name!r} is neither a contact nor a key: {' '.join(self._pins)}")
        return self._pins[name]

    def _key_pin(self, name: str) -> int:
        if name not in KEY_NAMES:
            raise BenchError(f"key {name!r} is unknown: {' '.join(KEY_NAMES)}")
        return self._pins[name]

    def _check_side(self, side: str) -> None:
        self._place(side)

    def _place(self, side: str) -> int:
        """Return which display, from 0, belongs to a side; its account and lamp follow from it."""
        if side not in self.sides:
            known = ", ".join(self.sides[:-1]) + " or " + self.sides[-1]
            raise BenchError(f"side {side!r} is unknown: {known}")
        return self.sides.index(side)

    def _clock(self, name: str) -> int:
        """Return the number, from 0, of a clock of a table."""
        names = "ABC"[: self.clocks]
        if len(name) != 1 or name not in names:
            raise BenchError(f"clock {name!r} is unknown: {', '.join(names)}")
        return names.index(name)

    def _rock(self, side: str, offsets: list[int]) -> None:
        """Put the end of `side` down; the contact is closed while the left end is down."""
        down = side.startswith("left")
        pin = self._pins["left" + side.removeprefix("left").removeprefix("right")]
        edges = [
            [self.now_ms + at, pin, (0 if down else 1) ^ (index % 2)]
            for index, at in enumerate(offsets)
        ]
        if len(offsets) % 2 == 0:
            edges.append([self.now_ms + offsets[-1] + 1, pin, 0 if down else 1])
        self._order(edges=edges)

    def _game(self, clock: int = 0) -> dict[str, Any]:
        if not self._report.get("games"):
            raise BenchError("the clock is not running: the REPL is there")
        return self._report["games"][clock]

    def _ask(self, command: dict[str, Any]) -> None:
        reply = self.console(command)
        if not reply.get("ok"):
            raise BenchError(f"{command['cmd']}: {reply.get('error')}")

    def _order(self, until: int | None = None, **more: Any) -> None:
        if self._is_closed:
            raise BenchError("the bench is closed")
        target = self.now_ms if until is None else until
        self._take(self._child.order({"until": target, **more}))
        self._started()
        while self.now_ms < target:
            self._take(self._child.order({"until": target}))
            self._started()

    def _started(self) -> None:
        """Start the board anew as long as its report says that it has been reset."""
        if self._crashes_end and self._report.get("contained"):
            raise FirmwareError(f"the firmware contained\n{self._report['contained']}")
        while "reset" in self._report:
            report = self._report
            self.resets.append((report["now"], report["reset"]))
            if self._crashes_end and report["note"][1:2] == [CRASHED]:
                text = self._child.printed.decode(errors="replace").strip()
                raise FirmwareError(f"the firmware stopped\n{text}")
            self._restart(
                report["reset"],
                report["now"],
                report["note"],
                report["held"],
                report["events_left"],
            )

    def _restart(
        self, cause: str, now: int, note: list[int], held: list[int], events: list[list[int]]
    ) -> None:
        self.printed += self._child.printed.decode(errors="replace")
        self._child.close()
        self._uart = ""
        self._begin.update(
            image=self._image.save(),
            rtc=self._report["rtc"],
            rtc_time=None,
            start_ticks=-now,  # the tick counter begins anew
            now=now,
            cause=1 if cause == "power" else 3,
            note=note,
            held=[int(pin) for pin in held],
            events=events,
        )
        self._child = ChildProcess(
            self._board_name, self.runtime, self._begin, self._firmware
        )
        self._take(self._child.first)
        if "reset" not in self._report and (self._loop or self._heap_lock):
            self._take(self._child.order({"until": now, **self._ways()}))

    def _ways(self) -> dict[str, Any]:
        return {"loop_ms": self._loop, "lock": self._heap_lock}

    def _check_rtc(self) -> None:
        if not getattr(self.board, "RTC", ""):
            raise BenchError(f"board {self.board.NAME} has no real-time clock")

    def _rtc_time(self, time: Sequence[int] | None) -> list[int] | None:
        if time is None:
            return None
        self._check_rtc()
        fields = [_whole("rtc", one, 0) for one in _several("rtc", time)]
        try:
            datetime.strptime(" ".join(map(str, fields)), "%Y %m %d %H %M %S")
        except ValueError:
            raise BenchError(f"rtc {fields} is no date and time") from None
        return fields

    def _adc_mv(self, battery_mv: int | None) -> list[list[int]]:
        battery = getattr(self.board, "BATTERY", ())
        if not battery:
            if battery_mv is not None:
                raise BenchError(f"board {self.board.NAME} measures no battery")
            return []
        pin, divider, _, _, full = battery
        return [[pin, (full if battery_mv is None else battery_mv) * 1000 // divider]]

    def _take(self, report: dict[str, Any]) -> None:
        self._report = report
        for at, hz in report["tones"]:
            since, sounding = self._tone
            if sounding:
                self._sounds.append(Sound(since, sounding, at - since))
            self._tone = (at, hz)
        self._uart += report["uart"]
        self._image.take(report.get("operations", []))
        for at, code, side, value, game in report.get("events", ()):
            clock = "ABC"[game] if self.clocks > 1 else ""
            self._events.append(Event(at, EVENT_NAMES[code], _side(side), value, clock))


def side_names(clocks: int) -> tuple[str, ...]:
    """Return the names of the sides of a board with so many clocks: left, right, left B ..."""
    return tuple(
        side + (f" {'ABC'[index]}" if index else "") for index in range(clocks) for side in SIDES
    )


def _whole(name: str, value: object, low: int, high: int = 2**62) -> int:
    """Return `value` if it is a whole number in range; BenchError says what is wrong."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BenchError(f"{name} {value!r} is not a whole number")
    if not low <= value <= high:
        raise BenchError(f"{name} {value} is outside {low} to {high}")
    return value


def _several(name: str, values: object) -> Sequence[object]:
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise BenchError(f"{name} {values!r} is not a list")
    return values


def _side(number: int) -> str | None:
    return SIDE_NAMES[number] if number < 2 else None


def as_control(control: str | int | TimeControl | None) -> TimeControl | None:
    """Return the TimeControl that a text, a preset number or a TimeControl stands for."""
    if control is None or isinstance(control, TimeControl):
        return control
    if isinstance(control, bool) or not isinstance(control, (int, str)):
        raise BenchError(f"control {control!r} is no text, preset number or TimeControl")
    if isinstance(control, int):
        from clockcore.presets import preset

        return preset(control)
    from host_tools.notation import parse_control

    return parse_control(control, "organizers")
