"""A board that carries a table of three clocks: three levers, six displays, one set of keys."""

from __future__ import annotations

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
