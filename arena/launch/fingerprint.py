"""The content hash of a bot's folder: equal files give an equal fingerprint on every machine."""

from __future__ import annotations

import hashlib
import os
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path

from arena.launch.botfile import FILE_NAME

# What git, Python, linters and editors keep beside any bot: pip compiles the bots of a wheel to bytecode.
CACHES = frozenset({"__pycache__", ".git", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".idea", ".vscode"})
SKIPPED_FILES = frozenset({".DS_Store"})
# What a build makes: beside a bot that is built it is left over from a build by hand, beside any other it is the bot.
BUILT = frozenset({"node_modules", "target", ".venv"})
BUILT_SUFFIXES = frozenset({".pyc", ".pyo", ".o", ".obj", ".class"})


def bot_files(folder: Path) -> Iterator[Path]:
    """The files that make up the bot, as paths relative to the folder, sorted; symbolic links are not followed.

    Caches are left out, and what a build makes where the bot's file says how it is built.
    """
    skipped, suffixes = (CACHES | BUILT, BUILT_SUFFIXES) if _is_built(folder) else (CACHES, frozenset())
    found: list[Path] = []
    for here, folders, files in os.walk(folder):
        place = Path(here)
        kept = [name for name in folders if name not in skipped]
        found += [(place / name).relative_to(folder) for name in kept if (place / name).is_symlink()]
        folders[:] = [name for name in kept if not (place / name).is_symlink()]
        found += [
            (place / name).relative_to(folder)
            for name in files
            if name not in SKIPPED_FILES and Path(name).suffix not in suffixes
        ]
    yield from sorted(found, key=lambda path: path.as_posix())


def _is_built(folder: Path) -> bool:
    """Whether the bot has a build of its own; a file that cannot be read speaks of none."""
    try:
        return "build" in tomllib.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False


def fingerprint(folder: Path) -> str:
    """64 hexadecimal digits over the relative paths, the executable bits and the bytes of the bot's files."""
    total = hashlib.sha256()
    for path in bot_files(folder):
        kind, content = _content(folder / path)
        for part in (path.as_posix().encode(), kind, content):
            total.update(len(part).to_bytes(8, "big"))  # lengths first, so that no two folders read the same
            total.update(part)
    return total.hexdigest()


def _content(path: Path) -> tuple[bytes, bytes]:
    """What sort of file it is, and the hash of what it holds."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        target = os.readlink(path).encode()
        inside = _digest(path) if path.is_file() else b""
        return b"link", target + b"\0" + inside
    if stat.S_ISREG(mode):
        return (b"program" if mode & stat.S_IXUSR else b"file"), _digest(path)
    return b"special", b""


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
