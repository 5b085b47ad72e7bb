"""A table's socket below the framework: uvicorn's own, made to cost little for each of very
many.
"""
from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from .intake import Intake

AHEAD = 8
"""The most waiting messages of a client; further ones stay with the operating system until these
are taken.
"""
BEHIND = 256 * 1024
"""Bytes that may wait for a client, beyond the operating system's buffers, before it is
disconnected.
"""
PARTS = 64
"""Pieces that a message may come in."""
GONE_AFTER = 15.0
"""Seconds after which a closed connection is cut off, even if its client has not read everything.
"""
USUAL: dict[str, Any] = {
    "close_timer": None, "close_timeout": 10.0, "initial_response": None, "scheme": "ws", "root_path": "", "asgi_version": "3.0",
    "ping_interval": None, "ping_timeout": None, "ping_timer": None, "pong_timer": None, "pending_ping_payload": None,
    "ping_sent_at": 0.0, "last_ping_rtt": 0.0, "disconnected": False, "close_sent": False, "handshake_initiated": True,
    "handshake_complete": True}
"""What nearly all open connections have in common.  It is kept once: an object with so many
attributes takes 1.5 kB.
"""
FRAMES = "tafelrunde.frames"
"""The ASGI extension by which a scope refers to its frames."""


class Incoming:
    """Messages received and not yet taken; asyncio's queue takes eight times the memory."""

    __slots__ = ("bell", "messages")

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.bell: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.messages.append(message)
        if self.bell is not None and not self.bell.done():
            self.bell.set_result(None)

    async def get(self) -> Any:
        """The next one, as soon as it is there."""
        while not self.messages:
            self.bell = asyncio.get_running_loop().create_future()
            await self.bell
        return self.messages.pop(0)

    def qsize(self) -> int:
        """How many wait."""
        return len(self.messages)

    def empty(self) -> bool:
        """Whether none waits."""
        return not self.messages


class Gate(asyncio.Event):
    """asyncio's event, with a list of waiters that costs less while nobody waits."""

    def __init__(self) -> None:
        self._value = True
        self._waiters = []  # type: ignore[assignment]


class Frames(Intake, WebSocketsSansIOProtocol):
    """uvicorn stops reading at every message and begins again when it is taken, which costs more
    than to parse it.

    It also keeps what was said to open the connection, and lets nobody write but through a
    coroutine.
    """

    def __init__(self, *how: Any, **more: Any) -> None:
        super().__init__(*how, **more)
        self.queue = Incoming()  # type: ignore[assignment]
        self.writable = Gate()

    def handle_connect(self, event: Request) -> None:
        """A socket is requested: from now on only the scope has the headers."""
        super().handle_connect(event)
        if self.handshake_complete:
            return  # it was refused
        event.headers.clear()
        self.scope["extensions"][FRAMES] = self  # type: ignore[assignment]

    def start_keepalive(self) -> None:
        """The socket is open: the data of the handshake are not needed any more."""
        super().start_keepalive()
        del self.request, self.response
        self.__dict__ = {name: value for name, value in self.__dict__.items() if name not in USUAL or USUAL[name] != value}

    def __getattr__(self, name: str) -> Any:
        """What this connection has in common with others."""
        try:
            return USUAL[name]
        except KeyError:
            raise AttributeError(name) from None

    def send_receive_event_to_app(self) -> None:
        """A message has arrived: read on, unless too many wait."""
        # So that the base class leaves the transport alone
        crowded, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = crowded
        if not crowded and self.queue.qsize() >= AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    @property
    def full(self) -> bool:
        """Whether as many messages wait as may."""
        return self.read_paused

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message: empty ones never make it too long, but each of them is kept."""
        super().handle_cont(event)
        if len(self.frames) > PARTS:
            self.transport.abort()

    def handle_ping(self) -> None:
        """All pings that have arrived together are answered together."""

    def handle_events(self) -> None:
        """Take what has arrived, and answer pings."""
        super().handle_events()
        if self.conn.writes and not self.transport.is_closing():
            self._write()

    def say(self, message: bytes) -> None:
        """Send a text at once."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_text(message)
        self._write()

    def _write(self) -> None:
        """Send what is to be sent; a client that leaves too much unread is cut off."""
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.get_write_buffer_size() > BEHIND:
            self.transport.abort()

    def leave(self) -> None:
        """The connection has been closed; a client that does not read the rest is cut off after a
        while.
        """
        if not self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.loop.call_later(GONE_AFTER, self.transport.abort)
