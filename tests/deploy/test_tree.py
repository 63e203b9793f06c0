"""The tree that a device gets: what is in it, how much it weighs, and mip installing the same."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from mpremote.mip import do_mip
from rich.console import Console

from boards.schema import CHIPS, BoardError
from host_tools.bench.child_process import BOARDS, FIRMWARE, BenchError
from host_tools.deploy import Tree, board_names, build_tree, read_board, weigh, write_tree
from host_tools.deploy import commands as command_module
from host_tools.deploy import tree as tree_module
from host_tools.deploy.chips import STORAGE, chip_of, storage_of
from host_tools.deploy.commands import boards_command, build_command, flash_command, wiring_command
from host_tools.deploy.device import Device
from host_tools.deploy.errors import DeployError, InputError
from host_tools.deploy.tree import blocks, choose_displays, is_ours, part_of
from tests.deploy.conftest import QUICK
from tests.deploy.device_double import ESP32, ESP32_S3, PICO, PICO_W, DeviceDouble

NATIVE = 0b1011_1100  # bits of the third byte of an .mpy file that name a processor


@pytest.fixture(scope="module")
def pico() -> Tree:
    """Return what a Pico gets."""
    return build_tree("pico")


def test_a_tree_is_the_firmware_compiled_and_nothing_else(pico: Tree) -> None:
    sources = {
        path.relative_to(FIRMWARE).with_suffix(".mpy").as_posix()
        for path in FIRMWARE.rglob("*.py")
    } - {"main.mpy"}
    assert pico.files.keys() == {*sources, "main.py", "board_def.mpy", "adafruit_ticks.mpy"}
    assert pico.files["main.py"] == (FIRMWARE / "main.py").read_bytes()
    assert all(map(is_ours, pico.files))


def test_no_compiled_file_holds_native_code(pico: Tree) -> None:
    """So that one tree fits every chip; only the board's constants differ."""
    for path, data in pico.files.items():
        if path.endswith(".mpy"):
            assert data[:2] == b"M\x06" and not data[2] & NATIVE, path
    assert pico.mpy_version == 6
    other = build_tree("esp32_s3")
    assert {p for p in pico.files if pico.files[p] != other.files[p]} == {"board_def.mpy"}


def test_trees_that_were_compiled_differently_are_refused() -> None:
    tree = Tree("pico", "x", {"app/a.mpy": b"M\x06\x00\x1f", "app/b.mpy": b"M\x05\x00\x1f"})
    with pytest.raises(DeployError, match=r"have the versions \[5, 6\], not one"):
        _ = tree.mpy_version


def test_another_display_set_is_the_only_difference(
    pico: Tree, micropython: list[str], tmp_path: Path
) -> None:
    import subprocess

    other = build_tree("pico", "ht16k33")
    assert other.display_set == "ht16k33"
    assert {p for p in pico.files if pico.files[p] != other.files[p]} == {"board_def.mpy"}
    for tree, name in ((pico, "tm1637_6"), (other, "ht16k33")):
        write_tree(tree, tmp_path / name)
        said = subprocess.run(
            [*micropython, "-c", "import board_def; print(board_def.DISPLAY_SET)"],
            cwd=tmp_path / name,
            env={"MICROPYPATH": ":.frozen"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert said.stdout.strip() == name


def test_the_default_display_set_by_name_is_the_same_tree(pico: Tree) -> None:
    assert build_tree("pico", "tm1637_6").files == pico.files


@pytest.mark.parametrize("name", board_names(with_virtual=True))
def test_every_board_can_be_built_with_every_display_set(name: str) -> None:
    for displays in read_board(name).DISPLAY_SETS:
        assert build_tree(name, displays).display_set == displays


def test_what_is_wrong_with_a_board_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from host_tools.bench import child_process

    with pytest.raises(BenchError, match="board 'nowhere' is unknown: esp32_devkit"):
        build_tree("nowhere")
    with pytest.raises(BoardError, match="board pico: display set 'x' is unknown: tm1637_6"):
        build_tree("pico", "x")
    shutil.copytree(BOARDS / "pico", tmp_path / "pico")
    monkeypatch.setattr(child_process, "BOARDS", tmp_path)
    source = tmp_path / "pico" / "board_def.py"
    good = source.read_text()
    source.write_text(good.replace("BUZZER = const(16)", "BUZZER = const(2)"))
    with pytest.raises(BoardError, match="board pico: BUZZER: pin 2"):
        build_tree("pico")
    lines = good.count("\n") + 1
    for end, message in (
        (b"this is no Python\n", f"board pico: board_def.py, line {lines}: invalid syntax"),
        (b"A = 1 / 0\n", f"board pico: board_def.py, line {lines}: ZeroDivisionError: division"),
        (b"# \xfc\n", f"board pico: board_def.py, line {lines}: byte 0xfc is not UTF-8"),
        (b"import sys; sys.exit(3)\n", f"board pico: board_def.py, line {lines}: only constants"),
        (b"NAME = 'pick'\n", "board pico: NAME: 'pick' is not the folder's name, 'pico'"),
        (b"LEVERS = (2)\n", "board pico: LEVERS: "),
    ):
        source.write_bytes(good.encode() + end)
        for use in (build_tree, lambda name: wiring_command(name, None)):
            with pytest.raises(BoardError) as caught:
                use("pico")
            assert str(caught.value).startswith(message)
            assert str(caught.value).count("board_def.py") <= 1
            assert "\n" not in str(caught.value)


@pytest.fixture
def with_a_bad_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a board whose definition is no Python to the boards there are."""
    from host_tools.bench import child_process

    shutil.copytree(BOARDS, tmp_path / "boards")
    (tmp_path / "boards" / "broken").mkdir()
    (tmp_path / "boards" / "broken" / "board_def.py").write_text("no Python\n")
    for module in (child_process, tree_module):
        monkeypatch.setattr(module, "BOARDS", tmp_path / "boards")


@pytest.mark.usefixtures("with_a_bad_board")
def test_a_bad_board_keeps_no_other_from_its_work(capsys: pytest.CaptureFixture[str]) -> None:
    for with_virtual in (False, True):
        assert boards_command(with_virtual) == 0
        *rows, last = capsys.readouterr().out.splitlines()
        assert [row for row in rows if row.startswith("pico_w ")]
        assert last == "cannot be used: board broken: board_def.py, line 1: invalid syntax"
    assert "broken" in board_names()
    assert wiring_command("pico", None) == 0
    with pytest.raises(DeployError, match="/nowhere: no such port"):
        flash_command("pico", "/nowhere")
    with pytest.raises(BoardError, match=r"board broken: board_def\.py, line 1: invalid syntax"):
        flash_command("broken", "/nowhere")


def test_a_module_that_does_not_compile_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "firmware" / "app").mkdir(parents=True)
    (tmp_path / "firmware" / "main.py").write_text("")
    (tmp_path / "firmware" / "app" / "bad.py").write_text("def x(:\n")
    monkeypatch.setattr(tree_module, "FIRMWARE", tmp_path / "firmware")
    monkeypatch.setattr(tree_module, "BUILD", tmp_path)
    with pytest.raises(DeployError, match=r"app/bad\.py"):
        build_tree("pico")
    (tmp_path / "firmware" / "app" / "bad.py").rename(tmp_path / "firmware" / "other.py")
    (tmp_path / "firmware" / "other.py").write_text("")
    with pytest.raises(DeployError, match=r"firmware/: other\.mpy"):
        build_tree("pico")


@pytest.mark.parametrize(
    ("path", "ours"),
    [
        ("main.py", True),
        ("main.off", True),
        ("board_def.py", True),
        ("board_def.mpy", True),
        ("adafruit_ticks.py", True),
        ("app", True),
        ("app/console.mpy", True),
        ("hal/deep/er.py", True),
        ("flash.new", True),
        ("boot.py", False),
        ("settings.json", False),
        ("application.py", False),
        ("main.mpy", False),
        ("lib/app/console.mpy", False),
        ("data/main.py", False),
        ("board_def.json", False),
    ],
)
def test_only_files_of_the_firmware_may_be_changed(path: str, ours: bool) -> None:
    assert is_ours(path) == ours


def test_a_file_becomes_whole_in_its_own_folder() -> None:
    assert part_of("main.py") == "flash.new"
    assert part_of("hal/deep/er.py") == "hal/deep/flash.new"


def test_the_weights_add_up(pico: Tree) -> None:
    assert [blocks(size) for size in (0, 1, 4096, 4097)] == [1, 1, 1, 2]
    *parts, total = weigh(pico)
    assert [part.part for part in parts] == [
        "adafruit_ticks.mpy",
        "app/",
        "board_def.mpy",
        "clockcore/",
        "drivers/",
        "hal/",
        "main.py",
    ]
    assert total.files == len(pico.files)
    assert total.size == sum(map(len, pico.files.values()))
    assert total.blocks == sum(part.blocks for part in parts)
    # With the journal's blocks, and those that it leaves to others.
    assert total.blocks + 48 + 24 < STORAGE["rp2040_w"].blocks


def test_lines_cost_memory_and_nothing_else(pico: Tree) -> None:
    with_lines = build_tree("pico", lines=True)
    assert with_lines.files.keys() == pico.files.keys()
    larger = [path for path in pico.files if len(with_lines.files[path]) > len(pico.files[path])]
    assert len(larger) > 40 and not any(
        len(with_lines.files[path]) < len(pico.files[path]) for path in pico.files
    )
    assert build_tree("pico").files == pico.files


def test_a_folder_weighs_two_blocks() -> None:
    tree = Tree("pico", "x", {"hal/deep/one.py": b"x", "main.py": b"x" * 5000})
    assert [(row.part, row.blocks) for row in weigh(tree)] == [
        ("hal/", 5),
        ("main.py", 2),
        ("total", 7),
    ]


def test_a_tree_is_written_anew(pico: Tree, tmp_path: Path) -> None:
    """A file of an older firmware goes; what no build wrote is left alone."""
    old = {**pico.files, "app/gone.mpy": b"old", "hal/deep/gone.mpy": b"old"}
    write_tree(Tree("pico", "x", old), tmp_path)
    mine = {"notes.txt", "app/my_thesis.txt", "app/sub/mine.py", "hal/deep/mine.py"}
    for name in mine:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"mine")
    write_tree(pico, tmp_path)
    assert content(tmp_path).keys() == {*pico.files, "package.json", *mine}
    (tmp_path / "hal" / "deep" / "mine.py").unlink()
    write_tree(Tree("pico", "x", old), tmp_path)
    write_tree(pico, tmp_path)
    assert not (tmp_path / "hal" / "deep").exists(), "empty folders of ours go, too"
    urls = json.loads((tmp_path / "package.json").read_text())["urls"]
    assert urls[-1] == ["main.py", "main.py"]
    assert sorted(path for path, _ in urls) == sorted(pico.files)


def content(folder: Path) -> dict[str, bytes]:
    """Return every file in a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize(
    "files",
    [
        {"app/my_thesis.txt": b"a", "app/sub/a.py": b"b", "main.py": b"c"},
        {"board_def.py": b"NAME = 1", "README.md": b"mine"},
        {"package.json": b'{"urls": [["app/mine.py", "x"]]}', "app/mine.py": b"a mip package"},
        {"package.json": b"[]", "app/mine.py": b"x"},
        {"package.json": b"\xff", "app/mine.py": b"x"},
        {".hidden": b""},
    ],
)
def test_a_folder_of_others_is_refused_and_left_as_it_is(
    files: dict[str, bytes], pico: Tree, tmp_path: Path
) -> None:
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match="not empty, and not made by chessclock build") as caught:
        write_tree(pico, tmp_path)
    assert sorted(files)[0].split("/")[0] in str(caught.value)
    assert content(tmp_path) == files


def test_what_others_put_into_our_folder_is_not_overwritten(pico: Tree, tmp_path: Path) -> None:
    """Not even where a new firmware has a file of that name, nor through a link."""
    out = tmp_path / "out"
    less = {path: data for path, data in pico.files.items() if path != "hal/store.mpy"}
    for name, make in (
        ("hal/store.mpy", lambda path: path.write_bytes(b"mine")),
        ("hal", lambda path: path.symlink_to(tmp_path / "elsewhere")),
        ("main.py", lambda path: path.symlink_to(tmp_path / "elsewhere" / "main.py")),
        ("main.py", lambda path: path.mkdir()),
        ("hal", lambda path: path.write_bytes(b"mine")),
    ):
        shutil.rmtree(tmp_path, ignore_errors=True)
        (tmp_path / "elsewhere").mkdir(parents=True)
        (tmp_path / "elsewhere" / "main.py").write_bytes(b"mine")
        write_tree(Tree("pico", "x", less), out)
        if name != "hal/store.mpy":
            (out / name).rename(tmp_path / "aside")
        make(out / name)
        before = content(tmp_path)
        with pytest.raises(InputError, match=f"{out / name}: in the way, and not made by"):
            write_tree(pico, out)
        assert content(tmp_path) == before, name


def test_a_list_of_ours_that_leads_elsewhere_removes_nothing(pico: Tree, tmp_path: Path) -> None:
    out = tmp_path / "out"
    package = write_tree(pico, out)
    for name in ("mine.py", "out/mine.py", "out/app/mine.py"):
        (tmp_path / name).write_bytes(b"mine")
    listed = json.loads(package.read_text())
    for path in ("../mine.py", "mine.py", "app/../../mine.py", str(tmp_path / "mine.py"), 3):
        listed["urls"].append([path, path])
    package.write_text(json.dumps(listed))
    write_tree(pico, out)
    left = {path for path in content(tmp_path) if path.endswith("mine.py")}
    assert left == {"mine.py", "out/mine.py", "out/app/mine.py"}


def test_a_build_that_broke_off_can_be_repeated(
    pico: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes
    count = []

    def full(path: Path, data: bytes) -> int:
        count.append(path)
        if len(count) == 5:
            raise OSError(28, "No space left on device")
        return write(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space left"):
            write_tree(pico, tmp_path)
    write_tree(pico, tmp_path)
    assert content(tmp_path).keys() == {*pico.files, "package.json"}


def test_mip_installs_the_same_tree(
    pico: Tree, double: Callable[..., DeviceDouble], tmp_path: Path
) -> None:
    """By mpremote's own code, into a real littlefs, with the options that `build` prints."""
    package = write_tree(pico, tmp_path / "out")
    device = double(imports=("adafruit_ticks", "clockcore.clock"), mode="repl")
    link = Device(device.port, QUICK)
    link.enter()
    state = SimpleNamespace(
        transport=link.transport, did_action=lambda: None, ensure_raw_repl=lambda: None
    )
    do_mip(
        state,
        SimpleNamespace(
            command=["install"], packages=[str(package)], index=None, target="/", mpy=None
        ),
    )
    assert {path: digest for path, (_, digest) in link.find().files.items()} == pico.hashes
    link.reset()
    assert link.hello()["board"] == "pico"
    link.close()
    assert device.files() == pico.files


@pytest.mark.parametrize(
    ("machine", "chip"),
    [
        (PICO, "rp2040"),
        (PICO_W, "rp2040_w"),
        ("Adafruit Feather RP2040 with RP2040", "rp2040"),
        (ESP32, "esp32"),
        ("Generic ESP32 module with SPIRAM with ESP32", "esp32"),
        ("Generic ESP32 module with ESP32-D2WD", "esp32"),
        (ESP32_S3, "esp32s3"),
        ("Generic ESP32S3 module with ESP32S3", "esp32s3"),
        ("Generic ESP32S3 module with Octal-SPIRAM with ESP32S3", "esp32s3"),
        ("Raspberry Pi Pico2 with RP2350", ""),
        ("Generic ESP32C3 module with ESP32C3", ""),
        ("Generic ESP32S2 module with ESP32S2", ""),
        ("linux [GCC 14.2.0] version", ""),
        ("", ""),
    ],
)
def test_chips_are_told_by_the_name_of_the_machine(machine: str, chip: str) -> None:
    assert chip_of(machine) == chip


def test_every_chip_has_its_storage() -> None:
    assert STORAGE.keys() == CHIPS.keys() - {"virtual"}
    for storage in STORAGE.values():
        assert storage.offset + storage.size == storage.flash
        assert storage.offset % 4096 == storage.size % 4096 == 0
    assert storage_of("esp32s3", 16).size == 0xE00000
    assert storage_of("esp32s3", 8) == storage_of("esp32s3")
    with pytest.raises(DeployError, match="5 MB of flash: 4, 8, 16 or 32 are possible"):
        storage_of("esp32", 5)
    with pytest.raises(DeployError, match="MicroPython's image for it has 2 MB"):
        storage_of("rp2040", 16)
    with pytest.raises(DeployError, match="chip virtual has no flash memory"):
        storage_of("virtual")


def test_the_table_of_boards(capsys: pytest.CaptureFixture[str]) -> None:
    assert boards_command(with_virtual=False) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    names = ["esp32_devkit", "esp32_s3", "pico", "pico_table", "pico_w"]
    assert [row[0] for row in rows[1:]] == names
    assert rows[3][:5] == ["pico", "rp2040", "1", "plungers", "tm1637_6,"]
    assert rows[4][:5] == ["pico_table", "rp2040", "3", "plungers", "tm1637_6,"]
    assert boards_command(with_virtual=True) == 0
    assert "virtual_rocker  (virtual)" in capsys.readouterr().out


def test_the_table_of_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build_command("pico", "max7219", tmp_path / "out") == 0
    out = capsys.readouterr().out
    total = weigh(build_tree("pico", "max7219"))[-1]
    assert out.startswith("pico with max7219\n")
    assert ["total", str(total.files), str(total.size), str(total.blocks)] in [
        line.split() for line in out.splitlines()
    ]
    assert "the file system has 352 blocks" in out
    assert build_command("virtual", None, None) == 0
    (tmp_path / "file").write_text("")
    with pytest.raises(DeployError, match=f"{tmp_path}/file: Not a directory"):
        build_command("pico", None, tmp_path / "file")


def test_the_table_of_wires(capsys: pytest.CaptureFixture[str]) -> None:
    from boards.wiring import wiring_rows

    for displays in ("tm1637_6", "max7219"):
        assert wiring_command("pico", displays) == 0
        out = capsys.readouterr().out
        assert out.startswith(f"pico with {displays}\n")
        for pin, signal, connect in wiring_rows(read_board("pico"), displays):
            row = [line for line in out.splitlines() if line.startswith(f"{pin} ")]
            assert any(signal in line and connect in line for line in row), pin


def test_the_display_set_is_the_board_s_default_or_one_of_its_own() -> None:
    board = read_board("pico")
    assert choose_displays(board, None) == "tm1637_6"
    assert choose_displays(board, "ssd1306") == "ssd1306"


def test_the_command_for_mip_can_be_run_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command_module, "_console", lambda: Console(width=40))
    for here in (tmp_path, Path(sys.executable).parents[2]):
        monkeypatch.chdir(here)
        folder = tmp_path / "a folder"
        assert build_command("pico", None, folder) == 0
        tool, *words = shlex.split(capsys.readouterr().out.splitlines()[-1])
        assert Path(tool).is_file() and Path(tool).resolve().name == "mpremote"
        assert words == ["mip", "install", "--target", "/", str(folder / "package.json")]
    assert tool == ".venv/bin/mpremote"


@pytest.mark.parametrize("width", [80, 60, 40])
@pytest.mark.parametrize("name", board_names())
def test_the_tables_can_be_read_in_a_narrow_terminal(
    name: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is lost, nothing wider than the terminal, and no column but a few letters wide."""
    from boards.wiring import wiring_rows

    monkeypatch.setattr(command_module, "_console", lambda: Console(width=width))
    for displays in (board := read_board(name)).DISPLAY_SETS:
        assert wiring_command(name, displays) == 0
        out = capsys.readouterr().out
        rows = wiring_rows(board, displays)
        assert max(map(len, out.splitlines())) <= width
        assert len(out.splitlines()) <= 6 * len(rows), "six lines a wire at the most"
        said = words_of(out)
        for row in rows:
            assert not words_of(" ".join(row)) - said, row
    assert boards_command(with_virtual=True) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= width
    assert not {"esp32_devkit", "plungers", "ssd1306", "sets"} - words_of(out)
    assert build_command(name, None, None) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= width
    assert "adafruit_ticks.mpy" in out


def words_of(text: str) -> set[str]:
    """Return the words of a text; one that a line breaks is not one."""
    return set(re.split(r"[ \n,;()]+", text))
