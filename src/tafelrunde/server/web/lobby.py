"""The lobby's news as server-sent events."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from ..house import House
from ..news import Stream, open_tables
from ..people.sessions import mark_of
from ..storage import schema
from ..tables.base import encode
from .answers import Errors
from .asking import Asker, Asking, set_cookie
from .crowd import crowd
from .reading import WireRoute

router = APIRouter(prefix="/api", tags=["lobby"], responses=Errors, route_class=WireRoute)
COUNTS_EVERY = 30.0


@router.get("/news", response_class=StreamingResponse,
            responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}})
async def news(asker: Asking) -> StreamingResponse:
    """What happens in the lobby, and when it is my turn anywhere."""
    asker.limiter.check("socket", asker.address)
    counted = ExitStack()
    counted.enter_context(crowd.place("news", asker.address, asker.limiter.on))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = StreamingResponse(_stream(asker, counted), media_type="text/event-stream", headers=headers)
    if asker.fresh and not asker.bearer:
        set_cookie(response, asker.house, asker.token)
    return response


async def _stream(asker: Asker, counted: ExitStack) -> AsyncIterator[bytes]:
    house, person, lang = asker.house, asker.person, asker.lang
    stream = Stream(person.id, mark_of(asker.token), asker.session is not None, lang)
    house.news.add(stream)
    if person.known:
        house.spawn(house.presence.came(person.id), "came")
    n = 0
    try:
        if stream.kept and await house.sessions.gone({stream.mark}):
            return  # it has ended while the request was still being sent
        yield b"retry: 2000\n\n"
        yield _event(n, "tables", {"tables": await open_tables(house, person.id, lang)})
        yield _event(n, "counts", await counts(house))
        loop = asyncio.get_running_loop()
        counts_at = loop.time() + COUNTS_EVERY
        while not house.stopping:
            try:
                async with asyncio.timeout_at(counts_at):
                    item = await stream.queue.get()
            except TimeoutError:
                counts_at = loop.time() + COUNTS_EVERY
                yield _event(n, "counts", await counts(house))
                continue
            if item is None:
                return
            n += 1
            yield _event(n, *item)
    finally:
        house.news.remove(stream)
        counted.close()
        if person.known and not house.stopping:
            house.spawn(house.presence.left(person.id), "left")


async def counts(house: House) -> dict[str, int]:
    """How many people are online and how many games run."""
    t = schema.tables.c
    rows = await house.database.rows(sa.select(sa.func.count()).where(t.status == "running"))
    people = {r.user for live in house.hall.tables.values() for r in live.readers} | {s.user for s in house.news.streams}
    return {"online": len(people), "running": rows[0][0]}


def _event(n: int, event: str, data: dict[str, Any]) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (n, event.encode(), encode(data))
