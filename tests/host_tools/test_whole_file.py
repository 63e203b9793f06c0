"""Files that commands write: there whole or not at all, and nothing else is harmed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools import whole_file
from host_tools.console import files
from host_tools.journal import commands as journal_commands
from host_tools.threes import output
from host_tools.whole_file import write_whole

Writer = Callable[[Path], None]
WRITERS: list[Writer] = [
    lambda path: write_whole(path, b"new"),
    lambda path: files.write_whole(path, b"new"),
    lambda path: journal_commands._write(b"new", path),
    lambda path: output.deliver("new", path),
]


@pytest.mark.parametrize("write", WRITERS)
def test_a_pipe_is_written_into_and_not_replaced(write: Writer, tmp_path: Path) -> None:
    """A root that wrote to /dev/stdout or /dev/null put a file in the place of the device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    came: list[bytes] = []
    reader = threading.Thread(target=lambda: came.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write(pipe)
    if not pipe.is_fifo():  # lets the reader go, so that the failure is told
        pytest.fail("a file is where the pipe was")
    reader.join(timeout=10)
    assert came == [b"new"]
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.parametrize("write", WRITERS)
def test_a_link_stays_a_link(write: Writer, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = tmp_path / "link"
    link.symlink_to(folder / "file")
    for before in (None, b"old"):  # where it points to nothing, too
        if before is not None:
            (folder / "file").write_bytes(before)
        write(link)
        assert link.is_symlink() and (folder / "file").read_bytes() == b"new"
    assert list(folder.iterdir()) == [folder / "file"]


@pytest.mark.parametrize("write", WRITERS)
def test_a_folder_is_refused_and_nothing_is_left_beside_it(
    write: Writer, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(Exception, match="Is a directory"):
        write(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_what_cannot_be_written_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_file.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_permissions_stay_and_new_files_have_the_usual_ones(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o600)
    write_whole(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o600
    mask = os.umask(0o022)
    try:
        write_whole(tmp_path / "other", b"new")
    finally:
        os.umask(mask)
    assert (tmp_path / "other").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("write", WRITERS)
def test_what_is_write_protected_stays(write: Writer, tmp_path: Path) -> None:
    """For a root too, who might write anywhere."""
    kept = tmp_path / "kept"
    kept.write_bytes(b"old")
    kept.chmod(0o444)
    with pytest.raises(Exception, match="is write-protected"):
        write(kept)
    assert kept.read_bytes() == b"old" and list(tmp_path.iterdir()) == [kept]
