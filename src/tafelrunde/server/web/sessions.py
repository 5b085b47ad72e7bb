"""REST: where somebody is signed in, and tokens for programs.  Only people themselves, not their
tokens, come here.
"""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from ..errors import Refused
from ..people.sessions import mark_of
from . import models as b
from . import people_shapes
from .answers import Errors, gives, json_answer
from .asking import Asker, Asking
from .reading import WireRoute

router = APIRouter(prefix="/api/me", tags=["sessions"], responses=Errors, route_class=WireRoute)


@router.get("/sessions", responses=gives(people_shapes.SessionsShape))
async def listed(asker: Asking) -> Response:
    """Where I am signed in, and my tokens; most recently used first."""
    return await _shown(asker)


async def _shown(asker: Asker) -> Response:
    mark = mark_of(asker.token)
    return json_answer(asker, {"sessions": [one.shown(mark) for one in await asker.house.sessions.of(asker.id)]})


@router.delete("/sessions/{session}", responses=gives(people_shapes.SessionsShape))
async def end(asker: Asking, session: Annotated[str, Path(pattern=b.ID_PATTERN)]) -> Response:
    """Sign one device out, or revoke a token; its connections end. The asking device is refused."""
    asker.limit("session")
    if asker.session is not None and asker.session.id == session:
        raise Refused("conflict", "this_session")
    await asker.house.sessions.end(asker.id, session)
    return await _shown(asker)


@router.delete("/sessions", responses=gives(people_shapes.SessionsShape))
async def end_others(asker: Asking) -> Response:
    """Sign out everywhere else; tokens stay until they are revoked one by one."""
    asker.limit("session")
    await asker.house.sessions.end_devices(asker.id, but=asker.token)
    return await _shown(asker)


@router.post("/tokens", status_code=201, responses=gives(people_shapes.TokenShape, 201))
async def token(asker: Asking, body: b.TokenBody) -> Response:
    """A token for a program that acts for me; it is shown only once."""
    asker.limit("session")
    person = await asker.known()
    made, session = await asker.house.sessions.begin_token(person.id, body.name or "", body.scope)
    return json_answer(asker, {"token": made, "session": session.shown("")}, 201)
