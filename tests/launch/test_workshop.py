"""A build is a program of a stranger: what it can reach, and what stays of it."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from arena.errors import BotError
from arena.launch.botfile import load_bot
from arena.launch.build import prepare
from arena.launch.sandbox import Level
from arena.launch.workshop import environment
from tests.support.specimen import require_sandbox, until

pytestmark = pytest.mark.processes

SLEEPS = (["sleep", "4245"], ["sleep", "4246"])


@pytest.fixture
def place(tmp_path: Path, best: Level, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An organiser's folder and home, with a run, another bot and its build, settings and credentials."""
    require_sandbox(best)
    for name in ("runs/key", "bots/other/bot.py", "cache/builds/other-1/bot", "home/.npmrc", "home/.ssh/id"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("theirs\n")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def built(place: Path, script: str) -> Path:
    """The folder of the build that the script makes; BotError with what it printed where it fails."""
    folder = place / "bots" / "mine"
    folder.mkdir()
    (folder / "make.sh").write_text(f"set -e\n{script}\n")
    (folder / "bot.toml").write_text(
        'name = "mine"\nargv = ["{python}", "{bot_dir}/make.sh"]\nprotocol = [1, 1]\nvariants = ["*"]\n'
        '[build]\nargv = ["sh", "make.sh", "{bot_dir}", "{build_dir}"]\n'
    )
    return prepare(load_bot(str(folder), folder), place / "cache").build_dir


@pytest.mark.parametrize("name", ["runs/key", "bots/other/bot.py", "cache/builds/other-1/bot", "home/.ssh/id"])
def test_a_build_does_not_see_what_is_not_its_own(place: Path, name: str) -> None:
    with pytest.raises(BotError, match="No such file"):
        built(place, f"cat {place / name}")


def test_a_build_sees_its_own_folders_and_the_settings_of_package_managers(place: Path) -> None:
    made = built(place, "cat $1/make.sh $HOME/.npmrc > $2/made; cd $2; pwd >> made")
    lines = (made / "made").read_text().splitlines()
    assert lines[-2:] == ["theirs", str(made)]


def test_what_a_build_writes_into_its_home_is_kept_for_other_builds_and_not_in_the_users(place: Path) -> None:
    built(place, "mkdir $HOME/.fetched; echo x > $HOME/.fetched/package")
    assert not (place / "home/.fetched").exists()
    assert (place / "cache/home/.fetched/package").read_text() == "x\n"


@pytest.mark.parametrize("target", ["$1/bot.toml", "$HOME/.npmrc", "/usr/x"])
def test_a_build_changes_nothing_outside_its_own_folder_and_home(place: Path, target: str) -> None:
    with pytest.raises(BotError, match="cannot create"):
        built(place, f"echo x > {target}")


def test_nothing_of_a_build_outlives_it(place: Path) -> None:
    built(place, "setsid sleep 4245 & sleep 4246 & while ! pgrep -x sleep; do :; done; touch $2/made")
    assert until(lambda: not [it for it in psutil.process_iter(["cmdline"]) if it.info["cmdline"] in SLEEPS])


def test_a_build_is_told_of_tools_and_no_secrets() -> None:
    told = {"PATH": "/bin", "GOPROXY": "direct", "https_proxy": "http://proxy", "npm_config_registry": "r", "CC": "cc"}
    secret = {"NPM_TOKEN": "x", "NODE_AUTH_TOKEN": "x", "CARGO_REGISTRY_TOKEN": "x", "AWS_SECRET_ACCESS_KEY": "x"}
    other = {"GITHUB_ENV": "/run/env", "DATABASE_URL": "db://u:p@h", "CARGO_HOME": "/c", "GOPATH": "/g"}
    assert environment({**told, **secret, **other}) == told
