"""A device's storage for tests: what a browser's IndexedDB does, in memory."""
from __future__ import annotations

import json
from typing import Any

from tafelrunde.offline.desk import Desk, Line


class Memory:
    """Keeps values under keys; can be told to be full, or to be watched."""

    def __init__(self) -> None:
        self.kept: dict[tuple[Any, ...], Any] = {}
        self.says = "done"

    async def read(self, prefix: str) -> str:
        """Every key that begins so, in order."""
        begin = tuple(json.loads(prefix))
        found = sorted((key, value) for key, value in self.kept.items() if key[:len(begin)] == begin)
        return json.dumps([[list(key), value] for key, value in found])

    async def write(self, batch: str) -> str:
        """Store all of a batch, or nothing."""
        changes = json.loads(batch)
        if self.says != "done":
            return self.says
        if any(new and tuple(key) in self.kept for key, _, new in changes):
            return "taken"
        for key, value, _ in changes:
            if value is None:
                self.kept.pop(tuple(key), None)
            else:
                self.kept[tuple(key)] = value
        return "done"


class Page:
    """A page of the device: sends requests and shows tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.heard: list[dict[str, Any]] = []
        self.closed: list[int] = []

    async def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        """The status and the answer."""
        status, kind, text, _ = await self.desk.request(method, path, json.dumps(body) if method != "GET" else None)
        return status, json.loads(text) if kind == "application/json" else text

    async def get(self, path: str) -> Any:
        """An answer that must be there."""
        status, answer = await self.ask("GET", path)
        assert status == 200, answer
        return answer

    async def look(self, table: str) -> Line:
        """Look at a table."""
        line = self.desk.connect(table, lambda text: self.heard.append(json.loads(text)), self.closed.append)
        await line.hear(json.dumps({"type": "hello", "protocol": 2, "lang": "en"}))
        return line
