"""The clock behind the pages: one engine, any number of pages, the latest state for each.

Everything here runs in one asyncio thread and every call of the engine is synchronous, so the
engine is never entered twice. What a page holds down is remembered for that page, and let go for
it when it leaves.
"""

import asyncio
import contextlib
import json
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from clockcore.codes import BRONSTEIN, DELAY, FISCHER, NONE
from clockcore.presets import PRESET_COUNT, preset, preset_name
from clockcore.programs import DAYS_PROGRAM

from host_tools.bench import BenchError
from host_tools.panel.messages import (
    SIDES,
    Contact,
    Key,
    Message,
    MessageError,
    Restart,
    Speed,
    parse,
)

STEP_S = 0.012  # how often the firmware is brought up to the present
FRAME_S = 1 / 60  # a page gets at most one state in this time
HEARTBEAT_S = 1.0  # and at least one in this time
MOST_PAGES = 32
MOST_SOUNDS = 16  # sounds kept for a page that is slow to read
FLAG_HOLD_S = 0.75  # the flag blinks, half a second on and off; its label stands still
HANG_S = 5.0  # a firmware that does not answer for so long has stopped

GROUPS = (
    "Without increment",
    "With increment",
    "Several periods",
    "US delay and Bronstein",
    "Byo-yomi, hourglass and others",
)


class Engine(Protocol):
    """What the hub needs of the engine; `host_tools.bench.live.LiveBench` is the real one."""

    runtime_name: str
    lever_kind: str
    sides: tuple[str, ...]
    speed: int

    def set_speed(self, speed: int) -> None:
        """Run 1, 10 or 60 times as fast as the world."""

    def advance(self) -> None:
        """Run the firmware up to the present."""

    def contact(self, side: str, closed: bool) -> None:
        """Close or open the contact of a side, now."""

    def key(self, name: str, down: bool) -> None:
        """Press or release a key, now."""

    def console(self, command: dict) -> dict:
        """Send a command down the serial line and return the reply."""

    def put_away(self) -> None:
        """Put a game that stands away, as an arbiter does who has opened the lock."""

    def snapshot(self) -> dict:
        """Return what can be seen and heard."""

    def close(self) -> None:
        """Power off."""


class Page:
    """One open page: when to send to it, and what only it has to hear."""

    def __init__(self) -> None:
        """Start with the wish to be sent the state."""
        self.wake = asyncio.Event()
        self.wake.set()
        self.error: str | None = None
        self.chosen: int | None = None  # the preset that it chose, until it is told so
        self.sounds: deque[dict] = deque(maxlen=MOST_SOUNDS)


class Hub:
    """The engine and its pages.

    make_engine(speed)  powers a new engine up; what it raises is shown as a stopped firmware
    failure             the text that the stopped firmware left, or None while it runs
    empty_since         loop time since when no page is open; None while one is
    """

    def __init__(self, make_engine: Callable[[int], Engine]) -> None:
        """Prepare; nothing is powered before `power_up`."""
        self.make_engine = make_engine
        self.engine: Engine | None = None
        self.failure: str | None = None
        self.speed = 1
        self.power_ups = 0
        self.sequence = 0
        self.snapshot: dict[str, Any] = {}
        self.shown: dict[str, Any] = {}
        self.runtime_name = ""
        self.lever_kind = "plungers"
        self.sides: tuple[str, ...] = SIDES
        self.rockers_down = set(SIDES[1:])
        self.holders: dict[tuple[str, str], set[Page]] = {}
        self.pages: set[Page] = set()
        self.empty_since: float | None = None
        self.heartbeat_at = 0.0
        self.flag_seen_at: dict[str, float] = {}
        self.entered_at: float | None = None
        self.hang_text = ""

    # --- power -------------------------------------------------------------------------------

    def power_up(self) -> None:
        """Make a new engine, at the speed that was chosen last."""
        self.power_off()
        self.failure = None
        self.holders.clear()
        self.flag_seen_at.clear()
        self.power_ups += 1
        try:
            self.engine = self.make_engine(1)
            self.runtime_name = self.engine.runtime_name
            self.lever_kind = self.engine.lever_kind
            self.sides = self.engine.sides
        except Exception as error:
            self._stopped(error)
        self.rockers_down = {side for side in self.sides if side.startswith("right")}
        self.step()

    def power_off(self) -> None:
        """Close the engine, whatever state it is in."""
        engine, self.engine = self.engine, None
        if engine is not None:
            try:
                engine.close()
            except Exception:
                traceback.print_exc()

    def _stopped(self, error: Exception) -> None:
        text = str(error).strip()
        if not text or not isinstance(error, BenchError):
            text = "".join(traceback.format_exception(error)).strip()
        self.failure = self.hang_text or text
        self.hang_text = ""
        self.holders.clear()
        self.power_off()

    # --- time --------------------------------------------------------------------------------

    def step(self) -> None:
        """Bring the firmware up to the present and wake the pages if anything changed."""
        if self.engine is not None:
            try:
                with self._entered():
                    self._advance(self.engine)
            except Exception as error:
                self._stopped(error)
        sounds = self.snapshot.pop("sounds", None) or []
        shown = self._shown()
        if sounds:
            for page in self.pages:
                page.sounds.extend(sounds)
        now = asyncio.get_running_loop().time()
        if sounds or shown != self.shown:
            self.shown = shown
            self.sequence += 1
        elif now - self.heartbeat_at < HEARTBEAT_S:
            return
        self.heartbeat_at = now
        for page in self.pages:
            page.wake.set()

    def _advance(self, engine: Engine) -> None:
        """Run the firmware up to the present, fast only while a side runs.

        Holds of keys, blinking and the pages of a pause are made for people: they keep the
        speed of the world.
        """
        engine.advance()
        self.snapshot = engine.snapshot()
        speed = self.speed if self.snapshot.get("state") == "RUNNING" else 1
        if speed != engine.speed:
            engine.set_speed(speed)

    @contextlib.contextmanager
    def _entered(self) -> Iterator[None]:
        """Note that the engine is at work, for `end_hang`."""
        self.entered_at = time.monotonic()
        try:
            yield
        finally:
            self.entered_at = None

    def end_hang(self) -> None:
        """Power off a firmware that does not answer; called from another thread."""
        since, engine = self.entered_at, self.engine
        if since is not None and engine is not None and time.monotonic() - since > HANG_S:
            self.hang_text = f"the firmware did not answer for {HANG_S:g} s"
            engine.close()

    def _marks(self) -> dict[str, list[str]]:
        """Return the marks of both displays, a blinking flag as one that stands."""
        now = time.monotonic()
        result = {}
        for side, marks in self.snapshot.get("marks", {}).items():
            if "flag" in marks:
                self.flag_seen_at[side] = now
            elif now - self.flag_seen_at.get(side, -FLAG_HOLD_S) < FLAG_HOLD_S:
                marks = sorted([*marks, "flag"])
            result[side] = marks
        return result

    def _shown(self) -> dict[str, Any]:
        """Return everything a page draws, without the time, which always changes."""
        shown = {key: value for key, value in self.snapshot.items() if key != "time_ms"}
        if self.lever_kind == "rocker":
            down = {side: side in self.rockers_down for side in self.sides}
        else:
            down = {side: bool(self.holders.get(("contact", side))) for side in self.sides}
        shown.update(
            marks=self._marks(),
            power_up=self.power_ups,
            failure=self.failure,
            runtime=self.runtime_name,
            lever_kind=self.lever_kind,
            speed=self.speed,
            down=down,
            keys_down=sorted(name for kind, name in self.holders if kind == "key"),
        )
        return shown

    # --- pages -------------------------------------------------------------------------------

    def join(self) -> Page | None:
        """Take a new page in; None where there are too many."""
        if len(self.pages) >= MOST_PAGES:
            return None
        page = Page()
        self.pages.add(page)
        self.empty_since = None
        return page

    def leave(self, page: Page) -> None:
        """Let go whatever the page held, and forget it."""
        self.pages.discard(page)
        if not self.pages:
            self.empty_since = asyncio.get_running_loop().time()
        for (kind, name), pages in list(self.holders.items()):
            if page in pages:
                self._hold(page, kind, name, False)
        self.step()

    def hello(self) -> str:
        """Return the first message to a page: what never changes."""
        others = [{"number": DAYS_PROGRAM, "name": "Triple Block"}]
        return json.dumps({"type": "hello", "presets": preset_list(), "others": others})

    def state_for(self, page: Page) -> str:
        """Return the latest state as a message to `page`, with the sounds it has not had."""
        sounds = list(page.sounds)
        page.sounds.clear()
        message = {"type": "state", "seq": self.sequence, **self.shown}
        message["time_ms"] = self.snapshot.get("time_ms", 0)
        message["sounds"] = sounds
        return json.dumps(message)

    # --- input -------------------------------------------------------------------------------

    def receive(self, page: Page, text: str) -> None:
        """Do what a page asks for; what cannot be done is answered with a one-line error."""
        try:
            self._do(page, parse(text))
        except MessageError as error:
            page.error = str(error)
            page.wake.set()
        self.step()

    def _do(self, page: Page, message: Message) -> None:
        if isinstance(message, Restart):
            self.power_up()
            return
        if self.engine is None:
            raise MessageError("The firmware stopped; restart it first.")
        if isinstance(message, Contact):
            if message.side not in self.sides:
                raise MessageError(f"side: this board has no {message.side}")
            self._hold(page, "contact", message.side, message.closed)
        elif isinstance(message, Key):
            self._hold(page, "key", message.name, message.down)
        elif isinstance(message, Speed):
            self.speed = message.speed
        else:
            self._choose(page, self.engine, message.number)

    def _choose(self, page: Page, engine: Engine, number: int) -> None:
        try:
            with self._entered():
                reply = engine.console({"cmd": "program", "number": number})
                if reply.get("code") == "state":  # a game stands, and a person has confirmed
                    engine.put_away()
                    reply = engine.console({"cmd": "program", "number": number})
        except Exception as error:
            self._stopped(error)
            return
        if not reply.get("ok"):
            raise MessageError(str(reply.get("error", "refused")))
        self.flag_seen_at.clear()
        page.chosen = number
        page.wake.set()

    def _hold(self, page: Page, kind: str, name: str, is_down: bool) -> None:
        """Note who holds what; the engine hears of the first to press and the last to let go."""
        pages = self.holders.setdefault((kind, name), set())
        was_down = bool(pages)
        if is_down:
            pages.add(page)
        else:
            pages.discard(page)
        if not pages:
            del self.holders[(kind, name)]
        if bool(pages) == was_down or self.engine is None:
            return
        try:
            with self._entered():
                if kind == "key":
                    self.engine.key(name, is_down)
                else:
                    if is_down:
                        side, _, clock = name.partition(" ")
                        up = "right" if side == "left" else "left"
                        self.rockers_down.discard(f"{up} {clock}".strip())
                        self.rockers_down.add(name)
                    self.engine.contact(name, is_down)
        except Exception as error:
            self._stopped(error)


def preset_list() -> list[dict[str, Any]]:
    """Return number, name and group of every preset, in the order of their groups."""
    rows = [
        {"number": number, "name": preset_name(number), "group": _group(number)}
        for number in range(1, PRESET_COUNT + 1)
    ]
    return sorted(rows, key=lambda row: (GROUPS.index(row["group"]), row["number"]))


def _group(number: int) -> str:
    control = preset(number)
    periods = control.white_periods
    methods = {period.method for period in periods}
    if methods <= {NONE} and len(periods) == 1:
        return GROUPS[0]
    if methods <= {FISCHER} and len(periods) == 1:
        return GROUPS[1]
    if methods <= {NONE, FISCHER}:
        return GROUPS[2]
    if methods <= {DELAY, BRONSTEIN}:
        return GROUPS[3]
    return GROUPS[4]
