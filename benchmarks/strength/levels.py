"""All levels on one scale: games between four of them, drawn again for each game, rated by
OpenSkill.

docs/strength.md quotes this.

    python benchmarks/strength/levels.py TITLE GAMES [SEED] [LEVEL,LEVEL,...]
"""
from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

from openskill.models import PlackettLuce

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.arena.playing import prepare

POOL = "random,beginner,simple,strong:60nodes,strong:150nodes,skilled,strong:60ms"
LONGEST = 4000
"""Decisions after which a game that goes round in circles is abandoned."""


def standings(game: Any, levels: list[str], seed: int) -> list[int]:
    """The result of one game for each seat."""
    match = tr.new(game.name, players=len(levels), seed=seed)
    team = [bots.make(level, game, 10 * seed + p, 1) for p, level in enumerate(levels)]
    while not match.over and match.decisions < LONGEST:
        seat = match.pending[0]
        bots.take_turn(match, seat, team[seat])
    return [int(game.law.standing(match.state, p)) for p in range(len(levels))]


def main(title: str, games: str, seed: str = "1", levels: str = POOL) -> None:
    """Play, and print the ratings from time to time."""
    game, pool, choice, model = tr.game(title), levels.split(","), Random(int(seed)), PlackettLuce()
    prepare(game, tuple(pool))
    rating = {level: model.rating() for level in pool}
    for k in range(int(games)):
        four = choice.sample(pool, 4)
        found = standings(game, four, 90_000 + 1000 * int(seed) + k)
        ranks = [sum(other > own for other in found) for own in found]
        for level, [rated] in zip(four, model.rate([[rating[b]] for b in four], ranks=ranks), strict=True):
            rating[level] = rated
        if k % 10 == 9 or k == int(games) - 1:
            told = [f"{b} {1000 + 40 * r.mu:.0f} ± {80 * r.sigma:.0f}" for b, r in sorted(rating.items(), key=lambda x: x[1].mu)]
            print(f"{time.strftime('%H:%M:%S')} {title} {k + 1} games: {', '.join(told)}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
