"""The browser client's files: which one a path means, and how long browsers may cache it."""
from __future__ import annotations

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
"""The built browser client."""

HASHED = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
YEAR = "public, max-age=31536000, immutable"
TYPES = {".html": "text/html; charset=utf-8", ".webmanifest": "application/manifest+json",
         ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".gz": "application/gzip",
         ".wasm": "application/wasm", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
         ".png": "image/png", ".woff2": "font/woff2", ".json": "application/json"}
NOT_PAGES = ("/api", "/health", "/metrics")


def is_page(path: str) -> bool:
    """Whether a path belongs to the client, and not to the server itself."""
    return not any(path == p or path.startswith(f"{p}/") for p in NOT_PAGES)


def find(folder: Path, path: str) -> Path | None:
    """The file that a path means: one in the folder, never above it; the index for a page; None
    when there is none.
    """
    name = path.strip("/")
    if "\x00" in name or len(name) > 300:
        return None
    try:
        file = (folder / name).resolve() if name else folder / "index.html"
        if file.is_relative_to(folder) and file.is_file():
            return file
    except (OSError, ValueError):
        return None
    index = folder / "index.html"
    return index if "." not in path.rsplit("/", 1)[-1] and index.is_file() else None


def kept(file: Path) -> str:
    """How long a browser may cache a file: for good if its name depends on its contents."""
    return YEAR if HASHED.search(file.name) else "no-cache"
