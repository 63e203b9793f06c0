"""What the clock remembers over a power cut, and the tones that tell time and moves."""

from __future__ import annotations

import binascii
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clockcore.settings import SETTINGS, Settings

from host_tools.bench import Bench
from host_tools.bench.child_process import FIRMWARE
from host_tools.faults.cuts import blank_image

# A console that calls whatever the application offers, and changes and shows settings.
HOOK_BEFORE = "        if not self.commands:\n            from app.commands import Commands\n"
HOOK = """        import json
        from hal.serial_line import padded
        application = self.application
        request = json.loads(bytes(self.line.line[: self.line.length]))
        name = request.get("call")
        if name is not None:
            arguments = request["arguments"]
            if name == "change":
                result = application.clock.settings.change(*arguments)
            elif name == "values":
                result = [application.clock.settings.values(), application.memory_error]
            elif name == "keep":
                result = application.clock.keep()
            elif name == "loaded":
                import sys
                from app import slimming as module
                names = (module.NOT_FOR_PLAY + b" " + module.FOR_ARBITER).decode().split()
                result = [each for each in names if each in sys.modules and "slim" not in each]
            elif name == "restore":
                result = application.clock.restore(arguments[0], now)
            else:
                result = getattr(application.keeper(), name)(*arguments)
            return padded(json.dumps({"ok": True, "result": result}).encode())
"""
# Tones on every event of the game, in place of a key.
ASKED = "asked = clock.tell_count"
SIDE = "side = clock.tell_side"
STEP_WORTH = {(1500, 90): 1, (500, 360): 10, (500, 50): 0, (300, 700): 100}


@pytest.fixture(params=["micropython", "cpython"])
def runtime(request: pytest.FixtureRequest) -> str:
    """Return each runtime in turn."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    return str(request.param)


def changed_firmware(folder: Path, changes: list[tuple[str, str, str]]) -> Path:
    """Return a copy of the firmware with texts replaced: (module, before, after)."""
    copy = folder / "firmware"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for name, before, after in changes:
        source = (copy / name).read_text(encoding="utf-8")
        assert source.count(before) == 1, (name, before)
        (copy / name).write_text(source.replace(before, after), encoding="utf-8")
    return copy


@pytest.fixture
def bench(runtime: str, tmp_path: Path) -> Iterator[Bench]:
    """Return a clock in SETUP that a host can ask for more than usual."""
    changes = [("app/console.py", HOOK_BEFORE, HOOK + HOOK_BEFORE)]
    firmware = changed_firmware(tmp_path, changes)
    with Bench.started(runtime=runtime, firmware=firmware) as bench:
        yield bench


def call(bench: Bench, name: str, *arguments: Any) -> Any:
    """Call a method of the application."""
    return bench.console({"call": name, "arguments": list(arguments)})["result"]


def ask(bench: Bench, command: str, **fields: Any) -> dict[str, Any]:
    """Send a command that must go well; return the reply."""
    reply = bench.console({"cmd": command, **fields})
    assert reply["ok"], reply
    return reply


def write(path: Path, plain: object) -> None:
    """Write a file as the clock does, whatever is in it."""
    text = json.dumps(plain).encode()
    path.write_bytes(str(binascii.crc32(text)).encode() + b"\n" + text)


def read(path: Path) -> Any:
    """Read a file of the clock, and check its CRC."""
    crc, text = path.read_bytes().split(b"\n", 1)
    assert int(crc) == binascii.crc32(text)
    return json.loads(text)


def notices(bench: Bench) -> set[str]:
    """Return what the left display shows in SETUP."""
    seen = set()
    for _ in range(6):
        bench.advance_ms(1_024)
        seen.add(bench.displays().left.text)
    return seen


OTHERS = [7, 3, 1, 20_000, True, False, 2, 1, 7, 4, 1, True, 3_600]


def test_settings_are_remembered_over_a_power_cut(bench: Bench) -> None:
    """Every one of them, also by a clock that was cut at once."""
    for name, value in zip(SETTINGS, OTHERS, strict=True):
        call(bench, "change", name, value)
    assert call(bench, "keep_settings") is True
    for _ in range(2):
        bench.power_cycle()
        assert call(bench, "values") == [OTHERS, ""]
        assert bench.program == 7
    assert read(bench.files / "settings.json") == {"format": 1, "settings": OTHERS}


def test_defaults_are_not_written_and_nothing_is_written_twice(bench: Bench) -> None:
    """Flash wears: only what has changed goes there."""
    path = bench.files / "settings.json"
    call(bench, "keep_settings")
    assert not path.exists()
    call(bench, "change", "sound", True)
    call(bench, "keep_settings")
    stamp = path.stat()
    for _ in range(3):
        call(bench, "keep_settings")
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (stamp.st_ino, stamp.st_mtime_ns)
    call(bench, "change", "sound", False)
    call(bench, "keep_settings")
    bench.power_cycle()
    assert call(bench, "values")[0] == Settings().values()


DEFAULTS = Settings().values()


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("plain", "values", "says"),
    [
        (b"", DEFAULTS, "settings.json: damaged"),
        (b"nonsense", DEFAULTS, "settings.json: damaged"),
        (b"12\n{}", DEFAULTS, "settings.json: damaged"),
        (b"x" * 40_000, DEFAULTS, "settings.json: too long"),
        (5, DEFAULTS, "settings.json: not of format 1"),
        ([[[[]]]], DEFAULTS, "settings.json: not of format 1"),
        ({"settings": OTHERS}, DEFAULTS, "settings.json: not of format 1"),
        ({"format": 2, "settings": OTHERS}, DEFAULTS, "settings.json: not of format 1"),
        ({"format": 1}, DEFAULTS, "settings.json: not taken: " + ", ".join(SETTINGS)),
        (
            {"format": 1, "settings": OTHERS[:7]},
            OTHERS[:7] + DEFAULTS[7:],
            "settings.json: not taken: " + ", ".join(SETTINGS[7:]),
        ),
        (
            {"format": 1, "settings": [999, *OTHERS[1:]]},
            [1, *OTHERS[1:]],
            "settings.json: not taken: program",
        ),
        ({"format": 1, "settings": [*OTHERS, 1]}, OTHERS, "settings.json: not taken: more"),
    ],
)
def test_bad_settings_are_said_put_aside_and_never_a_crash(
    bench: Bench, plain: object, values: list[Any], says: str
) -> None:
    """What is good is taken and saved again; the next start has nothing to say."""
    path = bench.files / "settings.json"
    if isinstance(plain, bytes):
        path.write_bytes(plain)
    else:
        write(path, plain)
    before = path.read_bytes()
    bench.power_cycle()
    assert "5Et Er" in notices(bench)
    assert call(bench, "values") == [values, says]
    assert (bench.files / "settings.json.bad").read_bytes() == before
    bench.power_cycle()
    assert "5Et Er" not in notices(bench)
    assert call(bench, "values") == [values, ""]


def test_a_program_that_is_looked_at_is_there_after_a_power_cut(bench: Bench) -> None:
    """Also one that was not laid out; what is only passed by is not written."""
    for _ in range(6):
        bench.key("plus")
    assert not (bench.files / "settings.json").exists()
    bench.advance_ms(3_000)
    bench.power_cycle()
    assert bench.program == 7


@pytest.mark.parametrize("count", [8, 11, 12])
def test_settings_of_an_older_firmware_are_no_damage(bench: Bench, count: int) -> None:
    """What it did not know has its default, and nobody is alarmed."""
    write(bench.files / "settings.json", {"format": 1, "settings": OTHERS[:count]})
    bench.power_cycle()
    assert "5Et Er" not in notices(bench)
    assert call(bench, "values") == [OTHERS[:count] + DEFAULTS[count:], ""]
    assert not (bench.files / "settings.json.bad").exists()


def test_settings_that_an_older_firmware_put_aside_are_found_again(bench: Bench) -> None:
    """It could not read them; this one can. What somebody has set since then is worth more."""
    aside = bench.files / "settings.json.bad"
    write(aside, {"format": 1, "settings": OTHERS})
    bench.power_cycle()
    assert call(bench, "values") == [OTHERS, ""]
    assert not aside.exists()
    write(aside, {"format": 1, "settings": DEFAULTS})
    bench.power_cycle()
    assert call(bench, "values") == [OTHERS, ""]


@pytest.mark.parametrize("name", ["settings.json", "programs.json", "kept_games.json"])
def test_a_folder_where_a_file_should_be_is_said_and_put_aside(bench: Bench, name: str) -> None:
    """It is no file that is not there: what was kept has gone."""
    (bench.files / name).mkdir()
    bench.power_cycle()
    assert notices(bench) & {"5Et Er", "Pro Er", "GA Err"}
    assert (bench.files / (name + ".bad")).is_dir()
    bench.power_cycle()
    assert not notices(bench) & {"5Et Er", "Pro Er", "GA Err"}


def test_no_room_is_said_and_the_clock_goes_on(bench: Bench) -> None:
    """Settings, programs, an adjourned game, sleep: refused; what was kept stays."""
    call(bench, "change", "sound", True)
    assert call(bench, "keep_settings") is True
    old = (bench.files / "settings.json").read_bytes()
    for name in ("settings", "programs", "adjourned_1", "kept_games"):
        (bench.files / (name + ".json.new")).mkdir()
    call(bench, "change", "sound", False)
    assert call(bench, "keep_settings") is False
    assert "FULL" in notices(bench)
    assert (bench.files / "settings.json").read_bytes() == old
    ask(bench, "program", number=3)
    bench.press("right")
    bench.advance_ms(1_000)
    bench.key("play")
    plain = call(bench, "keep")
    assert call(bench, "adjourn", 1, plain) is False
    assert call(bench, "keep_programs", []) is False
    assert call(bench, "sleep") is False
    assert bench.state == "PAUSED"
    bench.key("play")
    assert bench.state == "RUNNING"


def test_user_programs_are_kept_and_bad_ones_are_said(bench: Bench) -> None:
    """What `Programs` gives comes back; what it cannot take is put aside at the start."""
    assert call(bench, "programs") is None
    control = {"periods": [{"main_ms": 60_000}]}
    plain = [{"name": "one minute", "control": control}]
    assert call(bench, "keep_programs", plain) is True
    bench.power_cycle()
    assert call(bench, "programs") == plain
    assert call(bench, "values")[1] == ""
    path = bench.files / "programs.json"
    for bad in (5, [5], [{"name": "x" * 40}], [plain[0]] * 11):
        write(path, {"format": 1, "programs": bad})
        bench.power_cycle()
        assert "Pro Er" in notices(bench)
        assert call(bench, "values")[1].startswith("programs.json: ")
        assert call(bench, "programs") is None
        assert not path.exists()
    path.write_bytes(b"nonsense")
    bench.power_cycle()
    assert call(bench, "values")[1] == "programs.json: damaged"


def paused_game(bench: Bench) -> None:
    """Bring a game of preset 3 to a pause after 4 s of White's time."""
    ask(bench, "program", number=3)
    bench.press("right")
    bench.advance_ms(4_000)
    bench.key("play")
    assert bench.state == "PAUSED"


def adjourn(bench: Bench, place: int) -> None:
    """Adjourn a game, as the menu does."""
    paused_game(bench)
    assert call(bench, "adjourn", place, call(bench, "keep"), "Board 12, Niña") is True
    bench.turn_lock()
    ask(bench, "put_away")


def test_an_adjourned_game_comes_back_as_it_was(bench: Bench) -> None:
    """Times to the ms, over power cuts, with the settings of today."""
    adjourn(bench, 2)
    adjourn(bench, 8)
    bench.power_cycle()
    assert call(bench, "adjourned") == [2, 8]
    assert call(bench, "look_at_adjourned", 8)[0] == "Board 12, Niña"
    assert call(bench, "take_adjourned", 1) is None
    assert call(bench, "take_adjourned", 9) is None
    call(bench, "change", "language", 1)
    call(bench, "restore", call(bench, "take_adjourned", 2))
    assert bench.state == "PAUSED"
    assert bench.remaining_ms("left") == 1_500_000 - 4_000
    assert call(bench, "values")[0][SETTINGS.index("language")] == 1


def test_an_adjourned_game_that_has_gone_on_is_known_again_after_a_power_cut(
    bench: Bench,
) -> None:
    """Displays off, power off, and at its end no old copy of it is left."""
    adjourn(bench, 2)
    call(bench, "restore", call(bench, "take_adjourned", 2))
    bench.key("play")
    bench.advance_ms(1_000)
    bench.key("play")
    bench.key("back", hold_ms=3_100)
    bench.power_cycle()
    assert bench.state == "PAUSED" and call(bench, "adjourned") == [2]
    bench.key("play")
    bench.advance_ms(1_000)
    bench.key("play")
    bench.key("forward", hold_ms=3_100)
    bench.key("forward")  # yes
    assert bench.state == "ENDED" and call(bench, "adjourned") == []
    bench.key("back", hold_ms=3_100)
    assert bench.state == "SETUP" and bench.program == 3


def test_a_host_gives_an_adjourned_game_its_label(bench: Bench) -> None:
    """Guidelines I: who plays there; a bad label is one line and changes nothing."""
    adjourn(bench, 4)
    assert ask(bench, "adjourned")["adjourned"] == [[4, "Board 12, Niña"]]
    ask(bench, "label", place=4, label="Round 3, board 1")
    assert ask(bench, "adjourned")["adjourned"] == [[4, "Round 3, board 1"]]
    for place, label in ((5, "x"), (4, 7), (4, "x" * 22), (9, "x")):
        reply = bench.console({"cmd": "label", "place": place, "label": label})
        assert not reply["ok"] and "\n" not in reply["error"], reply
    assert ask(bench, "adjourned")["adjourned"] == [[4, "Round 3, board 1"]]


def test_an_adjourned_game_is_kept_until_it_has_gone_on_and_is_over(bench: Bench) -> None:
    """Looked at and put away, or cut off the power: it is still there."""
    adjourn(bench, 2)
    call(bench, "restore", call(bench, "take_adjourned", 2))
    bench.turn_lock()
    ask(bench, "put_away")
    assert call(bench, "adjourned") == [2], "only looked at"
    call(bench, "restore", call(bench, "take_adjourned", 2))
    bench.power_cycle()
    assert call(bench, "adjourned") == [2], "the power was cut"
    call(bench, "restore", call(bench, "take_adjourned", 2))
    call(bench, "forget", True)
    assert call(bench, "adjourned") == [2], "it goes on: still there, if the power is cut"
    call(bench, "forget", False)
    assert call(bench, "adjourned") == [], "it has gone on and is over"
    bench.turn_lock()
    ask(bench, "put_away")
    adjourn(bench, 2)
    call(bench, "restore", call(bench, "take_adjourned", 2))
    call(bench, "forget", True)
    assert call(bench, "adjourn", 2, call(bench, "keep")) is True
    call(bench, "forget", False)
    assert call(bench, "adjourned") == [2], "it was adjourned once more"


@pytest.mark.parametrize("content", [b"nonsense", {"format": 1}, {"format": 1, "label": "a"}])
def test_an_adjourned_game_that_cannot_be_read_is_lost_aloud(
    bench: Bench, content: object
) -> None:
    """Put aside, said, and the clock stays in SETUP."""
    adjourn(bench, 2)
    path = bench.files / "adjourned_2.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        write(path, content)
    assert call(bench, "take_adjourned", 2) is None
    assert "GA Err" in notices(bench)
    assert call(bench, "values")[1].startswith("adjourned_2.json: ")
    assert path.with_name("adjourned_2.json.bad").exists()
    assert call(bench, "adjourned") == []
    assert bench.state == "SETUP"


def test_a_program_that_is_no_more_is_not_chosen_at_the_start(bench: Bench) -> None:
    """An adjourned game that has been played on since."""
    write(bench.files / "settings.json", {"format": 1, "settings": [202, *OTHERS[1:]]})
    bench.power_cycle()
    assert call(bench, "values") == [[1, *OTHERS[1:]], ""]
    adjourn(bench, 2)
    write(bench.files / "settings.json", {"format": 1, "settings": [202, *OTHERS[1:]]})
    bench.power_cycle()
    assert call(bench, "values") == [[202, *OTHERS[1:]], ""]


def test_games_are_kept_while_the_displays_are_off(bench: Bench) -> None:
    """T40: saved when they go off; forgotten when the game goes on or is given up."""
    assert call(bench, "sleep") is True
    path = bench.files / "kept_games.json"
    assert not path.exists(), "nothing to keep in SETUP"
    paused_game(bench)
    assert call(bench, "sleep") is True
    bench.power_cycle()
    assert bench.state == "PAUSED" and bench.remaining_ms("left") == 1_500_000 - 4_000
    assert call(bench, "sleep") is True
    bench.turn_lock()
    ask(bench, "put_away")
    bench.advance_ms(100)
    assert not path.exists()


def test_what_keys_choose_is_remembered(runtime: str) -> None:
    """White's side, sound and the program that was laid out, by keys alone."""
    with Bench.started(runtime=runtime) as bench:
        for _ in range(2):
            bench.key("plus")
        bench.key("play")
        bench.key("forward")
        bench.key("minus", hold_ms=1_100)
        white = bench.white_side
        bench.power_cycle()
        assert bench.program == 3
        assert read(bench.files / "settings.json")["settings"][4] is True
        bench.key("play")
        assert bench.white_side == white == "right"


def test_what_keeping_and_choosing_have_loaded_is_given_back(bench: Bench) -> None:
    """A game has the memory: nothing of SETUP, of the arbiter's keys or of this lies about."""
    assert "clockcore.setup_menu" in call(bench, "loaded")
    bench.key("plus")
    bench.key("play")
    bench.advance_ms(100)
    assert bench.state == "READY"
    assert call(bench, "loaded") == []
    bench.key("forward")
    bench.key("minus", hold_ms=1_100)
    assert "clockcore.arbiter_keys" in call(bench, "loaded")
    bench.advance_ms(4_000)
    assert call(bench, "loaded") == []
    call(bench, "keep_settings")
    assert call(bench, "loaded") == []
    adjourn(bench, 1)
    call(bench, "restore", call(bench, "take_adjourned", 1))
    bench.advance_ms(3_000)
    assert call(bench, "loaded") == []


def test_what_answers_a_host_makes_way_for_a_game_at_once(bench: Bench) -> None:
    """A game that starts right after a host's command has the memory as any other."""
    bench.key("play")
    ask(bench, "settings")
    assert "app.commands" in call(bench, "loaded")
    bench.press("right")
    assert bench.state == "RUNNING"
    bench.key("play")
    assert call(bench, "loaded") == []


@pytest.mark.usefixtures("micropython")
def test_a_game_that_starts_as_soon_as_it_is_laid_out_has_the_memory(tmp_path: Path) -> None:
    """The press waits until the game has been kept whole, and until what kept it has gone."""
    started = "        running = state == RUNNING\n"
    look = (
        "        if running and not self.ran:\n"
        "            import sys\n"
        "            from app import slimming as module\n"
        "            for name in (module.NOT_FOR_PLAY + b' ' + module.FOR_ARBITER).split():\n"
        "                if name.decode() in sys.modules and b'slim' not in name:\n"
        "                    print('LOADED', name)\n"
        "            print('LOOKED')\n"
    )
    firmware = changed_firmware(tmp_path, [("app/tick_loop.py", started, started + look)])
    ways = {"firmware": firmware, "image": blank_image(), "loop_ms": [5]}
    with Bench.started(runtime="micropython", displays="ssd1306", **ways) as bench:
        bench.advance_ms(1_500)
        bench.key("play")
        bench.press("right")
        bench.advance_ms(500)
        assert bench.state == "RUNNING"
        assert "LOOKED" in bench.console_text + bench.printed
        assert "LOADED" not in bench.console_text + bench.printed


# --- tones that tell time and moves ------------------------------------------------------------


def told(bench: Bench) -> list[list[int]]:
    """Return the rows of numbers that were heard since the last call."""
    rows: list[list[int]] = []
    end = -10_000
    for sound in bench.forget()[0]:
        gap = sound.at_ms - end
        if gap >= 2_000:
            rows.append([0])
        elif gap > 200:
            rows[-1].append(0)
        rows[-1][-1] += STEP_WORTH[sound.hz, sound.ms]
        end = sound.at_ms + sound.ms
    return rows


@pytest.fixture
def telling(runtime: str, tmp_path: Path) -> Iterator[Bench]:
    """Return a clock that is asked at each event to tell about the side to move; sound is off."""
    changes = [
        ("app/tick_loop.py", ASKED, "asked = clock.table.games[0].event_count"),
        ("app/tick_loop.py", SIDE, "side = clock.table.games[0].side_to_move"),
    ]
    firmware = changed_firmware(tmp_path, changes)
    with Bench(control="62", runtime=runtime, firmware=firmware, sound=False,
               heap_lock=runtime == "micropython") as bench:  # fmt: skip
        bench.advance_ms(5_000)
        yield bench


def allow(bench: Bench, tell: bool) -> None:
    """Let tones tell, or not, and lay 62 minutes out again."""
    values = [*DEFAULTS[:11], tell, 0]
    write(bench.files / "settings.json", {"format": 1, "settings": values})
    bench.power_cycle()
    ask(bench, "control", control={"periods": [{"main_ms": 3_723_000}]})
    bench.advance_ms(30_000)
    bench.forget()


def test_tones_tell_time_and_moves_with_the_sound_off(telling: Bench) -> None:
    """D.2.6: of the side to move, while it runs, without a byte of the heap."""
    allow(telling, True)
    telling.press("right")
    telling.advance_ms(20_000)
    assert told(telling) == [[1, 2, 3, 0]]
    telling.press("left")
    telling.advance_ms(20_000)
    assert told(telling) == [[1, 2, 3, 0]]
    telling.press("right")
    telling.advance_ms(20_000)
    assert told(telling) == [[1, 1, 43, 1]]
    telling.key("play")
    telling.advance_ms(20_000)
    assert told(telling) == [[1, 1, 23, 1]]
    assert telling.buzzer_hz == 0


def test_another_request_begins_the_row_anew(telling: Bench) -> None:
    """The side that is to move by then."""
    allow(telling, True)
    telling.press("right")
    telling.advance_ms(300)
    telling.press("left")
    telling.advance_ms(20_000)
    sounds = [(sound.hz, sound.ms) for sound in telling.sounds()]
    assert sounds[0] == (1500, 90)
    assert sounds[1:] == [(1500, 90)] * 6 + [(500, 50)]


def test_off_is_off(telling: Bench) -> None:
    """Neither a press nor a pause is told."""
    allow(telling, False)
    telling.press("right")
    telling.advance_ms(10_000)
    telling.key("play")
    telling.advance_ms(10_000)
    assert telling.sounds() == []


@pytest.mark.parametrize("sound", [True, False])
def test_a_cue_ends_what_is_told(runtime: str, tmp_path: Path, sound: bool) -> None:
    """The warning at 10 s comes into a row asked for at 12 s: its last tone is not heard.

    With the sound off there is no cue, and the row comes to its end.
    """
    left = "clock.table.games[0].accounts[0].main.day_ms"
    changes = [
        ("app/tick_loop.py", ASKED, f"asked = 1 if {left} <= 12_000 else 0"),
        ("app/tick_loop.py", SIDE, "side = 0"),
    ]
    firmware = changed_firmware(tmp_path, changes)
    with Bench.started(runtime=runtime, firmware=firmware) as bench:
        values = [*DEFAULTS[:4], sound, *DEFAULTS[5:11], True, 0]
        write(bench.files / "settings.json", {"format": 1, "settings": values})
        bench.power_cycle()
        ask(bench, "control", control={"periods": [{"main_ms": 20_000}]})
        bench.advance_ms(10_000)
        bench.forget()
        bench.press("right")
        bench.advance_ms(14_000)
        heard = [(tone.hz, tone.ms) for tone in bench.sounds()]
        row = [(500, 360), (1500, 90), (1500, 90), (500, 50)]
        assert heard == ([*row[:3], (1760, 300)] if sound else row)
