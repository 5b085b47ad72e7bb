"""A table's socket below the framework: uvicorn's own, which reads on while a message waits."""
from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

AHEAD = 8
"""Messages of a client that may wait; more stay with the operating system until these are taken."""


class Frames(WebSocketsSansIOProtocol):
    """uvicorn stops reading at every message and begins again when it is taken, which costs more than to parse it."""

    def send_receive_event_to_app(self) -> None:
        """A message is there: read on, unless too many wait."""
        crowded, self.read_paused = self.read_paused, True  # so that the base class leaves the transport alone
        super().send_receive_event_to_app()
        self.read_paused = crowded
        if not crowded and self.queue.qsize() >= AHEAD:
            self.read_paused = True
            self.transport.pause_reading()
