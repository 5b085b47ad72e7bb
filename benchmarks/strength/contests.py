"""One seat with another search against `strong`, in compiled games; and judgements fitted to games.

    python benchmarks/strength/contests.py play TITLE ITERATIONS GAMES FIRST VARIANT... [WEIGHTS]
    python benchmarks/strength/contests.py gather TITLE ITERATIONS GAMES FILE
    python benchmarks/strength/contests.py fit TITLE FILE WEIGHTS

`play` prints a line for every variant, such as `horizon=15,adapt=1`; what is not named is as in
`strong`.  Four players; every deal is played from each seat in turn; games have the numbers FIRST,
FIRST + 1, …  A variant gets as many iterations as take the processor time of `strong`, measured in
alternation.  `adapt=1` scales exploration by how much results vary.  `sharp=50` halves the title's
spread.  `learned=1` judges by the first set of WEIGHTS.

`gather` plays games between `strong` and notes positions, and where playouts from them come to.
`fit` fits weights for every part and stage to four fifths of the games, prints the log loss in the
others, and writes the sets: all positions first, then those after playouts of each length.
"""
from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots import search
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.bots.records import intrinsics, names_of
from tafelrunde.bots.thinking import WHOLE
from tafelrunde.kernel.record import to_record
from tafelrunde.learning import contests
from tafelrunde.learning.contests import AFTER, FIRST_PART, GAME, OVER, SEATS, STAGE, STAGES, WON

PLAYERS, ROOM = 4, 1 << 15
PACES, PACE_TIMES, PACE_FIRST = 4, 100, 900_000
SETTINGS = ("times", "horizon", "explore", "widen", "trust", "few", "last", "sharp", "learned", "adapt")
ASTRAY, EVERY, STEP, STEPS, TOGETHER = 40, 4, 10, 4, 20
"""How `gather` plays: decisions of a thousand that are a playout's; of how many one is noted; how
often and how far playouts go; games between two looks at the room that is left.
"""
UNIT = 1000
"""Worths are fitted in tens of points, so that no weight is tiny."""
RIDGE, TURNS = 1e-4, 15


class Contests:
    """A title's compiled contests."""

    def __init__(self, title: str, weights: Any = None) -> None:
        from tafelrunde.kernel.targets.numba import Compiled

        game = tr.game(title)
        self.title, self.said, self.parts = title, judgement_of(game), len(judgement_of(game).parts)
        self.call = Compiled(game, contests, {**names_of(game), **intrinsics()})
        self.pool = self.call.pool(3)
        to_record(game.configured(PLAYERS), game.fields, self.pool, 2)
        words, actions = game.actions.words, len(game.actions)

        def numbers(*shape: int) -> Any:
            return np.zeros(shape, np.int64)

        self.desk = (numbers(words), numbers(words), numbers(self.parts, SEATS), self.parts, numbers(SEATS),
                     numbers(ROOM, search.LINKS), numbers(ROOM, PLAYERS), numbers(contests.DEPTH + 1),
                     numbers(PLAYERS, 2 * actions), numbers(search.TOLD), numbers(16), ROOM, actions)
        self.weights = numbers(1, self.parts) if weights is None else np.array(weights, np.int64)

    def row(self, text: str, times: int) -> list[int]:
        """A row of settings."""
        said = self.said
        given = {"times": times, "horizon": said.horizon, "explore": said.explore, "widen": said.widen, "trust": said.trust,
                 "few": 0, "last": 50, "sharp": 100, "learned": 0, "adapt": 0}
        if text != "same":
            for name, _, number in (part.partition("=") for part in text.split(",")):
                if name not in given:
                    raise SystemExit(f"{name}: a setting is one of {', '.join(SETTINGS)}")
                given[name] = int(number)
        given["last"] = given["times"] * given["last"] // 100
        given["explore"] = WHOLE * given["explore"] // 100
        return [given[name] for name in SETTINGS]

    def play(self, own: list[int], others: list[int], first: int, games: int, rows: Any = None) -> tuple[int, Any, float]:
        """How many rows were noted, how the games went, and the seconds of processor time."""
        found, settings = np.zeros((games, 4), np.int64), np.array([own, others], np.int64)
        noting = (0, 0, STEP, STEPS, np.zeros((1, 1), np.int64)) if rows is None else (ASTRAY, EVERY, STEP, STEPS, rows)
        began = time.process_time()
        n = self.call.contest(self.pool, *self.desk, settings, self.weights, first, games, *noting, found)
        return n, found, time.process_time() - began

    def ratio(self, text: str) -> float:
        """How long an iteration of a variant takes beside one of `strong`; on a busy machine the
        shortest of several times counts.
        """
        paces: dict[str, list[float]] = {text: [], "same": []}
        for k in range(-1, PACES):
            for name, found in paces.items():
                row = self.row(name, PACE_TIMES)
                _, went, spent = self.play(row, row, PACE_FIRST, 1)
                if k >= 0:  # the first one may compile
                    found.append(spent / int(went[:, 2:].sum()))
        return min(paces[text]) / min(paces["same"])


def play(title: str, iterations: str, games: str, first: str, *texts: str) -> None:
    """Play and print a line for every variant."""
    weights = json.loads(Path(texts[-1]).read_text("utf-8")) if texts[-1].endswith(".json") else None
    table, times = Contests(title, weights), int(iterations)
    for text in texts[:-1] if weights else texts:
        own = table.row(text, max(8, round(times / table.ratio(text))))
        _, found, _ = table.play(own, table.row("same", times), int(first), int(games))
        ended = [(int(won), (int(first) + k) % PLAYERS) for k, won in enumerate(found[:, 0]) if won]
        wins = sum((won >> lone & 1) / won.bit_count() for won, lone in ended)
        low, high = wilson(wins, len(ended))
        print(f"{title}: {text} wins {wins / max(1, len(ended)):.1%} ({low:.1%}–{high:.1%}) of {len(ended)} games, with {own[0]} "
              f"iterations against {times}", flush=True)


def gather(title: str, iterations: str, games: str, out: str) -> None:
    """Play games and keep their positions."""
    table, kept = Contests(title), []
    row = table.row("same", int(iterations))
    room = np.zeros((TOGETHER * contests.LONGEST * (STEPS + 1) // EVERY * 2, FIRST_PART + SEATS * table.parts), np.int64)
    for first in range(0, int(games), TOGETHER):
        n, _, _ = table.play(row, row, first, TOGETHER, room)
        kept.append(room[:n].astype(np.int32))
    np.savez_compressed(out, rows=np.concatenate(kept))


def softmax(pulls: Any) -> Any:
    """Shares that grow by the factor e with every 1."""
    grown = np.exp(pulls - pulls.max(1, keepdims=True))
    return grown / grown.sum(1, keepdims=True)


def most_likely(x: Any, won: Any) -> Any:
    """The most likely weights of features, by Newton's method."""
    scale = x.std((0, 1)) + 1e-9
    x, weights = x / scale, np.zeros(x.shape[2])
    for _ in range(TURNS):
        chance = softmax(x @ weights)
        mean = np.einsum("np,npk->nk", chance, x)
        slope = RIDGE * weights + np.einsum("np,npk->k", chance - won, x) / len(x)
        bend = np.einsum("np,npj,npk->jk", chance, x, x, optimize=True) - mean.T @ mean
        weights = weights - np.linalg.solve(bend / len(x) + RIDGE * np.eye(len(weights)), slope)
    return weights / scale


def fit(title: str, source: str, out: str) -> None:
    """Fit weights to positions, say how well they foretell, and write them."""
    rows = np.load(source)["rows"]
    rows = rows[(rows[:, WON] > 0) & (rows[:, OVER] == 0)]
    parts = len(judgement_of(tr.game(title)).parts)
    worth = rows[:, FIRST_PART:].reshape(-1, parts, SEATS)[:, :, :PLAYERS].astype(float)
    won = (rows[:, WON, None] >> np.arange(PLAYERS) & 1).astype(float)
    won /= won.sum(1, keepdims=True)
    stage, after, held = rows[:, STAGE], rows[:, AFTER], rows[:, GAME] // PLAYERS % 5 == 0
    early, late = int(stage.max()), int(stage.min())
    at = np.clip((early - stage) / max(early - late, 1), 0, 1) * (STAGES - 1)
    hats = np.maximum(0, 1 - np.abs(at[:, None] - np.arange(STAGES)))
    x = np.einsum("ns,nkp->npsk", hats, worth - worth.mean(2, keepdims=True)).reshape(len(rows), PLAYERS, -1) / UNIT
    total = worth.sum(1)
    called = {"by hand": softmax(np.maximum((total - total.max(1, keepdims=True)) / stage[:, None], -8))}
    sets: list[list[int]] = []
    for which in (None, *sorted(set(after.tolist()))):
        here = ~held if which is None else ~held & (after == which)
        weights = most_likely(x[here], won[here])
        called["all" if which is None else f"after {which}"] = softmax(x @ weights)
        sets.append([early, late, *[0] * (parts - 2)])
        sets += [[round(w * WHOLE / UNIT) for w in line] for line in weights.reshape(STAGES, parts).tolist()]
    for name, chance in called.items():
        lost = -(won * np.log(np.maximum(chance, 1e-6))).sum(1)
        print(f"{title}, {name}:", *(f"{lost[held & (after == a)].mean():.4f}" for a in sorted(set(after.tolist()))))
    print("sets:", {name: 1 + k * (STAGES + 1) for k, name in enumerate([*called][1:])})
    Path(out).write_text(json.dumps(sets) + "\n", "utf-8")


def main(what: str, *rest: str) -> None:
    """Play, gather or fit."""
    {"play": play, "gather": gather, "fit": fit}[what](*rest)


if __name__ == "__main__":
    main(*sys.argv[1:])
