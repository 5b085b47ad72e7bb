"""Fit how a search changes the chances of a review, and say how well that holds in games that were
not fitted.

    python tools/weigh_looking.py ROWS          play games into the folder ROWS as far as they are missing, fit, and write

Bots of the level `simple` play; before every ninth decision the calibrated chances and the shares
of a search of 400 playouts are noted.  Only the titles' WebAssembly modules think, so nothing is
compiled.  About ten minutes.
"""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

os.environ["TAFELRUNDE_COMPILE"] = "modules"

import tafelrunde as tr
from tafelrunde.bots import Observation, chances, make
from tafelrunde.bots.machines import MACHINES
from tafelrunde.bots.thinking import WHOLE
from tafelrunde.bots.tree import Tree
from tafelrunde.games import names
from tafelrunde.kernel import Game, seed_generator

OUT = Path(__file__).resolve().parent.parent / "src/tafelrunde/bots" / chances.LOOKING
FITTED, HELD_OUT = range(1, 101), range(101, 151)
PLAYOUTS, EVERY, LEAST = 400, 9, 0.002
HALF = 100
"""Playouts after which a search has half of its say: fewer than it was fitted with, and never the
whole.
"""
STEP = 0.05


def played(game: Game, number: int) -> dict[str, Any]:
    """One game: the winners, and the two judgements of positions on its way."""
    players = game.seats[0] + number % (game.seats[1] - game.seats[0] + 1)
    fitted, machine = chances.chances_for(game, players), MACHINES.module(game)
    if fitted is None or machine is None:
        raise SystemExit(f"{game.name}: nothing was fitted for {players} players, or there is no module")
    match = tr.new(game.name, players=players, seed=f"weigh {number}")
    bots = [make("simple", game, 10 * number + p) for p in range(players)]
    rows, at = [], 0
    while not match.over:
        seat = match.pending[0]
        if at % EVERY == number % EVERY and len(match.legal(seat)) > 1:
            tree = Tree(machine, match.state, seat, players, 4096)
            tree.grow(seed_generator(1000 * number + at) >> 24, PLAYOUTS)
            shares = [int(tree.gains[0][p]) / PLAYOUTS / WHOLE for p in range(players)]
            rows.append([[round(x, 5) for x in fitted.of(match.state)], [round(x, 5) for x in shares]])
        match.play(bots[seat].decide(Observation.of(match, seat)), seat=seat)
        at += 1
    standings = [int(game.law.standing(match.state, p)) for p in range(players)]
    first = max(standings)
    return {"game": number, "won": [(x == first) / standings.count(first) for x in standings], "rows": rows}


def games_of(game: Game, folder: Path) -> dict[int, dict[str, Any]]:
    """All games of a title; missing ones are played now."""
    path = folder / f"{game.name}.jsonl"
    known = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    found = {row["game"]: row for row in known}
    with path.open("a", encoding="utf-8") as out:
        for number in (*FITTED, *HELD_OUT):
            if number not in found:
                found[number] = played(game, number)
                out.write(json.dumps(found[number]) + "\n")
                out.flush()
    return found


def loss(games: list[dict[str, Any]], kept: float, seen: float) -> float:
    """The mean log loss of what was predicted for the winners."""
    total, n = 0.0, 0
    for one in games:
        for fitted, shares in one["rows"]:
            pulls = kept * np.log(np.maximum(fitted, LEAST)) + seen * np.log(np.maximum(shares, LEAST))
            called = np.exp(pulls - pulls.max())
            total -= float(np.dot(one["won"], np.log(called / called.sum())))
            n += 1
    return total / n


def weighed(games: dict[int, dict[str, Any]]) -> chances.Looking:
    """The best weights, found on a grid."""
    fitted, rest = ([games[n] for n in numbers] for numbers in (FITTED, HELD_OUT))
    grid = [(a, b) for a in np.arange(0, 1.05, STEP) for b in np.arange(0, 2.05, STEP)]
    kept, seen = min(grid, key=lambda pair: loss(fitted, *pair))
    rows = sum(len(one["rows"]) for one in fitted)
    return chances.Looking(round(float(kept), 2), round(float(seen), 2), HALF, len(fitted), rows, len(rest),
                           round(loss(rest, 1, 0), 4), round(loss(rest, kept, seen), 4))


def main(folder: Path) -> None:
    """Play, fit and write."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for title in names():
        one = weighed(games_of(tr.game(title), folder))
        found[title] = {name: getattr(one, name) for name in one.__struct_fields__}
        print(title, found[title])
    OUT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
