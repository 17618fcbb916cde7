"""What of the file system a program in a sandbox sees, as arguments for bubblewrap."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import arena

_PROGRAMS = ("bin", "sbin", "shims")  # how a folder of programs is called that has what they need beside it


def read_only(paths: Iterable[Path]) -> Iterator[str]:
    """Binds the paths read-only at the places where they are."""
    ordered = sorted(set(paths))  # a folder before what lies in it
    made = {Path("/"), Path("/tmp")}
    bound: list[Path] = []
    for path in ordered:
        if any(path.is_relative_to(folder) for folder in bound):
            continue  # it is there already
        for parent in reversed(path.parents):
            if parent not in made:
                yield from ("--perms", "0755", "--dir", str(parent))  # bubblewrap's own would be closed to nobody
                made.add(parent)
        if path.is_symlink() and any(path.resolve().is_relative_to(other) for other in ordered):
            yield from ("--symlink", os.readlink(path), str(path))
        else:
            yield from ("--ro-bind", str(path), str(path))
            bound.append(path)


@cache
def system() -> tuple[Path, ...]:
    """The system's programs and libraries, what they are configured by, the arena's interpreter and its package."""
    tops = ("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "nix/store", "gnu/store")
    found = [Path("/") / top for top in tops if (Path("/") / top).exists()]
    etc = ("ld.so*", "alternatives", "java*", "php*", "perl", "python3*", "ruby*", "passwd", "group", "nsswitch.conf")
    for pattern in (*etc, "localtime", "ssl", "ca-certificates*", "mono", "R"):
        found += Path("/etc").glob(pattern)
    own = [Path(sys.prefix), Path(sys.base_prefix), Path(arena.__file__).parent]
    return (*found, *(path for path in own if not any(path.is_relative_to(top) for top in found)))


def installation(program: str, *, own: Iterable[Path], private: Iterable[Path]) -> tuple[Path, ...]:
    """Where a program is installed, also behind symbolic links: what it needs beside the system.

    Nothing where it lies in one of the folders `own`, which are shown as they are. Never a folder that holds one of
    them, or a `private` path, or the user's home: then the folder of the program alone, or only its file.
    """
    found = shutil.which(program)
    if found is None:
        return ()
    own = [folder.resolve() for folder in own]
    kept = [*own, *(path.resolve() for path in private), Path.home().resolve()]
    places = []
    for path in (Path(found).absolute(), Path(found).resolve()):
        if any(path.parent.resolve().is_relative_to(folder) for folder in own):
            continue
        homes = [path.parent, path]
        if path.parent.name in _PROGRAMS:
            homes.insert(0, path.parent.parent)
        places.append(next(home for home in homes if not any(it.is_relative_to(home.resolve()) for it in kept)))
    return tuple(dict.fromkeys(places))
