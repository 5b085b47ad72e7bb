"""Storage: migrations, the log, backups, settings."""
from __future__ import annotations

import asyncio
import gzip
import json
import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from server.conftest import usual
from server.helping import serving
from server.postgres import Postgres

from tafelrunde.server.house import House
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage.backup import BadBackup, _back_up, _restore, back_up
from tafelrunde.server.storage.database import Database
from tafelrunde.server.storage.entries import Append, Entry, Taken
from tafelrunde.server.storage.log import Log
from tafelrunde.server.storage.migrate import FOLDER, by_alembic, migrate
from tafelrunde.server.storage.plain import Run
from tafelrunde.server.storage.schema import log, meta

pytestmark = pytest.mark.anyio
ROW = {"version": 1, "game": "el_grande", "players": 2, "status": "open", "listed": True, "rated": True, "secret": "00" * 32,
       "invite": "i" * 22, "created_at": 1, "changed_at": 1, "pending": 0, "decisions": 0, "bots_due": False}
CHANGED = {name: ROW[name] for name in ("version", "status", "changed_at", "pending", "decisions", "bots_due")}


async def test_the_migrations_make_the_schema(settings: Settings) -> None:
    database = Database(settings)
    database.prepare()
    async with database.connection(write=True) as connection:
        await connection.run_sync(by_alembic)
        different = await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c, opts={
            "compare_type": True}), meta))
    assert different == []
    await migrate(database)  # nothing is left to do
    await database.close()


async def test_of_many_who_want_a_version_one_gets_it(settings: Settings) -> None:
    databases = [Database(settings), Database(settings)]
    await migrate(databases[0])
    logs = [Log(d) for d in databases]
    for one in logs:
        one.start()
    await logs[0].append(Append("t" * 22, Entry(1, "create", 1), ROW, create=True))

    async def attempt(n: int) -> bool:
        try:
            await logs[n % 2].append(Append("t" * 22, Entry(2, "join", n, key=f"key-{n}"), CHANGED | {"version": 2}))
        except Taken:
            return False
        return True

    assert sum(await asyncio.gather(*(attempt(n) for n in range(20)))) == 1
    with pytest.raises(Taken):  # a key counts once, whatever the version
        await logs[1].append(Append("t" * 22, Entry(3, "join", 1, key=(await logs[0].since("t" * 22))[1].key), CHANGED))
    assert [e.version for e in await logs[0].since("t" * 22)] == [1, 2]
    for one in logs:
        await one.stop()
    for database in databases:
        await database.close()


async def test_a_transaction_is_stored_whole_or_not_at_all_and_once(settings: Settings) -> None:
    database = Database(settings)
    await migrate(database)
    one = Log(database)
    first = Append("t" * 22, Entry(1, "create", 1), ROW, create=True)

    def broken(run: Run) -> None:
        one._insert(run, [(first,)], again=False)
        raise ValueError("in the middle")

    with pytest.raises(ValueError, match="in the middle"):
        await database.at_once(broken)
    assert await one.since("t" * 22) == []
    stored = await database.at_once(lambda run: one._insert(run, [(first,)], again=False))
    # Nobody knows whether it was
    again = await database.at_once(lambda run: one._insert(run, [(first,)], again=True))
    assert stored == again == {first.token}
    assert [e.version for e in await one.since("t" * 22)] == [1]
    await database.close()


async def test_entries_that_belong_together_are_stored_together_or_not_at_all(settings: Settings) -> None:
    database = Database(settings)
    await migrate(database)
    one = Log(database)
    one.start()

    def game(n: int, create: dict[str, Any]) -> list[Append]:
        return [Append("t" * 22, Entry(1, "create", n), create, create=True),
                *(Append("t" * 22, Entry(v, "decide", n), {}) for v in range(2, 300))]

    await one.append(*game(1, ROW)[:3])
    with pytest.raises(Taken):
        await one.append(*game(2, ROW))
    assert [(e.version, e.at) for e in await one.since("t" * 22)] == [(1, 1), (2, 1), (3, 1)]
    torn = [Append("u" * 22, Entry(1, "create", 1), ROW, create=True), Append("t" * 22, Entry(3, "decide", 9), {})]
    with pytest.raises(ValueError, match="together"):
        await one.append(*torn)
    assert await one.since("u" * 22) == []
    # The writer goes on
    await one.append(Append("v" * 22, Entry(1, "create", 1), ROW, create=True))
    await one.stop()
    await database.close()


async def test_many_entries_share_a_transaction(settings: Settings) -> None:
    database = Database(settings)
    await migrate(database)
    one = Log(database)
    one.start()
    await asyncio.gather(*(one.append(Append(f"{n:022}", Entry(1, "create", 1), ROW, create=True)) for n in range(100)))
    assert one.entries == 100
    assert one.batches < 20
    await one.stop()
    await database.close()


async def test_a_backup_of_one_kind_of_database_can_be_restored_into_the_other(postgres: Postgres, tmp_path: Path) -> None:
    first = usual(tmp_path / "first", "")
    async with serving(first) as served:
        ada = await served.person("Ada")
        table = await served.table(ada, bots=1)
        async with ada.sit(table) as a:
            for _ in range(3):
                await a.my_turn()
                version = await a.act(a.state["legal"][0])
                await a.until(lambda v=version: a.state["version"] >= v)
            await a.my_turn()
            await ada.post(f"/api/tables/{table}/chat", id="a-message", text="grüß dich – áéő")
            rows = await _back_up(first, tmp_path / "backup")  # while it runs
            state = await ada.get(f"/api/tables/{table}/state")
    assert rows > 10
    assert (tmp_path / "backup").stat().st_mode & 0o077 == 0
    second = usual(tmp_path / "second", postgres.new_database())
    assert await _restore(second, tmp_path / "backup") == rows
    async with serving(second) as served:
        person = await served.person()
        person.token = ada.token  # the key that signs is in the backup too
        again = await person.get(f"/api/tables/{table}/state")
        assert again["view"] == state["view"]
        assert (await person.get(f"/api/tables/{table}/chat"))["messages"][0]["text"] == "grüß dich – áéő"
    with pytest.raises(BadBackup, match="not empty"):
        await _restore(second, tmp_path / "backup")


async def test_a_backup_of_an_older_schema_is_migrated(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows go into the tables that they came from; the migrations bring them to the present
    ones.
    """
    folder = tmp_path / "migrations"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    first, last = folder / "versions/0001_tables.py", folder / "versions/0003_snapshots.py"
    column = 'op.create_table("house",'
    assert column in first.read_text()
    first.write_text(first.read_text().replace(column, column + '\n        sa.Column("nick", sa.String(9), nullable=True),'))
    moved = 'op.execute("UPDATE house SET value = nick")\n    op.drop_column("house", "nick")\n    op.create_table('
    last.write_text(last.read_text().replace("op.create_table(", moved))
    monkeypatch.setattr("tafelrunde.server.storage.migrate.FOLDER", folder)
    lines = ({"tafelrunde": "backup", "schema": "0001", "version": "old"},
             ["house", {"key": "a", "value": "b", "nick": "moved"}], {"rows": 1})
    (tmp_path / "old").write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    assert await _restore(settings, tmp_path / "old") == 1
    database = Database(settings)
    await migrate(database)  # nothing is left to do
    assert [tuple(row) for row in await database.rows(sa.text("SELECT * FROM house"))] == [("a", "moved")]
    assert (await database.rows(sa.text("SELECT count(*) FROM sessions")))[0][0] == 0
    await database.close()


async def test_a_broken_backup_restores_nothing(tmp_path: Path) -> None:
    first = usual(tmp_path / "first", "")
    database = Database(first)
    await migrate(database)
    async with database.connection(write=True) as connection:
        await connection.execute(sa.text("INSERT INTO house VALUES ('a', 'b')"))
    await database.close()
    assert await _back_up(first, tmp_path / "good") == 1
    whole = gzip.decompress((tmp_path / "good").read_bytes()).decode()
    breaks = {"short": whole[: whole.rindex("{")], "count": whole.replace('"rows": 1', '"rows": 7'), "head": "{}\n" + whole,
              "line": whole.replace('["house"', '["castle"'), "json": whole.replace('["house"', "[house")}
    for name, text in breaks.items():
        (tmp_path / name).write_bytes(gzip.compress(text.encode()))
        with pytest.raises(BadBackup):
            await _restore(usual(tmp_path / f"new-{name}", ""), tmp_path / name)
    (tmp_path / "cut").write_bytes((tmp_path / "good").read_bytes()[:60])
    (tmp_path / "text").write_text("hello")
    for name in ("cut", "text"):
        with pytest.raises(BadBackup):
            await _restore(usual(tmp_path / f"new-{name}", ""), tmp_path / name)
    check = Database(usual(tmp_path / "new-count", ""))
    assert (await check.rows(sa.select(sa.func.count()).select_from(meta.tables["house"])))[0][0] == 0
    await check.close()


@pytest.mark.slow
async def test_a_starting_server_waits_for_its_database_at_every_step(tmp_path: Path) -> None:
    with Postgres() as database:
        house = House(usual(tmp_path, database.new_database(), patience=1))
        returning: list[asyncio.Task[None]] = []

        def without_database(step: Callable[[], Awaitable[Any]]) -> Callable[[], Awaitable[Any]]:
            """The step. The database is away when it begins, for longer than `patience`."""
            async def back() -> None:
                await asyncio.sleep(3)
                await asyncio.to_thread(database.start)

            async def taken() -> None:
                if len(returning) == steps.index(step):
                    await asyncio.to_thread(database.stop)
                    returning.append(asyncio.create_task(back()))
                await step()

            return taken

        steps: list[Callable[[], Awaitable[Any]]] = [house._load_keys, house.daily.chain, house.sweeper.start]
        house._load_keys, house.daily.chain, house.sweeper.start = map(without_database, steps)  # type: ignore[method-assign]
        await house.open()
        assert len(returning) == 3
        await asyncio.gather(*returning)
        assert (await house.health())["status"] == "ok"
        await house.close()


def test_sqlite_waits_for_the_disk() -> None:
    import tempfile

    async def look() -> tuple[str, int]:
        with tempfile.TemporaryDirectory() as folder:
            database = Database(usual(Path(folder), ""))
            await migrate(database)
            async with database.connection(write=True) as connection:
                journal = (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar()
                sync = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar()
            await database.close()
            return str(journal), int(sync or 0)

    assert asyncio.run(look()) == ("wal", 2)
    assert log.primary_key.columns.keys() == ["table_id", "version"]


@pytest.mark.skipif(os.name != "posix", reason="files have owners there")
def test_a_backup_is_its_owners_alone_whatever_lies_in_its_place(tmp_path: Path) -> None:
    settings = usual(tmp_path, "")
    asyncio.run(House(settings).wait_for_storage())
    file, elsewhere = tmp_path / "kept.jsonl.gz", tmp_path / "elsewhere"
    elsewhere.write_text("somebody else's")
    part = file.with_name(f"{file.name}.part")
    part.touch(mode=0o666)
    back_up(settings, file)
    assert file.stat().st_mode & 0o777 == 0o600
    part.symlink_to(elsewhere)
    back_up(settings, file)
    assert (file.stat().st_mode & 0o777, file.is_symlink()) == (0o600, False)
    assert elsewhere.read_text() == "somebody else's"
