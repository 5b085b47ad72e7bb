"""The web application: routes, errors, opening and closing."""
from __future__ import annotations

import asyncio
import gc
import os
import re
import secrets
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ..version import __version__
from . import settings as options
from .errors import Refused, wrong
from .house import House
from .logs import configure, logger
from .metrics import REFUSED
from .saying import language
from .settings import Settings
from .storage.entries import Away
from .tables.base import encode
from .web import archive, daily, exercises, friends, games, lobby, pages, people, play, profiles, sessions, tables, tournaments
from .web.answers import described
from .web.files import WEB
from .web.guard import Guard
from .web.hosts import ours
from .web.limits import Limiter
from .web.socket import end_all, serve_socket

SWITCH = 0.001
"""Seconds after which a thread makes way for the event loop when that has something to do; usually
it is five times that.
"""


def make_app(settings: Settings | None = None, house: House | None = None, web: Path = WEB) -> Any:
    """The application of one process."""
    alone = settings is None
    settings = settings or options.load()
    configure(settings)
    made = house or House(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await made.open()
        logger().info("open", version=__version__, process=os.getpid(), database=settings.url.partition(":")[0])
        if alone:
            _say_goodbye_on_signals(made)
            _collect_in_small_steps()
            sys.setswitchinterval(SWITCH)
        yield
        await say_goodbye(made)
        await made.close()
        logger().info("closed", process=os.getpid())

    app = FastAPI(title="Tafelrunde", version=__version__, openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
                  lifespan=lifespan,
                  description="Tables for board games. The whole protocol, sockets included, is in docs/protocol.md.")
    app.state.house = made
    app.state.limiter = Limiter(settings.limits)
    for router in (games.router, tables.router, play.router, exercises.router, people.router, profiles.router, friends.router,
                   archive.router, tournaments.router, sessions.router, lobby.router, daily.router):
        app.include_router(router)
    _errors(app)
    _operating(app, settings)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]

    app.router.default = pages.Pages(web)
    return Guard(app, settings.public_url.startswith("https:"), made.pace, serve_socket, ours(settings))


async def say_goodbye(house: House) -> None:
    """Before the process stops: tell sockets, end news streams."""
    house.stopping = True
    await end_all(house)
    for stream in list(house.news.streams):
        stream.close()


def _say_goodbye_on_signals(house: House) -> None:
    """When asked to stop, tell clients first and only then close their connections."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        async def leave(number: int, before: Any = before) -> None:
            await say_goodbye(house)
            if callable(before):
                before(number, None)

        def handle(number: int, frame: FrameType | None, leave: Any = leave) -> None:
            loop.call_soon_threadsafe(lambda: house.spawn(leave(number), "goodbye"))

        signal.signal(number, handle)


def _collect_in_small_steps() -> None:
    """Collect garbage in small steps, because every move waits meanwhile.

    What was loaded stays and is never looked through.  The first two generations are kept so small
    that a step takes a few milliseconds (50,000 objects took 35).  Everything is looked through
    after 20 million objects at the earliest, and only when a quarter of it is new.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 4, 5_000)


def _lang(request: Request) -> str:
    return getattr(request.state, "lang", None) or language(
        request.query_params.get("lang"), request.headers.get("accept-language"))


def _refusal(request: Request, refused: Refused) -> Response:
    REFUSED.labels(refused.code).inc()
    headers: dict[str, str] = {"Cache-Control": "no-store"}
    if "retry_ms" in refused.more:
        headers["Retry-After"] = str(max(1, refused.more["retry_ms"] // 1000))
    return Response(encode(refused.shown(_lang(request))), refused.status, media_type="application/json", headers=headers)


def _errors(app: FastAPI) -> None:
    """Give every error the same shape."""

    async def refused(request: Request, error: Exception) -> Response:
        return _refusal(request, error if isinstance(error, Refused) else Refused("internal", n="0"))

    async def invalid(request: Request, error: Exception) -> Response:
        return _refusal(request, wrong(error.errors()[0] if isinstance(error, RequestValidationError) else {}))

    async def http(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        code = {404: "not_found", 405: "not_allowed", 413: "too_large", 401: "unauthorized", 403: "forbidden"}.get(
            status, "bad_request")
        answer = _refusal(request, Refused(code))
        if status == 405:
            answer.headers["Allow"] = ", ".join(allowed(app, request.url.path))
        return answer

    async def away(request: Request, error: Exception) -> Response:
        return _refusal(request, Refused("busy", more={"retry_ms": 2000}))

    async def broken(request: Request, error: Exception) -> Response:
        number = secrets.token_hex(4)
        logger().error("request failed", number=number, path=request.url.path[:100], method=request.method,
                       exc_info=error)
        return _refusal(request, Refused("internal", more={"number": number}, n=number))

    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=400)  # nobody is there to read it

    app.add_exception_handler(ClientDisconnect, gone)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Away, away)
    app.add_exception_handler(Exception, broken)


def allowed(app: FastAPI, path: str) -> list[str]:
    """The methods that the API knows for a path."""
    for template, operations in app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\\{[a-z_]+\\}", "[^/]+", re.escape(template)), path):
            return sorted(method.upper() for method in operations)
    return ["GET"]


def _operating(app: FastAPI, settings: Settings) -> None:
    """The pages for people who run a server."""

    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        """Whether this process can do its work."""
        house: House = app.state.house
        found = await house.health()
        return Response(encode({"version": __version__} | found), 503 if found["status"] == "unwell" else 200,
                        media_type="application/json")

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        """Metrics for Prometheus."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        if not settings.metrics:
            raise Refused("not_found")
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
