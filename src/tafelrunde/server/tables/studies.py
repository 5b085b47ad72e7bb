"""Reviews, replays, choices and verifications: computed once and cached."""
from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, TypeVar

from ..fair import Fair
from .live import Live
from .study import Course, key_of, study

T = TypeVar("T")
ROOM = 32 * 1024 * 1024
"""The size of the cache in bytes."""
PROCESSES = 1
EACH, WAITING, MOST = 1, 20, 200
"""How many studies for one address go on at once, how many of theirs may wait, and how many of
everybody's.
"""


class Answer:
    """An answer in the form in which it is sent."""

    __slots__ = ("body", "tag")

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'


class Studies:
    """The questions that people ask about the past."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[Any, ...], Answer] = OrderedDict()
        self.size = 0
        self.made = 0
        self.open: dict[tuple[Any, ...], asyncio.Task[Answer]] = {}
        self.fair = Fair(PROCESSES, EACH, WAITING, MOST)

    async def answer(self, live: Live, who: str, what: str, lang: str, *arguments: Any) -> Answer:
        """The answer to a question; others who ask the same in the meantime share it."""
        names = tuple(live.table.match.names.items()) if live.table.match is not None else ()
        key = (*key_of(live.table), live.table.status, what, lang, names, *arguments)
        found = self.kept.get(key)
        if found is not None:
            self.kept.move_to_end(key)
            return found
        task = self.open.get(key)
        if task is None:
            task = self.open[key] = asyncio.create_task(self._make(key, Course.of(live.table), who, what, lang, arguments))
            task.add_done_callback(lambda t: self.open.pop(key, None))
        return await asyncio.shield(task)

    async def _make(self, key: tuple[Any, ...], course: Course, who: str, what: str, lang: str,
                    arguments: tuple[Any, ...]) -> Answer:
        made = Answer(await self.apart(who, study, course, what, lang, arguments))
        self.made += 1
        self.kept[key] = made
        self.size += len(made.body)
        while self.size > ROOM:
            self.size -= len(self.kept.popitem(last=False)[1].body)
        return made

    async def apart(self, who: str, work: Callable[..., T], *given: Any) -> T:
        """The result of slow work, when it is the asker's turn."""
        async with self.fair.place(who):
            return await self.think(work, *given)

    async def think(self, work: Callable[..., T], *given: Any) -> T:
        """Do the work; in this process if there is no other."""
        return work(*given)
