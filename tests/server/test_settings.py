"""Settings: by file, by environment and by flags; what is wrong is named; the page of documentation
is complete.
"""
from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import typer
from server.conftest import usual
from typer.testing import CliRunner

from tafelrunde.cli.serve import register
from tafelrunde.errors import TafelrundeError
from tafelrunde.server import settings as options
from tafelrunde.server.__main__ import parser
from tafelrunde.server.house import House
from tafelrunde.server.settings import BadSettings, Settings


def test_settings_come_from_a_file_then_the_environment_then_flags(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('port = 1111\nhost = "::"\nlimits = false\nstandin = "random"\n')
    found = options.load(file, {"TAFELRUNDE_PORT": "2222", "TAFELRUNDE_STANDIN": "strong"}, port=None, standin="simple")
    assert (found.port, found.host, found.limits, found.standin) == (2222, "::", False, "simple")
    assert options.load(environment={"TAFELRUNDE_SETTINGS": str(file)}).port == 1111
    again = options.load(environment=options.as_environment(found))
    assert again == found


@pytest.mark.parametrize(("name", "url", "told"), [
    ("database", "postgresql://ada:open sesame@db/name", True), ("database", "postgresql://ada@db/name", False),
    ("database", "postgresql://ada@db:5432/name", False), ("database", "postgresql:///name?host=/run&password=open%20sesame", True),
    ("listen", "postgresql://ada:open sesame@db/name", True),
])
def test_a_password_that_others_can_read_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, url: str,
                                                      told: bool) -> None:
    """By a flag everybody can read it, in a file those who may; in the environment nobody."""
    def said() -> str:
        words = capsys.readouterr().err
        assert "sesame" not in words
        return words

    base = {"TAFELRUNDE_DATABASE": "postgresql:///name"}
    options.load(environment=base, **{name: url})
    assert (f"--{name}: everybody on this machine can read this password" in said()) == told
    options.load(environment=base | {f"TAFELRUNDE_{name.upper()}": url})
    assert said() == ""
    file = tmp_path / "settings.toml"
    file.write_text(f'{name} = "{url}"\n')
    file.chmod(0o644)
    for environment in ({"TAFELRUNDE_SETTINGS": str(file)}, base):
        found = options.load(None if environment is not base else file, base | environment)
        assert (f"settings file {file}: everybody on this machine can read {name}" in said()) == told
        assert options.load(environment={"TAFELRUNDE_SETTINGS": str(file)} | options.as_environment(found)) == found
        assert said() == ""  # what a child is told in the environment is not said again
    file.chmod(0o600)
    options.load(file, base)
    assert said() == ""


def test_a_key_that_others_can_read_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('secret_key = "open sesame"\nport = 1\n')
    file.chmod(0o644)
    options.load(file, {})
    words = capsys.readouterr().err
    assert "can read secret_key; chmod 600" in words
    assert "sesame" not in words


@pytest.mark.parametrize(("text", "name"), [
    ("prot = 1", "prot"), ("port = 'x'", "port"), ("port = true", "port"), ("port = 99999", "port"), ("workers = 2", "database"),
    ("database = 'mysql://x'", "database"), ("log_level = 'loud'", "log_level"), ("limits = 'maybe'", "limits"),
    ("= 3", "settings file"), ("bots = 'jobs'", "database"), ("host = 3", "host"), ("absent_after = -1", "absent_after"),
    ("idle_after = 0", "idle_after"), ("proxies = '*'", "proxies"), ("proxies = '127.0.0.1, proxy.example'", "proxies"),
])
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, name: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(BadSettings) as wrong:
        options.load(file, {})
    assert str(wrong.value).startswith(name)


@pytest.mark.anyio
async def test_a_bot_that_there_is_none_of_cannot_stand_in(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="standin: 'genius' is none of random, beginner, simple, skilled, strong"):
        await House(usual(tmp_path, "", standin="genius")).open()


def test_the_documentation_has_every_setting() -> None:
    page = Path("docs/settings.md").read_text("utf-8")
    assert options.page() in page
    assert all(f"`{f.name}`" in page for f in fields(Settings))


def test_every_setting_has_a_flag_but_the_key_that_signs() -> None:
    given: dict[str, object] = {}
    words: list[str] = []
    for f in fields(Settings):
        if f.name != "secret_key":
            given[f.name] = {"int": "7", "bool": False}.get(str(f.type), "words")
            flag = options.flag(f.name)
            words += [f"--no-{flag[2:]}"] if f.type == "bool" else [flag, str(given[f.name])]
    read = vars(parser().parse_args(words))
    assert {name: read[name] for name in given} == given
    assert "secret_key" not in read
    nothing = vars(parser().parse_args([]))
    assert nothing.pop("open") is False
    # What is not said leaves the file and the environment as they are
    assert set(nothing.values()) == {None}


def test_what_is_deployed_uses_flags_and_settings_that_there_are() -> None:
    [start] = re.findall(r"^ExecStart=\S+/tafelrunde serve (.+)$", Path("deploy/tafelrunde.service").read_text("utf-8"), re.M)
    flags = vars(parser().parse_args(start.split()))
    assert flags["data_dir"] == "%S/tafelrunde"
    for unit in Path("deploy").glob("*.service"):
        [copy] = re.findall(r"^LoadCredential=(\S+):/etc/tafelrunde.toml$", unit.read_text("utf-8"), re.M)
        assert f"--settings ${{CREDENTIALS_DIRECTORY}}/{copy}" in unit.read_text("utf-8"), "its user cannot read /etc's"
    container = Path("deploy/Containerfile").read_text("utf-8")
    named = {name.lower() for name in re.findall(r"TAFELRUNDE_(\w+)=", container)}
    assert {"host", "data_dir"} <= named <= {f.name for f in fields(Settings)} | {"cache"}
    lists = re.findall(r"-r (requirements/\w+\.txt)", container)
    assert lists == ["requirements/build.txt", "requirements/play.txt"]
    steps = Path("docs/operating.md").read_text("utf-8")
    for command in re.findall(r"/srv/tafelrunde/bin/(\S+ \S+)", container)[:4]:
        assert f"/srv/tafelrunde/bin/{command}" in steps  # by hand it is done in the same way


@pytest.mark.parametrize("command", [["backup", "FILE"], ["restore", "FILE"], ["reports"], ["password", "a@example.org"],
                                     ["worker"]])
def test_a_command_that_finds_no_database_says_so(tmp_path: Path, command: list[str]) -> None:
    app = typer.Typer()
    register(app)
    words = [str(tmp_path / word) if word == "FILE" else word for word in command]
    cases = [(["--database", "postgresql://nobody@127.0.0.1:9/nothing"], "database: it cannot be reached")]
    if command[0] not in ("restore", "worker"):
        cases.append((["--data-dir", str(tmp_path)], "data_dir: no server has kept anything in"))
    for flags, says in cases:
        done = CliRunner().invoke(app, [*words, *flags], input="long enough\nlong enough\n")
        # Of which the program shows the sentence alone
        assert isinstance(done.exception, TafelrundeError)
        assert str(done.exception).startswith(says)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("program", "flags", "says"), [
    ("tafelrunde.cli.main serve", "--workers 3", "several processes and bot jobs need PostgreSQL"),
    ("tafelrunde.server", "--port 99999", "port: 99999 is not between 0 and 65535"),
    ("tafelrunde.server", "--prot 1", "unrecognized arguments: --prot"),
    ("tafelrunde.server", "--host 192.0.2.1", "host: cannot listen on 192.0.2.1"),
])
def test_a_wrong_flag_is_said_in_a_sentence(tmp_path: Path, program: str, flags: str, says: str) -> None:
    done = subprocess.run([sys.executable, "-m", *program.split(), *flags.split()], capture_output=True, text=True,
                          check=False, env=os.environ | {"TAFELRUNDE_DATA_DIR": str(tmp_path)}, timeout=120)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_proxies_are_addresses_and_networks() -> None:
    """Whoever is believed chooses the address by which everybody is counted."""
    assert Settings(proxies="127.0.0.1, 10.0.0.0/8,::1").checked().proxies
