"""Who is signed in where: one row per browser, program or API token.

A token is random and is kept only as its SHA-256, here called its mark: reading the database is not
enough to sign in.
"""
from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..errors import Refused
from ..storage import schema
from ..storage.database import Database
from .ids import new_id
from .person import Scope

YEAR_MS = 365 * 86_400_000
TOUCH_MS = 3_600_000
"""How precisely a session's last use is recorded."""
MOST_TOKENS = 20
MOST_DEVICES = 50
"""Browsers and programs at which somebody may be signed in; whoever signs in at more leaves those
that were not used longest.
"""
ENDED = "sessions_ended"
"""The row of `house` that changes whenever sessions end; processes that did not end them look at
it.
"""
s = schema.sessions.c


@dataclass(frozen=True)
class Session:
    """A place where somebody is signed in."""

    id: str
    user: str
    mark: str
    kind: str
    scope: Scope
    name: str
    created_at: int
    used_at: int

    def shown(self, mark: str) -> dict[str, Any]:
        """The session as its person sees it."""
        return {"id": self.id, "kind": self.kind, "scope": self.scope, "name": self.name, "created_at": self.created_at,
                "used_at": self.used_at, "current": self.mark == mark}


def mark_of(token: str) -> str:
    """The stored form of a token."""
    return sha256(token.encode()).hexdigest()


class Sessions:
    """The sessions in the database.  `ended` is called with the marks of those that end."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now
        self.ended: list[Callable[[set[str]], None]] = []

    async def find(self, token: str) -> Session | None:
        """The session of a token; after a year without use it has ended."""
        rows = await self.database.rows(
            sa.select(schema.sessions).where(s.mark == mark_of(token), s.used_at > self.now() - YEAR_MS))
        return _session(rows[0]) if rows else None

    async def begin(self, user: str, kind: str, name: str, scope: Scope = "all") -> tuple[str, Session]:
        """Sign somebody in; returns the token, which is told only once."""
        token = secrets.token_urlsafe(32)
        made, stored = self.opening(user, kind, name, token, scope)
        await self.database.execute(stored)
        devices = [one.id for one in await self.of(user) if one.kind != "token"]
        if kind != "token" and len(devices) > MOST_DEVICES:
            await self._end(s.user_id == user, s.id.in_(devices[MOST_DEVICES:]))
        return token, made

    def opening(self, user: str, kind: str, name: str, token: str, scope: Scope = "all") -> tuple[Session, sa.Executable]:
        """A new session, and the statement that stores it."""
        now = self.now()
        made = Session(new_id(), user, mark_of(token), kind, scope, name, now, now)
        return made, self.database.into(schema.sessions).values(_row(made)).on_conflict_do_nothing()

    async def adopt(self, user: str, epoch: int, token: str, name: str) -> Session | None:
        """A cookie from before there were sessions becomes one, once; None when it no longer
        counts.
        """
        now = self.now()
        made = Session(new_id(), user, mark_of(token), "browser", "all", name, now, now)

        async def work(connection: AsyncConnection) -> None:
            u = schema.users.c
            counted = await connection.execute(sa.update(schema.users).values(epoch=epoch + 1).where(
                u.id == user, u.epoch == epoch, u.deleted.is_(False), u.merged.is_(None)))
            if counted.rowcount:
                await connection.execute(sa.insert(schema.sessions).values(_row(made)))

        await self.database.write(work)
        return await self.find(token)  # this request's, or that of a faster one

    async def touch(self, session: Session) -> None:
        """Note that it is being used."""
        await self.database.execute(sa.update(schema.sessions).where(s.id == session.id).values(used_at=self.now()))

    async def of(self, user: str) -> list[Session]:
        """Where somebody is signed in, most recently used first."""
        rows = await self.database.rows(sa.select(schema.sessions).where(
            s.user_id == user, s.used_at > self.now() - YEAR_MS).order_by(s.used_at.desc(), s.id))
        return [_session(row) for row in rows]

    async def begin_token(self, user: str, name: str, scope: Scope) -> tuple[str, Session]:
        """Create a token for a program."""
        if sum(1 for one in await self.of(user) if one.kind == "token") >= MOST_TOKENS:
            raise Refused("conflict", "tokens_many")
        return await self.begin(user, "token", name, scope)

    # ------------------------------------------------------------ ending

    async def end(self, user: str, id_: str) -> None:
        """End one of somebody's sessions; Refused if there is none with that id."""
        if not await self._end(s.user_id == user, s.id == id_):
            raise Refused("not_found", "no_session")

    async def end_token(self, token: str) -> None:
        """End the session of a token, if it has one."""
        await self._end(s.mark == mark_of(token))

    async def end_all(self, user: str, but: str = "") -> None:
        """End all of somebody's sessions, including tokens for programs, except that of a token."""
        await self._end(s.user_id == user, s.mark != (mark_of(but) if but else ""))

    async def end_devices(self, user: str, but: str) -> None:
        """Sign somebody out at every device but that of a token; what programs were given stays
        until it is revoked.
        """
        await self._end(s.user_id == user, s.kind != "token", s.mark != mark_of(but))

    async def _end(self, *which: sa.ColumnElement[bool]) -> set[str]:
        async def work(connection: AsyncConnection) -> set[str]:
            rows = (await connection.execute(sa.select(s.mark).where(*which))).all()
            if rows:
                await connection.execute(sa.delete(schema.sessions).where(*which))
                row = self.database.into(schema.house).values(key=ENDED, value=secrets.token_hex(8))
                await connection.execute(row.on_conflict_do_update(index_elements=["key"], set_={"value": row.excluded.value}))
            return {row.mark for row in rows}

        marks = await self.database.write(work)
        for listener in self.ended if marks else []:
            listener(marks)
        return marks

    async def last_ended(self) -> str:
        """A value that changes whenever sessions end, in whichever process."""
        rows = await self.database.rows(sa.select(schema.house.c.value).where(schema.house.c.key == ENDED))
        return rows[0].value if rows else ""

    async def gone(self, marks: Collection[str]) -> set[str]:
        """Those of some marks that are no longer stored."""
        wanted, found = list(marks), set[str]()
        for n in range(0, len(wanted), 500):
            found |= {row.mark for row in await self.database.rows(sa.select(s.mark).where(s.mark.in_(wanted[n:n + 500])))}
        return set(wanted) - found

    async def clear(self) -> None:
        """Delete sessions that were not used for a year."""
        await self.database.execute(sa.delete(schema.sessions).where(s.used_at <= self.now() - YEAR_MS))


def _session(row: Any) -> Session:
    return Session(row.id, row.user_id, row.mark, row.kind, row.scope, row.name, row.created_at, row.used_at)


def _row(session: Session) -> dict[str, Any]:
    return {"id": session.id, "user_id": session.user, "mark": session.mark, "kind": session.kind, "scope": session.scope,
            "name": session.name, "created_at": session.created_at, "used_at": session.used_at}
