"""A table in memory: its state, the people who look at it, and what each of them is sent."""
from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from msgspec import Raw

from ...match.telling import Known
from ..errors import Refused
from ..people.people import Person
from .base import Base, Differences, encode
from .rights import check_reading
from .showing import Sight, seat_shown, since, situation, steps_shown
from .table import Table


class Reader(Protocol):
    """A connection that looks at a table: who it is, whose view it has, what it knows, and how it is told.

    `mark` is its session's; `kept` tells whether there is a row of that session.
    """

    user: str | None
    mark: str
    kept: bool
    invite: str | None
    seat: int | None
    sits: bool
    lang: str
    version: int | None
    base: Base | None
    beside: int

    def tell(self, message: bytes) -> None:
        """Send a message, or close the connection when it does not keep up."""
        ...

    def refuse(self, refused: Refused) -> None:
        """Say why, and end the connection."""
        ...

    def follow(self, person: Person | None) -> None:
        """Its person has changed; who is no longer there is let go."""
        ...

    def log_out(self) -> None:
        """Its session has ended."""
        ...


class Done:
    """What a reader has asked for: the answer travels with the update that it brings about."""

    __slots__ = ("id", "reader", "told")

    def __init__(self, reader: Reader, id_: str) -> None:
        self.reader = reader
        self.id = id_
        self.told = False


class Rest(NamedTuple):
    """Why time alone changes nothing at a table: how it was when nobody was missed there, and when its next clock runs out."""

    table: Table
    version: int
    readers: set[Reader]
    elsewhere: dict[str, list[tuple[str | None, int]]]
    until: int | None


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
        self.kept_at = 0
        self.row: dict[str, Any] = {}
        self._rest: Rest | None = None
        self._sight: Sight | None = None
        self._bases: dict[tuple[tuple[int, ...], int | None, str], Base] = {}
        self._bases_of: tuple[Table, int] | None = None

    @property
    def stored(self) -> bool:
        """Whether everything that has happened here is stored; while something is on its way, it is not told."""
        return self.whole and not self.lock.locked()

    def changed(self, row: dict[str, Any]) -> dict[str, Any]:
        """What of the table's row differs from the one in the storage."""
        return {name: value for name, value in row.items() if name not in self.row or self.row[name] != value}

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

    def rests(self, now: int) -> bool:
        """Whether nothing has changed since somebody looked and found nothing to do, and no clock has run out."""
        rest = self._rest
        return (rest is not None and rest.version == self.table.version and rest.table is self.table
                and (rest.until is None or now < rest.until)
                and rest.readers == self.readers and rest.elsewhere == self.elsewhere)

    def let_rest(self) -> None:
        """Nothing is to be done here before something changes or a clock runs out."""
        table = self.table
        self._rest = Rest(table, table.version, set(self.readers), dict(self.elsewhere), table.clocks.deadline())

    def entitled(self) -> list[Reader]:
        """The readers who may still read; the others are told why not and let go."""
        for reader in list(self.readers):
            try:
                check_reading(self.table, reader.user, reader.invite)
            except Refused as refused:
                self.readers.discard(reader)
                reader.refuse(refused)
        return list(self.readers)

    # ------------------------------------------------------------ what is shown

    def call_people(self) -> None:
        """Let the match call people by their names; whoever holds several seats, or shares a name, goes by the colours."""
        if self.table.match is not None:
            named = {i: seat_shown(self.table, i, self.people, set())["name"] for i, s in enumerate(self.table.seats)
                     if s.kind == "person"}
            shared = Counter(named.values())
            self.table.match.names = {i: name for i, name in named.items() if name and shared[name] == 1}

    def situation(self, seat: int | None, lang: str) -> dict[str, Any]:
        """What a seat sees of the present version."""
        return self.base([] if seat is None else [seat], seat, lang).state()

    def base(self, mine: list[int], seat: int | None, lang: str) -> Base:
        """The same as it is sent; made once for all who see the same."""
        if self._bases_of != (self.table, self.table.version):
            self._bases, self._bases_of = {}, (self.table, self.table.version)
            self._sight = None
            self.call_people()
        key = (tuple(mine), seat, lang)
        found = self._bases.get(key)
        if found is None:
            table = self.table
            if self._sight is None:
                self._sight = Sight(table)
            own, shown = situation(self._sight, seat, lang)
            shown |= {"mine": mine, "asked": [p for p in mine if p in shown["pending"] and not table.seats[p].standin]}
            found = self._bases[key] = Base(table.version, self._sight.public(), own, encode(shown))
        return found

    def forget_shown(self) -> None:
        """Something that is shown has changed without a new version."""
        self._bases_of = None

    def state(self, user: str | None, seat: int | None, lang: str, version: int | None) -> dict[str, Any]:
        """The whole state for a reader who last saw `version`."""
        steps, rewound = since(self.table, version)
        shown = self.base(self.table.seats_of(user), seat, lang).state()
        return shown | {"steps": steps_shown(self.table, steps, seat, lang), "rewound": rewound,
                        "clocks": self.table.clocks.shown(self.now()), **self.beside()}

    def beside(self) -> dict[str, Any]:
        """What is shown of the people: it changes without the table, too."""
        online = self.online()
        return {"seats": [seat_shown(self.table, i, self.people, online) for i in range(len(self.table.seats))],
                "watching": self.watching()}

    # ------------------------------------------------------------ telling

    def whole_state(self, reader: Reader, version: int | None) -> dict[str, Any]:
        """The whole state for a reader; what comes after it may be told as changes."""
        beside = self.beside()
        reader.base = self.base(self.table.seats_of(reader.user), reader.seat, reader.lang)
        reader.beside = hash(encode(beside))
        reader.version = self.table.version
        if self._sight is not None:
            self._sight.forget()
        return self.state(reader.user, reader.seat, reader.lang, version) | beside

    def broadcast(self, done: Done | None = None) -> None:
        """Tell every reader what is new, and who has brought it about that it is done."""
        round_ = Telling(self)
        for reader in self.entitled():
            mine = self.place(reader)
            answer = None
            if done is not None and done.reader is reader:
                answer, done.told = {"id": done.id, "version": self.table.version}, True
            reader.tell(round_.message(reader, mine, answer))
        if self._sight is not None:
            self._sight.forget()

    def place(self, reader: Reader) -> list[int]:
        """Who has sat down sees with the seat's eyes from now on; who has left a seat sees what everybody sees.

        The seats that are the reader's.
        """
        mine = self.table.seats_of(reader.user)
        if bool(mine) != reader.sits or (reader.seat is not None and reader.seat not in mine):
            reader.seat = mine[0] if mine else None
        reader.sits = bool(mine)
        return mine

    def tell_presence(self) -> None:
        """Tell every reader who is there."""
        message = encode({"type": "presence", "online": sorted(self.online()), "watching": self.watching()})
        for reader in self.entitled():
            reader.tell(message)


class Telling:
    """One round of telling everybody: whatever two readers have in common is made once."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.table = live.table
        self.clocks = Raw(encode(live.table.clocks.shown(live.now())))
        self.beside = live.beside()
        self.beside_hash = hash(encode(self.beside))
        self.steps: dict[tuple[int | None, str, int | None], tuple[Raw, int | None]] = {}
        self.known: dict[str, Known] = {}
        self.differences = Differences()

    def message(self, reader: Reader, mine: list[int], done: dict[str, Any] | None) -> bytes:
        """What a reader is told: what has changed since it was told last, or everything."""
        base = self.live.base(mine, reader.seat, reader.lang)
        before, version = reader.base, reader.version
        steps, rewound = self._steps(reader.seat, reader.lang, version)
        told: dict[str, Any] = {"type": "update"}
        changed = None if before is None or before.version != version else self.differences.between(before, base)
        if before is not None and changed is not None:
            told |= {"version": base.version, "from": before.version, "changes": changed, "steps": steps,
                     "rewound": rewound, "clocks": self.clocks}
            if reader.beside != self.beside_hash:
                told |= self.beside
        else:
            told["state"] = base.state() | {"steps": steps, "rewound": rewound, "clocks": self.clocks} | self.beside
        if done is not None:
            told["done"] = done
        reader.base, reader.version, reader.beside = base, base.version, self.beside_hash
        return encode(told)

    def _steps(self, seat: int | None, lang: str, version: int | None) -> tuple[Raw, int | None]:
        key = (seat, lang, version)
        if key not in self.steps:
            steps, rewound = since(self.table, version)
            shown = steps_shown(self.table, steps, seat, lang, self.known.setdefault(lang, {}))
            self.steps[key] = Raw(encode(shown)), rewound
        return self.steps[key]
