"""The journal of the real firmware: what it tells of a game is what its displays have shown."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from clockcore.codes import SIDES
from clockcore.journal import J_DATE
from clockcore.presets import preset

from host_tools.bench import Bench
from host_tools.bench.line_server import LineServer
from host_tools.journal import read_blocks, read_journal
from host_tools.journal.games import PlayedGame, games_of, moments
from host_tools.journal.words import entry_text
from host_tools.notation.plain import same

NAMES = ("left", "right")
Shown = list[tuple[str, int, int]]


class Table:
    """A clock on the bench, and what it showed after every press that passed the turn."""

    def __init__(self, bench: Bench) -> None:
        """Take the bench."""
        self.bench = bench
        self.shown: Shown = []

    def press(self, think_ms: int, **fields: object) -> None:
        """Let the side that runs think and press."""
        self.bench.advance_ms(think_ms)
        side = self.bench.running_side
        assert side is not None
        self.bench.press(side, **fields)  # type: ignore[arg-type]
        other = NAMES[1 - NAMES.index(side)]
        self.shown.append((side, self.bench.remaining_ms(side), self.bench.remaining_ms(other)))

    def key(self, name: str, hold_ms: int = 50, then_ms: int = 1_200) -> None:
        """Press a key and wait."""
        self.bench.key(name, hold_ms=hold_ms)
        self.bench.advance_ms(then_ms)

    def games(self) -> list[PlayedGame]:
        """Return the games in the clock's journal, which must be whole."""
        journal = read_journal(read_blocks(self.bench.files / "journal"))
        assert not journal.problems
        return games_of(journal.entries)

    def check(self, game: PlayedGame, first: int = 0) -> None:
        """Check that a game shows what the clock has shown from a press on."""
        assert game.differences == []
        found = [(NAMES[move.side], move.left_ms, move.other_left_ms) for move in game.moves]
        assert found == self.shown[first:]


@pytest.mark.parametrize(
    "control",
    [
        "5+3",
        "90/40+30+30",
        "1 then 1 at-zero",
        "5 bronstein 3",
        "5 delay 3",
        "hourglass 1",
        "1 byoyomi 3x10s",
        "1s canadian 20s/3",
        "upcount",
        "preset:7",
    ],
)
def test_the_times_of_a_game_are_those_that_the_clock_showed(control: str) -> None:
    """Presses that bounce, presses out of turn, pauses and a power cut among them."""
    with Bench(control=control) as bench:
        table = Table(bench)
        bench.press("right")
        for number in range(8):
            table.press(1_300 + 711 * number, bounce_ms=[0, 2, 5])
            if number == 2:
                bench.advance_ms(400)
                bench.press("left" if bench.running_side == "right" else "right")
            if number == 3:
                bench.advance_ms(600)
                table.key("play")
                table.key("play", then_ms=500)
            if number == 5:
                bench.advance_ms(650)
                bench.power_cycle()
                bench.advance_ms(1_200)
                table.key("play", then_ms=500)
        bench.advance_ms(900)
        table.key("play", then_ms=2_000)
        (game,) = table.games()
        table.check(game)
        assert game.standings >= 3
        assert [game.course.left_ms(side) for side in SIDES] == [
            bench.remaining_ms(name) for name in NAMES
        ]


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_date_that_a_host_sets_is_in_the_journal_and_harms_no_game(runtime: str) -> None:
    """In SETUP, and in a pause before the power is cut; a date that is refused leaves nothing."""
    with Bench(control="5+3", runtime=runtime) as bench:
        table = Table(bench)
        assert bench.console({"cmd": "time", "set": [2026, 12, 1, 18, 59, 57]})["ok"]
        assert not bench.console({"cmd": "time", "set": [2026, 13, 1, 18, 59, 57]})["ok"]
        bench.advance_ms(5_000)
        bench.press("right")
        table.press(2_000)
        table.press(3_000)
        table.key("play", then_ms=2_000)
        assert bench.console({"cmd": "time", "set": [2026, 12, 2, 8, 0, 30]})["ok"]
        left = [bench.remaining_ms(name) for name in NAMES]
        bench.power_cycle()
        assert [bench.remaining_ms(name) for name in NAMES] == left
        bench.advance_ms(1_200)
        table.key("play", then_ms=500)
        table.press(4_000)
        table.key("play", then_ms=2_000)
        journal = read_journal(read_blocks(bench.files / "journal"))
        assert [one.who for one in journal.entries if one.kind == J_DATE] == [57, 30]
        (game,) = table.games()
        table.check(game)
        assert game.start is not None and game.start.date is not None
        begun = game.start.date - datetime(2026, 12, 1, 19, 0, 2)
        assert timedelta(0) <= begun < timedelta(seconds=2)
        last = moments(journal.entries)[game.moves[-1].record].date
        assert last is not None and last - datetime(2026, 12, 2, 8, 0) < timedelta(seconds=60)


@pytest.fixture(scope="module")
def desk() -> Iterator[tuple[list[PlayedGame], Table]]:
    """A program chosen by keys, a game with a correction; its journal and what was shown."""
    with Bench.started() as bench:
        table = Table(bench)
        for _ in range(3):
            table.key("plus", then_ms=300)
        table.key("forward")
        assert (bench.state, bench.program) == ("READY", 4)
        bench.press("right")
        for number in range(5):
            table.press(1_500 + number)
        table.key("play", then_ms=500)
        table.key("plus", hold_ms=3_100, then_ms=300)  # the list: bonus time to the left
        table.key("forward")
        table.key("play", then_ms=1_000)
        table.press(700)
        bench.advance_ms(500)
        table.key("play", then_ms=2_000)
        yield table.games(), table


def test_a_game_that_is_chosen_by_keys_knows_its_control(
    desk: tuple[list[PlayedGame], Table],
) -> None:
    (game,), table = desk
    assert game.control is not None and same(game.control, preset(4))
    table.check(game)
    assert any(text.startswith("corrected: left ") for text in game.said.values())


def test_every_entry_has_plain_words(desk: tuple[list[PlayedGame], Table]) -> None:
    (game,), _ = desk
    texts = [entry_text(entry, game) for entry in game.entries]
    assert not [text for text in texts if "unknown" in text or not text]
    assert "left presses, move 1; thought 0:00:01.500, has 0:59:58.500" in texts
    assert "corrections begin" in texts and "left runs again" not in texts[:5]


def test_a_game_that_is_adjourned_by_keys_is_one_game_with_what_follows() -> None:
    with Bench.started() as bench:
        table = Table(bench)
        table.key("forward")
        bench.press("right")
        for number in range(5):
            table.press(1_500 + number)
        bench.advance_ms(700)
        table.key("play")
        table.key("plus", hold_ms=3_100, then_ms=300)
        for _ in range(20):
            if bench.displays().left.text == "AdJoUr":
                break
            table.key("plus", then_ms=200)
        table.key("forward", then_ms=300)
        table.key("forward")
        assert bench.state == "SETUP"
        for _ in range(60):
            if bench.program == 201:
                break
            table.key("minus", then_ms=120)
        table.key("forward")
        table.key("play", then_ms=500)
        for number in range(3):
            table.press(900 + number)
        bench.advance_ms(300)
        table.key("play", then_ms=2_000)
        first, second = table.games()
        assert first.ended == "put away" and second.continues == first.number
        assert first.differences == []
        table.check(second)


def test_a_changed_setting_is_told(tmp_path: Path) -> None:
    with Bench.started() as bench:
        bench.console({"cmd": "settings", "sound": True, "language": 1, "default_s": 1_800})
        bench.advance_ms(2_000)
        shutil.copytree(bench.files / "journal", tmp_path / "journal")
    texts = [
        entry_text(entry) for entry in read_journal(read_blocks(tmp_path / "journal")).entries
    ]
    assert "setting language: 0 -> 1" in texts
    assert "setting default_s: 0 -> 1800" in texts


def test_what_is_fetched_off_a_clock_is_what_the_commands_read(tmp_path: Path) -> None:
    target = tmp_path / "board.journal"
    with LineServer(control="3+2") as server:
        for name in ("right", "left", "right"):
            with server.bench() as bench:
                bench.press(name)
            time.sleep(0.2)
        with server.bench() as bench:
            bench.key("play")
        time.sleep(0.1)
        run("fetch", "-o", str(target), "--port", server.url)
    assert run("verify", str(target)).startswith("Whole: records 1 to ")
    (game,) = json.loads(run("journal", str(target), "--json"))
    assert (game["control"], game["presses"]) == ("3 min, 2 s a move", 2)
    assert game["differences"] == [] and game["standings"] == 1
    moves = tmp_path / "game.pgn"
    moves.write_text("1. e4 e5 2. Nf3 *\n")
    assert run("pgn", str(target), "--moves", str(moves)).count("[%clk 0:03:0") == 2


def run(*words: str) -> str:
    """Run the command, which must go well; return what it says."""
    return subprocess.run(
        [Path(sys.executable).with_name("chessclock"), *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
