"""How much anybody may do, in one table."""
from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from time import time
from typing import Any

from ..errors import Refused
from ..metrics import REFUSED


@dataclass(frozen=True)
class Limit:
    """At most `most` of something in a time, counted per `address` or per `person`.

    `cost` is its share of the address's time, beyond the request itself (`pace.py`).
    """

    name: str
    most: str
    per: str
    says: str
    cost: float = 0


LIMITS = (
    Limit("request", "1200/minute", "address", "requests of any kind"),
    Limit("guest", "60/hour", "address", "new guests"),
    Limit("register", "10/hour", "address", "new accounts"),
    Limit("login", "30/5 minutes", "address", "log-ins and password checks from one address"),
    Limit("login_email", "10/5 minutes", "address and account", "log-ins from one address into one account"),
    Limit("name", "20/hour", "person", "changes of name, settings of the account"),
    Limit("session", "30/hour", "person", "signing devices out, tokens for programs"),
    Limit("create", "30/10 minutes", "person", "new tables, rematches", cost=10),
    Limit("tables", "20/10 seconds", "address", "new tables, rematches, exercises and games of devices from one address"),
    Limit("daily", "60/minute", "person", "looking at the daily deal"),
    Limit("tournament", "10/hour", "person", "new tournaments"),
    Limit("record", "30/hour", "person", "handing over games that were played on a device", cost=150),
    Limit("exercise", "60/10 minutes", "person", "beginning exercises", cost=10),
    Limit("sit", "60/10 minutes", "person", "joining, leaving, changing seats"),
    Limit("act", "150/10 seconds", "person", "decisions", cost=1),
    Limit("undo", "100/minute", "person", "taking back, asking for it and answering", cost=20),
    Limit("question", "100/10 seconds", "person", "“why not” and previews"),
    Limit("hint", "20/minute", "person", "asking bots for advice"),
    Limit("orders", "60/minute", "person", "changes of standing orders"),
    Limit("chat", "8/15 seconds", "person", "messages"),
    Limit("report", "10/day", "person", "reports"),
    Limit("block", "60/hour", "person", "blocking and muting"),
    Limit("friend", "120/hour", "person", "following, notes on people"),
    Limit("challenge", "30/10 minutes", "person", "challenging people"),
    Limit("push", "20/hour", "person", "subscriptions to notifications"),
    Limit("replay", "150/10 seconds", "person", "steps of replays"),
    Limit("choices", "40/10 seconds", "person", "judging what could have been decided"),
    Limit("heavy", "120/minute", "person", "reviews, records, verifications"),
    Limit("archive", "60/minute", "person", "searching the archive and people"),
    Limit("profile", "240/minute", "person", "looking at profiles and tournaments"),
    Limit("bulk", "6/hour", "person", "files with many games"),
    Limit("settings", "60/minute", "person", "saving the client's settings"),
    Limit("socket", "120/minute", "address", "connecting to tables and news"),
    Limit("message", "300/10 seconds", "connection", "messages on one connection"),
)


COSTS = {limit.name: limit.cost for limit in LIMITS if limit.cost}
MAKING = frozenset({"create", "exercise", "record"})
"""Requests that make a table: each one is flushed to the disk, and everybody's moves wait for that.
"""


class Limiter:
    """Counts, in this process's memory."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self.strategy: Any = None
        self.items: dict[str, Any] = {}

    def _prepare(self) -> None:
        from limits import parse
        from limits.storage import MemoryStorage
        from limits.strategies import SlidingWindowCounterRateLimiter

        self.strategy = SlidingWindowCounterRateLimiter(MemoryStorage())
        self.items = {limit.name: parse(limit.most) for limit in LIMITS}

    def check(self, name: str, who: str) -> None:
        """Count one; Refused if that is one too many."""
        if not self.on:
            return
        if self.strategy is None:
            self._prepare()
        item = self.items[name]
        if not self.strategy.hit(item, name, who):
            wait = max(1, ceil(self.strategy.get_window_stats(item, name, who).reset_time - time()))
            REFUSED.labels("limited").inc()
            raise Refused("limited", more={"retry_ms": wait * 1000}, n=wait)
