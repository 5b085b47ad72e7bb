"""People: guests from their first action, accounts with e-mail and password."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ..cleaning import clean, folded
from ..errors import Refused
from ..storage import schema
from ..storage.database import Database
from ..storage.plain import Hand
from . import friends
from .ids import new_id
from .person import Person, guest_name

users = schema.users
SETTINGS_LIMIT = 8192
HASHING = Hand("passwords", patient=True)
"""One thread, with low priority."""
LANES = 1
"""Cores that a hash takes.  Argon2's usual four would take every core of a small machine from those
who play; the work, and so the strength, is the same.  Hashes from before say for themselves that
they took four.
"""


class People:
    """The people of the house, cached until they change."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now
        self.cache: dict[str, Person] = {}
        self.changed: list[Callable[[str], Awaitable[None]]] = []
        self.merging: list[Callable[[AsyncConnection, str, str], Awaitable[None]]] = []

    async def find(self, id_: str) -> Person | None:
        """A person by id."""
        found = self.cache.get(id_)
        if found is None:
            rows = await self.database.rows(sa.select(users).where(users.c.id == id_))
            if not rows:
                return None
            found = _person(rows[0])
            self._remember(found)
        return found

    def _remember(self, person: Person) -> None:
        if len(self.cache) > 20_000:
            self.cache.clear()
        self.cache[person.id] = person

    def forget(self, id_: str) -> None:
        """A person has changed, in this process or another."""
        self.cache.pop(id_, None)

    async def _change(self, id_: str) -> None:
        self.forget(id_)
        for listener in self.changed:
            await listener(id_)

    async def shown(self, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
        """People as everybody sees them, by id; deleted accounts are left out."""
        found: dict[str, dict[str, Any]] = {}
        for id_ in ids:
            person = await self.find(id_)
            if person is not None and not person.deleted:
                found[id_] = person.shown()
        return found

    async def named(self, name: str, skip: int, limit: int) -> list[Person]:
        """People with an account who do not hide, by a part of their name."""
        wanted, u = folded(clean(name)), users.c
        if not wanted:
            return []
        rows = await self.database.rows(
            sa.select(users).where(u.folded.contains(wanted, autoescape=True), u.email.is_not(None), u.deleted.is_(False),
                                   u.hidden.is_(False)).order_by(u.folded, u.id).offset(skip).limit(limit))
        return [_person(row) for row in rows]

    async def hidden(self, ids: Iterable[str]) -> set[str]:
        """Those of some people who hide their profiles."""
        return {id_ for id_ in ids if (person := await self.find(id_)) is not None and person.hidden}

    async def merged(self, ids: Iterable[str]) -> dict[str, str]:
        """The accounts into which guests were merged."""
        found: dict[str, str] = {}
        for id_ in set(ids):
            person = await self.find(id_)
            if person is not None and person.merged:
                found[id_] = person.merged
        return found

    async def settle(self, person: Person, lang: str, *together: sa.Executable) -> Person:
        """A guest who does something for the first time gets a row, stored together with further
        statements.
        """
        if person.known:
            return person
        name = person.name or guest_name(person.id, lang)
        await self.database.execute(self.database.into(users).values(
            id=person.id, name=name, folded=folded(name), created_at=self.now(), lang=None, epoch=1
        ).on_conflict_do_nothing(), *together)
        self.forget(person.id)
        return await self.find(person.id) or person

    async def new_guest(self, name: str | None, lang: str) -> Person:
        """Create a guest for a program."""
        id_ = new_id()
        return await self.settle(Person(id_, name or guest_name(id_, lang), known=False), lang)

    async def update(self, person: Person, **values: Any) -> Person:
        """Change columns of a person."""
        if "name" in values:
            values["folded"] = folded(values["name"])
        await self.database.execute(sa.update(users).where(users.c.id == person.id).values(**values))
        await self._change(person.id)
        return await self.find(person.id) or person

    async def settings(self, id_: str) -> dict[str, Any]:
        """What a person's client has stored."""
        rows = await self.database.rows(sa.select(users.c.settings).where(users.c.id == id_))
        return msgspec.json.decode(rows[0].settings) if rows else {}

    async def keep_settings(self, person: Person, settings: dict[str, Any]) -> None:
        """Store something for a client."""
        text = msgspec.json.encode(settings)
        if len(text) > SETTINGS_LIMIT:
            raise Refused("too_large", "settings_large", field="body")
        await self.update(person, settings=text.decode())

    # ------------------------------------------------------------ accounts

    async def register(self, person: Person, email: str, password: str, name: str | None) -> Person:
        """A guest becomes an account and keeps everything."""
        if not person.guest:
            raise Refused("conflict", "has_account")
        secret, u = await hashed(password), users.c
        named = {"name": name, "folded": folded(name)} if name else {}

        async def work(connection: AsyncConnection) -> bool:
            await connection.execute(sa.update(users).where(_guest(person.id)).values(email=mail(email), password=secret, **named))
            ours = await connection.execute(sa.select(u.id).where(u.id == person.id, u.password == secret))
            return bool(ours.all())

        try:
            made = await self.database.write(work)
        except IntegrityError:
            raise Refused("conflict", "email_taken", field="body.email") from None
        if not made:
            raise Refused("conflict", "has_account")
        await self._change(person.id)
        return await self.find(person.id) or person

    async def log_in(self, guest: Person, email: str, password: str) -> Person:
        """The account of an e-mail and password; the guest's games move into it."""
        rows = await self.database.rows(sa.select(users).where(users.c.email == mail(email), users.c.deleted.is_(False)))
        right = await _verify(rows[0].password if rows else None, password)
        if not rows or not right:
            raise Refused("unauthorized", "wrong_login")
        account = _person(rows[0])
        if guest.known and guest.guest and not guest.deleted and guest.id != account.id:
            await self._merge(guest, account)
        return account

    async def _merge(self, guest: Person, account: Person) -> None:
        """A guest's games move into one account, and only if both are still there: requests of the
        same guest may run at once.
        """
        async def work(connection: AsyncConnection) -> None:
            there = await connection.execute(
                sa.select(users.c.id).where(users.c.id == account.id, users.c.deleted.is_(False)).with_for_update())
            if not there.all():
                raise Refused("unauthorized", "wrong_login")
            if not (await connection.execute(sa.update(users).where(_guest(guest.id)).values(merged=account.id))).rowcount:
                return
            for column in (schema.seats.c.user_id, schema.chat.c.user_id, schema.push.c.user_id):
                await connection.execute(sa.update(column.table).where(column == guest.id).values({column.name: account.id}))
            await friends.move(connection, guest.id, account.id)
            for listener in self.merging:
                await listener(connection, guest.id, account.id)

        await self.database.write(work)
        await self._change(guest.id)

    async def check_password(self, person: Person, password: str, field: str) -> None:
        """Check somebody's password; Refused if it is wrong."""
        rows = await self.database.rows(sa.select(users.c.password).where(users.c.id == person.id))
        if not rows or not await _verify(rows[0].password, password):
            raise Refused("forbidden", "wrong_password", field=field)

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        """A new password."""
        if person.guest:
            raise Refused("conflict", "no_account")
        await self.check_password(person, old, "body.old")
        return await self.update(person, password=await hashed(new))

    async def change_email(self, person: Person, password: str, email: str) -> Person:
        """A new e-mail address to log in with."""
        if person.guest:
            raise Refused("conflict", "no_account")
        await self.check_password(person, password, "body.password")
        try:
            return await self.update(person, email=mail(email))
        except IntegrityError:
            raise Refused("conflict", "email_taken", field="body.email") from None

    async def delete(self, person: Person) -> None:
        """Delete an account.  The games stay, without the name."""
        clear: list[Any] = [sa.delete(schema.push).where(schema.push.c.user_id == person.id),
                 *friends.forget(person.id),
                 sa.delete(schema.ratings).where(schema.ratings.c.subject == f"user:{person.id}"),
                 sa.delete(schema.chat).where(schema.chat.c.user_id == person.id),
                 sa.update(users).where(users.c.id == person.id).values(
                     name="", folded="", email=None, password=None, settings="{}", deleted=True)]
        await self.database.execute(*clear)
        await self._change(person.id)


def _person(row: Any) -> Person:
    return Person(row.id, row.name, row.email, row.lang, row.created_at, True, row.deleted, row.merged, row.hidden)


def _guest(id_: str) -> sa.ColumnElement[bool]:
    """The row of somebody, if they are still a guest: neither an account, nor merged into one, nor
    deleted.
    """
    u = users.c
    return sa.and_(u.id == id_, u.email.is_(None), u.merged.is_(None), u.deleted.is_(False))


def mail(email: str) -> str:
    """An address in stored form."""
    return email.strip().lower()


async def hashed(password: str) -> str:
    """A password in stored form: Argon2id."""
    from argon2 import PasswordHasher

    return await HASHING.do(lambda: PasswordHasher(parallelism=LANES).hash(password))


async def _verify(kept: str | None, password: str) -> bool:
    """Whether a password fits; it takes as long when there is no such account."""
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError

    def check() -> bool:
        hasher = PasswordHasher(parallelism=LANES)
        if kept is None:
            hasher.hash(password)
            return False
        try:
            return hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    return await HASHING.do(check)
