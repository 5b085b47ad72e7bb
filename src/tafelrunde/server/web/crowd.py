"""How many connections may be open at once, from one address and in total."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..errors import Refused
from ..logs import logger


@dataclass(frozen=True)
class Open:
    """The most open connections of a kind: per address (IPv6: per /64), and in total."""

    name: str
    each: int
    most: int
    says: str


OPEN = (
    Open("request", 256, 8_000, "connections with requests on them"),
    Open("socket", 256, 20_000, "sockets of tables"),
    Open("news", 128, 10_000, "streams of news"),
)


class Crowd:
    """The connections of this process."""

    def __init__(self) -> None:
        self.limits = {limit.name: limit for limit in OPEN}
        self.here: Counter[tuple[str, str]] = Counter()
        self.all: Counter[str] = Counter()

    def has_room(self, name: str, address: str | None) -> bool:
        """Whether there is room for one more.  Without an address only the total is counted."""
        limit = self.limits[name]
        return self.all[name] < limit.most and (address is None or self.here.get((name, address), 0) < limit.each)

    def enter(self, name: str, address: str | None) -> bool:
        """Count one more; False if there is no room."""
        if not self.has_room(name, address):
            logger().warning("too many connections", kind=name, open=self.all[name])
            return False
        self.all[name] += 1
        if address is not None:
            self.here[name, address] += 1
        return True

    def leave(self, name: str, address: str | None) -> None:
        self.all[name] -= 1
        if address is not None:
            self.here[name, address] -= 1
            if not self.here[name, address]:
                del self.here[name, address]

    def place(self, name: str, address: str, on: bool = True) -> Place:
        """Hold a place while something runs; Refused if there is none."""
        return Place(self, name, address, on)


class Place:
    """A place among the connections; nothing is counted unless it is `on`."""

    __slots__ = ("address", "crowd", "name", "on")

    def __init__(self, crowd: Crowd, name: str, address: str, on: bool) -> None:
        self.crowd, self.name, self.address, self.on = crowd, name, address, on

    def __enter__(self) -> None:
        if self.on and not self.crowd.enter(self.name, self.address):
            raise Refused("limited", more={"retry_ms": 10_000}, n=10)

    def __exit__(self, *why: object) -> None:
        if self.on:
            self.crowd.leave(self.name, self.address)


crowd = Crowd()
"""The connections of this process, on whichever of its servers."""
