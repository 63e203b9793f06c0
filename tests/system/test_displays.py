"""Every board with every display set: what a person reads; displays and buses that fail."""

from __future__ import annotations

from typing import Any

import pytest

from host_tools.bench import Bench
from host_tools.bench.child_process import BOARDS, load_board
from host_tools.faults.cuts import blank_image

NAMES = sorted(path.parent.name for path in BOARDS.glob("*/board_def.py"))
SETS = [(name, chosen) for name in NAMES for chosen in load_board(name).DISPLAY_SETS]
VIRTUAL_SETS = [chosen for name, chosen in SETS if name == "virtual"]
I2C_SETS = ("ht16k33", "ssd1306")


def begin(board: str, displays: str, control: str = "5+3", **more: Any) -> Bench:
    """Return a bench whose clock has just been started by the lever, left runs as White."""
    bench = Bench(control=control, board=board, displays=displays, **more)
    if bench.lever_kind == "rocker":
        bench.press("left")
    bench.advance_ms(100)
    bench.press("right")
    return bench


def text(bench: Bench, side: str) -> str:
    """Return the text on the display of `side`."""
    views = bench.displays()
    return views.left.text if side == "left" else views.right.text


@pytest.mark.parametrize(("board", "displays"), SETS)
def test_every_board_shows_the_game_on_every_display_set(board: str, displays: str) -> None:
    """Times, White, lamp, tenths, flag; with a locked heap and bounded transfers."""
    with begin(board, displays, "0m12s+0", freeze=True, heap_lock=True) as bench:
        running = bench.running_side
        assert running is not None
        other = "right" if running == "left" else "left"
        bench.advance_ms(1_500)
        assert (text(bench, running), text(bench, other)) == ("0:11", "0:12")
        assert bench.lamp(running) and not bench.lamp(other)
        if displays != "tm1637_4":  # a colon cannot say who is White; the pages of READY do
            views = bench.displays()
            assert [("white" in view.marks) for view in (views.left, views.right)] == [
                side == bench.white_side for side in ("left", "right")
            ]
        bench.advance_ms(3_000)
        short = bench.board.DISPLAY_SETS[displays]["cells"] < 6
        assert text(bench, running) == ("7.5" if short else "0:07.5")
        bench.advance_ms(7_600)
        assert bench.flag_side == running
        assert "flag" in (
            bench.displays().left if running == "left" else bench.displays().right
        ).marks
        stats = bench.stats()
        assert stats["most_bus_bytes"] <= 60
        assert stats["most_writes"] <= 300
        assert stats["display_errors"] == [0] * len(bench.sides)


@pytest.mark.parametrize("displays", VIRTUAL_SETS)
@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_display_that_is_pulled_off_comes_back(displays: str, runtime: str) -> None:
    """The other display and the game do not notice; within 6 s all is there again."""
    with begin("virtual", displays, "5+0", runtime=runtime) as bench:
        bench.advance_ms(1_000)
        bench.connect_display("left", False)
        bench.advance_ms(10_000)
        if displays != "max7219":  # a chain goes off whole, and cannot say so
            assert bench.displays().right.text == "5:00"
            assert bench.stats()["display_errors"][0] > 0
        bench.press("left")
        bench.connect_display("left", True)
        bench.advance_ms(6_000)
        assert bench.displays().left.text == "4:49"
        assert bench.displays().right.text == "4:54"
        assert bench.remaining_ms("left") == 289_000
        assert bench.remaining_ms("right") == 294_000


@pytest.mark.parametrize("displays", I2C_SETS)
@pytest.mark.parametrize("locked", [False, True])
def test_a_stuck_bus_costs_no_time(displays: str, locked: bool) -> None:
    """SDA held low in mid-game: presses count exactly; a second after its end all is shown."""
    with begin("virtual", displays, "5+0", heap_lock=locked) as bench:
        bench.advance_ms(1_000)
        bench.stick_bus(True)
        for side in ("left", "right", "left"):
            bench.advance_ms(4_321)
            bench.press(side)
        assert bench.stats()["bus_errors"] == 0  # the bus was looked at, not tried
        errors = sum(bench.stats()["display_errors"])
        assert 20 <= errors <= 40  # two displays, once a second each
        bench.stick_bus(False)
        bench.advance_ms(2_000)
        assert bench.remaining_ms("left") == 300_000 - 1_000 - 2 * 4_321
        assert bench.remaining_ms("right") == 300_000 - 4_321 - 2_000
        assert bench.displays().right.text == "4:54"
        assert bench.displays().left.text == "4:51"


@pytest.mark.parametrize("displays", I2C_SETS)
def test_a_chip_that_was_cut_off_in_a_byte_is_clocked_free(displays: str) -> None:
    """It holds SDA until it has had its clocks: the bus gives them, then all is shown again."""
    with begin("pico", displays, "5+0", heap_lock=True) as bench:
        bench.advance_ms(1_000)
        bench.stick_bus(True, clocks_to_free=9)
        bench.advance_ms(5_000)
        assert bench.displays().left.text == "4:54"
        assert bench.remaining_ms("left") == 294_000


def test_a_display_without_an_answer_is_named_in_the_check() -> None:
    """The hello of a board says which displays answer."""
    with Bench(board="virtual", displays="ht16k33") as bench:
        assert bench.console({"cmd": "check"})["displays"] == [True, True]
        bench.connect_display("right", False)
        bench.advance_ms(6_000)
        assert bench.console({"cmd": "check"})["displays"] == [True, False]


@pytest.mark.no_cover
@pytest.mark.parametrize("displays", VIRTUAL_SETS)
def test_every_preset_reads_the_same_on_every_display_set(displays: str) -> None:
    """In SETUP: the pages of a preset carry all its values, with or without room for a space.

    A panel says it at once, in lines.
    """
    with Bench(board="virtual", displays=displays) as bench:
        for number in (1, 7, 12, 20, 33, 41):
            bench.console({"cmd": "program", "number": number})
            bench.console({"cmd": "put_away"})
            pages = set()
            for _ in range(60):
                bench.advance_ms(1_024)
                pages.add(bench.displays().right.text.replace(" ", ""))
            lines = " ".join(bench.displays().right.lines)
            with Bench(board="virtual") as wide:
                wide.console({"cmd": "program", "number": number})
                wide.console({"cmd": "put_away"})
                expected = set()
                for _ in range(60):
                    wide.advance_ms(1_024)
                    expected.add(wide.displays().right.text.replace(" ", ""))
            if displays == "ssd1306":
                assert pages == {""}
                for page in expected:
                    value = page.lstrip("FbdHGtJCUrn") if page != "At0" else "nextforbothat0:00"
                    assert value in lines.replace(" ", ""), (number, page, lines)
            elif bench.board.DISPLAY_SETS[displays]["cells"] >= 6:
                assert pages == expected, number
            else:
                shown = "".join(sorted(pages))
                for page in expected:
                    digits = "".join(c for c in page if c.isdigit())
                    assert digits[:3] in shown.replace(":", "").replace("h", ""), (number, page)


def test_a_low_battery_is_shown_before_the_game_and_recovers_late() -> None:
    """E1, E2: percentage and warning at set-up; a battery that recovers a little stays low."""
    board = load_board("pico")
    _, _, empty, low, full = board.BATTERY
    with Bench(board="pico", battery_mv=full) as bench:
        for step, mv, is_low in (
            (0, low + 10, False),
            (1, low - 20, True),
            (2, low + 60, True),
            (3, low + 200, False),
        ):
            bench.set_battery_mv(mv)
            bench.advance_ms(240_000)
            shown = set()
            for _ in range(40):
                bench.advance_ms(1_024)
                shown |= {bench.displays().left.text, bench.displays().right.text}
            assert ("bAt Lo" in shown) == is_low, (step, shown)
            percent = (mv - empty) * 100 // (full - empty)
            near = {f"b {max(0, min(100, percent + by))}" for by in (-2, -1, 0, 1, 2)}
            assert shown & near, (step, shown)
            assert bench.console({"cmd": "check"})["battery_low"] == is_low


def test_no_battery_is_no_low_battery() -> None:
    """On a USB cable alone the divider reads nothing: no percentage, no warning."""
    with Bench(board="esp32_devkit", battery_mv=0) as bench:
        bench.advance_ms(60_000)
        check = bench.console({"cmd": "check"})
        assert (check["battery_percent"], check["battery_low"]) == (None, False)
        for _ in range(40):
            bench.advance_ms(1_024)
            assert not bench.displays().right.text.startswith("b ")


def test_the_marks_of_a_panel() -> None:
    """T37: a panel shows sound, pause, flag and low battery beside the digits."""
    with begin("pico", "ssd1306", "5+3", battery_mv=load_board("pico").BATTERY[3] - 50) as bench:
        bench.advance_ms(1_000)
        assert set(bench.icons("left")) >= {"running", "white", "sound", "low battery"}
        assert "running" not in bench.icons("right")
        bench.key("play")
        bench.advance_ms(500)
        assert "paused" in bench.icons("right") and "paused" in bench.icons("left")


def test_what_is_laid_out_is_shown_before_it_is_kept() -> None:
    """Keeping takes long on a device; the panels, many pieces, do not wait for it.

    Games are kept whole in a block that is erased first.
    """
    with Bench(displays="ssd1306", loop_ms=[5], image=blank_image()) as bench:
        bench.advance_ms(2_000)
        first = len(bench.flash_operations)
        bench.key("play")
        views = bench.displays()
        while (views.left.text, views.right.text) != ("5:00", "5:00"):
            assert bench.now_ms < 4_000
            bench.advance_ms(1)
            views = bench.displays()
        shown_ms = bench.now_ms
        bench.advance_ms(1_000)
        assert bench.state == "READY"
        erased = [one.at_ms for one in bench.flash_operations[first:] if not one.data]
        assert erased and shown_ms < min(erased)
