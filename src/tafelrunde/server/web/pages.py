"""Serving the browser client: its files, and its index for every other path of a page."""
from __future__ import annotations

from pathlib import Path

from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from ..errors import Refused
from ..saying import language
from ..tables.base import encode
from .files import TYPES, find, kept


class Pages:
    """Serves a folder of built files; what is in it at the start or appears in it later, nothing
    above it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = self.answer(scope)
        await response(scope, receive, send)

    def answer(self, scope: Scope) -> Response:
        """The file, the index for a page of the client, or an error."""
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        lang = language(headers.get("accept-language"))
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            return _refusal(Refused("not_allowed"), lang)
        if path == "/api" or path.startswith("/api/"):
            return _refusal(Refused("not_found"), lang)
        file = find(self.folder, path)
        if file is not None:
            return FileResponse(file, media_type=TYPES.get(file.suffix), headers={"Cache-Control": kept(file)})
        if not (self.folder / "index.html").is_file():
            return PlainTextResponse("The browser client is not built. The API is at /api/openapi.json.\n", 503)
        return _refusal(Refused("not_found"), lang)


def _refusal(refused: Refused, lang: str) -> Response:
    return Response(encode(refused.shown(lang)), refused.status, media_type="application/json")
