"""A bot as it was at a revision of its git repository: its folder, unpacked once into the cache."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from arena.errors import ConfigError
from arena.launch.botfile import BotFile, load_bot
from arena.launch.build import cache_folder

PREFIX = "git:"


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
    # from the top: git archives nothing from inside a folder that it does not know
    top = Path(_ask(base if like is None or path else like.folder, "rev-parse", "--show-toplevel"))
    inside = path.strip("/") if path or like is None else like.folder.relative_to(top).as_posix()
    inside = "" if inside == "." else inside
    commit = _ask(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", what=f"{ref}: no such revision")
    tree = _ask(top, "rev-parse", "--verify", "--quiet", f"{commit}:{inside}", what=f"{ref}: no {inside!r} there")
    if _ask(top, "cat-file", "-t", tree) != "tree":
        raise ConfigError(f"{ref}: {inside} is a file there; give the folder that holds bot.toml")
    return load_bot(str(_unpacked(top, tree, (cache or cache_folder()) / "revisions")), base)


def _unpacked(top: Path, tree: str, root: Path) -> Path:
    """The folder that holds the tree. Its name is the tree's hash, so what is there is never out of date."""
    folder = root / tree
    if folder.is_dir():
        return folder
    root.mkdir(parents=True, exist_ok=True)
    archive = _git(top, "archive", "--format=tar", tree)
    scratch = Path(tempfile.mkdtemp(dir=root, prefix=".new-"))
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(scratch, filter="data")
        scratch.chmod(0o755)
        scratch.rename(folder)
    except tarfile.TarError as error:
        raise ConfigError(f"{tree} in {top}: cannot be unpacked: {error}") from error
    except OSError:
        if not folder.is_dir():  # another process was first
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return folder


def _ask(top: Path, *arguments: str, what: str | None = None) -> str:
    return _git(top, *arguments, what=what).decode().strip()


def _git(top: Path, *arguments: str, what: str | None = None) -> bytes:
    """What git prints. `what` is told where it fails, else its own words."""
    try:
        done = subprocess.run(["git", "-C", str(top), *arguments], capture_output=True, check=False)
    except FileNotFoundError:
        raise ConfigError("git is not on PATH, and a git: revision is asked for") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise ConfigError(": ".join(part for part in (what, said) if part) or f"git {arguments[0]} failed in {top}")
    return done.stdout
