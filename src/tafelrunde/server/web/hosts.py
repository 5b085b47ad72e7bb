"""Under which names a server may be addressed.

A site can let its own name lead to this machine (DNS rebinding).  For a browser, its page and this
server then have the same origin.  The name tells them apart: people who mean this server use an
address, `localhost`, or the name in `public_url`.
"""
from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from ..settings import Settings


def named(host: str) -> str:
    """The name in a Host header, without its port.

    >>> named("localhost:8080"), named("[::1]:8080"), named("Games.Example.")
    ('localhost', '::1', 'games.example')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".").lower()


def is_address(name: str) -> bool:
    """Whether it is an address: nobody can let it lead somewhere else."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_local(name: str) -> bool:
    """Whether a name always means the machine that asks."""
    return name == "localhost" or name.endswith(".localhost")


def ours(settings: Settings) -> Callable[[str], bool]:
    """Whether a Host header means this server.

    One that listens to other machines is reached by names that it cannot know; there everything
    does.
    """
    if not (is_local(settings.host) or (is_address(settings.host) and ip_address(settings.host).is_loopback)):
        return lambda host: True
    public = urlsplit(settings.public_url).hostname
    return lambda host: is_address(name := named(host)) or is_local(name) or name in ("", public)
