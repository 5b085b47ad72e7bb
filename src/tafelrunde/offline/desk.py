"""The desk of a device: handles what its pages ask and send, as the server's REST and sockets do.

The worker of the browser client calls `open_house`, then `request` and `connect`.  Everything
travels as text.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, unquote

import msgspec

from ..bots import hosted
from ..bots.net import weights
from ..server.errors import Refused
from ..server.logs import logger
from ..server.saying import language
from ..server.storage.entries import Away
from ..server.web.bodies import read
from ..server.web.playing import Playing
from ..server.web.speaking import Speaker
from .house import Asker, House, Learn, nothing_comes
from .routes import JSON, ROUTES, Answer, Query
from .shelf import Store, unkept

encode = msgspec.json.Encoder().encode


class Line(Speaker):
    """A page that shows a table: like a socket, without a network."""

    def __init__(self, house: House, table: str, out: Callable[[str], None], closed: Callable[[int], None]) -> None:
        self.house: House = house
        self.asker = Asker(house, "en")
        super().__init__(self.asker.id, "en")
        self.table = table
        self.out = out
        self.closed = closed
        self.playing: Playing | None = None

    def tell(self, message: bytes) -> None:
        self.out(message.decode())

    def end(self, code: int, bye: dict[str, Any] | None = None) -> None:
        """End the connection."""
        self.closed(code)

    def refuse(self, refused: Refused) -> None:
        """Say why this line may not go on, and end it."""
        self.say("refused", **refused.shown(self.lang))
        self.end({"not_found": 4004, "forbidden": 4003}.get(refused.code, 4001))

    def away(self, away: Away) -> Refused:
        """Nothing can be stored on this device."""
        return unkept(away)

    async def hear(self, text: str) -> None:
        """Handle one message of the page; the first is its hello."""
        if self.playing is not None:
            await self.take(text, self.playing)
            return
        try:
            self.playing = await self.welcome(self.greeted(text), self.table)
        except Refused as refused:
            self.refuse(refused)
            return
        except Away as away:  # the page tries again
            self.say("refused", **unkept(away).shown(self.lang))
            self.end(1013)
            return
        self.house.news.presence(self.playing.live)
        if self.playing.live.table.bots_due:
            self.house.bots.wake(self.table)

    def close(self) -> None:
        """The page has gone."""
        if self.live is not None:
            self.live.readers.discard(self)
            self.house.news.presence(self.live)


class Desk:
    """The object that the worker talks to."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def request(self, method: str, target: str, body: str | None) -> tuple[int, str, str, bool]:
        """Answer a request: the status, the kind of the answer, the answer, and whether it
        lasts.
        """
        path, _, search = target.partition("?")
        asked = dict(parse_qsl(search, keep_blank_values=True))
        asker = Asker(self.house, language(asked.get("lang"), self.house.people.person.lang))
        self.house.people.speak(asker.lang)
        try:
            answer = await self._answer(asker, method, path, asked, body)
        except Refused as refused:
            answer = Answer(refused.shown(asker.lang), refused.status)
        except Away as away:
            answer = Answer(unkept(away).shown(asker.lang), unkept(away).status)
        except Exception:
            logger().exception("request", path=path)
            answer = Answer(Refused("internal", more={"number": "0"}, n="0").shown(asker.lang), 500)
        text = answer.body if isinstance(answer.body, str) and answer.kind != JSON else encode(answer.body).decode()
        return answer.status, answer.kind, text, answer.lasts

    async def _answer(self, asker: Asker, method: str, path: str, asked: dict[str, str], body: str | None) -> Answer:
        for one in ROUTES:
            found = one.pattern.fullmatch(path) if one.method == method else None
            if found is None:
                continue
            try:
                query = msgspec.convert(asked, Query, strict=False)
            except msgspec.ValidationError as error:
                raise Refused("bad_request", "wrong.kind", field=f"query: {error}") from None
            given: dict[str, Any] = {name: unquote(value) for name, value in found.groupdict().items()}
            if one.body is not None:
                given["body"] = read(one.body, (body or "").encode())
            return replace(await one.do(asker, query, **given), lasts=one.lasts)
        raise Refused("not_found")

    def connect(self, table: str, out: Callable[[str], None], closed: Callable[[int], None]) -> Line:
        """A page opens a table."""
        return Line(self.house, table, out, closed)

    def look(self, visible: bool) -> None:
        """The page became visible or hidden."""
        self.house.look(visible)

    async def changed_elsewhere(self, table: str) -> None:
        """Another page of the device has changed a table, or has deleted it."""
        await self.house.changed_elsewhere(table)


async def open_house(store: Store, said: Callable[[str], None] = lambda table: None,
                     modules: hosted.Source | None = None, networks: str = "", learn: Learn = nothing_comes) -> Desk:
    """The desk of a house that stores its tables.

    `said` is told which table has changed; `modules` gives instances of the titles' WebAssembly
    modules, in which bots think. `networks` names the titles whose weights can be fetched, and
    `learn` does that for one of them.
    """
    if modules is not None:
        hosted.use_browser(modules)
    weights.COMING.update(networks.split())
    house = House(store, said, learn)
    await house.open()
    return Desk(house)

