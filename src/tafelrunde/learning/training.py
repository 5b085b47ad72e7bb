"""Training: search plays games, and a network learns from them.

One process learns and, if it has a GPU, also plays on it.  Any number of others only play, and
leave their lessons in a folder (`teaching.py`).  Games have all numbers of players, and half of
them have options drawn at random.  An interrupted training goes on from its checkpoint and its
folder.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any

from ..bots.judgement import judgement_of
from ..bots.net.features import features_of
from ..bots.net.layout import AFTER, EXPLORE, MIX, SOFT
from ..kernel import BadOptions, Game
from .checkpoints import fitting, kept, restored
from .lessons import CANDIDATES, HUNDRED, Lessons, Shelf, joined
from .network import Network, Shape, as_arrays
from .ops import ops_of
from .searching import Settings
from .selfplay import Games, duel, play

RATE, LAST_RATE = 1.5e-3, 5e-5
GENTLE = 0.2
"""After a start with weights, steps have this share of their size, so that little is forgotten."""
OUTCOME = 0.5
"""The weight of the actual winner in the targets of the chances; the rest is what the search
thought.
"""
APART = 16
"""One game in this many is held out; the losses are reported for those."""
FINALISTS = 4
"""How many actions the search of `strong` compares again: with few iterations, the choice is much
better for it.
"""
USUAL = 0.5
"""How often the options are the default ones."""
OFTEN = 0.6
"""How often the number of players is the usual one."""
MOST = 6_000_000
"""Positions that are kept; the oldest go first."""
PILES = 24
"""How many are merged into one."""
WAITING = 0.5
"""Seconds between looks into an empty folder."""
FORMAT = 3


@dataclass(frozen=True)
class Plan:
    """What a training does: its budget in seconds (or in rounds, for tests), and how large
    everything is.

    `games` are played side by side, on the device; 0 leaves playing to others.  In a round every
    game takes `moves` decisions, a quarter of them searched with `times` iterations and the others
    with `quick`.  Then `steps` batches are learned from.
    """

    title: str
    seconds: float = 1800.0
    rounds: int = 0
    games: int = 8192
    moves: int = 32
    times: int = 200
    quick: int = 40
    steps: int = 200
    batch: int = 4096
    seed: int = 1
    device: str = "cuda"
    width: int = 0
    players: tuple[int, ...] = ()


@dataclass
class Progress:
    """How far a training is."""

    seconds: float = 0.0
    rounds: int = 0
    games: int = 0
    positions: int = 0
    steps: int = 0
    losses: list[float] = field(default_factory=lambda: [0.0, 0.0])
    unseen: list[float] = field(default_factory=lambda: [0.0, 0.0])
    judged: list[float] = field(default_factory=lambda: [0.0, 0.0])
    anchors: dict[str, float] = field(default_factory=dict)


def any_options(game: Game, choice: Random) -> dict[str, Any]:
    """In every second draw the default options, otherwise random ones that are allowed together."""
    while choice.random() < 1 - USUAL:
        found: dict[str, Any] = {}
        for option in game.options:
            if choice.random() < 0.5 or option.slots:
                continue
            if option.several:
                found[option.name] = choice.sample(option.choices, choice.randint(0, len(option.choices)))
            elif option.choices:
                found[option.name] = choice.choice(option.choices)
            else:
                found[option.name] = choice.random() < 0.5
        try:
            for players in range(game.seats[0], game.seats[1] + 1):
                game.configured(players, found)
        except BadOptions:
            continue
        return found
    return {}


class Seats:
    """Who plays: numbers of players and options, drawn again and again."""

    def __init__(self, game: Game, players: tuple[int, ...], seed: int) -> None:
        self.game = game
        self.random = Random(seed)  # noqa: S311  # no match's chance
        self.counts = players or tuple(range(game.seats[0], game.seats[1] + 1))
        self.usual = 4 if 4 in self.counts else self.counts[-1]

    def draw(self) -> tuple[int, dict[str, Any], int]:
        """A number of players, options, and where the games begin."""
        players = self.usual if self.random.random() < OFTEN else self.random.choice(self.counts)
        return players, any_options(self.game, self.random), self.random.randrange(1 << 40)


def searches(game: Game, plan: Plan, net: bool) -> list[Settings]:
    """The thorough and the quick search: that of `strong`, or the one that the network guides."""
    said = judgement_of(game)
    explore = EXPLORE if net else said.explore
    return [Settings(times, said.horizon, explore, FINALISTS, net=AFTER if net else 0, mix=MIX, widen=said.widen,
                     trust=said.trust, soft=SOFT) for times in (plan.times, plan.quick)]


class Training:
    """One title's training: the games it keeps, and the network that learns from them."""

    def __init__(self, plan: Plan, folder: Path | None = None) -> None:
        import tafelrunde as tr

        self.plan, self.game = plan, tr.game(plan.title)
        self.features = features_of(self.game)
        self.seats = Seats(self.game, plan.players, plan.seed)
        self.progress = Progress()
        self.shape = Shape.of(self.features, plan.width)
        self.xp = xp = array_module(plan.device)
        self.network = Network(ops_of(xp, self.features), self.shape, plan.seed)
        self.draw = xp.random.default_rng(plan.seed)
        self.shelf = Shelf(folder) if folder else None
        self.learned: list[Lessons] = []
        self.apart: list[Lessons] = []
        self.tables: list[Games] = []
        self.origin: dict[str, Any] | None = None
        """The recipe of the weights that it began with, if there were any."""
        self.clock: Callable[[], float] = lambda: self.progress.seconds

    # ------------------------------------------------------------ rounds

    @property
    def part(self) -> float:
        """The share of the budget that is spent."""
        p = self.plan
        return min(1.0, self.progress.rounds / p.rounds if p.rounds else self.clock() / p.seconds)

    def run(self, say: Callable[[str], None], keep: Callable[[], None] = lambda: None, every: float = 30.0) -> None:
        """Train until the budget is spent; a checkpoint and a line of progress every so many
        seconds.
        """
        began, before = perf_counter(), self.progress.seconds
        said = before
        self.clock = lambda: before + perf_counter() - began
        while self.part < 1:
            self.round()
            self.progress.seconds = self.clock()
            if self.progress.seconds - said >= every or self.part >= 1:
                said = self.progress.seconds
                say(self.line())
                keep()

    def round(self) -> None:
        """Play on, load what others have played, and learn."""
        if self.plan.games:
            self.play()
        for lessons in self.shelf.new() if self.shelf else ():
            self.take(lessons.on(self.xp))
        self.progress.rounds += 1
        if not self.learned:
            if not self.plan.games:
                sleep(WAITING)
            return
        for _ in range(self.plan.steps):
            self.learn()

    def play(self) -> None:
        """Some decisions in all games; now and then other games take the place of those that were
        played.
        """
        plan = self.plan
        if not self.tables:
            for share in (2, 4, 4):
                players, options, seed = self.seats.draw()
                self.tables.append(Games(self.features, players, options, max(8, plan.games // share), seed, plan.device,
                                         searches(self.game, plan, net=False), self.shape))
        for _ in range(plan.moves):
            play(self.tables)
        for of in self.tables:
            lessons = of.harvest()
            if lessons is not None:
                self.take(lessons)

    def take(self, lessons: Lessons) -> None:
        """Store lessons; those of the held-out games separately."""
        xp = self.xp
        self.progress.positions += len(lessons)
        self.progress.games += int(xp.unique(lessons.games).size)
        apart = lessons.games % APART == 0
        for piles, which in ((self.learned, ~apart), (self.apart, apart)):
            some = lessons.part(xp.flatnonzero(which))
            if len(some):
                piles.append(some)
        for piles, most in ((self.learned, MOST), (self.apart, MOST // APART)):
            while len(piles) > 1 and sum(map(len, piles)) > most:
                del piles[0]
            if len(piles) > PILES:
                piles[:] = [joined(piles[:PILES], xp), *piles[PILES:]]

    def some(self, piles: list[Lessons]) -> Lessons:
        """A batch of the stored lessons, from all games alike."""
        xp, size = self.xp, self.plan.batch
        shares = [len(one) for one in piles]
        drawn = Counter(self.seats.random.choices(range(len(piles)), shares, k=size))
        return joined((piles[k].part((self.draw.random(n, dtype=xp.float32) * shares[k]).astype(xp.int64) % shares[k])
                       for k, n in drawn.items()), xp)

    def targets(self, some: Lessons) -> tuple[tuple[Any, ...], tuple[Any, Any]]:
        """Lessons as the network takes them (rows, seats, legal actions, policy, chances); who won,
        and what the search thought.
        """
        xp, n, shape = self.xp, len(some), self.shape
        legal = xp.unpackbits(some.legal.reshape(-1)).reshape(n, -1)[:, :shape.actions].astype(bool)
        policy = xp.zeros((n, shape.actions), xp.float32)
        at = xp.repeat(xp.arange(n), CANDIDATES).reshape(n, CANDIDATES)[:, :some.actions.shape[1]]
        policy[at, some.actions.astype(xp.int64)] = some.shares.astype(xp.float32) / HUNDRED
        policy /= xp.maximum(policy.sum(axis=1, keepdims=True), 1e-9)
        seated = xp.arange(shape.seats) < some.players[:, None]
        won, searched = (xp.where(seated, of.astype(xp.float32), 0) for of in (some.won, some.searched))
        searched /= xp.maximum(searched.sum(axis=1, keepdims=True), 1e-9)
        chances = OUTCOME * won + (1 - OUTCOME) * searched
        return (self.network.hot(some.rows), seated, legal, policy, chances), (won, searched)

    def learn(self) -> None:
        targets, _ = self.targets(self.some(self.learned))
        gradients, losses = self.network.gradients(*targets)
        part = self.part
        self.network.step(gradients, 1.0, (RATE * (1 - part) + LAST_RATE * part) * (1.0 if self.origin is None else GENTLE))
        self.progress.steps += 1
        if self.progress.steps % self.plan.steps == 0:
            self.progress.losses = [float(x) for x in losses]

    def told_apart(self) -> None:
        """The losses in games that were not learned from; and how well the network and the search
        foretell there who wins.
        """
        if not self.apart:
            return
        xp, found, judged = self.xp, [], []
        for _ in range(4):
            targets, (won, searched) = self.targets(self.some(self.apart))
            found.append(self.network.losses(*targets)[2])
            given, seated, legal, policy, _ = targets
            by_net = self.network.losses(given, seated, legal, policy, won)[2][1]
            judged.append(xp.stack([by_net, -(won * xp.log(searched + 1e-3)).sum(1).mean()]))
        self.progress.unseen, self.progress.judged = ([float(x) for x in sum(of) / len(of)] for of in (found, judged))

    # ------------------------------------------------------------ strength

    def compare(self, n: int, times: int) -> None:
        """What one seat of the network wins against random play and against `strong` with as many
        iterations, each n games.
        """
        said = judgement_of(self.game)
        own = Settings(times, said.horizon, EXPLORE, net=AFTER, mix=MIX, soft=SOFT)
        strong = Settings(times, said.horizon, said.explore, widen=said.widen, trust=said.trust)
        for name, others in (("random", None), ("strong", strong)):
            won, ended = duel(self.features, self.shape, self.network.whole_numbers(), own, others, self.seats.usual, n,
                              self.plan.device)
            self.progress.anchors[name] = won / max(1, ended)

    def line(self) -> str:
        """The progress in a line."""
        self.told_apart()
        p = self.progress
        anchors = "".join(f"; wins {share:.1%} against {name}" for name, share in p.anchors.items())
        return (f"{p.seconds:.0f} s, round {p.rounds}, {p.games:,} games, {p.positions / 1e6:,.2f} M positions, {p.steps:,} steps, "
                f"losses {p.losses[0]:.3f} {p.losses[1]:.3f}, of other games {p.unseen[0]:.3f} {p.unseen[1]:.3f}, "
                f"of who wins there {p.judged[0]:.3f} (search {p.judged[1]:.3f}){anchors}")

    # ------------------------------------------------------------ checkpoints

    def save(self, path: Path) -> None:
        """Everything that is needed to go on, written whole or not at all.  Lessons of others are
        in their folder still.
        """
        kept(path, self.network, {"format": FORMAT, "digest": self.features.digest, "plan": asdict(self.plan),
                                  "origin": self.origin, "progress": asdict(self.progress)})

    def start(self, weights: bytes) -> None:
        """Begin with the network of a file of weights."""
        found = fitting(weights, self.features, self.shape)
        self.network.start(as_arrays(found))
        self.origin = found.head.get("recipe", {})

    @classmethod
    def resumed(cls, path: Path, plan: Plan, folder: Path | None = None) -> Training:
        """Continue from a checkpoint; BadTraining if it belongs to something else."""
        made = cls(plan, folder)
        head, _ = restored(path, made.network, made.features, FORMAT)
        made.progress, made.origin = Progress(**head["progress"]), head.get("origin")
        return made


def array_module(device: str) -> Any:
    """NumPy, or CuPy for a GPU."""
    if device == "cpu":
        import numpy as np

        return np
    from ..research.cuda import cupy

    return cupy()
