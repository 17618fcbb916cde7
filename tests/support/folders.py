"""Bot folders made for a test."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNRULY = ROOT / "tests" / "bots" / "unruly" / "bot.py"


def bot_folder(where: Path, name: str, program: str, *arguments: str, **more: object) -> Path:
    """A folder with a bot.toml and the `program` as its bot.py, run by the arena's own Python."""
    folder = where / name
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(program)
    fields = {
        "name": name,
        "argv": ["{python}", "{bot_dir}/bot.py", *arguments, "{connection_file}"],
        "protocol": [1, 1],
        "variants": ["*"],
        **more,
    }
    (folder / "bot.toml").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in fields.items()))
    return folder


def unruly(where: Path, misdeed: str, after: int = 0, *, name: str | None = None) -> Path:
    """A bot that commits `misdeed` once it has answered `after` questions honestly."""
    return bot_folder(where, name or misdeed, UNRULY.read_text(), misdeed, str(after))
