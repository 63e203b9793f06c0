"""A game of Triple Block on the virtual board: begun by keys, its calendar by the bench."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from host_tools.bench import Bench

START = datetime(2026, 12, 1, 10, 20, 30)
DAY_S = 86_400
HOUR_S = 3_600
CLOCK_S = 50 * DAY_S
SECOND_MS = 1_000


def fields(time: datetime) -> list[int]:
    """Return a time as hosts give it."""
    return [time.year, time.month, time.day, time.hour, time.minute, time.second]


def press_key(bench: Bench, name: str, hold_ms: int = 50) -> None:
    """Press a key as people do: not at once after the one before."""
    bench.key(name, hold_ms=hold_ms)
    bench.advance_ms(75)


def select(bench: Bench) -> None:
    """Go to the program of Triple Block, the one before the first, and open its fields."""
    press_key(bench, "minus")
    assert bench.program == 301
    press_key(bench, "play")


def set_days(bench: Bench, days: int) -> None:
    """Set the field of the duration, whose first digit blinks and which begins with 600."""
    shown = 600
    for place in (1000, 100, 10, 1):
        for _ in range((days // place - shown // place) % 10):
            press_key(bench, "plus")
        shown += (days // place % 10 - shown // place % 10) * place
        press_key(bench, "forward")


def begin(
    bench: Bench,
    days: int = 600,
    guaranteed: bool = False,
    team: bool = False,
    answer: str = "",
) -> None:
    """Begin a game, White on the left, with the time of the real-time clock as its start."""
    select(bench)
    set_days(bench, days)
    for is_wanted in (guaranteed, team):
        if is_wanted:
            press_key(bench, "plus")
        press_key(bench, "forward")
    press_key(bench, "play")
    if answer:
        press_key(bench, answer)
    bench.advance_ms(600)


def started(runtime: str | None = None, start: datetime = START, **more: Any) -> Bench:
    """Return a bench on which a game has just begun; more than `begin` knows goes to it."""
    own = {name: more.pop(name) for name in ("days", "guaranteed", "team") if name in more}
    bench = Bench(runtime=runtime, rtc=fields(start), **more)
    begin(bench, **own)
    assert bench.state == "RUNNING", bench.displays()
    return bench


def state(bench: Bench) -> dict[str, Any]:
    """Return what the clock tells a host."""
    reply = bench.console({"cmd": "state"})
    assert reply["ok"], reply
    return reply


def time_of(plain: list[int] | None) -> datetime:
    """Return an instant of a reply."""
    assert plain is not None
    return datetime(*plain)


def begun_at(bench: Bench) -> datetime:
    """Return the start of the game."""
    return time_of(state(bench)["start"])


def off_until(bench: Bench, time: datetime) -> None:
    """Let the power be off until the real-time clock says `time`, then wait for a reading."""
    now = time_of(state(bench)["time"])
    off = (time - now) // timedelta(milliseconds=1)
    bench.power_cycle(off_ms=off)
    bench.advance_ms(0)


def choose(bench: Bench, word: str, opens: str = "forward", answer: str = "forward") -> None:
    """Open a list (the player's by FORWARD, the director's by PLUS held), choose and answer."""
    if opens == "forward":
        press_key(bench, "forward")
    else:
        press_key(bench, "plus", hold_ms=3_100)
    for _ in range(20):
        for _ in range(10):
            if bench.displays().right.text:
                break
            bench.advance_ms(100)  # it blinks
        if bench.displays().right.text == word or word in bench.displays().right.lines:
            break
        press_key(bench, "plus")
    else:
        raise AssertionError(f"{word} is not offered")
    press_key(bench, "forward")
    press_key(bench, answer)


def words_of(bench: Bench, side: str, seconds: int = 10) -> set[str]:
    """Return everything that the display of a side shows within some seconds."""
    seen = set()
    for _ in range(seconds * 4):
        bench.advance_ms(250)
        seen.add(getattr(bench.displays(), side).text)
    return seen
