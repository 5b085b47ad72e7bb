"""Games that a network plays with itself, each decision improved by looking ahead: what it learns from.

A decision draws a few actions from the network's policy, without putting any back (Gumbel's trick), and tries each in
worlds in which everything that the seat cannot know is drawn again; all actions are tried in the same worlds.  The
network judges where each led, as the seat sees it.  The best few are tried in more worlds.  What comes out is a policy
that is better than the network's, which the network then learns.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..research.batch import Batch
from .features import Features
from .judging import judged
from .network import NOT, Network, Reader, softmax

TRIED, AGAIN = 16, 4
"""How many actions a decision tries, and how many of them again, in as many more worlds."""
STAGGER = 256
"""Before learning begins, games are begun at this many different times."""
LEAST = 0.02
"""What every legal action keeps together of the policy that is learned."""


@dataclass
class Lesson:
    """What there is to learn from some decisions of one configuration: arrays with one row for each."""

    players: int
    reader: Reader
    seen: Any
    legal: Any
    policy: Any
    weight: Any
    chances: Any


class Seated:
    """Many games of one configuration, and a network's eyes for them."""

    def __init__(self, features: Features, players: int, options: Mapping[str, Any], n: int, seed: int, device: str,
                 restart: bool = True) -> None:
        self.features, self.players, self.options = features, players, dict(options)
        self.batch = Batch(features.game.name, players, n, options, seed, device, restart)
        self.xp = xp = self.batch.engine.np
        self.random = xp.random.default_rng(seed)
        self.reader = Reader(xp, features.reading(self.batch.configured), features.count)
        self.as_seen = xp.asarray(features.actions_seen(players), xp.int64)

    def scores(self, network: Network, given: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        """The scores of the table's actions, and each seat's chance to win, own seat first."""
        xp = self.xp
        scores, chances = network.look(given, self.players)
        return xp.where(legal, xp.take_along_axis(scores, self.as_seen[seat], axis=1), NOT), chances

    def noise(self, shape: tuple[int, ...]) -> Any:
        """Gumbel's distribution: added to scores, the highest sum is a draw from the policy."""
        xp = self.xp
        drawn = xp.clip(self.random.random(shape, dtype=xp.float32), 1e-9, 1 - 1e-7)
        return -xp.log(-xp.log(drawn))


class Tables(Seated):
    """Games to learn from, with room for the worlds in which actions are tried."""

    def __init__(self, features: Features, players: int, options: Mapping[str, Any], n: int, seed: int, device: str) -> None:
        super().__init__(features, players, options, n, seed, device)
        xp = self.xp
        self.worlds = Batch(features.game.name, players, n * TRIED, options, seed, device, restart=False)
        self.at_table = xp.asarray(features.actions_at_table(players), xp.int64)
        self.next_world = seed
        self.taught = self.green = 0.0
        """How much the bots' evaluation counts where an action leads, and in the chances of unfinished games."""
        self.softness = 1.0
        """By how many points seats differ."""
        self.finished = 0
        self.lone = xp.full(n, -1, xp.int32)
        """The seat that learns where the others are played by an earlier self; -1 where all learn."""

    def stagger(self) -> None:
        """Let the games stand at different points, by random play."""
        e, xp = self.batch.engine, self.xp
        number = xp.arange(self.batch.n)
        for t in range(STAGGER):
            actions = self.batch.random_actions()
            actions[number % STAGGER == t] = -1  # begins again
            e.advance(actions, True)

    # ------------------------------------------------------------ one decision in every game

    def tried(self, network: Network, seat: Any, actions: Any, worlds: int) -> Any:
        """The seat's chance after each of some actions, in the mean over so many worlds."""
        xp, e, w = self.xp, self.batch.engine, self.worlds.engine
        n, k = actions.shape
        w.fill(e, TRIED)
        seats = xp.ascontiguousarray(xp.repeat(seat, TRIED).astype(w.seats.dtype))
        number = xp.arange(n, dtype=xp.int64)[:, None, None] * worlds + xp.arange(worlds, dtype=xp.int64)[None, None, :]
        seeds = xp.ascontiguousarray(xp.broadcast_to(number, (n, k, worlds)).reshape(-1)) + self.next_world
        self.next_world += n * worlds
        w.redraw(seats, seeds)
        w.advance(xp.ascontiguousarray(xp.repeat(actions.reshape(-1), worlds).astype(w.seats.dtype)), False)
        seen = w.look(seats, len(self.batch.schema), False)
        chance = network.judge(self.reader(seen), self.players)[:, 0]
        own = seats[:, None].astype(xp.int64)
        if self.taught:
            chance = (1 - self.taught) * chance + self.taught * xp.take_along_axis(judged(w), own, axis=1)[:, 0]
        result = xp.take_along_axis(self.worlds.result, own, axis=1)[:, 0]
        return xp.where(w.done, result, chance).reshape(n, k, worlds).mean(axis=2)

    def improved(self, network: Network, scores: Any, seat: Any, sharpness: float) -> tuple[Any, Any]:
        """A better policy over the table's actions, and an action drawn from it, for every game."""
        xp, rows = self.xp, self.xp.arange(self.batch.n)[:, None]
        noisy = scores + self.noise(scores.shape)
        left, drawn = noisy.copy(), []
        for _ in range(TRIED):
            best = left.argmax(axis=1)
            drawn.append(best)
            left[rows[:, 0], best] = 2 * NOT
        actions = xp.stack(drawn, axis=1)
        there = xp.take_along_axis(scores, actions, axis=1) > NOT / 2
        actions = xp.where(there, actions, actions[:, :1])
        first = self.tried(network, seat, actions, 1)
        drawn_scores = xp.take_along_axis(noisy, actions, axis=1)
        rank = xp.where(there, drawn_scores + sharpness * first, NOT)
        again = xp.argsort(-rank, axis=1)[:, :AGAIN]
        chosen = xp.take_along_axis(actions, again, axis=1)
        more = self.tried(network, seat, chosen, TRIED // AGAIN)
        worlds = TRIED // AGAIN
        both = (xp.take_along_axis(first, again, axis=1) + worlds * more) / (worlds + 1)
        gains = first.copy()
        gains[rows, again] = both
        drawn_again, there_again = (xp.take_along_axis(of, again, axis=1) for of in (drawn_scores, there))
        final = xp.where(there_again, drawn_again + sharpness * both, NOT)
        action = xp.take_along_axis(chosen, final.argmax(axis=1)[:, None], axis=1)[:, 0]
        return self.completed(scores, actions, there, gains, sharpness), action

    def completed(self, scores: Any, actions: Any, there: Any, gains: Any, sharpness: float) -> Any:
        """The policy with what was found; an action that was not tried is worth the mean of those that were."""
        xp, rows = self.xp, self.xp.arange(self.batch.n)[:, None]
        policy = softmax(xp, scores)
        share = xp.where(there, xp.take_along_axis(policy, actions, axis=1), 0)
        mean = (share * gains).sum(axis=1, keepdims=True) / xp.maximum(share.sum(axis=1, keepdims=True), 1e-9)
        raised = scores.copy()
        # Repeats of the first action stand where there were too few: all write what belongs to it.
        gains = xp.where(there, gains, gains[:, :1])
        raised[rows, actions] = xp.take_along_axis(scores, actions, axis=1) + sharpness * (gains - mean)
        legal = scores > NOT / 2
        return (1 - LEAST) * softmax(xp, raised) + LEAST * legal / xp.maximum(legal.sum(axis=1, keepdims=True), 1)

    def play(self, network: Network, past: Network, steps: int, sharpness: float, margin: float, trace: float) -> list[Lesson]:
        """So many decisions in every game: what is to be learned from them."""
        xp, b, p = self.xp, self.batch, self.players
        kept: list[dict[str, Any]] = []
        turn = xp.arange(p)
        for _ in range(steps):
            seat = b.seat.astype(xp.int64)
            seen, legal = xp.ascontiguousarray(b.observe()), b.legal
            given = self.reader(seen)
            scores, chances = self.scores(network, given, legal, seat)
            policy, action = self.improved(network, scores, seat, sharpness)
            before: Any = judged(b.engine) if self.green else 0.0
            foreign = (self.lone >= 0) & (self.lone != seat)
            earlier = self.scores(past, given, legal, seat)[0]
            action = xp.where(foreign, (earlier + self.noise(earlier.shape)).argmax(axis=1), action)
            other = (seat + 1 + (self.random.random(b.n, dtype=xp.float32) * (p - 1)).astype(xp.int64)) % p
            beside = xp.ascontiguousarray(b.observe("seat", other.astype(b.seat.dtype)))
            target, allowed = (xp.take_along_axis(of, self.at_table[seat], axis=1) for of in (policy, legal))
            b.engine.advance(xp.ascontiguousarray(action.astype(b.seat.dtype)), True)
            done = b.done.copy()
            share = (1 - margin) * b.result + margin * softmax(xp, b.final.astype(xp.float32) / self.softness)
            by_seat = xp.take_along_axis(chances, (turn - seat[:, None]) % p, axis=1)
            if self.green:
                by_seat = (1 - self.green) * by_seat + self.green * before
            kept.append({"seen": seen, "beside": beside, "seat": seat, "other": other, "legal": allowed,
                         "policy": target.astype(xp.float16),
                         "weight": xp.where(foreign, 0, 1).astype(xp.float32), "value": by_seat, "done": done, "share": share})
            self.finished += int(done.sum())
        seat = b.seat.astype(xp.int64)
        after = network.judge(self.reader(b.observe()), p)
        after = xp.take_along_axis(after, (turn - seat[:, None]) % p, axis=1)
        target = following = (1 - self.green) * after + self.green * judged(b.engine) if self.green else after
        for row in reversed(kept):
            target = xp.where(row["done"][:, None], row["share"], (1 - trace) * following + trace * target)
            row["target"], following = target, row["value"]
        self.softness += 0.2 * (max(1.0, float(b.points.std())) - self.softness)
        return [self.lesson(row) for row in kept]

    def lesson(self, row: dict[str, Any]) -> Lesson:
        """A step's decisions, and the same positions as another seat sees them, for the chances alone."""
        xp, p = self.xp, self.players
        turn = xp.arange(p)
        own, others = (xp.take_along_axis(row["target"], (turn + row[who][:, None]) % p, axis=1) for who in ("seat", "other"))
        return Lesson(p, self.reader, xp.concatenate((row["seen"], row["beside"])), xp.concatenate((row["legal"], row["legal"])),
                      xp.concatenate((row["policy"], row["policy"])),
                      xp.concatenate((row["weight"], xp.zeros_like(row["weight"]))), xp.concatenate((own, others)))
