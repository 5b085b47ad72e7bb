"""The browser client's files; every other path of a page gives its index."""
from __future__ import annotations

import re
from pathlib import Path

from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from ..errors import Refused
from ..saying import language

HASHED = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
YEAR = "public, max-age=31536000, immutable"
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".svg": "image/svg+xml",
         ".woff2": "font/woff2"}


class Pages:
    """Serves a folder of built files; only what is listed in it at the start or appears in it later, nothing above it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def find(self, path: str) -> Path | None:
        """The file of a path; None when there is none."""
        name = path.strip("/")
        if not name or "\x00" in name or len(name) > 300:
            return None
        try:
            file = (self.folder / name).resolve()
            inside = file.is_relative_to(self.folder) and file.is_file()
        except (OSError, ValueError):
            return None
        return file if inside else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = self.answer(scope)
        await response(scope, receive, send)

    def answer(self, scope: Scope) -> Response:
        """The file, the index for a page of the client, or an error."""
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        lang = language(headers.get("accept-language"))
        if scope["method"] not in ("GET", "HEAD"):
            return _refusal(Refused("not_allowed"), lang)
        path: str = scope["path"]
        if path == "/api" or path.startswith("/api/"):
            return _refusal(Refused("not_found"), lang)
        file = self.find(path)
        if file is not None and file.name != "index.html":
            cache = YEAR if HASHED.search(file.name) else "no-cache"
            return FileResponse(file, media_type=TYPES.get(file.suffix), headers={"Cache-Control": cache})
        if "." in path.rsplit("/", 1)[-1] and file is None:
            return _refusal(Refused("not_found"), lang)
        index = self.folder / "index.html"
        if not index.is_file():
            return PlainTextResponse("The browser client is not built. The API is at /api/openapi.json.\n", 503)
        return FileResponse(index, media_type="text/html", headers={"Cache-Control": "no-cache"})


def _refusal(refused: Refused, lang: str) -> Response:
    from ..tables.live import encode

    return Response(encode(refused.shown(lang)), refused.status, media_type="application/json")
