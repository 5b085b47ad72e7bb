"""Searches against each other, many games at once: one seat by a variant, the others by the first settings.

    python benchmarks/strength/searches.py TITLE PLAYERS GAMES DEVICE SETTINGS VARIANT... [WEIGHTS]

Settings are those of `tafelrunde.learning.searching.Settings`, such as `times=200,horizon=30,few=4`; with `net=3` the network of
the weights guides the search and looks at a node in its third visit.  Iterations are counted, not time; how much of it one takes
is for `speed.py` to say.  DEVICE is `cuda` or `cpu`.  Every deal is played from each seat in turn.
"""
from __future__ import annotations

import sys
from pathlib import Path

import tafelrunde as tr
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.weights import read
from tafelrunde.learning.network import Shape
from tafelrunde.learning.searching import Settings
from tafelrunde.learning.selfplay import duel
from tafelrunde.learning.teaching import as_arrays


def settings(text: str) -> Settings:
    """Settings as they are written on the command line."""
    given = {name: int(number) for name, _, number in (part.partition("=") for part in text.split(","))}
    return Settings(**given)


def main(title: str, players: str, games: str, device: str, first: str, *variants: str) -> None:
    """Play and print a line for every variant."""
    features = features_of(tr.game(title))
    weights = read(Path(variants[-1]).read_bytes(), features) if "=" not in variants[-1] else None
    shape = Shape.of(features, weights.width if weights else 0)
    for text in variants[:-1] if weights else variants:
        won, n = duel(features, shape, as_arrays(weights) if weights else None, settings(text), settings(first), int(players),
                      int(games), device)
        low, high = wilson(won, n)
        print(f"{title}: {text} wins {won / max(1, n):.1%} ({low:.1%}–{high:.1%}) of {n} games against {first}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
