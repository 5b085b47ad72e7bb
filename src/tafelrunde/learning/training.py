"""Training: rounds of self-play and learning, with a checkpoint after which any interruption can go on.

All numbers of players are played side by side, options are drawn at random from time to time, and in some of the games an
earlier self plays all seats but one.  Strength is told against fixed anchors: random play, and the network of earlier.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from zipfile import BadZipFile

from ..errors import TafelrundeError
from ..kernel import BadOptions, Game
from .features import features_of
from .network import Network, Shape
from .selfplay import Lesson, Seated, Tables

TRACE = 0.95
"""How much of a target comes from what happened later than the next decision."""
RATE, LAST_RATE = 1.5e-3, 1e-4
SHARPNESS = (40.0, 80.0)
"""By how much a certain win raises an action's score, at first and at last."""
MARGIN = 0.5
"""At first, this much of a result is shared out by points; later only the win counts."""
WITHOUT_MARGIN = 0.7
"""The part of the training after which that is so."""
TAUGHT, ALONE = 0.4, 0.25
"""Until this part of the training, where an action leads is judged by the bots' evaluation alone; at its end, that counts only
so much beside the network's own judgement."""
GREEN = 0.1
"""Until this part, chances of unfinished games come from the bots' evaluation too."""
FOREIGN = 4
"""In one of so many games an earlier self plays along."""
RENEWED = 40
"""Rounds after which options are drawn again."""
REMEMBERED = 30
"""How many earlier selves there are in the whole training."""
FORMAT = 1


class BadTraining(TafelrundeError, ValueError):
    """Something about a training that cannot be; the message names it."""


@dataclass(frozen=True)
class Plan:
    """What a training does: its budget in seconds (or in rounds, for tests), and how large everything is."""

    title: str
    seconds: float = 1800.0
    rounds: int = 0
    games: int = 4096
    steps: int = 16
    batch: int = 16384
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
    decisions: int = 0
    playing: float = 0.0
    losses: list[float] = field(default_factory=lambda: [0.0, 0.0])
    anchors: dict[str, float] = field(default_factory=dict)


def any_options(game: Game, choice: Random) -> dict[str, Any]:
    """The usual options in every second draw, otherwise any; they go together."""
    while choice.random() < 0.5:
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
        self.tables = [self.seated(p) for p in self.seats]
        xp = self.tables[0].xp
        shape = Shape.of(self.features, plan.width)
        self.network, self.past = Network(xp, shape, plan.seed), Network(xp, shape, plan.seed)
        self.remembered: list[dict[str, Any]] = []

    def seated(self, players: int) -> Tables:
        """New games for so many players, with options drawn."""
        options = any_options(self.game, self.random)
        seed = self.random.randrange(1 << 40)
        try:
            made = Tables(self.features, players, options, self.plan.games, seed, self.plan.device)
        except BadOptions:
            made = Tables(self.features, players, {}, self.plan.games, seed, self.plan.device)
        made.stagger()
        xp, n = made.xp, self.plan.games
        made.lone[:] = xp.where(xp.arange(n) % FOREIGN == 0, xp.arange(n) // FOREIGN % players, -1)
        return made

    # ------------------------------------------------------------ rounds

    @property
    def part(self) -> float:
        """How much of the budget is spent."""
        p = self.plan
        return min(1.0, self.progress.rounds / p.rounds if p.rounds else self.progress.seconds / p.seconds)

    def run(self, say: Callable[[str], None], keep: Path | None = None, every: float = 60.0) -> None:
        """Train until the budget is spent; a checkpoint and a line of progress every so many seconds."""
        began, before = perf_counter(), self.progress.seconds
        said = kept = before
        while self.part < 1:
            self.round()
            self.progress.seconds = before + perf_counter() - began
            if self.progress.seconds - said >= every or self.part >= 1:
                said = self.progress.seconds
                self.compare()
                say(self.line())
            if keep and (self.progress.seconds - kept >= every or self.part >= 1):
                kept = self.progress.seconds
                self.save(keep)

    def round(self) -> None:
        """Some decisions in all games, then learn from them."""
        plan, progress, part = self.plan, self.progress, self.part
        sharpness = SHARPNESS[0] + (SHARPNESS[1] - SHARPNESS[0]) * part
        margin = max(0.0, MARGIN * (1 - part / WITHOUT_MARGIN))
        lessons: list[Lesson] = []
        began = perf_counter()
        for tables in self.tables:
            tables.taught = min(1.0, 1 - (1 - ALONE) * (part - TAUGHT) / (1 - TAUGHT))
            tables.green = max(0.0, 1 - part / GREEN)
            lessons += tables.play(self.network, self.past, plan.steps, sharpness, margin, TRACE)
            progress.games += tables.finished
            tables.finished = 0
            progress.decisions += plan.games * plan.steps
        progress.playing += perf_counter() - began
        rate = RATE * (1 - part) + LAST_RATE * part
        for lesson in self.shuffled(lessons):
            gradients, losses = self.network.gradients(lesson.reader(lesson.seen), lesson.legal, lesson.policy, lesson.weight,
                                                       lesson.chances, lesson.players)
            self.network.learn(gradients, rate)
        progress.losses = [float(x) for x in losses]
        progress.rounds += 1
        if part * REMEMBERED >= len(self.remembered):
            self.remembered.append({name: w.copy() for name, w in self.network.weights.items()})
        self.past.load(self.random.choice(self.remembered[-8:]))
        if progress.rounds % RENEWED == 0:
            k = self.random.randrange(len(self.tables))
            self.tables[k] = self.seated(self.tables[k].players)

    def shuffled(self, lessons: list[Lesson]) -> Iterator[Lesson]:
        """The lessons of every configuration in batches drawn from all its steps, the configurations in turn."""
        parts: list[list[Lesson]] = []
        for tables in self.tables:
            own = [x for x in lessons if x.reader is tables.reader]
            xp = tables.xp
            whole = Lesson(own[0].players, own[0].reader, *(xp.concatenate([getattr(x, name) for x in own])
                                                            for name in ("seen", "legal", "policy", "weight", "chances")))
            n = len(whole.weight)
            order = xp.argsort(tables.random.random(n, dtype=xp.float32))
            parts.append([Lesson(whole.players, whole.reader, *(getattr(whole, name)[order[at:at + self.plan.batch]]
                                                                for name in ("seen", "legal", "policy", "weight", "chances")))
                          for at in range(0, n, self.plan.batch)])
        for row in range(max(map(len, parts))):
            for part in parts:
                if row < len(part):
                    yield part[row]

    # ------------------------------------------------------------ strength

    def compare(self) -> None:
        """One seat of the plain network against all others of an anchor, without looking ahead."""
        n = min(self.plan.games, 1024)
        players = self.seats[-1] if 4 not in self.seats else 4
        anchors: dict[str, Network | None] = {"random": None}
        if self.remembered:
            self.past.load(self.remembered[len(self.remembered) // 2])
            anchors["half"] = self.past
        for name, anchor in anchors.items():
            self.progress.anchors[name] = duel(self.features, self.network, anchor, players, n, self.plan.device)

    def line(self) -> str:
        """The progress in a line."""
        p = self.progress
        anchors = ", ".join(f"{share:.1%} against {name}" for name, share in p.anchors.items())
        rate = p.decisions / max(p.seconds, 1e-9)
        return (f"{p.seconds:.0f} s ({p.playing:.0f} s of it playing), round {p.rounds}, {p.games:,} games, "
                f"{p.decisions / 1e6:,.1f} M decisions ({rate:,.0f}/s), losses {p.losses[0]:.3f} {p.losses[1]:.3f}; wins {anchors}")

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
