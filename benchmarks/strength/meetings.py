"""Searches at one table, each with the same processor time.  docs/strength.md quotes this.

    python benchmarks/strength/meetings.py play RESULTS TITLE PLAYERS ITERATIONS GAMES WEIGHTS SEARCH...
    python benchmarks/strength/meetings.py write RESULTS...

A search is `strong`, `master` (as its file of weights says), or settings of
`tafelrunde.learning.searching.Settings` (`net=2,explore=60,mix=100`).  The last one fills the seats
that are left.  WEIGHTS is a file, or `-` for the shipped ones.  `strong` gets so many iterations a
decision, and every other search as many as take the same processor time, measured in positions of
random games.  So a busy machine changes nothing.  Every deal is played in every rotation of the
seats.  Each finished game is kept as a line; an interrupted run goes on where it was.
"""
from __future__ import annotations

import json
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from pages import put
from searches import cost, settings

import tafelrunde as tr
from tafelrunde.arena.report import markdown_table
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.bots.net import layout
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.weights import Weights, load, read
from tafelrunde.learning.network import Shape, as_arrays
from tafelrunde.learning.searching import Searcher, Settings
from tafelrunde.research.batch import Batch

FIRST, LONGEST = 900, 3000
"""The seed of the first deal; decisions after which a game that goes round in circles is abandoned.
"""
SAMPLE = 1000
"""Iterations, at most, with which the cost of one is measured."""


def search_of(text: str, game: Any, weights: Weights) -> Settings:
    """A search from its text."""
    said = judgement_of(game)
    if text == "master":
        asked = {"explore": layout.EXPLORE, "after": layout.AFTER, "mix": layout.MIX, "soft": layout.SOFT,
                 **weights.head.get("search", {})}
        text = "net={after},explore={explore},mix={mix},soft={soft}".format(**asked)
    return settings("times=1" if text == "strong" else text, said)[0]


def balanced(game: Any, weights: Weights, players: int, times: int, texts: list[str]) -> list[Settings]:
    """The searches with iterations for the same processor time as so many of `strong`."""
    features, sample = features_of(game), min(times, SAMPLE)
    shape, runs = Shape.of(features, weights.width), as_arrays(weights)

    def taken(text: str) -> tuple[Settings, float]:
        of = replace(search_of(text, game, weights), times=sample)
        return of, cost(features, shape, runs, of, players)

    _, unit = taken("strong")
    return [replace(of, times=max(8, round(times * unit / each))) if text != "strong" else replace(of, times=times)
            for text in texts for of, each in [taken(text)]]


def play(path: str, title: str, seats: str, iterations: str, games: str, weights: str, *texts: str) -> None:
    """Play until there are so many games of this meeting."""
    game, players, out = tr.game(title), int(seats), Path(path)
    found = load(game) if weights == "-" else read(Path(weights).read_bytes(), features_of(game))
    named = [*texts, *[texts[-1]] * (players - len(texts))]
    kind = {"title": title, "players": players, "iterations": int(iterations), "searches": named}
    known = [row for row in rows(out) if all(row[k] == v for k, v in kind.items())]
    searches = balanced(game, found, players, int(iterations), named)
    batch = Batch(title, players, 1, {}, FIRST, "cpu", restart=False, threads=1)
    searcher = Searcher(batch.engine, batch.configured, features_of(game), searches, Shape.of(features_of(game), found.width), 1)
    searcher.guide(as_arrays(found))
    for g in range(len(known), int(games)):
        who = [(p + g) % players for p in range(players)]
        row = one_game(batch, searcher, FIRST + g // players, g, who)
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**kind, "game": g, "times": [s.times for s in searches], **row}) + "\n")
        known.append(row)
        won = [sum(r["won"][k] for r in known) / len(known) for k in range(players)]
        shares = ", ".join(f"{text} {share:.0%}" for text, share in zip(named, won, strict=True))
        print(f"{title}, {players} players, {len(known)} games: {shares}", flush=True)


def one_game(batch: Batch, searcher: Searcher, deal: int, number: int, who: list[int]) -> dict[str, Any]:
    """The shares of the victory and the points of every search."""
    engine = batch.engine
    engine.seeds[:] = deal
    engine.begin_all(False)
    searcher.seeds[:] = (FIRST + number) << 30
    for _ in range(LONGEST):
        kind = np.array([who[int(batch.seat[0])]], batch.seat.dtype)
        engine.advance(np.ascontiguousarray(searcher.think(kind)[0]), False)
        if batch.done[0]:
            break
    seats = np.argsort(who)
    return {"won": [float(x) for x in batch.result[0][seats]], "points": [int(x) for x in batch.final[0][seats]]}


def rows(path: Path) -> list[dict[str, Any]]:
    """The games in a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def write(*paths: str) -> None:
    """Put the table of all meetings into docs/strength.md: the first search against the others."""
    kinds: dict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
    for path in paths:
        for row in rows(Path(path)):
            kinds[row["title"], row["players"], row["iterations"], tuple(row["searches"])].append(row)
    table = []
    for (title, players, _, names), games in sorted(kinds.items()):
        n, won = len(games), sum(g["won"][0] for g in games)
        low, high = wilson(won, n)
        own, others = (sum(sum(g["points"][part]) for g in games) / n for part in (slice(0, 1), slice(1, None)))
        mine, theirs = games[-1]["times"][:2]
        table.append([title, str(players), f"{names[0]} : {names[1]}", f"{mine:,} : {theirs:,}", str(n),
                      f"{won / n:.0%} ({low:.0%}–{high:.0%})", f"{1 / players:.0%}", f"{own:.1f} : {others / (players - 1):.1f}"])
    put("meetings", markdown_table(["title", "players", "one : the others", "iterations", "games", "wins (95 %)", "fair", "points"],
                                   table))


if __name__ == "__main__":
    {"play": play, "write": write}[sys.argv[1]](*sys.argv[2:])
