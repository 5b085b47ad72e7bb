"""A server that lets people in a few at a time, however many stand at the port."""
from __future__ import annotations

import socket

import uvicorn

AT_A_TIME = 16
"""Connections that are accepted before anybody else's turn: asyncio accepts as many at a stretch as its backlog is long."""


class Accepting(uvicorn.Server):
    """uvicorn's server with a short stretch and a long queue, which asyncio takes for the same thing."""

    def __init__(self, config: uvicorn.Config, queue: int) -> None:
        super().__init__(config)
        self.queue = queue

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open; then lengthen the queue again."""
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(self.queue)
