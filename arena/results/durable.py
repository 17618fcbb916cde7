"""Files that survive a crash at any moment, written whole under another name and renamed; the lock of a folder."""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Self

from arena.errors import ArenaError, ConfigError

TEMPORARY = ".tmp-"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_WRONG_PLACE = (
    errno.ENOTDIR,
    errno.EISDIR,
    errno.EEXIST,
    errno.ENOENT,
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENAMETOOLONG,
)


def write_whole(path: Path, content: bytes, *, mode: int = 0o644) -> None:
    """Writes the file durably, or not at all; ArenaError where the disk is full or cannot be written."""
    temporary = path.with_name(TEMPORARY + path.name)
    try:
        temporary.unlink(missing_ok=True)  # of an earlier crash; made anew, so that `mode` holds from the first byte
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.rename(path)
        _sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise cannot_write(path, error) from error


class NamedFile:
    """A file that a user has named, all of it or nothing: what is written to the path given becomes it at the end.

    Through a link its target is meant; a device or a pipe is written as it is, and nothing takes its place. ConfigError
    where there is no such folder.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._replaced = path.is_file() or not path.exists()
            self._path = path.resolve() if self._replaced and path.is_symlink() else path
            if not self._path.parent.is_dir():
                raise ConfigError(f"{path}: there is no folder {self._path.parent}")
        except OSError as error:
            raise cannot_write(path, error) from error
        temporary = self._path.with_name(f"{TEMPORARY}{os.getpid()}-{path.name}")
        self._written = temporary if self._replaced else self._path

    def __enter__(self) -> Path:
        return self._written

    def __exit__(self, kind: object, error: BaseException | None, at: object) -> None:
        if self._replaced:
            try:
                if error is None:
                    self._written.replace(self._path)
            except OSError as refused:
                error = refused
            with suppress(OSError):
                self._written.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise cannot_write(self._path, error) from error


def cannot_write(path: Path, error: OSError) -> ArenaError:
    """What the user is told when a file cannot be written; ConfigError where another place has to be named."""
    if error.errno in _FULL:
        return ArenaError(
            f"{path}: the disk is full ({error.strerror}); what was finished is kept. "
            "Free some space and give the same command again"
        )
    kind = ConfigError if error.errno in _WRONG_PLACE else ArenaError
    return kind(f"{path}: cannot be written: {error.strerror or error}")


def clean(folder: Path) -> None:
    """Removes what a crash left half-written."""
    for path in folder.glob(TEMPORARY + "*"):
        path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Makes the new name itself durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class FolderLock:
    """The right to write in a folder. It ends with the process, however that ends; readers need none."""

    def __init__(self, folder: Path) -> None:
        """ConfigError where another process holds it, or the folder may not be written."""
        try:
            self._file = open(folder / "lock", "a+", encoding="utf-8")  # noqa: SIM115  # held until `release`
        except OSError as error:
            raise cannot_write(folder, error) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._file.seek(0)
            holder = self._file.read().strip()
            self._file.close()
            raise ConfigError(
                f"{folder}: another run is playing into this folder (process {holder or 'unknown'}); "
                "wait for it, or choose another with --out"
            ) from error
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        """Lets others write. May be called again."""
        if not self._file.closed:
            # Not left to the closing: a child that another thread is just forking holds the file for a moment.
            fcntl.flock(self._file, fcntl.LOCK_UN)
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
