"""A table's socket: one connection of one person at one table."""
from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from time import perf_counter
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..errors import Refused
from ..house import House
from ..logs import logger
from ..metrics import ACTIONS, REFUSED, SOCKETS
from ..people.people import Person, is_there
from ..people.sessions import mark_of
from ..storage.database import Away
from ..tables.base import Base, encode
from ..tables.live import Done, Live
from ..tables.rights import check_reading, may_talk
from . import messages as m
from .asking import Asker, check_origin, identify, person_of
from .crowd import crowd
from .playing import Playing

PING_EVERY, PONG_WITHIN = 20.0, 30.0
WAITING = 256
"""Messages that may wait for a slow client before it is let go."""
Ending = tuple[int, dict[str, Any] | None]
"""With which code a connection ends, and what is said before."""


class SignedOut(Exception):
    """The session has ended since the connection began: whoever opens one in time may be slow to say hello."""


class Connection:
    """One socket; a Reader of a table."""

    def __init__(self, socket: WebSocket, asker: Asker) -> None:
        self.socket = socket
        self.asker = asker
        self.house: House = asker.house
        self.user: str | None = asker.id
        self.mark, self.kept = mark_of(asker.token), asker.session is not None
        self.invite: str | None = None
        self.seat: int | None = None
        self.sits = False
        self.lang = asker.lang
        self.version: int | None = None
        self.base: Base | None = None
        self.beside = 0
        self.out: list[bytes | Ending] = []
        self.waiting: asyncio.Future[None] | None = None
        self.pinging: asyncio.TimerHandle | None = None
        self.heard_at = 0.0
        self.live: Live | None = None

    # ------------------------------------------------------------ sending

    def tell(self, message: bytes) -> None:
        """Send a message; who does not keep up is let go and comes back to the present state."""
        if len(self.out) < WAITING:
            self._put(message)
        else:
            self.end(4008)

    def say(self, type_: str, **fields: Any) -> None:
        """Send a message made of fields."""
        self.tell(encode({"type": type_, **fields}))

    def end(self, code: int, bye: dict[str, Any] | None = None) -> None:
        """Close the connection after what is waiting, or instead of it when there is no room."""
        if len(self.out) >= WAITING:
            self.out.clear()
        self._put((code, bye))

    def _put(self, message: bytes | Ending) -> None:
        self.out.append(message)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    def refuse(self, refused: Refused) -> None:
        """Say why this connection may not go on, and end it."""
        self.say("refused", **refused.shown(self.lang))
        self.end(4003)

    def follow(self, person: Person | None) -> None:
        """Its person has changed; who was deleted, or has gone over to an account, comes back as who they are now."""
        if is_there(person):
            self.asker.person = person
        else:
            self.log_out()

    def log_out(self) -> None:
        """Its session has ended; whoever has another comes back with it."""
        self.end(1012, {"reason": "logged_out", "retry_ms": 1000})

    async def write(self) -> None:
        """Send what is waiting."""
        loop = asyncio.get_running_loop()
        while True:
            if not self.out:
                self.waiting = loop.create_future()
                await self.waiting
            message = self.out.pop(0)
            if isinstance(message, tuple):
                code, bye = message
                if bye is not None:
                    await self.socket.send_text(encode({"type": "bye", **bye}).decode())
                await self.socket.close(code)
                return
            await self.socket.send_text(message.decode())

    def ping(self, n: int = 0) -> None:
        """Ask now and then whether anybody is there; who is silent for too long is let go."""
        loop = asyncio.get_running_loop()
        if n == 0:
            self.heard_at = loop.time()
        elif loop.time() - self.heard_at > PING_EVERY + PONG_WITHIN:
            self.end(4008)
            return
        else:
            self.say("ping", n=n, at=self.house.now())
        self.pinging = loop.call_later(PING_EVERY, self.ping, n + 1)  # a task for each would cost every table some kB

    # ------------------------------------------------------------ listening

    async def listen(self, playing: Playing) -> None:
        """Take messages until the connection ends."""
        loop = asyncio.get_running_loop()
        while True:
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            self.heard_at = loop.time()
            frame: str | bytes = event.get("text") or event.get("bytes") or ""
            try:
                self.asker.limiter.check("message", str(id(self)))
            except Refused:
                self.end(4009, {"reason": "too_many", "retry_ms": 10_000})
                return
            await self.take(frame, playing)

    async def take(self, frame: str | bytes, playing: Playing) -> None:
        """Do what a message asks; a refusal is an answer, not an end."""
        about: dict[str, str] = {}
        try:
            message = m.read(frame)
            about = {k: getattr(message, k) for k in ("id", "ref") if hasattr(message, k)}
            await self.do(message, playing)
        except Refused as refused:
            REFUSED.labels(refused.code).inc()
            self.say("refused", **(about or m.refs(frame)), **refused.shown(self.lang))
        except Away:
            self.say("refused", **about, **Refused("busy", more={"retry_ms": 2000}).shown(self.lang))
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception:
            number = secrets.token_hex(4)
            logger().exception("socket", table=playing.id, number=number)
            self.say("refused", **about, **Refused("internal", more={"number": number}, n=number).shown(self.lang))

    async def do(self, message: Any, playing: Playing) -> None:
        """One message."""
        match message:
            case m.Act() | m.Undo() | m.AskUndo() | m.Answer() | m.Return() | m.Leave():
                began = perf_counter()
                done = Done(self, message.id)
                version = await playing.do(message, done)
                ACTIONS.observe(perf_counter() - began)
                if not done.told:  # it was done before, or this connection is no longer told anything
                    self.say("done", id=message.id, version=version)
            case m.WhyNot():
                self.say("reply", ref=message.ref, **await playing.why_not(message.action, message.seat))
            case m.Preview():
                self.say("reply", ref=message.ref, **await playing.preview(message.action, message.seat))
            case m.Orders():
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
            case m.Ping():
                self.say("pong", n=message.n)
            case m.Pong():
                pass
            case _:
                raise Refused("bad_request", "hello_twice", field="type")

    async def update(self, table: str, other_eyes: bool = False) -> None:
        """Send the whole state again, as it is stored, with the last steps as they read now: other eyes, other words."""
        live = await self.house.hall.fresh(table)
        check_reading(live.table, self.user, self.invite)
        orders = {"orders": orders_of(live, self.seat)} if other_eyes else {}
        self.say("update", state=live.whole_state(self, None), **orders)


def orders_of(live: Live, seat: int | None) -> list[dict[str, Any]]:
    """The standing orders of the seat that somebody looks from."""
    return live.orders.get(seat, []) if seat is not None else []


async def serve_socket(socket: WebSocket, id_: str) -> None:
    """A connection from its beginning to its end."""
    house: House = socket.app.state.house
    try:
        check_origin(socket, house)
        asker = await identify(socket)
        asker.limiter.check("socket", asker.address)
        with crowd.place("socket", asker.address, asker.limiter.on):
            await _served(socket, asker, id_)
    except Refused as refused:
        await socket.close(4009 if refused.code == "limited" else 4003)


async def _served(socket: WebSocket, asker: Asker, id_: str) -> None:
    house = asker.house
    await socket.accept()
    connection = Connection(socket, asker)
    SOCKETS.inc()
    writer = asyncio.create_task(connection.write(), name="socket writer")
    listener = asyncio.create_task(_listen(connection, id_), name="socket listener")
    connection.ping()
    try:
        await asyncio.wait({writer, listener}, return_when=asyncio.FIRST_COMPLETED)
        if not writer.done():  # what was said last, such as why it ends, still goes out
            connection.end(1000)
            await asyncio.wait({writer}, timeout=5)
    finally:
        SOCKETS.dec()
        if connection.pinging is not None:
            connection.pinging.cancel()
        for task in (writer, listener):
            task.cancel()
        await asyncio.gather(writer, listener, return_exceptions=True)
        if connection.live is not None:
            connection.live.readers.discard(connection)
            connection.live.used_at = house.now()
            house.news.presence(connection.live)
        if socket.client_state is WebSocketState.CONNECTED and socket.application_state is WebSocketState.CONNECTED:
            await _close(socket)


async def _close(socket: WebSocket) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # whoever was there is gone already
        await socket.close(1011)


async def _listen(connection: Connection, id_: str) -> None:
    try:
        playing = await _hello(connection, id_)
    except Refused as refused:
        code = {"not_found": 4004, "forbidden": 4003, "unauthorized": 4003}.get(refused.code, 4001)
        connection.say("refused", **refused.shown(connection.lang))
        connection.end(code)
        await asyncio.sleep(5)
        return
    except Away:
        connection.end(1013, {"reason": "busy", "retry_ms": 2000})
        await asyncio.sleep(5)
        return
    except SignedOut:
        connection.log_out()
        await asyncio.sleep(5)
        return
    await connection.listen(playing)


async def _hello(connection: Connection, id_: str) -> Playing:
    """The first message: who it is, and from where to go on."""
    try:
        async with asyncio.timeout(30):
            event = await connection.socket.receive()
    except TimeoutError:
        raise Refused("bad_request", "hello_first", field="type") from None
    if event["type"] == "websocket.disconnect":
        raise Refused("bad_request", "hello_first", field="type")
    message = m.read(event.get("text") or event.get("bytes") or "")
    if not isinstance(message, m.Hello):
        raise Refused("bad_request", "hello_first", field="type")
    if message.protocol != m.PROTOCOL:
        raise Refused("bad_request", "other_protocol", field="protocol", n=m.PROTOCOL)
    asker, house = connection.asker, connection.house
    if message.token is not None:
        found = await person_of(house, message.token, asker.device)
        if found is None:
            raise Refused("unauthorized", "bad_token", field="token")
        person, asker.session = found
        asker.person, asker.token = person, message.token
        connection.user, connection.mark, connection.kept = person.id, mark_of(message.token), asker.session is not None
        asker.lang = connection.lang = person.lang or asker.lang
    if message.lang is not None:
        asker.lang = connection.lang = message.lang
    live = await house.hall.fresh(id_)
    connection.invite = message.invite
    check_reading(live.table, connection.user, message.invite)
    playing = Playing(house, asker, live, message.invite)
    mine = live.table.seats_of(connection.user)
    connection.seat = playing.viewpoint(message.seat) if message.seat is not None else (mine[0] if mine else None)
    connection.sits = bool(mine)
    async with live.lock:  # nothing happens between the welcome and the first update
        if not live.whole:
            await house.hall.reload(live)
        heard = may_talk(live.table, connection.user, message.invite)
        chat = await house.chat.page(id_, connection.user) if heard else []
        if connection.kept and await house.sessions.gone({connection.mark}):
            raise SignedOut
        check_reading(live.table, connection.user, message.invite)  # it may have started meanwhile
        connection.say("welcome", protocol=m.PROTOCOL, table=house.shown(live, connection.user, connection.lang),
                       state=live.whole_state(connection, message.version), chat=chat,
                       orders=orders_of(live, connection.seat))
        connection.live = live
        live.readers.add(connection)
    if house.settings.shared:
        house.news.tell(**{"is": "who", "id": id_})
    house.news.presence(live)
    return playing


async def end_all(house: House) -> None:
    """The server stops: everybody is told to come back."""
    for live in house.hall.tables.values():
        for reader in list(live.readers):
            if isinstance(reader, Connection):
                reader.end(1012, {"reason": "restart", "retry_ms": 1500})
    await asyncio.sleep(0.1)
