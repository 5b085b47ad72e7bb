"""A client for programs: everything the protocol offers, from Python.

    async with Client("http://127.0.0.1:8080") as client:
        await client.guest("Ada's bot")
        table = await client.fair.sit("/api/play-now", game="el_grande", level="simple")
        async with client.sit(table["id"]) as seat:
            while not seat.state["over"]:
                state = await seat.my_turn()
                await seat.act(state["legal"][0])
        await client.fair.verify(table["id"])
"""
from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ..errors import TafelrundeError
from .fair_play import FairPlay
from .tables.changes import apply

SILENCE = 60.0
"""Seconds of silence after which a connection is given up; the server sends something every twenty.
"""


class ServerRefused(TafelrundeError):
    """The server's answer was an error: `.code`, `.text`, `.field`, `.rule`, and `.error` with
    everything.
    """

    def __init__(self, error: dict[str, Any], status: int = 0) -> None:
        super().__init__(f"{error.get('field') or error.get('code')}: {error.get('text')}")
        self.error = error
        self.status = status
        self.code: str = error.get("code", "")
        self.text: str = error.get("text", "")
        self.field: str | None = error.get("field")
        self.rule: str | None = error.get("rule")


class Client:
    """One person at one server; `others` are further addresses of it that sockets try when one does
    not answer.

    `fair` adds a seed to every seat that is taken through it and checks finished games; it is kept
    in the file `keep`.
    """

    def __init__(self, url: str, token: str | None = None, lang: str = "en", patience: float = 30.0,
                 others: Sequence[str] = (), keep: Path | None = None) -> None:
        self.url = url.rstrip("/")
        self.others = [o.rstrip("/") for o in others]
        self.token = token
        self.lang = lang
        self.patience = patience
        self.user: dict[str, Any] = {}
        self.fair = FairPlay(self, keep)
        self.http = httpx.AsyncClient(base_url=self.url, timeout=30)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self.http.aclose()

    def turn(self) -> None:
        """Continue with the next address."""
        if self.others:
            self.others.append(self.url)
            self.url = self.others.pop(0)

    async def request(self, method: str, path: str, json: Any = None, **query: Any) -> Any:
        """One REST request; ServerRefused if the answer is an error."""
        headers = {"Accept-Language": self.lang}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        answer = await self.http.request(method, path, json=json, headers=headers,
                                         params={k: v for k, v in query.items() if v is not None} or None)
        if answer.is_error:
            try:
                error = answer.json()["error"]
            except (ValueError, KeyError, TypeError):
                error = {"code": "internal", "text": answer.text[:200]}
            raise ServerRefused(error, answer.status_code)
        if not answer.headers.get("content-type", "").startswith("application/json"):
            return answer.text
        body = answer.json()
        # An account was created, entered, left or deleted
        if isinstance(body, dict) and "csrf" in body and "token" in body:
            self.token, self.user = body["token"], body["user"]
        return body

    async def get(self, path: str, **query: Any) -> Any:
        """GET with a query."""
        return await self.request("GET", path, **query)

    async def post(self, path: str, **body: Any) -> Any:
        """POST with a JSON body."""
        return await self.request("POST", path, body)

    async def guest(self, name: str | None = None) -> dict[str, Any]:
        """Become a new guest."""
        made = await self.post("/api/guests", **({"name": name} if name else {}))
        self.token, self.user = made["token"], made["user"]
        return self.user

    def sit(self, table: str, invite: str | None = None, seat: int | None = None) -> TableSocket:
        """The socket of a table."""
        return TableSocket(self, table, invite, seat)


class TableSocket:
    """A table's socket that reconnects by itself.

    `state` is the last state, `table` the table's own data, `steps` everything that was told,
    `messages` the chat.
    """

    def __init__(self, client: Client, id_: str, invite: str | None, seat: int | None) -> None:
        self.client = client
        self.id = id_
        self.invite = invite
        self.seat = seat
        self.state: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.steps: list[dict[str, Any]] = []
        self.messages: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.listener: Callable[[bytes], None] | None = None
        self.connects = 0
        self._socket: ClientConnection | None = None
        self._welcome = False
        self._rest = 0.0
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._news = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None
        self._over: BaseException | None = None
        self._refusal: ServerRefused | None = None

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._run())
        await self.until(lambda: bool(self.state))
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the connection (not the seat)."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    # ------------------------------------------------------------ doing

    async def act(self, action: str, seat: int | None = None, version: int | None = None, id_: str | None = None) -> int:
        """Decide; returns the new version.  It is resent after a lost connection, but done only
        once.
        """
        answer = await self.ask("act", id=id_ or secrets.token_urlsafe(12), action=action, seat=seat,
                                version=self.state["version"] if version is None else version)
        return answer["version"]

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a message that has an id or a ref, and wait for its answer; ServerRefused when it is
        refused.
        """
        if "id" not in fields and "ref" not in fields:
            fields["ref" if type_ in ("why_not", "preview", "orders") else "id"] = secrets.token_urlsafe(12)
        message = {"type": type_, **{k: v for k, v in fields.items() if v is not None}}
        key: str = message.get("id") or message["ref"]
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[key] = (message, future)
        await self._send(message)
        try:
            async with asyncio.timeout(self.client.patience):
                return await future
        finally:
            self._waiting.pop(key, None)

    async def say(self, type_: str, **fields: Any) -> None:
        """Send a message that has no answer of its own."""
        await self._send({"type": type_, **fields})

    async def my_turn(self) -> dict[str, Any]:
        """Wait until this seat must decide, or the game is over; returns the state then."""
        await self.until(lambda: bool(self.state.get("over") or self.state.get("legal")))
        return self.state

    async def until(self, condition: Callable[[], bool], patience: float | None = None) -> None:
        """Wait until a condition on the received messages holds."""
        async with asyncio.timeout(patience or self.client.patience), self._news:
            await self._news.wait_for(lambda: condition() or self._over is not None)
        if self._over is not None and not condition():
            raise self._over

    # ------------------------------------------------------------ the connection

    async def _send(self, message: dict[str, Any]) -> None:
        if self._socket is not None:
            try:
                await self._socket.send(msgspec.json.encode(message).decode())
            except ConnectionClosed:
                return  # it is sent again after the next welcome

    async def _run(self) -> None:
        pause = 0.05
        while True:
            address = self.client.url.replace("http", "ws", 1) + f"/api/tables/{self.id}/socket"
            try:
                async with connect(address, compression=None, max_size=None, ping_interval=None,
                                   user_agent_header=None) as socket:
                    self._socket = socket
                    await self._hello(socket)
                    pause = 0.05
                    while True:
                        async with asyncio.timeout(SILENCE):
                            frame = await socket.recv()
                        await self._take(frame.encode() if isinstance(frame, str) else frame)
            except (OSError, EOFError, WebSocketException, TimeoutError) as error:
                code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else 0
            finally:
                self._socket = None
            if code in (4001, 4003, 4004):
                await self._end(self._refusal or ServerRefused({"code": "forbidden", "text": f"closed with {code}"}))
                return
            self.client.turn()
            await asyncio.sleep(max(pause, self._rest))
            self._rest = 0.0
            pause = min(pause * 2, 1.0)

    async def _hello(self, socket: ClientConnection) -> None:
        self._welcome = False
        hello = {"type": "hello", "protocol": 2, "lang": self.client.lang, "token": self.client.token, "seat": self.seat,
                 "invite": self.invite, "version": self.state.get("version")}
        await socket.send(msgspec.json.encode({k: v for k, v in hello.items() if v is not None}).decode())

    async def _end(self, error: BaseException) -> None:
        async with self._news:
            self._over = error
            for _, future in self._waiting.values():
                if not future.done():
                    future.set_exception(error)
            self._news.notify_all()

    async def _take(self, frame: bytes) -> None:
        if self.listener is not None:
            self.listener(frame)
        message: dict[str, Any] = msgspec.json.decode(frame)
        kind = message["type"]
        async with self._news:
            self.heard.append(message)
            del self.heard[:-200]
            if kind == "welcome":
                self._welcome = True
                self.connects += 1
                self.table = message["table"]
                self.messages = message["chat"]
                self._follow(message["state"])
                for waiting, _ in list(self._waiting.values()):
                    await self._send(waiting)
            elif kind == "update":
                await self._update(message)
            elif kind == "table":
                self.table = message["table"]
            elif kind == "chat":
                self.messages.append(message["message"])
            elif kind == "bye":
                self._rest = message["retry_ms"] / 1000
            elif kind == "ping":
                await self._send({"type": "pong", "n": message["n"]})
            elif kind in ("done", "refused", "reply"):
                self._answered(message)
            self._news.notify_all()

    async def _update(self, message: dict[str, Any]) -> None:
        """Apply an update: a whole state, or what has changed since the last one."""
        if "state" in message:
            self._follow(message["state"])
        elif self.state and message["from"] == self.state["version"]:
            beside = {k: message[k] for k in ("steps", "rewound", "clocks", "seats", "watching") if k in message}
            self._follow(apply(self.state, message["changes"]) | beside)
        else:  # something was missed: ask for the whole state
            await self._send({"type": "look", "seat": self.state.get("seat")})
        if "done" in message:
            self._answered({"type": "done"} | message["done"])

    def _follow(self, state: dict[str, Any]) -> None:
        if self.state and state["version"] < self.state["version"]:
            return
        if state["rewound"] is not None:
            self.steps = [s for s in self.steps if s["version"] <= state["rewound"]]
        known = {s["version"] for s in self.steps}
        self.steps += [s for s in state["steps"] if s["version"] not in known]
        self.state = state

    def _answered(self, message: dict[str, Any]) -> None:
        key = message.get("id") or message.get("ref") or ""
        if key not in self._waiting:
            if message["type"] == "refused" and not key:  # if the connection ends now, this is why
                self._refusal = ServerRefused(message["error"])
            return
        future = self._waiting[key][1]
        if future.done():
            return
        if message["type"] == "refused":
            if message["error"]["code"] == "busy":
                asyncio.get_running_loop().call_later(message["error"].get("retry_ms", 1000) / 1000, self._again, key)
                return
            future.set_exception(ServerRefused(message["error"]))
        else:
            future.set_result(message)

    def _again(self, key: str) -> None:
        """The server could not store it just now: send it again."""
        if key in self._waiting:
            task = asyncio.ensure_future(self._send(self._waiting[key][0]))
            task.add_done_callback(lambda t: t.exception())
