"""The standard streams of a command: always open, and no reason to stop when their reader has gone."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from arena.results.durable import cannot_write

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

STDIN, STDOUT, STDERR = range(3)


def settle() -> None:
    """Opens what is closed, so that no other file gets its number, and makes the outputs bear all that is written.

    Streams that somebody else has put in place stay as they are.
    """
    for descriptor in (STDIN, STDOUT, STDERR):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # it gets the lowest number that is free
    if sys.stdin is None:
        sys.stdin = open(STDIN, encoding="utf-8", closefd=False)  # noqa: SIM115  # as long as the process
    if sys.stdout is sys.__stdout__:
        sys.stdout = _lasting(sys.stdout, STDOUT)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _lasting(sys.stderr, STDERR)


def _lasting(stream: TextIO | None, descriptor: int) -> TextIO:
    """What takes the place of the stream that Python made, or could not make."""
    if stream is not None:
        stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(_Lasting(descriptor, "wb", closefd=False)),
        encoding=stream.encoding if stream else "utf-8",
        errors="backslashreplace",  # a locale that lacks a letter
        line_buffering=descriptor == STDERR or os.isatty(descriptor) or bool(os.environ.get("PYTHONUNBUFFERED")),
    )


class _Lasting(io.FileIO):
    """Drops what can no longer be delivered; ArenaError, once, where that is output and not for want of a reader."""

    def write(self, content: ReadableBuffer, /) -> int:
        try:
            return super().write(content)
        except OSError as error:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            if self.fileno() == STDOUT and not isinstance(error, BrokenPipeError):
                raise cannot_write(Path("standard output"), error) from error
            return memoryview(content).nbytes
