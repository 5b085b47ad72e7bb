"""A child process in which bots think, so that neither searching nor compiling ever blocks the
server.

The child gets observations, never matches: what a seat may know, as plain values.
"""
from __future__ import annotations

import os
import signal
from collections import OrderedDict
from typing import Any

import tafelrunde

from ... import bots

KEPT = 200
"""Bots that a child keeps, with their search trees."""

_bots: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()


def begin(patience: int = 5) -> None:
    """Let the parent handle stopping, and give it priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(patience)


def written(observation: bots.Observation, whim: int) -> dict[str, Any]:
    """An observation as plain values, and the seed of the bot's random choices."""
    game = observation.game
    imagined = observation.imagine(observation.number)
    return {"game": game.name, "seat": observation.seat, "ids": observation.ids, "number": observation.number,
            "since": observation.since, "time_left": observation.time_left, "whim": whim,
            "imagined": {f.name: getattr(imagined, f.name) for f in game.fields}}


def read(values: dict[str, Any]) -> bots.Observation:
    """The observation that was written."""
    game = tafelrunde.game(values["game"])
    imagined = game.state()
    for name, value in values["imagined"].items():
        setattr(imagined, name, value)
    return bots.Observation(game, values["seat"], imagined, values["ids"], values["number"], values["since"],
                            values["time_left"])


def bot_at(table: str, seat: int, level: str, game: str, threads: int | None = None) -> bots.Bot:
    """The bot of a seat, the same one as long as the child lives."""
    key = (table, seat, level)
    if key not in _bots:
        # With one thread, a search limited by nodes is reproducible
        nodes = bots.Level.read(level).nodes
        _bots[key] = bots.make(level, tafelrunde.game(game), threads=1 if nodes else threads)
        while len(_bots) > KEPT:
            _bots.popitem(last=False)[1].close()
    _bots.move_to_end(key)
    return _bots[key]


def advise(values: dict[str, Any], lang: str, threads: int | None = None) -> bots.Hint:
    """What a bot would do at a person's seat, and why."""
    return bots.advise(read(values), lang, seed=values["whim"], threads=threads)


def think(table: str, level: str, values: dict[str, Any], threads: int | None = None) -> str:
    """A bot's decision; `threads` is how many cores a search by the clock may use, all of them
    unless something else is said.
    """
    bot = bot_at(table, values["seat"], level, values["game"], threads)
    bot.random.seed(values["whim"])
    return bot.decide(read(values))
