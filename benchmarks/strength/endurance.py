"""Many games of mixed bots with random players and options: no illegal move, no crash.

    python benchmarks/strength/endurance.py --games 10000 --minutes 30
"""
from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.machines import MACHINES
from tafelrunde.games import names
from tafelrunde.kernel import Game

LEVELS = ("random", "simple", "strong:1nodes", "strong:8nodes")


def any_options(game: Game, choice: Random) -> dict[str, object]:
    """Options drawn at random, each as likely default as not."""
    found: dict[str, object] = {}
    for option in game.options:
        if choice.random() < 0.5:
            continue
        if option.several:
            found[option.name] = [c for c in option.choices if choice.random() < 0.5]
        elif option.choices:
            found[option.name] = choice.choice(option.choices)
        else:
            found[option.name] = choice.random() < 0.5
    return found


def play(name: str, seed: int) -> int:
    """One game; how many decisions it had.  Anything illegal raises."""
    choice, game = Random(seed), tr.game(name)
    players = choice.randint(*game.seats)
    while True:
        options = any_options(game, choice)
        try:
            match = tr.new(name, players=players, seed=seed, options=options)
            break
        except tr.BadOptions:
            continue
    seated = [bots.make(choice.choice(LEVELS), game, seed + p, threads=1) for p in range(players)]
    while not match.over:
        seat = choice.choice(match.pending)
        bots.take_turn(match, seat, seated[seat])
    return match.decisions


def main() -> None:
    """Play until the games or the minutes are used up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    for name in names():
        MACHINES.get(tr.game(name), wait=True)
    began, games, decisions = time.monotonic(), Counter[str](), 0
    for seed in range(asked.first, asked.first + asked.games):
        if time.monotonic() - began > 60 * asked.minutes:
            break
        name = names()[seed % len(names())]
        try:
            decisions += play(name, seed)
        except Exception as error:
            raise SystemExit(f"{name}, seed {seed}: {type(error).__name__}: {error}") from error
        games[name] += 1
        if sum(games.values()) % 100 == 0:
            print(f"{sum(games.values())} games, {decisions} decisions", flush=True)
    print(f"{sum(games.values())} games ({dict(games)}), {decisions} decisions: no illegal move, no crash")


if __name__ == "__main__":
    main()
