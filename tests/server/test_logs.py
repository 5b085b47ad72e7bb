"""What is written into logs says nothing about people and no secret; what is written to the disk is
its owner's.
"""
from __future__ import annotations

import asyncio
import io
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from server.conftest import usual
from server.helping import Served
from sqlalchemy.exc import DBAPIError

from tafelrunde.server.client import ServerRefused
from tafelrunde.server.logs import Lines, logger
from tafelrunde.server.metrics import REQUESTS
from tafelrunde.server.people.people import hashed
from tafelrunde.server.settings import FILE
from tafelrunde.server.storage import schema
from tafelrunde.server.storage.database import Database
from tafelrunde.server.storage.migrate import migrate

pytestmark = pytest.mark.anyio
ADDRESS = "ada@private.example.org"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Everything that any library logs, as the server writes it."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(Lines(False))
    root, ours = logging.getLogger(), logging.getLogger("tafelrunde")
    level = ours.level
    root.addHandler(handler)
    ours.setLevel(logging.WARNING)
    yield out
    ours.setLevel(level)
    root.removeHandler(handler)


async def test_a_failing_insert_tells_the_log_neither_address_nor_hash_nor_secret(served: Served, written: io.StringIO) -> None:
    secret, password, name = "5ec2e7" + "ab" * 29, await hashed("correct horse"), "Ada\n\nLovelace"
    table: dict[str, Any] = {"id": "t" * 22, "version": 1, "game": "el_grande", "players": 2, "status": "open", "listed": True,
                             "rated": True, "secret": secret, "invite": "i" * 22, "created_at": 1, "changed_at": 1,
                             "pending": 0, "decisions": 0, "bots_due": None}
    user: dict[str, Any] = {"id": "u" * 22, "name": name, "email": ADDRESS, "password": password, "created_at": 1}
    fails = [sa.insert(schema.tables).values(table), sa.insert(schema.users).values(user | {"settings": None}),
             sa.insert(schema.users).values([user, user | {"id": "v" * 22}]),
             sa.insert(schema.users).values(user | {"created_at": ADDRESS})]
    failed = 0
    for statement in fails:
        try:
            await served.house.database.execute(statement)
        except DBAPIError as error:
            failed += 1
            logger().exception("a failure", error=repr(error))
    # SQLite keeps a text where a number should be
    assert failed == len(fails) - (0 if served.settings.shared else 1)
    said = written.getvalue()
    assert said.count("Traceback") >= failed
    for private in (ADDRESS, password, "argon2", secret, "Lovelace"):
        assert private not in said, private


async def test_a_registration_that_breaks_tells_the_log_nothing(served: Served, written: io.StringIO) -> None:
    ada = await served.person("Ada")
    column = "ALTER TABLE users RENAME COLUMN password TO passwort"
    await served.house.database.execute(sa.text(column))
    with pytest.raises(ServerRefused):
        await ada.post("/api/account", email=ADDRESS, password="correct horse")
    said = written.getvalue()
    assert "passwor" in said  # the failure itself is there
    assert ADDRESS not in said
    assert "argon2" not in said


async def test_who_goes_away_in_the_middle_of_a_request_is_no_failure(lone: Served, written: io.StringIO) -> None:
    host, _, port = lone.url.removeprefix("http://").partition(":")
    before = REQUESTS.labels("POST", "400")._sum.get()
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{")
    await writer.drain()
    writer.close()
    async with asyncio.timeout(30):
        while REQUESTS.labels("POST", "400")._sum.get() == before:
            await (await lone.person()).get("/api/me")
    assert written.getvalue() == ""


@pytest.mark.skipif(os.name != "posix", reason="files have owners there")
async def test_the_file_of_sqlite_is_its_owners_alone(tmp_path: Path, written: io.StringIO) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    (folder / FILE).touch(mode=0o644)
    database = Database(usual(tmp_path, ""))
    await migrate(database)
    modes = {p.name: p.stat().st_mode & 0o777 for p in folder.iterdir()}
    assert set(modes.values()) == {0o600}, modes
    assert len(modes) > 1  # the files that SQLite keeps next to it too
    await database.close()
    assert "data_dir" in written.getvalue()  # others can look into the folder: the operator is told
    fresh = Database(usual(tmp_path / "new", ""))
    await migrate(fresh)
    await fresh.close()
    assert (tmp_path / "new" / "data").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "new" / "data" / FILE).stat().st_mode & 0o777 == 0o600
