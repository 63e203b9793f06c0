"""Reading UF2 files and file systems, which needs no emulator."""

import struct
from pathlib import Path

import pytest

from host_tools.emulator import file_system
from host_tools.emulator.image import (
    FILE_SYSTEM_START,
    FLASH_SIZE,
    FLASH_START,
    RP2040_FAMILY,
    ImageError,
    find_image,
    flash_of,
    version_of,
)

HEADER = struct.Struct("<8I")


def block(address: int, data: bytes, family: int = RP2040_FAMILY, flags: int = 0x2000) -> bytes:
    """Return one block of a UF2 file."""
    head = HEADER.pack(0x0A324655, 0x9E5D5157, flags, address, len(data), 0, 1, family)
    return head + data.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)


def written(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "some.uf2"
    path.write_bytes(content)
    return path


def test_blocks_go_where_they_say_and_the_rest_is_erased(tmp_path: Path) -> None:
    content = block(FLASH_START + 256, b"\x01" * 256) + block(FLASH_START, b"\x02" * 256)
    flash = flash_of(written(tmp_path, content))
    assert len(flash) == FLASH_SIZE
    assert flash[:512] == b"\x02" * 256 + b"\x01" * 256
    assert set(flash[512:]) == {0xFF}


def test_a_block_that_is_not_for_the_flash_is_left_out(tmp_path: Path) -> None:
    content = block(FLASH_START, b"\x02" * 256) + block(0, b"\x01" * 256, flags=1)
    assert flash_of(written(tmp_path, content))[:257] == b"\x02" * 256 + b"\xff"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "0 bytes are not whole blocks"),
        (block(FLASH_START, b"")[:-1], "511 bytes are not whole blocks"),
        (b"x" * 512, "block 0 has no magic numbers"),
        (block(FLASH_START, b"a") + b"\0" * 512, "block 1 has no magic numbers"),
        (block(FLASH_START, b"a", family=0xE48BFF59), "for another chip"),
        (block(FLASH_START + FILE_SYSTEM_START, b"a"), "out of place"),
        (block(FLASH_START - 256, b"a"), "out of place"),
    ],
)
def test_a_file_that_is_no_image_is_refused_with_the_reason(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    with pytest.raises(ImageError, match=reason) as caught:
        flash_of(written(tmp_path, content))
    assert str(caught.value).startswith("some.uf2: ")
    assert "\n" not in str(caught.value)


def test_without_an_image_it_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PICO_UF2", raising=False)
    with pytest.raises(ImageError, match=r"download .* v1\.26\.1 for .*micropython\.org"):
        find_image()
    monkeypatch.setenv("PICO_UF2", "no/such.uf2")
    with pytest.raises(ImageError, match=r"PICO_UF2: no/such\.uf2 is not there; download"):
        find_image()


def test_the_version_is_read_from_the_image() -> None:
    assert version_of(b"..\0MicroPython v1.26.1 on 2025-09-11\0") == "v1.26.1"
    assert version_of(b"nothing") == "?"


def test_a_file_system_gives_back_what_was_put_in() -> None:
    files = {"main.py": "print(1)\n", "app/deep/one.mpy": bytes(range(256)) * 40}
    image = file_system.make(files)
    assert len(image) == FLASH_SIZE - FILE_SYSTEM_START
    flash = b"\xff" * FILE_SYSTEM_START + image
    assert file_system.read(flash) == {
        "main.py": b"print(1)\n",
        "app/deep/one.mpy": bytes(range(256)) * 40,
    }
