"""Routes whose bodies are read by their declared kinds."""
from __future__ import annotations

import inspect as signatures
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from fastapi import Depends, Request
from fastapi.routing import APIRoute

from ..errors import Refused
from .bodies import read


def _is_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def reader(kind: Any) -> Callable[[Request], Any]:
    """The reader of a request's body for an endpoint."""

    async def body(request: Request) -> Any:
        raw = await request.body()
        if raw and not _is_json(request):
            raise Refused("bad_request", "wrong.kind", field="body")
        return read(kind, raw)

    return body


KINDS: set[type] = set()
"""The kinds of all bodies, and of all answers in JSON."""
REF = "#/components/schemas/{name}"


def schema_of(kind: Any) -> dict[str, Any]:
    """A kind in the OpenAPI document: a reference if it is declared, otherwise its schema."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return msgspec.json.schema(kind)
    KINDS.add(kind)
    return {"$ref": REF.format(name=kind.__name__)}


class WireRoute(APIRoute):
    """A route whose parameter `body` is read by its declared kind."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **how: Any) -> None:
        signature = signatures.signature(endpoint, eval_str=True)
        body = signature.parameters.get("body")
        if body is not None:
            sent = body.replace(annotation=Annotated[Any, Depends(reader(body.annotation))])
            endpoint.__signature__ = signature.replace(  # type: ignore[attr-defined]
                parameters=[sent if one is body else one for one in signature.parameters.values()])
            content = {"application/json": {"schema": schema_of(body.annotation)}}
            how["openapi_extra"] = {"requestBody": {"required": True, "content": content}}
        super().__init__(path, endpoint, **how)
