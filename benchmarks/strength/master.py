"""A trained network at the table: how fast it judges, and one `master` against another level.  docs/strength.md quotes this.

    python benchmarks/strength/master.py speed TITLE WEIGHTS
    python benchmarks/strength/master.py play TITLE WEIGHTS LEVEL GAMES [MILLISECONDS or NODESnodes]

Every deal is played once from each seat; bots use one thread.
"""
from __future__ import annotations

import sys
import time
from pathlib import Path

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.levels import Level
from tafelrunde.cli.common import usual_players
from tafelrunde.learning.features import features_of
from tafelrunde.learning.master import CompiledNetMachine, MasterBot
from tafelrunde.learning.weights import Weights, read

LOOKS = 2000


def weights_of(title: str, path: str) -> Weights:
    return read(Path(path).read_bytes(), features_of(tr.game(title)))


def speed(title: str, path: str) -> None:
    """Microseconds of processor time for one look at a position: features, both layers, chances and policy."""
    game = tr.game(title)
    machine = CompiledNetMachine(game, weights_of(title, path))
    match = tr.new(title, players=usual_players(game), seed=1)
    bot = bots.make("simple", game, 1)
    taken, legal = [], []
    while not match.over:
        seat = match.pending[0]
        if match.decisions % 8 == 0:
            desk, pool = machine.desk(match.state), machine.pool(match.state, 1)
            arguments = (pool, seat, machine.mask(), machine.numbers(8), *desk)
            machine.call.look_once(*arguments, 1)
            began = time.process_time()
            legal.append(machine.call.look_once(*arguments, LOOKS))
            taken.append((time.process_time() - began) / LOOKS * 1e6)
        bots.take_turn(match, seat, bot)
    print(f"{title}: {sum(taken) / len(taken):.1f} µs a position in the mean, {max(taken):.1f} at most, "
          f"{len(taken)} positions with {sum(legal) / len(legal):.0f} legal actions")


def play(title: str, path: str, level: str, games: str, limit: str = "100") -> None:
    """One `master` against others, every deal from each seat."""
    game, weights = tr.game(title), weights_of(title, path)
    players = usual_players(game)
    asked = Level.read(f"strong:{limit if limit.endswith('nodes') else limit + 'ms'}")
    won, own, others = 0.0, 0, 0
    for k in range(int(games)):
        seat = k % players
        match = tr.new(title, players=players, seed=1000 + k // players)
        team = [bots.make(level, game, 10 * k + p, 1) for p in range(players)]
        team[seat] = MasterBot(game, k, asked.milliseconds, asked.nodes, 1, weights)
        while not match.over:
            p = match.pending[0]
            bots.take_turn(match, p, team[p])
        standing = [game.law.standing(match.state, p) for p in range(players)]
        points = [game.law.points(match.state, p) for p in range(players)]
        won += (standing[seat] == max(standing)) / standing.count(max(standing))
        own, others = own + points[seat], others + sum(points) - points[seat]
        print(f"{title}: {won:g} of {k + 1} games won against {level}; {own / (k + 1):.1f} points to "
              f"{others / (k + 1) / (players - 1):.1f}", flush=True)


if __name__ == "__main__":
    {"speed": speed, "play": play}[sys.argv[1]](*sys.argv[2:])
