"""Fit the chances to win to bot games, and say in docs/chances.md how well they hold on games that
were not fitted.

    python tools/calibrate.py                 every title and number of players (compiled rules; minutes)
    python tools/calibrate.py rheinlaender    one title; the others keep their numbers
    python tools/calibrate.py --page          only the page, from the numbers that are there
"""
from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import tafelrunde as tr
from tafelrunde.bots import chances, pooling, selfplay, thinking
from tafelrunde.bots.chances import Calibration, Fit, Reliability
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.bots.looking import DEPTH
from tafelrunde.bots.machine import Machine
from tafelrunde.kernel import Game
from tafelrunde.kernel.interpreting import Bound
from tafelrunde.match.texts import Texts

ROOT = Path(__file__).resolve().parent.parent
DATA, PAGE = ROOT / "src/tafelrunde/bots" / chances.FILE, ROOT / "docs/chances.md"
WIDTH, BREADTH = 2, 10
FITTED, HELD_OUT = (1, 4000), (4_000_001, 2000)
STAGES, FEATURES = 4, 2
RIDGE = 1e-3
"""How strongly the weights (of features with unit spread) are pulled to zero, per position."""
KNOTS, ROUNDS = np.linspace(0, 1, 11), 20
"""Where the curve is bent, and how often: normalising the chances shifts them again."""
LEAST = 500
"""If fewer wins than this were predicted, nothing is bent."""
FEWEST = 200
"""A row of the table with positions from fewer games is too uncertain to be compared with the fit.
"""
OFF = 0.05
"""The largest allowed difference between the predicted and the actual share."""


class Table:
    """Where games are played: the template of `selfplay.py` for one title, compiled or interpreted.
    """

    def __init__(self, game: Game, compiled: bool) -> None:
        self.game, self.parts = game, len(judgement_of(game).parts)
        self.machine = Machine(game)
        names = judgement_of(game).names()
        if compiled:
            from tafelrunde.bots.machine import CompiledMachine
            from tafelrunde.bots.records import fingerprint_of_record
            from tafelrunde.kernel.targets.numba import Compiled

            self.machine = CompiledMachine(game)
            self.machine.call = Compiled(game, selfplay, {**names, thinking.copy_state: thinking.copy_record,
                                                          thinking.fingerprint: fingerprint_of_record})
        else:
            from tafelrunde.bots.machine import BASES

            self.machine.call = Bound(selfplay, game.law, names, BASES)

    def rows(self, players: int, first: int, games: int) -> Any:
        """The turns of games with the seeds first, first + 1, …"""
        m, every, states = self.machine, len(self.game.actions), 2 * WIDTH + 2
        found, done = [], 0
        while done < games:
            pool = m.pool(self.game.configured(players), states + 1)
            if m.compiled:
                pool[states] = pool[0]
            room = min(games - done, 200) * 120 + selfplay.MOST_TURNS
            rows = m.numbers(room, selfplay.FIRST_PART + self.parts * selfplay.SEATS)
            n, played = m.call.play_games(
                pool, states, m.mask(), m.mask(), m.numbers(m.parts, selfplay.SEATS), self.parts, m.numbers(selfplay.SEATS),
                WIDTH, DEPTH, BREADTH, m.numbers(every), m.numbers(every), m.numbers(states, DEPTH), m.numbers(states, 3),
                m.numbers(DEPTH + 1), first + done, games - done, rows, room)
            found.append(np.array(rows[:n], np.int64))
            done += played
        return np.concatenate(found)


def digest(rows: Any) -> str:
    """A hash of rows."""
    return sha256(np.ascontiguousarray(rows, "<i8").tobytes()).hexdigest()[:16]


def features(rows: Any, players: int, parts: int) -> Any:
    """Positions x seats x features: points, and points still to come."""
    worth = rows[:, selfplay.FIRST_PART:].reshape(-1, parts, selfplay.SEATS)[:, :, :players] / 100
    found = np.stack([worth[:, 0], worth[:, 1:].sum(1)], 2)
    return found - found.mean(1, keepdims=True)


def hats(rows: Any, stages: tuple[int, int]) -> Any:
    """How much each stage counts in each position."""
    x = np.clip((stages[0] - rows[:, selfplay.STAGE]) / max(stages[0] - stages[1], 1), 0, 1) * (STAGES - 1)
    return np.maximum(0, 1 - np.abs(x[:, None] - np.arange(STAGES)))


def results(rows: Any, players: int) -> Any:
    """Who won, a shared win split."""
    won = (rows[:, selfplay.WINNERS, None] >> np.arange(players) & 1).astype(float)
    return won / won.sum(1, keepdims=True)


def shares(rows: Any, players: int, parts: int, stages: tuple[int, int], weights: Any) -> Any:
    """The shares that follow from the weights."""
    pulls = np.einsum("ns,sf,npf->np", hats(rows, stages), weights, features(rows, players, parts))
    pulls = np.exp(pulls - pulls.max(1, keepdims=True))
    return pulls / pulls.sum(1, keepdims=True)


def fitted(rows: Any, players: int, parts: int, stages: tuple[int, int]) -> Any:
    """The most likely weights, by Newton's method (the likelihood has one peak)."""
    plain, won, stage = features(rows, players, parts), results(rows, players), hats(rows, stages)
    scale = plain.std((0, 1)) + 1e-9
    plain = plain / scale
    size = STAGES * FEATURES
    weights = np.zeros(size)
    for _ in range(12):
        slope, bend = RIDGE * weights, RIDGE * np.eye(size)
        for at in range(0, len(rows), 8192):
            part = slice(at, at + 8192)
            x = np.einsum("ns,npf->npsf", stage[part], plain[part]).reshape(-1, players, size)
            chance = np.exp(x @ weights)
            chance /= chance.sum(1, keepdims=True)
            mean = np.einsum("np,npk->nk", chance, x)
            slope = slope + np.einsum("np,npk->k", chance - won[part], x) / len(rows)
            heavy = (x * chance[:, :, None]).reshape(-1, size)
            bend = bend + (heavy.T @ x.reshape(-1, size) - mean.T @ mean) / len(rows)
        move = np.linalg.solve(bend, slope)
        weights = weights - move
        if np.abs(move).max() < 1e-4:
            break
    return weights.reshape(STAGES, FEATURES) / scale


def reliability(rows: Any, chance: Any, won: Any) -> list[Reliability]:
    """The actual shares for predictions of 0 %, 10 %, … 100 %, each within five points."""
    found, tenth = [], np.rint(chance * 10).astype(int)
    for k in range(11):
        here = tenth == k
        if here.any():
            games = len(np.unique(np.broadcast_to(rows[:, selfplay.GAME, None], here.shape)[here]))
            mean, share = round(float(chance[here].mean()), 4), round(float(won[here].mean()), 4)
            found.append(Reliability(mean, share, int(here.sum()), games))
    return found


def bend(share: Any, won: Any) -> list[tuple[float, float]]:
    """A line that never falls, from nothing to everything, by which as much is called as was won at
    every knot.
    """
    line = KNOTS.copy()
    near = np.maximum(0, 1 - np.abs(share[:, :, None] - KNOTS) * (len(KNOTS) - 1))
    wins = np.einsum("npk,np->k", near, won)
    for _ in range(ROUNDS):
        calls = np.einsum("npk,np->k", near, called(share, [*zip(KNOTS, line, strict=True)]))
        line = np.maximum.accumulate(line * np.where(calls < LEAST, 1, np.clip(wins / np.maximum(calls, 1), 0.5, 2)))
        line = line / line[-1]
    return [(round(float(x), 4), round(float(y), 4)) for x, y in zip(KNOTS, line, strict=True)]


def called(share: Any, line: list[tuple[float, float]]) -> Any:
    """The chances that follow from shares."""
    bent = np.interp(share, [x for x, _ in line], [y for _, y in line])
    return bent / bent.sum(1, keepdims=True)


def fit(table: Table, players: int) -> Fit:
    """Play, fit, and test on other games."""
    rows, other = table.rows(players, *FITTED), table.rows(players, *HELD_OUT)
    stages = int(rows[:, selfplay.STAGE].max()), int(rows[:, selfplay.STAGE].min())
    weights = fitted(rows, players, table.parts, stages)
    line = bend(shares(rows, players, table.parts, stages, weights), results(rows, players))
    chance = called(shares(other, players, table.parts, stages, weights), line)
    return Fit(stages, [[round(float(w), 5) for w in row] for row in weights], line, digest(rows),
               digest(rows[rows[:, selfplay.GAME] == FITTED[0]]), reliability(other, chance, results(other, players)))


def page(made: Calibration) -> str:
    """The page that says how well the chances hold."""
    (first, games), (other, others) = made.fitted, made.held_out
    lines = [
        "# Chances to win, and how well they hold", "",
        "The review shows every seat's chance to win.  It comes from the title's evaluation",
        "(`games/*/evaluation.py`), weighted by the results of bot games (`bots/chances.py`).  For each title",
        f"and number of players the weights were fitted to {games} games, seeds {first} to {first + games - 1}, of bots that",
        f"look to the end of their own turn (a beam of width {made.width} and breadth {made.breadth}).  The tables below",
        f"count {others} other games, seeds {other} to {other + others - 1}: of all positions in which a",
        "seat's chance was about this value, the share that it won.  Every turn of every game is one",
        "position for each seat.  Neither the weights nor the form of the model were chosen with these games",
        "in view.", "",
        "`python tools/calibrate.py` plays, fits and writes this page again.  A row with positions from",
        f"at least {FEWEST} games lies within {round(100 * OFF)} points of the prediction; a test checks that.", ""]
    for name, counts in made.titles.items():
        lines += [f"## {Texts(tr.game(name), 'en').say('game.name')}", ""]
        for players, found in counts.items():
            lines += [f"### {players} players", "", "| called | won | positions | games |", "|---:|---:|---:|---:|"]
            lines += [f"| {100 * r.called:.1f} % | {100 * r.won:.1f} % | {r.positions} | {r.games} |" for r in found.reliability]
            lines += ["", f"Hash of what was fitted: `{found.rows}`.", ""]
    return "\n".join([*lines, *with_networks()]).rstrip() + "\n"


def with_networks() -> list[str]:
    """The part of the page that says what networks add."""
    lines = [
        "## With the network", "",
        "The network of a title that has the level `master` is asked too (`bots/pooling.py`): at every",
        "seat, with what that seat sees. The chance is the evaluation's to the power `kept`, times the",
        "network's to the power `seen`. `python tools/pool_chances.py ROWS` plays games and fits the powers",
        "for the weights that are shipped; other weights are not asked. A third of the games was played by",
        "`strong`, a third by `master`, a third by both, each with 100 iterations a decision. The figures",
        "are log losses: how well the winner was foretold, lower is better; the gain is that of both on the",
        "evaluation (95 %, with games as units). All are for games that the powers were not fitted to: each",
        "half is foretold by powers fitted to the other. Where the network does not help, the evaluation",
        "stays alone (`seen` is 0); so it does with numbers of players that are not in the table, which",
        "have not been measured.", "",
        "| title | players | games | `kept`, `seen` | evaluation | network | both | gain | of `strong` | of `master` |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for name, voice in pooling.voices().items():
        title = Texts(tr.game(name), "en").say("game.name")
        for players, found in voice.players.items():
            every, strong, master = (found.losses[kind] for kind in ("all", "strong", "master"))
            gain = f"{every.evaluation - every.both:.3f} ± {every.off:.3f}" if found.seen else "–"
            lines.append(f"| {title} | {players} | {found.games} | {found.kept:.2f}, {found.seen:.2f} | {every.evaluation:.3f} "
                         f"| {every.network:.3f} | {every.both:.3f} | {gain} | {strong.evaluation:.3f} → {strong.both:.3f} "
                         f"| {master.evaluation:.3f} → {master.both:.3f} |")
    for name, voice in pooling.voices().items():
        for players, found in voice.players.items():
            if found.seen:
                lines += ["", f"### {Texts(tr.game(name), 'en').say('game.name')}, {players} players, with the network", "",
                          "| called | won | positions | games |", "|---:|---:|---:|---:|"]
                lines += [f"| {100 * r.called:.1f} % | {100 * r.won:.1f} % | {r.positions} | {r.games} |"
                          for r in found.reliability]
    return lines


def main() -> None:
    """Fit the requested titles, and write the numbers and the page."""
    asked = [a for a in sys.argv[1:] if not a.startswith("--")] or tr.games()
    every = set(asked) == set(tr.games()) and "--page" not in sys.argv
    known = chances.calibration().titles if DATA.exists() and not every else {}
    titles = {name: dict(known.get(name, {})) for name in tr.games()}
    for name in asked if "--page" not in sys.argv else ():
        table = Table(tr.game(name), compiled=True)
        low, high = table.game.seats
        for players in range(low, high + 1):
            titles[name][str(players)] = found = fit(table, players)
            print(name, players, [(r.called, r.won, r.games) for r in found.reliability], flush=True)
    made = Calibration(WIDTH, BREADTH, FITTED, HELD_OUT, {name: dict(sorted(found.items())) for name, found in titles.items()})
    DATA.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
    PAGE.write_text(page(made), "utf-8")


if __name__ == "__main__":
    main()
