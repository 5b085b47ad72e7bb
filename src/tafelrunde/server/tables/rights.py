"""Who may look at a table, and who may read and write there."""
from __future__ import annotations

import hmac
from datetime import date

from ..daily.chain import closes_at
from ..errors import Refused
from .table import Table

PLAYING = ("running", "held")
"""The states of a table in which players and spectators see different things."""


def belongs(table: Table, user: str | None) -> bool:
    """Whether somebody sits at a table or has made it."""
    return user is not None and (bool(table.seats_of(user)) or table.host == user)


def is_invited(table: Table, user: str | None, invite: str | None) -> bool:
    """Whether somebody may come to a table that is not listed; people whom the host has put out may
    not, even with the link.
    """
    if belongs(table, user):
        return True
    if invite is None or user in table.put_out:
        return False
    return hmac.compare_digest(invite.encode(), table.invite.encode())


def check_reading(table: Table, user: str | None, invite: str | None, now: int) -> None:
    """Refused when a person may not look at a table; nobody looks at others' daily deals while
    somebody may play them.
    """
    if belongs(table, user):
        return
    if table.config.daily and now < closes_at(date.fromisoformat(table.config.daily)):
        raise Refused("forbidden", "daily_others")
    if table.status == "over":
        return
    if not table.config.listed and not is_invited(table, user, invite):
        raise Refused("forbidden", "put_out" if user in table.put_out else "not_invited", field="invite")
    if table.status in PLAYING and not table.config.spectators:
        raise Refused("forbidden", "no_spectators")


def is_gallery(table: Table, user: str | None) -> bool:
    """Whether only spectators read somebody's messages while the game runs."""
    return table.status in PLAYING and not belongs(table, user)


def may_talk(table: Table, user: str | None, invite: str | None) -> bool:
    """Whether somebody who may watch a table may also read its chat: only if the table is public,
    or they belong to it.
    """
    return (table.config.listed and table.config.spectators) or is_invited(table, user, invite)


def check_talk(table: Table, user: str | None, invite: str | None) -> None:
    """Refused if somebody may not read the chat of a table."""
    if not may_talk(table, user, invite):
        raise Refused("forbidden", "talk_private")
