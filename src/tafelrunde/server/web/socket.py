"""A table's socket: one connection of one person at one table."""
from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import Refused
from ..house import House
from ..logs import logger
from ..metrics import ACTIONS, REFUSED, SOCKETS
from ..pace import LOADING, MESSAGE, REQUEST, WHOLE
from ..people.person import Person, is_there
from ..people.sessions import mark_of
from ..storage.entries import Away
from ..tables.live import Done
from .asking import Asker, address_of, check_origin, identify, person_of
from .crowd import crowd
from .frames import FRAMES, Frames
from .limits import Limiter
from .messages import Language, Look
from .playing import Playing
from .speaking import Speaker

PING_EVERY, PONG_WITHIN = 20.0, 30.0
REFUSALS = {"not_found": 4004, "forbidden": 4003, "unauthorized": 4003}
"""The close code when a hello is refused; 4001 for any other error in it."""


class SignedOut(Exception):
    """The session ended between opening the connection and saying hello."""


class Connection(Speaker):
    """One socket; a Reader of a table."""

    house: House
    asker: Asker

    def __init__(self, socket: WebSocket, asker: Asker) -> None:
        super().__init__(asker.id, asker.lang)
        self.socket = socket
        self.asker = asker
        self.house = asker.house
        self.mark, self.kept = mark_of(asker.token), asker.session is not None
        self.frames: Frames = socket.scope["extensions"][FRAMES]
        self.frames.place = asker.address if asker.limiter.on else None
        self.closing: asyncio.Task[None] | None = None
        self.pinging: asyncio.TimerHandle | None = None
        self.heard_at = asyncio.get_running_loop().time()

    # ------------------------------------------------------------ sending

    def tell(self, message: bytes) -> None:
        """Send a message; a client that cannot keep up is disconnected and gets the present state
        on return.
        """
        if self.closing is None:
            self.frames.say(message)

    def end(self, code: int, bye: dict[str, Any] | None = None) -> None:
        """Close the connection; messages from or to its client no longer count."""
        if bye is not None:
            self.say("bye", **bye)
        if self.closing is None:
            self.closing = asyncio.create_task(self._close(code), name="socket closing")

    async def _close(self, code: int) -> None:
        # The client is gone, or does not read
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(5):
                await self.socket.close(code)
        self.frames.leave()

    def refused(self, refused: Refused) -> None:
        """Something was refused."""
        REFUSED.labels(refused.code).inc()

    async def do(self, message: Any, playing: Playing) -> None:
        if isinstance(message, Look | Language):
            await self.house.pace.wait(self.asker.address, WHOLE)
        if self.closing is None:  # waiting messages do not count after the end
            await super().do(message, playing)

    async def act(self, playing: Playing, message: Any, done: Done) -> int:
        """Apply a change and return its version."""
        began = perf_counter()
        version = await super().act(playing, message, done)
        ACTIONS.observe(perf_counter() - began)
        return version

    async def still_there(self) -> None:
        """A session that has ended meanwhile is not welcomed."""
        if self.kept and await self.house.sessions.gone({self.mark}):
            raise SignedOut

    def follow(self, person: Person | None) -> None:
        """Its person has changed; a deleted guest, or one that became an account, must connect
        again.
        """
        if is_there(person):
            self.asker.person = person
        else:
            self.log_out()

    def log_out(self) -> None:
        """Its session has ended; a client with another session can reconnect."""
        self.end(1012, {"reason": "logged_out", "retry_ms": 1000})

    def ping(self, n: int = 1) -> None:
        """Ask a client that is silent whether it is there; one that stays silent for too long is
        disconnected.
        """
        loop = asyncio.get_running_loop()
        silent = loop.time() - self.heard_at
        if silent > PING_EVERY + PONG_WITHIN:
            self.end(4008)
            return
        asks = silent >= PING_EVERY
        if asks:
            self.say("ping", n=n, at=self.house.now())
        wait = PING_EVERY if asks else PING_EVERY - silent
        # A task for each would cost every table some kB
        self.pinging = loop.call_later(wait, self.ping, n + asks)

    # ------------------------------------------------------------ listening

    async def listen(self, playing: Playing) -> None:
        """Take messages until the connection ends."""
        loop = asyncio.get_running_loop()
        while True:
            event: Any = await self.frames.receive()
            if event["type"] == "websocket.disconnect" or self.closing is not None:
                return
            self.heard_at = loop.time()
            frame: str | bytes = event.get("text") or event.get("bytes") or ""
            try:
                self.asker.limiter.check("message", str(id(self)))
            except Refused:
                self.end(4009, {"reason": "too_many", "retry_ms": 10_000})
                return
            await self.house.pace.wait(self.asker.address, MESSAGE)
            if self.closing is not None:
                return
            await self.take(frame, playing)

async def serve_socket(socket: WebSocket, id_: str) -> None:
    """A connection from its beginning to its end."""
    house: House = socket.app.state.house
    limiter: Limiter = socket.app.state.limiter
    address = address_of(socket)
    try:
        with crowd.place("socket", address, limiter.on):
            await house.pace.wait(address, REQUEST)  # whoever only knocks has to wait, too
            limiter.check("socket", address)
            check_origin(socket, house)
            await _served(socket, await identify(socket), id_)
    except Refused as refused:
        await socket.close(4009 if refused.code == "limited" else 4003)


async def _served(socket: WebSocket, asker: Asker, id_: str) -> None:
    house = asker.house
    await socket.accept()
    connection = Connection(socket, asker)
    SOCKETS.inc()
    connection.ping()
    try:
        await connection.listen(await _hello(connection, id_))
        connection.end(1000)
    except Refused as refused:
        connection.say("refused", **refused.shown(connection.lang))
        connection.end(REFUSALS.get(refused.code, 4001))
    except Away:
        connection.end(1013, {"reason": "busy", "retry_ms": 2000})
    except SignedOut:
        connection.log_out()
    except Exception:
        logger().exception("socket", table=id_)
        connection.end(1011)
    finally:
        SOCKETS.dec()
        connection.stop_thinking()
        if connection.pinging is not None:
            connection.pinging.cancel()
        if connection.live is not None:
            connection.live.readers.discard(connection)
            connection.live.used_at = house.now()
            house.news.presence(connection.live)
    if connection.closing is not None:
        await connection.closing


async def _hello(connection: Connection, id_: str) -> Playing:
    """The first message: who it is, and where to continue."""
    try:
        async with asyncio.timeout(30):
            event = await connection.socket.receive()
    except TimeoutError:
        raise Refused("bad_request", "hello_first", field="type") from None
    if event["type"] == "websocket.disconnect":
        raise Refused("bad_request", "hello_first", field="type")
    message = connection.greeted(event.get("text") or event.get("bytes") or "")
    asker, house = connection.asker, connection.house
    if message.token is not None:
        found = await person_of(house, message.token, asker.device)
        if found is None:
            raise Refused("unauthorized", "bad_token", field="token")
        person, asker.session = found
        asker.person, asker.token = person, message.token
        connection.user, connection.mark, connection.kept = person.id, mark_of(message.token), asker.session is not None
        asker.lang = connection.lang = person.lang or asker.lang
    await house.pace.wait(asker.address, WHOLE if id_ in house.hall.tables else LOADING)
    playing = await connection.welcome(message, id_)
    live = playing.live
    _forget_request(connection.socket)
    if house.settings.shared:
        house.news.tell(**{"is": "who", "id": id_})
    house.news.presence(live)
    return playing


def _forget_request(socket: WebSocket) -> None:
    """Drop the data of the handshake: nobody needs them any more, and there are many connections.
    """
    socket.scope.clear()
    for read in ("_headers", "_cookies", "_query_params"):
        vars(socket).pop(read, None)


async def end_all(house: House) -> None:
    """The server stops: ask everybody to come back."""
    for live in house.hall.tables.values():
        for reader in list(live.readers):
            if isinstance(reader, Connection):
                reader.end(1012, {"reason": "restart", "retry_ms": 1500})
    await asyncio.sleep(0.1)
