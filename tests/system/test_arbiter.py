"""An arbiter's game from the first key to the end, through the wires, on every display set."""

from __future__ import annotations

import pytest

from host_tools.bench import Bench
from host_tools.bench.child_process import load_board

BOARD = "virtual_rocker"
SETS = tuple(load_board(BOARD).DISPLAY_SETS)
KEYS = {"<": "back", "-": "minus", "!": "play", "+": "plus", ">": "forward"}

# 90 min for 40 moves, then 30 min, 30 s a move from move 1 on, from a program that is free.
BY_HAND = ">+>>+>+++>----->>>>>+++>>+>>>>!!!!"


def keys(bench: Bench, script: str) -> None:
    """Press keys one after the other; a digit after one holds it for so many seconds."""
    index = 0
    while index < len(script):
        name = KEYS[script[index]]
        index += 1
        hold_ms = 60
        if index < len(script) and script[index].isdigit():
            hold_ms = 1000 * int(script[index]) + 100
            index += 1
        bench.key(name, hold_ms=hold_ms)
        bench.advance_ms(450)


def shown(bench: Bench, ms: int = 1_100) -> str:
    """Return everything that both displays show within some time, digits and lines."""
    seen = []
    for _ in range(ms // 100):
        for view in (bench.displays().left, bench.displays().right):
            seen.append(view.text)
            seen += view.lines
        bench.advance_ms(100)
    return " ".join(seen).replace("5", "S")  # seven segments draw both alike


def choose(bench: Bench, *words: str) -> None:
    """Open the list of actions and go on until it shows one of the words."""
    keys(bench, "+3")
    for _ in range(20):
        text = shown(bench)
        if any(word.replace("5", "S") in text for word in words):
            return
        keys(bench, "+")
    raise AssertionError(f"no {words}")


@pytest.mark.parametrize("displays", SETS)
def test_an_arbiter_sets_corrects_and_ends_a_game_on_every_display_type(displays: str) -> None:
    """T18, T41 to T43, 6.10.2, 7.5.5: by hand, start, illegal move, new control, lever, end."""
    with Bench(board=BOARD, displays=displays, runtime="cpython", battery_mv=None) as bench:
        # Set by hand: user program 1, kept there, laid out.
        keys(bench, "-" * 11)
        assert bench.program == 101
        keys(bench, ">")
        keys(bench, BY_HAND)
        assert bench.state == "SETUP"
        keys(bench, "!")
        assert bench.state == "READY"
        assert (bench.remaining_ms("left"), bench.remaining_ms("right")) == (5_430_000, 5_430_000)
        assert bench.freeze

        # Start; three moves.
        bench.press("left")
        for side in ("right", "left", "right"):
            bench.advance_ms(10_000)
            bench.press(side)
        assert bench.moves("right") == 2 and bench.moves("left") == 1

        # Right's last move was illegal: back to it, two minutes to the other side.
        bench.advance_ms(5_000)
        keys(bench, "!")
        assert bench.state == "PAUSED"
        left, right = bench.remaining_ms("left"), bench.remaining_ms("right")
        choose(bench, "ILLEG", "ILLE", "Illegal move")
        keys(bench, ">")
        assert bench.state == "PAUSED" and bench.moves("right") == 1
        assert bench.remaining_ms("left") == left + 120_000
        assert bench.remaining_ms("right") == right - 30_000

        # The lever still says that right has pressed: no resume until it is back.
        keys(bench, "!")
        assert bench.state == "PAUSED"
        text = shown(bench)
        assert any(word in text for word in ("LEUEr", "LEUE", "Lever was moved")), text
        bench.press("left")
        keys(bench, "!")
        assert bench.state == "RUNNING"
        bench.advance_ms(3_000)
        bench.press("right")
        bench.advance_ms(2_000)

        # Another time control in the middle of the game: times and counters stay.
        keys(bench, "!")
        left, right = bench.remaining_ms("left"), bench.remaining_ms("right")
        moves = bench.moves("left"), bench.moves("right")
        choose(bench, "ContrL", "Cont", "Other time control")
        keys(bench, ">->")
        assert bench.state == "PAUSED"
        assert (bench.remaining_ms("left"), bench.remaining_ms("right")) == (left, right)
        assert (bench.moves("left"), bench.moves("right")) == moves
        assert bench.program == 101

        # A lever that is knocked over in the pause.
        bench.press("left")
        bench.advance_ms(200)
        keys(bench, "!")
        assert bench.state == "PAUSED" and bench.lever_moved
        bench.press("right")
        keys(bench, "!")
        assert bench.state == "RUNNING"

        # The end.
        bench.advance_ms(1_000)
        keys(bench, "!")
        left, right = bench.remaining_ms("left"), bench.remaining_ms("right")
        keys(bench, ">3>")
        assert bench.state == "ENDED"
        bench.advance_ms(60_000)
        assert (bench.remaining_ms("left"), bench.remaining_ms("right")) == (left, right)
        # And the same program once more.
        keys(bench, "<3")
        bench.key("back")
        bench.key("back")
        bench.advance_ms(300)
        assert bench.state == "READY" and bench.remaining_ms("left") == 5_430_000


@pytest.mark.parametrize("displays", SETS)
def test_the_set_screen_shows_what_blinks_on_every_display_type(displays: str) -> None:
    """T43: the digit under the cursor goes dark and comes back; four digits show a window."""
    with Bench("5+3", board=BOARD, displays=displays, runtime="cpython") as bench:
        bench.press("left")
        bench.advance_ms(1_000)
        keys(bench, "!3")
        assert bench.state == "ADJUST"
        seen = set()
        for _ in range(20):
            seen.add(bench.displays().left.cells)
            bench.advance_ms(100)
        assert len(seen) == 2
        keys(bench, ">>>+!")
        assert bench.state == "PAUSED"
        assert bench.remaining_ms("left") > 303_000


def test_a_whole_evening_of_keys_allocates_nothing_while_a_side_runs() -> None:
    """Menus in every pause, and the heap of MicroPython locked whenever a side runs."""
    with Bench("3+2", board="virtual", heap_lock=True) as bench:
        bench.press("right")
        for script in ("!3>+!!", "!+3>!", "!-!", "!<!", "!+3++>!", "+", "+", "!-1!"):
            bench.advance_ms(1_000)
            keys(bench, script)
            bench.advance_ms(3_500)
            assert bench.state in ("RUNNING", "PAUSED")
            if bench.state == "PAUSED":
                keys(bench, "!")
        assert bench.state == "RUNNING"
