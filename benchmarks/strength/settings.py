"""Settings of the search against each other: one seat with others against `strong` as it is, at
equal processor time.

    python benchmarks/strength/settings.py play RESULTS TITLE ITERATIONS GAMES VARIANT...
    python benchmarks/strength/settings.py write RESULTS...

A variant names what it changes: `horizon=60`, `explore=50`, `widen=150`, `trust=0`, `few=8` (the 8
best are compared again, with half of the iterations), `module=FILE` (another build of the title's
module), joined by commas.  Every deal is played once from each seat, four players, bots in the
title's module.  Before it plays, a variant's iterations are scaled by how long one takes beside one
of `strong`, so that both think equally long.  Results are kept line by line: an interrupted run
goes on where it was.
"""
from __future__ import annotations

import json
import os
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pages import put

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.arena.report import markdown_table
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots.hosted import Loaded, WasmMachine
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.bots.machines import MACHINES
from tafelrunde.bots.strong import StrongBot
from tafelrunde.bots.thinking import WHOLE
from tafelrunde.bots.tree import DEPTH, Tree, settings_of

PLAYERS, LONGEST = 4, 3000
"""Seats, and decisions after which a game that goes round in circles is abandoned."""
SPEED_GAMES = 2
FOLDER = re.compile(r"module=[^,]*/")


@dataclass(frozen=True)
class Variant:
    """How a bot's search differs."""

    text: str
    machine: WasmMachine
    settings: list[int]
    few: int = 0


def variant(game: Any, text: str) -> Variant:
    """A variant from its text."""
    said = dict(part.partition("=")[::2] for part in text.split(",") if part != "same")
    horizon, explore, widen, trust = settings_of(judgement_of(game))
    opened = Loaded(Path(said["module"]).read_bytes()).instance if "module" in said else None
    known = WasmMachine(game, opened) if opened else MACHINES.module(game)
    assert known is not None
    settings = [int(said.get("horizon", horizon)), WHOLE * int(said["explore"]) // 100 if "explore" in said else explore,
                int(said.get("widen", widen)), int(said.get("trust", trust))]
    return Variant(text, known, settings, int(said.get("few", 0)))


class Varied(Tree):
    """A tree grown with other settings."""

    of: Variant
    finalists: list[int]

    def like(self, root: Any, sheets: Any) -> Tree:
        """An empty tree of the same kind on another root."""
        tree = Varied(self.machine, root, self.seat, self.players, self.room, sheets)
        tree.of = self.of
        return tree

    def run(self, first: int, times: int, begin: int = 0) -> None:
        """Iterations, perhaps by way of one child."""
        self.size = int(self.machine.call.think_hard(self.pool, *self.desk, *self.lore, self.size, self.room, DEPTH, first, times,
                                                     *self.of.settings, begin))

    def grow(self, seed: int, times: int) -> None:
        """Add iterations; the second half of them compares the best actions."""
        plain = times // 2 if self.of.few else times
        self.run(seed, plain)
        if self.of.few:
            own = sorted((n, node) for (seat, _), (node, n) in self.children().items() if seat == self.seat)[-self.of.few:]
            for _, node in own:
                self.run(seed + plain, (times - plain) // len(own), node)
            self.finalists = [node for _, node in own]
        self.grown += times


class VariedBot(StrongBot):
    """`strong` with other settings."""

    def __init__(self, game: Any, seed: int, nodes: int, of: Variant) -> None:
        super().__init__(game, seed, nodes=nodes, threads=1)
        self.of, self.spent, self.iterations = of, 0.0, 0

    def machine(self) -> Any:
        """Where it thinks."""
        return self.of.machine

    def tree(self, machine: Any, root: Any, observation: Any) -> Tree:
        tree = Varied(machine.apart(), root, observation.seat, observation.players, 16 + 4 * (self.nodes or 0))
        tree.of = self.of
        return tree

    def grow(self, seeds: list[int], deadline: float, among: tuple[int, ...]) -> None:
        """Grow the tree, and record how long that took."""
        began = time.process_time()
        super().grow(seeds, deadline, among)
        self.spent += time.process_time() - began
        self.iterations += self.nodes or 0

    def choose(self, machine: Any, seat: int, choices: Any, seed: int) -> str:
        """The best of those that were compared again."""
        tree: Any = self.trees[0]
        found = {action: child for (who, action), child in tree.children().items() if who == seat and action in choices}
        compared = {a: child for a, child in found.items() if self.of.few and child[0] in tree.finalists}
        if compared:
            return self.game.actions.name(max(compared, key=lambda a: tree.share(compared[a][0])))
        return super().choose(machine, seat, choices, seed)


def play_game(game: Any, seed: int, team: list[VariedBot]) -> list[float] | None:
    """Each seat's share of the win; None for a game without an end."""
    match = tr.new(game.name, players=PLAYERS, seed=seed)
    while not match.over:
        if match.decisions >= LONGEST:
            return None
        seat = match.pending[0]
        bots.take_turn(match, seat, team[seat])
    found = [int(game.law.standing(match.state, p)) for p in range(PLAYERS)]
    return [1 / found.count(max(found)) if x == max(found) else 0.0 for x in found]


def pace(game: Any, of: Variant, nodes: int) -> float:
    """Seconds of processor time that an iteration takes in whole games."""
    team = [VariedBot(game, seed, nodes, of) for seed in range(PLAYERS)]
    for seed in range(SPEED_GAMES):
        play_game(game, 70_000 + seed, team)
    return sum(b.spent for b in team) / sum(b.iterations for b in team)


def play(results: str, title: str, iterations: str, games: str, *texts: str) -> None:
    """Play the missing games, the variants in turn."""
    game, nodes, path = tr.game(title), int(iterations), Path(results)
    usual = variant(game, "same")
    done = {(r["title"], r["variant"], r["game"]) for r in rows([path])}
    usual_pace = pace(game, usual, nodes)
    variants = [variant(game, text) for text in texts]
    scaled = {v.text: max(1, round(nodes * usual_pace / pace(game, v, nodes))) for v in variants}
    for k in range(int(games)):
        for v in variants:
            if (title, v.text, k) in done:
                continue
            lone, seed = k % PLAYERS, 50_000 + k // PLAYERS
            team = [VariedBot(game, 10 * seed + p, scaled[v.text] if p == lone else nodes, v if p == lone else usual)
                    for p in range(PLAYERS)]
            won = play_game(game, seed, team)
            if won is not None:
                row = {"title": title, "variant": v.text, "game": k, "won": won[lone], "nodes": nodes, "scaled": scaled[v.text]}
                with path.open("a") as file:
                    file.write(json.dumps(row) + "\n")


def rows(paths: list[Path]) -> list[dict[str, Any]]:
    """The games played so far."""
    return [json.loads(line) for path in paths if path.exists() for line in path.read_text().splitlines()]


def lines(paths: list[Path]) -> list[tuple[str, ...]]:
    """A line of the table for every title and variant."""
    found: dict[tuple[str, str, int], list[dict[str, Any]]] = {}
    for row in rows(paths):
        found.setdefault((row["title"], row["variant"], row["nodes"]), []).append(row)
    told = []
    for (title, text, nodes), played in sorted(found.items()):
        wins, n = sum(r["won"] for r in played), len(played)
        low, high = wilson(wins, n)
        told.append((title, FOLDER.sub("module=", text), str(n), f"{wins / n:.0%} ({low:.0%}–{high:.0%})",
                     f"{played[-1]['scaled']} : {nodes}"))
    return told


def main(what: str, *rest: str) -> None:
    """Play, show or write."""
    if what == "play":
        play(*rest)
        return
    columns = ("title", "setting", "games", "wins (95 %)", "iterations")
    table = markdown_table(columns, lines([*map(Path, rest)]))
    if what == "write":
        put("settings", table)
    else:
        print(table)


if __name__ == "__main__":
    os.environ.setdefault("TAFELRUNDE_COMPILE", "modules")
    main(*sys.argv[1:])
