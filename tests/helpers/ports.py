"""Ports for servers that must have the same one again after they were stopped."""
from __future__ import annotations

import random
import socket

LOWEST, HIGHEST = 12_000, 30_000
"""Below the ports that the system hands out: no connection in between takes one of these away."""


def free_port() -> int:
    """A port on which nobody listens, and that the system does not hand out.

    A server that is started only once should ask for port 0 instead.
    """
    chosen = random.SystemRandom()
    while True:
        port = chosen.randrange(LOWEST, HIGHEST)
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
