"""Load every position of random games of every title and every option set; none may be refused.

    python tools/load_positions.py [--games 2000] [--seed 0] [--title toledo] [--cores 2] [--minutes 60]

Every position that a match can write must load back to itself.  What fails is shown with its title,
options, seed and decision.  `--minutes` ends each title early and says how far it came.
"""
from __future__ import annotations

import argparse
import json
import os
import sys
import time
from functools import cache
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from harness import Table, option_sets  # type: ignore[import-not-found]  # the tests are no package

import tafelrunde
from tafelrunde.kernel import Game, TafelrundeError


def tables(game: Game) -> list[Table]:
    """Every option set; random games of Toledo only end because of a cap."""
    found = option_sets(game, 12)
    if game.name == "toledo":
        return [Table(t.players, {**t.options, "turn_cap": "25"}) for t in found]
    return found


def refused(game: Game, table: Table, seed: int) -> tuple[int, str]:
    """How many positions of a random game load, and what is wrong with the next one; empty when all
    do.
    """
    choice, s, mask = Random(seed), table.state(game, seed), game.mask()
    game.driver.begin(s, mask)
    loaded = 0
    while True:
        position = game.position(s)
        try:
            again = game.position(game.load(json.loads(json.dumps(position))))
        except TafelrundeError as error:
            return loaded, f"{table} seed {seed}, decision {loaded}: {error}"
        if again != position:
            return loaded, f"{table} seed {seed}, decision {loaded}: it loads to another position"
        loaded += 1
        seats = game.law.pending(s)
        if not seats:
            return loaded, ""
        seat = choice.choice([p for p in range(8) if seats >> p & 1])
        game.driver.play(s, seat, choice.choice(game.legal_ids(s, seat)), mask)


@cache
def sets_of(title: str) -> list[Table]:
    """The tables of a title, made once in every process."""
    return tables(tafelrunde.game(title))


def one_game(asked: tuple[str, int, int]) -> tuple[int, str]:
    """One game of a title: its number chooses the table, its seed the game."""
    title, number, seed = asked
    sets = sets_of(title)
    return refused(tafelrunde.game(title), sets[number % len(sets)], seed + number)


def run(game: Game, games: int, seed: int, minutes: float, workers: Pool) -> bool:
    """Load the positions of some games of a title, showing progress; return whether all could be
    loaded.
    """
    began, total, bad = time.monotonic(), 0, 0
    for i, (loaded, wrong) in enumerate(workers.imap(one_game, ((game.name, n, seed) for n in range(games)))):
        total += loaded
        if wrong:
            bad += 1
            print(f"\n{game.name}: {wrong}")
        spent = time.monotonic() - began
        print(f"\r{game.name}: {i + 1:,} of {games:,} games, {total:,} positions, {bad} refused, {spent:,.0f} s", end="",
              flush=True)
        if spent > minutes * 60:
            break
    print()
    return bad == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Load every position of random games.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--title", choices=tafelrunde.games())
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=1e9)
    asked = parser.parse_args()
    titles = [asked.title] if asked.title else tafelrunde.games()
    with get_context("spawn").Pool(asked.cores) as workers:
        good = [run(tafelrunde.game(t), asked.games, asked.seed, asked.minutes, workers) for t in titles]
    return 0 if all(good) else 1


if __name__ == "__main__":
    raise SystemExit(main())
