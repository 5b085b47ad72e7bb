"""What a person does at one table, the same over the socket and over REST."""
from __future__ import annotations

from typing import Any, Protocol

from ...bots import Observation
from ..bots.turns import whim
from ..cleaning import clean
from ..errors import Refused
from ..people.person import Person, Scope
from ..storage.entries import Entry
from ..tables import acting
from ..tables.home import Home
from ..tables.live import Done, Live
from ..tables.orders import checked_orders
from ..tables.preview import preview
from ..tables.rights import check_talk
from ..tables.table import Table
from ..tables.terms import gives_hints
from . import messages as m
from . import models as b


class Asker(Protocol):
    """The acting person and the language; on a server requests are counted."""

    person: Person
    lang: str

    @property
    def id(self) -> str:
        """The person's id."""
        ...

    def limit(self, name: str) -> None:
        """Count one thing of a kind."""
        ...

    def need(self, scope: Scope) -> None:
        """Refused if the token does not allow it."""
        ...

    async def known(self) -> Person:
        """The person, who now gets a row if there was none."""
        ...


class Playing:
    """A person at a table."""

    def __init__(self, house: Home, asker: Asker, live: Live, invite: str | None = None) -> None:
        self.house = house
        self.asker = asker
        self.live = live.present
        self.seen = live
        self.id = live.table.id
        self.invite = invite

    def viewpoint(self, seat: int | None) -> int | None:
        """A seat whose view the person may have; None is everybody's view."""
        if seat is not None and seat not in self.live.table.seats_of(self.asker.id):
            raise Refused("forbidden", "not_your_seat", field="seat")
        return seat

    def eyes(self, seat: int | None) -> int | None:
        """The seat that was asked for, else mine; with several of them nobody's, until it is said
        who looks.
        """
        mine = self.live.table.seats_of(self.asker.id)
        return self.viewpoint(mine[0] if seat is None and len(mine) == 1 else seat)

    def key(self, id_: str) -> str:
        """An action id, of this person."""
        return f"{self.asker.id}:{id_}"

    async def do(self, message: Any, done: Done | None = None) -> int:
        """Change the table and return its version.  `done` is sent together with the changes."""
        self.asker.need("play")
        self.asker.limit("sit" if isinstance(message, m.Return | m.Leave) else "act" if isinstance(message, b.ActBody) else "undo")
        user, lang, key = self.asker.id, self.asker.lang, self.key(message.id)

        def build(table: Table) -> Entry:
            at = self.house.now()
            match message:
                case b.ActBody():
                    return acting.decide(table, user, message.seat, message.action, message.version, at, key, lang)
                case b.AskUndoBody():
                    return acting.ask_undo(table, user, message.seat, message.decisions, at, key)
                case b.UndoBody():
                    return acting.undo(table, user, message.seat, message.version, at, key, lang)
                case b.AnswerBody():
                    return acting.answer(table, user, message.ask, message.yes, at, key)
                case m.Return():
                    return acting.take_back_seat(table, user, at, key)
                case _:
                    return acting.leave(table, user, message.resign, self.house.settings.standin, at, key)

        return await self.house.hall.act(self.id, build, key, getattr(message, "version", 0), done)

    async def why_not(self, action: str, seat: int | None) -> dict[str, Any]:
        """The rule that forbids an action, with sentences."""
        self.asker.limit("question")
        await self.house.hall.stored(self.id)
        mine = acting.own_seat(self.live.table, self.asker.id, seat)
        match = self.live.table.match
        if match is None:
            raise Refused("conflict", f"status_{self.live.table.status}")
        reason = match.why_not(action, mine, self.asker.lang)
        if reason is None:
            return {"action": action, "legal": True, "rule": None, "text": None, "says": None}
        return {"action": action, "legal": False, "rule": reason.rule, "text": reason.text,
                "says": match.texts(self.asker.lang).rule(reason.rule)}

    async def preview(self, action: str, seat: int | None) -> dict[str, Any]:
        """What an action (or several in a row, with semicolons) would change, as far as the seat
        can know.
        """
        self.asker.limit("question")
        await self.house.hall.stored(self.id)
        mine = acting.own_seat(self.live.table, self.asker.id, seat)
        match = self.live.table.match
        if match is None or self.live.table.status != "running":
            raise Refused("conflict", f"status_{self.live.table.status}")
        if not self.live.table.config.help:
            raise Refused("conflict", "no_help")
        first = action.partition(";")[0].strip()
        reason = match.why_not(first, mine, self.asker.lang)
        if reason is not None:
            raise acting.illegal(first, reason)
        return preview(match, mine, action, self.asker.lang)

    async def hint(self, seat: int | None) -> dict[str, Any]:
        """What a bot would do at the seat, given what the seat may know."""
        self.asker.limit("hint")
        await self.house.hall.stored(self.id)
        table = self.live.table
        mine = acting.own_seat(table, self.asker.id, seat)
        if table.match is None or table.status != "running":
            raise Refused("conflict", f"status_{table.status}")
        if not gives_hints(table):
            raise Refused("conflict", "no_hints")
        if mine not in table.pending:
            raise Refused("conflict", "not_asked")
        seed = whim(table.secret, table.decisions, mine)
        found = await self.house.bots.advise(self.live, Observation.of(table.match, mine), seed, self.asker.lang)
        return {"action": found.action, "text": found.why}

    async def orders(self, seat: int | None, orders: list[dict[str, Any]] | None) -> list[dict[str, Any]]:
        """Standing orders: set them if some are given; returns all of them."""
        mine = acting.own_seat(self.live.table, self.asker.id, seat)
        if orders is not None:
            self.asker.need("play")
            self.asker.limit("orders")
            await self.house.hall.stored(self.id)
            table = self.live.table
            kept = checked_orders(table, mine, orders)
            await self.house.hall.shelf.keep_orders(self.id, mine, kept)
            self.live.orders[mine] = kept
            self.house.news.tell(**{"is": "orders", "id": self.id, "seat": mine})
            self.house.carry_out_orders(self.live)
        return self.live.orders.get(mine, [])

    async def say(self, id_: str, text: str) -> int:
        """Write a chat message at the table."""
        self.asker.need("play")
        self.asker.limit("chat")
        said = clean(text, lines=True)
        if not said:
            raise Refused("bad_request", "empty_text", field="text")
        person = await self.asker.known()
        check_talk(self.live.table, person.id, self.invite)
        if not self.live.table.seats_of(person.id) and not self.live.table.config.spectators:
            raise Refused("forbidden", "not_seated")
        n = await self.house.chat.say(self.live, person, self.key(id_), said)
        await self.house.chat.tell(self.live, n)
        self.house.news.tell(**{"is": "chat", "id": self.id, "n": n})
        return n
