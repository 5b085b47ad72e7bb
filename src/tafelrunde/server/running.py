"""Running a server process, or several on one port."""
from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from typing import Any

from ..errors import TafelrundeError
from .settings import BadSettings, Settings, as_environment

QUEUE = 2048
"""The longest queue of connections that wait at the port."""


def options(settings: Settings) -> dict[str, Any]:
    """The configuration of uvicorn."""
    door = "Door" if settings.limits else "OpenDoor"
    return {"host": settings.host, "port": settings.port, "http": f"tafelrunde.server.web.door:{door}",
            "interface": "asgi3", "log_level": "warning", "access_log": False,
            "ws": "tafelrunde.server.web.frames:Frames", "ws_max_size": 16_384, "ws_ping_interval": None, "ws_ping_timeout": None,
            "ws_per_message_deflate": False, "server_header": False, "timeout_keep_alive": 20,
            "timeout_graceful_shutdown": 5, "proxy_headers": bool(settings.proxies),
            "forwarded_allow_ips": settings.proxies or "127.0.0.1", "h11_max_incomplete_event_size": 65_536}


def serve(settings: Settings, show: bool = False) -> None:
    """Serve until stopped; `show` opens the page in the person's browser."""
    here = settings.host in ("127.0.0.1", "0.0.0.0", "::")  # noqa: S104
    shown = "localhost" if here else f"[{settings.host}]" if ":" in settings.host else settings.host
    try:
        listening = listen(settings.host, settings.port)
    except InUse:
        address = f"http://{shown}:{settings.port}/"
        if show and answers(address):
            print(f"Tafelrunde is open already: {address}", flush=True)
            open_page(address)
            return
        if not show:
            raise
        listening = listen(settings.host, 0)
    more_files()
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    print(f"Tafelrunde is open: {address}  (Ctrl+C closes it)", flush=True)
    if show:  # the browser starts at the same time as the server: its requests wait at the port
        threading.Thread(target=open_page, args=(address,), daemon=True).start()
    os.environ |= as_environment(settings)
    import uvicorn

    from .accepting import AT_A_TIME, Accepting

    alone = settings.workers == 1
    config = uvicorn.Config("tafelrunde.server.opening:Opening", factory=True, workers=settings.workers,
                            backlog=AT_A_TIME if alone else QUEUE, **options(settings))
    if not alone:
        from uvicorn.supervisors import Multiprocess

        check(settings)
        Multiprocess(config, sockets=[listening]).run()
    else:
        # A proxy's address is shared by everybody
        counts = settings.limits and not settings.proxies
        _run(Accepting(config, QUEUE, counts), listening)


class CannotOpen(TafelrundeError):
    """The server has no usable storage."""


def check(settings: Settings) -> None:
    """Open the database once, before there are processes that would each fail by themselves and be
    started again.
    """
    import asyncio

    from .house import House
    from .logs import configure

    async def once() -> None:
        house = House(settings)
        try:
            await house.wait_for_storage()
        finally:
            await house.database.close()

    configure(settings)
    asyncio.run(once())


def _run(server: Any, listening: socket.socket) -> None:
    """Serve in this process.  After a signal the exit status shows that signal, unless the server
    could not open.
    """
    from .opening import failures

    def again(number: int, frame: Any) -> None:
        """The signal that uvicorn raises again after closing."""
        if not failures:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    signal.signal(signal.SIGTERM, again)
    server.run([listening])
    if failures:
        raise CannotOpen(f"the server cannot open: {failures[0]}")


def more_files() -> None:
    """Allow the process as many connections as the machine permits."""
    if os.name == "posix":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class InUse(BadSettings):
    """Another program listens on the port."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket for this process and its children.  Early connections wait there until
    everything is loaded.
    """
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on other systems this would let two servers have one port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Otherwise every answer waits 40 ms for the one before it
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.bind((host, port))
        made.listen(QUEUE)
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRINUSE:
            raise InUse(f"port: another program listens on {host}, port {port}") from None
        name = "port" if error.errno == errno.EACCES else "host"
        raise BadSettings(f"{name}: cannot listen on {host}, port {port}: {error.strerror}") from None
    made.set_inheritable(True)
    return made


# ---------------------------------------------------------------- the person's browser


def answers(address: str) -> bool:
    """Whether one of our servers answers there."""
    import urllib.request

    try:
        with urllib.request.urlopen(address + "health", timeout=2) as answer:  # noqa: S310  (always http)
            return b'"storage"' in answer.read(2000)
    except (OSError, ValueError):
        return False


def open_page(address: str) -> None:
    """Open the page, where there is a screen to open it on: a browser of the terminal would cover
    what the server says.
    """
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
