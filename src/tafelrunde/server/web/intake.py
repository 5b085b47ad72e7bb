"""What arrives on a connection is read a little at a time, and counted by what it costs to read.

A few bytes can cost much: a body in chunks of one byte, a socket's empty frames.  They make no
request and no message, so nothing else counts them.
"""
from __future__ import annotations

import asyncio
from time import thread_time

from ..pace import Pace

AT_A_TIME = 1024
"""Bytes that are taken from a connection before it is somebody else's turn."""
COST, AT_ONCE = 2000, 100
"""What a second of reading takes of an address's share, and what it may take after a rest."""

reading = Pace(on=True, at_once=AT_ONCE)
"""Who is read from in this process, whichever of its servers they are at."""


class Intake(asyncio.Protocol):
    """A protocol that reads from each place in turn; nothing is counted where that is None."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    place: str | None = None
    late = b""
    """What has arrived and is not read yet, because others come first."""

    def take_little(self) -> None:
        """Let the connection give a little at a time."""
        self.transport.max_size = AT_A_TIME  # type: ignore[attr-defined]  # what asyncio reads at once

    @property
    def full(self) -> bool:
        """Whether nothing is read for another reason."""
        raise NotImplementedError

    def data_received(self, data: bytes) -> None:
        """Read what has arrived, when it is this place's turn."""
        if self.place is None:
            super().data_received(data)
            return
        wait = reading.due(self.place)
        if self.late or wait:
            if not self.late:
                self.transport.pause_reading()
                self.loop.call_later(wait, self._catch_up)
            self.late += data
            return
        began = thread_time()
        super().data_received(data)
        reading.take(self.place, COST * (thread_time() - began))

    def _catch_up(self) -> None:
        data, self.late = self.late, b""
        if self.transport.is_closing():
            return
        self.data_received(data)
        if not self.late and not self.full:
            self.transport.resume_reading()
