"""A chain of hashes: each link is the SHA-256 of the next one, so the end can be published first
and tells nothing.

Day 1 has the link after the published end, day 2 the one after that.  Whoever knows the end, or any
link, checks a later one by hashing it; nobody can compute the next one.
"""
from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

LENGTH = 36_500
"""Days that a chain lasts: a hundred years."""
STRIDE = 250
"""How far links that are kept are apart."""
DAY_MS = 86_400_000


@dataclass(frozen=True)
class Chain:
    """The secret head, and the first day."""

    head: bytes
    start: date

    @property
    def end(self) -> bytes:
        """What is published."""
        return _link(self.head, 0)

    def link(self, day: date) -> bytes:
        """The link of a day; ValueError if the chain has none."""
        number = (day - self.start).days + 1
        if not 1 <= number <= LENGTH:
            raise ValueError(f"the chain has no link for {day}")
        return _link(self.head, number)


def _link(head: bytes, number: int) -> bytes:
    milestone, further = divmod(LENGTH - number, STRIDE)
    return _hashed(_milestones(head)[milestone], further)


@lru_cache(maxsize=4)
def _milestones(head: bytes) -> list[bytes]:
    """Every so many links, from the head on: to begin there each time would take everybody's
    time.
    """
    found = [head]
    while len(found) <= LENGTH // STRIDE:
        found.append(_hashed(found[-1], STRIDE))
    return found


def _hashed(link: bytes, times: int) -> bytes:
    for _ in range(times):
        link = hashlib.sha256(link).digest()
    return link


def secret(link: bytes, day: date, game: str) -> bytes:
    """The secret from which all chance of a day's deal of a title follows.

    >>> secret(bytes(32), date(2026, 11, 16), "toledo").hex()[:16]
    'f89744ec5d750ec6'
    """
    return hashlib.sha256(f"tafelrunde daily/1 {day.isoformat()} {game} {link.hex()}".encode()).digest()


def today(now: int) -> date:
    """The day of a time in milliseconds, in UTC.

    >>> today(0)
    datetime.date(1970, 1, 1)
    """
    return datetime.fromtimestamp(now / 1000, UTC).date()


def closes_at(day: date) -> int:
    """When a day's deal must be finished: a day after its last moment, so that somebody who begins
    at midnight can finish it.
    """
    return int(datetime.combine(day + timedelta(days=2), datetime.min.time(), UTC).timestamp() * 1000)
