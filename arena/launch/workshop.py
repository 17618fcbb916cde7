"""Where bots are built: a sandbox with the network and the build tools, and nothing else of the organiser's.

A build is a stranger's program, too. It sees the system, the tools that its bot.toml names, the bot's folder, its own
build folder and a home that is kept for builds alone: what package managers fetch stays there. Of the user's own home
it gets the settings that say where packages come from, and no credentials.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from arena.launch.guard import guarded
from arena.launch.mounts import installation, read_only, system
from arena.launch.sandbox import APART

_NETWORK = ("resolv.conf", "hosts", "host.conf", "gai.conf", "services", "protocols")  # of /etc
_SETTINGS = (
    ".npmrc",
    ".config/go/env",
    ".cargo/config.toml",
    ".config/pip/pip.conf",
    ".m2/settings.xml",
    ".gradle/gradle.properties",
)
_WRITTEN = (".cargo/registry", "go/pkg")  # package managers write beside their programs
_TOOLS = ".rustup"
_PASSED = re.compile(
    r"PATH|HOME|LANG|LC_.*|TZ|(HTTPS?|NO|ALL)_PROXY|.*CERT.*|.*_CA_.*|GO.*|CGO_.*|CARGO_.*|RUST.*|NPM_CONFIG_.*|NODE_.*"
    r"|JAVA_.*|MAVEN_.*|GRADLE_.*|CC|CXX|AR|C(PP|XX)?FLAGS|LDFLAGS|PKG_CONFIG.*|PERL5LIB|PIP_.*",
    re.IGNORECASE,
)
_SECRET = re.compile(r"TOKEN|SECRET|PASS|AUTH|CREDENTIAL|KEY", re.IGNORECASE)
_ELSEWHERE = ("CARGO_HOME", "GOPATH", "GOMODCACHE", "GOCACHE", "NPM_CONFIG_CACHE", "GRADLE_USER_HOME")  # caches


@contextmanager
def workshop(
    command: Iterable[str], tools: Iterable[str], *, bot_dir: Path, build_dir: Path, home: Path
) -> Iterator[tuple[str, ...]]:
    """The command that runs `command` in `build_dir` in the sandbox for builds; `home` is their common home.

    `tools` are the programs that it needs. The command is good as long as the context.
    """
    home.mkdir(parents=True, exist_ok=True)
    own = Path.home()
    written = [own / place for place in _WRITTEN]
    shown = [path for tool in tools for path in installation(tool, own=(), private=(Path.cwd(), home, *written))]
    named = [Path(value) for name, value in environment(os.environ).items() if re.search("CERT|_CA_", name)]
    shown += [path for path in named if path.is_absolute() and path.is_file()]
    shown += [path for name in _NETWORK if (path := Path("/etc") / name).exists()]
    rust = Path(os.environ.get("RUSTUP_HOME", own / _TOOLS))
    in_home = [bot_dir, *(path for path in (rust, *(own / name for name in _SETTINGS)) if path.exists())]
    with tempfile.TemporaryDirectory(prefix="arena-build-") as temporary:
        yield (
            "bwrap",
            *("--unshare-user-try", "--cap-drop", "ALL"),
            *("--setenv", "ARENA_BUILD", guarded()),
            *APART,
            *("--proc", "/proc", "--dev", "/dev", "--bind", temporary, "/tmp"),
            *read_only((*system(), *(path for path in shown if not path.is_relative_to(own)))),
            *("--bind", str(home), str(own)),
            *read_only((*in_home, *(path for path in shown if path.is_relative_to(own)))),
            *("--bind", str(build_dir), str(build_dir), "--chdir", str(build_dir), "--"),
            *command,
        )


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """What of the environment a build gets: what tools are told by it, nothing that looks like a secret."""
    return {
        name: value
        for name, value in given.items()
        if _PASSED.fullmatch(name) and not _SECRET.search(name) and name.upper() not in _ELSEWHERE
    }
