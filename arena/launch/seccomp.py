"""The system calls that a bot in the sandbox does without, as a filter for the kernel.

Refused is what holds memory that no process shows (shared memory without a file, queues, keys), and what tells of
somebody in another sandbox who opens the same read-only file. A program is told that the call does not exist, as on
an old kernel, and does without. Locks on files would tell of each other too, and few programs bear to be refused one:
they are granted, and lock nothing.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

# Words of linux/filter.h, linux/seccomp.h and linux/audit.h.
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCH, _SECOND_ARGUMENT = 0, 4, 24  # where they stand in what the filter looks at
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_X32 = 0x40000000  # calls of x86-64 with 32-bit pointers are numbered from here

_LOCKS = (6, 7, 37, 38)  # F_SETLK, F_SETLKW and the two of open file descriptions
_WATCHES = (1024, 1026)  # F_SETLEASE, F_NOTIFY
_GRANTED = 0  # the call is not made, and its result is 0


@dataclass(frozen=True, slots=True)
class _Machine:
    """The numbers of a kind of processor: its own, the calls that are refused, `flock` and `fcntl`."""

    arch: int
    refused: tuple[int, ...]  # memfd_create, memfd_secret, shmget, semget, msgget, inotify, fanotify, keys
    flock: int
    fcntl: int


_MACHINES = {
    "x86_64": _Machine(0xC000003E, (319, 447, 29, 64, 68, 253, 294, 300, 248, 249, 250), flock=73, fcntl=72),
    "aarch64": _Machine(0xC00000B7, (279, 447, 194, 190, 186, 26, 262, 217, 218, 219), flock=32, fcntl=25),
}

Step = tuple[int, int, int, int]


@contextmanager
def descriptor() -> Iterator[tuple[int, ...]]:
    """One open descriptor from which `bwrap --seccomp` reads the filter; none where this processor is not known."""
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        yield ()
        return
    read, write = os.pipe()
    os.write(write, b"".join(struct.pack("HBBI", *step) for step in _filter(machine)))  # far less than a pipe holds
    os.close(write)
    try:
        yield (read,)
    finally:
        os.close(read)


def _filter(machine: _Machine) -> Iterator[Step]:
    yield (_LOAD, 0, 0, _ARCH)
    yield (_EQUAL, 1, 0, machine.arch)
    yield _answer(errno.ENOSYS)
    yield (_LOAD, 0, 0, _NUMBER)
    yield from _where(_AT_LEAST, _X32, errno.ENOSYS)
    for call in machine.refused:
        yield from _where(_EQUAL, call, errno.ENOSYS)
    yield from _where(_EQUAL, machine.flock, _GRANTED)
    yield (_EQUAL, 1, 0, machine.fcntl)
    yield (_RETURN, 0, 0, _ALLOW)
    yield (_LOAD, 0, 0, _SECOND_ARGUMENT)
    for command in _LOCKS:
        yield from _where(_EQUAL, command, _GRANTED)
    for command in _WATCHES:
        yield from _where(_EQUAL, command, errno.EINVAL)
    yield (_RETURN, 0, 0, _ALLOW)


def _where(comparison: int, value: int, error: int) -> tuple[Step, Step]:
    """Answers with `error` where what was loaded compares so with `value`; else goes on behind."""
    return (comparison, 0, 1, value), _answer(error)


def _answer(error: int) -> Step:
    return (_RETURN, 0, 0, _ERRNO | error)
