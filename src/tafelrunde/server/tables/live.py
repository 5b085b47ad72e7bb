"""A table in memory: its state, its readers, and what each of them is sent."""
from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Raw

from ...match.telling import Known
from ..errors import Refused
from ..people.person import Person
from .base import Base, Differences, encode
from .rights import PLAYING, belongs, check_reading
from .showing import Sight, seat_name, seat_shown, since, situation, steps_shown
from .table import Table

if TYPE_CHECKING:
    from ..bots.devices import Device

NAMED = 30
"""How many spectators are named."""


class Reader(Protocol):
    """A connection that watches a table: its person, its seat's view, what it was sent, and how to
    reach it.

    `mark` is its session's; `kept` says whether that session has a row.
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
    device: Device | None

    @property
    def called(self) -> str:
        """The name that others read; empty for a hidden person."""
        ...

    def tell(self, message: bytes) -> None:
        """Send a message, or close the connection if it cannot keep up."""
        ...

    def refuse(self, refused: Refused) -> None:
        """Say why, and end the connection."""
        ...

    def follow(self, person: Person | None) -> None:
        """Its person has changed; a deleted one is disconnected."""
        ...

    def log_out(self) -> None:
        """Its session has ended."""
        ...


class Done:
    """A reader's request: its answer is sent together with the update that it causes."""

    __slots__ = ("id", "reader", "told")

    def __init__(self, reader: Reader, id_: str) -> None:
        self.reader = reader
        self.id = id_
        self.told = False


class Looking(NamedTuple):
    """A reader at another process."""

    user: str | None
    called: str


class Rest(NamedTuple):
    """A note that nothing changes at a table by time alone until its next clock runs out."""

    table: Table
    version: int
    readers: set[Reader]
    elsewhere: dict[str, list[Looking]]
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
        self.hidden: set[str] = set()
        self.orders: dict[int, list[dict[str, Any]]] = {}
        self.elsewhere: dict[str, list[Looking]] = {}
        self.used_at = now()
        self.offline: dict[int, int] = {}
        self.asked: set[str] | None = None
        """Whose turn it was after the last change; not known of a table that was just loaded."""
        self.more: dict[str, Any] = {}
        self.kept_at = 0
        self.row: dict[str, Any] = {}
        self.open_until = 0
        self.outside: Outside | None = None
        self.following = asyncio.Lock()
        self._rest: Rest | None = None
        self._sight: Sight | None = None
        self._bases: dict[tuple[tuple[int, ...], int | None, str], Base] = {}
        self._bases_of: tuple[Table, int] | None = None

    @property
    def stored(self) -> bool:
        """Whether everything that has happened here is stored; nothing is sent before that."""
        return self.whole and not self.lock.locked()

    def keep(self, row: dict[str, Any]) -> None:
        """Everything that has happened is stored, with this row."""
        self.row, self.open_until = row, self.table.open_until

    def changed(self, row: dict[str, Any]) -> dict[str, Any]:
        """How the table's row differs from the stored one."""
        return {name: value for name, value in row.items() if name not in self.row or self.row[name] != value}

    def online(self) -> set[int]:
        """The seats whose person is connected, here or at another process."""
        users = self.users()
        return {i for i, s in enumerate(self.table.seats) if s.user in users}

    def users(self) -> set[str]:
        """Everybody who is connected, here or at another process."""
        found = {r.user for r in self.readers if r.user is not None}
        return found | {u for rows in self.elsewhere.values() for u, _ in rows if u is not None} if self.elsewhere else found

    def looking(self) -> dict[str, str]:
        """Everybody who is connected, here or at another process, and how others read their
        names.
        """
        found = {r.user: r.called for r in self.readers if r.user is not None}
        return {u: called for rows in self.elsewhere.values() for u, called in rows if u is not None} | found

    def watchers(self) -> dict[str, str]:
        """The spectators, each once, however many pages they have open."""
        seated = set(self.table.people())
        return {user: called for user, called in self.looking().items() if user not in seated}

    def watching(self) -> int:
        """The number of spectators."""
        return len(self.users() - {s.user for s in self.table.seats if s.user is not None})

    def rests(self, now: int) -> bool:
        """Whether nothing has changed since somebody looked and found nothing to do, and no clock
        has run out.
        """
        rest = self._rest
        return (rest is not None and rest.version == self.table.version and rest.table is self.table
                and (rest.until is None or now < rest.until)
                and rest.readers == self.readers and rest.elsewhere == self.elsewhere)

    def let_rest(self) -> None:
        """Note that there is nothing to do before something changes or a clock runs out."""
        table = self.table
        self._rest = Rest(table, table.version, set(self.readers), dict(self.elsewhere), table.clocks.deadline())

    @property
    def present(self) -> Live:
        """The current table, for its people."""
        return self

    def meet(self, people: dict[str, dict[str, Any]], hidden: set[str]) -> None:
        """Set the people of the table: how everybody sees them, and whose names only people at the
        table may read.
        """
        self.people, self.hidden = people, hidden
        self.forget_shown()

    @property
    def delayed(self) -> bool:
        """Whether spectators see the table later than its people do."""
        return self.table.config.delay > 0 and self.table.status in PLAYING

    def delays(self, user: str | None) -> bool:
        """Whether anybody sees it later."""
        return self.delayed and not belongs(self.table, user)

    def apart(self, user: str | None) -> bool:
        """Whether somebody sees it otherwise than its people do: later, or without the names of
        some of them.
        """
        return (self.delayed or (bool(self.hidden) and self.table.status != "open")) and not belongs(self.table, user)

    def face(self, user: str | None) -> Live | None:
        """The table as somebody sees it; None if that view is not loaded."""
        return self.outside if self.apart(user) else self

    def shows(self, reader: Reader) -> bool:
        """Whether a reader is told what happens here."""
        return not self.apart(reader.user)

    def entitled(self) -> list[Reader]:
        """The readers who may still read; the others are disconnected with a reason."""
        for reader in list(self.readers):
            try:
                check_reading(self.table, reader.user, reader.invite, self.now())
            except Refused as refused:
                self.readers.discard(reader)
                reader.refuse(refused)
        return list(self.readers)

    # ------------------------------------------------------------ what is shown

    def call_people(self) -> None:
        """Let the match call people by name, or by colour if they hold several seats or share a
        name.
        """
        if self.table.match is not None:
            named = {i: seat_name(s, self.people) for i, s in enumerate(self.table.seats) if s.kind == "person"}
            shared = Counter(named.values())
            self.table.match.names = {i: name for i, name in named.items() if name and shared[name] == 1}

    def situation(self, seat: int | None, lang: str) -> dict[str, Any]:
        """What a seat sees of the current version."""
        return self.base([] if seat is None else [seat], seat, lang).state()

    def base(self, mine: list[int], seat: int | None, lang: str) -> Base:
        """The same in the form in which it is sent; made once for all who see the same."""
        table = self.table
        if self._bases_of != (table, table.version) or self._sight is None:
            self._bases, self._bases_of = {}, (table, table.version)
            self._sight = Sight(table, self._sight)
            self.call_people()
        key = (tuple(mine), seat, lang)
        found = self._bases.get(key)
        if found is None:
            own, notes = self._sight.of(seat)
            shown = situation(self._sight, seat, lang)
            shown |= {"mine": mine, "asked": [p for p in mine if p in shown["pending"] and not table.seats[p].standin]}
            found = self._bases[key] = Base(table.version, self._sight.public(), own, notes, encode(shown))
        return found

    def forget_shown(self) -> None:
        """Something visible has changed without a new version."""
        self._bases_of = None

    def state(self, user: str | None, seat: int | None, lang: str, version: int | None) -> dict[str, Any]:
        """The whole state for a reader who last saw `version`."""
        steps, rewound = since(self.table, version)
        shown = self.base(self.table.seats_of(user), seat, lang).state()
        return shown | {"steps": steps_shown(self.table, steps, seat, lang), "rewound": rewound,
                        "clocks": self.clocks(), **self.beside()}

    def clocks(self) -> dict[str, Any]:
        """The clocks as they run."""
        return self.table.clocks.shown(self.now())

    def beside(self) -> dict[str, Any]:
        """The visible data of the people; they also change without the table."""
        online = self.online()
        return {"seats": [seat_shown(self.table, i, self.people, online) for i in range(len(self.table.seats))],
                "watching": self.watching()}

    # ------------------------------------------------------------ telling

    def whole_state(self, reader: Reader, version: int | None) -> dict[str, Any]:
        """The whole state for a reader; later updates may be sent as changes."""
        beside = self.beside()
        reader.base = self.base(self.table.seats_of(reader.user), reader.seat, reader.lang)
        reader.beside = hash(encode(beside))
        reader.version = self.table.version
        shown = self.state(reader.user, reader.seat, reader.lang, version) | beside
        self._put_together()
        return shown

    def broadcast(self, done: Done | None = None) -> None:
        """Send every reader what is new, and confirm it to the sender."""
        round_ = Telling(self)
        for reader in self.entitled():
            if self.shows(reader):
                own = done if done is not None and done.reader is reader else None
                reader.tell(round_.message(reader, self.place(reader), own))
        self._put_together()

    def _put_together(self) -> None:
        """Everybody has been told: store what was sent as compactly as possible."""
        if self._sight is not None:
            self._sight.forget()
        for base in self._bases.values():
            base.put_together()

    def place(self, reader: Reader) -> list[int]:
        """Give a reader who has sat down that seat's view, and one who has left a seat the
        spectators' view.

        Returns the reader's seats.
        """
        mine = self.table.seats_of(reader.user)
        if bool(mine) != reader.sits or (reader.seat is not None and reader.seat not in mine):
            reader.seat = mine[0] if mine else None
        reader.sits = bool(mine)
        return mine

    def tell_presence(self) -> None:
        """Tell every reader who is there."""
        watchers = self.watchers()
        named = [{"id": user, "name": called} for user, called in watchers.items() if called]
        message = encode({"type": "presence", "online": sorted(self.online()), "watching": len(watchers),
                          "watchers": sorted(named, key=lambda one: one["name"])[:NAMED]})
        for reader in self.entitled():
            reader.tell(message)


class Outside(Live):
    """A table as outsiders see it: some decisions ago, and without the names of hidden people.

    It is made from the same log.  It has the same set of readers; each of them is served either by
    this or by the table of its people.
    """

    def __init__(self, inside: Live) -> None:
        super().__init__(Table(inside.table.id, inside.table.secret, inside.table.invite), inside.now)
        self.inside = inside
        self.readers, self.elsewhere = inside.readers, inside.elsewhere
        self.meet(inside.people, inside.hidden)

    @property
    def present(self) -> Live:
        """The table as it is now, for its people."""
        return self.inside

    def meet(self, people: dict[str, dict[str, Any]], hidden: set[str]) -> None:
        """Set the people of the table, with only those names that strangers may read."""
        super().meet({user: shown for user, shown in people.items() if user not in hidden}, hidden)

    def face(self, user: str | None) -> Live | None:
        """The table as somebody sees it."""
        return self.inside.face(user)

    def shows(self, reader: Reader) -> bool:
        """Whether a reader is told what happened here."""
        return self.inside.apart(reader.user)

    def entitled(self) -> list[Reader]:
        """The readers who may still read."""
        return self.inside.entitled()

    def clocks(self) -> dict[str, Any]:
        """The clocks as they stood: what has run since then belongs to decisions that are not shown
        yet.
        """
        return self.table.clocks.stopped(self.now()) if self.inside.delayed else super().clocks()


class Telling:
    """One round of updates: whatever two readers have in common is made once."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.table = live.table
        self.clocks = Raw(encode(live.clocks()))
        self.beside = live.beside()
        self.beside_hash = hash(encode(self.beside))
        self.steps: dict[tuple[int | None, str, int | None], tuple[Raw, int | None]] = {}
        self.known: dict[str, Known] = {}
        self.differences = Differences()

    def message(self, reader: Reader, mine: list[int], done: Done | None) -> bytes:
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
            done.told = True
            told["done"] = {"id": done.id, "version": self.table.version}
        reader.base, reader.version, reader.beside = base, base.version, self.beside_hash
        return encode(told)

    def _steps(self, seat: int | None, lang: str, version: int | None) -> tuple[Raw, int | None]:
        key = (seat, lang, version)
        if key not in self.steps:
            steps, rewound = since(self.table, version)
            shown = steps_shown(self.table, steps, seat, lang, self.known.setdefault(lang, {}))
            self.steps[key] = Raw(encode(shown)), rewound
        return self.steps[key]
