"""A server that accepts only a few connections at a time, however many are waiting."""
from __future__ import annotations

import socket

import uvicorn

AT_A_TIME = 16
"""Connections accepted in one go: asyncio accepts as many as its backlog is long."""


class Accepting(uvicorn.Server):
    """uvicorn's server with few accepted at a time and a long queue; asyncio uses one number for both."""

    def __init__(self, config: uvicorn.Config, queue: int) -> None:
        super().__init__(config)
        self.queue = queue

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open; then lengthen the queue again."""
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(self.queue)
