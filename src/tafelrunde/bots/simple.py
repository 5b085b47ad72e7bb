"""The level `simple`: the best order for the seat's own turn, judged by the title's evaluation."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..kernel import Game
from .bot import Bot
from .explaining import Thought, explained
from .machines import MACHINES, Machine
from .observation import Observation

WIDTH, DEPTH = 6, 24
SAMPLES = 2
"""How often what the seat cannot know is drawn, where there is such a thing."""


@dataclass(frozen=True)
class Look:
    """What one look ahead found: a score per legal action (-1: not pursued), and the best order."""

    scores: list[int]
    line: list[int]


class SimpleBot(Bot):
    """Greedy over its whole turn, by a beam of the best orders."""

    level = "simple"

    def __init__(self, game: Game, seed: int | None = None) -> None:
        super().__init__(game, seed)
        self.thought: Thought | None = None

    def decide(self, observation: Observation) -> str:
        """The first action of the order that ends best."""
        machine = MACHINES.get(self.game)
        totals = [0] * len(observation.ids)
        lines: dict[int, list[int]] = {}
        for _ in range(SAMPLES if len(observation.ids) > 1 else 1):
            imagined = observation.imagine(self.random.getrandbits(40))
            look = self.look(machine, imagined, observation.seat, len(observation.ids))
            for i, score in enumerate(look.scores):
                totals[i] += score
            lines[look.line[0]] = look.line
        best = max(totals)
        chosen = observation.ids[self.random.choice([i for i, t in enumerate(totals) if t == best])]
        line = [(observation.seat, a) for a in lines.get(chosen, [chosen])]
        self.thought = Thought(machine, imagined, observation.seat, line)
        return self.game.actions.name(chosen)

    @staticmethod
    def look(machine: Machine, s: Any, seat: int, actions: int) -> Look:
        """Look ahead once from a complete state."""
        chances, scores, best = machine.numbers(8), machine.numbers(len(machine.game.actions)), machine.numbers(DEPTH + 1)
        rows = 2 * WIDTH + 2
        machine.call.think_ahead(machine.pool(s, rows), seat, machine.mask(), machine.mask(),
                                 machine.numbers(machine.parts, 8), machine.parts, chances, WIDTH, DEPTH, scores,
                                 machine.numbers(rows, DEPTH), machine.numbers(rows, 3), best)
        line = [int(a) for a in best]
        return Look([int(x) for x in scores[:actions]], line[:line.index(-1)] if -1 in line else line)

    def explain(self, lang: str = "en") -> str:
        """What the order was for, and what it does to the chances."""
        return explained(self.thought, lang) if self.thought else ""
