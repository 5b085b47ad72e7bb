"""Fit how much a title's network has to say about the chances to win, and how well that holds.

    python tools/pool_chances.py ROWS           play games into the folder ROWS, fit, and write
    python tools/pool_chances.py ROWS toledo    one title; the others keep their numbers
    python tools/pool_chances.py ROWS --fit     only the games that are there
    python tools/calibrate.py --page            then write docs/chances.md again

Games that are in the folder already are not played again.  A third of the games is played by
`strong`, a third by `master`, and a third by both, each with 100 iterations a decision.  Before
every ninth decision the chances of the evaluation are noted, what the network says at every seat,
and for every third of these positions what a search of `strong` says. Run it again for new weights:
chances that were fitted for others are not used.  About a minute per title and number of players,
and twice that where the search must be compiled first.
"""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import tafelrunde as tr
from tafelrunde.bots import pooling
from tafelrunde.bots.chances import Looking, Reliability, chances_for, looking_for
from tafelrunde.bots.judgement import judged, judgement_of
from tafelrunde.bots.machines import MACHINES
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.judging import judge_of
from tafelrunde.bots.net.layout import EXPLORE, MIX, SOFT
from tafelrunde.bots.net.weights import load
from tafelrunde.bots.pooling import Loss, Pooled, Voice
from tafelrunde.bots.thinking import WHOLE
from tafelrunde.bots.tree import Tree
from tafelrunde.kernel import Game, lowest_bit, seed_generator
from tafelrunde.learning.network import Shape, as_arrays
from tafelrunde.learning.searching import Searcher, Settings
from tafelrunde.research.batch import Batch

OUT = Path(__file__).resolve().parent.parent / "src/tafelrunde/bots" / pooling.FILE
GAMES, NODES, EVERY, LONGEST = 240, 100, 9, 1500
MORE = {4: 360}
"""Games of the most usual number of players."""
PRIOR = 30
"""How many games it takes to doubt the network: its own word, unchanged, is what is expected of it.
"""
SEED = 7_000_000
KINDS = ("strong", "master", "both")
"""Who plays: game i is of kind i % 3.  Whether it is fitted to is decided by i // 3."""
LEAST = 0.01
"""By how much the network must lower the log loss to be asked at all."""
SEARCHED, PLAYOUTS, HALF = 3, 400, 100
"""Which of the noted positions are searched, and how thoroughly; playouts after which a search has
half of its say.
"""
STEP = 0.05


def played(game: Game, players: int) -> dict[str, Any]:
    """Games of one title and number of players: positions, and who won."""
    said, weights, games = judgement_of(game), load(game), MORE.get(players, GAMES)
    strong = Settings(NODES, said.horizon, said.explore, widen=said.widen, trust=said.trust)
    search = weights.head.get("search", {})
    master = Settings(NODES, said.horizon, search.get("explore", EXPLORE), widen=said.widen, trust=said.trust,
                      net=search.get("after", 2), mix=search.get("mix", MIX), soft=search.get("soft", SOFT))
    batch = Batch(game.name, players, games, None, SEED + 100_000 * players, "cpu", restart=False, threads=1)
    features = features_of(game)
    shape = Shape.of(features, weights.width)
    searcher = Searcher(batch.engine, batch.configured, features, [strong, master], shape, SEED + players)
    searcher.guide(as_arrays(weights))
    who = np.random.default_rng(players).integers(0, 2, (games, players))
    who[0::3], who[1::3] = 0, 1
    every, won = np.arange(games), np.zeros((games, players))
    noted: list[tuple[int, int, Any]] = []
    for step in range(LONGEST):
        live = every[np.asarray(batch.seat) >= 0]
        if not len(live):
            break
        noted += [(int(i), step, batch.perfect_state(int(i))) for i in live if step and (step + i) % EVERY == 0]
        kinds = who[every, np.maximum(np.asarray(batch.seat), 0)].astype(batch.seat.dtype)
        chosen, _ = searcher.think(kinds)
        batch.engine.advance(np.ascontiguousarray(chosen), False)
        won[batch.done] = np.asarray(batch.result)[batch.done]
    over = won.sum(1) > 0
    return {**looked_at(game, players, [row for row in noted if over[row[0]]]), "won": won}


def looked_at(game: Game, players: int, noted: list[tuple[int, int, Any]]) -> dict[str, Any]:
    """What is said of positions: by the evaluation, by the network at every seat, and by a search
    (nothing where there was none).
    """
    fitted, judge, machine = chances_for(game, players), judge_of(game), MACHINES.module(game)
    if fitted is None or judge is None or machine is None:
        raise SystemExit(f"{game.name}: the evaluation was not fitted, there is no network, or no module")
    evaluation, network, searched = [], [], []
    for n, (i, step, s) in enumerate(noted):
        worth = judged(game, s)
        evaluation.append(fitted.fitted(s, worth))
        network.append(judge.views([(s, worth, seat) for seat in range(players)]))
        shares = [np.nan] * players
        if n % SEARCHED == 0:
            tree = Tree(machine, s, lowest_bit(game.law.pending(s)), players, 4096)
            tree.grow(seed_generator(1000 * i + step) >> 24, PLAYOUTS)
            shares = [int(tree.gains[0][p]) / PLAYOUTS / WHOLE for p in range(players)]
        searched.append(shares)
    return {"game": np.array([i for i, _, _ in noted]), "evaluation": np.array(evaluation), "network": np.array(network),
            "search": np.array(searched)}


def logs(shares: Any) -> Any:
    return np.log(np.maximum(shares, pooling.LEAST))


def called(sources: Any, powers: Any) -> Any:
    """Chances from the logarithms of sources (positions x seats x sources), each to its power."""
    pulls = sources @ np.asarray(powers, float)
    chances = np.exp(pulls - pulls.max(1, keepdims=True))
    return chances / chances.sum(1, keepdims=True)


def loss(chances: Any, won: Any) -> float:
    """The mean log loss."""
    return float(-(won * np.log(np.maximum(chances, 1e-9))).sum(1).mean())


def uncertain(game: Any, won: Any, one: Any, other: Any) -> float:
    """By how much the difference of two mean losses is uncertain, with games as the units (95
    %).
    """
    gain = (won * (np.log(np.maximum(other, 1e-9)) - np.log(np.maximum(one, 1e-9)))).sum(1)
    off = gain - gain.mean()
    return float(1.96 * np.sqrt((np.bincount(game, off) ** 2).sum()) / len(gain))


def powers_of(sources: Any, won: Any, expected: list[float], games: int) -> list[float]:
    """The most likely powers, by Newton's method, not far from what was expected if there are few
    games.
    """
    size, ridge = sources.shape[2], PRIOR / games
    powers = np.array(expected)
    for _ in range(20):
        chance = called(sources, powers)
        mean = np.einsum("np,npk->nk", chance, sources)
        slope = np.einsum("np,npk->k", chance - won, sources) / len(won) + ridge * (powers - expected)
        bend = np.einsum("np,npk,npl->kl", chance, sources, sources) / len(won) - mean.T @ mean / len(won)
        powers = powers - np.linalg.solve(bend + ridge * np.eye(size), slope)
    return [round(float(power), 3) for power in powers]


def pool(sources: Any, won: Any, game: Any) -> list[float]:
    """The powers of the evaluation and of the network; of the evaluation alone if the network does
    not help.
    """
    games = len(np.unique(game))
    kept, seen = powers_of(sources, won, [0.0, 1.0], games)
    if kept < 0:  # the evaluation adds nothing
        kept, [seen] = 0.0, powers_of(sources[:, :, 1:], won, [1.0], games)
    gain = loss(called(sources, [1, 0]), won) - loss(called(sources, [kept, seen]), won)
    return [kept, seen] if gain > LEAST and seen > 0 else [1.0, 0.0]


def halves(game: Any) -> tuple[Any, Any]:
    """The games in two halves, each with as many of every kind."""
    return game // 3 % 2 == 0, game // 3 % 2 == 1


def fit(rows: dict[str, Any]) -> tuple[Pooled, Any]:
    """The powers for one number of players, and the chances in every position by powers that were
    fitted to the other half of the games.
    """
    game, won = rows["game"], rows["won"][rows["game"]]
    sources = np.stack([logs(rows["evaluation"]), logs(rows["network"]).mean(1)], 2)
    chances, losses = np.zeros(won.shape), {}
    for half in halves(game):
        chances[half] = called(sources[half], pool(sources[~half], won[~half], game[~half]))
    for kind, name in (*enumerate(KINDS), (None, "all")):
        here = np.full(len(game), True) if kind is None else game % 3 == kind
        three = (called(sources[here], [1, 0]), called(sources[here], [0, 1]), chances[here])
        evaluation, network, both = (round(loss(one, won[here]), 4) for one in three)
        off = round(uncertain(game[here], won[here], three[0], three[2]), 4)
        losses[name] = Loss(len(np.unique(game[here])), int(here.sum()), evaluation, network, both, off)
    kept, seen = pool(sources, won, game)
    return Pooled(kept, seen, len(np.unique(game)), losses, reliability(game, chances, won)), chances


def reliability(game: Any, chance: Any, won: Any) -> list[Reliability]:
    """The actual shares for predictions of 0 %, 10 %, … 100 %, each within five points."""
    found, tenth, games = [], np.rint(chance * 10).astype(int), np.broadcast_to(game[:, None], chance.shape)
    for k in range(11):
        here = tenth == k
        if here.any():
            found.append(Reliability(round(float(chance[here].mean()), 4), round(float(won[here].mean()), 4), int(here.sum()),
                                     len(np.unique(games[here]))))
    return found


def weighed(game: Game, rows: dict[int, dict[str, Any]], chances: dict[int, Any]) -> Looking:
    """What a search adds to the chances of a title, over all numbers of players; ways from a
    position are told apart as without a network.
    """
    before = looking_for(game)
    if before is None:
        raise SystemExit(f"{game.name}: run tools/weigh_looking.py first")
    parts = []
    for players, one in rows.items():
        here = ~np.isnan(one["search"][:, 0])
        sources = np.stack([logs(chances[players]), logs(one["search"])], 2)[here]
        parts.append((one["game"][here], sources, one["won"][one["game"]][here]))

    def mean(half: int, kept: float, seen: float) -> float:
        chosen = [(x[halves(g)[half]], won[halves(g)[half]]) for g, x, won in parts]
        return sum(loss(called(x, [kept, seen]), won) * len(won) for x, won in chosen) / sum(len(won) for _, won in chosen)

    grid = [(float(a), float(b)) for a in np.arange(0, 1.25, STEP) for b in np.arange(0, 2.05, STEP)]
    kept, seen = min(grid, key=lambda pair: mean(0, *pair))
    told = max(before.seen, seen)
    games = [sum(len(np.unique(g[halves(g)[half]])) for g, _, _ in parts) for half in (0, 1)]
    positions = sum(int(halves(g)[0].sum()) for g, _, _ in parts)
    return Looking(round(kept, 2), round(told, 2), HALF, games[0], positions, games[1],
                   round(mean(1, 1, 0), 4), round(mean(1, kept, seen), 4), round(told - seen, 2))


def main(folder: Path, asked: list[str], play: bool) -> None:
    """Play, fit and write."""
    folder.mkdir(parents=True, exist_ok=True)
    voices = dict(pooling.voices())
    for title in asked or tr.games():
        game, sha = tr.game(title), load(tr.game(title)).head["sha256"]
        rows, found, chances = dict[int, Any](), dict[str, Pooled](), dict[int, Any]()
        for players in sorted(range(game.seats[0], game.seats[1] + 1), key=lambda n: (n not in MORE, n)):
            path = folder / f"{title}-{players}-{sha[:8]}.npz"
            if not path.exists():
                if not play:
                    continue
                np.savez(path, **played(game, players))
            rows[players] = dict(np.load(path))
            found[str(players)], chances[players] = fit(rows[players])
            print(title, players, found[str(players)], flush=True)
            voices[title] = Voice(sha, dict(sorted(found.items())), weighed(game, rows, chances))
            OUT.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(voices.items()))), indent=1) + b"\n")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]), [name for name in sys.argv[2:] if not name.startswith("--")], "--fit" not in sys.argv)
