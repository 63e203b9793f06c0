"""The tree that a device gets: what is in it, how much it weighs, and mip installing the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from mpremote.mip import do_mip

from boards.schema import CHIPS, BoardError
from host_tools.bench.child_process import BOARDS, FIRMWARE, BenchError
from host_tools.deploy import Tree, board_names, build_tree, read_board, weigh, write_tree
from host_tools.deploy import tree as tree_module
from host_tools.deploy.chips import STORAGE, chip_of, storage_of
from host_tools.deploy.commands import boards_command, build_command, wiring_command
from host_tools.deploy.device import Device
from host_tools.deploy.errors import DeployError
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
    import shutil

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
    source.write_text(good + "\nthis is no Python\n")
    with pytest.raises(BoardError, match=r"boards/pico/board_def\.py: SyntaxError"):
        build_tree("pico")


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
    assert total.blocks < STORAGE["rp2040_w"].blocks // 2


def test_a_folder_weighs_two_blocks() -> None:
    tree = Tree("pico", "x", {"hal/deep/one.py": b"x", "main.py": b"x" * 5000})
    assert [(row.part, row.blocks) for row in weigh(tree)] == [
        ("hal/", 5),
        ("main.py", 2),
        ("total", 7),
    ]


def test_a_tree_is_written_anew(pico: Tree, tmp_path: Path) -> None:
    """What is not ours is left alone; a file of an older firmware goes."""
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "gone.mpy").write_bytes(b"old")
    (tmp_path / "notes.txt").write_bytes(b"mine")
    write_tree(pico, tmp_path)
    there = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()}
    assert there == {*pico.files, "package.json", "notes.txt"}
    urls = json.loads((tmp_path / "package.json").read_text())["urls"]
    assert urls[-1] == ["main.py", "main.py"]
    assert sorted(path for path, _ in urls) == sorted(pico.files)


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
    assert [row[0] for row in rows[1:]] == ["esp32_devkit", "esp32_s3", "pico", "pico_w"]
    assert rows[3][:5] == ["pico", "rp2040", "1", "plungers", "tm1637_6,"]
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
    assert f"mpremote mip install --target / {tmp_path}/out/package.json" in out.replace("\n", "")
    assert build_command("virtual", None, None) == 0
    (tmp_path / "file").write_text("")
    with pytest.raises(DeployError, match=f"{tmp_path}/file: File exists"):
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
