"""A table in memory: its state, the people who look at it, and what each of them is sent."""
from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from ..people.people import Person
from .showing import seat_shown, since, situation, steps_shown
from .table import Table

encode = msgspec.json.Encoder().encode


class Reader(Protocol):
    """A connection that looks at a table: who it is, whose view it has, and how it is told."""

    user: str | None
    seat: int | None
    sits: bool
    lang: str
    version: int | None

    def tell(self, message: bytes) -> None:
        """Send a message, or close the connection when it does not keep up."""
        ...

    def follow(self, person: Person | None) -> None:
        """Its person has changed; who is no longer logged in is let go."""
        ...


class Live:
    """A loaded table."""

    def __init__(self, table: Table, now: Callable[[], int]) -> None:
        self.table = table
        self.now = now
        self.lock = asyncio.Lock()
        self.whole = True
        self.readers: set[Reader] = set()
        self.people: dict[str, dict[str, Any]] = {}
        self.orders: dict[int, list[dict[str, Any]]] = {}
        self.elsewhere: dict[str, list[tuple[str | None, int]]] = {}
        self.used_at = now()
        self.offline: dict[int, int] = {}
        self.more: dict[str, Any] = {}
        self._shown: dict[tuple[int | None, str], dict[str, Any]] = {}
        self._shown_at = -1

    def online(self) -> set[int]:
        """The seats whose person is connected, here or at another process."""
        users = {r.user for r in self.readers if r.user is not None}
        users |= {u for rows in self.elsewhere.values() for u, _ in rows if u is not None}
        return {i for i, s in enumerate(self.table.seats) if s.user in users}

    def watching(self) -> int:
        """How many look on without a seat."""
        seated = set(self.table.people())
        here = sum(1 for r in self.readers if r.user not in seated)
        return here + sum(n for rows in self.elsewhere.values() for u, n in rows if u not in seated)

    def call_people(self) -> None:
        """Let the match call people by their names; who holds several seats, or shares a name, goes by the colours."""
        if self.table.match is not None:
            named = {i: seat_shown(self.table, i, self.people, set())["name"] for i, s in enumerate(self.table.seats)
                     if s.kind == "person"}
            shared = Counter(named.values())
            self.table.match.names = {i: name for i, name in named.items() if name and shared[name] == 1}

    def situation(self, seat: int | None, lang: str) -> dict[str, Any]:
        """What a seat sees of the present version; made once for all who see the same."""
        self.call_people()
        if self._shown_at != self.table.version:
            self._shown, self._shown_at = {}, self.table.version
        found = self._shown.get((seat, lang))
        if found is None:
            found = self._shown[seat, lang] = situation(self.table, seat, lang)
        return found

    def forget_shown(self) -> None:
        """Something that is shown has changed without a new version."""
        self._shown_at = -1

    def state(self, user: str | None, seat: int | None, lang: str, version: int | None) -> dict[str, Any]:
        """The whole state for a reader who last saw `version`."""
        table = self.table
        steps, rewound = since(table, version)
        mine = table.seats_of(user)
        online = self.online()
        return self.situation(seat, lang) | {
            "mine": mine, "asked": [p for p in mine if p in table.pending and not table.seats[p].standin],
            "steps": steps_shown(table, steps, seat, lang), "rewound": rewound,
            "clocks": table.clocks.shown(self.now()),
            "seats": [seat_shown(table, i, self.people, online) for i in range(len(table.seats))],
            "watching": self.watching()}

    def broadcast(self) -> None:
        """Tell every reader the present state."""
        made: dict[tuple[Any, ...], bytes] = {}
        for reader in list(self.readers):
            self.place(reader)
            key = (tuple(self.table.seats_of(reader.user)), reader.seat, reader.lang, reader.version)
            message = made.get(key)
            if message is None:
                state = self.state(reader.user, reader.seat, reader.lang, reader.version)
                message = made[key] = encode({"type": "update", "state": state})
            reader.version = self.table.version
            reader.tell(message)

    def place(self, reader: Reader) -> None:
        """Who has sat down sees with the seat's eyes from now on; who has left a seat sees what everybody sees."""
        mine = self.table.seats_of(reader.user)
        if bool(mine) != reader.sits or (reader.seat is not None and reader.seat not in mine):
            reader.seat = mine[0] if mine else None
        reader.sits = bool(mine)

    def tell_presence(self) -> None:
        """Tell every reader who is there."""
        message = encode({"type": "presence", "online": sorted(self.online()), "watching": self.watching()})
        for reader in list(self.readers):
            reader.tell(message)
