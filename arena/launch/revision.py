"""A bot as it was at a revision of its git repository: its folder, unpacked once into the cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from arena.errors import ConfigError
from arena.launch.botfile import BotFile, load_bot
from arena.launch.build import cache_folder

PREFIX = "git:"
THERE = "there; a path is meant from the top of the repository, and what has not been committed is in no revision"


def find_bot(ref: str, base: Path, *, like: BotFile | None = None, cache: Path | None = None) -> BotFile:
    """The bot that `ref` names: as in `load_bot`, or `git:REV[:path]`, a folder as it was at a revision.

    Without a path it is the folder of the bot `like`. A path is meant from the top of the repository around `base`.
    ConfigError names the revision or path that is not there.
    """
    if not ref.startswith(PREFIX):
        return load_bot(ref, base)
    revision, _, path = ref.removeprefix(PREFIX).partition(":")
    if not revision or revision.startswith("-"):
        raise ConfigError(f"{ref}: a revision is missing; write git:REV or git:REV:path")
    if not path and like is None:
        raise ConfigError(f"{ref}: of which bot? Write git:REV:path")
    top = Path(_ask(base if like is None or path else like.folder, "rev-parse", "--show-toplevel"))
    inside = path.strip("/") if path or like is None else like.folder.relative_to(top).as_posix()
    inside = "" if inside == "." else inside
    commit = _ask(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", what=f"{ref}: no such revision")
    tree = _ask(top, "rev-parse", "--verify", "--quiet", f"{commit}:{inside}", what=f"{ref}: no {inside!r} {THERE}")
    if _ask(top, "cat-file", "-t", tree) != "tree":
        raise ConfigError(f"{ref}: {inside} is a file there; give the folder that holds bot.toml")
    return load_bot(str(_unpacked(top, tree, (cache or cache_folder()) / "revisions")), base)


def _unpacked(top: Path, tree: str, root: Path) -> Path:
    """The folder that holds the tree, file by file as in a checkout; `git archive` may leave out or change some.

    Its name is the tree's hash, so what is there is never out of date. ConfigError where a link leads out of it.
    """
    folder = root / tree
    if folder.is_dir():
        return folder
    root.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=root, prefix=".new-"))
    files, index = scratch / "files", scratch / "index"
    try:
        files.mkdir()
        _git(top, "read-tree", tree, index=index)
        _git(top, f"--work-tree={files}", "checkout-index", "--all", index=index)
        _refuse_links_out(files)
        files.chmod(0o755)
        files.rename(folder)
    except OSError:
        if not folder.is_dir():  # another process was first
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return folder


def _refuse_links_out(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
            link = path.relative_to(folder)
            raise ConfigError(
                f"{link} -> {os.readlink(path)}: this link leads out of the bot's folder at that revision"
            )


def _ask(top: Path, *arguments: str, what: str | None = None) -> str:
    return _git(top, *arguments, what=what).decode().strip()


def _git(top: Path, *arguments: str, what: str | None = None, index: Path | None = None) -> bytes:
    """What git prints. `what` is told where it fails, else its own words. `index`: in place of the repository's own."""
    surroundings = os.environ if index is None else {**os.environ, "GIT_INDEX_FILE": str(index)}
    try:
        done = subprocess.run(["git", "-C", str(top), *arguments], capture_output=True, check=False, env=surroundings)
    except FileNotFoundError:
        raise ConfigError("git is not on PATH, and a git: revision is asked for") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise ConfigError(": ".join(part for part in (what, said) if part) or f"git {arguments[0]} failed in {top}")
    return done.stdout
