"""A tournament: which bots meet in which game, over which deals and in which seatings."""
from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Any

from ..bots.levels import check_level
from ..games import find
from ..kernel import TafelrundeError

SEATINGS = 24
"""Up to this many different seatings are all played; beyond that, only the rotations."""


class BadTournament(TafelrundeError, ValueError):
    """An impossible tournament; the message says what is wrong."""


@dataclass(frozen=True)
class Task:
    """One game to play: a deal, and who sits where."""

    deal: int
    seating: int


@dataclass(frozen=True)
class Tournament:
    """Every line-up plays the same deals in every seating, so neither luck nor a good seat favours
    anybody.

    >>> t = Tournament("el_grande", ("simple", "random", "random"), games=10)
    >>> t.seatings
    (('simple', 'random', 'random'), ('random', 'simple', 'random'), ('random', 'random', 'simple'))
    >>> t.deals, len(t.tasks())
    (4, 12)
    """

    game: str
    bots: tuple[str, ...]
    games: int = 400
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    threads: int = 1
    """Cores that a bot may use for one decision."""

    def __post_init__(self) -> None:
        try:
            game = find(self.game)
        except KeyError:
            raise BadTournament(f"game: there is no game {self.game!r}") from None
        low, high = game.seats
        if not low <= len(self.bots) <= high:
            raise BadTournament(f"bots: {self.game} is for {low} to {high} players, not {len(self.bots)}")
        if self.games < 1:
            raise BadTournament(f"games: at least one, not {self.games}")
        for bot in self.bots:
            check_level(bot)
        game.configured(len(self.bots), self.options)

    @property
    def players(self) -> int:
        """The seats that are used."""
        return len(self.bots)

    @cached_property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where: every different seating, or only the rotations if there are too many."""
        different = dict.fromkeys(permutations(self.bots)) if self.players <= 5 else {}
        if 0 < len(different) <= SEATINGS:
            return tuple(different)
        return tuple(dict.fromkeys((*self.bots[-i:], *self.bots[:-i]) for i in range(self.players)))

    @property
    def deals(self) -> int:
        """The number of different deals: enough for the games asked for."""
        return -(-self.games // len(self.seatings))

    def tasks(self) -> list[Task]:
        """All games, deal by deal."""
        return [Task(deal, seating) for deal in range(self.deals) for seating in range(len(self.seatings))]

    @cached_property
    def key(self) -> str:
        """The key of stored results. It depends on everything that affects a game, but not on the
        number of games.
        """
        shape = [self.game, sorted(self.bots), self.seed, sorted(self.options.items()), self.threads]
        return hashlib.sha256(json.dumps(shape).encode()).hexdigest()[:16]

    def described(self) -> dict[str, Any]:
        return {"game": self.game, "bots": list(self.bots), "seed": self.seed, "options": dict(self.options),
                "threads": self.threads}
