"""Training: rounds of games and of learning, with a checkpoint after which any interruption can go on.

All numbers of players are played side by side, and options are drawn at random from time to time.  What was played is kept for a
while and learned from again.  Strength is told against fixed anchors: random play, and the network of earlier.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from zipfile import BadZipFile

from ..bots.judgement import judgement_of
from ..bots.net.features import features_of
from ..errors import TafelrundeError
from ..kernel import BadOptions, Game
from .network import Network, Shape
from .searching import Settings
from .selfplay import Lesson, Seated, Tables, searched

RATE, LAST_RATE = 1.5e-3, 5e-5
MIX = 50
"""How much the network's judgement counts compared with a playout's, in hundredths."""
EXPLORE = 120
"""How much priors count in a search that the network guides, in hundredths."""
FINALISTS = 4
"""How many actions the search of `strong` compares again: with few iterations, the choice is much better for it."""
POLICY, CHANCES = 8.0, 1.5
"""How often a round's searched decisions, and its positions of whole games, are learned from."""
KEPT = 6, 2
"""From how many rounds these are kept."""
SETTLING = 32
"""Steps at once where no whole round fits into the budget any more."""
STAGGERED = 3, 4
"""Games to be searched in are brought to any point up to this part of the longest ones."""
USUAL = 0.5
"""How often the options are the usual ones; with the usual number of players as often again."""
REMEMBERED = 12
"""How many earlier selves are kept as anchors in the whole training."""
FORMAT = 2


class BadTraining(TafelrundeError, ValueError):
    """An impossible training; the message says what is wrong."""


@dataclass(frozen=True)
class Plan:
    """What a training does: its budget in seconds (or in rounds, for tests), and how large everything is.

    In a round, each of `games` is brought to some point of its course and has `steps` decisions searched, with `between` of the
    network's own behind each; twice as many whole games are played, for at most `longest` decisions.  `times` are the iterations
    of a search; in the last part of the training, `guided`, the network guides it.
    """

    title: str
    seconds: float = 1800.0
    rounds: int = 0
    games: int = 16384
    steps: int = 10
    between: int = 3
    longest: int = 600
    times: int = 64
    guided: float = 0.0
    batch: int = 4096
    seed: int = 1
    device: str = "cuda"
    width: int = 0
    players: tuple[int, ...] = ()


@dataclass
class Progress:
    """How far a training has got."""

    seconds: float = 0.0
    rounds: int = 0
    games: int = 0
    searched: int = 0
    positions: int = 0
    playing: float = 0.0
    losses: list[float] = field(default_factory=lambda: [0.0, 0.0])
    unseen: float = 0.0
    anchors: dict[str, float] = field(default_factory=dict)


def any_options(game: Game, choice: Random) -> dict[str, Any]:
    """The usual options in every second draw, otherwise any; they go together."""
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


class Training:
    """One title's training."""

    def __init__(self, plan: Plan) -> None:
        import tafelrunde as tr

        self.plan, self.game = plan, tr.game(plan.title)
        self.features = features_of(self.game)
        self.random = Random(plan.seed)  # noqa: S311  # no match's chance
        self.progress = Progress()
        self.seats = plan.players or tuple(range(self.game.seats[0], self.game.seats[1] + 1))
        self.usual = 4 if 4 in self.seats else self.seats[-1]
        self.shape = Shape.of(self.features, plan.width)
        self.xp = xp = array_module(plan.device)
        self.network, self.past = Network(xp, self.shape, plan.seed), Network(xp, self.shape, plan.seed)
        self.draw = xp.random.default_rng(plan.seed)
        self.latest: list[Any] = [0.0, 0.0]
        self.remembered: list[dict[str, Any]] = []
        self.policies: list[list[Lesson]] = []
        self.ends: list[list[Lesson]] = []
        self.clock: Callable[[], float] = lambda: self.progress.seconds

    def options(self, players: int) -> dict[str, Any]:
        """Options for a number of players."""
        drawn = any_options(self.game, self.random)
        return {} if players == self.usual and self.random.random() < USUAL else drawn

    def seed(self) -> int:
        """Where the next games begin."""
        return self.random.randrange(1 << 40)

    def count(self, players: int) -> int:
        """Games side by side."""
        return self.plan.games if players == self.usual else max(16, self.plan.games // 4)

    def searching(self, players: int) -> Tables:
        """New games to search in, with random options, for a number of players."""
        plan, horizon = self.plan, judgement_of(self.game).horizon
        settings = [Settings(plan.times, horizon, few=FINALISTS)]
        if plan.guided:
            settings.append(Settings(plan.times, horizon, EXPLORE, net=True, mix=MIX))
        made = Tables(self.features, players, self.options(players), self.count(players), self.seed(), plan.device, settings,
                      self.shape)
        made.bring(self.network, plan.longest * STAGGERED[0] // STAGGERED[1])
        return made

    # ------------------------------------------------------------ rounds

    @property
    def part(self) -> float:
        """How much of the budget is spent."""
        p = self.plan
        return min(1.0, self.progress.rounds / p.rounds if p.rounds else self.clock() / p.seconds)

    def run(self, say: Callable[[str], None], keep: Callable[[], None] = lambda: None, every: float = 60.0) -> None:
        """Train until the budget is spent, with a checkpoint and a line of progress at regular intervals."""
        began, before = perf_counter(), self.progress.seconds
        said = kept = before
        self.clock = lambda: before + perf_counter() - began
        lasted = 0.0
        while self.part < 1:
            if self.plan.rounds or self.clock() + lasted <= self.plan.seconds:
                lasted = -self.clock()
                self.round()
                lasted += self.clock()
            else:  # what is left does not suffice for another round
                self.learn(SETTLING)
            self.progress.seconds = self.clock()
            if self.progress.seconds - said >= every or self.part >= 1:
                said = self.progress.seconds
                self.compare()
                say(self.line())
            if self.progress.seconds - kept >= every or self.part >= 1:
                kept = self.progress.seconds
                keep()

    def round(self) -> None:
        """Some searched decisions in all games and some whole games, then learn from them."""
        began = perf_counter()
        self.play()
        self.progress.playing += perf_counter() - began
        policies, ends = self.policies[-1], self.ends[-1]
        self.learn(max(int(POLICY * sum(map(len, policies))), int(CHANCES * sum(map(len, ends)))) // self.plan.batch + 1)
        progress = self.progress
        progress.rounds += 1
        if self.part * REMEMBERED >= len(self.remembered):
            self.remembered.append({name: w.copy() for name, w in self.network.weights.items()})

    def play(self) -> None:
        """Play what there is to learn from."""
        plan, progress = self.plan, self.progress
        tables = [self.searching(p) for p in self.seats]
        self.policies.append(searched(tables, self.network, plan.steps, plan.between, self.part >= 1 - plan.guided))
        progress.searched += sum(of.batch.n for of in tables) * plan.steps
        progress.games += sum(int(of.finished) for of in tables)
        lessons = []
        for players in self.seats:
            n = 2 * self.count(players)
            games = Seated(self.features, players, self.options(players), n, self.seed(), plan.device, restart=False)
            lessons.append(games.whole_games(self.network, plan.longest))
            progress.games += n
            progress.positions += len(lessons[-1])
        self.ends.append(lessons)
        if len(usual := lessons[self.seats.index(self.usual)]):
            progress.unseen = self.loss_of(usual)
        for kept, most in zip((self.policies, self.ends), KEPT, strict=True):
            del kept[:-most]

    def loss_of(self, lesson: Lesson) -> float:
        """The loss of the chances in games that were not learned from yet."""
        some = lesson.part(slice(0, None, 1 + len(lesson) // self.plan.batch))
        said = self.network.judge(some.reader(self.network.xp.ascontiguousarray(some.seen)), some.players)
        return float(-(some.chances * self.network.xp.log(said + 1e-9)).sum(1).mean())

    def learn(self, steps: int) -> None:
        """Some steps, each from searched decisions and from positions of whole games."""
        for _ in range(steps):
            gradients: dict[str, Any] = {}
            for kept, which in ((self.policies, 0), (self.ends, 1)):
                lesson = self.some(kept)
                if lesson is None:
                    continue
                found, losses = self.network.gradients(lesson.reader(lesson.seen), lesson.players, lesson.legal, lesson.policy,
                                                       lesson.chances)
                gradients = {name: g + gradients[name] for name, g in found.items()} if gradients else found
                self.latest[which] = losses[which]
            part = self.part
            self.network.learn(gradients, RATE * (1 - part) + LAST_RATE * part)
        self.progress.losses = [float(x) for x in self.latest]

    def some(self, kept: list[list[Lesson]]) -> Lesson | None:
        """A batch of what was kept, drawn from one configuration; None where there is nothing yet."""
        lessons = [lesson for of in kept for lesson in of if len(lesson)]
        if not lessons:
            return None
        [lesson] = self.random.choices(lessons, [len(x) for x in lessons])
        xp, n = self.network.xp, len(lesson)
        return lesson.part((self.draw.random(self.plan.batch, dtype=xp.float32) * n).astype(xp.int64) % n)

    # ------------------------------------------------------------ strength

    def compare(self) -> None:
        """One seat of the plain network against all others of an anchor, without looking ahead."""
        n = min(self.plan.games, 1024)
        anchors: dict[str, Network | None] = {"random": None}
        if self.remembered:
            self.past.load(self.remembered[len(self.remembered) // 2])
            anchors["half"] = self.past
        for name, anchor in anchors.items():
            self.progress.anchors[name] = duel(self.features, self.network, anchor, self.usual, n, self.plan.device)

    def line(self) -> str:
        """The progress in a line."""
        p = self.progress
        anchors = ", ".join(f"{share:.1%} against {name}" for name, share in p.anchors.items())
        rate = p.searched / max(p.seconds, 1e-9)
        return (f"{p.seconds:.0f} s ({p.playing:.0f} s of it playing), round {p.rounds}, {p.games:,} games, "
                f"{p.searched / 1e6:,.2f} M decisions searched ({rate:,.0f}/s), {p.positions / 1e6:,.2f} M ends, losses "
                f"{p.losses[0]:.3f} {p.losses[1]:.3f}, of new games {p.unseen:.3f}; wins {anchors}")

    # ------------------------------------------------------------ checkpoints

    def save(self, path: Path) -> None:
        """Everything that is needed to go on, written whole or not at all."""
        import json

        import numpy as np

        n = self.network
        arrays = {f"{kind}.{name}": plain(w) for kind, of in (("w", n.weights), ("slow", n.slow), ("square", n.square))
                  for name, w in of.items()}
        for i, weights in enumerate(self.remembered[-8:]):
            arrays |= {f"past{i}.{name}": plain(w).astype(np.float16) for name, w in weights.items()}
        head = {"format": FORMAT, "digest": self.features.digest, "plan": asdict(self.plan), "progress": asdict(self.progress),
                "steps": n.steps, "remembered": len(self.remembered)}
        part = path.with_suffix(".part.npz")
        np.savez(part, head=np.frombuffer(json.dumps(head).encode(), np.uint8), **arrays)
        part.replace(path)

    @classmethod
    def resumed(cls, path: Path, plan: Plan) -> Training:
        """Go on from a checkpoint; BadTraining when it belongs to something else."""
        import json

        import numpy as np

        try:
            with np.load(path) as found:
                arrays = dict(found)
            head = json.loads(bytes(arrays.pop("head")))
            if head["format"] != FORMAT:
                raise BadTraining(f"checkpoint: {path} has the format {head['format']}, not {FORMAT}")
        except (ValueError, KeyError, OSError, EOFError, BadZipFile) as error:
            if isinstance(error, BadTraining):
                raise
            raise BadTraining(f"checkpoint: {path} is no checkpoint, or it is damaged") from None
        made = cls(plan)
        if head["digest"] != made.features.digest:
            raise BadTraining(f"checkpoint: {path} is of another title, or of another version of {plan.title}")
        n, xp = made.network, made.network.xp
        if arrays["w.rows"].shape != n.weights["rows"].shape:
            raise BadTraining(f"checkpoint: {path} has a network of width {arrays['w.rows'].shape[1]}, not {n.shape.width}")
        n.load({name: arrays[f"w.{name}"] for name in n.shape.parts})
        for kind, of in (("slow", n.slow), ("square", n.square)):
            of.update({name: xp.asarray(arrays[f"{kind}.{name}"]) for name in n.shape.parts})
        n.steps = head["steps"]
        made.progress = Progress(**head["progress"])
        kept = [{name: xp.asarray(arrays[f"past{i}.{name}"], xp.float32) for name in n.shape.parts}
                for i in range(8) if f"past{i}.rows" in arrays]
        made.remembered = kept[:1] * (head["remembered"] - len(kept)) + kept
        return made


def array_module(device: str) -> Any:
    """NumPy, or CuPy for a GPU."""
    if device == "cpu":
        import numpy as np

        return np
    from ..research.cuda import cupy

    return cupy()


def plain(array: Any) -> Any:
    """An array in main memory."""
    return array.get() if hasattr(array, "get") else array


def duel(features: Any, network: Network, anchor: Network | None, players: int, n: int, device: str, most: int = 600) -> float:
    """The share of wins of a network's plain policy at one seat, in n games against anchors (None: random play) at the others."""
    tables = Seated(features, players, {}, n, 7, device, restart=False)
    b, xp = tables.batch, tables.xp
    lone = xp.arange(n) % players
    won, over = xp.zeros(n, xp.float32), xp.zeros(n, bool)
    for _ in range(most):
        seat = xp.maximum(b.seat, 0).astype(xp.int64)
        legal, given = b.legal, tables.reader(b.observe())
        scores = tables.scores(network, given, legal, seat)[0]
        own = (scores + 0.5 * tables.noise(scores.shape)).argmax(axis=1)
        if anchor is None:
            others = b.random_actions()
        else:
            scores = tables.scores(anchor, given, legal, seat)[0]
            others = (scores + 0.5 * tables.noise(scores.shape)).argmax(axis=1)
        b.engine.advance(xp.ascontiguousarray(xp.where(seat == lone, own, others).astype(b.seat.dtype)), False)
        ended = b.done
        won = xp.where(ended, xp.take_along_axis(b.result, lone[:, None], axis=1)[:, 0], won)
        over |= ended
        if bool(over.all()):
            break
    return float(won.sum() / xp.maximum(over.sum(), 1))
