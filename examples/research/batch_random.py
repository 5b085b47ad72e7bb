"""Random play in a batch: how long games are, who wins and with how many points.

    python examples/research/batch_random.py [title] [players] [games]
"""
import sys

import numpy as np

from tafelrunde.research import Batch


def main(title: str = "el_grande", players: int = 4, games: int = 1000) -> None:
    batch = Batch(title, players, n=min(games, 256), seed=1)
    decisions = ended = 0
    wins, points = np.zeros(players), np.zeros(players)
    while ended < games:
        batch.step(batch.random_actions())
        decisions += batch.n
        ended += int(batch.done.sum())
        wins += batch.result.sum(axis=0)
        points += batch.final.sum(axis=0)
    print(f"{ended} games of {title}, about {decisions / ended:.0f} decisions each")
    for seat in range(players):
        print(f"seat {seat}: {wins[seat] / ended:.1%} of the victories, {points[seat] / ended:.1f} points")


if __name__ == "__main__":
    title, *numbers = sys.argv[1:] or ["el_grande"]
    main(title, *map(int, numbers))
