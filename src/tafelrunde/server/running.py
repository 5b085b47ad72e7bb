"""Running a server process, or several on one port."""
from __future__ import annotations

import os
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


def serve(settings: Settings) -> None:
    """Serve until stopped."""
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::") else settings.host  # noqa: S104
    os.environ |= as_environment(settings)
    config = uvicorn.Config("tafelrunde.server.app:make_app", factory=True, workers=settings.workers,
                            **options(settings))
    listening = config.bind_socket()
    port = listening.getsockname()[1]
    print(f"Tafelrunde is open: http://{shown}:{port}/  (Ctrl+C closes it)", flush=True)
    if settings.workers > 1:
        from uvicorn.supervisors import Multiprocess

        Multiprocess(config, sockets=[listening]).run()
    else:
        uvicorn.Server(config).run([listening])
