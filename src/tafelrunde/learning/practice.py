"""Practice: a network learns from playing against itself.

Millions of games teach it which actions are good and how positions end; a search then builds on
both (`bots/net/guided.py`).  Every seat draws its actions from the network's policy, and everything
that is played is learned from once (PPO).  Seats that only watch learn too how positions end, so
that what a seat thinks does not depend on whose turn it is.  Some seats are played by earlier
selves, or by rivals that learned otherwise, so that beating itself is not enough; their decisions
teach only how positions end.  A practice can also look for what beats one network: then that one
plays all seats but one.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from ..bots.net.features import features_of
from .checkpoints import fitting, kept, restored
from .network import Network, Shape, as_arrays
from .ops import Lesson, ops_of, shares_of
from .tables import OTHERS, Log, Moment, Table
from .training import Seats, any_options, array_module

CLIP = 0.2
"""How far the likelihood of an action may move in one round."""
TRACE = 0.94
"""How much of a result is believed one of a seat's decisions earlier; the rest is the network's
judgement.
"""
WATCHING = 2
"""After every so many decisions a seat that does not decide is asked what it thinks."""
RATE, LAST_RATE = 1.2e-3, 6e-5
CURIOSITY, LAST_CURIOSITY = 0.02, 0.002
"""The weight of keeping actions uncertain."""
SOFT, SHARP = 1.5, 0.4
"""At first final points are turned into shares of the win softly, in units of how much they differ
between seats; later sharply.
"""
EARNEST = 0.5
"""After this share of the schedule only the victory counts."""
BEGUN = 0.4
"""Where the schedule begins with a network that has learned already: with smaller steps and sharper
goals.
"""
SELVES = 6
"""How many earlier selves are kept; the first one always is."""
RENEW = 40
"""After so many rounds a table with other options takes a table's place."""
SPREAD = 192
"""Games of a fresh table begin within so many decisions, so that they stand at different points."""
USUAL = 0.4
"""The share of the games with the usual number of players and the default options; every number of
players has an equal part of the rest.
"""
FORMAT = "practise 3"


@dataclass(frozen=True)
class Plan:
    """What a practice does: its budget in seconds (or rounds, for tests) and how large everything
    is.

    In a round each of `games` games takes `moves` decisions, which are learned from in batches.
    """

    title: str
    seconds: float = 600.0
    rounds: int = 0
    games: int = 98304
    moves: int = 32
    batch: int = 32768
    seed: int = 1
    device: str = "cuda"
    width: int = 0
    players: tuple[int, ...] = ()
    rivals: tuple[str, ...] = ()
    exploits: str = ""
    """Who else plays, by the hashes of their weights: see `Practice.meet`."""


@dataclass
class Progress:
    """How far a practice is."""

    seconds: float = 0.0
    rounds: int = 0
    games: int = 0
    decisions: int = 0
    losses: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    against: dict[str, float] = field(default_factory=dict)


def targets(xp: Any, values: list[Any], seats: list[Any], ends: list[Any], shares: list[Any], last: Any) -> list[Any]:
    """What each of some decisions in a row turned out to be worth to every seat (the returns of
    GAE).

    Every seat's returns are made of its own judgements alone, at its own decisions: seats know
    different things, and a judgement of mine is not to be compared with one of yours.  `values` is
    what the deciding seat thought of its chances before each decision, `last` what every seat
    thought of its own after all of them; `ends` says which games a decision ended, `shares` what
    these were worth.  What comes after an end is another game.
    """
    line, following, found = xp.arange(len(last)), last.copy(), []
    for value, seat, end, share in reversed([*zip(values, seats, ends, shares, strict=True)]):
        following = xp.where(end[:, None], share, following)
        found.append(following.copy())
        following[line, seat] = (1 - TRACE) * value + TRACE * following[line, seat]
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
        self.ops = ops_of(self.xp, self.features)
        self.network = Network(self.ops, self.shape, plan.seed)
        self.selves: list[Network] = []
        self.rivals: list[Network] = []
        self.exploited: Network | None = None
        self.tables: list[Table] = []
        self.scale = 0.0
        """How much final points differ between seats."""
        self.origin: dict[str, Any] | None = None
        """The recipe of the weights that it began with, if there were any."""
        self.clock: Callable[[], float] = lambda: self.progress.seconds
        self.shuffle()

    def shuffle(self) -> None:
        """Begin the draws; a practice that goes on does not draw the same games again."""
        seed = self.plan.seed + self.progress.rounds
        self.seats, self.draw = Seats(self.game, self.plan.players, seed), self.xp.random.default_rng(seed)

    # ------------------------------------------------------------ rounds

    @property
    def part(self) -> float:
        """How far the schedule is, from 0 to 1: as far as the budget is spent, but with a start the
        first of it is left out.
        """
        p, begun = self.plan, 0.0 if self.origin is None else BEGUN
        spent = self.progress.rounds / p.rounds if p.rounds else self.clock() / p.seconds
        return min(1.0, begun + (1 - begun) * spent)

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
        """One table with the usual game, and one for every number of players, which now and then is
        replaced by one with other options.
        """
        plan, seats = self.plan, self.seats
        counts = (seats.usual, *seats.counts)
        for k, players in enumerate(counts):
            if k < len(self.tables) and (k == 0 or self.tables[k].rounds < RENEW + 7 * k):
                self.tables[k].rounds += 1
                continue
            options = any_options(self.game, seats.random) if k else {}
            other = self.exploited or (self.other() if k else None)
            share = (1 - USUAL) / len(seats.counts) if k else USUAL
            self.tables[k:k + 1] = []  # its memory is free before another takes it
            n, seed = max(4, round(plan.games * share)), seats.random.randrange(1 << 40)
            table = Table(self.ops, players, options, n, seed, plan.device, other, 1 if self.exploited else OTHERS)
            self.tables.insert(k, table)
            self.spread(table)

    def other(self) -> Network | None:
        """Who else plays at a fresh table: an earlier self or a rival; None if there is none."""
        kinds = [kind for kind in (self.selves, self.rivals) if kind]
        return self.seats.random.choice(self.seats.random.choice(kinds)) if kinds else None

    def spread(self, table: Table) -> None:
        """Let the games of a fresh table stand at different points."""
        steps = min(SPREAD, 6 * self.plan.moves)
        for step in range(steps):
            out, _ = table.look(self.network, table.eyes.rows())
            action, _ = table.chosen(out, table.legal())
            table.play(action, table.seat, slice(step, None, steps))

    def round(self) -> None:
        """Play some decisions everywhere, and learn from them once."""
        self.set_tables()
        moves = self.plan.moves
        log = Log(self.ops, moves + -(-moves // WATCHING), sum(table.n for table in self.tables))
        at = 0
        for table in self.tables:
            self.play(table, log, slice(at, at + table.n))
            at += table.n
        self.learn(log)
        self.progress.rounds += 1

    def play(self, table: Table, log: Log, places: slice) -> None:
        """The decisions of a table in a round, written down in its places of a log; behind them,
        what others saw meanwhile.
        """
        moves, moments = self.plan.moves, []
        for move in range(moves):
            moment = table.decide(self.network, move % WATCHING == 0)
            log.put(move, places, moment)
            if moment.beside is not None:
                log.put_beside(moves + move // WATCHING, places, moment)
            moments.append(moment)
        self.judge(table, log.arrays, places, moments)
        self.progress.decisions += table.n * moves
        self.progress.games += int(self.xp.stack([m.done for m in moments]).sum())

    def judge(self, table: Table, arrays: dict[str, Any], places: slice, moments: list[Moment]) -> None:
        """Write down what a table's decisions turned out to be worth."""
        xp, moves, players = self.xp, self.plan.moves, table.players
        worth = targets(xp, [m.value for m in moments], [m.seat for m in moments], [m.done for m in moments], self.shares(moments),
                        table.own_chances(self.network))
        arrays["players"][:, places] = players
        for move, (moment, by_seat) in enumerate(zip(moments, worth, strict=True)):
            whole = by_seat / by_seat.sum(axis=1, keepdims=True)
            arrays["shares"][move, places, :players] = table.from_seat(whole, moment.seat)
            if moment.beside is not None:
                arrays["shares"][moves + move // WATCHING, places, :players] = table.from_seat(whole, moment.watcher)
            arrays["gain"][move, places] = xp.where(moment.learns, by_seat[table.line, moment.seat] - moment.value, 0)

    def shares(self, moments: list[Moment]) -> list[Any]:
        """What the games that ended in some decisions were worth to every seat: the victory, and at
        first the points too.
        """
        xp, part = self.xp, min(1.0, self.part / EARNEST)
        done, final, standing = (xp.stack([getattr(m, name) for m in moments]) for name in ("done", "final", "standing"))
        best = standing == standing.max(axis=2, keepdims=True)
        ends = final[done]
        if len(ends):
            spread = float(xp.sqrt(((ends - ends.mean(axis=1, keepdims=True)) ** 2).mean()))
            self.scale += (spread - self.scale) * (0.3 if self.scale else 1.0)
        softness = max(0.1, self.scale) * (SOFT + (SHARP - SOFT) * part)
        by_points = shares_of(xp, (final / softness).reshape(-1, final.shape[2])).reshape(final.shape)
        return [*(part * (best / best.sum(axis=2, keepdims=True)) + (1 - part) * by_points).astype(xp.float32)]

    # ------------------------------------------------------------ learning

    def learn(self, log: Log) -> None:
        """One step for every batch of what was played; batches are about as large as planned."""
        xp, part = self.xp, self.part
        whole = log.whole()
        taught = whole.gain != 0
        whole.gain /= xp.sqrt((whole.gain ** 2).sum() / xp.maximum(taught.sum(), 1)) + 1e-6
        rate, curiosity = RATE * (1 - part) + LAST_RATE * part, CURIOSITY * (1 - part) + LAST_CURIOSITY * part
        order = xp.argsort(self.draw.random(len(taught), dtype=xp.float32))
        batches = max(1, round(len(order) / self.plan.batch))
        edges = [len(order) * k // batches for k in range(batches + 1)]
        for at, end in pairwise(edges):
            some = Lesson(**{f.name: getattr(whole, f.name)[order[at:end]] for f in fields(Lesson)})
            losses = self.network.learn(some, rate, CLIP, curiosity)
        self.progress.losses = [float(x) for x in losses]

    # ------------------------------------------------------------ strength and progress

    def compare(self, games: int = 2048) -> None:
        """What one seat of the network wins without search against random play, the first earlier
        self and the others it meets.
        """
        self.progress.against["random play"] = self.wins(None, games)
        if self.selves:
            self.progress.against["its first self"] = self.wins(self.selves[0], games)
        for k, rival in enumerate(self.rivals):
            self.progress.against[f"rival {k + 1}"] = self.wins(rival, games)
        if self.exploited:
            self.progress.against["the network it exploits"] = self.wins(self.exploited, games)

    def wins(self, other: Network | None, games: int, most: int = 4000) -> float:
        """What one seat of the network wins against another network (None: random play), in about
        so many games, but no more than are played side by side.

        Every deal is played from each seat in turn.
        """
        xp, players = self.xp, self.seats.usual
        n = max(1, min(games, self.plan.games) // players) * players
        table = Table(self.ops, players, {}, n, 7, self.plan.device)
        engine, lone = table.engine, xp.arange(n) % players
        engine.seeds[:] = 7 + xp.arange(n) // players
        engine.begin_all(False)
        won, over = xp.zeros(n, xp.float32), xp.zeros(n, bool)
        for step in range(most):
            rows, legal, seat = table.eyes.rows(), table.legal(), table.seat
            out, _ = table.look(self.network, rows)
            mine, _ = table.chosen(out, legal)
            theirs, _ = table.chosen(table.look(other, rows)[0] if other else xp.zeros_like(out), legal)
            table.play(xp.where(seat == lone, mine, theirs), seat, restart=False)
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
                                  "origin": self.origin, "progress": asdict(self.progress), "scale": self.scale}, self.selves)

    def start(self, weights: bytes) -> None:
        """Begin with the network of a file of weights, and later in the schedule."""
        found = fitting(weights, self.features, self.shape)
        self.network.start(as_arrays(found))
        self.origin = found.head.get("recipe", {})

    def meet(self, rivals: Sequence[bytes], exploited: bytes | None = None) -> None:
        """Let others play, given by files of weights: rivals in some seats, or the network to be
        exploited in all seats but one of every game.
        """
        known = [fitting(weights, self.features, self.shape, "rival") for weights in rivals]
        frozen = fitting(exploited, self.features, self.shape, "exploit") if exploited else None
        self.rivals = [self.network.like(as_arrays(weights)) for weights in known]
        self.exploited = self.network.like(as_arrays(frozen)) if frozen else None
        self.plan = replace(self.plan, rivals=tuple(weights.head["sha256"] for weights in known),
                            exploits=frozen.head["sha256"] if frozen else "")

    @classmethod
    def resumed(cls, path: Path, plan: Plan) -> Practice:
        """Continue from a checkpoint; BadTraining if it belongs to something else."""
        made = cls(plan)
        head, made.selves = restored(path, made.network, made.features, FORMAT)
        made.progress, made.scale, made.origin = Progress(**head["progress"]), head["scale"], head["origin"]
        made.shuffle()
        return made
