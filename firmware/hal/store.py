"""Small files that are there whole or not at all, however the power goes.

A file is written under another name, committed, and renamed into its place. Its first line is the
CRC of the rest. Never used while a side runs: flash memory stops the processor.
"""

import binascii
import os


class StoreError(ValueError):
    """A file that is not what was written; the text names it."""


class Store:
    """One file of text."""

    def __init__(self, path: str) -> None:
        """Take the file's name."""
        self.path = path
        self.part = path + ".new"

    def save(self, text: str) -> None:
        """Write `text`; OSError if the file system has no room, and the old file stays."""
        with open(self.part, "w") as file:
            file.write(str(binascii.crc32(text.encode())) + "\n" + text)
        if hasattr(os, "sync"):
            os.sync()
        os.rename(self.part, self.path)

    def load(self) -> str | None:
        """Return what was saved, None if there is nothing; StoreError if it is damaged."""
        try:
            with open(self.path, "rb") as file:
                content = file.read()
        except OSError:
            return None
        end = content.find(b"\n")
        text = content[end + 1 :]
        if end < 0 or content[:end] != str(binascii.crc32(text)).encode():
            raise StoreError(self.path + ": damaged")
        return text.decode()

    def put_aside(self) -> None:
        """Give a file that cannot be read another name, `.bad` at its end."""
        try:
            os.rename(self.path, self.path + ".bad")
        except OSError:
            pass

    def remove(self) -> None:
        """Forget what was saved; nothing if there is nothing."""
        try:
            os.remove(self.path)
        except OSError:
            pass
