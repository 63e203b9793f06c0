"""The commands that talk to clocks, against doubles: what they print, and their exit status."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console

from host_tools import cli
from host_tools.console.clocks import Address
from host_tools.console.model import ClockState, GameState
from host_tools.console.show import Seen, table_of
from host_tools.console.watch_bench import Sample, lags_of
from host_tools.console.watching import Watch
from tests.host_tools.clock_double import ClockDouble, refused

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Run:
    """Return what runs a command in an empty folder: its exit status, what it said, its errors."""
    monkeypatch.chdir(tmp_path)
    for name in ("CHESSCLOCK_PORT", "CHESSCLOCK_CLOCKS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def one(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["chessclock", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said, errors = capsys.readouterr()
        assert "Traceback" not in errors
        return int(ended.value.code or 0), said, errors

    return one


@pytest.fixture
def double() -> Iterator[ClockDouble]:
    """Return a clock on which a game stands, its lock open."""
    with ClockDouble() as one:
        yield one


def commands() -> list[tuple[str, str]]:
    """Return every command there is, by the words that call it, and what its help says."""
    found = []

    def walk(command: Any, words: str) -> None:
        for name, one in getattr(command, "commands", {}).items():
            found.append((f"{words} {name}", " ".join((one.help or "").split())))
            walk(one, f"{words} {name}")

    walk(typer.main.get_command(cli.app), "chessclock")
    return found


@pytest.mark.parametrize(("words", "text"), commands())
def test_every_command_has_an_example(words: str, text: str) -> None:
    assert f"Example: {words}" in text, words


def test_there_are_the_commands_that_an_arbiter_needs() -> None:
    wanted = "connect status watch control presets set-time penalty journal export import"
    names = {words.removeprefix("chessclock ") for words, _ in commands()}
    assert {*wanted.split(), "sync-time"} <= names


def test_completion_can_be_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CHESSCLOCK_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "chessclock set-")
    monkeypatch.setenv("COMP_CWORD", "1")
    _, said, _ = run()
    assert {"set-time", "set-moves", "set-period", "set-turn"} <= set(said.split())
    monkeypatch.delenv("_CHESSCLOCK_COMPLETE")
    assert "--install-completion" in run("--help")[1]


# --- looking -------------------------------------------------------------------------------------


def test_clocks_are_found_and_named(run: Run, double: ClockDouble) -> None:
    status, said, errors = run("connect", "-p", f"hall={double.url}", "--save", "x.toml")
    assert (status, errors) == (0, "")
    assert said.splitlines()[1].split() == [
        "hall", double.url, "double", "none", "0.1.0", "paused", "open",
    ]
    assert said.splitlines()[2] == "x.toml: 1 clock, by name from here on"
    status, said, _ = run("status", "--clocks", "x.toml", "-p", "hall")
    assert status == 0 and said.splitlines()[1].split()[:2] == ["hall", "paused"]


def test_a_clock_that_plays_is_found_too(run: Run, double: ClockDouble) -> None:
    double.answers["hello"] = refused("running", "a side runs")
    double.games[0]["state"] = "running"
    status, said, errors = run("connect", "-p", double.url)
    assert (status, errors) == (0, "")
    assert said.splitlines()[1].split() == [double.url, double.url, "running", "open"]


def test_what_does_not_answer_is_said_beside_what_does(run: Run, double: ClockDouble) -> None:
    status, said, errors = run("status", "-p", f"a={double.url}", "-p", "b=socket://127.0.0.1:1")
    assert status == 1 and "a " in said
    assert errors == "chessclock: b: nobody answers there\n"


def test_the_table_says_what_an_arbiter_must_see(run: Run, double: ClockDouble) -> None:
    double.games[0].update(
        state="flagged", flag="left", remaining_ms=[0, 59_000], side_to_move="left"
    )
    double.battery = 9
    _, said, _ = run("status", "-p", f"t={double.url}")
    head, row = said.splitlines()
    assert head.split() == [
        "Clock", "State", "Left", "Right", "Moves", "White", "Battery", "Note",
    ]
    notes = "FLAG left; low right; lock open; battery low"
    assert row.split() == ["t", "flagged", ">", "0:00.0", "0:59", "12", "11", "left", "9", "%",
                           *notes.split()]
    _, said, _ = run("status", "-p", f"t={double.url}", "--low", "30s")
    assert "low right" not in said
    assert run("status", "-p", f"t={double.url}", "--low", "30")[0] == 2


@pytest.mark.parametrize("width", [36, 40, 60, 80, 200])
def test_a_narrow_window_cuts_no_name_no_time_and_no_note(width: int) -> None:
    """At 40 columns three clocks were all called "ta…", and a flag was not to be seen."""
    game = GameState(
        "flagged", (0, 5_430_000), (140, 139), (1, 1), "left", "left", "left", False
    )
    clocks = [
        Seen(Address(f"table{number}", f"/dev/{number}"), ClockState(1, 9, True, (game,)))
        for number in (1, 2)
    ]
    clocks.append(Seen(Address("board", "/dev/b"), None, "nobody answers there"))
    console = Console(width=width, color_system=None, record=True, file=io.StringIO())
    console.print(table_of(clocks, width=width))
    said = console.export_text()
    assert "\u2026" not in said and max(map(len, said.splitlines())) <= width
    words = " ".join(said.split())
    for wanted in ("table1", "table2", "board", "0:00.0", "1:30:30", "FLAG", "nobody"):
        assert wanted in words or (wanted == "nobody" and width < 40)
    shown = said.splitlines()[0].split()
    assert shown[:1] == ["Clock"] and {"Left", "Right", "Note"} <= set(shown)
    assert ("Battery" in shown and "White" in shown) == (width >= 80)


def test_notes_of_several_lines_are_counted_where_there_is_little_room() -> None:
    game = GameState("running", (300_000, 300_000), (1, 1), (1, 1), "left", "left", None, False)
    flagged = replace(game, state="flagged", flag="left", remaining_ms=(0, 5_000))
    clocks = [
        Seen(Address(f"t{number}", f"/dev/{number}"), ClockState(1, None, True, (one,)))
        for number, one in enumerate([game, game, game, flagged])
    ]
    console = Console(width=46, color_system=None, record=True, file=io.StringIO())
    console.print(table_of(clocks, room=4, width=46))
    lines = console.export_text().splitlines()
    assert len(lines) <= 1 + 4
    assert any(line.startswith("t3") for line in lines)
    assert lines[-1].strip() == "and 2 more"


def test_where_no_table_can_be_kept_up_it_is_printed_when_something_happens(
    run: Run, double: ClockDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`watch` in a pipe, or with TERM=dumb, said nothing before Ctrl-C."""
    turn = Watch.turn
    turns = []

    def some_turns(self: Watch, seconds: float) -> bool:
        turns.append(turn(self, seconds))
        if len(turns) == 20:
            double.games[0].update(state="flagged", flag="left", remaining_ms=[0, 5])
        if len(turns) == 40:
            raise KeyboardInterrupt
        return turns[-1]

    monkeypatch.setattr(Watch, "turn", some_turns)
    status, said, errors = run("watch", "-p", f"t={double.url}")
    assert (status, errors) == (0, "")
    tables = said.strip().split("\n\n")
    assert [table.splitlines()[1].split()[1] for table in tables] == ["paused", "flagged"]
    assert "FLAG left" in tables[1]


def test_a_table_of_three_has_three_rows_and_setup_has_no_times(run: Run) -> None:
    with ClockDouble(games=3) as double:
        double.games[1].update(state="setup", flag="left")
        _, said, _ = run("status", "-p", f"t={double.url}")
    rows = said.splitlines()[1:]
    assert [row.split()[1] for row in rows] == ["A", "B", "C"]
    assert rows[1].split() == ["t", "B", "setup", "87", "%", "lock", "open"]


def test_json_is_a_line_a_clock(run: Run, double: ClockDouble) -> None:
    _, said, _ = run("watch", "--once", "--json", "-p", f"t={double.url}")
    plain = json.loads(said)
    assert plain["clock"] == "t" and plain["games"] == double.games and plain["lock"] is True


def test_maintenance(run: Run, double: ClockDouble) -> None:
    double.answers["maintenance"] = {
        "memory_free": None, "up_s": 3700, "errors": {"battery": 2}, "new_one": 5,
    }
    _, said, _ = run("maintenance", "-p", f"t={double.url}")
    assert said.splitlines()[0] == "t:"
    assert [line.split() for line in said.splitlines()[1:]] == [
        ["runs", "for", "1:01:40"],
        ["errors", "contained", "battery", "2"],
        ["memory", "free,", "bytes", "not", "known"],
        ["new_one", "5"],
    ]
    _, said, _ = run("maintenance", "--json", "-p", f"t={double.url}")
    assert json.loads(said)["up_s"] == 3700


def calendar(off_s: float) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what answers `time` as a clock that is so many seconds off."""

    def answer(_: dict[str, Any]) -> dict[str, Any]:
        now = datetime.now(UTC) + timedelta(seconds=off_s)
        return {"status": "ok", "time": [*now.timetuple()[:6]]}

    return answer


def test_the_real_time_clock_is_compared_and_set(run: Run, double: ClockDouble) -> None:
    double.answers["time"] = calendar(-7.5)
    status, said, _ = run("sync-time", "--dry-run", "-p", f"t={double.url}")
    assert (status, said) == (0, "t: 7.5 s slow\n")
    assert not any("set" in request for request in double.requests)
    _, said, _ = run("sync-time", "-p", f"t={double.url}")
    assert said.startswith("t: 7.5 s slow; set, now ")
    sent = next(request["set"] for request in double.requests if "set" in request)
    apart = datetime.now(UTC) - datetime(*sent, tzinfo=UTC)  # type: ignore[misc]
    assert timedelta(0) <= apart < timedelta(seconds=10)
    double.answers["time"] = refused("missing", "time: this board has no real-time clock")
    status, _, errors = run("sync-time", "-p", f"t={double.url}")
    assert (status, errors) == (1, "chessclock: t: time: this board has no real-time clock\n")


# --- changing ------------------------------------------------------------------------------------


def test_a_time_is_set_and_what_was_is_said(run: Run, double: ClockDouble) -> None:
    def change(request: dict[str, Any]) -> None:
        double.games[0]["remaining_ms"] = [request["ms"], 240_500]

    double.change = change
    status, said, _ = run("set-time", "white", "1:05:00", "-p", f"t={double.url}")
    assert status == 0
    assert said == (
        "t: left 5:00 -> 1:05:00; paused, left 1:05:00, right 4:00.500, moves 12 and 11,"
        " right to move\n"
    )
    assert double.requests[1] == {"cmd": "set_time", "side": "left", "ms": 3_900_000}


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("add-time black -0:30", {"cmd": "add_time", "side": "right", "ms": -30_000}),
        ("add-time left 0:30.5 --sure", {"cmd": "add_time", "side": "left", "ms": 30_500,
                                         "sure": True}),
        ("set-moves left 39", {"cmd": "set_moves", "side": "left", "moves": 39}),
        ("set-period right 2", {"cmd": "set_period", "side": "right", "period": 2}),
        ("set-turn white", {"cmd": "set_side_to_move", "side": "left"}),
        ("penalty black", {"cmd": "penalty", "side": "right", "to": "opponent"}),
        ("penalty left 2m --to own", {"cmd": "penalty", "side": "left", "ms": 120_000,
                                      "to": "own"}),
        ("swap-white", {"cmd": "swap_white"}),
        ("clear-flag", {"cmd": "clear_flag"}),
        ("undo press", {"cmd": "undo", "what": "press"}),
        ("resume", {"cmd": "resume"}),
        ("pause", {"cmd": "pause"}),
        ("end --game a", {"cmd": "end", "game": 0}),
        ("put-away", {"cmd": "put_away"}),
        ("lay-out 101", {"cmd": "program", "number": 101}),
    ],
)
def test_a_command_asks_for_what_it_says(
    run: Run, double: ClockDouble, words: str, request_: dict[str, Any]
) -> None:
    status, said, errors = run(*words.split(), "-p", f"t={double.url}")
    assert (status, errors) == (0, "")
    assert said.startswith("t: ") and "paused" in said
    assert [one for one in double.requests if one["cmd"] != "state"] == [request_]


def test_a_text_is_laid_out(run: Run, double: ClockDouble) -> None:
    assert run("lay-out", "3m+2s", "-p", double.url)[0] == 0
    assert double.requests[0]["control"]["periods"][0]["bonus_ms"] == 2000
    status, _, errors = run("lay-out", "90+30", "-p", double.url)
    assert status == 2 and "is ambiguous" in errors and errors.count("\n") == 1


def test_an_illegal_move_says_how_many_and_whether_it_loses(
    run: Run, double: ClockDouble
) -> None:
    double.answers["illegal_move"] = {"count": 2, "is_last": True}
    _, said, _ = run("illegal-move", "black", "-p", f"t={double.url}")
    assert "t: illegal move 2 of right: by the Laws the game is lost; paused" in said


@pytest.mark.parametrize(
    ("code", "text", "says"),
    [
        ("locked", "pause: no", "t: the arbiter lock of this clock is closed. While it is, no"
         " computer can change a game: open it at the clock, BACK and FORWARD held together for"
         " 1 s, not while a side runs; its displays say PC on then. The same keys close it, and so"
         " does putting the game away"),
        ("running", "x", "t: a side runs: pause first (on the clock, or chessclock pause)"),
        ("ask", "set_time: sure?", "t: set-time: sure? (--sure does it)"),
        ("state", "set_time: not now", "t: set-time: not now"),
    ],
)
def test_a_refusal_is_one_line_that_says_what_opens_the_way(
    run: Run, double: ClockDouble, code: str, text: str, says: str
) -> None:
    double.answers["set_time"] = refused(code, text)
    status, said, errors = run("set-time", "left", "1:00", "-p", f"t={double.url}")
    assert (status, said, errors) == (1, "", f"chessclock: {says}\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("set-time top 1:00", "top: left, right, white or black is needed"),
        ("set-time left 90", "90: minutes or seconds? write 90m or 90s"),
        ("set-time left -1:00", "No such option"),
        ("add-time left 1:00 --nope", "unexpected extra argument"),
        ("add-time left", "Missing argument 'time'"),
        ("penalty left 1:00 --to me", "Invalid value for '--to'"),
        ("set-moves left 1000", "less than or equal to 999"),
        ("end --game d", "d: game A, B or C is needed"),
        ("undo everything", "'everything' is not one of"),
        ("watch --hz 11", "less than or equal to 10"),
        ("virtual 17", "less than or equal to 16"),
        ("presets import nowhere.toml", "nowhere.toml: No such file or directory"),
        ("presets validate nowhere.toml", "nowhere.toml: No such file or directory"),
        ("import nowhere.json", "nowhere.json: No such file or directory"),
        ("virtual --play nowhere.txt", "nowhere.txt: No such file or directory"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    run: Run, double: ClockDouble, words: str, says: str
) -> None:
    more = [] if words.startswith(("virtual", "presets validate")) else ["-p", double.url]
    status, said, errors = run(*words.split(), *more)
    assert status == 2 and said.count("table1") == words.count("--play")
    assert says in errors and errors.count("\n") == 1
    assert not double.requests


def test_on_a_table_of_three_a_correction_is_told_which_game(run: Run) -> None:
    with ClockDouble(games=3) as double:
        double.games[2]["white_side"] = "right"
        status, _, errors = run("set-time", "left", "1:00", "-p", f"t={double.url}")
        assert (status, errors) == (1, "chessclock: t: 3 games: choose with --game: A, B, C\n")
        run("set-time", "white", "1:00", "--game", "C", "-p", f"t={double.url}")
        sent = [one for one in double.requests if one["cmd"] != "state"]
        assert sent == [{"cmd": "set_time", "side": "right", "ms": 60_000, "game": 2}]
        status, said, _ = run("pause", "-p", f"t={double.url}")
        assert status == 0 and "A: paused" in said and "; C: paused" in said


def test_white_is_asked_for_where_nobody_knows(run: Run, double: ClockDouble) -> None:
    double.games[0]["white_side"] = None
    status, _, errors = run("set-time", "white", "1:00", "-p", f"t={double.url}")
    assert status == 1 and "who has White is not known yet: say left or right" in errors


def test_one_clock_that_refuses_does_not_keep_the_others(run: Run, double: ClockDouble) -> None:
    with ClockDouble() as other:
        other.answers["pause"] = refused("locked", "pause")
        clocks = ["-p", f"a={other.url}", "-p", f"b={double.url}"]
        status, said, errors = run("pause", *clocks)
        assert status == 1 and said.startswith("b: paused") and "a: the arbiter lock" in errors
        status, _, errors = run("set-time", "left", "1:00", *clocks)
        assert status == 2 and "several clocks: choose one with --port: a, b" in errors


# --- presets -------------------------------------------------------------------------------------


class Shelf(ClockDouble):
    """A double that keeps user programs."""

    def __init__(self) -> None:
        """Start with none."""
        self.kept: list[dict[str, Any]] = [{"name": "", "control": None} for _ in range(10)]
        super().__init__()
        self.answers["programs"] = {"programs": self.kept}
        self.change = self.keep

    def keep(self, request: dict[str, Any]) -> None:
        """Take a program."""
        control = request["control"]
        if control is not None:
            control.pop("name")
        self.kept[request["number"] - 101].update(name=request["name"], control=control)


EVENT = '[program.101]\nname = "R"\ncontrol = "5m+3s"\n[program.110]\ncontrol = "10m"\n'


def test_presets_go_to_clocks_and_back(run: Run) -> None:
    Path("event.toml").write_text(EVENT)
    with Shelf() as shelf:
        port = ("-p", f"t={shelf.url}")
        status, said, _ = run("presets", "diff", "event.toml", *port)
        assert status == 1 and "t: 2 differ from event.toml" in said
        assert " ".join(said.splitlines()[2].split()) == "+ 101 R 5 min, 3 s a move"
        assert run("presets", "import", "event.toml", *port)[:2] == (0, "t: 2 set\n")
        again = "t: 0 set, 2 there already\n"
        assert run("presets", "import", "event.toml", *port)[:2] == (0, again)
        assert run("presets", "diff", "event.toml", *port)[:2] == (0, "t: as in event.toml\n")
        shelf.kept[4].update(name="old", control=shelf.kept[0]["control"])
        assert run("presets", "diff", "event.toml", *port)[0] == 0
        status, said, _ = run("presets", "diff", "event.toml", "--exact", *port)
        assert status == 1 and said.splitlines()[2].split()[:3] == ["-", "105", "old"]
        status, said, _ = run("presets", "import", "event.toml", "--exact", *port)
        assert (status, said) == (0, "t: 0 set, 1 freed, 2 there already\n")
        assert run("presets", "export", "-o", "x.toml", *port)[1] == "x.toml: 2 programs of t\n"
        assert run("presets", "diff", "x.toml", "--exact", *port)[0] == 0
        assert "2 of 10 user programs are set" in run("presets", "list", *port)[1]
    assert "2 programs" in run("presets", "validate", "x.toml")[1]


def test_a_clock_that_keeps_something_else_is_found_out(run: Run) -> None:
    Path("event.toml").write_text(EVENT)
    with Shelf() as shelf:
        port = ("-p", f"t={shelf.url}")
        shelf.change = None
        status, _, errors = run("presets", "import", "event.toml", *port)
        assert status == 1
        assert errors == "chessclock: t: kept something else than was sent: 101, 110\n"
        shelf.answers["keep_program"] = refused("room", "keep_program: there is no room")
        _, _, errors = run("presets", "import", "event.toml", *port)
        assert errors == (
            "chessclock: t: program 101: keep_program: there is no room; 0 of 2 are set\n"
        )


# --- watching ------------------------------------------------------------------------------------


def watch_until(watch: Watch, done: Callable[[], bool], seconds: float = 10.0) -> None:
    """Let a watch turn until something is so; fail if it does not come."""
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, watch.seen()
        watch.turn(0.05)


def test_a_lost_clock_comes_back_by_itself_and_holds_up_no_other(double: ClockDouble) -> None:
    other = ClockDouble()
    port = other.port
    heard: list[str] = []

    def hear(address: Address, _: ClockState, __: float) -> None:
        heard.append(address.name)

    clocks = [Address("a", double.url), Address("b", other.url)]
    with Watch(clocks, 10, hear) as watch:
        watch_until(watch, lambda: heard.count("a") > 2 and heard.count("b") > 2)
        assert [seen.problem for seen in watch.seen()] == ["", ""]
        other.close()
        watch_until(watch, lambda: watch.seen()[1].problem.startswith("lost for 2 s: "))
        assert watch.seen()[1].state is not None and not watch.seen()[0].problem
        before = len(heard)
        watch_until(watch, lambda: len(heard) > before + 5)
        with ClockDouble(port=port) as again:
            again.games[0]["moves"] = [20, 20]
            watch_until(watch, lambda: not watch.seen()[1].problem)
            state = watch.seen()[1].state
            assert state is not None and state.games[0].moves == (20, 20)
    assert double.requests[-1] == {"cmd": "subscribe", "hz": 0} or double.hz == 0


def test_a_clock_that_was_switched_off_and_on_is_subscribed_to_again(double: ClockDouble) -> None:
    with Watch([Address("a", double.url)], 10) as watch:
        watch_until(watch, lambda: watch.seen()[0].state is not None)
        double.hz = 0
        watch_until(watch, lambda: double.commands().count("subscribe") > 1)
        at = double.at
        watch_until(watch, lambda: double.at > at + 2)


def test_a_firmware_that_knows_no_subscribe_says_so(double: ClockDouble) -> None:
    double.answers["subscribe"] = refused("command", "cmd subscribe is unknown")
    with Watch([Address("a", double.url)], 10) as watch:
        watch_until(watch, lambda: watch.seen()[0].problem == "cmd subscribe is unknown")


def test_a_clock_that_nobody_asked_before_its_game_says_so(run: Run, double: ClockDouble) -> None:
    """In play it refuses what it otherwise takes, until the next pause; it is asked again."""
    no = refused("running", "a side runs: pause first, on the clock")
    double.answers.update(state=no, subscribe=no, hello=no)
    deaf = "a side runs, and no computer"
    for words in (["status"], ["connect"]):
        status, _, errors = run(*words, "-p", f"t={double.url}")
        assert status == 1 and errors.startswith(f"chessclock: t: {deaf} has asked this clock")
    with Watch([Address("a", double.url)], 10) as watch:
        watch_until(watch, lambda: watch.seen()[0].problem.startswith(deaf))
        del double.answers["subscribe"]
        watch_until(watch, lambda: not watch.seen()[0].problem)


def test_the_lag_of_a_watch_is_that_over_the_quickest() -> None:
    sample = Sample(at=[2**29 - 50, 50, 150], read=[10.0, 110.0, 250.0])
    sample.drawn = [20.0, 130.0, 260.0]
    assert lags_of(sample) == [10.0, 20.0, 50.0]
    assert lags_of(Sample()) == []
