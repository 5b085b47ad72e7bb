"""What every request passes first: its turn, its size, security headers, timing for /metrics."""
from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..cleaning import clean
from ..errors import Refused
from ..metrics import REQUESTS
from ..pace import FILE, REQUEST, Pace
from ..saying import language
from ..tables.base import encode
from .headers import security_headers
from .turns import Turn, answered, turns

BODY = 64 * 1024
"""The largest body of a request, in bytes."""
Serve = Callable[[WebSocket, str], Awaitable[None]]
SOCKET = re.compile(r"/api/tables/([A-Za-z0-9_-]{22})/socket")
"""Tables' sockets do not pass through the framework, every layer of which would cost each of them
memory; see docs/protocol.md.
"""


class TooLarge(Exception):
    """A body that exceeds the limit."""


class Guard:
    """The outermost part of the server."""

    def __init__(self, app: ASGIApp, secure: bool, pace: Pace | None = None, socket: Serve | None = None,
                 ours: Callable[[str], bool] = lambda host: True) -> None:
        self.app = app
        self.socket = socket
        self.ours = ours
        self.headers = security_headers(secure)
        self.pace = pace or Pace(on=True)
        self.turns = turns() if self.pace.on else None

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on when it is its turn, a table's socket at once; nothing that is meant
        for another site.
        """
        if not self.ours(host := _host(scope)):
            return self._refuse(scope, send, host)
        if scope["type"] == "websocket" and self.socket is not None and (table := SOCKET.fullmatch(scope["path"])):
            scope["app"] = self.app
            return self.socket(WebSocket(scope, receive, send), table[1])
        if scope["type"] == "websocket":
            return _close(send, 4004)
        return self._in_turn(scope, receive, send)

    async def _refuse(self, scope: Scope, send: Send, host: str) -> None:
        """Answer a page that takes us for its own server; a socket is not opened."""
        if scope["type"] == "websocket":
            await _close(send, 4003)
        else:
            await _answer(send, Refused("origin", "host", host=clean(host)[:60]), _lang(dict(scope["headers"])), self.headers)

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif self.turns is None:
            await self._pass(scope, receive, send)
        else:
            turn = Turn(self.turns, scope)
            await turn.begin()
            try:
                await self.pace.wait(turn.who, REQUEST if scope["path"].startswith("/api/") else FILE)
                await self._pass(scope, receive, send)
            finally:
                turn.end()

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        given = dict(scope["headers"])
        lang = _lang(given)
        began = perf_counter()
        status = 500
        read = 0
        started = over = False

        async def receiving() -> Message:
            nonlocal read, over
            message = await receive()
            read += len(message.get("body", b""))
            if read > BODY:
                over = True
                raise TooLarge
            return message

        async def sending(message: Message) -> None:
            nonlocal status, started
            if over and not started:
                return  # whatever the application made of the broken body, this is the answer
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                await answered(scope, status)
                message = {**message, "headers": [*message["headers"], *self.headers]}
            await send(message)

        try:
            length = given.get(b"content-length", b"0")
            if not length.isdigit() or int(length) > BODY:
                raise TooLarge
            await self.app(scope, receiving, sending)
        except TooLarge:
            over = True
        finally:
            if over and not started:
                over, status = False, 413
                await _answer(sending, Refused("too_large"), lang)
            REQUESTS.labels(scope["method"] if scope["method"] in METHODS else "other", str(status)).observe(
                perf_counter() - began)


METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})


async def _close(send: Send, code: int) -> None:
    """A socket is not opened: there is none here, or not for this page."""
    await send({"type": "websocket.close", "code": code})


def _lang(headers: dict[bytes, bytes]) -> str:
    return language(headers.get(b"accept-language", b"").decode("latin-1"))


def _host(scope: Scope) -> str:
    """The Host header; empty where there is none."""
    return next((value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"host"), "")


async def _answer(send: Any, refused: Refused, lang: str, headers: Sequence[tuple[bytes, bytes]] = ()) -> None:
    body = encode(refused.shown(lang))
    await send({"type": "http.response.start", "status": refused.status, "headers": [
        (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close"), *headers]})
    await send({"type": "http.response.body", "body": body})
