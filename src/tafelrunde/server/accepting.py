"""A server that accepts only a few connections at a time, however many are waiting."""
from __future__ import annotations

import socket
import struct
from typing import Any

import uvicorn

from .logs import logger
from .web.crowd import crowd
from .web.places import place_of

AT_A_TIME = 16
"""Connections that are accepted before anybody else's turn: asyncio accepts as many at a stretch as
its backlog is long.
"""
RESET = struct.pack("ii", 1, 0)
"""For SO_LINGER: close at once, and keep nothing of the connection."""


class Accepting(uvicorn.Server):
    """uvicorn's server with few accepted at a time and a long queue; asyncio uses one number for
    both.
    """

    def __init__(self, config: uvicorn.Config, queue: int, counts: bool = True) -> None:
        super().__init__(config)
        self.queue = queue
        self.counts = counts

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open; then lengthen the queue again."""
        ports: list[socket.socket] | None = [Port(one) for one in sockets or []] if self.counts else sockets
        await super().startup(ports)
        for listening in ports or []:
            listening.listen(self.queue)


class Port(socket.socket):
    """A listening socket that turns away addresses with too many connections.

    It does so before anything is made for the connection: a reader, a parser and a place in the
    event loop would cost everybody else many times what it costs the stranger to come again.
    """

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(listening.family, listening.type, listening.proto, fileno=listening.detach())
        self.turned_away = 0

    def accept(self) -> tuple[socket.socket, Any]:
        """The next one for whom there is room; BlockingIOError when nobody, or only strangers, can
        be seen from here.
        """
        for _ in range(AT_A_TIME):
            connection, address = super().accept()
            if crowd.has_room("request", place_of(address[0])):
                return connection, address
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            connection.close()
            self._note()
        raise BlockingIOError

    def _note(self) -> None:
        """Say now and then how many were turned away; a line for each would cost more than to let
        them in.
        """
        if self.turned_away % 1000 == 0:
            logger().warning("too many connections", kind="request", turned_away=self.turned_away + 1)
        self.turned_away += 1
