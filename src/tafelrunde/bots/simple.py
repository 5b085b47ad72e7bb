"""The levels `simple` and `beginner`: what is best for the seat's own turn, or what brings it most
at once, judged by the title's evaluation.
"""
from __future__ import annotations

from ..kernel import Game
from .bot import Bot
from .explaining import Thought, explained
from .judgement import judged, judgement_of
from .looking import SAMPLES, look
from .machines import MACHINES, Part
from .observation import Observation


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
    """Takes what brings itself most at once: it plans nothing, does not mind what others get, and
    overlooks some parts of what a position is worth.
    """

    level = "beginner"

    def decide(self, observation: Observation) -> str:
        """The action after which the seat has most; of equal ones, the one that looks best."""
        said, s = judgement_of(self.game), observation.imagine(self.random.getrandbits(40))
        seen = [part not in said.overlooked for part in said.parts]

        def brings(action: int) -> tuple[int, int]:
            after = s.clone()
            self.game.driver.play(after, observation.seat, action, self.game.mask())
            worth = (part[observation.seat] for part in judged(self.game, after))
            return sum(x for x, counts in zip(worth, seen, strict=True) if counts), int(said.prefer(s, observation.seat, action))

        found = {action: brings(action) for action in self.choices(observation)}
        best = max(found.values())
        chosen = self.random.choice([action for action, brought in found.items() if brought == best])
        self.thought = Thought(MACHINES.get(self.game, Part.BEAM), s, observation.seat, [(observation.seat, chosen)])
        return self.game.actions.name(chosen)
