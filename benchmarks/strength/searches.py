"""Searches against each other on a GPU, thousands of games at once: one seat by a variant, the others by the first settings.

    python benchmarks/strength/searches.py TITLE PLAYERS GAMES SETTINGS VARIANT...

Settings are those of `tafelrunde.learning.searching.Settings`, such as `times=200,horizon=30,few=4`.  Iterations are counted, not
time; how much of it one takes is for `speed.py` to say.  Games that last longer than LONGEST decisions are not counted.
"""
from __future__ import annotations

import sys
from typing import Any

import tafelrunde as tr
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots.net.features import features_of
from tafelrunde.learning.network import Shape
from tafelrunde.learning.searching import Searcher, Settings
from tafelrunde.research.batch import Batch

LONGEST = 600


def settings(text: str) -> Settings:
    """Settings as they are written on the command line."""
    return Settings(**{name: int(number) for name, _, number in (part.partition("=") for part in text.split(","))})


def play(title: str, players: int, each: int, first: Settings, variants: list[Settings]) -> tuple[Any, Any]:
    """For every game, what the lone seat won, and whether the game ended; `each` games for every variant."""
    features = features_of(tr.game(title))
    batch = Batch(title, players, each * len(variants), {}, 1, "cuda", restart=False)
    engine, xp = batch.engine, batch.engine.np
    searcher = Searcher(engine, batch.configured, features, [first, *variants], Shape.of(features), 1)
    game = xp.arange(batch.n)
    lone, kind = game % players, 1 + game // each
    won, over = xp.zeros(batch.n, xp.float32), xp.zeros(batch.n, bool)
    for _ in range(LONGEST):
        actions, _ = searcher.think(xp.where(engine.seats == lone, kind, 0).astype(xp.int32))
        engine.advance(actions, False)
        won = xp.where(engine.done, xp.take_along_axis(batch.result, lone[:, None], axis=1)[:, 0], won)
        over |= engine.done
        if bool(over.all()):
            break
    return won.get().reshape(-1, each), over.get().reshape(-1, each)


def main(title: str, players: str, games: str, first: str, *variants: str) -> None:
    """Play and print a line for every variant."""
    found = play(title, int(players), int(games), settings(first), [settings(v) for v in variants])
    for text, won, over in zip(variants, *found, strict=True):
        n, wins = int(over.sum()), float(won[over].sum())
        low, high = wilson(wins, n)
        print(f"{title}: {text} wins {wins / max(1, n):.1%} ({low:.1%}–{high:.1%}) of {n} games against {first}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
