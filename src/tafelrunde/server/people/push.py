"""Notifications to closed browsers: it is your turn (Web Push)."""
from __future__ import annotations

import asyncio
import base64
import re
from typing import Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from ..errors import Refused
from ..logs import logger
from ..settings import Settings
from ..storage import schema
from ..storage.database import Database

p = schema.push.c
MOST = 10
"""Subscriptions that a person may have."""
ENDPOINT = re.compile(r"https://([A-Za-z0-9.-]+)(?::443)?(?:/[!-\[\]-~]*)?")
"""An address that all programs read in the same way: they differ in what a backslash, a user or a
space in it means, and so in where they send.
"""


class Push:
    """Subscriptions and the key that signs messages."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.hosts = tuple(h.strip() for h in settings.push_hosts.split(",") if h.strip())

    async def private_key(self) -> str:
        """The private key, PEM, made once for the whole server."""
        rows = await self._rows()
        if not rows:
            made = await asyncio.to_thread(_new_key)
            await self.database.execute(
                self.database.into(schema.house).values(key="push_key", value=made).on_conflict_do_nothing())
            rows = await self._rows()
        return rows[0].value

    async def _rows(self) -> list[Any]:
        return await self.database.rows(sa.select(schema.house.c.value).where(schema.house.c.key == "push_key"))

    async def public_key(self) -> str:
        """The public key that browsers subscribe with."""
        pem = await self.private_key()
        return await asyncio.to_thread(_public, pem)

    def serves(self, endpoint: str) -> bool:
        """Whether an address is that of a push service: nothing is ever sent elsewhere."""
        found = ENDPOINT.fullmatch(endpoint)
        host = found[1].lower() if found else ""
        return any(host == h or host.endswith("." + h) for h in self.hosts)

    async def subscribe(self, user: str, subscription: dict[str, Any]) -> int:
        """Keep a subscription; how many the person has."""
        if not self.serves(subscription["endpoint"]):
            raise Refused("forbidden", "push_host", field="body.endpoint")
        have = await self.of(user)
        if len(have) >= MOST and all(h["endpoint"] != subscription["endpoint"] for h in have):
            raise Refused("conflict", "push_many")
        body = msgspec.json.encode(subscription).decode()
        insert = self.database.into(schema.push).values(endpoint=subscription["endpoint"], user_id=user, body=body)
        await self.database.execute(insert.on_conflict_do_update(
            index_elements=["endpoint"], set_={"user_id": user, "body": body}))
        return len(await self.of(user))

    async def unsubscribe(self, user: str, endpoint: str) -> int:
        """Delete a subscription; returns how many are left."""
        await self.database.execute(sa.delete(schema.push).where(p.user_id == user, p.endpoint == endpoint))
        return len(await self.of(user))

    async def of(self, user: str) -> list[dict[str, Any]]:
        """A person's subscriptions."""
        rows = await self.database.rows(sa.select(p.body).where(p.user_id == user))
        return [msgspec.json.decode(row.body) for row in rows]

    async def send(self, user: str, note: dict[str, Any]) -> int:
        """Send a note to every browser of a person; how many took it.  Subscriptions that are gone
        are forgotten.
        """
        if not self.settings.push_contact:
            return 0
        sent = 0
        for subscription in [one for one in await self.of(user) if self.serves(one["endpoint"])]:
            status = await asyncio.to_thread(_send, subscription, msgspec.json.encode(note).decode(),
                                             await self.private_key(), self.settings.push_contact)
            if status in (404, 410):
                await self.unsubscribe(user, subscription["endpoint"])
            sent += status < 300
        return sent


def _new_key() -> str:
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return vapid.private_pem().decode()


def _public(pem: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    key = Vapid02.from_pem(pem.encode()).public_key
    raw = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _send(subscription: dict[str, Any], data: str, pem: str, contact: str) -> int:
    from py_vapid import Vapid02
    from pywebpush import WebPushException, webpush

    try:
        answer = webpush(subscription, data, vapid_private_key=Vapid02.from_pem(pem.encode()),
                         vapid_claims={"sub": contact}, ttl=86_400, timeout=10)
        return int(answer.status_code)
    except WebPushException as error:
        return error.response.status_code if error.response is not None else 500
    except OSError as error:
        logger().warning("push", error=type(error).__name__, service=urlsplit(subscription["endpoint"]).hostname)
        return 500
