"""New bots: a copy of a shipped bot of the language, under a name of its own and with a page that says what is what.

A language is there when `bots/` has a `caller-LANGUAGE`; Python's is `caller`.
"""

from __future__ import annotations

import difflib
import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from arena.errors import ConfigError
from arena.launch.botfile import FILE_NAME, NAME_PATTERN, BotFile, load_bot, shipped_bots
from arena.launch.fingerprint import bot_files

STEM = "caller"
PYTHON = "python"
ALSO = {
    "javascript": "js",
    "node": "js",
    "typescript": "ts",
    "c++": "cpp",
    "cxx": "cpp",
    "golang": "go",
    "shell": "bash",
    "sh": "bash",
    "py": PYTHON,
    "rs": "rust",
    "pl": "perl",
}
MANIFESTS = frozenset({".json", ".lock", ".toml"})  # of package managers, which have rules of their own for names
GO_MANIFEST = "go.mod"
PLAIN = re.compile(r"[a-z][a-z0-9_-]*")  # a name that every package manager takes

README = """# {name}

A bot for the arena. It plays as `{template}` does until you change it.

| file | what it is |
|---|---|
| {strategy} | the strategy: from a question, with `legal` and `view`, to a move |
| `{file_name}` | name, command, build, and the variants that it plays |
{others}
{build}

Does it keep every promise? Is it better than one that only calls? In the folder around this one:

```sh
arena check {folder}
arena match {folder} caller --hands 2000
```

`legal` says everything that is allowed, so the bot needs no rules; a question also holds `seat`, `seed`, `clock_ms`
and, in `view`, all that the seat may know. Where its chance comes from `seed` alone, it can be replayed; if that is no
longer so, take `deterministic = true` out of `{file_name}`. In the arena's own folder, `protocol/README.md` describes
every message and `docs/bots.md` every key of `{file_name}`.
"""


def languages() -> dict[str, str]:
    """The shipped bot that is copied for each language, by the language's short name."""
    found = {PYTHON: STEM}
    found |= {name.removeprefix(f"{STEM}-"): name for name in shipped_bots() if name.startswith(f"{STEM}-")}
    return dict(sorted(found.items()))


def new_bot(language: str, folder: Path) -> BotFile:
    """Writes a bot in this language into `folder`, which must be new or empty; it is named after the folder.

    Raises ConfigError for an unknown language, a folder that holds something, or a name that no bot can have.
    """
    source = load_bot(_template(language), Path.cwd())
    name = folder.resolve().name
    if re.fullmatch(NAME_PATTERN, name) is None:
        raise ConfigError(f"error: {name!r} cannot name a bot: letters, digits, '_', '.' and '-', at most 64")
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder}: error: is a file; a bot needs a new or empty folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise ConfigError(f"{folder}: error: the folder is not empty; nothing was written")
    files = tuple(bot_files(source.folder))
    packaged = _package_name(source, files, name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in files:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source.folder / path, folder / path)
            own = path == Path(FILE_NAME) or path.suffix not in MANIFESTS
            _rename(folder / path, source.name, name if own else packaged)
        (folder / "README.md").write_text(_readme(source, name))
    except OSError as problem:
        raise ConfigError(f"{folder}: error: cannot be written: {problem.strerror}") from None
    return load_bot(str(folder.absolute()), Path.cwd())


def _template(language: str) -> str:
    known = languages()
    short = language.lower()
    short = ALSO.get(short, short)
    if short not in known:
        near = difflib.get_close_matches(short, [*known, *ALSO], n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ConfigError(f"error: no bot in {language!r} to start from{hint}; there are {', '.join(known)}")
    return known[short]


def _package_name(source: BotFile, files: Sequence[Path], name: str) -> str:
    """What the bot is called to package managers: the old name, where they could mind the new one."""
    manifests = [path for path in files if path.suffix in MANIFESTS and path != Path(FILE_NAME)]
    taken = any(f'"{name}"' in (source.folder / path).read_text("utf-8") for path in manifests)
    return source.name if taken or PLAIN.fullmatch(name) is None else name


def _rename(path: Path, old: str, new: str) -> None:
    """Puts the new name wherever the old one stands in quotes, and in the first line of Go's manifest."""
    text = path.read_text("utf-8")
    if path.name == GO_MANIFEST and PLAIN.fullmatch(new):
        text = re.sub(r"\Amodule .*", f"module {new}", text)
    for quote in "\"'":
        text = text.replace(f"{quote}{old}{quote}", f"{quote}{new}{quote}")
    path.write_text(text, "utf-8")


def _readme(source: BotFile, name: str) -> str:
    files = [path.as_posix() for path in bot_files(source.folder) if path.as_posix() != FILE_NAME]
    # The strategy is what looks at `legal`; a file called otherwise than bot is the arena's side of it.
    strategy = [
        path
        for path in files
        if Path(path).stem.lower() == "bot" and "legal" in (source.folder / path).read_text("utf-8")
    ]
    others = [
        f"| `{path}` | the connection and the build; the same for every bot |" for path in files if path not in strategy
    ]
    needs = ", ".join(f"`{command}`" for command in source.requires.commands)
    build = ["Nothing has to be built."]
    if source.build is not None:
        command = shlex.join(source.build.argv)
        build = [
            f"The arena builds it with `{command}`, in a cache and not in this folder, whenever a file has changed."
        ]
    return README.format(
        name=name,
        template=source.name,
        strategy=", ".join(f"`{path}`" for path in strategy),
        file_name=FILE_NAME,
        others="\n".join([*others, ""]) if others else "",
        build=" ".join([*build, *([f"It needs {needs}."] if needs else [])]),
        folder=f"./{name}",
    )
