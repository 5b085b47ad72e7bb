"""A trained network at the table.  docs/strength.md quotes this.

    python benchmarks/strength/master.py speed TITLE WEIGHTS
    python benchmarks/strength/master.py values TITLE WEIGHTS LEVEL GAMES
    python benchmarks/strength/master.py play TITLE WEIGHTS LEVEL GAMES [MILLISECONDS or NODESnodes] [EXPLORE,AFTER,MIX,SOFT ...]
    python benchmarks/strength/master.py settle WEIGHTS EXPLORE AFTER MIX SOFT

`speed`: how long one look takes.  `values`: how well the network foretells who wins games between
bots of a level, beside the title's own evaluation.  `play`: one `master` against others at equal
limits, every deal once from each seat, bots with one thread; several settings of its search
(`tafelrunde.bots.net.layout.EXPLORE` and its neighbours) play the same deals in turn.  `settle`
writes the best settings into the file.
"""
from __future__ import annotations

import math
import sys
import time
from pathlib import Path
from typing import Any

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots.levels import Level
from tafelrunde.bots.machines import MACHINES, Part
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.master import CompiledNetMachine, MasterBot, compiled_net
from tafelrunde.bots.net.weights import Weights, read, settled
from tafelrunde.bots.thinking import WHOLE
from tafelrunde.cli.common import usual_players

LOOKS = 2000
LONGEST = 4000
"""Decisions after which a game that goes round in circles is abandoned."""


def weights_of(title: str, path: str, *search: int) -> Weights:
    data = Path(path).read_bytes()
    return read(settled(data, *search) if search else data, features_of(tr.game(title)))


def looked(machine: CompiledNetMachine, s: Any, seat: int, times: int = 1) -> tuple[Any, int]:
    """The network's output for a position: chances, and how many actions are legal."""
    desk, chances = machine.desk(s), machine.numbers(8)
    worth = machine.numbers(machine.parts, 8)
    return chances, machine.call.look_once(machine.pool(s, 1), seat, machine.mask(), worth, machine.parts, chances, *desk, times)


def speed(title: str, path: str) -> None:
    """Microseconds of processor time for one look at a position: features, both layers, chances and
    policy.
    """
    game = tr.game(title)
    machine = CompiledNetMachine(game, weights_of(title, path))
    match = tr.new(title, players=usual_players(game), seed=1)
    bot = bots.make("simple", game, 1)
    taken, legal = [], []
    while not match.over:
        seat = match.pending[0]
        if match.decisions % 8 == 0:
            looked(machine, match.state, seat)
            began = time.process_time()
            legal.append(looked(machine, match.state, seat, LOOKS)[1])
            taken.append((time.process_time() - began) / LOOKS * 1e6)
        bots.take_turn(match, seat, bot)
    print(f"{title}: {sum(taken) / len(taken):.1f} µs a position in the mean, {max(taken):.1f} at most, "
          f"{len(taken)} positions with {sum(legal) / len(legal):.0f} legal actions")


def values(title: str, path: str, level: str, games: str) -> None:
    """The log loss of the network's chances and of the evaluation's, over all decisions of games
    between bots.
    """
    game = tr.game(title)
    machine, base, players = CompiledNetMachine(game, weights_of(title, path)), MACHINES.get(game, wait=True), usual_players(game)
    lost, n = [0.0, 0.0, 0.0], 0
    for g in range(int(games)):
        match = tr.new(title, players=players, seed=5000 + g)
        team = [bots.make(level, game, 10 * g + p, 1) for p in range(players)]
        said = []
        while not match.over:
            seat, s = match.pending[0], match.state
            chances, worth = base.numbers(8), base.numbers(base.parts, 8)
            base.call.judge_at(base.pool(s, 1), 0, worth, base.parts, chances)
            said.append((looked(machine, s, seat)[0], chances))
            bots.take_turn(match, seat, team[seat])
        standing = [game.law.standing(match.state, p) for p in range(players)]
        won = [(x == max(standing)) / standing.count(max(standing)) for x in standing]
        for net, own in said:
            both = [(int(a) + int(b)) / 2 for a, b in zip(net, own, strict=True)]
            for k, of in enumerate((net, own, both)):
                lost[k] -= sum(w * math.log(max(int(of[p]), 1) / WHOLE) for p, w in enumerate(won))
        n += len(said)
    print(f"{title}: log loss in {games} games of {level}: network {lost[0] / n:.3f}, evaluation {lost[1] / n:.3f}, mean of both "
          f"{lost[2] / n:.3f} (guessing {math.log(players):.3f})")


def play(title: str, path: str, level: str, games: str, limit: str = "100", *searches: str) -> None:
    """One `master` against others, every deal from each seat."""
    game = tr.game(title)
    players = usual_players(game)
    asked = Level.read(f"strong:{limit if limit.endswith('nodes') else limit + 'ms'}")
    networks = {text: weights_of(title, path, *map(int, text.split(","))) for text in searches} or {"": weights_of(title, path)}
    for part in Part:
        MACHINES.get(game, part, wait=True)
    for weights in networks.values():
        compiled_net(game, weights).warm()
    found = {text: [0.0] * 5 for text in networks}
    for k in range(int(games)):
        for text, weights in networks.items():
            row = one_game(game, players, k, level, MasterBot(game, k, asked.milliseconds, asked.nodes, 1, weights))
            found[text] = [a + b for a, b in zip(found[text], row, strict=True)]
            won, own, others, mine, theirs = found[text]
            low, high = wilson(won, k + 1)
            print(f"{time.strftime('%H:%M:%S')} {title} {text}: {won:g} of {k + 1} games against {level}, {won / (k + 1):.0%} "
                  f"({low:.0%}–{high:.0%}); points {own / (k + 1):.1f} : {others / (k + 1):.1f}; iterations "
                  f"{mine / (k + 1):.0f} : {theirs / (k + 1):.0f}", flush=True)


def one_game(game: Any, players: int, k: int, level: str, bot: MasterBot) -> list[float]:
    """The share of the win, the points and the iterations a decision of one bot and of the others,
    in the mean.
    """
    seat = k % players
    match = tr.new(game.name, players=players, seed=1000 + k // players)
    team: list[Any] = [bots.make(level, game, 10 * k + p, 1) for p in range(players)]
    team[seat] = bot
    counts: list[list[int]] = [[], []]
    while not match.over and match.decisions < LONGEST:
        p = match.pending[0]
        bots.take_turn(match, p, team[p])
        thought = getattr(team[p], "thought", None)
        if thought is not None and thought.simulations:
            counts[p != seat].append(thought.simulations)
    standing = [game.law.standing(match.state, p) for p in range(players)]
    points = [game.law.points(match.state, p) for p in range(players)]
    return [(standing[seat] == max(standing)) / standing.count(max(standing)), points[seat],
            (sum(points) - points[seat]) / (players - 1), *(sum(c) / max(1, len(c)) for c in counts)]


def settle(path: str, *search: str) -> None:
    """Write the settings of the search into a file of weights."""
    Path(path).write_bytes(settled(Path(path).read_bytes(), *map(int, search)))


if __name__ == "__main__":
    {"speed": speed, "values": values, "play": play, "settle": settle}[sys.argv[1]](*sys.argv[2:])
