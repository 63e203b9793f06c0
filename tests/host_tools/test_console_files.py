"""Files of clocks and of presets, times as people write them: what is read, what is refused."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from clockcore.presets import PRESET_COUNT, preset, preset_name

from host_tools.console import clocks as clocks_module
from host_tools.console.clocks import (
    Address,
    choose_clock,
    choose_clocks,
    find_virtual,
    read_clocks,
    write_clocks,
)
from host_tools.console.model import Program
from host_tools.console.preset_file import (
    PresetFile,
    parse_presets,
    read_presets,
    same_program,
    write_presets,
)
from host_tools.console.times import exact_time, read_time, shown_time
from host_tools.deploy.errors import InputError
from host_tools.notation import parse_control

# --- times ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("1:05:00", 3_900_000),
        ("5:00", 300_000),
        ("100:00", 6_000_000),
        ("0:30.5", 30_500),
        ("0:00.001", 1),
        ("90m", 5_400_000),
        ("45s", 45_000),
        ("0.25s", 250),
        ("1h30m", 5_400_000),
        ("2h", 7_200_000),
        ("99:59:59.999", 359_999_999),
    ],
)
def test_times_are_read(text: str, ms: int) -> None:
    assert read_time(text) == ms
    assert read_time(exact_time(ms)) == ms
    assert read_time("-" + text, signed=True) == -ms
    with pytest.raises(InputError):
        read_time("-" + text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("90", "minutes or seconds? write 90m or 90s"),
        ("", "no time"),
        ("5:60", "no time"),
        ("1:60:00", "no time"),
        ("5:0", "no time"),
        ("m", "no time"),
        ("1e3s", "no time"),
        ("100h", "more than 99:59:59.999"),
        ("\u0665:00", "no time"),
    ],
)
def test_what_is_no_time_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says.replace("?", r"\?")):
        read_time(text)


def test_times_are_shown_as_the_clock_shows_them() -> None:
    """T35, T36: rounded up, tenths from ten seconds down; what grows is rounded down."""
    cases = {
        5_400_000: "1:30:00",
        3_599_001: "1:00:00",
        299_001: "5:00",
        10_001: "0:11",
        10_000: "0:10.0",
        9_901: "0:10.0",
        1: "0:00.1",
        0: "0:00.0",
        -999: "-0:00",
        -61_999: "-1:01",
    }
    assert {ms: shown_time(ms) for ms in cases} == cases


# --- clocks --------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no file and no clock of this computer be found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(clocks_module, "find_ports", dict)
    monkeypatch.setattr(clocks_module, "find_virtual", list)


def test_clocks_are_named_by_port_by_name_and_port_or_by_a_name_of_the_file() -> None:
    Path("clocks.toml").write_text('[clocks]\nhall-1 = "/dev/ttyACM0"\ntwo = "socket://a:1"\n')
    assert [one.name for one in choose_clocks([])] == ["hall-1", "two"]
    assert choose_clocks(["two", "x=/dev/ttyACM7", "/dev/ttyUSB0", "COM3"]) == [
        Address("two", "socket://a:1"),
        Address("x", "/dev/ttyACM7"),
        Address("/dev/ttyUSB0", "/dev/ttyUSB0"),
        Address("COM3", "COM3"),
    ]
    Path("others.toml").write_text('[clocks]\nz = "/dev/z"\n')
    assert choose_clock([], Path("others.toml")) == Address("z", "/dev/z")
    with pytest.raises(InputError, match="several clocks: choose one with --port: hall-1, two"):
        choose_clock([])


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (["nobody"], "nobody: no clock of that name: one"),
        (["x="], "x=: a port is needed after the ="),
        (["one", "/dev/a"], "/dev/a: named twice"),
        (["x=/dev/b", "x=/dev/c"], "x: the name of two clocks"),
        ([" "], "--port: a port, name=port or a name is needed"),
        ([f"/dev/{number}" for number in range(65)], "65 clocks: 64 at the most"),
    ],
)
def test_clocks_that_cannot_be_meant(wanted: list[str], says: str) -> None:
    Path("clocks.toml").write_text('[clocks]\none = "/dev/a"\n')
    with pytest.raises(InputError) as caught:
        choose_clocks(wanted)
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[clocks", r"clocks\.toml: Expected ']' at the end of a table declaration"),
        ("[clock]\na = '1'", r"clocks\.toml: clock is unknown"),
        ("clocks = 3", "a table of names and ports is needed"),
        ("[clocks]\n1a = '/dev/a'", "'1a': a name is a letter"),
        ("[clocks]\na = 3", "clocks: a: a port in quotes is needed"),
        ("[clocks]\na = ' '", "clocks: a: a port in quotes is needed"),
        ("[clocks]\na = '1'\na = '2'", r"clocks\.toml: Cannot overwrite a value"),
        (b"\xff", "no text in UTF-8"),
    ],
)
def test_a_bad_file_of_clocks_says_where(text: str | bytes, says: str) -> None:
    Path("clocks.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError, match=says):
        read_clocks(None)


def test_a_file_of_clocks_that_is_named_must_be_there() -> None:
    with pytest.raises(InputError, match=r"nowhere\.toml: No such file or directory"):
        choose_clocks([], Path("nowhere.toml"))
    with pytest.raises(InputError, match="no clock found: plug one in"):
        choose_clocks([])


def test_a_file_of_clocks_that_is_written_is_read() -> None:
    two = [Address("table1", "socket://127.0.0.1:8701"), Address("b", "/dev/ttyACM0")]
    write_clocks(two, Path("x.toml"))
    assert list(read_clocks(Path("x.toml")).values()) == two
    with pytest.raises(InputError, match="No such file"):
        write_clocks(two, Path("no/x.toml"))


def test_what_a_file_of_clocks_has_stays_in_it() -> None:
    """A clock that was off for a moment was gone from the file, and comments with it."""
    path = Path("x.toml")
    path.write_text(
        "# The hall.\n[clocks]\nhall1 = \"/dev/a\" # by the door\nhall2 = \"/dev/b\"\n"
        "clock1 = \"/dev/c\"\n"
    )
    assert write_clocks([Address("hall1", "/dev/d"), Address("/dev/c", "/dev/c")], path) == [
        "hall2"
    ]
    assert path.read_text().startswith('# The hall.\n[clocks]\nhall1 = "/dev/d" # by the door')
    ports = {one.name: one.port for one in read_clocks(path).values()}
    assert ports == {"hall1": "/dev/d", "hall2": "/dev/b", "clock1": "/dev/c"}
    new = [Address("/dev/x", "/dev/x"), Address("/dev/y", "/dev/y"), Address("door", "/dev/d")]
    assert write_clocks(new, path) == ["hall2", "clock1"]
    ports = {one.name: one.port for one in read_clocks(path).values()}
    assert ports == {
        "door": "/dev/d", "hall2": "/dev/b", "clock1": "/dev/c", "clock2": "/dev/x",
        "clock3": "/dev/y",
    }


def test_a_file_of_clocks_that_is_empty_keeps_its_remarks() -> None:
    for text in ("# My hall.\n", "# My hall.\n[clocks]\n", ""):
        Path("x.toml").write_text(text)
        assert write_clocks([Address("a", "/dev/a")], Path("x.toml")) == []
        assert read_clocks(Path("x.toml")) == {"a": Address("a", "/dev/a")}
        assert Path("x.toml").read_text().startswith(text)


@pytest.mark.parametrize("text", ["title = 1\n", "[clocks\n", "a\nb\n", "[clocks]\na = 5\n"])
def test_what_is_no_file_of_clocks_is_not_written_over(text: str) -> None:
    Path("x.toml").write_text(text)
    with pytest.raises(InputError, match=r"x\.toml"):
        write_clocks([Address("a", "/dev/a")], Path("x.toml"))
    assert Path("x.toml").read_text() == text


def test_files_that_begin_with_a_mark_of_their_byte_order_are_read() -> None:
    """Editors of Windows put one before UTF-8."""
    Path("x.toml").write_text('\ufeff[clocks]\na = "/dev/a"\n', encoding="utf-8")
    assert read_clocks(Path("x.toml")) == {"a": Address("a", "/dev/a")}
    write_clocks([Address("b", "/dev/b")], Path("x.toml"))
    assert list(read_clocks(Path("x.toml"))) == ["a", "b"]
    Path("y.toml").write_text('\ufeff[program.101]\ncontrol = "5+3"\n', encoding="utf-8")
    assert [one.number for one in read_presets(Path("y.toml")).programs] == [101]


def test_virtual_clocks_are_found_without_calling_them(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as one:
        number = one.getsockname()[1]
        monkeypatch.setattr(clocks_module, "VIRTUAL_FIRST", number)
        monkeypatch.setattr(clocks_module, "VIRTUAL_MOST", 1)
        assert find_virtual() == [Address("table1", f"socket://127.0.0.1:{number}")]
        one.setblocking(False)
        with pytest.raises(BlockingIOError):
            one.accept()
    assert find_virtual() == []


# --- presets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, PRESET_COUNT + 1))
def test_every_preset_goes_into_a_file_and_back(number: int) -> None:
    program = Program(101 + number % 10, preset_name(number)[:16].strip(), preset(number))
    again = parse_presets(write_presets(PresetFile("An event", (program,))))
    assert again.title == "An event"
    assert [one.number for one in again.programs] == [program.number]
    assert same_program(again.programs[0], program)


@pytest.mark.parametrize("freeze", [True, False])
@pytest.mark.parametrize(
    "written",
    [
        "90m + 30m at-zero",
        "120/40 + 60/20 + 15m + 30s from 61",
        "5m + 3s",
        "60m byoyomi 5x20s",
        "60m canadian 5m/15",
        "hourglass 1m",
        "move-timer 30s",
    ],
)
def test_controls_with_and_without_freeze_go_into_a_file_and_back(
    written: str, freeze: bool
) -> None:
    timing = "after" if "3s" in written else None
    control = parse_control(written, "organizers", bonus_timing=timing)
    control.freeze = freeze
    program = Program(110, 'x "y" \\ é', control)
    text = write_presets(PresetFile("", (program,)))
    assert same_program(parse_presets(text).programs[0], program)


def test_a_file_that_people_wrote() -> None:
    found = parse_presets(
        """
        # what the organizer wants
        title = "City Open"
        [program.110]
        name = "Odds"
        bonus_timing = "after"
        [[program.110.periods]]
        main = "1:30:00"
        moves = 40
        method = "fischer"
        bonus = "30s"
        [[program.110.periods]]
        main = "30m"
        method = "fischer"
        bonus = "30s"
        [[program.110.black_periods]]
        main = "60m"
        [program."101"]
        name = " Rounds "
        control = "90+30"
        notation = "organizers"
        freeze = false
        """
    )
    assert [(one.number, one.name) for one in found.programs] == [(101, "Rounds"), (110, "Odds")]
    first, second = (one.control for one in found.programs)
    assert first is not None and second is not None
    assert not first.freeze and first.white_periods[0].bonus_ms == 30_000
    assert second.odds and second.white_periods[0].bonus_ms == 30_000
    assert second.black_periods[0].main_ms == 3_600_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x", "f: Expected '=' after a key in a key/value pair (at end of document)"),
        ("x = 1", 'f: "x" is unknown: title, program'),
        ("title = 1", "f: title: a text is needed"),
        ("program = 1", "f: program: tables [program.101] ... are needed"),
        ("\n[program.99]", "f:2: program.99: a user program is 101 to 110"),
        ("program.101 = 3", "f: program.101: a table is needed"),
        ("[program.101]", "f:1: program.101: control or periods is needed"),
        ("[program.101]\nnam = ''", 'f:1: program.101: "nam" is unknown: name, control,'),
        ("[program.101]\nname = 3\ncontrol='5+3'", "f:1: program.101: name: a text is needed"),
        (
            "[program.101]\nname = 'A name that is long'\ncontrol='5+3'",
            "f:1: program.101: name: 19 characters, at most 16",
        ),
        ("[program.101]\ncontrol = 3", "f:1: program.101: control: a text is needed"),
        ("[program.101]\ncontrol = 'x'", 'f:1: program.101: control "x"'),
        (
            "[program.101]\ncontrol = '90+30'",
            'f:1: program.101: control "90+30": is ambiguous, it can be read in two ways: 90 min,'
            ' 30 s a move (write 90m + 30s, or add notation = "',
        ),
        ("[program.101]\ncontrol = '5+3'\nfreeze = 1", "f:1: program.101: freeze: true or false"),
        (
            "[program.101]\ncontrol = '5+3'\ntransition = 'x'",
            "f:1: program.101: transition: by-count or at-zero is needed",
        ),
        (
            "[program.101]\ncontrol = '5+3'\n[[program.101.periods]]\nmain = '5:00'",
            "f:1: program.101: control and periods exclude each other",
        ),
        (
            "[program.101]\nnotation = 'pgn'\n[[program.101.periods]]\nmain = '5:00'",
            "f:1: program.101: notation needs control",
        ),
        ("[program.101]\nperiods = []", "f:1: program.101: periods: tables [[program.N.periods]]"),
        (
            "[[program.101.periods]]\nmain = 5",
            "f:1: program.101: periods 1: main: a time in quotes is needed",
        ),
        (
            "[[program.101.periods]]\nmain = '5'",
            "f:1: program.101: periods 1: main: 5: minutes or seconds?",
        ),
        (
            "[[program.101.periods]]\nmain = '5m'\nmoves = true",
            "f:1: program.101: periods 1: moves: a whole number is needed",
        ),
        (
            "[[program.101.periods]]\nmain = '5m'\nmoves = 900",
            "f:1: program.101: period 1: moves",
        ),
        (
            "[[program.101.periods]]\nmain = '5m'\nmethod = 'x'",
            "f:1: program.101: periods 1: method: none, fischer,",
        ),
        (
            "[[program.101.periods]]\nmain = '5m'\nrepeat = 1",
            "f:1: program.101: periods 1: repeat: true or false is needed",
        ),
        ("[[program.101.periods]]\nx = '5m'", 'f:1: program.101: periods 1: "x" is unknown'),
    ],
)
def test_a_bad_file_of_presets_says_where(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_presets(text, "f")
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


def test_a_file_of_presets_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    with pytest.raises(InputError, match=r"x\.toml: No such file"):
        read_presets(path)
    path.write_bytes(b"\xff")
    with pytest.raises(InputError, match="no text in UTF-8"):
        read_presets(path)
    path.write_text("a = " + "[" * 100_000)
    with pytest.raises(InputError):
        read_presets(path)
