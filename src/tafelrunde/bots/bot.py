"""The base class of bots: they decide on an observation and can say why."""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any

from ..kernel import Game
from .judgement import idle, judgement_of
from .observation import Observation
from .saying import say


class Bot(ABC):
    """A computer player.  One bot plays one seat of one match.

    `note` is a remark for the record about the last decision (an outside bot's forfeit); usually
    empty.
    """

    level = ""
    note = ""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game
        self.idle = judgement_of(game).idle
        self.random = Random(seed)  # noqa: S311  # a player's whims, not the match's chance

    @abstractmethod
    def decide(self, observation: Observation) -> str:
        """A legal action in notation."""

    @abstractmethod
    def explain(self, lang: str = "en") -> str:
        """The reason for the last decision, in a sentence or two; empty before the first."""

    def choices(self, observation: Observation) -> tuple[int, ...]:
        """The legal actions that change anything, or all of them if none does. Otherwise a table
        where everybody waits would never end.
        """
        if self.idle is idle:
            return observation.ids
        s = observation.imagine(0)
        return tuple(a for a in observation.ids if not self.idle(s, observation.seat, a)) or observation.ids

    def says(self, key: str, lang: str, arguments: Mapping[str, Any] | None = None) -> str:
        """A sentence from the bots' texts."""
        return say(self.game, lang, key, arguments or {})

    def close(self) -> None:
        """Release what the bot holds (an outside program).  A closed bot cannot decide any more."""
        return


class RandomBot(Bot):
    """Any legal action, each equally likely."""

    level = "random"
    among = 0

    def decide(self, observation: Observation) -> str:
        self.among = len(observation.legal)
        return self.random.choice(observation.legal)

    def explain(self, lang: str = "en") -> str:
        """Says that the action was random, and how many there were to choose from."""
        return self.says("random", lang, {"n": self.among}) if self.among else ""
