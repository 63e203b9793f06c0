"""Files that are there whole or not at all."""

from __future__ import annotations

import binascii
import os
from pathlib import Path

import pytest
from hal.store import LONGEST, Store, StoreError, append_line, read_from


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return a store in an empty folder."""
    return Store(str(tmp_path / "it.json"))


@pytest.mark.parametrize("text", ["", "{}", "a\nb\n\n", "ñandú ♔", "x" * 10_000])
def test_what_is_saved_comes_back(store: Store, text: str) -> None:
    """Any text, over an older one too."""
    assert store.load() is None and not store.is_there()
    for each in ("older", text):
        store.save(each)
        assert store.load() == each
    assert store.is_there()
    assert os.listdir(Path(store.path).parent) == ["it.json"]


def test_a_file_that_was_changed_in_any_byte_is_damaged(store: Store) -> None:
    """Each byte, and each length; the text names the file."""
    store.save('{"a": 1}')
    path = Path(store.path)
    good = path.read_bytes()
    for place in range(len(good)):
        for bad in (good[:place], good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :]):
            path.write_bytes(bad)
            with pytest.raises(StoreError, match=r"it\.json: damaged"):
                store.load()
    path.write_bytes(good)
    assert store.load() == '{"a": 1}'


def test_a_file_that_is_too_long_is_not_read(store: Store) -> None:
    """It would not fit into the memory of a device, whatever its CRC says."""
    for length, good in ((LONGEST - 11, True), (LONGEST + 1, False)):
        text = b"x" * length
        Path(store.path).write_bytes(str(binascii.crc32(text)).encode() + b"\n" + text)
        if good:
            assert store.load() == text.decode()
        else:
            with pytest.raises(StoreError, match=r"it\.json: too long"):
                store.load()


def test_update_writes_only_what_is_new(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text again wears no flash; a damaged file is written anew."""
    renames = []
    rename = os.rename
    monkeypatch.setattr(os, "rename", lambda *names: (renames.append(names), rename(*names)))
    assert store.update("one") is True
    assert store.update("one") is False
    assert store.update("two") is True
    assert len(renames) == 2
    Path(store.path).write_bytes(b"nonsense")
    assert store.update("two") is True
    assert store.load() == "two"


def test_no_room_keeps_the_old_file_and_leaves_no_part(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error comes out, so that somebody can say it."""
    store.save("old")

    def refuse(*names: str) -> None:
        raise OSError(28, "no room")

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(OSError, match="no room"):
        store.update("new")
    assert store.load() == "old"
    assert os.listdir(Path(store.path).parent) == ["it.json"]


def test_a_file_can_be_put_aside_or_removed_and_so_can_none(store: Store) -> None:
    """Nothing to move is no error."""
    store.put_aside()
    store.remove()
    store.save("a")
    store.put_aside()
    assert store.load() is None
    assert os.listdir(Path(store.path).parent) == ["it.json.bad"]
    store.save("b")
    store.remove()
    assert not store.is_there()


def test_a_folder_of_that_name_is_damage_and_not_nothing(store: Store) -> None:
    """Whatever was kept there cannot be read."""
    Path(store.path).mkdir()
    with pytest.raises(StoreError, match="no file that can be read"):
        store.load()


def test_lines_are_added_and_a_full_file_begins_anew(tmp_path: Path) -> None:
    """The lines before stay in `.old`, once; a folder in its place is an OSError."""
    path = str(tmp_path / "it.csv")
    assert read_from(path, 0, 100) == b""
    for number in range(25):
        append_line(path, f"line {number}", 80)
    found, old = read_from(path, 0, 1000), read_from(path + ".old", 0, 1000)
    assert len(found) <= 80 and len(old) <= 80
    lines = (old + found).decode().splitlines()
    assert lines == [f"line {number}" for number in range(25 - len(lines), 25)]
    assert read_from(path, len(found), 10) == b"" and read_from(path, 3, 5) == found[3:8]
    (tmp_path / "no").mkdir()
    with pytest.raises(OSError):
        append_line(str(tmp_path / "no"), "line", 60_000)
