"""What a host may see and change (`firmware/PROTOCOL.md`), through serial line and keys."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from clockcore import codes
from clockcore.presets import PRESET_COUNT, preset

from host_tools.bench import Bench
from tests.system.test_table_board import TABLE

BUSY = "a side runs: pause first, on the clock"
SIDES = ("left", "right")
UPCOUNT = next(
    number
    for number in range(1, PRESET_COUNT + 1)
    if preset(number).white_periods[0].method == codes.UPCOUNT
)


@pytest.fixture(params=["micropython", "cpython"])
def runtime(request: pytest.FixtureRequest) -> str:
    """Return each runtime in turn."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    return str(request.param)


@pytest.fixture
def bench(runtime: str) -> Iterator[Bench]:
    """Return a clock with 5+3 laid out; on MicroPython its heap is locked while a side runs."""
    with Bench("5+3", runtime=runtime, heap_lock=runtime == "micropython") as one:
        ask(one, "state")  # as a host does that connects
        yield one


def ask(bench: Bench, command: str, **fields: object) -> dict:
    """Return the reply to a command that is taken."""
    reply = bench.console({"cmd": command, **fields})
    assert reply["ok"] is True, reply
    return dict(reply)


def code(bench: Bench, command: str, **fields: object) -> str:
    """Return the code with which a command is refused, in one line of text."""
    reply = bench.console({"cmd": command, **fields})
    assert reply["ok"] is False, reply
    assert reply["error"] and "\n" not in reply["error"]
    return str(reply["code"])


def game(bench: Bench) -> dict:
    """Return what the state says of the only game."""
    (one,) = ask(bench, "state")["games"]
    return dict(one)


def stand(bench: Bench, moves: int = 3) -> None:
    """Play some moves of 1 s, pause, open the lock; the right side has pressed last if odd."""
    bench.press("right")
    for number in range(moves):
        bench.advance_ms(1_000)
        bench.press(SIDES[number % 2])
    bench.advance_ms(1_000)
    bench.key("play")
    bench.turn_lock()
    bench.advance_ms(3_100)
    assert bench.state == "PAUSED"


def lines(text: str) -> list[dict]:
    """Return every whole line that a host has got."""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


# --- in play -------------------------------------------------------------------------------------


def test_the_state_is_told_while_a_side_runs(bench: Bench) -> None:
    """Exactly: what the line says is true for the instant that it names."""
    bench.press("right")
    for side, ms in (("left", 2_345), ("right", 1_111), ("left", 7)):
        bench.advance_ms(ms)
        bench.press(side)
    bench.advance_ms(4_321)
    reply = ask(bench, "state")
    assert reply["id"] > 0 and reply["lock"] is False and reply["battery"] is None
    assert reply["games"] == [
        {
            "state": "running",
            "remaining_ms": [bench.remaining_ms(side) for side in SIDES],
            "moves": [2, 1],
            "period": [1, 1],
            "side_to_move": "right",
            "white_side": "left",
            "flag": None,
            "freeze": True,
        }
    ]
    assert reply["at"] == (2**29 - 1000 + bench.now_ms) % 2**29


@pytest.mark.parametrize(
    ("control", "ms", "wanted"),
    [
        ("0m5s+0", 7_000, {"state": "flagged", "remaining_ms": [0, 5_000], "flag": "left"}),
        ("scrabble 25", 1_560_000, {"state": "running", "remaining_ms": [-60_000, 1_500_000]}),
        (UPCOUNT, 3_600_000, {"state": "running", "remaining_ms": [3_600_000, 0]}),
    ],
)
def test_the_state_has_room_for_every_time(
    runtime: str, control: str | int, ms: int, wanted: dict
) -> None:
    """A flag, a time below zero, one that counts up."""
    with Bench(control, runtime=runtime, freeze=True) as bench:
        game(bench)
        bench.press("right")
        bench.advance_ms(ms)
        told = game(bench)
        assert {name: told[name] for name in wanted} == wanted


def test_only_three_requests_are_taken_while_a_side_runs(bench: Bench) -> None:
    """All else is refused with its number, or with none where it does not begin as they do."""
    bench.press("right")
    bench.advance_ms(500)
    for command in ("hello", "settings", "journal", "control", "set_time", "end", "jump"):
        reply = bench.console({"cmd": command})
        assert (reply["code"], reply["error"]) == ("running", BUSY)
        assert reply["id"] == bench._requests
    assert code(bench, "subscribe", hz=11) == "running"
    assert code(bench, "pause") == "locked"
    cases = {
        '{"id":7,"cmd":"state"}': 7,
        '{"id":   7, "cmd":   "state"}': 7,
        '{"id": 999999999, "cmd": "state"}': 999_999_999,
        '{"cmd": "state", "id": 7}': None,
        '{"id": 7, "cmd": "state"} ': None,
        '{"id": 1234567890, "cmd": "state"}': None,
        '{"id": 7 , "cmd": "state"}': None,
        '{"id": -7, "cmd": "state"}': None,
        '{"id": 7, "cmd": "st ate"}': None,
        '{"id": 7, "cmd": "state"': None,
        '{"id": , "cmd": "state"}': None,
        " " * 70 + '{"id": 7, "cmd": "state"}': None,
        "x" * 300: None,
    }
    for line, number in cases.items():
        reply = bench.console_line(line)
        assert reply["ok"] is (number is not None), line
        if number is not None:
            assert reply["id"] == number
    assert bench.console_line("{}")["id"] is None
    assert bench.remaining_ms("left") == 303_000 - bench.now_ms + begin_of(bench)


def begin_of(bench: Bench) -> int:
    """Return when the first side was started."""
    return next(event.at_ms for event in bench.events() if event.name == "start")


def test_a_clock_that_nobody_has_asked_refuses_all_in_play(runtime: str) -> None:
    """With panels, until the game stands: then there is room for it, for good."""
    locked = runtime == "micropython"
    with Bench("5+3", runtime=runtime, heap_lock=locked, displays="ssd1306") as bench:
        bench.press("right")
        bench.advance_ms(1_000)
        for command in ("state", "pause", "hello"):
            assert bench.console({"cmd": command})["code"] == "running"
        bench.key("play")
        bench.advance_ms(3_000)
        left = game(bench)["remaining_ms"][0]
        bench.key("play")
        bench.advance_ms(1_000)
        assert game(bench)["remaining_ms"][0] == bench.remaining_ms("left") < left


def test_a_clock_with_digits_answers_a_host_that_comes_in_mid_game(runtime: str) -> None:
    """It has the room for it from its start; the lock is what keeps the game."""
    with Bench("5+3", runtime=runtime, heap_lock=runtime == "micropython") as bench:
        bench.press("right")
        bench.advance_ms(1_000)
        assert game(bench)["remaining_ms"][0] == bench.remaining_ms("left")
        assert bench.console({"cmd": "pause"})["code"] == "locked"
        assert bench.console({"cmd": "hello"})["code"] == "running"


def test_requests_are_answered_in_their_order(bench: Bench) -> None:
    """Three at once, in play and out of it."""
    for is_running in (False, True):
        if is_running:
            bench.press("right")
            bench.advance_ms(100)
        bench.send("")
        got = bench.send(
            '{"id": 1, "cmd": "state"}\n{"id": 2, "cmd": "hello"}\n{"id": 3, "cmd": "state"}\n'
        )
        bench.advance_ms(100)
        assert [line["id"] for line in lines(got + bench.send(""))] == [1, 2, 3]


def test_events_come_ten_times_a_second_and_end(bench: Bench) -> None:
    """In READY, in play and in a pause; whoever has not asked gets none."""
    bench.advance_ms(3_000)
    assert bench.send("") == "" or "event" not in bench.send("")
    reply = ask(bench, "subscribe", hz=10)
    assert reply["games"][0]["state"] == "ready"
    for state in ("ready", "running", "paused"):
        bench.send("")
        begin = bench.now_ms
        bench.advance_ms(2_000)
        told = lines(bench.send(""))
        assert len(told) in (19, 20, 21), state
        for line in told:
            assert line["event"] and line["id"] is None
            assert line["games"][0]["state"] == state
        steps = [(two["at"] - one["at"]) % 2**29 for one, two in pairwise(told)]
        assert set(steps) == {100}
        if state == "running":
            last = told[-1]
            since = (2**29 - 1000 + bench.now_ms - last["at"]) % 2**29
            assert last["games"][0]["remaining_ms"][0] == bench.remaining_ms("left") + since
            assert bench.now_ms - begin == 2_000
        if state == "ready":
            bench.press("right")
            bench.advance_ms(1)
        elif state == "running":
            bench.key("play")
            bench.advance_ms(3_000)
    ask(bench, "subscribe", hz=0)
    bench.send("")
    bench.advance_ms(1_000)
    assert bench.send("") == ""


def test_events_end_with_a_host_that_has_gone(bench: Bench) -> None:
    """It takes nothing for 700 ms: when another one comes nothing arrives that it did not want."""
    ask(bench, "subscribe", hz=10)
    bench.press("right")
    bench.advance_ms(250)
    bench.listen(False)
    bench.advance_ms(1_500)
    bench.listen(True)
    bench.send("")
    bench.advance_ms(2_000)
    assert bench.send("").strip() == ""
    assert game(bench)["state"] == "running"


def played(runtime: str, has_host: bool, loop_ms: list[int] | None) -> tuple:
    """Play 40 presses and pauses with or without a host; return trace and accounts."""
    choice = random.Random(4)
    asks = random.Random(5)
    with Bench(
        "0m20s+3", runtime=runtime, heap_lock=runtime == "micropython", loop_ms=loop_ms
    ) as bench:
        bench.send('{"id": 1, "cmd": "subscribe", "hz": 10}\n' if has_host else "")
        bench.press("right")
        for number in range(40):
            rest = choice.randrange(100, 4_000)
            while rest > 0:
                step = min(rest, asks.randrange(1, 700))
                bench.advance_ms(step)
                rest -= step
                if has_host:
                    command = asks.choice(("state", "pause", "hello", "jump"))
                    bench.send(json.dumps({"id": number, "cmd": command}) + "\n")
            bench.press(SIDES[number % 2])
        bench.advance_ms(1)
        assert bench.stats()["most_sent"] <= 64
        trace = [(one.at_ms, one.name, one.side, one.value) for one in bench.events()]
        return trace, [bench.account(side) for side in SIDES]


def test_a_host_changes_nothing_of_a_game(runtime: str) -> None:
    """Ten events a second and a request every moment: the same trace, to the ms, in 0 bytes.

    At most 64 bytes go out in a pass.
    """
    assert played(runtime, True, None) == played(runtime, False, None)


def test_a_host_changes_nothing_of_a_game_in_a_late_loop(runtime: str) -> None:
    """What is noted when a tick sees it may be noted sooner; presses and accounts are the same."""
    with_host, without = (played(runtime, has, [1, 7, 3, 40]) for has in (True, False))
    assert with_host[1] == without[1]
    played_out = ("press", "flag", "late", "start")
    presses = [[one for one in part[0] if one[1] in played_out] for part in (with_host, without)]
    assert presses[0] == presses[1] and len(presses[0]) > 20


# --- the arbiter lock ----------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "word"), [(0, "PC on"), (1, "PC 5I")])
@pytest.mark.parametrize("displays", ["tm1637_6", "tm1637_4", "ssd1306"])
def test_the_displays_show_an_open_lock(displays: str, language: int, word: str) -> None:
    """A word on each display whose time stands, 1 s of every 8, in play and in a pause."""
    shown = word.replace(" ", "") if displays == "tm1637_4" else word
    with Bench("5+3", displays=displays) as bench:
        ask(bench, "settings", language=language)

        def seen(seconds: int = 17) -> list[int]:
            count = [0, 0]
            for _ in range(seconds):
                bench.advance_ms(1_024)
                for index, view in enumerate((bench.displays().left, bench.displays().right)):
                    count[index] += view.text == shown or shown in " ".join(view.lines)
            return count

        assert seen() == [0, 0]
        bench.turn_lock()
        assert ask(bench, "state")["lock"] is True
        bench.advance_ms(3_100)
        assert min(seen()) >= 2, "ready"
        bench.press("right")
        left, right = seen()
        assert (left, right >= 2) == (0, True), "the side that runs keeps its time"
        bench.key("play")
        assert min(seen()) >= 2, "paused"
        bench.turn_lock()
        assert ask(bench, "state")["lock"] is False
        bench.advance_ms(3_100)
        assert seen() == [0, 0]


@pytest.mark.parametrize("state", ["SETUP", "READY", "RUNNING", "PAUSED", "FLAGGED", "ENDED"])
@pytest.mark.parametrize("first", ["back", "forward"])
def test_two_keys_together_open_the_lock_and_do_nothing_else(state: str, first: str) -> None:
    """From the moment both are down; where no lock is, each key does what it does alone."""
    second = "forward" if first == "back" else "back"
    fields = {} if state == "SETUP" else {"control": "0m9s+0", "freeze": True}
    with Bench(**fields) as bench:
        if state != "SETUP" and state != "READY":
            bench.press("right")
            bench.advance_ms(10_000 if state == "FLAGGED" else 1_000)
        if state in ("PAUSED", "ENDED"):
            bench.key("play")
        if state == "ENDED":
            bench.key("forward", hold_ms=3_100)
            bench.key("forward")
        assert bench.state == state
        may = state in ("READY", "PAUSED", "FLAGGED")
        before = (bench.white_side, bench.freeze, bench.program)
        for hold_ms in (300, 900, 1_100, 4_000) if state != "SETUP" else (4_000,):
            bench.key_down(first)
            bench.advance_ms(200)
            bench.key_down(second)
            bench.advance_ms(hold_ms)
            bench.key_up(second)
            bench.advance_ms(100)
            bench.key_up(first)
            bench.advance_ms(100)
            if may:
                assert bench.state == state
                assert (bench.white_side, bench.freeze, bench.program) == before
        names = [event.name for event in bench.events()]
        values = [event.value for event in bench.events() if event.name == "lock"]
        assert values == ([1, 0] if may else []), names
        assert names.count("setup") == (0 if state == "SETUP" else 1)


def test_a_key_that_is_let_go_before_a_second_opens_nothing(bench: Bench) -> None:
    """The first one is let go: the second alone is not both."""
    bench.key_down("back")
    bench.advance_ms(100)
    bench.key_down("forward")
    bench.advance_ms(500)
    bench.key_up("back")
    bench.advance_ms(3_000)
    bench.key_up("forward")
    bench.advance_ms(100)
    assert bench.state == "READY"
    assert ask(bench, "state")["lock"] is False


def test_the_lock_closes_with_the_games_it_was_opened_for(bench: Bench) -> None:
    """Put away, another control, a power cut."""
    bench.turn_lock()
    assert ask(bench, "put_away") and ask(bench, "state")["lock"] is False
    ask(bench, "program", number=10)
    bench.turn_lock()
    ask(bench, "program", number=11)
    assert ask(bench, "state")["lock"] is False
    stand(bench)
    assert ask(bench, "state")["lock"] is True
    bench.power_cycle()
    assert bench.state == "PAUSED" and ask(bench, "state")["lock"] is False
    assert code(bench, "end") == "locked"


def test_a_game_without_the_lock_is_safe(bench: Bench) -> None:
    """Every command that changes a game is refused, and nothing of it changes."""
    bench.press("right")
    bench.advance_ms(1_000)
    bench.key("play")
    bench.advance_ms(3_000)
    before = (game(bench), bench.account("left"), bench.account("right"))
    for command in (
        "resume", "set_time", "add_time", "set_moves", "set_period", "set_side_to_move",
        "swap_white", "penalty", "illegal_move", "clear_flag", "undo", "end", "put_away",
    ):  # fmt: skip
        fields = {"side": "left", "ms": 1_000, "moves": 3, "period": 1, "to": "own"}
        assert code(bench, command, what="press", sure=True, **fields) == "locked"
    assert code(bench, "program", number=1) == "state"
    assert code(bench, "control", control={"periods": [{"main_ms": 60_000}]}) == "state"
    assert code(bench, "import", part=0, text="x", last=True) == "state"
    assert code(bench, "freeze", on=False) == "state"
    assert (game(bench), bench.account("left"), bench.account("right")) == before


# --- commands ------------------------------------------------------------------------------------


def test_a_host_pauses_and_resumes_a_game(bench: Bench) -> None:
    """To the ms: what was thought until the request is charged, presses before it count."""
    bench.turn_lock()
    bench.press("right")
    bench.advance_ms(2_000)
    bench.press("left")
    bench.send("")
    got = bench.send('{"id": 5, "cmd": "pause"}\n')
    bench.advance_ms(1)
    assert bench.state == "PAUSED" and bench.moves("left") == 1
    assert bench.remaining_ms("left") == 303_000 - 2_000 + 3_000
    bench.advance_ms(5_000)
    (reply,) = lines(got + bench.send(""))
    assert (reply["id"], reply["ok"]) == (5, True)
    right = bench.remaining_ms("right")
    assert code(bench, "pause") == "state"
    begin = bench.now_ms
    ask(bench, "resume")
    assert bench.state == "RUNNING"
    bench.advance_ms(1_000)
    assert bench.remaining_ms("right") == right - (bench.now_ms - begin)
    bench.press("right")
    ask(bench, "pause")
    assert [event.name for event in bench.events()][-3:] == ["press", "pause", "host"]


def test_a_host_starts_a_game(bench: Bench) -> None:
    bench.turn_lock()
    ask(bench, "resume")
    assert (bench.running_side, bench.state) == ("left", "RUNNING")
    bench.advance_ms(1_000)
    assert bench.remaining_ms("left") == 302_000


def test_corrections_are_those_of_the_keys(bench: Bench) -> None:
    """Each by a host; each is undone as one correction, exactly (T43, T44)."""
    stand(bench, 3)
    before = (game(bench), bench.account("left"), bench.account("right"))
    for command, fields, wanted in (
        ("set_time", {"side": "left", "ms": 61_234}, {"remaining_ms": [61_234, None]}),
        ("add_time", {"side": "right", "ms": -10_000}, {"remaining_ms": [None, -10_000]}),
        ("set_moves", {"side": "right", "moves": 17}, {"moves": [2, 17]}),
        ("set_side_to_move", {"side": "left"}, {"side_to_move": "left"}),
        ("penalty", {"side": "left", "to": "opponent", "ms": 5_000}, {}),
        ("penalty", {"side": "left", "to": "own", "ms": 5_000}, {}),
    ):
        count = len(bench.events())
        ask(bench, command, **fields)
        told = game(bench)
        for name, value in wanted.items():
            if name == "remaining_ms":
                had = before[0][name]
                assert told[name] == [
                    had[0] if value[0] is None else value[0],
                    had[1] if value[1] is None else had[1] + value[1],
                ]
            else:
                assert told[name] == value
        names = [event.name for event in bench.events()[count:]]
        assert names[0] == "adjust" and names[-2:] == ["adjust", "host"], names
        ask(bench, "undo", what="correction")
        assert (game(bench), bench.account("left"), bench.account("right")) == before
    ask(bench, "penalty", side="right", to="own", ms=7_000)
    assert game(bench)["remaining_ms"][1] == before[0]["remaining_ms"][1] - 7_000
    assert ask(bench, "penalty", side="right", to="opponent")["ms"] == 60_000, "rapid and blitz"
    assert code(bench, "undo", what="press") == "state", "a correction rules it out"


def test_an_illegal_move_is_told_by_a_host(bench: Bench) -> None:
    """T42: the press is taken back, 1 min for the opponent, counted; the second loses."""
    stand(bench, 3)
    assert code(bench, "illegal_move", side="right") == "state"
    reply = ask(bench, "illegal_move", side="left")
    assert (reply["count"], reply["is_last"]) == (1, False)
    told = game(bench)
    assert (told["side_to_move"], told["moves"]) == ("left", [1, 1])
    ask(bench, "resume")
    bench.advance_ms(500)
    bench.press("left")
    bench.advance_ms(500)
    ask(bench, "pause")
    reply = ask(bench, "illegal_move", side="left")
    assert (reply["count"], reply["is_last"]) == (2, True)


def test_a_press_is_taken_back_by_a_host(bench: Bench) -> None:
    stand(bench, 3)
    had = game(bench)
    ask(bench, "undo", what="press")
    told = game(bench)
    assert (told["moves"], told["side_to_move"]) == ([1, 1], "left")
    assert told["remaining_ms"][0] == had["remaining_ms"][0] - 3_000 - 1_000
    assert code(bench, "undo", what="press") == "state"
    assert code(bench, "undo", what="nothing") == "field"


def test_what_the_keys_ask_is_asked_of_a_host(bench: Bench) -> None:
    """Time to 0, colors before move 10: refused with `ask`, done when it is sure."""
    stand(bench)
    before = (game(bench), bench.account("left"), bench.account("right"))
    for command, fields in (
        ("set_time", {"side": "left", "ms": 0}),
        ("add_time", {"side": "left", "ms": -400_000}),
        ("penalty", {"side": "left", "to": "own", "ms": 400_000}),
        ("swap_white", {}),
    ):
        assert code(bench, command, **fields) == "ask"
        assert code(bench, command, sure=1, **fields) == "ask"
        assert (game(bench), bench.account("left"), bench.account("right")) == before
        ask(bench, command, sure=True, **fields)
        assert game(bench) != before[0]
        ask(bench, "undo", what="correction")


def test_a_flag_is_cleared_and_the_game_ended_by_a_host(runtime: str) -> None:
    """T30, T32: the flag's mark goes, the time is set, the game goes on and ends."""
    with Bench("0m3s+0", freeze=True, runtime=runtime) as bench:
        game(bench)
        bench.press("right")
        bench.advance_ms(4_000)
        assert bench.state == "FLAGGED"
        bench.turn_lock()
        assert code(bench, "resume") == "state"
        ask(bench, "clear_flag")
        assert code(bench, "clear_flag") == "state"
        ask(bench, "set_time", side="left", ms=20_000)
        assert game(bench)["state"] == "paused"
        ask(bench, "resume")
        bench.advance_ms(1_000)
        ask(bench, "pause")
        assert bench.remaining_ms("left") == 19_000
        ask(bench, "end")
        assert bench.state == "ENDED"
        assert code(bench, "end") == "state"
        assert code(bench, "set_time", side="left", ms=5) == "state"
        ask(bench, "put_away")
        assert bench.state == "SETUP"
        assert code(bench, "end") == "state"


def test_periods_are_set_by_a_host(runtime: str) -> None:
    with Bench("90/40+30+30", runtime=runtime) as bench:
        stand(bench)
        ask(bench, "set_period", side="right", period=2)
        assert game(bench)["period"] == [1, 2]
        assert code(bench, "set_period", side="right", period=3) == "field"


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("set_time", {}),
        ("set_time", {"side": "up", "ms": 5}),
        ("set_time", {"side": "left"}),
        ("set_time", {"side": "left", "ms": -1}),
        ("set_time", {"side": "left", "ms": 360_000_000}),
        ("set_time", {"side": "left", "ms": 1.5}),
        ("set_time", {"side": "left", "ms": True}),
        ("set_time", {"side": ["left"], "ms": 5}),
        ("set_time", {"side": "left", "ms": 5, "game": 1}),
        ("set_time", {"side": "left", "ms": 5, "game": "A"}),
        ("add_time", {"side": "left", "ms": 0}),
        ("set_moves", {"side": "left", "moves": 1_000}),
        ("set_moves", {"side": "left", "moves": -1}),
        ("set_period", {"side": "left", "period": 0}),
        ("set_side_to_move", {}),
        ("penalty", {"side": "left"}),
        ("penalty", {"side": "left", "to": "both"}),
        ("penalty", {"side": "left", "to": "own", "ms": 0}),
        ("undo", {}),
        ("resume", {"game": 3}),
        ("subscribe", {}),
        ("subscribe", {"hz": 11}),
        ("subscribe", {"hz": "10"}),
        ("program", {"number": None}),
        ("preset", {"number": 0}),
        ("journal", {"block": 900}),
    ],
)  # fmt: skip
def test_a_bad_field_changes_nothing(command: str, fields: dict) -> None:
    """One line, the code `field`."""
    with Bench("5+3") as bench:
        stand(bench)
        before = (game(bench), bench.account("left"), bench.account("right"))
        assert code(bench, command, **fields) == "field"
        assert (game(bench), bench.account("left"), bench.account("right")) == before
        assert bench.state == "PAUSED"


def test_every_refusal_has_its_code(bench: Bench) -> None:
    cases = {
        "x" * 5_000: ("long", None),
        "{": ("json", None),
        "[1]": ("json", None),
        '{"id": 3, "cmd": "jump"}': ("command", 3),
        '{"id": 3}': ("field", 3),
        '{"id": 3, "cmd": 7}': ("field", 3),
        '{"id": "3", "cmd": "state"}': ("field", None),
        '{"id": 1000000000, "cmd": "hello"}': ("field", None),
        '{"id": 3, "cmd": "program", "number": 105}': ("missing", 3),
        '{"id": 3, "cmd": "label", "place": 5, "label": "x"}': ("missing", 3),
        '{"id": 3, "cmd": "selftest", "on": true}': ("state", 3),
        '{"id": 3, "cmd": "pause"}': ("state", 3),
    }
    for line, (wanted, number) in cases.items():
        reply = bench.console_line(line)
        assert (reply["ok"], reply["code"], reply["id"]) == (False, wanted, number), line
    assert bench.state == "READY"


def test_a_menu_that_is_open_has_the_game(bench: Bench) -> None:
    """An arbiter at the keys is not disturbed by a host."""
    stand(bench)
    bench.key("play", hold_ms=3_100)
    assert bench.state == "ADJUST"
    for command in ("resume", "end", "put_away", "set_time"):
        assert code(bench, command, side="left", ms=5) == "state"
    assert bench.state == "ADJUST"


def test_maintenance_and_presets_are_told(bench: Bench) -> None:
    stand(bench)
    told = ask(bench, "maintenance")
    assert told["up_s"] == bench.now_ms // 1000 and told["passes"] > 100
    assert told["records"] > 5 and 0 < told["blocks_free"] <= 40 and told["errors"] == {}
    assert (told["memory_free"] is None) == (bench.runtime == "cpython")
    assert ask(bench, "preset", number=1)["control"]["periods"]
    assert ask(bench, "hello")["protocol"] == 2


# --- a table of three ----------------------------------------------------------------------------


def test_a_host_at_a_table_of_three(tmp_path: Path, runtime: str) -> None:
    """T60: one game alone is corrected; a start and an end are for all where none is named."""
    board = tmp_path / "my_table"
    board.mkdir()
    (board / "board_def.py").write_text(TABLE)
    with Bench("5+3", board=board, runtime=runtime) as bench:
        bench.turn_lock()
        ask(bench, "resume")
        bench.advance_ms(2_000)
        told = ask(bench, "state")
        assert [one["state"] for one in told["games"]] == ["running"] * 3
        since = (2**29 - 1000 + bench.now_ms - told["at"]) % 2**29
        for one, truth in zip(told["games"], bench.games(), strict=True):
            assert one["remaining_ms"][0] == truth["accounts"][0]["remaining_ms"] + since
        ask(bench, "pause")
        bench.advance_ms(100)
        assert code(bench, "set_time", side="left", ms=9_000) == "field"
        ask(bench, "set_time", side="left", ms=9_000, game=1)
        times = [one["remaining_ms"][0] for one in ask(bench, "state")["games"]]
        assert times[1] == 9_000 and times[0] == times[2] != 9_000
        ask(bench, "resume", game=2)
        told = ask(bench, "state")
        assert [one["state"] for one in told["games"]] == ["paused", "paused", "running"]
        ask(bench, "pause")
        ask(bench, "end", game=0)
        ask(bench, "resume")
        told = ask(bench, "state")
        assert [one["state"] for one in told["games"]] == ["ended", "running", "running"]


def test_freeze_that_a_host_sets_is_an_event_as_by_keys() -> None:
    """Once, and only if it changes; so the journal tells why the flag stops both sides, or not."""
    with Bench(control="5+3", freeze=False) as bench:
        for on in (True, True, False):
            ask(bench, "freeze", on=on)
        bench.advance_ms(10)
        assert [one.value for one in bench.events() if one.name == "correction"] == [1, 0]
