"""A PostgreSQL for the tests: started for them, deleted after them.

PostgreSQL does not run as root; if the tests do, it runs as another user of the machine.
"""
from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
from helpers.ports import free_port


def programs() -> Path:
    """The folder of initdb and pg_ctl; Debian's package is installed where they are missing and
    that is possible.
    """
    found = _found()
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", "postgresql"], check=False,
                       capture_output=True, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
        found = _found()
    if found is None:
        raise RuntimeError("The server's tests need PostgreSQL: apt-get install postgresql")
    return found


def _found() -> Path | None:
    places = [Path(p).parent for p in [shutil.which("pg_ctl")] if p]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((p for p in places if (p / "initdb").exists()), None)


def other_user() -> str | None:
    """The user that PostgreSQL runs as; None: the user who runs the tests."""
    if os.geteuid() != 0:
        return None
    known = {u.pw_name for u in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


class Postgres:
    """A cluster in a temporary folder; a `durable` one flushes to the disk, as one for people
    does.
    """

    def __init__(self, durable: bool = False) -> None:
        self.durable = durable
        self.bin = programs()
        self.user = other_user()
        self.folder = Path(tempfile.mkdtemp(prefix="tafelrunde-postgres-"))
        self.port = free_port()
        self.databases = 0

    def __enter__(self) -> Self:
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self.folder.chmod(0o700)
        self.run("initdb", "-D", str(self.data), "-U", "tafelrunde", "-A", "trust", "-E", "UTF8", "--no-sync",
                 "--locale=C.UTF-8")
        self.start()
        return self

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.bin / program), *arguments]
        if self.user is not None:
            command = ["runuser", "-u", self.user, "--", *command]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=200 -c shared_buffers=32MB"
        if not self.durable:
            options += " -c fsync=off -c full_page_writes=off"
        self.run("pg_ctl", "-D", str(self.data), "-l", str(self.folder / "log"), "-o", options, "-w", "start")

    def stop(self) -> None:
        """Like a machine that is switched off: connections break."""
        self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def url(self, name: str) -> str:
        return f"postgresql://tafelrunde@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """An empty database; its URL."""
        self.databases += 1
        name = f"test{self.databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.stop()
        # A hundred thousand files: nobody has to wait for that
        subprocess.Popen(["rm", "-rf", str(self.folder)])
