"""A bot on this machine at a table of any server: it gets what its seat may know, like everybody
else.
"""
from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

import tafelrunde

from ... import bots
from ...errors import TafelrundeError
from ..client import Client, ServerRefused


def play(server: str, table: str, level: str, seat: int | None, invite: str | None, name: str | None,
         token: str | None) -> None:
    """Sit down and play to the end, printing what happens."""
    try:
        asyncio.run(play_table(server, table, level, seat, invite, name, token, say=lambda line: print(line, flush=True)))
    except (httpx.TransportError, httpx.InvalidURL) as error:
        raise TafelrundeError(f"server: {server} does not answer: {error}") from None


def table_of(text: str) -> tuple[str, str | None]:
    """The id and the invitation of a table's id or link.

    >>> table_of("http://h/t/abcdefghijklmnopqrstuv?invite=0123456789012345678901")
    ('abcdefghijklmnopqrstuv', '0123456789012345678901')
    """
    parts = urlsplit(text)
    found = re.search(r"[A-Za-z0-9_-]{22}", parts.path)
    codes = parse_qs(parts.query).get("invite")
    return (found.group() if found else text), codes[0] if codes else None


async def play_table(server: str, table: str, level: str, seat: int | None = None, invite: str | None = None,
                     name: str | None = None, token: str | None = None,
                     say: Callable[[str], None] = lambda line: None) -> list[int]:
    """Play one seat of a table to the end; returns the final scores."""
    bots.Level.read(level)
    id_, code = table_of(table)
    async with Client(server, token, patience=86_400) as client:
        if token is None:
            await client.guest(name or f"bot {level}")
        try:
            shown = await client.fair.sit(f"/api/tables/{id_}/join", **_given(seat=seat, invite=invite or code))
        except ServerRefused as refused:
            if refused.code != "conflict":
                raise
            shown = await client.get(f"/api/tables/{id_}")
            if not shown["mine"]:
                raise
        say(f"{client.url}/t/{id_}: {shown['title']}, seat {shown['mine'][0]}")
        async with client.sit(id_, invite or code) as socket:
            bot = bots.make(level, tafelrunde.game(shown["game"]))
            try:
                await _play(client, socket, bot, say)
            finally:
                bot.close()
            say(f"over: {socket.state['scores']}")
            if id_ in client.fair.kept:
                say(f"fair: all {await client.fair.verify(id_)} draws follow from what was promised before the game")
            return socket.state["scores"]


async def _play(client: Client, socket: Any, bot: bots.Bot, say: Callable[[str], None]) -> None:
    while True:
        state = await socket.my_turn()
        if state["over"]:
            return
        version = state["version"]
        try:
            observed = await client.get(f"/api/tables/{socket.id}/observation", seat=state["seat"])
            action = await asyncio.to_thread(bot.decide, observation(observed))
            await socket.act(action, seat=state["seat"], version=observed["version"])
            say(action)
        except httpx.TransportError:  # the server is away; the socket reconnects by itself
            await asyncio.sleep(1)
            continue
        except ServerRefused as refused:
            if refused.code in ("busy", "limited"):
                await asyncio.sleep(refused.error["retry_ms"] / 1000)
                continue
            if refused.code not in ("stale", "conflict"):
                raise
        await socket.until(lambda v=version: socket.state["version"] > v or socket.state["over"])


def observation(shown: dict[str, Any]) -> bots.Observation:
    """The server's state for the seat, as an observation for bots."""
    game = tafelrunde.game(shown["game"])
    ids = tuple(game.actions.id(a) for a in shown["legal"])
    imagined = game.load(shown["position"])
    left = shown["left_ms"] / 1000 if shown["left_ms"] is not None else None
    return bots.Observation(game, shown["seat"], imagined, ids, shown["decisions"], None, left)


def _given(**values: Any) -> dict[str, Any]:
    return {k: v for k, v in values.items() if v is not None}
