"""How far apart the levels are, on the scale of the lobby.  docs/strength.md quotes this.

    python benchmarks/strength/levels.py play RESULTS TITLE PLAYERS WEAKER STRONGER GAMES
    python benchmarks/strength/levels.py write RESULTS...

In a game every second seat has the weaker of two levels, the others have the stronger one, and in
the next game of the same deal it is the other way round.  Levels play as in the lobby, but with one
thread.  Every finished game is kept as a line; an interrupted run goes on where it was.

The step between two levels is what makes the standings of all their games likeliest in OpenSkill's
model (Plackett–Luce, its own scale), when every rating is certain.  The lobby shows 40 points for
one of OpenSkill's.  The interval has all steps that are not refuted at 5 % (likelihood ratio).
RESULTS may also be those of `meetings.py`: games between `strong` and `master` count.
"""
from __future__ import annotations

import json
import sys
from collections import defaultdict
from itertools import pairwise, permutations
from math import exp, inf, log, sqrt
from pathlib import Path
from typing import Any

from openskill.models import PlackettLuce
from pages import put

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.arena.playing import prepare
from tafelrunde.arena.report import machine, markdown_table
from tafelrunde.arena.statistics import wilson

FIRST, LONGEST = 60_000, 4000
"""The seed of the first deal; decisions after which a game that goes round in circles is abandoned.
"""
POINTS = 40
"""Points of the lobby for one of OpenSkill's."""
REFUTED = 1.92
"""By how much the logarithm of a likelihood is then below the highest (half of chi squared)."""
MET = ["strong", "master"]
"""The levels whose games `meetings.py` plays."""
STEPS = [k / 8 for k in range(-8 * 40, 8 * 40 + 1)]
"""The steps that are tried, in OpenSkill's points."""


def play(path: str, title: str, players: str, weaker: str, stronger: str, games: str) -> None:
    """Play until there are so many games of this step."""
    game, seats, out = tr.game(title), int(players), Path(path)
    prepare(game, (weaker, stronger))
    kind = {"title": title, "players": seats, "levels": [weaker, stronger]}
    known = [row for row in rows(out) if all(row[k] == v for k, v in kind.items())]
    for g in range(len(known), int(games)):
        strong = [(p + g) % 2 for p in range(seats)]
        row = {**kind, "game": g, "strong": strong, "standing": standings(game, [kind["levels"][k] for k in strong], g)}
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        known.append(row)
        low, step, high = (POINTS * x for x in fitted(known))
        print(f"{title}, {seats} players, {weaker} to {stronger}, {g + 1} games: {step:+.0f} ({low:+.0f} to {high:+.0f})",
              flush=True)


def standings(game: Any, levels: list[str], number: int) -> list[int]:
    """The result of one game for each seat."""
    match = tr.new(game.name, players=len(levels), seed=FIRST + number // 2)
    team = [bots.make(level, game, 10 * number + p, 1) for p, level in enumerate(levels)]
    while not match.over and match.decisions < LONGEST:
        seat = match.pending[0]
        bots.take_turn(match, seat, team[seat])
    return [int(game.law.standing(match.state, p)) for p in range(len(levels))]


def fitted(games: list[dict[str, Any]]) -> tuple[float, float, float]:
    """The likeliest step and the ends of its interval, in OpenSkill's points; an end that the games
    leave open is infinite.
    """
    scale = PlackettLuce().beta * sqrt(games[0]["players"])
    shapes: dict[tuple[tuple[int, ...], ...], int] = defaultdict(int)
    for g in games:
        shapes[orders(g["strong"], g["standing"])] += 1
    found = {step: sum(n * likely(shape, exp(step / scale)) for shape, n in shapes.items()) for step in STEPS}
    best = max(STEPS, key=lambda step: found[step])
    held = [step for step in STEPS if found[step] > found[best] - REFUTED]
    return -inf if held[0] == STEPS[0] else held[0], best, inf if held[-1] == STEPS[-1] else held[-1]


def orders(strong: list[int], standing: list[int]) -> tuple[tuple[int, ...], ...]:
    """The orders in which the seats may have come in, as which of them were the stronger ones; more
    than one if seats share a place.
    """
    seats = range(len(strong))
    return tuple(tuple(strong[p] for p in order) for order in permutations(seats)
                 if all(standing[a] >= standing[b] for a, b in pairwise(order)))


def likely(shape: tuple[tuple[int, ...], ...], odds: float) -> float:
    """The logarithm of the likelihood of a standing; the mean over the orders that are possible."""
    total = 0.0
    for order in shape:
        worth = [odds if k else 1.0 for k in order]
        total += sum(log(worth[i] / sum(worth[i:])) for i in range(len(worth)))
    return total / len(shape)


def rows(path: Path) -> list[dict[str, Any]]:
    """The games in a file."""
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    return [met(row) for row in found if {*row.get("searches", MET)} == {*MET}]


def met(row: dict[str, Any]) -> dict[str, Any]:
    """A game of `meetings.py` as one between levels; what decides is the victory, then points."""
    if "searches" not in row:
        return row
    return {"title": row["title"], "players": row["players"], "levels": MET, "strong": [int(s == MET[1]) for s in row["searches"]],
            "standing": [*zip(row["won"], row["points"], strict=True)]}


def first_places(games: list[dict[str, Any]]) -> float:
    """The victories of the stronger level; a shared one counts as a fraction."""
    won = 0.0
    for g in games:
        first = [k for k, standing in zip(g["strong"], g["standing"], strict=True) if standing == max(g["standing"])]
        won += sum(first) / len(first)
    return won


def write(*paths: str) -> None:
    """Put the table of all steps into docs/strength.md."""
    kinds: dict[tuple[str, int, tuple[int, int]], list[dict[str, Any]]] = defaultdict(list)
    names: list[str] = [*bots.LEVELS]
    for path in paths:
        for row in rows(Path(path)):
            weaker, stronger = map(names.index, row["levels"])
            kinds[row["title"], row["players"], (weaker, stronger)].append(row)
    table = []
    for (title, players, (weaker, stronger)), games in sorted(kinds.items()):
        low, step, high = (POINTS * x for x in fitted(games))
        won, n = first_places(games), len(games)
        under, over = wilson(won, n)
        between = f"{low:+.0f} to {high:+.0f}" if high < inf else f"{low:+.0f} or more"
        table.append([title, str(players), f"{names[weaker]} → {names[stronger]}", str(n),
                      f"{won / n:.0%} ({under:.0%}–{over:.0%})", f"{step:+.0f} ({between})" if high < inf else between])
    put("levels", f"Machine: {machine()}.\n\n" + markdown_table(
        ["title", "players", "levels", "games", "won by the higher level (95 %)", "step in points (95 %)"], table))


if __name__ == "__main__":
    {"play": play, "write": write}[sys.argv[1]](*sys.argv[2:])
