"""What tables need from their surroundings: a server, or a device without a network."""
from __future__ import annotations

import asyncio
from time import time
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import Refused
from ..games import title_of, words_of
from ..logs import logger
from ..people.person import Person
from ..settings import Settings
from ..storage.entries import Entry
from . import acting
from .base import encode
from .hall import MATCH, Hall
from .live import Live
from .orders import ordered
from .showing import table_shown, veiled
from .table import Table

if TYPE_CHECKING:
    from ..bots.turns import Turns
    from .sitting import Sitting
    from .studies import Studies


class Talk(Protocol):
    """The chat of tables."""

    async def say(self, live: Live, person: Person, key: str, text: str) -> int:
        """Store a message and return its number."""
        ...

    async def page(self, live: Live, reader: str | None, before: int | None = None) -> list[dict[str, Any]]:
        """The newest messages."""
        ...

    async def tell(self, live: Live, n: int) -> None:
        """Tell everybody at the table a message."""
        ...


class Criers(Protocol):
    """Tells other pages and other processes."""

    def tell(self, **news: Any) -> None:
        """Tell the other processes."""
        ...

    def presence(self, live: Live) -> None:
        """Tell a table's readers, and the other processes, who is connected."""
        ...

    def table_changed(self, live: Live, entry: Entry) -> None:
        """Something has happened at a table."""
        ...


class Home:
    """A house as its tables know it."""

    hall: Hall
    sitting: Sitting
    bots: Turns
    studies: Studies
    chat: Talk
    news: Criers

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tasks: set[asyncio.Task[Any]] = set()
        self.stopping = False

    def now(self) -> int:
        """The time in milliseconds."""
        return int(time() * 1000)

    def private(self, text: str) -> str:
        """Something that follows from a text; on a server nobody else can compute it."""
        return text

    def spawn(self, work: Any, name: str) -> None:
        """Run something in the background; log a failure."""
        task = asyncio.create_task(work, name=name)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger().error("task failed", task=task.get_name(), error=repr(task.exception())[:300])

    def happened(self, live: Live, entry: Entry, ours: bool) -> None:
        """What follows from an entry outside the table itself; the process that appended it does
        this.
        """
        self.news.table_changed(live, entry)
        if entry.kind not in MATCH:
            self.tell_readers(live)
        if not ours:
            return
        if live.table.bots_due and self.settings.bots_inside:
            self.bots.wake(live.table.id)
        self.carry_out_orders(live)

    # ------------------------------------------------------------ showing

    def shown(self, live: Live, user: str | None, lang: str) -> dict[str, Any]:
        """A table as lists and pages show it to a reader."""
        face, live = live.face(user), live.present
        table, people = (live.table, live.people) if face is None else (face.table, face.people)
        if face is None:
            people = {id_: person for id_, person in people.items() if id_ not in live.hidden}
        words = {"words": words_of(table.config.game, table.config.options, lang)}
        shown = table_shown(table, people, live.online(), live.watching(), user, title_of(table.config.game, lang), words)
        if face is None and live.delayed:
            shown = veiled(shown, max(1, live.open_until))
        if shown["result"] is not None and live.more.get("ratings"):
            shown["result"] = shown["result"] | {"ratings": live.more["ratings"]}
        return shown

    def tell_readers(self, live: Live) -> None:
        """Send a table's own data to all its readers."""
        for reader in live.entitled():
            reader.tell(encode({"type": "table", "table": self.shown(live, reader.user, reader.lang)}))

    # ------------------------------------------------------------ standing orders

    def carry_out_orders(self, live: Live) -> None:
        """Carry out standing orders in the background."""
        if live.orders and any(live.orders.get(p) for p in live.table.pending):
            self.spawn(self._carry_out(live), "orders")

    async def _carry_out(self, live: Live) -> None:
        for seat in live.table.pending:
            wanted = ordered(live.table, seat, live.orders.get(seat, []))
            if wanted is None:
                continue
            action, left = wanted
            decisions = live.table.decisions

            def build(table: Table, seat: int = seat, action: str = action, decisions: int = decisions) -> Entry:
                if table.decisions != decisions or seat not in table.pending:
                    raise Refused("stale", more={"version": table.version})
                return acting.decided(table, seat, action, self.now(), "order", user=table.seats[seat].user)

            try:
                await self.hall.act(live.table.id, build)
            except Refused:
                continue
            if left is not live.orders.get(seat):
                live.orders[seat] = left
                await self.hall.shelf.keep_orders(live.table.id, seat, left)
