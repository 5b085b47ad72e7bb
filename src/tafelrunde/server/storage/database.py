"""The database: SQLite with one writer, or PostgreSQL. Work that fails because it is busy or away
is repeated.
"""
from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import monotonic
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.dialects.sqlite import insert as into_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ..logs import logger
from ..settings import FILE, Settings
from .discreet import discreet
from .entries import Away
from .plain import BEGIN, PRAGMAS, Plain, Rows, Run, Statement
from .schema import house
from .trouble import is_transient, renewing

T = TypeVar("T")


class Database:
    """Connections to one database.

    `read` and `write` repeat whole pieces of work; both take a function of a connection.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.postgres = settings.shared
        if self.postgres:
            self.reader = create_async_engine(settings.url, pool_size=8, max_overflow=8, pool_timeout=5, hide_parameters=True,
                                              connect_args={"timeout": 5, "command_timeout": 30} | _lent(settings))
            renewing(discreet(self.reader.sync_engine))
            self.writer = self.reader
        else:
            self.reader = _sqlite(settings.url, "BEGIN", 4)
            self.writer = _sqlite(settings.url, BEGIN, 1)
            self.plain = Plain(settings.folder / FILE)
            self.turn = asyncio.Lock()

    def into(self, table: sa.Table) -> Any:
        """An INSERT that can say what to do if the row exists already."""
        if self.postgres:
            from sqlalchemy.dialects.postgresql import insert as into_postgres

            return into_postgres(table)
        return into_sqlite(table)

    def prepare(self) -> None:
        """Create the folder of SQLite's file, and the file, readable by their owner alone."""
        if self.postgres:
            return
        folder = self.settings.folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.stat().st_mode & 0o077:
            logger().warning("data_dir is open to other people of this machine; chmod 700 closes it", data_dir=str(folder))
        # Opening and closing a file that is in use would release SQLite's locks
        with suppress(FileExistsError):
            os.close(os.open(folder / FILE, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        for file in folder.glob(f"{FILE}*"):
            # It belongs to another owner, or was deleted meanwhile
            with suppress(PermissionError, FileNotFoundError):
                file.chmod(0o600)

    async def reach(self, new: bool = False) -> None:
        """Away, with a sentence for the person at the command line, when there is no database;
        `new`: SQLite makes one.
        """
        if not self.postgres:
            if not new and not (self.settings.folder / FILE).exists():
                raise Away(f"data_dir: no server has kept anything in {self.settings.folder}")
            return
        try:
            async with self.connection() as connection:
                await connection.execute(sa.text("SELECT 1"))
        except (OSError, TimeoutError, exc.SQLAlchemyError) as error:
            reason = str(getattr(error, "orig", None) or error) or type(error).__name__
            raise Away(f"database: it cannot be reached: {reason}") from None

    @asynccontextmanager
    async def connection(self, write: bool = False) -> AsyncIterator[AsyncConnection]:
        """One transaction."""
        if write and not self.postgres:
            async with self.turn, self.writer.begin() as connection:
                yield connection
        else:
            async with (self.writer if write else self.reader).begin() as connection:
                yield connection

    async def at_once(self, work: Callable[[Run], T]) -> T:
        """Work that writes, in one transaction and without waiting for anything else between its
        statements.

        On SQLite it runs as a whole in a separate thread; switching threads for every statement
        costs more than the statements.
        """
        if self.postgres:
            async with self.writer.begin() as connection:
                return await connection.run_sync(lambda plainly: work(partial(_run, plainly)))
        async with self.turn:
            return await self.plain.do(work)

    async def read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Work that only reads, in one transaction."""
        return await self._patiently(work, write=False)

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Work that writes, in one transaction; it may run more than once, so it must not have side
        effects elsewhere.
        """
        return await self._patiently(work, write=True)

    async def rows(self, statement: sa.Executable) -> list[sa.Row[Any]]:
        """The rows of one query."""

        async def work(connection: AsyncConnection) -> list[sa.Row[Any]]:
            return list((await connection.execute(statement)).all())

        return await self.read(work)

    async def execute(self, *statements: sa.Executable) -> None:
        """Some statements in one transaction."""

        async def work(connection: AsyncConnection) -> None:
            for statement in statements:
                await connection.execute(statement)

        await self.write(work)

    async def _patiently(self, work: Callable[[AsyncConnection], Awaitable[T]], write: bool) -> T:
        until = monotonic() + self.settings.patience
        pause = 0.02
        while True:
            try:
                async with self.connection(write) as connection:
                    return await work(connection)
            except Exception as error:
                if not is_transient(error):
                    raise
                if monotonic() + pause > until:
                    logger().error("database away", error=type(error).__name__, text=str(error)[:200])
                    raise Away("the database cannot be reached") from error
                await asyncio.sleep(pause)
                pause = min(pause * 2, 0.5)

    async def writable(self, within: float) -> bool:
        """Whether something can be stored now, within a given time."""
        statement = self.into(house).values(key="health_at", value="1")

        async def work() -> None:
            async with self.connection(write=True) as connection:
                await connection.execute(statement.on_conflict_do_update(
                    index_elements=["key"], set_={"value": str(monotonic())}))

        try:
            async with asyncio.timeout(within):
                await work()
        except (OSError, TimeoutError, exc.SQLAlchemyError) as error:
            logger().warning("nothing can be stored", error=type(error).__name__)
            return False
        except Exception as error:  # a driver's own
            if not is_transient(error):
                raise
            return False
        return True

    async def close(self) -> None:
        """Close all connections."""
        await self.reader.dispose()
        if self.writer is not self.reader:
            await self.writer.dispose()
            await self.plain.close()


def _run(connection: sa.Connection, statement: Statement, rows: Rows) -> list[Any]:
    """A statement for each row; returns the first column of its result."""
    if isinstance(statement, sa.Select):
        return [found for row in rows for found in connection.execute(statement, row).scalars()]
    made = connection.execute(statement, rows if len(rows) > 1 else rows[0])
    return list(made.scalars()) if made.returns_rows else []


def _lent(settings: Settings) -> dict[str, Any]:
    """What differs where a pooler lends connections by transaction: nothing may be remembered from
    one to the next.
    """
    if not settings.listen:
        return {}
    return {"statement_cache_size": 0, "prepared_statement_cache_size": 0,
            # In PostgreSQL's spelling: otherwise the pooler sets it every time
            "server_settings": {"client_encoding": "UTF8"},
            "prepared_statement_name_func": lambda: f"_{secrets.token_hex(8)}"}


def _sqlite(url: str, begin: str, size: int) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=size, max_overflow=0, pool_timeout=10, hide_parameters=True,
                                 connect_args={"timeout": 5})
    renewing(_prepared(engine.sync_engine, begin))
    return engine


def _prepared(engine: sa.Engine, begin: str) -> sa.Engine:
    """Every connection to SQLite makes acknowledged writes durable, and begins transactions in the
    same way.
    """

    def connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # the driver leaves transactions to us
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)
    return engine
