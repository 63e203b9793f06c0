"""How the clock starts and how it stops: REPL, service mode, crashes, hangs, kept games."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from host_tools.bench import Bench
from host_tools.bench.bench import SIDES
from host_tools.bench.child_process import FIRMWARE, FirmwareError

BUSY = "a side runs: pause first, on the clock"
CONTROLS = ("5+3", "90/40+30+30", "90 delay 10", "5m byoyomi 3x30", "hourglass 2")


@pytest.fixture(params=["micropython", "cpython"])
def runtime(request: pytest.FixtureRequest) -> str:
    """Return each runtime in turn."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    return str(request.param)


def accounts(bench: Bench) -> list[dict[str, object]]:
    """Return everything that the probe knows of both accounts."""
    return [bench.account(side) for side in SIDES]


def broken(tmp_path: Path, name: str, before: str, after: str) -> Path:
    """Return a copy of the firmware in which `before`, once in module `name`, is `after`."""
    copy = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, copy)
    path = copy / name
    source = path.read_text(encoding="utf-8")
    assert source.count(before) == 1
    path.write_text(source.replace(before, after), encoding="utf-8")
    return copy


def test_ctrl_c_gives_the_repl_at_once_before_any_game(runtime: str) -> None:
    """In SETUP and in READY, within 1 s, without a reset; nothing is left that goes on."""
    for control in (None, "5+3"):
        with Bench(control=control, runtime=runtime) as bench:
            bench.interrupt()
            bench.advance_ms(1_000)
            assert bench.is_repl
            assert not bench.is_watchdog_armed
            assert not bench.resets
            bench.press("right")
            bench.advance_ms(60_000)
            assert bench.is_repl
            assert not bench.buzzer_hz
            assert not bench.lamp("left") and not bench.lamp("right")


def test_ctrl_c_does_not_end_a_running_game(runtime: str) -> None:
    """It is refused in one line, and the game goes on exactly."""
    with Bench(control="5+0", runtime=runtime, heap_lock=runtime == "micropython") as bench:
        bench.press("right")
        bench.advance_ms(1_000)
        for _ in range(5):
            bench.interrupt()
            bench.advance_ms(100)
        reply = json.loads(bench.send("").splitlines()[-1])
        assert reply == {"id": None, "ok": False, "code": "running", "error": BUSY}
        assert bench.state == "RUNNING"
        assert bench.remaining_ms("left") == 300_000 - 1_500
        bench.key("play")
        assert bench.console({"cmd": "state"})["games"][0]["remaining_ms"][0] == 298_500


@pytest.mark.parametrize("control", CONTROLS)
def test_a_paused_game_is_kept_over_service_mode(runtime: str, control: str) -> None:
    """Ctrl-C in PAUSED: saved, REPL within 3 s, watchdog never armed; then it goes on exactly."""
    with Bench(control=control, runtime=runtime) as bench:
        bench.press("right")
        for index in range(7):
            bench.advance_ms(2_345)
            bench.press(SIDES[index % 2])
        bench.advance_ms(1_111)
        bench.key("play")
        bench.advance_ms(4_000)
        before = accounts(bench)
        to_move = bench.side_to_move
        bench.interrupt()
        bench.advance_ms(3_000)
        assert bench.is_repl
        assert not bench.is_watchdog_armed
        assert [cause for _, cause in bench.resets] == ["software"]
        assert bench.displays().left.text == "5ErU"
        assert "service mode" in bench.printed or "service mode" in bench.console_text
        bench.power_cycle()
        assert not bench.is_repl
        assert bench.state == "PAUSED"
        assert accounts(bench) == before
        assert bench.side_to_move == to_move
        bench.advance_ms(5_000)
        assert accounts(bench) == before
        assert bench.console({"cmd": "check"})["kept_game"] == "restored"
        bench.key("play")
        assert bench.running_side == to_move


def test_a_flagged_game_is_kept_too(runtime: str) -> None:
    """The mark of the first flag comes back, blinking (T30)."""
    with Bench(control="0m5s+0", freeze=True, runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(6_000)
        assert bench.state == "FLAGGED"
        bench.interrupt()
        bench.advance_ms(3_000)
        bench.power_cycle()
        assert bench.state == "FLAGGED"
        assert bench.flag_side == "left"
        assert "flag" in bench.displays().left.marks
        bench.advance_ms(512)
        assert "flag" not in bench.displays().left.marks


def test_a_damaged_kept_game_is_said_not_guessed(runtime: str) -> None:
    """Every kind of nonsense in the file: the clock starts in SETUP and says why."""
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(1_000)
        bench.key("play")
        bench.interrupt()
        bench.advance_ms(3_000)
        path = bench.files / "kept_games.json"
        good = path.read_bytes()
        for content in (b"", b"x", good[:-1], good.replace(b"302000", b"402000"), b"\xff" * 100):
            path.write_bytes(content)
            bench.power_cycle()
            assert bench.state == "SETUP"
            assert "damaged" in bench.console({"cmd": "check"})["kept_game"]
            assert not path.exists()


def test_no_room_for_a_game_keeps_the_clock_running(runtime: str) -> None:
    """A file system that cannot take it: Ctrl-C is refused, the game stays on the displays."""
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(1_000)
        bench.key("play")
        (bench.files / "kept_games.json.new").mkdir()
        bench.interrupt()
        bench.advance_ms(3_000)
        assert not bench.is_repl
        assert bench.state == "PAUSED"
        assert "the game cannot be kept" in bench.send("")


def test_ctrl_c_after_a_game_goes_through_service_mode(runtime: str) -> None:
    """In READY, but the watchdog has been armed by an earlier game: reset, then the REPL."""
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(1_000)
        assert bench.is_watchdog_armed
        bench.key("play")
        bench.turn_lock()
        bench.console({"cmd": "put_away"})
        bench.advance_ms(10_000)
        bench.interrupt()
        bench.advance_ms(3_000)
        assert bench.is_repl and not bench.is_watchdog_armed
        assert not (bench.files / "kept_games.json").exists()


def test_back_held_at_power_up_skips_the_application(runtime: str) -> None:
    """The displays say SAFE, the REPL is left; the next start without the key is a clock."""
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.key_down("back")
        bench.advance_ms(10)
        bench.power_cycle()
        bench.advance_ms(100)
        assert bench.is_repl
        assert (bench.displays().left.text, bench.displays().right.text) == ("5AFE", "5AFE")
        bench.key_up("back")
        bench.power_cycle()
        assert not bench.is_repl and bench.state == "SETUP"


@pytest.mark.parametrize("name", ["minus", "play", "plus", "forward", "left", "right"])
def test_anything_else_held_at_power_up_is_reported_not_obeyed(name: str) -> None:
    """A plunger or key that is down: named in the check, no gesture, no start."""
    with Bench(control="5+3", held_at_boot=[name]) as bench:
        assert bench.console({"cmd": "hello"})["check"]["stuck"] == [name]
        bench.advance_ms(5_000)
        assert bench.state == "READY"


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("app/tick_loop.py", "        clock.tick(now)\n", "        clock.tick(now) + 1\n"),
        ("app/application.py", "import Idle\n", "import Idle\n\nraise ValueError('broken')\n"),
        ("clockcore/game.py", "class Game:", "class Game(:"),
    ],
)
def test_three_crashes_in_30_seconds_leave_the_repl(
    tmp_path: Path, runtime: str, name: str, before: str, after: str
) -> None:
    """Whatever is broken: two more tries, then `Err`; power-ups never count."""
    firmware = broken(tmp_path, name, before, after)
    with pytest.raises(FirmwareError):
        Bench(runtime=runtime, firmware=firmware)
    with Bench.started(runtime=runtime, firmware=firmware, crashes_end=False) as bench:
        bench.advance_ms(10_000)
        assert bench.is_repl
        assert [cause for _, cause in bench.resets] == ["software"] * 3
        assert bench.displays().right.text == "Err"
        assert bench.printed.count("Traceback") == 3
        for _ in range(4):
            count = len(bench.resets)
            bench.power_cycle()
            bench.advance_ms(10_000)
            assert len(bench.resets) - count == 3


@pytest.mark.no_cover
def test_crashes_that_are_far_apart_are_no_loop(tmp_path: Path, runtime: str) -> None:
    """A crash every 31 s goes on for ever; one every 9 s stops at the third."""
    for every, expected in ((31_000, False), (9_000, True)):
        target = tmp_path / str(every)
        firmware = broken(
            target,
            "app/tick_loop.py",
            "        self.note.tick(self.now)\n",
            "        self.note.tick(self.now)\n"
            f"        if self.now > {every}:\n            raise OSError\n",
        )
        with Bench.started(
            runtime=runtime, firmware=firmware, crashes_end=False, start_ticks=0
        ) as bench:
            bench.advance_ms(6 * every)
            assert bench.is_repl == expected, every
            assert len(bench.resets) == (3 if expected else 5)


def test_a_hang_is_reset_by_the_watchdog_and_counts(runtime: str) -> None:
    """2 s without a pass while a side runs: reset; the third within 30 s leaves the REPL."""
    with Bench(control="5+3", runtime=runtime) as bench:
        for hang in range(3):
            if hang:
                bench.turn_lock()
                bench.console({"cmd": "put_away"})
            bench.console({"cmd": "program", "number": 1})
            bench.press("right")
            bench.advance_ms(1_000)
            assert bench.is_watchdog_armed
            bench.stall_ms(1_900)
            bench.advance_ms(2_000)
            assert len(bench.resets) == hang
            bench.stall_ms(10_000)
            bench.advance_ms(3_000)
            assert len(bench.resets) == hang + 1
            assert bench.resets[-1][1] == "watchdog"
        assert bench.is_repl


def test_a_stall_before_any_game_is_no_reset(runtime: str) -> None:
    """The watchdog sleeps until a side runs."""
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.stall_ms(20_000)
        bench.advance_ms(30_000)
        assert not bench.resets and bench.state == "READY"


def test_an_armed_watchdog_is_fed_for_hours(runtime: str) -> None:
    """Whatever the clock does afterwards: running, paused, ended, put away."""
    with Bench(control="5+0", runtime=runtime) as bench:
        bench.press("right")
        actions: tuple[Callable[[], object], ...] = (
            lambda: bench.key("play"),
            lambda: bench.key("play"),
            lambda: bench.key("play"),
            lambda: bench.key("forward", hold_ms=3_100),
            lambda: bench.key("forward"),
            lambda: bench.key("back", hold_ms=3_100),
        )
        for action in actions:
            bench.advance_ms(100_000)
            action()
        bench.advance_ms(600_000)
        assert bench.state == "SETUP"
        assert not bench.resets


def test_the_real_time_clock_keeps_its_time_without_power(runtime: str) -> None:
    """Never set: said, not guessed; set by a host, it goes on while the clock is off."""
    with Bench(runtime=runtime) as bench:
        assert bench.console({"cmd": "check"})["rtc"] == "lost power"
        assert bench.console({"cmd": "time"})["time"] is None
        bad = bench.console({"cmd": "time", "set": [2026, 2, 29, 0, 0, 0]})
        assert not bad["ok"] and bad["error"].startswith("set: day")
        bench.console({"cmd": "time", "set": [2028, 2, 28, 23, 59, 50]})
        bench.advance_ms(5_000)
        bench.power_cycle(off_ms=86_400_000)
        reply = bench.console({"cmd": "time"})
        assert reply["status"] == "ok"
        assert reply["time"][:5] == [2028, 2, 29, 23, 59]
        assert bench.console({"cmd": "check"})["rtc"] == "ok"


def test_a_kept_game_stays_kept_whatever_the_power_does(runtime: str) -> None:
    """Power may go any number of times before the arbiter resumes, and after it."""
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(4_000)
        bench.key("play")
        bench.interrupt()
        bench.advance_ms(3_000)
        for _ in range(3):
            bench.power_cycle()
            assert bench.state == "PAUSED" and bench.remaining_ms("left") == 299_000
            bench.advance_ms(1_000)
        bench.key("play")
        assert bench.state == "RUNNING"
        bench.advance_ms(1_000)
        bench.power_cycle()
        assert bench.state == "PAUSED"
        assert 298_000 <= bench.remaining_ms("left") <= 299_000


@pytest.mark.parametrize("give_up", ["put away", "end", "preset"])
def test_a_kept_game_that_is_given_up_is_forgotten(give_up: str) -> None:
    """Back to SETUP, another control: it is gone. Its end stays on the displays."""
    with Bench(control="5+3") as bench:
        bench.press("right")
        bench.advance_ms(4_000)
        bench.key("play")
        bench.interrupt()
        bench.advance_ms(3_000)
        bench.power_cycle()
        if give_up == "put away":
            bench.turn_lock()
            bench.console({"cmd": "put_away"})
        elif give_up == "end":
            bench.key("forward", hold_ms=3_100)
            bench.key("forward")
        else:
            bench.key("forward", hold_ms=3_100)
            bench.key("forward")
            bench.console({"cmd": "program", "number": 2})
        bench.advance_ms(100)
        assert (bench.files / "kept_games.json").exists() == (give_up != "put away")
        bench.power_cycle()
        assert bench.state == ("ENDED" if give_up == "end" else "SETUP")


def test_settings_are_kept_with_the_game(runtime: str) -> None:
    """Preset, White's side, tenths, sound, counter: as they were."""
    with Bench(control=7, runtime=runtime) as bench:
        wanted = {"sound": False, "counter_allowed": False, "tenths_ms": 20_000}
        bench.console({"cmd": "settings", **wanted, "white_side": "right"})
        bench.press("right")
        bench.advance_ms(1_000)
        bench.key("play")
        bench.interrupt()
        bench.advance_ms(3_000)
        kept = json.loads((bench.files / "kept_games.json").read_text().split("\n", 1)[1])
        assert kept["settings"] == [7, 7, 1, 20_000, False, False, 0, 0, 0, 0, 0, False, 0]
        bench.power_cycle()
        assert bench.program == 7
        bench.key("play")
        bench.key("plus")
        bench.advance_ms(100)
        assert not bench.displays().left.text.startswith("n")


def test_a_rocker_that_was_moved_while_the_power_was_off_is_ambiguous(runtime: str) -> None:
    """T41: it is compared with how it stood at the pause."""
    with Bench(control="5+3", board="virtual_rocker", runtime=runtime) as bench:
        bench.press("left")
        bench.advance_ms(100)
        bench.press("right")
        bench.advance_ms(1_000)
        bench.key("play")
        bench.interrupt()
        bench.advance_ms(3_000)
        bench.press("left")
        bench.power_cycle()
        assert bench.state == "PAUSED" and bench.lever_moved
        bench.key("play")
        assert bench.state == "PAUSED"
        bench.press("right")
        bench.advance_ms(100)
        assert not bench.lever_moved
        bench.key("play")
        assert bench.state == "RUNNING"


def notices(bench: Bench) -> set[str]:
    """Return what the left display shows in SETUP."""
    seen = set()
    for _ in range(6):
        bench.advance_ms(1_024)
        seen.add(bench.displays().left.text)
    return seen


@pytest.mark.parametrize("displays", ["tm1637_6", "tm1637_4", "ssd1306"])
def test_what_the_start_has_found_is_on_the_display_until_a_key(displays: str) -> None:
    """A lost game, a hang, a contact that is stuck: beside the preset's number."""
    short = displays == "tm1637_4"
    with Bench(control="5+3", displays=displays) as bench:
        bench.press("right")
        bench.advance_ms(1_000)
        bench.stall_ms(10_000)
        bench.advance_ms(5_000)
        assert bench.state == "PAUSED"
        reset = "rE5t" if short else "rE5Et"
        assert reset in notices(bench)
        bench.key("minus")
        bench.advance_ms(3_100)
        assert reset not in notices(bench)
        bench.console({"cmd": "put_away"})
        (bench.files / "kept_games.json").write_text("nonsense")
        bench.power_cycle()
        assert notices(bench) == {"P 1", "GAEr" if short else "GA Err"}
        assert (bench.files / "kept_games.json.bad").read_text() == "nonsense"
        bench.power_cycle()
        assert notices(bench) == {"P 1"}
        bench.hold("left")
        bench.power_cycle()
        assert notices(bench) == {"P 1", "5tUC" if short else "5tUCk"}


def test_the_displays_say_that_the_clock_has_gone() -> None:
    """Ctrl-C in READY: no time stays on the displays as if somebody counted it."""
    with Bench(control="5+3") as bench:
        bench.interrupt()
        bench.advance_ms(100)
        assert (bench.displays().left.text, bench.displays().right.text) == ("rEPL", "rEPL")


def test_ctrl_c_interrupts_nothing_but_the_repl() -> None:
    """No KeyboardInterrupt may fall between the pause and the reset, or into the start."""
    with Bench(control="5+3", runtime="cpython") as bench:
        assert bench.interrupt_character == -1
        bench.press("right")
        bench.advance_ms(1_000)
        bench.key("play")
        bench.interrupt()
        bench.advance_ms(3_000)
        assert bench.is_repl and bench.interrupt_character == 3
        source = (FIRMWARE / "app" / "start.py").read_text(encoding="utf-8")
        body = source[source.index("def main()") : source.index("def _run()")]
        first, second = body.index("kbd_intr(NO_INTERRUPT)"), body.index("_run()", 20)
        assert first < second < body.index("finally:") < body.index("kbd_intr(CTRL_C)")


def test_the_safe_key_counts_when_it_went_down_in_service_mode() -> None:
    """Pins change while no firmware listens, too."""
    with Bench(control="5+3") as bench:
        bench.interrupt()
        bench.advance_ms(100)
        bench.key_down("back")
        bench.advance_ms(100)
        bench.power_cycle()
        bench.advance_ms(100)
        assert bench.displays().left.text == "5AFE"


def test_the_third_crash_within_any_30_seconds_counts(tmp_path: Path) -> None:
    """Not only those within 30 s of the first: 2 s, then 27, then two of 6 s."""
    firmware = broken(
        tmp_path,
        "app/tick_loop.py",
        "        self.note.tick(self.now)\n",
        "        self.note.tick(self.now)\n"
        "        import os\n"
        "        now = self.now\n"
        "        runs = len([x for x in os.listdir() if x[:3] == 'run'])\n"
        "        if now > (2_000, 27_000, 6_000, 6_000, 99_000)[runs] and now < 1 << 28:\n"
        "            open('run%d' % runs, 'w').close()\n"
        "            raise OSError\n",
    )
    with Bench.started(firmware=firmware, crashes_end=False, start_ticks=0) as bench:
        bench.advance_ms(60_000)
        assert bench.is_repl
        assert len(bench.resets) == 4


@pytest.mark.parametrize("state", ["SETUP", "READY"])
def test_ctrl_c_of_a_host_that_reads_nothing_takes_less_than_a_second(state: str) -> None:
    """A reply that nobody takes does not hold the Ctrl-C up."""
    with Bench(control="5+3" if state == "READY" else None) as bench:
        bench.listen(False)
        bench.send('{"id": 1, "cmd": "state"}\n{"id": 2, "cmd": "state"}\n')
        bench.advance_ms(50)
        bench.interrupt()
        bench.advance_ms(950)
        assert bench.is_repl


def test_nothing_is_remembered_of_a_game_that_could_not_be_kept(runtime: str) -> None:
    """No room in PAUSED; the game is put away; then Ctrl-C keeps no empty clock."""
    with Bench(control="5+3", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(5_000)
        bench.key("play")
        (bench.files / "kept_games.json.new").mkdir()
        bench.interrupt()
        bench.advance_ms(500)
        assert not bench.is_repl
        (bench.files / "kept_games.json.new").rmdir()
        bench.turn_lock()
        bench.console({"cmd": "put_away"})
        bench.advance_ms(5_000)
        assert bench.state == "SETUP"
        bench.interrupt()
        bench.advance_ms(3_000)
        assert bench.is_repl
        assert not list(bench.files.glob("kept_games*"))
        bench.power_cycle()
        assert bench.state == "SETUP"
        assert bench.console({"cmd": "check"})["kept_game"] == ""


def whole_lines(text: str) -> list[dict[str, object]]:
    """Return the replies in what a host has got; each line must be one."""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("runs", [True, False])
def test_a_ctrl_c_cuts_no_line(runs: bool, runtime: str) -> None:
    """A UART with gaps is in the middle of a long reply: it is given whole, then Ctrl-C acts."""
    with Bench(control="5+3", board="esp32_devkit", runtime=runtime) as bench:
        bench._uart = ""
        bench._order(uart='{"id": 1, "cmd": "hello"}\n')
        bench.advance_ms(15)
        if runs:
            bench.press("right")
            bench.advance_ms(8)
        assert bench._uart and "\n" not in bench._uart
        for _ in range(3):
            bench._order(uart="\x03")
            bench.advance_ms(2)
        bench.advance_ms(300)
        lines = whole_lines(bench._uart)
        assert lines[0]["name"] == "chessclock"
        if runs:
            assert [line["error"] for line in lines[1:]] == [BUSY]
            assert bench.state == "RUNNING"
        else:
            assert len(lines) == 1 and bench.is_repl


def test_a_refusal_cuts_no_line_either(runtime: str) -> None:
    """A paused game that cannot be kept: said after the reply that is under way."""
    with Bench(control="5+3", board="esp32_devkit", runtime=runtime) as bench:
        bench.press("right")
        bench.advance_ms(1_000)
        bench.key("play")
        bench.advance_ms(3_000)
        (bench.files / "kept_games.json.new").mkdir()
        bench._uart = ""
        bench._order(uart='{"id": 1, "cmd": "hello"}\n')
        bench.advance_ms(15)
        assert bench._uart and "\n" not in bench._uart
        bench._order(uart="\x03")
        bench.advance_ms(500)
        first, second = whole_lines(bench._uart)
        assert first["name"] == "chessclock"
        assert second["error"] == "the game cannot be kept: no room"
        assert bench.state == "PAUSED"


def test_a_line_that_is_cut_is_no_part_of_the_next(runtime: str) -> None:
    """A host stops reading in mid-reply for longer than 700 ms: then a whole line comes."""
    with Bench(control="5+3", board="esp32_devkit", runtime=runtime) as bench:
        bench._uart = ""
        bench._order(uart='{"id": 1, "cmd": "hello"}\n')
        bench.advance_ms(15)
        assert bench._uart and "\n" not in bench._uart
        bench.listen(False)
        bench.advance_ms(1_000)
        bench.listen(True)
        bench._order(uart='{"id": 2, "cmd": "state"}\n')
        bench.advance_ms(300)
        cut, reply = bench._uart.splitlines()
        with pytest.raises(ValueError):
            json.loads(cut)
        assert json.loads(reply)["id"] == 2


def test_a_slow_write_mutes_the_clock_for_seconds_not_for_the_game(runtime: str) -> None:
    """After 5 s a running clock answers again; a host that stays slow costs ever fewer passes."""
    with Bench(control="30+0", runtime=runtime, heap_lock=runtime == "micropython") as bench:
        bench.press("right")
        bench.advance_ms(3_000)
        bench.slow_host(150)
        bench._order(uart='{"id": 2, "cmd": "state"}\n')
        bench.advance_ms(400)
        bench.slow_host(0)
        bench._uart = ""
        bench._order(uart='{"id": 3, "cmd": "state"}\n')
        bench.advance_ms(500)
        assert not bench._uart, "muted"
        bench.advance_ms(5_000)
        for text in ('{"id": 4, "cmd": "state"}\n', "\x03"):
            bench._uart = ""
            bench._order(uart=text)
            bench.advance_ms(500)
            assert len(whole_lines(bench._uart)) == 1
        bench.slow_host(500)
        begin, before = bench.now_ms, bench.stats()["overruns"]
        stalls = []
        while bench.now_ms < begin + 300_000:
            bench._order(uart='{"id": 5, "cmd": "state"}\n')
            bench.advance_ms(250)
            if bench.stats()["overruns"] > before:
                before = bench.stats()["overruns"]
                stalls.append(bench.now_ms)
        gaps = [after - one for one, after in pairwise(stalls)]
        assert len(stalls) in (6, 7)
        for gap, least in zip(gaps, (5_000, 10_000, 20_000, 40_000, 80_000, 80_000)):
            assert least <= gap <= least + 2_000
        assert bench.remaining_ms("left") == 1_800_000 - bench.now_ms + begin_of(bench)


def begin_of(bench: Bench) -> int:
    """Return when the first side was started."""
    return next(event.at_ms for event in bench.events() if event.name == "start")


def test_a_line_that_is_muted_in_its_middle_makes_no_second_pass_late(runtime: str) -> None:
    """A long reply of READY is under way when a side starts and every write waits 500 ms."""
    with Bench(control="30+0", board="esp32_devkit", runtime=runtime) as bench:
        bench._uart = ""
        bench._order(uart='{"id": 1, "cmd": "hello"}\n')
        bench.advance_ms(15)
        assert bench._uart and "\n" not in bench._uart
        bench.press("right")
        bench.slow_host(500)
        bench.advance_ms(4_000)
        assert bench.stats()["overruns"] <= 2
        bench.slow_host(0)
        bench.advance_ms(8_000)
        bench._uart = ""
        bench._order(uart='{"id": 2, "cmd": "state"}\n')
        bench.advance_ms(300)
        *_, last = bench._uart.splitlines()
        assert json.loads(last)["games"][0]["state"] == "running"


def test_a_crash_is_told_on_a_line_of_its_own() -> None:
    """A reply may be under way: the traceback does not begin in its middle."""
    source = (FIRMWARE / "app" / "start.py").read_text(encoding="utf-8")
    body = source[source.index("def _crash(") :]
    assert body.index("print()") < body.index("sys.print_exception(error)")
