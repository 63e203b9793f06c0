"""`Clock`: what it asks, what it makes of answers, and of lines that are none."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from clockcore.presets import preset

from host_tools.console import (
    Clock,
    ConsoleError,
    GoneError,
    RefusedError,
    SilentError,
)
from host_tools.console.model import elapsed_ms
from host_tools.notation import parse_control
from tests.host_tools.clock_double import GAME, HELLO, ClockDouble, refused

CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any], dict[str, Any]]] = [
    ("pause", (), {}, {"cmd": "pause"}),
    ("resume", (), {}, {"cmd": "resume"}),
    ("resume", (2,), {}, {"cmd": "resume", "game": 2}),
    ("set_time", ("left", 5000), {}, {"cmd": "set_time", "side": "left", "ms": 5000}),
    (
        "set_time",
        ("left", 0),
        {"game": 1, "sure": True},
        {"cmd": "set_time", "side": "left", "ms": 0, "game": 1, "sure": True},
    ),
    ("add_time", ("right", -1000), {}, {"cmd": "add_time", "side": "right", "ms": -1000}),
    ("set_moves", ("left", 40), {}, {"cmd": "set_moves", "side": "left", "moves": 40}),
    ("set_period", ("left", 2), {}, {"cmd": "set_period", "side": "left", "period": 2}),
    ("set_side_to_move", ("left",), {}, {"cmd": "set_side_to_move", "side": "left"}),
    ("swap_white", (), {}, {"cmd": "swap_white"}),
    (
        "penalty",
        ("left", 120_000),
        {},
        {"cmd": "penalty", "side": "left", "ms": 120_000, "to": "opponent"},
    ),
    ("penalty", ("left",), {"to": "own"}, {"cmd": "penalty", "side": "left", "to": "own"}),
    ("clear_flag", (), {}, {"cmd": "clear_flag"}),
    ("undo", ("press",), {}, {"cmd": "undo", "what": "press"}),
    ("undo", ("correction",), {"game": 0}, {"cmd": "undo", "what": "correction", "game": 0}),
    ("end", (1,), {}, {"cmd": "end", "game": 1}),
    ("put_away", (), {}, {"cmd": "put_away"}),
    ("choose_program", (101,), {}, {"cmd": "program", "number": 101}),
    ("freeze", (True,), {}, {"cmd": "freeze", "on": True}),
    ("label", (1, "A v B"), {}, {"cmd": "label", "place": 1, "label": "A v B"}),
    (
        "keep_program",
        (101, "x", None),
        {},
        {"cmd": "keep_program", "number": 101, "name": "x", "control": None},
    ),
]


@pytest.mark.parametrize(("method", "words", "named", "request_"), CALLS)
def test_a_method_sends_its_command(
    method: str, words: tuple[Any, ...], named: dict[str, Any], request_: dict[str, Any]
) -> None:
    with ClockDouble() as double, Clock(double.url) as clock:
        getattr(clock, method)(*words, **named)
        assert double.requests == [request_]


def test_a_state_is_typed() -> None:
    with ClockDouble(games=3) as double, Clock(double.url) as clock:
        double.games[2].update(state="flagged", flag="left", remaining_ms=[0, 10], white_side=None)
        state = clock.state()
    assert (state.at, state.battery, state.lock, len(state.games)) == (1, 87, True, 3)
    first, _, last = state.games
    assert first.remaining_ms == (300_000, 240_500) and first.remaining_of("right") == 240_500
    assert (first.moves, first.period, first.side_to_move) == ((12, 11), (1, 1), "right")
    assert (last.state, last.flag) == ("flagged", "left")
    assert (last.white_side, last.freeze) == (None, False)


@pytest.mark.parametrize(
    "change",
    [
        {"state": "PAUSED"},
        {"state": "asleep"},
        {"remaining_ms": [1]},
        {"remaining_ms": None},
        {"moves": ["x", 1]},
        {"side_to_move": "white"},
    ],
)
def test_a_state_that_is_none_is_said_in_a_line(change: dict[str, Any]) -> None:
    with ClockDouble() as double, Clock(double.url) as clock:
        double.games[0].update(change)
        with pytest.raises(ConsoleError, match=r"its state is not that of protocol 2"):
            clock.state()
        del double.games[0]["flag"]
        double.games[0].update(GAME)
        assert clock.state().games[0].state == "paused"


def test_typed_answers() -> None:
    control = parse_control("90/40+30+30")
    with ClockDouble() as double, Clock(double.url) as clock:
        double.answers["illegal_move"] = {"count": 2, "is_last": True}
        found = clock.illegal_move("left")
        assert (found.count, found.is_last) == (2, True)
        double.answers["penalty"] = {"ms": 60_000}
        assert clock.penalty("left") == 60_000
        double.answers["time"] = {"status": "ok", "time": [2026, 12, 1, 9, 30, 5]}
        assert clock.real_time().at == datetime(2026, 12, 1, 9, 30, 5, tzinfo=UTC)
        clock.set_real_time(datetime(2026, 12, 1, 9, 30, 6, tzinfo=UTC))
        assert double.requests[-1]["set"] == [2026, 12, 1, 9, 30, 6]
        with pytest.raises(ValueError, match="zone"):
            clock.set_real_time(datetime(2026, 12, 1))
        double.answers["time"] = {"status": "lost power", "time": None}
        assert clock.real_time().at is None
        double.answers["adjourned"] = {"adjourned": [[3, "A v B"]]}
        assert [(one.place, one.label) for one in clock.adjourned()] == [(3, "A v B")]
        clock.set_control(control)
        plain = double.requests[-1]["control"]
        double.answers["preset"] = {"name": "x", "control": plain}
        again = clock.preset(101)
        assert again.name == "x" and again.control is not None
        assert again.control.white_periods[0].moves == 40
        double.answers["programs"] = {"programs": [{"name": "", "control": None}] * 10}
        assert [one.number for one in clock.programs()] == list(range(101, 111))
        clock.set_control(preset(19))
        assert double.requests[-1]["control"]["periods"][0]["block_count"] == 5


ASKERS: list[tuple[str, Callable[[Clock], object]]] = [
    ("hello", Clock.hello),
    ("state", Clock.state),
    ("subscribe", lambda clock: clock.subscribe(1)),
    ("penalty", lambda clock: clock.penalty("left")),
    ("illegal_move", lambda clock: clock.illegal_move("left")),
    ("preset", lambda clock: clock.preset(1)),
    ("programs", Clock.programs),
    ("settings", Clock.settings),
    ("adjourned", Clock.adjourned),
    ("journal", Clock.read_journal),
    ("export", Clock.export_games),
]
FIELDS = (
    "name", "version", "protocol", "presets", "check", "blocks", "data", "ms", "programs", "at",
    "settings", "adjourned", "text", "games", "count", "is_last", "control",
)  # fmt: skip
# What a firmware of another day, or no clock at all, may answer with.
STRANGE: list[dict[str, Any]] = [
    {},
    dict.fromkeys(FIELDS, ((None,),)),
    {"name": "chessclock", "text": "{", "programs": ["x"], "settings": 7, "adjourned": [1]}
    | {"blocks": ["J"], "data": "!", "control": 5, "ms": "x", "count": "x", "games": "abc"},
    {"at": 1, "battery": None, "lock": False, "games": [], "text": "[" * 5000, "ms": []}
    | {"blocks": ["J"], "data": "QQ==", "programs": {"a": 1}, "adjourned": {"a": 1}},
    {"at": 1, "battery": None, "lock": False, "games": [{**GAME, "remaining_ms": [1 << 40, 0]}]}
    | {"ms": {}, "control": "x", "text": None},
]


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize(("command", "act"), ASKERS)
def test_an_answer_without_what_it_should_have_is_one_line(
    command: str, act: Callable[[Clock], object], strange: dict[str, Any]
) -> None:
    """`programs`, `journal` and others ended in a KeyError."""
    if command == "penalty" and "ms" not in strange:
        pytest.skip("without ms an answer to it is right")
    with ClockDouble() as double, Clock(double.url) as clock:
        double.answers[command] = lambda request: dict(strange)
        with pytest.raises(ConsoleError) as caught:
            act(clock)
        assert str(caught.value).startswith(double.url) and "\n" not in str(caught.value)


def test_what_a_clock_says_cannot_move_the_cursor_of_who_reads_it() -> None:
    evil = "\x1b[2Jone\ntwo" + "x" * 5000
    with ClockDouble() as double, Clock(double.url) as clock:
        double.answers["end"] = json.dumps(
            {"id": None, "ok": False, "code": "state", "error": evil}
        ).encode() + b"\n"
        with pytest.raises(RefusedError) as caught:
            clock.end()
        texts = [str(caught.value)]
        double.answers["hello"] = {**HELLO, "board": evil, "displays": evil, "version": evil}
        hello = clock.hello()
        texts += [hello.board, hello.displays, hello.version]
        double.answers["programs"] = {"programs": [{"name": evil, "control": None}]}
        texts += [one.name for one in clock.programs()]
        double.answers["adjourned"] = {"adjourned": [[1, evil]]}
        texts += [one.label for one in clock.adjourned()]
        double.answers["time"] = {"time": None, "status": evil}
        texts += [clock.real_time().status]
    for text in texts:
        assert text.startswith("\\x1b[2Jone\\ntwo") and len(text) < 250 and text.isprintable()


def test_a_refusal_has_its_code() -> None:
    with ClockDouble() as double, Clock(double.url) as clock:
        double.answers["end"] = refused("locked", "end: open the arbiter lock")
        with pytest.raises(RefusedError, match=r"^end: open the arbiter lock$") as caught:
            clock.end()
        assert caught.value.code == "locked"
        clock.pause()
        double.answers["end"] = b'{"id": null, "ok": false, "error": "a side runs"}\n'
        with pytest.raises(RefusedError, match="a side runs") as caught:
            clock.end()
        assert caught.value.code == ""


def test_what_another_host_left_behind_is_no_answer() -> None:
    """An answer with another number, half a line, and the complaint about a half request."""
    with ClockDouble() as double:
        double.greeting = (
            b'": 3}\n{"id": 1, "ok": true, "at": 1}\n\x00\xff{{{\n[]\n7\n\n'
            b'{"id": null, "ok": false, "code": "json", "error": "no object"}\n'
        )
        with Clock(double.url) as clock:
            assert clock.state().at == 1


def test_in_play_a_half_request_of_another_host_does_not_hide_the_answer() -> None:
    with ClockDouble() as double:
        double.greeting = b'{"id": null, "ok": false, "code": "running", "error": "a side runs"}\n'
        with Clock(double.url) as clock:
            assert clock.state().at == 1
        with Clock(double.url) as clock, pytest.raises(RefusedError, match="a side runs"):
            clock.hello()


def test_states_that_come_by_themselves_are_kept_apart_from_answers() -> None:
    with ClockDouble() as double, Clock(double.url) as clock:
        clock.subscribe(10)
        assert [clock.next_state().at for _ in range(3)] == [2, 3, 4]
        clock.pause()
        time.sleep(0.25)
        assert clock.hello().board == "double"
        after = clock.next_state().at
        assert after >= 5 and clock.next_state().at == after + 1
        clock.subscribe(0)
        clock.events.clear()
        with pytest.raises(SilentError, match=r"no state has come for 0\.3 s"):
            clock.next_state(0.3)


def test_clocks_that_vanish_and_clocks_that_say_nothing() -> None:
    with ClockDouble() as double, Clock(double.url) as clock:
        clock.state()
        double.answers["state"] = b""
        with pytest.raises(SilentError, match="no answer to state: does the clock run there"):
            clock.ask("state", timeout_s=0.2)
        double.answers["state"] = b'{"id": NUMBER, "ok": tr'
        with pytest.raises(SilentError):
            clock.ask("state", timeout_s=0.2)
        double.hang_up()
        with pytest.raises(GoneError, match="the clock has gone"):
            clock.ask("state", timeout_s=1.0)
    with pytest.raises(ConsoleError, match="nobody answers there"):
        Clock(double.url)


def test_a_flood_of_noise_without_an_end_of_line_takes_no_memory() -> None:
    with ClockDouble() as double, Clock(double.url) as clock:
        double.answers["state"] = b"x" * 1_000_000
        with pytest.raises(SilentError):
            clock.ask("state", timeout_s=0.5)
        assert len(clock._line._rest) <= 65_536
        double.answers["state"] = b'\n{"id": NUMBER, "ok": true, "a": 1}\n'
        assert clock.ask("state")["a"] == 1


def test_a_hello_of_something_else() -> None:
    with ClockDouble() as double, Clock(double.url) as clock:
        double.answers["hello"] = {"name": "kettle"}
        with pytest.raises(ConsoleError, match="that is no chessclock"):
            clock.hello()
        double.answers["hello"] = {"name": "chessclock", "protocol": "x"}
        with pytest.raises(ConsoleError, match="its answer to hello is not that of"):
            clock.hello()


def test_the_clock_s_own_time_wraps() -> None:
    assert elapsed_ms(5, 7) == 2
    assert elapsed_ms(2**29 - 1, 1) == 2
