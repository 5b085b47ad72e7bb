"""Answers: JSON made once, errors in one shape, the cookie if it is new."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi

from .asking import Asker, set_cookie
from .reading import KINDS, REF, schema_of
from .shapes import ErrorAnswer

_encode = msgspec.json.Encoder().encode


def _answer(shape: type, says: str) -> dict[str, Any]:
    return {"description": says, "content": {"application/json": {"schema": schema_of(shape)}}}


Errors: dict[int | str, dict[str, Any]] = {
    code: _answer(ErrorAnswer, says) for code, says in (
        (400, "Not well formed"), (401, "Not signed in"), (403, "Not yours to do"), (404, "Not there"),
        (409, "Not possible now"), (413, "Too large"), (422, "Something in the request is wrong"),
        (429, "Too many requests"), (503, "Storage is away for a moment"))}


def gives(shape: type, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route answers, for the OpenAPI document."""
    return {status: _answer(shape, (shape.__doc__ or "").strip())}


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, made when somebody asks for it: FastAPI's paths and parameters, and our
    declarations.
    """
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        app.openapi_schema = document | {"components": {"schemas": components(KINDS)}}
    return app.openapi_schema


def components(kinds: Iterable[type]) -> dict[str, Any]:
    """The JSON Schemas of kinds, and of everything that they are made of, by name."""
    _, found = msgspec.json.schema_components(sorted(kinds, key=lambda kind: kind.__name__), ref_template=REF)
    text = msgspec.json.encode(found).replace(rb"\\Z", b"$")  # JSON Schema's `$` is Python's `\Z`
    return dict(sorted(msgspec.json.decode(text).items()))


def kept_answer(request: Request, asker: Asker, body: bytes, tag: str, forever: bool) -> Response:
    """JSON that the browser may cache: for good, or as long as its tag stays the same."""
    headers = {"ETag": tag, "Cache-Control": "private, max-age=86400, immutable" if forever else "private, no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    response = Response(body, media_type="application/json", headers=headers)
    if asker.fresh and not asker.bearer:
        set_cookie(response, asker.house, asker.token)
    return response


def json_answer(asker: Asker | None, value: Any, status: int = 200) -> Response:
    """JSON; a new guest gets the cookie with it."""
    response = Response(_encode(value), status, media_type="application/json", headers={"Cache-Control": "no-store"})
    if asker is not None and (asker.fresh or asker.renew) and not asker.bearer:
        set_cookie(response, asker.house, asker.token)
    return response
