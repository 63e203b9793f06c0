"""A board that carries a table of three clocks: three levers, six displays, one set of keys.

Every account is compared with an independent sum: `Sheet` knows presses, pauses, their instants,
and adds up what each side must have left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from boards.schema import check_board, load_board
from host_tools.bench import Bench

TABLE = '''
"""A Pico with three clocks."""

NAME = "my_table"
CHIP = "rp2040"
LEVER = "plungers"
LEVERS = ((2, 3), (6, 7), (8, 9))
KEYS = (10, 11, 12, 13, 14)
LAMPS = ((15, 16), (17, 18), (19, 22))
BUZZER = 26
I2C = (0, 21, 20, 400_000)
DISPLAY_SET = "ht16k33"
DISPLAY_SETS = {
    "ht16k33": {
        "driver": "ht16k33",
        "cells": 4,
        "brightness": 5,
        "places": ((0x70, 0x71), (0x72, 0x73), (0x74, 0x75)),
    },
}
HARD_IRQ = True
IDLE_MS = 20
IDLE_STEP_MS = 1
'''


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Return the folder of a board with three clocks."""
    folder = tmp_path / "my_table"
    folder.mkdir()
    (folder / "board_def.py").write_text(TABLE, encoding="utf-8")
    check_board(load_board(folder))
    return folder


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_three_clocks_on_one_board(table: Path, runtime: str) -> None:
    """One start runs all; then each lever, flag and account is its own; pause stops all."""
    locked = runtime == "micropython"
    with Bench(control="0m30s+0", board=table, runtime=runtime, heap_lock=locked) as bench:
        bench.key("play")
        began = bench.now_ms - 25
        assert [game["running_side"] for game in bench.games()] == [0, 0, 0]
        bench.edges([(began + 5_000, "left B", True), (began + 5_060, "left B", False)])
        bench.edges([(began + 7_000, "left C", True), (began + 7_060, "left C", False)])
        bench.edges([(began + 9_000, "right C", True), (began + 9_060, "right C", False)])
        bench.advance_ms(began + 10_000 - bench.now_ms)
        games = bench.games()
        assert [game["running_side"] for game in games] == [0, 1, 0]
        left = [[account["remaining_ms"] for account in game["accounts"]] for game in games]
        assert left == [[20_000, 30_000], [25_000, 25_000], [22_000, 28_000]]
        bench.advance_ms(20_000)
        games = bench.games()
        assert [game["flag_side"] for game in games] == [0, 2, 2]
        assert [game["running_side"] for game in games][1:] == [1, 0]
        bench.key("play")
        assert all(game["running_side"] == 2 for game in bench.games())
        check = bench.console({"cmd": "check"})
        assert check["displays"] == [True] * 6
        names = [name for name, _, _ in bench.console({"cmd": "inputs"})["inputs"]]
        assert names[:6] == [f"{side} {clock}" for clock in "ABC" for side in ("left", "right")]


def test_a_folder_without_a_board_is_refused(tmp_path: Path) -> None:
    """One line with the folder."""
    from host_tools.bench import BenchError

    with pytest.raises(BenchError, match=r"there is no board_def\.py"):
        Bench(board=tmp_path)


SETS = ("tm1637_6", "tm1637_4", "ht16k33", "max7219")
RUNTIMES = ("cpython", "micropython")
CLOCKS = "ABC"
MAIN_MS, BONUS_MS = 180_000, 2_000


class Sheet:
    """What a person with a stopwatch writes down of a game of 3 min + 2 s: an independent sum."""

    def __init__(self) -> None:
        """Begin before the start; White, on the left, is to move."""
        self.left = [MAIN_MS + BONUS_MS] * 2
        self.moves = [0, 0]
        self.side = 0
        self.since: int | None = None

    def go(self, at: int) -> None:
        """Let the side to move run from `at` on."""
        self.since = at

    def stop(self, at: int) -> None:
        """Let nobody run from `at` on."""
        if self.since is not None:
            self.left[self.side] -= at - self.since
            self.since = None

    def press(self, at: int) -> None:
        """Complete a move at `at`: charge it, add the bonus, run the other side."""
        self.stop(at)
        self.left[self.side] += BONUS_MS
        self.moves[self.side] += 1
        self.side = 1 - self.side
        self.go(at)


class Played:
    """A table on the bench, and the sheets of its games."""

    def __init__(self, bench: Bench) -> None:
        """Start all three games by PLAY."""
        self.bench = bench
        self.sheets = [Sheet() for _ in CLOCKS]
        bench.key("play")
        for sheet in self.sheets:
            sheet.go(self.released())

    def released(self) -> int:
        """Return the instant at which the last key was let go."""
        return self.bench.now_ms - 25

    def press(self, clock: str) -> None:
        """Press for the side that runs at a clock, now."""
        index = CLOCKS.index(clock)
        sheet = self.sheets[index]
        self.bench.press(self.bench.sides[2 * index + sheet.side])
        sheet.press(self.bench.now_ms)

    def choose(self, clock: str) -> None:
        """Choose a board."""
        for _ in range(CLOCKS.index(clock) + 1):
            self.bench.key("forward")

    def play(self, stops: str = "", goes: str = "") -> None:
        """Press PLAY: games that it stops, at its first edge, and lets go on, at its release."""
        down = self.bench.now_ms
        self.bench.key("play")
        for clock in stops:
            self.sheets[CLOCKS.index(clock)].stop(down)
        for clock in goes:
            self.sheets[CLOCKS.index(clock)].go(self.released())

    def think(self, low: int, high: int, chance: random.Random, moves: int, clocks: str) -> None:
        """Play so many moves at boards of chance, each after a thought of so many ms."""
        for _ in range(moves):
            self.bench.advance_ms(chance.randrange(low, high))
            self.press(chance.choice(clocks))
            self.compare()
            self.bench.advance_ms(61)  # the plunger comes up

    def compare(self) -> None:
        """Every account is what its sheet says, to the millisecond."""
        now = self.bench.now_ms
        for index, clock in enumerate(CLOCKS):
            sheet = self.sheets[index]
            want = list(sheet.left)
            if sheet.since is not None:
                want[sheet.side] -= now - sheet.since
            sides = self.bench.sides[2 * index : 2 * index + 2]
            assert [self.bench.remaining_ms(side) for side in sides] == want, clock
            assert [self.bench.moves(side) for side in sides] == sheet.moves, clock
            running = self.bench.games()[index]["running_side"]
            assert running == (sheet.side if sheet.since is not None else 2), clock


def states(bench: Bench) -> list[str]:
    """Return the names of the states of the three games."""
    from clockcore.code_names import STATE_NAMES

    return [STATE_NAMES[game["state"]] for game in bench.games()]


@pytest.fixture(params=RUNTIMES)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A table of 3 min + 2 s, its heap locked on MicroPython, so that play allocates nothing."""
    locked = request.param == "micropython"
    with Bench("3+2", board="virtual_table", runtime=request.param, heap_lock=locked) as made:
        yield made


def test_three_full_games_with_interleaved_presses(bench: Bench) -> None:
    """T1, T60: 150 moves on three boards, pauses of all and of one, and not a ms is lost."""
    played = Played(bench)
    chance = random.Random(60)
    played.think(200, 2_500, chance, 40, "ABC")
    played.choose("B")
    played.play(stops="B")
    played.think(200, 2_500, chance, 30, "AC")
    played.play(stops="AC")
    bench.advance_ms(600_000)
    played.compare()
    played.play(goes="AC")
    played.think(200, 2_500, chance, 20, "AC")
    played.choose("B")
    played.play(goes="B")
    played.think(200, 2_500, chance, 60, "ABC")
    assert sum(sum(sheet.moves) for sheet in played.sheets) == 150
    assert min(sum(sheet.moves) for sheet in played.sheets) > 20


def test_both_clocks_of_one_player_run_at_once_and_fall_apart(bench: Bench) -> None:
    """T60: player 1 has White on A and Black on C; he alone thinks there, and both are charged."""
    played = Played(bench)
    bench.advance_ms(5_000)
    for clock in "BC":
        played.press(clock)
    bench.advance_ms(30_000)
    played.compare()
    assert [bench.lamp(side) for side in bench.sides] == [True, False, False, True, False, True]
    assert bench.remaining_ms("left") == bench.remaining_ms("left B") - 30_000 - BONUS_MS
    assert bench.remaining_ms("right C") == MAIN_MS + BONUS_MS - 30_000
    texts = [str(view) for clock in CLOCKS for view in vars(bench.displays(clock)).values()]
    assert all(text.split()[0].count(":") == 1 for text in texts), texts


def test_a_flag_on_one_board_leaves_the_others_untouched(bench: Bench) -> None:
    """T2, T31, T60: FREEZE stops both sides of its own game, at its exact instant."""
    played = Played(bench)
    zero = played.sheets[0].since + MAIN_MS + BONUS_MS  # type: ignore[operator]
    while bench.now_ms < zero - 6_000:
        bench.advance_ms(1_500)
        played.press("B")
        bench.advance_ms(1_500)
        played.press("C")
    bench.advance_ms(zero - 1 - bench.now_ms)
    assert states(bench) == ["RUNNING"] * 3 and bench.remaining_ms("left") == 1
    bench.advance_ms(1)
    played.sheets[0].stop(zero)
    played.compare()
    assert states(bench) == ["FLAGGED", "RUNNING", "RUNNING"]
    falls = [event for event in bench.events() if event.name == "flag"]
    assert [(event.at_ms, event.clock, event.side) for event in falls] == [(zero, "A", "left")]
    bench.press("left")  # the flag stands: nothing comes of it
    bench.advance_ms(100)
    played.press("B")
    bench.advance_ms(20_000)
    played.compare()
    assert [game["flag_side"] for game in bench.games()] == [0, 2, 2]


def test_a_penalty_on_one_board_leaves_the_others_untouched(bench: Bench) -> None:
    """T42, T60: C waits alone, all stand for the correction, and then each goes on as it was."""
    played = Played(bench)
    played.think(900, 2_000, random.Random(4), 12, "ABC")
    while played.sheets[2].side == 0:
        played.think(900, 2_000, random.Random(5), 1, "C")
    # White's move on C is found to be illegal while Black thinks; the others play on.
    bench.advance_ms(4_000)
    played.choose("C")
    played.play(stops="C")
    played.think(500, 1_000, random.Random(6), 6, "AB")
    played.play(stops="AB")
    played.choose("C")
    bench.key("plus", hold_ms=3_100)
    for _ in range(2):
        bench.key("plus")
        bench.advance_ms(100)
    bench.key("forward")  # illegal move
    sheet = played.sheets[2]
    sheet.left[0] -= BONUS_MS  # what the press gave
    sheet.moves[0] -= 1
    sheet.left[1] += 60_000  # B.3
    sheet.side = 0
    bench.advance_ms(100)
    played.compare()
    illegal = [event for event in bench.events() if event.name == "illegal-move"]
    assert [(event.clock, event.side, event.value) for event in illegal] == [("C", "left", 1)]
    played.play(goes="AB")  # C was paused alone, so it waits for its own PLAY
    played.think(500, 1_000, random.Random(7), 6, "AB")
    played.choose("C")
    played.play(goes="C")
    played.think(500, 2_000, random.Random(8), 12, "ABC")


def test_stop_all_ends_three_games_at_their_exact_times(bench: Bench) -> None:
    """T32, T60: PLAY, then the end of all, asked once more; nothing runs afterwards."""
    played = Played(bench)
    played.think(500, 2_000, random.Random(9), 9, "ABC")
    played.play(stops="ABC")
    bench.key("forward", hold_ms=3_100)
    bench.key("minus")  # from A back to ALL
    bench.key("forward")
    assert states(bench) == ["ADJUST"] * 3
    bench.key("forward")
    assert states(bench) == ["ENDED"] * 3
    bench.advance_ms(60_000)
    played.compare()


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_one_game_ends_and_the_others_go_on(runtime: str) -> None:
    """T32, T60: mate on A: it is paused alone at once, and ended at the next pause of all."""
    with Bench("3+2", board="virtual_table", runtime=runtime) as bench:
        played = Played(bench)
        played.think(500, 2_000, random.Random(10), 9, "ABC")
        played.choose("A")
        played.play(stops="A")
        played.think(500, 2_000, random.Random(11), 9, "BC")
        played.play(stops="BC")
        played.choose("A")
        bench.key("forward", hold_ms=3_100)
        bench.key("forward")
        assert states(bench) == ["ENDED", "PAUSED", "PAUSED"]
        played.play(goes="BC")
        played.think(500, 2_000, random.Random(12), 9, "BC")
        assert states(bench) == ["ENDED", "RUNNING", "RUNNING"]


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_power_cut_leaves_all_three_games_at_their_times(runtime: str) -> None:
    """At most a second off on each board, all paused; then they go on, one alone among them."""
    with Bench("3+2", board="virtual_table", runtime=runtime) as bench:
        played = Played(bench)
        played.think(500, 2_000, random.Random(13), 15, "ABC")
        played.choose("B")
        played.play(stops="B")
        played.think(500, 2_000, random.Random(14), 6, "AC")
        bench.advance_ms(5_432)
        before = [bench.remaining_ms(side) for side in bench.sides]
        moves = [bench.moves(side) for side in bench.sides]
        bench.power_cycle()
        bench.advance_ms(3_000)
        assert states(bench) == ["PAUSED"] * 3
        after = [bench.remaining_ms(side) for side in bench.sides]
        assert [bench.moves(side) for side in bench.sides] == moves
        assert all(0 <= late - early <= 1_000 for early, late in zip(before, after, strict=True))
        assert after[2:4] == before[2:4], "nobody ran on B"
        to_move = [game["side_to_move"] for game in bench.games()]
        bench.key("play")
        bench.advance_ms(1_000)
        assert states(bench) == ["RUNNING"] * 3
        assert [game["running_side"] for game in bench.games()] == to_move


@pytest.mark.parametrize("displays", SETS)
def test_every_display_set_shows_six_times_and_the_letter_of_a_board(displays: str) -> None:
    """T37, T60: TM1637 modules that share a clock wire among them."""
    with Bench("3+2", board="virtual_table", displays=displays, runtime="cpython") as bench:
        bench.key("play")
        bench.advance_ms(20_000)
        for clock in CLOCKS:
            views = bench.displays(clock)
            assert views.left.text == "2:42" and views.right.text == "3:02", clock
            assert "running" in views.left.marks and "running" not in views.right.marks
        bench.key("forward")
        bench.key("forward")
        seen: list[set[str]] = [set(), set(), set()]
        for _ in range(12):
            bench.advance_ms(100)
            for index, clock in enumerate(CLOCKS):
                seen[index].add(bench.displays(clock).left.text)
        assert "b" in seen[1] and len(seen[1]) > 1 and "b" not in seen[0] | seen[2]


def test_pulling_off_one_display_of_six_leaves_the_others_lit() -> None:
    """The shared clock wire goes on for the five that are left, and the sixth comes back."""
    with Bench(
        "3+2", board="virtual_table", runtime="cpython", crashes_end=False
    ) as bench:
        bench.key("play")
        bench.connect_display("right B", False)
        bench.advance_ms(10_000)
        assert bench.displays("B").left.text == "2:52"
        assert bench.displays("C").right.text == "3:02"
        bench.connect_display("right B", True)
        bench.advance_ms(10_000)
        assert bench.displays("B").right.text == "3:02"


@pytest.mark.parametrize("displays", SETS)
def test_the_real_table_board_lights_all_six_displays(displays: str) -> None:
    """`pico_table`: its sets share pins with one another, and each works with the others gone."""
    with Bench("3+2", board="pico_table", displays=displays, runtime="cpython") as bench:
        bench.key("play")
        bench.advance_ms(10_000)
        for clock in CLOCKS:
            views = bench.displays(clock)
            assert (views.left.text, views.right.text) == ("2:52", "3:02"), clock
