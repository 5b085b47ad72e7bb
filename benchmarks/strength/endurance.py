"""Many games of mixed bots with random numbers of players and random options: no illegal move, no
crash.

    python benchmarks/strength/endurance.py play --games 10000 --results endurance.jsonl
    python benchmarks/strength/endurance.py write --results endurance.jsonl

Playing can be interrupted and gone on with at any time.  A game that fails is kept with its error
and its seed.
"""
from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from pages import put

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.arena.report import markdown_table
from tafelrunde.bots.machines import MACHINES, Part
from tafelrunde.games import NAMES
from tafelrunde.kernel import Game
from tafelrunde.match.match import Match

LEVELS = {"random": 14, "simple": 4, "strong:8nodes": 1, "strong:400nodes": 1}
"""Who sits at the tables, and how often.  Some faults need a tree that goes beyond the next
scoring.
"""
COLUMNS = ("title", "games", "players", "different options", "decisions", "by `random`", "by `simple`", "by `strong`",
           "failures")


def any_options(game: Game, choice: Random) -> dict[str, object]:
    """Random options; each is at its default half of the time."""
    found: dict[str, object] = {}
    for option in game.options:
        if choice.random() < 0.5:
            continue
        if option.several:
            found[option.name] = [c for c in option.choices if choice.random() < 0.5]
        else:
            found[option.name] = choice.choice([option.default, *option.others()])
    return found


def begin(name: str, seed: int, choice: Random) -> tuple[Match, dict[str, object]]:
    """A match with a random number of players and options that are allowed together."""
    game = tr.game(name)
    while True:
        options = any_options(game, choice)
        try:
            return tr.new(name, players=choice.randint(*game.seats), seed=seed, options=options), options
        except tr.BadOptions:
            continue


def play(name: str, seed: int) -> dict[str, Any]:
    """One game in stored form; `error` says what went wrong."""
    choice = Random(seed)
    match, options = begin(name, seed, choice)
    levels = choice.choices(list(LEVELS), list(LEVELS.values()), k=match.players)
    seated = [bots.make(level, match.game, seed + p, threads=1) for p, level in enumerate(levels)]
    decisions = Counter[str]()
    error = ""
    try:
        while not match.over:
            seat = choice.choice(match.pending)
            bots.take_turn(match, seat, seated[seat])
            decisions[seated[seat].level] += 1
    except Exception as failure:
        error = f"decision {match.decisions}, {levels}: {type(failure).__name__}: {failure}"
    return {"game": name, "seed": seed, "players": match.players, "options": options, "decisions": decisions,
            "error": error}


def kept(results: Path) -> list[dict[str, Any]]:
    """The games played so far."""
    return [json.loads(line) for line in results.read_text("utf-8").splitlines()] if results.exists() else []


def go_on(results: Path, games: int, minutes: float, titles: tuple[str, ...]) -> None:
    """Play the missing games, the titles in turn."""
    done = {(r["game"], r["seed"]) for r in kept(results)}
    for name in titles:
        for part in Part:
            MACHINES.get(tr.game(name), part, wait=True)
    began, played = time.monotonic(), 0
    missing = [task for i in range(games) if (task := (titles[i % len(titles)], i // len(titles))) not in done]
    with results.open("a", encoding="utf-8") as file:
        for name, seed in missing:
            if time.monotonic() - began > 60 * minutes:
                break
            result = play(name, seed)
            file.write(f"{json.dumps(result)}\n")
            file.flush()
            played += 1
            if result["error"]:
                print(f"{name}, seed {seed}: {result['error']}", flush=True)
            if played % 100 == 0:
                left = (len(missing) - played) * (time.monotonic() - began) / played
                print(f"{played} of {len(missing)} games, {left / 60:.0f} min left", flush=True)


def row(title: str, results: list[dict[str, Any]]) -> tuple[str, ...]:
    """A line of the table."""
    seats = [r["players"] for r in results]
    options = len({json.dumps([r["players"], r["options"]], sort_keys=True) for r in results})
    by = Counter[str]()
    for r in results:
        by.update(r["decisions"])
    return (title, f"{len(results):,}", f"{min(seats)}–{max(seats)}", f"{options:,}", f"{sum(by.values()):,}",
            *(f"{by[level]:,}" for level in bots.LEVELS), f"{sum(1 for r in results if r['error'])}")


def page(results: list[dict[str, Any]]) -> str:
    """The table."""
    titles = [t for t in NAMES if any(r["game"] == t for r in results)]
    rows = [row(t, [r for r in results if r["game"] == t]) for t in titles]
    return markdown_table(COLUMNS, [*rows, row("all", results)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "write"))
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--titles", nargs="*", default=list(NAMES), choices=NAMES)
    parser.add_argument("--results", type=Path, default=Path("endurance.jsonl"))
    asked = parser.parse_args()
    if asked.what == "play":
        go_on(asked.results, asked.games, asked.minutes, tuple(asked.titles))
    else:
        put("endurance", page(kept(asked.results)))
    failed = [r for r in kept(asked.results) if r["error"]]
    if failed:
        raise SystemExit(f"{len(failed)} games failed")


if __name__ == "__main__":
    main()
