"""Images for factories: real MicroPython mounts them, loads from them, and writes to them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from clockcore.presets import PRESET_COUNT

from host_tools.bench.child_process import FIRMWARE
from host_tools.deploy import Tree, build_image, build_tree, how_to_write, storage_of
from host_tools.deploy.chips import Storage
from host_tools.deploy.commands import image_command
from host_tools.deploy.errors import DeployError, InputError
from host_tools.mpy import shipped_names
from host_tools.shorten import shorten_user

READER = Path(__file__).with_name("image_reader.py")


@pytest.mark.parametrize(
    ("board", "displays", "progsize", "size"),
    [
        ("pico", "tm1637_6", 256, 1408 * 1024),
        ("pico_w", "ssd1306", 256, 848 * 1024),
        ("esp32_devkit", "tm1637_6", 32, 0x200000),
        ("esp32_s3", "max7219", 0, 0x600000),  # 0: found out by `vfs.mount`, as on an ESP32
    ],
)
def test_micropython_mounts_an_image_and_runs_from_it(
    board: str, displays: str, progsize: int, size: int, micropython: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "littlefs.img"
    assert image_command(board, file, displays, None) == 0
    assert file.stat().st_size == size
    reader = tmp_path / READER.name  # with the names as they ship
    reader.write_text(shorten_user(READER.read_text(), shipped_names(FIRMWARE)))
    done = subprocess.run(
        [*micropython, "-X", "heapsize=16m", str(reader), str(file), str(progsize)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    lines = done.stdout.splitlines()
    tree = build_tree(board, displays)
    assert lines[0] == f"type (4096, 4096, {size // 4096})", done.stdout + done.stderr
    listed = dict(line.rsplit(" ", 1) for line in lines if line.startswith("/"))
    assert listed == {f"/{path}": str(len(data)) for path, data in tree.files.items()}
    assert f"board {board} {displays} {PRESET_COUNT}" in lines
    assert "from board_def.mpy" in lines
    assert lines[-1] == "wrote 3000"


def test_an_image_has_the_oldest_format_and_micropython_s_cache() -> None:
    """A small file lies inside its folder's block, if it is no larger than MicroPython's cache."""
    data = bytes(range(200))
    tree = Tree("pico", "x", {"app/__init__.py": data})
    image = build_image(tree, storage_of("rp2040"))
    assert image[8:16] == b"littlefs"
    assert image[20:24] == (0x0002_0000).to_bytes(4, "little")
    assert image.index(data) % 4096, "inside the block of its folder"
    assert not build_image(tree, storage_of("esp32")).index(data) % 4096, "a block of its own"


def test_an_image_is_the_same_each_time_and_erased_where_it_is_empty() -> None:
    tree = build_tree("pico")
    image = build_image(tree, storage_of("rp2040"))
    assert image == build_image(tree, storage_of("rp2040"))
    assert image[-4096:] == b"\xff" * 4096


def test_a_tree_that_does_not_fit_is_refused() -> None:
    tree = Tree("pico", "x", {"main.py": b"x" * 100_000})
    with pytest.raises(DeployError, match="the tree does not fit into 65536 bytes"):
        build_image(tree, Storage(0, 65536, 256, 65536))


def test_how_to_write_it_names_tool_and_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(Path(sys.executable).parents[2])
    for board, line in (
        ("pico", "picotool load x.img -t bin -o 0x100a0000"),
        ("pico_w", "picotool load x.img -t bin -o 0x1012c000"),
        ("esp32_devkit", "esptool --chip esp32 write-flash 0x200000 x.img"),
        ("esp32_s3", "esptool --chip esp32s3 write-flash 0x200000 x.img"),
    ):
        chip = {"pico": "rp2040", "pico_w": "rp2040_w", "esp32_devkit": "esp32"}.get(board)
        assert how_to_write(chip or "esp32s3", storage_of(chip or "esp32s3"), "x.img") == [line]
        assert image_command(board, tmp_path / "x.img", None, None) == 0
        address = line.split(" ")[-1 if board.startswith("pico") else -2]
        out = capsys.readouterr().out
        assert address in out and ("  .venv/bin/esptool --chip" in out) == ("esptool" in line)


def test_a_larger_module_has_a_larger_image(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.img"
    assert image_command("esp32_s3", file, None, 16) == 0
    assert file.stat().st_size == 0xE00000
    assert "(16 MB module)" in capsys.readouterr().out


def test_an_image_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match=r"nowhere/x\.img: No such file or directory"):
        image_command("pico", tmp_path / "nowhere" / "x.img", None, None)
    with pytest.raises(InputError, match="chip virtual has no flash memory"):
        image_command("virtual", tmp_path / "x.img", None, None)


def test_a_file_that_is_no_image_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.img"
    assert image_command("pico", file, None, None) == 0
    assert "replaced" not in capsys.readouterr().out
    assert image_command("pico", file, "max7219", None) == 0
    assert "; the image that was there is replaced" in capsys.readouterr().out
    for mine in (b"", b"my thesis on littlefs", b"x" * 5000):
        file.write_bytes(mine)
        with pytest.raises(InputError, match="is there and no image of a file system"):
            image_command("pico", file, None, None)
        assert file.read_bytes() == mine
