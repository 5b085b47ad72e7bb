"""Who may look at a table, and who may hear and say something there."""
from __future__ import annotations

import hmac

from ..errors import Refused
from .table import Table

PLAYING = ("running", "held")
"""What a table is while its game is not over: its people and those who look on are told different things."""


def belongs(table: Table, user: str | None) -> bool:
    """Whether somebody sits at a table or has made it."""
    return user is not None and (bool(table.seats_of(user)) or table.host == user)


def is_invited(table: Table, user: str | None, invite: str | None) -> bool:
    """Whether somebody may come to a table that is not listed; whom the host has put out may not, link or no link."""
    if belongs(table, user):
        return True
    if invite is None or user in table.put_out:
        return False
    return hmac.compare_digest(invite.encode(), table.invite.encode())


def check_reading(table: Table, user: str | None, invite: str | None) -> None:
    """Refused when a person may not look at a table."""
    if belongs(table, user) or table.status == "over":
        return
    if not table.config.listed and not is_invited(table, user, invite):
        raise Refused("forbidden", "put_out" if user in table.put_out else "not_invited", field="invite")
    if table.status == "running" and not table.config.spectators:
        raise Refused("forbidden", "no_spectators")


def is_gallery(table: Table, user: str | None) -> bool:
    """Whether somebody who says something is heard by the spectators alone, as long as the game runs."""
    return table.status in PLAYING and not belongs(table, user)


def may_talk(table: Table, user: str | None, invite: str | None) -> bool:
    """Whether the talk at a table that somebody may look at is for them too: elsewhere than in public it is its people's."""
    return (table.config.listed and table.config.spectators) or is_invited(table, user, invite)


def check_talk(table: Table, user: str | None, invite: str | None) -> None:
    """Refused when the talk at a table is not for somebody."""
    if not may_talk(table, user, invite):
        raise Refused("forbidden", "talk_private")
