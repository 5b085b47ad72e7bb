"""How fast one address is served: it gets a share of the process's time, whatever it asks for and
as however many people.
"""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

EACH_SECOND, AT_ONCE = 100, 400
"""What an address gets in a second, and what it may have taken at once after a rest.  One is about
a millisecond.
"""
FASTEST = 500
"""What it gets in a second of such a burst: others come in between."""
FILE, REQUEST, MESSAGE, DECISION, WHOLE, LOADING, PAGE = 1, 3, 1, 2, 8, 20, 100
"""What things cost: a file of the client's, a request, a message on a socket, a bot's decision, a
table told as a whole, one that is not in memory, some hundred archived games in a file.
"""
PLACES = 20_000
"""How many addresses, and people with a known address, are remembered."""


class Pace:
    """Delays clients that ask for more than their share; nothing is refused.

    Others on the server notice little of it: in a second, an address gets at most about 100 ms.
    """

    def __init__(self, on: bool, now: Callable[[], float] = monotonic, at_once: float = AT_ONCE) -> None:
        self.on = on
        self.now = now
        self.ahead = at_once / EACH_SECOND
        """Seconds of its share that a place may have taken before it waits."""
        self.paid: dict[str, float] = {}
        """When each address will have been credited for everything it has taken."""
        self.free: dict[str, float] = {}
        """When each address may begin its next request, even in a burst."""
        self.places: dict[str, str] = {}

    def notice(self, who: str, place: str) -> None:
        """Remember from where somebody came last; a tournament comes from where its host did."""
        self.places.pop(who, None)
        if len(self.places) >= PLACES:
            del self.places[next(iter(self.places))]
        self.places[who] = place

    def place(self, who: str) -> str:
        """A person's address; the person's id if no address is known."""
        return self.places.get(who, who)

    def take(self, place: str, cost: float) -> float:
        """Charge for something; returns the seconds until it is this address's turn."""
        if not self.on:
            return 0.0
        now = self.now()
        if len(self.paid) >= PLACES:
            self.paid = {one: until for one, until in self.paid.items() if until > now}
        self.paid[place] = max(self.paid.get(place, now), now) + cost / EACH_SECOND
        return max(0.0, self.paid[place] - now - self.ahead)

    def due(self, place: str) -> float:
        """The seconds until it is this place's turn, for what is counted when its cost is known."""
        paid = self.paid.get(place)
        return 0.0 if paid is None else max(0.0, paid - self.now() - self.ahead)

    async def wait(self, place: str, cost: float) -> None:
        """Charge for something and wait for its turn; a burst is spread a little."""
        seconds = self.take(place, cost)
        if not self.on:
            return
        now = self.now()
        if len(self.free) >= PLACES:
            self.free = {one: free for one, free in self.free.items() if free > now}
        begins = max(self.free.get(place, now), now + seconds)
        self.free[place] = begins + cost / FASTEST
        if begins > now:
            await asyncio.sleep(begins - now)
