"""Running a server process, or several on one port."""
from __future__ import annotations

import os
import socket
import sys
import threading
import urllib.request
import webbrowser
from dataclasses import replace
from typing import Any

import uvicorn

from .settings import Settings, as_environment


def options(settings: Settings) -> dict[str, Any]:
    """How uvicorn is to run."""
    return {"host": settings.host, "port": settings.port, "log_level": "warning", "access_log": False,
            "ws": "websockets-sansio", "ws_max_size": 16_384, "ws_ping_interval": None, "ws_ping_timeout": None,
            "ws_per_message_deflate": False, "server_header": False, "timeout_keep_alive": 20,
            "timeout_graceful_shutdown": 5, "proxy_headers": bool(settings.proxies),
            "forwarded_allow_ips": settings.proxies or "127.0.0.1", "h11_max_incomplete_event_size": 65_536}


def serve(settings: Settings, show: bool = False) -> None:
    """Serve until stopped; `show` opens the page in the person's browser."""
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host  # noqa: S104
    if show and answers(address := f"http://{shown}:{settings.port}/"):
        print(f"Tafelrunde is open already: {address}", flush=True)
        open_page(address)
        return
    if show and taken(settings):
        settings = replace(settings, port=0)
    os.environ |= as_environment(settings)
    config = uvicorn.Config("tafelrunde.server.opening:Opening", factory=True, workers=settings.workers,
                            **options(settings))
    listening = config.bind_socket()
    listening.listen(config.backlog)  # who comes before everything is loaded waits, and is not sent away
    port = listening.getsockname()[1]
    address = f"http://{shown}:{port}/"
    print(f"Tafelrunde is open: {address}  (Ctrl+C closes it)", flush=True)
    if show:
        listening.listen()  # the browser starts while the server does: what it asks for waits here
        threading.Thread(target=open_page, args=(address,), daemon=True).start()
    if settings.workers > 1:
        from uvicorn.supervisors import Multiprocess

        Multiprocess(config, sockets=[listening]).run()
    else:
        uvicorn.Server(config).run([listening])


# ---------------------------------------------------------------- the person's browser


def answers(address: str) -> bool:
    """Whether a server of ours answers there."""
    try:
        with urllib.request.urlopen(address + "health", timeout=2) as answer:  # noqa: S310  (always http)
            return b'"storage"' in answer.read(2000)
    except (OSError, ValueError):
        return False


def taken(settings: Settings) -> bool:
    """Whether somebody else listens on the port."""
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError:
            return True
    return False


def open_page(address: str) -> None:
    """Open the page, where there is a screen to open it on: a browser of the terminal would cover what the server says."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
