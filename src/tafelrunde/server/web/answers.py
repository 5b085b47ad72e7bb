"""Answers: JSON made once, errors in one shape, the cookie where it is new."""
from __future__ import annotations

from typing import Any, Literal

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, ConfigDict
from pydantic.json_schema import models_json_schema

from .asking import Asker, set_cookie

_encode = msgspec.json.Encoder().encode


class Problem(BaseModel):
    """What is wrong."""

    model_config = ConfigDict(defer_build=True)
    code: str
    text: str
    field: str | None = None
    rule: str | None = None


class ErrorAnswer(BaseModel):
    """Every error has this shape."""

    model_config = ConfigDict(defer_build=True)
    error: Problem


_shapes: set[type[BaseModel]] = set()
"""What answers look like; the document is made of them when somebody asks for it, not before the first page."""


def _answer(shape: type[BaseModel], says: str) -> dict[str, Any]:
    _shapes.add(shape)
    schema = {"$ref": REF.format(model=shape.__name__)}
    return {"description": says, "content": {"application/json": {"schema": schema}}}


REF = "#/components/schemas/{model}"
Errors: dict[int | str, dict[str, Any]] = {
    code: _answer(ErrorAnswer, says) for code, says in (
        (400, "Not well formed"), (401, "Not signed in"), (403, "Not yours to do"), (404, "Not there"),
        (409, "Not possible now"), (413, "Too large"), (422, "Something in the request is wrong"),
        (429, "Too many requests"), (503, "Storage is away for a moment"))}


def gives(shape: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route answers, for the OpenAPI document."""
    return {status: _answer(shape, (shape.__doc__ or "").strip())}


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the shapes of the answers."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        ordered: list[tuple[type[BaseModel], Literal["serialization"]]] = [
            (shape, "serialization") for shape in sorted(_shapes, key=lambda shape: shape.__name__)]
        _, definitions = models_json_schema(ordered, ref_template=REF)
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        document["components"]["schemas"] = dict(sorted({**schemas, **definitions["$defs"]}.items()))
        app.openapi_schema = document
    return app.openapi_schema


def kept_answer(request: Request, asker: Asker, body: bytes, tag: str, forever: bool) -> Response:
    """JSON that the browser may keep: for good, or as long as its tag is still the same."""
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
