"""bot.toml: what is right is read, what is wrong is named with its place and the remedy."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from arena.errors import BotError, ConfigError
from arena.launch.botfile import load_bot, missing_commands
from arena.launch.build import prepare

GOOD = {
    "name": '"mine"',
    "argv": '["{python}", "{bot_dir}/bot.py", "{connection_file}"]',
    "protocol": "[1, 2]",
    "variants": '["kuhn"]',
}


def folder_with(tmp_path: Path, text: str) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "bot.toml").write_text(text)
    (folder / "bot.py").write_text("")
    return folder


def written(**changes: str) -> str:
    return "".join(f"{key} = {value}\n" for key, value in {**GOOD, **changes}.items())


def test_a_good_file_is_read_with_its_defaults(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, written())
    bot = load_bot("./mine", tmp_path)
    assert (bot.name, bot.protocol, bot.folder) == ("mine", (1, 2), folder)
    assert (bot.memory, bot.deterministic, bot.transport, bot.build) == (False, False, "zmq", None)
    assert bot.plays("kuhn")
    assert not bot.plays("five_card_draw")


def test_a_file_with_everything_is_read(tmp_path: Path) -> None:
    text = written(memory="true", deterministic="true", transport='"stdio"', variants='["*"]')
    folder_with(tmp_path, text + '[requires]\ncommands = ["node"]\n[build]\nargv = ["make"]\ntimeout_s = 7\n')
    bot = load_bot("mine", tmp_path)
    assert bot.plays("anything")
    assert bot.build is not None
    assert (bot.requires.commands, bot.build.argv, bot.build.timeout_s) == (("node",), ("make",), 7)


def test_a_bot_travels_to_other_processes(tmp_path: Path) -> None:
    folder_with(tmp_path, written())
    ready = prepare(load_bot("mine", tmp_path))
    assert pickle.loads(pickle.dumps(ready)) == ready


@pytest.mark.parametrize(
    ("changes", "line", "told"),
    [
        ({"memry": "true"}, 5, "memry: unknown key; did you mean 'memory'?"),
        ({"folder": '"/"'}, 5, "folder: unknown key"),
        ({"memory": '"no"'}, 5, "memory: "),
        ({"memory": "1"}, 5, "memory: "),
        ({"name": '"a b"'}, 1, "name: "),
        ({"name": '"../x"'}, 1, "name: "),
        ({"argv": '"node bot.mjs"'}, 2, "argv: "),
        ({"argv": "[]"}, 2, "argv: "),
        ({"argv": '["node", 3]'}, 2, "argv.#2: "),
        ({"protocol": "[2, 1]"}, 3, "[lowest, highest] expected, but 2 is above 1"),
        ({"protocol": "[1]"}, 3, "protocol"),
        ({"protocol": '["1", 1]'}, 3, "protocol.#1: "),
        ({"protocol": "[0, 1]"}, 3, "protocol.#1: "),
        ({"protocol": f"[1, {10**30}]"}, 3, "protocol.#2: "),
        ({"protocol": "[1, nan]"}, 3, "protocol.#2: "),
        ({"protocol": "[1, 1, 1]"}, 3, "protocol: must be a list with at most 2 entries"),
        ({"variants": "[]"}, 4, "variants: must be a list with at least 1 entry, not []"),
        ({"variants": '["*", "kuhm"]'}, 4, "variants: no variant named 'kuhm' is installed here; did you mean 'kuhn'?"),
        ({"transport": '"http"'}, 5, 'transport: must be zmq, stdio or tcp, not "http"'),
        ({"build": "{argv = []}"}, 5, "build.argv: "),
        ({"requires": "{comands = []}"}, 5, "requires.comands: unknown key; did you mean 'commands'?"),
        ({"name": "2024-01-01"}, 1, "name: "),
        ({"argv": '["a\\u0000b"]'}, 2, "argv: entry #1 holds a NUL character"),
        ({"build": '{argv = ["make", "\\u0000"]}'}, 5, "build.argv: entry #2 holds a NUL character"),
    ],
)
def test_a_wrong_key_is_named_with_its_line(tmp_path: Path, changes: dict[str, str], line: int, told: str) -> None:
    folder = folder_with(tmp_path, written(**changes))
    with pytest.raises(ConfigError) as problem:
        load_bot("mine", tmp_path)
    assert str(problem.value).startswith(f"{folder}/bot.toml:{line}: error: ")
    assert told in str(problem.value)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    folder_with(tmp_path, 'nme = "x"\nargv = 3\nvariants = ["kuhm"]\n[build]\ntimeout_s = 0\n')
    with pytest.raises(ConfigError) as problem:
        load_bot("mine", tmp_path)
    told = str(problem.value)
    for words in ("nme: unknown key", "argv: ", "protocol: this key", "'kuhm'", "bot.toml:5: error: build.timeout_s"):
        assert words in told
    assert "name: this key" not in told  # the slip in `nme` is told once
    assert len(told.splitlines()) == 6


def test_bad_toml_is_told_with_line_and_column(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, 'name = "x"\nargv = [\n"a" "b"]\n')
    with pytest.raises(ConfigError, match=r"bot\.toml:3:\d+: error: not valid TOML") as problem:
        load_bot("mine", tmp_path)
    assert str(folder) in str(problem.value)


@pytest.mark.parametrize("depth", [300, 3000])
@pytest.mark.parametrize(
    ("before", "inside", "after", "column"), [("x = ", "[", "]", 5), ("x = ", "{a = ", "}", 5), ("a", ".a", "", 1)]
)
def test_a_file_nested_too_deeply_is_told_with_its_place(
    tmp_path: Path, depth: int, before: str, inside: str, after: str, column: int
) -> None:
    value = " = 1" if not after else "" if inside == "[" else "1"
    folder_with(tmp_path, written() + before + inside * depth + value + after * depth)
    with pytest.raises(ConfigError, match=rf"mine/bot\.toml:5:{column}: error: is nested too deeply; no key"):
        load_bot("mine", tmp_path)


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 6000], ids=["decimal", "hex"])
def test_a_number_of_thousands_of_digits_is_told_with_its_place(tmp_path: Path, number: str) -> None:
    folder_with(tmp_path, written(protocol=f"[1, {number}]"))
    with pytest.raises(ConfigError, match=r"mine/bot\.toml:3:16: error: a number of thousands of digits; no key"):
        load_bot("mine", tmp_path)


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    (folder_with(tmp_path, "") / "bot.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"bot\.toml: error: cannot be read"):
        load_bot("mine", tmp_path)


def test_a_folder_without_bot_toml_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match=r"empty/bot\.toml: error: no such file; a bot is a folder"):
        load_bot("./empty", tmp_path)


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nowhere: error: no such folder"):
        load_bot("./nowhere", tmp_path)


def test_a_file_is_not_a_bot(tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    with pytest.raises(ConfigError, match="not a folder"):
        load_bot("./bot.py", tmp_path)


def test_an_unknown_name_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no bot named 'calller'; did you mean 'caller'"):
        load_bot("calller", tmp_path)


def test_a_name_that_no_file_system_could_hold_is_no_bot(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no bot named 'a{197}\.\.\.': File name too long; a bot is a name under"):
        load_bot("a" * 5000, tmp_path)


def test_a_plain_name_means_the_shipped_bot(tmp_path: Path) -> None:
    (tmp_path / "random").mkdir()
    assert load_bot("random", tmp_path).folder != tmp_path / "random"


def test_a_missing_toolchain_is_listed(tmp_path: Path) -> None:
    folder_with(tmp_path, written() + '[requires]\ncommands = ["sh", "no-such-tool"]\n')
    bot = load_bot("mine", tmp_path)
    assert missing_commands(bot) == ("no-such-tool",)
    with pytest.raises(BotError, match=r"mine .*not on PATH: no-such-tool"):
        prepare(bot)


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ('["no-such-command"]', "its command no-such-command is not on PATH"),
        ('["/no/such/file"]', "its command /no/such/file does not exist"),
        ('["{bot_dir}/bot.py"]', "bot.py is not executable"),
        ('["./bot.py"]', "bot.py is not executable"),
        ('["./missing"]', "missing does not exist"),
        ('["{python}", "{bot_dir}/bto.py"]', "bto.py, named in its argv, does not exist"),
        (f'["{"a" * 5000}"]', f"its command {'a' * 197}... is not on PATH"),
        (f'["{{python}}", "{{bot_dir}}/{"a" * 5000}"]', "aaa..., named in its argv, does not exist"),
    ],
)
def test_a_command_that_cannot_be_run_is_told_with_bot_and_path__case_20(tmp_path: Path, argv: str, told: str) -> None:
    folder = folder_with(tmp_path, written(argv=argv))
    with pytest.raises(BotError) as problem:
        prepare(load_bot("mine", tmp_path))
    assert told in str(problem.value)
    assert f"mine ({folder})" in str(problem.value)
