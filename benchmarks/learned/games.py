"""The games that docs/what_the_bots_learned.md rests on: which they are, and playing what is
missing.

    python benchmarks/learned/games.py --results learned.sqlite --games 1000 --deals 100

Interrupt it at any time and start it again: every finished game is kept.  Bots limited by nodes
play the same games on every machine.
"""
from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tafelrunde.arena import GameResult, Store, Tournament, run

PLAYERS = 4
LEVELS = {"el_grande": "strong:200nodes", "king_and_intriguer": "strong:200nodes", "rheinlaender": "strong:1000nodes",
          "toledo": "strong:1000nodes"}
"""Who plays: these bots take about a second of one core for a game."""
WEAKER = "simple"
"""The opponents when luck is measured."""
STEPS = 8
"""Titles take turns, so that an interrupted run has games of each."""


def equals(title: str, games: int) -> Tournament:
    """Equal bots at all seats."""
    return Tournament(title, (LEVELS[title],) * PLAYERS, games)


def unequals(title: str, deals: int) -> Tournament:
    """One bot against three weaker ones, every deal from every seat."""
    return Tournament(title, (LEVELS[title], *[WEAKER] * (PLAYERS - 1)), deals * PLAYERS)


def play(t: Tournament, store: Store, records: bool, until: float) -> None:
    """Play what is missing of a tournament."""
    run(t, store, keep_records=records, progress=ticker(t, len(store.done(t, recorded=records)), until))


def ticker(t: Tournament, done: int, until: float) -> Callable[[GameResult], None]:
    """Print a progress line now and then, with the time left; end the run when its time is over."""
    began, at = time.monotonic(), [done]

    def tick(result: GameResult) -> None:
        at[0] += 1
        total = len(t.tasks())
        if at[0] % 25 == 0 or at[0] == total:
            left = (total - at[0]) * (time.monotonic() - began) / (at[0] - done)
            print(f"{t.game} {t.bots[0]} - {t.bots[-1]}: {at[0]} of {total} games, {left / 60:.0f} min left", file=sys.stderr)
        if time.monotonic() > until:
            raise KeyboardInterrupt

    return tick


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", help=f"of {', '.join(LEVELS)}; all of them")
    parser.add_argument("--games", type=int, default=1000, help="games between equals, for each title")
    parser.add_argument("--deals", type=int, default=100, help="deals between unequals, for each title")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--results", type=Path, default=Path("learned.sqlite"))
    asked = parser.parse_args()
    until = time.monotonic() + 60 * asked.minutes
    try:
        with Store(asked.results) as store:
            for step in range(1, STEPS + 1):
                for title in asked.titles or LEVELS:
                    play(equals(title, -(-asked.games * step // STEPS)), store, True, until)
                    play(unequals(title, -(-asked.deals * step // STEPS)), store, False, until)
    except KeyboardInterrupt:
        print("Interrupted. What was played is kept; the same command goes on with the rest.", file=sys.stderr)


if __name__ == "__main__":
    main()
