"""HTTP connections: requests must be complete within a time, and nobody may block others."""
from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .crowd import crowd
from .intake import Intake
from .places import place_of

WITHIN = 15.0
"""Seconds within which a request must be there, from its first byte (or the connection) to the end
of its body.
"""

LINES = 200
"""Lines that a request may have before its body; all of them are read at once, when the last is
there.
"""


class Door(Intake, H11Protocol):
    """uvicorn's HTTP/1.1 with protection against deliberately slow clients."""

    counts = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self.saying: asyncio.TimerHandle | None = None
        proxied = self.config.proxy_headers  # then everybody comes from the proxy's address
        self.place = place_of(self.client[0]) if self.counts and self.client and not proxied else None
        self.take_little()
        self.inside = not self.counts or crowd.enter("request", self.place)
        if self.inside:
            self._wait()
        else:
            transport.abort()

    @property
    def full(self) -> bool:
        """Whether the request that is being answered has sent as much as it may for now."""
        return self.flow.read_paused

    def data_received(self, data: bytes) -> None:
        """Data has arrived."""
        if self.saying is None and self.conn.their_state is h11.IDLE:
            self._wait()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._heard()

    def handle_events(self) -> None:
        """Go on with what has arrived, unless a request has too many lines to be read at once."""
        begins = self.counts and self.conn.their_state is h11.IDLE
        if begins and self.conn.trailing_data[0].partition(b"\r\n\r\n")[0].count(b"\n") > LINES:
            self.send_400_response("Too many headers.")
        else:
            super().handle_events()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """A table's socket: it is counted as one from now on."""
        self._heard()
        self._out()
        super().handle_websocket_upgrade(event)
        frames = self.transport.get_protocol()
        if isinstance(frames, Intake):
            frames.place = self.place

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        self._out()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self.saying = self.loop.call_later(WITHIN, self.transport.abort)

    def _heard(self) -> None:
        if self.saying is not None:
            self.saying.cancel()
            self.saying = None

    def _out(self) -> None:
        if self.counts and self.inside:
            self.inside = False
            crowd.leave("request", self.place)


class OpenDoor(Door):
    """The same without counting, for measurements."""

    counts = False
