"""Practice: a network learns from playing against itself, without any search (PPO).

Millions of games teach it which actions are good and how positions end.  A search then builds on
both (`training.py`, `bots/net/guided.py`).  Everything that is played is learned from once: every
action becomes likelier or less likely by how much better the game went afterwards than the network
had thought.  Some seats are played by earlier selves, so that beating itself is not enough; their
decisions teach only how positions end.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from ..bots.net.features import Features, features_of
from ..kernel.batching import BEGIN
from ..research.batch import Batch
from .checkpoints import kept, restored
from .eyes import Eyes
from .network import NOT, Network, Shape, gumbel, many_hot, softmax
from .training import Seats, array_module

CLIP = 0.2
"""How far the likelihood of an action may move in one round."""
TRACE = 0.95
"""How much of a result is believed one decision earlier; the rest is the network's judgement."""
RATE, LAST_RATE = 1.2e-3, 6e-5
CURIOSITY, LAST_CURIOSITY = 0.02, 0.002
"""The weight of keeping actions uncertain."""
SOFT, SHARP = 1.5, 0.4
"""At first final points are turned into shares of the win softly, in units of how much they differ
between seats; later sharply.
"""
EARLIER = 0.4
"""In tables with earlier selves: the share of their seats."""
SELVES = 6
"""How many earlier selves are kept; the first one always is."""
RENEW = 40
"""After so many rounds other options or another number of players take a table's place."""
SPREAD = 192
"""Games of a fresh table begin within so many decisions, so that they stand at different points."""
FORMAT = "practise 1"


@dataclass(frozen=True)
class Plan:
    """What a practice does: its budget in seconds (or rounds, for tests) and how large everything
    is.

    In a round each of `games` games takes `moves` decisions, which are learned from in batches.
    """

    title: str
    seconds: float = 600.0
    rounds: int = 0
    games: int = 32768
    moves: int = 32
    batch: int = 32768
    seed: int = 1
    device: str = "cuda"
    width: int = 0
    players: tuple[int, ...] = ()


@dataclass
class Progress:
    """How far a practice is."""

    seconds: float = 0.0
    rounds: int = 0
    games: int = 0
    decisions: int = 0
    losses: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    against: dict[str, float] = field(default_factory=dict)


class Table:
    """Games of one configuration, and who plays in them."""

    def __init__(self, features: Features, players: int, options: dict[str, Any], n: int, seed: int, device: str,
                 earlier: Network | None, draw: Any) -> None:
        self.players, self.n = players, n
        self.batch = Batch(features.game.name, players, n, options, seed, device, threads=1 if device == "cpu" else None)
        self.engine = self.batch.engine
        self.xp = xp = self.engine.np
        self.eyes = Eyes(self.engine, self.batch.configured, features, seed)
        self.at_table = xp.asarray(features.actions_at_table(players), xp.int64)
        self.earlier = earlier
        self.by_earlier = draw.random((n, players)) < (EARLIER if earlier else 0)
        self.by_earlier[xp.arange(n), xp.arange(n) % players] = False
        self.turn = (xp.arange(players)[None, :] - xp.arange(players)[:, None]) % players
        """For every deciding seat: how many places to the left of it each seat sits."""
        self.rounds = 0

    @property
    def seat(self) -> Any:
        """The seat that decides in every game; 0 if the game is over."""
        return self.xp.maximum(self.engine.seats, 0).astype(self.xp.int64)

    def looked(self) -> tuple[Any, Any, Any, Any]:
        """The rows and legal actions of every game as its deciding seat sees them, that seat, and
        whether it learns.
        """
        xp, seat = self.xp, self.seat
        legal = xp.take_along_axis(self.batch.legal.astype(bool), self.at_table[seat], axis=1)
        return self.eyes.rows(), legal, seat, ~self.by_earlier[xp.arange(self.n), seat]

    def by_seat(self, chances: Any, seat: Any) -> Any:
        """Chances with the own seat first, by the table's seats."""
        return self.xp.take_along_axis(chances, self.turn[seat], axis=1)

    def from_seat(self, shares: Any, seat: Any) -> Any:
        """The other way round."""
        xp = self.xp
        return xp.take_along_axis(shares, (xp.arange(self.players) + seat[:, None]) % self.players, axis=1)

    def play(self, seen: Any, seat: Any, begin: slice = slice(0), restart: bool = True) -> None:
        """Carry out an action in every game, given as its deciding seat sees it; some games begin
        again instead.
        """
        actions = self.at_table[seat, seen].astype(self.engine.seats.dtype)
        actions[begin] = BEGIN
        self.engine.advance(self.xp.ascontiguousarray(actions), restart)


def targets(xp: Any, values: list[Any], ends: list[Any], shares: list[Any], last: Any) -> list[Any]:
    """What each of some decisions in a row turned out to be worth to every seat (the returns of
    GAE).

    `values` is what was thought before the decisions, `last` after all of them; `ends` says which
    games a decision ended, `shares` what these were worth.  What comes after an end is another
    game.
    """
    found, following = [], last
    for value, end, share in reversed([*zip([*values[1:], last], ends, shares, strict=True)]):
        following = xp.where(end[:, None], share, (1 - TRACE) * value + TRACE * following)
        found.append(following)
    return found[::-1]


class Practice:
    """One title's practice: its tables, and the network that plays and learns."""

    def __init__(self, plan: Plan) -> None:
        import tafelrunde as tr

        self.plan, self.game = plan, tr.game(plan.title)
        self.features = features_of(self.game)
        self.progress = Progress()
        self.shape = Shape.of(self.features, plan.width)
        self.xp = array_module(plan.device)
        self.network = Network(self.xp, self.shape, plan.seed)
        self.selves: list[Network] = []
        self.tables: list[Table] = []
        self.scale = 0.0
        """How much final points differ between seats."""
        self.clock: Callable[[], float] = lambda: self.progress.seconds
        self.shuffle()

    def shuffle(self) -> None:
        """Begin the draws; a practice that goes on does not draw the same games again."""
        seed = self.plan.seed + self.progress.rounds
        self.seats, self.draw = Seats(self.game, self.plan.players, seed), self.xp.random.default_rng(seed)

    # ------------------------------------------------------------ rounds

    @property
    def part(self) -> float:
        """The share of the budget that is spent."""
        p = self.plan
        return min(1.0, self.progress.rounds / p.rounds if p.rounds else self.clock() / p.seconds)

    def run(self, say: Callable[[str], None], keep: Callable[[], None] = lambda: None, every: float = 20.0) -> None:
        """Practise until the budget is spent; a line of progress and a checkpoint every so many
        seconds.  Lines say how strong the network is as often as a tenth of the time allows.
        """
        began, before = perf_counter(), self.progress.seconds
        self.clock = lambda: before + perf_counter() - began
        since, due = replace(self.progress), 0.0
        while self.part < 1:
            self.round()
            self.progress.seconds = self.clock()
            if self.progress.seconds - since.seconds >= every or self.part >= 1:
                self.progress.against = {}
                if self.progress.seconds >= due or self.part >= 1:
                    keep()  # whoever interrupts the comparison loses nothing
                    self.compare()
                    due = self.clock() + 9 * (self.clock() - self.progress.seconds)
                say(self.line(since))
                self.remember()
                self.progress.seconds = self.clock()
                keep()
                since = replace(self.progress, seconds=self.clock())

    def remember(self) -> None:
        """Keep the present network as an earlier self."""
        self.selves.append(self.network.playing(self.network.weights))
        if len(self.selves) > SELVES:
            del self.selves[self.seats.random.randrange(1, SELVES)]

    def set_tables(self) -> None:
        """Three tables; now and then one is replaced by one of another configuration."""
        shares, plan = (2, 4, 4), self.plan
        for k, share in enumerate(shares):
            if k < len(self.tables) and self.tables[k].rounds < RENEW + 7 * k:
                self.tables[k].rounds += 1
                continue
            players, options, seed = self.seats.draw()
            if k == 0:
                players, options = self.seats.usual, {}
            earlier = self.seats.random.choice(self.selves) if self.selves and k else None
            table = Table(self.features, players, options, max(4, plan.games // share), seed, plan.device, earlier, self.draw)
            self.tables[k:k + 1] = [table]
            self.spread(table)

    def spread(self, table: Table) -> None:
        """Let the games of a fresh table stand at different points."""
        steps = min(SPREAD, 6 * self.plan.moves)
        for step in range(steps):
            rows, legal, seat, _ = table.looked()
            seen, _, _ = self.choose(self.network, rows, legal, table.players)
            table.play(seen, seat, slice(step, None, steps))

    def choose(self, network: Network, rows: Any, legal: Any, players: int) -> tuple[Any, Any, Any]:
        """An action of every policy, drawn, as the seat sees it; its log likelihood; everybody's
        chances, own seat first.
        """
        xp = self.xp
        scores, chances = network.look(many_hot(xp, rows, self.shape.rows), players)
        scores = xp.where(legal, scores, NOT)
        seen = (scores + gumbel(xp, self.draw, scores.shape)).argmax(axis=1)
        top = scores.max(axis=1)
        total = xp.log(xp.exp(scores - top[:, None]).sum(axis=1)) + top
        return seen, scores[xp.arange(len(seen)), seen] - total, chances

    def round(self) -> None:
        """Play some decisions everywhere, and learn from them once."""
        self.set_tables()
        logs = [self.played(table) for table in self.tables]
        self.learn(logs)
        self.progress.rounds += 1

    def played(self, table: Table) -> dict[str, Any]:
        """The decisions of a table in a round, as arrays with one row for each."""
        xp, n, moves = self.xp, table.n, self.plan.moves
        log: dict[str, list[Any]] = defaultdict(list)
        for _ in range(moves):
            rows, legal, seat, learns = table.looked()
            seen, before, chances = self.choose(self.network, rows, legal, table.players)
            if table.earlier is not None:
                other, _, _ = self.choose(table.earlier, rows, legal, table.players)
                seen = xp.where(learns, seen, other)
            table.play(seen, seat)
            for name, item in (("rows", rows), ("legal", legal), ("seat", seat), ("learns", learns), ("action", seen),
                               ("before", before), ("chances", chances), ("value", table.by_seat(chances, seat)),
                               ("done", table.batch.done.copy()), ("share", self.share(table))):
                log[name].append(item)
        rows, legal, seat, _ = table.looked()
        last = table.by_seat(self.choose(self.network, rows, legal, table.players)[2], seat)
        found = {name: xp.concatenate(log[name]) for name in ("rows", "legal", "learns", "action", "before")}
        worth = targets(xp, log["value"], log["done"], log["share"], last)
        found["shares"] = xp.zeros((n * moves, self.shape.seats), xp.float32)
        found["shares"][:, :table.players] = xp.concatenate(
            [table.from_seat(by_seat, seat) for by_seat, seat in zip(worth, log["seat"], strict=True)])
        found["seated"] = xp.broadcast_to(xp.arange(self.shape.seats) < table.players, found["shares"].shape)
        found["gain"] = found["shares"][:, 0] - xp.concatenate(log["chances"])[:, 0]
        self.progress.decisions += n * moves
        self.progress.games += int(xp.stack(log["done"]).sum())
        return found

    def share(self, table: Table) -> Any:
        """What the games that have just ended were worth to every seat: the victory, and at first
        the points too.
        """
        xp, done = self.xp, table.batch.done
        result, final = table.batch.result, table.engine.finals.astype(xp.float32)
        if bool(done.any()):
            ends = final[done]
            spread = float(xp.sqrt(((ends - ends.mean(axis=1, keepdims=True)) ** 2).mean()))
            self.scale += (spread - self.scale) * (0.02 if self.scale else 1.0)
        part = self.part
        softness = max(0.1, self.scale) * (SOFT + (SHARP - SOFT) * part)
        return part * result + (1 - part) * softmax(xp, final / softness)

    # ------------------------------------------------------------ learning

    def learn(self, logs: list[dict[str, Any]]) -> None:
        """One step for every batch of what was played; batches are about as large as planned."""
        xp, part = self.xp, self.part
        whole = {name: xp.concatenate([log[name] for log in logs]) for name in logs[0]}
        learns, gain = whole["learns"], whole["gain"]
        whole["gain"] = xp.where(learns, gain / (gain[learns].std() + 1e-6), 0)
        rate, curiosity = RATE * (1 - part) + LAST_RATE * part, CURIOSITY * (1 - part) + LAST_CURIOSITY * part
        order = xp.argsort(self.draw.random(len(learns), dtype=xp.float32))
        batches = max(1, round(len(order) / self.plan.batch))
        edges = [len(order) * k // batches for k in range(batches + 1)]
        for at, end in pairwise(edges):
            some = {name: of[order[at:end]] for name, of in whole.items()}
            given = many_hot(xp, some["rows"], self.shape.rows)
            wrong, both, losses = self.wrong(given, some, curiosity)
            self.network.learn(self.network.back(given, both, wrong), rate)
        self.progress.losses = [float(x) for x in losses]

    def wrong(self, given: Any, some: dict[str, Any], curiosity: float) -> tuple[Any, Any, Any]:
        """The gradient of the loss at the heads, both layers, and the losses: of the policy, its
        uncertainty, of the chances.

        The loss is the first minus `curiosity` times the second, both of those who learn, plus the
        third.
        """
        xp = self.xp
        said, judged, both = self.network.said(given, some["seated"], some["legal"])
        line, gain, learns = xp.arange(len(said)), some["gain"], some["learns"]
        logs = xp.log(said + 1e-9)
        ratio = xp.exp(xp.minimum(logs[line, some["action"]] - some["before"], 5))
        clipped = xp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain
        push = xp.where(clipped < ratio * gain, 0, ratio * gain)
        unsure = -(said * logs).sum(axis=1) * learns
        wrong = said * (push[:, None] + curiosity * (logs * learns[:, None] + unsure[:, None]))
        wrong[line, some["action"]] -= push
        losses = xp.stack([-xp.minimum(ratio * gain, clipped).mean(), unsure.mean(),
                           -(some["shares"] * xp.log(judged + 1e-9)).sum(1).mean()])
        return xp.concatenate((wrong, judged - some["shares"]), axis=1), both, losses

    # ------------------------------------------------------------ strength and progress

    def compare(self, games: int = 2048) -> None:
        """What one seat of the network wins without search against random play, and against the
        first earlier self.
        """
        self.progress.against["random play"] = self.wins(None, games)
        if self.selves:
            self.progress.against["its first self"] = self.wins(self.selves[0], games)

    def wins(self, other: Network | None, games: int, most: int = 4000) -> float:
        """What one seat of the network wins against another network (None: random play), in about
        so many games, but no more than are played side by side.

        Every deal is played from each seat in turn.
        """
        xp, players = self.xp, self.seats.usual
        n = max(1, min(games, self.plan.games) // players) * players
        table = Table(self.features, players, {}, n, 7, self.plan.device, None, self.draw)
        engine, lone = table.engine, xp.arange(n) % players
        engine.seeds[:] = 7 + xp.arange(n) // players
        engine.begin_all(False)
        won, over = xp.zeros(n, xp.float32), xp.zeros(n, bool)
        for step in range(most):
            rows, legal, seat, _ = table.looked()
            seen, _, _ = self.choose(self.network, rows, legal, players)
            if other is None:
                theirs = (legal * self.draw.random(legal.shape, dtype=xp.float32)).argmax(axis=1)
            else:
                theirs, _, _ = self.choose(other, rows, legal, players)
            table.play(xp.where(seat == lone, seen, theirs), seat, restart=False)
            done = table.batch.done
            won = xp.where(done, table.batch.result[xp.arange(n), lone], won)
            over |= done
            if step % 16 == 0 and bool(over.all()):
                break
        return float(won[over].sum()) / max(1, int(over.sum()))

    def line(self, since: Progress) -> str:
        """The progress in a line; speeds are those since an earlier one."""
        p = self.progress
        seconds = max(1e-3, p.seconds - since.seconds)
        games, decisions = (p.games - since.games) / seconds, (p.decisions - since.decisions) / seconds
        against = ", ".join(f"{share:.1%} against {name}" for name, share in p.against.items())
        wins = f"; wins (of a fair {1 / self.seats.usual:.0%}) {against}" if against else ""
        return (f"{p.seconds:.0f} s, round {p.rounds}, {p.games:,} games ({games:,.0f} a second), {p.decisions / 1e6:,.1f} M "
                f"decisions ({decisions:,.0f} a second), uncertainty {p.losses[1]:.2f}, "
                f"loss of the chances {p.losses[2]:.3f}{wins}")

    # ------------------------------------------------------------ checkpoints

    def save(self, path: Path) -> None:
        """Everything that is needed to go on, written whole or not at all."""
        kept(path, self.network, {"format": FORMAT, "digest": self.features.digest, "plan": asdict(self.plan),
                                  "progress": asdict(self.progress), "scale": self.scale}, self.selves)

    @classmethod
    def resumed(cls, path: Path, plan: Plan) -> Practice:
        """Continue from a checkpoint; BadTraining if it belongs to something else."""
        made = cls(plan)
        head, made.selves = restored(path, made.network, made.features, FORMAT)
        made.progress, made.scale = Progress(**head["progress"]), head["scale"]
        made.shuffle()
        return made
