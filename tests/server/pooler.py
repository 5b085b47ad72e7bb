"""pgbouncer in front of the tests' own PostgreSQL: connections are lent by transaction."""
from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import psycopg
from helpers.ports import free_port
from server.postgres import other_user


def program() -> str | None:
    """pgbouncer; Debian's package is installed if it is missing and that is possible."""
    path = os.environ.get("PATH", "") + ":/usr/sbin"
    found = shutil.which("pgbouncer", path=path)
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", "pgbouncer"], check=False,
                       capture_output=True, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
        found = shutil.which("pgbouncer", path=path)
    return found


class Pooler:
    """Lends a few connections to one database."""

    def __init__(self, url: str, connections: int = 4) -> None:
        self.real = urlsplit(url)
        self.connections = connections
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="tafelrunde-pooler-"))
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://{self.real.username}@127.0.0.1:{self.port}{self.real.path}"

    def __enter__(self) -> Self:
        found = program()
        if found is None:
            raise RuntimeError("apt-get install pgbouncer")
        name, user = self.real.path.lstrip("/"), self.real.username
        (self.folder / "users.txt").write_text(f'"{user}" ""\n')
        (self.folder / "pgbouncer.ini").write_text("\n".join([
            "[databases]", f"{name} = host={self.real.hostname} port={self.real.port} dbname={name} user={user}", "[pgbouncer]",
            "listen_addr = 127.0.0.1", f"listen_port = {self.port}", "auth_type = trust",
            f"auth_file = {self.folder / 'users.txt'}",
            "pool_mode = transaction", f"default_pool_size = {self.connections}", "max_client_conn = 500",
            f"logfile = {self.folder / 'log.txt'}", "unix_socket_dir =", "ignore_startup_parameters = extra_float_digits"]) + "\n")
        command = [found, str(self.folder / "pgbouncer.ini")]
        other = other_user()
        if other is not None:
            for path in (self.folder, *self.folder.iterdir()):
                shutil.chown(path, other)
            command = ["runuser", "-u", other, "--", *command]
        self.process = subprocess.Popen(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=5).close()
                return self
            except psycopg.OperationalError:
                if monotonic() > until:
                    raise
                sleep(0.1)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
