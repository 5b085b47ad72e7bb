"""Answers: JSON made once, errors in one shape, the cookie where it is new."""
from __future__ import annotations

from typing import Any

import msgspec
from fastapi import Response
from pydantic import BaseModel

from .asking import Asker, set_cookie

_encode = msgspec.json.Encoder().encode


class Problem(BaseModel):
    """What is wrong."""

    code: str
    text: str
    field: str | None = None
    rule: str | None = None


class ErrorAnswer(BaseModel):
    """Every error has this shape."""

    error: Problem


Errors: dict[int | str, dict[str, Any]] = {
    code: {"model": ErrorAnswer, "description": says} for code, says in (
        (400, "Not well formed"), (401, "Not signed in"), (403, "Not yours to do"), (404, "Not there"),
        (409, "Not possible now"), (413, "Too large"), (422, "Something in the request is wrong"),
        (429, "Too many requests"), (503, "Storage is away for a moment"))}


def gives(shape: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route answers, for the OpenAPI document."""
    return {status: {"model": shape, "description": (shape.__doc__ or "").strip()}}


def json_answer(asker: Asker | None, value: Any, status: int = 200) -> Response:
    """JSON; a new guest gets the cookie with it."""
    response = Response(_encode(value), status, media_type="application/json", headers={"Cache-Control": "no-store"})
    if asker is not None and asker.fresh and not asker.bearer:
        set_cookie(response, asker.house, asker.token)
    return response
