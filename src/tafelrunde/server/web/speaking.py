"""The conversation between a table and one of its readers, whatever the transport."""
from __future__ import annotations

import secrets
from typing import Any

from ..bots.devices import Device
from ..errors import Refused
from ..logs import logger
from ..people.person import Person
from ..storage.entries import Away
from ..tables.base import Base, encode
from ..tables.home import Home
from ..tables.live import Done, Live
from ..tables.rights import check_reading, may_talk
from . import messages as m
from .playing import Asker, Playing


class Speaker:
    """One reader at one table; subclasses provide the transport."""

    house: Home
    asker: Asker
    mark = ""
    kept = False

    def __init__(self, user: str | None, lang: str) -> None:
        self.user = user
        self.invite: str | None = None
        self.seat: int | None = None
        self.sits = False
        self.lang = lang
        self.version: int | None = None
        self.base: Base | None = None
        self.beside = 0
        self.live: Live | None = None
        self.device: Device | None = None

    def tell(self, message: bytes) -> None:
        """Send a message."""
        raise NotImplementedError

    def end(self, code: int, bye: dict[str, Any] | None = None) -> None:
        """End the connection after the waiting messages."""
        raise NotImplementedError

    def follow(self, person: Person | None) -> None:
        """Its person has changed."""

    def log_out(self) -> None:
        """Its session has ended."""

    def refused(self, refused: Refused) -> None:
        """Something was refused; the reader is told anyway."""

    def away(self, away: Away) -> Refused:
        """The answer if nothing can be stored."""
        return Refused("busy", more={"retry_ms": 2000})

    async def act(self, playing: Playing, message: Any, done: Done) -> int:
        """Apply a change and return its version."""
        return await playing.do(message, done)

    @property
    def called(self) -> str:
        """The name that others read; hidden people have none for them."""
        return "" if self.asker.person.hidden else self.asker.person.name

    def say(self, type_: str, **fields: Any) -> None:
        """Send a message made of fields."""
        self.tell(encode({"type": type_, **fields}))

    def refuse(self, refused: Refused) -> None:
        """Say why this connection cannot continue, and end it."""
        self.say("refused", **refused.shown(self.lang))
        self.end(4003)

    # ------------------------------------------------------------ the first words

    def greeted(self, text: str | bytes) -> m.Hello:
        """The first message; Refused if it is a different one, or of another protocol."""
        message = m.read(text)
        if not isinstance(message, m.Hello):
            raise Refused("bad_request", "hello_first", field="type")
        if message.protocol != m.PROTOCOL:
            raise Refused("bad_request", "other_protocol", field="protocol", n=m.PROTOCOL)
        return message

    async def still_there(self) -> None:
        """Raise something if the reader may not be welcomed after all."""

    async def welcome(self, message: m.Hello, id_: str) -> Playing:
        """Let a reader in, and show everything."""
        house = self.house
        if message.lang is not None:
            self.asker.lang = self.lang = message.lang
        live = await house.hall.fresh(id_)
        self.invite = message.invite
        check_reading(live.table, self.user, message.invite, house.now())
        playing = Playing(house, self.asker, live, message.invite)
        mine = live.table.seats_of(self.user)
        self.seat = playing.eyes(message.seat)
        self.sits = bool(mine)
        await house.hall.seen(live, self.user)  # nobody waits for what must be replayed for it
        async with live.lock:  # nothing happens between the welcome and the first update
            if not live.whole:
                await house.hall.reload(live)
            heard = may_talk(live.table, self.user, message.invite)
            face = await house.hall.seen(live, self.user)
            chat = await house.chat.page(live, self.user) if heard else []
            await self.still_there()
            # It may have started meanwhile
            check_reading(live.table, self.user, message.invite, house.now())
            self.say("welcome", protocol=m.PROTOCOL, table=house.shown(live, self.user, self.lang),
                     state=face.whole_state(self, message.version), chat=chat, orders=orders_of(live, self.seat))
            self.live = live
            live.readers.add(self)
        return playing

    # ------------------------------------------------------------ what follows

    async def take(self, frame: str | bytes, playing: Playing) -> None:
        """Do what a message asks; a refusal is an answer and does not end the connection."""
        about: dict[str, str] = {}
        try:
            message = m.read(frame)
            about = {k: getattr(message, k) for k in ("id", "ref") if hasattr(message, k)}
            await self.do(message, playing)
        except Refused as refused:
            self.refused(refused)
            self.say("refused", **(about or m.refs(frame)), **refused.shown(self.lang))
        except Away as away:
            self.say("refused", **about, **self.away(away).shown(self.lang))
        except Exception:
            number = secrets.token_hex(4)
            logger().exception("socket", table=playing.id, number=number)
            self.say("refused", **about, **Refused("internal", more={"number": number}, n=number).shown(self.lang))

    async def do(self, message: Any, playing: Playing) -> None:
        """One message."""
        match message:
            case m.Act() | m.Undo() | m.AskUndo() | m.Answer() | m.Return() | m.Leave():
                done = Done(self, message.id)
                version = await self.act(playing, message, done)
                if not done.told:  # it was done before, or this connection is no longer served
                    self.say("done", id=message.id, version=version)
            case m.WhyNot():
                self.say("reply", ref=message.ref, **await playing.why_not(message.action, message.seat))
            case m.Preview():
                self.say("reply", ref=message.ref, **await playing.preview(message.action, message.seat))
            case m.Hint():
                # Meanwhile its other messages are handled
                self.house.spawn(self.advise(message, playing), "hint")
            case m.GiveOrders():
                self.say("reply", ref=message.ref, orders=await playing.orders(message.seat, message.orders))
            case m.Chat():
                await playing.say(message.id, message.text)
                self.say("done", id=message.id, version=playing.live.table.version)
            case m.Look():
                self.seat = playing.viewpoint(message.seat)
                await self.update(playing.id, other_eyes=True)
            case m.Language():
                self.lang = self.asker.lang = message.lang
                await self.update(playing.id)
            case m.Offer():
                await self.offer(message.kernel, playing)
            case m.Thought():
                playing.asker.need("play")
                if self.device is None:
                    raise Refused("conflict", "thought_late")
                self.device.answer(message.ref, message.action)
            case m.Ping():
                self.say("pong", n=message.n)
            case m.Pong():
                pass
            case _:
                raise Refused("bad_request", "hello_twice", field="type")

    async def offer(self, kernel: str | None, playing: Playing) -> None:
        """This page thinks for bots from now on, or no longer."""
        playing.asker.need("play")
        if kernel is None:
            self.stop_thinking()
        elif self.device is None:
            self.device = await self.house.bots.offered(self, kernel, playing.live)

    def stop_thinking(self) -> None:
        """Nobody waits for this page to think any more."""
        if self.device is not None:
            self.device.leave()

    async def advise(self, message: m.Hint, playing: Playing) -> None:
        """Answer with what a bot would do, as soon as it has thought."""
        try:
            told = await playing.hint(message.seat)
        except Refused as refused:
            self.refused(refused)
            self.say("refused", ref=message.ref, **refused.shown(self.lang))
        else:
            self.say("reply", ref=message.ref, **told)

    async def update(self, table: str, other_eyes: bool = False) -> None:
        """Send the whole state again, as it is stored, with the last steps as they read now: other
        eyes, other words.
        """
        live = await self.house.hall.fresh(table)
        check_reading(live.table, self.user, self.invite, self.house.now())
        live = await self.house.hall.seen(live, self.user)
        orders = {"orders": orders_of(live, self.seat)} if other_eyes else {}
        self.say("update", state=live.whole_state(self, None), **orders)


def orders_of(live: Live, seat: int | None) -> list[dict[str, Any]]:
    """The standing orders of the viewing seat."""
    return live.orders.get(seat, []) if seat is not None else []
