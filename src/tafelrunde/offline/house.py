"""The house of one device: one person, one process, no network."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import msgspec

from .. import bots
from ..bots.net import weights
from ..kernel import Game
from ..server.bots import child
from ..server.bots.turns import Turns
from ..server.errors import Refused
from ..server.games import LANGUAGES
from ..server.logs import logger
from ..server.people.ids import new_id
from ..server.people.person import Person, Scope, guest_name
from ..server.settings import Settings
from ..server.storage.entries import Away, Entry
from ..server.tables.hall import Build, Hall
from ..server.tables.home import Home
from ..server.tables.live import Live
from ..server.tables.sitting import Sitting
from ..server.tables.studies import Studies
from ..server.tables.table import Table
from .shelf import Device, Store, encode, unkept

T = TypeVar("T")
Learn = Callable[[str], Awaitable[Any]]
"""Fetches the weights of a title's network to where they are looked for, if it can."""
KEPT_HERE = "~"
"""The first letter of the table ids of a device."""


async def nothing_comes(title: str) -> None:
    """What is not here already cannot be had."""


class Me:
    """The only person there is."""

    def __init__(self, shelf: Device) -> None:
        self.shelf = shelf
        self.person = Person("", "")

    async def read(self, now: int) -> None:
        """Who it was last time, or somebody new."""
        kept = await self.shelf.kept("person")
        if kept is None:
            id_ = new_id()
            self.person = Person(id_, guest_name(id_, "en"), created_at=now)
            # If there is no room for a name, there is none for a game either, and the player is
            # told then
            with suppress(Away):
                await self.keep()
        else:
            self.person = msgspec.convert(kept, Person)

    def speak(self, lang: str) -> None:
        """Call a guest without a chosen name "Guest 1234" in the language of the page."""
        unchosen = {guest_name(self.person.id, one) for one in LANGUAGES}
        if self.person.name in unchosen:
            self.person = replace(self.person, name=guest_name(self.person.id, lang))

    async def change(self, **what: Any) -> None:
        """Change the name or the language."""
        self.person = replace(self.person, **what)
        await self.keep()

    async def keep(self) -> None:
        """Store who it is."""
        await self.shelf.keep("person", msgspec.to_builtins(self.person))

    async def shown(self, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
        """There is only one person."""
        return {id_: self.person.shown() for id_ in ids if id_ == self.person.id}

    async def merged(self, ids: Iterable[str]) -> dict[str, str]:
        """Nobody becomes anybody else here."""
        return {}

    async def hidden(self, ids: Iterable[str]) -> set[str]:
        """There is nobody to hide from."""
        return set()


class Silence:
    """The chat of tables where nobody else sits."""

    async def say(self, live: Live, person: Person, key: str, text: str) -> int:
        """There is nobody to read it."""
        raise Refused("conflict")

    async def page(self, live: Live, reader: str | None, before: int | None = None) -> list[dict[str, Any]]:
        """Nothing was said."""
        return []

    async def tell(self, live: Live, n: int) -> None:
        """Nothing was said."""


class Window:
    """Tells the pages of the device that something has happened at their tables."""

    def __init__(self, said: Callable[[str], None]) -> None:
        self.said = said

    def tell(self, **news: Any) -> None:
        """There are no other processes."""

    def presence(self, live: Live) -> None:
        """Tell the readers of a table who is connected."""
        live.tell_presence()

    def table_changed(self, live: Live, entry: Entry) -> None:
        """Lists are outdated."""
        self.said(live.table.id)


class Thinkers(Turns):
    """The bots of a device.  They think in the same process as their house, and only while a page
    is visible.
    """

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.learn = house.learn
        self.looked_at = asyncio.Event()
        self.looked_at.set()
        self.stuck: set[str] = set()
        self.weaker: set[str] = set()
        """Tables whose readers know that a lower level plays."""

    async def turn(self, table: str) -> bool:
        """One decision of one bot.  Whoever looks at the table is told when it cannot be stored,
        once until it can.
        """
        try:
            more = await super().turn(table)
        except Away as away:
            if table not in self.stuck:
                self.stuck.add(table)
                for reader in (await self.house.hall.stored(table)).readers:
                    reader.tell(encode({"type": "refused", **unkept(away).shown(reader.lang)}))
            raise
        self.stuck.discard(table)
        return more

    async def think(self, live: Live, level: str, observation: bots.Observation, seed: int) -> str:
        """What a bot decides, given only an observation."""
        await self.looked_at.wait()
        level = await self.playable(live, level, observation.game)
        if level == "random" or len(observation.ids) == 1:
            return bots.make("random", observation.game, seed).decide(observation)
        return child.think(live.table.id, level, child.written(observation, seed), threads=1)

    async def playable(self, live: Live, level: str, game: Game) -> str:
        """The level that plays: the next lower one while the network of `master` is not here.
        Whoever looks at the table is told, once until it is.
        """
        if bots.Level.read(level).name != "master":
            return level
        try:
            await self.learned(game)
        except weights.NoWeights as error:
            logger().warning("weights", why=str(error))
            if live.table.id not in self.weaker:
                self.weaker.add(live.table.id)
                refused = Refused("conflict", "device_weaker", field="level")
                for reader in live.readers:
                    reader.tell(encode({"type": "refused", **refused.shown(reader.lang)}))
            return level.replace("master", "strong", 1)
        self.weaker.discard(live.table.id)
        return level

    async def learned(self, game: Game) -> None:
        """Have the weights of a title's network here; NoWeights if they do not come or are
        damaged.
        """
        try:
            weights.load(game)
        except weights.NoWeights:
            if game.name not in weights.COMING:
                raise
            await self.learn(game.name)
            weights.load(game)

    async def advise(self, live: Live, observation: bots.Observation, seed: int, lang: str) -> bots.Hint:
        """A hint for the person."""
        return bots.advise(observation, lang, seed=seed, threads=1)


async def _at_once(work: Callable[[], T], /) -> T:
    """Do something that takes a while; nobody else has to wait."""
    return work()


class DeviceHall(Hall):
    """The hall of a device: the ids of its tables differ from a server's."""

    def named(self, id_: str) -> str:
        """The id of a new table here."""
        return KEPT_HERE + id_

    async def create(self, table: Table, entry: Entry, following: Sequence[Build] = ()) -> Live:
        """A new table."""
        table.id = self.named(table.id)
        return await super().create(table, entry, following)


class House(Home):
    """Everything that a device has."""

    bots: Thinkers
    people: Me
    shelf: Device

    def __init__(self, store: Store, said: Callable[[str], None] = lambda table: None, learn: Learn = nothing_comes) -> None:
        super().__init__(Settings())
        self.learn = learn
        self.shelf = Device(store)
        self.people = Me(self.shelf)
        self.said = said
        self.hall = DeviceHall(self.settings, self.shelf, self.people, self.now, "device", _at_once)
        self.chat = Silence()
        self.news = Window(said)
        self.bots = Thinkers(self)
        self.sitting = Sitting(self)
        self.studies = Studies()

    async def open(self) -> None:
        """Start. Interrupted bots continue when somebody opens their table."""
        await self.people.read(self.now())
        self.hall.after += [self.happened]

    async def close(self) -> None:
        """Stop everything that is still running."""
        self.stopping = True
        for task in [*self.tasks, *self.bots.running.values()]:
            task.cancel()
        await asyncio.gather(*self.tasks, *self.bots.running.values(), return_exceptions=True)

    async def forget(self, table: str) -> None:
        """Delete a table: its bots stop, its readers are told, and other pages learn of it."""
        if await self.shelf.row(table) is None:
            raise Refused("not_found", "no_table")
        thinking = self.bots.running.get(table)
        if thinking is not None:
            thinking.cancel()
        live = self.hall.tables.get(table)
        if live is None:
            await self.shelf.forget(table)
        else:
            async with live.lock:
                await self.shelf.forget(table)
                live.whole = False
                self.hall.tables.pop(table, None)
            self.gone(live)
        self.said(table)

    @staticmethod
    def gone(live: Live) -> None:
        """Show everybody out who still looks at a table that is deleted."""
        for reader in list(live.readers):
            reader.refuse(Refused("not_found", "no_table"))
        live.readers.clear()

    async def changed_elsewhere(self, table: str) -> None:
        """Another page of the device has gone on at a table, or has deleted it."""
        live = self.hall.tables.get(table)
        if live is not None and await self.shelf.row(table) is None:
            self.hall.tables.pop(table, None)
            self.gone(live)
        else:
            await self.hall.catch_up(table)

    def look(self, visible: bool) -> None:
        """The page became visible or hidden; while it is hidden, no bot begins to think."""
        if visible:
            self.bots.looked_at.set()
        else:
            self.bots.looked_at.clear()


@dataclass
class Asker:
    """The person of the device, in the language of a request.  There is no pace limit."""

    house: House
    lang: str

    @property
    def person(self) -> Person:
        """Who it is."""
        return self.house.people.person

    @person.setter
    def person(self, person: Person) -> None:
        raise AttributeError("it is always the same person")

    @property
    def id(self) -> str:
        """The person's id."""
        return self.person.id

    def limit(self, name: str) -> None:
        """There is no limit on one's own device."""

    def need(self, scope: Scope) -> None:
        """The person may do everything."""

    async def known(self) -> Person:
        """The person."""
        return self.person
