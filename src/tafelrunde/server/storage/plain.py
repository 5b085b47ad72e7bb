"""SQLite without a layer in between: the log's own connection, in its own thread.

Every move passes here, and a layer that prepares each statement again costs several times what
SQLite does. The statements are the same as elsewhere, but they are compiled to SQL only once.
"""
from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread, get_native_id
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

T = TypeVar("T")
Rows = list[dict[str, Any]]
Statement = sa.UpdateBase | sa.Select[Any] | sa.TextClause
Run = Callable[[Statement, Rows], list[Any]]
"""Executes a statement for each row; returns the first column of its result."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "cache_size=-8000")
"""The first statements on every connection to SQLite; they make acknowledged writes durable."""
BEGIN = "BEGIN IMMEDIATE"
"""A transaction that will write takes its lock before it reads anything."""
DIALECT = sqlite.dialect(paramstyle="named")


class Plain:
    """One connection, one transaction at a time."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.connection: sqlite3.Connection | None = None
        self.words: dict[Statement, str] = {}
        self.thread = Hand("log writer")

    async def do(self, work: Callable[[Run], T]) -> T:
        """Work in one transaction: all of it is stored, or nothing."""
        return await self.thread.do(lambda: self._do(work))

    def _do(self, work: Callable[[Run], T]) -> T:
        try:
            if self.connection is None:
                self.connection = self._connected()
            self.connection.execute(BEGIN)
            found = work(partial(self._run, self.connection))
            self.connection.execute("COMMIT")
            return found
        except BaseException:
            self._let_go()
            raise

    def _run(self, connection: sqlite3.Connection, statement: Statement, rows: Rows) -> list[Any]:
        words = self.words.get(statement)
        if words is None:
            words = self.words[statement] = str(statement.compile(dialect=DIALECT, column_keys=list(rows[0])))
        return [found for row in rows for found, *_ in connection.execute(words, row)]

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, timeout=5, isolation_level=None, check_same_thread=False)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _let_go(self) -> None:
        """Nothing of a failed transaction stays, and the connection is closed: the next transaction
        opens a new one.
        """
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    async def close(self) -> None:
        """Close after the current work."""
        await self.thread.do(self._let_go)
        self.thread.end()


class Hand:
    """A thread that does one thing after another and reports results to the event loop.

    One that is `patient` makes way for all others, with every thread that it starts; elsewhere than
    on Linux it cannot.
    """

    def __init__(self, name: str, patient: bool = False) -> None:
        self.name = name
        self.patient = patient
        self.work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.thread: Thread | None = None

    async def do(self, work: Callable[[], T]) -> T:
        """The result of some work."""
        if self.thread is None:
            self.thread = Thread(target=self._serve, name=self.name, daemon=True)
            self.thread.start()
        loop = asyncio.get_running_loop()
        told: asyncio.Future[T] = loop.create_future()

        def done() -> None:
            try:
                tell: Callable[[], None] = partial(told.set_result, work())
            except BaseException as error:
                tell = partial(told.set_exception, error)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(lambda: None if told.done() else tell())

        self.work.put(done)
        return await told

    def end(self) -> None:
        """Finish the queued work, then stop."""
        self.work.put(None)
        self.thread = None

    def _serve(self) -> None:
        if self.patient and sys.platform == "linux":  # there, each thread has its own priority
            os.setpriority(os.PRIO_PROCESS, get_native_id(), 19)
        while (work := self.work.get()) is not None:
            work()
