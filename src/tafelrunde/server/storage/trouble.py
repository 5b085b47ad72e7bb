"""What is wrong with a database: whether the same work may succeed a moment later.

Errors are classified by the databases' codes, never by words.
"""
from __future__ import annotations

import sqlite3

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.engine import ExceptionContext

READ_ONLY = "25006"
PASSING = ("08", "57P0", "53", "40", READ_ONLY)
"""PostgreSQL (SQLSTATE): the connection is lost; the database starts or stops; it lacks room; two
transactions have been in each other's way; for now the database can only be read.
"""
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY}
"""SQLite: another process writes; the disk is full or away, or can only be read."""
MOVED = sqlite3.SQLITE_IOERR_SHORT_READ
"""A page is incomplete: the file is permanently damaged."""


def is_transient(error: BaseException) -> bool:
    """Whether the same work may succeed a moment later."""
    for one in _causes(error):
        state: str | None = getattr(one, "sqlstate", None)
        if state:
            return state.startswith(PASSING)
        code: int | None = getattr(one, "sqlite_errorcode", None)
        if code is not None:
            return code != MOVED and code & 0xFF in BUSY
    return (isinstance(error, (exc.TimeoutError, exc.InterfaceError, OSError, TimeoutError))
            or (isinstance(error, exc.DBAPIError) and (error.connection_invalidated or _unreachable(error.orig))))


def renewing(engine: sa.Engine) -> sa.Engine:
    """An engine that drops its connections when nothing can be written: an open one stays as it is,
    even if the database could be written again.
    """
    event.listen(engine, "handle_error", _renew)
    return engine


def _renew(context: ExceptionContext) -> None:
    for one in _causes(context.original_exception):
        code: int = getattr(one, "sqlite_errorcode", None) or 0
        if getattr(one, "sqlstate", None) == READ_ONLY or code & 0xFF == sqlite3.SQLITE_READONLY:
            context.is_disconnect = True


def _unreachable(error: BaseException | None) -> bool:
    """Whether a driver's kind of error says that the server cannot be reached."""
    return any(isinstance(one, OSError) or type(one).__name__ == "ConnectionDoesNotExistError" for one in _causes(error))


def _causes(error: BaseException | None) -> list[BaseException]:
    """An error, what the driver raised, and the cause of that."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = getattr(error, "orig", None) or error.__cause__
    return found
