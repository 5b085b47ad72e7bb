"""A server process from its first moment: it serves the client's pages at once, and everything else
once it is loaded.
"""
from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from . import settings as options
from .web.files import TYPES, WEB, find, is_page, kept
from .web.headers import security_headers

QUIET = 0.25
"""Loading begins after this many seconds without a request."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


failures: list[str] = []
"""Why the server of this process could not open."""


def stop(why: str) -> None:
    """End the process because it cannot do its work; `running` reports that and fails."""
    failures.append(why)
    os.kill(os.getpid(), signal.SIGTERM)


class Opening:
    """The application that a process runs.  It loads the real one in the background, then passes
    everything on to it.
    """

    def __init__(self) -> None:
        self.settings = options.load()
        self.folder = WEB.resolve()
        self.headers = security_headers(self.settings.public_url.startswith("https:"))
        self.app: Any = None
        self.handed_out = 0
        self.needed = asyncio.Event()
        self.loaded = asyncio.Event()
        self.closing = asyncio.Event()

    def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> Awaitable[None]:
        """Answer a request, or do what the process is asked to."""
        if scope["type"] == "lifespan":
            return self._live(receive, send)
        answered: Awaitable[None] = (self._early if self.app is None else self.app)(scope, receive, send)
        return answered

    async def _early(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request that arrives before everything is loaded."""
        early = scope["type"] == "http" and scope["method"] == "GET" and is_page(scope["path"])
        file = find(self.folder, scope["path"]) if early else None
        if file is not None:
            # Directly: nobody else waits yet, and a thread would be slower
            body = file.read_bytes()
            headers = [(b"content-type", TYPES.get(file.suffix, "application/octet-stream").encode()),
                       (b"content-length", str(len(body)).encode()), (b"cache-control", kept(file).encode()), *self.headers]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            self.handed_out += 1
            return
        self.needed.set()
        await self.loaded.wait()
        await self.app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        work = asyncio.create_task(self._work(), name="opening")
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.closing.set()
        await asyncio.wait({work})
        await send({"type": "lifespan.shutdown.complete"})

    async def _pages_first(self) -> None:
        """Pages come before loading: it begins when somebody asks for more than pages, or when
        nobody asks for anything.
        """
        handed_out = -1
        while handed_out != self.handed_out:
            handed_out = self.handed_out
            with suppress(TimeoutError):
                async with asyncio.timeout(QUIET):
                    await self.needed.wait()
                return

    async def _work(self) -> None:
        """Load, open, and close again when the process is asked to stop; a server that cannot open
        ends.
        """
        await self._pages_first()
        try:
            guard = await asyncio.to_thread(_make, self.folder)
            async with guard.app.router.lifespan_context(guard.app):
                self.app = guard
                self.loaded.set()
                await self.closing.wait()
        except Exception as error:
            from .logs import logger

            logger().error("the server cannot open", error=str(error)[:300] or type(error).__name__)
            self.app = _unwell
            self.loaded.set()
            if not self.closing.is_set():
                stop(str(error) or type(error).__name__)


def _make(folder: Path) -> Any:
    from .app import make_app

    return make_app(web=folder)


async def _unwell(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
    """Give up."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 503, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})
    else:
        await send({"type": "websocket.close", "code": 1013})
