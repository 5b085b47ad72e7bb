"""Searches against each other, many games at once: one seat by a variant, the others by the first
settings.

    python benchmarks/strength/searches.py TITLE PLAYERS GAMES DEVICE SETTINGS VARIANT... [WEIGHTS]

Settings are those of `tafelrunde.learning.searching.Settings`, such as
`times=200,horizon=30,few=4`; what is not named is as in the title's `strong`.  With `net=2` the
network of the weights guides the search and looks at a node in its second visit; `mix=100` lets it
judge alone, and `soft=150` flattens its priors.  With `equal=1` a variant gets as many iterations
as take the processor time of the first settings, measured in positions of random games; its own
`times` does not count then.  DEVICE is `cuda` or `cpu`.  Every deal is played from each seat in
turn.
"""
from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots.judgement import Judgement, judgement_of
from tafelrunde.bots.net.features import Features, features_of
from tafelrunde.bots.net.weights import read
from tafelrunde.learning.network import Shape, as_arrays
from tafelrunde.learning.searching import Searcher, Settings
from tafelrunde.learning.selfplay import duel
from tafelrunde.research.batch import Batch

STEPS, EVERY, TABLES = 200, 20, 4
"""How far random games go in which the cost of a search is measured, how often it searches there,
and in how many games.
"""


def settings(text: str, said: Judgement) -> tuple[Settings, bool]:
    """Settings from the command line, and whether their time is to be equal."""
    given = {name: int(number) for name, _, number in (part.partition("=") for part in text.split(","))}
    equal = bool(given.pop("equal", 0))
    return Settings(**{"horizon": said.horizon, "explore": said.explore, "widen": said.widen, "trust": said.trust, **given}), equal


def cost(features: Features, shape: Shape, runs: Any, of: Settings, players: int) -> float:
    """Seconds of processor time per iteration."""
    batch = Batch(features.game.name, players, TABLES, None, 3, "cpu", restart=True, threads=1)
    searcher = Searcher(batch.engine, batch.configured, features, [of], shape, 1)
    if runs is not None:
        searcher.guide(runs)
    kinds = np.zeros(TABLES, batch.seat.dtype)
    searcher.think(kinds)  # the first one may compile
    spent, n = 0.0, 0
    for step in range(STEPS):
        if step % EVERY == 0:
            began = time.process_time()
            searcher.think(kinds)
            spent, n = spent + time.process_time() - began, n + TABLES
        batch.engine.advance(np.ascontiguousarray(batch.random_actions()), True)
    return spent / n / of.times


def main(title: str, players: str, games: str, device: str, first: str, *variants: str) -> None:
    """Play and print a line for every variant."""
    game = tr.game(title)
    features, said = features_of(game), judgement_of(game)
    weights = read(Path(variants[-1]).read_bytes(), features) if "=" not in variants[-1] else None
    shape, runs = Shape.of(features, weights.width if weights else 0), as_arrays(weights) if weights else None
    others, _ = settings(first, said)
    for text in variants[:-1] if weights else variants:
        own, equal = settings(text, said)
        if equal:
            own = replace(own, times=others.times)
            theirs, mine = (cost(features, shape, runs, of, int(players)) for of in (others, own))
            own = replace(own, times=max(8, int(others.times * theirs / mine)))
        won, n = duel(features, shape, runs, own, others, int(players), int(games), device)
        low, high = wilson(won, n)
        print(f"{title}: {text} wins {won / max(1, n):.1%} ({low:.1%}–{high:.1%}) of {n} games against {first}, with {own.times} "
              f"iterations against {others.times}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
