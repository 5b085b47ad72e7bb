"""Proximal policy optimisation on `Batch` with NumPy alone: from nothing to well above `random` in
a minute on two cores.

    python examples/research/ppo.py [iterations] [title] [players]

One network plays all seats against itself and learns from its own games; then it plays against
`random`.
"""
from __future__ import annotations

import sys
import time

import numpy as np

from tafelrunde.research import Batch

GAMES, STEPS, HIDDEN = 256, 64, 96
RATE, CLIP, DECAY, ENTROPY, EPOCHS, PIECE = 1.5e-3, 0.2, 0.97, 0.01, 2, 2048
OPTIONS = {"toledo": {"turn_cap": "25"}, "el_grande": {"short": True}}


class Network:
    """One hidden layer, a policy and a value; Adam."""

    def __init__(self, cells: int, actions: int, seed: int = 0) -> None:
        r = np.random.default_rng(seed)
        self.w = {"in": r.normal(0, 1 / np.sqrt(cells), (cells, HIDDEN)), "bias": np.zeros(HIDDEN),
                  "policy": r.normal(0, 0.01, (HIDDEN, actions)), "value": np.zeros((HIDDEN, 1)), "base": np.zeros(1)}
        self.w = {k: v.astype(np.float32) for k, v in self.w.items()}
        self.m = {k: np.zeros_like(v) for k, v in self.w.items()}
        self.v = {k: np.zeros_like(v) for k, v in self.w.items()}
        self.t = 0

    def __call__(self, seen, legal):
        """Hidden layer, probabilities of the legal actions, value."""
        h = np.tanh(seen @ self.w["in"] + self.w["bias"])
        logits = np.where(legal, h @ self.w["policy"], -1e9)
        p = np.exp(logits - logits.max(axis=1, keepdims=True))
        return h, p / p.sum(axis=1, keepdims=True), (h @ self.w["value"])[:, 0] + self.w["base"]

    def learn(self, seen, legal, actions, before, gain, target) -> None:
        """One step of PPO on a piece of the games."""
        n, rows = len(actions), np.arange(len(actions))
        h, p, value = self(seen, legal)
        ratio = p[rows, actions] / before
        inside = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        d_logits = p * (-(gain * ratio * inside))[:, None] * -1
        d_logits[rows, actions] -= gain * ratio * inside
        log = np.log(np.maximum(p, 1e-9))
        d_logits += ENTROPY * p * (log - (p * log).sum(axis=1, keepdims=True))
        d_value = (value - target)[:, None] * 0.5
        d_h = (d_logits @ self.w["policy"].T + d_value @ self.w["value"].T) * (1 - h * h)
        self.adam({"in": seen.T @ d_h / n, "bias": d_h.mean(axis=0), "policy": h.T @ d_logits / n,
                   "value": h.T @ d_value / n, "base": d_value.mean(axis=0)})

    def adam(self, gradients) -> None:
        self.t += 1
        for k, g in gradients.items():
            self.m[k] += 0.1 * (g - self.m[k])
            self.v[k] += 0.001 * (g * g - self.v[k])
            self.w[k] -= RATE * (self.m[k] / (1 - 0.9**self.t)) / (np.sqrt(self.v[k] / (1 - 0.999**self.t)) + 1e-8)


def rewards(batch):
    """What every seat gets for a game that has ended: by how much it is ahead of the others,
    between -1 and 1.
    """
    final = batch.final.astype(np.float32)
    return np.tanh((final - final.mean(axis=1, keepdims=True)) / 20) * batch.done[:, None]


def drawn(p, choice):
    """An action for every row of probabilities."""
    return (p.cumsum(axis=1) > choice.random((len(p), 1)) * p.sum(axis=1, keepdims=True)).argmax(axis=1)


def train(title: str, players: int, iterations: int) -> Network:
    batch = Batch(title, players, GAMES, OPTIONS.get(title), seed=0)
    network, choice, rows = Network(len(batch.schema), batch.actions.size), np.random.default_rng(0), np.arange(GAMES)
    began, decisions, ended = time.perf_counter(), 0, 0
    for _ in range(iterations):
        kept = []
        for _ in range(STEPS):
            seen, legal, seat = batch.observe("floats"), batch.legal, batch.seat.copy()
            _, p, value = network(seen, legal)
            actions = drawn(p, choice)
            batch.step(actions)
            ended += int(batch.done.sum())
            kept.append((seen, legal, actions, p[rows, actions], value, seat, rewards(batch), batch.done.copy()))
        decisions += GAMES * STEPS
        improve(network, kept, last_values(network, batch), choice)
    print(f"{decisions:,} decisions and {ended:,} games in {time.perf_counter() - began:.0f} s")
    return network


def last_values(network, batch):
    """The value that every seat of the running games expects."""
    return np.stack([network(batch.observe("floats", seat=p), batch.legal)[2] for p in range(batch.players)], axis=1)


def improve(network, kept, values, choice) -> None:
    """Advantages seat by seat, backwards through time; then some steps of learning."""
    rows, gains = np.arange(GAMES), np.zeros_like(values)
    owed = np.zeros_like(values)
    gain, target = [], []
    for _, _, _, _, value, seat, reward, done in reversed(kept):
        owed = np.where(done[:, None], reward, owed)
        values = np.where(done[:, None], 0, values)
        gains = np.where(done[:, None], 0, gains)
        found = owed[rows, seat] + values[rows, seat] - value + DECAY * gains[rows, seat]
        gain.append(found)
        target.append(found + value)
        owed[rows, seat], values[rows, seat], gains[rows, seat] = 0, value, found
    columns = [np.concatenate([row[k] for row in kept]) for k in range(4)]
    gain, target = (np.concatenate(x[::-1]).astype(np.float32) for x in (gain, target))
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(EPOCHS):
        for piece in np.array_split(choice.permutation(len(gain)), len(gain) // PIECE):
            network.learn(*(c[piece] for c in columns), gain[piece], target[piece])


def against_random(network: Network, title: str, players: int, games: int = 400) -> tuple[float, float]:
    """The network's share of the victories against random players, and by how many points it is
    ahead; seats take turns.
    """
    batch = Batch(title, players, games, OPTIONS.get(title), seed=10**6, restart=False)
    mine, choice = np.arange(games) % players, np.random.default_rng(1)
    shares, ahead = 0.0, 0.0
    while (batch.seat >= 0).any():
        _, p, _ = network(batch.observe("floats"), batch.legal)
        batch.step(np.where(batch.seat == mine, drawn(p, choice), batch.random_actions()))
        rows = np.flatnonzero(batch.done)
        shares += float(batch.result[rows, mine[rows]].sum())
        final = batch.final[rows].astype(float)
        own = final[np.arange(len(rows)), mine[rows]]
        ahead += float((own - (final.sum(axis=1) - own) / (players - 1)).sum())
    return shares / games, ahead / games


def main(iterations: int = 24, title: str = "toledo", players: int = 2) -> float:
    network = train(title, players, iterations)
    share, ahead = against_random(network, title, players)
    print(f"against {players - 1} random: {share:.1%} of 400 games (a fair share is {1 / players:.0%}), {ahead:+.1f} points ahead")
    return share


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 24, given[1] if len(given) > 1 else "toledo", int(given[2]) if len(given) > 2 else 2)
