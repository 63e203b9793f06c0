"""Small files that are there whole or not at all, however the power goes.

A file is written under another name, committed, and renamed into its place. Its first line is the
CRC of the rest. Never used while a side runs: flash memory stops the processor.
"""

import binascii
import os

from micropython import const

LONGEST = const(32_768)  # bytes; whatever is longer was not written by this clock
SIZE = const(6)  # of what os.stat returns


class StoreError(ValueError):
    """A file that is not what was written; the text names it."""


def file_names() -> list:
    """Return the names of all files and folders beside the stores."""
    return os.listdir()


def append_line(path: str, line: str, most: int) -> None:
    """Add a line to a file; one that would be longer than `most` bytes begins anew.

    The old one stays, `.old` at its end. OSError if the file system has no room.
    """
    if _size(path) + len(line) >= most:
        _remove(path + ".old")
        os.rename(path, path + ".old")
    with open(path, "ab") as file:
        file.write(line.encode() + b"\n")
    if hasattr(os, "sync"):
        os.sync()


def read_from(path: str, start: int, most: int) -> bytes:
    """Return up to `most` bytes of a file from `start` on; nothing where there is no file."""
    try:
        with open(path, "rb") as file:
            file.seek(start)
            return file.read(most)
    except OSError:
        return b""


class Store:
    """One file of text."""

    def __init__(self, path: str) -> None:
        """Take the file's name."""
        self.path = path
        self.part = path + ".new"

    def save(self, text: str) -> None:
        """Write `text`; OSError if the file system has no room, and the old file stays."""
        content = text.encode()
        try:
            with open(self.part, "wb") as file:
                file.write(str(binascii.crc32(content)).encode() + b"\n")
                file.write(content)
            if hasattr(os, "sync"):
                os.sync()
            os.rename(self.part, self.path)
        except OSError:
            _remove(self.part)  # half a file would only take room
            raise

    def update(self, text: str) -> bool:
        """Write `text` unless it is what the file holds; return whether it was written.

        OSError as `save`. Flash memory wears with every write.
        """
        try:
            if self.load() == text:
                return False
        except StoreError:
            pass
        self.save(text)
        return True

    def load(self) -> str | None:
        """Return what was saved, None if there is nothing; StoreError if it is damaged."""
        try:
            size = os.stat(self.path)[SIZE]
        except OSError:
            return None
        if size > LONGEST:
            raise StoreError(self.path + ": too long")
        try:
            with open(self.path, "rb") as file:
                content = file.read()
        except OSError:  # a folder has that name
            raise StoreError(self.path + ": no file that can be read") from None
        end = content.find(b"\n")
        text = content[end + 1 :]
        if end < 0 or content[:end] != str(binascii.crc32(text)).encode():
            raise StoreError(self.path + ": damaged")
        return text.decode()

    def is_there(self) -> bool:
        """Return whether there is a file, good or bad."""
        try:
            os.stat(self.path)
        except OSError:
            return False
        return True

    def put_aside(self) -> None:
        """Give a file that cannot be read another name, `.bad` at its end."""
        try:
            os.rename(self.path, self.path + ".bad")
        except OSError:
            pass

    def remove(self) -> None:
        """Forget what was saved; nothing if there is nothing."""
        _remove(self.path)


def _size(path: str) -> int:
    """Return how long a file is, 0 where there is none."""
    try:
        return os.stat(path)[SIZE]
    except OSError:
        return 0


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError:
        pass
