"""The settings of a server: from a file, then the environment, then flags; the last one wins."""
from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from ..errors import TafelrundeError

PREFIX = "TAFELRUNDE_"
FILE = "tables.sqlite3"
"""The SQLite file in the data folder."""
PASSWORD = re.compile(r"://[^/@]*:[^/@]+@|[?&]password=[^&]")
"""A password in the URL of a database."""


class BadSettings(TafelrundeError, ValueError):
    """A setting that does not exist or has an invalid value; the message names it."""


def setting(default: Any, says: str) -> Any:
    """A setting with its default and description."""
    return field(default=default, metadata={"says": says})


def flag(name: str) -> str:
    """The flag of a setting; none for secrets, which anybody who lists the machine's processes
    could read.
    """
    return "" if name == "secret_key" else "--" + name.replace("_", "-")


@dataclass(frozen=True)
class Settings:
    """The settings of one server process; `docs/settings.md` is made from this class."""

    host: str = setting("127.0.0.1", "address to listen on; 0.0.0.0 for every network")
    port: int = setting(8080, "port to listen on")
    data_dir: str = setting("", "folder of the SQLite file (default: ~/.local/share/tafelrunde)")
    database: str = setting("", "PostgreSQL by URL, postgresql://user:password@host/name; empty: SQLite in data_dir; "
                                "keep a URL with a password in a file or in the environment, not in a flag")
    listen: str = setting("", "the same PostgreSQL by URL, bypassing a pooler; set it if `database` is a pooler that lends "
                              "connections by transaction (pgbouncer), because news and jobs need their own connection")
    workers: int = setting(1, "server processes on the port; more than one needs PostgreSQL")
    public_url: str = setting("", "how people reach the server from outside, e.g. https://games.example; "
                                  "decides which Origin is ours and whether cookies are marked Secure")
    proxies: str = setting("", "addresses or networks of reverse proxies whose X-Forwarded-For is believed, with commas")
    bots: str = setting("auto", "where bots think: inside (a child process of the server), jobs (`tafelrunde worker` "
                                "processes, PostgreSQL only); auto: inside on SQLite, jobs on PostgreSQL")
    bot_processes: int = setting(1, "child processes in which bots think, if they think inside")
    standin: str = setting("simple", "level of the bot that stands in for absent players")
    absent_after: int = setting(120, "seconds after which a bot plays for a disconnected person who holds up the others")
    idle_after: int = setting(600, "seconds after which a table that nobody looks at is removed from memory")
    patience: int = setting(15, "seconds that a request waits for a database that is locked, full or away")
    limits: bool = setting(True, "whether the rate limits apply; off only for measurements")
    metrics: bool = setting(True, "whether /metrics answers; it reveals nothing about people")
    push_contact: str = setting("", "mailto: or https: address that push services may write to; empty: no notifications")
    push_hosts: str = setting("fcm.googleapis.com,updates.push.services.mozilla.com,notify.windows.com,web.push.apple.com",
                              "hosts (and those below them) that notifications may be sent to")
    secret_key: str = setting("", "key that signs cookies; empty: one is made and stored in the database")
    log_level: str = setting("info", "debug, info, warning or error")
    log_format: str = setting("text", "text for people, json for programs")

    @property
    def folder(self) -> Path:
        """Where the server keeps its files."""
        if self.data_dir:
            return Path(self.data_dir).expanduser()
        base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
        return Path(base).expanduser() / "tafelrunde"

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        if not self.database:
            return f"sqlite+aiosqlite:///{self.folder / FILE}"
        scheme, _, rest = self.database.partition("://")
        return f"postgresql+asyncpg://{rest}" if scheme in ("postgres", "postgresql") else self.database

    @property
    def shared(self) -> bool:
        """Whether several processes share the tables."""
        return bool(self.database)

    @property
    def direct(self) -> str:
        """PostgreSQL without a pooler in between."""
        return self.listen or self.database

    @property
    def bots_inside(self) -> bool:
        """Whether bots think in a child of this process."""
        return self.bots == "inside" or (self.bots == "auto" and not self.shared)

    def checked(self) -> Settings:
        """Returns itself; BadSettings names settings that contradict each other."""
        allowed = {"bots": ("auto", "inside", "jobs"), "log_level": ("debug", "info", "warning", "error"),
                   "log_format": ("text", "json")}
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise BadSettings(f"{name}: {getattr(self, name)!r} is none of {', '.join(values)}")
        if self.database and self.database.partition("://")[0] not in ("postgres", "postgresql"):
            raise BadSettings("database: expected postgresql://user:password@host/name, or nothing for SQLite")
        if self.listen and (not self.shared or self.listen.partition("://")[0] not in ("postgres", "postgresql")):
            raise BadSettings("listen: expected postgresql://user:password@host/name, beside a database of that kind")
        for one in filter(None, self.proxies.split(",")):
            try:
                ip_network(one.strip())
            except ValueError:
                raise BadSettings(f"proxies: {one.strip()!r} is neither an address nor a network. Whoever is believed says "
                                  "where everybody else comes from, so each proxy must be named") from None
        if not self.shared and (self.workers > 1 or self.bots == "jobs"):
            raise BadSettings("database: several processes and bot jobs need PostgreSQL")
        for name, low, high in (("port", 0, 65535), ("workers", 1, 256), ("bot_processes", 1, 64), ("patience", 0, 300),
                                ("absent_after", 1, 86_400), ("idle_after", 1, 86_400)):
            if not low <= getattr(self, name) <= high:
                raise BadSettings(f"{name}: {getattr(self, name)} is not between {low} and {high}")
        return self


def converted(name: str, value: Any) -> Any:
    """A value as the setting's type."""
    kind = {f.name: f.type for f in fields(Settings)}.get(name)
    if kind is None:
        raise BadSettings(f"{name}: there is no such setting")
    if kind == "int":
        if isinstance(value, bool) or not str(value).strip().lstrip("-").isdigit():
            raise BadSettings(f"{name}: expected a number, found {value!r}")
        return int(value)
    if kind == "bool":
        words = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
        if str(value).lower() not in words:
            raise BadSettings(f"{name}: expected true or false, found {value!r}")
        return words[str(value).lower()]
    if not isinstance(value, str):
        raise BadSettings(f"{name}: expected a text, found {value!r}")
    return value


def load(file: Path | None = None, environment: Mapping[str, str] | None = None, **flags: Any) -> Settings:
    """The settings from a TOML file, then the environment (TAFELRUNDE_PORT=80), then flags that are
    not None.
    """
    environment = os.environ if environment is None else environment
    chosen: dict[str, Any] = {}
    if file is None and environment.get(PREFIX + "SETTINGS"):
        file = Path(environment[PREFIX + "SETTINGS"])
    if file is not None:
        try:
            read = tomllib.loads(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadSettings(f"settings file {file}: {error}") from None
        chosen |= {name: converted(name, value) for name, value in read.items()}
        _warn_of_file(file, read)
    for f in fields(Settings):
        if PREFIX + f.name.upper() in environment:
            chosen[f.name] = converted(f.name, environment[PREFIX + f.name.upper()])
    chosen |= {name: converted(name, value) for name, value in flags.items() if value is not None}
    _warn_of_flags(flags)
    return replace(Settings(), **chosen).checked()


def _warn_of_flags(flags: Mapping[str, Any]) -> None:
    for name, value in flags.items():
        if isinstance(value, str) and PASSWORD.search(value):
            print(f"{flag(name)}: everybody on this machine can read this password in the list of processes; set "
                  f"{PREFIX}{name.upper()} instead, or write it into a settings file", file=sys.stderr)


def _warn_of_file(file: Path, read: Mapping[str, Any]) -> None:
    secret = [name for name, value in read.items() if name == "secret_key" or PASSWORD.search(str(value))]
    if secret and os.name == "posix" and file.stat().st_mode & 0o004:
        print(f"settings file {file}: everybody on this machine can read {' and '.join(secret)}; chmod 600 closes it",
              file=sys.stderr)


def as_environment(settings: Settings) -> dict[str, str]:
    """The settings as environment variables, for child processes; they need no file."""
    return {PREFIX + "SETTINGS": ""} | {PREFIX + f.name.upper(): str(getattr(settings, f.name)) for f in fields(Settings)}


def page() -> str:
    """The table in `docs/settings.md`."""
    rows = ["| setting | environment | flag | default | |", "|---|---|---|---|---|"]
    for f in fields(Settings):
        default = str(f.default).lower() if isinstance(f.default, bool) else str(f.default)
        shown = f"`{default}`" if default else "empty"
        by_flag = f"`{flag(f.name)}`" if flag(f.name) else "none"
        rows.append(f"| `{f.name}` | `{PREFIX}{f.name.upper()}` | {by_flag} | {shown} | {f.metadata['says']} |")
    return "\n".join(rows) + "\n"
