"""The levels `simple` and `beginner`: what is best for the seat's own turn, or at once, judged by
the title's evaluation.
"""
from __future__ import annotations

from typing import Any

from ..kernel import Game
from .bot import Bot
from .explaining import Thought, explained
from .judgement import judged, judgement_of
from .looking import SAMPLES, look
from .machines import MACHINES, Part
from .observation import Observation
from .thinking import WHOLE, falling


class SimpleBot(Bot):
    """Greedy over its whole turn, with a beam of the best orders."""

    level = "simple"

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
            found = look(machine, s, observation.seat, len(observation.ids))
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
    """Takes what looks best at once: it plans nothing, and overlooks some parts of what a position
    is worth.
    """

    level = "beginner"

    def decide(self, observation: Observation) -> str:
        """The action after which the seat's share of all that it sees is the largest; of equal
        ones, the one that looks best.
        """
        said, seat = judgement_of(self.game), observation.seat
        imagined = [observation.imagine(self.random.getrandbits(40)) for _ in range(SAMPLES)]

        def brings(s: Any, action: int) -> int:
            after = s.clone()
            self.game.driver.play(after, seat, action, self.game.mask())
            worth = [part for name, part in zip(said.parts, judged(self.game, after), strict=True) if name not in said.overlooked]
            total = [sum(part[p] for part in worth) for p in range(observation.players)]
            shares = [falling(max(total) - x, int(said.spread(after))) for x in total]
            return WHOLE * shares[seat] // sum(shares)

        s = imagined[0]
        found = {action: (sum(brings(world, action) for world in imagined), int(said.prefer(s, seat, action)))
                 for action in self.choices(observation)}
        best = max(found.values())
        chosen = self.random.choice([action for action, brought in found.items() if brought == best])
        self.thought = Thought(MACHINES.get(self.game, Part.BEAM), s, seat, [(seat, chosen)])
        return self.game.actions.name(chosen)
