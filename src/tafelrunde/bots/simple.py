"""The levels `simple` and `beginner`: what is best for the seat's own turn, or at once, judged by
the title's evaluation.
"""
from __future__ import annotations

from ..kernel import Game
from .bot import Bot
from .explaining import Thought, explained
from .looking import DEPTH, SAMPLES, look
from .machines import MACHINES, Part
from .observation import Observation


class SimpleBot(Bot):
    """Greedy over its whole turn, with a beam of the best orders."""

    level = "simple"
    depth = DEPTH
    """How many of its own actions it looks ahead."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        super().__init__(game, seed)
        self.thought: Thought | None = None

    def decide(self, observation: Observation) -> str:
        """The first action of the best order found."""
        machine = MACHINES.get(self.game, Part.BEAM)
        totals = [0] * len(observation.ids)
        lines: dict[int, list[int]] = {}
        imagined = [observation.imagine(self.random.getrandbits(40)) for _ in range(SAMPLES if machine.compiled else 1)]
        for s in imagined:
            found = look(machine, s, observation.seat, len(observation.ids), depth=self.depth)
            totals = [t + score for t, score in zip(totals, found.scores, strict=True)]
            lines[found.line[0]] = found.line
        choices = self.choices(observation)
        scores = {action: total for action, total in zip(observation.ids, totals, strict=True) if action in choices}
        best = max(scores.values())
        chosen = self.random.choice([action for action, score in scores.items() if score == best])
        line = [(observation.seat, a) for a in lines.get(chosen, [chosen])]
        self.thought = Thought(machine, imagined[-1], observation.seat, line)
        return self.game.actions.name(chosen)

    def explain(self, lang: str = "en") -> str:
        return explained(self.thought, lang) if self.thought else ""


class BeginnerBot(SimpleBot):
    """Takes what looks best at once, and plans nothing."""

    level = "beginner"
    depth = 1
