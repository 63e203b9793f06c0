"""Writing a file that is there whole or not at all, for every command that writes one."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or leave what was there as it was; OSError if it cannot be written.

    The new file is written beside the old one and takes its place, permissions and all. A link
    stays a link. What is no file (a pipe, /dev/stdout, /dev/full) is written into: put in its
    place, a file would take the device away from everybody. What is write-protected stays.
    """
    try:
        mode: int | None = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if mode is not None and not stat.S_ISREG(mode):
        with path.open("wb") as device:
            device.write(content)
        return
    if mode is not None and not mode & 0o222:
        raise PermissionError(errno.EACCES, "is write-protected", str(path))
    permissions = 0o666 & ~_umask() if mode is None else stat.S_IMODE(mode)
    target = path.resolve()
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(permissions)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
